/* Cylinders that move over terrain: the time of the first contact, against the yes or no of
 * cld_heightfield_overlap_cylinder at places along the way (which has an oracle of its own). */
#include "test.h"

#define SIDE 33

static float heights[SIDE * SIDE];
static double memory[1024];

/* Hills, stairs, noise, a flat; holes. */
static cld_heightfield random_field(test_random *r, int kind, int holes)
{
    cld_heightfield f;
    int i, j;
    memset(&f, 0, sizeof f);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = SIDE;
    f.dx = (cld_real)0.5, f.dy = (cld_real)0.75;
    f.diagonal = (cld_diagonal)test_integer(r, 0, 2);
    for (j = 0; j < SIDE; j++) {
        for (i = 0; i < SIDE; i++) {
            double h = kind == 0   ? sin(0.4 * i) * cos(0.3 * j)
                       : kind == 1 ? 0.5 * floor(0.25 * i) - 0.25 * floor(0.2 * j)
                       : kind == 2 ? test_between(r, -0.5, 0.5)
                                   : 0.25;
            if (test_integer(r, 1, 100) <= holes) h = TEST_NAN;
            heights[i + j * SIDE] = (float)h;
        }
    }
    if (test_integer(r, 0, 2)) f.pose = test_pose(r, 20);
    return f;
}

static cld_vec3 random_point(test_random *r, const cld_heightfield *f, double low, double high)
{
    cld_vec3 p;
    p.x = (cld_real)test_between(r, -2, 18), p.y = (cld_real)test_between(r, -2, 26);
    p.z = (cld_real)test_between(r, low, high);
    return cld_pose_point(&f->pose, p);
}

/* The cylinder after a part of the motion, made larger by `more`. */
static cld_cylinder moved(cld_cylinder c, cld_vec3 motion, double part, double more)
{
    c.centre.x = (cld_real)((double)c.centre.x + part * (double)motion.x);
    c.centre.y = (cld_real)((double)c.centre.y + part * (double)motion.y);
    c.centre.z = (cld_real)((double)c.centre.z + part * (double)motion.z);
    c.radius = (cld_real)((double)c.radius + more);
    c.half_height = (cld_real)((double)c.half_height + more);
    return c;
}

static void sweeps_end_at_the_first_contact(void)
{
    const double sizes[6][2] = {{0.35, 0.125}, {1, 0.025}, {0.05, 1},
                                {3, 0.5},      {0.1, 0.1}, {0.3, 2}};
    test_random r = test_random_from(1);
    int n, k, hits = 0, starts = 0;
    for (n = 0; n < test_repeat(20000); n++) {
        const int holes = n % 5 == 4 ? 10 : 0;
        static cld_heightfield f;
        cld_cylinder c;
        cld_vec3 to, motion;
        cld_heightfield_hit hit, plain;
        double slack, last;
        int answer, touching, inside;
        if (n % 50 == 0) {
            f = random_field(&r, test_integer(&r, 0, 3), holes);
            if (n % 100) CHECK(cld_heightfield_build(&f, memory) == CLD_OK);
        }
        memset(&c, 0, sizeof c);
        c.radius = (cld_real)sizes[n % 6][0], c.half_height = (cld_real)sizes[n % 6][1];
        c.axis = test_rotation(&r).x;
        c.centre = random_point(&r, &f, 0, 6), to = random_point(&r, &f, -4, 4);
        motion.x = to.x - c.centre.x, motion.y = to.y - c.centre.y, motion.z = to.z - c.centre.z;
        memset(&hit, 0, sizeof hit), memset(&plain, 0, sizeof plain);
        touching = cld_heightfield_overlap_cylinder(&f, &c);
        answer = cld_heightfield_sweep_cylinder(&f, &c, motion, &hit);
        CHECK(answer == 0 || answer == 1);
        CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, NULL) == answer);
        /* rounding of cld_real in the places asked below, and of the time; 2^-44 of all numbers */
        slack = 1600 * TEST_ROUND + 4e-11;
        last = answer ? (double)hit.time : 1;
        { /* with and without a pyramid the same, to the last bit where they are apart at the
             start */
            cld_heightfield g = f;
            g.pyramid = NULL;
            CHECK(cld_heightfield_sweep_cylinder(&g, &c, motion, &plain) == answer);
            CHECK(plain.time == hit.time);
            CHECK(touching || memcmp(&plain, &hit, sizeof hit) == 0);
            if (answer == 1) CHECK_NEAR(plain.contact.distance, hit.contact.distance, slack);
        }
        if (touching) {
            starts++;
            CHECK(answer == 1 && hit.time == 0);
            continue;
        }
        /* where the centre comes below the border no size helps: it is asked beside it */
        inside = answer == 1 && hit.contact.feature_a == CLD_CYLINDER_INSIDE;
        for (k = 0; k < (inside ? 12 : 24); k++) { /* nothing is met before */
            const double part = k < 12 ? last * k / 12 : last * (1 - exp(-k));
            const cld_cylinder there = moved(c, motion, part, -slack);
            if (!CHECK(cld_heightfield_overlap_cylinder(&f, &there) == 0)) {
                printf("    n %d, k %d, part %.9g of %.9g, answer %d\n", n, k, part, last, answer);
                break;
            }
        }
        if (answer == 1) {
            const cld_cylinder there = moved(c, motion, inside ? last + slack : last, slack);
            const cld_contact *p = &hit.contact;
            hits++;
            if (!CHECK(cld_heightfield_overlap_cylinder(&f, &there) == 1))
                printf("    n %d, time %.9g\n", n, last);
            CHECK(p->distance == 0);
            CHECK_NEAR(p->normal.x * p->normal.x + p->normal.y * p->normal.y +
                           p->normal.z * p->normal.z,
                       1, 32 * TEST_ROUND);
            CHECK(memcmp(&p->point_a, &p->point_b, sizeof p->point_a) == 0);
        }
    }
    printf("    %d hits, %d touched at the start, of %d\n", hits, starts, n);
}

