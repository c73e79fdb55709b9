/* Convex shapes in pairs: collide.h beside its peers. See race.h for what is measured.
 *
 * Spheres, capsules, boxes, cylinders, hulls of 20 points, about as large as the unit cube: scenes
 * are those of bench/scenes_shape.h, whose truth is known by how they are made. An answer is right
 * to SHAPE_FLOAT of the numbers that it is made of; 'missed': told apart, or free on its way, but
 * they meet; 'wrong': any other. A contact is right if its depth along its normal parts the bodies
 * and is at most a ninth and 0.2 % of the size more than a depth that is known to part them.
 * Distances are right to a thousandth, depths and times (along the normal) to a thousandth of the
 * size, since others work with a tolerance; `error`: by how much of the size depths, distances and
 * times differ from those known (a contact's known depth may be more than the least). */
#include "race.h"
#include "shape.h"

#define SHAPE_FLOAT 2e-6 /* 32 units of rounding of float */
#define SHAPE_NEAR  1e-3 /* what distances and times may be off by */

enum { SHAPE_COUNT = 16384, SHAPE_QUICK_COUNT = 1024, SHAPE_BATCH = 16 };

static double shape_slack(const void *scene, int query)
{
    return SHAPE_FLOAT * shape_pair_size((const shape_scene *)scene, query);
}

/* Where truth is within the slack of touching, but not touching, either verdict is right. */
static race_verdict shape_judge_overlap(const void *scene, int query, const void *answer,
                                        const peer *who, double *error)
{
    const shape_truth *truth = &((const shape_scene *)scene)->truth[query];
    const int count = ((const shape_answer *)answer)->count;
    (void)who, (void)error;
    if (count < 0) return RACE_NONE;
    if ((count > 0) == truth->meet) return RACE_RIGHT;
    if (!(truth->meet && truth->width == 0) && fabs(truth->width) <= shape_slack(scene, query))
        return RACE_RIGHT; /* what touches exactly is made so, without any rounding */
    return truth->meet ? RACE_MISSED : RACE_WRONG;
}

static race_verdict shape_judge_contacts(const void *scene, int query, const void *answer,
                                         const peer *who, double *error)
{
    const shape_scene *s = (const shape_scene *)scene;
    const shape_truth *truth = &s->truth[query];
    const shape_answer *mine = (const shape_answer *)answer;
    const race_verdict verdict = shape_judge_overlap(scene, query, answer, who, error);
    const double smaller =
        fmin(shape_size(&s->a[query], s->hulls), shape_size(&s->b[query], s->hulls));
    const double slack = shape_slack(scene, query) + SHAPE_NEAR * smaller;
    if (verdict != RACE_RIGHT || mine->count == 0 || !truth->meet) return verdict;
    if (!(fabs(shape_dot(mine->normal, mine->normal) - 1) < 1e-4)) return RACE_WRONG;
    if (!shape_parts(s, query, mine->normal, mine->value, slack)) return RACE_WRONG;
    if (0.9 * mine->value - 0.002 * smaller - slack > truth->width) return RACE_WRONG;
    *error = fabs(mine->value - truth->width) / shape_pair_size(s, query);
    return RACE_RIGHT;
}

/* Of pairs that are apart. */
static race_verdict shape_judge_distance(const void *scene, int query, const void *answer,
                                         const peer *who, double *error)
{
    const shape_scene *s = (const shape_scene *)scene;
    const shape_answer *mine = (const shape_answer *)answer;
    const double truth = -s->truth[query].width;
    (void)who;
    if (mine->count < 0) return RACE_NONE;
    *error = fabs(mine->value - truth) / shape_pair_size(s, query);
    return fabs(mine->value - truth) <= SHAPE_NEAR * truth + shape_slack(scene, query) ? RACE_RIGHT
                                                                                       : RACE_WRONG;
}

