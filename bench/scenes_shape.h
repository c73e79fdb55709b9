/* scenes_shape.h: pairs of convex bodies and what is true of them, for the bench and for peers.
 * Plain doubles that are floats.
 *
 *   shape_scene s;
 *   shape_scene_new(&s, count, SHAPE_BOX, SHAPE_CYLINDER, SHAPE_DEEP, seed);
 *   shape_scene_free(&s);
 *
 * Random pairs: both bodies are turned anyhow; B is put on the surface of the Minkowski difference
 * in a random direction from A, found with portals (Snethen's XenoCollide), which also gives the
 * normal there, and moved inwards, outwards or along a path that the plane of that normal proves
 * free. So truth is known to rounding, without a query of anyone who takes part.
 */
#ifndef BENCH_SCENES_SHAPE_H
#define BENCH_SCENES_SHAPE_H

#include "bench.h"

typedef enum shape_kind {
    SHAPE_SPHERE,
    SHAPE_CAPSULE, /* about z, as the cylinder */
    SHAPE_BOX,
    SHAPE_CYLINDER,
    SHAPE_HULL, /* of SHAPE_POINTS points, all of them vertices */
    SHAPE_KINDS
} shape_kind;

static const char *const shape_kind_names[SHAPE_KINDS] = {"sphere", "capsule", "box", "cylinder",
                                                          "hull"};

enum { SHAPE_POINTS = 20, SHAPE_TRIANGLES = 2 * SHAPE_POINTS - 4, SHAPE_HULLS = 256 };

/* Triangles are counter-clockwise seen from outside. */
typedef struct shape_hull {
    double points[SHAPE_POINTS][3];
    unsigned triangles[SHAPE_TRIANGLES][3];
} shape_hull;

/* half[0] is the radius, half[2] the half length of a capsule or cylinder; axes[k]: where axis k
   points. */
typedef struct shape_body {
    shape_kind kind;
    double half[3], at[3], axes[3][3];
    int hull;
} shape_body;

typedef enum shape_placing {
    SHAPE_DEEP,        /* turned anyhow, 0 to 5 % of the size deep */
    SHAPE_APART,       /* the same, 0 to 5 % apart */
    SHAPE_HIT,         /* 2 to 60 % apart, B moves and hits */
    SHAPE_MISS,        /* B moves by at 0 to 5 % */
    SHAPE_ALIGNED,     /* turned alike, base on base, capsules lying; 0 to 5 % deep */
    SHAPE_ALIGNED_GAP, /* the same, 0 to 5 % apart; B moves down and hits */
    SHAPE_STACK,       /* upright, of eighths, one on the other exactly: ten in a pile */
    SHAPE_COINCIDENT,  /* in one place */
    SHAPE_FAR_DEEP,    /* as SHAPE_DEEP, a thousand from the origin */
    SHAPE_FAR_APART,   /* as SHAPE_APART, there */
    SHAPE_PLACINGS
} shape_placing;

static const char *const shape_placing_names[SHAPE_PLACINGS] = {
    "random",       "random",     "random hit",      "random miss",   "made aligned",
    "made aligned", "made stack", "made coincident", "made far away", "made far away"};

/* What is true of a pair. */
typedef struct shape_truth {
    double normal[3]; /* unit, from A to B */
    double width;     /* B moved so far along it is apart or touches: > 0 deep; < 0: the distance */
    double time;      /* of the first touch on the way; 2: none */
    int meet;
} shape_truth;

typedef struct shape_scene {
    int count;
    shape_body *a, *b;
    double (*ways)[3]; /* of B */
    shape_truth *truth;
    shape_hull *hulls;
} shape_scene;

static double shape_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void shape_cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void shape_unit(double v[3])
{
    const double length = sqrt(shape_dot(v, v));
    for (int k = 0; k < 3; ++k) v[k] /= length;
}

