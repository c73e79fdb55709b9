/* figures_nurbs.h: the source's figures 3.2, 3.3, 3.5 and 3.7 again, ours beside its algorithm.
 *
 * Each becomes bench/out/figure_3_x.csv and .svg. 'source's rule' is the algorithm with its own
 * rule for the direction to split (the one with more knots), 'rule mended' and 'baseline' split the
 * longer one in space, in double unless float is said; 'view' and 'prepared' are the library's two
 * routes.
 * What the source found is a note below the title: its data are not printed in it.
 */
#ifndef BENCH_FIGURES_NURBS_H
#define BENCH_FIGURES_NURBS_H

#include "bench.h"
#include "collide.h"
#include "baseline_nurbs_float.h"
#include "bench_nurbs.h"
#include "figure.h"

/* Few passes: a figure has many points. */
static bench figure_clock(const nurbs_page *page)
{
    bench b = *page->b;
    b.quick = 1;
    return b;
}

static nurbs_run figure_run(nurbs_page *page, const nurbs_set *set, cld_workspace *workspace,
                            nurbs_route route, int level)
{
    nurbs_run run = {route,     set->queries,     set->answers[route],
                     workspace, &page->reference, nurbs_settings(level)};
    return run;
}

/* Means of all three routes; index: route. */
static void figure_three(nurbs_page *page, const nurbs_set *set, double seconds[3])
{
    cld_workspace workspace;
    nurbs_run runs[3];
    void *contexts[3];
    bench_statistics times[3];
    bench b = figure_clock(page);
    memset(&workspace, 0, sizeof workspace);
    for (int r = 0; r < 3; ++r) {
        runs[r] = figure_run(page, set, &workspace, (nurbs_route)r, page->level);
        contexts[r] = &runs[r];
    }
    bench_each_of(&b, nurbs_query_one, contexts, 3, set->count, times);
    for (int r = 0; r < 3; ++r) seconds[r] = times[r].mean;
    cld_workspace_free(&workspace);
}

/* ---- figure 3.2: the recursion level, in float and in double ---- */

/* The source's algorithm in one of the two precisions, asked as nurbs_query_one asks. */
typedef struct level_run {
    const nurbs_query *queries;
    nurbs_answer *answers;
    baseline *in_double;
    baseline_float *in_float; /* NULL: in double */
    int level, original;
    long calls; /* box tests so far */
} level_run;

enum { LEVEL_CALLS = 100000 }; /* then a query is given up: a direction that starves never ends */

static void level_query_one(void *context, int i)
{
    level_run *run = (level_run *)context;
    const nurbs_query *q = &run->queries[i];
    const scene_surface *a = &q->a->scenes[0], *b = &q->b->scenes[0];
    nurbs_answer *out = &run->answers[i];
    baseline_hit hit;
    if (run->in_float) {
        const baseline_float_settings settings = {run->level,    0, 0,    0, LEVEL_CALLS,
                                                  run->original, 1, NULL, NULL};
        const baseline_float_hit found =
            baseline_float_collide(run->in_float, &settings, a, &q->pose_a, b, &q->pose_b);
        hit.hits = found.hits, hit.gave_up = found.gave_up, hit.calls = found.calls;
        memcpy(hit.uv, found.uv, sizeof hit.uv);
    } else {
        const baseline_settings settings = {run->level,    0, 0,    0, LEVEL_CALLS,
                                            run->original, 1, NULL, NULL};
        hit = baseline_collide(run->in_double, &settings, a, &q->pose_a, b, &q->pose_b);
    }
    run->calls += hit.calls;
    memset(out, 0, sizeof *out);
    out->relation = hit.hits > 0 ? CLD_NEAR : CLD_APART;
    out->gave_up = hit.gave_up;
    memcpy(out->uv_a, hit.uv[0], sizeof hit.uv[0]);
    memcpy(out->uv_b, hit.uv[1], sizeof hit.uv[1]);
}

/* What the algorithm's four variants do at a level; index: original rule + 2 * in double. */
typedef struct level_row {
    double level, seconds[4], calls[4], error[4];
} level_row;

