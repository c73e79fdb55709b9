/* [OBB]: overlap against exact arithmetic, degenerate boxes, fitting, separation, contact
 * manifolds.
 *     test_obb [seed]                 seconds
 *     test_obb --pairs 1000000        the long sweep: so many pairs of each kind, figures printed */
#include "test.h"

#include "obb_shapes.h"

#include "examples/vec.h"

#include <float.h>

/* ------------------------------------------------------------------------------------ the exact
   sweep */

typedef struct sweep {
    long pairs, apart, false_apart, false_overlap, asked_exactly;
    double worst; /* the largest gap that was called overlap, in 2^-53 (sum of half extents) */
} sweep;

/* 'Apart' must be true exactly; what is apart by more than the documented 54 units along some axis
   must be found (this oracle measures gaps in double: another 60 units for its own rounding). */
static void sweep_pair(sweep *s, const box_pair *p)
{
    oracle_box a = exactly(&p->a), b = exactly(&p->b);
    int found = cld_obb_overlap(&p->a, &p->b);
    s->pairs++;
    if (!found) {
        s->apart++;
        if (!CHECK(oracle_apart(&a, &b, &s->asked_exactly))) s->false_apart++;
    } else {
        double gap = oracle_separation(&a, &b, NULL);
        double unit = 1.1102230246251565e-16 * (box_size(&p->a) + box_size(&p->b));
        if (gap > 0) {
            s->false_overlap++;
            if (gap > s->worst * unit) s->worst = gap / unit;
            CHECK(gap <= (54 + 60) * unit);
        }
    }
}

static void sweep_all(int pairs, int loud)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++) {
        sweep s = {0, 0, 0, 0, 0, 0};
        test_random r = test_random_from(100 + (uint64_t)kind);
        for (i = 0; i < pairs; i++) {
            box_pair p = random_pair(&r, kind);
            sweep_pair(&s, &p);
        }
        CHECK(s.apart > s.pairs / 20 && s.apart < s.pairs - s.pairs / 20);
        if (loud)
            printf("%-14s %8ld pairs, %8ld apart: %ld false, %7ld decided exactly; overlap though "
                   "apart in double: %6ld, worst %.3g units\n",
                   kind_names[kind], s.pairs, s.apart, s.false_apart, s.asked_exactly,
                   s.false_overlap, s.worst);
    }
}

static void apart_is_a_proof(void)
{
    sweep_all(test_repeat(30000), 0);
}

/* ------------------------------------------------------------------------------- worked by hand */

static void hand_worked(void)
{
    cld_obb a = aligned(0, 0, 0, 1, 2, 3), b = aligned(2, 0, 0, 1, 1, 1), c, e;
    cld_pose pose = cld_pose_identity();
    cld_vec3 axis, p;
    double r = sqrt(0.5);
    double units = 54 * 1.2e-16 * 14;    /* the documented error of a gap, sizes of up to 14 */
    CHECK(cld_obb_overlap(&a, &b) == 1); /* faces touch exactly */
    b.centre.x = (cld_real)(2 + 8 * TEST_ROUND);
    CHECK(cld_obb_overlap(&a, &b) ==
          (sizeof(cld_real) == 8)); /* in double that is within rounding */
    b.centre.x = (cld_real)2.001;
    CHECK(cld_obb_overlap(&a, &b) == 0);
    CHECK_NEAR(cld_obb_separation(&a, &b, &axis), 0.001, 16 * TEST_ROUND + units);
    CHECK(axis.x == 1 && axis.y == 0 && axis.z == 0);
    CHECK(cld_obb_separation(&b, &a, &axis) > 0 && axis.x == -1);
    /* two bars, each turned by 45 degrees, that only edges keep apart: the edges x = z = 0 along
       y, and along x at height h */
    pose.rotation.x = vec3(r, 0, -r), pose.rotation.y = vec3(0, 1, 0),
    pose.rotation.z = vec3(r, 0, r);
    c = cld_obb_from_pose(&pose, vec3(1, 5, 1));
    pose.rotation.x = vec3(1, 0, 0), pose.rotation.y = vec3(0, r, r),
    pose.rotation.z = vec3(0, -r, r);
    pose.position = vec3(0.25, 0.25, 2 * sqrt(2) + 0.01);
    e = cld_obb_from_pose(&pose, vec3(5, 1, 1));
    CHECK(cld_obb_overlap(&c, &e) == 0);
    CHECK_NEAR(cld_obb_separation(&c, &e, &axis), 0.01, 32 * TEST_ROUND + units);
    CHECK_NEAR(axis.z, 1, 8 * TEST_ROUND);
    e.centre.z -= (cld_real)0.02;
    CHECK(cld_obb_overlap(&c, &e) == 1);
    CHECK_NEAR(cld_obb_separation(&c, &e, NULL), -0.01, 32 * TEST_ROUND + units);
    CHECK(cld_obb_contains(&a, vec3(1, 2, 3)) && cld_obb_contains(&a, vec3(0, 0, 0)));
    CHECK(!cld_obb_contains(&a, vec3(1.001, 0, 0)) && !cld_obb_contains(&a, vec3(0, 0, -3.001)));
    p = cld_obb_closest_point(&a, vec3(5, 1, -7));
    CHECK(p.x == 1 && p.y == 1 && p.z == -3);
    p = cld_obb_closest_point(&a, vec3(0.5, 1, -2));
    CHECK(p.x == (cld_real)0.5 && p.y == 1 && p.z == -2);
}

