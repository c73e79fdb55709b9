/* bench_polygon.h: the POLYGON page of the bench.
 *
 * Polygons of 3 to 10^6 vertices: regular ones, random points on a circle, random points on a long
 * ellipse, in turns, each turned and placed afresh for every query; beside scans over all vertices
 * (baseline_polygon.h). Then small polygons, of 4 to 16 vertices.
 */
#ifndef BENCH_POLYGON_H
#define BENCH_POLYGON_H

#include "bench.h"
#include "collide.h"
#include "baseline_polygon.h"
#include "made_polygon.h"

#define POLYGON_PI 3.14159265358979323846

static void *polygon_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return memory;
}

/* ---- making polygons ---- */

typedef enum polygon_family {
    POLYGON_REGULAR, /* equal steps around the unit circle */
    POLYGON_CIRCLE,  /* random points of it */
    POLYGON_ELLIPSE, /* random points of an ellipse, 100 times as long as wide */
    POLYGON_FAMILIES
} polygon_family;

static const char *const polygon_family_names[POLYGON_FAMILIES] = {"regular", "circle", "ellipse"};

/* A polygon around the origin, and for each edge its direction as an angle, increasing from the
   first edge on: what the bench itself finds extreme vertices with. */
typedef struct polygon_shape {
    cld_real *xy;
    double *angles;
    size_t count;
} polygon_shape;

static cld_vec2 polygon_vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

/* Increasing angles that go around once, equally spaced or random. */
static void polygon_turns(bench_random *r, double *turns, size_t count, int equal)
{
    double sum = 0, first = bench_uniform(r, 0, 2 * POLYGON_PI);
    for (size_t i = 0; i < count; ++i) {
        turns[i] = sum;
        sum += equal ? 1 : -log(1 - bench_uniform(r, 0, 1));
    }
    for (size_t i = 0; i < count; ++i) turns[i] = first + turns[i] * (2 * POLYGON_PI / sum);
}

/* Rounding, above all to float, has dented the polygon: leaves out the vertices that do not turn
   left. Begins at the leftmost, which stays. */
static size_t polygon_mend(cld_real *xy, size_t count)
{
    cld_real *old = (cld_real *)polygon_allocate(2 * count, sizeof *old);
    size_t first = 0, n = 0;
    memcpy(old, xy, 2 * count * sizeof *old);
    for (size_t i = 1; i < count; ++i)
        if (old[2 * i] < old[2 * first] ||
            (old[2 * i] == old[2 * first] && old[2 * i + 1] < old[2 * first + 1]))
            first = i;
    for (size_t i = 0; i <= count; ++i) {
        const cld_real *p = old + 2 * ((first + i) % count);
        while (n > 1 && cld_orient2d(polygon_vec2((double)xy[2 * n - 4], (double)xy[2 * n - 3]),
                                     polygon_vec2((double)xy[2 * n - 2], (double)xy[2 * n - 1]),
                                     polygon_vec2((double)p[0], (double)p[1])) <= 0)
            --n;
        if (i == count) break;
        xy[2 * n] = p[0], xy[2 * n + 1] = p[1];
        ++n;
    }
    free(old);
    return n;
}

static polygon_shape polygon_new(bench_random *r, size_t count, polygon_family family)
{
    polygon_shape s;
    double flat = family == POLYGON_ELLIPSE ? 0.01 : 1, turn = bench_uniform(r, 0, 2 * POLYGON_PI);
    double c = cos(turn), d = sin(turn), last = 0;
    s.xy = (cld_real *)polygon_allocate(2 * count, sizeof *s.xy);
    s.angles = (double *)polygon_allocate(count, sizeof *s.angles);
    polygon_turns(r, s.angles, count, family == POLYGON_REGULAR);
    for (size_t i = 0; i < count; ++i) {
        double x = cos(s.angles[i]), y = flat * sin(s.angles[i]);
        s.xy[2 * i] = (cld_real)(c * x - d * y), s.xy[2 * i + 1] = (cld_real)(d * x + c * y);
    }
    s.count = polygon_mend(s.xy, count);
    for (size_t i = 0; i < s.count; ++i) {
        size_t k = i + 1 < s.count ? i + 1 : 0;
        double angle = atan2((double)s.xy[2 * k + 1] - (double)s.xy[2 * i + 1],
                             (double)s.xy[2 * k] - (double)s.xy[2 * i]);
        if (i > 0)
            while (angle < last) angle += 2 * POLYGON_PI;
        s.angles[i] = last = angle;
    }
    return s;
}

static void polygon_free(polygon_shape *s)
{
    free(s->xy);
    free(s->angles);
}

/* The vertex that is extreme at right angles to an edge direction: where the edges' directions pass
   it, counter-clockwise. */
static size_t polygon_find(const polygon_shape *s, double angle)
{
    size_t low = 0, high = s->count;
    angle = s->angles[0] + fmod(angle - s->angles[0], 2 * POLYGON_PI);
    if (angle < s->angles[0]) angle += 2 * POLYGON_PI;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->angles[middle] < angle)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count ? low : 0;
}

/* Polygons of one size; a power of two of them. */
typedef struct polygon_set {
    int asked, count;
    polygon_shape *shapes;
    cld_polygon *views; /* without pose */
} polygon_set;

/* family POLYGON_FAMILIES: all in turns. small: sizes from 4 to `asked`. */
static polygon_set polygon_set_new(int asked, int count, polygon_family family, int small)
{
    polygon_set s;
    bench_random r = bench_seed(401 + (uint64_t)asked);
    s.asked = asked, s.count = count;
    s.shapes = (polygon_shape *)polygon_allocate((size_t)count, sizeof *s.shapes);
    s.views = (cld_polygon *)polygon_allocate((size_t)count, sizeof *s.views);
    for (int i = 0; i < count; ++i) {
        polygon_family one = family == POLYGON_FAMILIES ? (polygon_family)(i % 3) : family;
        size_t n = (size_t)(small ? 4 + bench_below(&r, asked - 3) : asked);
        s.shapes[i] = polygon_new(&r, n, one);
        s.views[i].vertices = s.shapes[i].xy;
        s.views[i].count = s.shapes[i].count;
    }
    return s;
}

static void polygon_set_free(polygon_set *s)
{
    for (int i = 0; i < s->count; ++i) polygon_free(&s->shapes[i]);
    free(s->shapes);
    free(s->views);
}

static int polygon_set_count(int n)
{
    return n <= 100 ? 64 : n <= 1000 ? 16 : n <= 100000 ? 8 : 4;
}

/* ---- queries ---- */

/* Pairs: how B lies to A, in units of the polygons' radius. */
typedef enum polygon_population {
    POLYGON_FAR,     /* centres 3 to 30 apart */
    POLYGON_NEAR,    /* gap of 0.01 to 1 */
    POLYGON_CLOSE,   /* gap of 1e-6 to 0.01 */
    POLYGON_TOUCH,   /* gap of 1e-12 to 1e-6 (float: 1e-6 to 1e-5) */
    POLYGON_SHALLOW, /* put 1e-5 to 0.01 into each other (thin ones may come out behind) */
    POLYGON_DEEP,    /* centres up to half a radius apart */
    POLYGON_POPULATIONS
} polygon_population;

static const char *const polygon_population_names[POLYGON_POPULATIONS] = {
    "far", "near", "close", "nearly touch", "shallow", "deep"};

/* What a run asks, and what it found. Query i is about polygon i % set->count, or the pair a[i]
   b[i]. */
