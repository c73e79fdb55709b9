/* Pairs of polygons for the tests of [POLYGON_PAIRS]: of all families, far from each other,
   touching * to the last bit or within each other; and how far points are from polygons. */
#ifndef COLLIDE_POLYGON_SCENES_H
#define COLLIDE_POLYGON_SCENES_H

#include "polygon_checks.h"

static int option_pairs;

static TEST_UNUSED int pairs(int full)
{
    return option_pairs ? option_pairs : test_repeat(full);
}

/* ---------------------------------------------------------------------------------------- pairs */

typedef struct pair {
    shape a, b;
    oracle_view view_a, view_b;
    oracle_polygon corners_a, corners_b, m; /* m: A - B */
    double most;                            /* the largest coordinate in the world */
    double most_at_all;                     /* of those too that the vertices have in the arrays */
    int kind;
} pair;

/* The largest coordinate; NaN where there is none. */
static TEST_UNUSED double reach_of(const oracle_polygon *p)
{
    double most = 0;
    uint32_t i;
    for (i = 0; i < p->count; i++) {
        most = fmax(most, fabs((double)p->p[i].x));
        most = fmax(most, fabs((double)p->p[i].y));
    }
    return most;
}

static TEST_UNUSED double reach_in_arrays(const cld_polygon *p)
{
    double most = fmax(fabs((double)p->pose.position.x), fabs((double)p->pose.position.y));
    size_t i;
    for (i = 0; i < p->count; i++) {
        const cld_vec2 v = shape_vertex(p, i);
        most = fmax(most, fmax(fabs((double)v.x), fabs((double)v.y)));
    }
    return most;
}

static TEST_UNUSED void pair_look(pair *q)
{
    q->view_a = oracle_view_from(&q->a.polygon), q->view_b = oracle_view_from(&q->b.polygon);
    oracle_corners(&q->corners_a, &q->view_a);
    oracle_corners(&q->corners_b, &q->view_b);
    oracle_minkowski(&q->m, &q->corners_a, &q->corners_b);
    q->most = fmax(reach_of(&q->corners_a), reach_of(&q->corners_b));
    q->most_at_all = fmax(reach_in_arrays(&q->a.polygon), reach_in_arrays(&q->b.polygon));
    q->most_at_all = fmax(q->most_at_all, q->most);
}

static TEST_UNUSED void pair_free(pair *q)
{
    shape_free(&q->a);
    shape_free(&q->b);
    oracle_clear(&q->corners_a);
    oracle_clear(&q->corners_b);
    oracle_clear(&q->m);
}

/* b becomes a copy of a, its numbers times `scale`, beginning at vertex `first`. */
static TEST_UNUSED void pair_copy(shape *b, const shape *a, size_t first, double scale)
{
    shape_points *p = &shape_scratch[0];
    size_t i;
    p->count = 0;
    for (i = 0; i < a->polygon.count; i++) {
        const cld_vec2 v = shape_vertex(&a->polygon, i);
        shape_push(p, (double)v.x * scale, (double)v.y * scale);
    }
    shape_store(b, p, first, 2);
    b->whole = a->whole, b->unit = a->unit * scale, b->family = a->family;
    b->size = a->size * scale;
    b->polygon.pose = a->polygon.pose;
}

/* Moves B so that its vertex j lies on vertex i of A, and by (x, y) from there. */
static TEST_UNUSED void pair_join(pair *q, uint32_t i, uint32_t j, double x, double y)
{
    cld_vec2 *at = &q->b.polygon.pose.position;
    oracle_point p, r;
    *at = vec2(0, 0);
    q->view_a = oracle_view_from(&q->a.polygon), q->view_b = oracle_view_from(&q->b.polygon);
    p = oracle_vertex(&q->view_a, i), r = oracle_vertex(&q->view_b, j);
    *at = vec2((double)(p.x - r.x) + x, (double)(p.y - r.y) + y);
}

static uint32_t any_vertex(const shape *s, test_random *r)
{
    return (uint32_t)test_integer(r, 0, (int)s->polygon.count - 1);
}

