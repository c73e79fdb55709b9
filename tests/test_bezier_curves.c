/* [BEZIER] single curves: evaluate, split, bounds, length, closest point, discs, two curves that
 * meet; against patient search in long double. What the kernels tell to the last bits of double is
 * in test_bezier_kernels.c.
 *     test_bezier_curves [seed] */
#include "test.h"

#include "bezier_shapes.h"

/* ---------------------------------------------------------------------- evaluate, split, bound */

static void evaluate_agrees(void)
{
    test_random r = test_random_from(1);
    int i, n = test_repeat(20000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        const oracle_curve o = exactly(&c);
        const cld_real t = (cld_real)test_between(&r, -0.2, 1.2);
        cld_vec2 p = c.points[0], d = p;
        oracle_point q = oracle_at(&o, (oracle_real)t), v = oracle_derivative(&o, (oracle_real)t);
        /* a dozen roundings of double, then one of cld_real of the answer; t leaves 0..1, where the
           binomials' sum is below 4 */
        const double noise = 50 * ldexp(1, -53) * size_of(&o);
        CHECK(cld_bezier_evaluate(&c, t, &p, &d) == CLD_OK);
        CHECK_NEAR(p.x, q.x, noise + 2 * TEST_ROUND * (magnitude(&o) + size_of(&o)));
        CHECK_NEAR(p.y, q.y, noise + 2 * TEST_ROUND * (magnitude(&o) + size_of(&o)));
        CHECK_NEAR(d.x, v.x, 3 * noise + 2 * TEST_ROUND * fabsl(v.x));
        CHECK_NEAR(d.y, v.y, 3 * noise + 2 * TEST_ROUND * fabsl(v.y));
        CHECK(cld_bezier_evaluate(&c, 1, &p, NULL) == CLD_OK);
        CHECK(p.x == c.points[c.degree].x && p.y == c.points[c.degree].y);
        CHECK(cld_bezier_evaluate(&c, 0, &p, NULL) == CLD_OK);
        CHECK(p.x == c.points[0].x && p.y == c.points[0].y);
    }
}

static void split_agrees(void)
{
    test_random r = test_random_from(2);
    int i, k, n = test_repeat(20000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        const oracle_curve o = exactly(&c);
        const double t = (double)(cld_real)test_between(&r, 0, 1);
        /* three levels of roundings of coordinates, of both of them */
        const double allowed = 20 * ldexp(1, -53) * size_of(&o) + 6 * TEST_ROUND * magnitude(&o);
        const int d = c.degree;
        cld_bezier h[2];
        CHECK(cld_bezier_split(&c, (cld_real)t, h) == CLD_OK);
        CHECK(h[0].degree == d && h[1].degree == d);
        CHECK(memcmp(&h[0].points[d], &h[1].points[0], sizeof(cld_vec2)) == 0);
        CHECK(memcmp(&h[0].points[0], &c.points[0], sizeof(cld_vec2)) == 0);
        CHECK(memcmp(&h[1].points[d], &c.points[d], sizeof(cld_vec2)) == 0);
        for (k = 0; k <= 3; k++) {
            const oracle_curve a = exactly(&h[0]), b = exactly(&h[1]);
            const double u = k / 3.0;
            oracle_point p = oracle_at(&a, u), q = oracle_at(&o, u * t);
            CHECK_NEAR(hypotl(p.x - q.x, p.y - q.y), 0, allowed);
            p = oracle_at(&b, u), q = oracle_at(&o, t + u * (1 - (oracle_real)t));
            CHECK_NEAR(hypotl(p.x - q.x, p.y - q.y), 0, allowed);
        }
    }
}

static void bounds_agree(void)
{
    test_random r = test_random_from(3);
    int i, n = test_repeat(800);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        const oracle_curve o = exactly(&c);
        /* the header's 64 units twice over, and the step to the next cld_real */
        const double loose = 200 * ldexp(1, -53) * size_of(&o) + 4 * TEST_ROUND * magnitude(&o);
        cld_vec2 low, high;
        oracle_real e[4];
        CHECK(cld_bezier_bounds(&c, &low, &high) == CLD_OK);
        e[0] = -oracle_extent(&o, 0, -1), e[1] = oracle_extent(&o, 0, 1);
        e[2] = -oracle_extent(&o, 1, -1), e[3] = oracle_extent(&o, 1, 1);
        if (!(CHECK((oracle_real)low.x <= e[0] && (oracle_real)high.x >= e[1]) &
              CHECK((oracle_real)low.y <= e[2] && (oracle_real)high.y >= e[3])))
            print_curve(&c);
        CHECK_NEAR(low.x, e[0], loose);
        CHECK_NEAR(high.x, e[1], loose);
        CHECK_NEAR(low.y, e[2], loose);
        CHECK_NEAR(high.y, e[3], loose);
    }
}

static void length_agrees(void)
{
    test_random r = test_random_from(4);
    int i, n = test_repeat(1000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        const oracle_curve o = exactly(&c);
        const double size = size_of(&o), a = i & 1 ? 0 : (double)(cld_real)test_between(&r, 0, 1);
        const double b = i & 1 ? 1 : (double)(cld_real)test_between(&r, 0, 1);
        cld_real length = 0;
        const oracle_real truth = oracle_length(&o, a, b, size * 1e-14L, 0);
        CHECK(cld_bezier_length(&c, (cld_real)a, (cld_real)b, &length) == CLD_OK);
        if (!CHECK_NEAR(length, truth, 1e-12 * size + TEST_ROUND * fabsl(truth))) print_curve(&c);
    }
}

