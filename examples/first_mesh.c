/* A mesh that deforms, with itself: all places where it comes nearer to itself than a distance.

       cc -O2 -I. examples/first_mesh.c -o first_mesh -lm && ./first_mesh */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_OBB
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    cld_real points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.3f, 1, 0, 0.3f, 0, 1, 0.3f};
    static const uint32_t triangles[] = {0, 1, 2, 3, 4, 5};
    cld_mesh mesh;
    cld_mesh_params params;
    cld_mesh_contact contacts[64]; /* vertex and triangle, or two edges; points, normal, distance */
    cld_workspace workspace;
    int step, i, count = 0;
    memset(&mesh, 0, sizeof mesh);
    memset(&params, 0, sizeof params);
    memset(&workspace, 0, sizeof workspace);
    mesh.positions = points, mesh.vertex_count = 6;
    mesh.triangles = triangles, mesh.triangle_count = 2;
    mesh.self = 1;
    params.distance = 0.2f;            /* contacts are nearer than this */
    for (step = 0; step < 3; step++) { /* the upper triangle comes down; nothing is rebuilt */
        count = cld_mesh_collide(&mesh, 1, &params, &workspace, contacts, 64, NULL);
        printf("step %d: %d contacts\n", step, count);
        for (i = 9; i < 18; i += 3) points[i + 2] -= 0.1f;
    }
    cld_workspace_free(&workspace);
    return count > 0 ? 0 : 1;
}
