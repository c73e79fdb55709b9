/* [BEZIER]: a moving point against a segment or one curve: worked by hand, and against an oracle
 * in higher precision on random input and on input made to be hard.
 *
 *     test_bezier_sweep [seed]                 seconds
 *     test_bezier_sweep --pairs 1000000        so many queries of each kind, figures printed */
#include "test.h"

#include "bezier_checks.h"

/* With the slow oracle, less often. */
static int repeat_of(int full)
{
#ifdef ORACLE_QUAD
    full /= 50;
#endif
    return test_repeat(full);
}

/* One question, and what its maker knows about the answer. */
typedef struct query {
    cld_bezier curve;
    cld_vec2 from, to;
    int bits;     /* coordinates are multiples of one number by whole numbers of so many bits */
    int known;    /* roots known by construction, on the segment for sure */
    double at[4]; /* their parameters */
    int side[4];  /* and sides; 2: not known */
} query;

static cld_bezier curve_of(int degree, const double xy[8])
{
    cld_bezier c;
    int i;
    memset(&c, 0, sizeof c);
    c.degree = degree;
    for (i = 0; i <= degree; i++) c.points[i] = vec2(xy[2 * i], xy[2 * i + 1]);
    return c;
}

static cld_bezier line_of(double x0, double y0, double x1, double y1)
{
    double xy[8] = {0};
    xy[0] = x0, xy[1] = y0, xy[2] = x1, xy[3] = y1;
    return curve_of(1, xy);
}

static cld_bezier cubic_of(double x0, double y0, double x1, double y1, double x2, double y2,
                           double x3, double y3)
{
    double xy[8];
    xy[0] = x0, xy[1] = y0, xy[2] = x1, xy[3] = y1, xy[4] = x2, xy[5] = y2, xy[6] = x3, xy[7] = y3;
    return curve_of(3, xy);
}

/* --------------------------------------------------------------------- hits and what is certain */

/* What of y along the curve cannot be told from zero: the bound, and what a parameter's rounding
   makes of it (derivative at most 6 M); oracle_strays exceeds the largest y by at most 5. */
static double noise(const oracle_answer *o)
{
    return 5 * (FAR_OFF + 6 * TEST_ROUND) * o->size * o->length;
}

/* Is this hit at a root in q0..q1, or at one that the curve joins to it without leaving the line?
   Roots closer than rounding tells apart are one. */
static int is_at(const oracle_answer *o, const cld_path_hit *h, double q0, double q1)
{
    double q = (double)h->parameter;
    if (q >= q0 - TEST_ROUND && q <= q1 + TEST_ROUND) return 1;
    if (o->length == 0) return 1; /* a mover at rest: there is one hit, in whichever place */
    if (o->closed && (q0 == 0 || q1 == 1)) { /* the same joint */
        if (oracle_strays(o, q, 0) <= noise(o) || oracle_strays(o, q, 1) <= noise(o)) return 1;
    }
    return oracle_strays(o, q, q < q0 ? q0 : q1) <= noise(o);
}

static int how_many_are_at(const oracle_answer *o, const cld_path_hit *h, int count, double q0,
                           double q1)
{
    int i, at = 0;
    for (i = 0; i < count; i++) at += is_at(o, &h[i], q0, q1);
    return at;
}

static void none_is_lost(const query *q, const oracle_answer *o, const cld_path_hit *h, int count)
{
    int i;
    for (i = 0; i < o->count; i++)
        if (o->hit[i].kind != ORACLE_GRAY)
            CHECK(how_many_are_at(o, h, count, o->hit[i].q0, o->hit[i].q1) > 0);
    for (i = 0; i < q->known; i++) CHECK(how_many_are_at(o, h, count, q->at[i], q->at[i]) > 0);
}

/* Nothing certain may come before the first hit, but for rounding of time and the bound. */
static void first_is_first(const oracle_answer *o, const cld_path_hit *first)
{
    double slack = (FAR_OFF * o->size + 2 * TEST_ROUND * o->length) / o->length;
    int i;
    if (o->length == 0) {
        CHECK(first->time == 0);
        return;
    }
    for (i = 0; i < o->count; i++) {
        const oracle_hit *c = &o->hit[i];
        if (c->kind == ORACLE_GRAY) continue;
        if (c->kind == ORACLE_SLIDE)
            CHECK((double)first->time <= c->t0 + slack);
        else if ((double)first->time > c->t1 + slack)
            CHECK(is_at(o, first, c->q0, c->q1));
    }
}

/* A hit that can only be at one root, as the only one there, strictly inside the segment, has that
   root's side. Where an end of the segment lies on the curve it has not the wrong one. */
static void side_is_right(const oracle_answer *o, const cld_path_hit *h, const cld_path_hit *all,
                          int count)
{
    const oracle_hit *only = NULL;
    int i, at = 0;
    if (o->length == 0) {
        CHECK(h->side == 0);
        return;
    }
    for (i = 0; i < o->count; i++)
        if (is_at(o, h, o->hit[i].q0, o->hit[i].q1)) at++, only = &o->hit[i];
    if (at != 1 || only->side == 2 || only->kind == ORACLE_GRAY) return;
    if (oracle_strays(o, 0, 1) <= noise(o)) return; /* all the curve is along the move */
    if (how_many_are_at(o, all, count, only->q0, only->q1) > 1) return;
    if (only->in_segment)
        CHECK(h->side == only->side);
    else
        CHECK(h->side == only->side || h->side == 0 || only->side == 0);
}

/* The same for roots known by construction. */
static void known_sides(const query *q, const oracle_answer *o, const cld_path_hit *h, int count)
{
    int i, k;
    for (k = 0; k < count; k++) {
        int at = 0, only = 0;
        for (i = 0; i < q->known; i++)
            if (is_at(o, &h[k], q->at[i], q->at[i])) at++, only = i;
        if (at != 1 || q->side[only] == 2) continue;
        if (how_many_are_at(o, h, count, q->at[only], q->at[only]) == 1)
            CHECK(h[k].side == q->side[only]);
    }
}

/* If the segment's line holds the whole curve, sides sum up to what the curve's ends say. Ends
   within the bound of the line are left out: there a crossing may count as a touching end. */
static void sides_sum_up(const oracle_answer *o, const cld_path_hit *h, int count)
{
    double y0 = (double)o->whole.v[ORACLE_Y][0], y1 = (double)o->whole.v[ORACLE_Y][o->degree];
    double least = 2 * FAR_OFF * o->size * o->length;
    int i, sum = 0;
    if (oracle_all(&o->whole, ORACLE_X, o->degree) <= 0) return;
    if (oracle_all(&o->whole, ORACLE_Z, o->degree) <= 0) return;
    if (fabs(y0) <= least || fabs(y1) <= least) return;
    for (i = 0; i < count; i++) sum += h[i].side;
    CHECK(2 * sum == (y1 > 0 ? 1 : -1) - (y0 > 0 ? 1 : -1));
}

/* 1 if the oracle is sure of everything. */
static int all_is_certain(const oracle_answer *o)
{
    int i;
    for (i = 0; i < o->count; i++)
        if (o->hit[i].kind == ORACLE_GRAY || o->hit[i].kind == ORACLE_SLIDE) return 0;
    return !o->overflow;
}

/* Of a stretch there is one hit; of a crossing, too. */
static void none_is_double(const oracle_answer *o, const cld_path_hit *h, int count)
{
    int i, k;
    for (i = 0; i < o->count; i++) {
        const oracle_hit *c = &o->hit[i];
        int inside = 0;
        if (c->kind == ORACLE_GRAY || o->length == 0) continue;
        for (k = 0; k < count; k++)
            inside += (double)h[k].parameter > c->q0 && (double)h[k].parameter < c->q1;
        CHECK(inside <= 1);
    }
    for (k = 1; k < count; k++)
        CHECK(h[k].time != h[k - 1].time || h[k].parameter != h[k - 1].parameter);
}

/* Times that differ by no more than the bound and their rounding. */
static int is_same_time(const oracle_answer *o, const cld_path_hit *a, const cld_path_hit *b)
{
    double d = fabs((double)a->time - (double)b->time);
    return d * o->length <= 2 * (FAR_OFF * o->size + TEST_ROUND * o->length);
}

/* The first hit alone may be computed otherwise than all, and be another one of several at the same
   time: it is the first root, with its side, or one at the same time, or not later than the first.
   (That it is not too early is for hit_is_sound to say: where the curve is all but along the move,
   a time is not as exact as the place.) */
static void first_is_alike(const oracle_answer *o, const cld_path_hit *first, const cld_path_hit *h,
                           int count)
{
    double q = (double)first->parameter;
    int i;
    for (i = 0; i < count; i++)
        if (h[i].side == first->side && is_at(o, &h[i], q, q)) break;
    CHECK(i < count && (i == 0 || is_same_time(o, &h[0], &h[i]) || !(first->time > h[0].time)));
    first_is_first(o, first);
}

/* ------------------------------------------------------------------------------ one whole query */

typedef struct figures {
    long queries, hits, certain, gray, beyond; /* beyond: hits where the exact curve has none */
} figures;

