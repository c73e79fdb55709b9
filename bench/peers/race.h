/* race.h: the program of a module: who takes part, time, verdicts, tables, CSV and bars.
 *
 *   racing r;
 *   if (!race_begin(&r, argc, argv, "obb")) return 2;
 *   race(&r, &contest);  ...            a contest is a question about a scene
 *   race_table(&r, "Overlap");          prints what was raced since the last table
 *   return race_end(&r);                bench/out/peers_obb.csv, .svg, .md
 *
 * With --made (r.made) the program asks the contests alone that have aims, and prints these:
 *   race_aims(&r, aims, count);         after the contests: ours beside what it is to reach
 *   return race_end(&r);                bench/out/peers_made_obb.md instead
 *
 * Time: all who answer a question take turns, pass by pass, over the same queries in batches. The
 * time of a batch is the least of its passes, since what interrupts it can only add; the figures
 * are the median and the mean over batches, for one query; batches without any answer do not count.
 * Who is slow answers as many of the queries as its time allows, and `queries` says how many.
 * `ours` is its median time over that of collide in the same precision (prepared, where both are):
 * below 1 it is faster.
 * `build`: what it prepared before the first query, all of it.
 * `missed`: answers "apart" that are not; `wrong`: all others that contradict the oracle;
 * `none`: no answer. `error`: the greatest among those not wrong, in what the module says. */
#ifndef RACE_H
#define RACE_H

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "../bench.h"
#include "../figure.h"
#include "bars.h"
#include "peers.h"

/* Written by CMake: PEERS_FILE(<module>_<peer>) for each file that is compiled in. */
#define PEERS_FILE(name) void peers_##name(peer_list *list);
#include PEERS_FILES
#undef PEERS_FILE

static void race_gather(peer_list *list)
{
#define PEERS_FILE(name) peers_##name(list);
#include PEERS_FILES
#undef PEERS_FILE
}

typedef enum race_verdict { RACE_RIGHT, RACE_MISSED, RACE_WRONG, RACE_NONE } race_verdict;

/* The oracle's verdict on an answer; *error is 0 and may be set. `who` is for those whose question
   is another than the others': judge them by what they say that they answer. */
typedef race_verdict race_judge(const void *scene, int query, const void *answer, const peer *who,
                                double *error);

typedef struct contest {
    const char *question;  /* those who answer it take part */
    const char *parameter; /* which scene: "half overlap" */
    const void *scene;
    int queries, batch; /* batch: 1 from some microseconds on; divides queries */
    size_t answer_size;
    race_judge *judge; /* NULL: answers are not judged */
} contest;

/* Where an answer is a set: adds how many of its members have each verdict. Sets stay with the
   racer: what it answered to `query` is what it answered last. */
typedef void race_tally(const void *scene, int query, const void *answer, const peer *who,
                        int verdicts[4]);

/* What a racer took for a contest, and how many of its answers were missed or wrong. */
typedef struct race_result {
    char who[24], question[24], parameter[48];
    double median;
    int bad, queries;
} race_result;

/* What a contest of made input is to reach: `seconds`, or `times` the time of another result, which
   stands beside it in any case. */
typedef struct race_aim {
    const char *row, *question, *parameter; /* of ours; row: what it is called in the table */
    double times, seconds;                  /* of the two one is 0 */
    const char *who;       /* a peer; "": ours in the same precision; NULL: there is none */
    const char *beside[2]; /* its question and parameter; NULL: those of ours */
    int prepared;          /* ours is "collide prepared" */
} race_aim;

typedef struct racing {
    bench b;
    int made;  /* only what has aims */
    int kinds; /* nurbs: each kind of made surfaces */
    race_result *results;
    int result_count, result_capacity;
    FILE *aims; /* the table of aims, in Markdown */
    const char *module;
    race_tally *tally; /* set it before contests that have no judge, and whose answers are sets */
    peer_list list;
    bars chart;
    double seconds;     /* that a pass of one racer may last; 0: 1.5; --quick takes a fifteenth */
    char losses[16384]; /* who was faster than we are */
} racing;

enum { RACE_RACERS = 24, RACE_MOST_PASSES = 11, RACE_FEWEST_PASSES = 3 };

typedef struct racer {
    const peer *who;
    void *built;
    char *answers, *answered; /* answered: batches with an answer, or what is not judged */
    double *least, build, median, mean;
    int batches; /* that it has time for */
    int once;    /* a batch takes more than the time of a pass: it has one pass of one batch */
    int verdicts[4];
    double error;
} racer;

static void *race_memory(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "race: out of memory\n");
        exit(1);
    }
    return memory;
}

static double race_one_batch(const contest *c, racer *x, int batch)
{
    double start;
    if (x->who->before) x->who->before(x->built, batch * c->batch);
    start = bench_seconds();
    x->who->run(x->built, batch * c->batch, c->batch, x->answers);
    return bench_seconds() - start;
}

