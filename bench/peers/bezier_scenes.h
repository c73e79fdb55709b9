/* bezier_scenes.h: the curves, paths and moves of the race: those of bench/bench_bezier.h, and
 * degenerate ones whose numbers are whole, so that they are exactly what their names say. The
 * library is here for the bench's way to choose moves near a path; it judges nothing. */
#ifndef PEERS_BEZIER_SCENES_H
#define PEERS_BEZIER_SCENES_H

#include <limits.h>
#define COLLIDE_IMPLEMENTATION
#define COLLIDE_STATIC
#define COLLIDE_NO_OBB
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#include "collide.h"
#include "../bench_bezier.h"
#include "bezier.h"
#include "bezier_judge.h"

static bezier_point scene_point(cld_vec2 v)
{
    bezier_point p = {(double)v.x, (double)v.y};
    return p;
}

static bezier_point scene_at(const bezier_curve *c, double t)
{
    oracle_curve o = judge_curve(c);
    curves_curve curve = judge_curves_curve(&o);
    curves_point at = oracle_at(&curve, t);
    bezier_point p = {(float)at.x, (float)at.y};
    return p;
}

/* The ends of its chords but the first, rounded to float; returns how many. */
static int scene_chords(const bezier_curve *c, bezier_point *out)
{
    int chords = c->degree == 1   ? BEZIER_CHORDS_LINE
                 : c->degree == 2 ? BEZIER_CHORDS_QUADRATIC
                                  : BEZIER_CHORDS_CUBIC;
    for (int i = 1; i <= chords; ++i) out[i - 1] = scene_at(c, (double)i / chords);
    out[chords - 1] = c->p[c->degree];
    return chords;
}

/* ---- one curve, one move ---- */

typedef struct scene_pairs {
    bezier_pairs pairs; /* what racers see */
    int bits;           /* of the numbers, if they are whole; 0: any */
    int chords;         /* the curve's chord is what is asked about */
    bezier_curve *curves, *others;
    bezier_point *from, *to, *flat;
    double *at;
    judge_known *known;
    judge_truth *truth[2]; /* beside curves, beside chords */
} scene_pairs;

static scene_pairs scene_pairs_new(int count)
{
    scene_pairs s;
    size_t n = (size_t)count;
    memset(&s, 0, sizeof s);
    s.curves = (bezier_curve *)race_memory(n * sizeof *s.curves);
    s.others = (bezier_curve *)race_memory(n * sizeof *s.others);
    s.from = (bezier_point *)race_memory(n * sizeof *s.from);
    s.to = (bezier_point *)race_memory(n * sizeof *s.to);
    s.flat = (bezier_point *)race_memory(n * (BEZIER_CHORDS_CUBIC + 1) * sizeof *s.flat);
    s.at = (double *)race_memory(n * sizeof *s.at);
    s.known = (judge_known *)race_memory(n * sizeof *s.known);
    s.pairs.count = count;
    s.pairs.curves = s.curves, s.pairs.others = s.others;
    s.pairs.from = s.from, s.pairs.to = s.to, s.pairs.flat = s.flat, s.pairs.at = s.at;
    return s;
}

static void scene_pairs_free(scene_pairs *s)
{
    free(s->curves);
    free(s->others);
    free(s->from);
    free(s->to);
    free(s->flat);
    free(s->at);
    free(s->known);
    free(s->truth[0]);
    free(s->truth[1]);
}

static const bezier_point *scene_flat(const scene_pairs *s, int q)
{
    return s->flat + (size_t)q * (BEZIER_CHORDS_CUBIC + 1);
}

static judge_pieces scene_pieces(const scene_pairs *s, int q, int flat)
{
    bezier_curve chord = s->curves[q];
    if (flat) return judge_pieces_of_chords(scene_flat(s, q), BEZIER_CHORDS_CUBIC);
    if (s->chords) chord.degree = 1, chord.p[1] = chord.p[3];
    return judge_pieces_of_curves(&chord, 1);
}

