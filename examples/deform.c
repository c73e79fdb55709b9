/* NURBS surfaces that deform as they collide: a soft ball falls on a membrane, and a tube is
   pinched by two rods.

       cc -O2 -I. examples/deform.c -o deform -lm && ./deform

   Run it in the top folder, where collide.h is; it writes into the current folder.

   The control points are moved by springs: those of the membrane and of the tube are themselves the
   masses, those of the ball hang in a lattice of masses (free-form deformation). In every step of a
   millisecond cld_nurbs_contacts is asked about the control points as they are in that step,
   nothing prepared; the rods, which are rigid, are prepared once and have a pose. What a contact
   does to the masses that carry it is the part to copy. Writes

       deform.png        some pictures of both
       deform_film.svg   the film, for any browser

   and prints how fast that is, and what a query costs if nothing is prepared, if models are
   refitted, and if they are built anew. It checks, or ends with 1, that

       no body is deep in another, and none has passed through: by rays, which know nothing of the
       contacts that moved the bodies;
       energy does not come from nowhere: the rods bring in what they do, nothing else does;
       the membrane and the tube come back after they were pressed;
       a query that is prepared finds the same contacts as one that is not.

   The order of reading: main at the end, then the functions that it calls; then deform/body.h
   (nodes, springs, what hangs where), touch.h (contacts and what they do), scenes.h. */

#define COLLIDE_NO_MESH /* the modules left out need no compiling */
#define COLLIDE_NO_GRID
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "deform/pictures.h"
#include "deform/scenes.h"

#define STRIP_FILE "deform.png"
#define FILM_FILE  "deform_film.svg"
#define STEP       1e-3 /* seconds */

enum { STEPS = 1000, STEPS_A_PICTURE = 25, STEPS_A_LOOK = 5, SHOWN = 8 /* every so many */ };

/* What a query costs, in the ways of body.h, and before it what makes the model up to date. */
typedef struct cost {
    int count;
    double query[WAYS], before[WAYS]; /* seconds, in all */
} cost;

/* What is looked at while a scene moves. */
typedef struct findings {
    double deepest;            /* by rays */
    int through;               /* so often a body was seen on the wrong side */
    double first, last, given; /* energy; the most that was brought in */
    double low, rise;          /* without what was brought in: the least, the most above it later */
    double gauge, least, back; /* of the scene: at first, the least, the greatest after that */
    int differ;                /* so often an answer was another in another way */
    cost apart, touching;
} findings;

static cld_workspace workspace;

/* ------------------------------------------------------------------------------------ one step */

static void step(scene *s, double time)
{
    if (s->steer) s->steer(s, time);
    body_hurry(&s->first, s->gravity, STEP);
    for (int i = 0; i < s->other_count; i++) body_hurry(s->others + i, s->gravity, STEP);
    for (int i = 0; i < s->other_count; i++) touch_find(s->pairs + i, &workspace);
    for (int k = 0; k < ITERATIONS; k++)
        for (int i = 0; i < s->other_count; i++) touch_stop(s->pairs + i, s->friction, STEP);
    for (int i = 0; i < s->other_count; i++) touch_part(s->pairs + i);
    body_move(&s->first, STEP);
    for (int i = 0; i < s->other_count; i++) body_move(s->others + i, STEP);
}

/* ------------------------------------------------------------------------------ what is checked */

/* From the middles of the other body's rings to its surface: where a ray meets the first body
   before, its end is on the wrong side, as deep as it is far from the first body. And whether that
   is where it cannot be, unless the other passed through it. */
static void look_inside(const scene *s, const body *other, findings *f)
{
    enum { ALONG = 16, RAYS = 16 };
    const cld_nurbs_body first = body_side(&s->first, UNPREPARED);
    const double end = (double)(other->surface.count_u - 3), turn = AROUND;
    cld_nurbs_hit hit;
    for (int i = 1; i < ALONG; i++) {
        vec ring[RAYS], middle = vector(0, 0, 0), unused;
        for (int k = 0; k < RAYS; k++) {
            ring[k] = body_at(other, (cld_real)(end * i / ALONG), (cld_real)(3 + turn * k / RAYS),
                              &unused);
            middle = add(middle, 1.0 / RAYS, ring[k]);
        }
        for (int k = 0; k < RAYS; k++) {
            const cld_vec3 from = to_cld(middle), ray = to_cld(add(ring[k], -1, middle));
            if (!check(cld_nurbs_raycast(&first, from, ray, 1, NULL, &workspace, &hit))) continue;
            check(cld_nurbs_closest(&first, to_cld(ring[k]), NULL, &workspace, &hit));
            f->deepest = fmax(f->deepest, (double)hit.distance);
        }
        f->through += check(cld_nurbs_raycast(&first, to_cld(middle), to_cld(other->outside), 0,
                                              NULL, &workspace, &hit));
    }
}

static void look(const scene *s, int number, findings *f)
{
    double energy = body_energy(&s->first, s->gravity), given = 0, gauge = s->gauge(s);
    for (int i = 0; i < s->other_count; i++) {
        energy += body_energy(s->others + i, s->gravity), given += s->pairs[i].given;
        if (number % STEPS_A_LOOK == 0) look_inside(s, s->others + i, f);
    }
    if (number == 0) f->first = f->low = energy, f->gauge = f->least = gauge;
    if (gauge <= f->least) f->least = f->back = gauge;
    f->last = energy, f->back = fmax(f->back, gauge);
    f->given = fmax(f->given, given), f->low = fmin(f->low, energy - given);
    f->rise = fmax(f->rise, energy - given - f->low);
}

/* --------------------------------------------------------------------------- what a query costs */

