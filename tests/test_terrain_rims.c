/* Tests of [TERRAIN]: where a field ends, and about holes. */
#include "collide.h"
#include "ground_rims.h"
#include "test.h"

static int option_pairs, option_case = -1, option_body = -1, option_ground = -1;

/* A pair of neighbouring poses. */
typedef struct rim_pair {
    ground_land ground;
    ground_body body[2];
    ground_real moved, round;
} rim_pair;

static int rim_pair_make(rim_pair *p, int kind, int ground, int number)
{
    test_random r = test_random_from((uint64_t)number * 64 + (uint64_t)(kind * 8 + ground));
    const double scale = ldexp(1, test_integer(&r, -20, 20));
    const int pose = number % 4 == 3 ? test_integer(&r, 0, MADE_POSES - 1) : MADE_NO_POSE;
    const ground_real step = powl(10, test_between(&r, -5, -1));
    ground_shape s;
    ground_vec rim;
    ground_real size;
    rim_ground_make(&p->ground, &r, ground, pose, scale);
    if (!rim_point(&p->ground, &r, &rim)) return 0;
    ground_shape_make(&s, &r, kind, scale, ground_make(0, 0, 1));
    ground_body_make(&p->body[0], &s, &p->ground);
    size = p->body[0].reach;
    s.centre = ground_mad(rim, 1.2L * size * test_between(&r, 0, 1), rim_direction(&r));
    if (test_integer(&r, 0, 3) == 0) s.centre.x = rim.x;
    if (test_integer(&r, 0, 3) == 0) s.centre.y = rim.y;
    ground_body_make(&p->body[0], &s, &p->ground);
    s.centre = ground_mad(s.centre, step * size, rim_direction(&r));
    if (test_integer(&r, 0, 1)) rim_turn(&s, rim_direction(&r), step);
    ground_body_make(&p->body[1], &s, &p->ground);
    p->moved = rim_displacement(&p->body[0], &p->body[1]);
    {
        const ground_vec at = ground_from(p->ground.field.pose.position);
        p->round =
            64 * (ground_real)TEST_ROUND * (16 * scale + fabsl(at.x) + fabsl(at.y) + fabsl(at.z)) +
            16 * scale * 1e-12L;
    }
    return 1;
}

/* The signed distance changes by no more than the points of the body move, where it touches or
   comes to touch: on fields of a few cells that are mostly rim, bodies from an eighth of a cell to
   all of the field, to any depth. In places so narrow the shortest way out is not always found:
   those where it is not are counted. That only the middle comes
   below the ground, far below the surface, is a touch without a distance before. */
static void distance_is_continuous(void)
{
    static const int allowed[MADE_PATCHES] = {10, 15, 20}; /* of 10000 */
    const int count = option_pairs ? option_pairs : test_repeat(1500);
    int kind, ground, n;
    for (ground = 0; ground < MADE_PATCHES; ground++) {
        int all = 0, wrong = 0, touching = 0;
        for (kind = 0; kind < GROUND_BODIES; kind++) {
            if (option_body >= 0 && kind != option_body) continue;
            if (option_ground >= 0 && ground != option_ground) continue;
            for (n = 0; n < count; n++) {
                rim_pair p;
                cld_contact k[2];
                ground_real apart[2];
                int meets[2], i;
                if (option_case >= 0 && n != option_case) continue;
                if (!rim_pair_make(&p, kind, ground, n)) continue;
                for (i = 0; i < 2; i++) {
                    CHECK(rim_distance(&p.ground, &p.body[i], &k[i]) == 1);
                    meets[i] = ground_overlap(&p.ground, &p.body[i]);
                    CHECK(meets[i] ? k[i].distance <= 0 : k[i].distance >= 0);
                    apart[i] = (ground_real)k[i].distance;
                }
                if (meets[0] != meets[1] && apart[meets[0]] > p.moved + p.round) continue;
                all++, touching += meets[0] && meets[1];
                if (fabsl(apart[0] - apart[1]) <= p.moved + p.round) continue;
                wrong++;
                if (option_case >= 0 || option_body >= 0)
                    printf("    %s on %s, case %d: %Lg, then %Lg, moved %Lg\n",
                           ground_body_names[kind], rim_ground_names[ground], n, apart[0], apart[1],
                           p.moved);
            }
        }
        printf("    %s: %d pairs, %d touching, %d not continuous\n", rim_ground_names[ground], all,
               touching, wrong);
        CHECK(wrong <= all * allowed[ground] / 10000 + 2);
        CHECK(all < 500 || touching > all / 4);
    }
}

