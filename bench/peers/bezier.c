/* Curves and paths, and what moves against them: collide.h beside its peers. See race.h for what is
 * measured, bezier_judge.h for the verdicts, bezier_scenes.h for the inputs. */
#include "race.h"
#include <limits.h>
#include "bezier_judge.h"
#include "bezier_scenes.h"

static int is_flattened(const peer *who)
{
    return strncmp(who->how, "flattened", 9) == 0;
}

/* ---- verdicts, by question ---- */

static race_verdict sweep_judge(const void *scene, int query, const void *answer, const peer *who,
                                double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    int flat = is_flattened(who);
    judge_pieces pieces = scene_pieces(s, query, flat);
    race_verdict v = judge_hit(&pieces, &s->truth[flat][query], s->from[query], s->to[query],
                               (const bezier_hit *)answer, error);
    judge_pieces_free(&pieces);
    return v;
}

static race_verdict all_hits_judge(const void *scene, int query, const void *answer,
                                   const peer *who, double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    judge_pieces pieces = scene_pieces(s, query, is_flattened(who));
    race_verdict v = judge_hits(&pieces, s->from[query], s->to[query], s->bits,
                                (const bezier_hits *)answer, error);
    judge_pieces_free(&pieces);
    return v;
}

/* A distance: never less than the least, and not more. */
static race_verdict distance_verdict(const judge_pieces *s, bezier_point p,
                                     const bezier_value *answer, double *error)
{
    double size = judge_size(s, p, p), least;
    if (answer->found < 0) return RACE_NONE;
    least = judge_distance(s, p, 2 * size);
    if (!(fabs(answer->v[0] - least) <= JUDGE_ALLOWED * size)) return RACE_WRONG;
    *error = fabs(answer->v[0] - least) / size;
    return RACE_RIGHT;
}

static race_verdict closest_judge(const void *scene, int query, const void *answer, const peer *who,
                                  double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    judge_pieces pieces = scene_pieces(s, query, is_flattened(who));
    race_verdict v = distance_verdict(&pieces, s->from[query], (const bezier_value *)answer, error);
    judge_pieces_free(&pieces);
    return v;
}

static race_verdict meet_judge(const void *scene, int query, const void *answer, const peer *who,
                               double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    (void)who;
    return judge_meet(&s->curves[query], &s->others[query], &s->known[query],
                      (const bezier_hits *)answer, error);
}

static race_verdict made_judge(const void *scene, int query, const void *answer, const peer *who,
                               double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    (void)who;
    return judge_made(&s->curves[query], &s->others[query], (const bezier_hits *)answer, error);
}

static race_verdict length_verdict(double length, const bezier_value *answer, double *error)
{
    if (answer->found < 0) return RACE_NONE;
    *error = fabs(answer->v[0] - length) / length;
    return *error <= JUDGE_ALLOWED ? RACE_RIGHT : RACE_WRONG;
}

static race_verdict length_judge(const void *scene, int query, const void *answer, const peer *who,
                                 double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    (void)who;
    return length_verdict(judge_length(&s->curves[query]), (const bezier_value *)answer, error);
}

static race_verdict at_length_judge(const void *scene, int query, const void *answer,
                                    const peer *who, double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    (void)who;
    return judge_at_length(&s->curves[query], s->at[query], (const bezier_value *)answer, error);
}

static race_verdict self_judge(const void *scene, int query, const void *answer, const peer *who,
                               double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    (void)who;
    return judge_self(&s->curves[query], (const bezier_hits *)answer, error);
}

static race_verdict bounds_judge(const void *scene, int query, const void *answer, const peer *who,
                                 double *error)
{
    const scene_pairs *s = (const scene_pairs *)scene;
    (void)who;
    return judge_bounds(&s->curves[query], (const bezier_value *)answer, error);
}

static race_verdict path_sweep_judge(const void *scene, int query, const void *answer,
                                     const peer *who, double *error)
{
    const scene_path *s = (const scene_path *)scene;
    int flat = is_flattened(who);
    return judge_hit(scene_path_pieces(s, flat), &s->truth[flat][query], s->from[query],
                     s->to[query], (const bezier_hit *)answer, error);
}

