/* bezier_judge.h: verdicts on answers about curves and paths, from the tests' oracles.
 *
 * A `pieces` is what is asked about: one curve or a path; or the chords of either, for peers that
 * have no curves. Hits are `certain` where the oracle in long double is sure of them; beside that,
 * ends of pieces on the move, and all that chords do, is decided in whole numbers. An answer may
 * be off by 2^-20 of the scene, a few roundings of float, whoever gives it, and by what a peer says
 * of itself. */
#ifndef PEERS_BEZIER_JUDGE_H
#define PEERS_BEZIER_JUDGE_H

#include "bezier.h"
#define oracle_real  curves_real
#define oracle_curve curves_curve
#define oracle_point curves_point
#include "../../tests/told_meetings.h"
#undef oracle_real
#undef oracle_curve
#undef oracle_point
#include "../../tests/oracle_bezier.h"

#define JUDGE_ALLOWED ldexp(1, -20)

typedef struct judge_box {
    double low[2], high[2];
} judge_box;

/* In groups of neighbours with a box each, so that 10^5 of them can be asked. */
enum { JUDGE_GROUP = 64 };

typedef struct judge_pieces {
    int count;
    oracle_curve *curves;
    judge_box *boxes, *groups, all;
} judge_pieces;

static judge_box judge_empty_box(void)
{
    judge_box b = {{1e300, 1e300}, {-1e300, -1e300}};
    return b;
}

static void judge_box_add(judge_box *b, double x, double y)
{
    b->low[0] = fmin(b->low[0], x), b->high[0] = fmax(b->high[0], x);
    b->low[1] = fmin(b->low[1], y), b->high[1] = fmax(b->high[1], y);
}

static void judge_box_join(judge_box *b, const judge_box *c)
{
    judge_box_add(b, c->low[0], c->low[1]);
    judge_box_add(b, c->high[0], c->high[1]);
}

static int judge_boxes_meet(const judge_box *a, const judge_box *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1];
}

/* How far the box is from the point, at least. */
static double judge_box_distance(const judge_box *b, bezier_point p)
{
    double x = fmax(0, fmax(b->low[0] - p.x, p.x - b->high[0]));
    double y = fmax(0, fmax(b->low[1] - p.y, p.y - b->high[1]));
    return sqrt(x * x + y * y);
}

static int judge_groups(const judge_pieces *s)
{
    return (s->count + JUDGE_GROUP - 1) / JUDGE_GROUP;
}

/* The pieces of group g: from .. returned. */
static int judge_group(const judge_pieces *s, int g, int *from)
{
    *from = g * JUDGE_GROUP;
    return *from + JUDGE_GROUP < s->count ? *from + JUDGE_GROUP : s->count;
}

static oracle_curve judge_curve(const bezier_curve *c)
{
    oracle_curve o;
    memset(&o, 0, sizeof o);
    o.degree = c->degree;
    for (int i = 0; i <= c->degree; ++i) o.x[i] = c->p[i].x, o.y[i] = c->p[i].y;
    return o;
}

static void judge_pieces_boxes(judge_pieces *s)
{
    s->boxes = (judge_box *)race_memory((size_t)s->count * sizeof *s->boxes);
    s->groups = (judge_box *)race_memory((size_t)judge_groups(s) * sizeof *s->groups);
    s->all = judge_empty_box();
    for (int i = 0; i < s->count; ++i) {
        const oracle_curve *c = &s->curves[i];
        s->boxes[i] = judge_empty_box();
        for (int k = 0; k <= c->degree; ++k) judge_box_add(&s->boxes[i], c->x[k], c->y[k]);
        if (i % JUDGE_GROUP == 0) s->groups[i / JUDGE_GROUP] = judge_empty_box();
        judge_box_join(&s->groups[i / JUDGE_GROUP], &s->boxes[i]);
        judge_box_join(&s->all, &s->boxes[i]);
    }
}

static judge_pieces judge_pieces_of_curves(const bezier_curve *curves, int count)
{
    judge_pieces s;
    s.count = count;
    s.curves = (oracle_curve *)race_memory((size_t)count * sizeof *s.curves);
    for (int i = 0; i < count; ++i) s.curves[i] = judge_curve(&curves[i]);
    judge_pieces_boxes(&s);
    return s;
}

