/* [POLYGON], queries on one polygon: validate, hull, extremes, points, tangents, lines, closest
 * points; against the oracle, by hand, and against themselves moved, turned, scaled, re-indexed.
 *
 *     test_polygon [seed] [--polygons n]      n random polygons of each kind of query instead of
 *                                             those that TEST_EFFORT gives; 16 queries each */
#include "polygon_checks.h"
#include <time.h>

static int option_polygons;

/* How many random polygons a test makes. */
static int polygons(int full)
{
    return option_polygons ? option_polygons : test_repeat(full);
}

/* ------------------------------------------------------------------------------------- a question
   A random polygon with its oracle, and what is printed if an answer is wrong. */

typedef struct scene {
    shape s;
    oracle_view view;
    oracle_polygon corners;
    double most;  /* the largest coordinate in the world */
    double reach; /* its size */
    cld_vec2 low, high;
} scene;

static void scene_of_polygon(scene *c)
{
    uint32_t i;
    c->view = oracle_view_from(&c->s.polygon);
    oracle_corners(&c->corners, &c->view);
    c->most = c->reach = 0;
    for (i = 0; i < c->corners.count; i++) {
        const oracle_point *p = &c->corners.p[i];
        const cld_real x = (cld_real)p->x, y = (cld_real)p->y;
        if (i == 0) c->low.x = c->high.x = x, c->low.y = c->high.y = y;
        if (x < c->low.x) c->low.x = x;
        if (y < c->low.y) c->low.y = y;
        if (x > c->high.x) c->high.x = x;
        if (y > c->high.y) c->high.y = y;
        if (fabs((double)x) > c->most) c->most = fabs((double)x);
        if (fabs((double)y) > c->most) c->most = fabs((double)y);
    }
    c->reach = (double)(c->high.x - c->low.x) + (double)(c->high.y - c->low.y);
    if (!(c->reach > 0)) c->reach = c->s.unit;
}

static void scene_any(scene *c, test_random *r, int most)
{
    shape_any(&c->s, r, most);
    c->s.polygon.pose = shape_pose(r, &c->s, c->s.size * (test_integer(r, 0, 3) ? 2 : 100));
    scene_of_polygon(c);
}

static void scene_free(scene *c)
{
    shape_free(&c->s);
    oracle_clear(&c->corners);
}

static int wrongs_shown;

static void wrong(const scene *c, const char *what, cld_vec2 p, cld_vec2 q)
{
    if (wrongs_shown++ > 5) return;
    printf("    %s: family %s, (%a, %a) (%a, %a)\n", what, shape_names[c->s.family], (double)p.x,
           (double)p.y, (double)q.x, (double)q.y);
    shape_print("polygon", &c->s.polygon);
}

/* The corner's place, rounded. */
static cld_vec2 corner(const scene *c, uint32_t k)
{
    return vec2((double)c->corners.p[k].x, (double)c->corners.p[k].y);
}

static uint32_t any_corner(const scene *c, test_random *r)
{
    return (uint32_t)test_integer(r, 0, (int)c->corners.count - 1);
}

static cld_real nudge(cld_real x, int up)
{
#ifdef COLLIDE_DOUBLE
    return nextafter(x, up ? 1e300 : -1e300);
#else
    return nextafterf(x, up ? 1e37f : -1e37f);
#endif
}

/* Points where it is hard to tell: vertices, edges, the lines of edges, these but one bit; and
   others. */
static cld_vec2 any_point(const scene *c, test_random *r)
{
    const int kind = test_integer(r, 0, 11);
    const uint32_t k = any_corner(c, r);
    const cld_vec2 a = corner(c, k), b = corner(c, oracle_next(&c->corners, k));
    cld_vec2 p;
    double t = test_integer(r, 0, 8) / 8.0, w = c->reach;
    if (kind == 11) w *= 1000;
    if (kind < 3 || kind == 11) {
        p = vec2(test_between(r, (double)c->low.x - w / 4, (double)c->high.x + w / 4),
                 test_between(r, (double)c->low.y - w / 4, (double)c->high.y + w / 4));
        return p;
    }
    if (kind == 3) { /* mostly inside */
        const cld_vec2 d = corner(c, any_corner(c, r));
        return vec2(((double)a.x + (double)d.x) / 2, ((double)a.y + (double)d.y) / 2);
    }
    if (kind < 6) t = 0;
    if (kind == 9 || kind == 10) t = test_integer(r, -20, 20) / 4.0;
    p = vec2((double)a.x + t * ((double)b.x - (double)a.x),
             (double)a.y + t * ((double)b.y - (double)a.y));
    if (kind == 5 || kind == 8 || kind == 10) {
        if (test_integer(r, 0, 1)) p.x = nudge(p.x, test_integer(r, 0, 1));
        if (test_integer(r, 0, 1)) p.y = nudge(p.y, test_integer(r, 0, 1));
    }
    return p;
}

