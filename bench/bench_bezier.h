/* bench_bezier.h: the BEZIER page of the bench.
 *
 * A moving point against one cubic, call by call and in batches, beside the source's own tests
 * (baseline_bezier.h): 'segment' is its segment-segment test with the same moves against the chord
 * of each curve, 'baseline' its cubic. Then what it advises instead, 2, 10 or 100 chords a curve,
 * with what they miss. Then wavy closed paths of 10^2 to 10^6 pieces, and what else
 * the module answers.
 */
#ifndef BENCH_BEZIER_H
#define BENCH_BEZIER_H

#include "bench.h"
#include "collide.h"
#include "baseline_bezier.h"

#include "../tests/made_outlines.h"
#include "../tests/told_meetings.h"

enum { BEZIER_PAIRS = 16384, BEZIER_BATCH = 4096 };

/* Moves, and for each the curve that it is tried against. */
typedef struct bezier_scene {
    cld_bezier *curves;
    cld_vec2 *from, *to;
    cld_path_hit *hits; /* of the runs that write them */
    int count, found;
} bezier_scene;

static void *bezier_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return memory;
}

static bezier_scene bezier_scene_new(int count)
{
    bezier_scene s;
    size_t n = (size_t)count;
    s.count = count;
    s.found = 0;
    s.curves = (cld_bezier *)bezier_allocate(n, sizeof *s.curves);
    s.from = (cld_vec2 *)bezier_allocate(n, sizeof *s.from);
    s.to = (cld_vec2 *)bezier_allocate(n, sizeof *s.to);
    s.hits = (cld_path_hit *)bezier_allocate(n, sizeof *s.hits);
    return s;
}

static void bezier_scene_free(bezier_scene *s)
{
    free(s->curves);
    free(s->from);
    free(s->to);
    free(s->hits);
}

/* ---- making moves ---- */

static cld_vec2 bezier_vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

/* A point of a square; in order, so that every compiler makes the same. */
static cld_vec2 bezier_place(bench_random *r, double low, double high)
{
    double x = bench_uniform(r, low, high);
    return bezier_vec2(x, bench_uniform(r, low, high));
}

/* A step of the given length in a random direction. */
static cld_vec2 bezier_step(bench_random *r, cld_vec2 from, double length)
{
    double angle = bench_uniform(r, 0, 6.283185307179586);
    return bezier_vec2((double)from.x + length * cos(angle), (double)from.y + length * sin(angle));
}

/* Control points anywhere in the unit square: bows, waves, cusps nearly, loops. */
static cld_bezier bezier_random(bench_random *r)
{
    cld_bezier c;
    c.degree = 3;
    for (int i = 0; i < 4; ++i) c.points[i] = bezier_place(r, 0, 1);
    return c;
}

/* The point of a cubic, plainly; the derivative is not normalised. */
static void bezier_at(const cld_bezier *c, double q, double point[2], double derivative[2])
{
    double w = 1 - q;
    double b[4] = {w * w * w, 3 * w * w * q, 3 * w * q * q, q * q * q};
    double d[4] = {-3 * w * w, 3 * w * w - 6 * w * q, 6 * w * q - 3 * q * q, 3 * q * q};
    memset(point, 0, 2 * sizeof *point);
    memset(derivative, 0, 2 * sizeof *derivative);
    for (int i = 0; i < 4; ++i) {
        point[0] += b[i] * (double)c->points[i].x, point[1] += b[i] * (double)c->points[i].y;
        derivative[0] += d[i] * (double)c->points[i].x;
        derivative[1] += d[i] * (double)c->points[i].y;
    }
}

/* The wanted answer, from 64 chords: wrong for a few that barely touch, which sorting the moves
   into populations can bear. */
static int bezier_meets(const cld_bezier *c, cld_vec2 from, cld_vec2 to)
{
    double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
    double last_side = 0, last_time = 0, point[2], derivative[2];
    for (int i = 0; i <= 64; ++i) {
        double side, time;
        bezier_at(c, i / 64.0, point, derivative);
        point[0] -= (double)from.x, point[1] -= (double)from.y;
        side = x * point[1] - y * point[0];
        time = (x * point[0] + y * point[1]) / (x * x + y * y);
        if (i > 0 && (side > 0) != (last_side > 0)) {
            double t = last_time + (time - last_time) * last_side / (last_side - side);
            if (t >= 0 && t <= 1) return 1;
        }
        last_side = side, last_time = time;
    }
    return 0;
}

/* Does the box of the move meet that of the control points? */
static int bezier_boxes_meet(const cld_bezier *c, cld_vec2 from, cld_vec2 to)
{
    int left = 0, right = 0, below = 0, above = 0;
    for (int i = 0; i < 4; ++i) {
        cld_vec2 p = c->points[i];
        left += p.x < from.x && p.x<to.x, right += p.x> from.x && p.x > to.x;
        below += p.y < from.y && p.y<to.y, above += p.y> from.y && p.y > to.y;
    }
    return left < 4 && right < 4 && below < 4 && above < 4;
}

/* Does the line of the move pass between the control points? */
static int bezier_line_meets(const cld_bezier *c, cld_vec2 from, cld_vec2 to)
{
    double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
    int left = 0;
    for (int i = 0; i < 4; ++i)
        left += x * ((double)c->points[i].y - (double)from.y) >
                y * ((double)c->points[i].x - (double)from.x);
    return left > 0 && left < 4;
}

/* The curves' control points have a box of diagonal 0.85 on average: 'size'. */
typedef enum bezier_kind {
    BEZIER_APART,   /* moves of half the size whose box is away from that of the control points */
    BEZIER_NEAR,    /* the boxes meet, the line passes between control points: yet no hit */
    BEZIER_AROUND,  /* anywhere in and around the curve's box, of half the size */
    BEZIER_STEP,    /* 1/100 of the size, near the curve */
    BEZIER_TANGENT, /* tangent to the rounding of their ends, of half the size */
    BEZIER_KINDS
} bezier_kind;

/* One try at a move of its kind against the curve; 0: it is none. */
static int bezier_try(bench_random *r, bezier_kind kind, const cld_bezier *c, cld_vec2 *from,
                      cld_vec2 *to)
{
    double point[2], derivative[2], reach = kind == BEZIER_APART ? 1.5 : 0.25;
    *from = bezier_place(r, -reach, 1 + reach);
    *to = bezier_step(r, *from, 0.425);
    if (kind == BEZIER_APART) return !bezier_boxes_meet(c, *from, *to);
    if (kind == BEZIER_NEAR)
        return bezier_boxes_meet(c, *from, *to) && bezier_line_meets(c, *from, *to);
    if (kind == BEZIER_AROUND) return 1;
    bezier_at(c, bench_uniform(r, 0, 1), point, derivative);
    if (kind == BEZIER_STEP) {
        *from = bezier_vec2(point[0], point[1]);
        *from = bezier_step(r, *from, bench_uniform(r, 0, 0.017));
        *to = bezier_step(r, *from, 0.0085);
    } else {
        double speed = sqrt(derivative[0] * derivative[0] + derivative[1] * derivative[1]);
        double before = bench_uniform(r, 0, 0.425) / speed, after = 0.425 / speed - before;
        if (speed < 1e-3) return 0;
        *from = bezier_vec2(point[0] - before * derivative[0], point[1] - before * derivative[1]);
        *to = bezier_vec2(point[0] + after * derivative[0], point[1] + after * derivative[1]);
    }
    return 1;
}

typedef struct bezier_population {
    const char *name;
    bezier_kind kind;
    double hits; /* this share of moves hits; negative: as it comes */
} bezier_population;

/* Fresh moves, each against a curve of its own, or all against one that is given. */
static void bezier_fill(bezier_scene *s, int first, int count, const bezier_population *p,
                        const cld_bezier *given, bench_random *r)
{
    for (int i = first; i < first + count; ++i) {
        int want = p->hits < 0 ? -1 : bench_uniform(r, 0, 1) < p->hits;
        for (int tries = 0; tries < 100000; ++tries) {
            s->curves[i] = given ? *given : bezier_random(r);
            if (!bezier_try(r, p->kind, &s->curves[i], &s->from[i], &s->to[i])) continue;
            if (want < 0 || bezier_meets(&s->curves[i], s->from[i], s->to[i]) == want) break;
        }
    }
}

