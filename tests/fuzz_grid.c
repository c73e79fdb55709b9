/* Fuzzes the grid: any bytes as boxes, points, strides, cells, capacities, changes and questions:
 * refused with a status of the docs, or answered as each item alone would be, within the buffers.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "oracle_grid.h"
#include "fuzz.h"

enum { ITEMS = 60, GUARD = 64 };

static cld_workspace space;
static long answered, refused, found_all, changes;

/* What is in the grid by our own account; empty boxes are not. */
typedef struct fuzzed {
    cld_grid grid;
    cld_aabb boxes[ITEMS];
    int count; /* what the grid can hold */
    char *memory;
    size_t bytes;
} fuzzed;

static int is_nan_box(const cld_aabb *b)
{
    cld_real x[6];
    int i, nan = 0;
    memcpy(x, b, sizeof x);
    for (i = 0; i < 6; i++) nan |= x[i] != x[i];
    return nan;
}

static cld_aabb fuzz_box(fuzz_input *in)
{
    const int how = fuzz_byte(in);
    cld_aabb b;
    b.low = fuzz_vec3(in), b.high = b.low;
    if (how < 80) return b;
    b.high = fuzz_vec3(in);
    if (how > 200) return b;
    b.high.x = b.low.x + (b.high.x > 0 ? b.high.x : -b.high.x);
    b.high.y = b.low.y + (b.high.y > 0 ? b.high.y : -b.high.y);
    b.high.z = b.low.z + (b.high.z > 0 ? b.high.z : -b.high.z);
    return b;
}

static void empty(cld_aabb *b)
{
    memset(b, 0, sizeof *b), b->low.x = 1;
}

/* Builds; 0 if the grid was refused. */
static int build(fuzz_input *in, fuzzed *f)
{
    const int n = fuzz_byte(in) % (ITEMS + 1), how = fuzz_byte(in), more = fuzz_byte(in) % 8;
    cld_grid_params params;
    int i, bad = 0, status;
    memset(f, 0, sizeof *f);
    params.cell = how % 3 ? 0 : fuzz_real(in);
    params.capacity = (size_t)(n + more < ITEMS ? n + more : ITEMS);
    f->count = (int)params.capacity, f->bytes = cld_grid_size(params.capacity);
    if (how % 2) f->memory = (char *)malloc(f->bytes + GUARD);
    if (f->memory) memset(f->memory + f->bytes, 0x5a, GUARD);
    for (i = 0; i < ITEMS; i++) empty(f->boxes + i);
    for (i = 0; i < n; i++) f->boxes[i] = fuzz_box(in), bad |= is_nan_box(f->boxes + i);
    if (how % 5) {
        status =
            cld_grid_build(&f->grid, f->boxes, (size_t)n, &params, &space, f->memory, f->bytes);
    } else {
        bad = 0;
        for (i = 0; i < n; i++) {
            f->boxes[i].high = f->boxes[i].low;
            bad |= !fuzz_finite3(f->boxes[i].low);
        }
        status = cld_grid_build_points(&f->grid, &f->boxes[0].low.x, sizeof *f->boxes, (size_t)n,
                                       &params, &space, f->memory, f->bytes);
    }
    if (!(params.cell >= 0) || !test_is_finite((double)params.cell))
        CHECK(status == CLD_ERROR_PARAMETER);
    else
        CHECK(status == (bad ? CLD_ERROR_FINITE : CLD_OK));
    refused += status != CLD_OK;
    return status == CLD_OK;
}

/* The answer has the right numbers, none twice. */
static void check(int64_t found, const uint32_t *ids, const int *wanted, int count)
{
    char there[ITEMS] = {0};
    int64_t i;
    if (!CHECK(found >= 0 && found <= count)) return;
    for (i = 0; i < found; i++) {
        if (!CHECK(ids[i] < (uint32_t)count && !there[ids[i]])) return;
        there[ids[i]] = 1;
    }
    for (i = 0; i < count; i++)
        CHECK(wanted[i] == ORACLE_EITHER || (wanted[i] == ORACLE_YES) == there[i]);
    found_all += (long)found, answered++;
}

static void ask_near(fuzz_input *in, const fuzzed *f)
{
    const cld_vec3 p = fuzz_vec3(in);
    const cld_real radius = fuzz_real(in);
    uint32_t ids[ITEMS];
    int wanted[ITEMS], i;
    cld_aabb point;
    const int64_t found = cld_grid_near(&f->grid, p, radius, ids, ITEMS);
    if (!fuzz_finite3(p)) {
        CHECK(found == CLD_ERROR_FINITE);
    } else if (!(radius >= 0) || !test_is_finite((double)radius)) {
        CHECK(found == CLD_ERROR_PARAMETER);
    } else {
        point.low = point.high = p;
        for (i = 0; i < f->count; i++) wanted[i] = oracle_near(f->boxes + i, &point, radius);
        check(found, ids, wanted, f->count);
    }
}

static void ask_box(fuzz_input *in, const fuzzed *f)
{
    const cld_aabb box = fuzz_box(in);
    uint32_t ids[ITEMS];
    int wanted[ITEMS], i;
    const int64_t found = cld_grid_box(&f->grid, &box, ids, ITEMS);
    if (is_nan_box(&box)) {
        CHECK(found == CLD_ERROR_FINITE);
        return;
    }
    for (i = 0; i < f->count; i++)
        wanted[i] = boxes_overlap(f->boxes + i, &box) ? ORACLE_YES : ORACLE_NO;
    check(found, ids, wanted, f->count);
}

