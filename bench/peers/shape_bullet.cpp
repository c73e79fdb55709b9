// Bullet among those who race with convex shapes.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "shape.h"

namespace
{

struct placed {
    std::shared_ptr<btConvexShape> shape;
    std::unique_ptr<btCollisionObject> object;
};

struct shapes {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
    std::vector<std::shared_ptr<btConvexShape>> hulls;
    std::vector<placed> a, b;
    std::vector<btVector3> ways;
};

static const int bits = 8 * sizeof(btScalar);

static btVector3 vector(const double v[3])
{
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

static std::shared_ptr<btConvexShape> hull_from(const shape_hull &hull)
{
    auto shape = std::make_shared<btConvexHullShape>();
    for (auto &p : hull.points) shape->addPoint(vector(p), false);
    shape->recalcLocalAabb();
    shape->setMargin(0);
    shape->initializePolyhedralFeatures(); // clipped manifolds need them
    return shape;
}

static std::shared_ptr<btConvexShape> shape_from(const shapes &mine, const shape_body &body)
{
    const btScalar radius = btScalar(body.half[0]), half = btScalar(body.half[2]);
    switch (body.kind) {
    case SHAPE_SPHERE:
        return std::make_shared<btSphereShape>(radius);
    case SHAPE_CAPSULE:
        return std::make_shared<btCapsuleShapeZ>(radius, 2 * half);
    case SHAPE_CYLINDER:
        return std::make_shared<btCylinderShapeZ>(btVector3(radius, radius, half));
    case SHAPE_BOX: {
        auto box = std::make_shared<btBoxShape>(vector(body.half));
        box->initializePolyhedralFeatures();
        return box;
    }
    default:
        return mine.hulls[std::size_t(body.hull)];
    }
}

static placed placed_from(const shapes &mine, const shape_body &body, bool sharp)
{
    placed p = {shape_from(mine, body), std::make_unique<btCollisionObject>()};
    btMatrix3x3 m;
    for (int i = 0; i < 3; ++i)
        m[i].setValue(btScalar(body.axes[0][i]), btScalar(body.axes[1][i]),
                      btScalar(body.axes[2][i]));
    // the margin of spheres and capsules is their radius
    if (sharp && (body.kind == SHAPE_BOX || body.kind == SHAPE_CYLINDER)) p.shape->setMargin(0);
    p.object->setCollisionShape(p.shape.get());
    p.object->setWorldTransform(btTransform(m, vector(body.at)));
    return p;
}

// A margin is taken from the inside of boxes and cylinders and rounds them: `Sharp` has none.
template <bool Sharp> void *build(const void *scene)
{
    auto *s = static_cast<const shape_scene *>(scene);
    auto *mine = new shapes;
    for (int i = 0; i < SHAPE_HULLS; ++i) mine->hulls.push_back(hull_from(s->hulls[i]));
    for (int q = 0; q < s->count; ++q) {
        mine->a.push_back(placed_from(*mine, s->a[q], Sharp));
        mine->b.push_back(placed_from(*mine, s->b[q], Sharp));
        mine->ways.push_back(vector(s->ways[q]));
    }
    return mine;
}

static void contacts(shapes &mine, int q, shape_answer &out)
{
    const btCollisionObject *x = mine.a[std::size_t(q)].object.get(),
                            *y = mine.b[std::size_t(q)].object.get();
    const btCollisionObjectWrapper a(nullptr, x->getCollisionShape(), x, x->getWorldTransform(), -1,
                                     -1),
        b(nullptr, y->getCollisionShape(), y, y->getWorldTransform(), -1, -1);
    btPersistentManifold *manifold = mine.dispatcher.getNewManifold(x, y);
    btCollisionAlgorithm *algorithm =
        mine.dispatcher.findAlgorithm(&a, &b, manifold, BT_CONTACT_POINT_ALGORITHMS);
    btManifoldResult result(&a, &b);
    result.setPersistentManifold(manifold);
    algorithm->processCollision(&a, &b, mine.info, &result);
    const btPersistentManifold *found = result.getPersistentManifold();
    const bool swapped = found->getBody0() != x;
    out.count = 0;
    for (int i = 0; i < found->getNumContacts(); ++i) {
        const btManifoldPoint &p = found->getContactPoint(i);
        if (p.getDistance() > 0) continue;
        if (out.count++ > 0 && -double(p.getDistance()) <= out.value) continue;
        out.value = -double(p.getDistance());
        for (int k = 0; k < 3; ++k)
            out.normal[k] = swapped ? p.m_normalWorldOnB[k] : -p.m_normalWorldOnB[k];
    }
    algorithm->~btCollisionAlgorithm();
    mine.dispatcher.freeCollisionAlgorithm(algorithm);
    mine.dispatcher.releaseManifold(manifold);
}

template <bool Deep> void gjk(const shapes &mine, int q, btPointCollector &found)
{
    const placed &a = mine.a[std::size_t(q)], &b = mine.b[std::size_t(q)];
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector detector(a.shape.get(), b.shape.get(), &simplex, Deep ? &epa : nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = a.object->getWorldTransform();
    input.m_transformB = b.object->getWorldTransform();
    detector.getClosestPoints(input, found, nullptr);
}

static void overlap(const shapes &mine, int q, shape_answer &out)
{
    btPointCollector found;
    gjk<true>(mine, q, found);
    out.count = found.m_hasResult && found.m_distance <= 0;
}

static void distance(const shapes &mine, int q, shape_answer &out)
{
    btPointCollector found;
    gjk<true>(mine, q, found);
    out.count = !found.m_hasResult ? -1 : found.m_distance > 0;
    out.value = found.m_distance > 0 ? double(found.m_distance) : 0;
}

static void sweep(const shapes &mine, int q, shape_answer &out)
{
    const placed &a = mine.a[std::size_t(q)], &b = mine.b[std::size_t(q)];
    const btTransform &from = b.object->getWorldTransform(), &rest = a.object->getWorldTransform();
    btConvexCast::CastResult result;
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btContinuousConvexCollision caster(b.shape.get(), a.shape.get(), &simplex, &epa);
    btTransform to(from.getBasis(), from.getOrigin() + mine.ways[std::size_t(q)]);
    out.count = caster.calcTimeOfImpact(from, to, rest, rest, result);
    out.value = out.count ? double(result.m_fraction) : 2;
}

} // namespace

extern "C" void peers_shape_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "contacts",
              "the dispatcher's algorithm and a new manifold; hulls with margin 0, others theirs",
              bits, build<false>, peers::run<contacts>, peers::end<shapes>);
    peers_add(list, "Bullet", "overlap", "btGjkPairDetector with EPA, margin 0: distance <= 0",
              bits, build<true>, peers::run<overlap>, peers::end<shapes>);
    peers_add(list, "Bullet", "distance", "btGjkPairDetector with EPA, margin 0", bits, build<true>,
              peers::run<distance>, peers::end<shapes>);
    peers_add(list, "Bullet", "sweep", "btContinuousConvexCollision, margin 0", bits, build<true>,
              peers::run<sweep>, peers::end<shapes>);
}
