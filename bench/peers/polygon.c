/* Convex polygons: collide.h beside its peers. See race.h for what is measured.
 *
 * Shapes: regular polygons, random points of a circle, and of an ellipse 1000 times as long as
 * wide, in turns, of radius 1. Their coordinates are multiples of 2^-23 (in the double scenes of
 * 2^-50), so that convexity is decided here in whole numbers. A lies at rest in a pose of its own,
 * so that those who can may prepare it; B has a fresh pose in every query. */
#include "race.h"
#include "polygon.h"
#include "../made_polygon.h"
#define COLLIDE_DOUBLE /* the oracle's numbers; only declarations are used here */
#include "collide.h"
#include "../../tests/oracle_polygon.h"

#define POLYGON_PI 3.14159265358979323846

enum { POLYGON_SHAPES = 12 };

/* ---- shapes ---- */

static double polygon_grid(double x, int bits)
{
    int digits = bits == PEERS_FLOAT ? 23 : 50;
    return ldexp(floor(ldexp(x, digits) + 0.5), -digits);
}

static double polygon_given(double x, int bits)
{
    volatile float rounded = (float)x;
    return bits == PEERS_FLOAT ? (double)rounded : x;
}

/* Sign of the turn at b: coordinates are multiples of 2^-50, below 2^10. */
static int polygon_turn(const double *a, const double *b, const double *c)
{
    __extension__ typedef __int128 whole;
    whole ux = (whole)ldexp(b[0] - a[0], 50), uy = (whole)ldexp(b[1] - a[1], 50);
    whole vx = (whole)ldexp(c[0] - b[0], 50), vy = (whole)ldexp(c[1] - b[1], 50);
    whole turn = ux * vy - uy * vx;
    return (turn > 0) - (turn < 0);
}

static int polygon_by_x(const void *a, const void *b)
{
    const double *p = (const double *)a, *q = (const double *)b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return (p[1] > q[1]) - (p[1] < q[1]);
}

/* The strict hull of `count` points, counter-clockwise, in `hull` (room for 2 count + 2). Sorts the
   points. Independent of the library. */
static int polygon_exact_hull(double *xy, int count, double *hull)
{
    int n = 0;
    qsort(xy, (size_t)count, 2 * sizeof *xy, polygon_by_x);
    for (int side = 0; side < 2; ++side) {
        int low = n + 1;
        for (int i = 0; i < count; ++i) {
            const double *p = xy + 2 * (side ? count - 1 - i : i);
            while (n > low && polygon_turn(hull + 2 * n - 4, hull + 2 * n - 2, p) <= 0) --n;
            if (n >= low && hull[2 * n - 2] == p[0] && hull[2 * n - 1] == p[1]) continue;
            hull[2 * n] = p[0], hull[2 * n + 1] = p[1];
            ++n;
        }
        --n; /* the other side begins with it */
    }
    return n;
}

/* n of the hull's vertices, if there are so many; evenly chosen, which leaves it convex. Rounding
   takes vertices away: then more points are tried. */
static polygon_ring polygon_shape(bench_random *r, int n, int family, int bits)
{
    double flat = family == 2 ? 1e-3 : 1, turn = bench_uniform(r, 0, 2 * POLYGON_PI);
    double c = cos(turn), s = sin(turn), *xy = NULL, *hull = NULL;
    polygon_ring ring;
    int found = 0;
    for (int m = n; found < n && m <= 16 * n; m *= 2) {
        xy = (double *)realloc(xy, 2 * (size_t)m * sizeof *xy);
        hull = (double *)realloc(hull, 4 * ((size_t)m + 1) * sizeof *hull);
        for (int i = 0; i < m; ++i) {
            double t = 2 * POLYGON_PI * (family == 0 ? (i + 0.1) / m : bench_uniform(r, 0, 1));
            double x = cos(t), y = flat * sin(t);
            xy[2 * i] = polygon_grid(c * x - s * y, bits);
            xy[2 * i + 1] = polygon_grid(s * x + c * y, bits);
        }
        found = polygon_exact_hull(xy, m, hull);
    }
    ring.count = found < n ? found : n;
    for (int i = 0; i < ring.count; ++i) {
        int from = (int)((int64_t)i * found / ring.count);
        xy[2 * i] = hull[2 * from], xy[2 * i + 1] = hull[2 * from + 1];
    }
    free(hull);
    ring.xy = xy;
    return ring;
}

/* ---- scenes ---- */

typedef struct polygon_truth {
    int known, where; /* of B to A: 0 apart, 1 touching, 2 overlapping */
    double distance, depth;
} polygon_truth;

typedef struct polygon_work {
    polygon_scene scene;
    polygon_ring *shapes;
    polygon_placed *rest, *b;
    int *shape;
    double (*points)[2], (*ends)[2], (*directions)[2];
    polygon_truth *truth;
} polygon_work;

