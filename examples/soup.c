/* Soup: a block that shatters while it falls: in every step some triangles come loose or break, all
   numbers change, and nothing can be prepared. collide.h's module [MESH] finds the contacts in its
   hashed grid.

       cc -O2 -I. examples/soup.c -o soup -lm && ./soup

   Run it in the top folder, where collide.h is; it writes into the current folder.

   A block of cubes, whose walls are triangles with springs along their edges, falls on the ground.
   In every step some triangles are torn out of it, with vertices of their own, or broken in two;
   then vertices and triangles are numbered anew. So no topology would last longer than a step, and
   the contacts are asked with CLD_MESH_SEARCH_GRID, which needs none. At each contact a push as
   large as what is missing to the thickness keeps both sides apart, with friction. Writes

       soup.png         pictures, one after the other
       soup_film.svg    the same as an animation, for any browser

   and checks, or ends with 1, that at each picture a topology that is built for it gives the same
   contacts, byte for byte; that nothing falls through the ground; and that in the end there is less
   energy than at the start. Triangles this fast and small may pass through each other: how many
   have is printed.

   The order of reading: main at the end, then the functions that it calls, from the bottom up. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "run.h"
#include "vec.h"

#include "film.h"
#include "raster.h"

#define STRIP_FILE "soup.png"
#define FILM_FILE  "soup_film.svg"

enum { CUBES = 5 /* a side */, WIDTH = 304, HEIGHT = 200, PICTURES = 16, PER_SECOND = 16 };
enum { STEPS_A_PICTURE = 30, MOST_TRIANGLES = 6000, MOST_VERTICES = 3 * MOST_TRIANGLES };

static const double BLOCK = 1, HANGING = 0.35; /* metres: its side, and how high it hangs */
static const double THICKNESS = 0.008, GRAVITY = 9.81, FRICTION = 0.4;
static const double STEP = 1.0 / (PER_SECOND * STEPS_A_PICTURE); /* seconds */

typedef struct vertex {
    vec at, velocity, change; /* change of velocity by what pushes and pulls, all at once */
    double mass;
    int shares; /* how many push or pull: each gets a share of its mass */
} vertex;

typedef struct triangle {
    uint32_t corners[3];
    double rest[3]; /* lengths of its edges, from corner k to the next */
    int loose;      /* its vertices are its own */
} triangle;

typedef struct soup {
    vertex vertices[MOST_VERTICES];
    triangle triangles[MOST_TRIANGLES];
    int vertex_count, triangle_count;
    uint32_t random;
    double rate; /* so many triangles come loose or break in a step */
    /* what a query takes and gives */
    cld_real positions[3 * MOST_VERTICES];
    uint32_t corners[3 * MOST_TRIANGLES];
    cld_mesh view;
    cld_workspace workspace;
    cld_mesh_contact *contacts;
    int contact_count, contact_room;
    cld_mesh_statistics statistics;
    double query_seconds, step_seconds;
    double lowest; /* that any vertex has been */
} soup;

/* ------------------------------------------------------------------------------------ triangles */

static void corners_of(const soup *s, const triangle *t, vec p[3])
{
    for (int k = 0; k < 3; k++) p[k] = s->vertices[t->corners[k]].at;
}

static double inner_radius(const vec p[3])
{
    const double a = length(add(p[1], -1, p[0])), b = length(add(p[2], -1, p[1]));
    const double c = length(add(p[0], -1, p[2]));
    return length(cross(add(p[1], -1, p[0]), add(p[2], -1, p[0]))) / (a + b + c);
}

static int new_vertex(soup *s, vec at, vec velocity)
{
    vertex *v = &s->vertices[s->vertex_count];
    memset(v, 0, sizeof *v);
    v->at = at, v->velocity = velocity;
    return s->vertex_count++;
}

/* A triangle with vertices of its own, its edges moved inwards: so it is no nearer to what was its
   neighbour than the thickness. What is too small for that is dust, and vanishes. */