static void statuses(void)
{
    cld_obb a = aligned(0, 0, 0, 1, 2, 3), b;
    cld_obb_pack pack;
    cld_contact contact;
    cld_real points[6] = {0, 0, 0, 1, 2, 3};
    float memory[64];
    int i;
    CHECK(cld_obb_validate(NULL) == CLD_ERROR_NULL && cld_obb_validate(&a) == CLD_OK);
    b = a, b.half.y = -1;
    CHECK(cld_obb_validate(&b) == CLD_ERROR_EXTENT);
    b = a, b.half.y = (cld_real)TEST_NAN;
    CHECK(cld_obb_validate(&b) == CLD_ERROR_FINITE);
    b = a, b.centre.x = (cld_real)TEST_INFINITY;
    CHECK(cld_obb_validate(&b) == CLD_ERROR_FINITE);
    b = a, b.axes.x.x = -1;
    CHECK(cld_obb_validate(&b) == CLD_ERROR_POSE); /* a mirror */
    b = a, b.axes.x.y = (cld_real)1e-3;
    CHECK(cld_obb_validate(&b) == CLD_ERROR_POSE);
    for (i = 0; i < 6; i++) { /* lengths and angles of the axes, each by itself */
        cld_real *axes = &b.axes.x.x;
        b = a;
        axes[i < 3 ? 4 * i : i == 3 ? 3 : i == 4 ? 7 : 6] += (cld_real)1e-3;
        CHECK(cld_obb_validate(&b) == CLD_ERROR_POSE);
    }
    CHECK(cld_obb_from_points(NULL, 1, 0, CLD_OBB_FIT_FAST, &b) == CLD_ERROR_NULL);
    CHECK(cld_obb_from_points(points, 2, 0, CLD_OBB_FIT_FAST, NULL) == CLD_ERROR_NULL);
    CHECK(cld_obb_from_points(points, 0, 0, CLD_OBB_FIT_FAST, &b) == CLD_ERROR_COUNT);
    CHECK(cld_obb_from_points(NULL, 0, 0, CLD_OBB_FIT_FAST, &b) == CLD_ERROR_COUNT);
    CHECK(cld_obb_from_points(points, 2, 13, CLD_OBB_FIT_FAST, &b) == CLD_ERROR_STRIDE);
    CHECK(cld_obb_from_points(points, 2, 2 * sizeof(cld_real), CLD_OBB_FIT_FAST, &b) ==
          CLD_ERROR_STRIDE);
    CHECK(cld_obb_from_points(points, 2, 0, (cld_obb_fit)3, &b) == CLD_ERROR_PARAMETER);
    CHECK(cld_obb_from_points(points, 2, 0, (cld_obb_fit)-1, &b) == CLD_ERROR_PARAMETER);
    points[4] = (cld_real)TEST_NAN;
    CHECK(cld_obb_from_points(points, 2, 0, CLD_OBB_FIT_FAST, &b) == CLD_ERROR_FINITE);
    CHECK(cld_obb_pack_build(NULL, &a, 1, memory, cld_obb_pack_size(1)) == CLD_ERROR_NULL);
    CHECK(cld_obb_pack_build(&pack, NULL, 1, memory, cld_obb_pack_size(1)) == CLD_ERROR_NULL);
    CHECK(cld_obb_pack_build(&pack, &a, 1, NULL, cld_obb_pack_size(1)) == CLD_ERROR_NULL);
    CHECK(cld_obb_pack_size((size_t)-1) == 0 && cld_obb_pack_size(SIZE_MAX / 64) == 0);
    CHECK(cld_obb_pack_build(&pack, &a, (size_t)-1, memory, cld_obb_pack_size((size_t)-1)) ==
          CLD_ERROR_COUNT);
    CHECK(cld_obb_pack_build(&pack, NULL, 0, memory, cld_obb_pack_size(0)) == CLD_OK);
    CHECK(cld_obb_overlap_pack(&a, &pack, NULL) == 0);
    CHECK(cld_obb_collide(NULL, &a, &contact, 1) == CLD_ERROR_NULL);
    CHECK(cld_obb_collide(&a, NULL, &contact, 1) == CLD_ERROR_NULL);
    CHECK(cld_obb_collide(&a, &a, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_obb_collide(&a, &a, &contact, -1) == CLD_ERROR_COUNT);
    CHECK(cld_obb_collide(&a, &a, NULL, 0) == 4);
}

/* Each of the 15 numbers of a far away box in turn becomes NaN, infinite or huge: never apart. */
static void not_finite_is_never_apart(void)
{
    const double bad[4] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY,
                           sizeof(cld_real) == 4 ? (double)FLT_MAX : DBL_MAX};
    int i, k, swap;
    for (i = 0; i < 15; i++) {
        for (k = 0; k < 4; k++) {
            cld_obb pair[2];
            cld_obb_pack pack;
            uint32_t bits, axis = 0;
            double memory[512];
            cld_vec3 along;
            pair[0] = aligned(0, 0, 0, 1, 1, 1);
            pair[1] = aligned(10, 20, 30, 1, 1, 1);
            CHECK(cld_obb_overlap(&pair[0], &pair[1]) == 0);
            (&pair[1].centre.x)[i] = (cld_real)bad[k];
            if (k == 3 && i < 12) continue; /* a huge centre may be apart, huge axes are no axes */
            CHECK(sizeof memory >= cld_obb_pack_size(1));
            for (swap = 0; swap < 2; swap++) {
                const cld_obb *a = &pair[swap], *b = &pair[1 - swap];
                cld_contact contact;
                CHECK(cld_obb_overlap(a, b) == 1);
                CHECK(cld_obb_overlap_cached(a, b, &axis) == 1);
                CHECK(cld_obb_pack_build(&pack, b, 1, memory, cld_obb_pack_size(1)) == CLD_OK);
                CHECK(cld_obb_overlap_pack(a, &pack, &bits) == 1 && bits == 1);
                CHECK(!(cld_obb_separation(a, b, &along) > 0));
                if (bad[k] != bad[k] && i < 3) CHECK(along.x == 0 && along.y == 0 && along.z == 0);
                CHECK(cld_obb_collide(a, b, &contact, 1) != 0);
            }
        }
    }
}

/* ------------------------------------------------------------------------------ ways of asking */

/* Pair, cached (whatever the cache holds), many and pack give the same answers, whether most boxes
   of a pack are near or few. */
