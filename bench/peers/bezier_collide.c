/* collide.h itself among those who race with curves and paths. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_OBB
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#include "collide.h"
#include "frame.h"
#include "bezier.h"

static cld_vec2 vec_from(bezier_point p)
{
    cld_vec2 v;
    v.x = (cld_real)p.x, v.y = (cld_real)p.y;
    return v;
}

static void *memory_of(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

static cld_vec2 *vecs_from(const bezier_point *p, size_t count)
{
    cld_vec2 *v = (cld_vec2 *)memory_of(count, sizeof *v);
    for (size_t i = 0; p && i < count; ++i) v[i] = vec_from(p[i]);
    return v;
}

/* ---- curves ---- */

typedef struct pairs_ours {
    cld_bezier *curves, *others;
    cld_vec2 *from, *to;
    cld_path_hit *hits;
    const bezier_pairs *scene;
} pairs_ours;

static cld_bezier *curves_from(const bezier_curve *c, int count)
{
    cld_bezier *curves = (cld_bezier *)memory_of((size_t)count, sizeof *curves);
    for (int i = 0; c && i < count; ++i) {
        curves[i].degree = c[i].degree;
        for (int k = 0; k <= c[i].degree; ++k) curves[i].points[k] = vec_from(c[i].p[k]);
    }
    return curves;
}

static void *pairs_build(const void *scene)
{
    const bezier_pairs *s = (const bezier_pairs *)scene;
    pairs_ours *mine = (pairs_ours *)memory_of(1, sizeof *mine);
    mine->curves = curves_from(s->curves, s->count);
    mine->others = curves_from(s->others, s->count);
    mine->from = vecs_from(s->from, (size_t)s->count);
    mine->to = vecs_from(s->to, (size_t)s->count);
    mine->hits = (cld_path_hit *)memory_of((size_t)s->count, sizeof *mine->hits);
    mine->scene = s;
    return mine;
}

static void pairs_end(void *built)
{
    pairs_ours *mine = (pairs_ours *)built;
    free(mine->curves);
    free(mine->others);
    free(mine->from);
    free(mine->to);
    free(mine->hits);
    free(mine);
}

static void answer_hit(bezier_hit *out, int found, const cld_path_hit *hit)
{
    out->found = found;
    if (found > 0) out->time = (double)hit->time;
    out->allowed = 0;
}

PEERS_RUN(run_segment, const pairs_ours, bezier_hit)
{
    const cld_vec2 *p = mine->curves[q].points;
    cld_path_hit hit;
    answer_hit(out, cld_segment_hit(mine->from[q], mine->to[q], p[0], p[3], &hit), &hit);
}

PEERS_RUN(run_sweep, const pairs_ours, bezier_hit)
{
    cld_path_hit hit;
    int found = cld_bezier_sweep(&mine->curves[q], mine->from[q], mine->to[q], &hit);
    answer_hit(out, found, &hit);
}

/* A batch is against one curve. */
static void run_many(void *built, int first, int count, void *answers)
{
    const pairs_ours *mine = (const pairs_ours *)built;
    bezier_hit *out = (bezier_hit *)answers;
    cld_path_hit *hits = mine->hits + first;
    cld_bezier_sweep_many(&mine->curves[first], mine->from + first, mine->to + first, (size_t)count,
                          hits);
    for (int i = 0; i < count; ++i) answer_hit(&out[first + i], hits[i].time <= 1, &hits[i]);
}

PEERS_RUN(run_all_hits, const pairs_ours, bezier_hits)
{
    cld_path_hit hit[4];
    out->count = cld_bezier_sweep_all(&mine->curves[q], mine->from[q], mine->to[q], hit, 4);
    for (int i = 0; i < out->count; ++i) out->a[i] = (double)hit[i].time;
}

PEERS_RUN(run_closest, const pairs_ours, bezier_value)
{
    cld_path_point closest;
    out->found = cld_bezier_closest(&mine->curves[q], mine->from[q], &closest);
    out->v[0] = (double)closest.distance;
}

