/* Height fields of any type, stride, scale and diagonal, with holes, for the tests of the field
 * itself; and their heights and triangles, read by other means than the library's. */
#ifndef COLLIDE_TERRAIN_LAND_H
#define COLLIDE_TERRAIN_LAND_H

#include "test.h"

#define MOST_HEIGHTS 40000

typedef struct terrain {
    cld_heightfield field;
    double heights[MOST_HEIGHTS]; /* room for any type */
    uint32_t diagonals[MOST_HEIGHTS / 32 + 1];
    double pyramid[MOST_HEIGHTS / 8 + 64];
} terrain;

static terrain land; /* too large for some stacks */

static TEST_UNUSED size_t bytes_of(cld_height_type type)
{
    switch (type) {
    case CLD_HEIGHT_REAL:
        return sizeof(cld_real);
    case CLD_HEIGHT_FLOAT:
        return 4;
    case CLD_HEIGHT_DOUBLE:
        return 8;
    default:
        return 2;
    }
}

static TEST_UNUSED size_t stride_of(const cld_heightfield *f)
{
    return f->stride ? f->stride : bytes_of(f->type) * f->columns;
}

static TEST_UNUSED void store(const cld_heightfield *f, uint32_t i, uint32_t j, double h)
{
    const size_t place = j * stride_of(f) + i * bytes_of(f->type);
    char *at = (char *)(uintptr_t)f->heights + place;
    if (f->type == CLD_HEIGHT_INT16) {
        int16_t x = (int16_t)h;
        memcpy(at, &x, sizeof x);
    } else if (bytes_of(f->type) == 4) {
        float x = (float)h;
        memcpy(at, &x, sizeof x);
    } else {
        memcpy(at, &h, sizeof h);
    }
}

/* The stored number. */
static TEST_UNUSED double stored(const cld_heightfield *f, uint32_t i, uint32_t j)
{
    const char *at = (const char *)f->heights + j * stride_of(f) + i * bytes_of(f->type);
    double h;
    if (f->type == CLD_HEIGHT_INT16) {
        int16_t x;
        memcpy(&x, at, sizeof x);
        return x;
    }
    if (bytes_of(f->type) == 4) {
        float x;
        memcpy(&x, at, sizeof x);
        return (double)x;
    }
    memcpy(&h, at, sizeof h);
    return h;
}

/* Height of a vertex in the field's frame; 0: a hole. */
static TEST_UNUSED int height_at(const cld_heightfield *f, uint32_t i, uint32_t j, long double *h)
{
    const double x = stored(f, i, j);
    if (!test_is_finite(x) || (f->has_no_data && x == f->no_data)) return 0;
    *h = (long double)f->offset + (f->scale == 0 ? 1 : (long double)f->scale) * (long double)x;
    return 1;
}

static TEST_UNUSED int rising_at(const cld_heightfield *f, uint32_t i, uint32_t j)
{
    const uint32_t c = i + j * (f->columns - 1);
    switch (f->diagonal) {
    case CLD_DIAGONAL_FALLING:
        return 0;
    case CLD_DIAGONAL_RISING:
        return 1;
    case CLD_DIAGONAL_ALTERNATING:
        return (i + j) % 2 == 0;
    default:
        return (int)(f->diagonals[c / 32] >> c % 32 & 1);
    }
}

/* A corner of triangle k of cell (i, j): where it is in the field, as i and j. */
static TEST_UNUSED void corner_of(const cld_heightfield *f, uint32_t i, uint32_t j, int k,
                                  int corner, uint32_t *ci, uint32_t *cj)
{
    static const int corners[2][2][3][2] = {
        {{{0, 0}, {1, 0}, {0, 1}}, {{1, 1}, {0, 1}, {1, 0}}}, /* falling */
        {{{0, 0}, {1, 0}, {1, 1}}, {{1, 1}, {0, 1}, {0, 0}}}  /* rising */
    };
    const int *c = corners[rising_at(f, i, j)][k][corner];
    *ci = i + (uint32_t)c[0], *cj = j + (uint32_t)c[1];
}

/* The triangle's corners in the field's frame; 0: it is missing. */
static TEST_UNUSED int triangle_of(const cld_heightfield *f, uint32_t i, uint32_t j, int k,
                                   long double v[3][3])
{
    int c;
    for (c = 0; c < 3; c++) {
        uint32_t ci, cj;
        corner_of(f, i, j, k, c, &ci, &cj);
        v[c][0] = (long double)ci * (long double)f->dx;
        v[c][1] = (long double)cj * (long double)f->dy;
        if (!height_at(f, ci, cj, &v[c][2])) return 0;
    }
    return 1;
}