static double shape_float(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

/* ---- support points */

static void shape_support_core(const shape_body *body, const shape_hull *hulls, const double d[3],
                               double out[3])
{
    const double flat = sqrt(d[0] * d[0] + d[1] * d[1]), length = sqrt(shape_dot(d, d));
    const double scale = body->kind == SHAPE_CYLINDER ? flat : length;
    const shape_hull *hull = &hulls[body->hull];
    int best = 0;
    for (int k = 0; k < 3; ++k) out[k] = 0;
    switch (body->kind) {
    case SHAPE_BOX:
        for (int k = 0; k < 3; ++k) out[k] = d[k] < 0 ? -body->half[k] : body->half[k];
        break;
    case SHAPE_HULL:
        for (int i = 1; i < SHAPE_POINTS; ++i)
            if (shape_dot(hull->points[i], d) > shape_dot(hull->points[best], d)) best = i;
        for (int k = 0; k < 3; ++k) out[k] = hull->points[best][k];
        break;
    default:
        if (scale > 0)
            for (int k = 0; k < 3; ++k) out[k] = body->half[0] * d[k] / scale;
        if (body->kind == SHAPE_CYLINDER) out[2] = 0;
        if (body->kind != SHAPE_SPHERE) out[2] += d[2] < 0 ? -body->half[2] : body->half[2];
    }
}

/* Relative to where the body is. */
static void shape_support(const shape_body *body, const shape_hull *hulls, const double d[3],
                          double out[3])
{
    double local[3], p[3];
    for (int k = 0; k < 3; ++k) local[k] = shape_dot(body->axes[k], d);
    shape_support_core(body, hulls, local, p);
    for (int c = 0; c < 3; ++c)
        out[c] = p[0] * body->axes[0][c] + p[1] * body->axes[1][c] + p[2] * body->axes[2][c];
}

/* Of the places of B, seen from A, in which they meet. */
static void shape_difference(const shape_scene *s, int q, const double d[3], double out[3])
{
    const double back[3] = {-d[0], -d[1], -d[2]};
    double b[3];
    shape_support(&s->a[q], s->hulls, d, out);
    shape_support(&s->b[q], s->hulls, back, b);
    for (int k = 0; k < 3; ++k) out[k] -= b[k];
}

/* How far B has to go along n, a unit vector, to be apart or to touch; < 0: they are so far
   apart. */
static double shape_width(const shape_scene *s, int q, const double n[3])
{
    double p[3];
    shape_difference(s, q, n, p);
    for (int k = 0; k < 3; ++k) p[k] -= s->b[q].at[k] - s->a[q].at[k];
    return shape_dot(p, n);
}

static double shape_size(const shape_body *body, const shape_hull *hulls)
{
    double sum = 0;
    if (body->kind == SHAPE_HULL)
        for (int i = 0; i < SHAPE_POINTS; ++i)
            sum = fmax(sum,
                       sqrt(shape_dot(hulls[body->hull].points[i], hulls[body->hull].points[i])));
    else
        sum = body->half[0] + body->half[1] + body->half[2];
    return sum;
}

/* How large the numbers are that a pair's answer is made of. */
BENCH_UNUSED static double shape_pair_size(const shape_scene *s, int q)
{
    double size = shape_size(&s->a[q], s->hulls) + shape_size(&s->b[q], s->hulls);
    for (int k = 0; k < 3; ++k) size += fabs(s->a[q].at[k]) + fabs(s->b[q].at[k]);
    return size;
}

/* ---- where a ray from inside leaves the difference */

/* The difference is seen from `from`, which is inside. */
typedef struct shape_portal {
    const shape_scene *scene;
    int query;
    double from[3], v[4][3];
} shape_portal;

static void shape_portal_support(const shape_portal *p, const double d[3], double out[3])
{
    shape_difference(p->scene, p->query, d, out);
    for (int k = 0; k < 3; ++k) out[k] -= p->from[k];
}

static double shape_side(const double a[3], const double b[3], const double d[3])
{
    double n[3];
    shape_cross(a, b, n);
    return shape_dot(n, d);
}

static void shape_set(double to[3], const double from[3])
{
    memcpy(to, from, 3 * sizeof(double));
}

/* Three support points whose cone has d; 0 if d itself points to one. */
static int shape_portal_find(shape_portal *p, const double d[3])
{
    double n[3];
    shape_portal_support(p, d, p->v[0]);
    shape_cross(p->v[0], d, n);
    if (shape_dot(n, n) < 1e-24) return 0;
    shape_portal_support(p, n, p->v[1]);
    for (int step = 0; step < 100; ++step) {
        double *v0 = p->v[0], *v1 = p->v[1], *v2 = p->v[2];
        if (shape_side(v0, v1, d) < 0) {
            double kept[3];
            shape_set(kept, v0);
            shape_set(v0, v1);
            shape_set(v1, kept);
        }
        shape_cross(v0, v1, n);
        shape_portal_support(p, n, v2);
        if (shape_side(v0, v2, d) > 0)
            shape_set(v1, v2);
        else if (shape_side(v2, v1, d) > 0)
            shape_set(v0, v2);
        else
            return 1;
    }
    return 1;
}

static void shape_portal_refine(shape_portal *p, const double d[3], double n[3])
{
    double *v0 = p->v[0], *v1 = p->v[1], *v2 = p->v[2], *v3 = p->v[3];
    for (int step = 0; step < 200; ++step) {
        double e[3], f[3], c[3];
        for (int k = 0; k < 3; ++k) e[k] = v1[k] - v0[k], f[k] = v2[k] - v0[k];
        shape_cross(e, f, n);
        shape_unit(n);
        shape_portal_support(p, n, v3);
        if (shape_dot(n, v3) - shape_dot(n, v0) < 1e-12) return;
        shape_cross(v3, d, c);
        if (shape_dot(v1, c) >= 0 && shape_dot(v0, c) <= 0)
            shape_set(v2, v3);
        else if (shape_dot(v2, c) >= 0 && shape_dot(v1, c) <= 0)
            shape_set(v0, v3);
        else
            shape_set(v1, v3);
    }
}

/* How far along d, a unit vector, B can go from `from`, seen from A, until it only touches, and the
   normal there. */
static double shape_leave(const shape_scene *s, int q, const double from[3], const double d[3],
                          double n[3])
{
    shape_portal p = {s, q, {from[0], from[1], from[2]}, {{0}}};
    double at[3];
    shape_set(n, d);
    if (shape_portal_find(&p, d)) shape_portal_refine(&p, d, n);
    shape_portal_support(&p, n, at);
    return shape_dot(n, at) / shape_dot(n, d);
}

/* Does B, moved by so much along n, leave A, but for a rest? */
static BENCH_UNUSED int shape_parts(const shape_scene *s, int q, const double n[3], double by,
                                    double rest)
{
    double from[3], unused[3];
    if (shape_width(s, q, n) <= by + rest) return 1;
    for (int k = 0; k < 3; ++k) from[k] = s->b[q].at[k] - s->a[q].at[k];
    return shape_leave(s, q, from, n, unused) <= by + rest;
}

/* ---- bodies */

static void shape_direction(bench_random *r, double d[3])
{
    for (int k = 0; k < 3; ++k) d[k] = bench_normal(r);
    shape_unit(d);
}

static void shape_turn(bench_random *r, shape_body *body)
{
    double(*m)[3] = body->axes;
    shape_direction(r, m[2]);
    shape_direction(r, m[0]);
    shape_cross(m[2], m[0], m[1]);
    shape_unit(m[1]);
    shape_cross(m[1], m[2], m[0]);
    for (int i = 0; i < 9; ++i) m[i / 3][i % 3] = shape_float(m[i / 3][i % 3]);
}

static void shape_upright(shape_body *body)
{
    for (int i = 0; i < 9; ++i) body->axes[i / 3][i % 3] = i % 4 == 0;
}

static shape_body shape_body_new(bench_random *r, shape_kind kind, int eighths)
{
    shape_body body = {kind, {0, 0, 0}, {0, 0, 0}, {{0}}, 0};
    for (int k = 0; k < 3; ++k)
        body.half[k] =
            eighths ? (2 + bench_below(r, 5)) / 8.0 : shape_float(bench_uniform(r, 0.25, 0.75));
    body.hull = (int)bench_below(r, SHAPE_HULLS);
    if (kind != SHAPE_BOX) body.half[1] = 0;
    if (kind == SHAPE_SPHERE) body.half[2] = 0;
    shape_upright(&body);
    return body;
}

/* Every three points beyond whose plane there is none. */
static void shape_hull_triangles(shape_hull *hull)
{
    double(*p)[3] = hull->points;
    int count = 0;
    for (unsigned t = 0; t < SHAPE_POINTS * SHAPE_POINTS * SHAPE_POINTS; ++t) {
        const unsigned i = t % SHAPE_POINTS, j = t / SHAPE_POINTS % SHAPE_POINTS,
                       k = t / SHAPE_POINTS / SHAPE_POINTS;
        double e[3], f[3], n[3];
        int outside = 0;
        if (i >= j || i >= k || j == k) continue;
        for (int c = 0; c < 3; ++c) e[c] = p[j][c] - p[i][c], f[c] = p[k][c] - p[i][c];
        shape_cross(e, f, n);
        for (unsigned m = 0; m < SHAPE_POINTS; ++m)
            outside += m != i && m != j && m != k && shape_dot(n, p[m]) > shape_dot(n, p[i]);
        if (outside > 0 || count == SHAPE_TRIANGLES) continue;
        hull->triangles[count][0] = i, hull->triangles[count][1] = j, hull->triangles[count][2] = k;
        count++;
    }
}

/* A prism with a base of ten corners on both ends; its points are sixteenths or less. */
static void shape_hull_prism(bench_random *r, shape_hull *hull)
{
    static const int ring[10][2] = {{12, 0},  {10, 6},   {4, 9},   {-4, 9}, {-10, 6},
                                    {-12, 0}, {-10, -6}, {-4, -9}, {4, -9}, {10, -6}};
    const double size = (2 + bench_below(r, 3)) / 64.0, half = (2 + bench_below(r, 5)) / 8.0;
    unsigned(*t)[3] = hull->triangles;
    for (int i = 0; i < SHAPE_POINTS; ++i) {
        hull->points[i][0] = ring[i % 10][0] * size, hull->points[i][1] = ring[i % 10][1] * size;
        hull->points[i][2] = i < 10 ? -half : half;
    }
    for (unsigned i = 0; i < 8; ++i, t += 2) {
        t[0][0] = 0, t[0][1] = i + 2, t[0][2] = i + 1;
        t[1][0] = 10, t[1][1] = i + 11, t[1][2] = i + 12;
    }
    for (unsigned i = 0; i < 10; ++i, t += 2) {
        const unsigned j = (i + 1) % 10;
        t[0][0] = i, t[0][1] = j, t[0][2] = j + 10;
        t[1][0] = i, t[1][1] = j + 10, t[1][2] = i + 10;
    }
}

static void shape_hull_ball(bench_random *r, shape_hull *hull)
{
    double half[3];
    for (int k = 0; k < 3; ++k) half[k] = bench_uniform(r, 0.3, 0.7);
    for (int i = 0; i < SHAPE_POINTS; ++i) {
        double d[3];
        shape_direction(r, d);
        for (int k = 0; k < 3; ++k) hull->points[i][k] = shape_float(half[k] * d[k]);
    }
    shape_hull_triangles(hull);
}

/* ---- scenes */

static int shape_is_made(shape_placing placing)
{
    return placing == SHAPE_ALIGNED || placing == SHAPE_ALIGNED_GAP || placing == SHAPE_STACK;
}

/* How far its upper end is above its middle, as it is put in made scenes. */
static double shape_height(const shape_body *body, const shape_hull *hulls)
{
    const double up[3] = {0, 0, 1};
    double p[3];
    if (body->kind == SHAPE_CAPSULE) return body->half[0];
    shape_support_core(body, hulls, up, p);
    return p[2];
}

static void shape_put(shape_scene *s, int q, const double at[3])
{
    for (int k = 0; k < 3; ++k) s->b[q].at[k] = shape_float(at[k] + s->a[q].at[k]);
}

static void shape_place_random(shape_scene *s, int q, shape_placing placing, bench_random *r)
{
    shape_truth *truth = &s->truth[q];
    const double amount = bench_uniform(r, 0, 0.05), reach = bench_uniform(r, 0.1, 1);
    const double middle[3] = {0, 0, 0};
    double d[3], at[3], way[3], leave;
    if (placing == SHAPE_FAR_DEEP || placing == SHAPE_FAR_APART)
        for (int k = 0; k < 3; ++k) s->a[q].at[k] = bench_below(r, 2) ? 1000 : -1000;
    shape_direction(r, d);
    leave = shape_leave(s, q, middle, d, truth->normal);
    truth->meet = placing == SHAPE_DEEP || placing == SHAPE_FAR_DEEP;
    truth->time = 2;
    for (int k = 0; k < 3; ++k)
        at[k] = truth->meet            ? d[k] * (leave - amount)
                : placing == SHAPE_HIT ? d[k] * leave
                                       : d[k] * leave + truth->normal[k] * amount;
    shape_direction(r, way);
    const double along = shape_dot(way, truth->normal);
    for (int k = 0; k < 3; ++k) /* a hit is steeper than 1 : 4 */
        way[k] = placing == SHAPE_HIT ? way[k] - (along + 0.25 + fabs(along)) * truth->normal[k]
                                      : way[k] - along * truth->normal[k];
    shape_unit(way);
    for (int k = 0; k < 3; ++k) {
        if (placing == SHAPE_HIT || placing == SHAPE_MISS) at[k] -= way[k] * reach;
        s->ways[q][k] = shape_float(way[k] * 2 * reach);
    }
    shape_put(s, q, at);
    truth->width = shape_width(s, q, truth->normal);
    if (placing == SHAPE_HIT) truth->time = truth->width / shape_dot(s->ways[q], truth->normal);
}

static int shape_is_round(const shape_body *body)
{
    return body->kind == SHAPE_SPHERE || body->kind == SHAPE_CAPSULE;
}

/* Turned as a frame is, capsules along its x. */
static void shape_lay(shape_body *body, double frame[3][3])
{
    const int turn = body->kind == SHAPE_CAPSULE;
    for (int k = 0; k < 3; ++k) shape_set(body->axes[k], frame[(k + turn) % 3]);
}

static void shape_place_made(shape_scene *s, int q, shape_placing placing, bench_random *r)
{
    shape_truth *truth = &s->truth[q];
    shape_body *a = &s->a[q], *b = &s->b[q];
    const int gap = placing == SHAPE_ALIGNED_GAP, stacked = placing == SHAPE_STACK;
    const double amount = bench_uniform(r, 0, 0.05);
    const double height = shape_height(a, s->hulls) + shape_height(b, s->hulls);
    double frame[3][3], local[3], at[3];
    if (!stacked) shape_turn(r, a);
    memcpy(frame, a->axes, sizeof frame);
    shape_lay(a, frame), shape_lay(b, frame);
    if (stacked) { /* one of nine places in a pile of ten of that height */
        a->at[0] = (double)bench_below(r, 8), a->at[1] = (double)bench_below(r, 8);
        a->at[2] = height * (double)bench_below(r, 9);
    }
    local[0] = stacked ? 0 : bench_uniform(r, -0.2, 0.2);
    local[1] = stacked ? 0 : bench_uniform(r, -0.2, 0.2);
    local[2] = stacked ? height : height + (gap ? amount : -amount);
    if (shape_is_round(a) || shape_is_round(b)) local[0] = local[1] = 0;
    for (int k = 0; k < 3; ++k)
        at[k] = local[0] * frame[0][k] + local[1] * frame[1][k] + local[2] * frame[2][k];
    shape_put(s, q, at);
    for (int k = 0; k < 3; ++k) {
        truth->normal[k] = frame[2][k];
        s->ways[q][k] = shape_float(-0.5 * frame[2][k]);
    }
    truth->meet = !gap;
    truth->width = stacked ? 0 : shape_width(s, q, truth->normal);
    truth->time = gap ? -truth->width / 0.5 : 2;
}

/* What moves a body out of itself is searched among directions, since no formula serves all. */
static void shape_place_coincident(shape_scene *s, int q, bench_random *r)
{
    shape_truth *truth = &s->truth[q];
    s->b[q] = s->a[q];
    truth->meet = 1, truth->time = 2, truth->width = HUGE_VAL;
    for (int i = 0; i < 67; ++i) {
        double d[3];
        shape_direction(r, d);
        if (i < 3) shape_set(d, s->a[q].axes[i]);
        if (!(shape_width(s, q, d) < truth->width)) continue;
        truth->width = shape_width(s, q, d);
        shape_set(truth->normal, d);
    }
    for (int k = 0; k < 3; ++k) s->ways[q][k] = 0;
}

static void *shape_memory(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL) exit(1);
    return memory;
}

