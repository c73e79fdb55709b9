/* A character, a capsule, walks over a ridge and through a valley for 10 s under gravity, by the
 * plain recipe: sweep, move by the time of the hit, slide the rest along the normals met. Nothing
 * is pushed out and no skin is kept: a body that starts in contact is stopped only where it would
 * go deeper.
 *
 *     cc -O2 -I. examples/ridge.c -o ridge -lm && ./ridge
 */
#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { COLUMNS = 121, ROWS = 17, STEPS = 600, ROUNDS = 4 };

#ifdef COLLIDE_DOUBLE
static const double rounding = DBL_EPSILON;
#else
static const double rounding = FLT_EPSILON;
#endif

static float heights[COLUMNS * ROWS];

static cld_vec3 mad(cld_vec3 a, double t, cld_vec3 b)
{
    a.x = (cld_real)((double)a.x + t * (double)b.x);
    a.y = (cld_real)((double)a.y + t * (double)b.y);
    a.z = (cld_real)((double)a.z + t * (double)b.z);
    return a;
}

/* Moves the capsule; how many hits at time 0 there were. */
static int move(const cld_heightfield *field, const cld_shape *c, cld_pose *at, cld_vec3 motion,
                int *grounded)
{
    cld_vec3 normals[ROUNDS];
    cld_motion way = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    cld_hit hit;
    int round, at_once = 0;
    for (round = 0; round < ROUNDS; round++) {
        int met;
        double t;
        way.linear = motion;
        met = cld_heightfield_sweep_shape(field, c, at, &way, NULL, &hit);
        t = met == 1 ? (double)hit.time : 1;
        at->position = mad(at->position, t, motion);
        if (met != 1) break;
        at_once += t == 0;
        normals[round].x = -hit.contact.normal.x; /* away from the ground */
        normals[round].y = -hit.contact.normal.y, normals[round].z = -hit.contact.normal.z;
        *grounded |= normals[round].z > (cld_real)0.5;
        motion = mad(motion, -t, motion);
        cld_slide(normals, round + 1, &motion);
    }
    return at_once;
}

int main(void)
{
    const double step = 1.0 / 60, speed = 2;
    cld_heightfield field = {0};
    const cld_shape c = cld_shape_capsule((cld_real)0.35, (cld_real)0.6);
    cld_pose at = cld_pose_identity();
    cld_contact k;
    double fall = 0, deepest = 0, gone;
    int i, j, n, at_once = 0;
    for (j = 0; j < ROWS; j++)
        for (i = 0; i < COLUMNS; i++) {
            const double x = 0.25 * i;
            heights[i + j * COLUMNS] = (float)(0.8 * sin(0.5 * x) + 0.1 * sin(2.3 * x));
        }
    field.heights = heights, field.type = CLD_HEIGHT_FLOAT;
    field.columns = COLUMNS, field.rows = ROWS, field.dx = (cld_real)0.25, field.dy = (cld_real)0.5;
    at.position.x = 2, at.position.y = 4, at.position.z = (cld_real)2.6;
    for (n = 0; n < STEPS; n++) {
        cld_vec3 walk = {0, 0, 0}, drop = {0, 0, 0};
        int grounded = 0, ignored = 0;
        fall += 9.81 * step;
        drop.z = (cld_real)(-fall * step);
        at_once += move(&field, &c, &at, drop, &grounded);
        if (grounded) fall = 0;
        /* along the ground: as far as speed says on the level, uphill and down */
        walk.x = (cld_real)(speed * step);
        if (grounded && cld_heightfield_distance_shape(&field, &c, &at, 1, &k) == 1) {
            const double up = (double)k.normal.x / -(double)k.normal.z;
            walk.z = (cld_real)(speed * step * up);
        }
        at_once += move(&field, &c, &at, walk, &ignored);
        if (cld_heightfield_distance_shape(&field, &c, &at, 1, &k) == 1)
            deepest = fmin(deepest, (double)k.distance);
    }
    gone = (double)at.position.x - 2;
    printf("10 s at %g m/s: %.3f m far, %.1f %% of the way; %d hits at once; deepest %.2g m\n",
           speed, gone, 100 * gone / (10 * speed), at_once, -deepest);
    /* as far as on the level, to 1 %; never deeper than 16 roundings of the largest coordinate */
    if (!(gone >= 0.99 * 10 * speed && gone <= 1.01 * 10 * speed)) return 1;
    return !(deepest >= -16 * rounding * 0.25 * COLUMNS);
}
