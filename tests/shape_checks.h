/* What cld_shape_... promises, asked of one pair and compared with the oracle. Bounds are those of
 * the docs: E is 2^-44 M, or 2^-24 M where a cylinder takes part; what is told is rounded to
 * cld_real after that, places in the world by their own coordinates. After shape_shapes.h. */
#ifndef COLLIDE_SHAPE_CHECKS_H
#define COLLIDE_SHAPE_CHECKS_H

#include "shape_shapes.h"

enum { CONTACTS = 32 };

/* What came of the pairs of two sorts. */
typedef struct pair_tally {
    long pairs, missed, wrong, open; /* open: the truth lies within the bound of touching */
    double distance, depth;          /* the worst errors, in parts of M */
} pair_tally;

typedef struct pair_facts {
    double m, e, smaller; /* M, E, size of the smaller body */
    shape_between s;      /* the signed distance */
    int touches;          /* they have a common point, by construction */
    pair_tally *tally;
} pair_facts;

static TEST_UNUSED void facts_print(const shape_body *a, const shape_body *b, const pair_facts *f)
{
    if (test_failures > 20) return;
    printf("    truth %.17g .. %.17g, M %g, E %g\n", (double)f->s.low, (double)f->s.high, f->m,
           f->e);
    body_print(a), body_print(b);
}

/* The size as the docs have it: half the sum of the extents of the core's box, and the radius. */
static TEST_UNUSED double body_size(const shape_body *b)
{
    const cld_shape *s = &b->shape;
    const cld_polyhedron *p = s->polyhedron;
    const int given = s->kind == CLD_SHAPE_POLYHEDRON;
    const char *points = (const char *)(given ? p->vertices : s->points);
    const size_t count = given ? p->vertex_count : s->count;
    const size_t told = given ? p->stride : s->stride;
    const size_t stride = told ? told : 3 * sizeof(cld_real);
    double size = (double)s->radius;
    size_t i;
    int k;
    if (s->kind == CLD_SHAPE_BOX)
        return size + (double)s->half.x + (double)s->half.y + (double)s->half.z;
    if (s->kind == CLD_SHAPE_CYLINDER) return size + 2 * (double)s->half.x + (double)s->half.z;
    for (k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (i = 0; i < count; i++) {
            cld_real v[3];
            memcpy(v, points + i * stride, sizeof v);
            low = fmin(low, (double)v[k]), high = fmax(high, (double)v[k]);
        }
        size += 0.5 * (high - low);
    }
    return size;
}

static TEST_UNUSED double body_smaller(const shape_body *a, const shape_body *b)
{
    return fmin(body_size(a), body_size(b));
}

static TEST_UNUSED int is_curved(const shape_body *b)
{
    return b->shape.kind == CLD_SHAPE_CYLINDER;
}

/* The bound: of `more` lengths, too. */
static TEST_UNUSED double bound_of(const shape_body *a, const shape_body *b, double more)
{
    const double m = (double)pair_size(&a->truth, &b->truth, NULL) + more;
    return ldexp(m, is_curved(a) || is_curved(b) ? -24 : -44);
}

/* quick: how deep the cores are in each other is left open. */
static TEST_UNUSED pair_facts facts_by(const shape_body *a, const shape_body *b, int quick)
{
    pair_facts f;
    memset(&f, 0, sizeof f);
    f.m = (double)pair_size(&a->truth, &b->truth, NULL), f.e = bound_of(a, b, 0);
    f.smaller = body_smaller(a, b);
    f.s = quick ? shape_verdict(&a->truth, &b->truth, NULL, f.e / 64)
                : shape_gap(&a->truth, &b->truth, NULL, f.e / 64);
    return f;
}

static TEST_UNUSED pair_facts facts_of(const shape_body *a, const shape_body *b)
{
    return facts_by(a, b, 0);
}

/* -------------------------------------------------------------------------- points and features */