static void print_query(const query *q, const char *name)
{
    cld_path_hit h[4];
    int i, count = cld_bezier_sweep_all(&q->curve, q->from, q->to, h, 4);
    printf("    %s, degree %d:", name, q->curve.degree);
    for (i = 0; i <= q->curve.degree; i++)
        printf(" (%a, %a)", (double)q->curve.points[i].x, (double)q->curve.points[i].y);
    printf("\n    from (%a, %a) to (%a, %a)\n", (double)q->from.x, (double)q->from.y,
           (double)q->to.x, (double)q->to.y);
    for (i = 0; i < count && i < 4; i++)
        printf("    hit: time %.17g, parameter %.17g, side %d\n", (double)h[i].time,
               (double)h[i].parameter, h[i].side);
}

static int is_alike(const oracle_answer *o, const cld_path_hit *many, const cld_path_hit *single);

/* Does what the mover meets at that time lie where it starts, to the bound of the docs? Then it is in
   contact at the start: test_starts.c has what comes of that. */
static int begins_there(const cld_bezier *c, int count, cld_vec2 from, cld_vec2 to, cld_real time)
{
    const double way = hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
    double most = way;
    int i, k;
    for (i = 0; i < count; i++)
        for (k = 0; k <= c[i].degree; k++)
            most = fmax(most, hypot((double)c[i].points[k].x - (double)from.x,
                                    (double)c[i].points[k].y - (double)from.y));
    return (double)time * way <= ldexp(most, -43);
}

static void all_hits_agree(const query *q, const oracle_answer *o, const double from[2],
                           const cld_path_hit *h, int count)
{
    cld_path_hit first, some[4];
    int found = cld_bezier_sweep(&q->curve, q->from, q->to, &first), i;
    if (count > 0 && begins_there(&q->curve, 1, q->from, q->to, h[0].time)) {
        CHECK(found == 0 || found == 1);
        CHECK(cld_bezier_sweep(&q->curve, q->from, q->to, NULL) == found);
        if (found) hit_is_sound(o, from, &first);
        for (i = 0; i < count && found && !is_alike(o, &first, &h[i]); i++) continue;
        if (found) CHECK(i < count);
        return;
    }
    if (found != (count > 0)) { /* a near miss may be told by one and not by the other */
        CHECK(found == 0 || found == 1);
        none_is_lost(q, o, &first, found);
    }
    CHECK(cld_bezier_sweep(&q->curve, q->from, q->to, NULL) == found);
    if (found == 1) hit_is_sound(o, from, &first);
    if (found == 1 && count > 0) first_is_alike(o, &first, h, count);
    if (count < 2) return;
    memset(some, 0x5a, sizeof some);
    CHECK(cld_bezier_sweep_all(&q->curve, q->from, q->to, some, count - 1) == count);
    for (i = 0; i < count - 1; i++) CHECK(same_hit(&some[i], &h[i]));
    CHECK(some[count - 1].piece == 0x5a5a5a5au);
}

static void check_answers(const query *q, figures *f, int strict)
{
    cld_path_hit h[5];
    oracle_answer o;
    oracle_curve c = exactly(&q->curve);
    double from[2], to[2];
    int i, k, count;
    numbers(q->from, from);
    numbers(q->to, to);
    oracle_sweep(&o, &c, from, to, q->bits);
    count = cld_bezier_sweep_all(&q->curve, q->from, q->to, h, 5);
    f->queries++, f->hits += count > 0;
    if (!CHECK(count >= 0 && count <= 4)) return;
    for (i = 0; i < count; i++) {
        hit_is_sound(&o, from, &h[i]);
        CHECK(h[i].piece == 0 && h[i].mover == 0);
    }
    for (i = 1; i < count; i++) CHECK(h[i - 1].time <= h[i].time);
    all_hits_agree(q, &o, from, h, count);
    none_is_lost(q, &o, h, count);
    none_is_double(&o, h, count);
    sides_sum_up(&o, h, count);
    for (i = 0; i < count; i++) side_is_right(&o, &h[i], h, count);
    known_sides(q, &o, h, count);
    if (count) first_is_first(&o, &h[0]);
    for (i = 0; i < o.count; i++)
        if (o.hit[i].kind == ORACLE_GRAY)
            f->gray++;
        else
            f->certain++;
    for (i = 0; i < count; i++) {
        for (k = 0; k < o.count; k++)
            if (is_at(&o, &h[i], o.hit[k].q0, o.hit[k].q1)) break;
        f->beyond += k == o.count;
    }
    if (strict && o.length > 0 && !o.closed && all_is_certain(&o)) CHECK(count == o.count);
}

static void check_query(const query *q, figures *f, int strict, const char *name)
{
    long before = test_failures;
    check_answers(q, f, strict);
    if (test_failures > before && before < 20) print_query(q, name);
}

/* -------------------------------------------------------------------------------- kinds of query
   Each maker writes plain doubles; `set` rounds them to cld_real. */

typedef struct plan {
    int degree;
    double xy[8], from[2], to[2];
} plan;

static void set(query *q, const plan *p)
{
    memset(q, 0, sizeof *q);
    q->curve = curve_of(p->degree, p->xy);
    q->from = vec2(p->from[0], p->from[1]);
    q->to = vec2(p->to[0], p->to[1]);
}

/* Point and derivative, by the definition; good to rounding in double. */
static void plan_at(const plan *p, double q, double c[2], double d[2])
{
    double v[8];
    int n = p->degree, i, k;
    memcpy(v, p->xy, sizeof v);
    for (k = n; k > 0; k--) {
        if (k == 1) d[0] = n * (v[2] - v[0]), d[1] = n * (v[3] - v[1]);
        for (i = 0; i < 2 * k; i++) v[i] += q * (v[i + 2] - v[i]);
    }
    c[0] = v[0], c[1] = v[1];
}

static void random_curve(test_random *r, plan *p)
{
    int i;
    memset(p, 0, sizeof *p);
    p->degree = test_integer(r, 0, 3) ? 3 : test_integer(r, 1, 2);
    for (i = 0; i < 8; i++) p->xy[i] = test_between(r, -1, 1);
}

static void random_move(test_random *r, plan *p)
{
    int k;
    for (k = 0; k < 2; k++)
        p->from[k] = test_between(r, -1.5, 1.5), p->to[k] = test_between(r, -1.5, 1.5);
}

static void move_by(plan *p, const double at[2], double dx, double dy, double before, double after)
{
    p->from[0] = at[0] - before * dx, p->from[1] = at[1] - before * dy;
    p->to[0] = at[0] + after * dx, p->to[1] = at[1] + after * dy;
}

/* All numbers times s, then moved by (x, y). */
static void plan_place(plan *p, double s, double x, double y)
{
    int i;
    for (i = 0; i < 8; i++) p->xy[i] = s * p->xy[i] + (i % 2 ? y : x);
    p->from[0] = s * p->from[0] + x, p->from[1] = s * p->from[1] + y;
    p->to[0] = s * p->to[0] + x, p->to[1] = s * p->to[1] + y;
}

static void anything(test_random *r, query *q)
{
    plan p;
    random_curve(r, &p);
    random_move(r, &p);
    set(q, &p);
}

static void short_steps(test_random *r, query *q)
{
    double c[2], d[2], step = log_between(r, -6, -1), angle = test_between(r, -4, 4);
    plan p;
    random_curve(r, &p);
    plan_at(&p, test_between(r, 0, 1), c, d);
    c[0] += step * test_between(r, -1, 1), c[1] += step * test_between(r, -1, 1);
    move_by(&p, c, step * cos(angle), step * sin(angle), 1, 1);
    set(q, &p);
}

/* Along the tangent in a point, off it by 1e-1 .. 1e-16 of the curve's size, to either side. */
static void plan_tangent(test_random *r, plan *p)
{
    double c[2], d[2], off = log_between(r, -16, -1) * (coin(r) ? 1 : -1), length;
    random_curve(r, p);
    plan_at(p, test_between(r, 0, 1), c, d);
    length = hypot(d[0], d[1]) + 1e-300;
    if (test_integer(r, 0, 4) == 0) off = 0;
    c[0] -= off * d[1] / length, c[1] += off * d[0] / length;
    length /= test_between(r, 0.01, 3);
    move_by(p, c, d[0] / length, d[1] / length, test_between(r, -0.1, 1), test_between(r, -0.1, 1));
}

static void tangents(test_random *r, query *q)
{
    plan p;
    plan_tangent(r, &p);
    set(q, &p);
}

/* The curve with y(q) = product of (m q - n) over three (or two) factors, n/m being roots, and any
   x: whole numbers, and the move is along y = 0. Then the plane is turned by the Gaussian number
   a + b i: exactly, for the numbers stay below 2^17. */