/* The length up to the parameter is the one asked for: to the bound of lengths, and to what the
   rounding of the parameter makes of it, whose speed is at most 6 sizes. */
static void at_length_agrees(void)
{
    test_random r = test_random_from(41);
    int i, n = test_repeat(400);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        const oracle_curve o = exactly(&c);
        const double size = size_of(&o);
        const oracle_real whole = oracle_length(&o, 0, 1, size * 1e-14L, 0);
        const cld_real asked = (cld_real)(test_between(&r, -0.1, 1.1) * (double)whole);
        const oracle_real truth = asked < 0 ? 0 : fminl((oracle_real)asked, whole);
        cld_real t = -1;
        oracle_real walked;
        CHECK(cld_bezier_at_length(&c, asked, &t) == CLD_OK);
        if (!CHECK(t >= 0 && t <= 1)) continue;
        walked = oracle_length(&o, 0, (oracle_real)t, size * 1e-14L, 0);
        if (!CHECK_NEAR(walked, truth, 2e-12 * size + TEST_ROUND * (double)(6 * size + whole)))
            print_curve(&c);
        if (asked <= 0) CHECK(t == 0);
        if (size > 0 && (oracle_real)asked > whole * (1 + 1e-6L)) CHECK(t == 1);
    }
}

/* -------------------------------------------------------------------- a curve that meets itself */

/* The parameters of two chords that surely cross, by more than both may be off the curve: an
   eighth of the square of the step times the second derivative, at most 24 sizes. */
static int oracle_self(const oracle_curve *o, double size, double at[2])
{
    enum { CHORDS = 128 };
    oracle_point p[CHORDS + 1];
    const oracle_real off = 2 * 24 * size / (8.0L * CHORDS * CHORDS);
    int i, k, j;
    for (i = 0; i <= CHORDS; i++) p[i] = oracle_at(o, (oracle_real)i / CHORDS);
    for (i = 0; i < CHORDS; i++)
        for (k = i + 2; k < CHORDS; k++) {
            const oracle_point *ends[4];
            int crosses = 1;
            ends[0] = &p[i], ends[1] = &p[i + 1], ends[2] = &p[k], ends[3] = &p[k + 1];
            for (j = 0; j < 4 && crosses; j += 2) { /* ends[j], ends[j+1] beside the other chord */
                const oracle_point *a = ends[2 - j], *b = ends[3 - j];
                const oracle_real x = b->x - a->x, y = b->y - a->y, length = hypotl(x, y);
                const oracle_real u = x * (ends[j]->y - a->y) - y * (ends[j]->x - a->x);
                const oracle_real v = x * (ends[j + 1]->y - a->y) - y * (ends[j + 1]->x - a->x);
                crosses = u * v < 0 && fabsl(u) > off * length && fabsl(v) > off * length;
            }
            if (!crosses) continue;
            at[0] = (i + 0.5) / CHORDS, at[1] = (k + 0.5) / CHORDS;
            return 1;
        }
    return 0;
}

/* What is told is a place where both points are one, to the bound and the rounding of
   parameters. */
static int self_is_real(const oracle_curve *o, double size, const cld_path_meeting *m)
{
    const oracle_real s = (oracle_real)m->a_from, t = (oracle_real)m->b_from;
    const oracle_point p = oracle_at(o, s);
    const double allowed = ldexp(size, -44) + 12 * size * TEST_ROUND;
    if (!(0 <= s && s < t && t <= 1)) return 0;
    if (m->a_to != m->a_from || m->b_to != m->b_from) return 0;
    if (hypotl(p.x - (oracle_real)m->point.x, p.y - (oracle_real)m->point.y) >
        allowed + 4 * TEST_ROUND * magnitude(o))
        return 0;
    return oracle_distance(o, p, t) <= allowed;
}

static void self_agrees(void)
{
    test_random r = test_random_from(42);
    int i, n = test_repeat(3000), loops = 0;
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i & 1 ? LOOP : i / 2 % KINDS, &s);
        const oracle_curve o = exactly(&c);
        const double size = size_of(&o);
        cld_path_meeting m;
        double at[2];
        const int sure = oracle_self(&o, size, at);
        const int told = cld_bezier_self_intersect(&c, &m);
        int good = told == 0 || (told == 1 && self_is_real(&o, size, &m));
        if (sure)
            good = good && told == 1 && fabs((double)m.a_from - at[0]) < 2.0 / 128 &&
                   fabs((double)m.b_from - at[1]) < 2.0 / 128;
        loops += sure;
        CHECK(cld_bezier_self_intersect(&c, NULL) == told);
        if (!CHECK(good)) print_curve(&c);
    }
    if (n >= 300) CHECK(loops > n / 20);
}

/* Loops whose double point is known: (-w, 0) (k, h) (-k, h) (w, 0) has it at q (1 - q) = w/(w + 3
   k) for k > w; turned, moved, and cut such that an end lies on the curve. */
