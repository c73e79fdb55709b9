// ODE among those who ask one mesh: rays. Debian's is in double, its OPCODE trees in float.
#include <ode/ode.h>
#include <cmath>
#include <vector>
#include "mesh_tree.h"

namespace
{ // types of these names are in other files, too

struct trimesh {
    const mesh_tree_scene *scene;
    std::vector<float> vertices;
    std::vector<dTriIndex> faces;
    dTriMeshDataID data;
    dGeomID mesh, ray;
};

void *build(const void *scene)
{
    static bool ready = dInitODE2(0) != 0;
    auto *s = static_cast<const mesh_tree_scene *>(scene);
    auto *mine = new trimesh;
    (void)ready;
    mine->scene = s;
    mine->vertices.assign(s->positions, s->positions + 3 * size_t(s->vertex_count));
    mine->faces.assign(s->triangles, s->triangles + 3 * size_t(s->triangle_count));
    mine->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(mine->data, mine->vertices.data(), 3 * sizeof(float),
                                s->vertex_count, mine->faces.data(), int(mine->faces.size()),
                                3 * sizeof(dTriIndex));
    mine->mesh = dCreateTriMesh(nullptr, mine->data, nullptr, nullptr, nullptr);
    mine->ray = dCreateRay(nullptr, 1);
    dGeomRaySetClosestHit(mine->ray, 1);
    dGeomRaySetBackfaceCull(mine->ray, 0);
    return mine;
}

void end(void *built)
{
    auto *mine = static_cast<trimesh *>(built);
    dGeomDestroy(mine->ray);
    dGeomDestroy(mine->mesh);
    dGeomTriMeshDataDestroy(mine->data);
    delete mine;
}

void raycast(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<trimesh *>(built);
    auto *out = static_cast<mesh_tree_answer *>(answers);
    dReal box[6];
    dGeomGetAABB(mine->mesh, box);
    for (int q = first; q < first + count; ++q) {
        const double *o = mine->scene->points[q], *d = mine->scene->ways[q];
        const double size = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        double reach = 0;
        dContactGeom c;
        for (int k = 0; k < 3; ++k)
            reach += std::fmax(std::fabs(box[2 * k] - o[k]), std::fabs(box[2 * k + 1] - o[k]));
        dGeomRaySetLength(mine->ray, reach);
        dGeomRaySet(mine->ray, o[0], o[1], o[2], d[0], d[1], d[2]);
        out[q].found = dCollide(mine->ray, mine->mesh, 1, &c, sizeof c);
        out[q].distance = out[q].found ? c.depth / size : 0;
    }
}

} // namespace

extern "C" void peers_mesh_tree_ode(peer_list *list)
{
    peers_add(list, "ODE double", "raycast",
              "dCollide of dCreateRay and dCreateTriMesh (OPCODE), closest hit, both sides",
              PEERS_DOUBLE, build, raycast, end);
}
