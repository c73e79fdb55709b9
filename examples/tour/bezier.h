/* tour/bezier.h, a part of tour.c: curves. Balls bounce through a level of a game. */

#ifndef TOUR_BEZIER_H
#define TOUR_BEZIER_H

#include "../svg_path.h"
#include "page.h"

#include <float.h>

enum {
    BALLS = 200,
    BALL_STEPS = 600,  /* of 1/60 s: ten seconds */
    BALL_BOUNCES = 8,  /* of one ball in one step, at most */
    BALLS_TRACED = 14, /* whose way is drawn */
    LEVEL_LEFT = 520,  /* the part of the level that is drawn, in its units: WIDE x HIGH, scaled */
    LEVEL_TOP = 30
};

static const double LEVEL_SCALE = 0.55; /* pixels a unit */
static const double BALL_GRAVITY = 0.2, BALL_BOUNCE = 0.86, BALL_FASTEST = 20;

typedef struct ball {
    double x, y, speed_x, speed_y, radius;
    double trace[BALL_STEPS + 1][2];
    int drawn;
} ball;

typedef struct level {
    svg_path file;
    ball *balls;
    double sweeps, hits;
} level;

static cld_vec2 level_vector(double x, double y)
{
    cld_vec2 r;
    r.x = (cld_real)x, r.y = (cld_real)y;
    return r;
}

/* Is the disc at (x, y) outside of everything, and nearer than its radius to nothing? */
static int level_is_free(const level *s, double x, double y, double radius)
{
    cld_path_point closest;
    int winding;
    check(cld_path_winding(&s->file.path, level_vector(x, y), &winding));
    check(cld_path_closest(&s->file.path, level_vector(x, y), &closest));
    return winding == 0 && (double)closest.distance >= radius;
}

static void level_make(tour *t, level *s)
{
    char message[SVG_PATH_MESSAGE];
    cld_vec2 low, high;
    if (!svg_path_read(&s->file, "examples/data/level.svg", message)) {
        fprintf(stderr, "\n%s (run from the root of the repository)\n", message);
        exit(1);
    }
    check(cld_path_bounds(&s->file.path, &low, &high));
    s->balls = (ball *)tour_memory(BALLS * sizeof *s->balls);
    for (int i = 0; i < BALLS; i++) {
        ball *b = &s->balls[i];
        b->drawn = 0;
        b->radius = random_between(&t->random, 4, 11);
        do {
            b->x = random_between(&t->random, (double)low.x, (double)high.x);
            b->y = random_between(&t->random, (double)low.y, (double)high.y);
        } while (!level_is_free(s, b->x, b->y, b->radius + 1));
        b->speed_x = random_between(&t->random, -5, 5),
        b->speed_y = random_between(&t->random, -2, 6);
        b->trace[0][0] = b->x, b->trace[0][1] = b->y;
    }
}

/* One step of one ball: as far as it is free, a bounce off the normal, the rest of the step. It
   stops a little before what it hits: a skin of a thousandth of its radius, measured along the
   normal, so that the next sweep begins in the open. */
static void level_move(level *s, ball *b)
{
    const cld_path *path = &s->file.path;
    double left = 1; /* of the step */
    b->speed_y -= BALL_GRAVITY;
    for (int k = 0; k < BALL_BOUNCES && left > 0; k++) {
        /* sample: */
        const cld_vec2 from = level_vector(b->x, b->y);
        const cld_vec2 to = level_vector(b->x + left * b->speed_x, b->y + left * b->speed_y);
        const cld_real radius = (cld_real)b->radius;
        cld_path_hit hit;
        const int hits = check(cld_path_sweep_disc(path, from, to, radius, &hit));
        const double time = hits ? (double)hit.time : 1; /* when it first touches any curve */
        /* end of the sample */
        const double nx = (double)hit.normal.x, ny = (double)hit.normal.y;
        const double closing = hits ? -(b->speed_x * nx + b->speed_y * ny) : 0;
        double free = time;
        if (hits) /* never back: what is nearer than the skin stays where it is */
            free = closing > 0 ? fmax(0, time - 1e-3 * b->radius / (left * closing)) : 0;
        b->x += free * left * b->speed_x, b->y += free * left * b->speed_y;
        s->sweeps++, s->hits += hits;
        if (!hits) return;
        left *= 1 - time;
        if (closing <= 0) continue;
        b->speed_x += (1 + BALL_BOUNCE) * closing * nx;
        b->speed_y += (1 + BALL_BOUNCE) * closing * ny;
    }
}

