/* [TERRAIN], cylinders on heightfields: overlap, contacts, distance, sweeps, against the oracle, by
 * hand, and against themselves (scaled, turned, with and without pyramid).
 *
 *     test_terrain [seed] [--poses n] [--case-kind k] [--case n] [--pose p]
 *
 * --poses: so many poses on each kind of terrain instead of those that TEST_EFFORT gives; the
 * others choose one of them again. 10^5 poses of a question on each kind:
 *
 *     TEST_ONLY=overlaps  test_terrain 7 --poses 100000       (contacts, distances, sweeps:
 * likewise) */
#include "terrain_checks.h"

/* ------------------------------------------------------------------------------ the oracle itself
   */

/* Touching, distance and exit are what dense sampling of a triangle says. */
static void oracle_agrees_with_sampling(void)
{
    test_random r = test_random_from(1);
    int n, repeat = test_repeat(300), touching = 0;
    for (n = 0; n < repeat; n++) {
        const oracle_real radius = test_between(&r, 0.1, 2), half = test_between(&r, 0.1, 2);
        const oracle_body body = oracle_body_make(
            oracle_make(test_between(&r, -1, 1), test_between(&r, -1, 1), test_between(&r, -1, 1)),
            shape_direction(&r), radius, half);
        const oracle_vec m = shape_direction(&r), seen = oracle_seen(&body, m);
        oracle_triangle t;
        oracle_vec at;
        oracle_real least = LDBL_MAX, most = -1, d, until, step;
        int i, j, k, meets;
        const int grid = 60;
        memset(&t, 0, sizeof t);
        for (k = 0; k < 3; k++) {
            t.p[k] = oracle_make(test_between(&r, -3, 3), test_between(&r, -3, 3),
                                 test_between(&r, -3, 3));
            t.q[k] = oracle_seen(&body, oracle_sub(t.p[k], body.c));
        }
        step = 6 / (oracle_real)grid; /* no point of the triangle is farther from a sample */
        meets = oracle_meets(t.q, oracle_make(0, 0, 0), radius, half);
        d = oracle_triangle_distance(t.q, radius, half, &at);
        until = meets ? oracle_meets_until(&t, &body, m, 0, 1e-17L) : -1;
        for (i = 0; i <= grid; i++)
            for (j = 0; i + j <= grid; j++) {
                const oracle_real a = (oracle_real)i / grid, b = (oracle_real)j / grid;
                oracle_vec p = oracle_mad(t.q[0], a, oracle_sub(t.q[1], t.q[0]));
                oracle_real low = 0, high = 20;
                p = oracle_mad(p, b, oracle_sub(t.q[2], t.q[0]));
                least = fminl(least, oracle_point_distance(p, radius, half));
                if (!meets || oracle_point_distance(p, radius, half) > 0) continue;
                for (k = 0; k < 40; k++) { /* this point's own way out */
                    const oracle_real u = (low + high) / 2;
                    if (oracle_point_distance(oracle_mad(p, -u, seen), radius, half) > 0)
                        high = u;
                    else
                        low = u;
                }
                most = fmaxl(most, low);
            }
        CHECK(d <= least + 1e-15L && d >= least - step);
        CHECK((d == 0) == meets);
        CHECK(!meets || until >= most - 1e-9L);
        if (!meets) CHECK(fabsl(oracle_point_distance(at, radius, half) - d) < 1e-15L);
        if (!meets) CHECK_NEAR(oracle_norm(oracle_sub(at, oracle_nearest(t.q, at))), 0, 1e-15);
        /* grown by nearly its distance it is free, by a little more it touches */
        if (!meets) {
            CHECK(!oracle_meets(t.q, oracle_make(0, 0, 0), radius + 0.7L * d, half + 0.7L * d));
            CHECK(
                oracle_meets(t.q, oracle_make(0, 0, 0), radius + 1.0001L * d, half + 1.0001L * d));
        }
        touching += meets;
    }
    CHECK(repeat < 100 || (touching > repeat / 10 && touching < repeat * 9 / 10));
}

static long seen_touching, seen_apart, seen_near, seen_wish[4][3];

static void check_wish(terrain_case *c)
{
    seen_wish[c->wish][c->verdict + 1]++;
}

/* Poses are what they were meant to be: otherwise tests below test nothing. */
static void poses_touch_as_they_should(void)
{
    memset(seen_wish, 0, sizeof seen_wish);
    case_each(2, 500, check_wish);
    if (option_poses || test_effort < 100 || option_number >= 0) return;
    CHECK(seen_wish[SHAPE_TOUCHING][2] > 10 * seen_wish[SHAPE_TOUCHING][1]);
    CHECK(seen_wish[SHAPE_APART][1] > 10 * seen_wish[SHAPE_APART][2]);
    CHECK(seen_wish[SHAPE_BURIED][2] > 4 * seen_wish[SHAPE_BURIED][1]);
}

/* ----------------------------------------------------------------------------------------- overlap
   */

static void check_overlap(terrain_case *c)
{
    const int plain = cld_heightfield_overlap_cylinder(&c->ground->field, &c->cylinder);
    int with;
    seen_touching += c->verdict == ORACLE_TOUCHES, seen_apart += c->verdict == ORACLE_APART;
    seen_near += c->verdict == ORACLE_NEAR;
    CHECK(plain == 0 || plain == 1);
    if (c->verdict == ORACLE_TOUCHES) CHECK(plain == 1);
    if (c->verdict == ORACLE_APART) CHECK(plain == 0);
    terrain_prepare(c->ground, 1);
    with = cld_heightfield_overlap_cylinder(&c->ground->field, &c->cylinder);
    CHECK(with == plain);
    c->ground->field.pyramid = NULL;
}

static void overlaps_against_the_oracle(void)
{
    seen_touching = seen_apart = seen_near = 0;
    case_each(2, 1500, check_overlap);
    printf("    %ld touching, %ld apart, %ld within rounding\n", seen_touching, seen_apart,
           seen_near);
}

/* ---------------------------------------------------------------------------------------- contacts
   */

static oracle_vec outward(const terrain_case *c, const cld_contact *k)
{
    return oracle_unit(oracle_direction_in(&c->terrain, oracle_make(-(oracle_real)k->normal.x,
                                                                    -(oracle_real)k->normal.y,
                                                                    -(oracle_real)k->normal.z)));
}

/* How far off the size of things may be: the docs' bound, and the rounding to cld_real of the depth
   itself and of the normal, along which a body of this size leaves by so much more or less. */
static oracle_real depth_rounding(const terrain_case *c, const cld_contact *k)
{
    const oracle_real size = c->body.r + c->body.h + fabsl((oracle_real)k->distance);
    /* a centre that leaves the ground over a rim is told to be clear of that by what places are
       rounded */
    const oracle_real clear = k->feature_a % 8 == CLD_CYLINDER_INSIDE ? 32 * c->round : 0;
    return 2 * c->bound + 8 * (oracle_real)TEST_ROUND * size + c->grain + clear;
}

/* The longest way out along m of a body that is larger by e, and whose centre is off by as much:
   where the surfaces slide along one another, or the centre along the border of a hole, a little
   size is much depth. As soon as it is `enough` it is told. */
static oracle_real way_of_larger(const terrain_case *c, oracle_vec m, oracle_real e,
                                 oracle_real enough)
{
    oracle_real most = 0;
    int i;
    for (i = 0; i < 5 && most < enough; i++) {
        oracle_body large = oracle_body_make(c->body.c, c->body.w, c->body.r + e, c->body.h + e);
        if (i) large.c.x += i & 1 ? e : -e, large.c.y += i & 2 ? e : -e;
        most = fmaxl(most, oracle_exit(c->scene, &c->terrain, &large, m, (oracle_real)INFINITY));
    }
    return most;
}

