/* Convex shapes in pairs: contacts, overlap, distance, sweeps, with a cache beside without one; and
 * each against rays, points, a plane. Scenes: scenes_shape.h. */
#ifndef BENCH_SHAPE_H
#define BENCH_SHAPE_H

#include "collide.h"
#include "bench.h"
#include "shape_bodies.h"

enum { SHAPE_COUNT = 16384, SHAPE_QUICK_COUNT = 2048, SHAPE_BENCH_PAIRS = 11 };

typedef struct shape_work {
    int count, found, failed;
    const shape_scene *scene;
    const shape_ours *ours;
    cld_shape_cache *caches;
    cld_plane *planes;
} shape_work;

/* ---- what is timed */

static int shape_contacts_of(const shape_work *w, int i, cld_shape_cache *cache, double *sum)
{
    const shape_ours *o = w->ours;
    cld_contact found[CLD_SHAPE_CONTACTS];
    const int count = cld_shape_collide(&o->a[i], &o->pose_a[i], &o->b[i], &o->pose_b[i], 0, cache,
                                        found, CLD_SHAPE_CONTACTS);
    if (count > 0) *sum += (double)found[0].distance;
    return count;
}

BENCH_RUN(shape_run_contacts, shape_work)
{
    return shape_contacts_of(w, i, NULL, sum);
}

BENCH_RUN(shape_run_contacts_cached, shape_work)
{
    return shape_contacts_of(w, i, &w->caches[i], sum);
}

static int shape_overlap_of(const shape_work *w, int i, cld_shape_cache *cache)
{
    const shape_ours *o = w->ours;
    return cld_shape_overlap(&o->a[i], &o->pose_a[i], &o->b[i], &o->pose_b[i], cache);
}

BENCH_RUN(shape_run_overlap, shape_work)
{
    (void)sum;
    return shape_overlap_of(w, i, NULL);
}

BENCH_RUN(shape_run_overlap_cached, shape_work)
{
    (void)sum;
    return shape_overlap_of(w, i, &w->caches[i]);
}

static int shape_distance_of(const shape_work *w, int i, cld_shape_cache *cache, double *sum)
{
    const shape_ours *o = w->ours;
    cld_contact closest;
    const int apart = cld_shape_distance(&o->a[i], &o->pose_a[i], &o->b[i], &o->pose_b[i],
                                         (cld_real)INFINITY, cache, &closest);
    if (apart >= 0) *sum += (double)closest.distance;
    return apart;
}

BENCH_RUN(shape_run_distance, shape_work)
{
    return shape_distance_of(w, i, NULL, sum);
}

BENCH_RUN(shape_run_distance_cached, shape_work)
{
    return shape_distance_of(w, i, &w->caches[i], sum);
}

BENCH_RUN(shape_run_sweep, shape_work)
{
    const shape_ours *o = w->ours;
    cld_hit hit;
    const int answer = cld_shape_sweep(&o->a[i], &o->pose_a[i], NULL, &o->b[i], &o->pose_b[i],
                                       &o->ways[i], NULL, &hit);
    if (answer > 0) *sum += (double)hit.time;
    return answer;
}

/* The same, while B turns by 2.2 radians about an axis of its own. */
BENCH_RUN(shape_run_turn, shape_work)
{
    const shape_ours *o = w->ours;
    const cld_vec3 axis = o->pose_b[i].rotation.y;
    cld_motion way = o->ways[i];
    cld_hit hit;
    way.angular.x = (cld_real)2.2 * axis.x, way.angular.y = (cld_real)2.2 * axis.y;
    way.angular.z = (cld_real)2.2 * axis.z;
    const int answer =
        cld_shape_sweep(&o->a[i], &o->pose_a[i], NULL, &o->b[i], &o->pose_b[i], &way, NULL, &hit);
    if (answer > 0) *sum += (double)hit.time;
    return answer;
}

/* A ray from where B is to where A is. */
BENCH_RUN(shape_run_ray, shape_work)
{
    const shape_ours *o = w->ours;
    const cld_vec3 from = o->pose_b[i].position, to = o->pose_a[i].position;
    cld_vec3 way = to;
    cld_ray_hit hit;
    way.x -= from.x, way.y -= from.y, way.z -= from.z;
    const int answer = cld_shape_raycast(&o->a[i], &o->pose_a[i], from, way, 1, &hit);
    if (answer > 0) *sum += (double)hit.distance;
    return answer;
}