static cld_vec2 any_direction(const scene *c, test_random *r)
{
    const int kind = test_integer(r, 0, 9);
    const uint32_t k = any_corner(c, r);
    cld_vec2 a = corner(c, k), b = corner(c, oracle_next(&c->corners, k)), d;
    double turn = test_between(r, -4, 4), size = 1;
    if (kind == 1) size = pow(10, test_between(r, -12, 12));
    if (kind == 6 || kind == 7) b = corner(c, any_corner(c, r)); /* a chord */
    d = vec2((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    if (kind < 3 || (d.x == 0 && d.y == 0)) return vec2(size * cos(turn), size * sin(turn));
    if (kind == 3) return vec2(test_integer(r, -2, 2), test_integer(r, -2, 2));
    if (kind & 1) d = vec2((double)d.y, -(double)d.x);
    if (test_integer(r, 0, 1)) d = vec2(-(double)d.x, -(double)d.y);
    if (kind == 9) d.x = nudge(d.x, test_integer(r, 0, 1));
    return d;
}

/* Are vertices i and j one point? */
static int same(const scene *c, uint32_t i, uint32_t j)
{
    return i < c->view.count && j < c->view.count && oracle_same(&c->view, i, j);
}

/* Of the run of equal vertices, all neighbours, of which i is one: its first, counter-clockwise;
   0 if all are equal. */
static uint32_t first_of_run(const scene *c, uint32_t i)
{
    uint32_t k, n = c->view.count;
    for (k = 0; k < n; k++, i = i ? i - 1 : n - 1)
        if (!same(c, i, i ? i - 1 : n - 1)) return i;
    return 0;
}

static int near_point(cld_vec2 p, const oracle_point *q, double tolerance)
{
    return fabsl((oracle_real)p.x - q->x) <= tolerance + rounding(q->x) &&
           fabsl((oracle_real)p.y - q->y) <= tolerance + rounding(q->y);
}

static double largest(double a, cld_vec2 p)
{
    if (fabs((double)p.x) > a) a = fabs((double)p.x);
    if (fabs((double)p.y) > a) a = fabs((double)p.y);
    return a;
}

/* --------------------------------------------------------------------------------- the extremes */

static void check_extreme(const scene *c, cld_vec2 d)
{
    const oracle_view dv = oracle_view_of(&d);
    const oracle_point o = oracle_origin(), q = oracle_vertex(&dv, 0);
    uint32_t expected = 0, vertex = 99999999, best;
    cld_vec2 point;
    if (d.x != 0 || d.y != 0) {
        best = oracle_extreme(&c->corners, &o, &q);
        expected = first_of_run(c, c->corners.p[best].i);
    }
    if (!CHECK(cld_polygon_extreme(&c->s.polygon, d, &vertex, &point) == CLD_OK) ||
        !CHECK(vertex == expected)) {
        printf("    vertex %u, expected %u\n", vertex, expected);
        wrong(c, "extreme", d, d);
        return;
    }
    {
        const oracle_point p = oracle_vertex(&c->view, vertex);
        if (!CHECK(near_point(point, &p, 4 * DBL_EPSILON * c->most))) wrong(c, "extreme", d, d);
    }
}

/* width: only rounding of its own, whatever the position. */
static void check_span(const scene *c, cld_vec2 d)
{
    const oracle_view dv = oracle_view_of(&d);
    const oracle_point o = oracle_origin(), q = oracle_vertex(&dv, 0);
    cld_span span;
    oracle_real length, low, high, width, chord;
    const oracle_point *pl, *ph;
    uint32_t low_k, high_k;
    const int status = cld_polygon_span(&c->s.polygon, d, &span);
    if (d.x == 0 && d.y == 0) {
        CHECK(status == CLD_ERROR_PARAMETER);
        return;
    }
    high_k = oracle_extreme(&c->corners, &o, &q), low_k = oracle_extreme(&c->corners, &q, &o);
    ph = &c->corners.p[high_k], pl = &c->corners.p[low_k];
    if (!CHECK(status == CLD_OK) || !CHECK(span.vertex_max == first_of_run(c, ph->i)) ||
        !CHECK(span.vertex_min == first_of_run(c, pl->i))) {
        printf("    vertices %u %u, expected %u %u\n", span.vertex_min, span.vertex_max,
               first_of_run(c, pl->i), first_of_run(c, ph->i));
        wrong(c, "span", d, d);
        return;
    }
    length = oracle_length(&o, &q), chord = oracle_length(pl, ph);
    low = oracle_product(&o, &q, &o, pl, 1) / length;
    high = oracle_product(&o, &q, &o, ph, 1) / length;
    width = oracle_product(&o, &q, pl, ph, 1) / length;
    if (!CHECK(fabsl(low - (oracle_real)span.min) <= 8 * DBL_EPSILON * c->most + rounding(low)) ||
        !CHECK(fabsl(high - (oracle_real)span.max) <= 8 * DBL_EPSILON * c->most + rounding(high)) ||
        !CHECK(fabsl(width - (oracle_real)span.width) <=
               8 * DBL_EPSILON * chord + rounding(width))) {
        printf("    min %La %a max %La %a width %La %a\n", low, (double)span.min, high,
               (double)span.max, width, (double)span.width);
        wrong(c, "span", d, d);
    }
}

static void extremes_of_random_polygons(void)
{
    static scene c;
    const int repeat = polygons(1500);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(1000000 + (uint64_t)i);
        cld_vec2 d[17];
        uint32_t found[17], one;
        scene_any(&c, &r, 200);
        for (k = 0; k < 17; k++) {
            d[k] = k == 16 ? vec2(0, 0) : any_direction(&c, &r);
            check_extreme(&c, d[k]);
            check_span(&c, d[k]);
        }
        CHECK(cld_polygon_extreme_many(&c.s.polygon, d, 17, found) == CLD_OK);
        for (k = 0; k < 17; k++) {
            CHECK(cld_polygon_extreme(&c.s.polygon, d[k], &one, NULL) == CLD_OK);
            if (!CHECK(found[k] == one)) wrong(&c, "extreme_many", d[k], d[k]);
        }
    }
    scene_free(&c);
}

/* ------------------------------------------------------------------------------- points in them */

static void check_contains(const scene *c, cld_vec2 p)
{
    const oracle_view pv = oracle_view_of(&p);
    const oracle_point q = oracle_vertex(&pv, 0);
    const int expected = oracle_where(&c->corners, &q);
    const int found = cld_polygon_contains(&c->s.polygon, p);
    if (!CHECK(found == expected)) {
        printf("    where %d, expected %d\n", found, expected);
        wrong(c, "contains", p, p);
    }
}

static void check_tangents(const scene *c, cld_vec2 p)
{
    const oracle_view pv = oracle_view_of(&p);
    const oracle_point q = oracle_vertex(&pv, 0);
    const int expected = oracle_where(&c->corners, &q) == 0;
    uint32_t found[2] = {77, 77}, right, left;
    const int status = cld_polygon_tangents(&c->s.polygon, p, found);
    if (!CHECK(status == expected)) {
        printf("    tangents %d, expected %d\n", status, expected);
        wrong(c, "tangents", p, p);
    }
    if (status != 1 || !expected) return;
    right = c->corners.p[oracle_tangent(&c->corners, &q, -1)].i;
    left = c->corners.p[oracle_tangent(&c->corners, &q, 1)].i;
    if (!CHECK(same(c, found[0], right)) || !CHECK(same(c, found[1], left))) {
        printf("    tangents %u %u, expected %u %u\n", found[0], found[1], right, left);
        wrong(c, "tangents", p, p);
    }
}

/* Is `feature` the corner k, or the edge k (of a flat polygon also one that goes the other way)? */
static int is_feature(const scene *c, uint32_t feature, int edge, uint32_t k, const oracle_point *q)
{
    const uint32_t number = feature / 4;
    oracle_point a, b;
    if (number >= c->view.count || feature % 4 != (edge ? CLD_FEATURE_EDGE : CLD_FEATURE_VERTEX)) {
        return 0;
    }
    if (!edge) return same(c, number, c->corners.p[k].i);
    if (number == c->corners.p[k].i) return 1;
    a = oracle_vertex(&c->view, number);
    b = oracle_vertex(&c->view, number + 1 < c->view.count ? number + 1 : 0);
    return oracle_cross(&a, &b, &a, &c->corners.p[k]) == 0 &&
           oracle_cross(&a, &b, &a, &c->corners.p[oracle_next(&c->corners, k)]) == 0 && q &&
           oracle_dot(&a, &b, &a, q) > 0 && oracle_dot(&b, &a, &b, q) > 0 &&
           !same(c, number, number + 1 < c->view.count ? number + 1 : 0);
}

/* The unit outward normal of edge k. */
static void edge_normal(const scene *c, uint32_t k, oracle_real n[2])
{
    const oracle_polygon *p = &c->corners;
    oracle_real e[2], length;
    oracle_vector(&p->p[k], &p->p[oracle_next(p, k)], e);
    length = sqrtl(e[0] * e[0] + e[1] * e[1]);
    n[0] = length > 0 ? e[1] / length : 0, n[1] = length > 0 ? -e[0] / length : 0;
}

static int is_normal(cld_vec2 found, const oracle_real n[2], oracle_real tolerance)
{
    return fabsl((oracle_real)found.x - n[0]) <= tolerance &&
           fabsl((oracle_real)found.y - n[1]) <= tolerance;
}

static void check_closest(const scene *c, cld_vec2 p)
{
    const oracle_view pv = oracle_view_of(&p);
    const oracle_point q = oracle_vertex(&pv, 0);
    const int expected = oracle_where(&c->corners, &q) == 0;
    const double most = largest(c->most, p);
    cld_contact2 found;
    oracle_near near;
    oracle_real n[2], tolerance;
    oracle_point foot;
    int good;
    const int status = cld_polygon_closest(&c->s.polygon, p, &found);
    if (!CHECK(status == expected)) {
        printf("    closest %d, expected %d\n", status, expected);
        wrong(c, "closest", p, p);
    }
    if (status != expected) return;
    if (!expected) {
        if (!CHECK(is_equal(found.point_a, p) && is_equal(found.point_b, p) &&
                   is_zero(found.normal) && found.distance == 0)) {
            wrong(c, "closest", p, p);
        }
        return;
    }
    near = oracle_nearest(&c->corners, &q);
    foot = c->corners.p[near.k];
    if (near.edge) {
        edge_normal(c, near.k, n);
        foot.x = q.x - n[0] * near.distance, foot.y = q.y - n[1] * near.distance;
        tolerance = 16 * TEST_ROUND;
    } else {
        oracle_vector(&c->corners.p[near.k], &q, n);
        n[0] /= near.distance, n[1] /= near.distance;
        tolerance = 16 * TEST_ROUND + BOUND * most / near.distance;
    }
    good = CHECK(is_feature(c, found.feature_a, near.edge, near.k, &q));
    good &= CHECK(found.feature_b == CLD_FEATURE_VERTEX);
    good &= CHECK(fabsl((oracle_real)found.distance - near.distance) <=
                  BOUND * most + rounding(near.distance));
    good &= CHECK(found.distance > 0) && CHECK(is_unit(found.normal));
    good &= CHECK(near_point(found.point_a, &foot, BOUND * most));
    good &= CHECK(near_point(found.point_b, &q, 0));
    good &= CHECK(is_normal(found.normal, n, tolerance));
    if (good) return;
    printf("    feature %u, expected %s %u; distance %a, expected %La\n", found.feature_a,
           near.edge ? "edge" : "vertex", c->corners.p[near.k].i, (double)found.distance,
           near.distance);
    printf("    normal %a %a, expected %La %La; point %a %a, expected %La %La\n",
           (double)found.normal.x, (double)found.normal.y, n[0], n[1], (double)found.point_a.x,
           (double)found.point_a.y, foot.x, foot.y);
    wrong(c, "closest", p, p);
}

static void points_and_random_polygons(void)
{
    static scene c;
    const int repeat = polygons(1500);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(2000000 + (uint64_t)i);
        cld_real many[17 * 3];
        cld_vec2 p[17];
        uint8_t found[17];
        const size_t stride = (size_t)test_integer(&r, 2, 3);
        scene_any(&c, &r, 200);
        for (k = 0; k < 17; k++) {
            p[k] = any_point(&c, &r);
            many[(size_t)k * stride] = p[k].x, many[(size_t)k * stride + 1] = p[k].y;
            check_contains(&c, p[k]);
            check_tangents(&c, p[k]);
            check_closest(&c, p[k]);
        }
        CHECK(cld_polygon_contains_many(&c.s.polygon, many, 17,
                                        stride == 2 ? 0 : stride * sizeof(cld_real),
                                        found) == CLD_OK);
        for (k = 0; k < 17; k++)
            if (!CHECK(found[k] == cld_polygon_contains(&c.s.polygon, p[k]))) {
                wrong(&c, "contains_many", p[k], p[k]);
            }
    }
    scene_free(&c);
}

/* ---------------------------------------------------------------------------------------- lines */

enum { LINE, RAY, SEGMENT };

/* The normal that the docs promise at an end; tolerance in *off, negative: unspecified. */
static void end_normal(const scene *c, const oracle_end *end, const oracle_real d[2], int along,
                       oracle_real n[2], oracle_real *off)
{
    const oracle_polygon *p = &c->corners;
    *off = 16 * TEST_ROUND;
    if (p->count == 1) { /* a point: against the direction */
        const oracle_real length = hypotl(d[0], d[1]);
        n[0] = -d[0] / length, n[1] = -d[1] / length;
    } else if (end->edge) {
        edge_normal(c, end->k, n);
    } else if (along >= 0) {
        edge_normal(c, (uint32_t)along, n);
    } else {
        oracle_real m[2], length;
        edge_normal(c, end->k, n);
        edge_normal(c, oracle_previous(p, end->k), m);
        n[0] += m[0], n[1] += m[1];
        length = sqrtl(n[0] * n[0] + n[1] * n[1]);
        if (length < 1e-9L) {
            *off = -1;
        } else {
            n[0] /= length, n[1] /= length;
            *off *= 1 + 2 / length;
        }
    }
}

/* An edge that lies in the line, if the line touches along one and all is on one side; or -1. */
static int edge_in_line(const scene *c, const oracle_point *o, const oracle_point *d0,
                        const oracle_point *d1)
{
    const oracle_polygon *p = &c->corners;
    uint32_t k;
    if (p->count < 2) return -1;
    for (k = 0; k < p->count; k++)
        if (oracle_cross(d0, d1, o, &p->p[k]) == 0 &&
            oracle_cross(d0, d1, o, &p->p[oracle_next(p, k)]) == 0) {
            return (int)k;
        }
    return -1;
}

