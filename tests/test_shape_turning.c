/* Convex shapes that turn while they move: when one stops the other. The oracle places both at
 * sampled times in long double (oracle_shape.h): before the time that is told they are never nearer
 * than the floor, and then they are, to the tolerance.
 *
 *     test_shape_turning [seed]
 *     test_shape_turning --sweeps 100000 [seed]   so many of each two sorts; prints a table */
#include "test.h"

#include "shape_checks.h"

static shape_body one, two;

typedef struct turn_tally {
    long sweeps, hits, starts, stopped;
    double left; /* the most that was left at a hit, in parts of the smaller size */
} turn_tally;

/* ----------------------------------------------------------------------- the oracle's own motion */

/* A body at a time, by Rodrigues' formula. */
static void spun(const shape_body *b, const cld_motion *m, solid_real time, shape_solid *out)
{
    const solid_real w[3] = {m->angular.x, m->angular.y, m->angular.z};
    const solid_real angle = solid_length(w) * time;
    solid_real u[3], rows[3][3], hub[3], c[3] = {m->centre.x, m->centre.y, m->centre.z};
    solid_real own[3][3], place[3];
    *out = b->truth;
    for (int k = 0; k < 3; k++) out->place[k] += (&m->linear.x)[k] * time;
    memcpy(u, w, sizeof u);
    if (!solid_unit(u)) return;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int l = 3 - i - k;
            const solid_real sign = (k - i + 3) % 3 == 1 ? -1 : 1;
            rows[i][k] = u[i] * u[k] * (1 - cosl(angle)) + (i == k ? cosl(angle) : 0) +
                         (i == k ? 0 : sign * u[l] * sinl(angle));
        }
    shape_pose_of(b->at, own, place);
    solid_turned(own, c, hub);
    for (int i = 0; i < out->count; i++) {
        solid_real v[3], r[3];
        solid_minus(b->truth.vertex[i], hub, v), solid_turned(rows, v, r);
        for (int k = 0; k < 3; k++)
            out->vertex[i][k] = r[k] + hub[k], out->rough[k][i] = (double)out->vertex[i][k];
    }
    if (out->count == 0) {
        solid_real v[3], r[3];
        solid_minus(b->truth.centre, hub, v), solid_turned(rows, v, r);
        for (int k = 0; k < 3; k++) out->centre[k] = r[k] + hub[k];
        solid_turned(rows, b->truth.axis, out->axis);
        for (int k = 0; k < 2; k++) solid_turned(rows, b->truth.across[k], out->across[k]);
    }
    for (int k = 0; k < 3; k++) out->size += 2 * solid_abs(hub[k]);
}

static shape_between gap_at(const cld_motion *ma, const cld_motion *mb, double time, double e,
                            int deep)
{
    static shape_solid a, b;
    shape_between g;
    spun(&one, ma, time, &a), spun(&two, mb, time, &b);
    g = shape_verdict(&a, &b, NULL, e / 8);
    if (deep && !(g.low > -HUGE_VAL)) g = shape_gap(&a, &b, NULL, e / 8);
    return g;
}

/* ---------------------------------------------------------------------------------------- checks */

static double angle_of(const cld_motion *m)
{
    return sqrt((double)vec_dot(&m->angular, &m->angular));
}

/* How fast a body's points move, at most. */
static double speed_of(const shape_body *b, const cld_motion *m)
{
    return sqrt((double)vec_dot(&m->linear, &m->linear)) +
           angle_of(m) *
               ((double)b->truth.size * 1.7321 + sqrt((double)vec_dot(&m->centre, &m->centre)));
}