static polygon_placed polygon_pose(int shape, double angle, double x, double y, int bits)
{
    polygon_placed p;
    p.shape = shape;
    p.cosine = polygon_given(cos(angle), bits), p.sine = polygon_given(sin(angle), bits);
    p.at[0] = polygon_given(x, bits), p.at[1] = polygon_given(y, bits);
    return p;
}

/* Room for so many shapes and queries. */
static polygon_work polygon_work_of(int shapes, int bits, int queries)
{
    polygon_work w;
    memset(&w, 0, sizeof w);
    w.shapes = (polygon_ring *)race_memory((size_t)shapes * sizeof *w.shapes);
    w.rest = (polygon_placed *)race_memory((size_t)shapes * sizeof *w.rest);
    w.b = (polygon_placed *)race_memory((size_t)queries * sizeof *w.b);
    w.shape = (int *)race_memory((size_t)queries * sizeof *w.shape);
    w.points = (double(*)[2])race_memory((size_t)queries * sizeof *w.points);
    w.ends = (double(*)[2])race_memory((size_t)queries * sizeof *w.ends);
    w.directions = (double(*)[2])race_memory((size_t)queries * sizeof *w.directions);
    w.truth = (polygon_truth *)race_memory((size_t)queries * sizeof *w.truth);
    w.scene.bits = bits, w.scene.count = queries;
    w.scene.shape_count = shapes, w.scene.shapes = w.shapes, w.scene.rest = w.rest;
    w.scene.shape = w.shape, w.scene.truth = w.truth;
    return w;
}

/* Shapes of n vertices, each at rest within 1 of (offset, offset). */
static polygon_work polygon_work_new(int n, int bits, int queries, double offset)
{
    polygon_work w = polygon_work_of(POLYGON_SHAPES, bits, queries);
    bench_random r = bench_seed(401 + (uint64_t)n);
    for (int i = 0; i < POLYGON_SHAPES; ++i) {
        double x = offset + bench_uniform(&r, -1, 1), y = offset + bench_uniform(&r, -1, 1);
        w.shapes[i] = polygon_shape(&r, n, i % 3, bits);
        w.rest[i] = polygon_pose(i, bench_uniform(&r, 0, 2 * POLYGON_PI), x, y, bits);
    }
    return w;
}

/* Boxes as people put them (made_polygon.h), of each query two of its own. */
static polygon_work polygon_work_made(int queries, polygon_made kind)
{
    polygon_work w = polygon_work_of(2 * queries, PEERS_FLOAT, queries);
    bench_random r = bench_seed(481 + (uint64_t)kind);
    for (int q = 0; q < queries; ++q) {
        const polygon_made_pair pair = polygon_made_pair_of(&r, kind);
        for (int k = 0; k < 2; ++k) {
            const double h = pair.half[k][0], v = pair.half[k][1];
            const double corners[8] = {-h, -v, h, -v, h, v, -h, v};
            const int shape = 2 * q + k;
            double *xy = (double *)race_memory(sizeof corners);
            memcpy(xy, corners, sizeof corners);
            w.shapes[shape].xy = xy, w.shapes[shape].count = 4;
            w.rest[shape].shape = shape;
            w.rest[shape].cosine = polygon_given(pair.turn[k][0], PEERS_FLOAT);
            w.rest[shape].sine = polygon_given(pair.turn[k][1], PEERS_FLOAT);
            for (int c = 0; c < 2; ++c)
                w.rest[shape].at[c] = polygon_given(pair.at[k][c], PEERS_FLOAT);
        }
        w.shape[q] = 2 * q, w.b[q] = w.rest[2 * q + 1];
        for (int c = 0; c < 2; ++c) w.directions[q][c] = polygon_given(pair.motion[c], PEERS_FLOAT);
    }
    w.scene.b = w.b, w.scene.directions = (const double(*)[2])w.directions;
    return w;
}

static void polygon_work_free(polygon_work *w)
{
    for (int i = 0; i < w->scene.shape_count; ++i) free((void *)(uintptr_t)w->shapes[i].xy);
    free(w->shapes), free(w->rest), free(w->b), free(w->shape);
    free(w->points), free(w->ends), free(w->directions), free(w->truth);
}

/* A point of the outline, `scale` times as far from the origin. */
static void polygon_outline(bench_random *r, const polygon_work *w, int shape, double scale,
                            double out[2])
{
    const polygon_ring *ring = &w->shapes[shape];
    int i = bench_below(r, ring->count), k = i + 1 < ring->count ? i + 1 : 0;
    double t = bench_uniform(r, 0, 1);
    for (int c = 0; c < 2; ++c)
        out[c] = polygon_given(scale * ((1 - t) * ring->xy[2 * i + c] + t * ring->xy[2 * k + c]),
                               w->scene.bits);
}