static void level_ask(level *s, chapter *c)
{
    for (int step = 1; step <= BALL_STEPS; step++) {
        const double begin = seconds();
        for (int i = 0; i < BALLS; i++) level_move(s, &s->balls[i]);
        c->time += seconds() - begin;
        /* No ball may be in a wall, by two other queries: how often the curves go around its
           middle, and how near the nearest is. Places are of up to 1600, rounded some times, which
           is less than the skin. */
        for (int i = 0; i < BALLS; i++) {
            ball *b = &s->balls[i];
            tour_check(c, level_is_free(s, b->x, b->y, b->radius * (1 - 1e-3)));
            b->trace[step][0] = b->x, b->trace[step][1] = b->y;
        }
    }
}

/* --------------------------------------------------------------------------------- the picture */

/* How much of a ball's way is in the picture. */
static int level_in_view(const ball *b)
{
    int in = 0;
    for (int i = 0; i <= BALL_STEPS; i++) {
        const double x = (b->trace[i][0] - LEVEL_LEFT) * LEVEL_SCALE;
        const double y = (-b->trace[i][1] - LEVEL_TOP) * LEVEL_SCALE;
        in += x > 0 && y > 0 && x < WIDE && y < HIGH;
    }
    return in;
}

static void level_draw_balls(FILE *file, level *s)
{
    static const char *const colours[] = {"#b3261e", "#30638e", "#c96a12", "#5d3f86", "#2c6e62"};
    for (int k = 0; k < BALLS_TRACED; k++) { /* those that are in view for most of the time */
        ball *best = NULL;
        int x = 0, y = 0;
        for (int i = 0; i < BALLS; i++)
            if (!s->balls[i].drawn && (!best || level_in_view(&s->balls[i]) > level_in_view(best)))
                best = &s->balls[i];
        best->drawn = k + 1;
        fprintf(file,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"26\" "
                "stroke-opacity=\".75\" transform=\"scale(.1)\" d=\"",
                colours[k % 5]);
        for (int i = 0; i <= BALL_STEPS; i += 2) {
            const int new_x = (int)lround(10 * best->trace[i][0]);
            const int new_y = (int)lround(-10 * best->trace[i][1]);
            fprintf(file, i ? "%d %d " : "M%d %dl", new_x - x, new_y - y);
            x = new_x, y = new_y;
        }
        fprintf(file, "\"/>\n");
    }
    for (int i = 0; i < BALLS; i++) {
        const ball *b = &s->balls[i];
        fprintf(file,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#1d2733\" "
                "stroke-width=\"1.2\"/>\n",
                b->x, -b->y, b->radius, b->drawn ? colours[(b->drawn - 1) % 5] : "#f7f5ef");
    }
}

/* Draws over the level's own file: its size is given anew, the rest of it goes in as it is. */
static int level_picture(level *s, const char *path)
{
    size_t size;
    char *text = tour_read("examples/data/level.svg", &size), *end = strstr(text, "</svg>");
    const char *head = strstr(text, "<svg"), *rest = head ? strchr(head, '>') : NULL;
    FILE *file = rest && end ? fopen(path, "w") : NULL;
    int good = file != NULL;
    if (file) {
        fprintf(file,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"%d %d %.0f %.0f\">",
                (int)WIDE, (int)HIGH, (int)LEVEL_LEFT, (int)LEVEL_TOP, WIDE / LEVEL_SCALE,
                HIGH / LEVEL_SCALE);
        fwrite(rest + 1, 1, (size_t)(end - rest - 1), file);
        level_draw_balls(file, s);
        fprintf(file, "</svg>\n");
        good = !ferror(file);
        good = fclose(file) == 0 && good;
    }
    free(text);
    return good;
}

/* --------------------------------------------------------------------------------- the chapter */

static void tour_bezier(tour *t, chapter *c)
{
    level s;
    memset(&s, 0, sizeof s);
    level_make(t, &s);
    level_ask(&s, c);
    c->asked = s.sweeps, c->unit = "sweep";
    snprintf(c->job, TOUR_WORDS, "%d balls among %d curves for 10 s", BALLS,
             cld_path_count(&s.file.path));
    snprintf(c->answers, TOUR_WORDS, "%.0f hits, %ld in a wall", s.hits, c->wrong);
    snprintf(c->text, TOUR_TEXT,
             "A drawing is the level of a game: ground, ceiling and islands of %d lines and Bezier "
             "curves, read from an SVG file. %d balls bounce about in it for ten seconds of their "
             "time. Each step asks when the moving disc first touches any curve, and where: %.0f "
             "sweeps, %.0f of which hit. After every step of every ball two other queries had to "
             "confirm that it is in no wall: how often the curves go around its middle, and how "
             "far the nearest is.",
             cld_path_count(&s.file.path), BALLS, s.sweeps, s.hits);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, level_picture(&s, tour_picture(t, c, "svg")));
    svg_path_free(&s.file);
    free(s.balls);
}

#endif /* TOUR_BEZIER_H */