static void rooted(test_random *r, query *q, const int n[3], const int m[3], int degree)
{
    int f0[3], f1[3], y[4], x[4], low, high, i, k, a = test_integer(r, -7, 7), b;
    double q3;
    b = test_integer(r, a ? -7 : 1, 7);
    memset(q, 0, sizeof *q);
    for (i = 0; i < degree; i++) f0[i] = -n[i], f1[i] = m[i] - n[i];
    if (degree == 3) { /* three times the coefficients, lest thirds appear */
        y[0] = 3 * f0[0] * f0[1] * f0[2], y[3] = 3 * f1[0] * f1[1] * f1[2];
        y[1] = f1[0] * f0[1] * f0[2] + f0[0] * f1[1] * f0[2] + f0[0] * f0[1] * f1[2];
        y[2] = f0[0] * f1[1] * f1[2] + f1[0] * f0[1] * f1[2] + f1[0] * f1[1] * f0[2];
    } else {
        y[0] = 2 * f0[0] * f0[1], y[2] = 2 * f1[0] * f1[1];
        y[1] = f1[0] * f0[1] + f0[0] * f1[1];
    }
    for (i = 0; i <= degree; i++) x[i] = test_integer(r, -40, 40);
    low = test_integer(r, -40, 40), high = test_integer(r, -40, 40);
    q->curve.degree = degree;
    for (i = 0; i <= degree; i++)
        q->curve.points[i] = vec2(a * x[i] - b * y[i], b * x[i] + a * y[i]);
    q->from = vec2(a * low, b * low), q->to = vec2(a * high, b * high);
    q->bits = 17;
    for (i = 0; i < degree; i++) { /* x(n/m) m^degree is whole: compared without rounding */
        long sum, whole = 1, s = n[i], t = m[i] - n[i];
        int multiplicity = 0, before = 0;
        if (degree == 3)
            sum = x[0] * t * t * t + 3 * x[1] * s * t * t + 3 * x[2] * s * s * t + x[3] * s * s * s;
        else
            sum = x[0] * t * t + 2 * x[1] * s * t + x[2] * s * s;
        for (k = 0; k < degree; k++) whole *= m[i];
        if (s < 0 || t < 0 || low == high) continue;
        if ((sum < low * whole || sum > high * whole) && (sum < high * whole || sum > low * whole))
            continue;
        for (k = 0; k < i; k++) before += n[k] * m[i] == n[i] * m[k];
        if (before) continue; /* the same root again */
        q3 = (double)n[i] / m[i];
        q->at[q->known] = q3, q->side[q->known] = 2;
        for (k = 0; k < degree; k++) multiplicity += n[k] * m[i] == n[i] * m[k];
        if (sum != low * whole && sum != high * whole) {
            int positive = 1; /* the sign of y just behind the root; m > 0 */
            for (k = 0; k < degree; k++)
                if (n[k] * m[i] > n[i] * m[k]) positive = -positive;
            q->side[q->known] = multiplicity == 2 ? 0 : low < high ? positive : -positive;
            if (s == 0 || t == 0) q->side[q->known] = 0;
        }
        q->known++;
    }
}

static void double_roots(test_random *r, query *q)
{
    int n[3], m[3], i;
    for (i = 0; i < 3; i++) m[i] = test_integer(r, 1, 7), n[i] = test_integer(r, 0, m[i]);
    if (coin(r)) n[2] = test_integer(r, -3, 9);
    n[1] = n[0], m[1] = m[0];
    rooted(r, q, n, m, test_integer(r, 2, 3));
}

static void triple_roots(test_random *r, query *q)
{
    int n[3], m[3], i;
    m[0] = test_integer(r, 1, 9), n[0] = test_integer(r, 0, m[0]);
    for (i = 1; i < 3; i++) n[i] = n[0], m[i] = m[0];
    rooted(r, q, n, m, 3);
}

static void three_roots(test_random *r, query *q)
{
    int n[3], m[3], i;
    for (i = 0; i < 3; i++) m[i] = test_integer(r, 1, 9), n[i] = test_integer(r, -1, m[i] + 1);
    rooted(r, q, n, m, 3);
}

/* An inflection with its tangent, turned and scaled with rounding: nearly a triple root. */
static void near_triple_roots(test_random *r, query *q)
{
    double root = test_between(r, 0, 1), a = test_between(r, -4, 4), c[2], d[2], off;
    plan p;
    int i;
    random_curve(r, &p);
    p.degree = 3;
    for (i = 0; i < 4; i++) { /* the blossom of (q - root)^3 */
        double x = i + test_between(r, -0.5, 0.5), y = 1;
        int k;
        for (k = 0; k < 3; k++) y *= k < i ? 1 - root : -root;
        p.xy[2 * i] = x * cos(a) - y * sin(a), p.xy[2 * i + 1] = x * sin(a) + y * cos(a);
    }
    plan_at(&p, root, c, d);
    off = coin(r) ? 0 : log_between(r, -17, -5);
    c[0] -= off * sin(a), c[1] += off * cos(a);
    a += coin(r) ? 0 : log_between(r, -17, -3) * (coin(r) ? 1 : -1);
    move_by(&p, c, cos(a), sin(a), test_between(r, 0, 2), test_between(r, 0, 2));
    set(q, &p);
}

/* The move starts or ends where the curve is, to rounding, or off it by little. */
static void ends_on_curve(test_random *r, query *q)
{
    double c[2], d[2], off = coin(r) ? 0 : log_between(r, -17, -3);
    plan p;
    random_curve(r, &p);
    random_move(r, &p);
    plan_at(&p, coin(r) ? test_between(r, 0, 1) : test_integer(r, 0, 8) / 8.0, c, d);
    if (coin(r))
        p.from[0] = c[0] + off * d[1], p.from[1] = c[1] - off * d[0];
    else
        p.to[0] = c[0] + off * d[1], p.to[1] = c[1] - off * d[0];
    set(q, &p);
}

/* Whole numbers times 8: the point at 1/2 is one, too, and there the move starts or ends, or there
   it goes through. */
static void on_curve_exactly(test_random *r, query *q)
{
    double c[2], d[2], on = test_integer(r, 0, 4) / 4.0;
    plan p;
    int i;
    random_curve(r, &p);
    for (i = 0; i < 8; i++) p.xy[i] = 64.0 * test_integer(r, -9, 9);
    plan_at(&p, on, c, d);
    if (coin(r)) d[0] = test_integer(r, -99, 99), d[1] = test_integer(r, -99, 99);
    if (coin(r)) d[0] = test_integer(r, -2, 2), d[1] = test_integer(r, -2, 2);
    i = test_integer(r, 0, 2);
    move_by(&p, c, d[0], d[1], i == 0 ? 0 : test_integer(r, 0, 3), i == 1 ? 0 : 1);
    set(q, &p);
    q->bits = 16;
    if (d[0] == 0 && d[1] == 0) return;
    q->known = 1, q->at[0] = on, q->side[0] = 2;
}

/* The move passes an end of the curve, or as close by as 1e-17 .. 1e-3. */
static void past_curve_end(test_random *r, query *q)
{
    double a = test_between(r, -4, 4), c[2], off = coin(r) ? 0 : log_between(r, -17, -3);
    plan p;
    random_curve(r, &p);
    memcpy(c, p.xy + (coin(r) ? 2 * p.degree : 0), sizeof c);
    c[0] -= off * sin(a), c[1] += off * cos(a);
    move_by(&p, c, cos(a), sin(a), test_between(r, 0, 2), test_between(r, 0, 2));
    set(q, &p);
}

/* One end of the move is one of the curve's: the same bits. */
static void end_to_end(test_random *r, query *q)
{
    plan p;
    random_curve(r, &p);
    random_move(r, &p);
    memcpy(coin(r) ? p.from : p.to, p.xy + (coin(r) ? 2 * p.degree : 0), sizeof p.from);
    if (test_integer(r, 0, 3) == 0)
        memcpy(p.from, p.xy, sizeof p.from), memcpy(p.to, p.xy + 2 * p.degree, sizeof p.to);
    set(q, &p);
}

/* A quadratic or a line, raised to a cubic, with rounding or without. */
static void raised(test_random *r, query *q)
{
    int exact = coin(r), from = test_integer(r, 1, 2), i, k;
    double v[6], scale = exact ? 1 : test_between(r, 0.01, 0.1);
    plan p;
    random_curve(r, &p);
    random_move(r, &p);
    for (i = 0; i < 6; i++) v[i] = 3 * test_integer(r, -9, 9);
    for (k = 0; k < 2; k++) {
        double a = v[k], b = v[2 + k], c = v[4 + k];
        p.xy[k] = a, p.xy[6 + k] = c;
        p.xy[2 + k] = from == 1 ? a + (c - a) / 3 : a + 2 * (b - a) / 3;
        p.xy[4 + k] = from == 1 ? a + (c - a) * 2 / 3 : c + 2 * (b - c) / 3;
        p.from[k] = test_integer(r, -27, 27), p.to[k] = test_integer(r, -27, 27);
    }
    p.degree = 3;
    plan_place(&p, scale, 0, 0);
    set(q, &p);
    if (exact) q->bits = 6;
}

/* All on one line: exactly (whole numbers along a whole direction), or but for rounding. */
static void in_line(test_random *r, query *q)
{
    double dx = test_integer(r, -9, 9), dy = test_integer(r, -9, 9), x, y, s = 1;
    int exact = coin(r), i;
    plan p;
    if (dx == 0 && dy == 0) dx = 1;
    if (test_integer(r, 0, 3) == 0) dx = 0, dy = 1;
    x = test_integer(r, -50, 50), y = test_integer(r, -50, 50);
    random_curve(r, &p);
    if (!exact) s = test_between(r, 0.001, 0.1), x = test_between(r, -1, 1);
    for (i = 0; i < 4; i++) {
        double k = s * test_integer(r, -20, 20);
        p.xy[2 * i] = x + k * dx, p.xy[2 * i + 1] = y + k * dy;
    }
    for (i = 0; i < 2; i++) {
        double k = s * test_integer(r, -30, 30);
        double *end = i ? p.from : p.to;
        end[0] = x + k * dx, end[1] = y + k * dy;
    }
    set(q, &p);
    if (exact) q->bits = 10;
}

/* A curve that stops and turns at q0: c + u s^2 + v s^3, s = q - q0. The move goes through the
   cusp, or near it, often along the cusp's tangent u. */
