/* Judge of what is told of two curves that meet, beside the exact roots of oracle_bezier_roots.h:
 * what is lost, what is false, what is told twice, which shared ends have other parameters than 0
 * and 1. */
#ifndef COLLIDE_TOLD_MEETINGS_H
#define COLLIDE_TOLD_MEETINGS_H

#include "oracle_bezier_roots.h"

/* As told: a point (from = to) or a common part. */
typedef struct told_spot {
    double a_from, a_to, b_from, b_to;
} told_spot;

typedef struct told_bounds {
    double point; /* how far apart the curves may be in a point, of the size of both */
    double part;  /* in a common part, of the size of the smaller one */
    double one;   /* points are one if the curves are not farther apart in between */
    double slack; /* of parameters at ends: 0 means exactly 0 and 1 */
} told_bounds;

typedef struct told_counts {
    int lost, wrong, doubled, ends; /* wrong: told where the curves are too far apart */
    double apart;                   /* the farthest of a common part, of the size */
} told_counts;

typedef struct told_case {
    oracle_curve a, b;
    double size, smaller;
    const told_spot *spots;
    int count;
    told_bounds bounds;
} told_case;

static ORACLE_UNUSED double told_size(const oracle_curve *c, oracle_point p)
{
    double size = 0;
    int i;
    for (i = 0; i <= c->degree; i++)
        size = fmax(size, (double)hypotl(c->p[i].x - p.x, c->p[i].y - p.y));
    return size;
}

/* The distance of p to the curve near t, which moves to the closest point there. */
static ORACLE_UNUSED oracle_real told_near(const oracle_curve *c, oracle_point p, oracle_real *t)
{
    oracle_real best = oracle_distance(c, p, *t), at = *t;
    int i;
    for (i = 0; i < 12; i++) {
        const oracle_point q = oracle_at(c, at), v = oracle_derivative(c, at);
        const oracle_real square = v.x * v.x + v.y * v.y;
        oracle_real d;
        if (!(square > 0)) break;
        at += ((p.x - q.x) * v.x + (p.y - q.y) * v.y) / square;
        at = at > 0 ? at < 1 ? at : 1 : 0;
        d = oracle_distance(c, p, at);
        if (!(d < best)) break;
        best = d, *t = at;
    }
    return best;
}

/* The distance of a's point at s to b, which is asked near t first. */
static ORACLE_UNUSED oracle_real told_apart(const told_case *j, oracle_real s, oracle_real t,
                                            double enough)
{
    const oracle_point p = oracle_at(&j->a, s);
    oracle_real d = told_near(&j->b, p, &t);
    if (d > enough) {
        const oracle_real far = oracle_distance(&j->b, p, oracle_closest(&j->b, p, 60));
        if (far < d) d = far;
    }
    return d;
}

/* Are the curves within `enough` of each other from a's s to u, b being near t to v? */
static ORACLE_UNUSED int told_runs_along(const told_case *j, oracle_real s, oracle_real u,
                                         oracle_real t, oracle_real v, double enough)
{
    int i;
    if (fabsl(s - u) <= 1e-15L) return 1;
    for (i = 1; i < 16; i++) {
        const oracle_real w = i / 16.0L;
        if (told_apart(j, s + w * (u - s), t + w * (v - t), enough) > enough) return 0;
    }
    return 1;
}

/* Is what meets at s and t among the spots? */
static ORACLE_UNUSED int told_is_told(const told_case *j, oracle_real s, oracle_real t)
{
    const double enough = 2 * j->bounds.point * j->size;
    int i;
    for (i = 0; i < j->count; i++) {
        const told_spot *spot = &j->spots[i];
        const oracle_real low = fminl((oracle_real)spot->b_from, (oracle_real)spot->b_to);
        const oracle_real high = fmaxl((oracle_real)spot->b_from, (oracle_real)spot->b_to);
        const int before = s < (oracle_real)spot->a_from;
        const oracle_real end = (oracle_real)(before ? spot->a_from : spot->a_to);
        if (!before && s <= end && t > low - 1e-3L && t < high + 1e-3L) return 1;
        if (told_runs_along(j, end, s, (oracle_real)(before ? spot->b_from : spot->b_to), t,
                            enough))
            return 1;
    }
    return 0;
}

/* Points and parts that are told lie on both curves. */
static ORACLE_UNUSED void told_truth(const told_case *j, told_counts *counts)
{
    int i, k;
    for (i = 0; i < j->count; i++) {
        const told_spot *s = &j->spots[i];
        const int is_part = s->a_to > s->a_from;
        const double allowed =
            is_part ? j->bounds.part * j->smaller + ldexp(j->size, -45) : j->bounds.point * j->size;
        double apart = 0;
        for (k = 0; k <= (is_part ? 32 : 0); k++) {
            const double w = k / 32.0, a = s->a_from + w * (s->a_to - s->a_from);
            const double b = s->b_from + w * (s->b_to - s->b_from);
            const oracle_point p = oracle_at(&j->a, (oracle_real)a);
            const double d =
                (double)(is_part ? told_apart(j, (oracle_real)a, (oracle_real)b, allowed)
                                 : oracle_distance(&j->b, p, (oracle_real)b));
            apart = fmax(apart, d);
        }
        counts->wrong += !(apart <= allowed);
        if (is_part) counts->apart = fmax(counts->apart, apart / j->smaller);
    }
}