typedef struct polygon_work {
    const polygon_set *set;
    int count, pairs; /* pairs: that are followed with a cache, or 0 */
    cld_vec2 *p, *d;  /* points or origins; directions or motions */
    cld_polygon *a, *b;
    double *gap; /* the distance, if > 0; else it is not known beforehand */
    cld_polygon_cache *caches;
    uint32_t *numbers; /* of a batch */
    uint8_t *where;
    int found;  /* positive answers */
    int failed; /* negative ones */
} polygon_work;

static polygon_work polygon_work_new(const polygon_set *set, int count)
{
    polygon_work w;
    size_t n = (size_t)count;
    memset(&w, 0, sizeof w);
    w.set = set, w.count = count;
    w.p = (cld_vec2 *)polygon_allocate(n, sizeof *w.p);
    w.d = (cld_vec2 *)polygon_allocate(n, sizeof *w.d);
    w.a = (cld_polygon *)polygon_allocate(n, sizeof *w.a);
    w.b = (cld_polygon *)polygon_allocate(n, sizeof *w.b);
    w.gap = (double *)polygon_allocate(n, sizeof *w.gap);
    w.caches = (cld_polygon_cache *)polygon_allocate(n, sizeof *w.caches);
    w.numbers = (uint32_t *)polygon_allocate(n, sizeof *w.numbers);
    w.where = (uint8_t *)polygon_allocate(n, 1);
    return w;
}

static void polygon_work_free(polygon_work *w)
{
    free(w->p);
    free(w->d);
    free(w->a);
    free(w->b);
    free(w->gap);
    free(w->caches);
    free(w->numbers);
    free(w->where);
}

static const cld_polygon *polygon_of(const polygon_work *w, int i)
{
    return &w->set->views[i & (w->set->count - 1)];
}

/* A random point of the outline, `scale` times as far from the centre. */
static cld_vec2 polygon_outline(bench_random *r, const polygon_shape *s, double scale)
{
    size_t i = (size_t)bench_below(r, (int)s->count), k = i + 1 < s->count ? i + 1 : 0;
    double t = bench_uniform(r, 0, 1), x, y, cx = 0, cy = 0;
    x = (1 - t) * (double)s->xy[2 * i] + t * (double)s->xy[2 * k];
    y = (1 - t) * (double)s->xy[2 * i + 1] + t * (double)s->xy[2 * k + 1];
    if (s->count < 100) { /* of a triangle the origin may be outside */
        for (size_t j = 0; j < s->count; ++j) {
            cx += (double)s->xy[2 * j] / (double)s->count;
            cy += (double)s->xy[2 * j + 1] / (double)s->count;
        }
    }
    return polygon_vec2(cx + scale * (x - cx), cy + scale * (y - cy));
}

/* Points at low to high times the outline's distance from the centre, random directions. */
static void polygon_fill_points(polygon_work *w, double low, double high, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int i = 0; i < w->count; ++i) {
        double angle = bench_uniform(&r, 0, 2 * POLYGON_PI);
        const polygon_shape *s = &w->set->shapes[i & (w->set->count - 1)];
        w->p[i] = polygon_outline(&r, s, bench_uniform(&r, low, high));
        w->d[i] = polygon_vec2(cos(angle), sin(angle));
    }
}

static cld_pose2 polygon_pose(double angle, double x, double y)
{
    cld_pose2 pose;
    pose.rotation = polygon_vec2(cos(angle), sin(angle));
    pose.position = polygon_vec2(x, y);
    return pose;
}

static void polygon_place(const cld_pose2 *pose, const cld_real *v, double at[2])
{
    double c = (double)pose->rotation.x, s = (double)pose->rotation.y;
    at[0] = c * (double)v[0] - s * (double)v[1] + (double)pose->position.x;
    at[1] = s * (double)v[0] + c * (double)v[1] + (double)pose->position.y;
}

static double polygon_exponential(bench_random *r, double low, double high)
{
    return low * pow(high / low, bench_uniform(r, 0, 1));
}

static double polygon_gap(bench_random *r, polygon_population population)
{
    int rough = sizeof(cld_real) == sizeof(float);
    if (population == POLYGON_NEAR) return polygon_exponential(r, 0.01, 1);
    if (population == POLYGON_CLOSE) return polygon_exponential(r, rough ? 1e-5 : 1e-6, 0.01);
    if (population == POLYGON_TOUCH)
        return rough ? polygon_exponential(r, 1e-6, 1e-5) : polygon_exponential(r, 1e-12, 1e-6);
    return -polygon_exponential(r, 1e-5, 0.01);
}

/* Moves `moving` so that its extreme vertex is at a random point of an edge of `fixed`, and from
   there out by the gap: then the gap is the distance. */
static void polygon_attach(bench_random *r, const polygon_shape *fixed, const cld_pose2 *pose,
                           const polygon_shape *moving, double angle, cld_pose2 *moved, double gap)
{
    size_t i = (size_t)bench_below(r, (int)fixed->count), k = i + 1 < fixed->count ? i + 1 : 0;
    double from[2], to[2], at[2], t = bench_uniform(r, 0, 1), length, x, y;
    polygon_place(pose, fixed->xy + 2 * i, from);
    polygon_place(pose, fixed->xy + 2 * k, to);
    x = to[0] - from[0], y = to[1] - from[1];
    length = sqrt(x * x + y * y);
    *moved = polygon_pose(angle, 0, 0);
    k = polygon_find(moving, atan2(-y, -x) - angle);
    polygon_place(moved, moving->xy + 2 * k, at);
    moved->position = polygon_vec2(from[0] + t * x + gap * y / length - at[0],
                                   from[1] + t * y - gap * x / length - at[1]);
}

/* One pair, both with a pose; returns the distance if it is known. */
static double polygon_pair(bench_random *r, const polygon_set *set, polygon_population population,
                           cld_polygon *a, cld_polygon *b)
{
    int i = bench_below(r, set->count), k = bench_below(r, set->count);
    double turn = bench_uniform(r, 0, 2 * POLYGON_PI), angle = bench_uniform(r, 0, 2 * POLYGON_PI);
    double x = bench_uniform(r, -1, 1), y = bench_uniform(r, -1, 1), gap = (double)NAN;
    *a = set->views[i], *b = set->views[k];
    a->pose = polygon_pose(bench_uniform(r, 0, 2 * POLYGON_PI), x, y);
    b->pose = polygon_pose(angle, x, y);
    if (population == POLYGON_FAR || population == POLYGON_DEEP) {
        double away =
            population == POLYGON_FAR ? polygon_exponential(r, 3, 30) : bench_uniform(r, 0, 0.5);
        b->pose = polygon_pose(angle, x + away * cos(turn), y + away * sin(turn));
        return (double)NAN;
    }
    gap = polygon_gap(r, population);
    if (bench_below(r, 2))
        polygon_attach(r, &set->shapes[i], &a->pose, &set->shapes[k], angle, &b->pose, gap);
    else
        polygon_attach(r, &set->shapes[k], &b->pose, &set->shapes[i], angle, &a->pose, gap);
    return gap;
}

static void polygon_fill_pairs(polygon_work *w, polygon_population population, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    w->pairs = 0;
    for (int i = 0; i < w->count; ++i)
        w->gap[i] = polygon_pair(&r, w->set, population, &w->a[i], &w->b[i]);
}

/* Pairs that are followed while B moves: query i is step i / pairs of pair i % pairs. A step shifts
   B by `step` along A and turns it by as much, as a part of the radius. */
