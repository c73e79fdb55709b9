// Bullet 3.24 among those who race with polyhedra: btConvexHullShape in float, margin 0.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <LinearMath/btConvexHullComputer.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "polyhedron.h"

namespace
{

struct solids {
    const polyhedron_scene *scene;
    std::vector<std::unique_ptr<btConvexHullShape>> shapes;
    btAlignedObjectArray<btTransform> rest, b;
    btAlignedObjectArray<btVector3> axes; // of followed pairs
    std::vector<float> clouds;
};

btVector3 vector_from(const double *v)
{
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

btTransform pose_from(const polyhedron_placed &p)
{
    btMatrix3x3 m;
    for (int r = 0; r < 3; ++r)
        m[r].setValue(btScalar(p.axes[0][r]), btScalar(p.axes[1][r]), btScalar(p.axes[2][r]));
    return btTransform(m, vector_from(p.at));
}

void *build(const void *scene)
{
    auto *s = static_cast<const polyhedron_scene *>(scene);
    if (s->bits != PEERS_FLOAT) return nullptr;
    auto *mine = new solids;
    mine->scene = s;
    for (int i = 0; i < s->shape_count; ++i) {
        mine->shapes.emplace_back(new btConvexHullShape);
        auto &shape = *mine->shapes.back();
        for (int k = 0; k < s->shapes[i].vertex_count; ++k)
            shape.addPoint(vector_from(s->shapes[i].xyz + 3 * std::size_t(k)), false);
        shape.setMargin(0);
        shape.recalcLocalAabb();
        mine->rest.push_back(pose_from(s->rest[i]));
    }
    for (int q = 0; s->b && q < s->count; ++q) mine->b.push_back(pose_from(s->b[q]));
    mine->axes.resize(s->pairs + 1, btVector3(0, 1, 0));
    return mine;
}

void *build_clouds(const void *scene)
{
    auto *mine = static_cast<solids *>(build(scene));
    std::size_t total = 3 * std::size_t(mine->scene->count) * std::size_t(mine->scene->cloud_size);
    mine->clouds.assign(mine->scene->cloud, mine->scene->cloud + total);
    return mine;
}

void extreme(solids &mine, int q, polyhedron_answer &out)
{
    auto &shape = *mine.shapes[std::size_t(mine.scene->shape[q])];
    btScalar reach;
    out.vertex = int(vector_from(mine.scene->directions[q])
                         .maxDot(shape.getUnscaledPoints(), shape.getNumPoints(), reach));
}

void ray(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<solids *>(built);
    auto *out = static_cast<polyhedron_answer *>(answers);
    btSphereShape point(0);
    btTransform identity = btTransform::getIdentity();
    for (int q = first; q < first + count; ++q) {
        btVector3 origin = vector_from(mine->scene->points[q]);
        btVector3 direction = vector_from(mine->scene->directions[q]);
        btTransform from(btMatrix3x3::getIdentity(), origin);
        btTransform to(btMatrix3x3::getIdentity(), origin + 4 * direction); // a ray has an end here
        btVoronoiSimplexSolver simplex;
        btSubsimplexConvexCast cast(&point, mine->shapes[std::size_t(mine->scene->shape[q])].get(),
                                    &simplex);
        btConvexCast::CastResult result;
        result.m_fraction = 1;
        out[q].yes = cast.calcTimeOfImpact(from, to, identity, identity, result);
        out[q].value = 4 * double(result.m_fraction);
    }
}

// GJK, and EPA where they overlap if `deep`.
template <bool Deep> void pair(solids *mine, int q, btVector3 *axis, btPointCollector &found)
{
    auto a = mine->scene->shape[q], b = mine->scene->b[q].shape;
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector gjk(mine->shapes[std::size_t(a)].get(), mine->shapes[std::size_t(b)].get(),
                          &simplex, Deep ? &epa : nullptr);
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = mine->rest[a];
    input.m_transformB = mine->b[q];
    if (axis) gjk.setCachedSeparatingAxis(*axis);
    gjk.getClosestPoints(input, found, nullptr);
    if (axis) *axis = gjk.getCachedSeparatingAxis();
}

void overlap(solids &mine, int q, polyhedron_answer &out)
{
    btPointCollector found;
    pair<false>(&mine, q, nullptr, found);
    out.yes = !found.m_hasResult || found.m_distance <= 0;
}

template <bool Followed> void distance(solids &mine, int q, polyhedron_answer &out)
{
    btPointCollector found;
    pair<false>(&mine, q, Followed ? &mine.axes[q % mine.scene->pairs] : nullptr, found);
    out.yes = found.m_hasResult && found.m_distance > 0;
    out.value = double(found.m_distance);
}

void collide(solids &mine, int q, polyhedron_answer &out)
{
    btPointCollector found;
    pair<true>(&mine, q, nullptr, found);
    out.yes = found.m_hasResult && found.m_distance <= 0;
    out.value = -double(found.m_distance);
    for (int c = 0; c < 3; ++c) out.normal[c] = -double(found.m_normalOnBInWorld[c]);
}

// Twice the area's worth of a fan over every face: as six times the volume.
void hull(solids &mine, int q, polyhedron_answer &out)
{
    int n = mine.scene->cloud_size;
    btConvexHullComputer found;
    double sum = 0;
    found.compute(mine.clouds.data() + 3 * std::size_t(q) * std::size_t(n), 3 * int(sizeof(float)),
                  n, 0, 0);
    for (int f = 0; f < found.faces.size(); ++f) {
        const auto *start = &found.edges[found.faces[f]], *e = start->getNextEdgeOfFace();
        const btVector3 &v = found.vertices[start->getSourceVertex()];
        for (; e->getTargetVertex() != start->getSourceVertex(); e = e->getNextEdgeOfFace())
            sum += double(v.dot(
                found.vertices[e->getSourceVertex()].cross(found.vertices[e->getTargetVertex()])));
    }
    out.vertex = found.vertices.size();
    out.value = sum < 0 ? -sum / 6 : sum / 6;
}

} // namespace

extern "C" void peers_polyhedron_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "extreme", "btVector3::maxDot over the points, SIMD scan",
              PEERS_FLOAT, build, peers::run<extreme>, peers::end<solids>);
    peers_add(list, "Bullet", "ray", "btSubsimplexConvexCast of a point, as its ray tests",
              PEERS_FLOAT, build, ray, peers::end<solids>);
    peers_add(list, "Bullet", "overlap", "btGjkPairDetector, margin 0, without penetration",
              PEERS_FLOAT, build, peers::run<overlap>, peers::end<solids>);
    peers_add(list, "Bullet", "distance", "btGjkPairDetector, margin 0, cold", PEERS_FLOAT, build,
              peers::run<distance<false>>, peers::end<solids>);
    peers_add(list, "Bullet", "followed",
              "btGjkPairDetector from the last separating axis, margin 0", PEERS_FLOAT, build,
              peers::run<distance<true>>, peers::end<solids>);
    peers_add(list, "Bullet", "collide", "btGjkPairDetector and EPA, margin 0", PEERS_FLOAT, build,
              peers::run<collide>, peers::end<solids>);
    peers_add(list, "Bullet", "hull", "btConvexHullComputer (rounds to a grid), and the volume",
              PEERS_FLOAT, build_clouds, peers::run<hull>, peers::end<solids>);
}
