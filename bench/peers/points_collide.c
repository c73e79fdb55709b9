/* collide.h itself among those who look for neighbours. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "points.h"

typedef struct points_ours {
    const points_scene *scene;
    cld_grid_params params;
    cld_workspace workspace;
    cld_grid grid;
    cld_grid_list *lists;
} points_ours;

static const cld_real *points_at(const points_scene *s, int step)
{
#ifdef COLLIDE_DOUBLE
    return points_step64(s, step);
#else
    return points_step32(s, step);
#endif
}

static int points_put(points_ours *mine, int step)
{
    return cld_grid_build_points(&mine->grid, points_at(mine->scene, step), 0,
                                 (size_t)mine->scene->count, &mine->params, &mine->workspace, NULL,
                                 0) == CLD_OK;
}

static void *points_build(const void *scene)
{
    points_ours *mine = (points_ours *)calloc(1, sizeof *mine);
    mine->scene = (const points_scene *)scene;
    mine->params.cell = (cld_real)mine->scene->radius;
    mine->lists = (cld_grid_list *)calloc((size_t)mine->scene->count, sizeof *mine->lists);
    points_put(mine, 0);
    return mine;
}

static int64_t points_ask(const points_ours *mine, int step)
{
    const points_scene *s = mine->scene;
    const cld_vec3 *points = (const cld_vec3 *)points_at(s, step);
    const cld_real radius = (cld_real)s->radius;
    int64_t used = 0, count = 0;
    for (int i = 0; i < s->count; ++i) {
        int64_t left = s->room.capacity - used;
        int64_t found = cld_grid_near(&mine->grid, points[i], radius, s->room.numbers + used, left);
        count += found;
        used += found < left ? found : left;
        s->room.ends[i] = used;
    }
    return count;
}

/* The neighbours of all points in one call. */
static points_answer points_lists(points_ours *mine)
{
    const points_scene *s = mine->scene;
    points_answer answer = {0, 1};
    answer.count = cld_grid_neighbours(&mine->grid, (cld_real)s->radius, &mine->workspace,
                                       mine->lists, s->room.numbers, s->room.capacity);
    for (int i = 0; i < s->count; ++i) {
        s->room.begins[i] = mine->lists[i].first;
        s->room.ends[i] = mine->lists[i].first + mine->lists[i].count;
    }
    return answer;
}

PEERS_RUN(points_run_near, points_ours, points_answer)
{
    if (points_put(mine, q)) *out = points_lists(mine);
}

static void points_run_asks(void *built, int first, int count, void *answers)
{
    for (int q = first; q < first + count; ++q)
        ((points_answer *)answers)[q].count = points_ask((points_ours *)built, q + 1);
}

PEERS_RUN(points_run_build, points_ours, points_answer)
{
    if (points_put(mine, q)) out->count = (int64_t)mine->grid.count;
}

/* cld_pair is two numbers, as the room has them. */
PEERS_RUN(points_run_pairs, points_ours, points_answer)
{
    const points_room *room = &mine->scene->room;
    if (points_put(mine, q))
        out->count = cld_grid_pairs(&mine->grid, (cld_real)mine->scene->radius, &mine->workspace,
                                    (cld_pair *)room->numbers, room->capacity / 2);
}

static void points_end(void *built)
{
    points_ours *mine = (points_ours *)built;
    cld_workspace_free(&mine->workspace);
    free(mine->lists), free(mine);
}

void PEERS_OURS(points)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "near", "cld_grid_build_points, cld_grid_neighbours", PEERS_BITS,
              points_build, points_run_near, points_end);
    peers_add(list, PEERS_WHO, "build", "cld_grid_build_points, in the same workspace", PEERS_BITS,
              points_build, points_run_build, points_end);
    peers_add(list, PEERS_WHO, "asks", "cld_grid_near for each point", PEERS_BITS, points_build,
              points_run_asks, points_end);
    peers_add(list, PEERS_WHO, "pairs", "cld_grid_build_points, cld_grid_pairs", PEERS_BITS,
              points_build, points_run_pairs, points_end);
}