/* ---- along the straight border of flat ground, by the textbook. Places (x, z) of the middle, x
   outwards from the border; the ground is z = 0, x <= 0. */

/* A sphere touches where z <= r and x <= 0, or within r of the rim. */
static ground_real sphere_depth(ground_real x, ground_real z, ground_real r)
{
    if (x > 0) return r - sqrtl(x * x + z * z);
    if (z <= -r) return fminl(r - z, -x);
    return z > r ? r - z : fminl(r - z, sqrtl(x * x + (z + r) * (z + r)));
}

/* An upright box, a wide and c high, where z <= c and x <= 0, or x <= a and z >= -c. */
static ground_real box_depth(ground_real x, ground_real z, ground_real a, ground_real c)
{
    ground_real depth = c - z;
    depth = fminl(depth, z > -c ? a - x : -x);
    if (x > 0) return fminl(depth, z + c);
    return z > -c ? fminl(depth, sqrtl(x * x + (z + c) * (z + c))) : depth;
}

static void by_the_border_of_flat_ground(void)
{
    enum { SIDE = 9 };
    test_random r = test_random_from(2);
    static cld_real heights[SIDE * SIDE];
    int n, k, touching = 0, over = 0;
    for (n = 0; n < test_repeat(25000); n++) {
        const double unit = ldexp(1, test_integer(&r, -20, 20));
        const double a = 0.125 * test_integer(&r, 1, 8), c = 0.125 * test_integer(&r, 1, 8);
        const double reach = n & 1 ? a : sqrt(a * a + c * c), e = 4096 * TEST_ROUND + 1e-11;
        const double x = reach * test_between(&r, -1.4, 1.2),
                     z = reach * test_between(&r, -1.4, 1.2);
        const int side = test_integer(&r, 0, 3);
        ground_land g;
        ground_body b;
        cld_contact t;
        ground_real depth, told;
        memset(&g, 0, sizeof g), memset(&b, 0, sizeof b);
        g.field.heights = heights, g.field.type = CLD_HEIGHT_REAL;
        g.field.columns = g.field.rows = SIDE;
        g.field.dx = g.field.dy = (cld_real)unit;
        g.field.diagonal = (cld_diagonal)test_integer(&r, 0, 2);
        b.kind = n & 1 ? GROUND_SPHERE : n & 2 ? GROUND_BOX : GROUND_CYLINDER;
        b.sphere.centre.x = (cld_real)(unit * (side == 0 ? 8 + x : side == 1 ? -x : 3.6));
        b.sphere.centre.y = (cld_real)(unit * (side == 2 ? 8 + x : side == 3 ? -x : 3.6));
        b.sphere.centre.z = (cld_real)(unit * z), b.sphere.radius = (cld_real)(unit * a);
        b.box.centre = b.cylinder.centre = b.sphere.centre;
        b.box.axes.x.x = b.box.axes.y.y = b.box.axes.z.z = b.cylinder.axis.z = 1;
        b.box.half.x = b.box.half.y = b.cylinder.radius = (cld_real)(unit * a);
        b.box.half.z = b.cylinder.half_height = (cld_real)(unit * c);
        depth = n & 1 ? sphere_depth(x, z, a) : box_depth(x, z, a, c);
        if (fabsl(depth) < e) continue;
        k = ground_overlap(&g, &b);
        if (!CHECK(k == (depth > 0))) continue;
        if (!k) continue;
        touching++;
        CHECK(rim_distance(&g, &b, &t) == 1);
        told = -(ground_real)t.distance / (ground_real)unit;
        if (!CHECK(fabsl(told - depth) <= e))
            printf("    %s, %g wide, %g high, at %g %g: depth %.9Lg, told %.9Lg\n",
                   ground_body_names[b.kind], a, c, x, z, depth, told);
        over += depth < (n & 1 ? a : c) - z - e; /* not upwards */
        {                                        /* moved out it is free */
            const ground_real far = (ground_real)t.distance;
            cld_vec3 *p = b.kind == GROUND_SPHERE ? &b.sphere.centre
                          : b.kind == GROUND_BOX  ? &b.box.centre
                                                  : &b.cylinder.centre;
            cld_contact after;
            p->x = (cld_real)((ground_real)p->x + far * (ground_real)t.normal.x);
            p->y = (cld_real)((ground_real)p->y + far * (ground_real)t.normal.y);
            p->z = (cld_real)((ground_real)p->z + far * (ground_real)t.normal.z);
            CHECK(rim_distance(&g, &b, &after) == 1);
            CHECK((ground_real)after.distance >= -(ground_real)(e * unit));
        }
    }
    CHECK(n < 1000 || (touching > n / 4 && over > n / 10));
}

