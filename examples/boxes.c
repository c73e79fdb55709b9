/* Boxes push each other apart: oriented boxes in collide.h.

       cc -O2 -I. examples/boxes.c -o boxes -lm && ./boxes

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Throws boxes of random shape and attitude into a heap, finds out which overlap, where they touch
   and how deep, and moves them apart along the contact normals, step by step, until none overlap.
   Prints the steps and draws the heap at the start and at the end: boxes_before.svg and
   boxes_after.svg; boxes that overlap are orange, contact points are dots.

   Ends with 1 if some still overlap after MOST_STEPS, or if the textbook's 15 axes, computed apart
   from the library, ever say something else of any two boxes. */

#define COLLIDE_NO_NURBS /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "obb_gap.h"
#include "run.h"
#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BOXES = 24, MOST_STEPS = 200, MOST_CONTACTS = 8 /* of one pair */ };

typedef struct heap {
    cld_obb boxes[BOXES];
    int touched[BOXES];                  /* does the box overlap any other? */
    unsigned char overlap[BOXES][BOXES]; /* do these two, the first before the second? */
    int pairs, contacts;
    double deepest; /* penetration of any pair */
    uint32_t random;
} heap;

/* What to do with one overlapping pair; `data` is the caller's. */
typedef void pair_function(heap *h, int a, int b, const cld_contact *contacts, int count,
                           void *data);

/* ------------------------------------------------------------------------------------ the heap */

static cld_vec3 random_vector(uint32_t *random, double low, double high)
{
    cld_vec3 r;
    r.x = (cld_real)random_between(random, low, high);
    r.y = (cld_real)random_between(random, low, high);
    r.z = (cld_real)random_between(random, low, high);
    return r;
}

/* The rotation of a random unit quaternion. */
static cld_mat3 random_rotation(uint32_t *random)
{
    double q[4], length = 0, x, y, z, w;
    cld_mat3 m;
    for (int i = 0; i < 4; i++) {
        q[i] = random_between(random, -1, 1);
        length += q[i] * q[i];
    }
    length = sqrt(length);
    x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
    m.x.x = (cld_real)(1 - 2 * (y * y + z * z));
    m.x.y = (cld_real)(2 * (x * y + w * z));
    m.x.z = (cld_real)(2 * (x * z - w * y));
    m.y.x = (cld_real)(2 * (x * y - w * z));
    m.y.y = (cld_real)(1 - 2 * (x * x + z * z));
    m.y.z = (cld_real)(2 * (y * z + w * x));
    m.z.x = (cld_real)(2 * (x * z + w * y));
    m.z.y = (cld_real)(2 * (y * z - w * x));
    m.z.z = (cld_real)(1 - 2 * (x * x + y * y));
    return m;
}

static void throw_boxes(heap *h)
{
    h->random = 2;
    for (int i = 0; i < BOXES; i++) {
        cld_pose pose;
        pose.rotation = random_rotation(&h->random);
        pose.position = random_vector(&h->random, -1.8, 1.8);
        h->boxes[i] = cld_obb_from_pose(&pose, random_vector(&h->random, 0.2, 0.8));
    }
}

/* ------------------------------------------------------------------------------------- contacts */

/* Calls f for each overlapping pair and counts what there is. One call tests a box against all
   those after it and sets a bit for each that it may touch; only these are looked at closely. */
static void for_each_pair(heap *h, pair_function *f, void *data)
{
    uint32_t bits[(BOXES + 31) / 32];
    cld_contact contacts[MOST_CONTACTS];
    memset(h->touched, 0, sizeof h->touched);
    memset(h->overlap, 0, sizeof h->overlap);
    h->pairs = h->contacts = 0;
    h->deepest = 0;
    for (int a = 0; a + 1 < BOXES; a++) {
        int rest = BOXES - a - 1;
        cld_obb_overlap_many(&h->boxes[a], &h->boxes[a + 1], (size_t)rest, bits);
        for (int i = 0; i < rest; i++) {
            int b = a + 1 + i, count;
            if (!(bits[i / 32] >> (i % 32) & 1)) continue;
            count = check(cld_obb_collide(&h->boxes[a], &h->boxes[b], contacts, MOST_CONTACTS));
            if (count == 0) continue;
            h->pairs++;
            h->contacts += count;
            h->touched[a] = h->touched[b] = h->overlap[a][b] = 1;
            for (int k = 0; k < count; k++) {
                h->deepest = fmax(h->deepest, -(double)contacts[k].distance);
            }
            if (f) f(h, a, b, contacts, count, data);
        }
    }
}