/* ---- one call a pair ---- */

static void bezier_run_collide(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    double sum = 0;
    s->found = 0;
    for (int i = 0; i < s->count; ++i) {
        cld_path_hit hit;
        if (cld_bezier_sweep(&s->curves[i], s->from[i], s->to[i], &hit) <= 0) continue;
        s->found++;
        sum += (double)hit.time;
    }
    bench_keep(sum);
}

static void bezier_run_segment(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    double sum = 0;
    s->found = 0;
    for (int i = 0; i < s->count; ++i) {
        const cld_vec2 *p = s->curves[i].points;
        baseline_moment hit;
        if (!baseline_segment(s->from[i], s->to[i], p[0], p[3], &hit)) continue;
        s->found++;
        sum += (double)hit.time;
    }
    bench_keep(sum);
}

static void bezier_run_baseline(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    double sum = 0;
    s->found = 0;
    for (int i = 0; i < s->count; ++i) {
        baseline_moment hit;
        if (!baseline_cubic(s->curves[i].points, s->from[i], s->to[i], &hit)) continue;
        s->found++;
        sum += (double)hit.time;
    }
    bench_keep(sum);
}

static void bezier_run_segment_hit(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    double sum = 0;
    s->found = 0;
    for (int i = 0; i < s->count; ++i) {
        const cld_vec2 *p = s->curves[i].points;
        cld_path_hit hit;
        if (cld_segment_hit(s->from[i], s->to[i], p[0], p[3], &hit) <= 0) continue;
        s->found++;
        sum += (double)hit.time;
    }
    bench_keep(sum);
}

/* Pairs on which the baseline says otherwise than we do. */
static int bezier_differing(const bezier_scene *s)
{
    int differing = 0;
    for (int i = 0; i < s->count; ++i) {
        baseline_moment hit;
        int plain = baseline_cubic(s->curves[i].points, s->from[i], s->to[i], &hit);
        differing += plain != cld_bezier_sweep(&s->curves[i], s->from[i], s->to[i], NULL);
    }
    return differing;
}

enum { BEZIER_POPULATIONS = 7 };

static const bezier_population bezier_populations[BEZIER_POPULATIONS] = {
    {"apart", BEZIER_APART, -1},     {"near miss", BEZIER_NEAR, 0},
    {"miss", BEZIER_AROUND, 0},      {"mixed: 30 % hits", BEZIER_AROUND, 0.3},
    {"all hits", BEZIER_AROUND, 1},  {"short steps: 30 % hits", BEZIER_STEP, 0.3},
    {"tangent", BEZIER_TANGENT, -1},
};

/* seconds[i][0..3]: collide, segment, baseline, cld_segment_hit in population i. */
static void bezier_bench_single(bench *b, double seconds[BEZIER_POPULATIONS][4])
{
    static const char *const who[4] = {"collide", "segment", "baseline", "collide"};
    bezier_scene s = bezier_scene_new(BEZIER_PAIRS);
    const bench_runner runners[4] = {{bezier_run_collide, &s},
                                     {bezier_run_segment, &s},
                                     {bezier_run_baseline, &s},
                                     {bezier_run_segment_hit, &s}};
    for (int i = 0; i < BEZIER_POPULATIONS; ++i) {
        const char *name = bezier_populations[i].name;
        bench_random r = bench_seed(101 + (uint64_t)i);
        bezier_fill(&s, 0, s.count, &bezier_populations[i], NULL, &r);
        bench_race(b, runners, 4, seconds[i]);
        for (int k = 0; k < 4; ++k) seconds[i][k] /= s.count;
        for (int k = 0; k < 4; ++k) {
            const char *parameter = k == 1 || k == 3 ? "chord" : "cubic";
            runners[k].run(&s);
            bench_figure(b, who[k], "bezier", name, parameter, "time_median", seconds[i][k], "s");
            bench_figure(b, who[k], "bezier", name, parameter, "hits", 100.0 * s.found / s.count,
                         "%");
            bench_figure(b, who[k], "bezier", name, parameter, "segments",
                         seconds[i][k] / seconds[i][1], "x");
        }
        bench_figure(b, "baseline", "bezier", name, "cubic", "differ", bezier_differing(&s), "");
    }
    bezier_scene_free(&s);
    bench_table(b, "curves: a moving point against one cubic, time a pair (moves of half the\n"
                   "curve's size, steps of 1/100; chord: the same moves against the segment\n"
                   "between the curve's ends; segments: times the plain segment test's time;\n"
                   "differ: answers of the baseline, of 16384, that are not ours)");
}

static void bezier_ask_single(bench *b, double seconds[BEZIER_POPULATIONS][4])
{
    double miss = seconds[2][0] / seconds[2][1], hit = 0;
    if (sizeof(cld_real) == sizeof(float)) return; /* asked of the double library */
    for (int i = 4; i <= 6; ++i)
        if (bezier_populations[i].hits == 1) hit = fmax(hit, seconds[i][0] / seconds[i][1]);
    bench_ask(b, "bezier", "a miss, in segment tests (random moves)", 2, miss, "x", BENCH_AT_MOST);
    bench_ask(b, "bezier", "a hit, in segment tests", 6, hit, "x", BENCH_AT_MOST);
    bench_ask(b, "bezier", "30 % hits: part of the baseline's time", 0.5,
              seconds[3][0] / seconds[3][2], "x", BENCH_AT_MOST);
}

/* ---- chords instead of the curve ---- */

enum { BEZIER_CHORDS = 3 };

static const int bezier_chord_counts[BEZIER_CHORDS] = {2, 10, 100};

/* The curves of a scene as chords between points at even parameters, made beforehand. */
typedef struct bezier_chords {
    bezier_scene *scene;
    cld_vec2 *points; /* count + 1 a curve */
    int count;
} bezier_chords;

static bezier_chords bezier_chords_new(bezier_scene *s, int count)
{
    bezier_chords c;
    c.scene = s;
    c.count = count;
    c.points =
        (cld_vec2 *)bezier_allocate((size_t)s->count * (size_t)(count + 1), sizeof *c.points);
    for (int i = 0; i < s->count; ++i)
        for (int k = 0; k <= count; ++k) {
            double point[2], derivative[2];
            bezier_at(&s->curves[i], (double)k / count, point, derivative);
            c.points[(size_t)i * (size_t)(count + 1) + (size_t)k] = bezier_vec2(point[0], point[1]);
        }
    return c;
}

static int bezier_chords_one(const bezier_chords *c, int i, baseline_moment *hit)
{
    const cld_vec2 *points = c->points + (size_t)i * (size_t)(c->count + 1);
    return baseline_chords(points, c->count, c->scene->from[i], c->scene->to[i], hit);
}

static void bezier_run_chords(void *context)
{
    const bezier_chords *c = (const bezier_chords *)context;
    double sum = 0;
    c->scene->found = 0;
    for (int i = 0; i < c->scene->count; ++i) {
        baseline_moment hit;
        if (!bezier_chords_one(c, i, &hit)) continue;
        c->scene->found++;
        sum += (double)hit.time;
    }
    bench_keep(sum);
}

/* What is not as the exact query has it. Errors: of the time of the first hit, where both have one,
   in parts of the move. */
typedef struct bezier_loss {
    double hits, missed, ghosts, error_median, error_max;
} bezier_loss;

static bezier_loss bezier_chords_loss(const bezier_chords *c)
{
    bezier_loss loss = {0, 0, 0, (double)NAN, (double)NAN};
    double *errors = (double *)bezier_allocate((size_t)c->scene->count, sizeof *errors);
    int both = 0;
    for (int i = 0; i < c->scene->count; ++i) {
        cld_path_hit first;
        baseline_moment hit;
        const bezier_scene *s = c->scene;
        int curve = cld_bezier_sweep(&s->curves[i], s->from[i], s->to[i], &first) > 0;
        int chords = bezier_chords_one(c, i, &hit);
        loss.hits += curve;
        loss.missed += curve && !chords;
        loss.ghosts += chords && !curve;
        if (curve && chords) errors[both++] = fabs((double)hit.time - (double)first.time);
    }
    if (both > 0) {
        bench_statistics summary = bench_summary(errors, both);
        loss.error_median = summary.median;
        loss.error_max = summary.max;
    }
    free(errors);
    return loss;
}