static void add_loose(soup *s, const vec p[3], const vec velocity[3])
{
    const double a = length(add(p[2], -1, p[1])), b = length(add(p[0], -1, p[2]));
    const double c = length(add(p[1], -1, p[0])), radius = inner_radius(p);
    const vec middle =
        scale(1 / (a + b + c), add(add(scale(a, p[0]), b, p[1]), c, p[2])); /* of the circle */
    triangle *t = &s->triangles[s->triangle_count];
    if (!(radius > 2 * THICKNESS) || s->triangle_count >= MOST_TRIANGLES ||
        s->vertex_count + 3 > MOST_VERTICES)
        return;
    s->triangle_count++;
    t->loose = 1;
    for (int k = 0; k < 3; k++) {
        const vec in = add(p[k], -1, middle);
        t->corners[k] =
            (uint32_t)new_vertex(s, add(middle, 1 - 0.55 * THICKNESS / radius, in), velocity[k]);
    }
    for (int k = 0; k < 3; k++)
        t->rest[k] =
            length(add(s->vertices[t->corners[(k + 1) % 3]].at, -1, s->vertices[t->corners[k]].at));
}

/* Takes the triangle out; it comes loose, or it breaks across its longest edge. */
static void shatter(soup *s, int number)
{
    const triangle t = s->triangles[number];
    vec p[3], velocity[3], half_p[3], half_v[3];
    int longest = 0;
    corners_of(s, &t, p);
    for (int k = 0; k < 3; k++) {
        velocity[k] = s->vertices[t.corners[k]].velocity;
        if (t.rest[k] > t.rest[longest]) longest = k;
    }
    if (t.loose && inner_radius(p) < 5 * THICKNESS) return; /* small enough */
    s->triangles[number] = s->triangles[--s->triangle_count];
    if (!t.loose) {
        add_loose(s, p, velocity);
        return;
    }
    for (int half = 0; half < 2; half++) {
        const int end = (longest + !half) % 3, other = (longest + half) % 3;
        for (int k = 0; k < 3; k++) half_p[k] = p[k], half_v[k] = velocity[k];
        half_p[end] = scale(0.5, add(p[end], 1, p[other]));
        half_v[end] = scale(0.5, add(velocity[end], 1, velocity[other]));
        add_loose(s, half_p, half_v);
    }
}

/* Leaves out vertices that no triangle has, and numbers the others as triangles come to them; their
   masses are a third of the triangles' areas. */
static void number_anew(soup *s)
{
    static vertex old[MOST_VERTICES];
    static int numbers[MOST_VERTICES];
    const int count = s->vertex_count;
    memcpy(old, s->vertices, (size_t)count * sizeof *old);
    memset(numbers, 0, (size_t)count * sizeof *numbers);
    s->vertex_count = 0;
    for (int t = 0; t < s->triangle_count; t++) {
        triangle *of = &s->triangles[t];
        vec p[3];
        double area;
        for (int k = 0; k < 3; k++) {
            const uint32_t v = of->corners[k];
            if (numbers[v] == 0) {
                s->vertices[s->vertex_count] = old[v];
                s->vertices[s->vertex_count].mass = 0;
                numbers[v] = ++s->vertex_count;
            }
            of->corners[k] = (uint32_t)numbers[v] - 1;
        }
        corners_of(s, of, p);
        area = 0.5 * length(cross(add(p[1], -1, p[0]), add(p[2], -1, p[0])));
        for (int k = 0; k < 3; k++) s->vertices[of->corners[k]].mass += area / 3;
    }
}

/* Some triangles come loose or break; and one that stays takes another place. */
static void shatter_some(soup *s)
{
    double some = s->rate + random_between(&s->random, 0, 1);
    triangle moved;
    int a, b;
    for (; some >= 1 && s->triangle_count > 1; some--)
        shatter(s, (int)random_between(&s->random, 0, s->triangle_count));
    a = (int)random_between(&s->random, 0, s->triangle_count);
    b = (int)random_between(&s->random, 0, s->triangle_count);
    moved = s->triangles[a], s->triangles[a] = s->triangles[b], s->triangles[b] = moved;
    number_anew(s);
}

/* ------------------------------------------------------------------------------------- contacts */

static void view(soup *s)
{
    for (int v = 0; v < s->vertex_count; v++) {
        s->positions[3 * v] = (cld_real)s->vertices[v].at.x;
        s->positions[3 * v + 1] = (cld_real)s->vertices[v].at.y;
        s->positions[3 * v + 2] = (cld_real)s->vertices[v].at.z;
    }
    for (int t = 0; t < s->triangle_count; t++)
        memcpy(s->corners + 3 * t, s->triangles[t].corners, sizeof s->triangles[t].corners);
    s->view.positions = s->positions, s->view.vertex_count = s->vertex_count;
    s->view.triangles = s->corners, s->view.triangle_count = s->triangle_count;
    s->view.self = 1;
}