/* Random heights of a kind: 0 noise, 1 hills, 2 a flat, 3 stairs, 4 a slope. */
static TEST_UNUSED double random_height(test_random *r, int kind, double x, double y)
{
    switch (kind) {
    case 0:
        return test_between(r, -1, 1);
    case 1:
        return sin(0.3 * x) * cos(0.2 * y) + 0.05 * test_between(r, -1, 1);
    case 2:
        return 0.25;
    case 3:
        return 0.125 * floor(0.5 * x) - 0.25 * floor(0.25 * y);
    default:
        return 0.03125 * x - 0.0625 * y;
    }
}

/* Heights near -1 .. 1, then what may be: any type, stride, scale, holes, diagonals. */
static TEST_UNUSED void make_land(test_random *r, uint32_t columns, uint32_t rows, int holes)
{
    cld_heightfield *f = &land.field;
    const int kind = test_integer(r, 0, 4), none = test_integer(r, 0, 2);
    uint32_t i, j;
    memset(f, 0, sizeof *f);
    f->heights = land.heights;
    f->type = (cld_height_type)test_integer(r, 0, 3);
    f->columns = columns, f->rows = rows;
    if (test_integer(r, 0, 1))
        f->stride = bytes_of(f->type) * (columns + (size_t)test_integer(r, 0, 3));
    f->dx = (cld_real)test_between(r, 0.1, 2), f->dy = (cld_real)test_between(r, 0.1, 2);
    if (test_integer(r, 0, 1)) f->scale = (cld_real)test_between(r, -2, 2);
    if (f->type == CLD_HEIGHT_INT16) f->scale = (cld_real)(f->scale < 0 ? -0.001 : 0.002);
    if (test_integer(r, 0, 1)) f->offset = (cld_real)test_between(r, -100, 100);
    f->diagonal = (cld_diagonal)test_integer(r, 0, 3);
    f->diagonals = land.diagonals;
    for (i = 0; i < MOST_HEIGHTS / 32 + 1; i++) land.diagonals[i] = (uint32_t)test_bits(r);
    f->no_data = f->type == CLD_HEIGHT_INT16 ? -32768 : -9999;
    f->has_no_data = holes && (none || f->type == CLD_HEIGHT_INT16);
    for (j = 0; j < rows; j++) {
        for (i = 0; i < columns; i++) {
            double h = random_height(r, kind, i, j);
            if (f->type == CLD_HEIGHT_INT16) h = floor(500 * h);
            if (test_integer(r, 1, 100) <= holes) {
                const double odd[4] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY, f->no_data};
                h = f->has_no_data ? f->no_data : odd[test_integer(r, 0, 2)];
            }
            store(f, i, j, h);
        }
    }
    CHECK(cld_heightfield_size(f) <= sizeof land.pyramid);
}

/* Sizes that end anywhere in a block, one cell wide, several strips long. */
static TEST_UNUSED void random_size(test_random *r, uint32_t *columns, uint32_t *rows)
{
    *columns = (uint32_t)test_integer(r, 2, 40), *rows = (uint32_t)test_integer(r, 2, 40);
    if (test_integer(r, 0, 9) == 0) *columns = (uint32_t)test_integer(r, 250, 700), *rows = 7;
    if (test_integer(r, 0, 9) == 0) *rows = (uint32_t)test_integer(r, 250, 700), *columns = 3;
}

/* Columns by rows of one height, cells of 1. */
static TEST_UNUSED void make_flat(uint32_t columns, uint32_t rows, cld_height_type type, double h)
{
    cld_heightfield *f = &land.field;
    uint32_t i, j;
    memset(f, 0, sizeof *f);
    f->heights = land.heights, f->type = type, f->columns = columns, f->rows = rows;
    f->dx = f->dy = 1;
    for (j = 0; j < rows; j++)
        for (i = 0; i < columns; i++) store(f, i, j, h);
}

/* Bounds of the surface over cells; 0: there is none. In the pyramid a triangle counts if it is
   there with either diagonal. */
static TEST_UNUSED int bounds_of(uint32_t i0, uint32_t j0, uint32_t i1, uint32_t j1, int either,
                                 double *lo, double *hi)
{
    const cld_diagonal diagonal = land.field.diagonal;
    uint32_t i, j;
    int k, c, pass, any = 0;
    *lo = 1e300, *hi = -1e300;
    for (pass = 0; pass < (either ? 2 : 1); pass++) {
        if (either) land.field.diagonal = pass ? CLD_DIAGONAL_RISING : CLD_DIAGONAL_FALLING;
        for (j = j0; j < j1; j++) {
            for (i = i0; i < i1; i++) {
                for (k = 0; k < 2; k++) {
                    long double v[3][3];
                    if (!triangle_of(&land.field, i, j, k, v)) continue;
                    any = 1;
                    for (c = 0; c < 3; c++) {
                        if ((double)v[c][2] < *lo) *lo = (double)v[c][2];
                        if ((double)v[c][2] > *hi) *hi = (double)v[c][2];
                    }
                }
            }
        }
    }
    land.field.diagonal = diagonal;
    return any;
}

#endif
