/* The broad phase alone, boxes parallel to the axes: collide.h beside its peers. See race.h for
 * what is measured. A query is a step of motion: all new boxes in, all pairs out, closed boxes
 * that touch being a pair. Who keeps trees or orders from step to step is brought to the step
 * before it, which is not timed. Who reports more than the pairs tests what it reports. */
#include "race.h"
#include "boxes.h"

typedef enum population {
    UNIFORM,   /* of like size, two pairs a box */
    CLUSTERED, /* in fifty clusters */
    MIXED,     /* of all sizes, by a power law, four of them half as large as the scene */
    LINE,      /* behind one another along z, the same in x and y */
    PLATES,    /* thin along one axis, wide along the others */
    GIANT,     /* one holds all others */
    GRID,      /* cells of a grid that share faces, edges, corners: all touch, none overlaps more */
    WALL,      /* bricks of a wall, each course half a brick further: the same */
    FAR_AWAY,  /* uniform, but far from the origin: floats are a twentieth of a size apart */
    CROWD,     /* a fourth of all pairs overlap */
    SCALES,    /* small, at places whose distances are log-uniform from 2^-20 to 2^20: no pairs */
    EQUAL      /* all the same */
} population;

/* ---- scenes ---- */

typedef struct boxes_motion {
    double low[3], high[3], velocity[3];
} boxes_motion;

static void boxes_about(boxes_motion *b, bench_random *r, double size)
{
    for (int k = 0; k < 3; ++k) {
        b->low[k] = bench_uniform(r, 0, 1);
        b->high[k] = b->low[k] + size * bench_uniform(r, 0.5, 1.5);
    }
}

static void boxes_in_cluster(boxes_motion *b, bench_random *r, const double centre[3], double size)
{
    boxes_about(b, r, size);
    for (int k = 0; k < 3; ++k) {
        double extent = b->high[k] - b->low[k];
        b->low[k] = centre[k] + 0.03 * bench_normal(r);
        b->high[k] = b->low[k] + extent;
    }
}

static void boxes_place(boxes_motion *b, bench_random *r, population kind, int i, int count,
                        const double (*clusters)[3])
{
    double size = cbrt(0.5 / count);
    int side = (int)ceil(cbrt(count) - 1e-9);
    boxes_about(b, r, kind == CROWD ? 0.6 : size);
    if (kind == CLUSTERED) boxes_in_cluster(b, r, clusters[bench_below(r, 50)], 0.33 * size);
    if (kind == MIXED)
        boxes_about(b, r, i < 4 ? 0.5 : 0.25 * size * pow(bench_uniform(r, 1e-4, 1), -0.6));
    if (kind == LINE)
        for (int k = 0; k < 3; ++k) {
            b->low[k] = k == 2 ? (double)i / count : 0.5;
            b->high[k] = k == 2 ? (i + 1.5) / count : 0.5 + size;
        }
    if (kind == PLATES) {
        int thin = bench_below(r, 3);
        for (int k = 0; k < 3; ++k)
            b->high[k] = b->low[k] + bench_uniform(r, 0.5, 1.5) * (k == thin ? 1e-4 : 0.1);
    }
    if (kind == GIANT && i == count / 2)
        for (int k = 0; k < 3; ++k) b->low[k] = -1, b->high[k] = 3;
    if (kind == GRID)
        for (int k = 0; k < 3; ++k) {
            int cell = (k == 0 ? i : k == 1 ? i / side : i / side / side) % side;
            b->low[k] = cell / 64.0, b->high[k] = (cell + 1) / 64.0;
        }
    if (kind == WALL) {
        int across = (int)ceil(sqrt(0.5 * count) - 1e-9), row = i / across;
        for (int k = 0; k < 3; ++k) {
            int cell = k == 0 ? 2 * (i % across) + row % 2 : k == 1 ? 0 : row;
            b->low[k] = cell / 64.0, b->high[k] = (cell + (k == 0 ? 2 : 1)) / 64.0;
        }
    }
    if (kind == FAR_AWAY)
        for (int k = 0; k < 3; ++k) b->low[k] += 20000, b->high[k] += 20000;
    if (kind == SCALES) {
        const double away = pow(2, bench_uniform(r, -20, 20));
        for (int k = 0; k < 3; ++k) {
            b->low[k] = away * bench_uniform(r, 1, 2);
            b->high[k] = b->low[k] + 1e-3 * away;
        }
    }
    if (kind == EQUAL)
        for (int k = 0; k < 3; ++k) b->low[k] = 0, b->high[k] = 1;
}