/* All contacts of the triangles as they are now. */
static void find_contacts(soup *s)
{
    cld_mesh_params params = {0};
    const double start = seconds();
    params.distance = (cld_real)THICKNESS;
    params.search = CLD_MESH_SEARCH_GRID;
    for (;;) {
        s->contact_count = check(cld_mesh_collide(&s->view, 1, &params, &s->workspace, s->contacts,
                                                  s->contact_room, &s->statistics));
        if (s->contact_count <= s->contact_room) break;
        s->contact_room = 2 * s->contact_count;
        s->contacts = (cld_mesh_contact *)need(
            realloc(s->contacts, (size_t)s->contact_room * sizeof *s->contacts));
    }
    s->query_seconds += seconds() - start;
}

/* The same with a topology for this moment: seconds, and whether the contacts are the same. */
static double with_topology(soup *s, int *same)
{
    cld_mesh_contact *others =
        (cld_mesh_contact *)need(malloc(((size_t)s->contact_count + 1) * sizeof *others));
    cld_mesh_topology topology = {0};
    cld_mesh mesh = s->view;
    cld_mesh_params params = {0};
    const double start = seconds();
    double time;
    int count;
    params.distance = (cld_real)THICKNESS;
    params.search = CLD_MESH_SEARCH_CLUSTERS;
    check(cld_mesh_topology_build(&topology, &mesh, params.distance, -1, NULL));
    mesh.topology = &topology;
    count = check(
        cld_mesh_collide(&mesh, 1, &params, &s->workspace, others, s->contact_count + 1, NULL));
    time = seconds() - start;
    *same = count == s->contact_count &&
            (count == 0 || memcmp(others, s->contacts, (size_t)count * sizeof *others) == 0);
    cld_mesh_topology_free(&topology);
    free(others);
    return time;
}

/* -------------------------------------------------------------------------------- what moves it */

/* Pushes two sides of a line apart, or together: each vertex takes part with its weight, negative
   on the first side. The change of their relative velocity is that wanted, when each vertex lends
   but its share of its mass: so all can be computed at once. Returns the impulse. */
static double push(soup *s, const uint32_t *v, const double *weights, int count, vec along,
                   double wanted)
{
    double inverse = 0, impulse;
    for (int k = 0; k < count; k++) {
        const vertex *of = &s->vertices[v[k]];
        inverse += weights[k] * weights[k] * of->shares / of->mass;
    }
    impulse = wanted / inverse;
    for (int k = 0; k < count; k++) {
        vertex *of = &s->vertices[v[k]];
        of->change = add(of->change, weights[k] * impulse / of->mass, along);
    }
    return impulse;
}

static vec relative_velocity(const soup *s, const uint32_t *v, const double *weights, int count)
{
    vec sum = vector(0, 0, 0);
    for (int k = 0; k < count; k++) sum = add(sum, weights[k], s->vertices[v[k]].velocity);
    return sum;
}

/* The springs along the edges of all triangles. */
static void pull_edges(soup *s)
{
    static const double weights[2] = {-1, 1};
    for (int i = 0; i < 3 * s->triangle_count; i++) {
        const triangle *t = &s->triangles[i / 3];
        const uint32_t v[2] = {t->corners[i % 3], t->corners[(i + 1) % 3]};
        const vec way = add(s->vertices[v[1]].at, -1, s->vertices[v[0]].at);
        const double now = length(way);
        vec along;
        if (!(now > 0)) continue;
        along = scale(1 / now, way);
        push(s, v, weights, 2, along,
             0.3 * (t->rest[i % 3] - now) / STEP -
                 0.5 * dot(relative_velocity(s, v, weights, 2), along));
    }
}

/* The contacts: a push that parts the sides as fast as what is missing to the thickness wants, but
   not at any speed; and friction, no more than the push allows. */
static void push_contacts(soup *s)
{
    for (int i = 0; i < s->contact_count; i++) {
        const cld_mesh_contact *c = &s->contacts[i];
        const int of_a = 1 + (int)(c->contact.feature_a & 3);
        const vec normal = from_cld(c->contact.normal);
        const double missing = THICKNESS - (double)c->contact.distance;
        double weights[4], closing, impulse, wanted, slide;
        vec moving, across;
        for (int k = 0; k < 4; k++) weights[k] = (double)c->weights[k] * (k < of_a ? -1 : 1);
        moving = relative_velocity(s, c->vertices, weights, 4);
        closing = dot(moving, normal);
        wanted = fmin(0.5 * missing / STEP, 1.5) - closing;
        if (!(wanted > 0) || !(length(normal) > 0)) continue;
        impulse = push(s, c->vertices, weights, 4, normal, wanted);
        across = add(moving, -closing, normal), slide = length(across);
        if (impulse > 0 && slide > 0)
            push(s, c->vertices, weights, 4, scale(-1 / slide, across),
                 fmin(slide, FRICTION * wanted));
    }
}