static TEST_UNUSED solid_real vec_dot(const cld_vec3 *a, const cld_vec3 *b)
{
    return (solid_real)a->x * b->x + (solid_real)a->y * b->y + (solid_real)a->z * b->z;
}

static TEST_UNUSED double vec_most(const cld_vec3 *v)
{
    return fmax(fabs((double)v->x), fmax(fabs((double)v->y), fabs((double)v->z)));
}

/* How far a place is from a body, from below; negative inside. */
static TEST_UNUSED double point_off(const shape_body *b, const cld_vec3 *p, double tolerance)
{
    static shape_solid point;
    point.count = 1, point.size = 0, point.radius = 0;
    memset(point.vertex[0], 0, sizeof point.vertex[0]);
    point.rough[0][0] = point.rough[1][0] = point.rough[2][0] = 0;
    point.place[0] = p->x, point.place[1] = p->y, point.place[2] = p->z;
    return (double)shape_gap(&b->truth, &point, NULL, tolerance).low;
}

/* What rounding of a place in the world to cld_real may be: that of body and point. */
static TEST_UNUSED double place_round(const shape_body *b, const cld_vec3 *p)
{
    return 4 * TEST_ROUND * (vec_most(p) + (b->at ? vec_most(&b->pose.position) : 0));
}

/* The place of the core that a point of the surface lies over, in the body's own frame. */
static TEST_UNUSED void core_place(const shape_body *b, const cld_vec3 *p, const cld_vec3 *normal,
                                   double sign, double out[3])
{
    const double r = sign * (double)b->shape.radius;
    double at[3], n[3], d[3], axes[3][3];
    int k;
    numbers(*p, at), numbers(*normal, n);
    memset(d, 0, sizeof d);
    if (b->at) numbers(b->pose.position, d);
    for (k = 0; k < 3; k++) d[k] = at[k] - r * n[k] - d[k], out[k] = d[k];
    if (!b->at || (vec_most(&b->pose.rotation.x) == 0 && vec_most(&b->pose.rotation.y) == 0))
        return;
    numbers(b->pose.rotation.x, axes[0]), numbers(b->pose.rotation.y, axes[1]);
    numbers(b->pose.rotation.z, axes[2]);
    for (k = 0; k < 3; k++) { /* by Cramer's rule: axes need not be at right angles */
        const double *u = axes[(k + 1) % 3], *v = axes[(k + 2) % 3], *w = axes[k];
        const double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2];
        const double z = u[0] * v[1] - u[1] * v[0];
        out[k] = (x * d[0] + y * d[1] + z * d[2]) / (x * w[0] + y * w[1] + z * w[2]);
    }
}

/* Is a place of a box's own frame on the feature? */
static TEST_UNUSED int on_box(const shape_body *b, uint32_t feature, const double q[3],
                              double tolerance)
{
    const uint32_t number = feature / 4;
    double h[3];
    int k;
    numbers(b->shape.half, h);
    for (k = 0; k < 3; k++)
        if (fabs(q[k]) > h[k] + tolerance) return 0;
    if (feature % 4 == CLD_FEATURE_VERTEX) {
        for (k = 0; k < 3; k++)
            if (fabs(q[k] - (number >> k & 1 ? h[k] : -h[k])) > tolerance) return 0;
        return number < 8;
    }
    if (feature % 4 == CLD_FEATURE_EDGE) {
        const uint32_t i = number / 4;
        if (i > 2) return 0;
        for (k = 1; k < 3; k++) {
            const int axis = ((int)i + k) % 3;
            if (fabs(q[axis] - (number >> (k - 1) & 1 ? h[axis] : -h[axis])) > tolerance) return 0;
        }
        return 1;
    }
    if (feature % 4 == CLD_FEATURE_FACE)
        return number < 6 &&
               fabs(q[number / 2] - (number & 1 ? 1 : -1) * h[number / 2]) <= tolerance;
    return 0;
}

