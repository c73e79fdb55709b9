// CGAL among those who race with points, segments and triangles.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "triangle.h"

namespace
{

typedef CGAL::Exact_predicates_inexact_constructions_kernel kernel;
typedef kernel::Point_3 point_3;
typedef kernel::Segment_3 segment_3;
typedef kernel::Triangle_3 triangle_3;

// Its objects, built beforehand.
struct prepared {
    std::vector<point_3> points;
    std::vector<segment_3> segments;
    std::vector<triangle_3> triangles;
};

template <typename Add> void *build_with(const void *scene, Add add)
{
    auto *s = static_cast<const triangle_scene *>(scene);
    auto *mine = new prepared;
    for (int q = 0; q < s->count; ++q) {
        point_3 p[8];
        for (int i = 0; i < 8; ++i)
            p[i] = point_3(s->at64[q][i][0], s->at64[q][i][1], s->at64[q][i][2]);
        add(mine, p);
    }
    return mine;
}

void *build_triangles(const void *scene)
{
    return build_with(scene, [](prepared *mine, const point_3 *p) {
        mine->triangles.emplace_back(p[0], p[1], p[2]);
        mine->triangles.emplace_back(p[3], p[4], p[5]);
    });
}

void *build_point(const void *scene)
{
    return build_with(scene, [](prepared *mine, const point_3 *p) {
        mine->points.push_back(p[0]);
        mine->triangles.emplace_back(p[1], p[2], p[3]);
    });
}

void *build_segments(const void *scene)
{
    return build_with(scene, [](prepared *mine, const point_3 *p) {
        mine->segments.emplace_back(p[0], p[1]);
        mine->segments.emplace_back(p[2], p[3]);
    });
}

void overlap(const prepared &mine, int q, triangle_answer &out)
{
    const auto &t = mine.triangles;
    out.hit = CGAL::do_intersect(t[2 * size_t(q)], t[2 * size_t(q) + 1]);
}

void distance(const prepared &mine, int q, triangle_answer &out)
{
    const auto &t = mine.triangles;
    out.distance = std::sqrt(CGAL::squared_distance(t[2 * size_t(q)], t[2 * size_t(q) + 1]));
}

void point(const prepared &mine, int q, triangle_answer &out)
{
    out.distance =
        std::sqrt(CGAL::squared_distance(mine.points[size_t(q)], mine.triangles[size_t(q)]));
}

void segments(const prepared &mine, int q, triangle_answer &out)
{
    const auto &s = mine.segments;
    out.distance = std::sqrt(CGAL::squared_distance(s[2 * size_t(q)], s[2 * size_t(q) + 1]));
}

} // namespace

extern "C" void peers_triangle_cgal(peer_list *list)
{
    peers_add(list, "CGAL double", "overlap",
              "do_intersect, exact predicates (Epick); degenerate triangles break its precondition",
              PEERS_DOUBLE, build_triangles, peers::run<overlap>, peers::end<prepared>);
    peers_add(list, "CGAL double", "distance", "squared_distance (Epick)", PEERS_DOUBLE,
              build_triangles, peers::run<distance>, peers::end<prepared>);
    peers_add(list, "CGAL double", "point", "squared_distance (Epick)", PEERS_DOUBLE, build_point,
              peers::run<point>, peers::end<prepared>);
    peers_add(list, "CGAL double", "segments", "squared_distance (Epick)", PEERS_DOUBLE,
              build_segments, peers::run<segments>, peers::end<prepared>);
}
