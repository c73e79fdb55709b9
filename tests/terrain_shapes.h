/* Terrains and cylinders for the tests of heightfields: flat, sloped, hills, fractal, stairs,
   ridge,
 * crease, spikes, a real elevation model; of all number types, strides and diagonals, with holes,
 * in any pose; six shapes of cylinders; poses that touch as deep, or are as far apart, as wanted.
 * All from seeds. After test.h and oracle_terrain.h. */
#ifndef COLLIDE_TERRAIN_SHAPES_H
#define COLLIDE_TERRAIN_SHAPES_H

#include "test.h"
#include "oracle_terrain.h"

typedef enum terrain_kind {
    TERRAIN_FLAT,
    TERRAIN_SLOPE,
    TERRAIN_HILLS,
    TERRAIN_FRACTAL,
    TERRAIN_STAIRS,
    TERRAIN_MODEL,
    TERRAIN_RIDGE,
    TERRAIN_CREASE,
    TERRAIN_SPIKES,
    TERRAIN_KINDS
} terrain_kind;

static const char *const terrain_names[TERRAIN_KINDS] = {
    "flat", "slope", "hills", "fractal", "stairs", "model", "ridge", "crease", "spikes"};

typedef struct terrain {
    cld_heightfield field;
    void *block;    /* that holds the heights */
    uint32_t *bits; /* of the diagonals, or NULL */
    void *memory;   /* of the pyramid, or NULL */
    terrain_kind kind;
    double cell; /* dx */
    double rise; /* between its lowest and highest vertex, about */
} terrain;

static TEST_UNUSED void terrain_free(terrain *t)
{
    free(t->block);
    free(t->bits);
    free(t->memory);
    memset(t, 0, sizeof *t);
}

/* ------------------------------------------------------------------------------ a map of real land
   */

enum { TERRAIN_MODEL_COLUMNS = 403, TERRAIN_MODEL_ROWS = 344 };

/* The heights of examples/data/jacksboro.asc, in metres, southern row first; NULL where the file is
   not found. It is looked for beside this source, then below the working directory. */
static const int16_t *terrain_model(void)
{
    static int16_t heights[TERRAIN_MODEL_COLUMNS * TERRAIN_MODEL_ROWS];
    static int state; /* 1: read, -1: not to be had */
    const char *name = "examples/data/jacksboro.asc", *slash = strrchr(__FILE__, '/');
    char path[1024] = "", word[64];
    FILE *file = NULL;
    int i, j, value;
    if (state) return state > 0 ? heights : NULL;
    state = -1;
    if (slash && (size_t)(slash - __FILE__) + 40 < sizeof path) {
        memcpy(path, __FILE__, (size_t)(slash - __FILE__));
        snprintf(path + (slash - __FILE__), 40, "/../%s", name);
        file = fopen(path, "r");
    }
    if (!file) file = fopen(name, "r");
    if (!file) return NULL;
    for (i = 0; i < 14; i++) /* seven names with their numbers */
        if (fscanf(file, "%63s", word) != 1) break;
    for (j = TERRAIN_MODEL_ROWS - 1; j >= 0; j--)
        for (i = 0; i < TERRAIN_MODEL_COLUMNS; i++) {
            if (fscanf(file, "%d", &value) != 1) {
                fclose(file);
                return NULL;
            }
            heights[j * TERRAIN_MODEL_COLUMNS + i] = (int16_t)value;
        }
    fclose(file);
    state = 1;
    return heights;
}

/* ----------------------------------------------------------------------------------------- heights
   */

/* A number in -1 .. 1 that belongs to a point of a lattice. */
static double terrain_noise_at(int i, int j, uint64_t seed)
{
    test_random r;
    r.state = seed + (uint64_t)(i + 100000) * 0x9e3779b97f4a7c15u +
              (uint64_t)(j + 100000) * 0xd1342543de82ef95u;
    test_bits(&r);
    return test_between(&r, -1, 1);
}

