/* [BEZIER]: where a path meets itself. Polylines on a small grid against exact fractions; curves
 * against all pairs of pieces by cld_bezier_intersect, gathered here by their place on the path;
 * outlines whose crossings are known.
 *
 *     test_path_self [seed] [--cases count] */
#include "test.h"

#include "path_builder.h"

#include "examples/svg_path.h"
#include "font_files.h"
#include "icon_files.h"

static built_path one;
static int option_cases; /* of the random tests; 0: as many as the effort says */

enum { MOST = 4096 };
static cld_path_meeting found[MOST];

static int cases(int full)
{
    return option_cases ? option_cases : test_repeat(full);
}

/* ---------------------------------------------------------------------------- by known numbers */

static int count_of(built_path *b)
{
    path_build(b);
    return cld_path_self_intersect(&b->path, found, MOST);
}

static void figures_by_hand(void)
{
    built_path *b = &one;
    /* two lines that cross, of one chain */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 4, 0), path_add1(b, 'L', 4, 2);
    path_add1(b, 'L', 1, -1);
    if (CHECK(count_of(b) == 1)) {
        CHECK(found[0].piece_a == 0 && found[0].piece_b == 2);
        CHECK_NEAR(found[0].a_from, 0.5, TEST_ROUND),
            CHECK_NEAR(found[0].point.x, 2, 4 * TEST_ROUND);
        CHECK(found[0].a_from == found[0].a_to && found[0].b_from == found[0].b_to);
    }
    /* a square, closed: its joints are none */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 1, 0), path_add1(b, 'L', 1, 1);
    path_add1(b, 'L', 0, 1), path_add(b, 'Z', NULL);
    CHECK(count_of(b) == 0);
    /* closed by a line instead of Z, and with repeated vertices */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 0, 0), path_add1(b, 'L', 1, 0);
    path_add1(b, 'L', 1, 0), path_add1(b, 'L', 1, 0), path_add1(b, 'L', 1, 1);
    path_add1(b, 'L', 0, 0), path_add(b, 'Z', NULL);
    CHECK(count_of(b) == 0);
    /* through a vertex of its own: two passes, one meeting, though four pairs of pieces touch */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 1, 1), path_add1(b, 'L', 2, 2);
    path_add1(b, 'L', 2, 0), path_add1(b, 'L', 1, 1), path_add1(b, 'L', 0, 2);
    if (CHECK(count_of(b) == 1)) {
        CHECK(found[0].piece_a == 1 && found[0].a_from == 0);
        CHECK(found[0].piece_b == 4 && found[0].b_from == 0);
    }
    /* three passes: three meetings */
    path_add1(b, 'L', 1, 3), path_add1(b, 'L', 1, -1);
    CHECK(count_of(b) == 3);
    /* turning back: a common part, and no points besides */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 4, 0), path_add1(b, 'L', 2, 0);
    path_add1(b, 'L', 2, 2);
    if (CHECK(count_of(b) == 1)) {
        CHECK(found[0].a_from == (cld_real)0.5 && found[0].a_to == 1);
        CHECK(found[0].b_from == 1 && found[0].b_to == 0);
    }
    /* a straight run in pieces */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 1, 0), path_add1(b, 'L', 2, 0);
    path_add1(b, 'L', 3, 0), path_add1(b, 'L', 4, 0);
    CHECK(count_of(b) == 0);
    /* the same again from the start: a common part a piece */
    path_add1(b, 'M', 0, 0), path_add1(b, 'L', 1, 0), path_add1(b, 'L', 2, 0);
    path_add1(b, 'L', 3, 0), path_add1(b, 'L', 4, 0);
    CHECK(count_of(b) == 4);
    /* no pieces; a chain that is a point */
    path_clear(b);
    CHECK(count_of(b) == 0);
    path_add1(b, 'M', 1, 1), path_add(b, 'Z', NULL), path_add1(b, 'M', 0, 1);
    path_add1(b, 'L', 2, 1);
    CHECK(count_of(b) == 0);
}

