/* Convex polygons that move about: every 2D question to collide.h's module [POLYGON].

       cc -O2 -I. examples/polygons.c -o polygons -lm && ./polygons

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads the Stanford bunny, cuts it into ten slices and puts a convex hull around each. The hulls
   then turn and drift through a room for 900 steps. In every step each of them, and each two of
   them, is asked everything that can be asked: extreme vertex, width, points inside, tangents,
   lines, rays and segments, closest point, overlap, distance, contacts, first contact on the way to
   the next step. The answers must agree with each other: an overlap has distance 0 and a contact,
   moving by the contact's depth parts the two, at the time of first contact they touch and just
   before they do not, and so on. Prints how often what was asked, what it took, and how many
   answers disagree. Draws polygons.svg: the room at one step, and six plates on which a person can
   see that the answers are right. Another body: ./polygons mesh.obj

   The order of reading: main at the end, then the functions that it calls, from the bottom up. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "run.h"

#include "obj_mesh.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MESH_FILE    "examples/data/bunny.obj"
#define PICTURE_FILE "polygons.svg"

enum { SLICES = 10, PAIRS = SLICES * (SLICES - 1) / 2, STEPS = 900, DRAWN = 512 };

/* The mesh is scaled to be 10 wide, the room is 96 x 32. */
static const double ROOM_X = 96, ROOM_Y = 32;

typedef struct vec {
    double x, y;
} vec;

/* Where the planes are that cut the mesh: at right angles to an axis, at a part of its length. */
static const struct {
    int axis;
    double at;
} planes[SLICES] = {{2, 0.50}, {1, 0.17}, {2, 0.72}, {1, 0.50}, {0, 0.50},
                    {1, 0.80}, {0, 0.80}, {1, 0.33}, {2, 0.28}, {0, 0.22}};

typedef struct slice {
    vec *outline; /* ends of the segments in which the plane cuts triangles, in order */
    size_t segments;
    cld_real *points; /* the same; the first hull.count are the hull */
    cld_polygon hull; /* where it is: hull.pose */
    cld_pose2 next;   /* where it will be, one step on */
} slice;

/* One kind of question: how often it was asked, how often the answer was yes, the time that took,
   and how many answers contradict others. */
typedef struct tally {
    const char *name;
    long asked, yes, wrong;
    double seconds;
} tally;

typedef enum question {
    EXTREME,
    SPAN,
    CONTAINS,
    TANGENTS,
    LINE,
    RAY,
    SEGMENT,
    CLOSEST,
    OVERLAP,
    DISTANCE,
    CACHED,
    COLLIDE,
    SWEEP,
    QUESTIONS
} question;

typedef struct world {
    slice slices[SLICES];
    tally tallies[QUESTIONS];
    cld_polygon_cache caches[PAIRS];
    uint32_t random;
} world;

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

static vec scaled(double s, vec a)
{
    return vector(s * a.x, s * a.y);
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y;
}

static double length(vec a)
{
    return sqrt(dot(a, a));
}

static cld_vec2 to_cld(vec a)
{
    cld_vec2 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y;
    return r;
}

/* B moves, A stands. */
static int sweep(const cld_polygon *a, const cld_polygon *b, vec way, cld_hit2 *hit)
{
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    motion.linear = to_cld(way);
    return cld_polygon_sweep(a, NULL, b, &motion, NULL, hit);
}

static vec from_cld(cld_vec2 a)
{
    return vector((double)a.x, (double)a.y);
}

static cld_pose2 pose(double x, double y, double degrees)
{
    cld_pose2 p;
    p.rotation = to_cld(vector(cos(degrees * PI / 180), sin(degrees * PI / 180)));
    p.position = to_cld(vector(x, y));
    return p;
}

/* What rounding to cld_real may do to coordinates of the room, some times over. */
static double slack(void)
{
    return sizeof(cld_real) == sizeof(float) ? 1e-4 : 1e-12;
}

/* --------------------------------------------------------------------------------------- slices */

/* Vertex i of a hull, in the room. */
static vec vertex(const cld_polygon *p, uint32_t i)
{
    cld_vec2 v;
    v.x = p->vertices[2 * i], v.y = p->vertices[2 * i + 1];
    return from_cld(cld_pose2_point(&p->pose, v));
}

/* Where the plane cuts the edge between two points, the same for both triangles at the edge. */
static vec crossing(const obj_mesh *mesh, uint32_t i, uint32_t k, int axis, double at)
{
    const cld_real *p = mesh->points + 3 * (i < k ? i : k), *q = mesh->points + 3 * (i < k ? k : i);
    int across = axis == 0 ? 2 : 0, up = axis == 1 ? 2 : 1;
    double s = ((double)p[axis] - at) / ((double)p[axis] - (double)q[axis]);
    return vector((1 - s) * (double)p[across] + s * (double)q[across],
                  (1 - s) * (double)p[up] + s * (double)q[up]);
}

/* The segments in which the plane cuts triangles: their ends, two by two. */
static size_t cut(const obj_mesh *mesh, int axis, double at, vec *ends)
{
    size_t n = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        for (size_t k = 0; k < 3; k++) {
            uint32_t from = mesh->triangles[3 * t + k], to = mesh->triangles[3 * t + (k + 1) % 3];
            double f = (double)mesh->points[3 * from + (size_t)axis] - at;
            double g = (double)mesh->points[3 * to + (size_t)axis] - at;
            if ((f > 0) == (g > 0)) continue;
            if (ends) ends[n] = crossing(mesh, from, to, axis, at);
            n++;
        }
    }
    return n;
}