static double terrain_noise(double x, double y, uint64_t seed)
{
    const int i = (int)floor(x), j = (int)floor(y);
    const double u = x - i, v = y - j, a = u * u * (3 - 2 * u), b = v * v * (3 - 2 * v);
    const double low =
        (1 - a) * terrain_noise_at(i, j, seed) + a * terrain_noise_at(i + 1, j, seed);
    const double high =
        (1 - a) * terrain_noise_at(i, j + 1, seed) + a * terrain_noise_at(i + 1, j + 1, seed);
    return (1 - b) * low + b * high;
}

/* What a terrain of a kind is made of; lengths in cells. */
typedef struct terrain_form {
    terrain_kind kind;
    double slope_x, slope_y, height, wave, middle;
    uint64_t seed;
    int i0, j0; /* of the model's window */
} terrain_form;

/* Height of vertex (i, j) in cells. */
static double terrain_height_of(const terrain_form *f, int i, int j)
{
    const double x = i - f->middle, y = j - f->middle;
    double sum = 0, size = 1, scale = 1 / f->wave;
    const int16_t *model;
    int n;
    switch (f->kind) {
    case TERRAIN_FLAT:
        return 0;
    case TERRAIN_SLOPE:
        return f->slope_x * i + f->slope_y * j;
    case TERRAIN_HILLS:
        return f->height * sin(x / f->wave) * cos(0.8 * y / f->wave);
    case TERRAIN_FRACTAL:
        for (n = 0; n < 6; n++, size *= 0.5, scale *= 2)
            sum += size * terrain_noise(i * scale, j * scale, f->seed + (uint64_t)n);
        return f->height * sum;
    case TERRAIN_STAIRS:
        return f->height * floor((i + 0.3 * j) / fmax(f->wave, 1));
    case TERRAIN_MODEL:
        model = terrain_model();
        if (!model) return 0;
        return model[(f->j0 + j) * TERRAIN_MODEL_COLUMNS + f->i0 + i] / 74.4044629;
    case TERRAIN_RIDGE:
        return -f->height / f->wave * fabs(x) + f->slope_y * y;
    case TERRAIN_CREASE:
        return f->height / f->wave * fabs(x) + f->slope_y * y;
    default:
        return terrain_noise_at(i, j, f->seed) > 0.8 ? f->height : 0.05 * f->height * sin(7 * x);
    }
}

enum {
    TERRAIN_HOLES = 1,    /* some vertices are missing */
    TERRAIN_ANY_TYPE = 2, /* any type, stride, diagonal; else packed reals, falling */
    TERRAIN_POSED = 4,    /* turned and moved */
    TERRAIN_FAR = 8       /* moved far away */
};

static size_t terrain_bytes(cld_height_type type)
{
    return type == CLD_HEIGHT_REAL     ? sizeof(cld_real)
           : type == CLD_HEIGHT_FLOAT  ? sizeof(float)
           : type == CLD_HEIGHT_DOUBLE ? sizeof(double)
                                       : sizeof(int16_t);
}

/* Stores a number that is to be the height; a hole where `missing`. */
static void terrain_store(terrain *t, int i, int j, double height, int missing)
{
    cld_heightfield *f = &t->field;
    const double scale = f->scale == 0 ? 1 : (double)f->scale;
    const size_t bytes = terrain_bytes(f->type);
    char *at = (char *)t->block + (size_t)j * (f->stride ? f->stride : bytes * f->columns) +
               (size_t)i * bytes;
    double stored = (height - (double)f->offset) / scale;
    float single;
    cld_real real;
    int16_t small;
    if (missing) stored = f->has_no_data ? f->no_data : TEST_NAN;
    if (f->type == CLD_HEIGHT_INT16) {
        small = (int16_t)floor(fmin(fmax(stored, -32768), 32767) + 0.5);
        memcpy(at, &small, bytes);
    } else if (f->type == CLD_HEIGHT_FLOAT) {
        single = (float)stored;
        memcpy(at, &single, bytes);
    } else if (f->type == CLD_HEIGHT_REAL) {
        real = (cld_real)stored;
        memcpy(at, &real, bytes);
    } else {
        memcpy(at, &stored, bytes);
    }
}

