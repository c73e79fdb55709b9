/* tour/mesh.h, a part of tour.c: triangle meshes. A rope that winds about itself. */

#ifndef TOUR_MESH_H
#define TOUR_MESH_H

#include "paint.h"

enum {
    ROPE_LONG = 1600, /* rings of vertices along the rope, which is closed */
    ROPE_ROUND = 40,  /* vertices of each */
    ROPE_VERTICES = ROPE_LONG * ROPE_ROUND,
    ROPE_TRIANGLES = 2 * ROPE_VERTICES,
    ROPE_SAMPLES = 200 /* vertices whose contacts are looked for by a scan */
};

/* The rope's radius, and what counts as near: the strands are 0.01 to 0.03 apart. */
static const double ROPE_RADIUS = 0.485, ROPE_NEAR = 0.035;

typedef struct rope {
    cld_real *positions; /* x y z of each vertex, in the knot */
    vec *normals;
    uint32_t *triangles;
    cld_mesh mesh;
    cld_mesh_topology topology;
    cld_mesh_contact *contacts;
    int contact_count;
} rope;

/* The curve in its middle runs three times around a ring, and eight times around the ring's own
   core: a torus knot; t from 0 to 2 pi. */
static vec rope_knot(double t)
{
    const double across = 3 + 0.6 * cos(8 * t);
    return vector(across * cos(3 * t), across * sin(3 * t), 0.6 * sin(8 * t));
}

/* At rest it is a ring of the same length. */
static vec rope_ring(double t)
{
    return vector(10.22 * cos(t), 10.22 * sin(t), 0);
}

/* Vertices around a closed curve. Each ring is at right angles to the curve; where on it the first
   vertex is, the curve's own bend says, which for these two turns back to where it began. */
static void rope_lay(vec curve(double), cld_real *positions, vec *normals)
{
    const double step = 2 * PI / ROPE_LONG;
    for (int i = 0; i < ROPE_LONG; i++) {
        const double t = i * step;
        const vec at = curve(t), ahead = add(curve(t + step), -1, curve(t - step));
        const vec bend = add(add(curve(t + step), -2, at), 1, curve(t - step));
        const vec side = unit(cross(ahead, bend)), up = unit(cross(side, ahead));
        for (int k = 0; k < ROPE_ROUND; k++) {
            const double turn = 2 * PI * k / ROPE_ROUND;
            const vec n = add(scale(cos(turn), side), sin(turn), up);
            const vec p = add(at, ROPE_RADIUS, n);
            cld_real *out = positions + 3 * (i * ROPE_ROUND + k);
            out[0] = (cld_real)p.x, out[1] = (cld_real)p.y, out[2] = (cld_real)p.z;
            if (normals) normals[i * ROPE_ROUND + k] = n;
        }
    }
}

static void rope_make(rope *s)
{
    cld_real *rest = (cld_real *)tour_memory(3 * ROPE_VERTICES * sizeof *rest);
    uint32_t *q;
    s->positions = (cld_real *)tour_memory(3 * ROPE_VERTICES * sizeof *s->positions);
    s->normals = (vec *)tour_memory(ROPE_VERTICES * sizeof *s->normals);
    s->triangles = q = (uint32_t *)tour_memory(3 * ROPE_TRIANGLES * sizeof *q);
    rope_lay(rope_ring, rest, NULL);
    rope_lay(rope_knot, s->positions, s->normals);
    for (uint32_t i = 0; i < ROPE_LONG; i++) {
        for (uint32_t k = 0; k < ROPE_ROUND; k++) {
            const uint32_t a = i * ROPE_ROUND, b = (i + 1) % ROPE_LONG * ROPE_ROUND;
            const uint32_t l = (k + 1) % ROPE_ROUND;
            *q++ = a + k, *q++ = b + k, *q++ = b + l;
            *q++ = a + k, *q++ = b + l, *q++ = a + l;
        }
    }
    s->mesh.positions = rest, s->mesh.vertex_count = ROPE_VERTICES;
    s->mesh.triangles = s->triangles, s->mesh.triangle_count = ROPE_TRIANGLES;
    /* neighbours along the surface are no contacts: what is within 3 times the distance at rest,
       along edges: these go up to sqrt 2 times as far, and bends press it together by a quarter */
    check(cld_mesh_topology_build(&s->topology, &s->mesh, (cld_real)ROPE_NEAR,
                                  (cld_real)(3 * ROPE_NEAR), NULL));
    s->mesh.positions = s->positions, s->mesh.topology = &s->topology;
    free(rest);
}