static void polygon_fill_motion(polygon_work *w, double step, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    w->pairs = w->count < 64 ? 1 : 64;
    for (int i = 0; i < w->count; ++i) {
        w->gap[i] = (double)NAN;
        if (i < w->pairs) {
            polygon_pair(&r, w->set, POLYGON_NEAR, &w->a[i], &w->b[i]);
        } else {
            cld_pose2 *pose;
            double angle, x, y, length;
            w->a[i] = w->a[i - w->pairs], w->b[i] = w->b[i - w->pairs];
            pose = &w->b[i].pose;
            x = (double)pose->position.x - (double)w->a[i].pose.position.x;
            y = (double)pose->position.y - (double)w->a[i].pose.position.y;
            length = sqrt(x * x + y * y);
            angle = atan2((double)pose->rotation.y, (double)pose->rotation.x) + step;
            *pose = polygon_pose(angle, (double)pose->position.x - step * y / length,
                                 (double)pose->position.y + step * x / length);
        }
    }
}

/* ---- runs ---- */

static void polygon_tell(polygon_work *w, int answer)
{
    w->found += answer > 0;
    w->failed += answer < 0;
}

BENCH_RUN(polygon_run_contains, polygon_work)
{
    (void)sum;
    return cld_polygon_contains(polygon_of(w, i), w->p[i]);
}

BENCH_RUN(polygon_run_extreme, polygon_work)
{
    uint32_t vertex = 0;
    const int answer = cld_polygon_extreme(polygon_of(w, i), w->d[i], &vertex, NULL);
    *sum += vertex;
    return answer;
}

BENCH_RUN(polygon_run_span, polygon_work)
{
    cld_span span = {0, 0, 0, 0, 0};
    const int answer = cld_polygon_span(polygon_of(w, i), w->d[i], &span);
    *sum += (double)span.width;
    return answer;
}

BENCH_RUN(polygon_run_tangents, polygon_work)
{
    uint32_t vertices[2] = {0, 0};
    const int answer = cld_polygon_tangents(polygon_of(w, i), w->p[i], vertices);
    *sum += vertices[0] + vertices[1];
    return answer;
}

BENCH_RUN(polygon_run_line, polygon_work)
{
    cld_clip2 clip;
    int answer = cld_polygon_clip_line(polygon_of(w, i), w->p[i], w->d[i], &clip);
    if (answer > 0) *sum += (double)clip.enter + (double)clip.exit;
    return answer;
}

BENCH_RUN(polygon_run_closest, polygon_work)
{
    cld_contact2 closest;
    int answer = cld_polygon_closest(polygon_of(w, i), w->p[i], &closest);
    if (answer > 0) *sum += (double)closest.distance;
    return answer;
}

static void polygon_run_contains_many(void *context)
{
    polygon_work *w = (polygon_work *)context;
    int part = w->count / w->set->count;
    w->found = w->failed = 0;
    for (int k = 0; k < w->set->count; ++k)
        polygon_tell(w, cld_polygon_contains_many(&w->set->views[k], &w->p[k * part].x,
                                                  (size_t)part, 0, w->where + k * part));
    bench_keep(w->where[0]);
}

static void polygon_run_extreme_many(void *context)
{
    polygon_work *w = (polygon_work *)context;
    int part = w->count / w->set->count;
    w->found = w->failed = 0;
    for (int k = 0; k < w->set->count; ++k)
        polygon_tell(w, cld_polygon_extreme_many(&w->set->views[k], w->d + k * part, (size_t)part,
                                                 w->numbers + k * part));
    bench_keep(w->numbers[0]);
}

BENCH_RUN(polygon_run_overlap, polygon_work)
{
    (void)sum;
    return cld_polygon_overlap(&w->a[i], &w->b[i], NULL);
}

BENCH_RUN(polygon_run_distance, polygon_work)
{
    cld_contact2 closest;
    int answer = cld_polygon_distance(&w->a[i], &w->b[i], &closest);
    if (answer >= 0) *sum += (double)closest.distance;
    return answer;
}

BENCH_RUN(polygon_run_cached, polygon_work)
{
    cld_contact2 closest;
    int answer =
        cld_polygon_distance_cached(&w->a[i], &w->b[i], &w->caches[i % w->pairs], &closest);
    if (answer >= 0) *sum += (double)closest.distance;
    return answer;
}

BENCH_RUN(polygon_run_collide, polygon_work)
{
    cld_contact2 contacts[2];
    int answer = cld_polygon_collide(&w->a[i], &w->b[i], 0, contacts, 2);
    if (answer > 0) *sum += (double)contacts[0].distance;
    return answer;
}

/* B alone moves, by w->d[i]. */
static int polygon_sweep_b(const polygon_work *w, int i, cld_hit2 *hit)
{
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    motion.linear = w->d[i];
    return cld_polygon_sweep(&w->a[i], NULL, &w->b[i], &motion, NULL, hit);
}

BENCH_RUN(polygon_run_sweep, polygon_work)
{
    cld_hit2 hit;
    int answer = polygon_sweep_b(w, i, &hit);
    if (answer > 0) *sum += (double)hit.time;
    return answer;
}

/* ---- the same with the baseline ---- */

static baseline_polygon polygon_plain(const cld_polygon *p)
{
    baseline_polygon b;
    b.xy = p->vertices, b.count = p->count;
    b.cosine = (double)p->pose.rotation.x, b.sine = (double)p->pose.rotation.y;
    b.x = (double)p->pose.position.x, b.y = (double)p->pose.position.y;
    if (b.cosine == 0 && b.sine == 0) b.cosine = 1;
    return b;
}

static void polygon_plain_contains(void *context)
{
    polygon_work *w = (polygon_work *)context;
    w->found = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polygon a = polygon_plain(polygon_of(w, i));
        w->found += baseline_contains(&a, (double)w->p[i].x, (double)w->p[i].y);
    }
    bench_keep(w->found);
}

static void polygon_plain_extreme(void *context)
{
    polygon_work *w = (polygon_work *)context;
    double sum = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polygon a = polygon_plain(polygon_of(w, i));
        sum += (double)baseline_extreme(&a, (double)w->d[i].x, (double)w->d[i].y);
    }
    bench_keep(sum);
}

static void polygon_plain_line(void *context)
{
    polygon_work *w = (polygon_work *)context;
    double sum = 0, enter, exit;
    w->found = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polygon a = polygon_plain(polygon_of(w, i));
        if (!baseline_clip(&a, (double)w->p[i].x, (double)w->p[i].y, (double)w->d[i].x,
                           (double)w->d[i].y, &enter, &exit))
            continue;
        w->found++;
        sum += enter + exit;
    }
    bench_keep(sum);
}

static void polygon_plain_distance(void *context)
{
    polygon_work *w = (polygon_work *)context;
    double sum = 0;
    w->found = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polygon a = polygon_plain(&w->a[i]), b = polygon_plain(&w->b[i]);
        double distance = baseline_distance(&a, &b);
        w->found += distance > 0;
        sum += distance;
    }
    bench_keep(sum);
}

/* ---- answers checked ---- */

/* Checking a query costs time linear in the size: so many are checked, fewer in quick runs, which
   have few. */
static int polygon_checks(const polygon_work *w)
{
    int most = (w->count > 4096 ? 20000000 : 1000000) / w->set->asked;
    return most < 16 ? 16 : most < w->count ? most : w->count;
}

static double polygon_epsilon(void)
{
    return sizeof(cld_real) == sizeof(float) ? 1.2e-7 : 2.3e-16;
}

/* Exactly, by the sign at every edge. */
static int polygon_wrong_contains(polygon_work *w)
{
    int wrong = 0;
    for (int i = 0; i < polygon_checks(w); ++i) {
        const cld_polygon *a = polygon_of(w, i);
        int where = CLD_INSIDE;
        for (size_t k = 0; k < a->count && where != CLD_OUTSIDE; ++k) {
            const cld_real *v = a->vertices + 2 * k;
            const cld_real *u = a->vertices + 2 * (k + 1 < a->count ? k + 1 : 0);
            double side = (double)cld_orient2d(polygon_vec2((double)v[0], (double)v[1]),
                                               polygon_vec2((double)u[0], (double)u[1]), w->p[i]);
            if (side < 0) where = CLD_OUTSIDE;
            if (side == 0) where = CLD_BOUNDARY;
        }
        wrong += cld_polygon_contains(a, w->p[i]) != where;
    }
    return wrong;
}