/* A sphere comes sideways to the border, a little below the ground: it is as deep as it is over the
   rim, where it was told to be as deep as it is below. And a capsule that reaches 2 mm over it. */
static void sideways_to_a_border(void)
{
    static const float heights[25] = {0};
    const double touch = 4 + sqrt(0.09 - 0.04);
    cld_heightfield f;
    cld_heightfield_hit hit;
    cld_sphere s;
    cld_capsule c;
    cld_contact k;
    int i;
    memset(&f, 0, sizeof f);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = 5, f.dx = f.dy = 1;
    s.centre.x = 5, s.centre.y = 2, s.centre.z = (cld_real)-0.2, s.radius = (cld_real)0.3;
    {
        const cld_vec3 way = {-1, 0, 0};
        CHECK(cld_heightfield_sweep_sphere(&f, &s, way, &hit) == 1);
        CHECK_NEAR(5 - (double)hit.time, touch, 1e-5);
    }
    for (i = -20; i <= 20; i++) {
        const double x = touch + 1e-3 * i;
        s.centre.x = (cld_real)x;
        CHECK(cld_heightfield_distance_sphere(&f, &s, 1, &k) == 1);
        CHECK_NEAR(k.distance, hypot(x - 4, 0.2) - 0.3, 1e-6);
    }
    c.a.x = c.b.x = (cld_real)4.298, c.a.y = c.b.y = 2, c.radius = (cld_real)0.3;
    c.a.z = (cld_real)-0.9, c.b.z = (cld_real)0.3;
    CHECK(cld_heightfield_collide_capsule(&f, &c, 0, &k, 1) >= 1);
    CHECK_NEAR(k.distance, -0.002, 1e-6);
    CHECK_NEAR(k.normal.x, -1, 1e-6);
}

/* One body of each kind in the same place. */
typedef struct rim_bodies {
    cld_sphere sphere;
    cld_capsule capsule;
    cld_obb box;
    cld_hull hull;
    cld_cylinder cylinder;
    cld_real points[15];
} rim_bodies;

static void bodies_move(rim_bodies *b, const cld_contact *k, double gone)
{
    const cld_real x = (cld_real)(gone * (double)k->normal.x);
    const cld_real y = (cld_real)(gone * (double)k->normal.y);
    const cld_real z = (cld_real)(gone * (double)k->normal.z);
    cld_vec3 *places[6];
    int i;
    places[0] = &b->sphere.centre, places[1] = &b->capsule.a, places[2] = &b->capsule.b;
    places[3] = &b->box.centre, places[4] = &b->hull.pose.position, places[5] = &b->cylinder.centre;
    for (i = 0; i < 6; i++) places[i]->x += x, places[i]->y += y, places[i]->z += z;
}

static int bodies_collide(const cld_heightfield *f, const rim_bodies *b, int which, cld_contact *k)
{
    return which == 0   ? cld_heightfield_collide_sphere(f, &b->sphere, 0, k, 1)
           : which == 1 ? cld_heightfield_collide_capsule(f, &b->capsule, 0, k, 1)
           : which == 2 ? cld_heightfield_collide_obb(f, &b->box, 0, k, 1)
           : which == 3 ? cld_heightfield_collide_hull(f, &b->hull, 0, k, 1)
                        : cld_heightfield_collide_cylinder(f, &b->cylinder, 0, k, 1);
}

