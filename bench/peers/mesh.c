/* Deforming meshes: collide.h beside its peers. See race.h for what is measured; missed and wrong
 * count contacts, or pairs of triangles, over all steps. */
#include "race.h"
#include "mesh.h"
#include "mesh_truth.h"
#include "../scenes_mesh.h"

/* How a scene's positions are changed after it has moved. */
typedef void mesh_change(const mesh_scene *scene, double t, int step, bench_random *random);

typedef struct mesh_case {
    const char *question, *name;
    mesh_scene_kind kind;
    int size, steps, quick; /* quick: steps with --quick, 0 leaves it out */
    mesh_change *change;
    double distance; /* 0: the scene's */
} mesh_case;

#define MESH_D 0.02

/* ---- scenes that the bench does not have */

/* The upper torus is pushed into the lower one. */
static void mesh_push(const mesh_scene *scene, double t, int step, bench_random *random)
{
    double by[3] = {0, 0, -0.05};
    mesh_turn(by, 0.3 + 0.1 * t);
    (void)step, (void)random;
    for (int i = 0; i < 3 * scene->parts[1].vertex_count; ++i)
        scene->parts[1].positions[i] += by[i % 3];
}

/* Both tori turn at random, and one is so far off that they may touch, or just not. */
static void mesh_throw(const mesh_scene *scene, double t, int step, bench_random *random)
{
    (void)step;
    for (int k = 0; k < 2; ++k) {
        const mesh_part *part = &scene->parts[k];
        const double angle = bench_uniform(random, 0, 6.28), lean = bench_uniform(random, 0, 6.28);
        const double off = k * bench_uniform(random, 1.8, 2.8);
        for (int i = 0; i < part->vertex_count; ++i) {
            double *p = &part->positions[3 * (size_t)i], x;
            mesh_torus(part->parameters[2 * i], part->parameters[2 * i + 1], t + k, p);
            x = p[1], p[1] = x * cos(lean) - p[2] * sin(lean),
            p[2] = x * sin(lean) + p[2] * cos(lean);
            mesh_turn(p, angle);
            p[0] += off;
        }
    }
}

/* Layers of cloth, less than half an edge apart, wave by more than that: they pass through each
   other everywhere. */
static void mesh_crumple(const mesh_scene *scene, double t, int step, bench_random *random)
{
    const mesh_part *part = &scene->parts[0];
    (void)step, (void)random;
    for (int i = 0; i < part->vertex_count; ++i) {
        const double u = part->parameters[2 * i], v = part->parameters[2 * i + 1];
        const double wave = sin(41 * u + 17 * v + 3 * t) * sin(29 * v - 23 * u);
        for (int k = 0; k < 3; ++k)
            part->positions[3 * i + k] += 0.8 * scene->edge * wave * (k == 0 ? 0.4 : 0.6);
    }
}

/* A sheet folded flat onto itself: all layers in one plane, each vertex on a vertex of the next
   layer, in whole multiples of 1/1024. */
static void mesh_fold_flat(const mesh_scene *scene, double t, int step, bench_random *random)
{
    const mesh_part *part = &scene->parts[0];
    const int across = part->columns + 1;
    (void)t, (void)random;
    for (int i = 0; i < part->vertex_count; ++i) {
        const int column = i % across, period = 8, at = column % (2 * period);
        part->positions[3 * i] = (at < period ? at : 2 * period - at) * (32.0 + 2 * step) / 1024;
        part->positions[3 * i + 1] = (i / across) * (32.0 - step) / 1024;
        part->positions[3 * i + 2] = step / 1024.0;
    }
}

/* The same, tilted: in one plane but for the rounding of float. */
static void mesh_fold_tilted(const mesh_scene *scene, double t, int step, bench_random *random)
{
    const mesh_part *part = &scene->parts[0];
    mesh_fold_flat(scene, t, step, random);
    for (int i = 0; i < part->vertex_count; ++i)
        mesh_turn(&part->positions[3 * i], 0.4 + 0.1 * step);
}