static void cusps(test_random *r, query *q)
{
    double q0 = test_integer(r, 0, 8) / 8.0, u[2], v[2], c[2], a = test_between(r, -4, 4), off;
    plan p;
    int i, k;
    random_curve(r, &p);
    p.degree = 3;
    for (k = 0; k < 2; k++) {
        u[k] = test_between(r, -1, 1), v[k] = test_between(r, -1, 1);
        c[k] = test_between(r, -1, 1);
    }
    for (i = 0; i < 4; i++) { /* blossom: s_j = 1 - q0 for i of the three, -q0 for the others */
        double s[3], pairs;
        for (k = 0; k < 3; k++) s[k] = k < i ? 1 - q0 : -q0;
        pairs = (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]) / 3;
        for (k = 0; k < 2; k++) p.xy[2 * i + k] = c[k] + u[k] * pairs + v[k] * s[0] * s[1] * s[2];
    }
    if (coin(r)) a = atan2(u[1], u[0]);
    off = coin(r) ? 0 : log_between(r, -17, -2) * (coin(r) ? 1 : -1);
    c[0] -= off * sin(a), c[1] += off * cos(a);
    move_by(&p, c, cos(a), sin(a), test_between(r, 0, 1), test_between(r, 0, 1));
    set(q, &p);
}

/* Symmetrical loops with the double point on the y axis, met from all sides. */
static void loops(test_random *r, query *q)
{
    int w = 8 * test_integer(r, 1, 9), h = 8 * test_integer(r, 1, 9),
        k = 8 * test_integer(r, -9, 30);
    double a = test_between(r, -4, 4), c[2];
    plan p;
    memset(&p, 0, sizeof p);
    p.degree = 3;
    p.xy[0] = -w, p.xy[2] = k, p.xy[4] = -k, p.xy[6] = w;
    p.xy[3] = p.xy[5] = h;
    /* with p = q (1 - q): x = (2 q - 1) (w (1 - p) - 3 k p), y = 3 h p */
    c[0] = 0, c[1] = test_integer(r, 0, 8) * h / 8.0;
    if (k > w && coin(r)) c[1] = 3.0 * h * w / (w + 3.0 * k);
    if (coin(r)) a = test_integer(r, 0, 3) * 1.5707963267948966;
    move_by(&p, c, cos(a), sin(a), test_integer(r, 0, 90), test_integer(r, 0, 90));
    set(q, &p);
}

/* Moves and curves that are almost vertical or horizontal. */
static void nearly_upright(test_random *r, query *q)
{
    double thin = log_between(r, -18, -2);
    int i, k = coin(r);
    plan p;
    random_curve(r, &p);
    random_move(r, &p);
    p.from[k] *= thin, p.to[k] *= thin;
    if (coin(r))
        for (i = k; i < 8; i += 2) p.xy[i] *= thin * log_between(r, -1, 1);
    if (coin(r)) p.to[k] = p.from[k];
    set(q, &p);
}

static void at_rest(test_random *r, query *q)
{
    double c[2], d[2];
    plan p;
    int i, exact = coin(r);
    random_curve(r, &p);
    for (i = 0; i < 8 && exact; i++) p.xy[i] = 64.0 * test_integer(r, -9, 9);
    i = test_integer(r, 0, 4);
    plan_at(&p, i / 4.0, c, d);
    if (test_integer(r, 0, 3) == 0) c[0] += log_between(r, -20, 1);
    p.from[0] = p.to[0] = c[0], p.from[1] = p.to[1] = c[1];
    set(q, &p);
    if (exact && c[0] == floor(c[0])) q->bits = 16;
}

/* The same at other sizes: in float down to denormals and up to the largest, in double as far as
   squares go. */
static void sizes(test_random *r, query *q, const double *exponents, int count)
{
    plan p;
    if (coin(r)) {
        plan_tangent(r, &p);
    } else {
        random_curve(r, &p);
        random_move(r, &p);
        if (coin(r)) memcpy(p.from, p.xy, sizeof p.from);
    }
    plan_place(&p, pow(10, exponents[test_integer(r, 0, count - 1)]), 0, 0);
    set(q, &p);
}

static void tiny(test_random *r, query *q)
{
    static const double f32[4] = {-6, -15, -30, -43}, f64[4] = {-6, -30, -100, -150};
    sizes(r, q, sizeof(cld_real) == 4 ? f32 : f64, 4);
}

static void huge(test_random *r, query *q)
{
    static const double f32[4] = {6, 15, 30, 37.5}, f64[4] = {6, 30, 140, 149};
    sizes(r, q, sizeof(cld_real) == 4 ? f32 : f64, 4);
}

static void far_away(test_random *r, query *q)
{
    double far = log_between(r, 3, 7);
    plan p;
    if (coin(r))
        plan_tangent(r, &p);
    else
        random_curve(r, &p), random_move(r, &p);
    plan_place(&p, 1, far * test_between(r, -1, 1), far * test_between(r, -1, 1));
    if (test_integer(r, 0, 3) == 0) memcpy(p.to, p.xy + 2 * p.degree, sizeof p.to);
    set(q, &p);
}

/* A curve much smaller than the move, or the move than the curve, or both far from each other. */
static void unequal(test_random *r, query *q)
{
    double s = log_between(r, -12, 0), c[2], d[2];
    plan p;
    int i;
    random_curve(r, &p);
    random_move(r, &p);
    if (coin(r)) {
        for (i = 0; i < 8; i++) p.xy[i] *= s;
        move_by(&p, p.xy, test_between(r, -1, 1), test_between(r, -1, 1), 1,
                test_between(r, -1, 1));
    } else {
        plan_at(&p, test_between(r, 0, 1), c, d);
        move_by(&p, c, s * test_between(r, -1, 1), s * test_between(r, -1, 1), 1,
                test_between(r, -1, 1));
    }
    set(q, &p);
}

static void grid(test_random *r, query *q, int most)
{
    plan p;
    int i;
    random_curve(r, &p);
    for (i = 0; i < 8; i++) p.xy[i] = test_integer(r, -most, most);
    for (i = 0; i < 2; i++)
        p.from[i] = test_integer(r, -most, most), p.to[i] = test_integer(r, -most, most);
    set(q, &p);
    q->bits = 4;
}

static void small_grid(test_random *r, query *q)
{
    grid(r, q, 5);
}

/* Points coincide, curves collapse to lines and points. */
static void tiny_grid(test_random *r, query *q)
{
    grid(r, q, test_integer(r, 1, 2));
}

static const struct {
    const char *name;
    void (*make)(test_random *r, query *q);
    int strict; /* where the oracle is sure, the number of hits is its number */
} kinds[] = {
    {"anything", anything, 1},
    {"short steps", short_steps, 0},
    {"tangents", tangents, 0},
    {"double roots", double_roots, 0},
    {"triple roots", triple_roots, 0},
    {"three roots", three_roots, 1},
    {"near triple roots", near_triple_roots, 0},
    {"ends on the curve", ends_on_curve, 0},
    {"on the curve exactly", on_curve_exactly, 1},
    {"past the curve's end", past_curve_end, 0},
    {"end to end", end_to_end, 0},
    {"raised degree", raised, 0},
    {"in line", in_line, 0},
    {"cusps", cusps, 0},
    {"loops", loops, 0},
    {"nearly upright", nearly_upright, 0},
    {"at rest", at_rest, 0},
    {"tiny", tiny, 0},
    {"huge", huge, 0},
    {"far away", far_away, 0},
    {"unequal", unequal, 0},
    {"small grid", small_grid, 1},
    {"tiny grid", tiny_grid, 1},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void every_kind(int pairs, int loud)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from(100 + (uint64_t)kind);
        figures f = {0, 0, 0, 0, 0};
        for (i = 0; i < pairs; i++) {
            query q;
            kinds[kind].make(&r, &q);
            check_query(&q, &f, kinds[kind].strict, kinds[kind].name);
        }
        CHECK(f.hits > f.queries / 20);
        if (loud)
            printf("%-20s %8ld queries, %8ld hit; %8ld certain, %7ld unsure, %6ld hits beyond\n",
                   kinds[kind].name, f.queries, f.hits, f.certain, f.gray, f.beyond);
    }
}

static void no_hit_is_lost(void)
{
    every_kind(repeat_of(100000), 0);
}

/* ------------------------------------------------------------------- segments, decided exactly */

typedef struct four {
    double p[4][2]; /* from, to, c, d */
    int sound;      /* of sizes that leave room for 2^-44 of them */
} four;

static double signed_log(test_random *r, double low, double high)
{
    return log_between(r, low, high) * (coin(r) ? 1 : -1);
}

/* d as c plus k times to - from, a few last bits off: in line or all but. */
static void all_but_in_line(test_random *r, four *f)
{
    double k = test_integer(r, 0, 2) ? test_integer(r, -2, 2) : test_between(r, -2, 2);
    int i, j;
    for (i = 2; i < 4; i++) {
        for (j = 0; j < 2; j++) {
            f->p[i][j] = f->p[0][j] + k * (f->p[1][j] - f->p[0][j]);
            f->p[i][j] *= 1 + test_integer(r, -2, 2) * TEST_ROUND;
        }
        k += test_integer(r, 0, 2) ? test_integer(r, -1, 1) : test_between(r, -1, 1);
    }
}

