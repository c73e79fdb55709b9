/* Points, segments and triangles, standing and moving: collide.h beside its peers. See race.h for
 * what is measured.
 * Overlap is judged in whole numbers, exactly: coordinates are whole ones times a power of two.
 * Distances are judged in quadruple precision: missed is too far, wrong too near, by more than half
 * of the digits of the racer's precision, of the size of it all. Sweeps by the first root of the
 * cubics, in quadruple precision: missed is a touch that is not reported; wrong is one that is not
 * there, or a time at which the two are apart or through each other, by as much again. 'error': of
 * a distance, or of the distance at the time that is reported; of the size. */
#define COLLIDE_DOUBLE
#define TEST_LINKED
#include "race.h"
#include "triangle.h"
#include "../../tests/oracle_sweep.h"
#include "../starts_triangle.h"

typedef struct triangle_truth {
    int overlap;
    double distance, time, size;
    oracle_sweep sweep;
} triangle_truth;

typedef enum population {
    RANDOM,     /* corners anywhere in a cube */
    NEAR,       /* a corner or an edge is a unit or none away from a face or an edge */
    COPLANAR,   /* both in one plane, which is askew */
    SHARING,    /* an edge or a corner in common */
    SLIVERS,    /* the third corner a few units off the line of the others */
    DEGENERATE, /* segments and points */
    TINY,       /* RANDOM and NEAR, 2^-20 times as large */
    HUGE_ONES,  /* 2^20 times */
    FAR_AWAY,   /* 4096 times their size from the origin, no bit of a float left over */
    POPULATIONS
} population;

static const char *const population_names[POPULATIONS] = {
    "random",     "near touch", "coplanar", "share a corner", "slivers",
    "degenerate", "tiny",       "huge",     "far away"};

/* ---- whole numbers, below 2^17 ---- */

enum { REACH = 1 << 14 };

static int64_t whole_between(bench_random *r, int64_t low, int64_t high)
{
    return low + (int64_t)bench_below(r, (int)(high - low + 1));
}

static void whole_point(bench_random *r, int64_t p[3])
{
    for (int k = 0; k < 3; ++k) p[k] = whole_between(r, -REACH, REACH);
}

/* A point of the triangle, or of its edge (inner 0), to rounding. */
static void whole_inside(bench_random *r, const int64_t v[3][3], int inner, int64_t at[3])
{
    double s = bench_uniform(r, 0, 1), t = inner ? bench_uniform(r, 0, 1 - s) : 0;
    for (int k = 0; k < 3; ++k)
        at[k] = v[0][k] +
                (int64_t)rint(s * (double)(v[1][k] - v[0][k]) + t * (double)(v[2][k] - v[0][k]));
}

static void whole_near(bench_random *r, int64_t p[8][3])
{
    int64_t at[3], other[3];
    int edge = bench_below(r, 2);
    whole_inside(r, (const int64_t(*)[3])p, bench_below(r, 2), at);
    whole_inside(r, (const int64_t(*)[3])(p + 3), 0, other);
    for (int k = 0; k < 3; ++k) {
        int64_t from = edge ? other[k] : p[3][k], by = at[k] - from + whole_between(r, -1, 1);
        for (int i = 3; i < 6; ++i) p[i][k] += by;
    }
}

/* All z from x and y. */
static void whole_flatten(bench_random *r, int64_t p[8][3])
{
    int64_t a = whole_between(r, -2, 2), b = whole_between(r, -2, 2);
    for (int i = 0; i < 8; ++i) p[i][2] = a * p[i][0] + b * p[i][1];
}

static void whole_points(bench_random *r, population kind, int64_t p[8][3])
{
    for (int i = 0; i < 8; ++i) whole_point(r, p[i]);
    if (kind == NEAR || ((kind == TINY || kind == HUGE_ONES) && bench_below(r, 2)))
        whole_near(r, p);
    if (kind == COPLANAR) whole_flatten(r, p);
    if (kind == SHARING)
        for (int i = bench_below(r, 2); i >= 0; --i) memcpy(p[3 + i], p[i], sizeof p[i]);
    if (kind == SLIVERS || kind == DEGENERATE) {
        whole_inside(r, (const int64_t(*)[3])p, 0, p[2]);
        whole_inside(r, (const int64_t(*)[3])(p + 3), 0, p[5]);
        whole_near(r, p);
        for (int k = 0; k < 3 && kind == SLIVERS; ++k)
            p[2][k] += whole_between(r, -3, 3), p[5][k] += whole_between(r, -3, 3);
    }
    if (kind == DEGENERATE) { /* exactly: the ends are enough for what a segment is */
        memcpy(p[2], p[bench_below(r, 2)], sizeof p[2]);
        memcpy(p[5], p[3 + bench_below(r, 2)], sizeof p[5]);
        if (bench_below(r, 4) == 0)
            memcpy(p[4], p[3], sizeof p[4]), memcpy(p[5], p[3], sizeof p[5]);
    }
    if (kind == FAR_AWAY) /* fewer bits, since the origin is far */
        for (int i = 0; i < 8; ++i)
            for (int k = 0; k < 3; ++k) p[i][k] /= 8;
}