static int is_same(vec a, vec b)
{
    return a.x == b.x && a.y == b.y;
}

/* Puts the segments in order: each begins where the one before ends, as long as there is one. */
static void chain(vec *ends, size_t segments)
{
    for (size_t i = 1; i < segments; i++) {
        vec last = ends[2 * i - 1];
        for (size_t k = i; k < segments; k++) {
            int turned = is_same(ends[2 * k + 1], last);
            vec p = ends[2 * k + (turned ? 1 : 0)], q = ends[2 * k + (turned ? 0 : 1)];
            if (!is_same(p, last)) continue;
            ends[2 * k] = ends[2 * i], ends[2 * k + 1] = ends[2 * i + 1];
            ends[2 * i] = p, ends[2 * i + 1] = q;
            break;
        }
    }
}

/* Scales the points, their middle to the origin, and puts the hull around them. */
static void make_hull(slice *s, size_t count, double scale)
{
    vec low = s->outline[0], high = low;
    for (size_t i = 0; i < count; i++) {
        low = vector(fmin(low.x, s->outline[i].x), fmin(low.y, s->outline[i].y));
        high = vector(fmax(high.x, s->outline[i].x), fmax(high.y, s->outline[i].y));
    }
    for (size_t i = 0; i < count; i++) {
        s->outline[i] = add(s->outline[i], -0.5, add(low, 1, high));
        s->outline[i] = vector(scale * s->outline[i].x, scale * s->outline[i].y);
        s->points[2 * i] = (cld_real)s->outline[i].x;
        s->points[2 * i + 1] = (cld_real)s->outline[i].y;
    }
    s->hull.vertices = s->points;
    s->hull.count = (size_t)check(cld_polygon_hull(s->points, count, 0));
    check(cld_polygon_validate(&s->hull, NULL));
    s->segments = count / 2;
}

static int make_slices(world *w, const obj_mesh *mesh)
{
    double low[3], high[3], widest = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = (double)mesh->points[k];
        for (size_t i = 0; i < mesh->point_count; i++) {
            low[k] = fmin(low[k], (double)mesh->points[3 * i + (size_t)k]);
            high[k] = fmax(high[k], (double)mesh->points[3 * i + (size_t)k]);
        }
        widest = fmax(widest, high[k] - low[k]);
    }
    for (int i = 0; i < SLICES; i++) {
        slice *s = &w->slices[i];
        int axis = planes[i].axis;
        double at = low[axis] + planes[i].at * (high[axis] - low[axis]);
        size_t count = cut(mesh, axis, at, NULL);
        if (count < 2) return 0;
        s->outline = (vec *)malloc(count * sizeof *s->outline);
        s->points = (cld_real *)malloc(count * 2 * sizeof *s->points);
        if (!s->outline || !s->points) return 0;
        cut(mesh, axis, at, s->outline);
        chain(s->outline, count / 2);
        make_hull(s, count, 10 / widest);
    }
    return 1;
}

/* Each goes its own round through the room, and turns. */
static cld_pose2 place(int i, double time)
{
    double turn = 2 * PI * (time / STEPS * (1 + i % 3) + i * 0.1);
    double x = ROOM_X * (0.5 + 0.42 * cos(turn + i));
    double y = ROOM_Y * (0.5 + 0.33 * sin((1 + i % 2) * turn + 2.4 * i));
    return pose(x, y, (i % 2 ? 0.8 : -0.6) * time + 40 * i);
}

/* ------------------------------------------------------------------------- questions about one */

static void count(world *w, question q, int yes, int right)
{
    w->tallies[q].asked++;
    w->tallies[q].yes += yes > 0;
    w->tallies[q].wrong += !right;
}

/* No vertex is farther; the width is what the two extremes say. */
static void ask_reach(world *w, const cld_polygon *p, vec d)
{
    cld_span span;
    uint32_t best;
    cld_vec2 at;
    double most = -1e300, least = 1e300, far, begin = seconds();
    check(cld_polygon_extreme(p, to_cld(d), &best, &at));
    w->tallies[EXTREME].seconds += seconds() - begin;
    begin = seconds();
    check(cld_polygon_span(p, to_cld(d), &span));
    w->tallies[SPAN].seconds += seconds() - begin;
    for (uint32_t i = 0; i < p->count; i++) {
        most = fmax(most, dot(d, vertex(p, i)));
        least = fmin(least, dot(d, vertex(p, i)));
    }
    far = dot(d, vertex(p, best));
    count(w, EXTREME, 1,
          far > most - slack() && length(add(vertex(p, best), -1, from_cld(at))) < slack());
    count(w, SPAN, 1,
          fabs((double)span.width - (most - least)) < slack() &&
              fabs((double)span.max - most) < slack() && fabs((double)span.min - least) < slack());
}

/* Are all vertices on the proper sides of the tangents? Exactly, where there is no pose. */
static int are_tangents(const cld_polygon *p, vec eye, const uint32_t tangents[2])
{
    for (uint32_t i = 0; i < p->count; i++) {
        for (int k = 0; k < 2; k++) {
            vec e = add(vertex(p, tangents[k]), -1, eye), f = add(vertex(p, i), -1, eye);
            double side = (e.x * f.y - e.y * f.x) / length(e);
            if ((k ? -side : side) < -slack()) return 0;
        }
    }
    return 1;
}

