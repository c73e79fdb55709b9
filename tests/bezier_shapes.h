/* Curves of all kinds for the tests of single curves of [BEZIER]: lines and quadratics in disguise,
 * cusps, loops, arcs, folded lines, points; and how large they are. */
#ifndef COLLIDE_BEZIER_SHAPES_H
#define COLLIDE_BEZIER_SHAPES_H

#include "oracle_bezier_curves.h"
#include "test.h"

enum {
    RANDOM,
    LINE_IN_DISGUISE,
    QUADRATIC_IN_DISGUISE,
    CUSP,
    NEAR_CUSP,
    LOOP,
    COINCIDENT,
    FOLDED_LINE,
    ARC,
    NEARLY_STRAIGHT,
    A_POINT,
    GRID,
    KINDS
};

static TEST_UNUSED cld_vec2 vec2(double x, double y)
{
    volatile cld_real a = (cld_real)x, b = (cld_real)y; /* rounded, whatever the optimiser does */
    cld_vec2 v;
    v.x = a, v.y = b;
    return v;
}

typedef struct scene {
    double scale, x, y; /* points are x + scale * (-1..1) */
} scene;

static TEST_UNUSED scene random_scene(test_random *r)
{
    scene s;
    s.scale = pow(10, test_between(r, -6, 6));
    s.x = s.y = 0;
    if (test_integer(r, 0, 2) == 0) {
        s.x = s.scale * test_between(r, -1e3, 1e3);
        s.y = s.scale * test_between(r, -1e3, 1e3);
    }
    return s;
}

static TEST_UNUSED cld_vec2 placed(const scene *s, double x, double y)
{
    return vec2(s->x + s->scale * x, s->y + s->scale * y);
}

static TEST_UNUSED void set_line(double p[4][2], int degree, test_random *r, int folded)
{
    const double ax = test_between(r, -1, 1), ay = test_between(r, -1, 1);
    const double bx = test_between(r, -1, 1), by = test_between(r, -1, 1);
    int i;
    for (i = 0; i <= degree; i++) {
        const double t = folded ? test_between(r, -1, 1) : (double)i / degree;
        p[i][0] = ax + t * (bx - ax), p[i][1] = ay + t * (by - ay);
    }
}

static TEST_UNUSED void set_cusp(double p[4][2], test_random *r, double off)
{
    /* the control polygon's crossing arms of equal length: the velocity vanishes at 1/2 */
    const double turn = test_between(r, -3, 3), size = test_between(r, 0.2, 1);
    const double shape[4][2] = {{-0.5, 0}, {0.5, 1}, {-0.5, 1}, {0.5, 0}};
    int i;
    for (i = 0; i < 4; i++) {
        const double x = size * shape[i][0] * (i == 1 ? 1 + off : 1), y = size * shape[i][1];
        p[i][0] = cos(turn) * x - sin(turn) * y, p[i][1] = sin(turn) * x + cos(turn) * y;
    }
}

static TEST_UNUSED cld_bezier random_curve(test_random *r, int kind, const scene *s)
{
    cld_bezier c;
    double p[4][2];
    int i, k;
    memset(&c, 0, sizeof c);
    c.degree = test_integer(r, 1, 3);
    for (i = 0; i < 4; i++)
        for (k = 0; k < 2; k++) p[i][k] = test_between(r, -1, 1);
    if (kind >= QUADRATIC_IN_DISGUISE && kind <= ARC) c.degree = 3;
    if (kind == LINE_IN_DISGUISE) set_line(p, c.degree, r, 0);
    if (kind == FOLDED_LINE) set_line(p, c.degree, r, 1);
    if (kind == CUSP) set_cusp(p, r, 0);
    if (kind == NEAR_CUSP) set_cusp(p, r, pow(10, test_between(r, -12, -1)));
    if (kind == QUADRATIC_IN_DISGUISE)
        for (k = 0; k < 2; k++) {
            const double middle = p[1][k];
            p[1][k] = p[0][k] + 2 * (middle - p[0][k]) / 3;
            p[2][k] = p[3][k] + 2 * (middle - p[3][k]) / 3;
        }
    if (kind == LOOP) {
        p[1][0] = p[3][0] * 3, p[1][1] = p[3][1] * 3;
        p[2][0] = p[0][0] * 3, p[2][1] = p[0][1] * 3;
    }
    if (kind == COINCIDENT)
        for (i = test_integer(r, 1, 3); i > 0; i--) {
            const int a = test_integer(r, 0, 3), b = test_integer(r, 0, 3);
            p[a][0] = p[b][0], p[a][1] = p[b][1];
        }
    if (kind == ARC) {
        const double turn = test_between(r, -3, 3), angle = test_between(r, 0.1, 2.5);
        const double k2 = 4.0 / 3 * tan(angle / 4);
        p[0][0] = cos(turn), p[0][1] = sin(turn);
        p[3][0] = cos(turn + angle), p[3][1] = sin(turn + angle);
        p[1][0] = p[0][0] - k2 * p[0][1], p[1][1] = p[0][1] + k2 * p[0][0];
        p[2][0] = p[3][0] + k2 * p[3][1], p[2][1] = p[3][1] - k2 * p[3][0];
    }
    if (kind == NEARLY_STRAIGHT) {
        set_line(p, c.degree, r, 0);
        for (i = 0; i <= c.degree; i++)
            p[i][0] += test_between(r, -1, 1) * pow(10, test_between(r, -16, -3));
    }
    if (kind == A_POINT)
        for (i = 1; i < 4; i++) p[i][0] = p[0][0], p[i][1] = p[0][1];
    if (kind == GRID) /* coincidences of all sorts */
        for (i = 0; i < 4; i++)
            for (k = 0; k < 2; k++) p[i][k] = test_integer(r, -2, 2) * 0.5;
    for (i = 0; i <= c.degree; i++) c.points[i] = placed(s, p[i][0], p[i][1]);
    return c;
}

static TEST_UNUSED oracle_point oracle_vec(cld_vec2 v)
{
    oracle_point p;
    p.x = (oracle_real)v.x, p.y = (oracle_real)v.y;
    return p;
}

static TEST_UNUSED oracle_curve exactly(const cld_bezier *c)
{
    oracle_curve o;
    int i;
    o.degree = c->degree;
    for (i = 0; i <= c->degree; i++) o.p[i] = oracle_vec(c->points[i]);
    return o;
}

/* The largest distance of p to a control point: M. */
static TEST_UNUSED double reach(const oracle_curve *c, oracle_point p)
{
    oracle_real m = 0;
    int i;
    for (i = 0; i <= c->degree; i++) m = fmaxl(m, hypotl(c->p[i].x - p.x, c->p[i].y - p.y));
    return (double)m;
}

static TEST_UNUSED double size_of(const oracle_curve *c)
{
    return reach(c, c->p[0]);
}

/* The largest absolute coordinate: what the rounding of an answer to cld_real is relative to. */
static TEST_UNUSED double magnitude(const oracle_curve *c)
{
    const oracle_point zero = {0, 0};
    return reach(c, zero);
}

static TEST_UNUSED void print_curve(const cld_bezier *c)
{
    int i;
    if (test_failures > 20) return;
    printf("    degree %d:", c->degree);
    for (i = 0; i <= c->degree; i++)
        printf(" (%.17g, %.17g)", (double)c->points[i].x, (double)c->points[i].y);
    printf("\n");
}

#endif
