/* Oracle for two Bezier curves that meet: where exactly. The curve b satisfies an equation
 * f(x, y) = 0 whose polynomial is a determinant of Bezout's; f(a(s)) is a polynomial of degree 9 at
 * most whose coefficients are whole numbers here, of as many words as it takes, and whose roots are
 * isolated by Descartes' rule on halves of 0..1. So what is told does not depend on any rounding: a
 * root alone in its interval is one, what is not resolved after 2^-50 is a cluster. Which of the
 * roots are in b's 0..1 is then a matter of long double. Nothing of the library is used. */
#ifndef COLLIDE_ORACLE_BEZIER_ROOTS_H
#define COLLIDE_ORACLE_BEZIER_ROOTS_H

#include "oracle_bezier_curves.h"

#include <stdint.h>
#include <string.h>

/* ----- whole numbers: a sign and a size, the lowest word first */

enum { ORACLE_WORDS = 40 };

typedef struct oracle_whole {
    int sign, count; /* count: words in use */
    uint32_t word[ORACLE_WORDS];
} oracle_whole;

static ORACLE_UNUSED void oracle_whole_trim(oracle_whole *x)
{
    while (x->count > 0 && x->word[x->count - 1] == 0) x->count--;
    if (x->count == 0) x->sign = 0;
}

/* x * 2^shift, which must be whole */
static ORACLE_UNUSED oracle_whole oracle_whole_from(double x, int shift)
{
    oracle_whole w;
    int exponent, i;
    uint64_t bits;
    memset(&w, 0, sizeof w);
    if (!(x < 0 || x > 0)) return w;
    w.sign = x < 0 ? -1 : 1;
    bits = (uint64_t)ldexp(fabs(frexp(x, &exponent)), 53);
    exponent += shift - 53;
    while (exponent < 0) bits >>= 1, exponent++;
    for (i = 0; i < 64; i++)
        if (bits >> i & 1) {
            const int at = i + exponent;
            w.word[at / 32] |= (uint32_t)1 << at % 32;
            if (w.count < at / 32 + 1) w.count = at / 32 + 1;
        }
    return w;
}

static ORACLE_UNUSED int oracle_whole_larger(const oracle_whole *x, const oracle_whole *y)
{
    int i;
    if (x->count != y->count) return x->count > y->count;
    for (i = x->count - 1; i >= 0; i--)
        if (x->word[i] != y->word[i]) return x->word[i] > y->word[i];
    return 0;
}

/* x + sign * y */
static ORACLE_UNUSED void oracle_whole_sum(const oracle_whole *x, const oracle_whole *y, int sign,
                                           oracle_whole *out)
{
    const int y_sign = y->sign * sign, apart = x->sign != y_sign && x->sign != 0 && y_sign != 0;
    const int swap = oracle_whole_larger(y, x);
    const oracle_whole *large = swap ? y : x, *less = swap ? x : y;
    oracle_whole sum;
    int64_t carry = 0;
    int i;
    memset(&sum, 0, sizeof sum);
    sum.count = large->count;
    sum.sign = swap ? y_sign : x->sign;
    for (i = 0; i < large->count; i++) {
        const int64_t other = i < less->count ? (int64_t)less->word[i] : 0;
        carry += (int64_t)large->word[i] + (apart ? -other : other);
        sum.word[i] = (uint32_t)((uint64_t)carry & 0xffffffffu);
        carry = carry < 0 ? -1 : carry >> 32;
    }
    if (carry > 0 && sum.count < ORACLE_WORDS) sum.word[sum.count++] = (uint32_t)carry;
    oracle_whole_trim(&sum);
    *out = sum;
}

static ORACLE_UNUSED void oracle_whole_product(const oracle_whole *x, const oracle_whole *y,
                                               oracle_whole *out)
{
    oracle_whole p;
    int i, k;
    memset(&p, 0, sizeof p);
    p.sign = x->sign * y->sign;
    for (i = 0; p.sign && i < x->count; i++) {
        uint64_t carry = 0;
        for (k = 0; k < y->count || carry; k++) {
            if (i + k >= ORACLE_WORDS) break;
            carry += p.word[i + k] + (k < y->count ? (uint64_t)x->word[i] * y->word[k] : 0);
            p.word[i + k] = (uint32_t)carry, carry >>= 32;
        }
    }
    p.count = p.sign ? x->count + y->count : 0;
    if (p.count > ORACLE_WORDS) p.count = ORACLE_WORDS;
    oracle_whole_trim(&p);
    *out = p;
}

