/* starts_triangle.h: corners and edges of a box that rests on another, as that one moves: what a
 * sweep must say of them; for the bench and for peers. The generator is tests/made_bodies.h.
 *
 * What moves does so along a straight line and without turning, so the volume of the four points is
 * linear in time: its root is the only time at which they may meet, and where they are then is
 * found in long double. What lies in the plane at the start or at the end is not judged. */
#ifndef BENCH_STARTS_TRIANGLE_H
#define BENCH_STARTS_TRIANGLE_H

#include "bench.h"
#include "../tests/made_bodies.h"

typedef struct starts_vec {
    long double x, y, z;
} starts_vec;

static starts_vec starts_of(const double p[3])
{
    const starts_vec v = {p[0], p[1], p[2]};
    return v;
}

static starts_vec starts_mad(starts_vec a, long double s, starts_vec b)
{
    const starts_vec v = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return v;
}

static long double starts_dot(starts_vec a, starts_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static starts_vec starts_cross(starts_vec a, starts_vec b)
{
    const starts_vec v = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return v;
}

/* How far inside p is of the triangle, a part of its least height; negative outside. */
static long double starts_inside(starts_vec p, const starts_vec v[3])
{
    const starts_vec n = starts_cross(starts_mad(v[1], -1, v[0]), starts_mad(v[2], -1, v[0]));
    long double least = 1;
    for (int i = 0; i < 3; ++i) {
        const starts_vec a = starts_mad(v[(i + 1) % 3], -1, v[i]), b = starts_mad(p, -1, v[i]);
        const long double part = starts_dot(starts_cross(a, b), n) / starts_dot(n, n);
        if (part < least) least = part;
    }
    return least;
}

/* The same of two segments in one plane that cross. */
static long double starts_crossing(const starts_vec a[2], const starts_vec b[2])
{
    const starts_vec u = starts_mad(a[1], -1, a[0]), v = starts_mad(b[1], -1, b[0]);
    const starts_vec w = starts_mad(b[0], -1, a[0]), n = starts_cross(u, v);
    const long double s = starts_dot(starts_cross(w, v), n) / starts_dot(n, n);
    const long double t = starts_dot(starts_cross(w, u), n) / starts_dot(n, n);
    const long double most = (s > 0.5L ? s : 1 - s) > (t > 0.5L ? t : 1 - t)
                                 ? (s > 0.5L ? s : 1 - s)
                                 : (t > 0.5L ? t : 1 - t);
    return 1 - most;
}

/* 1: they meet at *time; 0: not at all; -1: either, what decides is below `rounding` of the largest
   coordinate. */
static int starts_meet(const double p[8][3], int segments, double rounding, double *time)
{
    starts_vec at[8], u, w, n, move;
    double most = 0;
    long double from, to, inside, slack;
    for (int i = 0; i < 8; ++i) {
        at[i] = starts_of(p[i]);
        for (int k = 0; k < 3; ++k) most = fmax(most, fabs(p[i][k]));
    }
    u = segments ? starts_mad(at[1], -1, at[0]) : starts_mad(at[2], -1, at[1]);
    w = segments ? starts_mad(at[3], -1, at[2]) : starts_mad(at[3], -1, at[1]);
    n = starts_cross(u, w);
    move = starts_mad(at[4], -1, at[0]);
    if (!(starts_dot(n, n) > 1e-20L * starts_dot(u, u) * starts_dot(w, w))) return -1;
    n = starts_mad(n, 1 / sqrtl(starts_dot(n, n)) - 1, n);
    from = starts_dot(n, starts_mad(at[0], -1, at[segments ? 2 : 1]));
    to = from + starts_dot(n, move);
    slack = rounding * most;
    if (fabsl(from) <= slack || fabsl(to) <= slack) return from == 0 && fabsl(to) > slack ? 0 : -1;
    if ((from > 0) == (to > 0)) return 0;
    *time = (double)(from / (from - to));
    at[0] = starts_mad(at[0], from / (from - to), move);
    at[1] = segments ? starts_mad(at[1], from / (from - to), move) : at[1];
    inside = segments ? starts_crossing(at, at + 2) : starts_inside(at[0], at + 1);
    slack = 64 * slack / sqrtl(fminl(starts_dot(u, u), starts_dot(w, w)));
    return fabsl(inside) <= slack ? -1 : inside > 0;
}

#endif /* BENCH_STARTS_TRIANGLE_H */
