/* Convex shapes that move straight: when one stops the other, by the rule for starts in contact,
 * against an oracle that proves its times (oracle_shape.h); what follows from one sweep for
 * another; and the scenes that broke other libraries, by their figures.
 *
 *     test_shape_moves [seed]
 *     test_shape_moves --sweeps 1000000 [seed]   so many of each two kinds; prints a table */
#include "test.h"

#include "shape_checks.h"

static shape_body one, two, three;
static const cld_motion still;

static cld_motion motion_along(double x, double y, double z)
{
    cld_motion m;
    memset(&m, 0, sizeof m);
    m.linear = vec3(x, y, z);
    return m;
}

static cld_pose at_place(double x, double y, double z)
{
    cld_pose p;
    memset(&p, 0, sizeof p);
    p.position = vec3(x, y, z);
    return p;
}

static int sweep_of(const shape_body *a, const cld_motion *ma, const shape_body *b,
                    const cld_motion *mb, double skin, cld_hit *hit)
{
    cld_sweep_params params;
    params.distance = (cld_real)skin;
    return cld_shape_sweep(&a->shape, a->at, ma, &b->shape, b->at, mb, &params, hit);
}

/* ------------------------------------------------------------------------------------ at random */

static cld_motion random_motion(test_random *r, double size)
{
    const double most = test_integer(r, 0, 4) ? 1 : 50;
    cld_motion m =
        motion_along(size * most * test_between(r, -1, 1), size * most * test_between(r, -1, 1),
                     size * most * test_between(r, -1, 1));
    if (test_integer(r, 0, 7) == 0) memset(&m, 0, sizeof m);
    if (test_integer(r, 0, 7) == 0) m.linear.x = m.linear.y = 0;
    return m;
}

/* Towards each other, mostly: from where the pair nearly touches, back by a random way. */
static void random_sweep(test_random *r, int first, int second, sweep_tally *tally)
{
    cld_motion ma, mb;
    double size, skin = 0;
    random_pair(&one, &two, r, first, second);
    size = (double)(one.truth.size + two.truth.size);
    ma = test_integer(r, 0, 1) ? still : random_motion(r, size);
    mb = random_motion(r, size);
    if (test_integer(r, 0, 3)) { /* it ends, or passes, about where it is */
        const double part = test_between(r, 0.3, 1);
        two.pose.position.x -= (cld_real)(part * (double)(mb.linear.x - ma.linear.x));
        two.pose.position.y -= (cld_real)(part * (double)(mb.linear.y - ma.linear.y));
        two.pose.position.z -= (cld_real)(part * (double)(mb.linear.z - ma.linear.z));
        body_settle(&two);
    }
    if (test_integer(r, 0, 2) == 0) skin = size * solid_log(r, -6, -0.5);
    sweep_check(&one, &ma, &two, &mb, (cld_real)skin, tally);
    sweep_check(&two, &mb, &one, &ma, (cld_real)skin, tally);
}

static void random_sweeps(void)
{
    sweep_tally tally;
    int i, j, k, repeat = test_repeat(20);
    memset(&tally, 0, sizeof tally);
    for (i = 0; i < SORTS; i++)
        for (j = 0; j < SORTS; j++) {
            test_random r = test_random_from((uint64_t)(100 + SORTS * i + j));
            for (k = 0; k < repeat; k++) random_sweep(&r, i, j, &tally);
        }
    CHECK(tally.hits > tally.sweeps / 10 && tally.starts > tally.sweeps / 50);
}

/* Scenes at rest that leave, slide, graze, go in, stand; with whole numbers. */
static void made_sweeps(void)
{
    test_random r = test_random_from(2);
    sweep_tally tally;
    int i, repeat = test_repeat(4000);
    memset(&tally, 0, sizeof tally);
    for (i = 0; i < repeat; i++) {
        const long before = test_failures;
        made_pair made;
        cld_motion ma, mb = still;
        make_pair(&one, &two, &r, test_integer(&r, 0, MADE_WHICH - 1), &made);
        mb.linear = vec3(made.scene.motion[0], made.scene.motion[1], made.scene.motion[2]);
        if (made.which != MADE_ON && made.which != MADE_GAP) {
            const double size = (double)(one.truth.size + two.truth.size);
            mb.linear = vec3(size * test_integer(&r, -3, 3) / 2, size * test_integer(&r, -3, 3) / 2,
                             size * test_integer(&r, -3, 3) / 2);
        }
        ma = test_integer(&r, 0, 3) ? still : mb;
        if (test_integer(&r, 0, 3) == 0) { /* A goes the other way instead */
            ma.linear = vec3(-(double)mb.linear.x, -(double)mb.linear.y, -(double)mb.linear.z);
            mb = still;
        }
        sweep_check(&one, &ma, &two, &mb, (cld_real)(test_integer(&r, 0, 2) ? 0 : made.scene.depth),
                    &tally);
        if (test_failures > before && before < 20)
            printf("    made %d, way %d, scene %d\n", made.which, made.scene.way, i);
    }
    CHECK(repeat < 100 || (tally.hits > repeat / 8 && tally.starts > repeat / 8));
}