/* Points about the outline: one in eight is a vertex, one in eight on an edge but for rounding.
   Segments from there; directions. */
static void polygon_fill_points(polygon_work *w, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int q = 0; q < w->scene.count; ++q) {
        int shape = w->shape[q] = bench_below(&r, POLYGON_SHAPES), kind = bench_below(&r, 8);
        const polygon_ring *ring = &w->shapes[shape];
        double angle = bench_uniform(&r, 0, 2 * POLYGON_PI);
        polygon_outline(&r, w, shape, kind == 1 ? 1 : bench_uniform(&r, 0.5, 1.5), w->points[q]);
        if (kind == 0)
            memcpy(w->points[q], ring->xy + 2 * bench_below(&r, ring->count), 2 * sizeof(double));
        polygon_outline(&r, w, shape, bench_uniform(&r, -1.5, 1.5), w->ends[q]);
        w->directions[q][0] = polygon_given(cos(angle), w->scene.bits);
        w->directions[q][1] = polygon_given(sin(angle), w->scene.bits);
    }
    w->scene.points = w->points, w->scene.ends = w->ends, w->scene.directions = w->directions;
    w->scene.b = NULL;
}

typedef enum polygon_population {
    POLYGON_FAR,     /* centres 3 to 30 apart */
    POLYGON_NEAR,    /* gaps of 0.01 to 1 */
    POLYGON_CLOSE,   /* 1e-6 to 0.01 (float: from 1e-5) */
    POLYGON_TOUCH,   /* 1e-12 to 1e-6 (float: 1e-6 to 1e-5) */
    POLYGON_SHALLOW, /* put 1e-5 to 0.01 into each other (thin ones may come out behind) */
    POLYGON_DEEP,    /* centres up to 0.5 apart */
    POLYGON_POPULATIONS
} polygon_population;

static double polygon_exponential(bench_random *r, double low, double high)
{
    return low * pow(high / low, bench_uniform(r, 0, 1));
}

static double polygon_gap(bench_random *r, polygon_population population, int bits)
{
    int rough = bits == PEERS_FLOAT;
    if (population == POLYGON_NEAR) return polygon_exponential(r, 0.01, 1);
    if (population == POLYGON_CLOSE) return polygon_exponential(r, rough ? 1e-5 : 1e-6, 0.01);
    if (population == POLYGON_TOUCH)
        return rough ? polygon_exponential(r, 1e-6, 1e-5) : polygon_exponential(r, 1e-12, 1e-6);
    return -polygon_exponential(r, 1e-5, 0.01);
}

static void polygon_turned(const polygon_placed *p, const double *v, double out[2])
{
    out[0] = p->cosine * v[0] - p->sine * v[1];
    out[1] = p->sine * v[0] + p->cosine * v[1];
}

/* Of a placed shape: a random point of a random edge, and the edge's outer normal; about the
   shape's own origin. */
static void polygon_edge_point(bench_random *r, const polygon_work *w, const polygon_placed *p,
                               double point[2], double normal[2])
{
    const polygon_ring *ring = &w->shapes[p->shape];
    int i = bench_below(r, ring->count), k = i + 1 < ring->count ? i + 1 : 0;
    double from[2], to[2], t = bench_uniform(r, 0, 1), length;
    polygon_turned(p, ring->xy + 2 * i, from);
    polygon_turned(p, ring->xy + 2 * k, to);
    length = hypot(to[0] - from[0], to[1] - from[1]);
    normal[0] = (to[1] - from[1]) / length, normal[1] = (from[0] - to[0]) / length;
    for (int c = 0; c < 2; ++c) point[c] = (1 - t) * from[c] + t * to[c];
}

/* The vertex of a placed shape that is farthest along -normal, about the shape's own origin. */
static void polygon_facing(const polygon_work *w, const polygon_placed *p, const double normal[2],
                           double out[2])
{
    const polygon_ring *ring = &w->shapes[p->shape];
    double best = HUGE_VAL, v[2], at;
    for (int i = 0; i < ring->count; ++i) {
        polygon_turned(p, ring->xy + 2 * i, v);
        at = v[0] * normal[0] + v[1] * normal[1];
        if (at < best) best = at, out[0] = v[0], out[1] = v[1];
    }
}

