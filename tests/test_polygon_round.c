/* [POLYGON] with radii, margins and skins: discs, capsules, rounded polygons; against the oracle of
 * their cores, whose distance less the radii has an exact sign, by hand, and by what must be equal.
 *
 *     test_polygon_round [seed] [--pairs n]
 *
 * n: random pairs for each test instead of those that TEST_EFFORT gives. 10^6 of a kind:
 *
 *     TEST_ONLY=random test_polygon_round 7 --pairs 1000000 */
#include "polygon_scenes.h"

#define TEST_LARGEST (sizeof(cld_real) == 4 ? (double)FLT_MAX : DBL_MAX)

/* --------------------------------------------------------------------------------- what is true */

/* What the oracle says of a pair. */
typedef struct truth {
    int apart;            /* the cores */
    oracle_near near;     /* if they are */
    oracle_real distance; /* of the cores, or minus their depth */
    double sum;           /* of the radii */
    double size;          /* errors are relative to it */
    int sign;             /* of the distance less the radii: exact */
} truth;

static double radius_of(const shape *s)
{
    return (double)s->polygon.radius;
}

static int beyond(const pair *q, const truth *t, double margin)
{
    const oracle_point o = oracle_origin();
    const double lengths[3] = {radius_of(&q->a), radius_of(&q->b), margin};
    return t->apart ? oracle_beyond(&q->m, &t->near, &o, lengths) : -1;
}

static truth truth_of(const pair *q)
{
    const oracle_point o = oracle_origin();
    truth t;
    memset(&t, 0, sizeof t);
    t.apart = oracle_where(&q->m, &o) == 0;
    if (t.apart) t.near = oracle_nearest(&q->m, &o);
    t.distance = t.apart ? t.near.distance : -oracle_depth(&q->m, &o);
    t.sum = radius_of(&q->a) + radius_of(&q->b);
    t.size = q->most_at_all + t.sum;
    t.sign = beyond(q, &t, 0);
    return t;
}

static oracle_real bound_of(const truth *t)
{
    return 2 * BOUND * t->size + 4 * rounding(t->size);
}

/* Radii: none, far smaller or larger than the cores, such that these just touch, to the bit or
   nearly; whole where the vertices are. */
static void any_radii(pair *q, test_random *r)
{
    const double size = fmax(q->a.size, q->b.size);
    const oracle_point o = oracle_origin();
    const int kind = test_integer(r, 0, 9);
    double radius[2];
    int k;
    for (k = 0; k < 2; k++) {
        radius[k] = size * test_between(r, 0, 1);
        if (kind == 0) radius[k] *= 1e-6;
        if (kind == 1) radius[k] *= 1e6;
        if (kind == 2) radius[k] = q->a.unit * test_integer(r, 0, 20);
        if (kind == 3) radius[k] *= pow(10, test_between(r, -6, 6));
    }
    if (kind > 3 && oracle_where(&q->m, &o) == 0) {
        const double distance = (double)oracle_nearest(&q->m, &o).distance;
        radius[0] = distance * test_between(r, 0, 1);
        if (kind == 5) radius[0] = 0;
        if (kind == 6) radius[0] = distance;
        radius[0] = (double)(cld_real)radius[0];
        radius[1] = distance - radius[0];
        if (kind > 7) radius[1] *= test_between(r, 0.5, 1.2);
        if (!(radius[1] > 0)) radius[1] = 0;
    }
    if (test_integer(r, 0, 5) == 0) radius[test_integer(r, 0, 1)] = 0;
    q->a.polygon.radius = (cld_real)radius[0], q->b.polygon.radius = (cld_real)radius[1];
    if (test_integer(r, 0, 3) == 0 && radius[1] > 0) {
        q->b.polygon.radius = nudge(q->b.polygon.radius, test_integer(r, -2, 2));
    }
    if (q->b.polygon.radius < 0) q->b.polygon.radius = 0;
}

