/* figures_terrain.h: time against the footprint, and against the field's size, as CSV and SVG in
 * bench/out: terrain_footprint, terrain_size.
 */
#ifndef BENCH_FIGURES_TERRAIN_H
#define BENCH_FIGURES_TERRAIN_H

#include "bench.h"
#include "collide.h"
#include "bench_terrain.h"
#include "figure.h"

static bench terrain_silent(const bench *b)
{
    bench silent = *b;
    silent.quick = 1; /* few rounds: a figure has many points */
    silent.csv = 0;
    silent.records = NULL;
    silent.record_count = silent.record_capacity = 0;
    return silent;
}

/* A disc that lies, from smaller than a cell to 128 cells wide. */
static void terrain_figure_footprint(bench *b)
{
    static const double cells[] = {0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};
    static const char *const names[7] = {
        "cells across",      "yes/no",           "manifold",          "yes/no, pyramid",
        "manifold, pyramid", "baseline: yes/no", "baseline: manifold"};
    figure *f = figure_new("terrain_footprint", "A disc on rough ground, against its footprint",
                           "lying within half a radian, 60 % touch by 1 to 100 mm; cells of 0.25",
                           "cells across", "median time, ns");
    cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, 512);
    bench silent = terrain_silent(b);
    f->columns = 7;
    f->look.x_log = f->look.y_log = 1;
    for (int c = 0; c < 7; ++c) f->names[c] = names[c];
    for (size_t k = 0; k < sizeof cells / sizeof *cells; ++k) {
        const int count = b->quick ? 256 : 2048, few = (int)(200000 / (cells[k] * cells[k])) + 32;
        terrain_work w = terrain_discs(&field, count, 0.5 * cells[k] * TERRAIN_CELL);
        double seconds[6];
        terrain_footprint(&silent, &w, few, seconds);
        f->values[0][f->rows] = cells[k];
        for (int c = 0; c < 6; ++c) f->values[1 + c][f->rows] = 1e9 * seconds[c];
        f->rows++;
        terrain_work_free(&w);
    }
    f->dashed = 2;
    figure_write(b, f);
    terrain_field_free(&field);
    free(f);
}

/* The wheel on fields of 64^2 to 4096^2 vertices. */
static void terrain_figure_size(bench *b)
{
    static const char *const names[5] = {"vertices along a side", "yes/no", "manifold",
                                         "yes/no, pyramid", "manifold, pyramid"};
    figure *f = figure_new("terrain_size", "A wheel on rough ground, against the field's size",
                           "poses spread over all of it, 60 % touch by 1 to 100 mm",
                           "vertices along a side", "median time, ns");
    bench silent = terrain_silent(b);
    f->columns = 5;
    f->look.x_log = 1;
    for (int c = 0; c < 5; ++c) f->names[c] = names[c];
    for (int size = 64; size <= (b->quick ? 1024 : 4096); size *= 2) {
        cld_heightfield field = terrain_field_new(TERRAIN_ROUGH, size);
        terrain_work w = terrain_work_new(&field, 8192, 0.35, 0.125, 0, 799);
        double seconds[6];
        terrain_footprint(&silent, &w, 32, seconds);
        f->values[0][f->rows] = size;
        for (int c = 0; c < 4; ++c) f->values[1 + c][f->rows] = 1e9 * seconds[c];
        f->rows++;
        terrain_work_free(&w);
        terrain_field_free(&field);
    }
    figure_write(b, f);
    free(f);
}

static void bench_terrain_figures(bench *b)
{
    terrain_figure_footprint(b);
    terrain_figure_size(b);
}

#endif /* BENCH_FIGURES_TERRAIN_H */
