/* [POLYGON], areas: cld_polygon_mass, cld_polygon_intersection, cld_polygon_sum; against
 * oracle_area.h, whole numbers, by hand, and what must hold between them.
 *
 *     test_polygon_areas [seed] [--cases n]
 *
 * n: random cases for each test instead of those that TEST_EFFORT gives:
 *
 *     test_polygon_areas 7 --cases 100000 */
#include "polygon_scenes.h"
#include "oracle_area.h"

#define MASS_AREA   3.552713678800501e-15  /* 2^-48 */
#define MASS_SECOND 1.4210854715202004e-14 /* 2^-46 */

static oracle_real least(oracle_real x) /* what underflows in cld_real */
{
    return x + (sizeof(cld_real) == 4 ? (oracle_real)FLT_MIN : (oracle_real)DBL_MIN);
}

static int near_to(cld_real got, oracle_real expected, oracle_real off)
{
    const oracle_real most = sizeof(cld_real) == 4 ? (oracle_real)FLT_MAX : (oracle_real)DBL_MAX;
    if (fabsl(expected) + off > 0.999L * most) return 1; /* told as infinite, or may be */
    return fabsl((oracle_real)got - expected) <=
           off + 1.01L * TEST_ROUND * fabsl(expected) + least(0);
}

/* ----------------------------------------------------------------------------------------- mass */

static void tell(const char *what, const cld_polygon *p, const cld_area_mass *m)
{
    if (test_failures > 12) return;
    printf("    %s: %u vertices, radius %g, area %.17g centroid %.17g %.17g moments %g %g %g\n",
           what, (unsigned)p->count, (double)p->radius, (double)m->area, (double)m->centroid.x,
           (double)m->centroid.y, (double)m->xx, (double)m->xy, (double)m->yy);
}

static oracle_places places;

/* Its vertices, turned, relative to vertex 0, which is at *at in the world; returns how far they
   reach. */
static oracle_real places_of(const cld_polygon *p, oracle_place *at)
{
    const oracle_view v = oracle_view_from(p);
    const oracle_real c = v.c, s = v.s;
    oracle_real size = 0;
    double x0, y0;
    uint32_t i;
    oracle_local(&v, 0, &x0, &y0);
    at->x = c * x0 - s * y0 + v.px, at->y = s * x0 + c * y0 + v.py;
    places.count = 0;
    for (i = 0; i < v.count; i++) {
        double x, y;
        oracle_local(&v, i, &x, &y);
        oracle_places_push(&places, c * ((oracle_real)x - x0) - s * ((oracle_real)y - y0),
                           s * ((oracle_real)x - x0) + c * ((oracle_real)y - y0));
        size = fmaxl(size, hypotl(places.p[i].x, places.p[i].y));
    }
    return size;
}

static void check_mass(const cld_polygon *p, double most)
{
    oracle_place at;
    const oracle_real far = places_of(p, &at), d = far + 2 * p->radius; /* at most the diameter */
    oracle_mass m = oracle_mass_of(places.p, places.count, p->radius);
    const oracle_real dl = d * m.length;
    oracle_real off, x, y;
    cld_area_mass got;
    int good = CHECK(cld_polygon_mass(p, &got) == CLD_OK);
    good &= CHECK(near_to(got.area, m.area, MASS_AREA * dl));
    if (m.area > 4 * MASS_AREA * dl) {
        const oracle_real area = m.area;
        oracle_mass_centre(&m);
        off = MASS_SECOND * dl * d / area;
        x = m.x + at.x, y = m.y + at.y;
        good &= CHECK(near_to(got.centroid.x, x, off + BOUND / 4 * most));
        good &= CHECK(near_to(got.centroid.y, y, off + BOUND / 4 * most));
        good &= CHECK(near_to(got.xx, m.xx, MASS_SECOND * d * d * dl));
        good &= CHECK(near_to(got.xy, m.xy, MASS_SECOND * d * d * dl));
        good &= CHECK(near_to(got.yy, m.yy, MASS_SECOND * d * d * dl));
        good &= CHECK(got.xx >= 0 && got.yy >= 0);
    } else { /* within its box */
        good &= CHECK(near_to(got.centroid.x, at.x, d + rounding(d) + BOUND * most));
    }
    if (!good) {
        tell("mass", p, &got);
        if (test_failures < 12)
            printf("    expected area %.17Lg centroid %.17Lg %.17Lg moments %Lg %Lg %Lg size %Lg\n",
                   m.area, m.x, m.y, m.xx, m.xy, m.yy, d);
    }
}