/* ---- scenes ---- */

typedef struct triangle_memory {
    float (*at32)[8][3];
    double (*at64)[8][3];
    triangle_truth *truth;
    triangle_scene scene;
} triangle_memory;

static triangle_memory triangle_memory_new(int count)
{
    triangle_memory m;
    size_t n = (size_t)count;
    m.at32 = (float(*)[8][3])race_memory(n * sizeof *m.at32);
    m.at64 = (double(*)[8][3])race_memory(n * sizeof *m.at64);
    m.truth = (triangle_truth *)race_memory(n * sizeof *m.truth);
    m.scene.count = count;
    m.scene.at32 = (const float(*)[8][3])m.at32;
    m.scene.at64 = (const double(*)[8][3])m.at64;
    m.scene.truth = m.truth;
    return m;
}

static void triangle_memory_free(triangle_memory *m)
{
    free(m->at32), free(m->at64), free(m->truth);
}

static wide3 triangle_wide(const double p[3])
{
    return wide_of((wide)p[0], (wide)p[1], (wide)p[2]);
}

/* The largest difference of the first `count` points in a coordinate. */
static double triangle_size(const double p[8][3], int count)
{
    double size = 0;
    for (int i = 1; i < count; ++i)
        for (int k = 0; k < 3; ++k) size = fmax(size, fabs(p[i][k] - p[0][k]));
    return 2 * size;
}

static void triangle_set(triangle_memory *m, int q, int i, int k, double x)
{
    m->at64[q][i][k] = m->at32[q][i][k] = (float)x;
}

static triangle_memory triangle_whole_scene(population kind, int count)
{
    triangle_memory m = triangle_memory_new(count);
    bench_random r = bench_seed(101 + (uint64_t)kind);
    double unit = kind == TINY ? 0x1p-34 : kind == HUGE_ONES ? 0x1p6 : 0x1p-14;
    double offset = kind == FAR_AWAY ? 0x1p23 * unit : 0;
    for (int q = 0; q < count; ++q) {
        int64_t p[8][3];
        wide3 w[6];
        whole_points(&r, kind, p);
        for (int i = 0; i < 8; ++i)
            for (int k = 0; k < 3; ++k) triangle_set(&m, q, i, k, offset + unit * (double)p[i][k]);
        for (int i = 0; i < 6; ++i) w[i] = triangle_wide(m.at64[q][i]);
        m.truth[q].overlap =
            oracle_triangles_meet((const int64_t(*)[3])p, (const int64_t(*)[3])(p + 3));
        m.truth[q].size = triangle_size((const double(*)[3])m.at64[q], 6);
        m.truth[q].distance = m.truth[q].overlap ? 0 : (double)oracle_triangles_distance(w, w + 3);
    }
    return m;
}

/* What the tests ask with: half of it anywhere; else on lines and planes through earlier points,
   exactly or nearly; small, large, far away. */
static triangle_memory triangle_awkward_scene(int count, int points, uint64_t seed)
{
    triangle_memory m = triangle_memory_new(count);
    test_random r = test_random_from(seed);
    for (int q = 0; q < count; ++q) {
        cld_vec3 p[8];
        cases_points(&r, p, points);
        for (int i = 0; i < points; ++i) {
            triangle_set(&m, q, i, 0, p[i].x);
            triangle_set(&m, q, i, 1, p[i].y);
            triangle_set(&m, q, i, 2, p[i].z);
        }
        m.truth[q].size = triangle_size((const double(*)[3])m.at64[q], points);
    }
    return m;
}

/* Corners anywhere in a cube of side 2, moving by at most `reach` in each coordinate. */
static triangle_memory triangle_random_scene(int count, double reach)
{
    triangle_memory m = triangle_memory_new(count);
    bench_random r = bench_seed(7);
    for (int q = 0; q < count; ++q) {
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 3; ++k) {
                triangle_set(&m, q, i, k, bench_uniform(&r, -1, 1));
                triangle_set(&m, q, 4 + i, k, m.at64[q][i][k] + reach * bench_uniform(&r, -1, 1));
            }
        m.truth[q].size = triangle_size((const double(*)[3])m.at64[q], reach > 0 ? 8 : 4);
    }
    return m;
}

/* Corners and edges of boxes at rest that move, of which starts_meet says what becomes of them; or
   two sides of such boxes. */