/* Inside, tangents, closest point, and a segment of length 0 must tell the same, exactly. */
static void ask_point(world *w, const cld_polygon *p, vec at)
{
    cld_vec2 point = to_cld(at);
    cld_contact2 closest;
    uint32_t tangents[2];
    double begin = seconds(), end;
    int inside = check(cld_polygon_contains(p, point)), outside, apart, touches;
    end = seconds(), w->tallies[CONTAINS].seconds += end - begin, begin = end;
    outside = check(cld_polygon_tangents(p, point, tangents));
    end = seconds(), w->tallies[TANGENTS].seconds += end - begin, begin = end;
    apart = check(cld_polygon_closest(p, point, &closest));
    end = seconds(), w->tallies[CLOSEST].seconds += end - begin, begin = end;
    touches = check(cld_polygon_clip_segment(p, point, point, NULL));
    end = seconds(), w->tallies[SEGMENT].seconds += end - begin;
    count(w, CONTAINS, inside, (inside == CLD_OUTSIDE) == apart);
    count(w, TANGENTS, outside, outside == apart && (!outside || are_tangents(p, at, tangents)));
    count(w, SEGMENT, touches, touches == !apart);
    if (apart) /* the closest point is as far as is said, and all of the hull is beyond it */
        for (uint32_t i = 0; i < p->count && apart > 0; i++) {
            vec from = from_cld(closest.point_a), n = from_cld(closest.normal);
            if (dot(add(vertex(p, i), -1, from), n) > slack()) apart = -1;
            if (fabs(length(add(at, -1, from)) - (double)closest.distance) > slack()) apart = -1;
        }
    count(w, CLOSEST, apart != 0, apart >= 0);
}

/* A point of the outline, to rounding? In the hull's own frame, where its vertices are exact. */
static int on_outline(const cld_polygon *p, cld_vec2 at)
{
    double deepest = -1e300; /* below all edges */
    vec d = add(from_cld(at), -1, from_cld(p->pose.position)), turn = from_cld(p->pose.rotation);
    vec here = vector(dot(turn, d), turn.x * d.y - turn.y * d.x);
    for (size_t i = 0; i < p->count; i++) {
        const cld_real *v = p->vertices + 2 * i, *u = p->vertices + 2 * ((i + 1) % p->count);
        vec edge = vector((double)u[0] - (double)v[0], (double)u[1] - (double)v[1]);
        vec from = vector(here.x - (double)v[0], here.y - (double)v[1]);
        deepest = fmax(deepest, (edge.y * from.x - edge.x * from.y) / length(edge));
    }
    return fabs(deepest) < slack();
}

/* The line's ends are on the outline; the ray gets the part with t >= 0, the segment that with
   0 <= t <= 1. */
static void ask_line(world *w, const cld_polygon *p, vec from, vec to)
{
    cld_clip2 line, ray, segment;
    vec d = add(to, -1, from);
    double begin = seconds(), end, edge = slack() / length(d);
    int hit = check(cld_polygon_clip_line(p, to_cld(from), to_cld(d), &line)), ahead, within;
    int right = 1, right_ray, right_segment;
    end = seconds(), w->tallies[LINE].seconds += end - begin, begin = end;
    ahead = check(cld_polygon_clip_ray(p, to_cld(from), to_cld(d), &ray));
    end = seconds(), w->tallies[RAY].seconds += end - begin, begin = end;
    within = check(cld_polygon_clip_segment(p, to_cld(from), to_cld(to), &segment));
    end = seconds(), w->tallies[SEGMENT].seconds += end - begin;
    right_ray = ahead <= hit, right_segment = within <= ahead;
    if (hit) {
        right = on_outline(p, line.enter_point) && on_outline(p, line.exit_point);
        if (fabs((double)line.exit) > edge) right_ray = ahead == (line.exit > 0);
        if (ahead && fabs((double)ray.exit - (double)line.exit) > edge) right_ray = 0;
        if (ahead && fabs((double)ray.enter - fmax(0, (double)line.enter)) > edge) right_ray = 0;
    }
    if (ahead && fabs((double)ray.enter - 1) > edge) right_segment = within == (ray.enter < 1);
    if (within && fabs((double)segment.exit - fmin(1, (double)ray.exit)) > edge) right_segment = 0;
    count(w, LINE, hit, right);
    count(w, RAY, ahead, right_ray);
    count(w, SEGMENT, within, right_segment);
}

/* ------------------------------------------------------------------------- questions about two */

static cld_polygon shifted(const cld_polygon *p, double s, vec by)
{
    cld_polygon moved = *p;
    moved.pose.position = to_cld(add(from_cld(p->pose.position), s, by));
    return moved;
}

/* Does the line of the witness part the two? */
static int is_separated(const cld_polygon *a, const cld_polygon *b, const cld_polygon_witness *line)
{
    vec n = from_cld(line->normal), at = from_cld(line->point);
    for (uint32_t i = 0; i < a->count; i++)
        if (dot(add(vertex(a, i), -1, at), n) > slack()) return 0;
    for (uint32_t i = 0; i < b->count; i++)
        if (dot(add(vertex(b, i), -1, at), n) < -slack()) return 0;
    return 1;
}

/* Moving B by the depth, and a bit more, parts them; a bit less does not. */
static int is_depth(const cld_polygon *a, const cld_polygon *b, const cld_contact2 *contact)
{
    vec n = from_cld(contact->normal);
    double depth = -(double)contact->distance;
    cld_polygon more = shifted(b, depth + slack(), n), less = shifted(b, depth - slack(), n);
    if (check(cld_polygon_overlap(a, &more, NULL))) return 0;
    return depth < slack() || check(cld_polygon_overlap(a, &less, NULL));
}