/* A wheel falls on a plane, a slope, a ridge: times, points and normals by hand. */
static void wheels_fall(void)
{
    const float flat[4] = {1, 1, 1, 1}, slope[4] = {0, 1, 0, 1}, ridge[6] = {0, 1, 0, 0, 1, 0};
    cld_heightfield f;
    cld_cylinder c;
    cld_vec3 down;
    cld_heightfield_hit hit;
    const double near = 16 * TEST_ROUND + 2e-12; /* of numbers up to 10 */
    memset(&f, 0, sizeof f), memset(&c, 0, sizeof c), memset(&down, 0, sizeof down);
    f.heights = flat, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 2, f.dx = f.dy = 1;
    c.radius = (cld_real)0.25, c.half_height = (cld_real)0.125;
    c.centre.x = c.centre.y = (cld_real)0.5, c.centre.z = 5, c.axis.y = 1;
    down.z = -10;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 1);
    CHECK_NEAR(hit.time, 0.375, near);
    CHECK_NEAR(hit.contact.normal.z, -1, near);
    CHECK_NEAR(hit.contact.point_a.z, 1, near);
    f.heights = slope;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 1);
    CHECK_NEAR(hit.time, (4.5 - 0.25 * sqrt(2.0)) / 10, near);
    CHECK_NEAR(hit.contact.normal.x, sqrt(0.5), near);
    CHECK_NEAR(hit.contact.normal.z, -sqrt(0.5), near);
    f.heights = ridge, f.columns = 3;
    c.centre.x = 1;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 1);
    CHECK_NEAR(hit.time, 0.375, near);
    CHECK_NEAR(hit.contact.normal.z, -1, near);
    c.centre.x = (cld_real)1.125; /* the edge meets the side aslant */
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 1);
    CHECK_NEAR(hit.time, (4 - 0.25 * sqrt(0.75)) / 10, near);
    CHECK_NEAR(hit.contact.normal.x, -0.5, near);
    down.z = 10;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 0);
    down.z = 0;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 0);
    c.centre.z = 0; /* from beside the field under its border */
    c.centre.x = -3, c.centre.z = -5, down.x = 4;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, down, &hit) == 1);
    CHECK_NEAR(hit.time, 0.75, near);
    CHECK(hit.contact.feature_a == CLD_CYLINDER_INSIDE && hit.contact.normal.z == -1);
}

static void motions_of_any_length(void)
{
    test_random r = test_random_from(3);
    cld_heightfield f = random_field(&r, 0, 0);
    cld_heightfield_hit hit;
    int n;
    for (n = 0; n < test_repeat(400); n++) {
        const double length = n % 2 ? 1e30 : 1e5;
        cld_cylinder c;
        cld_vec3 motion, to = random_point(&r, &f, -0.1, 0.1);
        memset(&c, 0, sizeof c);
        c.radius = (cld_real)0.01, c.half_height = (cld_real)0.005, c.axis.z = 1;
        c.centre = random_point(&r, &f, 3, 4);
        f.pyramid = NULL;
        if (n % 3) CHECK(cld_heightfield_build(&f, memory) == CLD_OK);
        motion.x = (cld_real)(((double)to.x - (double)c.centre.x) * length);
        motion.y = (cld_real)(((double)to.y - (double)c.centre.y) * length);
        motion.z = (cld_real)(((double)to.z - (double)c.centre.z) * length);
        CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) >= 0);
    }
}