static race_verdict shape_judge_sweep(const void *scene, int query, const void *answer,
                                      const peer *who, double *error)
{
    const shape_scene *s = (const shape_scene *)scene;
    const shape_truth *truth = &s->truth[query];
    const shape_answer *mine = (const shape_answer *)answer;
    const double slack = shape_slack(scene, query);
    const double along = fabs(shape_dot(s->ways[query], truth->normal));
    double off;
    (void)who;
    if (mine->count < 0) return RACE_NONE;
    if (truth->time > 1) /* at its nearest it is as far as the width says */
        return mine->count == 0 || -truth->width <= slack ? RACE_RIGHT : RACE_WRONG;
    if (mine->count == 0) return RACE_MISSED;
    off = fabs(mine->value - truth->time) * along / shape_pair_size(s, query);
    *error = off;
    return off <= SHAPE_NEAR ? RACE_RIGHT : RACE_WRONG;
}

/* ---- contests */

typedef struct shape_pair {
    shape_kind a, b;
} shape_pair;

enum { SHAPE_PAIRS = 11 };

static const shape_pair shape_pairs[SHAPE_PAIRS] = {
    {SHAPE_SPHERE, SHAPE_SPHERE}, {SHAPE_SPHERE, SHAPE_CAPSULE},  {SHAPE_CAPSULE, SHAPE_CAPSULE},
    {SHAPE_SPHERE, SHAPE_BOX},    {SHAPE_CAPSULE, SHAPE_BOX},     {SHAPE_BOX, SHAPE_BOX},
    {SHAPE_HULL, SHAPE_HULL},     {SHAPE_BOX, SHAPE_HULL},        {SHAPE_CYLINDER, SHAPE_CYLINDER},
    {SHAPE_CYLINDER, SHAPE_BOX},  {SHAPE_CYLINDER, SHAPE_CAPSULE}};

static void shape_race(racing *r, const char *question, const shape_pair *pair,
                       shape_placing placing, race_judge *judge)
{
    shape_scene s;
    char name[48];
    contest c = {question,    name,
                 &s,          r->b.quick ? SHAPE_QUICK_COUNT : SHAPE_COUNT,
                 SHAPE_BATCH, sizeof(shape_answer),
                 judge};
    shape_scene_new(&s, c.queries, pair->a, pair->b, placing, 7);
    snprintf(name, sizeof name, "%s-%s: %s", shape_kind_names[pair->a], shape_kind_names[pair->b],
             shape_placing_names[placing]);
    race(r, &c);
    shape_scene_free(&s);
}

static void shape_race_all(racing *r, const char *question, const shape_placing *placings,
                           int count, race_judge *judge, const char *title)
{
    for (int i = 0; i < SHAPE_PAIRS; ++i)
        for (int k = 0; k < count; ++k)
            shape_race(r, question, &shape_pairs[i], placings[k], judge);
    race_table(r, title);
}

/* ---- aims */

#define SHAPE_AIM(row, question, parameter, times, who)                                            \
    {                                                                                              \
        row, question, parameter, times, 0, who, {NULL, NULL}, 0                                   \
    }

/* Against a row of our own. */
#define SHAPE_OWN(row, question, parameter, times, beside)                                         \
    {                                                                                              \
        row, question, parameter, times, 0, "", {question, beside}, 0                              \
    }

