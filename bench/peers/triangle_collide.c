/* collide.h itself among those who race with points, segments and triangles. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "triangle.h"

/* Eight points of a query, as they are in the scene. */
typedef cld_vec3 triangle_points[8];

static void *triangle_build(const void *scene)
{
    const triangle_points **points = (const triangle_points **)malloc(sizeof *points);
#ifdef COLLIDE_DOUBLE
    *points = (const triangle_points *)(const void *)((const triangle_scene *)scene)->at64;
#else
    *points = (const triangle_points *)(const void *)((const triangle_scene *)scene)->at32;
#endif
    return points;
}

static const cld_triangle *triangle_of(const cld_vec3 *p)
{
    return (const cld_triangle *)p;
}

static const cld_segment *triangle_segment(const cld_vec3 *p)
{
    return (const cld_segment *)p;
}

PEERS_RUN(triangle_overlaps, const triangle_points *const, triangle_answer)
{
    const cld_vec3 *p = (*mine)[q];
    out->hit = cld_triangle_overlap(triangle_of(p), triangle_of(p + 3));
}

PEERS_RUN(triangle_distances, const triangle_points *const, triangle_answer)
{
    const cld_vec3 *p = (*mine)[q];
    out->distance = (double)cld_triangle_distance(triangle_of(p), triangle_of(p + 3), NULL);
}

PEERS_RUN(triangle_to_point, const triangle_points *const, triangle_answer)
{
    const cld_vec3 *p = (*mine)[q];
    out->distance = (double)cld_triangle_closest(triangle_of(p + 1), p[0], NULL);
}

PEERS_RUN(triangle_segments, const triangle_points *const, triangle_answer)
{
    const cld_vec3 *p = (*mine)[q];
    out->distance =
        (double)cld_segment_closest(triangle_segment(p), triangle_segment(p + 2), NULL, NULL);
}

PEERS_RUN(triangle_point_moves, const triangle_points *const, triangle_answer)
{
    const cld_vec3 *p = (*mine)[q];
    cld_mesh_hit hit;
    hit.time = 0;
    out->hit =
        cld_triangle_sweep_point(triangle_of(p + 1), triangle_of(p + 5), p[0], p[4], 0, &hit);
    out->time = (double)hit.time;
}

PEERS_RUN(triangle_edges_move, const triangle_points *const, triangle_answer)
{
    const cld_vec3 *p = (*mine)[q];
    cld_mesh_hit hit;
    hit.time = 0;
    out->hit = cld_segment_sweep(triangle_segment(p), triangle_segment(p + 4),
                                 triangle_segment(p + 2), triangle_segment(p + 6), 0, &hit);
    out->time = (double)hit.time;
}

void PEERS_OURS(triangle)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "overlap", "cld_triangle_overlap: exact", PEERS_BITS, triangle_build,
              triangle_overlaps, free);
    peers_add(list, PEERS_WHO, "distance", "cld_triangle_distance, 0 where they overlap, exactly",
              PEERS_BITS, triangle_build, triangle_distances, free);
    peers_add(list, PEERS_WHO, "point", "cld_triangle_closest", PEERS_BITS, triangle_build,
              triangle_to_point, free);
    peers_add(list, PEERS_WHO, "segments", "cld_segment_closest", PEERS_BITS, triangle_build,
              triangle_segments, free);
    peers_add(list, PEERS_WHO, "point moves", "cld_triangle_sweep_point: never missed, never late",
              PEERS_BITS, triangle_build, triangle_point_moves, free);
    peers_add(list, PEERS_WHO, "edges move",
              "cld_segment_sweep: the same, with contact and weights", PEERS_BITS, triangle_build,
              triangle_edges_move, free);
}