/* A terrain with cells of about the given size. The model has 120 x 100 vertices at most. */
static TEST_UNUSED terrain terrain_make(terrain_kind kind, int columns, int rows, double cell,
                                        int how, test_random *r)
{
    terrain t;
    terrain_form form;
    cld_heightfield *f = &t.field;
    double most = 0;
    int i, j, holes = 0;
    memset(&t, 0, sizeof t);
    memset(&form, 0, sizeof form);
    t.kind = form.kind = kind, form.seed = test_bits(r);
    form.slope_x = test_between(r, -1, 1), form.slope_y = test_between(r, -1, 1);
    form.height = test_between(r, 0.2, 4), form.wave = test_between(r, 1.5, 9);
    form.middle = columns / 2;
    if (test_integer(r, 0, 1)) form.slope_x = floor(form.slope_x * 8) / 8, form.slope_y = 0.25;
    if (kind == TERRAIN_MODEL) {
        form.i0 = test_integer(r, 0, TERRAIN_MODEL_COLUMNS - columns);
        form.j0 = test_integer(r, 0, TERRAIN_MODEL_ROWS - rows);
    }
    f->columns = (uint32_t)columns, f->rows = (uint32_t)rows;
    f->dx = (cld_real)cell;
    f->dy = kind == TERRAIN_MODEL   ? (cld_real)(cell * 1.2454450261)
            : test_integer(r, 0, 1) ? f->dx
                                    : (cld_real)(cell * test_between(r, 0.5, 2));
    t.cell = cell;
    if (how & TERRAIN_ANY_TYPE) {
        f->type = (cld_height_type)test_integer(r, 0, 3);
        f->diagonal = (cld_diagonal)test_integer(r, 0, 3);
        f->stride = (size_t)test_integer(r, 0, 2);
        if (test_integer(r, 0, 2) == 0) {
            f->scale = (cld_real)(test_integer(r, 0, 1) ? -2 : 0.3);
            f->offset = (cld_real)(cell * 17);
        }
    }
    for (j = 0; j < rows; j++)
        for (i = 0; i < columns; i++)
            most = fmax(most, cell * fabs(terrain_height_of(&form, i, j)));
    t.rise = most;
    if (f->type == CLD_HEIGHT_INT16) {
        f->scale = (cld_real)((most + cell) / 32000);
        f->offset = (cld_real)(test_integer(r, 0, 1) ? 0.25 * cell : 0);
        f->has_no_data = 1, f->no_data = -32768;
    } else if ((how & TERRAIN_ANY_TYPE) && test_integer(r, 0, 1)) {
        f->has_no_data = 1, f->no_data = -9999;
    }
    if (f->stride) f->stride = terrain_bytes(f->type) * (size_t)(columns + (int)f->stride * 3);
    t.block =
        malloc((f->stride ? f->stride : terrain_bytes(f->type) * (size_t)columns) * (size_t)rows);
    if (!t.block) abort();
    f->heights = t.block;
    if (how & TERRAIN_HOLES) holes = test_integer(r, 4, 60);
    for (j = 0; j < rows; j++)
        for (i = 0; i < columns; i++)
            terrain_store(&t, i, j, cell * terrain_height_of(&form, i, j),
                          holes && test_integer(r, 0, holes) == 0);
    if (f->diagonal == CLD_DIAGONAL_BITS) {
        const int words = ((columns - 1) * (rows - 1) + 31) / 32;
        t.bits = (uint32_t *)malloc((size_t)words * sizeof *t.bits);
        if (!t.bits) abort();
        for (i = 0; i < words; i++) t.bits[i] = (uint32_t)test_bits(r);
        f->diagonals = t.bits;
    }
    if (how & TERRAIN_POSED) f->pose = test_pose(r, 3 * cell);
    if (how & TERRAIN_FAR) {
        const double far = cell * (sizeof(cld_real) == 4 ? 1e3 : 1e6);
        f->pose.position.x = (cld_real)test_between(r, -far, far);
        f->pose.position.y = (cld_real)test_between(r, -far, far);
        f->pose.position.z = (cld_real)test_between(r, -far, far);
    }
    return t;
}

