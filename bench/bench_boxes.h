/* bench_boxes.h: the broad phase alone, of the MESH page of the bench.
 *
 * Boxes by the thousand to the million that move every step, in three populations: of like size
 * and evenly spread, two pairs a box; in fifty clusters; of all sizes, by a power law, four of them
 * half as large as the scene. Every step is a fresh question, asked of collide and of three
 * baselines (baseline_boxes.h), which keep what they can from step to step; moving is not timed.
 * All must find the same pairs: their number and a sum over them are compared (`wrong`). With
 * threads (-pthread, or a C library that has them inside), collide with two workers, too.
 */
#ifndef BENCH_BOXES_H
#define BENCH_BOXES_H

#include "bench.h"
#include "collide.h"
#include "pool.h"
#include "baseline_boxes.h"

/* ---- scenes ---- */

typedef enum boxes_population {
    BOXES_UNIFORM,
    BOXES_CLUSTERED,
    BOXES_MIXED,
    BOXES_CELLS,  /* made: of a cubic lattice, they have sides, edges, corners in common */
    BOXES_BRICKS, /* made: a wall, each course half a brick further */
    BOXES_POPULATIONS
} boxes_population;

static const char *const boxes_population_names[BOXES_POPULATIONS] = {
    "boxes uniform", "boxes clustered", "boxes mixed sizes", "boxes made: cells",
    "boxes made: wall"};

typedef struct boxes_scene {
    int count;
    cld_aabb *boxes;
    cld_vec3 *velocity; /* a step */
} boxes_scene;

/* How many cells a row has, of the lattice or of the wall. */
static int boxes_side(boxes_population population, int count)
{
    return (int)ceil((population == BOXES_CELLS ? cbrt(count) : sqrt(0.5 * count)) - 1e-9);
}

/* Box i of a lattice or a wall: from, to in whole cells; bricks are two cells long. */
static void boxes_cell(boxes_population population, int i, int side, int from[3], int to[3])
{
    const int wall = population == BOXES_BRICKS, row = i / side;
    from[0] = wall ? 2 * (i % side) + row % 2 : i % side;
    from[1] = wall ? 0 : row % side;
    from[2] = wall ? row : row / side;
    for (int k = 0; k < 3; ++k) to[k] = from[k] + (wall && k == 0 ? 2 : 1);
}

/* All of them within half of the scene, moving alike by an eighth of a cell a step: powers of two,
   so that nothing is rounded. */
static void boxes_scene_made(boxes_scene *s, boxes_population population)
{
    const int side = boxes_side(population, s->count);
    double cell = 1;
    while (cell * side * (population == BOXES_BRICKS ? 2 : 1) > 0.5) cell *= 0.5;
    for (int i = 0; i < s->count; ++i) {
        cld_aabb *b = &s->boxes[i];
        int from[3], to[3];
        boxes_cell(population, i, side, from, to);
        b->low.x = (cld_real)(cell * from[0]), b->high.x = (cld_real)(cell * to[0]);
        b->low.y = (cld_real)(cell * from[1]), b->high.y = (cld_real)(cell * to[1]);
        b->low.z = (cld_real)(cell * from[2]), b->high.z = (cld_real)(cell * to[2]);
        s->velocity[i].x = (cld_real)(0.125 * cell);
    }
}

/* How many pairs touch, or -1: of a lattice those of the thirteen neighbours ahead that are there,
   of a wall the next brick and the two on it. */
static double boxes_known_pairs(boxes_population population, int count)
{
    const int side = boxes_side(population, count), wall = population == BOXES_BRICKS;
    double pairs = 0;
    if (population < BOXES_CELLS) return -1;
    for (int i = 0; i < count; ++i) {
        const int x = i % side, y = i / side % side, z = i / side / side;
        if (wall) {
            const int above = i + side, other = above + (i / side % 2 ? 1 : -1);
            pairs += x + 1 < side && i + 1 < count;
            pairs += above < count;
            pairs += other / side == above / side && other < count;
            continue;
        }
        for (int k = 14; k < 27; ++k) {
            const int dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
            if (x + dx < 0 || x + dx >= side || y + dy < 0 || y + dy >= side) continue;
            pairs += ((z + dz) * side + y + dy) * side + x + dx < count;
        }
    }
    return pairs;
}

