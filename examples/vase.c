/* A torus and a vase fall on a sheet that hangs on four springs: curved surfaces in a simulation.

       cc -O2 -I. examples/vase.c -o vase -lm && ./vase

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Three rigid bodies, all of NURBS surfaces: an exact torus, a vase turned on a lathe, whose wall
   is as thick as it looks, and a board that hangs through a little. What torus and vase weigh, and
   how they resist turning, is computed from their surfaces. The torus comes in like a wheel, the
   vase falls on it, they bounce; the torus spins on its edge like a coin, falls against the vase's
   neck and wobbles until it lies flat: nine seconds, in steps of a millisecond. The thesis whose
   test this is (2004, section 3.5) says that it needs 1000 to 10000 queries a second, too many for
   real time then.

   Prints how fast that is, and how many queries it took. After every step, formulas that know
   nothing of the library look how deep the bodies are in each other, whether one passed through the
   sheet, and whether energy came from nowhere. Ends with 1 if something is wrong. Writes

       vase.png        six moments
       vase_film.svg   the film, for any browser

   The order of reading: main at the end, then the parts of the program: vase/scene.h (bodies and
   springs), touch.h (contacts: the part to copy), shapes.h (surfaces and what they weigh), checks.h
   and pictures.h; rigid.h moves it all. */

#define COLLIDE_NO_MESH /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "vase/checks.h"
#include "vase/pictures.h"
#include "vase/scene.h"

#include <stdio.h>

#define STRIP_FILE "vase.png"
#define FILM_FILE  "vase_film.svg"

enum { SECONDS = 9, STEPS_A_SECOND = 1000, PICTURES_A_SECOND = 10 };

/* Everything, and where its time goes. */
typedef struct show {
    scene scene;
    samples points;
    findings findings;
    studio studio;
    stopwatch moving, drawing;
    int wrong;
} show;

/* ------------------------------------------------------------------------------------------ run */

/* Until `step` steps are done; the clock runs for what a game would compute: no looking. */
static void move_to(show *w, int step)
{
    rigid_world *world = &w->scene.world;
    while (world->steps < step) {
        const double time = world->steps * STEP;
        stopwatch_start(&w->moving);
        check(rigid_update(world, time, time + STEP));
        stopwatch_stop(&w->moving);
        look(&w->scene, &w->points, &w->findings);
    }
}

static void draw(show *w, double time)
{
    char caption[FILM_CAPTION];
    snprintf(caption, sizeof caption, "%.3g s", time);
    stopwatch_start(&w->drawing);
    studio_shoot(&w->studio, &w->scene, caption);
    stopwatch_stop(&w->drawing);
}

static void run(show *w)
{
    look(&w->scene, &w->points, &w->findings);
    for (int i = 0; i <= SECONDS * PICTURES_A_SECOND; i++) {
        move_to(w, i * STEPS_A_SECOND / PICTURES_A_SECOND);
        draw(w, (double)i / PICTURES_A_SECOND);
    }
}

/* --------------------------------------------------------------------------------------- report */

static void print_cell(const tally *t)
{
    if (t->count)
        printf("%8ld %7.1f us", t->count, 1e6 * t->time / (double)t->count);
    else
        printf("%8d %7s   ", 0, "");
}

static void print_pairs(const show *w)
{
    printf("\n%-14s%18s%18s%18s%15s%13s\n", "queries", "apart", "near", "crossing", "nearest mm",
           "deepest mm");
    for (int i = 0; i < PAIRS; i++) {
        const touching *p = w->scene.pairs + i;
        printf("%-14s", p->name);
        print_cell(&p->apart), print_cell(&p->near), print_cell(&p->crossing);
        printf("%15.2f", 1e3 * p->nearest);
        if (w->findings.depth[i] > 0)
            printf("%13.2f\n", 1e3 * w->findings.depth[i]);
        else
            printf("%13s\n", "never");
    }
    printf("nearest: the surfaces, as queries saw them; deepest: skin in skin, as formulas did\n");
}