/* Overlap, distance, distance from last time's features and contacts, which must tell the same. */
static void ask_pair(world *w, const cld_polygon *a, const cld_polygon *b, cld_polygon_cache *cache)
{
    cld_polygon_witness witness;
    cld_contact2 closest, again, contacts[2];
    double begin = seconds(), end, gap = 0;
    int meet = check(cld_polygon_overlap(a, b, &witness)), apart, still, found;
    end = seconds(), w->tallies[OVERLAP].seconds += end - begin, begin = end;
    apart = check(cld_polygon_distance(a, b, &closest));
    end = seconds(), w->tallies[DISTANCE].seconds += end - begin, begin = end;
    still = check(cld_polygon_distance_cached(a, b, cache, &again));
    end = seconds(), w->tallies[CACHED].seconds += end - begin, begin = end;
    found = check(cld_polygon_collide(a, b, 0, contacts, 2));
    end = seconds(), w->tallies[COLLIDE].seconds += end - begin;
    if (apart) gap = length(add(from_cld(closest.point_b), -1, from_cld(closest.point_a)));
    count(w, OVERLAP, meet, meet != apart && (meet || is_separated(a, b, &witness)));
    count(w, DISTANCE, apart, fabs(gap - (double)closest.distance) < slack());
    count(w, CACHED, still,
          still == apart && again.feature_a == closest.feature_a &&
              again.feature_b == closest.feature_b &&
              fabs((double)again.distance - (double)closest.distance) < slack());
    count(w, COLLIDE, found, (found > 0) == meet && (!found || is_depth(a, b, &contacts[0])));
}

/* How deep B is in A; 0: not at all. */
static double depth_of(const cld_polygon *a, const cld_polygon *b)
{
    cld_contact2 contacts[2];
    int k, found = check(cld_polygon_collide(a, b, 0, contacts, 2));
    double depth = 0;
    for (k = 0; k < found && k < 2; k++) depth = fmax(depth, -(double)contacts[k].distance);
    return depth;
}

/* B moves as it will against A, without turning: no contact on the way is missed, and at the time
   of the hit they touch. In contact at the start it is stopped if it goes deeper, and only then. */
static void ask_sweep(world *w, const slice *a, const slice *b)
{
    vec motion = add(from_cld(b->next.position), -1, from_cld(b->hull.pose.position));
    cld_hit2 hit;
    cld_contact2 closest;
    double begin = seconds(), end = 1, start = depth_of(&a->hull, &b->hull);
    int found, right = 1;
    motion = add(motion, -1, from_cld(a->next.position));
    motion = add(motion, 1, from_cld(a->hull.pose.position));
    motion = scaled(20, motion); /* to meet more often */
    begin = seconds();
    found = check(sweep(&a->hull, &b->hull, motion, &hit));
    w->tallies[SWEEP].seconds += seconds() - begin;
    if (found) end = (double)hit.time;
    for (int k = 0; k <= 8; k++) {
        cld_polygon there = shifted(&b->hull, end * k / 8, motion);
        int apart = check(cld_polygon_distance(&a->hull, &there, &closest));
        if (found && k == 8)
            right = right && (double)closest.distance < slack();
        else if (start > slack())
            right = right && depth_of(&a->hull, &there) < start + slack();
        else if (end > slack() && k > 0)
            right = right && (apart || depth_of(&a->hull, &there) < slack());
    }
    count(w, SWEEP, found, right);
}

/* One step of the motion: all questions, to all of them. */
static void step(world *w, int time)
{
    int pair = 0;
    for (int i = 0; i < SLICES; i++) {
        w->slices[i].hull.pose = place(i, time);
        w->slices[i].next = place(i, time + 1);
    }
    for (int i = 0; i < SLICES; i++) {
        const cld_polygon *p = &w->slices[i].hull;
        vec centre = from_cld(p->pose.position);
        double turn = random_between(&w->random, 0, 2 * PI),
               reach = random_between(&w->random, 0, 8);
        vec d = vector(cos(turn), sin(turn)), at, to;
        ask_reach(w, p, d);
        at = add(centre, reach, d);
        ask_point(w, p, at);
        at = add(at, random_between(&w->random, -3, 3), vector(-d.y, d.x));
        to = vector(random_between(&w->random, 0, ROOM_X), random_between(&w->random, 0, ROOM_Y));
        ask_line(w, p, at, add(centre, 0.2, add(to, -1, centre)));
        for (int k = 0; k < i; k++, pair++) {
            ask_pair(w, &w->slices[k].hull, p, &w->caches[pair]);
            ask_sweep(w, &w->slices[k], &w->slices[i]);
        }
    }
}

static long print(const world *w, const char *path)
{
    long wrong = 0;
    size_t vertices = 0, segments = 0;
    for (int i = 0; i < SLICES; i++) {
        vertices += w->slices[i].hull.count;
        segments += w->slices[i].segments;
    }
    printf("%d slices of %s: %d segments; hulls of %d vertices in all\n", SLICES, path,
           (int)segments, (int)vertices);
    printf("%d steps\n\n%-30s %9s %9s %9s %9s\n", STEPS, "question", "asked", "yes", "disagree",
           "ns each");
    for (int q = 0; q < QUESTIONS; q++) {
        const tally *t = &w->tallies[q];
        wrong += t->wrong;
        printf("%-30s %9ld %9ld %9ld %9.0f\n", t->name, t->asked, t->yes, t->wrong,
               1e9 * t->seconds / (double)t->asked);
    }
    printf("\n(reading the clock is part of the times)\n");
    return wrong;
}

/* ---------------------------------------------------------------------------------- the picture */