static race_verdict path_disc_judge(const void *scene, int query, const void *answer,
                                    const peer *who, double *error)
{
    const scene_path *s = (const scene_path *)scene;
    return judge_disc(scene_path_pieces(s, is_flattened(who)), s->from[query], s->to[query],
                      s->path.radius, (const bezier_hit *)answer, error);
}

/* The first of the movers is asked for: the earliest of their truths. The shift is rounded to
   float, so that all ends are where racers put them. */
static race_verdict path_points_judge(const void *scene, int query, const void *answer,
                                      const peer *who, double *error)
{
    const scene_path *s = (const scene_path *)scene;
    const bezier_hit *hit = (const bezier_hit *)answer;
    const judge_pieces *pieces = scene_path_pieces(s, is_flattened(who));
    double dx = (float)(s->to[query].x - s->from[query].x);
    double dy = (float)(s->to[query].y - s->from[query].y);
    double first = 2, size = judge_size(pieces, s->from[query], s->to[query]);
    double allowed = JUDGE_ALLOWED * size, off = INFINITY;
    for (int k = 0; k < s->path.movers; ++k) {
        bezier_point a = s->bodies[query * s->path.movers + k], b = {a.x + dx, a.y + dy};
        judge_truth t = judge_sweep(pieces, a, b, 0);
        first = fmin(first, t.first);
        if (hit->found == 1)
            off = fmin(off, judge_distance(pieces, judge_on_way(a, b, hit->time), 2 * allowed));
    }
    if (hit->found < 0) return RACE_NONE;
    if (!hit->found) return first <= 1 ? RACE_MISSED : RACE_RIGHT;
    if (!(hit->time >= 0 && hit->time <= 1) || off > allowed) return RACE_WRONG;
    if ((hit->time - first) * hypot(dx, dy) > allowed) return RACE_MISSED;
    *error = off / size;
    return RACE_RIGHT;
}

static race_verdict path_closest_judge(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const scene_path *s = (const scene_path *)scene;
    return distance_verdict(scene_path_pieces(s, is_flattened(who)), s->from[query],
                            (const bezier_value *)answer, error);
}

/* Inside or not; what is within a rounding of float of the path is not judged. */
static race_verdict path_winding_judge(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const scene_path *s = (const scene_path *)scene;
    const bezier_value *mine = (const bezier_value *)answer;
    int winding = s->winding[is_flattened(who)][query];
    (void)error;
    if (mine->found < 0) return RACE_NONE;
    if (winding == INT_MIN) return RACE_RIGHT;
    return (mine->v[0] != 0) == (winding != 0) ? RACE_RIGHT : RACE_WRONG;
}

static race_verdict path_length_judge(const void *scene, int query, const void *answer,
                                      const peer *who, double *error)
{
    const scene_path *s = (const scene_path *)scene;
    (void)query, (void)who;
    return length_verdict(s->length, (const bezier_value *)answer, error);
}

/* ---- contests ---- */

/* How far chords are off their curves, which those who flatten are not charged with. */
static void note_chords(racing *r)
{
    scene_pairs s = scene_pairs_new(256);
    double most = 0, sum = 0;
    scene_from_bench(&s, &bezier_populations[2], 1, 1);
    scene_pairs_finish(&s, 0);
    for (int q = 0; q < s.pairs.count; ++q) {
        judge_pieces pieces = scene_pieces(&s, q, 1);
        double off = 0;
        for (int i = 0; i < BEZIER_CHORDS_CUBIC; ++i) {
            bezier_point p = scene_at(&s.curves[q], (i + 0.5) / BEZIER_CHORDS_CUBIC);
            off = fmax(off, judge_distance(&pieces, p, 1));
        }
        most = fmax(most, off), sum += off / s.pairs.count;
        judge_pieces_free(&pieces);
    }
    bench_note(&r->b, "flattened: judged beside %d chords a cubic, %d a quadratic; those of cubics",
               BEZIER_CHORDS_CUBIC, BEZIER_CHORDS_QUADRATIC);
    bench_note(&r->b, "are off by %.2g on average, %.2g at most, where a curve is 0.85 wide", sum,
               most);
    scene_pairs_free(&s);
}

