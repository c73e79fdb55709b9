/* baseline_polygon.h: what a program without the module would write, in time linear in the size, to
 * measure against: a scan over all edges or vertices, and GJK (Gilbert, Johnson, Keerthi 1988) with
 * a support function that looks at every vertex. Plain double arithmetic; nothing is prepared.
 */
#ifndef BASELINE_POLYGON_H
#define BASELINE_POLYGON_H

#include "collide.h"
#include "bench.h"

/* ---- in the plane ---- */

/* A posed polygon: x y of each vertex. */
typedef struct baseline_polygon {
    const cld_real *xy;
    size_t count;
    double cosine, sine, x, y;
} baseline_polygon;

/* 1: inside or on the boundary. Leaves at the first edge that p is to the right of. */
static int baseline_contains(const baseline_polygon *a, double x, double y)
{
    const cld_real *from = a->xy + 2 * (a->count - 1);
    for (size_t i = 0; i < a->count; ++i) {
        const cld_real *to = a->xy + 2 * i;
        double ex = (double)to[0] - (double)from[0], ey = (double)to[1] - (double)from[1];
        if (ex * (y - (double)from[1]) - ey * (x - (double)from[0]) < 0) return 0;
        from = to;
    }
    return 1;
}

/* The first of the vertices farthest in a direction. */
static size_t baseline_extreme(const baseline_polygon *a, double x, double y)
{
    size_t best = 0;
    double most = -HUGE_VAL;
    for (size_t i = 0; i < a->count; ++i) {
        double dot = x * (double)a->xy[2 * i] + y * (double)a->xy[2 * i + 1];
        if (dot > most) most = dot, best = i;
    }
    return best;
}

/* The area that two polygons have in common: A cut at each edge of B (Sutherland, Hodgman 1974). */
static double baseline_common_area(const baseline_polygon *a, const baseline_polygon *b)
{
    const size_t room = 2 * (a->count + b->count);
    double *memory = (double *)malloc(2 * room * sizeof *memory);
    double *p = memory, *q = memory ? memory + room : NULL, area = 0;
    size_t n = 0;
    if (!memory) return -1;
    for (; n < a->count; ++n) {
        const double x = (double)a->xy[2 * n], y = (double)a->xy[2 * n + 1];
        p[2 * n] = a->cosine * x - a->sine * y + a->x;
        p[2 * n + 1] = a->sine * x + a->cosine * y + a->y;
    }
    for (size_t k = 0; k < b->count && n > 0; ++k) {
        const cld_real *u = b->xy + 2 * k, *v = b->xy + 2 * (k + 1 < b->count ? k + 1 : 0);
        const double ux = b->cosine * (double)u[0] - b->sine * (double)u[1] + b->x;
        const double uy = b->sine * (double)u[0] + b->cosine * (double)u[1] + b->y;
        const double ex = b->cosine * (double)v[0] - b->sine * (double)v[1] + b->x - ux;
        const double ey = b->sine * (double)v[0] + b->cosine * (double)v[1] + b->y - uy;
        double *old = p, from = ex * (p[2 * n - 1] - uy) - ey * (p[2 * n - 2] - ux);
        size_t m = 0, last = n - 1;
        for (size_t i = 0; i < n; last = i++) {
            const double to = ex * (p[2 * i + 1] - uy) - ey * (p[2 * i] - ux);
            if ((from < 0) != (to < 0) && m + 2 < room / 2) {
                const double t = from / (from - to);
                q[2 * m] = p[2 * last] + t * (p[2 * i] - p[2 * last]);
                q[2 * m + 1] = p[2 * last + 1] + t * (p[2 * i + 1] - p[2 * last + 1]);
                ++m;
            }
            if (to >= 0 && m + 1 < room / 2) q[2 * m] = p[2 * i], q[2 * m + 1] = p[2 * i + 1], ++m;
            from = to;
        }
        p = q, q = old, n = m;
    }
    for (size_t i = 1; i + 1 < n; ++i)
        area += (p[2 * i] - p[0]) * (p[2 * i + 3] - p[1]) -
                (p[2 * i + 1] - p[1]) * (p[2 * i + 2] - p[0]);
    free(memory);
    return area / 2;
}