static void curves_by_hand(void)
{
    built_path *b = &one;
    cld_path_meeting m;
    cld_bezier c;
    /* a loop in one piece, and with an end that runs through it */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add3(b, 6, 4, -4, 4, 2, 0);
    if (CHECK(count_of(b) == 1) && CHECK(cld_path_piece(&b->path, 0, &c) == CLD_OK)) {
        CHECK(cld_bezier_self_intersect(&c, &m) == 1);
        CHECK(found[0].piece_a == 0 && found[0].piece_b == 0);
        CHECK(found[0].a_from == m.a_from && found[0].b_from == m.b_from);
    }
    /* a loop that is all of a chain: its ends are a joint */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add3(b, 6, 4, -6, 4, 0, 0);
    CHECK(count_of(b) == 0);
    /* the same within a chain: the path passes through its ends twice */
    path_clear(b), path_add1(b, 'M', -3, 0), path_add1(b, 'L', 0, 0);
    path_add3(b, 6, 4, -6, 4, 0, 0), path_add1(b, 'L', 3, 0);
    if (CHECK(count_of(b) == 1)) {
        CHECK(found[0].piece_a == 1 && found[0].a_from == 0);
        CHECK(found[0].piece_b == 2 && found[0].b_from == 0);
    }
    /* circles: alone, twice, crossed, touching from inside and outside */
    path_clear(b), path_add_circle(b, 0, 0, 2, 1);
    CHECK(count_of(b) == 0);
    path_add_circle(b, 0, 0, 2, -1);
    CHECK(count_of(b) == 4); /* common parts */
    path_clear(b), path_add_circle(b, 0, 0, 2, 1), path_add_circle(b, 1, 0, 2, 1);
    CHECK(count_of(b) == 2);
    path_clear(b), path_add_circle(b, 0, 0, 2, 1), path_add_circle(b, 4, 0, 2, 1);
    if (CHECK(count_of(b) == 1)) {
        CHECK(found[0].piece_a == 0 && found[0].a_from == 0);
        CHECK(found[0].piece_b == 6 && found[0].b_from == 0);
    }
    path_clear(b), path_add_circle(b, 0, 0, 2, 1), path_add_circle(b, 1, 0, 1, -1);
    CHECK(count_of(b) == 1);
    path_clear(b), path_add_circle(b, 0, 0, 2, 1), path_add_circle(b, 2, 2, 2, 1);
    CHECK(count_of(b) == 2); /* through joints of both */
    /* a figure eight: smooth through the crossing, which is a joint, twice */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add3(b, 1, 1, 3, 1, 3, 0);
    path_add3(b, 3, -1, 1, -1, 0, 0), path_add3(b, -1, 1, -3, 1, -3, 0);
    path_add3(b, -3, -1, -1, -1, 0, 0);
    if (CHECK(count_of(b) == 1)) {
        CHECK(found[0].piece_a == 0 && found[0].a_from == 0);
        CHECK(found[0].piece_b == 2 && found[0].b_from == 0);
    }
    /* cusps and smooth joints are none */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add2(b, 1, 0, 2, 1), path_add2(b, 1, 0, 0, -1);
    CHECK(count_of(b) == 0);
    path_clear(b), path_add1(b, 'M', 0, 0), path_add2(b, 1, 0, 2, 0), path_add2(b, 1, 0, 0, 1);
    CHECK(count_of(b) == 0);
}

/* The star polygon {n/k} has n (k - 1) crossings. */
static void star_polygons(void)
{
    const double pi = 3.14159265358979323846;
    for (int n = 5; n < 40; n++)
        for (int k = 2; 2 * k < n; k++) {
            int at = 0, length = 0;
            path_clear(&one);
            do {
                path_add1(&one, length++ ? 'L' : 'M', cos(2 * pi * at / n), sin(2 * pi * at / n));
                at = (at + k) % n;
            } while (at);
            path_add(&one, 'Z', NULL);
            if (length != n) continue; /* several stars */
            CHECK(count_of(&one) == n * (k - 1));
        }
}

