/* One convex shape and a ray, a point, a plane, the box around it; what bad input is told; and what
 * follows from one query for another: equal shapes of other kinds, exchange, scale, motion.
 *
 *     test_shape_rays [seed] */
#include "test.h"

#include "shape_checks.h"

static shape_body one, two;

static void body_of_point(shape_body *b, cld_vec3 p)
{
    memset(&b->shape, 0, sizeof b->shape);
    memset(&b->pose, 0, sizeof b->pose);
    b->sort = SORT_BALL, b->pose.position = p, b->at = &b->pose;
    body_settle(b);
}

static cld_vec3 random_place(test_random *r, const shape_body *b, double reach)
{
    const double size = reach * (double)b->truth.size;
    return vec3((double)b->truth.place[0] + size * test_between(r, -1, 1),
                (double)b->truth.place[1] + size * test_between(r, -1, 1),
                (double)b->truth.place[2] + size * test_between(r, -1, 1));
}

static void body_random(shape_body *b, test_random *r, int sort)
{
    body_random_shape(b, r, sort, ldexp(1, test_integer(r, -3, 3)));
    b->pose = test_pose(r, 2), b->at = test_integer(r, 0, 5) ? &b->pose : NULL;
    body_settle(b);
}

/* A ray is a point that moves. */
static void rays(void)
{
    test_random r = test_random_from(1);
    int i, repeat = test_repeat(5000), hits = 0;
    for (i = 0; i < repeat; i++) {
        const cld_real most =
            test_integer(&r, 0, 3) ? (cld_real)TEST_INFINITY : (cld_real)test_between(&r, 0, 2);
        solid_real motion[3];
        double e, unit, far_off, t;
        shape_time first;
        cld_vec3 from, to, d;
        cld_ray_hit hit;
        pair_facts f;
        int told;
        body_random(&one, &r, i % SORTS);
        from = random_place(&r, &one, 3), to = random_place(&r, &one, 0.8);
        d = vec3((double)to.x - (double)from.x, (double)to.y - (double)from.y,
                 (double)to.z - (double)from.z);
        body_of_point(&two, from);
        f = facts_of(&one, &two);
        unit = sqrt((double)vec_dot(&d, &d));
        far_off = test_is_finite((double)most) ? (double)most : 16;
        motion[0] = far_off * d.x, motion[1] = far_off * d.y, motion[2] = far_off * d.z;
        e = f.e + 4 * TEST_ROUND * (f.m + unit);
        told = cld_shape_raycast(&one.shape, one.at, from, d, most, &hit);
        if (vec_most(&d) == 0 && CHECK(told == CLD_ERROR_PARAMETER)) continue;
        if (!CHECK(told == 0 || told == 1)) continue;
        hits += told;
        if (f.s.low <= f.e) { /* inside, or about */
            if (f.s.high < -f.e)
                CHECK(told == 1 && hit.distance == 0 && vec_most(&hit.normal) == 0);
            continue;
        }
        first = shape_first(&one.truth, &two.truth, motion, 0, f.e / 16);
        if (told == 0 && first.hits) { /* by less than the bound, or at the very end */
            solid_real when;
            const shape_between least =
                shape_least(&one.truth, &two.truth, motion, first.free, 1, f.e / 64, &when);
            CHECK(least.high > 0);
        }
        if (told != 1) continue;
        t = (double)hit.distance / far_off;
        if (CHECK(t <= 1 + 1e-6)) { /* there by then, and not before */
            solid_real shift[3];
            shape_between there;
            solid_moved(motion, t, shift);
            there = shape_gap(&one.truth, &two.truth, shift, f.e / 16);
            if (!CHECK(there.low <= 2 * e + 4 * TEST_ROUND * far_off * unit &&
                       there.high >= -2 * e - 4 * TEST_ROUND * far_off * unit))
                body_print(&one);
            CHECK(first.hits || there.low <= 2 * e);
            CHECK(!first.hits || (double)first.free >= t - 1e-2);
        }
        unit_check(&hit.normal);
        if (!CHECK(vec_dot(&hit.normal, &d) <= 16 * TEST_ROUND * unit)) {
            if (test_failures <= 20)
                printf("    normal %g %g %g, direction %g %g %g, at %g\n", (double)hit.normal.x,
                       (double)hit.normal.y, (double)hit.normal.z, (double)d.x, (double)d.y,
                       (double)d.z, (double)hit.distance);
            facts_print(&one, &two, &f);
        }
        CHECK(point_off(&one, &hit.point, f.e / 8) <= 4 * e + place_round(&one, &hit.point));
    }
    CHECK(repeat < 100 || hits > repeat / 3);
}

