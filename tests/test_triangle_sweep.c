/* Continuous detection against isolated roots in higher precision: nothing is missed, no time is
 * late; what is reported too early, or although it only nearly touches, is as near as the
 * declaration says. */
#include "oracle_sweep.h"

#define TOLERANCE (TEST_ROUND > 1e-10 ? 1e-6 : 1e-10)

static long asked, touched, alarms; /* alarms: reported, but no touch */
static double farthest; /* distance of a reported one beyond what was asked, of the box */

static cld_segment segment_of(const cld_vec3 *p)
{
    cld_segment s;
    s.a = p[0], s.b = p[1];
    return s;
}

static cld_triangle triangle_of(const cld_vec3 *p)
{
    cld_triangle t;
    t.a = p[0], t.b = p[1], t.c = p[2];
    return t;
}

/* p: four corners at the start, four at the end. */
static int sweep(const cld_vec3 p[8], int segments, cld_real distance, cld_mesh_hit *hit)
{
    if (segments) {
        const cld_segment a = segment_of(p), b = segment_of(p + 2);
        const cld_segment a_end = segment_of(p + 4), b_end = segment_of(p + 6);
        return cld_segment_sweep(&a, &a_end, &b, &b_end, distance, hit);
    } else {
        const cld_triangle start = triangle_of(p + 1), end = triangle_of(p + 5);
        return cld_triangle_sweep_point(&start, &end, p[0], p[4], distance, hit);
    }
}

static double largest_side(const cld_vec3 *p, int count)
{
    double side = 0;
    int i, k;
    for (k = 0; k < 3; k++) {
        double low = 0, high = 0;
        for (i = 0; i < count; i++) {
            const double x = (double)(k == 0 ? p[i].x : k == 1 ? p[i].y : p[i].z);
            if (i == 0 || x < low) low = x;
            if (i == 0 || x > high) high = x;
        }
        side = fmax(side, high - low);
    }
    return side;
}

/* What a hit says must fit together: weights, places, distance, normal. */
static void check_contact(const oracle_sweep *s, const cld_vec3 p[8], const cld_mesh_hit *hit,
                          double size)
{
    const wide t = (wide)hit->time;
    const int split = s->segments ? 2 : 1;
    /* places and weights are rounded to cld_real, wherever they are */
    const double rounding = 8 * TEST_ROUND *
                                (cases_size(p, 8) + fabs((double)p[0].x) + fabs((double)p[0].y) +
                                 fabs((double)p[0].z)) +
                            1e-44;
    const cld_contact *c = &hit->contact;
    wide3 a = wide_of(0, 0, 0), b = a, between;
    double sum[2] = {0, 0}, length;
    int i;
    for (i = 0; i < 4; i++) {
        const wide3 at = wide_mad(s->start[i], t, wide_sub(s->end[i], s->start[i]));
        CHECK(hit->weights[i] >= 0);
        sum[i >= split] += (double)hit->weights[i];
        if (i < split)
            a = wide_mad(a, (wide)hit->weights[i], at);
        else
            b = wide_mad(b, (wide)hit->weights[i], at);
    }
    CHECK_NEAR(sum[0], 1, 4 * TEST_ROUND);
    CHECK_NEAR(sum[1], 1, 4 * TEST_ROUND);
    between = wide_sub(a, wide_from(c->point_a));
    CHECK_NEAR(wide_root(wide_dot(between, between)), 0, rounding);
    between = wide_sub(b, wide_from(c->point_b));
    CHECK_NEAR(wide_root(wide_dot(between, between)), 0, rounding);
    /* 64 roundings of double: places between start and end, and what distances may be off by */
    CHECK_NEAR(c->distance, oracle_sweep_distance(s, t),
               64 * DBL_EPSILON * size + 2 * TEST_ROUND * (double)c->distance + 1e-44);
    length =
        sqrt((double)c->normal.x * (double)c->normal.x + (double)c->normal.y * (double)c->normal.y +
             (double)c->normal.z * (double)c->normal.z);
    CHECK(fabs(length - 1) <= 8 * TEST_ROUND || (length == 0 && c->distance == 0));
    between = wide_sub(wide_from(c->point_b), wide_from(c->point_a));
    if ((double)c->distance > 100 * rounding)
        CHECK((double)wide_dot(between, wide_from(c->normal)) >= 0.99 * (double)c->distance);
    CHECK(c->feature_a == 0 && c->feature_b == 0);
}

