/* pictures_nurbs.h: the source's figures 3.1, 3.4 and 3.6 again, which show what its tests are made
 * of: the scenes that figures_nurbs.h and bench_nurbs.h measure, drawn from the surfaces that are
 * measured, as bench/out/figure_3_x.svg.
 */
#ifndef BENCH_PICTURES_NURBS_H
#define BENCH_PICTURES_NURBS_H

#include "bench.h"
#include "collide.h"
#include "../examples/nurbs_svg.h"
#include "bench_nurbs.h"
#include "figure.h"

/* Lengths in pixels, but for FINE: pictures are as many times larger, for surfaces are painted in
   cells of 16 pixels. */
enum {
    PICTURE_BODIES = 2,
    PICTURE_PARTS = 6,
    PICTURE_FINE = 2,
    PICTURE_TOP = 66 * PICTURE_FINE,
    PICTURE_BELOW = 34 * PICTURE_FINE
};

/* What stands in one part of a picture. */
typedef struct picture_part {
    cld_nurbs_body bodies[PICTURE_BODIES];
    int count, colours[PICTURE_BODIES];
    char words[96]; /* below it */
    int has_contact;
    svg_vec view, up, contact, normal;
} picture_part;

typedef struct picture {
    const char *file, *title, *note;
    int columns, part_width, part_height, part_count;
    picture_part parts[PICTURE_PARTS];
} scene_picture;

static const char picture_css[] =
    ".edge,.line,.arrow{fill:none;stroke-linecap:round;stroke-linejoin:round}\n"
    ".line{stroke:#000;stroke-opacity:.16;stroke-width:6}\n"
    ".edge{stroke:#000;stroke-opacity:.45;stroke-width:10}\n"
    ".arrow{stroke:#d3122f;stroke-width:18}\n"
    ".dot{fill:#d3122f;stroke:#fff;stroke-width:14}\n"
    "text{font-family:sans-serif;fill:#222}\n"
    ".title{font-size:160px;font-weight:bold}\n.note{font-size:130px;fill:#666}\n"
    ".words{font-size:130px;text-anchor:middle}\n";

/* Points of all bodies of a part: what it must show. Returns how many, at most `room`. */
static int picture_points(const picture_part *part, svg_vec *points, int room)
{
    enum { SIDE = 8 };
    int n = 0;
    svg_vec normal;
    for (int k = 0; k < part->count; ++k)
        for (int j = 0; j < part->bodies[k].count; ++j)
            for (int i = 0; i < SIDE * SIDE && n < room; ++i) {
                nurbs_posed posed = {&part->bodies[k].surfaces[j], &part->bodies[k].pose};
                nurbs_svg_evaluate(&posed, i % SIDE / (SIDE - 1.0), i / SIDE / (SIDE - 1.0),
                                   &points[n++], &normal);
            }
    return n;
}

/* Turns the camera to a part. */
static void picture_look(svg_scene *scene, const scene_picture *p, int index)
{
    enum { ROOM = PICTURE_BODIES * SCENE_OCTANTS * 64 };
    static svg_vec points[ROOM];
    const picture_part *part = &p->parts[index];
    const int x = index % p->columns * p->part_width, y = index / p->columns * p->part_height;
    const int count = picture_points(part, points, ROOM);
    svg_look(scene, part->view, part->up);
    svg_frame_part(scene, points, count, x + 32, PICTURE_TOP + y + 12, p->part_width - 64,
                   p->part_height - PICTURE_BELOW - 24);
}

static void picture_step(svg_scene *scene, const scene_picture *p, int step)
{
    for (int i = 0; i < p->part_count; ++i) {
        picture_look(scene, p, i);
        for (int k = 0; k < p->parts[i].count; ++k)
            nurbs_svg_draw(scene, &p->parts[i].bodies[k], p->parts[i].colours[k], step);
    }
}

/* The words below each part, and where its bodies touch. */
static void picture_words(svg_scene *scene, const scene_picture *p)
{
    svg_text(scene, 16 * PICTURE_FINE, 26 * PICTURE_FINE, "title", "%s", p->title);
    svg_text(scene, 16 * PICTURE_FINE, 48 * PICTURE_FINE, "note", "%s", p->note);
    for (int i = 0; i < p->part_count; ++i) {
        const picture_part *part = &p->parts[i];
        const double x = (i % p->columns + 0.5) * p->part_width;
        const double y = PICTURE_TOP + (i / p->columns + 1) * p->part_height - 12 * PICTURE_FINE;
        picture_look(scene, p, i);
        if (part->has_contact) {
            svg_line(scene, part->contact, svg_add(part->contact, 0.35, part->normal), "arrow");
            svg_dot_at(scene, part->contact, 6 * PICTURE_FINE, "dot");
        }
        svg_text(scene, x, y, "words", "%s", part->words);
    }
}

static void picture_write(const bench *b, const scene_picture *p)
{
    static const unsigned colours[4] = {0xf0dfb8, 0x4f8fc4, 0x9fc58a, 0xd89a8a};
    const int rows = (p->part_count + p->columns - 1) / p->columns;
    char path[96];
    svg_scene scene;
    int good = 0;
    figure_folder();
    snprintf(path, sizeof path, "bench/out/%s.svg", p->file);
    if (!svg_begin(&scene, p->columns * p->part_width, PICTURE_TOP + rows * p->part_height,
                   svg_point(0, 1, 0), svg_point(0, 0, 1)))
        return;
    picture_step(&scene, p, NURBS_SVG_HIDE);
    picture_step(&scene, p, NURBS_SVG_PAINT);
    if (svg_open(&scene, path, colours, 4, picture_css)) {
        picture_step(&scene, p, NURBS_SVG_LINES);
        picture_words(&scene, p);
        good = 1;
    }
    good = svg_close(&scene) && good;
    bench_note(b, good ? "wrote %s" : "cannot write %s: run the bench from the root", path);
}

