/* bench_grid.h: the GRID page of the bench.
 *
 * Points: a million (quick: a hundred thousand), some thirty neighbours each within a radius:
 * uniform; a lattice, neighbours at exactly the radius; clusters; a surface. Built, every point
 * asked for its neighbours in the order of its number, all pairs; every point moved a little, one
 * by one; set beside the plain hashed grid (baseline_grid.h). Boxes: of one size; of all sizes,
 * log-uniform in 2^-10 .. 2^10; two huge ones and 20,000 small; built and asked for the pairs that
 * overlap; beside a tree built for the purpose (baseline_boxes.h). Boxes and rays as questions are
 * compared with a look at every item. Times are the least of some rounds. Two workers, too.
 */
#ifndef BENCH_GRID_H
#define BENCH_GRID_H

#include "bench.h"
#include "collide.h"
#include "pool.h"
#include "baseline_boxes.h"
#include "baseline_grid.h"

enum { GRID_ROUNDS = 4, GRID_NEIGHBOURS = 4096, GRID_QUESTIONS = 1000 };

typedef enum grid_population {
    GRID_UNIFORM,
    GRID_LATTICE,
    GRID_CLUSTERS,
    GRID_SURFACE,
    GRID_POPULATIONS
} grid_population;

static const char *const grid_names[GRID_POPULATIONS] = {"points uniform", "points lattice",
                                                         "points clustered", "points surface"};

typedef struct grid_bench {
    cld_workspace workspace[2]; /* one worker, two */
    cld_tasks two;
    cld_grid grid;
    hash_grid hash;
    tree_baseline tree;
    void *memory;
    cld_pair *pairs;
    cld_grid_list *lists;
    int64_t room;
    uint32_t *ids;
    int has_two;
#if BENCH_POOL
    bench_pool *pool;
#endif
    double build_and_near, wrong, workers_pairs, workers_build, baseline_near, baseline_boxes;
} grid_bench;

static void grid_wake(grid_bench *g, int awake)
{
#if BENCH_POOL
    if (g->has_two) bench_pool_wake(g->pool, awake);
#else
    (void)g, (void)awake;
#endif
}

static void grid_points(grid_population population, int count, cld_vec3 *p)
{
    enum { CLUSTERS = 50 };
    bench_random r = bench_seed(171 + (uint64_t)population);
    const int side = (int)ceil(cbrt(count) - 1e-9);
    double centres[CLUSTERS][3];
    for (int i = 0; i < 3 * CLUSTERS; ++i) centres[i / 3][i % 3] = bench_uniform(&r, 0.1, 0.9);
    for (int i = 0; i < count; ++i) {
        double at[3];
        for (int k = 0; k < 3; ++k) at[k] = bench_uniform(&r, 0, 1);
        if (population == GRID_LATTICE)
            at[0] = i % side, at[1] = i / side % side, at[2] = i / side / side;
        if (population == GRID_CLUSTERS) {
            const double *c = centres[bench_below(&r, CLUSTERS)];
            for (int k = 0; k < 3; ++k) at[k] = c[k] + 0.02 * bench_normal(&r);
        }
        if (population == GRID_SURFACE) at[2] = 0.5 + 0.2 * sin(7 * at[0]) * cos(5 * at[1]);
        p[i].x = (cld_real)at[0], p[i].y = (cld_real)at[1], p[i].z = (cld_real)at[2];
    }
}

/* Least time of some rounds. */
static void grid_least(double *least, double start)
{
    const double time = bench_seconds() - start;
    if (time < *least) *least = time;
}

/* The radius in which there are thirty neighbours: that of some of the points, by halving. */
static double grid_radius(grid_bench *g, const cld_vec3 *p, int count, grid_population population)
{
    double low = 0, high = 1;
    if (population == GRID_LATTICE) return 2; /* 33 with itself, six at just that */
    cld_grid_build_points(&g->grid, &p->x, 0, (size_t)count, NULL, g->workspace, g->memory,
                          cld_grid_size((size_t)count));
    for (int step = 0; step < 24; ++step) {
        const double middle = 0.5 * (low + high) / (step < 8 ? 2 : 1);
        int64_t found = 0;
        for (int i = 0; i < 200; ++i)
            found += cld_grid_near(&g->grid, p[(size_t)i * (size_t)count / 200], (cld_real)middle,
                                   NULL, 0);
        if (found > 200 * 31)
            high = middle;
        else
            low = middle;
    }
    return (double)(cld_real)high;
}

static int64_t grid_ask_all(grid_bench *g, const cld_vec3 *p, int count, double radius)
{
    int64_t sum = 0;
    for (int i = 0; i < count; ++i)
        sum += cld_grid_near(&g->grid, p[i], (cld_real)radius, g->ids, GRID_NEIGHBOURS);
    return sum;
}

