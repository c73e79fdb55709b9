/* bench_terrain.h: the TERRAIN page of the bench.
 *
 * A wheel (radius 0.35, half height 0.125) and a coin (1, 0.025) on flat, sloped and rough fields
 * of cells of 0.25, placed afresh for every query (scenes_terrain.h); beside the source's method
 * (baseline_terrain.h). Then far away and buried; a footprint of 64 x 64 cells; fields of 512^2 and
 * 4096^2 vertices; the pyramid; distance, sweeps, rays; other bodies.
 */
#ifndef BENCH_TERRAIN_H
#define BENCH_TERRAIN_H

#include "bench.h"
#include "collide.h"
#include "baseline_terrain.h"
#include "scenes_terrain.h"

typedef struct terrain_shape {
    const char *name;
    double radius, half;
} terrain_shape;

enum { TERRAIN_WHEEL, TERRAIN_COIN, TERRAIN_SHAPES };

static const terrain_shape terrain_shapes[TERRAIN_SHAPES] = {{"wheel", 0.35, 0.125},
                                                             {"coin", 1, 0.025}};

/* ---- timing ---- */

enum { TERRAIN_CHUNK = 256, TERRAIN_RACERS = 6 };

/* Seconds a query of each runner, whose context begins with a terrain_batch: passes over all
   queries, in which the runners take turns; of each chunk of queries the least over the passes,
   since what interrupts it can only add. Chunks are fresh again when their turn comes. */
static void terrain_race_for(double budget, const bench_runner *runners, int count, double *seconds)
{
    const double begin = bench_seconds();
    double *least[TERRAIN_RACERS];
    for (int k = 0; k < count; ++k) {
        const terrain_batch *batch = (const terrain_batch *)runners[k].context;
        least[k] =
            (double *)terrain_allocate((size_t)batch->count / TERRAIN_CHUNK + 1, sizeof *least[k]);
    }
    for (int pass = 0;
         pass < BENCH_FEWEST_PASSES || (pass < 100 && bench_seconds() - begin < budget); ++pass)
        for (int k = 0; k < count; ++k) {
            terrain_batch *batch = (terrain_batch *)runners[k].context;
            batch->found = batch->failed = 0;
            for (int from = 0, chunk = 0; from < batch->count; from = batch->to, ++chunk) {
                double time;
                batch->from = from;
                batch->to =
                    from + TERRAIN_CHUNK < batch->count ? from + TERRAIN_CHUNK : batch->count;
                time = bench_seconds();
                runners[k].run(runners[k].context);
                time = bench_seconds() - time;
                if (pass == 0 || time < least[k][chunk]) least[k][chunk] = time;
            }
        }
    for (int k = 0; k < count; ++k) {
        const terrain_batch *batch = (const terrain_batch *)runners[k].context;
        seconds[k] = 0;
        for (int chunk = 0; chunk * TERRAIN_CHUNK < batch->count; ++chunk)
            seconds[k] += least[k][chunk] / batch->count;
        free(least[k]);
    }
}

static void terrain_race(const bench *b, const bench_runner *runners, int count, double *seconds)
{
    terrain_race_for(b->quick ? 0.03 : 1, runners, count, seconds);
}

/* ---- runs ---- */

static void terrain_tell(terrain_work *w, int answer)
{
    w->batch.found += answer > 0;
    w->batch.failed += answer < 0;
}

static void terrain_run_overlap(void *context)
{
    terrain_work *w = (terrain_work *)context;
    for (int i = w->batch.from; i < w->batch.to; ++i)
        terrain_tell(
            w, cld_heightfield_overlap_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose));
    bench_keep(w->batch.found);
}

static void terrain_run_collide(void *context)
{
    terrain_work *w = (terrain_work *)context;
    double sum = 0;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
        int n = cld_heightfield_collide_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose,
                                              w->reach, contacts, CLD_HEIGHTFIELD_CONTACTS);
        terrain_tell(w, n);
        if (n > 0) sum += (double)contacts[0].distance;
    }
    bench_keep(sum);
}

static void terrain_run_distance(void *context)
{
    terrain_work *w = (terrain_work *)context;
    double sum = 0;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        cld_contact closest;
        int found = cld_heightfield_distance_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose,
                                                   w->reach, &closest);
        terrain_tell(w, found);
        if (found > 0) sum += (double)closest.distance;
    }
    bench_keep(sum);
}

static void terrain_run_sweep(void *context)
{
    terrain_work *w = (terrain_work *)context;
    double sum = 0;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        const cld_motion way = {w->ways[i], {0, 0, 0}, {0, 0, 0}};
        cld_hit hit;
        int found = cld_heightfield_sweep_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose,
                                                &way, NULL, &hit);
        terrain_tell(w, found);
        if (found > 0) sum += (double)hit.time;
    }
    bench_keep(sum);
}

static void terrain_run_ray(void *context)
{
    terrain_work *w = (terrain_work *)context;
    double sum = 0;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        cld_heightfield_point hit;
        int found = cld_heightfield_raycast(&w->field, w->bodies[i].centre, w->ways[i],
                                            (cld_real)INFINITY, &hit);
        terrain_tell(w, found);
        if (found > 0) sum += (double)hit.distance;
    }
    bench_keep(sum);
}

static void terrain_run_height(void *context)
{
    terrain_work *w = (terrain_work *)context;
    double sum = 0;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        cld_heightfield_point at;
        int found = cld_heightfield_height(&w->field, w->bodies[i].centre, &at);
        terrain_tell(w, found);
        if (found > 0) sum += (double)at.distance;
    }
    bench_keep(sum);
}

/* ---- the same with the baseline ---- */

/* The same cylinders as the source writes them: with a unit axis, in double. */
typedef struct terrain_paper {
    terrain_batch batch;
    paper_field field;
    paper_cylinder *bodies;
} terrain_paper;

static paper_vec terrain_paper_vec(terrain_vec v)
{
    paper_vec p = {(double)v.x, (double)v.y, (double)v.z};
    return p;
}

static terrain_paper terrain_paper_new(const terrain_work *w)
{
    terrain_paper p;
    double most = 1;
    p.batch = w->batch;
    p.bodies = (paper_cylinder *)terrain_allocate((size_t)w->batch.count, sizeof *p.bodies);
    for (int i = 0; i < w->batch.count; ++i) {
        const terrain_body body = terrain_body_of(&w->bodies[i]);
        const double across = 2 * (double)(body.radius + body.half) / TERRAIN_CELL + 3;
        p.bodies[i].centre = terrain_paper_vec(body.centre);
        p.bodies[i].axis = terrain_paper_vec(body.axis);
        p.bodies[i].radius = (double)body.radius, p.bodies[i].half = (double)body.half;
        if (across > most) most = across;
    }
    if (!paper_new(&p.field, (const cld_real *)w->field.heights, (int)w->field.columns,
                   (int)w->field.rows, TERRAIN_CELL, (int)(most * most))) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return p;
}

static void terrain_paper_free(terrain_paper *p)
{
    paper_free(&p->field);
    free(p->bodies);
}

static void terrain_paper_overlap(void *context)
{
    terrain_paper *p = (terrain_paper *)context;
    for (int i = p->batch.from; i < p->batch.to; ++i)
        p->batch.found += paper_overlap(&p->field, &p->bodies[i]);
    bench_keep(p->batch.found);
}

static void terrain_paper_collide(void *context)
{
    terrain_paper *p = (terrain_paper *)context;
    for (int i = p->batch.from; i < p->batch.to; ++i) {
        const paper_contact *contacts;
        p->batch.found += paper_collide(&p->field, &p->bodies[i], &contacts) > 0;
    }
    bench_keep(p->batch.found);
}

/* ---- answers checked ---- */

typedef enum terrain_question {
    TERRAIN_OVERLAP,
    TERRAIN_COLLIDE,
    TERRAIN_QUESTIONS
} terrain_question;

static const char *const terrain_question_names[TERRAIN_QUESTIONS] = {"overlap", "manifold"};

/* Answers that are not the verdict; no contact where they touch. */
static int terrain_wrong(const terrain_work *w, terrain_question question)
{
    int wrong = 0;
    for (int i = 0; i < w->batch.count; ++i) {
        cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
        int answer =
            question == TERRAIN_OVERLAP
                ? cld_heightfield_overlap_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose)
                : cld_heightfield_collide_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose, 0,
                                                contacts, CLD_HEIGHTFIELD_CONTACTS);
        wrong += (answer > 0) != w->touching[i];
    }
    return wrong;
}

