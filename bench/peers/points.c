/* Neighbours of points, all of them, within a radius: collide.h beside its peers. See race.h for
 * what is measured.
 *   near    all points are somewhere else: a grid or tree of them is made, then for each of them
 *           all that are within the radius, itself too, some thirty, their numbers written
 *   build   to make it, alone
 *   asks    the same as near, of one that is there, asked from where the points are later on
 *   pairs   it is made, then all pairs within the radius, each once
 * Within is at most the radius. Each coordinate is a whole number of units, so the judge knows that
 * without rounding; each neighbour or pair that is not found is missed, each that is none, or is
 * told twice, is wrong. Who writes numbers does so into the same memory as all others. */
#include "race.h"
#include "points.h"

typedef enum population {
    UNIFORM,   /* in a cube */
    CLUSTERED, /* in fifty clusters */
    LATTICE2,  /* of a cubic lattice, the radius is 2 spacings: six are at just the radius */
    LATTICE3,  /* 3 spacings: thirty are */
    SHEET,     /* of a square lattice in a plane, 3 spacings: four are */
    SPHERE,    /* on a sphere */
    DOUBLED,   /* each two times */
    INTEGERS,  /* small whole numbers, many alike, radius 2 */
    FAR_AWAY   /* in a cube, floats are a two-thousandth of the radius apart */
} population;

static const char *const population_names[] = {"uniform",
                                               "clustered",
                                               "lattice of radius/2",
                                               "lattice of radius/3",
                                               "flat sheet",
                                               "sphere",
                                               "doubled",
                                               "whole numbers",
                                               "far away"};

/* ---- scenes: coordinates in units */

enum { BITS = 22, ONE = 1 << BITS, ROOM_MOST = 1 << 24 }; /* a float has 24 */

/* The spacing of a lattice is no power of two, so squares are rounded in float. */
static double points_spacing(population kind, int side)
{
    return kind == INTEGERS ? 1 : floor(0.77 * ONE / side) * 1.0;
}

static int points_side(population kind, int count)
{
    return kind == SHEET ? (int)floor(sqrt(count) + 1e-9) : (int)floor(cbrt(count) + 1e-9);
}

/* So that thirty are within, in units. */
static double points_radius(population kind, int count)
{
    const double pi = 3.14159265358979, thirty = 30 * 3 / (4 * pi);
    double spacing = points_spacing(kind, points_side(kind, count)), sigma = 0.03;
    switch (kind) {
    case CLUSTERED:
        return floor(ONE * sigma * cbrt(thirty * 50 / count) * sqrt(4 * pi));
    case LATTICE2:
    case INTEGERS:
        return 2 * spacing;
    case LATTICE3:
    case SHEET:
        return 3 * spacing;
    case SPHERE:
        return floor(ONE * sqrt(30.0 / count)); /* of radius a half */
    default:
        return floor(ONE * cbrt(thirty / count));
    }
}

static void points_on_sphere(double at[3], bench_random *r)
{
    double length = 0;
    for (int k = 0; k < 3; ++k) at[k] = bench_normal(r);
    length = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    for (int k = 0; k < 3; ++k) at[k] = ONE * (0.5 + 0.5 * at[k] / length);
}

static void points_place(double at[3], bench_random *r, population kind, int i, int count,
                         const double (*clusters)[3])
{
    int side = points_side(kind, count), cluster = bench_below(r, 50);
    double spacing = points_spacing(kind, side);
    for (int k = 0; k < 3; ++k) {
        int cell = (k == 0 ? i : k == 1 ? i / side : i / side / side) % side;
        at[k] = ONE * bench_uniform(r, 0, 1);
        if (kind == CLUSTERED) at[k] = ONE * (clusters[cluster][k] + 0.03 * bench_normal(r));
        if (kind == LATTICE2 || kind == LATTICE3) at[k] = cell * spacing;
        if (kind == SHEET) at[k] = k == 2 ? ONE / 3 : cell * spacing;
        if (kind == INTEGERS) at[k] = bench_below(r, side);
        if (kind == FAR_AWAY) at[k] = 3.5 * ONE + at[k] / 128;
    }
    if (kind == SPHERE) points_on_sphere(at, r);
}

/* A step, in units: lattices are moved by some of the radius, all others are drawn anew. */
static void points_fill(double *at, int count, population kind, double radius, int step)
{
    bench_random r = bench_seed(171 + (uint64_t)kind);
    int moved = kind == LATTICE2 || kind == LATTICE3 || kind == SHEET;
    double clusters[50][3];
    for (int i = 0; i < 50; ++i)
        for (int k = 0; k < 3; ++k) clusters[i][k] = bench_uniform(&r, 0.1, 0.9);
    r = bench_seed(1000 * (uint64_t)kind + (uint64_t)step);
    for (int i = 0; i < count; ++i) {
        points_place(at + 3 * i, &r, kind, i, count, (const double(*)[3])clusters);
        for (int k = 0; k < 3; ++k) {
            if (moved) at[3 * i + k] += step * floor(0.2 * radius / (k + 1.5));
            if (kind == DOUBLED && i >= count / 2) at[3 * i + k] = at[3 * (i - count / 2) + k];
        }
    }
}