/* Starts from an ulp to a tenth of the size deep: out, along, graze, in. */
static void starts_deep(void)
{
    test_random r = test_random_from(3);
    int i, repeat = test_repeat(2000), stopped = 0, left = 0;
    for (i = 0; i < repeat; i++) {
        const int sorts[5] = {SORT_BALL, SORT_CAPSULE, SORT_BOX, SORT_CYLINDER, SORT_ROUNDED};
        const double graze[5] = {1e-3, 1e-6, 1e-9, 1e-12, 0};
        double size, depth, slope, limit;
        cld_motion m;
        cld_hit hit;
        int told, ways;
        body_random_shape(&one, &r, SORT_BOX, 1), one.at = NULL;
        body_random_shape(&two, &r, sorts[test_integer(&r, 0, 4)], 0.25);
        one.shape.half = vec3(9, 9, 9); /* a floor: the only way out is up */
        body_settle(&one), body_settle(&two);
        size = (double)two.shape.half.z * (two.shape.kind == CLD_SHAPE_BOX ? 1 : 1) +
               (double)two.shape.radius;
        depth = size * (test_integer(&r, 0, 3) ? solid_log(&r, -15, -1) : 0);
        two.pose = at_place(test_between(&r, -4, 4), test_between(&r, -4, 4), 9 + size - depth);
        two.at = &two.pose;
        body_settle(&two);
        ways = test_integer(&r, 0, 2);
        slope = ways == 0 ? solid_log(&r, -3, 0) : ways == 1 ? 0 : -solid_log(&r, -3, 0);
        if (test_integer(&r, 0, 2) == 0) slope = graze[test_integer(&r, 0, 4)];
        m = motion_along(test_between(&r, -4, 4), test_between(&r, -4, 4), slope);
        /* E of the sizes and ways, and the place's own rounding, which may part them */
        limit = bound_of(&one, &two, 3 * vec_most(&m.linear)) + 32 * TEST_ROUND * 9;
        told = sweep_of(&one, NULL, &two, &m, 0, &hit);
        if (slope >= 0) {
            if (!CHECK(told == 0 || (depth < limit && (double)hit.time <= 1)))
                body_print(&two), printf("    slope %g depth %g\n", slope, depth);
            left += told == 0;
        } else if (-slope > 4 * limit && CHECK(told == 1)) {
            CHECK_NEAR(hit.contact.normal.z, 1, 1e-6);
            CHECK(depth < limit || hit.time == 0);
            stopped++;
        }
    }
    CHECK(repeat < 100 || (stopped > repeat / 8 && left > repeat / 8));
}

/* ----------------------------------------------------------------------- one sweep from another */

static cld_shape grown(const cld_shape *s, double by)
{
    cld_shape t = *s;
    t.radius = (cld_real)((double)t.radius + by);
    return t;
}

/* A skin is a radius: of what is apart. */
static void skin_and_radius(void)
{
    test_random r = test_random_from(4);
    int i, repeat = test_repeat(2000), hits = 0;
    for (i = 0; i < repeat; i++) {
        const double skin = ldexp(test_integer(&r, 1, 64), -9);
        cld_motion m;
        cld_hit hit, other;
        cld_contact c;
        int told, again;
        double e;
        random_pair(&one, &two, &r, test_integer(&r, 0, SORTS - 1), test_integer(&r, 0, SORTS - 1));
        m = random_motion(&r, 2);
        two.pose.position.x -= m.linear.x * (cld_real)0.7, two.pose.position.y -= m.linear.y;
        two.pose.position.z -= m.linear.z * (cld_real)0.8;
        body_settle(&two);
        e = bound_of(&one, &two, 3 * vec_most(&m.linear)) + 64 * TEST_ROUND;
        if (distance_of(&one, &two, (cld_real)TEST_INFINITY, NULL, &c) != 1) continue;
        if ((double)c.distance < skin + 8 * e) continue;
        told = sweep_of(&one, NULL, &two, &m, skin, &hit);
        two.shape = grown(&two.shape, skin);
        again = sweep_of(&one, NULL, &two, &m, 0, &other);
        hits += told == 1;
        if (told != 1 || again != 1) continue;
        CHECK_NEAR(hit.contact.distance - other.contact.distance, skin,
                   64 * e + 64 * TEST_ROUND * (double)one.truth.size +
                       (double)fabs((double)(hit.time - other.time)) * 2 * vec_most(&m.linear));
    }
    CHECK(repeat < 100 || hits > repeat / 20);
}