/* Combs crosswise: teeth of one chain, up and down, across those of another, left and right. */
static void combs(void)
{
    for (int n = 1; n < 12; n++) {
        int i, meets;
        path_clear(&one), path_add1(&one, 'M', 0, -1);
        for (i = 0; i < n; i++) {
            path_add1(&one, 'L', 2 * i, 2 * n + 1), path_add1(&one, 'L', 2 * i + 1, 2 * n + 1);
            path_add1(&one, 'L', 2 * i + 1, -1), path_add1(&one, 'L', 2 * i + 2, -1);
        }
        path_add1(&one, 'M', -1, 0.5);
        for (i = 0; i < n; i++) {
            path_add1(&one, 'L', 2 * n + 1, 2 * i + 0.5);
            path_add1(&one, 'L', 2 * n + 1, 2 * i + 1.5);
            path_add1(&one, 'L', -1, 2 * i + 1.5), path_add1(&one, 'L', -1, 2 * i + 2.5);
        }
        meets = count_of(&one);
        CHECK(meets == 4 * n * n);
        for (i = 1; i < meets; i++) /* in order, each once */
            CHECK(found[i - 1].piece_a < found[i].piece_a ||
                  (found[i - 1].piece_a == found[i].piece_a &&
                   found[i - 1].a_from < found[i].a_from));
    }
}

/* ------------------------------------------------------------- polylines on a grid, by fractions
   A place is a piece and a fraction of it; one in a joint is of the piece that begins there. */

typedef struct fraction_place {
    int piece;
    long num, den;
} fraction_place;

typedef struct grid_piece {
    long x[2], y[2];
    int before, after; /* pieces that join it and are no points; -1: none */
} grid_piece;

enum { PIECES = 24, PLACES = 4096 };
static grid_piece grid[PIECES];
static int grid_count;

static int is_dot(const grid_piece *p)
{
    return p->x[0] == p->x[1] && p->y[0] == p->y[1];
}

static fraction_place place_on(int piece, long num, long den)
{
    fraction_place at = {piece, num, den};
    if (num == den && grid[piece].after >= 0) at.piece = grid[piece].after, at.num = 0;
    if (at.num == 0) at.den = 1;
    return at;
}

static int same_place(fraction_place a, fraction_place b)
{
    return a.piece == b.piece && a.num * b.den == b.num * a.den;
}

typedef struct place_pair {
    fraction_place a, b;
} place_pair;

static int same_pair(const place_pair *x, const place_pair *y)
{
    return (same_place(x->a, y->a) && same_place(x->b, y->b)) ||
           (same_place(x->a, y->b) && same_place(x->b, y->a));
}

static place_pair points[PLACES], ends[PLACES];
static int point_count, end_count, part_count;

static void add_pair(place_pair *list, int *count, fraction_place a, fraction_place b)
{
    place_pair pair;
    pair.a = a, pair.b = b;
    for (int i = 0; i < *count; i++)
        if (same_pair(&list[i], &pair)) return;
    list[(*count)++] = pair;
}

