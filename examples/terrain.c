/* Wheels, barrels and coins on a mountain: collide.h's module [TERRAIN].

       cc -O2 -I. examples/terrain.c -o terrain -lm && ./terrain

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads an elevation model of Jacksboro, Tennessee: 403 x 344 heights, a cell 74 m x 93 m. On that
   lie bodies of hundreds of metres. Then a patch of 64 m x 64 m of the model is refined to cells of
   0.25 m, roughened, and a shaft is sunk into it; there the same bodies have their natural size.
   They are dropped (swept down until they touch), pressed in, and their contacts are printed. Then
   each query is asked some thousand times about bodies at random places, and what is told is
   checked: against other queries, and against looking at many points one by one. Draws

       terrain.png   the mountain and what lies on it, seen with rays of cld_heightfield_raycast
       terrain.svg   the patch from the side: sections, cylinders, contacts, distances, rays

   Another elevation model: ./terrain grid.asc

   The order of reading: main at the end, then the parts of the program: terrain/scene.h (fields and
   cylinders), checks.h (questions and how they are checked), relief.h and sections.h (pictures). */

#define COLLIDE_NO_NURBS /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_MESH
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "terrain/checks.h"
#include "terrain/relief.h"
#include "terrain/scene.h"
#include "terrain/sections.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define GRID_FILE    "examples/data/jacksboro.asc"
#define RELIEF_FILE  "terrain.png"
#define PICTURE_FILE "terrain.svg"

/* What of the field touches, in words. */
static void print_feature_b(const cld_heightfield *f, uint32_t feature)
{
    static const char *const edges[3] = {"edge along x", "edge along y", "diagonal"};
    static const char *const faces[2] = {"lower triangle", "upper triangle"};
    const uint32_t number = feature >> 2, kind = feature & 3;
    const uint32_t v = kind == CLD_FEATURE_EDGE   ? number / 3
                       : kind == CLD_FEATURE_FACE ? number / 2
                                                  : number;
    printf("%s %u,%u",
           kind == CLD_FEATURE_EDGE   ? edges[number % 3]
           : kind == CLD_FEATURE_FACE ? faces[number % 2]
                                      : "vertex",
           (unsigned)(v % f->columns), (unsigned)(v / f->columns));
}

/* The manifold of one body. */
static void print_placed(const cld_heightfield *f, const placed *p, const char *how)
{
    static const char *const parts[] = {"side",         "end -",  "end +", "rim of end -",
                                        "rim of end +", "buried", "?",     "?"};
    const cld_cylinder *c = &p->cylinder;
    printf("\n%s %s: centre %.2f %.2f %.2f, axis %.2f %.2f %.2f, fell %.3f, pressed in by %g\n",
           kinds[p->kind].name, how, (double)c->centre.x, (double)c->centre.y, (double)c->centre.z,
           (double)c->axis.x, (double)c->axis.y, (double)c->axis.z, p->fallen, p->pressed);
    for (int i = 0; i < p->count; i++) {
        const cld_contact *k = &p->contacts[i];
        printf("%4d %10.3f %10.3f %9.3f  %6.3f %6.3f %6.3f %9.4f   %-12s  ", i,
               (double)k->point_a.x, (double)k->point_a.y, (double)k->point_a.z,
               (double)k->normal.x, (double)k->normal.y, (double)k->normal.z, -(double)k->distance,
               parts[k->feature_a & 7]);
        print_feature_b(f, k->feature_b);
        printf("\n");
    }
}

