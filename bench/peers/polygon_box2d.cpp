// Box2D 2.4 among those who race with polygons: float. Its shapes have at most 8 vertices and weld
// those nearer than 0.0025; its GJK takes any array of vertices.
#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "polygon.h"

namespace
{

struct polygons {
    const polygon_scene *scene;
    std::vector<std::vector<b2Vec2>> rings;
    std::vector<b2PolygonShape> shapes;
    std::vector<b2Transform> rest, b;
    std::vector<b2SimplexCache> caches;
};

b2Vec2 vector_from(const double *v)
{
    return b2Vec2(float(v[0]), float(v[1]));
}

b2Transform pose_from(const polygon_placed &p)
{
    b2Transform t;
    t.p = vector_from(p.at);
    t.q.c = float(p.cosine), t.q.s = float(p.sine);
    return t;
}

void *build(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    if (s->bits != PEERS_FLOAT) return nullptr;
    auto *mine = new polygons;
    mine->scene = s;
    for (int i = 0; i < s->shape_count; ++i) {
        std::vector<b2Vec2> ring;
        for (int k = 0; k < s->shapes[i].count; ++k)
            ring.push_back(vector_from(s->shapes[i].xy + 2 * k));
        mine->rings.push_back(ring);
        mine->rest.push_back(pose_from(s->rest[i]));
    }
    for (int q = 0; s->b && q < s->count; ++q) mine->b.push_back(pose_from(s->b[q]));
    mine->caches.resize(std::size_t(s->pairs) + 1);
    for (auto &c : mine->caches) c.count = 0;
    return mine;
}

// For what only b2PolygonShape can do.
void *build_shapes(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    for (int i = 0; i < s->shape_count; ++i)
        if (s->shapes[i].count > b2_maxPolygonVertices) return nullptr;
    auto *mine = static_cast<polygons *>(build(scene));
    if (!mine) return nullptr;
    for (auto &ring : mine->rings) {
        b2PolygonShape shape;
        shape.Set(ring.data(), int32(ring.size()));
        shape.m_radius = 0; // no rounded skin: the polygon as given
        mine->shapes.push_back(shape);
    }
    return mine;
}

// b2TimeOfImpact keeps numbers of vertices in bytes.
void *build_sweep(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    for (int i = 0; i < s->shape_count; ++i)
        if (s->shapes[i].count > 256) return nullptr;
    return build(scene);
}

void contains(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    b2Transform identity;
    identity.SetIdentity();
    for (int q = first; q < first + count; ++q)
        out[q].yes = mine->shapes[std::size_t(mine->scene->shape[q])].TestPoint(
            identity, vector_from(mine->scene->points[q]));
}

void extreme(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    b2DistanceProxy proxy;
    for (int q = first; q < first + count; ++q) {
        auto &ring = mine->rings[std::size_t(mine->scene->shape[q])];
        proxy.Set(ring.data(), int32(ring.size()), 0);
        out[q].vertex = proxy.GetSupport(vector_from(mine->scene->directions[q]));
    }
}

void segment(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    b2Transform identity;
    identity.SetIdentity();
    for (int q = first; q < first + count; ++q) {
        b2RayCastInput input;
        b2RayCastOutput output;
        input.p1 = vector_from(mine->scene->points[q]);
        input.p2 = vector_from(mine->scene->ends[q]);
        input.maxFraction = 1;
        out[q].yes =
            mine->shapes[std::size_t(mine->scene->shape[q])].RayCast(&output, input, identity, 0);
        out[q].value[0] = double(output.fraction), out[q].value[1] = NAN;
    }
}

b2DistanceInput pair_of(polygons *mine, int q)
{
    b2DistanceInput input;
    auto a = std::size_t(mine->scene->shape[q]), b = std::size_t(mine->scene->b[q].shape);
    input.proxyA.Set(mine->rings[a].data(), int32(mine->rings[a].size()), 0);
    input.proxyB.Set(mine->rings[b].data(), int32(mine->rings[b].size()), 0);
    input.transformA = mine->rest[a];
    input.transformB = mine->b[std::size_t(q)];
    input.useRadii = false;
    return input;
}

// As b2TestOverlap decides it.
void overlap(polygons &mine, int q, polygon_answer &out)
{
    b2DistanceInput input = pair_of(&mine, q);
    b2DistanceOutput output;
    b2SimplexCache cache;
    cache.count = 0;
    b2Distance(&output, &cache, &input);
    out.yes = output.distance < 10.0f * b2_epsilon;
}

void distance(polygons &mine, int q, polygon_answer &out)
{
    b2DistanceInput input = pair_of(&mine, q);
    b2DistanceOutput output;
    b2SimplexCache cache;
    cache.count = 0;
    b2Distance(&output, &cache, &input);
    out.yes = output.distance > 0;
    out.value[0] = double(output.distance);
}

void followed(polygons &mine, int q, polygon_answer &out)
{
    b2DistanceInput input = pair_of(&mine, q);
    b2DistanceOutput output;
    b2Distance(&output, &mine.caches[std::size_t(q % mine.scene->pairs)], &input);
    out.yes = output.distance > 0;
    out.value[0] = double(output.distance);
}

void collide(polygons &mine, int q, polygon_answer &out)
{
    auto a = std::size_t(mine.scene->shape[q]), b = std::size_t(mine.scene->b[q].shape);
    b2Manifold manifold;
    b2WorldManifold world;
    manifold.pointCount = 0;
    b2CollidePolygons(&manifold, &mine.shapes[a], mine.rest[a], &mine.shapes[b],
                      mine.b[std::size_t(q)]);
    out.yes = manifold.pointCount > 0;
    if (!out.yes) return;
    world.Initialize(&manifold, mine.rest[a], 0, mine.b[std::size_t(q)], 0);
    float deepest = world.separations[0];
    if (manifold.pointCount > 1) deepest = b2Min(deepest, world.separations[1]);
    out.value[0] = -double(deepest);
    out.normal[0] = double(world.normal.x), out.normal[1] = double(world.normal.y);
}

b2Sweep sweep_from(const polygon_placed &p, const double *motion)
{
    b2Sweep s;
    s.localCenter.SetZero();
    s.c0 = s.c = vector_from(p.at);
    if (motion) s.c += vector_from(motion);
    s.a0 = s.a = std::atan2(float(p.sine), float(p.cosine));
    s.alpha0 = 0;
    return s;
}

void sweep(polygons &mine, int q, polygon_answer &out)
{
    const polygon_scene *s = mine.scene;
    auto a = std::size_t(s->shape[q]), b = std::size_t(s->b[q].shape);
    b2TOIInput input;
    b2TOIOutput output;
    input.proxyA.Set(mine.rings[a].data(), int32(mine.rings[a].size()), 0);
    input.proxyB.Set(mine.rings[b].data(), int32(mine.rings[b].size()), 0);
    input.sweepA = sweep_from(s->rest[a], nullptr);
    input.sweepB = sweep_from(s->b[q], s->directions[q]);
    input.tMax = 1;
    b2TimeOfImpact(&output, &input);
    out.yes = output.state == b2TOIOutput::e_touching || output.state == b2TOIOutput::e_overlapped;
    out.value[0] = double(output.t);
}

} // namespace

