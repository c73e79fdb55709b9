/* figures_bezier.h: time of a sweep against the size of the path, as bench/out/bezier_paths.csv and
 * .svg: short moves near the path, hot and cold, long ones, and the scan over all pieces.
 */
#ifndef BENCH_FIGURES_BEZIER_H
#define BENCH_FIGURES_BEZIER_H

#include "bench_bezier.h"
#include "figure.h"

/* Both axes logarithmic: O(n) is a slope of 1, O(log n) nearly level. */
static void bench_bezier_figures(bench *b)
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

#endif /* BENCH_FIGURES_BEZIER_H */