/* times 2^by */
static ORACLE_UNUSED void oracle_whole_shift(oracle_whole *x, int by)
{
    uint32_t carry = 0;
    int i;
    for (; by >= 16; by -= 16) oracle_whole_shift(x, 15), oracle_whole_shift(x, 1);
    if (by == 0 || x->sign == 0) return;
    for (i = 0; i < x->count; i++) {
        const uint32_t w = x->word[i];
        x->word[i] = w << by | carry, carry = w >> (32 - by);
    }
    if (carry && x->count < ORACLE_WORDS) x->word[x->count++] = carry;
}

static ORACLE_UNUSED oracle_real oracle_whole_value(const oracle_whole *x, int minus)
{
    oracle_real value = 0;
    int i;
    for (i = x->count - 1; i >= 0 && i >= x->count - 4; i--)
        value += ldexpl((oracle_real)x->word[i], 32 * i - minus);
    return x->sign * value;
}

/* ----- polynomials of whole numbers */

typedef struct oracle_whole_poly {
    int degree;
    oracle_whole c[10];
} oracle_whole_poly;

static ORACLE_UNUSED void oracle_poly_add(oracle_whole_poly *x, const oracle_whole_poly *y,
                                          const oracle_whole *times)
{
    int i;
    for (i = 0; i <= y->degree; i++) {
        oracle_whole p;
        oracle_whole_product(&y->c[i], times, &p);
        oracle_whole_sum(&x->c[i], &p, 1, &x->c[i]);
    }
    if (x->degree < y->degree) x->degree = y->degree;
}

static ORACLE_UNUSED void oracle_poly_product(const oracle_whole_poly *x,
                                              const oracle_whole_poly *y, oracle_whole_poly *out)
{
    oracle_whole_poly p;
    int i, k;
    memset(&p, 0, sizeof p);
    p.degree = x->degree + y->degree;
    for (i = 0; i <= x->degree; i++)
        for (k = 0; k <= y->degree; k++) {
            oracle_whole w;
            oracle_whole_product(&x->c[i], &y->c[k], &w);
            oracle_whole_sum(&p.c[i + k], &w, 1, &p.c[i + k]);
        }
    *out = p;
}

/* The coordinates' powers of t, from control points: whole ones. */
static ORACLE_UNUSED void oracle_powers(const oracle_whole *v, int degree, oracle_whole_poly *out)
{
    static const int weight[4][4][4] = {{{1}},
                                        {{1}, {-1, 1}},
                                        {{1}, {-2, 2}, {1, -2, 1}},
                                        {{1}, {-3, 3}, {3, -6, 3}, {-1, 3, -3, 1}}};
    int i, k;
    memset(out, 0, sizeof *out);
    out->degree = degree;
    for (i = 0; i <= degree; i++)
        for (k = 0; k <= i; k++) {
            const oracle_whole w = oracle_whole_from(weight[degree][i][k], 0);
            oracle_whole p;
            oracle_whole_product(&v[k], &w, &p);
            oracle_whole_sum(&out->c[i], &p, 1, &out->c[i]);
        }
}

/* l_ij of Bezout's matrix at the points of a: the determinant of (a, 1), (b_i, 1), (b_j, 1), times
   both binomials; b relative to a's start, a by its powers. */