enum {
    PAIRS = 1024,
    QUICK_PAIRS = 256,
    WALKS = 2048,
    QUICK_WALKS = 256,
    DISCS = 512,
    QUICK_DISCS = 64,
    MANY = 4096
};

static void race_pairs(racing *r, const char *question, const char *name, scene_pairs *s,
                       race_judge *judge, int batch, size_t answer_size)
{
    contest c = {question, name, s, s->pairs.count, batch, answer_size, judge};
    race(r, &c);
}

static void race_curves(racing *r)
{
    int count = r->b.quick ? QUICK_PAIRS : PAIRS;
    for (int i = 0; i < BEZIER_POPULATIONS; ++i) {
        const bezier_population *p = &bezier_populations[i];
        scene_pairs s = scene_pairs_new(count);
        scene_from_bench(&s, p, 1, 101 + (uint64_t)i);
        scene_pairs_finish(&s, 1);
        race_pairs(r, "sweep", p->name, &s, sweep_judge, 32, sizeof(bezier_hit));
        if (p->hits == 1)
            race_pairs(r, "all hits", p->name, &s, all_hits_judge, 32, sizeof(bezier_hits));
        scene_pairs_free(&s);
    }
    race_table(r, "A moving point against a cubic: the first hit");
}

static void race_degenerate(racing *r)
{
    int count = r->b.quick ? QUICK_PAIRS : PAIRS;
    for (int i = 0; i < SCENE_KINDS; ++i) {
        scene_pairs s = scene_pairs_new(count);
        scene_degenerate(&s, &scene_kinds[i], 201 + (uint64_t)i);
        scene_pairs_finish(&s, 1);
        race_pairs(r, "sweep", scene_kinds[i].name, &s, sweep_judge, 32, sizeof(bezier_hit));
        if (i == 2 || i == 6)
            race_pairs(r, "all hits", scene_kinds[i].name, &s, all_hits_judge, 32,
                       sizeof(bezier_hits));
        scene_pairs_free(&s);
    }
    race_table(r, "The same where it is degenerate, in whole numbers: exactly as said");
}

static void race_segments(racing *r)
{
    static const int kinds[2] = {0, 5};
    int count = r->b.quick ? QUICK_PAIRS : 4 * PAIRS;
    for (int i = 0; i < 4; ++i) {
        scene_pairs s = scene_pairs_new(count);
        const char *name =
            i < 2 ? bezier_populations[2 + 2 * i].name : scene_kinds[kinds[i - 2]].name;
        s.chords = 1;
        if (i < 2) scene_from_bench(&s, &bezier_populations[2 + 2 * i], 1, 301 + (uint64_t)i);
        if (i >= 2) scene_degenerate(&s, &scene_kinds[kinds[i - 2]], 301 + (uint64_t)i);
        scene_pairs_finish(&s, 1);
        race_pairs(r, "segment", name, &s, sweep_judge, 64, sizeof(bezier_hit));
        scene_pairs_free(&s);
    }
    race_table(r, "A moving point against a segment (the curves' chords)");
}

static void race_batches(racing *r)
{
    static const int which[3] = {2, 3, 4};
    for (int i = 0; i < 3; ++i) {
        const bezier_population *p = &bezier_populations[which[i]];
        scene_pairs s = scene_pairs_new(r->b.quick ? MANY : 4 * MANY);
        scene_from_bench(&s, p, MANY, 121 + (uint64_t)i);
        scene_pairs_finish(&s, 1);
        race_pairs(r, "batch", p->name, &s, sweep_judge, MANY, sizeof(bezier_hit));
        scene_pairs_free(&s);
    }
    race_table(r, "4096 moving points against one cubic: the first hit of each");
}