static double race_seconds(const racing *r)
{
    double seconds = r->seconds > 0 ? r->seconds : 1.5;
    return r->b.quick ? seconds / 15 : seconds;
}

/* The first pass finds out how many batches there is time for. Who is not through with the first of
   them when the time of a pass is over is asked nothing else. */
static void race_first_pass(const racing *r, const contest *c, racer *x)
{
    double begin, budget = race_seconds(r);
    int most = c->queries / c->batch;
    if (x->who->most && x->who->most(x->built) / c->batch < most)
        most = x->who->most(x->built) / c->batch;
    x->least[0] = race_one_batch(c, x, 0);
    x->once = x->least[0] > budget;
    x->batches = x->once;
    begin = bench_seconds();
    for (; !x->once && x->batches < most; ++x->batches) {
        if (x->batches > 0 && bench_seconds() - begin > budget) break;
        x->least[x->batches] = race_one_batch(c, x, x->batches);
    }
}

static void race_passes(const racing *r, const contest *c, racer *racers, int count)
{
    double begin = bench_seconds(), budget = 2.7 * race_seconds(r);
    for (int i = 0; i < count; ++i) race_first_pass(r, c, &racers[i]);
    for (int pass = 1; pass < RACE_MOST_PASSES; ++pass) {
        if (pass >= RACE_FEWEST_PASSES && bench_seconds() - begin > budget * count) break;
        for (int i = 0; i < count; ++i)
            for (int k = 0; k < racers[i].batches && !racers[i].once; ++k) {
                double time = race_one_batch(c, &racers[i], k);
                if (time < racers[i].least[k]) racers[i].least[k] = time;
            }
    }
}

static void race_judge_all(const racing *r, const contest *c, racer *x)
{
    memset(x->answered, c->judge == NULL, (size_t)(c->queries / c->batch));
    for (int q = 0; c->judge != NULL && q < x->batches * c->batch; ++q) {
        double error = 0;
        race_verdict v =
            c->judge(c->scene, q, x->answers + (size_t)q * c->answer_size, x->who, &error);
        x->verdicts[v]++;
        if (v != RACE_NONE) x->answered[q / c->batch] = 1;
        if (v == RACE_RIGHT && error > x->error) x->error = error;
    }
    for (int q = 0; c->judge == NULL && r->tally != NULL && q < x->batches * c->batch; ++q) {
        x->who->run(x->built, q, 1, x->answers);
        r->tally(c->scene, q, x->answers + (size_t)q * c->answer_size, x->who, x->verdicts);
    }
}

/* Over the batches that have an answer; NaN: there is none. */
static void race_statistics(const contest *c, racer *x)
{
    int count = 0;
    for (int i = 0; i < x->batches; ++i)
        if (x->answered[i]) x->least[count++] = x->least[i];
    x->median = x->mean = NAN;
    if (count > 0) {
        const bench_statistics s = bench_summary(x->least, count);
        x->median = s.median / c->batch, x->mean = s.mean / c->batch;
    }
}

/* collide in the racer's precision, prepared or not as the racer is, or NULL */
static const racer *race_ours(const racer *racers, int count, const peer *p)
{
    char who[48];
    snprintf(who, sizeof who, "collide%s%s", p->bits == PEERS_DOUBLE ? " double" : "", p->beside);
    for (int i = 0; i < count; ++i)
        if (strcmp(racers[i].who->who, who) == 0) return &racers[i];
    return NULL;
}

static int race_is_ours(const racer *x)
{
    return strncmp(x->who->who, "collide", 7) == 0;
}

static void race_bar(racing *r, const contest *c, const racer *x, double ratio)
{
    char group[96];
    bar *b;
    if (isnan(x->median)) return;
    snprintf(group, sizeof group, "%s, %s", c->question, c->parameter);
    b = bars_add(&r->chart, group, x->who->who, x->median, ratio);
    b->missed = x->verdicts[RACE_MISSED], b->wrong = x->verdicts[RACE_WRONG];
    b->none = x->verdicts[RACE_NONE];
    for (int i = 0; i < 4; ++i) b->judged += x->verdicts[i];
}

static void race_keep(racing *r, const contest *c, const racer *x, int bad)
{
    r->results = (race_result *)bench_grow(r->results, r->result_count, &r->result_capacity,
                                           sizeof *r->results);
    race_result *kept = &r->results[r->result_count++];
    bench_copy(kept->who, sizeof kept->who, x->who->who);
    bench_copy(kept->question, sizeof kept->question, c->question);
    bench_copy(kept->parameter, sizeof kept->parameter, c->parameter);
    kept->median = x->median, kept->bad = bad, kept->queries = x->batches * c->batch;
}