static triangle_memory triangle_made_scene(int count, int segments, int sides)
{
    triangle_memory m = triangle_memory_new(count);
    made_random r = {21 + 2 * (uint64_t)segments + (uint64_t)sides};
    for (int q = 0; q < count;) {
        triangle_truth *truth = &m.truth[q];
        double p[8][3] = {{0}}, time = INFINITY;
        int meet = 0;
        if (sides)
            made_sides(&r, p);
        else
            made_start(&r, segments, p);
        for (int i = 0; i < 24; ++i) triangle_set(&m, q, i / 3, i % 3, p[i / 3][i % 3]);
        if (!sides) meet = starts_meet((const double(*)[3])m.at64[q], segments, 0x1p-19, &time);
        if (meet < 0) continue;
        truth->time = meet ? time : INFINITY;
        truth->size = triangle_size((const double(*)[3])m.at64[q], sides ? 6 : 8);
        q++;
    }
    return m;
}

/* ---- judges ---- */

/* Half of the digits. */
static double triangle_tolerance(const peer *who)
{
    return who->bits == PEERS_DOUBLE ? 0x1p-26 : 0x1p-12;
}

static race_verdict judge_overlap(const void *scene, int query, const void *answer, const peer *who,
                                  double *error)
{
    int overlap = ((const triangle_scene *)scene)->truth[query].overlap;
    (void)who, (void)error;
    if (!overlap == !((const triangle_answer *)answer)->hit) return RACE_RIGHT;
    return overlap ? RACE_MISSED : RACE_WRONG;
}

static race_verdict judge_distance(const void *scene, int query, const void *answer,
                                   const peer *who, double *error)
{
    const triangle_truth *truth = ((const triangle_scene *)scene)->truth + query;
    double by = ((const triangle_answer *)answer)->distance - truth->distance;
    double tolerance = triangle_tolerance(who) * truth->size;
    *error = truth->size > 0 ? fabs(by) / truth->size : 0;
    if (fabs(by) <= tolerance) return RACE_RIGHT;
    return by > 0 ? RACE_MISSED : RACE_WRONG;
}

static race_verdict judge_sweep(const void *scene, int query, const void *answer, const peer *who,
                                double *error)
{
    const triangle_truth *truth = ((const triangle_scene *)scene)->truth + query;
    const triangle_answer *mine = (const triangle_answer *)answer;
    double apart;
    if (!mine->hit) return truth->time <= 1 ? RACE_MISSED : RACE_RIGHT;
    if (mine->time < 0) return truth->time <= 1 ? RACE_RIGHT : RACE_WRONG;
    if (!(mine->time <= 1)) return RACE_WRONG;
    apart = (double)oracle_sweep_distance(&truth->sweep, (wide)mine->time);
    *error = truth->size > 0 ? apart / truth->size : 0;
    if (mine->time > truth->time + triangle_tolerance(who)) return RACE_WRONG; /* late */
    return *error <= triangle_tolerance(who) ? RACE_RIGHT : RACE_WRONG;
}

/* ---- contests ---- */

static void triangle_race(racing *r, const char *question, const char *name, triangle_memory *m,
                          int batch, race_judge *judge)
{
    contest c = {question, name, &m->scene, m->scene.count, batch, sizeof(triangle_answer), judge};
    race(r, &c);
}

static void triangle_race_pairs(racing *r, population kind)
{
    triangle_memory m = triangle_whole_scene(kind, r->b.quick ? 512 : 4096);
    triangle_race(r, "overlap", population_names[kind], &m, 32, judge_overlap);
    triangle_race(r, "distance", population_names[kind], &m, 16, judge_distance);
    triangle_memory_free(&m);
}

static void triangle_race_closest(racing *r, const char *name, triangle_memory *m)
{
    for (int segments = 0; segments < 2; ++segments) {
        for (int q = 0; q < m->scene.count; ++q) {
            wide3 w[4];
            for (int i = 0; i < 4; ++i) w[i] = triangle_wide(m->at64[q][i]);
            m->truth[q].distance = (double)(segments ? oracle_segments_distance(w, w + 2)
                                                     : oracle_point_distance(w[0], w + 1));
        }
        triangle_race(r, segments ? "segments" : "point", name, m, 64, judge_distance);
    }
    triangle_memory_free(m);
}

/* At rest: the rule for sweeps. A hit that is not there is wrong where the two are apart by more
   than the tolerance then. */
