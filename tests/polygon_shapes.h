/* Families of convex polygons for the tests of [POLYGON] in the plane, and ways of placing two of
 * them so that they are far from each other, touch to the last bit or lie within each other.
 *
 * Numbers are rounded to cld_real first and made convex then, exactly, so that every polygon here
 * is convex for cld_polygon_validate and for the oracle. Before test.h nothing; after it, this. */
#ifndef COLLIDE_POLYGON_SHAPES_H
#define COLLIDE_POLYGON_SHAPES_H

#include "test.h"

typedef enum shape_family {
    SHAPE_REGULAR,
    SHAPE_CIRCLE,   /* random points of a circle */
    SHAPE_ELLIPSE,  /* of an ellipse of aspect up to 10^6, turned or not */
    SHAPE_GRID,     /* small whole numbers, collinear and repeated vertices kept */
    SHAPE_LATTICE,  /* whole numbers, edges the primitive vectors sorted by angle: all nearly
                      parallel to their neighbours */
    SHAPE_PARABOLA, /* (i, i^2) */
    SHAPE_CLOUD,    /* hull of random points */
    SHAPE_BOX,
    SHAPE_SLIVER,  /* long and a few units of rounding thick */
    SHAPE_SEGMENT, /* there and back, with vertices on the way */
    SHAPE_POINT,   /* one vertex, or many equal ones */
    SHAPE_FAMILIES
} shape_family;

static const char *const shape_names[SHAPE_FAMILIES] = {"regular", "circle",   "ellipse", "grid",
                                                        "lattice", "parabola", "cloud",   "box",
                                                        "sliver",  "segment",  "point"};

/* A polygon and what it owns. */
typedef struct shape {
    cld_polygon polygon;
    cld_real *memory;
    size_t room;
    int whole; /* the vertices are whole numbers times `unit`, a power of two */
    double unit, size;
    shape_family family;
} shape;

/* Scratch: points before they become a shape. */
typedef struct shape_points {
    cld_vec2 *p;
    size_t count, room;
} shape_points;

static shape_points shape_scratch[2];

static void shape_push(shape_points *s, double x, double y)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->p = (cld_vec2 *)realloc(s->p, s->room * sizeof s->p[0]);
        if (!s->p) abort();
    }
    s->p[s->count].x = (cld_real)x;
    s->p[s->count++].y = (cld_real)y;
}

/* x rounded to float, whatever cld_real is; volatile, for compilers that optimise the rounding of
   neighbours away. */
static TEST_UNUSED double shape_as_float(double x)
{
    volatile float f = (float)x;
    return (double)f;
}

static TEST_UNUSED void shape_free(shape *s)
{
    free(s->memory);
    memset(s, 0, sizeof *s);
}

