/* bench.h: the harness of collide.h's microbenchmarks.
 *
 * Interface for a module's page (bench_<module>.h, one function `void bench_<module>(bench *b)`
 * that bench.c calls; everything static, C99):
 *
 *   int    bench_wants(b, "obb")          is the module chosen by --only?
 *   b->quick, b->csv, b->figures          the command line (--quick: the whole program in 20 s)
 *
 *   double bench_seconds()                the one clock
 *   bench_random r = bench_seed(7);       the one generator (splitmix64); fixed seeds only
 *   bench_u64(&r), bench_uniform(&r, lo, hi), bench_below(&r, n), bench_normal(&r)
 *   bench_keep(value)                     makes a result observable: the compiler cannot drop it
 *
 * Time of tiny work (nanoseconds a call): a `bench_runner` does a whole batch over thousands of
 * fresh inputs, and bench_race() runs several runners in turns, so that a change of clock or a busy
 * neighbour strikes all of them alike; it returns the median over rounds.
 *   static void run_mine(void *context) { ... for all inputs ...; bench_keep(sum); }
 *   bench_runner runners[2] = {{run_mine, &data}, {run_textbook, &data}};
 *   double seconds[2];                    seconds a batch
 *   bench_race(b, runners, 2, seconds);
 *
 * Time of big work (a microsecond and more a query): a `bench_query` does query i, and every query
 * is timed by itself, in several passes; its time is the least of them.
 *   static void query_mine(void *context, int i) { ... }
 *   bench_statistics s = bench_each(b, query_mine, &data, count);      s.mean .median .p99 .max
 *   bench_each_of(b, query, contexts, racers, count, statistics);      several in turns
 *
 * Figures, all of them through one door; seconds become readable in the table, CSV keeps seconds:
 *   bench_figure(b, who, module, case, parameter, metric, value, unit)
 *        e.g. (b, "collide", "obb", "random", "pairs=1", "time_median", 3.1e-9, "s")
 *        who is collide, baseline or a peer's name. Strings are copied.
 *   bench_times(b, who, module, case, parameter, &statistics)      the four time metrics at once
 *   bench_save(b, "path.csv")             from now on all figures go to this file, too
 *   bench_table(b, "title")               prints the figures since the last table, for people:
 *                                         a row for each (case, parameter, who), a column a metric
 *   bench_note(b, "format", ...)          a line for people; in CSV it becomes a # comment
 *   bench_made(b, module, case, parameter, seconds, random parameter, random seconds)
 *        a row of made input and the random row of the same query: the bench ends with a list of
 *        the made rows that take more than twice as long
 *   bench_ask(b, module, text, asked, measured, unit, BENCH_AT_LEAST | BENCH_AT_MOST)
 *        one line of the table of --targets: asked / measured / reached?  NAN: not measured.
 */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

#if defined(__GNUC__)
#define BENCH_UNUSED            __attribute__((unused)) /* a page may leave helpers aside */
#define BENCH_NOINLINE          __attribute__((noinline))
#define BENCH_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define BENCH_UNUSED
#define BENCH_NOINLINE
#define BENCH_PRINTF(format, first)
#endif

typedef struct bench_record {
    char who[24], module[16], name[48], parameter[48], metric[24], unit[12];
    double value;
} bench_record;

/* A row of made input, and the random row beside which it stands. */
typedef struct bench_beside {
    char module[16], name[48], parameter[48], other[48];
    double seconds, beside;
} bench_beside;

typedef enum bench_relation { BENCH_AT_LEAST, BENCH_AT_MOST } bench_relation;

typedef struct bench_wish {
    char module[16], text[96], unit[12];
    double asked, measured;
    bench_relation relation;
} bench_wish;

typedef struct bench {
    int quick, csv, figures, targets;
    const char *only;      /* comma separated module names; NULL: all */
    FILE *save;            /* every figure as a line of CSV, too, or NULL: bench_save */
    bench_record *records; /* figures since the last table */
    int record_count, record_capacity;
    bench_wish *wishes;
    int wish_count, wish_capacity;
    bench_beside *besides;
    int beside_count, beside_capacity;
} bench;