static int bodies_overlap(const cld_heightfield *f, const rim_bodies *b, int which)
{
    return which == 0   ? cld_heightfield_overlap_sphere(f, &b->sphere)
           : which == 1 ? cld_heightfield_overlap_capsule(f, &b->capsule)
           : which == 2 ? cld_heightfield_overlap_obb(f, &b->box)
           : which == 3 ? cld_heightfield_overlap_hull(f, &b->hull)
                        : cld_heightfield_overlap_cylinder(f, &b->cylinder);
}

/* Moved out by a little more than told, by 1/100,000 and what rounds, it is free. Or, where the way
   leads along under the ground or along a rim, it touches by what is rounding, and the way out of
   that frees it; but cylinders in a corner of the ground, of which some are told the way over one of
   its sides, or a longer one: those are free after the same little in one of eight directions. Both
   are counted. */
static int by_rounding, by_corner;

static int free_beside(const cld_heightfield *f, const rim_bodies *b, int which, double little)
{
    static rim_bodies out;
    int i;
    for (i = 0; i < 8; i++) {
        cld_contact way;
        memset(&way, 0, sizeof way);
        way.normal.x = (cld_real)cos(i * atan(1)), way.normal.y = (cld_real)sin(i * atan(1));
        out = *b;
        bodies_move(&out, &way, little);
        if (bodies_overlap(f, &out, which) == 0) return 1;
    }
    return 0;
}

static int out_and_free(const cld_heightfield *f, const rim_bodies *b, int which,
                        const cld_contact *k)
{
    const double little = 1024 * TEST_ROUND + ldexp(1, -38);
    static rim_bodies out;
    cld_contact after;
    int i;
    out = *b;
    bodies_move(&out, k, (double)k->distance * (1 + 1e-5) - little);
    i = bodies_overlap(f, &out, which);
    if (i != 1) return i == 0;
    by_rounding++;
    if (bodies_collide(f, &out, which, &after) <= 0) return 0;
    if ((double)after.distance >= -little) {
        rim_bodies last = out;
        bodies_move(&last, &after, (double)after.distance * (1 + 1e-5) - little);
        if (bodies_overlap(f, &last, which) == 0) return 1;
    }
    by_corner++;
    return which == 4 && free_beside(f, &out, which, little);
}

/* Bodies of all kinds anywhere about borders and holes: moved out they are free; on flat ground,
   from a mere touch, they are so or touch as little (a way of no length may lead along). (One of
   2000 was not, where the way led by a rim under which the middle came back.) */
