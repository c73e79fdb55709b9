// libccd (double) among those who race with polygons: as prisms of height 2 in space, since its
// GJK needs bodies that are not flat. The support function is ours: a scan up to 32 vertices, above
// that a search among the directions of the edges, sorted beforehand.
#include <algorithm>
#include <cmath>
#include <vector>
#include "ccd.hpp"
#include "polygon.h"

namespace
{

struct shape {
    std::vector<double> xy, angles; // angles: outer normals of the edges that end at each vertex
};

struct body {
    const shape *s;
    const polygon_placed *pose;
};

struct polygons {
    const polygon_scene *scene;
    std::vector<shape> shapes;
    ccd_t ccd;
};

// The vertex whose two edges' normals the direction lies between.
std::size_t farthest(const shape &s, double x, double y)
{
    std::size_t n = s.angles.size(), best = 0;
    if (n > 32) {
        double angle = std::atan2(y, x);
        while (angle < s.angles[0]) angle += 2 * M_PI;
        while (angle >= s.angles[0] + 2 * M_PI) angle -= 2 * M_PI;
        return std::size_t(std::upper_bound(s.angles.begin(), s.angles.end(), angle) -
                           s.angles.begin()) -
               1;
    }
    double most = -HUGE_VAL;
    for (std::size_t i = 0; i < n; ++i) {
        double at = x * s.xy[2 * i] + y * s.xy[2 * i + 1];
        if (at > most) most = at, best = i;
    }
    return best;
}

void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    auto *b = static_cast<const body *>(object);
    const polygon_placed &p = *b->pose;
    double dx = direction->v[0], dy = direction->v[1];
    std::size_t i = farthest(*b->s, p.cosine * dx + p.sine * dy, p.cosine * dy - p.sine * dx);
    double x = b->s->xy[2 * i], y = b->s->xy[2 * i + 1];
    ccdVec3Set(out, p.cosine * x - p.sine * y + p.at[0], p.sine * x + p.cosine * y + p.at[1],
               direction->v[2] < 0 ? -1 : 1);
}

// Of shapes that surround their origin.
void centre(const void *object, ccd_vec3_t *out)
{
    auto *b = static_cast<const body *>(object);
    ccdVec3Set(out, b->pose->at[0], b->pose->at[1], 0);
}

void *build(const void *scene)
{
    auto *mine = new polygons;
    const polygon_scene *s = mine->scene = static_cast<const polygon_scene *>(scene);
    for (int i = 0; i < s->shape_count; ++i) {
        const polygon_ring &ring = s->shapes[i];
        shape own;
        own.xy.assign(ring.xy, ring.xy + 2 * ring.count);
        for (int k = 0; k < ring.count; ++k) {
            const double *from = ring.xy + 2 * ((k + ring.count - 1) % ring.count);
            const double *to = ring.xy + 2 * k;
            double angle = std::atan2(from[0] - to[0], to[1] - from[1]);
            while (k > 0 && angle < own.angles.back()) angle += 2 * M_PI;
            own.angles.push_back(angle);
        }
        mine->shapes.push_back(own);
    }
    mine->ccd = peers::ccd_asking(support, centre, 1000);
    mine->ccd.epa_tolerance = mine->ccd.mpr_tolerance = 1e-6;
    return mine;
}

void pair_of(const polygons *mine, int q, body out[2])
{
    const polygon_scene *s = mine->scene;
    out[0] = {&mine->shapes[std::size_t(s->shape[q])], &s->rest[s->shape[q]]};
    out[1] = {&mine->shapes[std::size_t(s->b[q].shape)], &s->b[q]};
}

template <peers::ccd_meet Ask> void overlap(polygons &mine, int q, polygon_answer &out)
{
    body b[2];
    pair_of(&mine, q, b);
    out.yes = Ask(&b[0], &b[1], &mine.ccd);
}

template <peers::ccd_part Ask> void collide(polygons &mine, int q, polygon_answer &out)
{
    body b[2];
    pair_of(&mine, q, b);
    const peers::ccd_depth found = peers::ccd_depth_of<Ask>(&b[0], &b[1], mine.ccd);
    out.yes = found.answer == 0;
    out.value[0] = found.depth;
    out.normal[0] = found.normal.v[0], out.normal[1] = found.normal.v[1];
}

} // namespace

extern "C" void peers_polygon_ccd(peer_list *list)
{
    peers_add(list, "libccd GJK", "overlap", "ccdGJKIntersect of prisms", PEERS_DOUBLE, build,
              peers::run<overlap<ccdGJKIntersect>>, peers::end<polygons>);
    peers_add(list, "libccd MPR", "overlap", "ccdMPRIntersect of prisms, tolerance 1e-6",
              PEERS_DOUBLE, build, peers::run<overlap<ccdMPRIntersect>>, peers::end<polygons>);
    peers_add(list, "libccd GJK", "collide", "ccdGJKPenetration of prisms, tolerance 1e-6",
              PEERS_DOUBLE, build, peers::run<collide<ccdGJKPenetration>>, peers::end<polygons>);
    peers_add(list, "libccd MPR", "collide", "ccdMPRPenetration of prisms: a depth, not the least",
              PEERS_DOUBLE, build, peers::run<collide<ccdMPRPenetration>>, peers::end<polygons>);
}