/* The first parts the bodies, and less would not; no other is deeper than that is along it. */
static void contacts_part(terrain_case *c, const cld_contact *k, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        const oracle_vec m = outward(c, &k[i]);
        const oracle_real depth = -(oracle_real)k[i].distance, e = depth_rounding(c, &k[i]);
        const long before = test_failures;
        oracle_real way;
        if (depth < 0 || (i > 0 && i != 1 + c->pose % 15)) continue;
        way = way_of_larger(c, m, e, depth - e);
        CHECK(depth <= way + e);
        if (i == 0)
            CHECK(oracle_free_at(c->scene, &c->terrain, &c->body, m, depth + e, e + c->bound));
        if (test_failures > before && test_failures <= 20) {
            printf("      contact %d of %d: depth %.12Lg, way out %.12Lg, allowed %Lg\n", i, count,
                   depth, way, e);
            contact_print("contact:", &k[i]);
        }
    }
}

static int same_bits(const cld_contact *a, const cld_contact *b, int count)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

static void check_contacts(terrain_case *c)
{
    const cld_heightfield *f = &c->ground->field;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS + 1], few[CLD_HEIGHTFIELD_CONTACTS + 1], clean;
    const int n = cld_heightfield_collide_cylinder(f, &c->cylinder, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    const int plain = cld_heightfield_overlap_cylinder(f, &c->cylinder);
    int i, j, capacity, with;
    seen_touching += c->verdict == ORACLE_TOUCHES, seen_apart += c->verdict == ORACLE_APART;
    seen_near += c->verdict == ORACLE_NEAR;
    if (!CHECK(n >= 0 && n <= CLD_HEIGHTFIELD_CONTACTS)) return;
    CHECK((n > 0) == plain);
    if (c->verdict == ORACLE_TOUCHES) CHECK(n > 0);
    if (c->verdict == ORACLE_APART) CHECK(n == 0);
    for (i = 0; i < n; i++) {
        int same = 0;
        CHECK((oracle_real)k[i].distance <= c->bound);
        contact_is_sound(c, &k[i]);
        contact_normal(c, &k[i]);
        for (j = 0; j < n; j++) {
            same += memcmp(&k[i].normal, &k[j].normal, sizeof k[i].normal) == 0;
            if (j < i &&
                !CHECK(k[i].feature_a != k[j].feature_a || k[i].feature_b != k[j].feature_b)) {
                contact_print("one:", &k[i]);
                contact_print("two:", &k[j]);
            }
        }
        CHECK(same <= 4);
    }
    if (c->verdict == ORACLE_TOUCHES) contacts_part(c, k, n);
    /* fewer places, or none: the first of the same */
    memset(&clean, 0x5a, sizeof clean);
    for (i = 0; i <= CLD_HEIGHTFIELD_CONTACTS; i++) few[i] = clean;
    capacity = test_integer(&c->random, 0, n);
    CHECK(cld_heightfield_collide_cylinder(f, &c->cylinder, 0, few, capacity) == n);
    CHECK(same_bits(few, k, capacity) && same_bits(&few[capacity], &clean, 1));
    terrain_prepare(c->ground, 1);
    with = cld_heightfield_collide_cylinder(f, &c->cylinder, 0, few, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(with == n && same_bits(few, k, n));
    c->ground->field.pyramid = NULL;
}

static void contacts_against_the_oracle(void)
{
    seen_touching = seen_apart = seen_near = 0;
    case_each(3, 400, check_contacts);
    printf("    %ld touching, %ld apart, %ld within rounding\n", seen_touching, seen_apart,
           seen_near);
}

/* With a margin: contacts where the oracle's distance is within it, none where it is not. */
static void check_margin(terrain_case *c)
{
    const cld_heightfield *f = &c->ground->field;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
    const cld_real margin =
        (cld_real)((double)(c->body.r + c->body.h) * pow(10, test_between(&c->random, -6, 0)));
    const int n =
        cld_heightfield_collide_cylinder(f, &c->cylinder, margin, k, CLD_HEIGHTFIELD_CONTACTS);
    oracle_real d, bound, unsure, even;
    int i;
    if (!CHECK(n >= 0 && n <= CLD_HEIGHTFIELD_CONTACTS)) return;
    d = c->verdict == ORACLE_APART ? oracle_distance(c->scene, &c->terrain, &c->body) : 0;
    bound = fmaxl(c->bound, BOUND * c->scene->largest);
    c->grain = fmaxl(c->grain, case_grain(c)); /* now the scene holds what is near, too */
    /* heights that mean one plane are one; a base that is even is so, at fixed points of its rim */
    unsure = bound + 2 * c->grain;
    even = 4 * (oracle_real)TEST_ROUND * c->body.r;
    if (d < (oracle_real)margin - unsure) CHECK(c->verdict == ORACLE_NEAR || d == 0 || n > 0);
    if (c->verdict == ORACLE_TOUCHES) CHECK(n > 0);
    if (d > (oracle_real)margin + unsure + even && !CHECK(n == 0)) contact_print("contact:", &k[0]);
    for (i = 0; i < n; i++) {
        const oracle_real e = 2 * bound + 4 * (oracle_real)TEST_ROUND * fabsl(d) + 2 * c->grain;
        contact_is_sound(c, &k[i]);
        contact_normal(c, &k[i]);
        if (!CHECK((oracle_real)k[i].distance <= (oracle_real)margin + e) ||
            !CHECK(c->verdict != ORACLE_APART || (oracle_real)k[i].distance >= d - e - even)) {
            printf("      margin %.9g, distance %.9Lg\n", (double)margin, d);
            contact_print("contact:", &k[i]);
        }
    }
    if (n > 0 && c->verdict == ORACLE_TOUCHES) contacts_part(c, k, 1);
}

static void contacts_within_a_margin(void)
{
    case_each(4, 200, check_margin);
}

/* ---------------------------------------------------------------------------------------- distance
   */

static void check_distance(terrain_case *c)
{
    const cld_heightfield *f = &c->ground->field;
    const cld_real all = (cld_real)TEST_INFINITY;
    cld_contact k, first, again;
    oracle_real d, bound, e;
    int found;
    memset(&k, 0, sizeof k);
    if (c->verdict != ORACLE_APART) {
        const int n = cld_heightfield_collide_cylinder(f, &c->cylinder, 0, &first, 1);
        found = cld_heightfield_distance_cylinder(f, &c->cylinder, all, &k);
        if (c->verdict == ORACLE_TOUCHES) CHECK(found == 1 && n > 0);
        if (n > 0) CHECK(found == 1 && same_bits(&k, &first, 1));
        return;
    }
    d = oracle_distance(c->scene, &c->terrain, &c->body);
    bound = fmaxl(c->bound, BOUND * c->scene->largest);
    found = cld_heightfield_distance_cylinder(f, &c->cylinder, all, &k);
    if (d > 1e300L) {
        CHECK(found == 0); /* all holes */
        return;
    }
    if (!CHECK(found == 1)) return;
    e = bound + 2 * (oracle_real)TEST_ROUND * d;
    if (!CHECK(fabsl((oracle_real)k.distance - d) <= e)) {
        printf("      distance %.18Lg, not %.18Lg: off by %Lg, allowed %Lg\n", d,
               (oracle_real)k.distance, (oracle_real)k.distance - d, e);
        contact_print("closest:", &k);
    }
    c->bound = bound;
    c->round = 2 * (oracle_real)TEST_ROUND * c->scene->largest + bound;
    contact_is_sound(c, &k);
    terrain_prepare(c->ground, 1);
    CHECK(cld_heightfield_distance_cylinder(f, &c->cylinder, all, &again) == 1);
    CHECK(same_bits(&k, &again, 1));
    c->ground->field.pyramid = NULL;
    /* the limit */
    first = k;
    if (d > 4 * e) {
        const cld_real less = (cld_real)(double)((d - 2 * e) * 0.999L);
        CHECK(cld_heightfield_distance_cylinder(f, &c->cylinder, less, &again) == 0);
    }
    again = first;
    CHECK(cld_heightfield_distance_cylinder(f, &c->cylinder,
                                            (cld_real)(double)((d + 2 * e) * 1.001L), &again) == 1);
    CHECK_NEAR(again.distance, k.distance, (double)(2 * e));
}

static void distances_against_the_oracle(void)
{
    case_each(5, 250, check_distance);
}

/* ------------------------------------------------------------------------------------------ sweeps
   */

/* Nearer than this to touching the body cannot be: the surface, or the prism below a triangle. */
static oracle_real sweep_room(oracle_scene *s, const oracle_terrain *t, const oracle_body *b,
                              oracle_real slack)
{
    oracle_real best = slack;
    size_t i;
    oracle_gather(s, t, b, slack);
    for (i = 0; i < s->count; i++) {
        const oracle_triangle *a = &s->t[i];
        oracle_vec flat[3], c = oracle_make(b->c.x, b->c.y, 0);
        oracle_real beside, above;
        int k;
        for (k = 0; k < 3; k++) flat[k] = oracle_make(a->p[k].x, a->p[k].y, 0);
        beside = oracle_norm(oracle_sub(oracle_nearest(flat, c), c));
        above = -oracle_over(a, b->c) * a->normal.z; /* over its plane */
        best = fminl(best, fmaxl(beside, above));
    }
    return oracle_scene_distance(s, b, best, NULL, NULL);
}

/* The first time at which less than `room` is left, seen in steps that cannot pass it; above 1:
   there is none. -1: too many steps. */
static oracle_real sweep_time(const terrain_case *c, const oracle_body *body, oracle_vec motion,
                              oracle_real room)
{
    const oracle_real length = oracle_norm(motion);
    const oracle_real slack = (oracle_real)2 * c->ground->field.dx + c->body.r + c->body.h;
    oracle_real t = 0;
    int n;
    for (n = 0; n < 400; n++) {
        oracle_body b = *body;
        oracle_real d;
        b.c = oracle_mad(b.c, t, motion);
        d = sweep_room(c->scene, &c->terrain, &b, slack);
        if (d <= room) return t;
        if (t >= 1) return 2;
        t = fminl(t + d / length * (1 + 1e-9L), 1);
        if (t < 1 && t + d / length > 1) t = fminl(t, 1);
    }
    return -1;
}

static void check_sweep(terrain_case *c)
{
    const cld_heightfield *f = &c->ground->field;
    const oracle_real size = c->body.r + c->body.h + (oracle_real)f->dx;
    oracle_vec way = shape_direction(&c->random), motion;
    cld_vec3 moved;
    cld_heightfield_hit hit, with;
    oracle_real first, bound, most, round;
    oracle_body small;
    int found;
    if (test_integer(&c->random, 0, 2)) way.z = -fabsl(way.z);
    way = oracle_mad(oracle_make(0, 0, 0),
                     size * (oracle_real)pow(10, test_between(&c->random, -2, 0.7)), way);
    moved = shape_vec3(oracle_direction_out(&c->terrain, way));
    motion = oracle_direction_in(&c->terrain, oracle_from(moved));
    memset(&hit, 0, sizeof hit);
    found = cld_heightfield_sweep_cylinder(f, &c->cylinder, moved, &hit);
    if (!CHECK(found == 0 || found == 1)) return;
    CHECK(cld_heightfield_sweep_cylinder(f, &c->cylinder, moved, NULL) == found);
    terrain_prepare(c->ground, 1);
    memset(&with, 0, sizeof with);
    CHECK(cld_heightfield_sweep_cylinder(f, &c->cylinder, moved, &with) == found);
    c->ground->field.pyramid = NULL;
    most = fmaxl(c->scene->largest, oracle_norm(motion) + c->scene->largest);
    bound = 4 * BOUND * most;
    /* the contact of a start that touches is the first of the manifold, told there */
    CHECK(hit.time == with.time);
    if (hit.time > 0) CHECK(memcmp(&hit, &with, sizeof hit) == 0);
    if (c->verdict == ORACLE_TOUCHES) { /* when that stops it, test_terrain_start asks */
        const cld_contact *p = &hit.contact;
        CHECK(hit.time >= 0 && hit.time <= 1);
        if (found && p->feature_a != CLD_CYLINDER_INSIDE) {
            CHECK((double)p->normal.x * (double)moved.x + (double)p->normal.y * (double)moved.y +
                      (double)p->normal.z * (double)moved.z >=
                  -32 * TEST_ROUND * (double)oracle_norm(motion));
        }
        return;
    }
    if (c->verdict == ORACLE_NEAR) return;
    round = 2 * (oracle_real)TEST_ROUND * oracle_norm(motion) + bound;
    if (found) { /* at the hit hardly any room is left */
        oracle_body b = c->body;
        oracle_real d;
        b.c = oracle_mad(b.c, (oracle_real)hit.time, motion);
        d = sweep_room(c->scene, &c->terrain, &b, size);
        CHECK(hit.time >= 0 && hit.time <= 1);
        CHECK_NEAR(hit.contact.distance, 0, (double)round);
        if (!CHECK(d <= round)) {
            printf("      time %.12g, room %Lg, allowed %Lg\n", (double)hit.time, d, round);
            contact_print("hit:", &hit.contact);
        }
    }
    /* before it, or at all, one a little smaller touches nothing */
    if (c->body.r <= 2 * round || c->body.h <= 2 * round) return;
    small = oracle_body_make(c->body.c, c->body.w, c->body.r - round, c->body.h - round);
    first = sweep_time(c, &small, motion, bound / 8);
    if (first < 0 || first > 1) return; /* too many steps, or not at all */
    if (found && (hit.contact.feature_a & 7) == CLD_CYLINDER_INSIDE) {
        /* the centre crosses a border, perhaps on a shallow way: it was not well below before */
        const oracle_real between = (first + (oracle_real)hit.time) / 2;
        small.c = oracle_mad(c->body.c, fminl(between, (oracle_real)hit.time), motion);
        oracle_gather(c->scene, &c->terrain, &small, size);
        CHECK(oracle_below_near(c->scene, small.c, round, -round) < ORACLE_AROUND);
        return;
    }
    if (!CHECK(found) || !CHECK((oracle_real)hit.time <= first + 2 * (oracle_real)TEST_ROUND +
                                                             bound / oracle_norm(motion))) {
        printf("      found %d, time %.12g; one smaller by %Lg touches at %.12Lg\n", found,
               (double)hit.time, round, first);
    }
}

static void sweeps_against_the_oracle(void)
{
    case_each(6, 150, check_sweep);
}

/* ----------------------------------------------------------------------------------- worked by
   hand */

enum { HAND = 9 }; /* vertices along x and along y of the fields by hand */

static cld_real hand_heights[HAND * HAND];

/* HAND x HAND vertices, the middle one at the origin, height a |x| + b y: a roof, valley or plane.
   */
static cld_heightfield hand_field(double a, double b)
{
    cld_heightfield f;
    int i, j;
    memset(&f, 0, sizeof f);
    for (j = 0; j < HAND; j++)
        for (i = 0; i < HAND; i++)
            hand_heights[j * HAND + i] = (cld_real)(a * abs(i - HAND / 2) + b * (j - HAND / 2));
    f.heights = hand_heights, f.columns = f.rows = HAND;
    f.dx = f.dy = 1;
    f.pose.position = vec3(-(HAND / 2), -(HAND / 2), 0);
    return f;
}

static cld_cylinder hand_cylinder(double x, double y, double z, cld_vec3 axis, double r, double h)
{
    cld_cylinder c;
    c.centre = vec3(x, y, z), c.axis = axis;
    c.radius = (cld_real)r, c.half_height = (cld_real)h;
    return c;
}

/* Rounding of numbers of about `size` in cld_real, beside the fields' offset of HAND/2: the bound.
   */
static double hand_round(double size)
{
    return 8 * TEST_ROUND * size + (double)BOUND * fmax(size, HAND / 2);
}

static int is_normal(const cld_contact *k, double x, double y, double z)
{
    const double e = hand_round(1);
    return fabs((double)k->normal.x - x) <= e && fabs((double)k->normal.y - y) <= e &&
           fabs((double)k->normal.z - z) <= e;
}

static void standing_wheel_by_hand(void)
{
    const cld_heightfield f = hand_field(0, 0);
    const cld_cylinder c = hand_cylinder(0.1, 0.2, 0.125 - 0.0625, vec3(0, 0, 3), 0.35, 0.125);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
    double x = 0, y = 0;
    int i, n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n == 4);
    for (i = 0; i < n; i++) {
        const double u = (double)k[i].point_a.x - 0.1, v = (double)k[i].point_a.y - 0.2;
        CHECK_NEAR(k[i].distance, -0.0625, hand_round(1));
        CHECK(is_normal(&k[i], 0, 0, -1));
        CHECK_NEAR(k[i].point_a.z, -0.0625, hand_round(1));
        CHECK_NEAR(k[i].point_b.z, 0, hand_round(1));
        CHECK_NEAR(u * u + v * v, 0.35 * 0.35, hand_round(1));
        CHECK(k[i].feature_b % 4 == CLD_FEATURE_FACE);
        x += u, y += v;
    }
    CHECK_NEAR(x, 0, hand_round(2)); /* they stand around the middle */
    CHECK_NEAR(y, 0, hand_round(2));
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 1);
}

