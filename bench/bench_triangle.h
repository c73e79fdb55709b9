/* bench_triangle.h: points, segments and triangles, standing and moving; part of the MESH page.
 *
 * Beside each stands what a textbook has: closest points by regions (Ericson 2005), triangles that
 * meet by plain signs of doubles (Guigue, Devillers 2003, without exact arithmetic), continuous
 * detection by the roots of the cubic of coplanarity (Provot 1997), in plain doubles. 'wrong'
 * counts impacts that one does not report and the other has shown to be there.
 */
#ifndef BENCH_TRIANGLE_H
#define BENCH_TRIANGLE_H

#include "bench.h"
#include "collide.h"
#include "starts_triangle.h"

enum { TRIANGLE_CASES = 8192, TRIANGLE_MADE = 16384 };

typedef struct triangle_bench {
    cld_vec3 (*points)[8]; /* corners at the start, corners at the end */
    int count;
    int hits;
} triangle_bench;

static cld_vec3 triangle_vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* Corners in a cube of side 2; they move by at most `reach` in each coordinate. */
static triangle_bench triangle_cases(int count, double reach, uint64_t seed)
{
    triangle_bench t;
    bench_random r = bench_seed(seed);
    t.points = (cld_vec3(*)[8])malloc((size_t)count * sizeof *t.points);
    t.count = count, t.hits = 0;
    if (t.points == NULL) exit(1);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 4; ++k) {
            cld_vec3 *p = &t.points[i][k];
            *p = triangle_vec3(bench_uniform(&r, -1, 1), bench_uniform(&r, -1, 1),
                               bench_uniform(&r, -1, 1));
            p[4] = triangle_vec3((double)p->x + reach * bench_uniform(&r, -1, 1),
                                 (double)p->y + reach * bench_uniform(&r, -1, 1),
                                 (double)p->z + reach * bench_uniform(&r, -1, 1));
        }
    return t;
}

/* What boxes have that rest on each other (tests/made_bodies.h): a corner and a side or two edges,
   which move; or two sides. */
typedef enum triangle_made { TRIANGLE_START, TRIANGLE_EDGES, TRIANGLE_SIDES } triangle_made;

static triangle_bench triangle_cases_made(const bench *b, triangle_made what)
{
    triangle_bench t;
    made_random r = {80 + (uint64_t)what};
    t.count = b->quick ? TRIANGLE_MADE / 16 : TRIANGLE_MADE, t.hits = 0;
    t.points = (cld_vec3(*)[8])calloc((size_t)t.count, sizeof *t.points);
    if (t.points == NULL) exit(1);
    for (int i = 0; i < t.count; ++i) {
        double p[8][3] = {{0}};
        if (what == TRIANGLE_SIDES)
            made_sides(&r, p);
        else
            made_start(&r, what == TRIANGLE_EDGES, p);
        for (int k = 0; k < 8; ++k) t.points[i][k] = triangle_vec3(p[k][0], p[k][1], p[k][2]);
    }
    return t;
}

static cld_triangle triangle_from(const cld_vec3 *p)
{
    cld_triangle t;
    t.a = p[0], t.b = p[1], t.c = p[2];
    return t;
}

static cld_segment triangle_segment(const cld_vec3 *p)
{
    cld_segment s;
    s.a = p[0], s.b = p[1];
    return s;
}

/* ---- the textbook: vectors of doubles ---- */

typedef struct triangle_v3 {
    double x, y, z;
} triangle_v3;

static triangle_v3 triangle_v3_from(cld_vec3 a)
{
    triangle_v3 r = {(double)a.x, (double)a.y, (double)a.z};
    return r;
}

