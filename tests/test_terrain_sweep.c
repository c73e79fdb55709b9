/* Cylinders that move over terrain: the time of the first contact, against the yes or no of
 * cld_heightfield_overlap_cylinder at places along the way (which has an oracle of its own). */
#include "test.h"
#include "examples/heightfield_bodies.h"

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

/* Whether the cylinder, moved against the normal of a contact by so much, and then against those of
   the shallowest contacts that are left, is free, and not farther than `depth` from its place. */
static int is_free_beside(const cld_heightfield *f, cld_cylinder c, const cld_contact *contact,
                          double gone, double depth)
{
    cld_contact list[CLD_HEIGHTFIELD_CONTACTS], next = *contact;
    double x = 0, y = 0, z = 0;
    int round, i, count;
    for (round = 0; round < 32; round++) {
        cld_cylinder there = c;
        x -= gone * (double)next.normal.x, y -= gone * (double)next.normal.y;
        z -= gone * (double)next.normal.z;
        if (x * x + y * y + z * z > depth * depth) return 0;
        there.centre.x = (cld_real)((double)c.centre.x + x);
        there.centre.y = (cld_real)((double)c.centre.y + y);
        there.centre.z = (cld_real)((double)c.centre.z + z);
        count = cld_heightfield_collide_cylinder(f, &there, 0, list, CLD_HEIGHTFIELD_CONTACTS);
        if (count == 0) return 1;
        for (next = list[0], i = 1; i < count; i++)
            if (list[i].distance > next.distance) next = list[i];
        gone = 1e-12 + 16 * TEST_ROUND - (double)next.distance;
    }
    return 0;
}

/* A cylinder that starts in contact, a little deep, is stopped before it comes deeper: until then
   it is free where it is moved out as at the start, or out along normals of contacts by as much;
   and once it has left the ground it touches none. */
