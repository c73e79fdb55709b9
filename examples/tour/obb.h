/* tour/obb.h, a part of tour.c: boxes. A bunny in 32 fitted boxes against 100000 crates. */

#ifndef TOUR_OBB_H
#define TOUR_OBB_H

#include "../obb_gap.h"
#include "../obj_mesh.h"
#include "../svg.h"
#include "../vec.h"
#include "page.h"

enum { OBB_PARTS = 32, OBB_CRATES = 100000, OBB_CONTACTS = 8 /* of two boxes at most */ };

static const double OBB_HALL = 90; /* the crates' hall is a cube; the bunny is 10 wide */

typedef struct obb_scene {
    obj_mesh bunny;
    cld_obb parts[OBB_PARTS];
    int part_count;
    cld_obb *crates;
    uint32_t *touching; /* a bit for each crate */
    cld_contact *contacts;
    int contact_count, contact_room;
} obb_scene;

/* ---------------------------------------------------------------------------------- the scene */

/* Three axes at right angles, in no particular direction. */
static cld_mat3 obb_random_axes(tour *t)
{
    vec x, y, z;
    cld_mat3 axes;
    do { /* two vectors that are neither short nor nearly parallel */
        x = tour_random_vector(t, -1, 1);
        y = tour_random_vector(t, -1, 1);
        z = cross(x, y);
    } while (length(z) < 0.1);
    x = unit(x), z = unit(z), y = cross(z, x);
    axes.x = to_cld(x), axes.y = to_cld(y), axes.z = to_cld(z);
    return axes;
}

static void obb_make_crates(tour *t, obb_scene *s)
{
    s->crates = (cld_obb *)tour_memory(OBB_CRATES * sizeof *s->crates);
    for (int i = 0; i < OBB_CRATES; i++) {
        s->crates[i].centre = to_cld(tour_random_vector(t, -OBB_HALL / 2, OBB_HALL / 2));
        s->crates[i].half = to_cld(tour_random_vector(t, 0.1, 0.5));
        s->crates[i].axes = obb_random_axes(t);
    }
}

/* A triangle of the bunny and where it stands along the axis of a cut. */
typedef struct obb_item {
    double key;
    uint32_t triangle;
} obb_item;

static int obb_compare(const void *a, const void *b)
{
    const obb_item *p = (const obb_item *)a, *q = (const obb_item *)b;
    if (p->key != q->key) return p->key < q->key ? -1 : 1;
    return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static vec obb_corner(const obb_scene *s, uint32_t triangle, int k)
{
    const cld_real *p =
        s->bunny.points + 3 * (size_t)s->bunny.triangles[3 * triangle + (uint32_t)k];
    return vector((double)p[0], (double)p[1], (double)p[2]);
}

/* The box of the triangles, as tight as can be; `points` has room for nine numbers of each. */
static cld_obb obb_fit(const obb_scene *s, const obb_item *items, int count, cld_real *points)
{
    cld_obb box;
    cld_real *p = points;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            vec v = obb_corner(s, items[i].triangle, k);
            *p++ = (cld_real)v.x, *p++ = (cld_real)v.y, *p++ = (cld_real)v.z;
        }
    check(cld_obb_from_points(points, (size_t)count * 3, 0, CLD_OBB_FIT_TIGHT, &box));
    return box;
}

/* Fits a box; cuts it in two at the middle of its triangles across its longest axis, and so on. */
static void obb_divide(obb_scene *s, obb_item *items, int count, int parts, cld_real *points)
{
    const cld_obb box = obb_fit(s, items, count, points);
    const cld_vec3 h = box.half;
    const vec axis = from_cld(h.x >= h.y && h.x >= h.z ? box.axes.x
                              : h.y >= h.z             ? box.axes.y
                                                       : box.axes.z);
    if (parts == 1) {
        s->parts[s->part_count++] = box;
        return;
    }
    for (int i = 0; i < count; i++) {
        items[i].key = 0;
        for (int k = 0; k < 3; k++) items[i].key += dot(axis, obb_corner(s, items[i].triangle, k));
    }
    qsort(items, (size_t)count, sizeof *items, obb_compare);
    obb_divide(s, items, count / 2, parts / 2, points);
    obb_divide(s, items + count / 2, count - count / 2, parts / 2, points);
}