static four random_four(test_random *r)
{
    int kind = test_integer(r, 0, 5), i, j, least = sizeof(cld_real) == 4 ? -45 : -323;
    double scale = log_between(r, -5, 5);
    four f;
    f.sound = kind < 5;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 2; j++) {
            f.p[i][j] = kind < 2 ? test_integer(r, -1 - 2 * kind, 1 + 2 * kind)
                                 : scale * test_between(r, -1, 1);
            if (kind == 5) f.p[i][j] = signed_log(r, least, -least - 8 > 150 ? 149 : 38);
        }
    if (kind == 3) all_but_in_line(r, &f);
    if (kind == 4) /* an end on the other, to rounding */
        for (j = 0; j < 2; j++)
            f.p[3][j] = f.p[0][j] + 0.125 * test_integer(r, 0, 8) * (f.p[1][j] - f.p[0][j]);
    if (kind == 5 && coin(r)) all_but_in_line(r, &f);
    return f;
}

static void check_segments(const four *f)
{
    cld_vec2 v[4];
    double p[4][2], from[2];
    cld_path_hit h;
    cld_bezier line;
    oracle_curve c;
    int i, side, meet, answer;
    static oracle_answer o;
    for (i = 0; i < 4; i++) {
        v[i] = vec2(f->p[i][0], f->p[i][1]);
        numbers(v[i], p[i]);
    }
    for (i = 0; i < 4; i++) /* in float a sum may have overflown */
        if (!test_is_finite(p[i][0]) || !test_is_finite(p[i][1])) return;
    meet = oracle_segments(p[0], p[1], p[2], p[3], &side);
    answer = cld_segment_hit(v[0], v[1], v[2], v[3], &h);
    if (!CHECK(answer == meet) && test_failures < 20)
        printf("    (%a, %a) to (%a, %a), (%a, %a) to (%a, %a): %d\n", p[0][0], p[0][1], p[1][0],
               p[1][1], p[2][0], p[2][1], p[3][0], p[3][1], answer);
    if (!answer || !meet || !f->sound) return;
    line = line_of(0, 0, 0, 0);
    line.points[0] = v[2], line.points[1] = v[3];
    c = exactly(&line);
    memcpy(from, p[0], sizeof from);
    oracle_sweep(&o, &c, p[0], p[1], 0);
    hit_is_sound(&o, from, &h);
    first_is_first(&o, &h);
    if (side) CHECK(h.side == side);
    if (!begins_there(&line, 1, v[0], v[1], h.time))
        CHECK(cld_bezier_sweep(&line, v[0], v[1], &h) == 1);
}

static void segments_are_exact(void)
{
    test_random r = test_random_from(50);
    int i, repeat = repeat_of(100000);
    for (i = 0; i < repeat; i++) {
        four f = random_four(&r), g = f;
        memcpy(g.p[0], f.p[2], sizeof g.p[0] * 2); /* c..d against from..to */
        memcpy(g.p[2], f.p[0], sizeof g.p[0] * 2);
        check_segments(&f);
        check_segments(&g);
    }
}

/* ------------------------------------------------------------------------------- the same, moved
   What is exact in floating point must not change answers: times a power of two; turned by a right
   angle or mirrored; on grids, moved by whole numbers, and quadratics raised to cubics. What turns
   the order of things around: the curve run backwards, the move run backwards. */

static cld_vec2 turned(cld_vec2 v)
{
    cld_vec2 w;
    w.x = -v.y, w.y = v.x;
    return w;
}

static cld_vec2 times(cld_vec2 v, cld_real s)
{
    v.x *= s, v.y *= s;
    return v;
}

static void scaled_is_the_same(const query *q, const cld_path_hit *h, int count, int power)
{
    const cld_real s = (cld_real)ldexp(1, power);
    cld_path_hit g[4];
    query p = *q;
    int i;
    for (i = 0; i < 4; i++) p.curve.points[i] = times(q->curve.points[i], s);
    p.from = times(q->from, s), p.to = times(q->to, s);
    CHECK(cld_bezier_sweep_all(&p.curve, p.from, p.to, g, 4) == count);
    for (i = 0; i < count; i++) {
        g[i].point = times(g[i].point, 1 / s);
        CHECK(same_hit(&g[i], &h[i]));
    }
}

static void turned_is_the_same(const query *q, const cld_path_hit *h, int count)
{
    cld_path_hit g[4];
    query p = *q;
    int i;
    for (i = 0; i < 4; i++) p.curve.points[i] = turned(q->curve.points[i]);
    p.from = turned(q->from), p.to = turned(q->to);
    CHECK(cld_bezier_sweep_all(&p.curve, p.from, p.to, g, 4) == count);
    for (i = 0; i < count; i++) {
        CHECK(fabs((double)(g[i].time - h[i].time)) <= 1e-5);
        CHECK(g[i].side == h[i].side);
    }
}

/* Backwards, on input where the oracle is sure of everything: as many hits, other sides. */
static void backwards_is_the_same(const query *q, const cld_path_hit *h, int count)
{
    cld_path_hit g[4];
    query p = *q;
    int i, n = q->curve.degree;
    for (i = 0; i <= n; i++) p.curve.points[i] = q->curve.points[n - i];
    if (CHECK(cld_bezier_sweep_all(&p.curve, p.from, p.to, g, 4) == count))
        for (i = 0; i < count; i++) CHECK(g[i].side == -h[i].side || count > 1);
    if (CHECK(cld_bezier_sweep_all(&q->curve, q->to, q->from, g, 4) == count))
        for (i = 0; i < count; i++) CHECK(g[count - 1 - i].side == -h[i].side || count > 1);
}

static void moved_is_the_same(test_random *r, const query *q, const cld_path_hit *h, int count)
{
    cld_vec2 by = vec2(test_integer(r, -1000, 1000), test_integer(r, -1000, 1000));
    cld_path_hit g[4];
    query p = *q;
    int i;
    for (i = 0; i < 4; i++) p.curve.points[i].x += by.x, p.curve.points[i].y += by.y;
    p.from.x += by.x, p.from.y += by.y, p.to.x += by.x, p.to.y += by.y;
    CHECK(cld_bezier_sweep_all(&p.curve, p.from, p.to, g, 4) == count);
    for (i = 0; i < count; i++) {
        CHECK(fabs((double)(g[i].time - h[i].time)) <= 8 * TEST_ROUND);
        CHECK(g[i].side == h[i].side);
    }
}

/* Three times a quadratic of whole numbers, and the same as a cubic. */
static void raised_is_the_same(const query *q)
{
    cld_path_hit h[4], g[4];
    query p = *q;
    int i, count;
    cld_vec2 *v = p.curve.points;
    for (i = 0; i < 4; i++) v[i] = times(v[i], 3);
    p.from = times(p.from, 3), p.to = times(p.to, 3);
    p.curve.degree = 2;
    count = cld_bezier_sweep_all(&p.curve, p.from, p.to, h, 4);
    p.curve.degree = 3;
    v[3] = v[2];
    v[2] =
        vec2(((double)v[2].x + 2 * (double)v[1].x) / 3, ((double)v[2].y + 2 * (double)v[1].y) / 3);
    v[1] =
        vec2(((double)v[0].x + 2 * (double)v[1].x) / 3, ((double)v[0].y + 2 * (double)v[1].y) / 3);
    CHECK(cld_bezier_sweep_all(&p.curve, p.from, p.to, g, 4) == count);
    for (i = 0; i < count; i++) CHECK(g[i].side == h[i].side || count > 1);
}

static void exact_changes_change_nothing(void)
{
    static oracle_answer o;
    test_random r = test_random_from(51);
    int i, k, repeat = repeat_of(100000);
    for (i = 0; i < repeat; i++) {
        int grid_like = i % 2, sure, count;
        double from[2], to[2];
        cld_path_hit h[4];
        oracle_curve c;
        query q;
        if (grid_like)
            small_grid(&r, &q);
        else
            kinds[test_integer(&r, 0, 12)].make(&r, &q);
        c = exactly(&q.curve);
        numbers(q.from, from);
        numbers(q.to, to);
        oracle_sweep(&o, &c, from, to, q.bits);
        count = cld_bezier_sweep_all(&q.curve, q.from, q.to, h, 4);
        if (!CHECK(count >= 0 && count <= 4)) continue;
        scaled_is_the_same(&q, h, count, test_integer(&r, -40, 40));
        sure = all_is_certain(&o) && !o.closed && o.length > 0;
        for (k = 0; k < o.count; k++) sure &= o.hit[k].in_segment;
        if (grid_like) moved_is_the_same(&r, &q, h, count);
        if (grid_like && sure) backwards_is_the_same(&q, h, count);
        if (grid_like && sure) turned_is_the_same(&q, h, count);
        if (grid_like && q.curve.degree == 2 && sure) raised_is_the_same(&q);
    }
}

/* --------------------------------------------------------------------------------- many at once
   Against the curve of a query of some kind: its own move, others to or from it, moves anywhere;
   the answers are those of one at a time, to the bound. */

/* The same root, and then the same side; or another at the same time. */
static int is_alike(const oracle_answer *o, const cld_path_hit *many, const cld_path_hit *single)
{
    double q = (double)single->parameter;
    if (is_at(o, many, q, q)) return many->side == single->side;
    return is_same_time(o, many, single);
}

static void print_move(const query *q, cld_vec2 from, cld_vec2 to)
{
    query one = *q;
    one.from = from, one.to = to;
    print_query(&one, "one of many");
}