static void picture_add(picture_part *part, const nurbs_body *body, const scene_pose *pose,
                        int colour)
{
    scene_pose rounded = *pose;
    const cld_pose real = nurbs_round_pose(&rounded);
    part->colours[part->count] = colour;
    part->bodies[part->count++] = nurbs_side(body, &real, NURBS_VIEW);
}

/* The four surfaces of tests 1 and 2. */
static void figure_3_1(const bench *b)
{
    static const char *const names[SCENE_FOUR] = {"tongue", "sheet", "band", "bump"};
    const scene_pose pose = scene_identity();
    scene_picture p;
    nurbs_body bodies[SCENE_FOUR];
    scene_surface four[SCENE_FOUR];
    memset(&p, 0, sizeof p);
    p.file = "figure_3_1";
    p.title = "Figure 3.1: the surfaces of the first and the second test";
    p.note = "cubic, about 1 long, nets as large as the source's; lines of constant u and v";
    p.columns = 2, p.part_width = 900, p.part_height = 640, p.part_count = SCENE_FOUR;
    scene_four_surfaces(four);
    for (int i = 0; i < SCENE_FOUR; ++i) {
        picture_part *part = &p.parts[i];
        bodies[i] = nurbs_body_from(&four[i], 1);
        picture_add(part, &bodies[i], &pose, i);
        part->view = svg_point(0.55, 1, -0.75), part->up = svg_point(0, 0, 1);
        snprintf(part->words, sizeof part->words, "%d: %s, %d x %d control points%s", i + 1,
                 names[i], four[i].count_u, four[i].count_v, four[i].weights ? ", rational" : "");
    }
    picture_write(b, &p);
    for (int i = 0; i < SCENE_FOUR; ++i) nurbs_body_free(&bodies[i]);
}

/* The worst case, in its own frame: there the gap is along z. */
static void figure_3_4(const bench *b)
{
    static const double gaps[2] = {0.1, 0.01};
    scene_picture p;
    scene_surface patch = scene_worst_patch();
    nurbs_body body = nurbs_body_from(&patch, 1);
    memset(&p, 0, sizeof p);
    p.file = "figure_3_4";
    p.title = "Figure 3.4: the worst case, two like surfaces beside each other that do not touch";
    p.note = "whoever splits surfaces must split them everywhere; measured with gaps of 0.1 to "
             "0.0001";
    p.columns = 2, p.part_width = 900, p.part_height = 500, p.part_count = 2;
    for (int i = 0; i < 2; ++i) {
        picture_part *part = &p.parts[i];
        scene_pose pose = scene_identity();
        picture_add(part, &body, &pose, 0);
        pose.position[2] = gaps[i];
        picture_add(part, &body, &pose, 1);
        part->view = svg_point(0.5, 1, -0.35), part->up = svg_point(0, 0, 1);
        snprintf(part->words, sizeof part->words, "10 x 10 control points, gap %g", gaps[i]);
    }
    picture_write(b, &p);
    nurbs_body_free(&body);
}

/* The six touching cases. */
static void figure_3_6(const bench *b)
{
    static const char *const names[SCENE_TOUCHING] = {
        "1: spheres, pole on pole",      "2: spheres, seam on seam",
        "3: spheres, inside of patches", "4: sphere on a plane, at a pole",
        "5: plane turned by 30: a seam", "6: turned twice: inside a patch"};
    /* of spheres along the plane in which they touch, so that they part in the picture */
    static const svg_vec views[SCENE_TOUCHING] = {{-0.35, -0.2, -1},  {0.35, -0.35, -1},
                                                  {0.9, -0.3, -0.6},  {-0.35, -0.2, -1},
                                                  {-0.35, -0.42, -1}, {-0.35, -0.2, -1}};
    nurbs_touch_scene scene = nurbs_touch_scene_new();
    scene_picture p;
    memset(&p, 0, sizeof p);
    p.file = "figure_3_6";
    p.title = "Figure 3.6: the six cases of the test of precision";
    p.note = "spheres: eight rational octants of degree 2, radius 0.5; plane: cubic, 4 x 4 points; "
             "red: where they touch";
    p.columns = 3, p.part_width = 620, p.part_height = 600, p.part_count = SCENE_TOUCHING;
    for (int i = 0; i < SCENE_TOUCHING; ++i) {
        picture_part *part = &p.parts[i];
        const scene_touching t =
            scene_touching_case(i + 1, scene.sphere.scenes, nurbs_radius, scene.plane.scenes, 0.0);
        picture_add(part, i < 3 ? &scene.sphere : &scene.plane, &t.pose_a, i < 3 ? 1 : 2);
        picture_add(part, &scene.sphere, &t.pose_b, 0);
        part->view = views[i], part->up = svg_point(0, 1, 0);
        part->has_contact = 1;
        part->contact = svg_point(t.contact[0], t.contact[1], t.contact[2]);
        part->normal = svg_point(t.normal[0], t.normal[1], t.normal[2]);
        snprintf(part->words, sizeof part->words, "%s", names[i]);
    }
    picture_write(b, &p);
    nurbs_touch_scene_free(&scene);
}

static void bench_nurbs_pictures(const bench *b)
{
    figure_3_1(b);
    figure_3_4(b);
    figure_3_6(b);
}

#endif /* BENCH_PICTURES_NURBS_H */