static void race_values(racing *r)
{
    scene_pairs s = scene_pairs_new(r->b.quick ? QUICK_PAIRS : PAIRS);
    scene_from_bench(&s, &bezier_populations[2], 1, 401);
    scene_pairs_finish(&s, 0);
    race_pairs(r, "closest", "around", &s, closest_judge, 16, sizeof(bezier_value));
    race_pairs(r, "length", "random cubics", &s, length_judge, 16, sizeof(bezier_value));
    scene_lengths(&s, 404);
    race_pairs(r, "at length", "random cubics", &s, at_length_judge, 16, sizeof(bezier_value));
    race_pairs(r, "self", "random cubics", &s, self_judge, 32, sizeof(bezier_hits));
    race_pairs(r, "bounds", "random cubics", &s, bounds_judge, 32, sizeof(bezier_value));
    scene_pairs_free(&s);
    s = scene_pairs_new(r->b.quick ? QUICK_PAIRS : PAIRS);
    scene_from_bench(&s, &bezier_populations[5], 1, 402);
    scene_pairs_finish(&s, 0);
    race_pairs(r, "closest", "near the curve", &s, closest_judge, 16, sizeof(bezier_value));
    scene_pairs_free(&s);
    s = scene_pairs_new(r->b.quick ? QUICK_PAIRS : PAIRS);
    scene_degenerate(&s, &scene_kinds[6], 403);
    scene_pairs_finish(&s, 0);
    race_pairs(r, "closest", "cusps and loops", &s, closest_judge, 16, sizeof(bezier_value));
    race_pairs(r, "length", "cusps and loops", &s, length_judge, 16, sizeof(bezier_value));
    scene_lengths(&s, 405);
    race_pairs(r, "at length", "cusps and loops", &s, at_length_judge, 16, sizeof(bezier_value));
    race_pairs(r, "self", "cusps and loops", &s, self_judge, 32, sizeof(bezier_hits));
    scene_pairs_free(&s);
    race_table(r, "One cubic: the closest point, length and its inverse, loop, box");
}

static void race_meetings(racing *r)
{
    static const char *const names[4] = {"random", "nine crossings", "tangent", "a common part"};
    void (*const make[4])(bench_random *, bezier_curve *, bezier_curve *,
                          judge_known *) = {meet_random, meet_many, meet_touching, meet_common};
    for (int i = 0; i < 4; ++i) {
        scene_pairs s = scene_pairs_new(r->b.quick ? QUICK_PAIRS / 2 : PAIRS / 2);
        bench_random random = bench_seed(501 + (uint64_t)i);
        for (int q = 0; q < s.pairs.count; ++q)
            make[i](&random, &s.curves[q], &s.others[q], &s.known[q]);
        scene_pairs_finish(&s, 0);
        race_pairs(r, "meet", names[i], &s, meet_judge, 1, sizeof(bezier_hits));
        scene_pairs_free(&s);
    }
    for (int kind = 0; kind < OUTLINE_KINDS; ++kind) {
        scene_pairs s = scene_pairs_new(r->b.quick ? QUICK_PAIRS / 2 : 2 * PAIRS);
        char name[48];
        scene_made(&s, kind, 551);
        scene_pairs_finish(&s, 0);
        snprintf(name, sizeof name, "made: %s", outline_kind_name(kind));
        race_pairs(r, "meet", name, &s, made_judge, 1, sizeof(bezier_hits));
        scene_pairs_free(&s);
    }
    race_table(r, "Where two cubics meet");
}

/* What is nearly the same costs at most ten times what is not related. */
static void meeting_aims(racing *r)
{
    static const int kinds[4] = {OUTLINE_COPY, OUTLINE_ROUNDED, OUTLINE_SHIFTED, OUTLINE_RAISED};
    char parameters[4][48], unrelated[48];
    snprintf(unrelated, sizeof unrelated, "made: %s", outline_kind_name(OUTLINE_UNRELATED));
    for (int i = 0; i < 4; ++i) {
        snprintf(parameters[i], sizeof parameters[i], "made: %s", outline_kind_name(kinds[i]));
        const race_aim aims[2] = {
            {parameters[i], "meet", parameters[i], 10, 0, "", {NULL, unrelated}, 0},
            {parameters[i], "meet", parameters[i], 1, 0, "lib2geom", {NULL, NULL}, 0}};
        race_aims(r, aims, 2);
    }
}