static int polygon_wrong_extreme(polygon_work *w)
{
    int wrong = 0;
    for (int i = 0; i < polygon_checks(w); ++i) {
        const cld_polygon *a = polygon_of(w, i);
        baseline_polygon plain = polygon_plain(a);
        double x = (double)w->d[i].x, y = (double)w->d[i].y;
        size_t best = baseline_extreme(&plain, x, y);
        uint32_t vertex = 0;
        const cld_real *v = a->vertices + 2 * best, *u;
        if (cld_polygon_extreme(a, w->d[i], &vertex, NULL) != CLD_OK) return w->count;
        u = a->vertices + 2 * (size_t)vertex;
        wrong += x * (double)u[0] + y * (double)u[1] < x * (double)v[0] + y * (double)v[1] - 1e-15;
    }
    return wrong;
}

/* By more than what both lose to rounding, which grows where the line is nearly along an edge. */
static int polygon_wrong_line(polygon_work *w)
{
    int wrong = 0;
    for (int i = 0; i < polygon_checks(w); ++i) {
        const cld_polygon *a = polygon_of(w, i);
        baseline_polygon plain = polygon_plain(a);
        double enter, exit;
        cld_clip2 clip = {0, 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}, 0, 0};
        int answer = cld_polygon_clip_line(a, w->p[i], w->d[i], &clip);
        int hit = baseline_clip(&plain, (double)w->p[i].x, (double)w->p[i].y, (double)w->d[i].x,
                                (double)w->d[i].y, &enter, &exit);
        if (hit != answer)
            wrong++;
        else if (hit && !(fabs((double)clip.enter - enter) + fabs((double)clip.exit - exit) <
                          1e-7 + 64 * polygon_epsilon()))
            wrong++;
    }
    return wrong;
}

/* The distance known beforehand, or the baseline's. */
static double polygon_known(const polygon_work *w, int i)
{
    baseline_polygon a = polygon_plain(&w->a[i]), b = polygon_plain(&w->b[i]);
    if (w->gap[i] > 0) return w->gap[i];
    return baseline_distance(&a, &b);
}

/* To rounding: of the poses that make the gap, of the placed vertices, and of the answer. */
static int polygon_wrong_distance(polygon_work *w, int cached)
{
    int wrong = 0;
    for (int i = 0; i < polygon_checks(w); ++i) {
        double known = polygon_known(w, i), size = 4 + known;
        cld_contact2 closest;
        int answer = cached ? cld_polygon_distance_cached(&w->a[i], &w->b[i],
                                                          &w->caches[i % w->pairs], &closest)
                            : cld_polygon_distance(&w->a[i], &w->b[i], &closest);
        if (answer != (known > 0))
            wrong++;
        else if (answer && !(fabs((double)closest.distance - known) <
                             8 * polygon_epsilon() * size + (w->gap[i] == known ? 0 : 1e-9)))
            wrong++;
    }
    return wrong;
}

static int polygon_wrong_overlap(polygon_work *w)
{
    int wrong = 0;
    for (int i = 0; i < polygon_checks(w); ++i)
        wrong += cld_polygon_overlap(&w->a[i], &w->b[i], NULL) != (polygon_known(w, i) <= 0);
    return wrong;
}

/* Moving B by the depth, and a little more, must part them; a little less must not; and no
   translation is known that is shorter. */
static int polygon_wrong_collide(polygon_work *w)
{
    int wrong = 0;
    for (int i = 0; i < w->count; ++i) {
        cld_contact2 contacts[2];
        cld_polygon moved = w->b[i];
        double depth, slack = sizeof(cld_real) == sizeof(float) ? 4e-6 : 1e-13;
        int answer = cld_polygon_collide(&w->a[i], &w->b[i], 0, contacts, 2), right = 1;
        if (answer <= 0) { /* thin ones may be apart */
            baseline_polygon a = polygon_plain(&w->a[i]), b = polygon_plain(&w->b[i]);
            wrong += answer < 0 || baseline_distance(&a, &b) <= 0;
            continue;
        }
        depth = -(double)contacts[0].distance;
        if (w->gap[i] < 0 && depth > -w->gap[i] + slack) right = 0;
        for (int less = 0; less < 2; ++less) {
            double by = less ? depth - slack : depth + slack;
            moved.pose.position =
                polygon_vec2((double)w->b[i].pose.position.x + by * (double)contacts[0].normal.x,
                             (double)w->b[i].pose.position.y + by * (double)contacts[0].normal.y);
            if (by > 0 && cld_polygon_overlap(&w->a[i], &moved, NULL) != less) right = 0;
        }
        wrong += !right;
    }
    return wrong;
}

/* At the time of the hit they touch to rounding; at some times before they do not. */
static int polygon_wrong_sweep(polygon_work *w)
{
    int wrong = 0;
    double slack = sizeof(cld_real) == sizeof(float) ? 8e-6 : 1e-13;
    for (int i = 0; i < w->count; ++i) {
        cld_hit2 hit;
        int answer = polygon_sweep_b(w, i, &hit), right = answer >= 0;
        double end = answer > 0 ? (double)hit.time : 1;
        for (int k = 1; k <= 4 && right; ++k) {
            cld_contact2 closest;
            cld_polygon moved = w->b[i];
            double t = end * k / 4;
            moved.pose.position =
                polygon_vec2((double)moved.pose.position.x + t * (double)w->d[i].x,
                             (double)moved.pose.position.y + t * (double)w->d[i].y);
            right = cld_polygon_distance(&w->a[i], &moved, &closest) >= 0;
            if (answer > 0 && k == 4)
                right = right && (double)closest.distance < slack;
            else if (end > 1e-6)
                right = right && closest.distance > 0;
        }
        wrong += !right;
    }
    return wrong;
}

/* ---- tables ---- */

/* Seconds a query of each of the runners, which take turns; in few rounds where one takes long. */
static void polygon_race(const bench *b, const bench_runner *runners, const polygon_work *const *w,
                         int count, double *seconds)
{
    bench quick = *b;
    double start = bench_seconds();
    for (int i = 0; i < count; ++i) runners[i].run(runners[i].context);
    quick.quick = b->quick || bench_seconds() - start > 0.02;
    bench_race(&quick, runners, count, seconds);
    for (int i = 0; i < count; ++i) seconds[i] /= w[i]->count;
}

static double polygon_time(const bench *b, void (*run)(void *), polygon_work *w)
{
    const bench_runner runner = {run, w};
    const polygon_work *works[1];
    double seconds;
    works[0] = w;
    polygon_race(b, &runner, works, 1, &seconds);
    return seconds;
}

/* The same with a baseline on as many of the queries as it can do in some milliseconds. */
static void polygon_time_both(const bench *b, void (*run)(void *), void (*plain)(void *),
                              polygon_work *w, double seconds[2])
{
    polygon_work part = *w;
    const bench_runner runners[2] = {{run, w}, {plain, &part}};
    const polygon_work *works[2];
    int most = (b->quick ? 200000 : 4000000) / w->set->asked;
    works[0] = w, works[1] = &part;
    part.count = most < 2 ? 2 : most < w->count ? most : w->count;
    polygon_race(b, runners, works, 2, seconds);
}