/* Layers folded flat, tilted, just as far from each other as d: rounding decides. */
static void mesh_fold_at_d(const mesh_scene *scene, double t, int step, bench_random *random)
{
    const mesh_part *part = &scene->parts[0];
    const int across = part->columns + 1, period = 8;
    mesh_fold_flat(scene, t, 0, random);
    for (int i = 0; i < part->vertex_count; ++i) {
        part->positions[3 * i + 2] = (i % across + period / 2) / period * MESH_D;
        mesh_turn(&part->positions[3 * i], 0.4 + 0.1 * step);
    }
}

/* Of the columns of the tori every other one is next to the one before: half of the triangles are
   needles, their sides as 1 to 1000. */
static void mesh_needles(const mesh_scene *scene, double t, int step, bench_random *random)
{
    (void)step, (void)random;
    for (int k = 0; k < 2; ++k) {
        const mesh_part *part = &scene->parts[k];
        for (int i = 0; i < part->vertex_count; ++i) {
            const int column = i % part->columns;
            const double u = (column % 2 ? column - 0.999 : column) / part->columns;
            double *p = &part->positions[3 * (size_t)i];
            mesh_torus_pressed(k, u, part->parameters[2 * i + 1], t, scene->distance, p);
            mesh_turn(p, 0.3 + 0.1 * t);
        }
    }
}

/* A plate upright on a level one: apart, just touching, through it; whole multiples of 1/1024. */
static void mesh_plates(const mesh_scene *scene, double t, int step, bench_random *random)
{
    (void)t, (void)random;
    for (int k = 0; k < 2; ++k) {
        const mesh_part *part = &scene->parts[k];
        for (int i = 0; i < part->vertex_count; ++i) {
            const double x = i % part->columns * (32.0 + step / 3), y = i / part->columns * 32.0;
            double *p = &part->positions[3 * (size_t)i];
            p[0] = x / 1024;
            p[1] = (k ? 5 * 32.0 + step : y) / 1024;
            p[2] = (k ? y + 1 - step % 3 : 0) / 1024;
        }
    }
}

static double *mesh_rounded(const mesh_part *part)
{
    const size_t count = 3 * (size_t)part->vertex_count;
    double *out = (double *)race_memory(count * sizeof *out);
    for (size_t i = 0; i < count; ++i) out[i] = (double)(float)part->positions[i];
    return out;
}

/* Room for what is true of each step. */
static void mesh_steps_truth(mesh_steps *s)
{
    truth *t = (truth *)race_memory(sizeof *t);
    t->contacts = (truth_set *)race_memory((size_t)s->step_count * sizeof *t->contacts);
    t->triangles = (truth_set *)race_memory((size_t)s->step_count * sizeof *t->triangles);
    s->truth = t;
}

/* The steps of a scene; scene keeps the triangles. */
static void mesh_steps_new(mesh_steps *s, mesh_scene *scene, const mesh_case *c, int steps)
{
    bench_random random = bench_seed(7);
    memset(s, 0, sizeof *s);
    if (!mesh_scene_new(scene, c->kind, c->size)) exit(1);
    s->body_count = scene->part_count, s->step_count = steps;
    s->distance = (double)(float)(c->distance > 0 ? c->distance : scene->distance);
    s->positions = (const double *(*)[2])race_memory((size_t)steps * sizeof *s->positions);
    for (int k = 0; k < s->body_count; ++k) {
        const mesh_part *part = &scene->parts[k];
        s->bodies[k] = (mesh_body){part->vertex_count, part->triangle_count, part->triangles,
                                   mesh_rounded(part), part->self};
    }
    for (int q = 0; q < steps; ++q) {
        const double time = steps > 1 ? (double)q / (steps - 1) : 0.5;
        mesh_scene_move(scene, time);
        if (c->change != NULL) c->change(scene, time, q, &random);
        for (int k = 0; k < s->body_count; ++k) s->positions[q][k] = mesh_rounded(&scene->parts[k]);
    }
    mesh_steps_truth(s);
}

static void mesh_steps_free(mesh_steps *s)
{
    const truth *t = (const truth *)s->truth;
    for (int q = 0; q < s->step_count; ++q) {
        for (int k = 0; k < s->body_count; ++k) free((void *)s->positions[q][k]);
        free(t->contacts[q].members);
        free(t->triangles[q].members);
    }
    for (int k = 0; k < s->body_count; ++k) free((void *)s->bodies[k].rest);
    free(t->contacts);
    free(t->triangles);
    free((void *)s->truth);
    free((void *)s->positions);
}