static int terrain_paper_wrong(terrain_paper *p, const terrain_work *w, terrain_question question)
{
    int wrong = 0;
    for (int i = 0; i < p->batch.count; ++i) {
        const paper_contact *contacts;
        int answer = question == TERRAIN_OVERLAP
                         ? paper_overlap(&p->field, &p->bodies[i])
                         : paper_collide(&p->field, &p->bodies[i], &contacts);
        wrong += (answer > 0) != w->touching[i];
    }
    return wrong;
}

/* Is it apart after moving by `depth` along n, and 20 um and a thousandth more? */
static int terrain_parts(const terrain_work *w, int i, terrain_vec n, long double depth)
{
    terrain_body body = terrain_body_of(&w->bodies[i]);
    body.centre = terrain_mad(body.centre, depth * 1.001L + 2e-5L, n);
    return !terrain_touches(&w->field, &body, NULL);
}

/* Poses that touch, of the first `checks`, and whose first (baseline: deepest) contact is no way
   out. *mean: how many contacts there are where there are any. */
static int terrain_stuck(const terrain_work *w, int checks, double *mean)
{
    int stuck = 0, with = 0, all = 0;
    for (int i = 0; i < w->batch.count && i < checks; ++i) {
        cld_contact c[CLD_HEIGHTFIELD_CONTACTS];
        int n = cld_heightfield_collide_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose, 0,
                                              c, CLD_HEIGHTFIELD_CONTACTS);
        terrain_vec out;
        if (n <= 0) continue;
        with += 1, all += n;
        out.x = -(long double)c[0].normal.x, out.y = -(long double)c[0].normal.y;
        out.z = -(long double)c[0].normal.z;
        stuck += !terrain_parts(w, i, out, -(long double)c[0].distance);
    }
    *mean = with ? (double)all / with : 0;
    return stuck;
}

static int terrain_paper_stuck(terrain_paper *p, const terrain_work *w, int checks, double *mean)
{
    int stuck = 0, with = 0, all = 0;
    for (int i = 0; i < p->batch.count && i < checks; ++i) {
        const paper_contact *c;
        int n = paper_collide(&p->field, &p->bodies[i], &c), deepest = 0;
        terrain_vec way;
        if (n <= 0) continue;
        with += 1, all += n;
        for (int k = 1; k < n; ++k)
            if (c[k].depth > c[deepest].depth) deepest = k;
        way.x = c[deepest].normal.x, way.y = c[deepest].normal.y, way.z = c[deepest].normal.z;
        stuck += !terrain_parts(w, i, way, c[deepest].depth);
    }
    *mean = with ? (double)all / with : 0;
    return stuck;
}

/* ---- cylinders near the ground ---- */

/* Seconds a query, in this order, of ours and the baseline's. */
typedef struct terrain_times {
    double ours[TERRAIN_QUESTIONS], paper[TERRAIN_QUESTIONS];
} terrain_times;

static terrain_times terrain_contest(bench *b, terrain_work *w, terrain_paper *p)
{
    bench_runner runners[4] = {{terrain_run_overlap, NULL},
                               {terrain_run_collide, NULL},
                               {terrain_paper_overlap, NULL},
                               {terrain_paper_collide, NULL}};
    double seconds[4];
    terrain_times t;
    for (int k = 0; k < 4; ++k) runners[k].context = k < 2 ? (void *)w : (void *)p;
    terrain_race(b, runners, 4, seconds);
    for (int k = 0; k < 2; ++k) {
        t.ours[k] = seconds[k];
        t.paper[k] = seconds[2 + k];
    }
    if (w->batch.failed) t.ours[0] = t.ours[1] = (double)NAN;
    return t;
}

/* The figures of one population: `limit` what was asked of each question, 0: nothing. */
static terrain_times terrain_measure(bench *b, terrain_work *w, const char *name,
                                     const char *parameter, const double *limit)
{
    terrain_paper p = terrain_paper_new(w);
    const terrain_times t = terrain_contest(b, w, &p);
    for (int q = 0; q < TERRAIN_QUESTIONS; ++q) {
        const terrain_question question = (terrain_question)q;
        char text[64];
        double mean;
        snprintf(text, sizeof text, "%s: %s", name, terrain_question_names[q]);
        bench_figure(b, "collide", "terrain", text, parameter, "time_median", t.ours[q], "s");
        if (limit && limit[q] > 0)
            bench_figure(b, "collide", "terrain", text, parameter, "target", limit[q], "s");
        bench_figure(b, "collide", "terrain", text, parameter, "of_baseline",
                     t.ours[q] / t.paper[q], "x");
        bench_figure(b, "collide", "terrain", text, parameter, "hits",
                     100.0 * w->batch.found / w->batch.count, "%");
        bench_figure(b, "collide", "terrain", text, parameter, "wrong", terrain_wrong(w, question),
                     "");
        if (q == TERRAIN_COLLIDE) {
            const int stuck = terrain_stuck(w, b->quick ? 512 : w->batch.count, &mean);
            bench_figure(b, "collide", "terrain", text, parameter, "stuck", stuck, "");
            bench_figure(b, "collide", "terrain", text, parameter, "contacts", mean, "");
        }
        bench_figure(b, "baseline", "terrain", text, parameter, "time_median", t.paper[q], "s");
        bench_figure(b, "baseline", "terrain", text, parameter, "hits",
                     100.0 * p.batch.found / p.batch.count, "%");
        bench_figure(b, "baseline", "terrain", text, parameter, "wrong",
                     terrain_paper_wrong(&p, w, question), "");
        if (q == TERRAIN_COLLIDE) {
            const int stuck = terrain_paper_stuck(&p, w, b->quick ? 512 : w->batch.count, &mean);
            bench_figure(b, "baseline", "terrain", text, parameter, "stuck", stuck, "");
            bench_figure(b, "baseline", "terrain", text, parameter, "contacts", mean, "");
        }
    }
    terrain_paper_free(&p);
    return t;
}

/* Another field, its heights, and its pyramid if it has one; freed together. */
static cld_heightfield terrain_field_new(terrain_ground ground, int size)
{
    return terrain_view(terrain_heights(ground, size, size), size, size);
}

static void terrain_pyramid_build(cld_heightfield *field)
{
    void *memory = terrain_allocate(cld_heightfield_size(field), 1);
    if (cld_heightfield_build(field, memory, cld_heightfield_size(field))) {
        fprintf(stderr, "bench: no pyramid\n");
        exit(1);
    }
}

static void terrain_pyramid_drop(cld_heightfield *field)
{
    free((void *)(uintptr_t)field->pyramid);
    field->pyramid = NULL;
}

static void terrain_field_free(cld_heightfield *field)
{
    terrain_pyramid_drop(field);
    free((void *)(uintptr_t)field->heights);
    field->heights = NULL;
}

/* The ratios that were asked of shapes on rough ground. */
static void terrain_ask_rough(bench *b, int shape, const terrain_times *t)
{
    const double manifold = t->paper[TERRAIN_COLLIDE];
    if (shape == TERRAIN_WHEEL) {
        bench_ask(b, "terrain", "wheel, rough: manifold, of the baseline's time", 1 / 3.0,
                  t->ours[TERRAIN_COLLIDE] / manifold, "x", BENCH_AT_MOST);
        bench_ask(b, "terrain", "wheel, rough: yes/no, of the baseline's (its manifold)", 0.1,
                  t->ours[TERRAIN_OVERLAP] / manifold, "x", BENCH_AT_MOST);
        bench_ask(b, "terrain", "wheel, rough: yes/no, of the baseline's, stopped at first hit",
                  0.1, t->ours[TERRAIN_OVERLAP] / t->paper[TERRAIN_OVERLAP], "x", BENCH_AT_MOST);
    } else {
        bench_ask(b, "terrain", "coin, rough: manifold, of the baseline's time", 1 / 6.0,
                  t->ours[TERRAIN_COLLIDE] / manifold, "x", BENCH_AT_MOST);
    }
}

