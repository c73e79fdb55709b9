// ODE (libode) among those who race with convex shapes: spheres, capsules, boxes, cylinders.
#include <ode/ode.h>
#include <vector>
#include "frame.hpp"
#include "shape.h"

namespace
{

struct shapes {
    std::vector<dGeomID> a, b;
};

static dGeomID geom_from(const shape_body &body)
{
    dReal r = dReal(body.half[0]), length = dReal(2 * body.half[2]);
    dGeomID g = body.kind == SHAPE_SPHERE    ? dCreateSphere(nullptr, r)
                : body.kind == SHAPE_CAPSULE ? dCreateCapsule(nullptr, r, length)
                : body.kind == SHAPE_CYLINDER
                    ? dCreateCylinder(nullptr, r, length)
                    : dCreateBox(nullptr, 2 * r, dReal(2 * body.half[1]), length);
    dMatrix3 rotation = {0};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) rotation[4 * i + k] = dReal(body.axes[k][i]);
    dGeomSetPosition(g, dReal(body.at[0]), dReal(body.at[1]), dReal(body.at[2]));
    dGeomSetRotation(g, rotation);
    return g;
}

static void *build(const void *scene)
{
    auto *s = static_cast<const shape_scene *>(scene);
    if (s->a[0].kind == SHAPE_HULL || s->b[0].kind == SHAPE_HULL) return nullptr;
    auto *mine = new shapes;
    dInitODE2(0);
    for (int i = 0; i < s->count; ++i) {
        mine->a.push_back(geom_from(s->a[i]));
        mine->b.push_back(geom_from(s->b[i]));
    }
    return mine;
}

static void contacts(const shapes &mine, int q, shape_answer &out)
{
    dContactGeom found[4];
    out.count = dCollide(mine.a[std::size_t(q)], mine.b[std::size_t(q)], 4, found, sizeof found[0]);
    out.value = 0;
    for (int i = 0; i < out.count; ++i) {
        if (i > 0 && found[i].depth <= out.value) continue;
        out.value = found[i].depth;
        for (int k = 0; k < 3; ++k) out.normal[k] = -found[i].normal[k];
    }
}

static void overlap(const shapes &mine, int q, shape_answer &out)
{
    dContactGeom found;
    out.count = dCollide(mine.a[std::size_t(q)], mine.b[std::size_t(q)], 1, &found, sizeof found);
}

static void end(void *built)
{
    auto *mine = static_cast<shapes *>(built);
    for (dGeomID g : mine->a) dGeomDestroy(g);
    for (dGeomID g : mine->b) dGeomDestroy(g);
    delete mine;
}

} // namespace

extern "C" void peers_shape_ode(peer_list *list)
{
    const int bits = 8 * sizeof(dReal);
    peers_add(list, "ODE", "overlap", "dCollide, one contact", bits, build, peers::run<overlap>,
              end);
    peers_add(list, "ODE", "contacts", "dCollide, at most 4, geoms made beforehand", bits, build,
              peers::run<contacts>, end);
}