static void points(void)
{
    test_random r = test_random_from(2);
    int i, repeat = test_repeat(5000);
    for (i = 0; i < repeat; i++) {
        cld_contact c;
        cld_vec3 p;
        pair_facts f;
        double t;
        int told, good = 1;
        body_random(&one, &r, i % SORTS);
        p = random_place(&r, &one, test_integer(&r, 0, 1) ? 1 : 4);
        body_of_point(&two, p);
        f = facts_of(&one, &two);
        t = f.e + 4 * TEST_ROUND * f.m;
        told = cld_shape_contains(&one.shape, one.at, p);
        good &= CHECK(told == CLD_OUTSIDE || told == CLD_BOUNDARY || told == CLD_INSIDE);
        if (told == CLD_OUTSIDE) good &= CHECK(f.s.high > 0);
        if (told == CLD_INSIDE) good &= CHECK(f.s.low < f.e);
        if (told == CLD_BOUNDARY) good &= CHECK(f.s.low <= t && f.s.high >= -t);
        good &= CHECK(cld_shape_closest(&one.shape, one.at, p, &c) == CLD_OK);
        good &= CHECK((double)c.distance >= (double)f.s.low - t &&
                      (double)c.distance <= (double)f.s.high + t);
        good &=
            CHECK(point_off(&one, &c.point_a, f.e / 8) <= 2 * t + place_round(&one, &c.point_a));
        good &=
            CHECK(point_off(&one, &c.point_a, f.e / 8) >= -2 * t - place_round(&one, &c.point_a));
        if (!good) facts_print(&one, &two, &f), contact_print(&c);
    }
}

/* The farthest along the normal says all of a plane; along the axes, of the box. */
static void planes_and_bounds(void)
{
    test_random r = test_random_from(3);
    int i, k, repeat = test_repeat(5000);
    for (i = 0; i < repeat; i++) {
        const double margin = test_integer(&r, 0, 2) ? 0 : test_between(&r, 0, 1);
        solid_real n[3], deep[3], s, length;
        cld_contact c[CONTACTS];
        cld_motion m;
        cld_plane plane;
        cld_aabb box;
        double e, t, size;
        int told;
        body_random(&one, &r, i % SORTS);
        size = (double)one.truth.size;
        plane.normal = test_rotation(&r).x;
        if (test_integer(&r, 0, 3) == 0)
            plane.normal = vec3(0, 0, test_integer(&r, 0, 1) ? 1 : -4); /* any length */
        n[0] = -plane.normal.x, n[1] = -plane.normal.y, n[2] = -plane.normal.z;
        length = solid_length(n);
        s = (-solid_farthest(&one.truth, n, deep) - solid_dot(n, one.truth.place)) / length -
            one.truth.radius;
        plane.offset = (cld_real)(double)(length * (s + size * test_between(&r, -1, 0.3)));
        s -= plane.offset / length;
        e = ldexp(size + fabs((double)s) + (double)solid_length(one.truth.place), -44);
        t = 4 * e + 8 * TEST_ROUND *
                        (size + fabs((double)s) + fabs((double)plane.offset) / (double)length +
                         (double)solid_length(one.truth.place));
        told = cld_shape_collide_plane(&one.shape, one.at, &plane, (cld_real)margin, c, CONTACTS);
        CHECK(told >= 0 && told <= CONTACTS);
        if (told == 0) CHECK((double)s > margin - t);
        if (told > 0 && CHECK((double)s <= margin + t)) {
            if (!CHECK_NEAR(c->distance, s, t)) body_print(&one), contact_print(c);
            for (k = 0; k < 3; k++) CHECK_NEAR((&c->normal.x)[k], n[k] / length, 4 * TEST_ROUND);
            for (k = 0; k < told; k++) {
                CHECK((double)c[k].distance >= (double)s - t && c[k].feature_b == 0);
                CHECK(point_off(&one, &c[k].point_a, t / 8) <= t);
            }
        }
        memset(&m, 0, sizeof m);
        m.linear = vec3(test_between(&r, -2, 2), test_between(&r, -2, 2), test_between(&r, -2, 2));
        CHECK(cld_shape_bounds(&one.shape, one.at, test_integer(&r, 0, 1) ? &m : NULL, &box) ==
              CLD_OK);
        if (!CHECK(cld_shape_bounds(&one.shape, one.at, &m, &box) == CLD_OK)) continue;
        for (k = 0; k < 3; k++) { /* from outside, and by no more than rounding */
            const double move = (double)(&m.linear.x)[k];
            double low, high;
            n[0] = n[1] = n[2] = 0, n[k] = 1;
            high = (double)(solid_farthest(&one.truth, n, deep) + one.truth.place[k] +
                            one.truth.radius) +
                   fmax(move, 0);
            n[k] = -1;
            low = -(double)(solid_farthest(&one.truth, n, deep) - one.truth.place[k] +
                            one.truth.radius) +
                  fmin(move, 0);
            t = size + fabs(move) + fabs((double)one.truth.place[k]); /* E, and rounding */
            t = ldexp(t, -44) + 16 * TEST_ROUND * t;
            if (!CHECK((double)(&box.low.x)[k] <= low + 1e-15 * size) ||
                !CHECK((double)(&box.high.x)[k] >= high - 1e-15 * size) ||
                !CHECK_NEAR((&box.low.x)[k], low, t) || !CHECK_NEAR((&box.high.x)[k], high, t))
                body_print(&one);
        }
    }
}