static const char *const colours[SLICES] = {"#d1495b", "#30638e", "#6a994e", "#e07a1f", "#7b2d8b",
                                            "#00798c", "#b8860b", "#8d4a2f", "#5f6caf", "#c2317f"};

/* A plate: `UNIT` pixels a unit of length, y up. */
static const double UNIT = 13;

typedef struct picture {
    FILE *file;
    world *w;
    double left, bottom; /* of the plate, pixels */
} picture;

/* Pixels of a point of the plate. */
static vec pixel(const picture *f, vec p)
{
    return vector(f->left + UNIT * p.x, f->bottom - UNIT * p.y);
}

static void draw_line(const picture *f, vec from, vec to, const char *class_name)
{
    vec p = pixel(f, from), q = pixel(f, to);
    fprintf(f->file, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class_name, p.x, p.y, q.x,
            q.y);
}

static void draw_dot(const picture *f, vec at, double radius, const char *class_name)
{
    vec p = pixel(f, at);
    fprintf(f->file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", class_name, p.x,
            p.y, radius);
}

/* An arrow from a point along d. */
static void draw_arrow(const picture *f, vec from, vec d, const char *class_name)
{
    vec to = add(from, 1, d), unit = vector(d.x / length(d), d.y / length(d));
    vec side = vector(-unit.y, unit.x), back = add(to, -0.5, unit);
    vec p = pixel(f, to), q = pixel(f, add(back, 0.22, side)), r = pixel(f, add(back, -0.22, side));
    draw_line(f, from, back, class_name);
    fprintf(f->file, "<path class=\"%s tip\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n", class_name,
            p.x, p.y, q.x, q.y, r.x, r.y);
}

/* Words centred at a point; printf's format. */
static void draw_words(const picture *f, vec at, const char *class_name, const char *format, ...)
{
    va_list arguments;
    vec p = pixel(f, at);
    fprintf(f->file, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class_name, p.x, p.y);
    va_start(arguments, format);
    vfprintf(f->file, format, arguments);
    va_end(arguments);
    fprintf(f->file, "</text>\n");
}

/* A slice and its hull where the pose has them; look is "", " faint" or " ghost" (the hull alone).
   */
static void draw_slice(const picture *f, int i, const cld_pose2 *at, const char *look)
{
    vec p = pixel(f, from_cld(at->position));
    double angle = atan2((double)at->rotation.y, (double)at->rotation.x) * 180 / PI;
    fprintf(f->file,
            "<g class=\"body%s\" transform=\"translate(%.1f %.1f) rotate(%.2f)\" fill=\"%s\" "
            "stroke=\"%s\"><use href=\"#hull%d\"/>",
            look, p.x, p.y, -angle, colours[i], colours[i], i);
    if (strcmp(look, " ghost") != 0) fprintf(f->file, "<use href=\"#cut%d\" class=\"cut\"/>", i);
    fprintf(f->file, "</g>\n");
}

/* A frame of the given size, a title, a line that says what is to be seen. */
static void begin_plate(picture *f, double left, double top, double width, double height,
                        const char *title, const char *words)
{
    f->left = left, f->bottom = top + height;
    fprintf(f->file,
            "</g><rect class=\"plate\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n"
            "<text class=\"title\" x=\"%.0f\" y=\"%.0f\">%s</text>"
            "<text class=\"words\" x=\"%.0f\" y=\"%.0f\">%s</text>\n"
            "<clipPath id=\"p%.0f-%.0f\"><rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" "
            "height=\"%.0f\"/></clipPath><g clip-path=\"url(#p%.0f-%.0f)\">\n",
            left, top, width, height, left + 2, top - 24, title, left + 2, top - 8, words, left,
            top, left, top, width, height, left, top);
}

/* The shapes, once; everything else uses them. */
static void draw_definitions(const picture *f)
{
    fprintf(f->file, "<defs>\n");
    for (int i = 0; i < SLICES; i++) {
        const slice *s = &f->w->slices[i];
        fprintf(f->file, "<path id=\"hull%d\" d=\"", i);
        for (size_t k = 0; k < s->hull.count; k++)
            fprintf(f->file, "%c%.1f %.1f", k ? 'L' : 'M', UNIT * (double)s->points[2 * k],
                    -UNIT * (double)s->points[2 * k + 1]);
        fprintf(f->file, "z\"/>\n<path id=\"cut%d\" d=\"", i);
        for (size_t k = 0; k < s->segments; k++) {
            vec p = s->outline[2 * k], q = s->outline[2 * k + 1];
            if (k == 0 || !is_same(p, s->outline[2 * k - 1]))
                fprintf(f->file, "%sM%.1f %.1f", k ? "z" : "", UNIT * p.x, -UNIT * p.y);
            fprintf(f->file, "L%.1f %.1f", UNIT * q.x, -UNIT * q.y);
        }
        fprintf(f->file, "z\"/>\n");
    }
    fprintf(f->file, "</defs>\n");
}

/* Closest points, or what they have in common: the manifold. */
static void draw_pair(const picture *f, const cld_polygon *a, const cld_polygon *b, double far)
{
    cld_contact2 c[2];
    int found = check(cld_polygon_collide(a, b, 0, c, 2));
    for (int k = 0; k < found; k++) {
        draw_line(f, from_cld(c[k].point_a), from_cld(c[k].point_b), "contact");
        draw_dot(f, from_cld(c[k].point_a), 3, "contact");
        draw_dot(f, from_cld(c[k].point_b), 3, "contact");
    }
    if (found || !check(cld_polygon_distance(a, b, &c[0]))) return;
    if ((double)c[0].distance > far) return;
    draw_line(f, from_cld(c[0].point_a), from_cld(c[0].point_b), "gap");
    draw_dot(f, from_cld(c[0].point_a), 2.5, "gap");
    draw_dot(f, from_cld(c[0].point_b), 2.5, "gap");
}

