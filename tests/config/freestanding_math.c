/* What COLLIDE_FREESTANDING puts in the place of the C library's functions, against these, bit for
 * bit. The names are the library's where they are not called as functions. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double (*const known_floor)(double) = floor;
static double (*const known_ceil)(double) = ceil;
static double (*const known_copysign)(double, double) = copysign;
static double (*const known_fabs)(double) = fabs;
static double (*const known_ldexp)(double, int) = ldexp;
static double (*const known_frexp)(double, int *) = frexp;
static double (*const known_fma)(double, double, double) = fma;

#define COLLIDE_FREESTANDING
#define COLLIDE_SQRT(x)  (sqrt)(x)
#define COLLIDE_SQRTF(x) (sqrtf)(x)
#define COLLIDE_SIN(x)   (sin)(x)
#define COLLIDE_COS(x)   (cos)(x)
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <string.h>

static uint64_t state = 1;

static uint64_t random_bits(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* NaN is equal to NaN, 0 is not equal to -0. */
static void check(double ours, double known, const char *what, double x, int n)
{
    if (memcmp(&ours, &known, sizeof ours) == 0 || (ours != ours && known != known)) return;
    printf("%s(%a, %d): %a, not %a\n", what, x, n, ours, known);
    exit(1);
}

static void check_all(double x, double y, int n)
{
    int ours, known;
    check(cld__floor(x), known_floor(x), "floor", x, 0);
    check(cld__ceil(x), known_ceil(x), "ceil", x, 0);
    check(cld__fabs(x), known_fabs(x), "fabs", x, 0);
    check(cld__copysign(x, y), known_copysign(x, y), "copysign", x, 0);
    check(cld__ldexp(x, n), known_ldexp(x, n), "ldexp", x, n);
    check(cld__frexp(x, &ours), known_frexp(x, &known), "frexp", x, 0);
    if (x - x == 0) check(ours, known, "exponent", x, 0);
}

static void check_fma(double x, double y, double z)
{
    const double ours = cld__fma(x, y, z), known = known_fma(x, y, z);
    if (memcmp(&ours, &known, sizeof ours) == 0 || (ours != ours && known != known)) return;
    printf("fma(%a, %a, %a): %a, not %a\n", x, y, z, ours, known);
    exit(1);
}

/* Sums of which little is left, halves of the last place, what is far below, what is not normal. */
static void check_fma_near(double x, double y, double z)
{
    const double p = x * y, tiny = known_ldexp(1, (int)(random_bits() % 200) - 100);
    check_fma(x, y, z);
    check_fma(x, y, -p), check_fma(x, y, p);
    check_fma(x, y, p * tiny), check_fma(x, y, -p * tiny);
    check_fma(x, known_ldexp(1, (int)(random_bits() % 2100) - 1074), z);
    check_fma(x, y * tiny, z), check_fma(1, x, y), check_fma(x, 1 + tiny, -x);
}

int main(void)
{
    static const double special[] = {0,      0.5,     1,       1.5,       4503599627370495.5,
                                     0x1p52, DBL_MIN, DBL_MAX, 0x1p-1074, 0x1p-1022 - 0x1p-1074};
    const int count = (int)(sizeof special / sizeof *special);
    int i, n;
    for (i = 0; i < 2 * count; i++) {
        const double x = i < count ? special[i] : -special[i - count];
        for (n = -2200; n <= 2200; n++) check_all(x, -1, n);
        for (n = 0; n < 4 * count * count; n++) {
            const double y = special[n / 2 % count], z = special[n / 2 / count % count];
            check_fma(x, y, n & 1 ? z : -z);
            check_fma(x, HUGE_VAL, n & 1 ? z : -HUGE_VAL), check_fma(y, x, -HUGE_VAL);
        }
        check_all(x, -0.0, INT_MAX), check_all(x, 0, -INT_MAX - 1);
    }
    check_all(HUGE_VAL, 1, 0), check_all(-HUGE_VAL, 1, -3000), check_all((double)NAN, -1, 1);
    for (i = 0; i < 1000000; i++) {
        const uint64_t bits = random_bits(), other = random_bits();
        double x, y;
        memcpy(&x, &bits, sizeof x), memcpy(&y, &other, sizeof y);
        check_all(x, y, (int)(random_bits() % 4400) - 2200); /* of any exponent */
        check_fma_near(x, y, known_ldexp(x, (int)(random_bits() % 120) - 60));
        check_fma_near(known_ldexp(x, -1000), y,
                       known_ldexp((double)(int64_t)random_bits(), -1000));
        x = y = known_ldexp((double)(int64_t)bits, -(int)(other % 64)); /* near whole numbers */
        check_all(x, y, (int)(other >> 32 & 63) - 1100);                /* down to the smallest */
        check_all(floor(x), -y, 0);
        check_fma_near(x, known_ldexp((double)(int64_t)other, -62), floor(x)); /* of like sizes */
    }
    return 0;
}