/* Of starts that are apart: the motion in two parts has the same first hit; a longer one no later
   one; with both bodies and the motion turned round, the same time. */
static void parts_of_a_motion(void)
{
    test_random r = test_random_from(5);
    int i, repeat = test_repeat(2000), hits = 0;
    for (i = 0; i < repeat; i++) {
        const cld_real cut = (cld_real)test_between(&r, 0.1, 0.9);
        cld_motion m, first, second, back;
        cld_hit whole, part, mirrored;
        cld_contact c;
        int told, again;
        double way, e;
        random_pair(&one, &two, &r, test_integer(&r, 0, SORTS - 1), test_integer(&r, 0, SORTS - 1));
        m = random_motion(&r, 2), way = 2 * vec_most(&m.linear);
        two.pose.position.x -= m.linear.x / 2, two.pose.position.y -= m.linear.y / 2;
        two.pose.position.z -= m.linear.z / 2;
        body_settle(&two);
        e = bound_of(&one, &two, 3 * way) + 64 * TEST_ROUND * (4 + way + 100);
        if (distance_of(&one, &two, (cld_real)TEST_INFINITY, NULL, &c) != 1) continue;
        if ((double)c.distance < 4 * e) continue;
        told = sweep_of(&one, NULL, &two, &m, 0, &whole);
        if (!CHECK(told == 0 || told == 1)) continue;
        back = motion_along(-(double)m.linear.x, -(double)m.linear.y, -(double)m.linear.z);
        again = sweep_of(&one, &back, &two, NULL, 0, &mirrored); /* A moves the other way */
        if (told == again && told == 1)
            CHECK(fabs((double)(whole.time - mirrored.time)) * way <= 1e-3 + e);
        first = motion_along((double)m.linear.x * (double)cut, (double)m.linear.y * (double)cut,
                             (double)m.linear.z * (double)cut);
        again = sweep_of(&one, NULL, &two, &first, 0, &part);
        if (again == 1 && CHECK(told == 1 || (double)part.contact.distance > -e)) hits++;
        if (again == 0 && told == 1) CHECK((double)whole.time >= (double)cut - 1e-3);
        if (again == 1) continue;
        two.pose.position.x += first.linear.x, two.pose.position.y += first.linear.y;
        two.pose.position.z += first.linear.z;
        second = motion_along((double)m.linear.x - (double)first.linear.x,
                              (double)m.linear.y - (double)first.linear.y,
                              (double)m.linear.z - (double)first.linear.z);
        again = sweep_of(&one, NULL, &two, &second, 0, &part);
        if (told == 1 && again == 1)
            CHECK(fabs((double)cut + (1 - (double)cut) * (double)part.time - (double)whole.time) *
                      way <=
                  1e-2 * way + e);
    }
    CHECK(repeat < 100 || hits > repeat / 50);
}

/* ------------------------------------------------------------------- what broke other libraries */

/* Casts that start near a surface hit at once although they recede; a cast that starts touching was
   called a miss. */
