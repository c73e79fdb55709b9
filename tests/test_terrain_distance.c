/* Distance of a cylinder and a heightfield that are apart, and of a cylinder, a plane and a sphere.
 * The reference computes in long double: on every triangle the least of the face, if the cylinder's
 * support point has its foot there, and of the edges, each by bisection of the slope. Besides, an
 * answer proves itself: its points lie on both, and along its normal nothing of the triangle is
 * nearer. */
#include "test.h"
#include "examples/heightfield_bodies.h"

#define LARGEST_FIELD 9

typedef long double real;

typedef struct vec {
    real x, y, z;
} vec;

static vec vec_of(real x, real y, real z)
{
    vec r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

static vec from(cld_vec3 a)
{
    return vec_of((real)a.x, (real)a.y, (real)a.z);
}

static vec add(vec a, vec b)
{
    return vec_of(a.x + b.x, a.y + b.y, a.z + b.z);
}

static vec sub(vec a, vec b)
{
    return vec_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

static vec scale(vec a, real s)
{
    return vec_of(a.x * s, a.y * s, a.z * s);
}

static real dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec cross(vec a, vec b)
{
    return vec_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static real length(vec a)
{
    return sqrtl(dot(a, a));
}

static vec unit(vec a)
{
    return scale(a, 1 / length(a));
}

static real least(real a, real b)
{
    return a < b ? a : b;
}

static real most(real a, real b)
{
    return a > b ? a : b;
}

static cld_vec3 to(vec a)
{
    cld_vec3 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y, r.z = (cld_real)a.z;
    return r;
}

/* ----------------------------------------------------------------------------------- reference */

typedef struct solid {
    vec centre, axis;
    real radius, half;
} solid;

static solid solid_from(const cld_cylinder *c)
{
    solid s;
    s.centre = from(c->centre), s.axis = unit(from(c->axis));
    s.radius = (real)c->radius, s.half = (real)c->half_height;
    return s;
}

/* How far p is beyond the side and beyond the end; negative: within. */
static void beyond(const solid *s, vec p, real *side, real *end)
{
    const vec d = sub(p, s->centre);
    const real z = dot(d, s->axis);
    *side = length(sub(d, scale(s->axis, z))) - s->radius;
    *end = fabsl(z) - s->half;
}

static real distance_point(const solid *s, vec p)
{
    real side, end;
    beyond(s, p, &side, &end);
    side = most(side, 0), end = most(end, 0);
    return sqrtl(side * side + end * end);
}

/* How far the cylinder reaches along the unit vector n, from its centre. */
static real reach(const solid *s, vec n)
{
    return s->half * fabsl(dot(n, s->axis)) + s->radius * length(cross(n, s->axis));
}

/* Half the derivative along the edge of the squared distance. */
static real slope(const solid *s, vec p, vec d)
{
    const vec q = sub(p, s->centre);
    const real z = dot(q, s->axis), dz = dot(d, s->axis);
    const vec radial = sub(q, scale(s->axis, z));
    const real rho = length(radial);
    real g = 0;
    if (rho > s->radius) g += (rho - s->radius) * dot(radial, d) / rho;
    if (fabsl(z) > s->half) g += (fabsl(z) - s->half) * (z < 0 ? -dz : dz);
    return g;
}

static real distance_edge(const solid *s, vec a, vec b)
{
    const vec d = sub(b, a);
    real lo = 0, hi = 1;
    int i;
    if (slope(s, a, d) >= 0) return distance_point(s, a);
    if (slope(s, b, d) <= 0) return distance_point(s, b);
    for (i = 0; i < 80; i++) {
        const real t = 0.5L * (lo + hi);
        if (slope(s, add(a, scale(d, t)), d) < 0)
            lo = t;
        else
            hi = t;
    }
    return distance_point(s, add(a, scale(d, 0.5L * (lo + hi))));
}

/* A point of the plane through v[0] with normal n is on the triangle, seen along n. */
static int on_triangle(const vec v[3], vec n, vec p)
{
    int i;
    for (i = 0; i < 3; i++)
        if (dot(n, cross(sub(v[(i + 1) % 3], v[i]), sub(p, v[i]))) < 0) return 0;
    return 1;
}

static real distance_triangle(const solid *s, const vec v[3])
{
    const vec n = unit(cross(sub(v[1], v[0]), sub(v[2], v[0])));
    const real height = dot(n, sub(s->centre, v[0])), gap = fabsl(height) - reach(s, n);
    const real along = dot(n, s->axis), sign = height < 0 ? 1 : -1;
    const vec across = sub(n, scale(s->axis, along));
    real d;
    vec p = add(s->centre, scale(s->axis, along * sign < 0 ? -s->half : s->half));
    if (length(across) > 0) p = add(p, scale(unit(across), sign * s->radius));
    if (gap >= 0) {
        if (on_triangle(v, n, p)) return gap;
    } else { /* the plane meets the cylinder, here */
        if (on_triangle(
                v, n,
                add(s->centre, scale(sub(p, s->centre), fabsl(height) / (fabsl(height) - gap)))))
            return 0;
    }
    d = distance_edge(s, v[0], v[1]);
    d = least(d, distance_edge(s, v[1], v[2]));
    return least(d, distance_edge(s, v[2], v[0]));
}

/* A field in memory, as doubles; corners of its triangles in the world. */
typedef struct ground {
    cld_heightfield field;
    double heights[LARGEST_FIELD * LARGEST_FIELD];
    vec x, y, z, position;
    double largest; /* coordinate */
} ground;

static void ground_open(ground *g)
{
    const cld_mat3 *r = &g->field.pose.rotation;
    const vec x = from(r->x), y = from(r->y);
    double size = 0;
    uint32_t i;
    g->x = vec_of(1, 0, 0), g->y = vec_of(0, 1, 0);
    if (length(x) > 0) g->x = unit(x), g->y = unit(sub(y, scale(g->x, dot(g->x, y))));
    g->z = cross(g->x, g->y);
    g->position = from(g->field.pose.position);
    for (i = 0; i < g->field.columns * g->field.rows; i++)
        if (g->heights[i] == g->heights[i]) size = fmax(size, fabs(g->heights[i]));
    size = fmax(size,
                fmax(g->field.columns * (double)g->field.dx, g->field.rows * (double)g->field.dy));
    size = fmax(size, fabs((double)g->position.x) + fabs((double)g->position.y) +
                          fabs((double)g->position.z));
    g->largest = size;
}

static vec ground_vertex(const ground *g, uint32_t i, uint32_t j)
{
    const real h = (real)g->heights[i + j * g->field.columns];
    return add(g->position,
               add(add(scale(g->x, i * (real)g->field.dx), scale(g->y, j * (real)g->field.dy)),
                   scale(g->z, h)));
}

static int ground_triangle(const ground *g, uint32_t i, uint32_t j, int half, vec v[3])
{
    int rising = g->field.diagonal == CLD_DIAGONAL_RISING;
    int c;
    if (g->field.diagonal == CLD_DIAGONAL_ALTERNATING) rising = (i + j) % 2 == 0;
    v[0] = ground_vertex(g, i + (half ? 1 : 0), j + (half ? 1 : 0));
    v[1] = ground_vertex(g, i + (half ? 0 : 1), j + (half ? 1 : 0));
    v[2] = ground_vertex(g, i + (uint32_t)(half ? !rising : rising), j + (half ? 0 : 1));
    for (c = 0; c < 3; c++)
        if (!(v[c].x == v[c].x)) return 0;
    return 1;
}

/* Distance to the surface; *below: the centre is below a triangle (how far, at least). */
static real ground_distance(const ground *g, const solid *s, real *below)
{
    real best = HUGE_VALL;
    uint32_t i, j;
    int half;
    *below = -HUGE_VALL;
    for (j = 0; j + 1 < g->field.rows; j++) {
        for (i = 0; i + 1 < g->field.columns; i++) {
            for (half = 0; half < 2; half++) {
                vec v[3], n;
                real d;
                if (!ground_triangle(g, i, j, half, v)) continue;
                n = unit(cross(sub(v[1], v[0]), sub(v[2], v[0])));
                d = dot(n, sub(v[0], s->centre)) / dot(n, g->z);
                if (d > *below && on_triangle(v, g->z, s->centre)) *below = d;
                d = dot(n, sub(s->centre, v[0]));
                if (fabsl(d) - reach(s, n) >= best) continue;
                best = least(best, distance_triangle(s, v));
            }
        }
    }
    return best;
}

/* ---------------------------------------------------------------------------- what is checked */

/* Bound of rounding: what the declarations promise of the largest number that takes part; results
   are then rounded to cld_real. */
static real bound_of(const ground *g, const solid *s)
{
    const real size =
        fabsl(s->centre.x) + fabsl(s->centre.y) + fabsl(s->centre.z) + s->radius + s->half;
    return ldexpl(most(size, (real)g->largest), -44);
}

/* The corners of what feature_b names: how many. */
static int feature_corners(const ground *g, uint32_t feature, vec v[3])
{
    const uint32_t number = feature / 4, columns = g->field.columns;
    uint32_t n = number, i, j;
    if (feature % 4 == CLD_FEATURE_VERTEX) {
        v[0] = ground_vertex(g, n % columns, n / columns);
        return 1;
    }
    if (feature % 4 == CLD_FEATURE_EDGE) {
        vec t[3];
        int c, d, k = 0;
        n = number / 3, i = n % columns, j = n / columns;
        v[0] = ground_vertex(g, i, j);
        if (number % 3 == 0) v[1] = ground_vertex(g, i + 1, j);
        if (number % 3 == 1) v[1] = ground_vertex(g, i, j + 1);
        if (number % 3 < 2) return 2;
        /* the diagonal: the corners that both triangles have */
        {
            vec u[3];
            if (!ground_triangle(g, i, j, 0, t) || !ground_triangle(g, i, j, 1, u)) {
                /* one is a hole: the side that is neither along x nor along y */
                const int half = ground_triangle(g, i, j, 0, t) ? 0 : 1;
                ground_triangle(g, i, j, half, t);
                if (dot(g->x, sub(t[2], t[0])) != 0 && dot(g->y, sub(t[2], t[0])) != 0 &&
                    fabsl(dot(g->x, sub(t[2], t[0]))) > 0.5L * (real)g->field.dx)
                    v[0] = t[0], v[1] = t[2];
                else
                    v[0] = t[1], v[1] = t[2];
                return 2;
            }
            for (c = 0; c < 3; c++)
                for (d = 0; d < 3; d++)
                    if (length(sub(t[c], u[d])) == 0 && k < 2) v[k++] = t[c];
        }
        return 2;
    }
    n = number / 2;
    ground_triangle(g, n % columns, n / columns, (int)(number % 2), v);
    return 3;
}

static real distance_to_corners(const vec *v, int count, vec p)
{
    solid s;
    s.centre = p, s.axis = vec_of(0, 0, 1), s.radius = s.half = 0;
    if (count == 1) return length(sub(p, v[0]));
    if (count == 2) {
        const vec d = sub(v[1], v[0]);
        const real t = most(0, least(1, dot(sub(p, v[0]), d) / dot(d, d)));
        return length(sub(p, add(v[0], scale(d, t))));
    }
    {
        const vec n = unit(cross(sub(v[1], v[0]), sub(v[2], v[0])));
        vec last[2];
        if (on_triangle(v, n, p)) return fabsl(dot(n, sub(p, v[0])));
        last[0] = v[2], last[1] = v[0];
        return least(distance_to_corners(v, 2, p),
                     least(distance_to_corners(v + 1, 2, p), distance_to_corners(last, 2, p)));
    }
}

/* Everything about a contact of bodies `distance` apart. */
static int check_contact(const ground *g, const solid *s, const cld_contact *c, real distance)
{
    const real bound = bound_of(g, s), size = ldexpl(bound, 44);
    const real round = (real)TEST_ROUND; /* of points: each coordinate */
    const real loose = bound + 4 * round * size;
    const vec n = from(c->normal), a = from(c->point_a), b = from(c->point_b);
    real side, end, along = HUGE_VALL;
    vec v[3];
    int count, i, good = 1;
    good &=
        CHECK_NEAR((double)c->distance, (double)distance, (double)(bound + 2 * round * distance));
    good &= CHECK_NEAR((double)length(n), 1, 16 * TEST_ROUND);
    beyond(s, a, &side, &end);
    good &= CHECK_NEAR((double)most(side, end), 0, (double)loose);
    good &=
        CHECK_NEAR((double)length(sub(sub(b, a), scale(n, (real)c->distance))), 0, (double)loose);
    count = feature_corners(g, c->feature_b, v);
    good &= CHECK_NEAR((double)distance_to_corners(v, count, b), 0, (double)loose);
    /* along the normal the whole feature is as far: so the normal is right */
    for (i = 0; i < count; i++) along = least(along, dot(n, sub(v[i], s->centre)) - reach(s, n));
    good &= CHECK(along >= distance - loose);
    return good;
}

/* ------------------------------------------------------------------------------------- scenes */

static real value(test_random *r, double low, double high)
{
    return (real)test_between(r, low, high);
}

/* Numbers spread over magnitudes. */
static double spread(test_random *r, double low, double high)
{
    return exp(test_between(r, log(low), log(high)));
}

static vec direction(test_random *r)
{
    vec v;
    do {
        v = vec_of(value(r, -1, 1), value(r, -1, 1), value(r, -1, 1));
    } while (dot(v, v) > 1 || dot(v, v) < 0.01L);
    return unit(v);
}

/* Terrains: 0 rough, 1 a plane that slopes, 2 steps, 3 spikes, 4 gentle, 5 flat. */
static void make_ground(ground *g, test_random *r, int kind, double size)
{
    const uint32_t columns = (uint32_t)test_integer(r, 2, LARGEST_FIELD);
    const uint32_t rows = (uint32_t)test_integer(r, 2, LARGEST_FIELD);
    const double sx = test_between(r, -2, 2), sy = test_between(r, -2, 2);
    uint32_t i, j;
    memset(g, 0, sizeof *g);
    g->field.heights = g->heights;
    g->field.type = CLD_HEIGHT_DOUBLE;
    g->field.columns = columns, g->field.rows = rows;
    g->field.dx = (cld_real)(size * (test_integer(r, 0, 3) ? 1 : spread(r, 0.1, 10)));
    g->field.dy = (cld_real)(size * (test_integer(r, 0, 3) ? 1 : spread(r, 0.1, 10)));
    g->field.diagonal = (cld_diagonal)test_integer(r, 0, 2);
    for (j = 0; j < rows; j++) {
        for (i = 0; i < columns; i++) {
            double h = 0;
            if (kind == 0) h = test_between(r, -1, 1) * size;
            if (kind == 1) h = sx * i * (double)g->field.dx + sy * j * (double)g->field.dy;
            if (kind == 2) h = floor((sx * i + sy * j) / 2) * size;
            if (kind == 3) h = test_integer(r, 0, 3) ? 0 : spread(r, 0.1, 1000) * size;
            if (kind == 4) h = test_between(r, -0.05, 0.05) * size;
            /* so that the surface is the same in every precision */
            g->heights[i + j * columns] = (double)(float)h;
            if (test_integer(r, 0, 40) == 0) g->heights[i + j * columns] = TEST_NAN;
        }
    }
    if (test_integer(r, 0, 2) == 0) {
        g->field.pose.rotation = test_rotation(r);
        g->field.pose.position = to(scale(direction(r), (real)(size * spread(r, 0.1, 100))));
    }
    ground_open(g);
}

/* A cylinder of some shape and size above the field or beside it. */
static void make_cylinder(cld_cylinder *c, const ground *g, test_random *r)
{
    const double size = sqrt((double)g->field.dx * (double)g->field.dy) * spread(r, 0.02, 20);
    const double shape[6][2] = {{0.35, 0.125}, {0.3, 0.45}, {1, 0.025},
                                {0.02, 1},     {1, 1e-5},   {1e-5, 1}};
    const int which = test_integer(r, 0, 5);
    const real x = value(r, -0.3, 1.3) * (g->field.columns - 1) * (real)g->field.dx;
    const real y = value(r, -0.3, 1.3) * (g->field.rows - 1) * (real)g->field.dy;
    const real z = value(r, -1, 3) * (real)(size + (double)g->field.dx);
    vec axis = direction(r);
    const int special = test_integer(r, 0, 7);
    if (special == 0) axis = vec_of(0, 0, 1);
    if (special == 1) axis = unit(vec_of(axis.x, axis.y, 0));
    if (special == 2) axis = vec_of(1, 0, 0);
    if (special == 3) axis = vec_of(0, 1, value(r, -1, 1) * 1e-7L);
    c->radius = (cld_real)(size * shape[which][0]),
    c->half_height = (cld_real)(size * shape[which][1]);
    c->axis = to(add(add(scale(g->x, axis.x), scale(g->y, axis.y)), scale(g->z, axis.z)));
    c->centre = to(add(g->position, add(add(scale(g->x, x), scale(g->y, y)), scale(g->z, z))));
}

static long apart, closest_face, closest_edge, closest_vertex;

/* One pose: 1 where the two are apart. */
static int check_pose(ground *g, const cld_cylinder *c, cld_contact *closest)
{
    const solid s = solid_from(c);
    const real bound = bound_of(g, &s);
    real below, d;
    cld_contact other;
    int answer = cld_heightfield_distance_cylinder(&g->field, c, (cld_real)TEST_INFINITY, closest);
    if (!CHECK(answer >= 0)) return 0;
    d = ground_distance(g, &s, &below);
    if (d == HUGE_VALL) {
        CHECK(answer == 0);
        return 0;
    }
    CHECK(answer == 1);
    if (d <= bound || below >= -bound) return 0;
    if (!check_contact(g, &s, closest, d)) {
        printf("    %a %a %a, %a %a %a, %a %a; %u x %u, distance %Lg, features %u, %u\n",
               (double)c->centre.x, (double)c->centre.y, (double)c->centre.z, (double)c->axis.x,
               (double)c->axis.y, (double)c->axis.z, (double)c->radius, (double)c->half_height,
               g->field.columns, g->field.rows, d, closest->feature_a, closest->feature_b % 4);
        return 0;
    }
    apart++;
    if (closest->feature_b % 4 == CLD_FEATURE_FACE) closest_face++;
    if (closest->feature_b % 4 == CLD_FEATURE_EDGE) closest_edge++;
    if (closest->feature_b % 4 == CLD_FEATURE_VERTEX) closest_vertex++;
    /* the limit */
    CHECK(cld_heightfield_distance_cylinder(
              &g->field, c, (cld_real)((d + bound) * (1 + 4 * (real)TEST_ROUND)), &other) == 1);
    if (d > 1000 * bound) {
        CHECK(cld_heightfield_distance_cylinder(&g->field, c, (cld_real)(d * 0.99L), &other) == 0);
    }
    return 1;
}

static void apart_from_small_fields(void)
{
    test_random r = test_random_from(1);
    ground g;
    int n;
    for (n = test_repeat(20000); n > 0; n--) {
        cld_cylinder c;
        cld_contact closest;
        const double scale_of_all = test_integer(&r, 0, 3) ? 1 : spread(&r, 1e-6, 1e6);
        int again = 2;
        make_ground(&g, &r, test_integer(&r, 0, 5), scale_of_all);
        make_cylinder(&c, &g, &r);
        /* then nearer and nearer, along the normal */
        while (check_pose(&g, &c, &closest) && again-- > 0) {
            const real gap = (real)closest.distance * (real)spread(&r, 1e-9, 1);
            c.centre =
                to(add(from(c.centre), scale(from(closest.normal), (real)closest.distance - gap)));
        }
    }
    printf("    %ld apart: %ld faces, %ld edges, %ld vertices\n", apart, closest_face, closest_edge,
           closest_vertex);
}

/* ------------------------------------------------------------------- contacts within a margin */

/* A contact that is still apart: points on both, at its distance; at edges and vertices nothing
   around them reaches farther out. */
static int check_apart(const ground *g, const solid *s, const cld_contact *c)
{
    const real bound = bound_of(g, s), size = ldexpl(bound, 44);
    const real loose = bound + 4 * (real)TEST_ROUND * size;
    const vec n = from(c->normal), a = from(c->point_a), b = from(c->point_b);
    real side, end;
    vec v[3];
    int count, good = 1;
    good &= CHECK_NEAR((double)length(n), 1, 16 * TEST_ROUND);
    beyond(s, a, &side, &end);
    good &= CHECK_NEAR((double)most(side, end), 0, (double)loose);
    good &=
        CHECK_NEAR((double)length(sub(sub(b, a), scale(n, (real)c->distance))), 0, (double)loose);
    count = feature_corners(g, c->feature_b, v);
    good &= CHECK_NEAR((double)distance_to_corners(v, count, b), 0, (double)loose);
    if (count < 3) {
        uint32_t i, j;
        int half, k, e;
        for (j = 0; j + 1 < g->field.rows; j++)
            for (i = 0; i + 1 < g->field.columns; i++)
                for (half = 0; half < 2; half++) {
                    vec t[3];
                    int shared = 0;
                    if (!ground_triangle(g, i, j, half, t)) continue;
                    for (e = 0; e < count; e++)
                        for (k = 0; k < 3; k++) shared += length(sub(t[k], v[e])) == 0;
                    if (shared < count) continue;
                    for (k = 0; k < 3; k++) good &= CHECK(dot(n, sub(t[k], v[0])) >= -loose);
                }
    }
    return good;
}

static void contacts_within_a_margin(void)
{
    test_random r = test_random_from(2);
    ground g;
    long some = 0, touching = 0, several = 0;
    int n, i;
    for (n = test_repeat(20000); n > 0; n--) {
        cld_cylinder c;
        cld_contact closest, first, out[CLD_HEIGHTFIELD_CONTACTS];
        solid s;
        real bound, margin;
        int count, near_it;
        make_ground(&g, &r, test_integer(&r, 0, 5),
                    test_integer(&r, 0, 3) ? 1 : spread(&r, 1e-6, 1e6));
        make_cylinder(&c, &g, &r);
        if (cld_heightfield_distance_cylinder(&g.field, &c, (cld_real)TEST_INFINITY, &closest) != 1)
            continue;
        if (closest.distance > 0 && test_integer(&r, 0, 2)) {
            c.centre = to(add(from(c.centre), scale(from(closest.normal),
                                                    (real)closest.distance * value(&r, 0, 1))));
            CHECK(cld_heightfield_distance_cylinder(&g.field, &c, (cld_real)TEST_INFINITY,
                                                    &closest) == 1);
        }
        s = solid_from(&c),
        bound = bound_of(&g, &s) + 4 * (real)TEST_ROUND * fabsl((real)closest.distance);
        margin = fabsl((real)closest.distance) * (real)spread(&r, 0.5, 4);
        if (test_integer(&r, 0, 30) == 0) margin = HUGE_VALL;
        count = cld_heightfield_collide_cylinder(&g.field, &c, (cld_real)margin, out,
                                                 CLD_HEIGHTFIELD_CONTACTS);
        near_it = cld_heightfield_collide_cylinder(&g.field, &c, 0, &first, 1);
        CHECK(count >= 0 && count <= CLD_HEIGHTFIELD_CONTACTS);
        if (near_it > 0) {
            touching++;
            CHECK(count >= 1 && out[0].distance <= 0);
        } else if ((real)closest.distance > margin + bound) {
            CHECK(count == 0);
        } else if ((real)closest.distance < margin - bound) {
            CHECK(count > 0);
        }
        for (i = 0; i < count; i++) {
            if (out[i].distance <= 0) continue;
            if (!near_it && i == 0) {
                some++;
                if (!CHECK_NEAR((double)out[0].distance, (double)closest.distance, (double)bound))
                    printf("    %d contacts, features %u, %u, of the closest %u, %u\n", count,
                           out[0].feature_a, out[0].feature_b % 4, closest.feature_a,
                           closest.feature_b % 4);
            }
            several += i == 1;
            CHECK((real)out[i].distance <= margin);
            CHECK(near_it || out[i].distance >= out[0].distance);
            if (!check_apart(&g, &s, &out[i]))
                printf(
                    "    %a %a %a, %a %a %a, %a %a; %u x %u, contact %d of %d, features %u, %u\n",
                    (double)c.centre.x, (double)c.centre.y, (double)c.centre.z, (double)c.axis.x,
                    (double)c.axis.y, (double)c.axis.z, (double)c.radius, (double)c.half_height,
                    g.field.columns, g.field.rows, i, count, out[i].feature_a,
                    out[i].feature_b % 4);
        }
    }
    printf("    %ld apart and near, %ld touching, %ld with several\n", some, touching, several);
}

/* A field that is a plane is the plane: the same contacts, whatever cells they are on. */
static void planes_with_a_margin(void)
{
    enum { SIDE = 65 };
    static double heights[SIDE * SIDE];
    test_random r = test_random_from(3);
    long contacts = 0;
    int n, i, j;
    for (n = test_repeat(20000); n > 0; n--) {
        const double sx = n % 3 ? test_between(&r, -1, 1) : 0,
                     sy = n % 3 ? test_between(&r, -1, 1) : 0;
        cld_heightfield f, cell;
        double corners[4];
        cld_cylinder c;
        cld_contact a[CLD_HEIGHTFIELD_CONTACTS], b[4];
        vec up;
        double size, margin, bound, sine;
        int count, other;
        memset(&f, 0, sizeof f);
        f.heights = heights, f.type = CLD_HEIGHT_DOUBLE, f.columns = f.rows = SIDE;
        f.dx = (cld_real)0.25, f.dy = (cld_real)0.25,
        f.diagonal = (cld_diagonal)test_integer(&r, 0, 2);
        for (j = 0; j < SIDE; j++)
            for (i = 0; i < SIDE; i++) heights[i + j * SIDE] = (sx * i + sy * j) * 0.25;
        for (i = 0; i < 4; i++) /* the plane: one cell with the same corners */
            corners[i] = heights[(i & 1 ? SIDE - 1 : 0) + (i & 2 ? SIDE * (SIDE - 1) : 0)];
        cell = f, cell.heights = corners, cell.columns = cell.rows = 2;
        cell.dx = cell.dy = (cld_real)(0.25 * (SIDE - 1));
        up = unit(vec_of((real)-sx, (real)-sy, 1));
        size = spread(&r, 0.05, 2);
        c.radius = (cld_real)(size * spread(&r, 0.05, 1)),
        c.half_height = (cld_real)(size * spread(&r, 0.05, 1));
        c.axis = to(test_integer(&r, 0, 1)   ? direction(&r)
                    : test_integer(&r, 0, 1) ? up
                                             : unit(cross(up, direction(&r))));
        {
            const double x = test_between(&r, 6, 10), y = test_between(&r, 6, 10);
            c.centre = to(add(vec_of((real)x, (real)y, (real)(sx * x + sy * y)),
                              scale(up, value(&r, 0, 2.5) * (real)size)));
        }
        margin = size * test_between(&r, 0, 1);
        count =
            cld_heightfield_collide_cylinder(&f, &c, (cld_real)margin, a, CLD_HEIGHTFIELD_CONTACTS);
        other = cld_heightfield_collide_cylinder(&cell, &c, (cld_real)margin, b, 4);
        for (i = 1; i < other; i++) CHECK(b[i - 1].distance <= b[i].distance);
        if (other > 0 && b[0].distance <= 0) continue; /* of those that touch: test_terrain.c */
        /* numbers up to 40, slopes from their differences over cells of 0.25 */
        bound = 1e3 * TEST_ROUND * 40;
        sine = (double)length(cross(up, unit(from(c.axis))));
        for (i = 0; i < other && fabs((double)b[i].distance - margin) > bound; i++) continue;
        if (i < other || (other == 0 && !CHECK(count == 0))) continue;
        contacts += count;
        CHECK(count == other);
        for (i = 0; i < other; i++) {
            for (j = 0; j < count && a[j].feature_a != b[i].feature_a; j++) continue;
            if (!CHECK(j < count)) continue;
            CHECK_NEAR(a[j].distance, b[i].distance, bound);
            CHECK_NEAR((double)length(sub(from(a[j].normal), from(b[i].normal))), 0, bound);
            if (sine < 1e-3) continue; /* which way it falls is a matter of rounding */
            CHECK_NEAR((double)length(sub(from(a[j].point_a), from(b[i].point_a))), 0,
                       bound + bound / sine);
        }
    }
    printf("    %ld contacts\n", contacts);
}

/* -------------------------------------------------------------------- far off, wide, in pits */

/* Far from wide land with holes, on any side of it: the same distance, without a pyramid and with
   it; and no nearer than it is told. */
static void far_from_wide_land(void)
{
    enum { SIDE = 48 };
    static float land[SIDE * SIDE];
    static double pyramid[SIDE * SIDE / 8 + 64];
    test_random r = test_random_from(5);
    int n, i;
    for (n = 0; n < test_repeat(600); n++) {
        const int holes = n % 4 == 0 ? 90 : n % 4 == 1 ? 20 : 0;
        cld_heightfield f, plain;
        cld_cylinder c;
        cld_contact a, b;
        int answer;
        for (i = 0; i < SIDE * SIDE; i++) {
            land[i] = (float)test_between(&r, -1, 1);
            if (test_integer(&r, 1, 100) <= holes) land[i] = (float)TEST_NAN;
        }
        memset(&f, 0, sizeof f);
        f.heights = land, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = SIDE;
        f.dx = 1, f.dy = (cld_real)0.5;
        plain = f;
        CHECK(cld_heightfield_size(&f) <= sizeof pyramid);
        CHECK(cld_heightfield_build(&f, pyramid, sizeof pyramid) == CLD_OK);
        c.centre = to(vec_of((real)test_between(&r, -60, 110), (real)test_between(&r, -40, 70),
                             (real)test_between(&r, 2, 30)));
        c.axis = to(direction(&r));
        c.radius = (cld_real)test_between(&r, 0.1, 2);
        c.half_height = (cld_real)test_between(&r, 0.1, 2);
        answer = cld_heightfield_distance_cylinder(&f, &c, (cld_real)TEST_INFINITY, &a);
        CHECK(cld_heightfield_distance_cylinder(&plain, &c, (cld_real)TEST_INFINITY, &b) == answer);
        CHECK(answer == 1 || holes == 90); /* hardly a triangle is left */
        if (answer != 1) continue;
        CHECK_NEAR(a.distance, b.distance, 1e-11 + 8 * TEST_ROUND * 200);
        CHECK(cld_heightfield_distance_cylinder(&plain, &c, a.distance * (cld_real)0.999, &b) == 0);
        CHECK(cld_heightfield_distance_cylinder(&f, &c, a.distance * (cld_real)1.001, &b) == 1);
    }
}

/* In pits between peaks, where the middle of a block's corners is within the cylinder: nearly as
   far as the hull of a prism of many sides in its place, and never farther. */
static void in_pits(void)
{
    enum { SIDES = 32, SIDE = 9 };
    static double land[SIDE * SIDE];
    test_random r = test_random_from(6);
    int n, i, compared = 0;
    for (n = 0; n < test_repeat(2000); n++) {
        cld_real points[6 * SIDES];
        cld_heightfield f;
        cld_cylinder c;
        cld_hull prism;
        cld_contact a, b;
        const double step = n % 2 ? 2 : 1;
        for (i = 0; i < SIDE * SIDE; i++) land[i] = -test_between(&r, 6, 8);
        for (i = 0; i < 9; i++) land[i / 3 * 4 * SIDE + i % 3 * 4] = test_between(&r, -step, step);
        memset(&f, 0, sizeof f);
        f.heights = land, f.type = CLD_HEIGHT_DOUBLE, f.columns = f.rows = SIDE, f.dx = f.dy = 1;
        memset(&c, 0, sizeof c);
        c.centre = to(vec_of((real)test_between(&r, 1.2, 2.8), (real)test_between(&r, 1.2, 2.8),
                             (real)test_between(&r, -1, 1)));
        c.axis.z = 1, c.radius = (cld_real)test_between(&r, 0.1, 0.6);
        c.half_height = (cld_real)test_between(&r, 0.1, 0.9);
        memset(&prism, 0, sizeof prism);
        for (i = 0; i < 2 * SIDES; i++) { /* around the cylinder */
            const double turn = (i / 2 + 0.5) * (2 * 3.14159265358979323846 / SIDES);
            const double out = (double)c.radius / cos(3.14159265358979323846 / SIDES);
            points[3 * i] = (cld_real)((double)c.centre.x + out * cos(turn));
            points[3 * i + 1] = (cld_real)((double)c.centre.y + out * sin(turn));
            points[3 * i + 2] = i % 2 ? c.centre.z + c.half_height : c.centre.z - c.half_height;
        }
        prism.points = points, prism.count = 2 * SIDES;
        if (cld_heightfield_overlap_hull(&f, &prism) != 0) continue;
        CHECK(cld_heightfield_distance_hull(&f, &prism, (cld_real)TEST_INFINITY, &b) == 1);
        CHECK(cld_heightfield_distance_cylinder(&f, &c, (cld_real)TEST_INFINITY, &a) == 1);
        CHECK(a.distance >= b.distance - (cld_real)(1e-12 + 64 * TEST_ROUND));
        /* the prism's edges stand out by r (1/cos(pi/32) - 1) < 0.005 r */
        CHECK((double)a.distance <=
              (double)b.distance + 0.005 * (double)c.radius + 64 * TEST_ROUND);
        compared++;
    }
    CHECK(compared > 0);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(apart_from_small_fields);
    TEST(contacts_within_a_margin);
    TEST(planes_with_a_margin);
    TEST(far_from_wide_land);
    TEST(in_pits);
    return test_end();
}
