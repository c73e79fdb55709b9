/* The field itself: rows of heights, the pyramid over them, the surface above a point, rays. Their
 * private names too, so this program holds the module. The oracle reads heights by itself and knows
 * of nothing but triangles, one after the other, in long double. */
#include "test.h"

/* ---------------------------------------------------------------------------------------- fields */

#define MOST_HEIGHTS 40000

typedef struct terrain {
    cld_heightfield field;
    double heights[MOST_HEIGHTS]; /* room for any type */
    uint32_t diagonals[MOST_HEIGHTS / 32 + 1];
    double pyramid[MOST_HEIGHTS / 8 + 64];
} terrain;

static terrain land; /* too large for some stacks */

static size_t bytes_of(cld_height_type type)
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

static size_t stride_of(const cld_heightfield *f)
{
    return f->stride ? f->stride : bytes_of(f->type) * f->columns;
}

static void store(const cld_heightfield *f, uint32_t i, uint32_t j, double h)
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
static double stored(const cld_heightfield *f, uint32_t i, uint32_t j)
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
static int height_at(const cld_heightfield *f, uint32_t i, uint32_t j, long double *h)
{
    const double x = stored(f, i, j);
    if (!test_is_finite(x) || (f->has_no_data && x == f->no_data)) return 0;
    *h = (long double)f->offset + (f->scale == 0 ? 1 : (long double)f->scale) * (long double)x;
    return 1;
}

static int rising_at(const cld_heightfield *f, uint32_t i, uint32_t j)
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
static void corner_of(const cld_heightfield *f, uint32_t i, uint32_t j, int k, int corner,
                      uint32_t *ci, uint32_t *cj)
{
    static const int corners[2][2][3][2] = {
        {{{0, 0}, {1, 0}, {0, 1}}, {{1, 1}, {0, 1}, {1, 0}}}, /* falling */
        {{{0, 0}, {1, 0}, {1, 1}}, {{1, 1}, {0, 1}, {0, 0}}}  /* rising */
    };
    const int *c = corners[rising_at(f, i, j)][k][corner];
    *ci = i + (uint32_t)c[0], *cj = j + (uint32_t)c[1];
}

/* The triangle's corners in the field's frame; 0: it is missing. */
static int triangle_of(const cld_heightfield *f, uint32_t i, uint32_t j, int k, long double v[3][3])
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
static double random_height(test_random *r, int kind, double x, double y)
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
static void make_land(test_random *r, uint32_t columns, uint32_t rows, int holes)
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

/* ----------------------------------------------------------------------------- rows, the pyramid */

static void rows_are_heights(void)
{
    test_random r = test_random_from(1);
    int n;
    for (n = 0; n < test_repeat(2000); n++) {
        double row[48];
        cld__field f;
        uint32_t i, j;
        int count, k;
        make_land(&r, (uint32_t)test_integer(&r, 2, 40), (uint32_t)test_integer(&r, 2, 5),
                  n % 3 * 20);
        CHECK(cld__field_open(&land.field, &f) == CLD_OK);
        i = (uint32_t)test_integer(&r, 0, (int)f.columns - 1);
        j = (uint32_t)test_integer(&r, 0, (int)f.rows - 1);
        count = test_integer(&r, 0, (int)(f.columns - i));
        for (k = 0; k < 48; k++) row[k] = 77;
        cld__field_row(&f, i, j, count, row);
        for (k = 0; k < 48; k++) {
            long double h;
            const double single = k < count ? cld__field_height(&f, i + (uint32_t)k, j) : 0;
            if (k >= count) {
                CHECK(k < (count + 7) / 8 * 8 ? row[k] != row[k] : row[k] == 77);
            } else if (height_at(&land.field, i + (uint32_t)k, j, &h)) {
                CHECK(row[k] == single);
                CHECK(fabs(single - (double)h) <= 2e-16 * (100 + fabs((double)h)));
            } else {
                CHECK(row[k] != row[k] && single != single);
            }
        }
    }
}