static void race_figures(racing *r, const contest *c, const racer *x, const racer *ours)
{
    bench *b = &r->b;
    const char *who = x->who->who, *m = r->module, *q = c->question, *p = c->parameter;
    double ratio = ours && ours->median > 0 ? x->median / ours->median : NAN;
    int wrong = x->verdicts[RACE_WRONG] + x->verdicts[RACE_MISSED];
    bench_figure(b, who, m, q, p, "time_median", x->median, "s");
    bench_figure(b, who, m, q, p, "time_mean", x->mean, "s");
    if (!race_is_ours(x)) bench_figure(b, who, m, q, p, "ours", ratio, "x");
    if (c->judge != NULL || r->tally != NULL) {
        bench_figure(b, who, m, q, p, "missed", x->verdicts[RACE_MISSED], "");
        bench_figure(b, who, m, q, p, "wrong", x->verdicts[RACE_WRONG], "");
        if (x->verdicts[RACE_NONE])
            bench_figure(b, who, m, q, p, "none", x->verdicts[RACE_NONE], "");
        if (x->error > 0) bench_figure(b, who, m, q, p, "error", x->error, "");
    }
    bench_figure(b, who, m, q, p, "queries", (double)x->batches * c->batch, "");
    bench_figure(b, who, m, q, p, "build", x->build, "s");
    race_keep(r, c, x, wrong);
    race_bar(r, c, x, race_is_ours(x) ? 0 : ratio);
    if (!race_is_ours(x) && ratio < 1) {
        size_t used = strlen(r->losses);
        snprintf(r->losses + used, sizeof r->losses - used,
                 "  faster than ours: %s, %s, %s: %.2f of our time%s\n", who, q, p, ratio,
                 wrong ? ", but wrong or missed in some" : "");
    }
}

static void race(racing *r, const contest *c)
{
    racer racers[RACE_RACERS] = {{0}};
    int count = 0;
    for (int i = 0; i < r->list.count && count < RACE_RACERS; ++i) {
        racer *x = &racers[count];
        x->who = &r->list.items[i];
        if (strcmp(x->who->question, c->question) != 0) continue;
        double start = bench_seconds();
        x->built = x->who->build(c->scene);
        x->build = bench_seconds() - start;
        if (x->built == NULL) continue;
        x->answers = (char *)race_memory((size_t)c->queries * c->answer_size);
        x->answered = (char *)race_memory((size_t)(c->queries / c->batch));
        x->least = (double *)race_memory((size_t)(c->queries / c->batch) * sizeof(double));
        count++;
    }
    race_passes(r, c, racers, count);
    for (int i = 0; i < count; ++i) {
        race_judge_all(r, c, &racers[i]);
        race_statistics(c, &racers[i]);
    }
    for (int i = 0; i < count; ++i)
        race_figures(r, c, &racers[i], race_ours(racers, count, racers[i].who));
    for (int i = 0; i < count; ++i) {
        racers[i].who->end(racers[i].built);
        free(racers[i].answers);
        free(racers[i].answered);
        free(racers[i].least);
    }
}

/* ---- aims */

static const race_result *race_result_of(const racing *r, const char *who, const char *question,
                                         const char *parameter)
{
    for (int i = 0; i < r->result_count; ++i) {
        const race_result *x = &r->results[i];
        if (!strcmp(x->who, who) && !strcmp(x->question, question) &&
            !strcmp(x->parameter, parameter))
            return x;
    }
    return NULL;
}

static void race_aim_row(racing *r, const race_aim *aim, const char *who)
{
    const char *question = aim->beside[0] ? aim->beside[0] : aim->question;
    const char *parameter = aim->beside[1] ? aim->beside[1] : aim->parameter;
    const char *other = aim->who && *aim->who ? aim->who : who;
    const race_result *ours = race_result_of(r, who, aim->question, aim->parameter);
    const race_result *beside = aim->who ? race_result_of(r, other, question, parameter) : NULL;
    char time[32], theirs[32] = "", limit[32], name[160] = "";
    if (ours == NULL || (aim->seconds <= 0 && beside == NULL)) return;
    const double most = aim->seconds > 0 ? aim->seconds : aim->times * beside->median;
    bench_format(time, sizeof time, ours->median, "s");
    bench_format(limit, sizeof limit, most, "s");
    if (beside) {
        bench_format(theirs, sizeof theirs, beside->median, "s");
        snprintf(name, sizeof name, "%s%s%s%s%s", other, aim->beside[0] ? ", " : "",
                 aim->beside[0] ? question : "", aim->beside[1] ? ", " : "",
                 aim->beside[1] ? parameter : "");
    }
    const char *reached = ours->median <= most ? "yes" : "NO";
    printf("%-44s %-24s %10s %4d  %-34.34s %10s %4d %10s  %s\n", aim->row, who, time, ours->bad,
           name, theirs, beside ? beside->bad : 0, limit, reached);
    if (r->aims == NULL) return;
    fprintf(r->aims, "| %s | %s | %s | %d of %d | %s | %s | ", aim->row, who, time, ours->bad,
            ours->queries, name, theirs);
    if (beside) fprintf(r->aims, "%d of %d", beside->bad, beside->queries);
    fprintf(r->aims, " | %s | %s |\n", limit, reached);
}

