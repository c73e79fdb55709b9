/* The tree of a mesh: rays and closest points against brute force. Rays at whole coordinates are
 * decided by an oracle in whole numbers, which solves for the place in the plane of each triangle
 * and looks whether it is inside; others by determinants in long double, where those leave no
 * doubt. */
#include "test.h"
#include "mesh_shapes.h"
#include "oracle_whole.h"

static double tree_memory_size; /* of the last build */

typedef struct model {
    shape s;
    cld_real *positions;
    size_t stride;
    cld_mesh mesh;
    void *memory;
} model;

static oracle_vec vec(double x, double y, double z)
{
    oracle_vec v;
    v.x = (oracle_real)x, v.y = (oracle_real)y, v.z = (oracle_real)z;
    return v;
}

static cld_vec3 real3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static oracle_vec from_real3(cld_vec3 v)
{
    return vec((double)v.x, (double)v.y, (double)v.z);
}

static double largest(oracle_vec v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

/* The shape's coordinates as cld_real has them, with `gap` numbers between vertices. */
static void model_positions(model *m, int gap)
{
    const size_t each = (size_t)(3 + gap);
    int i, k;
    m->stride = gap ? each * sizeof(cld_real) : 0;
    m->positions = (cld_real *)oracle_memory(m->positions, ((size_t)m->s.vertex_count * each + 1) *
                                                               sizeof(cld_real));
    for (i = 0; i < m->s.vertex_count; i++)
        for (k = 0; k < 3; k++) {
            m->positions[(size_t)i * each + (size_t)k] = (cld_real)m->s.xyz[3 * i + k];
            m->s.xyz[3 * i + k] = (double)(cld_real)m->s.xyz[3 * i + k];
        }
    m->mesh.positions = m->positions, m->mesh.stride = m->stride;
    m->mesh.vertex_count = m->s.vertex_count;
    m->mesh.triangles = m->s.t, m->mesh.triangle_count = m->s.triangle_count;
}

/* Builds in memory of exactly the size that was said, with a guard behind it. */
static void model_build(model *m, int gap)
{
    size_t size, i;
    unsigned char *end;
    model_positions(m, gap);
    size = cld_mesh_tree_size(&m->mesh);
    tree_memory_size = (double)size;
    CHECK(size <= 68 * (size_t)m->mesh.triangle_count + 2048);
    m->memory = oracle_memory(m->memory, size + 64);
    end = (unsigned char *)m->memory + size;
    memset(end, 0x5a, 64);
    CHECK(cld_mesh_tree_build(&m->mesh, m->memory, cld_mesh_tree_size(&m->mesh)) == CLD_OK);
    for (i = 0; i < 64; i++) CHECK(end[i] == 0x5a);
}

static void model_free(model *m)
{
    shape_free(&m->s);
    free(m->positions), free(m->memory);
    memset(m, 0, sizeof *m);
}

static void corners_of(const model *m, int t, oracle_vec v[3])
{
    int i;
    for (i = 0; i < 3; i++) {
        const double *p = m->s.xyz + 3 * (size_t)m->s.t[3 * t + i];
        v[i] = vec(p[0], p[1], p[2]);
    }
}

/* --------------------------------------------------------------- the oracle of whole numbers */

static int w_zero(wvec a)
{
    return !a.x && !a.y && !a.z;
}

/* A time as a fraction; under is positive. */
typedef struct ratio {
    whole over, under;
} ratio;

static ratio ratio_of(whole over, whole under)
{
    const ratio r = {over, under};
    return r;
}

static double ratio_value(ratio t)
{
    return (double)t.over / (double)t.under;
}

static ratio ratio_less(ratio a, ratio b)
{
    return b.over * a.under < a.over * b.under ? b : a;
}

/* Is the time not after `end`? Exactly: the halves of that times the denominator are numbers. */
static int ratio_until(ratio t, double end)
{
    const double high = (double)(float)end, low = end - high;
    return high * (double)t.under - (double)t.over + low * (double)t.under >= 0;
}

/* The ray from the origin and the segment from a to b, either may be a point: 1 and t. */
static int whole_segment(wvec d, wvec a, wvec b, ratio *t)
{
    const wvec e = w_sub(b, a), n = w_cross(d, e);
    if (w_zero(n)) {
        const whole dd = w_dot(d, d), from = w_dot(a, d), to = w_dot(b, d);
        if (!w_zero(w_cross(a, d)) || (from < 0 && to < 0)) return 0;
        *t = ratio_of((from < 0 || to < 0) ? 0 : from < to ? from : to, dd);
        return 1;
    }
    if (w_dot(n, a) != 0) return 0;
    {
        const whole nn = w_dot(n, n), along = w_dot(w_cross(a, e), n), r = w_dot(w_cross(a, d), n);
        if (along < 0 || r < 0 || r > nn) return 0;
        *t = ratio_of(along, nn);
        return 1;
    }
}

/* The ray o + t d and a triangle, all whole and below 2^5: 1 and t, or 0. */
static int whole_triangle(wvec o, wvec d, const wvec corner[3], ratio *t)
{
    wvec v[3], n;
    whole nd;
    int i, hit = 0, inside = 1, same = 0;
    for (i = 0; i < 3; i++) v[i] = w_sub(corner[i], o);
    n = w_cross(w_sub(v[1], v[0]), w_sub(v[2], v[0]));
    nd = w_dot(n, d);
    if (nd != 0) { /* the place is h / nd d, times |nd| to stay whole */
        const whole h = nd < 0 ? -w_dot(n, v[0]) : w_dot(n, v[0]), s = nd < 0 ? -nd : nd;
        if (h < 0) return 0;
        for (i = 0; i < 3; i++) {
            const wvec a = v[i], e = w_sub(v[(i + 1) % 3], a);
            const wvec p = {h * d.x - s * a.x, h * d.y - s * a.y, h * d.z - s * a.z};
            if (w_dot(n, w_cross(e, p)) < 0) return 0;
        }
        *t = ratio_of(h, s);
        return 1;
    }
    for (i = 0; i < 3; i++) {
        ratio here;
        if (!whole_segment(d, v[i], v[(i + 1) % 3], &here)) continue;
        *t = hit ? ratio_less(*t, here) : here, hit = 1;
    }
    if (w_zero(n) || w_dot(n, v[0]) != 0) return hit;
    for (i = 0; i < 3; i++) { /* does it begin inside? */
        const wvec a = v[i], e = w_sub(v[(i + 1) % 3], a), p = {-a.x, -a.y, -a.z};
        const whole side = w_dot(n, w_cross(e, p));
        inside &= side >= 0, same |= side != 0;
    }
    if (inside && same) *t = ratio_of(0, 1), hit = 1;
    return hit;
}

static wvec whole_corner(const model *m, int t, int i, double unit, const wvec *away)
{
    const double *p = m->s.xyz + 3 * (size_t)m->s.t[3 * t + i];
    const wvec r = {(whole)(p[0] / unit) - away->x, (whole)(p[1] / unit) - away->y,
                    (whole)(p[2] / unit) - away->z};
    return r;
}

/* What is told of a hit is true: the place is on the triangle and on the ray. */
static void check_hit(const model *m, cld_vec3 o, cld_vec3 d, const cld_mesh_point *out)
{
    oracle_vec v[3], p, at, origin = from_real3(o), direction = from_real3(d);
    double size = 0, room;
    int i;
    if (!CHECK(out->triangle >= 0 && out->triangle < m->s.triangle_count)) return;
    corners_of(m, out->triangle, v);
    for (i = 0; i < 3; i++) size = fmax(size, largest(oracle_sub(v[i], origin)));
    CHECK(out->weights.x >= 0 && out->weights.y >= 0 && out->weights.z >= 0);
    CHECK_NEAR((double)out->weights.x + (double)out->weights.y + (double)out->weights.z, 1,
               4 * TEST_ROUND);
    at = oracle_add_scaled(vec(0, 0, 0), v[0], (oracle_real)out->weights.x);
    at = oracle_add_scaled(at, v[1], (oracle_real)out->weights.y);
    at = oracle_add_scaled(at, v[2], (oracle_real)out->weights.z);
    p = oracle_add_scaled(origin, direction, (oracle_real)out->distance);
    /* 2^-42 of the size; numbers told are rounded to cld_real: the place by its coordinates, the
       distance by itself, each weight times a corner */
    room =
        ldexp(size, -41) +
        4 * TEST_ROUND * (size + largest(origin) + largest(v[0]) + largest(v[1]) + largest(v[2]));
    CHECK_NEAR(largest(oracle_sub(from_real3(out->point), at)), 0, room);
    CHECK_NEAR(largest(oracle_sub(from_real3(out->point), p)), 0, room);
}

/* The ray against every triangle of whole coordinates times unit, moved by `away`. */
static void check_whole_ray(const model *m, wvec o, wvec d, double unit, const wvec *away)
{
    cld_mesh_point out;
    const cld_vec3 origin = real3((double)(o.x + away->x) * unit, (double)(o.y + away->y) * unit,
                                  (double)(o.z + away->z) * unit);
    const cld_vec3 direction = real3((double)d.x, (double)d.y, (double)d.z);
    double first = HUGE_VAL, room = 0;
    ratio t, least = {0, 1};
    int i, k, hit = 0, got, first_at = -1;
    for (i = 0; i < m->s.triangle_count; i++) {
        wvec v[3];
        for (k = 0; k < 3; k++) v[k] = whole_corner(m, i, k, unit, away);
        if (!whole_triangle(o, d, v, &t)) continue;
        least = hit ? ratio_less(least, t) : t, hit = 1;
        if (ratio_value(t) < first) first = ratio_value(t), first_at = i;
    }
    got = cld_mesh_raycast(&m->mesh, origin, direction, (cld_real)INFINITY, &out);
    if (!CHECK(got == hit)) {
        printf("    ray %lld %lld %lld, %lld %lld %lld: %d, want %d at %g of triangle %d\n", o.x,
               o.y, o.z, d.x, d.y, d.z, got, hit, first, first_at);
        return;
    }
    if (!hit) return;
    room = 64 * unit * ldexp(1, -41) + 4 * TEST_ROUND * first * unit;
    if (!CHECK_NEAR((double)out.distance, first * unit, room))
        printf("    ray %lld %lld %lld, %lld %lld %lld, triangle %d for %d of %d\n", o.x, o.y, o.z,
               d.x, d.y, d.z, out.triangle, first_at, m->s.triangle_count);
    check_hit(m, origin, direction, &out);
    for (k = 0; k < 3; k++) {
        wvec v[3];
        for (i = 0; i < 3; i++) v[i] = whole_corner(m, out.triangle, i, unit, away);
        CHECK(whole_triangle(o, d, v, &t)); /* it is met */
    }
    for (i = 0; i < 7; i++) { /* the end counts, and not a bit beyond it */
        static const double near_one[7] = {0.999, 1 - 4 * TEST_ROUND, 1 - 2 * TEST_ROUND,
                                           1,     1 + 2 * TEST_ROUND, 1 + 4 * TEST_ROUND,
                                           1.001};
        const cld_real end = (cld_real)(first * near_one[i] * unit);
        const int until = ratio_until(least, (double)end / unit);
        out.distance = 0;
        if (!CHECK(cld_mesh_raycast(&m->mesh, origin, direction, end, &out) == until))
            printf(
                "    ray %lld %lld %lld, %lld %lld %lld to %.17g: want %d, met after %lld / %lld\n",
                o.x, o.y, o.z, d.x, d.y, d.z, (double)end, until, least.over, least.under);
        CHECK(out.distance <= end);
    }
}

static wvec whole_random(test_random *r, int low, int high)
{
    const wvec v = {test_integer(r, low, high), test_integer(r, low, high),
                    test_integer(r, low, high)};
    return v;
}

/* Points on a small lattice: most rays go through corners, along edges, in planes; triangles are
   twice the same, segments, points. Near and far from the origin, small and large. */
static void rays_on_a_lattice(void)
{
    model m;
    int i, k;
    memset(&m, 0, sizeof m);
    for (i = 0; i < test_repeat(150); i++) {
        test_random r = test_random_from((uint64_t)(100 + i));
        const int most = 1 + i % 8;
        const double unit = i % 3 ? 1 : ldexp(1, i % 41 - 20);
        const wvec zero = {0, 0, 0}, far = {1 << 16, -(1 << 15), 1 << 17};
        const wvec away = i % 4 == 1 ? far : zero;
        shape_clear(&m.s);
        shape_degenerate(&m.s, &r, 4 + i % 30, 1 + i % 90, most);
        shape_move(&m.s, (double)away.x, (double)away.y, (double)away.z);
        shape_scale(&m.s, unit);
        memset(&m.mesh, 0, sizeof m.mesh);
        model_build(&m, i % 3);
        for (k = 0; k < 80; k++) {
            const wvec o = whole_random(&r, -2, most + 2);
            const wvec d = k % 3 ? whole_random(&r, -2, 2) : w_sub(whole_random(&r, 0, most), o);
            if (!w_zero(d)) check_whole_ray(&m, o, d, unit, &away);
        }
    }
    model_free(&m);
}

/* ------------------------------------------------------------------------- rays at random */

/* 1 if the ray meets the triangle, 0 if not, -1 in doubt; in long double. *error: how wrong *t may
   be, since rounding moves the place within the triangle. */
static int sure_ray(oracle_vec o, oracle_vec d, const oracle_vec corner[3], double *t,
                    double *error)
{
    oracle_vec v[3];
    oracle_real u[3], sum = 0, h = 0, size = 0, noise = 0, dd = oracle_dot(d, d);
    oracle_real low = HUGE_VAL, high = -HUGE_VAL;
    int i, above = 0, below = 0, doubt = 0;
    for (i = 0; i < 3; i++) v[i] = oracle_sub(corner[i], o);
    for (i = 0; i < 3; i++) {
        const oracle_real along = oracle_dot(v[i], d) / dd;
        size = fmaxl(size, oracle_sqrt(oracle_dot(v[i], v[i])));
        low = along < low ? along : low, high = along > high ? along : high;
    }
    for (i = 0; i < 3; i++) {
        const oracle_vec a = v[(i + 1) % 3];
        const oracle_vec b = oracle_sub(corner[(i + 2) % 3], corner[(i + 1) % 3]);
        const oracle_real here =
            64 * ORACLE_EPSILON * size * oracle_sqrt(oracle_dot(b, b)) * oracle_sqrt(dd);
        u[i] = oracle_dot(d, oracle_cross(a, b));
        above |= u[i] > here, below |= u[i] < -here, doubt |= u[i] <= here && u[i] >= -here;
        sum += u[i], noise = here > noise ? here : noise;
    }
    if (above && below) return 0;
    if (doubt || sum == 0) return -1;
    for (i = 0; i < 3; i++) h += u[i] / sum * oracle_dot(v[i], d) / dd;
    *t = (double)h;
    *error = (double)(6 * noise / fabsl(sum) * (high - low)) + DBL_EPSILON * fabs(*t) +
             (double)(64 * ORACLE_EPSILON * size / oracle_sqrt(dd));
    if (fabs(*t) <= *error) return -1;
    return h > 0;
}

/* How far along the ray, in lengths of d, a place within 2^-41 of the size of the triangle's plane
   may be from where the ray meets that. */
static double ray_room(oracle_vec o, oracle_vec d, const oracle_vec v[3])
{
    const oracle_vec n = oracle_cross(oracle_sub(v[1], v[0]), oracle_sub(v[2], v[0]));
    double size = 0;
    int i;
    for (i = 0; i < 3; i++) size = fmax(size, largest(oracle_sub(v[i], o)));
    return ldexp(size, -41) * (double)(oracle_sqrt(oracle_dot(n, n)) / fabsl(oracle_dot(n, d)));
}

/* The ray against every triangle. Returns its answer. */
static int check_ray(const model *m, cld_vec3 o, cld_vec3 d)
{
    const oracle_vec origin = from_real3(o), direction = from_real3(d);
    cld_mesh_point out;
    oracle_vec v[3];
    double first = HUGE_VAL, t, error, room = 0;
    int i, sure = 0, may = 0;
    const int got = cld_mesh_raycast(&m->mesh, o, d, (cld_real)INFINITY, &out);
    for (i = 0; i < m->s.triangle_count; i++) {
        int here;
        corners_of(m, i, v);
        here = sure_ray(origin, direction, v, &t, &error);
        may |= here != 0, sure |= here == 1;
        if (here == 1 && t + error < first)
            first = t + error, room = ray_room(origin, direction, v);
        if (got == 1 && i == out.triangle) CHECK(here != 0);
    }
    CHECK(got >= sure && got <= may);
    if (got != 1) return got;
    check_hit(m, o, d, &out);
    if (sure) CHECK((double)out.distance <= first * (1 + 4 * TEST_ROUND) + room);
    return got;
}

static cld_vec3 on_triangle(const model *m, test_random *r, int how)
{
    const int t = test_integer(r, 0, m->s.triangle_count - 1);
    oracle_vec v[3];
    double a = test_between(r, 0, 1), b = test_between(r, 0, 1);
    corners_of(m, t, v);
    if (a + b > 1) a = 1 - a, b = 1 - b;
    if (how == 1) b = 0;              /* an edge */
    if (how == 2) b = 0, a = a > 0.5; /* a vertex */
    if (how == 3) b = 0, a = 0.5;
    return real3(
        (double)(v[0].x + (oracle_real)a * (v[1].x - v[0].x) + (oracle_real)b * (v[2].x - v[0].x)),
        (double)(v[0].y + (oracle_real)a * (v[1].y - v[0].y) + (oracle_real)b * (v[2].y - v[0].y)),
        (double)(v[0].z + (oracle_real)a * (v[1].z - v[0].z) + (oracle_real)b * (v[2].z - v[0].z)));
}

enum { BALL, TORUS, KNOT, BUNNY, SOUP, SLIVERS, FAN, SHEET, TABLE, ONE, LINE, SHAPES };

static void make_shape(shape *s, test_random *r, int kind, int n)
{
    const int side = (int)sqrt(n / 2.0) + 3;
    int i;
    shape_clear(s);
    switch (kind) {
    case BALL:
        shape_ball(s, side, side, 1);
        break;
    case TORUS:
        shape_torus(s, side, side, 2, 0.7);
        break;
    case KNOT:
        shape_knot(s, 8, n / 16 + 8, 0.3);
        break;
    case BUNNY:
        if (!shape_bunny(s)) shape_ball(s, side, side, 1);
        break;
    case SOUP:
        shape_soup(s, r, n, 3);
        break;
    case SLIVERS:
        shape_slivers(s, r, n);
        break;
    case FAN:
        shape_fan(s, r, n);
        break;
    case SHEET:
        shape_sheet(s, side, 0.5);
        break;
    case TABLE:
        shape_table(s, side, 3);
        break;
    case ONE:
        shape_degenerate(s, r, 5, 1, 6);
        break;
    default:
        for (i = 0; i < n + 2; i++) shape_vertex(s, i, 0, 0);
        for (i = 0; i < n; i++) shape_triangle(s, i, i + 1, i + 2);
    }
}

static void shape_box(const shape *s, double middle[3], double *half)
{
    int i, k;
    *half = 0;
    for (k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (i = 0; i < s->vertex_count; i++)
            low = fmin(low, s->xyz[3 * i + k]), high = fmax(high, s->xyz[3 * i + k]);
        middle[k] = (low + high) / 2, *half = fmax(*half, (high - low) / 2);
    }
}

static cld_vec3 around(test_random *r, const double middle[3], double reach)
{
    return real3(middle[0] + test_between(r, -reach, reach),
                 middle[1] + test_between(r, -reach, reach),
                 middle[2] + test_between(r, -reach, reach));
}

/* Rays towards faces, edges and vertices, along axes, grazing, away, from near and far. */
static void many_rays(const model *m, test_random *r, int count)
{
    double middle[3], half;
    int i;
    shape_box(&m->s, middle, &half);
    if (half == 0) half = 1;
    for (i = 0; i < count; i++) {
        const double reach = half * (i % 7 == 6 ? 1e3 : i % 7 == 5 ? 30 : 2);
        cld_vec3 o = around(r, middle, reach), d, p = on_triangle(m, r, i % 5);
        if (i % 11 == 10) o = on_triangle(m, r, i % 4);
        d = real3((double)p.x - (double)o.x, (double)p.y - (double)o.y, (double)p.z - (double)o.z);
        if (i % 6 == 4) { /* along an axis, to the place */
            o = p;
            if (i % 3 == 0) o.x -= (cld_real)reach, d = real3(1, 0, 0);
            if (i % 3 == 1) o.y += (cld_real)reach, d = real3(0, -2, 0);
            if (i % 3 == 2) o.z -= (cld_real)reach, d = real3(0, 0, 0.5);
        }
        if (i % 13 == 12) d = around(r, middle, half);
        if (i % 6 == 5) { /* between two places of the mesh */
            o = on_triangle(m, r, i % 4);
            d = real3((double)p.x - (double)o.x, (double)p.y - (double)o.y,
                      (double)p.z - (double)o.z);
        }
        if (largest(from_real3(d)) > 0) check_ray(m, o, d);
    }
}

static void rays_at_random(void)
{
    static const double scales[] = {1, 1e-6, 1, 1e6, 1};
    model m;
    int kind, i;
    memset(&m, 0, sizeof m);
    for (kind = 0; kind < SHAPES; kind++)
        for (i = 0; i < test_repeat(10); i++) {
            test_random r = test_random_from((uint64_t)(1000 + 40 * kind + i));
            make_shape(&m.s, &r, kind, 3 << (7 * i + 6) % 10);
            shape_scale(&m.s, scales[i % 5]);
            if (i % 5 == 2) shape_move(&m.s, 1000, -2000, 500);
            if (i % 5 == 4) shape_move(&m.s, 1e5, 1e5, -1e5);
            memset(&m.mesh, 0, sizeof m.mesh);
            model_build(&m, i % 2);
            many_rays(&m, &r, 100);
        }
    model_free(&m);
}

/* From inside of a closed surface every ray meets it: none slips through between triangles. */
static void nothing_leaks(void)
{
    model m;
    int i, k, kind;
    memset(&m, 0, sizeof m);
    for (kind = 0; kind < 3; kind++)
        for (i = 0; i < 3; i++) {
            test_random r = test_random_from((uint64_t)(2000 + 10 * kind + i));
            const double away = i == 1 ? 3000 : i == 2 ? -1e5 : 0, scale = kind == 1 ? 1e-5 : 1;
            cld_vec3 o;
            shape_clear(&m.s);
            if (kind < 2) shape_ball(&m.s, 24 + 40 * kind, 30, 1);
            if (kind == 2) shape_torus(&m.s, 300, 40, 4, 1);
            shape_move(&m.s, away, away / 2, -away - (kind < 2)); /* a ball stands on 0 */
            shape_scale(&m.s, scale);
            memset(&m.mesh, 0, sizeof m.mesh);
            model_build(&m, 0);
            o = real3((away + (kind == 2 ? 4 : 0.01)) * scale, away / 2 * scale, -away * scale);
            for (k = 0; k < test_repeat(6000); k++) {
                const cld_vec3 p = on_triangle(&m, &r, k % 5);
                const cld_vec3 d = real3((double)p.x - (double)o.x, (double)p.y - (double)o.y,
                                         (double)p.z - (double)o.z);
                CHECK(cld_mesh_raycast(&m.mesh, o, d, (cld_real)INFINITY, NULL) == 1);
            }
        }
    model_free(&m);
}

/* The same in double, of balls so small that products of two lengths are hardly numbers. */
static void nothing_tiny_leaks(void)
{
    model m;
    int i, k;
    memset(&m, 0, sizeof m);
    if (sizeof(cld_real) == 4) return;
    for (i = 0; i < 24; i++) {
        test_random r = test_random_from((uint64_t)(2100 + i));
        shape_clear(&m.s);
        shape_ball(&m.s, 12, 9, 1);
        shape_scale(&m.s, ldexp(1, i < 22 ? -528 - i : -600 - 20 * i));
        memset(&m.mesh, 0, sizeof m.mesh);
        model_build(&m, 0);
        for (k = 0; k < test_repeat(500); k++) {
            const cld_vec3 p = on_triangle(&m, &r, k % 5);
            const cld_vec3 o = real3(0, 0, m.s.xyz[3 * m.s.vertex_count - 1] / 2);
            const double up = ldexp(1, 520);
            const cld_vec3 d =
                real3(((double)p.x - (double)o.x) * up, ((double)p.y - (double)o.y) * up,
                      ((double)p.z - (double)o.z) * up);
            if (largest(from_real3(d)) < 1e-100) continue;
            CHECK(cld_mesh_raycast(&m.mesh, o, d, (cld_real)INFINITY, NULL) == 1);
        }
    }
    model_free(&m);
}

/* ------------------------------------------------------------------------------- closest points */

/* Is what is told the closest, by brute force? In roundings of double of the sizes that take part:
   the triangle's foot a few tens of them, as many for what is left out. */
static void check_closest(const model *m, cld_vec3 p)
{
    const oracle_vec at = from_real3(p);
    oracle_real best = -1;
    oracle_vec v[3], place;
    cld_mesh_point out;
    double size = 0, room, d;
    int i, k;
    for (i = 0; i < m->s.triangle_count; i++) {
        oracle_near near;
        corners_of(m, i, v);
        near = oracle_point_triangle(at, v);
        for (k = 0; k < 3; k++) size = fmax(size, largest(oracle_sub(v[k], at)));
        if (best < 0 || near.squared < best) best = near.squared;
    }
    d = (double)oracle_sqrt(best);
    if (!CHECK(cld_mesh_closest(&m->mesh, p, (cld_real)INFINITY, &out) == 1)) return;
    room = 256 * DBL_EPSILON * size + 2 * TEST_ROUND * d;
    CHECK_NEAR((double)out.distance, d, room);
    corners_of(m, out.triangle, v);
    place = oracle_add_scaled(vec(0, 0, 0), v[0], (oracle_real)out.weights.x);
    place = oracle_add_scaled(place, v[1], (oracle_real)out.weights.y);
    place = oracle_add_scaled(place, v[2], (oracle_real)out.weights.z);
    room += 8 * TEST_ROUND * (largest(v[0]) + largest(v[1]) + largest(v[2]));
    CHECK_NEAR(largest(oracle_sub(from_real3(out.point), place)), 0, room);
    place = oracle_sub(from_real3(out.point), at);
    CHECK_NEAR((double)oracle_sqrt(oracle_dot(place, place)), d, room);
    CHECK(out.weights.x >= 0 && out.weights.y >= 0 && out.weights.z >= 0);
    room = 256 * DBL_EPSILON * size + 4 * TEST_ROUND * d;
    CHECK(cld_mesh_closest(&m->mesh, p, (cld_real)(d + room), NULL) == 1);
    if (d > 2 * room) CHECK(cld_mesh_closest(&m->mesh, p, (cld_real)(d - 2 * room), NULL) == 0);
}

static void closest_points(void)
{
    static const double scales[] = {1, 1e-6, 1, 1e6, 1};
    model m;
    int kind, i, k;
    memset(&m, 0, sizeof m);
    for (kind = 0; kind < SHAPES; kind++)
        for (i = 0; i < test_repeat(9); i++) {
            test_random r = test_random_from((uint64_t)(3000 + 40 * kind + i));
            double middle[3], half;
            make_shape(&m.s, &r, kind, 3 << (5 * i + 6) % 9);
            shape_scale(&m.s, scales[i % 5]);
            if (i % 5 == 2) shape_move(&m.s, 1000, -2000, 500);
            memset(&m.mesh, 0, sizeof m.mesh);
            model_build(&m, i % 2);
            shape_box(&m.s, middle, &half);
            if (half == 0) half = 1;
            for (k = 0; k < 60; k++) {
                static const double reaches[] = {1, 1.5, 10, 1e4, 1e9};
                cld_vec3 p = around(&r, middle, half * reaches[k % 5]);
                if (k % 6 == 5) p = on_triangle(&m, &r, k % 4);
                if (k % 29 == 28) p = real3(middle[0], middle[1], middle[2]);
                check_closest(&m, p);
            }
        }
    model_free(&m);
}

/* ------------------------------------------------------------------------- distances of two */

/* The corners in the world, the pose as it is given, in long double. */
static void corners_in_world(const model *m, int t, oracle_vec v[3])
{
    const cld_pose *pose = &m->mesh.pose;
    const oracle_vec x = from_real3(pose->rotation.x), y = from_real3(pose->rotation.y);
    const oracle_vec z = from_real3(pose->rotation.z);
    int i;
    corners_of(m, t, v);
    for (i = 0; i < 3; i++) {
        oracle_vec p = v[i];
        if (largest(x) > 0) {
            p = oracle_add_scaled(vec(0, 0, 0), x, v[i].x);
            p = oracle_add_scaled(oracle_add_scaled(p, y, v[i].y), z, v[i].z);
        }
        v[i] = oracle_add_scaled(p, from_real3(pose->position), 1);
    }
}

/* Of two triangles that do not meet: of a corner and a triangle or of two edges. */
static oracle_real pair_square(const oracle_vec p[3], const oracle_vec q[3])
{
    oracle_real best = -1;
    int i, k;
    for (i = 0; i < 3; i++) {
        const oracle_near near[2] = {oracle_point_triangle(p[i], q),
                                     oracle_point_triangle(q[i], p)};
        for (k = 0; k < 2; k++)
            if (best < 0 || near[k].squared < best) best = near[k].squared;
        for (k = 0; k < 3; k++) {
            const oracle_near other = oracle_segments(p[i], p[(i + 1) % 3], q[k], q[(k + 1) % 3]);
            if (other.squared < best) best = other.squared;
        }
    }
    return best;
}

/* How far the place is from the triangles of the feature. */
static double feature_gap(const model *m, uint32_t feature, cld_vec3 place)
{
    const int kind = (int)(feature % 4), number = (int)(feature / 4);
    oracle_vec v[3];
    oracle_near near;
    int t = kind == CLD_FEATURE_EDGE ? number / 3 : number, i;
    if (kind == CLD_FEATURE_VERTEX)
        for (t = 0; t < m->s.triangle_count; t++)
            for (i = 0; i < 3; i++)
                if (m->s.t[3 * t + i] == (uint32_t)number) {
                    corners_in_world(m, t, v);
                    return largest(oracle_sub(v[i], from_real3(place)));
                }
    if (!CHECK(t < m->s.triangle_count)) return HUGE_VAL;
    corners_in_world(m, t, v);
    if (kind == CLD_FEATURE_EDGE) {
        oracle_vec w[3];
        corners_in_world(m, t, w);
        v[0] = w[number % 3], v[1] = v[2] = w[(number + 1) % 3];
    }
    near = oracle_point_triangle(from_real3(place), v);
    return (double)oracle_sqrt(near.squared);
}

/* Against every pair. Rounding: of the poses in double, of what is computed, of what is told. */
static void check_distance(const model *a, const model *b)
{
    cld_contact c;
    oracle_real best = -1;
    int i, k, j, meet = 0;
    double size = 0, room, d;
    for (i = 0; i < a->s.triangle_count; i++)
        for (k = 0; k < b->s.triangle_count; k++) {
            oracle_vec p[3], q[3];
            oracle_real square;
            int here;
            corners_in_world(a, i, p), corners_in_world(b, k, q);
            for (j = 0; j < 3; j++) size = fmax(size, fmax(largest(p[j]), largest(q[j])));
            square = pair_square(p, q);
            if (best < 0 || square < best) best = square;
            here = meet == 1 ? 0 : oracle_triangles(p, q, 0);
            if (here) meet = here == 1 ? 1 : meet ? meet : here;
        }
    d = meet == 1 ? 0 : (double)oracle_sqrt(best);
    if (!CHECK(cld_mesh_distance(&a->mesh, &b->mesh, (cld_real)INFINITY, &c) == 1)) return;
    room = 512 * DBL_EPSILON * size + 4 * TEST_ROUND * d;
    if (meet != ORACLE_EITHER || (double)c.distance > 0) CHECK_NEAR((double)c.distance, d, room);
    room += 8 * TEST_ROUND * size;
    CHECK(feature_gap(a, c.feature_a, c.point_a) <= room);
    CHECK(feature_gap(b, c.feature_b, c.point_b) <= room);
    {
        const oracle_vec gap = oracle_sub(from_real3(c.point_b), from_real3(c.point_a));
        CHECK_NEAR((double)oracle_sqrt(oracle_dot(gap, gap)), (double)c.distance, 2 * room);
        if ((double)c.distance > 1e3 * room)
            CHECK_NEAR((double)oracle_dot(gap, from_real3(c.normal)), (double)c.distance, 2 * room);
    }
    room = 512 * DBL_EPSILON * size + 4 * TEST_ROUND * d;
    CHECK(cld_mesh_distance(&a->mesh, &b->mesh, (cld_real)(d + room), NULL) == 1);
    if (d > 2 * room && meet == 0)
        CHECK(cld_mesh_distance(&a->mesh, &b->mesh, (cld_real)(d - 2 * room), NULL) == 0);
}

static void distances(void)
{
    static const double scales[] = {1, 1e-6, 1, 1e6, 1};
    model a, b;
    int i, k;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    for (i = 0; i < test_repeat(40); i++) {
        test_random r = test_random_from((uint64_t)(7000 + i));
        const double scale = scales[i % 5], small = i % 7 == 6 ? 1e-4 : 1;
        make_shape(&a.s, &r, i % SHAPES == BUNNY ? BALL : i % SHAPES, 40);
        make_shape(&b.s, &r, (i / SHAPES) % 2 ? SOUP : BALL, 30);
        shape_scale(&a.s, scale), shape_scale(&b.s, scale * small);
        if (i % 5 == 2) shape_move(&a.s, 1000, -2000, 500);
        memset(&a.mesh, 0, sizeof a.mesh), memset(&b.mesh, 0, sizeof b.mesh);
        model_build(&a, 0), model_build(&b, 1);
        for (k = 0; k < 3; k++) {
            const double reach = k == 0 ? 3 : k == 1 ? 30 : 0.5;
            if (i % 3) b.mesh.pose = test_pose(&r, reach * scale);
            if (i % 3 == 2) a.mesh.pose = test_pose(&r, scale);
            if (i % 5 == 2) b.mesh.pose.position.x += 1000, b.mesh.pose.position.y -= 2000;
            if (i % 5 == 2) b.mesh.pose.position.z += 500;
            check_distance(&a, &b);
        }
    }
    /* whole coordinates: touching of all kinds is 0, exactly; a mesh and itself */
    for (i = 0; i < test_repeat(30); i++) {
        test_random r = test_random_from((uint64_t)(8000 + i));
        cld_contact c;
        int meet = 0, j;
        shape_clear(&a.s), shape_clear(&b.s);
        shape_degenerate(&a.s, &r, 6, 1 + i % 20, 6), shape_degenerate(&b.s, &r, 6, 1 + i % 9, 6);
        shape_move(&b.s, i % 5, i % 3, i % 2 * 4);
        memset(&a.mesh, 0, sizeof a.mesh), memset(&b.mesh, 0, sizeof b.mesh);
        model_build(&a, 0), model_build(&b, 0);
        for (j = 0; j < a.s.triangle_count; j++)
            for (k = 0; k < b.s.triangle_count; k++) {
                oracle_vec p[3], q[3];
                corners_of(&a, j, p), corners_of(&b, k, q);
                meet |= oracle_triangles(p, q, 1);
            }
        CHECK(cld_mesh_distance(&a.mesh, &b.mesh, (cld_real)INFINITY, &c) == 1);
        CHECK(((double)c.distance == 0) == meet);
        CHECK(cld_mesh_distance(&a.mesh, &b.mesh, 0, NULL) == meet);
        CHECK(cld_mesh_distance(&a.mesh, &a.mesh, 0, NULL) == 1);
        if (!meet) check_distance(&a, &b);
    }
    model_free(&a), model_free(&b);
}

/* Equal distances everywhere: parallel plates, concentric and eccentric balls, stacks of one
   triangle, with equal poses and with poses that people give. */
static void distances_that_tie(void)
{
    static const double scales[] = {1, 1e-6, 1e6};
    model a, b;
    int round, i, kind;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    for (round = 0; round < test_repeat(36); round++)
        for (kind = 0; kind < 4; kind++) {
            const double scale = scales[round % 3], gap = round % 2 ? 1 : 0.015625;
            test_random r = test_random_from((uint64_t)(9000 + round));
            shape_clear(&a.s), shape_clear(&b.s);
            if (kind == 0) { /* plates */
                shape_sheet(&a.s, 6, 0), shape_sheet(&b.s, round % 5 ? 6 : 5, gap);
            } else if (kind < 3) { /* balls */
                const int n = test_integer(&r, 5, 8);
                shape_ball(&a.s, n, n, 1), shape_ball(&b.s, n, n, 1 + gap);
                shape_move(&b.s, 0, 0, -gap);
                if (kind == 2) shape_move(&b.s, 0.25 * gap, 0, 0); /* eccentric */
            } else {
                shape *both[2];
                both[0] = &a.s, both[1] = &b.s;
                for (i = 0; i < 2; i++) {
                    shape_vertex(both[i], 0, 0, i * gap), shape_vertex(both[i], 1, 0, i * gap);
                    shape_vertex(both[i], 0, 1, i * gap);
                }
                for (i = 0; i < 60; i++) shape_triangle(i % 2 ? &a.s : &b.s, 0, 1, 2);
            }
            shape_scale(&a.s, scale), shape_scale(&b.s, scale);
            if (round % 4 == 3) shape_move(&a.s, 1e3 * scale, 0, 0);
            if (round % 4 == 3) shape_move(&b.s, 1e3 * scale, 0, 0);
            memset(&a.mesh, 0, sizeof a.mesh), memset(&b.mesh, 0, sizeof b.mesh);
            model_build(&a, 0), model_build(&b, 0);
            if (round % 4 == 1) {
                a.mesh.pose = b.mesh.pose = cld_pose_identity();
                a.mesh.pose.position.x = b.mesh.pose.position.x = (cld_real)(7 * scale);
            }
            if (round % 4 == 2) a.mesh.pose = b.mesh.pose = test_pose(&r, 3 * scale);
            check_distance(&a, &b);
        }
    /* 10^10 pairs at one distance; looked at one by one they take minutes */
    shape_clear(&a.s), shape_clear(&b.s);
    shape_sheet(&a.s, 225, 0), shape_sheet(&b.s, 225, 0.5);
    for (i = 0; i < 2; i++) {
        cld_contact c;
        memset(&a.mesh, 0, sizeof a.mesh), memset(&b.mesh, 0, sizeof b.mesh);
        model_build(&a, 0), model_build(&b, 0);
        CHECK(cld_mesh_distance(&a.mesh, &b.mesh, (cld_real)INFINITY, &c) == 1);
        CHECK((double)c.distance == 0.5);
        shape_clear(&a.s), shape_clear(&b.s);
        shape_vertex(&a.s, 0, 0, 0), shape_vertex(&a.s, 1, 0, 0), shape_vertex(&a.s, 0, 1, 0);
        shape_vertex(&b.s, 0, 0, 0.5), shape_vertex(&b.s, 1, 0, 0.5), shape_vertex(&b.s, 0, 1, 0.5);
        while (a.s.triangle_count < 100000) shape_triangle(&a.s, 0, 1, 2);
        while (b.s.triangle_count < 100000) shape_triangle(&b.s, 0, 1, 2);
    }
    model_free(&a), model_free(&b);
}

/* ------------------------------------------------------------------------ refits, poses, counts */

static void refits(void)
{
    model m;
    int i, k;
    memset(&m, 0, sizeof m);
    for (i = 0; i < test_repeat(12); i++) {
        test_random r = test_random_from((uint64_t)(4000 + i));
        cld_mesh copy;
        make_shape(&m.s, &r, i % SHAPES, 400);
        memset(&m.mesh, 0, sizeof m.mesh);
        model_build(&m, 0);
        copy = m.mesh;
        for (k = 0; k < 3; k++) {
            if (k == 0) shape_shake(&m.s, &r, 0.2);
            if (k == 1) shape_scale(&m.s, 1e3), shape_move(&m.s, 1e4, 2, -3);
            if (k == 2) shape_scale(&m.s, 1e-5);
            model_positions(&m, 0);
            copy.positions = m.positions;
            CHECK(cld_mesh_tree_refit(&copy) == CLD_OK);
            m.mesh.tree = copy.tree;
            many_rays(&m, &r, 60);
            {
                double middle[3], half;
                int j;
                shape_box(&m.s, middle, &half);
                for (j = 0; j < 20; j++) check_closest(&m, around(&r, middle, 1.3 * half + 1e-9));
            }
        }
    }
    model_free(&m);
}

/* Turned by a right angle and moved by whole numbers: as the same mesh placed beforehand. */
static void poses(void)
{
    model m, placed;
    int i, k, j;
    memset(&m, 0, sizeof m), memset(&placed, 0, sizeof placed);
    for (i = 0; i < test_repeat(20); i++) {
        test_random r = test_random_from((uint64_t)(5000 + i));
        const wvec zero = {0, 0, 0};
        cld_pose *pose = &m.mesh.pose;
        shape_clear(&m.s), shape_clear(&placed.s);
        shape_degenerate(&m.s, &r, 12, 40, 6);
        memset(&m.mesh, 0, sizeof m.mesh), memset(&placed.mesh, 0, sizeof placed.mesh);
        pose->rotation.x.y = 1, pose->rotation.y.x = -1, pose->rotation.z.z = 1;
        pose->position.x = 3, pose->position.y = -1, pose->position.z = 2;
        for (j = 0; j < m.s.vertex_count; j++) {
            const double *p = m.s.xyz + 3 * j;
            shape_vertex(&placed.s, 3 - p[1], -1 + p[0], 2 + p[2]);
        }
        for (j = 0; j < m.s.triangle_count; j++)
            shape_triangle(&placed.s, (int)m.s.t[3 * j], (int)m.s.t[3 * j + 1],
                           (int)m.s.t[3 * j + 2]);
        model_build(&m, 0), model_build(&placed, 0);
        placed.mesh.tree = m.mesh.tree, placed.mesh.pose = m.mesh.pose;
        placed.mesh.positions = m.mesh.positions; /* the oracle sees those in the world */
        for (k = 0; k < 60; k++) {
            const wvec o = whole_random(&r, -6, 9), d = whole_random(&r, -2, 2);
            if (!w_zero(d)) check_whole_ray(&placed, o, d, 1, &zero);
        }
        for (k = 0; k < 20; k++) check_closest(&placed, around(&r, (const double[3]){0, 0, 0}, 9));
    }
    model_free(&m), model_free(&placed);
}

/* Any turn: places and normals are those in the world, to the rounding of the pose. */
static void turned(void)
{
    model m;
    int i, k;
    memset(&m, 0, sizeof m);
    for (i = 0; i < test_repeat(10); i++) {
        test_random r = test_random_from((uint64_t)(6000 + i));
        int hits = 0;
        make_shape(&m.s, &r, i % 2 ? TORUS : BALL, 500);
        memset(&m.mesh, 0, sizeof m.mesh);
        model_build(&m, 0);
        m.mesh.pose = test_pose(&r, 10);
        for (k = 0; k < 100; k++) {
            const cld_vec3 target = cld_pose_point(&m.mesh.pose, on_triangle(&m, &r, 0));
            const cld_vec3 o = around(&r, (const double[3]){0, 0, 0}, 20);
            const cld_vec3 d = real3((double)target.x - (double)o.x, (double)target.y - (double)o.y,
                                     (double)target.z - (double)o.z);
            cld_mesh_point out;
            oracle_vec p;
            const int got = cld_mesh_raycast(&m.mesh, o, d, (cld_real)INFINITY, &out);
            hits += got;
            if (got == 1) {
                p = oracle_add_scaled(from_real3(o), from_real3(d), (oracle_real)out.distance);
                CHECK_NEAR(largest(oracle_sub(from_real3(out.point), p)), 0, 64 * TEST_ROUND * 60);
                p = from_real3(out.normal);
                CHECK_NEAR((double)oracle_dot(p, p), 1, 64 * TEST_ROUND);
            }
            CHECK(cld_mesh_closest(&m.mesh, o, (cld_real)INFINITY, &out) == 1);
            p = oracle_sub(from_real3(out.point), from_real3(o));
            CHECK_NEAR((double)oracle_sqrt(oracle_dot(p, p)), (double)out.distance,
                       256 * TEST_ROUND * 60);
        }
        CHECK(hits >= 99); /* the target is off the surface by rounding, at a silhouette too */
    }
    model_free(&m);
}

/* All counts from none to some leaves and levels: every triangle is found. */
static void every_triangle_is_there(void)
{
    model m;
    int n, i, k;
    memset(&m, 0, sizeof m);
    for (n = 0; n < 1200; n += n < 70 ? 1 : 97) {
        shape_clear(&m.s);
        for (i = 0; i < n; i++) {
            const double x = 3 * (i % 32), y = 3 * (i / 32);
            for (k = 0; k < 3; k++) shape_vertex(&m.s, x + (k == 1), y + (k == 2), i % 5);
            shape_triangle(&m.s, 3 * i, 3 * i + 1, 3 * i + 2);
        }
        memset(&m.mesh, 0, sizeof m.mesh);
        model_build(&m, 0);
        for (i = 0; i < n; i++) {
            const cld_vec3 p = real3(3 * (i % 32) + 0.25, 3 * (i / 32) + 0.25, 9);
            cld_mesh_point out;
            CHECK(cld_mesh_raycast(&m.mesh, p, real3(0, 0, -1), 100, &out) == 1);
            CHECK(out.triangle == i && (double)out.distance == 9 - i % 5);
            CHECK(cld_mesh_closest(&m.mesh, p, 100, &out) == 1);
            CHECK((double)out.normal.z == 1);
        }
        if (n == 0) {
            CHECK(cld_mesh_raycast(&m.mesh, real3(0, 0, 0), real3(1, 0, 0), 1, NULL) == 0);
            CHECK(cld_mesh_closest(&m.mesh, real3(0, 0, 0), 1, NULL) == 0);
        }
    }
    model_free(&m);
}

/* From so far away that floats say nothing, and meshes as large and small as numbers are. */
static void extremes(void)
{
    static const double sizes[] = {1e-30, 1e-12, 1e12, 1e30};
    static const double far[] = {1e6, 1e9, 1e15, 1e22};
    model m;
    int i, k;
    memset(&m, 0, sizeof m);
    for (i = 0; i < 4; i++)
        for (k = 0; k < 4; k++) {
            cld_mesh_point out;
            cld_real z;
            if (sizeof(cld_real) == 4 && i == 3 && k > 0) continue; /* beyond the floats */
            shape_clear(&m.s);
            shape_ball(&m.s, 10, 10, 1);
            shape_scale(&m.s, sizes[i]);
            memset(&m.mesh, 0, sizeof m.mesh);
            model_build(&m, 0);
            z = (cld_real)(sizes[i] * far[k]);
            CHECK(cld_mesh_raycast(&m.mesh, real3(0.1 * sizes[i], 0.1 * sizes[i], (double)z),
                                   real3(0, 0, -sizes[i]), (cld_real)INFINITY, &out) == 1);
            CHECK_NEAR((double)out.distance / far[k], 1, 2 / far[k] + 4 * TEST_ROUND);
            CHECK(cld_mesh_raycast(&m.mesh, real3(2 * sizes[i], 0.1 * sizes[i], (double)z),
                                   real3(0, 0, -1), (cld_real)INFINITY, &out) == 0);
            CHECK(cld_mesh_closest(&m.mesh, real3(0, 0, (double)z), (cld_real)INFINITY, &out) == 1);
            CHECK_NEAR((double)out.distance / (double)z, 1, 2 / far[k] + 4 * TEST_ROUND);
        }
    model_free(&m);
}

/* A triangle of a few units of rounding, so far from the origin that the middle of its box is no
   number: rays through all its places, and none beside it. */
static void as_small_as_roundings(void)
{
    const double far = 0.5 / TEST_ROUND; /* from there on numbers are whole */
    static uint32_t corners[3] = {0, 1, 2};
    double memory[512];
    int n, i, k;
    for (n = 1; n < 12; n++) {
        cld_real positions[9];
        cld_mesh mesh;
        memset(&mesh, 0, sizeof mesh), memset(positions, 0, sizeof positions);
        for (i = 0; i < 3; i++)
            positions[3 * i] = (cld_real)(far + (i == 1 ? n : 0)),
                          positions[3 * i + 1] = (cld_real)(far + (i == 2 ? n : 0));
        mesh.positions = positions, mesh.vertex_count = 3;
        mesh.triangles = corners, mesh.triangle_count = 1;
        CHECK(cld_mesh_tree_size(&mesh) <= sizeof memory);
        CHECK(cld_mesh_tree_build(&mesh, memory, sizeof memory) == CLD_OK);
        for (i = 0; i <= n; i++)
            for (k = 0; k <= n; k++)
                CHECK(cld_mesh_raycast(&mesh, real3(far + i, far + k, 10), real3(0, 0, -1),
                                       (cld_real)INFINITY, NULL) == (i + k <= n));
    }
}

/* Triangles that no plane divides: all in one place, in two, or a few of them elsewhere; more than
   a node has room for. All are there, the first of equal ones is told. */
static void many_in_one_place(void)
{
    model m;
    int i, k, places;
    memset(&m, 0, sizeof m);
    for (places = 1; places <= 3; places++)
        for (k = 1; k < 700; k += k < 60 ? 13 : 111) {
            shape_clear(&m.s);
            for (i = 0; i < places; i++) {
                shape_vertex(&m.s, 10 * i, 0, i), shape_vertex(&m.s, 10 * i + 1, 0, i);
                shape_vertex(&m.s, 10 * i, 1, i);
            }
            for (i = 0; i < places * k; i++) {
                const int at = i % k == 0 ? i / k : places - 1; /* the last place has the most */
                shape_triangle(&m.s, 3 * at, 3 * at + 1, 3 * at + 2);
            }
            memset(&m.mesh, 0, sizeof m.mesh);
            model_build(&m, 0);
            for (i = 0; i < places; i++) {
                const int first = i < places - 1 ? i * k : places == 1 ? 0 : k > 1 ? 1 : i;
                const cld_vec3 p = real3(10 * i + 0.25, 0.25, 9);
                cld_mesh_point out;
                CHECK(cld_mesh_raycast(&m.mesh, p, real3(0, 0, -1), 100, &out) == 1);
                CHECK(out.triangle == first && (double)out.distance == 9 - i);
                CHECK(cld_mesh_closest(&m.mesh, p, 100, &out) == 1);
                CHECK(out.triangle == first && (double)out.distance == 9 - i);
                CHECK(cld_mesh_raycast(&m.mesh, real3(5, 0.25, 9), real3(0, 0, -1), 100, &out) ==
                      0);
            }
            CHECK(cld_mesh_distance(&m.mesh, &m.mesh, 0, NULL) == 1);
        }
    model_free(&m);
}

/* Sizes that fall without end, a few hundred triangles of each: cuts by area would take a level for
   each size, so that halves must end it. */
static void ever_smaller(void)
{
    model m;
    int i, k, n = 0;
    memset(&m, 0, sizeof m);
    shape_clear(&m.s);
    for (i = 0; i < 22; i++) {
        const double size = ldexp(1, -4 * i);
        for (k = 0; k < 300; k++, n++) {
            const double x = size * (1 + k % 20 / 40.0), y = size * (k / 20) / 40.0;
            shape_vertex(&m.s, x, y, size), shape_vertex(&m.s, x + size / 64, y, size);
            shape_vertex(&m.s, x, y + size / 64, size);
            shape_triangle(&m.s, 3 * n, 3 * n + 1, 3 * n + 2);
        }
    }
    memset(&m.mesh, 0, sizeof m.mesh);
    model_build(&m, 0);
    for (i = 0; i < n; i += 11 + i % 7) { /* from below: only the triangle itself is in the way */
        const double size = ldexp(1, -4 * (i / 300));
        oracle_vec v[3];
        cld_mesh_point out;
        cld_vec3 p;
        corners_of(&m, i, v);
        p = real3((double)v[0].x + size / 256, (double)v[0].y + size / 256,
                  (double)v[0].z + size / 128);
        CHECK(cld_mesh_raycast(&m.mesh, p, real3(0, 0, -1), (cld_real)(size / 64), &out) == 1);
        CHECK(out.triangle == i);
        CHECK(cld_mesh_closest(&m.mesh, p, 1, &out) == 1);
        CHECK(out.triangle == i && (double)out.distance == size / 128);
    }
    model_free(&m);
}

/* Two meshes of sizes so different, or so far away, that floats say nothing of the one in the frame
   of the other: as brute force says, all the same. */
static void beyond_floats(void)
{
    static const double sizes[] = {1e-13, 1e-9, 1e9, 1e13};
    model a, b;
    int i, k;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    for (i = 0; i < test_repeat(6); i++)
        for (k = 0; k < 4; k++) {
            test_random r = test_random_from((uint64_t)(9000 + i));
            const double size = sizes[k], smaller = (i + k) % 3 ? 1e-14 : 1;
            make_shape(&a.s, &r, (i + k) % 2 ? BALL : SOUP, 24);
            make_shape(&b.s, &r, (i + k) % 2 ? SOUP : TORUS, 24);
            shape_scale(&a.s, size), shape_scale(&b.s, size * smaller);
            shape_move(&b.s, size * ((i + k) % 3 == 0 ? 1e14 : 3), size * smaller, 0);
            memset(&a.mesh, 0, sizeof a.mesh), memset(&b.mesh, 0, sizeof b.mesh);
            model_build(&a, 0), model_build(&b, 0);
            check_distance(&a, &b), check_distance(&b, &a);
        }
    model_free(&a), model_free(&b);
}

/* Meshes without anything are no distance from anything; a pose that only moves along one axis is a
   pose. */
static void moved_along_one_axis(void)
{
    model a, b;
    int k;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    shape_ball(&a.s, 5, 5, 1), shape_ball(&b.s, 4, 5, 1);
    model_build(&a, 0), model_build(&b, 0);
    for (k = 0; k < 6; k++) {
        const double at = k < 3 ? 4 : -4;
        memset(&b.mesh.pose, 0, sizeof b.mesh.pose);
        b.mesh.pose.position = real3(k % 3 == 0 ? at : 0, k % 3 == 1 ? at : 0, k % 3 == 2 ? at : 0);
        check_distance(&a, &b), check_distance(&b, &a);
    }
    shape_clear(&b.s);
    model_build(&b, 0);
    CHECK(cld_mesh_distance(&a.mesh, &b.mesh, (cld_real)INFINITY, NULL) == 0);
    CHECK(cld_mesh_distance(&b.mesh, &a.mesh, (cld_real)INFINITY, NULL) == 0);
    CHECK(cld_mesh_distance(&b.mesh, &b.mesh, (cld_real)INFINITY, NULL) == 0);
    model_free(&a), model_free(&b);
}

/* Rays that hardly move along one axis or two, either way; against every triangle. */
static void nearly_along_an_axis(void)
{
    static const double small[] = {1e-12, 1e-17, 1e-19, 1e-25, 1e-37};
    model m;
    int i, k, hits = 0;
    memset(&m, 0, sizeof m);
    shape_torus(&m.s, 20, 14, 2, 0.7);
    model_build(&m, 0);
    for (i = 0; i < 5; i++)
        for (k = 0; k < 48; k++) {
            test_random r = test_random_from((uint64_t)(9500 + 48 * i + k));
            const double x = k % 2 ? small[i] : -small[i], y = k % 4 < 2 ? small[i] : -small[i];
            const int axis = k % 3;
            const double z = k % 8 < 4 ? 1 : -1;
            const double d[3] = {axis == 0 ? z : x, axis == 1 ? z : y, axis == 2 ? z : x};
            cld_vec3 o = on_triangle(&m, &r, 0);
            if (axis == 0) o.x -= (cld_real)(8 * z);
            if (axis == 1) o.y -= (cld_real)(8 * z);
            if (axis == 2) o.z -= (cld_real)(8 * z);
            hits += check_ray(&m, o, real3(d[0], d[1], d[2]));
        }
    CHECK(hits > 200);
    model_free(&m);
}

/* In double, numbers whose squares and products underflow or overflow: all that is asked with
   whole coordinates times such a unit. The first ray was missed: what is near zero after products
   underflow must not be taken for a side. */
static void where_products_end(void)
{
    static const int exponents[] = {-1000, -940, -700, -538, -300, 190, 300, 480};
    const wvec zero = {0, 0, 0};
    model m, other;
    int i, k;
    memset(&m, 0, sizeof m), memset(&other, 0, sizeof other);
    if (sizeof(cld_real) == 4 || LDBL_MAX_EXP < 4000) return;
    for (i = 0; i < 32; i++) {
        test_random r = test_random_from((uint64_t)(9800 + i));
        const int most = 1 + i % 6;
        const double unit = ldexp(1, exponents[i % 8]);
        const wvec edge_on = {-1, 8, 7}, along = {3, -6, -2};
        shape_clear(&m.s), shape_clear(&other.s);
        if (i < 8) { /* alone, then among others */
            shape_vertex(&m.s, 0, 4, 5), shape_vertex(&m.s, 3, 8, 2), shape_vertex(&m.s, 2, 8, 9);
            shape_triangle(&m.s, 0, 1, 2);
        } else {
            shape_degenerate(&m.s, &r, 4 + i, 1 + i, most);
        }
        shape_degenerate(&other.s, &r, 6, 5, 4);
        shape_move(&other.s, i % 9, i % 5, 1);
        shape_scale(&m.s, unit), shape_scale(&other.s, unit);
        memset(&m.mesh, 0, sizeof m.mesh), memset(&other.mesh, 0, sizeof other.mesh);
        model_build(&m, 0), model_build(&other, 0);
        if (i < 8) check_whole_ray(&m, edge_on, along, unit, &zero);
        for (k = 0; k < 60; k++) {
            const wvec o = whole_random(&r, -2, most + 2), d = whole_random(&r, -3, 3);
            if (!w_zero(d)) check_whole_ray(&m, o, d, unit, &zero);
            check_closest(&m, real3((double)o.x * unit, (double)o.y * unit, (double)o.z * unit));
        }
        check_distance(&m, &other);
    }
    model_free(&m), model_free(&other);
}

/* Positions that are no numbers any more, and a refit that said so: queries go on, answer something
   or nothing, and end. */
static void not_refitted(void)
{
    static const double bad[] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    model m, other;
    int i, k;
    memset(&m, 0, sizeof m), memset(&other, 0, sizeof other);
    shape_ball(&other.s, 6, 6, 1);
    model_build(&other, 0);
    for (i = 0; i < 30; i++) {
        test_random r = test_random_from((uint64_t)(9900 + i));
        cld_mesh_point out;
        make_shape(&m.s, &r, i % SHAPES, 60);
        memset(&m.mesh, 0, sizeof m.mesh);
        model_build(&m, 0);
        for (k = 0; k < 3 * m.s.vertex_count; k += test_integer(&r, 1, 6))
            m.positions[k] = (cld_real)bad[test_integer(&r, 0, 2)];
        if (m.mesh.triangle_count > 0) /* one that a triangle names, which others need not be */
            m.positions[3 * m.mesh.triangles[0]] = (cld_real)bad[test_integer(&r, 0, 2)];
        CHECK(cld_mesh_tree_refit(&m.mesh) ==
              (m.mesh.triangle_count > 0 ? CLD_ERROR_FINITE : CLD_OK));
        for (k = 0; k < 60; k++) {
            const cld_vec3 o = around(&r, (const double[3]){0, 0, 0}, 3);
            const cld_vec3 d = around(&r, (const double[3]){0, 0, 0}, 1);
            int got = cld_mesh_raycast(&m.mesh, o, d, (cld_real)INFINITY, &out);
            CHECK(got == 0 || got == 1);
            got = cld_mesh_closest(&m.mesh, o, (cld_real)INFINITY, &out);
            CHECK(got == 0 || got == 1);
        }
        k = cld_mesh_distance(&m.mesh, &other.mesh, (cld_real)INFINITY, NULL);
        CHECK(k == 0 || k == 1);
    }
    model_free(&m), model_free(&other);
}

/* Thin triangles, tiny and huge, whichever corner comes first: normals go by the order of the
   corners, from rays, closest points and overlaps alike. */
static void normals_of_thin_triangles(void)
{
    test_random r = test_random_from(77);
    int n, k;
    for (n = 0; n < test_repeat(3000); n++) {
        static const uint32_t corners[3] = {0, 1, 2};
        const int single = sizeof(cld_real) == 4; /* doubles up to 1e150 are taken */
        const double scale = ldexp(1, single ? test_integer(&r, -100, 100)
                                             : test_integer(&r, -1000, 480)),
                     thin = pow(2, -(n % 12));
        const int first = n % 3, turn = n % 2 ? 1 : 2; /* the other way round: down */
        const double x[3] = {0, 64, 32}, y[3] = {0, 0, 32 * thin};
        const double want = turn == 1 ? 1 : -1;
        cld_real at[9];
        double memory[512];
        cld_triangle t, across;
        cld_mesh mesh;
        cld_mesh_point out;
        cld_contact c;
        cld_vec3 middle;
        memset(&mesh, 0, sizeof mesh), memset(&out, 0, sizeof out);
        for (k = 0; k < 3; k++) {
            const int from = (first + turn * k) % 3;
            at[3 * k] = (cld_real)(x[from] * scale), at[3 * k + 1] = (cld_real)(y[from] * scale);
            at[3 * k + 2] = 0;
        }
        mesh.positions = at, mesh.vertex_count = 3, mesh.triangles = corners;
        mesh.triangle_count = 1;
        CHECK(cld_mesh_tree_size(&mesh) <= sizeof memory);
        CHECK(cld_mesh_tree_build(&mesh, memory, sizeof memory) == CLD_OK);
        middle = real3(32 * scale, 8 * thin * scale, 8 * scale);
        CHECK(cld_mesh_raycast(&mesh, middle, real3(0, 0, -1), (cld_real)INFINITY, &out) == 1);
        CHECK_NEAR((double)out.normal.z, want, 4 * TEST_ROUND);
        out.normal.z = 0;
        CHECK(cld_mesh_closest(&mesh, middle, (cld_real)INFINITY, &out) == 1);
        if (!CHECK(fabs((double)out.normal.z - want) <= 4 * TEST_ROUND))
            printf("    scale %g, 1 to %g, from corner %d: %g\n", scale, thin, first,
                   (double)out.normal.z);
        t.a = real3((double)at[0], (double)at[1], 0), t.b = real3((double)at[3], (double)at[4], 0);
        t.c = real3((double)at[6], (double)at[7], 0);
        across.a = middle, across.b = middle, across.c = middle;
        across.b.z = -middle.z, across.c.x = (cld_real)(40 * scale);
        CHECK(!(cld_triangle_distance(&t, &across, &c) > 0));
        CHECK_NEAR((double)c.normal.z, want, 4 * TEST_ROUND);
    }
}

static void bad_questions(void)
{
    const double nan = TEST_NAN, infinity = TEST_INFINITY;
    test_random r = test_random_from(1);
    cld_mesh_point out;
    cld_mesh bad;
    model m;
    const void *tree;
    char *unaligned;
    memset(&m, 0, sizeof m);
    make_shape(&m.s, &r, BALL, 100);
    CHECK(cld_mesh_tree_size(NULL) == 0);
    CHECK(cld_mesh_tree_build(NULL, &r, cld_mesh_tree_size(NULL)) == CLD_ERROR_NULL);
    model_build(&m, 0);
    tree = m.mesh.tree;
    CHECK(cld_mesh_tree_build(&m.mesh, NULL, cld_mesh_tree_size(&m.mesh)) == CLD_ERROR_NULL &&
          m.mesh.tree == tree);
    unaligned = (char *)oracle_memory(NULL, cld_mesh_tree_size(&m.mesh) + 8) + 4;
    CHECK(cld_mesh_tree_build(&m.mesh, unaligned, cld_mesh_tree_size(&m.mesh)) ==
              CLD_ERROR_STRIDE &&
          m.mesh.tree == tree);
    free(unaligned - 4);
    bad = m.mesh, bad.triangle_count = (1 << 28) + 1;
    CHECK(cld_mesh_tree_size(&bad) == 0);
    bad.triangle_count = 1 << 28; /* more than pointers of 32 bits can name */
    CHECK(sizeof(size_t) > 4 ? (uint64_t)cld_mesh_tree_size(&bad) >> 28 > 40
                             : cld_mesh_tree_size(&bad) == 0);
    bad = m.mesh, bad.triangle_count = -1;
    CHECK(cld_mesh_tree_size(&bad) == 0);
    CHECK(cld_mesh_tree_build(&bad, m.memory, cld_mesh_tree_size(&bad)) == CLD_ERROR_COUNT);
    bad = m.mesh, bad.triangle_count--;
    CHECK(cld_mesh_raycast(&bad, real3(0, 0, 0), real3(1, 0, 0), 1, &out) == CLD_ERROR_MISMATCH);
    CHECK(cld_mesh_closest(&bad, real3(0, 0, 0), 1, &out) == CLD_ERROR_MISMATCH);
    CHECK(cld_mesh_tree_refit(&bad) == CLD_ERROR_MISMATCH);
    bad = m.mesh, bad.vertex_count++;
    CHECK(cld_mesh_raycast(&bad, real3(0, 0, 0), real3(1, 0, 0), 1, &out) == CLD_ERROR_MISMATCH);
    CHECK(cld_mesh_distance(&bad, &m.mesh, 1, NULL) == CLD_ERROR_MISMATCH);
    bad = m.mesh, bad.tree = NULL;
    CHECK(cld_mesh_raycast(&bad, real3(0, 0, 0), real3(1, 0, 0), 1, &out) == CLD_ERROR_NULL);
    CHECK(cld_mesh_closest(&bad, real3(0, 0, 0), 1, &out) == CLD_ERROR_NULL);
    CHECK(cld_mesh_tree_refit(&bad) == CLD_ERROR_NULL);
    CHECK(cld_mesh_raycast(NULL, real3(0, 0, 0), real3(1, 0, 0), 1, &out) == CLD_ERROR_NULL);
    CHECK(cld_mesh_closest(NULL, real3(0, 0, 0), 1, &out) == CLD_ERROR_NULL);
    CHECK(cld_mesh_tree_refit(NULL) == CLD_ERROR_NULL);
    bad = m.mesh, bad.pose.rotation.x.x = 2;
    CHECK(cld_mesh_raycast(&bad, real3(0, 0, 0), real3(1, 0, 0), 1, &out) == CLD_ERROR_POSE);
    CHECK(cld_mesh_closest(&bad, real3(0, 0, 0), 1, &out) == CLD_ERROR_POSE);
    CHECK(cld_mesh_raycast(&m.mesh, real3(nan, 0, 0), real3(1, 0, 0), 1, &out) == CLD_ERROR_FINITE);
    CHECK(cld_mesh_raycast(&m.mesh, real3(0, 0, 0), real3(0, 0, 0), 1, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_raycast(&m.mesh, real3(0, 0, 0), real3(infinity, 0, 0), 1, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_raycast(&m.mesh, real3(0, 0, 0), real3(0, 1, nan), 1, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_raycast(&m.mesh, real3(0, 0, 0), real3(1, 0, 0), -1, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_raycast(&m.mesh, real3(0, 0, 0), real3(1, 0, 0), (cld_real)nan, &out) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_distance(&m.mesh, &m.mesh, -1, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_distance(&m.mesh, &m.mesh, (cld_real)nan, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_distance(&m.mesh, NULL, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_distance(NULL, &m.mesh, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_distance(&m.mesh, &bad, 1, NULL) == CLD_ERROR_POSE);
    CHECK(cld_mesh_closest(&m.mesh, real3(0, infinity, 0), 1, &out) == CLD_ERROR_FINITE);
    CHECK(cld_mesh_closest(&m.mesh, real3(0, 0, 0), -1, &out) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_closest(&m.mesh, real3(0, 0, 0), (cld_real)nan, &out) == CLD_ERROR_PARAMETER);
    m.positions[m.s.t[7] * 3 + 1] = (cld_real)nan;
    CHECK(cld_mesh_tree_refit(&m.mesh) == CLD_ERROR_FINITE);
    CHECK(cld_mesh_tree_build(&m.mesh, m.memory, cld_mesh_tree_size(&m.mesh)) == CLD_ERROR_FINITE);
    m.s.t[5] = 1u << 20;
    CHECK(cld_mesh_tree_refit(&m.mesh) == CLD_ERROR_INDEX);
    CHECK(cld_mesh_tree_build(&m.mesh, m.memory, cld_mesh_tree_size(&m.mesh)) == CLD_ERROR_INDEX);
    model_free(&m);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(every_triangle_is_there);
    TEST(rays_on_a_lattice);
    TEST(rays_at_random);
    TEST(nothing_leaks);
    TEST(nothing_tiny_leaks);
    TEST(closest_points);
    TEST(distances);
    TEST(distances_that_tie);
    TEST(refits);
    TEST(poses);
    TEST(turned);
    TEST(extremes);
    TEST(as_small_as_roundings);
    TEST(many_in_one_place);
    TEST(ever_smaller);
    TEST(beyond_floats);
    TEST(moved_along_one_axis);
    TEST(nearly_along_an_axis);
    TEST(where_products_end);
    TEST(not_refitted);
    TEST(normals_of_thin_triangles);
    TEST(bad_questions);
    return test_end();
}
