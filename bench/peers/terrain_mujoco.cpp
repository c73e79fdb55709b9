// MuJoCo among those who race on terrain.
#include <mujoco/mujoco.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include "frame.hpp"
#include "terrain.h"

// Its cells are cut the other way: the field lies turned by a quarter, its x along our y. Its
// heights are 0 to 1 times a power of two above a whole number, so that they are ours to 2^-22.
struct mujoco_terrain {
    const terrain_scene *scene;
    mjModel *model;
    mjData *data;
    mjfCollision collide;
};

enum { FIELD = 0, BODY = 1 }; // geoms

static mjModel *model_of(const terrain_scene *s, double range)
{
    static const char *const types[] = {"cylinder", "sphere", "capsule", "box", "sphere"};
    char xml[1024], error[256];
    const double width = s->cell * (s->columns - 1) / 2, length = s->cell * (s->rows - 1) / 2;
    const double a = s->size[0] > 0 ? s->size[0] : 0.1;
    snprintf(
        xml, sizeof xml,
        "<mujoco><asset><hfield name='h' nrow='%d' ncol='%d' size='%.17g %.17g %.17g 100'/></asset>"
        "<worldbody><geom type='hfield' hfield='h'/><body><freejoint/>"
        "<geom type='%s' mass='1' size='%.17g %.17g %.17g'/></body></worldbody></mujoco>",
        s->columns, s->rows, length, width, range, types[s->solid], a, s->size[1], s->size[2]);
    auto *files = new mjVFS;
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, "terrain.xml", int(strlen(xml)));
    memcpy(files->filedata[0], xml, strlen(xml));
    mjModel *model = mj_loadXML("terrain.xml", files, error, sizeof error);
    mj_deleteVFS(files);
    delete files;
    if (model == nullptr) fprintf(stderr, "MuJoCo: %s\n", error);
    return model;
}

static void *build(const void *scene)
{
    auto *s = static_cast<const terrain_scene *>(scene);
    if (s->has_holes) return nullptr; // it knows none
    const size_t n = size_t(s->columns) * s->rows;
    const auto range = std::minmax_element(s->heights, s->heights + n);
    const double low = std::floor(*range.first);
    const double high = std::exp2(std::ceil(std::log2(*range.second - low + 1)));
    mjModel *model = model_of(s, high);
    if (model == nullptr) return nullptr;
    for (int j = 0; j < s->rows; ++j)
        for (int i = 0; i < s->columns; ++i)
            model->hfield_data[size_t(s->columns - 1 - i) * s->rows + j] =
                float((s->heights[size_t(j) * s->columns + i] - low) / high);
    auto *mine = new mujoco_terrain{s, model, mj_makeData(model), nullptr};
    const mjtNum turned[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    mjtNum *at = mine->data->geom_xpos + 3 * FIELD;
    memcpy(mine->data->geom_xmat + 9 * FIELD, turned, sizeof turned);
    at[0] = s->cell * (s->columns - 1) / 2, at[1] = s->cell * (s->rows - 1) / 2, at[2] = low;
    mine->collide = mjCOLLISIONFUNC[mjGEOM_HFIELD][model->geom_type[BODY]];
    return mine;
}

static void end(void *built)
{
    auto *mine = static_cast<mujoco_terrain *>(built);
    mj_deleteData(mine->data);
    mj_deleteModel(mine->model);
    delete mine;
}

static void place(mujoco_terrain *mine, int q)
{
    const terrain_pose &p = mine->scene->poses[q];
    mjtNum *m = mine->data->geom_xmat + 9 * BODY;
    memcpy(mine->data->geom_xpos + 3 * BODY, p.centre, sizeof p.centre);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) m[3 * i + k] = p.axes[k][i];
}

static void manifold(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<mujoco_terrain *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    mjContact c[mjMAXCONPAIR];
    for (int q = first; q < first + count; ++q) {
        place(mine, q);
        const int n = mine->collide(mine->model, mine->data, c, FIELD, BODY, 0);
        int deepest = 0;
        out[q].touching = n > 0, out[q].contacts = n;
        for (int k = 1; k < n; ++k)
            if (c[k].dist < c[deepest].dist) deepest = k;
        if (n == 0) continue;
        memcpy(out[q].way, c[deepest].frame, sizeof out[q].way);
        out[q].depth = -c[deepest].dist;
    }
}

static double ray_along(const mujoco_terrain *mine, int q, const double way[3])
{
    const double t =
        mj_rayHfield(mine->model, mine->data, FIELD, mine->scene->poses[q].centre, way);
    return t >= 0 && t <= mine->scene->within ? t : INFINITY;
}

static void raycast(mujoco_terrain &mine, int q, terrain_answer &out)
{
    out.distance = ray_along(&mine, q, mine.scene->ways[q]);
}

static void height(mujoco_terrain &mine, int q, terrain_answer &out)
{
    const double down[3] = {0, 0, -1};
    out.distance = ray_along(&mine, q, down);
}

extern "C" void peers_terrain_mujoco(peer_list *list)
{
    peers_add(list, "MuJoCo double", "overlap", "has no yes or no: the manifold", PEERS_DOUBLE,
              build, manifold, end);
    peers_add(list, "MuJoCo double", "manifold",
              "its collision function for hfield and geom (prisms, MPR), no broad phase, margin 0; "
              "at most 50 contacts, solid to its base",
              PEERS_DOUBLE, build, manifold, end);
    peers_add(list, "MuJoCo double", "raycast", "mj_rayHfield, and its sides and base",
              PEERS_DOUBLE, build, peers::run<raycast>, end);
    peers_add(list, "MuJoCo double", "height", "mj_rayHfield straight down", PEERS_DOUBLE, build,
              peers::run<height>, end);
}