static void terrain_bench_near(bench *b)
{
    static const double plane[2] = {120e-9, 120e-9};
    for (int g = 0; g < TERRAIN_GROUNDS; ++g) {
        if (b->quick && g == TERRAIN_ROUNDED) continue;
        cld_heightfield field = terrain_field_new((terrain_ground)g, 512);
        if (g == TERRAIN_ROUGH) {
            double degrees[3];
            terrain_slopes(&field, degrees);
            bench_note(b,
                       "rough: half of the slopes are above %.0f degrees, a tenth above %.0f, a "
                       "thousandth above %.0f",
                       degrees[0], degrees[1], degrees[2]);
        }
        for (int s = 0; s < TERRAIN_SHAPES; ++s) {
            const terrain_shape *shape = &terrain_shapes[s];
            const int plain = s == TERRAIN_WHEEL && g <= TERRAIN_SLOPE;
            terrain_work w = terrain_work_new(&field, b->quick ? 2048 : 16384, shape->radius,
                                              shape->half, 0, 711 + (uint64_t)(2 * g + s));
            const terrain_times t =
                terrain_measure(b, &w, terrain_ground_names[g], shape->name, plain ? plane : NULL);
            for (int q = 0; q < TERRAIN_QUESTIONS && plain; ++q) {
                char text[80];
                snprintf(text, sizeof text, "wheel, %s: %s", terrain_ground_names[g],
                         terrain_question_names[q]);
                bench_ask(b, "terrain", text, plane[q], t.ours[q], "s", BENCH_AT_MOST);
            }
            if (g == TERRAIN_ROUGH) terrain_ask_rough(b, s, &t);
            terrain_work_free(&w);
        }
        terrain_field_free(&field);
    }
    bench_table(b,
                "cylinders on 512 x 512 vertices, cells of 0.25, any axis, 60 % touch, depths and "
                "gaps 1 to 100 mm\n(wrong: not the verdict in long double, or touching "
                "without a contact; stuck: moving along the\nfirst, baseline: deepest contact "
                "does not part them)");
}

/* ---- far away, and below ---- */

typedef enum terrain_place_kind {
    TERRAIN_ABOVE,  /* 2 to 50 m above the surface */
    TERRAIN_BESIDE, /* 2 to 50 m beyond the border */
    TERRAIN_BURIED, /* 2 to 50 m below the surface */
    TERRAIN_PLACES
} terrain_place_kind;

static void terrain_fill_away(terrain_work *w, terrain_place_kind kind, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    const double size = TERRAIN_CELL * (w->field.columns - 1);
    for (int i = 0; i < w->batch.count; ++i) {
        cld_cylinder *c = &w->bodies[i];
        const double away = 2 * pow(25, bench_uniform(&r, 0, 1));
        double x = bench_uniform(&r, 3, size - 3), y = bench_uniform(&r, 3, size - 3), z;
        c->axis = terrain_axis(&r, 0);
        c->centre = terrain_vec3(x, y, 0);
        z = -(double)terrain_above(&w->field, terrain_vec_of(c->centre), 0);
        if (kind == TERRAIN_ABOVE) z += away;
        if (kind == TERRAIN_BURIED) z -= away;
        if (kind == TERRAIN_BESIDE) bench_below(&r, 2) ? (x = -away) : (y = size + away);
        c->centre = terrain_vec3(x, y, z);
        w->touching[i] = kind == TERRAIN_BURIED;
        w->depths[i] = kind == TERRAIN_BURIED ? away : -away;
    }
    terrain_work_ask(w);
}

static void terrain_bench_away(bench *b)
{
    static const char *const names[TERRAIN_PLACES] = {"far above", "far beside", "buried"};
    static const double away[2] = {30e-9, 30e-9};
    cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, 512);
    for (int pyramid = 0; pyramid < (b->quick ? 1 : 2); ++pyramid) {
        terrain_work w = terrain_work_new(&field, b->quick ? 2048 : 16384, 0.35, 0.125, 0, 731);
        for (int k = 0; k < TERRAIN_PLACES; ++k) {
            const int is_far = k != TERRAIN_BURIED;
            terrain_times t;
            terrain_fill_away(&w, (terrain_place_kind)k, 732 + (uint64_t)k);
            t = terrain_measure(b, &w, names[k], pyramid ? "wheel, pyramid" : "wheel",
                                is_far ? away : NULL);
            for (int q = 0; q < TERRAIN_QUESTIONS && is_far && !pyramid; ++q) {
                char text[80];
                snprintf(text, sizeof text, "wheel, %s: %s", names[k], terrain_question_names[q]);
                bench_ask(b, "terrain", text, away[q], t.ours[q], "s", BENCH_AT_MOST);
            }
        }
        terrain_work_free(&w);
        terrain_pyramid_drop(&field);
        if (!pyramid) terrain_pyramid_build(&field);
    }
    terrain_field_free(&field);
    bench_table(b, "away from the surface of the rough field by 2 to 50 m");
}

/* ---- large footprints ---- */

/* Discs that lie, their axis within half a radian of upright, on a rough field. */
static terrain_work terrain_discs(const cld_heightfield *field, int count, double radius)
{
    return terrain_work_new(field, count, radius, radius / 16, 0.5, 741);
}

/* Our two questions without and with the pyramid, then the baseline's; seconds a query. The
   baseline has the first `few` bodies only. */
static void terrain_footprint(bench *b, terrain_work *w, int few, double seconds[6])
{
    terrain_work with = *w;
    terrain_paper p = terrain_paper_new(w);
    bench_runner runners[6] = {{terrain_run_overlap, NULL},   {terrain_run_collide, NULL},
                               {terrain_run_overlap, NULL},   {terrain_run_collide, NULL},
                               {terrain_paper_overlap, NULL}, {terrain_paper_collide, NULL}};
    terrain_pyramid_build(&with.field);
    if (few < p.batch.count) p.batch.count = few;
    for (int k = 0; k < 6; ++k)
        runners[k].context = k < 2 ? (void *)w : k < 4 ? (void *)&with : (void *)&p;
    terrain_race(b, runners, 6, seconds);
    terrain_pyramid_drop(&with.field);
    terrain_paper_free(&p);
}

static void terrain_bench_large(bench *b)
{
    static const double limits[2] = {2e-6, 5e-6};
    cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, 512);
    terrain_work w = terrain_discs(&field, b->quick ? 256 : 2048, 8);
    double seconds[6], mean;
    int wrong[2], paper_wrong[2], stuck;
    terrain_paper p = terrain_paper_new(&w);
    bench brief = *b;
    brief.quick = 1; /* fewer rounds: the baseline is slow */
    terrain_footprint(&brief, &w, b->quick ? 16 : 128, seconds);
    for (int q = 0; q < 2; ++q) {
        wrong[q] = terrain_wrong(&w, (terrain_question)q);
        paper_wrong[q] = terrain_paper_wrong(&p, &w, (terrain_question)q);
    }
    for (int with = 0; with < 2; ++with) {
        if (with) terrain_pyramid_build(&w.field);
        stuck = terrain_stuck(&w, 256, &mean);
        for (int q = 0; q < 2; ++q) {
            const char *parameter = with ? "r=8, pyramid" : "r=8";
            char text[64];
            snprintf(text, sizeof text, "64x64 cells: %s", terrain_question_names[q]);
            bench_figure(b, "collide", "terrain", text, parameter, "time_median",
                         seconds[2 * with + q], "s");
            if (with) {
                bench_figure(b, "collide", "terrain", text, parameter, "target", limits[q], "s");
                bench_ask(b, "terrain", text, limits[q], seconds[2 + q], "s", BENCH_AT_MOST);
                wrong[q] = terrain_wrong(&w, (terrain_question)q);
            }
            bench_figure(b, "collide", "terrain", text, parameter, "of_baseline",
                         seconds[2 * with + q] / seconds[4 + q], "x");
            bench_figure(b, "collide", "terrain", text, parameter, "wrong", wrong[q], "");
            if (q) bench_figure(b, "collide", "terrain", text, parameter, "stuck", stuck, "");
            if (q) bench_figure(b, "collide", "terrain", text, parameter, "contacts", mean, "");
            if (with) continue;
            bench_figure(b, "baseline", "terrain", text, parameter, "time_median", seconds[4 + q],
                         "s");
            bench_figure(b, "baseline", "terrain", text, parameter, "wrong", paper_wrong[q], "");
        }
    }
    terrain_pyramid_drop(&w.field);
    terrain_paper_free(&p);
    terrain_work_free(&w);
    terrain_field_free(&field);
    bench_table(
        b, "a disc of radius 8 that lies on 64 x 64 cells of rough ground (the baseline's time: "
           "some of the poses)");
}

/* ---- large fields ---- */

/* Seconds of a load that misses the caches: a walk over all heights, each step found by the last.
   */