static void rope_ask(tour *t, rope *s, chapter *c)
{
    cld_workspace *workspace = &t->workspace;
    cld_mesh_contact *contacts;
    cld_mesh_params params;
    double begin;
    int count, capacity;
    memset(&params, 0, sizeof params);
    params.distance = (cld_real)ROPE_NEAR;
    s->mesh.self = 1;
    capacity = check(cld_mesh_collide(&s->mesh, 1, &params, workspace, NULL, 0, NULL));
    contacts = (cld_mesh_contact *)tour_memory((size_t)capacity * sizeof *contacts);
    begin = seconds();
    /* sample: */
    params.distance = (cld_real)ROPE_NEAR; /* contacts are what is closer than that... */
    s->mesh.self = 1;                      /* ...of the mesh with itself; no pose, no history */
    count = check(cld_mesh_collide(&s->mesh, 1, &params, workspace, contacts, capacity, NULL));
    /* end of the sample */
    c->time = seconds() - begin;
    s->contacts = contacts, s->contact_count = count;
    tour_check(c, count == capacity);
}

/* ---------------------------------------------------------------------------------- the checks */

static vec rope_vertex(const rope *s, uint32_t v)
{
    const cld_real *p = s->positions + 3 * (size_t)v;
    return vector((double)p[0], (double)p[1], (double)p[2]);
}

/* How many rings are between two vertices along the rope. */
static int rope_rings(uint32_t v, uint32_t w)
{
    const int rings = abs((int)(v / ROPE_ROUND) - (int)(w / ROPE_ROUND));
    return rings < ROPE_LONG - rings ? rings : ROPE_LONG - rings;
}

/* Each contact's points are those of its weights, as far apart as it says, less than the distance,
   and of different strands: places that are near along the rope are no contacts. */
static void rope_check_contacts(const rope *s, chapter *c)
{
    const double slack = sizeof(cld_real) == sizeof(float) ? 4e-6 : 1e-14; /* 8 roundings of 4 */
    for (int i = 0; i < s->contact_count; i++) {
        const cld_mesh_contact *k = &s->contacts[i];
        const int on_a = (int)(k->contact.feature_a & 3) + 1; /* vertex 1, edge 2, face 3 */
        vec p[2] = {{0, 0, 0}, {0, 0, 0}};
        double apart;
        for (int j = 0; j < 4; j++)
            p[j >= on_a] = add(p[j >= on_a], (double)k->weights[j], rope_vertex(s, k->vertices[j]));
        apart = length(add(p[1], -1, p[0]));
        tour_check(c, fabs(apart - (double)k->contact.distance) < slack &&
                          apart < ROPE_NEAR + slack &&
                          rope_rings(k->vertices[0], k->vertices[on_a]) > ROPE_LONG / 20);
    }
}

/* Some vertices against all triangles of other strands: are all of their contacts there, and no
   others? Sides of triangles are below 0.1: a corner farther away than 0.2 spares the rest. */
