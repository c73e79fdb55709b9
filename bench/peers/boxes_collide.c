/* collide.h itself among those who race in the broad phase. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "boxes.h"

typedef struct boxes_ours {
    const boxes_scene *scene;
    cld_workspace workspace;
    cld_pair *pairs;
    int capacity;
} boxes_ours;

/* The scene's numbers are a cld_aabb each. */
static const cld_aabb *boxes_at(const boxes_set *set, int step)
{
#ifdef COLLIDE_DOUBLE
    return (const cld_aabb *)boxes_step64(set, step);
#else
    return (const cld_aabb *)boxes_step32(set, step);
#endif
}

static void *boxes_build(const void *scene)
{
    boxes_ours *mine = (boxes_ours *)calloc(1, sizeof *mine);
    mine->scene = (const boxes_scene *)scene;
    mine->capacity = 1024;
    mine->pairs = (cld_pair *)malloc((size_t)mine->capacity * sizeof *mine->pairs);
    return mine;
}

static int boxes_ask(boxes_ours *mine, int query)
{
    const boxes_scene *s = mine->scene;
    const cld_aabb *moving = boxes_at(&s->moving, BOXES_LEAD + query + 1);
    if (s->standing.count == 0)
        return cld_aabb_pairs(moving, s->moving.count, &mine->workspace, mine->pairs,
                              mine->capacity);
    return cld_aabb_pairs_between(moving, s->moving.count, boxes_at(&s->standing, 0),
                                  s->standing.count, &mine->workspace, mine->pairs, mine->capacity);
}

PEERS_RUN(boxes_run, boxes_ours, boxes_answer)
{
    boxes_answer answer = {0, 0};
    int found = boxes_ask(mine, q);
    if (found > mine->capacity) { /* a larger array once, as in any simulation */
        mine->capacity = found + found / 4;
        free(mine->pairs);
        mine->pairs = (cld_pair *)malloc((size_t)mine->capacity * sizeof *mine->pairs);
        found = boxes_ask(mine, q);
    }
    for (int i = 0; i < found; ++i) boxes_note(&answer, mine->pairs[i].a, mine->pairs[i].b);
    *out = answer;
}

PEERS_RUN(boxes_count, boxes_ours, boxes_answer)
{
    const cld_aabb *moving = boxes_at(&mine->scene->moving, BOXES_LEAD + q + 1);
    const int found = cld_aabb_pairs(moving, mine->scene->moving.count, &mine->workspace, NULL, 0);
    out->count = found == CLD_ERROR_COUNT ? -1 : found;
}

static void boxes_end(void *built)
{
    boxes_ours *mine = (boxes_ours *)built;
    cld_workspace_free(&mine->workspace);
    free(mine->pairs);
    free(mine);
}

void PEERS_OURS(boxes)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "all pairs", "cld_aabb_pairs, nothing kept from step to step",
              PEERS_BITS, boxes_build, boxes_run, boxes_end);
    peers_add(list, PEERS_WHO, "count", "cld_aabb_pairs without room for pairs", PEERS_BITS,
              boxes_build, boxes_count, boxes_end);
    peers_add(list, PEERS_WHO, "between", "cld_aabb_pairs_between, the same", PEERS_BITS,
              boxes_build, boxes_run, boxes_end);
}