static double terrain_miss(const cld_heightfield *field)
{
    enum { STEPS = 200000 };
    const cld_real *h = (const cld_real *)field->heights;
    const uint64_t mask = (uint64_t)field->columns * field->rows - 1;
    uint64_t at = 1;
    double least = HUGE_VAL;
    for (int pass = 0; pass < 3; ++pass) {
        const double start = bench_seconds();
        for (int k = 0; k < STEPS; ++k) {
            const uint64_t bit = h[at & mask] > (cld_real)1e30; /* 0, but only the load knows */
            at = (at + bit) * 6364136223846793005u + 1442695040888963407u;
            at ^= at >> 29;
        }
        const double time = (bench_seconds() - start) / STEPS;
        if (time < least) least = time;
    }
    bench_keep((double)(at & 1));
    return least;
}

static void terrain_bench_sizes(bench *b)
{
    const int sizes[2] = {512, b->quick ? 1024 : 4096};
    double seconds[2][2][4], miss = 0;
    for (int k = 0; k < 2; ++k) {
        cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, sizes[k]);
        if (k) miss = terrain_miss(&field);
        for (int s = 0; s < (b->quick ? 1 : TERRAIN_SHAPES); ++s) {
            const terrain_shape *shape = &terrain_shapes[s];
            terrain_work w = terrain_work_new(&field, b->quick ? 2048 : 16384, shape->radius,
                                              shape->half, 0, 751 + (uint64_t)s);
            terrain_work with = w;
            bench_runner runners[4] = {{terrain_run_overlap, NULL},
                                       {terrain_run_collide, NULL},
                                       {terrain_run_overlap, NULL},
                                       {terrain_run_collide, NULL}};
            terrain_pyramid_build(&with.field);
            for (int q = 0; q < 4; ++q) runners[q].context = q < 2 ? &w : &with;
            terrain_race(b, runners, 4, seconds[k][s]);
            for (int q = 0; q < 4; ++q) {
                char text[64], parameter[32];
                snprintf(text, sizeof text, "%s, rough: %s", shape->name,
                         terrain_question_names[q % 2]);
                snprintf(parameter, sizeof parameter, "%d x %d%s", sizes[k], sizes[k],
                         q < 2 ? "" : ", pyramid");

                bench_figure(b, "collide", "terrain", text, parameter, "time_median",
                             seconds[k][s][q], "s");
                if (k)
                    bench_figure(b, "collide", "terrain", text, parameter, "misses_more",
                                 (seconds[1][s][q] - seconds[0][s][q]) / miss, "");
            }
            terrain_pyramid_drop(&with.field);
            terrain_work_free(&w);
        }
        terrain_field_free(&field);
    }
    bench_note(b, "a load at random from the large field: %.0f ns", miss * 1e9);
    for (int q = 0; q < 2; ++q) {
        char text[96];
        snprintf(text, sizeof text, "wheel, %d^2 against 512^2: %s, in cache misses more", sizes[1],
                 terrain_question_names[q]);
        bench_ask(b, "terrain", text, 5, (seconds[1][0][q] - seconds[0][0][q]) / miss, "",
                  BENCH_AT_MOST);
    }
    bench_table(b, "fields of 512^2 and more vertices, poses spread over all of it");
}

/* ---- the pyramid ---- */

typedef struct terrain_builder {
    cld_heightfield field;
    void *memory;
    cld_real *heights;
    bench_random random;
    uint32_t side; /* of the changed rectangle */
} terrain_builder;

static void terrain_run_build(void *context)
{
    terrain_builder *t = (terrain_builder *)context;
    bench_keep(cld_heightfield_build(&t->field, t->memory, cld_heightfield_size(&t->field)));
}

enum { TERRAIN_UPDATES = 256 };

static void terrain_run_update(void *context)
{
    terrain_builder *t = (terrain_builder *)context;
    for (int k = 0; k < TERRAIN_UPDATES; ++k) {
        const uint32_t i = (uint32_t)bench_below(&t->random, (int)(t->field.columns - t->side));
        const uint32_t j = (uint32_t)bench_below(&t->random, (int)(t->field.rows - t->side));
        cld_real *at = t->heights + (size_t)j * t->field.columns + i;
        /* the greatest and the least height stay: building anew chooses its scale by them */
        if (fabs((double)at[0]) < 1) at[0] += (cld_real)(k % 2 ? 0.01 : -0.01);
        bench_keep(cld_heightfield_update(&t->field, i, j, t->side, t->side));
    }
}

/* Heights of another type: whole centimetres. */
static void *terrain_converted(const cld_heightfield *field, cld_height_type type)
{
    const size_t n = (size_t)field->columns * field->rows;
    const cld_real *h = (const cld_real *)field->heights;
    void *memory = terrain_allocate(n, sizeof(double));
    for (size_t i = 0; i < n; ++i) {
        if (type == CLD_HEIGHT_INT16)
            ((int16_t *)memory)[i] = (int16_t)(100 * (double)h[i]);
        else if (type == CLD_HEIGHT_FLOAT)
            ((float *)memory)[i] = (float)h[i];
        else
            ((double *)memory)[i] = (double)h[i];
    }
    return memory;
}

static void terrain_measure_build(bench *b, const cld_heightfield *field, cld_height_type type)
{
    static const char *const names[4] = {"real", "float", "double", "int16"};
    const double cells = (double)(field->columns - 1) * (double)(field->rows - 1);
    terrain_builder t;
    bench_runner runner = {terrain_run_build, &t};
    char parameter[32];
    double seconds, bytes;
    memset(&t, 0, sizeof t);
    t.field = *field, t.field.type = type;
    t.field.heights = t.heights = (cld_real *)terrain_converted(field, type);
    if (type == CLD_HEIGHT_INT16) t.field.scale = (cld_real)0.01;
    bytes = (double)cld_heightfield_size(&t.field);
    t.memory = terrain_allocate((size_t)bytes, 1);
    bench_race(b, &runner, 1, &seconds);
    snprintf(parameter, sizeof parameter, "%u^2, %s", field->columns, names[type]);
    bench_figure(b, "collide", "terrain", "build", parameter, "time_median", seconds, "s");
    bench_figure(b, "collide", "terrain", "build", parameter, "per_cell", seconds / cells, "s");
    bench_figure(b, "collide", "terrain", "build", parameter, "target", 1e-9, "s");
    bytes /= (double)field->columns * (double)field->rows;
    bench_figure(b, "collide", "terrain", "build", parameter, "bytes", bytes, "/height");
    if (type == CLD_HEIGHT_FLOAT) {
        char text[64];
        snprintf(text, sizeof text, "pyramid of %u^2 floats: build, a cell", field->columns);
        bench_ask(b, "terrain", text, 1e-9, seconds / cells, "s", BENCH_AT_MOST);
        if (field->columns > 512)
            bench_ask(b, "terrain", "pyramid: bytes a height", 1, bytes, "", BENCH_AT_MOST);
    }
    free(t.memory);
    free(t.heights);
}

static void terrain_measure_update(bench *b, const cld_heightfield *field, uint32_t side)
{
    const size_t bytes = cld_heightfield_size(field);
    terrain_builder t;
    bench_runner runner = {terrain_run_update, &t};
    cld_heightfield again = *field;
    char parameter[32];
    double seconds;
    void *memory = terrain_allocate(bytes, 1);
    memset(&t, 0, sizeof t);
    t.field = *field, t.side = side, t.random = bench_seed(761);
    t.heights = (cld_real *)(uintptr_t)field->heights;
    t.memory = terrain_allocate(bytes, 1);
    terrain_run_build(&t);
    bench_race(b, &runner, 1, &seconds);
    cld_heightfield_build(&again, memory, cld_heightfield_size(&again));
    snprintf(parameter, sizeof parameter, "%u^2, %u x %u", field->columns, side, side);
    bench_figure(b, "collide", "terrain", "update", parameter, "time_median",
                 seconds / TERRAIN_UPDATES, "s");
    bench_figure(b, "collide", "terrain", "update", parameter, "wrong",
                 memcmp(memory, t.memory, bytes) != 0, "");
    free(memory);
    free(t.memory);
}

static void terrain_bench_pyramid(bench *b)
{
    const int sizes[2] = {512, b->quick ? 1024 : 4096};
    for (int k = 0; k < 2; ++k) {
        cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, sizes[k]);
        terrain_measure_build(b, &field, CLD_HEIGHT_FLOAT);
        terrain_measure_build(b, &field, CLD_HEIGHT_DOUBLE);
        terrain_measure_build(b, &field, CLD_HEIGHT_INT16);
        terrain_measure_update(b, &field, 1);
        terrain_measure_update(b, &field, 16);
        terrain_measure_update(b, &field, 128);
        terrain_field_free(&field);
    }
    bench_table(b, "the pyramid: building all of it, bringing a square of vertices up to date at "
                   "random\n(wrong: not the same as built anew)");
}