static void print_speed(const show *w)
{
    double asking = 0;
    long queries = 0;
    for (int i = 0; i < PAIRS; i++) {
        const touching *p = w->scene.pairs + i;
        queries += p->apart.count + p->near.count + p->crossing.count;
        asking += p->apart.time + p->near.time + p->crossing.time;
    }
    printf("\n");
    print_pace(SECONDS, w->scene.world.steps, &w->moving);
    printf("%ld queries in %.2f s: %.0f a second of the film, %.0f a second of computing\n",
           queries, asking, (double)queries / SECONDS, (double)queries / asking);
    printf("contacts: %.1f in a step\n",
           (double)w->scene.touch.contacts / (double)w->scene.world.steps);
}

static void print_energy(const show *w)
{
    const findings *f = &w->findings;
    printf("energy: %.1f J are lost; steps that added some added %.2g J in all, %.2g J at most\n",
           f->first - f->last, f->gains, f->gain);
}

static void demand(show *w, int good, const char *what)
{
    printf("%-6s %s\n", good ? "good:" : "WRONG:", what);
    w->wrong += !good;
}

/* The tolerances. Depth: contacts are up to five times 2 mm of motion old, whereby they are off a
   body of radius r by up to (10 mm)^2 / 2 r: 3.3 mm where the vase is roundest, 15 mm at its foot.
   The distance is right to 0.5 mm, the solver leaves 0.5 mm alone, and the samples' mesh hides 0.5
   mm: less than 5 mm, a quarter of what lies between the sheet's surface and its skin. Energy: the
   rounding of a thousand sums; and all gains together less than springs_share of what is lost, for
   what the solver leaves at a contact excuses its own gains, however many they are. Torus: its
   control points are rounded to cld_real, whose unit is four times as large against the tube as
   against the ring, and what they enclose goes with the tube's square; in double, 1e-8 is far more
   than Gauss's rule is off. */
static void judge(show *w)
{
    const findings *f = &w->findings;
    const double unit = sizeof(cld_real) == 4 ? 1.2e-7 : 2.3e-16;
    const double deepest = fmax(f->depth[0], fmax(f->depth[1], f->depth[2]));
    long crossing = 0;
    for (int i = 0; i < PAIRS; i++) crossing += w->scene.pairs[i].crossing.count;
    printf("\n");
    demand(w, w->scene.torus_fault < fmax(8 * unit, 1e-8),
           "the torus weighs what the formula says, and resists turning so");
    demand(w, crossing == 0, "no query found two surfaces that cross");
    demand(w, deepest < 0.25 * HALF_SHEET, "no body gets 5 mm deep into another");
    demand(w, f->through == 0, "none passes through the sheet");
    demand(w, f->last < f->first && f->excess <= 1e-12 * fabs(f->first),
           "energy only gets less, but for what a step's length explains");
    demand(w, f->gains <= springs_share() * (f->first - f->last),
           "all that steps added is as little as swinging springs add");
    for (int i = 0; i < SHEET; i++) {
        const rigid_body *body = w->scene.bodies + i, *sheet = w->scene.bodies + SHEET;
        const vec carried = rigid_point_velocity(sheet, body->position);
        printf("the %s %s, and moves at %.2g m/s against it\n", i == TORUS ? "torus" : "vase",
               f->above[i] ? "is above the sheet" : "fell over the sheet's rim",
               length(add(body->velocity, -1, carried)));
    }
}

int main(void)
{
    static show w; /* all zero */
    int written;
    scene_make(&w.scene);
    samples_make(&w.points, w.scene.vase_centre);
    printf("torus %.1f kg, vase %.1f kg, sheet %.1f kg\n", w.scene.bodies[TORUS].mass,
           w.scene.bodies[POT].mass, w.scene.bodies[SHEET].mass);
    if (!studio_open(&w.studio, &w.scene)) check(CLD_ERROR_MEMORY);
    run(&w);
    print_speed(&w);
    print_pairs(&w);
    print_energy(&w);
    judge(&w);
    written = film_strip(&w.studio.reel, STRIP_FILE, 3, 18) &&
              film_play(&w.studio.reel, FILM_FILE, PICTURES_A_SECOND);
    if (written)
        printf("written: %s, %s (drawn in %.1f s)\n", STRIP_FILE, FILM_FILE, w.drawing.wall);
    else
        fprintf(stderr, "cannot write %s or %s\n", STRIP_FILE, FILM_FILE);
    studio_close(&w.studio);
    scene_free(&w.scene);
    return w.wrong > 0 || !written;
}
