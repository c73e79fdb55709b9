/* Paths for tests: shapes at random, what the oracle needs to know of them, points around them. */
#ifndef COLLIDE_PATH_SHAPES_H
#define COLLIDE_PATH_SHAPES_H

#include "bezier_checks.h"

/* ------------------------------------------------------------------------------------- shapes */

enum { MOST = 1200, MOST_POINTS = 3 * MOST + 8, MOST_HITS = 4 * MOST };

/* A path in the making, its memory between canaries, and its pieces for the oracle. */
typedef struct shape {
    char commands[2 * MOST];
    double xy[2 * MOST_POINTS];       /* as made */
    cld_real points[3 * MOST_POINTS]; /* as given, with the stride */
    size_t command_count, point_count;
    double start[2], at[2];
    oracle_curve pieces[2 * MOST]; /* after those of the path, what closes open chains */
    int piece_count, closed_count;
    int loops; /* all chains are closed */
    double reach;
    cld_path path;
    unsigned char *raw;
    size_t size;
} shape;

static TEST_UNUSED void shape_clear(shape *s)
{
    unsigned char *raw = s->raw;
    memset(s, 0, sizeof *s);
    s->raw = raw;
}

static TEST_UNUSED void shape_point(shape *s, double x, double y)
{
    s->xy[2 * s->point_count] = s->at[0] = x;
    s->xy[2 * s->point_count + 1] = s->at[1] = y;
    s->point_count++;
}

static TEST_UNUSED void shape_move(shape *s, double x, double y)
{
    s->commands[s->command_count++] = 'M';
    shape_point(s, x, y);
}

static TEST_UNUSED void shape_line(shape *s, double x, double y)
{
    s->commands[s->command_count++] = 'L';
    shape_point(s, x, y);
}

static TEST_UNUSED void shape_quadratic(shape *s, double x1, double y1, double x, double y)
{
    s->commands[s->command_count++] = 'Q';
    shape_point(s, x1, y1);
    shape_point(s, x, y);
}

static TEST_UNUSED void shape_cubic(shape *s, double x1, double y1, double x2, double y2, double x,
                                    double y)
{
    s->commands[s->command_count++] = 'C';
    shape_point(s, x1, y1);
    shape_point(s, x2, y2);
    shape_point(s, x, y);
}

static TEST_UNUSED void shape_close(shape *s)
{
    s->commands[s->command_count++] = 'Z';
}

static TEST_UNUSED void shape_given(const shape *s, size_t i, double out[2])
{
    const cld_real *p =
        (const cld_real *)((const char *)s->path.points +
                           i * (s->path.stride ? s->path.stride : 2 * sizeof(cld_real)));
    cld_vec2 v;
    v.x = p[0], v.y = p[1];
    numbers(v, out);
}

/* After the pieces: a line that closes a chain that is open, for winding numbers. */
static TEST_UNUSED void shape_close_chain(shape *s, oracle_curve *closing, const double at[2],
                                          const double start[2])
{
    oracle_curve *line = &closing[s->closed_count];
    if (at[0] == start[0] && at[1] == start[1]) return;
    s->loops = 0;
    line->degree = 1;
    line->x[0] = at[0], line->y[0] = at[1], line->x[1] = start[0], line->y[1] = start[1];
    s->closed_count++;
}

/* The pieces as the docs of cld_path describe them, from the numbers as given. */
static TEST_UNUSED void shape_pieces(shape *s)
{
    static oracle_curve closing[2 * MOST];
    size_t i, next = 0;
    double start[2] = {0, 0}, at[2] = {0, 0}, to[2];
    int k;
    s->piece_count = s->closed_count = 0;
    s->loops = 1;
    for (i = 0; i < s->command_count; i++) {
        char c = s->commands[i];
        int degree = c == 'Q' ? 2 : c == 'C' ? 3 : 1;
        oracle_curve *piece = &s->pieces[s->piece_count];
        if (c == 'M') {
            shape_close_chain(s, closing, at, start);
            shape_given(s, next++, start);
            memcpy(at, start, sizeof at);
            continue;
        }
        piece->degree = degree;
        piece->x[0] = at[0], piece->y[0] = at[1];
        for (k = 1; k <= degree; k++) {
            memcpy(to, start, sizeof to);
            if (c != 'Z') shape_given(s, next++, to);
            piece->x[k] = to[0], piece->y[k] = to[1];
        }
        memcpy(at, to, sizeof at);
        s->piece_count++;
    }
    shape_close_chain(s, closing, at, start);
    memcpy(s->pieces + s->piece_count, closing, (size_t)s->closed_count * sizeof closing[0]);
    s->closed_count += s->piece_count;
}

static TEST_UNUSED void shape_free(shape *s)
{
    free(s->raw);
    s->raw = NULL;
}

static TEST_UNUSED int canaries_live(const shape *s, size_t offset)
{
    size_t i;
    for (i = 0; i < 64; i++)
        if (s->raw[offset + i] != 0xa5 || s->raw[offset + 64 + s->size + i] != 0x5a) return 0;
    return 1;
}