static void all_ways_agree(void)
{
    enum { MOST = 700, WORDS = (MOST + 31) / 32 + 1 };
    test_random r = test_random_from(7);
    int repeat = test_repeat(300), n, i;
    size_t size = cld_obb_pack_size(MOST);
    char *memory = (char *)malloc(size + 16);
    if (!CHECK(memory != NULL)) return;
    for (n = 0; n < repeat; n++) {
        cld_obb boxes[MOST], box;
        cld_obb_pack pack;
        uint32_t many[WORDS], packed[WORDS], axis = 0;
        int kind = test_integer(&r, 0, KINDS - 1);
        int count = test_integer(&r, 0, n % 4 ? 100 : MOST);
        double spread = n % 3 ? 1 : pow(10, test_between(&r, 0, 2));
        size_t ones = 0;
        box_pair p = random_pair(&r, kind);
        box = p.a;
        for (i = 0; i < count; i++) { /* the same box a, b from a pair around it */
            double keep = box_size(&p.b);
            boxes[i] = p.b;
            boxes[i].axes = test_rotation(&r);
            if (i % 3 == 0) boxes[i].axes = p.b.axes;
            boxes[i].centre.x += (cld_real)(keep * spread * test_between(&r, -1, 1));
            if (i % 50 == 0) boxes[i] = p.b; /* as it was: half of them touch */
        }
        memset(many, 0xaa, sizeof many);
        memset(packed, 0xaa, sizeof packed);
        CHECK(cld_obb_pack_build(&pack, boxes, (size_t)count, memory + n % 4 * 4,
                                 cld_obb_pack_size((size_t)count)) == CLD_OK);
        CHECK(cld_obb_overlap_many(&box, boxes, (size_t)count, many) ==
              cld_obb_overlap_pack(&box, &pack, packed));
        for (i = 0; i < count; i++) {
            unsigned answer = (unsigned)cld_obb_overlap(&box, &boxes[i]);
            if (test_integer(&r, 0, 9) == 0) axis = (uint32_t)test_bits(&r) % 20;
            ones += answer;
            CHECK((many[i / 32] >> i % 32 & 1) == answer);
            CHECK((packed[i / 32] >> i % 32 & 1) == answer);
            CHECK((unsigned)cld_obb_overlap_cached(&box, &boxes[i], &axis) == answer);
            CHECK((cld_obb_separation(&box, &boxes[i], NULL) > 0) == !answer);
        }
        for (; i < WORDS * 32; i++) {
            if (i / 32 < (count + 31) / 32)
                CHECK((many[i / 32] >> i % 32 & 1) == 0 && (packed[i / 32] >> i % 32 & 1) == 0);
            else
                CHECK(many[i / 32] == 0xaaaaaaaau && packed[i / 32] == 0xaaaaaaaau);
        }
        CHECK(cld_obb_overlap_pack(&box, &pack, packed) == ones);
    }
    free(memory);
}

/* Thousands of boxes in one pack: near ones first, which are gone through without a second look for
   a while, then far ones, then near ones again. */
static void packs_of_thousands(void)
{
    enum { COUNT = 6000 };
    test_random r = test_random_from(10);
    cld_obb *boxes = (cld_obb *)malloc(COUNT * sizeof *boxes), box = aligned(0, 0, 0, 1, 2, 3);
    char *memory = (char *)malloc(cld_obb_pack_size(COUNT));
    uint32_t bits[COUNT / 32 + 1];
    cld_obb_pack pack;
    int i, ones = 0, found;
    if (!CHECK(boxes && memory)) return;
    for (i = 0; i < COUNT; i++) {
        const double away = i < 3000 || i > 5500 ? 3 : 30;
        const cld_pose pose = test_pose(&r, away);
        boxes[i] = cld_obb_from_pose(&pose, vec3(1, test_between(&r, 0, 1), 2));
        ones += cld_obb_overlap(&box, &boxes[i]);
    }
    CHECK(cld_obb_pack_build(&pack, boxes, COUNT, memory, cld_obb_pack_size(COUNT)) == CLD_OK);
    found = (int)cld_obb_overlap_pack(&box, &pack, bits);
    CHECK(found == ones && ones > COUNT / 4);
    for (i = 0; i < COUNT; i++)
        CHECK((bits[i / 32] >> i % 32 & 1) == (unsigned)cld_obb_overlap(&box, &boxes[i]));
    free(boxes), free(memory);
}

/* Sizes and gaps below the normal numbers: apart is still apart, and boxes hold their points. */
static void smaller_than_numbers(void)
{
    const double least = sizeof(cld_real) == 4 ? 1.4012984643248171e-45 : 4.9406564584124654e-324;
    const double normal = sizeof(cld_real) == 4 ? (double)FLT_MIN : DBL_MIN;
    test_random r = test_random_from(11);
    int n, i, fit;
    for (n = 0; n < test_repeat(2000); n++) {
        cld_real points[12];
        cld_vec3 p;
        cld_obb a, b;
        for (i = 0; i < 12; i++) points[i] = (cld_real)(least * test_integer(&r, -3, 3));
        for (fit = 0; fit < 3; fit++) {
            CHECK(cld_obb_from_points(points, 4, 0, (cld_obb_fit)fit, &a) == CLD_OK);
            CHECK(cld_obb_validate(&a) == CLD_OK);
            for (i = 0; i < 4; i++) {
                p.x = points[3 * i], p.y = points[3 * i + 1], p.z = points[3 * i + 2];
                CHECK(cld_obb_contains(&a, p));
            }
        }
        a = aligned(0, 0, 0, 0, 0, 0), b = a, b.axes = test_rotation(&r);
        b.half = vec3(least, least, least), b.centre = vec3(2 * least, 0, 0);
        if (cld_obb_overlap(&a, &b)) continue;
        CHECK((double)cld_obb_separation(&a, &b, NULL) == normal);
    }
}