static void moved_out_and_farther(void)
{
    test_random r = test_random_from(31);
    const double little = 1024 * TEST_ROUND + ldexp(1, -38);
    int n, i, touching = 0, merely = 0;
    by_rounding = by_corner = 0;
    for (n = 0; n < test_repeat(60000); n++) {
        static cld_real heights[13 * 13];
        const int columns = test_integer(&r, 2, 13), rows = test_integer(&r, 2, 13);
        const int kind = n / 5 % 3, which = n % 5;
        const double size = test_between(&r, 0.1, 2), turn = test_between(&r, -3, 3);
        const cld_pose pose = test_pose(&r, 1);
        cld_heightfield f;
        static rim_bodies b;
        cld_vec3 at;
        cld_contact k;
        memset(&f, 0, sizeof f), memset(&b, 0, sizeof b);
        f.heights = heights, f.columns = (uint32_t)columns, f.rows = (uint32_t)rows;
        f.dx = f.dy = 1;
        for (i = 0; i < columns * rows; i++) {
            heights[i] = (cld_real)(kind == 0   ? 0
                                    : kind == 1 ? 0.25 * (i % columns)
                                                : test_between(&r, -0.5, 0.5));
            if (kind && test_integer(&r, 0, 24) == 0) heights[i] = (cld_real)TEST_NAN;
        }
        at.x = (cld_real)test_between(&r, -1, columns), at.y = (cld_real)test_between(&r, -1, rows);
        at.z = (cld_real)test_between(&r, -2, 1.5);
        b.sphere.centre = at, b.sphere.radius = (cld_real)size;
        b.capsule.a = b.capsule.b = at, b.capsule.radius = (cld_real)(size / 2);
        b.capsule.b.x += (cld_real)(turn / 3), b.capsule.b.z += 1;
        b.box.centre = at, b.box.axes = pose.rotation;
        b.box.half.x = (cld_real)size, b.box.half.y = (cld_real)(size / 2);
        b.box.half.z = (cld_real)(size / 3);
        for (i = 0; i < 15; i++) b.points[i] = (cld_real)(size * test_between(&r, -1, 1));
        b.hull.points = b.points, b.hull.count = 5, b.hull.pose = pose, b.hull.pose.position = at;
        b.cylinder.centre = at, b.cylinder.axis = pose.rotation.z;
        b.cylinder.radius = (cld_real)size;
        b.cylinder.half_height = (cld_real)(size * test_between(&r, 0.1, 2));
        i = bodies_collide(&f, &b, which, &k);
        CHECK(i >= 0);
        if (i <= 0) continue;
        touching++;
        if (!CHECK(out_and_free(&f, &b, which, &k)))
            printf("    %d: kind %d, body %d\n", n, kind, which);
        if (!(n & 1) || kind) continue;
        bodies_move(&b, &k, (double)k.distance); /* to where it only just touches, if it does */
        i = bodies_collide(&f, &b, which, &k);
        CHECK(i >= 0);
        if (i <= 0) continue;
        merely++;
        bodies_move(&b, &k, (double)k.distance * (1 + 1e-5) - little);
        i = bodies_collide(&f, &b, which, &k) > 0 && (double)k.distance < -little;
        if (!CHECK(i == 0)) printf("    %d: a mere touch, body %d\n", n, which);
    }
    CHECK(n < 1000 || (touching > n / 3 && merely > n / 200));
    CHECK(by_rounding <= 2 + n / 10000 && by_corner <= 2);
    printf("    %d touch of %d, %d only just; moved out, %d touch by rounding\n", touching, n,
           merely, by_rounding);
}

/* Bodies whose middles lie exactly below borders, rims of holes, edges and corners of cells: these
   belong to the ground of either side, and the way out frees the body. (3 of 41,732 stayed in.) */
