/* tour/nurbs.h, a part of tour.c: curved surfaces. Two teapots, and where they meet. */

#ifndef TOUR_NURBS_H
#define TOUR_NURBS_H

#include "../nurbs_svg.h"
#include "../obj_surface.h"
#include "../vec.h"
#include "page.h"

enum {
    TEAPOT_CURVES = 64,
    TEAPOT_POINTS = 16384,
    TEAPOT_CONTACTS = 64,
    TEAPOT_CELLS = 16, /* a patch as a mesh: so many cells each way */
    TEAPOT_PAIRS = 65536
};

typedef struct teapots {
    obj_surfaces file;
    cld_nurbs_body a, b;
    cld_nurbs_curve curves[TEAPOT_CURVES];
    cld_nurbs_curve_point points[TEAPOT_POINTS];
    cld_nurbs_contact contacts[TEAPOT_CONTACTS];
    int curve_count, point_count, contact_count;
} teapots;

/* The second teapot pours into the side of the first. */
static void teapots_make(teapots *s)
{
    char message[OBJ_MESSAGE];
    if (!obj_surfaces_read(&s->file, "examples/data/teapot.obj", message)) {
        fprintf(stderr, "\n%s (run from the root of the repository)\n", message);
        exit(1);
    }
    s->a.surfaces = s->b.surfaces = s->file.surfaces;
    s->a.count = s->b.count = s->file.count;
    s->a.pose = cld_pose_identity();
    s->b.pose = nurbs_place(0, 40, 180, nurbs_vector(3.5, -1.8, 1.24));
}

static void teapots_ask(tour *t, teapots *s, chapter *c)
{
    cld_workspace *workspace = &t->workspace;
    double begin;
    /* once before, so that the workspace has what it needs */
    check(cld_nurbs_contacts(&s->a, &s->b, NULL, workspace, NULL, 0, NULL));
    begin = seconds();
    /* sample: */
    s->contact_count = check(cld_nurbs_contacts(&s->a, &s->b, NULL, workspace, /* to push apart */
                                                s->contacts, TEAPOT_CONTACTS, NULL));
    s->curve_count = check(cld_nurbs_curves(&s->a, &s->b, NULL, workspace, /* where they meet */
                                            s->curves, TEAPOT_CURVES, s->points, TEAPOT_POINTS,
                                            &s->point_count));
    /* end of the sample */
    c->time = seconds() - begin;
    if (s->contact_count > TEAPOT_CONTACTS) s->contact_count = TEAPOT_CONTACTS;
    tour_check(c, s->curve_count <= TEAPOT_CURVES && s->point_count <= TEAPOT_POINTS);
}

/* -------------------------------------------------------------------------------- the checks */

static vec teapots_point(const cld_nurbs_body *body, int surface, cld_real u, cld_real v)
{
    cld_nurbs_point at;
    check(cld_nurbs_evaluate(&body->surfaces[surface], u, v, &at));
    return from_cld(cld_pose_point(&body->pose, at.position));
}

/* Each vertex of a curve names its parameters on both surfaces: these two points must be one. They
   are off by the rounding of the parameters, times the speed of the surface (some 4 a unit here),
   and of the points (coordinates up to 5): a few units of 2^-24 times 5 in float. */
static void teapots_check_points(const teapots *s, chapter *c)
{
    const double unit = sizeof(cld_real) == sizeof(float) ? 6e-8 : 1e-16;
    for (int i = 0; i < s->point_count; i++) {
        const cld_nurbs_curve_point *p = &s->points[i];
        const vec on_a = teapots_point(&s->a, p->surface_a, p->u_a, p->v_a);
        const vec on_b = teapots_point(&s->b, p->surface_b, p->u_b, p->v_b);
        /* in double the search itself ends at some 2e-12 of the largest coordinate */
        tour_check(c, length(add(on_a, -1, on_b)) < 5 * (8 * unit + 4e-12));
    }
}

/* A teapot as triangles in the world. */
typedef struct teapot_mesh {
    cld_real *positions;
    uint32_t *triangles;
    cld_mesh mesh;
    cld_mesh_topology topology;
    double off; /* how far from the surface it is in the middle of a cell, at most */
} teapot_mesh;