static void level_measure(nurbs_page *page, const nurbs_set *set, baseline_float *in_float,
                          level_row *row)
{
    bench b = figure_clock(page);
    level_run runs[4];
    void *contexts[4];
    bench_statistics times[4];
    for (int k = 0; k < 4; ++k) {
        const level_run run = {set->queries,
                               set->answers[NURBS_BASELINE],
                               &page->reference,
                               k < 2 ? in_float : NULL,
                               (int)(row->level + .5),
                               k % 2,
                               0};
        runs[k] = run;
        contexts[k] = &runs[k];
    }
    bench_each_of(&b, level_query_one, contexts, 4, set->count, times);
    for (int k = 0; k < 4; ++k) {
        runs[k].calls = 0;
        for (int i = 0; i < set->count; ++i) level_query_one(&runs[k], i);
        row->seconds[k] = times[k].mean;
        row->calls[k] = (double)runs[k].calls / set->count;
        row->error[k] = nurbs_judge(set->queries, runs[k].answers, NULL, set->count).error_max;
    }
}

/* The last level before one at which a variant makes more than `most` times the box tests of the
   other. */
static double level_last(const level_row *rows, int count, int variant, int other, double most)
{
    int r = 0;
    while (r + 1 < count && rows[r + 1].calls[variant] <= most * rows[r + 1].calls[other]) ++r;
    return rows[r].level;
}

/* The name of a figure that depends on what cld_real is. */
static const char *figure_by_precision(const char *in_float, const char *in_double)
{
    return sizeof(cld_real) == sizeof(float) ? in_float : in_double;
}

/* Times; the library has no level: lines. */
static void figure_3_2_times(nurbs_page *page, const level_row *rows, int count,
                             const double ours[3], const plot_mark marks[2])
{
    static const char *const names[7] = {"level",
                                         "source's rule (float)",
                                         "source's rule (double)",
                                         "rule mended (float)",
                                         "rule mended (double)",
                                         "collide view",
                                         "collide prepared"};
    static const int variants[4] = {1, 3, 0, 2};
    figure *f = figure_new(
        figure_by_precision("figure_3_2", "figure_3_2_double"),
        figure_by_precision("Figure 3.2: time of a query and recursion level (collide: float)",
                            "Figure 3.2: time of a query and recursion level (collide: double)"),
        "The source, in float: flat from 30 to 55, then it explodes, put down to single precision. "
        "Here also in double: one direction is\nnever split (pairs given up after 1e5 box tests: "
        "the ceiling). Mended, float explodes where its digits end, double does not",
        "recursion level", "mean time, us");
    memcpy(f->names, names, sizeof names);
    f->columns = 7;
    f->dashed = 2;
    f->rows = count;
    f->look.y_log = 1;
    for (int k = 0; k < 2; ++k) /* one at the last level says only that it was the last */
        if (marks[k].x < rows[count - 1].level) plot_add_mark(&f->look, marks[k].x, marks[k].text);
    for (int r = 0; r < count; ++r) {
        f->values[0][r] = rows[r].level;
        for (int k = 0; k < 4; ++k) f->values[1 + k][r] = 1e6 * rows[r].seconds[variants[k]];
        f->values[5][r] = 1e6 * ours[NURBS_VIEW];
        f->values[6][r] = 1e6 * ours[NURBS_PREPARED];
    }
    figure_write(page->b, f);
    free(f);
}

/* Box tests of a query and the worst error of its contact: what the level costs and what for. */
static void figure_3_2_digits(nurbs_page *page, const level_row *rows, int count, double ours,
                              const plot_mark *mark)
{
    static const char *const names[5] = {"level", "rule mended (float)", "rule mended (double)",
                                         "2^(-level/4)", "collide"};
    figure *f = figure_new(
        figure_by_precision("figure_3_2_error", "figure_3_2_error_double"),
        figure_by_precision("Figure 3.2, what the levels buy: the worst contact (collide: float)",
                            "Figure 3.2, what the levels buy: the worst contact (collide: double)"),
        "distance of the surfaces where they are said to meet, worst of all pairs; "
        "beyond its cap float pays and gets nothing",
        "recursion level", "worst distance (surfaces: about 1 long)");
    memcpy(f->names, names, sizeof names);
    f->columns = 5;
    f->dashed = 2;
    f->rows = count;
    f->look.y_log = 1;
    plot_add_mark(&f->look, mark->x, mark->text);
    for (int r = 0; r < count; ++r) {
        f->values[0][r] = rows[r].level;
        f->values[1][r] = rows[r].error[0];
        f->values[2][r] = rows[r].error[2];
        f->values[3][r] = pow(2.0, -rows[r].level / 4.0);
        f->values[4][r] = ours;
    }
    figure_write(page->b, f);
    free(f);
}

