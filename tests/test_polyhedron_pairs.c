/* [POLYHEDRON], [SHAPE]: polyhedra against polyhedra, polygons and points: overlap, distance,
 * manifold. Whole numbers against an oracle that rounds nothing; all else by proof: the features
 * that an answer names have a distance, and the plane between them has the bodies on its two sides
 * (oracle_gap); a common point must lie in both; of a depth all possible ways out are tried.
 *
 *     test_polyhedron_pairs [seed]
 *
 * With TEST_EFFORT=5000 a million questions of each kind. */
#include "test.h"

#include "../examples/old_names.h"
#include "polyhedron_shapes.h"

enum { PLACES = 20 };

static solid first, second;
static long apart, near_ones, unproved;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* How far from a feature a point is. */
static double off_feature(const oracle_feature *f, const double p[3])
{
    oracle_feature point = oracle_point(p);
    oracle_pair pair = oracle_closest(&point, f);
    return (double)wide_sqrt(pair.square);
}

/* An answer 'apart': points on the features to the bound, distance and normal theirs. size: M. */
static int check_apart(const oracle_feature *f, const oracle_feature *g, const oracle_pair *pair,
                       wide gap, const cld_contact *c, double size)
{
    const double distance = (double)wide_sqrt(pair->square), slack = ldexp(size, -46);
    double p[3], q[3], n[3], square = 0, turned = 0;
    int k, good;
    numbers(c->point_a, p);
    numbers(c->point_b, q);
    numbers(c->normal, n);
    good = CHECK(distance > 0);
    /* the truth lies between gap and distance */
    good &= CHECK((double)(wide_sqrt(pair->square) - gap) <= slack);
    good &= CHECK_NEAR(c->distance, distance, slack + TEST_ROUND * distance);
    good &= CHECK(off_feature(f, p) <= slack + 2 * TEST_ROUND * largest(p));
    good &= CHECK(off_feature(g, q) <= slack + 2 * TEST_ROUND * largest(q));
    /* rounding of the points to float apart, they are the closest: not farther from each other */
    for (k = 0; k < 3; k++) square += (q[k] - p[k]) / size * ((q[k] - p[k]) / size);
    good &=
        CHECK(size * sqrt(square) <= distance + slack + 4 * TEST_ROUND * (largest(p) + largest(q)));
    for (square = 0, k = 0; k < 3; k++) {
        const double along = (double)((pair->b[k] - pair->a[k]) / wide_sqrt(pair->square));
        turned = larger(turned, fabs(n[k] - along));
        square += n[k] * n[k];
    }
    /* a plane that is turned by a loses distance * a^2 / 2 */
    good &=
        CHECK_NEAR(turned, 0, sqrt(8 * slack / distance) + 4 * slack / distance + 8 * TEST_ROUND);
    for (k = 0; k < 3; k++) /* the points may slide by what is lost in the second order */
        good &= CHECK_NEAR(n[k] * distance, q[k] - p[k],
                           sqrt(8 * slack * distance) + 4 * slack +
                               TEST_ROUND * (2 * fabs(p[k]) + 2 * fabs(q[k]) + 4 * distance));
    good &= CHECK_NEAR(square, 1, 8 * TEST_ROUND);
    return good;
}

/* An answer 'not apart': a point of both. */
static int check_common(const oracle_body *a, const oracle_body *b, const cld_contact *c,
                        double size)
{
    double p[3], q[3], n[3];
    wide w[3];
    int k, good;
    numbers(c->point_a, p);
    numbers(c->point_b, q);
    numbers(c->normal, n);
    good = CHECK(c->distance == 0 && largest(n) == 0);
    good &= CHECK(p[0] == q[0] && p[1] == q[1] && p[2] == q[2]);
    for (k = 0; k < 3; k++) w[k] = p[k];
    good &= CHECK(oracle_off(a, w) <= ldexp(size, -46) + 2 * TEST_ROUND * largest(p));
    if (b) good &= CHECK(oracle_off(b, w) <= ldexp(size, -46) + 2 * TEST_ROUND * largest(p));
    if (!good && test_failures < 20)
        printf("    common point %.17g %.17g %.17g, off by %g and %g\n", p[0], p[1], p[2],
               oracle_off(a, w), b ? oracle_off(b, w) : 0);
    return good;
}

/* M: the largest coordinate in the world or in the frame of either. */
static double size_of_both(const solid *a, const solid *b)
{
    double size = larger(oracle_size(&a->body), oracle_size(&b->body));
    int i;
    for (i = 0; i < a->used_count; i++) size = larger(size, largest(a->xyz + 3 * a->used[i]));
    for (i = 0; i < b->used_count; i++) size = larger(size, largest(b->xyz + 3 * b->used[i]));
    return size;
}

/* Proves an answer of the distance; *gap: how far apart they are at least (0 if not). */
static int check_distance(const solid *a, const solid *b, int found, const cld_contact *c,
                          wide *gap, double size)
{
    oracle_feature f, g;
    oracle_pair pair;
    *gap = 0;
    if (!CHECK(found == 0 || found == 1)) return 0;
    if (found == 0) return check_common(&a->body, &b->body, c, size);
    f = oracle_feature_of(&a->body, a->count, c->feature_a);
    g = oracle_feature_of(&b->body, b->count, c->feature_b);
    if (!CHECK(f.count && g.count)) return 0;
    pair = oracle_closest(&f, &g);
    *gap = oracle_gap(&a->body, &b->body, &f, &g, &pair, 0);
    if ((double)*gap < ldexp(size, -44)) { /* a proof, in the wider arithmetic */
        *gap = oracle_gap(&a->body, &b->body, &f, &g, &pair, 1);
    }
    if ((double)(wide_sqrt(pair.square) - *gap) > ldexp(size, -46) || !(*gap > 0))
        *gap = oracle_gap_around(&a->body, &b->body, &pair, ldexp(size, -46));
    if (!(*gap > 0)) unproved++;
    { /* the normal itself is a proof, to its own rounding */
        double normal[3];
        wide n[3], most, distance = wide_sqrt(pair.square);
        int k;
        numbers(c->normal, normal);
        for (k = 0; k < 3; k++) n[k] = normal[k];
        most = oracle_gap_along(&a->body, &b->body, n, pair.a, 0);
        CHECK((double)(distance - most) <= ldexp(size, -44) + 8 * TEST_ROUND * size);
    }
    return check_apart(&f, &g, &pair, *gap, c, size);
}

/* Everything that is asked of a pair; prints it if an answer is wrong. */
static int ask(const solid *a, const solid *b, test_random *r)
{
    const double size = size_of_both(a, b), slack = ldexp(size, -46);
    cld_shape_cache cache;
    cld_contact c, swapped, cached;
    wide gap, other;
    int found, over, k, good;
    memset(&c, 0x5a, sizeof c);
    found = polyhedra_distance(&a->p, &b->p, NULL, &c);
    good = check_distance(a, b, found, &c, &gap, size);
    over = polyhedra_overlap(&a->p, &b->p);
    good &= CHECK(over == 0 || over == 1);
    /* apart is a proof; touching may err by the bound */
    if (over == 0) good &= CHECK(found == 1 || (double)c.distance <= slack);
    if (over == 1) good &= CHECK(found == 0 || (double)gap <= slack);
    k = polyhedra_distance(&b->p, &a->p, NULL, &swapped);
    good &= check_distance(b, a, k, &swapped, &other, size);
    good &= CHECK(k == found || (double)(gap + other) <= 2 * slack);
    memset(&cache, 0, sizeof cache);
    if (test_integer(r, 0, 1)) { /* begun anywhere, then where it ended */
        const int known = test_integer(r, 0, 1);
        cache.count = (uint32_t)test_integer(r, 0, 4);
        for (k = 0; k < 4; k++) {
            cache.a[k] = (uint32_t)test_bits(r), cache.b[k] = (uint32_t)test_bits(r);
            if (known) cache.a[k] %= (uint32_t)a->count, cache.b[k] %= (uint32_t)b->count;
        }
    }
    for (k = 0; k < 2; k++) {
        const cld_shape_cache from = cache;
        const int again = polyhedra_distance(&a->p, &b->p, &cache, &cached), was = good;
        good &= check_distance(a, b, again, &cached, &other, size);
        good &= CHECK(again == found || (double)(gap + other) <= 2 * slack);
        if (was && !good && test_failures < 20)
            printf("    cached from %u: %u %u, %u %u, %u %u: %d, %.17g\n", from.count, from.a[0],
                   from.b[0], from.a[1], from.b[1], from.a[2], from.b[2], again,
                   (double)cached.distance);
    }
    good &= CHECK(found == 0 || gap > 0);
    apart += found == 1;
    near_ones += found == 1 && (double)gap < 1e-6 * size;
    if (!good && test_failures < 20) {
        printf("  A\n");
        solid_print(a);
        printf("  B\n");
        solid_print(b);
        printf("  M %g, at least %.17g apart\n", size, (double)gap);
        printf("  distance says %d, %.17g, features %u.%u %u.%u; overlap %d\n", found,
               (double)c.distance, c.feature_a / 4, c.feature_a % 4, c.feature_b / 4,
               c.feature_b % 4, over);
    }
    return good;
}

