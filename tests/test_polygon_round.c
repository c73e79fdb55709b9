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

/* --------------------------------------------------------------------------------------- sweeps */

/* How far the origin, moved by time * way, is from A - B: minus the depth inside. No point is
   deeper than twice the area, divided by the perimeter: where all is on one line, signs say
   nothing. */
static oracle_real height_at(const pair *q, cld_vec2 way, oracle_real time)
{
    int inside;
    const oracle_real off = off_edges(&q->m, time * way.x, time * way.y, &inside);
    oracle_real area = 0, around = 0;
    uint32_t k;
    for (k = 0; inside && k < q->m.count; k++) {
        const oracle_point *o = &q->m.p[0], *a = &q->m.p[k], *b = &q->m.p[oracle_next(&q->m, k)];
        area += (a->x - o->x) * (b->y - o->y) - (a->y - o->y) * (b->x - o->x);
        around += hypotl(b->x - a->x, b->y - a->y);
    }
    return inside && off <= area / around * 1.01L ? -off : off;
}

/* When the ray from the origin along `way` comes as near as `reach` to A - B: to its corners, or to
   its edges beside these. 2: never. */
static oracle_real comes_near(const pair *q, cld_vec2 way, oracle_real reach)
{
    const oracle_real x = way.x, y = way.y, square = x * x + y * y;
    oracle_real first = 2;
    uint32_t k;
    if (reach < 0) return 2;
    for (k = 0; k < q->m.count; k++) {
        const oracle_point *a = &q->m.p[k], *b = &q->m.p[oracle_next(&q->m, k)];
        const oracle_real ex = b->x - a->x, ey = b->y - a->y, length = hypotl(ex, ey);
        const oracle_real beside = x * a->y - y * a->x, along = (x * a->x + y * a->y) / square;
        const oracle_real under = reach * reach * square - beside * beside;
        if (under >= 0) {
            const oracle_real time = along - sqrtl(under) / square;
            if (time >= 0 && time < first) first = time;
        }
        if (length > 0) {
            const oracle_real speed = (ex * y - ey * x) / length; /* to the left of the edge */
            const oracle_real time = ((ex * -a->y + ey * a->x) / length + reach) / -speed;
            const oracle_real place = ex * (time * x - a->x) + ey * (time * y - a->y);
            if (speed > 0 && time >= 0 && time < first && place >= 0 && place <= length * length)
                first = time;
        }
    }
    return first;
}

/* The least signed distance on the way: a convex function. */
static oracle_real least_height(const pair *q, cld_vec2 way)
{
    oracle_real low = 0, high = 1;
    int i;
    for (i = 0; i < 200; i++) {
        const oracle_real a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (height_at(q, way, a) <= height_at(q, way, b))
            high = b;
        else
            low = a;
    }
    return height_at(q, way, low);
}

static cld_motion2 straight(cld_vec2 way)
{
    cld_motion2 m = {{0, 0}, 0, {0, 0}};
    m.linear = way;
    return m;
}

/* Where a contact of a sweep is, of polygons that are then where they are told to be. */
static int check_hit(const pair *q, const truth *t, cld_vec2 own, cld_vec2 way, const cld_hit2 *h,
                     double skin, oracle_real off)
{
    const cld_contact2 *c = &h->contact;
    const double time = (double)h->time;
    const cld_vec2 a = vec2((double)c->point_a.x - time * (double)own.x,
                            (double)c->point_a.y - time * (double)own.y);
    const cld_vec2 b = vec2((double)c->point_b.x - time * ((double)own.x + (double)way.x),
                            (double)c->point_b.y - time * ((double)own.y + (double)way.y));
    int good = CHECK(is_unit(c->normal)) && CHECK(c->distance == (cld_real)skin);
    good &= CHECK(is_on(&q->corners_a, radius_of(&q->a), a, 1, off));
    good &= CHECK(is_on(&q->corners_b, radius_of(&q->b), b, 1, off));
    good &= CHECK(fabsl((oracle_real)c->point_b.x - (oracle_real)c->point_a.x -
                        skin * (oracle_real)c->normal.x) <= 2 * off);
    good &= CHECK(fabsl((oracle_real)c->point_b.y - (oracle_real)c->point_a.y -
                        skin * (oracle_real)c->normal.y) <= 2 * off);
    good &= CHECK((double)c->normal.x * (double)way.x + (double)c->normal.y * (double)way.y <=
                  TEST_ROUND * 64 * hypot((double)way.x, (double)way.y));
    (void)t;
    return good;
}