/* The bunny, moved into the middle and 10 wide, in its boxes. */
static void obb_make_bunny(obb_scene *s, chapter *c)
{
    obb_item *items;
    cld_real *points;
    vec low = vector(1e30, 1e30, 1e30), high = vector(-1e30, -1e30, -1e30);
    int count, outside = 0;
    if (!obj_mesh_read("examples/data/bunny.obj", &s->bunny)) exit(1);
    count = (int)s->bunny.triangle_count;
    for (size_t i = 0; i < s->bunny.point_count; i++) {
        const cld_real *p = s->bunny.points + 3 * i;
        low =
            vector(fmin(low.x, (double)p[0]), fmin(low.y, (double)p[1]), fmin(low.z, (double)p[2]));
        high = vector(fmax(high.x, (double)p[0]), fmax(high.y, (double)p[1]),
                      fmax(high.z, (double)p[2]));
    }
    for (size_t i = 0; i < 3 * s->bunny.point_count; i++) {
        const double middle[3] = {low.x + high.x, low.y + high.y, low.z + high.z};
        s->bunny.points[i] =
            (cld_real)(10 / (high.x - low.x) * ((double)s->bunny.points[i] - middle[i % 3] / 2));
    }
    items = (obb_item *)tour_memory((size_t)count * sizeof *items);
    points = (cld_real *)tour_memory((size_t)count * 9 * sizeof *points);
    for (int i = 0; i < count; i++) items[i].triangle = (uint32_t)i;
    obb_divide(s, items, count, OBB_PARTS, points);
    /* the check of the fit: every vertex must be in a box (cld_obb_contains, the library's word) */
    for (size_t i = 0; i < s->bunny.point_count; i++) {
        const cld_real *p = s->bunny.points + 3 * i;
        int inside = 0;
        for (int k = 0; k < s->part_count && !inside; k++)
            inside = cld_obb_contains(&s->parts[k],
                                      to_cld(vector((double)p[0], (double)p[1], (double)p[2])));
        outside += !inside;
    }
    tour_check(c, outside == 0);
    free(items), free(points);
}

/* --------------------------------------------------------------------------------- the answers */

/* Which crates does each part of the bunny touch? */
static int obb_ask(obb_scene *s, chapter *c)
{
    const size_t words = (OBB_CRATES + 31) / 32;
    uint32_t *bits = (uint32_t *)tour_memory(OBB_PARTS * words * sizeof *bits);
    void *memory = tour_memory(cld_obb_pack_size(OBB_CRATES));
    const cld_obb *crates = s->crates;
    size_t pairs = 0;
    cld_obb_pack pack;
    double begin;
    s->touching = bits;
    /* sample: */
    check(cld_obb_pack_build(&pack, crates, OBB_CRATES, memory,
                             cld_obb_pack_size(OBB_CRATES))); /* laid out for SIMD, once */
    /* end of the sample */
    begin = seconds();
    /* sample: */
    for (int i = 0; i < s->part_count; i++)
        pairs += cld_obb_overlap_pack(&s->parts[i], &pack, bits + (size_t)i * words);
    /* end of the sample */
    c->time = seconds() - begin;
    free(memory);
    return (int)pairs;
}

/* All answers are compared: what is farther apart than both half diagonals must be said
   to be apart; of the rest the 15 axes tell. Axes rounded to cld_real are off by up to 1e-7, which
   boxes of a few units turn into 1e-6: nearer to touching than that either answer may be right. */