/* The largest difference of a corner of one body and a corner of the other at the same time. */
static double apart(const cld_vec3 p[8], int segments)
{
    const int split = segments ? 2 : 1;
    double most = 0;
    int i, k;
    for (i = 0; i < split; i++)
        for (k = split; k < 4; k++) {
            const cld_vec3 start[2] = {p[i], p[k]}, end[2] = {p[4 + i], p[4 + k]};
            most = fmax(most, fmax(largest_side(start, 2), largest_side(end, 2)));
        }
    return most;
}

static int check(const cld_vec3 p[8], int segments, cld_real distance)
{
    const double side = largest_side(p, 8), size = cases_size(p, 8);
    oracle_sweep s;
    cld_mesh_hit hit;
    int found, i, good = 1;
    wide first;
    for (i = 0; i < 4; i++) s.start[i] = wide_from(p[i]), s.end[i] = wide_from(p[4 + i]);
    s.segments = segments, s.distance = (wide)distance;
    /* What is as near as two roundings of double, of the differences of the two bodies, is a touch:
       roots where a polynomial is nearly flat are known to half of the digits of the oracle. */
    s.slack = (wide)(DBL_EPSILON * (apart(p, segments) + (double)distance));
    first = oracle_sweep_time(&s, size);
    found = sweep(p, segments, distance, &hit);
    asked++;
    touched += first < 2;
    good &= CHECK(found == 1 || first >= 2);
    good &= CHECK(sweep(p, segments, distance, NULL) == found);
    if (found) {
        const double beyond = (double)(oracle_sweep_distance(&s, (wide)hit.time) - s.distance);
        good &= CHECK(hit.time >= 0 && hit.time <= 1);
        good &= CHECK(first >= 2 || (wide)hit.time <= first);
        good &= CHECK(beyond <= TOLERANCE * side);
        if (side > 0) farthest = fmax(farthest, beyond / side);
        alarms += first >= 2;
        check_contact(&s, p, &hit, size);
    }
    if (!good && test_failures < 10) {
        printf("    segments %d distance %.17g found %d time %.17g first %.17g\n", segments,
               (double)distance, found, found ? (double)hit.time : -1, (double)first);
        for (i = 0; i < 8; i++)
            printf("    %.17g %.17g %.17g\n", (double)p[i].x, (double)p[i].y, (double)p[i].z);
    }
    return good;
}

static void begin(void)
{
    asked = touched = alarms = 0, farthest = 0;
}

static void report(const char *what)
{
    printf("     %s: %ld asked, %ld touch, %ld reported that do not, %.2g of the box too far at "
           "most\n",
           what, asked, touched, alarms, farthest);
}

static void random_motions(void)
{
    test_random r = test_random_from(1);
    int n, i, segments;
    begin();
    for (n = test_repeat(20000); n > 0; n--)
        for (segments = 0; segments < 2; segments++) {
            cld_vec3 p[8];
            const double reach = pow(10, test_between(&r, -2, 0.5));
            for (i = 0; i < 4; i++) {
                p[i] = cases_vec3(test_between(&r, -1, 1), test_between(&r, -1, 1),
                                  test_between(&r, -1, 1));
                p[4 + i] = cases_vec3((double)p[i].x + reach * test_between(&r, -1, 1),
                                      (double)p[i].y + reach * test_between(&r, -1, 1),
                                      (double)p[i].z + reach * test_between(&r, -1, 1));
            }
            check(p, segments, 0);
        }
    report("random");
}

static void degenerate_motions(void)
{
    test_random r = test_random_from(2);
    int n, segments;
    begin();
    for (n = test_repeat(20000); n > 0; n--)
        for (segments = 0; segments < 2; segments++) {
            cld_vec3 p[8];
            cases_points(&r, p, 8);
            check(p, segments, 0);
        }
    report("degenerate");
}

