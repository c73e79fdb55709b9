/* collide.h itself among those who race on ground. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* for the clock of bench.h */
#endif
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "../ground_bodies.h"
#include "ground.h"
#include "frame.h"

/* Met from both sides, as others meet it. */
static void *ground_build(const void *scene)
{
    ground_ours *mine = ground_bodies((const ground_scene *)scene);
    mine->mesh.sides = CLD_MESH_SHEET;
    return mine;
}

static void ground_end(void *built)
{
    ground_bodies_free((ground_ours *)built);
}

static void ground_tell(ground_answer *out, int count, const cld_contact *found)
{
    int deepest = 0;
    out->count = count;
    for (int k = 1; k < count; ++k)
        if (found[k].distance < found[deepest].distance) deepest = k;
    if (count <= 0) return;
    out->value = -(double)found[deepest].distance;
    out->way[0] = -(double)found[deepest].normal.x;
    out->way[1] = -(double)found[deepest].normal.y;
    out->way[2] = -(double)found[deepest].normal.z;
}

PEERS_RUN(ground_mesh_contacts, const ground_ours, ground_answer)
{
    cld_contact found[CLD_GROUND_CONTACTS];
    const int count = cld_mesh_collide_shape(&mine->mesh, &mine->shape, &mine->poses[q], 0, found,
                                             CLD_GROUND_CONTACTS);
    ground_tell(out, count, found);
}

PEERS_RUN(ground_terrain_contacts, const ground_ours, ground_answer)
{
    cld_contact found[CLD_GROUND_CONTACTS];
    const int count = cld_heightfield_collide_shape(&mine->field, &mine->shape, &mine->poses[q], 0,
                                                    found, CLD_GROUND_CONTACTS);
    ground_tell(out, count, found);
}

PEERS_RUN(ground_mesh_sweep, const ground_ours, ground_answer)
{
    cld_hit hit;
    out->count = cld_mesh_sweep_shape(&mine->mesh, &mine->shape, &mine->poses[q], &mine->motions[q],
                                      NULL, &hit);
    out->value = out->count > 0 ? (double)hit.time : 2;
}

PEERS_RUN(ground_terrain_sweep, const ground_ours, ground_answer)
{
    cld_hit hit;
    out->count = cld_heightfield_sweep_shape(&mine->field, &mine->shape, &mine->poses[q],
                                             &mine->motions[q], NULL, &hit);
    out->value = out->count > 0 ? (double)hit.time : 2;
}

void PEERS_OURS(ground)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "contacts", "cld_mesh_collide_shape: at most 16, none is a proof",
              PEERS_BITS, ground_build, ground_mesh_contacts, ground_end);
    peers_add(list, PEERS_WHO " terrain", "contacts",
              "cld_heightfield_collide_shape: solid, the first is a way out", PEERS_BITS,
              ground_build, ground_terrain_contacts, ground_end);
    peers_add(list, PEERS_WHO, "sweep", "cld_mesh_sweep_shape: no hit is a proof", PEERS_BITS,
              ground_build, ground_mesh_sweep, ground_end);
    peers_add(list, PEERS_WHO " terrain", "sweep", "cld_heightfield_sweep_shape: the same",
              PEERS_BITS, ground_build, ground_terrain_sweep, ground_end);
}
