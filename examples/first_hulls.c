/* Clouds of points: their convex hulls, and how deep one of these is in the other.

       cc -O2 -I. examples/first_hulls.c -o first_hulls -lm && ./first_hulls */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_OBB
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    static cld_real points[300];
    static uint32_t triangles[3 * 2 * 100]; /* a hull of n points has at most 2 n - 4 triangles */
    cld_workspace workspace;
    cld_polyhedron a, b;
    cld_contact contact;
    void *memory = NULL;
    size_t bytes;
    int i, count, met = -1;
    memset(&workspace, 0, sizeof workspace);
    memset(&a, 0, sizeof a);
    for (i = 0; i < 100; i++) { /* a ball of radius 1 */
        const double z = (i + 0.5) / 50 - 1, r = sqrt(1 - z * z), turn = 2.4 * i;
        points[3 * i] = (cld_real)(r * cos(turn)), points[3 * i + 1] = (cld_real)(r * sin(turn));
        points[3 * i + 2] = (cld_real)z;
    }
    count = cld_polyhedron_hull(points, 100, 0, &workspace, triangles, 2 * 100);
    a.vertices = points, a.vertex_count = 100;
    a.triangles = triangles, a.triangle_count = (size_t)count;
    a.pose = cld_pose_identity();
    if (count > 0 && (bytes = cld_polyhedron_size(&a)) > 0 && (memory = malloc(bytes)) != NULL &&
        cld_polyhedron_build(&a, memory, bytes) == CLD_OK) {
        b = a; /* the same body in another pose; both use the memory */
        b.pose.position.x = 1.9f;
        const cld_shape s = cld_shape_polyhedron(&a), t = cld_shape_polyhedron(&b);
        met = cld_shape_collide(&s, NULL, &t, NULL, 0, NULL, &contact, 1);
        if (met > 0) printf("%d triangles; %g deep\n", count, -(double)contact.distance);
    }
    free(memory);
    cld_workspace_free(&workspace);
    return met > 0 ? 0 : 1;
}