typedef enum polygon_kind {
    POLYGON_CONTAINS,
    POLYGON_EXTREME,
    POLYGON_SPAN,
    POLYGON_TANGENTS,
    POLYGON_LINE,
    POLYGON_CLOSEST,
    POLYGON_CONTAINS_MANY,
    POLYGON_EXTREME_MANY,
    POLYGON_OVERLAP,
    POLYGON_DISTANCE,
    POLYGON_CACHED,       /* a small step: 1/4 of an edge */
    POLYGON_CACHED_LARGE, /* 1/1000 of the radius */
    POLYGON_COLLIDE,
    POLYGON_SWEEP,
    POLYGON_KINDS
} polygon_kind;

static const char *const polygon_kind_names[POLYGON_KINDS] = {"contains",
                                                              "extreme",
                                                              "span",
                                                              "tangents",
                                                              "clip line",
                                                              "closest point",
                                                              "contains many",
                                                              "extreme many",
                                                              "overlap",
                                                              "distance",
                                                              "cached: 1/4 edge",
                                                              "cached: 1/1000 size",
                                                              "collide: shallow",
                                                              "sweep"};

/* What is asked, double, at 10^3 and at 10^6 vertices; 0: nothing. */
static double polygon_target(polygon_kind kind, int n)
{
    double low = 0, high = 0;
    if (kind == POLYGON_CONTAINS) low = 20e-9, high = 40e-9;
    if (kind == POLYGON_EXTREME) low = 65e-9, high = 180e-9;
    if (kind == POLYGON_LINE) low = 100e-9, high = 350e-9;
    if (kind == POLYGON_OVERLAP) low = 400e-9, high = 4e-6;
    if (kind == POLYGON_DISTANCE) low = 700e-9, high = 6e-6;
    if (kind == POLYGON_CACHED) return 60e-9;
    return n == 1000 ? low : n == 1000000 ? high : 0;
}

static void polygon_figures(bench *b, polygon_kind kind, const char *parameter, double seconds,
                            const polygon_work *w, int wrong, double target)
{
    const char *name = polygon_kind_names[kind];
    bench_figure(b, "collide", "polygon", name, parameter, "time_median",
                 w->failed ? (double)NAN : seconds, "s");
    bench_figure(b, "collide", "polygon", name, parameter, "hits", 100.0 * w->found / w->count,
                 "%");
    if (wrong >= 0) bench_figure(b, "collide", "polygon", name, parameter, "wrong", wrong, "");
    if (target > 0) bench_figure(b, "collide", "polygon", name, parameter, "target", target, "s");
}

/* A query about one polygon, beside the baseline if there is one. Returns the seconds. */
static double polygon_single(bench *b, polygon_work *w, polygon_kind kind, const char *parameter,
                             void (*run)(void *), void (*plain)(void *),
                             int (*wrong)(polygon_work *))
{
    double seconds[2] = {0, (double)NAN};
    double target = polygon_target(kind, w->set->asked);
    if (plain)
        polygon_time_both(b, run, plain, w, seconds);
    else
        seconds[0] = polygon_time(b, run, w);
    run(w);
    polygon_figures(b, kind, parameter, seconds[0], w, wrong ? wrong(w) : -1, target);
    if (plain) {
        bench_figure(b, "baseline", "polygon", polygon_kind_names[kind], parameter, "time_median",
                     seconds[1], "s");
        bench_figure(b, "collide", "polygon", polygon_kind_names[kind], parameter, "faster",
                     w->failed ? (double)NAN : seconds[1] / seconds[0], "x");
    }
    return w->failed ? (double)NAN : seconds[0];
}

/* Overlap or distance: the mean over the populations, and a row for each. */
static double polygon_populations(bench *b, polygon_work *w, polygon_kind kind,
                                  const polygon_population *populations, int count,
                                  const char *parameter, int (*check)(polygon_work *))
{
    void (*run)(void *) = kind == POLYGON_OVERLAP ? polygon_run_overlap : polygon_run_distance;
    double sum = 0, plain = 0;
    int wrong = 0, found = 0, failed = 0;
    for (int k = 0; k < count; ++k) {
        double seconds[2] = {0, 0};
        char text[48];
        polygon_fill_pairs(w, populations[k], 501 + (uint64_t)k);
        polygon_time_both(b, run, polygon_plain_distance, w, seconds);
        run(w);
        found += w->found, failed += w->failed;
        wrong += check(w);
        sum += seconds[0] / count, plain += seconds[1] / count;
        snprintf(text, sizeof text, "%s %s", parameter, polygon_population_names[populations[k]]);
        bench_figure(b, "collide", "polygon", polygon_kind_names[kind], text, "time_median",
                     w->failed ? (double)NAN : seconds[0], "s");
        bench_figure(b, "collide", "polygon", polygon_kind_names[kind], text, "hits",
                     100.0 * w->found / w->count, "%");
    }
    w->found = found / count, w->failed = failed;
    polygon_figures(b, kind, parameter, sum, w, wrong, polygon_target(kind, w->set->asked));
    bench_figure(b, "baseline", "polygon", polygon_kind_names[kind], parameter, "time_median",
                 plain, "s");
    bench_figure(b, "collide", "polygon", polygon_kind_names[kind], parameter, "faster",
                 failed ? (double)NAN : plain / sum, "x");
    return failed ? (double)NAN : sum;
}

static int polygon_check_distance(polygon_work *w)
{
    return polygon_wrong_distance(w, 0);
}

static int polygon_check_cached(polygon_work *w)
{
    return polygon_wrong_distance(w, 1);
}

/* Motions of 1 to 4 radii, towards A within 45 degrees; the pair is near. */
static void polygon_fill_sweeps(polygon_work *w, uint64_t seed)
{
    bench_random r = bench_seed(seed + 1);
    polygon_fill_pairs(w, POLYGON_NEAR, seed);
    for (int i = 0; i < w->count; ++i) {
        double x = (double)w->a[i].pose.position.x - (double)w->b[i].pose.position.x;
        double y = (double)w->a[i].pose.position.y - (double)w->b[i].pose.position.y;
        double angle = atan2(y, x) + bench_uniform(&r, -0.785, 0.785);
        double length = bench_uniform(&r, 0.25, 2);
        w->d[i] = polygon_vec2(length * cos(angle), length * sin(angle));
    }
}

static const polygon_population polygon_overlapping[5] = {POLYGON_FAR, POLYGON_NEAR, POLYGON_TOUCH,
                                                          POLYGON_SHALLOW, POLYGON_DEEP};
static const polygon_population polygon_apart[4] = {POLYGON_FAR, POLYGON_NEAR, POLYGON_CLOSE,
                                                    POLYGON_TOUCH};

static void polygon_measure_one(bench *b, polygon_work *w, const char *parameter,
                                double seconds[POLYGON_KINDS])
{
    polygon_fill_points(w, 0.5, 1.5, 421);
    seconds[POLYGON_CONTAINS] =
        polygon_single(b, w, POLYGON_CONTAINS, parameter, polygon_run_contains,
                       polygon_plain_contains, polygon_wrong_contains);
    seconds[POLYGON_EXTREME] = polygon_single(b, w, POLYGON_EXTREME, parameter, polygon_run_extreme,
                                              polygon_plain_extreme, polygon_wrong_extreme);
    seconds[POLYGON_SPAN] =
        polygon_single(b, w, POLYGON_SPAN, parameter, polygon_run_span, NULL, NULL);
    seconds[POLYGON_CONTAINS_MANY] = polygon_single(b, w, POLYGON_CONTAINS_MANY, parameter,
                                                    polygon_run_contains_many, NULL, NULL);
    seconds[POLYGON_EXTREME_MANY] =
        polygon_single(b, w, POLYGON_EXTREME_MANY, parameter, polygon_run_extreme_many, NULL, NULL);
    polygon_fill_points(w, 1.05, 5, 431);
    seconds[POLYGON_TANGENTS] =
        polygon_single(b, w, POLYGON_TANGENTS, parameter, polygon_run_tangents, NULL, NULL);
    seconds[POLYGON_CLOSEST] =
        polygon_single(b, w, POLYGON_CLOSEST, parameter, polygon_run_closest, NULL, NULL);
    polygon_fill_points(w, 0, 1.2, 441);
    seconds[POLYGON_LINE] = polygon_single(b, w, POLYGON_LINE, parameter, polygon_run_line,
                                           polygon_plain_line, polygon_wrong_line);
}

