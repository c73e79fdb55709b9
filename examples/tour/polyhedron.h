/* tour/polyhedron.h, a part of tour.c: convex polyhedra. Small hulls fly to a large one from all
   sides, as far as the distance allows, until they touch. */

#ifndef TOUR_POLYHEDRON_H
#define TOUR_POLYHEDRON_H

#include "../obj_mesh.h"
#include "obb.h"
#include "paint.h"

#include <float.h>

enum { LANDINGS = 400, LANDING_STEPS = 100 };

static const double SWARM_LARGE = 8, SWARM_SMALL = 1.5,
                    SWARM_FROM = 14; /* sizes, where they start */

typedef struct solid {
    cld_real *points;
    uint32_t *triangles;
    void *hierarchy;
    cld_polyhedron hull;
} solid;

typedef struct landing {
    cld_pose pose; /* where it ended */
    cld_contact contact;
    vec way;   /* unit: the direction of flight */
    int steps; /* queries */
    int touches, drawn;
} landing;

typedef struct swarm {
    solid large, small;
    landing *landings;
    long queries;
} swarm;

/* The hull of the mesh's points, `size` wide, around the origin. */
static void solid_make(tour *t, const obj_mesh *mesh, double size, solid *out)
{
    const size_t n = mesh->point_count;
    vec low = vector(1e30, 1e30, 1e30), high = vector(-1e30, -1e30, -1e30);
    int count;
    memset(out, 0, sizeof *out);
    out->points = (cld_real *)tour_memory(3 * n * sizeof *out->points);
    out->triangles = (uint32_t *)tour_memory(6 * n * sizeof *out->triangles);
    for (size_t i = 0; i < n; i++) {
        const cld_real *p = mesh->points + 3 * i;
        low =
            vector(fmin(low.x, (double)p[0]), fmin(low.y, (double)p[1]), fmin(low.z, (double)p[2]));
        high = vector(fmax(high.x, (double)p[0]), fmax(high.y, (double)p[1]),
                      fmax(high.z, (double)p[2]));
    }
    for (size_t i = 0; i < 3 * n; i++) {
        const double middle[3] = {low.x + high.x, low.y + high.y, low.z + high.z};
        out->points[i] =
            (cld_real)(size / (high.x - low.x) * ((double)mesh->points[i] - 0.5 * middle[i % 3]));
    }
    count =
        check(cld_polyhedron_hull(out->points, n, 0, &t->workspace, out->triangles, 2 * (int)n));
    out->hull.vertices = out->points, out->hull.vertex_count = n;
    out->hull.triangles = out->triangles, out->hull.triangle_count = (size_t)count;
    out->hull.pose = cld_pose_identity();
    check(cld_polyhedron_validate(&out->hull, &t->workspace, NULL));
    out->hierarchy = tour_memory(cld_polyhedron_size(&out->hull));
    check(cld_polyhedron_build(&out->hull, out->hierarchy, cld_polyhedron_size(&out->hull)));
}

static void solid_free(solid *s)
{
    free(s->points), free(s->triangles), free(s->hierarchy);
}

/* Moves a small hull along its way: the distance over the speed at which they come closer is a time
   that nothing can happen in. It ends just before they touch, or where they recede. */
static void swarm_land(const swarm *s, landing *l)
{
    const cld_shape a = cld_shape_polyhedron(&s->large.hull);
    const cld_shape b = cld_shape_polyhedron(&s->small.hull);
    const vec way = l->way;
    const double near = 1e-4 * SWARM_LARGE;
    /* sample: */
    cld_shape_cache cache = {{0}, {0}, 0}; /* where the last query ended, the next one begins */
    for (l->steps = 0; l->steps < LANDING_STEPS; l->steps++) {
        double closing;
        check(cld_shape_distance(&a, NULL, &b, &l->pose, INFINITY, &cache, &l->contact));
        l->touches = (double)l->contact.distance < near;
        closing = -dot(from_cld(l->contact.normal), way);
        if (l->touches || closing <= 0) break; /* landed; or from here on they recede */
        l->pose.position = to_cld(add(from_cld(l->pose.position),
                                      ((double)l->contact.distance - 0.5 * near) / closing, way));
    }
    /* end of the sample */
}

/* ---------------------------------------------------------------------------------- the checks */

static vec solid_point(const solid *s, const cld_pose *pose, uint32_t i)
{
    const cld_real *p = s->points + 3 * (size_t)i;
    return from_cld(cld_pose_point(pose, to_cld(vector((double)p[0], (double)p[1], (double)p[2]))));
}

static double solid_reach(const solid *s, const cld_pose *pose, vec n)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < s->hull.vertex_count; i++)
        most = fmax(most, dot(n, solid_point(s, pose, i)));
    return most;
}

/* Each that landed: all points of the one are on one side of a plane across the normal, all of the
   other beyond, as far apart as the distance said. Numbers are of up to 14, rounded some times: 8
   roundings of 14, which is less than the distance at which they stop. */
