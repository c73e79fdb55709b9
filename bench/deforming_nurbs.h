/* deforming_nurbs.h: surfaces that deform, and a hundred bodies.
 *
 * A wavy sheet of 30x25 points, or one of 103x103 (10000 patches), deforms in every step, and is
 * then asked for a first contact with a rigid band of 70x21. All of its points move, a tenth of
 * them, or one. A step is timed as a whole: the points written, what the route does to learn of
 * them, and the query. 'view' and the baseline need not learn; 'refit' and 'rebuild' have models.
 * A tenth and one are refitted by cld_nurbs_model_refit_points.
 */
#ifndef BENCH_DEFORMING_NURBS_H
#define BENCH_DEFORMING_NURBS_H

#include "rows_nurbs.h"

typedef enum deforming_route {
    DEFORMING_VIEW,
    DEFORMING_REFIT,
    DEFORMING_REBUILD,
    DEFORMING_BASELINE,
    DEFORMING_ROUTES
} deforming_route;

typedef enum deforming_kind { DEFORMING_ALL, DEFORMING_TENTH, DEFORMING_ONE } deforming_kind;

typedef struct deforming_run {
    nurbs_run run;
    deforming_route route;
    deforming_kind kind;
    nurbs_body sheet;
    double *rest; /* heights */
    nurbs_query *queries;
    cld_nurbs_moved *moved;
    int points, failures, only_update;
} deforming_run;

static const char *const deforming_names[DEFORMING_ROUTES] = {"view", "refit", "rebuild",
                                                              "baseline"};
static const char *const deforming_kinds[3] = {"all points", "a tenth", "one point"};

/* The height of a point in a step, for the library and the baseline. */
static void deforming_set(deforming_run *d, int point, double height)
{
    cld_real *points = (cld_real *)d->sheet.views->points;
    points[3 * point + 2] = (cld_real)height;
    d->sheet.scenes->points[3 * point + 2] = (double)points[3 * point + 2];
}

/* Moves the points of step i. Step 0 begins with all at rest: so every pass sees the same. Returns
   how many have moved and are named; all: every one. */
static int deforming_move(deforming_run *d, int i)
{
    const int some = d->kind == DEFORMING_ONE ? 1 : d->points / 10;
    int all = d->kind == DEFORMING_ALL || i == 0;
    for (int p = 0; p < d->points && all; ++p)
        deforming_set(d, p, d->rest[p] + (i == 0 ? 0.0 : 0.02 * sin(0.7 * p + 0.37 * i)));
    if (all) return d->points;
    for (int k = 0; k < some; ++k) {
        int p = (int)(((long)i * 7919 + (long)k * 104729) % d->points);
        deforming_set(d, p, d->rest[p] + 0.02 * sin(0.7 * p + 0.37 * i));
        memset(&d->moved[k], 0, sizeof d->moved[k]);
        d->moved[k].i = p / d->sheet.views->count_v;
        d->moved[k].j = p % d->sheet.views->count_v;
    }
    return some;
}

static void deforming_step(void *context, int i)
{
    deforming_run *d = (deforming_run *)context;
    int moved = deforming_move(d, i), status = CLD_OK;
    nurbs_body *sheet = &d->sheet;
    if (d->route == DEFORMING_REBUILD)
        status = cld_nurbs_model_build(&sheet->model, sheet->views, 1, NULL);
    else if (d->route == DEFORMING_REFIT && moved == d->points)
        status = cld_nurbs_model_refit(&sheet->model, sheet->views, 1);
    else if (d->route == DEFORMING_REFIT)
        status = cld_nurbs_model_refit_points(&sheet->model, sheet->views, 1, d->moved, moved);
    d->failures += status != CLD_OK;
    if (!d->only_update) nurbs_query_one(&d->run, i);
}

