// CGAL among those who race with polygons: double coordinates, exact predicates; no poses: vertices
// are placed, and rounded, before the time is taken.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_2_algorithms.h>
#include <CGAL/Polygon_2.h>
#include <CGAL/convex_hull_2.h>
#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <vector>
#include "frame.hpp"
#include "polygon.h"

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using exact = CGAL::Exact_predicates_exact_constructions_kernel;
using point = kernel::Point_2;
using ring = std::vector<point>;
using region = CGAL::Polygon_2<exact>;

struct polygons {
    const polygon_scene *scene;
    std::vector<ring> shapes, clouds;
    std::vector<region> rest, b;
};

template <class Ring, class Point> Ring ring_from(const double *xy, int count)
{
    Ring r;
    for (int i = 0; i < count; ++i) r.push_back(Point(xy[2 * i], xy[2 * i + 1]));
    return r;
}

void *build(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    auto *mine = new polygons{s, {}, {}, {}, {}};
    for (int i = 0; i < s->shape_count; ++i)
        mine->shapes.push_back(ring_from<ring, point>(s->shapes[i].xy, s->shapes[i].count));
    return mine;
}

// The exact kernel keeps much of every number: only small scenes.
void *build_pairs(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    std::vector<double> xy;
    if (s->shapes[0].count > 100) return nullptr;
    auto *mine = new polygons{s, {}, {}, {}, {}};
    auto placed = [&](const polygon_placed &p) {
        xy.resize(2 * std::size_t(s->shapes[p.shape].count));
        polygon_place(s, &p, xy.data());
        return ring_from<region, exact::Point_2>(xy.data(), s->shapes[p.shape].count);
    };
    for (int i = 0; i < s->shape_count; ++i) mine->rest.push_back(placed(s->rest[i]));
    for (int q = 0; s->b && q < s->count; ++q) mine->b.push_back(placed(s->b[q]));
    return mine;
}

void *build_clouds(const void *scene)
{
    auto *s = static_cast<const polygon_scene *>(scene);
    auto *mine = new polygons{s, {}, {}, {}, {}};
    for (int q = 0; q < s->count; ++q)
        mine->clouds.push_back(ring_from<ring, point>(
            s->cloud + 2 * std::size_t(q) * std::size_t(s->cloud_size), s->cloud_size));
    return mine;
}

void contains(polygons &mine, int q, polygon_answer &out)
{
    const ring &r = mine.shapes[std::size_t(mine.scene->shape[q])];
    const double *p = mine.scene->points[q];
    out.yes = CGAL::bounded_side_2(r.begin(), r.end(), point(p[0], p[1]), kernel()) !=
              CGAL::ON_UNBOUNDED_SIDE;
}

void overlap(polygons &mine, int q, polygon_answer &out)
{
    out.yes =
        CGAL::do_intersect(mine.rest[std::size_t(mine.scene->shape[q])], mine.b[std::size_t(q)]);
}

void hull(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    ring found;
    for (int q = first; q < first + count; ++q) {
        const ring &r = mine->clouds[std::size_t(q)];
        found.clear();
        CGAL::convex_hull_2(r.begin(), r.end(), std::back_inserter(found));
        out[q].vertex = int(found.size());
        out[q].value[0] = CGAL::polygon_area_2(found.begin(), found.end(), kernel());
    }
}

} // namespace

extern "C" void peers_polygon_cgal(peer_list *list)
{
    peers_add(list, "CGAL", "contains", "bounded_side_2, exact predicates, a scan", PEERS_DOUBLE,
              build, peers::run<contains>, peers::end<polygons>);
    peers_add(list, "CGAL", "overlap",
              "do_intersect of Polygon_2: common inner points only; exact constructions",
              PEERS_DOUBLE, build_pairs, peers::run<overlap>, peers::end<polygons>);
    peers_add(list, "CGAL", "hull", "convex_hull_2, exact predicates, and the area", PEERS_DOUBLE,
              build_clouds, hull, peers::end<polygons>);
}