static judge_pieces judge_pieces_of_chords(const bezier_point *corners, int chords)
{
    judge_pieces s;
    s.count = chords;
    s.curves = (oracle_curve *)race_memory((size_t)chords * sizeof *s.curves);
    for (int i = 0; i < chords; ++i) {
        bezier_curve line = {1, {corners[i], corners[i + 1], {0, 0}, {0, 0}}};
        s.curves[i] = judge_curve(&line);
    }
    judge_pieces_boxes(&s);
    return s;
}

static void judge_pieces_free(judge_pieces *s)
{
    free(s->curves);
    free(s->boxes);
    free(s->groups);
}

/* ---- distances ---- */

static curves_curve judge_curves_curve(const oracle_curve *c)
{
    curves_curve o;
    o.degree = c->degree;
    for (int i = 0; i < 4; ++i) o.p[i].x = c->x[i], o.p[i].y = c->y[i];
    return o;
}

static double judge_curve_distance(const oracle_curve *c, bezier_point p)
{
    curves_curve o = judge_curves_curve(c);
    curves_point at = {p.x, p.y};
    if (c->degree == 1) {
        double dx = c->x[1] - c->x[0], dy = c->y[1] - c->y[0], square = dx * dx + dy * dy, t = 0;
        if (square > 0) t = ((p.x - c->x[0]) * dx + (p.y - c->y[0]) * dy) / square;
        t = fmin(1, fmax(0, t));
        return hypot(c->x[0] + t * dx - p.x, c->y[0] + t * dy - p.y);
    }
    return (double)oracle_distance(&o, at, oracle_closest(&o, at, 128));
}

/* The distance to the nearest piece, if it is less than `most`. */
static double judge_distance(const judge_pieces *s, bezier_point p, double most)
{
    for (int g = 0; g < judge_groups(s); ++g) {
        int i, end = judge_group(s, g, &i);
        if (judge_box_distance(&s->groups[g], p) >= most) continue;
        for (; i < end; ++i)
            if (judge_box_distance(&s->boxes[i], p) < most)
                most = fmin(most, judge_curve_distance(&s->curves[i], p));
    }
    return most;
}

/* The size of numbers that a question has to do with. */
static double judge_size(const judge_pieces *s, bezier_point from, bezier_point to)
{
    judge_box b = s->all;
    judge_box_add(&b, from.x, from.y);
    judge_box_add(&b, to.x, to.y);
    return hypot(b.high[0] - b.low[0], b.high[1] - b.low[1]);
}

