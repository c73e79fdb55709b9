/* Distances of points, segments and triangles, and whether triangles meet, against higher precision
 * and whole numbers. */
#include "oracle_triangle.h"

static double worst[3]; /* errors seen, in units of rounding of double of the size */

/* What a distance may be off by: 16 roundings in double of the size (the least of the columns in
   modified Gram-Schmidt is off by some 4 of each of three columns, which are no longer than the
   size), the rounding of the result, and what the oracle errs near parallel lines. */
static int near_enough(double found, wide truth, double size, int which)
{
    const double error = fabs((double)((wide)found - truth));
    const double result = TEST_ROUND * (double)truth + (TEST_ROUND > 1e-10 ? 1e-45 : 5e-324);
    if (size > 0) worst[which] = fmax(worst[which], (error - result) / size / DBL_EPSILON * 2);
    return error <= 8 * DBL_EPSILON * size + result + 4 * sqrt(WIDE_ROUND) * size;
}

static cld_triangle triangle_of(cld_vec3 a, cld_vec3 b, cld_vec3 c)
{
    cld_triangle t;
    t.a = a, t.b = b, t.c = c;
    return t;
}

static cld_segment segment_of(cld_vec3 a, cld_vec3 b)
{
    cld_segment s;
    s.a = a, s.b = b;
    return s;
}

static void points_and_triangles(void)
{
    test_random r = test_random_from(1);
    int n;
    for (n = test_repeat(60000); n > 0; n--) {
        cld_vec3 p[4], w;
        wide3 v[3], q, at;
        cld_triangle t;
        double size, found, sum;
        cases_points(&r, p, 4);
        size = cases_size(p, 4);
        t = triangle_of(p[1], p[2], p[3]);
        v[0] = wide_from(p[1]), v[1] = wide_from(p[2]), v[2] = wide_from(p[3]);
        q = wide_from(p[0]);
        found = (double)cld_triangle_closest(&t, p[0], &w);
        if (!CHECK(near_enough(found, oracle_point_distance(q, v), size, 0))) break;
        sum = (double)w.x + (double)w.y + (double)w.z;
        CHECK(w.x >= 0 && w.y >= 0 && w.z >= 0);
        CHECK_NEAR(sum, 1, 4 * TEST_ROUND);
        /* the weights are rounded to cld_real */
        at = wide_mad(v[0], (wide)w.y, wide_sub(v[1], v[0]));
        at = wide_sub(wide_mad(at, (wide)w.z, wide_sub(v[2], v[0])), q);
        CHECK_NEAR(wide_root(wide_dot(at, at)), found, 4 * TEST_ROUND * size + 1e-44);
    }
}

static void segments_and_segments(void)
{
    test_random r = test_random_from(2);
    int n;
    for (n = test_repeat(60000); n > 0; n--) {
        cld_vec3 p[4];
        wide3 a[2], b[2], at;
        cld_segment first, second;
        cld_real s, t;
        double size, found;
        int i;
        cases_points(&r, p, 4);
        size = cases_size(p, 4);
        for (i = 0; i < 2; i++) a[i] = wide_from(p[i]), b[i] = wide_from(p[2 + i]);
        first = segment_of(p[0], p[1]), second = segment_of(p[2], p[3]);
        found = (double)cld_segment_closest(&first, &second, &s, &t);
        if (!CHECK(near_enough(found, oracle_segments_distance(a, b), size, 1))) break;
        CHECK(s >= 0 && s <= 1 && t >= 0 && t <= 1);
        at = wide_sub(wide_mad(a[0], (wide)s, wide_sub(a[1], a[0])),
                      wide_mad(b[0], (wide)t, wide_sub(b[1], b[0])));
        CHECK_NEAR(wide_root(wide_dot(at, at)), found, 4 * TEST_ROUND * size + 1e-44);
    }
}

/* n separates: nothing of the first is farther along it than its point, nothing of the second less
   far. A normal is off by some roundings of cld_real; times the size. */