static long sweeps_of[4]; /* missed, hit on the way, at the start, not stopped there */

static void check_sweep(const pair *q, const truth *t, cld_vec2 way, double skin, test_random *r)
{
    const double reach = t->sum + skin, length = hypot((double)way.x, (double)way.y);
    const double size = t->size + skin + length;
    const oracle_real off = 2 * BOUND * size, begin = t->distance;
    const int turn = test_integer(r, 0, 2);
    cld_vec2 own = vec2(0, 0), back;
    cld_motion2 motion_a, motion_b;
    cld_sweep_params params;
    cld_hit2 h, g;
    cld_polygon a = q->a.polygon, b = q->b.polygon;
    const oracle_real slack = 4 * TEST_ROUND;
    int found, good = 1;
    memset(&params, 0, sizeof params), memset(&h, 0, sizeof h);
    params.distance = (cld_real)skin;
    if (turn == 1) { /* A moves, too: so little bits that the difference is exact */
        own = vec2(floor(8 * (double)way.y) / 8, floor(8 * (double)way.x) / 8);
        if (hypot((double)own.x, (double)own.y) > 8 * length) own = vec2(0, 0);
    }
    motion_a = straight(own);
    motion_b = straight(vec2((double)way.x + (double)own.x, (double)way.y + (double)own.y));
    if ((double)motion_b.linear.x - (double)own.x != (double)way.x ||
        (double)motion_b.linear.y - (double)own.y != (double)way.y) {
        own = vec2(0, 0), motion_a = straight(own), motion_b = straight(way);
    }
    if (turn == 2) { /* A moves alone */
        own = vec2(-(double)way.x, -(double)way.y), motion_a = straight(own);
        found = cld_polygon_sweep(&a, &motion_a, &b, NULL, &params, &h);
    } else {
        found = cld_polygon_sweep(&a, turn ? &motion_a : NULL, &b, &motion_b, &params, &h);
    }
    good &= CHECK(
        cld_polygon_sweep(&a, &motion_a, &b, turn == 2 ? NULL : &motion_b, &params, NULL) == found);
    if (begin > reach + 256 * off) {
        const oracle_real sooner = comes_near(q, way, reach + 2 * off);
        const oracle_real later = comes_near(q, way, reach - 2 * off);
        good &= CHECK(found == 0 || found == 1);
        if (found == 1) {
            good &= CHECK((oracle_real)h.time >= sooner - slack);
            good &= CHECK(later > 1 || (oracle_real)h.time <= later + slack);
            good &= CHECK(sooner <= 1 + slack);
            if (good) {
                good &= check_hit(q, t, own, way, &h, skin,
                                  4 * off + 16 * rounding(size) + 8 * TEST_ROUND * length);
            }
        } else {
            good &= CHECK(later > 1);
        }
        sweeps_of[found == 1]++;
    } else {
        const oracle_real floor_at = begin < reach ? begin : reach, least = least_height(q, way);
        const oracle_real graze = 16 * TEST_ROUND * length;
        const oracle_real least_off = 0.5L * BOUND * q->most_at_all; /* of the cores */
        if (begin > reach - 256 * off && begin < reach + 256 * off) {
            /* as near as is allowed, to rounding: a hit is a fall from there */
            if (least < floor_at - 1024 * off - graze) good &= CHECK(found == 1);
        } else if (least < floor_at - 64 * off - graze) {
            good &= CHECK(found == 1 && h.time == 0);
        } else if (least >= floor_at - least_off) {
            good &= CHECK(found == 0);
        }
        if (found == 1 && h.time == 0) good &= CHECK(is_unit(h.contact.normal));
        if (found == 1 && h.time == 0 && begin < reach - 256 * off)
            good &= CHECK(fabsl((oracle_real)h.contact.distance - (begin - t->sum)) <=
                          4 * off + rounding(begin - t->sum) + 4 * TEST_ROUND * t->size);
        sweeps_of[found == 1 && h.time == 0 ? 2 : 3]++;
    }
    /* a skin, and radii that are grown by it */
    b.radius = (cld_real)((double)b.radius + skin);
    if ((double)b.radius == (double)q->b.polygon.radius + skin && begin > reach + 1024 * off) {
        motion_b = straight(way);
        found -= cld_polygon_sweep(&a, NULL, &b, &motion_b, NULL, &g);
        if (found == 0 && h.time != 0)
            good &= CHECK((oracle_real)g.time >= comes_near(q, way, reach + 2 * off) - slack &&
                          ((oracle_real)g.time <= comes_near(q, way, reach - 2 * off) + slack));
        if (found != 0) good &= CHECK(comes_near(q, way, reach - 2 * off) > 1);
    }
    (void)back;
    if (!good) {
        printf("    skin %a, way (%a, %a), own (%a, %a): at %a; near from %Lg to %Lg\n", skin,
               (double)way.x, (double)way.y, (double)own.x, (double)own.y, (double)h.time,
               comes_near(q, way, reach + 2 * off), comes_near(q, way, reach - 2 * off));
        wrong_round(q, t, "sweep");
    }
}

