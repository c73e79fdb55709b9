/* cld_polygon_sweep of a B that moves alone, as most tests ask it. Before it collide.h. */
#ifndef COLLIDE_POLYGON_SWEEP_H
#define COLLIDE_POLYGON_SWEEP_H

static TEST_UNUSED int sweep_b(const cld_polygon *a, const cld_polygon *b, cld_vec2 way, cld_hit2 *hit)
{
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    motion.linear = way;
    return cld_polygon_sweep(a, NULL, b, &motion, NULL, hit);
}

#endif