/* How many of all pairs were told wrong? Centres and axes are rounded, and no box is farther than
   8 from the middle: by some units of rounding of that, either answer may be right. */
static int count_wrong(const heap *h)
{
    const double slack = 16 * 8 * (sizeof(cld_real) == sizeof(float) ? 6e-8 : 1.2e-16);
    int wrong = 0;
    for (int a = 0; a < BOXES; a++) {
        for (int b = a + 1; b < BOXES; b++) {
            const double gap = obb_gap(&h->boxes[a], &h->boxes[b]);
            if (fabs(gap) > slack) wrong += h->overlap[a][b] != (gap < 0);
        }
    }
    return wrong;
}

static void move(cld_obb *box, double distance, cld_vec3 direction)
{
    box->centre.x += (cld_real)(distance * (double)direction.x);
    box->centre.y += (cld_real)(distance * (double)direction.y);
    box->centre.z += (cld_real)(distance * (double)direction.z);
}

/* Moves both boxes by half of their deepest penetration. All contacts of a pair share a normal,
   which points from a to b. */
static void push_apart(heap *h, int a, int b, const cld_contact *contacts, int count, void *data)
{
    double depth = 0;
    (void)data;
    for (int i = 0; i < count; i++) depth = fmax(depth, -(double)contacts[i].distance);
    depth += 1e-4; /* a little more, or the last bit of it never goes */
    move(&h->boxes[a], -0.5 * depth, contacts[0].normal);
    move(&h->boxes[b], 0.5 * depth, contacts[0].normal);
}

/* ---------------------------------------------------------------------------------- the picture */

static const char picture_css[] =
    ".edge{fill:none;stroke:#000;stroke-opacity:.45;stroke-width:5;stroke-linecap:round}\n"
    ".normal{fill:none;stroke:#d3122f;stroke-width:8;stroke-linecap:round}\n"
    ".seen{fill:#d3122f;stroke:#fff;stroke-width:4}\n"
    ".covered{fill:none;stroke:#d3122f;stroke-width:5}\n"
    "text{font-family:sans-serif;font-size:75px;fill:#222}\n";

static svg_vec svg_from(cld_vec3 p)
{
    return svg_point((double)p.x, (double)p.y, (double)p.z);
}

/* The point of the box at x, y, z from -1 to 1 along its axes. */
static svg_vec box_point(const cld_obb *box, double x, double y, double z)
{
    svg_vec p = svg_from(box->centre);
    p = svg_add(p, x * (double)box->half.x, svg_from(box->axes.x));
    p = svg_add(p, y * (double)box->half.y, svg_from(box->axes.y));
    return svg_add(p, z * (double)box->half.z, svg_from(box->axes.z));
}

typedef struct box_face {
    const cld_obb *box;
    int axis;
    double side; /* -1 or 1 */
} box_face;

/* A face as svg.h takes surfaces: u and v from 0 to 1. */
static void evaluate_face(const void *data, double u, double v, svg_vec *point, svg_vec *normal)
{
    const box_face *face = (const box_face *)data;
    const cld_obb *box = face->box;
    double x[3];
    x[face->axis] = face->side;
    x[(face->axis + 1) % 3] = 2 * u - 1;
    x[(face->axis + 2) % 3] = 2 * v - 1;
    *point = box_point(box, x[0], x[1], x[2]);
    *normal = svg_from(face->axis == 0 ? box->axes.x : face->axis == 1 ? box->axes.y : box->axes.z);
}