static void masses_of_random_polygons(void)
{
    static shape s;
    const int repeat = pairs(6000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(100000 + (uint64_t)i);
        shape_any(&s, &r, 100);
        s.polygon.pose = shape_pose(&r, &s, s.size * pow(10, test_integer(&r, 0, 4)));
        if (test_integer(&r, 0, 1))
            s.polygon.radius = (cld_real)(s.size * pow(10, test_between(&r, -3, 1)));
        check_mass(&s.polygon, reach_in_arrays(&s.polygon) + (double)s.polygon.radius);
    }
    shape_free(&s);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 wide;

/* Whole numbers: sums that are exact, a quotient at the end. */
static void masses_of_whole_polygons(void)
{
    static shape s;
    const int repeat = pairs(4000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(200000 + (uint64_t)i);
        static const shape_family families[5] = {SHAPE_GRID, SHAPE_LATTICE, SHAPE_PARABOLA,
                                                 SHAPE_BOX, SHAPE_SEGMENT};
        wide area = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
        cld_area_mass got;
        double x0, y0;
        size_t k;
        shape_make(&s, &r, families[test_integer(&r, 0, 4)], shape_count(&r, 60), 1,
                   test_integer(&r, 0, 1) ? 30000 : 0);
        x0 = (double)shape_vertex(&s.polygon, 0).x, y0 = (double)shape_vertex(&s.polygon, 0).y;
        for (k = 0; k < s.polygon.count; k++) {
            const cld_vec2 p = shape_vertex(&s.polygon, k);
            const cld_vec2 q = shape_vertex(&s.polygon, k + 1 < s.polygon.count ? k + 1 : 0);
            const int64_t a = (int64_t)((double)p.x - x0), b = (int64_t)((double)p.y - y0);
            const int64_t c = (int64_t)((double)q.x - x0), d = (int64_t)((double)q.y - y0);
            const wide twice = (wide)a * d - (wide)b * c;
            area += twice, x += twice * (a + c), y += twice * (b + d);
            xx += twice * ((wide)a * a + (wide)a * c + (wide)c * c);
            yy += twice * ((wide)b * b + (wide)b * d + (wide)d * d);
            xy += twice * (2 * ((wide)a * b + (wide)c * d) + (wide)a * d + (wide)c * b);
        }
        CHECK(cld_polygon_mass(&s.polygon, &got) == CLD_OK);
        if (area == 0) {
            CHECK(got.area == 0 && got.xx == 0 && got.xy == 0 && got.yy == 0);
        } else {
            const oracle_real f = (oracle_real)area, cx = (oracle_real)x / (3 * f);
            const oracle_real cy = (oracle_real)y / (3 * f);
            const oracle_real sx = (oracle_real)xx / 12, sy = (oracle_real)yy / 12;
            const oracle_real size = sqrtl((sx + sy) / f), near = 1e-15L * (sx + sy);
            int good = CHECK(near_to(got.area, f / 2, 1e-15L * f));
            good &=
                CHECK(near_to(got.centroid.x, cx + x0, 1e-15L * (size + fabsl((oracle_real)x0))));
            good &=
                CHECK(near_to(got.centroid.y, cy + y0, 1e-15L * (size + fabsl((oracle_real)y0))));
            good &= CHECK(near_to(got.xx, sx - f / 2 * cx * cx, near));
            good &= CHECK(near_to(got.yy, sy - f / 2 * cy * cy, near));
            good &= CHECK(near_to(got.xy, (oracle_real)xy / 24 - f / 2 * cx * cy, near));
            if (!good) tell("whole", &s.polygon, &got);
        }
    }
    shape_free(&s);
}
#endif

static void masses_by_hand(void)
{
    const double pi = 3.14159265358979323846, u = 8 * TEST_ROUND;
    cld_polygon p = polygon_of(box_4_2, 4);
    cld_area_mass m;
    CHECK(cld_polygon_mass(&p, &m) == CLD_OK);
    CHECK(m.area == 8 && m.centroid.x == 2 && m.centroid.y == 1);
    CHECK_NEAR(m.xx, 32.0 / 3, u * 16), CHECK_NEAR(m.yy, 8.0 / 3, u * 16);
    CHECK_NEAR(m.xy, 0, u);
    p.pose.rotation = vec2(0, 1), p.pose.position = vec2(1e6, 0); /* a quarter turn, far away */
    CHECK(cld_polygon_mass(&p, &m) == CLD_OK);
    CHECK(m.area == 8 && m.centroid.x == 1e6 - 1 && m.centroid.y == 2);
    CHECK_NEAR(m.yy, 32.0 / 3, u * 16), CHECK_NEAR(m.xx, 8.0 / 3, u * 16);
    p = polygon_of(box_4_2, 1), p.radius = 2, p.pose.position = vec2(3, 4); /* a disc */
    CHECK(cld_polygon_mass(&p, &m) == CLD_OK);
    CHECK_NEAR(m.area, 4 * pi, u * 16), CHECK(m.centroid.x == 3 && m.centroid.y == 4);
    CHECK_NEAR(m.xx, 4 * pi, u * 16), CHECK_NEAR(m.yy, 4 * pi, u * 16), CHECK(m.xy == 0);
    p = polygon_of(box_4_2, 2), p.radius = 1; /* a capsule of length 4 */
    CHECK(cld_polygon_mass(&p, &m) == CLD_OK);
    CHECK_NEAR(m.area, 8 + pi, u * 16), CHECK_NEAR(m.centroid.x, 2, u * 4);
    CHECK_NEAR(m.centroid.y, 0, u);
    CHECK_NEAR(m.yy, 8.0 / 3 + pi / 4, u * 16);
    CHECK_NEAR(m.xx, 32.0 / 3 + pi * (4 + 0.25) + 16.0 / 3, u * 64); /* half discs: 4/3pi off */
    p.radius = 0; /* flat: the middle of a segment */
    CHECK(cld_polygon_mass(&p, &m) == CLD_OK);
    CHECK(m.area == 0 && m.centroid.x == 2 && m.centroid.y == 0 && m.xx == 0 && m.yy == 0);
    p = polygon_of(box_4_2, 4), p.radius = 1; /* a rounded box: 8 + 12 + pi */
    CHECK(cld_polygon_mass(&p, &m) == CLD_OK);
    CHECK_NEAR(m.area, 20 + pi, u * 32), CHECK_NEAR(m.centroid.x, 2, u * 4);
    CHECK_NEAR(m.centroid.y, 1, u * 4);
}

/* The same shape twice as large has four times the area and 16 times the second moments, exactly;
   far away it has the same. */
static void masses_scale_and_move(void)
{
    static shape s, t;
    const int repeat = pairs(2000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(300000 + (uint64_t)i);
        const int k = test_integer(&r, -6, 6);
        cld_area_mass a, b;
        shape_make(&s, &r, (shape_family)test_integer(&r, 0, SHAPE_FAMILIES - 1),
                   shape_count(&r, 60), 1, 0);
        pair_copy(&t, &s, 0, ldexp(1, k));
        if (test_integer(&r, 0, 1)) s.polygon.radius = (cld_real)test_between(&r, 0, 3);
        t.polygon.radius = (cld_real)ldexp((double)s.polygon.radius, k);
        CHECK(cld_polygon_mass(&s.polygon, &a) == CLD_OK);
        CHECK(cld_polygon_mass(&t.polygon, &b) == CLD_OK);
        CHECK(b.area == (cld_real)ldexp((double)a.area, 2 * k));
        CHECK(b.centroid.x == (cld_real)ldexp((double)a.centroid.x, k));
        CHECK(b.xx == (cld_real)ldexp((double)a.xx, 4 * k));
        CHECK(b.xy == (cld_real)ldexp((double)a.xy, 4 * k));
        t.polygon = s.polygon, t.polygon.pose.position = vec2(1e9, -1e15);
        CHECK(cld_polygon_mass(&t.polygon, &b) == CLD_OK);
        CHECK(b.area == a.area && b.xx == a.xx && b.xy == a.xy && b.yy == a.yy);
    }
    shape_free(&s), shape_free(&t);
}

/* --------------------------------------------------------------------------------- intersection */

static cld_real *room_for(size_t count)
{
    static cld_real *points;
    static size_t room;
    if (room < 2 * count + 2) {
        room = 2 * count + 2;
        points = (cld_real *)realloc(points, room * sizeof *points);
        if (!points) abort();
    }
    return points;
}

static void tell_pair(const pair *q, const cld_real *points, int n, const oracle_places *expected)
{
    int i;
    if (test_failures > 12) return;
    printf("    kind %d, %s (%u) and %s (%u): %d vertices, expected %u\n", q->kind,
           shape_names[q->a.family], (unsigned)q->a.polygon.count, shape_names[q->b.family],
           (unsigned)q->b.polygon.count, n, (unsigned)expected->count);
    for (i = 0; i < n && i < 8; i++)
        printf("    %.17g %.17g\n", (double)points[2 * i], (double)points[2 * i + 1]);
    for (i = 0; i < (int)expected->count && i < 8; i++)
        printf("    expected %.17Lg %.17Lg\n", expected->p[i].x, expected->p[i].y);
    for (i = 0; i < (int)q->a.polygon.count && i < 6; i++)
        printf("    a %.17g %.17g\n", (double)shape_vertex(&q->a.polygon, (size_t)i).x,
               (double)shape_vertex(&q->a.polygon, (size_t)i).y);
    for (i = 0; i < (int)q->b.polygon.count && i < 6; i++)
        printf("    b %.17g %.17g\n", (double)shape_vertex(&q->b.polygon, (size_t)i).x,
               (double)shape_vertex(&q->b.polygon, (size_t)i).y);
}

static int by_place(const void *a, const void *b)
{
    const oracle_place *p = (const oracle_place *)a, *q = (const oracle_place *)b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* Brings points in convex position into their order, counter-clockwise from the leftmost. */
static void around(oracle_places *s)
{
    static oracle_places upper;
    size_t i, n = 1;
    oracle_place a, b;
    if (s->count < 2) return;
    qsort(s->p, s->count, sizeof s->p[0], by_place);
    a = s->p[0], b = s->p[s->count - 1];
    upper.count = 0;
    for (i = 1; i < s->count; i++) {
        const oracle_place p = s->p[i];
        if (i + 1 < s->count && (b.x - a.x) * (p.y - a.y) > (b.y - a.y) * (p.x - a.x))
            oracle_places_push(&upper, p.x, p.y);
        else
            s->p[n++] = p;
    }
    while (upper.count > 0) s->p[n++] = upper.p[--upper.count];
}

static int is_close(const cld_real *point, oracle_place p, oracle_real off)
{
    const oracle_real x = (oracle_real)point[0], y = (oracle_real)point[1];
    return fabsl(x - p.x) <= off + rounding(x) && fabsl(y - p.y) <= off + rounding(y);
}

/* The points are those expected, in their order; where that begins is brought in line. */
static int match(const cld_real *points, int n, oracle_places *expected, oracle_real off)
{
    static oracle_places old;
    int i, first;
    if (n != (int)expected->count) return 0;
    for (first = 0; first < n; first++) {
        for (i = 0; i < n; i++)
            if (!is_close(points + 2 * i, expected->p[(first + i) % n], off)) break;
        if (i == n) break;
    }
    if (first == n) return n == 0;
    old.count = 0;
    for (i = 0; i < n; i++)
        oracle_places_push(&old, expected->p[(first + i) % n].x, expected->p[(first + i) % n].y);
    memcpy(expected->p, old.p, (size_t)n * sizeof old.p[0]);
    return 1;
}

/* The same in any order, which becomes that of the points. */
static int match_any(const cld_real *points, int n, oracle_places *expected, oracle_real off)
{
    int i, k;
    for (i = 0; i < n; i++) {
        const oracle_place p = expected->p[i];
        for (k = i; k < n && !is_close(points + 2 * i, expected->p[k], off); k++) continue;
        if (k == n) return 0;
        expected->p[i] = expected->p[k], expected->p[k] = p;
    }
    return 1;
}

/* Points in convex position, in no order. Where they are so close to each other, or the polygon so
   thin, that long double does not tell the order, any will do that has no less area: of points in
   convex position their true order has most. */
static int match_around(const cld_real *points, int n, oracle_places *expected, oracle_real off)
{
    oracle_mass e;
    if (n != (int)expected->count) return 0;
    around(expected);
    if (match(points, n, expected, off)) return 1;
    e = oracle_mass_of(expected->p, (size_t)n, 0);
    return match_any(points, n, expected, off) &&
           oracle_mass_of(expected->p, (size_t)n, 0).area >= e.area - 4 * off * e.length;
}

/* The part of the polygon `p` to the left of the line from a to b (Sutherland, Hodgman). */
static void cut(oracle_places *p, oracle_place a, oracle_place b)
{
    static oracle_places old;
    size_t i;
    old.count = 0;
    for (i = 0; i < p->count; i++) oracle_places_push(&old, p->p[i].x, p->p[i].y);
    p->count = 0;
    for (i = 0; i < old.count; i++) {
        const oracle_place u = old.p[i], v = old.p[i + 1 < old.count ? i + 1 : 0];
        const oracle_real from = (b.x - a.x) * (u.y - a.y) - (b.y - a.y) * (u.x - a.x);
        const oracle_real to = (b.x - a.x) * (v.y - a.y) - (b.y - a.y) * (v.x - a.x);
        if (from >= 0) oracle_places_push(p, u.x, u.y);
        if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
            const oracle_real t = from / (from - to);
            oracle_places_push(p, u.x + t * (v.x - u.x), u.y + t * (v.y - u.y));
        }
    }
}

/* The area of the intersection, edge by edge, in long double. */
static oracle_real cut_area(const oracle_polygon *a, const oracle_polygon *b)
{
    static oracle_places p;
    uint32_t k;
    p.count = 0;
    for (k = 0; k < a->count; k++) oracle_places_push(&p, a->p[k].x, a->p[k].y);
    for (k = 0; k < b->count && b->count > 2; k++) {
        const oracle_point *from = &b->p[k], *to = &b->p[oracle_next(b, k)];
        const oracle_place u = {from->x, from->y}, v = {to->x, to->y};
        cut(&p, u, v);
    }
    return p.count && b->count > 2 ? oracle_mass_of(p.p, p.count, 0).area : 0;
}

static void check_intersection(pair *q, oracle_places *expected, int slowly)
{
    const size_t most = q->a.polygon.count + q->b.polygon.count;
    const oracle_real m = q->most_at_all, off = 4 * BOUND * m;
    cld_real *points = room_for(most);
    cld_area_mass mass, own, other;
    oracle_mass e;
    oracle_real d = 0;
    int good, n, k, back;
    oracle_straighten(&q->corners_a), oracle_straighten(&q->corners_b);
    oracle_intersection(&q->corners_a, &q->corners_b, expected);
    points[2 * most] = points[2 * most + 1] = 12345;
    n = cld_polygon_intersection(&q->a.polygon, &q->b.polygon, points, (int)most, &mass);
    CHECK(points[2 * most] == 12345 && points[2 * most + 1] == 12345);
    good = CHECK(n == (int)expected->count) && CHECK(n <= (int)most);
    good = good && CHECK(match_around(points, n, expected, off));
    CHECK((n > 0) == cld_polygon_overlap(&q->a.polygon, &q->b.polygon, NULL));
    back = cld_polygon_intersection(&q->b.polygon, &q->a.polygon, NULL, 0, &other);
    good &= CHECK(back == n);
    if (!good) {
        tell_pair(q, points, n, expected);
        return;
    }
    if (n == 0) {
        CHECK(mass.area == 0 && mass.centroid.x == 0 && mass.xx == 0);
        return;
    }
    for (k = 1; k < n; k++) /* begins at the lowest of the leftmost */
        good &= CHECK(expected->p[0].x < expected->p[k].x + off);
    e = oracle_mass_of(expected->p, (size_t)n, 0);
    for (k = 1; k < n; k++)
        d = fmaxl(d,
                  hypotl(expected->p[k].x - expected->p[0].x, expected->p[k].y - expected->p[0].y));
    good &= CHECK(n < 3 || e.area > -64 * ORACLE_EPSILON * m * e.length - least(0));
    good &= CHECK(near_to(mass.area, n < 3 ? 0 : e.area, 8 * BOUND * m * e.length));
    good &= CHECK(near_to(other.area, n < 3 ? 0 : e.area, 8 * BOUND * m * e.length));
    if (e.area > 128 * BOUND * m * e.length) {
        const oracle_real area = e.area, spread = 32 * BOUND * m * e.length * d;
        oracle_mass_centre(&e);
        good &= CHECK(near_to(mass.centroid.x, e.x + expected->p[0].x, off + spread / area));
        good &= CHECK(near_to(mass.centroid.y, e.y + expected->p[0].y, off + spread / area));
        good &= CHECK(near_to(mass.xx, e.xx, spread * d));
        good &= CHECK(near_to(mass.xy, e.xy, spread * d));
        good &= CHECK(near_to(mass.yy, e.yy, spread * d));
        if (slowly) {
            const oracle_real cut = cut_area(&q->corners_a, &q->corners_b);
            good &= CHECK(fabsl(cut - area) <= 1e-15L * m * e.length + 1e-13L * area);
        }
    }
    /* no more than either */
    CHECK(cld_polygon_mass(&q->a.polygon, &own) == CLD_OK);
    good &= CHECK((oracle_real)mass.area <= (oracle_real)own.area * (1 + 4 * TEST_ROUND) +
                                                8 * BOUND * m * e.length + least(0));
    if (!good) {
        tell_pair(q, points, n, expected);
        if (test_failures < 12)
            printf("    area %.17g, expected %.17Lg\n", (double)mass.area, e.area);
    }
}

static void intersections_of_random_pairs(void)
{
    static pair q;
    static oracle_places expected;
    const int repeat = pairs(2000);
    long number[4] = {0, 0, 0, 0};
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(400000 + (uint64_t)i);
        pair_any(&q, &r, i % 8 ? 8 : 30);
        pair_look(&q);
        check_intersection(&q, &expected, 1);
        number[expected.count < 3 ? expected.count : 3]++;
    }
    printf("     %d pairs: %ld apart, %ld touch in a point, %ld along a segment\n", repeat,
           number[0], number[1], number[2]);
    pair_free(&q);
}