static triangle_v3 triangle_sub(triangle_v3 a, triangle_v3 b)
{
    triangle_v3 r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

static triangle_v3 triangle_mad(triangle_v3 a, double s, triangle_v3 b)
{
    triangle_v3 r = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return r;
}

static double triangle_dot(triangle_v3 a, triangle_v3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static triangle_v3 triangle_cross(triangle_v3 a, triangle_v3 b)
{
    triangle_v3 r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

/* The regions of corners, edges and face in turn. */
static triangle_v3 triangle_nearest(triangle_v3 p, const triangle_v3 v[3])
{
    const triangle_v3 ab = triangle_sub(v[1], v[0]), ac = triangle_sub(v[2], v[0]);
    const triangle_v3 ap = triangle_sub(p, v[0]), bp = triangle_sub(p, v[1]);
    const triangle_v3 cp = triangle_sub(p, v[2]);
    const double d1 = triangle_dot(ab, ap), d2 = triangle_dot(ac, ap);
    const double d3 = triangle_dot(ab, bp), d4 = triangle_dot(ac, bp);
    const double d5 = triangle_dot(ab, cp), d6 = triangle_dot(ac, cp);
    const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0 && d2 <= 0) return v[0];
    if (d3 >= 0 && d4 <= d3) return v[1];
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return triangle_mad(v[0], d1 / (d1 - d3), ab);
    if (d6 >= 0 && d5 <= d6) return v[2];
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return triangle_mad(v[0], d2 / (d2 - d6), ac);
    if (va <= 0 && d4 >= d3 && d5 >= d6)
        return triangle_mad(v[1], (d4 - d3) / ((d4 - d3) + (d5 - d6)), triangle_sub(v[2], v[1]));
    const double sum = 1 / (va + vb + vc);
    return triangle_mad(triangle_mad(v[0], vb * sum, ab), vc * sum, ac);
}

static double triangle_clamp(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The squared distance of segments, from uu vv - uv^2. */
static double triangle_segments_square(const triangle_v3 a[2], const triangle_v3 b[2])
{
    const triangle_v3 u = triangle_sub(a[1], a[0]), v = triangle_sub(b[1], b[0]);
    const triangle_v3 r = triangle_sub(a[0], b[0]);
    const double uu = triangle_dot(u, u), vv = triangle_dot(v, v), uv = triangle_dot(u, v);
    const double ur = triangle_dot(u, r), vr = triangle_dot(v, r), d = uu * vv - uv * uv;
    double s = d > 0 ? triangle_clamp((uv * vr - ur * vv) / d) : 0, t = uv * s + vr;
    if (t < 0)
        t = 0, s = triangle_clamp(-ur / uu);
    else if (t > vv)
        t = 1, s = triangle_clamp((uv - ur) / uu);
    else
        t /= vv;
    const triangle_v3 at = triangle_mad(triangle_mad(r, s, u), -t, v);
    return triangle_dot(at, at);
}

static double triangle_volume(triangle_v3 a, triangle_v3 b, triangle_v3 c, triangle_v3 d)
{
    return triangle_dot(triangle_cross(triangle_sub(b, a), triangle_sub(c, a)), triangle_sub(d, a));
}

static int triangle_lone(const double side[3])
{
    if ((side[1] > 0) == (side[2] > 0)) return 0;
    return (side[0] > 0) == (side[2] > 0) ? 1 : 2;
}

/* Plain doubles; what is touching or flat is whatever comes out. */
static int triangle_overlap_plain(const triangle_v3 a[3], const triangle_v3 b[3])
{
    double side_a[3], side_b[3];
    for (int i = 0; i < 3; ++i) side_b[i] = triangle_volume(a[0], a[1], a[2], b[i]);
    if ((side_b[0] > 0) == (side_b[1] > 0) && (side_b[0] > 0) == (side_b[2] > 0)) return 0;
    for (int i = 0; i < 3; ++i) side_a[i] = triangle_volume(b[0], b[1], b[2], a[i]);
    if ((side_a[0] > 0) == (side_a[1] > 0) && (side_a[0] > 0) == (side_a[2] > 0)) return 0;
    const int i = triangle_lone(side_a), k = triangle_lone(side_b);
    const int ta = side_b[k] > 0 ? 1 : 2, tb = side_a[i] > 0 ? 1 : 2;
    return triangle_volume(a[i], a[(i + ta) % 3], b[k], b[(k + tb) % 3]) <= 0 &&
           triangle_volume(a[i], a[(i + 3 - ta) % 3], b[(k + 3 - tb) % 3], b[k]) <= 0;
}

/* Roots in 0 .. 1 of a cubic, between those of its derivative; plain doubles. */
static int triangle_cubic(const double c[4], double roots[3])
{
    double at[4] = {0, 0, 0, 0};
    int pieces = 0, count = 0;
    const double qa = 3 * c[3], qb = 2 * c[2], d = qb * qb - 4 * qa * c[1];
    if (d > 0 && qa != 0) {
        const double q = -0.5 * (qb + (qb < 0 ? -sqrt(d) : sqrt(d)));
        double x = q / qa, y = q != 0 ? c[1] / q : x;
        if (x > y) {
            const double swap = x;
            x = y, y = swap;
        }
        if (x > 0 && x < 1) at[++pieces] = x;
        if (y > 0 && y < 1) at[++pieces] = y;
    } else if (qa == 0 && qb != 0 && -c[1] / qb > 0 && -c[1] / qb < 1)
        at[++pieces] = -c[1] / qb;
    at[++pieces] = 1;
    for (int i = 0; i < pieces; ++i) {
        double low = at[i], high = at[i + 1];
        const double from = c[0] + low * (c[1] + low * (c[2] + low * c[3]));
        const double to = c[0] + high * (c[1] + high * (c[2] + high * c[3]));
        if ((from < 0) == (to < 0)) continue;
        double t = 0.5 * (low + high);
        for (int n = 0; n < 60; ++n) { /* Newton's steps, halved where they leave the interval */
            const double y = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
            const double slope = c[1] + t * (2 * c[2] + t * 3 * c[3]);
            double next = slope != 0 ? t - y / slope : low;
            if ((y < 0) == (from < 0))
                low = t;
            else
                high = t;
            if (!(next > low && next < high)) next = 0.5 * (low + high);
            if (fabs(next - t) < 1e-15) break;
            t = next;
        }
        roots[count++] = t;
    }
    return count;
}

/* Impact of a point and a triangle, or of segments, at a root: near enough to each other there? */
static int triangle_provot(const cld_vec3 p[8], int segments, double *time)
{
    triangle_v3 at[4], v[4];
    double c[4], roots[3];
    for (int i = 0; i < 4; ++i) {
        at[i] = triangle_v3_from(p[i]);
        v[i] = triangle_sub(triangle_v3_from(p[4 + i]), at[i]);
    }
    const triangle_v3 u = triangle_sub(at[1], at[0]), du = triangle_sub(v[1], v[0]);
    const triangle_v3 w = triangle_sub(at[2], at[0]), dw = triangle_sub(v[2], v[0]);
    const triangle_v3 x = triangle_sub(at[3], at[0]), dx = triangle_sub(v[3], v[0]);
    const triangle_v3 n = triangle_cross(u, w), nn = triangle_cross(du, dw);
    const triangle_v3 n1 = triangle_mad(triangle_cross(u, dw), 1, triangle_cross(du, w));
    c[0] = triangle_dot(n, x), c[3] = triangle_dot(nn, dx);
    c[1] = triangle_dot(n, dx) + triangle_dot(n1, x);
    c[2] = triangle_dot(n1, dx) + triangle_dot(nn, x);
    const int count = triangle_cubic(c, roots);
    for (int i = 0; i < count; ++i) {
        triangle_v3 q[4];
        double square;
        for (int k = 0; k < 4; ++k) q[k] = triangle_mad(at[k], roots[i], v[k]);
        if (segments)
            square = triangle_segments_square(q, q + 2);
        else {
            const triangle_v3 d = triangle_sub(triangle_nearest(q[0], q + 1), q[0]);
            square = triangle_dot(d, d);
        }
        if (square > 1e-24) continue;
        *time = roots[i];
        return 1;
    }
    return 0;
}

/* ---- runners: all cases once ---- */

static void triangle_run_point(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    double sum = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_triangle v = triangle_from(t->points[i] + 1);
        sum += (double)cld_triangle_closest(&v, t->points[i][0], NULL);
    }
    bench_keep(sum);
}

static void triangle_run_point_regions(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    double sum = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_vec3 *p = t->points[i];
        const triangle_v3 q = triangle_v3_from(p[0]);
        const triangle_v3 v[3] = {triangle_v3_from(p[1]), triangle_v3_from(p[2]),
                                  triangle_v3_from(p[3])};
        const triangle_v3 d = triangle_sub(triangle_nearest(q, v), q);
        sum += sqrt(triangle_dot(d, d));
    }
    bench_keep(sum);
}

static void triangle_run_segments(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    double sum = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_segment a = triangle_segment(t->points[i]);
        const cld_segment b = triangle_segment(t->points[i] + 2);
        sum += (double)cld_segment_closest(&a, &b, NULL, NULL);
    }
    bench_keep(sum);
}