static void wrong_round(const pair *q, const truth *t, const char *what)
{
    if (wrongs_shown > 5) return;
    printf("    radii %a %a, cores %La apart, sign %d\n", (double)q->a.polygon.radius,
           (double)q->b.polygon.radius, t->distance, t->sign);
    wrong(q, what, vec2(0, 0));
}

/* Returns 1 if the point is within the rounded polygon, and on its boundary if that is asked. */
static int is_on(const oracle_polygon *p, double radius, cld_vec2 v, int boundary, oracle_real off)
{
    const oracle_real far = off_polygon(p, v.x, v.y) - (oracle_real)radius;
    return far <= off && (!boundary || far >= -off);
}

/* How far the normal parts the rounded polygons: negative where they overlap along it. */
static oracle_real parts_by(const pair *q, const truth *t, cld_vec2 normal)
{
    const oracle_real length = hypotl(normal.x, normal.y);
    const oracle_real x = normal.x / length, y = normal.y / length;
    oracle_real a = -HUGE_VALL, b = HUGE_VALL;
    uint32_t k;
    for (k = 0; k < q->corners_a.count; k++)
        a = fmaxl(a, x * q->corners_a.p[k].x + y * q->corners_a.p[k].y);
    for (k = 0; k < q->corners_b.count; k++)
        b = fminl(b, x * q->corners_b.p[k].x + y * q->corners_b.p[k].y);
    return b - a - t->sum;
}

/* ---------------------------------------------------------------------------- overlap, distance */

static void check_overlap(const pair *q, const truth *t, test_random *r)
{
    const cld_polygon *a = &q->a.polygon, *b = &q->b.polygon;
    const int expected = t->sign <= 0;
    const oracle_real off = bound_of(t);
    cld_polygon_witness w;
    cld_polygon_cache cache;
    int good = CHECK(cld_polygon_overlap(a, b, NULL) == expected);
    good &= CHECK(cld_polygon_overlap(b, a, NULL) == expected);
    good &= CHECK(cld_polygon_overlap(a, b, &w) == expected);
    cache.a = (uint32_t)test_bits(r), cache.b = (uint32_t)test_bits(r);
    good &= CHECK(cld_polygon_overlap_cached(a, b, &cache, NULL) == expected);
    good &= CHECK(cld_polygon_overlap_cached(a, b, &cache, NULL) == expected);
    if (good && expected) {
        good &= CHECK(is_zero(w.normal));
        good &= CHECK(is_on(&q->corners_a, radius_of(&q->a), w.point, 0, off));
        good &= CHECK(is_on(&q->corners_b, radius_of(&q->b), w.point, 0, off));
    } else if (good) {
        const oracle_real x = w.normal.x, y = w.normal.y;
        const oracle_real level = x * (oracle_real)w.point.x + y * (oracle_real)w.point.y;
        uint32_t k;
        good &= CHECK(is_unit(w.normal));
        for (k = 0; k < q->corners_a.count; k++)
            if (x * q->corners_a.p[k].x + y * q->corners_a.p[k].y + radius_of(&q->a) > level + off)
                break;
        good &= CHECK(k == q->corners_a.count);
        for (k = 0; k < q->corners_b.count; k++)
            if (x * q->corners_b.p[k].x + y * q->corners_b.p[k].y - radius_of(&q->b) < level - off)
                break;
        good &= CHECK(k == q->corners_b.count);
    }
    if (!good) wrong_round(q, t, "overlap");
}