static bezier_point judge_on_way(bezier_point from, bezier_point to, double t)
{
    bezier_point p = {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
    return p;
}

/* When the moving point first comes within `reach`: steps as long as is surely free. 2: never; NaN:
   it comes so near so slowly that this is given up. */
static double judge_entry(const judge_pieces *s, bezier_point from, bezier_point to, double reach)
{
    double length = hypot(to.x - from.x, to.y - from.y), t = 0;
    double close = ldexp(judge_size(s, from, to), -40);
    for (int steps = 0; steps < 200; ++steps) {
        double d = judge_distance(s, judge_on_way(from, to, t), reach + length + close) - reach;
        if (d <= close) return t;
        if (t >= 1 || length <= 0) return 2;
        t = fmin(1, t + d / length);
    }
    return NAN;
}

/* ---- a moving point ---- */

enum { JUDGE_SPANS = 24 };

/* All hits that there may be, up to so many; when the first surely is (2: none surely). */
typedef struct judge_truth {
    int count;
    double first, span[JUDGE_SPANS][2];
} judge_truth;

static void judge_add_span(judge_truth *t, double t0, double t1, int certain)
{
    if (certain && t1 < t->first) t->first = t1;
    if (t->count < JUDGE_SPANS) {
        t->span[t->count][0] = t0, t->span[t->count][1] = t1;
        t->count++;
    }
}

/* When the move is where the point is that surely lies on it. */
static double judge_time(const double from[2], const double to[2], double x, double y)
{
    double dx = to[0] - from[0], dy = to[1] - from[1];
    if (dx == 0 && dy == 0) return 0;
    return fabs(dx) > fabs(dy) ? (x - from[0]) / dx : (y - from[1]) / dy;
}

static void judge_end(judge_truth *t, const oracle_curve *c, int i, const double from[2],
                      const double to[2])
{
    double p[2] = {c->x[i], c->y[i]}, time;
    if (!oracle_between(from, to, p) || oracle_turn(from, to, p) != 0) return;
    time = judge_time(from, to, p[0], p[1]);
    judge_add_span(t, time, time, 1);
}

/* Two segments that surely meet, none with an end on the other: where their lines cross. */
static void judge_crossing(judge_truth *t, const oracle_curve *c, const double from[2],
                           const double to[2])
{
    long double ix = (long double)to[0] - from[0], iy = (long double)to[1] - from[1];
    long double jx = (long double)c->x[1] - c->x[0], jy = (long double)c->y[1] - c->y[0];
    long double d = ix * jy - iy * jx;
    long double n = (c->x[0] - (long double)from[0]) * jy - (c->y[0] - (long double)from[1]) * jx;
    double time = d != 0 ? (double)(n / d) : 0;
    time = fmin(1, fmax(0, time));
    judge_add_span(t, time, time, 1);
}

static void judge_segment(judge_truth *t, const oracle_curve *c, const double from[2],
                          const double to[2])
{
    double a[2] = {c->x[0], c->y[0]}, b[2] = {c->x[1], c->y[1]};
    int side, before = t->count;
    if (!oracle_segments(from, to, a, b, &side)) return;
    judge_end(t, c, 0, from, to);
    judge_end(t, c, 1, from, to);
    if (oracle_between(a, b, from) && oracle_turn(a, b, from) == 0) judge_add_span(t, 0, 0, 1);
    if (oracle_between(a, b, to) && oracle_turn(a, b, to) == 0) judge_add_span(t, 1, 1, 1);
    if (t->count == before) judge_crossing(t, c, from, to);
}

/* All control points surely on one side of the move's line: 2^-60 of what is summed up is twice
   what long double may be off, 2^-46 what double may be where that is all there is. */
static int judge_beside(const oracle_curve *c, const double from[2], const double to[2])
{
    long double dx = (long double)to[0] - from[0], dy = (long double)to[1] - from[1];
    long double part = sizeof(long double) > 8 ? 0x1p-60L : 0x1p-46L;
    int left = 0, right = 0;
    for (int i = 0; i <= c->degree; ++i) {
        long double a = dx * (c->y[i] - (long double)from[1]);
        long double b = dy * (c->x[i] - (long double)from[0]);
        long double off = part * (fabsl(a) + fabsl(b));
        left += a - b > off, right += b - a > off;
    }
    return left == c->degree + 1 || right == c->degree + 1;
}

static void judge_piece(judge_truth *t, const oracle_curve *c, const double from[2],
                        const double to[2], int bits)
{
    oracle_answer o;
    if (judge_beside(c, from, to)) return;
    if (c->degree == 1) {
        judge_segment(t, c, from, to);
        return;
    }
    oracle_sweep(&o, c, from, to, bits);
    for (int i = 0; i < o.count; ++i) {
        const oracle_hit *h = &o.hit[i];
        if (h->kind == ORACLE_SLIDE) judge_add_span(t, h->t0, h->t0, 1);
        judge_add_span(t, h->t0, h->t1, h->kind == ORACLE_CROSS || h->kind == ORACLE_POINT);
    }
    judge_end(t, c, 0, from, to);
    judge_end(t, c, c->degree, from, to);
}

static judge_truth judge_sweep(const judge_pieces *s, bezier_point a, bezier_point b, int bits)
{
    judge_truth t;
    judge_box way = judge_empty_box();
    double from[2] = {a.x, a.y}, to[2] = {b.x, b.y};
    t.count = 0, t.first = 2;
    judge_box_add(&way, a.x, a.y);
    judge_box_add(&way, b.x, b.y);
    for (int g = 0; g < judge_groups(s); ++g) {
        int i, end = judge_group(s, g, &i);
        if (!judge_boxes_meet(&s->groups[g], &way)) continue;
        for (; i < end; ++i)
            if (judge_boxes_meet(&s->boxes[i], &way))
                judge_piece(&t, &s->curves[i], from, to, bits);
    }
    return t;
}

/* Is the way between two times along the pieces, as far as this can be told? */
static int judge_slides(const judge_pieces *s, bezier_point from, bezier_point to, double t0,
                        double t1, double allowed)
{
    for (int i = 1; i < 16; ++i) {
        bezier_point p = judge_on_way(from, to, t0 + (t1 - t0) * i / 16);
        if (judge_distance(s, p, 2 * allowed) > allowed) return 0;
    }
    return 1;
}

static race_verdict judge_hit(const judge_pieces *s, const judge_truth *truth, bezier_point from,
                              bezier_point to, const bezier_hit *answer, double *error)
{
    double size = judge_size(s, from, to), allowed = JUDGE_ALLOWED * size + answer->allowed;
    double length = hypot(to.x - from.x, to.y - from.y), off = INFINITY;
    if (answer->found < 0) return RACE_NONE;
    if (!answer->found) return truth->first <= 1 ? RACE_MISSED : RACE_RIGHT;
    if (isnan(answer->time)) {
        if (truth->count > 0) return RACE_RIGHT;
        return judge_entry(s, from, to, allowed) > 1 ? RACE_WRONG : RACE_RIGHT;
    }
    if (!(answer->time >= 0 && answer->time <= 1)) return RACE_WRONG;
    for (int i = 0; i < truth->count; ++i) {
        double before = truth->span[i][0] - answer->time, after = answer->time - truth->span[i][1];
        off = fmin(off, length * fmax(0, fmax(before, after)));
    }
    if (off > ldexp(size, -40)) { /* times of near-tangencies are off by more than places */
        bezier_point p = judge_on_way(from, to, answer->time);
        off = fmin(off, judge_distance(s, p, 2 * allowed));
    }
    if (off > allowed) return RACE_WRONG;
    if ((answer->time - truth->first) * length > allowed &&
        !judge_slides(s, from, to, truth->first, answer->time, allowed))
        return RACE_MISSED;
    *error = off / size;
    return RACE_RIGHT;
}

/* Every certain hit must be there; none off, and none twice. */
static race_verdict judge_hits(const judge_pieces *s, bezier_point from, bezier_point to, int bits,
                               const bezier_hits *answer, double *error)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    double allowed = JUDGE_ALLOWED * judge_size(s, from, to);
    judge_truth truth = judge_sweep(s, from, to, bits);
    if (answer->count < 0) return RACE_NONE;
    if (answer->count == 0) return truth.first <= 1 ? RACE_MISSED : RACE_RIGHT;
    for (int i = 0; i < answer->count; ++i) {
        double off;
        bezier_point p = judge_on_way(from, to, answer->a[i]);
        if (!(answer->a[i] >= 0 && answer->a[i] <= 1)) return RACE_WRONG;
        off = judge_distance(s, p, 2 * allowed);
        if (off > allowed) return RACE_WRONG;
        *error = fmax(*error, off * JUDGE_ALLOWED / allowed);
    }
    for (int k = 0; k < truth.count && length > 0; ++k) {
        double t0 = truth.span[k][0], t1 = truth.span[k][1], nearest = INFINITY;
        for (int i = 0; i < answer->count; ++i) {
            double off = fmax(t0 - answer->a[i], answer->a[i] - t1) * length;
            if (off <= allowed || judge_slides(s, from, to, t0, answer->a[i], allowed)) off = 0;
            nearest = fmin(nearest, off);
        }
        /* gray ones need not be there; the first certain one is known, and with a single span */
        if (nearest > allowed && truth.count == 1 && truth.first <= 1) return RACE_MISSED;
        if (nearest > allowed && t1 <= truth.first && truth.first <= 1) return RACE_MISSED;
    }
    return RACE_RIGHT;
}

