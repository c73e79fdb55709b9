/* tour/polygon.h, a part of tour.c: convex polygons. The hulls of a million points each, and when
   one that flies by first touches the other. */

#ifndef TOUR_POLYGON_H
#define TOUR_POLYGON_H

#include "page.h"

#include <float.h>

enum {
    HULL_POINTS = 1000000,
    HULL_FLIGHTS = 10000,
    HULL_SCANNED = 25, /* flights whose end is checked by looking at every vertex */
    HULL_DRAWN = 22
};

static const double HULL_WAY = 8; /* of a flight; bodies are 2 wide */

typedef struct flight {
    cld_pose2 start;
    cld_vec2 motion;
    cld_hit2 hit;
    int hits;
} flight;

typedef struct hulls {
    cld_polygon a, b;
    cld_real *points_a, *points_b;
    flight *flights;
    double hull_time;
} hulls;

static cld_vec2 hulls_vector(double x, double y)
{
    cld_vec2 r;
    r.x = (cld_real)x, r.y = (cld_real)y;
    return r;
}

/* Points of a smooth convex outline, in no order: its support function is 1 + two cos 2w + three
   cos 3w, whose radius of curvature, 1 - 3 two cos 2w - 8 three cos 3w, is positive here. */
static cld_real *hulls_points(double size, double two, double three)
{
    cld_real *points = (cld_real *)tour_memory(2 * HULL_POINTS * sizeof *points);
    for (int i = 0; i < HULL_POINTS; i++) {
        const double w = 2 * PI * fmod(0.6180339887498949 * i, 1);
        const double reach = 1 + two * cos(2 * w) + three * cos(3 * w);
        const double slope = -2 * two * sin(2 * w) - 3 * three * sin(3 * w);
        points[2 * i] = (cld_real)(size * (reach * cos(w) - slope * sin(w)));
        points[2 * i + 1] = (cld_real)(size * (reach * sin(w) + slope * cos(w)));
    }
    return points;
}

/* The hull of points that were rounded to cld_real: exactly convex. */
static void hulls_make(cld_polygon *out, cld_real *points)
{
    memset(out, 0, sizeof *out);
    out->vertices = points;
    out->count = (size_t)check(cld_polygon_hull(points, HULL_POINTS, 0));
}

/* Each flight begins at a random place 4 away and passes A's middle by up to 2.2. */
static void hulls_plan(tour *t, hulls *s)
{
    s->flights = (flight *)tour_memory(HULL_FLIGHTS * sizeof *s->flights);
    for (int i = 0; i < HULL_FLIGHTS; i++) {
        flight *f = &s->flights[i];
        const double turn = random_between(&t->random, 0, 2 * PI),
                     aside = random_between(&t->random, -2.2, 2.2);
        const double x = cos(turn), y = sin(turn);
        f->start = cld_pose2_from_angle((cld_real)random_between(&t->random, 0, 2 * PI),
                                        hulls_vector(-4 * x - aside * y, -4 * y + aside * x));
        f->motion = hulls_vector(HULL_WAY * x, HULL_WAY * y);
    }
}

static void hulls_ask(hulls *s, chapter *c)
{
    flight *flights = s->flights;
    const double begin = seconds();
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    /* sample: */
    for (int i = 0; i < HULL_FLIGHTS; i++) { /* nothing is prepared: a polygon is its vertices */
        s->b.pose = flights[i].start, motion.linear = flights[i].motion;
        flights[i].hits =
            check(cld_polygon_sweep(&s->a, NULL, &s->b, &motion, NULL, &flights[i].hit));
    }
    /* end of the sample */
    c->time = seconds() - begin;
}

/* How far a polygon reaches along n, by looking at every vertex. */
static double hulls_reach(const cld_polygon *p, double nx, double ny)
{
    const cld_pose2 q = p->pose;
    const int placed = q.rotation.x != 0 || q.rotation.y != 0;
    const double cosine = placed ? (double)q.rotation.x : 1, sine = (double)q.rotation.y;
    const double x = cosine * nx + sine * ny, y = cosine * ny - sine * nx; /* n in its own frame */
    double most = -1e300;
    for (size_t i = 0; i < p->count; i++)
        most = fmax(most, x * (double)p->vertices[2 * i] + y * (double)p->vertices[2 * i + 1]);
    return most + nx * (double)q.position.x + ny * (double)q.position.y;
}

/* B where it touches. */
static cld_polygon hulls_at_hit(const hulls *s, const flight *f)
{
    cld_polygon b = s->b;
    b.pose = f->start;
    b.pose.position.x += f->hit.time * f->motion.x;
    b.pose.position.y += f->hit.time * f->motion.y;
    return b;
}

/* The flights are so long that they touch just where the reaches across the motion overlap: that
   another query tells. Where they touch, the line at right angles to the normal must part all
   vertices of one from all of the other: for some flights all are looked at. Places are of up to 8
   units and rounded some times (time, motion, sum), numbers here of up to 4: 64 roundings of 1. */