/* ---- distance, margin, sweeps ---- */

/* Leaves only cylinders that are apart. */
static void terrain_keep_apart(terrain_work *w)
{
    int n = 0;
    for (int i = 0; i < w->batch.count; ++i) {
        if (w->touching[i]) continue;
        w->bodies[n] = w->bodies[i], w->asked[n] = w->asked[i], w->depths[n] = w->depths[i],
        w->touching[n] = 0;
        ++n;
    }
    w->batch.count = n;
}

/* How far is p from the cylinder? */
static long double terrain_outside(const terrain_body *c, terrain_vec p)
{
    const terrain_vec d = terrain_mad(p, -1, c->centre);
    const long double z = terrain_dot(d, c->axis);
    const terrain_vec r = terrain_mad(d, -z, c->axis);
    long double a = sqrtl(terrain_dot(r, r)) - c->radius, h = fabsl(z) - c->half;
    if (a < 0) a = 0;
    if (h < 0) h = 0;
    return sqrtl(a * a + h * h);
}

/* The least of that over a segment, then over a triangle: convex, so thirds are left out in turns.
   */
static long double terrain_outside_segment(const terrain_body *c, terrain_vec p, terrain_vec q)
{
    const terrain_vec d = terrain_mad(q, -1, p);
    long double low = 0, high = 1;
    for (int k = 0; k < 32; ++k) {
        const long double a = low + (high - low) * 0.45L, e = low + (high - low) * 0.55L;
        if (terrain_outside(c, terrain_mad(p, a, d)) < terrain_outside(c, terrain_mad(p, e, d)))
            high = e;
        else
            low = a;
    }
    return terrain_outside(c, terrain_mad(p, 0.5L * (low + high), d));
}

static long double terrain_outside_triangle(const terrain_body *c, const terrain_vec v[3])
{
    const terrain_vec d = terrain_mad(v[1], -1, v[0]), e = terrain_mad(v[2], -1, v[0]);
    long double low = 0, high = 1, least = HUGE_VALL;
    for (int k = 0; k < 32; ++k) {
        long double at[2], away[2];
        for (int m = 0; m < 2; ++m) {
            terrain_vec from;
            at[m] = low + (high - low) * (m ? 0.55L : 0.45L);
            from = terrain_mad(v[0], at[m], d);
            away[m] = terrain_outside_segment(c, from, terrain_mad(from, 1 - at[m], e));
            if (away[m] < least) least = away[m];
        }
        if (away[0] < away[1])
            high = at[1];
        else
            low = at[0];
    }
    return least;
}

/* Is some triangle nearer than `distance`, by more than a thousandth and 20 um? */
static int terrain_nearer(const cld_heightfield *field, const terrain_body *c, long double distance)
{
    const terrain_vec x = {1, 0, 0}, y = {0, 1, 0};
    const long double most = distance * 0.999L - 2e-5L;
    int cells[4];
    if (most <= 0 || !terrain_under(field, c->centre, terrain_reach(c, x) + distance,
                                    terrain_reach(c, y) + distance, cells))
        return 0;
    for (int j = cells[2]; j < cells[3]; ++j)
        for (int i = cells[0]; i < cells[1]; ++i)
            for (int k = 0; k < 2; ++k) {
                terrain_vec v[3];
                const terrain_vec n = terrain_triangle(field, i, j, k, v);
                const long double above = terrain_dot(terrain_mad(c->centre, -1, v[0]), n);
                const long double size = (long double)(field->dx + field->dy) +
                                         fabsl(v[1].z - v[0].z) + fabsl(v[2].z - v[0].z);
                if (above - terrain_reach(c, n) < most && terrain_outside(c, v[0]) - size < most &&
                    terrain_outside_triangle(c, v) < most)
                    return 1;
            }
    return 0;
}

/* A distance is right if its points are that far apart, on cylinder and ground, and none is nearer.
   */
static int terrain_wrong_distance(const terrain_work *w, int checks)
{
    int wrong = 0;
    for (int i = 0; i < w->batch.count && i < checks; ++i) {
        const terrain_body body = terrain_body_of(&w->bodies[i]);
        cld_contact c;
        terrain_vec a, p, d;
        long double distance;
        if (cld_heightfield_distance_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose,
                                           w->reach, &c) <= 0) {
            wrong += 1;
            continue;
        }
        a = terrain_vec_of(c.point_a), p = terrain_vec_of(c.point_b);
        d = terrain_mad(p, -1, a), distance = (long double)c.distance;
        wrong += fabsl(sqrtl(terrain_dot(d, d)) - distance) > 1e-4L ||
                 fabsl(terrain_above(&w->field, p, 1)) > 1e-4L ||
                 terrain_outside(&body, a) > 1e-4L || terrain_nearer(&w->field, &body, distance);
    }
    return wrong;
}

/* Motions downwards within 60 degrees, `length` long. */
static void terrain_fill_motions(terrain_work *w, double length, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int i = 0; i < w->batch.count; ++i) {
        const cld_vec3 d = terrain_axis(&r, 1.05);
        const double l = length * bench_uniform(&r, 0.5, 1);
        w->ways[i] = terrain_vec3(l * (double)d.x, l * (double)d.y, -l * (double)d.z);
    }
}

/* A time is right if a little (0.2 mm) before it they are apart, and a little after they touch; no
   hit, if they are apart everywhere on the way. */
static int terrain_wrong_sweep(const terrain_work *w, int checks)
{
    int wrong = 0;
    for (int i = 0; i < w->batch.count && i < checks; ++i) {
        const terrain_body body = terrain_body_of(&w->bodies[i]);
        const terrain_vec way = terrain_vec_of(w->ways[i]);
        const long double little = 2e-4L / sqrtl(terrain_dot(way, way));
        terrain_body moved = body;
        cld_hit hit;
        long double end = 1;
        const cld_motion motion = {w->ways[i], {0, 0, 0}, {0, 0, 0}};
        int answer = cld_heightfield_sweep_shape(&w->field, &w->asked[i].shape, &w->asked[i].pose,
                                                 &motion, NULL, &hit);
        if (answer > 0) {
            end = (long double)hit.time - little;
            moved.centre = terrain_mad(body.centre, (long double)hit.time + little, way);
            wrong += !terrain_touches(&w->field, &moved, NULL);
        }
        for (int k = 0; k <= 64 && end >= 0; ++k) {
            moved.centre = terrain_mad(body.centre, end * k / 64, way);
            if (!terrain_touches(&w->field, &moved, NULL)) continue;
            wrong += 1;
            break;
        }
    }
    return wrong;
}

/* One question about cylinders that are apart, timed and checked. */
static void terrain_single(bench *b, terrain_work *w, const char *name, const char *parameter,
                           void (*run)(void *), int wrong)
{
    bench_runner runner = {run, w};
    double seconds;
    terrain_race(b, &runner, 1, &seconds);
    if (w->batch.failed) seconds = (double)NAN;
    bench_figure(b, "collide", "terrain", name, parameter, "time_median", seconds, "s");
    bench_figure(b, "collide", "terrain", name, parameter, "hits",
                 100.0 * w->batch.found / w->batch.count, "%");
    if (wrong >= 0) bench_figure(b, "collide", "terrain", name, parameter, "wrong", wrong, "");
}