static void lying_wheel_by_hand(void)
{
    const cld_heightfield f = hand_field(0, 0);
    const cld_cylinder c = hand_cylinder(0.1, 0.2, 0.25, vec3(1, 0, 0), 0.375, 0.125);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
    int i, n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n == 2);
    for (i = 0; i < n; i++) {
        CHECK_NEAR(k[i].distance, -0.125, hand_round(1));
        CHECK(is_normal(&k[i], 0, 0, -1));
        CHECK_NEAR(k[i].point_a.z, -0.125, hand_round(1));
        CHECK_NEAR(k[i].point_a.y, 0.2, hand_round(1));
        CHECK_NEAR(fabs((double)k[i].point_a.x - 0.1), 0.125, hand_round(1));
    }
    CHECK(n == 2 && k[0].point_a.x * k[1].point_a.x <= 0);
}

static void leaning_coin_by_hand(void)
{
    const cld_heightfield f = hand_field(0, 0);
    const double s = 0.6, t = 0.8; /* sine and cosine of its lean */
    const double low = 0.025 * t + 1 * s;
    const cld_cylinder c = hand_cylinder(0, 0, low - 0.01, vec3(s, 0, t), 1, 0.025);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
    int n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n == 1);
    CHECK_NEAR(k[0].distance, -0.01, hand_round(2));
    CHECK(is_normal(&k[0], 0, 0, -1));
    CHECK_NEAR(k[0].point_a.x, t * 1 - 0.025 * s, hand_round(2));
    CHECK_NEAR(k[0].point_a.y, 0, hand_round(2));
    CHECK(k[0].feature_a % 8 == CLD_CYLINDER_RIM_MINUS);
}