static void hulls_check(hulls *s, chapter *c)
{
    const double slack =
        64 * (sizeof(cld_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON);
    int scanned = 0;
    for (int i = 0; i < HULL_FLIGHTS; i++) {
        const flight *f = &s->flights[i];
        const cld_vec2 across = hulls_vector(-(double)f->motion.y, (double)f->motion.x);
        cld_span a, b;
        double gap;
        s->b.pose = f->start;
        check(cld_polygon_span(&s->a, across, &a));
        check(cld_polygon_span(&s->b, across, &b));
        gap = fmax((double)b.min - (double)a.max, (double)a.min - (double)b.max);
        if (fabs(gap) > slack) tour_check(c, f->hits == (gap < 0));
        if (f->hits && scanned < HULL_SCANNED) {
            const double x = (double)f->hit.contact.normal.x, y = (double)f->hit.contact.normal.y;
            const cld_polygon there = hulls_at_hit(s, f);
            gap = -hulls_reach(&there, -x, -y) - hulls_reach(&s->a, x, y);
            tour_check(c, fabs(gap) < slack);
            scanned++;
        }
    }
}

/* -------------------------------------------------------------------------------- the picture */

/* The outline, of as many vertices as a picture needs. */
static void hulls_outline(FILE *file, const cld_polygon *p, const char *class_name)
{
    const size_t step = p->count / 120 + 1;
    int x = 0, y = 0;
    fprintf(file, "<path class=\"%s\" d=\"", class_name);
    for (size_t i = 0; i < p->count; i += step) {
        const cld_vec2 v = cld_pose2_point(
            &p->pose, hulls_vector((double)p->vertices[2 * i], (double)p->vertices[2 * i + 1]));
        const int new_x = (int)lround(5 * (240 + 62 * (double)v.x));
        const int new_y = (int)lround(5 * (160 - 62 * (double)v.y));
        fprintf(file, i ? "%d %d " : "M%d %dl", new_x - x, new_y - y);
        x = new_x, y = new_y;
    }
    fprintf(file, "z\"/>\n");
}

/* A, and B as it first touches in some of the flights, as evenly around as there are. */
static int hulls_picture(const hulls *s, const char *path)
{
    FILE *file = fopen(path, "w");
    int good;
    if (!file) return 0;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 "
            "%d %d\">\n<style>%s.a{fill:#e9cf9c;stroke:#8a6d2f;stroke-width:9}"
            ".b{fill:#4f8fc4;fill-opacity:.13;stroke:#30638e;stroke-opacity:.75;stroke-width:6}"
            "</style>\n<rect width=\"100%%\" height=\"100%%\"/>\n",
            (int)WIDE, (int)HIGH, 5 * WIDE, 5 * HIGH, tour_css);
    for (int pass = 0; pass < 2; pass++) {
        if (pass) hulls_outline(file, &s->a, "a");
        for (int k = 0; k < HULL_DRAWN; k++) { /* the contact nearest to each of some directions */
            const double turn = 2 * PI * k / HULL_DRAWN;
            const flight *best = NULL;
            double most = -1e30;
            for (int i = 0; i < HULL_FLIGHTS; i++) {
                const flight *f = &s->flights[i];
                const cld_vec2 p = f->hit.contact.point_a;
                double ahead;
                if (!f->hits) continue;
                ahead = ((double)p.x * cos(turn) + (double)p.y * sin(turn)) /
                        hypot((double)p.x, (double)p.y);
                if (ahead > most) most = ahead, best = f;
            }
            if (best && !pass) {
                const cld_polygon b = hulls_at_hit(s, best);
                hulls_outline(file, &b, "b");
            } else if (best) {
                const cld_vec2 p = best->hit.contact.point_a;
                fprintf(file, "<circle class=\"dot\" cx=\"%.0f\" cy=\"%.0f\" r=\"20\"/>\n",
                        5 * (240 + 62 * (double)p.x), 5 * (160 - 62 * (double)p.y));
            }
        }
    }
    fprintf(file, "</svg>\n");
    good = !ferror(file);
    return fclose(file) == 0 && good;
}

/* -------------------------------------------------------------------------------- the chapter */

static void tour_polygon(tour *t, chapter *c)
{
    hulls s;
    int touching = 0;
    memset(&s, 0, sizeof s);
    s.points_a = hulls_points(1, 0.1, 0.04);
    s.points_b = hulls_points(0.7, -0.14, 0.05);
    s.hull_time = seconds();
    hulls_make(&s.a, s.points_a);
    hulls_make(&s.b, s.points_b);
    s.hull_time = seconds() - s.hull_time;
    hulls_plan(t, &s);
    hulls_ask(&s, c);
    hulls_check(&s, c);
    for (int i = 0; i < HULL_FLIGHTS; i++) touching += s.flights[i].hits;
    c->asked = HULL_FLIGHTS, c->unit = "sweep";
    snprintf(c->job, TOUR_WORDS, "%d flights, %d vertices each", HULL_FLIGHTS,
             (int)((s.a.count + s.b.count) / 2));
    snprintf(c->answers, TOUR_WORDS, "%d touch, when and where", touching);
    snprintf(c->text, TOUR_TEXT,
             "Two outlines of a million points each, in no order: their exact hulls, %d and %d "
             "vertices, took %.2f s together. Then the one flies past the other, %d times, each "
             "time turned otherwise: in %d flights they touch (the picture has some, at the "
             "moment of it), and each was found in a time that grows with the logarithm of the "
             "number of vertices, with nothing prepared. Whether they touch was checked by their "
             "reaches across the way; of %d flights, all vertices were looked at.",
             (int)s.a.count, (int)s.b.count, s.hull_time, HULL_FLIGHTS, touching, HULL_SCANNED);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, hulls_picture(&s, tour_picture(t, c, "svg")));
    free(s.points_a), free(s.points_b), free(s.flights);
}

#endif /* TOUR_POLYGON_H */