static race_verdict judge_start(const void *scene, int query, const void *answer, const peer *who,
                                double *error)
{
    const triangle_truth *truth = ((const triangle_scene *)scene)->truth + query;
    const triangle_answer *mine = (const triangle_answer *)answer;
    (void)error;
    if (!mine->hit) return truth->time <= 1 ? RACE_MISSED : RACE_RIGHT;
    if (truth->time > 1) {
        if (mine->time < 0 || mine->time > 1) return RACE_WRONG;
        return oracle_sweep_distance(&truth->sweep, (wide)mine->time) <=
                       (wide)(triangle_tolerance(who) * truth->size)
                   ? RACE_RIGHT
                   : RACE_WRONG;
    }
    return mine->time < 0 || fabs(mine->time - truth->time) <= 1e-3 ? RACE_RIGHT : RACE_WRONG;
}

static void triangle_know_sweep(triangle_memory *m, int q, int segments)
{
    oracle_sweep *s = &m->truth[q].sweep;
    for (int i = 0; i < 4; ++i) {
        s->start[i] = triangle_wide(m->at64[q][i]);
        s->end[i] = triangle_wide(m->at64[q][4 + i]);
    }
    s->segments = segments, s->distance = 0;
}

static void triangle_race_made(racing *r, int count)
{
    for (int segments = 0; segments < 2; ++segments) {
        triangle_memory m = triangle_made_scene(count, segments, 0);
        for (int q = 0; q < count; ++q) triangle_know_sweep(&m, q, segments);
        triangle_race(r, segments ? "edges move" : "point moves", "made: at rest", &m, 8,
                      judge_start);
        triangle_memory_free(&m);
    }
}

/* Does an edge of one triangle go through the other? */
static int triangle_pierced(const double p[6][3])
{
    for (int i = 0; i < 6; ++i) {
        const int other = i < 3 ? 3 : 0, next = i < 3 ? (i + 1) % 3 : 3 + (i - 2) % 3;
        double edge[8][3] = {{0}}, time;
        memcpy(edge[0], p[i], sizeof edge[0]), memcpy(edge[4], p[next], sizeof edge[4]);
        for (int k = 0; k < 3; ++k) memcpy(edge[1 + k], p[other + k], sizeof edge[0]);
        if (starts_meet((const double(*)[3])edge, 0, 0x1p-46, &time) == 1) return 1;
    }
    return 0;
}

/* Two sides of boxes at rest: coplanar, touching, apart. */
static void triangle_race_made_sides(racing *r, int count)
{
    triangle_memory m = triangle_made_scene(count, 0, 1);
    for (int q = 0; q < count; ++q) {
        wide3 w[6];
        for (int i = 0; i < 6; ++i) w[i] = triangle_wide(m.at64[q][i]);
        m.truth[q].distance = triangle_pierced((const double(*)[3])m.at64[q])
                                  ? 0
                                  : (double)oracle_triangles_distance(w, w + 3);
    }
    triangle_race(r, "distance", "made: at rest", &m, 16, judge_distance);
    triangle_memory_free(&m);
}

static void triangle_race_sweeps(racing *r, const char *name, triangle_memory *m)
{
    for (int segments = 0; segments < 2; ++segments) {
        for (int q = 0; q < m->scene.count; ++q) {
            triangle_truth *truth = &m->truth[q];
            oracle_sweep *s = &truth->sweep;
            triangle_know_sweep(m, q, segments);
            /* roots where a polynomial is nearly flat are known to half of the oracle's digits */
            s->slack = (wide)(DBL_EPSILON * truth->size);
            truth->time = (double)oracle_sweep_time(s, truth->size);
        }
        triangle_race(r, segments ? "edges move" : "point moves", name, m, 8, judge_sweep);
    }
    triangle_memory_free(m);
}

int main(int argc, char **argv)
{
    racing r;
    triangle_memory m;
    int count;
    if (!race_begin(&r, argc, argv, "triangle")) return 2;
    count = r.b.quick ? 512 : 4096, r.seconds = 0.1;
    m = triangle_random_scene(count, 0);
    triangle_race_closest(&r, "random", &m);
    m = triangle_awkward_scene(count, 4, 11);
    triangle_race_closest(&r, "awkward", &m);
    race_table(&r, "The distance of a point and a triangle, of two segments");
    for (int kind = 0; kind < POPULATIONS; ++kind) triangle_race_pairs(&r, (population)kind);
    triangle_race_made_sides(&r, 4 * count);
    race_table(&r, "Two triangles: do they overlap, how far are they?");
    count = r.b.quick ? 256 : 1024;
    m = triangle_random_scene(count, 1);
    triangle_race_sweeps(&r, "random, far", &m);
    m = triangle_random_scene(count, 0.05);
    triangle_race_sweeps(&r, "random, little", &m);
    m = triangle_awkward_scene(count, 8, 12);
    triangle_race_sweeps(&r, "awkward", &m);
    triangle_race_made(&r, 16 * count);
    race_table(&r, "What moves: does it touch, and when?");
    return race_end(&r);
}