/* Is p what the end says? */
static int is_end(const scene *c, const oracle_end *end, int along, cld_vec2 origin,
                  const oracle_real d[2], double most, cld_real t, cld_vec2 point, cld_vec2 normal,
                  uint32_t feature)
{
    const oracle_real unit = fmaxl(fabsl(d[0]), fabsl(d[1]));
    oracle_real n[2], off;
    oracle_point at = oracle_origin();
    int good, flat = 0;
    uint32_t k;
    at.x = (oracle_real)origin.x + end->t * d[0];
    at.y = (oracle_real)origin.y + end->t * d[1];
    for (k = 2; k < c->corners.count; k++)
        flat |= oracle_cross(&c->corners.p[0], &c->corners.p[1], &c->corners.p[0],
                             &c->corners.p[k]) != 0;
    flat = !flat;
    end_normal(c, end, d, along, n, &off);
    good = CHECK(fabsl((oracle_real)t - end->t) * unit <= BOUND * most + rounding(end->t) * unit);
    good &= CHECK(near_point(point, &at, BOUND * most));
    if (flat) {
        good &= CHECK(feature / 4 < c->view.count);
    } else {
        good &= CHECK(is_feature(c, feature, end->edge, end->k, NULL));
    }
    if (off >= 0 && !flat) good &= CHECK(is_normal(normal, n, off));
    if (!good) {
        printf("    t %a, expected %La; at %a %a, expected %La %La\n", (double)t, end->t,
               (double)point.x, (double)point.y, at.x, at.y);
        printf("    normal %a %a, expected %La %La; feature %u, expected %s %u\n", (double)normal.x,
               (double)normal.y, n[0], n[1], feature, end->edge ? "edge" : "vertex",
               c->corners.p[end->k].i);
    }
    return good;
}

static const char *const line_names[3] = {"clip_line", "clip_ray", "clip_segment"};

/* to: for a segment; d: else. */
static void check_line(const scene *c, int what, cld_vec2 o, cld_vec2 d, cld_vec2 to)
{
    const oracle_view ov = oracle_view_of(&o), dv = oracle_view_of(&d), tv = oracle_view_of(&to);
    const oracle_point zero = oracle_origin(), qo = oracle_vertex(&ov, 0);
    const oracle_point qd = oracle_vertex(&dv, 0), qt = oracle_vertex(&tv, 0);
    const oracle_point *d0 = what == SEGMENT ? &qo : &zero, *d1 = what == SEGMENT ? &qt : &qd;
    double most = largest(c->most, o);
    oracle_end enter, leave;
    oracle_real e[2];
    cld_clip2 clip;
    int expected, status, good = 1, along;
    oracle_vector(d0, d1, e);
    if (what == SEGMENT) {
        status = cld_polygon_clip_segment(&c->s.polygon, o, to, &clip);
        most = largest(most, to);
        expected = oracle_line(&c->corners, &qo, &qt, d0, d1, &enter, &leave);
        expected = expected && leave.before >= 0 && enter.after <= 0;
    } else {
        status = what == RAY ? cld_polygon_clip_ray(&c->s.polygon, o, d, &clip)
                             : cld_polygon_clip_line(&c->s.polygon, o, d, &clip);
        expected = oracle_line(&c->corners, &qo, NULL, d0, d1, &enter, &leave);
        if (what == RAY) expected = expected && leave.before >= 0;
    }
    if (!CHECK(status == expected)) {
        printf("    %d, expected %d\n", status, expected);
        wrong(c, line_names[what], o, what == SEGMENT ? to : d);
        return;
    }
    if (!status) return;
    along = edge_in_line(c, &qo, d0, d1);
    good &= CHECK(clip.enter <= clip.exit);
    if (what != LINE && enter.before < 0) { /* begins inside */
        good &= CHECK(clip.enter == 0) && CHECK(is_equal(clip.enter_point, o));
        good &= CHECK(is_zero(clip.enter_normal));
        good &= CHECK(clip.enter_feature == CLD_FEATURE_INTERIOR);
    } else {
        good &= is_end(c, &enter, along, o, e, most, clip.enter, clip.enter_point,
                       clip.enter_normal, clip.enter_feature);
    }
    if (what == SEGMENT && leave.after > 0) {
        good &= CHECK(clip.exit == 1) && CHECK(is_equal(clip.exit_point, to));
        good &= CHECK(is_zero(clip.exit_normal));
        good &= CHECK(clip.exit_feature == CLD_FEATURE_INTERIOR);
    } else {
        good &= is_end(c, &leave, along, o, e, most, clip.exit, clip.exit_point, clip.exit_normal,
                       clip.exit_feature);
    }
    if (!good) wrong(c, line_names[what], o, what == SEGMENT ? to : d);
}

static void lines_and_random_polygons(void)
{
    static scene c;
    const int repeat = polygons(1500);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(3000000 + (uint64_t)i);
        scene_any(&c, &r, 200);
        for (k = 0; k < 16; k++) {
            const cld_vec2 o = any_point(&c, &r), d = any_direction(&c, &r);
            cld_vec2 to = any_point(&c, &r);
            if (test_integer(&r, 0, 3) == 0) {
                to = vec2((double)o.x + (double)d.x, (double)o.y + (double)d.y);
            }
            if (d.x != 0 || d.y != 0) {
                check_line(&c, LINE, o, d, o);
                check_line(&c, RAY, o, d, o);
            } else {
                CHECK(cld_polygon_clip_line(&c.s.polygon, o, d, NULL) == CLD_ERROR_PARAMETER);
                CHECK(cld_polygon_clip_ray(&c.s.polygon, o, d, NULL) == CLD_ERROR_PARAMETER);
            }
            if (is_equal(o, to)) { /* a point: there or not */
                cld_clip2 clip;
                const int there = cld_polygon_contains(&c.s.polygon, o) != CLD_OUTSIDE;
                if (!CHECK(cld_polygon_clip_segment(&c.s.polygon, o, o, &clip) == there)) {
                    wrong(&c, "clip_segment", o, o);
                } else if (there) {
                    CHECK(is_equal(clip.enter_point, o) && is_equal(clip.exit_point, o));
                    CHECK(clip.enter >= 0 && clip.enter <= clip.exit && clip.exit <= 1);
                    if (clip.enter_feature % 4 == CLD_FEATURE_VERTEX) {
                        const uint32_t v = clip.enter_feature / 4;
                        if (!CHECK(first_of_run(&c, v) == v)) wrong(&c, "clip_segment", o, o);
                    }
                }
                CHECK(cld_polygon_clip_segment(&c.s.polygon, o, o, NULL) == there);
            } else {
                check_line(&c, SEGMENT, o, d, to);
            }
        }
    }
    scene_free(&c);
}

/* ---------------------------------------------------------------------------- validity and hull */

/* The oracle's first offending vertex is one of a run of equal ones; any of the run will do. */
static void check_validate(scene *c)
{
    long expected;
    size_t where = 12345678;
    const int status = cld_polygon_validate(&c->s.polygon, &where);
    scene_of_polygon(c);
    expected = oracle_convex(&c->corners);
    if (!CHECK(status == (expected < 0 ? CLD_OK : CLD_ERROR_CONVEX)) ||
        (expected >= 0 &&
         !CHECK(where < c->view.count && same(c, (uint32_t)where, c->corners.p[expected].i)))) {
        printf("    status %d, where %lu, expected %ld\n", status, (unsigned long)where,
               expected < 0 ? -1L : (long)c->corners.p[expected].i);
        wrong(c, "validate", vec2(0, 0), vec2(0, 0));
    }
}

/* A segment of the smallest numbers there are, through a point in its middle. */
static void lines_of_the_least_numbers(void)
{
    const double least = sizeof(cld_real) == 4 ? ldexp(1, -149) : ldexp(1, -1074);
    const double far_off = sizeof(cld_real) == 4 ? ldexp(1, 40) : ldexp(1, 220);
    cld_vec2 far_vertex = vec2(far_off, -far_off), v = vec2(0, 0);
    cld_polygon p;
    cld_clip2 clip;
    int posed;
    for (posed = 0; posed < 2; posed++) {
        memset(&p, 0, sizeof p);
        p.vertices = posed ? &far_vertex.x : &v.x, p.count = 1;
        if (posed) {
            p.pose.rotation = vec2(1, 0);
            p.pose.position = vec2(-far_off, far_off);
        }
        CHECK(cld_polygon_clip_segment(&p, vec2(-least, -least), vec2(least, least), &clip) == 1);
        CHECK((double)clip.enter == 0.5 && (double)clip.exit == 0.5);
    }
}

static void random_polygons_are_convex_until_bent(void)
{
    static scene c;
    const int repeat = polygons(4000);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(4000000 + (uint64_t)i);
        size_t stride, n;
        scene_any(&c, &r, 200);
        if (!CHECK(cld_polygon_validate(&c.s.polygon, NULL) == CLD_OK)) {
            wrong(&c, "validate", vec2(0, 0), vec2(0, 0));
        }
        n = c.s.polygon.count;
        stride = c.s.polygon.stride ? c.s.polygon.stride / sizeof(cld_real) : 2;
        k = test_integer(&r, 0, 3);
        if (k == 0) { /* two vertices change places */
            cld_real *p = c.s.memory + stride * (size_t)test_integer(&r, 0, (int)n - 1);
            cld_real *q = c.s.memory + stride * (size_t)test_integer(&r, 0, (int)n - 1), t;
            t = p[0], p[0] = q[0], q[0] = t;
            t = p[1], p[1] = q[1], q[1] = t;
        } else if (k == 1) { /* one moves */
            cld_real *p = c.s.memory + stride * (size_t)test_integer(&r, 0, (int)n - 1);
            p[0] = (cld_real)((double)p[0] + test_between(&r, -1, 1) * c.s.size);
        } else if (k == 2) { /* one moves by a bit */
            cld_real *p = c.s.memory + stride * (size_t)test_integer(&r, 0, (int)n - 1);
            p[0] = nudge(p[0], test_integer(&r, 0, 1));
        } else { /* twice around, or the other way around */
            size_t h = n / 2, q;
            for (q = 0; q < h; q++)
                memcpy(c.s.memory + (q + h) * stride, c.s.memory + q * stride,
                       2 * sizeof(cld_real));
            if (test_integer(&r, 0, 1) && h > 0) c.s.polygon.count = 2 * h;
        }
        check_validate(&c);
    }
    scene_free(&c);
}