static void self_placed(void)
{
    test_random r = test_random_from(43);
    int i, n = test_repeat(3000);
    for (i = 0; i < n; i++) {
        const double w = test_between(&r, 0.1, 1), h = test_between(&r, 0.1, 1);
        const double k = w * (1 + pow(10, test_between(&r, -6, 1))), a = test_between(&r, -4, 4);
        const double p = w / (w + 3 * k), q = 0.5 - sqrt(0.25 - p);
        const double x[4] = {-w, k, -k, w}, y[4] = {0, h, h, 0};
        const scene s = random_scene(&r);
        cld_path_meeting m;
        cld_bezier c;
        int j;
        memset(&c, 0, sizeof c);
        c.degree = 3;
        for (j = 0; j < 4; j++)
            c.points[j] = placed(&s, x[j] * cos(a) - y[j] * sin(a), x[j] * sin(a) + y[j] * cos(a));
        /* coordinates are rounded by some 1e3 units: the parameters of a loop of length d by that,
           by d, and so may a loop be lost whose square is no more */
        if ((1 - 2 * q) * (1 - 2 * q) < 1e6 * TEST_ROUND) continue;
        if (!CHECK(cld_bezier_self_intersect(&c, &m) == 1)) print_curve(&c);
        CHECK_NEAR(m.a_from, q, 1e5 * TEST_ROUND / (1 - 2 * q));
        CHECK_NEAR(m.b_from, 1 - q, 1e5 * TEST_ROUND / (1 - 2 * q));
    }
}

static cld_bezier curve_of(int degree, const double *xy);