static void obb_check(const obb_scene *s, chapter *c)
{
    const size_t words = (OBB_CRATES + 31) / 32;
    for (int k = 0; k < s->part_count; k++) {
        const cld_obb *part = &s->parts[k];
        const vec at = from_cld(part->centre);
        const double radius = length(from_cld(part->half));
        for (int i = 0; i < OBB_CRATES; i++) {
            const int said = s->touching[(size_t)k * words + (size_t)i / 32] >> (i % 32) & 1;
            const double away = radius + length(from_cld(s->crates[i].half));
            const vec d = add(from_cld(s->crates[i].centre), -1, at);
            double gap = 1;
            if (dot(d, d) <= 1.0001 * away * away) gap = obb_gap(part, &s->crates[i]);
            if (fabs(gap) > 1e-6) tour_check(c, said == (gap < 0));
        }
    }
}

/* Contacts of all pairs that touch; returns how many crates that are. */
static int obb_find_contacts(obb_scene *s, chapter *c)
{
    const size_t words = (OBB_CRATES + 31) / 32;
    int crates = 0;
    s->contact_room = 65536;
    s->contacts = (cld_contact *)tour_memory((size_t)s->contact_room * sizeof *s->contacts);
    for (int i = 0; i < OBB_CRATES; i++) {
        int touched = 0;
        for (int k = 0; k < s->part_count; k++) {
            int n;
            if (!(s->touching[(size_t)k * words + (size_t)i / 32] >> (i % 32) & 1)) continue;
            if (s->contact_count + OBB_CONTACTS > s->contact_room) continue;
            n = check(cld_obb_collide(&s->parts[k], &s->crates[i], s->contacts + s->contact_count,
                                      OBB_CONTACTS));
            tour_check(c, n > 0);
            s->contact_count += n;
            touched = 1;
        }
        crates += touched;
        if (touched)
            s->touching[i / 32] |= 1u << (i % 32); /* the picture's: any part */
        else
            s->touching[i / 32] &= ~(1u << (i % 32));
    }
    return crates;
}

/* ---------------------------------------------------------------------------------- the picture */

static svg_vec obb_point(const cld_obb *box, double x, double y, double z)
{
    vec p = add(from_cld(box->centre), x * (double)box->half.x, from_cld(box->axes.x));
    p = add(p, y * (double)box->half.y, from_cld(box->axes.y));
    p = add(p, z * (double)box->half.z, from_cld(box->axes.z));
    return svg_point(p.x, p.y, p.z);
}

/* A picture of boxes is made in steps: what hides what, then faces, then edges on top. */
enum { OBB_HIDE, OBB_PAINT, OBB_EDGES };