/* All that pieces i < k have in common. */
static void grid_meet(int i, int k)
{
    const grid_piece *p = &grid[i], *q = &grid[k];
    const long ux = p->x[1] - p->x[0], uy = p->y[1] - p->y[0];
    const long vx = q->x[1] - q->x[0], vy = q->y[1] - q->y[0];
    const long wx = q->x[0] - p->x[0], wy = q->y[0] - p->y[0];
    const long det = ux * vy - uy * vx;
    if (det != 0) { /* p + s u = q + t v */
        long s = wx * vy - wy * vx, t = wx * uy - wy * ux, d = det;
        if (d < 0) s = -s, t = -t, d = -d;
        if (s < 0 || s > d || t < 0 || t > d) return;
        add_pair(points, &point_count, place_on(i, s, d), place_on(k, t, d));
        return;
    }
    if (ux * wy - uy * wx != 0) return; /* parallel */
    {
        /* along u, in units of u.u: p is 0..uu, q is b0..b1 */
        const long uu = ux * ux + uy * uy, uv = ux * vx + uy * vy;
        const long b0 = ux * wx + uy * wy, b1 = b0 + uv;
        const long low = b0 < b1 ? b0 : b1, high = b0 < b1 ? b1 : b0;
        const long from = low > 0 ? low : 0, to = high < uu ? high : uu;
        const long vv = uv < 0 ? -uv : uv; /* t = (x - b0) / uv */
        if (from > to) return;
        if (from == to) {
            add_pair(points, &point_count, place_on(i, from, uu),
                     place_on(k, uv < 0 ? b0 - from : from - b0, vv));
            return;
        }
        part_count++;
        add_pair(ends, &end_count, place_on(i, from, uu),
                 place_on(k, uv < 0 ? b0 - from : from - b0, vv));
        add_pair(ends, &end_count, place_on(i, to, uu),
                 place_on(k, uv < 0 ? b0 - to : to - b0, vv));
    }
}

/* The number of meetings, by fractions. */
static int grid_answer(void)
{
    int count;
    point_count = end_count = part_count = 0;
    for (int i = 0; i < grid_count; i++)
        for (int k = i + 1; k < grid_count; k++)
            if (!is_dot(&grid[i]) && !is_dot(&grid[k])) grid_meet(i, k);
    count = part_count;
    for (int i = 0; i < point_count; i++) {
        int good = !same_place(points[i].a, points[i].b);
        for (int k = 0; k < end_count; k++) good = good && !same_pair(&points[i], &ends[k]);
        if (!good) points[i].a.piece = points[i].b.piece = -1;
        count += good;
    }
    return count;
}

/* Links the pieces first..last of a chain, over those that are points. */
static void grid_link(int first, int last)
{
    const int n = last - first + 1;
    const int loop =
        n > 0 && grid[first].x[0] == grid[last].x[1] && grid[first].y[0] == grid[last].y[1];
    for (int i = first; i <= last; i++) {
        grid[i].before = grid[i].after = -1;
        for (int k = 1; k <= n && grid[i].after < 0; k++) {
            const int at = first + (i - first + k) % n;
            if (i + k > last && !loop) break;
            if (!is_dot(&grid[at])) grid[i].after = at;
        }
    }
}

/* A random path of lines on a grid of `wide` points, with some loops, some repeated vertices. */
static void make_grid_path(test_random *r, int wide, double scale, double x0, double y0)
{
    const int chains = test_integer(r, 1, 3);
    grid_count = 0;
    path_clear(&one);
    for (int c = 0; c < chains; c++) {
        const int first = grid_count, lines = test_integer(r, 1, 6);
        long x = test_integer(r, 0, wide), y = test_integer(r, 0, wide);
        const long x_start = x, y_start = y;
        path_add1(&one, 'M', x0 + scale * (double)x, y0 + scale * (double)y);
        for (int i = 0; i <= lines; i++) {
            grid_piece *p = &grid[grid_count];
            if (i == lines && test_integer(r, 0, 1)) break;
            p->x[0] = x, p->y[0] = y;
            if (test_integer(r, 0, 9)) x = test_integer(r, 0, wide);
            if (test_integer(r, 0, 9)) y = test_integer(r, 0, wide);
            if (i == lines) x = x_start, y = y_start;
            p->x[1] = x, p->y[1] = y;
            if (i == lines)
                path_add(&one, 'Z', NULL);
            else
                path_add1(&one, 'L', x0 + scale * (double)x, y0 + scale * (double)y);
            grid_count++;
        }
        grid_link(first, grid_count - 1);
    }
}

static double value(fraction_place p)
{
    return p.piece + (double)p.num / (double)p.den;
}