/* B to A at rest: a vertex of one at a gap above an edge of the other; far and deep: anywhere. */
static polygon_placed polygon_place_b(bench_random *r, const polygon_work *w, int a,
                                      polygon_population population)
{
    const polygon_placed *rest = &w->rest[a];
    int bits = w->scene.bits, turned = bench_below(r, 2);
    double angle = bench_uniform(r, 0, 2 * POLYGON_PI), turn = bench_uniform(r, 0, 2 * POLYGON_PI);
    double away =
        population == POLYGON_FAR ? polygon_exponential(r, 3, 30) : bench_uniform(r, 0, 0.5);
    double gap, normal[2], edge[2], vertex[2];
    polygon_placed b =
        polygon_pose(bench_below(r, POLYGON_SHAPES), angle, rest->at[0] + away * cos(turn),
                     rest->at[1] + away * sin(turn), bits);
    if (population == POLYGON_FAR || population == POLYGON_DEEP) return b;
    gap = polygon_gap(r, population, bits);
    polygon_edge_point(r, w, turned ? &b : rest, edge, normal);
    polygon_facing(w, turned ? rest : &b, normal, vertex);
    for (int c = 0; c < 2; ++c) {
        double step = edge[c] + gap * normal[c] - vertex[c];
        b.at[c] = polygon_given(rest->at[c] + (turned ? -step : step), bits);
    }
    return b;
}

static void polygon_fill_pairs(polygon_work *w, const polygon_population *populations, int count,
                               uint64_t seed)
{
    bench_random r = bench_seed(seed);
    memset(w->truth, 0, (size_t)w->scene.count * sizeof *w->truth);
    for (int q = 0; q < w->scene.count; ++q) {
        int a = w->shape[q] = bench_below(&r, POLYGON_SHAPES);
        w->b[q] = polygon_place_b(&r, w, a, populations[q % count]);
    }
    w->scene.b = w->b, w->scene.pairs = 0;
}

/* Pairs followed while B moves along A by `step` and turns by as much. */
static void polygon_fill_motion(polygon_work *w, double step, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    int pairs = w->scene.count < 1024 ? 8 : 64, bits = w->scene.bits;
    memset(w->truth, 0, (size_t)w->scene.count * sizeof *w->truth);
    for (int q = 0; q < w->scene.count; ++q) {
        if (q < pairs) {
            w->shape[q] = bench_below(&r, POLYGON_SHAPES);
            w->b[q] = polygon_place_b(&r, w, w->shape[q], POLYGON_NEAR);
        } else {
            polygon_placed last = w->b[q - pairs];
            int a = w->shape[q] = w->shape[q - pairs];
            double x = last.at[0] - w->rest[a].at[0], y = last.at[1] - w->rest[a].at[1];
            double length = hypot(x, y), angle = atan2(last.sine, last.cosine) + step;
            w->b[q] = polygon_pose(last.shape, angle, last.at[0] - step * y / length,
                                   last.at[1] + step * x / length, bits);
        }
    }
    w->scene.b = w->b, w->scene.pairs = pairs;
}

/* Motions of 0.25 to 2 from near, towards A within 45 degrees. */
static void polygon_fill_sweeps(polygon_work *w, uint64_t seed)
{
    static const polygon_population near[1] = {POLYGON_NEAR};
    bench_random r = bench_seed(seed + 1);
    polygon_fill_pairs(w, near, 1, seed);
    for (int q = 0; q < w->scene.count; ++q) {
        const polygon_placed *a = &w->rest[w->shape[q]];
        double angle = atan2(a->at[1] - w->b[q].at[1], a->at[0] - w->b[q].at[0]);
        double length = bench_uniform(&r, 0.25, 2);
        angle += bench_uniform(&r, -0.785, 0.785);
        w->directions[q][0] = polygon_given(length * cos(angle), w->scene.bits);
        w->directions[q][1] = polygon_given(length * sin(angle), w->scene.bits);
    }
    w->scene.directions = w->directions;
}

/* ---- verdicts ---- */

static double polygon_epsilon(const peer *who)
{
    return who->bits == PEERS_FLOAT ? 1.2e-7 : 2.3e-16;
}

static cld_polygon polygon_posed(const polygon_scene *s, const polygon_placed *p)
{
    cld_polygon polygon;
    memset(&polygon, 0, sizeof polygon);
    polygon.vertices = s->shapes[p->shape].xy;
    polygon.count = (size_t)s->shapes[p->shape].count;
    polygon.pose.rotation.x = p->cosine, polygon.pose.rotation.y = p->sine;
    polygon.pose.position.x = p->at[0], polygon.pose.position.y = p->at[1];
    return polygon;
}

static oracle_view polygon_view(const polygon_scene *s, int shape)
{
    cld_polygon polygon;
    memset(&polygon, 0, sizeof polygon);
    polygon.vertices = s->shapes[shape].xy;
    polygon.count = (size_t)s->shapes[shape].count;
    return oracle_view_from(&polygon);
}

static race_verdict polygon_judge_contains(const void *scene, int q, const void *answer,
                                           const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    oracle_view view = polygon_view(s, s->shape[q]), point_view;
    cld_vec2 at = {s->points[q][0], s->points[q][1]};
    oracle_polygon corners = {0};
    oracle_point point;
    int where;
    (void)who, (void)error;
    point_view = oracle_view_of(&at);
    point = oracle_vertex(&point_view, 0);
    oracle_corners(&corners, &view);
    where = oracle_where(&corners, &point);
    oracle_clear(&corners);
    if (((const polygon_answer *)answer)->yes == (where > 0)) return RACE_RIGHT;
    return where > 0 ? RACE_MISSED : RACE_WRONG;
}