static void bezier_report_chords(bench *b, const char *name, const bezier_chords *c, double seconds)
{
    char parameter[32];
    bezier_loss loss = bezier_chords_loss(c);
    snprintf(parameter, sizeof parameter, "chords=%d", c->count);
    bench_figure(b, "chords", "bezier", name, parameter, "time_median", seconds, "s");
    bench_figure(b, "chords", "bezier", name, parameter, "hits",
                 100.0 * (loss.hits - loss.missed + loss.ghosts) / c->scene->count, "%");
    bench_figure(b, "chords", "bezier", name, parameter, "missed", loss.missed, "");
    bench_figure(b, "chords", "bezier", name, parameter, "ghosts", loss.ghosts, "");
    bench_figure(b, "chords", "bezier", name, parameter, "t_error_50%", loss.error_median, "");
    bench_figure(b, "chords", "bezier", name, parameter, "t_error_max", loss.error_max, "");
}

/* Ours and the chords race over the same moves against the same curves. */
static void bezier_bench_chords(bench *b)
{
    static const int which[5] = {1, 3, 4, 5, 6};
    bezier_scene s = bezier_scene_new(BEZIER_PAIRS);
    for (int k = 0; k < 5; ++k) {
        const bezier_population *p = &bezier_populations[which[k]];
        bench_random r = bench_seed(101 + (uint64_t)which[k]);
        bezier_chords chords[BEZIER_CHORDS];
        bench_runner runners[1 + BEZIER_CHORDS] = {{bezier_run_collide, &s}};
        double seconds[1 + BEZIER_CHORDS];
        bezier_fill(&s, 0, s.count, p, NULL, &r);
        for (int i = 0; i < BEZIER_CHORDS; ++i) {
            chords[i] = bezier_chords_new(&s, bezier_chord_counts[i]);
            runners[1 + i].run = bezier_run_chords, runners[1 + i].context = &chords[i];
        }
        bench_race(b, runners, 1 + BEZIER_CHORDS, seconds);
        bezier_run_collide(&s);
        bench_figure(b, "collide", "bezier", p->name, "the curve", "time_median",
                     seconds[0] / s.count, "s");
        bench_figure(b, "collide", "bezier", p->name, "the curve", "hits",
                     100.0 * s.found / s.count, "%");
        for (int i = 0; i < BEZIER_CHORDS; ++i) {
            bezier_report_chords(b, p->name, &chords[i], seconds[1 + i] / s.count);
            free(chords[i].points);
        }
    }
    bezier_scene_free(&s);
    bench_table(
        b, "curves: the source's advice, chords instead of the curve, made beforehand; time a\n"
           "pair; missed, ghosts: of 16384 moves those that meet the curve and no chord, and\n"
           "the reverse; t_error: of the time of the first hit, in parts of the move");
}

/* ---- batches ---- */

/* All moves, BEZIER_BATCH of them against each curve; the hits of one batch overwrite those of the
   one before. */
static void bezier_run_batch(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    double sum = 0;
    for (int i = 0; i < s->count; i += BEZIER_BATCH) {
        cld_bezier_sweep_many(&s->curves[i], s->from + i, s->to + i, BEZIER_BATCH, s->hits);
        sum += (double)s->hits[i % 7].time;
    }
    bench_keep(sum);
}

static double bezier_distance(cld_vec2 a, cld_vec2 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    return sqrt(x * x + y * y);
}

/* What the documentation allows between two answers: either is good to 2^-44 M, and its members are
   rounded to cld_real (twice, as time and the mover's place follow from each other). */
static double bezier_allowance(const cld_bezier *c, cld_vec2 from, cld_vec2 to)
{
    double most = bezier_distance(from, to),
           size = fmax(fabs((double)from.x), fabs((double)from.y));
    for (int i = 0; i <= c->degree; ++i) most = fmax(most, bezier_distance(from, c->points[i]));
    return 2 * ldexp(most, -44) + ldexp(most + size, sizeof(cld_real) == sizeof(float) ? -22 : -51);
}

/* Answers of the batch that are not those of single calls: a hit for a miss, a miss for a hit, or a
   point that is off by more than both may be. */
static int bezier_batch_wrong(bezier_scene *s)
{
    int wrong = 0;
    for (int i = 0; i < s->count; ++i) {
        cld_path_hit one;
        const cld_path_hit *many = &s->hits[i % BEZIER_BATCH];
        int single = cld_bezier_sweep(&s->curves[i], s->from[i], s->to[i], &one);
        if (i % BEZIER_BATCH == 0)
            cld_bezier_sweep_many(&s->curves[i], s->from + i, s->to + i, BEZIER_BATCH, s->hits);
        if (single != (many->time <= 1))
            wrong++;
        else if (single && bezier_distance(one.point, many->point) >
                               bezier_allowance(&s->curves[i], s->from[i], s->to[i]))
            wrong++;
    }
    return wrong;
}

static double bezier_batch_limit(void)
{
#if defined(CLD__SIMD_AVX512)
    return 12e-9;
#elif defined(CLD__SIMD_AVX2)
    return 20e-9;
#else
    return 0;
#endif
}

static void bezier_bench_batch(bench *b)
{
    static const int which[4] = {0, 2, 3, 4};
    bezier_scene s = bezier_scene_new((b->quick ? 4 : 16) * BEZIER_BATCH);
    const bench_runner runners[2] = {{bezier_run_batch, &s}, {bezier_run_collide, &s}};
    double mixed = 0, wrong = 0;
    for (int k = 0; k < 4; ++k) {
        const bezier_population *p = &bezier_populations[which[k]];
        bench_random r = bench_seed(121 + (uint64_t)k);
        double seconds[2], bad;
        for (int i = 0; i < s.count; i += BEZIER_BATCH) {
            cld_bezier curve = bezier_random(&r);
            bezier_fill(&s, i, BEZIER_BATCH, p, &curve, &r);
        }
        bench_race(b, runners, 2, seconds);
        if (which[k] == 3) mixed = seconds[0] / s.count;
        wrong += bad = bezier_batch_wrong(&s);
        bench_figure(b, "collide", "bezier", p->name, "batch of 4096", "time_median",
                     seconds[0] / s.count, "s");
        bench_figure(b, "collide", "bezier", p->name, "batch of 4096", "hits",
                     100.0 * s.found / s.count, "%");
        bench_figure(b, "collide", "bezier", p->name, "batch of 4096", "wrong", bad, "");
        bench_figure(b, "collide", "bezier", p->name, "one by one", "time_median",
                     seconds[1] / s.count, "s");
    }
    bezier_scene_free(&s);
    bench_table(b, "curves: moves by 4096 against one cubic (some cubics in turn), time a pair\n"
                   "(wrong: not the answer of a single call, by more than is documented)");
    if (sizeof(cld_real) == sizeof(float) && bezier_batch_limit() > 0)
        bench_ask(b, "bezier", "a batch, 30 % hits: time a pair", bezier_batch_limit(), mixed, "s",
                  BENCH_AT_MOST);
    bench_ask(b, "bezier", "answers of batches that are wrong", 0, wrong, "", BENCH_AT_MOST);
}

/* ---- paths ---- */

/* A wavy closed path around the origin. */
typedef struct bezier_loop {
    cld_path path;
    char *commands;
    cld_real *points;
    void *tree;
    int pieces;
    double radius, length; /* of the whole, of a piece */
} bezier_loop;

/* Corner k of n: a zigzag between two circles, one twice as wide as the other, in steps about
   equally long. */