static int some_solid(solid *s, test_random *r, int most, double scale)
{
    double shift[3] = {0, 0, 0};
    int k, kind, tries;
    if (test_integer(r, 0, 3) == 0)
        for (k = 0; k < 3; k++) shift[k] = scale * test_integer(r, -100, 100);
    for (tries = 0; tries < 50; tries++) {
        kind = test_integer(r, 0, KINDS - 1);
        if (solid_of(s, r, kind, solid_some_size(r, most), scale, shift)) return 1;
    }
    return 0;
}

/* How far it reaches from its centre, about. */
static double extent(const solid *s)
{
    double most = 0;
    int i, k;
    for (k = 0; k < 3; k++) {
        double low = 0, high = 0;
        for (i = 0; i < s->used_count; i++) {
            const double x = s->xyz[3 * s->used[i] + k];
            if (i == 0 || x < low) low = x;
            if (i == 0 || x > high) high = x;
        }
        most = larger(most, (high - low) / 2);
    }
    return most;
}

static void unit3(double v[3])
{
    const double m = largest(v);
    double square = 0;
    int k;
    for (k = 0; k < 3; k++) v[k] = m > 0 ? v[k] / m : k == 0, square += v[k] * v[k];
    for (k = 0; k < 3; k++) v[k] /= sqrt(square);
}

