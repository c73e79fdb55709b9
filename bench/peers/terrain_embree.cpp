// Embree among those who cast rays at terrain.
#include <embree3/rtcore.h>
#include <cmath>
#include <limits>
#include "frame.hpp"
#include "terrain.h"

struct embree_terrain {
    const terrain_scene *scene;
    RTCDevice device;
    RTCScene world;
};

static void fill_points(const terrain_scene *s, float *v)
{
    for (int j = 0; j < s->rows; ++j)
        for (int i = 0; i < s->columns; ++i, v += 3) {
            v[0] = float(s->cell * i), v[1] = float(s->cell * j);
            v[2] = s->heights[size_t(j) * s->columns + i];
        }
}

// One grid; its cells are cut as ours are.
static void add_grid(const terrain_scene *s, RTCGeometry g)
{
    auto *grid = static_cast<RTCGrid *>(
        rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_GRID, 0, RTC_FORMAT_GRID, sizeof(RTCGrid), 1));
    grid->startVertexID = 0, grid->stride = unsigned(s->columns);
    grid->width = static_cast<unsigned short>(s->columns);
    grid->height = static_cast<unsigned short>(s->rows);
}

static void add_triangles(const terrain_scene *s, RTCGeometry g)
{
    const size_t count = 2 * size_t(s->columns - 1) * (s->rows - 1);
    auto *t = static_cast<unsigned *>(rtcSetNewGeometryBuffer(
        g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), count));
    for (int j = 0; j + 1 < s->rows; ++j)
        for (int i = 0; i + 1 < s->columns; ++i, t += 6) {
            const unsigned v = unsigned(j * s->columns + i), w = v + s->columns;
            t[0] = v, t[1] = v + 1, t[2] = w, t[3] = w + 1, t[4] = w, t[5] = v + 1;
        }
}

template <bool GRID> static void *build(const void *scene)
{
    auto *s = static_cast<const terrain_scene *>(scene);
    auto *mine = new embree_terrain{s, rtcNewDevice("threads=1"), nullptr};
    RTCGeometry g =
        rtcNewGeometry(mine->device, GRID ? RTC_GEOMETRY_TYPE_GRID : RTC_GEOMETRY_TYPE_TRIANGLE);
    mine->world = rtcNewScene(mine->device);
    rtcSetSceneFlags(mine->world, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(mine->world, RTC_BUILD_QUALITY_HIGH);
    fill_points(s, static_cast<float *>(
                       rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                               3 * sizeof(float), size_t(s->columns) * s->rows)));
    GRID ? add_grid(s, g) : add_triangles(s, g);
    rtcCommitGeometry(g);
    rtcAttachGeometry(mine->world, g);
    rtcReleaseGeometry(g);
    rtcCommitScene(mine->world);
    return mine;
}

static void end(void *built)
{
    auto *mine = static_cast<embree_terrain *>(built);
    rtcReleaseScene(mine->world);
    rtcReleaseDevice(mine->device);
    delete mine;
}

static double ray_along(embree_terrain *mine, int q, const double way[3])
{
    const double *o = mine->scene->poses[q].centre;
    RTCIntersectContext context;
    RTCRayHit r;
    rtcInitIntersectContext(&context);
    r.ray.org_x = float(o[0]), r.ray.org_y = float(o[1]), r.ray.org_z = float(o[2]);
    r.ray.dir_x = float(way[0]), r.ray.dir_y = float(way[1]), r.ray.dir_z = float(way[2]);
    r.ray.tnear = 0, r.ray.tfar = float(mine->scene->within);
    r.ray.time = 0, r.ray.mask = unsigned(-1), r.ray.flags = 0;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID, r.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(mine->world, &context, &r);
    return r.hit.geomID == RTC_INVALID_GEOMETRY_ID ? INFINITY : r.ray.tfar;
}

static void raycast(embree_terrain &mine, int q, terrain_answer &out)
{
    out.distance = ray_along(&mine, q, mine.scene->ways[q]);
}

static void height(embree_terrain &mine, int q, terrain_answer &out)
{
    const double down[3] = {0, 0, -1};
    out.distance = ray_along(&mine, q, down);
}

extern "C" void peers_terrain_embree(peer_list *list)
{
    peers_add(list, "Embree", "raycast", "rtcIntersect1, triangles, robust, high quality",
              PEERS_FLOAT, build<false>, peers::run<raycast>, end);
    peers_add(list, "Embree grid", "raycast", "rtcIntersect1, one grid, robust, high quality",
              PEERS_FLOAT, build<true>, peers::run<raycast>, end);
    peers_add(list, "Embree", "height", "rtcIntersect1 straight down, triangles", PEERS_FLOAT,
              build<false>, peers::run<height>, end);
}
