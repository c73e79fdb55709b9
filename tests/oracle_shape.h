/* Oracle for convex solids in pairs: slow, obvious, independent of the library's kernels. Of a
 * solid it knows the vertices of its core, or the three axes of a cylinder, in the world, and its
 * radius; so it knows how far it reaches in any direction.
 *
 *     shape_gap          the signed distance, from below and from above. It is the largest, over
 *                         all unit directions n, of the gap g(n) = least n.d of the differences
 *                         d = b - a of points of both. Any n proves that it is no less than g(n).
 *                         From above the directions are covered by triangles: in a flat triangle of
 *                         directions, n.d of any one difference d is largest at a corner, and d may
 *                         be a mean of several. The triangle that allows most is halved until both
 *                         bounds agree.
 *     shape_verdict      the same of bodies that are apart, and a proof of bodies that are not
 *     shape_enumerate    the same of few points by all products of two edges and all triples of
 *                         points, or by all pairs of segments and triangles
 *     shape_first        when the distance of bodies that do not turn first is no more than a
 *                         floor: a gap along n is linear in time, so that none is skipped
 *     shape_least        the least signed distance in a span of time, in which it is convex
 *
 * The arithmetic is `solid_real`: long double where that has 64 bits, __float128 where it has not
 * or with ORACLE_QUAD, double where there is neither. All is measured from the place of A, so that
 * scenes far off lose nothing here. */
#ifndef COLLIDE_ORACLE_SHAPE_H
#define COLLIDE_ORACLE_SHAPE_H

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define ORACLE_SHAPE_UNUSED __attribute__((unused))
/* numbers are widened here all the time, and on purpose */
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#else
#define ORACLE_SHAPE_UNUSED
#endif

#if defined(__SIZEOF_FLOAT128__) && defined(__GNUC__) &&                                           \
    (LDBL_MANT_DIG < 64 || defined(ORACLE_QUAD))
__extension__ typedef __float128 solid_real;
#define SOLID_BITS 113
#else
typedef long double solid_real;
#define SOLID_BITS LDBL_MANT_DIG
#endif

/* What the arithmetic of the oracle may be off, in parts of the scene's size. */
#define SOLID_SLACK ldexp(1, 8 - SOLID_BITS)

enum { SOLID_POINTS = 1200 };

typedef struct shape_solid {
    int count;                          /* vertices; 0: a cylinder */
    solid_real vertex[SOLID_POINTS][3]; /* turned, from the place of the pose */
    double rough[3][SOLID_POINTS];      /* the same, rounded: to see which can be farthest */
    solid_real axis[3], across[2][3];   /* of a cylinder: half its axis, two of its radii */
    solid_real centre[3];               /* of a cylinder, from the place of the pose */
    solid_real place[3];                /* of the pose */
    solid_real radius, size;            /* size: largest coordinate in its own frame, and radius */
} shape_solid;

typedef struct shape_between {
    solid_real low, high; /* the signed distance lies here */
    solid_real normal[3]; /* a direction along which the gap is `low`, radii included */
    int steps;
} shape_between;

/* -------------------------------------------------------------------------------------- numbers */

static solid_real solid_abs(solid_real a)
{
    return a < 0 ? -a : a;
}

static solid_real solid_root(solid_real a)
{
#if SOLID_BITS == 113 && LDBL_MANT_DIG != 113
    solid_real s;
    int i;
    if (!(a > 0)) return 0;
    s = (solid_real)sqrtl((long double)a);
    if (!(s > 0)) return 0;
    for (i = 0; i < 2; i++) s = (s + a / s) / 2;
    return s;
#else
    return a > 0 ? sqrtl(a) : 0;
#endif
}