static boxes_scene boxes_scene_new(boxes_population population, int count)
{
    enum { CLUSTERS = 50 };
    boxes_scene s;
    bench_random r = bench_seed(71 + (uint64_t)population);
    double clusters[CLUSTERS][3], size = cbrt(0.5 / count);
    s.count = count;
    s.boxes = (cld_aabb *)boxes_allocate((size_t)count, sizeof *s.boxes);
    s.velocity = (cld_vec3 *)boxes_allocate((size_t)count, sizeof *s.velocity);
    if (population >= BOXES_CELLS) {
        boxes_scene_made(&s, population);
        return s;
    }
    for (int i = 0; i < CLUSTERS; ++i)
        for (int k = 0; k < 3; ++k) clusters[i][k] = bench_uniform(&r, 0.1, 0.9);
    for (int i = 0; i < count; ++i) {
        double at[3], extent[3], v[3], one = size;
        for (int k = 0; k < 3; ++k) at[k] = bench_uniform(&r, 0, 1);
        if (population == BOXES_CLUSTERED) {
            const double *c = clusters[bench_below(&r, CLUSTERS)];
            one = 0.33 * size;
            for (int k = 0; k < 3; ++k) at[k] = c[k] + 0.03 * bench_normal(&r);
        } else if (population == BOXES_MIXED) {
            one = 0.25 * size * pow(bench_uniform(&r, 1e-4, 1), -0.6);
            if (i < 4) one = 0.5;
        }
        for (int k = 0; k < 3; ++k) {
            extent[k] = one * bench_uniform(&r, 0.5, 1.5);
            v[k] = size * bench_uniform(&r, -0.2, 0.2);
        }
        s.boxes[i].low.x = (cld_real)at[0], s.boxes[i].high.x = (cld_real)(at[0] + extent[0]);
        s.boxes[i].low.y = (cld_real)at[1], s.boxes[i].high.y = (cld_real)(at[1] + extent[1]);
        s.boxes[i].low.z = (cld_real)at[2], s.boxes[i].high.z = (cld_real)(at[2] + extent[2]);
        s.velocity[i].x = (cld_real)v[0], s.velocity[i].y = (cld_real)v[1];
        s.velocity[i].z = (cld_real)v[2];
    }
    return s;
}

static inline void boxes_move_axis(cld_real *low, cld_real *high, cld_real *velocity)
{
    if ((*low < 0 && *velocity < 0) || (*low > 1 && *velocity > 0)) *velocity = -*velocity;
    *low += *velocity, *high += *velocity;
}

static void boxes_move(boxes_scene *s)
{
    for (int i = 0; i < s->count; ++i) {
        cld_aabb *b = s->boxes + i;
        boxes_move_axis(&b->low.x, &b->high.x, &s->velocity[i].x);
        boxes_move_axis(&b->low.y, &b->high.y, &s->velocity[i].y);
        boxes_move_axis(&b->low.z, &b->high.z, &s->velocity[i].z);
    }
}

/* ---- racers ---- */

typedef enum boxes_racer {
    BOXES_COLLIDE,
    BOXES_TWO_WORKERS,
    BOXES_GRID,
    BOXES_SWEEP,
    BOXES_TREE,
    BOXES_RACERS
} boxes_racer;

static const char *const boxes_racer_names[BOXES_RACERS] = {
    "collide", "collide 2 cores", "baseline grid", "baseline sweep", "baseline tree"};

typedef struct boxes_race {
    cld_workspace workspace[2];
    grid_baseline grid;
    sweep_baseline sweep;
    tree_baseline tree;
    boxes_result result[BOXES_RACERS];
#if BENCH_POOL
    bench_pool *pool;
#endif
    int has_pool;
} boxes_race;

