/* Many boxes: which pairs overlap? Many points: which are near a place?

       cc -O2 -I. examples/first_grid.c -o first_grid -lm && ./first_grid */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_OBB
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    static const cld_aabb boxes[] = {
        {{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}};
    static cld_real points[3000];
    const cld_vec3 place = {0.5f, 0.5f, 0.5f};
    cld_workspace workspace;
    cld_pair pairs[8];
    cld_grid grid;
    cld_grid_params params;
    uint32_t near_it[64];
    size_t bytes = cld_grid_size(1000);
    void *memory = malloc(bytes); /* the grid lives in memory of yours */
    int i, overlapping, found = -1;
    memset(&workspace, 0, sizeof workspace);
    memset(&params, 0, sizeof params);
    overlapping = cld_aabb_pairs(boxes, 3, &workspace, pairs, 8);
    printf("%d pairs of boxes touch or overlap\n", overlapping);
    for (i = 0; i < 1000; i++) { /* 10 in a row, 10 rows, 10 layers */
        points[3 * i] = (cld_real)(i % 10) / 10, points[3 * i + 1] = (cld_real)(i / 10 % 10) / 10;
        points[3 * i + 2] = (cld_real)(i / 100) / 10;
    }
    params.cell = 0.1f;
    if (memory &&
        cld_grid_build_points(&grid, points, 0, 1000, &params, &workspace, memory, bytes) == CLD_OK)
        found = (int)cld_grid_near(&grid, place, 0.11f, near_it, 64);
    printf("%d of 1000 points are within 0.11 of the middle\n", found);
    cld_workspace_free(&workspace);
    free(memory);
    return overlapping == 2 && found == 7 ? 0 : 1;
}