/* How many push or pull at each vertex. */
static void count_shares(soup *s)
{
    for (int v = 0; v < s->vertex_count; v++) {
        s->vertices[v].shares = 0;
        s->vertices[v].change = vector(0, 0, 0);
    }
    for (int i = 0; i < 3 * s->triangle_count; i++)
        s->vertices[s->triangles[i / 3].corners[i % 3]].shares += 2;
    for (int i = 0; i < s->contact_count; i++)
        for (int k = 0; k < 4; k++) s->vertices[s->contacts[i].vertices[k]].shares++;
}

/* Gravity and the ground, which is at the height 0. */
static void move_vertex(soup *s, vertex *v)
{
    v->velocity = add(v->velocity, 1, v->change);
    v->velocity.z -= GRAVITY * STEP;
    if (v->at.z + STEP * v->velocity.z < 0.5 * THICKNESS) {
        const double up = fmin((0.5 * THICKNESS - v->at.z) / STEP, 0.4),
                     push_up = up - v->velocity.z;
        const double slide = hypot(v->velocity.x, v->velocity.y);
        const double kept = slide > 0 ? fmax(0, 1 - FRICTION * push_up / slide) : 0;
        v->velocity = vector(kept * v->velocity.x, kept * v->velocity.y, up);
    }
    v->at = add(v->at, STEP, v->velocity);
    s->lowest = fmin(s->lowest, v->at.z);
}

static void step(soup *s)
{
    shatter_some(s);
    view(s);
    find_contacts(s);
    count_shares(s);
    pull_edges(s);
    push_contacts(s);
    for (int v = 0; v < s->vertex_count; v++) move_vertex(s, &s->vertices[v]);
}

/* ------------------------------------------------------------------------------------ the block */

/* The number of a vertex of the lattice. */
static uint32_t lattice(const int at[3])
{
    return (uint32_t)((at[2] * (CUBES + 1) + at[1]) * (CUBES + 1) + at[0]);
}

/* A wall between two cubes, or of one: two triangles. */
static void add_wall(soup *s, const int low[3], int axis)
{
    uint32_t v[4];
    for (int k = 0; k < 4; k++) {
        int at[3] = {low[0], low[1], low[2]};
        at[(axis + 1) % 3] += k == 1 || k == 2, at[(axis + 2) % 3] += k >= 2;
        v[k] = lattice(at);
    }
    for (int half = 0; half < 2; half++) {
        triangle *t = &s->triangles[s->triangle_count++];
        t->corners[0] = v[0], t->corners[1] = v[1 + half], t->corners[2] = v[2 + half];
        for (int k = 0; k < 3; k++)
            t->rest[k] = length(
                add(s->vertices[t->corners[(k + 1) % 3]].at, -1, s->vertices[t->corners[k]].at));
    }
}

static void make_block(soup *s)
{
    const double cube = BLOCK / CUBES;
    for (int i = 0; i < (CUBES + 1) * (CUBES + 1) * (CUBES + 1); i++) {
        const double x = cube * (i % (CUBES + 1)) - 0.5 * BLOCK;
        const double y = cube * (i / (CUBES + 1) % (CUBES + 1)) - 0.5 * BLOCK;
        const double z = cube * (i / ((CUBES + 1) * (CUBES + 1)));
        /* a little aslant: it falls on an edge */
        const double c = cos(0.35), d = sin(0.35);
        new_vertex(s, vector(c * x - d * z, y, HANGING + 0.5 * d * BLOCK + d * x + c * z),
                   vector(0, 0, 0));
    }
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < CUBES * CUBES * (CUBES + 1); i++) {
            int low[3];
            low[(axis + 1) % 3] = i % CUBES, low[(axis + 2) % 3] = i / CUBES % CUBES;
            low[axis] = i / (CUBES * CUBES);
            add_wall(s, low, axis);
        }
    number_anew(s);
}

/* --------------------------------------------------------------------------------------- output */