/* Swapping, scaling by powers of two and moving rigidly change nothing but rounding. */
static void metamorphic(void)
{
    test_random r = test_random_from(8);
    int repeat = test_repeat(20000), n, k;
    for (n = 0; n < repeat; n++) {
        box_pair p = random_pair(&r, test_integer(&r, 0, KINDS - 1)), q = p;
        cld_vec3 u, v;
        double size = box_size(&p.a) + box_size(&p.b);
        double s = (double)cld_obb_separation(&p.a, &p.b, &u), t, far, tolerance;
        /* swapped: the same sums in another order, and float's rounding of the result */
        t = (double)cld_obb_separation(&p.b, &p.a, &v);
        CHECK_NEAR(s, t, 1e-14 * size + 8 * TEST_ROUND * fabs(s));
        /* a power of two is exact, except for the smallest numbers added in for underflow */
        for (k = 0; k < 3; k++) {
            (&q.a.centre.x)[k] *= 4, (&q.b.centre.x)[k] *= 4;
            (&q.a.half.x)[k] *= 4, (&q.b.half.x)[k] *= 4;
        }
        CHECK_NEAR(4 * s, cld_obb_separation(&q.a, &q.b, NULL), 8 * TEST_ROUND * fabs(s));
        CHECK(cld_obb_overlap(&p.a, &p.b) == cld_obb_overlap(&q.a, &q.b));
        /* moved: centres and axes are rounded anew, about 8 units of size and of place */
        {
            cld_pose pose = test_pose(&r, size);
            q.a = cld_obb_transform(&pose, &p.a);
            q.b = cld_obb_transform(&pose, &p.b);
            CHECK(cld_obb_validate(&q.a) == CLD_OK);
            t = (double)cld_obb_separation(&q.a, &q.b, NULL);
            far = fabs((double)p.a.centre.x) + fabs((double)p.a.centre.y) +
                  fabs((double)p.a.centre.z) + 4 * size;
            tolerance = 16 * TEST_ROUND * (far + size + fabs(s));
            /* where edges are nearly parallel their axis may be any: of boxes that are apart no
               more is certain than that it lies between the distance and 1/sqrt(3) of it */
            if (s > tolerance)
                CHECK(t >= 0.57 * s - tolerance && t <= 1.74 * s + tolerance);
            else
                CHECK(t <= 1.74 * tolerance && (t > 0 || s > 0 || fabs(s - t) <= tolerance));
        }
    }
}

/* Alternating projections converge from above to the distance of convex sets (Cheney, Goldstein
   1959). */
static double distance_from_above(const cld_obb *a, const cld_obb *b)
{
    cld_vec3 p = a->centre, q = b->centre;
    double x, y, z;
    int i;
    for (i = 0; i < 300; i++) {
        p = cld_obb_closest_point(a, q);
        q = cld_obb_closest_point(b, p);
    }
    x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y, z = (double)p.z - (double)q.z;
    return sqrt(x * x + y * y + z * z);
}

static void separation_bounds_the_distance(void)
{
    test_random r = test_random_from(9);
    int repeat = test_repeat(1000), n;
    for (n = 0; n < repeat; n++) {
        cld_obb a, b;
        cld_pose pose = test_pose(&r, 3);
        double s, distance;
        a = cld_obb_from_pose(&pose, random_half(&r, RANDOM, 1));
        pose = test_pose(&r, 3);
        b = cld_obb_from_pose(&pose, random_half(&r, RANDOM, 1));
        s = (double)cld_obb_separation(&a, &b, NULL);
        distance = distance_from_above(&a, &b);
        /* points are rounded to cld_real, at most 6 from the origin, in three coordinates each */
        if (s > 0) CHECK(s <= distance + 64 * TEST_ROUND);
        if (s > 0.05) CHECK(s >= distance / sqrt(3) * 0.98); /* the octant; slow convergence */
        if (s < 0) CHECK(distance <= 0.1 || s > -0.1);
    }
}

/* ---------------------------------------------------------------------------------- points in
   boxes */

static void contains_and_closest(void)
{
    test_random r = test_random_from(10);
    int repeat = test_repeat(20000), n;
    for (n = 0; n < repeat; n++) {
        box_pair pair = random_pair(&r, test_integer(&r, 0, KINDS - 1));
        const cld_obb *b = &pair.a;
        double x = test_between(&r, -1, 1), y = test_between(&r, -1, 1),
               z = test_between(&r, -1, 1);
        cld_obb point = pair.b;
        cld_vec3 p, q;
        x *= 0.999 * (double)b->half.x, y *= 0.999 * (double)b->half.y;
        z *= 0.999 * (double)b->half.z;
        p = vec3((double)b->centre.x + x * (double)b->axes.x.x + y * (double)b->axes.y.x +
                     z * (double)b->axes.z.x,
                 (double)b->centre.y + x * (double)b->axes.x.y + y * (double)b->axes.y.y +
                     z * (double)b->axes.z.y,
                 (double)b->centre.z + x * (double)b->axes.x.z + y * (double)b->axes.y.z +
                     z * (double)b->axes.z.z);
        /* contains is the overlap with a box that is a point */
        point.centre = p;
        point.half = vec3(0, 0, 0);
        CHECK(cld_obb_contains(b, p) >= !!cld_obb_overlap(b, &point));
        q = cld_obb_closest_point(b, p);
        if (cld_obb_contains(b, p)) CHECK(q.x == p.x && q.y == p.y && q.z == p.z);
        q = cld_obb_closest_point(b, pair.b.centre);
        { /* no point of the box is nearer */
            double dx = (double)pair.b.centre.x, dy = (double)pair.b.centre.y,
                   dz = (double)pair.b.centre.z;
            double to_p = hypot(hypot((double)p.x - dx, (double)p.y - dy), (double)p.z - dz);
            double to_q = hypot(hypot((double)q.x - dx, (double)q.y - dy), (double)q.z - dz);
            double size = box_size(b) + fabs((double)b->centre.x) + fabs((double)b->centre.y) +
                          fabs((double)b->centre.z);
            CHECK(to_q <= to_p + 16 * TEST_ROUND * (size + to_p));
        }
    }
}