/* Ways to A, past it, along its edges, just as far as to touch. */
static cld_vec2 any_way(const pair *q, const truth *t, double reach, test_random *r)
{
    const double size = q->a.size + q->b.size + reach, angle = test_between(r, 0, 6.3);
    const uint32_t k = (uint32_t)test_integer(r, 0, (int)q->m.count - 1);
    const oracle_point *a = &q->m.p[k], *b = &q->m.p[oracle_next(&q->m, k)];
    double x = (double)a->x, y = (double)a->y, by = test_between(r, 0, 2);
    switch (test_integer(r, 0, 5)) {
    case 0:
        return vec2(size * by * cos(angle), size * by * sin(angle));
    case 1: /* along an edge */
        return vec2(8 * by * (double)(b->x - a->x), 8 * by * (double)(b->y - a->y));
    case 2: /* whole numbers */
        return vec2(q->a.unit * test_integer(r, -20, 20), q->a.unit * test_integer(r, -20, 20));
    case 3: /* past a corner, as near as is allowed */
        by = 2 * by / hypot(x, y);
        return vec2(by * (x * cos(reach / hypot(x, y)) - y * sin(reach / hypot(x, y))),
                    by * (y * cos(reach / hypot(x, y)) + x * sin(reach / hypot(x, y))));
    case 4: /* until it touches */
        by = (double)(t->distance - reach) / hypot(x, y);
        return vec2(by * x, by * y);
    default:
        x += reach * cos(angle), y += reach * sin(angle);
        return vec2(2 * by * x, 2 * by * y);
    }
}

static void sweeps_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(6000);
    int i, k;
    memset(sweeps_of, 0, sizeof sweeps_of);
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(34000000 + (uint64_t)i);
        truth t;
        double skin = 0;
        cld_vec2 way;
        pair_any(&q, &r, 50);
        if (test_integer(&r, 0, 2)) any_radii(&q, &r);
        t = truth_of(&q);
        if (t.sum == 0 || test_integer(&r, 0, 1)) {
            skin = t.size * pow(10, test_between(&r, -5, 0));
            if (test_integer(&r, 0, 3) == 0) skin = fabs((double)t.distance - t.sum);
            if (test_integer(&r, 0, 3) == 0) skin = q.a.unit * test_integer(&r, 0, 9);
            skin = (double)(cld_real)skin;
        }
        way = any_way(&q, &t, t.sum + skin, &r);
        if (!(t.sum + skin > 0) || !(fabs((double)way.x) + fabs((double)way.y) > 0)) continue;
        if (!(hypot((double)way.x, (double)way.y) < 1e4 * t.size)) continue;
        check_sweep(&q, &t, way, skin, &r);
    }
    printf("     %d pairs: %ld missed, %ld meet on the way, %ld at the start, %ld leave\n", repeat,
           sweeps_of[0], sweeps_of[1], sweeps_of[2], sweeps_of[3]);
    for (k = 0; k < 4; k++) CHECK(sweeps_of[k] > 0);
    pair_free(&q);
}

