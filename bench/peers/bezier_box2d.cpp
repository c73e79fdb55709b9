// Box2D 2.4 among those who race with curves and paths: they are chains of edges there. An edge's
// RayCast is two-sided; it does not start on an edge, nor run along one. A path's edges are in a
// b2DynamicTree, as a b2World has them, whose own queries do not tell which edge of a chain it is.
#include <box2d/box2d.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "bezier.h"

namespace
{

b2Vec2 vec(bezier_point p)
{
    return b2Vec2(float(p.x), float(p.y));
}

b2EdgeShape edge(bezier_point a, bezier_point b)
{
    b2EdgeShape e;
    e.SetTwoSided(vec(a), vec(b));
    return e;
}

b2AABB box_of(b2Vec2 a, b2Vec2 b)
{
    b2AABB box;
    box.lowerBound = b2Min(a, b), box.upperBound = b2Max(a, b);
    return box;
}

// ---- curves ----

struct pairs {
    std::vector<b2EdgeShape> edges, chords;
    std::vector<b2AABB> boxes;
    std::vector<b2Vec2> from, to;
};

void *pairs_build(const void *scene)
{
    auto *s = static_cast<const bezier_pairs *>(scene);
    auto *mine = new pairs;
    for (int q = 0; q < s->count; ++q) {
        const bezier_point *p = s->flat + size_t(q) * (BEZIER_CHORDS_CUBIC + 1);
        b2AABB box = box_of(vec(p[0]), vec(p[0]));
        for (int i = 0; i < BEZIER_CHORDS_CUBIC; ++i) {
            mine->edges.push_back(edge(p[i], p[i + 1]));
            box.Combine(box_of(vec(p[i]), vec(p[i + 1])));
        }
        mine->boxes.push_back(box);
        mine->chords.push_back(edge(s->curves[q].p[0], s->curves[q].p[3]));
        mine->from.push_back(vec(s->from[q])), mine->to.push_back(vec(s->to[q]));
    }
    return mine;
}

void pairs_end(void *built)
{
    delete static_cast<pairs *>(built);
}

bezier_hit cast(const b2EdgeShape *edges, int count, b2Vec2 from, b2Vec2 to)
{
    static const b2Transform still(b2Vec2(0, 0), b2Rot(0));
    bezier_hit hit = {0, 2, 0};
    b2RayCastInput input = {from, to, 1};
    b2RayCastOutput output;
    for (int i = 0; i < count; ++i) {
        if (!edges[i].RayCast(&output, input, still, 0)) continue;
        input.maxFraction = output.fraction;
        hit.found = 1, hit.time = double(output.fraction);
    }
    return hit;
}

void run_segment(const pairs &mine, int q, bezier_hit &out)
{
    out = cast(&mine.chords[q], 1, mine.from[q], mine.to[q]);
}

void run_sweep(const pairs &mine, int q, bezier_hit &out)
{
    b2Vec2 from = mine.from[q], to = mine.to[q];
    out = {0, 2, 0};
    if (b2TestOverlap(box_of(from, to), mine.boxes[q]))
        out = cast(&mine.edges[size_t(q) * BEZIER_CHORDS_CUBIC], BEZIER_CHORDS_CUBIC, from, to);
}

// ---- paths ----

struct path {
    std::vector<b2EdgeShape> edges;
    b2DynamicTree tree;
    const bezier_path *scene;
};

void *path_build(const void *scene)
{
    auto *s = static_cast<const bezier_path *>(scene);
    auto *mine = new path;
    const b2Vec2 slack(b2_aabbExtension, b2_aabbExtension);
    mine->scene = s;
    mine->edges.reserve(size_t(s->flat_count));
    for (int i = 0; i + 1 < s->flat_count; ++i) {
        b2AABB box = box_of(vec(s->flat[i]), vec(s->flat[i + 1]));
        mine->edges.push_back(edge(s->flat[i], s->flat[i + 1]));
        box.lowerBound -= slack, box.upperBound += slack; // as b2World does
        mine->tree.CreateProxy(box, &mine->edges.back());
    }
    return mine;
}

void path_end(void *built)
{
    delete static_cast<path *>(built);
}

struct caster {
    const b2DynamicTree *tree;
    bezier_hit hit;

