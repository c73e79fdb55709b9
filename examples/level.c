/* Characters run and jump through a level of curves: moving points in collide.h.

       cc -O2 -I. examples/level.c -o level -lm && ./level

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads the paths of a drawing, examples/data/level.svg: ground, ceiling and floating islands, made
   of lines and Bezier curves. 200 characters run about in it for a minute of their time. Each
   carries ten control points around its body; a step of the game asks how far the ten may move
   until one of them meets a curve, stops just before, and slides along the tangent for the rest.
   A third of the characters also lean with the slope of the ground: they ask the same while they
   turn.

   At the end it proves that no control point has ever crossed a line. Prints what it took and
   draws level_traces.svg: the level, the ways of some characters, and where all have come to.
   Another level: ./level drawing.svg (all of its paths are solid; their insides must not be free).

   The order of reading: main at the end, then the functions that it calls, from the bottom up. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "run.h"

#include "svg_path.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEVEL_FILE   "examples/data/level.svg"
#define PICTURE_FILE "level_traces.svg"

enum {
    CHARACTERS = 200,
    POINTS = 10,
    STEPS = 3600, /* of 1/60 s */
    TRACED = 12,
    TRACE = 900,               /* steps of it that are drawn: the last ones */
    MOST_SLIDES = 5,           /* stretches of one step's way */
    MOST_WAY = MOST_SLIDES + 2 /* where it starts, the stretches, the turn */
};

/* Lengths are units of the drawing, times are steps. */
static const double GRAVITY = 0.36, RUN = 2.2, PUSH = 0.2, JUMP = 15.5, FASTEST = 14;

/* A character stops this far before a curve, measured at right angles to it, so that its next step
   has some room to slide in. It is no safety margin: see on_grid. */
static const double SKIN = 0.02;

typedef struct vec {
    double x, y;
} vec;

/* Around a body that stands upright, from its left foot, counter-clockwise. */
static const vec shape[POINTS] = {{-3.5, -11}, {3.5, -11}, {6, -6}, {6.5, 1},  {5, 7},
                                  {2, 11},     {-2, 11},   {-5, 7}, {-6.5, 1}, {-6, -6}};

typedef struct character {
    vec centre, velocity;
    double angle;            /* it leans to the left by that */
    cld_vec2 points[POINTS]; /* where they are: exact, see on_grid */
    vec ground;              /* normal of what it stands on; 0 0: in the air */
    int direction;           /* runs to the right (1) or to the left (-1) */
    int jump_in, turn_in;    /* steps until it wants to */
    int leans;               /* with the ground */
    int way_count;           /* of this step */
    cld_vec2 way[MOST_WAY][POINTS];
    vec trace[STEPS + 1]; /* its centre after each step */
} character;

typedef struct game {
    svg_path level;
    character characters[CHARACTERS];
    uint32_t random;
    long sweeps, hits, crossed;
    double seconds; /* spent with moving */
} game;

/* -------------------------------------------------------------------------------------- numbers */

static vec vector(double x, double y)
{
    vec r;
    r.x = x, r.y = y;
    return r;
}

/* a + s b */
static vec add(vec a, double s, vec b)
{
    return vector(a.x + s * b.x, a.y + s * b.y);
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y;
}

static vec from_cld(cld_vec2 p)
{
    return vector((double)p.x, (double)p.y);
}

static cld_vec2 to_cld(vec p)
{
    cld_vec2 r;
    r.x = (cld_real)p.x, r.y = (cld_real)p.y;
    return r;
}

static double to_multiple(double x)
{
    return floor(x * 1024 + 0.5) / 1024;
}

/* All positions and shifts are whole multiples of 1/1024. Floats up to 16384 hold them exactly, and
   add them exactly. So what has been swept is what is moved, to the last bit, and a sweep that
   found nothing is a proof that no line was crossed. Without it, the rounding of a sum could carry
   a point over a line at which it had stopped. */
static vec on_grid(vec a)
{
    return vector(to_multiple(a.x), to_multiple(a.y));
}

/* -------------------------------------------------------------------------------------- moving */