BENCH_RUN(shape_run_closest, shape_work)
{
    const shape_ours *o = w->ours;
    cld_contact closest;
    const int answer = cld_shape_closest(&o->a[i], &o->pose_a[i], o->pose_b[i].position, &closest);
    *sum += answer == CLD_OK ? (double)closest.distance : 0;
    return answer == CLD_OK ? 1 : -1;
}

BENCH_RUN(shape_run_contains, shape_work)
{
    const shape_ours *o = w->ours;
    (void)sum;
    return cld_shape_contains(&o->a[i], &o->pose_a[i], o->pose_b[i].position);
}

/* The plane between A and B. */
BENCH_RUN(shape_run_plane, shape_work)
{
    const shape_ours *o = w->ours;
    cld_contact found[CLD_SHAPE_CONTACTS];
    const int count = cld_shape_collide_plane(&o->a[i], &o->pose_a[i], &w->planes[i], 0, found,
                                              CLD_SHAPE_CONTACTS);
    if (count > 0) *sum += (double)found[0].distance;
    return count;
}

/* ---- rows */

static const shape_kind shape_bench_pairs[SHAPE_BENCH_PAIRS][2] = {
    {SHAPE_SPHERE, SHAPE_SPHERE}, {SHAPE_SPHERE, SHAPE_CAPSULE},  {SHAPE_CAPSULE, SHAPE_CAPSULE},
    {SHAPE_SPHERE, SHAPE_BOX},    {SHAPE_CAPSULE, SHAPE_BOX},     {SHAPE_BOX, SHAPE_BOX},
    {SHAPE_HULL, SHAPE_HULL},     {SHAPE_BOX, SHAPE_HULL},        {SHAPE_CYLINDER, SHAPE_CYLINDER},
    {SHAPE_CYLINDER, SHAPE_BOX},  {SHAPE_CYLINDER, SHAPE_CAPSULE}};

/* How a question is asked: without a cache, with one that is warm (NULL: none), its scenes, the
   random one of each first. */
typedef struct shape_question {
    const char *name;
    void (*run)(void *), (*cached)(void *);
    int scenes;
    shape_placing placings[6];
} shape_question;

enum { SHAPE_QUESTIONS = 5 };

static const shape_question shape_questions[SHAPE_QUESTIONS] = {
    {"contacts",
     shape_run_contacts,
     shape_run_contacts_cached,
     5,
     {SHAPE_DEEP, SHAPE_ALIGNED, SHAPE_STACK, SHAPE_COINCIDENT, SHAPE_FAR_DEEP}},
    {"overlap",
     shape_run_overlap,
     shape_run_overlap_cached,
     5,
     {SHAPE_DEEP, SHAPE_ALIGNED, SHAPE_STACK, SHAPE_COINCIDENT, SHAPE_FAR_APART}},
    {"distance",
     shape_run_distance,
     shape_run_distance_cached,
     3,
     {SHAPE_APART, SHAPE_ALIGNED_GAP, SHAPE_FAR_APART}},
    {"sweep", shape_run_sweep, NULL, 3, {SHAPE_HIT, SHAPE_MISS, SHAPE_ALIGNED_GAP}},
    {"turning sweep",
     shape_run_turn,
     NULL,
     4,
     {SHAPE_HIT, SHAPE_MISS, SHAPE_ALIGNED_GAP, SHAPE_STACK}}};

static void shape_work_new(shape_work *w, const shape_scene *s, int prepared)
{
    w->count = s->count, w->scene = s;
    w->ours = shape_bodies(s, prepared);
    w->caches = (cld_shape_cache *)shape_memory((size_t)s->count * sizeof *w->caches);
    w->planes = (cld_plane *)shape_memory((size_t)s->count * sizeof *w->planes);
    for (int q = 0; q < s->count; ++q) {
        const double *n = s->truth[q].normal, back[3] = {-n[0], -n[1], -n[2]};
        double end[3];
        shape_support(&s->b[q], s->hulls, back, end);
        for (int k = 0; k < 3; ++k) end[k] += s->b[q].at[k];
        w->planes[q].normal = shape_vec3(back);
        w->planes[q].offset = (cld_real)shape_dot(back, end);
    }
}