/* ---------------------------------------------------------------------- one answer from another */

/* The distance, negative inside, where a manifold has no preference. */
static double signed_of(const shape_body *a, const shape_body *b)
{
    cld_contact c;
    CHECK(collide_of(a, b, (cld_real)TEST_INFINITY, NULL, &c, 1) > 0);
    return (double)c.distance;
}

static double most_of(const shape_body *a, const shape_body *b)
{
    pair_facts f = facts_of(a, b);
    return 2 * f.e + 4 * TEST_ROUND * f.m + 2 * preference(a, b, &f);
}

/* A box is its eight points and its polyhedron; a ball, a point with a radius; a capsule, two. */
static void other_kinds(void)
{
    test_random r = test_random_from(4);
    static shape_body other;
    int i, k, repeat = test_repeat(2000);
    for (i = 0; i < repeat; i++) {
        const int kind = test_integer(&r, 0, 3);
        double p[8][3], h[3];
        random_pair(&one, &two, &r, kind < 2 ? SORT_BOX : SORT_CAPSULE + (kind == 3),
                    test_integer(&r, 0, SORTS - 1));
        other.pose = one.pose, other.at = one.at;
        numbers(one.shape.half, h);
        for (k = 0; k < 24; k++) p[k / 3][k % 3] = k / 3 >> k % 3 & 1 ? h[k % 3] : -h[k % 3];
        if (kind == 2) {
            for (k = 0; k < 2; k++) p[k][0] = p[k][1] = 0, p[k][2] = k ? h[2] : -h[2];
            body_of_points(&other, (const double(*)[3])p, 2, &r);
        } else if (kind == 1) {
            body_of_hull(&other, (const double(*)[3])p, 8, &r);
        } else {
            body_of_points(&other, (const double(*)[3])p, 8, &r);
        }
        other.shape.radius = one.shape.radius;
        body_settle(&other);
        CHECK_NEAR(signed_of(&one, &two), signed_of(&other, &two), most_of(&one, &two));
        CHECK_NEAR(signed_of(&two, &one), signed_of(&two, &other), most_of(&one, &two));
    }
    body_free(&other);
}

