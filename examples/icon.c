/* An icon of lines, curves and arcs, and what collide.h says of its outlines.

       cc -O2 -I. examples/icon.c -o icon -lm && ./icon

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads examples/data/icon.svg, or the file that is named: ./icon drawing.svg. Tells where the
   outlines cross themselves and each other, the area that they enclose, how far the first outline
   is from the nearest of the others and where, where random points lie, and where a disc that comes
   in from the left first meets an outline. Draws all that in icon_asked.svg.

   Ends with 1 if an answer does not fit the others: a meeting that is not on both of its pieces,
   points nearer than the distance, an area that random points do not confirm. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_SHAPE
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "run.h"

#include "svg_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ICON_FILE    "examples/data/icon.svg"
#define PICTURE_FILE "icon_asked.svg"

enum { MOST_MEETINGS = 1000, PROBES = 20000, SHOWN = 400 };

typedef struct icon {
    svg_path drawing;
    cld_vec2 min, max;
    double size;
    cld_path_meeting meetings[MOST_MEETINGS];
    int meeting_count;
    cld_real area;
    cld_path_pair nearest; /* of the first outline and the others, if is_pair */
    int is_pair;
    cld_vec2 from, to; /* the way of the disc */
    cld_real radius;
    cld_path_hit hit;
    int is_hit;
} icon;

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static double apart(cld_vec2 a, cld_vec2 b)
{
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* ------------------------------------------------------------------------------------ questions */

/* A view of the commands from..to of the path, with a tree of its own: *memory is to be freed. */
static cld_path outlines(const cld_path *path, size_t from, size_t to, void **memory)
{
    cld_path part = *path;
    size_t before = 0, within = 0;
    for (size_t i = 0; i < to; i++) {
        const char c = path->commands[i];
        const size_t points = c == 'C' ? 3 : c == 'Q' ? 2 : c == 'Z' ? 0 : 1;
        if (i < from)
            before += points;
        else
            within += points;
    }
    part.commands += from, part.command_count = to - from;
    part.points += 2 * before, part.point_count = within;
    *memory = need(malloc(cld_path_size(&part)));
    check(cld_path_build(&part, *memory, cld_path_size(&part)));
    return part;
}

/* The distance of the first outline to all others. Returns how many things are wrong. */
static int ask_distance(icon *a)
{
    const cld_path *path = &a->drawing.path;
    size_t second = 1;
    void *memory[2];
    cld_path first, others;
    int wrong = 0;
    while (second < path->command_count && path->commands[second] != 'M') second++;
    if (second == path->command_count) return 0;
    first = outlines(path, 0, second, &memory[0]);
    others = outlines(path, second, path->command_count, &memory[1]);
    a->is_pair = check(cld_path_distance(&first, &others, (cld_real)1e30, &a->nearest));
    if (a->is_pair) {
        const double told = (double)a->nearest.contact.distance;
        const double own = apart(a->nearest.contact.point_a, a->nearest.contact.point_b);
        const int meets = check(cld_path_intersect(&first, &others, NULL, 0)) > 0;
        wrong += complain(fabs(told - own) > 1e-5 * a->size, "the distance is not the points'");
        wrong += complain(meets != (told == 0), "a distance of 0 and a meeting are the same");
    }
    free(memory[0]), free(memory[1]);
    return wrong;
}

/* Every meeting is on both of its pieces. */
static int ask_meetings(icon *a)
{
    const cld_path *path = &a->drawing.path;
    int wrong = 0;
    a->meeting_count = check(cld_path_self_intersect(path, a->meetings, MOST_MEETINGS));
    for (int i = 0; i < a->meeting_count && i < MOST_MEETINGS; i++) {
        const cld_path_meeting *m = &a->meetings[i];
        cld_bezier c, d;
        cld_vec2 p, q;
        check(cld_path_piece(path, m->piece_a, &c)), check(cld_path_piece(path, m->piece_b, &d));
        check(cld_bezier_evaluate(&c, m->a_from, &p, NULL));
        check(cld_bezier_evaluate(&d, m->b_from, &q, NULL));
        wrong += complain(apart(p, q) > 1e-5 * a->size, "a meeting is on one piece only");
    }
    return wrong;
}

/* The area, and the mean of winding numbers at random points of the box. */
static int ask_area(icon *a)
{
    const cld_path *path = &a->drawing.path;
    const double wide = (double)a->max.x - (double)a->min.x;
    const double high = (double)a->max.y - (double)a->min.y;
    uint32_t random = 37;
    double sum = 0, squares = 0;
    check(cld_path_area(path, &a->area));
    for (int i = 0; i < PROBES; i++) {
        const double x = random_between(&random, 0, 1), y = random_between(&random, 0, 1);
        int winding;
        check(cld_path_winding(path, vec2((double)a->min.x + x * wide, (double)a->min.y + y * high),
                               &winding));
        sum += winding, squares += winding * winding;
    }
    sum /= PROBES, squares /= PROBES;
    /* within five standard deviations of the mean */
    return complain(fabs(sum * wide * high - (double)a->area) >
                        5 * sqrt((squares - sum * sum) / PROBES + 1e-9) * wide * high,
                    "random points do not confirm the area");
}

/* A disc comes in from the left, at half the height. */
static int ask_disc(icon *a)
{
    const double middle = 0.5 * ((double)a->min.y + (double)a->max.y);
    cld_path_point closest;
    cld_vec2 at;
    a->radius = (cld_real)(0.06 * a->size);
    a->from = vec2((double)a->min.x - 0.2 * a->size, middle);
    a->to = vec2((double)a->max.x + 0.2 * a->size, middle);
    a->is_hit = check(cld_path_sweep_disc(&a->drawing.path, a->from, a->to, a->radius, &a->hit));
    if (!a->is_hit) return 0;
    at = vec2((double)a->from.x + (double)a->hit.time * ((double)a->to.x - (double)a->from.x),
              middle);
    check(cld_path_closest(&a->drawing.path, at, &closest));
    return complain(fabs((double)closest.distance - (double)a->radius) > 1e-4 * a->size,
                    "the disc does not touch where it stops");
}

/* -------------------------------------------------------------------------------------- picture */

static void draw_circle(FILE *file, const char *style, cld_vec2 at, double radius)
{
    fprintf(file, "<circle %s cx=\"%.5g\" cy=\"%.5g\" r=\"%.5g\"/>\n", style, (double)at.x,
            -(double)at.y, radius);
}

static void draw_line(FILE *file, const char *style, cld_vec2 a, cld_vec2 b)
{
    fprintf(file, "<path %s d=\"M%.5g %.5gL%.5g %.5g\"/>\n", style, (double)a.x, -(double)a.y,
            (double)b.x, -(double)b.y);
}

static void draw_outlines(FILE *file, const cld_path *path)
{
    uint32_t piece = 0;
    fprintf(file, "<path fill=\"#e8eef8\" fill-rule=\"evenodd\" stroke=\"#246\" d=\"");
    for (size_t i = 0; i < path->command_count; i++) {
        cld_bezier c;
        if (path->commands[i] == 'M') continue;
        check(cld_path_piece(path, piece++, &c));
        if (path->commands[i - 1] == 'M')
            fprintf(file, "M%.5g %.5g", (double)c.points[0].x, -(double)c.points[0].y);
        fprintf(file, "%c", "?LQC"[c.degree]);
        for (int k = 1; k <= c.degree; k++)
            fprintf(file, "%.5g %.5g ", (double)c.points[k].x, -(double)c.points[k].y);
    }
    fprintf(file, "\"/>\n");
}

/* What the path fills, by random points. */
static void draw_points(FILE *file, const icon *a)
{
    uint32_t random = 11;
    for (int i = 0; i < SHOWN; i++) {
        const cld_vec2 p = vec2(random_between(&random, (double)a->min.x, (double)a->max.x),
                                random_between(&random, (double)a->min.y, (double)a->max.y));
        const int where = check(cld_path_contains(&a->drawing.path, p, CLD_FILL_EVEN_ODD));
        draw_circle(file, where == CLD_INSIDE ? "fill=\"#246\"" : "fill=\"#bbb\"", p,
                    0.004 * a->size);
    }
}

static int draw(const icon *a)
{
    const double frame = 0.25 * a->size;
    FILE *file = fopen(PICTURE_FILE, "w");
    int bad = 1;
    if (file) {
        fprintf(file,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"640\" "
                "viewBox=\"%.5g %.5g %.5g %.5g\" fill=\"none\" stroke-width=\"%.4g\">\n",
                (double)a->min.x - frame, -(double)a->max.y - frame,
                (double)a->max.x - (double)a->min.x + 2 * frame,
                (double)a->max.y - (double)a->min.y + 2 * frame, 0.006 * a->size);
        draw_outlines(file, &a->drawing.path);
        draw_points(file, a);
        for (int i = 0; i < a->meeting_count && i < MOST_MEETINGS; i++)
            draw_circle(file, "stroke=\"#c22\"", a->meetings[i].point, 0.015 * a->size);
        if (a->is_pair)
            draw_line(file, "stroke=\"#080\"", a->nearest.contact.point_a,
                      a->nearest.contact.point_b);
        if (a->is_hit) {
            const double x =
                (double)a->from.x + (double)a->hit.time * ((double)a->to.x - (double)a->from.x);
            draw_line(file, "stroke=\"#b60\"", a->from, vec2(x, (double)a->from.y));
            draw_circle(file, "stroke=\"#b60\"", vec2(x, (double)a->from.y), (double)a->radius);
        }
        fprintf(file, "</svg>\n");
        bad = ferror(file) != 0;
        bad |= fclose(file) != 0;
    }
    return complain(bad, PICTURE_FILE " could not be written");
}

int main(int argc, char **argv)
{
    static icon a;
    char message[SVG_PATH_MESSAGE];
    int wrong = 0;
    if (!svg_path_read(&a.drawing, argc > 1 ? argv[1] : ICON_FILE, message)) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    if (cld_path_bounds(&a.drawing.path, &a.min, &a.max) < 0) {
        fprintf(stderr, "there is nothing in it\n");
        svg_path_free(&a.drawing);
        return 1;
    }
    a.size = fmax((double)a.max.x - (double)a.min.x, (double)a.max.y - (double)a.min.y);
    wrong += ask_meetings(&a) + ask_area(&a) + ask_distance(&a) + ask_disc(&a);
    printf("%d pieces, %.4g wide\n", check(cld_path_count(&a.drawing.path)), a.size);
    printf("%d places where the outlines meet themselves or each other\n", a.meeting_count);
    printf("area %.4g, with signs: counter-clockwise is positive\n", (double)a.area);
    if (a.is_pair)
        printf("the first outline is %.4g from the nearest other\n",
               (double)a.nearest.contact.distance);
    if (a.is_hit)
        printf("a disc from the left is stopped by piece %u after %.4g of its way\n",
               (unsigned)a.hit.piece, (double)a.hit.time);
    wrong += draw(&a);
    printf("written %s\n", PICTURE_FILE);
    svg_path_free(&a.drawing);
    return wrong != 0;
}