static void buried_and_apart_by_hand(void)
{
    const cld_heightfield f = hand_field(0, 0);
    const cld_real all = (cld_real)TEST_INFINITY;
    cld_cylinder c = hand_cylinder(0.3, 0.4, -100, vec3(0, 0, 1), 0.35, 0.125);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS], d;
    int n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n == 1 && k[0].feature_a == CLD_CYLINDER_INSIDE);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 1, &d, 1) == 1);
    CHECK_NEAR(d.distance, k[0].distance, hand_round(100));
    CHECK_NEAR(k[0].distance, -100.125, hand_round(100));
    CHECK(is_normal(&k[0], 0, 0, -1));
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 1);
    c.centre.z = 5;
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 0);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS) == 0);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 4.876f, k, CLD_HEIGHTFIELD_CONTACTS) == 4);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 4.874f, k, CLD_HEIGHTFIELD_CONTACTS) == 0);
    CHECK(cld_heightfield_distance_cylinder(&f, &c, all, &d) == 1);
    CHECK_NEAR(d.distance, 4.875, hand_round(5));
    CHECK(is_normal(&d, 0, 0, -1));
    CHECK(cld_heightfield_distance_cylinder(&f, &c, 4.874f, &d) == 0);
    /* beside the field, below its height: nothing is there */
    c.centre = vec3(5, 0, -1);
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 0);
    CHECK(cld_heightfield_distance_cylinder(&f, &c, all, &d) == 1);
    CHECK_NEAR(d.distance, hypot(0.65, 0.875), hand_round(2));
    c.centre = vec3(4.3, 0, 0); /* over the border by little: sidewards it is less deep than up */
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 1);
    n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n >= 1);
    CHECK_NEAR(k[0].distance, -0.05, hand_round(1));
    CHECK(is_normal(&k[0], -1, 0, 0));
    c.centre = vec3(4.1, 0, 0);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS) >= 1);
    CHECK_NEAR(k[0].distance, -0.125, hand_round(1));
    CHECK(is_normal(&k[0], 0, 0, -1) || is_normal(&k[0], 0, 0, 1));
}

static void a_hole_by_hand(void)
{
    cld_heightfield f = hand_field(0, 0);
    cld_cylinder c = hand_cylinder(0, 0, 0, vec3(0, 0, 1), 0.35, 0.125);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS], d;
    hand_heights[HAND / 2 * HAND + HAND / 2] = (cld_real)TEST_NAN;
    CHECK(cld_heightfield_validate(&f, NULL) == CLD_OK);
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 0);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS) == 0);
    c.centre.z = -5;
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 0);
    c.centre.z = 0;
    /* six triangles are missing: those at the vertex; nearest are two cells' diagonals */
    CHECK(cld_heightfield_distance_cylinder(&f, &c, 10, &d) == 1);
    CHECK_NEAR(d.distance, sqrt(0.5) - (double)c.radius, hand_round(1));
    c.radius = (cld_real)0.75;
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 1);
    CHECK(cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS) >= 1);
    CHECK_NEAR(k[0].distance, -0.125, hand_round(1));
    CHECK(is_normal(&k[0], 0, 0, -1));
    hand_heights[HAND / 2 * HAND + HAND / 2] = -9999;
    f.no_data = -9999;
    c.radius = (cld_real)0.35;
    c.centre.z = -9000; /* in a deep pit */
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 1);
    f.has_no_data = 1;
    CHECK(cld_heightfield_overlap_cylinder(&f, &c) == 0);
}

/* Lying on a roof, along it: the ridge, straight up. */
static void ridge_by_hand(void)
{
    const cld_heightfield f = hand_field(-1, 0);
    cld_cylinder c = hand_cylinder(0, 0.2, 0.25, vec3(0, 1, 0), 0.375, 0.125);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
    int i, n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n >= 2);
    CHECK_NEAR(k[0].distance, -0.125, hand_round(1));
    CHECK(is_normal(&k[0], 0, 0, -1));
    CHECK_NEAR(k[0].point_b.x, 0, hand_round(1));
    CHECK_NEAR(k[0].point_b.z, 0, hand_round(1));
    /* upright on the ridge, as a coin: of its base the ridge meets a chord */
    c = hand_cylinder(0, 0.5, 0.025, vec3(0, 0, 1), 1, 0.05);
    n = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(n >= 2);
    CHECK_NEAR(k[0].distance, -0.025, hand_round(1));
    CHECK(is_normal(&k[0], 0, 0, -1));
    for (i = 0; i < n; i++) CHECK((double)k[i].normal.z < -0.7);
}

/* ----------------------------------------------------------------------------------- as on a plane
   */