static TEST_UNUSED int on_cylinder(const shape_body *b, uint32_t feature, const double q[3],
                                   double tolerance)
{
    const uint32_t number = feature / 4;
    const double r = (double)b->shape.half.x, h = (double)b->shape.half.z, out = hypot(q[0], q[1]);
    if (out > r + tolerance || fabs(q[2]) > h + tolerance) return 0;
    if (feature % 4 == CLD_FEATURE_FACE && number == 2) return fabs(out - r) <= tolerance;
    if (feature % 4 == CLD_FEATURE_FACE)
        return number < 2 && fabs(q[2] - (number ? h : -h)) <= tolerance;
    if (feature % 4 == CLD_FEATURE_EDGE)
        return fabs(q[2] - (number & 1 ? h : -h)) <= tolerance && fabs(out - r) <= tolerance;
    return 0;
}

/* The hull of the points or vertices that the feature names; 0 if it is none. */
static TEST_UNUSED int feature_points(const shape_body *b, uint32_t feature, uint32_t at[3])
{
    const uint32_t number = feature / 4, kind = feature % 4, count = (uint32_t)b->shape.count;
    if (kind == CLD_FEATURE_INTERIOR) return 0;
    if (b->shape.kind == CLD_SHAPE_POINTS) {
        at[0] = number & 255, at[1] = number >> 8 & 255, at[2] = number >> 16 & 255;
        if (kind < 2) at[2] = at[1];
        if (kind < 1) at[1] = at[2] = at[0];
        if (number >> 8 * (kind + 1)) return 0;
        return at[0] < count && at[1] < count && at[2] < count && (kind < 1 || at[0] < at[1]) &&
               (kind < 2 || at[1] < at[2]);
    }
    if (number >= (uint32_t)(kind == CLD_FEATURE_VERTEX ? b->solid.count
                             : kind == CLD_FEATURE_EDGE ? 3 * b->solid.triangle_count
                                                        : b->solid.triangle_count))
        return 0;
    if (kind == CLD_FEATURE_VERTEX) {
        at[0] = at[1] = at[2] = number;
    } else if (kind == CLD_FEATURE_EDGE) {
        at[0] = b->solid.t[number];
        at[1] = at[2] = b->solid.t[number % 3 == 2 ? number - 2 : number + 1];
    } else {
        at[0] = b->solid.t[3 * number], at[1] = b->solid.t[3 * number + 1];
        at[2] = b->solid.t[3 * number + 2];
    }
    return 1;
}

/* How far a place is from the plane of three points, or their line, or the one point. */
static TEST_UNUSED double affine_off(const shape_solid *s, const double own[3])
{
    solid_real e[3], f[3], n[3], w[3], x[3];
    int k;
    for (k = 0; k < 3; k++) w[k] = own[k] - s->vertex[0][k] - s->place[k];
    solid_minus(s->vertex[1], s->vertex[0], e), solid_minus(s->vertex[2], s->vertex[0], f);
    solid_cross(e, f, n);
    if (solid_unit(n)) return fabs((double)solid_dot(n, w));
    if (!solid_unit(f)) return (double)solid_length(w);
    solid_cross(f, w, x);
    return (double)solid_length(x);
}

/* Is the point, which is on the surface along the normal (times sign outwards), over the feature?
   narrow: in that triangle or edge; else in its plane or line, which has one name for all. */
static TEST_UNUSED int on_feature(const shape_body *b, uint32_t feature, const cld_vec3 *p,
                                  const cld_vec3 *normal, double sign, double tolerance, int narrow)
{
    static shape_body part;
    const size_t step = b->shape.stride ? b->shape.stride / sizeof(cld_real) : 3;
    uint32_t at[3];
    cld_vec3 q;
    double own[3];
    int i, k;
    core_place(b, p, normal, sign, own);
    if (b->shape.kind == CLD_SHAPE_BOX) return on_box(b, feature, own, tolerance);
    if (b->shape.kind == CLD_SHAPE_CYLINDER) return on_cylinder(b, feature, own, tolerance);
    if (!feature_points(b, feature, at)) return 0;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++)
            part.points[3 * i + k] = b->shape.kind == CLD_SHAPE_POINTS
                                         ? b->points[step * at[i] + (size_t)k]
                                         : (cld_real)b->solid.xyz[3 * at[i] + (uint32_t)k];
    part.shape = cld_shape_points(part.points, 3), part.at = NULL;
    if (b->shape.kind == CLD_SHAPE_POLYHEDRON) {
        part.pose = b->solid.p.pose;
        part.at = &part.pose;
    }
    body_settle(&part);
    if (!narrow) return affine_off(&part.truth, own) <= tolerance;
    q = vec3(own[0], own[1], own[2]); /* rounded: the tolerance has room for that */
    return point_off(&part, &q, tolerance / 8) <= tolerance;
}

