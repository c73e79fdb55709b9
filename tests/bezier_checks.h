/* What the tests of sweeps share: numbers as they are after rounding; whether a hit is sound. */
#ifndef COLLIDE_BEZIER_CHECKS_H
#define COLLIDE_BEZIER_CHECKS_H

#include "oracle_bezier.h"
#include "test.h"

/* The bound of the docs on how far off a hit may be, in M. */
#define FAR_OFF ldexp(1, -44)

/* The smallest step of cld_real: what is rounded near zero is off by half of it. */
static TEST_UNUSED double smallest(void)
{
    return sizeof(cld_real) == 4 ? ldexp(1, -149) : 4.9406564584124654e-324;
}

static TEST_UNUSED cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static TEST_UNUSED double log_between(test_random *r, double low, double high)
{
    return pow(10, test_between(r, low, high));
}

static TEST_UNUSED int coin(test_random *r)
{
    return test_integer(r, 0, 1);
}

static TEST_UNUSED oracle_curve exactly(const cld_bezier *c)
{
    oracle_curve o;
    int i;
    memset(&o, 0, sizeof o);
    o.degree = c->degree;
    for (i = 0; i <= c->degree; i++) {
        volatile cld_real x = c->points[i].x, y = c->points[i].y; /* as they are after rounding */
        o.x[i] = (double)x, o.y[i] = (double)y;
    }
    return o;
}

static TEST_UNUSED void numbers(cld_vec2 v, double out[2])
{
    volatile cld_real x = v.x, y = v.y;
    out[0] = (double)x, out[1] = (double)y;
}

/* ----------------------------------------------------------------------------- checks of a hit
   In the frame of the oracle: lengths are scaled so that M is 1 to 3. */

/* Where a hit's members must be, given how they are rounded to cld_real:
   time * d: rounding of time, TEST_ROUND |d|; point: TEST_ROUND of each coordinate; parameter:
   TEST_ROUND times the largest derivative, 3 differences of at most 2 M. */
static TEST_UNUSED void hit_is_near(const oracle_answer *o, const double from[2],
                                    const cld_path_hit *h)
{
    double coordinates = (fabs((double)h->point.x) + fabs((double)h->point.y)) * TEST_ROUND;
    double rounding = (coordinates + 2 * smallest()) * o->scale;
    double c[2], tangent[2], dx, dy;
    oracle_real px = ((oracle_real)h->point.x - (oracle_real)from[0]) * (oracle_real)o->scale;
    oracle_real py = ((oracle_real)h->point.y - (oracle_real)from[1]) * (oracle_real)o->scale;
    dx = (double)(px - (oracle_real)h->time * o->dx);
    dy = (double)(py - (oracle_real)h->time * o->dy);
    CHECK(hypot(dx, dy) <= FAR_OFF * o->size + TEST_ROUND * o->length + rounding);
    oracle_evaluate(o, (double)h->parameter, c, tangent);
    dx = (double)px - c[0], dy = (double)py - c[1];
    CHECK(hypot(dx, dy) <= FAR_OFF * o->size + 6 * TEST_ROUND * o->size + rounding);
}

/* How far the parameter of a root may be off: |y| is within the bound (oracle_strays exceeds it by
   at most 5) as far as that, or twice as far. */
static TEST_UNUSED double doubt_about(const oracle_answer *o, double q)
{
    double bound = 5 * FAR_OFF * o->size * o->length, w = 1.0 / 16;
    while (w > 1e-16 && oracle_strays(o, q, q - w) > bound && oracle_strays(o, q, q + w) > bound)
        w /= 4;
    return 4 * w;
}

/* At right angles to the curve, on the side that the hit tells, facing the mover, if the
   derivative is off by that much. Where it is no longer than that nothing is known of its
   direction. That the normal faces the mover is a matter of y's slope, which has the wrong sign
   where rounding has moved the parameter to beyond an extremum: there |y| is within the bound,
   |y''| at most 24 M, so |y'| at most 2 sqrt(2^-44 24) M < 2^-18 M (Landau's inequality). */
static TEST_UNUSED int normal_fits(const oracle_answer *o, const cld_path_hit *h, const double t[2],
                                   double off)
{
    double nx = (double)h->normal.x, ny = (double)h->normal.y, length = hypot(t[0], t[1]), left;
    if (length <= 1.5 * off) return 1;
    if (fabs(nx * t[0] + ny * t[1]) > off) return 0;
    left = (t[0] * ny - t[1] * nx) / length; /* 1: the curve's left normal, -1: its right */
    if (h->side != 0 && left * h->side <= 0) return 0;
    return nx * (double)o->dx + ny * (double)o->dy <=
           o->length * (off + ldexp(o->size, -18)) / length;
}

/* The derivative is off by the second one (at most 24 M) times the rounding of the parameter, and
   by rounding in double at 2^-48 M; at multiple roots by what the parameter is off. */
static TEST_UNUSED void normal_is_sound(const oracle_answer *o, const cld_path_hit *h)
{
    double nx = (double)h->normal.x, ny = (double)h->normal.y, c[2], t[2], off;
    oracle_evaluate(o, (double)h->parameter, c, t);
    if (o->size <= 0) return; /* a point on a point has no normal */
    CHECK(fabs(nx * nx + ny * ny - 1) <= 8 * TEST_ROUND);
    off = 24 * o->size * TEST_ROUND + ldexp(o->size, -48) + 8 * TEST_ROUND * hypot(t[0], t[1]);
    if (!normal_fits(o, h, t, off)) {
        off += 24 * o->size * doubt_about(o, (double)h->parameter);
        CHECK(normal_fits(o, h, t, off));
    }
}

static TEST_UNUSED void hit_is_sound(const oracle_answer *o, const double from[2],
                                     const cld_path_hit *h)
{
    int good = h->time >= 0 && h->time <= 1 && h->parameter >= 0 && h->parameter <= 1;
    good = good && test_is_finite((double)h->point.x) && test_is_finite((double)h->point.y);
    if (!CHECK(good)) return;
    CHECK(h->side >= -1 && h->side <= 1);
    hit_is_near(o, from, h);
    normal_is_sound(o, h);
}

static TEST_UNUSED int same_hit(const cld_path_hit *a, const cld_path_hit *b)
{
    return a->time == b->time && a->parameter == b->parameter && a->point.x == b->point.x &&
           a->point.y == b->point.y && a->normal.x == b->normal.x && a->normal.y == b->normal.y &&
           a->side == b->side && a->piece == b->piece && a->mover == b->mover;
}

#endif