static void check_normal(const cld_contact *c, const cld_vec3 p[6], double allowed)
{
    const wide3 n = wide_from(c->normal), at_a = wide_from(c->point_a),
                at_b = wide_from(c->point_b);
    int i;
    CHECK_NEAR(wide_root(wide_dot(n, n)), 1, 8 * TEST_ROUND);
    for (i = 0; i < 3; i++) {
        CHECK((double)wide_dot(n, wide_sub(wide_from(p[i]), at_a)) <= allowed);
        CHECK((double)wide_dot(n, wide_sub(wide_from(p[3 + i]), at_b)) >= -allowed);
    }
}

/* Is the point of the contact on the feature that it names? */
static double feature_distance(const cld_vec3 *corner, uint32_t feature, cld_vec3 point)
{
    const uint32_t kind = feature % 4, number = feature / 4;
    wide3 v[3], e[2];
    int i;
    for (i = 0; i < 3; i++) v[i] = wide_from(corner[i]);
    if (!CHECK(number < 3 && kind < 3)) return 0;
    e[0] = e[1] = v[number];
    if (kind == CLD_FEATURE_EDGE) e[1] = v[(number + 1) % 3];
    if (kind == CLD_FEATURE_FACE) return (double)oracle_point_distance(wide_from(point), v);
    return (double)wide_root(
        oracle_segment_square(wide_sub(e[0], wide_from(point)), wide_sub(e[1], e[0])));
}

static void triangles_and_triangles(void)
{
    test_random r = test_random_from(4);
    int n, meet = 0;
    const int count = test_repeat(20000);
    for (n = 0; n < count; n++) {
        cld_vec3 p[6];
        wide3 a[3], b[3], between;
        cld_triangle first, second;
        cld_contact c;
        double size, found, allowed;
        int i;
        cases_points(&r, p, 6);
        size = cases_size(p, 6);
        for (i = 0; i < 3; i++) a[i] = wide_from(p[i]), b[i] = wide_from(p[3 + i]);
        first = triangle_of(p[0], p[1], p[2]), second = triangle_of(p[3], p[4], p[5]);
        found = (double)cld_triangle_distance(&first, &second, &c);
        CHECK(found == (double)c.distance);
        CHECK(found == (double)cld_triangle_distance(&first, &second, NULL));
        /* points are rounded to cld_real where they are; directions, times the size */
        allowed = 8 * TEST_ROUND *
                      (size + fabs((double)p[0].x) + fabs((double)p[0].y) + fabs((double)p[0].z)) +
                  1e-44;
        CHECK_NEAR(oracle_point_distance(wide_from(c.point_a), a), 0,
                   allowed + 128 * DBL_EPSILON * size);
        CHECK_NEAR(oracle_point_distance(wide_from(c.point_b), b), 0,
                   allowed + 128 * DBL_EPSILON * size);
        CHECK_NEAR(feature_distance(p, c.feature_a, c.point_a), 0,
                   allowed + 128 * DBL_EPSILON * size);
        CHECK_NEAR(feature_distance(p + 3, c.feature_b, c.point_b), 0,
                   allowed + 128 * DBL_EPSILON * size);
        between = wide_sub(wide_from(c.point_b), wide_from(c.point_a));
        CHECK_NEAR(wide_root(wide_dot(between, between)), found, allowed);
        if (cld_triangle_overlap(&first, &second)) {
            CHECK(found == 0);
            CHECK(memcmp(&c.point_a, &c.point_b, sizeof c.point_a) == 0);
            meet++;
        } else {
            if (!CHECK(near_enough(found, oracle_triangles_distance(a, b), size, 2))) break;
            /* what is as near to within the rounding of the distance, d, may be in a direction
               that is off by an angle w with d (1 - cos w) = rounding */
            if (found > 0)
                check_normal(&c, p, allowed + size * sqrt(32 * DBL_EPSILON * size / found));
        }
    }
    CHECK(meet > count / 20 && meet < count * 4 / 5);
}