/* When all curves and moves are there: their chords, and what is true of them. */
static void scene_pairs_finish(scene_pairs *s, int sweeps)
{
    int n = s->pairs.count;
    for (int q = 0; q < n; ++q) {
        bezier_point *flat = s->flat + (size_t)q * (BEZIER_CHORDS_CUBIC + 1);
        flat[0] = s->curves[q].p[0];
        scene_chords(&s->curves[q], flat + 1);
    }
    for (int k = 0; k < 2 && sweeps; ++k) {
        s->truth[k] = (judge_truth *)race_memory((size_t)n * sizeof **s->truth);
        for (int q = 0; q < n; ++q) {
            judge_pieces pieces = scene_pieces(s, q, k);
            s->truth[k][q] = judge_sweep(&pieces, s->from[q], s->to[q], s->bits);
            judge_pieces_free(&pieces);
        }
    }
}

static bezier_curve scene_curve(const cld_bezier *c)
{
    bezier_curve out = {c->degree, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}};
    for (int i = 0; i <= c->degree; ++i) out.p[i] = scene_point(c->points[i]);
    return out;
}

/* A population of the bench; all against one curve if `batch` is more than 1, for so many moves. */
static void scene_from_bench(scene_pairs *s, const bezier_population *p, int batch, uint64_t seed)
{
    bezier_scene b = bezier_scene_new(s->pairs.count);
    bench_random r = bench_seed(seed);
    if (batch <= 1) bezier_fill(&b, 0, b.count, p, NULL, &r);
    for (int i = 0; i < b.count && batch > 1; i += batch) {
        cld_bezier curve = bezier_random(&r);
        bezier_fill(&b, i, batch, p, &curve, &r);
    }
    for (int q = 0; q < b.count; ++q) {
        s->curves[q] = scene_curve(&b.curves[q]);
        s->from[q] = scene_point(b.from[q]), s->to[q] = scene_point(b.to[q]);
    }
    bezier_scene_free(&b);
}

/* Somewhere along each curve. */
static void scene_lengths(scene_pairs *s, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int q = 0; q < s->pairs.count; ++q)
        s->at[q] = (float)(judge_length(&s->curves[q]) * bench_uniform(&r, 0, 1));
}

/* ---- degenerate ones, in whole numbers ---- */

typedef struct scene_case {
    bezier_curve curve;
    bezier_point from, to;
} scene_case;

static int whole(bench_random *r, int low, int high)
{
    return low + bench_below(r, high - low + 1);
}

static bezier_point whole_point(bench_random *r, int most, double times)
{
    double x = times * whole(r, -most, most);
    bezier_point p = {x, times * whole(r, -most, most)};
    return p;
}

static bezier_point along(bezier_point p, bezier_point d, double times)
{
    bezier_point q = {p.x + times * d.x, p.y + times * d.y};
    return q;
}

static bezier_point whole_direction(bench_random *r, int most)
{
    bezier_point d = whole_point(r, most, 1);
    if (d.x == 0 && d.y == 0) d.x = 1;
    return d;
}

/* From the Gaussian number u times p. */
static bezier_point turned(bezier_point p, bezier_point u)
{
    bezier_point q = {u.x * p.x - u.y * p.y, u.y * p.x + u.x * p.y};
    return q;
}

static void case_turn(scene_case *c, bezier_point u)
{
    for (int i = 0; i < 4; ++i) c->curve.p[i] = turned(c->curve.p[i], u);
    c->from = turned(c->from, u), c->to = turned(c->to, u);
}

static scene_case case_any(bench_random *r, int most, double times)
{
    scene_case c;
    c.curve.degree = 3;
    for (int i = 0; i < 4; ++i) c.curve.p[i] = whole_point(r, most, times);
    c.from = whole_point(r, most, times), c.to = whole_point(r, most, times);
    return c;
}

static scene_case case_curve_ends(bench_random *r)
{
    scene_case c = case_any(r, 40, 1);
    bezier_point d = whole_direction(r, 12), end = c.curve.p[whole(r, 0, 1) * 3];
    c.from = along(end, d, -whole(r, 0, 3));
    c.to = along(end, d, whole(r, 1, 3));
    return c;
}

/* The move starts or ends on the curve, at a parameter of quarters. */
static scene_case case_move_ends(bench_random *r)
{
    scene_case c = case_any(r, 9, 64);
    bezier_point on = scene_at(&c.curve, whole(r, 0, 4) / 4.0);
    bezier_point away = along(on, whole_direction(r, 99), whole(r, 1, 3));
    int starts = whole(r, 0, 1);
    c.from = starts ? on : away, c.to = starts ? away : on;
    return c;
}