static void terrain_bench_apart(bench *b)
{
    cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, 512);
    const int checks = b->quick ? 32 : 512;
    for (int s = 0; s < (b->quick ? 1 : TERRAIN_SHAPES); ++s) {
        const terrain_shape *shape = &terrain_shapes[s];
        const char *name = shape->name;
        terrain_work w = terrain_work_new(&field, b->quick ? 2048 : 8192, shape->radius,
                                          shape->half, 0, 771 + (uint64_t)s);
        w.reach = 1;
        terrain_single(b, &w, "distance, 60 % touch", name, terrain_run_distance, -1);
        terrain_keep_apart(&w);
        terrain_single(b, &w, "distance, within 1 m", name, terrain_run_distance,
                       terrain_wrong_distance(&w, checks));
        w.reach = (cld_real)INFINITY;
        terrain_single(b, &w, "distance, any", name, terrain_run_distance,
                       terrain_wrong_distance(&w, checks));
        w.reach = (cld_real)0.1;
        terrain_single(b, &w, "manifold, margin 0.1", name, terrain_run_collide, -1);
        terrain_fill_motions(&w, 1, 781);
        terrain_single(b, &w, "sweep, 0.5 to 1 m", name, terrain_run_sweep,
                       terrain_wrong_sweep(&w, checks));
        for (int i = 0; i < w.batch.count; ++i) w.bodies[i].centre.z += 10;
        terrain_work_ask(&w);
        terrain_fill_motions(&w, 40, 782);
        terrain_single(b, &w, "sweep, 20 to 40 m", name, terrain_run_sweep,
                       terrain_wrong_sweep(&w, checks));
        terrain_pyramid_build(&w.field);
        terrain_single(b, &w, "sweep, 20 to 40 m", s ? "coin, pyramid" : "wheel, pyramid",
                       terrain_run_sweep, terrain_wrong_sweep(&w, checks));
        w.reach = (cld_real)INFINITY;
        terrain_single(b, &w, "distance, 10 m above", s ? "coin, pyramid" : "wheel, pyramid",
                       terrain_run_distance, terrain_wrong_distance(&w, 16));
        terrain_pyramid_drop(&w.field);
        terrain_work_free(&w);
    }
    terrain_field_free(&field);
    bench_table(b, "cylinders on rough ground, 1 to 100 mm apart if not said otherwise (wrong: of "
                   "those checked)");
}

/* ---- points and rays ---- */

/* Rays from 1 to 20 m above the surface; `steep`: within 45 degrees of downwards, else 1 to 20
   degrees below the horizontal. */
static void terrain_fill_rays(terrain_work *w, int steep, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    terrain_fill_away(w, TERRAIN_ABOVE, seed + 1);
    for (int i = 0; i < w->batch.count; ++i) {
        const double turn = bench_uniform(&r, 0, 6.283185307179586);
        const double down = steep ? bench_uniform(&r, 0.785, 1.5) : bench_uniform(&r, 0.017, 0.35);
        w->ways[i] = terrain_vec3(cos(down) * cos(turn), cos(down) * sin(turn), -sin(down));
    }
}

/* A hit is right if it is on the surface, and what is before it above; none, if all of the way is.
   */
static int terrain_wrong_ray(const terrain_work *w, int checks)
{
    int wrong = 0;
    for (int i = 0; i < w->batch.count && i < checks; ++i) {
        const terrain_vec o = terrain_vec_of(w->bodies[i].centre), d = terrain_vec_of(w->ways[i]);
        cld_heightfield_point hit;
        long double end = 400, t;
        if (cld_heightfield_raycast(&w->field, w->bodies[i].centre, w->ways[i], (cld_real)INFINITY,
                                    &hit) > 0) {
            end = (long double)hit.distance;
            wrong += fabsl(terrain_above(&w->field, terrain_mad(o, end, d), 1)) > 1e-3L;
        }
        for (t = 0; t < end - 1e-3L; t += 0.03L)
            if (terrain_above(&w->field, terrain_mad(o, t, d), 1) < -1e-3L) break;
        wrong += t < end - 1e-3L;
    }
    return wrong;
}

static int terrain_wrong_height(const terrain_work *w)
{
    int wrong = 0;
    for (int i = 0; i < w->batch.count; ++i) {
        cld_heightfield_point at;
        const terrain_vec p = terrain_vec_of(w->bodies[i].centre);
        wrong += cld_heightfield_height(&w->field, w->bodies[i].centre, &at) != 1 ||
                 fabsl((long double)at.distance - terrain_above(&w->field, p, -1e9L)) > 1e-4L;
    }
    return wrong;
}

static void terrain_bench_rays(bench *b)
{
    const int checks = b->quick ? 128 : 1024;
    cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, 512);
    terrain_work w = terrain_work_new(&field, b->quick ? 2048 : 8192, 0.1, 0.1, 0, 791);
    terrain_single(b, &w, "height", "", terrain_run_height, terrain_wrong_height(&w));
    for (int pyramid = 0; pyramid < 2; ++pyramid) {
        const char *parameter = pyramid ? "pyramid" : "";
        terrain_fill_rays(&w, 1, 792);
        terrain_single(b, &w, "ray, steep", parameter, terrain_run_ray,
                       terrain_wrong_ray(&w, checks));
        terrain_fill_rays(&w, 0, 794);
        terrain_single(b, &w, "ray, grazing", parameter, terrain_run_ray,
                       terrain_wrong_ray(&w, checks));
        if (!pyramid) terrain_pyramid_build(&w.field);
    }
    terrain_pyramid_drop(&w.field);
    terrain_work_free(&w);
    terrain_field_free(&field);
    bench_table(b,
                "points and rays on rough ground, 512 x 512 vertices; rays from 2 to 50 m above");
}

/* ---- other bodies ---- */

typedef enum terrain_kind {
    TERRAIN_SPHERE,
    TERRAIN_CAPSULE,
    TERRAIN_BOX,
    TERRAIN_HULL,
    TERRAIN_KINDS
} terrain_kind;

static const char *const terrain_kind_names[TERRAIN_KINDS] = {"sphere", "capsule", "box",
                                                              "hull of 16"};

enum { TERRAIN_RING_POINTS = 16 };

/* About as large as the wheels of a work, and where these are. */
typedef struct terrain_bodies {
    terrain_batch batch;
    cld_heightfield field;
    old_body_shape *spheres, *capsules, *boxes, *hulls;
    cld_real points[3 * TERRAIN_RING_POINTS]; /* of all hulls: two rings */
    cld_vec3 *ways;
} terrain_bodies;

static terrain_bodies terrain_bodies_new(const terrain_work *w)
{
    terrain_bodies t;
    const size_t n = (size_t)w->batch.count;
    memset(&t, 0, sizeof t);
    t.field = w->field, t.batch = w->batch, t.ways = w->ways;
    t.spheres = (old_body_shape *)terrain_allocate(n, sizeof *t.spheres);
    t.capsules = (old_body_shape *)terrain_allocate(n, sizeof *t.capsules);
    t.hulls = (old_body_shape *)terrain_allocate(n, sizeof *t.hulls);
    t.boxes = (old_body_shape *)terrain_allocate(n, sizeof *t.boxes);
    for (int i = 0; i < w->batch.count; ++i) {
        const cld_cylinder *c = &w->bodies[i];
        const terrain_body body = terrain_body_of(c);
        cld_pose pose;
        pose.position = c->centre;
        pose.rotation.x = terrain_vec3((double)body.a.x, (double)body.a.y, (double)body.a.z);
        pose.rotation.y = terrain_vec3((double)body.b.x, (double)body.b.y, (double)body.b.z);
        pose.rotation.z =
            terrain_vec3((double)body.axis.x, (double)body.axis.y, (double)body.axis.z);
        t.spheres[i].pose = t.capsules[i].pose = t.hulls[i].pose = t.boxes[i].pose = pose;
        t.spheres[i].pose.rotation = cld_pose_identity().rotation;
        t.spheres[i].shape = cld_shape_sphere((cld_real)0.35);
        t.capsules[i].shape = cld_shape_capsule((cld_real)0.2, (cld_real)0.25);
        t.boxes[i].shape = cld_shape_box(terrain_vec3(0.3, 0.3, 0.125));
        t.hulls[i].shape = cld_shape_points(NULL, TERRAIN_RING_POINTS);
    }
    for (int k = 0; k < TERRAIN_RING_POINTS; ++k) {
        t.points[3 * k] = (cld_real)(0.35 * cos(k / 2 * 0.7853981633974483));
        t.points[3 * k + 1] = (cld_real)(0.35 * sin(k / 2 * 0.7853981633974483));
        t.points[3 * k + 2] = (cld_real)(k % 2 ? 0.125 : -0.125);
    }
    return t;
}

static void terrain_bodies_free(terrain_bodies *t)
{
    free(t->spheres);
    free(t->capsules);
    free(t->hulls);
    free(t->boxes);
}