/* Small whole numbers: shared vertices and edges, collinear runs, all of it at once. */
static void intersections_of_whole_pairs(void)
{
    static pair q;
    static oracle_places expected;
    const int repeat = pairs(20000);
    long number[4] = {0, 0, 0, 0};
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(500000 + (uint64_t)i);
        int k;
        for (k = 0; k < 2; k++) {
            shape *s = k ? &q.b : &q.a;
            shape_points *p = &shape_scratch[0];
            const int n = test_integer(&r, 1, 7), reach = test_integer(&r, 1, 4);
            int j;
            p->count = 0;
            for (j = 0; j < n; j++)
                shape_push(p, test_integer(&r, -reach, reach), test_integer(&r, -reach, reach));
            shape_hull(p);
            if (p->count > 1 && test_integer(&r, 0, 1)) shape_subdivide(p, &r, 0.5);
            if (p->count > 2 && test_integer(&r, 0, 3) == 0) shape_repeat(p, &r);
            shape_store(s, p, (size_t)test_integer(&r, 0, (int)p->count - 1), 2);
            s->family = SHAPE_GRID, s->whole = 1, s->unit = 1;
            if (test_integer(&r, 0, 2) == 0) {
                s->polygon.pose.rotation = test_integer(&r, 0, 1) ? vec2(0, 1) : vec2(-1, 0);
                s->polygon.pose.position = vec2(test_integer(&r, -2, 2), test_integer(&r, -2, 2));
            }
        }
        q.kind = 100;
        pair_look(&q);
        check_intersection(&q, &expected, 1);
        number[expected.count < 3 ? expected.count : 3]++;
    }
    printf("     %d pairs: %ld apart, %ld touch in a point, %ld along a segment\n", repeat,
           number[0], number[1], number[2]);
    pair_free(&q);
}

