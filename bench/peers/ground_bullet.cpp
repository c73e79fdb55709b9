// Bullet among those who race on ground: its concave algorithm on a mesh and on a heightfield.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>
#include "ground.h"
#include "frame.hpp"

namespace
{

struct grounds {
    std::vector<float> vertices, heights;
    std::vector<int> faces;
    std::unique_ptr<btTriangleIndexVertexArray> view;
    std::unique_ptr<btConcaveShape> shape;
    std::unique_ptr<btConvexShape> solid;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
    btCollisionObject land, body;
    btTransform at; // of the land
    std::vector<btTransform> poses;
    std::vector<btVector3> ways;
    btCollisionAlgorithm *algorithm = nullptr;
    btManifoldArray manifolds;

    ~grounds()
    {
        algorithm->~btCollisionAlgorithm();
        dispatcher.freeCollisionAlgorithm(algorithm);
    }
};

btVector3 vector_of(const double v[3])
{
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

btConvexShape *solid_of(const ground_scene *s)
{
    const btScalar radius = btScalar(ground_sizes[s->kind][0]);
    const btScalar half = btScalar(ground_sizes[s->kind][1]);
    switch (s->kind) {
    case GROUND_SPHERE:
        return new btSphereShape(radius);
    case GROUND_CAPSULE:
        return new btCapsuleShapeZ(radius, 2 * half);
    case GROUND_BOX:
        return new btBoxShape(btVector3(radius, radius, half));
    case GROUND_CYLINDER:
        return new btCylinderShapeZ(btVector3(radius, radius, half));
    default: {
        auto *hull = new btConvexHullShape;
        for (auto &p : s->corners) hull->addPoint(vector_of(p), false);
        hull->recalcLocalAabb();
        hull->setMargin(0); // else it is that much larger
        return hull;
    }
    }
}

bool is_there(const grounds *mine, int vertex)
{
    return !std::isnan(mine->heights[size_t(vertex)]);
}

// Triangles of holes are left out.
void mesh_of(grounds *mine)
{
    for (int i = 0; i < GROUND_SIZE * GROUND_SIZE; ++i) {
        mine->vertices.push_back(float(GROUND_CELL * (i % GROUND_SIZE)));
        mine->vertices.push_back(float(GROUND_CELL * (i / GROUND_SIZE)));
        mine->vertices.push_back(is_there(mine, i) ? mine->heights[size_t(i)] : 0);
    }
    for (int j = 0; j + 1 < GROUND_SIZE; ++j)
        for (int i = 0; i + 1 < GROUND_SIZE; ++i) {
            const int v = j * GROUND_SIZE + i, up = v + GROUND_SIZE;
            if (!is_there(mine, v + 1) || !is_there(mine, up)) continue;
            if (is_there(mine, v)) mine->faces.insert(mine->faces.end(), {v, v + 1, up});
            if (is_there(mine, up + 1)) mine->faces.insert(mine->faces.end(), {up + 1, up, v + 1});
        }
    mine->view.reset(new btTriangleIndexVertexArray(int(mine->faces.size() / 3), mine->faces.data(),
                                                    3 * sizeof(int), GROUND_SIZE * GROUND_SIZE,
                                                    mine->vertices.data(), 3 * sizeof(float)));
    mine->shape.reset(new btBvhTriangleMeshShape(mine->view.get(), true));
    mine->at.setIdentity();
}

void field_of(grounds *mine)
{
    const auto range = std::minmax_element(mine->heights.begin(), mine->heights.end());
    const btScalar low = *range.first - 1, high = *range.second + 1, cell = btScalar(GROUND_CELL);
    auto *field = new btHeightfieldTerrainShape(GROUND_SIZE, GROUND_SIZE, mine->heights.data(), low,
                                                high, 2, false);
    field->setLocalScaling(btVector3(cell, cell, 1));
    mine->shape.reset(field);
    mine->at.setIdentity();
    mine->at.setOrigin(
        btVector3(cell * (GROUND_SIZE - 1) / 2, cell * (GROUND_SIZE - 1) / 2, (low + high) / 2));
}

template <bool Field> void *build(const void *scene)
{
    auto *s = static_cast<const ground_scene *>(scene);
    if (Field && s->land == GROUND_HOLES) return nullptr; // it knows none
    auto *mine = new grounds;
    mine->heights.assign(s->heights, s->heights + GROUND_SIZE * GROUND_SIZE);
    if (Field)
        field_of(mine);
    else
        mesh_of(mine);
    mine->solid.reset(solid_of(s));
    mine->land.setCollisionShape(mine->shape.get());
    mine->land.setWorldTransform(mine->at);
    mine->body.setCollisionShape(mine->solid.get());
    for (int q = 0; q < s->count; ++q) {
        const ground_body &b = s->bodies[q];
        btMatrix3x3 m;
        for (int i = 0; i < 3; ++i)
            m[i].setValue(btScalar(b.axes[0][i]), btScalar(b.axes[1][i]), btScalar(b.axes[2][i]));
        mine->poses.push_back(btTransform(m, vector_of(b.at)));
        mine->ways.push_back(vector_of(b.way));
    }
    btCollisionObjectWrapper a(nullptr, mine->solid.get(), &mine->body, mine->poses[0], -1, -1);
    btCollisionObjectWrapper b(nullptr, mine->shape.get(), &mine->land, mine->at, -1, -1);
    mine->algorithm = mine->dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    return mine;
}

// The manifold of the body's algorithm, which lives on; emptied, as these poses are no steps.
const btPersistentManifold *collide(grounds &mine, int q)
{
    const btTransform &pose = mine.poses[size_t(q)];
    btCollisionObjectWrapper a(nullptr, mine.solid.get(), &mine.body, pose, -1, -1);
    btCollisionObjectWrapper b(nullptr, mine.shape.get(), &mine.land, mine.at, -1, -1);
    btManifoldResult result(&a, &b);
    mine.body.setWorldTransform(pose);
    mine.manifolds.resize(0);
    mine.algorithm->getAllContactManifolds(mine.manifolds);
    if (mine.manifolds.size()) mine.manifolds[0]->clearManifold();
    mine.algorithm->processCollision(&a, &b, mine.info, &result);
    if (mine.manifolds.size() == 0) mine.algorithm->getAllContactManifolds(mine.manifolds);
    return mine.manifolds.size() ? mine.manifolds[0] : nullptr;
}

void contacts(grounds &mine, int q, ground_answer &out)
{
    const btPersistentManifold *m = collide(mine, q);
    out.count = 0;
    for (int k = 0; m != nullptr && k < m->getNumContacts(); ++k) {
        const btManifoldPoint &p = m->getContactPoint(k);
        const btScalar sign = m->getBody0() == &mine.body ? 1 : -1; // normal: on its body 1
        if (p.getDistance() > 0) continue;
        if (out.count++ > 0 && -double(p.getDistance()) <= out.value) continue;
        out.value = -double(p.getDistance());
        for (int i = 0; i < 3; ++i) out.way[i] = double(sign * p.m_normalWorldOnB[i]);
    }
}

void sweep(grounds &mine, int q, ground_answer &out)
{
    const btTransform &from = mine.poses[size_t(q)];
    const btTransform to(from.getBasis(), from.getOrigin() + mine.ways[size_t(q)]);
    btCollisionWorld::ClosestConvexResultCallback hit(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(mine.solid.get(), from, to, &mine.land, mine.shape.get(),
                                        mine.at, hit, 0);
    out.count = hit.hasHit();
    out.value = out.count ? double(hit.m_closestHitFraction) : 2;
}

} // namespace

extern "C" void peers_ground_bullet(peer_list *list)
{
    static const int bits = 8 * sizeof(btScalar);
    peers_add(
        list, "Bullet", "contacts",
        "btBvhTriangleMeshShape, its algorithm for the pair, kept; at most 4; margin of hulls "
        "0, of others theirs",
        bits, build<false>, peers::run<contacts>, peers::end<grounds>);
    peers_add(list, "Bullet heightfield", "contacts", "the same with btHeightfieldTerrainShape",
              bits, build<true>, peers::run<contacts>, peers::end<grounds>)
        ->beside = " terrain";
    peers_add(list, "Bullet", "sweep", "objectQuerySingle with btBvhTriangleMeshShape", bits,
              build<false>, peers::run<sweep>, peers::end<grounds>);
    peers_add(list, "Bullet heightfield", "sweep",
              "objectQuerySingle with btHeightfieldTerrainShape", bits, build<true>,
              peers::run<sweep>, peers::end<grounds>)
        ->beside = " terrain";
}
