/* [TERRAIN], within: rows of heights, the pyramid over them block by block, the way out of a moving
 * cylinder for eight segments at once. Through the public functions a pyramid that is too loose only
 * takes longer, and one exit among many that is a little too far hides behind the others.
 *     test_terrain_pyramid [seed] */
#include "test.h"

#include "terrain_land.h"

/* ----------------------------------------------------------------------------- rows, the pyramid
   */

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

/* Returns 1 if a corner of these cells is a hole. */
static int has_hole(uint32_t i0, uint32_t j0, uint32_t i1, uint32_t j1)
{
    cld__field f;
    uint32_t i, j;
    CHECK(cld__field_open(&land.field, &f) == CLD_OK);
    for (j = j0; j <= j1; j++) {
        for (i = i0; i <= i1; i++) {
            const double h = cld__field_height(&f, i, j);
            if (h != h) return 1;
        }
    }
    return 0;
}

/* Every block of every level holds its cells, is no wider than three steps, and knows whether it
   has a hole. */
static void check_pyramid(int tight)
{
    cld__field f;
    const cld__height_pyramid *p = (const cld__height_pyramid *)land.field.pyramid;
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
                double lo, hi, least, most;
                const uint32_t i1 = (bi + 1) * width < f.columns ? (bi + 1) * width : f.columns - 1;
                const uint32_t j1 = (bj + 1) * width < f.rows ? (bj + 1) * width : f.rows - 1;
                const int any = bounds_of(bi * width, bj * width, i1, j1, 1, &least, &most);
                int k;
                cld__pyramid_bounds(&f, level, bi, bj, &lo, &hi);
                CHECK(any ? lo <= least && hi >= most : lo > hi);
                if (any && tight) CHECK(lo >= least - 2 * p->step && hi <= most + 2 * p->step);
                k = cld__pyramid_is_holed(p, p->first[level] + (size_t)bj * columns + bi);
                CHECK(tight ? k == has_hole(bi * width, bj * width, i1, j1)
                            : k >= has_hole(bi * width, bj * width, i1, j1));
            }
        }
    }
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
        CHECK(cld_heightfield_build(&land.field, land.pyramid, cld_heightfield_size(&land.field)) ==
              CLD_OK);
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
        store(f, 0, 0, f->type == CLD_HEIGHT_INT16 ? -30000 : -60); /* these two hold the scale */
        store(f, columns - 1, rows - 1, f->type == CLD_HEIGHT_INT16 ? 30000 : 60);
        CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
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
            CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
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
        CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        check_pyramid(1);
    }
}

static void no_data_beyond_the_type(void)
{
    cld_heightfield *f = &land.field;
    int n;
    for (n = 0; n < 2; n++) {
        make_flat(20, 20, n ? CLD_HEIGHT_INT16 : CLD_HEIGHT_FLOAT, 0);
        f->has_no_data = 1, f->no_data = 1e300;
        CHECK(cld_heightfield_build(f, land.pyramid, cld_heightfield_size(f)) == CLD_OK);
        check_pyramid(1);
    }
}

/* ----------------------------------------------------------------- what a moving cylinder leaves
   */

typedef cld__vec3d vec;

static vec vector(double x, double y, double z)
{
    vec v;
    v.x = x, v.y = y, v.z = z;
    return v;
}