static void triangle_run_segments_plain(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    double sum = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_vec3 *p = t->points[i];
        const triangle_v3 a[2] = {triangle_v3_from(p[0]), triangle_v3_from(p[1])};
        const triangle_v3 b[2] = {triangle_v3_from(p[2]), triangle_v3_from(p[3])};
        sum += sqrt(triangle_segments_square(a, b));
    }
    bench_keep(sum);
}

static void triangle_run_overlap(void *context)
{
    triangle_bench *t = (triangle_bench *)context;
    t->hits = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_triangle a = triangle_from(t->points[i]), b = triangle_from(t->points[i] + 3);
        t->hits += cld_triangle_overlap(&a, &b);
    }
    bench_keep(t->hits);
}

static void triangle_run_overlap_plain(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    int hits = 0;
    for (int i = 0; i < t->count; ++i) {
        triangle_v3 v[6];
        for (int k = 0; k < 6; ++k) v[k] = triangle_v3_from(t->points[i][k]);
        hits += triangle_overlap_plain(v, v + 3);
    }
    bench_keep(hits);
}

static void triangle_run_distance(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    double sum = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_triangle a = triangle_from(t->points[i]), b = triangle_from(t->points[i] + 3);
        sum += (double)cld_triangle_distance(&a, &b, NULL);
    }
    bench_keep(sum);
}

