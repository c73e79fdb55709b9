/* Particles: a hundred thousand points of a fluid that look for their neighbours in every step, in
   collide.h's hashed grid, module [GRID].

       cc -O2 -I. examples/particles.c -o particles -lm && ./particles

   Run it in the top folder, where collide.h is; it writes into the current folder. More of them:
   ./particles 1000000

   A column of fluid stands in a corner of a box, and collapses. In each step all points are put
   into the grid anew (cld_grid_build_points), all pairs that are near each other are found
   (cld_grid_pairs), and each pair is pushed apart or drawn together by how dense it is around it:
   Clavet, Beaudoin and Poulin 2005, with all pairs of a step at once. Writes particles.png and
   ends with 1 if, for some points, a look at all others finds another number of neighbours. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "run.h"
#include "vec.h"

#include "film.h"
#include "raster.h"

enum { STEPS = 60, SHOWN = 12 /* a picture every so many */, ASKED = 20 /* points, then */ };

/* The box, and the part of it that is filled at first; lengths in metres. */
static const double BOX[3] = {1, 0.5, 0.6}, FILLED[3] = {0.35, 0.5, 0.5};
static const double STEP = 0.007, GRAVITY = 9.81;

typedef struct fluid {
    int count;
    double spacing, reach, usual; /* reach: of neighbours; usual: density at rest */
    cld_real *at, *before;        /* x y z of each point */
    float *density, *close, *move;
    cld_grid grid;
    void *memory; /* of the grid: one build after the other goes there */
    cld_workspace workspace;
    cld_pair *pairs;
    int64_t pair_count, pair_room;
    double build_seconds, pairs_seconds;
} fluid;

/* How far apart two are, of the reach: 1 where they are at the same place, 0 at the reach. */
static double nearness(const fluid *f, cld_pair pair, double way[3])
{
    const cld_real *p = f->at + 3 * (size_t)pair.a, *q = f->at + 3 * (size_t)pair.b;
    double square = 0;
    for (int k = 0; k < 3; k++) way[k] = (double)q[k] - (double)p[k], square += way[k] * way[k];
    return fmax(0, 1 - sqrt(square) / f->reach);
}

/* The grid of all points, and all pairs within reach. Their number is known when they have been
   found: if the room was too small, they are found again. */
static void find_neighbours(fluid *f)
{
    const size_t count = (size_t)f->count;
    const cld_grid_params params = {(cld_real)f->reach, 0}; /* cells as wide as what is asked for */
    double start = seconds();
    check(cld_grid_build_points(&f->grid, f->at, 0, count, &params, &f->workspace, f->memory,
                                cld_grid_size(count)));
    f->build_seconds += seconds() - start, start = seconds();
    for (;;) {
        f->pair_count =
            cld_grid_pairs(&f->grid, (cld_real)f->reach, &f->workspace, f->pairs, f->pair_room);
        if (f->pair_count < 0) check((int)f->pair_count);
        if (f->pair_count <= f->pair_room) break;
        f->pair_room = f->pair_count + f->pair_count / 4;
        f->pairs = (cld_pair *)need(realloc(f->pairs, (size_t)f->pair_room * sizeof *f->pairs));
    }
    f->pairs_seconds += seconds() - start;
}

/* How dense it is around each point, and how close the closest are. */
static void measure_density(fluid *f)
{
    memset(f->density, 0, (size_t)f->count * sizeof *f->density);
    memset(f->close, 0, (size_t)f->count * sizeof *f->close);
    for (int64_t i = 0; i < f->pair_count; i++) {
        const cld_pair p = f->pairs[i];
        double way[3];
        const double q = nearness(f, p, way);
        f->density[p.a] += (float)(q * q), f->density[p.b] += (float)(q * q);
        f->close[p.a] += (float)(q * q * q), f->close[p.b] += (float)(q * q * q);
    }
}

/* Each pair is moved along the line between the two. */
static void relax(fluid *f)
{
    const double stiff = 0.15 * f->spacing / f->usual, stiff_close = 0.1 * f->spacing / f->usual;
    memset(f->move, 0, 3 * (size_t)f->count * sizeof *f->move);
    for (int64_t i = 0; i < f->pair_count; i++) {
        const cld_pair p = f->pairs[i];
        double way[3];
        const double q = nearness(f, p, way), distance = (1 - q) * f->reach;
        const double dense = (double)f->density[p.a] + (double)f->density[p.b] - 2 * f->usual;
        const double close = (double)f->close[p.a] + (double)f->close[p.b];
        const double push = 0.5 * q * (stiff * dense + stiff_close * q * close);
        if (!(distance > 0)) continue;
        for (int k = 0; k < 3; k++) {
            const float part = (float)(push * way[k] / distance);
            f->move[3 * (size_t)p.a + (size_t)k] -= part;
            f->move[3 * (size_t)p.b + (size_t)k] += part;
        }
    }
    for (size_t i = 0; i < 3 * (size_t)f->count; i++) {
        const double most = 0.25 * f->spacing;
        f->at[i] += (cld_real)fmax(-most, fmin(most, (double)f->move[i]));
    }
}