static void obb_draw(svg_scene *picture, const cld_obb *box, int colour, int step)
{
    for (int i = 0; i < 6 && step != OBB_EDGES; i++) {
        static const double round[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        svg_vec p[4];
        for (int k = 0; k < 4; k++) {
            double x[3];
            x[i % 3] = i < 3 ? -1 : 1;
            x[(i + 1) % 3] = round[k][0], x[(i + 2) % 3] = round[k][1];
            p[k] = obb_point(box, x[0], x[1], x[2]);
        }
        if (step == OBB_HIDE) {
            svg_hide_triangle(picture, p[0], p[1], p[2]);
            svg_hide_triangle(picture, p[0], p[2], p[3]);
        } else {
            svg_paint_flat(picture, p[0], p[1], p[2], p[3], colour);
        }
    }
    for (int i = 0; i < 12 && step == OBB_EDGES; i++) {
        svg_vec line[2];
        for (int k = 0; k < 2; k++) {
            double x[3];
            x[i / 4] = 2 * k - 1;
            x[(i / 4 + 1) % 3] = i & 1 ? 1 : -1;
            x[(i / 4 + 2) % 3] = i & 2 ? 1 : -1;
            line[k] = obb_point(box, x[0], x[1], x[2]);
        }
        svg_polyline(picture, line, 2, 0, "edge", NULL);
    }
}

/* The bunny itself, in one of the two steps. */
static void obb_draw_bunny(const obb_scene *s, svg_scene *picture, int step)
{
    for (uint32_t i = 0; i < s->bunny.triangle_count; i++) {
        svg_vec p[3];
        for (int k = 0; k < 3; k++) {
            const vec v = obb_corner(s, i, k);
            p[k] = svg_point(v.x, v.y, v.z);
        }
        if (step == OBB_HIDE) svg_hide_triangle(picture, p[0], p[1], p[2]);
        if (step == OBB_PAINT) svg_paint_flat(picture, p[0], p[1], p[2], p[2], SAND);
    }
}

static int obb_picture(const obb_scene *s, const char *path)
{
    svg_vec corners[8 * OBB_PARTS];
    svg_scene picture;
    if (!svg_begin(&picture, WIDE, HIGH, svg_point(0.25, -0.3, -1), svg_point(0, 1, 0))) return 0;
    for (int i = 0; i < 8 * s->part_count; i++)
        corners[i] = obb_point(&s->parts[i / 8], i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    svg_frame(&picture, corners, 8 * s->part_count, 12);
    picture.slack /= 10;
    for (int step = OBB_HIDE; step <= OBB_EDGES; step++) {
        if (step == OBB_EDGES && !svg_open(&picture, path, tour_colours, BLUE + 1, tour_css))
            return svg_close(&picture), 0;
        obb_draw_bunny(s, &picture, step);
        for (int i = 0; i < OBB_CRATES; i++)
            if (s->touching[i / 32] >> (i % 32) & 1) obb_draw(&picture, &s->crates[i], BLUE, step);
    }
    for (int k = 0; k < s->part_count; k++) obb_draw(&picture, &s->parts[k], SAND, OBB_EDGES);
    for (int i = 0; i < s->contact_count; i++) {
        const cld_vec3 p = s->contacts[i].point_a;
        const svg_vec at = svg_point((double)p.x, (double)p.y, (double)p.z);
        if (svg_sees(&picture, at)) svg_dot_at(&picture, at, 2.5, "dot");
    }
    return svg_close(&picture);
}

/* ---------------------------------------------------------------------------------- the chapter */

static void tour_obb(tour *t, chapter *c)
{
    static obb_scene empty;
    obb_scene s = empty;
    int pairs, crates;
    obb_make_bunny(&s, c);
    obb_make_crates(t, &s);
    pairs = obb_ask(&s, c);
    obb_check(&s, c);
    crates = obb_find_contacts(&s, c);
    c->asked = (double)s.part_count * OBB_CRATES;
    c->unit = "pair";
    snprintf(c->job, TOUR_WORDS, "%d boxes of a bunny, %d crates", s.part_count, (int)OBB_CRATES);
    snprintf(c->answers, TOUR_WORDS, "%d crates touch it, %d contacts", crates, s.contact_count);
    snprintf(c->text, TOUR_TEXT,
             "The Stanford bunny is cut into %d parts, and around each a tight oriented box is "
             "fitted. Then each box is asked which of %d crates, thrown into a hall of %g metres, "
             "it touches: the crates lie in a pack, laid out for SIMD registers. %d of them do, in "
             "%d pairs; cld_obb_collide gives their %d contacts (dots). All %.1f million answers "
             "were compared with the textbook's 15 axes in double (those farther apart than both "
             "half diagonals by that).",
             s.part_count, (int)OBB_CRATES, OBB_HALL, crates, pairs, s.contact_count,
             c->asked / 1e6);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, obb_picture(&s, tour_picture(t, c, "svg")));
    obj_mesh_free(&s.bunny);
    free(s.crates), free(s.touching), free(s.contacts);
}

#endif /* TOUR_OBB_H */