static void rope_check_vertices(tour *t, const rope *s, chapter *c)
{
    const double slack = sizeof(cld_real) == sizeof(float) ? 4e-6 : 1e-14;
    int *told = (int *)tour_memory(ROPE_VERTICES * sizeof *told);
    memset(told, 0, ROPE_VERTICES * sizeof *told);
    for (int i = 0; i < s->contact_count; i++) {
        const cld_contact *k = &s->contacts[i].contact;
        if ((k->feature_a & 3) == CLD_FEATURE_VERTEX) told[k->feature_a >> 2]++;
        if ((k->feature_b & 3) == CLD_FEATURE_VERTEX) told[k->feature_b >> 2]++;
    }
    for (int i = 0; i < ROPE_SAMPLES; i++) {
        uint32_t v = (uint32_t)random_between(&t->random, 0, ROPE_VERTICES);
        int least = 0, most = 0;
        vec p;
        if (i % 2) v = s->contacts[(size_t)v * 7 % (size_t)s->contact_count].vertices[0];
        p = rope_vertex(s, v);
        for (uint32_t k = 0; k < ROPE_TRIANGLES; k++) {
            const uint32_t *q = s->triangles + 3 * k;
            const vec d = add(rope_vertex(s, q[0]), -1, p);
            cld_triangle triangle;
            double apart;
            if (dot(d, d) > 0.2 * 0.2 || rope_rings(v, q[0]) <= ROPE_LONG / 20) continue;
            triangle.a = to_cld(rope_vertex(s, q[0])), triangle.b = to_cld(rope_vertex(s, q[1]));
            triangle.c = to_cld(rope_vertex(s, q[2]));
            apart = (double)cld_triangle_closest(&triangle, to_cld(p), NULL);
            least += apart < ROPE_NEAR - slack, most += apart < ROPE_NEAR + slack;
        }
        tour_check(c, least <= told[v] && told[v] <= most);
    }
    free(told);
}

/* --------------------------------------------------------------------------------- the picture */

static int rope_picture(const rope *s, const char *path)
{
    const vec sand = paint_colour(tour_colours[SAND]), red = paint_colour(tour_colours[RED]);
    vec *points = (vec *)tour_memory(ROPE_VERTICES * sizeof *points);
    raster picture;
    for (uint32_t v = 0; v < ROPE_VERTICES; v++) points[v] = rope_vertex(s, v);
    paint_begin(&picture, vector(2, -9, 12), vector(0, 0, 0), vector(0, 0, 0), 6);
    raster_frame(&picture, points, ROPE_VERTICES, FINE * 24);
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++) {
        for (uint32_t i = 0; i < ROPE_TRIANGLES; i += 2) {
            const uint32_t *q = s->triangles + 3 * i;
            const uint32_t v[4] = {q[0], q[1], q[2], q[5]};
            vec p[4], n[4];
            for (int k = 0; k < 4; k++) p[k] = points[v[k]], n[k] = s->normals[v[k]];
            paint_patch(&picture, step, p, n, sand);
        }
    }
    raster_ground(&picture, -1.25, paint_colour(TOUR_PAPER));
    for (int i = 0; i < s->contact_count; i += 20) { /* they are between strands: shine through */
        const vec at = raster_project(&picture, from_cld(s->contacts[i].contact.point_a));
        raster_stroke(&picture, at, at, 2, red, 0.1);
    }
    free(points);
    return paint_end(&picture, path);
}

/* --------------------------------------------------------------------------------- the chapter */

static void tour_mesh(tour *t, chapter *c)
{
    rope s;
    memset(&s, 0, sizeof s);
    rope_make(&s);
    rope_ask(t, &s, c);
    rope_check_contacts(&s, c);
    rope_check_vertices(t, &s, c);
    c->asked = ROPE_TRIANGLES, c->unit = "triangle";
    snprintf(c->job, TOUR_WORDS, "a knotted rope of %d triangles", ROPE_TRIANGLES);
    snprintf(c->answers, TOUR_WORDS, "%d contacts with itself", s.contact_count);
    snprintf(c->text, TOUR_TEXT,
             "A rope of %d triangles runs three times around a ring and winds about itself: a "
             "knot. Where are its strands closer than %g (red; what is between them shines "
             "through)? All triangles have moved, and nothing is known of where they were; only "
             "which ones hang together was prepared, on the rope at rest. Neighbours along its "
             "surface are no contacts. Each of the %d contacts, a vertex and a triangle or two "
             "edges, was computed again from its weights; for %d vertices, all triangles were "
             "scanned.",
             ROPE_TRIANGLES, ROPE_NEAR, s.contact_count, ROPE_SAMPLES);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, rope_picture(&s, tour_picture(t, c, "png")));
    cld_mesh_topology_free(&s.topology);
    free(s.positions), free(s.normals), free(s.triangles), free(s.contacts);
}

#endif /* TOUR_MESH_H */