static void bezier_corner(const bezier_loop *loop, int k, double corner[2])
{
    double lobes = fmax(2, floor(sqrt(loop->pieces) / 4));
    double turn = (double)k / loop->pieces, phase = fmod(lobes * turn, 1);
    double reach = loop->radius * (1 - fabs(phase - 0.5));
    corner[0] = reach * cos(6.283185307179586 * turn);
    corner[1] = reach * sin(6.283185307179586 * turn);
}

/* Appends the point at `along` of the way from p to q, `aside` of its length to the left. */
static void bezier_put(bezier_loop *loop, const double p[2], const double q[2], double along,
                       double aside)
{
    double x = q[0] - p[0], y = q[1] - p[1];
    cld_real *to = loop->points + 2 * loop->path.point_count++;
    to[0] = (cld_real)(p[0] + along * x - aside * y);
    to[1] = (cld_real)(p[1] + along * y + aside * x);
}

/* Lines, quadratics and cubics in turn; the last piece is the line that closes. */
static bezier_loop bezier_loop_new(int pieces)
{
    bezier_loop loop;
    double here[2], there[2];
    memset(&loop, 0, sizeof loop);
    loop.pieces = pieces;
    loop.radius = sqrt(pieces);
    loop.commands = (char *)bezier_allocate((size_t)pieces + 1, 1);
    loop.points = (cld_real *)bezier_allocate((size_t)pieces * 6, sizeof(cld_real));
    loop.path.commands = loop.commands;
    loop.path.command_count = (size_t)pieces + 1;
    loop.path.points = loop.points;
    bezier_corner(&loop, 0, here);
    loop.commands[0] = 'M';
    loop.commands[pieces] = 'Z';
    bezier_put(&loop, here, here, 0, 0);
    for (int k = 1; k < pieces; ++k) {
        double wave = k % 2 ? 0.3 : -0.3;
        loop.commands[k] = "LQC"[k % 3];
        bezier_corner(&loop, k, there);
        if (k % 3 == 1) bezier_put(&loop, here, there, 0.5, wave);
        if (k % 3 == 2) bezier_put(&loop, here, there, 0.3, wave);
        if (k % 3 == 2) bezier_put(&loop, here, there, 0.7, -wave);
        bezier_put(&loop, here, there, 1, 0);
        loop.length += sqrt(pow(there[0] - here[0], 2) + pow(there[1] - here[1], 2)) / pieces;
        memcpy(here, there, sizeof here);
    }
    loop.tree = bezier_allocate(cld_path_size(&loop.path), 1);
    if (cld_path_build(&loop.path, loop.tree, cld_path_size(&loop.path)) != CLD_OK) exit(1);
    return loop;
}

static void bezier_loop_free(bezier_loop *loop)
{
    free(loop->commands);
    free(loop->points);
    free(loop->tree);
}

/* Moves against a loop, or queries at points (from). */
typedef struct bezier_walk {
    bezier_loop *loop;
    cld_bezier *pieces; /* for the linear scan, or NULL */
    bezier_scene moves;
} bezier_walk;

typedef enum bezier_places { BEZIER_HOT, BEZIER_COLD, BEZIER_LONG } bezier_places;

/* A short move, as long as a piece, that starts near the piece. */
static void bezier_short_move(bezier_walk *w, int i, uint32_t piece, bench_random *r)
{
    double length = w->loop->length;
    cld_bezier curve = bezier_random(r); /* of any value, should the path fail */
    cld_vec2 near = curve.points[0];
    cld_path_piece(&w->loop->path, piece, &curve);
    cld_bezier_evaluate(&curve, (cld_real)bench_uniform(r, 0, 1), &near, NULL);
    w->moves.from[i] = bezier_step(r, near, length * bench_uniform(r, 0, 1));
    w->moves.to[i] = bezier_step(r, w->moves.from[i], length);
}

/* Hot: along the path, 16 moves a piece; cold: at random pieces; half of both hit. Long: half the
   radius, anywhere inside. */
static void bezier_walk_fill(bezier_walk *w, bezier_places places, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    double radius = w->loop->radius;
    for (int i = 0; i < w->moves.count; ++i) {
        uint32_t piece = (uint32_t)(i / 16 % w->loop->pieces);
        int want = bench_below(&r, 2);
        if (places == BEZIER_COLD) piece = (uint32_t)bench_below(&r, w->loop->pieces);
        if (places == BEZIER_LONG) {
            cld_vec2 origin = bezier_vec2(0, 0);
            w->moves.from[i] = bezier_step(&r, origin, radius * sqrt(bench_uniform(&r, 0, 1)));
            w->moves.to[i] = bezier_step(&r, w->moves.from[i], 0.5 * radius);
            continue;
        }
        for (int tries = 0; tries < 1000; ++tries) {
            bezier_short_move(w, i, piece, &r);
            if (cld_path_sweep(&w->loop->path, w->moves.from[i], w->moves.to[i], NULL) == want)
                break;
        }
    }
}

static void bezier_run_walk(void *context)
{
    bezier_walk *w = (bezier_walk *)context;
    double sum = 0;
    w->moves.found = 0;
    for (int i = 0; i < w->moves.count; ++i) {
        cld_path_hit hit;
        if (cld_path_sweep(&w->loop->path, w->moves.from[i], w->moves.to[i], &hit) <= 0) continue;
        w->moves.found++;
        sum += (double)hit.time;
    }
    bench_keep(sum);
}

/* The first hit of one move over all pieces, one after the other: 0 or 1. */
static int bezier_scan(const bezier_walk *w, int i, cld_path_hit *best)
{
    int found = 0;
    best->time = 2;
    for (int k = 0; k < w->loop->pieces; ++k) {
        cld_path_hit hit;
        if (cld_bezier_sweep(&w->pieces[k], w->moves.from[i], w->moves.to[i], &hit) <= 0) continue;
        found = 1;
        if (hit.time < best->time) *best = hit;
    }
    return found;
}

static void bezier_run_scan(void *context)
{
    bezier_walk *w = (bezier_walk *)context;
    double sum = 0;
    for (int i = 0; i < w->moves.count; ++i) {
        cld_path_hit best;
        if (bezier_scan(w, i, &best)) sum += (double)best.time;
    }
    bench_keep(sum);
}

static void bezier_run_build(void *context)
{
    bezier_loop *loop = (bezier_loop *)context;
    bench_keep(cld_path_build(&loop->path, loop->tree, cld_path_size(&loop->path)));
}

static void bezier_run_refit(void *context)
{
    bezier_loop *loop = (bezier_loop *)context;
    bench_keep(cld_path_refit(&loop->path));
}

/* Moves on which the path and the scan over its pieces disagree. */
static int bezier_scan_wrong(const bezier_walk *w)
{
    int wrong = 0;
    for (int i = 0; i < w->moves.count; ++i) {
        cld_path_hit best, hit;
        int all = bezier_scan(w, i, &best);
        int tree = cld_path_sweep(&w->loop->path, w->moves.from[i], w->moves.to[i], &hit);
        wrong += all != tree || (all && bezier_distance(best.point, hit.point) >
                                            bezier_allowance(&w->pieces[hit.piece],
                                                             w->moves.from[i], w->moves.to[i]));
    }
    return wrong;
}

/* What was measured of one size; NAN: not measured. Seconds. */
typedef struct bezier_row {
    double pieces, sweep[3], scan, build, refit, bytes, wrong, share[3]; /* of hits */
} bezier_row;

static void bezier_measure_scan(bench *b, bezier_walk *w, bezier_row *row)
{
    const bench_runner runner = {bezier_run_scan, w};
    int count = w->moves.count;
    row->scan = NAN, row->wrong = NAN;
    if (w->loop->pieces > 10000) return;
    w->moves.count = 400000 / w->loop->pieces;
    w->pieces = (cld_bezier *)bezier_allocate((size_t)w->loop->pieces, sizeof *w->pieces);
    for (int k = 0; k < w->loop->pieces; ++k)
        cld_path_piece(&w->loop->path, (uint32_t)k, &w->pieces[k]);
    bench_race(b, &runner, 1, &row->scan);
    row->scan /= w->moves.count;
    row->wrong = bezier_scan_wrong(w);
    free(w->pieces);
    w->moves.count = count;
}