    float RayCastCallback(const b2RayCastInput &input, int32 proxy)
    {
        static const b2Transform still(b2Vec2(0, 0), b2Rot(0));
        auto *e = static_cast<const b2EdgeShape *>(tree->GetUserData(proxy));
        b2RayCastOutput output;
        if (!e->RayCast(&output, input, still, 0)) return input.maxFraction;
        hit.found = 1, hit.time = double(output.fraction);
        return output.fraction;
    }
};

bezier_hit cast(const path *mine, b2Vec2 from, b2Vec2 to, float most)
{
    caster c = {&mine->tree, {0, 2, 0}};
    b2RayCastInput input = {from, to, most};
    if ((to - from).LengthSquared() > 0) mine->tree.RayCast(&c, input);
    return c.hit;
}

void run_path_sweep(const path &mine, int q, bezier_hit &out)
{
    out = cast(&mine, vec(mine.scene->from[q]), vec(mine.scene->to[q]), 1);
}

void run_path_points(const path &mine, int q, bezier_hit &out)
{
    int movers = mine.scene->movers;
    b2Vec2 shift = vec(mine.scene->to[q]) - vec(mine.scene->from[q]);
    bezier_hit best = {0, 1, 0};
    for (int k = 0; k < movers; ++k) {
        b2Vec2 p = vec(mine.scene->bodies[q * movers + k]);
        bezier_hit hit = cast(&mine, p, p + shift, float(best.time));
        if (hit.found) best = hit;
    }
    out = best;
}

// The edges near the disc's way, one after the other.
struct toucher {
    const b2DynamicTree *tree;
    b2Vec2 from, to;
    b2CircleShape circle;
    bezier_hit hit;
    bool by_cast;

    bool QueryCallback(int32 proxy)
    {
        auto *e = static_cast<const b2EdgeShape *>(tree->GetUserData(proxy));
        if (by_cast)
            cast_to(*e);
        else
            impact(*e);
        return true;
    }

    void found(double time)
    {
        if (time <= hit.time) hit.found = 1, hit.time = time;
    }

    void impact(const b2EdgeShape &e)
    {
        b2TOIInput input;
        b2TOIOutput output;
        input.proxyA.Set(&e, 0), input.proxyB.Set(&circle, 0);
        input.sweepA.localCenter.SetZero(), input.sweepA.c0.SetZero(), input.sweepA.c.SetZero();
        input.sweepA.a0 = input.sweepA.a = input.sweepA.alpha0 = 0;
        input.sweepB = input.sweepA;
        input.sweepB.c0 = from, input.sweepB.c = to;
        input.tMax = float(hit.time);
        b2TimeOfImpact(&output, &input);
        if (output.state == b2TOIOutput::e_touching) found(double(output.t));
        if (output.state == b2TOIOutput::e_overlapped) found(0);
    }

    void cast_to(const b2EdgeShape &e)
    {
        static const b2Transform still(b2Vec2(0, 0), b2Rot(0));
        b2ShapeCastInput input;
        b2ShapeCastOutput output;
        input.proxyA.Set(&e, 0), input.proxyB.Set(&circle, 0);
        input.transformA = still, input.transformB = b2Transform(from, b2Rot(0));
        input.translationB = to - from;
        if (b2TestOverlap(&e, 0, &circle, 0, still, input.transformB))
            found(0);
        else if (b2ShapeCast(&output, &input))
            found(double(output.lambda));
    }
};

void discs(const path *mine, int first, int count, bezier_hit *out, bool by_cast)
{
    const bezier_path *s = mine->scene;
    for (int q = first; q < first + count; ++q) {
        toucher t = {&mine->tree, vec(s->from[q]), vec(s->to[q]), {}, {0, 1, 0}, by_cast};
        b2AABB way = box_of(t.from, t.to);
        b2Vec2 reach(float(s->radius), float(s->radius));
        t.circle.m_radius = float(s->radius);
        way.lowerBound -= reach, way.upperBound += reach;
        mine->tree.Query(&t, way);
        out[q] = t.hit;
        out[q].allowed = 2 * double(b2_linearSlop);
    }
}

void run_path_disc(void *built, int first, int count, void *answers)
{
    discs(static_cast<const path *>(built), first, count, static_cast<bezier_hit *>(answers),
          false);
}

void run_path_cast(void *built, int first, int count, void *answers)
{
    discs(static_cast<const path *>(built), first, count, static_cast<bezier_hit *>(answers), true);
}

} // namespace

extern "C" void peers_bezier_box2d(peer_list *list)
{
    auto add = [list](const char *who, const char *question, const char *how,
                      void *(*build)(const void *), void (*run)(void *, int, int, void *),
                      void (*end)(void *)) {
        peers_add(list, who, question, how, PEERS_FLOAT, build, run, end);
    };
    const char *chords = "flattened: the boxes, then b2EdgeShape::RayCast of 16 chords";
    add("Box2D", "segment", "b2EdgeShape::RayCast", pairs_build, peers::run<run_segment>,
        pairs_end);
    add("Box2D", "sweep", chords, pairs_build, peers::run<run_sweep>, pairs_end);
    add("Box2D", "batch", chords, pairs_build, peers::run<run_sweep>, pairs_end);
    add("Box2D", "path sweep", "flattened: b2DynamicTree::RayCast, b2EdgeShape::RayCast",
        path_build, peers::run<run_path_sweep>, path_end);
    add("Box2D", "path points", "flattened: the same for each point", path_build,
        peers::run<run_path_points>, path_end);
    add("Box2D", "path disc",
        "flattened: b2TimeOfImpact with the edges near its way; good to b2_linearSlop, 0.005",
        path_build, run_path_disc, path_end);
    add("Box2D cast", "path disc",
        "flattened: b2TestOverlap, b2ShapeCast with them; good to b2_linearSlop, 0.005", path_build,
        run_path_cast, path_end);
}