#ifdef ORACLE_WHOLE
static int overlap(const cld_vec3 p[6])
{
    const cld_triangle first = triangle_of(p[0], p[1], p[2]);
    const cld_triangle second = triangle_of(p[3], p[4], p[5]);
    return cld_triangle_overlap(&first, &second);
}

/* Swapped, corners renamed: the same. */
static int overlap_renamed(test_random *r, const cld_vec3 p[6])
{
    const int swap = 3 * test_integer(r, 0, 1), i = test_integer(r, 0, 2),
              k = test_integer(r, 0, 2);
    const int way_i = test_integer(r, 1, 2), way_k = test_integer(r, 1, 2);
    cld_vec3 q[6];
    int n;
    for (n = 0; n < 3; n++) {
        q[swap + n] = p[(i + n * way_i) % 3];
        q[3 - swap + n] = p[3 + (k + n * way_k) % 3];
    }
    return overlap(q);
}

/* Shears by whole numbers, and powers of two: what meets still does. 0 if that is not exact in
   cld_real. */
static int shear(test_random *r, const int64_t p[6][3], cld_vec3 out[6])
{
    /* in double, y has up to twice as many bits: on both sides of the library's limit of 30 */
    const int bits = TEST_ROUND > 1e-10 ? 6 : test_integer(r, 1, 20);
    const int range = TEST_ROUND > 1e-10 ? 60 : 900;
    const double scale = ldexp(1, test_integer(r, -range, range)), m = ldexp(1, bits);
    const double far[3] = {floor(m * test_between(r, -1, 1)), floor(m * test_between(r, -1, 1)),
                           floor(m * test_between(r, -1, 1))};
    const double kx = floor(m * test_between(r, -1, 1)), ky = floor(m * test_between(r, -1, 1));
    const double kz = test_integer(r, -1, 1);
    int i;
    for (i = 0; i < 6; i++) {
        const double z = (double)p[i][2] + kz * (double)p[i][1];
        const double x = (double)p[i][0] + kx * z, y = (double)p[i][1] + ky * x;
        out[i] = cases_vec3((x + far[0]) * scale, (y + far[1]) * scale, (z + far[2]) * scale);
        if ((double)out[i].x != (x + far[0]) * scale || (double)out[i].y != (y + far[1]) * scale ||
            (double)out[i].z != (z + far[2]) * scale)
            return 0;
    }
    return 1;
}

/* On a small grid, so that much is degenerate or touches; half of the second triangles have corners
   in common with the first, on its edges or in its plane. */
static void grid_triangles(test_random *r, int64_t p[6][3])
{
    const int grid = test_integer(r, 1, 12), depth = test_integer(r, 0, 3) ? grid : 0;
    int i, k;
    for (i = 0; i < 6; i++) {
        const int kind = i < 2 ? 9 : test_integer(r, 0, 11);
        const int a = test_integer(r, 0, i ? i - 1 : 0), b = test_integer(r, 0, i ? i - 1 : 0);
        const int c = test_integer(r, 0, i ? i - 1 : 0), s = test_integer(r, -2, 2);
        for (k = 0; k < 3; k++) {
            p[i][k] = test_integer(r, k < 2 ? -grid : -depth, k < 2 ? grid : depth);
            if (kind == 0) p[i][k] = p[a][k];
            if (kind == 1) p[i][k] = p[a][k] + s * (p[b][k] - p[a][k]);
            if (kind == 2) p[i][k] = p[b][k] + p[c][k] - p[a][k];
        }
    }
}

/* Axes by powers of two of their own, too: numbers of very unlike size. What meets still does, and
   normals are numbers. */
static void check_stretched(test_random *r, const int64_t p[6][3], int truth)
{
    const int low = TEST_ROUND > 1e-10 ? -120 : -1020, high = TEST_ROUND > 1e-10 ? 100 : 900;
    const int x = test_integer(r, low, high), y = test_integer(r, low, high);
    const int z = test_integer(r, low, high);
    cld_triangle first, second;
    cld_contact c;
    cld_vec3 q[6];
    int i;
    for (i = 0; i < 6; i++)
        q[i] = cases_vec3(ldexp((double)p[i][0], x), ldexp((double)p[i][1], y),
                          ldexp((double)p[i][2], z));
    CHECK(overlap(q) == truth);
    first = triangle_of(q[0], q[1], q[2]), second = triangle_of(q[3], q[4], q[5]);
    cld_triangle_distance(&first, &second, &c);
    CHECK(test_is_finite((double)c.normal.x + (double)c.normal.y + (double)c.normal.z));
}