extern "C" void peers_polygon_box2d(peer_list *list)
{
    peers_add(list, "Box2D", "contains", "b2PolygonShape::TestPoint, a scan; at most 8 vertices",
              PEERS_FLOAT, build_shapes, contains, peers::end<polygons>);
    peers_add(list, "Box2D", "extreme", "b2DistanceProxy::GetSupport, a scan", PEERS_FLOAT, build,
              extreme, peers::end<polygons>);
    peers_add(list, "Box2D", "segment",
              "b2PolygonShape::RayCast: enter only, no hit from inside; at most 8 vertices",
              PEERS_FLOAT, build_shapes, segment, peers::end<polygons>);
    peers_add(list, "Box2D", "overlap",
              "b2Distance (GJK, scans, 20 rounds), below 10 epsilon as b2TestOverlap", PEERS_FLOAT,
              build, peers::run<overlap>, peers::end<polygons>);
    peers_add(list, "Box2D", "distance", "b2Distance, radius 0, cold", PEERS_FLOAT, build,
              peers::run<distance>, peers::end<polygons>);
    peers_add(list, "Box2D", "followed", "b2Distance with its b2SimplexCache (vertices as bytes)",
              PEERS_FLOAT, build, peers::run<followed>, peers::end<polygons>);
    peers_add(list, "Box2D", "collide",
              "b2CollidePolygons, radius 0; prefers A's edges by 0.0005; at most 8 vertices",
              PEERS_FLOAT, build_shapes, peers::run<collide>, peers::end<polygons>);
    peers_add(list, "Box2D", "sweep",
              "b2TimeOfImpact: when 0.005 apart, by 0.00125; at most 256 vertices", PEERS_FLOAT,
              build_sweep, peers::run<sweep>, peers::end<polygons>);
}
