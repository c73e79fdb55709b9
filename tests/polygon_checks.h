/* What the tests of [POLYGON] in the plane share, beside shapes and the oracle: bounds of the docs,
 * small vectors, polygons by hand. */
#ifndef COLLIDE_POLYGON_CHECKS_H
#define COLLIDE_POLYGON_CHECKS_H

#include "test.h"
#include "polygon_shapes.h"
#include "polygon_sweep.h"
#include "oracle_polygon.h"

/* 2^-48, the bound of the docs in units of the largest coordinate. */
#define BOUND 3.552713678800501e-15

/* What rounding to cld_real adds; what is not 0 may become the smallest normal number. */
static oracle_real rounding(oracle_real x)
{
    return 1.001L * TEST_ROUND * fabsl(x) + (sizeof(cld_real) == 4 ? (double)FLT_MIN : DBL_MIN);
}

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static TEST_UNUSED int is_unit(cld_vec2 n)
{
    const double x = (double)n.x, y = (double)n.y;
    return fabs(x * x + y * y - 1) <= 8 * TEST_ROUND;
}

static TEST_UNUSED int is_zero(cld_vec2 n)
{
    return n.x == 0 && n.y == 0;
}

static TEST_UNUSED int is_equal(cld_vec2 a, cld_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static TEST_UNUSED cld_polygon polygon_of(const cld_real *vertices, size_t count)
{
    cld_polygon p;
    memset(&p, 0, sizeof p);
    p.vertices = vertices, p.count = count;
    return p;
}

static TEST_UNUSED const cld_real box_4_2[8] = {0, 0, 4, 0, 4, 2, 0, 2};

#endif
