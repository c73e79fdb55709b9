// ODE among those who race in the broad phase.
#include <ode/ode.h>
#include <algorithm>
#include <vector>
#include "frame.hpp"
#include "boxes.h"

namespace
{

// Geoms of a class of our own, whose boxes are what the scene says.
struct thing {
    const double *box;
    uint32_t number;
    bool stands;
};

void box_of(dGeomID geom, dReal aabb[6])
{
    const double *b = (*static_cast<thing **>(dGeomGetClassData(geom)))->box;
    for (int k = 0; k < 3; ++k) aabb[2 * k] = dReal(b[k]), aabb[2 * k + 1] = dReal(b[3 + k]);
}

dColliderFn *no_collider(int)
{
    return nullptr;
}

int class_of_boxes()
{
    static int number = -1;
    if (number < 0) {
        dGeomClass c = {};
        c.bytes = sizeof(thing *), c.collider = no_collider, c.aabb = box_of;
        dInitODE2(0);
        number = dCreateGeomClass(&c);
    }
    return number;
}

struct racer {
    const boxes_scene *scene;
    dSpaceID moving = nullptr, standing = nullptr;
    std::vector<thing> things;
    std::vector<dGeomID> geoms; // of those that move
    boxes_answer answer;
};

void note(void *data, dGeomID first, dGeomID second)
{
    auto *mine = static_cast<racer *>(data);
    const thing *a = *static_cast<thing **>(dGeomGetClassData(first));
    const thing *b = *static_cast<thing **>(dGeomGetClassData(second));
    if (!a->stands && !b->stands)
        boxes_note_either_way(&mine->answer, a->number, b->number);
    else if (a->stands)
        boxes_note(&mine->answer, b->number, a->number);
    else
        boxes_note(&mine->answer, a->number, b->number);
}

enum kind { HASH, SAP, QUADTREE };

dSpaceID space_new(kind k, const boxes_set &set)
{
    if (k == SAP) return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    if (k == HASH) {
        dSpaceID hash = dHashSpaceCreate(nullptr);
        dHashSpaceSetLevels(hash, -10, 2); // cells of 2^-10 to 4
        return hash;
    }
    const double *b = set.at64;
    dVector3 centre = {0, 0, 0}, extents = {0, 0, 0};
    int depth = 1;
    for (int i = 0; i < set.count; ++i)
        for (int k3 = 0; k3 < 3; ++k3) centre[k3] += (b[6 * i + k3] + b[6 * i + 3 + k3]) / 2;
    for (int k3 = 0; k3 < 3; ++k3) centre[k3] /= set.count, extents[k3] = 1;
    while (depth < 8 && (1 << 2 * depth) * 4 < set.count) depth++;
    return dQuadTreeSpaceCreate(nullptr, centre, extents, depth);
}

void fill(racer *mine, dSpaceID space, const boxes_set &set, bool stands)
{
    dSpaceSetCleanup(space, 1);
    for (int i = 0; i < set.count; ++i) {
        dGeomID geom = dCreateGeom(class_of_boxes());
        mine->things.push_back({set.at64 + 6 * size_t(i), uint32_t(i), stands});
        *static_cast<thing **>(dGeomGetClassData(geom)) = &mine->things.back();
        dSpaceAdd(space, geom);
        if (!stands) mine->geoms.push_back(geom);
    }
}

template <kind Kind, int Most> void *build(const void *scene)
{
    auto *s = static_cast<const boxes_scene *>(scene);
    const int count = s->moving.count + s->standing.count;
    if (count > Most) return nullptr; // tenths of seconds, and more
    class_of_boxes();
    auto *mine = new racer;
    mine->scene = s;
    mine->things.reserve(size_t(count));
    mine->moving = space_new(Kind, s->moving);
    fill(mine, mine->moving, s->moving, false);
    if (s->standing.count) {
        mine->standing = space_new(Kind, s->standing);
        fill(mine, mine->standing, s->standing, true);
    }
    return mine;
}

void run(racer &mine, int q, boxes_answer &out)
{
    const double *box = boxes_step64(&mine.scene->moving, BOXES_LEAD + q + 1);
    for (int i = 0; i < mine.scene->moving.count; ++i, box += 6) {
        mine.things[size_t(i)].box = box;
        dGeomSetPosition(mine.geoms[size_t(i)], 0, 0, 0); // it has moved
    }
    mine.answer = {0, 0};
    if (mine.standing)
        dSpaceCollide2(dGeomID(mine.moving), dGeomID(mine.standing), &mine, note);
    else
        dSpaceCollide(mine.moving, &mine, note);
    out = mine.answer;
}

void end(void *built)
{
    auto *mine = static_cast<racer *>(built);
    dSpaceDestroy(mine->moving);
    if (mine->standing) dSpaceDestroy(mine->standing);
    delete mine;
}

template <kind Kind, int Most> void add(peer_list *list, const char *who, const char *how)
{
    for (const char *question : {"all pairs", "between"})
        peers_add(list, who, question, how, PEERS_DOUBLE, build<Kind, Most>, peers::run<run>, end);
}

} // namespace

extern "C" void peers_boxes_ode(peer_list *list)
{
    add<HASH, 10000>(list, "ODE hash", "dHashSpace, levels -10 to 2, dSpaceCollide or 2");
    add<SAP, 10000>(list, "ODE SAP", "dSweepAndPruneSpace, axes XYZ, dSpaceCollide or 2");
    add<QUADTREE, 10000>(list, "ODE quadtree", "dQuadTreeSpace, some four boxes a leaf");
}
