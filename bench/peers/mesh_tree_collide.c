/* collide.h itself among those who ask one mesh. */
#include <math.h>
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_OBB
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "mesh_tree.h"

typedef struct mesh_tree_ours {
    const mesh_tree_scene *scene;
    cld_real *positions[2];
    void *memory;
    cld_mesh mesh;
} mesh_tree_ours;

static cld_vec3 mesh_tree_from(const double p[3])
{
    return (cld_vec3){(cld_real)p[0], (cld_real)p[1], (cld_real)p[2]};
}

static void *mesh_tree_build(const void *scene)
{
    const mesh_tree_scene *s = (const mesh_tree_scene *)scene;
    mesh_tree_ours *mine = (mesh_tree_ours *)calloc(1, sizeof *mine);
    const size_t count = 3 * (size_t)s->vertex_count;
    mine->scene = s;
    for (int k = 0; k < 2; ++k) {
        mine->positions[k] = (cld_real *)malloc(count * sizeof(cld_real));
        for (size_t i = 0; i < count; ++i)
            mine->positions[k][i] = (cld_real)(k ? s->moved : s->positions)[i];
    }
    mine->mesh.positions = mine->positions[0], mine->mesh.vertex_count = s->vertex_count;
    mine->mesh.triangles = s->triangles, mine->mesh.triangle_count = s->triangle_count;
    mine->memory = malloc(cld_mesh_tree_size(&mine->mesh));
    if (cld_mesh_tree_build(&mine->mesh, mine->memory, cld_mesh_tree_size(&mine->mesh)) != CLD_OK)
        return NULL;
    return mine;
}

PEERS_RUN(mesh_tree_raycast, const mesh_tree_ours, mesh_tree_answer)
{
    cld_mesh_point hit;
    hit.distance = 0;
    out->found = cld_mesh_raycast(&mine->mesh, mesh_tree_from(mine->scene->points[q]),
                                  mesh_tree_from(mine->scene->ways[q]), (cld_real)INFINITY, &hit);
    out->distance = (double)hit.distance;
}

PEERS_RUN(mesh_tree_closest, const mesh_tree_ours, mesh_tree_answer)
{
    cld_mesh_point hit;
    hit.distance = 0;
    out->found = cld_mesh_closest(&mine->mesh, mesh_tree_from(mine->scene->points[q]),
                                  (cld_real)INFINITY, &hit);
    out->distance = (double)hit.distance;
}

PEERS_RUN(mesh_tree_distance, const mesh_tree_ours, mesh_tree_answer)
{
    const double *r = mine->scene->poses[q];
    const double columns[3][3] = {{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}};
    cld_mesh other = mine->mesh;
    cld_contact closest;
    other.pose.rotation.x = mesh_tree_from(columns[0]);
    other.pose.rotation.y = mesh_tree_from(columns[1]);
    other.pose.rotation.z = mesh_tree_from(columns[2]);
    other.pose.position = mesh_tree_from(r + 9);
    closest.distance = 0;
    out->found = cld_mesh_distance(&mine->mesh, &other, (cld_real)INFINITY, &closest);
    out->distance = (double)closest.distance;
}

PEERS_RUN(mesh_tree_refit, mesh_tree_ours, mesh_tree_answer)
{
    mine->mesh.positions = mine->positions[q % 2];
    out->found = cld_mesh_tree_refit(&mine->mesh) == CLD_OK;
}

PEERS_RUN(mesh_tree_rebuild, mesh_tree_ours, mesh_tree_answer)
{
    mine->mesh.positions = mine->positions[q % 2];
    out->found =
        cld_mesh_tree_build(&mine->mesh, mine->memory, cld_mesh_tree_size(&mine->mesh)) == CLD_OK;
}

static void mesh_tree_end(void *built)
{
    mesh_tree_ours *mine = (mesh_tree_ours *)built;
    free(mine->positions[0]);
    free(mine->positions[1]);
    free(mine->memory);
    free(mine);
}

void PEERS_OURS(mesh_tree)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "raycast",
              "cld_mesh_raycast, cld_mesh_tree_build before: hit or not exactly, edges included",
              PEERS_BITS, mesh_tree_build, mesh_tree_raycast, mesh_tree_end);
    peers_add(list, PEERS_WHO, "closest", "cld_mesh_closest: in double", PEERS_BITS,
              mesh_tree_build, mesh_tree_closest, mesh_tree_end);
    peers_add(list, PEERS_WHO, "distance", "cld_mesh_distance with points; meeting decided exactly",
              PEERS_BITS, mesh_tree_build, mesh_tree_distance, mesh_tree_end);
    peers_add(list, PEERS_WHO, "refit", "cld_mesh_tree_refit", PEERS_BITS, mesh_tree_build,
              mesh_tree_refit, mesh_tree_end);
    peers_add(list, PEERS_WHO, "build", "cld_mesh_tree_build: binned surface areas", PEERS_BITS,
              mesh_tree_build, mesh_tree_rebuild, mesh_tree_end);
}