static void points_scene_new(points_scene *s, population kind, int count, int queries)
{
    size_t numbers = (size_t)count * 3;
    double *at = (double *)race_memory(numbers * sizeof *at);
    float *at32;
    double *at64, radius = floor(points_radius(kind, count) / (kind == FAR_AWAY ? 128 : 1));
    memset(s, 0, sizeof *s);
    s->count = count, s->queries = queries, s->steps = queries + 1;
    s->unit = kind == INTEGERS ? 1 : kind == FAR_AWAY ? 1.0 / 1024 : 1.0 / ONE;
    s->radius = radius * s->unit;
    s->at32 = at32 = (float *)race_memory((size_t)s->steps * numbers * sizeof *at32);
    s->at64 = at64 = (double *)race_memory((size_t)s->steps * numbers * sizeof *at64);
    for (int step = 0; step < s->steps; ++step) {
        points_fill(at, count, kind, radius, step);
        for (size_t i = 0; i < numbers; ++i, ++at32, ++at64)
            *at64 = *at32 = (float)(floor(at[i]) * s->unit);
    }
    free(at);
}

/* ---- the judge: cells no smaller than the radius, whole numbers */

typedef struct truth_list {
    int64_t *ends; /* of each point that asks */
    uint32_t *numbers;
} truth_list;

typedef struct points_truth {
    truth_list *lists; /* one a query */
    uint32_t *stamps;  /* one a point: by whom it is expected, and not yet told */
} points_truth;

typedef struct truth_cells {
    int64_t low[3], size[3], edge; /* of the cells */
    const int64_t *points;
    int64_t *first; /* of each cell, and of one more */
    uint32_t *inside;
} truth_cells;

static int64_t *truth_whole(const points_scene *s, int step)
{
    size_t numbers = (size_t)s->count * 3;
    const double *from = points_step64(s, step);
    int64_t *whole = (int64_t *)race_memory(numbers * sizeof *whole);
    for (size_t i = 0; i < numbers; ++i) {
        whole[i] = (int64_t)(from[i] / s->unit);
        if ((double)whole[i] * s->unit != from[i] || llabs(whole[i]) > ROOM_MOST) {
            fprintf(stderr, "points: a coordinate is no whole number of units\n");
            exit(1);
        }
    }
    return whole;
}

static int64_t truth_cell(const truth_cells *c, const int64_t at[3])
{
    int64_t cell = 0;
    for (int k = 2; k >= 0; --k) cell = cell * c->size[k] + (at[k] - c->low[k]) / c->edge;
    return cell;
}

static void truth_frame(truth_cells *c, int count, int64_t radius)
{
    int64_t high[3], cells;
    for (int k = 0; k < 3; ++k) c->low[k] = INT64_MAX, high[k] = INT64_MIN;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) {
            int64_t at = c->points[3 * i + k];
            if (at < c->low[k]) c->low[k] = at;
            if (at > high[k]) high[k] = at;
        }
    for (c->edge = radius;; c->edge *= 2) {
        for (int k = 0; k < 3; ++k) c->size[k] = (high[k] - c->low[k]) / c->edge + 1;
        cells = c->size[0] * c->size[1];
        if (cells < 1 << 22 && (cells *= c->size[2]) < 1 << 22) break;
    }
    c->first = (int64_t *)race_memory((size_t)(cells + 2) * sizeof *c->first);
    c->inside = (uint32_t *)race_memory((size_t)count * sizeof *c->inside);
    for (int i = 0; i < count; ++i) c->first[truth_cell(c, c->points + 3 * i) + 2]++;
    for (int64_t i = 2; i < cells + 2; ++i) c->first[i] += c->first[i - 1];
    for (int i = 0; i < count; ++i)
        c->inside[c->first[truth_cell(c, c->points + 3 * i) + 1]++] = (uint32_t)i;
}

/* Of the cells from `from` to `to`, which are beside each other: writes who is within, or only
   counts them if out is NULL. */
static int64_t truth_row(const truth_cells *c, const int64_t at[3], int64_t squared, int64_t from,
                         int64_t to, uint32_t *out)
{
    int64_t found = 0;
    for (int64_t i = c->first[from]; i < c->first[to + 1]; ++i) {
        const int64_t *p = c->points + 3 * (int64_t)c->inside[i];
        int64_t x = p[0] - at[0], y = p[1] - at[1], z = p[2] - at[2];
        if (x * x + y * y + z * z > squared) continue;
        if (out != NULL) out[found] = c->inside[i];
        found++;
    }
    return found;
}