/* The least of fifteen, after the test whether they meet. */
static void triangle_run_distance_plain(void *context)
{
    const triangle_bench *t = (const triangle_bench *)context;
    double sum = 0;
    for (int i = 0; i < t->count; ++i) {
        triangle_v3 v[6];
        double best = 1e300;
        for (int k = 0; k < 6; ++k) v[k] = triangle_v3_from(t->points[i][k]);
        if (triangle_overlap_plain(v, v + 3)) continue;
        for (int a = 0; a < 3; ++a) {
            const triangle_v3 d = triangle_sub(triangle_nearest(v[a], v + 3), v[a]);
            const triangle_v3 e = triangle_sub(triangle_nearest(v[3 + a], v), v[3 + a]);
            best = fmin(best, fmin(triangle_dot(d, d), triangle_dot(e, e)));
            for (int c = 0; c < 3; ++c) {
                const triangle_v3 first[2] = {v[a], v[(a + 1) % 3]};
                const triangle_v3 second[2] = {v[3 + c], v[3 + (c + 1) % 3]};
                best = fmin(best, triangle_segments_square(first, second));
            }
        }
        sum += sqrt(best);
    }
    bench_keep(sum);
}

static int triangle_sweep(const cld_vec3 p[8], int segments, cld_mesh_hit *hit)
{
    if (segments) {
        const cld_segment a = triangle_segment(p), b = triangle_segment(p + 2);
        const cld_segment a_end = triangle_segment(p + 4), b_end = triangle_segment(p + 6);
        return cld_segment_sweep(&a, &a_end, &b, &b_end, 0, hit);
    } else {
        const cld_triangle start = triangle_from(p + 1), end = triangle_from(p + 5);
        return cld_triangle_sweep_point(&start, &end, p[0], p[4], 0, hit);
    }
}