static solid_real solid_dot(const solid_real a[3], const solid_real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void solid_cross(const solid_real a[3], const solid_real b[3], solid_real out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void solid_minus(const solid_real a[3], const solid_real b[3], solid_real out[3])
{
    int k;
    for (k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

static solid_real solid_length(const solid_real a[3])
{
    return solid_root(solid_dot(a, a));
}

/* 1, or 0 where it has no direction. */
static int solid_unit(solid_real a[3])
{
    solid_real most = 0, length;
    int k;
    for (k = 0; k < 3; k++)
        if (solid_abs(a[k]) > most) most = solid_abs(a[k]);
    if (!(most > 0)) return 0;
    for (k = 0; k < 3; k++) a[k] /= most;
    length = solid_length(a);
    for (k = 0; k < 3; k++) a[k] /= length;
    return 1;
}

/* --------------------------------------------------------------------------------------- solids */

/* The linear map and the place of a pose: NULL and all zero are the identity. */
static void shape_pose_of(const cld_pose *pose, solid_real rows[3][3], solid_real place[3])
{
    const cld_mat3 *m = pose ? &pose->rotation : NULL;
    int i, none = 1;
    for (i = 0; i < 3; i++) {
        const cld_vec3 *column = !m ? NULL : i == 0 ? &m->x : i == 1 ? &m->y : &m->z;
        rows[0][i] = column ? column->x : 0;
        rows[1][i] = column ? column->y : 0;
        rows[2][i] = column ? column->z : 0;
        if (rows[0][i] != 0 || rows[1][i] != 0 || rows[2][i] != 0) none = 0;
    }
    for (i = 0; i < 3 && none; i++) rows[i][i] = 1;
    place[0] = pose ? pose->position.x : 0;
    place[1] = pose ? pose->position.y : 0;
    place[2] = pose ? pose->position.z : 0;
}

static void solid_turned(solid_real rows[3][3], const solid_real v[3], solid_real out[3])
{
    int i;
    for (i = 0; i < 3; i++) out[i] = solid_dot(rows[i], v);
}

static void solid_add(shape_solid *s, solid_real rows[3][3], const solid_real v[3])
{
    int k;
    if (s->count == SOLID_POINTS) abort();
    solid_turned(rows, v, s->vertex[s->count]);
    for (k = 0; k < 3; k++) {
        s->rough[k][s->count] = (double)s->vertex[s->count][k];
        if (solid_abs(v[k]) > s->size) s->size = solid_abs(v[k]);
    }
    s->count++;
}

#ifndef COLLIDE_NO_POLYHEDRON
/* The vertices of a polyhedron that triangles name. */
static void solid_add_polyhedron(shape_solid *s, solid_real rows[3][3], const cld_polyhedron *p)
{
    const size_t stride = p->stride ? p->stride : 3 * sizeof(cld_real);
    unsigned char *named = (unsigned char *)calloc(p->vertex_count, 1);
    solid_real own[3][3], place[3];
    size_t i;
    int k;
    if (!named) abort();
    shape_pose_of(&p->pose, own, place);
    for (i = 0; i < 3 * p->triangle_count; i++) named[p->triangles[i]] = 1;
    for (i = 0; i < p->vertex_count; i++) {
        const cld_real *x =
            (const cld_real *)(const void *)((const char *)p->vertices + i * stride);
        solid_real v[3], w[3];
        if (!named[i]) continue;
        for (k = 0; k < 3; k++) v[k] = x[k];
        solid_turned(own, v, w);
        for (k = 0; k < 3; k++) {
            w[k] += place[k];
            if (solid_abs(v[k]) > s->size) s->size = solid_abs(v[k]);
        }
        solid_add(s, rows, w);
    }
    free(named);
}
#endif

/* What the library is given, as the oracle sees it. */
static void shape_solid_of(shape_solid *s, const cld_shape *shape, const cld_pose *pose)
{
    const size_t stride = shape->stride ? shape->stride : 3 * sizeof(cld_real);
    const solid_real half[3] = {shape->half.x, shape->half.y, shape->half.z};
    solid_real rows[3][3], v[3];
    size_t i;
    int k;
    s->count = 0, s->size = 0, s->radius = shape->radius;
    shape_pose_of(pose, rows, s->place);
    if (shape->kind == CLD_SHAPE_BOX)
        for (i = 0; i < 8; i++) {
            for (k = 0; k < 3; k++) v[k] = i >> k & 1 ? half[k] : -half[k];
            solid_add(s, rows, v);
        }
    if (shape->kind == CLD_SHAPE_POINTS)
        for (i = 0; i < shape->count; i++) {
            const cld_real *x =
                (const cld_real *)(const void *)((const char *)shape->points + i * stride);
            for (k = 0; k < 3; k++) v[k] = x[k];
            solid_add(s, rows, v);
        }
#ifndef COLLIDE_NO_POLYHEDRON
    if (shape->kind == CLD_SHAPE_POLYHEDRON) solid_add_polyhedron(s, rows, shape->polyhedron);
#endif
    if (shape->kind == CLD_SHAPE_CYLINDER) {
        for (k = 0; k < 3; k++) {
            s->axis[k] = rows[k][2] * half[2];
            s->across[0][k] = rows[k][0] * half[0], s->across[1][k] = rows[k][1] * half[0];
            s->centre[k] = 0;
        }
        s->size = half[0] > half[2] ? half[0] : half[2];
    }
    s->size += s->radius;
}

/* The core's point that is farthest along n, times sign. */
static solid_real solid_farthest(const shape_solid *s, const solid_real n[3], solid_real out[3])
{
    const double x = (double)n[0], y = (double)n[1], z = (double)n[2];
    double most = -DBL_MAX, size = (fabs(x) + fabs(y) + fabs(z)) * (double)s->size;
    double value[SOLID_POINTS];
    solid_real best = 0;
    int i, k, any = -1;
    if (s->count == 0) {
        const solid_real c = solid_dot(n, s->across[0]), e = solid_dot(n, s->across[1]);
        const solid_real length = solid_root(c * c + e * e), up = solid_dot(n, s->axis);
        for (k = 0; k < 3; k++) {
            out[k] = s->centre[k] + (up < 0 ? -s->axis[k] : s->axis[k]);
            if (length > 0) out[k] += (s->across[0][k] * c + s->across[1][k] * e) / length;
        }
        return solid_dot(n, out);
    }
    for (i = 0; i < s->count; i++) {
        value[i] = x * s->rough[0][i] + y * s->rough[1][i] + z * s->rough[2][i];
        if (value[i] > most) most = value[i];
    }
    /* twice the size: the polyhedron's own place may add to it; each product is rounded */
    for (i = 0; i < s->count; i++) {
        solid_real exact;
        if (value[i] < most - 16 * DBL_EPSILON * size) continue;
        exact = solid_dot(n, s->vertex[i]);
        if (any < 0 || exact > best) best = exact, any = i;
    }
    memcpy(out, s->vertex[any], sizeof s->vertex[any]);
    return best;
}

/* ---------------------------------------------------------------------------------------- the pair
   B stands `shift` beyond where its pose puts it. */

typedef struct solid_pair {
    const shape_solid *a, *b;
    solid_real from[3]; /* place of B less that of A, and the shift */
    solid_real low;     /* the most that is proved so far, radii left out */
    solid_real normal[3];
    int steps;
} solid_pair;

/* The difference of points that is least along n, and the gap there: for any length of n. */
static solid_real pair_gap(solid_pair *p, const solid_real n[3], solid_real d[3])
{
    solid_real a[3], b[3], back[3], gap, length;
    int k;
    for (k = 0; k < 3; k++) back[k] = -n[k];
    solid_farthest(p->a, n, a), solid_farthest(p->b, back, b);
    for (k = 0; k < 3; k++) d[k] = p->from[k] + b[k] - a[k];
    gap = solid_dot(n, d), length = solid_length(n);
    p->steps++;
    if (length > 0 && (p->steps == 1 || gap / length > p->low)) {
        p->low = gap / length;
        for (k = 0; k < 3; k++) p->normal[k] = n[k] / length;
    }
    return gap;
}

/* The convex weights of three rows for which the largest of the three columns' means is least;
   that mean. Whatever the weights, no less is proved: rounding does not matter. */
static void game_try(solid_real m[3][3], solid_real x, solid_real y, solid_real z, int first,
                     solid_real weight[3], solid_real *value)
{
    solid_real most = 0;
    int j;
    if (!(x >= 0 && y >= 0 && z >= 0)) return;
    for (j = 0; j < 3; j++) {
        const solid_real mean = x * m[0][j] + y * m[1][j] + z * m[2][j];
        if (j == 0 || mean > most) most = mean;
    }
    if (!first && !(most < *value)) return;
    *value = most;
    weight[0] = x, weight[1] = y, weight[2] = z;
}

static solid_real game(solid_real m[3][3], solid_real weight[3])
{
    solid_real value = 0, a, b, c, d, e, f, det;
    int i, j;
    for (i = 0; i < 3; i++) game_try(m, i == 0, i == 1, i == 2, i == 0, weight, &value);
    for (i = 0; i < 3; i++)       /* without row i */
        for (j = 0; j < 3; j++) { /* two columns alike */
            const int r = (i + 1) % 3, s = (i + 2) % 3, t = (j + 1) % 3;
            const solid_real up = m[s][t] - m[s][j], along = m[r][j] - m[r][t] + up;
            solid_real w[3];
            if (along == 0) continue;
            w[i] = 0, w[r] = up / along, w[s] = 1 - w[r];
            game_try(m, w[0], w[1], w[2], 0, weight, &value);
        }
    /* all three alike: w0 (m0j - m2j) + w1 (m1j - m2j) + m2j the same for all j */
    a = (m[0][0] - m[2][0]) - (m[0][1] - m[2][1]), b = (m[1][0] - m[2][0]) - (m[1][1] - m[2][1]);
    c = (m[0][0] - m[2][0]) - (m[0][2] - m[2][2]), d = (m[1][0] - m[2][0]) - (m[1][2] - m[2][2]);
    e = m[2][1] - m[2][0], f = m[2][2] - m[2][0], det = a * d - b * c;
    if (det != 0) {
        const solid_real x = (e * d - b * f) / det, y = (a * f - e * c) / det;
        game_try(m, x, y, 1 - x - y, 0, weight, &value);
    }
    return value;
}

/* A triangle of directions, and three differences that bound the gaps in it. */
typedef struct solid_patch {
    solid_real corner[3][3], d[3][3], high;
} solid_patch;

static solid_real patch_game(const solid_patch *p, solid_real weight[3], solid_real toward[3])
{
    solid_real m[3][3], t[3][3], value, other[3];
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) m[i][j] = solid_dot(p->d[i], p->corner[j]), t[j][i] = -m[i][j];
    value = game(m, weight);
    if (toward) game(t, other), memcpy(toward, other, sizeof other);
    return value;
}

/* Where the plane of the three differences has its foot well inside of their triangle, no direction
   near its normal has a larger gap: at an angle x from it one of them lies at
   gap cos x - inside sin x or less, which is less than the gap if tan(x / 2) <= inside / -gap. */
static void patch_peak(solid_pair *pair, solid_patch *p)
{
    solid_real e[3], f[3], n[3], foot[3], away, inside = -1, g[3];
    int i, k;
    solid_minus(p->d[1], p->d[0], e), solid_minus(p->d[2], p->d[0], f), solid_cross(e, f, n);
    if (!solid_unit(n)) return;
    away = solid_dot(n, p->d[0]);
    if (away > 0) {
        away = -away;
        for (k = 0; k < 3; k++) n[k] = -n[k];
    }
    for (k = 0; k < 3; k++) foot[k] = away * n[k];
    for (i = 0; i < 3; i++) { /* the foot's distance from each side */
        const solid_real *u = p->d[i], *v = p->d[(i + 1) % 3], *w = p->d[(i + 2) % 3];
        solid_real out[3], x;
        solid_minus(v, u, e), solid_cross(e, n, out);
        if (!solid_unit(out)) return;
        solid_minus(w, u, f), solid_minus(foot, u, g);
        x = solid_dot(out, f) > 0 ? solid_dot(out, g) : -solid_dot(out, g);
        if (i == 0 || x < inside) inside = x;
    }
    if (!(inside > 0)) return;
    for (i = 0; i < 3; i++) { /* tan(x / 2) = |difference| / |sum| of unit vectors */
        solid_real sum[3];
        solid_minus(p->corner[i], n, e);
        for (k = 0; k < 3; k++) sum[k] = p->corner[i][k] + n[k];
        if (solid_length(e) * -away > inside * solid_length(sum)) return;
    }
    pair_gap(pair, n, g);
    if (away < p->high) p->high = away;
}

/* Brings the differences to those that bound best: each step adds what lies farthest back along the
   direction in which they allow most. */
static void patch_solve(solid_pair *pair, solid_patch *p, solid_real tolerance)
{
    solid_real weight[3], toward[3], n[3], d[3], mean[3], high = 0, longest = 0;
    int i, j, k, turn;
    for (turn = 0; turn < 60; turn++) {
        solid_real best = 0, w[3];
        int at = -1;
        high = patch_game(p, weight, toward);
        for (k = 0; k < 3; k++)
            for (n[k] = 0, i = 0; i < 3; i++) n[k] += toward[i] * p->corner[i][k];
        if (high - pair_gap(pair, n, d) <= tolerance / 4) break;
        for (i = 0; i < 3; i++) {
            solid_patch q = *p;
            solid_real value;
            memcpy(q.d[i], d, sizeof d);
            value = patch_game(&q, w, NULL);
            if (at < 0 || value < best) best = value, at = i;
        }
        if (!(best < high)) break;
        memcpy(p->d[at], d, sizeof d);
    }
    high = patch_game(p, weight, NULL);
    for (i = 0; i < 3; i++) {
        j = (i + 1) % 3;
        solid_minus(p->corner[i], p->corner[j], n);
        if (solid_dot(n, n) > longest) longest = solid_dot(n, n);
    }
    p->high = high;
    if (high > 0) { /* directions in the flat triangle are no shorter than this */
        for (k = 0; k < 3; k++)
            for (mean[k] = 0, i = 0; i < 3; i++) mean[k] += weight[i] * p->d[i][k];
        p->high = high / solid_root(1 - longest / 3);
        if (solid_length(mean) < p->high) p->high = solid_length(mean);
        if (solid_unit(mean)) pair_gap(pair, mean, d);
    } else {
        patch_peak(pair, p);
    }
}

/* ------------------------------------------------------------------------------------ the nearest
   Of bodies that are apart a point of the differences near the origin is found at once: that bounds
   the distance from above. */

static void nearest_try(solid_real d[3][3], solid_real x, solid_real y, solid_real z,
                        solid_real *best, solid_real mean[3])
{
    solid_real m[3];
    int k;
    if (!(x >= 0 && y >= 0 && z >= 0)) return;
    for (k = 0; k < 3; k++) m[k] = x * d[0][k] + y * d[1][k] + z * d[2][k];
    if (*best >= 0 && !(solid_dot(m, m) < *best)) return;
    *best = solid_dot(m, m);
    memcpy(mean, m, sizeof m);
}

/* The square of the distance of a triangle from the origin; where: a corner, on a side, inside. */
static solid_real nearest(solid_real d[3][3], solid_real mean[3])
{
    solid_real best = -1, n[3], e[3], f[3], w[3], c[2][3], area;
    int i, j;
    for (i = 0; i < 3; i++) nearest_try(d, i == 0, i == 1, i == 2, &best, mean);
    for (i = 0; i < 3; i++) {
        j = (i + 1) % 3;
        solid_minus(d[j], d[i], e);
        if (!(solid_dot(e, e) > 0)) continue;
        w[i] = solid_dot(d[j], e) / solid_dot(e, e), w[j] = 1 - w[i], w[(i + 2) % 3] = 0;
        nearest_try(d, w[0], w[1], w[2], &best, mean);
    }
    solid_minus(d[1], d[0], e), solid_minus(d[2], d[0], f), solid_cross(e, f, n);
    area = solid_dot(n, n);
    if (!(area > 0)) return best;
    for (i = 0; i < 2; i++) {
        solid_cross(d[(i + 1) % 3], d[(i + 2) % 3], c[i]);
        w[i] = solid_dot(c[i], n) / area;
    }
    nearest_try(d, w[0], w[1], 1 - w[0] - w[1], &best, mean); /* a mean, whatever the rounding */
    return best;
}

/* A point of the differences in the tetrahedron of four of them, nearest to the origin if that is
   inside: its distance, or -1 if the origin is outside. */
static solid_real inside_of(solid_real d[3][3], const solid_real last[3])
{
    solid_real e[3][3], n[3], w[4], sum = 0, mean[3];
    int i, k;
    for (i = 0; i < 3; i++) solid_minus(d[i], last, e[i]);
    for (i = 0; i < 3; i++) { /* -last = w0 e0 + w1 e1 + w2 e2, by Cramer's rule */
        solid_cross(e[(i + 1) % 3], e[(i + 2) % 3], n);
        w[i] = -solid_dot(n, last);
    }
    solid_cross(e[0], e[1], n), sum = solid_dot(n, e[2]);
    if (!(sum != 0)) return -1;
    for (i = 0, w[3] = 1; i < 3; i++) w[i] /= sum, w[3] -= w[i];
    for (i = 0; i < 4; i++)
        if (!(w[i] >= 0)) return -1;
    for (k = 0; k < 3; k++)
        mean[k] = w[0] * d[0][k] + w[1] * d[1][k] + w[2] * d[2][k] + w[3] * last[k];
    return solid_length(mean); /* a mean, whatever the rounding */
}

/* An upper bound of the distance: the last point's, where the steps come to nothing. */
static solid_real pair_nearest(solid_pair *p, solid_real tolerance)
{
    solid_real d[3][3], mean[3] = {1, 0, 0}, n[3], entering[3], square, inside;
    int i, turn, at;
    pair_gap(p, mean, d[0]);
    memcpy(d[1], d[0], sizeof d[0]), memcpy(d[2], d[0], sizeof d[0]);
    square = nearest(d, mean);
    for (turn = 0; turn < 200; turn++) {
        solid_real best = square;
        memcpy(n, mean, sizeof n);
        if (solid_root(square) <= p->low + tolerance || !solid_unit(n)) break;
        pair_gap(p, n, entering);
        inside = inside_of(d, entering);
        if (inside >= 0 && inside * inside < square) return inside;
        for (at = -1, i = 0; i < 3; i++) {
            solid_real e[3][3], m[3], value;
            memcpy(e, d, sizeof e), memcpy(e[i], entering, sizeof entering);
            value = nearest(e, m);
            if (value < best) best = value, at = i, memcpy(mean, m, sizeof m);
        }
        if (at < 0) break;
        memcpy(d[at], entering, sizeof entering);
        square = best;
    }
    return solid_root(square);
}

/* ---------------------------------------------------------------------------- signed distance */

enum { SOLID_PATCHES = 20000 };

typedef struct solid_heap {
    int count;
    solid_patch patch[SOLID_PATCHES];
} solid_heap;

static void heap_put(solid_heap *h, const solid_patch *p)
{
    int i = h->count++;
    while (i && h->patch[(i - 1) / 2].high < p->high)
        h->patch[i] = h->patch[(i - 1) / 2], i = (i - 1) / 2;
    h->patch[i] = *p;
}

static solid_patch heap_take(solid_heap *h)
{
    const solid_patch top = h->patch[0], last = h->patch[--h->count];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= h->count) break;
        if (c + 1 < h->count && h->patch[c + 1].high > h->patch[c].high) c++;
        if (h->patch[c].high <= last.high) break;
        h->patch[i] = h->patch[c], i = c;
    }
    h->patch[i] = last;
    return top;
}

/* The longest side is halved. */
static void patch_halves(const solid_patch *p, solid_patch half[2])
{
    solid_real most = -1, e[3], middle[3];
    int i, k, at = 0;
    for (i = 0; i < 3; i++) {
        solid_minus(p->corner[i], p->corner[(i + 1) % 3], e);
        if (solid_dot(e, e) > most) most = solid_dot(e, e), at = i;
    }
    for (k = 0; k < 3; k++) middle[k] = p->corner[at][k] + p->corner[(at + 1) % 3][k];
    solid_unit(middle);
    half[0] = half[1] = *p;
    memcpy(half[0].corner[at], middle, sizeof middle);
    memcpy(half[1].corner[(at + 1) % 3], middle, sizeof middle);
}

static solid_real pair_size(const shape_solid *a, const shape_solid *b, const solid_real shift[3])
{
    solid_real size = a->size + b->size;
    int k;
    for (k = 0; k < 3; k++) {
        size += solid_abs(b->place[k] - a->place[k]);
        if (shift) size += solid_abs(shift[k]);
    }
    return size;
}

static void pair_of(solid_pair *p, const shape_solid *a, const shape_solid *b,
                    const solid_real shift[3])
{
    int k;
    memset(p, 0, sizeof *p);
    p->a = a, p->b = b, p->normal[0] = 1;
    for (k = 0; k < 3; k++) p->from[k] = b->place[k] - a->place[k] + (shift ? shift[k] : 0);
}

/* The gap along a direction of any length but 0, radii included. */
static ORACLE_SHAPE_UNUSED solid_real shape_along(const shape_solid *a, const shape_solid *b,
                                                  const solid_real shift[3],
                                                  const solid_real direction[3])
{
    solid_pair p;
    solid_real n[3], d[3];
    pair_of(&p, a, b, shift);
    memcpy(n, direction, sizeof n);
    if (!solid_unit(n)) return -1e300L;
    return pair_gap(&p, n, d) - a->radius - b->radius;
}

/* The signed distance to `tolerance`, where the directions are not too many that are as good: then
   what could be proved. shift NULL: none. */
static ORACLE_SHAPE_UNUSED shape_between shape_gap(const shape_solid *a, const shape_solid *b,
                                                   const solid_real shift[3], solid_real tolerance)
{
    static solid_heap heap; /* large */
    const solid_real slack = SOLID_SLACK * pair_size(a, b, shift);
    const solid_real radii = a->radius + b->radius;
    solid_pair pair;
    shape_between out;
    solid_real high = 0, most;
    int i, k;
    pair_of(&pair, a, b, shift);
    most = pair_nearest(&pair, tolerance);
    heap.count = 0;
    for (i = 0; i < 8 && most > pair.low + tolerance; i++) { /* the sides of an octahedron */
        solid_patch p;
        memset(&p, 0, sizeof p);
        for (k = 0; k < 3; k++)
            p.corner[k][k] = i >> k & 1 ? -1 : 1, pair_gap(&pair, p.corner[k], p.d[k]);
        patch_solve(&pair, &p, tolerance);
        heap_put(&heap, &p);
    }
    while (most > pair.low + tolerance) {
        solid_patch half[2], top = heap_take(&heap);
        high = top.high;
        if (high - pair.low <= tolerance || heap.count + 2 > SOLID_PATCHES || pair.steps > 40000)
            break;
        patch_halves(&top, half);
        for (i = 0; i < 2; i++) {
            patch_solve(&pair, &half[i], tolerance);
            if (half[i].high > top.high) half[i].high = top.high;
            if (half[i].high > pair.low + tolerance / 2 || heap.count == 0)
                heap_put(&heap, &half[i]);
        }
    }
    if (high < pair.low + tolerance / 2) high = pair.low + tolerance / 2; /* what was left out */
    if (high > most || pair.low + tolerance >= most) high = most;
    out.low = pair.low - radii - slack, out.high = high - radii + slack;
    memcpy(out.normal, pair.normal, sizeof out.normal);
    out.steps = pair.steps;
    return out;
}

/* The same where the cores are apart; where they have a common point, only that: its least is then
   -HUGE_VAL. For many pairs. */
static ORACLE_SHAPE_UNUSED shape_between shape_verdict(const shape_solid *a, const shape_solid *b,
                                                       const solid_real shift[3],
                                                       solid_real tolerance)
{
    const solid_real slack = SOLID_SLACK * pair_size(a, b, shift);
    const solid_real radii = a->radius + b->radius;
    solid_pair pair;
    shape_between out;
    solid_real most;
    pair_of(&pair, a, b, shift);
    most = pair_nearest(&pair, tolerance);
    if (most > slack && most > pair.low + tolerance) return shape_gap(a, b, shift, tolerance);
    out.low = most > slack ? pair.low - radii - slack : -HUGE_VAL;
    out.high = most - radii + slack;
    memcpy(out.normal, pair.normal, sizeof out.normal);
    out.steps = pair.steps;
    return out;
}

/* ------------------------------------------------------------------------------- bodies that move
   B moves by `motion` against A, from time 0 to 1. */

static void solid_moved(const solid_real motion[3], solid_real time, solid_real shift[3])
{
    int k;
    for (k = 0; k < 3; k++) shift[k] = motion[k] * time;
}

typedef struct shape_time {
    int hits;            /* 1: they come to within the floor; 0: never, proved */
    solid_real free;     /* proved: farther apart than the floor before this */
    shape_between there; /* the distance then */
} shape_time;

/* When are bodies that are farther apart than `floor` no farther than that? */
static ORACLE_SHAPE_UNUSED shape_time shape_first(const shape_solid *a, const shape_solid *b,
                                                  const solid_real motion[3], solid_real level,
                                                  solid_real tolerance)
{
    shape_time out;
    int i;
    memset(&out, 0, sizeof out);
    for (i = 0; i < 200; i++) {
        solid_real shift[3], speed;
        solid_moved(motion, out.free, shift);
        out.there = shape_gap(a, b, shift, tolerance / 2);
        out.hits = out.there.low <= level + tolerance;
        if (out.hits) return out;
        speed = solid_dot(out.there.normal, motion);
        if (speed >= 0) return out;
        out.free += (out.there.low - level) / -speed;
        if (out.free > 1) return out;
    }
    out.hits = 1;
    return out;
}

/* The least signed distance in a span of time, and when: a convex function, whose slope at a time
   is that of the gap there. */
static ORACLE_SHAPE_UNUSED shape_between shape_least(const shape_solid *a, const shape_solid *b,
                                                     const solid_real motion[3], solid_real from,
                                                     solid_real to, solid_real tolerance,
                                                     solid_real *when)
{
    shape_between least, there;
    solid_real shift[3], floor_line[2], line[2], slope[2], at[2], low;
    int i, k;
    memset(&least, 0, sizeof least);
    for (k = 0; k < 2; k++) {
        at[k] = k ? to : from;
        solid_moved(motion, at[k], shift);
        there = shape_gap(a, b, shift, tolerance);
        line[k] = there.low, slope[k] = solid_dot(there.normal, motion);
        if (k == 0 || there.high < least.high) least = there, *when = at[k];
    }
    low = least.low;
    for (i = 0; i < 60; i++) { /* the lines of both ends meet below the least */
        solid_real t;
        if (slope[0] >= 0) low = line[0];
        if (slope[1] <= 0) low = line[1];
        if (slope[0] >= 0 || slope[1] <= 0) break;
        floor_line[0] = line[0] - slope[0] * at[0], floor_line[1] = line[1] - slope[1] * at[1];
        t = (floor_line[1] - floor_line[0]) / (slope[0] - slope[1]);
        low = floor_line[0] + slope[0] * t;
        if (least.high - low <= 2 * tolerance || !(t > at[0] && t < at[1])) break;
        solid_moved(motion, t, shift);
        there = shape_gap(a, b, shift, tolerance);
        if (there.high < least.high) least = there, *when = t;
        k = solid_dot(there.normal, motion) > 0;
        at[k] = t, line[k] = there.low, slope[k] = solid_dot(there.normal, motion);
    }
    if (low < least.low) least.low = low;
    return least;
}

/* ----------------------------------------------------------------------------- all features of few
   Every product of two differences of points is taken for one of edges, every triple for a face. */

static void enumerate_try(solid_pair *p, const solid_real e[3], const solid_real f[3])
{
    solid_real n[3], d[3];
    int k;
    solid_cross(e, f, n);
    if (!solid_unit(n)) return;
    pair_gap(p, n, d);
    for (k = 0; k < 3; k++) n[k] = -n[k];
    pair_gap(p, n, d);
}

/* The square of the distance of two segments p + s u, q + t v. */
static solid_real enumerate_segments(const solid_real p[3], const solid_real u[3],
                                     const solid_real q[3], const solid_real v[3])
{
    solid_real w[3], best = -1, det;
    const solid_real uu = solid_dot(u, u), uv = solid_dot(u, v), vv = solid_dot(v, v);
    int i, k;
    solid_minus(q, p, w);
    det = uu * vv - uv * uv;
    for (i = 0; i < 5; i++) { /* inside of both; each end against the other */
        const solid_real wu = solid_dot(w, u), wv = solid_dot(w, v);
        solid_real s = 0, t = 0, d[3], square;
        if (i == 0) {
            if (!(det > 0)) continue;
            s = (wu * vv - wv * uv) / det, t = (wu * uv - wv * uu) / det;
            if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) continue;
        } else if (i < 3) {
            s = i - 1, t = vv > 0 ? (s * uv - wv) / vv : 0;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
        } else {
            t = i - 3, s = uu > 0 ? (wu + t * uv) / uu : 0;
            s = s < 0 ? 0 : s > 1 ? 1 : s;
        }
        for (k = 0; k < 3; k++) d[k] = w[k] + t * v[k] - s * u[k];
        square = solid_dot(d, d);
        if (best < 0 || square < best) best = square;
    }
    return best;
}