PEERS_RUN(run_meet, const pairs_ours, bezier_hits)
{
    cld_path_meeting m[BEZIER_MOST];
    out->count = cld_bezier_intersect(&mine->curves[q], &mine->others[q], m, BEZIER_MOST);
    for (int i = 0; i < out->count; ++i) {
        out->a[i] = (double)m[i].a_from, out->a_to[i] = (double)m[i].a_to;
        out->b[i] = (double)m[i].b_from, out->b_to[i] = (double)m[i].b_to;
    }
}

PEERS_RUN(run_length, const pairs_ours, bezier_value)
{
    cld_real length = 0;
    out->found = cld_bezier_length(&mine->curves[q], 0, 1, &length) == CLD_OK;
    out->v[0] = (double)length;
}

PEERS_RUN(run_at_length, const pairs_ours, bezier_value)
{
    const cld_real length = (cld_real)mine->scene->at[q];
    cld_real parameter = 0;
    out->found = cld_bezier_at_length(&mine->curves[q], length, &parameter) == CLD_OK;
    out->v[0] = (double)parameter;
}

PEERS_RUN(run_self, const pairs_ours, bezier_hits)
{
    cld_path_meeting m;
    out->count = cld_bezier_self_intersect(&mine->curves[q], &m);
    if (out->count <= 0) return;
    out->a[0] = out->a_to[0] = (double)m.a_from, out->b[0] = (double)m.b_from;
}

PEERS_RUN(run_bounds, const pairs_ours, bezier_value)
{
    cld_vec2 min, max;
    out->found = cld_bezier_bounds(&mine->curves[q], &min, &max) == CLD_OK;
    out->v[0] = (double)min.x, out->v[1] = (double)min.y;
    out->v[2] = (double)max.x, out->v[3] = (double)max.y;
}

/* ---- paths ---- */

typedef struct path_ours {
    cld_path path, other;
    cld_vec2 *points, *others, *from, *to, *bodies;
    void *tree, *other_tree;
    cld_path_meeting *meetings;
    const bezier_path *scene;
} path_ours;

enum { MEETINGS = 16384 };

static cld_path path_from(const bezier_path *s, cld_vec2 **points, void **tree)
{
    cld_path path = {0};
    *points = vecs_from(s->points, s->point_count);
    path.commands = s->commands, path.command_count = s->command_count;
    path.points = &(*points)->x, path.point_count = s->point_count;
    *tree = memory_of(cld_path_size(&path), 1);
    if (cld_path_build(&path, *tree, cld_path_size(&path)) != CLD_OK) abort();
    return path;
}

static void *path_build(const void *scene)
{
    const bezier_path *s = (const bezier_path *)scene;
    path_ours *mine = (path_ours *)memory_of(1, sizeof *mine);
    mine->scene = s;
    mine->path = path_from(s, &mine->points, &mine->tree);
    if (s->other) mine->other = path_from(s->other, &mine->others, &mine->other_tree);
    mine->from = vecs_from(s->from, (size_t)s->count);
    mine->to = vecs_from(s->to, (size_t)s->count);
    mine->bodies = vecs_from(s->bodies, (size_t)s->count * (size_t)s->movers);
    mine->meetings = (cld_path_meeting *)memory_of(MEETINGS, sizeof *mine->meetings);
    return mine;
}

static void path_end(void *built)
{
    path_ours *mine = (path_ours *)built;
    free(mine->points);
    free(mine->others);
    free(mine->from);
    free(mine->to);
    free(mine->bodies);
    free(mine->tree);
    free(mine->other_tree);
    free(mine->meetings);
    free(mine);
}

PEERS_RUN(run_path_sweep, const path_ours, bezier_hit)
{
    cld_path_hit hit;
    answer_hit(out, cld_path_sweep(&mine->path, mine->from[q], mine->to[q], &hit), &hit);
}

