/* Bodies that start in contact with the ground and move: when they are stopped, against the rule,
 * with oracle_ground.h's signed distances in long double.
 *
 *     test_terrain_start [seed]                  seconds
 *     test_terrain_start --starts 1000000        so many
 *     test_terrain_start --from 600000 --starts 400000
 *     test_terrain_start [seed] --case n         one of them again */
#include "test.h"
#include "oracle_ground.h"
#include <float.h>

static int option_starts, option_from, option_case = -1;

/* 2^-44, the bound of the docs in units of the largest number that takes part. */
#define BOUND 5.684341886080802e-14L

/* how far normals that are told may be off */
#define NORMAL (sizeof(cld_real) == sizeof(float) ? 3e-5L : 3e-6L)

enum { AWAY, ALONG, INWARDS, ALONG_AND_IN, ANYWHERE, ASIDE, NOWHERE, MOTIONS };

/* A body on its ground. */
typedef struct start {
    ground_land ground;
    ground_shape shape;
    ground_body body;
    cld_vec3 motion;
    ground_vec way; /* the motion in the field's frame */
    ground_real floor[GROUND_PIECES], least, bound, length;
    ground_real tilt; /* how far the normal may be off of what is round: it rolls within rounding */
    int pose, how, deep;
} start;

static void start_make(start *s, int n)
{
    static const double depths[5] = {0, 0, 1e-6, 1e-3, 0.02};
    static const double lengths[4] = {0.001, 0.1, 1, 3};
    test_random r = test_random_from((uint64_t)n + 1);
    const int kind = n % GROUND_LANDS, body = n / GROUND_LANDS % GROUND_BODIES;
    const double scale = exp2(test_integer(&r, -20, 20));
    const double length = lengths[test_integer(&r, 0, 3)] * scale;
    ground_vec normal, along;
    ground_real x, largest, flat, best = HUGE_VALL;
    int i, k, face;
    memset(s, 0, sizeof *s);
    s->pose = test_integer(&r, 0, MADE_POSES - 1);
    s->how = test_integer(&r, 0, MOTIONS - 1), s->deep = test_integer(&r, 0, 4);
    ground_land_make(&s->ground, &r, kind, s->pose, scale);
    x = 0.125L * (ground_real)scale * test_integer(&r, -12, 12);
    x += GROUND_COLUMNS / 2 * (ground_real)s->ground.field.dx;
    face = (int)floorl(x / (ground_real)s->ground.field.dx);
    normal = ground_normal(&s->ground, face);
    ground_shape_make(&s->shape, &r, body, scale, normal);
    s->shape.centre = ground_make(x, (8 + 0.125 * test_integer(&r, -4, 4)) * scale, 0);
    ground_rest(&s->shape, &s->ground);
    s->shape.centre.z -= depths[s->deep] * scale;
    ground_body_make(&s->body, &s->shape, &s->ground);
    /* the normal of a face that it touches, or nearly */
    for (k = 0; k < s->ground.pieces; k++) {
        const ground_piece *p = &s->ground.piece[k];
        const ground_real d = ground_distance(&s->ground, &s->body, ground_make(0, 0, 0), p);
        s->floor[k] = fminl(0, d);
        s->least = fminl(s->least, d);
        if (d >= best) continue;
        best = d;
        for (i = p->first; i < p->last; i++) {
            const ground_vec m = ground_normal(&s->ground, i);
            if (i == p->first ||
                ground_beyond(&s->ground, &s->body, ground_make(0, 0, 0), i, m) >
                    ground_beyond(&s->ground, &s->body, ground_make(0, 0, 0), i, normal))
                normal = m;
        }
    }
    along = ground_make(normal.z, 0, -normal.x);
    if (test_integer(&r, 0, 1)) along = ground_mad(ground_make(0, 0, 0), -1, along);
    if (s->how == ALONG && test_integer(&r, 0, 1)) along.y = 0.5;
    s->way = along;
    if (s->how == AWAY) s->way = ground_mad(normal, test_between(&r, -1, 1), along);
    if (s->how == INWARDS)
        s->way = ground_mad(ground_make(0, 0, 0), -1,
                            ground_mad(normal, test_between(&r, -1, 1), along));
    if (s->how == ALONG_AND_IN)
        s->way = ground_mad(along, -pow(10, test_between(&r, -9, 0)), normal);
    if (s->how == ANYWHERE)
        s->way =
            ground_make(test_between(&r, -1, 1), test_between(&r, -1, 1), test_between(&r, -1, 1));
    if (s->how == ASIDE) s->way = ground_make(0, 1, 0);
    s->way = ground_mad(ground_make(0, 0, 0), s->how == NOWHERE ? 0 : (ground_real)length, s->way);
    s->motion = ground_to(ground_turn_out(&s->ground.frame, s->way));
    s->way = ground_turn_in(&s->ground.frame, ground_from(s->motion));
    s->length = sqrtl(ground_dot(s->way, s->way));
    largest = 100 * (ground_real)scale + fabsl(s->ground.frame.position.x) +
              fabsl(s->ground.frame.position.y) + fabsl(s->ground.frame.position.z);
    /* rounding: of directions, of stored heights as planes, of all numbers */
    flat = 0;
    for (i = 0; i < GROUND_COLUMNS; i++)
        flat = fmaxl(flat, fabsl((ground_real)s->ground.heights[i]));
    flat = 4 * (ground_real)FLT_EPSILON * (flat + s->body.reach);
    s->tilt = sqrtl(32 * BOUND * largest / (s->body.reach + (ground_real)scale));
    s->bound = 20 * (ground_real)TEST_ROUND * s->length + 16 * BOUND * largest +
               flat * (4 + 2 * s->length / (ground_real)s->ground.field.dx);
}