/* Scaled by a power of two: every number of the answer is. */
static void scales(void)
{
    test_random r = test_random_from(5);
    int i, k, repeat = test_repeat(1000);
    for (i = 0; i < repeat; i++) {
        const int e = test_integer(&r, -30, 30);
        cld_contact c[CONTACTS], d[CONTACTS];
        int n, m;
        random_pair(&one, &two, &r, test_integer(&r, 0, SORTS - 1), test_integer(&r, 0, SORTS - 1));
        n = collide_of(&one, &two, 0, NULL, c, CONTACTS);
        body_scale(&one, e), body_scale(&two, e);
        m = collide_of(&one, &two, 0, NULL, d, CONTACTS);
        if (!CHECK(n == m)) continue;
        for (k = 0; k < n; k++) {
            CHECK(ldexp((double)c[k].distance, e) == (double)d[k].distance);
            CHECK(ldexp((double)c[k].point_a.x, e) == (double)d[k].point_a.x);
            CHECK(memcmp(&c[k].normal, &d[k].normal, sizeof c->normal) == 0);
            CHECK(c[k].feature_a == d[k].feature_a && c[k].feature_b == d[k].feature_b);
        }
    }
}

/* The signed distance changes by no more than the move; freed by the first contact and the bound,
   they are apart, by a hundredth less they are not. */
static void moved_a_little(void)
{
    test_random r = test_random_from(6);
    int i, freed = 0, repeat = test_repeat(2000);
    for (i = 0; i < repeat; i++) {
        const double step = solid_log(&r, -6, -1);
        double before, most, move, length;
        cld_pose start;
        cld_contact c;
        cld_vec3 by;
        random_pair(&one, &two, &r, test_integer(&r, 0, SORTS - 1), test_integer(&r, 0, SORTS - 1));
        before = signed_of(&one, &two), most = most_of(&one, &two), start = two.pose;
        by = vec3(step * test_between(&r, -1, 1), step * test_between(&r, -1, 1),
                  step * test_between(&r, -1, 1));
        two.pose.position.x += by.x, two.pose.position.y += by.y, two.pose.position.z += by.z;
        body_settle(&two);
        length = sqrt((double)vec_dot(&by, &by));
        move = 4 * TEST_ROUND * vec_most(&two.pose.position);
        CHECK_NEAR(signed_of(&one, &two), before, length + most + move);
        two.pose = start;
        body_settle(&two);
        if (collide_of(&one, &two, 0, NULL, &c, 1) < 1 || !((double)c.distance < -200 * most))
            continue;
        most = bound_of(&one, &two, 0) * 4 + 16 * TEST_ROUND * (4 + vec_most(&start.position));
        for (int k = 0; k < 2; k++) {
            const double way = k ? -0.99 * (double)c.distance : -(double)c.distance + 2 * most;
            two.pose.position.x = (cld_real)((double)start.position.x + way * (double)c.normal.x);
            two.pose.position.y = (cld_real)((double)start.position.y + way * (double)c.normal.y);
            two.pose.position.z = (cld_real)((double)start.position.z + way * (double)c.normal.z);
            body_settle(&two);
            CHECK(overlap_of(&one, &two, NULL) == k || (k && (double)c.distance > -400 * most));
        }
        freed++;
    }
    CHECK(repeat < 100 || freed > repeat / 20);
}

/* ------------------------------------------------------------------------------------- refusals */

