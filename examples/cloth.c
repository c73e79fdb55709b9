/* Cloth: surfaces that fold, fall onto themselves, and are cut while they move. collide.h's module
   [MESH] finds the contacts.

       cc -O2 -I. examples/cloth.c -o cloth -lm && ./cloth

   Run it in the top folder, where collide.h is; it writes into the current folder.

   A folded cloth falls onto a ball, and is cut in two across its top: both halves slide down. An
   empty tube around a knot falls and collapses onto itself; it is cut through. Both are meshes of
   springs, moved by semi-implicit Euler; springs at the contacts that collide.h finds, with their
   weights, keep all layers apart (cloth/world.h says how). Writes

       cloth.png         pictures, one after the other
       cloth_film.svg    the same as an animation, for any browser

   and checks, or ends with 1, that

       no triangle ever passes through another: asked at each picture, and after the cut;
       all stays stable: there is never more energy than at the start, and from picture to picture
       there is only less, but for what the cut and changing contacts bring in, which is measured,
       and the slack of the steps;
       the two sides of the cut part;
       the topology, updated by the cut, finds the same contacts as one built anew;
       right after the cut, a query looks at no more pairs a triangle than before it, but for the
       triangles along the cut: where one surface was, there are two now, side by side.

   The order of reading: main at the end, then the functions that it calls, from the bottom up; then
   cloth/scenes.h, cloth/body.h (springs), cloth/world.h (contacts and steps), cloth/cut.h. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "cloth/pictures.h"
#include "cloth/scenes.h"

#define STRIP_FILE "cloth.png"
#define FILM_FILE  "cloth_film.svg"

enum { WIDTH = 304, HEIGHT = 190, PER_SECOND = 16 /* pictures */, SHOWN = 4 /* every so many */ };

/* The work of one query, and its time. */
typedef struct cost {
    int triangles, contacts;
    double boxes, clusters; /* pairs whose boxes overlap, a triangle */
    double microseconds;    /* a triangle */
} cost;

/* The same query some times: the least time counts, the others are those of what else the machine
   does. */
static cost measure(world *w)
{
    enum { TIMES = 9 };
    const cld_mesh_statistics *found = &w->statistics;
    double least = HUGE_VAL, n;
    cost c;
    for (int i = 0; i < TIMES; i++) {
        const double before = w->query_seconds;
        world_query(w);
        least = fmin(least, w->query_seconds - before);
    }
    n = (double)found->triangles;
    c.triangles = (int)found->triangles, c.contacts = w->contact_count;
    c.boxes = (double)found->box_pairs / n;
    c.clusters = (double)found->cluster_pairs / n;
    c.microseconds = 1e6 * least / n;
    return c;
}

static void print_cost(const char *when, const cost *c)
{
    printf("  %-28s %10d %10d %12.2f %14.3f %8.2f\n", when, c->triangles, c->contacts, c->boxes,
           c->clusters, c->microseconds);
}

/* By what meets. */
static int compare_contacts(const void *first, const void *second)
{
    const cld_mesh_contact *p = (const cld_mesh_contact *)first;
    const cld_mesh_contact *q = (const cld_mesh_contact *)second;
    const cld_contact *c = &p->contact, *d = &q->contact;
    if (p->mesh_a != q->mesh_a) return p->mesh_a < q->mesh_a ? -1 : 1;
    if (p->mesh_b != q->mesh_b) return p->mesh_b < q->mesh_b ? -1 : 1;
    if (c->feature_a != d->feature_a) return c->feature_a < d->feature_a ? -1 : 1;
    return (c->feature_b > d->feature_b) - (c->feature_b < d->feature_b);
}

/* A sorted copy of what the last query found; the caller frees it. */
static cld_mesh_contact *sorted_contacts(const world *w)
{
    const size_t count = (size_t)w->contact_count, size = sizeof(cld_mesh_contact);
    cld_mesh_contact *all = (cld_mesh_contact *)need(malloc((count + 1) * size));
    if (count > 0) memcpy(all, w->contacts, count * size);
    qsort(all, count, size, compare_contacts);
    return all;
}

/* Did the last query find the same as an earlier one? */
static int same_contacts(const world *w, const cld_mesh_contact *earlier, int count)
{
    cld_mesh_contact *now = sorted_contacts(w);
    int same = count == w->contact_count;
    for (int i = 0; i < count && same; i++) same = compare_contacts(now + i, earlier + i) == 0;
    free(now);
    return same;
}

/* What a query costs with a topology built anew, and how long building takes. */
static cost measure_anew(world *w, body *b, double *build)
{
    cld_mesh_topology anew = {0};
    cld_mesh at_rest = {0};
    cost c;
    *build = HUGE_VAL;
    body_view(b, b->rest, &at_rest);
    for (int i = 0; i < 5; i++) {
        const double start = seconds();
        check(cld_mesh_topology_build(&anew, &at_rest, (cld_real)w->distance, -1, NULL));
        *build = fmin(*build, seconds() - start);
    }
    world_views(w);
    w->views[b - w->bodies].topology = &anew;
    c = measure(w);
    world_views(w);
    cld_mesh_topology_free(&anew);
    return c;
}

/* The cut, all at one moment: the same query just before and after it. What it costs may grow with
   the triangles along the cut, on both sides of it, each of which meets the other side as well as
   its own: twice the pairs. Returns how many things are wrong. */
