/* Oracle for [POLYGON] in the plane: slow, obvious, exact, and independent of the library.
 *
 * Points are vertices of views placed by a pose, or differences of two such vertices, and are known
 * exactly: sums of products of the doubles given. The two predicates, the cross and the dot product
 * of two differences of points, are computed in long double with a bound on the error; where that
 * is not good enough, in integers of any length. So signs are exact and values right to 2^-55.
 *
 * All else is linear in the number of vertices, by definition rather than by search: inside = left
 * of all edges, extreme = the largest of all, a line hits where vertices are on both sides. Two
 * polygons become one, A - B (the differences of their points), whose place relative to the origin
 * says everything: overlap = the origin is inside, distance = to the origin, depth = the nearest
 * edge, sweep = the way of the origin. oracle_meet_slowly does without A - B, for checks of
 * that. */
#ifndef COLLIDE_ORACLE_POLYGON_H
#define COLLIDE_ORACLE_POLYGON_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

typedef long double oracle_real;
#define ORACLE_EPSILON ((oracle_real)LDBL_EPSILON)

/* -------------------------------------------------------------------------------- whole numbers
   sign * (limb[0] + limb[1] 2^32 + ...) * 2^(32 low). No zero limb at either end. */

enum { ORACLE_LIMBS = 300 };

typedef struct oracle_big {
    int sign, low, count;
    uint32_t limb[ORACLE_LIMBS];
} oracle_big;

static void oracle_trim(oracle_big *r)
{
    int zeros = 0;
    while (r->count > 0 && r->limb[r->count - 1] == 0) r->count--;
    while (zeros < r->count && r->limb[zeros] == 0) zeros++;
    if (zeros) {
        memmove(r->limb, r->limb + zeros, (size_t)(r->count - zeros) * sizeof r->limb[0]);
        r->count -= zeros, r->low += zeros;
    }
    if (r->count == 0) r->sign = 0, r->low = 0;
}

static void oracle_copy(oracle_big *r, const oracle_big *a)
{
    r->sign = a->sign, r->low = a->low, r->count = a->count;
    memcpy(r->limb, a->limb, (size_t)a->count * sizeof a->limb[0]);
}

static void oracle_from_double(oracle_big *r, double x)
{
    int exponent, shift, k;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    exponent -= 53;
    r->low = exponent >= 0 ? exponent / 32 : -((31 - exponent) / 32);
    shift = exponent - 32 * r->low;
    r->limb[0] = (uint32_t)(m << shift);
    for (k = 1; k < 3; k++)
        r->limb[k] = 32 * k - shift < 64 ? (uint32_t)(m >> (32 * k - shift)) : 0;
    r->count = 3;
    r->sign = x < 0 ? -1 : 1;
    oracle_trim(r);
}

static uint32_t oracle_limb(const oracle_big *a, int place)
{
    return place < a->low || place >= a->low + a->count ? 0 : a->limb[place - a->low];
}

/* r = a + sign b; r is neither. */
static void oracle_add(oracle_big *r, const oracle_big *a, const oracle_big *b, int sign)
{
    int k, top, same = a->sign == sign * b->sign, larger = 1;
    const oracle_big *x = a, *y = b;
    int64_t carry = 0;
    if (b->sign == 0 || a->sign == 0) {
        oracle_copy(r, b->sign ? b : a);
        if (b->sign) r->sign *= sign;
        return;
    }
    r->low = a->low < b->low ? a->low : b->low;
    top = a->low + a->count > b->low + b->count ? a->low + a->count : b->low + b->count;
    r->count = top - r->low + 1;
    if (r->count > ORACLE_LIMBS) abort();
    if (!same) {
        for (k = top - 1; k >= r->low && oracle_limb(a, k) == oracle_limb(b, k); k--) continue;
        larger = k < r->low || oracle_limb(a, k) > oracle_limb(b, k);
        if (!larger) x = b, y = a;
    }
    for (k = 0; k < r->count; k++) {
        carry += oracle_limb(x, r->low + k);
        carry += same ? (int64_t)oracle_limb(y, r->low + k) : -(int64_t)oracle_limb(y, r->low + k);
        r->limb[k] = (uint32_t)((uint64_t)carry & 0xffffffffu);
        carry = carry < 0 ? -1 : carry >> 32;
    }
    r->sign = larger ? a->sign : sign * b->sign;
    oracle_trim(r);
}

