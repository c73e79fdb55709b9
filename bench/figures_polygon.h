/* figures_polygon.h: time against the number of vertices, as CSV and SVG in bench/out:
 * polygon_queries (one polygon), polygon_pairs (two), polyhedra.
 */
#ifndef BENCH_FIGURES_POLYGON_H
#define BENCH_FIGURES_POLYGON_H

#include "bench.h"
#include "bench_polyhedron.h"
#include "figure.h"

/* A bench whose figures go nowhere. */
static bench polygon_silent(const bench *b)
{
    bench silent = *b;
    silent.quick = 1; /* few rounds: a figure has many points */
    silent.csv = 0;
    silent.records = NULL;
    silent.record_count = silent.record_capacity = 0;
    return silent;
}

static figure *polygon_figure_new(const char *file, const char *title, const char *note,
                                  const char *const *names, int columns)
{
    figure *f = figure_new(file, title, note, "vertices of a polygon", "median time, ns");
    f->look.x_log = f->look.y_log = 1;
    f->columns = columns;
    f->names[0] = "vertices";
    for (int i = 1; i < columns; ++i) f->names[i] = names[i - 1];
    return f;
}

static void polygon_figures_plane(bench *b)
{
    static const int sizes[] = {3,   4,   6,    8,    12,    16,    24,     32,     64,
                                128, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000};
    static const polygon_kind one[6] = {POLYGON_CONTAINS, POLYGON_EXTREME, POLYGON_SPAN,
                                        POLYGON_TANGENTS, POLYGON_LINE,    POLYGON_CLOSEST};
    static const polygon_kind two[6] = {POLYGON_OVERLAP, POLYGON_DISTANCE, POLYGON_COLLIDE,
                                        POLYGON_SWEEP,   POLYGON_CACHED,   POLYGON_CACHED_LARGE};
    const char *names[2][6];
    figure *f[2];
    for (int k = 0; k < 6; ++k) {
        names[0][k] = polygon_kind_names[one[k]];
        names[1][k] = polygon_kind_names[two[k]];
    }
    f[0] = polygon_figure_new("polygon_queries", "Questions about one convex polygon",
                              "regular, random on circles and on ellipses of 100:1; nothing is "
                              "prepared; 4096 queries",
                              names[0], 7);
    f[1] = polygon_figure_new("polygon_pairs", "Questions about two convex polygons",
                              "both posed afresh in each query; overlap and distance: from far to "
                              "nearly touching; 4096 pairs",
                              names[1], 7);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= polygon_most(); ++i) {
        double seconds[POLYGON_KINDS];
        bench silent = polygon_silent(b);
        polygon_measure(&silent, sizes[i], POLYGON_FAMILIES, "", seconds);
        free(silent.records);
        for (int p = 0; p < 2; ++p) {
            int r = f[p]->rows++;
            f[p]->values[0][r] = sizes[i];
            for (int k = 0; k < 6; ++k) f[p]->values[1 + k][r] = 1e9 * seconds[p ? two[k] : one[k]];
        }
    }
    for (int p = 0; p < 2; ++p) {
        figure_write(b, f[p]);
        free(f[p]);
    }
}

static void polygon_figures_space(bench *b)
{
    static const int sizes[] = {10,    30,    100,    300,    1000,   3000,
                                10000, 30000, 100000, 300000, 1000000};
    const char *names[9];
    figure *f;
    for (int k = 0; k < POLYHEDRON_KINDS; ++k) names[k] = polyhedron_names[k];
    names[6] = "cached distance";
    names[7] = "extreme: scan";
    names[8] = "distance: scans";
    f = polygon_figure_new("polyhedra", "Questions about convex polyhedra",
                           "a sphere of rings and a random ellipsoid, prepared once; 2048 queries",
                           names, 10);
    f->look.x_label = "vertices of a polyhedron";
    f->dashed = 2;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        polyhedron_result result;
        bench silent = polygon_silent(b);
        int fine = polyhedron_measure(&silent, sizes[i], &result), r = f->rows;
        free(silent.records);
        if (!fine) continue;
        f->rows++;
        f->values[0][r] = sizes[i];
        for (int k = 0; k <= POLYHEDRON_KINDS; ++k) f->values[1 + k][r] = 1e9 * result.seconds[k];
        f->values[8][r] = 1e9 * result.scan[0];
        f->values[9][r] = 1e9 * result.scan[5];
    }
    figure_write(b, f);
    free(f);
}

static void bench_polygon_figures(bench *b)
{
    polygon_figures_plane(b);
    polygon_figures_space(b);
}

#endif /* BENCH_FIGURES_POLYGON_H */
