/* Microbenchmarks of collide.h.
 *
 *   cc -O3 -march=native -I. bench/bench.c -o bench/run -lm
 *   bench/run [--only obb,nurbs,questions,moving,grid,mesh,terrain,ground,polygon,shape,bezier]
 *             [--quick] [--csv] [--figures] [--targets]
 *
 * The table is for people; --csv prints one line a figure,
 * who,module,case,parameter,metric,value,unit
 * (lines beginning with # are notes). --quick ends within a minute. --targets ends with what we ask
 * of ourselves beside what was measured. --figures writes the sources' figures again, and time
 * against size, as CSV and SVG, into bench/out/. Add
 * -DCOLLIDE_DOUBLE for the figures of the double library, -DBENCH_FLAGS="-O3 -march=native" to have
 * the flags in the first lines, -DCOLLIDE_NO_NURBS (and so on) to leave a page out.
 */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* clock_gettime under -std=c99 */
#endif
#include "bench.h"

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#ifndef COLLIDE_NO_OBB
#include "bench_obb.h"
#endif
#ifndef COLLIDE_NO_NURBS
#include "bench_nurbs.h"
#include "figures_nurbs.h"
#include "moving_nurbs.h"
#include "questions_nurbs.h"
#endif
#ifndef COLLIDE_NO_GRID
#include "bench_grid.h"
#endif
#ifndef COLLIDE_NO_MESH
#include "bench_boxes.h"
#include "bench_mesh.h"
#include "bench_triangle.h"
#include "figures_mesh.h"
#endif
#ifndef COLLIDE_NO_TERRAIN
#include "bench_terrain.h"
#include "figures_terrain.h"
#endif
#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_MESH)
#include "bench_ground.h"
#endif
#ifndef COLLIDE_NO_POLYGON
#include "bench_polygon.h"
#endif
#ifndef COLLIDE_NO_POLYHEDRON
#include "bench_polyhedron.h"
#include "figures_polygon.h" /* of both */
#endif
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_POLYHEDRON)
#include "bench_shape.h"
#endif
#ifndef COLLIDE_NO_BEZIER
#include "bench_bezier.h"
#include "figures_bezier.h"
#endif
#ifndef COLLIDE_NO_NURBS /* last, since the examples' helpers have short names */
#include "pictures_nurbs.h"
#include "springs.h"
#endif

int main(int argc, char **argv)
{
    bench b;
    if (!bench_parse(&b, argc, argv)) {
        fprintf(stderr,
                "usage: run [--only obb,nurbs,questions,moving,grid,mesh,terrain,ground,polygon,"
                "shape,bezier] [--quick] [--csv] [--figures] [--targets]\n");
        return 2;
    }
    bench_print_header(&b);
#ifndef COLLIDE_NO_OBB
    if (bench_wants(&b, "obb")) bench_obb(&b);
#endif
#ifndef COLLIDE_NO_NURBS
    if (bench_wants(&b, "nurbs")) {
        if (b.figures) {
            bench_nurbs_pictures(&b);
            bench_springs(&b);
            bench_nurbs_figures(&b);
        } else {
            bench_nurbs(&b);
        }
    }
    if (!b.figures && ((b.only && bench_wants(&b, "questions")) ||
                       (bench_wants(&b, "nurbs") && !b.quick))) /* two minutes */
        bench_nurbs_questions(&b);
    if (bench_wants(&b, "moving") && (b.only || !b.quick)) { /* two minutes */
        if (b.figures)
            bench_moving_figures(&b);
        else
            bench_moving(&b);
    }
#endif
#ifndef COLLIDE_NO_GRID
    if (bench_wants(&b, "grid") && !b.figures) bench_grid(&b);
#endif
#ifndef COLLIDE_NO_MESH
    if (bench_wants(&b, "mesh")) {
        if (b.figures)
            bench_mesh_figures(&b);
        else {
            bench_mesh(&b);
            bench_boxes(&b);
            bench_triangle(&b);
        }
    }
#endif
#ifndef COLLIDE_NO_TERRAIN
    if (bench_wants(&b, "terrain")) {
        if (b.figures)
            bench_terrain_figures(&b);
        else
            bench_terrain(&b);
    }
#endif
#if !defined(COLLIDE_NO_TERRAIN) && !defined(COLLIDE_NO_MESH)
    if (bench_wants(&b, "ground") && !b.figures) bench_ground(&b);
#endif
#ifndef COLLIDE_NO_POLYGON
    if (bench_wants(&b, "polygon")) {
        if (!b.figures) bench_polygon(&b);
#ifndef COLLIDE_NO_POLYHEDRON
        if (b.figures)
            bench_polygon_figures(&b);
        else
            bench_polyhedra(&b);
#endif
    }
#endif
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_POLYHEDRON)
    if (bench_wants(&b, "shape") && !b.figures) bench_shape(&b);
#endif
#ifndef COLLIDE_NO_BEZIER
    if (bench_wants(&b, "bezier")) {
        if (b.figures)
            bench_bezier_figures(&b);
        else
            bench_bezier(&b);
    }
#endif
    bench_end(&b);
    return 0;
}