/* Bounds of the surface over cells; 0: there is none. In the pyramid a triangle counts if it is
   there with either diagonal. */
static int bounds_of(uint32_t i0, uint32_t j0, uint32_t i1, uint32_t j1, int either, double *lo,
                     double *hi)
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

/* Every block of every level holds its cells, and is no wider than three steps. */
static void check_pyramid(int tight)
{
    cld__field f;
    const cld__pyramid *p = (const cld__pyramid *)land.field.pyramid;
    const int levels = (cld__field_open(&land.field, &f), cld__pyramid_level_count(&f));
    int level;
    CHECK(levels > 0 && cld__pyramid_columns(&f, levels - 1) == 1 &&
          cld__pyramid_rows(&f, levels - 1) == 1);
    for (level = 0; level < levels; level++) {
        const uint32_t width = 4u << level, columns = cld__pyramid_columns(&f, level);
        uint32_t bi, bj;
        CHECK((f.columns - 1 + width - 1) / width == columns);
        CHECK((f.rows - 1 + width - 1) / width == cld__pyramid_rows(&f, level));
        for (bj = 0; bj < cld__pyramid_rows(&f, level); bj++) {
            for (bi = 0; bi < columns; bi++) {
                double lo, hi, least, most, maxima[8], minima[8];
                const uint32_t i1 = (bi + 1) * width < f.columns ? (bi + 1) * width : f.columns - 1;
                const uint32_t j1 = (bj + 1) * width < f.rows ? (bj + 1) * width : f.rows - 1;
                const int rest = columns - bi < 8 ? (int)(columns - bi) : 8;
                const int any = bounds_of(bi * width, bj * width, i1, j1, 1, &least, &most);
                int k;
                cld__pyramid_bounds(&f, level, bi, bj, &lo, &hi);
                CHECK(any ? lo <= least && hi >= most : lo > hi);
                if (any && tight) CHECK(lo >= least - 2 * p->step && hi <= most + 2 * p->step);
                cld__pyramid_maxima(&f, level, bi, bj, rest, maxima);
                cld__pyramid_minima(&f, level, bi, bj, rest, minima);
                for (k = 0; k < 8; k++) {
                    if (k < rest) cld__pyramid_bounds(&f, level, bi + (uint32_t)k, bj, &lo, &hi);
                    CHECK(maxima[k] == (k < rest ? hi : -TEST_INFINITY));
                    CHECK(minima[k] == (k < rest ? lo : TEST_INFINITY));
                }
            }
        }
    }
}

/* Sizes that end anywhere in a block, one cell wide, several strips long. */
static void random_size(test_random *r, uint32_t *columns, uint32_t *rows)
{
    *columns = (uint32_t)test_integer(r, 2, 40), *rows = (uint32_t)test_integer(r, 2, 40);
    if (test_integer(r, 0, 9) == 0) *columns = (uint32_t)test_integer(r, 250, 700), *rows = 7;
    if (test_integer(r, 0, 9) == 0) *rows = (uint32_t)test_integer(r, 250, 700), *columns = 3;
}

static void pyramids_hold_their_cells(void)
{
    test_random r = test_random_from(2);
    int n;
    for (n = 0; n < test_repeat(300); n++) {
        const int holes[5] = {0, 0, 5, 50, 95};
        uint32_t columns, rows;
        size_t size, byte;
        random_size(&r, &columns, &rows);
        make_land(&r, columns, rows, holes[n % 5]);
        size = cld_heightfield_size(&land.field);
        memset(land.pyramid, 0xa5, sizeof land.pyramid);
        CHECK(cld_heightfield_build(&land.field, land.pyramid) == CLD_OK);
        CHECK(land.field.pyramid == land.pyramid);
        for (byte = size; byte < size + 64; byte++) {
            CHECK(((const unsigned char *)land.pyramid)[byte] == 0xa5);
        }
        check_pyramid(1);
    }
}

/* An update does what a rebuild does, where that takes the same scale; what goes beyond the scale
   is still within. */
