// Bullet among those who race with points, segments and triangles.
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#include <vector>
#include "frame.hpp"
#include "triangle.h"

namespace
{

struct query {
    btVector3 p[8];
    btPrimitiveTriangle a, b;
};

typedef btAlignedObjectArray<query> queries;

void *build(const void *scene)
{
    auto *s = static_cast<const triangle_scene *>(scene);
    auto *mine = new queries;
    mine->resize(s->count);
    for (int q = 0; q < s->count; ++q) {
        query &one = (*mine)[q];
        for (int i = 0; i < 8; ++i)
            one.p[i].setValue(s->at32[q][i][0], s->at32[q][i][1], s->at32[q][i][2]);
        for (int i = 0; i < 3; ++i) {
            one.a.m_vertices[i] = one.p[i];
            one.b.m_vertices[i] = one.p[3 + i];
        }
        one.a.m_margin = one.b.m_margin = 0;
        one.a.buildTriPlane(), one.b.buildTriPlane();
    }
    return mine;
}

void overlap(queries &mine, int q, triangle_answer &out)
{
    GIM_TRIANGLE_CONTACT contact;
    query &one = mine[q];
    out.hit = one.a.overlap_test_conservative(one.b) &&
              one.a.find_triangle_collision_clip_method(one.b, contact);
}

void distance(void *built, int first, int count, void *answers)
{
    auto &all = *static_cast<queries *>(built);
    btGjkPairDetector::ClosestPointInput input;
    btVoronoiSimplexSolver simplex;
    input.m_transformA.setIdentity(), input.m_transformB.setIdentity();
    for (int q = first; q < first + count; ++q) {
        const btVector3 *p = all[q].p;
        btTriangleShape a(p[0], p[1], p[2]), b(p[3], p[4], p[5]);
        btPointCollector out;
        a.setMargin(0), b.setMargin(0);
        btGjkPairDetector gjk(&a, &b, &simplex, nullptr);
        gjk.getClosestPoints(input, out, nullptr);
        static_cast<triangle_answer *>(answers)[q].distance =
            out.m_hasResult && out.m_distance > 0 ? double(out.m_distance) : 0;
    }
}

void point(void *built, int first, int count, void *answers)
{
    auto &all = *static_cast<queries *>(built);
    btVoronoiSimplexSolver solver;
    btSubSimplexClosestResult closest;
    for (int q = first; q < first + count; ++q) {
        const btVector3 *p = all[q].p;
        solver.closestPtPointTriangle(p[0], p[1], p[2], p[3], closest);
        static_cast<triangle_answer *>(answers)[q].distance =
            double((closest.m_closestPointOnSimplex - p[0]).length());
    }
}

void segments(queries &mine, int q, triangle_answer &out)
{
    btVector3 *p = mine[q].p, a, b;
    bt_segment_collision(p[0], p[1], p[2], p[3], a, b);
    out.distance = double((a - b).length());
}

} // namespace

extern "C" void peers_triangle_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "overlap",
              "GImpact's btPrimitiveTriangle: conservative test, then clipping; margin 0, planes "
              "built beforehand",
              PEERS_FLOAT, build, peers::run<overlap>, peers::end<queries>);
    peers_add(list, "Bullet", "distance",
              "btGjkPairDetector, btTriangleShape, margin 0; no result: 0", PEERS_FLOAT, build,
              distance, peers::end<queries>);
    peers_add(list, "Bullet", "point", "btVoronoiSimplexSolver::closestPtPointTriangle",
              PEERS_FLOAT, build, point, peers::end<queries>);
    peers_add(list, "Bullet", "segments", "bt_segment_collision", PEERS_FLOAT, build,
              peers::run<segments>, peers::end<queries>);
}