/* The square of the distance of p from the plane of a, b, c; -1 if its foot is not between them. */
static solid_real enumerate_face(const solid_real p[3], const solid_real a[3],
                                 const solid_real b[3], const solid_real c[3])
{
    const solid_real *v[3];
    solid_real e[3], f[3], n[3], w[3], x[3];
    int i;
    v[0] = a, v[1] = b, v[2] = c;
    solid_minus(b, a, e), solid_minus(c, a, f), solid_cross(e, f, n);
    if (!solid_unit(n)) return -1;
    for (i = 0; i < 3; i++) {
        solid_minus(v[(i + 1) % 3], v[i], e), solid_minus(p, v[i], w), solid_cross(e, w, x);
        if (!(solid_dot(x, n) >= 0)) return -1;
    }
    solid_minus(p, a, w);
    return solid_dot(w, n) * solid_dot(w, n);
}

static void enumerate_keep(solid_real *best, solid_real square)
{
    if (square >= 0 && (*best < 0 || square < *best)) *best = square;
}

/* The signed distance of two sets of at most 16 points: -1e300 where they have no direction. */
static ORACLE_SHAPE_UNUSED solid_real shape_enumerate(const shape_solid *a, const shape_solid *b)
{
    solid_real e[2][256][3], best = -1, q[16][3];
    const shape_solid *s[2];
    solid_pair p;
    int i, j, k, side, n[2] = {0, 0};
    s[0] = a, s[1] = b;
    pair_of(&p, a, b, NULL);
    p.low = -1e300L, p.steps = 1;
    for (side = 0; side < 2; side++)
        for (i = 0; i < s[side]->count; i++)
            for (j = i + 1; j < s[side]->count; j++)
                solid_minus(s[side]->vertex[j], s[side]->vertex[i], e[side][n[side]++]);
    for (side = 0; side < 2; side++)
        for (i = 0; i < n[side]; i++)
            for (j = i + 1; j < n[side]; j++) enumerate_try(&p, e[side][i], e[side][j]);
    for (i = 0; i < n[0]; i++)
        for (j = 0; j < n[1]; j++) enumerate_try(&p, e[0][i], e[1][j]);
    /* by rounding alone: both lie in one plane, in which no normal was tried */
    if (p.low < -64 * LDBL_EPSILON * (a->size + b->size) && p.low > -1e300L)
        return p.low - a->radius - b->radius;
    for (i = 0; i < b->count; i++)
        for (k = 0; k < 3; k++) q[i][k] = b->vertex[i][k] + p.from[k];
    for (i = 0; i < a->count * a->count; i++)
        for (j = 0; j < b->count * b->count; j++) {
            const int a0 = i / a->count, a1 = i % a->count, b0 = j / b->count, b1 = j % b->count;
            solid_real u[3], v[3];
            if (a0 > a1 || b0 > b1) continue;
            solid_minus(a->vertex[a1], a->vertex[a0], u), solid_minus(q[b1], q[b0], v);
            enumerate_keep(&best, enumerate_segments(a->vertex[a0], u, q[b0], v));
            for (k = 0; k < a->count; k++)
                enumerate_keep(&best,
                               enumerate_face(q[b0], a->vertex[a0], a->vertex[a1], a->vertex[k]));
            for (k = 0; k < b->count; k++)
                enumerate_keep(&best, enumerate_face(a->vertex[a0], q[b0], q[b1], q[k]));
        }
    return solid_root(best) - a->radius - b->radius;
}

#endif
