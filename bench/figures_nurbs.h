/* figures_nurbs.h: the source's figures 3.2, 3.3, 3.5 and 3.7 again, ours beside its algorithm.
 *
 * Each becomes bench/out/figure_3_x.csv and .svg. 'source's rule' is the algorithm with its own
 * rule for the direction to split (the one with more knots), 'rule mended' and 'baseline' split the
 * longer one in space, all in double; 'view' and 'prepared' are the library's two routes.
 * What the source found is a note below the title: its data are not printed in it.
 */
#ifndef BENCH_FIGURES_NURBS_H
#define BENCH_FIGURES_NURBS_H

#include "bench_nurbs.h"
#include "figure.h"

/* Few passes: a figure has many points. */
static bench figure_clock(const nurbs_page *page)
{
    bench b = *page->b;
    b.quick = 1;
    return b;
}

/* Mean seconds of one query over the set. */
static double figure_time(const nurbs_page *page, nurbs_run *run, int count)
{
    bench b = figure_clock(page);
    return bench_each(&b, nurbs_query_one, run, count).mean;
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

/* Time against recursion level, at 50 % colliding. The library has no level: lines. */
static void figure_3_2(nurbs_page *page)
{
    figure *f = figure_new("figure_3_2", "Figure 3.2: time of a query and recursion level",
                           "the source, in float: flat from level 30 to 55, then explodes; in "
                           "double its rule holds out twice as long",
                           "level", "mean time, us");
    static const char *const names[5] = {"level", "source's rule", "rule mended", "collide view",
                                         "collide prepared"};
    nurbs_set set = nurbs_placements(page, page->b->quick ? 20 : 60, scene_four_cubes[1]);
    double ours[3];
    memcpy(f->names, names, sizeof names);
    f->columns = 5;
    f->dashed = 2;
    f->look.y_log = 1;
    figure_three(page, &set, ours);
    for (int level = 5; level <= 200; level += level < 130 ? 5 : 10) {
        int r = f->rows++;
        nurbs_run run = figure_run(page, &set, NULL, NURBS_BASELINE, level);
        f->values[0][r] = level;
        f->values[2][r] = 1e6 * figure_time(page, &run, set.count);
        run.settings.original = 1;
        run.settings.call_limit = 100000; /* the starved direction can make it explode */
        f->values[1][r] = 1e6 * figure_time(page, &run, set.count);
        f->values[3][r] = 1e6 * ours[NURBS_VIEW];
        f->values[4][r] = 1e6 * ours[NURBS_PREPARED];
    }
    nurbs_set_free(&set);
    figure_write(page->b, f);
    free(f);
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
    figure *f =
        figure_new("figure_3_5", "Figure 3.5: time of a query and control points",
                   "the source: linear in the control points; the geometry is the same for all",
                   "control points of each surface", "mean time, us");
    memcpy(f->names, names, sizeof names);
    f->columns = 4;
    f->look.y_log = 1;
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