/* Of contests that have been raced; what is not here is left out. */
static void race_aims(racing *r, const race_aim *aims, int count)
{
    static const char *const precisions[2] = {"collide", "collide double"};
    if (r->b.csv) return;
    printf("\n%-44s %-24s %10s %4s  %-34s %10s %4s %10s\n", "made input", "who", "time", "bad",
           "beside", "its time", "bad", "to reach");
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 2; ++k) {
            char who[48];
            snprintf(who, sizeof who, "%s%s", precisions[k], aims[i].prepared ? " prepared" : "");
            race_aim_row(r, &aims[i], who);
        }
    fflush(stdout);
}

static void race_table(racing *r, const char *title)
{
    bench_table(&r->b, title);
    if (!r->b.csv) fputs(r->losses, stdout);
    fflush(stdout);
    r->losses[0] = '\0';
}

/* What each racer does, once. */
static void race_print_semantics(const racing *r)
{
    for (int i = 0; i < r->list.count; ++i) {
        const peer *p = &r->list.items[i];
        bench_note(&r->b, "%-16s %-23s %s", p->question, p->who, p->how);
    }
}

/* Takes an option that the bench does not have out of the command line. */
static int race_option(int *argc, char **argv, const char *option)
{
    int kept = 0, found = 0;
    for (int i = 0; i < *argc; ++i)
        if (i > 0 && strcmp(argv[i], option) == 0)
            found = 1;
        else
            argv[kept++] = argv[i];
    *argc = kept;
    return found;
}

/* Of the files it writes: what is asked in part does not replace the whole. */
static const char *race_prefix(const racing *r)
{
    return r->made ? "made_" : r->kinds ? "kinds_" : "";
}

/* 0 when the command line cannot be understood: [--quick] [--csv] [--made] [--kinds] */
static int race_begin(racing *r, int argc, char **argv, const char *module)
{
    char path[96];
    memset(r, 0, sizeof *r);
    const int made = race_option(&argc, argv, "--made"),
              kinds = race_option(&argc, argv, "--kinds");
    if (!bench_parse(&r->b, argc, argv)) {
        fprintf(stderr, "usage: peers_%s [--quick] [--csv] [--made] [--kinds]\n", module);
        return 0;
    }
    r->made = made, r->kinds = kinds;
    r->module = module;
    race_gather(&r->list);
    figure_folder();
    snprintf(path, sizeof path, "bench/out/peers_%s%s.csv", race_prefix(r), module);
    bench_save(&r->b, path);
    snprintf(path, sizeof path, "bench/out/peers_made_%s.md", module);
    if (made) r->aims = fopen(path, "w");
    bench_note(&r->b, "compiler: %s", bench_compiler());
    bench_note(&r->b, "flags of collide and of peers' templates: %s", bench_flags());
    bench_note(&r->b, "peers' libraries: as the system's packages have them");
    if (r->b.csv) fputs(BENCH_CSV_HEAD, stdout);
    if (!made) race_print_semantics(r);
    return 1;
}

static int race_end(racing *r)
{
    char path[96], title[96], picture[96];
    int written;
    free(r->results);
    if (r->made) {
        written = r->aims != NULL && fclose(r->aims) == 0;
        bars_free(&r->chart);
        bench_end(&r->b);
        return written ? 0 : 1;
    }
    snprintf(path, sizeof path, "bench/out/peers_%s%s.svg", race_prefix(r), r->module);
    snprintf(title, sizeof title, "collide.h and its peers: %s", r->module);
    written = bars_write_svg(&r->chart, title, path);
    snprintf(path, sizeof path, "bench/out/peers_%s%s.md", race_prefix(r), r->module);
    snprintf(picture, sizeof picture, "peers_%s%s.svg", race_prefix(r), r->module);
    written = bars_write_markdown(&r->chart, title, picture, path) && written && r->b.save != NULL;
    if (written)
        bench_note(&r->b, "wrote bench/out/peers_%s%s.csv, .svg, .md", race_prefix(r), r->module);
    else
        bench_note(&r->b, "cannot write bench/out: run it from the root of the repository");
    bars_free(&r->chart);
    bench_end(&r->b);
    return written ? 0 : 1;
}

#endif /* RACE_H */