static void middles_below_edges(void)
{
    enum { MOST = 9 };
    test_random r = test_random_from(32);
    int n, i, touching = 0, sideways = 0;
    by_rounding = by_corner = 0;
    for (n = 0; n < test_repeat(60000); n++) {
        static cld_real heights[MOST * MOST];
        static rim_bodies b;
        const int columns = test_integer(&r, 2, MOST), rows = test_integer(&r, 2, MOST);
        const int kind = n / 5 % 3, which = n % 5, edge = test_integer(&r, 0, 3);
        const double size = test_between(&r, 0.1, 2);
        const cld_pose pose = test_integer(&r, 0, 1) ? test_pose(&r, 1) : cld_pose_identity();
        cld_heightfield f;
        cld_vec3 at;
        cld_contact k;
        memset(&f, 0, sizeof f), memset(&b, 0, sizeof b);
        f.heights = heights, f.type = CLD_HEIGHT_REAL;
        f.columns = (uint32_t)columns, f.rows = (uint32_t)rows, f.dx = f.dy = 1;
        f.diagonal = (cld_diagonal)test_integer(&r, 0, 2);
        for (i = 0; i < columns * rows; i++) {
            heights[i] = (cld_real)(kind == 0   ? 0
                                    : kind == 1 ? 0.25 * (i % columns)
                                                : 0.125 * test_integer(&r, -4, 4));
            if (test_integer(&r, 0, 7) == 0) heights[i] = (cld_real)TEST_NAN;
        }
        /* on an edge along y or x, a corner, a diagonal */
        at.x = (cld_real)(test_integer(&r, 0, 4 * columns - 4) / 4.0);
        at.y = (cld_real)(test_integer(&r, 0, 4 * rows - 4) / 4.0);
        if (edge == 0 || edge == 2) at.x = (cld_real)test_integer(&r, 0, columns - 1);
        if (edge == 1 || edge == 2) at.y = (cld_real)test_integer(&r, 0, rows - 1);
        if (edge == 3) at.y = (cld_real)floor((double)at.y) + at.x - (cld_real)floor((double)at.x);
        at.z = (cld_real)test_between(&r, -2, 0.75);
        b.sphere.centre = b.box.centre = b.cylinder.centre = at;
        b.sphere.radius = b.cylinder.radius = (cld_real)size;
        b.capsule.a = b.capsule.b = at, b.capsule.radius = (cld_real)(size / 2);
        i = test_integer(&r, -8, 8); /* its middle stays where it is */
        b.capsule.a.x -= (cld_real)(0.125 * i), b.capsule.b.x += (cld_real)(0.125 * i);
        b.box.axes = pose.rotation, b.cylinder.axis = pose.rotation.z;
        b.box.half.x = (cld_real)size, b.box.half.y = (cld_real)(size / 2);
        b.box.half.z = (cld_real)(size / 3);
        b.cylinder.half_height = (cld_real)(size * test_between(&r, 0.1, 2));
        b.hull.points = b.points, b.hull.count = 4, b.hull.pose = pose, b.hull.pose.position = at;
        for (i = 0; i < 12; i++) /* opposite points in turn: their mean is 0 */
            b.points[i] = i / 3 % 2 ? -b.points[i - 3] : (cld_real)(size * test_between(&r, -1, 1));
        i = bodies_collide(&f, &b, which, &k);
        CHECK(i >= 0 && (i > 0) == bodies_overlap(&f, &b, which));
        if (i <= 0) continue;
        touching++, sideways += (double)k.normal.z > -0.1;
        if (!CHECK(out_and_free(&f, &b, which, &k)))
            printf("    %d: kind %d, body %d at %g %g %g\n", n, kind, which, (double)at.x,
                   (double)at.y, (double)at.z);
    }
    CHECK(n < 1000 || (touching > n / 3 && sideways > n / 50));
    CHECK(by_rounding <= 2 + n / 50 && by_corner <= 2 + n / 5000);
    printf("    %d touch of %d, %d leave sideways or down; moved out, %d touch by rounding\n",
           touching, n, sideways, by_rounding);
}

/* ---- bodies that lie on ground as people make it (made_ground.h), at borders and holes, too */

typedef struct rest_body {
    cld_shape shape;
    cld_pose pose;
    cld_motion motion;
    cld_real corners[3 * MADE_CORNERS];
} rest_body;

static cld_vec3 rest_vec(const double v[3])
{
    cld_vec3 w;
    w.x = (cld_real)v[0], w.y = (cld_real)v[1], w.z = (cld_real)v[2];
    return w;
}

static void rest_body_of(rest_body *b, const made_scene *s)
{
    const made_body *m = &s->mover;
    const cld_real radius = (cld_real)m->half[0], half = (cld_real)m->half[2];
    int k;
    memset(b, 0, sizeof *b);
    for (k = 0; k < 3 * m->corners; k++) b->corners[k] = (cld_real)m->corner[k / 3][k % 3];
    b->shape = m->kind == MADE_BOX        ? cld_shape_box(rest_vec(m->half))
               : m->kind == MADE_SPHERE   ? cld_shape_sphere(radius)
               : m->kind == MADE_CAPSULE  ? cld_shape_capsule(radius, half)
               : m->kind == MADE_CYLINDER ? cld_shape_cylinder(radius, half)
                                          : cld_shape_points(b->corners, (size_t)m->corners);
    b->pose.rotation.x = rest_vec(m->axes[0]), b->pose.rotation.y = rest_vec(m->axes[1]);
    b->pose.rotation.z = rest_vec(m->axes[2]), b->pose.position = rest_vec(m->position);
    b->motion.linear = rest_vec(s->motion);
}

/* 1: to what rounds coordinates of a hundred; -1: but for the normal of a sweep that is stopped at
   once, which of bodies that also touch an edge with a side of theirs may be that side's. */