/* A star is drawn in several turns; each step is to the left. */
static void stars_go_around_more_than_once(void)
{
    static scene c;
    int n, step, i;
    for (n = 5; n < 40; n++) {
        for (step = 2; step < n / 2; step++) {
            shape_points *p = &shape_scratch[0];
            p->count = 0;
            for (i = 0; i < n; i++) {
                const double a = 6.283185307179586 * ((i * step) % n) / n;
                shape_push(p, cos(a), sin(a));
            }
            shape_store(&c.s, p, (size_t)(n * step) % 3, 2);
            check_validate(&c);
        }
    }
    scene_free(&c);
}

/* The hull by its definition: the same points in another order, what lies in their strides with
   them; corners turn left, all of them strictly; nothing is outside. n h tests. */
static void check_hull(const cld_vec2 *points, size_t n, size_t stride, int full)
{
    static shape_points given;
    cld_real *a = (cld_real *)calloc(n * stride + 1, sizeof a[0]);
    unsigned char *seen = (unsigned char *)calloc(n + 1, 1);
    size_t i, k, h, low = 0;
    int found, good = 1;
    if (!a || !seen) abort();
    given.count = 0;
    for (i = 0; i < n; i++) {
        shape_push(&given, (double)points[i].x, (double)points[i].y);
        a[i * stride] = points[i].x, a[i * stride + 1] = points[i].y;
        if (stride > 2) a[i * stride + 2] = (cld_real)i;
        if (points[i].x < points[low].x ||
            (points[i].x == points[low].x && points[i].y < points[low].y)) {
            low = i;
        }
    }
    found = cld_polygon_hull(a, n, stride == 2 ? 0 : stride * sizeof a[0]);
    if (!CHECK(found >= 1 && (size_t)found <= n)) {
        free(a), free(seen);
        return;
    }
    h = (size_t)found;
    for (i = 0; i < n && stride > 2; i++) {
        const cld_real *p = a + i * stride;
        const size_t was = (size_t)p[2];
        good &= was < n && !seen[was] && points[was].x == p[0] && points[was].y == p[1];
        if (was < n) seen[was] = 1;
    }
    if (stride == 2) { /* the same points, whatever the order */
        for (i = 0; i < n; i++) given.p[i].x = a[2 * i], given.p[i].y = a[2 * i + 1];
        memcpy(a, points, n * sizeof points[0]);
        qsort(a, n, sizeof points[0], shape_order);
        shape_push(&given, 0, 0);
        qsort(given.p, n, sizeof points[0], shape_order);
        good &= memcmp(a, given.p, n * sizeof points[0]) == 0;
        memcpy(a, points, n * sizeof points[0]);
        good &= cld_polygon_hull(a, n, 0) == found;
    }
    good &= a[0] == points[low].x && a[1] == points[low].y;
    for (i = 0; i < h; i++) {
        const cld_vec2 p = vec2((double)a[i * stride], (double)a[i * stride + 1]);
        const size_t j = (i + 1) % h, l = (i + 2) % h;
        const cld_vec2 q = vec2((double)a[j * stride], (double)a[j * stride + 1]);
        const cld_vec2 s = vec2((double)a[l * stride], (double)a[l * stride + 1]);
        if (h > 1) good &= !is_equal(p, q);
        if (h > 2) good &= cld_orient2d(p, q, s) > 0;
        for (k = 0; k < n && h > 1 && full; k++) good &= cld_orient2d(p, q, points[k]) >= 0;
    }
    if (h == 1) {
        for (k = 0; k < n; k++) good &= is_equal(points[k], points[0]);
    } else if (h == 2) {
        const cld_vec2 p = vec2((double)a[0], (double)a[1]);
        const cld_vec2 q = vec2((double)a[stride], (double)a[stride + 1]);
        for (k = 0; k < n; k++) { /* all between the two */
            good &= cld_orient2d(p, q, points[k]) == 0;
            good &= shape_order(&p, &points[k]) <= 0 && shape_order(&points[k], &q) <= 0;
        }
    }
    {
        cld_polygon hull;
        memset(&hull, 0, sizeof hull);
        hull.vertices = a, hull.count = h, hull.stride = stride * sizeof a[0];
        good &= cld_polygon_validate(&hull, NULL) == CLD_OK;
    }
    if (!CHECK(good) && wrongs_shown++ < 5) {
        printf("    hull of %lu points, stride %lu: %d\n", (unsigned long)n, (unsigned long)stride,
               found);
        for (i = 0; i < n && i < 40; i++)
            printf("      {%a, %a},\n", (double)points[i].x, (double)points[i].y);
    }
    free(a), free(seen);
}

/* Of the points of the lower side, which are sorted, every median of three is the second of those
   that are left (Musser 1997): where quicksort takes longest. */
/* Clouds of which many lie outside of an octagon of some, and many inside. */
static void hulls_of_clouds(void)
{
    enum { MOST = 6000 };
    static cld_real xy[2 * MOST], given[2 * MOST];
    test_random r = test_random_from(93);
    int n, i, h, repeat = test_repeat(20);
    for (n = 0; n < repeat; n++) {
        const int count = test_integer(&r, MOST / 2, MOST);
        cld_polygon p;
        for (i = 0; i < count; i++) {
            const double a = test_between(&r, 0, 6.3),
                         d = sqrt(test_between(&r, n % 2 ? 0.8 : 0, 1));
            given[2 * i] = (cld_real)(d * cos(a)), given[2 * i + 1] = (cld_real)(d * sin(a));
        }
        memcpy(xy, given, sizeof xy);
        h = cld_polygon_hull(xy, (size_t)count, 0);
        if (!CHECK(h > 2 && h < count)) continue;
        p = polygon_of(xy, (size_t)h);
        CHECK(cld_polygon_validate(&p, NULL) == CLD_OK);
        for (i = 0; i < count; i++) {
            const cld_vec2 q = vec2((double)given[2 * i], (double)given[2 * i + 1]);
            CHECK(cld_polygon_contains(&p, q) >= CLD_BOUNDARY);
        }
    }
}

static void hulls_of_points_in_the_worst_order(void)
{
    enum { HALF = 2048 };
    static shape_points p;
    int i, curve;
    for (curve = 0; curve < 2; curve++) {
        p.count = 0;
        shape_push(&p, 0, 0);
        for (i = 0; i < 2 * HALF; i++) {
            const int low = i % 2 ? HALF + i : i + 1, x = i < HALF ? low : 2 * (i - HALF + 1);
            shape_push(&p, x, curve ? x * (x - 2.0 * HALF - 1) : -1);
        }
        shape_push(&p, 2 * HALF + 1, 0);
        check_hull(p.p, p.count, 2, 0);
        check_hull(p.p, p.count, 3, 0);
    }
}

static void hulls_of_random_points(void)
{
    static shape_points p;
    const int repeat = polygons(5000);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(5000000 + (uint64_t)i);
        const int kind = test_integer(&r, 0, 6), n = (int)shape_count(&r, 200);
        const double tiny = pow(10, -test_between(&r, 0, 17));
        p.count = 0;
        for (k = 0; k < n; k++) {
            const double x = test_between(&r, -1, 1), y = test_between(&r, -1, 1);
            const int a = test_integer(&r, -3, 3), b = test_integer(&r, -3, 3);
            if (kind == 0) shape_push(&p, x, y);
            if (kind == 1) shape_push(&p, cos(4 * x), sin(4 * x));
            if (kind == 2) shape_push(&p, a, b);
            if (kind == 3) shape_push(&p, x, x + y * tiny);
            if (kind == 4) shape_push(&p, 3 * a, -2 * a);
            if (kind == 5) shape_push(&p, 7, a == 0 ? y : 1);
            if (kind == 6) shape_push(&p, 0.5 + a * TEST_ROUND, 0.5 + b * TEST_ROUND);
        }
        check_hull(p.p, p.count, (size_t)test_integer(&r, 2, 4), 1);
    }
    p.count = 0;
    for (k = 0; k < 100000; k++) { /* all equal; sorted; sorted backwards: quicksort's worst */
        shape_push(&p, 1, 2);
    }
    check_hull(p.p, p.count, 3, 1);
    for (k = 0; k < 100000; k++) p.p[k] = vec2(k, k % 7);
    check_hull(p.p, p.count, 3, 0);
    for (k = 0; k < 100000; k++) p.p[k] = vec2(-k, 3 - k % 7);
    check_hull(p.p, p.count, 2, 0);
}

/* ------------------------------------------------------------------------------ many vertices */