static void teapots_triangulate(const cld_nurbs_body *body, teapot_mesh *out)
{
    enum { N = TEAPOT_CELLS, ROW = N + 1 };
    const size_t surfaces = (size_t)body->count;
    cld_real *p = (cld_real *)tour_memory(surfaces * ROW * ROW * 3 * sizeof *p);
    uint32_t *q = (uint32_t *)tour_memory(surfaces * N * N * 6 * sizeof *q);
    memset(out, 0, sizeof *out);
    out->positions = p, out->triangles = q;
    for (int s = 0; s < body->count; s++) {
        for (int i = 0; i < ROW * ROW; i++) {
            const vec v = teapots_point(body, s, (cld_real)(i / ROW) / N, (cld_real)(i % ROW) / N);
            *p++ = (cld_real)v.x, *p++ = (cld_real)v.y, *p++ = (cld_real)v.z;
        }
        for (int i = 0; i < N * N; i++) {
            const uint32_t v = (uint32_t)(s * ROW * ROW + i / N * ROW + i % N);
            const cld_real *low = out->positions + 3 * v, *high = low + 3 * (ROW + 1);
            const vec on =
                teapots_point(body, s, (cld_real)(i / N + 0.5) / N, (cld_real)(i % N + 0.5) / N);
            const vec middle =
                vector(0.5 * (double)(low[0] + high[0]), 0.5 * (double)(low[1] + high[1]),
                       0.5 * (double)(low[2] + high[2]));
            out->off = fmax(out->off, length(add(on, -1, middle)));
            *q++ = v, *q++ = v + ROW, *q++ = v + ROW + 1;
            *q++ = v, *q++ = v + ROW + 1, *q++ = v + 1;
        }
    }
    out->mesh.positions = out->positions, out->mesh.vertex_count = (int)(surfaces * ROW * ROW);
    out->mesh.triangles = out->triangles, out->mesh.triangle_count = (int)(surfaces * N * N * 2);
    check(cld_mesh_topology_build(&out->topology, &out->mesh, (cld_real)1e-3, -1, NULL));
    out->mesh.topology = &out->topology;
}

static double teapots_from_segment(vec p, vec a, vec b)
{
    const vec d = add(b, -1, a), e = add(p, -1, a);
    const double square = dot(d, d);
    const double t = square > 0 ? fmin(fmax(dot(d, e) / square, 0), 1) : 0;
    return length(add(e, -t, d));
}

static double teapots_from_curves(const teapots *s, vec p)
{
    double least = 1e30;
    for (int k = 0; k < s->curve_count; k++) {
        const cld_nurbs_curve *curve = &s->curves[k];
        const cld_nurbs_curve_point *q = s->points + curve->first;
        for (int i = 0; i + !curve->closed < curve->count; i++)
            least = fmin(least, teapots_from_segment(p, from_cld(q[i].position),
                                                     from_cld(q[(i + 1) % curve->count].position)));
    }
    return least;
}

/* Is any curve missing? Both teapots as meshes, whose intersections another module finds: where two
   triangles meet, a curve must pass. Their common place is off each surface by what the mesh is,
   and off the curve by that over the sine of the angle at which the surfaces cross: six times as
   far leaves room for angles down to 10 degrees. Returns the pairs of triangles. */
static int teapots_check_curves(tour *t, const teapots *s, chapter *c)
{
    teapot_mesh a, b;
    cld_mesh both[2];
    cld_mesh_pair *pairs = (cld_mesh_pair *)tour_memory(TEAPOT_PAIRS * sizeof *pairs);
    int count;
    teapots_triangulate(&s->a, &a);
    teapots_triangulate(&s->b, &b);
    both[0] = a.mesh, both[1] = b.mesh;
    count = check(cld_mesh_intersections(both, 2, &t->workspace, pairs, TEAPOT_PAIRS));
    tour_check(c, count > 0 && count <= TEAPOT_PAIRS);
    for (int i = 0; i < count && i < TEAPOT_PAIRS; i++) {
        const uint32_t *v = a.triangles + 3 * (size_t)pairs[i].triangle_a;
        const uint32_t *w = b.triangles + 3 * (size_t)pairs[i].triangle_b;
        cld_triangle first, second;
        cld_contact at;
        memcpy(&first.a, a.positions + 3 * v[0], sizeof first.a);
        memcpy(&first.b, a.positions + 3 * v[1], sizeof first.b);
        memcpy(&first.c, a.positions + 3 * v[2], sizeof first.c);
        memcpy(&second.a, b.positions + 3 * w[0], sizeof second.a);
        memcpy(&second.b, b.positions + 3 * w[1], sizeof second.b);
        memcpy(&second.c, b.positions + 3 * w[2], sizeof second.c);
        cld_triangle_distance(&first, &second, &at);
        tour_check(c, teapots_from_curves(s, from_cld(at.point_a)) < 6 * (a.off + b.off));
    }
    cld_mesh_topology_free(&a.topology), cld_mesh_topology_free(&b.topology);
    free(a.positions), free(a.triangles), free(b.positions), free(b.triangles), free(pairs);
    return count;
}

