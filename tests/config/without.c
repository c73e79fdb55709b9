/* With a module left out its names are free: here the user defines them himself. */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

int cld_nurbs_collide(void);

int cld_nurbs_collide(void)
{
    return 1;
}

#ifdef COLLIDE_NO_OBB
int cld_obb_overlap(void);

int cld_obb_overlap(void)
{
    return 1;
}
#endif

#ifdef COLLIDE_NO_GRID
int cld_grid_near(void);

int cld_grid_near(void)
{
    return 1;
}
#endif

#ifdef COLLIDE_NO_TERRAIN
int cld_heightfield_validate(void);

int cld_heightfield_validate(void)
{
    return 1;
}
#endif

#ifdef COLLIDE_NO_POLYGON
int cld_polygon_overlap(void);

int cld_polygon_overlap(void)
{
    return 1;
}
#endif

#ifdef COLLIDE_NO_POLYHEDRON
int cld_polyhedron_contains(void);

int cld_polyhedron_contains(void)
{
    return 1;
}
#endif

#ifdef COLLIDE_NO_BEZIER
int cld_path_sweep(void);

int cld_path_sweep(void)
{
    return 1;
}
#endif

int main(void)
{
    return cld_nurbs_collide() - 1;
}

#ifdef COLLIDE_NO_SHAPE
int cld_shape_overlap(void);

int cld_shape_overlap(void)
{
    return 1;
}
#endif
