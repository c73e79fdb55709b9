/* terrain/scene.h, a part of terrain.c: the mountain and the patch as heightfields, and cylinders
   that are dropped onto them. */

#ifndef TERRAIN_SCENE_H
#define TERRAIN_SCENE_H

#include "../esri_grid.h"
#include "../heightfield_bodies.h"
#include "../run.h"
#include "../vec.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATCH = 257, QUERIES = 800, GIANTS = 9, ROOMS = 8 };

static const double PATCH_CELL = 0.25;

/* The shaft in the patch: heights within are not there. */
static const double SHAFT_X = 40, SHAFT_Y = 40, SHAFT_RADIUS = 1.5;

/* What lies on the ground: in metres on the patch, in kilometres on the mountain. */
enum { WHEEL, BARREL, COIN, KINDS };
static const struct {
    const char *name;
    double radius, height;
    vec colour;
} kinds[KINDS] = {{"wheel", 0.35, 0.25, {0.16, 0.39, 0.62}},
                  {"barrel", 0.3, 0.9, {0.80, 0.30, 0.19}},
                  {"coin", 1, 0.05, {0.93, 0.70, 0.16}}};

/* A cylinder that was dropped, and where it touches. */
typedef struct placed {
    int kind;
    cld_cylinder cylinder;
    double fallen, pressed;
    cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
    int count;
} placed;

typedef struct scene {
    cld_heightfield mountain; /* the whole model */
    cld_heightfield window;   /* the part of it that is drawn: the same heights */
    cld_heightfield patch;
    double low, high; /* least and greatest height in the window */
    placed giants[GIANTS];
    void *memory[ROOMS];
    int memory_count;
    uint32_t random;
    long wrong;
} scene;

/* -------------------------------------------------------------------------------------- numbers */

static vec random_direction(scene *s)
{
    double turn = random_between(&s->random, 0, 2 * PI), z = random_between(&s->random, -1, 1);
    return vector(sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z);
}

/* From a at t = 0 to b at t = 1. */
static double mix(double a, double b, double t)
{
    return a + t * (b - a);
}

static vec mix3(vec a, vec b, double t)
{
    return add(a, t, add(b, -1, a));
}

/* --------------------------------------------------------------------------------------- fields */

static double size_x(const cld_heightfield *f)
{
    return (f->columns - 1) * (double)f->dx;
}

static double size_y(const cld_heightfield *f)
{
    return (f->rows - 1) * (double)f->dy;
}

/* Vertex (i, j), read from the user's side: the mountain's heights are int16_t, the patch's float.
   Where there is a hole, z is NaN. Columns and rows beyond the field stand for its last. */
static vec vertex(const cld_heightfield *f, int i, int j)
{
    const size_t number = f->type == CLD_HEIGHT_INT16 ? sizeof(int16_t) : sizeof(float);
    const size_t stride = f->stride ? f->stride : number * f->columns;
    const char *row;
    double z;
    i = i < 0 ? 0 : i < (int)f->columns ? i : (int)f->columns - 1;
    j = j < 0 ? 0 : j < (int)f->rows ? j : (int)f->rows - 1;
    row = (const char *)f->heights + (size_t)j * stride;
    z = f->type == CLD_HEIGHT_INT16 ? (double)((const int16_t *)(const void *)row)[i]
                                    : (double)((const float *)(const void *)row)[i];
    if (f->has_no_data && z == f->no_data) z = (double)NAN;
    return vector(i * (double)f->dx, j * (double)f->dy, (double)f->offset + (double)f->scale * z);
}

/* The surface at (x, y), straight from the triangle there; NaN beside the field and in holes. */
static double surface(const cld_heightfield *f, double x, double y)
{
    const double u = x / (double)f->dx, v = y / (double)f->dy;
    const int i = (int)fmin(floor(u), f->columns - 2.0), j = (int)fmin(floor(v), f->rows - 2.0);
    const double a = u - i, b = v - j;
    if (!(u >= 0 && v >= 0 && u <= f->columns - 1 && v <= f->rows - 1)) return (double)NAN;
    if (a + b <= 1) {
        const double z = vertex(f, i, j).z;
        return z + a * (vertex(f, i + 1, j).z - z) + b * (vertex(f, i, j + 1).z - z);
    } else {
        const double z = vertex(f, i + 1, j + 1).z;
        return z + (1 - a) * (vertex(f, i, j + 1).z - z) + (1 - b) * (vertex(f, i + 1, j).z - z);
    }
}