static void polygon_measure_two(bench *b, polygon_work *w, const char *parameter,
                                double seconds[POLYGON_KINDS])
{
    seconds[POLYGON_OVERLAP] = polygon_populations(b, w, POLYGON_OVERLAP, polygon_overlapping, 5,
                                                   parameter, polygon_wrong_overlap);
    seconds[POLYGON_DISTANCE] = polygon_populations(b, w, POLYGON_DISTANCE, polygon_apart, 4,
                                                    parameter, polygon_check_distance);
    polygon_fill_motion(w, 1.5 / w->set->asked, 451);
    seconds[POLYGON_CACHED] = polygon_single(b, w, POLYGON_CACHED, parameter, polygon_run_cached,
                                             NULL, polygon_check_cached);
    polygon_fill_motion(w, 1e-3, 452);
    seconds[POLYGON_CACHED_LARGE] = polygon_single(b, w, POLYGON_CACHED_LARGE, parameter,
                                                   polygon_run_cached, NULL, polygon_check_cached);
    polygon_fill_pairs(w, POLYGON_SHALLOW, 453);
    seconds[POLYGON_COLLIDE] = polygon_single(b, w, POLYGON_COLLIDE, parameter, polygon_run_collide,
                                              NULL, polygon_wrong_collide);
    polygon_fill_sweeps(w, 454);
    seconds[POLYGON_SWEEP] = polygon_single(b, w, POLYGON_SWEEP, parameter, polygon_run_sweep, NULL,
                                            polygon_wrong_sweep);
}

/* All questions about polygons of about n vertices, figures pending. */
static void polygon_measure(bench *b, int n, polygon_family family, const char *parameter,
                            double seconds[POLYGON_KINDS])
{
    polygon_set set = polygon_set_new(n, polygon_set_count(n), family, 0);
    polygon_work w = polygon_work_new(&set, b->quick ? 4096 : 16384);
    polygon_measure_one(b, &w, parameter, seconds);
    polygon_measure_two(b, &w, parameter, seconds);
    polygon_work_free(&w);
    polygon_set_free(&set);
}

/* In float, finer polygons than that have dents. */
static int polygon_most(void)
{
    return sizeof(cld_real) == sizeof(float) ? 10000 : 1000000;
}

static void polygon_ask(bench *b, int n, const double seconds[POLYGON_KINDS])
{
    if (sizeof(cld_real) == sizeof(float)) return; /* asked of the double library */
    for (int k = 0; k < POLYGON_KINDS; ++k) {
        char text[80];
        double target = polygon_target((polygon_kind)k, n);
        if (!(target > 0) || (n != 1000 && n != 1000000)) continue;
        snprintf(text, sizeof text, "%s, %d vertices", polygon_kind_names[k], n);
        bench_ask(b, "polygon", text, target, seconds[k], "s", BENCH_AT_MOST);
    }
}

static void polygon_bench_sizes(bench *b)
{
    static const int full[] = {3, 8, 64, 1000, 10000, 100000, 1000000}, quick[] = {8, 1000};
    const int *sizes = b->quick ? quick : full;
    int count = b->quick ? 2 : 7;
    for (int i = 0; i < count; ++i) {
        double seconds[POLYGON_KINDS];
        char parameter[32];
        if (sizes[i] > polygon_most()) continue;
        snprintf(parameter, sizeof parameter, "n=%d", sizes[i]);
        polygon_measure(b, sizes[i], POLYGON_FAMILIES, parameter, seconds);
        polygon_ask(b, sizes[i], seconds);
        bench_table(b, i ? ""
                         : "convex polygons, regular, random on circles and on ellipses in "
                           "turns, all posed\nafresh in queries of two; time a query (faster: "
                           "than the baseline's scan or GJK;\nhits: answers that are not 0; "
                           "wrong: of those checked)");
    }
}

/* The families one by one. */
static void polygon_bench_families(bench *b)
{
    static const int sizes[2] = {1000, 100000};
    for (int i = 0; i < 2 && !b->quick; ++i)
        for (int k = 0; k < POLYGON_FAMILIES && sizes[i] <= polygon_most(); ++k) {
            double seconds[POLYGON_KINDS];
            char parameter[32];
            bench silent = *b;
            snprintf(parameter, sizeof parameter, "%s n=%d", polygon_family_names[k], sizes[i]);
            silent.quick = 1, silent.records = NULL;
            silent.record_count = silent.record_capacity = 0, silent.csv = 0;
            polygon_measure(&silent, sizes[i], (polygon_family)k, parameter, seconds);
            free(silent.records);
            for (int kind = 0; kind < POLYGON_KINDS; ++kind)
                if (kind == POLYGON_CONTAINS || kind == POLYGON_EXTREME || kind == POLYGON_LINE ||
                    kind == POLYGON_OVERLAP || kind == POLYGON_DISTANCE ||
                    kind == POLYGON_COLLIDE || kind == POLYGON_SWEEP)
                    bench_figure(b, "collide", "polygon", parameter, "", polygon_kind_names[kind],
                                 seconds[kind], "s");
        }
    bench_table(b, "the families one by one, 4096 queries");
}

/* Polygons of 4 to 16 vertices, of random sizes. */
static void polygon_bench_small(bench *b)
{
    static const polygon_population populations[5] = {POLYGON_FAR, POLYGON_NEAR, POLYGON_TOUCH,
                                                      POLYGON_SHALLOW, POLYGON_DEEP};
    void (*const runs[3])(void *) = {polygon_run_overlap, polygon_run_distance,
                                     polygon_run_collide};
    static const char *const names[3] = {"small: overlap", "small: distance", "small: manifold"};
    static const double targets[3] = {60e-9, 60e-9, 120e-9};
    polygon_set set = polygon_set_new(16, 1024, POLYGON_FAMILIES, 1);
    polygon_work w = polygon_work_new(&set, b->quick ? 4096 : 16384);
    double mean[3] = {0, 0, 0};
    for (int k = 0; k < 5; ++k) {
        polygon_fill_pairs(&w, populations[k], 461 + (uint64_t)k);
        for (int q = 0; q < 3; ++q) {
            const char *population = polygon_population_names[populations[k]];
            double seconds = polygon_time(b, runs[q], &w);
            int wrong = q == 0 ? polygon_wrong_overlap(&w) : -1;
            if (q == 1) wrong = polygon_wrong_distance(&w, 0);
            if (q == 2 && k >= 3) wrong = polygon_wrong_collide(&w);
            runs[q](&w);
            if (w.failed) seconds = (double)NAN;
            mean[q] += seconds / 5;
            bench_figure(b, "collide", "polygon", names[q], population, "time_median", seconds,
                         "s");
            bench_figure(b, "collide", "polygon", names[q], population, "hits",
                         100.0 * w.found / w.count, "%");
            if (wrong >= 0)
                bench_figure(b, "collide", "polygon", names[q], population, "wrong", wrong, "");
            bench_figure(b, "collide", "polygon", names[q], population, "target", targets[q], "s");
        }
        if (k == 1) {
            double seconds = polygon_time(b, polygon_plain_distance, &w);
            bench_figure(b, "baseline", "polygon", names[1], polygon_population_names[k],
                         "time_median", seconds, "s");
        }
    }
    for (int q = 0; q < 3; ++q) {
        char text[64];
        snprintf(text, sizeof text, "%s, 4 to 16 vertices, mean of five", names[q]);
        if (sizeof(cld_real) == sizeof(double))
            bench_ask(b, "polygon", text, targets[q], mean[q], "s", BENCH_AT_MOST);
    }
    polygon_work_free(&w);
    polygon_set_free(&set);
    bench_table(b, "polygons of 4 to 16 vertices, time a pair");
}

