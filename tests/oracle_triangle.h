/* Points, segments and triangles in higher precision: what the tests of the elementary questions
 * compare with. Every answer here is the least over all candidates, each computed in the way that
 * comes to mind first; whether two triangles meet is decided in whole numbers. Besides, cases to
 * ask with: random ones, and such as are degenerate, nearly so, small, large, far away. */
#ifndef COLLIDE_ORACLE_TRIANGLE_H
#define COLLIDE_ORACLE_TRIANGLE_H

#include "test.h"
#include <float.h>

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 wide;
#define WIDE_ROUND 1e-34
#else
typedef long double wide;
#define WIDE_ROUND ((double)LDBL_EPSILON)
#endif

typedef struct wide3 {
    wide x, y, z;
} wide3;

static TEST_UNUSED wide3 wide_of(wide x, wide y, wide z)
{
    wide3 r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

static TEST_UNUSED wide3 wide_from(cld_vec3 a)
{
    return wide_of((wide)a.x, (wide)a.y, (wide)a.z);
}

/* a + s b */
static TEST_UNUSED wide3 wide_mad(wide3 a, wide s, wide3 b)
{
    return wide_of(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static TEST_UNUSED wide3 wide_sub(wide3 a, wide3 b)
{
    return wide_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

static TEST_UNUSED wide wide_dot(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static TEST_UNUSED wide3 wide_cross(wide3 a, wide3 b)
{
    return wide_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Newton's step on the root in double: good to the precision of wide. */
static TEST_UNUSED wide wide_root(wide x)
{
    const wide low = (wide)1e-290, high = (wide)1e290;
    const wide scale = (wide)(x > 0 && x < low ? 1e150 : x > high ? 1e-150 : 1);
    wide y = (wide)sqrt((double)(x * scale * scale)) / scale;
    if (!(x > 0)) return 0;
    y = (y + x / y) / 2;
    return (y + x / y) / 2;
}

static TEST_UNUSED wide wide_unit_clamp(wide x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

/* Squared distance of the origin and the segment r, r + u. */
static TEST_UNUSED wide oracle_segment_square(wide3 r, wide3 u)
{
    const wide uu = wide_dot(u, u);
    wide3 at = r;
    if (uu > 0) at = wide_mad(r, wide_unit_clamp(-wide_dot(r, u) / uu), u);
    return wide_dot(at, at);
}

static TEST_UNUSED wide wide_least(wide a, wide b)
{
    return a < b ? a : b;
}

/* The squared distance of two segments: from each end to the other one, and that of the lines. By
   the cross product, which near parallel lines loses half as many digits as uu vv - uv^2. */
static TEST_UNUSED wide oracle_segments_square(const wide3 a[2], const wide3 b[2])
{
    const wide3 u = wide_sub(a[1], a[0]), v = wide_sub(b[1], b[0]), r = wide_sub(a[0], b[0]);
    const wide3 n = wide_cross(u, v);
    const wide nn = wide_dot(n, n);
    wide best = oracle_segment_square(wide_sub(b[0], a[0]), v);
    best = wide_least(best, oracle_segment_square(wide_sub(b[0], a[1]), v));
    best = wide_least(best, oracle_segment_square(r, u));
    best = wide_least(best, oracle_segment_square(wide_sub(a[0], b[1]), u));
    if (nn > 0) {
        const wide s = -wide_dot(wide_cross(r, v), n) / nn;
        const wide t = -wide_dot(wide_cross(r, u), n) / nn;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) { /* wherever rounding put s and t */
            const wide3 at = wide_mad(wide_mad(r, s, u), -t, v);
            best = wide_least(best, wide_dot(at, at));
        }
    }
    return best;
}

/* The squared distance of a point and a triangle: the edges, and the plane if the foot is
   inside. */
static TEST_UNUSED wide oracle_point_square(wide3 p, const wide3 v[3])
{
    const wide3 n = wide_cross(wide_sub(v[1], v[0]), wide_sub(v[2], v[0]));
    wide best = 0, weight[3], sum = 0;
    int i, inside = 1;
    for (i = 0; i < 3; i++) {
        const wide3 e = wide_sub(v[(i + 1) % 3], v[i]), w = wide_sub(p, v[i]);
        const wide square = oracle_segment_square(wide_sub(v[i], p), e);
        if (i == 0 || square < best) best = square;
        weight[(i + 2) % 3] = wide_dot(n, wide_cross(e, w)); /* of the corner opposite */
        sum += weight[(i + 2) % 3];
        if (wide_dot(n, wide_cross(e, w)) < 0) inside = 0;
    }
    if (inside && sum > 0) { /* a point of the triangle, wherever rounding put the weights */
        wide3 at = wide_sub(v[0], p);
        at = wide_mad(at, weight[1] / sum, wide_sub(v[1], v[0]));
        at = wide_mad(at, weight[2] / sum, wide_sub(v[2], v[0]));
        best = wide_least(best, wide_dot(at, at));
    }
    return best;
}

static TEST_UNUSED wide oracle_point_distance(wide3 p, const wide3 v[3])
{
    return wide_root(oracle_point_square(p, v));
}

static TEST_UNUSED wide oracle_segments_distance(const wide3 a[2], const wide3 b[2])
{
    return wide_root(oracle_segments_square(a, b));
}

/* The distance of two triangles that do not meet. */
static TEST_UNUSED wide oracle_triangles_distance(const wide3 a[3], const wide3 b[3])
{
    wide best = oracle_point_square(a[0], b);
    int i, k;
    for (i = 0; i < 3; i++) {
        best = wide_least(best, oracle_point_square(a[i], b));
        best = wide_least(best, oracle_point_square(b[i], a));
        for (k = 0; k < 3; k++) {
            const wide3 e[2] = {a[i], a[(i + 1) % 3]}, f[2] = {b[k], b[(k + 1) % 3]};
            best = wide_least(best, oracle_segments_square(e, f));
        }
    }
    return wide_root(best);
}

/* ------------------------------------------------------------------------------ in whole numbers
   Two triangles meet if weights of their corners, none negative, give the same point: a linear
   system of five equations (three coordinates, two sums of weights) for six numbers that are not
   negative. If it has a solution, it has one whose columns are independent: all sets of columns are
   tried. Elimination without fractions (Bareiss): all numbers are minors of the system. */

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 whole;
#define ORACLE_WHOLE 1

/* Is there a solution, none of it negative, in these columns? */
static TEST_UNUSED int oracle_columns(const int64_t system[5][7], unsigned columns)
{
    whole m[5][7], before = 1;
    int count = 0, at[6], i, k, j, row;
    for (k = 0; k < 6; k++)
        if (columns >> k & 1) at[count++] = k;
    for (i = 0; i < 5; i++) {
        for (k = 0; k < count; k++) m[i][k] = system[i][at[k]];
        m[i][count] = system[i][6];
    }
    for (k = 0; k < count; k++) { /* rows above k are eliminated too: a diagonal remains */
        for (row = k; row < 5 && m[row][k] == 0; row++) continue;
        if (row == 5) return 0; /* dependent: a smaller set does as well */
        for (j = 0; j <= count; j++) {
            const whole swap = m[k][j];
            m[k][j] = m[row][j], m[row][j] = swap;
        }
        for (i = 0; i < 5; i++) {
            const whole factor = m[i][k];
            if (i == k) continue;
            for (j = 0; j <= count; j++) m[i][j] = (m[i][j] * m[k][k] - factor * m[k][j]) / before;
        }
        before = m[k][k];
    }
    for (i = count; i < 5; i++)
        if (m[i][count] != 0) return 0;
    for (i = 0; i < count; i++)
        if (m[i][count] != 0 && (m[i][count] < 0) != (m[i][i] < 0)) return 0;
    return 1;
}

/* Coordinates below 2^18. */
static TEST_UNUSED int oracle_triangles_meet(const int64_t a[3][3], const int64_t b[3][3])
{
    int64_t system[5][7];
    unsigned columns;
    int i, k;
    memset(system, 0, sizeof system);
    for (k = 0; k < 3; k++) {
        for (i = 0; i < 3; i++) system[i][k] = a[k][i], system[i][3 + k] = -b[k][i];
        system[3][k] = system[4][3 + k] = 1;
    }
    system[3][6] = system[4][6] = 1;
    for (columns = 1; columns < 64; columns++)
        if (columns % 8 && columns / 8 && oracle_columns((const int64_t(*)[7])system, columns))
            return 1;
    return 0;
}
#endif

/* ------------------------------------------------------------------------------------------ cases
   `count` points. Half of them anywhere; else on a grid, or on lines and planes through earlier
   ones, exactly or nearly, or the same as earlier ones. Then all of them small or large, or far
   from the origin. */

static TEST_UNUSED cld_vec3 cases_vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* Point `i` of the list, from those before it. */
static TEST_UNUSED void cases_next(test_random *r, double p[][3], int i, int grid)
{
    const int kind = test_integer(r, 0, 7), a = test_integer(r, 0, i ? i - 1 : 0);
    const int b = test_integer(r, 0, i ? i - 1 : 0), c = test_integer(r, 0, i ? i - 1 : 0);
    const double noise = kind < 6 && test_integer(r, 0, 1)
                             ? pow(10, test_between(r, -17, -1)) * test_integer(r, -1, 1)
                             : 0;
    const double s = test_integer(r, 0, 1) ? test_integer(r, -1, 2) : test_between(r, -1, 2);
    const double t = test_integer(r, 0, 1) ? test_integer(r, -1, 2) : test_between(r, -1, 2);
    int k;
    for (k = 0; k < 3; k++) {
        if (i == 0 || kind < 2)
            p[i][k] = grid ? test_integer(r, -grid, grid) : test_between(r, -1, 1);
        else if (kind < 4)
            p[i][k] = p[a][k] + s * (p[b][k] - p[a][k]);
        else if (kind < 6)
            p[i][k] = p[a][k] + s * (p[b][k] - p[a][k]) + t * (p[c][k] - p[a][k]);
        else if (kind == 6)
            p[i][k] = p[a][k];
        else
            p[i][k] = p[a][k] + (grid ? test_integer(r, -1, 1) : 0.01 * test_between(r, -1, 1));
        if (i && kind >= 2) p[i][k] += noise * test_between(r, -1, 1);
    }
}

static TEST_UNUSED void cases_points(test_random *r, cld_vec3 *points, int count)
{
    const int easy = test_integer(r, 0, 1);
    const int grid = test_integer(r, 0, 1) ? test_integer(r, 1, 5) : 0;
    const int flat = !easy && test_integer(r, 0, 5) == 0, plain = test_integer(r, 0, 1);
    const double scale = plain ? 1 : pow(10, test_between(r, -6, 6));
    const double far = plain || test_integer(r, 0, 1) ? 0 : pow(10, test_between(r, 0, 6));
    double p[16][3], offset[3];
    int i, k;
    for (k = 0; k < 3; k++) offset[k] = far * test_between(r, -1, 1);
    for (i = 0; i < count; i++) {
        if (easy)
            for (k = 0; k < 3; k++) p[i][k] = test_between(r, -1, 1);
        else
            cases_next(r, p, i, grid);
        if (flat) p[i][2] = p[0][2];
        points[i] = cases_vec3((p[i][0] + offset[0]) * scale, (p[i][1] + offset[1]) * scale,
                               (p[i][2] + offset[2]) * scale);
    }
}

/* The largest distance of two of the points, in one coordinate, times sqrt(3): what errors are
   relative to. */
static TEST_UNUSED double cases_size(const cld_vec3 *points, int count)
{
    double size = 0;
    int i;
    for (i = 1; i < count; i++) {
        size = fmax(size, fabs((double)points[i].x - (double)points[0].x));
        size = fmax(size, fabs((double)points[i].y - (double)points[0].y));
        size = fmax(size, fabs((double)points[i].z - (double)points[0].z));
    }
    return 2 * sqrt(3.0) * size;
}

#endif