static ORACLE_UNUSED void oracle_bezout_entry(const oracle_whole_poly a[2], oracle_whole b[2][4],
                                              int degree, int i, int k, oracle_whole_poly *out)
{
    static const int binomial[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    const oracle_whole w = oracle_whole_from(binomial[degree][i] * binomial[degree][k], 0);
    oracle_whole x, y, p, q;
    oracle_whole_poly sum;
    memset(&sum, 0, sizeof sum);
    oracle_whole_sum(&b[1][i], &b[1][k], -1, &x); /* x (b_i.y - b_k.y) */
    oracle_whole_sum(&b[0][k], &b[0][i], -1, &y);
    oracle_whole_product(&b[0][i], &b[1][k], &p);
    oracle_whole_product(&b[0][k], &b[1][i], &q);
    oracle_whole_sum(&p, &q, -1, &sum.c[0]);
    oracle_poly_add(&sum, &a[0], &x);
    oracle_poly_add(&sum, &a[1], &y);
    memset(out, 0, sizeof *out);
    oracle_poly_add(out, &sum, &w);
}

/* f(a(s)) by its powers of s. */
static ORACLE_UNUSED void oracle_resultant(const oracle_whole_poly a[2], oracle_whole b[2][4],
                                           int degree, oracle_whole_poly *out)
{
    const oracle_whole one = oracle_whole_from(1, 0), minus = oracle_whole_from(-1, 0);
    const oracle_whole two = oracle_whole_from(2, 0);
    oracle_whole_poly l10, l20, l30, l21, l31, l32, p, q;
    oracle_bezout_entry(a, b, degree, 1, 0, &l10);
    if (degree == 1) {
        *out = l10;
        return;
    }
    oracle_bezout_entry(a, b, degree, 2, 0, &l20);
    oracle_bezout_entry(a, b, degree, 2, 1, &l21);
    if (degree == 2) {
        oracle_poly_product(&l21, &l10, out);
        oracle_poly_product(&l20, &l20, &p);
        oracle_poly_add(out, &p, &minus);
        return;
    }
    oracle_bezout_entry(a, b, degree, 3, 0, &l30);
    oracle_bezout_entry(a, b, degree, 3, 1, &l31);
    oracle_bezout_entry(a, b, degree, 3, 2, &l32);
    oracle_poly_add(&l21, &l30, &one); /* the middle of the matrix */
    /* l32 (m l10 - l20^2) - l31 (l31 l10 - l20 l30) + l30 (l31 l20 - m l30) */
    oracle_poly_product(&l32, &l21, &p), oracle_poly_product(&p, &l10, out);
    oracle_poly_product(&l20, &l20, &p), oracle_poly_product(&p, &l32, &q);
    oracle_poly_add(out, &q, &minus);
    oracle_poly_product(&l31, &l31, &p), oracle_poly_product(&p, &l10, &q);
    oracle_poly_add(out, &q, &minus);
    oracle_poly_product(&l31, &l20, &p), oracle_poly_product(&p, &l30, &q);
    oracle_poly_add(out, &q, &two);
    oracle_poly_product(&l30, &l30, &p), oracle_poly_product(&p, &l21, &q);
    oracle_poly_add(out, &q, &minus);
}

/* Bernstein coefficients, all of them times 252 (what all binomials of 9 divide). */
static ORACLE_UNUSED void oracle_bernstein(const oracle_whole_poly *p, oracle_whole b[10])
{
    static const int choose[10][10] = {{1},
                                       {1, 1},
                                       {1, 2, 1},
                                       {1, 3, 3, 1},
                                       {1, 4, 6, 4, 1},
                                       {1, 5, 10, 10, 5, 1},
                                       {1, 6, 15, 20, 15, 6, 1},
                                       {1, 7, 21, 35, 35, 21, 7, 1},
                                       {1, 8, 28, 56, 70, 56, 28, 8, 1},
                                       {1, 9, 36, 84, 126, 126, 84, 36, 9, 1}};
    int i, k;
    for (i = 0; i <= 9; i++) {
        memset(&b[i], 0, sizeof b[i]);
        for (k = 0; k <= i && k <= p->degree; k++) {
            const oracle_whole w = oracle_whole_from(252 / choose[9][k] * choose[i][k], 0);
            oracle_whole q;
            oracle_whole_product(&p->c[k], &w, &q);
            oracle_whole_sum(&b[i], &q, 1, &b[i]);
        }
    }
}

/* ----- roots */

typedef struct oracle_root {
    oracle_real low, high; /* on a: the same, but for a cluster */
    int is_cluster;        /* not resolved: one or more, or none but nearly */
    int crosses;           /* f changes its sign there */
} oracle_root;

enum { ORACLE_ROOTS = 24 };

typedef struct oracle_roots {
    oracle_root root[ORACLE_ROOTS];
    int count;
    int coincide; /* f(a(s)) is 0 for all s */
} oracle_roots;

static ORACLE_UNUSED void oracle_root_add(oracle_roots *r, oracle_real low, oracle_real high,
                                          int is_cluster, int crosses)
{
    oracle_root *last = r->count ? &r->root[r->count - 1] : NULL;
    if (last && low <= last->high) { /* neighbours */
        last->high = high;
        last->is_cluster |= is_cluster;
        last->crosses ^= crosses;
        return;
    }
    if (r->count == ORACLE_ROOTS) return;
    last = &r->root[r->count++];
    last->low = low, last->high = high, last->is_cluster = is_cluster, last->crosses = crosses;
}

/* The single root of the polynomial in 0..1, whose ends have different signs. */
static ORACLE_UNUSED oracle_real oracle_single_root(const oracle_whole b[10])
{
    oracle_real v[10], low = 0, high = 1;
    int i, k, n, most = 0, first = 0, sign;
    for (i = 0; i < 10; i++)
        if (b[i].sign && 32 * b[i].count > most) most = 32 * b[i].count;
    for (i = 0; i < 10; i++) v[i] = oracle_whole_value(&b[i], most);
    while (b[first].sign == 0) first++;
    sign = b[first].sign;
    for (n = 0; n < 70; n++) {
        const oracle_real t = 0.5L * (low + high);
        oracle_real p[10];
        memcpy(p, v, sizeof p);
        for (k = 9; k > 0; k--)
            for (i = 0; i < k; i++) p[i] += t * (p[i + 1] - p[i]);
        if (p[0] * sign > 0)
            low = t;
        else
            high = t;
    }
    return 0.5L * (low + high);
}

/* The roots inside start .. start + width, where the polynomial has these coefficients. */
static ORACLE_UNUSED void oracle_isolate(const oracle_whole b[10], oracle_real start,
                                         oracle_real width, int depth, oracle_roots *r)
{
    oracle_whole left[10], right[10];
    int i, k, changes = 0, last = 0;
    for (i = 0; i < 10; i++) {
        if (b[i].sign == 0) continue;
        changes += last != 0 && b[i].sign != last;
        last = b[i].sign;
    }
    if (changes == 0) return;
    if (changes == 1 && depth >= 4) {
        const oracle_real at = start + width * oracle_single_root(b);
        oracle_root_add(r, at, at, 0, 1);
        return;
    }
    if (depth == 50) {
        oracle_root_add(r, start, start + width, 1, changes & 1);
        return;
    }
    for (i = 0; i < 10; i++) right[i] = b[i];
    for (k = 0; k < 10; k++) { /* sums instead of means: level k has 2^k too much */
        left[k] = right[0];
        oracle_whole_shift(&left[k], 9 - k);
        for (i = 0; i + k < 9; i++) oracle_whole_sum(&right[i], &right[i + 1], 1, &right[i]);
    }
    for (k = 0; k < 10; k++) oracle_whole_shift(&right[k], k);
    oracle_isolate(left, start, width / 2, depth + 1, r);
    if (right[0].sign == 0) { /* exactly in the middle; it crosses if the next signs differ */
        int before = 0, after = 0;
        for (i = 0; i < 10; i++) before = left[i].sign ? left[i].sign : before;
        for (i = 9; i >= 0; i--) after = right[i].sign ? right[i].sign : after;
        oracle_root_add(r, start + width / 2, start + width / 2, 0, before != after);
    }
    oracle_isolate(right, start + width / 2, width / 2, depth + 1, r);
}

/* Where a meets b, extended beyond its ends, in order; coordinates times 2^shift are whole. */
static ORACLE_UNUSED void oracle_meet(double a[4][2], int a_degree, double b[4][2], int b_degree,
                                      int shift, oracle_roots *r)
{
    oracle_whole_poly power[2], f;
    oracle_whole base[2], v[4], other[2][4], bernstein[10];
    int i, k, zero = 1;
    memset(r, 0, sizeof *r);
    for (k = 0; k < 2; k++) {
        base[k] = oracle_whole_from(a[0][k], shift);
        for (i = 0; i <= a_degree; i++) {
            v[i] = oracle_whole_from(a[i][k], shift);
            oracle_whole_sum(&v[i], &base[k], -1, &v[i]);
        }
        oracle_powers(v, a_degree, &power[k]);
        for (i = 0; i <= b_degree; i++) {
            other[k][i] = oracle_whole_from(b[i][k], shift);
            oracle_whole_sum(&other[k][i], &base[k], -1, &other[k][i]);
        }
    }
    oracle_resultant(power, other, b_degree, &f);
    oracle_bernstein(&f, bernstein);
    for (i = 0; i < 10; i++) zero &= bernstein[i].sign == 0;
    r->coincide = zero;
    if (zero) return;
    if (bernstein[0].sign == 0) oracle_root_add(r, 0, 0, 0, 1);
    oracle_isolate(bernstein, 0, 1, 0, r);
    if (bernstein[9].sign == 0) oracle_root_add(r, 1, 1, 0, 1);
}

#endif