/* Edges that are nearly parallel, at all scales: products of four lengths leave the range of double
   there, and crossings are as right as anywhere else. */
static void intersections_at_all_scales(void)
{
    static pair q;
    static oracle_places expected;
    const int repeat = pairs(2000), most = sizeof(cld_real) == 4 ? 100 : 430;
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(900000 + (uint64_t)i);
        const double scale = ldexp(1, test_integer(&r, -most, most));
        const shape_family family = test_integer(&r, 0, 1) ? SHAPE_SLIVER : SHAPE_ELLIPSE;
        shape_make(&q.a, &r, family, (size_t)test_integer(&r, 2, 8), scale, 0);
        pair_copy(&q.b, &q.a, 0, ldexp(1, -test_integer(&r, 0, 2)));
        q.a.polygon.pose = shape_pose(&r, &q.a, q.a.size);
        q.b.polygon.pose = q.a.polygon.pose;
        pair_join(&q, any_vertex(&q.a, &r), any_vertex(&q.b, &r), 0, 0);
        pair_look(&q);
        q.kind = 200;
        check_intersection(&q, &expected, 0);
    }
    pair_free(&q);
}

/* A with itself is A; a part of it that begins elsewhere, too. */
static void intersections_with_itself(void)
{
    static shape s, t;
    const int repeat = pairs(2000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(600000 + (uint64_t)i);
        cld_area_mass own, mass;
        cld_real *points;
        int n;
        shape_any(&s, &r, 60);
        s.polygon.pose = shape_pose(&r, &s, s.size);
        pair_copy(&t, &s, (size_t)test_integer(&r, 0, (int)s.polygon.count - 1), 1);
        points = room_for(2 * s.polygon.count);
        n = cld_polygon_intersection(&s.polygon, &t.polygon, points, (int)s.polygon.count, &mass);
        CHECK(n >= 1 && n <= (int)s.polygon.count);
        CHECK(cld_polygon_mass(&s.polygon, &own) == CLD_OK);
        if (!CHECK(near_to(mass.area, own.area, 16 * BOUND * reach_in_arrays(&s.polygon) * s.size)))
            printf("    %s of %u: %.17g, not %.17g\n", shape_names[s.family],
                   (unsigned)s.polygon.count, (double)mass.area, (double)own.area);
    }
    shape_free(&s), shape_free(&t);
}