/* ---- verdicts. What is true of a step is found out when it is first asked for. */

static truth_set *mesh_true_contacts(const mesh_steps *s, int q)
{
    truth_set *set = &((const truth *)s->truth)->contacts[q];
    if (!set->made) *set = truth_of_contacts(s, q);
    return set;
}

static truth_set *mesh_true_triangles(const mesh_steps *s, int q)
{
    truth_set *set = &((const truth *)s->truth)->triangles[q];
    if (!set->made) *set = truth_of_triangles(s, q);
    return set;
}

static void mesh_tally_contacts(const void *scene, int query, const void *answer, const peer *who,
                                int verdicts[4])
{
    (void)who;
    truth_compare(mesh_true_contacts((const mesh_steps *)scene, query), (const mesh_answer *)answer,
                  verdicts);
}

static void mesh_tally_triangles(const void *scene, int query, const void *answer, const peer *who,
                                 int verdicts[4])
{
    (void)who;
    truth_compare(mesh_true_triangles((const mesh_steps *)scene, query),
                  (const mesh_answer *)answer, verdicts);
}

/* Do two meshes touch? We say so of what is closer than d, too. */
static race_verdict mesh_judge_touch(const void *scene, int query, const void *answer,
                                     const peer *who, double *error)
{
    const mesh_steps *s = (const mesh_steps *)scene;
    const truth_set *triangles = mesh_true_triangles(s, query);
    const int says = ((const mesh_answer *)answer)->count > 0;
    const int ours = strncmp(who->who, "collide", 7) == 0;
    (void)error;
    if (!says) return triangles->sure > 0 ? RACE_MISSED : RACE_RIGHT;
    if (triangles->count > 0) return RACE_RIGHT;
    return ours && mesh_true_contacts(s, query)->count > 0 ? RACE_RIGHT : RACE_WRONG;
}

/* ---- contests */

static void mesh_race(racing *r, const mesh_case *c)
{
    const int steps = r->b.quick ? c->quick : c->steps;
    contest asked = {c->question, c->name, NULL, steps, 1, sizeof(mesh_answer), NULL};
    mesh_scene scene;
    mesh_steps s;
    if (steps == 0) return;
    mesh_steps_new(&s, &scene, c, steps);
    asked.scene = &s;
    if (strcmp(c->question, "touch") == 0) asked.judge = mesh_judge_touch;
    /* Few passes, many scenes; but so long that nobody has but one, cold. */
    r->seconds = s.bodies[0].triangle_count > 100000 ? 1.5 : 0.2;
    r->tally = strcmp(c->question, "contacts") == 0 ? mesh_tally_contacts : mesh_tally_triangles;
    race(r, &asked);
    mesh_steps_free(&s);
    mesh_scene_free(&scene);
}

/* ---- aims */

enum { MESH_SIDE = 70, MESH_ACROSS = MESH_SIDE + 1, MESH_SIDES = 3 * 2 * MESH_SIDE * MESH_SIDE };

/* Two cloths of 9800 triangles, side 1, half of it apart. */
static void mesh_cloths(double *p, unsigned *t)
{
    for (int i = 0; i < 2 * MESH_ACROSS * MESH_ACROSS; ++i) {
        const int x = i / MESH_ACROSS % MESH_ACROSS, y = i % MESH_ACROSS;
        *p++ = (float)((double)x / MESH_SIDE), *p++ = (float)((double)y / MESH_SIDE);
        *p++ = (float)((x * 7 + y * 3) % 5 / 1000.0 + (i >= MESH_ACROSS * MESH_ACROSS ? 0.5 : 0));
    }
    for (int i = 0; i < 2 * MESH_SIDE * MESH_SIDE; ++i) {
        const int cloth = i / (MESH_SIDE * MESH_SIDE), at = i % (MESH_SIDE * MESH_SIDE);
        const unsigned c =
            (unsigned)((cloth * MESH_ACROSS + at / MESH_SIDE) * MESH_ACROSS + at % MESH_SIDE);
        *t++ = c, *t++ = c + MESH_ACROSS, *t++ = c + 1;
        *t++ = c + 1, *t++ = c + MESH_ACROSS, *t++ = c + MESH_ACROSS + 1;
    }
}