static void self_by_hand(void)
{
    static const double loop[8] = {-9, 0, 15, 12, -15, 12, 9, 0},
                        cusp[8] = {-9, 0, 9, 12, -9, 12, 9, 0};
    static const double closed[8] = {1, 2, 7, 2, 1, 8, 1, 2}, none[8] = {0, 0, 1, 2, 2, 2, 3, 0};
    static const double speck[8] = {0, 0, 1, 1, -1.0 / (1 << 25) / (1 << 25), 1, 1, 0};
    static const double fold[8] = {0, 0, 3, 3, -2, -2, 1, 1}, point[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    cld_bezier c = curve_of(3, loop);
    cld_path_meeting m;
    CHECK(cld_bezier_self_intersect(&c, &m) == 1); /* p = 1/6: q = (1 -+ sqrt(1/3))/2 */
    CHECK_NEAR(m.a_from, 0.21132486540518712, 4 * TEST_ROUND);
    CHECK_NEAR(m.b_from, 0.78867513459481288, 4 * TEST_ROUND);
    CHECK_NEAR(m.point.y, 6, 60 * TEST_ROUND);
    CHECK(m.piece_a == 0 && m.piece_b == 0);
    c = curve_of(3, closed); /* a drop: its ends are one point */
    CHECK(cld_bezier_self_intersect(&c, &m) == 1);
    CHECK(m.a_from == 0 && m.b_from == 1 && m.point.x == 1 && m.point.y == 2);
    c = curve_of(3, cusp);
    CHECK(cld_bezier_self_intersect(&c, &m) == 0);
    c = curve_of(3, speck); /* almost a cusp: in float, both parameters are 1/2 */
    memset(&m, 0, sizeof m);
    CHECK(!cld_bezier_self_intersect(&c, &m) || m.a_from < m.b_from);
    c = curve_of(3, none);
    CHECK(cld_bezier_self_intersect(&c, &m) == 0);
    c = curve_of(3, fold);
    CHECK(cld_bezier_self_intersect(&c, &m) == 0);
    c = curve_of(3, point);
    CHECK(cld_bezier_self_intersect(&c, &m) == 0);
    c.degree = 2;
    CHECK(cld_bezier_self_intersect(&c, &m) == 0);
    c.degree = 4;
    CHECK(cld_bezier_self_intersect(&c, &m) == CLD_ERROR_DEGREE);
    CHECK(cld_bezier_self_intersect(NULL, &m) == CLD_ERROR_NULL);
}

/* --------------------------------------------------------------------------------- closest */

/* A point of interest for the curve: anywhere, on it, near it, a control point, straight off a
   point of it. */
static cld_vec2 random_place(test_random *r, const cld_bezier *c, const scene *s)
{
    const oracle_curve o = exactly(c);
    const int kind = test_integer(r, 0, 6);
    const oracle_real t =
        test_integer(r, 0, 3) ? test_between(r, 0, 1) : (oracle_real)test_integer(r, 0, 4) / 4;
    const oracle_point p = oracle_at(&o, t), v = oracle_derivative(&o, t);
    const double off = test_between(r, -1, 1) * pow(10, test_between(r, -12, 0.3));
    if (kind == 0) return c->points[test_integer(r, 0, c->degree)];
    if (kind == 1) return vec2((double)p.x, (double)p.y);
    if (kind == 2) return vec2((double)(p.x - off * v.y), (double)(p.y + off * v.x));
    if (kind == 3) return vec2((double)(p.x + off * v.x), (double)(p.y + off * v.y));
    if (kind == 4) return placed(s, 0, 0);
    return placed(s, test_between(r, -2, 2), test_between(r, -2, 2));
}

/* On which side p lies by the oracle's closest point, where that leaves no doubt; else 2. */
static int clear_side(const oracle_curve *o, oracle_point p, oracle_real t)
{
    const oracle_point q = oracle_at(o, t), v = oracle_derivative(o, t);
    const oracle_real cross = v.x * (p.y - q.y) - v.y * (p.x - q.x);
    const oracle_real distance = hypotl(p.x - q.x, p.y - q.y), speed = hypotl(v.x, v.y);
    if (distance <= 1e-9 * reach(o, p) || speed <= 1e-6 * size_of(o)) return 2;
    if (fabsl(cross) < 1e-6 * distance * speed) return 2;
    return cross > 0 ? 1 : -1;
}

static void check_closest(const cld_bezier *c, cld_vec2 p)
{
    const oracle_curve o = exactly(c);
    const oracle_point q = oracle_vec(p);
    const oracle_real t = oracle_closest(&o, q, 100), best = oracle_distance(&o, q, t);
    const double m = reach(&o, q), allowed = ldexp(1, -44) * m;
    cld_path_point found;
    int side = clear_side(&o, q, t), good;
    oracle_real real;
    good = CHECK(cld_bezier_closest(c, p, &found) == 1);
    good &= CHECK(found.parameter >= 0 && found.parameter <= 1);
    good &= CHECK((oracle_real)found.distance <= best * (1 + TEST_ROUND) + allowed);
    real = oracle_distance(&o, q, (oracle_real)found.parameter);
    good &= CHECK_NEAR(found.distance, real, allowed + TEST_ROUND * 8 * m);
    good &= CHECK_NEAR(hypotl(found.point.x - q.x, found.point.y - q.y), found.distance,
                       allowed + TEST_ROUND * 4 * (m + magnitude(&o)));
    good &= CHECK_NEAR(hypotl(found.normal.x, found.normal.y), 1, 8 * TEST_ROUND);
    /* of two places as close, the library may have found the other */
    if (fabsl(t - (oracle_real)found.parameter) < 1e-6 && side != 2)
        good &= CHECK(found.side == side);
    if (!good) {
        print_curve(c);
        if (test_failures < 20)
            printf("    p (%.17g, %.17g): %.17g at %.9g, side %d; oracle %.17Lg at %.9Lg, %d\n",
                   (double)p.x, (double)p.y, (double)found.distance, (double)found.parameter,
                   found.side, best, t, side);
    }
}

static void closest_agrees(void)
{
    test_random r = test_random_from(5);
    int i, n = test_repeat(20000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        check_closest(&c, random_place(&r, &c, &s));
    }
}

/* ----------------------------------------------------------------------------------- discs */

static oracle_point on_the_way(oracle_point from, oracle_point to, double t)
{
    oracle_point p;
    p.x = from.x + t * (to.x - from.x);
    p.y = from.y + t * (to.y - from.y);
    return p;
}

/* When a moving point comes within `radius` of p: a fraction of its way, or 2. */
static oracle_real oracle_entry(oracle_point from, oracle_point to, oracle_point p,
                                oracle_real radius)
{
    const oracle_real x = to.x - from.x, y = to.y - from.y, length = hypotl(x, y);
    const oracle_real along = ((p.x - from.x) * x + (p.y - from.y) * y) / length;
    const oracle_real across = ((p.x - from.x) * y - (p.y - from.y) * x) / length;
    oracle_real half;
    if (hypotl(p.x - from.x, p.y - from.y) <= radius) return 0;
    if (fabsl(across) > radius) return 2;
    half = sqrtl((radius - across) * (radius + across));
    return along - half > length || along + half < 0 ? 2 : (along - half) / length;
}

static void disc_agrees(void)
{
    test_random r = test_random_from(8);
    int i, k, n = test_repeat(10000), hits = 0, rest = 0, stopped = 0;
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier c = random_curve(&r, i % KINDS, &s);
        const oracle_curve o = exactly(&c);
        const cld_vec2 from = random_place(&r, &c, &s), to = random_place(&r, &c, &s);
        const cld_real radius = (cld_real)(s.scale * pow(10, test_between(&r, -4, 0.5)));
        const oracle_point a = oracle_vec(from), b = oracle_vec(to);
        const oracle_real way = hypotl(b.x - a.x, b.y - a.y);
        const double m = reach(&o, a) + (double)way + (double)radius;
        oracle_real first = 2;
        oracle_point centre;
        cld_path_hit hit;
        double allowed = ldexp(1, -44) * m + 8 * TEST_ROUND * m;
        const int found = cld_bezier_sweep_disc(&c, from, to, radius, &hit);
        for (k = 0; k <= 300; k++) {
            oracle_real e;
            const oracle_point p = oracle_at(&o, (oracle_real)k / 300);
            if (way > 0)
                e = oracle_entry(a, b, p, (oracle_real)radius);
            else
                e = hypotl(p.x - a.x, p.y - a.y) <= (oracle_real)radius ? 0 : 2;
            if (e < first) first = e;
        }
        {
            /* in contact at the start: what is free never comes nearer than it was */
            cld_path_point at_start;
            CHECK(cld_bezier_closest(&c, from, &at_start) == 1);
            if ((double)at_start.distance <= (1 + 32 * TEST_ROUND) * (double)radius) {
                rest++;
                for (k = 0; k <= 300 && !found; k++) {
                    const oracle_point p = oracle_at(&o, (oracle_real)test_between(&r, 0, 1));
                    const oracle_real t = test_between(&r, 0, 1);
                    CHECK(hypotl(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y)) >=
                          fmin((double)at_start.distance, (double)radius) - allowed);
                }
                if (found) CHECK_NEAR(hypotl(hit.normal.x, hit.normal.y), 1, 8 * TEST_ROUND);
                stopped += found;
                continue;
            }
        }
        if (!CHECK(found || first > 1)) print_curve(&c);
        if (!found) continue;
        hits++;
        CHECK(hit.time >= 0 && hit.time <= 1 && hit.piece == 0 && hit.mover == 0);
        CHECK((oracle_real)hit.time * way <= first * way + allowed);
        centre = on_the_way(a, b, (double)hit.time);
        k = (int)hit.side;
        allowed += 4 * TEST_ROUND * magnitude(&o);
        CHECK(hypotl((oracle_real)hit.point.x - centre.x, (oracle_real)hit.point.y - centre.y) <=
              (oracle_real)radius + allowed);
        if (hit.time > 0) CHECK_NEAR(hypotl(hit.normal.x, hit.normal.y), 1, 8 * TEST_ROUND);
        if (hit.time > 0) { /* touching from outside: on the normal */
            CHECK_NEAR(hit.point.x + radius * hit.normal.x, centre.x, 2 * allowed);
            CHECK_NEAR(hit.point.y + radius * hit.normal.y, centre.y, 2 * allowed);
        }
    }
    CHECK(hits > n / 10 && rest > n / 10 && stopped > rest / 10 && stopped < rest);
}