/* One step: on by what moved it last, down by gravity, apart, and back into the box. */
static void step(fluid *f)
{
    for (size_t i = 0; i < 3 * (size_t)f->count; i++) {
        const double velocity = ((double)f->at[i] - (double)f->before[i]) / STEP;
        const double most = 0.5 * f->spacing / STEP; /* nothing jumps over its neighbours */
        const double fall = i % 3 == 2 ? -GRAVITY * STEP : 0;
        f->before[i] = f->at[i];
        f->at[i] += (cld_real)(STEP * fmax(-most, fmin(most, 0.998 * velocity + fall)));
    }
    find_neighbours(f);
    measure_density(f);
    relax(f);
    for (size_t i = 0; i < 3 * (size_t)f->count; i++)
        f->at[i] = (cld_real)fmax(0, fmin(BOX[i % 3], (double)f->at[i]));
}

/* A lattice, a little disturbed; its density is what the fluid will keep. */
static void fill(fluid *f, int count)
{
    uint32_t random = 7;
    int side[3];
    const double volume = FILLED[0] * FILLED[1] * FILLED[2];
    f->spacing = cbrt(volume / count), f->reach = 2 * f->spacing;
    for (int k = 0; k < 3; k++) side[k] = (int)(FILLED[k] / f->spacing);
    f->count = side[0] * side[1] * side[2];
    f->at = (cld_real *)need(malloc(3 * (size_t)f->count * sizeof *f->at));
    f->before = (cld_real *)need(malloc(3 * (size_t)f->count * sizeof *f->before));
    f->density = (float *)need(malloc((size_t)f->count * sizeof *f->density));
    f->close = (float *)need(malloc((size_t)f->count * sizeof *f->close));
    f->move = (float *)need(malloc(3 * (size_t)f->count * sizeof *f->move));
    f->memory = need(malloc(cld_grid_size((size_t)f->count)));
    for (int i = 0; i < f->count; i++) {
        const int at[3] = {i % side[0], i / side[0] % side[1], i / (side[0] * side[1])};
        for (int k = 0; k < 3; k++)
            f->at[3 * i + k] = f->before[3 * i + k] =
                (cld_real)(f->spacing * (at[k] + 0.5 + random_between(&random, -0.1, 0.1)));
    }
    find_neighbours(f);
    measure_density(f);
    for (int i = 0; i < f->count; i++) f->usual += (double)f->density[i] / f->count;
    f->build_seconds = f->pairs_seconds = 0;
}

/* The neighbours of some points, by a look at all others: how often is it another number? What is
   within rounding of the reach is not held against either. */
static int check_neighbours(const fluid *f, const int *neighbours)
{
    const double slack = 1e-6;
    int wrong = 0;
    for (int i = 0; i < ASKED; i++) {
        const int point = (int)((int64_t)f->count * i / ASKED);
        int least = 0, most = 0;
        for (int k = 0; k < f->count; k++) {
            double square = 0;
            for (int c = 0; c < 3 && k != point; c++) {
                const double way = (double)f->at[3 * k + c] - (double)f->at[3 * point + c];
                square += way * way;
            }
            if (k == point) continue;
            least += sqrt(square) < f->reach * (1 - slack);
            most += sqrt(square) <= f->reach * (1 + slack);
        }
        wrong += neighbours[point] < least || neighbours[point] > most;
    }
    return wrong;
}

/* How many each point has. */
static int *count_neighbours(const fluid *f)
{
    int *neighbours = (int *)need(calloc((size_t)f->count, sizeof *neighbours));
    for (int64_t i = 0; i < f->pair_count; i++) {
        neighbours[f->pairs[i].a]++;
        neighbours[f->pairs[i].b]++;
    }
    return neighbours;
}

/* ------------------------------------------------------------------------------------- pictures */