/* error: how much farther another vertex reaches. */
static race_verdict polygon_judge_extreme(const void *scene, int q, const void *answer,
                                          const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    const polygon_ring *ring = &s->shapes[s->shape[q]];
    int vertex = ((const polygon_answer *)answer)->vertex;
    long double best = -HUGE_VALL, mine = best, reach;
    for (int i = 0; i < ring->count; ++i) {
        reach = (long double)s->directions[q][0] * ring->xy[2 * i] +
                (long double)s->directions[q][1] * ring->xy[2 * i + 1];
        if (reach > best) best = reach;
        if (i == vertex) mine = reach;
    }
    *error = (double)(best - mine);
    /* two products and their sum are rounded, twice: 4 epsilon of at most sqrt 2 */
    return *error <= 6 * polygon_epsilon(who) ? RACE_RIGHT : RACE_WRONG;
}

/* error: of the ends, as points. A parameter at an edge that the segment is nearly along is
   ill-conditioned for those who round; the tolerance is for errors of method. */
static race_verdict polygon_judge_segment(const void *scene, int q, const void *answer,
                                          const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    const polygon_answer *mine = (const polygon_answer *)answer;
    cld_vec2 from = {s->points[q][0], s->points[q][1]}, to = {s->ends[q][0], s->ends[q][1]};
    oracle_view view = polygon_view(s, s->shape[q]), from_view = oracle_view_of(&from),
                to_view = oracle_view_of(&to);
    oracle_point p0 = oracle_vertex(&from_view, 0), p1 = oracle_vertex(&to_view, 0);
    oracle_polygon corners = {0};
    oracle_end enter, leave;
    double length = hypot(to.x - from.x, to.y - from.y), t0, t1;
    int hit;
    oracle_corners(&corners, &view);
    hit = oracle_line(&corners, &p0, &p1, &p0, &p1, &enter, &leave) && leave.before >= 0 &&
          enter.after <= 0;
    oracle_clear(&corners);
    /* Box2D does not report rays that begin inside */
    if (hit && enter.before <= 0 && strcmp(who->who, "Box2D") == 0)
        return mine->yes ? RACE_WRONG : RACE_RIGHT;
    if (mine->yes != hit) return hit ? RACE_MISSED : RACE_WRONG;
    if (!hit) return RACE_RIGHT;
    t0 = enter.before > 0 ? (double)enter.t : 0, t1 = leave.after < 0 ? (double)leave.t : 1;
    *error = fabs(mine->value[0] - t0) * length;
    if (!isnan(mine->value[1])) *error = fmax(*error, fabs(mine->value[1] - t1) * length);
    return *error <= sqrt(polygon_epsilon(who)) ? RACE_RIGHT : RACE_WRONG;
}

/* A - B of a pair; views must live as long. */
static oracle_polygon polygon_difference(const polygon_scene *s, int q, oracle_view views[2])
{
    cld_polygon a = polygon_posed(s, &s->rest[s->shape[q]]), b = polygon_posed(s, &s->b[q]);
    oracle_polygon corners[2] = {{0}, {0}}, m = {0};
    views[0] = oracle_view_from(&a), views[1] = oracle_view_from(&b);
    oracle_corners(&corners[0], &views[0]);
    oracle_corners(&corners[1], &views[1]);
    oracle_minkowski(&m, &corners[0], &corners[1]);
    oracle_clear(&corners[0]);
    oracle_clear(&corners[1]);
    return m;
}

static const polygon_truth *polygon_know(const polygon_scene *s, int q)
{
    polygon_truth *truth = (polygon_truth *)s->truth + q;
    oracle_view views[2];
    oracle_polygon m;
    oracle_point origin = oracle_origin();
    if (truth->known) return truth;
    m = polygon_difference(s, q, views);
    truth->known = 1;
    truth->where = oracle_where(&m, &origin);
    if (truth->where == 0)
        truth->distance = (double)oracle_nearest(&m, &origin).distance;
    else
        truth->depth = (double)oracle_depth(&m, &origin);
    oracle_clear(&m);
    return truth;
}

/* Largest coordinate of the bodies in the world. */
static double polygon_size(const polygon_scene *s, int q)
{
    const polygon_placed *a = &s->rest[s->shape[q]], *b = &s->b[q];
    return 1 + fmax(fmax(fabs(a->at[0]), fabs(a->at[1])), fmax(fabs(b->at[0]), fabs(b->at[1])));
}

/* What rounding explains: three operations a coordinate of two vertices, both ends of the edges,
   and that it may be as much again in the subtraction: 16 epsilon M. */