/* ---------------------------------------------------------------------------------------- lines */

enum { LINE, RAY, SEGMENT };

static int clip_of(const cld_polygon *p, cld_vec2 from, cld_vec2 d, int what, cld_clip2 *clip)
{
    const cld_vec2 to = vec2((double)from.x + (double)d.x, (double)from.y + (double)d.y);
    if (what == LINE) return cld_polygon_clip_line(p, from, d, clip);
    if (what == RAY) return cld_polygon_clip_ray(p, from, d, clip);
    return cld_polygon_clip_segment(p, from, to, clip);
}

/* A - B is A less the point `from` (or its place after all of the way). */
static void pair_point(pair *s, const shape *a, cld_vec2 at)
{
    s->a.polygon = a->polygon, s->a.size = a->size;
    s->b.memory[0] = at.x, s->b.memory[1] = at.y;
    pair_look(s);
}

static long lines_met;

static void check_line(pair *s, const shape *a, cld_vec2 from, cld_vec2 d, int what)
{
    const double length = hypot((double)d.x, (double)d.y), radius = (double)a->polygon.radius;
    const cld_vec2 to = vec2((double)from.x + (double)d.x, (double)from.y + (double)d.y);
    oracle_real least, off, back = 1;
    const cld_vec2 turned = vec2(-(double)d.x, -(double)d.y);
    cld_clip2 c;
    truth t;
    int found, good = 1, inside[2] = {0, 0};
    memset(&c, 0, sizeof c);
    pair_point(s, a, to), t = truth_of(s);
    inside[1] = what == SEGMENT && t.sign < 0;
    pair_point(s, a, from), t = truth_of(s);
    inside[0] = what != LINE && t.sign < 0;
    off = 8 * BOUND * (t.size + length) + 16 * rounding(t.size + length);
    found = clip_of(&a->polygon, from, d, what, &c);
    good &= CHECK(clip_of(&a->polygon, from, d, what, NULL) == found);
    /* how near the line comes: what is on the way there, by steps of a power of two for a line */
    least = least_height(s, d);
    if (what != SEGMENT) {
        while (back < 1e6L * t.size / length) back *= 2;
        least = fminl(
            least, least_height(s, vec2((double)d.x * (double)back, (double)d.y * (double)back)));
        if (what == LINE)
            least = fminl(least, least_height(s, vec2((double)turned.x * (double)back,
                                                      (double)turned.y * (double)back)));
    }
    if (least < radius - off) good &= CHECK(found == 1);
    if (least > radius + off) good &= CHECK(found == 0);
    if (found == 1) {
        const oracle_real slack = 8 * off;
        lines_met++;
        good &= CHECK(c.enter <= c.exit);
        good &= CHECK(is_on(&s->corners_a, radius, c.enter_point, !inside[0], slack));
        good &= CHECK(is_on(&s->corners_a, radius, c.exit_point, !inside[1], slack));
        if (what != LINE) good &= CHECK(c.enter >= 0);
        if (what == SEGMENT) good &= CHECK(c.exit <= 1);
        good &= CHECK((c.enter_feature == CLD_FEATURE_INTERIOR) == inside[0]);
        good &= CHECK((c.exit_feature == CLD_FEATURE_INTERIOR) == inside[1]);
        good &= CHECK(is_zero(c.enter_normal) == inside[0] && is_zero(c.exit_normal) == inside[1]);
        if (inside[0]) good &= CHECK(c.enter == 0 && is_equal(c.enter_point, from));
        if (!inside[0]) {
            good &= CHECK(is_unit(c.enter_normal));
            good &= CHECK((double)c.enter_normal.x * (double)d.x +
                              (double)c.enter_normal.y * (double)d.y <=
                          1e-4 * length);
        }
        if (!inside[1]) {
            good &= CHECK((double)c.exit_normal.x * (double)d.x +
                              (double)c.exit_normal.y * (double)d.y >=
                          -1e-4 * length);
        }
        good &= CHECK(fabsl((oracle_real)c.enter_point.x - (oracle_real)from.x -
                            (oracle_real)c.enter * (oracle_real)d.x) <=
                      slack + 4 * TEST_ROUND * fabsl((oracle_real)c.enter * (oracle_real)d.x));
        good &= CHECK(fabsl((oracle_real)c.exit_point.y - (oracle_real)from.y -
                            (oracle_real)c.exit * (oracle_real)d.y) <=
                      slack + 4 * TEST_ROUND * fabsl((oracle_real)c.exit * (oracle_real)d.y));
    }
    if (!good) {
        printf("    %s from (%a, %a) along (%a, %a): %d, nearest %Lg of %g; %a to %a, (%a, %a) to "
               "(%a, %a), features %u %u\n",
               what == LINE  ? "line"
               : what == RAY ? "ray"
                             : "segment",
               (double)from.x, (double)from.y, (double)d.x, (double)d.y, found, least, radius,
               (double)c.enter, (double)c.exit, (double)c.enter_point.x, (double)c.enter_point.y,
               (double)c.exit_point.x, (double)c.exit_point.y, c.enter_feature, c.exit_feature);
        wrong_round(s, &t, "line");
    }
}