/* Every query on the shape says so, and leaves its result alone. */
static void refused(const cld_shape *bad, const cld_pose *pose, int status)
{
    const cld_shape ball = cld_shape_sphere(1);
    const cld_vec3 p = {0, 0, 0}, d = {0, 0, 1};
    const cld_plane plane = {{0, 0, 1}, 0};
    cld_contact c[2], untouched[2];
    cld_hit hit, no_hit;
    cld_ray_hit ray, no_ray;
    cld_aabb box, no_box;
    int i;
    memset(c, 0x5a, sizeof c), memset(untouched, 0x5a, sizeof c);
    memset(&hit, 0x5a, sizeof hit), memset(&no_hit, 0x5a, sizeof hit);
    memset(&ray, 0x5a, sizeof ray), memset(&no_ray, 0x5a, sizeof ray);
    memset(&box, 0x5a, sizeof box), memset(&no_box, 0x5a, sizeof box);
    if (!pose) CHECK(cld_shape_validate(bad) == status);
    for (i = 0; i < 2; i++) {
        const cld_shape *a = i ? &ball : bad, *b = i ? bad : &ball;
        const cld_pose *pa = i ? NULL : pose, *pb = i ? pose : NULL;
        CHECK(cld_shape_overlap(a, pa, b, pb, NULL) == status);
        CHECK(cld_shape_distance(a, pa, b, pb, 1, NULL, c) == status);
        CHECK(cld_shape_collide(a, pa, b, pb, 0, NULL, c, 2) == status);
        CHECK(cld_shape_sweep(a, pa, NULL, b, pb, NULL, NULL, &hit) == status);
    }
    CHECK(cld_shape_collide_plane(bad, pose, &plane, 0, c, 2) == status);
    CHECK(cld_shape_raycast(bad, pose, p, d, 1, &ray) == status);
    CHECK(cld_shape_closest(bad, pose, p, c) == status);
    CHECK(cld_shape_contains(bad, pose, p) == status);
    CHECK(cld_shape_bounds(bad, pose, NULL, &box) == status);
    CHECK(memcmp(c, untouched, sizeof c) == 0 && memcmp(&hit, &no_hit, sizeof hit) == 0);
    CHECK(memcmp(&ray, &no_ray, sizeof ray) == 0 && memcmp(&box, &no_box, sizeof box) == 0);
}

static void bad_shapes(void)
{
    const cld_real corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, nan = (cld_real)TEST_NAN;
    cld_real broken[9];
    cld_shape s = cld_shape_sphere(-1);
    cld_polyhedron p;
    cld_pose pose;
    refused(NULL, NULL, CLD_ERROR_NULL);
    refused(&s, NULL, CLD_ERROR_EXTENT);
    s = cld_shape_sphere(nan), refused(&s, NULL, CLD_ERROR_FINITE);
    s = cld_shape_sphere((cld_real)TEST_INFINITY), refused(&s, NULL, CLD_ERROR_FINITE);
    s = cld_shape_box(vec3(1, -1, 1)), refused(&s, NULL, CLD_ERROR_EXTENT);
    s = cld_shape_box(vec3(1, 1, TEST_NAN)), refused(&s, NULL, CLD_ERROR_FINITE);
    s = cld_shape_cylinder(1, -1), refused(&s, NULL, CLD_ERROR_EXTENT);
    s = cld_shape_cylinder(-1, 1), refused(&s, NULL, CLD_ERROR_EXTENT);
    s = cld_shape_points(NULL, 3), refused(&s, NULL, CLD_ERROR_NULL);
    s = cld_shape_points(corners, 0), refused(&s, NULL, CLD_ERROR_COUNT);
    s = cld_shape_points(corners, CLD_SHAPE_POINTS_MAX + 1), refused(&s, NULL, CLD_ERROR_COUNT);
    s = cld_shape_points(corners, (size_t)-1), refused(&s, NULL, CLD_ERROR_COUNT);
    s = cld_shape_points(corners, 3), s.stride = 2, refused(&s, NULL, CLD_ERROR_STRIDE);
    s.stride = 3 * sizeof(cld_real) + 1, refused(&s, NULL, CLD_ERROR_STRIDE);
    memcpy(broken, corners, sizeof broken), broken[5] = nan;
    s = cld_shape_points(broken, 3), refused(&s, NULL, CLD_ERROR_FINITE);
    s = cld_shape_polyhedron(NULL), refused(&s, NULL, CLD_ERROR_NULL);
    memset(&p, 0, sizeof p);
    s = cld_shape_polyhedron(&p), refused(&s, NULL, CLD_ERROR_NULL);
    s = cld_shape_sphere(1), s.kind = (cld_shape_kind)7, refused(&s, NULL, CLD_ERROR_PARAMETER);
    s = cld_shape_sphere(1);
    memset(&pose, 0, sizeof pose);
    pose.rotation.x.x = 2, refused(&s, &pose, CLD_ERROR_POSE);
    memset(&pose, 0, sizeof pose);
    pose.position.y = nan;
    CHECK(cld_shape_overlap(&s, &pose, &s, NULL, NULL) == cld_pose_validate(&pose));
#ifdef COLLIDE_DOUBLE
    s = cld_shape_sphere(1e71), refused(&s, NULL, CLD_ERROR_FINITE);
#endif
}