static void shape_scene_new(shape_scene *s, int count, shape_kind a, shape_kind b,
                            shape_placing placing, uint64_t seed)
{
    bench_random r = bench_seed(seed + 97 * (uint64_t)placing);
    const size_t n = (size_t)count;
    const int made = shape_is_made(placing);
    s->count = count;
    s->a = (shape_body *)shape_memory(n * sizeof *s->a);
    s->b = (shape_body *)shape_memory(n * sizeof *s->b);
    s->ways = (double(*)[3])shape_memory(n * sizeof *s->ways);
    s->truth = (shape_truth *)shape_memory(n * sizeof *s->truth);
    s->hulls = (shape_hull *)shape_memory(SHAPE_HULLS * sizeof *s->hulls);
    for (int i = 0; i < SHAPE_HULLS; ++i)
        (made ? shape_hull_prism : shape_hull_ball)(&r, &s->hulls[i]);
    for (int q = 0; q < count; ++q) {
        s->a[q] = shape_body_new(&r, a, placing == SHAPE_STACK);
        s->b[q] = shape_body_new(&r, b, placing == SHAPE_STACK);
        if (!made) shape_turn(&r, &s->a[q]), shape_turn(&r, &s->b[q]);
        if (made)
            shape_place_made(s, q, placing, &r);
        else if (placing == SHAPE_COINCIDENT)
            shape_place_coincident(s, q, &r);
        else
            shape_place_random(s, q, placing, &r);
    }
}

static void shape_scene_free(shape_scene *s)
{
    free(s->a);
    free(s->b);
    free(s->ways);
    free(s->truth);
    free(s->hulls);
}

#endif /* BENCH_SCENES_SHAPE_H */