/* Are they the same contacts, in any order, features of the field apart? */
static int same_manifold(const cld_contact *a, const cld_contact *b, int count, double e,
                         double turn)
{
    int used = 0, i, j;
    for (i = 0; i < count; i++) {
        for (j = 0; j < count; j++) {
            const oracle_vec p = oracle_sub(oracle_from(a[i].point_a), oracle_from(b[j].point_a));
            const oracle_vec q = oracle_sub(oracle_from(a[i].point_b), oracle_from(b[j].point_b));
            const oracle_vec n = oracle_sub(oracle_from(a[i].normal), oracle_from(b[j].normal));
            if (used >> j & 1) continue;
            if (oracle_most(p) <= (oracle_real)e && oracle_most(q) <= (oracle_real)e &&
                oracle_most(n) <= (oracle_real)turn &&
                fabs((double)a[i].distance - (double)b[j].distance) <= e &&
                a[i].feature_a == b[j].feature_a) {
                break;
            }
        }
        if (j == count) return 0;
        used |= 1 << j;
    }
    return 1;
}

/* A large field of one plane whose heights are exact, and cylinders that roll, stand, lean on it.
   */
static void roll(double slope_x, double slope_y, int size, int positions, cld_diagonal diagonal,
                 int with_pyramid, int stream)
{
    test_random r = test_random_from((uint64_t)stream);
    const double cell = 0.25;
    cld_real *heights = (cld_real *)malloc((size_t)size * (size_t)size * sizeof *heights);
    void *memory = NULL;
    cld_heightfield f;
    oracle_vec up;
    int i, j, n, counts[5] = {0, 0, 0, 0, 0};
    if (!heights) abort();
    memset(&f, 0, sizeof f);
    for (j = 0; j < size; j++)
        for (i = 0; i < size; i++)
            heights[(size_t)j * (size_t)size + (size_t)i] =
                (cld_real)(cell * (slope_x * i + slope_y * j));
    f.heights = heights, f.columns = f.rows = (uint32_t)size;
    f.dx = f.dy = (cld_real)cell, f.diagonal = diagonal;
    if (with_pyramid) {
        memory = malloc(cld_heightfield_size(&f));
        CHECK(cld_heightfield_build(&f, memory, cld_heightfield_size(&f)) == CLD_OK);
    }
    up = oracle_unit(oracle_make(-slope_x, -slope_y, 1));
    for (n = 0; n < positions; n++) {
        const double edge = size > 100 ? 12 : 2.5, span = cell * (size - 1) - edge;
        const double x = test_between(&r, edge, span), y = test_between(&r, edge, span);
        const int shape = test_integer(&r, 0, 3);
        const double radius = cylinder_sizes[shape][0], half = cylinder_sizes[shape][1];
        const double depth = pow(10, test_between(&r, -3, 0)) * fmin(radius, half);
        const oracle_vec at = oracle_make(x, y, slope_x * x + slope_y * y);
        const int way = test_integer(&r, 0, 2);
        oracle_vec axis = shape_direction(&r), centre;
        cld_cylinder c;
        cld_contact k[CLD_HEIGHTFIELD_CONTACTS], p[4];
        oracle_real low, largest = fmaxl(oracle_most(at), 1);
        const cld_real margin = test_integer(&r, 0, 3) ? 0 : (cld_real)(0.1 * radius);
        int count, expected;
        if (way == 0) axis = oracle_mad(axis, -oracle_dot(axis, up), up); /* it rolls */
        if (way == 1) axis = up;
        axis = oracle_unit(axis);
        low = half * fabsl(oracle_dot(axis, up)) +
              radius * sqrtl(fmaxl(1 - oracle_dot(axis, up) * oracle_dot(axis, up), 0));
        centre = oracle_mad(at, low - (oracle_real)depth, up);
        c.centre = shape_vec3(centre), c.axis = shape_vec3(axis);
        c.radius = (cld_real)radius, c.half_height = (cld_real)half;
        count = cld_heightfield_collide_cylinder(&f, &c, margin, k, CLD_HEIGHTFIELD_CONTACTS);
        expected = terrain_plane_contacts(&f, &c, margin, p, 4);
        counts[expected > 0 ? expected : 0]++;
        if (!CHECK(count == expected) ||
            !CHECK(same_manifold(k, p, count,
                                 (2 * (double)BOUND + 8 * TEST_ROUND) * (double)largest,
                                 16 * TEST_ROUND))) {
            if (test_failures > 20) continue;
            printf("    position %d, %s, way %d: %d contacts, on the plane %d, margin %g\n", n,
                   cylinder_names[shape], way, count, expected, (double)margin);
            printf("      slope %g %g, centre {%a, %a, %a}, axis {%a, %a, %a}\n", slope_x, slope_y,
                   (double)c.centre.x, (double)c.centre.y, (double)c.centre.z, (double)c.axis.x,
                   (double)c.axis.y, (double)c.axis.z);
            for (i = 0; i < count; i++) contact_print("field:", &k[i]);
            for (i = 0; i < expected; i++) contact_print("plane:", &p[i]);
        }
    }
    CHECK(positions < 1000 || (counts[1] && counts[2] && counts[4]));
    free(heights);
    free(memory);
}

static void rolls_over_a_million_triangles(void)
{
    /* 708 x 708 vertices: 999698 triangles */
    roll(0, 0, 708, test_repeat(40000), CLD_DIAGONAL_FALLING, 0, 20);
    roll(0.25, -0.125, 708, test_repeat(40000), CLD_DIAGONAL_ALTERNATING, 0, 21);
    roll(-0.5, 0, 708, test_repeat(10000), CLD_DIAGONAL_RISING, 1, 22);
    roll(1, 0.75, 40, test_repeat(10000), CLD_DIAGONAL_RISING, 0, 23);
}

/* Over a ridge or through a crease in small steps: the first contact's distance changes by no more
   than the body moved; over the ridge its normal turns by no more than the body moved over its
   radius and a little (the ridge stays put while the axis passes it). */
static void cross(double fold, cld_vec3 axis, double lift, int ridge)
{
    const cld_heightfield f = hand_field(fold, 0);
    const int steps = test_repeat(4000);
    const double reach = 1.5, step = 2 * reach / steps, radius = 0.375;
    cld_contact last, k;
    int i, n, had = 0;
    memset(&last, 0, sizeof last);
    for (i = 0; i <= steps; i++) {
        const double x = -reach + i * step;
        cld_cylinder c =
            hand_cylinder(x, 0.2, ridge ? fold * fabs(x) + lift : lift, axis, radius, 0.125);
        n = cld_heightfield_collide_cylinder(&f, &c, 0, &k, 1);
        if (n > 0 && had) {
            const double moved = step * sqrt(1 + (ridge ? fold * fold : 0));
            const double turn =
                (double)oracle_angle(oracle_from(k.normal), oracle_from(last.normal));
            const double change = fabs((double)k.distance - (double)last.distance);
            if (!CHECK(change <= 4 * moved + hand_round(4))) {
                printf("    x %g: %g then %g\n", x, (double)last.distance, (double)k.distance);
                contact_print("last:", &last);
                contact_print("now:", &k);
            }
            if (ridge && !CHECK(turn <= 8 * moved / radius + hand_round(4))) {
                printf("    x %g: turned by %g, moved by %g\n", x, turn, moved);
                contact_print("last:", &last);
                contact_print("now:", &k);
            }
        }
        had = n > 0;
        last = k;
    }
    CHECK(had);
}

static void crosses_a_ridge(void)
{
    cross(-0.25, vec3(0, 1, 0), 0.36, 1);
    cross(-1, vec3(0, 1, 0), 0.5, 1);
    cross(-0.25, vec3(0.1, 1, 0), 0.36, 1);
}

static void crosses_a_crease(void)
{
    cross(0.25, vec3(0, 1, 0), 0.37, 0);
    cross(0.25, vec3(0.1, 1, 0.1), 0.37, 0);
    cross(0.5, vec3(0, 1, 0), 0.4, 0);
}

/* -------------------------------------------------------------------------- the same, seen
   otherwise */