/* ---- clock, random numbers, results that must not vanish ---- */

/* On a busy machine, for one thread and times from some microseconds on: the processor's time,
   -DBENCH_CLOCK=CLOCK_PROCESS_CPUTIME_ID. */
#ifndef BENCH_CLOCK
#define BENCH_CLOCK CLOCK_MONOTONIC
#endif

BENCH_UNUSED static double bench_seconds(void)
{
#ifdef _WIN32
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
#else
    struct timespec now;
    clock_gettime(BENCH_CLOCK, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

typedef struct bench_random {
    uint64_t state;
} bench_random;

BENCH_UNUSED static bench_random bench_seed(uint64_t seed)
{
    bench_random r;
    r.state = seed * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u;
    return r;
}

/* splitmix64 (Steele, Lea, Flood 2014): one word of state, any seed is good. */
BENCH_UNUSED static uint64_t bench_u64(bench_random *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

BENCH_UNUSED static double bench_uniform(bench_random *r, double low, double high)
{
    return low + (high - low) * ((double)(bench_u64(r) >> 11) * (1.0 / 9007199254740992.0));
}

BENCH_UNUSED static int bench_below(bench_random *r, int n)
{
    return (int)(bench_u64(r) % (uint64_t)n);
}

/* Sum of twelve uniforms: near enough to a normal deviate for directions and noise. */
BENCH_UNUSED static double bench_normal(bench_random *r)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += bench_uniform(r, 0.0, 1.0);
    return sum;
}

static volatile double bench_sink;
BENCH_UNUSED static void bench_keep(double value)
{
    bench_sink = value;
}

/* ---- timing ---- */

typedef struct bench_runner {
    void (*run)(void *context);
    void *context;
} bench_runner;

/* A runner over all queries of a work, which has `count`, `found` and `failed`: the body is query i
   of w; it adds to *sum and returns the answer, > 0 where something was found, < 0 on failure.
       BENCH_RUN(polygon_run_overlap, polygon_work)
       {
           (void)sum;
           return cld_polygon_overlap(&w->a[i], &w->b[i], NULL);
       } */
#define BENCH_RUN(name, work_type)                                                                 \
    static inline int name##_one(const work_type *w, int i, double *sum);                          \
    static void name(void *context)                                                                \
    {                                                                                              \
        work_type *w = (work_type *)context;                                                       \
        double sum = 0;                                                                            \
        w->found = w->failed = 0;                                                                  \
        for (int i = 0; i < w->count; ++i) {                                                       \
            const int answer = name##_one(w, i, &sum);                                             \
            w->found += answer > 0, w->failed += answer < 0;                                       \
        }                                                                                          \
        bench_keep(sum + w->found);                                                                \
    }                                                                                              \
    static inline int name##_one(const work_type *w, int i, double *sum)

typedef void bench_query(void *context, int i);

typedef struct bench_statistics {
    double mean, median, p99, max;
    int count;
} bench_statistics;

static int bench_compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, bench_compare_doubles);
    return count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}

static double bench_time_run(const bench_runner *runner, int calls)
{
    double start = bench_seconds();
    for (int i = 0; i < calls; ++i) runner->run(runner->context);
    return (bench_seconds() - start) / calls;
}

enum { BENCH_ROUNDS = 21, BENCH_RACERS = 8 };

/* Median seconds of one run() of each of at most 8 runners. A round lasts at least a millisecond
   for each of them, so that the clock's resolution does not matter. */
