/* An oracle for paths and polygons: the signed distance of a Bezier curve and a convex polygon with
 * a radius, in long double, from its definition: the least, over the points of the curve, of the
 * signed distance of a point (negative inside: to the nearest edge). Samples and golden sections
 * give an upper bound that is right but where minima are narrower than a sample; the largest speed of
 * the curve gives a lower bound that is proved. Nothing is shared with the header. */
#ifndef COLLIDE_ORACLE_PATH_POLYGON_H
#define COLLIDE_ORACLE_PATH_POLYGON_H

#include <math.h>

enum { FLANK_VERTICES = 512 };

typedef struct flank_polygon {
    int count;
    long double x[FLANK_VERTICES], y[FLANK_VERTICES], radius;
} flank_polygon;

typedef struct flank_curve {
    int degree;
    long double x[4], y[4];
} flank_curve;

static long double flank_segment(long double ax, long double ay, long double bx, long double by,
                                 long double px, long double py)
{
    const long double ex = bx - ax, ey = by - ay, square = ex * ex + ey * ey;
    long double t = square > 0 ? ((px - ax) * ex + (py - ay) * ey) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotl(px - ax - t * ex, py - ay - t * ey);
}

/* The signed distance of a point, without the radius. */
static long double flank_point(const flank_polygon *p, long double x, long double y)
{
    long double nearest = HUGE_VALL, area = 0;
    int i, inside = 1;
    for (i = 0; i < p->count; i++) {
        const int k = (i + 1) % p->count;
        const long double ex = p->x[k] - p->x[i], ey = p->y[k] - p->y[i];
        const long double d = flank_segment(p->x[i], p->y[i], p->x[k], p->y[k], x, y);
        if (ex * (y - p->y[i]) - ey * (x - p->x[i]) < 0) inside = 0;
        area += (p->x[i] - p->x[0]) * ey - (p->y[i] - p->y[0]) * ex;
        if (d < nearest) nearest = d;
    }
    return inside && area > 0 ? -nearest : nearest;
}

static void flank_at(const flank_curve *c, long double t, long double *px, long double *py)
{
    long double x[4], y[4];
    int i, j;
    for (i = 0; i <= c->degree; i++) x[i] = c->x[i] - c->x[0], y[i] = c->y[i] - c->y[0];
    for (j = c->degree; j > 0; j--)
        for (i = 0; i < j; i++) x[i] += t * (x[i + 1] - x[i]), y[i] += t * (y[i + 1] - y[i]);
    *px = c->x[0] + x[0], *py = c->y[0] + y[0];
}

/* The polygon shifted by (sx, sy). */
static long double flank_at_time(const flank_curve *c, const flank_polygon *p, long double t,
                                 long double sx, long double sy)
{
    long double x, y;
    flank_at(c, t, &x, &y);
    return flank_point(p, x - sx, y - sy);
}

/* The signed distance of curve and core (an upper bound, nearly always it). */
static long double flank_distance(const flank_curve *c, const flank_polygon *p, long double sx,
                                  long double sy, int samples, long double *where)
{
    const long double golden = 0.381966011250105151795L;
    long double f[1025], best = HUGE_VALL;
    int i, k;
    for (i = 0; i <= samples; i++) {
        f[i] = flank_at_time(c, p, (long double)i / samples, sx, sy);
        if (f[i] < best) best = f[i], *where = (long double)i / samples;
    }
    for (i = 0; i <= samples; i++) {
        long double low = i ? (i - 1.0L) / samples : 0,
                    high = i < samples ? (i + 1.0L) / samples : 1;
        long double a, b, fa, fb;
        if ((i && f[i] > f[i - 1]) || (i < samples && f[i] > f[i + 1])) continue;
        a = low + golden * (high - low), b = high - golden * (high - low);
        fa = flank_at_time(c, p, a, sx, sy), fb = flank_at_time(c, p, b, sx, sy);
        for (k = 0; k < 80; k++) {
            if (fa < fb) {
                high = b, b = a, fb = fa, a = low + golden * (high - low);
                fa = flank_at_time(c, p, a, sx, sy);
            } else {
                low = a, a = b, fa = fb, b = high - golden * (high - low);
                fb = flank_at_time(c, p, b, sx, sy);
            }
        }
        if (fa < best) best = fa, *where = a;
        if (fb < best) best = fb, *where = b;
    }
    return best;
}

/* A bound below which the signed distance is nowhere: by the largest speed of the curve, halving
   while it is less than `enough` by more than `tolerance`. */
static long double flank_bound(const flank_curve *c, const flank_polygon *p, long double sx,
                               long double sy, long double low, long double high,
                               long double enough, long double tolerance)
{
    long double speed = 0, at, least, other;
    int i;
    for (i = 0; i < c->degree; i++) {
        at = c->degree * hypotl(c->x[i + 1] - c->x[i], c->y[i + 1] - c->y[i]);
        if (at > speed) speed = at;
    }
    at = flank_at_time(c, p, 0.5L * (low + high), sx, sy);
    least = at - 0.5L * speed * (high - low);
    if (least >= enough - tolerance || speed * (high - low) < tolerance) return least;
    least = flank_bound(c, p, sx, sy, low, 0.5L * (low + high), enough, tolerance);
    other = flank_bound(c, p, sx, sy, 0.5L * (low + high), high, enough, tolerance);
    return least < other ? least : other;
}

#endif