static void check_distance(const pair *q, const truth *t, test_random *r)
{
    const cld_polygon *a = &q->a.polygon, *b = &q->b.polygon;
    const int expected = t->sign > 0;
    const oracle_real off = bound_of(t), distance = t->distance - t->sum;
    cld_contact2 c, d, core;
    cld_polygon_cache cache;
    cld_polygon p = *a, s = *b;
    int good = CHECK(cld_polygon_distance(a, b, &c) == expected);
    good &= CHECK(cld_polygon_distance(b, a, &d) == expected);
    if (good && expected) {
        good &= CHECK(c.distance > 0 && d.distance > 0) && CHECK(is_unit(c.normal));
        good &= CHECK(fabsl((oracle_real)c.distance - distance) <=
                      2 * BOUND * t->size + rounding(distance));
        good &= CHECK(is_on(&q->corners_a, radius_of(&q->a), c.point_a, 1, off));
        good &= CHECK(is_on(&q->corners_b, radius_of(&q->b), c.point_b, 1, off));
        good &= CHECK(fabsl(hypotl((oracle_real)c.point_b.x - (oracle_real)c.point_a.x,
                                   (oracle_real)c.point_b.y - (oracle_real)c.point_a.y) -
                            distance) <= 2 * off);
        p.radius = s.radius = 0;
        good &= CHECK(cld_polygon_distance(&p, &s, &core) == 1);
        good &= CHECK(c.feature_a == core.feature_a && c.feature_b == core.feature_b);
        good &= CHECK(is_equal(c.normal, core.normal));
    } else if (good) {
        good &= CHECK(c.distance == 0) && CHECK(is_zero(c.normal));
        good &= CHECK(is_equal(c.point_a, c.point_b));
        good &= CHECK(is_on(&q->corners_a, radius_of(&q->a), c.point_a, 0, off));
        good &= CHECK(is_on(&q->corners_b, radius_of(&q->b), c.point_a, 0, off));
    }
    cache.a = (uint32_t)test_bits(r), cache.b = (uint32_t)test_bits(r);
    good &= CHECK(cld_polygon_distance_cached(a, b, &cache, &d) == expected);
    if (good && expected) good &= CHECK(fabs((double)(d.distance - c.distance)) <= (double)off);
    if (!good) wrong_round(q, t, "distance");
}

/* B as a point: the same by the queries for points. */
static void check_point(const pair *q, test_random *r)
{
    static pair s;
    const cld_polygon *a = &q->a.polygon;
    truth t;
    cld_contact2 c;
    cld_vec2 p;
    uint8_t where;
    int expected, good;
    if (!s.a.memory) {
        shape_make(&s.a, r, SHAPE_POINT, 1, 1, 0), shape_make(&s.b, r, SHAPE_POINT, 1, 1, 0);
    }
    p = cld_pose2_point(&q->b.polygon.pose, shape_vertex(&q->b.polygon, 0));
    s.a.polygon = *a, s.a.size = q->a.size;
    s.b.memory[0] = p.x, s.b.memory[1] = p.y;
    pair_look(&s);
    t = truth_of(&s);
    if (test_integer(r, 0, 1) && t.apart) { /* on its boundary, or next to it */
        s.a.polygon.radius = nudge((cld_real)t.distance, test_integer(r, -1, 1));
        if (s.a.polygon.radius < 0) s.a.polygon.radius = 0;
        t = truth_of(&s);
    }
    expected = t.sign > 0 ? CLD_OUTSIDE : t.sign == 0 ? CLD_BOUNDARY : CLD_INSIDE;
    if (t.sum == 0) expected = t.apart ? CLD_OUTSIDE : cld_polygon_contains(a, p);
    good = CHECK(cld_polygon_contains(&s.a.polygon, p) == expected);
    good &= CHECK(cld_polygon_contains_many(&s.a.polygon, &p.x, 1, 0, &where) == CLD_OK);
    good &= CHECK(where == expected);
    good &= CHECK(cld_polygon_closest(&s.a.polygon, p, &c) == (t.sign > 0));
    if (t.sign > 0) {
        good &= CHECK(fabsl((oracle_real)c.distance - (t.distance - t.sum)) <= bound_of(&t));
        good &= CHECK(is_equal(c.point_b, p));
        good &= CHECK(is_on(&s.corners_a, t.sum, c.point_a, 1, bound_of(&t)));
    } else {
        good &= CHECK(is_equal(c.point_a, p) && is_equal(c.point_b, p) && c.distance == 0);
    }
    if (!good) wrong_round(&s, &t, "point");
    memset(&s.a.polygon, 0, sizeof s.a.polygon);
}