/* The line from (ox, oy) along (dx, dy), cut at every edge (Cyrus, Beck 1978). */
static int baseline_clip(const baseline_polygon *a, double ox, double oy, double dx, double dy,
                         double *enter, double *exit)
{
    const cld_real *from = a->xy + 2 * (a->count - 1);
    *enter = -HUGE_VAL, *exit = HUGE_VAL;
    for (size_t i = 0; i < a->count; ++i) {
        const cld_real *to = a->xy + 2 * i;
        double ex = (double)to[0] - (double)from[0], ey = (double)to[1] - (double)from[1];
        double across = ex * dy - ey * dx;
        double side = ex * (oy - (double)from[1]) - ey * (ox - (double)from[0]);
        from = to;
        if (across == 0) {
            if (side < 0) return 0;
        } else if (across > 0) {
            if (-side > *enter * across) *enter = -side / across;
        } else if (-side > *exit * across) {
            *exit = -side / across;
        }
    }
    return *enter <= *exit;
}

typedef struct baseline_vec2 {
    double x, y;
} baseline_vec2;

/* The vertex farthest along (x, y), world frame, where it is. */
static baseline_vec2 baseline_support(const baseline_polygon *a, double x, double y)
{
    size_t i = baseline_extreme(a, a->cosine * x + a->sine * y, a->cosine * y - a->sine * x);
    double lx = (double)a->xy[2 * i], ly = (double)a->xy[2 * i + 1];
    baseline_vec2 r;
    r.x = a->cosine * lx - a->sine * ly + a->x;
    r.y = a->sine * lx + a->cosine * ly + a->y;
    return r;
}

/* The point of the segment p q that is closest to the origin; *kept: bit 1 for p, 2 for q. */
static baseline_vec2 baseline_on_segment(baseline_vec2 p, baseline_vec2 q, int *kept)
{
    double ex = q.x - p.x, ey = q.y - p.y, length = ex * ex + ey * ey;
    double along = -(p.x * ex + p.y * ey);
    if (along <= 0 || length == 0) return *kept = 1, p;
    if (along >= length) return *kept = 2, q;
    p.x += along / length * ex, p.y += along / length * ey;
    return *kept = 3, p;
}

/* The closest point of a simplex of 1 to 3 points to the origin; leaves only those points that it
   is between. *count becomes 3 where the origin is inside. */