/* Where the control points of a body belong. */
static void place_points(vec centre, double angle, cld_vec2 points[POINTS])
{
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < POINTS; i++) {
        vec p = vector(c * shape[i].x - s * shape[i].y, s * shape[i].x + c * shape[i].y);
        points[i] = to_cld(on_grid(add(centre, 1, p)));
    }
}

/* Where does the first of the points meet the level, as all are shifted and turned together? */
static int sweep(game *g, const character *c, vec shift, double angle, cld_path_hit *hit)
{
    cld_motion2 motion;
    int found;
    motion.linear = to_cld(shift);
    motion.centre = to_cld(c->centre);
    motion.angle = (cld_real)angle;
    found = check(cld_path_sweep_points(&g->level.path, &c->points[0].x, POINTS, 0, &motion, hit));
    g->sweeps += POINTS;
    g->hits += found;
    return found;
}

static void remember_way(character *c)
{
    memcpy(c->way[c->way_count++], c->points, sizeof c->points);
}

/* Moves the character by a shift that a sweep has found free. */
static void move(character *c, vec shift)
{
    c->centre = add(c->centre, 1, shift);
    for (int i = 0; i < POINTS; i++) c->points[i] = to_cld(add(from_cld(c->points[i]), 1, shift));
    remember_way(c);
}

/* The part of the shift that ends a skin before the hit. */
static vec part_before(vec shift, const cld_path_hit *hit)
{
    double approach = -dot(shift, from_cld(hit->normal)), time = (double)hit->time;
    if (time * approach <= SKIN) return vector(0, 0);
    return on_grid(add(vector(0, 0), time - SKIN / approach, shift));
}

/* Moves along the shift as far as is free. Returns 1 with the first hit, or 0 if all of it is.
   *shift becomes what is left. A part that was rounded to the grid is another move, and swept
   again. */
static int advance(game *g, character *c, vec *shift, cld_path_hit *hit)
{
    vec part = on_grid(*shift);
    cld_path_hit other;
    int blocked = sweep(g, c, part, 0, hit), found = blocked;
    if (blocked) part = part_before(part, hit);
    for (int tries = 0; blocked && tries < 3; tries++) {
        if (part.x == 0 && part.y == 0) return 1;
        blocked = sweep(g, c, part, 0, &other);
        if (blocked) part = part_before(part, &other);
    }
    if (blocked) return 1;
    move(c, part);
    *shift = add(*shift, -1, part);
    return found;
}

/* Takes from a vector what points against the normal. */
static vec along(vec a, vec normal)
{
    double against = dot(a, normal);
    return against < 0 ? add(a, -against, normal) : a;
}

/* One step's way: straight on, then along what it meets, as far as the step lasts. */
static void slide(game *g, character *c)
{
    vec shift = c->velocity;
    c->ground = vector(0, 0);
    for (int i = 0; i < MOST_SLIDES; i++) {
        cld_path_hit hit;
        vec normal;
        if (!advance(g, c, &shift, &hit)) return;
        normal = from_cld(hit.normal);
        if (normal.y > 0.5) c->ground = normal;
        if (normal.x * c->direction < -0.75 && c->turn_in > 30) c->turn_in = 30; /* a wall */
        c->velocity = along(c->velocity, normal);
        shift = add(along(shift, normal), SKIN / 4, normal);
    }
}

/* Leans towards the normal of the ground, back upright in the air, a few degrees a step. The points
   then go to the grid, each by the straight way: that must be free as well. */
static void lean(game *g, character *c)
{
    vec up = c->ground.y > 0 ? c->ground : vector(0, 1);
    double angle = atan2(-up.x, up.y) - c->angle;
    cld_vec2 points[POINTS];
    cld_path_hit hit;
    if (angle > 0.05) angle = 0.05;
    if (angle < -0.05) angle = -0.05;
    if (fabs(angle) < 1e-3) return;
    if (sweep(g, c, vector(0, 0), angle, &hit)) angle *= 0.5 * (double)hit.time;
    place_points(c->centre, c->angle + angle, points);
    for (int i = 0; i < POINTS; i++) {
        g->sweeps++;
        if (check(cld_path_sweep(&g->level.path, c->points[i], points[i], NULL))) return;
    }
    c->angle += angle;
    memcpy(c->points, points, sizeof points);
    remember_way(c);
}