/* ------------------------------------------------------------------------------------------ sum */

static void check_sum(pair *q, oracle_places *expected)
{
    const size_t most = q->a.polygon.count + q->b.polygon.count;
    const oracle_real m = q->most_at_all;
    cld_polygon turned = q->b.polygon;
    cld_real *points = room_for(most);
    oracle_view view;
    uint32_t k;
    int n, good, other;
    /* A + B is A - (B turned by half) */
    if (turned.pose.rotation.x == 0 && turned.pose.rotation.y == 0) turned.pose.rotation.x = 1;
    turned.pose.rotation = vec2(-(double)turned.pose.rotation.x, -(double)turned.pose.rotation.y);
    turned.pose.position = vec2(-(double)turned.pose.position.x, -(double)turned.pose.position.y);
    view = oracle_view_from(&turned);
    oracle_corners(&q->corners_a, &q->view_a), oracle_corners(&q->corners_b, &view);
    oracle_minkowski(&q->m, &q->corners_a, &q->corners_b);
    expected->count = 0;
    oracle_straighten(&q->m);
    for (k = 0; k < q->m.count; k++) {
        const oracle_point *a = &q->m.p[oracle_previous(&q->m, k)], *b = &q->m.p[k];
        if (q->m.count > 2 && oracle_cross(a, b, b, &q->m.p[oracle_next(&q->m, k)]) == 0) continue;
        oracle_places_push(expected, b->x, b->y);
    }
    points[2 * most] = points[2 * most + 1] = 12345;
    n = cld_polygon_sum(&q->a.polygon, &q->b.polygon, points, (int)most);
    CHECK(points[2 * most] == 12345 && points[2 * most + 1] == 12345);
    good = CHECK(n == (int)expected->count) && CHECK(match(points, n, expected, BOUND * m));
    other = cld_polygon_sum(&q->b.polygon, &q->a.polygon, NULL, 0);
    good &= CHECK(other == n);
    for (k = 1; good && k < (uint32_t)n; k++)
        good &=
            CHECK(points[0] <= points[2 * k] + rounding(fabsl((oracle_real)points[0])) + BOUND * m);
    if (!good) {
        tell_pair(q, points, n, expected);
        return;
    }
    { /* its area is both areas and the mixed one, 2 V = the sum of A's edges' lengths times the
         reach of B along their normals, or the same with A and B exchanged: no less than 0 */
        const oracle_mass e = oracle_mass_of(expected->p, (size_t)n, 0);
        cld_area_mass a, b;
        CHECK(cld_polygon_mass(&q->a.polygon, &a) == CLD_OK);
        CHECK(cld_polygon_mass(&q->b.polygon, &b) == CLD_OK);
        if (e.area < 1e37L)
            CHECK(e.area >= ((oracle_real)a.area + (oracle_real)b.area) * (1 - 4 * TEST_ROUND) -
                                64 * BOUND * m * e.length - least(0) * 8);
    }
}