static double polygon_slack(const polygon_scene *s, int q, const peer *who)
{
    return 16 * polygon_epsilon(who) * polygon_size(s, q);
}

static race_verdict polygon_judge_overlap(const void *scene, int q, const void *answer,
                                          const peer *who, double *error)
{
    int touching = polygon_know((const polygon_scene *)scene, q)->where > 0;
    (void)who, (void)error;
    if (((const polygon_answer *)answer)->yes == touching) return RACE_RIGHT;
    return touching ? RACE_MISSED : RACE_WRONG;
}

static race_verdict polygon_judge_distance(const void *scene, int q, const void *answer,
                                           const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    const polygon_answer *mine = (const polygon_answer *)answer;
    const polygon_truth *truth = polygon_know(s, q);
    if (mine->yes && truth->where > 0) return RACE_MISSED;
    if (mine->yes == 0 && truth->where == 0) return RACE_WRONG;
    *error = fabs((mine->yes ? mine->value[0] : 0) - truth->distance);
    return *error <= polygon_slack(s, q, who) ? RACE_RIGHT : RACE_WRONG;
}

/* Depths: no greater than the least (but for what they say of themselves), and enough. */
static race_verdict polygon_judge_collide(const void *scene, int q, const void *answer,
                                          const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    const polygon_answer *mine = (const polygon_answer *)answer;
    const polygon_truth *truth = polygon_know(s, q);
    double slack = polygon_slack(s, q, who), reach = -HUGE_VAL, depth = mine->value[0];
    oracle_view views[2];
    oracle_polygon m;
    if (mine->yes == 0) return truth->where > 0 ? RACE_MISSED : RACE_RIGHT;
    if (truth->where == 0) return RACE_WRONG;
    if (strcmp(who->who, "Box2D") == 0) slack += 0.1 * 0.005; /* by that it prefers A's edges */
    if (strncmp(who->who, "libccd", 6) == 0) slack += 1e-4;   /* its tolerance as it is set */
    m = polygon_difference(s, q, views);
    for (uint32_t k = 0; k < m.count; ++k)
        reach = fmax(reach, (double)(m.p[k].x * mine->normal[0] + m.p[k].y * mine->normal[1]));
    oracle_clear(&m);
    *error = fmax(fabs(depth - truth->depth), reach - depth);
    return *error <= slack ? RACE_RIGHT : RACE_WRONG;
}

/* Box2D has the time when they are 0.005 apart, by 0.00125 and rounding: how far is B then? */
static int polygon_apart_at(const polygon_scene *s, int q, double t, const peer *who)
{
    polygon_placed b = s->b[q];
    polygon_scene moved = *s;
    polygon_truth truth = {0, 0, 0, 0};
    int shape = s->shape[q];
    for (int c = 0; c < 2; ++c) b.at[c] += t * s->directions[q][c];
    moved.b = &b, moved.shape = &shape, moved.truth = &truth;
    polygon_know(&moved, 0);
    return truth.where == 0 && fabs(truth.distance - 0.005) <= 0.00125 + polygon_slack(s, q, who);
}

/* error: in the way that B has gone. */
static race_verdict polygon_judge_sweep(const void *scene, int q, const void *answer,
                                        const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    const polygon_answer *mine = (const polygon_answer *)answer;
    cld_vec2 motion = {s->directions[q][0], s->directions[q][1]};
    oracle_view views[2], motion_view = oracle_view_of(&motion);
    oracle_point origin = oracle_origin(), to = oracle_vertex(&motion_view, 0);
    oracle_polygon m = polygon_difference(s, q, views);
    oracle_end enter, leave;
    int hit = oracle_line(&m, &origin, &to, &origin, &to, &enter, &leave) && leave.before >= 0 &&
              enter.after <= 0;
    double length = hypot(motion.x, motion.y), t = hit && enter.before > 0 ? (double)enter.t : 0;
    oracle_clear(&m);
    if (strcmp(who->who, "Box2D") == 0 && mine->yes)
        return polygon_apart_at(s, q, mine->value[0], who) ? RACE_RIGHT : RACE_WRONG;
    if (mine->yes != hit) return hit ? RACE_MISSED : RACE_WRONG;
    if (!hit) return RACE_RIGHT;
    *error = fabs(mine->value[0] - t) * length;
    /* a grazing motion makes more of what rounding does */
    return *error <= sqrt(polygon_epsilon(who)) ? RACE_RIGHT : RACE_WRONG;
}