/* Whole numbers over 8. */
static double eighths(test_random *r, int grid)
{
    return test_integer(r, -grid, grid) / 8.0;
}

/* They touch at a time that is a multiple of 1/8, exactly, at a place of weights that are: `across`
   velocities are such that there is no motion towards each other at that place then: a double
   root. Returns the time. */
static double touching_points(test_random *r, cld_vec3 p[8], int segments)
{
    const int grid = test_integer(r, 1, 24), still = test_integer(r, 0, 3) == 0;
    const int graze = test_integer(r, 0, 2), flat = test_integer(r, 0, 4) == 0;
    const double t = test_integer(r, 0, 8) / 8.0;
    double at[4][3], v[4][3], w[4] = {1, 0, 0, 0};
    int i, k;
    w[1] = segments ? test_integer(r, 0, 8) / 8.0 : 0;
    w[0] = 1 - w[1];
    w[3] = test_integer(r, 0, 8) / 8.0;
    w[2] = segments ? 1 - w[3] : (8 - 8 * w[3]) / 8 * test_integer(r, 0, 4) / 4.0;
    if (!segments) w[1] = 1 - w[2] - w[3], w[0] = 1;
    for (k = 0; k < 3; k++) {
        double gap = 0, speed = 0, along = 0;
        for (i = 0; i < 4; i++) {
            at[i][k] = flat && k == 2 ? 0 : eighths(r, grid);
            v[i][k] = still && i ? 0 : eighths(r, grid);
            if (flat && k == 2 && test_integer(r, 0, 1)) v[i][k] = 0;
        }
        for (i = 0; i < 4; i++) {
            const int second = segments ? i >= 2 : i >= 1;
            gap += (second ? 1 : -1) * w[i] * at[i][k];
            speed += (second ? 1 : -1) * w[i] * v[i][k];
        }
        /* the first body is moved to the second, and with it if it grazes, but for a motion along
           an edge of the second */
        along = graze == 1 ? (at[3][k] - at[2][k]) : 0;
        for (i = 0; i < (segments ? 2 : 1); i++) {
            at[i][k] += gap;
            if (graze) v[i][k] += speed + along;
        }
    }
    for (i = 0; i < 4; i++) {
        p[i] = cases_vec3(at[i][0] - t * v[i][0], at[i][1] - t * v[i][1], at[i][2] - t * v[i][2]);
        p[4 + i] = cases_vec3(at[i][0] + (1 - t) * v[i][0], at[i][1] + (1 - t) * v[i][1],
                              at[i][2] + (1 - t) * v[i][2]);
    }
    return t;
}

/* Each is reported, whatever the place and scale, since the input is exact. */
static void touching_motions(void)
{
    test_random r = test_random_from(3);
    int n, segments, i;
    begin();
    for (n = test_repeat(20000); n > 0; n--)
        for (segments = 0; segments < 2; segments++) {
            const double scale = ldexp(1, test_integer(&r, -20, 20));
            cld_vec3 p[8];
            cld_mesh_hit hit, less;
            const double t = touching_points(&r, p, segments);
            for (i = 0; i < 8; i++)
                p[i] = cases_vec3(scale * (double)p[i].x, scale * (double)p[i].y,
                                  scale * (double)p[i].z);
            check(p, segments, 0);
            if (CHECK(sweep(p, segments, 0, &hit) == 1)) CHECK((double)hit.time <= t);
            CHECK(sweep(p, segments, -1, &less) == 1 && less.time == hit.time);
        }
    report("touching");
}

/* From so far that all else is nothing beside the way, to within reach at the end: where squares of
   the edges underflowed, this was proved free. */