static int64_t truth_near(const truth_cells *c, const int64_t at[3], int64_t radius, uint32_t *out)
{
    int64_t low[3], high[3], found = 0;
    for (int k = 0; k < 3; ++k) { /* rounded down, of what may be negative */
        int64_t from = at[k] - radius - c->low[k], to = at[k] + radius - c->low[k];
        low[k] = from < 0 ? 0 : from / c->edge;
        high[k] = to < 0 ? -1 : to / c->edge;
        if (high[k] >= c->size[k]) high[k] = c->size[k] - 1;
        if (low[k] > high[k]) return 0;
    }
    for (int64_t z = low[2]; z <= high[2]; ++z)
        for (int64_t y = low[1]; y <= high[1]; ++y) {
            int64_t row = (z * c->size[1] + y) * c->size[0];
            found += truth_row(c, at, radius * radius, row + low[0], row + high[0],
                               out == NULL ? NULL : out + found);
        }
    return found;
}

/* Who is within of the points of step `among`, for each point of step `asking`. */
static truth_list truth_of(const points_scene *s, int among, int asking)
{
    int64_t radius = (int64_t)(s->radius / s->unit), total = 0;
    int64_t *items = truth_whole(s, among), *askers = truth_whole(s, asking);
    truth_cells c = {{0, 0, 0}, {0, 0, 0}, 0, items, NULL, NULL};
    truth_list list;
    truth_frame(&c, s->count, radius);
    list.ends = (int64_t *)race_memory((size_t)s->count * sizeof *list.ends);
    for (int i = 0; i < s->count; ++i)
        list.ends[i] = total += truth_near(&c, askers + 3 * i, radius, NULL);
    list.numbers = (uint32_t *)race_memory((size_t)total * sizeof *list.numbers);
    for (int i = 0; i < s->count; ++i)
        truth_near(&c, askers + 3 * i, radius, list.numbers + (i ? list.ends[i - 1] : 0));
    free(items), free(askers), free(c.first), free(c.inside);
    return list;
}

/* Those of point i: what is expected, above `above` and but for `except`, beside what is said. */
static void truth_compare(const points_truth *t, const truth_list *expected, int i, int64_t above,
                          int64_t except, const uint32_t *said, int64_t count, int points,
                          int verdicts[4])
{
    int64_t missing = 0;
    uint32_t stamp = (uint32_t)i + 1;
    for (int64_t k = i ? expected->ends[i - 1] : 0; k < expected->ends[i]; ++k)
        if (expected->numbers[k] > above && expected->numbers[k] != except)
            t->stamps[expected->numbers[k]] = stamp, missing++;
    for (int64_t k = 0; k < count; ++k) {
        int is_one = said[k] < (uint32_t)points && t->stamps[said[k]] == stamp;
        if (is_one) t->stamps[said[k]] = 0, missing--;
        verdicts[is_one ? RACE_RIGHT : RACE_WRONG]++;
    }
    verdicts[RACE_MISSED] += (int)missing;
}

static void points_tally_near(const void *scene, int query, const void *answer, const peer *who,
                              int verdicts[4])
{
    const points_scene *s = (const points_scene *)scene;
    const points_room *room = &s->room;
    const points_answer *said = (const points_answer *)answer;
    int64_t used = 0;
    (void)who;
    memset(s->truth->stamps, 0, (size_t)s->count * sizeof *s->truth->stamps);
    for (int i = 0; i < s->count; ++i) {
        int64_t first = i ? room->ends[i - 1] : 0;
        if (said->lists) first = room->begins[i];
        used += room->ends[i] - first;
        truth_compare(s->truth, &s->truth->lists[query], i, -1, said->lists ? i : -1,
                      room->numbers + first, room->ends[i] - first, s->count, verdicts);
    }
    if (said->count != used) verdicts[RACE_WRONG]++;
}

/* The pairs by their first; those whose first is no point are wrong, and so is a second that is not
   greater. */