static double energy(const soup *s)
{
    double sum = 0;
    for (int v = 0; v < s->vertex_count; v++) {
        const vertex *of = &s->vertices[v];
        sum += of->mass * (GRAVITY * of->at.z + 0.5 * dot(of->velocity, of->velocity));
    }
    return sum;
}

static void draw(const soup *s, raster *canvas, film *reel, double time)
{
    char caption[FILM_CAPTION];
    raster_clear(canvas, vector(1, 1, 1));
    for (int pass = RASTER_CAST; pass <= RASTER_SEE; pass++)
        for (int t = 0; t < s->triangle_count; t++) {
            const int loose = s->triangles[t].loose;
            const vec front = loose ? vector(0.93, 0.52, 0.2) : vector(0.56, 0.66, 0.78);
            const vec back = loose ? vector(0.8, 0.36, 0.12) : vector(0.46, 0.56, 0.7);
            vec p[3];
            corners_of(s, &s->triangles[t], p);
            raster_draw(canvas, pass, p, NULL, front, back);
        }
    raster_ground(canvas, 0, vector(0.86, 0.86, 0.84));
    snprintf(caption, sizeof caption, "%.2f s, %d triangles", time, s->triangle_count);
    film_frame(reel, canvas, caption);
}

/* One line, one picture. Returns how many things are wrong. */
static int picture(soup *s, raster *canvas, film *reel, int number)
{
    const double time = (double)number / PER_SECOND, steps = STEPS_A_PICTURE;
    const double per_query = number ? s->query_seconds / steps : 0;
    double prepared;
    int same, crossed;
    view(s);
    find_contacts(s);
    prepared = with_topology(s, &same);
    crossed = check(cld_mesh_intersections(&s->view, 1, &s->workspace, NULL, 0));
    printf("  %5.2f s %9d %9d %8lu %8lu %9d %8d %9.2f %9.2f %9.2f\n", time, s->triangle_count,
           s->vertex_count, (unsigned long)s->statistics.cells,
           (unsigned long)s->statistics.clusters, s->contact_count, crossed, 1e3 * per_query,
           1e3 * prepared, 1e3 * s->step_seconds / steps);
    s->query_seconds = s->step_seconds = 0;
    draw(s, canvas, reel, time);
    return complain(!same, "a topology gives other contacts than the grid");
}

static int play(soup *s, raster *canvas, film *reel)
{
    double start, first;
    int wrong = 0;
    make_block(s);
    first = energy(s);
    printf("  %7s %9s %9s %8s %8s %9s %8s %9s %9s %9s\n", "time", "triangles", "vertices", "cells",
           "groups", "contacts", "crossed", "query ms", "topo. ms", "step ms");
    for (int number = 0; number < PICTURES; number++) {
        wrong += picture(s, canvas, reel, number);
        s->rate = number < 3 ? 0.3 : 4; /* a few on the way down, many from there on */
        for (int i = 0; i < STEPS_A_PICTURE; i++) {
            start = seconds();
            step(s);
            s->step_seconds += seconds() - start;
        }
    }
    printf("query: all contacts of a step by the grid; topo.: the same by a topology built for it\n"
           "and clusters; step: with the query\n");
    return wrong + complain(!(energy(s) < first), "more energy than at the start") +
           complain(!(s->lowest > -THICKNESS), "something has fallen through the ground");
}

int main(void)
{
    static soup s;
    const vec eye = vector(1.6, -3.6, 1.9), target = vector(0, 0, 0.35);
    const vec corners[4] = {vector(-1.1, 0, 0), vector(1.1, 0, 0), vector(0, -0.9, 0),
                            vector(0, 0, 1.85)};
    raster canvas;
    film reel;
    int wrong;
    film_begin(&reel, WIDTH, HEIGHT);
    if (!raster_begin(&canvas, 2 * WIDTH, 2 * HEIGHT, eye, target) ||
        !raster_light(&canvas, vector(0.5, -0.6, 1.4), vector(0, 0, 0.4), 2))
        need(NULL);
    raster_frame(&canvas, corners, 4, 16);
    wrong = play(&s, &canvas, &reel);
    if (film_strip(&reel, STRIP_FILE, 4, 2) && film_play(&reel, FILM_FILE, PER_SECOND))
        printf("drawn: %s, %s\n", STRIP_FILE, FILM_FILE);
    else
        wrong += complain(1, "cannot write " STRIP_FILE " or " FILM_FILE);
    raster_end(&canvas);
    film_end(&reel);
    free(s.contacts);
    cld_workspace_free(&s.workspace);
    return wrong > 0;
}
