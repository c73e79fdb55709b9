// Embree among those who ask one mesh. Float.
#include <embree3/rtcore.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>
#include "frame.hpp"
#include "mesh_tree.h"

namespace
{ // types of these names are in other files, too

struct embree {
    const mesh_tree_scene *scene;
    RTCDevice device;
    RTCScene world;
    RTCGeometry geometry;
    float *vertices;
    std::vector<float> positions[2];
};

void *build(const void *scene, RTCBuildQuality quality, RTCSceneFlags flags)
{
    auto *s = static_cast<const mesh_tree_scene *>(scene);
    auto *mine = new embree;
    const size_t vertices = size_t(s->vertex_count), triangles = size_t(s->triangle_count);
    mine->scene = s;
    mine->positions[0].assign(s->positions, s->positions + 3 * vertices);
    mine->positions[1].assign(s->moved, s->moved + 3 * vertices);
    mine->device = rtcNewDevice("threads=1");
    mine->world = rtcNewScene(mine->device);
    rtcSetSceneFlags(mine->world, flags);
    rtcSetSceneBuildQuality(mine->world, quality);
    mine->geometry = rtcNewGeometry(mine->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(mine->geometry, quality);
    mine->vertices = static_cast<float *>(rtcSetNewGeometryBuffer(
        mine->geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertices));
    auto *faces = static_cast<unsigned *>(
        rtcSetNewGeometryBuffer(mine->geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(unsigned), triangles));
    std::copy(mine->positions[0].begin(), mine->positions[0].end(), mine->vertices);
    std::copy(s->triangles, s->triangles + 3 * triangles, faces);
    rtcCommitGeometry(mine->geometry);
    rtcAttachGeometry(mine->world, mine->geometry);
    rtcCommitScene(mine->world);
    return mine;
}

void *build_robust(const void *scene)
{
    return build(scene, RTC_BUILD_QUALITY_HIGH, RTC_SCENE_FLAG_ROBUST);
}

void *build_fast(const void *scene)
{
    return build(scene, RTC_BUILD_QUALITY_HIGH, RTC_SCENE_FLAG_NONE);
}

void *build_medium(const void *scene)
{
    return build(scene, RTC_BUILD_QUALITY_MEDIUM, RTC_SCENE_FLAG_ROBUST);
}

void *build_refit(const void *scene)
{
    auto *mine =
        static_cast<embree *>(build(scene, RTC_BUILD_QUALITY_LOW,
                                    RTCSceneFlags(RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST)));
    rtcSetGeometryBuildQuality(mine->geometry, RTC_BUILD_QUALITY_REFIT);
    rtcCommitGeometry(mine->geometry);
    rtcCommitScene(mine->world);
    return mine;
}

void end(void *built)
{
    auto *mine = static_cast<embree *>(built);
    rtcReleaseGeometry(mine->geometry);
    rtcReleaseScene(mine->world);
    rtcReleaseDevice(mine->device);
    delete mine;
}

void raycast(embree &mine, int q, mesh_tree_answer &out)
{
    const double *o = mine.scene->points[q], *d = mine.scene->ways[q];
    RTCIntersectContext context;
    RTCRayHit r;
    rtcInitIntersectContext(&context);
    r.ray.org_x = float(o[0]), r.ray.org_y = float(o[1]), r.ray.org_z = float(o[2]);
    r.ray.dir_x = float(d[0]), r.ray.dir_y = float(d[1]), r.ray.dir_z = float(d[2]);
    r.ray.tnear = 0, r.ray.tfar = std::numeric_limits<float>::infinity();
    r.ray.time = 0, r.ray.mask = unsigned(-1), r.ray.flags = 0;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID, r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(mine.world, &context, &r);
    out.found = r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    out.distance = double(r.ray.tfar);
}

struct vec {
    float x, y, z;
};

vec operator-(vec a, vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

vec mad(vec a, float s, vec b)
{
    return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

float dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

float square_from(vec p, const vec v[3])
{
    const vec u = v[1] - v[0], w = v[2] - v[0], r = p - v[0];
    const float uu = dot(u, u), uw = dot(u, w), ww = dot(w, w), ur = dot(u, r), wr = dot(w, r);
    const float det = uu * ww - uw * uw, s = ww * ur - uw * wr, t = uu * wr - uw * ur;
    float best = std::numeric_limits<float>::infinity();
    if (s >= 0 && t >= 0 && s + t <= det && det > 0) {
        const vec gap = mad(mad(r, -s / det, u), -t / det, w);
        return dot(gap, gap);
    }
    for (int i = 0; i < 3; ++i) {
        const vec e = v[(i + 1) % 3] - v[i], q = p - v[i];
        const float ee = dot(e, e), k = ee > 0 ? dot(q, e) / ee : 0;
        const vec gap = mad(q, -std::min(std::max(k, 0.0f), 1.0f), e);
        best = std::min(best, dot(gap, gap));
    }
    return best;
}

struct search {
    const embree *mine;
    float square;
};

// Embree leaves the triangle's distance to its user.
bool visit(RTCPointQueryFunctionArguments *a)
{
    auto *s = static_cast<search *>(a->userPtr);
    const unsigned *t = s->mine->scene->triangles + 3 * size_t(a->primID);
    const vec p = {a->query->x, a->query->y, a->query->z};
    vec v[3];
    for (int i = 0; i < 3; ++i) {
        const float *from = s->mine->vertices + 3 * size_t(t[i]);
        v[i] = {from[0], from[1], from[2]};
    }
    const float square = square_from(p, v);
    if (square >= s->square) return false;
    s->square = square;
    a->query->radius = std::sqrt(square);
    return true;
}

void closest(embree &mine, int q, mesh_tree_answer &out)
{
    const double *p = mine.scene->points[q];
    const float infinity = std::numeric_limits<float>::infinity();
    RTCPointQuery query = {float(p[0]), float(p[1]), float(p[2]), 0, infinity};
    RTCPointQueryContext context;
    search s = {&mine, infinity};
    rtcInitPointQueryContext(&context);
    rtcPointQuery(mine.world, &query, &context, visit, &s);
    out.found = s.square < infinity, out.distance = std::sqrt(double(s.square));
}

void commit(embree &mine, int q, mesh_tree_answer &out)
{
    const auto &from = mine.positions[q % 2];
    std::copy(from.begin(), from.end(), mine.vertices);
    rtcUpdateGeometryBuffer(mine.geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(mine.geometry);
    rtcCommitScene(mine.world);
    out.found = 1;
}

} // namespace

extern "C" void peers_mesh_tree_embree(peer_list *list)
{
    peers_add(list, "Embree", "raycast", "rtcIntersect1, robust, high quality, one thread",
              PEERS_FLOAT, build_robust, peers::run<raycast>, end);
    peers_add(list, "Embree fast", "raycast", "rtcIntersect1, not robust: edges may leak",
              PEERS_FLOAT, build_fast, peers::run<raycast>, end);
    peers_add(list, "Embree", "closest",
              "rtcPointQuery; the triangle's distance is left to its user: here plain float",
              PEERS_FLOAT, build_robust, peers::run<closest>, end);
    peers_add(list, "Embree", "refit", "vertices copied, rtcCommitScene, dynamic, quality refit",
              PEERS_FLOAT, build_refit, peers::run<commit>, end);
    peers_add(list, "Embree", "build", "the same, medium quality (the default), one thread",
              PEERS_FLOAT, build_medium, peers::run<commit>, end);
}
