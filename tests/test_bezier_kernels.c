/* [BEZIER], within: discs and turning points against a curve, two curves that meet, as the kernels
 * tell them in double, whatever cld_real is. Through the public functions the parameters are rounded
 * to cld_real, and a sweep that starts in contact is told otherwise, so that the bounds could not be
 * asked for to the last bits.
 *     test_bezier_kernels [seed] */
#include "test.h"

#include "bezier_shapes.h"

/* ------------------------------------------------------------------------ discs, turning points
   Both engines must report no later touch than one that the test has made: the mover is placed such
   that at a chosen time it touches a chosen point of the curve. Placing it rounds by some units of
   double, which the engines' own allowance covers. And what is reported must be a touch. */

static cld__curve in_double(const cld_bezier *c)
{
    cld__curve d;
    memset(&d, 0, sizeof d);
    CHECK(cld__curve_from(c, &d) == CLD_OK);
    return d;
}

static cld__vec2d vec2d(double x, double y)
{
    cld__vec2d v;
    v.x = x, v.y = y;
    return v;
}

/* From v as far as `way`, which goes at an angle. */
static cld__vec2d stepped(cld__vec2d v, double way, double angle)
{
    return vec2d(v.x + way * cos(angle), v.y + way * sin(angle));
}

static oracle_point oracle_vec2d(cld__vec2d v)
{
    oracle_point p;
    p.x = v.x, p.y = v.y;
    return p;
}

static oracle_point on_the_way(cld__vec2d from, cld__vec2d to, double t)
{
    oracle_point p;
    p.x = from.x + t * ((oracle_real)to.x - from.x);
    p.y = from.y + t * ((oracle_real)to.y - from.y);
    return p;
}

static double pick_parameter(test_random *r)
{
    return test_integer(r, 0, 3) ? test_between(r, 0, 1) : test_integer(r, 0, 4) * 0.25;
}

static void disc_placed(void)
{
    test_random r = test_random_from(7);
    int i, n = test_repeat(100000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier b = random_curve(&r, i % KINDS, &s);
        const cld__curve c = in_double(&b);
        const oracle_curve o = exactly(&b);
        const double t = pick_parameter(&r), when = pick_parameter(&r);
        const double radius = s.scale * pow(10, test_between(&r, -6, 1));
        const oracle_point p = oracle_at(&o, t), v = oracle_derivative(&o, t);
        const oracle_real speed = hypotl(v.x, v.y);
        double angle = test_between(&r, -4, 4), moved = s.scale * test_between(&r, 0.01, 3);
        double turn = test_between(&r, -4, 4), m, time = -1, at = -1;
        cld__vec2d centre, from, to;
        oracle_point there;
        int hit;
        if (test_integer(&r, 0, 1) && speed > 0) /* the disc lies on the curve */
            angle = atan2((double)v.x, -(double)v.y);
        if (test_integer(&r, 0, 3) == 0) turn = angle + 1.5707963267948966; /* it slides */
        centre = vec2d((double)(p.x + radius * cosl(angle)), (double)(p.y + radius * sinl(angle)));
        from = stepped(centre, -moved * when, turn);
        to = stepped(centre, moved * (1 - when), turn);
        m = reach(&o, oracle_vec2d(from)) + moved + radius;
        hit = cld__curve_sweep_disc(&c, from, to, radius, 1, &time, &at);
        /* placed far from the origin, the centre rounds by more than its distances allow for */
        if (m > 0.1 * magnitude(&o) && !CHECK(hit && time <= when + ldexp(1, -44) * m / moved))
            print_curve(&b);
        if (!hit) continue;
        there = on_the_way(from, to, time);
        CHECK(time >= 0 && time <= 1 && at >= 0 && at <= 1);
        if (!CHECK((double)oracle_distance(&o, there, at) <= radius + ldexp(1, -44) * m))
            print_curve(&b);
    }
}

/* When a moving point comes within `radius` of p: a fraction of its way, or 2. */
static oracle_point oracle_turned(const cld__turning *m, cld__vec2d point, oracle_real t)
{
    const oracle_real c = cosl(m->angle * t), s = sinl(m->angle * t);
    oracle_point p;
    p.x = point.x + m->shift.x * t + c * m->arm.x - s * m->arm.y - m->arm.x;
    p.y = point.y + m->shift.y * t + s * m->arm.x + c * m->arm.y - m->arm.y;
    return p;
}

