/* figures_bezier.h: time of a sweep against the size of the path, as bench/out/bezier_paths.csv and
 * .svg: short moves near the path, hot and cold, long ones, and the scan over all pieces. And
 * chords instead of a curve: bezier_chords (time) and bezier_chords_wrong (what they miss).
 */
#ifndef BENCH_FIGURES_BEZIER_H
#define BENCH_FIGURES_BEZIER_H

#include "bench.h"
#include "bench_bezier.h"
#include "figure.h"

/* Both axes logarithmic: O(n) is a slope of 1, O(log n) nearly level. */
static void figure_bezier_paths(bench *b)
{
    static const char *const names[6] = {
        "pieces",     "short moves: hot",     "short moves: cold",
        "long moves", "scan over all pieces", "log n (cold at 100)"};
    static const int sizes[] = {100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000};
    figure *f = figure_new("bezier_paths", "A moving point against a path: time of a sweep",
                           "a wavy closed path of lines, quadratics and cubics; half of the short "
                           "moves hit",
                           "pieces", "median time, ns");
    bench quick = *b;
    quick.quick = 1; /* few rounds: a figure has many points */
    memcpy(f->names, names, sizeof names);
    f->columns = 6;
    f->dashed = 1;
    f->look.x_log = f->look.y_log = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        bezier_row row = bezier_measure(&quick, sizes[i]);
        int r = f->rows++;
        f->values[0][r] = row.pieces;
        for (int k = 0; k < 3; ++k) f->values[1 + k][r] = 1e9 * row.sweep[k];
        f->values[4][r] = 1e9 * row.scan;
        f->values[5][r] = f->values[2][0] * log(row.pieces) / log(sizes[0]);
    }
    figure_write(b, f);
    free(f);
}

/* The populations of which the chords' figures tell. */
enum { FIGURE_CHORDS_SETS = 3 };

static figure *figure_chords_new(const char *file, const char *title, const char *note,
                                 const char *y)
{
    figure *f = figure_new(file, title, note, "chords a curve", y);
    f->names[0] = "chords";
    f->look.x_log = f->look.y_log = 1;
    return f;
}

/* Adds a population's columns: times of chords and of the curve to f, what is wrong to g. */
static void figure_chords_set(bench *b, figure *f, figure *g, int set)
{
    static const int counts[] = {1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300};
    static const int which[FIGURE_CHORDS_SETS] = {3, 5, 6};
    static const char *const names[FIGURE_CHORDS_SETS][3] = {
        {"random moves: chords", "random moves: exact", "random moves (30 % hits)"},
        {"short steps: chords", "short steps: exact", "short steps (30 % hits)"},
        {"tangent moves: chords", "tangent moves: exact", "tangent moves"}};
    const bezier_population *p = &bezier_populations[which[set]];
    bezier_scene s = bezier_scene_new(BEZIER_PAIRS / 4);
    bench_random r = bench_seed(101 + (uint64_t)which[set]);
    bezier_fill(&s, 0, s.count, p, NULL, &r);
    for (int k = 0; k < 2; ++k) f->names[1 + set + FIGURE_CHORDS_SETS * k] = names[set][k];
    g->names[1 + set] = names[set][2];
    f->rows = g->rows = (int)(sizeof counts / sizeof *counts);
    for (int i = 0; i < f->rows; ++i) {
        bezier_chords chords = bezier_chords_new(&s, counts[i]);
        const bench_runner runners[2] = {{bezier_run_chords, &chords}, {bezier_run_collide, &s}};
        const bezier_loss loss = bezier_chords_loss(&chords);
        double seconds[2];
        bench_race(b, runners, 2, seconds);
        f->values[0][i] = g->values[0][i] = counts[i];
        for (int k = 0; k < 2; ++k)
            f->values[1 + set + FIGURE_CHORDS_SETS * k][i] = 1e9 * seconds[k] / s.count;
        g->values[1 + set][i] = 100.0 * (loss.missed + loss.ghosts) / loss.hits;
        free(chords.points);
    }
    bezier_scene_free(&s);
}

static void figure_bezier_chords(bench *b)
{
    bench quick = *b;
    quick.quick = 1;
    figure *f = figure_chords_new(
        "bezier_chords", "Chords instead of a curve: time of a moving point against one cubic",
        "the source: 'about 100 times slower than a segment, so sample the curve'. Dashed: the "
        "exact query;\nwhere a line of chords crosses its own, that many chords cost as much",
        "median time, ns");
    figure *g = figure_chords_new(
        "bezier_chords_wrong", "Chords instead of a curve: what they get wrong",
        "hits of the curve that chords miss and hits of chords that the curve has not, in percent "
        "of the curve's hits;\njudged by the exact query. What touches a curve from outside meets "
        "no chord, however many there are",
        "wrong answers, % of the hits");
    f->columns = 1 + 2 * FIGURE_CHORDS_SETS, f->dashed = FIGURE_CHORDS_SETS;
    g->columns = 1 + FIGURE_CHORDS_SETS;
    for (int set = 0; set < FIGURE_CHORDS_SETS; ++set) figure_chords_set(&quick, f, g, set);
    figure_write(b, f);
    figure_write(b, g);
    free(f);
    free(g);
}

static void bench_bezier_figures(bench *b)
{
    figure_bezier_paths(b);
    figure_bezier_chords(b);
}

#endif /* BENCH_FIGURES_BEZIER_H */
