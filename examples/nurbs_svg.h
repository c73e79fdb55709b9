/* nurbs_svg.h: bodies of curved surfaces in pictures of svg.h, and where to put them. A helper of
   the examples; include it after collide.h.

       pose = nurbs_place(x, y, z, shift)          turned by degrees, then shifted
       nurbs_svg_frame(&scene, bodies, n, margin)  fits the camera to the bodies
       nurbs_svg_draw(&scene, &body, c, step)      each of the steps below for every body */

#ifndef NURBS_SVG_H
#define NURBS_SVG_H

#include "run.h"
#include "svg.h"

#include <math.h>
#include <stdlib.h>

/* A picture is made in steps: what hides what, then the surfaces in colour, then lines on them
   (after svg_open), in your classes `line` and `edge`. */
enum { NURBS_SVG_HIDE, NURBS_SVG_PAINT, NURBS_SVG_LINES };

/* ------------------------------------------------------------------------------- placing bodies */

static inline cld_vec3 nurbs_vector(double x, double y, double z)
{
    cld_vec3 r;
    r.x = (cld_real)x, r.y = (cld_real)y, r.z = (cld_real)z;
    return r;
}

/* A turn by `angle` (radians) around the axis 0 x, 1 y, 2 z, without a shift. */
static inline cld_pose nurbs_turn(int axis, double angle)
{
    cld_pose pose = cld_pose_identity();
    const double c = cos(angle), s = sin(angle);
    if (axis == 0)
        pose.rotation.y = nurbs_vector(0, c, s), pose.rotation.z = nurbs_vector(0, -s, c);
    if (axis == 1)
        pose.rotation.z = nurbs_vector(s, 0, c), pose.rotation.x = nurbs_vector(c, 0, -s);
    if (axis == 2)
        pose.rotation.x = nurbs_vector(c, s, 0), pose.rotation.y = nurbs_vector(-s, c, 0);
    return pose;
}

/* Turned around x, then y, then z by the angles in degrees, then shifted. */
static inline cld_pose nurbs_place(double x_degrees, double y_degrees, double z_degrees,
                                   cld_vec3 shift)
{
    const double degree = PI / 180;
    const cld_pose x = nurbs_turn(0, x_degrees * degree), y = nurbs_turn(1, y_degrees * degree);
    const cld_pose z = nurbs_turn(2, z_degrees * degree), yx = cld_pose_multiply(&y, &x);
    cld_pose pose = cld_pose_multiply(&z, &yx);
    pose.position = shift;
    return pose;
}

/* ------------------------------------------------------------------------------ drawing bodies */

/* A surface with its pose, in the form that svg.h takes. */
typedef struct nurbs_posed {
    const cld_nurbs *surface;
    const cld_pose *pose;
} nurbs_posed;

static inline svg_vec nurbs_svg_from(cld_vec3 p)
{
    return svg_point((double)p.x, (double)p.y, (double)p.z);
}

/* From the unit square to the surface's own parameters. */
static inline void nurbs_svg_evaluate(const void *data, double u, double v, svg_vec *point,
                                      svg_vec *normal)
{
    const nurbs_posed *posed = (const nurbs_posed *)data;
    const cld_nurbs *s = posed->surface;
    const cld_real u0 = s->knots_u[s->degree_u], u1 = s->knots_u[s->count_u];
    const cld_real v0 = s->knots_v[s->degree_v], v1 = s->knots_v[s->count_v];
    cld_pose turn_only = *posed->pose;
    cld_nurbs_point at;
    check(cld_nurbs_evaluate(s, u0 + (cld_real)u * (u1 - u0), v0 + (cld_real)v * (v1 - v0), &at));
    turn_only.position = nurbs_vector(0, 0, 0);
    *point = nurbs_svg_from(cld_pose_point(posed->pose, at.position));
    *normal = nurbs_svg_from(cld_pose_point(&turn_only, at.normal));
}

/* Lines of constant u and of constant v; the surface's edges are drawn darker. */
static inline void nurbs_svg_lines(svg_scene *picture, const nurbs_posed *posed)
{
    enum { LINES = 4, STEPS = 24 };
    svg_vec line[STEPS + 1], normal;
    for (int k = 0; k <= 2 * LINES + 1; k++) {
        const double fixed = (double)(k / 2) / LINES;
        for (int i = 0; i <= STEPS; i++) {
            const double along = (double)i / STEPS;
            nurbs_svg_evaluate(posed, k % 2 ? fixed : along, k % 2 ? along : fixed, &line[i],
                               &normal);
        }
        svg_polyline(picture, line, STEPS + 1, 0, k / 2 % LINES ? "line" : "edge", NULL);
    }
}

/* Does one step for every surface of a body. What hides what is computed on a mesh, which is made
   finer where a body has few surfaces. */
static inline void nurbs_svg_draw(svg_scene *picture, const cld_nurbs_body *body, int colour,
                                  int step)
{
    const int cells = (int)fmin(fmax(200 / sqrt((double)body->count), 10), 200);
    for (int i = 0; i < body->count; i++) {
        nurbs_posed posed;
        posed.surface = &body->surfaces[i];
        posed.pose = &body->pose;
        if (step == NURBS_SVG_HIDE) svg_occlude(picture, nurbs_svg_evaluate, &posed, cells);
        if (step == NURBS_SVG_PAINT) svg_paint(picture, nurbs_svg_evaluate, &posed, colour);
        if (step == NURBS_SVG_LINES) nurbs_svg_lines(picture, &posed);
    }
}

/* Fits the camera to points spread over all surfaces of the bodies. Returns 0 if out of memory. */
static inline int nurbs_svg_frame(svg_scene *picture, const cld_nurbs_body *const *bodies,
                                  int count, double margin)
{
    enum { SIDE = 8 };
    int surfaces = 0, n = 0;
    svg_vec *points, normal;
    for (int k = 0; k < count; k++) surfaces += bodies[k]->count;
    points = (svg_vec *)malloc((size_t)surfaces * SIDE * SIDE * sizeof *points);
    if (!points) return 0;
    for (int k = 0; k < count; k++) {
        for (int j = 0; j < bodies[k]->count; j++) {
            nurbs_posed posed;
            posed.surface = &bodies[k]->surfaces[j];
            posed.pose = &bodies[k]->pose;
            for (int i = 0; i < SIDE * SIDE; i++)
                nurbs_svg_evaluate(&posed, i % SIDE / (SIDE - 1.0), i / SIDE / (SIDE - 1.0),
                                   &points[n++], &normal);
        }
    }
    svg_frame(picture, points, n, margin);
    free(points);
    return 1;
}

#endif /* NURBS_SVG_H */