typedef struct grid_times {
    double build, near, pairs, neighbours, put, two_build, two_pairs, hash_build, hash_near;
    int64_t found;
} grid_times;

static void grid_points_round(grid_bench *g, const cld_vec3 *p, int count, double radius,
                              grid_times *t)
{
    const cld_grid_params params = {(cld_real)radius, 0};
    double start = bench_seconds();
    cld_grid_build_points(&g->grid, &p->x, 0, (size_t)count, &params, g->workspace, g->memory,
                          cld_grid_size((size_t)count));
    grid_least(&t->build, start), start = bench_seconds();
    const int64_t near = grid_ask_all(g, p, count, radius);
    grid_least(&t->near, start), start = bench_seconds();
    const int64_t pairs =
        cld_grid_pairs(&g->grid, (cld_real)radius, g->workspace, g->pairs, g->room);
    grid_least(&t->pairs, start);
    g->wrong += near != 2 * pairs + count;
    start = bench_seconds();
    g->wrong += cld_grid_neighbours(&g->grid, (cld_real)radius, g->workspace, g->lists,
                                    (uint32_t *)(void *)g->pairs, 2 * g->room) != 2 * pairs;
    grid_least(&t->neighbours, start);
    if (g->has_two) {
        grid_wake(g, 1), start = bench_seconds();
        cld_grid_build_points(&g->grid, &p->x, 0, (size_t)count, &params, g->workspace + 1,
                              g->memory, cld_grid_size((size_t)count));
        grid_least(&t->two_build, start), start = bench_seconds();
        g->wrong += pairs !=
                    cld_grid_pairs(&g->grid, (cld_real)radius, g->workspace + 1, g->pairs, g->room);
        grid_least(&t->two_pairs, start), grid_wake(g, 0);
    }
    t->found = near;
}

/* The baseline: seconds a round, so there is one. */
static void grid_points_baseline(grid_bench *g, const cld_vec3 *p, int count, double radius,
                                 grid_times *t)
{
    double start = bench_seconds();
    hash_grid_build(&g->hash, p, count, radius);
    grid_least(&t->hash_build, start), start = bench_seconds();
    int64_t hash = 0;
    for (int i = 0; i < count; ++i) hash += (int64_t)hash_grid_near(&g->hash, p[i], radius, g->ids);
    grid_least(&t->hash_near, start);
    g->wrong += hash != t->found;
}

/* Every item moves by up to half the radius, one after the other. */
static void grid_move_all(grid_bench *g, const cld_vec3 *p, int count, double radius, grid_times *t)
{
    bench_random r = bench_seed(5);
    const double start = bench_seconds();
    for (int i = 0; i < count; ++i) {
        cld_aabb b;
        b.low = p[i];
        b.low.x += (cld_real)(radius * bench_uniform(&r, -0.5, 0.5));
        b.high = b.low;
        cld_grid_put(&g->grid, (uint32_t)i, &b);
    }
    grid_least(&t->put, start);
}

static void grid_points_case(bench *b, grid_bench *g, grid_population population, int count)
{
    cld_vec3 *p = (cld_vec3 *)boxes_allocate((size_t)count, sizeof *p);
    grid_times t;
    char parameter[32];
    t.build = t.near = t.pairs = t.neighbours = t.put = (double)INFINITY;
    t.two_build = t.two_pairs = t.hash_build = t.hash_near = (double)INFINITY;
    grid_points(population, count, p);
    const double radius = grid_radius(g, p, count, population);
    for (int round = 0; round < GRID_ROUNDS; ++round) grid_points_round(g, p, count, radius, &t);
    grid_points_baseline(g, p, count, radius, &t);
    grid_move_all(g, p, count, radius, &t);
    snprintf(parameter, sizeof parameter, "points=%d", count);
    const char *name = grid_names[population];
    bench_figure(b, "collide", "grid", name, parameter, "time_build", t.build, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_near", t.near, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_pairs", t.pairs, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_neighbours", t.neighbours, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_put", t.put / count, "s");
    if (g->has_two) {
        bench_figure(b, "collide 2 cores", "grid", name, parameter, "time_build", t.two_build, "s");
        bench_figure(b, "collide 2 cores", "grid", name, parameter, "time_pairs", t.two_pairs, "s");
        g->workers_pairs = fmin(g->workers_pairs, t.pairs / t.two_pairs);
        g->workers_build = fmin(g->workers_build, t.build / t.two_build);
    }
    bench_figure(b, "baseline hash", "grid", name, parameter, "time_build", t.hash_build, "s");
    bench_figure(b, "baseline hash", "grid", name, parameter, "time_near", t.hash_near, "s");
    g->baseline_near = fmin(g->baseline_near, (t.hash_build + t.hash_near) / (t.build + t.near));
    if (population == GRID_UNIFORM && count == 1000000)
        g->build_and_near = t.build + t.neighbours;
    free(p);
}