static void disc_by_hand(void)
{
    cld_bezier c;
    cld_path_hit hit;
    memset(&c, 0, sizeof c);
    c.degree = 1, c.points[0] = vec2(-4, 0), c.points[1] = vec2(4, 0);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, 4), vec2(0, -4), 2, &hit) == 1);
    CHECK_NEAR(hit.time, 0.25, 1e-13 + 4 * TEST_ROUND); /* 2^-44 of M = 8 */
    CHECK(hit.side == 1 && hit.normal.y == 1 && hit.point.y == 0);
    CHECK_NEAR(hit.parameter, 0.5, 1e-12 + 4 * TEST_ROUND);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, 4), vec2(0, 2.1), 2, NULL) == 0);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, 4), vec2(0, 2), 2, NULL) == 1);
    CHECK(cld_bezier_sweep_disc(&c, vec2(8, 0), vec2(0, 0), 2, &hit) == 1);
    CHECK_NEAR(hit.time, 0.25, 1e-13 + 4 * TEST_ROUND);
    CHECK(hit.side == 0 && hit.parameter == 1);
    CHECK(cld_bezier_sweep_disc(&c, vec2(1, 1), vec2(1, 9), 2, &hit) == 0); /* leaves */
    CHECK(cld_bezier_sweep_disc(&c, vec2(1, 1), vec2(3, 1), 2, &hit) == 0);
    CHECK(cld_bezier_sweep_disc(&c, vec2(1, 1), vec2(1, -1), 2, &hit) == 1);
    CHECK(hit.time == 0 && hit.side == 1 && hit.normal.y == 1);
    CHECK_NEAR(hit.point.x, 1, 4 * TEST_ROUND);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, 4), vec2(0, -4), -1, &hit) == CLD_ERROR_EXTENT);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, 4), vec2(0, -4), (cld_real)TEST_NAN, &hit) ==
          CLD_ERROR_EXTENT);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, TEST_NAN), vec2(0, -4), 1, &hit) == CLD_ERROR_FINITE);
    CHECK(cld_bezier_sweep_disc(&c, vec2(1, 4), vec2(1, -4), 0, &hit) == 1);
    CHECK_NEAR(hit.time, 0.5, 4 * TEST_ROUND);

    /* y = x^2 and a disc of its own curvature at the bottom: they agree to the fourth power */
    c.degree = 2, c.points[0] = vec2(-1, 1), c.points[1] = vec2(0, -1), c.points[2] = vec2(1, 1);
    CHECK(cld_bezier_sweep_disc(&c, vec2(0, 2.5), vec2(0, -1.5), 0.5, &hit) == 1);
    CHECK_NEAR(hit.time, 0.5, 1e-13 + 4 * TEST_ROUND);
    CHECK_NEAR(hit.point.y, 0, 1e-6); /* the closest point is that ill-conditioned */
    CHECK(hit.side == 1);
}

/* ------------------------------------------------------------------------------ two curves meet */

static cld_bezier curve_of(int degree, const double *xy)
{
    cld_bezier c;
    int i;
    memset(&c, 0, sizeof c);
    c.degree = degree;
    for (i = 0; i <= degree; i++) c.points[i] = vec2(xy[2 * i], xy[2 * i + 1]);
    return c;
}

static cld_bezier reversed(cld_bezier c)
{
    cld_bezier r = c;
    int i;
    for (i = 0; i <= c.degree; i++) r.points[i] = c.points[c.degree - i];
    return r;
}

static void check_part(const cld_path_meeting *m, double a_from, double a_to, double b_from,
                       double b_to)
{
    const double near = 1e-6;
    CHECK_NEAR(m->a_from, a_from, near);
    CHECK_NEAR(m->a_to, a_to, near);
    CHECK_NEAR(m->b_from, b_from, near);
    CHECK_NEAR(m->b_to, b_to, near);
}

/* The part of a cubic between two eighths: exact where coordinates are multiples of 512. */
static cld_bezier eighths(const cld_bezier *c, int from, int to)
{
    cld_bezier part;
    int i, k, j;
    memset(&part, 0, sizeof part);
    part.degree = 3;
    for (i = 0; i < 4; i++) { /* the blossom: i times `to`, else `from` */
        double x[4], y[4];
        for (k = 0; k < 4; k++) x[k] = (double)c->points[k].x, y[k] = (double)c->points[k].y;
        for (j = 0; j < 3; j++) {
            const double t = (j < i ? to : from) / 8.0;
            for (k = 0; k + j < 3; k++)
                x[k] += t * (x[k + 1] - x[k]), y[k] += t * (y[k + 1] - y[k]);
        }
        part.points[i] = vec2(x[0], y[0]);
    }
    return part;
}

