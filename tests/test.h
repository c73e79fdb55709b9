/* What every test program of collide.h starts from: checks, random numbers, an allocator that
 * counts and that fails on demand. Usage:
 *
 *     #include "test.h"                       // brings collide.h with its implementation
 *     static void boxes_that_touch(void) { CHECK(cld_obb_overlap(&a, &b) == 1); }
 *     int main(int argc, char **argv)
 *     {
 *         test_begin(argc, argv);
 *         TEST(boxes_that_touch);
 *         return test_end();
 *     }
 *
 * A program that needs no private name is linked with the library (collide_linked in
 * CMakeLists.txt, TEST_LINKED here) and compiles in a moment. The seed of all random input is
 * argv[1] or a fixed number, and is printed. The environment variable TEST_EFFORT (per cent,
 * default 100) scales the repetitions that test_repeat gives: sanitizer builds run with less. With
 * TEST_ONLY=text only the tests run whose names contain the text; TEST_ONLY=!text,text: those that
 * contain none of these. */
#ifndef COLLIDE_TEST_H
#define COLLIDE_TEST_H

#ifndef TEST_LINKED
#ifndef COLLIDE_ASSERT /* the tests check the preconditions of private functions */
#include <assert.h>
#define COLLIDE_ASSERT(x) assert(x)
#endif
#define COLLIDE_IMPLEMENTATION
#endif
#include "collide.h"
#ifdef _WIN32 /* of <windows.h>, which the implementation includes for its threads */
#undef near
#undef far
#endif
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef COLLIDE_DOUBLE
#define TEST_REAL_NAME "double"
#define TEST_ROUND     1.1102230246251565e-16 /* unit roundoff of cld_real */
#else
#define TEST_REAL_NAME "float"
#define TEST_ROUND     5.9604644775390625e-8
#endif

#ifdef CLD__SIMD_NAME
#define TEST_SIMD_NAME CLD__SIMD_NAME
#else
#define TEST_SIMD_NAME "SIMD as the flags say" /* the library is linked: TEST_LINKED */
#endif

#define TEST_NAN      ((double)NAN)
#define TEST_INFINITY ((double)INFINITY)

#if defined(__GNUC__) || defined(__clang__)
#define TEST_UNUSED __attribute__((unused))
#else
#define TEST_UNUSED
#endif

/* --------------------------------------------------------------------------------------- checks */

static long test_checks, test_failures;
static double test_effort = 100;
static uint64_t test_seed;

/* Counts a check; prints the first failures of a program, so that a loop of millions stays
   readable. */
/* The upper halves of AVX registers, left full, make all SSE instructions after them several times
   slower: a library compiled for AVX clears them before it returns, or programs compiled without
   AVX pay for it. 1 where they are left full, as far as a test program that is compiled so can ask
   the processor (XGETBV with ECX = 1: which parts of the state are in use), else 0. */
#if defined(TEST_LINKED) && defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX__)
#include <cpuid.h>
static TEST_UNUSED int test_upper_halves(void)
{
    static int able = -1;
    unsigned a, b, c, d;
    if (able < 0) {
        able = __get_cpuid(1, &a, &b, &c, &d) && (c >> 27 & 1) &&
               __get_cpuid_count(13, 1, &a, &b, &c, &d) && (a >> 2 & 1);
    }
    if (!able) return 0;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a >> 2 & 1;
}
#else
static TEST_UNUSED int test_upper_halves(void)
{
    return 0;
}
#endif

static TEST_UNUSED int test_check(int good, const char *file, int line, const char *text)
{
    test_checks++;
    if (good) return 1;
    if (test_failures++ < 20) printf("%s:%d: failed: %s\n", file, line, text);
    return 0;
}

/* 1 if |a - b| <= tolerance; NaN never passes. */
static TEST_UNUSED int test_check_near(double a, double b, double tolerance, const char *file,
                                       int line, const char *text)
{
    int good = fabs(a - b) <= tolerance;
    if (!good && test_failures < 20) {
        printf("    %.17g and %.17g differ by %.3g, allowed %.3g\n", a, b, fabs(a - b), tolerance);
    }
    return test_check(good, file, line, text);
}

/* Both have the value 1 or 0, so that a test can print what it had in hand:
   if (!CHECK(x)) printf(...). The tolerance of CHECK_NEAR is derived: say from what beside it. */