static void lines_and_random_polygons(void)
{
    static pair s;
    static shape a;
    const int repeat = pairs(4000);
    test_random r = test_random_from(35000000);
    int i;
    shape_make(&s.a, &r, SHAPE_POINT, 1, 1, 0), shape_make(&s.b, &r, SHAPE_POINT, 1, 1, 0);
    lines_met = 0;
    for (i = 0; i < repeat; i++) {
        cld_vec2 p, d;
        double size, x, y, angle;
        r = test_random_from(35000000 + (uint64_t)i);
        shape_any(&a, &r, 40);
        a.polygon.pose = shape_pose(&r, &a, a.size);
        size = a.size * pow(10, test_between(&r, test_integer(&r, 0, 1) ? -6 : -1, 1));
        a.polygon.radius = (cld_real)size;
        if (test_integer(&r, 0, 3) == 0)
            a.polygon.radius = (cld_real)(a.unit * test_integer(&r, 1, 9));
        size = a.size + (double)a.polygon.radius;
        p = cld_pose2_point(&a.polygon.pose, shape_vertex(&a.polygon, any_vertex(&a, &r)));
        x = size * test_between(&r, -2, 2), y = size * test_between(&r, -2, 2);
        p = vec2((double)p.x + x, (double)p.y + y);
        d = vec2(-x * test_between(&r, 0, 2), -y * test_between(&r, 0, 2));
        angle = test_between(&r, 0, 6.3);
        if (test_integer(&r, 0, 2) == 0) d = vec2(size * cos(angle), size * sin(angle));
        if (test_integer(&r, 0, 3) == 0) d.x = 0;
        if (d.x == 0 && d.y == 0) continue;
        check_line(&s, &a, p, d, test_integer(&r, 0, 2));
    }
    printf("     %d lines, rays and segments, of which %ld meet\n", repeat, lines_met);
    memset(&s.a.polygon, 0, sizeof s.a.polygon);
    pair_free(&s), shape_free(&a);
}

/* --------------------------------------------------------------------------------------- by hand
   */

static cld_polygon round_of(const cld_real *vertices, size_t count, double radius, double x,
                            double y)
{
    cld_polygon p = polygon_of(vertices, count);
    p.radius = (cld_real)radius, p.pose.position = vec2(x, y);
    return p;
}

static const cld_real point_0[2] = {0, 0}, segment_4[4] = {0, 0, 4, 0};

/* Discs whose centres are as far apart as Pythagorean triples say: they touch exactly, or miss by
   the last bit of a radius; at all scales, in any order, as polygons of one vertex or of the
   corners of boxes. */