static void plate_room(picture *f)
{
    begin_plate(f, 16, 100, 1248, 416, "The room, at one of its steps",
                "grey: the ways of the hulls. red: closest points of two that are less than 9 "
                "apart. blue: contacts of those that overlap.");
    for (int i = 0; i < SLICES; i++) {
        fprintf(f->file, "<path class=\"way\" d=\"");
        for (int time = DRAWN - 150; time <= DRAWN; time += 6) {
            cld_pose2 at = place(i, time);
            vec p = pixel(f, from_cld(at.position));
            fprintf(f->file, "%c%.0f %.0f", time == DRAWN - 150 ? 'M' : 'L', p.x, p.y);
        }
        fprintf(f->file, "\"/>\n");
        f->w->slices[i].hull.pose = place(i, DRAWN);
    }
    for (int i = 0; i < SLICES; i++) draw_slice(f, i, &f->w->slices[i].hull.pose, "");
    for (int i = 0; i < SLICES; i++)
        for (int k = 0; k < i; k++) draw_pair(f, &f->w->slices[k].hull, &f->w->slices[i].hull, 9);
}

/* Slice i, placed. */
static const cld_polygon *put(picture *f, int i, double x, double y, double degrees)
{
    f->w->slices[i].hull.pose = pose(x, y, degrees);
    draw_slice(f, i, &f->w->slices[i].hull.pose, "");
    return &f->w->slices[i].hull;
}

static void plate_apart(picture *f, double left, double top, double width, double height)
{
    const cld_polygon *p[4];
    begin_plate(f, left, top, width, height, "Closest points, and lines that separate",
                "red: closest points and distance. dashed: the witness of overlap.");
    p[0] = put(f, 0, 6.5, 13.5, 0), p[1] = put(f, 5, 17, 17.5, 30);
    p[2] = put(f, 3, 24.5, 11, 60), p[3] = put(f, 6, 12.5, 5, -20);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < i; k++) {
            cld_polygon_witness line;
            cld_contact2 c;
            vec at, along;
            check(cld_polygon_overlap(p[k], p[i], &line));
            if (!check(cld_polygon_distance(p[k], p[i], &c)) || (double)c.distance > 6) continue;
            at = add(from_cld(c.point_a), 1, from_cld(c.point_b));
            at = vector(at.x / 2, at.y / 2);
            along = vector(-(double)line.normal.y, (double)line.normal.x);
            at = add(from_cld(line.point), dot(add(at, -1, from_cld(line.point)), along), along);
            draw_line(f, add(at, -5, along), add(at, 5, along), "separates");
            draw_pair(f, p[k], p[i], 6);
            at = add(from_cld(c.point_b), 0.8, from_cld(c.normal));
            draw_words(f, at, "number", "%.2f", (double)c.distance);
        }
    }
}

/* The nearest hull that a ray meets. */
static int first_hit(const cld_polygon *const *p, int hulls, vec from, vec d, cld_clip2 *best)
{
    int found = 0;
    for (int i = 0; i < hulls; i++) {
        cld_clip2 clip;
        if (!check(cld_polygon_clip_ray(p[i], to_cld(from), to_cld(d), &clip))) continue;
        if (!found || clip.enter < best->enter) *best = clip;
        found = 1;
    }
    return found;
}

static void plate_lamp(picture *f, double left, double top, double width, double height)
{
    const cld_polygon *p[4];
    vec lamp = vector(4, 6);
    begin_plate(f, left, top, width, height, "Tangents from a point, rays that hit",
                "orange: tangents. yellow: rays, and the normals where they enter.");
    p[0] = put(f, 2, 15, 14.5, 10), p[1] = put(f, 1, 17.5, 4.5, 35);
    p[2] = put(f, 8, 27, 9, -50), p[3] = put(f, 7, 5.5, 17, 80);
    for (int i = 0; i < 72; i++) {
        vec d = vector(cos(2 * PI * i / 72), sin(2 * PI * i / 72)), at = add(lamp, 40, d);
        cld_clip2 clip;
        int found = first_hit(p, 4, lamp, d, &clip);
        if (found) at = from_cld(clip.enter_point);
        draw_line(f, lamp, at, "ray");
        if (!found) continue;
        draw_line(f, at, add(at, 0.7, from_cld(clip.enter_normal)), "normal");
        draw_dot(f, at, 2, "normal");
    }
    for (int i = 0; i < 4; i++) {
        uint32_t tangents[2];
        if (!check(cld_polygon_tangents(p[i], to_cld(lamp), tangents))) continue;
        for (int k = 0; k < 2; k++) {
            vec at = vertex(p[i], tangents[k]);
            draw_line(f, lamp, add(lamp, 1.25, add(at, -1, lamp)), "tangent");
            draw_dot(f, at, 3, "tangent");
        }
    }
    draw_dot(f, lamp, 6, "lamp");
}