/* What rounding to cld_real may do to coordinates on a field, some times over. */
static double slack(const cld_heightfield *f)
{
    const double most = fmax(size_x(f), size_y(f)) + 1;
    return (sizeof(cld_real) == sizeof(float) ? 5e-7 : 1e-13) * most;
}

/* Memory that is freed at the end; NULL if there is none. */
static void *room(scene *s, size_t size)
{
    void *memory = s->memory_count < ROOMS ? malloc(size) : NULL;
    if (memory) s->memory[s->memory_count++] = memory;
    return memory;
}

/* Prepares the pyramid. */
static int build(scene *s, cld_heightfield *f, const char *name)
{
    const size_t size = cld_heightfield_size(f);
    void *memory = room(s, size);
    double begin = seconds();
    if (!memory) return 0;
    check(cld_heightfield_build(f, memory, cld_heightfield_size(f)));
    printf("%-8s %3d x %3d heights, pyramid of %.2f bytes a height, built in %.2f ms\n", name,
           (int)f->columns, (int)f->rows, (double)size / f->columns / f->rows,
           1e3 * (seconds() - begin));
    return 1;
}

/* The model as a view of 16-bit numbers: its heights as they are, if they are whole; else in steps
   of 1/60000 of what lies between the least and the greatest. */
static int make_mountain(scene *s, const esri_grid *grid)
{
    const size_t count = (size_t)grid->columns * (size_t)grid->rows;
    cld_heightfield *f = &s->mountain;
    int16_t *heights = (int16_t *)room(s, count * sizeof *heights);
    double scale = 1, offset = 0;
    if (!heights) return 0;
    if (!grid->whole || grid->least < -32767 || grid->greatest > 32767) {
        scale = fmax((grid->greatest - grid->least) / 60000, 1e-6);
        offset = 0.5 * (grid->least + grid->greatest);
    }
    for (size_t i = 0; i < count; i++) {
        const double h = (double)grid->heights[i];
        heights[i] = h == h ? (int16_t)floor((h - offset) / scale + 0.5) : INT16_MIN;
    }
    f->heights = heights;
    f->type = CLD_HEIGHT_INT16;
    f->columns = (uint32_t)grid->columns, f->rows = (uint32_t)grid->rows;
    f->dx = (cld_real)grid->dx, f->dy = (cld_real)grid->dy;
    f->scale = (cld_real)scale, f->offset = (cld_real)offset;
    f->no_data = INT16_MIN, f->has_no_data = 1; /* what is not known is a hole */
    return build(s, f, "mountain");
}

/* A part of the mountain as a field of its own: the same heights, and the whole model's stride. */
static int make_window(scene *s, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows)
{
    cld_heightfield *f = &s->window;
    *f = s->mountain;
    if (column + columns > f->columns || row + rows > f->rows)
        column = row = 0, columns = f->columns, rows = f->rows; /* another model */
    f->stride = sizeof(int16_t) * s->mountain.columns;
    f->heights = (const char *)f->heights + row * f->stride + column * sizeof(int16_t);
    f->columns = columns, f->rows = rows;
    f->pyramid = NULL;
    s->low = HUGE_VAL, s->high = -HUGE_VAL;
    for (int j = 0; j < (int)rows; j++)
        for (int i = 0; i < (int)columns; i++) {
            s->low = fmin(s->low, vertex(f, i, j).z);
            s->high = fmax(s->high, vertex(f, i, j).z);
        }
    return build(s, f, "window");
}