/* Points so far away that sums of their coordinates are infinite are outside all the same. */
static void points_at_the_end_of_the_range(void)
{
    const double most = sizeof(cld_real) == 4 ? (double)FLT_MAX : DBL_MAX;
    test_random r = test_random_from(11);
    int repeat = test_repeat(4000), n;
    for (n = 0; n < repeat; n++) {
        box_pair pair = random_pair(&r, test_integer(&r, 0, KINDS - 1));
        const cld_obb *b = &pair.a;
        cld_vec3 p = vec3(most * test_between(&r, -1, 1), most * test_between(&r, -1, 1),
                          most * test_between(&r, -1, 1)),
                 q;
        cld_obb_point at;
        const double size = box_size(b);
        CHECK(!cld_obb_contains(b, p));
        CHECK(cld_obb_raycast(b, p, vec3(1, 0, 0), 0, &at) <= 0);
        q = cld_obb_closest_point(b, p);
        CHECK(fabs((double)q.x - (double)b->centre.x) <= 2 * size &&
              fabs((double)q.y - (double)b->centre.y) <= 2 * size &&
              fabs((double)q.z - (double)b->centre.z) <= 2 * size);
    }
}

static void check_rotation(const cld_mat3 *m, double tolerance)
{
    const vec x = from_cld(m->x), y = from_cld(m->y), z = from_cld(m->z);
    CHECK_NEAR(dot(x, x), 1, tolerance);
    CHECK_NEAR(dot(y, y), 1, tolerance);
    CHECK_NEAR(dot(z, z), 1, tolerance);
    CHECK_NEAR(dot(x, y), 0, tolerance);
    CHECK_NEAR(dot(y, z), 0, tolerance);
    CHECK_NEAR(dot(z, x), 0, tolerance);
    CHECK(dot(cross(x, y), z) > 0);
}

static void check_fit(const cld_real *points, int count, size_t stride, double *volume)
{
    int fit, i;
    for (fit = 0; fit < 3; fit++) {
        cld_obb box;
        double scale = 0;
        CHECK(cld_obb_from_points(points, (size_t)count, stride, (cld_obb_fit)fit, &box) == CLD_OK);
        CHECK(cld_obb_validate(&box) == CLD_OK);
        check_rotation(&box.axes, 16 * TEST_ROUND); /* computed in double, rounded once */
        for (i = 0; i < count; i++) {
            const cld_real *n =
                (const cld_real *)(const void *)((const char *)points + (size_t)i * stride);
            CHECK(cld_obb_contains(&box, vec3((double)n[0], (double)n[1], (double)n[2])));
            scale = fmax(scale, fabs((double)n[0]) + fabs((double)n[1]) + fabs((double)n[2]));
        }
        if (count == 1) CHECK(box_size(&box) <= 16 * TEST_ROUND * scale);
        if (volume) volume[fit] = 8 * (double)box.half.x * (double)box.half.y * (double)box.half.z;
    }
}

static void fits_hold_every_point(void)
{
    test_random r = test_random_from(11);
    int repeat = test_repeat(2000), n, i, k;
    for (n = 0; n < repeat; n++) {
        enum { MOST = 150, WIDE = 5 };
        static cld_real points[MOST][WIDE];
        cld_pose pose;
        double scale = log_between(&r, -6, 6), e[3];
        int count = test_integer(&r, 1, n % 5 ? 12 : MOST), kind = test_integer(&r, 0, 5);
        pose = test_pose(&r, scale * (n % 2 ? 0 : log_between(&r, 0, 4)));
        for (i = 0; i < 3; i++) e[i] = scale * test_between(&r, 0.1, 1);
        if (kind == 1) e[2] = 0;               /* coplanar */
        if (kind == 2) e[1] = e[2] = 0;        /* collinear */
        if (kind == 3) e[0] = e[1] = e[2] = 0; /* one point */
        if (kind == 5) { /* along an axis next to nothing, in doubles 1e-120 */
            e[n % 3] *= sizeof(cld_real) == 4 ? 1e-30 : 1e-120;
            pose = cld_pose_identity();
        }
        for (i = 0; i < count; i++) {
            double x = test_between(&r, -1, 1), y = test_between(&r, -1, 1);
            double z = test_between(&r, -1, 1);
            cld_vec3 p;
            if (kind == 4) x = i % 2 ? 1 : -1, y = i / 2 % 2 ? 1 : -1, z = i / 4 % 2 ? 1 : -1;
            p = cld_pose_point(&pose, vec3(e[0] * x, e[1] * y, e[2] * z));
            points[i][0] = p.x, points[i][1] = p.y, points[i][2] = p.z;
            for (k = 3; k < WIDE; k++) points[i][k] = (cld_real)TEST_NAN;
        }
        check_fit(points[0], count, sizeof points[0], NULL);
    }
}

/* Points of a box itself: the fit is that box. A square net of points, turned: covariance has two
   equal eigenvalues and may be twice too large, the better fits not. */
static void fits_are_tight(void)
{
    test_random r = test_random_from(12);
    int n, i, repeat = test_repeat(200);
    for (n = 0; n < repeat; n++) {
        cld_real corners[8][3], net[36][3];
        double volume[3], best;
        cld_pose pose = test_pose(&r, 1);
        double hx = test_between(&r, 0.5, 1), hy = test_between(&r, 0.5, 1), hz = 0.4;
        for (i = 0; i < 8; i++) {
            cld_vec3 p =
                cld_pose_point(&pose, vec3(i & 1 ? hx : -hx, i & 2 ? hy : -hy, i & 4 ? hz : -hz));
            corners[i][0] = p.x, corners[i][1] = p.y, corners[i][2] = p.z;
        }
        check_fit(corners[0], 8, sizeof corners[0], volume);
        best = 8 * hx * hy * hz;
        CHECK(volume[CLD_OBB_FIT_BALANCED] < best * (1 + 1e-5));
        CHECK(volume[CLD_OBB_FIT_TIGHT] < best * (1 + 1e-5));
        for (i = 0; i < 36; i++) {
            cld_vec3 p =
                cld_pose_point(&pose, vec3(i % 6, i / 6, i == 0 || i == 35 ? 0.2 : 0.05 * (i % 2)));
            net[i][0] = p.x, net[i][1] = p.y, net[i][2] = p.z;
        }
        check_fit(net[0], 36, sizeof net[0], volume);
        CHECK(volume[CLD_OBB_FIT_TIGHT] <= volume[CLD_OBB_FIT_BALANCED] * (1 + 1e-5));
        CHECK(volume[CLD_OBB_FIT_BALANCED] < 1.4 * 5 * 5 * 0.2);
    }
}

/* ---------------------------------------------------------------------------------------
   manifolds */

