/* [POLYGON], queries on two polygons: overlap, distance, contacts, sweeps; against the oracle, by
 * hand, swapped, and begun at the features of another query.
 *
 *     test_polygon_pairs [seed] [--pairs n]
 *
 * n: random pairs for each test instead of those that TEST_EFFORT gives; each is asked four times
 * about overlap and distance, of each order and from caches.
 *
 * 10^6 queries of a kind (TEST_ONLY=text runs the tests whose names contain it):
 *
 *     TEST_ONLY=overlaps  test_polygon_pairs 7 --pairs 250000     (distances: likewise)
 *     TEST_ONLY=contacts  test_polygon_pairs 7 --pairs 340000
 *     TEST_ONLY=sweeps    test_polygon_pairs 7 --pairs 340000
 *     test_polygon 7 --polygons 62500
 *
 * Which lines and branches of the module no test reaches, from the project's root, with gcc:
 *
 *     gcc -std=c99 -O0 --coverage -DCOLLIDE_DOUBLE -DCOLLIDE_NO_OBB -DCOLLIDE_NO_NURBS \
 *         -DCOLLIDE_NO_TERRAIN -DCOLLIDE_NO_BEZIER -I. tests/test_polygon_pairs.c -o pairs -lm
 *     ./pairs && gcov -b -c pairs-test_polygon_pairs.gcda
 *
 * and the same with test_polygon.c, test_polygon_signs.c and fuzz_polygon.c; in collide.h.gcov
 * `#####` marks lines, `never executed` and `taken 0` branches. What remains there: what guards
 * answers on polygons that are not convex, where rounding alone may go the other way, and what
 * another level of SIMD or number type takes. */
#include "polygon_scenes.h"
#include <time.h>

/* -------------------------------------------------------------------------------------- overlap */

static void check_overlap(const pair *q, test_random *r)
{
    const oracle_point o = oracle_origin();
    const int expected = oracle_where(&q->m, &o) != 0;
    const oracle_real off = BOUND * q->most_at_all + 2 * rounding(q->most_at_all);
    cld_polygon_witness w, v;
    cld_polygon_cache cache;
    int good = 1;
    const int status = cld_polygon_overlap(&q->a.polygon, &q->b.polygon, &w);
    if (!CHECK(status == expected)) {
        printf("    overlap %d, expected %d\n", status, expected);
        wrong(q, "overlap", vec2(0, 0));
        return;
    }
    CHECK(cld_polygon_overlap(&q->a.polygon, &q->b.polygon, NULL) == expected);
    good &= CHECK(cld_polygon_overlap(&q->b.polygon, &q->a.polygon, NULL) == expected);
    if (expected) {
        good &= CHECK(is_zero(w.normal));
        good &= CHECK(off_polygon(&q->corners_a, w.point.x, w.point.y) <= off);
        good &= CHECK(off_polygon(&q->corners_b, w.point.x, w.point.y) <= off);
    } else {
        const oracle_real x = w.normal.x, y = w.normal.y;
        const oracle_real level = x * (oracle_real)w.point.x + y * (oracle_real)w.point.y;
        uint32_t k;
        good &= CHECK(is_unit(w.normal));
        good &= CHECK(w.vertex_a < q->view_a.count && w.vertex_b < q->view_b.count);
        if (!good) {
            wrong(q, "witness", w.normal);
            return;
        } else {
            const oracle_point a = oracle_vertex(&q->view_a, w.vertex_a);
            const oracle_point b = oracle_vertex(&q->view_b, w.vertex_b);
            const oracle_real at_a = x * a.x + y * a.y, at_b = x * b.x + y * b.y;
            good &= CHECK(at_a <= level + off) && CHECK(at_b >= level - off);
            for (k = 0; k < q->corners_a.count; k++)
                if (x * q->corners_a.p[k].x + y * q->corners_a.p[k].y > at_a + off) break;
            good &= CHECK(k == q->corners_a.count);
            for (k = 0; k < q->corners_b.count; k++)
                if (x * q->corners_b.p[k].x + y * q->corners_b.p[k].y < at_b - off) break;
            good &= CHECK(k == q->corners_b.count);
        }
    }
    cache.a = (uint32_t)test_bits(r), cache.b = (uint32_t)test_bits(r);
    if (test_integer(r, 0, 3)) {
        cache.a %= q->view_a.count, cache.b %= q->view_b.count;
    }
    good &= CHECK(cld_polygon_overlap_cached(&q->a.polygon, &q->b.polygon, &cache, &v) == expected);
    good &= CHECK(cld_polygon_overlap_cached(&q->a.polygon, &q->b.polygon, &cache, &v) == expected);
    if (!good) {
        printf("    witness %a %a normal %a %a vertices %u %u\n", (double)w.point.x,
               (double)w.point.y, (double)w.normal.x, (double)w.normal.y, w.vertex_a, w.vertex_b);
        wrong(q, "witness", w.point);
    }
}

static void overlaps_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(6000);
    long touching = 0, apart = 0;
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(1000000 + (uint64_t)i);
        const oracle_point o = oracle_origin();
        int where;
        pair_any(&q, &r, 200);
        where = oracle_where(&q.m, &o);
        touching += where == 1, apart += where == 0;
        check_overlap(&q, &r);
    }
    printf("     %d pairs, of which %ld touch and %ld are apart\n", repeat, touching, apart);
    pair_free(&q);
}

/* The oracle itself: A - B against all pairs of edges. */
static void the_oracle_agrees_with_a_slower_one(void)
{
    static pair q;
    const int repeat = pairs(600);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(2000000 + (uint64_t)i);
        const oracle_point o = oracle_origin();
        pair_any(&q, &r, 16);
        if (!CHECK((oracle_where(&q.m, &o) != 0) ==
                   oracle_meet_slowly(&q.corners_a, &q.corners_b))) {
            wrong(&q, "oracle", vec2(0, 0));
        }
        CHECK(oracle_convex(&q.corners_a) < 0 && oracle_convex(&q.corners_b) < 0);
        if (!CHECK(oracle_convex(&q.m) < 0)) wrong(&q, "A - B", vec2(0, 0));
    }
    pair_free(&q);
}

/* ------------------------------------------------------------------------------------- distance */

/* The side of A - B on which corner k, or edge k, lies: edges first .. last (last may be below
   first), all in one line; edges of A and edges of B counted. */
typedef struct side {
    uint32_t first, last;
    int of_a, of_b;
} side;

static int in_line(const oracle_polygon *m, uint32_t k)
{
    const oracle_point *a = &m->p[oracle_previous(m, k)], *b = &m->p[k];
    return m->count > 2 && oracle_cross(a, b, b, &m->p[oracle_next(m, k)]) == 0 &&
           oracle_dot(a, b, b, &m->p[oracle_next(m, k)]) > 0;
}

static side side_at(const oracle_polygon *m, int edge, uint32_t k)
{
    side s;
    uint32_t i;
    s.first = s.last = k;
    s.of_a = s.of_b = 0;
    if (m->count < 2) return s;
    while (in_line(m, s.first)) s.first = oracle_previous(m, s.first);
    if (!edge && s.first == k) return s; /* a true corner */
    while (in_line(m, oracle_next(m, s.last))) s.last = oracle_next(m, s.last);
    for (i = s.first;; i = oracle_next(m, i)) {
        if (m->of_b[i]) s.of_b++;
        if (!m->of_b[i]) s.of_a++;
        if (i == s.last) break;
    }
    return s;
}

static int same(const oracle_view *v, uint32_t i, uint32_t j)
{
    return i < v->count && j < v->count && oracle_same(v, i, j);
}

/* Is `feature` the vertex i or the edge i, or, of a flat polygon, one of the same place? */
static int is_feature(const oracle_view *v, const oracle_polygon *corners, uint32_t feature,
                      int edge, uint32_t i)
{
    const uint32_t number = feature / 4;
    if (number >= v->count || feature % 4 != (edge ? CLD_FEATURE_EDGE : CLD_FEATURE_VERTEX)) {
        return 0;
    }
    if (!edge) return same(v, number, i);
    if (number == i) return 1;
    if (same(v, number, number + 1 < v->count ? number + 1 : 0)) return 0;
    /* flat: the way back */
    {
        uint32_t k;
        for (k = 2; k < corners->count; k++)
            if (oracle_cross(&corners->p[0], &corners->p[1], &corners->p[0], &corners->p[k])) {
                return 0;
            }
    }
    return 1;
}

/* Where the point of a feature may lie along the direction e, from `from`: 1 and the interval. */
static int feature_span(const oracle_view *v, uint32_t feature, const oracle_point *from,
                        const oracle_real e[2], oracle_real span[2])
{
    const uint32_t number = feature / 4;
    int k;
    if (number >= v->count || feature % 4 > CLD_FEATURE_EDGE) return 0;
    for (k = 0; k < 2; k++) {
        const uint32_t i = k == 0 || feature % 4 == CLD_FEATURE_VERTEX ? number
                           : number + 1 < v->count                     ? number + 1
                                                                       : 0;
        const oracle_point p = oracle_vertex(v, i);
        oracle_real d[2];
        oracle_vector(from, &p, d);
        span[k] = d[0] * e[0] + d[1] * e[1];
    }
    if (span[0] > span[1]) {
        const oracle_real t = span[0];
        span[0] = span[1], span[1] = t;
    }
    return 1;
}

/* Two sides face each other: edges, or vertices on the way, and the middle of where they do. */
static int check_parallel(const pair *q, const side *s, const cld_contact2 *c, oracle_real off)
{
    const oracle_polygon *m = &q->m;
    oracle_real e[2], length, a[2] = {0, 0}, b[2] = {0, 0}, fa[2], fb[2], at, middle, other;
    uint32_t i;
    oracle_point from = oracle_vertex(&q->view_a, m->p[s->first].i), p;
    int good;
    oracle_vector(&m->p[s->first], &m->p[oracle_next(m, s->last)], e);
    length = sqrtl(e[0] * e[0] + e[1] * e[1]);
    e[0] /= length, e[1] /= length;
    /* the sides: A's corners along it, and B's the other way */
    for (i = s->first;; i = oracle_next(m, i)) {
        oracle_real d[2];
        p = oracle_vertex(&q->view_a, m->p[i].i);
        oracle_vector(&from, &p, d);
        a[1] = d[0] * e[0] + d[1] * e[1];
        p = oracle_vertex(&q->view_b, m->p[i].j);
        oracle_vector(&from, &p, d);
        b[0] = d[0] * e[0] + d[1] * e[1];
        if (i == s->first) b[1] = b[0];
        if (i == oracle_next(m, s->last)) break;
    }
    middle = (fmaxl(a[0], b[0]) + fminl(a[1], b[1])) / 2;
    good = CHECK(feature_span(&q->view_a, c->feature_a, &from, e, fa));
    good &= CHECK(feature_span(&q->view_b, c->feature_b, &from, e, fb));
    if (!good) return 0;
    other = (fmaxl(fa[0], fb[0]) + fminl(fa[1], fb[1])) / 2;
    at = ((oracle_real)c->point_a.x - from.x) * e[0] + ((oracle_real)c->point_a.y - from.y) * e[1];
    if (s->of_a == 1 && s->of_b == 1) {
        good &= CHECK(c->feature_a % 4 == CLD_FEATURE_EDGE && c->feature_b % 4 == CLD_FEATURE_EDGE);
    }
    good &= CHECK(fa[0] >= a[0] - off && fa[1] <= a[1] + off);
    good &= CHECK(fb[0] >= b[0] - off && fb[1] <= b[1] + off);
    good &= CHECK(fa[0] - off <= at && at <= fa[1] + off);
    good &= CHECK(fb[0] - off <= at && at <= fb[1] + off);
    good &= CHECK(fabsl(at - middle) <= off || fabsl(at - other) <= off);
    if (!good) {
        printf(
            "    sides %Lg..%Lg and %Lg..%Lg, features %u %u: %Lg..%Lg and %Lg..%Lg, point %Lg\n",
            a[0], a[1], b[0], b[1], c->feature_a, c->feature_b, fa[0], fa[1], fb[0], fb[1], at);
    }
    return good;
}