/* A disc that moves: it must touch where it is said to, and not before. */
static race_verdict judge_disc(const judge_pieces *s, bezier_point from, bezier_point to,
                               double radius, const bezier_hit *answer, double *error)
{
    double size = judge_size(s, from, to), allowed = JUDGE_ALLOWED * size + answer->allowed;
    double length = hypot(to.x - from.x, to.y - from.y), surely, off;
    if (answer->found < 0) return RACE_NONE;
    surely = judge_entry(s, from, to, radius - allowed);
    if (!answer->found) return surely <= 1 ? RACE_MISSED : RACE_RIGHT;
    if (isnan(answer->time))
        return judge_entry(s, from, to, radius + allowed) > 1 ? RACE_WRONG : RACE_RIGHT;
    if (!(answer->time >= 0 && answer->time <= 1)) return RACE_WRONG;
    off = judge_distance(s, judge_on_way(from, to, answer->time), 2 * (radius + allowed)) - radius;
    if (off > allowed) return RACE_WRONG;
    if ((answer->time - surely) * length > allowed) return RACE_MISSED;
    if (answer->time > 0) *error = fabs(off) / size;
    return RACE_RIGHT;
}

/* ---- inside ---- */

static int judge_winding(const judge_pieces *s, bezier_point p, int *is_near)
{
    double at[2] = {p.x, p.y}, near = ldexp(judge_size(s, p, p), -20);
    int winding = 0;
    *is_near = 0;
    for (int g = 0; g < judge_groups(s); ++g) {
        int i, end = judge_group(s, g, &i);
        const judge_box *b = &s->groups[g];
        if (b->low[1] > p.y + near || b->high[1] < p.y - near || b->high[0] < p.x - near) continue;
        for (; i < end; ++i) {
            int piece_near;
            winding += oracle_winding(&s->curves[i], 1, at, near, &piece_near);
            *is_near |= piece_near;
        }
    }
    return winding;
}