/* Small cylinders that fall between spikes, cells and cylinders of all sizes: an end in time, and
   the same with a pyramid. */
static void between_spikes(void)
{
    const double least = sizeof(cld_real) == 4 ? -30 : -40;
    test_random r = test_random_from(5);
    int n;
    for (n = 0; n < test_repeat(400); n++) {
        cld_heightfield f = random_field(&r, 2, n % 4 == 0 ? 10 : 0);
        const double cell = pow(10, test_between(&r, least, 2));
        const double size = cell * pow(10, test_between(&r, -2, 1));
        cld_heightfield_hit hit, with;
        cld_cylinder c;
        cld_vec3 motion;
        int answer;
        memset(&c, 0, sizeof c), memset(&hit, 0, sizeof hit), memset(&with, 0, sizeof with);
        memset(&f.pose, 0, sizeof f.pose);
        f.dx = (cld_real)cell, f.dy = (cld_real)(2 * cell);
        c.radius = (cld_real)size, c.half_height = (cld_real)(size * test_between(&r, 0.1, 2));
        c.axis = test_rotation(&r).x;
        c.centre.x = (cld_real)(cell * test_between(&r, -1, 33));
        c.centre.y = (cld_real)(cell * test_between(&r, -1, 66)), c.centre.z = 2;
        motion.x = (cld_real)(cell * test_between(&r, -3, 3));
        motion.y = (cld_real)(cell * test_between(&r, -3, 3)), motion.z = -4;
        answer = cld_heightfield_sweep_cylinder(&f, &c, motion, &hit);
        CHECK(answer == 0 || answer == 1);
        CHECK(hit.time >= 0 && hit.time <= 1);
        CHECK(cld_heightfield_build(&f, memory) == CLD_OK);
        CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &with) == answer);
        CHECK(hit.time == with.time);
    }
}

static void bad_input(void)
{
    test_random r = test_random_from(4);
    cld_heightfield f = random_field(&r, 0, 0);
    cld_heightfield_hit hit;
    cld_cylinder c;
    cld_vec3 motion;
    memset(&c, 0, sizeof c), memset(&motion, 0, sizeof motion);
    c.radius = c.half_height = 1, c.axis.z = 1, c.centre.z = 100;
    CHECK(cld_heightfield_sweep_cylinder(NULL, &c, motion, &hit) == CLD_ERROR_NULL);
    CHECK(cld_heightfield_sweep_cylinder(&f, NULL, motion, &hit) == CLD_ERROR_NULL);
    motion.y = (cld_real)TEST_NAN;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == CLD_ERROR_FINITE);
    motion.y = (cld_real)TEST_INFINITY;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == CLD_ERROR_FINITE);
    motion.y = 0, c.radius = 0;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == CLD_ERROR_EXTENT);
    c.radius = 1, c.axis.z = 0;
    CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == CLD_ERROR_PARAMETER);
}

/* Below the open border of a flat field that is turned, from beside it inwards, along a line
   between cells, to rounding: the centre comes below the field at the border. */
static void under_a_border(void)
{
    test_random r = test_random_from(4);
    int n;
    for (n = 0; n < test_repeat(20000); n++) {
        static const float flat[4][4];
        const int line = test_integer(&r, 1, 2), along_y = test_integer(&r, 0, 1);
        const double before = test_between(&r, 0.1, 2), length = before + test_between(&r, 0.5, 3);
        const double place = line + (n % 2 ? 0 : test_between(&r, -1, 1) * 4 * TEST_ROUND);
        const double far = 64 * TEST_ROUND * (1 + length);
        cld_heightfield f;
        cld_heightfield_hit hit;
        cld_cylinder c;
        cld_sphere s;
        cld_vec3 from, to, motion;
        memset(&f, 0, sizeof f);
        f.heights = flat, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 4, f.dx = f.dy = 1;
        f.diagonal = (cld_diagonal)test_integer(&r, 0, 2);
        f.pose = test_pose(&r, 0);
        from.x = (cld_real)-before, from.y = (cld_real)place, from.z = -5;
        to.x = (cld_real)(length - before), to.y = from.y, to.z = -5;
        if (along_y) {
            from.y = from.x, from.x = to.y;
            to.y = to.x, to.x = from.x;
        }
        from = cld_pose_point(&f.pose, from), to = cld_pose_point(&f.pose, to);
        motion.x = to.x - from.x, motion.y = to.y - from.y, motion.z = to.z - from.z;
        memset(&c, 0, sizeof c), memset(&hit, 0, sizeof hit);
        c.centre = s.centre = from, c.axis.z = 1;
        c.radius = c.half_height = s.radius = (cld_real)0.25;
        CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == 1);
        CHECK_NEAR((double)hit.time * length, before, far);
        CHECK(cld_heightfield_sweep_sphere(&f, &s, motion, &hit) == 1);
        CHECK_NEAR((double)hit.time * length, before, far);
    }
}

