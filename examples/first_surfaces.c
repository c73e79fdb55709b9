/* Two NURBS surfaces: how far apart are they, and in which curves do they meet?

       cc -O2 -I. examples/first_surfaces.c -o first_surfaces -lm && ./first_surfaces */
#define COLLIDE_NO_GRID /* the modules left out need no compiling */
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    /* degree 2 by 1, 3 by 2 points: an arch over the plane z = 0, and that plane */
    static const cld_real bent[] = {0, 0, 0, 1, 1, 1}, straight[] = {0, 0, 1, 1};
    static const cld_real arch_points[] = {-1, -1, -1, -1, 1,  -1, 0, -1, 2,
                                           0,  1,  2,  1,  -1, -1, 1, 1,  -1};
    static const cld_real plane_points[] = {-2, -2, 0, -2, 2, 0, 2, -2, 0, 2, 2, 0};
    cld_nurbs arch, plane;
    cld_nurbs_body a, b;
    cld_workspace workspace;
    cld_nurbs_contact nearest;
    int found;
    memset(&arch, 0, sizeof arch); /* all zero is a sensible default: no weights, packed points */
    memset(&a, 0, sizeof a);
    memset(&workspace, 0, sizeof workspace);
    arch.degree_u = 2, arch.degree_v = 1, arch.count_u = 3, arch.count_v = 2;
    arch.knots_u = bent, arch.knots_v = straight, arch.points = arch_points;
    plane = arch;
    plane.degree_u = 1, plane.count_u = 2, plane.knots_u = straight, plane.points = plane_points;
    a.surfaces = &arch, a.pose = cld_pose_identity();
    b = a;
    b.surfaces = &plane;
    found = cld_nurbs_contacts(&a, &b, NULL, &workspace, &nearest, 1, NULL);
    printf("the arch meets the plane in %d places\n", found);
    b.pose.position.z = -2; /* the plane, moved down by 2 */
    if (cld_nurbs_distance(&a, &b, NULL, &workspace, &nearest) == CLD_APART)
        printf("then they are %g apart\n", (double)nearest.contact.distance);
    cld_workspace_free(&workspace);
    return found == 2 ? 0 : 1;
}