/* a + s b */
static vec along(vec a, double s, vec b)
{
    return vector(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static double square(vec a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

static vec unit(vec a)
{
    const double n = sqrt(square(a));
    return vector(a.x / n, a.y / n, a.z / n);
}

/* A number between -size and size, now and then 0 or nearly one of the sizes of a cylinder. */
static double awkward(test_random *r, double size, double radius, double half)
{
    const int kind = test_integer(r, 0, 11);
    const double off = 1 + test_between(r, -1e-6, 1e-6);
    if (kind == 0) return 0;
    if (kind == 1) return test_integer(r, 0, 1) ? half * off : -half * off;
    if (kind == 2) return test_integer(r, 0, 1) ? radius * off : -radius * off;
    if (kind == 3) return size * ldexp(test_between(r, -1, 1), -50);
    return test_between(r, -size, size);
}

/* Eight segments at once are left where each by itself is: by a cylinder between one a little
   smaller and one a little larger. */
static void eight_exits_are_as_one(void)
{
    test_random r = test_random_from(8);
    int n, lane, i, hits = 0;
    for (n = 0; n < test_repeat(20000); n++) {
        const double radius = exp(test_between(&r, -4, 4)), half = exp(test_between(&r, -4, 4));
        const double size = (radius + half) * exp(test_between(&r, -3, 1));
        const double least = 1 - 1e-9, most = 1 + 1e-9;
        cld__eight p, d, m;
        double t[8], s[8];
        cld__d8 lanes_t, lanes_s;
        int bits;
        for (lane = 0; lane < 8; lane++) {
            vec v[3];
            for (i = 0; i < 3; i++) {
                v[i].x = awkward(&r, size, radius, half), v[i].y = awkward(&r, size, radius, half);
                v[i].z = awkward(&r, size, radius, half);
            }
            if (square(v[2]) == 0) v[2] = vector(0, 0, 1);
            cld__eight_set(&p, lane, v[0]), cld__eight_set(&d, lane, v[1]);
            cld__eight_set(&m, lane, unit(v[2]));
        }
        bits = cld__exit_segments(cld__v8_load(&p), cld__v8_load(&d), cld__v8_load(&m), radius,
                                  half, &lanes_t, &lanes_s);
        cld__d8_store(t, lanes_t), cld__d8_store(s, lanes_s);
        for (lane = 0; lane < 8; lane++) {
            const vec a = cld__eight_get(&p, lane), b = cld__eight_get(&d, lane);
            const vec c = cld__eight_get(&m, lane);
            const double e = 1e-9 * (size + radius + half);
            cld__exit small, large, exact;
            const int sure = cld__exit_segment(a, b, c, radius * least, half * least, &small);
            const int may = cld__exit_segment(a, b, c, radius * most, half * most, &large);
            const int met = bits >> lane & 1;
            vec x;
            hits += met;
            CHECK(met <= may && met >= sure);
            if (!met || !may) continue;
            CHECK(s[lane] >= 0 && s[lane] <= 1);
            CHECK(t[lane] <= large.t + e && (!sure || t[lane] >= small.t - e));
            if (cld__exit_segment(a, b, c, radius, half, &exact) && sure &&
                large.t - small.t <= e) {
                CHECK(fabs(exact.t - t[lane]) <= 2 * e);
            }
            /* the point is on the cylinder then */
            x = along(along(a, s[lane], b), -t[lane], c);
            CHECK(sqrt(x.x * x.x + x.y * x.y) <= radius + e && fabs(x.z) <= half + e);
        }
    }
    CHECK(hits > n);
}

/* A way out of so little rise that its quotient by the segment's is 0 is as good as level. */
static void exits_that_hardly_rise(void)
{
    test_random r = test_random_from(10);
    int n, met = 0;
    for (n = 0; n < test_repeat(2000); n++) {
        const double tall = 1e10, least = 1 - 1e-9, most = 1 + 1e-9;
        const vec d = vector(test_between(&r, -1, 1), test_between(&r, -1, 1), tall);
        const vec p = vector(test_between(&r, -2, 2), test_between(&r, -2, 2),
                             tall * (n % 3 - 1.5 + test_between(&r, -0.4, 0.4)));
        vec level = vector(test_between(&r, -1, 1), test_between(&r, -1, 1), 0), rises;
        cld__exit some, large, small;
        int left, may, sure;
        level = unit(level), rises = level;
        rises.z = n % 2 ? 1e-320 : -1e-320;
        left = cld__exit_segment(p, d, rises, 1, 1, &some);
        may = cld__exit_segment(p, d, level, most, most, &large);
        sure = cld__exit_segment(p, d, level, least, least, &small);
        CHECK(left <= may && left >= sure);
        if (!left || !sure) continue;
        CHECK(some.s >= 0 && some.s <= 1);
        if (large.t - small.t < 1e-6) CHECK_NEAR(some.t, large.t, 1e-6);
        met++;
    }
    CHECK(n < 1000 || met > n / 20);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(rows_are_heights);
    TEST(pyramids_hold_their_cells);
    TEST(updates_are_rebuilds);
    TEST(pyramids_of_any_scale);
    TEST(no_data_beyond_the_type);
    TEST(eight_exits_are_as_one);
    TEST(exits_that_hardly_rise);
    return test_end();
}