static void receding_casts(void)
{
    const double gaps[5] = {0.02, 0.005, 1e-4, 1e-6, 0};
    int i, k;
    for (i = 0; i < 5; i++)
        for (k = 0; k < 4; k++) {
            const cld_motion up = motion_along(0.25, 0, 1), down = motion_along(0, 0.25, -1);
            const double h = 0.5 + gaps[i];
            cld_hit hit;
            one.shape = cld_shape_box(vec3(5, 5, 0.5)), one.at = NULL;
            two.shape = k == 0   ? cld_shape_sphere((cld_real)0.5)
                        : k == 1 ? cld_shape_capsule((cld_real)0.5, 0)
                        : k == 2 ? cld_shape_box(vec3(0.5, 0.5, 0.5))
                                 : cld_shape_cylinder((cld_real)0.5, (cld_real)0.5);
            two.pose = at_place(0, 0, 0.5 + h), two.at = &two.pose;
            body_settle(&one), body_settle(&two);
            CHECK(sweep_of(&one, NULL, &two, &up, 0, &hit) == 0);
            CHECK(sweep_of(&one, NULL, &two, &up, 0.05, &hit) == 0); /* nearer than the skin */
            if (!CHECK(sweep_of(&one, NULL, &two, &down, 0, &hit) == 1)) continue;
            CHECK_NEAR(hit.time, gaps[i], 32 * TEST_ROUND + bound_of(&one, &two, 2));
            CHECK_NEAR(hit.contact.normal.z, 1, 1e-6);
        }
}

/* Sliding along a floor was stuck at time 0: a body at rest, or in its skin, sees the wall. */
static void sliding(void)
{
    int i, k;
    for (k = 0; k < 4; k++)
        for (i = 0; i < 3; i++) {
            const double skin = i == 2 ? 0.01 : 0, height = i == 1 ? 0.999 : 1 + skin / 2;
            const cld_motion along = motion_along(7, 0, 0), into = motion_along(7, 0, -0.5);
            cld_hit hit;
            one.shape = cld_shape_box(vec3(20, 20, 1)), one.pose = at_place(0, 0, -1);
            three.shape = cld_shape_box(vec3(1, 20, 5)), three.pose = at_place(6, 0, 0);
            two.shape = k == 0   ? cld_shape_sphere(1)
                        : k == 1 ? cld_shape_capsule((cld_real)0.5, (cld_real)0.5)
                        : k == 2 ? cld_shape_box(vec3(1, 1, 1))
                                 : cld_shape_cylinder(1, 1);
            two.pose = at_place(0, 0, height);
            one.at = &one.pose, two.at = &two.pose, three.at = &three.pose;
            body_settle(&one), body_settle(&two), body_settle(&three);
            CHECK(sweep_of(&one, NULL, &two, &along, skin, &hit) == 0);
            if (CHECK(sweep_of(&one, NULL, &two, &into, skin, &hit) == 1)) CHECK(hit.time == 0);
            if (!CHECK(sweep_of(&three, NULL, &two, &along, skin, &hit) == 1)) continue;
            CHECK_NEAR(hit.time, (5 - (k == 1 ? 0.5 : 1) - skin) / 7, 1e-6);
            CHECK_NEAR(hit.contact.normal.x, -1, 1e-6); /* not that of the top */
            CHECK_NEAR(hit.contact.distance, skin, 1e-6);
        }
}

/* Times were short by 139 mm on a target of 1 km: from a distance of 100 m to 10 km. */
static void huge_targets(void)
{
    test_random r = test_random_from(6);
    int i, k;
    for (i = 0; i < 40; i++) {
        const double from = solid_log(&r, 2, 4), x = test_between(&r, -400, 400);
        const double y = test_between(&r, -400, 400);
        const cld_motion down = motion_along(0, 0, -2 * from);
        double error;
        cld_hit hit;
        one.shape = cld_shape_box(vec3(1000, 1000, 1)), one.at = NULL;
        k = i % 4;
        if (k == 3) { /* one triangle of 1 km */
            const cld_real corners[9] = {-1000, -1000, 1, 1000, -1000, 1, 0, 2000, 1};
            memcpy(one.points, corners, sizeof corners);
            one.shape = cld_shape_points(one.points, 3);
        }
        two.shape = k == 1 ? cld_shape_capsule((cld_real)0.25, (cld_real)0.25)
                           : cld_shape_sphere((cld_real)0.5);
        if (k == 2) two.shape = cld_shape_box(vec3(0.5, 0.5, 0.5));
        two.pose = at_place(x, y, 1.5 + from), two.at = &two.pose;
        body_settle(&one), body_settle(&two);
        if (!CHECK(sweep_of(&one, NULL, &two, &down, 0, &hit) == 1)) continue;
        /* what the time's own rounding is worth; and the place's */
        error = 2 * from * 4 * TEST_ROUND + 4 * TEST_ROUND * from + bound_of(&one, &two, 6 * from);
        CHECK_NEAR((double)hit.time * 2 * from, (double)two.pose.position.z - 1.5, error);
        CHECK_NEAR(hit.contact.distance, 0, error);
    }
}