static void large_polygons(void)
{
    static scene c;
    static const shape_family families[5] = {SHAPE_REGULAR, SHAPE_CIRCLE, SHAPE_ELLIPSE,
                                             SHAPE_LATTICE, SHAPE_PARABOLA};
    const int most = option_polygons > 100000 ? 1000000 : test_effort < 50 ? 10000 : 100000;
    int n, f, k;
    for (n = 1000; n <= most; n *= 10) {
        for (f = 0; f < 5; f++) {
            test_random r = test_random_from((uint64_t)(6000000 + 10 * n + f));
            shape_make(&c.s, &r, families[f], (size_t)n, 1, 0);
            for (k = 0; k < 12; k++) {
                cld_vec2 p, d;
                if (k % 4 == 0) { /* n/2 repeats come in by chance */
                    c.s.polygon.pose = shape_pose(&r, &c.s, c.s.size);
                    scene_of_polygon(&c);
                }
                p = any_point(&c, &r), d = any_direction(&c, &r);
                check_extreme(&c, d);
                check_span(&c, d);
                check_contains(&c, p);
                check_tangents(&c, p);
                check_closest(&c, p);
                if (d.x != 0 || d.y != 0) check_line(&c, LINE, p, d, p);
                if (d.x != 0 || d.y != 0) check_line(&c, RAY, p, d, p);
            }
        }
    }
    scene_free(&c);
}

/* ------------------------------------------------------------------- the same asked differently */

/* All times a power of two: the same features, the same numbers to their bounds. */
static void scaling_changes_nothing(void)
{
    static scene c, big;
    const int repeat = polygons(800);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(7000000 + (uint64_t)i);
        const shape_family family = (shape_family)test_integer(&r, 0, SHAPE_FAMILIES - 1);
        const size_t n = shape_count(&r, 100);
        test_random again = r;
#ifdef COLLIDE_DOUBLE
        const double scale = ldexp(1, test_integer(&r, test_integer(&r, 0, 3) ? -450 : -490,
                                                   test_integer(&r, 0, 3) ? 430 : 484));
#else
        const double scale = ldexp(1, test_integer(&r, -50, 50));
#endif
        again = r;
        shape_make(&c.s, &r, family, n, 1, 0);
        shape_make(&big.s, &again, family, n, scale, 0);
        c.s.polygon.pose = shape_pose(&r, &c.s, 3);
        big.s.polygon.pose = c.s.polygon.pose;
        big.s.polygon.pose.position.x = (cld_real)((double)c.s.polygon.pose.position.x * scale);
        big.s.polygon.pose.position.y = (cld_real)((double)c.s.polygon.pose.position.y * scale);
        scene_of_polygon(&c);
        for (k = 0; k < 8; k++) {
            const cld_vec2 p = any_point(&c, &r), d = any_direction(&c, &r);
            const cld_vec2 q = vec2((double)p.x * scale, (double)p.y * scale);
            const cld_vec2 e = vec2((double)d.x * scale, (double)d.y * scale);
            uint32_t u[2] = {0, 0}, v[2] = {0, 0};
            cld_contact2 f, g;
            cld_clip2 s, t;
            int good = 1;
            if ((q.x == 0) != (p.x == 0) || (q.y == 0) != (p.y == 0)) continue; /* underflow */
            if ((e.x == 0) != (d.x == 0) || (e.y == 0) != (d.y == 0)) continue;
            if (!(largest(largest(0, q), e) <= 1e150)) continue; /* refused */
            cld_polygon_extreme(&c.s.polygon, d, u, NULL);
            cld_polygon_extreme(&big.s.polygon, e, v, NULL);
            good &= CHECK(u[0] == v[0]);
            good &= CHECK(cld_polygon_contains(&c.s.polygon, p) ==
                          cld_polygon_contains(&big.s.polygon, q));
            good &= CHECK(cld_polygon_tangents(&c.s.polygon, p, u) ==
                          cld_polygon_tangents(&big.s.polygon, q, v));
            good &= CHECK(u[0] == v[0] && u[1] == v[1]);
            if (CHECK(cld_polygon_closest(&c.s.polygon, p, &f) ==
                      cld_polygon_closest(&big.s.polygon, q, &g))) {
                good &= CHECK(fabs((double)f.distance - (double)g.distance / scale) <=
                              2 * BOUND * largest(c.most, p) + 2 * TEST_ROUND * (double)f.distance);
                good &= CHECK(f.distance == 0 || f.feature_a == g.feature_a);
            }
            if (d.x == 0 && d.y == 0) continue;
            if (CHECK(cld_polygon_clip_line(&c.s.polygon, p, d, &s) ==
                      cld_polygon_clip_line(&big.s.polygon, q, e, &t)) &&
                cld_polygon_clip_line(&c.s.polygon, p, d, NULL)) {
                const double off = 2 * BOUND * largest(c.most, p);
                const double unit = largest(0, d);
                good &= CHECK(fabs((double)s.enter - (double)t.enter) * unit <=
                              off + 2 * TEST_ROUND * fabs((double)s.enter) * unit);
                good &= CHECK(fabs((double)s.exit - (double)t.exit) * unit <=
                              off + 2 * TEST_ROUND * fabs((double)s.exit) * unit);
                good &= CHECK(s.enter_feature == t.enter_feature);
                good &= CHECK(s.exit_feature == t.exit_feature);
            }
            if (!good) {
                printf("    scale %a\n", scale);
                wrong(&c, "scaling", p, d);
            }
        }
    }
    scene_free(&c);
    scene_free(&big);
}

/* The polygon whose vertex 0 is another one; and its mirror image, run through backwards. */
static void other_numbers_and_mirrors(void)
{
    static scene c, turned, mirror;
    const int repeat = polygons(800);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(8000000 + (uint64_t)i);
        shape_points *p = &shape_scratch[0];
        size_t n, first, j;
        scene_any(&c, &r, 100);
        n = c.s.polygon.count, first = (size_t)test_integer(&r, 0, (int)n - 1);
        p->count = 0;
        for (j = 0; j < n; j++) {
            const cld_vec2 v = shape_vertex(&c.s.polygon, j);
            shape_push(p, (double)v.x, (double)v.y);
        }
        shape_store(&turned.s, p, first, 2);
        turned.s.polygon.pose = c.s.polygon.pose;
        p->count = 0;
        for (j = n; j-- > 0;) {
            const cld_vec2 v = shape_vertex(&c.s.polygon, j);
            shape_push(p, -(double)v.x, (double)v.y);
        }
        shape_store(&mirror.s, p, 0, 2);
        mirror.s.polygon.pose = c.s.polygon.pose;
        mirror.s.polygon.pose.rotation.y = -c.s.polygon.pose.rotation.y;
        mirror.s.polygon.pose.position.x = -c.s.polygon.pose.position.x;
        for (k = 0; k < 8; k++) {
            const cld_vec2 q = any_point(&c, &r), d = any_direction(&c, &r);
            const cld_vec2 mq = vec2(-(double)q.x, (double)q.y);
            uint32_t u = 0, v = 0, t[2] = {0, 0}, s[2] = {0, 0};
            const int where = cld_polygon_contains(&c.s.polygon, q);
            int good = 1;
            good &= CHECK(where == cld_polygon_contains(&turned.s.polygon, q));
            good &= CHECK(where == cld_polygon_contains(&mirror.s.polygon, mq));
            cld_polygon_extreme(&c.s.polygon, d, &u, NULL);
            cld_polygon_extreme(&turned.s.polygon, d, &v, NULL);
            good &= CHECK((d.x == 0 && d.y == 0) || same(&c, u, (uint32_t)((v + first) % n)));
            if (where == CLD_OUTSIDE) {
                good &= CHECK(cld_polygon_tangents(&c.s.polygon, q, t) == 1);
                good &= CHECK(cld_polygon_tangents(&turned.s.polygon, q, s) == 1);
                good &= CHECK(same(&c, t[0], (uint32_t)((s[0] + first) % n)));
                good &= CHECK(same(&c, t[1], (uint32_t)((s[1] + first) % n)));
                good &= CHECK(cld_polygon_tangents(&mirror.s.polygon, mq, s) == 1);
                good &= CHECK(same(&c, t[0], (uint32_t)(n - 1 - s[1])));
                good &= CHECK(same(&c, t[1], (uint32_t)(n - 1 - s[0])));
            }
            if (!good) wrong(&c, "other numbers", q, d);
        }
    }
    scene_free(&c);
    scene_free(&turned);
    scene_free(&mirror);
}

/* ----------------------------------------------------------------------------------- not so convex
   Points of a circle far from the origin, rounded to float: half the turns are not to the left.
   What the docs promise: an end, soon, and nothing told that is not there. */