/* Gives the terrain its pyramid, or takes it away. */
static TEST_UNUSED void terrain_prepare(terrain *t, int with)
{
    t->field.pyramid = NULL;
    if (!with) return;
    if (!t->memory) t->memory = malloc(cld_heightfield_size(&t->field));
    CHECK(cld_heightfield_build(&t->field, t->memory, cld_heightfield_size(&t->field)) == CLD_OK);
}

/* The contacts of a cylinder with the plane in which all of a packed field lies: with a field of one
   cell that has the same corners. */
static TEST_UNUSED int terrain_plane_contacts(const cld_heightfield *f, const cld_cylinder *c,
                                              cld_real margin, cld_contact *out, int capacity)
{
    const size_t bytes = terrain_bytes(f->type), n = f->columns, m = f->rows;
    const size_t at[4] = {0, n - 1, n * (m - 1), n * m - 1};
    cld_heightfield cell = *f;
    double corner[4];
    int i;
    for (i = 0; i < 4; i++)
        memcpy((char *)corner + (size_t)i * bytes, (const char *)f->heights + at[i] * bytes, bytes);
    cell.heights = corner, cell.columns = cell.rows = 2, cell.pyramid = NULL;
    cell.dx *= (cld_real)(n - 1), cell.dy *= (cld_real)(m - 1);
    return cld_heightfield_collide_cylinder(&cell, c, margin, out, capacity);
}

/* --------------------------------------------------------------------------------------- cylinders
   */

enum { CYLINDER_SHAPES = 6 };

static const char *const cylinder_names[CYLINDER_SHAPES] = {"wheel",  "coin", "barrel",
                                                            "needle", "disc", "large"};

/* Radius and half height of each shape. */
static const double cylinder_sizes[CYLINDER_SHAPES][2] = {{0.35, 0.125}, {1, 0.025},  {0.3, 0.45},
                                                          {0.02, 1.5},   {0.8, 1e-4}, {8, 2}};

static TEST_UNUSED oracle_vec shape_direction(test_random *r)
{
    oracle_vec v;
    do {
        v = oracle_make(test_between(r, -1, 1), test_between(r, -1, 1), test_between(r, -1, 1));
    } while (oracle_dot(v, v) > 1 || oracle_dot(v, v) < 0.01L);
    return oracle_unit(v);
}

/* An axis in the field's frame: any, upright, lying, along or across the ground's normal, or a
   little off one of them. */
static TEST_UNUSED oracle_vec shape_axis(test_random *r, oracle_vec ground)
{
    static const double tilts[6] = {0, 0, 1e-7, 1e-4, 0.01, 0.2};
    oracle_vec a = shape_direction(r);
    const oracle_vec up = test_integer(r, 0, 1) ? ground : oracle_make(0, 0, 1);
    const int way = test_integer(r, 0, 5);
    if (way < 2) return a;
    if (way < 4)
        a = up;
    else if (way == 4)
        a = oracle_unit(oracle_mad(a, -oracle_dot(a, up), up));
    else
        a = test_integer(r, 0, 1) ? oracle_make(1, 0, 0) : oracle_make(0, 1, 0);
    return oracle_unit(oracle_mad(a, tilts[test_integer(r, 0, 5)], shape_direction(r)));
}

/* An axis along the grid, an edge's direction, or normal to the ground. */
static TEST_UNUSED oracle_vec shape_snapped_axis(test_random *r, const cld_heightfield *f,
                                                 oracle_vec ground)
{
    const oracle_real x = (oracle_real)test_integer(r, -1, 1) * (oracle_real)f->dx;
    const oracle_real y = (oracle_real)test_integer(r, -1, 1) * (oracle_real)f->dy;
    const oracle_real z = (oracle_real)test_integer(r, -1, 1) * (oracle_real)f->dx;
    if (test_integer(r, 0, 3) == 0) return ground;
    if (x == 0 && y == 0 && z == 0) return oracle_make(0, 0, 1);
    return oracle_unit(oracle_make(x, y, z));
}

static TEST_UNUSED cld_vec3 shape_vec3(oracle_vec v)
{
    cld_vec3 a;
    a.x = (cld_real)v.x, a.y = (cld_real)v.y, a.z = (cld_real)v.z;
    return a;
}

