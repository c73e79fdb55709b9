/* [BEZIER] outlines as people make them: curves that share ends and tangents, copies that are
 * rounded, shifted or reversed, parts of one curve; beside exact roots.
 *     test_bezier_made [seed]
 *     test_bezier_made [seed] --table 10000      pairs of each kind: what is wrong, and the time */
#include "test.h"

#include "told_meetings.h"
#include "made_outlines.h"

#include <time.h>

static cld_bezier curve_of(const outline_curve *m)
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
static const told_bounds promised = {1.1368683772161603e-13, 9.0949470177292824e-13,
                                     3.5527136788005009e-15, 0};

static void judge_pair(const cld_bezier *a, const cld_bezier *b, const cld__meetings *m,
                       told_counts *counts)
{
    double p[4][2], q[4][2];
    told_spot spots[CLD__MEET_MOST];
    int i;
    numbers_of(a, p), numbers_of(b, q);
    for (i = 0; i < m->count; i++) {
        spots[i].a_from = m->spots[i].a_from, spots[i].a_to = m->spots[i].a_to;
        spots[i].b_from = m->spots[i].b_from, spots[i].b_to = m->spots[i].b_to;
    }
    told_meetings(p, a->degree, q, b->degree, shift_of(a, b), spots, m->count, &promised, counts);
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

static int is_good(const told_counts *c)
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
    outline_random r;
    int i;
    r.state = test_seed;
    for (i = 0; i < repeat; i++) {
        told_counts counts = {0, 0, 0, 0, 0};
        outline_curve pair[2];
        cld_bezier a, b;
        cld__meetings m;
        outline_pair(&r, i % OUTLINE_KINDS, i / OUTLINE_KINDS % OUTLINE_POSES, pair);
        a = curve_of(&pair[0]), b = curve_of(&pair[1]);
        meet(&a, &b, &m);
        judge_pair(&a, &b, &m, &counts);
        if (!CHECK(is_good(&counts)) && test_failures <= 20) {
            printf("   pair %d, %s: lost %d, wrong %d, doubled %d, ends %d\n", i,
                   outline_kind_name(i % OUTLINE_KINDS), counts.lost, counts.wrong, counts.doubled,
                   counts.ends);
            print_pair(&a, &b, &m);
        }
    }
}

/* ----- pairs that were wrong */

static cld_bezier cubic(const double *xy)
{
    outline_curve m;
    m.degree = 3;
    memcpy(m.p, xy, sizeof m.p);
    return curve_of(&m);
}

/* The curves meet in these points alone; ends are exact. */
static void check_points(const double *first, const double *second, int count, const double *at)
{
    const cld_bezier a = cubic(first), b = cubic(second);
    cld_path_meeting m[9];
    int i, found = cld_bezier_intersect(&a, &b, m, 9);
    if (!CHECK(found == count)) return;
    for (i = 0; i < count; i++) {
        CHECK(m[i].a_from == m[i].a_to && m[i].b_from == m[i].b_to);
        if (at[i] <= 0 || at[i] >= 1)
            CHECK((double)m[i].a_from == at[i] && (double)m[i].b_from == at[i]);
        else
            CHECK_NEAR(m[i].a_from, at[i], 1e-5);
    }
    CHECK(cld_bezier_intersect(&b, &a, m, 9) == count);
}

/* Pieces of icons and others that share a start, or nothing, and were told as common parts: they
   are up to 2e-3 of their size apart. */
static void near_copies_are_no_parts(void)
{
    static const double twinkle[2][8] = {
        {32, -4, 29.385603, -4.037368, 27.521489, -5.6117895, 26.646484, -8.21875},
        {32, -4, 29.385603, -4.037368, 27.519536, -5.611789, 26.644531, -8.21875}};
    static const double home[2][8] = {{32, -13, 27.8, -13, 26.4, -7, 22.2, -7},
                                      {32, -13, 27.8, -13, 26.399, -7, 22.199, -7}};
    static const double three[2][8] = {
        {0.23477889622288806, 0.3361659358276289, 0.4964824708304978, 0.028247985978163248,
         0.3226641831942928, 0.6844186712936925, 0.4367573935756772, 0.7736454317074715},
        {0.23477889622288806, 0.3361659358276289, 0.4964824708304978, 0.028247985978163248,
         0.3226641831942928, 0.6844186712936925, 0.4403291397079018, 0.7771153429111767}};
    static const double bow[2][8] = {{0, 0, 1, 2, 3, 2, 4, 0},
                                     {0, 3e-5, 1, 2 + 3e-5, 3, 2 + 3e-5, 4, 3e-5}};
    static const double start[] = {0}, roots[] = {0, 0.255081, 0.992278};
    check_points(twinkle[0], twinkle[1], 1, start);
    check_points(home[0], home[1], 1, start);
    check_points(three[0], three[1], 3, roots);
    check_points(bow[0], bow[1], 0, NULL);
}

/* Three control points in common; the crossing at .53609 was lost beside what was told as common.
   The roots are those of the resultant. */