static void plate_contacts(picture *f, double left, double top, double width, double height)
{
    static const double at[4][8] = {/* A: number, x, y, degrees; B */
                                    {0, 7.5, 15, -10, 9, 13.2, 10, 65},
                                    {1, 20.5, 6, 20, 6, 25.5, 8, 0},
                                    {3, 22, 16.5, 40, 5, 26, 18, 100},
                                    {8, 5, 4.5, 0, 4, 11, 4, 90}};
    begin_plate(f, left, top, width, height, "Overlaps: contact manifolds",
                "blue: contacts and normal. dashed: B, moved out by the depth.");
    for (int i = 0; i < 4; i++) {
        const double *k = at[i];
        const cld_polygon *a = put(f, (int)k[0], k[1], k[2], k[3]), *b;
        cld_contact2 c[2];
        cld_polygon out;
        b = put(f, (int)k[4], k[5], k[6], k[7]);
        if (!check(cld_polygon_collide(a, b, 0, c, 2))) continue;
        out = shifted(b, -(double)c[0].distance, from_cld(c[0].normal));
        draw_slice(f, (int)k[4], &out.pose, " ghost");
        draw_pair(f, a, b, 0);
        draw_arrow(f, from_cld(c[0].point_b), scaled(2.4, from_cld(c[0].normal)), "push");
    }
}

static void plate_sweep(picture *f, double left, double top, double width, double height)
{
    static const double moves[3][5] = {
        {5, 4, 4, 24, 5}, {3, 4, 18.5, 19, -3.5}, {9, 27, 20, -1, -18}};
    const cld_polygon *wall;
    begin_plate(f, left, top, width, height, "First contact on the way",
                "faint: the start. blue: first contact. dashed: the end, unhindered.");
    wall = put(f, 4, 18.5, 11.5, 15);
    for (int i = 0; i < 3; i++) {
        int number = (int)moves[i][0];
        vec way = vector(moves[i][3], moves[i][4]), at;
        cld_polygon *b = &f->w->slices[number].hull, there;
        cld_hit2 hit;
        b->pose = pose(moves[i][1], moves[i][2], 50.0 * i);
        draw_slice(f, number, &b->pose, " faint");
        there = shifted(b, 1, way);
        draw_slice(f, number, &there.pose, " ghost");
        draw_arrow(f, vector(moves[i][1], moves[i][2]), way, "way");
        if (!check(sweep(wall, b, way, &hit))) continue;
        there = shifted(b, (double)hit.time, way);
        draw_slice(f, number, &there.pose, "");
        at = from_cld(hit.contact.point_a);
        draw_arrow(f, at, scaled(2.4, from_cld(hit.contact.normal)), "push");
        draw_dot(f, at, 4, "contact");
        draw_words(f, add(at, 1.6, vector(0.9, -0.7)), "number", "t = %.3f", (double)hit.time);
    }
}

/* The strip between the two extremes along d. */
static void draw_strip(const picture *f, const cld_polygon *p, vec d, const char *class_name)
{
    vec side = vector(-d.y, d.x), centre = from_cld(p->pose.position), low, high;
    cld_span span;
    check(cld_polygon_span(p, to_cld(d), &span));
    low = add(centre, (double)span.min - dot(centre, d), d);
    high = add(centre, (double)span.max - dot(centre, d), d);
    draw_line(f, add(low, -8, side), add(low, 8, side), class_name);
    draw_line(f, add(high, -8, side), add(high, 8, side), class_name);
    draw_arrow(f, add(low, -7, side), vector((double)span.width * d.x, (double)span.width * d.y),
               class_name);
    draw_dot(f, vertex(p, span.vertex_min), 3.5, class_name);
    draw_dot(f, vertex(p, span.vertex_max), 3.5, class_name);
    draw_words(f, add(add(high, 0.6, d), -7, side), "number", "%.2f", (double)span.width);
}

static void plate_span(picture *f, double left, double top, double width, double height)
{
    const cld_polygon *p;
    vec narrow = vector(1, 0), wide = vector(1, 0);
    double least = 1e300, most = 0;
    begin_plate(f, left, top, width, height, "Extreme vertices and widths",
                "the narrowest and the widest of 720 directions.");
    p = put(f, 0, 15.5, 11, 20);
    for (int i = 0; i < 720; i++) {
        vec d = vector(cos(PI * i / 720), sin(PI * i / 720));
        cld_span span;
        check(cld_polygon_span(p, to_cld(d), &span));
        if ((double)span.width < least) least = (double)span.width, narrow = d;
        if ((double)span.width > most) most = (double)span.width, wide = d;
    }
    draw_strip(f, p, narrow, "narrow");
    draw_strip(f, p, wide, "wide");
}

static void plate_points(picture *f, double left, double top, double width, double height)
{
    const cld_polygon *p[2];
    begin_plate(f, left, top, width, height, "Points inside, closest points, lines",
                "dots: inside or not. red: closest points. green: lines, clipped.");
    p[0] = put(f, 2, 9.5, 11.5, 10), p[1] = put(f, 7, 22, 9, -35);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 5; k++) {
            cld_clip2 clip;
            vec from = add(from_cld(p[i]->pose.position), -3.4 + 1.7 * k, vector(-0.5, 0.87));
            vec d = vector(0.87, 0.5);
            if (!check(cld_polygon_clip_line(p[i], to_cld(from), to_cld(d), &clip))) continue;
            draw_line(f, add(from_cld(clip.enter_point), -1, d),
                      add(from_cld(clip.exit_point), 1, d), "line outside");
            draw_line(f, from_cld(clip.enter_point), from_cld(clip.exit_point), "line");
            draw_dot(f, from_cld(clip.enter_point), 3, "line");
            draw_dot(f, from_cld(clip.exit_point), 3, "line");
        }
    for (int i = 0; i < 21 * 16; i++) {
        vec at = vector(0.75 + 1.45 * (i % 21), 0.8 + 1.4 * (i / 21));
        int inside = 0;
        for (int k = 0; k < 2; k++) {
            cld_contact2 c;
            inside |= check(cld_polygon_contains(p[k], to_cld(at)));
            if (i % 31 || !check(cld_polygon_closest(p[k], to_cld(at), &c))) continue;
            if ((double)c.distance > 6) continue;
            draw_line(f, at, from_cld(c.point_a), "gap");
            draw_dot(f, from_cld(c.point_a), 2.5, "gap");
        }
        draw_dot(f, at, 1.7, inside ? "inside" : "outside");
    }
}