/* ---- boxes */

typedef enum grid_boxes { GRID_ONE_SIZE, GRID_ALL_SIZES, GRID_TWO_HUGE, GRID_BOXES } grid_boxes;

static const char *const grid_box_names[GRID_BOXES] = {"boxes of one size", "boxes log-uniform",
                                                       "two huge, 20000 small"};

static void grid_make_boxes(grid_boxes kind, int count, cld_aabb *boxes)
{
    bench_random r = bench_seed(271 + (uint64_t)kind);
    const double one = cbrt(0.5 / count);
    for (int i = 0; i < count; ++i) {
        double at[3], size = one;
        if (kind == GRID_ALL_SIZES) size = one * exp2(bench_uniform(&r, -20, 0));
        if (kind == GRID_TWO_HUGE && i < 2) size = 3;
        for (int k = 0; k < 3; ++k) at[k] = bench_uniform(&r, 0, 1) - (size > 1);
        boxes[i].low.x = (cld_real)at[0], boxes[i].high.x = (cld_real)(at[0] + size);
        boxes[i].low.y = (cld_real)at[1], boxes[i].high.y = (cld_real)(at[1] + size);
        boxes[i].low.z = (cld_real)at[2], boxes[i].high.z = (cld_real)(at[2] + size);
    }
}

static int grid_ray_meets(const cld_aabb *b, const double *o, const double *d)
{
    const cld_real *low = &b->low.x, *high = &b->high.x;
    double from = 0, to = (double)INFINITY;
    for (int k = 0; k < 3; ++k) {
        const double t = ((double)low[k] - o[k]) / d[k], u = ((double)high[k] - o[k]) / d[k];
        from = fmax(from, fmin(t, u)), to = fmin(to, fmax(t, u));
    }
    return from <= to;
}