static bezier_row bezier_measure(bench *b, int pieces)
{
    bezier_row row;
    bezier_loop loop = bezier_loop_new(pieces);
    bezier_walk w = {&loop, NULL, bezier_scene_new(b->quick ? BEZIER_PAIRS / 4 : BEZIER_PAIRS)};
    const bench_runner sweep = {bezier_run_walk, &w};
    const bench_runner making[2] = {{bezier_run_build, &loop}, {bezier_run_refit, &loop}};
    double seconds[2];
    row.pieces = pieces;
    row.bytes = (double)cld_path_size(&loop.path) / pieces;
    for (int places = 0; places < 3; ++places) {
        bezier_walk_fill(&w, (bezier_places)places, 131 + (uint64_t)places);
        bench_race(b, &sweep, 1, &row.sweep[places]);
        row.sweep[places] /= w.moves.count;
        row.share[places] = 100.0 * w.moves.found / w.moves.count;
        if (places == BEZIER_COLD) bezier_measure_scan(b, &w, &row);
    }
    bench_race(b, making, 2, seconds);
    row.build = seconds[0] / pieces;
    row.refit = seconds[1] / pieces;
    bezier_scene_free(&w.moves);
    bezier_loop_free(&loop);
    return row;
}

static void bezier_report_row(bench *b, const bezier_row *row)
{
    static const char *const names[3] = {"short moves: hot", "short moves: cold", "long moves"};
    char parameter[32];
    snprintf(parameter, sizeof parameter, "pieces=%.0f", row->pieces);
    for (int i = 0; i < 3; ++i) {
        bench_figure(b, "collide", "bezier", names[i], parameter, "time_median", row->sweep[i],
                     "s");
        bench_figure(b, "collide", "bezier", names[i], parameter, "hits", row->share[i], "%");
    }
    if (!isnan(row->scan)) {
        bench_figure(b, "collide", "bezier", "scan over all pieces", parameter, "time_median",
                     row->scan, "s");
        bench_figure(b, "collide", "bezier", "short moves: cold", parameter, "wrong", row->wrong,
                     "");
    }
    bench_figure(b, "collide", "bezier", "build: a piece", parameter, "time_median", row->build,
                 "s");
    bench_figure(b, "collide", "bezier", "build: a piece", parameter, "bytes", row->bytes, "");
    bench_figure(b, "collide", "bezier", "refit: a piece", parameter, "time_median", row->refit,
                 "s");
}

enum { BEZIER_SIZES = 5 };

static void bezier_bench_paths(bench *b)
{
    bezier_row rows[BEZIER_SIZES];
    double build = 0, refit = 0, bytes = 0, wrong = 0;
    int pieces = 100;
    for (int i = 0; i < BEZIER_SIZES; ++i, pieces *= 10) {
        rows[i] = bezier_measure(b, pieces);
        bezier_report_row(b, &rows[i]);
        build = fmax(build, rows[i].build), refit = fmax(refit, rows[i].refit);
        bytes = fmax(bytes, rows[i].bytes - 1024 / rows[i].pieces);
        if (!isnan(rows[i].wrong)) wrong += rows[i].wrong;
    }
    for (int k = 0; k < 3; ++k) {
        static const char *const names[3] = {"short moves: hot", "short moves: cold", "long moves"};
        bench_figure(b, "collide", "bezier", names[k], "10^6 against 10^2", "growth",
                     rows[BEZIER_SIZES - 1].sweep[k] / rows[0].sweep[k], "x");
    }
    bench_table(b,
                "paths: a moving point against a wavy closed path, time a sweep (short moves: as\n"
                "long as a piece, near the path; hot: one after the other along it, cold: at\n"
                "random places; long: half the path's radius, anywhere inside; the logarithm\n"
                "grows 3 times from 10^2 to 10^6; wrong: not the answer of the scan)");
    bench_ask(b, "bezier", "build a path, time a piece (10^2 to 10^6: the most)", 100e-9, build,
              "s", BENCH_AT_MOST);
    bench_ask(b, "bezier", "refit a path, time a piece (the most)", 20e-9, refit, "s",
              BENCH_AT_MOST);
    bench_ask(b, "bezier", "bytes of tree a piece, but for 1024", 64, bytes, "", BENCH_AT_MOST);
    bench_ask(b, "bezier", "answers of paths that are wrong (10^2 to 10^4 pieces)", 0, wrong, "",
              BENCH_AT_MOST);
}

/* ---- what else can be asked ---- */

static void bezier_run_closest(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    double sum = 0;
    for (int i = 0; i < s->count; ++i) {
        cld_path_point closest;
        if (cld_bezier_closest(&s->curves[i], s->from[i], &closest) > 0)
            sum += (double)closest.distance;
    }
    bench_keep(sum);
}

static void bezier_run_disc(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    s->found = 0;
    for (int i = 0; i < s->count; ++i)
        s->found += cld_bezier_sweep_disc(&s->curves[i], s->from[i], s->to[i], (cld_real)0.05,
                                          &s->hits[i]) > 0;
    bench_keep(s->found);
}

static void bezier_run_intersect(void *context)
{
    bezier_scene *s = (bezier_scene *)context;
    cld_path_meeting meetings[9];
    s->found = 0;
    for (int i = 0; i + 1 < s->count; ++i)
        s->found += cld_bezier_intersect(&s->curves[i], &s->curves[i + 1], meetings, 9);
    bench_keep(s->found);
}

static void bezier_run_path_closest(void *context)
{
    bezier_walk *w = (bezier_walk *)context;
    double sum = 0;
    for (int i = 0; i < w->moves.count; ++i) {
        cld_path_point closest;
        if (cld_path_closest(&w->loop->path, w->moves.from[i], &closest) > 0)
            sum += (double)closest.distance;
    }
    bench_keep(sum);
}

static void bezier_run_path_disc(void *context)
{
    bezier_walk *w = (bezier_walk *)context;
    cld_real radius = (cld_real)(0.5 * w->loop->length);
    w->moves.found = 0;
    for (int i = 0; i < w->moves.count; ++i)
        w->moves.found += cld_path_sweep_disc(&w->loop->path, w->moves.from[i], w->moves.to[i],
                                              radius, &w->moves.hits[i]) > 0;
    bench_keep(w->moves.found);
}

static void bezier_run_winding(void *context)
{
    bezier_walk *w = (bezier_walk *)context;
    w->moves.found = 0;
    for (int i = 0; i < w->moves.count; ++i) {
        int winding = 0;
        cld_path_winding(&w->loop->path, w->moves.from[i], &winding);
        w->moves.found += winding;
    }
    bench_keep(w->moves.found);
}

/* Ten points around a body half as wide as a piece is long, as they are shifted, turning or not. */
static void bezier_sweep_bodies(bezier_walk *w, double angle)
{
    w->moves.found = 0;
    for (int i = 0; i < w->moves.count; ++i) {
        cld_vec2 from = w->moves.from[i], to = w->moves.to[i], body[10];
        cld_motion2 motion;
        for (int k = 0; k < 10; ++k) {
            double a = 0.6283185307179586 * k, reach = 0.25 * w->loop->length;
            body[k] = bezier_vec2((double)from.x + reach * cos(a), (double)from.y + reach * sin(a));
        }
        motion.linear = bezier_vec2((double)to.x - (double)from.x, (double)to.y - (double)from.y);
        motion.centre = from;
        motion.angle = (cld_real)angle;
        w->moves.found += cld_path_sweep_points(&w->loop->path, &body[0].x, 10, 0, &motion,
                                                &w->moves.hits[i]) > 0;
    }
    bench_keep(w->moves.found);
}

static void bezier_run_shifted(void *context)
{
    bezier_sweep_bodies((bezier_walk *)context, 0);
}

static void bezier_run_turning(void *context)
{
    bezier_sweep_bodies((bezier_walk *)context, 0.3);
}