static void turning_placed(void)
{
    test_random r = test_random_from(9);
    int i, n = test_repeat(40000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier b = random_curve(&r, i % KINDS, &s);
        const cld__curve c = in_double(&b);
        const oracle_curve o = exactly(&b);
        const double t = pick_parameter(&r), when = pick_parameter(&r);
        const oracle_point p = oracle_at(&o, t);
        const int many = test_integer(&r, 0, 200) == 0;
        const cld__vec2d nowhere = {0, 0};
        cld__turning m;
        cld__vec2d point;
        oracle_point moved;
        double size, time = -1, at = -1, allowed, speed;
        int hit;
        m.shift = vec2d(s.scale * test_between(&r, -2, 2), s.scale * test_between(&r, -2, 2));
        m.arm = vec2d(s.scale * test_between(&r, -2, 2), s.scale * test_between(&r, -2, 2));
        if (test_integer(&r, 0, 4) == 0) m.shift = nowhere;
        if (test_integer(&r, 0, 9) == 0) m.arm = nowhere;
        m.angle = test_between(&r, -1, 1) * pow(10, test_between(&r, -9, many ? 3 : 1));
        moved = oracle_turned(&m, nowhere, when);
        point = vec2d((double)(p.x - moved.x), (double)(p.y - moved.y));
        size = reach(&o, oracle_vec2d(point)) + reach(&o, p) + (double)hypotl(moved.x, moved.y) +
               hypot(m.shift.x, m.shift.y) + hypot(m.arm.x, m.arm.y);
        speed = hypot(m.shift.x, m.shift.y) + hypot(m.arm.x, m.arm.y) * fabs(m.angle);
        allowed = ldexp(1, -42) * size + ldexp(1, -49) * speed;
        hit = cld__curve_sweep_turning(&c, point, &m, 0, 1, &time, &at);
        /* the point's rounding may be more than all that moves */
        if (reach(&o, oracle_vec2d(point)) + speed < 0.1 * magnitude(&o)) continue;
        if (!CHECK(hit && time * speed <= when * speed + allowed)) {
            print_curve(&b);
        }
        if (!hit) continue;
        CHECK(time >= 0 && time <= 1 && at >= 0 && at <= 1);
        moved = oracle_turned(&m, point, time);
        if (!CHECK((double)oracle_distance(&o, moved, at) <= allowed)) print_curve(&b);
    }
}

/* What lies between two concentric circles that the point walks along is never met; turns beyond
   those that the public function takes end, too. */
static void turning_ends(void)
{
    cld__turning m = {{0, 0}, {1, 0}, 0};
    const double angles[] = {1, 6.3, 100, -1024, 1e6, 1e30};
    double time, at;
    int i;
    cld__curve c;
    memset(&c, 0, sizeof c);
    c.degree = 2;
    c.p[0] = vec2d(-0.5, 0), c.p[1] = vec2d(0, 1), c.p[2] = vec2d(0.5, 0);
    for (i = 0; i < 4; i++) {
        m.angle = angles[i];
        CHECK(cld__curve_sweep_turning(&c, vec2d(1, 0), &m, 0, 1, &time, &at) == 0);
        CHECK(cld__curve_sweep_turning(&c, vec2d(1, 0.1), &m, 0, 1, &time, &at) == 0);
        CHECK(cld__curve_sweep_turning(&c, vec2d(1.55, 0), &m, 0, 1, &time, &at) == (i > 0));
    }
    for (; i < 6; i++) {
        m.angle = angles[i];
        CHECK(cld__curve_sweep_turning(&c, vec2d(1.55, 0), &m, 0, 1, &time, &at) == 1);
    }
}

/* ------------------------------------------------------------------------------ two curves meet */

static double both_size(const oracle_curve *a, const oracle_curve *b)
{
    const double x = reach(a, a->p[0]), y = reach(b, a->p[0]);
    return x > y ? x : y;
}