static const char style[] =
    "<style>\n"
    "text{fill:#222}\n"
    ".top{font-size:24px;font-weight:bold}\n"
    ".title{font-size:15px;font-weight:bold}\n"
    ".words{font-size:12px;fill:#666}\n"
    ".number{font-size:11px;text-anchor:middle;font-weight:bold;stroke:#fff;"
    "stroke-width:3;paint-order:stroke}\n"
    ".plate{fill:#fbfaf7;stroke:#cfc9be}\n"
    ".body{fill-opacity:.12;stroke-width:1.6;stroke-linejoin:round}\n"
    ".cut{stroke:none;fill-opacity:.5;fill-rule:evenodd}\n"
    ".faint{opacity:.4}\n"
    ".ghost{fill-opacity:.03;stroke-dasharray:5 4;stroke-width:1.1}\n"
    ".way{fill:none;stroke:#b9b3a8;stroke-width:1.1}\n"
    ".way.tip{fill:#b9b3a8}\n"
    "circle{stroke:#fff;stroke-width:.6}\n"
    "path.gap{stroke:#c1121f;stroke-width:1.7}\n"
    "circle.gap{fill:#c1121f}\n"
    ".separates{stroke:#333;stroke-width:1.1;stroke-dasharray:7 4}\n"
    "path.contact,.push{stroke:#1d4ed8;stroke-width:2}\n"
    ".push.tip,circle.contact{fill:#1d4ed8}\n"
    ".ray{stroke:#e9b949;stroke-width:.8;stroke-opacity:.8}\n"
    "path.normal{stroke:#a47500;stroke-width:1.2}\n"
    "circle.normal{fill:#a47500}\n"
    "path.tangent{stroke:#e2571e;stroke-width:1.5}\n"
    "circle.tangent{fill:#e2571e}\n"
    ".lamp{fill:#ffd54a;stroke:#a47500;stroke-width:1.2}\n"
    "path.narrow{stroke:#00798c;stroke-width:1.4}\n"
    "circle.narrow,.narrow.tip{fill:#00798c}\n"
    "path.wide{stroke:#7b2d8b;stroke-width:1.4}\n"
    "circle.wide,.wide.tip{fill:#7b2d8b}\n"
    "path.line{stroke:#2f7d32;stroke-width:1.8}\n"
    "path.outside{stroke-width:.8;stroke-dasharray:3 3}\n"
    "circle.line{fill:#2f7d32}\n"
    "circle.inside{fill:#222}\n"
    "circle.outside{fill:#c9c3b8}\n"
    ".tip{stroke:none}\n"
    "</style>\n";

static int draw(world *w, const char *path)
{
    static void (*const plates[6])(picture *, double, double, double, double) = {
        plate_apart, plate_lamp, plate_contacts, plate_sweep, plate_span, plate_points};
    picture f;
    f.file = fopen(path, "w");
    f.w = w;
    if (!f.file) {
        fprintf(stderr, "cannot write %s\n", path);
        return 0;
    }
    fprintf(f.file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1280 1260\" "
            "font-family=\"sans-serif\">\n%s<rect width=\"1280\" height=\"1260\" fill=\"#fff\"/>\n"
            "<text class=\"top\" x=\"18\" y=\"40\">Hulls of slices of the Stanford bunny: what "
            "collide.h answers about convex polygons</text><g>\n",
            style);
    draw_definitions(&f);
    plate_room(&f);
    for (int i = 0; i < 6; i++) plates[i](&f, 16 + 424 * (i % 3), 586 + 350 * (i / 3), 400, 290);
    fprintf(f.file, "</g></svg>\n");
    return fclose(f.file) == 0;
}

int main(int argc, char **argv)
{
    static const char *const names[QUESTIONS] = {"extreme vertex",
                                                 "width",
                                                 "point inside",
                                                 "tangents from a point",
                                                 "line",
                                                 "ray",
                                                 "segment",
                                                 "closest point",
                                                 "two overlap",
                                                 "distance",
                                                 "distance, from the last one",
                                                 "contacts",
                                                 "first contact on the way"};
    const char *path = argc > 1 ? argv[1] : MESH_FILE;
    static world w; /* large, and all zero */
    obj_mesh mesh;
    long wrong;
    int drawn;
    if (!obj_mesh_read(path, &mesh)) return 1;
    if (!make_slices(&w, &mesh)) {
        fprintf(stderr, "a plane misses the mesh, or there is no memory\n");
        return 1;
    }
    obj_mesh_free(&mesh);
    for (int i = 0; i < QUESTIONS; i++) w.tallies[i].name = names[i];
    for (int i = 0; i < STEPS; i++) step(&w, i);
    wrong = print(&w, path);
    drawn = draw(&w, PICTURE_FILE);
    if (drawn) printf("drawn: %s\n", PICTURE_FILE);
    for (int i = 0; i < SLICES; i++) {
        free(w.slices[i].outline);
        free(w.slices[i].points);
    }
    return wrong > 0 || !drawn;
}