/* 1 if A and B touch, which the caller knows to be so or not. */
static int check_contact(const pair *q, const cld_contact2 *c)
{
    const oracle_point o = oracle_origin();
    const oracle_near near = oracle_nearest(&q->m, &o);
    const side s = side_at(&q->m, near.edge, near.k);
    const oracle_real off = BOUND * q->most_at_all + 2 * rounding(q->most_at_all);
    const oracle_point *k = &q->m.p[near.k];
    oracle_real n[2], length, tolerance = 16 * TEST_ROUND;
    int good;
    if (near.edge) {
        oracle_real e[2];
        oracle_vector(k, &q->m.p[oracle_next(&q->m, near.k)], e);
        n[0] = e[1], n[1] = -e[0];
    } else {
        oracle_vector(k, &o, n);
        tolerance += BOUND * q->most_at_all / near.distance;
    }
    length = sqrtl(n[0] * n[0] + n[1] * n[1]);
    n[0] /= length, n[1] /= length;
    good = CHECK(fabsl((oracle_real)c->distance - near.distance) <=
                 BOUND * q->most_at_all + rounding(near.distance));
    good &= CHECK(c->distance > 0) && CHECK(is_unit(c->normal));
    good &= CHECK(fabsl((oracle_real)c->normal.x - n[0]) <= tolerance);
    good &= CHECK(fabsl((oracle_real)c->normal.y - n[1]) <= tolerance);
    good &= CHECK(off_polygon(&q->corners_a, c->point_a.x, c->point_a.y) <= off);
    good &= CHECK(off_polygon(&q->corners_b, c->point_b.x, c->point_b.y) <= off);
    good &= CHECK(fabsl((oracle_real)c->point_b.x - (oracle_real)c->point_a.x -
                        n[0] * near.distance) <= 2 * off);
    good &= CHECK(fabsl((oracle_real)c->point_b.y - (oracle_real)c->point_a.y -
                        n[1] * near.distance) <= 2 * off);
    if (s.of_a && s.of_b) {
        good &= check_parallel(q, &s, c, off);
    } else {
        const int of_b = near.edge && q->m.of_b[near.k];
        good &=
            CHECK(is_feature(&q->view_a, &q->corners_a, c->feature_a, near.edge && !of_b, k->i));
        good &= CHECK(is_feature(&q->view_b, &q->corners_b, c->feature_b, of_b, k->j));
    }
    if (!good) {
        printf("    %s %u %u, side %d %d; found features %u %u\n", near.edge ? "edge" : "vertex",
               k->i, k->j, s.of_a, s.of_b, c->feature_a, c->feature_b);
        printf("    distance %a, expected %La; normal %a %a, expected %La %La\n",
               (double)c->distance, near.distance, (double)c->normal.x, (double)c->normal.y, n[0],
               n[1]);
        printf("    points (%a, %a) (%a, %a)\n", (double)c->point_a.x, (double)c->point_a.y,
               (double)c->point_b.x, (double)c->point_b.y);
    }
    return good;
}

/* The contact of polygons that have a common point. */
static int check_common(const pair *q, const cld_contact2 *c)
{
    const oracle_real off = BOUND * q->most_at_all + 2 * rounding(q->most_at_all);
    int good = CHECK(c->distance == 0) && CHECK(is_zero(c->normal));
    good &= CHECK(is_equal(c->point_a, c->point_b));
    good &= CHECK(off_polygon(&q->corners_a, c->point_a.x, c->point_a.y) <= off);
    good &= CHECK(off_polygon(&q->corners_b, c->point_a.x, c->point_a.y) <= off);
    return good;
}

static int is_same_contact(const cld_contact2 *a, const cld_contact2 *b)
{
    return is_equal(a->point_a, b->point_a) && is_equal(a->point_b, b->point_b) &&
           is_equal(a->normal, b->normal) && a->distance == b->distance &&
           (a->distance == 0 || (a->feature_a == b->feature_a && a->feature_b == b->feature_b));
}

static void check_distance(const pair *q, test_random *r)
{
    const oracle_point o = oracle_origin();
    const int expected = oracle_where(&q->m, &o) == 0;
    cld_contact2 c, d;
    cld_polygon_cache cache;
    int good = 1;
    const int status = cld_polygon_distance(&q->a.polygon, &q->b.polygon, &c);
    if (!CHECK(status == expected)) {
        printf("    distance %d, expected %d\n", status, expected);
        wrong(q, "distance", vec2(0, 0));
        return;
    }
    good &= expected ? check_contact(q, &c) : check_common(q, &c);
    if (!good) wrong(q, "distance", c.point_a);
    good = CHECK(cld_polygon_distance(&q->b.polygon, &q->a.polygon, &d) == expected);
    if (expected && !CHECK(fabs((double)d.distance - (double)c.distance) <=
                           2 * BOUND * q->most_at_all + 4 * TEST_ROUND * (double)c.distance)) {
        wrong(q, "distance the other way around", c.point_a);
    }
    cache.a = (uint32_t)test_bits(r), cache.b = (uint32_t)test_bits(r);
    if (test_integer(r, 0, 3)) {
        cache.a %= q->view_a.count, cache.b %= q->view_b.count;
    }
    good &=
        CHECK(cld_polygon_distance_cached(&q->a.polygon, &q->b.polygon, &cache, &d) == expected);
    if (expected) good &= CHECK(is_same_contact(&c, &d));
    if (!expected) good &= check_common(q, &d);
    good &=
        CHECK(cld_polygon_distance_cached(&q->a.polygon, &q->b.polygon, &cache, &d) == expected);
    if (expected) good &= CHECK(is_same_contact(&c, &d));
    if (!good) {
        printf("    cached: features %u %u distance %a, %u %u distance %a\n", c.feature_a,
               c.feature_b, (double)c.distance, d.feature_a, d.feature_b, (double)d.distance);
        wrong(q, "distance, cached", c.point_a);
    }
}

static void distances_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(6000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(3000000 + (uint64_t)i);
        pair_any(&q, &r, 200);
        check_distance(&q, &r);
    }
    pair_free(&q);
}

/* ------------------------------------------------------------------------------------- contacts */

static void check_collide(const pair *q)
{
    const oracle_point o = oracle_origin();
    const int expected = oracle_where(&q->m, &o) != 0;
    const oracle_real off = BOUND * q->most_at_all + 4 * rounding(q->most);
    cld_contact2 c[3];
    oracle_real depth, reach = 0;
    uint32_t k;
    int n, i, good = 1;
    memset(c, 0x5a, sizeof c);
    n = cld_polygon_collide(&q->a.polygon, &q->b.polygon, 0, c, 2);
    if (!CHECK((n > 0) == expected) || !CHECK(n >= 0 && n <= 2)) {
        printf("    collide %d, expected %d\n", n, expected);
        wrong(q, "collide", vec2(0, 0));
        return;
    }
    good &= CHECK(cld_polygon_collide(&q->a.polygon, &q->b.polygon, 0, c + 2, 1) == n);
    if (n > 0) good &= CHECK(is_same_contact(&c[0], &c[2]));
    good &= CHECK(cld_polygon_collide(&q->a.polygon, &q->b.polygon, 0, NULL, 0) == n);
    if (n <= 0) return;
    depth = oracle_depth(&q->m, &o);
    good &= CHECK(fabsl((oracle_real)c[0].distance + depth) <= off);
    good &= CHECK(c[0].distance <= 0) && CHECK(is_unit(c[0].normal));
    for (k = 0; k < q->m.count; k++) {
        const oracle_real x = c[0].normal.x, y = c[0].normal.y;
        const oracle_real d = x * q->m.p[k].x + y * q->m.p[k].y;
        if (k == 0 || d > reach) reach = d;
    }
    good &= CHECK(fabsl(reach - depth) <= 2 * off);
    for (i = 0; i < n; i++) {
        const oracle_real d = c[i].distance;
        good &= CHECK(is_equal(c[i].normal, c[0].normal)) && CHECK(c[i].distance >= c[0].distance);
        good &= CHECK(off_polygon(&q->corners_a, c[i].point_a.x, c[i].point_a.y) <= off);
        good &= CHECK(off_polygon(&q->corners_b, c[i].point_b.x, c[i].point_b.y) <= off);
        good &= CHECK(fabsl((oracle_real)c[i].point_b.x - (oracle_real)c[i].point_a.x -
                            d * (oracle_real)c[i].normal.x) <= 2 * off);
        good &= CHECK(fabsl((oracle_real)c[i].point_b.y - (oracle_real)c[i].point_a.y -
                            d * (oracle_real)c[i].normal.y) <= 2 * off);
        good &= CHECK(c[i].feature_a / 4 < q->view_a.count && c[i].feature_a % 4 < 2);
        good &= CHECK(c[i].feature_b / 4 < q->view_b.count && c[i].feature_b % 4 < 2);
        good &= CHECK((double)c[i].distance <= (double)off);
    }
    if (n == 2) {
        good &= CHECK(c[0].feature_a != c[1].feature_a || c[0].feature_b != c[1].feature_b);
    }
    if (!good) {
        printf("    depth %La, along the normal %La\n", depth, reach);
        for (i = 0; i < n; i++)
            printf("    (%a, %a) (%a, %a) normal (%a, %a) distance %a features %u %u\n",
                   (double)c[i].point_a.x, (double)c[i].point_a.y, (double)c[i].point_b.x,
                   (double)c[i].point_b.y, (double)c[i].normal.x, (double)c[i].normal.y,
                   (double)c[i].distance, c[i].feature_a, c[i].feature_b);
        wrong(q, "collide", c[0].point_a);
    }
}

static void contacts_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(6000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(4000000 + (uint64_t)i);
        pair_any(&q, &r, 200);
        check_collide(&q);
    }
    pair_free(&q);
}

/* --------------------------------------------------------------------------------------- sweeps */