/* Is there one meeting from s to t of the whole curve, told in parameters of its parts? */
static int meets_once(const cld_path_meeting *m, int count, const double a[2], const double b[2])
{
    int i, found = 0;
    for (i = 0; i < count; i++) {
        found += fabs((double)m[i].a_from - a[0]) < 1e-5 && fabs((double)m[i].a_to - a[1]) < 1e-5 &&
                 fabs((double)m[i].b_from - b[0]) < 1e-5 && fabs((double)m[i].b_to - b[1]) < 1e-5;
    }
    return found == 1;
}

/* Two parts of a curve with a loop: what they share, and the crossing where each has its branch. */
static void parts_of_a_loop_meet(void)
{
    const double whole[] = {0, 0, 1536, 1024, -1024, 1024, 512, 0};
    const cld_bezier c = curve_of(3, whole);
    cld_path_meeting m[9], loop;
    int from, to, k, i, j, back;
    CHECK(cld_bezier_self_intersect(&c, &loop) == 1);
    for (i = 0; i < 36 * 36 * 2; i++) {
        cld_bezier part[2];
        double range[2][2], u[2], a[2], b[2], low, high;
        int count, expected = 1;
        for (k = 0, j = i / 2; k < 2; k++, j /= 36) {
            for (from = 0, to = j % 36; to >= 8 - from; from++) to -= 8 - from;
            part[k] = eighths(&c, from, from + 1 + to);
            range[k][0] = from / 8.0, range[k][1] = (from + 1 + to) / 8.0;
        }
        low = fmax(range[0][0], range[1][0]), high = fmin(range[0][1], range[1][1]);
        if (low >= high) continue; /* nothing in common but points */
        back = i % 2;
        if (back) part[1] = reversed(part[1]);
        count = cld_bezier_intersect(&part[0], &part[1], m, 9);
        u[0] = (double)loop.a_from, u[1] = (double)loop.b_from;
        for (k = 0; k < 3; k++) { /* the common part; the branches, either way around */
            const double s = k ? u[k - 1] : low, t = k ? u[2 - k] : low;
            const double width = range[1][1] - range[1][0];
            a[0] = a[1] = (s - range[0][0]) / (range[0][1] - range[0][0]);
            b[0] = b[1] = (t - range[1][0]) / width;
            if (!k)
                a[1] += (high - low) / (range[0][1] - range[0][0]), b[1] += (high - low) / width;
            if (back) b[0] = 1 - b[0], b[1] = 1 - b[1];
            if (k && (a[0] < 0 || a[0] > 1 || b[0] < 0 || b[0] > 1)) continue;
            expected += k > 0;
            CHECK(meets_once(m, count, a, b));
        }
        if (!CHECK(count == expected)) printf("    case %d: %d, not %d\n", i, count, expected);
    }
}

/* Curves through a common point, at small angles: where they cross, parameters are less certain than
   the distance, and one crossing was told three times. */
static void shallow_crossings(void)
{
    static const double one[8] = {-5632, 5120, -3072, -2048, 3072, 2048, 5632, -5120};
    static const double other[8] = {2754, -1692, 6338, -3740, 2754, -2716, 6338, -2716};
    test_random r = test_random_from(71);
    const int repeat = test_repeat(20000);
    int n, i, k;
    for (n = 0; n < repeat; n++) {
        cld_bezier c[2];
        cld_path_meeting m[2][9];
        int count[2];
        c[0] = curve_of(3, one), c[1] = curve_of(3, other);
        if (n > 0) { /* both at the origin at 1/2, and there almost parallel */
            const double angle = test_between(&r, -4, 4), turn = pow(10, -test_between(&r, 1, 4));
            for (k = 0; k < 2; k++) {
                const double along = angle + k * turn, x = cos(along), y = sin(along);
                const double bend = test_between(&r, -1, 1), twist = test_between(&r, -1, 1);
                double p[8] = {-1, 0, -0.3, 0, 0.3, 0, 1, 0}, q[8];
                p[1] = bend + twist, p[3] = -bend / 3 - twist, p[5] = -bend / 3 + twist;
                p[7] = bend - twist;
                for (i = 0; i < 4; i++)
                    q[2 * i] = x * p[2 * i] - y * p[2 * i + 1],
                          q[2 * i + 1] = y * p[2 * i] + x * p[2 * i + 1];
                c[k] = curve_of(3, q);
            }
        }
        for (k = 0; k < 2; k++) {
            count[k] = cld_bezier_intersect(&c[k], &c[1 - k], m[k], 9);
            for (i = 1; i < count[k]; i++)
                CHECK(fabs((double)m[k][i].a_from - (double)m[k][i - 1].a_from) > 1e-10 ||
                      fabs((double)m[k][i].b_from - (double)m[k][i - 1].b_from) > 1e-10);
        }
        CHECK(n > 0 || (count[0] == 3 && count[1] == 3));
    }
}