/* Boxes and rays as questions; some are compared with a look at every item. */
static void grid_questions(bench *b, grid_bench *g, const cld_aabb *boxes, int count,
                           const char *name, const char *parameter)
{
    double box_time = 0, ray_time = 0;
    bench_random r = bench_seed(371);
    for (int i = 0; i < GRID_QUESTIONS; ++i) {
        double o[3], d[3];
        cld_aabb box;
        cld_vec3 origin, direction;
        for (int k = 0; k < 3; ++k) o[k] = bench_uniform(&r, 0, 1), d[k] = bench_uniform(&r, -1, 1);
        origin.x = (cld_real)o[0], origin.y = (cld_real)o[1], origin.z = (cld_real)o[2];
        direction.x = (cld_real)d[0], direction.y = (cld_real)d[1], direction.z = (cld_real)d[2];
        box.low = box.high = origin;
        box.high.x += (cld_real)0.03, box.high.y += (cld_real)0.03, box.high.z += (cld_real)0.03;
        double start = bench_seconds();
        const int64_t in_box = cld_grid_box(&g->grid, &box, g->ids, GRID_NEIGHBOURS);
        box_time += bench_seconds() - start, start = bench_seconds();
        const int64_t along = cld_grid_ray(&g->grid, origin, direction, (cld_real)INFINITY, 0,
                                           g->ids, GRID_NEIGHBOURS);
        ray_time += bench_seconds() - start;
        int64_t overlap = 0, met = 0;
        if (i % 20) continue;
        o[0] = (double)origin.x, o[1] = (double)origin.y, o[2] = (double)origin.z;
        d[0] = (double)direction.x, d[1] = (double)direction.y, d[2] = (double)direction.z;
        for (int k = 0; k < count; ++k) {
            overlap += boxes_overlap(&box, boxes + k);
            met += grid_ray_meets(boxes + k, o, d);
        }
        g->wrong += (overlap != in_box) + (met != along);
    }
    bench_figure(b, "collide", "grid", name, parameter, "time_box", box_time / GRID_QUESTIONS, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_ray", ray_time / GRID_QUESTIONS, "s");
}

static void grid_boxes_case(bench *b, grid_bench *g, grid_boxes kind, int count)
{
    cld_aabb *boxes = (cld_aabb *)boxes_allocate((size_t)count, sizeof *boxes);
    boxes_result result = {g->pairs, (size_t)g->room, 0};
    double build = (double)INFINITY, pairs = build, tree = build;
    int64_t found = 0;
    char parameter[32];
    grid_make_boxes(kind, count, boxes);
    for (int round = 0; round < 3; ++round) {
        double start = bench_seconds();
        cld_grid_build(&g->grid, boxes, (size_t)count, NULL, g->workspace, g->memory,
                       cld_grid_size((size_t)count));
        grid_least(&build, start), start = bench_seconds();
        found = cld_grid_pairs(&g->grid, 0, g->workspace, g->pairs, g->room);
        grid_least(&pairs, start), start = bench_seconds();
        g->tree.count = 0; /* built afresh, as the grid is */
        tree_pairs(&g->tree, boxes, count, &result);
        grid_least(&tree, start);
        g->wrong += (int64_t)result.count != found;
    }
    snprintf(parameter, sizeof parameter, "boxes=%d", count);
    const char *name = grid_box_names[kind];
    bench_figure(b, "collide", "grid", name, parameter, "time_build", build, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_pairs", pairs, "s");
    bench_figure(b, "collide", "grid", name, parameter, "pairs", (double)found, "");
    grid_questions(b, g, boxes, count, name, parameter);
    bench_figure(b, "baseline tree", "grid", name, parameter, "time_all", tree, "s");
    bench_figure(b, "collide", "grid", name, parameter, "time_all", build + pairs, "s");
    g->baseline_boxes = fmin(g->baseline_boxes, tree / (build + pairs));
    free(boxes);
}

/* ---- the page */

static void grid_begin(grid_bench *g, int count)
{
    memset(g, 0, sizeof *g);
    g->room = 24 * (int64_t)count;
    g->memory = boxes_allocate(cld_grid_size((size_t)count), 1);
    g->pairs = (cld_pair *)boxes_allocate((size_t)g->room, sizeof *g->pairs);
    memset(g->pairs, 0xff, (size_t)g->room * sizeof *g->pairs);
    g->lists = (cld_grid_list *)boxes_allocate((size_t)count, sizeof *g->lists);
    memset(g->lists, 0xff, (size_t)count * sizeof *g->lists);
    g->ids = (uint32_t *)boxes_allocate((size_t)count, sizeof *g->ids);
    g->build_and_near = (double)NAN;
    g->workers_pairs = g->workers_build = (double)INFINITY;
    g->baseline_near = g->baseline_boxes = (double)INFINITY;
#if BENCH_POOL
    g->pool = bench_pool_new(2);
    g->has_two = g->pool != NULL;
    if (g->has_two) g->workspace[1].tasks = bench_pool_tasks(g->pool);
    grid_wake(g, 0);
#endif
}

static void grid_end(grid_bench *g)
{
#if BENCH_POOL
    bench_pool_free(g->pool);
#endif
    cld_workspace_free(g->workspace), cld_workspace_free(g->workspace + 1);
    free(g->memory), free(g->pairs), free(g->ids), hash_grid_free(&g->hash);
    free(g->tree.nodes), free(g->tree.order), free(g->tree.boxes);
}

static void bench_grid(bench *b)
{
    const int count = b->quick ? 100000 : 1000000;
    grid_bench g;
    grid_begin(&g, count);
    for (int k = 0; k < GRID_POPULATIONS; ++k) grid_points_case(b, &g, (grid_population)k, count);
    bench_table(b,
                "Points in a grid: built, every one asked for some thirty neighbours, all pairs");
    for (int k = 0; k < GRID_BOXES; ++k)
        grid_boxes_case(b, &g, (grid_boxes)k, k == GRID_TWO_HUGE ? 20000 : count / 5);
    bench_table(b, "Boxes in a grid: built, all pairs that overlap; a box; a ray");
    bench_ask(b, "grid", "10^6 points built and asked, one core", 0.4, g.build_and_near, "s",
              BENCH_AT_MOST);
    bench_ask(b, "grid", "points: plain hashed grid / collide, the least", 1, g.baseline_near, "",
              BENCH_AT_LEAST);
    bench_ask(b, "grid", "boxes: tree built and asked / collide, the least", 1, g.baseline_boxes,
              "", BENCH_AT_LEAST);
    bench_ask(b, "grid", "pairs: two workers against one, the least", 1.8,
              isinf(g.workers_pairs) || b->quick ? (double)NAN : g.workers_pairs, "",
              BENCH_AT_LEAST);
    bench_ask(b, "grid", "build: two workers against one, the least", 1.8,
              isinf(g.workers_build) || b->quick ? (double)NAN : g.workers_build, "",
              BENCH_AT_LEAST);
    bench_ask(b, "grid", "answers whose number is another than the baseline's", 0, g.wrong, "",
              BENCH_AT_MOST);
    grid_end(&g);
}

#endif /* BENCH_GRID_H */