/* The cloths with themselves, and one triangle of this size beneath them; 0: without it. There is
   no contact. */
static void mesh_race_huge(racing *r, const char *name, double size)
{
    enum { STEPS = 3 };
    static const unsigned one[3] = {0, 1, 2};
    const double l = (float)size, big[9] = {-l, -l, -1, l, -l, -1, 0, l, -1};
    const size_t numbers = 3 * 2 * MESH_ACROSS * MESH_ACROSS;
    unsigned *t = (unsigned *)race_memory(2 * MESH_SIDES * sizeof *t);
    double *p = (double *)race_memory(numbers * sizeof *p);
    mesh_steps s = {0};
    contest c = {"contacts", name, &s, STEPS, 1, sizeof(mesh_answer), NULL};
    mesh_cloths(p, t);
    s.body_count = size > 0 ? 2 : 1, s.step_count = STEPS, s.distance = (float)0.001;
    s.positions = (const double *(*)[2])race_memory(STEPS * sizeof *s.positions);
    for (int k = 0; k < s.body_count; ++k) {
        const mesh_body body = {k ? 3 : 2 * MESH_ACROSS * MESH_ACROSS, k ? 1 : 2 * MESH_SIDES / 3,
                                k ? one : t, (double *)race_memory(numbers * sizeof *p), !k};
        memcpy((void *)body.rest, k ? big : p, (k ? 9 : numbers) * sizeof *p);
        for (int q = 0; q < STEPS; ++q) {
            double *at = (double *)race_memory(numbers * sizeof *at);
            memcpy(at, body.rest, (k ? 9 : numbers) * sizeof *at);
            s.positions[q][k] = at;
        }
        s.bodies[k] = body;
    }
    mesh_steps_truth(&s);
    r->seconds = 0.2, r->tally = mesh_tally_contacts;
    race(r, &c);
    mesh_steps_free(&s);
    free(t), free(p);
}

static void mesh_race_aims(racing *r)
{
    static const char *const contacts = "contacts", *const without = "made: two cloths";
    static const char *const fan = "made: fan 8k", *const huge = "made: cloths, L 9e5";
    static const mesh_case fans[2] = {{"contacts", "made: fan 1k", MESH_FAN, 1000, 6, 2, NULL, 0},
                                      {"contacts", "made: fan 8k", MESH_FAN, 8000, 2, 1, NULL, 0}};
    const race_aim aims[] = {
        {"one huge triangle, L 1e4",
         contacts,
         "made: cloths, L 1e4",
         1.1,
         0,
         "",
         {NULL, without},
         0},
        {"one huge triangle, L 9e4",
         contacts,
         "made: cloths, L 9e4",
         1.1,
         0,
         "",
         {NULL, without},
         0},
        {"one huge triangle, L 9e5", contacts, huge, 1.1, 0, "", {NULL, without}, 0},
        {"the same beside Embree", contacts, huge, 1, 0, "Embree", {NULL, NULL}, 0},
        {"fan of 8000, beside 1000: linear", contacts, fan, 9.7, 0, "", {NULL, "made: fan 1k"}, 0},
        {"the same beside Embree", contacts, fan, 1, 0, "Embree", {NULL, NULL}, 0}};
    mesh_race_huge(r, without, 0);
    mesh_race_huge(r, "made: cloths, L 1e4", 1e4);
    mesh_race_huge(r, "made: cloths, L 9e4", 9e4);
    mesh_race_huge(r, huge, 9e5);
    mesh_race(r, &fans[0]);
    mesh_race(r, &fans[1]);
    race_table(r, "Two cloths and one huge triangle; fans with themselves: contacts");
    race_aims(r, aims, (int)(sizeof aims / sizeof *aims));
}

