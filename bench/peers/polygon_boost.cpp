// Boost.Geometry among those who race with polygons: double, any polygons, no poses: vertices are
// placed, and rounded, before the time is taken.
#define BOOST_ALLOW_DEPRECATED_HEADERS
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/geometries.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "polygon.h"

namespace bg = boost::geometry;

namespace
{

using point = bg::model::d2::point_xy<double>;
using region = bg::model::polygon<point, false, true>; // counter-clockwise, closed
using line = bg::model::linestring<point>;
using cloud = bg::model::multi_point<point>;

struct polygons {
    const polygon_scene *scene;
    std::vector<region> shapes, rest, b;
    std::vector<cloud> clouds;
};

region region_from(const double *xy, int count)
{
    region r;
    for (int i = 0; i <= count; ++i)
        r.outer().emplace_back(xy[2 * (i % count)], xy[2 * (i % count) + 1]);
    return r;
}

void *build(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    auto *mine = new polygons{s, {}, {}, {}, {}};
    std::vector<double> xy;
    auto placed = [&](const polygon_placed &p) {
        xy.resize(2 * std::size_t(s->shapes[p.shape].count));
        polygon_place(s, &p, xy.data());
        return region_from(xy.data(), s->shapes[p.shape].count);
    };
    for (int i = 0; i < s->shape_count; ++i) {
        mine->shapes.push_back(region_from(s->shapes[i].xy, s->shapes[i].count));
        mine->rest.push_back(placed(s->rest[i]));
    }
    for (int q = 0; s->b && q < s->count; ++q) mine->b.push_back(placed(s->b[q]));
    return mine;
}

void *build_clouds(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    auto *mine = new polygons{s, {}, {}, {}, {}};
    mine->clouds.resize(std::size_t(s->count));
    for (int q = 0; q < s->count; ++q)
        for (int i = 0; i < s->cloud_size; ++i) {
            const double *p =
                s->cloud + 2 * (std::size_t(q) * std::size_t(s->cloud_size) + std::size_t(i));
            mine->clouds[std::size_t(q)].emplace_back(p[0], p[1]);
        }
    return mine;
}

void contains(polygons &mine, int q, polygon_answer &out)
{
    const double *p = mine.scene->points[q];
    out.yes = bg::covered_by(point(p[0], p[1]), mine.shapes[std::size_t(mine.scene->shape[q])]);
}

void segment(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    line from_to;
    from_to.resize(2);
    std::vector<line> within;
    for (int q = first; q < first + count; ++q) {
        const double *p = mine->scene->points[q], *e = mine->scene->ends[q];
        from_to[0] = point(p[0], p[1]), from_to[1] = point(e[0], e[1]);
        within.clear();
        bg::intersection(from_to, mine->shapes[std::size_t(mine->scene->shape[q])], within);
        out[q].yes = !within.empty();
        if (within.empty()) continue;
        double length = bg::length(from_to);
        out[q].value[0] = bg::distance(from_to[0], within.front().front()) / length;
        out[q].value[1] = bg::distance(from_to[0], within.back().back()) / length;
    }
}

void overlap(polygons &mine, int q, polygon_answer &out)
{
    out.yes = bg::intersects(mine.rest[std::size_t(mine.scene->shape[q])], mine.b[std::size_t(q)]);
}

void distance(polygons &mine, int q, polygon_answer &out)
{
    out.value[0] =
        bg::distance(mine.rest[std::size_t(mine.scene->shape[q])], mine.b[std::size_t(q)]);
    out.yes = out.value[0] > 0;
}

void hull(polygons &mine, int q, polygon_answer &out)
{
    region found;
    bg::convex_hull(mine.clouds[std::size_t(q)], found);
    out.vertex = int(found.outer().size()) - 1;
    out.value[0] = bg::area(found);
}

} // namespace

extern "C" void peers_polygon_boost(peer_list *list)
{
    peers_add(list, "Boost", "contains", "bg::covered_by a polygon, cartesian winding",
              PEERS_DOUBLE, build, peers::run<contains>, peers::end<polygons>);
    peers_add(list, "Boost", "segment",
              "bg::intersection(linestring, polygon): pieces; a mere touch is none", PEERS_DOUBLE,
              build, segment, peers::end<polygons>);
    peers_add(list, "Boost", "overlap", "bg::intersects, both placed beforehand", PEERS_DOUBLE,
              build, peers::run<overlap>, peers::end<polygons>);
    peers_add(list, "Boost", "distance", "bg::distance, both placed beforehand", PEERS_DOUBLE,
              build, peers::run<distance>, peers::end<polygons>);
    peers_add(list, "Boost", "hull", "bg::convex_hull(multi_point), and its area", PEERS_DOUBLE,
              build_clouds, peers::run<hull>, peers::end<polygons>);
}