/* Everything times a power of two: the same answers times it, to the last bit. */
static void check_scaled(terrain_case *c)
{
    static const double powers[4] = {1048576, 1.0 / 1048576, 8, 0.25};
    const double s = powers[test_integer(&c->random, 0, 3)];
    const cld_heightfield *f = &c->ground->field;
    cld_heightfield g = *f;
    cld_cylinder d = c->cylinder;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS], m[CLD_HEIGHTFIELD_CONTACTS], a, b;
    int i, n, found;
    g.dx = (cld_real)((double)f->dx * s), g.dy = (cld_real)((double)f->dy * s);
    g.scale = (cld_real)((f->scale == 0 ? 1 : (double)f->scale) * s);
    g.offset = (cld_real)((double)f->offset * s);
    g.pose.position = vec3((double)f->pose.position.x * s, (double)f->pose.position.y * s,
                           (double)f->pose.position.z * s);
    d.centre = vec3((double)d.centre.x * s, (double)d.centre.y * s, (double)d.centre.z * s);
    d.radius = (cld_real)((double)d.radius * s);
    d.half_height = (cld_real)((double)d.half_height * s);
    CHECK(cld_heightfield_overlap_cylinder(&g, &d) ==
          cld_heightfield_overlap_cylinder(f, &c->cylinder));
    n = cld_heightfield_collide_cylinder(f, &c->cylinder, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    CHECK(cld_heightfield_collide_cylinder(&g, &d, 0, m, CLD_HEIGHTFIELD_CONTACTS) == n);
    found = cld_heightfield_distance_cylinder(f, &c->cylinder, (cld_real)TEST_INFINITY, &a);
    CHECK(cld_heightfield_distance_cylinder(&g, &d, (cld_real)TEST_INFINITY, &b) == found);
    if (found == 1)
        CHECK((double)a.distance * s == (double)b.distance && a.feature_b == b.feature_b);
    for (i = 0; i < n; i++) {
        if (!CHECK((double)k[i].distance * s == (double)m[i].distance) ||
            !CHECK(memcmp(&k[i].normal, &m[i].normal, sizeof k[i].normal) == 0) ||
            !CHECK(k[i].feature_a == m[i].feature_a && k[i].feature_b == m[i].feature_b)) {
            contact_print("as it is:", &k[i]);
            contact_print("scaled:", &m[i]);
        }
    }
}

static void scaled_by_powers_of_two(void)
{
    case_each(7, 60, check_scaled);
}

/* The world turned and moved: the same contacts to the rounding of poses. The axis longer: the same
   contacts; the other way round: with the ends' names exchanged. */
static void check_moved(terrain_case *c)
{
    const cld_heightfield *f = &c->ground->field;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS], m[CLD_HEIGHTFIELD_CONTACTS];
    cld_cylinder d = c->cylinder;
    int n = cld_heightfield_collide_cylinder(f, &d, 0, k, CLD_HEIGHTFIELD_CONTACTS), i;
    d.axis = vec3(4 * (double)d.axis.x, 4 * (double)d.axis.y, 4 * (double)d.axis.z);
    CHECK(cld_heightfield_collide_cylinder(f, &d, 0, m, CLD_HEIGHTFIELD_CONTACTS) == n);
    CHECK(n < 0 || same_bits(k, m, n));
    d.axis = vec3(-(double)d.axis.x, -(double)d.axis.y, -(double)d.axis.z);
    CHECK(cld_heightfield_overlap_cylinder(f, &d) == (n > 0));
    CHECK((cld_heightfield_collide_cylinder(f, &d, 0, m, CLD_HEIGHTFIELD_CONTACTS) > 0) == (n > 0));
    if (n > 0) CHECK_NEAR(k[0].distance, m[0].distance, (double)depth_rounding(c, &k[0]));
    /* a quarter turn about z and then about x: exact */
    if (f->pose.rotation.x.x == 0 && f->pose.rotation.x.y == 0 && f->pose.rotation.x.z == 0) {
        cld_heightfield g = *f;
        const cld_vec3 p = f->pose.position, a = c->cylinder.axis, o = c->cylinder.centre;
        /* (x, y, z) -> (z, x, y) */
        g.pose.rotation.x = vec3(0, 1, 0), g.pose.rotation.y = vec3(0, 0, 1);
        g.pose.rotation.z = vec3(1, 0, 0);
        g.pose.position.x = p.z, g.pose.position.y = p.x, g.pose.position.z = p.y;
        d = c->cylinder;
        d.axis.x = a.z, d.axis.y = a.x, d.axis.z = a.y;
        d.centre.x = o.z, d.centre.y = o.x, d.centre.z = o.y;
        CHECK(cld_heightfield_overlap_cylinder(&g, &d) ==
              cld_heightfield_overlap_cylinder(f, &c->cylinder));
        CHECK(cld_heightfield_collide_cylinder(&g, &d, 0, m, CLD_HEIGHTFIELD_CONTACTS) == n);
        for (i = 0; i < n; i++) {
            CHECK_NEAR(k[i].distance, m[i].distance, (double)c->round);
            CHECK_NEAR(k[i].point_b.x, m[i].point_b.y, (double)c->round);
            CHECK_NEAR(k[i].point_b.y, m[i].point_b.z, (double)c->round);
            CHECK_NEAR(k[i].point_b.z, m[i].point_b.x, (double)c->round);
        }
    }
}

static void turned_and_moved(void)
{
    case_each(8, 100, check_moved);
}

/* A small step: most first contacts stay with the features that they had. */
static long steps_stable, steps_all;

static void check_stable(terrain_case *c)
{
    const cld_heightfield *f = &c->ground->field;
    const double step = 1e-5 * (double)(c->body.r + c->body.h);
    cld_cylinder d = c->cylinder;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS], m[CLD_HEIGHTFIELD_CONTACTS];
    int n, o, i, j, kept = 0;
    n = cld_heightfield_collide_cylinder(f, &d, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    d.centre.x = (cld_real)((double)d.centre.x + test_between(&c->random, -step, step));
    d.centre.y = (cld_real)((double)d.centre.y + test_between(&c->random, -step, step));
    d.centre.z = (cld_real)((double)d.centre.z + test_between(&c->random, -step, step));
    o = cld_heightfield_collide_cylinder(f, &d, 0, m, CLD_HEIGHTFIELD_CONTACTS);
    if (n <= 0 || o <= 0 || -(double)k[0].distance < 100 * step) return;
    for (i = 0; i < n; i++)
        for (j = 0; j < o; j++)
            kept += k[i].feature_a == m[j].feature_a && k[i].feature_b == m[j].feature_b;
    steps_all += n;
    steps_stable += kept;
}

static void features_are_stable(void)
{
    steps_stable = steps_all = 0;
    case_each(9, 200, check_stable);
    printf("    %ld of %ld contacts kept their features over a small step\n", steps_stable,
           steps_all);
    CHECK(steps_all < 500 || steps_stable * 100 >= steps_all * 95); /* a share: of many */
}

/* --------------------------------------------------------------------------------------- bad input
   */

typedef struct bad_case {
    cld_heightfield field;
    cld_cylinder cylinder;
    const cld_heightfield *f;
    const cld_cylinder *c;
    cld_real margin;
    cld_vec3 motion;
} bad_case;

static bad_case bad_start(void)
{
    bad_case b;
    memset(&b, 0, sizeof b);
    b.field = hand_field(0, 0);
    b.cylinder = hand_cylinder(0, 0, 0, vec3(0, 0, 1), 0.35, 0.125);
    b.motion = vec3(0, 0, -1);
    return b;
}

/* Every query says `status`, and what it would write to is as it was. */
static void bad_asked(const bad_case *b, const cld_heightfield *f, const cld_cylinder *c,
                      int status, int line)
{
    cld_contact k[2], was[2];
    cld_heightfield_hit hit, hit_was;
    int answers[4], i;
    memset(k, 0x5a, sizeof k);
    memset(was, 0x5a, sizeof was);
    memset(&hit, 0x5a, sizeof hit);
    memset(&hit_was, 0x5a, sizeof hit_was);
    answers[0] = cld_heightfield_overlap_cylinder(f, c);
    answers[1] = cld_heightfield_collide_cylinder(f, c, b->margin, k, 2);
    answers[2] = cld_heightfield_distance_cylinder(f, c, 1000, &k[1]);
    answers[3] = cld_heightfield_sweep_cylinder(f, c, b->motion, &hit);
    for (i = 0; i < 4; i++)
        if (!CHECK(answers[i] == status))
            printf("    line %d: answer %d is %d, not %d\n", line, i, answers[i], status);
    CHECK(same_bits(k, was, 2) && memcmp(&hit, &hit_was, sizeof hit) == 0);
}