/* The place of a parameter, moved on as above: piece + parameter. */
static double place_of(uint32_t piece, cld_real t)
{
    const int i = (int)piece;
    if (t >= 1 && grid[i].after >= 0) return grid[i].after;
    return i + (double)t;
}

static void grid_paths(void)
{
    test_random r = test_random_from(4801);
    const int repeat = cases(40000);
    for (int n = 0; n < repeat; n++) {
        const double scale = ldexp(1, test_integer(&r, -20, 20));
        const double far = n % 3 ? 0 : scale * test_integer(&r, -50000, 50000);
        int count, expected, i, k;
        make_grid_path(&r, test_integer(&r, 1, 6), scale, far, -far);
        path_build(&one);
        count = cld_path_self_intersect(&one.path, found, MOST);
        expected = grid_answer();
        if (!CHECK(count == expected)) {
            printf("    case %d: %d, by fractions %d\n", n, count, expected);
            continue;
        }
        for (i = 0; i < count; i++) {
            const cld_path_meeting *m = &found[i];
            const double a = place_of(m->piece_a, m->a_from), b = place_of(m->piece_b, m->b_from);
            int known = 0;
            if (m->a_from != m->a_to) {
                CHECK(m->a_from < m->a_to && m->b_from != m->b_to);
                continue;
            }
            for (k = 0; k < point_count && !known; k++) {
                const double p = value(points[k].a), q = value(points[k].b);
                const double near = 8 * TEST_ROUND + 1e-9;
                if (points[k].a.piece < 0) continue;
                known = (fabs(p - a) <= near && fabs(q - b) <= near) ||
                        (fabs(p - b) <= near && fabs(q - a) <= near);
                if (known) points[k].a.piece = -1; /* each once */
            }
            CHECK(known);
        }
    }
}

/* ------------------------------------------------------ curves, by all pairs, gathered by place */

typedef struct curve_place {
    double at; /* along the chain: pieces that are no points, numbered, and the parameter */
    int chain;
} curve_place;

typedef struct curve_pair {
    curve_place a, b;
} curve_pair;

enum { MOST_PIECES = 400 };
static double number_of[MOST_PIECES]; /* of a piece along its chain; -1: a point */
static int chain_of[MOST_PIECES], chain_pieces[MOST_PIECES], chain_loops[MOST_PIECES];
static curve_pair gathered[4 * MOST];
static int gathered_count;

/* Shorter than any bound of a meeting, or no longer at all: rounding makes such pieces, where a
   chain is closed by a line to where it should already be. */
static int is_point_curve(const cld_bezier *c, double size)
{
    double most = 0;
    for (int i = 1; i <= c->degree; i++)
        most = fmax(most, fmax(fabs((double)c->points[i].x - (double)c->points[0].x),
                               fabs((double)c->points[i].y - (double)c->points[0].y)));
    return most <= ldexp(size, -52);
}

/* Numbers the pieces along their chains, from the commands. */
static void number_pieces(const cld_path *path)
{
    int piece = 0, chain = -1, n = 0;
    cld_vec2 start = {0, 0}, here = {0, 0}, min = {0, 0}, max = {0, 0};
    if (cld_path_count(path) > 0) CHECK(cld_path_bounds(path, &min, &max) == CLD_OK);
    const double size = 8 * fmax(fmax(fabs((double)max.x), fabs((double)max.y)),
                                 fmax(fabs((double)min.x), fabs((double)min.y)));
    for (size_t i = 0; i <= path->command_count; i++) {
        cld_bezier c;
        if (i == path->command_count || path->commands[i] == 'M') {
            if (chain >= 0) {
                chain_pieces[chain] = n;
                chain_loops[chain] = start.x == here.x && start.y == here.y;
            }
            if (i < path->command_count) chain++, n = 0;
            continue;
        }
        CHECK(cld_path_piece(path, (uint32_t)piece, &c) == CLD_OK);
        if (i && path->commands[i - 1] == 'M') start = c.points[0];
        here = c.points[c.degree];
        chain_of[piece] = chain;
        number_of[piece] = is_point_curve(&c, size) ? -1 : n++;
        piece++;
    }
}