/* Time against recursion level, at 50 % colliding. The cap of single precision is measured in box
   tests, which have no noise: the last level at which float makes at most 5 % more of them than
   double. That of the source's rule is the last at which it makes at most twice as many as the
   mended one, both in double. */
static void figure_3_2(nurbs_page *page)
{
    enum { STEP = 5, LAST = 200, MOST = LAST / STEP };
    level_row rows[MOST];
    char texts[2][96];
    plot_mark marks[2];
    baseline_float in_float;
    double ours[3];
    int count = 0;
    /* not fewer in a quick run: the pairs that explode are two or three of these 360 */
    nurbs_set set = nurbs_placements(page, 60, scene_four_cubes[1]);
    if (!baseline_float_create(&in_float, (size_t)1 << 18)) exit(1);
    figure_three(page, &set, ours);
    nurbs_judgement j = nurbs_judge(set.queries, set.answers[NURBS_VIEW], NULL, set.count);
    for (int level = STEP; level <= LAST; level += level < 120 ? STEP : 4 * STEP) {
        rows[count].level = level;
        level_measure(page, &set, &in_float, &rows[count++]);
    }
    marks[0].x = level_last(rows, count, 3, 2, 2.0);
    marks[1].x = level_last(rows, count, 0, 2, 1.05);
    snprintf(texts[0], sizeof texts[0],
             "%.0f: the last level of the source's rule, in float and double", marks[0].x);
    snprintf(texts[1], sizeof texts[1], "%.0f: the cap of single precision", marks[1].x);
    marks[0].text = texts[0], marks[1].text = texts[1];
    figure_3_2_times(page, rows, count, ours, marks);
    figure_3_2_digits(page, rows, count, j.error_max, &marks[1]);
    bench_note(page->b, "figure 3.2: the source's rule up to level %.0f, float up to level %.0f",
               marks[0].x, marks[1].x);
    baseline_float_destroy(&in_float);
    nurbs_set_free(&set);
}

/* Time against the share of colliding pairs. */
static void figure_3_3(nurbs_page *page)
{
    static const double cubes[] = {12,  4,   3,   2.4, 2,   1.6,  1.35, 1.15, 1,
                                   0.9, 0.8, 0.7, .6,  0.5, 0.35, 0.2,  0.05};
    static const char *const names[4] = {"colliding_percent", "baseline", "collide view",
                                         "collide prepared"};
    figure *f =
        figure_new("figure_3_3", "Figure 3.3: time of a query and share of collisions",
                   "the source: an order of magnitude from 0 to 100 %, a little less at 100 %",
                   "colliding, %", "mean time, us");
    memcpy(f->names, names, sizeof names);
    f->columns = 4;
    f->look.y_log = 1;
    for (size_t c = 0; c < sizeof cubes / sizeof *cubes; ++c) {
        nurbs_set set = nurbs_placements(page, page->b->quick ? 20 : 100, cubes[c]);
        double seconds[3];
        int r = f->rows++;
        figure_three(page, &set, seconds);
        nurbs_judgement j = nurbs_judge(set.queries, set.answers[NURBS_BASELINE], NULL, set.count);
        f->values[0][r] = 100.0 * j.hits / set.count;
        f->values[1][r] = 1e6 * seconds[NURBS_BASELINE];
        f->values[2][r] = 1e6 * seconds[NURBS_VIEW];
        f->values[3][r] = 1e6 * seconds[NURBS_PREPARED];
        nurbs_set_free(&set);
    }
    figure_write(page->b, f);
    free(f);
}