/* y = (m q - n)^3 or (m q - n)^2 (k q - l): the move along y = 0 passes all of the curve. */
static scene_case case_roots(bench_random *r, int triple)
{
    scene_case c;
    int m = 1 << whole(r, 0, 3), n = whole(r, 0, m), f0 = -n, f1 = m - n;
    int g0 = triple ? f0 : whole(r, -5, 5), g1 = triple ? f1 : whole(r, -5, 5);
    int y[4] = {3 * f0 * f0 * g0, f0 * (2 * f1 * g0 + f0 * g1), f1 * (2 * f0 * g1 + f1 * g0),
                3 * f1 * f1 * g1};
    c.curve.degree = 3;
    for (int i = 0; i < 4; ++i) c.curve.p[i].x = whole(r, -40, 40), c.curve.p[i].y = y[i];
    c.from.x = -41, c.to.x = 41, c.from.y = c.to.y = 0;
    case_turn(&c, whole_direction(r, 5));
    return c;
}

static scene_case case_triple(bench_random *r)
{
    return case_roots(r, 1);
}

static scene_case case_double(bench_random *r)
{
    return case_roots(r, 0);
}

/* A quadratic or a line, raised exactly. */
static scene_case case_raised(bench_random *r)
{
    scene_case c = case_any(r, 27, 1);
    bezier_point a = whole_point(r, 9, 3), b = whole_point(r, 9, 3), e = whole_point(r, 9, 3);
    int line = whole(r, 0, 1);
    c.curve.p[0] = a, c.curve.p[3] = e;
    c.curve.p[1].x = line ? a.x + (e.x - a.x) / 3 : a.x + 2 * (b.x - a.x) / 3;
    c.curve.p[1].y = line ? a.y + (e.y - a.y) / 3 : a.y + 2 * (b.y - a.y) / 3;
    c.curve.p[2].x = line ? a.x + 2 * (e.x - a.x) / 3 : e.x + 2 * (b.x - e.x) / 3;
    c.curve.p[2].y = line ? a.y + 2 * (e.y - a.y) / 3 : e.y + 2 * (b.y - e.y) / 3;
    return c;
}

static scene_case case_in_line(bench_random *r)
{
    scene_case c = case_any(r, 1, 1);
    bezier_point at = whole_point(r, 50, 1), d = whole_direction(r, 9);
    for (int i = 0; i < 4; ++i) c.curve.p[i] = along(at, d, whole(r, -20, 20));
    c.from = along(at, d, whole(r, -30, 30));
    do c.to = along(at, d, whole(r, -30, 30));
    while (c.to.x == c.from.x && c.to.y == c.from.y);
    return c;
}

/* (-w, 0) (k, h) (-k, h) (w, 0): a cusp at (0, 3 h / 4) for k = w; for k = 5 w / 3 a loop, whose
   double point is (0, h / 2). The move goes through it. */
static scene_case case_cusp_loop(bench_random *r)
{
    scene_case c;
    int cusp = whole(r, 0, 1), w = 3 * whole(r, 1, 30), h = 4 * whole(r, 1, 20);
    int k = cusp ? w : 5 * w / 3;
    bezier_point at = {0, cusp ? 3 * h / 4 : h / 2}, d = whole_direction(r, 9);
    c.curve.degree = 3;
    c.curve.p[0].x = -w, c.curve.p[1].x = k, c.curve.p[2].x = -k, c.curve.p[3].x = w;
    c.curve.p[0].y = c.curve.p[3].y = 0, c.curve.p[1].y = c.curve.p[2].y = h;
    c.from = along(at, d, -whole(r, 0, 9)), c.to = along(at, d, whole(r, 1, 9));
    case_turn(&c, whole_direction(r, 5));
    return c;
}

static scene_case case_no_move(bench_random *r)
{
    scene_case c = case_any(r, 9, 64);
    c.from = scene_at(&c.curve, whole(r, 0, 4) / 4.0);
    if (whole(r, 0, 1)) c.from = c.curve.p[3 * whole(r, 0, 1)];
    c.to = c.from;
    return c;
}

/* Through ends, roots and cusps, in sizes from 2^-40 to 2^40. */
static scene_case case_scaled(bench_random *r)
{
    int kind = whole(r, 0, 3);
    scene_case c = kind == 0   ? case_curve_ends(r)
                   : kind == 1 ? case_move_ends(r)
                   : kind == 2 ? case_double(r)
                               : case_cusp_loop(r);
    bezier_point scale = {ldexp(1, whole(r, -40, 40)), 0};
    case_turn(&c, scale);
    return c;
}