static int turning_check(const cld_motion *ma, const cld_motion *mb, double skin, double tolerance,
                         test_random *r, turn_tally *tally)
{
    const pair_facts f = facts_of(&one, &two);
    const double speed = speed_of(&one, ma) + speed_of(&two, mb);
    const double m = f.m + 3 * speed;
    const double e = ldexp(m, is_curved(&one) || is_curved(&two) ? -22 : -42);
    const double used = fmax(tolerance > 0 ? tolerance : 1e-4 * f.smaller, 100 * e);
    cld_sweep_params params = {(cld_real)skin, (cld_real)tolerance};
    cld_hit hit, again;
    const double asked = (double)params.distance;
    const double floor = fmin(asked, (double)f.s.low);
    const int starts = (double)f.s.low <= asked + used;
    memset(&hit, 0x5a, sizeof hit);
    const int told = cld_shape_sweep(&one.shape, one.at, ma, &two.shape, two.at, mb, &params, &hit);
    const double end = told == 1 ? (double)hit.time : 1;
    int good = CHECK(told == 0 || told == 1);
    tally->sweeps++, tally->hits += told == 1, tally->starts += starts;
    tally->stopped += starts && told == 1;
    /* free until then: at samples, more of them near the end */
    for (int i = 0; i < 24 && good; i++) {
        const double t = i < 8    ? end * test_between(r, 0, 1)
                         : i < 16 ? end * (i - 8) / 8
                                  : end * (1 - ldexp(1, -(i - 15)));
        const double least = starts ? floor - used : asked;
        const shape_between g = gap_at(ma, mb, t, e, starts);
        good &= CHECK((double)g.high >= least - e);
        if (!good)
            printf("    at %.17g: %.17g..%.17g, least %.17g\n", t, (double)g.low, (double)g.high,
                   least);
    }
    if (told == 1) { /* then they are there */
        const double round = speed * 2 * TEST_ROUND * end;
        const shape_between g = gap_at(ma, mb, end, e, 1);
        const double d = (double)hit.contact.distance;
        unit_check(&hit.contact.normal);
        if (hit.time > 0 || !starts) good &= CHECK((double)g.low <= floor + used + e + round);
        good &= CHECK(d >= (double)g.low - e - round - 4 * TEST_ROUND * fabs(d) &&
                      d <= (double)g.high + e + round + 4 * TEST_ROUND * fabs(d));
        if (f.smaller > 0) tally->left = fmax(tally->left, ((double)g.low - floor) / f.smaller);
        if (hit.time == 0 && starts) { /* it goes in at once */
            const double fine = e / (is_curved(&one) || is_curved(&two) ? 1024 : 64);
            int in = 0;
            for (int i = 1; i < 52 && !in; i++)
                in = (double)gap_at(ma, mb, ldexp(1, -i), fine, 1).low < floor - fine;
            good &= CHECK(in);
        }
    }
    good &= CHECK(
        cld_shape_sweep(&two.shape, two.at, mb, &one.shape, one.at, ma, &params, &again) == told ||
        starts);
    if (!good && test_failures < 30) {
        printf("    told %d at %.9g, distance %.9g; start %.17g..%.17g, asked %g, tolerance %g, e "
               "%g\n",
               told, (double)hit.time, (double)hit.contact.distance, (double)f.s.low,
               (double)f.s.high, asked, used, e);
        for (int k = 0; k < 2; k++) {
            const cld_motion *w = k ? mb : ma;
            printf("    linear %a %a %a angular %a %a %a centre %a %a %a\n", (double)w->linear.x,
                   (double)w->linear.y, (double)w->linear.z, (double)w->angular.x,
                   (double)w->angular.y, (double)w->angular.z, (double)w->centre.x,
                   (double)w->centre.y, (double)w->centre.z);
        }
        body_print(&one), body_print(&two);
    }
    return good;
}

/* ------------------------------------------------------------------------------------- at random */

static cld_motion random_spin(test_random *r, double size)
{
    cld_motion m;
    double most = test_integer(r, 0, 3) ? 2.2 : test_integer(r, 0, 3) ? 12 : 200;
    memset(&m, 0, sizeof m);
    m.linear = vec3(size * test_between(r, -1, 1), size * test_between(r, -1, 1),
                    size * test_between(r, -1, 1));
    m.angular = vec3(most * test_between(r, -1, 1), most * test_between(r, -1, 1),
                     most * test_between(r, -1, 1));
    if (test_integer(r, 0, 2) == 0)
        m.centre = vec3(size * test_between(r, -0.5, 0.5), size * test_between(r, -0.5, 0.5),
                        size * test_between(r, -0.5, 0.5));
    if (test_integer(r, 0, 5) == 0) memset(&m.linear, 0, sizeof m.linear);
    if (test_integer(r, 0, 5) == 0) memset(&m.angular, 0, sizeof m.angular);
    return m;
}