static double along_apart(curve_place a, curve_place b)
{
    double d;
    if (a.chain != b.chain) return 1e9;
    d = fabs(a.at - b.at);
    if (chain_loops[a.chain]) d = fmin(d, fabs(chain_pieces[a.chain] - d));
    return d;
}

static int pairs_apart(const curve_pair *x, const curve_pair *y, double near)
{
    return !((along_apart(x->a, y->a) <= near && along_apart(x->b, y->b) <= near) ||
             (along_apart(x->a, y->b) <= near && along_apart(x->b, y->a) <= near));
}

static curve_pair pair_at(int i, double s, int k, double t)
{
    curve_pair p;
    p.a.chain = chain_of[i], p.a.at = number_of[i] + s;
    p.b.chain = chain_of[k], p.b.at = number_of[k] + t;
    return p;
}

/* How many places of the path meet, by all pairs of pieces; *parts: common parts. Places that are
   nearer to each other along the path than `near`, on both sides, are one. */
static int all_pairs(const cld_path *path, double near, int *parts)
{
    const int n = cld_path_count(path);
    static curve_pair part_ends[MOST];
    int part_end_count = 0, count = 0;
    *parts = gathered_count = 0;
    number_pieces(path);
    for (int i = 0; i < n; i++)
        for (int k = i; k < n; k++) {
            cld_path_meeting m[9];
            cld_bezier a, b;
            int found_here;
            if (number_of[i] < 0 || number_of[k] < 0) continue;
            CHECK(cld_path_piece(path, (uint32_t)i, &a) == CLD_OK);
            CHECK(cld_path_piece(path, (uint32_t)k, &b) == CLD_OK);
            if (i == k)
                found_here = cld_bezier_self_intersect(&a, m);
            else
                found_here = cld_bezier_intersect(&a, &b, m, 9);
            for (int j = 0; j < found_here; j++) {
                if (m[j].a_from == m[j].a_to) {
                    gathered[gathered_count++] =
                        pair_at(i, (double)m[j].a_from, k, (double)m[j].b_from);
                } else {
                    ++*parts;
                    part_ends[part_end_count++] =
                        pair_at(i, (double)m[j].a_from, k, (double)m[j].b_from);
                    part_ends[part_end_count++] =
                        pair_at(i, (double)m[j].a_to, k, (double)m[j].b_to);
                }
            }
        }
    for (int i = 0; i < gathered_count; i++) {
        int good = along_apart(gathered[i].a, gathered[i].b) > near;
        for (int k = 0; k < i && good; k++) good = pairs_apart(&gathered[i], &gathered[k], near);
        for (int k = 0; k < part_end_count && good; k++)
            good = pairs_apart(&gathered[i], &part_ends[k], near);
        count += good;
    }
    return count + *parts;
}

static long asked, uncertain;

/* Compares with all pairs. Meetings that are so near to each other along the path that they may be
   one, around cusps and where a path turns back at a sharp angle, are counted both ways: it is
   either number, or one between. Returns the number of common parts. */
static int as_all_pairs(const cld_path *path, int count, const char *what, int number)
{
    int parts, least = all_pairs(path, 1e-3, &parts), most = all_pairs(path, 1e-10, &parts);
    asked++, uncertain += least < most;
    if (!CHECK(least <= count && count <= most))
        printf("    %s %d: %d, by all pairs %d to %d\n", what, number, count, least, most);
    return parts;
}