static void check_many(const query *q, const cld_vec2 *from, const cld_vec2 *to, int count)
{
    static oracle_answer o;
    static cld_path_hit many[64];
    oracle_curve c = exactly(&q->curve);
    int i, k;
    memset(many, 0x5a, sizeof many);
    CHECK(cld_bezier_sweep_many(&q->curve, from, to, (size_t)count, many) == CLD_OK);
    CHECK(many[count].piece == 0x5a5a5a5au);
    for (i = 0; i < count; i++) {
        cld_path_hit h;
        double a[2], b[2];
        long before;
        int found = cld_bezier_sweep(&q->curve, from[i], to[i], &h);
        numbers(from[i], a);
        numbers(to[i], b);
        before = test_failures;
        CHECK(many[i].time <= 1 || many[i].time == 2);
        if (found != (many[i].time <= 1)) { /* allowed for a miss by less than the bound */
            oracle_sweep(&o, &c, a, b, 0);
            for (k = 0; k < o.count; k++) CHECK(o.hit[k].kind == ORACLE_GRAY);
            if (many[i].time <= 1) hit_is_sound(&o, a, &many[i]);
        }
        if (test_failures > before && before < 20) print_move(q, from[i], to[i]);
        if (found != 1 || many[i].time > 1) continue;
        memset(&o, 0, sizeof o);
        oracle_frame(&o, &c, a, b);
        before = test_failures;
        hit_is_sound(&o, a, &many[i]);
        CHECK(many[i].piece == 0 && many[i].mover == 0 && is_alike(&o, &many[i], &h));
        if (test_failures > before && before < 20) print_move(q, from[i], to[i]);
    }
}

/* The same times, and where they are hits all else; bit by bit. */
static int same_hits(const cld_path_hit *a, const cld_path_hit *b, int count)
{
    int i;
    for (i = 0; i < count; i++) {
        if (!(a[i].time == b[i].time)) return 0;
        if (a[i].time > 1) continue;
        if (!(a[i].parameter == b[i].parameter && a[i].side == b[i].side)) return 0;
        if (!(a[i].point.x == b[i].point.x && a[i].point.y == b[i].point.y)) return 0;
        if (!(a[i].normal.x == b[i].normal.x && a[i].normal.y == b[i].normal.y)) return 0;
    }
    return 1;
}

static void many_are_each(void)
{
    int kind, i, k, repeat = repeat_of(600);
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from(500 + (uint64_t)kind);
        for (i = 0; i < repeat; i++) {
            cld_vec2 from[40], to[40];
            query q, other;
            int count = test_integer(&r, 0, 40);
            kinds[kind].make(&r, &q);
            for (k = 0; k < count; k++) {
                from[k] = q.from, to[k] = q.to;
                if (k % 3 == 1) to[k] = q.curve.points[test_integer(&r, 0, q.curve.degree)];
                if (k % 5 == 2) from[k] = q.curve.points[test_integer(&r, 0, q.curve.degree)];
                if (k % 7 < 3) continue;
                kinds[kind].make(&r, &other);
                from[k] = other.from;
                if (k % 2) to[k] = other.to;
            }
            check_many(&q, from, to, count);
        }
    }
}

/* More moves than are looked at together, to just so many and one less or more. */
static void many_are_many(void)
{
    enum { MOST = 800 };
    static const int counts[6] = {255, 256, 257, 512, 513, MOST};
    static cld_vec2 from[MOST], to[MOST];
    static cld_path_hit hits[MOST + 1], few[40];
    test_random r = test_random_from(690);
    int kind, i, k, n;
    for (kind = 0; kind < KINDS; kind++) {
        query q, other;
        kinds[kind].make(&r, &q);
        for (i = 0; i < MOST; i++) {
            kinds[kind].make(&r, &other);
            from[i] = i % 3 ? other.from : q.from;
            to[i] = i % 3 == 1 ? q.curve.points[i % (q.curve.degree + 1)] : q.to;
        }
        for (n = 0; n < 6; n++) {
            memset(hits, 0x5a, sizeof hits);
            CHECK(cld_bezier_sweep_many(&q.curve, from, to, (size_t)counts[n], hits) == CLD_OK);
            CHECK(hits[counts[n]].piece == 0x5a5a5a5au);
            for (i = 0; i < counts[n]; i += k) { /* as by pieces of any length */
                k = 1 + (i * 7 + kind) % 40;
                if (k > counts[n] - i) k = counts[n] - i;
                CHECK(cld_bezier_sweep_many(&q.curve, from + i, to + i, (size_t)k, few) == CLD_OK);
                CHECK(same_hits(hits + i, few, k));
            }
        }
    }
}