static void triangles_that_meet(void)
{
    test_random r = test_random_from(3);
    int n, met = 0, sheared = 0;
    const int count = test_repeat(20000);
    for (n = 0; n < count; n++) {
        int64_t p[6][3];
        cld_vec3 q[6];
        int i, truth;
        grid_triangles(&r, p);
        truth = oracle_triangles_meet((const int64_t(*)[3])p, (const int64_t(*)[3])(p + 3));
        for (i = 0; i < 6; i++)
            q[i] = cases_vec3((double)p[i][0], (double)p[i][1], (double)p[i][2]);
        CHECK(overlap(q) == truth);
        CHECK(overlap_renamed(&r, q) == truth);
        met += truth;
        check_stretched(&r, (const int64_t(*)[3])p, truth);
        if (!shear(&r, (const int64_t(*)[3])p, q)) continue;
        sheared++;
        CHECK(overlap(q) == truth);
        CHECK(overlap_renamed(&r, q) == truth);
    }
    CHECK(sheared > count / 2);
    CHECK(met > count / 5 && met < count * 4 / 5);
}
#endif

/* What is not finite gives what is not; nothing else is disturbed. Huge and tiny numbers are as
   good as others. */
static void extremes(void)
{
    const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    const double huge = TEST_ROUND > 1e-10 ? 1e38 : 1e308,
                 tiny = TEST_ROUND > 1e-10 ? 1e-42 : 1e-320;
    const double scales[2] = {huge, tiny};
    test_random r = test_random_from(5);
    int i, k;
    for (i = 0; i < 6; i++)
        for (k = 0; k < 3; k++) {
            cld_vec3 p[6];
            cld_triangle first, second;
            cld_segment a, b;
            cases_points(&r, p, 6);
            p[i].z = (cld_real)bad[k];
            first = triangle_of(p[0], p[1], p[2]), second = triangle_of(p[3], p[4], p[5]);
            a = segment_of(p[i], p[(i + 1) % 6]), b = segment_of(p[(i + 2) % 6], p[(i + 3) % 6]);
            if (i < 4) CHECK(!test_is_finite((double)cld_triangle_closest(&first, p[3], NULL)));
            CHECK(!test_is_finite((double)cld_segment_closest(&a, &b, NULL, NULL)));
            CHECK(!test_is_finite((double)cld_triangle_distance(&first, &second, NULL)));
            CHECK(cld_triangle_overlap(&first, &second) >= 0);
        }
    for (k = 0; k < 2;
         k++) { /* a point above a triangle, segments that cross one above the other */
        const double s = scales[k];
        cld_triangle t;
        cld_segment a, b;
        t = triangle_of(cases_vec3(-s, -s, 0), cases_vec3(s, 0, 0), cases_vec3(0, s, 0));
        CHECK_NEAR((double)cld_triangle_closest(&t, cases_vec3(0, 0, s / 2), NULL) / s, 0.5, 0.001);
        a = segment_of(cases_vec3(-s, 0, 0), cases_vec3(s, 0, 0));
        b = segment_of(cases_vec3(0, -s, s / 2), cases_vec3(0, s, s / 2));
        CHECK_NEAR((double)cld_segment_closest(&a, &b, NULL, NULL) / s, 0.5, 0.001);
    }
}

/* Sides of different lengths, times a power of two that takes products of four of them beyond all
   numbers: as without it, but for rounding. (Small sizes were made 2^600 times larger; at 2^-270
   and beside sides of 2^-530, what said which edge is the nearest then became NaN.) */
