/* scenes_terrain.h: fields, cylinders placed on them at known depths, and the verdict on each in
 * long double: every triangle clipped to the cylinder's slab, its planar distance from the axis;
 * or the centre below the surface. Fixed seeds; heights and poses are rounded to cld_real first.
 */
#ifndef BENCH_SCENES_TERRAIN_H
#define BENCH_SCENES_TERRAIN_H

#include "collide.h"
#include "bench.h"
#include "../examples/heightfield_bodies.h"
#include "../tests/made_ground.h"

#define TERRAIN_CELL MADE_CELL /* 0.25 metres */

static void *terrain_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return memory;
}

static cld_vec3 terrain_vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* ---- fields ---- */

typedef enum terrain_ground {
    TERRAIN_FLAT,
    TERRAIN_SLOPE,   /* 1/4 along x, 1/8 along y: exact in float */
    TERRAIN_ROUNDED, /* 0.3 and 0.17: the heights are rounded, no cell is quite plane */
    TERRAIN_ROUGH,   /* six octaves of gradient noise, wave lengths from 24 m to 0.75 m */
    TERRAIN_GROUNDS
} terrain_ground;

static const char *const terrain_ground_names[TERRAIN_GROUNDS] = {"flat", "slope", "rounded",
                                                                  "rough"};

/* The gradient at a corner of the noise's lattice, one of 16 directions. */
static double terrain_gradient(int64_t i, int64_t j, int octave, double x, double y)
{
    static const double way[16][2] = {
        {1, 0},  {0.9239, 0.3827},   {0.7071, 0.7071},   {0.3827, 0.9239},
        {0, 1},  {-0.3827, 0.9239},  {-0.7071, 0.7071},  {-0.9239, 0.3827},
        {-1, 0}, {-0.9239, -0.3827}, {-0.7071, -0.7071}, {-0.3827, -0.9239},
        {0, -1}, {0.3827, -0.9239},  {0.7071, -0.7071},  {0.9239, -0.3827}};
    uint64_t z = (uint64_t)i * 0x9e3779b97f4a7c15u ^ (uint64_t)j * 0xc2b2ae3d27d4eb4fu ^
                 (uint64_t)octave * 0x165667b19e3779f9u;
    const double *g;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    g = way[z >> 60];
    return g[0] * x + g[1] * y;
}

static double terrain_fade(double t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

/* Gradient noise of wave length 1 (Perlin 2002), within about -0.7 to 0.7. */
static double terrain_noise(double x, double y, int octave)
{
    const double fx = floor(x), fy = floor(y), u = x - fx, v = y - fy;
    const int64_t i = (int64_t)fx, j = (int64_t)fy;
    const double a = terrain_gradient(i, j, octave, u, v);
    const double b = terrain_gradient(i + 1, j, octave, u - 1, v);
    const double c = terrain_gradient(i, j + 1, octave, u, v - 1);
    const double d = terrain_gradient(i + 1, j + 1, octave, u - 1, v - 1);
    const double s = terrain_fade(u), t = terrain_fade(v);
    return (a + s * (b - a)) * (1 - t) + (c + s * (d - c)) * t;
}

/* Octaves of 24 m and halves of that, each with 0.6 times the amplitude of the one before. */
static double terrain_rough(double x, double y)
{
    double sum = 0, wave = 24, amplitude = 3.2;
    for (int octave = 0; octave < 6; ++octave) {
        sum += amplitude * terrain_noise(x / wave + 0.37, y / wave + 0.59, octave);
        wave *= 0.5, amplitude *= 0.6 - 0.02 * octave;
    }
    return sum;
}

/* Heights of columns x rows vertices in metres, as cld_real; the caller frees them. */
static cld_real *terrain_heights(terrain_ground ground, int columns, int rows)
{
    cld_real *h = (cld_real *)terrain_allocate((size_t)columns * (size_t)rows, sizeof *h), *at = h;
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i, ++at) {
            const double x = TERRAIN_CELL * i, y = TERRAIN_CELL * j;
            *at = (cld_real)(ground == TERRAIN_FLAT      ? 0
                             : ground == TERRAIN_SLOPE   ? 0.25 * x + 0.125 * y
                             : ground == TERRAIN_ROUNDED ? 0.3 * x + 0.17 * y
                                                         : terrain_rough(x, y));
        }
    return h;
}

