/* A tour of collide.h: one small real job of every module, in a few seconds.

       cc -O2 -I. examples/tour.c -o tour -lm && ./tour

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Each job asks what somebody needs to know, and compares the answers with something independent: a
   scan over everything, another query, another module. The program fails where they disagree. It
   prints a line for each job and a table of all, and writes

       tour.html   a page with a picture of each job, the numbers, and the lines of code that asked

   which any browser opens; it needs no network. ./tour --pictures folder also writes the pictures
   as files into a folder that exists.

   Here the whole header is compiled, which takes a compiler some 20 seconds with -O2 and half of
   that with -O1. The other examples leave out the modules that they do not use.

   The order of reading: main at the end, then a module of your choice in the folder tour: obb.h,
   nurbs.h and so on. tour/page.h has what they share. */

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "tour/bezier.h"
#include "tour/boxes.h"
#include "tour/mesh.h"
#include "tour/nurbs.h"
#include "tour/obb.h"
#include "tour/page.h"
#include "tour/polygon.h"
#include "tour/polyhedron.h"
#include "tour/rigid.h"
#include "tour/terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void tour_job(tour *t, chapter *c);

static const struct {
    const char *module, *name, *question;
    tour_job *run;
} tour_jobs[] = {
    {"OBB", "obb", "Which of 100000 crates does the bunny touch?", tour_obb},
    {"NURBS", "nurbs", "Along which curves do two teapots meet?", tour_nurbs},
    {"MESH", "mesh", "Where does a knotted rope touch itself?", tour_mesh},
    {"MESH: boxes", "boxes", "Which of 100000 moving boxes overlap?", tour_boxes},
    {"TERRAIN", "terrain", "Where do a thousand wheels come to lie on a mountain?", tour_terrain},
    {"POLYGON", "polygon", "When do hulls of a million points first touch?", tour_polygon},
    {"POLYHEDRON", "polyhedron", "How do hulls of bunnies land on a large one?", tour_polyhedron},
    {"BEZIER", "bezier", "Where do balls bounce in a level of curves?", tour_bezier},
    {"RIGID", "rigid", "How does a tower of bricks fall when it is hit?", tour_rigid},
};

int main(int argc, char **argv)
{
    static tour t; /* all zero, which stands for sensible defaults */
    const int jobs = (int)(sizeof tour_jobs / sizeof *tour_jobs);
    const double begin = seconds();
    long wrong = 0;
    int written;
    if (argc == 3 && strcmp(argv[1], "--pictures") == 0) {
        t.folder = argv[2];
    } else if (argc != 1) {
        printf("usage: %s [--pictures folder]\n", argv[0]);
        return 1;
    }
    for (t.count = 0; t.count < jobs; t.count++) {
        chapter *c = &t.chapters[t.count];
        c->module = tour_jobs[t.count].module;
        c->name = tour_jobs[t.count].name;
        c->question = tour_jobs[t.count].question;
        printf("%-11s %-60s", c->module, c->question);
        fflush(stdout);
        tour_jobs[t.count].run(&t, c);
        printf(" %8ld checked, %s\n", c->checked, c->wrong ? "WRONG" : "right");
        wrong += c->wrong;
    }
    tour_print_table(&t);
    written = tour_write_page(&t, TOUR_PAGE);
    if (written)
        printf("\nwritten: %s, in %.1f s\n", TOUR_PAGE, seconds() - begin);
    else
        fprintf(stderr, "\ncannot write %s\n", TOUR_PAGE);
    if (wrong) fprintf(stderr, "%ld answers disagree with the checks\n", wrong);
    for (int i = 0; i < t.count; i++) free(t.chapters[i].picture);
    cld_workspace_free(&t.workspace);
    return wrong || !written;
}