/* ---- two curves ---- */

enum { JUDGE_CHORDS = 64, JUDGE_CROSSINGS = 64 };

typedef struct judge_chain {
    bezier_point p[JUDGE_CHORDS + 1];
    double off; /* of its chords from the curve, at most */
} judge_chain;

/* A curve is off its chord by at most an eighth of the square of the step times the largest second
   derivative, six times the largest second difference. */
static judge_chain judge_chain_of(const bezier_curve *c)
{
    judge_chain chain;
    oracle_curve o = judge_curve(c);
    curves_curve curve = judge_curves_curve(&o);
    double most = 0;
    for (int i = 0; i <= JUDGE_CHORDS; ++i) {
        curves_point p = oracle_at(&curve, (curves_real)i / JUDGE_CHORDS);
        chain.p[i].x = (double)p.x, chain.p[i].y = (double)p.y;
    }
    for (int i = 0; i + 2 <= c->degree; ++i)
        most = fmax(most, hypot(c->p[i].x - 2 * c->p[i + 1].x + c->p[i + 2].x,
                                c->p[i].y - 2 * c->p[i + 1].y + c->p[i + 2].y));
    chain.off = 6 * most / (8.0 * JUDGE_CHORDS * JUDGE_CHORDS);
    return chain;
}

/* How far p is to the left of the line a..b. */
static double judge_left(bezier_point a, bezier_point b, bezier_point p)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    return (dx * (p.y - a.y) - dy * (p.x - a.x)) / hypot(dx, dy);
}

/* Chords that cross by more than both may be off: there the curves surely cross. */
static int judge_cross(const judge_chain *a, int i, const judge_chain *b, int k)
{
    double off = 2 * (a->off + b->off);
    double a0 = judge_left(b->p[k], b->p[k + 1], a->p[i]);
    double a1 = judge_left(b->p[k], b->p[k + 1], a->p[i + 1]);
    double b0 = judge_left(a->p[i], a->p[i + 1], b->p[k]);
    double b1 = judge_left(a->p[i], a->p[i + 1], b->p[k + 1]);
    return a0 * a1 < 0 && b0 * b1 < 0 && fabs(a0) > off && fabs(a1) > off && fabs(b0) > off &&
           fabs(b1) > off;
}