/* Placements of the sheet and the band, about half of which collide. */
static deforming_run deforming_new(nurbs_page *page, int side, int steps, deforming_route route,
                                   deforming_kind kind, cld_workspace *workspace)
{
    deforming_run d;
    scene_query *from = (scene_query *)nurbs_allocate((size_t)(SCENE_PAIRS * steps), sizeof *from);
    scene_surface sheet = side ? scene_from_shape(scene_sheet, side, side, 0, 12)
                               : scene_from_shape(scene_sheet, 30, 25, 0, 12);
    memset(&d, 0, sizeof d);
    d.route = route, d.kind = kind;
    d.points = sheet.count_u * sheet.count_v;
    d.rest = (double *)nurbs_allocate((size_t)d.points, sizeof *d.rest);
    for (int p = 0; p < d.points; ++p) d.rest[p] = sheet.points[3 * p + 2];
    d.moved = (cld_nurbs_moved *)nurbs_allocate((size_t)d.points, sizeof *d.moved);
    d.queries = (nurbs_query *)nurbs_allocate((size_t)steps, sizeof *d.queries);
    d.sheet = nurbs_body_from(&sheet, 1);
    scene_four_queries(from, steps, scene_four_cubes[1], 37);
    for (int i = 0; i < steps; ++i)
        d.queries[i] = nurbs_make_query(NULL, &from[SCENE_PAIRS * i].pose_a, &page->four[2],
                                        &from[SCENE_PAIRS * i].pose_b);
    d.run.route = route == DEFORMING_VIEW       ? NURBS_VIEW
                  : route == DEFORMING_BASELINE ? NURBS_BASELINE
                                                : NURBS_PREPARED;
    d.run.queries = d.queries;
    d.run.answers = (nurbs_answer *)nurbs_allocate((size_t)steps, sizeof *d.run.answers);
    d.run.workspace = workspace;
    d.run.baseline = &page->reference;
    d.run.settings = nurbs_settings(page->level);
    free(from);
    return d;
}

static void deforming_free(deforming_run *d)
{
    nurbs_body_free(&d->sheet);
    free(d->rest);
    free(d->moved);
    free(d->queries);
    free(d->run.answers);
}

/* One kind of step, by every route. update: the time of the refit alone, over that of a build. */
static void deforming_kind_row(nurbs_page *page, int side, deforming_kind kind, int steps,
                               double times[DEFORMING_ROUTES], double *update)
{
    deforming_run runs[DEFORMING_ROUTES];
    void *contexts[DEFORMING_ROUTES];
    bench_statistics s[DEFORMING_ROUTES], alone[2];
    cld_workspace workspace;
    char parameter[64];
    memset(&workspace, 0, sizeof workspace);
    for (int r = 0; r < DEFORMING_ROUTES; ++r) {
        runs[r] = deforming_new(page, side, steps, (deforming_route)r, kind, &workspace);
        contexts[r] = &runs[r];
    }
    for (int r = 0; r < DEFORMING_ROUTES; ++r)
        for (int i = 0; i < steps; ++i) runs[r].queries[i].a = &runs[r].sheet;
    bench_each_of(page->b, deforming_step, contexts, DEFORMING_ROUTES, steps, s);
    for (int r = 0; r < DEFORMING_ROUTES; ++r) {
        int hits = 0, wrong = 0;
        for (int i = 0; i < steps; ++i) {
            int hit = runs[r].run.answers[i].relation != CLD_APART;
            hits += hit;
            wrong += hit != (runs[DEFORMING_BASELINE].run.answers[i].relation != CLD_APART);
        }
        snprintf(parameter, sizeof parameter, "%s %s", deforming_kinds[kind], deforming_names[r]);
        const char *who = nurbs_who(runs[r].run.route);
        const char *name = side ? "deforming, 10000 patches" : "deforming";
        bench_times(page->b, who, "nurbs", name, parameter, &s[r]);
        bench_figure(page->b, who, "nurbs", name, parameter, "hits", hits, "");
        bench_figure(page->b, who, "nurbs", name, parameter, "wrong", wrong, "");
        bench_figure(page->b, who, "nurbs", name, parameter, "failures", runs[r].failures, "");
        times[r] = s[r].mean;
    }
    runs[DEFORMING_REFIT].only_update = runs[DEFORMING_REBUILD].only_update = 1;
    bench_each_of(page->b, deforming_step, contexts + DEFORMING_REFIT, 2, steps, alone);
    for (int k = 0; k < 2; ++k) {
        snprintf(parameter, sizeof parameter, "%s %s alone", deforming_kinds[kind],
                 deforming_names[DEFORMING_REFIT + k]);
        bench_times(page->b, "collide", "nurbs", side ? "deforming, 10000 patches" : "deforming",
                    parameter, &alone[k]);
    }
    *update = alone[0].median / alone[1].median;
    bench_figure(page->b, "collide", "nurbs", side ? "deforming, 10000 patches" : "deforming",
                 deforming_kinds[kind], "refit_over_build", *update, "x");
    for (int r = 0; r < DEFORMING_ROUTES; ++r) deforming_free(&runs[r]);
    cld_workspace_free(&workspace);
}