static void check_sweep(const pair *q, cld_vec2 motion)
{
    const oracle_view view = oracle_view_of(&motion);
    const oracle_point o = oracle_origin(), to = oracle_vertex(&view, 0);
    const int overlap = oracle_where(&q->m, &o) != 0;
    const oracle_real unit = fmaxl(fabsl((oracle_real)motion.x), fabsl((oracle_real)motion.y));
    const oracle_real most = fmaxl(q->most_at_all, unit);
    const oracle_real off = BOUND * most + 4 * rounding(most);
    cld_hit2 hit;
    oracle_end enter, leave;
    int expected = 0, good = 1;
    const int status = sweep_b(&q->a.polygon, &q->b.polygon, motion, &hit);
    CHECK(sweep_b(&q->a.polygon, &q->b.polygon, motion, NULL) == status);
    if (overlap || off_boundary(&q->m, 0, 0) <= ldexpl(most, -44)) {
        /* in contact at the start: test_starts.c has what comes of that */
        good = CHECK(status == 0 || status == 1) && CHECK(status == 0 || !is_zero(motion));
        if (good && status) {
            good &= CHECK(hit.time >= 0 && hit.time <= 1) && CHECK(is_unit(hit.contact.normal));
            if (overlap) good &= CHECK(hit.time == 0 && hit.contact.distance <= 0);
            if (overlap)
                good &= CHECK((oracle_real)hit.contact.normal.x * (oracle_real)motion.x +
                                  (oracle_real)hit.contact.normal.y * (oracle_real)motion.y <
                              0);
        }
        if (!good) wrong(q, "sweep", motion);
        return;
    }
    memset(&enter, 0, sizeof enter);
    if (!is_zero(motion) && oracle_line(&q->m, &o, &to, &o, &to, &enter, &leave)) {
        expected = enter.before >= 0 && enter.after <= 0;
    }
    if (!CHECK(status == expected)) {
        printf("    sweep %d, expected %d, t %La\n", status, expected, enter.t);
        wrong(q, "sweep", motion);
        return;
    }
    if (!status) return;
    {
        const oracle_real t = hit.time, x = motion.x, y = motion.y;
        const cld_contact2 *c = &hit.contact;
        const side s = side_at(&q->m, enter.edge, enter.k);
        const oracle_point *k = &q->m.p[enter.k];
        const int of_b = enter.edge && q->m.of_b[enter.k];
        good &= CHECK(t >= 0 && t <= 1);
        /* at that time the polygons touch: the origin's way is on the boundary of A - B there */
        good &=
            CHECK(off_boundary(&q->m, t * x, t * y) <= 2 * BOUND * most + 2 * rounding(t) * unit);
        good &= CHECK(c->distance == 0) && CHECK(is_unit(c->normal));
        good &= CHECK((oracle_real)c->normal.x * x + (oracle_real)c->normal.y * y <=
                      8 * TEST_ROUND * unit);
        good &= CHECK(fabsl((oracle_real)c->point_a.x - (oracle_real)c->point_b.x) <= 2 * off);
        good &= CHECK(fabsl((oracle_real)c->point_a.y - (oracle_real)c->point_b.y) <= 2 * off);
        good &= CHECK(off_polygon(&q->corners_a, c->point_a.x, c->point_a.y) <= off);
        good &= CHECK(off_polygon(&q->corners_b, (oracle_real)c->point_b.x - t * x,
                                  (oracle_real)c->point_b.y - t * y) <= off);
        if (s.of_a && s.of_b) {
            good &= CHECK(c->feature_a / 4 < q->view_a.count && c->feature_a % 4 < 2);
            good &= CHECK(c->feature_b / 4 < q->view_b.count && c->feature_b % 4 < 2);
        } else {
            good &= CHECK(
                is_feature(&q->view_a, &q->corners_a, c->feature_a, enter.edge && !of_b, k->i));
            good &= CHECK(is_feature(&q->view_b, &q->corners_b, c->feature_b, of_b, k->j));
        }
        if (enter.edge) {
            oracle_real e[2], length;
            oracle_vector(k, &q->m.p[oracle_next(&q->m, enter.k)], e);
            length = sqrtl(e[0] * e[0] + e[1] * e[1]);
            good &= CHECK(fabsl((oracle_real)c->normal.x - e[1] / length) <= 16 * TEST_ROUND);
            good &= CHECK(fabsl((oracle_real)c->normal.y + e[0] / length) <= 16 * TEST_ROUND);
        }
    }
    if (!good) {
        printf("    time %a, expected %La; %s %u %u of %s, side %u %u\n", (double)hit.time, enter.t,
               enter.edge ? "edge" : "vertex", q->m.p[enter.k].i, q->m.p[enter.k].j,
               q->m.of_b[enter.k] ? "B" : "A", enter.k, q->m.count);
        printf("    points (%a, %a) (%a, %a) normal (%a, %a) features %u %u\n",
               (double)hit.contact.point_a.x, (double)hit.contact.point_a.y,
               (double)hit.contact.point_b.x, (double)hit.contact.point_b.y,
               (double)hit.contact.normal.x, (double)hit.contact.normal.y, hit.contact.feature_a,
               hit.contact.feature_b);
        wrong(q, "sweep", motion);
    }
}

/* Motions: any; from a corner of A - B, through it and past it; along edges; short of it. */
static cld_vec2 any_motion(const pair *q, test_random *r)
{
    const uint32_t k = (uint32_t)test_integer(r, 0, (int)q->m.count - 1);
    const oracle_point *p = &q->m.p[k], *n = &q->m.p[oracle_next(&q->m, k)];
    const double size = q->a.size + q->b.size, a = test_between(r, -4, 4);
    double t = 1;
    switch (test_integer(r, 0, 6)) {
    case 0:
        return vec2(size * cos(a), size * sin(a));
    case 1:
        return vec2((double)(p->x - n->x), (double)(p->y - n->y)); /* parallel to an edge */
    case 2:
        return vec2((double)(p->x + n->x) / 2, (double)(p->y + n->y) / 2);
    case 3:
        t = 2;
        break;
    case 4:
        t = test_between(r, 0.5, 3);
        break;
    case 5:
        t = 1 + test_integer(r, -4, 4) * TEST_ROUND;
        break;
    default:
        break;
    }
    return vec2((double)p->x * t, (double)p->y * t);
}

static void sweeps_of_random_pairs(void)
{
    static pair q;
    const int repeat = pairs(4000);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(5000000 + (uint64_t)i);
        pair_any(&q, &r, 200);
        for (k = 0; k < 3; k++) check_sweep(&q, any_motion(&q, &r));
        if (i % 16 == 0) check_sweep(&q, vec2(0, 0));
    }
    pair_free(&q);
}

/* --------------------------------------------------------------------------- asked again, moved */

/* A little motion from query to query, with one cache: the same answers as without. */
static void walks_with_a_cache(void)
{
    static pair q;
    const int repeat = pairs(200);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(6000000 + (uint64_t)i);
        cld_polygon_cache cache = {0, 4000000}, other = {4000000, 0}; /* of none of the two */
        double x, y, turn, size;
        pair_any(&q, &r, 200);
        size = q.a.size + q.b.size;
        x = test_between(&r, -0.01, 0.01) * size, y = test_between(&r, -0.01, 0.01) * size;
        turn = test_between(&r, -0.02, 0.02);
        for (k = 0; k < 40; k++) {
            cld_pose2 *pose = &q.b.polygon.pose;
            cld_contact2 c, d;
            cld_polygon_witness w;
            const cld_pose2 step = cld_pose2_from_angle((cld_real)turn, vec2(0, 0));
            const cld_vec2 at = pose->position;
            const int apart = cld_polygon_distance(&q.a.polygon, &q.b.polygon, &c);
            int good =
                CHECK(cld_polygon_distance_cached(&q.a.polygon, &q.b.polygon, &cache, &d) == apart);
            if (apart) good &= CHECK(is_same_contact(&c, &d));
            good &=
                CHECK(cld_polygon_overlap_cached(&q.a.polygon, &q.b.polygon, &other, &w) == !apart);
            if (!good) {
                pair_look(&q);
                printf("    features %u %u distance %a, cached %u %u %a\n", c.feature_a,
                       c.feature_b, (double)c.distance, d.feature_a, d.feature_b,
                       (double)d.distance);
                wrong(&q, "cached", at);
                break;
            }
            if (turn != 0 && k % 8 == 0) {
                pose->position = vec2(0, 0);
                *pose = cld_pose2_multiply(&step, pose);
            }
            pose->position = vec2((double)at.x + x, (double)at.y + y);
        }
    }
    pair_free(&q);
}

/* Does no number of the polygon become too small to be kept? */
static int scales(const cld_polygon *p, double scale)
{
    const cld_vec2 at = p->pose.position;
    size_t i;
    int good = 1;
    for (i = 0; i <= p->count; i++) {
        const cld_vec2 v = i < p->count ? shape_vertex(p, i) : at;
        const cld_vec2 w = vec2((double)v.x * scale, (double)v.y * scale);
        good &= is_equal(v, vec2((double)w.x / scale, (double)w.y / scale));
    }
    return good;
}

/* Polygons whose corners stand in long runs of equal vertices, against the same without. */
static void runs_of_equal_vertices(void)
{
    enum { CORNERS = 60, MOST = 6000 };
    static cld_real plain[2][2 * CORNERS], runs[2][2 * MOST];
    test_random r = test_random_from(91);
    int n, i, k, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        cld_polygon p[2], q[2];
        cld_contact2 c[2], d[2];
        cld_hit2 h[2];
        cld_vec2 motion;
        int s[2];
        memset(p, 0, sizeof p);
        for (k = 0; k < 2; k++) {
            const int corners = test_integer(&r, 3, CORNERS), most = test_integer(&r, 1, 3);
            int count = 0, left;
            for (i = 0; i < corners; i++) {
                const double a = 6.283185307179586 * (i + 0.3 * (n % 2)) / corners;
                const cld_vec2 v = vec2(4 * cos(a) + 0.125 * (k + n % 3), 4 * sin(a));
                memcpy(plain[k] + 2 * i, &v, sizeof v);
                left = test_integer(&r, 0, most) ? 1 : test_integer(&r, 1, MOST / CORNERS);
                for (; left > 0; left--, count++) memcpy(runs[k] + 2 * count, &v, sizeof v);
            }
            p[k].vertices = plain[k], p[k].count = (size_t)corners;
            q[k] = p[k], q[k].vertices = runs[k], q[k].count = (size_t)count;
            CHECK(cld_polygon_validate(&q[k], NULL) == cld_polygon_validate(&p[k], NULL));
            if (k)
                p[1].pose.position = q[1].pose.position =
                    vec2(test_between(&r, -9, 9), test_between(&r, -4, 4));
        }
        s[0] = cld_polygon_collide(&p[0], &p[1], 0, c, 2),
        s[1] = cld_polygon_collide(&q[0], &q[1], 0, d, 2);
        CHECK((s[0] > 0) == (s[1] > 0) && s[0] == cld_polygon_collide(&p[0], &p[1], 0, NULL, 0));
        /* numbers up to 16: the depth of either is right to 2^-48 of that, and rounded */
        if (s[0] > 0 && s[1] > 0)
            CHECK_NEAR(c->distance, d->distance, ldexp(32, -48) + 16 * TEST_ROUND);
        s[0] = cld_polygon_distance(&p[0], &p[1], c), s[1] = cld_polygon_distance(&q[0], &q[1], d);
        CHECK(s[0] == s[1] && s[0] == !cld_polygon_overlap(&q[0], &q[1], NULL));
        if (s[0] > 0) CHECK_NEAR(c->distance, d->distance, ldexp(32, -48) + 16 * TEST_ROUND);
        motion = vec2(test_between(&r, -9, 9), test_between(&r, -9, 9));
        s[0] = sweep_b(&p[0], &p[1], motion, &h[0]);
        s[1] = sweep_b(&q[0], &q[1], motion, &h[1]);
        CHECK(s[0] == s[1]);
        if (s[0] > 0) CHECK_NEAR(h[0].time, h[1].time, 1e-6);
    }
}

/* A convex polygon whose lower side, from (0, 0) to the left, is level but for rounding: of edges
   with whole steps in x, and whole slopes of a tiny unit. sign -1: turned by half. Its vertices
   repeat here and there, and its corner may be cut off by less than rounding. */