#define BAD(what, status)                                                                          \
    do {                                                                                           \
        bad_case b = bad_start();                                                                  \
        what;                                                                                      \
        bad_asked(&b, &b.field, &b.cylinder, status, __LINE__);                                    \
    } while (0)

/* Heights so large that their rounding is larger than the body: nothing is read that is not there,
   and what may touch does. */
static void rounding_larger_than_the_body(void)
{
    double h[22];
    int n, i;
    cld_heightfield f;
    memset(&f, 0, sizeof f);
    f.heights = h, f.type = CLD_HEIGHT_DOUBLE, f.columns = 11, f.rows = 2, f.dx = 1, f.dy = 1;
    f.scale = 1, f.offset = (cld_real)2.15e14;
    for (n = 0; n < test_repeat(4000); n++) {
        test_random r = test_random_from((uint64_t)n);
        cld_cylinder c;
        cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
        int yes, count;
        for (i = 0; i < 22; i++) h[i] = -(double)f.offset + test_between(&r, -4, 4);
        c.centre = vec3(test_between(&r, -6, 16), test_between(&r, -6, 7), test_between(&r, -6, 6));
        c.axis = vec3(test_between(&r, -1, 1), test_between(&r, -1, 1), 1);
        c.radius = (cld_real)test_between(&r, 0.1, 2), c.half_height = (cld_real)1.25;
        yes = cld_heightfield_overlap_cylinder(&f, &c);
        count = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
        CHECK(yes == 0 || yes == 1);
        CHECK(count >= 0 && (count > 0) == yes);
        for (i = 0; i < count; i++) CHECK(test_is_finite((double)k[i].distance));
    }
}

/* Heights that are stored 8 lower, and an offset of 8: all as if they were stored as they are. */
static void offset_alone(void)
{
    static float plain[24 * 24], lower[24 * 24];
    test_random r = test_random_from(11);
    int n, i;
    for (n = 0; n < test_repeat(300); n++) {
        cld_heightfield f, g;
        cld_cylinder c;
        cld_contact k[CLD_HEIGHTFIELD_CONTACTS], o[CLD_HEIGHTFIELD_CONTACTS];
        int count, far_from_border;
        for (i = 0; i < 24 * 24; i++) {
            plain[i] = (float)test_integer(&r, -16, 16) / 16;
            lower[i] = plain[i] - 8;
        }
        memset(&f, 0, sizeof f);
        f.heights = plain, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 24, f.dx = f.dy = 1;
        g = f, g.heights = lower, g.offset = 8;
        c.centre = vec3(test_between(&r, 0, 23), test_between(&r, 0, 23), test_between(&r, -1, 2));
        c.axis = vec3(test_between(&r, -1, 1), test_between(&r, -1, 1), test_between(&r, -1, 1));
        c.radius = (cld_real)test_between(&r, 0.2, n % 2 ? 2 : 9);
        c.half_height = (cld_real)test_between(&r, 0.2, n % 2 ? 2 : 9);
        far_from_border = n % 2 && (double)c.centre.x > 8 && (double)c.centre.x < 15 &&
                          (double)c.centre.y > 8 && (double)c.centre.y < 15;
        memset(k, 0, sizeof k), memset(o, 0, sizeof o);
        count = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
        if (count == 0 || k[0].distance > (cld_real)-1e-6) continue; /* grazes: either */
        CHECK(cld_heightfield_overlap_cylinder(&g, &c) == 1);
        i = cld_heightfield_collide_cylinder(&g, &c, 0, o, CLD_HEIGHTFIELD_CONTACTS);
        CHECK(i > 0);
        /* ways out over a border are searched for step by step: the offset's rounding may lead to
           another one, which frees the cylinder as well */
        if (!far_from_border) {
            const cld_real out = o[0].distance * (cld_real)1.0001 - (cld_real)1e-4;
            c.centre.x += out * o[0].normal.x, c.centre.y += out * o[0].normal.y;
            c.centre.z += out * o[0].normal.z;
            CHECK(cld_heightfield_overlap_cylinder(&g, &c) == 0);
            continue;
        }
        CHECK(i == count);
        CHECK_NEAR(k[0].distance, o[0].distance, 1e-9 + 8 * TEST_ROUND * 20);
    }
}

/* Deep in a plane that falls steeply to any side, so that the way out leads beyond what is below
   the cylinder: it is that of the plane. */
static void deep_in_steep_planes(void)
{
    enum { SIDE = 41 };
    static double land[SIDE * SIDE];
    test_random r = test_random_from(12);
    int n, i;
    for (n = 0; n < test_repeat(2000); n++) {
        const double sx = n % 3 ? test_between(&r, -4, 4) : 0,
                     sy = n % 3 != 1 ? test_between(&r, -4, 4) : 0;
        const double x = test_between(&r, 15, 25), y = test_between(&r, 15, 25);
        cld_heightfield f;
        cld_cylinder c;
        cld_contact k[CLD_HEIGHTFIELD_CONTACTS], p[4];
        int count, expected;
        for (i = 0; i < SIDE * SIDE; i++) land[i] = sx * (i % SIDE) + sy * (i / SIDE);
        memset(&f, 0, sizeof f);
        f.heights = land, f.type = CLD_HEIGHT_DOUBLE, f.columns = f.rows = SIDE, f.dx = f.dy = 1;
        c.axis = vec3(test_between(&r, -1, 1), test_between(&r, -1, 1), test_between(&r, -1, 1));
        c.radius = (cld_real)test_between(&r, 0.2, 5),
        c.half_height = (cld_real)test_between(&r, 0.2, 5);
        c.centre = vec3(x, y, sx * x + sy * y + test_between(&r, -0.2, 1) * (double)c.radius);
        count = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
        expected = terrain_plane_contacts(&f, &c, 0, p, 4);
        if (!expected || p[0].distance > (cld_real)-1e-3) continue; /* grazes */
        if (!CHECK(count > 0)) continue;
        CHECK_NEAR(k[0].distance, p[0].distance, 1e-10 + 256 * TEST_ROUND * 40);
    }
}

/* Below the border of a flat field that is turned, its centre on the border to rounding: where it
   touches, the way out is up. */
static void buried_at_a_border(void)
{
    static const float flat[16];
    test_random r = test_random_from(13);
    int n, touching = 0;
    for (n = 0; n < test_repeat(10000); n++) {
        const double place = test_between(&r, 0.2, 2.8), depth = test_between(&r, 1, 3);
        cld_heightfield f;
        cld_cylinder c;
        cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
        cld_vec3 at =
            n % 2 ? vec3(n % 4 == 1 ? 0 : 3, place, -depth) : vec3(place, n % 4 ? 0 : 3, -depth);
        int count;
        memset(&f, 0, sizeof f);
        f.heights = flat, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 4, f.dx = f.dy = 1;
        f.diagonal = (cld_diagonal)test_integer(&r, 0, 2), f.pose = test_pose(&r, 10);
        c.centre = cld_pose_point(&f.pose, at);
        c.axis = test_rotation(&r).x;
        c.radius = (cld_real)0.2, c.half_height = (cld_real)0.3;
        count = cld_heightfield_collide_cylinder(&f, &c, 0, k, CLD_HEIGHTFIELD_CONTACTS);
        CHECK((count > 0) == cld_heightfield_overlap_cylinder(&f, &c));
        if (count <= 0) continue;
        touching++;
        CHECK(k[0].distance <= 0 && count == 1);
        CHECK(k[0].feature_a == CLD_CYLINDER_INSIDE);
        CHECK((double)k[0].distance >= -depth - 0.6);
    }
    CHECK(n < 100 || touching > n / 10);
}

