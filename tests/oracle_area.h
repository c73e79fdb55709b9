/* Oracle for areas of [POLYGON]: the intersection of two polygons by definition, all pairs of edges
 * and vertices, with exact signs (oracle_polygon.h); area and second moments of what has straight
 * edges and arcs by integrals along its outline, in long double. */
#ifndef COLLIDE_ORACLE_AREA_H
#define COLLIDE_ORACLE_AREA_H

#include "oracle_polygon.h"

typedef struct oracle_place {
    oracle_real x, y;
} oracle_place;

typedef struct oracle_places {
    oracle_place *p;
    size_t count, room;
} oracle_places;

static void oracle_places_push(oracle_places *s, oracle_real x, oracle_real y)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->p = (oracle_place *)realloc(s->p, s->room * sizeof s->p[0]);
        if (!s->p) abort();
    }
    s->p[s->count].x = x, s->p[s->count++].y = y;
}

/* ------------------------------------------------------------------------------------ integrals */

/* Area, first and second moments about the origin, and the length of the outline. */
typedef struct oracle_mass {
    oracle_real area, x, y, xx, xy, yy, length;
} oracle_mass;

/* Adds what a piece of the outline from a to b contributes, by Green's theorem: of a line exact
   with three nodes of Gauss, of a short arc with more. */
static void oracle_mass_node(oracle_mass *m, oracle_real x, oracle_real y, oracle_real dx,
                             oracle_real dy)
{
    m->area += (x * dy - y * dx) / 2;
    m->x += x * x * dy / 2, m->y -= y * y * dx / 2;
    m->xx += x * x * x * dy / 3, m->yy -= y * y * y * dx / 3;
    m->xy += (x * x * y * dy - x * y * y * dx) / 4;
}

enum { ORACLE_NODES = 12 };

/* Nodes and weights of Gauss-Legendre on 0..1, by Newton's method. */
static void oracle_gauss(oracle_real node[ORACLE_NODES], oracle_real weight[ORACLE_NODES])
{
    int i, k, step;
    for (i = 0; i < ORACLE_NODES; i++) {
        oracle_real x = cosl(3.14159265358979323846L * (i + 0.75L) / (ORACLE_NODES + 0.5L)), d = 1;
        for (step = 0; step < 60; step++) {
            oracle_real p = 1, q = 0;
            for (k = 1; k <= ORACLE_NODES; k++) {
                const oracle_real last = q;
                q = p, p = ((2 * k - 1) * x * q - (k - 1) * last) / k;
            }
            d = ORACLE_NODES * (x * p - q) / (x * x - 1);
            x -= p / d;
        }
        node[i] = (1 - x) / 2, weight[i] = 1 / ((1 - x * x) * d * d);
    }
}

static const oracle_real *oracle_gauss_table(void)
{
    static oracle_real table[2 * ORACLE_NODES];
    if (table[0] == 0) oracle_gauss(table, table + ORACLE_NODES);
    return table;
}

static void oracle_mass_line(oracle_mass *m, oracle_place a, oracle_place b)
{
    const oracle_real *t = oracle_gauss_table(), dx = b.x - a.x, dy = b.y - a.y;
    int k;
    for (k = 0; k < ORACLE_NODES; k++)
        oracle_mass_node(m, a.x + t[k] * dx, a.y + t[k] * dy, t[k + ORACLE_NODES] * dx,
                         t[k + ORACLE_NODES] * dy);
    m->length += hypotl(dx, dy);
}

/* The arc of radius r about c, from an angle on, `turn` long. */
static void oracle_mass_arc(oracle_mass *m, oracle_place c, oracle_real r, oracle_real from,
                            oracle_real turn)
{
    const oracle_real *t = oracle_gauss_table();
    const int parts = 1 + (int)(turn * 4);
    int i, k;
    for (i = 0; i < parts; i++)
        for (k = 0; k < ORACLE_NODES; k++) {
            const oracle_real at = from + turn * (i + t[k]) / parts;
            const oracle_real along = t[k + ORACLE_NODES] * turn / parts * r;
            oracle_mass_node(m, c.x + r * cosl(at), c.y + r * sinl(at), -sinl(at) * along,
                             cosl(at) * along);
        }
    m->length += r * turn;
}