/* The three questions about bodies of one kind. */
#define TERRAIN_RUNS(kind, array)                                                                  \
    static void terrain_run_overlap_##kind(void *context)                                          \
    {                                                                                              \
        terrain_bodies *t = (terrain_bodies *)context;                                             \
        for (int i = t->batch.from; i < t->batch.to; ++i) {                                        \
            const int answer =                                                                     \
                cld_heightfield_overlap_shape(&t->field, &t->array[i].shape, &t->array[i].pose);   \
            t->batch.found += answer > 0, t->batch.failed += answer < 0;                           \
        }                                                                                          \
        bench_keep(t->batch.found);                                                                \
    }                                                                                              \
    static void terrain_run_collide_##kind(void *context)                                          \
    {                                                                                              \
        terrain_bodies *t = (terrain_bodies *)context;                                             \
        double sum = 0;                                                                            \
        for (int i = t->batch.from; i < t->batch.to; ++i) {                                        \
            cld_contact c[CLD_HEIGHTFIELD_CONTACTS];                                               \
            const int answer = cld_heightfield_collide_shape(                                      \
                &t->field, &t->array[i].shape, &t->array[i].pose, 0, c, CLD_HEIGHTFIELD_CONTACTS); \
            t->batch.found += answer > 0, t->batch.failed += answer < 0;                           \
            if (answer > 0) sum += (double)c[0].distance;                                          \
        }                                                                                          \
        bench_keep(sum);                                                                           \
    }                                                                                              \
    static void terrain_run_distance_##kind(void *context)                                         \
    {                                                                                              \
        terrain_bodies *t = (terrain_bodies *)context;                                             \
        double sum = 0;                                                                            \
        for (int i = t->batch.from; i < t->batch.to; ++i) {                                        \
            cld_contact c;                                                                         \
            const int answer = cld_heightfield_distance_shape(&t->field, &t->array[i].shape,       \
                                                              &t->array[i].pose, 1, &c);           \
            t->batch.found += answer > 0, t->batch.failed += answer < 0;                           \
            if (answer > 0) sum += (double)c.distance;                                             \
        }                                                                                          \
        bench_keep(sum);                                                                           \
    }

TERRAIN_RUNS(sphere, spheres)
TERRAIN_RUNS(capsule, capsules)
TERRAIN_RUNS(obb, boxes)
TERRAIN_RUNS(hull, hulls)

static void terrain_run_sweep_sphere(void *context)
{
    terrain_bodies *t = (terrain_bodies *)context;
    double sum = 0;
    for (int i = t->batch.from; i < t->batch.to; ++i) {
        const cld_motion way = {t->ways[i], {0, 0, 0}, {0, 0, 0}};
        cld_hit hit;
        const int answer = cld_heightfield_sweep_shape(&t->field, &t->spheres[i].shape,
                                                       &t->spheres[i].pose, &way, NULL, &hit);
        t->batch.found += answer > 0, t->batch.failed += answer < 0;
        if (answer > 0) sum += (double)hit.time;
    }
    bench_keep(sum);
}

/* The distance of p from a triangle, by the plane or the nearest edge. */
static long double terrain_from_triangle(const terrain_vec v[3], terrain_vec n, terrain_vec p)
{
    long double least = HUGE_VALL;
    int inside = 1;
    for (int i = 2, j = 0; j < 3; i = j++) {
        const terrain_vec e = terrain_mad(v[j], -1, v[i]), d = terrain_mad(p, -1, v[i]);
        const long double l = terrain_dot(e, e);
        long double t = terrain_dot(d, e), away;
        terrain_vec q;
        inside &= terrain_dot(terrain_cross(n, e), d) >= 0;
        t = t < 0 ? 0 : t > l ? 1 : t / l;
        q = terrain_mad(d, -t, e);
        away = sqrtl(terrain_dot(q, q));
        if (away < least) least = away;
    }
    return inside ? fabsl(terrain_dot(terrain_mad(p, -1, v[0]), n)) : least;
}

/* Spheres whose answer is not the verdict, but for those that touch to 10 um. */
static int terrain_wrong_sphere(const terrain_bodies *t)
{
    int wrong = 0;
    for (int k = 0; k < t->batch.count; ++k) {
        const terrain_vec p = terrain_vec_of(t->spheres[k].pose.position);
        const long double radius = (long double)t->spheres[k].shape.radius;
        long double least = HUGE_VALL;
        int cells[4], touching = terrain_above(&t->field, p, 1) <= 0;
        if (!terrain_under(&t->field, p, radius, radius, cells)) continue;
        for (int j = cells[2]; j < cells[3]; ++j)
            for (int i = cells[0]; i < cells[1]; ++i)
                for (int m = 0; m < 2; ++m) {
                    terrain_vec v[3];
                    const terrain_vec n = terrain_triangle(&t->field, i, j, m, v);
                    const long double away = terrain_from_triangle(v, n, p);
                    if (away < least) least = away;
                }
        if (!touching && fabsl(least - radius) < 1e-5L) continue;
        touching |= least <= radius;
        wrong += cld_heightfield_overlap_shape(&t->field, &t->spheres[k].shape,
                                               &t->spheres[k].pose) != touching;
    }
    return wrong;
}

static void terrain_body_figures(bench *b, terrain_bodies *t, const char *name,
                                 const char *parameter, void (*run)(void *), int wrong)
{
    bench_runner runner = {run, t};
    double seconds;
    terrain_race(b, &runner, 1, &seconds);
    if (t->batch.failed) seconds = (double)NAN;
    bench_figure(b, "collide", "terrain", name, parameter, "time_median", seconds, "s");
    bench_figure(b, "collide", "terrain", name, parameter, "hits",
                 100.0 * t->batch.found / t->batch.count, "%");
    if (wrong >= 0) bench_figure(b, "collide", "terrain", name, parameter, "wrong", wrong, "");
}

static void terrain_bench_bodies(bench *b)
{
    void (*const runs[3][TERRAIN_KINDS])(void *) = {
        {terrain_run_overlap_sphere, terrain_run_overlap_capsule, terrain_run_overlap_obb,
         terrain_run_overlap_hull},
        {terrain_run_collide_sphere, terrain_run_collide_capsule, terrain_run_collide_obb,
         terrain_run_collide_hull},
        {terrain_run_distance_sphere, terrain_run_distance_capsule, terrain_run_distance_obb,
         terrain_run_distance_hull}};
    static const char *const names[3] = {"overlap", "manifold", "distance, within 1 m"};
    cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, 512);
    terrain_work w = terrain_work_new(&field, b->quick ? 2048 : 8192, 0.35, 0.125, 0, 795);
    terrain_bodies t;
    terrain_fill_motions(&w, 1, 796);
    t = terrain_bodies_new(&w);
    for (int i = 0; i < t.batch.count; ++i) t.hulls[i].shape.points = t.points;
    for (int q = 0; q < 3; ++q)
        for (int k = 0; k < TERRAIN_KINDS; ++k) {
            void (*const run)(void *) = runs[q][k];
            terrain_body_figures(b, &t, names[q], terrain_kind_names[k], run,
                                 q == 0 && k == TERRAIN_SPHERE ? terrain_wrong_sphere(&t) : -1);
        }
    terrain_body_figures(b, &t, "sweep, 0.5 to 1 m", "sphere", terrain_run_sweep_sphere, -1);
    terrain_bodies_free(&t);
    terrain_work_free(&w);
    terrain_field_free(&field);
    bench_table(b, "other bodies, where the wheel is: sphere of radius 0.35, capsule of 0.5 and "
                   "0.2, box of 0.6 x 0.6 x 0.25, octagonal prism");
}

/* ---- made input: bodies at rest ---- */

enum { REST_KINDS = 5, REST_RANDOM = MADE_GROUNDS };

static const char *const rest_kind_names[REST_KINDS] = {"box", "hull", "sphere", "capsule",
                                                        "cylinder"};

typedef enum rest_question {
    REST_OVERLAP,
    REST_MANIFOLD,
    REST_DISTANCE,
    REST_SWEEP,
    REST_QUESTIONS
} rest_question;

/* A body as the library has it. */
typedef struct rest_body {
    cld_shape shape;
    cld_pose pose;
    cld_real corners[3 * MADE_CORNERS];
    cld_motion motion;
} rest_body;

typedef struct rest_work {
    terrain_batch batch;
    cld_heightfield field;
    rest_question question;
    int kind; /* of made_bodies.h */
    made_scene *scenes;
    rest_body *bodies;
    cld_contact contact; /* of the last query */
    cld_real time;
} rest_work;

static cld_vec3 rest_vec3(const double v[3])
{
    return terrain_vec3(v[0], v[1], v[2]);
}