static void discs_that_touch_exactly(void)
{
    static const int triples[6][3] = {{3, 4, 5},    {5, 12, 13},     {8, 15, 17},
                                      {20, 21, 29}, {696, 697, 985}, {1, 0, 1}};
    int i, k, scale;
    for (i = 0; i < 6; i++)
        for (scale = -20; scale <= 20; scale += 4)
            for (k = 0; k < 8; k++) {
                const double unit = ldexp(1, scale), x = unit * triples[i][k & 1];
                const double y = unit * triples[i][1 - (k & 1)] * (k & 2 ? -1 : 1);
                const double sum = unit * triples[i][2], part = k & 4 ? 0 : unit * 0.25;
                cld_polygon a = round_of(point_0, 1, part, 3 * unit, unit);
                cld_polygon b = round_of(point_0, 1, sum - part, 3 * unit + x, unit + y);
                const cld_vec2 at = b.pose.position;
                const cld_real exact = b.radius;
                cld_motion2 way = {{0, 0}, 0, {0, 0}};
                cld_contact2 c;
                cld_hit2 hit;
                CHECK(cld_polygon_overlap(&a, &b, NULL) == 1 &&
                      cld_polygon_overlap(&b, &a, NULL) == 1);
                CHECK(cld_polygon_distance(&a, &b, &c) == 0);
                CHECK(cld_polygon_collide(&a, &b, 0, &c, 1) == 1 && c.distance == 0);
                CHECK(c.feature_a == 0 && c.feature_b == 0);
                CHECK_NEAR(c.point_a.x, c.point_b.x, 16 * TEST_ROUND * (fabs(x) + 3 * unit));
                CHECK_NEAR(c.normal.x, x / sum, 4 * TEST_ROUND);
                CHECK_NEAR(c.normal.y, y / sum, 4 * TEST_ROUND);
                if (part == 0) CHECK(cld_polygon_contains(&b, a.pose.position) == CLD_BOUNDARY);
                way.linear = vec2(-4 * x, -4 * y);
                CHECK(cld_polygon_sweep(&a, NULL, &b, &way, NULL, &hit) == 1 && hit.time == 0);
                way.linear = vec2(4 * x, 4 * y);
                CHECK(cld_polygon_sweep(&a, NULL, &b, &way, NULL, &hit) == 0);
                way.linear = vec2(-y, x); /* it leaves to the side */
                CHECK(cld_polygon_sweep(&a, NULL, &b, &way, NULL, &hit) == 0);
                b.radius = nudge(exact, -1);
                CHECK(cld_polygon_overlap(&a, &b, NULL) == 0);
                CHECK(cld_polygon_distance(&b, &a, &c) == 1 && c.distance > 0);
                CHECK(cld_polygon_collide(&a, &b, 0, &c, 1) == 0);
                CHECK(cld_polygon_collide(&a, &b, (cld_real)((double)exact - (double)b.radius), &c,
                                          1) == 1);
                CHECK(c.distance > 0);
                b.radius = nudge(exact, 1);
                CHECK(cld_polygon_overlap(&b, &a, NULL) == 1);
                CHECK(cld_polygon_collide(&b, &a, 0, &c, 1) == 1 && c.distance <= 0);
                if (part == 0) CHECK(cld_polygon_contains(&b, a.pose.position) == CLD_INSIDE);
                b.radius = exact;
                b.pose.position = vec2((double)at.x + x, (double)at.y + y); /* twice as far */
                way.linear = vec2(-2 * x, -2 * y);
                CHECK(cld_polygon_sweep(&a, NULL, &b, &way, NULL, &hit) == 1);
                CHECK_NEAR(hit.time, 0.5, 4 * TEST_ROUND);
                CHECK(hit.contact.distance == 0);
            }
}

/* Capsules side by side, in line, crossed, on one another; a disc over an edge; a rounded box at
   rest on ground. */