static void boxes_race_step(boxes_race *race, const boxes_scene *s, boxes_racer racer)
{
    boxes_result *result = race->result + racer;
    int found;
    switch (racer) {
    case BOXES_GRID:
        grid_pairs(&race->grid, s->boxes, s->count, result);
        break;
    case BOXES_SWEEP:
        sweep_pairs(&race->sweep, s->boxes, s->count, result);
        break;
    case BOXES_TREE:
        tree_pairs(&race->tree, s->boxes, s->count, result);
        break;
    default:
        found = cld_aabb_pairs(s->boxes, s->count, &race->workspace[racer == BOXES_TWO_WORKERS],
                               result->pairs, (int)result->capacity);
        result->count = found < 0 ? 0 : (size_t)found;
    }
}

/* A sum over the pairs that does not depend on their order. */
static uint64_t boxes_sum(const boxes_result *result)
{
    uint64_t sum = result->count;
    for (size_t i = 0; i < result->count && i < result->capacity; ++i) {
        bench_random r;
        r.state = (uint64_t)result->pairs[i].a << 32 | result->pairs[i].b;
        sum += bench_u64(&r);
    }
    return sum;
}

/* The sweep's cost grows as the square of the number: a step with a million takes ten seconds. */
static int boxes_takes_part(const boxes_race *race, int racer, int count)
{
    if (racer == BOXES_TWO_WORKERS) return race->has_pool;
    return racer != BOXES_SWEEP || count <= 100000;
}

static void boxes_race_begin(boxes_race *race, int count)
{
    memset(race, 0, sizeof *race);
    for (int i = 0; i < BOXES_RACERS; ++i) {
        race->result[i].capacity = 16 * (size_t)count;
        race->result[i].pairs = /* one array for all: each is looked at before the next writes */
            i ? race->result[0].pairs
              : (cld_pair *)boxes_allocate(race->result[0].capacity, sizeof(cld_pair));
    }
#if BENCH_POOL
    race->pool = bench_pool_new(2);
    race->has_pool = race->pool != NULL;
    if (race->has_pool) race->workspace[1].tasks = bench_pool_tasks(race->pool);
#endif
}

static void boxes_race_end(boxes_race *race)
{
#if BENCH_POOL
    bench_pool_free(race->pool);
#endif
    free(race->result[0].pairs);
    cld_workspace_free(&race->workspace[0]);
    cld_workspace_free(&race->workspace[1]);
    free(race->grid.entries), free(race->grid.starts), free(race->sweep.entries);
    free(race->tree.nodes), free(race->tree.order), free(race->tree.boxes);
}

/* ---- the page ---- */

typedef struct boxes_worst {
    double baseline, workers; /* the least ratios over all cases */
    double wrong;
    double uniform[4]; /* of each count, a box or pair of uniform boxes, seconds */
} boxes_worst;

enum { BOXES_MOST_STEPS = 51 };

/* Made boxes beside uniform ones, whose pairs are fewer or more: time of a box or pair. */
static void boxes_figure_made(bench *b, boxes_population population, int count,
                              const char *parameter, double seconds, boxes_worst *worst)
{
    const int at = count < 10000 ? 0 : count < 100000 ? 1 : count < 1000000 ? 2 : 3;
    if (population == BOXES_UNIFORM) worst->uniform[at] = seconds;
    if (population >= BOXES_CELLS)
        bench_made(b, "mesh", boxes_population_names[population], parameter, seconds,
                   boxes_population_names[BOXES_UNIFORM], worst->uniform[at]);
}