/* ------------------------------------------------------------------------------------- verdicts */

/* A verdict on whether they are nearer than `level`: 0 must be true, 1 may err by E. */
static TEST_UNUSED void verdict_check(const shape_body *a, const shape_body *b, const pair_facts *f,
                                      int told, double level, const char *who)
{
    const int missed = told == 0 && ((double)f->s.high <= level || (level >= 0 && f->touches));
    const int wrong = told > 0 && (double)f->s.low > level + f->e;
    if (f->tally) f->tally->missed += missed, f->tally->wrong += wrong;
    if (!CHECK(told >= 0) || !CHECK(!missed) || !CHECK(!wrong)) {
        if (test_failures <= 20) printf("    %s says %d of level %g\n", who, told, level);
        facts_print(a, b, f);
    }
}

static TEST_UNUSED void error_note(const pair_facts *f, double value, int deep)
{
    const double low = (double)f->s.low - value, high = value - (double)f->s.high;
    double error = (low > high ? low : high) / f->m;
    if (!f->tally) return;
    if (deep && error > f->tally->depth) f->tally->depth = error;
    if (!deep && error > f->tally->distance) f->tally->distance = error;
}

/* Points of both bodies, on what is told of them, `distance` apart along the normal. */
static TEST_UNUSED int points_check(const shape_body *a, const shape_body *b, const pair_facts *f,
                                    const cld_contact *c, int features)
{
    const double round_a = place_round(a, &c->point_a), round_b = place_round(b, &c->point_b);
    const double t = 2 * f->e + 4 * TEST_ROUND * f->m;
    cld_vec3 d;
    int good = 1;
    good &= CHECK(point_off(a, &c->point_a, f->e / 8) <= t + round_a);
    good &= CHECK(point_off(b, &c->point_b, f->e / 8) <= t + round_b);
    d.x = c->point_b.x - c->point_a.x, d.y = c->point_b.y - c->point_a.y;
    d.z = c->point_b.z - c->point_a.z;
    good &= CHECK_NEAR(vec_dot(&d, &c->normal), c->distance, t + round_a + round_b);
    /* turning back a place by a rotation that is rounded, too */
    if (features && good) {
        good &= CHECK(on_feature(a, c->feature_a, &c->point_a, &c->normal, 1,
                                 t + round_a + 16 * TEST_ROUND * f->m, features > 1));
        good &= CHECK(on_feature(b, c->feature_b, &c->point_b, &c->normal, -1,
                                 t + round_b + 16 * TEST_ROUND * f->m, features > 1));
        if (!good && test_failures <= 20)
            printf("    features %u kind %u and %u kind %u\n", c->feature_a / 4, c->feature_a % 4,
                   c->feature_b / 4, c->feature_b % 4);
    }
    return good;
}

static TEST_UNUSED void contact_print(const cld_contact *c)
{
    if (test_failures > 20) return;
    printf("    told: distance %.17g normal %.17g %.17g %.17g\n    a %.17g %.17g %.17g (%u) b "
           "%.17g %.17g %.17g (%u)\n",
           (double)c->distance, (double)c->normal.x, (double)c->normal.y, (double)c->normal.z,
           (double)c->point_a.x, (double)c->point_a.y, (double)c->point_a.z, c->feature_a,
           (double)c->point_b.x, (double)c->point_b.y, (double)c->point_b.z, c->feature_b);
}