static const mesh_case mesh_contacts[] = {
    {"contacts", "two tori 2x1600", MESH_TORI, 1600, 24, 6, NULL, 0},
    {"contacts", "two tori 2x6400", MESH_TORI, 6400, 12, 2, NULL, 0},
    {"contacts", "two tori 2x25600", MESH_TORI, 25600, 4, 0, NULL, 0},
    {"contacts", "knot 4k", MESH_KNOT, 3960, 6, 2, NULL, 0},
    {"contacts", "knot 4k, large d", MESH_KNOT_THICK, 3960, 3, 1, NULL, 0},
    {"contacts", "knot 50k", MESH_KNOT, 50000, 2, 0, NULL, 0},
    {"contacts", "folded cloth 20k", MESH_FOLDED, 100, 2, 0, NULL, 0},
    {"contacts", "folded cloth 180k", MESH_FOLDED, 300, 1, 0, NULL, 0},
    {"contacts", "rolled cloth 20k", MESH_ROLLED, 100, 2, 0, NULL, 0},
    {"contacts", "table and 20k", MESH_TABLE, 20000, 2, 0, NULL, 0},
    {"contacts", "layers at d", MESH_SHEET, 32, 12, 3, mesh_fold_at_d, MESH_D},
    {"contacts", "tori of needles", MESH_TORI, 1600, 24, 6, mesh_needles, 0},
    {"contacts", "made: folded flat", MESH_FLAT, 32, 6, 1, NULL, 0},
    {"contacts", "made: layers at d", MESH_LAYERS, 64, 6, 1, NULL, 0},
    {"contacts", "made: blocks 12k", MESH_BLOCKS, 12000, 3, 0, NULL, 0},
    {"contacts", "made: blocks 1.5k", MESH_BLOCKS, 1500, 12, 2, NULL, 0},
    {"contacts", "made: fan 2k", MESH_FAN, 2000, 6, 1, NULL, 0},
};

static const mesh_case mesh_intersections[] = {
    {"intersections", "pushed tori 2x1600", MESH_TORI, 1600, 16, 4, mesh_push, 0},
    {"intersections", "pushed tori 2x25600", MESH_TORI, 25600, 3, 0, mesh_push, 0},
    {"intersections", "crumpled cloth 1.8k", MESH_FOLDED, 30, 8, 3, mesh_crumple, 0},
    {"intersections", "crumpled cloth 20k", MESH_FOLDED, 100, 2, 0, mesh_crumple, 0},
    {"intersections", "folded flat 2k", MESH_SHEET, 32, 2, 1, mesh_fold_flat, 0},
    {"intersections", "folded flat, tilted", MESH_SHEET, 32, 2, 1, mesh_fold_tilted, 0},
    {"intersections", "made: blocks 1.5k", MESH_BLOCKS, 1500, 12, 2, NULL, 0},
    {"intersections", "made: fan 2k", MESH_FAN, 2000, 6, 1, NULL, 0},
};

static const mesh_case mesh_touches[] = {
    {"touch", "thrown tori 2x400", MESH_TORI, 400, 200, 20, mesh_throw, 1e-4},
    {"touch", "thrown tori 2x6400", MESH_TORI, 6400, 40, 4, mesh_throw, 1e-4},
    {"touch", "pushed tori 2x6400", MESH_TORI, 6400, 16, 4, mesh_push, 1e-4},
    {"touch", "plates", MESH_TORI, 400, 60, 12, mesh_plates, 1e-4},
    {"touch", "near tori 2x6400", MESH_TORI, 6400, 16, 4, NULL, 1e-4},
};

#define MESH_RACE_ALL(r, cases)                                                                    \
    for (size_t i = 0; i < sizeof(cases) / sizeof *(cases); ++i) mesh_race(r, &(cases)[i])

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "mesh")) return 2;
    if (r.made || !r.b.quick) mesh_race_aims(&r);
    if (r.made) return race_end(&r);
    MESH_RACE_ALL(&r, mesh_contacts);
    race_table(&r, "Deforming meshes: all vertex-triangle and edge-edge pairs closer than d");
    MESH_RACE_ALL(&r, mesh_intersections);
    race_table(&r, "Deforming meshes: all pairs of triangles that intersect");
    MESH_RACE_ALL(&r, mesh_touches);
    race_table(&r, "Deforming meshes: do two touch?");
    return race_end(&r);
}
