/* figures_mesh.h: time against the number of triangles, and against the contact distance, as CSV
 * and SVG in bench/out: mesh_size, mesh_distance.
 */
#ifndef BENCH_FIGURES_MESH_H
#define BENCH_FIGURES_MESH_H

#include "bench.h"
#include "collide.h"
#include "bench_mesh.h"
#include "figure.h"

static bench mesh_silent(const bench *b)
{
    bench silent = *b;
    silent.csv = 0;
    silent.records = NULL;
    silent.record_count = silent.record_capacity = 0;
    return silent;
}

/* Nanoseconds a triangle of the knot, contacts a triangle being nearly the same for all sizes. */
static void mesh_figure_size(bench *b, cld_tasks tasks)
{
    static const int sizes[] = {1000,  2000,   4000,   8000,   16000,  32000,
                                64000, 128000, 256000, 512000, 1000000};
    static const char *const names[5] = {"triangles", "collide", "collide, 2 workers",
                                         "baseline: the source", "grid"};
    figure *f = figure_new("mesh_size", "A knot that collapses, with itself, against its size",
                           "d in proportion to the edges: contacts a triangle stay alike",
                           "triangles", "nanoseconds a triangle");
    bench silent = mesh_silent(b);
    f->columns = 5;
    f->look.x_log = f->look.y_log = 1;
    for (int c = 0; c < 5; ++c) f->names[c] = names[c];
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        mesh_body *body;
        mesh_result r;
        const int frames = sizes[k] <= 16000 ? 12 : sizes[k] <= 128000 ? 4 : 2;
        if (b->quick && sizes[k] > 64000) break;
        if ((body = mesh_body_new(b, MESH_KNOT, sizes[k], frames)) == NULL) break;
        r = mesh_race_run(&silent, body, sizes[k] <= 256000, tasks);
        f->values[0][f->rows] = r.triangles;
        f->values[1][f->rows] = 1e9 * r.ours / r.triangles;
        f->values[2][f->rows] = r.two > 0 ? 1e9 * r.two / r.triangles : (double)NAN;
        f->values[3][f->rows] = r.plain > 0 ? 1e9 * r.plain / r.triangles : (double)NAN;
        f->values[4][f->rows] = 1e9 * r.grid / r.triangles;
        f->rows++;
        mesh_body_free(body);
    }
    figure_write(b, f);
    free(f);
}

/* The folded cloth, d from a fifth of an edge to twice that: from nothing to mostly neighbours. */
static void mesh_figure_distance(bench *b)
{
    static const double edges[] = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.2, 1.4, 1.7, 2};
    static const char *const names[4] = {"d in edges", "collide", "baseline: the source", "grid"};
    figure *f =
        figure_new("mesh_distance", "Folded cloth, 7200 triangles, against the distance",
                   "layers nearly half an edge apart; from 0.7 on neighbours are contacts, too",
                   "contact distance, lengths of an edge", "nanoseconds a triangle");
    bench silent = mesh_silent(b);
    f->columns = 4;
    f->look.y_log = 1;
    for (int c = 0; c < 4; ++c) f->names[c] = names[c];
    for (size_t k = 0; k < sizeof edges / sizeof *edges; ++k) {
        const cld_tasks none = {NULL, NULL, 0};
        mesh_result r;
        mesh_body *body = mesh_body_new(b, MESH_FOLDED, b->quick ? 30 : 60, 3);
        if (body == NULL) break;
        body->scene.distance = edges[k] * body->scene.edge;
        r = mesh_race_run(&silent, body, 1, none);
        f->values[0][f->rows] = edges[k];
        f->values[1][f->rows] = 1e9 * r.ours / r.triangles;
        f->values[2][f->rows] = 1e9 * r.plain / r.triangles;
        f->values[3][f->rows] = 1e9 * r.grid / r.triangles;
        f->rows++;
        mesh_body_free(body);
    }
    figure_write(b, f);
    free(f);
}

static void bench_mesh_figures(bench *b)
{
    cld_tasks tasks;
#if BENCH_POOL
    bench_pool *pool = bench_pool_new(2);
#endif
    memset(&tasks, 0, sizeof tasks);
#if BENCH_POOL
    if (pool != NULL) tasks = bench_pool_tasks(pool), bench_pool_wake(pool, 0);
#endif
    mesh_figure_size(b, tasks);
    mesh_figure_distance(b);
#if BENCH_POOL
    bench_pool_free(pool);
#endif
}

#endif /* BENCH_FIGURES_MESH_H */
