/* Oracle for meshes: every vertex-triangle and edge-edge pair of a scene that is closer than d, by
 * trying all; every pair of triangles that share a point, likewise. Independent of the library: its
 * own edges, its own ways along the surface, plain formulas. The arithmetic is long double, or with
 * ORACLE_QUAD __float128.
 *
 * The distance of two primitives is the least over candidates (ends, feet on edges, the inner
 * solution), each measured where its weights put it. So an oracle's distance is one between two
 * points that are there: never too small, but for the rounding of one sum. It could be too large
 * only where the inner solution of a sliver is inaccurate. That moves the point by no more than
 * 2^-64 e^2/h (h the sliver's height, e its length) and no more than h, hence 2^-32 e; across the
 * distance D this adds 2^-64 e^2/D^2 of it: for all D above e/1000, 2^-44. */
#ifndef COLLIDE_ORACLE_MESH_H
#define COLLIDE_ORACLE_MESH_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

#ifdef ORACLE_QUAD
__extension__ typedef __float128 oracle_real;
#define ORACLE_EPSILON ((oracle_real)1.92592994438723585305597794258492732e-34) /* 2^-112 */
#else
typedef long double oracle_real;
#define ORACLE_EPSILON ((oracle_real)LDBL_EPSILON)
#endif

typedef struct oracle_vec {
    oracle_real x, y, z;
} oracle_vec;

/* ------------------------------------------------------------------------------------- vectors */

static oracle_vec oracle_sub(oracle_vec a, oracle_vec b)
{
    oracle_vec r;
    r.x = a.x - b.x, r.y = a.y - b.y, r.z = a.z - b.z;
    return r;
}

static oracle_vec oracle_add_scaled(oracle_vec a, oracle_vec b, oracle_real s)
{
    oracle_vec r;
    r.x = a.x + s * b.x, r.y = a.y + s * b.y, r.z = a.z + s * b.z;
    return r;
}