/* Writes the points with some stride, and builds. */
static TEST_UNUSED void shape_build(shape *s, test_random *r, double scale, double x, double y)
{
    size_t i, step = r && test_integer(r, 0, 3) == 0 ? 3 : 2;
    size_t offset = r ? 8 * (size_t)test_integer(r, 0, 7) : 0;
    s->path.commands = s->commands, s->path.command_count = s->command_count;
    s->path.points = s->points, s->path.point_count = s->point_count;
    s->path.stride = step == 2 && (!r || coin(r)) ? 0 : step * sizeof(cld_real);
    s->reach = 0;
    for (i = 0; i < s->point_count; i++) {
        double px = scale * s->xy[2 * i] + x, py = scale * s->xy[2 * i + 1] + y;
        s->points[step * i] = (cld_real)px, s->points[step * i + 1] = (cld_real)py;
        s->reach = oracle_larger(s->reach,
                                 scale * oracle_larger(fabs(s->xy[2 * i]), fabs(s->xy[2 * i + 1])));
    }
    if (s->reach <= 0) s->reach = scale; /* all is one point */
    shape_pieces(s);
    s->size = cld_path_size(&s->path);
    CHECK(s->size > 0 && s->size <= 64 * (size_t)s->piece_count + 1024);
    s->raw = (unsigned char *)realloc(s->raw, s->size + 256);
    if (!s->raw) abort();
    memset(s->raw, 0xa5, s->size + 256);
    memset(s->raw + offset + 64 + s->size, 0x5a, 64);
    CHECK(cld_path_validate(&s->path, NULL) == CLD_OK);
    CHECK(cld_path_build(&s->path, s->raw + offset + 64, cld_path_size(&s->path)) == CLD_OK);
    CHECK(canaries_live(s, offset) && s->path.tree != NULL);
    CHECK(cld_path_count(&s->path) == s->piece_count);
}

/* ------------------------------------------------------------------------------ kinds of shape */

/* Corners at random distances from the middle: simple, counter-clockwise; a sixth of the corners
   are on the circle's rim, and edges are lines or curves that stay between them. */
static TEST_UNUSED void make_star(shape *s, test_random *r, int corners, int curved)
{
    int i, k;
    double cx[2] = {0, 0}, cy[2] = {0, 0};
    for (i = 0; i < corners; i++) {
        double a = 6.283185307179586 * i / corners, d = test_between(r, 0.3, 1);
        double x = d * cos(a), y = d * sin(a);
        int kind = curved ? test_integer(r, 1, 3) : 1;
        if (i == 0) {
            shape_move(s, x, y);
            continue;
        }
        for (k = 0; k < 2; k++) {
            double t = 6.283185307179586 * (i - 1 + (k + 1) / 3.0) / corners;
            cx[k] = test_between(r, 0.3, 1) * cos(t), cy[k] = test_between(r, 0.3, 1) * sin(t);
        }
        if (kind == 1) shape_line(s, x, y);
        if (kind == 2) shape_quadratic(s, cx[0], cy[0], x, y);
        if (kind == 3) shape_cubic(s, cx[0], cy[0], cx[1], cy[1], x, y);
    }
    if (coin(r)) shape_line(s, s->xy[0], s->xy[1]);
    shape_close(s);
}

/* Smooth all around: cubics, each handle continuing the last. */
static TEST_UNUSED void make_blob(shape *s, test_random *r, int pieces)
{
    double x = 1, y = 0, hx = 0, hy = 1.3 / pieces;
    int i;
    shape_move(s, x, y);
    for (i = 1; i <= pieces; i++) {
        double a = 6.283185307179586 * i / pieces, d = test_between(r, 0.6, 1.2);
        double nx = i == pieces ? 1 : d * cos(a), ny = i == pieces ? 0 : d * sin(a);
        double tx = -sin(a) * 1.3 / pieces, ty = cos(a) * 1.3 / pieces;
        shape_cubic(s, x + hx, y + hy, nx - tx, ny - ty, nx, ny);
        x = nx, y = ny, hx = tx, hy = ty;
    }
    if (coin(r)) shape_close(s);
}

static TEST_UNUSED void make_eight(shape *s, test_random *r)
{
    double w = test_between(r, 0.2, 2), h = test_between(r, 0.2, 2);
    shape_move(s, 0, 0);
    shape_cubic(s, w, h, w, -h, 0, 0);
    shape_cubic(s, -w, h, -w, -h, 0, 0);
    if (coin(r)) shape_close(s);
}

/* Whatever comes: several chains, closed by Z or left open. On a grid of whole numbers if most is
   not 0, and then many joints and curves coincide. */
