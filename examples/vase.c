/* A torus and a vase fall on a sheet that hangs on four springs.

       cc -O2 -I. examples/vase.c -o vase -lm && ./vase
*/

#define COLLIDE_NO_MESH /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "vase/checks.h"
#include "vase/scene.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static scene s;
    static samples points;
    static findings f;
    double spent = 0, looked;
    (void)argv;
    scene_make(&s);
    samples_make(&points, s.vase_centre);
    printf("torus fault %g; masses %g %g\n", s.torus_fault, s.bodies[0].mass, s.bodies[1].mass);
    for (int i = 0; i < 9000; i++) {
        double start = seconds();
        check(rigid_update(&s.world, i * STEP, (i + 1) * STEP));
        spent += seconds() - start;
        look_at_depth(&s, &points, &f);
        look_at_energy(&s, STEP, &f);
        if (argc > 1 && i % 250 == 249) {
            rigid_body *b = s.bodies;
            printf("%.2f d %.2g %.2g %.2g rise %.2g exc %.2g nc %d| t %.2f %.2f %.2f v %.2f w %.2f "
                   "up %.2f | v %.2f %.2f "
                   "%.2f v %.2f w %.2f up %.2f | s %.3f nz %.3f\n",
                   (i + 1) * 1e-3, f.depth[0], f.depth[1], f.depth[2], f.rise, f.excess,
                   s.world.contacts.count, b[0].position.x, b[0].position.y, b[0].position.z,
                   length(b[0].velocity), length(b[0].angular_velocity), b[0].rotation.z.z,
                   b[1].position.x, b[1].position.y, b[1].position.z, length(b[1].velocity),
                   length(b[1].angular_velocity), b[1].rotation.z.z, b[2].position.z,
                   b[2].rotation.z.z);
        }
    }
    printf("wall %.2f s, steps %d\n", spent, s.world.steps);
    for (int i = 0; i < PAIRS; i++) {
        touching *p = &s.pairs[i];
        printf("%s apart %ld %.1fus near %ld %.1fus crossing %ld  nearest %g depth %g\n", p->name,
               p->apart.count, 1e6 * p->apart.time / ((double)p->apart.count + 1e-9), p->near.count,
               1e6 * p->near.time / ((double)p->near.count + 1e-9), p->crossing.count, p->nearest,
               f.depth[i]);
    }
    looked = f.rise;
    printf("rise %g excess %g\n", looked, f.excess);
    scene_free(&s);
    return 0;
}