/* Back by a random way from where they nearly touch, so that about half are stopped. */
static void random_turn(test_random *r, int first, int second, turn_tally *tally)
{
    random_pair(&one, &two, r, first, second);
    const double size = (double)(one.truth.size + two.truth.size);
    const double smaller = body_smaller(&one, &two);
    cld_motion ma = random_spin(r, size), mb = random_spin(r, size);
    double skin = 0, tolerance = 0;
    if (test_integer(r, 0, 3) == 0) memset(&ma, 0, sizeof ma);
    if (vec_most(&ma.angular) == 0 && vec_most(&mb.angular) == 0) mb.angular.x = 1;
    if (test_integer(r, 0, 3)) {
        const double part = test_between(r, 0.1, 1);
        two.pose.position.x -= (cld_real)(part * ((double)mb.linear.x - (double)ma.linear.x));
        two.pose.position.y -= (cld_real)(part * ((double)mb.linear.y - (double)ma.linear.y));
        two.pose.position.z -= (cld_real)(part * ((double)mb.linear.z - (double)ma.linear.z));
        body_settle(&two);
    }
    if (test_integer(r, 0, 3) == 0) skin = smaller * test_between(r, 0, 0.3);
    if (test_integer(r, 0, 3) == 0) tolerance = smaller * solid_log(r, -6, -2);
    turning_check(&ma, &mb, skin, tolerance, r, tally);
}

static void random_turns(void)
{
    const int repeat = test_repeat(6);
    turn_tally tally;
    memset(&tally, 0, sizeof tally);
    for (int i = 0; i < SORTS; i++)
        for (int j = 0; j < SORTS; j++) {
            test_random r = test_random_from((uint64_t)(5000 + SORTS * i + j));
            for (int k = 0; k < repeat; k++) random_turn(&r, i, j, &tally);
        }
    printf("     %ld sweeps, %ld hits, %ld starts in contact, %ld of these stopped, %.2g left\n",
           tally.sweeps, tally.hits, tally.starts, tally.stopped, tally.left);
    CHECK(tally.hits > tally.sweeps / 8);
}

/* The same at another scale, a power of two: the same time, to the bit. */
static void scaled_turns(void)
{
    const int sorts[5] = {SORT_CAPSULE, SORT_BOX, SORT_ROUNDED, SORT_CLOUD, SORT_CYLINDER};
    const int repeat = test_repeat(200);
    test_random r = test_random_from(61);
    for (int i = 0; i < repeat; i++) {
        const int e = test_integer(&r, -20, 20);
        cld_hit hit, again;
        random_pair(&one, &two, &r, sorts[i % 5], sorts[test_integer(&r, 0, 4)]);
        cld_motion m = random_spin(&r, (double)(one.truth.size + two.truth.size));
        if (vec_most(&m.angular) == 0) m.angular.y = 2;
        const int told =
            cld_shape_sweep(&one.shape, one.at, NULL, &two.shape, two.at, &m, NULL, &hit);
        body_scale(&one, e), body_scale(&two, e);
        m.linear.x = (cld_real)ldexp((double)m.linear.x, e);
        m.linear.y = (cld_real)ldexp((double)m.linear.y, e);
        m.linear.z = (cld_real)ldexp((double)m.linear.z, e);
        m.centre.x = (cld_real)ldexp((double)m.centre.x, e);
        m.centre.y = (cld_real)ldexp((double)m.centre.y, e);
        m.centre.z = (cld_real)ldexp((double)m.centre.z, e);
        CHECK(cld_shape_sweep(&one.shape, one.at, NULL, &two.shape, two.at, &m, NULL, &again) ==
              told);
        if (told == 1)
            CHECK(again.time == hit.time &&
                  (double)again.contact.distance == ldexp((double)hit.contact.distance, e));
    }
}

/* -------------------------------------------------------------------------- as people make them */

static cld_motion motion_of_six(double x, double y, double z, double u, double v, double w)
{
    cld_motion m;
    memset(&m, 0, sizeof m);
    m.linear = vec3(x, y, z), m.angular = vec3(u, v, w);
    return m;
}

static void place(shape_body *b, cld_shape shape, double x, double y, double z)
{
    b->shape = shape, b->pose = cld_pose_identity(), b->at = &b->pose;
    b->pose.position = vec3(x, y, z);
    b->sort = shape.kind == CLD_SHAPE_CYLINDER ? SORT_CYLINDER : SORT_BOX;
    body_settle(b);
}

static int turned(const cld_motion *m, cld_hit *hit)
{
    return cld_shape_sweep(&one.shape, one.at, NULL, &two.shape, two.at, m, NULL, hit);
}