static void polygons_that_rounding_has_dented(void)
{
    enum { N = 10000, ASKED = 2000 };
    static cld_vec2 v[N];
    static scene c;
    shape_points *p = &shape_scratch[0];
    cld_polygon hull;
    oracle_view hull_view;
    oracle_polygon hull_corners = {0, 0, NULL, NULL};
    test_random r = test_random_from(9);
    double worst_extreme = 0, worst_closest = 0;
    long missed = 0, outside = 0;
    clock_t begun;
    size_t where = 0;
    int i, h;
    p->count = 0;
    for (i = 0; i < N; i++) {
        const double a = 6.283185307179586 * i / N;
        v[i] = vec2(shape_as_float(100 + cos(a)), shape_as_float(100 + sin(a)));
        shape_push(p, (double)v[i].x, (double)v[i].y);
    }
    shape_store(&c.s, p, 0, 2);
    c.s.unit = 1;
    check_validate(&c);
    CHECK(cld_polygon_validate(&c.s.polygon, &where) == CLD_ERROR_CONVEX);
    h = cld_polygon_hull(&v[0].x, N, 0);
    if (!CHECK(h > 100 && h < N)) return;
    memset(&hull, 0, sizeof hull);
    hull.vertices = &v[0].x, hull.count = (size_t)h;
    CHECK(cld_polygon_validate(&hull, NULL) == CLD_OK);
    hull_view = oracle_view_from(&hull);
    oracle_corners(&hull_corners, &hull_view);
    begun = clock();
    for (i = 0; i < ASKED; i++) {
        const double a = test_between(&r, -4, 4);
        const cld_vec2 d = vec2(cos(a), sin(a)), o = any_point(&c, &r);
        uint32_t vertex = 0, tangents[2];
        cld_vec2 point;
        cld_clip2 clip;
        cld_span span;
        cld_contact2 near;
        CHECK(cld_polygon_extreme(&c.s.polygon, d, &vertex, &point) == CLD_OK && vertex < N);
        CHECK(cld_polygon_span(&c.s.polygon, d, &span) == CLD_OK);
        CHECK(cld_polygon_contains(&c.s.polygon, o) >= 0);
        if (cld_polygon_tangents(&c.s.polygon, o, tangents) == 1) {
            CHECK(tangents[0] < N && tangents[1] < N);
        }
        CHECK(cld_polygon_closest(&c.s.polygon, o, &near) >= 0);
        if (cld_polygon_clip_line(&c.s.polygon, o, d, &clip) == 1) {
            CHECK(clip.enter_feature / 4 < N && clip.exit_feature / 4 < N);
        }
    }
    /* of the order of a microsecond each; a thousand times that, for sanitizers and slow machines
       */
    CHECK((double)(clock() - begun) / CLOCKS_PER_SEC < 6 * ASKED * 1e-3);
    for (i = 0; i < ASKED / 10; i++) {
        const double a = test_between(&r, -4, 4);
        const cld_vec2 d = vec2(cos(a), sin(a));
        const cld_vec2 o =
            vec2(100 + test_between(&r, 0.5, 2) * cos(a), 100 + test_between(&r, 0.5, 2) * sin(a));
        const oracle_view dv = oracle_view_of(&d), ov = oracle_view_of(&o);
        const oracle_point zero = oracle_origin(), q = oracle_vertex(&dv, 0);
        const oracle_point s = oracle_vertex(&ov, 0);
        const int truth = oracle_where(&hull_corners, &s) != 0;
        uint32_t vertex = 0;
        oracle_point found;
        cld_contact2 near;
        double gap;
        cld_polygon_extreme(&c.s.polygon, d, &vertex, NULL);
        found = oracle_vertex(&c.view, vertex);
        gap = (double)oracle_product(&zero, &q, &found,
                                     &hull_corners.p[oracle_extreme(&hull_corners, &zero, &q)], 1);
        CHECK(gap >= 0);
        if (gap > worst_extreme) worst_extreme = gap;
        if (cld_polygon_contains(&c.s.polygon, o) != CLD_OUTSIDE) {
            CHECK(truth); /* what is told is there */
        } else {
            missed += truth;
        }
        if (cld_polygon_closest(&c.s.polygon, o, &near) == 1 && !truth) {
            const double exact = (double)oracle_nearest(&hull_corners, &s).distance;
            CHECK((double)near.distance >= exact - 1e-13 - 2 * TEST_ROUND);
            if ((double)near.distance - exact > worst_closest) {
                worst_closest = (double)near.distance - exact;
            }
        }
        outside += !truth;
    }
    printf("     dented: vertex %lu is the first; extremes miss %.2g at most, closest points %.2g;"
           " %ld points within told as outside, %ld outside\n",
           (unsigned long)where, worst_extreme, worst_closest, missed, outside);
    oracle_clear(&hull_corners);
    scene_free(&c);
}

/* -------------------------------------------------------------------------------------- by hand */

/* (0, 0) (4, 0) (4, 2) (0, 2) */
static int validity(const cld_real *vertices, size_t count, size_t *where)
{
    const cld_polygon p = polygon_of(vertices, count);
    *where = 999;
    return cld_polygon_validate(&p, where);
}