static void bad_input(void)
{
    const cld_real nan = (cld_real)TEST_NAN, inf = (cld_real)TEST_INFINITY;
    const bad_case good = bad_start();
    cld_contact k, was;
    cld_heightfield_hit hit;
    cld_cylinder axis = good.cylinder;
    memset(&k, 0x5a, sizeof k);
    memset(&was, 0x5a, sizeof was);
    bad_asked(&good, NULL, &good.cylinder, CLD_ERROR_NULL, __LINE__);
    bad_asked(&good, &good.field, NULL, CLD_ERROR_NULL, __LINE__);
    BAD(b.field.heights = NULL, CLD_ERROR_NULL);
    BAD(b.field.diagonal = CLD_DIAGONAL_BITS, CLD_ERROR_NULL);
    BAD(b.field.columns = 1, CLD_ERROR_COUNT);
    BAD(b.field.rows = 1, CLD_ERROR_COUNT);
    BAD(b.field.rows = 0, CLD_ERROR_COUNT);
    BAD(b.field.columns = b.field.rows = 20000, CLD_ERROR_COUNT);
    BAD(b.field.columns = b.field.rows = 0xffffffffu, CLD_ERROR_COUNT);
    BAD(b.field.stride = sizeof(cld_real) * HAND + 1, CLD_ERROR_STRIDE);
    BAD(b.field.stride = sizeof(cld_real) * (HAND - 1), CLD_ERROR_STRIDE);
    BAD(b.field.dx = 0, CLD_ERROR_EXTENT);
    BAD(b.field.dy = 0, CLD_ERROR_EXTENT);
    BAD(b.field.dx = -1, CLD_ERROR_EXTENT);
    BAD(b.field.dx = nan, CLD_ERROR_FINITE);
    BAD(b.field.dy = inf, CLD_ERROR_FINITE);
    BAD(b.field.scale = nan, CLD_ERROR_FINITE);
    BAD(b.field.offset = inf, CLD_ERROR_FINITE);
    BAD(b.field.type = (cld_height_type)4, CLD_ERROR_PARAMETER);
    BAD(b.field.type = (cld_height_type)-1, CLD_ERROR_PARAMETER);
    BAD(b.field.diagonal = (cld_diagonal)4, CLD_ERROR_PARAMETER);
    BAD(b.field.diagonal = (cld_diagonal)-1, CLD_ERROR_PARAMETER);
    BAD(b.field.pose.position.x = nan, CLD_ERROR_POSE);
    BAD(b.field.pose.position.z = -inf, CLD_ERROR_POSE);
    BAD(b.field.pose.rotation.x.x = 1, CLD_ERROR_POSE);
    BAD(b.field.pose.rotation.y.z = nan, CLD_ERROR_POSE);
    BAD((b.field.pose = cld_pose_identity(), b.field.pose.rotation.x.x = (cld_real)1.01),
        CLD_ERROR_POSE);
    BAD((b.field.pose = cld_pose_identity(), b.field.pose.rotation.z.z = -1), CLD_ERROR_POSE);
    BAD((b.field.pose = cld_pose_identity(), b.field.pose.rotation.z.x = nan), CLD_ERROR_POSE);
    BAD(b.cylinder.radius = 0, CLD_ERROR_EXTENT);
    BAD(b.cylinder.radius = -1, CLD_ERROR_EXTENT);
    BAD(b.cylinder.half_height = 0, CLD_ERROR_EXTENT);
    BAD(b.cylinder.half_height = -1, CLD_ERROR_EXTENT);
    BAD(b.cylinder.radius = nan, CLD_ERROR_FINITE);
    BAD(b.cylinder.half_height = inf, CLD_ERROR_FINITE);
    BAD(b.cylinder.centre.y = nan, CLD_ERROR_FINITE);
    BAD(b.cylinder.centre.z = inf, CLD_ERROR_FINITE);
    BAD(b.cylinder.axis.x = nan, CLD_ERROR_FINITE);
    BAD(b.cylinder.axis.z = inf, CLD_ERROR_FINITE);
    BAD(b.cylinder.axis.z = 0, CLD_ERROR_PARAMETER);
#ifdef COLLIDE_DOUBLE
    BAD(b.cylinder.centre.x = 1e101, CLD_ERROR_FINITE);
    BAD(b.field.dx = 1e101, CLD_ERROR_FINITE);
#endif
    /* what one query alone is given */
    CHECK(cld_heightfield_collide_cylinder(&good.field, &good.cylinder, -1, &k, 1) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_collide_cylinder(&good.field, &good.cylinder, nan, &k, 1) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_collide_cylinder(&good.field, &good.cylinder, 0, &k, -1) ==
          CLD_ERROR_COUNT);
    CHECK(cld_heightfield_collide_cylinder(&good.field, &good.cylinder, 0, NULL, 1) ==
          CLD_ERROR_NULL);
    CHECK(cld_heightfield_collide_cylinder(&good.field, &good.cylinder, 0, NULL, 0) == 4);
    CHECK(cld_heightfield_distance_cylinder(&good.field, &good.cylinder, 1, NULL) ==
          CLD_ERROR_NULL);
    CHECK(cld_heightfield_distance_cylinder(&good.field, &good.cylinder, -1, &k) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_distance_cylinder(&good.field, &good.cylinder, nan, &k) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_sweep_cylinder(&good.field, &good.cylinder, vec3(0, TEST_NAN, 0), &hit) ==
          CLD_ERROR_FINITE);
    CHECK(cld_heightfield_sweep_cylinder(&good.field, &good.cylinder, vec3(TEST_INFINITY, 0, 0),
                                         &hit) == CLD_ERROR_FINITE);
    CHECK(cld_cylinder_validate(NULL) == CLD_ERROR_NULL);
    CHECK(cld_cylinder_validate(&good.cylinder) == CLD_OK);
    CHECK(same_bits(&k, &was, 1));
    /* any length of the axis */
    axis.axis = vec3(0, 0, 1e-30);
    CHECK(cld_heightfield_overlap_cylinder(&good.field, &axis) == 1);
    axis.axis = vec3(0, 0, 1e30);
    CHECK(cld_heightfield_overlap_cylinder(&good.field, &axis) == 1);
#ifdef COLLIDE_DOUBLE
    axis.axis = vec3(0, 0, ldexp(1, -990));
    CHECK(cld_heightfield_collide_cylinder(&good.field, &axis, 0, &k, 1) == 4);
    CHECK(cld_heightfield_collide_cylinder(&good.field, &good.cylinder, 0, &was, 1) == 4);
    CHECK(same_bits(&k, &was, 1) && k.normal.z == -1);
#endif
}

int main(int argc, char **argv)
{
    option_pose = test_option(&argc, argv, "--pose", -1);
    option_number = test_option(&argc, argv, "--case", -1);
    option_kind = test_option(&argc, argv, "--case-kind", -1);
    option_poses = test_option(&argc, argv, "--poses", 0);
    test_begin(argc, argv);
    TEST(oracle_agrees_with_sampling);
    TEST(poses_touch_as_they_should);
    TEST(standing_wheel_by_hand);
    TEST(lying_wheel_by_hand);
    TEST(leaning_coin_by_hand);
    TEST(buried_and_apart_by_hand);
    TEST(a_hole_by_hand);
    TEST(ridge_by_hand);
    TEST(bad_input);
    TEST(offset_alone);
    TEST(deep_in_steep_planes);
    TEST(buried_at_a_border);
    TEST(rounding_larger_than_the_body);
    TEST(rolls_over_a_million_triangles);
    TEST(crosses_a_ridge);
    TEST(crosses_a_crease);
    TEST(scaled_by_powers_of_two);
    TEST(turned_and_moved);
    TEST(features_are_stable);
    TEST(overlaps_against_the_oracle);
    TEST(contacts_against_the_oracle);
    TEST(contacts_within_a_margin);
    TEST(distances_against_the_oracle);
    TEST(sweeps_against_the_oracle);
    return test_end();
}