static void triangle_run_sweeps(triangle_bench *t, int segments)
{
    cld_mesh_hit hit;
    t->hits = 0;
    for (int i = 0; i < t->count; ++i) t->hits += triangle_sweep(t->points[i], segments, &hit);
    bench_keep(t->hits);
}

static void triangle_run_provots(triangle_bench *t, int segments)
{
    double time = 0;
    int hits = 0;
    for (int i = 0; i < t->count; ++i) hits += triangle_provot(t->points[i], segments, &time);
    bench_keep(hits + time);
}

static void triangle_run_sweep_point(void *context)
{
    triangle_run_sweeps((triangle_bench *)context, 0);
}

static void triangle_run_sweep_segment(void *context)
{
    triangle_run_sweeps((triangle_bench *)context, 1);
}

static void triangle_run_provot_point(void *context)
{
    triangle_run_provots((triangle_bench *)context, 0);
}

static void triangle_run_provot_segment(void *context)
{
    triangle_run_provots((triangle_bench *)context, 1);
}

/* ---- the page ---- */

static double triangle_pair(bench *b, const char *name, const char *parameter, triangle_bench *t,
                            void (*mine)(void *), void (*textbook)(void *))
{
    const bench_runner runners[2] = {{mine, t}, {textbook, t}};
    double seconds[2];
    bench_race(b, runners, 2, seconds);
    bench_figure(b, "collide", "mesh", name, parameter, "time_median", seconds[0] / t->count, "s");
    bench_figure(b, "baseline", "mesh", name, parameter, "time_median", seconds[1] / t->count, "s");
    return seconds[0] / t->count;
}

/* Impacts, such as only one of the two reports, and reports of what is farther than rounding. */
static void triangle_verdicts(bench *b, const char *name, const char *parameter,
                              const triangle_bench *t, int segments)
{
    int hits = 0, missed = 0, alarms = 0, lost = 0, late = 0;
    for (int i = 0; i < t->count; ++i) {
        cld_mesh_hit hit;
        double time = 2;
        const int mine = triangle_sweep(t->points[i], segments, &hit);
        const int theirs = triangle_provot(t->points[i], segments, &time);
        hits += mine;
        missed += theirs && !mine;
        late += theirs && mine && (double)hit.time > time + 1e-12;
        lost += mine && !theirs && (double)hit.contact.distance < 1e-14;
        alarms += mine && !theirs;
    }
    bench_figure(b, "collide", "mesh", name, parameter, "hits", hits, "");
    bench_figure(b, "collide", "mesh", name, parameter, "wrong", missed + late, "");
    bench_figure(b, "collide", "mesh", name, parameter, "alarms", alarms, "");
    bench_figure(b, "baseline", "mesh", name, parameter, "wrong", lost, "");
}