/* The gap along a normal that was rounded. */
static TEST_UNUSED double gap_along(const shape_body *a, const shape_body *b,
                                    const cld_vec3 *normal)
{
    solid_real n[3];
    n[0] = normal->x, n[1] = normal->y, n[2] = normal->z;
    return (double)shape_along(&a->truth, &b->truth, NULL, n);
}

static TEST_UNUSED void unit_check(const cld_vec3 *n)
{
    CHECK_NEAR(vec_dot(n, n), 1, 8 * TEST_ROUND);
}

/* ------------------------------------------------------------------------------------- one pair */

static TEST_UNUSED int overlap_of(const shape_body *a, const shape_body *b, cld_shape_cache *cache)
{
    return cld_shape_overlap(&a->shape, a->at, &b->shape, b->at, cache);
}

static TEST_UNUSED int distance_of(const shape_body *a, const shape_body *b, cld_real most,
                                   cld_shape_cache *cache, cld_contact *c)
{
    return cld_shape_distance(&a->shape, a->at, &b->shape, b->at, most, cache, c);
}

static TEST_UNUSED int collide_of(const shape_body *a, const shape_body *b, cld_real margin,
                                  cld_shape_cache *cache, cld_contact *out, int capacity)
{
    return cld_shape_collide(&a->shape, a->at, &b->shape, b->at, margin, cache, out, capacity);
}

static TEST_UNUSED void cache_random(cld_shape_cache *cache, test_random *r)
{
    const int how = test_integer(r, 0, 3);
    int i;
    memset(cache, 0, sizeof *cache);
    if (how == 0) return;
    for (i = 0; i < 4; i++) {
        cache->a[i] = (uint32_t)test_bits(r), cache->b[i] = (uint32_t)test_bits(r);
        if (how > 1) cache->a[i] %= 12, cache->b[i] %= 12;
    }
    cache->count = (uint32_t)(how == 1 ? test_bits(r) : test_bits(r) % 6);
}

static TEST_UNUSED void overlap_check(const shape_body *a, const shape_body *b, const pair_facts *f,
                                      test_random *r)
{
    const int told = overlap_of(a, b, NULL);
    cld_shape_cache cache;
    int i;
    verdict_check(a, b, f, told, 0, "overlap");
    cache_random(&cache, r);
    for (i = 0; i < 2; i++) {
        const int again = overlap_of(a, b, &cache);
        if (again == told) continue;
        /* both may be right */
        verdict_check(a, b, f, again, 0, "overlap with a cache");
    }
}

static TEST_UNUSED void distance_check(const shape_body *a, const shape_body *b,
                                       const pair_facts *f, test_random *r, int thorough)
{
    cld_contact c, d;
    cld_shape_cache cache;
    const int told = distance_of(a, b, (cld_real)TEST_INFINITY, NULL, &c);
    const double value = (double)c.distance;
    const double t = f->e + 2 * TEST_ROUND * fabs(value);
    int good = 1, again;
    cld_real most;
    verdict_check(a, b, f, !told, 0, "distance");
    if (told == 0) {
        good &= CHECK(value == 0 && vec_most(&c.normal) == 0);
        if (thorough) good &= points_check(a, b, f, &c, 0);
    }
    if (told == 1) {
        good &= CHECK(value >= 0);
        good &= CHECK(value >= (double)f->s.low - t && value <= (double)f->s.high + t);
        good &= CHECK(gap_along(a, b, &c.normal) >= value - t - 4 * TEST_ROUND * f->m);
        unit_check(&c.normal);
        if (thorough) good &= points_check(a, b, f, &c, value > 16 * t ? 2 : 0);
        error_note(f, value, 0);
    }
    if (!good) facts_print(a, b, f), contact_print(&c);
    cache_random(&cache, r);
    again = distance_of(a, b, (cld_real)TEST_INFINITY, &cache, &d);
    verdict_check(a, b, f, !again, 0, "distance with a cache");
    if (again == 1 && told == 1) CHECK_NEAR(d.distance, c.distance, 2 * t);
    /* bounded: farther is INFINITY, and a proof */
    most = (cld_real)(test_between(r, 0, 2) * fabs(value));
    again = distance_of(a, b, most, test_integer(r, 0, 1) ? &cache : NULL, &d);
    if (told == 1 && again == 1)
        CHECK((double)d.distance <= (double)most &&
              fabs((double)(d.distance - c.distance)) <= 2 * t);
    if (told == 1 && again == 0 && d.distance == 0) /* a cache decides within E */
        CHECK((double)f->s.low <= f->e);
    else if (told == 1 && again == 0)
        CHECK((double)f->s.high >= (double)most && d.distance == (cld_real)TEST_INFINITY);
    if (told == 0 && again == 0 && d.distance != 0) /* touching may be told of what is not */
        CHECK(d.distance == (cld_real)TEST_INFINITY && (double)f->s.high >= (double)most);
}

