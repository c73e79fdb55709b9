/* What the fuzzers share: an input that is taken apart number by number, the entry of libFuzzer,
 * and a driver that makes random inputs where there is no libFuzzer.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -DTEST_LIBFUZZER -I. tests/fuzz_<name>.c -lm
 *
 * A fuzzer defines fuzz_run and, unless TEST_LIBFUZZER is defined, main, which calls fuzz_random.
 * Inputs worth keeping are in tests/corpus/<name>/; the programs' --corpus runs them again.
 * After test.h. FUZZ_EXPONENT, if defined before: numbers of any size go up to about 2^that. */
#ifndef COLLIDE_FUZZ_H
#define COLLIDE_FUZZ_H

#include "fuzz_input.h"

#ifndef FUZZ_EXPONENT
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 126 : 1020)
#endif

/* Mostly small whole numbers, which make points, edges and planes coincide; fractions; any size;
   any bits at all. */
static cld_real fuzz_real(fuzz_input *in)
{
    int b = fuzz_byte(in), most = FUZZ_EXPONENT;
    cld_real x;
    if (b < 200) return (cld_real)((b - 100) / 12);
    if (b < 230) return (cld_real)(fuzz_byte(in) / 17.0 - 7);
    if (b < 245) return (cld_real)ldexp(fuzz_byte(in) - 127.5, fuzz_byte(in) * most / 128 - most);
    fuzz_take(in, &x, sizeof x);
    return x;
}

static TEST_UNUSED cld_vec2 fuzz_vec2(fuzz_input *in)
{
    cld_vec2 v;
    v.x = fuzz_real(in);
    v.y = fuzz_real(in);
    return v;
}

static TEST_UNUSED int fuzz_finite(cld_vec2 v)
{
    return test_is_finite((double)v.x) && test_is_finite((double)v.y);
}

static TEST_UNUSED cld_vec3 fuzz_vec3(fuzz_input *in)
{
    cld_vec3 v;
    v.x = fuzz_real(in), v.y = fuzz_real(in), v.z = fuzz_real(in);
    return v;
}

static TEST_UNUSED int fuzz_finite3(cld_vec3 v)
{
    return test_is_finite((double)v.x) && test_is_finite((double)v.y) &&
           test_is_finite((double)v.z);
}

/* Asks all that is to be asked about one input. */
static void fuzz_run(fuzz_input *in);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    in.data = data, in.left = size;
    fuzz_run(&in);
#ifdef TEST_LIBFUZZER
    if (test_failures) {
        fflush(stdout);
        abort();
    }
#endif
    return 0;
}

#ifndef TEST_LIBFUZZER
/* Random inputs, argv[2] or test_repeat(full) of them; argv[1] is the seed. Or, after --corpus, the
   files that follow. Returns how many. */
static int fuzz_random(int argc, char **argv, int full)
{
    static uint8_t data[4096];
    test_random r;
    int i, k, filled = 0, repeat = fuzz_corpus(argc, argv);
    if (repeat >= 0) return repeat;
    test_begin(argc, argv);
    r = test_random_from(1);
    repeat = argc > 2 ? atoi(argv[2]) : test_repeat(full);
    for (i = 0; i < repeat; i++) {
        size_t size = (size_t)test_integer(&r, 0, (int)sizeof data);
        long before = test_failures;
        int tame = test_integer(&r, 0, 7); /* how large bytes get: what fuzz_real makes of them */
        int most = tame < 3 ? 200 : tame < 5 ? 230 : tame < 7 ? 245 : 256;
        for (k = 0; k < (int)size; k++) data[k] = (uint8_t)(test_bits(&r) % (uint64_t)most);
        if (test_integer(&r, 0, 9) == 0 && size > 100) memset(data, test_integer(&r, 0, 255), 50);
        LLVMFuzzerTestOneInput(data, size);
        if (test_failures > before && before < 20) printf("    in input %d\n", i);
        filled += size > 0;
    }
    CHECK(repeat < 1000 || filled > repeat / 2);
    return repeat;
}
#endif

#endif