static void thin_and_scaled(void)
{
    const int is_float = TEST_ROUND > 1e-10;
    test_random r = test_random_from(7);
    int n, i, k;
    for (n = test_repeat(40000); n > 0; n--) {
        const int by = is_float ? test_integer(&r, -90, 100) : test_integer(&r, -400, 480);
        const double short_by = ldexp(1, is_float ? -n % 20 : -n % 500), wide_by = ldexp(1, by);
        double x[18], size = 0, found, scaled;
        cld_vec3 p[6], q[6];
        cld_triangle t[2], u[2];
        cld_segment a[2], b[2];
        for (i = 0; i < 18; i++)
            x[i] = (double)(cld_real)((i / 3 % 3 != n % 3 && i % 3 != n % 2 ? short_by : 1) *
                                      test_between(&r, -1, 1));
        for (i = 0; i < 6; i++) {
            const double *y = x + 3 * i;
            p[i] = cases_vec3(y[0], y[1], y[2]);
            q[i] = cases_vec3(y[0] * wide_by, y[1] * wide_by, y[2] * wide_by);
        }
        size = 1024 * DBL_EPSILON + 4 * TEST_ROUND;
        for (k = 0; k < 2; k++) {
            const cld_vec3 *v = k ? q : p;
            t[k] = triangle_of(v[0], v[1], v[2]), u[k] = triangle_of(v[3], v[4], v[5]);
            a[k] = segment_of(v[0], v[1]), b[k] = segment_of(v[2], v[3]);
        }
        for (i = 0; i < 3; i++) {
            const double *y = x + 9 + 3 * i;
            found = (double)cld_triangle_closest(&t[0], cases_vec3(y[0], y[1], y[2]), NULL);
            scaled = (double)cld_triangle_closest(&t[1], q[3 + i], NULL);
            CHECK_NEAR(scaled / wide_by, found, size);
        }
        found = (double)cld_segment_closest(&a[0], &b[0], NULL, NULL);
        scaled = (double)cld_segment_closest(&a[1], &b[1], NULL, NULL);
        CHECK_NEAR(scaled / wide_by, found, size);
        found = (double)cld_triangle_distance(&t[0], &u[0], NULL);
        scaled = (double)cld_triangle_distance(&t[1], &u[1], NULL);
        CHECK_NEAR(scaled / wide_by, found, size);
    }
}

/* Of what is not finite nothing is said to be apart, however flat the rest. */
static void not_finite(void)
{
    static const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    test_random r = test_random_from(6);
    int n, i;
    for (n = test_repeat(20000); n > 0; n--) {
        const int at = test_integer(&r, 0, 17);
        cld_triangle first, second;
        cld_vec3 p[6];
        for (i = 0; i < 6; i++)
            p[i] = cases_vec3(test_integer(&r, -3, 3), test_integer(&r, -3, 3),
                              test_integer(&r, -3, 3));
        for (i = 0; i < 6; i += 3) {
            if (test_integer(&r, 0, 1)) p[i + 2] = p[i + test_integer(&r, 0, 1)];
            if (test_integer(&r, 0, 3) == 0) p[i + 1] = p[i];
        }
        *(at % 3 == 0   ? &p[at / 3].x
          : at % 3 == 1 ? &p[at / 3].y
                        : &p[at / 3].z) = (cld_real)bad[test_integer(&r, 0, 2)];
        first = triangle_of(p[0], p[1], p[2]), second = triangle_of(p[3], p[4], p[5]);
        CHECK(cld_triangle_overlap(&first, &second) == 1);
        CHECK(!(cld_triangle_distance(&first, &second, NULL) > 0) ||
              isinf((double)cld_triangle_distance(&first, &second, NULL)));
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(points_and_triangles);
    TEST(segments_and_segments);
    TEST(triangles_and_triangles);
    TEST(extremes);
    TEST(thin_and_scaled);
    TEST(not_finite);
#ifdef ORACLE_WHOLE
    TEST(triangles_that_meet);
#endif
    printf("largest errors: point %.2f, segments %.2f, triangles %.2f roundings of the size\n",
           worst[0], worst[1], worst[2]);
    return test_end();
}