static void nurbs_bench_deforming(nurbs_page *page)
{
    const int quick = page->b->quick;
    double times[3][DEFORMING_ROUTES], large[3][DEFORMING_ROUTES], update[3], large_update[3];
    for (int kind = DEFORMING_ALL; kind <= DEFORMING_ONE; ++kind)
        deforming_kind_row(page, 0, (deforming_kind)kind, quick ? 60 : 600, times[kind],
                           &update[kind]);
    for (int kind = DEFORMING_ALL; kind <= DEFORMING_ONE; ++kind)
        deforming_kind_row(page, 103, (deforming_kind)kind, quick ? 10 : 60, large[kind],
                           &large_update[kind]);
    bench_table(page->b, "NURBS, a sheet that deforms in every step, beside a rigid band; about "
                         "half of the steps collide");
    bench_ask(page->b, "nurbs", "deforming, all points: refit over build, 30x25 points", 1.0 / 3,
              update[DEFORMING_ALL], "x", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "deforming, all points: refit over build, 10000 patches", 1.0 / 3,
              large_update[DEFORMING_ALL], "x", BENCH_AT_MOST);
}

/* ---- a hundred bodies ---- */

#ifndef COLLIDE_NO_MESH
enum { HUNDRED = 100, HUNDRED_PAIRS = HUNDRED * (HUNDRED - 1) / 2, HUNDRED_STEPS = 20 };

typedef struct hundred_run {
    const nurbs_body *four;
    nurbs_route route;
    int broad; /* boxes first */
    cld_workspace *workspace;
    cld_pose poses[HUNDRED_STEPS][HUNDRED];
    cld_pair pairs[HUNDRED_PAIRS];
    int asked[HUNDRED_STEPS], touching[HUNDRED_STEPS];
} hundred_run;

static void hundred_step(void *context, int step)
{
    hundred_run *run = (hundred_run *)context;
    cld_nurbs_body bodies[HUNDRED];
    cld_aabb boxes[HUNDRED];
    int pairs = 0, touching = 0;
    for (int i = 0; i < HUNDRED; ++i) {
        bodies[i] = nurbs_side(&run->four[i % SCENE_FOUR], &run->poses[step][i], run->route);
        if (run->broad) cld_nurbs_aabb(&bodies[i], &boxes[i]);
    }
    if (run->broad)
        pairs = cld_aabb_pairs(boxes, HUNDRED, run->workspace, run->pairs, HUNDRED_PAIRS);
    for (uint32_t i = 0; i < HUNDRED && !run->broad; ++i)
        for (uint32_t j = i + 1; j < HUNDRED; ++j) {
            run->pairs[pairs].a = i;
            run->pairs[pairs++].b = j;
        }
    for (int k = 0; k < pairs; ++k)
        touching += cld_nurbs_collide(&bodies[run->pairs[k].a], &bodies[run->pairs[k].b], NULL,
                                      run->workspace, NULL) > CLD_APART;
    run->asked[step] = pairs, run->touching[step] = touching;
}

static void nurbs_bench_hundred(nurbs_page *page)
{
    static hundred_run runs[4]; /* view, prepared; all pairs, then boxes first */
    static const char *const names[4] = {"all pairs view", "all pairs prepared", "boxes view",
                                         "boxes prepared"};
    void *contexts[4];
    bench_statistics s[4];
    cld_workspace workspace;
    bench_random random = bench_seed(38);
    int wrong = 0;
    memset(&workspace, 0, sizeof workspace);
    for (int r = 0; r < 4; ++r) {
        runs[r].four = page->four, runs[r].workspace = &workspace;
        runs[r].route = r % 2 ? NURBS_PREPARED : NURBS_VIEW, runs[r].broad = r / 2;
        contexts[r] = &runs[r];
    }
    for (int step = 0; step < HUNDRED_STEPS; ++step)
        for (int i = 0; i < HUNDRED; ++i) {
            scene_pose pose = scene_random_pose(&random, 5.0);
            for (int r = 0; r < 4; ++r) runs[r].poses[step][i] = nurbs_round_pose(&pose);
        }
    bench_each_of(page->b, hundred_step, contexts, 4, HUNDRED_STEPS, s);
    for (int r = 0; r < 4; ++r) {
        int asked = 0, touching = 0;
        for (int step = 0; step < HUNDRED_STEPS; ++step) {
            asked += runs[r].asked[step], touching += runs[r].touching[step];
            wrong += runs[r].touching[step] != runs[0].touching[step];
        }
        bench_times(page->b, "collide", "nurbs", "a hundred bodies", names[r], &s[r]);
        bench_figure(page->b, "collide", "nurbs", "a hundred bodies", names[r], "pairs",
                     (double)asked / HUNDRED_STEPS, "");
        bench_figure(page->b, "collide", "nurbs", "a hundred bodies", names[r], "hits",
                     (double)touching / HUNDRED_STEPS, "");
    }
    cld_workspace_free(&workspace);
    bench_table(page->b, "NURBS, a hundred bodies in a cube: all pairs of them, and those whose "
                         "boxes overlap");
    bench_ask(page->b, "nurbs", "a hundred bodies: steps in which a broad phase loses a pair", 0,
              wrong, "", BENCH_AT_MOST);
}
#endif

#endif /* BENCH_DEFORMING_NURBS_H */
