/* collide.h itself among those who race with convex shapes. */
#include "shape.h"
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "../shape_bodies.h"
#include "frame.h"

static void *shape_build(const void *scene)
{
    return shape_bodies((const shape_scene *)scene, 0);
}

/* Boxes and hulls as polyhedra. */
static void *shape_build_prepared(const void *scene)
{
    const shape_scene *s = (const shape_scene *)scene;
    const shape_kind a = s->a[0].kind, b = s->b[0].kind;
    if ((a != SHAPE_BOX && a != SHAPE_HULL) || (b != SHAPE_BOX && b != SHAPE_HULL)) return NULL;
    return shape_bodies(s, 1);
}

static void shape_end(void *built)
{
    shape_bodies_free((shape_ours *)built);
}

PEERS_RUN(shape_overlap, const shape_ours, shape_answer)
{
    out->count =
        cld_shape_overlap(&mine->a[q], &mine->pose_a[q], &mine->b[q], &mine->pose_b[q], NULL);
}

PEERS_RUN(shape_contacts, const shape_ours, shape_answer)
{
    cld_contact found[4];
    out->count = cld_shape_collide(&mine->a[q], &mine->pose_a[q], &mine->b[q], &mine->pose_b[q], 0,
                                   NULL, found, 4);
    if (out->count <= 0) return;
    out->value = -(double)found[0].distance;
    out->normal[0] = (double)found[0].normal.x;
    out->normal[1] = (double)found[0].normal.y;
    out->normal[2] = (double)found[0].normal.z;
}

PEERS_RUN(shape_distance, const shape_ours, shape_answer)
{
    cld_contact closest;
    out->count = cld_shape_distance(&mine->a[q], &mine->pose_a[q], &mine->b[q], &mine->pose_b[q],
                                    (cld_real)INFINITY, NULL, &closest);
    out->value = out->count >= 0 ? (double)closest.distance : 0;
}

PEERS_RUN(shape_sweep, const shape_ours, shape_answer)
{
    cld_hit hit;
    out->count = cld_shape_sweep(&mine->a[q], &mine->pose_a[q], NULL, &mine->b[q], &mine->pose_b[q],
                                 &mine->ways[q], NULL, &hit);
    out->value = out->count > 0 ? (double)hit.time : 2;
}

void PEERS_OURS(shape)(peer_list *list)
{
    static const struct {
        const char *question, *how;
        void (*run)(void *built, int first, int count, void *answers);
    } asks[4] = {{"overlap", "cld_shape_overlap: apart is a proof", shape_overlap},
                 {"contacts", "cld_shape_collide, at most 4", shape_contacts},
                 {"distance", "cld_shape_distance: apart is a proof", shape_distance},
                 {"sweep", "cld_shape_sweep: no hit is a proof", shape_sweep}};
    for (int i = 0; i < 4; ++i) {
        peers_add(list, PEERS_WHO, asks[i].question, asks[i].how, PEERS_BITS, shape_build,
                  asks[i].run, shape_end);
        peers_add(list, PEERS_WHO " prepared", asks[i].question,
                  "the same, boxes and hulls as polyhedra", PEERS_BITS, shape_build_prepared,
                  asks[i].run, shape_end);
    }
}