static void shape_level(shape *s, test_random *r, int most, int sign)
{
    shape_points *p = &shape_scratch[0], *level = &shape_scratch[1];
    const double tiny = ldexp(sign, test_integer(r, -60, -46)), size = ldexp(sign, -4);
    const int n = test_integer(r, 1, most), top = test_integer(r, 0, 5);
    const int cut = test_integer(r, 0, 3) == 0;
    double x = 0, y = 0, slope = test_integer(r, -3, 1), step;
    int i, k;
    level->count = 0;
    shape_push(level, 0, 0);
    if (cut) {
        step = ldexp(1, test_integer(r, -64, -40));
        shape_push(level, -step * size, step * slope++ * tiny);
    }
    for (i = 0; i < n; i++) {
        step = test_integer(r, 1, 16);
        x -= step * size, y += step * slope * tiny;
        shape_push(level, x, y);
        slope += cut && i == 0 ? 1 : test_integer(r, 0, 2); /* the cut made the first steeper */
    }
    p->count = 0;
    for (i = (int)level->count - 1; i >= 0; i--) {
        k = test_integer(r, 0, 3) ? 1 : test_integer(r, 2, 9);
        for (; k > 0; k--) shape_push(p, (double)level->p[i].x, (double)level->p[i].y);
    }
    if (top > 1) shape_push(p, top == 2 ? size : 0, 16 * size);
    if (top > 0) shape_push(p, top == 3 ? x - size : x, 16 * size);
    shape_store(s, p, (size_t)test_integer(r, 0, (int)p->count - 1), 2);
    s->whole = 0, s->unit = s->size = fabs(x), s->family = SHAPE_GRID;
}

/* Corner to corner, with edges to both sides that are level but for rounding: the contact is where
   the corners are, not where the edges have other vertices. */
static void corners_of_level_edges(void)
{
    static pair q;
    const int repeat = pairs(12000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(9100000 + (uint64_t)i);
        const int most = i % 4 ? 6 : 60, sign = i % 2 ? 1 : -1;
        const double turn = test_between(&r, -4, 4);
        cld_pose2 pose;
        memset(&pose, 0, sizeof pose);
        shape_level(&q.a, &r, most, sign);
        shape_level(&q.b, &r, most, -sign);
        if (test_integer(&r, 0, 1)) pose.rotation = vec2(cos(turn), sin(turn));
        if (test_integer(&r, 0, 1)) pose.position = vec2(test_between(&r, -9, 9), turn);
        q.a.polygon.pose = q.b.polygon.pose = pose;
        if (test_integer(&r, 0, 3) == 0) {
            cld_vec2 *at = &q.b.polygon.pose.position;
            at->x = nudge(at->x, test_integer(&r, -2, 2));
            at->y = nudge(at->y, test_integer(&r, -2, 2));
        }
        if (!CHECK(cld_polygon_validate(&q.a.polygon, NULL) == CLD_OK &&
                   cld_polygon_validate(&q.b.polygon, NULL) == CLD_OK)) {
            continue;
        }
        pair_look(&q);
        check_collide(&q);
    }
    pair_free(&q);
}

/* Apart by less than the least float: still apart, and by something. */
static void apart_by_less_than_float(void)
{
#ifndef COLLIDE_DOUBLE
    const cld_real least = (cld_real)ldexp(1, -149);
    cld_real slope[8] = {-1, -1, 1, -1, 1, 0, -1, 0}, above[2] = {(cld_real)ldexp(1, -20), 0};
    cld_polygon a, b;
    cld_contact2 c;
    int k;
    slope[5] = -least, slope[7] = least; /* the point lies 2^-169 above */
    memset(&a, 0, sizeof a);
    a.vertices = slope, a.count = 4;
    b = a, b.vertices = above, b.count = 1;
    for (k = 0; k < 2; k++) {
        CHECK(cld_polygon_overlap(k ? &b : &a, k ? &a : &b, NULL) == 0);
        CHECK(cld_polygon_distance(k ? &b : &a, k ? &a : &b, &c) == 1);
        CHECK(c.distance > 0 && (double)c.distance < 1e-37);
        CHECK((k ? c.feature_b : c.feature_a) == 4 * 2 + CLD_FEATURE_EDGE);
    }
    above[0] = 0; /* on the line */
    CHECK(cld_polygon_overlap(&a, &b, NULL) == 1 && cld_polygon_distance(&a, &b, &c) == 0);
    /* all of the least numbers: (1, 1) is 1 / sqrt(5) of them above the line y = x / 2 */
    slope[0] = slope[1] = slope[3] = 0, slope[2] = slope[4] = 2 * least, slope[5] = least;
    a.count = 3, above[0] = above[1] = least;
    CHECK(cld_polygon_distance(&a, &b, &c) == 1 && c.distance > 0 && (double)c.distance < 1e-37);
    CHECK(c.feature_a == 4 * 2 + CLD_FEATURE_EDGE && is_unit(c.normal));
#endif
}

/* A corner cut off by an edge whose square underflows, as one of denormal numbers does: as if it
 * were not cut off. */
static void edges_too_short_to_square(void)
{
#ifdef COLLIDE_DOUBLE
    test_random r = test_random_from(17);
    int n, i, k, repeat = test_repeat(3000), deep = 0;
    for (n = 0; n < repeat; n++) {
        const double size = ldexp(1, n % 2 ? test_integer(&r, -90, 230) : 0);
        cld_real whole[2][6], cut[2][8];
        cld_polygon p[2], q[2];
        cld_contact2 c[2], d[2];
        int s[2];
        memset(p, 0, sizeof p);
        for (k = 0; k < 2; k++) {
            const double b = size * test_between(&r, 0.5, 2), turn = test_between(&r, 0, 6.3);
            cld_real *w = whole[k];
            w[0] = w[1] = w[3] = w[4] = 0, w[2] = b, w[5] = size * test_between(&r, 0.5, 2);
            memcpy(cut[k] + 2, w + 2, 4 * sizeof *w);
            cut[k][0] = ldexp(test_between(&r, 0.5, 1), test_integer(&r, -570, -440));
            cut[k][7] = ldexp(test_between(&r, 0.5, 1), test_integer(&r, -570, -440));
            cut[k][1] = cut[k][6] = 0;
            p[k].vertices = w, p[k].count = 3;
            p[k].pose.rotation = vec2(cos(turn), sin(turn));
            if (k)
                p[k].pose.position =
                    vec2(size * test_between(&r, -1.5, 1.5), size * test_between(&r, -1.5, 1.5));
            q[k] = p[k], q[k].vertices = cut[k], q[k].count = 4;
        }
        s[0] = cld_polygon_collide(&p[0], &p[1], 0, c, 2);
        for (i = 1; i < 4; i++) {
            s[1] = cld_polygon_collide(i & 1 ? &q[0] : &p[0], i & 2 ? &q[1] : &p[1], 0, d, 2);
            if (!CHECK((s[0] > 0) == (s[1] > 0)) || s[1] <= 0) continue;
            CHECK_NEAR(c->distance, d->distance, 1e-12 * size);
            CHECK(is_unit(d->normal) && (double)d->distance > -4 * size);
            deep++;
        }
    }
    CHECK(deep > repeat / 4);
#endif
}

/* A scene times a power of two: the same answers, times that. */
static void scaling_changes_nothing(void)
{
    static pair q, big;
    const int repeat = pairs(2000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(7000000 + (uint64_t)i);
#ifdef COLLIDE_DOUBLE
        const int most = test_integer(&r, 0, 3) ? 440 : 497,
                  least = test_integer(&r, 0, 3) ? -450 : -490;
#else
        const int most = 40, least = -40;
#endif
        double scale;
        cld_contact2 c, d;
        cld_hit2 h, g;
        cld_vec2 motion;
        int n, good = 1, exponent;
        pair_any(&q, &r, 100);
        frexp(q.most, &exponent);
        scale = ldexp(1, test_integer(&r, least, most) - exponent);
        pair_copy(&big.a, &q.a, 0, scale);
        pair_copy(&big.b, &q.b, 0, scale);
        if (!scales(&q.a.polygon, scale) || !scales(&q.b.polygon, scale)) continue;
        big.a.polygon.pose.position = vec2((double)q.a.polygon.pose.position.x * scale,
                                           (double)q.a.polygon.pose.position.y * scale);
        big.b.polygon.pose.position = vec2((double)q.b.polygon.pose.position.x * scale,
                                           (double)q.b.polygon.pose.position.y * scale);
        if (cld_polygon_distance(&q.a.polygon, &q.b.polygon, &c) == 1) {
            good &= CHECK(cld_polygon_distance(&big.a.polygon, &big.b.polygon, &d) == 1);
            good &= CHECK(c.feature_a == d.feature_a && c.feature_b == d.feature_b);
            good &= CHECK(fabs((double)c.distance * scale - (double)d.distance) <=
                          (BOUND * q.most_at_all + TEST_ROUND * (double)c.distance) * scale);
        } else {
            good &= CHECK(cld_polygon_distance(&big.a.polygon, &big.b.polygon, &d) == 0);
        }
        good &= CHECK(cld_polygon_overlap(&q.a.polygon, &q.b.polygon, NULL) ==
                      cld_polygon_overlap(&big.a.polygon, &big.b.polygon, NULL));
        n = cld_polygon_collide(&q.a.polygon, &q.b.polygon, 0, &c, 1);
        good &= CHECK(cld_polygon_collide(&big.a.polygon, &big.b.polygon, 0, &d, 1) == n);
        if (n > 0) {
            good &= CHECK(fabs((double)c.distance * scale - (double)d.distance) <=
                          (BOUND * q.most_at_all - TEST_ROUND * (double)c.distance) * scale);
        }
        motion = any_motion(&q, &r);
        n = sweep_b(&q.a.polygon, &q.b.polygon, motion, &h);
        motion = vec2((double)motion.x * scale, (double)motion.y * scale);
        good &= CHECK(sweep_b(&big.a.polygon, &big.b.polygon, motion, &g) == n);
        if (n > 0) good &= CHECK(fabs((double)h.time - (double)g.time) <= 1e-6);
        if (!good) {
            printf("    scale %a\n", scale);
            wrong(&q, "scaling", motion);
        }
    }
    pair_free(&q);
    pair_free(&big);
}

static void large_pairs(void)
{
    static pair q;
    static const shape_family families[5] = {SHAPE_REGULAR, SHAPE_CIRCLE, SHAPE_ELLIPSE,
                                             SHAPE_LATTICE, SHAPE_PARABOLA};
    const int most = option_pairs > 100000 ? 1000000 : test_effort < 50 ? 10000 : 100000;
    int n, f, k;
    for (n = 1000; n <= most; n *= 10) {
        for (f = 0; f < 5; f++) {
            test_random r = test_random_from((uint64_t)(8000000 + 10 * n + f));
            shape_make(&q.a, &r, families[f], (size_t)n, 1, 0);
            shape_make(&q.b, &r, families[test_integer(&r, 0, 4)], (size_t)n, 1, 0);
            for (k = 0; k < (n > 10000 && !option_pairs ? 1 : 6); k++) {
                const double turn = test_between(&r, -4, 4);
                q.a.polygon.pose = shape_pose(&r, &q.a, q.a.size);
                q.b.polygon.pose = shape_pose(&r, &q.b, q.b.size);
                if (f % 2 || k) pair_touch(&q, cos(turn), sin(turn), any_gap(&r, &q));
                pair_look(&q);
                q.kind = 100 + k;
                check_overlap(&q, &r);
                check_distance(&q, &r);
                check_collide(&q);
                check_sweep(&q, any_motion(&q, &r));
            }
        }
    }
    pair_free(&q);
}

/* Circles far from the origin, rounded to float: an end, soon, and nothing told that is not there.
   */