BENCH_UNUSED static void bench_race(const bench *b, const bench_runner *runners, int count,
                                    double *seconds)
{
    double times[BENCH_RACERS][BENCH_ROUNDS];
    int calls[BENCH_RACERS];
    int rounds = b->quick ? 7 : BENCH_ROUNDS;
    for (int i = 0; i < count && i < BENCH_RACERS; ++i) {
        double once = bench_time_run(&runners[i], 1); /* warm-up */
        double budget = b->quick ? 1e-3 : 4e-3;
        calls[i] = once >= budget ? 1 : (int)(budget / (once + 1e-9)) + 1;
        if (calls[i] > 1000000) calls[i] = 1000000;
    }
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < count && i < BENCH_RACERS; ++i)
            times[i][round] = bench_time_run(&runners[i], calls[i]);
    for (int i = 0; i < count && i < BENCH_RACERS; ++i) seconds[i] = bench_median(times[i], rounds);
}

/* Sorts the values. */
BENCH_UNUSED static bench_statistics bench_summary(double *values, int count)
{
    bench_statistics s;
    double sum = 0.0;
    for (int i = 0; i < count; ++i) sum += values[i];
    s.mean = sum / count;
    s.median = bench_median(values, count);
    s.p99 = values[(int)(0.99 * (count - 1) + 0.5)];
    s.max = values[count - 1];
    s.count = count;
    return s;
}

/* Passes: the fewest, and the most if time allows. */
enum { BENCH_FEWEST_PASSES = 3, BENCH_MOST_PASSES = 11 };

/* Times every query by itself for each of `racers` contexts (at most 8), statistics[r] for
   contexts[r]. A pass goes over all queries before the next begins, so that no query finds its own
   branches and cache lines warm; the racers take turns pass by pass, so that a busy neighbour
   strikes all of them. The time of a query is the least over the passes: what interrupts it can
   only add. Three passes at least, more while a few seconds last. */
BENCH_UNUSED static void bench_each_of(const bench *b, bench_query *query, void *const *contexts,
                                       int racers, int count, bench_statistics *statistics)
{
    double budget = b->quick ? 0.3 : 5.0, begin = bench_seconds();
    size_t row = (size_t)count;
    double *least = (double *)malloc(sizeof(double) * row * (size_t)racers);
    memset(statistics, 0, (size_t)racers * sizeof *statistics);
    if (least == NULL || count <= 0) {
        free(least);
        return;
    }
    for (int r = 0; r < racers; ++r) /* warm-up */
        for (int i = 0; i < count && i < 50; ++i) query(contexts[r], i);
    for (int pass = 0; pass < BENCH_MOST_PASSES; ++pass) {
        if (pass >= BENCH_FEWEST_PASSES && bench_seconds() - begin > budget) break;
        for (int r = 0; r < racers; ++r)
            for (int i = 0; i < count; ++i) {
                double start = bench_seconds(), *at = &least[(size_t)r * row + (size_t)i];
                query(contexts[r], i);
                double time = bench_seconds() - start;
                if (pass == 0 || time < *at) *at = time;
            }
    }
    for (int r = 0; r < racers; ++r) statistics[r] = bench_summary(least + (size_t)r * row, count);
    free(least);
}

BENCH_UNUSED static bench_statistics bench_each(const bench *b, bench_query *query, void *context,
                                                int count)
{
    bench_statistics s;
    bench_each_of(b, query, &context, 1, count, &s);
    return s;
}

/* ---- figures, tables, wishes ---- */

static void bench_copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

/* Grows an array of the harness; the bench has no use for going on without memory. */
static void *bench_grow(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity) return items;
    *capacity = *capacity ? 2 * *capacity : 64;
    items = realloc(items, (size_t)*capacity * size);
    if (items == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return items;
}

static void bench_write_csv(FILE *file, const char *who, const char *module, const char *name,
                            const char *parameter, const char *metric, double value,
                            const char *unit)
{
    if (file == NULL) return;
    fprintf(file, "%s,%s,%s,%s,%s,%.9g,%s\n", who, module, name, parameter, metric, value, unit);
}

#define BENCH_CSV_HEAD "who,module,case,parameter,metric,value,unit\n"

