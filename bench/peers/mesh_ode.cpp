// ODE among those who race with meshes.
#include <ode/ode.h>
#include "mesh_peers.hpp"

namespace
{

struct body {
    mesh::surface<float> surface;
    std::vector<mesh::vec<float>> at; // what ODE looks at
    dTriMeshDataID data;
    dGeomID geom;
};

struct racer {
    body bodies[2];
};

void *build(const void *scene)
{
    auto *s = static_cast<const mesh_steps *>(scene);
    static const bool once = (dInitODE2(0), dAllocateODEDataForThread(dAllocateMaskAll), true);
    (void)once;
    if (s->body_count != 2) return nullptr;
    auto *r = new racer;
    for (int k = 0; k < 2; ++k) {
        body &b = r->bodies[k];
        b.surface = mesh::surface_from<float>(*s, k);
        b.at = b.surface.rest;
        b.data = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildSingle(b.data, b.at.data(), sizeof(mesh::vec<float>), int(b.at.size()),
                                    b.surface.triangles, 3 * b.surface.triangle_count,
                                    3 * sizeof(unsigned));
        b.geom = dCreateTriMesh(nullptr, b.data, nullptr, nullptr, nullptr);
    }
    return r;
}

void end(void *built)
{
    auto *r = static_cast<racer *>(built);
    for (body &b : r->bodies) {
        dGeomDestroy(b.geom);
        dGeomTriMeshDataDestroy(b.data);
    }
    delete r;
}

void touch(void *built, int first, int count, void *answers)
{
    auto *r = static_cast<racer *>(built);
    auto *out = static_cast<mesh_answer *>(answers);
    dContactGeom contact;
    for (int q = first; q < first + count; ++q) {
        for (body &b : r->bodies) {
            std::copy(b.surface.frames[size_t(q)].begin(), b.surface.frames[size_t(q)].end(),
                      b.at.begin());
            dGeomTriMeshDataUpdate(b.data);
            dGeomSetPosition(b.geom, 0, 0, 0); // its box is to be found again
        }
        out[q].count = dCollide(r->bodies[0].geom, r->bodies[1].geom, 1 | CONTACTS_UNIMPORTANT,
                                &contact, sizeof contact);
    }
}

} // namespace

extern "C" void peers_mesh_ode(peer_list *list)
{
    peers_add(list, "ODE", "touch",
              "dGeomTriMeshDataUpdate (refit) each step, dCollide for one contact of two trimeshes",
              PEERS_FLOAT, build, touch, end);
}
