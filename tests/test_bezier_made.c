/* [BEZIER] outlines as people make them: curves that share ends and tangents, copies that are
 * rounded, shifted or reversed, parts of one curve; beside exact roots.
 *     test_bezier_made [seed]
 *     test_bezier_made [seed] --table 10000      pairs of each kind: what is wrong, and the time */
#include "test.h"

#include "judge_meetings.h"
#include "made_outlines.h"

#include <time.h>

static cld_bezier curve_of(const made_curve *m)
{
    cld_bezier c;
    int i;
    memset(&c, 0, sizeof c);
    c.degree = m->degree;
    for (i = 0; i <= m->degree; i++) {
        volatile cld_real x = (cld_real)m->p[i][0], y = (cld_real)m->p[i][1];
        c.points[i].x = x, c.points[i].y = y;
    }
    return c;
}

static void numbers_of(const cld_bezier *c, double p[4][2])
{
    int i;
    for (i = 0; i <= c->degree; i++)
        p[i][0] = (double)c->points[i].x, p[i][1] = (double)c->points[i].y;
}

/* What multiplies the numbers to whole ones. */
static int shift_of(const cld_bezier *a, const cld_bezier *b)
{
    int i, k, shift = 0, exponent;
    for (k = 0; k < 2; k++)
        for (i = 0; i <= (k ? b : a)->degree; i++) {
            const cld_vec2 p = (k ? b : a)->points[i];
            const double xy[2] = {(double)p.x, (double)p.y};
            int n;
            for (n = 0; n < 2; n++) {
                double whole = frexp(fabs(xy[n]), &exponent);
                int bits = 0;
                if (!(whole > 0)) continue;
                while (whole > floor(whole)) whole *= 2, bits++;
                if (bits - exponent > shift || (k == 0 && i == 0 && n == 0))
                    shift = bits - exponent;
            }
        }
    return shift;
}

/* The header's bounds: what is told as a point is on both curves to 2^-43 of the size of both, a
   common part to 2^-40 of that of the smaller one; points are told apart from 2^-48 on. */
static const judge_bounds promised = {1.1368683772161603e-13, 9.0949470177292824e-13,
                                      3.5527136788005009e-15, 0};

static void judge_pair(const cld_bezier *a, const cld_bezier *b, const cld__meetings *m,
                       judge_counts *counts)
{
    double p[4][2], q[4][2];
    judge_spot spots[CLD__MEET_MOST];
    int i;
    numbers_of(a, p), numbers_of(b, q);
    for (i = 0; i < m->count; i++) {
        spots[i].a_from = m->spots[i].a_from, spots[i].a_to = m->spots[i].a_to;
        spots[i].b_from = m->spots[i].b_from, spots[i].b_to = m->spots[i].b_to;
    }
    judge_meetings(p, a->degree, q, b->degree, shift_of(a, b), spots, m->count, &promised, counts);
}

static void print_pair(const cld_bezier *a, const cld_bezier *b, const cld__meetings *m)
{
    int i, k;
    for (k = 0; k < 2; k++) {
        const cld_bezier *c = k ? b : a;
        printf("   %d {", c->degree);
        for (i = 0; i <= c->degree; i++)
            printf("{%.17g, %.17g}, ", (double)c->points[i].x, (double)c->points[i].y);
        printf("}\n");
    }
    for (i = 0; i < m->count; i++)
        printf("   a %.17g .. %.17g, b %.17g .. %.17g\n", m->spots[i].a_from, m->spots[i].a_to,
               m->spots[i].b_from, m->spots[i].b_to);
}

static int is_good(const judge_counts *c)
{
    return c->lost + c->wrong + c->doubled + c->ends == 0;
}

static void meet(const cld_bezier *a, const cld_bezier *b, cld__meetings *m)
{
    cld__curve c, d;
    (void)cld__curve_from(a, &c), (void)cld__curve_from(b, &d);
    cld__curves_meet(&c, &d, m);
}

static void made_pairs_agree(void)
{
    const int repeat = test_repeat(100000);
    made_random r;
    int i;
    r.state = test_seed;
    for (i = 0; i < repeat; i++) {
        judge_counts counts = {0, 0, 0, 0, 0};
        made_curve pair[2];
        cld_bezier a, b;
        cld__meetings m;
        made_pair(&r, i % MADE_KINDS, i / MADE_KINDS % MADE_POSES, pair);
        a = curve_of(&pair[0]), b = curve_of(&pair[1]);
        meet(&a, &b, &m);
        judge_pair(&a, &b, &m, &counts);
        if (!CHECK(is_good(&counts)) && test_failures <= 20) {
            printf("   pair %d, %s: lost %d, wrong %d, doubled %d, ends %d\n", i,
                   made_kind_name(i % MADE_KINDS), counts.lost, counts.wrong, counts.doubled,
                   counts.ends);
            print_pair(&a, &b, &m);
        }
    }
}

/* ------------------------------------------------------------------------------------- the table */

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int by_size(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void table(int count)
{
    enum { CALLS = 16 };
    double *times = (double *)malloc((size_t)count * sizeof *times);
    int kind, i, k;
    printf("%-17s %8s %6s %6s %7s %5s %10s %9s %9s %9s\n", "kind", "pairs", "lost", "wrong",
           "doubled", "ends", "apart", "median", "mean", "worst us");
    for (kind = 0; kind < MADE_KINDS && times; kind++) {
        judge_counts counts = {0, 0, 0, 0, 0};
        double sum = 0;
        made_random r;
        r.state = test_seed + (uint64_t)kind;
        for (i = 0; i < count; i++) {
            made_curve pair[2];
            cld_bezier a, b;
            cld__meetings m;
            double start;
            made_pair(&r, kind, i % MADE_POSES, pair);
            a = curve_of(&pair[0]), b = curve_of(&pair[1]);
            meet(&a, &b, &m);
            judge_pair(&a, &b, &m, &counts);
            start = seconds();
            for (k = 0; k < CALLS; k++) meet(&a, &b, &m);
            times[i] = (seconds() - start) / CALLS * 1e6;
            sum += times[i];
        }
        qsort(times, (size_t)count, sizeof *times, by_size);
        printf("%-17s %8d %6d %6d %7d %5d %10.2g %9.2f %9.2f %9.1f\n", made_kind_name(kind), count,
               counts.lost, counts.wrong, counts.doubled, counts.ends, counts.apart,
               times[count / 2], sum / count, times[count - 1]);
        fflush(stdout);
    }
    free(times);
}

int main(int argc, char **argv)
{
    const int pairs = test_option(&argc, argv, "--table", 0);
    test_begin(argc, argv);
    if (pairs > 0) {
        table(pairs);
        return 0;
    }
    TEST(made_pairs_agree);
    return test_end();
}