/* What the character wants: to run, to turn round now and then, to jump. */
static void decide(game *g, character *c)
{
    double want = RUN * c->direction;
    if (--c->turn_in <= 0) {
        c->direction = -c->direction;
        c->turn_in = (int)random_between(&g->random, 200, 1500);
    }
    if (--c->jump_in <= 0 && c->ground.y > 0) {
        c->velocity.y = JUMP * random_between(&g->random, 0.3, 1);
        c->jump_in = (int)random_between(&g->random, 20, 240);
    }
    if (c->velocity.x < want) c->velocity.x = fmin(want, c->velocity.x + PUSH);
    if (c->velocity.x > want) c->velocity.x = fmax(want, c->velocity.x - PUSH);
    c->velocity.y = fmax(c->velocity.y - GRAVITY, -FASTEST);
}

static void step(game *g, character *c)
{
    c->way_count = 0;
    remember_way(c);
    decide(g, c);
    slide(g, c);
    if (c->leans) lean(g, c);
}

/* ------------------------------------------------------------------------------------ the proof */

static int winding(const game *g, cld_vec2 p)
{
    int number = 0;
    check(cld_path_winding(&g->level.path, p, &number));
    return number;
}

/* Each point goes its way of this step again, by itself: it may not meet anything. */
static int went_free(const game *g, const character *c, int point)
{
    for (int k = 1; k < c->way_count; k++) {
        if (check(cld_path_sweep(&g->level.path, c->way[k - 1][point], c->way[k][point], NULL)))
            return 0;
    }
    return 1;
}

/* Counts the points that have crossed a line in this step. Six times a second they must also still
   be outside of everything, by the number of times that the level's outlines go around them, which
   does not ask how they came there. */
static void prove(game *g, const character *c, int time)
{
    for (int i = 0; i < POINTS; i++) {
        int outside = time % 10 != 0 || winding(g, c->points[i]) == 0;
        g->crossed += !went_free(g, c, i) || !outside;
    }
}

/* ------------------------------------------------------------------------------------- the game */

/* Are all control points outside of everything, with no line between them? */
static int is_free(const game *g, const cld_vec2 points[POINTS])
{
    for (int i = 0; i < POINTS; i++) {
        if (winding(g, points[i]) != 0) return 0;
        if (check(cld_path_sweep(&g->level.path, points[i], points[(i + 1) % POINTS], NULL)))
            return 0;
    }
    return 1;
}

/* Puts a character to a free place in the box around the level. Returns 0 if there seems none. */
static int spawn(game *g, character *c, vec low, vec high)
{
    for (int tries = 0; tries < 10000; tries++) {
        c->centre.x = random_between(&g->random, low.x, high.x);
        c->centre.y = random_between(&g->random, low.y, high.y);
        c->centre = on_grid(c->centre);
        place_points(c->centre, 0, c->points);
        if (!is_free(g, c->points)) continue;
        c->direction = random_between(&g->random, -1, 1) < 0 ? -1 : 1;
        c->jump_in = (int)random_between(&g->random, 1, 240);
        c->turn_in = (int)random_between(&g->random, 200, 1500);
        c->trace[0] = c->centre;
        return 1;
    }
    return 0;
}

static int spawn_all(game *g)
{
    cld_vec2 low, high;
    check(cld_path_bounds(&g->level.path, &low, &high));
    if (fabs((double)low.x) + fabs((double)low.y) + fabs((double)high.x) + fabs((double)high.y) >
        16384) {
        fprintf(stderr, "the level is too large for the game's grid\n");
        return 0;
    }
    for (int i = 0; i < CHARACTERS; i++) {
        g->characters[i].leans = i % 3 == 0;
        if (!spawn(g, &g->characters[i], from_cld(low), from_cld(high))) {
            fprintf(stderr, "no free place in the level\n");
            return 0;
        }
    }
    return 1;
}