static void contacts_by_hand(void)
{
    static const cld_real box[8] = {0, 0, 2, 0, 2, 2, 0, 2};
    cld_polygon a = round_of(segment_4, 2, 1, 0, 0), b = round_of(segment_4, 2, 0.5, 1, 1.5), d;
    const cld_real infinite = (cld_real)HUGE_VAL;
    cld_contact2 c[2];
    CHECK(cld_polygon_collide(&a, &b, 0, c, 2) == 2); /* side by side, touching */
    CHECK(c[0].distance == 0 && c[1].distance == 0 && c[0].normal.y == 1);
    CHECK(fabs((double)c[0].point_a.x - (double)c[1].point_a.x) == 3 && c[0].point_a.y == 1);
    b.pose.position.y = 2;
    CHECK(cld_polygon_collide(&a, &b, 0, c, 2) == 0);
    CHECK(cld_polygon_collide(&a, &b, (cld_real)0.5, c, 2) == 2 && c[0].distance == (cld_real)0.5);
    CHECK(c[0].point_b.y == (cld_real)1.5 && c[0].point_a.y == 1);
    b.pose.position = vec2(6, 0); /* in line: 0.5 apart */
    CHECK(cld_polygon_collide(&a, &b, 0, c, 2) == 0);
    CHECK(cld_polygon_collide(&a, &b, infinite, c, 2) == 1 && c[0].distance == (cld_real)0.5);
    CHECK(c[0].normal.x == 1 && c[0].feature_a == 4 && c[0].feature_b == 0);
    b.pose.position = vec2(5, 0);
    CHECK(cld_polygon_collide(&a, &b, 0, c, 2) == 1 && c[0].distance == (cld_real)-0.5);
    CHECK(c[0].normal.x == 1 && c[0].point_a.x == 5 && c[0].point_b.x == (cld_real)4.5);
    b.pose.position = vec2(2, -1), b.pose.rotation = vec2(0, 1); /* crossed: out by the end */
    CHECK(cld_polygon_collide(&a, &b, 0, c, 2) >= 1);
    CHECK(c[0].distance == (cld_real)-2.5 && c[0].normal.y == 1);
    d = round_of(point_0, 1, 1, 1, 2.5); /* a disc over a box, beside its corner */
    a = round_of(box, 4, 0, 0, 0);
    CHECK(cld_polygon_collide(&a, &d, 0, c, 2) == 1 && c[0].distance == (cld_real)-0.5);
    CHECK(c[0].normal.y == 1 && c[0].feature_a == 4 * 2 + CLD_FEATURE_EDGE && c[0].feature_b == 0);
    d.pose.position = vec2(5, 6);
    CHECK(cld_polygon_collide(&a, &d, 4, c, 2) == 1 && c[0].distance == 4);
    CHECK(c[0].feature_a == 4 * 2);
    CHECK_NEAR(c[0].normal.x, 0.6, 2 * TEST_ROUND);
    CHECK(cld_polygon_collide(&a, &d, (cld_real)3.9375, c, 2) == 0);
    d = round_of(point_0, 1, 3, 1, 1), b = round_of(point_0, 1, 2, 1, 1); /* in one place */
    CHECK(cld_polygon_collide(&d, &b, 0, c, 2) == 1 && c[0].distance == -5 && c[0].normal.y == 1);
    CHECK(c[0].point_a.y == 4 && c[0].point_b.y == -1);
    d = round_of(box, 4, 0.25, 0.5, 2.5); /* a rounded box on a box */
    CHECK(cld_polygon_collide(&a, &d, 0, c, 2) == 0);
    CHECK(cld_polygon_collide(&a, &d, (cld_real)0.25, c, 2) == 2);
    CHECK(c[0].distance == (cld_real)0.25 && c[1].distance == (cld_real)0.25);
    d.pose.position.y = (cld_real)2.1875;
    CHECK(cld_polygon_collide(&a, &d, 0, c, 2) == 2 && c[1].distance == (cld_real)-0.0625);
}