#define CHECK(x) test_check((x) ? 1 : 0, __FILE__, __LINE__, #x)
#define CHECK_NEAR(a, b, tolerance)                                                                \
    test_check_near((double)(a), (double)(b), (double)(tolerance), __FILE__, __LINE__, #a " ~ " #b)

#define TEST(function) test_run(function, #function)

/* Returns 1 if the name contains one of the texts of a list, which commas part. */
static TEST_UNUSED int test_without(const char *texts, const char *name)
{
    for (; *texts; texts += *texts == ',') {
        const size_t length = strcspn(texts, ",");
        for (const char *at = name; length && *at; at++)
            if (strncmp(at, texts, length) == 0) return 1;
        texts += length;
    }
    return 0;
}

static TEST_UNUSED void test_run(void (*function)(void), const char *name)
{
    const char *only = getenv("TEST_ONLY");
    long before = test_failures;
    if (only && *only != '!' && !strstr(name, only)) return;
    if (only && *only == '!' && test_without(only + 1, name)) return;
    function();
    printf("%-4s %s\n", test_failures == before ? "ok" : "FAIL", name);
    fflush(stdout);
}

static TEST_UNUSED void test_begin(int argc, char **argv)
{
    const char *effort = getenv("TEST_EFFORT");
    test_seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 20260101u;
    if (effort && atof(effort) > 0) test_effort = atof(effort);
    printf("%s, %s, seed %llu, effort %g%%\n", TEST_REAL_NAME, TEST_SIMD_NAME,
           (unsigned long long)test_seed, test_effort);
}

/* Prints the sum and gives main its exit code. */
static TEST_UNUSED int test_end(void)
{
    printf("%ld checks, %ld failed\n", test_checks, test_failures);
    return test_failures != 0;
}

/* How often to repeat what is worth `full` repetitions at full effort; at least once. */
static TEST_UNUSED int test_repeat(int full)
{
    double n = full * test_effort / 100;
    return n < 1 ? 1 : (int)n;
}

/* May the library's products be fused into sums (TEST_FUSED)? Then what is else the same bit for bit
   is the same but for rounding. */
static TEST_UNUSED int test_fused(void)
{
    const char *fused = getenv("TEST_FUSED");
    return fused && *fused;
}

/* The number after the option `name`, which with all that follows it is taken off the arguments; or
   `otherwise`. */
static TEST_UNUSED int test_option(int *argc, char **argv, const char *name, int otherwise)
{
    int i;
    for (i = 1; i + 1 < *argc; i++)
        if (strcmp(argv[i], name) == 0) {
            *argc = i;
            return atoi(argv[i + 1]);
        }
    return otherwise;
}

/* --------------------------------------------------------------------------------- random numbers
   splitmix64 (Steele, Lea, Flood 2014). Start each test with test_random_from(its own number), so
   that a failure repeats when the test runs alone. */

typedef struct test_random {
    uint64_t state;
} test_random;

static TEST_UNUSED uint64_t test_bits(test_random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Seed and stream are both scrambled: neighbouring seeds have nothing in common. */
static TEST_UNUSED test_random test_random_from(uint64_t stream)
{
    test_random r;
    r.state = test_seed;
    r.state = test_bits(&r) + stream * 0xd1342543de82ef95u;
    r.state = test_bits(&r);
    return r;
}

/* No NaN, no infinity. */
static TEST_UNUSED int test_is_finite(double x)
{
    return x - x == 0;
}

/* Uniform in [low, high). */
static TEST_UNUSED double test_between(test_random *r, double low, double high)
{
    return low + (high - low) * ((double)(test_bits(r) >> 11) * (1.0 / 9007199254740992.0));
}

/* Uniform among low .. high. */
static TEST_UNUSED int test_integer(test_random *r, int low, int high)
{
    return low + (int)(test_bits(r) % (uint64_t)((int64_t)high - low + 1));
}

/* A uniformly distributed rotation (quaternion of four normal-ish numbers, rejection in the
   ball). */
static TEST_UNUSED cld_mat3 test_rotation(test_random *r)
{
    double q[4], n;
    cld_mat3 m;
    int i;
    do {
        for (n = 0, i = 0; i < 4; i++) {
            q[i] = test_between(r, -1, 1);
            n += q[i] * q[i];
        }
    } while (n > 1 || n < 0.01);
    for (n = 1 / sqrt(n), i = 0; i < 4; i++) q[i] *= n;
    m.x.x = (cld_real)(1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    m.x.y = (cld_real)(2 * (q[1] * q[2] + q[3] * q[0]));
    m.x.z = (cld_real)(2 * (q[1] * q[3] - q[2] * q[0]));
    m.y.x = (cld_real)(2 * (q[1] * q[2] - q[3] * q[0]));
    m.y.y = (cld_real)(1 - 2 * (q[1] * q[1] + q[3] * q[3]));
    m.y.z = (cld_real)(2 * (q[2] * q[3] + q[1] * q[0]));
    m.z.x = (cld_real)(2 * (q[1] * q[3] + q[2] * q[0]));
    m.z.y = (cld_real)(2 * (q[2] * q[3] - q[1] * q[0]));
    m.z.z = (cld_real)(1 - 2 * (q[1] * q[1] + q[2] * q[2]));
    return m;
}

static TEST_UNUSED cld_pose test_pose(test_random *r, double reach)
{
    cld_pose p;
    p.rotation = test_rotation(r);
    p.position.x = (cld_real)test_between(r, -reach, reach);
    p.position.y = (cld_real)test_between(r, -reach, reach);
    p.position.z = (cld_real)test_between(r, -reach, reach);
    return p;
}

/* ------------------------------------------------------------------------------------------ memory
   An allocator that knows what is live, checks the sizes that it is told, and fails on demand:

       test_memory memory;
       for (n = 1; n < 1000; n++) {               // out of memory at each allocation in turn
           test_memory_reset(&memory, n);
           workspace.allocator = test_allocator(&memory);
           status = query(&workspace);
           if (!memory.failed) break;                     // it needs fewer than n allocations
           CHECK(status == CLD_ERROR_MEMORY);
           cld_workspace_free(&workspace);
           CHECK(memory.live == 0);
       }                                                                                          */

typedef struct test_memory {
    long requests; /* allocations and enlargements so far */
    long fail_at;  /* the request, counted from 1, from which on all fail; 0: none */
    long failed;   /* requests that were refused */
    size_t live, peak;
    long blocks; /* live */
} test_memory;

static TEST_UNUSED void test_memory_reset(test_memory *memory, long fail_at)
{
    memset(memory, 0, sizeof *memory);
    memory->fail_at = fail_at;
}

#define TEST_MEMORY_HEADER 64
#define TEST_MEMORY_MARK   0x636f6c6cu

/* Each block has its size in front of it and a mark at both ends: writes outside show at once. */
static TEST_UNUSED void *test_realloc(void *context, void *memory, size_t old_size, size_t new_size)
{
    test_memory *m = (test_memory *)context;
    const uint32_t mark = TEST_MEMORY_MARK;
    char *raw = NULL;
    if (memory) {
        size_t known;
        raw = (char *)memory - TEST_MEMORY_HEADER;
        memcpy(&known, raw, sizeof known);
        CHECK(known == old_size);
        CHECK(memcmp(raw + TEST_MEMORY_HEADER - sizeof mark, &mark, sizeof mark) == 0);
        CHECK(memcmp(raw + TEST_MEMORY_HEADER + known, &mark, sizeof mark) == 0);
    } else {
        CHECK(old_size == 0);
    }
    if (new_size > old_size) {
        m->requests++;
        if (m->fail_at && m->requests >= m->fail_at) {
            m->failed++;
            return NULL;
        }
    }
    m->live = m->live - old_size + new_size;
    m->blocks += (memory == NULL) - (new_size == 0);
    if (m->live > m->peak) m->peak = m->live;
    if (!new_size) {
        free(raw);
        return NULL;
    }
    raw = (char *)realloc(raw, TEST_MEMORY_HEADER + new_size + sizeof mark);
    if (!raw) abort();
    memcpy(raw, &new_size, sizeof new_size);
    memcpy(raw + TEST_MEMORY_HEADER - sizeof mark, &mark, sizeof mark);
    memcpy(raw + TEST_MEMORY_HEADER + new_size, &mark, sizeof mark);
    return raw + TEST_MEMORY_HEADER;
}

static TEST_UNUSED cld_allocator test_allocator(test_memory *memory)
{
    cld_allocator a;
    a.realloc_fn = test_realloc;
    a.context = memory;
    return a;
}

#endif