static void crossing_beside_near_copies(void)
{
    static const double pair[2][8] = {
        {0.5463265514167898, 0.5359580984873169, 0.5978043318394854, 0.12698065943294368,
         0.22038257332646782, 0.10581194484464862, 0.664585404754221, 0.6561583670003297},
        {0.5463265514167898, 0.5359580984873169, 0.5978043318394854, 0.12698065943294368,
         0.22038257332646782, 0.10581194484464862, 0.6622239706187925, 0.6589427402346341}};
    static const double roots[] = {0, 0.026107786, 0.536090733, 0.894318993};
    check_points(pair[0], pair[1], 4, roots);
}

/* Both ends and the tangents there in common; far apart in between, or crossing once. */
static void shared_ends_and_tangents(void)
{
    static const double paper[2][8] = {
        {561.5500544, 629.1148694240001, 564.581554256, 629.1148694240001, 567.0556160000001,
         631.588931168, 567.0556160000001, 634.620431024},
        {561.5500544, 629.1148694240001, 564.581554256, 629.1148694240001, 567.0556160000001,
         631.592372144, 567.0556160000001, 634.620431024}};
    static const double quarter[2][8] = {
        {1, 0, 1, 0.5625, 0.5625, 1, 0, 1},
        {1, 0, 1, 0.5625 + 1.0 / 2048, 0.5625 - 1.0 / 2048, 1, 0, 1}};
    static const double ends[] = {0, 1}, roots[] = {0, 0.500476, 1};
    check_points(paper[0], paper[1], 2, ends);
    check_points(quarter[0], quarter[1], 3, roots);
}

/* An outline of 60 cubics. */
typedef struct outline {
    char commands[61];
    cld_real points[2 * 181];
    cld_path path;
    void *memory;
} outline;

static void outline_build(outline *o, double moved, test_random *r)
{
    int i;
    o->commands[0] = 'M';
    for (i = 1; i <= 60; i++) o->commands[i] = 'C';
    for (i = 0; i <= 180; i++) {
        const double u = i * 6.283185307 / 180, radius = 800 + 100 * sin(7 * u);
        o->points[2 * i] = (cld_real)(floor(1000 + radius * cos(u)) + test_between(r, 0, moved));
        o->points[2 * i + 1] =
            (cld_real)(floor(1000 + radius * sin(u)) + test_between(r, 0, moved));
    }
    memset(&o->path, 0, sizeof o->path);
    o->path.commands = o->commands, o->path.command_count = 61;
    o->path.points = o->points, o->path.point_count = 181;
    o->memory = malloc(cld_path_size(&o->path));
    CHECK(cld_path_build(&o->path, o->memory, cld_path_size(&o->path)) == CLD_OK);
}

/* The shortest of some runs. */
static double outline_seconds(const outline *a, const outline *b)
{
    static cld_path_meeting m[2000];
    double best = 1e9;
    int i, k;
    for (i = 0; i < 7; i++) {
        const clock_t start = clock();
        for (k = 0; k < 4; k++) CHECK(cld_path_intersect(&a->path, &b->path, m, 2000) > 0);
        best = fmin(best, (double)(clock() - start) / CLOCKS_PER_SEC);
    }
    return best;
}

/* An outline that was saved with fewer digits takes at most ten times as long against itself as
   another outline does; it was a hundred times and more. */
static void near_copies_are_not_slow(void)
{
    const double moved[] = {1e-9, 1e-6, 5e-4, 1e-3, 1};
    static outline a, b, other;
    test_random r = test_random_from(1);
    double usual;
    int i;
    outline_build(&a, 0, &r);
    outline_build(&other, 100, &r);
    usual = outline_seconds(&a, &other);
    for (i = 0; i < 5; i++) {
        outline_build(&b, moved[i], &r);
        CHECK(outline_seconds(&a, &b) <= 10 * usual);
        free(b.memory);
    }
    free(a.memory), free(other.memory);
}

/* ----- the table */

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
    for (kind = 0; kind < OUTLINE_KINDS && times; kind++) {
        told_counts counts = {0, 0, 0, 0, 0};
        double sum = 0;
        outline_random r;
        r.state = test_seed + (uint64_t)kind;
        for (i = 0; i < count; i++) {
            outline_curve pair[2];
            cld_bezier a, b;
            cld__meetings m;
            double start;
            outline_pair(&r, kind, i % OUTLINE_POSES, pair);
            a = curve_of(&pair[0]), b = curve_of(&pair[1]);
            meet(&a, &b, &m);
            judge_pair(&a, &b, &m, &counts);
            start = seconds();
            for (k = 0; k < CALLS; k++) meet(&a, &b, &m);
            times[i] = (seconds() - start) / CALLS * 1e6;
            sum += times[i];
        }
        qsort(times, (size_t)count, sizeof *times, by_size);
        printf("%-17s %8d %6d %6d %7d %5d %10.2g %9.2f %9.2f %9.1f\n", outline_kind_name(kind),
               count, counts.lost, counts.wrong, counts.doubled, counts.ends, counts.apart,
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
    TEST(near_copies_are_no_parts);
    TEST(crossing_beside_near_copies);
    TEST(shared_ends_and_tangents);
    TEST(near_copies_are_not_slow);
    TEST(made_pairs_agree);
    return test_end();
}