/* The same, away from the origin by some thousand sizes. */
static scene_case case_far(bench_random *r)
{
    scene_case c = whole(r, 0, 1) ? case_curve_ends(r) : case_double(r);
    double x = 65536.0 * whole(r, -9, 9), y = 65536.0 * whole(r, -9, 9);
    for (int i = 0; i < 4; ++i) c.curve.p[i].x += x, c.curve.p[i].y += y;
    c.from.x += x, c.from.y += y, c.to.x += x, c.to.y += y;
    return c;
}

typedef struct scene_kind {
    const char *name;
    scene_case (*make)(bench_random *r);
    int bits;
} scene_kind;

enum { SCENE_KINDS = 10 };

static const scene_kind scene_kinds[SCENE_KINDS] = {
    {"curve ends on the move", case_curve_ends, 12},
    {"move ends on the curve", case_move_ends, 16},
    {"tangent: double roots", case_double, 17},
    {"triple roots", case_triple, 17},
    {"lines and quadratics as cubics", case_raised, 7},
    {"all in one line", case_in_line, 10},
    {"cusps and loops", case_cusp_loop, 16},
    {"no move", case_no_move, 16},
    {"sizes 2^-40 to 2^40", case_scaled, 16},
    {"far from the origin", case_far, 24},
};

static void scene_degenerate(scene_pairs *s, const scene_kind *kind, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    s->bits = kind->bits;
    s->pairs.degenerate = 1;
    for (int q = 0; q < s->pairs.count; ++q) {
        scene_case c = kind->make(&r);
        s->curves[q] = c.curve, s->from[q] = c.from, s->to[q] = c.to;
    }
}

/* ---- two curves ---- */

static void meet_random(bench_random *r, bezier_curve *a, bezier_curve *b, judge_known *known)
{
    cld_bezier x = bezier_random(r), y = bezier_random(r);
    (void)known;
    *a = scene_curve(&x), *b = scene_curve(&y);
}

/* Two waves, one upright and one lying, that cross nine times or nearly so often. */
static void meet_many(bench_random *r, bezier_curve *a, bezier_curve *b, judge_known *known)
{
    static const double wave[4][2] = {{0, 0}, {1.0 / 3, 4}, {2.0 / 3, -3}, {1, 1}};
    (void)known;
    a->degree = b->degree = 3;
    for (int i = 0; i < 4; ++i) {
        a->p[i].x = (float)(wave[i][0] + bench_uniform(r, -0.02, 0.02));
        a->p[i].y = (float)(wave[i][1] + bench_uniform(r, -0.1, 0.1));
        b->p[i].y = (float)(wave[i][0] + bench_uniform(r, -0.02, 0.02));
        b->p[i].x = (float)(wave[i][1] + bench_uniform(r, -0.1, 0.1));
    }
}

/* The second has the tangent of the first where both are at 1/2: exactly, in whole numbers. */
static void meet_touching(bench_random *r, bezier_curve *a, bezier_curve *b, judge_known *known)
{
    scene_case x = case_any(r, 9, 64), y = case_any(r, 9, 64);
    bezier_point at, on, t;
    double times = 1 + whole(r, 0, 2);
    *a = x.curve, *b = y.curve;
    t.x = a->p[3].x + a->p[2].x - a->p[1].x - a->p[0].x;
    t.y = a->p[3].y + a->p[2].y - a->p[1].y - a->p[0].y;
    if (t.x == 0 && t.y == 0) a->p[3].x += 64, t.x = 64; /* no tangent: a cusp */
    b->p[3].x = times * t.x + b->p[0].x + b->p[1].x - b->p[2].x;
    b->p[3].y = times * t.y + b->p[0].y + b->p[1].y - b->p[2].y;
    at = scene_at(a, 0.5), on = scene_at(b, 0.5);
    for (int i = 0; i < 4; ++i) b->p[i].x += at.x - on.x, b->p[i].y += at.y - on.y;
    known->points = 1, known->a = known->b = 0.5;
}