static TEST_UNUSED void make_mixed(shape *s, test_random *r, int pieces, int most, int open)
{
    int i, k;
    for (i = 0; i < pieces; i++) {
        double v[6];
        int kind = i == 0 ? 0 : test_integer(r, 0, 9);
        for (k = 0; k < 6; k++) v[k] = most ? test_integer(r, -most, most) : test_between(r, -1, 1);
        if (i > 0 && kind == 0 && open == 0 && s->commands[s->command_count - 1] != 'M')
            shape_close(s);
        if (kind == 0) shape_move(s, v[0], v[1]);
        if (kind >= 1 && kind <= 4) shape_line(s, v[0], v[1]);
        if (kind == 5 || kind == 6) shape_quadratic(s, v[0], v[1], v[2], v[3]);
        if (kind >= 7) shape_cubic(s, v[0], v[1], v[2], v[3], v[4], v[5]);
        if (open && test_integer(r, 0, 9) == 0) shape_close(s);
    }
    if (!open) shape_close(s);
}

/* A chain of squares that share corners and edges, run around in both directions. */
static TEST_UNUSED void make_squares(shape *s, test_random *r, int squares)
{
    int i;
    for (i = 0; i < squares; i++) {
        int x = test_integer(r, -4, 3), y = test_integer(r, -4, 3), w = test_integer(r, 1, 3);
        shape_move(s, x, y);
        if (coin(r)) {
            shape_line(s, x + w, y), shape_line(s, x + w, y + w), shape_line(s, x, y + w);
        } else {
            shape_line(s, x, y + w), shape_line(s, x + w, y + w), shape_line(s, x + w, y);
        }
        shape_close(s);
    }
}

enum { STAR, CURVED_STAR, BLOB, EIGHT, MIXED, GRID, SQUARES, LONG, SHAPES };

static TEST_UNUSED const char *const shape_names[SHAPES] = {
    "star", "curved star", "blob", "eight", "mixed", "grid", "squares", "long"};

static TEST_UNUSED void make_shape(shape *s, test_random *r, int kind)
{
    shape_clear(s);
    if (kind == STAR) make_star(s, r, test_integer(r, 3, 17), 0);
    if (kind == CURVED_STAR) make_star(s, r, test_integer(r, 3, 17), 1);
    if (kind == BLOB) make_blob(s, r, test_integer(r, 3, 20));
    if (kind == EIGHT) make_eight(s, r);
    if (kind == MIXED) make_mixed(s, r, test_integer(r, 2, 20), 0, 0);
    if (kind == GRID) make_mixed(s, r, test_integer(r, 2, 12), test_integer(r, 1, 4), 0);
    if (kind == SQUARES) make_squares(s, r, test_integer(r, 1, 5));
    if (kind == LONG) make_star(s, r, 1000, coin(r));
}

static TEST_UNUSED int is_on_grid(int kind)
{
    return kind == GRID || kind == SQUARES;
}

/* ----------------------------------------------------------------------------------------- pools
   Points whose winding numbers the oracle knows: at random, corners and joints of the path, pairs
   around a joint (2k and 2k + 1, the joint being exactly in their middle on grids), pairs on the
   line of an edge. */

enum { POOL = 64 };

typedef struct pool {
    cld_vec2 at[POOL];
    int winding[POOL], is_near[POOL];
} pool;

/* The bound, for any point of the pool: M is below four reaches. Twice that is 'within the bound';
   the oracle wants 2^-40. */
static TEST_UNUSED double pool_near(const shape *s)
{
    return ldexp(s->reach, -38);
}

static TEST_UNUSED void fill_pool(pool *p, const shape *s, test_random *r, int grid, double scale,
                                  double x0, double y0)
{
    int i;
    for (i = 0; i < POOL; i += 2) {
        const oracle_curve *c = &s->pieces[test_integer(r, 0, s->piece_count - 1)];
        int k = test_integer(r, 0, c->degree), far = grid ? test_integer(r, 1, 3) : 1;
        double x = grid ? scale * test_integer(r, -6, 6) : s->reach * test_between(r, -1.3, 1.3);
        double y = grid ? scale * test_integer(r, -6, 6) : s->reach * test_between(r, -1.3, 1.3);
        double px = x0 + x, py = y0 + y, qx = c->x[k], qy = c->y[k];
        int what = test_integer(r, 0, 4);
        if (what == 0) { /* around a joint */
            if (k != c->degree) k = 0, qx = c->x[0], qy = c->y[0];
            px = qx + x / 2, py = qy + y / 2, qx = qx - x / 2, qy = qy - y / 2;
        } else if (what == 1) { /* along a piece's chord, or its first leg */
            double dx = c->x[k] - c->x[0], dy = c->y[k] - c->y[0];
            px = c->x[0] - far * dx, py = c->y[0] - far * dy;
            qx = c->x[0] + (far + 1) * dx, qy = c->y[0] + (far + 1) * dy;
        } else if (what == 2) { /* two at random */
            qx = x0 - y, qy = y0 + x;
        }
        p->at[i] = vec2(px, py), p->at[i + 1] = vec2(qx, qy);
    }
    for (i = 0; i < POOL; i++) {
        double at[2];
        numbers(p->at[i], at);
        p->winding[i] =
            oracle_winding(s->pieces, s->closed_count, at, pool_near(s), &p->is_near[i]);
    }
}

#endif