/* How much deeper than the least a manifold may be told: the normal of a face is preferred. */
static TEST_UNUSED double preference(const shape_body *a, const shape_body *b, const pair_facts *f)
{
    const double core = (double)(f->s.low + a->truth.radius + b->truth.radius);
    return core > f->e ? 0 : 0.05 * fabs(core) + 0.002 * f->smaller;
}

static TEST_UNUSED void manifold_check(const shape_body *a, const shape_body *b,
                                       const pair_facts *f, const cld_contact *c, int count,
                                       double margin, int thorough)
{
    const double value = (double)c->distance, t = f->e + 2 * TEST_ROUND * fabs(value);
    const double hover = fmax(margin, 0.01 * f->smaller), gap = gap_along(a, b, &c->normal);
    const double tn = t + 4 * TEST_ROUND * f->m;
    int i, j, good = 1;
    good &= CHECK(value <= (double)f->s.high + t);
    good &= CHECK(value >= (double)f->s.low - t - preference(a, b, f));
    good &= CHECK(gap >= value - tn); /* so far apart along the normal: moved by that, they touch */
    if (value < 0) good &= CHECK(gap <= value + tn);
    unit_check(&c->normal);
    error_note(
        f, value < (double)f->s.low ? fmin((double)f->s.low, value + preference(a, b, f)) : value,
        value < 0);
    for (i = 0; i < count && thorough; i++) {
        good &= CHECK(memcmp(&c[i].normal, &c->normal, sizeof c->normal) == 0);
        good &= CHECK((double)c[i].distance >= value - 2 * tn);
        if (i) good &= CHECK((double)c[i].distance <= hover + t);
        good &= points_check(a, b, f, &c[i], 1);
        for (j = 0; j < i; j++)
            good &= CHECK(c[i].feature_a != c[j].feature_a || c[i].feature_b != c[j].feature_b);
        if (!good) {
            if (test_failures <= 20) printf("    contact %d of %d, margin %g\n", i, count, margin);
            contact_print(&c[i]);
            break;
        }
    }
    if (!good) facts_print(a, b, f), contact_print(c);
}

/* Of all contacts, c, those that are told where there is room for n: of one, the deepest; of more,
   n of them, of which the first may have the deepest's distance instead of its own. */
static TEST_UNUSED void kept_check(const pair_facts *f, const cld_contact *c, int told,
                                   const cld_contact *d, int n)
{
    const int exact = n == 1 || n == told;
    int k, i;
    for (k = 0; k < n; k++) {
        cld_contact same = d[k];
        for (i = 0; i < told; i++)
            if (c[i].feature_a == d[k].feature_a && c[i].feature_b == d[k].feature_b) break;
        if (!CHECK(i < told)) continue;
        if (exact) CHECK(i == k);
        if (k == 0) {
            CHECK(d[0].distance == c[0].distance);
            CHECK((double)(c[i].distance - c[0].distance) <=
                  0.01 * f->smaller + 4 * TEST_ROUND * f->m);
            same.distance = c[i].distance;
        }
        CHECK(memcmp(&c[i], &same, sizeof same) == 0);
    }
}