static int start_is_followed(const cld_heightfield *f, cld_cylinder c, cld_vec3 motion, double last,
                             double slack)
{
    cld_contact first, then[CLD_HEIGHTFIELD_CONTACTS];
    int k, i, left = 0;
    if (!CHECK(cld_heightfield_distance_cylinder(f, &c, 0, &first) == 1)) return 0;
    if ((double)first.distance < -0.1) return 1;
    for (k = 0; k < 13; k++) {
        const double part = k < 12 ? last * k / 12 : last * (1 - 1e-3);
        const cld_cylinder there = moved(c, motion, part, -slack);
        const double depth = slack - (double)first.distance;
        int count, is_free;
        if (!(there.radius > 0 && there.half_height > 0)) return 1;
        count = cld_heightfield_collide_cylinder(f, &there, 0, then, CLD_HEIGHTFIELD_CONTACTS);
        if (!CHECK(count == 0 || !left)) break;
        left |= count == 0;
        is_free = count == 0 || is_free_beside(f, there, &first, depth - slack, depth);
        for (i = 0; i < count && !is_free; i++)
            is_free = is_free_beside(f, there, &then[i], slack - (double)then[i].distance, depth);
        if (!CHECK(is_free)) break;
    }
    if (k < 13) printf("    k %d of %.9g, starts %g deep\n", k, last, (double)first.distance);
    return k == 13;
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
            if (n % 100) CHECK(cld_heightfield_build(&f, memory, sizeof memory) == CLD_OK);
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
            CHECK(hit.time >= 0 && hit.time <= 1);
            if (!start_is_followed(&f, c, motion, last, slack)) printf("    n %d\n", n);
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

/* Bodies that start deep and leave the ground are from then on bodies that start apart: a low ramp
   stops them that would not where they are moved out, and over a border they come below the ground
   and meet it from beneath. Times by hand. */
static void starts_that_leave_the_ground(void)
{
    enum { COLUMNS = 17, ROWS = 9 };
    static float flat[COLUMNS * ROWS], ramp[COLUMNS * ROWS];
    const double within = 64 * TEST_ROUND + 1e-11;
    cld_heightfield f;
    int n, i;
    memset(&f, 0, sizeof f);
    for (i = 0; i < COLUMNS * ROWS; i++) ramp[i] = i % COLUMNS > 8 ? (float)0.0625 : 0;
    f.type = CLD_HEIGHT_FLOAT, f.columns = COLUMNS, f.rows = ROWS, f.dx = f.dy = 1;
    for (n = 0; n < 2 * 3 * 8; n++) {
        const int beneath = n % 2, body = n / 2 % 3;
        const cld_real scale = (cld_real)exp2(6 * (n / 6) - 24);
        const cld_real quarter = scale * (cld_real)0.25;
        const double expected = beneath ? 0.5 : 0.40625;
        static float scaled[COLUMNS * ROWS];
        cld_real numbers[24];
        cld_cylinder c;
        cld_obb box;
        cld_hull hull;
        cld_vec3 at, motion;
        cld_heightfield_hit hit;
        int answer, k;
        for (k = 0; k < COLUMNS * ROWS; k++)
            scaled[k] = (float)((double)scale * (double)(beneath ? flat : ramp)[k]);
        f.heights = scaled, f.dx = f.dy = scale;
        at.y = 4 * scale + quarter, at.x = scale * (cld_real)(beneath ? 15.984375 : 5.125);
        at.z = scale * (cld_real)(beneath ? -1.25 : 0.1875); /* 1/16 deep */
        motion.x = beneath ? quarter : 8 * scale, motion.y = 0;
        motion.z = beneath ? 2 * scale : quarter;
        memset(&c, 0, sizeof c), memset(&box, 0, sizeof box), memset(&hull, 0, sizeof hull);
        c.centre = box.centre = hull.pose.position = at;
        c.axis.z = (cld_real)!beneath, c.axis.x = (cld_real)beneath;
        c.radius = c.half_height = box.half.x = box.half.y = box.half.z = quarter;
        box.axes.x.x = box.axes.y.y = box.axes.z.z = 1, hull.pose.rotation = box.axes;
        for (k = 0; k < 24; k++) numbers[k] = k / 3 >> k % 3 & 1 ? quarter : -quarter;
        hull.points = numbers, hull.count = 8;
        memset(&hit, 0, sizeof hit);
        answer = body == 0   ? cld_heightfield_sweep_cylinder(&f, &c, motion, &hit)
                 : body == 1 ? cld_heightfield_sweep_obb(&f, &box, motion, &hit)
                             : cld_heightfield_sweep_hull(&f, &hull, motion, &hit);
        if (!CHECK(answer == 1 && fabs((double)hit.time - expected) < within))
            printf("    body %d, beneath %d, scale %g: %d at %.9g\n", body, beneath, (double)scale,
                   answer, (double)hit.time);
    }
}

/* The first meeting of a body of the given kind, about 1/8 in size, at a place: 0 a sphere, 1 a
   capsule, 2 a cylinder, 3 a box, 4 a hull, all upright. */
static int small_body_sweeps(const cld_heightfield *f, int kind, cld_vec3 at, cld_real size,
                             cld_vec3 motion, cld_heightfield_hit *hit)
{
    cld_sphere sphere;
    cld_capsule capsule;
    cld_cylinder c;
    cld_obb box;
    cld_hull hull;
    cld_real numbers[24];
    int k;
    memset(&c, 0, sizeof c), memset(&box, 0, sizeof box), memset(&hull, 0, sizeof hull);
    sphere.centre = capsule.a = capsule.b = c.centre = box.centre = hull.pose.position = at;
    sphere.radius = capsule.radius = c.radius = c.half_height = size;
    capsule.a.z -= size / 2, capsule.b.z += size / 2;
    c.axis.z = 1, box.half.x = box.half.y = box.half.z = size;
    box.axes.x.x = box.axes.y.y = box.axes.z.z = 1, hull.pose.rotation = box.axes;
    for (k = 0; k < 24; k++) numbers[k] = k / 3 >> k % 3 & 1 ? size : -size;
    hull.points = numbers, hull.count = 8;
    return kind == 0   ? cld_heightfield_sweep_sphere(f, &sphere, motion, hit)
           : kind == 1 ? cld_heightfield_sweep_capsule(f, &capsule, motion, hit)
           : kind == 2 ? cld_heightfield_sweep_cylinder(f, &c, motion, hit)
           : kind == 3 ? cld_heightfield_sweep_obb(f, &box, motion, hit)
                       : cld_heightfield_sweep_hull(f, &hull, motion, hit);
}

/* Deep below flat ground with holes a body is in contact as long as its middle is below a face. It
   leaves into a hole, across its first way out, and is free: with nothing ahead it is not stopped,
   and it is where its middle comes below the ground again. */
static void starts_that_leave_into_holes(void)
{
    static const int wide_hole = 7, holes[2] = {1, 7};
    int n, i;
    for (n = 0; n < 2 * 5 * 5; n++) {
        const int again = n % 2, kind = n / 2 % 5;
        const cld_real scale = (cld_real)exp2(10 * (n / 10) - 20);
        float holed[10];
        cld_heightfield f;
        cld_heightfield_hit hit;
        cld_vec3 at, motion;
        int answer;
        memset(&f, 0, sizeof f), memset(&hit, 0, sizeof hit), memset(&motion, 0, sizeof motion);
        for (i = 0; i < 10; i++) holed[i] = 0;
        if (again) holed[wide_hole] = NAN;
        for (i = 0; i < 2 && !again; i++) holed[holes[i]] = NAN;
        f.heights = holed, f.type = CLD_HEIGHT_FLOAT, f.dx = f.dy = scale;
        f.columns = again ? 5 : 3, f.rows = again ? 2 : 3, f.diagonal = CLD_DIAGONAL_RISING;
        at.x = scale * (cld_real)(again ? 0.5625 : 0.4375);
        at.y = scale * (cld_real)(again ? 0.6875 : 0.8125);
        at.z = scale * (cld_real)(again ? -0.75 : -2), motion.x = 3 * scale;
        answer = small_body_sweeps(&f, kind, at, scale * (cld_real)0.125, motion, &hit);
        /* below the edge y = x - 2 of the last triangle: 2.6875 - 0.5625 = 2.125 of 3 */
        if (!CHECK(again
                       ? answer == 1 && fabs((double)hit.time - 2.125 / 3) < 64 * TEST_ROUND + 1e-11
                       : answer == 0))
            printf("    kind %d, again %d, scale %g: %d at %.9g\n", kind, again, (double)scale,
                   answer, (double)hit.time);
    }
}

/* Cylinders deep under a slope, or under ground with holes, whose depth falls all along, are not
   stopped: moved out they would have come to the ground from beneath. */
static void starts_whose_depth_falls(void)
{
    static const float slope[16] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
    cld_heightfield f;
    cld_cylinder c;
    cld_vec3 motion;
    cld_heightfield_hit hit;
    int n;
    memset(&f, 0, sizeof f), memset(&c, 0, sizeof c), memset(&motion, 0, sizeof motion);
    f.heights = slope, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 4, f.dx = f.dy = 1;
    f.diagonal = CLD_DIAGONAL_ALTERNATING;
    c.axis.x = (cld_real)0.111273188, c.axis.y = (cld_real)0.940810324;
    c.axis.z = (cld_real)-0.320147171;
    c.radius = (cld_real)0.272792039, c.half_height = (cld_real)0.170672831;
    motion.z = (cld_real)7.09761267;
    for (n = 0; n < 9; n++) {
        c.centre.x = (cld_real)2.22175883, c.centre.y = (cld_real)0.809120865;
        c.centre.z = (cld_real)(-2 + 0.2 * n);
        if (!CHECK(cld_heightfield_sweep_cylinder(&f, &c, motion, &hit) == 0))
            printf("    from %g: %g\n", (double)c.centre.z, (double)hit.time);
    }
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
        if (n % 3) CHECK(cld_heightfield_build(&f, memory, cld_heightfield_size(&f)) == CLD_OK);
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
        CHECK(cld_heightfield_build(&f, memory, cld_heightfield_size(&f)) == CLD_OK);
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
        CHECK(cld_heightfield_build(&f, pyramid, sizeof pyramid) == CLD_OK);
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
            /* one that starts in contact has left it, or is stopped where it would go deeper:
               test_terrain_start.c */
            if (cld_heightfield_overlap_cylinder(&f, &c) == 0)
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

/* ---- a touch exactly at the end of the motion. Planes with normals of whole lengths, z = x/2 - y
   and z = 3 x/4, and the edge x = 0 of a flat field; bodies that touch at the end and are apart by
   a known distance at the start; all numbers are whole or halves, as they are after quarter turns
   and shifts: so is what is computed. */

enum { END_SPHERE, END_CAPSULE, END_BOX, END_CYLINDER, END_HULL, END_BODIES };

typedef struct end_body {
    cld_sphere sphere;
    cld_capsule capsule;
    cld_obb box;
    cld_cylinder cylinder;
    cld_hull hull;
    cld_real points[12];
} end_body;

static cld_vec3 end_vec(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static cld_vec3 end_sum(cld_vec3 a, cld_vec3 b)
{
    return end_vec((double)a.x + (double)b.x, (double)a.y + (double)b.y, (double)a.z + (double)b.z);
}

/* A body that touches at p, where the terrain's outward normal is n, of length `whole`: moved from
   where it touches by `way`, all in the field's frame, then posed. */
static void end_body_make(end_body *b, test_random *r, const cld_pose *pose, cld_vec3 p, cld_vec3 n,
                          double whole, cld_vec3 way)
{
    const double size = 0.5 * test_integer(r, 1, 4);
    const cld_vec3 c = end_vec((double)p.x + size * (double)n.x, (double)p.y + size * (double)n.y,
                               (double)p.z + size * (double)n.z);
    const double sx = n.x < 0 ? -1 : 1, sy = n.y < 0 ? -1 : 1, sz = n.z < 0 ? -1 : 1;
    const double hx = 0.5 * test_integer(r, 1, 3), hy = 0.5 * test_integer(r, 1, 3);
    const double hz = 0.5 * test_integer(r, 1, 3);
    cld_pose turn = *pose;
    int k;
    memset(b, 0, sizeof *b);
    turn.position = end_vec(0, 0, 0);
    b->sphere.centre = cld_pose_point(pose, end_sum(c, way));
    b->sphere.radius = (cld_real)(size * whole);
    b->capsule.a = b->sphere.centre, b->capsule.radius = b->sphere.radius;
    b->capsule.b = end_vec((double)c.x + (n.x != 0 ? sx * hx : 0), (double)c.y + sy * hy,
                           (double)c.z + sz * hz);
    if (n.y == 0) b->capsule.b.y = c.y;
    b->capsule.b = cld_pose_point(pose, end_sum(b->capsule.b, way));
    /* the corner that lies farthest against the normal */
    b->box.half = end_vec(hx, hy, hz);
    b->box.centre = end_vec((double)p.x + sx * hx, (double)p.y + (n.y != 0 ? sy * hy : 0),
                            (double)p.z + (n.z != 0 ? sz * hz : 0));
    b->box.centre = cld_pose_point(pose, end_sum(b->box.centre, way));
    b->box.axes.x = cld_pose_point(&turn, end_vec(1, 0, 0));
    b->box.axes.y = cld_pose_point(&turn, end_vec(0, 1, 0));
    b->box.axes.z = cld_pose_point(&turn, end_vec(0, 0, 1));
    /* upright; where the plane rises in x and in y its rim has no whole point: then it lies on the
       plane with its end */
    b->cylinder.radius = (cld_real)hx, b->cylinder.half_height = (cld_real)hz;
    b->cylinder.axis = cld_pose_point(&turn, end_vec(0, 0, 1));
    b->cylinder.centre =
        end_vec((double)p.x + sx * hx, (double)p.y, (double)p.z + (n.z != 0 ? sz * hz : 0));
    if (n.y != 0) {
        b->cylinder.half_height = b->sphere.radius, b->cylinder.axis = cld_pose_point(&turn, n);
        b->cylinder.centre = c;
    }
    b->cylinder.centre = cld_pose_point(pose, end_sum(b->cylinder.centre, way));
    /* the place itself, and three that are no lower along n */
    b->hull.points = b->points, b->hull.count = 4, b->hull.pose = *pose;
    for (k = 0; k < 4; k++) {
        const double s = k ? 0.5 * k : 0;
        b->points[3 * k] = (cld_real)((double)p.x + s * (double)n.x + (k & 1) * 0.5 * sx);
        b->points[3 * k + 1] = (cld_real)((double)p.y + s * (double)n.y + (k == 2 ? 0.5 * sy : 0));
        b->points[3 * k + 2] = (cld_real)((double)p.z + s * (double)n.z);
        b->points[3 * k] += way.x, b->points[3 * k + 1] += way.y, b->points[3 * k + 2] += way.z;
    }
}

static int end_sweep(const cld_heightfield *f, const end_body *b, int kind, cld_vec3 motion,
                     cld_heightfield_hit *hit)
{
    if (kind == END_SPHERE) return cld_heightfield_sweep_sphere(f, &b->sphere, motion, hit);
    if (kind == END_CAPSULE) return cld_heightfield_sweep_capsule(f, &b->capsule, motion, hit);
    if (kind == END_BOX) return cld_heightfield_sweep_obb(f, &b->box, motion, hit);
    if (kind == END_CYLINDER) return cld_heightfield_sweep_cylinder(f, &b->cylinder, motion, hit);
    return cld_heightfield_sweep_hull(f, &b->hull, motion, hit);
}

static int end_overlap(const cld_heightfield *f, const end_body *b, int kind)
{
    if (kind == END_SPHERE) return cld_heightfield_overlap_sphere(f, &b->sphere);
    if (kind == END_CAPSULE) return cld_heightfield_overlap_capsule(f, &b->capsule);
    if (kind == END_BOX) return cld_heightfield_overlap_obb(f, &b->box);
    if (kind == END_CYLINDER) return cld_heightfield_overlap_cylinder(f, &b->cylinder);
    return cld_heightfield_overlap_hull(f, &b->hull);
}

static void ends_in_touch(void)
{
    static float ends[41 * 41];
    test_random r = test_random_from(8);
    int n, kind;
    for (n = 0; n < test_repeat(20000); n++) {
        static const signed char turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const int ground = test_integer(&r, 0, 2), turn = test_integer(&r, 0, 4);
        const double cx = ground ? 2 : 1;
        cld_heightfield f;
        cld_heightfield_hit hit;
        end_body end, start;
        cld_vec3 normal, p, way, motion, still = end_vec(0, 0, 0);
        test_random same;
        double whole;
        int i, j;
        memset(&f, 0, sizeof f), memset(&hit, 0, sizeof hit);
        f.heights = ends, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 41;
        f.diagonal = (cld_diagonal)test_integer(&r, 0, 2), f.dx = (cld_real)cx, f.dy = 1;
        if (ground == 1) f.dx = 4;
        for (j = 0; j < 41; j++)
            for (i = 0; i < 41; i++)
                ends[i + 41 * j] = (float)(ground == 0 ? i - j : ground == 1 ? 3 * i : 0);
        if (ground == 0) f.dx = 2;
        if (turn == 4) { /* x to -y, y to -z, z to x: the field stands */
            f.pose.rotation.x.y = -1, f.pose.rotation.y.z = -1, f.pose.rotation.z.x = 1;
        } else if (turn) {
            f.pose.rotation.x.x = turns[turn][0], f.pose.rotation.x.y = turns[turn][1];
            f.pose.rotation.y.x = (cld_real)-turns[turn][1];
            f.pose.rotation.y.y = turns[turn][0], f.pose.rotation.z.z = 1;
        } else {
            f.pose.rotation.x.x = f.pose.rotation.y.y = f.pose.rotation.z.z = 1;
        }
        if (n % 3) {
            const int out = n % 3 == 2 ? 20000 : 40;
            f.pose.position = end_vec(test_integer(&r, -out, out), test_integer(&r, -out, out),
                                      test_integer(&r, -out, out));
        }
        /* places inside of cells, on their borders and corners */
        p = end_vec(0.5 * test_integer(&r, 30, 40), 0.5 * test_integer(&r, 30, 40), 0);
        if (ground == 0) { /* z = x/2 - y */
            normal = end_vec(-1, 2, 2), whole = 3, p.x = 2 * p.x;
            p.z = (cld_real)(0.5 * (double)p.x - (double)p.y);
        } else if (ground == 1) { /* z = 3 x/4 */
            normal = end_vec(-3, 0, 4), whole = 5, p.x = 4 * p.x;
            p.z = (cld_real)(0.75 * (double)p.x);
        } else { /* the border, from beside it */
            normal = end_vec(-1, 0, 0), whole = 1, p.x = 0;
        }
        do {
            way = end_vec(0.5 * test_integer(&r, -6, 6), 0.5 * test_integer(&r, -6, 6),
                          ground == 2 ? 0 : 0.5 * test_integer(&r, -6, 6));
        } while (!((double)way.x * (double)normal.x + (double)way.y * (double)normal.y +
                       (double)way.z * (double)normal.z >
                   0));
        same = r;
        end_body_make(&end, &r, &f.pose, p, normal, whole, still);
        end_body_make(&start, &same, &f.pose, p, normal, whole, way);
        motion = cld_pose_point(&f.pose, end_vec(-(double)way.x, -(double)way.y, -(double)way.z));
        motion = end_vec((double)motion.x - (double)f.pose.position.x,
                         (double)motion.y - (double)f.pose.position.y,
                         (double)motion.z - (double)f.pose.position.z);
        for (kind = 0; kind < END_BODIES; kind++) {
            const cld_vec3 less = end_vec(0.9375 * (double)motion.x, 0.9375 * (double)motion.y,
                                          0.9375 * (double)motion.z);
            const double closing =
                ((double)way.x * (double)normal.x + (double)way.y * (double)normal.y +
                 (double)way.z * (double)normal.z) /
                whole;
            const double largest = (n % 3 == 2 ? 20000 : n % 3 ? 40 : 0) * 3 + 200;
            int met;
            if (!CHECK(end_overlap(&f, &end, kind) == 1)) printf("    body %d, n %d\n", kind, n);
            if (!CHECK(end_overlap(&f, &start, kind) == 0)) printf("    body %d, n %d\n", kind, n);
            met = end_sweep(&f, &start, kind, motion, &hit);
            if (!CHECK(met == 1)) printf("    body %d, ground %d, n %d\n", kind, ground, n);
            if (met == 1) {
                /* times come from below, by 2^-44 of the largest number at most */
                if (!CHECK_NEAR(hit.time, 1, 16 * TEST_ROUND + 5.7e-14 * largest / closing))
                    printf("    body %d, ground %d, n %d\n", kind, ground, n);
                CHECK(hit.time <= 1 && hit.contact.distance == 0);
            }
            CHECK(end_sweep(&f, &start, kind, less, &hit) == 0);
        }
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(sweeps_end_at_the_first_contact);
    TEST(starts_that_leave_the_ground);
    TEST(starts_that_leave_into_holes);
    TEST(starts_whose_depth_falls);
    TEST(wheels_fall);
    TEST(motions_of_any_length);
    TEST(between_spikes);
    TEST(under_a_border);
    TEST(against_a_border);
    TEST(long_ways);
    TEST(around_small_fields);
    TEST(ends_in_touch);
    TEST(bad_input);
    return test_end();
}