/* Four edges along each axis. */
static void draw_edges(svg_scene *picture, const cld_obb *box)
{
    for (int i = 0; i < 12; i++) {
        double s = i & 1 ? 1 : -1, t = i & 2 ? 1 : -1;
        svg_vec line[2];
        for (int k = 0; k < 2; k++) {
            double x[3];
            x[i / 4] = 2 * k - 1;
            x[(i / 4 + 1) % 3] = s;
            x[(i / 4 + 2) % 3] = t;
            line[k] = box_point(box, x[0], x[1], x[2]);
        }
        svg_polyline(picture, line, 2, 0, "edge", NULL);
    }
}

/* step 0: what hides what; 1: paint the faces that are turned to the eye. */
static void draw_faces(svg_scene *picture, const heap *h, int step)
{
    for (int i = 0; i < 6 * BOXES; i++) {
        box_face face;
        svg_vec middle, axis;
        face.box = &h->boxes[i / 6];
        face.axis = i % 3;
        face.side = i % 6 < 3 ? -1 : 1;
        evaluate_face(&face, 0.5, 0.5, &middle, &axis);
        if (face.side * svg_dot(axis, svg_add(picture->eye, -1, middle)) <= 0) continue;
        if (step == 0) svg_occlude(picture, evaluate_face, &face, 1);
        if (step == 1) svg_paint(picture, evaluate_face, &face, h->touched[i / 6]);
    }
}

static void draw_contacts(heap *h, int a, int b, const cld_contact *contacts, int count, void *data)
{
    svg_scene *picture = (svg_scene *)data;
    (void)h, (void)a, (void)b;
    for (int i = 0; i < count; i++) {
        svg_vec at = svg_from(contacts[i].point_a);
        int seen = svg_sees(picture, at);
        if (seen) svg_line(picture, at, svg_add(at, 0.2, svg_from(contacts[i].normal)), "normal");
        svg_dot_at(picture, at, seen ? 4 : 2.5, seen ? "seen" : "covered");
    }
}

static int draw(heap *h, const char *path)
{
    static const unsigned colours[2] = {0x8fb4d4, 0xf2b45c}; /* free, overlapping */
    svg_vec corners[8 * BOXES];
    svg_scene picture;
    if (!svg_begin(&picture, 960, 720, svg_point(0.5, 1, -0.6), svg_point(0, 0, 1))) return 0;
    for (int i = 0; i < 8 * BOXES; i++) {
        corners[i] = box_point(&h->boxes[i / 8], i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    }
    svg_frame(&picture, corners, 8 * BOXES, 30);
    picture.finest = 5; /* plane faces that cut through each other: no need to be generous */
    picture.slack /= 10;
    draw_faces(&picture, h, 0);
    draw_faces(&picture, h, 1);
    if (svg_open(&picture, path, colours, 2, picture_css)) {
        for (int i = 0; i < BOXES; i++) draw_edges(&picture, &h->boxes[i]);
        for_each_pair(h, draw_contacts, &picture);
        svg_text(&picture, 24, 700, "note", "%d boxes, %d pairs overlap, %d contacts", BOXES,
                 h->pairs, h->contacts);
        if (svg_close(&picture)) return printf("written: %s\n", path), 1;
    }
    fprintf(stderr, "%s could not be written\n", path);
    return 0;
}

int main(void)
{
    static heap h;
    int wrong;
    throw_boxes(&h);
    for_each_pair(&h, NULL, NULL);
    wrong = count_wrong(&h);
    if (!draw(&h, "boxes_before.svg")) return 1;
    printf("%5s %6s %9s %9s\n", "step", "pairs", "contacts", "deepest");
    for (int step = 0; h.pairs > 0 && step < MOST_STEPS; step++) {
        for_each_pair(&h, push_apart, NULL); /* later pairs see what earlier ones have moved */
        for_each_pair(&h, NULL, NULL);
        wrong += count_wrong(&h);
        if (step % 5 == 0 || h.pairs == 0)
            printf("%5d %6d %9d %9.5f\n", step + 1, h.pairs, h.contacts, h.deepest);
    }
    wrong = complain(wrong > 0, "the 15 axes say something else of some pairs") +
            complain(h.pairs > 0, "some boxes still overlap");
    return !draw(&h, "boxes_after.svg") || wrong > 0;
}