/* A polygon with a radius, relative to its vertex 0. */
static ORACLE_UNUSED oracle_mass oracle_mass_of(const oracle_place *p, size_t count, oracle_real r)
{
    const oracle_real pi = 3.14159265358979323846264338327950288L;
    oracle_mass m;
    oracle_place last = {0, 0}, n, a, b;
    size_t i, edges = 0, pass;
    memset(&m, 0, sizeof m);
    for (pass = 0; pass < 2; pass++)
        for (i = 0; i < count; i++) {
            const oracle_place from = {p[i].x - p[0].x, p[i].y - p[0].y};
            const size_t j = i + 1 < count ? i + 1 : 0;
            const oracle_place to = {p[j].x - p[0].x, p[j].y - p[0].y};
            const oracle_real length = hypotl(to.x - from.x, to.y - from.y);
            if (!(length > 0)) continue;
            edges++;
            n.x = (to.y - from.y) / length, n.y = (from.x - to.x) / length;
            if (pass == 1) {
                oracle_real turn = atan2l(last.x * n.y - last.y * n.x, last.x * n.x + last.y * n.y);
                if (turn < -1) turn += 2 * pi; /* back the way it came */
                a.x = from.x + r * n.x, a.y = from.y + r * n.y;
                b.x = to.x + r * n.x, b.y = to.y + r * n.y;
                if (r > 0 && turn > 0) oracle_mass_arc(&m, from, r, atan2l(last.y, last.x), turn);
                oracle_mass_line(&m, a, b);
            }
            last = n;
        }
    if (edges == 0 && r > 0) {
        const oracle_place o = {0, 0};
        oracle_mass_arc(&m, o, r, 0, 2 * pi);
    }
    return m;
}

/* Second moments about the centroid. */
static ORACLE_UNUSED void oracle_mass_centre(oracle_mass *m)
{
    m->x /= m->area, m->y /= m->area;
    m->xx -= m->area * m->x * m->x, m->yy -= m->area * m->y * m->y;
    m->xy -= m->area * m->x * m->y;
}

/* --------------------------------------------------------------------------------- intersection */

static int oracle_before(const oracle_point *a, const oracle_point *b)
{
    static const cld_vec2 axes[2] = {{1, 0}, {0, 1}};
    oracle_view x_view = oracle_view_of(&axes[0]), y_view = oracle_view_of(&axes[1]);
    oracle_point o = oracle_origin(), x = oracle_vertex(&x_view, 0), y = oracle_vertex(&y_view, 0);
    const int s = oracle_dot(a, b, &o, &x);
    return s ? s : oracle_dot(a, b, &o, &y);
}

/* What has no area becomes its two ends, or one point. */
static ORACLE_UNUSED void oracle_straighten(oracle_polygon *p)
{
    uint32_t k, low = 0, high = 0;
    for (k = 1; k < p->count; k++) {
        if (oracle_before(&p->p[k], &p->p[low]) > 0) low = k;
        if (oracle_before(&p->p[k], &p->p[high]) < 0) high = k;
    }
    for (k = 0; k < p->count; k++)
        if (oracle_cross(&p->p[low], &p->p[high], &p->p[low], &p->p[k]) != 0) return;
    if (low == high) {
        p->p[0] = p->p[low], p->count = 1;
    } else {
        const oracle_point a = p->p[low], b = p->p[high];
        p->p[0] = a, p->p[1] = b, p->count = 2;
    }
}

/* sides[k + i n]: the side of edge k of p on which vertex i of q is, p having n edges. */
static signed char *oracle_sides(const oracle_polygon *p, const oracle_polygon *q, int which)
{
    static signed char *sides[2];
    static size_t room[2];
    const size_t need = (size_t)p->count * q->count;
    uint32_t i, k;
    if (room[which] < need) {
        room[which] = need;
        sides[which] = (signed char *)realloc(sides[which], need);
        if (!sides[which]) abort();
    }
    for (i = 0; i < q->count; i++)
        for (k = 0; k < p->count; k++)
            sides[which][k + i * (size_t)p->count] =
                (signed char)oracle_cross(&p->p[k], &p->p[oracle_next(p, k)], &p->p[k], &q->p[i]);
    return sides[which];
}