/* ---- made input: boxes side by side, aligned or turned alike ---- */

static void polygon_made_pose(cld_polygon *p, double cosine, double sine, double x, double y)
{
    p->pose.rotation = polygon_vec2(cosine, sine);
    p->pose.position = polygon_vec2(x, y);
}

/* xy: room for 16 coordinates a pair. */
static void polygon_fill_made(polygon_work *w, cld_real *xy, polygon_made kind)
{
    bench_random r = bench_seed(481 + (uint64_t)kind);
    for (int q = 0; q < w->count; ++q) {
        const polygon_made_pair pair = polygon_made_pair_of(&r, kind);
        for (int k = 0; k < 2; ++k, xy += 8) {
            const double h = pair.half[k][0], v = pair.half[k][1];
            const double corners[8] = {-h, -v, h, -v, h, v, -h, v};
            cld_polygon *p = k ? &w->b[q] : &w->a[q];
            for (int i = 0; i < 8; ++i) xy[i] = (cld_real)corners[i];
            memset(p, 0, sizeof *p);
            p->vertices = xy, p->count = 4;
            polygon_made_pose(p, pair.turn[k][0], pair.turn[k][1], pair.at[k][0], pair.at[k][1]);
        }
        w->d[q] = polygon_vec2(pair.motion[0], pair.motion[1]);
    }
}

enum { POLYGON_MADE_QUERIES = 4 };

/* The random row of a query of a kind: where they touch or overlap, boxes that overlap. */
static polygon_made polygon_made_random(polygon_made kind, int sweeps)
{
    const int meets = kind == POLYGON_MADE_ON || kind == POLYGON_MADE_TURNED_ON ||
                      kind == POLYGON_MADE_QUARTER || kind == POLYGON_MADE_SAME ||
                      kind == POLYGON_MADE_CORNER;
    return meets && !sweeps ? POLYGON_MADE_INTO : POLYGON_MADE_RANDOM;
}

/* What is aligned, touches or coincides, beside what is turned at random. */
static void polygon_bench_made(bench *b)
{
    void (*const runs[POLYGON_MADE_QUERIES])(void *) = {polygon_run_overlap, polygon_run_distance,
                                                        polygon_run_collide, polygon_run_sweep};
    static const char *const names[POLYGON_MADE_QUERIES] = {"made: overlap", "made: distance",
                                                            "made: manifold", "made: sweep"};
    polygon_set set = polygon_set_new(4, 4, POLYGON_REGULAR, 0);
    polygon_work w = polygon_work_new(&set, 16384);
    cld_real *xy = (cld_real *)polygon_allocate(16 * (size_t)w.count, sizeof *xy);
    double seconds[POLYGON_MADE_KINDS][POLYGON_MADE_QUERIES];
    for (int k = 0; k < POLYGON_MADE_KINDS; ++k) {
        polygon_fill_made(&w, xy, (polygon_made)k);
        for (int q = 0; q < POLYGON_MADE_QUERIES; ++q) {
            seconds[k][q] = polygon_time(b, runs[q], &w);
            runs[q](&w);
            bench_figure(b, "collide", "polygon", names[q], polygon_made_names[k], "time_median",
                         w.failed ? (double)NAN : seconds[k][q], "s");
            bench_figure(b, "collide", "polygon", names[q], polygon_made_names[k], "hits",
                         100.0 * w.found / w.count, "%");
        }
    }
    for (int k = POLYGON_MADE_RANDOM + 1; k < POLYGON_MADE_INTO; ++k)
        for (int q = 0; q < POLYGON_MADE_QUERIES; ++q) {
            const polygon_made other = polygon_made_random((polygon_made)k, q == 3);
            bench_made(b, "polygon", names[q], polygon_made_names[k], seconds[k][q],
                       polygon_made_names[other], seconds[other][q]);
        }
    free(xy);
    polygon_work_free(&w);
    polygon_set_free(&set);
    bench_table(b, "boxes of whole numbers, as people put them, time a pair");
}

/* ---- radii, margins, skins ---- */

enum { POLYGON_ROUND_QUERIES = 7 };

#define POLYGON_ROUND_RADIUS 0.1 /* of all, whose size is about 1 */

BENCH_RUN(polygon_run_margin, polygon_work)
{
    cld_contact2 contacts[2];
    int answer = cld_polygon_collide(&w->a[i], &w->b[i], (cld_real)0.2, contacts, 2);
    if (answer > 0) *sum += (double)contacts[0].distance;
    return answer;
}

BENCH_RUN(polygon_run_skin, polygon_work)
{
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    cld_sweep_params params;
    cld_hit2 hit;
    int answer;
    params.distance = (cld_real)0.01, motion.linear = w->d[i];
    answer = cld_polygon_sweep(&w->a[i], NULL, &w->b[i], &motion, &params, &hit);
    if (answer > 0) *sum += (double)hit.time;
    return answer;
}

/* All get a radius, and B moves away by two of them: gaps and depths stay as they were, nearly. */
static void polygon_round(polygon_work *w)
{
    for (int i = 0; i < w->count; ++i) {
        const double x = (double)w->b[i].pose.position.x - (double)w->a[i].pose.position.x;
        const double y = (double)w->b[i].pose.position.y - (double)w->a[i].pose.position.y;
        const double by = 2 * POLYGON_ROUND_RADIUS / hypot(x, y);
        w->a[i].radius = w->b[i].radius = (cld_real)POLYGON_ROUND_RADIUS;
        if (!(by > 0 && by < 1e6)) continue;
        w->b[i].pose.position = polygon_vec2((double)w->b[i].pose.position.x + by * x,
                                             (double)w->b[i].pose.position.y + by * y);
    }
    for (int i = 0; i < w->set->count; ++i)
        w->set->views[i].radius = (cld_real)POLYGON_ROUND_RADIUS;
}