/* On a floor whose top is at 0: what rolls, spins in place or slides while it turns is not stopped;
   what tips over goes in at once. */
static void on_a_floor(void)
{
    const cld_shape floor = cld_shape_box(vec3(8, 8, 1));
    cld_hit hit;
    place(&one, floor, 0, 0, -1);
    for (int k = 1; k < 40; k++) {
        const double w = 0.25 * k, v = 0.1 * k;
        cld_motion roll = motion_of_six(0.5 * v, 0, 0, 0, v, 0);
        cld_motion spin = motion_of_six(0, 0, 0, 0, 0, w), slide = motion_of_six(v, 1, 0, 0, 0, w);
        cld_motion rise = motion_of_six(v, 0, 2, w / 8, 0, 0);
        cld_motion tip = motion_of_six(0, 0, 0, w, 0.5, 0);
        place(&two, cld_shape_box(vec3(0.5, 0.5, 0.5)), 0, 0, 0.5);
        CHECK(turned(&spin, &hit) == 0 && turned(&slide, &hit) == 0 && turned(&rise, &hit) == 0);
        CHECK(turned(&tip, &hit) == 1 && hit.time == 0 && hit.contact.normal.z == 1);
        place(&two, cld_shape_sphere((cld_real)0.5), 0, 0, 0.5);
        CHECK(turned(&roll, &hit) == 0 && turned(&tip, &hit) == 0);
        place(&two, cld_shape_cylinder((cld_real)0.5, 1), 0, 0, 0.5); /* a wheel along y */
        two.pose.rotation.x = vec3(1, 0, 0), two.pose.rotation.y = vec3(0, 0, -1);
        two.pose.rotation.z = vec3(0, 1, 0);
        body_settle(&two);
        CHECK(turned(&roll, &hit) == 0 && turned(&spin, &hit) == 0 && turned(&slide, &hit) == 0);
        place(&two, cld_shape_capsule((cld_real)0.5, 1), 0, 0, 0.5);
        two.pose.rotation.x = vec3(1, 0, 0), two.pose.rotation.y = vec3(0, 0, -1);
        two.pose.rotation.z = vec3(0, 1, 0);
        body_settle(&two);
        CHECK(turned(&roll, &hit) == 0 && turned(&spin, &hit) == 0 && turned(&slide, &hit) == 0);
    }
}

/* A square turns above a floor: its lowest corner is at h - sqrt(2) a cos(pi/4 - angle). */
static void corner_on_floor(void)
{
    test_random r = test_random_from(62);
    const int repeat = test_repeat(400);
    const double pi = acos(-1);
    place(&one, cld_shape_box(vec3(8, 8, 1)), 0, 0, -1);
    for (int i = 0; i < repeat; i++) {
        const double a = test_between(&r, 0.25, 1), h = a * test_between(&r, 1.01, 1.41);
        const double turn = (test_integer(&r, 0, 1) ? 1 : -1) * test_between(&r, 0.8, 40);
        const cld_motion m = motion_of_six(0, 0, 0, 0, turn, 0);
        cld_hit hit;
        place(&two, cld_shape_box(vec3(a, a, a)), 0, 0, h);
        const double high = (double)two.pose.position.z, half = (double)two.shape.half.x;
        const double angle = pi / 4 - acos(fmin(high / (sqrt(2) * half), 1));
        if (!CHECK(turned(&m, &hit) == 1)) continue;
        /* 1e-4 of the size 3 a are left at most, at the slope of that angle */
        const double slope = sqrt(2) * half * sin(pi / 4 - angle);
        const double early = (4e-4 * half / slope + 1e-6) / fabs(turn);
        CHECK((double)hit.time <= angle / fabs(turn) + 4 * TEST_ROUND);
        CHECK((double)hit.time >= angle / fabs(turn) - early - 4 * TEST_ROUND);
        CHECK(hit.contact.distance >= 0 && (double)hit.contact.distance <= 3.1e-4 * half);
    }
}

/* A stick that spins flies through a wall a thousandth as thick between two frames in which both are
   apart: its tip is at x + |cos| l. */