/* How many lines that bound a polygon go through a point, as far as 2; one of them. */
typedef struct oracle_lines {
    int count;
    const oracle_point *from, *to;
} oracle_lines;

static void oracle_lines_add(oracle_lines *lines, const oracle_point *from, const oracle_point *to)
{
    if (lines->count == 0) {
        lines->from = from, lines->to = to, lines->count = 1;
    } else if (lines->count == 1 && oracle_cross(lines->from, lines->to, from, to) != 0) {
        lines->count = 2;
    }
}

/* Is v in p? The lines through it are added. */
static int oracle_holds(const oracle_polygon *p, const oracle_point *v, const signed char *sides,
                        oracle_lines *lines)
{
    uint32_t k;
    if (p->count == 1) {
        lines->count = 2;
        return oracle_before(&p->p[0], v) == 0;
    }
    for (k = 0; k < p->count; k++)
        if (sides[k] < 0 || (sides[k] && p->count == 2)) return 0;
    for (k = 0; k < p->count; k++) {
        const oracle_point *a = &p->p[k], *b = &p->p[oracle_next(p, k)];
        const int along = p->count == 2 ? oracle_dot(a, b, a, v) : 1;
        if (along < 0) return 0;
        if (along == 0) lines->count = 2; /* the end of a segment */
        if (sides[k] == 0) oracle_lines_add(lines, a, b);
    }
    return 1;
}

/* The vertices of the intersection, in no order: those of one that are in the other and do not lie
   on one line there, and where edges cross. */
static ORACLE_UNUSED void oracle_intersection(const oracle_polygon *a, const oracle_polygon *b,
                                              oracle_places *out)
{
    const signed char *of_a = oracle_sides(a, b, 0), *of_b = oracle_sides(b, a, 1);
    int side;
    uint32_t i, k, j;
    out->count = 0;
    for (side = 0; side < 2; side++) {
        const oracle_polygon *p = side ? b : a, *q = side ? a : b;
        for (i = 0; i < p->count; i++) {
            const oracle_point *v = &p->p[i];
            oracle_lines lines = {0, NULL, NULL};
            int seen = 0;
            if (!oracle_holds(q, v, (side ? of_a : of_b) + i * (size_t)q->count, &lines)) continue;
            if (p->count < 3) lines.count = 2;
            if (p->count > 2) {
                oracle_lines_add(&lines, &p->p[oracle_previous(p, i)], v);
                oracle_lines_add(&lines, v, &p->p[oracle_next(p, i)]);
            }
            if (lines.count < 2) continue;
            for (j = 0; j < i && !seen; j++) seen = oracle_before(v, &p->p[j]) == 0;
            for (j = 0; side && j < a->count && !seen; j++) seen = oracle_before(v, &a->p[j]) == 0;
            if (!seen) oracle_places_push(out, v->x, v->y);
        }
    }
    for (i = 0; i + (a->count == 2) < a->count && a->count > 1; i++)
        for (k = 0; k + (b->count == 2) < b->count && b->count > 1; k++) {
            const uint32_t i_next = oracle_next(a, i), k_next = oracle_next(b, k);
            const oracle_point *p = &a->p[i], *q = &a->p[i_next];
            const oracle_point *r = &b->p[k], *s = &b->p[k_next];
            oracle_real from, to, t;
            if (of_b[k + i * (size_t)b->count] * of_b[k + i_next * (size_t)b->count] >= 0) continue;
            if (of_a[i + k * (size_t)a->count] * of_a[i + k_next * (size_t)a->count] >= 0) continue;
            from = fabsl(oracle_product(r, s, r, p, 0)), to = fabsl(oracle_product(r, s, r, q, 0));
            t = from / (from + to);
            if (t < 0.5L)
                oracle_places_push(out, p->x + t * (q->x - p->x), p->y + t * (q->y - p->y));
            else
                oracle_places_push(out, q->x - (1 - t) * (q->x - p->x),
                                   q->y - (1 - t) * (q->y - p->y));
        }
}

#endif