/* From now on all figures go to this file, too. 0 when it cannot be written. */
BENCH_UNUSED static int bench_save(bench *b, const char *path)
{
    b->save = fopen(path, "w");
    if (b->save != NULL) fputs(BENCH_CSV_HEAD, b->save);
    return b->save != NULL;
}

BENCH_UNUSED static void bench_figure(bench *b, const char *who, const char *module,
                                      const char *name, const char *parameter, const char *metric,
                                      double value, const char *unit)
{
    bench_write_csv(b->save, who, module, name, parameter, metric, value, unit);
    if (b->csv) {
        bench_write_csv(stdout, who, module, name, parameter, metric, value, unit);
        return;
    }
    b->records = (bench_record *)bench_grow(b->records, b->record_count, &b->record_capacity,
                                            sizeof *b->records);
    bench_record *r = &b->records[b->record_count++];
    bench_copy(r->who, sizeof r->who, who);
    bench_copy(r->module, sizeof r->module, module);
    bench_copy(r->name, sizeof r->name, name);
    bench_copy(r->parameter, sizeof r->parameter, parameter);
    bench_copy(r->metric, sizeof r->metric, metric);
    bench_copy(r->unit, sizeof r->unit, unit);
    r->value = value;
}

BENCH_UNUSED static void bench_times(bench *b, const char *who, const char *module,
                                     const char *name, const char *parameter,
                                     const bench_statistics *s)
{
    bench_figure(b, who, module, name, parameter, "time_mean", s->mean, "s");
    bench_figure(b, who, module, name, parameter, "time_median", s->median, "s");
    bench_figure(b, who, module, name, parameter, "time_p99", s->p99, "s");
    bench_figure(b, who, module, name, parameter, "time_max", s->max, "s");
}

/* Seconds with the unit that keeps three digits readable; all else as it is. */
static void bench_format(char *text, size_t size, double value, const char *unit)
{
    if (isnan(value))
        snprintf(text, size, "-");
    else if (strcmp(unit, "s") != 0)
        snprintf(text, size, fabs(value) < 1e6 && value == floor(value) ? "%.0f%s%s" : "%.3g%s%s",
                 value, *unit ? " " : "", unit);
    else if (value < 1e-6)
        snprintf(text, size, "%.3g ns", value * 1e9);
    else if (value < 1e-3)
        snprintf(text, size, "%.4g us", value * 1e6);
    else if (value < 1.0)
        snprintf(text, size, "%.4g ms", value * 1e3);
    else
        snprintf(text, size, "%.4g s", value);
}

enum { BENCH_COLUMNS = 16 };

/* The metrics of the pending figures, in order of first appearance. */
static int bench_columns(const bench *b, const char *columns[BENCH_COLUMNS])
{
    int count = 0;
    for (int i = 0; i < b->record_count; ++i) {
        int known = 0;
        for (int c = 0; c < count && !known; ++c)
            known = strcmp(columns[c], b->records[i].metric) == 0;
        if (!known && count < BENCH_COLUMNS) columns[count++] = b->records[i].metric;
    }
    return count;
}

static int bench_same_row(const bench_record *x, const bench_record *y)
{
    return !strcmp(x->who, y->who) && !strcmp(x->name, y->name) &&
           !strcmp(x->parameter, y->parameter) && !strcmp(x->module, y->module);
}

static void bench_print_row(const bench *b, int first, const char **columns, int column_count)
{
    const bench_record *row = &b->records[first];
    printf("%-22.22s %-24.24s %-23.23s", row->name, row->parameter, row->who);
    for (int c = 0; c < column_count; ++c) {
        char text[32] = "";
        for (int i = first; i < b->record_count; ++i)
            if (bench_same_row(row, &b->records[i]) && !strcmp(columns[c], b->records[i].metric))
                bench_format(text, sizeof text, b->records[i].value, b->records[i].unit);
        printf(" %12s", text);
    }
    printf("\n");
}

