/* Two oriented boxes: do they overlap, where do they touch, how far apart are they?

       cc -O2 -I. examples/first_boxes.c -o first_boxes -lm && ./first_boxes */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>

int main(void)
{
    const cld_vec3 half = {1, 1, 1}, up = {0, 0, 1}, place = {1.5f, 0, 0.2f}, away = {4, 0, 0};
    const cld_pose at = cld_pose_identity();
    cld_pose turned = cld_pose_from_axis_angle(up, 0.3f, place); /* radians */
    cld_obb a = cld_obb_from_pose(&at, half), b;
    cld_contact contacts[8]; /* points on A and B, normal from A to B, distance, two features */
    cld_contact closest;
    int count, i;
    b = cld_obb_from_pose(&turned, half);
    count = cld_obb_collide(&a, &b, contacts, 8); /* the deepest first */
    for (i = 0; i < count; i++) printf("contact %d: %g deep\n", i, -(double)contacts[i].distance);
    turned.position = away;
    b = cld_obb_from_pose(&turned, half);
    if (cld_obb_distance(&a, &b, &closest) == 1)
        printf("moved away: overlap %d, %g apart\n", cld_obb_overlap(&a, &b),
               (double)closest.distance);
    return count > 0 ? 0 : 1;
}