static ground_real start_distance(const start *s, ground_real time, int piece)
{
    const ground_vec move = ground_mad(ground_make(0, 0, 0), time, s->way);
    return ground_distance(&s->ground, &s->body, move, &s->ground.piece[piece]);
}

/* How far beyond a piece the body is at a time along a normal of it; less than all: n is none, by
   more than what is round may roll within rounding. */
static ground_real start_along(const start *s, ground_real time, int piece, ground_vec n)
{
    const ground_piece *p = &s->ground.piece[piece];
    const ground_vec first = ground_normal(&s->ground, p->first);
    const ground_vec last = ground_normal(&s->ground, p->last - 1);
    const ground_vec move = ground_mad(ground_make(0, 0, 0), time, s->way);
    const ground_real a = atan2l(n.x, n.z), off = 1e-5L + s->tilt;
    ground_real least = HUGE_VALL;
    int i;
    if (a < atan2l(first.x, first.z) - off || a > atan2l(last.x, last.z) + off) return -HUGE_VALL;
    for (i = p->first; i <= p->last; i++)
        if (fabsl(ground_x(&s->ground, i) - s->body.point[0].x) < 8 * (ground_real)s->ground.scale)
            least = fminl(least, ground_beyond(&s->ground, &s->body, move, i, n));
    return least;
}

static void start_print(const start *s, int n)
{
    if (test_failures > 20) return;
    printf("    case %d: %s on %s, pose %d, scale %g, deep %d, motion %d of length %Lg\n", n,
           ground_body_names[s->body.kind], made_land_names[s->ground.kind], s->pose,
           s->ground.scale, s->deep, s->how, s->length / (ground_real)s->ground.scale);
}

static int hits, later, starts_in;