static void play(game *g)
{
    for (int i = 1; i <= STEPS; i++) {
        double begin = seconds();
        for (int k = 0; k < CHARACTERS; k++) step(g, &g->characters[k]);
        g->seconds += seconds() - begin;
        for (int k = 0; k < CHARACTERS; k++) {
            prove(g, &g->characters[k], i);
            g->characters[k].trace[i] = g->characters[k].centre;
        }
    }
}

static void print(const game *g, const char *path)
{
    double average = 1e9 * g->seconds / (double)g->sweeps;
    printf("%-28s %s, %d pieces\n", "level", path, cld_path_count(&g->level.path));
    printf("%-28s %d, of %d control points; %d of them lean\n", "characters", CHARACTERS, POINTS,
           (CHARACTERS + 2) / 3);
    printf("%-28s %d, of 1/60 s\n", "steps", STEPS);
    printf("%-28s %ld, of one point each\n", "sweeps", g->sweeps);
    printf("%-28s %ld\n", "hits", g->hits);
    printf("%-28s %.0f ns, all that a step does included\n", "time a sweep", average);
    printf("%-28s %ld\n", "points that crossed a line", g->crossed);
}

/* ---------------------------------------------------------------------------------- the picture */

static const char *const colours[TRACED] = {"#d1495b", "#30638e", "#7b2d8b", "#e07a1f",
                                            "#00798c", "#2f6f3a", "#8d4a2f", "#c2317f",
                                            "#3d3d3d", "#b8860b", "#5f7d1f", "#6a3fd1"};

/* The picture's unit is a tenth of the level's: whole numbers will do. Its y points down. */
static long picture_x(vec p)
{
    return lround(10 * p.x);
}

static long picture_y(vec p)
{
    return lround(-10 * p.y);
}

/* Could the way from `first` to `last` be drawn as a line, to half a unit? */
static int is_straight(const vec *trace, int first, int last)
{
    vec d = add(trace[last], -1, trace[first]);
    double length = sqrt(dot(d, d));
    for (int i = first + 1; i < last; i++) {
        vec e = add(trace[i], -1, trace[first]);
        double aside = length > 0 ? fabs(d.x * e.y - d.y * e.x) / length : sqrt(dot(e, e));
        double ahead = length > 0 ? dot(d, e) / length : 0;
        if (aside > 0.5 || ahead < -0.5 || ahead > length + 0.5) return 0;
    }
    return 1;
}

/* A character's way, without the points that lie in line with their neighbours. */
static void draw_trace(FILE *file, const vec *trace, const char *colour)
{
    int last = STEPS - TRACE;
    long x = picture_x(trace[last]), y = picture_y(trace[last]);
    fprintf(file, "<path stroke=\"%s\" d=\"M%ld %ldl", colour, x, y);
    while (last < STEPS) {
        int next = last + 1;
        while (next < STEPS && next - last < 60 && is_straight(trace, last, next + 1)) next++;
        fprintf(file, "%ld %ld%s", picture_x(trace[next]) - x, picture_y(trace[next]) - y,
                next < STEPS ? " " : "");
        last = next;
        x = picture_x(trace[last]), y = picture_y(trace[last]);
    }
    fprintf(file, "\"/>\n");
}

/* A character's last pose: the polygon of its control points, and an eye. */
static void draw_pose(FILE *file, const character *c, const char *colour)
{
    vec head = from_cld(c->points[c->direction > 0 ? 4 : 7]);
    vec eye = add(c->centre, 0.6, add(head, -1, c->centre));
    long x = picture_x(from_cld(c->points[0])), y = picture_y(from_cld(c->points[0]));
    fprintf(file, "<path fill=\"%s\" d=\"M%ld %ldl", colour, x, y);
    for (int i = 1; i < POINTS; i++) {
        vec p = from_cld(c->points[i]);
        fprintf(file, "%ld %ld ", picture_x(p) - x, picture_y(p) - y);
        x = picture_x(p), y = picture_y(p);
    }
    fprintf(file, "z\"/><circle cx=\"%ld\" cy=\"%ld\" r=\"16\"/>\n", picture_x(eye),
            picture_y(eye));
}

