/* Bodies that rest on others and move on: sweeps that start in contact, in collide.h.

       cc -O2 -I. examples/slide.c -o slide -lm && ./slide

   A body is swept along its motion of a step, moved by the time of the hit, and what is left of the
   motion, and its velocity, loses what goes against the normal; again, four times at most. What
   rounding has put inside is put back. Nothing else: no skin, no epsilon. For 10 seconds under
   gravity,
     - a box slides over the steps of a stair made of boxes, falling from each to the next;
     - a disc, and a crate, slide down a path of 400 pieces, a straight slope, from rest;
   each beside the exact solution. Prints how far they came, and how deep inside they ever were.

   Ends with 1 if one comes less than 99 % or more than 101 % of the way, or is ever deeper inside
   than 16 roundings of the largest coordinate. */

#define COLLIDE_NO_NURBS /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYHEDRON
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "run.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 600, ROUNDS = 4, STAIR = 6, PIECES = 400 };

static const double dt = 1.0 / 60, gravity = 9.8;

#ifdef COLLIDE_DOUBLE
static const double rounding = DBL_EPSILON;
#else
static const double rounding = FLT_EPSILON;
#endif

typedef struct slide {
    double way, exact;     /* how far it came, and would have come */
    double deepest, large; /* inside; the largest coordinate */
    long hits, blocked;    /* blocked: at time 0 */
} slide;

static int slide_is_good(const slide *s, const char *name)
{
    const double part = s->way / s->exact, bound = 16 * rounding * s->large;
    printf("%-22s %.3f of %.3f: %.2f %%; %ld hits, %ld of them at time 0; %.2g inside at most\n",
           name, s->way, s->exact, 100 * part, s->hits, s->blocked, s->deepest);
    return part >= 0.99 && part <= 1.01 && s->deepest <= bound;
}

/* ------------------------------------------------------------------------------- a box, boxes */

static cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static cld_vec3 along3(cld_vec3 p, double t, cld_vec3 d)
{
    return vec3((double)p.x + t * (double)d.x, (double)p.y + t * (double)d.y,
                (double)p.z + t * (double)d.z);
}

/* v without what of it goes against n. */
static cld_vec3 slid3(cld_vec3 v, cld_vec3 n)
{
    const double against =
        (double)v.x * (double)n.x + (double)v.y * (double)n.y + (double)v.z * (double)n.z;
    return against < 0 ? along3(v, -against, n) : v;
}

static void move_box(cld_obb *box, cld_vec3 *velocity, const cld_obb *stair, slide *s)
{
    cld_vec3 left = along3(vec3(0, 0, 0), dt, *velocity);
    int round, i;
    for (round = 0; round < ROUNDS; round++) {
        cld_obb_hit first = {0}, hit;
        int found = 0;
        for (i = 0; i < STAIR; i++) {
            if (!check(cld_obb_sweep(&stair[i], box, left, &hit))) continue;
            if (!found || hit.time < first.time) first = hit;
            found = 1;
        }
        if (!found) {
            box->centre = along3(box->centre, 1, left);
            break;
        }
        s->hits++, s->blocked += first.time == 0;
        box->centre = along3(box->centre, (double)first.time, left);
        left = slid3(along3(vec3(0, 0, 0), 1 - (double)first.time, left), first.contact.normal);
        *velocity = slid3(*velocity, first.contact.normal);
    }
    for (i = 0; i < STAIR; i++) { /* out again, by what is rounding */
        cld_contact c;
        if (!check(cld_obb_collide(&stair[i], box, &c, 1)) || c.distance >= 0) continue;
        if (-(double)c.distance > s->deepest) s->deepest = -(double)c.distance;
        box->centre = along3(box->centre, -(double)c.distance, c.normal);
    }
}

static slide slide_box(void)
{
    cld_pose pose = cld_pose_identity();
    cld_obb stair[STAIR], box;
    cld_vec3 velocity = vec3(2, 0, 0);
    slide s;
    int i;
    memset(&s, 0, sizeof s);
    for (i = 0; i < STAIR; i++) { /* steps of 4, each lower by 0.3 than the one before */
        pose.position = vec3(4 * i, 0, -0.3 * i - 1);
        stair[i] = cld_obb_from_pose(&pose, vec3(2, 3, 1));
    }
    pose.position = vec3(-1, 0, 0.25);
    box = cld_obb_from_pose(&pose, vec3(0.5, 0.5, 0.25));
    for (i = 0; i < STEPS; i++) {
        velocity.z = (cld_real)((double)velocity.z - gravity * dt);
        move_box(&box, &velocity, stair, &s);
    }
    s.way = (double)box.centre.x + 1, s.exact = 2 * STEPS * dt, s.large = 24;
    return s;
}

