/* The field itself: the surface above a point, rays. The oracle reads heights by itself and knows of
 * nothing but triangles, one after the other, in long double. The pyramid, block by block, is in
 * test_terrain_pyramid.c. */
#include "test.h"
#include "examples/heightfield_bodies.h"

#include "terrain_land.h"

/* ------------------------------------------------------------------------------- heights and rays
   The oracle's side of the pose: the rotation as documented, x kept, y at right angles to it. */

typedef struct vec {
    long double v[3];
} vec;

static vec vec_of(cld_vec3 a)
{
    vec r;
    r.v[0] = (long double)a.x, r.v[1] = (long double)a.y, r.v[2] = (long double)a.z;
    return r;
}

static long double dot(vec a, vec b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

/* a + s b */
static vec along(vec a, long double s, vec b)
{
    int k;
    for (k = 0; k < 3; k++) a.v[k] += s * b.v[k];
    return a;
}

static vec unit(vec a)
{
    const long double n = sqrtl(dot(a, a));
    int k;
    for (k = 0; k < 3; k++) a.v[k] /= n;
    return a;
}

static vec cross(vec a, vec b)
{
    vec r;
    r.v[0] = a.v[1] * b.v[2] - a.v[2] * b.v[1];
    r.v[1] = a.v[2] * b.v[0] - a.v[0] * b.v[2];
    r.v[2] = a.v[0] * b.v[1] - a.v[1] * b.v[0];
    return r;
}

static void axes_of(const cld_pose *pose, vec axes[3])
{
    const cld_mat3 *m = &pose->rotation;
    vec x = vec_of(m->x), y = vec_of(m->y);
    if (m->x.x == 0 && m->x.y == 0 && m->x.z == 0) x.v[0] = 1, y.v[1] = 1; /* zero: identity */
    axes[0] = unit(x);
    axes[1] = unit(along(y, -dot(axes[0], y), axes[0]));
    axes[2] = cross(axes[0], axes[1]);
}

static vec into_field(const cld_pose *pose, vec p, int direction)
{
    vec axes[3], r;
    int k;
    axes_of(pose, axes);
    if (!direction) p = along(p, -1, vec_of(pose->position));
    for (k = 0; k < 3; k++) r.v[k] = dot(axes[k], p);
    return r;
}

static void random_pose(test_random *r)
{
    if (test_integer(r, 0, 1))
        land.field.pose = test_pose(r, 50);
    else if (test_integer(r, 0, 1))
        land.field.pose.position = test_pose(r, 50).position;
}

/* Extent of the heights, roughly. */
static double reach_of(void)
{
    double lo, hi;
    bounds_of(0, 0, land.field.columns - 1, land.field.rows - 1, 1, &lo, &hi);
    if (lo > hi) lo = hi = 0;
    return fabs(lo) + fabs(hi);
}

/* The plane of a triangle: height at (x, y). */
static long double plane_at(long double v[3][3], long double x, long double y)
{
    const long double ax = v[1][0] - v[0][0], ay = v[1][1] - v[0][1], bx = v[2][0] - v[0][0];
    const long double by = v[2][1] - v[0][1], det = ax * by - ay * bx;
    const long double s = ((x - v[0][0]) * by - (y - v[0][1]) * bx) / det;
    const long double t = (ax * (y - v[0][1]) - ay * (x - v[0][0])) / det;
    return v[0][2] + s * (v[1][2] - v[0][2]) + t * (v[2][2] - v[0][2]);
}

/* Where the line from + t way is within the triangle, seen from above, that is `margin` smaller; 0:
   nowhere. */
static int clip_to(long double v[3][3], vec from, vec way, long double margin, long double *first,
                   long double *last)
{
    int c;
    for (c = 0; c < 3; c++) {
        const long double *a = v[c], *b = v[(c + 1) % 3];
        const long double n = hypotl(b[0] - a[0], b[1] - a[1]);
        const long double nx = -(b[1] - a[1]) / n, ny = (b[0] - a[0]) / n; /* inwards */
        const long double s = (from.v[0] - a[0]) * nx + (from.v[1] - a[1]) * ny - margin;
        const long double d = way.v[0] * nx + way.v[1] * ny;
        if (d > 0 && -s / d > *first) *first = -s / d;
        if (d < 0 && -s / d < *last) *last = -s / d;
        if (d == 0 && s < 0) return 0;
    }
    return *first <= *last;
}

/* Steepest rise of the triangle, and more than 1: what an error sideways becomes in height. */
static long double steepness(long double v[3][3])
{
    const long double x = plane_at(v, 1, 0) - plane_at(v, 0, 0);
    const long double y = plane_at(v, 0, 1) - plane_at(v, 0, 0);
    return 2 + fabsl(x) + fabsl(y);
}

/* What the library said of a place on the surface: the triangle is there, the point and its normal
   are the triangle's, by the rounding of cld_real; sizes are those of all numbers. */
static void check_place(const cld_heightfield_point *p, double size)
{
    const cld_heightfield *f = &land.field;
    const uint32_t face = p->feature / 4, vertex = face / 2, i = vertex % f->columns,
                   j = vertex / f->columns;
    const vec q = into_field(&f->pose, vec_of(p->point), 0),
              n = into_field(&f->pose, vec_of(p->normal), 1);
    const double near = (TEST_ROUND * 4 + 1e-15) * size;
    long double v[3][3], edge[2][3];
    int k;
    if (!CHECK(p->feature % 4 == CLD_FEATURE_FACE && i + 1 < f->columns && j + 1 < f->rows)) return;
    if (!CHECK(triangle_of(f, i, j, (int)(face % 2), v))) return;
    CHECK(fabsl(q.v[2] - plane_at(v, q.v[0], q.v[1])) <= near * steepness(v));
    for (k = 0; k < 3; k++) {
        const long double *a = v[k], *b = v[(k + 1) % 3];
        const long double side = (b[0] - a[0]) * (q.v[1] - a[1]) - (b[1] - a[1]) * (q.v[0] - a[0]);
        CHECK(side >= -near * hypotl(b[0] - a[0], b[1] - a[1]));
        edge[0][k] = v[1][k] - v[0][k], edge[1][k] = v[2][k] - v[0][k];
    }
    CHECK(n.v[2] > 0);
    CHECK(fabsl(dot(n, n) - 1) <= 16 * TEST_ROUND);
    for (k = 0; k < 2; k++) {
        const long double d = edge[k][0] * n.v[0] + edge[k][1] * n.v[1] + edge[k][2] * n.v[2];
        const long double length = fabsl(edge[k][0]) + fabsl(edge[k][1]) + fabsl(edge[k][2]);
        CHECK(fabsl(d) <= 16 * TEST_ROUND * length + 1e-15 * size);
    }
}

/* A point anywhere near the field, or on a vertex, an edge, a diagonal, the border. */
static cld_vec3 random_point(test_random *r, double lift)
{
    const cld_heightfield *f = &land.field;
    double x = test_between(r, -0.2, 1.2) * (f->columns - 1),
           y = test_between(r, -0.2, 1.2) * (f->rows - 1);
    cld_vec3 p;
    switch (test_integer(r, 0, 6)) {
    case 0:
        x = floor(x);
        break;
    case 1:
        y = floor(y);
        break;
    case 2:
        x = floor(x), y = floor(y);
        break;
    case 3:
        y = floor(y) + (x - floor(x));
        break;
    case 4:
        y = floor(y) + 1 - (x - floor(x));
        break;
    default:
        break;
    }
    p.x = (cld_real)(x * (double)f->dx), p.y = (cld_real)(y * (double)f->dy);
    p.z = (cld_real)(lift * test_between(r, -1, 1));
    return cld_pose_point(&f->pose, p);
}

static void heights_are_those_of_triangles(void)
{
    test_random r = test_random_from(5);
    int n, times;
    for (n = 0; n < test_repeat(500); n++) {
        const cld_heightfield *f = &land.field;
        double size;
        make_land(&r, (uint32_t)test_integer(&r, 2, 9), (uint32_t)test_integer(&r, 2, 9),
                  n % 4 * 15);
        random_pose(&r);
        size = reach_of() + 40 + 150;
        for (times = 0; times < 100; times++) {
            const cld_vec3 p = random_point(&r, 2);
            const vec q = into_field(&f->pose, vec_of(p), 0);
            const long double margin = 1e-15L * size;
            int sure = 0, possible = 0, k, answer;
            long double z = 0;
            cld_heightfield_point out;
            uint32_t i, j;
            for (j = 0; j + 1 < f->rows; j++) {
                for (i = 0; i + 1 < f->columns; i++) {
                    for (k = 0; k < 2; k++) {
                        long double v[3][3], first = 0, last = 0;
                        vec none = {{0, 0, 0}};
                        if (!triangle_of(f, i, j, k, v)) continue;
                        if (clip_to(v, q, none, -margin, &first, &last)) possible = 1;
                        if (!clip_to(v, q, none, margin, &first, &last)) continue;
                        sure = 1, z = plane_at(v, q.v[0], q.v[1]);
                        CHECK(cld_heightfield_height(f, p, &out) == 1);
                        CHECK(out.feature ==
                              ((i + j * f->columns) * 2 + (uint32_t)k) * 4 + CLD_FEATURE_FACE);
                        CHECK_NEAR(out.distance, q.v[2] - z,
                                   (1e-15 * size + TEST_ROUND * fabs((double)(q.v[2] - z))) *
                                       (double)steepness(v));
                    }
                }
            }
            memset(&out, 0x5a, sizeof out);
            answer = cld_heightfield_height(f, p, &out);
            CHECK(answer == 1 || answer == 0);
            CHECK(answer >= sure && answer <= possible);
            if (answer == 1) check_place(&out, size);
        }
    }
}

/* Exact numbers, no pose: all the border belongs to the field, and the border of a hole to the
   triangles around it. */
static void borders_belong_to_the_field(void)
{
    const float heights[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    cld_heightfield *f = &land.field;
    cld_heightfield_point out;
    int x, y, n;
    memset(f, 0, sizeof *f);
    f->heights = heights, f->type = CLD_HEIGHT_FLOAT, f->columns = f->rows = 3;
    f->dx = 2, f->dy = 4;
    for (n = 0; n < 30; n++) {
        f->diagonal = (cld_diagonal)(n / 10);
        f->has_no_data = n % 10 > 0, f->no_data = n % 10 - 1;
        for (y = -1; y <= 9; y++) {
            for (x = -1; x <= 9; x++) {
                const double px = x * 0.5, py = y;
                uint32_t i, j;
                int k, c, on = 0;
                cld_vec3 p;
                for (j = 0; j < 2; j++) {
                    for (i = 0; i < 2; i++) {
                        for (k = 0; k < 2; k++) {
                            long double v[3][3];
                            int inside = triangle_of(f, i, j, k, v);
                            for (c = 0; c < 3 && inside; c++) {
                                const long double *a = v[c], *b = v[(c + 1) % 3];
                                inside = (b[0] - a[0]) * (py - a[1]) >= (b[1] - a[1]) * (px - a[0]);
                            }
                            on |= inside;
                        }
                    }
                }
                p.x = (cld_real)px, p.y = (cld_real)py, p.z = 1;
                CHECK(cld_heightfield_height(f, p, &out) == on);
                if (!on) continue;
                CHECK(out.point.z == (cld_real)(x * 0.25 + y * 0.75));
                CHECK(out.distance == 1 - out.point.z);
            }
        }
    }
}

/* A ray that the field's frame has as from + t way. For each triangle: does it surely meet it (well
   within, from well above to well below or the other way), and when at the latest? */
static int surely_meets(vec from, vec way, long double end, long double near, long double *latest)
{
    const cld_heightfield *f = &land.field;
    uint32_t i, j;
    int k, any = 0;
    *latest = 1e4000L;
    for (j = 0; j + 1 < f->rows; j++) {
        for (i = 0; i + 1 < f->columns; i++) {
            for (k = 0; k < 2; k++) {
                long double v[3][3], first = 0, last = end, a, b, most, t;
                if (!triangle_of(f, i, j, k, v)) continue;
                if (!clip_to(v, from, way, near, &first, &last)) continue;
                most = near * steepness(v);
                if (last > 1e30L) { /* upright: far enough */
                    a = from.v[2] - plane_at(v, from.v[0], from.v[1]);
                    last = fabsl(2 * a / way.v[2]);
                }
                a = from.v[2] + first * way.v[2] -
                    plane_at(v, from.v[0] + first * way.v[0], from.v[1] + first * way.v[1]);
                b = from.v[2] + last * way.v[2] -
                    plane_at(v, from.v[0] + last * way.v[0], from.v[1] + last * way.v[1]);
                if (!((a > most && b < -most) || (a < -most && b > most))) continue;
                t = first + (last - first) * a / (a - b) + 2 * most * (last - first) / fabsl(a - b);
                any = 1;
                if (t < *latest) *latest = t;
            }
        }
    }
    return any;
}

static void check_ray(cld_vec3 origin, cld_vec3 direction, cld_real t_max)
{
    cld_heightfield *f = &land.field;
    const vec from = into_field(&f->pose, vec_of(origin), 0),
              way = into_field(&f->pose, vec_of(direction), 1);
    const long double length = sqrtl(dot(way, way));
    cld_heightfield_point plain, out;
    const void *pyramid = f->pyramid;
    double size =
        100 + reach_of() + (double)(fabsl(from.v[0]) + fabsl(from.v[1]) + fabsl(from.v[2]));
    long double latest;
    int answer, sure, k;
    f->pyramid = NULL;
    memset(&plain, 0, sizeof plain), memset(&out, 0, sizeof out);
    answer = cld_heightfield_raycast(f, origin, direction, t_max, &plain);
    f->pyramid = pyramid;
    CHECK(cld_heightfield_raycast(f, origin, direction, t_max, &out) == answer);
    CHECK(cld_heightfield_raycast(f, origin, direction, t_max, NULL) == answer);
    CHECK(memcmp(&out, &plain, sizeof out) == 0);
    sure = surely_meets(from, way, (long double)t_max, 4e-15L * size, &latest);
    CHECK(answer == 1 || (answer == 0 && !sure));
    if (answer != 1) return;
    check_place(&out, size);
    CHECK(out.distance >= 0 && out.distance <= t_max);
    if (sure)
        CHECK((long double)out.distance <= latest * (1 + 2 * TEST_ROUND) + 1e-14L * size / length);
    for (k = 0; k < 3; k++) { /* on the ray */
        const cld_real *p = k == 0 ? &out.point.x : k == 1 ? &out.point.y : &out.point.z;
        const cld_real *o = k == 0 ? &origin.x : k == 1 ? &origin.y : &origin.z;
        const cld_real *d = k == 0 ? &direction.x : k == 1 ? &direction.y : &direction.z;
        const double world = fabs((double)*o) + fabs((double)*p);
        CHECK_NEAR((double)*p, (double)*o + (double)out.distance * (double)*d,
                   TEST_ROUND * 4 * world + 1e-14 * (size + world));
    }
}

/* Along an axis of the field, or a diagonal. */
static cld_vec3 random_axis(test_random *r)
{
    const cld_heightfield *f = &land.field;
    const int way = test_integer(r, 0, 2);
    cld_pose turn = f->pose;
    cld_vec3 d;
    turn.position.x = turn.position.y = turn.position.z = 0;
    d.x = way > 0 ? f->dx : 0, d.y = way > 1 ? f->dy : 0, d.z = way > 0 ? 0 : 1;
    if (test_integer(r, 0, 1)) d.x = -d.x, d.z = -d.z;
    return cld_pose_point(&turn, d);
}

/* From anywhere to anywhere; upright; along lines of the grid, diagonals and the surface; through
   vertices; from beneath; of any length. */
static void rays_meet_what_they_must(void)
{
    test_random r = test_random_from(6);
    int n, times;
    for (n = 0; n < test_repeat(1500); n++) {
        cld_heightfield *f = &land.field;
        make_land(&r, (uint32_t)test_integer(&r, 2, 14), (uint32_t)test_integer(&r, 2, 14),
                  n % 4 * 10);
        if (n % 3) random_pose(&r);
        CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        for (times = 0; times < 100; times++) {
            const double lift = test_integer(&r, 0, 1) ? 1.5 : 30;
            cld_vec3 a = random_point(&r, lift), b = random_point(&r, lift), d;
            const double length = test_integer(&r, 0, 3) ? 1 : exp(test_between(&r, -20, 20));
            if (test_integer(&r, 0, 3) ==
                0) { /* at the height of the surface, as near as it goes */
                cld_heightfield_point at;
                if (cld_heightfield_height(f, a, &at) == 1) a = at.point;
                if (cld_heightfield_height(f, b, &at) == 1) b = at.point;
            }
            d.x = (cld_real)(((double)b.x - (double)a.x) * length);
            d.y = (cld_real)(((double)b.y - (double)a.y) * length);
            d.z = (cld_real)(((double)b.z - (double)a.z) * length);
            if (test_integer(&r, 0, 4) == 0) d = random_axis(&r);
            if (d.x == 0 && d.y == 0 && d.z == 0) continue;
            check_ray(a, d,
                      (cld_real)(test_integer(&r, 0, 1) ? TEST_INFINITY
                                                        : test_between(&r, 0, 2) / length));
        }
    }
}

/* Through a surface without holes no ray slips: aimed from above at vertices and at points of edges
   and diagonals, or near them, to far beneath; and back. */
static void no_ray_slips_through(void)
{
    test_random r = test_random_from(7);
    int n, times;
    for (n = 0; n < test_repeat(300); n++) {
        cld_heightfield *f = &land.field;
        double low, high;
        make_land(&r, (uint32_t)test_integer(&r, 3, 40), (uint32_t)test_integer(&r, 3, 40), 0);
        if (n % 2) random_pose(&r);
        CHECK(bounds_of(0, 0, f->columns - 1, f->rows - 1, 1, &low, &high));
        if (n % 4) CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        for (times = 0; times < 200; times++) {
            const double x = test_integer(&r, 1, (int)f->columns - 2) * (double)f->dx;
            const double y = test_integer(&r, 1, (int)f->rows - 2) * (double)f->dy;
            const double part = test_between(&r, 0, 1), slant = test_between(&r, 0, 1);
            const int way = test_integer(&r, 0, 2);
            const double ax = x + (way != 1 ? part * (double)f->dx : 0) * (part < 0.5 ? 1 : 0);
            const double ay = y + (way != 0 ? part * (double)f->dy : 0) * (part < 0.5 ? 1 : 0);
            const double over = 1 + (high - low) + reach_of();
            cld_heightfield_point out;
            cld_vec3 a, b, d;
            /* the point aimed at, between a above all and b below all, both within the border */
            const double sx = slant * 0.9 *
                              (ax < (f->columns - 1) * (double)f->dx - ax
                                   ? ax
                                   : (f->columns - 1) * (double)f->dx - ax);
            const double sy =
                slant * 0.9 *
                (ay < (f->rows - 1) * (double)f->dy - ay ? ay : (f->rows - 1) * (double)f->dy - ay);
            const double tx = test_integer(&r, -1, 1) * sx, ty = test_integer(&r, -1, 1) * sy;
            a.x = (cld_real)(ax + tx), a.y = (cld_real)(ay + ty), a.z = (cld_real)(high + over);
            b.x = (cld_real)(ax - tx), b.y = (cld_real)(ay - ty), b.z = (cld_real)(low - over);
            a = cld_pose_point(&f->pose, a), b = cld_pose_point(&f->pose, b);
            d.x = b.x - a.x, d.y = b.y - a.y, d.z = b.z - a.z;
            CHECK(cld_heightfield_raycast(f, a, d, (cld_real)1.001, &out) == 1);
            d.x = -d.x, d.y = -d.y, d.z = -d.z;
            CHECK(cld_heightfield_raycast(f, b, d, (cld_real)TEST_INFINITY, &out) == 1);
        }
    }
}

/* ------------------------------------------------------------------------------- fields by hand */

static cld_vec3 point(double x, double y, double z)
{
    cld_vec3 p;
    p.x = (cld_real)x, p.y = (cld_real)y, p.z = (cld_real)z;
    return p;
}

/* Over the low ground around a spike, below its top: the pyramid passes over blocks as far as the
   border, to any side, and through its corners. */
static void rays_beside_a_spike(void)
{
    test_random r = test_random_from(9);
    int n, times;
    for (n = 0; n < test_repeat(200); n++) {
        cld_heightfield *f = &land.field, plain;
        make_flat((uint32_t)test_integer(&r, 3, 40), (uint32_t)test_integer(&r, 3, 40),
                  CLD_HEIGHT_FLOAT, 0);
        f->dx = (cld_real)test_between(&r, 0.1, 2), f->dy = (cld_real)test_between(&r, 0.1, 2);
        store(f, (uint32_t)test_integer(&r, 0, (int)f->columns - 1),
              (uint32_t)test_integer(&r, 0, (int)f->rows - 1), 9);
        CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        plain = *f, plain.pyramid = NULL;
        for (times = 0; times < 300; times++) {
            cld_heightfield_point with, out;
            const double steep = test_integer(&r, 0, 2) ? 1e-3 : 0.3;
            cld_vec3 a = point(test_between(&r, -1, 1 + (double)f->columns) * (double)f->dx,
                               test_between(&r, -1, 1 + (double)f->rows) * (double)f->dy,
                               test_between(&r, 0.1, 9));
            cld_vec3 d = point(test_between(&r, -1, 1), test_between(&r, -1, 1),
                               steep * test_between(&r, -1, 1));
            if (times % 4 == 0) { /* from a corner of blocks to another */
                a.x = (cld_real)(4 * test_integer(&r, 0, 9)) * f->dx;
                a.y = (cld_real)(4 * test_integer(&r, 0, 9)) * f->dy;
                d.x = (cld_real)test_integer(&r, -3, 3) * f->dx;
                d.y = (cld_real)test_integer(&r, -3, 3) * f->dy;
            }
            if (d.x == 0 && d.y == 0) continue;
            if (times < 8) check_ray(a, d, (cld_real)TEST_INFINITY); /* against the oracle */
            memset(&with, 0, sizeof with), memset(&out, 0, sizeof out);
            CHECK(cld_heightfield_raycast(f, a, d, (cld_real)TEST_INFINITY, &with) ==
                  cld_heightfield_raycast(&plain, a, d, (cld_real)TEST_INFINITY, &out));
            CHECK(memcmp(&with, &out, sizeof out) == 0);
        }
    }
}

/* Nothing but holes is nothing: above, below, within, near. */
static void fields_of_holes(void)
{
    cld_heightfield *f = &land.field;
    cld_heightfield_point out;
    cld_heightfield_hit hit;
    cld_contact k;
    cld_sphere s;
    cld_cylinder c;
    int n;
    s.centre = point(9, 9, -1), s.radius = 3;
    c.centre = s.centre, c.axis = point(1, 2, 3), c.radius = c.half_height = 3;
    for (n = 0; n < 6; n++) {
        make_flat(20, 20, n / 2 == 2 ? CLD_HEIGHT_INT16 : CLD_HEIGHT_DOUBLE, n / 2 ? -7 : TEST_NAN);
        f->has_no_data = n / 2 > 0, f->no_data = -7;
        CHECK(cld_heightfield_validate(f, NULL) == CLD_OK);
        if (n % 2) CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        CHECK(cld_heightfield_height(f, s.centre, &out) == 0);
        check_ray(point(9, 9, 5), point(0, 0, -1), (cld_real)TEST_INFINITY);
        check_ray(point(-9, 0.5, 5), point(1, 1, -0.5), (cld_real)TEST_INFINITY);
        CHECK(cld_heightfield_overlap_sphere(f, &s) == 0);
        CHECK(cld_heightfield_collide_sphere(f, &s, 100, &k, 1) == 0);
        CHECK(cld_heightfield_distance_sphere(f, &s, (cld_real)TEST_INFINITY, &k) == 0);
        CHECK(cld_heightfield_sweep_sphere(f, &s, point(1, 2, -30), &hit) == 0);
        CHECK(cld_heightfield_overlap_cylinder(f, &c) == 0);
        CHECK(cld_heightfield_collide_cylinder(f, &c, 100, &k, 1) == 0);
        CHECK(cld_heightfield_distance_cylinder(f, &c, (cld_real)TEST_INFINITY, &k) == 0);
        CHECK(cld_heightfield_sweep_cylinder(f, &c, point(1, 2, -30), &hit) == 0);
    }
}

/* A number that floats and whole numbers cannot hold is none of theirs. */
static void no_data_beyond_the_type(void)
{
    cld_heightfield *f = &land.field;
    cld_heightfield_point out;
    int n;
    for (n = 0; n < 2; n++) {
        make_flat(20, 20, n ? CLD_HEIGHT_INT16 : CLD_HEIGHT_FLOAT, 0);
        f->has_no_data = 1, f->no_data = 1e300;
        CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        CHECK(cld_heightfield_height(f, point(3, 4, 5), &out) == 1 && out.distance == 5);
        check_ray(point(-9, -9, 3), point(1, 1, -0.25), (cld_real)TEST_INFINITY);
    }
}

/* Poses that are all but the identity: negative zeros, quarters of turns. */
static void quarters_of_turns(void)
{
    const cld_real zero = -(cld_real)0.0;
    cld_heightfield *f = &land.field;
    cld_heightfield_point out;
    make_flat(9, 5, CLD_HEIGHT_FLOAT, 2);
    f->pose.rotation.x = f->pose.rotation.y = f->pose.rotation.z = point(zero, zero, zero);
    CHECK(cld_heightfield_validate(f, NULL) == CLD_OK);
    CHECK(cld_heightfield_height(f, point(8, 4, 7), &out) == 1 && out.distance == 5);
    CHECK(cld_heightfield_height(f, point(4, 8, 7), &out) == 0);
    f->pose = cld_pose_identity();
    CHECK(cld_heightfield_height(f, point(8, 4, 7), &out) == 1 && out.distance == 5);
    /* about x: y goes to z, z to -y */
    f->pose.rotation.y = point(0, 0, 1), f->pose.rotation.z = point(0, -1, 0);
    CHECK(cld_heightfield_height(f, point(8, -7, 4), &out) == 1 && out.distance == 5);
    CHECK(out.normal.y == -1 && out.point.y == -2);
    CHECK(cld_heightfield_height(f, point(8, 4, 7), &out) == 0);
    /* about y: z goes to x, x to -z */
    f->pose.rotation.x = point(0, 0, -1), f->pose.rotation.y = point(0, 1, 0);
    f->pose.rotation.z = point(1, 0, 0);
    CHECK(cld_heightfield_height(f, point(7, 4, -8), &out) == 1 && out.distance == 5);
    CHECK(out.normal.x == 1);
}

#ifdef COLLIDE_DOUBLE
/* So steep that slopes leave the doubles: the normal is level, then. */
static void steeper_than_numbers(void)
{
    cld_heightfield *f = &land.field;
    cld_heightfield_point out;
    int along;
    for (along = 0; along < 2; along++) {
        make_flat(2, 2, CLD_HEIGHT_DOUBLE, 0);
        f->dx = f->dy = (cld_real)1e-35;
        store(f, 1, 1, 9e69), store(f, along ? 0 : 1, along ? 1 : 0, 9e69);
        CHECK(cld_heightfield_height(f, point(0.5e-35, 0.25e-35, 0), &out) == 1);
        CHECK_NEAR(out.point.z, along ? 2.25e69 : 4.5e69, 1e55);
        CHECK((along ? out.normal.y : out.normal.x) == -1);
        CHECK((along ? out.normal.x : out.normal.y) == 0);
        CHECK(out.normal.z >= 0 && out.normal.z < 1e-100);
    }
}
#endif

/* What the queries of this page refuse; nothing is written then. */
static void refusals(void)
{
    const cld_real nan = (cld_real)TEST_NAN, infinite = (cld_real)TEST_INFINITY;
    cld_heightfield *f = &land.field, was;
    char *odd = (char *)land.pyramid + 4;
    cld_heightfield_point out;
    size_t where = 77;
    make_flat(20, 20, CLD_HEIGHT_DOUBLE, 1);
    store(f, 3, 2, TEST_INFINITY);
    CHECK(cld_heightfield_validate(f, NULL) == CLD_ERROR_POINT);
    f->has_no_data = 1, f->no_data = 5;
    CHECK(cld_heightfield_validate(f, &where) == CLD_ERROR_POINT && where == 43);
    f->no_data = TEST_INFINITY;
    CHECK(cld_heightfield_validate(f, &where) == CLD_OK);
    was = *f;
    CHECK(cld_heightfield_build(NULL, land.pyramid, cld_heightfield_size(NULL)) == CLD_ERROR_NULL);
    CHECK(cld_heightfield_build(f, NULL, cld_heightfield_size(f)) == CLD_ERROR_NULL);
    CHECK(cld_heightfield_build(f, odd, cld_heightfield_size(f)) == CLD_ERROR_STRIDE);
    f->rows = 1;
    CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_ERROR_COUNT);
    CHECK(cld_heightfield_size(f) == 0 && cld_heightfield_size(NULL) == 0);
    CHECK(cld_heightfield_update(f, 0, 0, 1, 1) == CLD_ERROR_COUNT);
    f->rows = 20;
    CHECK(cld_heightfield_update(f, 0, 0, 1, 1) == CLD_ERROR_NULL);
    CHECK(memcmp(f, &was, sizeof was) == 0);
    CHECK(cld_heightfield_height(f, point(1, 1, 1), NULL) == CLD_ERROR_NULL);
    CHECK(cld_heightfield_height(NULL, point(1, 1, 1), &out) == CLD_ERROR_NULL);
    CHECK(cld_heightfield_height(f, point(1, TEST_NAN, 1), &out) == CLD_ERROR_FINITE);
    CHECK(cld_heightfield_raycast(NULL, point(1, 1, 1), point(0, 0, 1), 1, &out) == CLD_ERROR_NULL);
    CHECK(cld_heightfield_raycast(f, point(1, 1, 1), point(0, 0, -1), nan, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_raycast(f, point(1, 1, 1), point(0, 0, -1), -1, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_raycast(f, point(1, 1, 1), point(0, 0, 0), infinite, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_heightfield_raycast(f, point(1, TEST_NAN, 1), point(0, 0, 1), 1, &out) ==
          CLD_ERROR_FINITE);
    CHECK(cld_heightfield_raycast(f, point(1, 1, 1), point(0, 0, TEST_INFINITY), 1, &out) ==
          CLD_ERROR_FINITE);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(heights_are_those_of_triangles);
    TEST(borders_belong_to_the_field);
    TEST(rays_meet_what_they_must);
    TEST(no_ray_slips_through);
    TEST(rays_beside_a_spike);
    TEST(fields_of_holes);
    TEST(no_data_beyond_the_type);
    TEST(quarters_of_turns);
#ifdef COLLIDE_DOUBLE
    TEST(steeper_than_numbers);
#endif
    TEST(refusals);
    return test_end();
}
