// ODE among those who race with polyhedra: its convex geoms, as its package has them compiled. (Its
// rays missed nearly all convexes that they should hit, for a reason not found: not raced.)
#include <ode/ode.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "polyhedron.h"

namespace
{

struct solid {
    std::vector<dReal> planes, points;
    std::vector<unsigned> faces;
    dGeomID geom;
};

struct solids {
    const polyhedron_scene *scene;
    std::vector<solid> a, b; // of each shape one to stand still and one to be moved
};

void solid_from(const polyhedron_solid &from, solid &out)
{
    for (int i = 0; i < 3 * from.vertex_count; ++i) out.points.push_back(dReal(from.xyz[i]));
    for (int i = 0; i < from.triangle_count; ++i) {
        const unsigned *t = from.triangles + 3 * std::size_t(i);
        const double *a = from.xyz + 3 * t[0], *b = from.xyz + 3 * t[1], *c = from.xyz + 3 * t[2];
        double n[3], length;
        for (int k = 0; k < 3; ++k) {
            int u = (k + 1) % 3, v = (k + 2) % 3;
            n[k] = (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
        }
        length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (double x : n) out.planes.push_back(dReal(x / length));
        out.planes.push_back(dReal((n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / length));
        out.faces.push_back(3);
        out.faces.insert(out.faces.end(), t, t + 3);
    }
    out.geom = dCreateConvex(nullptr, out.planes.data(), unsigned(from.triangle_count),
                             out.points.data(), unsigned(from.vertex_count), out.faces.data());
}

void put(dGeomID geom, const polyhedron_placed &p)
{
    dMatrix3 r;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k) r[4 * i + k] = k < 3 ? dReal(p.axes[k][i]) : 0;
    dGeomSetRotation(geom, r);
    dGeomSetPosition(geom, dReal(p.at[0]), dReal(p.at[1]), dReal(p.at[2]));
}

// All pairs of edges are tried: not for many vertices.
void *build(const void *scene)
{
    auto *s = static_cast<const polyhedron_scene *>(scene);
    if (s->shapes[0].vertex_count > 100) return nullptr;
    auto *mine = new solids;
    dInitODE2(0);
    mine->scene = s;
    mine->a.resize(std::size_t(s->shape_count));
    mine->b.resize(std::size_t(s->shape_count));
    for (int i = 0; i < s->shape_count; ++i) {
        solid_from(s->shapes[i], mine->a[std::size_t(i)]);
        solid_from(s->shapes[i], mine->b[std::size_t(i)]);
        if (s->b) put(mine->a[std::size_t(i)].geom, s->rest[i]);
    }
    return mine;
}

void end(void *built)
{
    auto *mine = static_cast<solids *>(built);
    for (auto *all : {&mine->a, &mine->b})
        for (auto &one : *all) dGeomDestroy(one.geom);
    delete mine;
    dCloseODE();
}

void overlap(solids &mine, int q, polyhedron_answer &out)
{
    const polyhedron_placed &p = mine.scene->b[q];
    dGeomID moved = mine.b[std::size_t(p.shape)].geom;
    dContactGeom contact;
    put(moved, p);
    out.yes = dCollide(mine.a[std::size_t(mine.scene->shape[q])].geom, moved, 1, &contact,
                       sizeof contact) > 0;
}

void collide(solids &mine, int q, polyhedron_answer &out)
{
    const polyhedron_placed &p = mine.scene->b[q];
    dGeomID moved = mine.b[std::size_t(p.shape)].geom;
    dContactGeom contacts[16];
    put(moved, p);
    int found = dCollide(mine.a[std::size_t(mine.scene->shape[q])].geom, moved, 16, contacts,
                         sizeof *contacts);
    out.yes = found > 0;
    out.value = 0;
    for (int i = 0; i < found; ++i) {
        if (double(contacts[i].depth) < out.value) continue;
        out.value = double(contacts[i].depth);
        for (int c = 0; c < 3; ++c) out.normal[c] = -double(contacts[i].normal[c]);
    }
}

} // namespace

extern "C" void peers_polyhedron_ode(peer_list *list)
{
    int bits = sizeof(dReal) == sizeof(double) ? PEERS_DOUBLE : PEERS_FLOAT;
    peers_add(list, "ODE", "overlap", "dCollide of convexes, all axes, one contact", bits, build,
              peers::run<overlap>, end);
    peers_add(list, "ODE", "collide", "dCollide of convexes, all axes, at most 16 contacts", bits,
              build, peers::run<collide>, end);
}