static void race_path(racing *r, const char *question, const char *name, scene_path *s,
                      race_judge *judge, int batch, size_t answer_size)
{
    contest c = {question, name, s, s->path.count, batch, answer_size, judge};
    race(r, &c);
}

static void race_paths(racing *r)
{
    static const char *const names[4] = {"hot", "cold", "long", "through joints"};
    static const int sizes[3] = {10, 1000, 100000};
    int count = r->b.quick ? QUICK_WALKS : WALKS;
    for (int i = 0; i < (r->b.quick ? 2 : 3); ++i) {
        scene_path s = scene_path_new(sizes[i], 1);
        for (int k = 0; k < 4; ++k) {
            char name[48];
            if (sizes[i] > 1000 && k % 2 == 0) continue; /* building takes peers a second each */
            snprintf(name, sizeof name, "%s: %d pieces", names[k], sizes[i]);
            if (k < 3) scene_path_walk(&s, count, (bezier_places)k, 131 + (uint64_t)k);
            if (k == 3) scene_path_joints(&s, count, 135);
            scene_path_truth(&s);
            race_path(r, "path sweep", name, &s, path_sweep_judge, 16, sizeof(bezier_hit));
            scene_path_queries_free(&s);
        }
        scene_path_free(&s);
    }
    race_table(r, "A moving point against a path");
}

static void race_path_others(racing *r)
{
    scene_path s = scene_path_new(10000, 1);
    scene_path_walk(&s, r->b.quick ? QUICK_DISCS : DISCS, BEZIER_COLD, 151);
    s.path.radius = 0.5 * s.loop.length;
    s.path.radius = (float)s.path.radius;
    race_path(r, "path disc", "10000 pieces", &s, path_disc_judge, 1, sizeof(bezier_hit));
    scene_path_bodies(&s, 10);
    race_path(r, "path points", "10000 pieces", &s, path_points_judge, 1, sizeof(bezier_hit));
    scene_path_queries_free(&s);
    scene_path_walk(&s, r->b.quick ? QUICK_WALKS : WALKS, BEZIER_COLD, 152);
    scene_path_windings(&s);
    race_path(r, "path closest", "near: 10000 pieces", &s, path_closest_judge, 8,
              sizeof(bezier_value));
    race_path(r, "path winding", "near: 10000 pieces", &s, path_winding_judge, 8,
              sizeof(bezier_value));
    scene_path_queries_free(&s);
    scene_path_walk(&s, r->b.quick ? QUICK_WALKS / 4 : WALKS / 4, BEZIER_LONG, 153);
    scene_path_windings(&s);
    race_path(r, "path closest", "anywhere: 10000 pieces", &s, path_closest_judge, 8,
              sizeof(bezier_value));
    race_path(r, "path winding", "anywhere: 10000 pieces", &s, path_winding_judge, 8,
              sizeof(bezier_value));
    s.path.count = 4;
    for (int i = 0; i < s.path.piece_count; ++i) s.length += judge_length(&s.pieces[i]);
    race_path(r, "path length", "10000 pieces", &s, path_length_judge, 1, sizeof(bezier_value));
    scene_path_queries_free(&s);
    scene_path_free(&s);
    race_table(r, "A path and a disc, ten points at once, its closest point, inside or not");
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "bezier")) return 2;
    r.seconds = 0.08; /* most answer all in some milliseconds */
    if (r.made) {
        race_meetings(&r);
        meeting_aims(&r);
        return race_end(&r);
    }
    note_chords(&r);
    race_curves(&r);
    race_degenerate(&r);
    race_batches(&r);
    race_segments(&r);
    race_values(&r);
    race_meetings(&r);
    race_paths(&r);
    race_path_others(&r);
    return race_end(&r);
}