static void small_from_far(void)
{
    static const double at_end[12] = {-4, 4, 0, 0, 0, -7, -8, -4, 3, -5, 3, -8};
    const int wide_range = TEST_ROUND < 1e-10;
    const double unit = wide_range ? 1 : 0x1p-145;
    test_random r = test_random_from(8);
    int n, segments, i;
    for (n = 0; n < 1200; n++)
        for (segments = 0; segments < 2; segments++) {
            const int away = 20 + n % (wide_range ? 460 : 250);
            cld_mesh_hit hit;
            cld_vec3 p[8];
            for (i = 0; i < 4; i++) {
                const double *x = at_end + 3 * i;
                p[4 + i] = cases_vec3(unit * x[0], unit * x[1], unit * x[2]);
                p[i] = cases_vec3(unit * test_integer(&r, -9, 9), unit * test_integer(&r, -9, 9),
                                  unit * test_integer(&r, -9, 9));
                if (i == 0 || (i == 1 && segments)) p[i].z = (cld_real)-ldexp(unit, away);
            }
            CHECK(sweep(p, segments, (cld_real)(7 * unit), &hit) == 1);
            CHECK((double)hit.time > 0.99 && (double)hit.time <= 1);
        }
}

/* The velocity of a body that turns around `centre` and goes along. */
static wide3 turning(wide3 at, wide3 centre, wide3 turn, wide3 along)
{
    return wide_mad(along, 1, wide_cross(turn, wide_sub(at, centre)));
}

static wide3 random_wide3(test_random *r, double size)
{
    return wide_of((wide)test_between(r, -size, size), (wide)test_between(r, -size, size),
                   (wide)test_between(r, -size, size));
}

/* Just out of reach, or just not, all the time: at a small height above a face, beside an edge or a
   corner, both turning together, nearly. */
static void hovering_motions(void)
{
    test_random r = test_random_from(7);
    int n, segments, i;
    begin();
    for (n = test_repeat(10000); n > 0; n--)
        for (segments = 0; segments < 2; segments++) {
            const double height = pow(10, test_between(&r, -13, -2));
            const double other = test_integer(&r, 0, 1) ? 0 : pow(10, test_between(&r, -13, -1));
            const double far = test_integer(&r, 0, 3) ? 0 : pow(10, test_between(&r, 0, 3));
            const wide3 turn = random_wide3(&r, 1), along = random_wide3(&r, 1);
            wide3 at[4], centre, n_at, offset = random_wide3(&r, far);
            cld_vec3 p[8];
            for (i = 0; i < 4; i++) at[i] = random_wide3(&r, 1);
            if (segments) { /* the first across the second, at a place of both */
                const wide s = (wide)test_integer(&r, 0, 4) / 4,
                           t = (wide)test_integer(&r, 0, 4) / 4;
                centre = wide_mad(at[2], t, wide_sub(at[3], at[2]));
                n_at = wide_cross(wide_sub(at[1], at[0]), wide_sub(at[3], at[2]));
                at[1] = wide_sub(at[1], at[0]);
                at[0] = wide_mad(centre, -s, at[1]);
                at[1] = wide_mad(at[0], 1, at[1]);
            } else {
                const wide s = (wide)test_integer(&r, 0, 4) / 4;
                const wide t = (1 - s) * (wide)test_integer(&r, 0, 4) / 4;
                centre = wide_mad(at[1], s, wide_sub(at[2], at[1]));
                centre = wide_mad(centre, t, wide_sub(at[3], at[1]));
                n_at = wide_cross(wide_sub(at[2], at[1]), wide_sub(at[3], at[1]));
                at[0] = centre;
                if (test_integer(&r, 0, 1)) n_at = random_wide3(&r, 1);
            }
            for (i = 0; i < (segments ? 2 : 1); i++) at[i] = wide_mad(at[i], (wide)height, n_at);
            for (i = 0; i < 4; i++) {
                const wide3 v =
                    wide_mad(turning(at[i], centre, turn, along), (wide)other, random_wide3(&r, 1));
                const wide3 from = wide_mad(at[i], 1, offset), to = wide_mad(from, 1, v);
                p[i] = cases_vec3((double)from.x, (double)from.y, (double)from.z);
                p[4 + i] = cases_vec3((double)to.x, (double)to.y, (double)to.z);
            }
            check(p, segments, 0);
        }
    report("hovering");
}