static void start_check(int n)
{
    static start s;
    cld_heightfield_hit hit;
    cld_contact first;
    ground_real end = 1, wide, longer = 0;
    int met, k, i, good = 1, other = 0;
    start_make(&s, n);
    memset(&hit, 0, sizeof hit);
    met = ground_sweep(&s.ground, &s.body, s.motion, &hit);
    good &= CHECK(met == 0 || met == 1);
    if (met == 1) end = (ground_real)hit.time;
    if (ground_collide(&s.ground, &s.body, 0, &first, 1) > 0) {
        /* of several ways out the one that is told may be longer than the shortest: it counts. What
           is buried whole has that of the triangle above it alone. */
        const int buried = s.body.kind == GROUND_CYLINDER
                               ? (first.feature_a & 7) == CLD_CYLINDER_INSIDE
                               : first.feature_a == CLD_FEATURE_INTERIOR;
        other = (ground_real)first.distance < (buried ? 1 : 1.2L) * s.least - s.bound;
        longer = fmaxl(0, s.least - (ground_real)first.distance);
        s.least = fminl(s.least, (ground_real)first.distance);
    }
    /* not too late: it is nowhere deeper than it was at the deepest. (Before it meets the faces of
       a piece it may be in the ground at their foot by as much, where the piece goes on.) */
    wide = s.bound + 2 * (ground_real)TEST_ROUND * s.length;
    for (k = 0; k < s.ground.pieces && good; k++) {
        for (i = 1; i <= 4 && good; i++)
            good &= CHECK(start_distance(&s, end * i / 4, k) >= 1.1L * s.least - wide);
        if (!good) {
            for (i = 0; i <= 4; i++)
                printf("    at %Lg: %Lg", end * i / 4,
                       start_distance(&s, end * i / 4, k) / (ground_real)s.ground.scale);
            printf(" of scale; bound %Lg\n", wide / (ground_real)s.ground.scale);
        }
    }
    /* not too soon: then it goes deeper into some piece, along the normal told */
    if (good && met == 1 && !other) {
        const ground_vec normal = ground_unit(
            ground_turn_in(&s.ground.frame,
                           ground_mad(ground_make(0, 0, 0), -1, ground_from(hit.contact.normal))));
        /* what is round rolls off an edge again in less than a millionth of its size */
        const ground_real part = (ground_real)s.ground.scale / s.length;
        ground_real seen = HUGE_VALL, falls = 0, off = HUGE_VALL;
        int found = 0;
        for (k = 0; k < s.ground.pieces && !found; k++) {
            const ground_real at = start_distance(&s, end, k);
            const ground_real change = fminl(start_distance(&s, end + 1e-6L * part, k),
                                             start_distance(&s, end + 1e-8L * part, k)) -
                                       at;
            if (!(at <= s.floor[k] + wide) || !(change < 0)) continue;
            seen = at, falls = change;
            off = at - start_along(&s, end, k, normal);
            /* what is deep may have other ways out that are as good, or that are told */
            found =
                fabsl(off) <= wide + 0.02L * fabsl(at) + longer +
                                  (NORMAL + s.tilt) * (s.body.reach + (ground_real)s.ground.scale);
        }
        good &= CHECK(found);
        if (!good)
            printf("    time %.9g, normal %Lg %Lg %Lg, at %Lg, falls %Lg, off %Lg, bound %Lg\n",
                   (double)hit.time, normal.x, normal.y, normal.z,
                   seen / (ground_real)s.ground.scale, falls / (ground_real)s.ground.scale,
                   off / (ground_real)s.ground.scale, wide / (ground_real)s.ground.scale);
        hits++, later += hit.time > 0;
    }
    starts_in += ground_overlap(&s.ground, &s.body) == 1;
    if (!good) start_print(&s, n);
}

static void starts_in_contact(void)
{
    const int count = option_starts ? option_starts : test_repeat(200000);
    int n;
    hits = later = starts_in = 0;
    if (option_case >= 0) {
        start_check(option_case);
        return;
    }
    for (n = option_from; n < option_from + count; n++) start_check(n);
    printf("    %d starts in contact of %d; %d hits, %d of them later than at once\n", starts_in,
           count, hits, later);
    CHECK(count < 1000 || (starts_in > count / 2 && hits > count / 10 && later > count / 80));
}