static void cross3(const double a[3], const double b[3], double out[3])
{
    int k;
    for (k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void face_normal(const solid *s, int triangle, double n[3])
{
    const double *v = oracle_corner(&s->body, triangle, 0);
    double e[3], f[3];
    int k;
    for (k = 0; k < 3; k++) {
        e[k] = oracle_corner(&s->body, triangle, 1)[k] - v[k];
        f[k] = oracle_corner(&s->body, triangle, 2)[k] - v[k];
    }
    unit3(e), unit3(f);
    cross3(e, f, n);
    unit3(n);
}

/* A point of a face, an edge or a vertex, and a direction in which the solid reaches no farther
   than there. */
static void some_spot(const solid *s, test_random *r, double p[3], double n[3])
{
    const int t = test_integer(r, 0, s->triangle_count - 1), how = test_integer(r, 0, 2);
    const double u = test_between(r, 0, 1), v = test_between(r, 0, 1 - u), *c[3];
    int i, j, k;
    for (k = 0; k < 3; k++) c[k] = oracle_corner(&s->body, t, k);
    for (k = 0; k < 3; k++)
        p[k] = how == 0   ? c[0][k] + u * (c[1][k] - c[0][k]) + v * (c[2][k] - c[0][k])
               : how == 1 ? c[0][k] + u * (c[1][k] - c[0][k])
                          : c[0][k];
    face_normal(s, t, n);
    for (i = 0; i < s->triangle_count && how; i++) { /* those of the other triangles there */
        int shared = 0;
        for (j = 0; j < 3; j++)
            for (k = 0; k < how % 2 + 1; k++) shared += s->t[3 * i + j] == s->t[3 * t + k];
        if (i != t && shared == how % 2 + 1) {
            const double weight = test_between(r, 0, 1);
            double m[3];
            face_normal(s, i, m);
            for (k = 0; k < 3; k++) n[k] += weight * m[k];
        }
    }
    unit3(n);
}

/* Two unit vectors at right angles to n and each other, any way round. */
static void frame_around(test_random *r, const double n[3], double u[3], double v[3])
{
    int k;
    for (k = 0; k < 3; k++) v[k] = test_between(r, -1, 1);
    cross3(n, v, u);
    unit3(u);
    cross3(n, u, v);
}

/* Poses that bring a spot of b's over one of a's, face to face, `gap` from it; far from the origin
   or not. */
static void place(solid *a, solid *b, test_random *r, double gap)
{
    static const double far_off[4] = {0, 1, 1, 1e3};
    const double size = larger(extent(a), extent(b)), reach = far_off[test_integer(r, 0, 3)] * size;
    cld_pose pose = test_pose(r, reach);
    double p[3], q[3], n[3], m[3][3], f[3][3], at[3];
    wide w[3], turned[3], spot[3];
    int i, k;
    if (test_integer(r, 0, 3) == 0) memset(&pose.rotation, 0, sizeof pose.rotation);
    if (test_integer(r, 0, 1)) pose_in_float(&pose);
    solid_pose(a, &pose);
    pose = test_pose(r, reach);
    solid_pose(b, &pose);
    if (test_integer(r, 0, 9) == 0) return; /* as they are */
    some_spot(a, r, p, n);
    some_spot(b, r, q, m[0]);
    for (k = 0; k < 3; k++) f[0][k] = 0;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) f[0][i] -= a->body.r[i][k] * n[k]; /* into a */
    unit3(f[0]);
    frame_around(r, f[0], f[1], f[2]);
    frame_around(r, m[0], m[1], m[2]);
    if (test_integer(r, 0, 7) == 0) /* both just as they stand */
        memset(&pose.rotation, 0, sizeof pose.rotation);
    else {
        double t[3][3];
        for (i = 0; i < 3; i++)
            for (k = 0; k < 3; k++)
                t[i][k] = f[0][i] * m[0][k] + f[1][i] * m[1][k] + f[2][i] * m[2][k];
        pose.rotation.x = vec3(t[0][0], t[1][0], t[2][0]);
        pose.rotation.y = vec3(t[0][1], t[1][1], t[2][1]);
        pose.rotation.z = vec3(t[0][2], t[1][2], t[2][2]);
    }
    pose.position = vec3(0, 0, 0);
    if (test_integer(r, 0, 1)) pose_in_float(&pose);
    solid_pose(b, &pose);
    oracle_place(&a->body, p, spot);
    oracle_place(&b->body, q, turned);
    wide_sub(spot, turned, w);
    for (k = 0; k < 3; k++) at[k] = (double)w[k] - gap * f[0][k];
    pose.position = vec3(at[0], at[1], at[2]);
    solid_pose(b, &pose);
}

static double some_gap(test_random *r, double size)
{
    switch (test_integer(r, 0, 7)) {
    case 0:
        return -size * test_between(r, 0, 2);
    case 1:
        return -size * solid_log(r, -16, -2);
    case 2:
        return 0;
    case 3:
        return size * ldexp(1, -52) * test_integer(r, -64, 64);
    case 4:
        return size * solid_log(r, 0, 3);
    default:
        return size * solid_log(r, -14, 0);
    }
}

static void random_pairs(void)
{
    test_random r = test_random_from(60);
    int n, i, repeat = test_repeat(400);
    apart = near_ones = unproved = 0;
    for (n = 0; n < repeat; n++) {
        const double scale = test_integer(&r, 0, 2) ? 1 : solid_log(&r, -6, 6);
        const double other = test_integer(&r, 0, 2) ? scale : scale * solid_log(&r, -3, 3);
        if (!some_solid(&first, &r, n % 20 ? 150 : 2000, scale)) continue;
        if (!some_solid(&second, &r, n % 20 ? 150 : 2000, other)) continue;
        for (i = 0; i < PLACES; i++) {
            place(&first, &second, &r, some_gap(&r, larger(extent(&first), extent(&second))));
            if (!ask(&first, &second, &r) && test_failures < 20) printf("  pair %d.%d\n", n, i);
        }
    }
    printf("     %d pairs: %ld apart, %ld of them nearly touch, %ld without proof\n",
           repeat * PLACES, apart, near_ones, unproved);
    CHECK(unproved == 0);
    CHECK(repeat < 100 || (apart > repeat * PLACES / 4 && near_ones > repeat));
}

/* ------------------------------------------------------------------------------- whole numbers */

/* The world's coordinates, whole; 0 if there are too many. */
static int as_grid(const solid *s, oracle_grid *g)
{
    int i, j, k;
    if (s->used_count > 64 || s->triangle_count > 128) return 0;
    for (i = 0; i < s->used_count; i++) {
        wide w[3];
        oracle_place(&s->body, s->xyz + 3 * s->used[i], w);
        for (k = 0; k < 3; k++) g->p[i][k] = (int64_t)w[k];
    }
    g->count = s->used_count, g->triangle_count = s->triangle_count;
    for (i = 0; i < 3 * s->triangle_count; i++)
        for (j = 0; j < s->used_count; j++)
            if (s->used[j] == (int)s->t[i]) g->t[i / 3][i % 3] = (uint8_t)j;
    return 1;
}

/* One of the 24 turns of a cube. */
static cld_pose some_turn(test_random *r)
{
    cld_pose p;
    double m[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    const int x = test_integer(r, 0, 2), odd = test_integer(r, 0, 1);
    const int y = (x + 1 + odd) % 3, z = (x + 2 - odd) % 3;
    const double sx = test_integer(r, 0, 1) ? 1 : -1, sy = test_integer(r, 0, 1) ? 1 : -1;
    m[0][x] = sx, m[1][y] = sy, m[2][z] = sx * sy * (odd ? -1 : 1);
    p.rotation.x = vec3(m[0][0], m[0][1], m[0][2]);
    p.rotation.y = vec3(m[1][0], m[1][1], m[1][2]);
    p.rotation.z = vec3(m[2][0], m[2][1], m[2][2]);
    p.position = vec3(0, 0, 0);
    return p;
}

/* Small solids of whole coordinates, turned and shifted so that vertices, edges and faces meet, or
   miss by one. */
static void whole_pairs(void)
{
    test_random r = test_random_from(61);
    static oracle_grid a, b;
    const double zero[3] = {0, 0, 0};
    int n, i, k, repeat = test_repeat(500), truly = 0, asked = 0;
    for (n = 0; n < repeat; n++) {
        static const int kinds[] = {TETRA,   BOX,       OCTA, GRID_CUBE, PRISM,
                                    PYRAMID, BIPYRAMID, BOWL, SLIVER};
        cld_pose pose;
        if (!solid_of(&first, &r, kinds[test_integer(&r, 0, 8)], test_integer(&r, 4, 30), 1, zero))
            continue;
        if (!solid_of(&second, &r, kinds[test_integer(&r, 0, 8)], test_integer(&r, 4, 30), 1, zero))
            continue;
        for (i = 0; i < PLACES; i++) {
            const double *u = first.xyz + 3 * first.used[test_integer(&r, 0, first.used_count - 1)];
            const double *v =
                second.xyz + 3 * second.used[test_integer(&r, 0, second.used_count - 1)];
            wide p[3], q[3];
            double at[3];
            int is_apart, found, over;
            cld_contact c;
            pose = some_turn(&r);
            pose.position = vec3(test_integer(&r, -20, 20), test_integer(&r, -20, 20), 7);
            if (i % 4 == 0) memset(&pose, 0, sizeof pose);
            solid_pose(&first, &pose);
            pose = some_turn(&r);
            solid_pose(&second, &pose);
            oracle_place(&first.body, u, p);
            oracle_place(&second.body, v, q);
            for (k = 0; k < 3; k++) {
                at[k] = (double)(p[k] - q[k]);
                if (i % 3 == 0) at[k] += test_integer(&r, -1, 1);
                if (i % 7 == 0) at[k] += test_integer(&r, -9, 9);
            }
            pose.position = vec3(at[0], at[1], at[2]);
            solid_pose(&second, &pose);
            if (!as_grid(&first, &a) || !as_grid(&second, &b)) break;
            is_apart = oracle_apart(&a, &b);
            found = polyhedra_distance(&first.p, &second.p, NULL, &c);
            over = polyhedra_overlap(&first.p, &second.p);
            truly += is_apart, asked++;
            k = CHECK(found == is_apart) && CHECK(over == !is_apart) && ask(&first, &second, &r);
            if (!k && test_failures < 20) {
                printf("  pair %d.%d: apart %d, distance says %d, overlap %d\n", n, i, is_apart,
                       found, over);
                solid_print(&first);
                solid_print(&second);
            }
        }
    }
    printf("     %d pairs, %d apart\n", asked, truly);
    CHECK(asked < 1000 || (truly > asked / 5 && truly < asked - asked / 5));
}

/* Solids all of whose triangles may be slivers: nearest points in these, and the normals of these,
   are what takes most digits. */
static void thin_pairs(void)
{
    test_random r = test_random_from(68);
    int n, i, repeat = test_repeat(500);
    const double zero[3] = {0, 0, 0};
    unproved = 0;
    for (n = 0; n < repeat; n++) {
        const int kind = test_integer(&r, ELLIPSOID, DISC);
        const int other = test_integer(&r, ELLIPSOID, DISC);
        const double size = solid_log(&r, -3, 3);
        if (!solid_of(&first, &r, kind, solid_some_size(&r, 60), 1, zero)) continue;
        if (!solid_of(&second, &r, other, solid_some_size(&r, 60), size, zero)) continue;
        for (i = 0; i < PLACES; i++) {
            place(&first, &second, &r, some_gap(&r, larger(extent(&first), extent(&second))));
            if (!ask(&first, &second, &r) && test_failures < 20) printf("  pair %d.%d\n", n, i);
        }
    }
    CHECK(unproved == 0);
}

/* Any cached vertices are safe: those in the middle of a face too, around which all is as far as
   they are, whether the face looks that way or the other; alone and with others. */
static void any_cache(void)
{
    test_random r = test_random_from(69);
    const double zero[3] = {0, 0, 0};
    int n, repeat = test_repeat(40);
    for (n = 0; n < repeat; n++) {
        cld_pose pose = some_turn(&r);
        cld_contact c;
        uint32_t a, b, count, k;
        int is_apart;
        if (!solid_of(&first, &r, GRID_CUBE, 27, 1, zero)) continue;
        if (!solid_of(&second, &r, GRID_CUBE, 27, 1, zero)) continue;
        pose.position = vec3(test_integer(&r, -3, 3), test_integer(&r, -3, 3), 1);
        solid_pose(&second, &pose);
        is_apart = polyhedra_distance(&first.p, &second.p, NULL, &c);
        for (a = 0; a < (uint32_t)first.count; a++)
            for (b = 0; b < (uint32_t)second.count; b++)
                for (count = 1; count < 4; count++) {
                    cld_shape_cache cache;
                    cld_contact other;
                    memset(&cache, 0, sizeof cache);
                    cache.count = count, cache.a[0] = a, cache.b[0] = b;
                    for (k = 1; k < count; k++) {
                        cache.a[k] = (uint32_t)test_integer(&r, 0, first.count - 1);
                        cache.b[k] = (uint32_t)test_integer(&r, 0, second.count - 1);
                    }
                    if (!CHECK(polyhedra_distance(&first.p, &second.p, &cache, &other) == is_apart))
                        return;
                    CHECK_NEAR(other.distance, c.distance, ldexp(16, -46) + 16 * TEST_ROUND);
                }
    }
}

/* A cache may name vertices that no triangle has. */
static void caches_of_unused_vertices(void)
{
    test_random r = test_random_from(78);
    const double zero[3] = {0, 0, 0};
    int n, i, repeat = test_repeat(60);
    for (n = 0; n < repeat; n++) {
        const int size = n % 2 ? 20 : 300; /* few are looked at one by one, many are climbed */
        cld_pose pose = some_turn(&r);
        cld_contact c, other;
        int is_apart;
        if (!make_solid(&first, &r, SPHERE, size, 1, zero)) continue;
        if (!make_solid(&second, &r, SPHERE, size, 1, zero)) continue;
        solid_shuffle(&first, &r, 30), solid_shuffle(&second, &r, 30);
        solid_view(&first, 0), solid_view(&second, 0);
        if (!CHECK(solid_build(&first, 0) == CLD_OK && solid_build(&second, 0) == CLD_OK)) return;
        CHECK(first.used_count < first.count && second.used_count < second.count);
        pose.position = vec3(test_between(&r, -3, 3), test_between(&r, -3, 3), 1);
        solid_pose(&second, &pose);
        is_apart = polyhedra_distance(&first.p, &second.p, NULL, &c);
        for (i = 0; i < first.count && i < second.count; i++) {
            cld_shape_cache cache;
            memset(&cache, 0, sizeof cache);
            cache.count = 1, cache.a[0] = (uint32_t)i;
            cache.b[0] = (uint32_t)test_integer(&r, 0, second.count - 1);
            CHECK(polyhedra_distance(&first.p, &second.p, &cache, &other) == is_apart);
            CHECK_NEAR(other.distance, c.distance, ldexp(8, -46) + 8 * TEST_ROUND);
        }
    }
}

/* --------------------------------------------------------------------------- known by hand */

static void box_at(solid *s, double x, double y, double z, const double half[3])
{
    static const int face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    int i;
    solid_clear(s);
    for (i = 0; i < 8; i++)
        solid_vertex(s, x + (i & 1 ? half[0] : -half[0]), y + (i & 2 ? half[1] : -half[1]),
                     z + (i & 4 ? half[2] : -half[2]));
    for (i = 0; i < 6; i++) solid_quad(s, face[i][0], face[i][1], face[i][2], face[i][3], 0);
    solid_view(s, 0);
    CHECK(solid_build(s, 1) == CLD_OK);
}

static int check_collide(const solid *a, const solid *b);

/* Boxes of edge 2 at every whole offset: the distance is known, and so is the way out. */
static void boxes(void)
{
    const double half[3] = {1, 1, 1};
    int x, y, z;
    box_at(&first, 0, 0, 0, half);
    for (x = -4; x <= 4; x++)
        for (y = -4; y <= 4; y++)
            for (z = -4; z <= 4; z++) {
                cld_contact c;
                const double dx = abs(x) > 2 ? abs(x) - 2 : 0, dy = abs(y) > 2 ? abs(y) - 2 : 0;
                const double dz = abs(z) > 2 ? abs(z) - 2 : 0,
                             d = sqrt(dx * dx + dy * dy + dz * dz);
                box_at(&second, x, y, z, half);
                CHECK(polyhedra_overlap(&first.p, &second.p) == (d == 0));
                CHECK(polyhedra_distance(&first.p, &second.p, NULL, &c) == (d > 0));
                CHECK_NEAR(c.distance, d, ldexp(5, -46) + TEST_ROUND * d);
                CHECK((polyhedra_collide(&first.p, &second.p, &c, 1) > 0) == (d == 0));
                if (d == 0) { /* out by the shortest of three ways */
                    const double way = 2 - larger(larger(abs(x), abs(y)), abs(z));
                    CHECK_NEAR(c.distance, -way, ldexp(5, -45) + TEST_ROUND * way);
                    check_collide(&first, &second);
                } else {
                    CHECK_NEAR(c.normal.x, (x < 0 ? -dx : dx) / d, 8 * TEST_ROUND);
                    CHECK_NEAR(c.normal.y, (y < 0 ? -dy : dy) / d, 8 * TEST_ROUND);
                    CHECK_NEAR(c.normal.z, (z < 0 ? -dz : dz) / d, 8 * TEST_ROUND);
                }
            }
}

/* One in the other, the same twice, a needle through a disc: never apart. */
static void nested(void)
{
    test_random r = test_random_from(62);
    int n, i, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        const double scale = solid_log(&r, -6, 6);
        cld_pose pose;
        cld_polyhedron copy;
        double centre[3] = {0, 0, 0}, at[3];
        wide w[3];
        int k;
        if (!some_solid(&first, &r, 200, scale)) continue;
        pose = test_pose(&r, scale * test_integer(&r, 0, 100));
        solid_pose(&first, &pose);
        copy = first.p;
        CHECK(polyhedra_overlap(&first.p, &first.p) == 1);
        CHECK(polyhedra_overlap(&first.p, &copy) == 1);
        ask(&first, &first, &r);
        for (i = 0; i < first.used_count; i++)
            for (k = 0; k < 3; k++)
                centre[k] += first.xyz[3 * first.used[i] + k] / first.used_count;
        oracle_place(&first.body, centre, w);
        if (!some_solid(&second, &r, 50, scale * 1e-6)) continue;
        memset(&pose, 0, sizeof pose);
        for (k = 0; k < 3; k++) at[k] = (double)w[k] - second.xyz[3 * second.used[0] + k];
        pose.position = vec3(at[0], at[1], at[2]);
        solid_pose(&second, &pose);
        oracle_place(&second.body, second.xyz + 3 * second.used[0], w);
        if (oracle_off(&first.body, w) == 0) {
            CHECK(polyhedra_overlap(&first.p, &second.p) == 1);
            CHECK(polyhedra_overlap(&second.p, &first.p) == 1);
        }
        ask(&first, &second, &r);
    }
}

/* One goes past the other by small steps: what the cache remembers is of use and never wrong. */
static void moving(void)
{
    test_random r = test_random_from(63);
    int n, i, k, repeat = test_repeat(100);
    for (n = 0; n < repeat; n++) {
        cld_shape_cache cache;
        cld_pose pose;
        double step[3], size;
        if (!some_solid(&first, &r, 300, 1) || !some_solid(&second, &r, 300, 1)) continue;
        size = larger(extent(&first), extent(&second));
        place(&first, &second, &r, size * 0.1);
        for (k = 0; k < 3; k++) step[k] = size * test_between(&r, -0.05, 0.05);
        memset(&cache, 0, sizeof cache);
        for (i = 0; i < 40; i++) {
            cld_contact c, fresh;
            const double both = size_of_both(&first, &second);
            wide gap, other;
            int found = polyhedra_distance(&first.p, &second.p, &cache, &c), again;
            check_distance(&first, &second, found, &c, &gap, both);
            again = polyhedra_distance(&first.p, &second.p, NULL, &fresh);
            check_distance(&first, &second, again, &fresh, &other, both);
            CHECK(found == again || (double)(gap + other) <= ldexp(both, -45));
            pose = second.p.pose;
            pose.position.x += (cld_real)step[0];
            pose.position.y += (cld_real)step[1];
            pose.position.z += (cld_real)step[2];
            solid_pose(&second, &pose);
        }
    }
}

static void scaled(void)
{
    test_random r = test_random_from(64);
    static solid big[2];
    const int most = sizeof(cld_real) == 4 ? 40 : 150;
    int n, i, k, s, repeat = test_repeat(150);
    for (n = 0; n < repeat; n++) {
        const double f = ldexp(1, test_integer(&r, -most, most));
        if (!some_solid(&first, &r, 100, 1) || !some_solid(&second, &r, 100, 1)) continue;
        for (s = 0; s < 2; s++) {
            const solid *from = s ? &second : &first;
            solid_clear(&big[s]);
            for (i = 0; i < from->count; i++)
                solid_vertex(&big[s], f * from->xyz[3 * i], f * from->xyz[3 * i + 1],
                             f * from->xyz[3 * i + 2]);
            for (i = 0; i < from->triangle_count; i++)
                solid_triangle(&big[s], (int)from->t[3 * i], (int)from->t[3 * i + 1],
                               (int)from->t[3 * i + 2]);
            solid_view(&big[s], 0);
            CHECK(solid_build(&big[s], 1) == CLD_OK);
        }
        for (i = 0; i < 10; i++) {
            cld_contact c, d;
            place(&first, &second, &r, some_gap(&r, extent(&first)));
            for (s = 0; s < 2; s++) {
                cld_pose pose = s ? second.p.pose : first.p.pose;
                pose.position.x *= (cld_real)f;
                pose.position.y *= (cld_real)f;
                pose.position.z *= (cld_real)f;
                solid_pose(&big[s], &pose);
            }
            CHECK(polyhedra_overlap(&first.p, &second.p) ==
                  polyhedra_overlap(&big[0].p, &big[1].p));
            k = polyhedra_distance(&first.p, &second.p, NULL, &c);
            CHECK(polyhedra_distance(&big[0].p, &big[1].p, NULL, &d) == k);
            CHECK(d.distance == (cld_real)f * c.distance);
            if (k == 1) CHECK(c.feature_a == d.feature_a && c.feature_b == d.feature_b);
        }
    }
    solid_free(&big[0]);
    solid_free(&big[1]);
}

/* ---------------------------------------------------------------------------------- points */

/* A polyhedron and a point: as with a body of one vertex. */
static void closest_points(void)
{
    test_random r = test_random_from(65);
    int n, i, k, repeat = test_repeat(400);
    long outside = 0, exact = 0;
    for (n = 0; n < repeat; n++) {
        const int posed = n % 2;
        double both, size;
        if (!some_solid(&first, &r, n % 20 ? 200 : 2000, solid_log(&r, -6, 6))) continue;
        size = extent(&first);
        if (posed) {
            cld_pose pose = test_pose(&r, size * test_integer(&r, 0, 1000));
            if (test_integer(&r, 0, 1)) pose_in_float(&pose);
            solid_pose(&first, &pose);
        }
        for (i = 0; i < 2 * PLACES; i++) {
            const int t = test_integer(&r, 0, first.triangle_count - 1),
                      how = test_integer(&r, 0, 4);
            double p[3], far_off = how == 0   ? solid_log(&r, 0, 3)
                                   : how == 1 ? solid_log(&r, -15, 0)
                                              : 0;
            oracle_feature f, g;
            oracle_pair pair;
            wide gap, w[3];
            cld_contact c;
            int found, good = 1;
            for (k = 0; k < 3; k++) {
                const double x = oracle_corner(&first.body, t, 0)[k];
                const double y = oracle_corner(&first.body, t, 1)[k];
                const double z = oracle_corner(&first.body, t, 2)[k];
                p[k] = how == 2 ? x : how == 3 ? (x + y) / 2 : (x + y + 2 * z) / 4;
                p[k] += far_off * size * test_between(&r, -1, 1);
            }
            oracle_place(&first.body, p, w);
            for (k = 0; k < 3; k++) p[k] = as_given((double)w[k]), w[k] = p[k];
            both = larger(oracle_size(&first.body), largest(p));
            found = cld_polyhedron_closest(&first.p, vec3(p[0], p[1], p[2]), &c);
            if (!CHECK(found == 0 || found == 1)) continue;
            CHECK((cld_polyhedron_contains(&first.p, vec3(p[0], p[1], p[2])) == CLD_OUTSIDE) ==
                  found);
            if (!posed) good &= CHECK((oracle_where(&first.body, p) == 0) == found), exact++;
            outside += found;
            if (found == 0) {
                double q[3];
                numbers(c.point_a, q);
                good &= CHECK(q[0] == p[0] && q[1] == p[1] && q[2] == p[2] && c.distance == 0);
                good &= CHECK(oracle_off(&first.body, w) <= ldexp(both, -46));
            } else {
                f = oracle_feature_of(&first.body, first.count, c.feature_a);
                g = oracle_point(p);
                if (!CHECK(f.count && c.feature_b == 0)) continue;
                pair = oracle_closest(&f, &g);
                if (pair.square > 0) {
                    oracle_body point;
                    const int number = 0;
                    memset(&point, 0, sizeof point);
                    for (k = 0; k < 3; k++) point.r[k][k] = 1;
                    point.v = p, point.used = &number, point.used_count = 1;
                    gap = oracle_gap(&first.body, &point, &f, &g, &pair, 1);
                    /* what is shorter than the bound proves itself */
                    if (wide_sqrt(pair.square) <= ldexp(both, -46)) gap = wide_sqrt(pair.square);
                    good &= check_apart(&f, &g, &pair, gap, &c, both);
                }
            }
            if (!good && test_failures < 20) {
                printf("  solid %d, point %a %a %a: %d, %.17g\n", n, p[0], p[1], p[2], found,
                       (double)c.distance);
                solid_print(&first);
            }
        }
    }
    CHECK(repeat < 100 || (outside > repeat * PLACES / 4 && exact > 1000));
}

/* -------------------------------------------------------------------------------- polygons */

enum { MOST_SIDES = 64 };

/* A convex polygon in space, as the hull of its corners; these in the world, wide. */
typedef struct plate {
    int count;
    cld_real xyz[3 * MOST_SIDES];
    cld_shape shape;
    cld_pose pose;
    int posed;
    wide at[MOST_SIDES][3];
} plate;

static void plate_place(plate *s)
{
    int i, k;
    static solid frame; /* for solid_pose: what a pose means to the oracle */
    solid_pose(&frame, s->posed ? &s->pose : NULL);
    s->shape = cld_shape_points(s->xyz, (size_t)s->count);
    for (i = 0; i < s->count; i++) {
        double corner[3];
        for (k = 0; k < 3; k++) corner[k] = as_stored(&s->xyz[3 * i + k]);
        oracle_place(&frame.body, corner, s->at[i]);
    }
}

static void some_plate(plate *s, test_random *r, double size)
{
    const double turn = test_between(r, 0, 6.28), stretch = solid_log(r, -3, 0);
    const double plane = test_integer(r, 0, 1) ? size * test_between(r, -3, 3) : 0;
    int i;
    memset(s, 0, sizeof *s);
    s->count = test_integer(r, 0, 2) ? test_integer(r, 1, 8) : test_integer(r, 1, MOST_SIDES);
    for (i = 0; i < s->count; i++) {
        const double a = turn + 6.283185307179586 * i / s->count;
        s->xyz[3 * i] = (cld_real)(size * cos(a));
        s->xyz[3 * i + 1] = (cld_real)(size * stretch * sin(a));
    }
    if (test_integer(r, 0, 3) == 0) { /* a rectangle of whole coordinates */
        const double w = size * test_integer(r, 1, 4), h = size * test_integer(r, 1, 4);
        s->count = 4;
        s->xyz[0] = s->xyz[9] = s->xyz[1] = s->xyz[4] = 0;
        s->xyz[3] = s->xyz[6] = (cld_real)w;
        s->xyz[7] = s->xyz[10] = (cld_real)h;
    }
    for (i = 0; i < s->count; i++) s->xyz[3 * i + 2] = (cld_real)plane;
    s->posed = test_integer(r, 0, 3);
    if (s->posed) s->pose = test_pose(r, 3 * size);
    plate_place(s);
}

/* What a feature of the hull stands for: corners, as the numbers tell. */
static oracle_feature plate_feature(const plate *s, uint32_t feature)
{
    const uint32_t number = feature / 4, kind = feature % 4;
    const uint32_t corner[3] = {number % 256, number / 256 % 256, number / 65536};
    oracle_feature f;
    uint32_t i;
    memset(&f, 0, sizeof f);
    if (kind > 2 || number >> (8 * kind + 8)) return f;
    for (i = 0; i <= kind; i++) {
        if (corner[i] >= (uint32_t)s->count || (i && corner[i] <= corner[i - 1])) return f;
        memcpy(f.p[i], s->at[corner[i]], sizeof f.p[i]);
    }
    f.count = (int)kind + 1;
    return f;
}

/* How far off the whole plate a point is. */
static double off_plate(const plate *s, const double p[3])
{
    double off = -1;
    int i;
    for (i = 0; i == 0 || i + 2 < s->count; i++) {
        oracle_feature g;
        const int at[3] = {0, i + 1, i + 2};
        int k;
        memset(&g, 0, sizeof g);
        g.count = s->count < 3 ? s->count : 3;
        for (k = 0; k < g.count; k++) memcpy(g.p[k], s->at[at[k]], sizeof g.p[k]);
        if (off < 0 || off_feature(&g, p) < off) off = off_feature(&g, p);
    }
    return off;
}

static int check_plate(const solid *a, const plate *b, int found, const cld_contact *c)
{
    double size = oracle_size(&a->body), p[3];
    oracle_feature f, g;
    oracle_pair pair;
    int i, k, good;
    wide w[3], n[3], length, gap, least = 0;
    for (i = 0; i < b->count; i++)
        for (k = 0; k < 3; k++) {
            size = larger(size, fabs((double)b->at[i][k]));
            size = larger(size, fabs((double)b->xyz[3 * i + k]));
        }
    if (!CHECK(found == 0 || found == 1)) return 0;
    if (found == 0) {
        good = check_common(&a->body, NULL, c, size);
        numbers(c->point_a, p);
        return good & CHECK(off_plate(b, p) <= ldexp(size, -46) + 2 * TEST_ROUND * largest(p));
    }
    f = oracle_feature_of(&a->body, a->count, c->feature_a);
    g = plate_feature(b, c->feature_b);
    if (!CHECK(f.count && g.count)) return 0;
    pair = oracle_closest(&f, &g);
    length = wide_sqrt(pair.square);
    if (!CHECK(length > 0)) return 0;
    for (k = 0; k < 3; k++) n[k] = (pair.b[k] - pair.a[k]) / length;
    for (i = 0; i < b->count; i++) {
        wide_sub(b->at[i], pair.a, w);
        if (i == 0 || wide_dot(w, n) < least) least = wide_dot(w, n);
    }
    gap = least - oracle_reach(&a->body, n, pair.a, 1, 1);
    if (!(gap > 0)) unproved++;
    return check_apart(&f, &g, &pair, gap, c, size);
}

static void polygons(void)
{
    test_random r = test_random_from(66);
    static plate b;
    int n, i, k, repeat = test_repeat(400);
    apart = unproved = 0;
    for (n = 0; n < repeat; n++) {
        const double scale = test_integer(&r, 0, 2) ? 1 : solid_log(&r, -6, 6);
        double size;
        if (!some_solid(&first, &r, n % 20 ? 150 : 2000, scale)) continue;
        size = extent(&first);
        for (i = 0; i < PLACES; i++) {
            cld_contact c;
            cld_shape shape;
            cld_pose pose = test_pose(&r, size * test_integer(&r, 0, 3));
            int found;
            solid_pose(&first, i % 3 ? &pose : NULL);
            some_plate(&b, &r, size * solid_log(&r, -1, 1));
            if (test_integer(&r, 0, 3) && b.posed) { /* moved until it nearly touches */
                wide u[3], from[3] = {0, 0, 0}, most, least = 0, length;
                for (k = 0; k < 3; k++) u[k] = test_between(&r, -1, 1);
                length = wide_sqrt(wide_dot(u, u));
                for (k = 0; k < 3; k++) u[k] /= length;
                most = oracle_reach(&first.body, u, from, 1, 1);
                for (k = 0; k < b.count; k++)
                    if (k == 0 || wide_dot(b.at[k], u) < least) least = wide_dot(b.at[k], u);
                most += some_gap(&r, size) - least;
                b.pose.position.x = (cld_real)((double)b.pose.position.x + (double)(most * u[0]));
                b.pose.position.y = (cld_real)((double)b.pose.position.y + (double)(most * u[1]));
                b.pose.position.z = (cld_real)((double)b.pose.position.z + (double)(most * u[2]));
                plate_place(&b);
            }
            shape = cld_shape_polyhedron(&first.p);
            found = cld_shape_distance(&shape, NULL, &b.shape, b.posed ? &b.pose : NULL,
                                       (cld_real)TEST_INFINITY, NULL, &c);
            apart += found == 1;
            if (!check_plate(&first, &b, found, &c) && test_failures < 20) {
                printf("  pair %d.%d: %d, %.17g, features %u.%u %u.%u\n", n, i, found,
                       (double)c.distance, c.feature_a / 4, c.feature_a % 4, c.feature_b / 4,
                       c.feature_b % 4);
                solid_print(&first);
                for (k = 0; k < b.count; k++)
                    printf("    b %a %a %a\n", (double)b.at[k][0], (double)b.at[k][1],
                           (double)b.at[k][2]);
            }
        }
    }
    printf("     %d pairs: %ld apart, %ld without proof\n", repeat * PLACES, apart, unproved);
    CHECK(unproved == 0);
    CHECK(repeat < 100 || (apart > repeat * PLACES / 4 && apart < repeat * PLACES * 19 / 20));
}

/* -------------------------------------------------------------------------------- ways out
   The least depth is that along the normal of a face, or across two edges: all are tried, in long
   double. Each is a way out, whatever rounding did to it, so none of them can be less than the
   least by more than its own length is off. */

enum { MOST_TRIED = 80, MOST_CONTACTS = 32 };

typedef struct tried_body {
    int count, edge_count, face_count;
    long double p[MOST_TRIED][3], edge[3 * MOST_TRIED][3], normal[2 * MOST_TRIED][3];
} tried_body;

static void tried_cross(const long double a[3], const long double b[3], long double out[3])
{
    int k;
    for (k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Vertices seen from `origin`, so that nothing is lost far away. 0: too many. */
static int tried_from(const solid *s, const wide origin[3], tried_body *t)
{
    int i, j, k;
    t->count = s->used_count, t->face_count = s->triangle_count, t->edge_count = 0;
    if (t->count > MOST_TRIED || t->face_count > 2 * MOST_TRIED) return 0;
    for (i = 0; i < s->used_count; i++) {
        wide w[3];
        oracle_place(&s->body, s->xyz + 3 * s->used[i], w);
        for (k = 0; k < 3; k++) t->p[i][k] = (long double)(w[k] - origin[k]);
    }
    for (i = 0; i < s->triangle_count; i++) {
        long double e[3][3];
        for (j = 0; j < 3; j++) {
            wide u[3], v[3];
            oracle_place(&s->body, oracle_corner(&s->body, i, j), u);
            oracle_place(&s->body, oracle_corner(&s->body, i, (j + 1) % 3), v);
            for (k = 0; k < 3; k++) e[j][k] = (long double)(v[k] - u[k]);
            if (s->t[3 * i + j] < s->t[3 * i + (j + 1) % 3])
                memcpy(t->edge[t->edge_count++], e[j], sizeof e[j]);
        }
        tried_cross(e[0], e[1], t->normal[i]);
    }
    return 1;
}

/* How far b is to be moved along n or against it, if that is less than the least. */
static void try_way(const tried_body *a, const tried_body *b, const long double n[3],
                    long double *least)
{
    const long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    int i, sign;
    for (sign = -1; sign <= 1 && length > 0; sign += 2) {
        long double high = 0, low = 0;
        for (i = 0; i < a->count || i < b->count; i++) {
            const long double *p = a->p[i % a->count], *q = b->p[i % b->count];
            const long double x = sign * (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) / length;
            const long double y = sign * (n[0] * q[0] + n[1] * q[1] + n[2] * q[2]) / length;
            if (i == 0 || x > high) high = x;
            if (i == 0 || y < low) low = y;
            if (high - low >= *least) break;
        }
        if (high - low < *least) *least = high - low;
    }
}

/* The least depth of two small solids; negative: they are too large. */
static double least_way(const solid *a, const solid *b)
{
    static tried_body p, q;
    long double least = HUGE_VAL, n[3];
    wide origin[3];
    int i, j;
    oracle_place(&a->body, a->xyz + 3 * a->used[0], origin);
    if (!tried_from(a, origin, &p) || !tried_from(b, origin, &q)) return -1;
    for (i = 0; i < p.face_count; i++) try_way(&p, &q, p.normal[i], &least);
    for (i = 0; i < q.face_count; i++) try_way(&p, &q, q.normal[i], &least);
    for (i = 0; i < p.edge_count; i++)
        for (j = 0; j < q.edge_count; j++) {
            tried_cross(p.edge[i], q.edge[j], n);
            try_way(&p, &q, n, &least);
        }
    return larger((double)least, 0);
}

static long deep, judged, exact;
static double most_over; /* how much deeper than the least, as a part of it, where balls are many */

/* What rounding the answer to cld_real may do to a length along the normal: the normal turns by an
   ulp or two, which the size of both across it sees. */
static double rounded_way(const solid *a, const solid *b, double depth)
{
    return 8 * TEST_ROUND * (extent(a) + extent(b) + depth);
}

/* Moved so far along the normal b is apart, proved. */
static int check_parted(const solid *a, const solid *b, const cld_contact *c, double way)
{
    cld_polyhedron moved = b->p;
    double n[3], at[3];
    int k;
    numbers(c->normal, n);
    numbers(moved.pose.position, at);
    for (k = 0; k < 3; k++) at[k] += way * n[k];
    moved.pose.position = vec3(at[0], at[1], at[2]);
    return CHECK(polyhedra_overlap(&a->p, &moved) == 0);
}

/* Is the point in the plane of a face, on the line of an edge, at a vertex? A face or an edge that
   is cut into parts is named by one of them: so many times as it is wide, or long, the others may
   lie off it by `flat` each. */
static int on_span(const oracle_feature *f, const double p[3], double tolerance, double flat)
{
    wide v[3], e[3], g[3], n[3], off, part;
    int k;
    for (k = 0; k < 3; k++) {
        v[k] = p[k] - f->p[0][k];
        e[k] = f->count > 1 ? f->p[1][k] - f->p[0][k] : 0;
        g[k] = f->count > 2 ? f->p[2][k] - f->p[0][k] : 0;
    }
    if (f->count == 1) return (double)wide_sqrt(wide_dot(v, v)) <= tolerance;
    for (k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = f->count > 2 ? e[i] * g[j] - e[j] * g[i] : v[i] * e[j] - v[j] * e[i];
    }
    if (f->count == 2) {
        off = wide_sqrt(wide_dot(n, n) / wide_dot(e, e));
        part = wide_sqrt(wide_dot(v, v) / wide_dot(e, e));
    } else {
        const wide length = wide_sqrt(wide_dot(n, n)), along = wide_dot(v, n) / length;
        const wide ee = wide_dot(e, e), gg = wide_dot(g, g);
        off = along < 0 ? -along : along;
        part = wide_sqrt(wide_dot(v, v) * (ee > gg ? ee : gg)) / length;
    }
    return (double)off <= tolerance + flat * (1 + (double)part);
}

/* By so much, or a little less, the plane of a face may be off its vertices. */
static double flatness(const solid *s)
{
    double most = 0;
    int i;
    for (i = 0; i < s->used_count; i++) most = larger(most, largest(s->xyz + 3 * s->used[i]));
    return 4 * sqrt(3) * TEST_ROUND * most;
}

/* Half the sum of the extents of its box. */
static double shape_size(const solid *s)
{
    double size = 0;
    int i, k;
    for (k = 0; k < 3; k++) {
        double low = s->xyz[3 * s->used[0] + k], high = low;
        for (i = 1; i < s->used_count; i++) {
            low = fmin(low, s->xyz[3 * s->used[i] + k]);
            high = larger(high, s->xyz[3 * s->used[i] + k]);
        }
        size += (high - low) / 2;
    }
    return size;
}

/* The contact's own numbers: the depth is the reach along the normal, the points are of the bodies
   and of the features, and one way apart. */
static int check_way(const solid *a, const solid *b, const cld_contact *c, double size, double off)
{
    const double depth = -(double)c->distance, slack = ldexp(size, -45);
    /* the points may slide by what is lost in the second order */
    const double slide = sqrt(8 * slack * (depth > 0 ? depth : 0)) + 2 * slack + off;
    const double rounded = rounded_way(a, b, depth) + 4 * TEST_ROUND * size;
    /* contacts that are as deep to 16 units of rounding are in the order of their names, twice */
    const double level = 32 * TEST_ROUND * fmin(shape_size(a), shape_size(b));
    oracle_feature f = oracle_feature_of(&a->body, a->count, c->feature_a);
    oracle_feature g = oracle_feature_of(&b->body, b->count, c->feature_b);
    double p[3], q[3], d[3], square = 0;
    wide n[3], from[3] = {0, 0, 0}, w[3], reach;
    int k, good;
    numbers(c->point_a, p);
    numbers(c->point_b, q);
    numbers(c->normal, d);
    for (k = 0; k < 3; k++) square += d[k] * d[k], n[k] = d[k];
    good = CHECK(depth >= 0 && !(depth > 0 && largest(d) == 0));
    good &= CHECK_NEAR(square, 1, 8 * TEST_ROUND);
    reach = oracle_reach(&a->body, n, from, 1, 1) - oracle_reach(&b->body, n, from, -1, 1);
    good &= CHECK_NEAR((double)(reach / wide_sqrt(wide_dot(n, n))), depth, slack + rounded);
    for (k = 0; k < 3; k++) w[k] = p[k];
    good &= CHECK(oracle_off(&a->body, w) <= slack + 4 * TEST_ROUND * size + flatness(a));
    for (k = 0; k < 3; k++) w[k] = q[k];
    good &= CHECK(oracle_off(&b->body, w) <= slack + 4 * TEST_ROUND * size + flatness(b));
    for (k = 0; k < 3; k++) good &= CHECK_NEAR(p[k] - q[k], depth * d[k], slide + rounded + level);
    good &= CHECK(f.count && g.count);
    if (f.count) good &= CHECK(on_span(&f, p, slide + rounded, flatness(a)));
    if (g.count) good &= CHECK(on_span(&g, q, slide + rounded, flatness(b)));
    return good & check_parted(a, b, c, depth + 2 * slack + 2 * rounded);
}

/* How much deeper than the least a manifold along a face of either may be. */
static double preference(const solid *a, const solid *b, double depth)
{
    return 0.05 * depth + 0.002 * fmin(shape_size(a), shape_size(b));
}

/* Is the normal, times sign outwards, that of a face? */
static int along_face(const solid *s, const cld_contact *c, int sign)
{
    double d[3];
    int i, k;
    numbers(c->normal, d);
    for (i = 0; i < s->triangle_count; i++) {
        double n[3], off = 0;
        face_normal(s, i, n);
        for (k = 0; k < 3; k++) {
            double turned = 0;
            int j;
            for (j = 0; j < 3; j++) turned += s->body.r[k][j] * n[j];
            off = larger(off, fabs(turned - sign * d[k]));
        }
        if (off <= 1e-6) return 1;
    }
    return 0;
}

/* The others: of the same normal, on both bodies and what is named of them, no deeper than the
   first, and no two by the same features. */
static int check_others(const solid *a, const solid *b, const cld_contact *c, int count,
                        double size)
{
    const double slack = ldexp(size, -44) + 8 * TEST_ROUND * size;
    int i, j, k, good = 1;
    for (i = 1; i < count; i++) {
        oracle_feature f = oracle_feature_of(&a->body, a->count, c[i].feature_a);
        oracle_feature g = oracle_feature_of(&b->body, b->count, c[i].feature_b);
        double p[3], q[3], d[3];
        wide v[3], w[3];
        numbers(c[i].point_a, p), numbers(c[i].point_b, q), numbers(c[i].normal, d);
        for (k = 0; k < 3; k++) v[k] = p[k], w[k] = q[k];
        good &= CHECK(memcmp(&c[i].normal, &c->normal, sizeof c->normal) == 0);
        good &= CHECK(c[i].distance >= c->distance - (cld_real)slack);
        good &= CHECK(oracle_off(&a->body, v) <= slack && oracle_off(&b->body, w) <= slack);
        for (k = 0; k < 3; k++)
            good &= CHECK_NEAR(q[k] - p[k], (double)c[i].distance * d[k], slack);
        if (CHECK(f.count && g.count))
            good &= CHECK(on_span(&f, p, slack, flatness(a)) && on_span(&g, q, slack, flatness(b)));
        for (j = 0; j < i; j++)
            good &= CHECK(c[i].feature_a != c[j].feature_a || c[i].feature_b != c[j].feature_b);
    }
    return good;
}

static int check_collide(const solid *a, const solid *b)
{
    /* what the depth may be above the least, as a part of it: of balls of hundreds of vertices, the
       search may end early; a triangle whose plane is lower by that is as wide as the root of it */
    const double room = a->used_count + b->used_count > 2 * MOST_TRIED ? 0.05 : 0;
    const double size = size_of_both(a, b), slack = ldexp(size, -45);
    const int over = polyhedra_overlap(&a->p, &b->p);
    cld_contact c[MOST_CONTACTS], d;
    double least, depth, preferred;
    int good, count, face;
    memset(c, 0x5a, sizeof c);
    count = polyhedra_collide(&a->p, &b->p, c, MOST_CONTACTS);
    good = CHECK((count > 0) == over && count <= MOST_CONTACTS);
    good &= CHECK(polyhedra_collide(&a->p, &b->p, NULL, 0) == count);
    if (over != 1) return good;
    deep++;
    depth = -(double)c->distance;
    face = along_face(a, c, 1) || along_face(b, c, -1);
    preferred = preference(a, b, depth);
    good &= check_way(a, b, c, size, sqrt(2 * room) * depth);
    good &= check_others(a, b, c, count, size);
    if (polyhedra_collide(&b->p, &a->p, &d, 1) > 0) { /* what just touches may be apart */
        good &= check_way(b, a, &d, size, sqrt(2 * room) * depth);
        good &= CHECK_NEAR(-(double)d.distance, depth,
                           2 * slack + 2 * rounded_way(a, b, depth) + room * depth + preferred);
    } else {
        good &= CHECK(depth <= 2 * slack);
    }
    least = least_way(a, b);
    if (least >= 0) { /* no way out is shorter, but that a face is preferred */
        const double most = least * (1 + room) + slack + rounded_way(a, b, depth);
        judged++, exact += depth <= most;
        good &= CHECK(depth <= most + (face ? preference(a, b, least) : 0));
        if (least > slack && !face) most_over = larger(most_over, depth / least - 1);
    }
    if (!good && test_failures < 20) {
        printf("  A\n");
        solid_print(a);
        printf("  B\n");
        solid_print(b);
        printf("  M %g, depth %.17g, least %.17g, normal %g %g %g\n", size, depth, least,
               (double)c->normal.x, (double)c->normal.y, (double)c->normal.z);
    }
    return good;
}

static void ways_out(void)
{
    test_random r = test_random_from(68);
    int n, i, repeat = test_repeat(300);
    deep = judged = exact = 0;
    for (n = 0; n < repeat; n++) {
        const double scale = test_integer(&r, 0, 2) ? 1 : solid_log(&r, -6, 6);
        const double other = test_integer(&r, 0, 2) ? scale : scale * solid_log(&r, -3, 3);
        if (!some_solid(&first, &r, n % 20 ? 24 : 400, scale)) continue;
        if (!some_solid(&second, &r, n % 20 ? 24 : 400, other)) continue;
        for (i = 0; i < PLACES; i++) {
            const double size = larger(extent(&first), extent(&second));
            place(&first, &second, &r, i % 2 ? some_gap(&r, size) : -size * solid_log(&r, -8, 0));
            if (!check_collide(&first, &second) && test_failures < 20)
                printf("  pair %d.%d\n", n, i);
        }
    }
    printf("     %d pairs: %ld deep, %ld against all ways, %ld by the least\n", repeat * PLACES,
           deep, judged, exact);
    CHECK(exact > judged * 3 / 4);
    CHECK(repeat < 100 || judged > repeat * PLACES / 4);
}

/* Balls, ellipsoids, boxes: one in the other, about the same centre, where hundreds of faces may be
   as near. */
static void ways_out_of_the_middle(void)
{
    static const int kinds[] = {BALL, SPHERE, ELLIPSOID, DISC, NEEDLE, BOX, GRID_CUBE, PRISM, BOWL};
    test_random r = test_random_from(69);
    int n, i, repeat = test_repeat(60);
    deep = judged = exact = 0, most_over = 0;
    for (n = 0; n < repeat; n++) {
        const int kind = kinds[test_integer(&r, 0, 8)], other = kinds[test_integer(&r, 0, 8)];
        const double shift[3] = {0, 0, 0};
        const int most = n % 20 ? 40 : 2000;
        if (!solid_of(&first, &r, kind, solid_some_size(&r, most), 1, shift)) continue;
        if (!solid_of(&second, &r, n % 3 ? kind : other, solid_some_size(&r, most), 1, shift))
            continue;
        for (i = 0; i < 4; i++) {
            const double size = larger(extent(&first), extent(&second));
            cld_pose pose = test_pose(&r, 0);
            if (i == 0) memset(&pose.rotation, 0, sizeof pose.rotation); /* as they stand */
            if (i == 3) pose = test_pose(&r, size * solid_log(&r, -6, 0));
            solid_pose(&first, NULL);
            solid_pose(&second, &pose);
            check_collide(&first, &second);
            if (i == 0) check_collide(&first, &first);
        }
    }
    printf("     %ld deep, %ld against all ways: at most %.2g too deep\n", deep, judged, most_over);
    CHECK(repeat < 60 || judged > repeat * 2);
}

/* B's rotation: A's, a little further about one of its axes. */
static void turn_alike(cld_pose *pose, int axis, double angle)
{
    cld_vec3 *column[3] = {&pose->rotation.x, &pose->rotation.y, &pose->rotation.z};
    double u[3], v[3], x[3], y[3];
    int k;
    numbers(*column[(axis + 1) % 3], u);
    numbers(*column[(axis + 2) % 3], v);
    for (k = 0; k < 3; k++) {
        x[k] = cos(angle) * u[k] + sin(angle) * v[k];
        y[k] = cos(angle) * v[k] - sin(angle) * u[k];
    }
    *column[(axis + 1) % 3] = vec3(x[0], x[1], x[2]);
    *column[(axis + 2) % 3] = vec3(y[0], y[1], y[2]);
}

/* Boxes, prisms, pyramids and others of few faces and edges, deep in each other; turned alike but
   for angles down to below rounding, where products of their edges are nothing but rounding; long
   and flat ones. */
static void ways_out_of_few_faces(void)
{
    static const int kinds[] = {TETRA, BOX, PRISM, PYRAMID, OCTA, NEEDLE, DISC, BALL};
    static const double none[3] = {0, 0, 0};
    test_random r = test_random_from(70);
    int n, i, k, repeat = test_repeat(400);
    deep = judged = exact = 0;
    for (n = 0; n < repeat; n++) {
        const double scale = n % 3 ? 1 : solid_log(&r, -6, 6);
        const double other = n % 2 ? scale : scale * solid_log(&r, -3, 3);
        const int kind = kinds[test_integer(&r, 0, 7)], same = n % 2;
        if (!solid_of(&first, &r, kind, test_integer(&r, 4, 8), scale, none)) continue;
        if (!solid_of(&second, &r, same ? kind : kinds[test_integer(&r, 0, 7)],
                      test_integer(&r, 4, 8), other, none))
            continue;
        for (i = 0; i < PLACES; i++) {
            const double size = extent(&first) + extent(&second);
            cld_pose pose = test_pose(&r, i % 2 ? size : 0);
            double at[3];
            if (i % 3 == 0) memset(&pose.rotation, 0, sizeof pose.rotation);
            if (i % 4 == 0) pose_in_float(&pose);
            solid_pose(&first, &pose);
            if (i % 3 == 0) pose.rotation.x.x = pose.rotation.y.y = pose.rotation.z.z = 1;
            turn_alike(&pose, test_integer(&r, 0, 2), i % 5 ? solid_log(&r, -18, 0) : 0);
            if (i % 5 > 2) turn_alike(&pose, test_integer(&r, 0, 2), solid_log(&r, -18, 0));
            if (i % 7 == 1) pose.rotation = test_pose(&r, 0).rotation;
            numbers(pose.position, at);
            for (k = 0; k < 3; k++)
                at[k] +=
                    size * (i % 2 ? test_between(&r, -0.7, 0.7) : test_integer(&r, -1, 1) / 4.0);
            pose.position = vec3(at[0], at[1], at[2]);
            solid_pose(&second, &pose);
            if (!check_collide(&first, &second) && test_failures < 20)
                printf("  pair %d.%d\n", n, i);
        }
    }
    printf("     %d pairs: %ld deep, %ld against all ways, %ld by the least\n", repeat * PLACES,
           deep, judged, exact);
    CHECK(exact > judged * 3 / 4);
    CHECK(repeat < 100 || judged > repeat * PLACES / 4);
}

/* Thinner along one axis by a power of two: exact. */
static int flat_solid(solid *s, test_random *r, int kind)
{
    const double thin = ldexp(1, -test_integer(r, 8, 30));
    const int axis = test_integer(r, 0, 2);
    int i;
    if (!make_solid(s, r, kind, test_integer(r, 4, 6), 1, NULL)) return 0;
    for (i = 0; i < s->count; i++) s->xyz[3 * i + axis] *= thin;
    solid_view(s, 0);
    return CHECK(solid_build(s, 0) == CLD_OK);
}

/* Flat bodies of few faces, the same or others, a quarter turned: along several axes they reach
   as far to rounding, but only along one of these the points are opposite each other. */
static void ways_out_of_flat_bodies(void)
{
    static const int kinds[] = {BOX, PRISM, PYRAMID, OCTA, TETRA};
    test_random r = test_random_from(71);
    int n, i, k, repeat = test_repeat(400);
    deep = judged = exact = 0;
    for (n = 0; n < repeat; n++) {
        const int kind = kinds[test_integer(&r, 0, 4)];
        const test_random again = r;
        if (!flat_solid(&first, &r, kind)) continue;
        if (n % 2) r = again; /* the same */
        if (!flat_solid(&second, &r, n % 2 ? kind : kinds[test_integer(&r, 0, 4)])) continue;
        for (i = 0; i < 8; i++) {
            const int axis = test_integer(&r, 0, 2);
            const double size = extent(&first) + extent(&second);
            cld_pose pose = test_pose(&r, 0);
            cld_mat3 *m = &pose.rotation;
            cld_vec3 *column[3] = {&m->x, &m->y, &m->z}, swap;
            double at[3] = {0, 0, 0}, d[3];
            if (i % 2) memset(m, 0, sizeof *m), m->x.x = m->y.y = m->z.z = 1;
            solid_pose(&first, &pose);
            swap = *column[axis]; /* a quarter of a turn */
            *column[axis] = *column[(axis + 1) % 3];
            numbers(swap, d);
            *column[(axis + 1) % 3] = vec3(-d[0], -d[1], -d[2]);
            for (k = 0; k < 3; k++) {
                const int along = test_integer(&r, 0, 3);
                at[k] = !along ? 0 : size * test_between(&r, -0.5, 0.5) * (along > 1 ? 1 : 1e-7);
            }
            pose.position = vec3(at[0], at[1], at[2]);
            solid_pose(&second, &pose);
            if (!check_collide(&first, &second) && test_failures < 20)
                printf("  pair %d.%d\n", n, i);
        }
    }
    printf("     %d pairs: %ld deep, %ld against all ways, %ld by the least\n", repeat * 8, deep,
           judged, exact);
    CHECK(exact > judged * 3 / 4);
    CHECK(repeat < 100 || deep > repeat);
}

/* ------------------------------------------------------------------------------------ old names */

/* A box of edge 2 and a square of edge 2 above it, turned by a quarter and shifted in its plane;
   two boxes, one on the other. */
static void old_names(void)
{
    const double half[3] = {1, 1, 1};
    const cld_real square[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
    cld_polyhedron_cache cache;
    cld_polygon flat;
    cld_contact c;
    cld_pose pose = cld_pose_identity();
    int i;
    memset(&flat, 0, sizeof flat), memset(&cache, 0, sizeof cache);
    flat.vertices = square, flat.count = 4;
    flat.pose.rotation.y = 1, flat.pose.position.x = (cld_real)0.5;
    pose.position.z = 3;
    box_at(&first, 0, 0, 0, half), box_at(&second, 0, 0, 4, half);
    CHECK(cld_polyhedron_distance_polygon(&first.p, &flat, &pose, &c) == 1);
    CHECK_NEAR(c.distance, 2, ldexp(5, -44) + 2 * TEST_ROUND);
    CHECK_NEAR(c.normal.z, 1, 8 * TEST_ROUND);
    pose.position.x = 5; /* its nearest side is at x = 4.5 */
    CHECK(cld_polyhedron_distance_polygon(&first.p, &flat, &pose, &c) == 1);
    CHECK_NEAR(c.distance, sqrt(3.5 * 3.5 + 4), ldexp(8, -44) + 8 * TEST_ROUND);
    pose.position.x = 0, pose.position.z = (cld_real)0.5;
    CHECK(cld_polyhedron_distance_polygon(&first.p, &flat, &pose, &c) == 0 && c.distance == 0);
    CHECK(cld_polyhedron_distance_polygon(&first.p, NULL, &pose, &c) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_overlap(&first.p, &second.p) == 0);
    CHECK(cld_polyhedron_collide(&first.p, &second.p, &c, 1) == 0);
    for (i = 0; i < 2; i++) {
        CHECK(cld_polyhedron_distance_cached(&first.p, &second.p, &cache, &c) == 1);
        CHECK_NEAR(c.distance, 2, ldexp(5, -44) + 2 * TEST_ROUND);
    }
    CHECK(cld_polyhedron_distance(&first.p, &second.p, &c) == 1);
    CHECK(cld_polyhedron_distance_cached(&first.p, &second.p, NULL, &c) == CLD_ERROR_NULL);
    box_at(&second, 0, 0, 1.5, half);
    CHECK(cld_polyhedron_overlap(&first.p, &second.p) == 1);
    CHECK(cld_polyhedron_collide(&first.p, &second.p, &c, 4) == 1);
    CHECK_NEAR(c.distance, -0.5, ldexp(4, -44) + TEST_ROUND);
    CHECK_NEAR(c.normal.z, 1, 8 * TEST_ROUND);
}

/* ------------------------------------------------------------------------------------ bad input */

static void refused(void)
{
    const double half[3] = {1, 1, 1};
    cld_shape_cache cache;
    cld_contact c;
    cld_polyhedron p;
    int i;
    memset(&cache, 0, sizeof cache);
    box_at(&first, 0, 0, 0, half);
    for (i = 0; i < 4; i++) {
        const int status = i < 2 ? CLD_ERROR_NULL : CLD_ERROR_POSE;
        const cld_polyhedron *q = i == 0 ? NULL : &p;
        p = first.p;
        if (i == 1) p.hierarchy = NULL;
        if (i >= 2) p.pose = cld_pose_identity();
        if (i == 2) p.pose.rotation.x.x = 3;
        if (i == 3) p.pose.position.z = (cld_real)TEST_NAN;
        CHECK(polyhedra_overlap(q, &first.p) == status);
        CHECK(polyhedra_overlap(&first.p, q) == status);
        CHECK(polyhedra_collide(q, &first.p, &c, 1) == status);
        CHECK(polyhedra_collide(&first.p, q, &c, 1) == status);
        CHECK(polyhedra_distance(q, &first.p, NULL, &c) == status);
        CHECK(polyhedra_distance(&first.p, q, NULL, &c) == status);
        CHECK(polyhedra_distance(q, &first.p, &cache, &c) == status);
        CHECK(polyhedra_distance(&first.p, q, &cache, &c) == status);
        CHECK(cld_polyhedron_closest(q, vec3(0, 0, 0), &c) == status);
    }
    CHECK(polyhedra_collide(&first.p, &first.p, NULL, 1) == CLD_ERROR_NULL);
    CHECK(polyhedra_collide(&first.p, &first.p, &c, -1) == CLD_ERROR_COUNT);
    CHECK(polyhedra_collide(&first.p, &first.p, NULL, 0) > 0);
    CHECK(polyhedra_distance(&first.p, &first.p, NULL, NULL) == CLD_ERROR_NULL);
    CHECK(polyhedra_distance(&first.p, &first.p, &cache, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_closest(&first.p, vec3(0, 0, 0), NULL) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_closest(&first.p, vec3(TEST_NAN, 0, 0), &c) == CLD_ERROR_FINITE);
    CHECK(cld_polyhedron_closest(&first.p, vec3(0, TEST_INFINITY, 0), &c) == CLD_ERROR_FINITE);
}

/* ----------------------------------------------------------------------------------- large ones */

static void large_pairs(void)
{
    test_random r = test_random_from(67);
    static const int kinds[] = {BOWL, GRID_CUBE, PRISM, PYRAMID, BIPYRAMID, SPHERE, ELLIPSOID};
    const double zero[3] = {0, 0, 0};
    int i, k, n = test_effort >= 1000 ? 500000 : test_effort >= 100 ? 20000 : 3000;
    for (i = 0; i < 7; i++) {
        int most = kinds[i] >= BALL && n > 100000 ? 100000 : n;
        if (sizeof(cld_real) == 4 && most > 60000 && kinds[i] != BOWL) most = 60000;
        if (!solid_of(&first, &r, kinds[i], most, 1, zero)) continue;
        if (!solid_of(&second, &r, kinds[test_integer(&r, 0, 4)], most / 3, 1, zero)) continue;
        for (k = 0; k < 8; k++) {
            place(&first, &second, &r, some_gap(&r, larger(extent(&first), extent(&second))));
            if (!ask(&first, &second, &r)) printf("  large %d.%d\n", i, k);
        }
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(boxes);
    TEST(whole_pairs);
    TEST(random_pairs);
    TEST(thin_pairs);
    TEST(any_cache);
    TEST(caches_of_unused_vertices);
    TEST(nested);
    TEST(moving);
    TEST(scaled);
    TEST(closest_points);
    TEST(polygons);
    TEST(ways_out);
    TEST(ways_out_of_the_middle);
    TEST(ways_out_of_few_faces);
    TEST(ways_out_of_flat_bodies);
    TEST(old_names);
    TEST(refused);
    TEST(large_pairs);
    solid_free(&first);
    solid_free(&second);
    return test_end();
}
