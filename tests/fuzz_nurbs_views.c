/* Fuzzes cld_nurbs_validate and what rests on it: any bytes as a surface must be refused with a
 * status or answered with finite numbers, without a crash.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -DTEST_LIBFUZZER -I. \
 *         tests/fuzz_nurbs_views.c -lm
 *
 * Without TEST_LIBFUZZER a driver of its own makes random inputs: argv[1] is the seed, argv[2] how
 * many; or --corpus and files. */
#include "fuzz_input.h"
#include "random_nurbs.h"

/* Mostly small whole numbers, which make repeated knots and equal points; else any bits. */
static cld_real fuzz_real(fuzz_input *in)
{
    int b = fuzz_byte(in);
    cld_real x;
    if (b < 240) return (cld_real)((b - 120) / 8);
    fuzz_take(in, &x, sizeof x);
    return x;
}

static test_surface surface;
static cld_real memory[20000];
static cld_nurbs parts[64];

/* Knots that rise from byte to byte, unless the input asks for raw numbers. */
static void fuzz_knots(fuzz_input *in, cld_real *knots, int count, int raw)
{
    cld_real t = 0;
    int i;
    for (i = 0; i < count; i++) {
        t += (cld_real)(fuzz_byte(in) % 4 ? 0 : 1);
        knots[i] = raw ? fuzz_real(in) : t;
    }
}

static void fuzz_surface(fuzz_input *in)
{
    cld_nurbs *v = &surface.view;
    int raw = fuzz_byte(in), strides = fuzz_byte(in), i;
    memset(v, 0, sizeof *v);
    v->degree_u = fuzz_byte(in) % 6 + (raw == 1 ? -2 : 1);
    v->degree_v = fuzz_byte(in) % 6 + (raw == 2 ? 12 : 1);
    v->count_u = fuzz_byte(in) % 9 + (raw == 3 ? -2 : v->degree_u + 1);
    v->count_v = fuzz_byte(in) % 9 + (raw == 4 ? 0 : v->degree_v + 1);
    fuzz_knots(in, surface.knots_u, SURFACE_KNOTS, raw == 5);
    fuzz_knots(in, surface.knots_v, SURFACE_KNOTS, raw == 6);
    for (i = 0; i < 3 * 400; i++) surface.points[i] = fuzz_real(in);
    for (i = 0; i < 400; i++) {
        cld_real w = fuzz_real(in);
        surface.weights[i] = raw & 1 ? w : w * w + 1;
    }
    v->knots_u = raw == 7 ? NULL : surface.knots_u;
    v->knots_v = raw == 8 ? NULL : surface.knots_v;
    v->points = raw == 9 ? NULL : surface.points;
    v->weights = raw & 2 ? surface.weights : NULL;
    if (strides & 1) v->stride_v = (size_t)(strides >> 4) % 5 * sizeof(cld_real);
    if (strides & 2) v->stride_u = (size_t)(strides >> 3);
    if (strides & 4) v->weight_stride_v = sizeof(cld_real);
}

static int fuzz_finite(cld_vec3 v)
{
    return test_is_finite((double)v.x) && test_is_finite((double)v.y) &&
           test_is_finite((double)v.z);
}

static void fuzz_evaluate(fuzz_input *in, int valid)
{
    cld_nurbs_point p;
    cld_real u = fuzz_real(in), v = fuzz_real(in);
    int status = cld_nurbs_evaluate(&surface.view, u, v, &p);
    double n;
    if (valid) CHECK(status == CLD_OK || (status == CLD_ERROR_PARAMETER && (u != u || v != v)));
    if (status != CLD_OK) return;
    CHECK(fuzz_finite(p.position) && fuzz_finite(p.du) && fuzz_finite(p.dv));
    CHECK(fuzz_finite(p.duu) && fuzz_finite(p.duv) && fuzz_finite(p.dvv) && fuzz_finite(p.normal));
    n = (double)p.normal.x * (double)p.normal.x + (double)p.normal.y * (double)p.normal.y +
        (double)p.normal.z * (double)p.normal.z;
    CHECK(n == 0 || fabs(n - 1) < 16 * TEST_ROUND);
}

static void fuzz_refine(fuzz_input *in, int status)
{
    int direction = fuzz_byte(in) % 3, times = fuzz_byte(in) % 6, capacity, count = 0, n, i;
    cld_real t = fuzz_real(in);
    capacity = fuzz_byte(in) & 1 ? 20000 : fuzz_byte(in);
    n = cld_nurbs_insert_knot(&surface.view, direction, t, times, parts, memory, capacity);
    CHECK(status == CLD_OK || n == status);
    if (n > 0 && n <= capacity) CHECK(cld_nurbs_validate(parts, NULL) == CLD_OK);
    n = cld_nurbs_split(&surface.view, direction, t, parts, memory, capacity);
    CHECK(status == CLD_OK || n == status);
    for (i = 0; i < 2 && n > 0 && n <= capacity; i++)
        CHECK(cld_nurbs_validate(&parts[i], NULL) == CLD_OK);
    n = cld_nurbs_extract_bezier(&surface.view, parts, 64, &count, memory, capacity);
    CHECK(status == CLD_OK ? n > 0 && count > 0 : n == status);
    for (i = 0; i < count && count <= 64 && n > 0 && n <= capacity; i++)
        CHECK(cld_nurbs_validate(&parts[i], NULL) == CLD_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    cld_nurbs_fault fault;
    int status;
    in.data = data, in.left = size;
    fuzz_surface(&in);
    status = cld_nurbs_validate(&surface.view, &fault);
    CHECK(status == fault.status && status <= 0 && status >= CLD_STATUS_LAST);
    /* a stride that is too short for the net overlaps points, one that is too long would leave the
       test's own arrays: those surfaces are for validate alone */
    if (surface.view.stride_u > 15 * sizeof(cld_real)) return 0;
    fuzz_evaluate(&in, status == CLD_OK);
    fuzz_refine(&in, status);
#ifdef TEST_LIBFUZZER
    if (test_failures) abort();
#endif
    return 0;
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    static uint8_t data[4096];
    test_random r;
    int i, k, repeat, accepted = 0;
    if (fuzz_corpus(argc, argv) >= 0) return test_end();
    test_begin(argc, argv);
    r = test_random_from(1);
    repeat = argc > 2 ? atoi(argv[2]) : test_repeat(20000);
    for (i = 0; i < repeat; i++) {
        size_t size = (size_t)test_integer(&r, 0, (int)sizeof data);
        int tame = test_integer(&r, 0, 3); /* raw bytes above 240 are any bits: mostly refused */
        for (k = 0; k < (int)size; k++) data[k] = (uint8_t)(test_bits(&r) % (tame ? 240 : 256));
        if (test_integer(&r, 0, 1) && size > 0)
            data[0] = (uint8_t)(16 + test_integer(&r, 0, 3) * 2);
        LLVMFuzzerTestOneInput(data, size);
        accepted += cld_nurbs_validate(&surface.view, NULL) == CLD_OK;
    }
    printf("%d inputs, %d of them surfaces\n", repeat, accepted);
    CHECK(repeat < 1000 || accepted > repeat / 20);
    return test_end();
}
#endif
