// ODE among those who race on terrain.
#include <ode/ode.h>
#include <vector>
#include "frame.hpp"
#include "terrain.h"

// Rays are left out: it looks at all cells of the box around one, and sorts their planes, which
// takes seconds here.
// Its y is up and its field centred: its x is our y, its z our x, so that cells are cut the same.
struct ode_terrain {
    std::vector<double> heights;
    dHeightfieldDataID data;
    dGeomID field, body;
    const terrain_scene *scene;
};

static void ode_start()
{
    static bool begun = false;
    if (!begun) dInitODE2(0);
    begun = true;
}

static dGeomID ode_body(const terrain_scene *s)
{
    switch (s->solid) {
    case TERRAIN_SOLID_CYLINDER:
        return dCreateCylinder(0, s->size[0], 2 * s->size[1]);
    case TERRAIN_SOLID_SPHERE:
        return dCreateSphere(0, s->size[0]);
    case TERRAIN_SOLID_CAPSULE:
        return dCreateCapsule(0, s->size[0], 2 * s->size[1]);
    case TERRAIN_SOLID_BOX:
        return dCreateBox(0, 2 * s->size[0], 2 * s->size[1], 2 * s->size[2]);
    default:
        return dCreateRay(0, s->within);
    }
}

static void *build(const void *scene)
{
    auto *s = static_cast<const terrain_scene *>(scene);
    if (s->has_holes) return nullptr; // it knows none
    ode_start();
    auto *mine = new ode_terrain;
    const double width = s->cell * (s->rows - 1), depth = s->cell * (s->columns - 1);
    mine->scene = s;
    mine->heights.resize(size_t(s->columns) * s->rows);
    for (int j = 0; j < s->rows; ++j)
        for (int i = 0; i < s->columns; ++i)
            mine->heights[size_t(i) * s->rows + j] = s->heights[size_t(j) * s->columns + i];
    mine->data = dGeomHeightfieldDataCreate();
    // no scale, no offset, solid for 1000 below, not repeated
    dGeomHeightfieldDataBuildDouble(mine->data, mine->heights.data(), 0, width, depth, s->rows,
                                    s->columns, 1, 0, 1000, 0);
    mine->field = dCreateHeightfield(0, mine->data, 1);
    const dMatrix3 r = {0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0};
    dGeomSetRotation(mine->field, r);
    dGeomSetPosition(mine->field, depth / 2, width / 2, 0);
    mine->body = ode_body(s);
    return mine;
}

static void end(void *built)
{
    auto *mine = static_cast<ode_terrain *>(built);
    dGeomDestroy(mine->body);
    dGeomDestroy(mine->field);
    dGeomHeightfieldDataDestroy(mine->data);
    delete mine;
}

static void place(const ode_terrain *mine, int q)
{
    const terrain_pose &p = mine->scene->poses[q];
    const dMatrix3 r = {p.axes[0][0], p.axes[1][0], p.axes[2][0], 0,
                        p.axes[0][1], p.axes[1][1], p.axes[2][1], 0,
                        p.axes[0][2], p.axes[1][2], p.axes[2][2], 0};
    dGeomSetPosition(mine->body, p.centre[0], p.centre[1], p.centre[2]);
    if (mine->scene->solid != TERRAIN_SOLID_SPHERE) dGeomSetRotation(mine->body, r);
}

static void overlap(ode_terrain &mine, int q, terrain_answer &out)
{
    dContactGeom c;
    place(&mine, q);
    out.touching = dCollide(mine.body, mine.field, 1 | CONTACTS_UNIMPORTANT, &c, sizeof c) > 0;
}

static void manifold(ode_terrain &mine, int q, terrain_answer &out)
{
    enum { MOST = 16 };
    dContactGeom c[MOST];
    int deepest = 0;
    place(&mine, q);
    const int n = dCollide(mine.body, mine.field, MOST, c, sizeof *c);
    out.touching = n > 0, out.contacts = n;
    for (int k = 1; k < n; ++k)
        if (c[k].depth > c[deepest].depth) deepest = k;
    if (n == 0) return;
    for (int i = 0; i < 3; ++i) out.way[i] = c[deepest].normal[i];
    out.depth = c[deepest].depth;
}

extern "C" void peers_terrain_ode(peer_list *list)
{
    peers_add(list, "ODE double", "overlap",
              "dCollide with dCreateHeightfield, one contact, CONTACTS_UNIMPORTANT", PEERS_DOUBLE,
              build, peers::run<overlap>, end);
    peers_add(list, "ODE double", "manifold", "dCollide, at most 16 contacts, the deepest judged",
              PEERS_DOUBLE, build, peers::run<manifold>, end);
}