static void rest_body_set(const made_scene *s, rest_body *out)
{
    const made_body *m = &s->mover;
    const cld_real radius = (cld_real)m->half[0], half = (cld_real)m->half[2];
    memset(out, 0, sizeof *out);
    for (int k = 0; k < 3 * m->corners; ++k) out->corners[k] = (cld_real)m->corner[k / 3][k % 3];
    out->shape = m->kind == MADE_BOX        ? cld_shape_box(rest_vec3(m->half))
                 : m->kind == MADE_SPHERE   ? cld_shape_sphere(radius)
                 : m->kind == MADE_CAPSULE  ? cld_shape_capsule(radius, half)
                 : m->kind == MADE_CYLINDER ? cld_shape_cylinder(radius, half)
                                            : cld_shape_points(out->corners, (size_t)m->corners);
    out->pose.position = rest_vec3(m->position);
    out->pose.rotation.x = rest_vec3(m->axes[0]), out->pose.rotation.y = rest_vec3(m->axes[1]);
    out->pose.rotation.z = rest_vec3(m->axes[2]);
    out->motion.linear = rest_vec3(s->motion);
}

/* A call for each question; contacts that are not written have distance 0. */
static int rest_ask(rest_work *w, int i)
{
    cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
    const rest_body *b = &w->bodies[i];
    cld_hit hit;
    int answer;
    switch (w->question) {
    case REST_OVERLAP:
        return cld_heightfield_overlap_shape(&w->field, &b->shape, &b->pose);
    case REST_MANIFOLD:
        answer = cld_heightfield_collide_shape(&w->field, &b->shape, &b->pose, 0, contacts,
                                               CLD_HEIGHTFIELD_CONTACTS);
        if (answer > 0) w->contact = contacts[0];
        return answer;
    case REST_DISTANCE:
        return cld_heightfield_distance_shape(&w->field, &b->shape, &b->pose, 1, &w->contact);
    default:
        answer =
            cld_heightfield_sweep_shape(&w->field, &b->shape, &b->pose, &b->motion, NULL, &hit);
        if (answer > 0) w->contact = hit.contact, w->time = hit.time;
        return answer;
    }
}

static void rest_run(void *context)
{
    rest_work *w = (rest_work *)context;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        const int answer = rest_ask(w, i);
        w->batch.found += answer > 0, w->batch.failed += answer < 0;
    }
    bench_keep(w->batch.found);
}

/* Is the answer what it must be? Depths to what rounding coordinates of a hundred leaves. On a ridge
   the way out may lead along the normals of either side, too: a 1.031th longer or shorter. */
static int rest_is_wrong(rest_work *w, int i, int ground)
{
    const double allowed = sizeof(cld_real) == 4 ? 3e-5 : 1e-11;
    const made_scene *s = &w->scenes[i];
    const double aside = ground == MADE_CREASED ? 0.032 : 0;
    const int exactly = s->start == MADE_EXACTLY && ground != MADE_RAMPED;
    const int touches = s->depth > allowed || exactly, stops = made_stops(s);
    const int answer = rest_ask(w, i);
    const cld_vec3 n = w->contact.normal;
    const double along = /* contacts' normals point into the ground */
        -(double)n.x * s->normal[0] - (double)n.y * s->normal[1] - (double)n.z * s->normal[2];
    if (w->question == REST_SWEEP) {
        if (stops < 0) return 0;
        if (stops == 0) return answer != 0;
        return answer != 1 || !((double)w->time <= 1e-3) || !(along > 0.999 - aside);
    }
    if (touches && answer <= 0) return 1;
    if (w->question == REST_OVERLAP || answer <= 0) return 0;
    return !(fabs((double)w->contact.distance + s->depth) <= allowed + aside * s->depth) ||
           (s->depth > allowed && !(along > 0.999 - aside));
}

static rest_work rest_work_new(int ground, int kind, int count)
{
    made_random r = {800 + 8 * (uint64_t)ground + (uint64_t)kind};
    bench_random any = bench_seed(800 + (uint64_t)kind);
    made_field f;
    rest_work w;
    memset(&w, 0, sizeof w);
    w.batch.count = w.batch.to = count;
    w.kind = kind;
    w.scenes = (made_scene *)terrain_allocate((size_t)count, sizeof *w.scenes);
    w.bodies = (rest_body *)terrain_allocate((size_t)count, sizeof *w.bodies);
    made_field_make(&f, ground == REST_RANDOM ? MADE_GROUND_FLAT : ground, 512);
    w.field = terrain_view(ground == REST_RANDOM ? terrain_heights(TERRAIN_ROUGH, 512, 512)
                                                 : terrain_made_heights(&f),
                           512, 512);
    for (int i = 0; i < count; ++i) {
        made_scene *s = &w.scenes[i];
        made_body *m = &s->mover;
        made_scene_ground(s, &r, &f, kind);
        if (ground == REST_RANDOM) { /* turned anyhow, its middle some way above the surface */
            cld_cylinder c;
            terrain_body frame;
            memset(&c, 0, sizeof c);
            c.axis = terrain_axis(&any, 0);
            frame = terrain_body_of(&c);
            const terrain_vec axes[3] = {frame.a, frame.b, frame.axis};
            for (int k = 0; k < 3; ++k) {
                m->axes[k][0] = (double)axes[k].x, m->axes[k][1] = (double)axes[k].y;
                m->axes[k][2] = (double)axes[k].z;
            }
            const terrain_vec at = {m->position[0], m->position[1], 0};
            m->position[2] = bench_uniform(&any, 0, 0.3) - (double)terrain_above(&w.field, at, 0);
        }
        rest_body_set(s, &w.bodies[i]);
    }
    return w;
}

static void rest_work_free(rest_work *w)
{
    free(w->scenes);
    free(w->bodies);
    terrain_field_free(&w->field);
}

/* In the quick run flat ground beside random ground, two questions. */
static void terrain_bench_rest(bench *b)
{
    static const char *const names[REST_QUESTIONS] = {"overlap", "manifold", "distance", "sweep"};
    for (int kind = 0; kind < REST_KINDS; ++kind) {
        double random[REST_QUESTIONS] = {0, 0, 0, 0};
        for (int k = 0; k <= (b->quick ? 1 : MADE_GROUNDS); ++k) {
            const int ground = k == 0 ? REST_RANDOM : k - 1;
            rest_work w = rest_work_new(ground, kind, b->quick ? 128 : 16384);
#ifdef COLLIDE_NO_OBB
            if (kind == MADE_BOX) break;
#endif
            for (int q = b->quick ? REST_MANIFOLD : 0; q < REST_QUESTIONS; ++q) {
                const bench_runner runner = {rest_run, &w};
                char name[48];
                double seconds, wrong = 0;
                if (b->quick && q == REST_DISTANCE) continue;
                w.question = (rest_question)q;
                terrain_race_for(b->quick ? 0.003 : 0.2, &runner, 1, &seconds);
                for (int i = 0; ground != REST_RANDOM && i < w.batch.count; ++i)
                    wrong += rest_is_wrong(&w, i, ground);
                if (ground == REST_RANDOM) random[q] = seconds;
                snprintf(name, sizeof name, "%s, %s", names[q], rest_kind_names[kind]);
                const char *parameter =
                    ground == REST_RANDOM ? "random: rough" : made_ground_names[ground];
                bench_figure(b, "collide", "terrain", name, parameter, "time_mean", seconds, "s");
                bench_figure(b, "collide", "terrain", name, parameter, "to random",
                             seconds / random[q], "x");
                if (ground != REST_RANDOM)
                    bench_made(b, "terrain", name, parameter, seconds, "random: rough", random[q]);
                bench_figure(b, "collide", "terrain", name, parameter, "hits",
                             100.0 * w.batch.found / w.batch.count, "%");
                bench_figure(b, "collide", "terrain", name, parameter, "failed", w.batch.failed,
                             "");
                bench_figure(b, "collide", "terrain", name, parameter, "wrong",
                             ground == REST_RANDOM ? (double)NAN : wrong, "");
            }
            rest_work_free(&w);
        }
    }
    bench_table(b, "bodies at rest on made ground, beside the same bodies turned anyhow on rough "
                   "ground: sizes of 1/16 to 1/4");
}

static void bench_terrain(bench *b)
{
    terrain_bench_near(b);
    terrain_bench_away(b);
    terrain_bench_large(b);
    terrain_bench_sizes(b);
    terrain_bench_pyramid(b);
    terrain_bench_apart(b);
    terrain_bench_rays(b);
    terrain_bench_bodies(b);
    terrain_bench_rest(b);
}

#endif /* BENCH_TERRAIN_H */