/* What is known of two curves beforehand. */
typedef struct judge_known {
    int points, parts;
    double a, b, a_to; /* parameters of a point where they surely touch, or of the part */
} judge_known;

static int judge_has(const bezier_hits *h, double a, double b, double slack)
{
    for (int i = 0; i < h->count; ++i) {
        int at_a = a > h->a[i] - slack && a < fmax(h->a[i], h->a_to[i]) + slack;
        if (at_a && (fabs(b - h->b[i]) < slack || h->a_to[i] > h->a[i] + slack)) return 1;
    }
    return 0;
}

static int judge_crossings_lost(const bezier_curve *a, const bezier_curve *b,
                                const bezier_hits *answer)
{
    judge_chain x = judge_chain_of(a), y = judge_chain_of(b);
    for (int i = 0; i < JUDGE_CHORDS; ++i)
        for (int k = 0; k < JUDGE_CHORDS; ++k) {
            if (!judge_cross(&x, i, &y, k)) continue;
            if (!judge_has(answer, (i + 0.5) / JUDGE_CHORDS, (k + 0.5) / JUDGE_CHORDS,
                           1.5 / JUDGE_CHORDS))
                return 1;
        }
    return 0;
}

/* The points on both curves must be one, and no meeting twice. */
static int judge_meetings_real(const bezier_curve *a, const bezier_curve *b,
                               const bezier_hits *answer, double size, double *error)
{
    oracle_curve oa = judge_curve(a), ob = judge_curve(b);
    curves_curve x = judge_curves_curve(&oa), y = judge_curves_curve(&ob);
    for (int i = 0; i < answer->count; ++i) {
        curves_point p = oracle_at(&x, answer->a[i]);
        double off = (double)oracle_distance(&y, p, answer->b[i]);
        if (!(off <= JUDGE_ALLOWED * size)) return 0;
        *error = fmax(*error, off / size);
        for (int k = 0; k < i; ++k)
            if (fabs(answer->a[i] - answer->a[k]) < 1e-5 &&
                fabs(answer->b[i] - answer->b[k]) < 1e-5)
                return 0;
    }
    return 1;
}

static race_verdict judge_meet(const bezier_curve *a, const bezier_curve *b,
                               const judge_known *known, const bezier_hits *answer, double *error)
{
    judge_box box = judge_empty_box();
    double size;
    for (int i = 0; i < 4; ++i) judge_box_add(&box, a->p[i].x, a->p[i].y);
    for (int i = 0; i < 4; ++i) judge_box_add(&box, b->p[i].x, b->p[i].y);
    size = hypot(box.high[0] - box.low[0], box.high[1] - box.low[1]);
    if (answer->count < 0) return RACE_NONE;
    if (known->parts) { /* in one piece; what else there is must be real, and not in it */
        int parts = 0;
        if (answer->count == 0) return RACE_MISSED;
        for (int i = 0; i < answer->count; ++i)
            parts +=
                fabs(answer->a[i] - known->a) < 1e-3 && fabs(answer->a_to[i] - known->a_to) < 1e-3;
        if (parts != 1) return RACE_WRONG;
    }
    if (judge_crossings_lost(a, b, answer)) return RACE_MISSED;
    /* a tangency is found to the root of what numbers are off */
    if (known->points && !judge_has(answer, known->a, known->b, 0.01)) return RACE_MISSED;
    return judge_meetings_real(a, b, answer, size, error) ? RACE_RIGHT : RACE_WRONG;
}