static void many_refuse(void)
{
    cld_bezier c = cubic_of(0, 0, 1, 2, 2, -2, 3, 0);
    cld_vec2 from[9], to[9];
    cld_path_hit hits[9];
    int i;
    for (i = 0; i < 9; i++) from[i] = vec2(i, -1), to[i] = vec2(i, 1);
    memset(hits, 0x5a, sizeof hits);
    CHECK(cld_bezier_sweep_many(NULL, from, to, 9, hits) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_many(&c, NULL, to, 9, hits) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_many(&c, from, NULL, 9, hits) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_many(&c, from, to, 9, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_many(&c, NULL, NULL, 0, NULL) == CLD_OK);
    for (i = 0; i < 9; i++) {
        cld_real keep = to[i].x;
        to[i].x = (cld_real)(i % 2 ? TEST_NAN : TEST_INFINITY);
        CHECK(cld_bezier_sweep_many(&c, from, to, 9, hits) == CLD_ERROR_FINITE);
        to[i].x = keep, keep = from[i].y;
        from[i].y = (cld_real)(i % 2 ? TEST_NAN : TEST_INFINITY);
        CHECK(cld_bezier_sweep_many(&c, from, to, 9, hits) == CLD_ERROR_FINITE);
        from[i].y = keep;
        CHECK(hits[i].piece == 0x5a5a5a5au); /* nothing was written */
    }
    c.degree = 4;
    CHECK(cld_bezier_sweep_many(&c, from, to, 9, hits) == CLD_ERROR_DEGREE);
    c.degree = 3, c.points[2].x = (cld_real)TEST_NAN;
    CHECK(cld_bezier_sweep_many(&c, from, to, 9, hits) == CLD_ERROR_POINT);
    CHECK(hits[0].piece == 0x5a5a5a5au);
}

/* ------------------------------------------------------------------------------- worked by hand */

/* Members to rounding: numbers of size 1 to 4, a dozen operations. */
static int is_hit(const cld_path_hit *h, double time, double parameter, double x, double y,
                  double nx, double ny, int side)
{
    double most = 32 * TEST_ROUND;
    return fabs((double)h->time - time) <= most && fabs((double)h->parameter - parameter) <= most &&
           fabs((double)h->point.x - x) <= 4 * most && fabs((double)h->point.y - y) <= 4 * most &&
           fabs((double)h->normal.x - nx) <= most && fabs((double)h->normal.y - ny) <= most &&
           h->side == side && h->piece == 0 && h->mover == 0;
}

static void segments_by_hand(void)
{
    cld_path_hit h;
    cld_vec2 o = vec2(0, 0), e = vec2(4, 0);
    /* curve up at x = 1: the mover, going right, comes from its left */
    CHECK(cld_segment_hit(o, e, vec2(1, -1), vec2(1, 3), &h) == 1);
    CHECK(is_hit(&h, 0.25, 0.25, 1, 0, -1, 0, 1));
    CHECK(cld_segment_hit(o, e, vec2(1, 3), vec2(1, -1), &h) == 1);
    CHECK(is_hit(&h, 0.25, 0.75, 1, 0, -1, 0, -1));
    CHECK(cld_segment_hit(e, o, vec2(1, -1), vec2(1, 3), &h) == 1);
    CHECK(is_hit(&h, 0.75, 0.25, 1, 0, 1, 0, -1));
    CHECK(cld_segment_hit(o, e, vec2(1, -1), vec2(1, 3), NULL) == 1);
    /* its end only */
    CHECK(cld_segment_hit(o, e, vec2(1, 1), vec2(1, 0), &h) == 1);
    CHECK(is_hit(&h, 0.25, 1, 1, 0, -1, 0, 0));
    CHECK(cld_segment_hit(o, e, vec2(1, 1), vec2(1, 0.001), &h) == 0);
    /* the mover's end, and its start: it leaves to the right, so it comes from the left */
    CHECK(cld_segment_hit(o, vec2(1, 0), vec2(1, -1), vec2(1, 1), &h) == 1);
    CHECK(h.time == 1 && h.parameter == (cld_real)0.5 && h.side != -1);
    CHECK(cld_segment_hit(o, vec2(0.999, 0), vec2(1, -1), vec2(1, 1), &h) == 0);
    CHECK(cld_segment_hit(vec2(1, 0), e, vec2(1, -1), vec2(1, 1), &h) == 1);
    CHECK(is_hit(&h, 0, 0.5, 1, 0, -1, 0, 1));
    CHECK(cld_segment_hit(vec2(1, 0), o, vec2(1, -1), vec2(1, 1), &h) == 1);
    CHECK(is_hit(&h, 0, 0.5, 1, 0, 1, 0, -1));
    /* the last number before and after */
    CHECK(cld_segment_hit(o, vec2(1 - TEST_ROUND, 0), vec2(1, -1), vec2(1, 1), &h) == 0);
    CHECK(cld_segment_hit(o, vec2(3, 1), vec2(3, 1), vec2(9, 7), &h) == 1);
    CHECK(cld_segment_hit(o, vec2(3, 1), vec2(3 + 4 * TEST_ROUND, 1), vec2(9, 7), &h) == 0);
}

static int is_of_length_1(cld_vec2 v)
{
    return fabs((double)v.x * (double)v.x + (double)v.y * (double)v.y - 1) <= 16 * TEST_ROUND;
}

/* Curves so small that the squares of their tangents underflow, met by long moves from nearby. */
static void small_curves_long_moves(void)
{
#ifdef COLLIDE_DOUBLE
    const int least = -980, most = -400;
#else
    const int least = -110, most = -40;
#endif
    test_random r = test_random_from(53);
    int n, i, k, met = 0, repeat = test_repeat(6000);
    for (n = 0; n < repeat; n++) {
        const double size = ldexp(1, test_integer(&r, least, most));
        const double turn = test_between(&r, 0, 6.3);
        cld_bezier c;
        cld_vec2 from[9], to[9];
        cld_path_hit h, many[9];
        c.degree = 1 + n % 3;
        for (k = 0; k <= c.degree; k++)
            c.points[k] = vec2(size * (k * 4 - 2 * c.degree), size * test_between(&r, -1, 1));
        for (i = 0; i < 9; i++) {
            from[i] = vec2(size * test_between(&r, -2, 2), size * test_between(&r, 2, 4));
            to[i] = vec2((double)from[i].x + 0.2 * cos(turn), (double)from[i].y - 1);
        }
        CHECK(cld_bezier_sweep_many(&c, from, to, 9, many) == CLD_OK);
        for (i = 0; i < 9; i++) {
            const int found = cld_bezier_sweep(&c, from[i], to[i], &h);
            CHECK(found == ((double)many[i].time <= 1));
            if (found != 1) continue;
            met++;
            CHECK(is_of_length_1(h.normal) && (double)h.normal.y > 0);
            CHECK(is_of_length_1(many[i].normal));
            CHECK_NEAR(h.normal.x, many[i].normal.x, 1e-5);
            if (c.degree > 1) continue;
            CHECK(cld_segment_hit(from[i], to[i], c.points[0], c.points[1], &h) == 1);
            CHECK(is_of_length_1(h.normal));
        }
    }
    CHECK(met > repeat);
#ifdef COLLIDE_DOUBLE
    { /* large ones: products of six lengths are beyond all numbers */
        cld_path_hit h;
        CHECK(cld_segment_hit(vec2(0, -1e49), vec2(0, 1e49), vec2(-1e60, 1e48), vec2(1e60, -2e48),
                              &h) == 1);
        CHECK(is_of_length_1(h.normal) && h.normal.y < 0 && h.side != 0);
    }
#endif
}

static void segments_in_line(void)
{
    cld_path_hit h;
    cld_vec2 o = vec2(0, 0), e = vec2(4, 0);
    CHECK(cld_segment_hit(o, e, vec2(0, 1), vec2(4, 1), &h) == 0); /* parallel */
    CHECK(cld_segment_hit(o, e, vec2(5, 0), vec2(9, 0), &h) == 0);
    CHECK(cld_segment_hit(o, e, vec2(-1, 0), vec2(-9, 0), &h) == 0);
    CHECK(cld_segment_hit(o, e, vec2(1, 0), vec2(9, 0), &h) == 1);
    CHECK(fabs((double)h.normal.y) == 1 && is_hit(&h, 0.25, 0, 1, 0, 0, (double)h.normal.y, 0));
    CHECK(cld_segment_hit(o, e, vec2(9, 0), vec2(1, 0), &h) == 1);
    CHECK(is_hit(&h, 0.25, 1, 1, 0, 0, (double)h.normal.y, 0));
    CHECK(cld_segment_hit(o, e, vec2(-1, 0), vec2(9, 0), &h) == 1);
    CHECK(is_hit(&h, 0, 0.1, 0, 0, 0, (double)h.normal.y, 0));
    CHECK(cld_segment_hit(o, e, vec2(9, 0), vec2(-1, 0), &h) == 1);
    CHECK(is_hit(&h, 0, 0.9, 0, 0, 0, (double)h.normal.y, 0));
    CHECK(cld_segment_hit(o, e, vec2(4, 0), vec2(9, 0), &h) == 1);
    CHECK(is_hit(&h, 1, 0, 4, 0, 0, (double)h.normal.y, 0));
    CHECK(cld_segment_hit(o, e, vec2(1, 0), vec2(2, 0), &h) == 1);
    CHECK(is_hit(&h, 0.25, 0, 1, 0, 0, (double)h.normal.y, 0));
    /* points: the segment, the move, both */
    CHECK(cld_segment_hit(o, e, vec2(1, 0), vec2(1, 0), &h) == 1);
    CHECK(h.time == (cld_real)0.25 && h.side == 0 && h.normal.x == -1 && h.normal.y == 0);
    CHECK(cld_segment_hit(o, e, vec2(1, 1), vec2(1, 1), &h) == 0);
    CHECK(cld_segment_hit(o, e, vec2(5, 0), vec2(5, 0), &h) == 0);
    CHECK(cld_segment_hit(o, o, vec2(-1, -3), vec2(1, 3), &h) == 1);
    CHECK(h.time == 0 && h.parameter == (cld_real)0.5 && h.side == 0);
    CHECK(h.point.x == 0 && h.point.y == 0);
    CHECK(cld_segment_hit(o, o, vec2(-1, -3), vec2(1, 3 + 4 * TEST_ROUND), &h) == 0);
    CHECK(cld_segment_hit(o, o, vec2(1, 3), vec2(2, 6), &h) == 0);
    CHECK(cld_segment_hit(e, e, e, e, &h) == 1);
    CHECK(h.time == 0 && h.side == 0 && h.point.x == 4 && h.point.y == 0);
    CHECK(cld_segment_hit(e, e, o, o, &h) == 0);
}

static int sweep_all(const cld_bezier *c, double ax, double ay, double bx, double by,
                     cld_path_hit h[4])
{
    return cld_bezier_sweep_all(c, vec2(ax, ay), vec2(bx, by), h, 4);
}

static void curves_by_hand(void)
{
    double half = sqrt(0.5), n = sqrt(2.0 / 3), m = sqrt(1.0 / 3); /* derivative (2, -+4 half) */
    cld_path_hit h[4];
    cld_bezier c = cubic_of(-1, 1, 0, -1, 1, 1, 0, 0);
    c.degree = 2; /* y = (2 q - 1)^2, x = 2 q - 1 */
    CHECK(sweep_all(&c, -2, 0, 2, 0, h) == 1 && is_hit(h, 0.5, 0.5, 0, 0, 0, -1, 0));
    CHECK(sweep_all(&c, 2, 0, -2, 0, h) == 1 && is_hit(h, 0.5, 0.5, 0, 0, 0, -1, 0));
    CHECK(sweep_all(&c, -2, -0.001, 2, -0.001, h) == 0);
    CHECK(sweep_all(&c, -2, 0.5, 2, 0.5, h) == 2);
    CHECK(is_hit(h, (2 - half) / 4, (1 - half) / 2, -half, 0.5, -n, -m, -1));
    CHECK(is_hit(h + 1, (2 + half) / 4, (1 + half) / 2, half, 0.5, -n, m, 1));
    CHECK(sweep_all(&c, 0, 0.5, 2, 0.5, h) == 1 && h->side == 1);
    CHECK(sweep_all(&c, 0, 0.5, 0.7, 0.5, h) == 0);
    CHECK(sweep_all(&c, 0, 1, 0, -1, h) == 1 && is_hit(h, 0.5, 0.5, 0, 0, 0, 1, 1));
    CHECK(sweep_all(&c, 1, -1, 1, 3, h) == 1 && h->side == 0 && h->parameter == 1);
    CHECK(sweep_all(&c, 0, 0, 0, 0, h) == 1 && h->side == 0 && h->time == 0);
    CHECK(fabs((double)h->normal.y) == 1);
    CHECK(sweep_all(&c, 0, 1, 0, 1, h) == 0);
    /* triple root: y = (2 q - 1)^3, x = 3 q */
    c = cubic_of(0, -1, 1, 1, 2, -1, 3, 1);
    CHECK(sweep_all(&c, 0, 0, 3, 0, h) == 1);
    /* its cube root of a rounding error away, the parameter is not better known than that */
    CHECK(h->side == 1 && fabs((double)h->parameter - 0.5) < ldexp(1, -44 / 3));
    CHECK(sweep_all(&c, 3, 0, 0, 0, h) == 1 && h->side == -1);
    CHECK(sweep_all(&c, 0, 0, 1, 0, h) == 0);
    CHECK(sweep_all(&c, 1.5, 0, 3, 0, h) == 1 && h->time == 0);
}

static void cusps_and_loops_by_hand(void)
{
    cld_path_hit h[4];
    double far = (1 - sqrt(0.6)) / 2; /* q (1 - q) = 1/10 */
    cld_bezier c = cubic_of(-1, 0, 1, 1, -1, 1, 1, 0);
    /* x = (2 q - 1)^3, y = 3 q (1 - q): a cusp at 1/2, pointing up */
    CHECK(sweep_all(&c, -1, 0.75, 1, 0.75, h) == 1);
    CHECK(is_hit(h, 0.5, 0.5, 0, 0.75, -1, 0, 0));
    CHECK(sweep_all(&c, -1, 0.7501, 1, 0.7501, h) == 0);
    CHECK(sweep_all(&c, -1, 0.5, 1, 0.5, h) == 2 && h[0].side == 1 && h[1].side == -1);
    CHECK(sweep_all(&c, 0, 2, 0, 0, h) == 1 && h->side == 1);
    CHECK_NEAR(h->time, 0.625, 16 * TEST_ROUND);
    CHECK(sweep_all(&c, 0, 0, 0, 2, h) == 1 && h->side == -1);
    /* a loop: x = (2 q - 1) (8 - 80 q (1 - q)), y = 30 q (1 - q), double point (0, 3) */
    c = cubic_of(-8, 0, 24, 10, -24, 10, 8, 0);
    CHECK(sweep_all(&c, -128, 3, 128, 3, h) == 2 && h[0].side == -h[1].side);
    CHECK_NEAR(h[0].time, 0.5, 64 * TEST_ROUND);
    CHECK_NEAR(h[1].time, 0.5, 64 * TEST_ROUND);
    CHECK_NEAR(h[0].parameter + h[1].parameter, 1, 8 * TEST_ROUND);
    CHECK_NEAR(h[0].parameter < h[1].parameter ? h[0].parameter : h[1].parameter, far,
               8 * TEST_ROUND);
    CHECK(sweep_all(&c, 0, -4, 0, 28, h) == 3); /* both branches at time 7/32, then the top */
    CHECK_NEAR(h[2].time, 11.5 / 32, 16 * TEST_ROUND);
    CHECK(h[0].side == h[1].side && h[2].side == -h[0].side);
}

static void collapsed_by_hand(void)
{
    cld_path_hit h[4];
    cld_bezier c = cubic_of(2, 1, 2, 1, 2, 1, 2, 1);
    CHECK(sweep_all(&c, 0, 1, 4, 1, h) == 1);
    CHECK(h->time == (cld_real)0.5 && h->normal.x == -1 && h->normal.y == 0 && h->side == 0);
    CHECK(sweep_all(&c, 0, 1.001, 4, 1.001, h) == 0);
    CHECK(sweep_all(&c, 0, 1, 1.999, 1, h) == 0);
    CHECK(sweep_all(&c, 2, 1, 2, 1, h) == 1 && h->time == 0 && h->side == 0);
    /* a line, run over as a cubic, and run over at uneven speed */
    c = cubic_of(0, 0, 1, 0, 2, 0, 3, 0);
    CHECK(sweep_all(&c, 1.5, 1, 1.5, -1, h) == 1 && is_hit(h, 0.5, 0.5, 1.5, 0, 0, 1, 1));
    CHECK(sweep_all(&c, -1, 0, 4, 0, h) == 1);
    CHECK(is_hit(h, 0.2, 0, 0, 0, 0, (double)h->normal.y, 0));
    CHECK(sweep_all(&c, 5, 0, 1, 0, h) == 1);
    CHECK(is_hit(h, 0.5, 1, 3, 0, 0, (double)h->normal.y, 0));
    CHECK(sweep_all(&c, 1, 0, 2, 0, h) == 1 && h->time == 0);
    c = cubic_of(0, 0, 1, 0, 1, 0, 0, 0); /* to x = 3/4 and back */
    CHECK(sweep_all(&c, 2, 0, 0, 0, h) == 1);
    CHECK_NEAR(h->time, 0.625, 8 * TEST_ROUND);
    CHECK_NEAR(h->parameter, 0.5, ldexp(1, -20)); /* an extremum: flat over the root of rounding */
    CHECK(sweep_all(&c, 2, 0, 0.76, 0, h) == 0);
    c.degree = 1;
    c.points[1] = c.points[0];
    CHECK(sweep_all(&c, -1, 0, 1, 0, h) == 1 && h->normal.x == -1);
}

static void statuses(void)
{
    const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    cld_bezier c = cubic_of(0, 0, 1, 2, 2, -2, 3, 0), d;
    cld_path_hit h;
    cld_vec2 a = vec2(0, -1), b = vec2(3, 1);
    int i, k;
    for (i = 0; i < 24; i++) {
        cld_vec2 v[4];
        v[0] = a, v[1] = b, v[2] = vec2(1, 1), v[3] = vec2(2, -1);
        (&v[i % 8 / 2].x)[i % 2] = (cld_real)bad[i / 8];
        CHECK(cld_segment_hit(v[0], v[1], v[2], v[3], &h) == CLD_ERROR_FINITE);
        CHECK(cld_segment_hit(v[0], v[1], v[2], v[3], NULL) == CLD_ERROR_FINITE);
        if (i % 8 >= 4) continue;
        CHECK(cld_bezier_sweep(&c, v[0], v[1], &h) == CLD_ERROR_FINITE);
        CHECK(cld_bezier_sweep_all(&c, v[0], v[1], &h, 1) == CLD_ERROR_FINITE);
    }
    for (k = 1; k <= 3; k++) {
        for (i = 0; i < 24; i++) {
            d = c;
            d.degree = k;
            (&d.points[i % 8 / 2].x)[i % 2] = (cld_real)bad[i / 8];
            if (i % 8 / 2 > k) { /* not looked at */
                CHECK(cld_bezier_sweep(&d, a, b, &h) >= 0);
                continue;
            }
            CHECK(cld_bezier_sweep(&d, a, b, &h) == CLD_ERROR_POINT);
            CHECK(cld_bezier_sweep_all(&d, a, b, &h, 1) == CLD_ERROR_POINT);
        }
    }
    d = c;
    for (d.degree = -1; d.degree <= 5; d.degree++) {
        if (d.degree >= 1 && d.degree <= 3) continue;
        CHECK(cld_bezier_sweep(&d, a, b, &h) == CLD_ERROR_DEGREE);
        CHECK(cld_bezier_sweep_all(&d, a, b, &h, 1) == CLD_ERROR_DEGREE);
    }
    CHECK(cld_bezier_sweep(NULL, a, b, &h) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_all(NULL, a, b, &h, 1) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_all(&c, a, b, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_bezier_sweep_all(&c, a, b, &h, -1) == CLD_ERROR_COUNT);
    CHECK(cld_bezier_sweep_all(&c, a, b, NULL, 0) >= 1);
}

/* In double, numbers whose squares overflow are refused wherever they stand, float takes all. */
static void too_large(void)
{
    int i, k, huge_ok = sizeof(cld_real) == 4;
    for (i = 0; i < 12; i++) {
        for (k = 0; k < 2; k++) {
            cld_vec2 v[6];
            cld_bezier c;
            cld_path_hit h;
            double far = huge_ok ? 3e38 : k ? 1.5e150 : 1e308;
            int answer, status = huge_ok ? 0 : i < 8 ? CLD_ERROR_POINT : CLD_ERROR_FINITE;
            v[0] = vec2(0, 0), v[1] = vec2(1, 2), v[2] = vec2(2, 2), v[3] = vec2(3, 0);
            v[4] = vec2(0, 9), v[5] = vec2(1, 9);
            (&v[i / 2].x)[i % 2] = (cld_real)far;
            c = cubic_of(0, 0, 0, 0, 0, 0, 0, 0);
            memcpy(c.points, v, sizeof c.points);
            answer = cld_bezier_sweep(&c, v[4], v[5], &h);
            CHECK(huge_ok ? answer >= 0 : answer == status);
            answer = cld_bezier_sweep_all(&c, v[4], v[5], &h, 1);
            CHECK(huge_ok ? answer >= 0 : answer == status);
        }
    }
}

/* A cubic that goes to and fro along the move: two of its roots are at times that floats do not tell
   apart. The first in doubles is the hit, of many moves as of one. */
static void many_tell_close_times_apart(void)
{
    static const cld_vec2 p[4] = {
        {(cld_real)0x1.54b062p-3, (cld_real)-0x1.6088aep-56},
        {(cld_real)-0x1.1564aap-3, (cld_real)-0x1.27e134p-56},
        {(cld_real)-0x1.f8b852p-2, (cld_real)0x1.72fe2p-59},
        {(cld_real)0x1.c78b0ep-3, (cld_real)0x1.312a26p-58},
    };
    const cld_vec2 from = {(cld_real)-0x1.506dc4p+0, (cld_real)0x1.06eec4p-20};
    const cld_vec2 to = {(cld_real)0x1.65e4b8p+0, (cld_real)-0x1.fbdc6ep-21};
    cld_bezier curve = {0};
    cld_path_hit one, many;
    curve.degree = 3;
    memcpy(curve.points, p, sizeof p);
    CHECK(cld_bezier_sweep(&curve, from, to, &one) == 1);
    CHECK(cld_bezier_sweep_many(&curve, &from, &to, 1, &many) == CLD_OK);
    CHECK(one.side == many.side);
    CHECK(fabs((double)one.parameter - (double)many.parameter) < 1e-5);
}

int main(int argc, char **argv)
{
    int pairs = test_option(&argc, argv, "--pairs", 0);
    test_begin(argc, argv);
    if (pairs > 0) {
        every_kind(pairs, 1);
        return test_end();
    }
    TEST(segments_by_hand);
    TEST(segments_in_line);
    TEST(small_curves_long_moves);
    TEST(curves_by_hand);
    TEST(cusps_and_loops_by_hand);
    TEST(collapsed_by_hand);
    TEST(statuses);
    TEST(too_large);
    TEST(segments_are_exact);
    TEST(exact_changes_change_nothing);
    TEST(many_refuse);
    TEST(many_are_each);
    TEST(many_tell_close_times_apart);
    TEST(many_are_many);
    TEST(no_hit_is_lost);
    return test_end();
}