static void oracle_multiply(oracle_big *r, const oracle_big *a, const oracle_big *b)
{
    int i, k;
    r->sign = a->sign * b->sign;
    r->low = a->low + b->low;
    r->count = a->count + b->count;
    if (r->count > ORACLE_LIMBS) abort();
    memset(r->limb, 0, (size_t)r->count * sizeof r->limb[0]);
    for (i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (k = 0; k < b->count; k++) {
            carry += (uint64_t)a->limb[i] * b->limb[k] + r->limb[i + k];
            r->limb[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        r->limb[i + b->count] = (uint32_t)carry;
    }
    oracle_trim(r);
}

/* Right to a few units of rounding. */
static oracle_real oracle_to_real(const oracle_big *a)
{
    oracle_real r = 0;
    int k;
    for (k = a->count < 5 ? 0 : a->count - 5; k < a->count; k++)
        r += ldexpl((oracle_real)a->limb[k], 32 * (k + a->low));
    return a->sign < 0 ? -r : r;
}

/* --------------------------------------------------------------------------------------- points */

/* A view with its pose: vertex (x, y) is (c x - s y + px, s x + c y + py), exactly. */
typedef struct oracle_view {
    const char *vertices;
    size_t stride;
    uint32_t count;
    double c, s, px, py;
} oracle_view;

/* Vertex i of a, minus vertex j of b if b is not NULL. */
typedef struct oracle_point {
    oracle_real x, y, e; /* rounded: each coordinate is off by at most e */
    const oracle_view *a, *b;
    uint32_t i, j;
    int whole; /* whole coordinates below 2^29: long double is exact for all that follows */
} oracle_point;

static oracle_view oracle_view_from(const cld_polygon *p)
{
    oracle_view v;
    v.vertices = (const char *)p->vertices;
    v.stride = p->stride ? p->stride : 2 * sizeof(cld_real);
    v.count = (uint32_t)p->count;
    v.c = (double)p->pose.rotation.x, v.s = (double)p->pose.rotation.y;
    if (v.c == 0 && v.s == 0) v.c = 1;
    v.px = (double)p->pose.position.x, v.py = (double)p->pose.position.y;
    return v;
}

/* A view of one point. */
static ORACLE_UNUSED oracle_view oracle_view_of(const cld_vec2 *p)
{
    oracle_view v;
    v.vertices = (const char *)p;
    v.stride = 2 * sizeof(cld_real);
    v.count = 1;
    v.c = 1, v.s = 0, v.px = v.py = 0;
    return v;
}

static void oracle_local(const oracle_view *v, uint32_t i, double *x, double *y)
{
    const cld_real *p = (const cld_real *)(const void *)(v->vertices + i * v->stride);
    *x = (double)p[0], *y = (double)p[1];
}

static int oracle_is_whole(oracle_real x)
{
    return x > -268435456 && x < 268435456 && x == (oracle_real)(int32_t)x;
}

static oracle_point oracle_vertex(const oracle_view *v, uint32_t i)
{
    oracle_point r;
    double x, y;
    oracle_local(v, i, &x, &y);
    r.a = v, r.b = NULL, r.i = i, r.j = 0;
    if (v->s == 0 && v->c == 1 && v->px == 0 && v->py == 0) {
        r.x = x, r.y = y, r.e = 0;
        r.whole = oracle_is_whole(r.x) && oracle_is_whole(r.y);
        return r;
    }
    r.x = (oracle_real)v->c * x - (oracle_real)v->s * y + v->px;
    r.y = (oracle_real)v->s * x + (oracle_real)v->c * y + v->py;
    r.e = 2 * ORACLE_EPSILON *
          ((fabsl(v->c) + fabsl(v->s)) * (fabsl(x) + fabsl(y)) + fabsl(v->px) + fabsl(v->py));
    r.whole = (v->c == 0 || v->s == 0) && (fabs(v->c) == 1 || fabs(v->s) == 1) &&
              oracle_is_whole(x) && oracle_is_whole(y) && oracle_is_whole(v->px) &&
              oracle_is_whole(v->py);
    if (r.whole) r.e = 0;
    return r;
}

static ORACLE_UNUSED oracle_point oracle_difference(const oracle_view *a, uint32_t i,
                                                    const oracle_view *b, uint32_t j)
{
    oracle_point r = oracle_vertex(a, i), q = oracle_vertex(b, j);
    r.b = b, r.j = j;
    r.x -= q.x, r.y -= q.y;
    r.whole = r.whole && q.whole;
    r.e = r.whole ? 0 : r.e + q.e + ORACLE_EPSILON * (fabsl(r.x) + fabsl(r.y));
    return r;
}

static oracle_point oracle_origin(void)
{
    oracle_point r;
    memset(&r, 0, sizeof r);
    r.whole = 1;
    return r;
}

/* r += sign * placed vertex. */
static void oracle_exact_add(oracle_big r[2], const oracle_view *v, uint32_t i, int sign)
{
    double f[6][2];
    oracle_big p, q, product, sum;
    double x, y;
    int k;
    oracle_local(v, i, &x, &y);
    f[0][0] = v->c, f[0][1] = x, f[1][0] = -v->s, f[1][1] = y, f[2][0] = v->px, f[2][1] = 1;
    f[3][0] = v->s, f[3][1] = x, f[4][0] = v->c, f[4][1] = y, f[5][0] = v->py, f[5][1] = 1;
    for (k = 0; k < 6; k++) {
        if (f[k][0] == 0 || f[k][1] == 0) continue;
        oracle_from_double(&p, f[k][0]);
        oracle_from_double(&q, f[k][1]);
        oracle_multiply(&product, &p, &q);
        oracle_copy(&sum, &r[k / 3]);
        oracle_add(&r[k / 3], &sum, &product, sign);
    }
}

/* q - p, exactly. */
static void oracle_exact_difference(oracle_big r[2], const oracle_point *p, const oracle_point *q)
{
    int k;
    for (k = 0; k < 2; k++) r[k].sign = r[k].low = r[k].count = 0;
    if (q->a) oracle_exact_add(r, q->a, q->i, 1);
    if (q->b) oracle_exact_add(r, q->b, q->j, -1);
    if (p->a) oracle_exact_add(r, p->a, p->i, -1);
    if (p->b) oracle_exact_add(r, p->b, p->j, 1);
}

static long oracle_exact_calls;

static oracle_real oracle_exact_product(const oracle_point *a, const oracle_point *b,
                                        const oracle_point *c, const oracle_point *d, int dot)
{
    oracle_big u[2], v[2], p, q, r;
    oracle_exact_calls++;
    oracle_exact_difference(u, a, b);
    oracle_exact_difference(v, c, d);
    oracle_multiply(&p, &u[0], &v[dot ? 0 : 1]);
    oracle_multiply(&q, &u[1], &v[dot ? 1 : 0]);
    oracle_add(&r, &p, &q, dot ? 1 : -1);
    return oracle_to_real(&r);
}

/* The cross product of b - a and d - c, or their dot product: its sign is exact, its value right
   to 2^-55. */
static oracle_real oracle_product(const oracle_point *a, const oracle_point *b,
                                  const oracle_point *c, const oracle_point *d, int dot)
{
    const oracle_real ux = b->x - a->x, uy = b->y - a->y, vx = d->x - c->x, vy = d->y - c->y;
    const oracle_real p = ux * (dot ? vx : vy), q = uy * (dot ? vy : vx), r = dot ? p + q : p - q;
    oracle_real eu, ev, u, v, error;
    if (a->whole && b->whole && c->whole && d->whole) return r;
    u = fabsl(ux) + fabsl(uy), v = fabsl(vx) + fabsl(vy);
    eu = a->e + b->e + ORACLE_EPSILON * u, ev = c->e + d->e + ORACLE_EPSILON * v;
    error = (fabsl(p) + fabsl(q)) * 4 * ORACLE_EPSILON + (eu * v + ev * u + 2 * eu * ev) * 1.01L;
    if (error < fabsl(r) * 2.7e-17L && fabsl(r) > LDBL_MIN / LDBL_EPSILON && r - r == 0) return r;
    /* a sign needs less than a value */
    return oracle_exact_product(a, b, c, d, dot);
}

static int oracle_sign(const oracle_point *a, const oracle_point *b, const oracle_point *c,
                       const oracle_point *d, int dot)
{
    const oracle_real ux = b->x - a->x, uy = b->y - a->y, vx = d->x - c->x, vy = d->y - c->y;
    const oracle_real p = ux * (dot ? vx : vy), q = uy * (dot ? vy : vx);
    oracle_real r = dot ? p + q : p - q;
    if (!(a->whole && b->whole && c->whole && d->whole)) {
        const oracle_real u = fabsl(ux) + fabsl(uy), v = fabsl(vx) + fabsl(vy);
        const oracle_real eu = a->e + b->e + ORACLE_EPSILON * u;
        const oracle_real ev = c->e + d->e + ORACLE_EPSILON * v;
        const oracle_real error =
            (fabsl(p) + fabsl(q)) * 4 * ORACLE_EPSILON + (eu * v + ev * u + 2 * eu * ev) * 1.01L;
        if (!(error < fabsl(r) && fabsl(r) > LDBL_MIN / LDBL_EPSILON && r - r == 0)) {
            r = oracle_exact_product(a, b, c, d, dot);
        }
    }
    return (r > 0) - (r < 0);
}

static int oracle_cross(const oracle_point *a, const oracle_point *b, const oracle_point *c,
                        const oracle_point *d)
{
    return oracle_sign(a, b, c, d, 0);
}

static int oracle_dot(const oracle_point *a, const oracle_point *b, const oracle_point *c,
                      const oracle_point *d)
{
    return oracle_sign(a, b, c, d, 1);
}

/* Poses turn, so vertices that are equal in the array, and no others, are equal in the world. */
static int oracle_same(const oracle_view *v, uint32_t i, uint32_t j)
{
    double x[2], y[2];
    oracle_local(v, i, &x[0], &y[0]);
    oracle_local(v, j, &x[1], &y[1]);
    return x[0] == x[1] && y[0] == y[1];
}

/* b - a, each coordinate right to 2^-55 of the larger. */
static ORACLE_UNUSED void oracle_vector(const oracle_point *a, const oracle_point *b,
                                        oracle_real v[2])
{
    const oracle_real error = a->e + b->e;
    v[0] = b->x - a->x, v[1] = b->y - a->y;
    if (error > (fabsl(v[0]) + fabsl(v[1])) * 1e-17L) {
        oracle_big r[2];
        oracle_exact_difference(r, a, b);
        v[0] = oracle_to_real(&r[0]), v[1] = oracle_to_real(&r[1]);
    }
}

/* The distance of two points. */
static ORACLE_UNUSED oracle_real oracle_length(const oracle_point *a, const oracle_point *b)
{
    return sqrtl(oracle_product(a, b, a, b, 1));
}

/* ------------------------------------------------------------------------------------- polygons */

/* Distinct corners; of vertices that are equal, and neighbours, the last: edge p[k].i begins there.
   */
typedef struct oracle_polygon {
    uint32_t count, room;
    oracle_point *p;
    uint8_t *of_b; /* A - B: edge k is one of B, else of A */
} oracle_polygon;

static ORACLE_UNUSED void oracle_clear(oracle_polygon *p)
{
    free(p->p);
    free(p->of_b);
    memset(p, 0, sizeof *p);
}

static void oracle_push(oracle_polygon *p, oracle_point q, int of_b)
{
    if (p->count == p->room) {
        p->room = p->room ? 2 * p->room : 64;
        p->p = (oracle_point *)realloc(p->p, p->room * sizeof p->p[0]);
        p->of_b = (uint8_t *)realloc(p->of_b, p->room);
        if (!p->p || !p->of_b) abort();
    }
    p->of_b[p->count] = (uint8_t)of_b;
    p->p[p->count++] = q;
}

static ORACLE_UNUSED void oracle_corners(oracle_polygon *p, const oracle_view *v)
{
    uint32_t i;
    p->count = 0;
    for (i = 0; i < v->count; i++)
        if (!oracle_same(v, i, i + 1 < v->count ? i + 1 : 0)) {
            oracle_push(p, oracle_vertex(v, i), 0);
        }
    if (p->count == 0) oracle_push(p, oracle_vertex(v, 0), 0);
}

static uint32_t oracle_next(const oracle_polygon *p, uint32_t k)
{
    return k + 1 < p->count ? k + 1 : 0;
}

static uint32_t oracle_previous(const oracle_polygon *p, uint32_t k)
{
    return k ? k - 1 : p->count - 1;
}

/* 1 if edge k points up or right (angles below 180 degrees), of -B turned around */
static int oracle_upper(const oracle_point *from, const oracle_point *to)
{
    static const cld_vec2 axes[2] = {{1, 0}, {0, 1}};
    oracle_view x_view = oracle_view_of(&axes[0]), y_view = oracle_view_of(&axes[1]);
    oracle_point o = oracle_origin(), x = oracle_vertex(&x_view, 0), y = oracle_vertex(&y_view, 0);
    int s = oracle_dot(from, to, &o, &y);
    return s > 0 || (s == 0 && oracle_dot(from, to, &o, &x) > 0);
}

/* The corner that is lowest, of these the leftmost; sign -1: highest, rightmost. */
static uint32_t oracle_lowest(const oracle_polygon *p, int sign)
{
    uint32_t k, best = 0;
    for (k = 1; k < p->count; k++) {
        /* best is above, or level with and right of, k: the edge from k to best is upper */
        if (sign > 0 ? oracle_upper(&p->p[k], &p->p[best]) : oracle_upper(&p->p[best], &p->p[k])) {
            best = k;
        }
    }
    return best;
}

/* m = A - B: the edges of A and those of B turned around, by their angle. */
static ORACLE_UNUSED void oracle_minkowski(oracle_polygon *m, const oracle_polygon *a,
                                           const oracle_polygon *b)
{
    uint32_t i = oracle_lowest(a, 1), j = oracle_lowest(b, -1), left_a = 0, left_b = 0;
    int upper_a = 0, upper_b = 0, fresh_a = 1, fresh_b = 1;
    if (a->count > 1) left_a = a->count;
    if (b->count > 1) left_b = b->count;
    m->count = 0;
    if (!left_a && !left_b) {
        oracle_push(m, oracle_difference(a->p[i].a, a->p[i].i, b->p[j].a, b->p[j].i), 0);
    }
    while (left_a || left_b) {
        const oracle_point *p = &a->p[i], *p1 = &a->p[oracle_next(a, i)];
        const oracle_point *q = &b->p[j], *q1 = &b->p[oracle_next(b, j)];
        int take_a;
        if (left_a && fresh_a) upper_a = oracle_upper(p, p1), fresh_a = 0;
        if (left_b && fresh_b) upper_b = oracle_upper(q1, q), fresh_b = 0;
        if (!left_a || !left_b) {
            take_a = left_a > 0;
        } else if (upper_a != upper_b) {
            take_a = upper_a;
        } else {
            take_a = oracle_cross(p, p1, q1, q) >= 0;
        }
        oracle_push(m, oracle_difference(p->a, p->i, q->a, q->i), !take_a);
        if (take_a) {
            i = oracle_next(a, i), left_a--, fresh_a = 1;
        } else {
            j = oracle_next(b, j), left_b--, fresh_b = 1;
        }
    }
}

/* 0 outside, 1 on the boundary, 2 inside. */
static ORACLE_UNUSED int oracle_where(const oracle_polygon *p, const oracle_point *q)
{
    uint32_t k;
    int left = 0, on = 0;
    for (k = 0; k < p->count; k++) {
        const oracle_point *a = &p->p[k], *b = &p->p[oracle_next(p, k)];
        const int s = oracle_cross(a, b, a, q);
        if (s < 0) return 0;
        if (s > 0) left = 1;
        if (s == 0) on = 1;
    }
    if (left) return on ? 1 : 2;
    for (k = 0; k < p->count; k++) /* all in one line with q */
        if (oracle_dot(q, &p->p[k], q, &p->p[oracle_next(p, k)]) <= 0) return 1;
    return 0;
}

/* The corner farthest along the direction from d0 to d1; of several the first, counter-clockwise.
   */
static ORACLE_UNUSED uint32_t oracle_extreme(const oracle_polygon *p, const oracle_point *d0,
                                             const oracle_point *d1)
{
    uint32_t k, best = 0;
    for (k = 1; k < p->count; k++) {
        int s = oracle_dot(d0, d1, &p->p[best], &p->p[k]);
        if (s == 0) s = -oracle_cross(d0, d1, &p->p[best], &p->p[k]);
        if (s > 0) best = k;
    }
    return best;
}

/* What of the polygon is nearest to q, which is outside: corner k, or the inside of edge k. */
typedef struct oracle_near {
    int edge;
    uint32_t k;
    oracle_real distance;
} oracle_near;

static ORACLE_UNUSED oracle_near oracle_nearest(const oracle_polygon *p, const oracle_point *q)
{
    oracle_near r;
    uint32_t k;
    for (k = 0; k < p->count; k++) {
        const oracle_point *c = &p->p[oracle_previous(p, k)], *a = &p->p[k];
        const oracle_point *b = &p->p[oracle_next(p, k)];
        const int ahead = oracle_dot(a, b, a, q);
        if (ahead > 0) {
            if (oracle_cross(a, b, a, q) >= 0 || oracle_dot(b, a, b, q) <= 0) continue;
            r.edge = 1, r.k = k;
            r.distance = -oracle_product(a, b, a, q, 0) / oracle_length(a, b);
            return r;
        }
        /* straight on: a corner that is none, and q may be on the inner side */
        if (ahead == 0 && oracle_cross(a, b, a, q) > 0 && oracle_dot(c, a, a, b) > 0) continue;
        if (oracle_dot(a, c, a, q) <= 0) {
            r.edge = 0, r.k = k;
            r.distance = oracle_length(a, q);
            return r;
        }
    }
    printf("oracle: the polygon is not convex, or the point not outside\n");
    abort();
}

/* The sign of how much farther q, which is outside, is from the polygon than three lengths add up
   to: exact, of squares. */
static ORACLE_UNUSED int oracle_beyond(const oracle_polygon *p, const oracle_near *near,
                                       const oracle_point *q, const double lengths[3])
{
    const oracle_point *a = &p->p[near->k], *b = &p->p[oracle_next(p, near->k)];
    oracle_big u[2], v[2], x, y, z, far, sum = {0, 0, 0, {0}};
    int k;
    for (k = 0; k < 3; k++) {
        if (lengths[k] == 0) continue;
        oracle_from_double(&x, lengths[k]);
        oracle_copy(&y, &sum);
        oracle_add(&sum, &y, &x, 1);
    }
    oracle_exact_difference(v, a, q);
    if (!near->edge) b = a;
    oracle_exact_difference(u, a, b);
    /* v.v, or (u x v)^2, less the sum's square, times u.u */
    oracle_multiply(&x, near->edge ? &u[0] : &v[0], near->edge ? &v[1] : &v[0]);
    oracle_multiply(&y, near->edge ? &u[1] : &v[1], near->edge ? &v[0] : &v[1]);
    oracle_add(&far, &x, &y, near->edge ? -1 : 1);
    oracle_multiply(&z, &sum, &sum);
    if (near->edge) {
        oracle_copy(&x, &far);
        oracle_multiply(&far, &x, &x);
        oracle_multiply(&x, &u[0], &u[0]);
        oracle_multiply(&y, &u[1], &u[1]);
        oracle_add(&sum, &x, &y, 1);
        oracle_copy(&x, &z);
        oracle_multiply(&z, &x, &sum);
    }
    oracle_add(&x, &far, &z, -1);
    return x.sign;
}

/* How far q, which is not outside, is from the nearest edge's line; 0 for points and segments. */
static ORACLE_UNUSED oracle_real oracle_depth(const oracle_polygon *p, const oracle_point *q)
{
    oracle_real best = -1;
    uint32_t k;
    if (p->count < 3) return 0;
    for (k = 0; k < p->count; k++) {
        const oracle_point *a = &p->p[k], *b = &p->p[oracle_next(p, k)];
        const oracle_real d = oracle_product(a, b, a, q, 0) / oracle_length(a, b);
        if (best < 0 || d < best) best = d;
    }
    return best;
}

/* Where a line enters or leaves: corner k or the inside of edge k, at o + t d. before and after are
   the signs of t and of t - 1. */
typedef struct oracle_end {
    int edge;
    uint32_t k;
    oracle_real t;
    int before, after;
} oracle_end;

static oracle_end oracle_at(const oracle_polygon *p, const oracle_point *o, const oracle_point *to,
                            const oracle_point *d0, const oracle_point *d1, int edge, uint32_t k)
{
    oracle_end r;
    const oracle_point *a = &p->p[k], *b = &p->p[oracle_next(p, k)];
    r.edge = edge, r.k = k;
    if (edge) {
        const oracle_real along = oracle_product(d0, d1, a, b, 0);
        const oracle_real t = oracle_product(o, a, a, b, 0);
        r.t = t / along;
        r.before = ((t > 0) - (t < 0)) * (along > 0 ? 1 : -1);
        r.after = to ? oracle_cross(to, a, a, b) * (along > 0 ? 1 : -1) : 0;
    } else {
        r.t = oracle_product(d0, d1, o, a, 1) / oracle_product(d0, d1, d0, d1, 1);
        r.before = oracle_dot(d0, d1, o, a);
        r.after = to ? oracle_dot(d0, d1, to, a) : 0;
    }
    return r;
}

/* The line through o along d1 - d0, which is not 0: 1 and where it enters and leaves, or 0. `to`
   is o + d1 - d0, or NULL if nobody asks for `after`. */
static ORACLE_UNUSED int oracle_line(const oracle_polygon *p, const oracle_point *o,
                                     const oracle_point *to, const oracle_point *d0,
                                     const oracle_point *d1, oracle_end *enter, oracle_end *leave)
{
    uint32_t k, first = 0, last = 0, zeros = 0, in = 0, out = 0;
    int left = 0, right = 0, in_edge = -1, out_edge = -1, s, s1, s0;
    if (p->count == 0) return 0;
    s0 = oracle_cross(d0, d1, o, &p->p[p->count - 1]);
    s = oracle_cross(d0, d1, o, &p->p[0]);
    for (k = 0; k < p->count; k++, s0 = s, s = s1) {
        s1 = oracle_cross(d0, d1, o, &p->p[oracle_next(p, k)]);
        left |= s > 0, right |= s < 0;
        if (s == 0) {
            if (!zeros || oracle_dot(d0, d1, &p->p[first], &p->p[k]) < 0) first = k;
            if (!zeros || oracle_dot(d0, d1, &p->p[last], &p->p[k]) > 0) last = k;
            zeros++;
            if (s0 > 0 || s1 < 0) in_edge = 0, in = k;
            if (s0 < 0 || s1 > 0) out_edge = 0, out = k;
        }
        if (s > 0 && s1 < 0) in_edge = 1, in = k;
        if (s < 0 && s1 > 0) out_edge = 1, out = k;
    }
    if (!(left && right)) {
        if (!zeros) return 0;
        in_edge = out_edge = 0, in = first, out = last;
    }
    if (in_edge < 0 || out_edge < 0) {
        printf("oracle: the polygon is not convex\n");
        abort();
    }
    *enter = oracle_at(p, o, to, d0, d1, in_edge, in);
    *leave = oracle_at(p, o, to, d0, d1, out_edge, out);
    return 1;
}

/* Seen from q, which is outside: the rightmost corner (side -1) or the leftmost (1), the nearest of
   those in one line. */
static ORACLE_UNUSED uint32_t oracle_tangent(const oracle_polygon *p, const oracle_point *q,
                                             int side)
{
    uint32_t k, best = 0;
    for (k = 1; k < p->count; k++) {
        const int s = oracle_cross(q, &p->p[best], q, &p->p[k]) * side;
        if (s > 0 || (s == 0 && oracle_dot(&p->p[k], &p->p[best], q, &p->p[k]) > 0)) best = k;
    }
    return best;
}

/* Do two segments have a common point? */
static int oracle_segments(const oracle_point *a, const oracle_point *b, const oracle_point *c,
                           const oracle_point *d)
{
    const int ac = oracle_cross(a, b, a, c), ad = oracle_cross(a, b, a, d);
    const int ca = oracle_cross(c, d, c, a), cb = oracle_cross(c, d, c, b);
    if (ac * ad < 0 && ca * cb < 0) return 1;
    if (ac == 0 && oracle_dot(c, a, c, b) <= 0) return 1;
    if (ad == 0 && oracle_dot(d, a, d, b) <= 0) return 1;
    if (ca == 0 && oracle_dot(a, c, a, d) <= 0) return 1;
    return cb == 0 && oracle_dot(b, c, b, d) <= 0;
}

/* Do two polygons meet? A corner of one within the other, or two edges: n m of them. */
static ORACLE_UNUSED int oracle_meet_slowly(const oracle_polygon *a, const oracle_polygon *b)
{
    uint32_t i, j;
    if (oracle_where(a, &b->p[0]) || oracle_where(b, &a->p[0])) return 1;
    for (i = 0; i < a->count; i++)
        for (j = 0; j < b->count; j++)
            if (oracle_segments(&a->p[i], &a->p[oracle_next(a, i)], &b->p[j],
                                &b->p[oracle_next(b, j)])) {
                return 1;
            }
    return 0;
}

/* Is it a convex polygon? -1, or the first corner (a number of p) that turns right, doubles back,
   or comes after once around. The angles from the first edge on are counted: they may not
   decrease, and not exceed 360 degrees. */
static ORACLE_UNUSED long oracle_convex(const oracle_polygon *p)
{
    uint32_t k;
    int half = 0, flat = 1; /* half: 0 below 180 degrees from edge 0, 1 from there, 2 once around */
    if (p->count < 3) return -1;
    for (k = 0; k < p->count && flat; k++)
        flat = oracle_cross(&p->p[0], &p->p[1], &p->p[0], &p->p[k]) == 0;
    if (flat) { /* there and back once: after the second turn it is edge 0's direction again */
        int turns = 0;
        for (k = 1; k < p->count; k++) {
            const oracle_point *b = &p->p[k];
            if (oracle_dot(&p->p[oracle_previous(p, k)], b, b, &p->p[oracle_next(p, k)]) > 0) {
                continue;
            }
            if (++turns == 3) return (long)k;
        }
        return -1;
    }
    for (k = 0; k < p->count; k++) {
        const oracle_point *a = &p->p[oracle_previous(p, k)], *b = &p->p[k];
        const oracle_point *c = &p->p[oracle_next(p, k)];
        const int s = oracle_cross(a, b, b, c);
        int from, now;
        if (s < 0 || (s == 0 && oracle_dot(a, b, b, c) < 0)) return (long)k;
        if (k == 0) continue;
        from = oracle_cross(&p->p[0], &p->p[1], b, c);
        now = from > 0 || (from == 0 && oracle_dot(&p->p[0], &p->p[1], b, c) > 0) ? 0 : 1;
        if (half == 2 && s != 0) return (long)k;
        if (half == 1 && now == 0) {
            if (from > 0) return (long)k;
            half = 2;
        } else if (half == 0) {
            half = now;
        }
    }
    return -1;
}

#endif