/* -------------------------------------------------------------------------------- the picture */

static int teapots_picture(const teapots *s, const char *path)
{
    const cld_nurbs_body *const bodies[2] = {&s->a, &s->b};
    svg_vec *line = (svg_vec *)tour_memory((size_t)s->point_count * sizeof *line);
    svg_scene picture;
    if (!svg_begin(&picture, WIDE, HIGH, svg_point(0.5, 1, -0.35), svg_point(0, 0, 1))) return 0;
    if (!nurbs_svg_frame(&picture, bodies, 2, 14)) return svg_close(&picture), 0;
    for (int step = NURBS_SVG_HIDE; step <= NURBS_SVG_PAINT; step++)
        for (int k = 0; k < 2; k++) nurbs_svg_draw(&picture, bodies[k], k ? BLUE : SAND, step);
    if (!svg_open(&picture, path, tour_colours, BLUE + 1, tour_css)) return svg_close(&picture), 0;
    for (int i = 0; i < s->point_count; i++) line[i] = nurbs_svg_from(s->points[i].position);
    for (int pass = 0; pass < 2; pass++) { /* a white rim, so that they stand out from any ground */
        for (int i = 0; i < s->curve_count; i++) {
            const cld_nurbs_curve *curve = &s->curves[i];
            svg_polyline(&picture, line + curve->first, curve->count, curve->closed,
                         pass ? "found" : "halo", pass ? "behind" : NULL);
        }
    }
    for (int i = 0; i < s->contact_count; i++) {
        const cld_contact *contact = &s->contacts[i].contact;
        const svg_vec at = nurbs_svg_from(contact->point_a);
        if (!svg_sees(&picture, at)) continue;
        svg_line(&picture, at, svg_add(at, 0.4, nurbs_svg_from(contact->normal)), "normal");
        svg_dot_at(&picture, at, 4, "dot");
    }
    free(line);
    return svg_close(&picture);
}

/* -------------------------------------------------------------------------------- the chapter */

static void tour_nurbs(tour *t, chapter *c)
{
    teapots *s = (teapots *)tour_need(calloc(1, sizeof *s), "out of memory");
    double around = 0;
    int pairs;
    teapots_make(s);
    teapots_ask(t, s, c);
    teapots_check_points(s, c);
    pairs = teapots_check_curves(t, s, c);
    for (int k = 0; k < s->curve_count; k++)
        for (int i = 0; i + !s->curves[k].closed < s->curves[k].count; i++) {
            const cld_nurbs_curve_point *p = s->points + s->curves[k].first;
            around += length(add(from_cld(p[(i + 1) % s->curves[k].count].position), -1,
                                 from_cld(p[i].position)));
        }
    c->asked = 2, c->unit = "query";
    snprintf(c->job, TOUR_WORDS, "2 teapots of %d patches", s->a.count);
    snprintf(c->answers, TOUR_WORDS, "%d curves, %.2f long, %d contacts", s->curve_count, around,
             s->contact_count);
    snprintf(c->text, TOUR_TEXT,
             "A teapot pours into the side of another; both are %d curved patches, asked straight "
             "from their control points, with nothing prepared. They meet along %d curves of %d "
             "vertices (dashed where hidden), each on both surfaces to rounding, and a physics "
             "engine gets %d contacts to push them apart. That no curve is missing was checked "
             "with another module: as meshes of %d triangles, the teapots intersect in %d pairs "
             "of triangles, and at each of them a curve passes.",
             s->a.count, s->curve_count, s->point_count, s->contact_count,
             2 * s->a.count * TEAPOT_CELLS * TEAPOT_CELLS * 2, pairs);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, teapots_picture(s, tour_picture(t, c, "svg")));
    obj_surfaces_free(&s->file);
    free(s);
}

#endif /* TOUR_NURBS_H */