static baseline_vec2 baseline_simplex2(baseline_vec2 *s, int *count)
{
    static const int edge[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    baseline_vec2 best = s[0], old[3], zero = {0, 0};
    double least = HUGE_VAL, side[3];
    int from = 0, kept = 1, edges = *count == 3 ? 3 : *count - 1;
    memcpy(old, s, (size_t)*count * sizeof *s);
    for (int k = 0; k < edges; ++k) {
        baseline_vec2 p = s[edge[k][0]], q = s[edge[k][1]], c;
        int which;
        side[k] = p.x * q.y - p.y * q.x;
        c = baseline_on_segment(p, q, &which);
        if (c.x * c.x + c.y * c.y < least)
            least = c.x * c.x + c.y * c.y, best = c, from = k, kept = which;
    }
    if (edges == 3 && ((side[0] > 0 && side[1] > 0 && side[2] > 0) ||
                       (side[0] < 0 && side[1] < 0 && side[2] < 0)))
        return zero;
    *count = 0;
    for (int k = 0; k < 2; ++k)
        if (kept >> k & 1) s[(*count)++] = old[edge[from][k]];
    return best;
}

/* The distance of two polygons; 0 where they overlap. */
static double baseline_distance(const baseline_polygon *a, const baseline_polygon *b)
{
    baseline_vec2 s[3], v, p, q;
    int count = 0;
    v.x = a->x - b->x, v.y = a->y - b->y;
    if (v.x == 0 && v.y == 0) v.x = 1;
    for (int step = 0; step < 200; ++step) {
        double length = v.x * v.x + v.y * v.y, last = length;
        p = baseline_support(a, -v.x, -v.y);
        q = baseline_support(b, v.x, v.y);
        p.x -= q.x, p.y -= q.y;
        if (count && length - (v.x * p.x + v.y * p.y) <= 1e-15 * length) return sqrt(length);
        s[count++] = p;
        v = baseline_simplex2(s, &count);
        length = v.x * v.x + v.y * v.y;
        if (count == 3 || length == 0) return 0;
        if (step > 0 && count > 1 && length >= last) return sqrt(last);
    }
    return sqrt(v.x * v.x + v.y * v.y);
}

/* ---- in space ---- */

typedef struct baseline_vec3 {
    double x, y, z;
} baseline_vec3;

/* A posed polyhedron: x y z of each vertex, three numbers of vertices for each triangle. */
typedef struct baseline_polyhedron {
    const cld_real *xyz;
    size_t count;
    const uint32_t *triangles;
    size_t triangle_count;
    baseline_vec3 axes[3], position; /* where its axes go: columns */
} baseline_polyhedron;

static baseline_vec3 baseline_sub3(baseline_vec3 a, baseline_vec3 b)
{
    a.x -= b.x, a.y -= b.y, a.z -= b.z;
    return a;
}

static baseline_vec3 baseline_add3(baseline_vec3 a, double s, baseline_vec3 b)
{
    a.x += s * b.x, a.y += s * b.y, a.z += s * b.z;
    return a;
}

static double baseline_dot3(baseline_vec3 a, baseline_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static baseline_vec3 baseline_cross3(baseline_vec3 a, baseline_vec3 b)
{
    baseline_vec3 r;
    r.x = a.y * b.z - a.z * b.y, r.y = a.z * b.x - a.x * b.z, r.z = a.x * b.y - a.y * b.x;
    return r;
}

static baseline_vec3 baseline_vertex3(const baseline_polyhedron *a, size_t i)
{
    baseline_vec3 r;
    r.x = (double)a->xyz[3 * i], r.y = (double)a->xyz[3 * i + 1], r.z = (double)a->xyz[3 * i + 2];
    return r;
}

static size_t baseline_extreme3(const baseline_polyhedron *a, baseline_vec3 d)
{
    size_t best = 0;
    double most = -HUGE_VAL;
    for (size_t i = 0; i < a->count; ++i) {
        double dot = baseline_dot3(d, baseline_vertex3(a, i));
        if (dot > most) most = dot, best = i;
    }
    return best;
}

/* Both ends along d. */
static void baseline_span3(const baseline_polyhedron *a, baseline_vec3 d, double *low, double *high)
{
    *low = HUGE_VAL, *high = -HUGE_VAL;
    for (size_t i = 0; i < a->count; ++i) {
        double dot = baseline_dot3(d, baseline_vertex3(a, i));
        if (dot > *high) *high = dot;
        if (dot < *low) *low = dot;
    }
}

static baseline_vec3 baseline_normal3(const baseline_polyhedron *a, size_t t, baseline_vec3 *corner)
{
    const uint32_t *k = a->triangles + 3 * t;
    baseline_vec3 p = *corner = baseline_vertex3(a, k[0]);
    return baseline_cross3(baseline_sub3(baseline_vertex3(a, k[1]), p),
                           baseline_sub3(baseline_vertex3(a, k[2]), p));
}

static int baseline_contains3(const baseline_polyhedron *a, baseline_vec3 p)
{
    for (size_t t = 0; t < a->triangle_count; ++t) {
        baseline_vec3 corner, normal = baseline_normal3(a, t, &corner);
        if (baseline_dot3(normal, baseline_sub3(p, corner)) > 0) return 0;
    }
    return 1;
}

static int baseline_clip3(const baseline_polyhedron *a, baseline_vec3 o, baseline_vec3 d,
                          double *enter, double *exit)
{
    *enter = -HUGE_VAL, *exit = HUGE_VAL;
    for (size_t t = 0; t < a->triangle_count; ++t) {
        baseline_vec3 corner, normal = baseline_normal3(a, t, &corner);
        double across = baseline_dot3(normal, d);
        double side = baseline_dot3(normal, baseline_sub3(corner, o));
        if (across == 0) {
            if (side < 0) return 0;
        } else if (across < 0) {
            if (side < *enter * across) *enter = side / across;
        } else if (side < *exit * across) {
            *exit = side / across;
        }
    }
    return *enter <= *exit;
}

/* The point of a triangle that is closest to the origin, by the regions of its plane; bits of *kept
   say between which corners it is. */
static baseline_vec3 baseline_on_triangle(const baseline_vec3 p[3], int *kept)
{
    baseline_vec3 best = p[0], e = baseline_sub3(p[1], p[0]), f = baseline_sub3(p[2], p[0]);
    baseline_vec3 normal = baseline_cross3(e, f);
    double square = baseline_dot3(normal, normal), least = HUGE_VAL;
    int inside = square > 0;
    for (int k = 0; k < 3; ++k) {
        baseline_vec3 from = p[k], to = p[(k + 1) % 3], edge = baseline_sub3(to, from), c = from;
        double length = baseline_dot3(edge, edge), along = -baseline_dot3(from, edge);
        int which = 1 << k;
        if (baseline_dot3(baseline_cross3(edge, normal), from) < 0) inside = 0;
        if (along >= length)
            c = to, which = 1 << (k + 1) % 3;
        else if (along > 0)
            c = baseline_add3(from, along / length, edge), which |= 1 << (k + 1) % 3;
        if (baseline_dot3(c, c) < least) least = baseline_dot3(c, c), best = c, *kept = which;
    }
    if (!inside) return best;
    *kept = 7;
    e.x = e.y = e.z = 0;
    return baseline_add3(e, baseline_dot3(normal, p[0]) / square, normal);
}

/* As in the plane; *count becomes 4 where the origin is inside. */
static baseline_vec3 baseline_simplex3(baseline_vec3 *s, int *count)
{
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    baseline_vec3 best = s[0], old[4], zero = {0, 0, 0};
    double least = HUGE_VAL;
    int from = 0, kept = 1, outside = *count < 4, n = *count;
    memcpy(old, s, sizeof old);
    for (int k = n; k < 4; ++k) old[k] = s[0]; /* repeated corners: a smaller simplex */
    for (int k = 0; k < (n == 4 ? 4 : 1); ++k) {
        baseline_vec3 p[3], c, normal;
        int which = 0;
        for (int i = 0; i < 3; ++i) p[i] = old[face[k][i]];
        normal = baseline_cross3(baseline_sub3(p[1], p[0]), baseline_sub3(p[2], p[0]));
        if (n == 4) {
            double own = baseline_dot3(normal, baseline_sub3(old[face[k][3]], p[0]));
            if (own * -baseline_dot3(normal, p[0]) <= 0) outside = 1;
        }
        c = baseline_on_triangle(p, &which);
        if (baseline_dot3(c, c) < least)
            least = baseline_dot3(c, c), best = c, from = k, kept = which;
    }
    if (!outside) return zero;
    *count = 0;
    for (int i = 0; i < 3; ++i)
        if (kept >> i & 1) s[(*count)++] = old[face[from][i]];
    return best;
}

/* The vertex farthest along d, world frame, where it is. */
static baseline_vec3 baseline_support3(const baseline_polyhedron *a, baseline_vec3 d)
{
    baseline_vec3 local, at, r = a->position;
    local.x = baseline_dot3(a->axes[0], d);
    local.y = baseline_dot3(a->axes[1], d);
    local.z = baseline_dot3(a->axes[2], d);
    at = baseline_vertex3(a, baseline_extreme3(a, local));
    r = baseline_add3(r, at.x, a->axes[0]);
    r = baseline_add3(r, at.y, a->axes[1]);
    return baseline_add3(r, at.z, a->axes[2]);
}

/* The distance; 0 where they overlap. */
static double baseline_distance3(const baseline_polyhedron *a, const baseline_polyhedron *b)
{
    baseline_vec3 s[4], v = baseline_sub3(a->position, b->position), back, p;
    int count = 0;
    memset(s, 0, sizeof s);
    if (baseline_dot3(v, v) == 0) v.x = 1;
    for (int step = 0; step < 400; ++step) {
        double length = baseline_dot3(v, v), last = length;
        back.x = -v.x, back.y = -v.y, back.z = -v.z;
        p = baseline_sub3(baseline_support3(a, back), baseline_support3(b, v));
        if (count && length - baseline_dot3(v, p) <= 1e-14 * length) return sqrt(length);
        s[count++] = p;
        v = baseline_simplex3(s, &count);
        length = baseline_dot3(v, v);
        if (count == 4 || length == 0) return 0;
        if (step > 0 && count > 1 && length >= last) return sqrt(last);
    }
    return sqrt(baseline_dot3(v, v));
}

#endif /* BASELINE_POLYGON_H */