static void polygons_that_rounding_has_dented(void)
{
    enum { N = 10000, ASKED = 300 };
    static pair q;
    static cld_vec2 v[2 * N];
    static oracle_polygon hull[2], m;
    static oracle_view views[2];
    cld_polygon hulls[2];
    shape_points *p = &shape_scratch[0];
    test_random r = test_random_from(9);
    const oracle_point o = oracle_origin();
    long missed = 0, apart = 0;
    double worst = 0;
    clock_t spent = 0, begun;
    int i, k;
    for (k = 0; k < 2; k++) {
        int h;
        p->count = 0;
        for (i = 0; i < N; i++) {
            const double a = 6.283185307179586 * i / N;
            v[N * k + i] = vec2(shape_as_float(100 + cos(a)), shape_as_float(100 + sin(a)));
            shape_push(p, (double)v[N * k + i].x, (double)v[N * k + i].y);
        }
        shape_store(k ? &q.b : &q.a, p, 0, 2);
        h = cld_polygon_hull(&v[N * k].x, N, 0);
        if (!CHECK(h > 100 && h < N)) return;
        memset(&hulls[k], 0, sizeof hulls[k]);
        hulls[k].vertices = &v[N * k].x, hulls[k].count = (size_t)h;
    }
    for (i = 0; i < ASKED; i++) {
        const double a = test_between(&r, -4, 4), far = 2 + test_between(&r, -1, 1) * 1e-4;
        cld_contact2 c[2];
        cld_hit2 hit;
        cld_polygon_witness w;
        int overlap, n, truth, gap;
        if (i & 1) q.b.polygon.pose.rotation = vec2(cos(2 * a), sin(2 * a));
        q.b.polygon.pose.position = vec2(0, 0);
        { /* the centre to where it should be */
            const cld_vec2 centre = cld_pose2_point(&q.b.polygon.pose, vec2(100, 100));
            q.b.polygon.pose.position =
                vec2(100 + far * cos(a) - (double)centre.x, 100 + far * sin(a) - (double)centre.y);
        }
        begun = clock();
        overlap = cld_polygon_overlap(&q.a.polygon, &q.b.polygon, &w);
        gap = cld_polygon_distance(&q.a.polygon, &q.b.polygon, &c[0]);
        CHECK(overlap >= 0 && gap >= 0);
        hulls[1].pose = q.b.polygon.pose;
        for (k = 0; k < 2; k++) {
            views[k] = oracle_view_from(&hulls[k]);
            oracle_corners(&hull[k], &views[k]);
        }
        oracle_minkowski(&m, &hull[0], &hull[1]);
        truth = oracle_where(&m, &o) != 0;
        if (overlap) CHECK(truth);
        if (overlap) CHECK(off_polygon(&hull[0], w.point.x, w.point.y) < 1e-4);
        if (!overlap) missed += truth;
        if (gap == 1 && !truth) {
            const double exact = (double)oracle_nearest(&m, &o).distance;
            CHECK((double)c[0].distance >= exact - 200 * BOUND - 1e-4 * (sizeof(cld_real) == 4));
            if ((double)c[0].distance - exact > worst) worst = (double)c[0].distance - exact;
        }
        apart += !truth;
        begun = clock();
        n = cld_polygon_collide(&q.a.polygon, &q.b.polygon, 0, c, 2);
        CHECK(n >= 0 && n <= 2);
        n = sweep_b(&q.a.polygon, &q.b.polygon, vec2(-cos(a), -sin(a)), &hit);
        CHECK(n >= 0 && n <= 1);
        spent += clock() - begun;
    }
    /* linear at worst: 10 ms each would be 0.5 us a vertex */
    CHECK((double)spent / CLOCKS_PER_SEC < 2 * ASKED * 10e-3);
    printf(
        "     dented: %d pairs, %ld apart; %ld overlaps missed; distances %.2g too long at most\n",
        (int)ASKED, apart, missed, worst);
    pair_free(&q);
    oracle_clear(&hull[0]);
    oracle_clear(&hull[1]);
    oracle_clear(&m);
}

/* -------------------------------------------------------------------------------------- by hand */

static cld_polygon moved(cld_polygon p, double x, double y)
{
    p.pose.position = vec2((double)p.pose.position.x + x, (double)p.pose.position.y + y);
    return p;
}

static const cld_real diamond[8] = {0, -1, 1, 0, 0, 1, -1, 0};

static uint32_t edge_of(uint32_t i)
{
    return 4 * i + CLD_FEATURE_EDGE;
}

static uint32_t vertex_of(uint32_t i)
{
    return 4 * i + CLD_FEATURE_VERTEX;
}

static void overlaps_by_hand(void)
{
    const cld_polygon box = polygon_of(box_4_2, 4), segment = polygon_of(box_4_2, 2);
    const cld_polygon point = polygon_of(box_4_2, 1), d = polygon_of(diamond, 4);
    const double bit = 16 * TEST_ROUND;
    cld_polygon_witness w;
    CHECK(cld_polygon_overlap(&box, &box, &w) == 1);
    CHECK(cld_polygon_overlap(&point, &point, &w) == 1 && is_equal(w.point, vec2(0, 0)));
    CHECK(cld_polygon_overlap(&box, &point, NULL) == 1);
    CHECK(cld_polygon_overlap(&segment, &segment, NULL) == 1);
    { /* an edge on an edge, and a bit off */
        cld_polygon b = moved(box, 4, 0);
        CHECK(cld_polygon_overlap(&box, &b, NULL) == 1);
        b = moved(box, 4 + bit, 0);
        CHECK(cld_polygon_overlap(&box, &b, &w) == 0);
        CHECK(w.normal.x == 1 && w.normal.y == 0);
        b = moved(box, 4, 2); /* corner on corner */
        CHECK(cld_polygon_overlap(&box, &b, NULL) == 1);
        b = moved(box, 4, 2 + bit);
        CHECK(cld_polygon_overlap(&box, &b, NULL) == 0);
        b = moved(d, 5, 1); /* a corner on an edge */
        CHECK(cld_polygon_overlap(&box, &b, NULL) == 1);
        b = moved(d, 5 + bit, 1);
        CHECK(cld_polygon_overlap(&box, &b, NULL) == 0);
        CHECK(cld_polygon_overlap(&b, &box, NULL) == 0);
        b = moved(d, 2, 1); /* within */
        CHECK(cld_polygon_overlap(&box, &b, &w) == 1 && is_zero(w.normal));
        b = moved(segment, 4, 0); /* end on end, in one line */
        CHECK(cld_polygon_overlap(&segment, &b, NULL) == 1);
        b = moved(segment, 4 + bit, 0);
        CHECK(cld_polygon_overlap(&segment, &b, NULL) == 0);
        b = moved(segment, 0, 1e-30);
        CHECK(cld_polygon_overlap(&segment, &b, NULL) == 0);
        b = moved(point, 2, 0);
        CHECK(cld_polygon_overlap(&segment, &b, NULL) == 1);
        b = moved(point, 1e-30, 0);
        CHECK(cld_polygon_overlap(&point, &b, NULL) == 0);
        b = segment, b.pose.rotation = vec2(0, 1); /* crossing in a T */
        b = moved(b, 2, -4);
        CHECK(cld_polygon_overlap(&segment, &b, NULL) == 1);
        b = moved(b, 0, -bit);
        CHECK(cld_polygon_overlap(&segment, &b, NULL) == 0);
    }
}

static void distances_by_hand(void)
{
    const cld_polygon box = polygon_of(box_4_2, 4), segment = polygon_of(box_4_2, 2);
    const cld_polygon point = polygon_of(box_4_2, 1), d = polygon_of(diamond, 4);
    cld_contact2 c;
    cld_polygon b = moved(box, 7, 6); /* corner to corner */
    CHECK(cld_polygon_distance(&box, &b, &c) == 1 && c.distance == 5);
    CHECK(c.feature_a == vertex_of(2) && c.feature_b == vertex_of(0));
    CHECK(is_equal(c.point_a, vec2(4, 2)) && is_equal(c.point_b, vec2(7, 6)));
    b = moved(d, 8, 1); /* edge to corner */
    CHECK(cld_polygon_distance(&box, &b, &c) == 1 && c.distance == 3);
    CHECK(c.feature_a == edge_of(1) && c.feature_b == vertex_of(3));
    CHECK(is_equal(c.point_a, vec2(4, 1)) && is_equal(c.point_b, vec2(7, 1)));
    CHECK(is_equal(c.normal, vec2(1, 0)));
    CHECK(cld_polygon_distance(&b, &box, &c) == 1 && c.feature_a == vertex_of(3));
    CHECK(c.feature_b == edge_of(1) && is_equal(c.normal, vec2(-1, 0)));
    b = moved(box, 7, 1); /* edge to edge: the middle of 1 .. 2 */
    CHECK(cld_polygon_distance(&box, &b, &c) == 1 && c.distance == 3);
    CHECK(c.feature_a == edge_of(1) && c.feature_b == edge_of(3));
    CHECK(is_equal(c.point_a, vec2(4, 1.5)) && is_equal(c.point_b, vec2(7, 1.5)));
    b = moved(box, 7, 2); /* parallel edges that face each other in one point: corners */
    CHECK(cld_polygon_distance(&box, &b, &c) == 1 && c.distance == 3);
    CHECK(c.feature_a == vertex_of(2) && c.feature_b == vertex_of(0));
    b = moved(box, 4, 0);
    CHECK(cld_polygon_distance(&box, &b, &c) == 0 && c.distance == 0 && is_zero(c.normal));
    CHECK(is_equal(c.point_a, c.point_b) && c.point_a.x == 4);
    b = moved(point, 3, 4);
    CHECK(cld_polygon_distance(&point, &b, &c) == 1 && c.distance == 5);
    CHECK(cld_polygon_distance(&segment, &b, &c) == 1 && c.distance == 4);
    CHECK(c.feature_b == vertex_of(0) && is_equal(c.point_a, vec2(3, 0)));
    b = moved(segment, 6, 3); /* parallel, not facing */
    CHECK(cld_polygon_distance(&segment, &b, &c) == 1);
    CHECK_NEAR(c.distance, sqrt(13), 4 * TEST_ROUND);
    b = moved(segment, 5, 0); /* in one line */
    CHECK(cld_polygon_distance(&segment, &b, &c) == 1 && c.distance == 1);
    CHECK(c.feature_a == vertex_of(1) && c.feature_b == vertex_of(0));
    b = moved(segment, 2, 3); /* facing: the middle of 2 .. 4 */
    CHECK(cld_polygon_distance(&segment, &b, &c) == 1 && c.distance == 3);
    CHECK(is_equal(c.point_a, vec2(3, 0)) && is_equal(c.point_b, vec2(3, 3)));
    CHECK(c.feature_a % 4 == CLD_FEATURE_EDGE && c.feature_b % 4 == CLD_FEATURE_EDGE);
}