/* Normals that were wrong: of points that come below ground, at the foot of a step, of the ends of
   cylinders on vertices, of points that touch beside a seam, so that their gap is of rounding;
   of cylinders that come to an edge moved out with another place of their rim than in place. */
static void starts_that_had_wrong_normals(void)
{
    static const int known[] = {10558, 22558, 23783, 44665, 47367, 61793, 2093904, 2361289};
    size_t k;
    for (k = 0; k < sizeof known / sizeof *known; k++) start_check(known[k]);
}

/* Cases in which bodies were stopped late, by what the rounding of ground as high as they are tall
   would let them sink; at once, where a shorter way out than the one told, or one as short, leads
   along; and with a normal of the edge that they met moved out, not of a contact. */
static void starts_that_were_judged_by_another_way_out(void)
{
    static const int known[] = {456048, 502490, 535110, 537618, 588182, 639438, 778008, 816888,
                                824732, 853402, 879930, 901134, 902190, 981630, 982262, 194027,
                                239207, 243287, 562768, 594145, 724226, 729988, 753886, 763828,
                                914036, 947459, 882523, 100679, 106410, 229649, 351389, 454799, 626549};
    size_t k;
    for (k = 0; k < sizeof known / sizeof *known; k++) start_check(known[k]);
}

/* A box deep in one side of a valley comes to the other side where, moved out, it meets that beyond
   the end of its motion at a seam; a segment deep beside a ridge goes down along the side in which it
   has no contact, but by which its way out is the shortest. */
static void starts_that_were_stopped_by_one_side_alone(void)
{
    static const int known[] = {73575, 2093188};
    size_t k;
    for (k = 0; k < sizeof known / sizeof *known; k++) start_check(known[k]);
}

/* Cases of other seeds. Hulls whose lowest point goes down beside a ramp into the flat ground at its
   foot, into which they were let by their depth once more; that leave over a ridge, or by the side
   of a roof in which they have no contact; that go into a face without a contact, or lie across the
   end of an edge. Cylinders whose shortest way out over an edge is that of no contact, that touch a
   step from above and sink into it by little, whose contact has the normal of the slope beyond
   their end, or that of the side at a rim that is a little deep. A capsule that touches a crest to
   rounding. A sphere that rolls over an edge on which it is deepest a moment later. */
static void starts_of_other_seeds(void)
{
    static const int known[][2] = {
        {48, 254126}, {41, 5606},   {41, 591176}, {46, 436707}, {47, 406256},
        {50, 576086}, {44, 477928}, {47, 117808}, {47, 342508}, {43, 653459},
        {50, 201026}, {48, 429713}, {41, 387983}, {51, 279173}, {40, 125479},
        {42, 796640}, {46, 569363}, {48, 715990}, {46, 453215},
    };
    const uint64_t seed = test_seed;
    size_t k;
    for (k = 0; k < sizeof known / sizeof *known; k++)
        test_seed = (uint64_t)known[k][0], start_check(known[k][1]);
    test_seed = seed;
}

/* Tall bodies on ground at height 0, which rounds nothing, or at 1, touching or a little deep, move
   along and down: they are stopped at once where that leads in by more than its own rounding. */