static void swarm_check(const swarm *s, chapter *c)
{
    const double slack =
        8 * 14 * (sizeof(cld_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON);
    for (int i = 0; i < LANDINGS; i++) {
        const landing *l = &s->landings[i];
        const vec n = from_cld(l->contact.normal), back = vector(-n.x, -n.y, -n.z);
        double gap;
        gap = -solid_reach(&s->small, &l->pose, back) -
              solid_reach(&s->large, &s->large.hull.pose, n);
        tour_check(c, gap > 0 && fabs(gap - (double)l->contact.distance) < slack);
    }
}

/* --------------------------------------------------------------------------------- the picture */

static void solid_paint(const solid *s, const cld_pose *pose, raster *picture, int step, vec colour)
{
    for (size_t i = 0; i < s->hull.triangle_count; i++) {
        const uint32_t *q = s->triangles + 3 * i;
        paint_triangle(picture, step, solid_point(s, pose, q[0]), solid_point(s, pose, q[1]),
                       solid_point(s, pose, q[2]), colour);
    }
}

/* Chooses some that are drawn, one beside the other. */
static void swarm_choose(const swarm *s)
{
    for (int i = 0; i < LANDINGS; i++) {
        landing *l = &s->landings[i];
        l->drawn = 1;
        for (int k = 0; k < i; k++) {
            const landing *m = &s->landings[k];
            const vec d = add(from_cld(l->pose.position), -1, from_cld(m->pose.position));
            if (m->drawn && length(d) < 1.3 * SWARM_SMALL) l->drawn = 0;
        }
    }
}

static int swarm_picture(const swarm *s, const char *path)
{
    const vec sand = paint_colour(0xffe3b0), blue = paint_colour(0x78b1e0);
    const vec red = paint_colour(tour_colours[RED]);
    raster picture;
    vec corners[8];
    paint_begin(&picture, vector(-6, -22, 7), vector(0, 0, 0), vector(0, 0, 0), 8);
    for (int i = 0; i < 8; i++)
        corners[i] = vector(i & 1 ? 3.8 : -4.6, i & 2 ? 4 : -4, i & 4 ? 5.4 : -4.6);
    raster_frame(&picture, corners, 8, FINE * 4);
    swarm_choose(s);
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++) {
        solid_paint(&s->large, &s->large.hull.pose, &picture, step, sand);
        for (int i = 0; i < LANDINGS; i++)
            if (s->landings[i].drawn)
                solid_paint(&s->small, &s->landings[i].pose, &picture, step, blue);
    }
    for (int i = 0; i < LANDINGS; i++)
        if (s->landings[i].drawn) {
            const vec at = raster_project(&picture, from_cld(s->landings[i].contact.point_a));
            raster_stroke(&picture, at, at, 5, red, 0.35);
        }
    return paint_end(&picture, path);
}

/* --------------------------------------------------------------------------------- the chapter */

static void tour_polyhedron(tour *t, chapter *c)
{
    obj_mesh bunny;
    swarm s;
    int landed = 0;
    double begin;
    memset(&s, 0, sizeof s);
    if (!obj_mesh_read("examples/data/bunny.obj", &bunny)) exit(1);
    solid_make(t, &bunny, SWARM_LARGE, &s.large);
    solid_make(t, &bunny, SWARM_SMALL, &s.small);
    s.large.hull.pose.rotation.y = to_cld(vector(0, 0, 1)); /* the mesh's y is up */
    s.large.hull.pose.rotation.z = to_cld(vector(0, -1, 0));
    s.landings = (landing *)tour_memory(LANDINGS * sizeof *s.landings);
    for (int i = 0; i < LANDINGS; i++) {
        landing *l = &s.landings[i];
        const double turn = random_between(&t->random, 0, 2 * PI),
                     z = random_between(&t->random, -1, 1);
        const vec from = vector(sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z);
        l->way = vector(-from.x, -from.y, -from.z);
        l->pose.rotation = obb_random_axes(t);
        l->pose.position = to_cld(scale(SWARM_FROM, from));
    }
    begin = seconds();
    for (int i = 0; i < LANDINGS; i++) swarm_land(&s, &s.landings[i]);
    c->time = seconds() - begin;
    swarm_check(&s, c);
    for (int i = 0; i < LANDINGS; i++)
        landed += s.landings[i].touches, s.queries += s.landings[i].steps + 1;
    tour_check(c, landed == LANDINGS); /* all fly to the middle of the large one */
    c->asked = (double)s.queries, c->unit = "distance";
    snprintf(c->job, TOUR_WORDS, "%d hulls of %d faces fly to another", LANDINGS,
             (int)s.small.hull.triangle_count);
    snprintf(c->answers, TOUR_WORDS, "%d landed, after %ld distances", landed, s.queries);
    snprintf(c->text, TOUR_TEXT,
             "The hull of the bunny's %d points has %d faces. %d small ones fly to a large one "
             "from all sides, turned anyhow: each step goes as far as the distance allows, so "
             "that nothing can be passed, and each query begins where the last one ended. All "
             "landed, after %ld queries in all, %.1f for each. Checked: every point of either "
             "hull is on its side of the plane between them, as far away as was said.",
             (int)bunny.point_count, (int)s.large.hull.triangle_count, LANDINGS, s.queries,
             (double)s.queries / LANDINGS);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, swarm_picture(&s, tour_picture(t, c, "png")));
    obj_mesh_free(&bunny);
    solid_free(&s.large), solid_free(&s.small), free(s.landings);
}

#endif /* TOUR_POLYHEDRON_H */