/* Time against control points, the geometry being the same. */
static void figure_3_5(nurbs_page *page)
{
    static const int sides[] = {4, 7, 10, 12, 15, 17, 20};
    static const char *const names[4] = {"control_points", "baseline", "collide view",
                                         "collide prepared"};
    figure *f = figure_new(
        "figure_3_5", "Figure 3.5: time of a query and control points",
        "the source: a straight line. The geometry is the same for all, half of the pairs collide",
        "control points of each surface", "mean time, us");
    memcpy(f->names, names, sizeof names);
    f->columns = 4;
    f->look.x_zero = 1;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i) {
        scene_surface patch = scene_noisy_patch(sides[i]);
        nurbs_body body = nurbs_body_from(&patch, 1);
        nurbs_set set = nurbs_twins(&body, page->b->quick ? 200 : 1000);
        double seconds[3];
        int r = f->rows++;
        figure_three(page, &set, seconds);
        f->values[0][r] = sides[i] * sides[i];
        f->values[1][r] = 1e6 * seconds[NURBS_BASELINE];
        f->values[2][r] = 1e6 * seconds[NURBS_VIEW];
        f->values[3][r] = 1e6 * seconds[NURBS_PREPARED];
        nurbs_set_free(&set);
        nurbs_body_free(&body);
    }
    figure_write(page->b, f);
    f->file = "figure_3_5_log", f->look.y_log = 1;
    figure_write(page->b, f);
    free(f);
}

/* Worst distance of the reported point from the true one; NAN: no contact reported. */
static double figure_touch_error(nurbs_run *run, double contact[1][3])
{
    nurbs_query_one(run, 0);
    const nurbs_answer *a = &run->answers[0];
    if (a->relation <= 0) return NAN;
    return fmax(nurbs_distance(a->point_a, contact[0]), nurbs_distance(a->point_b, contact[0]));
}

/* Error of the contact point against recursion level, six cases; ours: the worst of six. */
static void figure_3_7(nurbs_page *page)
{
    static const char *const names[9] = {
        "level",           "baseline case 1", "baseline case 2",
        "baseline case 3", "baseline case 4", "baseline case 5",
        "baseline case 6", "2^(-level/4)",    "collide worst of 6"};
    figure *f = figure_new(
        "figure_3_7", "Figure 3.7: error of the contact and recursion level",
        "the source: straight lines, 2^(-level/4); an end of a line: the contact was missed",
        "level", "distance from the true contact");
    nurbs_touch_scene scene = nurbs_touch_scene_new();
    cld_workspace workspace;
    double ours = 0.0, contact[1][3];
    memset(&workspace, 0, sizeof workspace);
    memcpy(f->names, names, sizeof names);
    f->columns = 9;
    f->dashed = 2;
    f->look.y_log = 1;
    for (int level = 5; level <= 120; level += 5) f->values[0][f->rows++] = level;
    for (int which = 1; which <= SCENE_TOUCHING; ++which) {
        nurbs_set set = nurbs_touch_set(&scene, which, 0.0, 1, contact);
        nurbs_run run = figure_run(page, &set, &workspace, NURBS_VIEW, 0);
        double error = figure_touch_error(&run, contact);
        ours = error <= ours ? ours : error; /* NAN stays */
        for (int r = 0; r < f->rows; ++r) {
            run = figure_run(page, &set, &workspace, NURBS_BASELINE, (int)f->values[0][r]);
            f->values[which][r] = figure_touch_error(&run, contact);
        }
        nurbs_set_free(&set);
    }
    for (int r = 0; r < f->rows; ++r) {
        f->values[7][r] = pow(2.0, -f->values[0][r] / 4.0);
        f->values[8][r] = fmax(ours, 1e-17); /* an error of 0 has no place on the axis */
    }
    cld_workspace_free(&workspace);
    nurbs_touch_scene_free(&scene);
    figure_write(page->b, f);
    free(f);
}

static void bench_nurbs_figures(bench *b)
{
    nurbs_page page;
    nurbs_page_open(&page, b);
    figure_3_2(&page);
    figure_3_3(&page);
    figure_3_5(&page);
    figure_3_7(&page);
    nurbs_page_close(&page);
}

#endif /* BENCH_FIGURES_NURBS_H */