static void sums_of_random_pairs(void)
{
    static pair q;
    static oracle_places expected;
    const int repeat = pairs(5000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(700000 + (uint64_t)i);
        pair_any(&q, &r, 40);
        pair_look(&q);
        check_sum(&q, &expected);
    }
    pair_free(&q);
}

/* ------------------------------------------------------------------------------ by hand, errors */

static int are(const cld_real *points, const double *expected, int count)
{
    int i;
    for (i = 0; i < 2 * count; i++)
        if (!((double)points[i] == expected[i])) return 0;
    return 1;
}

static void intersections_by_hand(void)
{
    static const cld_real diamond[8] = {3, -1, 5, 1, 3, 3, 1, 1};
    static const double both[16] = {1, 1, 2, 0, 4, 0, 4, 2, 2, 2};
    cld_polygon a = polygon_of(box_4_2, 4), b = polygon_of(diamond, 4);
    cld_real p[16];
    cld_area_mass m;
    int n;
    n = cld_polygon_intersection(&a, &b, p, 8, &m);
    CHECK(n == 5 && are(p, both, 5) && m.area == 5);
    memset(p, 0, sizeof p); /* no more than there is room for, and the same answer */
    n = cld_polygon_intersection(&a, &b, p, 2, &m);
    CHECK(n == 5 && are(p, both, 2) && p[4] == 0 && m.area == 5);
    CHECK(cld_polygon_intersection(&a, &b, NULL, 0, NULL) == 5);
    b = a, b.pose.position = vec2(4, 0); /* an edge in common */
    n = cld_polygon_intersection(&a, &b, p, 8, &m);
    CHECK(n == 2 && p[0] == 4 && p[1] == 0 && p[2] == 4 && p[3] == 2);
    CHECK(m.area == 0 && m.centroid.x == 4 && m.centroid.y == 1);
    b.pose.position = vec2(4, 2); /* a vertex */
    n = cld_polygon_intersection(&a, &b, p, 8, &m);
    CHECK(n == 1 && p[0] == 4 && p[1] == 2 && m.area == 0 && m.centroid.x == 4);
    b.pose.position = vec2(4, 2.5);
    CHECK(cld_polygon_intersection(&a, &b, p, 8, &m) == 0 && m.area == 0 && m.centroid.x == 0);
    b = polygon_of(diamond, 2); /* a segment through a corner */
    CHECK(cld_polygon_intersection(&a, &b, p, 8, NULL) == 1 && p[0] == 4 && p[1] == 0);
}