static void updates_are_rebuilds(void)
{
    static double copy[MOST_HEIGHTS / 8 + 64];
    test_random r = test_random_from(3);
    int n, times;
    for (n = 0; n < test_repeat(300); n++) {
        const int holes = n % 3 * 20;
        cld_heightfield *f = &land.field;
        uint32_t columns, rows;
        random_size(&r, &columns, &rows);
        make_land(&r, columns, rows, holes);
        store(f, 0, 0, f->type == CLD_HEIGHT_INT16 ? -600 : -2); /* these two hold the scale */
        store(f, columns - 1, rows - 1, f->type == CLD_HEIGHT_INT16 ? 600 : 2);
        CHECK(cld_heightfield_build(f, land.pyramid) == CLD_OK);
        for (times = 0; times < 4; times++) {
            const uint32_t i = (uint32_t)test_integer(&r, 0, (int)columns - 1);
            const uint32_t j = (uint32_t)test_integer(&r, 0, (int)rows - 1);
            const uint32_t wide = (uint32_t)test_integer(&r, 0, 12),
                           high = (uint32_t)test_integer(&r, 0, 12);
            uint32_t k, l;
            for (l = j; l < j + high && l < rows; l++) {
                for (k = i; k < i + wide && k < columns; k++) {
                    double h = test_between(&r, -1.9, 1.9);
                    if (!k && !l) continue;
                    if (k == columns - 1 && l == rows - 1) continue;
                    if (f->type == CLD_HEIGHT_INT16) h = floor(300 * h);
                    if (holes && f->has_no_data && test_integer(&r, 0, 9) == 0) h = f->no_data;
                    store(f, k, l, h);
                }
            }
            CHECK(cld_heightfield_update(f, i, j, wide, high) == CLD_OK);
            memcpy(copy, land.pyramid, sizeof copy);
            CHECK(cld_heightfield_build(f, land.pyramid) == CLD_OK);
            CHECK(memcmp(copy, land.pyramid, cld_heightfield_size(f)) == 0);
        }
        if (f->type == CLD_HEIGHT_INT16) {
            store(f, columns / 2, rows / 2, 32000), store(f, 0, rows - 1, -32000);
        } else {
            store(f, columns / 2, rows / 2, 1e30), store(f, 0, rows - 1, -1e30);
        }
        CHECK(cld_heightfield_update(f, columns / 2, rows / 2, 1, 1) == CLD_OK);
        CHECK(cld_heightfield_update(f, 0, rows - 1, UINT32_MAX, UINT32_MAX) == CLD_OK);
        check_pyramid(0);
    }
}

/* Far from 0, tiny, huge, one step high, with large offsets. */
static void pyramids_of_any_scale(void)
{
    const double bases[8] = {0, 1, -1e6, 1e18, 0, -1e-30, 3e30, 0},
                 ranges[8] = {1e-30, 1e-7, 0.25, 1e3, 1e30, 1e-33, 1e24, 0};
    test_random r = test_random_from(4);
    int n;
    for (n = 0; n < test_repeat(200); n++) {
        cld_heightfield *f = &land.field;
        uint32_t i, j;
        make_land(&r, (uint32_t)test_integer(&r, 2, 30), (uint32_t)test_integer(&r, 2, 30), 0);
        if (f->type == CLD_HEIGHT_INT16) f->scale = (cld_real)1e-20, f->offset = (cld_real)1e20;
        for (j = 0; j < f->rows; j++) {
            for (i = 0; i < f->columns && f->type != CLD_HEIGHT_INT16; i++)
                store(f, i, j, bases[n % 8] + ranges[n % 8] * test_between(&r, -1, 1));
        }
        CHECK(cld_heightfield_build(f, land.pyramid) == CLD_OK);
        check_pyramid(1);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(rows_are_heights);
    TEST(pyramids_hold_their_cells);
    TEST(updates_are_rebuilds);
    TEST(pyramids_of_any_scale);
    return test_end();
}