/* Every meeting told is one on both pieces; returns how many are common parts. */
static int check_meetings(const cld_path *path, int count, double size)
{
    int parts = 0;
    for (int i = 0; i < count; i++) {
        const cld_path_meeting *m = &found[i];
        cld_bezier a, b;
        cld_vec2 p = {0, 0}, q = {0, 0};
        CHECK(m->piece_a <= m->piece_b);
        CHECK(cld_path_piece(path, m->piece_a, &a) == CLD_OK);
        CHECK(cld_path_piece(path, m->piece_b, &b) == CLD_OK);
        CHECK(cld_bezier_evaluate(&a, m->a_from, &p, NULL) == CLD_OK);
        CHECK(cld_bezier_evaluate(&b, m->b_from, &q, NULL) == CLD_OK);
        /* the parameter's rounding moves a point by at most three times the size */
        CHECK_NEAR(p.x, q.x, size * (12 * TEST_ROUND + ldexp(1, -42)));
        CHECK_NEAR(p.y, q.y, size * (12 * TEST_ROUND + ldexp(1, -42)));
        parts += m->a_from != m->a_to;
        if (i == 0) continue;
        CHECK(m[-1].piece_a < m->piece_a ||
              (m[-1].piece_a == m->piece_a && m[-1].a_from <= m->a_from));
    }
    return parts;
}

/* Random curves; every third path on a grid, where ends and tangents coincide. */
static double make_curves(test_random *r, int kind)
{
    const int chains = test_integer(r, 1, 2), wide = kind == 0 ? 4 : 1000000;
    const double scale = kind == 0 ? 1 : 4e-6;
    path_clear(&one);
    for (int c = 0; c < chains; c++) {
        const int pieces = test_integer(r, 1, 5);
        double last[2] = {0, 0}, p[6];
        for (int i = 0; i <= pieces; i++) {
            const char command = "MLQC"[i ? test_integer(r, 1, 3) : 0];
            for (int k = 0; k < 6; k++) p[k] = scale * test_integer(r, 0, wide);
            if (i && kind == 2) p[0] = last[0], p[1] = last[1]; /* smooth joints */
            path_add(&one, command, p);
            {
                const int n = command == 'C' ? 4 : command == 'Q' ? 2 : 0;
                last[0] = p[n] + (n ? p[n] - p[n - 2] : 1);
                last[1] = p[n + 1] + (n ? p[n + 1] - p[n - 1] : 1);
            }
        }
        if (test_integer(r, 0, 2) == 0) path_add(&one, 'Z', NULL);
    }
    path_build(&one);
    return 12;
}

static void curves_as_all_pairs(void)
{
    test_random r = test_random_from(4802);
    const int repeat = cases(6000);
    for (int n = 0; n < repeat; n++) {
        const double size = make_curves(&r, n % 3);
        const int count = cld_path_self_intersect(&one.path, found, MOST);
        CHECK(check_meetings(&one.path, count, size) ==
              as_all_pairs(&one.path, count, "curves", n));
    }
}

/* Circles of cubics on a grid: they cross and touch in joints and beside them, coincide, as chains
   of one path. */
static void circles_as_all_pairs(void)
{
    test_random r = test_random_from(4803);
    const int repeat = cases(3000);
    for (int n = 0; n < repeat; n++) {
        const int count = test_integer(&r, 1, 4);
        int told;
        path_clear(&one);
        for (int i = 0; i < count; i++)
            path_add_circle(&one, test_integer(&r, 0, 4), test_integer(&r, 0, 4),
                            test_integer(&r, 1, 3), test_integer(&r, 0, 1) ? 1 : -1);
        path_build(&one);
        told = cld_path_self_intersect(&one.path, found, MOST);
        CHECK(check_meetings(&one.path, told, 12) == as_all_pairs(&one.path, told, "circles", n));
    }
}

/* ----------------------------------------------------------------------------- sizes and places */