static void points_tally_pairs(const void *scene, int query, const void *answer, const peer *who,
                               int verdicts[4])
{
    const points_scene *s = (const points_scene *)scene;
    const uint32_t *pair = s->room.numbers;
    int64_t count = ((const points_answer *)answer)->count, *first = NULL;
    uint32_t *seconds = NULL;
    (void)who;
    if (count > s->room.capacity / 2) verdicts[RACE_WRONG]++, count = s->room.capacity / 2;
    first = (int64_t *)race_memory((size_t)(s->count + 2) * sizeof *first);
    seconds = (uint32_t *)race_memory((size_t)count * sizeof *seconds);
    for (int64_t i = 0; i < count; ++i)
        if (pair[2 * i] < (uint32_t)s->count)
            first[pair[2 * i] + 2]++;
        else
            verdicts[RACE_WRONG]++;
    for (int i = 2; i < s->count + 2; ++i) first[i] += first[i - 1];
    for (int64_t i = 0; i < count; ++i)
        if (pair[2 * i] < (uint32_t)s->count) seconds[first[pair[2 * i] + 1]++] = pair[2 * i + 1];
    memset(s->truth->stamps, 0, (size_t)s->count * sizeof *s->truth->stamps);
    for (int i = 0; i < s->count; ++i)
        truth_compare(s->truth, &s->truth->lists[query], i, i, -1, seconds + first[i],
                      first[i + 1] - first[i], s->count, verdicts);
    free(first), free(seconds);
}

static race_verdict points_judge_build(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    (void)query, (void)who, (void)error;
    return ((const points_answer *)answer)->count == ((const points_scene *)scene)->count
               ? RACE_RIGHT
               : RACE_WRONG;
}

/* ---- contests */

/* Room for as many as there are, and some that are not. */
static void points_room_new(points_scene *s, const points_truth *truth)
{
    int64_t most = 0;
    for (int q = 0; q < s->queries; ++q)
        if (truth->lists[q].ends[s->count - 1] > most) most = truth->lists[q].ends[s->count - 1];
    s->room.capacity = most + most / 8 + 1024;
    free(s->room.ends), free(s->room.begins), free(s->room.numbers);
    s->room.ends = (int64_t *)race_memory((size_t)s->count * sizeof *s->room.ends);
    s->room.begins = (int64_t *)race_memory((size_t)s->count * sizeof *s->room.begins);
    s->room.numbers = (uint32_t *)race_memory((size_t)s->room.capacity * sizeof(uint32_t));
}

static void points_race(racing *r, const char *question, const char *name, points_scene *s)
{
    points_truth truth = {NULL, NULL};
    contest c = {question, name, s, s->queries, 1, sizeof(points_answer), NULL};
    int asks = strcmp(question, "asks") == 0;
    truth.lists = (truth_list *)race_memory((size_t)s->queries * sizeof *truth.lists);
    truth.stamps = (uint32_t *)race_memory((size_t)s->count * sizeof *truth.stamps);
    for (int q = 0; q < s->queries; ++q)
        truth.lists[q] = truth_of(s, asks ? 0 : q, asks ? q + 1 : q);
    points_room_new(s, &truth);
    s->truth = &truth;
    r->tally = strcmp(question, "pairs") == 0 ? points_tally_pairs : points_tally_near;
    if (strcmp(question, "build") == 0) c.judge = points_judge_build;
    race(r, &c);
    for (int q = 0; q < s->queries; ++q) free(truth.lists[q].ends), free(truth.lists[q].numbers);
    free(truth.lists), free(truth.stamps);
}

/* questions: of "near", "build", "asks" and "pairs" those whose first letters are there. */
static void points_race_all(racing *r, population kind, int count, const char *questions)
{
    static const char *const all[] = {"near", "build", "asks", "pairs"};
    int queries = count <= 1000 ? 32 : count <= 30000 ? 4 : count <= 100000 ? 2 : 1;
    char name[64];
    points_scene s;
    points_scene_new(&s, kind, count, queries);
    snprintf(name, sizeof name, "%s %d", population_names[kind], count);
    /* That a pass may last: so long that all have more than one pass, warm. */
    r->seconds = (count > 100000 ? 10 : count > 30000 ? 0.7 : 0.1) * (r->b.quick ? 5 : 1);
    for (int i = 0; i < 4; ++i)
        if (strchr(questions, all[i][0]) != NULL) points_race(r, all[i], name, &s);
    free((void *)(uintptr_t)s.at32), free((void *)(uintptr_t)s.at64);
    free(s.room.ends), free(s.room.begins), free(s.room.numbers);
}

int main(int argc, char **argv)
{
    racing r;
    int quick;
    if (!race_begin(&r, argc, argv, "points")) return 2;
    quick = r.b.quick;
    points_race_all(&r, UNIFORM, 1000, "nbap");
    points_race_all(&r, UNIFORM, quick ? 10000 : 100000, "nbap");
    points_race_all(&r, CLUSTERED, quick ? 10000 : 100000, "np");
    if (!quick) points_race_all(&r, UNIFORM, 1000000, "nbp");
    race_table(&r, "All points move: neighbours within a radius, a step");
    for (int kind = LATTICE2; kind <= FAR_AWAY; ++kind)
        points_race_all(&r, (population)kind, quick ? 3375 : 8000, "np");
    race_table(&r, "Made points: neighbours within a radius, a step");
    return race_end(&r);
}