/* Every spot lies on both curves, common parts all along; they are sorted, and 9 at most. */
static int meetings_are_real(const cld__curve *a, const cld__curve *b, const oracle_curve *x,
                             const oracle_curve *y, const cld__meetings *m)
{
    const double size = both_size(x, y);
    int i, k, good = CHECK(m->count >= 0 && m->count <= 9);
    (void)a, (void)b;
    for (i = 0; i < m->count; i++) {
        const cld__meet_place *s = &m->spots[i];
        good &= CHECK(s->a_from >= 0 && s->a_from <= s->a_to && s->a_to <= 1);
        good &= CHECK(s->b_from >= 0 && s->b_from <= 1 && s->b_to >= 0 && s->b_to <= 1);
        good &= CHECK(i == 0 || m->spots[i - 1].a_from <= s->a_from);
        for (k = 0; k <= 4; k++) {
            /* on folded lines, parameters do not run alike */
            const oracle_real t = s->a_from + k * 0.25 * (s->a_to - s->a_from);
            const oracle_point p = oracle_at(x, t), q = oracle_at(y, k < 2 ? s->b_from : s->b_to);
            oracle_real d;
            if (k == 0 || k == 4)
                d = hypotl(p.x - q.x, p.y - q.y);
            else
                d = oracle_distance(y, p, oracle_closest(y, p, 60));
            if (s->a_from == s->a_to && k > 0) break;
            good &=
                CHECK((double)d <= (s->a_to > s->a_from ? ldexp(1, -40) : ldexp(1, -43)) * size);
        }
    }
    return good;
}

/* Is there a spot near s on a and t on b? In space, since tangencies are ill-conditioned. */
static int meeting_near(const oracle_curve *x, const oracle_curve *y, const cld__meetings *m,
                        oracle_real s, oracle_real t, double near)
{
    const oracle_point p = oracle_at(x, s), q = oracle_at(y, t);
    int i;
    for (i = 0; i < m->count; i++) {
        const cld__meet_place *spot = &m->spots[i];
        const oracle_point c = oracle_at(x, spot->a_from), d = oracle_at(y, spot->b_from);
        if (hypotl(p.x - c.x, p.y - c.y) <= near && hypotl(q.x - d.x, q.y - d.y) <= near) return 1;
        if (hypotl(p.x - c.x, p.y - c.y) <=
            0.02 * both_size(x, y)) { /* they run along each other */
            const oracle_point middle = oracle_at(x, 0.5L * (s + spot->a_from));
            const oracle_real off = oracle_distance(y, middle, oracle_closest(y, middle, 60));
            if (off <= ldexp(1, -42) * both_size(x, y)) return 1;
        }
        if (spot->a_from < spot->a_to && s >= spot->a_from - 1e-6 && s <= spot->a_to + 1e-6)
            return 1;
    }
    return 0;
}

static oracle_curve exactly_double(const cld__curve *c)
{
    oracle_curve o;
    int i;
    o.degree = c->degree;
    for (i = 0; i <= c->degree; i++) o.p[i] = oracle_vec2d(c->p[i]);
    return o;
}

/* Moves b such that its point at t is that of a at s; turns it so that they touch, if asked. */
static void place_on(cld__curve *b, double t, const oracle_curve *a, double s, int touch)
{
    oracle_curve o = exactly_double(b);
    const oracle_point v = oracle_derivative(a, s), w = oracle_derivative(&o, t);
    const oracle_real angle = touch ? atan2l(v.y, v.x) - atan2l(w.y, w.x) : 0;
    const oracle_real c = cosl(angle), e = sinl(angle);
    oracle_point p = oracle_at(a, s), q;
    int i;
    for (i = 0; i <= b->degree; i++) {
        const oracle_point r = o.p[i];
        o.p[i].x = c * r.x - e * r.y, o.p[i].y = e * r.x + c * r.y;
    }
    q = oracle_at(&o, t);
    for (i = 0; i < 4; i++) {
        const oracle_point r = o.p[i < b->degree ? i : b->degree];
        b->p[i] = vec2d((double)(r.x - q.x + p.x), (double)(r.y - q.y + p.y));
    }
}