static void shape_work_free(shape_work *w)
{
    shape_bodies_free((shape_ours *)w->ours);
    free(w->caches);
    free(w->planes);
}

/* One row; returns seconds a pair. */
static double shape_row(bench *b, const shape_question *ask, const char *name, shape_work *w,
                        const char *parameter)
{
    const bench_runner runners[2] = {{ask->run, w}, {ask->cached, w}};
    double seconds[2];
    bench_race(b, runners, ask->cached ? 2 : 1, seconds);
    bench_figure(b, "collide", "shape", name, parameter, "time_median", seconds[0] / w->count, "s");
    if (ask->cached)
        bench_figure(b, "collide", "shape", name, parameter, "cached", seconds[1] / w->count, "s");
    bench_figure(b, "collide", "shape", name, parameter, "found", w->found, "");
    bench_figure(b, "collide", "shape", name, parameter, "failed", w->failed, "");
    return seconds[0] / w->count;
}

static void shape_rows(bench *b, const shape_question *ask, const shape_kind kinds[2], int prepared)
{
    double random = 0;
    char name[48], first[48];
    snprintf(name, sizeof name, "%s-%s%s", shape_kind_names[kinds[0]], shape_kind_names[kinds[1]],
             prepared ? " polyhedra" : "");
    snprintf(first, sizeof first, "%s: %s", ask->name, shape_placing_names[ask->placings[0]]);
    for (int i = 0; i < ask->scenes; ++i) {
        const char *placing = shape_placing_names[ask->placings[i]];
        char parameter[48];
        shape_scene s;
        shape_work w;
        shape_scene_new(&s, b->quick ? SHAPE_QUICK_COUNT : SHAPE_COUNT, kinds[0], kinds[1],
                        ask->placings[i], 7);
        shape_work_new(&w, &s, prepared);
        snprintf(parameter, sizeof parameter, "%s: %s", ask->name, placing);
        const double seconds = shape_row(b, ask, name, &w, parameter);
        if (i == 0) random = seconds;
        if (strncmp(placing, "made", 4) == 0)
            bench_made(b, "shape", name, parameter, seconds, first, random);
        shape_work_free(&w);
        shape_scene_free(&s);
    }
}

static void shape_bench_single(bench *b)
{
    static const shape_question asks[4] = {{"ray", shape_run_ray, NULL, 1, {SHAPE_APART}},
                                           {"closest", shape_run_closest, NULL, 1, {SHAPE_APART}},
                                           {"contains", shape_run_contains, NULL, 1, {SHAPE_DEEP}},
                                           {"plane", shape_run_plane, NULL, 1, {SHAPE_DEEP}}};
    for (int i = 0; i < 4; ++i)
        for (int kind = 0; kind < SHAPE_KINDS; ++kind)
            for (int made = 0; made < (i == 3 ? 2 : 1); ++made) {
                shape_scene s;
                shape_work w;
                char name[48];
                snprintf(name, sizeof name, "%s: %s", asks[i].name, shape_kind_names[kind]);
                const shape_placing placing = made ? SHAPE_ALIGNED : asks[i].placings[0];
                shape_scene_new(&s, b->quick ? SHAPE_QUICK_COUNT : SHAPE_COUNT, (shape_kind)kind,
                                SHAPE_SPHERE, placing, 7);
                shape_work_new(&w, &s, 0);
                shape_row(b, &asks[i], name, &w, shape_placing_names[placing]);
                shape_work_free(&w);
                shape_scene_free(&s);
            }
    bench_table(b, "shapes: rays, points and a plane, time a query");
}

static void bench_shape(bench *b)
{
    static const shape_kind boxes[2] = {SHAPE_BOX, SHAPE_BOX}, hulls[2] = {SHAPE_HULL, SHAPE_HULL};
    for (int i = 0; i < SHAPE_QUESTIONS; ++i) {
        char title[64];
        for (int pair = 0; pair < SHAPE_BENCH_PAIRS; ++pair)
            shape_rows(b, &shape_questions[i], shape_bench_pairs[pair], 0);
        shape_rows(b, &shape_questions[i], boxes, 1);
        shape_rows(b, &shape_questions[i], hulls, 1);
        snprintf(title, sizeof title, "shapes in pairs: %s, time a pair", shape_questions[i].name);
        bench_table(b, title);
    }
    shape_bench_single(b);
}

#endif /* BENCH_SHAPE_H */