static const race_aim shape_aims[] = {
    SHAPE_AIM("spheres", "contacts", "sphere-sphere: random", 1.2, "ODE"),
    SHAPE_AIM("sphere and capsule", "contacts", "sphere-capsule: random", 1.2, "ODE"),
    SHAPE_AIM("capsules", "contacts", "capsule-capsule: random", 1.2, "ODE"),
    SHAPE_AIM("sphere and box", "contacts", "sphere-box: random", 1.2, "ODE"),
    SHAPE_AIM("capsule and box", "contacts", "capsule-box: random", 2.06, "ODE"),
    SHAPE_AIM("boxes", "contacts", "box-box: random", 1, "ODE"),
    SHAPE_AIM("boxes, face on face", "contacts", "box-box: made aligned", 1, "ODE"),
    SHAPE_AIM("hulls of 20", "contacts", "hull-hull: random", 0.46, "Bullet"),
    SHAPE_OWN("box on hull, face on face", "contacts", "box-hull: made aligned", 1,
              "box-hull: random"),
    SHAPE_AIM("cylinders", "contacts", "cylinder-cylinder: random", 0.25, "ODE"),
    SHAPE_AIM("cylinders", "contacts", "cylinder-cylinder: random", 0.25, "Bullet"),
    SHAPE_OWN("cylinders, base on base", "contacts", "cylinder-cylinder: made aligned", 1,
              "cylinder-cylinder: random"),
    SHAPE_AIM("cylinder and box", "contacts", "cylinder-box: random", 0.25, "ODE"),
    SHAPE_AIM("cylinder and box", "contacts", "cylinder-box: random", 0.25, "Bullet"),
    SHAPE_OWN("cylinder on box, base on face", "contacts", "cylinder-box: made aligned", 1,
              "cylinder-box: random"),
    SHAPE_AIM("cylinder and capsule", "contacts", "cylinder-capsule: random", 0.25, "ODE"),
    SHAPE_AIM("cylinder and capsule", "contacts", "cylinder-capsule: random", 0.25, "Bullet"),
    SHAPE_AIM("distance of boxes", "distance", "box-box: random", 0.5, "Bullet"),
    SHAPE_AIM("distance of boxes", "distance", "box-box: random", 0.5, "FCL"),
    SHAPE_AIM("distance of hulls", "distance", "hull-hull: random", 0.5, "Bullet"),
    SHAPE_AIM("distance of hulls", "distance", "hull-hull: random", 0.5, "FCL"),
    SHAPE_AIM("sweep of boxes", "sweep", "box-box: random hit", 0.5, "Bullet"),
    SHAPE_AIM("sweep of boxes", "sweep", "box-box: random hit", 0.5, "FCL double"),
    SHAPE_AIM("sweep of hulls", "sweep", "hull-hull: random hit", 0.5, "Bullet"),
    SHAPE_AIM("sweep of hulls", "sweep", "hull-hull: random hit", 0.5, "FCL double")};

enum { SHAPE_AIMS = (int)(sizeof shape_aims / sizeof shape_aims[0]) };

static void shape_race_aims(racing *r)
{
    static const shape_placing contacts[] = {SHAPE_DEEP, SHAPE_ALIGNED}, apart[] = {SHAPE_APART},
                               sweeps[] = {SHAPE_HIT};
    shape_race_all(r, "contacts", contacts, 2, shape_judge_contacts, "Contacts of two shapes");
    shape_race_all(r, "distance", apart, 1, shape_judge_distance, "How far apart?");
    shape_race_all(r, "sweep", sweeps, 1, shape_judge_sweep, "When does one first touch another?");
    race_aims(r, shape_aims, SHAPE_AIMS);
}

int main(int argc, char **argv)
{
    static const shape_placing overlap[] = {SHAPE_DEEP, SHAPE_APART},
                               contacts[] = {SHAPE_DEEP, SHAPE_ALIGNED, SHAPE_STACK,
                                             SHAPE_COINCIDENT, SHAPE_FAR_DEEP},
                               distances[] = {SHAPE_APART, SHAPE_ALIGNED_GAP, SHAPE_FAR_APART},
                               sweeps[] = {SHAPE_HIT, SHAPE_MISS, SHAPE_ALIGNED_GAP};
    racing r;
    if (!race_begin(&r, argc, argv, "shape")) return 2;
    r.seconds = r.b.quick ? 1.5 : 0.3; /* of very many contests */
    if (r.made) {
        shape_race_aims(&r);
        return race_end(&r);
    }
    shape_race_all(&r, "overlap", overlap, 2, shape_judge_overlap, "Do two shapes overlap?");
    shape_race_all(&r, "contacts", contacts, 5, shape_judge_contacts, "Contacts of two shapes");
    shape_race_all(&r, "distance", distances, 3, shape_judge_distance,
                   "How far apart are two shapes?");
    shape_race_all(&r, "sweep", sweeps, 3, shape_judge_sweep,
                   "When does a shape that moves first touch another?");
    race_aims(&r, shape_aims, SHAPE_AIMS);
    return race_end(&r);
}