static void meetings_by_hand(void)
{
    /* coordinates are such that halves and quarters are exact in float */
    const double cubic[] = {0, 0, 64, 192, 128, -192, 256, 64},
                 loop[] = {0, 0, 512, 256, -256, 256, 256, 0};
    const double line[] = {0, 0, 4, 0}, later[] = {3, 0, 7, 0}, joined[] = {4, 0, 8, 0};
    const double up[] = {2, -2, 2, 2}, slow[] = {0, 0, 0, 0, 4, 0, 4, 0},
                 fold[] = {0, 0, 4, 0, 0, 0};
    const double bowl[] = {-1, 1, 0, -1, 1, 1}, dome[] = {-1, -1, 0, 1, 1, -1};
    const double s_curve[] = {0, 0, 24, 64, -16, -48, 8, 16},
                 s_turned[] = {0, 0, 64, 24, -48, -16, 16, 8};
    const double drop[] = {0, 0, 4, 4, -4, 4, 0, 0}, needle[] = {0, -2, 0, 2};
    cld_bezier a = curve_of(3, cubic), b, h[2], g[2];
    cld_path_meeting m[9];

    CHECK(cld_bezier_intersect(&a, &a, m, 9) == 1);
    check_part(m, 0, 1, 0, 1);
    b = reversed(a);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1);
    check_part(m, 0, 1, 1, 0);
    cld_bezier_split(&a, (cld_real)0.5, h);
    CHECK(cld_bezier_intersect(&a, &h[1], m, 9) == 1);
    check_part(m, 0.5, 1, 0, 1);
    CHECK(cld_bezier_intersect(&h[0], &a, m, 9) == 1);
    check_part(m, 0, 1, 0, 0.5);
    CHECK(cld_bezier_intersect(&h[0], &h[1], m, 9) == 1);
    check_part(m, 1, 1, 0, 0);
    cld_bezier_split(&a, (cld_real)0.25, g);
    cld_bezier_split(&g[1], (cld_real)0.5, g);
    CHECK(cld_bezier_intersect(&h[0], &g[0], m, 9) == 1);
    check_part(m, 0.5, 1, 0, 2.0 / 3);

    a = curve_of(3, loop), b = reversed(a);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 3); /* and the double point, twice */
    check_part(m, 0, 1, 1, 0);
    CHECK(m[1].a_from == m[1].a_to && m[2].a_from == m[2].a_to);

    a = curve_of(1, line), b = curve_of(1, later);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1);
    check_part(m, 0.75, 1, 0, 0.25);
    b = reversed(b);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1);
    check_part(m, 0.75, 1, 1, 0.75);
    b = curve_of(1, joined);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1);
    check_part(m, 1, 1, 0, 0);
    b = curve_of(1, up);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1);
    check_part(m, 0.5, 0.5, 0.5, 0.5);
    CHECK(m[0].point.x == 2 && m[0].point.y == 0 && m[0].piece_a == 0 && m[0].piece_b == 0);
    b = curve_of(3, slow);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1);
    check_part(m, 0, 1, 0, 1);
    b = curve_of(2, fold); /* to 2 and back */
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 2);
    check_part(m, 0, 0.5, 0, 0.5);
    check_part(m + 1, 0, 0.5, 1, 0.5);

    a = curve_of(2, bowl), b = curve_of(2, dome);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 1); /* tangent in the origin */
    check_part(m, 0.5, 0.5, 0.5, 0.5);
    a = curve_of(3, drop), b = curve_of(1, needle); /* a closed curve's two ends */
    CHECK(cld_bezier_intersect(&a, &b, m, 9) == 2 || cld_bezier_intersect(&a, &b, m, 9) == 3);
    check_part(m, 0, 0, 0.5, 0.5);
    a = curve_of(3, s_curve), b = curve_of(3, s_turned);
    CHECK(cld_bezier_intersect(&a, &b, m, 9) >= 5);
    CHECK(cld_bezier_intersect(&a, &b, m, 2) == cld_bezier_intersect(&a, &b, NULL, 0));
    CHECK(cld_bezier_intersect(&a, &b, m, -1) == CLD_ERROR_COUNT);
    CHECK(cld_bezier_intersect(&a, &b, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_bezier_intersect(&a, NULL, m, 1) == CLD_ERROR_NULL);
}

