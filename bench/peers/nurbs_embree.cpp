// Embree among those who race with surfaces: rays against triangles, float.
#include <embree3/rtcore.h>
#include <algorithm>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "nurbs_triangles.h"

namespace
{ // types of these names are in other files, too

struct embree {
    const nurbs_scene *scene;
    RTCDevice device;
    std::vector<RTCScene> scenes;
};

RTCScene scene_of(RTCDevice device, const nurbs_body &body)
{
    triangles::mesh m = triangles::of_body(body);
    RTCScene out = rtcNewScene(device);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto *points = static_cast<float *>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                3 * sizeof(float), m.vertices.size()));
    auto *faces = static_cast<unsigned *>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), m.faces.size()));
    for (const auto &p : m.vertices)
        for (double x : p) *points++ = float(x);
    for (const auto &t : m.faces)
        for (int x : t) *faces++ = unsigned(x);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(out, geometry);
    rtcReleaseGeometry(geometry);
    rtcSetSceneFlags(out, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(out, RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(out);
    return out;
}

void *build(const void *scene)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    auto *mine = new embree;
    mine->scene = s;
    mine->device = rtcNewDevice("threads=1");
    for (int i = 0; i < s->body_count; ++i)
        mine->scenes.push_back(scene_of(mine->device, s->bodies[i]));
    return mine;
}

void end(void *built)
{
    auto *mine = static_cast<embree *>(built);
    for (RTCScene s : mine->scenes) rtcReleaseScene(s);
    rtcReleaseDevice(mine->device);
    delete mine;
}

void ray(embree &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    RTCIntersectContext context;
    RTCRayHit ray;
    rtcInitIntersectContext(&context);
    ray.ray.org_x = float(query.point[0]), ray.ray.dir_x = float(query.way[0]);
    ray.ray.org_y = float(query.point[1]), ray.ray.dir_y = float(query.way[1]);
    ray.ray.org_z = float(query.point[2]), ray.ray.dir_z = float(query.way[2]);
    ray.ray.tnear = 0, ray.ray.tfar = 1, ray.ray.time = 0;
    ray.ray.mask = ~0u, ray.ray.flags = 0;
    ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(mine.scenes[size_t(query.a)], &context, &ray);
    out.found = ray.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    out.value = double(ray.ray.tfar);
}

// ----- triangles that move: their vertices are there already, which is not timed

struct moving {
    const nurbs_scene *scene;
    RTCDevice device;
    std::vector<RTCScene> scenes;
    std::vector<RTCGeometry> geometries;
    std::vector<float *> points;
    std::vector<std::vector<float>> vertices;
};

void move_from(moving &mine, const nurbs_body &body, RTCBuildQuality quality)
{
    triangles::mesh m = triangles::of_body(body);
    RTCScene scene = rtcNewScene(mine.device);
    RTCGeometry geometry = rtcNewGeometry(mine.device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto *points = static_cast<float *>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                3 * sizeof(float), m.vertices.size()));
    auto *faces = static_cast<unsigned *>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), m.faces.size()));
    mine.vertices.emplace_back();
    for (const auto &p : m.vertices)
        for (double x : p) mine.vertices.back().push_back(float(x));
    std::copy(mine.vertices.back().begin(), mine.vertices.back().end(), points);
    for (const auto &t : m.faces)
        for (int x : t) *faces++ = unsigned(x);
    rtcSetSceneFlags(scene, RTCSceneFlags(RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST));
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcCommitScene(scene);
    rtcSetGeometryBuildQuality(geometry, quality);
    mine.scenes.push_back(scene);
    mine.geometries.push_back(geometry);
    mine.points.push_back(points);
}

void *build_moving(const void *scene, RTCBuildQuality quality)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    auto *mine = new moving;
    mine->scene = s;
    mine->device = rtcNewDevice("threads=1");
    for (int i = 0; i < s->body_count; ++i) move_from(*mine, s->bodies[i], quality);
    return mine;
}

void *build_refit(const void *scene)
{
    return build_moving(scene, RTC_BUILD_QUALITY_REFIT);
}

void *build_low(const void *scene)
{
    return build_moving(scene, RTC_BUILD_QUALITY_LOW);
}

void commit(moving &mine, int q, nurbs_answer &out)
{
    const auto i = size_t(mine.scene->queries[q].a);
    std::copy(mine.vertices[i].begin(), mine.vertices[i].end(), mine.points[i]);
    rtcUpdateGeometryBuffer(mine.geometries[i], RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(mine.geometries[i]);
    rtcCommitScene(mine.scenes[i]);
    out.found = 1;
}

void end_moving(void *built)
{
    auto *mine = static_cast<moving *>(built);
    for (RTCGeometry g : mine->geometries) rtcReleaseGeometry(g);
    for (RTCScene s : mine->scenes) rtcReleaseScene(s);
    rtcReleaseDevice(mine->device);
    delete mine;
}

} // namespace

extern "C" void peers_nurbs_embree(peer_list *list)
{
    peers_add(list, "Embree", "ray",
              "rtcIntersect1, robust, triangles at chord error 1e-3, high quality", PEERS_FLOAT,
              build, peers::run<ray>, end)
        ->beside = " prepared";
    peers_add(list, "Embree", "refit",
              "vertices copied, rtcCommitScene, dynamic, quality refit; evaluating not timed",
              PEERS_FLOAT, build_refit, peers::run<commit>, end_moving);
    peers_add(list, "Embree", "build", "the same, quality low (Morton codes)", PEERS_FLOAT,
              build_low, peers::run<commit>, end_moving);
}