static void ask_ray(fuzz_input *in, const fuzzed *f)
{
    const cld_vec3 o = fuzz_vec3(in), d = fuzz_vec3(in);
    const cld_real t_max = fuzz_byte(in) % 3 ? (cld_real)INFINITY : fuzz_real(in);
    const cld_real margin = fuzz_byte(in) % 2 ? 0 : fuzz_real(in);
    uint32_t ids[ITEMS];
    int wanted[ITEMS], i;
    const int64_t found = cld_grid_ray(&f->grid, o, d, t_max, margin, ids, ITEMS);
    if (found < 0) {
        CHECK(found == CLD_ERROR_FINITE || found == CLD_ERROR_PARAMETER);
        return;
    }
    for (i = 0; i < f->count; i++) wanted[i] = oracle_ray(f->boxes + i, o, d, t_max, margin);
    check(found, ids, wanted, f->count);
}

/* The same pairs, as a list for each item. */
static void ask_neighbours(const fuzzed *f, cld_real distance, int64_t pair_count,
                           char there[ITEMS][ITEMS])
{
    static cld_grid_list lists[ITEMS + 1];
    static uint32_t numbers[ITEMS * ITEMS];
    int64_t k;
    uint32_t i;
    CHECK(f->grid.capacity <= ITEMS + 1);
    CHECK(cld_grid_neighbours(&f->grid, distance, &space, lists, numbers, ITEMS * ITEMS) ==
          2 * pair_count);
    for (i = 0; i < f->grid.capacity; i++)
        for (k = lists[i].first; k < lists[i].first + lists[i].count; k++) {
            const uint32_t other = numbers[k];
            char *pair = i < other ? &there[i][other] : &there[other][i];
            CHECK(*pair == (i < other ? 1 : 2)); /* found by the first of both, then by the other */
            *pair = i < other ? 2 : 0;
        }
}

static void ask_pairs(fuzz_input *in, const fuzzed *f)
{
    static cld_pair pairs[ITEMS * ITEMS];
    static char there[ITEMS][ITEMS];
    const cld_real distance = fuzz_byte(in) % 2 ? 0 : fuzz_real(in);
    const int64_t found = cld_grid_pairs(&f->grid, distance, &space, pairs, ITEMS * ITEMS);
    int64_t i;
    int k, m;
    if (!(distance >= 0) || !test_is_finite((double)distance)) {
        CHECK(found == CLD_ERROR_PARAMETER);
        return;
    }
    if (!CHECK(found >= 0 && found <= ITEMS * ITEMS / 2)) return;
    memset(there, 0, sizeof there);
    for (i = 0; i < found; i++) {
        if (!CHECK(pairs[i].a < pairs[i].b && pairs[i].b < (uint32_t)f->count)) return;
        CHECK(!there[pairs[i].a][pairs[i].b]);
        there[pairs[i].a][pairs[i].b] = 1;
    }
    for (k = 0; k < f->count; k++)
        for (m = k + 1; m < f->count; m++) {
            const int wanted = oracle_near(f->boxes + k, f->boxes + m, distance);
            CHECK(wanted == ORACLE_EITHER || (wanted == ORACLE_YES) == there[k][m]);
        }
    answered++, found_all += (long)found;
    ask_neighbours(f, distance, found, there);
}

static void make_change(fuzz_input *in, fuzzed *f)
{
    const uint32_t item = (uint32_t)(fuzz_byte(in) % (ITEMS + 1));
    const int in_grid = item < (uint32_t)f->count;
    cld_aabb box;
    if (fuzz_byte(in) % 3 == 0) {
        const int was = in_grid && !box_is_empty(f->boxes + item);
        CHECK(cld_grid_remove(&f->grid, item) == (in_grid ? was : CLD_ERROR_INDEX));
        if (in_grid) empty(f->boxes + item);
    } else {
        int status;
        box = fuzz_box(in);
        status = cld_grid_put(&f->grid, item, &box);
        if (!in_grid)
            CHECK(status == CLD_ERROR_INDEX);
        else if (is_nan_box(&box))
            CHECK(status == CLD_ERROR_FINITE);
        else if (CHECK(status == CLD_OK))
            f->boxes[item] = box;
    }
    changes++;
}

static void fuzz_run(fuzz_input *in)
{
    fuzzed f;
    int i, k, there = 0;
    if (build(in, &f)) {
        for (i = 0; i < 100 && in->left; i++) {
            const int what = fuzz_byte(in) % 8;
            if (what == 0) ask_near(in, &f);
            if (what == 1) ask_box(in, &f);
            if (what == 2) ask_ray(in, &f);
            if (what == 3 && i % 4 == 0) ask_pairs(in, &f);
            if (what > 3) make_change(in, &f);
        }
        for (k = 0; k < f.count; k++) there += !box_is_empty(f.boxes + k);
        CHECK(f.grid.count == (size_t)there);
    } else {
        const cld_vec3 zero = {0, 0, 0};
        CHECK(cld_grid_near(&f.grid, zero, 1, NULL, 0) == CLD_ERROR_NULL);
    }
    for (k = 0; k < GUARD && f.memory; k++) CHECK(f.memory[f.bytes + (size_t)k] == 0x5a);
    free(f.memory);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 6000);
    printf("%d inputs; %ld answered, %ld refused, %ld found, %ld changes\n", repeat, answered,
           refused, found_all, changes);
    CHECK(repeat < 1000 ||
          (answered > repeat && refused > repeat / 20 && found_all > repeat && changes > repeat));
    cld_workspace_free(&space);
    return test_end();
}
#endif