static void distances_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(6000);
    long touching = 0, apart = 0, cores = 0;
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(31000000 + (uint64_t)i);
        truth t;
        pair_any(&q, &r, 100);
        any_radii(&q, &r);
        t = truth_of(&q);
        touching += t.sign == 0, apart += t.sign > 0, cores += !t.apart;
        check_overlap(&q, &t, &r);
        check_distance(&q, &t, &r);
        check_point(&q, &r);
    }
    printf("     %d pairs: %ld apart, %ld touch exactly, of %ld the cores overlap\n", repeat, apart,
           touching, cores);
    pair_free(&q);
}

/* Extremes and spans are those of the core and the radius. */
static void spans_of_random_polygons(void)
{
    static shape s;
    const int repeat = pairs(2000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(32000000 + (uint64_t)i);
        const double angle = test_between(&r, 0, 6.3);
        const cld_vec2 d = vec2(3 * cos(angle), 3 * sin(angle));
        double size, tolerance;
        cld_span span, core;
        cld_vec2 p, v;
        uint32_t n, k;
        shape_any(&s, &r, 30);
        s.polygon.pose = shape_pose(&r, &s, s.size);
        CHECK(cld_polygon_extreme(&s.polygon, d, &n, &p) == CLD_OK);
        CHECK(cld_polygon_span(&s.polygon, d, &core) == CLD_OK);
        s.polygon.radius = (cld_real)(s.size * pow(10, test_between(&r, -6, 6)));
        size = (double)s.polygon.radius + reach_in_arrays(&s.polygon) + s.size;
        tolerance = 8 * TEST_ROUND * size;
        CHECK(cld_polygon_extreme(&s.polygon, d, &k, &v) == CLD_OK && k == n);
        CHECK_NEAR(v.x, (double)p.x + radius_of(&s) * cos(angle), tolerance);
        CHECK_NEAR(v.y, (double)p.y + radius_of(&s) * sin(angle), tolerance);
        CHECK(cld_polygon_span(&s.polygon, d, &span) == CLD_OK);
        CHECK(span.vertex_min == core.vertex_min && span.vertex_max == core.vertex_max);
        CHECK_NEAR(span.min, (double)core.min - radius_of(&s), tolerance);
        CHECK_NEAR(span.max, (double)core.max + radius_of(&s), tolerance);
        CHECK_NEAR(span.width, (double)core.width + 2 * radius_of(&s), tolerance);
    }
    shape_free(&s);
}

/* ------------------------------------------------------------------------------------- contacts */