/* error: of the area. */
static race_verdict polygon_judge_hull(const void *scene, int q, const void *answer,
                                       const peer *who, double *error)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    const polygon_answer *mine = (const polygon_answer *)answer;
    size_t n = (size_t)s->cloud_size;
    double *xy = (double *)race_memory(2 * n * sizeof *xy), area = 0;
    double *hull = (double *)race_memory(4 * (n + 1) * sizeof *hull);
    int count;
    (void)who;
    memcpy(xy, s->cloud + 2 * n * (size_t)q, 2 * n * sizeof *xy);
    count = polygon_exact_hull(xy, (int)n, hull);
    for (int i = 0, k = count - 1; i < count; k = i++)
        area += (hull[2 * k] * hull[2 * i + 1] - hull[2 * i] * hull[2 * k + 1]) / 2;
    *error = fabs(mine->value[0] - area);
    free(xy), free(hull);
    return mine->vertex == count && *error < 1e-9 ? RACE_RIGHT : RACE_WRONG;
}

/* ---- contests ---- */

typedef struct polygon_level {
    int n, bits, queries, quick, batch; /* quick: queries then, 0: none */
} polygon_level;

static const polygon_level polygon_levels[] = {{8, PEERS_FLOAT, 2048, 1024, 64},
                                               {64, PEERS_FLOAT, 1024, 256, 16},
                                               {1000, PEERS_FLOAT, 256, 64, 1},
                                               {10000, PEERS_FLOAT, 64, 16, 1},
                                               {100000, PEERS_DOUBLE, 32, 0, 1}};
enum { POLYGON_LEVELS = (int)(sizeof polygon_levels / sizeof polygon_levels[0]) };

static void polygon_race_one(racing *r, const polygon_work *w, const char *question,
                             const char *parameter, int batch, race_judge *judge)
{
    contest c = {question, parameter, &w->scene, w->scene.count, batch, sizeof(polygon_answer),
                 judge};
    race(r, &c);
}

static int polygon_queries(const racing *r, const polygon_level *level)
{
    return r->b.quick ? level->quick : level->queries;
}

static void polygon_race_single(racing *r, const polygon_level *level)
{
    /* what is nanoseconds is asked often enough for the clock */
    int queries = level->n > 100 ? 4 * polygon_queries(r, level) : polygon_queries(r, level);
    int batch = queries < 1024 ? 16 : 64;
    polygon_work w = polygon_work_new(level->n, level->bits, queries, 0);
    char name[48];
    snprintf(name, sizeof name, "n=%d", level->n);
    polygon_fill_points(&w, 421);
    polygon_race_one(r, &w, "contains", name, batch, polygon_judge_contains);
    polygon_race_one(r, &w, "extreme", name, batch, polygon_judge_extreme);
    polygon_race_one(r, &w, "segment", name, batch, polygon_judge_segment);
    polygon_work_free(&w);
}

static void polygon_race_pairs(racing *r, const polygon_level *level, int bits, double offset)
{
    static const polygon_population all[5] = {POLYGON_FAR, POLYGON_NEAR, POLYGON_CLOSE,
                                              POLYGON_SHALLOW, POLYGON_DEEP};
    static const polygon_population touch[1] = {POLYGON_TOUCH};
    static const polygon_population into[2] = {POLYGON_SHALLOW, POLYGON_DEEP};
    int fine = bits > level->bits; /* in double what float cannot tell */
    polygon_work w = polygon_work_new(level->n, bits, polygon_queries(r, level), offset);
    char name[48];
    snprintf(name, sizeof name, "n=%d%s%s", level->n, fine ? " nearly touch" : "",
             offset > 0 ? " far off" : "");
    polygon_fill_pairs(&w, fine ? touch : all, fine ? 1 : 5, 501);
    polygon_race_one(r, &w, "overlap", name, level->batch, polygon_judge_overlap);
    polygon_fill_pairs(&w, fine ? touch : all, fine ? 1 : 3, 502);
    polygon_race_one(r, &w, "distance", name, level->batch, polygon_judge_distance);
    if (!fine && offset == 0) {
        polygon_fill_motion(&w, 1.5 / level->n, 503);
        polygon_race_one(r, &w, "followed", name, level->batch, polygon_judge_distance);
        polygon_fill_pairs(&w, into, 1, 504);
        polygon_race_one(r, &w, "collide", name, level->batch, polygon_judge_collide);
        polygon_fill_pairs(&w, into + 1, 1, 505);
        snprintf(name, sizeof name, "n=%d deep", level->n);
        polygon_race_one(r, &w, "collide", name, level->batch, polygon_judge_collide);
        snprintf(name, sizeof name, "n=%d", level->n);
        polygon_fill_sweeps(&w, 506);
        polygon_race_one(r, &w, "sweep", name, level->batch, polygon_judge_sweep);
    }
    polygon_work_free(&w);
}