/* Two halves of one curve that share a quarter: 0 to 3/4 and 1/2 to 1, exactly. */
static void meet_common(bench_random *r, bezier_curve *a, bezier_curve *b, judge_known *known)
{
    scene_case x = case_any(r, 9, 4096);
    oracle_curve o = judge_curve(&x.curve);
    for (int half = 0; half < 2; ++half) {
        double t0 = half ? 0.5 : 0, t1 = half ? 1 : 0.75;
        bezier_curve *out = half ? b : a;
        out->degree = 3;
        for (int k = 0; k < 4; ++k) { /* the blossom at t0 3 - k times, at t1 k times */
            double vx[4], vy[4];
            memcpy(vx, o.x, sizeof vx), memcpy(vy, o.y, sizeof vy);
            for (int j = 3; j > 0; --j) {
                double t = j > k ? t0 : t1;
                for (int i = 0; i < j; ++i)
                    vx[i] += t * (vx[i + 1] - vx[i]), vy[i] += t * (vy[i + 1] - vy[i]);
            }
            out->p[k].x = vx[0], out->p[k].y = vy[0];
        }
    }
    known->parts = 1, known->a = 2.0 / 3, known->a_to = 1;
}

/* Pairs as people make them, of size 1, as floats; quadratics are raised to cubics, and straight
   pieces of drawings are left out, since not all take them. */
static void scene_made(scene_pairs *s, int kind, uint64_t seed)
{
    outline_random r = {seed};
    for (int q = 0; q < s->pairs.count; ++q) {
        outline_curve pair[2];
        do outline_pair_at(&r, kind, q % OUTLINE_FAR_OUT, 1.0 / 1024, pair);
        while (pair[0].degree < 2 || pair[1].degree < 2);
        for (int k = 0; k < 2; ++k) {
            bezier_curve *out = k ? &s->others[q] : &s->curves[q];
            if (pair[k].degree == 2) pair[k] = outline_raised(&pair[k]);
            outline_round_float(&pair[k]);
            out->degree = 3;
            for (int i = 0; i < 4; ++i)
                out->p[i].x = pair[k].p[i][0], out->p[i].y = pair[k].p[i][1];
        }
    }
}

/* ---- paths ---- */

typedef struct scene_path {
    bezier_path path;
    bezier_loop loop;
    bezier_point *points, *from, *to, *bodies, *flat;
    bezier_curve *pieces;
    judge_pieces curves, chords;
    judge_truth *truth[2];
    double length;
    int *winding[2]; /* INT_MIN: too near to say */
} scene_path;

static void scene_path_flatten(scene_path *s)
{
    int n = s->path.piece_count;
    s->flat = (bezier_point *)race_memory(((size_t)n * BEZIER_CHORDS_CUBIC + 1) * sizeof *s->flat);
    s->flat[0] = s->pieces[0].p[0];
    s->path.flat_count = 1;
    for (int i = 0; i < n; ++i)
        s->path.flat_count += scene_chords(&s->pieces[i], s->flat + s->path.flat_count);
    s->path.flat = s->flat;
    s->curves = judge_pieces_of_curves(s->pieces, n);
    s->chords = judge_pieces_of_chords(s->flat, s->path.flat_count - 1);
}

static scene_path scene_path_new(int pieces, double scale)
{
    scene_path s;
    size_t count;
    memset(&s, 0, sizeof s);
    s.loop = bezier_loop_new(pieces);
    count = s.loop.path.point_count;
    for (size_t i = 0; i < 2 * count; ++i) s.loop.points[i] *= (cld_real)scale;
    cld_path_refit(&s.loop.path);
    s.points = (bezier_point *)race_memory(count * sizeof *s.points);
    for (size_t i = 0; i < count; ++i) {
        s.points[i].x = (double)s.loop.points[2 * i];
        s.points[i].y = (double)s.loop.points[2 * i + 1];
    }
    s.pieces = (bezier_curve *)race_memory((size_t)pieces * sizeof *s.pieces);
    for (int i = 0; i < pieces; ++i) {
        cld_bezier piece;
        cld_path_piece(&s.loop.path, (uint32_t)i, &piece);
        s.pieces[i] = scene_curve(&piece);
    }
    s.path.commands = s.loop.commands, s.path.command_count = s.loop.path.command_count;
    s.path.points = s.points, s.path.point_count = count;
    s.path.pieces = s.pieces, s.path.piece_count = pieces;
    scene_path_flatten(&s);
    return s;
}