/* Of ground as people make it (tests/made_ground.h), all of them floats; NaN in holes. */
static cld_real *terrain_made_heights(const made_field *f)
{
    const size_t n = (size_t)f->count;
    cld_real *h = (cld_real *)terrain_allocate(n * n, sizeof *h), *at = h;
    for (int j = 0; j < f->count; ++j)
        for (int i = 0; i < f->count; ++i) *at++ = (cld_real)made_field_height(f, i, j);
    return h;
}

/* A view of them, and their slopes in degrees at three ranks. */
static cld_heightfield terrain_view(const cld_real *heights, int columns, int rows)
{
    cld_heightfield field;
    memset(&field, 0, sizeof field);
    field.heights = heights;
    field.columns = (uint32_t)columns, field.rows = (uint32_t)rows;
    field.dx = field.dy = (cld_real)TERRAIN_CELL;
    return field;
}

static void terrain_slopes(const cld_heightfield *field, double degrees[3])
{
    enum { COUNT = 20000 };
    static const double ranks[3] = {0.5, 0.9, 0.999};
    const cld_real *h = (const cld_real *)field->heights;
    double *all = (double *)terrain_allocate(COUNT, sizeof *all);
    bench_random r = bench_seed(701);
    for (int k = 0; k < COUNT; ++k) {
        const size_t i = (size_t)bench_below(&r, (int)field->columns - 1);
        const size_t j = (size_t)bench_below(&r, (int)field->rows - 1), at = i + j * field->columns;
        const double x = ((double)h[at + 1] - (double)h[at]) / TERRAIN_CELL;
        const double y = ((double)h[at + field->columns] - (double)h[at]) / TERRAIN_CELL;
        all[k] = atan(sqrt(x * x + y * y)) * 57.29577951308232;
    }
    bench_median(all, COUNT);
    for (int k = 0; k < 3; ++k) degrees[k] = all[(int)(ranks[k] * (COUNT - 1))];
    free(all);
}

/* ---- the verdict ---- */

typedef struct terrain_vec {
    long double x, y, z;
} terrain_vec;

/* A cylinder, and two directions that make a frame with its axis. */
typedef struct terrain_body {
    terrain_vec centre, axis, a, b;
    long double radius, half;
} terrain_body;

static terrain_vec terrain_vec_of(cld_vec3 v)
{
    terrain_vec w = {(long double)v.x, (long double)v.y, (long double)v.z};
    return w;
}