static int rest_is_right(const cld_heightfield *f, const made_scene *s, const rest_body *b,
                         int ground)
{
    const double allowed = sizeof(cld_real) == 4 ? 3e-5 : 1e-11;
    /* on a ridge the way out may lead along the normals of either side, too */
    const double aside = ground == MADE_CREASED ? 0.032 : 0;
    const int touches = s->depth > allowed || (s->start == MADE_EXACTLY && ground != MADE_RAMPED);
    const int stops = made_stops(s);
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS];
    cld_hit hit;
    int n = cld_heightfield_collide_shape(f, &b->shape, &b->pose, 0, k, CLD_HEIGHTFIELD_CONTACTS);
    double along;
    if (n < 0 || (n > 0) != cld_heightfield_overlap_shape(f, &b->shape, &b->pose)) return 0;
    if (touches && n == 0) return 0;
    if (n > 0) {
        const cld_vec3 v = k[0].normal; /* into the ground */
        along =
            -(double)v.x * s->normal[0] - (double)v.y * s->normal[1] - (double)v.z * s->normal[2];
        if (!(fabs((double)k[0].distance + s->depth) <= allowed + aside * s->depth)) return 0;
        if (s->depth > allowed && !(along > 0.999 - aside)) return 0;
    }
    n = cld_heightfield_sweep_shape(f, &b->shape, &b->pose, &b->motion, NULL, &hit);
    if (stops < 0) return n >= 0;
    if (stops == 0) return n == 0;
    along = -(double)hit.contact.normal.x * s->normal[0] -
            (double)hit.contact.normal.y * s->normal[1] -
            (double)hit.contact.normal.z * s->normal[2];
    if (n != 1 || !((double)hit.time <= 1e-3)) return 0;
    return along > 0.999 - aside ? 1 : -1;
}

static void at_rest_on_made_ground(void)
{
    static const char *const names[5] = {"box", "hull", "sphere", "capsule", "cylinder"};
    enum { SIDE = 256 };
    static cld_real heights[SIDE * SIDE];
    int ground, kind, n, i;
    for (ground = 0; ground < MADE_GROUNDS; ground++) {
        made_field made;
        cld_heightfield f;
        int wrong = 0, sides = 0, leaning = 0, over = 0;
        made_field_make(&made, ground, SIDE);
        for (i = 0; i < SIDE * SIDE; i++)
            heights[i] = (cld_real)made_field_height(&made, i % SIDE, i / SIDE);
        memset(&f, 0, sizeof f);
        f.heights = heights, f.columns = f.rows = SIDE, f.dx = f.dy = (cld_real)MADE_CELL;
        for (kind = MADE_BOX; kind <= MADE_CYLINDER; kind++) {
            test_random r = test_random_from((uint64_t)(90 + 8 * ground + kind));
            made_random m = ground_random(&r);
            for (n = 0; n < test_repeat(2000); n++) {
                made_scene s;
                rest_body b;
                cld_heightfield_point below;
                int right;
                made_scene_ground(&s, &m, &made, kind);
                rest_body_of(&b, &s);
                leaning += fabs(s.normal[2]) < 0.9 && ground != MADE_RAMPED;
                over += cld_heightfield_height(&f, b.pose.position, &below) == 0;
                right = rest_is_right(&f, &s, &b, ground);
                sides += right < 0;
                if (CHECK(right) || wrong++ > 5) continue;
                printf("    %s, %s, case %d\n", made_ground_names[ground], names[kind], n);
            }
        }
        CHECK(sides <= 1 + n / 20000);
        if (ground < MADE_BORDERED) continue;
        CHECK(leaning > 0 && over > 0);
        printf("    %s: %d lean, of %d the middle is beyond the edge\n", made_ground_names[ground],
               leaning, over);
    }
}

int main(int argc, char **argv)
{
    option_case = test_option(&argc, argv, "--case", -1);
    option_ground = test_option(&argc, argv, "--ground", -1);
    option_body = test_option(&argc, argv, "--body", -1);
    option_pairs = test_option(&argc, argv, "--pairs", 0);
    test_begin(argc, argv);
    TEST(sideways_to_a_border);
    TEST(by_the_border_of_flat_ground);
    TEST(moved_out_and_farther);
    TEST(middles_below_edges);
    TEST(distance_is_continuous);
    TEST(at_rest_on_made_ground);
    return test_end();
}