/* What is refused, and what a radius of 0 and motions of NULL are. */
static void bad_arguments(void)
{
    static const double bad[4] = {-1, -1e-30, TEST_NAN, HUGE_VAL};
    cld_polygon a = round_of(segment_4, 2, 1, 0, 0), b = round_of(point_0, 1, 1, 9, 0);
    cld_motion2 way = {{-8, 0}, 0, {0, 0}}, turns = way, wrong_way = way;
    cld_sweep_params params;
    cld_contact2 c;
    cld_clip2 clip;
    cld_span span;
    cld_hit2 hit;
    uint32_t v[2];
    uint8_t where;
    int i;
    memset(&params, 0, sizeof params);
    for (i = 0; i < 4; i++) {
        const cld_vec2 p = vec2(1, 1);
        cld_polygon w = a;
        w.radius = (cld_real)bad[i];
        CHECK(cld_polygon_validate(&w, NULL) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_overlap(&w, &b, NULL) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_overlap(&b, &w, NULL) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_distance(&w, &b, &c) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_collide(&b, &w, 0, &c, 1) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_sweep(&w, NULL, &b, &way, NULL, &hit) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_contains(&w, p) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_contains_many(&w, &p.x, 1, 0, &where) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_closest(&w, p, &c) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_clip_line(&w, p, p, &clip) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_tangents(&w, p, v) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_extreme(&w, p, v, NULL) == CLD_ERROR_EXTENT);
        CHECK(cld_polygon_span(&w, p, &span) == CLD_ERROR_EXTENT);
        params.distance = (cld_real)bad[i];
        CHECK(cld_polygon_sweep(&a, NULL, &b, &way, &params, &hit) == CLD_ERROR_PARAMETER);
        if (i < 3)
            CHECK(cld_polygon_collide(&a, &b, (cld_real)bad[i], &c, 1) == CLD_ERROR_PARAMETER);
    }
    turns.angle = 1;
    CHECK(cld_polygon_sweep(&a, NULL, &b, &turns, NULL, &hit) == CLD_ERROR_PARAMETER);
    CHECK(cld_polygon_sweep(&a, &turns, &b, NULL, NULL, &hit) == CLD_ERROR_PARAMETER);
    turns.angle = (cld_real)TEST_NAN;
    CHECK(cld_polygon_sweep(&a, &turns, &b, NULL, NULL, &hit) == CLD_ERROR_PARAMETER);
    wrong_way.linear.x = (cld_real)TEST_NAN;
    CHECK(cld_polygon_sweep(&a, &wrong_way, &b, NULL, NULL, &hit) == CLD_ERROR_FINITE);
    CHECK(cld_polygon_sweep(&a, NULL, &b, &wrong_way, NULL, &hit) == CLD_ERROR_FINITE);
    params.distance = 1;
    CHECK(cld_polygon_sweep(&a, NULL, &b, NULL, &params, &hit) == 0);
    CHECK(cld_polygon_sweep(&a, &way, &b, &way, NULL, &hit) == 0); /* both alike */
    CHECK(cld_polygon_sweep(&a, NULL, &b, &way, NULL, &hit) == 1 && hit.time == (cld_real)0.375);
    CHECK(cld_polygon_sweep(&a, NULL, &b, &way, &params, &hit) == 1 && hit.time == (cld_real)0.25);
    CHECK(hit.contact.distance == 1 && hit.contact.point_a.x == 5 && hit.contact.point_b.x == 6);
    CHECK(hit.contact.feature_a == 4 && hit.contact.feature_b == 0 && hit.contact.normal.x == 1);
    way.linear = vec2(8, 0); /* A comes to B, and then both */
    CHECK(cld_polygon_sweep(&a, &way, &b, NULL, &params, &hit) == 1 && hit.time == (cld_real)0.25);
    CHECK(hit.contact.point_a.x == 7 && hit.contact.point_b.x == 8);
    turns = way, turns.angle = 0, turns.linear = vec2(-8, 0);
    CHECK(cld_polygon_sweep(&a, &way, &b, &turns, &params, &hit) == 1);
    CHECK(hit.time == (cld_real)0.125 && hit.contact.point_a.x == 6);
}

int main(int argc, char **argv)
{
    option_pairs = test_option(&argc, argv, "--pairs", 0);
    test_begin(argc, argv);
    TEST(discs_that_touch_exactly);
    TEST(contacts_by_hand);
    TEST(bad_arguments);
    TEST(spans_of_random_polygons);
    TEST(distances_of_random_pairs);
    TEST(contacts_of_random_pairs);
    TEST(sweeps_of_random_pairs);
    TEST(lines_and_random_polygons);
    return test_end();
}
