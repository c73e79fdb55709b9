// ODE among those who race on ground: a triangle mesh (OPCODE, its trees in float) and a heightfield.
// Hulls on the mesh are left out: with face angles preprocessed, as they demand, dCollide found no
// contact in any of the scenes.
#include <ode/ode.h>
#include <cmath>
#include <vector>
#include "ground.h"
#include "frame.hpp"

namespace
{

struct grounds {
    const ground_scene *scene;
    std::vector<float> vertices;
    std::vector<double> heights;
    std::vector<dTriIndex> faces;
    std::vector<dReal> planes, points;
    std::vector<unsigned> polygons;
    dTriMeshDataID mesh = nullptr;
    dHeightfieldDataID field = nullptr;
    dGeomID land, body;

    ~grounds()
    {
        dGeomDestroy(body);
        dGeomDestroy(land);
        if (mesh) dGeomTriMeshDataDestroy(mesh);
        if (field) dGeomHeightfieldDataDestroy(field);
    }
};

// The prism: corners 2 k and 2 k + 1 are those of its k-th edge, below and above.
dGeomID hull_of(grounds *mine)
{
    const double *first = mine->scene->corners[0];
    for (auto &p : mine->scene->corners) mine->points.insert(mine->points.end(), p, p + 3);
    for (unsigned k = 0; k < 6; ++k) {
        const unsigned a = 2 * k, b = 2 * ((k + 1) % 6);
        const double *p = first + 3 * a, *q = first + 3 * b;
        const double x = q[1] - p[1], y = p[0] - q[0], length = std::sqrt(x * x + y * y);
        mine->planes.insert(mine->planes.end(),
                            {x / length, y / length, 0, (x * p[0] + y * p[1]) / length});
        mine->polygons.insert(mine->polygons.end(), {4, a, b, b + 1, a + 1});
    }
    mine->planes.insert(mine->planes.end(), {0, 0, 1, first[5], 0, 0, -1, -first[2]});
    mine->polygons.insert(mine->polygons.end(), {6, 1, 3, 5, 7, 9, 11, 6, 10, 8, 6, 4, 2, 0});
    return dCreateConvex(nullptr, mine->planes.data(), 8, mine->points.data(), GROUND_CORNERS,
                         mine->polygons.data());
}

dGeomID body_of(grounds *mine)
{
    const double *size = ground_sizes[mine->scene->kind];
    switch (mine->scene->kind) {
    case GROUND_SPHERE:
        return dCreateSphere(nullptr, size[0]);
    case GROUND_CAPSULE:
        return dCreateCapsule(nullptr, size[0], 2 * size[1]);
    case GROUND_BOX:
        return dCreateBox(nullptr, 2 * size[0], 2 * size[0], 2 * size[1]);
    case GROUND_CYLINDER:
        return dCreateCylinder(nullptr, size[0], 2 * size[1]);
    default:
        return hull_of(mine);
    }
}

bool is_there(const grounds *mine, size_t vertex)
{
    return !std::isnan(mine->scene->heights[vertex]);
}

// Triangles of holes are left out.
void mesh_of(grounds *mine)
{
    for (int i = 0; i < GROUND_SIZE * GROUND_SIZE; ++i) {
        mine->vertices.push_back(float(GROUND_CELL * (i % GROUND_SIZE)));
        mine->vertices.push_back(float(GROUND_CELL * (i / GROUND_SIZE)));
        mine->vertices.push_back(is_there(mine, size_t(i)) ? mine->scene->heights[i] : 0);
    }
    for (dTriIndex j = 0; j + 1 < GROUND_SIZE; ++j)
        for (dTriIndex i = 0; i + 1 < GROUND_SIZE; ++i) {
            const dTriIndex v = j * GROUND_SIZE + i, up = v + GROUND_SIZE;
            if (!is_there(mine, v + 1) || !is_there(mine, up)) continue;
            if (is_there(mine, v)) mine->faces.insert(mine->faces.end(), {v, v + 1, up});
            if (is_there(mine, up + 1)) mine->faces.insert(mine->faces.end(), {up + 1, up, v + 1});
        }
    mine->mesh = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(mine->mesh, mine->vertices.data(), 3 * sizeof(float),
                                GROUND_SIZE * GROUND_SIZE, mine->faces.data(),
                                int(mine->faces.size()), 3 * sizeof(dTriIndex));
    mine->land = dCreateTriMesh(nullptr, mine->mesh, nullptr, nullptr, nullptr);
}

// Its y is up and its field centred: its x is our y, its z our x, so that cells are cut the same.
void field_of(grounds *mine)
{
    const int n = GROUND_SIZE;
    const double width = GROUND_CELL * (n - 1);
    const dMatrix3 r = {0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0};
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) mine->heights.push_back(mine->scene->heights[j * n + i]);
    mine->field = dGeomHeightfieldDataCreate();
    dGeomHeightfieldDataBuildDouble(mine->field, mine->heights.data(), 0, width, width, n, n, 1, 0,
                                    1000, 0);
    mine->land = dCreateHeightfield(nullptr, mine->field, 1);
    dGeomSetRotation(mine->land, r);
    dGeomSetPosition(mine->land, width / 2, width / 2, 0);
}

template <bool Field> void *build(const void *scene)
{
    static const bool ready = dInitODE2(0) != 0;
    auto *s = static_cast<const ground_scene *>(scene);
    (void)ready;
    if (!Field && s->kind == GROUND_HULL) return nullptr;
    if (Field && s->land == GROUND_HOLES) return nullptr; // it knows none
    auto *mine = new grounds;
    mine->scene = s;
    if (Field)
        field_of(mine);
    else
        mesh_of(mine);
    mine->body = body_of(mine);
    return mine;
}

void contacts(grounds &mine, int q, ground_answer &out)
{
    enum { MOST = 16 };
    const ground_body &b = mine.scene->bodies[q];
    const dMatrix3 r = {b.axes[0][0], b.axes[1][0], b.axes[2][0], 0,
                        b.axes[0][1], b.axes[1][1], b.axes[2][1], 0,
                        b.axes[0][2], b.axes[1][2], b.axes[2][2], 0};
    dContactGeom c[MOST];
    int deepest = 0;
    dGeomSetPosition(mine.body, b.at[0], b.at[1], b.at[2]);
    if (mine.scene->kind != GROUND_SPHERE) dGeomSetRotation(mine.body, r);
    out.count = dCollide(mine.body, mine.land, MOST, c, sizeof *c);
    for (int k = 1; k < out.count; ++k)
        if (c[k].depth > c[deepest].depth) deepest = k;
    if (out.count == 0) return;
    for (int i = 0; i < 3; ++i) out.way[i] = c[deepest].normal[i];
    out.value = c[deepest].depth;
}

} // namespace

extern "C" void peers_ground_ode(peer_list *list)
{
    peers_add(list, "ODE double", "contacts",
              "dCollide with dCreateTriMesh (OPCODE), at most 16; no hulls", PEERS_DOUBLE,
              build<false>, peers::run<contacts>, peers::end<grounds>);
    peers_add(list, "ODE double heightfield", "contacts",
              "dCollide with dCreateHeightfield, at most 16", PEERS_DOUBLE, build<true>,
              peers::run<contacts>, peers::end<grounds>)
        ->beside = " terrain";
}