BENCH_UNUSED static void bench_table(bench *b, const char *title)
{
    if (b->csv || b->record_count == 0) return;
    const char *columns[BENCH_COLUMNS];
    int column_count = bench_columns(b, columns);
    printf("\n%s\n%-22s %-24s %-23s", title, "case", "parameter", "who");
    for (int c = 0; c < column_count; ++c) printf(" %12.12s", columns[c]);
    printf("\n");
    for (int i = 0; i < b->record_count; ++i) {
        int first = 1;
        for (int k = 0; k < i && first; ++k)
            first = !bench_same_row(&b->records[i], &b->records[k]);
        if (first) bench_print_row(b, i, columns, column_count);
    }
    b->record_count = 0;
    fflush(stdout);
}

BENCH_UNUSED BENCH_PRINTF(2, 3) static void bench_note(const bench *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (b->csv) printf("# ");
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
    va_end(arguments);
}

BENCH_UNUSED static void bench_ask(bench *b, const char *module, const char *text, double asked,
                                   double measured, const char *unit, bench_relation relation)
{
    b->wishes =
        (bench_wish *)bench_grow(b->wishes, b->wish_count, &b->wish_capacity, sizeof *b->wishes);
    bench_wish *w = &b->wishes[b->wish_count++];
    bench_copy(w->module, sizeof w->module, module);
    bench_copy(w->text, sizeof w->text, text);
    bench_copy(w->unit, sizeof w->unit, unit);
    w->asked = asked;
    w->measured = measured;
    w->relation = relation;
}

/* `other` names the random row of the same query. */
BENCH_UNUSED static void bench_made(bench *b, const char *module, const char *name,
                                    const char *parameter, double seconds, const char *other,
                                    double other_seconds)
{
    b->besides = (bench_beside *)bench_grow(b->besides, b->beside_count, &b->beside_capacity,
                                            sizeof *b->besides);
    bench_beside *m = &b->besides[b->beside_count++];
    bench_copy(m->module, sizeof m->module, module);
    bench_copy(m->name, sizeof m->name, name);
    bench_copy(m->parameter, sizeof m->parameter, parameter);
    bench_copy(m->other, sizeof m->other, other);
    m->seconds = seconds, m->beside = other_seconds;
}

/* Which made rows take more than twice the time of the random row beside them. */
BENCH_UNUSED static void bench_print_made(const bench *b)
{
    int dear = 0;
    if (b->beside_count == 0 || b->csv) return;
    for (int i = 0; i < b->beside_count; ++i) {
        const bench_beside *m = &b->besides[i];
        char made[32], beside[32];
        if (!(m->seconds > 2 * m->beside)) continue;
        if (dear++ == 0)
            printf("\nmade row / random row > 2\n%-8s %-22s %-28s %-24s %12s %12s %8s\n", "module",
                   "case", "made", "random", "made", "random", "ratio");
        bench_format(made, sizeof made, m->seconds, "s");
        bench_format(beside, sizeof beside, m->beside, "s");
        printf("%-8s %-22.22s %-28.28s %-24.24s %12s %12s %8.2f\n", m->module, m->name,
               m->parameter, m->other, made, beside, m->seconds / m->beside);
    }
    printf("%s%d of %d made rows take more than twice the time of their random row\n",
           dear ? "" : "\n", dear, b->beside_count);
}

static const char *bench_verdict(const bench_wish *w)
{
    if (isnan(w->measured)) return "not measured";
    int reached = w->relation == BENCH_AT_LEAST ? w->measured >= w->asked : w->measured <= w->asked;
    return reached ? "yes" : "NO";
}

/* The last table of a run with --targets: what we ask of ourselves, and what was measured. */
BENCH_UNUSED static void bench_print_wishes(const bench *b)
{
    if (b->wish_count == 0 || !b->targets) return;
    if (!b->csv)
        printf("\n%-7s %-72s %12s %12s  %s\n", "module", "asked", "limit", "measured", "reached?");
    for (int i = 0; i < b->wish_count; ++i) {
        const bench_wish *w = &b->wishes[i];
        char asked[32], measured[32];
        bench_format(asked, sizeof asked, w->asked, w->unit);
        bench_format(measured, sizeof measured, w->measured, w->unit);
        const char *sign = w->relation == BENCH_AT_LEAST ? ">=" : "<=";
        if (b->csv)
            printf("# asked,%s,%s,%s %.6g,measured %.6g,%s,%s\n", w->module, w->text, sign,
                   w->asked, w->measured, w->unit, bench_verdict(w));
        else
            printf("%-7s %-72.72s %s %9s %12s  %s\n", w->module, w->text, sign, asked, measured,
                   bench_verdict(w));
    }
}

