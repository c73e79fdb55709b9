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

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(points_and_triangles);
    TEST(segments_and_segments);
    printf("largest errors: point %.2f, segments %.2f, triangles %.2f roundings of the size\n",
           worst[0], worst[1], worst[2]);
    return test_end();
}