static void stick_through_wall(void)
{
    test_random r = test_random_from(63);
    const int repeat = test_repeat(300);
    int between = 0;
    place(&one, cld_shape_box(vec3(0.0005, 4, 4)), 0, 0, 0);
    for (int i = 0; i < repeat; i++) {
        const double turns = test_between(&r, 0.2, 20), start = test_between(&r, -1.3, -1.05);
        const double way = test_between(&r, 2, 4), begin = test_between(&r, 0, 3);
        const cld_motion m = motion_of_six(way, 0, 0, 0, 0, 6.2831853 * turns);
        cld_hit hit;
        cld_pose after;
        place(&two, cld_shape_box(vec3(1, 0.01, 0.01)), start, 0, 0);
        two.pose.rotation.x = vec3(cos(begin), sin(begin), 0);
        two.pose.rotation.y = vec3(-sin(begin), cos(begin), 0);
        body_settle(&two);
        after = cld_motion_pose(&m, two.at, 1);
        between += !cld_shape_overlap(&one.shape, one.at, &two.shape, two.at, NULL) &&
                   !cld_shape_overlap(&one.shape, one.at, &two.shape, &after, NULL);
        if (cld_shape_overlap(&one.shape, one.at, &two.shape, two.at, NULL)) continue;
        if (!CHECK(turned(&m, &hit) == 1)) continue;
        for (int k = 0; k <= 200; k++) { /* the tip, or a corner of the stick */
            const double t = (double)hit.time * k / 200;
            const double c = fabs(cos(begin + 6.2831853 * turns * t));
            const double s = fabs(sin(begin + 6.2831853 * turns * t));
            CHECK(start + way * t + c + 0.01 * s < -0.0005 + 2e-6);
        }
    }
    CHECK(between > repeat / 4);
}

/* Bodies at rest on each other that move as one: nobody comes nearer. */
static void together(void)
{
    test_random r = test_random_from(64);
    const int repeat = test_repeat(100);
    for (int i = 0; i < repeat; i++) {
        cld_motion m = motion_of_six(test_between(&r, -1, 1), test_between(&r, -1, 1), 0,
                                     test_between(&r, -1, 1), test_between(&r, -1, 1), 0);
        cld_motion n = m;
        cld_hit hit;
        place(&one, cld_shape_box(vec3(1, 1, 0.5)), 0, 0, 0);
        place(&two, cld_shape_box(vec3(0.5, 0.5, 0.5)), 0.25, 0, 1);
        m.centre = vec3(0.25, 0.5, 0), n.centre = vec3(0, 0.5, -1); /* one place of the world */
        CHECK(cld_shape_sweep(&one.shape, one.at, &m, &two.shape, two.at, &n, NULL, &hit) == 0);
    }
}

/* The box of all places on the way has those at sampled times. */
static void bounds(void)
{
    test_random r = test_random_from(65);
    const int repeat = test_repeat(2000);
    for (int i = 0; i < repeat; i++) {
        static shape_solid at;
        cld_aabb box;
        random_pair(&one, &two, &r, i % SORTS, SORT_BALL);
        const cld_motion m = random_spin(&r, (double)one.truth.size);
        const double size = (double)one.truth.size;
        if (!CHECK(cld_shape_bounds(&one.shape, one.at, &m, &box) == CLD_OK)) continue;
        for (int k = 0; k <= 12; k++) {
            spun(&one, &m, (solid_real)k / 12, &at);
            for (int j = 0; j < 3; j++) {
                solid_real n[3] = {0, 0, 0}, p[3];
                n[j] = 1;
                const double high = (double)(solid_farthest(&at, n, p) + at.place[j] + at.radius);
                n[j] = -1;
                const double low = (double)(at.place[j] - solid_farthest(&at, n, p) - at.radius);
                CHECK(high <= (double)(&box.high.x)[j] && low >= (double)(&box.low.x)[j]);
                if (angle_of(&m) < 6.28 && vec_most(&m.linear) == 0)
                    CHECK((double)(&box.high.x)[j] - high <= 8 * size);
            }
        }
    }
}

/* The pose at a time takes points where the motion has them. */
static void poses(void)
{
    test_random r = test_random_from(66);
    const int repeat = test_repeat(2000);
    for (int i = 0; i < repeat; i++) {
        static shape_solid at;
        random_pair(&one, &two, &r, SORT_FEW, SORT_BALL);
        const cld_motion m = random_spin(&r, 1);
        const double t = test_between(&r, 0, 1);
        const cld_pose pose = cld_motion_pose(&m, one.at, (cld_real)t);
        const cld_real *p = one.shape.points;
        spun(&one, &m, (cld_real)t, &at);
        const cld_vec3 q = cld_pose_point(&pose, vec3((double)p[0], (double)p[1], (double)p[2]));
        const double size = (double)at.size + 2 + (double)vec_most(&pose.position);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR((&q.x)[k], at.vertex[0][k] + at.place[k],
                       (16 * TEST_ROUND + ldexp(angle_of(&m), -51)) * size);
    }
}