static void contacts_by_hand(void)
{
    const cld_polygon box = polygon_of(box_4_2, 4), segment = polygon_of(box_4_2, 2);
    const cld_polygon point = polygon_of(box_4_2, 1), d = polygon_of(diamond, 4);
    cld_contact2 c[2];
    cld_polygon b = moved(d, 4.75, 1); /* a corner, a quarter deep */
    CHECK(cld_polygon_collide(&box, &b, 0, c, 2) >= 1);
    CHECK(c[0].distance == (cld_real)-0.25 && is_equal(c[0].normal, vec2(1, 0)));
    CHECK(is_equal(c[0].point_a, vec2(4, 1)) && is_equal(c[0].point_b, vec2(3.75, 1)));
    CHECK(c[0].feature_a == edge_of(1) && c[0].feature_b == vertex_of(3));
    b = moved(box, 3.5, 0.5); /* edges half deep: two contacts */
    CHECK(cld_polygon_collide(&box, &b, 0, c, 2) == 2);
    CHECK(c[0].distance == (cld_real)-0.5 && c[1].distance == (cld_real)-0.5);
    CHECK(is_equal(c[0].normal, vec2(1, 0)));
    CHECK(c[0].point_a.x == 4 && c[1].point_a.x == 4);
    CHECK(c[0].point_b.x == (cld_real)3.5 && c[1].point_b.x == (cld_real)3.5);
    CHECK(c[0].point_a.y + c[1].point_a.y == (cld_real)2.5); /* 0.5 and 2 */
    CHECK(cld_polygon_collide(&box, &b, 0, c, 1) == 2 &&
          cld_polygon_collide(&box, &b, 0, NULL, 0) == 2);
    CHECK(cld_polygon_collide(&box, &b, 0, c, -1) == CLD_ERROR_COUNT);
    b = moved(box, 4, 0.5); /* touching */
    CHECK(cld_polygon_collide(&box, &b, 0, c, 2) >= 1 && c[0].distance == 0);
    CHECK(is_equal(c[0].normal, vec2(1, 0)));
    b = moved(box, 4 + 16 * TEST_ROUND, 0.5);
    CHECK(cld_polygon_collide(&box, &b, 0, c, 2) == 0);
    /* identical: out by the edges of A, of the smallest number: 0, down */
    CHECK(cld_polygon_collide(&box, &box, 0, c, 2) >= 1 && c[0].distance == -2);
    CHECK(is_equal(c[0].normal, vec2(0, -1)));
    b = moved(point, 1, 1.5); /* a point half deep */
    CHECK(cld_polygon_collide(&box, &b, 0, c, 2) == 1 && c[0].distance == (cld_real)-0.5);
    CHECK(is_equal(c[0].normal, vec2(0, 1)) && c[0].feature_b == vertex_of(0));
    CHECK(cld_polygon_collide(&b, &box, 0, c, 2) == 1 && c[0].distance == (cld_real)-0.5);
    CHECK(is_equal(c[0].normal, vec2(0, -1)));
    CHECK(cld_polygon_collide(&point, &point, 0, c, 2) == 1 && c[0].distance == 0);
    CHECK(is_unit(c[0].normal));
    b = segment, b.pose.rotation = vec2(0, 1), b = moved(b, 2, -3); /* a cross: 1 is sticking out */
    CHECK(cld_polygon_collide(&segment, &b, 0, c, 2) >= 1 && c[0].distance == -1);
}

/* Corner to corner, edges level but for rounding: whichever vertex repeats, they touch in (0, 0),
   and there alone. */
static void repeated_corners_of_level_edges(void)
{
    static const cld_real right[8] = {1, 0, 0, 0, 0, -1, 1, -1};
    static const double left[10] = {-2, -1e-17, -1, -1e-17, 0, 0, 0, 1, -2, 1};
    cld_real copies[24] = {0};
    const cld_polygon a = polygon_of(right, 4);
    cld_polygon b = polygon_of(copies, 0);
    cld_contact2 c;
    size_t vertex, times, i, k;
    int swapped;
    for (vertex = 0; vertex < 5; vertex++) {
        for (times = 1; times < 8; times++) {
            b.count = 0;
            for (i = 0; i < 5; i++)
                for (k = i == vertex ? times : 1; k > 0; k--, b.count++) {
                    copies[2 * b.count] = (cld_real)left[2 * i];
                    copies[2 * b.count + 1] = (cld_real)left[2 * i + 1];
                }
            CHECK(cld_polygon_validate(&b, NULL) == CLD_OK);
            for (swapped = 0; swapped < 2; swapped++) { /* numbers up to 2 */
                CHECK(cld_polygon_collide(swapped ? &b : &a, swapped ? &a : &b, 0, &c, 1) == 1);
                CHECK(hypot((double)c.point_a.x, (double)c.point_a.y) <= 2 * BOUND);
                CHECK(hypot((double)c.point_b.x, (double)c.point_b.y) <= 2 * BOUND);
            }
            CHECK(cld_polygon_collide(&a, &b, 0, &c, 1) == 1 && c.feature_a == vertex_of(1));
            /* level edges are told as one, by the first: behind the copies of vertex 0 */
            CHECK(c.feature_b == edge_of(vertex == 0 ? (uint32_t)times - 1 : 0));
        }
    }
}

/* Boxes of small whole numbers, without a pose, shifted, or by quarter turns, some flat or with
   corners that repeat: what is apart, touches or overlaps, and which features, is known. */
static void boxes_of_whole_numbers(void)
{
    static const int cosine[4] = {1, 0, -1, 0};
    test_random r = test_random_from(61);
    int n;
    for (n = test_repeat(40000); n > 0; n--) {
        const double scale = ldexp(1, test_integer(&r, -20, 20));
        const int kind = test_integer(&r, 0, 3), common = test_integer(&r, 0, 3);
        cld_real corners[2][16];
        cld_polygon p[2];
        cld_contact2 closest, contacts[2];
        int low[2][2], high[2][2], gap[2], axis, k, area = 1, apart;
        for (k = 0; k < 2; k++) {
            const int turn = kind == 0 ? 0 : kind == 3 ? test_integer(&r, 0, 3) : common;
            const int x = test_integer(&r, 0, 4), y = test_integer(&r, 0, 4);
            const int at[2] = {test_integer(&r, -5, 5), test_integer(&r, -5, 5)};
            const int first = test_integer(&r, 0, 3);
            int count = 0, i, times;
            for (i = first; i < first + 4; i++)
                for (times = test_integer(&r, 0, 7) ? 1 : 2; times > 0; times--, count++) {
                    const int cx = i % 4 == 1 || i % 4 == 2 ? x : -x, cy = i % 4 > 1 ? y : -y;
                    corners[k][2 * count] = (cld_real)((cx + (kind ? 0 : at[0])) * scale);
                    corners[k][2 * count + 1] = (cld_real)((cy + (kind ? 0 : at[1])) * scale);
                }
            p[k] = polygon_of(corners[k], (size_t)count);
            if (kind) {
                p[k].pose.rotation = vec2(cosine[turn], cosine[(turn + 3) % 4]);
                p[k].pose.position = vec2(at[0] * scale, at[1] * scale);
            }
            low[k][0] = at[0] - (turn % 2 ? y : x), high[k][0] = at[0] + (turn % 2 ? y : x);
            low[k][1] = at[1] - (turn % 2 ? x : y), high[k][1] = at[1] + (turn % 2 ? x : y);
            area &= x > 0 && y > 0;
        }
        for (axis = 0; axis < 2; axis++) {
            gap[axis] = low[1][axis] - high[0][axis];
            if (low[0][axis] - high[1][axis] > gap[axis]) gap[axis] = low[0][axis] - high[1][axis];
        }
        apart = gap[0] > 0 || gap[1] > 0;
        CHECK(cld_polygon_overlap(&p[0], &p[1], NULL) == !apart);
        CHECK((cld_polygon_collide(&p[0], &p[1], 0, contacts, 2) > 0) == !apart);
        CHECK(cld_polygon_distance(&p[0], &p[1], &closest) == apart);
        if (apart) {
            const double want = hypot(gap[0] > 0 ? gap[0] : 0, gap[1] > 0 ? gap[1] : 0) * scale;
            const int both = (gap[0] > 0 && gap[1] < 0) || (gap[1] > 0 && gap[0] < 0);
            const double rounded = sizeof(cld_real) == sizeof(float) ? ldexp(want, -24) : 0;
            CHECK(fabs((double)closest.distance - want) <= 16 * BOUND * scale + rounded);
            CHECK(!area || (closest.feature_a % 4 == CLD_FEATURE_EDGE) == both);
            CHECK(!area || (closest.feature_b % 4 == CLD_FEATURE_EDGE) == both);
        } else {
            for (k = 0; k < 2; k++) {
                const double x = (double)closest.point_a.x / scale;
                const double y = (double)closest.point_a.y / scale;
                CHECK(x >= low[k][0] - 16 * BOUND && x <= high[k][0] + 16 * BOUND);
                CHECK(y >= low[k][1] - 16 * BOUND && y <= high[k][1] + 16 * BOUND);
            }
        }
    }
}

/* ---- polygons of whole numbers: everything is known in whole numbers, however both are posed */

enum { WHOLE_MOST = 16 };

typedef struct whole_polygon {
    int64_t xy[WHOLE_MOST][2];
    int count;
} whole_polygon;

static int64_t whole_cross(const int64_t u[2], const int64_t v[2])
{
    return u[0] * v[1] - u[1] * v[0];
}

/* Convex, of edges that are few vectors of whole numbers, each with its opposite: many pairs have
   parallel edges. Some vertices come twice, or lie on an edge. */
static void whole_polygon_any(whole_polygon *p, test_random *r)
{
    static const int edges[8][2] = {{1, 0}, {3, 1}, {2, 1}, {1, 1},
                                    {1, 2}, {1, 3}, {0, 1}, {-1, 1}};
    const int from[2] = {test_integer(r, -6, 6), test_integer(r, -6, 6)};
    int64_t at[2] = {from[0], from[1]};
    int times[8], half, i, k;
    for (i = 0; i < 8; i++) times[i] = test_integer(r, 0, 2) ? 0 : test_integer(r, 1, 3);
    if (!test_integer(r, 0, 5)) times[0] *= 30; /* a plate */
    times[0] += 1, times[6] += 1;
    p->count = 0;
    for (half = 0; half < 2; half++)
        for (i = 0; i < 8; i++) {
            const int sign = half ? -1 : 1, split = times[i] > 1 && !test_integer(r, 0, 9);
            if (!times[i]) continue;
            for (k = 0; k <= split && p->count < WHOLE_MOST; k++) {
                const int part = split ? (k ? times[i] - 1 : 1) : times[i];
                p->xy[p->count][0] = at[0], p->xy[p->count][1] = at[1], p->count++;
                at[0] += sign * part * edges[i][0], at[1] += sign * part * edges[i][1];
            }
        }
    if (p->count < WHOLE_MOST && !test_integer(r, 0, 5)) { /* the last one twice */
        memcpy(p->xy[p->count], p->xy[p->count - 1], sizeof p->xy[0]);
        p->count++;
    }
}

/* Of an edge of A or of B: how far all of the other is beyond it, and how that changes where B
   moves by d; times its length. */
typedef struct whole_side {
    int64_t beyond, rate;
} whole_side;

static int whole_sides(const whole_polygon p[2], const int64_t d[2], whole_side *bounds)
{
    int of, i, k, n = 0;
    for (of = 0; of < 2; of++)
        for (i = 0; i < p[of].count; i++) {
            const whole_polygon *own = &p[of], *other = &p[1 - of];
            const int64_t *from = own->xy[i], *to = own->xy[(i + 1) % own->count];
            const int64_t e[2] = {to[0] - from[0], to[1] - from[1]};
            if (e[0] == 0 && e[1] == 0) continue;
            bounds[n].beyond = INT64_MAX;
            bounds[n].rate = of ? -whole_cross(d, e) : whole_cross(d, e);
            for (k = 0; k < other->count; k++) {
                const int64_t w[2] = {other->xy[k][0] - from[0], other->xy[k][1] - from[1]};
                if (whole_cross(w, e) < bounds[n].beyond) bounds[n].beyond = whole_cross(w, e);
            }
            n++;
        }
    return n;
}

static double whole_distance(const whole_polygon p[2])
{
    double least = HUGE_VAL;
    int of, i, k;
    for (of = 0; of < 2; of++)
        for (i = 0; i < p[of].count; i++)
            for (k = 0; k < p[1 - of].count; k++) {
                const int64_t *from = p[of].xy[i], *to = p[of].xy[(i + 1) % p[of].count];
                const int64_t e[2] = {to[0] - from[0], to[1] - from[1]};
                const int64_t w[2] = {p[1 - of].xy[k][0] - from[0], p[1 - of].xy[k][1] - from[1]};
                const int64_t along = w[0] * e[0] + w[1] * e[1], square = e[0] * e[0] + e[1] * e[1];
                double far = hypot((double)w[0], (double)w[1]);
                if (along > 0 && along < square)
                    far = fabs((double)whole_cross(w, e)) / sqrt((double)square);
                if (far < least) least = far;
            }
    return least;
}