static void tall_bodies_on_low_ground(void)
{
    enum { COLUMNS = 33, ROWS = 33 };
    static float heights[COLUMNS * ROWS];
    cld_heightfield f;
    int n, i;
    memset(&f, 0, sizeof f);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT, f.columns = COLUMNS, f.rows = ROWS;
    f.dx = f.dy = 1;
    for (n = 0; n < 5 * 15 * 2 * 2 * 2; n++) {
        const int body = n % 5, high = n / 75 % 2, deep = n / 150 % 2, goes_in = n / 300;
        const cld_real tall = (cld_real)exp2(n / 5 % 15), half = (cld_real)0.5;
        const cld_real z = (cld_real)high + tall - (cld_real)deep * (cld_real)0.0625;
        const cld_real numbers[6] = {0, 0, -tall, 0, 0, tall};
        cld_sphere sphere;
        cld_capsule capsule;
        cld_obb box;
        cld_cylinder wheel;
        cld_hull hull;
        cld_vec3 motion;
        cld_heightfield_hit hit;
        int met;
        for (i = 0; i < COLUMNS * ROWS; i++) heights[i] = (float)high;
        memset(&box, 0, sizeof box), memset(&wheel, 0, sizeof wheel), memset(&hull, 0, sizeof hull);
        motion.x = 1, motion.y = 0, motion.z = goes_in ? -(cld_real)exp2(-15) : 0;
        sphere.centre.x = sphere.centre.y = 16, sphere.centre.z = z, sphere.radius = tall;
        capsule.a = capsule.b = sphere.centre, capsule.radius = half;
        capsule.a.z -= tall - half, capsule.b.z += tall - half;
        box.centre = sphere.centre, box.half.x = box.half.y = half, box.half.z = tall;
        box.axes.x.x = box.axes.y.y = box.axes.z.z = 1;
        wheel.centre = sphere.centre, wheel.axis.z = 1, wheel.radius = half;
        wheel.half_height = tall;
        hull.points = numbers, hull.count = 2, hull.pose.position = sphere.centre;
        hull.pose.rotation = box.axes;
        met = body == 0   ? cld_heightfield_sweep_sphere(&f, &sphere, motion, &hit)
              : body == 1 ? cld_heightfield_sweep_capsule(&f, &capsule, motion, &hit)
              : body == 2 ? cld_heightfield_sweep_obb(&f, &box, motion, &hit)
              : body == 3 ? cld_heightfield_sweep_cylinder(&f, &wheel, motion, &hit)
                          : cld_heightfield_sweep_hull(&f, &hull, motion, &hit);
        if (!CHECK(met == goes_in &&
                   (!met || (hit.time == 0 && (double)hit.contact.normal.z < -1 + 1e-9))))
            printf("    body %d, %g tall, at %d, deep %d, goes in %d: %d at %g, normal %.17g\n",
                   body, (double)tall, high, deep, goes_in, met, met ? (double)hit.time : 2,
                   met ? (double)hit.contact.normal.z : 0);
    }
}

/* Bodies on a roof of which both sides are as steep, so deep that either way out is as long: down
   along one side, or up, they are not deeper; down into both, or against the ridge, they are. */