/* Sweeps that are not what starts_meet says; what is as near as rounding may be called a hit. */
static int triangle_wrong_starts(const triangle_bench *t, int segments)
{
    const double rounding = sizeof(cld_real) == 4 ? 0x1p-19 : 0x1p-44;
    int wrong = 0;
    for (int i = 0; i < t->count; ++i) {
        double p[8][3], time = 0;
        cld_mesh_hit hit;
        const int mine = triangle_sweep(t->points[i], segments, &hit);
        for (int k = 0; k < 8; ++k) {
            const cld_vec3 v = t->points[i][k];
            p[k][0] = (double)v.x, p[k][1] = (double)v.y, p[k][2] = (double)v.z;
        }
        const int meet = starts_meet((const double(*)[3])p, segments, rounding, &time);
        double most = 0;
        for (int k = 0; k < 24; ++k) most = fmax(most, fabs(p[k / 3][k % 3]));
        if (meet < 0) continue;
        wrong += meet ? !mine || fabs((double)hit.time - time) > 1e-3
                      : mine && (double)hit.contact.distance > rounding * most;
    }
    return wrong;
}

/* Distances that are not the textbook's to rounding, of a point and a triangle or of segments. */
static int triangle_wrong_closest(const triangle_bench *t, int segments)
{
    const double rounding = sizeof(cld_real) == 4 ? 0x1p-20 : 0x1p-46;
    int wrong = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_vec3 *p = t->points[i];
        const cld_segment a = triangle_segment(p), b = triangle_segment(p + 2);
        const cld_triangle v = triangle_from(p + 1);
        triangle_v3 q[4];
        double most = 0;
        for (int k = 0; k < 4; ++k) {
            q[k] = triangle_v3_from(p[k]);
            most = fmax(most, fmax(fabs(q[k].x), fmax(fabs(q[k].y), fabs(q[k].z))));
        }
        const triangle_v3 d = triangle_sub(triangle_nearest(q[0], q + 1), q[0]);
        const double truth =
            sqrt(segments ? triangle_segments_square(q, q + 2) : triangle_dot(d, d));
        const double mine = (double)(segments ? cld_segment_closest(&a, &b, NULL, NULL)
                                              : cld_triangle_closest(&v, p[0], NULL));
        wrong += !(fabs(mine - truth) <= 64 * rounding * most);
    }
    return wrong;
}

/* Sides that have a corner in common but do not overlap, or overlap at a distance. */
static int triangle_wrong_sides(const triangle_bench *t)
{
    const double rounding = sizeof(cld_real) == 4 ? 0x1p-18 : 0x1p-46;
    int wrong = 0;
    for (int i = 0; i < t->count; ++i) {
        const cld_vec3 *p = t->points[i];
        const cld_triangle a = triangle_from(p), b = triangle_from(p + 3);
        const int overlap = cld_triangle_overlap(&a, &b);
        const double distance = (double)cld_triangle_distance(&a, &b, NULL);
        double most = 0;
        int common = 0;
        for (int k = 0; k < 6; ++k)
            most = fmax(
                most, fmax(fabs((double)p[k].x), fmax(fabs((double)p[k].y), fabs((double)p[k].z))));
        for (int k = 0; k < 9; ++k) common |= memcmp(&p[k / 3], &p[3 + k % 3], sizeof *p) == 0;
        wrong += (common && !overlap) || (overlap && distance > rounding * most);
    }
    return wrong;
}

enum { TRIANGLE_PAIRS = 4 };