/* A capsule cast through the centre of a ball had no hit in 50 of 100000. */
static void capsules_through_balls(void)
{
    test_random r = test_random_from(7);
    int i, repeat = test_repeat(100000);
    for (i = 0; i < repeat; i++) {
        const cld_pose place = test_pose(&r, 1);
        const cld_shape ball = cld_shape_sphere((cld_real)test_between(&r, 0.1, 2));
        const cld_shape capsule = cld_shape_capsule((cld_real)test_between(&r, 0.05, 1),
                                                    (cld_real)test_between(&r, 0, 2));
        cld_pose from = test_pose(&r, 8), end;
        cld_motion m = motion_along(2 * ((double)place.position.x - (double)from.position.x),
                                    2 * ((double)place.position.y - (double)from.position.y),
                                    2 * ((double)place.position.z - (double)from.position.z));
        cld_hit hit;
        int told;
        if (cld_shape_overlap(&capsule, &from, &ball, &place, NULL)) continue;
        told = cld_shape_sweep(&capsule, &from, &m, &ball, &place, NULL, NULL, &hit);
        if (!CHECK(told == 1)) continue;
        end = from;
        end.position.x += hit.time * m.linear.x, end.position.y += hit.time * m.linear.y;
        end.position.z += hit.time * m.linear.z;
        CHECK(cld_shape_distance(&capsule, &end, &ball, &place, (cld_real)1e-4, NULL,
                                 &hit.contact) >= 0 &&
              hit.contact.distance <= (cld_real)1e-4);
    }
}

/* Casts whose normal is across the motion were lost; a touch was told as 7 m deep. */
static void grazing_casts(void)
{
    int i, k;
    for (k = 0; k < 2; k++)
        for (i = 0; i < 3; i++) {
            const double lower = i == 0 ? 0 : i == 1 ? ldexp(1, -10) : -ldexp(1, -10);
            const cld_motion along = motion_along(20, 0, 0);
            cld_hit hit;
            int told;
            one.shape = k ? cld_shape_box(vec3(1, 1, 1)) : cld_shape_sphere(1);
            two.shape = k ? cld_shape_box(vec3(1, 1, 1)) : cld_shape_sphere(1);
            one.at = NULL, two.pose = at_place(-10, 0, 2 - lower), two.at = &two.pose;
            body_settle(&one), body_settle(&two);
            told = sweep_of(&one, NULL, &two, &along, 0, &hit);
            CHECK(told == (i < 2));
            if (told != 1) continue;
            CHECK_NEAR(hit.contact.distance, 0, 1e-5);
            CHECK((double)hit.time >= 0.35 && (double)hit.time <= 0.5);
            if (i == 0 && !k) CHECK_NEAR(hit.contact.normal.z, 1, 2e-2);
        }
}

static long sweeps_of_each;

static int sweeps_table(void)
{
    sweep_tally all;
    int i, j;
    long k;
    memset(&all, 0, sizeof all);
    for (i = 0; i < SORTS; i++)
        for (j = i; j < SORTS; j++) {
            const long before = test_failures;
            test_random r = test_random_from((uint64_t)(1000 + SORTS * i + j));
            sweep_tally tally;
            memset(&tally, 0, sizeof tally);
            for (k = 0; k < sweeps_of_each; k++) random_sweep(&r, i, j, &tally);
            printf("%-9s %-9s %8ld sweeps, %8ld hits, %7ld starts in contact, %7ld stopped, %5ld "
                   "open, %ld failures\n",
                   sort_names[i], sort_names[j], tally.sweeps, tally.hits, tally.starts,
                   tally.stopped, tally.open, test_failures - before);
            fflush(stdout);
            all.sweeps += tally.sweeps;
        }
    printf("%ld sweeps\n", all.sweeps);
    return test_failures != 0;
}

int main(int argc, char **argv)
{
    sweeps_of_each = test_option(&argc, argv, "--sweeps", 0);
    test_begin(argc, argv);
    if (sweeps_of_each) {
        CHECK(sweeps_table() == 0);
    } else {
        TEST(random_sweeps);
        TEST(made_sweeps);
        TEST(starts_deep);
        TEST(skin_and_radius);
        TEST(parts_of_a_motion);
        TEST(receding_casts);
        TEST(sliding);
        TEST(huge_targets);
        TEST(capsules_through_balls);
        TEST(grazing_casts);
    }
    pool_free(), body_free(&one), body_free(&two);
    return test_end();
}