static void validity_by_hand(void)
{
    const cld_real clockwise[8] = {0, 0, 0, 2, 4, 2, 4, 0};
    const cld_real dent[10] = {0, 0, 4, 0, 4, 2, 2, 1, 0, 2};
    const cld_real dent_at_0[10] = {2, 1, 0, 2, 0, 0, 4, 0, 4, 2};
    const cld_real spike[10] = {0, 0, 4, 0, 6, 0, 4, 0, 2, 2};
    const cld_real there_and_back[12] = {0, 0, 1, 0, 3, 0, 4, 0, 2, 0, 1, 0};
    const cld_real twice_there[10] = {0, 0, 4, 0, 2, 0, 3, 0, 1, 0};
    const cld_real equal[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    const cld_real repeats[14] = {0, 0, 0, 0, 4, 0, 4, 2, 4, 2, 0, 2, 0, 0};
    const cld_real collinear[12] = {0, 0, 2, 0, 4, 0, 4, 2, 2, 2, 0, 2};
    const cld_real twice[16] = {0, 0, 4, 0, 4, 2, 0, 2, 0, 0, 4, 0, 4, 2, 0, 2};
    cld_real broken[8] = {0, 0, 4, 0, 4, 2, 0, 2};
    cld_polygon p;
    size_t where;
    int n;
    for (n = 1; n <= 4; n++) CHECK(validity(box_4_2, (size_t)n, &where) == CLD_OK);
    CHECK(validity(clockwise, 4, &where) == CLD_ERROR_CONVEX && where == 0);
    CHECK(validity(dent, 5, &where) == CLD_ERROR_CONVEX && where == 3);
    CHECK(validity(dent_at_0, 5, &where) == CLD_ERROR_CONVEX && where == 0);
    CHECK(validity(spike, 5, &where) == CLD_ERROR_CONVEX && where == 2);
    CHECK(validity(there_and_back, 6, &where) == CLD_OK);
    CHECK(validity(twice_there, 5, &where) == CLD_ERROR_CONVEX);
    CHECK(validity(equal, 4, &where) == CLD_OK);
    CHECK(validity(repeats, 7, &where) == CLD_OK);
    CHECK(validity(collinear, 6, &where) == CLD_OK);
    CHECK(validity(twice, 8, &where) == CLD_ERROR_CONVEX);
    broken[4] = (cld_real)TEST_NAN;
    CHECK(validity(broken, 4, &where) == CLD_ERROR_POINT && where == 2);
    broken[1] = (cld_real)-TEST_INFINITY;
    CHECK(validity(broken, 4, &where) == CLD_ERROR_POINT && where == 0);
    CHECK(validity(broken + 2, 1, &where) == CLD_OK);
#ifdef COLLIDE_DOUBLE
    broken[1] = 0, broken[4] = 4, broken[7] = 1.0001e150;
    CHECK(validity(broken, 4, &where) == CLD_ERROR_POINT && where == 3);
    broken[7] = 1e150;
    CHECK(validity(broken, 4, &where) == CLD_OK);
#endif
    /* a number that is no point comes before a turn, whatever their places: the first of the errors
       in the order of the docs */
    broken[0] = 0, broken[1] = 0, broken[2] = 0, broken[3] = 2, broken[4] = 4, broken[5] = 2;
    p = polygon_of(broken, 4);
    CHECK(cld_polygon_validate(&p, NULL) == CLD_ERROR_CONVEX);
    broken[6] = (cld_real)TEST_NAN;
    CHECK(validity(broken, 4, &where) == CLD_ERROR_POINT && where == 3);
    CHECK(cld_polygon_validate(&p, NULL) == CLD_ERROR_POINT);
}

static void hulls_by_hand(void)
{
    cld_real p[20] = {4, 2, 0, 2, 2, 1, 0, 0, 4, 0, 2, 0, 0, 1, 4, 2, 0, 0, 3, 2};
    cld_real one[2] = {3, 5}, q[6] = {1, 1, 1, 1, 1, 1}, line[8] = {2, 2, 0, 0, 1, 1, 3, 3};
    cld_real bad[4] = {0, 1, 2, (cld_real)TEST_NAN};
    CHECK(cld_polygon_hull(p, 10, 0) == 4);
    CHECK(memcmp(p, box_4_2, sizeof box_4_2) == 0);
    CHECK(cld_polygon_hull(one, 1, 0) == 1 && one[0] == 3 && one[1] == 5);
    CHECK(cld_polygon_hull(q, 3, 0) == 1);
    CHECK(cld_polygon_hull(line, 4, 0) == 2);
    CHECK(line[0] == 0 && line[1] == 0 && line[2] == 3 && line[3] == 3);
    CHECK(cld_polygon_hull(one, 0, 0) == 0 && cld_polygon_hull(NULL, 0, 0) == 0);
    CHECK(cld_polygon_hull(NULL, 1, 0) == CLD_ERROR_NULL);
    CHECK(cld_polygon_hull(one, ((size_t)1 << 29) + 1, 0) == CLD_ERROR_COUNT);
    CHECK(cld_polygon_hull(one, 1, sizeof(cld_real)) == CLD_ERROR_STRIDE);
    CHECK(cld_polygon_hull(one, 1, 2 * sizeof(cld_real) + 1) == CLD_ERROR_STRIDE);
    CHECK(cld_polygon_hull(bad, 2, 0) == CLD_ERROR_POINT);
    CHECK(bad[0] == 0 && bad[1] == 1 && bad[2] == 2);
}

static void extremes_by_hand(void)
{
    const cld_real equal[6] = {1, 1, 1, 1, 1, 1};
    const cld_real runs[12] = {4, 2, 4, 2, 0, 2, 0, 0, 4, 0, 4, 2};
    cld_polygon p = polygon_of(box_4_2, 4);
    uint32_t v = 9;
    cld_vec2 at;
    cld_span span;
    CHECK(cld_polygon_extreme(&p, vec2(1, 0), &v, &at) == CLD_OK && v == 1 && at.x == 4);
    CHECK(at.y == 0);
    CHECK(cld_polygon_extreme(&p, vec2(0, 1), &v, NULL) == CLD_OK && v == 2);
    CHECK(cld_polygon_extreme(&p, vec2(-5, 0), &v, NULL) == CLD_OK && v == 3);
    CHECK(cld_polygon_extreme(&p, vec2(0, -1), &v, NULL) == CLD_OK && v == 0);
    CHECK(cld_polygon_extreme(&p, vec2(0, 0), &v, NULL) == CLD_OK && v == 0);
    CHECK(cld_polygon_extreme(&p, vec2(0, 0), NULL, NULL) == CLD_OK);
    CHECK(cld_polygon_span(&p, vec2(0, 3), &span) == CLD_OK);
    CHECK(span.min == 0 && span.max == 2 && span.width == 2);
    CHECK(span.vertex_max == 2 && span.vertex_min == 0);
    p.pose.rotation = vec2(0, 1), p.pose.position = vec2(10, 20); /* a quarter to the left */
    CHECK(cld_polygon_extreme(&p, vec2(1, 0), &v, &at) == CLD_OK && v == 0);
    CHECK(at.x == 10 && at.y == 20);
    CHECK(cld_polygon_extreme(&p, vec2(0, 1), &v, &at) == CLD_OK && v == 1 && at.y == 24);
    p = polygon_of(runs, 6); /* vertices 5, 0 and 1 are one, 5 the first */
    CHECK(cld_polygon_extreme(&p, vec2(1, 1), &v, NULL) == CLD_OK && v == 5);
    CHECK(cld_polygon_extreme(&p, vec2(1, 0), &v, NULL) == CLD_OK && v == 4);
    CHECK(cld_polygon_extreme(&p, vec2(0, 1), &v, NULL) == CLD_OK && v == 5);
    p = polygon_of(equal, 3);
    CHECK(cld_polygon_extreme(&p, vec2(1, 2), &v, NULL) == CLD_OK && v == 0);
    p = polygon_of(box_4_2, 2); /* a segment, seen from below and above */
    CHECK(cld_polygon_extreme(&p, vec2(0, -1), &v, NULL) == CLD_OK && v == 0);
    CHECK(cld_polygon_extreme(&p, vec2(0, 1), &v, NULL) == CLD_OK && v == 1);
}

static void points_by_hand(void)
{
    cld_polygon p = polygon_of(box_4_2, 4);
    uint32_t t[2];
    cld_contact2 c;
    CHECK(cld_polygon_contains(&p, vec2(1, 1)) == CLD_INSIDE);
    CHECK(cld_polygon_contains(&p, vec2(4, 1)) == CLD_BOUNDARY);
    CHECK(cld_polygon_contains(&p, vec2(0, 0)) == CLD_BOUNDARY);
    CHECK(cld_polygon_contains(&p, vec2(5, 0)) == CLD_OUTSIDE);
    CHECK(cld_polygon_contains(&p, vec2(4, 1 + 1e-3)) == CLD_BOUNDARY);
    CHECK(cld_polygon_contains(&p, vec2(4 + 8 * TEST_ROUND, 1)) == CLD_OUTSIDE);
    CHECK(cld_polygon_contains(&p, vec2(4 - 8 * TEST_ROUND, 1)) == CLD_INSIDE);
    CHECK(cld_polygon_tangents(&p, vec2(2, 1), t) == 0);
    CHECK(cld_polygon_tangents(&p, vec2(2, 0), t) == 0);
    CHECK(cld_polygon_tangents(&p, vec2(2, -1), t) == 1 && t[0] == 1 && t[1] == 0);
    CHECK(cld_polygon_tangents(&p, vec2(6, 0), t) == 1 && t[0] == 2 && t[1] == 1);
    CHECK(cld_polygon_tangents(&p, vec2(5, 1), t) == 1 && t[0] == 2 && t[1] == 1);
    CHECK(cld_polygon_closest(&p, vec2(2, -3), &c) == 1 && c.distance == 3);
    CHECK(c.feature_a == 4 * 0 + CLD_FEATURE_EDGE && c.feature_b == CLD_FEATURE_VERTEX);
    CHECK(is_equal(c.point_a, vec2(2, 0)) && is_equal(c.point_b, vec2(2, -3)));
    CHECK(is_equal(c.normal, vec2(0, -1)));
    CHECK(cld_polygon_closest(&p, vec2(7, 6), &c) == 1 && c.distance == 5);
    CHECK(c.feature_a == 4 * 2 + CLD_FEATURE_VERTEX);
    CHECK(cld_polygon_closest(&p, vec2(0, 6), &c) == 1 && c.distance == 4);
    CHECK(c.feature_a == 4 * 3 + CLD_FEATURE_VERTEX); /* at the end of the edge: the vertex */
    p.count = 2;
    CHECK(cld_polygon_contains(&p, vec2(3, 0)) == CLD_BOUNDARY);
    CHECK(cld_polygon_contains(&p, vec2(5, 0)) == CLD_OUTSIDE);
    CHECK(cld_polygon_contains(&p, vec2(3, 1e-30)) == CLD_OUTSIDE);
    CHECK(cld_polygon_tangents(&p, vec2(6, 0), t) == 1 && t[0] == 1 && t[1] == 1);
    CHECK(cld_polygon_tangents(&p, vec2(2, 1), t) == 1 && t[0] == 0 && t[1] == 1);
    p.count = 1;
    CHECK(cld_polygon_contains(&p, vec2(0, 0)) == CLD_BOUNDARY);
    CHECK(cld_polygon_contains(&p, vec2(0, -1e-30)) == CLD_OUTSIDE);
    CHECK(cld_polygon_tangents(&p, vec2(1, 0), t) == 1 && t[0] == 0 && t[1] == 0);
    CHECK(cld_polygon_closest(&p, vec2(3, 4), &c) == 1 && c.distance == 5 && c.feature_a == 0);
}

static void lines_by_hand(void)
{
    const cld_real h = (cld_real)0.70710678118654752;
    cld_polygon p = polygon_of(box_4_2, 4);
    cld_clip2 c;
    CHECK(cld_polygon_clip_line(&p, vec2(-2, 1), vec2(2, 0), &c) == 1);
    CHECK(c.enter == 1 && c.exit == 3 && is_equal(c.enter_point, vec2(0, 1)));
    CHECK(is_equal(c.exit_point, vec2(4, 1)) && is_equal(c.enter_normal, vec2(-1, 0)));
    CHECK(is_equal(c.exit_normal, vec2(1, 0)));
    CHECK(c.enter_feature == 4 * 3 + CLD_FEATURE_EDGE);
    CHECK(c.exit_feature == 4 * 1 + CLD_FEATURE_EDGE);
    /* along an edge: vertices, the edge's normal */
    CHECK(cld_polygon_clip_line(&p, vec2(-2, 2), vec2(1, 0), &c) == 1);
    CHECK(c.enter == 2 && c.exit == 6 && is_equal(c.enter_normal, vec2(0, 1)));
    CHECK(c.enter_feature == 4 * 3 + CLD_FEATURE_VERTEX && is_equal(c.exit_normal, vec2(0, 1)));
    CHECK(c.exit_feature == 4 * 2 + CLD_FEATURE_VERTEX);
    /* a vertex alone */
    CHECK(cld_polygon_clip_line(&p, vec2(-1, 1), vec2(1, -1), &c) == 1);
    CHECK(c.enter == 1 && c.exit == 1 && c.enter_feature == CLD_FEATURE_VERTEX);
    CHECK_NEAR(c.enter_normal.x, -h, 2 * TEST_ROUND);
    CHECK_NEAR(c.enter_normal.y, -h, 2 * TEST_ROUND);
    CHECK(cld_polygon_clip_line(&p, vec2(-1, 0.5), vec2(1, -1), &c) == 0);
    CHECK(cld_polygon_clip_line(&p, vec2(-1, 0.5), vec2(1, -1), NULL) == 0);
    CHECK(cld_polygon_clip_line(&p, vec2(-1, 1), vec2(0, 0), &c) == CLD_ERROR_PARAMETER);
    CHECK(cld_polygon_clip_ray(&p, vec2(1, 1), vec2(1, 0), &c) == 1);
    CHECK(c.enter == 0 && c.exit == 3 && is_zero(c.enter_normal));
    CHECK(c.enter_feature == CLD_FEATURE_INTERIOR && is_equal(c.enter_point, vec2(1, 1)));
    CHECK(cld_polygon_clip_ray(&p, vec2(5, 1), vec2(1, 0), &c) == 0);
    CHECK(cld_polygon_clip_ray(&p, vec2(4, 1), vec2(1, 0), &c) == 1 && c.enter == 0 && c.exit == 0);
    CHECK(cld_polygon_clip_ray(&p, vec2(-1, 1), vec2(1, 0), NULL) == 1);
    CHECK(cld_polygon_clip_segment(&p, vec2(-2, 1), vec2(-1, 1), &c) == 0);
    CHECK(cld_polygon_clip_segment(&p, vec2(-2, 1), vec2(0, 1), &c) == 1);
    CHECK(c.enter == 1 && c.exit == 1 && c.enter_feature == 4 * 3 + CLD_FEATURE_EDGE);
    CHECK(cld_polygon_clip_segment(&p, vec2(1, 1), vec2(3, 1), &c) == 1);
    CHECK(c.enter == 0 && c.exit == 1 && c.exit_feature == CLD_FEATURE_INTERIOR);
    CHECK(is_zero(c.exit_normal) && is_equal(c.exit_point, vec2(3, 1)));
    CHECK(cld_polygon_clip_segment(&p, vec2(1, 1), vec2(1, 1), &c) == 1);
    CHECK(cld_polygon_clip_segment(&p, vec2(4, 1), vec2(4, 1), &c) == 1);
    CHECK(cld_polygon_clip_segment(&p, vec2(5, 1), vec2(5, 1), &c) == 0);
    p.count = 1; /* a point: against the direction */
    CHECK(cld_polygon_clip_line(&p, vec2(-3, 0), vec2(1, 0), &c) == 1);
    CHECK(c.enter == 3 && c.exit == 3 && is_equal(c.enter_normal, vec2(-1, 0)));
    CHECK(c.enter_feature == CLD_FEATURE_VERTEX && is_equal(c.exit_normal, vec2(-1, 0)));
    CHECK(cld_polygon_clip_line(&p, vec2(-3, 1), vec2(1, 0), &c) == 0);
    p.count = 2; /* a segment, crossed */
    CHECK(cld_polygon_clip_line(&p, vec2(1, -1), vec2(0, 1), &c) == 1);
    CHECK(c.enter == 1 && c.exit == 1 && is_equal(c.enter_point, vec2(1, 0)));
}

/* A point at a corner that is there many times over: the first of the run is told, whichever
   vertex is number 0. */
static void points_and_repeated_corners(void)
{
    enum { MOST = 40 };
    static const int runs[6] = {1, 2, 3, 7, 16, 40};
    int run, first, flat, corner_at, i;
    for (flat = 0; flat < 2; flat++)
        for (run = 0; run < 6; run++)
            for (corner_at = 0; corner_at < (flat ? 2 : 4); corner_at++) {
                cld_real in[2 * (MOST + 4)], v[2 * (MOST + 4)];
                const int corners = flat ? 2 : 4, n = corners - 1 + runs[run];
                const cld_vec2 at = vec2(flat ? 4 * corner_at : (double)box_4_2[2 * corner_at],
                                         flat ? 2 * corner_at : (double)box_4_2[2 * corner_at + 1]);
                for (i = 0; i < n; i++) { /* the run is the first */
                    const int k = (corner_at + (i < runs[run] ? 0 : i - runs[run] + 1)) % corners;
                    in[2 * i] = flat ? (cld_real)(4 * k) : box_4_2[2 * k];
                    in[2 * i + 1] = flat ? (cld_real)(2 * k) : box_4_2[2 * k + 1];
                }
                for (first = 0; first < n; first++) {
                    cld_polygon p = polygon_of(v, (size_t)n);
                    cld_clip2 c;
                    for (i = 0; i < n; i++) {
                        v[2 * i] = in[2 * ((i + first) % n)];
                        v[2 * i + 1] = in[2 * ((i + first) % n) + 1];
                    }
                    CHECK(cld_polygon_clip_segment(&p, at, at, &c) == 1);
                    CHECK(c.enter_feature == 4 * (uint32_t)((n - first) % n) + CLD_FEATURE_VERTEX);
                    CHECK(c.exit_feature == c.enter_feature);
                    CHECK(is_unit(c.enter_normal));
                }
            }
}

/* The statuses of the docs, in their order: what is wrong first is told. */
static void bad_arguments(void)
{
    const cld_vec2 v = vec2(1, 2), nan = vec2(TEST_NAN, 0), inf = vec2(0, TEST_INFINITY);
    cld_polygon good = polygon_of(box_4_2, 4), p;
    cld_real points[2] = {0, 0};
    uint32_t u[2];
    uint8_t where[1];
    cld_vec2 at;
    cld_span span;
    cld_clip2 clip;
    cld_contact2 c;
    int round;
    for (round = 0; round < 6; round++) {
        /* all that is wrong from `round` on is wrong */
        int expected = CLD_ERROR_NULL;
        p = good;
        p.pose.rotation = vec2(1, 1);
        if (round < 4) p.stride = round == 3 ? 2 * sizeof(cld_real) + 1 : sizeof(cld_real);
        if (round < 3) p.count = round == 2 ? ((size_t)1 << 29) + 1 : 0;
        if (round < 1) p.vertices = NULL;
        if (round == 1 || round == 2) expected = CLD_ERROR_COUNT;
        if (round == 3) expected = CLD_ERROR_STRIDE;
        if (round == 4) expected = CLD_ERROR_POSE;
        if (round == 5) p = good, expected = CLD_ERROR_FINITE;
        if (round < 5) CHECK(cld_polygon_validate(&p, NULL) == expected);
        CHECK(cld_polygon_extreme(&p, nan, u, &at) == expected);
        CHECK(cld_polygon_extreme_many(&p, &inf, 1, u) == expected);
        CHECK(cld_polygon_span(&p, nan, &span) == expected);
        CHECK(cld_polygon_contains(&p, inf) == expected);
        points[1] = (cld_real)TEST_NAN;
        CHECK(cld_polygon_contains_many(&p, points, 1, 0, where) == expected);
        CHECK(cld_polygon_tangents(&p, nan, u) == expected);
        CHECK(cld_polygon_clip_line(&p, nan, v, &clip) == expected);
        CHECK(cld_polygon_clip_line(&p, v, inf, &clip) == expected);
        CHECK(cld_polygon_clip_ray(&p, inf, v, &clip) == expected);
        CHECK(cld_polygon_clip_ray(&p, v, nan, &clip) == expected);
        CHECK(cld_polygon_clip_segment(&p, nan, v, &clip) == expected);
        CHECK(cld_polygon_clip_segment(&p, v, nan, &clip) == expected);
        CHECK(cld_polygon_closest(&p, nan, &c) == expected);
    }
#ifdef COLLIDE_DOUBLE
    {
        const cld_vec2 far = vec2(0, -1.0001e150), not_so_far = vec2(1e150, -1e150);
        CHECK(cld_polygon_extreme(&good, far, u, &at) == CLD_ERROR_FINITE);
        CHECK(cld_polygon_contains(&good, far) == CLD_ERROR_FINITE);
        CHECK(cld_polygon_clip_line(&good, far, v, &clip) == CLD_ERROR_FINITE);
        CHECK(cld_polygon_closest(&good, far, &c) == CLD_ERROR_FINITE);
        CHECK(cld_polygon_extreme(&good, not_so_far, u, &at) == CLD_OK);
        CHECK(cld_polygon_contains(&good, not_so_far) == CLD_OUTSIDE);
        CHECK(cld_polygon_clip_line(&good, v, not_so_far, &clip) == 1);
        CHECK(cld_polygon_closest(&good, not_so_far, &c) == 1);
    }
#endif
    p = good, p.stride = sizeof(cld_real);
    CHECK(cld_polygon_validate(&p, NULL) == CLD_ERROR_STRIDE);
    CHECK(cld_polygon_contains(&p, v) == CLD_ERROR_STRIDE);
    CHECK(cld_polygon_validate(NULL, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_extreme(NULL, v, u, &at) == CLD_ERROR_NULL);
    CHECK(cld_polygon_extreme_many(NULL, &v, 1, u) == CLD_ERROR_NULL);
    CHECK(cld_polygon_extreme_many(&good, NULL, 1, u) == CLD_ERROR_NULL);
    CHECK(cld_polygon_extreme_many(&good, &v, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_extreme_many(&good, NULL, 0, NULL) == CLD_OK);
    CHECK(cld_polygon_span(NULL, v, &span) == CLD_ERROR_NULL);
    CHECK(cld_polygon_span(&good, v, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_span(&good, vec2(0, 0), &span) == CLD_ERROR_PARAMETER);
    CHECK(cld_polygon_contains(NULL, v) == CLD_ERROR_NULL);
    CHECK(cld_polygon_contains_many(NULL, points, 1, 0, where) == CLD_ERROR_NULL);
    CHECK(cld_polygon_contains_many(&good, NULL, 1, 0, where) == CLD_ERROR_NULL);
    CHECK(cld_polygon_contains_many(&good, points, 1, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_contains_many(&good, NULL, 0, 0, NULL) == CLD_OK);
    CHECK(cld_polygon_contains_many(&good, points, 1, sizeof(cld_real), where) == CLD_ERROR_STRIDE);
    CHECK(cld_polygon_contains_many(&good, points, 1, 2 * sizeof(cld_real) + 1, where) ==
          CLD_ERROR_STRIDE);
    CHECK(cld_polygon_tangents(NULL, v, u) == CLD_ERROR_NULL);
    CHECK(cld_polygon_tangents(&good, v, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polygon_clip_line(NULL, v, v, &clip) == CLD_ERROR_NULL);
    CHECK(cld_polygon_clip_ray(NULL, v, v, &clip) == CLD_ERROR_NULL);
    CHECK(cld_polygon_clip_segment(NULL, v, v, &clip) == CLD_ERROR_NULL);
    CHECK(cld_polygon_closest(NULL, v, &c) == CLD_ERROR_NULL);
    CHECK(cld_polygon_closest(&good, v, NULL) == CLD_ERROR_NULL);
}

int main(int argc, char **argv)
{
    option_polygons = test_option(&argc, argv, "--polygons", 0);
    test_begin(argc, argv);
    TEST(bad_arguments);
    TEST(validity_by_hand);
    TEST(hulls_by_hand);
    TEST(extremes_by_hand);
    TEST(points_by_hand);
    TEST(lines_by_hand);
    TEST(points_and_repeated_corners);
    TEST(lines_of_the_least_numbers);
    TEST(random_polygons_are_convex_until_bent);
    TEST(stars_go_around_more_than_once);
    TEST(hulls_of_random_points);
    TEST(hulls_of_clouds);
    TEST(hulls_of_points_in_the_worst_order);
    TEST(extremes_of_random_polygons);
    TEST(points_and_random_polygons);
    TEST(lines_and_random_polygons);
    TEST(scaling_changes_nothing);
    TEST(other_numbers_and_mirrors);
    TEST(large_polygons);
    TEST(polygons_that_rounding_has_dented);
    return test_end();
}