/* The same four questions of random input, then of what people make. */
static void triangle_bench_pairs(bench *b)
{
    static const char *const names[TRIANGLE_PAIRS] = {"point, triangle", "segments",
                                                      "triangles meet?", "triangles"};
    static void (*const mine[TRIANGLE_PAIRS])(void *) = {
        triangle_run_point, triangle_run_segments, triangle_run_overlap, triangle_run_distance};
    static void (*const plain[TRIANGLE_PAIRS])(void *) = {
        triangle_run_point_regions, triangle_run_segments_plain, triangle_run_overlap_plain,
        triangle_run_distance_plain};
    static const char *const made = "made: boxes at rest";
    triangle_bench t = triangle_cases(TRIANGLE_CASES, 1, 71);
    triangle_bench s[3] = {triangle_cases_made(b, TRIANGLE_START),
                           triangle_cases_made(b, TRIANGLE_EDGES),
                           triangle_cases_made(b, TRIANGLE_SIDES)};
    double random[TRIANGLE_PAIRS];
    for (int i = 0; i < TRIANGLE_PAIRS; ++i)
        random[i] = triangle_pair(b, names[i], "random", &t, mine[i], plain[i]);
    for (int i = 0; i < TRIANGLE_PAIRS; ++i) {
        triangle_bench *of = &s[i < 2 ? i : 2];
        const double seconds = triangle_pair(b, names[i], made, of, mine[i], plain[i]);
        bench_made(b, "mesh", names[i], made, seconds, "random", random[i]);
        if (i == 2) continue; /* 'triangles' judges both */
        const int wrong = i < 2 ? triangle_wrong_closest(of, i) : triangle_wrong_sides(of);
        bench_figure(b, "collide", "mesh", names[i], made, "wrong", wrong, "");
    }
    free(t.points);
    for (int i = 0; i < 3; ++i) free(s[i].points);
}

/* A corner or an edge of a box that rests on another and moves; how many of them. */
static void triangle_bench_starts(bench *b, const double random[2])
{
    static const char *const names[2] = {"sweep point", "sweep segment"};
    for (int segments = 0; segments < 2; ++segments) {
        triangle_bench t = triangle_cases_made(b, segments ? TRIANGLE_EDGES : TRIANGLE_START);
        const int wrong = triangle_wrong_starts(&t, segments);
        const double seconds =
            triangle_pair(b, names[segments], "made: starts at rest", &t,
                          segments ? triangle_run_sweep_segment : triangle_run_sweep_point,
                          segments ? triangle_run_provot_segment : triangle_run_provot_point);
        bench_made(b, "mesh", names[segments], "made: starts at rest", seconds, "moves=0.2",
                   random[segments]);
        bench_figure(b, "collide", "mesh", names[segments], "made: starts at rest", "hits", t.hits,
                     "");
        bench_figure(b, "collide", "mesh", names[segments], "made: starts at rest", "wrong", wrong,
                     "");
        free(t.points);
    }
}

static void bench_triangle(bench *b)
{
    static const double reaches[3] = {0.02, 0.2, 2};
    static void (*const run[2])(void *) = {triangle_run_sweep_point, triangle_run_sweep_segment};
    static void (*const provot[2])(void *) = {triangle_run_provot_point,
                                              triangle_run_provot_segment};
    static const char *const names[2] = {"sweep point", "sweep segment"};
    double slowest = 0, random[2] = {0, 0};
    triangle_bench_pairs(b);
    bench_table(b, "mesh: points, segments, triangles (time a question)");
    for (int i = 0; i < 3; ++i) {
        char parameter[32];
        triangle_bench t = triangle_cases(TRIANGLE_CASES, reaches[i], 72 + (uint64_t)i);
        snprintf(parameter, sizeof parameter, "moves=%g", reaches[i]);
        for (int segments = 0; segments < 2; ++segments) {
            const bench_runner runners[2] = {{run[segments], &t}, {provot[segments], &t}};
            double seconds[2];
            bench_race(b, runners, 2, seconds);
            slowest = fmax(slowest, seconds[0] / t.count);
            if (i == 1) random[segments] = seconds[0] / t.count;
            bench_figure(b, "collide", "mesh", names[segments], parameter, "time_median",
                         seconds[0] / t.count, "s");
            bench_figure(b, "baseline", "mesh", names[segments], parameter, "time_median",
                         seconds[1] / t.count, "s");
            triangle_verdicts(b, names[segments], parameter, &t, segments);
        }
        free(t.points);
    }
    triangle_bench_starts(b, random);
    bench_table(b, "mesh: continuous detection (time a question)");
    bench_ask(b, "mesh", "continuous detection, random input, a question", 2e-6, slowest, "s",
              BENCH_AT_MOST);
}

#endif