static oracle_real oracle_dot(oracle_vec a, oracle_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static ORACLE_UNUSED oracle_vec oracle_cross(oracle_vec a, oracle_vec b)
{
    oracle_vec r;
    r.x = a.y * b.z - a.z * b.y, r.y = a.z * b.x - a.x * b.z, r.z = a.x * b.y - a.y * b.x;
    return r;
}

/* Good to the last bits: sqrtl, then one step of Newton, which doubles its digits. */
static ORACLE_UNUSED oracle_real oracle_sqrt(oracle_real x)
{
    oracle_real r;
    if (!(x > 0)) return 0;
    r = (oracle_real)sqrtl((long double)x);
    return r > 0 ? (r + x / r) / 2 : r;
}

static oracle_real oracle_clamp(oracle_real x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

static double oracle_max(double a, double b)
{
    return a > b ? a : b;
}

static void *oracle_memory(void *old, size_t size)
{
    void *p = realloc(old, size ? size : 1);
    if (!p) abort();
    return p;
}

/* ----------------------------------------------------------------------------------- distances */

/* Where two primitives are nearest. */
typedef struct oracle_near {
    oracle_real squared;
    oracle_vec difference; /* from the first one's point to the second one's */
    oracle_real weights[4];
} oracle_near;

static void oracle_keep(oracle_near *best, const oracle_near *other)
{
    if (other->squared < best->squared) *best = *other;
}

/* The share of b of the point of the segment a b nearest to the origin. A segment of no length has
   its foot anywhere. */
static oracle_real oracle_foot(oracle_vec a, oracle_vec b)
{
    const oracle_vec along = oracle_sub(b, a);
    const oracle_real length = oracle_dot(along, along);
    return length > 0 ? oracle_clamp(-oracle_dot(a, along) / length) : 0;
}

/* The point of the triangle with these weights, the corners seen from the point asked for. */
static oracle_near oracle_at(const oracle_vec corner[3], oracle_real u, oracle_real v)
{
    oracle_near r;
    r.weights[0] = 1, r.weights[1] = 1 - u - v, r.weights[2] = u, r.weights[3] = v;
    r.difference = oracle_add_scaled(corner[0], oracle_sub(corner[1], corner[0]), u);
    r.difference = oracle_add_scaled(r.difference, oracle_sub(corner[2], corner[0]), v);
    r.squared = oracle_dot(r.difference, r.difference);
    return r;
}

/* The foot on the plane, if it lies in the triangle: along the longer of the two sides first, then
   across it, and once more from where that ended. */
static int oracle_inner(const oracle_vec corner[3], oracle_real *u, oracle_real *v)
{
    oracle_vec e = oracle_sub(corner[1], corner[0]), f = oracle_sub(corner[2], corner[0]);
    oracle_vec across;
    oracle_real ee = oracle_dot(e, e), height, step[2] = {0, 0}, slope;
    int swapped = oracle_dot(f, f) > ee, round;
    if (swapped) {
        const oracle_vec g = e;
        e = f, f = g, ee = oracle_dot(e, e);
    }
    if (!(ee > 0)) return 0;
    slope = oracle_dot(f, e) / ee;
    across = oracle_add_scaled(f, e, -slope);
    across = oracle_add_scaled(across, e, -oracle_dot(across, e) / ee);
    height = oracle_dot(across, across);
    if (!(height > 0)) return 0;
    for (round = 0; round < 2; round++) {
        oracle_vec rest = oracle_add_scaled(corner[0], e, step[0]);
        oracle_real t;
        rest = oracle_add_scaled(rest, f, step[1]);
        t = -oracle_dot(rest, across) / height;
        step[1] += t;
        rest = oracle_add_scaled(rest, f, t);
        step[0] -= oracle_dot(rest, e) / ee;
    }
    *u = step[swapped], *v = step[!swapped];
    return *u >= 0 && *v >= 0 && 1 - *u - *v >= 0;
}

/* The point p (first) and the triangle (second): weights 1, then the triangle's. */
static ORACLE_UNUSED oracle_near oracle_point_triangle(oracle_vec p, const oracle_vec triangle[3])
{
    oracle_vec corner[3];
    oracle_near best, other;
    oracle_real u, v;
    int i;
    for (i = 0; i < 3; i++) corner[i] = oracle_sub(triangle[i], p);
    best = oracle_at(corner, 0, 0);
    u = oracle_foot(corner[0], corner[1]), other = oracle_at(corner, u, 0);
    oracle_keep(&best, &other);
    v = oracle_foot(corner[0], corner[2]), other = oracle_at(corner, 0, v);
    oracle_keep(&best, &other);
    { /* the third side, measured from its own end: 1 - v and v round less than 1 - u - v */
        const oracle_vec far[3] = {corner[1], corner[2], corner[1]};
        v = oracle_foot(corner[1], corner[2]), other = oracle_at(far, v, 0);
        other.weights[1] = 0, other.weights[2] = 1 - v, other.weights[3] = v;
        oracle_keep(&best, &other);
    }
    if (oracle_inner(corner, &u, &v)) {
        other = oracle_at(corner, u, v);
        oracle_keep(&best, &other);
    }
    return best;
}

/* At a + s (b - a) and c + t (d - c). */
static oracle_near oracle_between(oracle_vec a, oracle_vec b, oracle_vec c, oracle_vec d,
                                  oracle_real s, oracle_real t)
{
    oracle_near r;
    r.weights[0] = 1 - s, r.weights[1] = s, r.weights[2] = 1 - t, r.weights[3] = t;
    r.difference = oracle_add_scaled(oracle_sub(c, a), oracle_sub(d, c), t);
    r.difference = oracle_add_scaled(r.difference, oracle_sub(b, a), -s);
    if (s == 1) { /* an end is the vertex itself, not a sum that is nearly it */
        r.difference = oracle_add_scaled(oracle_sub(c, b), oracle_sub(d, c), t);
    }
    r.squared = oracle_dot(r.difference, r.difference);
    return r;
}

/* The inner solution: the part of the second direction that is across the first tells t. */
static int oracle_crossing(oracle_vec a, oracle_vec b, oracle_vec c, oracle_vec d, oracle_real *s,
                           oracle_real *t)
{
    const oracle_vec e = oracle_sub(b, a), f = oracle_sub(d, c), r = oracle_sub(c, a);
    const oracle_real ee = oracle_dot(e, e);
    oracle_vec across;
    oracle_real height;
    int round;
    if (!(ee > 0)) return 0;
    across = oracle_add_scaled(f, e, -oracle_dot(f, e) / ee);
    across = oracle_add_scaled(across, e, -oracle_dot(across, e) / ee);
    height = oracle_dot(across, across);
    if (!(height > 0)) return 0;
    for (*t = 0, round = 0; round < 2; round++)
        *t -= oracle_dot(oracle_add_scaled(r, f, *t), across) / height;
    *s = oracle_dot(oracle_add_scaled(r, f, *t), e) / ee;
    return *s >= 0 && *s <= 1 && *t >= 0 && *t <= 1;
}

static ORACLE_UNUSED oracle_near oracle_segments(oracle_vec a, oracle_vec b, oracle_vec c,
                                                 oracle_vec d)
{
    oracle_near best, other;
    oracle_real s, t;
    best = oracle_between(a, b, c, d, 0, oracle_foot(oracle_sub(c, a), oracle_sub(d, a)));
    other = oracle_between(a, b, c, d, 1, oracle_foot(oracle_sub(c, b), oracle_sub(d, b)));
    oracle_keep(&best, &other);
    other = oracle_between(a, b, c, d, oracle_foot(oracle_sub(a, c), oracle_sub(b, c)), 0);
    oracle_keep(&best, &other);
    other = oracle_between(a, b, c, d, oracle_foot(oracle_sub(a, d), oracle_sub(b, d)), 1);
    oracle_keep(&best, &other);
    if (oracle_crossing(a, b, c, d, &s, &t)) {
        other = oracle_between(a, b, c, d, s, t);
        oracle_keep(&best, &other);
    }
    return best;
}

/* --------------------------------------------------------------------------------------- meshes */

/* An edge, once: from corner k of the first triangle that has it to the next, feature 3*t + k. */
typedef struct oracle_edge {
    uint32_t a, b, number;
} oracle_edge;

enum { ORACLE_FAR, ORACLE_NEIGHBOUR, ORACLE_EITHER };

typedef struct oracle_mesh {
    int vertex_count, triangle_count, edge_count;
    uint32_t *triangles; /* a copy */
    unsigned char *used; /* vertices that a triangle names */
    oracle_edge *edges;
    oracle_vec *at;  /* in the world */
    double noise;    /* how far the library may put a vertex from there: rounding of the pose */
    char *neighbour; /* of vertex v and w at v*vertex_count + w: ORACLE_FAR, ... */
    int self;
    uint32_t category, mask; /* as they count: not 0 */
} oracle_mesh;

static ORACLE_UNUSED void oracle_mesh_free(oracle_mesh *m)
{
    free(m->triangles);
    free(m->used);
    free(m->edges);
    free(m->at);
    free(m->neighbour);
    memset(m, 0, sizeof *m);
}

static int oracle_edge_order(const void *a, const void *b)
{
    const oracle_edge *e = (const oracle_edge *)a, *f = (const oracle_edge *)b;
    const uint32_t e0 = e->a < e->b ? e->a : e->b, e1 = e->a < e->b ? e->b : e->a;
    const uint32_t f0 = f->a < f->b ? f->a : f->b, f1 = f->a < f->b ? f->b : f->a;
    if (e0 != f0) return e0 < f0 ? -1 : 1;
    if (e1 != f1) return e1 < f1 ? -1 : 1;
    return (e->number > f->number) - (e->number < f->number);
}

/* Edges and used vertices of the triangles, whose numbers must be good. A triangle that names a
   vertex twice has no edge from it to itself; what edges it has count once. */
static ORACLE_UNUSED void oracle_mesh_make(oracle_mesh *m, int vertex_count,
                                           const uint32_t *triangles, int triangle_count)
{
    const size_t corners = 3 * (size_t)triangle_count;
    size_t i;
    int n = 0, k;
    oracle_mesh_free(m);
    m->vertex_count = vertex_count, m->triangle_count = triangle_count;
    m->triangles = (uint32_t *)oracle_memory(NULL, corners * sizeof *m->triangles);
    m->used = (unsigned char *)oracle_memory(NULL, (size_t)vertex_count);
    m->edges = (oracle_edge *)oracle_memory(NULL, corners * sizeof *m->edges);
    m->at = (oracle_vec *)oracle_memory(NULL, (size_t)vertex_count * sizeof *m->at);
    if (corners) memcpy(m->triangles, triangles, corners * sizeof *m->triangles);
    memset(m->used, 0, (size_t)vertex_count);
    for (i = 0; i < corners; i++) {
        oracle_edge *e = &m->edges[n];
        e->a = triangles[i], e->b = triangles[i - i % 3 + (i + 1) % 3], e->number = (uint32_t)i;
        m->used[e->a] = 1;
        n += e->a != e->b;
    }
    if (n) qsort(m->edges, (size_t)n, sizeof *m->edges, oracle_edge_order);
    for (k = 0; k < n; k++) {
        const oracle_edge *e = &m->edges[k],
                          *before = m->edge_count ? &m->edges[m->edge_count - 1] : NULL;
        const int same = before && ((before->a == e->a && before->b == e->b) ||
                                    (before->a == e->b && before->b == e->a));
        if (!same) m->edges[m->edge_count++] = *e;
    }
    m->category = m->mask = ~(uint32_t)0;
}

/* Where the vertices are: rotation, in columns, and position; NULL: in the world already. `noise`
   is a bound on the pose's rounding in the library, in units of the numbers that are added; below
   what has them, steps of the least numbers. */
static ORACLE_UNUSED void oracle_mesh_place(oracle_mesh *m, const double *xyz,
                                            const double pose[12], double noise)
{
    int i;
    m->noise = 0;
    for (i = 0; i < m->vertex_count; i++) {
        const double *p = xyz + 3 * (size_t)i;
        oracle_vec r;
        if (!m->used[i]) continue;
        r.x = (oracle_real)p[0], r.y = (oracle_real)p[1], r.z = (oracle_real)p[2];
        if (pose) {
            const oracle_vec q = r;
            const oracle_real x = q.x, y = q.y, z = q.z;
            double large = fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
            r.x = pose[0] * x + pose[3] * y + pose[6] * z + pose[9];
            r.y = pose[1] * x + pose[4] * y + pose[7] * z + pose[10];
            r.z = pose[2] * x + pose[5] * y + pose[8] * z + pose[11];
            large += fabs(pose[9]) + fabs(pose[10]) + fabs(pose[11]);
            m->noise = oracle_max(m->noise, noise * large + 4 * DBL_MIN * DBL_EPSILON);
        }
        m->at[i] = r;
    }
}

/* Which vertices are neighbours: the way along edges, at rest, is at most `near`. Ways within
   `doubt` (relative) of near may be either: the library sums them in another order. From every
   vertex the ways are improved until nothing changes. near negative: a vertex is its own neighbour
   alone. */
static ORACLE_UNUSED void oracle_mesh_neighbours(oracle_mesh *m, const double *rest, double near,
                                                 double doubt)
{
    const size_t n = (size_t)m->vertex_count;
    const oracle_real least = (oracle_real)near * (1 - doubt),
                      most = (oracle_real)near * (1 + doubt);
    oracle_real *way = (oracle_real *)oracle_memory(NULL, (n + 1) * sizeof *way);
    oracle_real *length =
        (oracle_real *)oracle_memory(NULL, 3 * (n + (size_t)m->edge_count + 1) * sizeof *length);
    int *queue = (int *)oracle_memory(NULL, (n + 1) * sizeof *queue);
    int *first = (int *)oracle_memory(NULL, (n + 2) * sizeof *first);
    int *link = (int *)oracle_memory(NULL, (2 * (size_t)m->edge_count + 1) * sizeof *link);
    unsigned char *waits = (unsigned char *)oracle_memory(NULL, n + 1);
    size_t v, i;
    int e;
    m->neighbour = (char *)oracle_memory(m->neighbour, n * n);
    memset(m->neighbour, ORACLE_FAR, n * n);
    for (v = 0; v < n; v++) m->neighbour[v * n + v] = ORACLE_NEIGHBOUR;
    memset(first, 0, (n + 2) * sizeof *first);
    for (e = 0; e < m->edge_count; e++) { /* the edges at each vertex */
        const uint32_t a = m->edges[e].a, b = m->edges[e].b;
        oracle_vec d;
        d.x = (oracle_real)rest[3 * a] - (oracle_real)rest[3 * b];
        d.y = (oracle_real)rest[3 * a + 1] - (oracle_real)rest[3 * b + 1];
        d.z = (oracle_real)rest[3 * a + 2] - (oracle_real)rest[3 * b + 2];
        length[e] = oracle_sqrt(oracle_dot(d, d));
        first[a + 2]++, first[b + 2]++;
    }
    for (i = 2; i < n + 2; i++) first[i] += first[i - 1];
    for (e = 0; e < m->edge_count; e++) {
        link[first[m->edges[e].a + 1]++] = e;
        link[first[m->edges[e].b + 1]++] = e;
    }
    for (v = 0; v < n && near >= 0; v++) {
        size_t head = 0, tail = 1, count = 1;
        memset(waits, 0, n);
        for (i = 0; i < n; i++) way[i] = most + 1 + most;
        way[v] = 0, queue[0] = (int)v;
        while (count) {
            const int from = queue[head];
            int k;
            head = (head + 1) % n, count--, waits[from] = 0;
            for (k = first[from]; k < first[from + 1]; k++) {
                const oracle_edge *edge = &m->edges[link[k]];
                const uint32_t to = (int)edge->a == from ? edge->b : edge->a;
                const oracle_real w = way[from] + length[link[k]];
                if (w > most || !(w < way[to])) continue;
                way[to] = w;
                if (waits[to]) continue;
                tail = count ? tail : head;
                waits[to] = 1, queue[tail] = (int)to;
                tail = (tail + 1) % n, count++;
            }
        }
        for (i = 0; i < n; i++)
            if (i != v && way[i] <= most)
                m->neighbour[v * n + i] =
                    way[i] < least || way[i] == 0 ? ORACLE_NEIGHBOUR : ORACLE_EITHER;
    }
    free(way), free(length), free(queue), free(first), free(link), free(waits);
}

/* ------------------------------------------------------------------------------------- contacts */

/* A vertex, edge or triangle of a mesh. */
typedef struct oracle_part {
    int mesh, corners;
    uint32_t vertices[3], feature; /* 4*number + kind: 0 vertex, 1 edge, 2 face */
    double low[3], high[3];        /* holds it, a little wider */
} oracle_part;

typedef struct oracle_contact {
    uint64_t a, b;    /* mesh * 2^32 + feature, a < b */
    oracle_near near; /* from a to b; weights those of a, then of b */
    uint32_t vertices[4];
    double size, large; /* largest difference, largest number of all coordinates */
    double noise;       /* how wrong the library's positions may be */
    int either;         /* too near to d, or to the limit of neighbours */
} oracle_contact;

typedef struct oracle_contacts {
    oracle_contact *at;
    size_t count, room;
    size_t either, neighbours; /* in doubt; neighbours without a common vertex */
    size_t neighbours_either;  /* of those, in doubt */
    double unit; /* of doubt above d, in units of rounding of double times the pair's size */
} oracle_contacts;

static void oracle_part_box(const oracle_mesh *m, oracle_part *p, double wider)
{
    int i, k;
    for (k = 0; k < 3; k++) p->low[k] = HUGE_VAL, p->high[k] = -HUGE_VAL;
    for (i = 0; i < p->corners; i++) {
        const oracle_vec v = m->at[p->vertices[i]];
        const double x[3] = {(double)v.x, (double)v.y, (double)v.z};
        for (k = 0; k < 3; k++) {
            const double w = wider + 1e-12 * fabs(x[k]);
            p->low[k] = x[k] - w < p->low[k] ? x[k] - w : p->low[k];
            p->high[k] = x[k] + w > p->high[k] ? x[k] + w : p->high[k];
        }
    }
}

/* All parts of one kind of a mesh, their boxes wider by `wider`. Returns how many. */
static int oracle_parts(const oracle_mesh *m, int mesh, int kind, double wider, oracle_part *out)
{
    const int n = kind == 0 ? m->vertex_count : kind == 1 ? m->edge_count : m->triangle_count;
    int i, k, count = 0;
    for (i = 0; i < n; i++) {
        oracle_part *p = &out[count];
        uint32_t number = (uint32_t)i;
        if (kind == 0 && !m->used[i]) continue;
        p->mesh = mesh, p->corners = kind + 1;
        p->vertices[0] = (uint32_t)i;
        if (kind == 1) {
            p->vertices[0] = m->edges[i].a, p->vertices[1] = m->edges[i].b;
            number = m->edges[i].number;
        }
        for (k = 0; kind == 2 && k < 3; k++) p->vertices[k] = m->triangles[3 * i + k];
        p->feature = 4 * number + (uint32_t)kind;
        oracle_part_box(m, p, wider);
        count++;
    }
    return count;
}

static int oracle_parts_neighbours(const oracle_mesh *m, const oracle_part *p, const oracle_part *q)
{
    int i, k, answer = ORACLE_FAR;
    for (i = 0; i < p->corners; i++)
        for (k = 0; k < q->corners; k++) {
            const int here =
                m->neighbour[p->vertices[i] * (size_t)m->vertex_count + q->vertices[k]];
            if (here == ORACLE_NEIGHBOUR) return here;
            if (here == ORACLE_EITHER) answer = here;
        }
    return answer;
}

/* Largest difference and largest number of coordinates. */
static void oracle_measure(const oracle_vec *p, int count, double *size, double *large)
{
    int i;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    *size = *large = 0;
    for (i = 0; i < count; i++) {
        const double x[3] = {(double)p[i].x, (double)p[i].y, (double)p[i].z};
        int k;
        for (k = 0; k < 3; k++) {
            low[k] = x[k] < low[k] ? x[k] : low[k], high[k] = oracle_max(high[k], x[k]);
            *size = oracle_max(*size, high[k] - low[k]);
            *large = oracle_max(*large, fabs(x[k]));
        }
    }
}

static void oracle_try(oracle_contacts *out, const oracle_mesh *m, const oracle_mesh *n,
                       const oracle_part *p, const oracle_part *q, double d, int neighbours)
{
    oracle_vec at[4];
    oracle_contact *c;
    oracle_real distance, least, most;
    double noise;
    int i, k, corners = 0;
    if (out->count == out->room) {
        out->room = 2 * out->room + 256;
        out->at = (oracle_contact *)oracle_memory(out->at, out->room * sizeof *out->at);
    }
    c = &out->at[out->count];
    for (i = 0; i < p->corners; i++)
        c->vertices[corners] = p->vertices[i], at[corners++] = m->at[p->vertices[i]];
    for (i = 0; i < q->corners; i++)
        c->vertices[corners] = q->vertices[i], at[corners++] = n->at[q->vertices[i]];
    c->near = p->corners == 1 ? oracle_point_triangle(at[0], at + 1)
                              : oracle_segments(at[0], at[1], at[2], at[3]);
    oracle_measure(at, 4, &c->size, &c->large);
    c->a = ((uint64_t)p->mesh << 32) + p->feature;
    c->b = ((uint64_t)q->mesh << 32) + q->feature;
    /* What the oracle may round away (the sum that gives the difference, 8 operations), and what
       the library may add: `unit` roundings of double in the pair's size, a step of the least
       numbers. */
    noise = 2 * (m->noise + n->noise), c->noise = noise;
    distance = oracle_sqrt(c->near.squared);
    least = (oracle_real)d - 8 * ORACLE_EPSILON * (oracle_real)(c->size + d) - (oracle_real)noise;
    most = (oracle_real)d + (oracle_real)(out->unit * (DBL_EPSILON / 2) * (c->size + d) + noise +
                                          DBL_MIN * DBL_EPSILON);
    if (distance > most) return;
    c->either = distance >= least || neighbours == ORACLE_EITHER;
    if (neighbours == ORACLE_NEIGHBOUR) {
        for (i = 0; i < p->corners; i++)
            for (k = 0; k < q->corners; k++)
                if (p->vertices[i] == q->vertices[k]) return;
        out->neighbours++;
        out->neighbours_either += (size_t)c->either;
        return;
    }
    if (c->a > c->b) {
        const uint64_t side = c->a;
        uint32_t v[4];
        oracle_real w[4];
        memcpy(v, c->vertices, sizeof v), memcpy(w, c->near.weights, sizeof w);
        c->a = c->b, c->b = side;
        for (i = 0; i < 4; i++) {
            c->vertices[i] = v[(i + p->corners) % 4];
            c->near.weights[i] = w[(i + p->corners) % 4];
        }
        c->near.difference.x = -c->near.difference.x;
        c->near.difference.y = -c->near.difference.y;
        c->near.difference.z = -c->near.difference.z;
    }
    out->either += (size_t)c->either;
    out->count++;
}

/* The largest number among its coordinates. */
static double oracle_mesh_large(const oracle_mesh *m)
{
    double large = 0;
    int i;
    for (i = 0; i < m->vertex_count; i++)
        if (m->used[i])
            large = oracle_max(
                large, oracle_max(fabs((double)m->at[i].x),
                                  oracle_max(fabs((double)m->at[i].y), fabs((double)m->at[i].z))));
    return large;
}

/* All pairs of a part of mesh i of kind `kind`, 0 or 1, and of a part of mesh k of the other one
   (vertex and triangle, edge and edge). */
static void oracle_pairs(oracle_contacts *out, const oracle_mesh *meshes, int i, int k, int kind,
                         double d)
{
    const oracle_mesh *m = &meshes[i], *n = &meshes[k];
    const size_t most = 3 * (size_t)m->triangle_count + (size_t)m->vertex_count +
                        3 * (size_t)n->triangle_count + (size_t)n->vertex_count;
    oracle_part *p = (oracle_part *)oracle_memory(NULL, 2 * (most + 1) * sizeof *p), *q = p + most;
    const double wider = 0.500001 * d + 2 * m->noise + 2 * n->noise +
                         out->unit * DBL_EPSILON * (oracle_mesh_large(m) + oracle_mesh_large(n));
    const int pn = oracle_parts(m, i, kind, wider, p);
    const int qn = oracle_parts(n, k, 2 - kind, wider, q);
    int x, y;
    for (x = 0; x < pn; x++)
        for (y = i == k && kind == 1 ? x + 1 : 0; y < qn; y++) {
            int near = ORACLE_FAR;
            if (p[x].low[0] > q[y].high[0] || q[y].low[0] > p[x].high[0] ||
                p[x].low[1] > q[y].high[1] || q[y].low[1] > p[x].high[1] ||
                p[x].low[2] > q[y].high[2] || q[y].low[2] > p[x].high[2])
                continue;
            if (i == k) near = oracle_parts_neighbours(m, &p[x], &q[y]);
            oracle_try(out, m, n, &p[x], &q[y], d, near);
        }
    free(p);
}

static int oracle_contact_order(const void *x, const void *y)
{
    const oracle_contact *a = (const oracle_contact *)x, *b = (const oracle_contact *)y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static int oracle_allowed(const oracle_mesh *m, const oracle_mesh *n)
{
    return (m->category & n->mask) && (n->category & m->mask);
}

/* All contacts closer than d, and what may be one, sorted by features. Meshes that ask for contacts
   with themselves need oracle_mesh_neighbours. Free out->at; zero-initialise it before. */
static ORACLE_UNUSED void oracle_collide(oracle_contacts *out, const oracle_mesh *meshes, int count,
                                         double d)
{
    int i, k;
    out->count = out->either = out->neighbours = out->neighbours_either = 0;
    for (i = 0; i < count; i++)
        for (k = i; k < count; k++) {
            if (i == k ? !meshes[i].self : !oracle_allowed(&meshes[i], &meshes[k])) continue;
            oracle_pairs(out, meshes, i, k, 0, d);
            oracle_pairs(out, meshes, i, k, 1, d);
            if (i != k) oracle_pairs(out, meshes, k, i, 0, d);
        }
    if (out->count) qsort(out->at, out->count, sizeof *out->at, oracle_contact_order);
}

static ORACLE_UNUSED const oracle_contact *oracle_find(const oracle_contacts *all, uint64_t a,
                                                       uint64_t b)
{
    oracle_contact key;
    key.a = a < b ? a : b, key.b = a < b ? b : a;
    if (!all->count) return NULL;
    return (const oracle_contact *)bsearch(&key, all->at, all->count, sizeof key,
                                           oracle_contact_order);
}

/* -------------------------------------------------------------------------------- intersections
   Two triangles, degenerate or not, are apart exactly if an axis separates them. Where their
   Minkowski difference is a solid: a normal, or a cross product of two edges; where it is flat: the
   normal of that plane, or one across an edge in it; where it is a line or a point: the line, what
   is across it, or a coordinate. An axis that separates proves it whichever it is, so all of these
   are tried for all. Exact for whole coordinates up to 2^12; else a sign within the rounding is
   `either`. */

typedef struct oracle_axis {
    oracle_vec a;
    oracle_real error; /* of its coordinates */
} oracle_axis;

static oracle_axis oracle_axis_of(oracle_vec a, oracle_real error)
{
    oracle_axis r;
    r.a = a, r.error = error;
    return r;
}

static oracle_real oracle_largest(oracle_vec a)
{
    oracle_real x = a.x < 0 ? -a.x : a.x, y = a.y < 0 ? -a.y : a.y, z = a.z < 0 ? -a.z : a.z;
    x = x > y ? x : y;
    return x > z ? x : z;
}

/* The cross product and its error; where `exact`, the numbers are so small that there is none. */
static oracle_axis oracle_axis_cross(oracle_axis e, oracle_axis f, int exact)
{
    oracle_axis r;
    const oracle_real x = oracle_largest(e.a), y = oracle_largest(f.a);
    r.a = oracle_cross(e.a, f.a);
    r.error =
        exact ? 0
              : 2 * (x * f.error + y * e.error + e.error * f.error) + 4 * ORACLE_EPSILON * x * y;
    return r;
}

/* 1: the axis separates; 0: not; ORACLE_EITHER: within rounding. */
static int oracle_axis_separates(const oracle_vec p[3], const oracle_vec q[3], oracle_axis axis,
                                 int exact)
{
    oracle_real low = 0, high = 0, error = 0;
    int i, k;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) {
            const oracle_vec d = oracle_sub(q[k], p[i]);
            const oracle_real x = oracle_dot(axis.a, d);
            const oracle_real e =
                exact ? 0
                      : oracle_largest(d) *
                            (3 * axis.error + 16 * ORACLE_EPSILON * oracle_largest(axis.a));
            low = (i == 0 && k == 0) || x < low ? x : low;
            high = (i == 0 && k == 0) || x > high ? x : high;
            error = e > error ? e : error;
        }
    if (low > error || high < -error) return 1;
    return error > 0 && (low > -error || high < error) ? ORACLE_EITHER : 0;
}

static int oracle_axes(const oracle_vec p[3], const oracle_vec q[3], int exact, oracle_axis *out)
{
    oracle_axis e[6], unit[3];
    oracle_vec zero;
    int i, k, n = 0, flat;
    zero.x = zero.y = zero.z = 0;
    for (i = 0; i < 3; i++) {
        const oracle_vec a = oracle_sub(p[(i + 1) % 3], p[i]), b = oracle_sub(q[(i + 1) % 3], q[i]);
        e[i] = oracle_axis_of(a, exact ? 0 : oracle_largest(a) * ORACLE_EPSILON);
        e[i + 3] = oracle_axis_of(b, exact ? 0 : oracle_largest(b) * ORACLE_EPSILON);
        unit[i] = oracle_axis_of(zero, 0);
    }
    unit[0].a.x = unit[1].a.y = unit[2].a.z = 1;
    for (i = 0; i < 3; i++) out[n++] = unit[i];
    for (i = 0; i < 6; i++) out[n++] = e[i];
    for (i = 0; i < 6; i++)
        for (k = 0; k < 3; k++) out[n++] = oracle_axis_cross(e[i], unit[k], exact);
    flat = n;
    out[n++] = oracle_axis_cross(e[0], e[1], exact);
    out[n++] = oracle_axis_cross(e[3], e[4], exact);
    for (i = 0; i < 3; i++)
        for (k = 3; k < 6; k++) out[n++] = oracle_axis_cross(e[i], e[k], exact);
    for (k = n; flat < k; flat++)
        for (i = 0; i < 6; i++) out[n++] = oracle_axis_cross(out[flat], e[i], exact);
    return n;
}

/* 1 if the triangles share a point, 0 if not, ORACLE_EITHER if that is within rounding. `exact`:
   all coordinates are whole multiples, up to 2^12, of one power of two. */
static ORACLE_UNUSED int oracle_triangles(const oracle_vec p[3], const oracle_vec q[3], int exact)
{
    oracle_axis axes[128];
    const int n = oracle_axes(p, q, exact, axes);
    int i, answer = 1;
    for (i = 0; i < n; i++) {
        const int here = oracle_axis_separates(p, q, axes[i], exact);
        if (here == 1) return 0;
        if (here == ORACLE_EITHER) answer = here;
    }
    return answer;
}

/* 1 if two triangles that may be tested with each other share a point, neighbours aside; 0 if none
   do; ORACLE_EITHER if none does for sure. Without the noise of poses. */
static ORACLE_UNUSED int oracle_meshes_cross(const oracle_mesh *meshes, int count)
{
    int i, k, x, y, j, answer = 0;
    for (i = 0; i < count && answer != 1; i++)
        for (k = i; k < count && answer != 1; k++) {
            const oracle_mesh *m = &meshes[i], *n = &meshes[k];
            const size_t most = (size_t)m->triangle_count + (size_t)n->triangle_count + 1;
            oracle_part *p, *q;
            int pn, qn;
            if (i == k ? !m->self : !oracle_allowed(m, n)) continue;
            p = (oracle_part *)oracle_memory(NULL, most * sizeof *p);
            q = p + m->triangle_count;
            pn = oracle_parts(m, i, 2, 0, p), qn = oracle_parts(n, k, 2, 0, q);
            for (x = 0; x < pn && answer != 1; x++)
                for (y = i == k ? x + 1 : 0; y < qn && answer != 1; y++) {
                    oracle_vec a[3], b[3];
                    int near = ORACLE_FAR, here;
                    if (p[x].low[0] > q[y].high[0] || q[y].low[0] > p[x].high[0] ||
                        p[x].low[1] > q[y].high[1] || q[y].low[1] > p[x].high[1] ||
                        p[x].low[2] > q[y].high[2] || q[y].low[2] > p[x].high[2])
                        continue;
                    if (i == k) near = oracle_parts_neighbours(m, &p[x], &q[y]);
                    if (near == ORACLE_NEIGHBOUR) continue;
                    for (j = 0; j < 3; j++)
                        a[j] = m->at[p[x].vertices[j]], b[j] = n->at[q[y].vertices[j]];
                    here = oracle_triangles(a, b, 0);
                    if (here) answer = near == ORACLE_EITHER ? ORACLE_EITHER : here;
                }
            free(p);
        }
    return answer;
}

#endif
