// ODE (libode) among those who race with boxes.
#include <ode/ode.h>
#include <ode/odemath.h>
#include <cstring>
#include <vector>
#include "obb_pairs.hpp"

namespace
{

struct ode_box {
    dVector3 centre, sides;
    dMatrix3 rotation; // rows of four
};

struct boxes {
    std::vector<ode_box> a, b;
    std::vector<dGeomID> shapes, rays;
};

static const int bits = 8 * sizeof(dReal);

static ode_box box_from(const obb_box &box)
{
    ode_box o;
    for (int k = 0; k < 3; ++k) {
        o.centre[k] = dReal(box.centre[k]);
        o.sides[k] = dReal(2 * box.half[k]);
        for (int i = 0; i < 3; ++i) o.rotation[4 * i + k] = dReal(box.axes[k][i]);
        o.rotation[4 * k + 3] = 0;
    }
    o.centre[3] = o.sides[3] = 0;
    return o;
}

static int touch(const ode_box &a, const ode_box &b)
{
    return dBoxTouchesBox(a.centre, a.rotation, a.sides, b.centre, b.rotation, b.sides);
}

static void contacts(const boxes &mine, int q, obb_contacts &out)
{
    const ode_box &a = mine.a[q], &b = mine.b[q];
    dContactGeom found[8];
    dVector3 normal = {0, 0, 0, 0};
    dReal depth = 0;
    int code = 0;
    out.count = dBoxBox(a.centre, a.rotation, a.sides, b.centre, b.rotation, b.sides, normal,
                        &depth, &code, 8, found, sizeof(dContactGeom));
    out.depth = depth;
    for (int k = 0; k < 3; ++k) out.normal[k] = normal[k];
}

static void *build_rays(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    dInitODE2(0);
    for (int i = 0; i < s->count; ++i) {
        ode_box box = box_from(s->a[i]);
        const obb_ray &r = s->rays[i];
        const double *d = r.direction;
        dGeomID shape = dCreateBox(nullptr, box.sides[0], box.sides[1], box.sides[2]);
        dGeomID ray = dCreateRay(nullptr, dSqrt(dReal(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])));
        dGeomSetPosition(shape, box.centre[0], box.centre[1], box.centre[2]);
        dGeomSetRotation(shape, box.rotation);
        dGeomRaySet(ray, dReal(r.origin[0]), dReal(r.origin[1]), dReal(r.origin[2]), dReal(d[0]),
                    dReal(d[1]), dReal(d[2]));
        mine->shapes.push_back(shape);
        mine->rays.push_back(ray);
    }
    return mine;
}

static void rays(const boxes &mine, int q, obb_hit &out)
{
    dContactGeom found;
    out.time = 2;
    if (!dCollide(mine.rays[q], mine.shapes[q], 1, &found, sizeof found)) return;
    out.time = found.depth / dGeomRayGetLength(mine.rays[q]);
    for (int k = 0; k < 3; ++k) out.normal[k] = found.normal[k];
}

static void end(void *built)
{
    auto *mine = static_cast<boxes *>(built);
    for (dGeomID g : mine->shapes) dGeomDestroy(g);
    for (dGeomID g : mine->rays) dGeomDestroy(g);
    delete mine;
}

} // namespace

extern "C" void peers_obb_ode(peer_list *list)
{
    peers_add(list, "ODE", "overlap", "dBoxTouchesBox: 15 axes, edges that are near parallel too",
              bits, obb_pairs::build<boxes, box_from>, peers::run<obb_pairs::overlap<boxes, touch>>,
              end);
    peers_add(list, "ODE", "one against many", "dBoxTouchesBox for each", bits,
              obb_pairs::build_many<boxes, box_from>, peers::run<obb_pairs::many<boxes, touch>>,
              end);
    peers_add(list, "ODE", "contacts", "dBoxBox, at most 8; the depth is that of the axis", bits,
              obb_pairs::build<boxes, box_from>, peers::run<contacts>, end);
    peers_add(list, "ODE", "ray", "dCollide of a ray and a box, geoms made beforehand", bits,
              build_rays, peers::run<rays>, end);
}