/* Thick ones. */
static void thick_motions(void)
{
    test_random r = test_random_from(4);
    int n, segments;
    begin();
    for (n = test_repeat(2000); n > 0; n--)
        for (segments = 0; segments < 2; segments++) {
            cld_vec3 p[8];
            if (test_integer(&r, 0, 2))
                cases_points(&r, p, 8);
            else
                touching_points(&r, p, segments);
            check(p, segments, (cld_real)(cases_size(p, 8) * pow(10, test_between(&r, -5, 0))));
        }
    report("thick");
}

/* Scaled by powers of two: the same times, bit for bit. */
static void scaled_motions(void)
{
    test_random r = test_random_from(5);
    const int range = TEST_ROUND > 1e-10 ? 30 : 400;
    int n, i, segments;
    for (n = test_repeat(20000); n > 0; n--)
        for (segments = 0; segments < 2; segments++) {
            const double scale = ldexp(1, test_integer(&r, -range, range));
            cld_vec3 p[8], q[8];
            cld_mesh_hit one, other;
            cld_real d;
            int found;
            touching_points(&r, p, segments);
            d = (cld_real)(test_integer(&r, 0, 1) * 0.125);
            for (i = 0; i < 8; i++)
                q[i] = cases_vec3(scale * (double)p[i].x, scale * (double)p[i].y,
                                  scale * (double)p[i].z);
            found = sweep(p, segments, d, &one);
            CHECK(sweep(q, segments, (cld_real)(scale * (double)d), &other) == found);
            if (found) CHECK(one.time == other.time);
            if (found) CHECK_NEAR(other.contact.distance, scale * (double)one.contact.distance, 0);
        }
}

/* By hand: a point that falls on a triangle, one that stays above it, one that waits on it. */
static void motions_by_hand(void)
{
    cld_vec3 p[8];
    cld_mesh_hit hit;
    int i;
    p[1] = cases_vec3(0, 0, 0), p[2] = cases_vec3(4, 0, 0), p[3] = cases_vec3(0, 4, 0);
    for (i = 1; i < 4; i++) p[4 + i] = p[i];
    p[0] = cases_vec3(1, 1, 1), p[4] = cases_vec3(1, 1, -3);
    CHECK(sweep(p, 0, 0, &hit) == 1);
    CHECK((double)hit.time <= 0.25);
    CHECK_NEAR(hit.time, 0.25, TOLERANCE);
    CHECK_NEAR(hit.contact.normal.z, -1, TOLERANCE);
    CHECK_NEAR(hit.weights[1], 0.5, TOLERANCE);
    CHECK(sweep(p, 0, (cld_real)0.5, &hit) == 1);
    CHECK_NEAR(hit.time, 0.125, TOLERANCE);
    p[4] = cases_vec3(1, 1, 0.001);
    CHECK(sweep(p, 0, 0, NULL) == 0);
    p[0] = p[4] = cases_vec3(1, 1, 0);
    CHECK(sweep(p, 0, 0, &hit) == 1);
    CHECK(hit.time == 0 && hit.contact.distance == 0);
    CHECK_NEAR(fabs((double)hit.contact.normal.z), 1, TOLERANCE);
    for (i = 0; i < 8; i++) p[i] = cases_vec3(1, 2, 3); /* all one point, at rest */
    CHECK(sweep(p, 0, 0, &hit) == 1 && hit.time == 0);
    CHECK(sweep(p, 1, 0, &hit) == 1 && hit.time == 0);
}

/* What is not finite is no proof of anything: reported, at the start. */
static void not_finite(void)
{
    const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    int i, k, segments;
    for (segments = 0; segments < 2; segments++)
        for (k = 0; k < 3; k++)
            for (i = 0; i < 8; i++) {
                test_random r = test_random_from(6);
                cld_vec3 p[8];
                cld_mesh_hit hit;
                cases_points(&r, p, 8);
                p[i].y = (cld_real)bad[k];
                CHECK(sweep(p, segments, 0, &hit) == 1);
                CHECK(hit.time == 0);
                CHECK(!test_is_finite((double)hit.contact.distance));
            }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(motions_by_hand);
    TEST(not_finite);
    TEST(random_motions);
    TEST(degenerate_motions);
    TEST(touching_motions);
    TEST(small_from_far);
    TEST(hovering_motions);
    TEST(thick_motions);
    TEST(scaled_motions);
    return test_end();
}