static void sums_by_hand(void)
{
    static const cld_real triangle[6] = {0, 0, 2, 0, 0, 2};
    static const double sum[10] = {0, 0, 6, 0, 6, 2, 4, 4, 0, 4};
    cld_polygon a = polygon_of(box_4_2, 4), b = polygon_of(triangle, 3);
    cld_real p[16];
    CHECK(cld_polygon_sum(&a, &b, p, 8) == 5 && are(p, sum, 5));
    CHECK(cld_polygon_sum(&a, &b, NULL, 0) == 5);
    a.count = b.count = 2; /* parallel */
    CHECK(cld_polygon_sum(&a, &b, p, 8) == 2 && p[0] == 0 && p[2] == 6 && p[3] == 0);
    a.count = b.count = 1;
    b.pose.position = vec2(3, 5);
    CHECK(cld_polygon_sum(&a, &b, p, 8) == 1 && p[0] == 3 && p[1] == 5);
    a.radius = 1, b.radius = 2; /* told by the core */
    CHECK(cld_polygon_sum(&a, &b, p, 8) == 1 && p[0] == 3 && p[1] == 5);
}

static void bad_arguments(void)
{
    static const cld_real clockwise[8] = {0, 0, 0, 2, 4, 2, 4, 0};
    cld_real broken[8];
    cld_polygon good = polygon_of(box_4_2, 4), bad;
    cld_real p[16];
    cld_area_mass m;
    int i;
    memset(&m, 0x5a, sizeof m), memset(p, 0x5a, sizeof p);
    for (i = 0; i < 8; i++) {
        static const int status[8] = {CLD_ERROR_NULL,   CLD_ERROR_COUNT, CLD_ERROR_COUNT,
                                      CLD_ERROR_STRIDE, CLD_ERROR_POSE,  CLD_ERROR_EXTENT,
                                      CLD_ERROR_EXTENT, CLD_ERROR_CONVEX};
        bad = good;
        if (i == 0) bad.vertices = NULL;
        if (i == 1) bad.count = 0;
        if (i == 2) bad.count = ((size_t)1 << 29) + 1;
        if (i == 3) bad.stride = sizeof(cld_real);
        if (i == 4) bad.pose.rotation = vec2(2, 0);
        if (i == 5) bad.radius = -1;
        if (i == 6) bad.radius = (cld_real)TEST_INFINITY;
        if (i == 7) bad.vertices = clockwise;
        CHECK(cld_polygon_mass(&bad, &m) == status[i]);
        CHECK(cld_polygon_intersection(&bad, &good, p, 8, &m) == status[i]);
        CHECK(cld_polygon_intersection(&good, &bad, p, 8, &m) == status[i]);
        CHECK(cld_polygon_sum(&bad, &good, p, 8) == status[i]);
        CHECK(cld_polygon_sum(&good, &bad, p, 8) == status[i]);
    }
    CHECK(cld_polygon_mass(NULL, &m) == CLD_ERROR_NULL);
    CHECK(cld_polygon_mass(&good, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_intersection(NULL, &good, p, 8, &m) == CLD_ERROR_NULL);
    CHECK(cld_polygon_intersection(&good, NULL, p, 8, &m) == CLD_ERROR_NULL);
    CHECK(cld_polygon_intersection(&good, &good, NULL, 8, &m) == CLD_ERROR_NULL);
    CHECK(cld_polygon_intersection(&good, &good, p, -1, &m) == CLD_ERROR_COUNT);
    CHECK(cld_polygon_sum(NULL, &good, p, 8) == CLD_ERROR_NULL);
    CHECK(cld_polygon_sum(&good, NULL, p, 8) == CLD_ERROR_NULL);
    CHECK(cld_polygon_sum(&good, &good, NULL, 8) == CLD_ERROR_NULL);
    CHECK(cld_polygon_sum(&good, &good, p, -1) == CLD_ERROR_COUNT);
    bad = good, bad.radius = 1;
    CHECK(cld_polygon_intersection(&good, &bad, p, 8, &m) == CLD_ERROR_PARAMETER);
    CHECK(cld_polygon_intersection(&bad, &good, p, 8, &m) == CLD_ERROR_PARAMETER);
    for (i = 0; i < 2; i++) {
        memcpy(broken, box_4_2, sizeof broken);
        broken[5] = (cld_real)(i ? TEST_NAN : TEST_INFINITY);
        bad = polygon_of(broken, 4);
        CHECK(cld_polygon_mass(&bad, &m) == CLD_ERROR_POINT ||
              cld_polygon_mass(&bad, &m) == CLD_ERROR_CONVEX);
    }
    for (i = 0; i < (int)sizeof m; i++) CHECK(((unsigned char *)&m)[i] == 0x5a);
    for (i = 0; i < (int)sizeof p; i++) CHECK(((unsigned char *)p)[i] == 0x5a);
}

/* Some hundred thousand vertices, nearly all of which are in the answers. */
static void large_polygons(void)
{
    static shape s, t;
    test_random r = test_random_from(800000);
    cld_area_mass own, mass;
    int n;
    shape_make(&s, &r, SHAPE_LATTICE, 200000, 1, 0);
    pair_copy(&t, &s, 0, 1);
    t.polygon.pose.rotation =
        vec2(0, 1); /* by a quarter turn, which the directions of edges have */
    CHECK(cld_polygon_intersection(&s.polygon, &t.polygon, NULL, 0, &mass) > 100);
    CHECK(cld_polygon_mass(&s.polygon, &own) == CLD_OK && mass.area > 0 && mass.area < own.area);
    n = cld_polygon_intersection(&s.polygon, &s.polygon, NULL, 0, &mass);
    CHECK(n > 10000 && n <= (int)s.polygon.count); /* vertices may repeat */
    CHECK(cld_polygon_sum(&s.polygon, &t.polygon, NULL, 0) == n);
    CHECK(cld_polygon_sum(&s.polygon, &s.polygon, NULL, 0) == n);
    CHECK(near_to(mass.area, own.area, 1e-12L * own.area));
    shape_free(&s), shape_free(&t);
}

int main(int argc, char **argv)
{
    option_pairs = test_option(&argc, argv, "--cases", 0);
    test_begin(argc, argv);
    TEST(masses_by_hand);
    TEST(intersections_by_hand);
    TEST(sums_by_hand);
    TEST(bad_arguments);
    TEST(masses_of_random_polygons);
#ifdef __SIZEOF_INT128__
    TEST(masses_of_whole_polygons);
#endif
    TEST(masses_scale_and_move);
    TEST(intersections_of_random_pairs);
    TEST(intersections_of_whole_pairs);
    TEST(intersections_at_all_scales);
    TEST(intersections_with_itself);
    TEST(sums_of_random_pairs);
    TEST(large_polygons);
    return test_end();
}