/* `part`: what of its size a box moves by in a step, at most. */
static void boxes_fill(boxes_motion *boxes, int count, population kind, double part, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    double clusters[50][3];
    for (int i = 0; i < 50; ++i)
        for (int k = 0; k < 3; ++k) clusters[i][k] = bench_uniform(&r, 0.1, 0.9);
    for (int i = 0; i < count; ++i) {
        boxes_place(&boxes[i], &r, kind, i, count, (const double(*)[3])clusters);
        for (int k = 0; k < 3; ++k)
            boxes[i].velocity[k] = kind == SCALES || kind == EQUAL ? 0
                                   : kind == GRID || kind == WALL
                                       ? (k == 0 ? 0.125 : 0) /* exactly, all alike */
                                       : part * cbrt(0.5 / count) * bench_uniform(&r, -1, 1);
    }
}

static boxes_set boxes_set_new(int count, int steps, population kind, double part, uint64_t seed)
{
    size_t numbers = (size_t)count * 6;
    boxes_motion *boxes = (boxes_motion *)race_memory((size_t)count * sizeof *boxes);
    float *at32 = (float *)race_memory((size_t)steps * numbers * sizeof *at32);
    double *at64 = (double *)race_memory((size_t)steps * numbers * sizeof *at64);
    boxes_set set = {count, at32, at64};
    boxes_fill(boxes, count, kind, part, seed);
    for (int step = 0; step < steps; ++step)
        for (int i = 0; i < count; ++i, at32 += 6, at64 += 6)
            for (int k = 0; k < 3; ++k) {
                at64[k] = at32[k] = (float)(boxes[i].low[k] + step * boxes[i].velocity[k]);
                at64[3 + k] = at32[3 + k] = (float)(boxes[i].high[k] + step * boxes[i].velocity[k]);
            }
    free(boxes);
    return set;
}

static void boxes_set_free(const boxes_set *set)
{
    free((void *)(uintptr_t)set->at32);
    free((void *)(uintptr_t)set->at64);
}

/* ---- the judge: space is halved until few boxes are left; a box that straddles goes both ways,
   and a pair counts where the corner of its lows is. Up to BRUTE_MOST boxes: all with all. ---- */

enum { BRUTE_MOST = 2048, LEAF = 64 };

typedef struct boxes_oracle {
    const boxes_scene *scene;
    int step, count; /* those that move, then those that stand */
    boxes_answer answer;
} boxes_oracle;

static const double *oracle_box(const boxes_oracle *o, int i)
{
    int moving = o->scene->moving.count;
    return i < moving ? boxes_step64(&o->scene->moving, o->step) + 6 * (size_t)i
                      : o->scene->standing.at64 + 6 * (size_t)(i - moving);
}

static void oracle_note(boxes_oracle *o, int i, int k)
{
    int moving = o->scene->moving.count, a = i < k ? i : k, b = i < k ? k : i;
    if (moving == o->count)
        boxes_note(&o->answer, (uint32_t)a, (uint32_t)b);
    else if (a < moving && b >= moving)
        boxes_note(&o->answer, (uint32_t)a, (uint32_t)(b - moving));
}

/* low and high: of the part of space, half open. */
static void oracle_all(boxes_oracle *o, const int *list, int count, const double low[3],
                       const double high[3])
{
    for (int i = 0; i < count; ++i) {
        const double *a = oracle_box(o, list[i]);
        for (int j = 0; j < i; ++j) {
            const double *b = oracle_box(o, list[j]);
            int here = boxes_overlap64(a, b);
            for (int k = 0; here && k < 3; ++k) {
                double corner = fmax(a[k], b[k]);
                here = corner >= low[k] && corner < high[k];
            }
            if (here) oracle_note(o, list[i], list[j]);
        }
    }
}

static double oracle_median(const boxes_oracle *o, const int *list, int count, int axis)
{
    double sample[63];
    for (int i = 0; i < 63; ++i)
        sample[i] = oracle_box(o, list[(int)((double)i * count / 63)])[axis];
    return bench_median(sample, 63);
}

/* Where to halve, along the axis that fewest boxes straddle. Returns that axis, or -1 if a third or
   more do along each. */
static int oracle_cut(const boxes_oracle *o, const int *list, int count, double *at)
{
    int best = -1, least = count + count / 3;
    for (int axis = 0; axis < 3 && count > LEAF; ++axis) {
        double middle = oracle_median(o, list, count, axis);
        int lefts = 0, rights = 0;
        for (int i = 0; i < count; ++i) {
            const double *box = oracle_box(o, list[i]);
            lefts += box[axis] < middle, rights += box[3 + axis] >= middle;
        }
        if (lefts == count || rights == count || lefts + rights >= least) continue;
        best = axis, least = lefts + rights, *at = middle;
    }
    return best;
}