static void curve_inputs(void)
{
    cld_bezier c, h[2];
    cld_vec2 p, q;
    cld_real length = 0;
    cld_path_point found;
    const cld_real nan = (cld_real)TEST_NAN, infinity = (cld_real)TEST_INFINITY;
    memset(&c, 0, sizeof c);
    CHECK(cld_bezier_evaluate(&c, 0, &p, NULL) == CLD_ERROR_DEGREE);
    CHECK(cld_bezier_evaluate(NULL, 0, &p, NULL) == CLD_ERROR_NULL);
    c.degree = 2;
    c.points[1] = vec2(1, 1), c.points[2] = vec2(2, 0);
    CHECK(cld_bezier_evaluate(&c, 0, NULL, &q) == CLD_OK && q.x == 2 && q.y == 2);
    CHECK(cld_bezier_evaluate(&c, 1, NULL, NULL) == CLD_OK);
    CHECK(cld_bezier_evaluate(&c, nan, &p, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_split(&c, nan, h) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_split(&c, (cld_real)1.1, h) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_split(&c, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_bounds(&c, NULL, &q) == CLD_ERROR_NULL);
    CHECK(cld_bezier_bounds(&c, &p, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_length(&c, 0, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_length(&c, nan, 1, &length) == CLD_ERROR_PARAMETER && length == 0);
    CHECK(cld_bezier_bounds(&c, &p, &q) == CLD_OK);
    CHECK_NEAR(q.y, 0.5, 40 * TEST_ROUND);
    CHECK(q.y >= (cld_real)0.5 && p.x == 0 && q.x == 2 && p.y == 0);
    CHECK(cld_bezier_length(&c, 0, nan, &length) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_length(&c, -infinity, infinity, &length) == CLD_OK);
    /* y = x - x^2/2: sqrt(2) + asinh(1) */
    CHECK_NEAR(length, 2.2955871493926380740, 1e-12 + 4 * TEST_ROUND);
    CHECK(cld_bezier_at_length(&c, nan, &length) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_at_length(&c, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_at_length(NULL, 1, &length) == CLD_ERROR_NULL);
    CHECK(cld_bezier_at_length(&c, infinity, &length) == CLD_OK && length == 1);
    CHECK(cld_bezier_at_length(&c, -infinity, &length) == CLD_OK && length == 0);
    CHECK(cld_bezier_at_length(&c, (cld_real)1.1477935746963190370, &length) == CLD_OK);
    CHECK_NEAR(length, 0.5, 1e-12 + 4 * TEST_ROUND);
    CHECK(cld_bezier_closest(&c, vec2(1, TEST_NAN), &found) == CLD_ERROR_FINITE);
    CHECK(cld_bezier_closest(&c, p, NULL) == CLD_ERROR_NULL);
    c.points[3].x = nan; /* not looked at */
    CHECK(cld_bezier_closest(&c, vec2(1, 2), &found) == 1);
    CHECK(found.side == 1 && found.piece == 0 && found.normal.y == 1);
    CHECK_NEAR(found.distance, 1.5, 4 * TEST_ROUND);
    CHECK_NEAR(found.parameter, 0.5, 4 * TEST_ROUND);
    c.points[1].y = infinity;
    CHECK(cld_bezier_closest(&c, p, &found) == CLD_ERROR_POINT);
}

/* A curve that dips below an axis by less than the least float: the box goes below, too. */
static void dips_by_hand(void)
{
    const double least = ldexp(1, sizeof(cld_real) == 4 ? -149 : -900);
    const double dip[] = {0, least, least, -least, 2 * least, 0};
    cld_bezier c = curve_of(2, dip);
    cld_vec2 low, high;
    int i;
    for (i = 0; i < 2; i++) {
        CHECK(cld_bezier_bounds(&c, &low, &high) == CLD_OK);
        /* -b b / (a - 2 b + c): a third of the least, which no float is but the least itself */
        CHECK((double)low.y <= -least / 3 && (double)low.y >= -least);
        CHECK((double)low.x <= 0 && (double)high.x >= 2 * least && (double)high.y >= least);
        c = reversed(c);
    }
}

/* Sizes whose squares are near the ends of the range of double. */
static void extreme_sizes(void)
{
#ifdef COLLIDE_DOUBLE
    const double sizes[] = {1e150, 1e149, 1e-150, 1e-300, 1e-305};
#else
    const double sizes[] = {1e37, 1e30, 1e-30, 1e-36, 1e-37};
#endif
    test_random r = test_random_from(6);
    int i, n = test_repeat(1000);
    for (i = 0; i < n; i++) {
        scene s = {1, 0, 0};
        cld_bezier c, big;
        cld_path_point a, b;
        cld_real la = 0, lb = 0;
        cld_vec2 p, low[2], high[2];
        const double size = sizes[i % 5];
        int k;
        c = big = random_curve(&r, (i / 5) % KINDS, &s);
        p = random_place(&r, &c, &s);
        p.x = p.x > 1 ? 1 : p.x < -1 ? -1 : p.x, p.y = p.y > 1 ? 1 : p.y < -1 ? -1 : p.y;
        for (k = 0; k <= c.degree; k++) {
            c.points[k] = vec2((double)c.points[k].x / 3, (double)c.points[k].y / 3);
            big.points[k] = vec2(size * (double)c.points[k].x, size * (double)c.points[k].y);
        }
        CHECK(cld_bezier_closest(&c, p, &a) == 1);
        CHECK(cld_bezier_closest(&big, vec2(size * (double)p.x, size * (double)p.y), &b) == 1);
        /* the scaled points round, too */
        CHECK_NEAR((double)b.distance / size, a.distance, ldexp(1, -43) + 20 * TEST_ROUND);
        CHECK(cld_bezier_length(&c, 0, 1, &la) == CLD_OK);
        CHECK(cld_bezier_length(&big, 0, 1, &lb) == CLD_OK);
        CHECK_NEAR((double)lb / size, la, 2e-12 + 40 * TEST_ROUND);
        CHECK(cld_bezier_bounds(&c, &low[0], &high[0]) == CLD_OK);
        CHECK(cld_bezier_bounds(&big, &low[1], &high[1]) == CLD_OK);
        CHECK_NEAR((double)low[1].x / size, low[0].x, 1e-13 + 20 * TEST_ROUND);
        CHECK_NEAR((double)high[1].y / size, high[0].y, 1e-13 + 20 * TEST_ROUND);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(evaluate_agrees);
    TEST(split_agrees);
    TEST(bounds_agree);
    TEST(length_agrees);
    TEST(at_length_agrees);
    TEST(self_agrees);
    TEST(self_placed);
    TEST(self_by_hand);
    TEST(closest_agrees);
    TEST(disc_agrees);
    TEST(disc_by_hand);
    TEST(parts_of_a_loop_meet);
    TEST(meetings_by_hand);
    TEST(shallow_crossings);
    TEST(curve_inputs);
    TEST(extreme_sizes);
    TEST(dips_by_hand);
    return test_end();
}
