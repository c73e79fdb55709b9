/* A wheel over a heightfield: does it touch, where, and when does it land?

       cc -O2 -I. examples/first_terrain.c -o first_terrain -lm && ./first_terrain */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_OBB
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const float heights[] = {0,    0.2f, 0.1f, 0.1f, 0.4f,
                                    0.2f, 0,    0.1f, 0.3f}; /* row by row */
    const cld_motion down = {{0, 0, -2}, {0, 0, 0}, {0, 0, 0}};
    const cld_shape wheel = cld_shape_cylinder(0.35f, 0.125f); /* radius, half its width */
    const cld_pose upright = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {1.2f, 0.9f, 2}}; /* axis: y */
    cld_pose at = upright;
    cld_heightfield ground;
    cld_hit hit;
    cld_contact contacts[4];
    int landed, count = 0;
    memset(&ground, 0, sizeof ground);
    ground.heights = heights, ground.type = CLD_HEIGHT_FLOAT;
    ground.columns = ground.rows = 3;
    ground.dx = ground.dy = 1; /* z is up */
    landed = cld_heightfield_sweep_shape(&ground, &wheel, &at, &down, NULL, &hit);
    if (landed > 0) {
        printf("lands after %g of the way\n", (double)hit.time);
        at.position.z += hit.time * down.linear.z - 0.01f; /* a centimetre into the ground */
        count = cld_heightfield_collide_shape(&ground, &wheel, &at, 0, contacts, 4);
        printf("there: %d contacts\n", count);
    }
    return landed > 0 && count > 0 ? 0 : 1;
}