/* Makes the models of what deforms up to date. */
static void prepare(touching *t, int way)
{
    body *both[2] = {t->a, t->b};
    for (int i = 0; i < 2; i++) {
        body *b = both[i];
        if (b->node_count == 0 || way == UNPREPARED) continue;
        if (way == REFITTED) check(cld_nurbs_model_refit(&b->model, &b->surface, 1));
        if (way == ANEW) check(cld_nurbs_model_build(&b->anew, &b->surface, 1, NULL));
    }
}

/* The same question in all ways, each some times: the least time counts, the others are those of
   what else the machine does. */
static void measure(touching *t, findings *f)
{
    enum { TIMES = 3 };
    cld_nurbs_contact found[CONTACTS];
    int count[WAYS];
    cost *c;
    double query[WAYS], before[WAYS];
    for (int way = 0; way < WAYS; way++) {
        query[way] = before[way] = HUGE_VAL;
        for (int i = 0; i < TIMES; i++) {
            const double start = seconds();
            double ready;
            prepare(t, way), ready = seconds();
            count[way] = touch_ask(t, way, &workspace, found);
            before[way] = fmin(before[way], ready - start);
            query[way] = fmin(query[way], seconds() - ready);
        }
        f->differ += count[way] != count[0];
    }
    c = count[0] ? &f->touching : &f->apart;
    c->count++;
    for (int way = 0; way < WAYS; way++) c->query[way] += query[way], c->before[way] += before[way];
}

/* --------------------------------------------------------------------------------------- report */

static void print_cost(const char *when, const cost *c)
{
    const double us = 1e6 / fmax(c->count, 1);
    printf("  %-9s %5d %10.0f us %10.0f + %4.0f us %10.0f + %4.0f us\n", when, c->count,
           us * c->query[UNPREPARED], us * c->before[REFITTED], us * c->query[REFITTED],
           us * c->before[ANEW], us * c->query[ANEW]);
}

static int demand(int good, const char *what)
{
    printf("  %-6s %s\n", good ? "good:" : "WRONG:", what);
    return !good;
}

/* The tolerances. Depth: what falls is up to 3 mm deep in the first step in which it is seen to
   touch, and between remembered contacts there is room for a little more. Energy: moving bodies
   apart stretches springs. Returns how many things are wrong. */
static int report(const scene *s, const findings *f, const stopwatch *watch)
{
    long queries = 0, found = 0;
    double deepest = 0;
    for (int i = 0; i < s->other_count; i++) {
        queries += s->pairs[i].queries, found += s->pairs[i].found;
        deepest = fmax(deepest, s->pairs[i].deepest);
    }
    printf("\n%s: ", s->name);
    print_pace(STEPS * STEP, STEPS, watch);
    printf("  %ld queries found %ld contacts; deepest: %.1f mm as they say, %.1f mm by rays\n",
           queries, found, 1e3 * deepest, 1e3 * f->deepest);
    printf(
        "  energy: %.3f J at first, up to %.3f J brought in, %.3f J at last; never up by more than "
        "%.2g J\n",
        f->first, f->given, f->last, f->rise);
    printf("  pressed from %.0f mm to %.0f mm, and back to %.0f mm\n", 1e3 * f->gauge,
           1e3 * f->least, 1e3 * f->back);
    printf("  a query     times    unprepared       refit + query        build + query\n");
    print_cost("apart", &f->apart), print_cost("touching", &f->touching);
    return demand(f->deepest < 6e-3, "no body gets 6 mm deep into another") +
           demand(f->through == 0, "none passes through another") +
           demand(f->rise < 0.02 * (f->first + f->given), "energy does not come from nowhere") +
           demand(f->back - f->least > 0.8 * (f->gauge - f->least), "what was pressed comes back") +
           demand(f->differ == 0, "prepared or not, the contacts are the same");
}

/* ------------------------------------------------------------------------------------------ run */

static void shoot(const scene *s, int number, raster *canvas, film *reel)
{
    char caption[FILM_CAPTION];
    draw_scene(canvas, s);
    snprintf(caption, sizeof caption, "%s, %.2f s", s->name, number * STEP);
    film_frame(reel, canvas, caption);
}

static int play(scene *s, void (*make)(scene *), film *reel)
{
    findings f;
    stopwatch watch = {0, 0};
    raster canvas;
    int wrong;
    memset(&f, 0, sizeof f);
    scene_make(s, make);
    if (!open_canvas(&canvas, s)) need(NULL);
    for (int i = 0; i < STEPS; i++) {
        look(s, i, &f);
        if (i % STEPS_A_PICTURE == 0) {
            shoot(s, i, &canvas, reel);
            for (int k = 0; k < s->other_count; k++) measure(s->pairs + k, &f);
        }
        stopwatch_start(&watch);
        step(s, i * STEP);
        stopwatch_stop(&watch);
    }
    look(s, STEPS, &f);
    wrong = report(s, &f, &watch);
    raster_end(&canvas);
    scene_free(s);
    return wrong;
}

int main(void)
{
    static scene s; /* some megabytes */
    film reel;
    int wrong;
    film_begin(&reel, WIDTH, HEIGHT);
    wrong = play(&s, make_drop, &reel) + play(&s, make_pinch, &reel);
    if (film_strip(&reel, STRIP_FILE, STEPS / STEPS_A_PICTURE / SHOWN, SHOWN) &&
        film_play(&reel, FILM_FILE, 1 / (STEPS_A_PICTURE * STEP)))
        printf("\nwritten: %s, %s\n", STRIP_FILE, FILM_FILE);
    else
        wrong += complain(1, "cannot write " STRIP_FILE " or " FILM_FILE);
    film_end(&reel);
    cld_workspace_free(&workspace);
    return wrong > 0;
}
