/* [POLYGON]: the exact signs of placed points (private names, so it holds the module), against the
 * oracle's integers, which know nothing of them. */
#include "polygon_shapes.h"
#include "oracle_polygon.h"

static double any_number(test_random *r, int wide)
{
    switch (test_integer(r, 0, 5)) {
    case 0:
        return test_integer(r, -3, 3);
    case 1:
        return test_integer(r, -1000, 1000) / 8.0;
    case 2:
        return 0;
    default:
        return ldexp(test_between(r, -1, 1), test_integer(r, -wide, wide));
    }
}

static void signs_of_placed_points_are_exact(void)
{
    test_random r = test_random_from(1);
    const int repeat = test_repeat(60000);
    long zeros = 0, near = 0;
    int i, k, dot;
    for (i = 0; i < repeat; i++) {
        /* two polygons of two vertices: differences within one and between both */
        cld_real v[8];
        cld_polygon p[2];
        cld__polygon q[2];
        oracle_view view[2];
        cld__sum2 u[2];
        oracle_point o[4];
#ifdef COLLIDE_DOUBLE
        const int wide = test_integer(&r, 0, 3) ? 5 : 450;
#else
        const int wide = test_integer(&r, 0, 3) ? 5 : 60;
#endif
        const int kind = test_integer(&r, 0, 3);
        for (k = 0; k < 8; k++) v[k] = (cld_real)any_number(&r, wide);
        if (kind == 1) v[4] = v[0], v[5] = v[1], v[6] = v[2], v[7] = v[3];   /* parallel */
        if (kind == 2) v[4] = -v[1], v[5] = v[0], v[6] = -v[3], v[7] = v[2]; /* at right angles */
        if (kind == 3) v[4] = v[2], v[5] = v[3];
        memset(p, 0, sizeof p);
        for (k = 0; k < 2; k++) {
            const double a = test_integer(&r, 0, 2) ? test_between(&r, -4, 4) : 0;
            p[k].vertices = v + 4 * k, p[k].count = 2;
            if (test_integer(&r, 0, 1)) {
                p[k].pose.rotation.x = (cld_real)cos(a), p[k].pose.rotation.y = (cld_real)sin(a);
                p[k].pose.position.x = (cld_real)any_number(&r, wide);
                p[k].pose.position.y = (cld_real)any_number(&r, wide);
            }
        }
        if (kind) p[1].pose = p[0].pose;
        for (k = 0; k < 2; k++) {
            CHECK(cld__polygon_from(&p[k], &q[k]) == CLD_OK);
            view[k] = oracle_view_from(&p[k]);
            o[2 * k] = oracle_vertex(&view[k], 0), o[2 * k + 1] = oracle_vertex(&view[k], 1);
        }
        k = test_integer(&r, 1, 3); /* 1 - 0 or 2 - 0 against 3 - 2 and so on */
        u[0] = cld__polygon_sum2_way(&q[0], 0, &q[k / 2], (uint32_t)k % 2);
        u[1] = cld__polygon_sum2_way(&q[1], 0, &q[1], 1);
        for (dot = 0; dot < 2; dot++) {
            const oracle_real value = oracle_exact_product(&o[0], &o[k], &o[2], &o[3], dot);
            const int want = (value > 0) - (value < 0);
            if (!CHECK(cld__sum2_sign(&u[0], &u[1], dot) == want)) {
                shape_print("A", &p[0]);
                shape_print("B", &p[1]);
            }
            zeros += want == 0;
            near += fabsl(value) < 1e-10L;
        }
    }
    printf("     %ld zeros and %ld near\n", zeros, near - zeros);
    CHECK(zeros > repeat / 20);
}

/* The careful search is asked where the fast one cannot prove what it found, which is seldom: here
   it is asked about everything. */
static void careful_searches_are_exact(void)
{
    static shape a, b;
    static oracle_polygon corners[2], m;
    const int repeat = test_repeat(6000);
    const oracle_point o = oracle_origin();
    long apart = 0;
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(100 + (uint64_t)i);
        const int whole = test_integer(&r, 0, 1), most = i % 3 ? 12 : 100;
        cld__polygon p, q;
        cld__polygon_gap gap;
        oracle_view view[2];
        double reach;
        shape_any(&a, &r, most);
        shape_make(&b, &r, (shape_family)test_integer(&r, 0, SHAPE_FAMILIES - 1),
                   shape_count(&r, most), a.unit, 0);
        reach = (a.size + b.size) * test_between(&r, 0, 1);
        if (!whole) a.polygon.pose = shape_pose(&r, &a, 0);
        b.polygon.pose = shape_pose(&r, &b, reach);
        if (whole) { /* vertex on vertex, or a step from there */
            const cld_vec2 v =
                shape_vertex(&a.polygon, (size_t)test_integer(&r, 0, 99) % a.polygon.count);
            const cld_vec2 w =
                shape_vertex(&b.polygon, (size_t)test_integer(&r, 0, 99) % b.polygon.count);
            cld_vec2 *at = &b.polygon.pose.position;
            memset(&b.polygon.pose, 0, sizeof b.polygon.pose);
            at->x = (cld_real)((double)v.x - (double)w.x + test_integer(&r, -2, 2) * a.unit);
            at->y = (cld_real)((double)v.y - (double)w.y + test_integer(&r, -2, 2) * a.unit);
        }
        CHECK(cld__polygon_from(&a.polygon, &p) == CLD_OK);
        CHECK(cld__polygon_from(&b.polygon, &q) == CLD_OK);
        view[0] = oracle_view_from(&a.polygon), view[1] = oracle_view_from(&b.polygon);
        for (k = 0; k < 2; k++) oracle_corners(&corners[k], &view[k]);
        oracle_minkowski(&m, &corners[0], &corners[1]);
        memset(&gap, 0, sizeof gap);
        gap.needs = 2;
        cld__polygon_gap_careful(&p, &q, &gap);
        apart += gap.apart;
        if (!CHECK(gap.apart == (oracle_where(&m, &o) == 0)) && test_failures < 5) {
            shape_print("A", &a.polygon);
            shape_print("B", &b.polygon);
        }
    }
    printf("     %d pairs, %ld apart\n", repeat, apart);
    shape_free(&a);
    shape_free(&b);
    oracle_clear(&corners[0]);
    oracle_clear(&corners[1]);
    oracle_clear(&m);
}

static void numbers_that_are_none_have_no_sign(void)
{
    const cld__vec2d zero = cld__v2(0, 0);
    cld__sum2 a = cld__sum2_difference(zero, cld__v2(1, 0));
    cld__sum2 b = cld__sum2_difference(zero, cld__v2(TEST_NAN, 1));
    CHECK(cld__sum2_sign(&a, &b, 0) == 0 && cld__sum2_sign(&b, &a, 1) == 0);
    b = cld__sum2_difference(zero, cld__v2(1, TEST_INFINITY));
    CHECK(cld__sum2_sign(&a, &b, 0) == 0);
    b = cld__sum2_difference(zero, cld__v2(1, 1));
    CHECK(cld__sum2_sign(&a, &b, 0) == 1 && cld__sum2_sign(&b, &a, 0) == -1);
    CHECK(cld__sum2_sign(&a, &b, 1) == 1);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(numbers_that_are_none_have_no_sign);
    TEST(signs_of_placed_points_are_exact);
    TEST(careful_searches_are_exact);
    return test_end();
}