static void bezier_bench_others_curve(bench *b)
{
    static const char *const names[3] = {"closest point", "disc: radius 0.05", "two cubics meet"};
    bezier_scene s = bezier_scene_new(2048);
    const bench_runner runners[3] = {
        {bezier_run_closest, &s}, {bezier_run_disc, &s}, {bezier_run_intersect, &s}};
    bench_random r = bench_seed(141);
    double seconds[3];
    bezier_fill(&s, 0, s.count, &bezier_populations[3], NULL, &r);
    bench_race(b, runners, 3, seconds);
    for (int i = 0; i < 3; ++i)
        bench_figure(b, "collide", "bezier", names[i], "one cubic", "time_median",
                     seconds[i] / s.count, "s");
    runners[1].run(&s);
    bench_figure(b, "collide", "bezier", names[1], "one cubic", "hits", 100.0 * s.found / s.count,
                 "%");
    runners[2].run(&s);
    bench_figure(b, "collide", "bezier", names[2], "one cubic", "meetings",
                 (double)s.found / s.count, "");
    bezier_scene_free(&s);
}

/* Two loops, one of them shrunk to cut through the other. */
typedef struct bezier_two {
    bezier_loop *a, *b;
    cld_path_meeting *meetings;
    int capacity, count;
} bezier_two;

static void bezier_run_two(void *context)
{
    bezier_two *two = (bezier_two *)context;
    two->count = cld_path_intersect(&two->a->path, &two->b->path, two->meetings, two->capacity);
    bench_keep(two->count);
}

static void bezier_run_self(void *context)
{
    bezier_two *two = (bezier_two *)context;
    two->count = cld_path_self_intersect(&two->a->path, two->meetings, two->capacity);
    bench_keep(two->count);
}

static void bezier_run_apart(void *context)
{
    bezier_two *two = (bezier_two *)context;
    cld_path_pair pair;
    two->count = cld_path_distance(&two->a->path, &two->b->path, (cld_real)1e30, &pair);
    bench_keep(two->count);
}

/* Of whole paths: each with itself, and how far apart: beside each other, and one in the other. */
static void bezier_bench_whole(bench *b, bezier_two *two)
{
    const bench_runner runners[2] = {{bezier_run_self, two}, {bezier_run_apart, two}};
    static const char *const cases[2] = {"beside, pieces=10000+2500", "nested, pieces=10000+2500"};
    double seconds[2];
    for (int made = 0; made < 2; ++made) {
        for (size_t i = 0; i < 2 * two->b->path.point_count; ++i) {
            if (!made && i % 2 == 0) two->b->points[i] += 6;
            if (made && i % 2 == 0) two->b->points[i] -= 6;
            if (made) two->b->points[i] *= (cld_real)0.25;
        }
        cld_path_refit(&two->b->path);
        bench_race(b, runners, 2, seconds);
        if (!made)
            bench_figure(b, "collide", "bezier", "path meets itself", "pieces=10000", "time_median",
                         seconds[0], "s");
        bench_figure(b, "collide", "bezier", "distance of two paths", cases[made], "time_median",
                     seconds[1], "s");
    }
}

static void bezier_bench_two(bench *b, bezier_loop *loop)
{
    bezier_loop other = bezier_loop_new(loop->pieces / 4);
    bezier_two two = {loop, &other, NULL, 4096, 0};
    const bench_runner runner = {bezier_run_two, &two};
    double seconds;
    for (size_t i = 0; i < 2 * other.path.point_count; ++i) other.points[i] *= (cld_real)1.4;
    cld_path_refit(&other.path);
    two.meetings = (cld_path_meeting *)bezier_allocate(4096, sizeof *two.meetings);
    bench_race(b, &runner, 1, &seconds);
    bench_figure(b, "collide", "bezier", "two paths meet", "pieces=10000+2500", "time_median",
                 seconds, "s");
    bench_figure(b, "collide", "bezier", "two paths meet", "pieces=10000+2500", "meetings",
                 two.count, "");
    bezier_bench_whole(b, &two);
    free(two.meetings);
    bezier_loop_free(&other);
}

/* ---- made input: what shares ends, is common, or is nearly the same ---- */

/* Pairs of cubics of one kind, in all poses. */
typedef struct bezier_made {
    cld_bezier *a, *b;
    int count, found;
} bezier_made;

static void bezier_run_made_apart(void *context)
{
    bezier_made *s = (bezier_made *)context;
    cld_path_pair pair;
    s->found = 0;
    for (int i = 0; i < s->count; ++i) s->found += cld_bezier_distance(&s->a[i], &s->b[i], &pair);
    bench_keep(s->found);
}

static void bezier_run_made(void *context)
{
    bezier_made *s = (bezier_made *)context;
    cld_path_meeting meetings[9];
    s->found = 0;
    for (int i = 0; i < s->count; ++i)
        s->found += cld_bezier_intersect(&s->a[i], &s->b[i], meetings, 9);
    bench_keep(s->found);
}

static cld_bezier bezier_of_made(const outline_curve *m)
{
    cld_bezier c;
    memset(&c, 0, sizeof c);
    c.degree = m->degree;
    for (int i = 0; i <= m->degree; ++i) c.points[i] = bezier_vec2(m->p[i][0], m->p[i][1]);
    return c;
}

/* What multiplies a number to a whole one, at least `shift`. */
static int bezier_whole_shift(double x, int shift)
{
    int exponent, bits = 0;
    double whole = frexp(fabs(x), &exponent);
    if (!(whole > 0)) return shift;
    while (whole > floor(whole)) whole *= 2, bits++;
    return bits - exponent > shift ? bits - exponent : shift;
}

/* Is what is told of two curves right, beside their exact roots? To the header's bounds; in float
   parameters are rounded: to 3e-6 of the size. */
static int bezier_made_is_right(const cld_bezier *a, const cld_bezier *b)
{
    const double rounded = sizeof(cld_real) == 4 ? 3e-6 : 0;
    const told_bounds bounds = {ldexp(1, -43) + rounded, ldexp(1, -40) + rounded, ldexp(1, -48), 0};
    const cld_bezier *pair[2] = {a, b};
    cld_path_meeting meetings[9];
    told_spot spots[9];
    told_counts counts = {0, 0, 0, 0, 0};
    double p[2][4][2];
    int shift = -1000000;
    const int count = cld_bezier_intersect(a, b, meetings, 9);
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i <= pair[k]->degree; ++i) {
            p[k][i][0] = (double)pair[k]->points[i].x, p[k][i][1] = (double)pair[k]->points[i].y;
            shift = bezier_whole_shift(p[k][i][0], bezier_whole_shift(p[k][i][1], shift));
        }
    for (int i = 0; i < count && i < 9; ++i) {
        const cld_path_meeting *m = &meetings[i];
        const told_spot spot = {(double)m->a_from, (double)m->a_to, (double)m->b_from,
                                (double)m->b_to};
        spots[i] = spot;
    }
    told_meetings(p[0], a->degree, p[1], b->degree, shift, spots, count, &bounds, &counts);
    return !counts.lost && !counts.wrong && !counts.doubled && !counts.ends;
}

/* The oracle takes a hundred times as long as a pair: it judges some of them. */
static void bezier_bench_made_pairs(bench *b)
{
    const int count = b->quick ? 256 : 16384, judged = b->quick ? 16 : 1024;
    double first = 0;
    bezier_made s;
    s.a = (cld_bezier *)bezier_allocate((size_t)count, sizeof *s.a);
    s.b = (cld_bezier *)bezier_allocate((size_t)count, sizeof *s.b);
    s.count = count;
    for (int kind = 0; kind < OUTLINE_KINDS; ++kind) {
        const bench_runner runner = {bezier_run_made, &s}, apart = {bezier_run_made_apart, &s};
        const char *name = outline_kind_name(kind);
        outline_random r = {161};
        double seconds, apart_seconds;
        int wrong = 0;
        for (int i = 0; i < count; ++i) {
            outline_curve pair[2];
            outline_pair(&r, kind, i % OUTLINE_POSES, pair);
            s.a[i] = bezier_of_made(&pair[0]), s.b[i] = bezier_of_made(&pair[1]);
        }
        bench_race(b, &apart, 1, &apart_seconds);
        bench_figure(b, "collide", "bezier", "distance of two curves", name, "time_median",
                     apart_seconds / count, "s");
        bench_race(b, &runner, 1, &seconds);
        for (int i = 0; i < judged; ++i) wrong += !bezier_made_is_right(&s.a[i], &s.b[i]);
        if (kind == OUTLINE_UNRELATED)
            first = seconds;
        else
            bench_made(b, "bezier", "two curves meet", name, seconds / count,
                       outline_kind_name(OUTLINE_UNRELATED), first / count);
        bench_figure(b, "collide", "bezier", "two curves meet", name, "time_median",
                     seconds / count, "s");
        bench_figure(b, "collide", "bezier", "two curves meet", name, "to unrelated",
                     seconds / first, "x");
        bench_figure(b, "collide", "bezier", "two curves meet", name, "meetings",
                     (double)s.found / count, "");
        bench_figure(b, "collide", "bezier", "two curves meet", name, "wrong", wrong, "");
        bench_figure(b, "collide", "bezier", "two curves meet", name, "judged", judged, "");
    }
    free(s.a), free(s.b);
}