static void oracle_halve(boxes_oracle *o, const int *list, int count, const double low[3],
                         const double high[3])
{
    double middle = 0, bound[3];
    int axis = oracle_cut(o, list, count, &middle), lefts = 0, rights = 0;
    int *left, *right;
    if (axis < 0) {
        oracle_all(o, list, count, low, high);
        return;
    }
    left = (int *)race_memory((size_t)count * sizeof *left);
    right = (int *)race_memory((size_t)count * sizeof *right);
    for (int i = 0; i < count; ++i) {
        const double *box = oracle_box(o, list[i]);
        if (box[axis] < middle) left[lefts++] = list[i];
        if (box[3 + axis] >= middle) right[rights++] = list[i];
    }
    memcpy(bound, high, sizeof bound), bound[axis] = middle;
    oracle_halve(o, left, lefts, low, bound);
    memcpy(bound, low, sizeof bound), bound[axis] = middle;
    oracle_halve(o, right, rights, bound, high);
    free(left), free(right);
}

/* A few with each of those that stand. */
static void oracle_between(boxes_oracle *o)
{
    int moving = o->scene->moving.count;
    for (int i = 0; i < moving; ++i)
        for (int k = moving; k < o->count; ++k)
            if (boxes_overlap64(oracle_box(o, i), oracle_box(o, k))) oracle_note(o, i, k);
}

static boxes_answer oracle_pairs(const boxes_scene *scene, int step)
{
    static const double low[3] = {-INFINITY, -INFINITY, -INFINITY};
    static const double high[3] = {INFINITY, INFINITY, INFINITY};
    boxes_oracle o = {scene, step, scene->moving.count + scene->standing.count, {0, 0}};
    int *list = (int *)race_memory((size_t)o.count * sizeof *list);
    for (int i = 0; i < o.count; ++i) list[i] = i;
    if (scene->standing.count && scene->moving.count < 1000)
        oracle_between(&o);
    else if (o.count <= BRUTE_MOST)
        oracle_all(&o, list, o.count, low, high);
    else
        oracle_halve(&o, list, o.count, low, high);
    free(list);
    return o.answer;
}

static race_verdict boxes_judge(const void *scene, int query, const void *answer, const peer *who,
                                double *error)
{
    const boxes_answer *mine = (const boxes_answer *)answer;
    const boxes_answer *expected = ((const boxes_scene *)scene)->expected + query;
    (void)who, (void)error;
    if (mine->count < expected->count) return RACE_MISSED;
    return mine->count == expected->count && mine->sum == expected->sum ? RACE_RIGHT : RACE_WRONG;
}

static race_verdict boxes_judge_count(const void *scene, int query, const void *answer,
                                      const peer *who, double *error)
{
    const int64_t n = ((const boxes_scene *)scene)->moving.count, pairs = n * (n - 1) / 2;
    const boxes_answer *mine = (const boxes_answer *)answer;
    (void)query, (void)who, (void)error;
    return mine->count == (pairs > 2147483647 ? -1 : pairs) ? RACE_RIGHT : RACE_WRONG;
}

/* ---- contests ---- */

static void boxes_race_scene(racing *r, const char *question, const char *name, boxes_scene *s)
{
    boxes_answer *expected = (boxes_answer *)race_memory((size_t)s->queries * sizeof *expected);
    contest c = {question, name, s, s->queries, 1, sizeof(boxes_answer), boxes_judge};
    for (int q = 0; q < s->queries; ++q) expected[q] = oracle_pairs(s, BOXES_LEAD + q + 1);
    s->expected = expected;
    race(r, &c);
    free(expected);
    boxes_set_free(&s->moving);
    boxes_set_free(&s->standing);
}

static void boxes_race_all(racing *r, const char *name, population kind, int count, double part)
{
    char parameter[64];
    int queries = count <= 1000 ? 32 : count <= 10000 ? 8 : count <= 100000 ? 2 : 1;
    boxes_scene s = {{0, NULL, NULL}, {0, NULL, NULL}, queries, part * cbrt(0.5 / count), NULL};
    snprintf(parameter, sizeof parameter, "%s %d", name, count);
    s.moving = boxes_set_new(count, BOXES_LEAD + queries + 1, kind, part, 71 + (uint64_t)kind);
    boxes_race_scene(r, "all pairs", parameter, &s);
}