/* Into the edge of a flat field, whose cells end there: the normal looks the way it goes. */
static void against_a_border(void)
{
    static const float flat[2][2];
    cld_heightfield f;
    cld_heightfield_hit hit;
    cld_cylinder c;
    cld_vec3 motion;
    int k;
    memset(&f, 0, sizeof f), memset(&c, 0, sizeof c), memset(&hit, 0, sizeof hit);
    f.heights = flat, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 2, f.dx = f.dy = 1;
    c.centre.x = 3, c.centre.y = (cld_real)0.5;
    c.axis.z = 1, c.radius = (cld_real)0.25, c.half_height = 1;
    motion.x = -4, motion.y = 0;
    for (k = -2; k <= 2; k++) {
        motion.z = (cld_real)(0.25 * k);
        CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == 1);
        CHECK_NEAR(hit.time, 0.4375, 8 * TEST_ROUND + 1e-13); /* early by what is not certain */
        CHECK_NEAR(hit.contact.normal.x, -1, 8 * TEST_ROUND);
    }
}

static double along(cld_vec3 a, cld_vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

/* Long ways over wide land: the same time with and without a pyramid, apart before, touching then;
   cylinders, spheres and boxes. */
static void long_ways(void)
{
    enum { WIDE = 200 };
    static float land[WIDE * WIDE];
    static double pyramid[WIDE * WIDE / 8 + 64];
    test_random r = test_random_from(6);
    int n, i, hits = 0;
    for (i = 0; i < WIDE * WIDE; i++)
        land[i] = test_integer(&r, 0, 400) ? (float)test_between(&r, -0.1, 0.1) : 3;
    for (n = 0; n < test_repeat(800); n++) {
        cld_heightfield f, plain;
        cld_heightfield_hit hit, other;
        cld_cylinder c;
        cld_sphere b;
        cld_vec3 motion, start;
        int answer;
        memset(&f, 0, sizeof f), memset(&c, 0, sizeof c);
        memset(&hit, 0, sizeof hit), memset(&other, 0, sizeof other);
        f.heights = land, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = WIDE;
        if (n % 4 == 0) f.rows = 12;
        f.dx = f.dy = (cld_real)0.5, f.pose = test_pose(&r, n % 3 ? 20 : 0);
        CHECK(cld_heightfield_size(&f) <= sizeof pyramid);
        CHECK(cld_heightfield_build(&f, pyramid) == CLD_OK);
        plain = f, plain.pyramid = NULL;
        start.x = (cld_real)test_between(&r, -5, 105),
        start.y = (cld_real)test_between(&r, -5, 105);
        start.z = (cld_real)test_between(&r, 0.8, 4);
        motion.x = (cld_real)test_between(&r, -100, 100);
        motion.y = (cld_real)(test_between(&r, -100, 100) * (n % 4 ? 1 : 0.05));
        motion.z = (cld_real)test_between(&r, -3, 1);
        if (n % 4 == 0) start.y = (cld_real)test_between(&r, -1, 7);
        c.centre = cld_pose_point(&f.pose, start);
        f.pose.position.x = f.pose.position.y = f.pose.position.z = 0;
        motion = cld_pose_point(&f.pose, motion);
        f.pose = plain.pose;
        c.axis = test_rotation(&r).x;
        c.radius = (cld_real)0.3, c.half_height = (cld_real)0.2;
        b.centre = c.centre, b.radius = c.radius;
        answer = cld_heightfield_sweep_cylinder(&f, &c, motion, &hit);
        CHECK(cld_heightfield_sweep_cylinder(&plain, &c, motion, &other) == answer);
        CHECK(hit.time == other.time);
        if (answer == 1 && hit.time > 0) {
            const double slack = 4000 * TEST_ROUND + 1e-10;
            const double length =
                sqrt((double)motion.x * (double)motion.x + (double)motion.y * (double)motion.y +
                     (double)motion.z * (double)motion.z);
            const double time = (double)hit.time;
            const int inside = hit.contact.feature_a == CLD_CYLINDER_INSIDE;
            cld_cylinder there = moved(c, motion, time + (inside ? slack : 0), slack);
            CHECK(cld_heightfield_overlap_cylinder(&f, &there) == 1);
            there = moved(c, motion, time * (1 - 0.01 / (1 + length)), -slack);
            CHECK(cld_heightfield_overlap_cylinder(&f, &there) == 0);
            hits++;
        }
        memset(&hit, 0, sizeof hit), memset(&other, 0, sizeof other);
        answer = cld_heightfield_sweep_sphere(&f, &b, motion, &hit);
        CHECK(cld_heightfield_sweep_sphere(&plain, &b, motion, &other) == answer);
        CHECK(memcmp(&hit, &other, sizeof hit) == 0);
    }
    CHECK(hits > n / 10);
}

/* Fields of a few cells, which are mostly border, met from all sides and from beneath: nothing is
   met before the time told, and something is then. */
static void around_small_fields(void)
{
    test_random r = test_random_from(7);
    int n, k, hits = 0, upwards = 0;
    for (n = 0; n < test_repeat(20000); n++) {
        static float few[9];
        const double slack = 400 * TEST_ROUND + 1e-11;
        cld_heightfield f;
        cld_heightfield_hit hit;
        cld_cylinder c;
        cld_vec3 to, motion;
        double last;
        for (k = 0; k < 9; k++) few[k] = (float)(n % 3 ? test_between(&r, -1, 1) : 0);
        if (n % 7 == 0) few[test_integer(&r, 0, 8)] = (float)TEST_NAN;
        memset(&f, 0, sizeof f), memset(&c, 0, sizeof c), memset(&hit, 0, sizeof hit);
        f.heights = few, f.type = CLD_HEIGHT_FLOAT, f.dx = f.dy = 1;
        f.columns = f.rows = (uint32_t)test_integer(&r, 2, 3);
        f.diagonal = (cld_diagonal)test_integer(&r, 0, 2);
        c.centre.x = (cld_real)test_between(&r, -2, 4),
        c.centre.y = (cld_real)test_between(&r, -2, 4);
        c.centre.z = (cld_real)test_between(&r, -3, 3);
        c.axis = test_rotation(&r).x;
        if (n % 5 == 0) c.axis.x = c.axis.y = 0, c.axis.z = 1;
        if (n % 5 == 1) c.axis.x = 1, c.axis.y = c.axis.z = 0;
        c.radius = (cld_real)test_between(&r, 0.05, 0.6);
        c.half_height = (cld_real)test_between(&r, 0.05, 0.6);
        to.x = (cld_real)test_between(&r, 0, 2), to.y = (cld_real)test_between(&r, 0, 2);
        to.z = (cld_real)test_between(&r, -1, 1);
        if (n % 11 == 0) to.x = c.centre.x, to.y = c.centre.y;
        motion.x = 2 * (to.x - c.centre.x), motion.y = 2 * (to.y - c.centre.y);
        motion.z = 2 * (to.z - c.centre.z);
        if (cld_heightfield_overlap_cylinder(&f, &c)) continue;
        if (cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) != 1) hit.time = 2;
        last = fmin((double)hit.time, 1);
        for (k = 0; k < 12; k++) {
            const cld_cylinder there = moved(c, motion, last * (1 - exp2(-k)), -slack);
            if (!CHECK(cld_heightfield_overlap_cylinder(&f, &there) == 0)) break;
        }
        if (hit.time > 1) continue;
        if (hit.contact.feature_a != CLD_CYLINDER_INSIDE) {
            const cld_cylinder there = moved(c, motion, last, slack);
            const cld_vec3 m = hit.contact.normal;
            CHECK(cld_heightfield_overlap_cylinder(&f, &there) == 1);
            CHECK_NEAR(m.x * m.x + m.y * m.y + m.z * m.z, 1, 32 * TEST_ROUND);
            upwards += along(m, motion) < 0; /* a face met from beneath: its own normal */
        }
        hits++;
    }
    printf("    %d hits, %d from beneath, of %d\n", hits, upwards, n);
    CHECK(n < 1000 || (hits > n / 4 && upwards > 0));
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(sweeps_end_at_the_first_contact);
    TEST(wheels_fall);
    TEST(motions_of_any_length);
    TEST(between_spikes);
    TEST(under_a_border);
    TEST(against_a_border);
    TEST(long_ways);
    TEST(around_small_fields);
    TEST(bad_input);
    return test_end();
}