static void ways_out_that_tie(void)
{
    enum { COLUMNS = 33, ROWS = 9 };
    static float heights[COLUMNS * ROWS];
    static const double steep[3] = {0.5, 1, 2}, depths[3] = {1.0 / 4096, 1.0 / 64, 0.125};
    cld_heightfield f;
    int n, i;
    memset(&f, 0, sizeof f);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT, f.columns = COLUMNS, f.rows = ROWS;
    f.dx = f.dy = 1;
    for (n = 0; n < 3 * 3 * 3 * 6; n++) {
        const int body = n % 3, how = n / 27;
        const cld_real slope = (cld_real)steep[n / 3 % 3], deep = (cld_real)depths[n / 9 % 3];
        const cld_real numbers[9] = {0, -1, 0, 0, 1, 0, 0, 0, 2}, half = (cld_real)0.5;
        const cld_real tip = (cld_real)sqrt(0.5);
        const cld_real down[6][2] = {{1, -slope},     {-1, -slope}, {1, 0},
                                     {1, -2 * slope}, {0, -1},      {-1, slope}};
        cld_obb box;
        cld_cylinder wheel;
        cld_hull hull;
        cld_vec3 motion, at;
        cld_heightfield_hit hit;
        int met, in;
        for (i = 0; i < COLUMNS * ROWS; i++)
            heights[i] = (float)(32 - (double)slope * abs(i % COLUMNS - 16));
        memset(&box, 0, sizeof box), memset(&wheel, 0, sizeof wheel), memset(&hull, 0, sizeof hull);
        at.x = 16, at.y = 4, at.z = 32 - deep;
        motion.x = down[how][0], motion.y = 0, motion.z = down[how][1];
        hull.points = numbers, hull.count = 3, hull.pose.position = at;
        hull.pose.rotation.x.x = hull.pose.rotation.y.y = hull.pose.rotation.z.z = 1;
        box.centre = at, box.half.x = box.half.y = box.half.z = half;
        box.centre.z += (cld_real)0.5 * (cld_real)sqrt(2.0); /* on an edge */
        box.axes.x.x = tip, box.axes.x.z = tip, box.axes.z.x = -tip, box.axes.z.z = tip;
        box.axes.y.y = 1;
        wheel.centre = at, wheel.centre.z += half, wheel.axis.z = 1; /* on an end */
        wheel.radius = wheel.half_height = half;
        met = body == 0   ? cld_heightfield_sweep_hull(&f, &hull, motion, &hit)
              : body == 1 ? cld_heightfield_sweep_obb(&f, &box, motion, &hit)
                          : cld_heightfield_sweep_cylinder(&f, &wheel, motion, &hit);
        /* along a side, or aside, a point of the ridge comes no deeper; what has it between steeper
           sides, or lies on it, does where it goes down */
        in = how == 3 || how == 4;
        if (body == 2 || (body == 1 && slope > 1)) in = motion.z < 0;
        if (!CHECK(met == in && (!met || hit.time == 0)))
            printf("    body %d, slope %g, %g deep, motion %d: %d at %g\n", body, (double)slope,
                   (double)deep, how, met, met ? (double)hit.time : 2);
    }
}

/* Bodies that lie on flat ground or deep in it, and move on, however far they would: a wall stops
   them where it stands, and where there is none, nothing does. */
static void motions_beyond_all_measure(void)
{
    enum { COLUMNS = 600, ROWS = 17, WALL = 300 };
    static float heights[COLUMNS * ROWS];
    static const double depths[4] = {0, 0.01, 0.3, 4}; /* of 0.5 */
    test_random r = test_random_from(77);
    cld_heightfield f;
    int i, n, stopped = 0;
    memset(&f, 0, sizeof f);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT, f.columns = COLUMNS, f.rows = ROWS;
    f.dx = f.dy = 1;
    for (n = 0; n < 480; n++) {
        const int body = n % 4, wall = n / 4 % 2, deep = n / 8 % 4, off = test_integer(&r, 0, 2);
        const cld_real length = (cld_real)pow(10, test_between(&r, 3, 25));
        const cld_real x = (cld_real)(0.125 * test_integer(&r, 80, 800));
        const cld_real y = 8, z = (cld_real)(0.5 - depths[deep]), half = (cld_real)0.5;
        cld_sphere sphere;
        cld_capsule capsule;
        cld_obb box;
        cld_cylinder wheel;
        cld_vec3 motion;
        cld_heightfield_hit hit;
        int met;
        for (i = 0; i < COLUMNS * ROWS; i++) heights[i] = i % COLUMNS >= WALL && wall ? 32.0f : 0;
        memset(&box, 0, sizeof box), memset(&wheel, 0, sizeof wheel);
        motion.x = length, motion.y = off == 1 ? length * (cld_real)0.0078125 : 0;
        motion.z = off == 2 ? length * (cld_real)0.0078125 : 0; /* it leaves */
        sphere.centre.x = x, sphere.centre.y = y, sphere.centre.z = z, sphere.radius = half;
        capsule.a = capsule.b = sphere.centre, capsule.b.z += 1, capsule.radius = half;
        box.centre = sphere.centre, box.half.x = box.half.y = box.half.z = half;
        box.axes.x.x = box.axes.y.y = box.axes.z.z = 1;
        wheel.centre = sphere.centre, wheel.axis.y = 1, wheel.radius = wheel.half_height = half;
        met = body == 0   ? cld_heightfield_sweep_sphere(&f, &sphere, motion, &hit)
              : body == 1 ? cld_heightfield_sweep_capsule(&f, &capsule, motion, &hit)
              : body == 2 ? cld_heightfield_sweep_obb(&f, &box, motion, &hit)
                          : cld_heightfield_sweep_cylinder(&f, &wheel, motion, &hit);
        if (!CHECK(met == wall))
            printf("    body %d, depth %d, %g far\n", body, deep, (double)length);
        if (!met) continue;
        /* buried bodies may come as far into it as they are deep; the wall is a cell wide */
        CHECK_NEAR((double)hit.time * (double)length, WALL - 0.75 - (double)x,
                   0.75 + depths[deep] + 1e-3);
        stopped++;
    }
    CHECK(stopped > 200);
}