static void boxes_race_between(racing *r, population kind, const char *name, int movers, int count)
{
    char parameter[64];
    int queries = 24;
    boxes_scene s = {{0, NULL, NULL}, {0, NULL, NULL}, queries, 0.2 * cbrt(0.5 / count), NULL};
    snprintf(parameter, sizeof parameter, "%d, %s %d", movers, name, count);
    s.moving = boxes_set_new(movers, BOXES_LEAD + queries + 1, UNIFORM,
                             0.2 * cbrt((double)movers / count), 91);
    s.standing = boxes_set_new(count, 1, kind, 0, 71);
    boxes_race_scene(r, "between", parameter, &s);
}

static void boxes_race_awkward(racing *r, int count)
{
    boxes_race_all(r, "line along z", LINE, count, 0.2);
    boxes_race_all(r, "plates", PLATES, count, 0.2);
    boxes_race_all(r, "one giant", GIANT, count, 0.2);
    boxes_race_all(r, "made: cells", GRID, count, 0);
    boxes_race_all(r, "made: wall", WALL, count, 0);
    boxes_race_all(r, "far away", FAR_AWAY, count, 0.2);
    boxes_race_all(r, "crowd", CROWD, 1000, 0.2);
    race_table(r, "Awkward boxes: all pairs, a step");
}

/* How many pairs there are of boxes that are all the same: what an int can say, and what not. */
static void boxes_race_count(racing *r, int count)
{
    boxes_scene s = {{0, NULL, NULL}, {0, NULL, NULL}, 1, 0, NULL};
    char parameter[32];
    contest c = {"count", parameter, &s, 1, 1, sizeof(boxes_answer), boxes_judge_count};
    snprintf(parameter, sizeof parameter, "made: %d equal", count);
    s.moving = boxes_set_new(count, BOXES_LEAD + 2, EQUAL, 0, 71);
    race(r, &c);
    boxes_set_free(&s.moving);
    boxes_set_free(&s.standing);
}

static void boxes_race_aims(racing *r)
{
    static const char *const all = "all pairs", *const large = "made: many scales 160000";
    const race_aim aims[] = {
        {"many scales: 8 times the boxes",
         all,
         large,
         9.7,
         0,
         "",
         {NULL, "made: many scales 20000"},
         0},
        {"many scales, beside Embree", all, large, 1, 0, "Embree", {NULL, NULL}, 0},
        {"a count beyond int ends",
         "count",
         "made: 120000 equal",
         1.1,
         0,
         "",
         {NULL, "made: 65536 equal"},
         0}};
    boxes_race_all(r, "made: many scales", SCALES, 20000, 0);
    boxes_race_all(r, "made: many scales", SCALES, 160000, 0);
    boxes_race_count(r, 65536);
    boxes_race_count(r, 120000);
    race_table(r, "Boxes at distances from 2^-20 to 2^20; boxes that are all the same");
    race_aims(r, aims, 3);
}

int main(int argc, char **argv)
{
    racing r;
    int quick, most;
    if (!race_begin(&r, argc, argv, "boxes")) return 2;
    if (r.made) {
        r.seconds = 0.3;
        boxes_race_aims(&r);
        return race_end(&r);
    }
    quick = r.b.quick, most = quick ? 3000 : 100000;
    r.seconds = 0.1;
    boxes_race_all(&r, "uniform", UNIFORM, 1000, 0.2);
    for (int count = quick ? most : 10000; count <= most; count *= 10) {
        boxes_race_all(&r, "uniform", UNIFORM, count, 0.2);
        if (count < 100000) boxes_race_all(&r, "clustered", CLUSTERED, count, 0.2);
        boxes_race_all(&r, "mixed sizes", MIXED, count, 0.2);
    }
    if (!quick) boxes_race_all(&r, "uniform", UNIFORM, 1000000, 0.2);
    race_table(&r, "All boxes move: all pairs, a step");
    boxes_race_all(&r, "small steps", UNIFORM, 1000, 0.01);
    if (!quick) boxes_race_all(&r, "small steps", UNIFORM, 10000, 0.01);
    race_table(&r, "All move by a hundredth of their size");
    boxes_race_awkward(&r, quick ? 1000 : 8000);
    if (!quick) boxes_race_aims(&r);
    boxes_race_between(&r, UNIFORM, "uniform", 100, most);
    boxes_race_between(&r, MIXED, "mixed", 100, most);
    boxes_race_between(&r, UNIFORM, "uniform", most / 10, most / 10);
    race_table(&r, "Boxes that move and boxes that stand: pairs between them, a step");
    return race_end(&r);
}