/* What a sweep must say: -1 where rounding may tell it otherwise. `turned`: motions are rounded. */
static int whole_sweep(const whole_side *bounds, int n, int turned)
{
    int64_t enter[2] = {0, 1}, leave[2] = {1, 1}; /* fractions */
    int k, apart = 0, touch = 0, deeper = 1;
    for (k = 0; k < n; k++) {
        apart |= bounds[k].beyond > 0, touch |= bounds[k].beyond == 0;
        if (bounds[k].beyond == 0 && bounds[k].rate == 0 && turned) return -1;
        deeper &= bounds[k].beyond != 0 || bounds[k].rate < 0;
    }
    if (!apart) return touch ? deeper : -1;
    for (k = 0; k < n; k++) {
        const int64_t beyond = bounds[k].beyond, rate = bounds[k].rate;
        if (rate == 0 && beyond > 0) return turned ? -1 : 0;
        if (rate == 0 && beyond == 0 && turned) return -1;
        if (rate < 0 && beyond * enter[1] > -rate * enter[0]) enter[0] = beyond, enter[1] = -rate;
        if (rate > 0 && -beyond * leave[1] < rate * leave[0]) leave[0] = -beyond, leave[1] = rate;
    }
    if (enter[0] * leave[1] == leave[0] * enter[1] && turned) return -1;
    return enter[0] * leave[1] <= leave[0] * enter[1];
}

static void polygons_of_whole_numbers(void)
{
    static const int cosine[4] = {1, 0, -1, 0};
    test_random r = test_random_from(67);
    long touching = 0, apart_by_little = 0;
    int n;
    for (n = test_repeat(40000); n > 0; n--) {
        const int turned = test_integer(&r, 0, 3) == 0, turn = test_integer(&r, 0, 3);
        const double angle = test_between(&r, -3, 3);
        const double c = turned ? cos(angle) : cosine[turn];
        const double s = turned ? sin(angle) : cosine[(turn + 3) % 4];
        const int64_t d[2] = {test_integer(&r, -5, 5), test_integer(&r, -5, 5)};
        cld_real corners[2][2 * WHOLE_MOST];
        cld_polygon p[2];
        cld_contact2 closest, contacts[2];
        cld_hit2 hit;
        cld_vec2 motion;
        whole_polygon whole[2];
        whole_side bounds[2 * WHOLE_MOST];
        int sides, i, k, apart = 0, touch = 0, want;
        double distance, error;
        for (k = 0; k < 2; k++) {
            whole_polygon_any(&whole[k], &r);
            for (i = 0; i < whole[k].count; i++) {
                corners[k][2 * i] = (cld_real)whole[k].xy[i][0];
                corners[k][2 * i + 1] = (cld_real)whole[k].xy[i][1];
            }
            p[k] = polygon_of(corners[k], (size_t)whole[k].count);
            p[k].pose.rotation = vec2(c, s);
        }
        p[0].pose.position = vec2(test_between(&r, -9, 9), test_integer(&r, 0, 1) ? 0.1 : 3);
        p[1].pose.position = p[0].pose.position;
        if (!turned && turn == 0 && test_integer(&r, 0, 1)) {
            memset(&p[0].pose, 0, sizeof p[0].pose); /* no pose */
            p[1].pose = p[0].pose;
        }
        sides = whole_sides(whole, d, bounds);
        for (k = 0; k < sides; k++) apart |= bounds[k].beyond > 0, touch |= bounds[k].beyond == 0;
        touching += !apart && touch;
        CHECK(cld_polygon_overlap(&p[0], &p[1], NULL) == !apart);
        CHECK((cld_polygon_collide(&p[0], &p[1], 0, contacts, 2) > 0) == !apart);
        CHECK(cld_polygon_distance(&p[0], &p[1], &closest) == apart);
        distance = apart ? whole_distance(whole) : 0, apart_by_little += apart && distance < 0.5;
        error = sizeof(cld_real) == sizeof(float) ? 2e-4 : 1e-12;
        CHECK(fabs((double)closest.distance - distance) <= error);
        motion = vec2(c * (double)d[0] - s * (double)d[1], s * (double)d[0] + c * (double)d[1]);
        want = whole_sweep(bounds, sides, turned);
        if (want < 0 || (d[0] == 0 && d[1] == 0)) continue;
        CHECK(sweep_b(&p[0], &p[1], motion, &hit) == want);
        if (want && !apart) CHECK(hit.time == 0 && (double)hit.contact.distance > -1e-4);
    }
    CHECK(touching > test_repeat(40000) / 100 && apart_by_little > test_repeat(40000) / 100);
    printf("     %ld touch, %ld are nearly apart\n", touching, apart_by_little);
}

static void sweeps_by_hand(void)
{
    const cld_polygon box = polygon_of(box_4_2, 4), d = polygon_of(diamond, 4);
    const cld_polygon point = polygon_of(box_4_2, 1);
    cld_hit2 h;
    cld_polygon b = moved(d, 9, 1);
    CHECK(sweep_b(&box, &b, vec2(-8, 0), &h) == 1 && h.time == (cld_real)0.5);
    CHECK(is_equal(h.contact.point_a, vec2(4, 1)) && is_equal(h.contact.point_b, vec2(4, 1)));
    CHECK(is_equal(h.contact.normal, vec2(1, 0)) && h.contact.distance == 0);
    CHECK(h.contact.feature_a == edge_of(1) && h.contact.feature_b == vertex_of(3));
    CHECK(sweep_b(&box, &b, vec2(-4, 0), &h) == 1 && h.time == 1);
    CHECK(sweep_b(&box, &b, vec2(-3.5, 0), &h) == 0);
    CHECK(sweep_b(&box, &b, vec2(8, 0), &h) == 0);
    CHECK(sweep_b(&box, &b, vec2(0, 0), &h) == 0);
    CHECK(sweep_b(&box, &b, vec2(-8, 0), NULL) == 1);
    b = moved(d, 9, 3); /* corner passes corner, touching: grazing the top */
    CHECK(sweep_b(&box, &b, vec2(-16, 0), &h) == 1);
    CHECK(h.time == (cld_real)(5 / 16.0) && h.contact.feature_b == vertex_of(0));
    b = moved(d, 9, 3 + 8 * TEST_ROUND);
    CHECK(sweep_b(&box, &b, vec2(-16, 0), &h) == 0);
    b = moved(d, 2, 1);
    CHECK(sweep_b(&box, &b, vec2(0, 0), &h) == 0);
    b = moved(d, 4.5, 1); /* half deep: goes in, leaves */
    CHECK(sweep_b(&box, &b, vec2(-1, 0), &h) == 1 && h.time == 0);
    CHECK(h.contact.distance == (cld_real)-0.5 && is_equal(h.contact.normal, vec2(1, 0)));
    CHECK(sweep_b(&box, &b, vec2(1, 0), &h) == 0);
    b = moved(d, 5, 1); /* touching at the start, and leaving, along, in */
    CHECK(sweep_b(&box, &b, vec2(1, 0), &h) == 0);
    CHECK(sweep_b(&box, &b, vec2(0, 1), &h) == 0);
    CHECK(sweep_b(&box, &b, vec2(-1, 1), &h) == 1 && h.time == 0);
    CHECK(h.contact.distance == 0 && is_equal(h.contact.normal, vec2(1, 0)));
    b = moved(box, 8, 1); /* edge meets edge */
    CHECK(sweep_b(&box, &b, vec2(-8, 0), &h) == 1 && h.time == (cld_real)0.5);
    CHECK(is_equal(h.contact.normal, vec2(1, 0)) && h.contact.point_a.x == 4);
    b = moved(point, -3, 0); /* a point meets a point head on */
    CHECK(sweep_b(&point, &b, vec2(6, 0), &h) == 1 && h.time == (cld_real)0.5);
    CHECK(is_unit(h.contact.normal) && h.contact.normal.x == -1);
    CHECK(sweep_b(&point, &b, vec2(6, 1e-30), &h) == 0);
}