/* A box on another's face: four corners, features stable when it slides, edges and vertices
   named. */
static void manifold_of_a_stack(void)
{
    cld_obb a = aligned(0, 0, 0, 2, 2, 1), b = aligned(0.25, 0.125, 1.9375, 1, 1, 1);
    cld_contact c[8], d[8];
    int i, n = cld_obb_collide(&a, &b, c, 8);
    CHECK(n == 4);
    for (i = 0; i < n; i++) {
        CHECK(c[i].normal.z == 1 && c[i].feature_a == CLD_OBB_FACE + 5);
        CHECK(c[i].feature_b >= CLD_OBB_VERTEX && c[i].feature_b < CLD_OBB_VERTEX + 4);
        CHECK_NEAR(c[i].distance, -0.0625, 4 * TEST_ROUND);
        CHECK_NEAR(c[i].point_a.z, 1, 4 * TEST_ROUND);
        CHECK_NEAR(fabs((double)c[i].point_b.x - 0.25), 1, 4 * TEST_ROUND);
    }
    b.centre.x += (cld_real)0.01;
    CHECK(cld_obb_collide(&a, &b, d, 8) == 4);
    for (i = 0; i < n; i++) CHECK(c[i].feature_b == d[i].feature_b);
    b.centre.x = 2, b.centre.y = 2; /* over the corner: one vertex each, two edge crossings */
    n = cld_obb_collide(&a, &b, c, 8);
    CHECK(n == 4);
    for (i = 0; i < n; i++) {
        int vertex_b = c[i].feature_b >= CLD_OBB_VERTEX,
            vertex_a = c[i].feature_a >= CLD_OBB_VERTEX;
        int edges = (c[i].feature_a & CLD_OBB_EDGE) && (c[i].feature_b & CLD_OBB_EDGE);
        CHECK(vertex_a + vertex_b + edges == 1);
        if (vertex_a) CHECK(c[i].feature_a == CLD_OBB_VERTEX + 7 && c[i].point_a.x == 2);
        if (vertex_b) CHECK(c[i].feature_b == CLD_OBB_VERTEX + 0 && c[i].point_b.x == 1);
    }
    CHECK(cld_obb_collide(&a, &b, c, 2) == 4);
    b.centre.z = 3;
    CHECK(cld_obb_collide(&a, &b, c, 8) == 0);
}

/* How far p lies outside the box, in double. */
static double outside(const cld_obb *box, cld_vec3 p)
{
    const cld_vec3 *axis = &box->axes.x;
    const cld_real *half = &box->half.x;
    const vec d = add(from_cld(p), -1, from_cld(box->centre));
    double most = -HUGE_VAL;
    int i;
    for (i = 0; i < 3; i++) most = fmax(most, fabs(dot(d, from_cld(axis[i]))) - (double)half[i]);
    return most;
}

/* A segment, a rectangle, a point: faces without width have contacts too, on both boxes. */
static void manifolds_of_flat_boxes(void)
{
    cld_obb segment = aligned(0, 0, 0, 0, 0, 22), plate = aligned(22.6, 8.8, -17.3, 39.5, 22.3, 0);
    cld_obb point = aligned(0.1, 0.2, 0.3, 0, 0, 0), beam = aligned(1, 1, 1, 1, 1, 1);
    cld_contact c[8];
    int n = cld_obb_collide(&segment, &plate, c, 8), i;
    CHECK(n == 1);
    /* half extents and centres of up to 40, rounded some times */
    CHECK_NEAR(c[0].point_b.x, 0, 8 * 40 * TEST_ROUND);
    CHECK_NEAR(c[0].point_b.y, 0, 8 * 40 * TEST_ROUND);
    CHECK_NEAR(c[0].point_b.z, -17.3, 4 * 22 * TEST_ROUND);
    CHECK_NEAR(c[0].point_a.x, 0, 8 * 40 * TEST_ROUND);
    CHECK_NEAR(c[0].point_a.y, 0, 8 * 40 * TEST_ROUND);
    CHECK_NEAR(c[0].point_a.z, -22, 4 * 22 * TEST_ROUND);
    CHECK_NEAR(c[0].distance, -4.7, 4 * 22 * TEST_ROUND);
    n = cld_obb_collide(&point, &beam, c, 8);
    CHECK(n > 0);
    for (i = 0; i < n; i++) {
        CHECK(c[i].point_a.x == point.centre.x && c[i].point_a.y == point.centre.y);
        CHECK_NEAR(c[i].distance, -0.1, 4 * TEST_ROUND);
    }
}

/* For any pair: at most 8 contacts, each on both boxes to the depth, features all different;
   moving b by the depth along the normal takes the boxes apart, but for the documented margins. */