static void boxes_figures(bench *b, boxes_race *race, boxes_population population, int count,
                          double (*times)[BOXES_MOST_STEPS], int steps, const int *wrong,
                          boxes_worst *worst)
{
    double median[BOXES_RACERS], least[BOXES_RACERS], best = (double)INFINITY;
    char parameter[32];
    snprintf(parameter, sizeof parameter, "boxes=%d", count);
    for (int i = 0; i < BOXES_RACERS; ++i) {
        if (!boxes_takes_part(race, i, count)) continue;
        const char *name = boxes_population_names[population];
        bench_statistics s = bench_summary(times[i], steps);
        median[i] = s.median;
        least[i] = times[i][0]; /* bench_summary has sorted them */
        bench_figure(b, boxes_racer_names[i], "mesh", name, parameter, "time_median", s.median,
                     "s");
        bench_figure(b, boxes_racer_names[i], "mesh", name, parameter, "time_max", s.max, "s");
        bench_figure(b, boxes_racer_names[i], "mesh", name, parameter, "pairs",
                     (double)race->result[i].count, "");
        bench_figure(b, boxes_racer_names[i], "mesh", name, parameter, "wrong", wrong[i], "");
        if (i < BOXES_GRID)
            bench_figure(b, boxes_racer_names[i], "mesh", name, parameter, "bytes",
                         (double)cld_workspace_bytes(&race->workspace[i]), "");
        if (i >= BOXES_GRID && s.median < best) best = s.median;
        worst->wrong += wrong[i];
    }
    boxes_figure_made(
        b, population, count, parameter,
        median[BOXES_COLLIDE] / ((double)count + (double)race->result[BOXES_COLLIDE].count), worst);
    worst->baseline = fmin(worst->baseline, best / median[BOXES_COLLIDE]);
    /* A busy neighbour on the other core strikes two workers more than one: least times. */
    if (race->has_pool && count >= 100000)
        worst->workers = fmin(worst->workers, least[BOXES_COLLIDE] / least[BOXES_TWO_WORKERS]);
}

static void boxes_case(bench *b, boxes_population population, int count, boxes_worst *worst)
{
    static double times[BOXES_RACERS][BOXES_MOST_STEPS];
    boxes_scene s = boxes_scene_new(population, count);
    boxes_race race;
    int wrong[BOXES_RACERS] = {0}, steps = (b->quick ? 100000 : 1000000) / count;
    steps = steps < 3 ? 3 : steps > BOXES_MOST_STEPS ? BOXES_MOST_STEPS : steps;
    const double known = boxes_known_pairs(population, count);
    boxes_race_begin(&race, count);
    for (int step = -1; step < steps; ++step) { /* one to warm up */
        uint64_t sum = 0;
        boxes_move(&s);
        for (int k = 0; k < BOXES_RACERS; ++k) {
            boxes_racer racer = (boxes_racer)k;
            if (!boxes_takes_part(&race, k, count)) continue;
            double start = bench_seconds();
            boxes_race_step(&race, &s, racer);
            if (step >= 0) times[k][step] = bench_seconds() - start;
            if (racer == BOXES_COLLIDE) {
                sum = boxes_sum(race.result);
                wrong[k] += known >= 0 && (double)race.result->count != known;
            } else
                wrong[k] += boxes_sum(race.result + k) != sum;
        }
    }
    boxes_figures(b, &race, population, count, times, steps, wrong, worst);
    boxes_race_end(&race);
    free(s.boxes), free(s.velocity);
}

static void bench_boxes(bench *b)
{
    boxes_worst worst = {(double)INFINITY, (double)INFINITY, 0, {0, 0, 0, 0}};
    int most = b->quick ? 100000 : 1000000;
    for (int population = 0; population < BOXES_POPULATIONS; ++population) {
        /* of made ones the least alone in the quick run */
        for (int count = 1000; count <= (population >= BOXES_CELLS && b->quick ? 1000 : most);
             count *= 10)
            boxes_case(b, (boxes_population)population, count, &worst);
        bench_table(b, "Boxes that overlap, a step of motion");
    }
    bench_ask(b, "mesh", "boxes: best baseline / collide, the least of all cases", 1,
              worst.baseline, "", BENCH_AT_LEAST);
    bench_ask(b, "mesh", "boxes: two workers against one, 10^5 and more, the least of all", 1.7,
              isinf(worst.workers) ? (double)NAN : worst.workers, "", BENCH_AT_LEAST);
    bench_ask(b, "mesh", "boxes: steps on which a baseline found other pairs", 0, worst.wrong, "",
              BENCH_AT_MOST);
}

#endif /* BENCH_BOXES_H */