/* Touching along direction d, then `gap` further. */
static TEST_UNUSED void pair_touch(pair *q, double x, double y, double gap)
{
    const cld_vec2 d = vec2(x, y);
    const double length = hypot(x, y);
    oracle_view view = oracle_view_of(&d);
    oracle_point o = oracle_origin(), p = oracle_vertex(&view, 0);
    uint32_t i, j;
    q->b.polygon.pose.position = vec2(0, 0);
    pair_look(q);
    i = oracle_extreme(&q->corners_a, &o, &p), j = oracle_extreme(&q->corners_b, &p, &o);
    pair_join(q, q->corners_a.p[i].i, q->corners_b.p[j].i, gap * x / length, gap * y / length);
}

/* Gaps: none, some units of rounding, small, large; of both signs. */
static TEST_UNUSED double any_gap(test_random *r, const pair *q)
{
    const double size = fmax(q->a.size, q->b.size);
    switch (test_integer(r, 0, 5)) {
    case 0:
        return 0;
    case 1:
        return test_integer(r, -4, 4) * TEST_ROUND * size;
    case 2:
        return test_between(r, -1, 1) * 1e-9 * size;
    case 3:
        return test_between(r, -1, 1) * 1e-4 * size;
    default:
        return test_between(r, -0.2, 1) * size;
    }
}

static TEST_UNUSED cld_real nudge(cld_real x, int steps)
{
    for (; steps > 0; steps--)
#ifdef COLLIDE_DOUBLE
        x = nextafter(x, 1e300);
    for (; steps < 0; steps++) x = nextafter(x, -1e300);
#else
        x = nextafterf(x, 1e37f);
    for (; steps < 0; steps++) x = nextafterf(x, -1e37f);
#endif
    return x;
}

static TEST_UNUSED void pair_any(pair *q, test_random *r, int most)
{
    const int kind = test_integer(r, 0, 9);
    cld_vec2 *at = &q->b.polygon.pose.position;
    uint32_t i;
    double x, y;
    q->kind = kind;
    shape_any(&q->a, r, most);
    q->a.polygon.pose = shape_pose(r, &q->a, q->a.size * 2);
    if (kind < 3) { /* of one family more often than not */
        pair_copy(&q->b, &q->a, any_vertex(&q->a, r),
                  kind < 2 ? 1 : ldexp(1, test_integer(r, -3, 0)));
    } else {
        shape_family family = (shape_family)test_integer(r, 0, SHAPE_FAMILIES - 1);
        const double relative = ldexp(1, test_integer(r, 0, 5) ? 0 : test_integer(r, -20, 20));
        shape_make(&q->b, r, family, shape_count(r, most), q->a.unit * relative, 0);
        q->b.polygon.pose = shape_pose(r, &q->b, 0);
    }
    i = any_vertex(&q->a, r);
    x = test_between(r, -1, 1) * (q->a.size + q->b.size);
    y = test_between(r, -1, 1) * (q->a.size + q->b.size);
    switch (kind) {
    case 0:
        break; /* identical, or shifted by a little */
    case 1:    /* turned by half: edges that meet, antiparallel; shifted along or not */
        q->b.polygon.pose.rotation =
            vec2(-(double)q->a.polygon.pose.rotation.x, -(double)q->a.polygon.pose.rotation.y);
        if (q->a.polygon.pose.rotation.x == 0 && q->a.polygon.pose.rotation.y == 0) {
            q->b.polygon.pose.rotation = vec2(-1, 0);
        }
        x = test_integer(r, 0, 2) * q->a.unit * (q->a.whole ? 1 : 0.01);
        if (test_integer(r, 0, 1)) x = 0;
        /* vertex i of A on vertex j + 1 of B, which is another copy of vertex i + 1 */
        pair_join(q, i, any_vertex(&q->b, r), x, 0);
        if (q->a.polygon.count == q->b.polygon.count) {
            uint32_t j;
            const uint32_t n = (uint32_t)q->a.polygon.count, next = i + 1 < n ? i + 1 : 0;
            const cld_vec2 v = shape_vertex(&q->a.polygon, next);
            for (j = 0; j < n; j++) {
                const cld_vec2 w = shape_vertex(&q->b.polygon, j);
                if (w.x == v.x && w.y == v.y) {
                    pair_join(q, i, j, x, 0);
                    break;
                }
            }
        }
        break;
    case 2:
        pair_join(q, i, any_vertex(&q->b, r), 0, 0);
        break; /* nested and sharing a vertex */
    case 3:
    case 4:
        pair_join(q, i, any_vertex(&q->b, r), 0, 0);
        break;
    case 5:
    case 6:
        pair_touch(q, x, y, any_gap(r, q));
        break;
    case 7: { /* an edge of A and a vertex or edge of B */
        const cld_vec2 v = shape_vertex(&q->a.polygon, i);
        const cld_vec2 w = shape_vertex(&q->a.polygon, (i + 1) % q->a.polygon.count);
        const cld_vec2 d = cld_pose2_point(
            &q->a.polygon.pose, vec2((double)w.x - (double)v.x, (double)w.y - (double)v.y));
        x = (double)d.y - (double)q->a.polygon.pose.position.y;
        y = -(double)d.x + (double)q->a.polygon.pose.position.x;
        if (x == 0 && y == 0) x = q->a.size;
        pair_touch(q, x, y, any_gap(r, q));
        break;
    }
    case 8:
        *at = q->a.polygon.pose.position;
        if (q->a.whole && q->b.whole) {
            x = floor(x / q->a.unit) * q->a.unit, y = floor(y / q->a.unit) * q->a.unit;
        }
        *at = vec2((double)at->x + x, (double)at->y + y);
        break;
    default:
        x *= test_between(r, 0, 10), y *= test_between(r, 0, 10);
        *at = vec2((double)q->a.polygon.pose.position.x + x,
                   (double)q->a.polygon.pose.position.y + y);
    }
    if (test_integer(r, 0, 4) == 0) { /* a bit more, a bit less */
        at->x = nudge(at->x, test_integer(r, -2, 2));
        at->y = nudge(at->y, test_integer(r, -2, 2));
    }
    pair_look(q);
}