/* ------------------------------------------------------------------- a disc and a crate, a path */

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static cld_vec2 along2(cld_vec2 p, double t, cld_vec2 d)
{
    return vec2((double)p.x + t * (double)d.x, (double)p.y + t * (double)d.y);
}

static cld_vec2 slid2(cld_vec2 v, cld_vec2 n)
{
    const double against = (double)v.x * (double)n.x + (double)v.y * (double)n.y;
    return against < 0 ? along2(v, -against, n) : v;
}

/* One step of a polygon: of one vertex, with a radius, a disc. */
static void move_polygon(cld_polygon *body, cld_vec2 *velocity, const cld_path *path, slide *s)
{
    cld_vec2 *const at = &body->pose.position;
    cld_vec2 left = along2(vec2(0, 0), dt, *velocity);
    cld_path_contact deepest;
    double deep;
    int round;
    for (round = 0; round < ROUNDS; round++) {
        cld_motion2 motion = {{0, 0}, 0, {0, 0}};
        cld_path_hit hit;
        motion.linear = left;
        if (!check(cld_path_sweep_polygon(path, body, &motion, NULL, &hit))) {
            *at = along2(*at, 1, left);
            break;
        }
        s->hits++, s->blocked += hit.time == 0;
        *at = along2(*at, (double)hit.time, left);
        left = slid2(along2(vec2(0, 0), 1 - (double)hit.time, left), hit.normal);
        *velocity = slid2(*velocity, hit.normal);
    }
    if (!check(cld_path_distance_polygon(path, body, 0, &deepest))) return;
    deep = -(double)deepest.contact.distance;
    if (deep <= 0) return;
    if (deep > s->deepest) s->deepest = deep;
    *at = along2(*at, deep, deepest.contact.normal); /* out again, by what is rounding */
}

/* Slides a body that lies on the slope where its origin is, `lift` above it. */
static slide slide_polygon(cld_polygon body, double lift)
{
    static char commands[PIECES + 1];
    static cld_real points[2 * (3 * PIECES + 1)];
    const double cosine = sqrt(0.75),
                 sine = 0.5; /* a slope of 30 degrees, downwards to the right */
    const double from = 2;
    cld_path path;
    cld_vec2 start, end, velocity = vec2(0, 0);
    slide s;
    int i, k, used = 0;
    memset(&s, 0, sizeof s);
    memset(&path, 0, sizeof path);
    commands[0] = 'M';
    for (i = 0; i < PIECES; i++) { /* of length 1; every third a cubic, as drawing programs write */
        const int last = i % 3 == 2 ? 3 : 1;
        if (i == 0) points[used++] = 0, points[used++] = 0;
        commands[i + 1] = last == 3 ? 'C' : 'L';
        for (k = 1; k <= last; k++) {
            points[used++] = (cld_real)(cosine * (i + (double)k / last));
            points[used++] = (cld_real)(-sine * (i + (double)k / last));
        }
    }
    path.commands = commands, path.command_count = PIECES + 1;
    path.points = points, path.point_count = (size_t)used / 2;
    check(cld_path_build(&path, need(malloc(cld_path_size(&path))), cld_path_size(&path)));
    start = vec2(cosine * from + sine * lift, -sine * from + cosine * lift);
    body.pose.position = start, body.pose.rotation = vec2(cosine, -sine);
    for (i = 0; i < STEPS; i++) {
        velocity.y = (cld_real)((double)velocity.y - gravity * dt);
        move_polygon(&body, &velocity, &path, &s);
    }
    end = body.pose.position;
    s.way = hypot((double)end.x - (double)start.x, (double)end.y - (double)start.y);
    s.exact = 0.5 * gravity * sine * STEPS * dt * STEPS * dt;
    s.large = PIECES;
    free((void *)(uintptr_t)path.tree);
    return s;
}

int main(void)
{
    static const cld_real middle[] = {0, 0}, corners[] = {-1, 0, 1, 0, 1, 1, -1, 1};
    const cld_polygon round = {middle, 1, 0, {{0, 0}, {0, 0}}, 0.5f};
    const cld_polygon square = {corners, 4, 0, {{0, 0}, {0, 0}}, 0};
    const slide box = slide_box(), disc = slide_polygon(round, 0.5);
    const slide crate = slide_polygon(square, 0);
    int good = slide_is_good(&box, "box over boxes");
    good &= slide_is_good(&disc, "disc along a path");
    good &= slide_is_good(&crate, "crate along a path");
    return !good;
}