static void scene_path_queries(scene_path *s, int count)
{
    size_t n = (size_t)count;
    s->path.count = count;
    s->from = (bezier_point *)race_memory(n * sizeof *s->from);
    s->to = (bezier_point *)race_memory(n * sizeof *s->to);
    s->path.from = s->from, s->path.to = s->to;
    for (int k = 0; k < 2; ++k) {
        s->truth[k] = (judge_truth *)race_memory(n * sizeof **s->truth);
        s->winding[k] = (int *)race_memory(n * sizeof **s->winding);
    }
}

static void scene_path_queries_free(scene_path *s)
{
    free(s->from);
    free(s->to);
    free(s->bodies);
    s->bodies = NULL;
    for (int k = 0; k < 2; ++k) {
        free(s->truth[k]);
        free(s->winding[k]);
    }
}

static void scene_path_free(scene_path *s)
{
    bezier_loop_free(&s->loop);
    free(s->points);
    free(s->pieces);
    free(s->flat);
    judge_pieces_free(&s->curves);
    judge_pieces_free(&s->chords);
}

static const judge_pieces *scene_path_pieces(const scene_path *s, int flat)
{
    return flat ? &s->chords : &s->curves;
}

static void scene_path_walk(scene_path *s, int count, bezier_places places, uint64_t seed)
{
    bezier_walk w = {&s->loop, NULL, bezier_scene_new(count)};
    scene_path_queries(s, count);
    bezier_walk_fill(&w, places, seed);
    for (int q = 0; q < count; ++q)
        s->from[q] = scene_point(w.moves.from[q]), s->to[q] = scene_point(w.moves.to[q]);
    bezier_scene_free(&w.moves);
}

/* A float near x whose sums with small multiples of the step are floats, too. */
static double scene_step(double x, double reach)
{
    return ldexp(1, ilogb(fabs(x) + reach) - 19);
}

/* Exactly through joints, as far as floats can: d is a whole number of steps in which the joint's
   sums are exact, so both ends and the joint are in line. */
static void scene_path_joints(scene_path *s, int count, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    scene_path_queries(s, count);
    for (int q = 0; q < count;) {
        bezier_point p = s->pieces[bench_below(&r, s->path.piece_count)].p[0], d, a, b;
        double step = scene_step(fmax(fabs(p.x), fabs(p.y)), s->loop.length);
        int most = (int)(s->loop.length / step);
        d.x = step * whole(&r, -most, most), d.y = step * whole(&r, -most, most);
        a.x = (float)(p.x - d.x), a.y = (float)(p.y - d.y);
        b.x = (float)(p.x + d.x), b.y = (float)(p.y + d.y);
        if (a.x != p.x - d.x || a.y != p.y - d.y || b.x != p.x + d.x || b.y != p.y + d.y) continue;
        s->from[q] = a, s->to[q] = b;
        q++;
    }
}

static void scene_path_truth(scene_path *s)
{
    for (int k = 0; k < 2; ++k)
        for (int q = 0; q < s->path.count; ++q)
            s->truth[k][q] = judge_sweep(scene_path_pieces(s, k), s->from[q], s->to[q], 0);
}

static void scene_path_windings(scene_path *s)
{
    for (int k = 0; k < 2; ++k)
        for (int q = 0; q < s->path.count; ++q) {
            int is_near, winding = judge_winding(scene_path_pieces(s, k), s->from[q], &is_near);
            s->winding[k][q] = is_near ? INT_MIN : winding;
        }
}

/* Ten points around the mover, as wide as half a piece is long. */
static void scene_path_bodies(scene_path *s, int movers)
{
    s->path.movers = movers;
    s->bodies =
        (bezier_point *)race_memory((size_t)s->path.count * (size_t)movers * sizeof *s->bodies);
    s->path.bodies = s->bodies;
    for (int q = 0; q < s->path.count; ++q)
        for (int k = 0; k < movers; ++k) {
            double a = 6.283185307179586 * k / movers, reach = 0.25 * s->loop.length;
            bezier_point *p = &s->bodies[q * movers + k];
            p->x = (float)(s->from[q].x + reach * cos(a));
            p->y = (float)(s->from[q].y + reach * sin(a));
        }
}

#endif /* PEERS_BEZIER_SCENES_H */
