/* A disc that moves against an outline of lines and Bezier curves.

       cc -O2 -I. examples/first_path.c -o first_path -lm && ./first_path */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_OBB
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>

int main(void)
{
    static const cld_real points[] = {0, 0, 4, 0, 5, 0, 6, 1, 7, 3, 0, 3};
    cld_path level = {"MLCLZ", 5, points, 6, 0, NULL}; /* commands as in SVG */
    const cld_vec2 from = {2, 2}, to = {2, -2};
    static double memory[512]; /* the path's tree lives in memory of yours */
    cld_path_hit hit;
    cld_real length = 0;
    int stopped, winding = 0;
    if (cld_path_build(&level, memory, sizeof memory) != CLD_OK) return 1;
    stopped = cld_path_sweep_disc(&level, from, to, 0.5f, &hit);
    if (stopped == 1)
        printf("a disc of radius 0.5 is stopped after %g of its way\n", (double)hit.time);
    if (cld_path_length(&level, &length) == CLD_OK &&
        cld_path_winding(&level, from, &winding) == CLD_OK)
        printf("the outline is %g long and goes round the start %d times\n", (double)length,
               winding);
    return stopped == 1 ? 0 : 1;
}