static TEST_UNUSED void collide_check(const shape_body *a, const shape_body *b, const pair_facts *f,
                                      test_random *r, int thorough)
{
    const double margins[4] = {0, 0.02 * f->smaller, fabs((double)f->s.low) * test_between(r, 0, 2),
                               TEST_INFINITY};
    int i, k;
    for (i = 0; i < (thorough ? 4 : 1); i++) {
        cld_contact c[CONTACTS], d[CONTACTS];
        cld_shape_cache cache;
        const cld_real margin = (cld_real)margins[thorough ? i : test_integer(r, 0, 3)];
        const int told = collide_of(a, b, margin, NULL, c, CONTACTS);
        const int capacity = test_integer(r, 0, 4);
        verdict_check(a, b, f, told, (double)margin, "collide");
        if (!CHECK(told <= CONTACTS) || told <= 0) continue;
        if (margin == (cld_real)TEST_INFINITY) CHECK(told > 0);
        manifold_check(a, b, f, c, told, (double)margin, thorough);
        memset(d, 0x5a, sizeof d);
        CHECK(collide_of(a, b, margin, NULL, d, capacity) == told);
        kept_check(f, c, told, d, capacity < told ? capacity : told);
        for (k = capacity < told ? capacity : told; k < CONTACTS; k++)
            CHECK(((unsigned char *)&d[k])[5] == 0x5a);
        cache_random(&cache, r);
        k = collide_of(a, b, margin, &cache, d, CONTACTS);
        verdict_check(a, b, f, k, (double)margin, "collide with a cache");
        if (k > 0) manifold_check(a, b, f, d, k, (double)margin, thorough);
    }
}

/* All that is to be asked of two bodies that stand; with A and B exchanged, too. Not thorough: half
   of it, without the least depth, which takes the oracle long. */
static TEST_UNUSED void pair_check(const shape_body *a, const shape_body *b, test_random *r,
                                   int thorough, int touches, pair_tally *tally)
{
    pair_facts f = facts_by(a, b, !thorough);
    int i;
    f.touches = touches, f.tally = tally;
    if (tally)
        tally->pairs++, tally->open += f.s.low > -HUGE_VAL && f.s.low <= f.e && f.s.high >= -f.e;
    for (i = 0; i < 2; i++) {
        const shape_body *first = i ? b : a, *second = i ? a : b;
        overlap_check(first, second, &f, r);
        distance_check(first, second, &f, r, thorough);
        collide_check(first, second, &f, r, thorough);
        if (!thorough) return;
    }
}

/* --------------------------------------------------------------------------------------- sweeps */

typedef struct sweep_tally {
    long sweeps, hits, starts, stopped, open;
} sweep_tally;

static TEST_UNUSED void motion_of(const cld_vec3 *a, const cld_vec3 *b, solid_real out[3])
{
    out[0] = (solid_real)b->x - a->x, out[1] = (solid_real)b->y - a->y;
    out[2] = (solid_real)b->z - a->z;
}

/* What the first hit's contact says, at its time. */
static TEST_UNUSED int hit_check(const shape_body *a, const cld_motion *ma, const shape_body *b,
                                 const cld_motion *mb, const cld_hit *hit, double e, double m)
{
    static shape_body moved[2];
    const double t = (double)hit->time;
    double round_a, round_b;
    solid_real shift[3], n[3], motion[3];
    double gap;
    int good = 1, k;
    motion_of(&ma->linear, &mb->linear, motion);
    solid_moved(motion, hit->time, shift);
    n[0] = hit->contact.normal.x, n[1] = hit->contact.normal.y, n[2] = hit->contact.normal.z;
    unit_check(&hit->contact.normal);
    gap = (double)shape_along(&a->truth, &b->truth, shift, n);
    /* the plane that parts them holds until then */
    good &= CHECK_NEAR(gap, hit->contact.distance, 2 * e + 8 * TEST_ROUND * m);
    for (k = 0; k < 2; k++) {
        moved[k] = k ? *b : *a;
        for (int i = 0; i < 3; i++)
            moved[k].truth.place[i] += (solid_real)t * (&(k ? mb : ma)->linear.x)[i];
    }
    round_a = place_round(a, &hit->contact.point_a) + place_round(a, &ma->linear);
    round_b = place_round(b, &hit->contact.point_b) + place_round(b, &mb->linear);
    good &= CHECK(point_off(&moved[0], &hit->contact.point_a, e / 8) <=
                  2 * e + 8 * TEST_ROUND * m + round_a);
    good &= CHECK(point_off(&moved[1], &hit->contact.point_b, e / 8) <=
                  2 * e + 8 * TEST_ROUND * m + round_b);
    return good;
}