/* Drops bodies onto the mountain and the patch, and prints where they touch. */
static void drop_all(scene *s)
{
    static const struct {
        int kind;
        double x, y;
        vec axis;
    } giants[GIANTS] = {{WHEEL, 1700, 2300, {0.45, 1, 0}},    {WHEEL, 2900, 6300, {1, 0.35, 0.1}},
                        {WHEEL, 6300, 8300, {0.9, -0.5, 0}},  {BARREL, 4300, 2500, {1, 0.2, 0.25}},
                        {BARREL, 5300, 5600, {0.3, 1, -0.1}}, {BARREL, 1500, 8600, {0.1, 0.1, 1}},
                        {COIN, 7900, 2300, {0.25, 0.1, 1}},   {COIN, 8300, 6300, {-1, 0.3, 0.35}},
                        {COIN, 4000, 8600, {0.35, -1, 0.55}}};
    static const struct {
        int kind;
        double x, y;
        vec axis;
        double press;
    } bodies[] = {{WHEEL, 20, 20, {0, 1, 0}, 0.015},
                  {WHEEL, 31, 12, {1, 0.2, 0.1}, 0.04},
                  {BARREL, 12, 41, {1, 0.5, 0.1}, 0.02},
                  {BARREL, 50, 9, {0, 0.1, 1}, 0.01},
                  {COIN, 44, 52, {0.1, 0.2, 1}, 0.01},
                  {COIN, SHAFT_X + SHAFT_RADIUS, SHAFT_Y, {0, 0, 1}, 0.01},
                  {COIN, SHAFT_X, SHAFT_Y, {0, 1, 0}, 0}};
    placed p;
    printf("\n  no  point of the body, in the ground  normal, into it        depth   "
           "of the body   of the ground\n");
    for (int i = 0; i < GIANTS; i++) {
        placed *g = &s->giants[i];
        if (!drop(&s->window, giants[i].kind, 1000, giants[i].x, giants[i].y, giants[i].axis, 12,
                  g))
            s->wrong++;
        if (i % 3 == 0) print_placed(&s->window, g, "on the mountain");
    }
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        if (drop(&s->patch, bodies[i].kind, 1, bodies[i].x, bodies[i].y, bodies[i].axis,
                 bodies[i].press, &p))
            print_placed(&s->patch, &p, "on the patch");
        else
            printf("\n%s above the shaft: falls through\n", kinds[bodies[i].kind].name);
    }
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : GRID_FILE;
    static scene s; /* all zero */
    esri_grid grid;
    int drawn = 0;
    if (!esri_grid_read(path, &grid)) return 1;
    printf("%s: heights from %g to %g m\n", path, grid.least, grid.greatest);
    if (make_mountain(&s, &grid) && make_window(&s, 150, 20, 140, 112) &&
        make_patch(&s, 0.3 * size_x(&s.window), 0.3 * size_y(&s.window))) {
        drop_all(&s);
        printf("\n%-34s %5s %8s %9s %8s %9s %9s %8s\n", "bodies at random places", "asked",
               "touching", "disagree", "overlap", "contacts", "distance", "sweep ns");
        ask_bodies(&s, &s.mountain, CYLINDER, 1000, QUERIES / 4, "cylinders on the mountain");
        ask_bodies(&s, &s.patch, CYLINDER, 1, QUERIES, "cylinders on the patch");
        ask_bodies(&s, &s.patch, CYLINDER, 8, QUERIES / 16, "large cylinders on the patch");
        ask_bodies(&s, &s.patch, SPHERE, 1, QUERIES, "spheres on the patch");
        ask_bodies(&s, &s.patch, CAPSULE, 1, QUERIES, "capsules on the patch");
        ask_bodies(&s, &s.patch, BOX, 1, QUERIES, "boxes on the patch");
        ask_bodies(&s, &s.patch, HULL, 1, QUERIES, "stones on the patch");
        ask_slope(&s);
        ask_rays(&s, &s.mountain, 1000, "rays over the mountain");
        ask_rays(&s, &s.patch, 1, "rays over the patch");
        printf("answers that disagree with others or with looking, in all: %ld\n", s.wrong);
        drawn = draw_relief(&s, RELIEF_FILE) && draw_sections(&s, PICTURE_FILE);
        if (drawn) printf("drawn: %s, %s\n", RELIEF_FILE, PICTURE_FILE);
    } else {
        fprintf(stderr, "not enough memory\n");
    }
    esri_grid_free(&grid);
    for (int i = 0; i < s.memory_count; i++) free(s.memory[i]);
    return s.wrong > 0 || !drawn;
}