static TEST_UNUSED cld_cylinder shape_cylinder(const oracle_terrain *t, const oracle_body *b)
{
    cld_cylinder c;
    c.centre = shape_vec3(oracle_point_out(t, b->c));
    c.axis = shape_vec3(oracle_direction_out(t, b->w));
    c.radius = (cld_real)b->r, c.half_height = (cld_real)b->h;
    return c;
}

/* How a pose was meant. */
typedef enum shape_wish {
    SHAPE_TOUCHING, /* as deep as `amount` */
    SHAPE_APART,    /* as far */
    SHAPE_BURIED,   /* fully, by about `amount` of its size and more */
    SHAPE_RANDOM
} shape_wish;

/* A cylinder of shape `which` times `size` above a random place: its axis random, moved straight up
   from the ground, or along the ground's normal, until it is free, and then back by a depth or on
   by a gap of 1e-6 to 1 of its size. 60% touch. */
static TEST_UNUSED cld_cylinder shape_place(oracle_scene *s, const oracle_terrain *t, int which,
                                            double size, test_random *r, shape_wish *wish)
{
    const cld_heightfield *f = t->field;
    const double w = (double)f->dx * (f->columns - 1), l = (double)f->dy * (f->rows - 1);
    const double edge = test_integer(r, 0, 15) == 0 ? 1.1 : 0.9; /* over borders, too */
    const double radius = size * cylinder_sizes[which][0], half = size * cylinder_sizes[which][1];
    const double amount = pow(10, test_between(r, -6, 0)) * fmin(radius, 0.5 * size);
    const int chance = test_integer(r, 0, 99), snapped = test_integer(r, 0, 9) == 0;
    oracle_vec c = oracle_make(w * (0.5 + edge * test_between(r, -0.5, 0.5)),
                               l * (0.5 + edge * test_between(r, -0.5, 0.5)), 0);
    oracle_vec up = oracle_make(0, 0, 1), ground = up;
    oracle_body b = oracle_body_make(c, up, 1e-3L * (oracle_real)f->dx, 1e-3L * (oracle_real)f->dx);
    oracle_real t_free;
    size_t i;
    oracle_gather(s, t, &b, 0);
    for (i = 0; i < s->count; i++)
        if (oracle_covers(&s->t[i], c.x, c.y)) {
            c.z += oracle_over(&s->t[i], c);
            ground = s->t[i].normal;
            break;
        }
    if (snapped) { /* corners, edges and faces coincide */
        c.x = floorl(2 * c.x / (oracle_real)f->dx) * (oracle_real)f->dx / 2;
        c.y = floorl(2 * c.y / (oracle_real)f->dy) * (oracle_real)f->dy / 2;
        c.z = floorl(8 * c.z / (oracle_real)f->dx) * (oracle_real)f->dx / 8;
        b = oracle_body_make(c, shape_snapped_axis(r, f, ground),
                             (oracle_real)f->dx * exp2l(floorl(log2l(radius / f->dx))),
                             (oracle_real)f->dx * exp2l(floorl(log2l(half / f->dx))));
        *wish = SHAPE_RANDOM;
        return shape_cylinder(t, &b);
    }
    b = oracle_body_make(c, shape_axis(r, ground), (oracle_real)radius, (oracle_real)half);
    *wish = chance < 50   ? SHAPE_TOUCHING
            : chance < 85 ? SHAPE_APART
            : chance < 95 ? SHAPE_BURIED
                          : SHAPE_RANDOM;
    if (*wish == SHAPE_BURIED) {
        b.c.z -= (half + radius) * test_between(r, 0, 5);
    } else if (*wish == SHAPE_RANDOM) {
        b.c.z += (half + radius) * test_between(r, -3, 3);
    } else {
        if (test_integer(r, 0, 1)) up = ground;
        t_free = oracle_exit(s, t, &b, up, 100 * (oracle_real)(radius + half));
        if (t_free > 1e4L * (oracle_real)(radius + half)) t_free = 0;
        b.c = oracle_mad(b.c, t_free + (*wish == SHAPE_APART ? amount : -amount), up);
    }
    return shape_cylinder(t, &b);
}

#endif