enum { BEZIER_COPIES = 7, BEZIER_REVERSED = 5, BEZIER_RAISED = 6 };

/* The loop, piece by piece, backwards or with cubics for its quadratics. */
static bezier_loop bezier_loop_rewritten(const bezier_loop *from, int how)
{
    const int pieces = cld_path_count(&from->path);
    bezier_loop loop = *from;
    cld_real *to;
    loop.commands = (char *)bezier_allocate((size_t)pieces + 1, 1);
    loop.points = to = (cld_real *)bezier_allocate((size_t)pieces * 6 + 2, sizeof(cld_real));
    for (int k = 0; k < pieces; ++k) {
        cld_bezier piece;
        outline_curve c;
        const int at = how == BEZIER_REVERSED ? pieces - 1 - k : k;
        if (cld_path_piece(&from->path, (uint32_t)at, &piece) < 0) exit(1);
        c.degree = piece.degree;
        for (int i = 0; i <= piece.degree; ++i)
            c.p[i][0] = (double)piece.points[i].x, c.p[i][1] = (double)piece.points[i].y;
        if (how == BEZIER_REVERSED) c = outline_reversed(&c);
        if (how == BEZIER_RAISED && c.degree == 2) c = outline_raised(&c);
        loop.commands[k + 1] = "LQC"[c.degree - 1];
        for (int i = k > 0; i <= c.degree; ++i)
            *to++ = (cld_real)c.p[i][0], *to++ = (cld_real)c.p[i][1];
    }
    loop.commands[0] = 'M';
    loop.path.commands = loop.commands, loop.path.points = loop.points;
    loop.path.command_count = (size_t)pieces + 1;
    loop.path.point_count = (size_t)(to - loop.points) / 2;
    loop.tree = bezier_allocate(cld_path_size(&loop.path), 1);
    if (cld_path_build(&loop.path, loop.tree, cld_path_size(&loop.path)) != CLD_OK) exit(1);
    return loop;
}

static cld_vec2 bezier_piece_at(const bezier_loop *loop, uint32_t piece, double t)
{
    cld_bezier c;
    double p[4][2];
    if (cld_path_piece(&loop->path, piece, &c) < 0) exit(1);
    for (int i = 0; i <= c.degree; ++i)
        p[i][0] = (double)c.points[i].x, p[i][1] = (double)c.points[i].y;
    for (int n = c.degree; n > 0; --n)
        for (int i = 0; i < n; ++i) outline_toward(p[i], p[i], p[i + 1], t);
    return bezier_vec2(p[0][0], p[0][1]);
}

/* Meetings whose two points are farther from each other than rounding makes them, and, of copies
   that are the same everywhere, pieces that are not told to be. */
static int bezier_copy_wrong(const bezier_two *two, int same)
{
    const double allowed = (sizeof(cld_real) == 4 ? 1e-5 : 1e-11) * two->a->radius;
    double covered = 0;
    int wrong = 0;
    for (int i = 0; i < two->count && i < two->capacity; ++i) {
        const cld_path_meeting *m = &two->meetings[i];
        for (int end = 0; end < 2; ++end) {
            const cld_vec2 p =
                bezier_piece_at(two->a, m->piece_a, (double)(end ? m->a_to : m->a_from));
            const cld_vec2 q =
                bezier_piece_at(two->b, m->piece_b, (double)(end ? m->b_to : m->b_from));
            const double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y;
            wrong += !(sqrt(x * x + y * y) <= allowed);
        }
        covered += (double)m->a_to - (double)m->a_from;
    }
    if (same) wrong += (int)floor(fabs(covered - two->a->pieces) + 1e-3);
    return wrong;
}

/* Moves the points of a copy of the loop: turned by half a piece, exact, rounded to 1e-6 of a piece
   or to float, or shifted by that. */
static void bezier_copy_move(bezier_loop *copy, int how)
{
    const double turn = how == 0 ? 3.141592653589793 / copy->pieces : 0;
    const double c = cos(turn), s = sin(turn), unit = 1e-6 * copy->length;
    for (size_t i = 0; i < 2 * copy->path.point_count; i += 2) {
        double x = (double)copy->points[i], y = (double)copy->points[i + 1];
        double xy[2] = {c * x - s * y, s * x + c * y};
        for (int k = 0; k < 2; ++k) {
            if (how == 2) xy[k] = outline_snap(xy[k], unit);
            if (how == 3) xy[k] = (double)(float)xy[k];
            if (how == 4) xy[k] += unit;
            copy->points[i + (size_t)k] = (cld_real)xy[k];
        }
    }
    cld_path_refit(&copy->path);
}

static void bezier_bench_copies(bench *b)
{
    static const char *const names[BEZIER_COPIES] = {
        "turned: another one", "exact",    "rounded to 1e-6", "rounded to float",
        "shifted by 1e-6",     "reversed", "degree raised"};
    bezier_loop loop = bezier_loop_new(1000), copies[BEZIER_COPIES];
    bezier_two two[BEZIER_COPIES];
    bench_runner runners[BEZIER_COPIES];
    double seconds[BEZIER_COPIES], most = 0;
    cld_path_meeting *meetings = (cld_path_meeting *)bezier_allocate(16384, sizeof *meetings);
    for (int i = 0; i < BEZIER_COPIES; ++i) {
        if (i >= BEZIER_REVERSED) {
            copies[i] = bezier_loop_rewritten(&loop, i);
        } else {
            copies[i] = bezier_loop_new(1000);
            bezier_copy_move(&copies[i], i);
        }
        two[i].a = &loop, two[i].b = &copies[i];
        two[i].meetings = meetings, two[i].capacity = 16384, two[i].count = 0;
        runners[i].run = bezier_run_two, runners[i].context = &two[i];
    }
    bench_race(b, runners, BEZIER_COPIES, seconds);
    for (int i = 0; i < BEZIER_COPIES; ++i) {
        runners[i].run(&two[i]);
        bench_figure(b, "collide", "bezier", "outline and its copy", names[i], "time_median",
                     seconds[i] / 1000, "s");
        bench_figure(b, "collide", "bezier", "outline and its copy", names[i], "meetings",
                     two[i].count / 1000.0, "");
        bench_figure(b, "collide", "bezier", "outline and its copy", names[i], "to unrelated",
                     seconds[i] / seconds[0], "x");
        bench_figure(b, "collide", "bezier", "outline and its copy", names[i], "wrong",
                     bezier_copy_wrong(&two[i], i == 1 || i == BEZIER_REVERSED), "");
        if (i > 0) {
            most = fmax(most, seconds[i] / seconds[0]);
            bench_made(b, "bezier", "outline and its copy", names[i], seconds[i] / 1000, names[0],
                       seconds[0] / 1000);
        }
        bezier_loop_free(&copies[i]);
    }
    free(meetings);
    bezier_loop_free(&loop);
    bench_table(b,
                "curves that share ends, are in part the same, or nearly the same: time a pair,\n"
                "meetings a pair; an outline of 1000 pieces against its own copies, time a piece\n"
                "(turned by half a piece: another outline; 1e-6: of a piece)");
    bench_ask(b, "bezier", "an outline and its copy, beside one that is turned (the most)", 10,
              most, "x", BENCH_AT_MOST);
}