static void manifolds_of_random_pairs(void)
{
    test_random r = test_random_from(13);
    int repeat = test_repeat(20000), n, i, k, seen[9] = {0};
    for (n = 0; n < repeat; n++) {
        box_pair p = random_pair(&r, test_integer(&r, 0, KINDS - 1));
        cld_contact c[8];
        int count, flat = test_integer(&r, 0, 255);
        double size, far, tolerance, deepest = HUGE_VAL;
        for (i = 0; i < 3 && n % 2; i++) { /* some of them, or all, without thickness */
            if (flat >> i & 1 && flat & 64) (&p.a.half.x)[i] = 0;
            if (flat >> (i + 3) & 1 && flat & 128) (&p.b.half.x)[i] = 0;
        }
        size = box_size(&p.a) + box_size(&p.b);
        count = cld_obb_collide(&p.a, &p.b, c, 8);
        CHECK(count >= 0 && count <= 8);
        CHECK((count > 0) == cld_obb_overlap(&p.a, &p.b));
        if (count < 0 || count > 8) continue;
        seen[count]++;
        far = fabs((double)p.a.centre.x) + fabs((double)p.a.centre.y) + fabs((double)p.a.centre.z);
        tolerance =
            16 * TEST_ROUND * (far + size); /* points rounded, axes orthonormal to 4 units */
        for (i = 0; i < count; i++) {
            vec a = from_cld(c[i].point_a), b = from_cld(c[i].point_b);
            vec m = from_cld(c[i].normal);
            CHECK_NEAR(dot(m, m), 1, 8 * TEST_ROUND);
            CHECK_NEAR(dot(add(b, -1, a), m), c[i].distance, tolerance);
            CHECK(outside(&p.a, c[i].point_a) <= tolerance);
            CHECK(outside(&p.b, c[i].point_b) <= tolerance);
            deepest = fmin(deepest, (double)c[i].distance);
            for (k = 0; k < i; k++)
                CHECK(c[i].feature_a != c[k].feature_a || c[i].feature_b != c[k].feature_b);
            CHECK(memcmp(&c[i].normal, &c[0].normal, sizeof c[0].normal) == 0);
        }
        if (count) {
            double depth = -(double)cld_obb_separation(&p.a, &p.b, NULL);
            double small = fmin(box_size(&p.a), box_size(&p.b));
            double least = depth - 0.05 * fabs(depth) - 0.002 * small;
            /* the face preferred may be deeper than the least by the documented margins; where its
               lowest corner lies outside the reference face, its contacts may be less deep */
            CHECK(-deepest <= 1.06 * depth + 0.01 * size + tolerance);
            CHECK(-deepest >= least - 2 * tolerance); /* the separation gives away its bound too */
        }
    }
    /* the rarest of these is one in hundreds of pairs */
    if (repeat >= 2000) CHECK(seen[1] && seen[4] && seen[0] && seen[6]);
}

/* -------------------------------------------------------- does a tower of boxes stand? A solver of
   the plainest kind (sequential impulses, warm starting by feature pairs) on the contacts. */

enum { TOWER = 5, TOWER_CONTACTS = 8 };

typedef struct tower_contact {
    uint32_t feature_a, feature_b;
    double push;
} tower_contact;

typedef struct tower_body {
    cld_obb box;
    vec velocity, spin;
    double mass_inverse, inertia_inverse; /* cubes: inertia is a number */
    tower_contact old[TOWER_CONTACTS];    /* with the body below */
    int old_count;
} tower_body;

static vec tower_speed(const tower_body *b, vec arm)
{
    return add(b->velocity, 1, cross(b->spin, arm));
}

static void tower_push(tower_body *b, vec arm, vec impulse)
{
    b->velocity = add(b->velocity, b->mass_inverse, impulse);
    b->spin = add(b->spin, b->inertia_inverse, cross(arm, impulse));
}

/* Impulse along `direction` that brings the relative speed of a contact to `wanted`. */
static double tower_impulse(tower_body *a, tower_body *b, vec ra, vec rb, vec direction,
                            double wanted)
{
    vec ca = cross(ra, direction), cb = cross(rb, direction);
    double k = a->mass_inverse + b->mass_inverse + a->inertia_inverse * dot(ca, ca) +
               b->inertia_inverse * dot(cb, cb);
    vec speed = add(tower_speed(b, rb), -1, tower_speed(a, ra));
    return (wanted - dot(speed, direction)) / k;
}

static void tower_apply(tower_body *a, tower_body *b, vec ra, vec rb, vec impulse)
{
    tower_push(a, ra, scale(-1, impulse));
    tower_push(b, rb, impulse);
}

/* Solves all contacts of one step, body i against i - 1. */
static void tower_solve(tower_body *bodies, double step)
{
    static cld_contact c[TOWER + 1][TOWER_CONTACTS];
    static double push[TOWER + 1][TOWER_CONTACTS], rub[TOWER + 1][TOWER_CONTACTS][2];
    int count[TOWER + 1], i, k, m, pass, t;
    memset(rub, 0, sizeof rub);
    for (pass = -1; pass < 20; pass++) {
        for (i = 1; i <= TOWER; i++) {
            tower_body *a = &bodies[i - 1], *b = &bodies[i];
            if (pass < 0) count[i] = cld_obb_collide(&a->box, &b->box, c[i], TOWER_CONTACTS);
            for (k = 0; k < count[i]; k++) {
                vec n = from_cld(c[i][k].normal), side[2];
                vec ra = add(from_cld(c[i][k].point_a), -1, from_cld(a->box.centre));
                vec rb = add(from_cld(c[i][k].point_b), -1, from_cld(b->box.centre));
                double gap = (double)c[i][k].distance, wanted, more, before;
                if (pass < 0) { /* what the same features carried in the last step */
                    push[i][k] = 0;
                    for (m = 0; m < b->old_count; m++)
                        if (b->old[m].feature_a == c[i][k].feature_a &&
                            b->old[m].feature_b == c[i][k].feature_b)
                            push[i][k] = b->old[m].push;
                    tower_apply(a, b, ra, rb, scale(push[i][k], n));
                    continue;
                }
                wanted = gap > 0 ? -gap / step : gap < -0.005 ? -0.2 * (gap + 0.005) / step : 0;
                more = tower_impulse(a, b, ra, rb, n, wanted);
                before = push[i][k];
                push[i][k] = fmax(0, before + more);
                tower_apply(a, b, ra, rb, scale(push[i][k] - before, n));
                side[0] = unit(cross(n, fabs(n.x) < 0.5 ? vector(1, 0, 0) : vector(0, 1, 0)));
                side[1] = cross(n, side[0]);
                for (t = 0; t < 2; t++) {
                    double limit = 0.6 * push[i][k];
                    before = rub[i][k][t];
                    more = before + tower_impulse(a, b, ra, rb, side[t], 0);
                    rub[i][k][t] = fmax(-limit, fmin(limit, more));
                    tower_apply(a, b, ra, rb, scale(rub[i][k][t] - before, side[t]));
                }
            }
        }
    }
    for (i = 1; i <= TOWER; i++) {
        bodies[i].old_count = count[i];
        for (k = 0; k < count[i]; k++) {
            bodies[i].old[k].feature_a = c[i][k].feature_a;
            bodies[i].old[k].feature_b = c[i][k].feature_b;
            bodies[i].old[k].push = push[i][k];
        }
    }
}