/* Beside the exact roots; numbers are multiples of 2^-60. */
static race_verdict judge_made(const bezier_curve *a, const bezier_curve *b,
                               const bezier_hits *answer, double *error)
{
    const told_bounds bounds = {JUDGE_ALLOWED, JUDGE_ALLOWED, ldexp(1, -48), ldexp(1, -16)};
    double p[4][2], q[4][2];
    told_spot spots[BEZIER_MOST];
    told_counts counts = {0, 0, 0, 0, 0};
    if (answer->count < 0) return RACE_NONE;
    for (int i = 0; i < 4; ++i) {
        p[i][0] = a->p[i].x, p[i][1] = a->p[i].y;
        q[i][0] = b->p[i].x, q[i][1] = b->p[i].y;
    }
    for (int i = 0; i < answer->count; ++i) {
        const int is_part = answer->a_to[i] > answer->a[i];
        told_spot spot = {answer->a[i], is_part ? answer->a_to[i] : answer->a[i], answer->b[i],
                          is_part ? answer->b_to[i] : answer->b[i]};
        spots[i] = spot;
    }
    told_meetings(p, 3, q, 3, 60, spots, answer->count, &bounds, &counts);
    if (counts.wrong || counts.doubled) return RACE_WRONG;
    if (counts.lost || counts.ends) return RACE_MISSED;
    *error = 0;
    return RACE_RIGHT;
}

/* A loop that is surely there must be told; what is told must be one place at two parameters. */
static race_verdict judge_self(const bezier_curve *c, const bezier_hits *answer, double *error)
{
    judge_chain x = judge_chain_of(c);
    double size = hypot(c->p[3].x - c->p[0].x, c->p[3].y - c->p[0].y);
    for (int i = 1; i < 3; ++i)
        size = fmax(size, hypot(c->p[i].x - c->p[0].x, c->p[i].y - c->p[0].y));
    if (answer->count < 0) return RACE_NONE;
    for (int i = 0; i < JUDGE_CHORDS; ++i)
        for (int k = i + 2; k < JUDGE_CHORDS; ++k)
            if (judge_cross(&x, i, &x, k) &&
                !judge_has(answer, (i + 0.5) / JUDGE_CHORDS, (k + 0.5) / JUDGE_CHORDS,
                           1.5 / JUDGE_CHORDS))
                return RACE_MISSED;
    return judge_meetings_real(c, c, answer, size, error) ? RACE_RIGHT : RACE_WRONG;
}

/* ---- length, box ---- */

/* To 2^-42 of the length of the control polygon. */
static double judge_length(const bezier_curve *c)
{
    oracle_curve o = judge_curve(c);
    curves_curve curve = judge_curves_curve(&o);
    double around = 0;
    for (int i = 0; i < c->degree; ++i)
        around += hypot(c->p[i + 1].x - c->p[i].x, c->p[i + 1].y - c->p[i].y);
    return (double)oracle_length(&curve, 0, 1, ldexp(around, -42), 0);
}

static race_verdict judge_at_length(const bezier_curve *c, double length,
                                    const bezier_value *answer, double *error)
{
    oracle_curve o = judge_curve(c);
    curves_curve curve = judge_curves_curve(&o);
    double whole = judge_length(c), walked;
    if (answer->found < 0) return RACE_NONE;
    if (!(answer->v[0] >= 0 && answer->v[0] <= 1)) return RACE_WRONG;
    walked = (double)oracle_length(&curve, 0, answer->v[0], ldexp(whole, -42), 0);
    *error = fabs(walked - length) / whole;
    return *error <= JUDGE_ALLOWED ? RACE_RIGHT : RACE_WRONG;
}

static race_verdict judge_bounds(const bezier_curve *c, const bezier_value *answer, double *error)
{
    oracle_curve o = judge_curve(c);
    curves_curve curve = judge_curves_curve(&o);
    double box[4], size, most = 0;
    if (answer->found < 0) return RACE_NONE;
    for (int k = 0; k < 2; ++k) {
        box[k] = -(double)oracle_extent(&curve, k, -1);
        box[2 + k] = (double)oracle_extent(&curve, k, 1);
    }
    size = hypot(box[2] - box[0], box[3] - box[1]);
    for (int k = 0; k < 4; ++k) {
        double larger = k < 2 ? box[k] - answer->v[k] : answer->v[k] - box[k];
        if (larger < -JUDGE_ALLOWED * size) return RACE_MISSED;
        most = fmax(most, larger);
    }
    if (most > JUDGE_ALLOWED * size) return RACE_WRONG;
    *error = most / size;
    return RACE_RIGHT;
}

#endif /* PEERS_BEZIER_JUDGE_H */