#ifndef COLLIDE_NO_POLYGON
/* Polygons against a path: hexagons a piece wide at random places near it, or boxes made to rest on a
   floor of lines, three pieces wide, that slide half a piece along it. */
typedef struct bezier_rest {
    bezier_walk *walk; /* NULL: on the floor */
    const cld_path *path;
    cld_real xy[12];
    cld_polygon polygon;
    cld_real margin;
    int found;
} bezier_rest;

enum { BEZIER_FLOOR = 10000 };

static void bezier_rest_at(bezier_rest *s, int i, cld_motion2 *motion)
{
    memset(motion, 0, sizeof *motion);
    if (s->walk) {
        const cld_vec2 from = s->walk->moves.from[i], to = s->walk->moves.to[i];
        s->polygon.pose.position = from;
        motion->linear.x = to.x - from.x, motion->linear.y = to.y - from.y;
    } else { /* in eighths, so that what rests is not moved by rounding */
        s->polygon.pose.position = bezier_vec2(2 + i * 37 % (8 * BEZIER_FLOOR - 64) / 8.0, 0);
        motion->linear.x = (cld_real)0.5;
    }
}

static void bezier_run_rest(bezier_rest *s, int query)
{
    const int count = s->walk ? s->walk->moves.count : 2048;
    s->found = 0;
    for (int i = 0; i < count; ++i) {
        cld_path_contact c[8];
        cld_path_hit hit;
        cld_motion2 m;
        bezier_rest_at(s, i, &m);
        if (query == 0) s->found += cld_path_overlap_polygon(s->path, &s->polygon) == 1;
        if (query == 1)
            s->found += cld_path_distance_polygon(s->path, &s->polygon, (cld_real)1e9, c) == 1;
        if (query == 2)
            s->found += cld_path_collide_polygon(s->path, &s->polygon, s->margin, c, 8) > 0;
        if (query == 3)
            s->found += cld_path_sweep_polygon(s->path, &s->polygon, &m, NULL, &hit) == 1;
    }
    bench_keep(s->found);
}

static void bezier_run_rest_overlap(void *context)
{
    bezier_run_rest((bezier_rest *)context, 0);
}

static void bezier_run_rest_distance(void *context)
{
    bezier_run_rest((bezier_rest *)context, 1);
}

static void bezier_run_rest_contacts(void *context)
{
    bezier_run_rest((bezier_rest *)context, 2);
}

static void bezier_run_rest_sweep(void *context)
{
    bezier_run_rest((bezier_rest *)context, 3);
}

static void bezier_bench_rest(bench *b, bezier_walk *w)
{
    static const char *const names[4] = {"hexagon: overlap", "hexagon: distance",
                                         "hexagon: contacts", "hexagon: sweep"};
    static const char *const made[4] = {"box at rest: overlap", "box at rest: distance",
                                        "box at rest: contacts", "box at rest: sweep"};
    const cld_real box[8] = {-1.5, 0, 1.5, 0, 1.5, 1, -1.5, 1};
    bezier_loop floor;
    bezier_rest s[2];
    bench_runner runners[8];
    double seconds[8];
    memset(s, 0, sizeof s), memset(&floor, 0, sizeof floor);
    floor.commands = (char *)bezier_allocate(BEZIER_FLOOR + 1, 1);
    floor.points = (cld_real *)bezier_allocate(2 * (BEZIER_FLOOR + 1), sizeof(cld_real));
    for (int i = 0; i <= BEZIER_FLOOR; ++i) {
        floor.commands[i] = i ? 'L' : 'M';
        floor.points[2 * i] = (cld_real)i, floor.points[2 * i + 1] = 0;
    }
    floor.path.commands = floor.commands, floor.path.command_count = BEZIER_FLOOR + 1;
    floor.path.points = floor.points, floor.path.point_count = BEZIER_FLOOR + 1;
    floor.tree = bezier_allocate(cld_path_size(&floor.path), 1);
    if (cld_path_build(&floor.path, floor.tree, cld_path_size(&floor.path)) != CLD_OK) exit(1);
    for (int k = 0; k < 6; ++k) {
        s[0].xy[2 * k] = (cld_real)(0.25 * w->loop->length * cos(1.0471975511965976 * k));
        s[0].xy[2 * k + 1] = (cld_real)(0.25 * w->loop->length * sin(1.0471975511965976 * k));
    }
    memcpy(s[1].xy, box, sizeof box);
    s[0].walk = w, s[0].path = &w->loop->path, s[1].path = &floor.path;
    for (int i = 0; i < 8; ++i) {
        static void (*const run[4])(void *) = {bezier_run_rest_overlap, bezier_run_rest_distance,
                                               bezier_run_rest_contacts, bezier_run_rest_sweep};
        s[i / 4].polygon.vertices = s[i / 4].xy, s[i / 4].polygon.count = i < 4 ? 6 : 4;
        s[i / 4].margin = (cld_real)(0.1 * w->loop->length);
        runners[i].run = run[i % 4], runners[i].context = &s[i / 4];
    }
    bench_race(b, runners, 8, seconds);
    for (int i = 0; i < 8; ++i) {
        const int count = i < 4 ? w->moves.count : 2048;
        seconds[i] /= count;
        runners[i].run(runners[i].context);
        bench_figure(b, "collide", "bezier", i < 4 ? names[i] : made[i - 4], "pieces=10000",
                     "time_median", seconds[i], "s");
        bench_figure(b, "collide", "bezier", i < 4 ? names[i] : made[i - 4], "pieces=10000",
                     "found", 100.0 * s[i / 4].found / count, "%");
        if (i >= 4)
            bench_made(b, "bezier", made[i - 4], "floor of 10000 lines", seconds[i],
                       "random hexagon", seconds[i - 4]);
    }
    bezier_loop_free(&floor);
    bench_table(b,
                "polygons and paths: time a query (hexagons of half a piece's width, boxes three\n"
                "pieces wide that rest on a floor of lines and slide half a piece)");
}
#endif

static void bezier_bench_others(bench *b)
{
    static const char *const names[5] = {"closest point", "disc", "winding", "ten points: shifted",
                                         "ten points: turning"};
    bezier_loop loop = bezier_loop_new(10000);
    bezier_walk w = {&loop, NULL, bezier_scene_new(2048)};
    const bench_runner runners[5] = {{bezier_run_path_closest, &w},
                                     {bezier_run_path_disc, &w},
                                     {bezier_run_winding, &w},
                                     {bezier_run_shifted, &w},
                                     {bezier_run_turning, &w}};
    double seconds[5];
    bezier_bench_others_curve(b);
    bezier_walk_fill(&w, BEZIER_COLD, 151);
    bench_race(b, runners, 5, seconds);
    for (int i = 0; i < 5; ++i) {
        bench_figure(b, "collide", "bezier", names[i], "pieces=10000", "time_median",
                     seconds[i] / w.moves.count, "s");
        if (i == 0 || i == 2) continue;
        runners[i].run(&w);
        bench_figure(b, "collide", "bezier", names[i], "pieces=10000", "hits",
                     100.0 * w.moves.found / w.moves.count, "%");
    }
    bezier_bench_two(b, &loop);
    bench_table(b, "curves and paths: the other questions, time a query (at random places near\n"
                   "the path; shifts as long as a piece, the turn 0.3 radians)");
#ifndef COLLIDE_NO_POLYGON
    bezier_bench_rest(b, &w);
#endif
    bezier_scene_free(&w.moves);
    bezier_loop_free(&loop);
}

static void bench_bezier(bench *b)
{
    double seconds[BEZIER_POPULATIONS][4];
    bezier_bench_single(b, seconds);
    bezier_ask_single(b, seconds);
    bezier_bench_chords(b);
    bezier_bench_batch(b);
    bezier_bench_paths(b);
    bezier_bench_others(b);
    bezier_bench_made_pairs(b);
    bezier_bench_copies(b);
}

#endif /* BENCH_BEZIER_H */
