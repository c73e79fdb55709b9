/* Two convex polygons: how far apart, when do they meet, in which points do they touch?

       cc -O2 -I. examples/first_polygons.c -o first_polygons -lm && ./first_polygons */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_OBB
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>

int main(void)
{
    static const cld_real square[] = {0, 0, 2, 0, 2, 2, 0, 2}; /* counter-clockwise */
    const cld_polygon a = {square, 4, 0, {{1, 0}, {0, 0}}, 0}; /* pose: cosine and sine, position */
    cld_polygon b = {square, 4, 0, {{1, 0}, {5, 1}}, 0};
    const cld_motion2 left = {{-10, 0}, 0, {0, 0}};
    cld_contact2 closest, contacts[2];
    cld_hit2 hit;
    int count;
    if (cld_polygon_distance(&a, &b, &closest) == 1) printf("%g apart\n", (double)closest.distance);
    if (cld_polygon_sweep(&a, NULL, &b, &left, NULL, &hit) == 1)
        printf("B moves to the left and meets A after %g of the way\n", (double)hit.time);
    b.pose.position.x = 1.9f;
    count = cld_polygon_collide(&a, &b, 0, contacts, 2);
    printf("pushed in: %d contacts\n", count);
    return count == 2 ? 0 : 1;
}