/* A ball; from blue to white by how fast its point is. */
static void draw_point(const fluid *f, raster *canvas, int i)
{
    const cld_real *p = f->at + 3 * i, *q = f->before + 3 * i;
    const vec at = vector((double)p[0], (double)p[1], (double)p[2]);
    const vec moved = add(at, -1, vector((double)q[0], (double)q[1], (double)q[2]));
    const double fast = fmin(1, length(moved) / STEP / 2.5);
    const vec colour = add(vector(0.12, 0.36, 0.66), fast, vector(0.75, 0.55, 0.32));
    const vec middle = raster_project(canvas, at);
    const double radius = 0.6 * f->spacing, wide = canvas->scale * radius / middle.z;
    for (int y = (int)(middle.y - wide); y <= (int)(middle.y + wide); y++) {
        for (int x = (int)(middle.x - wide); x <= (int)(middle.x + wide); x++) {
            const double u = (x + 0.5 - middle.x) / wide, v = (y + 0.5 - middle.y) / wide;
            const double square = u * u + v * v, z = middle.z - radius * sqrt(fmax(0, 1 - square));
            double light;
            if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height || square > 1) continue;
            if (!(z < (double)canvas->pixels[4 * (y * canvas->width + x) + 3])) continue;
            light = 0.62 + 0.38 * sqrt(1 - square) * (0.8 - 0.4 * v - 0.2 * u);
            raster_set(canvas, x, y, scale(light, colour), z);
        }
    }
}

static void draw(const fluid *f, raster *canvas, film *reel, int number)
{
    char caption[FILM_CAPTION];
    raster_clear(canvas, vector(1, 1, 1));
    for (int i = 0; i < f->count; i++) draw_point(f, canvas, i);
    for (int i = 0; i < 12; i++) { /* the edges of the box */
        const int axis = i / 4;
        double from[3], to[3];
        from[axis] = 0, to[axis] = BOX[axis];
        for (int k = 1; k <= 2; k++) {
            const int other = (axis + k) % 3;
            from[other] = to[other] = i >> (k - 1) & 1 ? BOX[other] : 0;
        }
        raster_line(canvas, vector(from[0], from[1], from[2]), vector(to[0], to[1], to[2]), 2,
                    vector(0.3, 0.3, 0.3));
    }
    snprintf(caption, sizeof caption, "%.2f s", number * STEP);
    film_frame(reel, canvas, caption);
}

/* ----------------------------------------------------------------------------------------- main */

static int report(const fluid *f, int number, double build, double pairs, double rest)
{
    int *neighbours = count_neighbours(f), wrong;
    printf("  %5d %9d %9lu %10.2f %10.2f %10.2f %12.1f\n", number, f->count,
           (unsigned long)f->grid.cell_count, 1e3 * build, 1e3 * pairs, 1e3 * rest,
           2.0 * (double)f->pair_count / f->count);
    wrong = complain(check_neighbours(f, neighbours) > 0, "a point has other neighbours");
    free(neighbours);
    return wrong;
}

static int run(fluid *f, raster *canvas, film *reel)
{
    double all = 0, build, pairs;
    int wrong = 0;
    draw(f, canvas, reel, 0);
    printf("  %5s %9s %9s %10s %10s %10s %12s\n", "step", "points", "cells", "build ms", "pairs ms",
           "rest ms", "neighbours");
    for (int number = 1; number <= STEPS; number++) {
        const double start = seconds();
        step(f);
        all += seconds() - start;
        if (number % SHOWN) continue;
        build = f->build_seconds / SHOWN, pairs = f->pairs_seconds / SHOWN;
        f->build_seconds = f->pairs_seconds = 0;
        find_neighbours(f); /* where the points are now: to be compared */
        wrong += report(f, number, build, pairs, all / SHOWN - build - pairs);
        f->build_seconds = f->pairs_seconds = all = 0;
        draw(f, canvas, reel, number);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    static fluid f;
    const int count = argc > 1 ? atoi(argv[1]) : 100000;
    const vec eye = vector(0.9, -2.2, 1.1), target = vector(0.5, 0.25, 0.2);
    vec corners[8];
    raster canvas;
    film reel;
    int wrong;
    if (count < 1000 || count > 100000000) {
        fprintf(stderr, "usage: particles [1000 to 100000000]\n");
        return 1;
    }
    for (int i = 0; i < 8; i++)
        corners[i] = vector(i & 1 ? BOX[0] : 0, i & 2 ? BOX[1] : 0, i & 4 ? BOX[2] : 0);
    fill(&f, count);
    film_begin(&reel, 304, 200);
    if (!raster_begin(&canvas, 2 * 304, 2 * 200, eye, target)) need(NULL);
    raster_frame(&canvas, corners, 8, 16);
    wrong = run(&f, &canvas, &reel);
    if (film_strip(&reel, "particles.png", 3, 1))
        printf("drawn: particles.png\n");
    else
        wrong += complain(1, "cannot write particles.png");
    raster_end(&canvas);
    film_end(&reel);
    free(f.at), free(f.before), free(f.density), free(f.close), free(f.move);
    free(f.memory), free(f.pairs);
    cld_workspace_free(&f.workspace);
    return wrong > 0;
}