PEERS_RUN(run_path_disc, const path_ours, bezier_hit)
{
    cld_real radius = (cld_real)mine->scene->radius;
    cld_path_hit hit;
    int found = cld_path_sweep_disc(&mine->path, mine->from[q], mine->to[q], radius, &hit);
    answer_hit(out, found, &hit);
}

PEERS_RUN(run_path_points, const path_ours, bezier_hit)
{
    int movers = mine->scene->movers;
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    cld_path_hit hit;
    motion.linear.x = mine->to[q].x - mine->from[q].x;
    motion.linear.y = mine->to[q].y - mine->from[q].y;
    answer_hit(out,
               cld_path_sweep_points(&mine->path, &mine->bodies[q * movers].x, (size_t)movers, 0,
                                     &motion, &hit),
               &hit);
}

PEERS_RUN(run_path_closest, const path_ours, bezier_value)
{
    cld_path_point closest;
    out->found = cld_path_closest(&mine->path, mine->from[q], &closest);
    out->v[0] = (double)closest.distance;
}

PEERS_RUN(run_path_winding, const path_ours, bezier_value)
{
    int winding = 0;
    out->found = cld_path_winding(&mine->path, mine->from[q], &winding) == CLD_OK;
    out->v[0] = winding;
}

PEERS_RUN(run_path_length, const path_ours, bezier_value)
{
    cld_real length = 0;
    (void)q; /* the one path */
    out->found = cld_path_length(&mine->path, &length) == CLD_OK;
    out->v[0] = (double)length;
}

PEERS_RUN(run_path_meet, const path_ours, bezier_value)
{
    int meetings = cld_path_intersect(&mine->path, &mine->other, mine->meetings, MEETINGS);
    (void)q; /* the one pair of paths */
    out->found = meetings >= 0;
    out->v[0] = meetings;
}

static void add_pairs(peer_list *list, const char *question, const char *how,
                      void (*run)(void *, int, int, void *))
{
    peers_add(list, PEERS_WHO, question, how, PEERS_BITS, pairs_build, run, pairs_end);
}

static void add_path(peer_list *list, const char *question, const char *how,
                     void (*run)(void *, int, int, void *))
{
    peers_add(list, PEERS_WHO, question, how, PEERS_BITS, path_build, run, path_end);
}

void PEERS_OURS(bezier)(peer_list *list)
{
    add_pairs(list, "segment", "cld_segment_hit: decided exactly", run_segment);
    add_pairs(list, "sweep", "cld_bezier_sweep: no hit is lost, none is off by 2^-44", run_sweep);
    add_pairs(list, "batch", "cld_bezier_sweep_many: the same, 4096 moves a call", run_many);
    add_pairs(list, "all hits", "cld_bezier_sweep_all: crossings, tangencies, ends", run_all_hits);
    add_pairs(list, "closest", "cld_bezier_closest: the global minimum", run_closest);
    add_pairs(list, "meet", "cld_bezier_intersect: points and common parts", run_meet);
    add_pairs(list, "length", "cld_bezier_length: to 1e-12 of the size", run_length);
    add_pairs(list, "at length", "cld_bezier_at_length: to 1e-12 of the size", run_at_length);
    add_pairs(list, "self", "cld_bezier_self_intersect: the loop of a cubic", run_self);
    add_pairs(list, "bounds", "cld_bezier_bounds: the smallest box, rounded outwards", run_bounds);
    add_path(list, "path sweep", "cld_path_sweep: watertight at joints", run_path_sweep);
    add_path(list, "path disc", "cld_path_sweep_disc: as exact as for points", run_path_disc);
    add_path(list, "path points", "cld_path_sweep_points, shifted", run_path_points);
    add_path(list, "path closest", "cld_path_closest: the global minimum", run_path_closest);
    add_path(list, "path winding", "cld_path_winding: the winding number", run_path_winding);
    add_path(list, "path length", "cld_path_length: to 1e-12 of the pieces' size", run_path_length);
    add_path(list, "path meet", "cld_path_intersect: points and common parts", run_path_meet);
}
