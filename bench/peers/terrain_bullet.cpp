// Bullet among those who race on terrain.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionDispatch/btInternalEdgeUtility.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "terrain.h"

struct bullet_terrain {
    const terrain_scene *scene;
    std::unique_ptr<btHeightfieldTerrainShape> shape;
    std::unique_ptr<btConvexShape> solid;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
    btCollisionObject field, body;
    btTransform at; // the field
    std::vector<btTransform> poses;
    btCollisionAlgorithm *algorithm = nullptr;
    btManifoldArray manifolds;
};

static btConvexShape *solid_of(const terrain_scene *s)
{
    const btScalar a = btScalar(s->size[0]), b = btScalar(s->size[1]), c = btScalar(s->size[2]);
    switch (s->solid) {
    case TERRAIN_SOLID_CYLINDER:
        return new btCylinderShapeZ(btVector3(a, a, b));
    case TERRAIN_SOLID_CAPSULE:
        return new btCapsuleShapeZ(a, 2 * b);
    case TERRAIN_SOLID_BOX:
        return new btBoxShape(btVector3(a, b, c));
    default:
        return new btSphereShape(a);
    }
}

static btVector3 vector_of(const double v[3])
{
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

static btTransform transform_of(const terrain_pose &p)
{
    btMatrix3x3 m;
    for (int i = 0; i < 3; ++i)
        m[i].setValue(btScalar(p.axes[0][i]), btScalar(p.axes[1][i]), btScalar(p.axes[2][i]));
    return btTransform(m, vector_of(p.centre));
}

static void *build(const void *scene)
{
    auto *s = static_cast<const terrain_scene *>(scene);
    if (s->has_holes) return nullptr; // it knows none
    auto *mine = new bullet_terrain;
    const size_t n = size_t(s->columns) * s->rows;
    const auto range = std::minmax_element(s->heights, s->heights + n);
    const btScalar low = *range.first - 1, high = *range.second + 1, cell = btScalar(s->cell);
    mine->scene = s;
    mine->shape.reset(
        new btHeightfieldTerrainShape(s->columns, s->rows, s->heights, low, high, 2, false));
    mine->shape->setLocalScaling(btVector3(cell, cell, 1));
    mine->shape->buildAccelerator();
    mine->at.setIdentity();
    mine->at.setOrigin(
        btVector3(cell * (s->columns - 1) / 2, cell * (s->rows - 1) / 2, (low + high) / 2));
    mine->solid.reset(solid_of(s));
    mine->field.setCollisionShape(mine->shape.get());
    mine->field.setWorldTransform(mine->at);
    mine->body.setCollisionShape(mine->solid.get());
    for (int q = 0; q < s->count; ++q) mine->poses.push_back(transform_of(s->poses[q]));
    btCollisionObjectWrapper a(nullptr, mine->solid.get(), &mine->body, mine->poses[0], -1, -1);
    btCollisionObjectWrapper b(nullptr, mine->shape.get(), &mine->field, mine->at, -1, -1);
    mine->algorithm = mine->dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    return mine;
}

static void end(void *built)
{
    auto *mine = static_cast<bullet_terrain *>(built);
    mine->algorithm->~btCollisionAlgorithm();
    mine->dispatcher.freeCollisionAlgorithm(mine->algorithm);
    delete mine;
}

// The manifold of the body's algorithm, which lives on; emptied, as these poses are no steps.
static btPersistentManifold *collide(bullet_terrain *mine, int q)
{
    btCollisionObjectWrapper a(nullptr, mine->solid.get(), &mine->body, mine->poses[q], -1, -1);
    btCollisionObjectWrapper b(nullptr, mine->shape.get(), &mine->field, mine->at, -1, -1);
    btManifoldResult result(&a, &b);
    mine->body.setWorldTransform(mine->poses[q]);
    mine->manifolds.resize(0);
    mine->algorithm->getAllContactManifolds(mine->manifolds);
    if (mine->manifolds.size()) mine->manifolds[0]->clearManifold();
    mine->algorithm->processCollision(&a, &b, mine->info, &result);
    if (mine->manifolds.size() == 0) mine->algorithm->getAllContactManifolds(mine->manifolds);
    return mine->manifolds.size() ? mine->manifolds[0] : nullptr;
}

static void manifold(bullet_terrain &mine, int q, terrain_answer &out)
{
    const btPersistentManifold *m = collide(&mine, q);
    const btManifoldPoint *deepest = nullptr;
    terrain_answer answer = {};
    for (int k = 0; m != nullptr && k < m->getNumContacts(); ++k) {
        const btManifoldPoint &p = m->getContactPoint(k);
        if (p.getDistance() > 0) continue;
        answer.contacts++;
        if (deepest == nullptr || p.getDistance() < deepest->getDistance()) deepest = &p;
    }
    if (deepest != nullptr) {
        const btScalar sign = m->getBody0() == &mine.body ? 1 : -1; // normal: on its body 1
        answer.touching = 1, answer.depth = -deepest->getDistance();
        for (int i = 0; i < 3; ++i) answer.way[i] = sign * deepest->m_normalWorldOnB[i];
    }
    out = answer;
}

static double ray_along(bullet_terrain *mine, int q, const double way[3])
{
    const double within = mine->scene->within;
    const btVector3 from = mine->poses[q].getOrigin();
    const btVector3 to = from + vector_of(way) * btScalar(within);
    btTransform a, b;
    btCollisionWorld::ClosestRayResultCallback hit(from, to);
    a.setIdentity(), b.setIdentity();
    a.setOrigin(from), b.setOrigin(to);
    btCollisionWorld::rayTestSingle(a, b, &mine->field, mine->shape.get(), mine->at, hit);
    return hit.hasHit() ? hit.m_closestHitFraction * within : INFINITY;
}

static void raycast(bullet_terrain &mine, int q, terrain_answer &out)
{
    out.distance = ray_along(&mine, q, mine.scene->ways[q]);
}

static void height(bullet_terrain &mine, int q, terrain_answer &out)
{
    const double down[3] = {0, 0, -1};
    out.distance = ray_along(&mine, q, down);
}

static void sweep(bullet_terrain &mine, int q, terrain_answer &out)
{
    const btTransform &from = mine.poses[q];
    const btTransform to(from.getBasis(), from.getOrigin() + vector_of(mine.scene->ways[q]));
    btCollisionWorld::ClosestConvexResultCallback hit(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(mine.solid.get(), from, to, &mine.field, mine.shape.get(),
                                        mine.at, hit, 0);
    out.distance = hit.hasHit() ? hit.m_closestHitFraction : INFINITY;
}

extern "C" void peers_terrain_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "overlap", "has no yes or no: the manifold", PEERS_FLOAT, build,
              peers::run<manifold>, end);
    peers_add(list, "Bullet", "manifold",
              "its algorithm for the pair, kept; at most 4 contacts; the surface alone; rims "
              "rounded by a tenth of the least extent, at most 0.04",
              PEERS_FLOAT, build, peers::run<manifold>, end);
    peers_add(list, "Bullet", "raycast", "rayTestSingle, with buildAccelerator", PEERS_FLOAT, build,
              peers::run<raycast>, end);
    peers_add(list, "Bullet", "height", "rayTestSingle straight down, with buildAccelerator",
              PEERS_FLOAT, build, peers::run<height>, end);
    peers_add(list, "Bullet", "sweep",
              "objectQuerySingle, convex sweep; rims and corners rounded, so that they are late",
              PEERS_FLOAT, build, peers::run<sweep>, end);
}