static long double terrain_dot(terrain_vec a, terrain_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static terrain_vec terrain_mad(terrain_vec a, long double s, terrain_vec b)
{
    terrain_vec v = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return v;
}

static terrain_vec terrain_cross(terrain_vec a, terrain_vec b)
{
    terrain_vec v = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return v;
}

static terrain_vec terrain_unit(terrain_vec a)
{
    const terrain_vec zero = {0, 0, 0};
    return terrain_mad(zero, 1 / sqrtl(terrain_dot(a, a)), a);
}

static terrain_body terrain_body_of(const cld_cylinder *c)
{
    terrain_body body;
    const long double x = fabsl((long double)c->axis.x), y = fabsl((long double)c->axis.y);
    terrain_vec other = {x <= y, x > y, 0};
    body.centre = terrain_vec_of(c->centre);
    body.axis = terrain_unit(terrain_vec_of(c->axis));
    body.a = terrain_unit(terrain_cross(body.axis, other));
    body.b = terrain_cross(body.axis, body.a);
    body.radius = (long double)c->radius, body.half = (long double)c->half_height;
    return body;
}

/* How far the cylinder reaches along a unit direction. */
static long double terrain_reach(const terrain_body *c, terrain_vec n)
{
    const long double cosine = terrain_dot(c->axis, n), rest = 1 - cosine * cosine;
    return c->half * fabsl(cosine) + c->radius * (rest > 0 ? sqrtl(rest) : 0);
}

/* Clips a polygon (z: p[i].z) to sign z <= most; out has room for one more. */
static int terrain_clip(const terrain_vec *p, int count, long double sign, long double most,
                        terrain_vec *out)
{
    int n = 0;
    for (int i = count - 1, j = 0; j < count; i = j++) {
        const long double a = sign * p[i].z - most, b = sign * p[j].z - most;
        if ((a <= 0) != (b <= 0)) {
            const terrain_vec d = terrain_mad(p[j], -1, p[i]);
            out[n++] = terrain_mad(p[i], a / (a - b), d);
        }
        if (b <= 0) out[n++] = p[j];
    }
    return n;
}

/* Does the polygon, seen along z, come within `radius` of the origin? */
static int terrain_near(const terrain_vec *p, int count, long double radius)
{
    int left = 0, right = 0;
    for (int i = count - 1, j = 0; j < count; i = j++) {
        const long double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, l = dx * dx + dy * dy;
        const long double cross = p[i].x * dy - p[i].y * dx;
        long double t = -(p[i].x * dx + p[i].y * dy), x, y;
        t = l > 0 ? t / l : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        x = p[i].x + t * dx, y = p[i].y + t * dy;
        if (x * x + y * y <= radius * radius) return 1;
        left |= cross > 0, right |= cross < 0;
    }
    return count > 0 && left != right;
}

/* Does the cylinder meet the triangle, whose upward unit normal is n? None is met in a hole. */
static int terrain_meets(const terrain_body *c, const terrain_vec v[3], terrain_vec n)
{
    terrain_vec p[5], q[5];
    int count;
    const terrain_vec up = terrain_mad(v[0], -1, c->centre);
    if (!(fabsl(terrain_dot(up, n)) <= terrain_reach(c, n) * (1 + 1e-15L))) return 0;
    for (int k = 0; k < 3; ++k) {
        const terrain_vec d = terrain_mad(v[k], -1, c->centre);
        p[k].x = terrain_dot(d, c->a), p[k].y = terrain_dot(d, c->b);
        p[k].z = terrain_dot(d, c->axis);
    }
    count = terrain_clip(p, 3, 1, c->half, q);
    count = terrain_clip(q, count, -1, c->half, p);
    return terrain_near(p, count, c->radius);
}

/* Triangle k of cell (i, j), diagonal falling, and its upward unit normal. */
static terrain_vec terrain_triangle(const cld_heightfield *field, int i, int j, int k,
                                    terrain_vec v[3])
{
    const cld_real *h = (const cld_real *)field->heights;
    const int at[2][3][2] = {{{0, 0}, {1, 0}, {0, 1}}, {{1, 1}, {0, 1}, {1, 0}}};
    for (int m = 0; m < 3; ++m) {
        const int x = i + at[k][m][0], y = j + at[k][m][1];
        v[m].x = (long double)field->dx * x, v[m].y = (long double)field->dy * y;
        v[m].z = (long double)h[(size_t)y * field->columns + (size_t)x];
    }
    return terrain_unit(terrain_cross(terrain_mad(v[1], -1, v[0]), terrain_mad(v[2], -1, v[0])));
}

/* The cells i0 <= i < i1, j0 <= j < j1 under a box around the centre: 0 if there are none. */
static int terrain_under(const cld_heightfield *field, terrain_vec centre, long double rx,
                         long double ry, int cells[4])
{
    cells[0] = (int)floorl((centre.x - rx) / (long double)field->dx);
    cells[1] = (int)floorl((centre.x + rx) / (long double)field->dx) + 1;
    cells[2] = (int)floorl((centre.y - ry) / (long double)field->dy);
    cells[3] = (int)floorl((centre.y + ry) / (long double)field->dy) + 1;
    if (cells[0] < 0) cells[0] = 0;
    if (cells[2] < 0) cells[2] = 0;
    if (cells[1] > (int)field->columns - 1) cells[1] = (int)field->columns - 1;
    if (cells[3] > (int)field->rows - 1) cells[3] = (int)field->rows - 1;
    return cells[0] < cells[1] && cells[2] < cells[3];
}

/* Height of p above the surface; `beside` beside it, NaN over a hole. */
static long double terrain_above(const cld_heightfield *field, terrain_vec p, long double beside)
{
    int cells[4];
    terrain_vec v[3], n;
    long double u, w;
    if (!terrain_under(field, p, 0, 0, cells)) return beside;
    u = p.x / (long double)field->dx - cells[0], w = p.y / (long double)field->dy - cells[2];
    n = terrain_triangle(field, cells[0], cells[2], u + w > 1, v);
    return terrain_dot(terrain_mad(p, -1, v[0]), n) / n.z;
}

/* In double: is the cylinder surely away from the plane of the triangle that has its right angle at
   (x, y, z), and rises by gx, gy along x and y? */
static int terrain_skips(const terrain_body *c, double x, double y, double z, double gx, double gy)
{
    const double cx = (double)c->centre.x, cy = (double)c->centre.y, cz = (double)c->centre.z;
    const double above = cz - z - gx * (cx - x) - gy * (cy - y), square = 1 + gx * gx + gy * gy;
    const double v = (double)c->axis.z - gx * (double)c->axis.x - gy * (double)c->axis.y;
    const double rest = square - v * v, half = (double)c->half, radius = (double)c->radius;
    const double reach = half * fabs(v) + radius * (rest > 0 ? sqrt(rest) : 0);
    return fabs(above) > reach + 1e-6 * (square + reach);
}

/* Does the cylinder touch the ground? *normal (NULL is allowed): of a triangle that it meets. */
static int terrain_touches(const cld_heightfield *field, const terrain_body *c, terrain_vec *normal)
{
    const cld_real *h = (const cld_real *)field->heights;
    const terrain_vec x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    const long double rz = terrain_reach(c, z);
    int cells[4];
    if (!terrain_under(field, c->centre, terrain_reach(c, x), terrain_reach(c, y), cells)) return 0;
    for (int j = cells[2]; j < cells[3]; ++j)
        for (int i = cells[0]; i < cells[1]; ++i) {
            const cld_real *at = h + (size_t)j * field->columns + i;
            cld_real most = at[0] > at[1] ? at[0] : at[1];
            if (at[field->columns] > most) most = at[field->columns];
            if (at[field->columns + 1] > most) most = at[field->columns + 1];
            if ((long double)most < c->centre.z - rz) continue;
            for (int k = 0; k < 2; ++k) {
                const cld_real *corner = k ? at + field->columns + 1 : at;
                const cld_real *along = k ? at + field->columns : at + 1;
                const cld_real *up = k ? at + 1 : at + field->columns;
                const double turn = k ? -1 : 1, dx = (double)field->dx, dy = (double)field->dy;
                terrain_vec v[3], n;
                if (terrain_skips(c, dx * (i + k), dy * (j + k), (double)*corner,
                                  turn * ((double)*along - (double)*corner) / dx,
                                  turn * ((double)*up - (double)*corner) / dy))
                    continue;
                n = terrain_triangle(field, i, j, k, v);
                if (!terrain_meets(c, v, n)) continue;
                if (normal) *normal = n;
                return 1;
            }
        }
    if (!(terrain_above(field, c->centre, 1) <= 0)) return 0; /* or over a hole */
    if (normal) *normal = z;
    return 1;
}

/* ---- placing ---- */

/* What a run is to do: queries from .. to - 1; and how many said yes, or failed. First in whatever
   a run works on. */
typedef struct terrain_batch {
    int from, to, count; /* count: of all */
    int found, failed;
} terrain_batch;

/* Cylinders on a field: `touching` is the verdict, depth the way along the normal of the triangle
   that was touched first, negative outside. */
typedef struct terrain_work {
    terrain_batch batch;
    cld_heightfield field;
    cld_cylinder *bodies;
    old_body_shape *asked; /* the same as shapes: terrain_work_ask */
    unsigned char *touching;
    double *depths;
    cld_vec3 *ways; /* motions, directions */
    cld_real reach; /* margin, or the greatest distance that is asked for */
} terrain_work;

/* Lowers the cylinder until it just touches: the middle of the last interval. */
static void terrain_lower(const cld_heightfield *field, terrain_body *c, terrain_vec *normal)
{
    const terrain_vec z = {0, 0, 1};
    const long double reach = terrain_reach(c, z);
    long double low = c->centre.z - terrain_above(field, c->centre, 0); /* centre at the surface */
    long double high = low + 2 * reach + 1;
    terrain_vec met;
    for (;;) {
        c->centre.z = high;
        if (!terrain_touches(field, c, NULL)) break;
        high += 1 + reach;
    }
    while (high - low > 1e-6L) {
        const long double middle = 0.5L * (low + high);
        c->centre.z = middle;
        if (terrain_touches(field, c, &met))
            low = middle, *normal = met;
        else
            high = middle;
    }
    c->centre.z = 0.5L * (low + high);
}

/* A direction: any, or within `tilt` of upright. */
static cld_vec3 terrain_axis(bench_random *r, double tilt)
{
    const double z = tilt > 0 ? cos(bench_uniform(r, 0, tilt)) : bench_uniform(r, -1, 1);
    const double turn = bench_uniform(r, 0, 6.283185307179586), s = sqrt(1 - z * z);
    return terrain_vec3(s * cos(turn), s * sin(turn), z);
}

/* One cylinder that touches, or not, by 1 to 100 mm. */
static double terrain_place(bench_random *r, const cld_heightfield *field, double radius,
                            double half, double tilt, int touching, cld_cylinder *c)
{
    const double reach = radius + half + 0.5;
    const double width = TERRAIN_CELL * (field->columns - 1),
                 length = TERRAIN_CELL * (field->rows - 1);
    c->radius = (cld_real)radius, c->half_height = (cld_real)half;
    for (;;) {
        terrain_body body;
        terrain_vec n = {0, 0, 1};
        const double depth = bench_uniform(r, 0.001, 0.1) * (touching ? 1 : -1);
        c->centre = terrain_vec3(bench_uniform(r, reach, width - reach),
                                 bench_uniform(r, reach, length - reach), 0);
        c->axis = terrain_axis(r, tilt);
        body = terrain_body_of(c);
        terrain_lower(field, &body, &n);
        body.centre = terrain_mad(body.centre, -depth, n);
        c->centre =
            terrain_vec3((double)body.centre.x, (double)body.centre.y, (double)body.centre.z);
        body = terrain_body_of(c);
        if (terrain_touches(field, &body, NULL) == touching) return depth;
    }
}

/* The cylinders as shapes, which is what queries are asked about. */
static void terrain_work_ask(terrain_work *w)
{
    for (int i = 0; i < w->batch.count; ++i) w->asked[i] = old_body_cylinder(&w->bodies[i]);
}

/* count cylinders, 60 % of them touching, in no order; tilt 0: any axis. */
static terrain_work terrain_work_new(const cld_heightfield *field, int count, double radius,
                                     double half, double tilt, uint64_t seed)
{
    terrain_work w;
    bench_random r = bench_seed(seed);
    const size_t n = (size_t)count;
    memset(&w, 0, sizeof w);
    w.field = *field, w.batch.count = w.batch.to = count;
    w.bodies = (cld_cylinder *)terrain_allocate(n, sizeof *w.bodies);
    w.asked = (old_body_shape *)terrain_allocate(n, sizeof *w.asked);
    w.touching = (unsigned char *)terrain_allocate(n, 1);
    w.depths = (double *)terrain_allocate(n, sizeof *w.depths);
    w.ways = (cld_vec3 *)terrain_allocate(n, sizeof *w.ways);
    for (int i = 0; i < count; ++i) {
        w.touching[i] = bench_uniform(&r, 0, 1) < 0.6;
        w.depths[i] = terrain_place(&r, field, radius, half, tilt, w.touching[i], &w.bodies[i]);
    }
    terrain_work_ask(&w);
    return w;
}

static void terrain_work_free(terrain_work *w)
{
    free(w->bodies);
    free(w->asked);
    free(w->touching);
    free(w->depths);
    free(w->ways);
    memset(w, 0, sizeof *w);
}

#endif /* BENCH_SCENES_TERRAIN_H */