static int wrongs_shown;

static TEST_UNUSED void wrong(const pair *q, const char *what, cld_vec2 v)
{
    if (wrongs_shown++ > 5) return;
    printf("    %s: kind %d, families %s and %s, (%a, %a)\n", what, q->kind,
           shape_names[q->a.family], shape_names[q->b.family], (double)v.x, (double)v.y);
    shape_print("A", &q->a.polygon);
    shape_print("B", &q->b.polygon);
}

/* How far (x, y) is from the polygon's boundary; *inside: to its left. */
static TEST_UNUSED oracle_real off_edges(const oracle_polygon *p, oracle_real x, oracle_real y,
                                         int *inside)
{
    oracle_real best = -1;
    uint32_t k;
    int left = 0; /* of an edge: where all is in one line, a point beyond the ends is not inside */
    *inside = p->count > 2;
    for (k = 0; k < p->count; k++) { /* no signs here: lengths in long double will do */
        const oracle_point *a = &p->p[k], *b = &p->p[oracle_next(p, k)];
        const oracle_real ex = b->x - a->x, ey = b->y - a->y, ux = x - a->x, uy = y - a->y;
        const oracle_real ee = ex * ex + ey * ey;
        oracle_real t = ee > 0 ? (ux * ex + uy * ey) / ee : 0, d;
        if (!(t > 0)) t = 0;
        if (t > 1) t = 1;
        d = hypotl(ux - t * ex, uy - t * ey);
        if (best < 0 || d < best) best = d;
        if (ex * uy - ey * ux < 0) *inside = 0;
        if (ex * uy - ey * ux > 0) left = 1;
    }
    if (!left) *inside = 0;
    return best;
}

static TEST_UNUSED oracle_real off_boundary(const oracle_polygon *p, oracle_real x, oracle_real y)
{
    int inside;
    return off_edges(p, x, y, &inside);
}

/* How far (x, y) is from the polygon; 0 inside. */
static TEST_UNUSED oracle_real off_polygon(const oracle_polygon *p, oracle_real x, oracle_real y)
{
    int inside;
    const oracle_real off = off_edges(p, x, y, &inside);
    return inside ? 0 : off;
}

#endif