static void polygon_race_made(racing *r)
{
    for (int kind = 0; kind < POLYGON_MADE_KINDS; ++kind) {
        const int touches = kind == POLYGON_MADE_SAME || kind == POLYGON_MADE_INTO;
        polygon_work w = polygon_work_made(r->b.quick ? 256 : 4096, (polygon_made)kind);
        char name[48];
        snprintf(name, sizeof name, "%s%s",
                 kind == POLYGON_MADE_RANDOM || kind == POLYGON_MADE_INTO ? "boxes, " : "made: ",
                 polygon_made_names[kind]);
        polygon_race_one(r, &w, "overlap", name, 64, polygon_judge_overlap);
        polygon_race_one(r, &w, "distance", name, 64, polygon_judge_distance);
        if (touches) polygon_race_one(r, &w, "collide", name, 64, polygon_judge_collide);
        if (!touches) polygon_race_one(r, &w, "sweep", name, 64, polygon_judge_sweep);
        polygon_work_free(&w);
    }
    race_table(r, "Boxes of whole numbers, as people put them, beside boxes turned at random");
}

static void polygon_aims(racing *r)
{
    static const char *const gap = "made: aligned, gap", *const on = "made: aligned, touch";
    static const char *const turned_gap = "made: alike, gap", *const turned = "made: alike, touch";
    static const char *const corner = "made: corner on an edge", *const distance = "distance";
    const race_aim aims[] = {
        {"plane, axis-parallel, gap: overlap",
         "overlap",
         gap,
         1.5,
         0,
         "Box2D",
         {distance, NULL},
         0},
        {"plane, axis-parallel, gap: distance", distance, gap, 1.5, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, axis-parallel, touch: overlap", "overlap", on, 3, 0, "Box2D", {distance, NULL}, 0},
        {"plane, axis-parallel, touch: distance", distance, on, 3, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, turned alike, gap", distance, turned_gap, 1.5, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, turned alike, touch", distance, turned, 3, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, at random, corner on an edge", distance, corner, 3, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, aligned sweep from a gap", "sweep", gap, 1, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, aligned sweep from a touch", "sweep", on, 1, 0, "Box2D", {NULL, NULL}, 0},
        {"plane, sweep of what is turned alike",
         "sweep",
         turned_gap,
         1,
         0,
         "Box2D",
         {NULL, NULL},
         0}};
    race_aims(r, aims, (int)(sizeof aims / sizeof *aims));
}

/* Clouds: points of a disc and of a circle in turns. */
static void polygon_race_hull(racing *r, const polygon_level *level)
{
    int clouds = polygon_queries(r, level), n = level->n;
    polygon_scene scene;
    bench_random random = bench_seed(507);
    double *xy;
    char name[48];
    contest c = {
        "hull", name, &scene, clouds, level->batch, sizeof(polygon_answer), polygon_judge_hull};
    while (clouds > 64 && (double)clouds * n > 4e5) clouds /= 2;
    if (clouds < c.batch) c.batch = 1;
    c.queries = clouds;
    xy = (double *)race_memory(2 * (size_t)clouds * (size_t)n * sizeof *xy);
    for (int i = 0; i < clouds; ++i)
        for (int k = 0; k < n; ++k) {
            double t = bench_uniform(&random, 0, 2 * POLYGON_PI);
            double radius = i % 2 ? 1 : sqrt(bench_uniform(&random, 0, 1));
            double *p = xy + 2 * (i * n + k);
            p[0] = polygon_grid(radius * cos(t), level->bits);
            p[1] = polygon_grid(radius * sin(t), level->bits);
        }
    memset(&scene, 0, sizeof scene);
    scene.bits = level->bits, scene.count = clouds, scene.cloud_size = n, scene.cloud = xy;
    snprintf(name, sizeof name, "n=%d", n);
    race(r, &c);
    free(xy);
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "polygon")) return 2;
    r.seconds = 0.1; /* many contests */
    if (r.made) {
        polygon_race_made(&r);
        polygon_aims(&r);
        return race_end(&r);
    }
    for (int i = 0; i < POLYGON_LEVELS; ++i)
        if (polygon_queries(&r, &polygon_levels[i])) polygon_race_single(&r, &polygon_levels[i]);
    race_table(&r, "One polygon: a point in it, its extreme vertex, a segment clipped to it");
    for (int i = 0; i < POLYGON_LEVELS; ++i)
        if (polygon_queries(&r, &polygon_levels[i])) {
            polygon_race_pairs(&r, &polygon_levels[i], polygon_levels[i].bits, 0);
            if (polygon_levels[i].bits == PEERS_FLOAT)
                polygon_race_pairs(&r, &polygon_levels[i], PEERS_DOUBLE, 0);
            if (i == 0) polygon_race_pairs(&r, &polygon_levels[i], polygon_levels[i].bits, 1000);
        }
    race_table(&r, "Two polygons");
    polygon_race_made(&r);
    for (int i = 0; i < POLYGON_LEVELS; ++i)
        if (polygon_queries(&r, &polygon_levels[i])) polygon_race_hull(&r, &polygon_levels[i]);
    race_table(&r, "The hull of points");
    return race_end(&r);
}