/* The statuses of the docs, in their order. */
static void bad_arguments(void)
{
    cld_polygon good = polygon_of(box_4_2, 4), p;
    cld_polygon_cache cache = {0, 0};
    cld_contact2 c;
    cld_hit2 h;
    int round, k;
    for (round = 0; round < 5; round++) {
        const int expected = round < 1   ? CLD_ERROR_NULL
                             : round < 3 ? CLD_ERROR_COUNT
                             : round < 4 ? CLD_ERROR_STRIDE
                                         : CLD_ERROR_POSE;
        p = good;
        p.pose.rotation = vec2(1, 1);
        if (round < 4) p.stride = round == 3 ? 2 * sizeof(cld_real) + 1 : sizeof(cld_real);
        if (round < 3) p.count = round == 2 ? ((size_t)1 << 29) + 1 : 0;
        if (round < 1) p.vertices = NULL;
        for (k = 0; k < 2; k++) {
            const cld_polygon *a = k ? &good : &p, *b = k ? &p : &good;
            CHECK(cld_polygon_overlap(a, b, NULL) == expected);
            CHECK(cld_polygon_overlap_cached(a, b, &cache, NULL) == expected);
            CHECK(cld_polygon_distance(a, b, &c) == expected);
            CHECK(cld_polygon_distance_cached(a, b, &cache, &c) == expected);
            CHECK(cld_polygon_collide(a, b, 0, &c, 1) == expected);
            CHECK(sweep_b(a, b, vec2(TEST_NAN, 0), &h) == expected);
        }
    }
    for (k = 0; k < 2; k++) {
        const cld_polygon *a = k ? &good : NULL, *b = k ? NULL : &good;
        CHECK(cld_polygon_overlap(a, b, NULL) == CLD_ERROR_NULL);
        CHECK(cld_polygon_overlap_cached(a, b, &cache, NULL) == CLD_ERROR_NULL);
        CHECK(cld_polygon_distance(a, b, &c) == CLD_ERROR_NULL);
        CHECK(cld_polygon_distance_cached(a, b, &cache, &c) == CLD_ERROR_NULL);
        CHECK(cld_polygon_collide(a, b, 0, &c, 1) == CLD_ERROR_NULL);
        CHECK(sweep_b(a, b, vec2(1, 0), &h) == CLD_ERROR_NULL);
    }
    CHECK(cld_polygon_overlap_cached(&good, &good, NULL, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_distance(&good, &good, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_distance_cached(&good, &good, NULL, &c) == CLD_ERROR_NULL);
    CHECK(cld_polygon_distance_cached(&good, &good, &cache, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_collide(&good, &good, 0, NULL, 1) == CLD_ERROR_NULL);
    CHECK(sweep_b(&good, &good, vec2(0, TEST_INFINITY), &h) == CLD_ERROR_FINITE);
    CHECK(sweep_b(&good, &good, vec2(TEST_NAN, 0), NULL) == CLD_ERROR_FINITE);
#ifdef COLLIDE_DOUBLE
    CHECK(sweep_b(&good, &good, vec2(0, 1.0001e150), &h) == CLD_ERROR_FINITE);
    CHECK(sweep_b(&good, &good, vec2(0, 1e150), &h) == 0);
#endif
}

/* Points and segments of whole numbers on one line, or on lines beside it, with vertices given once
   or twice, and turned by quarters: the one moves towards the other's end, and meets it or not. */
static void flat_on_line(test_random *r, cld_polygon *p, cld_real *xy, const int at[2],
                         const int along[2], int from, int to, double scale)
{
    int i, n = 0;
    for (i = 0; i < 2; i++) {
        const int where = i ? to : from;
        int times = test_integer(r, 1, 2);
        if (i && from == to) times = 0;
        for (; times > 0; times--, n++) {
            xy[2 * n] = (cld_real)((at[0] + where * along[0]) * scale);
            xy[2 * n + 1] = (cld_real)((at[1] + where * along[1]) * scale);
        }
    }
    memset(p, 0, sizeof *p);
    p->vertices = xy, p->count = (size_t)n;
}

static void flat_polygons_end_on(void)
{
    test_random r = test_random_from(4711);
    int n = test_repeat(30000);
    for (; n > 0; n--) {
        const double scale = ldexp(1, test_integer(&r, -20, 20));
        const int a = test_integer(&r, 0, 4), gap = test_integer(&r, 1, 5);
        const int b = test_integer(&r, 0, 4), steps = test_integer(&r, -8, 12);
        const int beside = test_integer(&r, 0, 3) == 0;
        int along[2], at[2], off[2], expected;
        cld_real xy[2][8];
        cld_polygon p[2];
        cld_hit2 hit;
        cld_vec2 motion;
        do {
            along[0] = test_integer(&r, -3, 3), along[1] = test_integer(&r, -3, 3);
        } while (along[0] == 0 && along[1] == 0);
        at[0] = test_integer(&r, -50, 50), at[1] = test_integer(&r, -50, 50);
        off[0] = at[0] - beside * along[1], off[1] = at[1] + beside * along[0];
        flat_on_line(&r, &p[0], xy[0], at, along, 0, a, scale);
        flat_on_line(&r, &p[1], xy[1], off, along, -gap - b, -gap, scale);
        motion.x = (cld_real)(steps * along[0] * scale);
        motion.y = (cld_real)(steps * along[1] * scale);
        expected = !beside && steps >= gap;
        hit.time = 2;
        CHECK(sweep_b(&p[0], &p[1], motion, &hit) == expected);
        if (expected) CHECK_NEAR(hit.time, (double)gap / steps, 64 * TEST_ROUND);
        motion.x = -motion.x, motion.y = -motion.y;
        CHECK(sweep_b(&p[1], &p[0], motion, NULL) == expected);
    }
}

/* -------------------------------------------------------------------------------- clockwise polygons
   The same vertices in reverse: every query refuses them, or its answer does not depend on that. */

static void reverse(const shape *s, shape *out)
{
    const size_t stride = s->polygon.stride ? s->polygon.stride : 2 * sizeof(cld_real);
    size_t i;
    *out = *s;
    out->memory = (cld_real *)malloc(2 * s->polygon.count * sizeof(cld_real));
    if (!out->memory) abort();
    for (i = 0; i < s->polygon.count; i++) {
        const cld_real *v = (const cld_real *)(const void *)((const char *)s->polygon.vertices +
                                                             (s->polygon.count - 1 - i) * stride);
        out->memory[2 * i] = v[0], out->memory[2 * i + 1] = v[1];
    }
    out->polygon.vertices = out->memory, out->polygon.stride = 0;
}

static long clockwise_refused, clockwise_answered;

/* What a query says of the polygon as it should be, and of the clockwise one. */
static void same_or_refused(int right, int answer, int must)
{
    CHECK(right >= 0 && right != CLD_ERROR_CONVEX);
    CHECK(answer == CLD_ERROR_CONVEX || (!must && answer == right));
    if (answer == CLD_ERROR_CONVEX)
        clockwise_refused++;
    else
        clockwise_answered++;
}

static void clockwise_polygons_are_refused(void)
{
    const int count = pairs(4000);
    pair c = {0};
    int i, k;
    clockwise_refused = clockwise_answered = 0;
    for (i = 0; i < count; i++) {
        test_random r = test_random_from(9000000 + (uint64_t)i);
        shape reversed;
        cld_polygon a, b;
        cld_contact2 contact[2], other[2];
        cld_hit2 hit;
        cld_polygon_cache cache = {0, 0};
        cld_clip2 clip, clip_other;
        cld_vec2 way, p, at, at_other;
        cld_span span, span_other;
        uint32_t v[2];
        int answer;
        pair_any(&c, &r, 60);
        reverse(&c.a, &reversed);
        /* a sliver of no area but rounding, or one that is a segment, does not turn */
        if (c.a.family == SHAPE_SLIVER || cld_polygon_validate(&reversed.polygon, NULL) == CLD_OK) {
            free(reversed.memory);
            continue;
        }
        a = c.a.polygon, b = c.b.polygon;
        way.x = (cld_real)test_between(&r, -1, 1), way.y = (cld_real)1;
        p = shape_vertex(&b, 0);
        for (k = 0; k < 2; k++) { /* before the other, and after it */
            const cld_polygon *first = k ? &b : &a, *second = k ? &a : &b;
            const cld_polygon *turned = k ? &b : &reversed.polygon;
            const cld_polygon *turned_second = k ? &reversed.polygon : &b;
            same_or_refused(cld_polygon_overlap(first, second, NULL),
                            cld_polygon_overlap(turned, turned_second, NULL), 1);
            same_or_refused(cld_polygon_overlap(first, second, NULL),
                            cld_polygon_overlap_cached(turned, turned_second, &cache, NULL), 1);
            same_or_refused(cld_polygon_distance(first, second, contact),
                            cld_polygon_distance(turned, turned_second, contact), 1);
            same_or_refused(cld_polygon_collide(first, second, 0, contact, 2),
                            cld_polygon_collide(turned, turned_second, 0, contact, 2), 1);
            same_or_refused(sweep_b(first, second, way, &hit),
                            sweep_b(turned, turned_second, way, &hit), 1);
        }
        same_or_refused(cld_polygon_contains(&a, p), cld_polygon_contains(&reversed.polygon, p), 0);
        same_or_refused(cld_polygon_tangents(&a, p, v),
                        cld_polygon_tangents(&reversed.polygon, p, v), 0);
        same_or_refused(cld_polygon_closest(&a, p, contact),
                        cld_polygon_closest(&reversed.polygon, p, other), 1);
        same_or_refused(cld_polygon_clip_line(&a, p, way, &clip),
                        cld_polygon_clip_line(&reversed.polygon, p, way, &clip_other), 0);
        same_or_refused(cld_polygon_clip_ray(&a, p, way, &clip),
                        cld_polygon_clip_ray(&reversed.polygon, p, way, &clip_other), 0);
        same_or_refused(cld_polygon_clip_segment(&a, p, shape_vertex(&b, b.count / 2), &clip),
                        cld_polygon_clip_segment(&reversed.polygon, p,
                                                 shape_vertex(&b, b.count / 2), &clip_other),
                        0);
        CHECK(cld_polygon_span(&a, way, &span) == CLD_OK);
        CHECK(cld_polygon_span(&reversed.polygon, way, &span_other) == CLD_OK);
        CHECK(span.min == span_other.min && span.max == span_other.max);
        CHECK(cld_polygon_extreme(&a, way, v, &at) == CLD_OK);
        CHECK(cld_polygon_extreme(&reversed.polygon, way, v, &at_other) == CLD_OK);
        answer = cld_polygon_validate(&reversed.polygon, NULL);
        CHECK(answer == CLD_ERROR_CONVEX);
        free(reversed.memory);
    }
    pair_free(&c);
    printf("clockwise: %ld queries refused, %ld whose answer does not depend on that\n",
           clockwise_refused, clockwise_answered);
    CHECK(clockwise_refused > clockwise_answered);
}

/* Small polygons that touch, asked with a cache and without a witness: the answer, and a cache of
   features that there are. */
static void cached_overlap_of_touching_polygons(void)
{
    static const cld_real box[] = {0, 0, 2, 0, 2, 2, 0, 2}, corner[] = {0, 0, 2, 1, 1, 2};
    int i, j, k;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 2; j++)
            for (k = -2; k <= 4; k++) {
                cld_polygon a = {0}, b = {0};
                cld_polygon_cache cache = {0, 0};
                int plain, again;
                a.vertices = i ? corner : box, a.count = i ? 3 : 4;
                b.vertices = j ? corner : box, b.count = j ? 3 : 4;
                b.pose.position.x = 2, b.pose.position.y = (cld_real)k;
                plain = cld_polygon_overlap(&a, &b, NULL);
                CHECK(cld_polygon_overlap_cached(&a, &b, &cache, NULL) == plain);
                again = cld_polygon_overlap_cached(&a, &b, &cache, NULL);
                CHECK(again == plain);
                CHECK(cache.a / 4 < a.count && cache.b / 4 < b.count);
                if (!i && !j) CHECK(plain == (k <= 2));
            }
}

/* One contact or two, the first of which is where A has the point (x, y). */
static void is_contact_at(const cld_contact2 *c, int found, const cld_polygon *a, double x,
                          double y)
{
    const cld_vec2 at = cld_pose2_point(&a->pose, vec2(x, y));
    CHECK(found > 0 && c->distance == 0);
    CHECK_NEAR(c->point_a.x, at.x, 64 * TEST_ROUND);
    CHECK_NEAR(c->point_a.y, at.y, 64 * TEST_ROUND);
    CHECK_NEAR(c->point_b.x, at.x, 64 * TEST_ROUND);
    CHECK_NEAR(c->point_b.y, at.y, 64 * TEST_ROUND);
}

/* Segments, there and back with a vertex on the way, on one line and touching end to end: the
   contact is there, though all their vertices are level. */
static void contacts_of_segments_end_to_end(void)
{
    static const cld_real large[6] = {-19, -31, -18, -34, -20, -28};
    static const cld_real tiny[6] = {-2.375f, -3.875f, -2.25f, -4.25f, -2.5f, -3.5f};
    cld_polygon a = polygon_of(large, 3), b = polygon_of(tiny, 3);
    int k, j;
    for (k = 0; k < 2; k++)
        for (j = 0; j < 4; j++) { /* by quarters: about A's end (-20, -28), or (-18, -34) */
            const double x = k ? -18 : -20, y = k ? -34 : -28;
            const double bx = k ? -2.5 : -2.25, by = k ? -3.5 : -4.25;
            static const int quarter[5] = {1, 0, -1, 0, 1};
            cld_contact2 c[2];
            a.pose.rotation = b.pose.rotation = vec2(quarter[j + 1], quarter[j]);
            a.pose.position = vec2(-1, 11);
            b.pose.position = vec2(-1 + quarter[j + 1] * (x - bx) - quarter[j] * (y - by),
                                   11 + quarter[j] * (x - bx) + quarter[j + 1] * (y - by));
            is_contact_at(c, cld_polygon_collide(&a, &b, 0, c, 2), &a, x, y);
            is_contact_at(c, cld_polygon_collide(&b, &a, 0, c, 2), &a, x, y);
        }
}

int main(int argc, char **argv)
{
    option_pairs = test_option(&argc, argv, "--pairs", 0);
    test_begin(argc, argv);
    TEST(cached_overlap_of_touching_polygons);
    TEST(flat_polygons_end_on);
    TEST(bad_arguments);
    TEST(contacts_of_segments_end_to_end);
    TEST(overlaps_by_hand);
    TEST(distances_by_hand);
    TEST(contacts_by_hand);
    TEST(repeated_corners_of_level_edges);
    TEST(boxes_of_whole_numbers);
    TEST(polygons_of_whole_numbers);
    TEST(sweeps_by_hand);
    TEST(the_oracle_agrees_with_a_slower_one);
    TEST(overlaps_of_random_pairs);
    TEST(distances_of_random_pairs);
    TEST(contacts_of_random_pairs);
    TEST(sweeps_of_random_pairs);
    TEST(clockwise_polygons_are_refused);
    TEST(walks_with_a_cache);
    TEST(scaling_changes_nothing);
    TEST(runs_of_equal_vertices);
    TEST(corners_of_level_edges);
    TEST(apart_by_less_than_float);
    TEST(edges_too_short_to_square);
    TEST(large_pairs);
    TEST(polygons_that_rounding_has_dented);
    return test_end();
}