static void print_meet(const cld__curve *a, const cld__curve *b, const cld__meetings *m)
{
    int i;
    if (test_failures > 20) return;
    for (i = 0; i <= a->degree; i++) printf(" (%.17g, %.17g)", a->p[i].x, a->p[i].y);
    printf("\n");
    for (i = 0; i <= b->degree; i++) printf(" (%.17g, %.17g)", b->p[i].x, b->p[i].y);
    printf("\n");
    for (i = 0; i < m->count; i++)
        printf("   a %.17g .. %.17g, b %.17g .. %.17g\n", m->spots[i].a_from, m->spots[i].a_to,
               m->spots[i].b_from, m->spots[i].b_to);
}

static void meetings_placed(void)
{
    test_random r = test_random_from(10);
    int i, n = test_repeat(40000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const cld_bezier first = random_curve(&r, i % KINDS, &s);
        const cld_bezier second = random_curve(&r, (i / KINDS) % KINDS, &s);
        const cld__curve a = in_double(&first);
        cld__curve b = in_double(&second);
        const oracle_curve x = exactly(&first);
        oracle_curve y;
        const double u = pick_parameter(&r), v = pick_parameter(&r);
        const int touch = test_integer(&r, 0, 1);
        cld__meetings m;
        place_on(&b, v, &x, u, touch);
        y = exactly_double(&b);
        cld__curves_meet(&a, &b, &m);
        if (both_size(&x, &y) < 0.1 * magnitude(&x)) continue;
        if (!(CHECK(meeting_near(&x, &y, &m, u, v, 1e-5 * both_size(&x, &y))) &
              meetings_are_real(&a, &b, &x, &y, &m))) {
            print_meet(&a, &b, &m);
        }
    }
}

/* Random pairs against the crossings of fine polylines. */
static void meetings_agree(void)
{
    enum { N = 128 };
    test_random r = test_random_from(11);
    int i, j, k, n = test_repeat(1000);
    for (i = 0; i < n; i++) {
        const scene s = random_scene(&r);
        const int kinds[] = {RANDOM, LOOP, QUADRATIC_IN_DISGUISE, CUSP, ARC, NEAR_CUSP};
        const cld_bezier first = random_curve(&r, kinds[i % 6], &s);
        const cld_bezier second = random_curve(&r, kinds[(i / 6) % 6], &s);
        const cld__curve a = in_double(&first), b = in_double(&second);
        const oracle_curve x = exactly(&first), y = exactly(&second);
        oracle_point p[N + 1], q[N + 1];
        cld__meetings m;
        cld__curves_meet(&a, &b, &m);
        meetings_are_real(&a, &b, &x, &y, &m);
        for (k = 0; k <= N; k++)
            p[k] = oracle_at(&x, (oracle_real)k / N), q[k] = oracle_at(&y, (oracle_real)k / N);
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++) {
                const oracle_real ux = p[j + 1].x - p[j].x, uy = p[j + 1].y - p[j].y;
                const oracle_real vx = q[k + 1].x - q[k].x, vy = q[k + 1].y - q[k].y;
                const oracle_real wx = q[k].x - p[j].x, wy = q[k].y - p[j].y;
                const oracle_real det = ux * vy - uy * vx;
                const oracle_real e = (wx * vy - wy * vx) / det, f = (wx * uy - wy * ux) / det;
                /* a steep crossing in the middle of both: chords are N^-2 off */
                if (fabsl(det) < 0.3L * hypotl(ux, uy) * hypotl(vx, vy)) continue;
                if (!(e > 0.2L && e < 0.8L && f > 0.2L && f < 0.8L)) continue;
                if (hypotl(ux, uy) < 0.001L * size_of(&x)) continue; /* near cusps */
                if (hypotl(vx, vy) < 0.001L * size_of(&y)) continue;
                if (!CHECK(meeting_near(&x, &y, &m, (j + e) / N, (k + f) / N,
                                        0.02 * both_size(&x, &y))))
                    print_meet(&a, &b, &m);
            }
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(disc_placed);
    TEST(turning_placed);
    TEST(turning_ends);
    TEST(meetings_placed);
    TEST(meetings_agree);
    return test_end();
}
