// Bullet among those who race with boxes.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <vector>
#include "obb_pairs.hpp"

namespace
{

struct bullet_box {
    btBoxShape shape;
    btTransform pose;
};

struct boxes {
    std::vector<bullet_box> a, b;
    std::vector<btVector3> from, to;
};

static const int bits = 8 * sizeof(btScalar);

static btVector3 vector(const double v[3])
{
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

static bullet_box box_from(const obb_box &box)
{
    btMatrix3x3 m;
    for (int i = 0; i < 3; ++i)
        m[i].setValue(btScalar(box.axes[0][i]), btScalar(box.axes[1][i]), btScalar(box.axes[2][i]));
    return {btBoxShape(vector(box.half)), btTransform(m, vector(box.centre))};
}

// Their margin is taken from the box's inside and rounds its corners: without it, boxes are boxes.
static void *build_sharp(const void *scene)
{
    auto *mine = static_cast<boxes *>(obb_pairs::build<boxes, box_from>(scene));
    for (bullet_box &box : mine->a) box.shape.setMargin(0);
    for (bullet_box &box : mine->b) box.shape.setMargin(0);
    return mine;
}

struct collector : btDiscreteCollisionDetectorInterface::Result {
    int count = 0;
    btScalar least = 0;
    btVector3 normal = btVector3(0, 0, 0);
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3 &normal_on_b, const btVector3 &, btScalar depth) override
    {
        if (count++ == 0 || depth < least) least = depth;
        normal = normal_on_b;
    }
};

static void detect(const bullet_box &a, const bullet_box &b, collector *result)
{
    btBoxBoxDetector detector(&a.shape, &b.shape);
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = a.pose;
    input.m_transformB = b.pose;
    detector.getClosestPoints(input, *result, nullptr);
}

static void overlap(const boxes &mine, int q, obb_answer &out)
{
    collector result;
    detect(mine.a[q], mine.b[q], &result);
    out.overlap = result.count > 0;
}

static void contacts(const boxes &mine, int q, obb_contacts &out)
{
    collector result;
    detect(mine.a[q], mine.b[q], &result);
    out.count = result.count;
    out.depth = -double(result.least);
    for (int k = 0; k < 3; ++k) out.normal[k] = -result.normal[k];
}

static void gjk(const bullet_box &a, const bullet_box &b, btPointCollector *result)
{
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector detector(&a.shape, &b.shape, &simplex, &epa);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = a.pose;
    input.m_transformB = b.pose;
    detector.getClosestPoints(input, *result, nullptr);
}

static void overlap_gjk(const boxes &mine, int q, obb_answer &out)
{
    btPointCollector result;
    gjk(mine.a[q], mine.b[q], &result);
    out.overlap = result.m_hasResult && result.m_distance <= 0;
}

static void contacts_gjk(const boxes &mine, int q, obb_contacts &out)
{
    btPointCollector result;
    gjk(mine.a[q], mine.b[q], &result);
    out.count = result.m_hasResult && result.m_distance <= 0;
    out.depth = -double(result.m_distance);
    for (int k = 0; k < 3; ++k) out.normal[k] = -result.m_normalOnBInWorld[k];
}

static void distance(const boxes &mine, int q, obb_distance &out)
{
    btPointCollector result;
    gjk(mine.a[q], mine.b[q], &result);
    out.distance = !result.m_hasResult ? -1 : result.m_distance > 0 ? result.m_distance : 0;
    btVector3 on_a = result.m_pointInWorld + result.m_normalOnBInWorld * result.m_distance;
    for (int k = 0; k < 3; ++k) out.on_b[k] = result.m_pointInWorld[k], out.on_a[k] = on_a[k];
}

static void *build_rays(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    for (int i = 0; i < s->count; ++i) {
        mine->a.push_back(box_from(s->a[i]));
        mine->a.back().shape.setMargin(0);
        mine->from.push_back(vector(s->rays[i].origin));
        mine->to.push_back(mine->from.back() + vector(s->rays[i].direction));
    }
    return mine;
}

// As btCollisionWorld::rayTestSingle does with one convex shape.
static void rays(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes *>(built);
    auto *out = static_cast<obb_hit *>(answers);
    btSphereShape point(0);
    point.setMargin(0);
    for (int q = first; q < first + count; ++q) {
        btConvexCast::CastResult result;
        btVoronoiSimplexSolver simplex;
        btSubsimplexConvexCast caster(&point, &mine->a[q].shape, &simplex);
        btTransform from(btMatrix3x3::getIdentity(), mine->from[q]);
        btTransform to(btMatrix3x3::getIdentity(), mine->to[q]);
        const btTransform &pose = mine->a[q].pose;
        result.m_fraction = 1;
        bool hit = caster.calcTimeOfImpact(from, to, pose, pose, result);
        out[q].time = hit ? double(result.m_fraction) : 2;
        for (int k = 0; k < 3; ++k) out[q].normal[k] = result.m_normal[k];
    }
}

static void *build_sweep(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = static_cast<boxes *>(build_sharp(scene));
    for (int i = 0; i < s->count; ++i) mine->to.push_back(vector(s->rays[i].direction));
    return mine;
}

static void sweep(const boxes &mine, int q, obb_hit &out)
{
    const bullet_box &a = mine.a[q], &b = mine.b[q];
    btConvexCast::CastResult result;
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btContinuousConvexCollision caster(&b.shape, &a.shape, &simplex, &epa);
    btTransform to(b.pose.getBasis(), b.pose.getOrigin() + mine.to[q]);
    bool hit = caster.calcTimeOfImpact(b.pose, to, a.pose, a.pose, result);
    out.time = hit ? double(result.m_fraction) : 2;
    for (int k = 0; k < 3; ++k) out.normal[k] = result.m_normal[k];
}

} // namespace

extern "C" void peers_obb_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "overlap", "btBoxBoxDetector: any contact at all", bits,
              obb_pairs::build<boxes, box_from>, peers::run<overlap>, peers::end<boxes>);
    peers_add(list, "Bullet GJK", "overlap", "btGjkPairDetector with EPA, margin 0: distance <= 0",
              bits, build_sharp, peers::run<overlap_gjk>, peers::end<boxes>);
    peers_add(list, "Bullet", "contacts", "btBoxBoxDetector, at most 4", bits,
              obb_pairs::build<boxes, box_from>, peers::run<contacts>, peers::end<boxes>);
    peers_add(list, "Bullet GJK", "contacts", "btGjkPairDetector with EPA, margin 0: one point",
              bits, build_sharp, peers::run<contacts_gjk>, peers::end<boxes>);
    peers_add(list, "Bullet GJK", "distance", "btGjkPairDetector with EPA, margin 0", bits,
              build_sharp, peers::run<distance>, peers::end<boxes>);
    peers_add(list, "Bullet", "ray",
              "btSubsimplexConvexCast of a point, margin 0, as rayTestSingle does", bits,
              build_rays, rays, peers::end<boxes>);
    peers_add(list, "Bullet", "sweep", "btContinuousConvexCollision, margin 0", bits, build_sweep,
              peers::run<sweep>, peers::end<boxes>);
}