/* Cubic through b and c, with the slopes that a and d suggest. */
static double cubic(double a, double b, double c, double d, double t)
{
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/* The model, smooth between its heights. */
static double smooth_height(const cld_heightfield *f, double x, double y)
{
    const double u = x / (double)f->dx, v = y / (double)f->dy;
    const int i = (int)floor(u), j = (int)floor(v);
    double z[4];
    for (int k = 0; k < 4; k++)
        z[k] = cubic(vertex(f, i - 1, j + k - 1).z, vertex(f, i, j + k - 1).z,
                     vertex(f, i + 1, j + k - 1).z, vertex(f, i + 2, j + k - 1).z, u - i);
    return cubic(z[0], z[1], z[2], z[3], v - j);
}

/* A number from -1 to 1 for each point of a lattice, always the same. */
static double lattice(int i, int j)
{
    uint32_t h = (uint32_t)i * 0x9E3779B1u ^ (uint32_t)j * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (double)((h ^ h >> 15) >> 8) / 8388608.0 - 1;
}

/* Fractal roughness: waves of lengths from 16 m down to 0.5 m. */
static double roughness(double x, double y)
{
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        const double wave = ldexp(16, -k), u = x / wave + 17 * k, v = y / wave + 31 * k;
        const int i = (int)floor(u), j = (int)floor(v);
        double a = u - i, b = v - j;
        a *= a * (3 - 2 * a), b *= b * (3 - 2 * b);
        sum += 0.15 * pow(wave, 0.6) *
               mix(mix(lattice(i, j), lattice(i + 1, j), a),
                   mix(lattice(i, j + 1), lattice(i + 1, j + 1), a), b);
    }
    return sum;
}

/* The patch around (x, y) of the window, in a frame of its own. */
static int make_patch(scene *s, double x, double y)
{
    cld_heightfield *f = &s->patch;
    const double sea = smooth_height(&s->window, x, y);
    float *heights = (float *)room(s, sizeof(float) * PATCH * PATCH);
    if (!heights) return 0;
    for (int j = 0; j < PATCH; j++) {
        for (int i = 0; i < PATCH; i++) {
            const double px = PATCH_CELL * i, py = PATCH_CELL * j;
            double z = smooth_height(&s->window, x + px, y + py) - sea + roughness(px, py);
            if (hypot(px - SHAFT_X, py - SHAFT_Y) < SHAFT_RADIUS) z = (double)NAN;
            heights[i + j * PATCH] = (float)z;
        }
    }
    f->heights = heights;
    f->type = CLD_HEIGHT_FLOAT;
    f->columns = f->rows = PATCH;
    f->dx = f->dy = (cld_real)PATCH_CELL;
    f->scale = 1;
    return build(s, f, "patch");
}

/* ------------------------------------------------------------------------------------- dropping */

/* A body of a kind, `times` as large as the table says. */
static cld_cylinder cylinder(int kind, double times, vec centre, vec axis)
{
    cld_cylinder c;
    c.centre = to_cld(centre), c.axis = to_cld(axis);
    c.radius = (cld_real)(times * kinds[kind].radius);
    c.half_height = (cld_real)(0.5 * times * kinds[kind].height);
    return c;
}

static cld_cylinder moved(const cld_cylinder *c, double t, vec way)
{
    cld_cylinder r = *c;
    r.centre = to_cld(add(from_cld(c->centre), t, way));
    return r;
}

/* Drops a body from above (x, y) until it touches, presses it deeper by `press` and asks where it
   touches then. Falls into the bottomless where nothing is below: 0. */
static int drop(const cld_heightfield *f, int kind, double times, double x, double y, vec axis,
                double press, placed *out)
{
    const double start = surface(f, x, y), far = 4 * times;
    const vec down = vector(0, 0, -2 * far);
    const vec from = vector(x, y, (start == start ? start : 0) + far);
    cld_heightfield_hit hit;
    out->kind = kind;
    out->cylinder = cylinder(kind, times, from, axis);
    out->count = 0;
    if (!check(cld_heightfield_sweep_cylinder(f, &out->cylinder, to_cld(down), &hit))) return 0;
    out->fallen = (double)hit.time * 2 * far;
    out->pressed = press;
    out->cylinder = moved(&out->cylinder, 1, vector(0, 0, -out->fallen - press));
    out->count = check(cld_heightfield_collide_cylinder(f, &out->cylinder, 0, out->contacts,
                                                        CLD_HEIGHTFIELD_CONTACTS));
    return 1;
}

#endif /* TERRAIN_SCENE_H */