static ORACLE_UNUSED void told_once(const told_case *j, told_counts *counts)
{
    int i, k;
    for (i = 0; i < j->count; i++)
        for (k = i + 1; k < j->count; k++) {
            const told_spot *x = &j->spots[i], *y = &j->spots[k];
            const oracle_real s = (oracle_real)x->a_to, t = (oracle_real)x->b_to;
            const oracle_real u = (oracle_real)y->a_from, v = (oracle_real)y->b_from;
            if (fabsl(u - s) > 1e-3L || fabsl(v - t) > 1e-3L) continue;
            if (u >= s && !told_runs_along(j, s, u, t, v, j->bounds.one * j->size)) continue;
            counts->doubled++;
        }
}

static ORACLE_UNUSED void told_ends(const told_case *j, told_counts *counts)
{
    int i, k, n;
    for (i = 0; i < 2; i++)
        for (k = 0; k < 2; k++) {
            const oracle_point p = j->a.p[i ? j->a.degree : 0], q = j->b.p[k ? j->b.degree : 0];
            int told = 0;
            if (p.x < q.x || p.x > q.x || p.y < q.y || p.y > q.y) continue;
            for (n = 0; n < j->count; n++) {
                const told_spot *s = &j->spots[n];
                told |= fabs(s->a_from - i) <= j->bounds.slack &&
                        fabs(s->b_from - k) <= j->bounds.slack;
                told |=
                    fabs(s->a_to - i) <= j->bounds.slack && fabs(s->b_to - k) <= j->bounds.slack;
            }
            counts->ends += !told;
        }
}

/* Curves that are one by their equation: what is on both is told. */
static ORACLE_UNUSED void told_coincident(const told_case *j, told_counts *counts)
{
    int i, k;
    for (i = 0; i <= 32; i++) {
        const oracle_real s = i / 32.0L;
        const oracle_point p = oracle_at(&j->a, s);
        const oracle_real t = oracle_closest(&j->b, p, 60);
        int told = 0;
        if (oracle_distance(&j->b, p, t) > 1e-15L * (oracle_real)j->size) continue;
        for (k = 0; k < j->count; k++)
            told |= s >= (oracle_real)j->spots[k].a_from - 1e-6L &&
                    s <= (oracle_real)j->spots[k].a_to + 1e-6L;
        counts->lost += !told;
    }
}

static ORACLE_UNUSED void told_roots(const told_case *j, const oracle_roots *roots,
                                     told_counts *counts)
{
    int i;
    for (i = 0; i < roots->count; i++) {
        const oracle_root *r = &roots->root[i];
        const oracle_real s = 0.5L * (r->low + r->high);
        const oracle_point p = oracle_at(&j->a, s);
        oracle_real t = oracle_closest(&j->b, p, 60);
        const oracle_real d = told_near(&j->b, p, &t);
        if (d > (r->is_cluster ? 1e-14L : 1e-17L) * (oracle_real)j->size) continue;
        if ((t < 1e-9L || t > 1 - 1e-9L) && s > 0 && s < 1) continue; /* not sure: b's end */
        counts->lost += !told_is_told(j, s, t);
    }
}

/* Adds to the counts; the numbers are multiples of 2^-shift. */
static ORACLE_UNUSED void told_meetings(double a[4][2], int a_degree, double b[4][2], int b_degree,
                                        int shift, const told_spot *spots, int count,
                                        const told_bounds *bounds, told_counts *counts)
{
    told_case j;
    oracle_roots roots;
    int i;
    j.a.degree = a_degree, j.b.degree = b_degree;
    for (i = 0; i <= a_degree; i++)
        j.a.p[i].x = (oracle_real)a[i][0] - (oracle_real)a[0][0],
        j.a.p[i].y = (oracle_real)a[i][1] - (oracle_real)a[0][1];
    for (i = 0; i <= b_degree; i++)
        j.b.p[i].x = (oracle_real)b[i][0] - (oracle_real)a[0][0],
        j.b.p[i].y = (oracle_real)b[i][1] - (oracle_real)a[0][1];
    j.size = fmax(told_size(&j.a, j.a.p[0]), told_size(&j.b, j.a.p[0]));
    j.smaller = fmin(told_size(&j.a, j.a.p[0]), told_size(&j.b, j.b.p[0]));
    j.spots = spots, j.count = count, j.bounds = *bounds;
    told_truth(&j, counts);
    told_once(&j, counts);
    told_ends(&j, counts);
    oracle_meet(a, a_degree, b, b_degree, shift, &roots);
    if (roots.coincide)
        told_coincident(&j, counts);
    else
        told_roots(&j, &roots, counts);
}

#endif