/* Polygons with radii beside the same without: of 4 to 16 vertices, and of many. */
static void polygon_bench_round(bench *b)
{
    void (*const runs[POLYGON_ROUND_QUERIES])(void *) = {
        polygon_run_overlap,  polygon_run_distance, polygon_run_collide, polygon_run_sweep,
        polygon_run_contains, polygon_run_closest,  polygon_run_line};
    static const char *const names[POLYGON_ROUND_QUERIES] = {
        "round: overlap",  "round: distance", "round: manifold", "round: sweep",
        "round: contains", "round: closest",  "round: clip line"};
    static const polygon_population populations[3] = {POLYGON_NEAR, POLYGON_TOUCH, POLYGON_SHALLOW};
    for (int size = 0; size < 2; ++size) {
        polygon_set set =
            polygon_set_new(size ? 1000 : 16, size ? 16 : 1024, POLYGON_FAMILIES, !size);
        polygon_work w = polygon_work_new(&set, b->quick ? 4096 : 16384);
        for (int k = 0; k < 3; ++k) {
            double seconds[2][POLYGON_ROUND_QUERIES + 2];
            char text[64];
            snprintf(text, sizeof text, "%s %s", size ? "n=1000" : "n=4..16",
                     polygon_population_names[populations[k]]);
            for (int is_round = 0; is_round < 2; ++is_round) {
                polygon_fill_points(&w, 0, 1.5, 471);
                if (k == 0)
                    polygon_fill_sweeps(&w, 472);
                else
                    polygon_fill_pairs(&w, populations[k], 473);
                for (int i = 0; i < set.count; ++i) set.views[i].radius = 0;
                if (is_round) polygon_round(&w);
                for (int q = 0; q < POLYGON_ROUND_QUERIES + 2; ++q) {
                    if (k > 0 && q >= 3 && q < POLYGON_ROUND_QUERIES) continue;
                    seconds[is_round][q] =
                        polygon_time(b,
                                     q < POLYGON_ROUND_QUERIES    ? runs[q]
                                     : q == POLYGON_ROUND_QUERIES ? polygon_run_margin
                                                                  : polygon_run_skin,
                                     &w);
                }
            }
            for (int q = 0; q < POLYGON_ROUND_QUERIES + 2; ++q) {
                const char *name = q < POLYGON_ROUND_QUERIES    ? names[q]
                                   : q == POLYGON_ROUND_QUERIES ? "margin: manifold"
                                                                : "skin: sweep";
                const int plain = q < POLYGON_ROUND_QUERIES    ? q
                                  : q == POLYGON_ROUND_QUERIES ? 2
                                                               : 3;
                if (k > 0 && q >= 3 && q != POLYGON_ROUND_QUERIES) continue;
                bench_figure(b, "collide", "polygon", name, text, "time_median",
                             seconds[q < POLYGON_ROUND_QUERIES][q], "s");
                bench_figure(b, "collide", "polygon", name, text, "times",
                             seconds[q < POLYGON_ROUND_QUERIES][q] / seconds[0][plain], "x");
            }
        }
        polygon_work_free(&w);
        polygon_set_free(&set);
    }
    bench_table(b, "polygons with radii (a margin, a skin), and how many times as long as without");
}

/* ---- areas: mass, intersection, Minkowski sum ---- */

enum { POLYGON_AREA_QUERIES = 4 };

static const char *const polygon_area_names[POLYGON_AREA_QUERIES] = {"mass", "area of intersection",
                                                                     "intersection", "sum"};

static cld_real *polygon_area_points; /* room for the vertices of an answer */
static int polygon_area_room;

BENCH_RUN(polygon_run_mass, polygon_work)
{
    cld_area_mass mass;
    const int answer = cld_polygon_mass(&w->a[i], &mass);
    *sum += (double)mass.xx;
    return answer;
}

BENCH_RUN(polygon_run_common_area, polygon_work)
{
    cld_area_mass mass;
    const int answer = cld_polygon_intersection(&w->a[i], &w->b[i], NULL, 0, &mass);
    *sum += (double)mass.area;
    return answer;
}

BENCH_RUN(polygon_run_intersection, polygon_work)
{
    const int answer =
        cld_polygon_intersection(&w->a[i], &w->b[i], polygon_area_points, polygon_area_room, NULL);
    *sum += (double)polygon_area_points[0];
    return answer;
}

BENCH_RUN(polygon_run_sum, polygon_work)
{
    const int answer = cld_polygon_sum(&w->a[i], &w->b[i], polygon_area_points, polygon_area_room);
    *sum += (double)polygon_area_points[0];
    return answer;
}

static void polygon_plain_common_area(void *context)
{
    polygon_work *w = (polygon_work *)context;
    double sum = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polygon a = polygon_plain(&w->a[i]), b = polygon_plain(&w->b[i]);
        sum += baseline_common_area(&a, &b);
    }
    bench_keep(sum);
}

/* The area is that of the baseline. */
static int polygon_wrong_areas(polygon_work *w)
{
    int wrong = 0;
    for (int i = 0; i < polygon_checks(w); ++i) {
        baseline_polygon a = polygon_plain(&w->a[i]), b = polygon_plain(&w->b[i]);
        const double known = baseline_common_area(&a, &b);
        cld_area_mass mass;
        const int answer = cld_polygon_intersection(&w->a[i], &w->b[i], NULL, 0, &mass);
        wrong +=
            answer < 0 || !(fabs((double)mass.area - known) < 1e-12 + polygon_epsilon() * known);
    }
    return wrong;
}

static void (*const polygon_area_runs[POLYGON_AREA_QUERIES])(void *) = {
    polygon_run_mass, polygon_run_common_area, polygon_run_intersection, polygon_run_sum};

/* Polygons that overlap a little, or deep: their crossings are two, or many. */
static void polygon_bench_areas(bench *b)
{
    static const int sizes[4] = {16, 100, 1000, 10000};
    static const polygon_population populations[3] = {POLYGON_NEAR, POLYGON_SHALLOW, POLYGON_DEEP};
    for (int size = 0; size < 4; ++size) {
        const int n = sizes[size];
        polygon_set set = polygon_set_new(n, size ? 16 : 1024, POLYGON_FAMILIES, size == 0);
        polygon_work w = polygon_work_new(&set, n > 1000 ? 256 : b->quick ? 1024 : 16384);
        polygon_area_room = 2 * n;
        polygon_area_points =
            (cld_real *)polygon_allocate(4 * (size_t)n, sizeof *polygon_area_points);
        for (int k = 0; k < 3; ++k) {
            char text[64];
            snprintf(text, sizeof text, size ? "n=%d %s" : "n=4..%d %s", n,
                     polygon_population_names[populations[k]]);
            polygon_fill_pairs(&w, populations[k], 491 + (uint64_t)k);
            for (int q = 0; q < POLYGON_AREA_QUERIES; ++q) {
                double seconds[2] = {0, 0};
                if ((q == 0 || q == 3) && k < 2) continue;
                if (q == 1 && n <= 1000)
                    polygon_time_both(b, polygon_area_runs[q], polygon_plain_common_area, &w,
                                      seconds);
                else
                    seconds[0] = polygon_time(b, polygon_area_runs[q], &w);
                polygon_area_runs[q](&w);
                bench_figure(b, "collide", "polygon", polygon_area_names[q], text, "time_median",
                             w.failed ? (double)NAN : seconds[0], "s");
                if (seconds[1] > 0)
                    bench_figure(b, "baseline", "polygon", polygon_area_names[q], text,
                                 "time_median", seconds[1], "s");
                if (q == 1 && n <= 1000)
                    bench_figure(b, "collide", "polygon", polygon_area_names[q], text, "wrong",
                                 polygon_wrong_areas(&w), "");
            }
        }
        free(polygon_area_points);
        polygon_work_free(&w);
        polygon_set_free(&set);
    }
    polygon_set set = polygon_set_new(4, 4, POLYGON_REGULAR, 0);
    polygon_work w = polygon_work_new(&set, 16384);
    cld_real *xy = (cld_real *)polygon_allocate(16 * (size_t)w.count, sizeof *xy), points[32];
    polygon_area_points = points, polygon_area_room = 16;
    for (int k = 0; k < POLYGON_MADE_KINDS; ++k) {
        polygon_fill_made(&w, xy, (polygon_made)k);
        for (int q = 1; q < POLYGON_AREA_QUERIES; ++q) {
            char name[48];
            snprintf(name, sizeof name, "made: %s", polygon_area_names[q]);
            bench_figure(b, "collide", "polygon", name, polygon_made_names[k], "time_median",
                         polygon_time(b, polygon_area_runs[q], &w), "s");
        }
    }
    free(xy);
    polygon_work_free(&w);
    polygon_set_free(&set);
    bench_table(b, "areas: mass, intersection, Minkowski sum, time a polygon or pair");
}

static void bench_polygon(bench *b)
{
    polygon_bench_sizes(b);
    polygon_bench_families(b);
    polygon_bench_small(b);
    polygon_bench_made(b);
    polygon_bench_round(b);
    polygon_bench_areas(b);
}

#endif /* BENCH_POLYGON_H */