static void the_same_at_all_scales(void)
{
    static const int exponents[2][4] = {{-100, -40, 40, 100}, {-900, -300, 300, 400}};
    test_random r = test_random_from(4804);
    const int repeat = cases(600);
    for (int n = 0; n < repeat; n++) {
        int usual, i;
        make_curves(&r, 0);
        usual = cld_path_self_intersect(&one.path, found, MOST);
        for (i = 0; i < 4; i++) {
            const double scale = ldexp(1, exponents[sizeof(cld_real) > 4][i]);
            for (size_t k = 0; k < 2 * one.path.point_count; k++)
                one.points[k] = (cld_real)((double)one.points[k] * scale);
            path_build(&one);
            CHECK(cld_path_self_intersect(&one.path, found, MOST) == usual);
            for (size_t k = 0; k < 2 * one.path.point_count; k++)
                one.points[k] = (cld_real)((double)one.points[k] / scale);
        }
    }
}

static void capacities_and_errors(void)
{
    cld_path none = {0};
    path_clear(&one), path_add1(&one, 'M', 0, 0), path_add1(&one, 'L', 4, 4);
    path_add1(&one, 'L', 4, 0), path_add1(&one, 'L', 0, 4), path_add1(&one, 'L', 2, -9);
    CHECK(count_of(&one) == 2);
    memset(found, 17, sizeof found);
    CHECK(cld_path_self_intersect(&one.path, found, 1) == 2);
    CHECK(found[1].piece_a == 0x11111111u && found[0].piece_a == 0);
    CHECK(cld_path_self_intersect(&one.path, NULL, 0) == 2);
    CHECK(cld_path_self_intersect(&one.path, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_self_intersect(&one.path, found, -1) == CLD_ERROR_COUNT);
    CHECK(cld_path_self_intersect(NULL, found, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_self_intersect(&none, found, 1) == CLD_ERROR_NULL);
}

/* -------------------------------------------------------------------------------- real outlines */

static long icons_asked, icons_meetings;

static void ask_icon(const char *file)
{
    char message[SVG_PATH_MESSAGE];
    svg_path p;
    if (!svg_path_read(&p, file, message)) return;
    if (cld_path_count(&p.path) <= MOST_PIECES) {
        const int count = cld_path_self_intersect(&p.path, found, MOST);
        (void)as_all_pairs(&p.path, count, file, 0);
        icons_asked++, icons_meetings += count;
    }
    svg_path_free(&p);
}

static void icons_as_all_pairs(void)
{
    icons_asked = icons_meetings = 0;
    if (icon_files(test_repeat(300), ask_icon))
        printf("     %ld icons, %ld meetings\n", icons_asked, icons_meetings);
    else
        printf("     skipped: no icons are installed\n");
}

static long glyphs_asked, glyphs_meetings, glyphs_crossed;

static void ask_glyph(built_path *glyph, const char *font, int number)
{
    if (cld_path_count(&glyph->path) <= MOST_PIECES) {
        const int count = cld_path_self_intersect(&glyph->path, found, MOST);
        (void)as_all_pairs(&glyph->path, count, font, number);
        glyphs_asked++, glyphs_meetings += count, glyphs_crossed += count > 0;
    }
}

static void glyphs_as_all_pairs(void)
{
    glyphs_asked = glyphs_meetings = glyphs_crossed = 0;
    if (font_glyphs(cases(10), &one, ask_glyph))
        printf("     %ld glyphs, %ld with meetings, %ld in all\n", glyphs_asked, glyphs_crossed,
               glyphs_meetings);
    else
        printf("     skipped: no fonts are installed\n");
}

int main(int argc, char **argv)
{
    option_cases = test_option(&argc, argv, "--cases", 0);
    test_begin(argc, argv);
    TEST(figures_by_hand);
    TEST(curves_by_hand);
    TEST(star_polygons);
    TEST(combs);
    TEST(grid_paths);
    TEST(curves_as_all_pairs);
    TEST(circles_as_all_pairs);
    TEST(the_same_at_all_scales);
    TEST(capacities_and_errors);
    TEST(icons_as_all_pairs);
    TEST(glyphs_as_all_pairs);
    CHECK(uncertain <= asked / 50 + 5);
    printf("     %ld of %ld paths have meetings that may be one\n", uncertain, asked);
    path_free(&one);
    return test_end();
}