static void bad_questions(void)
{
    const cld_shape ball = cld_shape_sphere(1);
    const cld_real nan = (cld_real)TEST_NAN;
    const cld_vec3 p = {0, 0, 0}, d = {0, 0, 1}, bad = {0, nan, 0};
    cld_plane plane = {{0, 0, 0}, 0};
    cld_sweep_params params;
    cld_motion m;
    cld_contact c;
    cld_aabb box;
    CHECK(cld_shape_distance(&ball, NULL, &ball, NULL, 1, NULL, NULL) == CLD_ERROR_NULL);
    CHECK(cld_shape_distance(&ball, NULL, &ball, NULL, nan, NULL, &c) < 0);
    CHECK(cld_shape_collide(&ball, NULL, &ball, NULL, 0, NULL, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_shape_collide(&ball, NULL, &ball, NULL, 0, NULL, NULL, 0) == 1);
    CHECK(cld_shape_collide(&ball, NULL, &ball, NULL, 0, NULL, &c, -1) == CLD_ERROR_COUNT);
    CHECK(cld_shape_collide(&ball, NULL, &ball, NULL, -1, NULL, &c, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_shape_collide(&ball, NULL, &ball, NULL, nan, NULL, &c, 1) < 0);
    CHECK(cld_shape_collide_plane(&ball, NULL, &plane, 0, &c, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_shape_collide_plane(&ball, NULL, NULL, 0, &c, 1) == CLD_ERROR_NULL);
    plane.normal.z = 1, plane.offset = nan;
    CHECK(cld_shape_collide_plane(&ball, NULL, &plane, 0, &c, 1) == CLD_ERROR_FINITE);
    CHECK(cld_shape_raycast(&ball, NULL, p, p, 1, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_shape_raycast(&ball, NULL, p, d, -1, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_shape_raycast(&ball, NULL, p, d, nan, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_shape_raycast(&ball, NULL, bad, d, 1, NULL) == CLD_ERROR_FINITE);
    CHECK(cld_shape_raycast(&ball, NULL, p, bad, 1, NULL) == CLD_ERROR_FINITE);
    CHECK(cld_shape_raycast(&ball, NULL, p, d, (cld_real)TEST_INFINITY, NULL) == 1);
    CHECK(cld_shape_closest(&ball, NULL, bad, &c) == CLD_ERROR_FINITE);
    CHECK(cld_shape_closest(&ball, NULL, p, NULL) == CLD_ERROR_NULL);
    CHECK(cld_shape_contains(&ball, NULL, bad) == CLD_ERROR_FINITE);
    CHECK(cld_shape_bounds(&ball, NULL, NULL, NULL) == CLD_ERROR_NULL);
    memset(&m, 0, sizeof m);
    m.linear = bad;
    CHECK(cld_shape_bounds(&ball, NULL, &m, &box) == CLD_ERROR_FINITE);
    CHECK(cld_shape_sweep(&ball, NULL, &m, &ball, NULL, NULL, NULL, NULL) == CLD_ERROR_FINITE);
    CHECK(cld_shape_sweep(&ball, NULL, NULL, &ball, NULL, &m, NULL, NULL) == CLD_ERROR_FINITE);
    memset(&m, 0, sizeof m);
    m.angular.x = 1025; /* more than 1024 */
    CHECK(cld_shape_sweep(&ball, NULL, &m, &ball, NULL, NULL, NULL, NULL) < 0);
    params.distance = -1;
    CHECK(cld_shape_sweep(&ball, NULL, NULL, &ball, NULL, NULL, &params, NULL) < 0);
    params.distance = nan;
    CHECK(cld_shape_sweep(&ball, NULL, NULL, &ball, NULL, NULL, &params, NULL) < 0);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(rays);
    TEST(points);
    TEST(planes_and_bounds);
    TEST(other_kinds);
    TEST(scales);
    TEST(moved_a_little);
    TEST(bad_shapes);
    TEST(bad_questions);
    pool_free(), body_free(&one), body_free(&two);
    return test_end();
}