static void tower_move(tower_body *b, double step)
{
    vec w = scale(step, b->spin), centre = from_cld(b->box.centre);
    cld_pose turn = cld_pose_identity();
    cld_vec3 place = to_cld(add(centre, step, b->velocity));
    turn.rotation.x = vec3(1, w.z, -w.y);
    turn.rotation.y = vec3(-w.z, 1, w.x);
    turn.rotation.z = vec3(w.y, -w.x, 1);
    b->box = cld_obb_transform(&turn, &b->box); /* makes the turn a rotation */
    b->box.centre = place;
}

/* Two plates that cross at a small angle: what touches comes first, the deepest at once, and what
   hovers after it, whatever the capacity. */
static void contacts_come_deepest_first(void)
{
    const double x = 1e-4, y = 2e-4, s = 2 / (1 + x * x + y * y);
    cld_pose p = cld_pose_identity(), q;
    cld_contact c[16], few[16];
    cld_obb a, b;
    int i, n, room;
    q.rotation.x = vec3(1 - s * y * y, s * x * y, -s * y);
    q.rotation.y = vec3(s * x * y, 1 - s * x * x, s * x);
    q.rotation.z = vec3(s * y, -s * x, 1 - s * (x * x + y * y));
    q.position = vec3(0, 0, 0.001);
    a = cld_obb_from_pose(&p, vec3(50, 50, 0.0005));
    b = cld_obb_from_pose(&q, vec3(50, 50, 0.0005));
    n = cld_obb_collide(&a, &b, c, 16);
    CHECK(n >= 4);
    CHECK_NEAR(c[0].distance, -0.03, 0.0001);
    for (i = 1; i < n; i++) {
        CHECK(c[i].distance >= c[0].distance);
        CHECK(!(c[i - 1].distance > (cld_real)1e-6 && c[i].distance < (cld_real)-1e-6));
    }
    for (room = 0; room <= n; room++) {
        CHECK(cld_obb_collide(&a, &b, few, room) == n);
        CHECK(memcmp(c, few, (size_t)room * sizeof c[0]) == 0);
    }
}

/* A square on one turned by 45 degrees: eight contacts, of which the first four span a square of
   more than half of the octagon, and any three of them no less than half of that. */
static void the_first_contacts_span_most(void)
{
    cld_pose p = cld_pose_identity();
    const double h = sqrt(0.5);
    cld_contact c[8];
    cld_obb a = cld_obb_from_pose(&p, vec3(1, 1, 1)), b;
    double area = 0;
    int i;
    p.rotation.x = vec3(h, h, 0), p.rotation.y = vec3(-h, h, 0);
    p.position = vec3(0, 0, 2);
    b = cld_obb_from_pose(&p, vec3(1, 1, 1));
    CHECK(cld_obb_collide(&a, &b, c, 8) == 8);
    {
        const double ux = (double)c[1].point_a.x - (double)c[0].point_a.x;
        const double uy = (double)c[1].point_a.y - (double)c[0].point_a.y;
        double side[2];
        for (i = 0; i < 2; i++) {
            side[i] = ux * ((double)c[2 + i].point_a.y - (double)c[0].point_a.y) -
                      uy * ((double)c[2 + i].point_a.x - (double)c[0].point_a.x);
            area += 0.5 * fabs(side[i]);
        }
        CHECK(side[0] * side[1] < 0);
    }
    /* the octagon has 8 (sqrt(2) - 1), and the largest of four of its corners 0.7 of that */
    CHECK(area > 0.65 * 8 * (sqrt(2) - 1));
}

static void a_tower_stands(void)
{
    tower_body bodies[TOWER + 1];
    double step = 1.0 / 60, drift = 0;
    int i, frame, changes = 0;
    uint32_t last = 0;
    memset(bodies, 0, sizeof bodies);
    bodies[0].box = aligned(0, 0, -1, 10, 10, 1);
    for (i = 1; i <= TOWER; i++) {
        bodies[i].box = aligned(0.02 * (i % 2), 0.01 * (i % 3), i - 0.5, 0.5, 0.5, 0.5);
        bodies[i].mass_inverse = 1, bodies[i].inertia_inverse = 6;
    }
    for (frame = 0; frame < 600; frame++) {
        for (i = 1; i <= TOWER; i++) bodies[i].velocity.z -= 9.8 * step;
        tower_solve(bodies, step);
        for (i = 1; i <= TOWER; i++) tower_move(&bodies[i], step);
        if (frame > 60) {
            /* which they are, in any order: that goes by depth, which is rounding here */
            uint32_t now = (uint32_t)bodies[TOWER].old_count * 100000;
            for (i = 0; i < bodies[TOWER].old_count; i++)
                now += bodies[TOWER].old[i].feature_a * 37 + bodies[TOWER].old[i].feature_b;
            changes += frame > 61 && now != last;
            last = now;
        }
    }
    for (i = 1; i <= TOWER; i++) {
        drift = fmax(drift, fabs((double)bodies[i].box.centre.x - 0.02 * (i % 2)));
        CHECK_NEAR(bodies[i].box.centre.z, i - 0.5, 0.01 * i); /* the allowed sinking, each */
        CHECK((double)bodies[i].box.axes.z.z > 0.9999);
    }
    CHECK(drift < 0.02);
    CHECK(changes == 0); /* the manifold does not flicker */
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--pairs")) {
        test_begin(1, argv);
        sweep_all(atoi(argv[2]), 1);
        return test_end();
    }
    test_begin(argc, argv);
    TEST(hand_worked);
    TEST(statuses);
    TEST(not_finite_is_never_apart);
    TEST(apart_is_a_proof);
    TEST(all_ways_agree);
    TEST(packs_of_thousands);
    TEST(smaller_than_numbers);
    TEST(metamorphic);
    TEST(separation_bounds_the_distance);
    TEST(contains_and_closest);
    TEST(points_at_the_end_of_the_range);
    TEST(fits_hold_every_point);
    TEST(fits_are_tight);
    TEST(manifold_of_a_stack);
    TEST(manifolds_of_flat_boxes);
    TEST(manifolds_of_random_pairs);
    TEST(contacts_come_deepest_first);
    TEST(the_first_contacts_span_most);
    TEST(a_tower_stands);
    return test_end();
}