static void bad_input(void)
{
    const cld_shape box = cld_shape_box(vec3(1, 1, 1));
    const cld_pose there = cld_pose_from_axis_angle(vec3(0, 0, 1), 0, vec3(3, 0, 0));
    cld_motion m = motion_of_six(-4, 0, 0, 0, 0, 1), bad;
    cld_sweep_params params = {0, 0};
    cld_hit hit;
    cld_aabb bounds_of;
    memset(&hit, 7, sizeof hit), memset(&bounds_of, 7, sizeof bounds_of);
#define SWEEP(motion, status)                                                                      \
    CHECK(cld_shape_sweep(&box, NULL, NULL, &box, &there, motion, &params, &hit) == (status)),     \
        CHECK(cld_shape_sweep(&box, NULL, motion, &box, &there, NULL, &params, &hit) == (status))
    bad = m, bad.angular.x = (cld_real)TEST_NAN;
    SWEEP(&bad, CLD_ERROR_FINITE);
    CHECK(cld_shape_bounds(&box, NULL, &bad, &bounds_of) == CLD_ERROR_FINITE);
    bad = m, bad.angular.x = 1025;
    SWEEP(&bad, CLD_ERROR_PARAMETER);
    CHECK(cld_shape_bounds(&box, NULL, &bad, &bounds_of) == CLD_ERROR_PARAMETER);
    bad = m, bad.centre.y = (cld_real)TEST_INFINITY;
    SWEEP(&bad, CLD_ERROR_FINITE);
    bad = m, bad.linear.y = (cld_real)TEST_INFINITY;
    SWEEP(&bad, CLD_ERROR_FINITE);
    params.tolerance = -1;
    SWEEP(&m, CLD_ERROR_PARAMETER);
    params.tolerance = (cld_real)TEST_NAN;
    SWEEP(&m, CLD_ERROR_FINITE);
    params.tolerance = 0, params.distance = -1;
    SWEEP(&m, CLD_ERROR_PARAMETER);
    for (size_t i = 0; i < sizeof hit; i++) CHECK(((const unsigned char *)&hit)[i] == 7);
    for (size_t i = 0; i < sizeof bounds_of; i++)
        CHECK(((const unsigned char *)&bounds_of)[i] == 7);
    params.distance = 0;
    CHECK(cld_shape_sweep(&box, NULL, NULL, &box, &there, &m, &params, &hit) == 1);
    CHECK(cld_shape_sweep(&box, NULL, NULL, &box, &there, &m, NULL, NULL) == 1);
#undef SWEEP
}

static long sweeps_of_each;

static int turns_table(void)
{
    for (int i = 0; i < SORTS; i++)
        for (int j = i; j < SORTS; j++) {
            test_random r = test_random_from((uint64_t)(7000 + SORTS * i + j));
            const long before = test_failures;
            turn_tally tally;
            memset(&tally, 0, sizeof tally);
            for (long k = 0; k < sweeps_of_each; k++) random_turn(&r, i, j, &tally);
            printf("%-9s %-9s %8ld sweeps, %8ld hits, %7ld starts in contact, %7ld stopped, "
                   "%.2g left, %ld failures\n",
                   sort_names[i], sort_names[j], tally.sweeps, tally.hits, tally.starts,
                   tally.stopped, tally.left, test_failures - before);
            fflush(stdout);
        }
    return test_failures != 0;
}

int main(int argc, char **argv)
{
    sweeps_of_each = test_option(&argc, argv, "--sweeps", 0);
    test_begin(argc, argv);
    if (sweeps_of_each) {
        CHECK(turns_table() == 0);
    } else {
        TEST(random_turns);
        TEST(scaled_turns);
        TEST(on_a_floor);
        TEST(corner_on_floor);
        TEST(stick_through_wall);
        TEST(together);
        TEST(bounds);
        TEST(poses);
        TEST(bad_input);
    }
    pool_free(), body_free(&one), body_free(&two);
    return test_end();
}