/* Contacts with a margin are what they say they are. Returns how many. */
static int check_contacts(const pair *q, const truth *t, cld_real margin)
{
    const cld_polygon *a = &q->a.polygon, *b = &q->b.polygon;
    const int expected = beyond(q, t, (double)margin) <= 0 || margin > (cld_real)TEST_LARGEST;
    const oracle_real distance = t->distance - t->sum;
    oracle_real off = 2 * bound_of(t), turn = 8 * TEST_ROUND;
    cld_contact2 c[2], one;
    int i, good, n = cld_polygon_collide(a, b, margin, c, 2);
    good = CHECK((n > 0) == expected) && CHECK(n >= 0 && n <= 2);
    good &= CHECK(cld_polygon_collide(a, b, margin, NULL, 0) == n);
    good &= CHECK(cld_polygon_collide(a, b, margin, &one, 1) == n);
    if (good && n) {
        good &= CHECK(!memcmp(&one, &c[0], sizeof one)) && CHECK(is_unit(c[0].normal));
        good &= CHECK(fabsl((oracle_real)c[0].distance - distance) <= off);
        good &= CHECK((c[0].distance > 0) == (t->sign > 0));
        /* the normal of two vertices is that of their difference, which rounding moves */
        if (t->apart && t->distance > 0) turn += 4 * BOUND * t->size / (double)t->distance;
        good &= CHECK(fabsl(parts_by(q, t, c[0].normal) - distance) <= off + turn * t->size);
    }
    for (i = 0; good && i < n; i++) {
        const oracle_real x = (oracle_real)c[i].point_b.x - (oracle_real)c[i].point_a.x;
        const oracle_real y = (oracle_real)c[i].point_b.y - (oracle_real)c[i].point_a.y;
        const oracle_real d = (oracle_real)c[i].distance;
        off += 4 * rounding(d);
        good &= CHECK(is_equal(c[i].normal, c[0].normal)) && CHECK(c[i].distance >= c[0].distance);
        good &= CHECK(fabsl(x - d * (oracle_real)c[0].normal.x) <= 2 * off);
        good &= CHECK(fabsl(y - d * (oracle_real)c[0].normal.y) <= 2 * off);
        good &= CHECK(is_on(&q->corners_a, radius_of(&q->a), c[i].point_a, 0, off));
        good &= CHECK(is_on(&q->corners_b, radius_of(&q->b), c[i].point_b, 0, off));
        if (margin <= (cld_real)TEST_LARGEST)
            good &= CHECK((oracle_real)d <= (oracle_real)margin + off);
        good &= CHECK(c[i].feature_a / 4 < a->count && c[i].feature_b / 4 < b->count);
    }
    if (n == 2) good &= CHECK(c[0].feature_a != c[1].feature_a || c[0].feature_b != c[1].feature_b);
    if (!good) {
        printf("    margin %a: %d contacts, expected %d\n", (double)margin, n, expected);
        for (i = 0; i < n && i < 2; i++) {
            printf("    (%a, %a) (%a, %a) normal (%a, %a) distance %a features %u %u\n",
                   (double)c[i].point_a.x, (double)c[i].point_a.y, (double)c[i].point_b.x,
                   (double)c[i].point_b.y, (double)c[i].normal.x, (double)c[i].normal.y,
                   (double)c[i].distance, c[i].feature_a, c[i].feature_b);
        }
        wrong_round(q, t, "contacts");
    }
    return n;
}

static cld_real any_margin(const truth *t, test_random *r)
{
    const double gap = (double)t->distance - t->sum;
    switch (test_integer(r, 0, 5)) {
    case 0:
        return 0;
    case 1:
        return nudge((cld_real)(gap > 0 ? gap : 0), test_integer(r, 0, 2));
    case 2:
        return (cld_real)HUGE_VAL;
    case 3:
        return (cld_real)(fabs(gap) * test_between(r, 0, 2));
    default:
        return (cld_real)(t->size * pow(10, test_between(r, -7, 1)));
    }
}

static void contacts_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(6000);
    long touching[3] = {0, 0, 0};
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(33000000 + (uint64_t)i);
        truth t;
        int n;
        pair_any(&q, &r, 50);
        if (test_integer(&r, 0, 3)) any_radii(&q, &r);
        t = truth_of(&q);
        n = check_contacts(&q, &t, any_margin(&t, &r));
        if (n >= 0 && n < 3) touching[n]++;
    }
    printf("     %d pairs: %ld apart, %ld with one contact, %ld with two\n", repeat, touching[0],
           touching[1], touching[2]);
    pair_free(&q);
}

int main(int argc, char **argv)
{
    option_pairs = test_option(&argc, argv, "--pairs", 0);
    test_begin(argc, argv);
    TEST(spans_of_random_polygons);
    TEST(distances_of_random_pairs);
    TEST(contacts_of_random_pairs);
    return test_end();
}