static int shape_order(const void *a, const void *b)
{
    const cld_vec2 *p = (const cld_vec2 *)a, *q = (const cld_vec2 *)b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* Replaces the points by their hull, exactly; no collinear vertices. */
static void shape_hull(shape_points *s)
{
    shape_points *h = &shape_scratch[1];
    size_t i, low;
    int side;
    qsort(s->p, s->count, sizeof s->p[0], shape_order);
    h->count = 0;
    for (side = 0; side < 2; side++) {
        low = h->count + 1;
        for (i = 0; i < s->count; i++) {
            const cld_vec2 p = s->p[side ? s->count - 1 - i : i];
            while (h->count > low && cld_orient2d(h->p[h->count - 2], h->p[h->count - 1], p) <= 0)
                h->count--;
            shape_push(h, (double)p.x, (double)p.y);
            if (h->count > low && h->p[h->count - 2].x == p.x && h->p[h->count - 2].y == p.y) {
                h->count--;
            }
        }
        h->count--; /* the other side begins with it */
    }
    if (h->count == 0) h->count = 1;
    if (h->count == 2 && h->p[0].x == h->p[1].x && h->p[0].y == h->p[1].y) h->count = 1;
    s->count = 0;
    for (i = 0; i < h->count; i++) shape_push(s, (double)h->p[i].x, (double)h->p[i].y);
}

static int shape_gcd(int a, int b)
{
    a = abs(a), b = abs(b);
    while (b) {
        int r = a % b;
        a = b, b = r;
    }
    return a;
}

/* Whole numbers: vertices on the edges between those that there are, each with probability
   `chance`. */
static void shape_subdivide(shape_points *s, test_random *r, double chance)
{
    shape_points *h = &shape_scratch[1];
    size_t i;
    h->count = 0;
    for (i = 0; i < s->count; i++) {
        const cld_vec2 p = s->p[i], q = s->p[i + 1 < s->count ? i + 1 : 0];
        const int dx = (int)(q.x - p.x), dy = (int)(q.y - p.y), n = shape_gcd(dx, dy);
        int k;
        shape_push(h, (double)p.x, (double)p.y);
        for (k = 1; k < n && k < 1000; k++)
            if (test_between(r, 0, 1) < chance) {
                shape_push(h, (double)p.x + k * (dx / n), (double)p.y + k * (dy / n));
            }
    }
    s->count = 0;
    for (i = 0; i < h->count; i++) shape_push(s, (double)h->p[i].x, (double)h->p[i].y);
}

/* Vertices repeat: many a little, or one very often. */
static void shape_repeat(shape_points *s, test_random *r)
{
    shape_points *h = &shape_scratch[1];
    const int kind = test_integer(r, 0, 3);
    const size_t often = (size_t)test_integer(r, 0, (int)s->count - 1), n = s->count;
    size_t i;
    h->count = 0;
    for (i = 0; i < s->count; i++) {
        size_t k = 1;
        if (kind == 0) k += (size_t)test_integer(r, 0, 2);
        if (kind > 0 && i == often) k += n * (size_t)kind / 2;
        while (k--) shape_push(h, (double)s->p[i].x, (double)s->p[i].y);
    }
    s->count = 0;
    for (i = 0; i < h->count; i++) shape_push(s, (double)h->p[i].x, (double)h->p[i].y);
}

static int shape_angle_order(const void *a, const void *b)
{
    const cld_vec2 *p = (const cld_vec2 *)a, *q = (const cld_vec2 *)b;
    const cld_vec2 o = {0, 0};
    const int p_low = p->y < 0 || (p->y == 0 && p->x < 0);
    const int q_low = q->y < 0 || (q->y == 0 && q->x < 0);
    if (p_low != q_low) return p_low - q_low;
    return -cld_orient2d(o, *p, *q);
}

/* A closed polygon of about n edges, all primitive vectors of up to some length: as many vertices
   as whole numbers allow for their size. */
static void shape_lattice(shape_points *s, size_t n)
{
    const int most = 1 + (int)sqrt((double)n / 2.4);
    double x = 0, y = 0;
    size_t i, edges;
    int a, b;
    for (a = -most; a <= most; a++)
        for (b = -most; b <= most; b++)
            if (shape_gcd(a, b) == 1) shape_push(s, a, b);
    qsort(s->p, s->count, sizeof s->p[0], shape_angle_order);
    edges = s->count;
    for (i = 0; i < edges; i++) {
        const double dx = (double)s->p[i].x, dy = (double)s->p[i].y;
        s->p[i].x = (cld_real)x, s->p[i].y = (cld_real)y;
        x += dx, y += dy;
    }
}

/* Raw points of a family, of size about 1, or whole numbers. Returns 1 for these. */
static int shape_raw(shape_points *s, test_random *r, shape_family family, size_t n)
{
    const double pi = 3.14159265358979323846;
    double turn = test_between(r, 0, 2 * pi), a = 1, b = 1, c, si;
    int k, reach;
    size_t i;
    s->count = 0;
    switch (family) {
    case SHAPE_GRID:
        reach = test_integer(r, 1, test_integer(r, 0, 1) ? 6 : 60);
        for (i = 0; i < n; i++)
            shape_push(s, test_integer(r, -reach, reach), test_integer(r, -reach, reach));
        return 1;
    case SHAPE_LATTICE:
        shape_lattice(s, n);
        return 1;
    case SHAPE_PARABOLA:
        k = test_integer(r, -(int)n, 0);
        for (i = 0; i < n; i++, k++) shape_push(s, k, (double)k * k);
        return 1;
    case SHAPE_BOX:
        a = test_integer(r, 1, 20), b = test_integer(r, 1, 2000);
        c = test_integer(r, -20, 20), si = test_integer(r, -20, 20);
        shape_push(s, c, si), shape_push(s, c + a, si);
        shape_push(s, c + a, si + b), shape_push(s, c, si + b);
        return 1;
    case SHAPE_SEGMENT:
        reach = test_integer(r, 1, 40);
        a = test_integer(r, -40, 40), b = test_integer(r, -40, 40);
        c = test_integer(r, 0, 3), si = c > 0 ? test_integer(r, -3, 3) : 1;
        shape_push(s, a, b), shape_push(s, a + reach * c, b + reach * si);
        return 1;
    case SHAPE_POINT:
        shape_push(s, test_integer(r, -9, 9), test_integer(r, -9, 9));
        return 1;
    case SHAPE_CLOUD:
        for (i = 0; i < n; i++) {
            a = sqrt(-2 * log(test_between(r, 1e-9, 1))), b = test_between(r, 0, 2 * pi);
            shape_push(s, a * cos(b) / 2, a * sin(b) / 2);
        }
        return 0;
    case SHAPE_SLIVER:
        c = cos(turn), si = sin(turn), b = TEST_ROUND * test_between(r, 0, 20);
        for (i = 0; i < n; i++) {
            a = test_between(r, -1, 1);
            shape_push(s, c * a - si * b * (1 - a * a), si * a + c * b * (1 - a * a));
        }
        return 0;
    default:
        break;
    }
    if (family == SHAPE_ELLIPSE) {
        b = pow(10, -test_between(r, 0, 6));
        if (test_integer(r, 0, 2) == 0) turn = 0;
    }
    c = cos(turn), si = sin(turn);
    for (i = 0; i < n; i++) {
        const double t =
            family == SHAPE_REGULAR ? 2 * pi * (double)i / (double)n : test_between(r, 0, 2 * pi);
        shape_push(s, c * cos(t) - si * b * sin(t), si * cos(t) + c * b * sin(t));
    }
    return 0;
}

/* Copies points into a shape, vertex `first` becoming number 0, each `stride` reals apart (NaN in
   between). */
static void shape_store(shape *s, const shape_points *p, size_t first, size_t stride)
{
    const size_t need = p->count * stride;
    size_t i, k;
    if (s->room < need) {
        s->room = need;
        s->memory = (cld_real *)realloc(s->memory, need * sizeof s->memory[0]);
        if (!s->memory) abort();
    }
    for (i = 0; i < p->count; i++) {
        const cld_vec2 q = p->p[(first + i) % p->count];
        cld_real *v = s->memory + i * stride;
        v[0] = q.x, v[1] = q.y;
        for (k = 2; k < stride; k++) v[k] = (cld_real)TEST_NAN;
    }
    memset(&s->polygon, 0, sizeof s->polygon);
    s->polygon.vertices = s->memory;
    s->polygon.count = p->count;
    s->polygon.stride = stride == 2 ? 0 : stride * sizeof(cld_real);
}

/* A polygon of a family with n vertices or fewer (more where vertices are repeated), all its
   numbers times `scale`, which is a power of two; `far` is how far from its origin it lies, in its
   own sizes. */
static TEST_UNUSED void shape_make(shape *s, test_random *r, shape_family family, size_t n,
                                   double scale, double far)
{
    shape_points *p = &shape_scratch[0];
    double x, y, size = 0;
    size_t i, first, stride = 2;
    const int whole = shape_raw(p, r, family, n);
    if (far > 0) {
        x = test_between(r, -far, far), y = test_between(r, -far, far);
        if (whole) x = floor(x), y = floor(y);
        for (i = 0; i < p->count; i++) {
            p->p[i].x = (cld_real)((double)p->p[i].x + x);
            p->p[i].y = (cld_real)((double)p->p[i].y + y);
        }
    }
    shape_hull(p);
    if (family == SHAPE_GRID || (whole && test_integer(r, 0, 3) == 0 && n <= 1000)) {
        shape_subdivide(p, r, test_between(r, 0, 1));
    }
    if (family == SHAPE_SEGMENT && n < 3) p->count = 2;
    first = (size_t)test_integer(r, 0, (int)p->count - 1);
    if (test_integer(r, 0, 4) == 0 || (family == SHAPE_POINT && n > 1)) {
        if (n > 2) shape_repeat(p, r);
    }
    if (p->count > 1) first = (size_t)test_integer(r, 0, (int)p->count - 1);
    for (i = 0; i < p->count; i++) {
        p->p[i].x = (cld_real)((double)p->p[i].x * scale);
        p->p[i].y = (cld_real)((double)p->p[i].y * scale);
        x = fabs((double)p->p[i].x - (double)p->p[0].x);
        y = fabs((double)p->p[i].y - (double)p->p[0].y);
        if (x + y > size) size = x + y;
    }
    if (test_integer(r, 0, 3) == 0) stride = (size_t)test_integer(r, 3, 5);
    shape_store(s, p, first, stride);
    s->whole = whole, s->unit = scale, s->family = family;
    s->size = size > 0 ? size : scale;
}

/* How many vertices: mostly few, up to `most`. */
static TEST_UNUSED size_t shape_count(test_random *r, int most)
{
    const int kind = test_integer(r, 0, 9);
    if (kind < 5) return (size_t)test_integer(r, 1, most < 16 ? most : 16);
    if (kind < 8) return (size_t)test_integer(r, 1, most < 50 ? most : 50);
    return (size_t)test_integer(r, 1, most);
}

/* A shape of any family. */
static TEST_UNUSED void shape_any(shape *s, test_random *r, int most)
{
    const shape_family family = (shape_family)test_integer(r, 0, SHAPE_FAMILIES - 1);
    const int kind = test_integer(r, 0, 9);
    double scale = 1, far = 0;
    if (kind == 0) scale = ldexp(1, test_integer(r, -20, 20));
    if (kind == 1) far = pow(10, test_between(r, 0, 6));
#ifdef COLLIDE_DOUBLE
    if (kind == 2) scale = ldexp(1, test_integer(r, -450, 440));
#endif
    shape_make(s, r, family, shape_count(r, most), scale, far);
}

/* The poses: none, turns by quarters with whole steps, any angle, any angle and not quite unit. */
static TEST_UNUSED cld_pose2 shape_pose(test_random *r, const shape *s, double reach)
{
    static const int quarter[5] = {1, 0, -1, 0, 1};
    cld_pose2 pose;
    const int kind = test_integer(r, 0, 9), k = test_integer(r, 0, 3);
    double x = test_between(r, -reach, reach), y = test_between(r, -reach, reach), a;
    memset(&pose, 0, sizeof pose);
    if (kind < 2) return pose;
    if (kind < 6) {
        if (kind > 2) pose.rotation.x = (cld_real)quarter[k + 1];
        if (kind > 2) pose.rotation.y = (cld_real)quarter[k];
        if (s->whole) x = floor(x / s->unit) * s->unit, y = floor(y / s->unit) * s->unit;
        pose.position.x = (cld_real)x, pose.position.y = (cld_real)y;
        return pose;
    }
    a = test_between(r, -4, 4);
    pose.rotation.x = (cld_real)cos(a), pose.rotation.y = (cld_real)sin(a);
    if (kind == 9) {
        a = 1 + test_between(r, -3e-6, 3e-6);
        pose.rotation.x = (cld_real)((double)pose.rotation.x * a);
        pose.rotation.y = (cld_real)((double)pose.rotation.y * a);
    }
    pose.position.x = (cld_real)x, pose.position.y = (cld_real)y;
    return pose;
}

/* Vertex i where it is in the array. */
static TEST_UNUSED cld_vec2 shape_vertex(const cld_polygon *p, size_t i)
{
    const size_t stride = p->stride ? p->stride : 2 * sizeof(cld_real);
    cld_vec2 v;
    memcpy(&v, (const char *)p->vertices + i * stride, sizeof v);
    return v;
}

/* Prints a polygon so that it can be replayed. */
static TEST_UNUSED void shape_print(const char *name, const cld_polygon *p)
{
    size_t i;
    printf("    %s: count %lu stride %lu pose (%a, %a) (%a, %a)\n", name, (unsigned long)p->count,
           (unsigned long)p->stride, (double)p->pose.rotation.x, (double)p->pose.rotation.y,
           (double)p->pose.position.x, (double)p->pose.position.y);
    for (i = 0; i < p->count && i < 64; i++) {
        const cld_vec2 v = shape_vertex(p, i);
        printf("      {%a, %a},\n", (double)v.x, (double)v.y);
    }
}

#endif