static int cut(scene *s)
{
    world *w = &s->world;
    const knife *k = &s->knife;
    cld_mesh_contact *found;
    cost before, after, anew;
    double slack, build, changing, brought, along;
    int crossed, same;
    world_contacts(w);
    before = measure(w);
    changing = w->brought;
    brought = -world_energy(w, &slack);
    knife_cut(&s->knife, w);
    world_contacts(w);
    brought += world_energy(w, &slack), w->brought = changing;
    after = measure(w);
    s->allowed += brought, s->most += brought;
    found = sorted_contacts(w);
    anew = measure_anew(w, k->b, &build);
    same = same_contacts(w, found, after.contacts);
    free(found);
    along = 2.0 * k->changed / after.triangles;
    crossed = world_intersections(w);
    printf("  %-28s %10s %10s %12s %14s %8s\n", "", "triangles", "contacts", "boxes a tri.",
           "clusters a tri.", "us a tri.");
    print_cost("just before the cut", &before);
    print_cost("just after it", &after);
    print_cost("with a topology built anew", &anew);
    printf(
        "  %d updates of the topology, of %d triangles in all: %.0f us each; built anew: %.0f us\n"
        "  energy that the cut brought in: %.1g J\n",
        k->count, k->changed, 1e6 * k->seconds / k->count, 1e6 * build, brought);
    return complain(crossed > 0, "triangles pass through others after the cut") +
           complain(!same, "a topology built anew finds other contacts") +
           complain(after.boxes > (1 + along) * before.boxes,
                    "queries look at more pairs a triangle after the cut");
}

/* One picture, and what must be so at any time: nothing passes through anything; and neither the
   steps nor the contacts, once found, bring in energy. Returns how many things are wrong. */
static int picture(scene *s, int number, raster *canvas, film *reel)
{
    world *w = &s->world;
    char caption[FILM_CAPTION];
    double slack, allowed;
    const double energy = world_energy(w, &slack), time = (double)number / PER_SECOND;
    const int crossed = world_intersections(w);
    if (number % SHOWN == 0)
        printf("  %6.2f s %10d %10d %10.4f %10.4f %10.2f %10ld\n", time, w->contact_count, crossed,
               energy, s->brought, w->fastest, w->queries);
    draw_world(w, canvas);
    snprintf(caption, sizeof caption, "%s, %.2f s", s->name, time);
    film_frame(reel, canvas, caption);
    allowed = s->allowed + w->brought + slack, s->allowed = energy + slack;
    s->brought += fabs(w->brought), w->brought = 0, w->fastest = 0;
    return complain(crossed > 0, "triangles have passed through others") +
           complain(!(energy <= s->most + slack), "more energy than at the start") +
           complain(!(energy <= allowed), "energy came from nowhere");
}

/* From the start to the end. Returns how many things are wrong. */
static int play(scene *s, raster *canvas, film *reel)
{
    world *w = &s->world;
    stopwatch moving = {0, 0};
    double slack;
    int wrong = 0, whole = 1;
    cost end;
    printf("%s: %d triangles, contacts nearer than %.1f mm, steps of %.2f ms\n", s->name,
           w->bodies[0].triangle_count, 1e3 * w->distance, 1e3 * w->step);
    printf("  %8s %10s %10s %10s %10s %10s %10s\n", "time", "contacts", "crossed", "energy J",
           "brought J", "most m/s", "queries");
    world_contacts(w);
    s->most = s->allowed = world_energy(w, &slack);
    for (int number = 0; number < s->pictures;) {
        if (whole && w->time >= s->cut_at) wrong += cut(s), whole = 0;
        if (w->time * PER_SECOND >= number) wrong += picture(s, number++, canvas, reel);
        stopwatch_start(&moving);
        world_steps(w);
        stopwatch_stop(&moving);
    }
    world_contacts(w);
    end = measure(w);
    print_cost("at the end", &end);
    wrong += complain(!(knife_opening(&s->knife) > w->distance), "the cut does not part");
    printf(
        "  the sides of the cut are %.0f mm apart; of the moves %.4f%% were cut short by reach\n",
        1e3 * knife_opening(&s->knife), 100 * (double)w->held / (double)w->moves);
    printf("  ");
    print_pace(w->time, w->steps, &moving);
    printf("  %ld queries, %.1f ms each\n\n", w->queries,
           1e3 * w->query_seconds / (double)w->queries);
    return wrong;
}

static int make_and_play(void (*make)(scene *), film *reel)
{
    scene *s = (scene *)need(malloc(sizeof *s));
    raster canvas;
    int wrong;
    scene_begin(s, make);
    if (!raster_begin(&canvas, 2 * WIDTH, 2 * HEIGHT, s->eye, s->target) ||
        !raster_light(&canvas, s->sun, s->target, 1.6))
        need(NULL);
    raster_frame(&canvas, s->corners, 4, 2 * 12);
    wrong = play(s, &canvas, reel);
    raster_end(&canvas);
    scene_end(s);
    free(s);
    return wrong;
}

int main(void)
{
    film reel;
    int wrong;
    film_begin(&reel, WIDTH, HEIGHT);
    wrong = make_and_play(make_cloth, &reel) + make_and_play(make_knot, &reel);
    if (film_strip(&reel, STRIP_FILE, 4, SHOWN) && film_play(&reel, FILM_FILE, PER_SECOND))
        printf("drawn: %s, %s\n", STRIP_FILE, FILM_FILE);
    else
        wrong += complain(1, "cannot write " STRIP_FILE " or " FILM_FILE);
    film_end(&reel);
    return wrong > 0;
}