/* One sweep against the oracle, by the rule for bodies that start in contact. */
static TEST_UNUSED void sweep_check(const shape_body *a, const cld_motion *ma, const shape_body *b,
                                    const cld_motion *mb, cld_real skin, sweep_tally *tally)
{
    cld_sweep_params params;
    cld_hit hit;
    pair_facts f = facts_of(a, b);
    solid_real motion[3], when = 0, level;
    shape_between least, there;
    shape_time first;
    double e, more, t, slack;
    int told, good = 1;
    motion_of(&ma->linear, &mb->linear, motion);
    more = vec_most(&ma->linear) + vec_most(&mb->linear);
    e = bound_of(a, b, 3 * more + (double)skin), f.m += 3 * more, f.e = e;
    params.distance = skin;
    memset(&hit, 0x5a, sizeof hit);
    told = cld_shape_sweep(&a->shape, a->at, ma, &b->shape, b->at, mb, &params, &hit);
    t = told == 1 ? (double)hit.time : 1;
    slack = 2 * TEST_ROUND * (double)solid_length(motion); /* of the time */
    good &= CHECK(told == 0 || told == 1);
    tally->sweeps++, tally->hits += told == 1;
    if (f.s.low <= skin + e && f.s.high >= skin - e) {
        tally->open++; /* whether it starts in contact is open */
        level = f.s.low;
    } else if (f.s.high < skin) {
        level = f.s.low, tally->starts++;
        least = shape_least(&a->truth, &b->truth, motion, 0, 1, e / 16, &when);
        /* it falls: at once, as f is convex */
        if (least.high < f.s.low - 2 * e - slack) good &= CHECK(told == 1 && hit.time == 0);
        if (least.low >= f.s.high) good &= CHECK(told == 0);
        if (told == 1) good &= CHECK(hit.time == 0), tally->stopped++;
    } else {
        level = skin;
        first = shape_first(&a->truth, &b->truth, motion, level, e / 16);
        if (told == 0 && first.hits) { /* then by less than rounding */
            least = shape_least(&a->truth, &b->truth, motion, first.free, 1, e / 64, &when);
            good &= CHECK(least.high > level);
        }
        if (told == 1)
            good &= CHECK(first.hits || first.there.low <= level + 2 * e ||
                          (double)hit.time >= (double)first.free - 1e-3);
    }
    if (told == 1) { /* free until then, and there by then */
        solid_real shift[3];
        least = shape_least(&a->truth, &b->truth, motion, 0, hit.time, e / 16, &when);
        good &= CHECK(least.high >= level - 2 * e - slack);
        solid_moved(motion, hit.time, shift);
        there = shape_gap(&a->truth, &b->truth, shift, e / 16);
        if (f.s.high >= skin) good &= CHECK(there.low <= level + 2 * e + slack);
        good &= hit_check(a, ma, b, mb, &hit, e, f.m);
    }
    if (!good && test_failures <= 20) {
        printf("    sweep says %d, time %.17g, skin %g, motion %a %a %a\n", told, t, (double)skin,
               (double)motion[0], (double)motion[1], (double)motion[2]);
        if (told == 1) contact_print(&hit.contact);
        facts_print(a, b, &f);
    }
}

#endif