/* Hulls deep in rough ground without a rim fall: every normal of it has a part upwards, so every
   way out becomes longer, and they are stopped at once, along one of those. */
static void falls_stop_at_once(void)
{
    static ground_land g;
    test_random r = test_random_from(78);
    const int count = 1200; /* case 1061 was stopped late */
    int i, n, k, deep = 0;
    for (n = 0; n < count; n++) {
        ground_shape shape;
        ground_body body;
        cld_heightfield_hit hit;
        cld_contact first;
        cld_vec3 motion;
        if (n % 64 == 0) {
            const double rough = test_between(&r, 0.05, 0.4);
            ground_land_make(&g, &r, MADE_FLAT, 0, 1);
            for (i = 0; i < GROUND_COLUMNS * GROUND_ROWS; i++) {
                const int x = i % GROUND_COLUMNS % 12, y = i / GROUND_COLUMNS;
                g.heights[i] = (float)(1.5 * x + 0.8 * y + rough * test_between(&r, -1, 1)) *
                               (float)g.field.dx;
            }
        }
        ground_shape_make(&shape, &r, GROUND_HULL, 1, ground_make(0, 0, 1));
        i = test_integer(&r, 8, GROUND_COLUMNS - 9);
        k = test_integer(&r, 4, GROUND_ROWS - 5);
        shape.centre = ground_make(i * (ground_real)g.field.dx, k * (ground_real)g.field.dy,
                                   (ground_real)g.heights[k * GROUND_COLUMNS + i]);
        shape.centre.z += test_between(&r, -0.3, 0.7);
        ground_body_make(&body, &shape, &g);
        if (ground_collide(&g, &body, 0, &first, 1) <= 0) continue;
        if ((ground_real)first.distance < -body.reach) continue;
        deep++;
        motion.x = motion.y = 0, motion.z = -3;
        k = ground_sweep(&g, &body, motion, &hit);
        if (!CHECK(k == 1 && hit.time == 0 && hit.contact.normal.z < 0))
            printf("    case %d, %g deep: %d at %g\n", n, -(double)first.distance, k,
                   k == 1 ? (double)hit.time : 2);
    }
    printf("    %d fall in contact\n", deep);
    CHECK(deep > count / 4);
}

int main(int argc, char **argv)
{
    option_starts = test_option(&argc, argv, "--starts", 0);
    option_from = test_option(&argc, argv, "--from", 0);
    option_case = test_option(&argc, argv, "--case", -1);
    test_begin(argc, argv);
    TEST(starts_in_contact);
    TEST(starts_that_had_wrong_normals);
    TEST(starts_that_were_judged_by_another_way_out);
    TEST(starts_that_were_stopped_by_one_side_alone);
    TEST(starts_of_other_seeds);
    TEST(tall_bodies_on_low_ground);
    TEST(ways_out_that_tie);
    TEST(motions_beyond_all_measure);
    TEST(falls_stop_at_once);
    return test_end();
}