/* ---- the command line and the first lines ---- */

BENCH_UNUSED static int bench_wants(const bench *b, const char *module)
{
    if (b->only == NULL) return 1;
    size_t length = strlen(module);
    for (const char *at = b->only; at != NULL; at = strchr(at, ',')) {
        if (*at == ',') ++at;
        if (strncmp(at, module, length) == 0 && (at[length] == ',' || at[length] == '\0')) return 1;
    }
    return 0;
}

static const char *bench_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "gcc " __VERSION__;
#elif defined(_MSC_VER)
    return "msvc";
#else
    return "unknown compiler";
#endif
}

#define BENCH_TEXT_(x) #x
#define BENCH_TEXT(x)  BENCH_TEXT_(x)

/* The flags as given, -DBENCH_FLAGS="-O3 -march=native" (quoted or not), else what the predefined
   macros tell. */
static const char *bench_flags(void)
{
#if defined(BENCH_FLAGS)
    return BENCH_TEXT(BENCH_FLAGS);
#elif defined(__OPTIMIZE__) && defined(__FAST_MATH__)
    return "optimised, -ffast-math (from predefined macros)";
#elif defined(__OPTIMIZE__)
    return "optimised (from predefined macros)";
#elif defined(_MSC_VER)
    return "unknown";
#else
    return "NOT OPTIMISED: figures say nothing";
#endif
}

static const char *bench_simd(void)
{
#if defined(COLLIDE_NO_SIMD)
    return "none (COLLIDE_NO_SIMD)";
#elif defined(__AVX512F__)
    return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
    return "AVX2+FMA";
#elif defined(__SSE4_1__)
    return "SSE4.1";
#elif defined(__SSE2__) || defined(_M_X64)
    return "SSE2";
#elif defined(__ARM_NEON)
    return "NEON";
#elif defined(__wasm_simd128__)
    return "WASM SIMD128";
#else
    return "scalar";
#endif
}

static const char *bench_precision(void)
{
#ifdef COLLIDE_DOUBLE
    return "double";
#else
    return "float";
#endif
}

BENCH_UNUSED static void bench_print_header(const bench *b)
{
    bench_note(b, "compiler: %s", bench_compiler());
    bench_note(b, "flags: %s", bench_flags());
    bench_note(b, "SIMD: %s, precision: %s%s", bench_simd(), bench_precision(),
               b->quick ? ", quick run (fewer inputs)" : "");
    if (b->csv) fputs(BENCH_CSV_HEAD, stdout);
}

/* 0 when the line cannot be understood. */
BENCH_UNUSED static int bench_parse(bench *b, int argc, char **argv)
{
    memset(b, 0, sizeof *b);
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "--quick"))
            b->quick = 1;
        else if (!strcmp(argv[i], "--csv"))
            b->csv = 1;
        else if (!strcmp(argv[i], "--targets"))
            b->targets = 1;
        else if (!strcmp(argv[i], "--figures"))
            b->figures = 1;
        else if (!strcmp(argv[i], "--only") && i + 1 < argc)
            b->only = argv[++i];
        else
            return 0;
    }
    return 1;
}

BENCH_UNUSED static void bench_end(bench *b)
{
    bench_print_made(b);
    bench_print_wishes(b);
    if (b->save != NULL) fclose(b->save);
    free(b->records);
    free(b->wishes);
    free(b->besides);
    memset(b, 0, sizeof *b);
}

#endif /* BENCH_H */