/* How far to the right of its leftmost place the character has got in the time that is drawn. */
static double range(const character *c)
{
    double low = c->trace[STEPS].x, high = low;
    for (int i = STEPS - TRACE; i < STEPS; i++) {
        low = fmin(low, c->trace[i].x);
        high = fmax(high, c->trace[i].x);
    }
    return high - low;
}

/* Gives the characters that got about most the numbers 0 to TRACED - 1, the others -1. */
static void choose_traced(const game *g, int number[CHARACTERS])
{
    for (int i = 0; i < CHARACTERS; i++) number[i] = -1;
    for (int k = 0; k < TRACED; k++) {
        int best = -1;
        for (int i = 0; i < CHARACTERS; i++) {
            if (number[i] >= 0) continue;
            if (best < 0 || range(&g->characters[i]) > range(&g->characters[best])) best = i;
        }
        number[best] = k;
    }
}

static void draw_all(FILE *file, const game *g)
{
    int number[CHARACTERS];
    choose_traced(g, number);
    fprintf(file, "<g transform=\"scale(.1)\" fill=\"none\" stroke-width=\"10\" "
                  "stroke-linejoin=\"round\" stroke-opacity=\".6\">\n");
    for (int i = 0; i < CHARACTERS; i++) {
        if (number[i] >= 0) draw_trace(file, g->characters[i].trace, colours[number[i]]);
    }
    fprintf(file, "</g>\n<g transform=\"scale(.1)\" fill=\"#fff\" stroke=\"#222\" "
                  "stroke-width=\"7\" stroke-linejoin=\"round\">\n");
    for (int traced = 0; traced < 2; traced++) { /* those with a trace on top */
        for (int i = 0; i < CHARACTERS; i++) {
            if ((number[i] >= 0) != traced) continue;
            draw_pose(file, &g->characters[i], traced ? colours[number[i]] : "#f4d9b0");
        }
    }
    fprintf(file, "</g>\n");
}

/* Draws over the level's own file. */
static int draw(const game *g, const char *level, const char *path)
{
    static const char end[] = "</svg>";
    char message[SVG_PATH_MESSAGE];
    size_t length, at;
    char *text = svg_path_load(level, &length, message);
    FILE *file = text ? fopen(path, "wb") : NULL;
    int bad = !file;
    for (at = length; at > 0; at--) {
        if (at + sizeof end - 1 <= length && memcmp(text + at, end, sizeof end - 1) == 0) break;
    }
    if (file) {
        fwrite(text, 1, at, file);
        draw_all(file, g);
        fprintf(file, "%s\n", end);
        bad = ferror(file);
        if (fclose(file) != 0) bad = 1;
    }
    free(text);
    if (bad) fprintf(stderr, "%s could not be written\n", path);
    return !bad;
}

static int load(game *g, const char *path)
{
    char message[SVG_PATH_MESSAGE];
    if (svg_path_read(&g->level, path, message)) return 1;
    fprintf(stderr, "%s\n", message);
    if (strcmp(path, LEVEL_FILE) == 0) {
        fprintf(stderr, "Run this program in the top folder of collide.h (where collide.h is),\n"
                        "or name an SVG file with paths: ./level file.svg\n");
    }
    return 0;
}

int main(int argument_count, char **arguments)
{
    static game g; /* static: it is large, and all zero */
    const char *path = argument_count > 1 ? arguments[1] : LEVEL_FILE;
    int good;
    if (argument_count > 2 || path[0] == '-') {
        printf("usage: %s [level.svg]\n", arguments[0]);
        return 1;
    }
    good = load(&g, path) && spawn_all(&g);
    if (good) {
        play(&g);
        print(&g, path);
        good = draw(&g, path, PICTURE_FILE) && g.crossed == 0;
        if (good) printf("%-28s %s\n", "written", PICTURE_FILE);
    }
    svg_path_free(&g.level);
    return good ? 0 : 1;
}
