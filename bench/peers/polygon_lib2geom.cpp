// lib2geom among those who race with polygons: its ConvexHull, double, tolerance-free but rounded.
#include <2geom/convex-hull.h>
#include <vector>
#include "frame.hpp"
#include "polygon.h"

namespace
{

struct polygons {
    const polygon_scene *scene;
    std::vector<Geom::ConvexHull> shapes;
    std::vector<std::vector<Geom::Point>> clouds;
};

std::vector<Geom::Point> points_from(const double *xy, int count)
{
    std::vector<Geom::Point> points;
    for (int i = 0; i < count; ++i) points.emplace_back(xy[2 * i], xy[2 * i + 1]);
    return points;
}

void *build(const void *scene)
{
    auto *mine = new polygons{static_cast<const polygon_scene *>(scene), {}, {}};
    for (int i = 0; i < mine->scene->shape_count; ++i)
        mine->shapes.emplace_back(
            points_from(mine->scene->shapes[i].xy, mine->scene->shapes[i].count));
    return mine;
}

void *build_clouds(const void *scene)
{
    auto *mine = new polygons{static_cast<const polygon_scene *>(scene), {}, {}};
    auto n = std::size_t(mine->scene->cloud_size);
    for (int q = 0; q < mine->scene->count; ++q)
        mine->clouds.push_back(points_from(mine->scene->cloud + 2 * n * std::size_t(q), int(n)));
    return mine;
}

void contains(polygons &mine, int q, polygon_answer &out)
{
    const double *p = mine.scene->points[q];
    out.yes = mine.shapes[std::size_t(mine.scene->shape[q])].contains(Geom::Point(p[0], p[1]));
}

void hull(polygons &mine, int q, polygon_answer &out)
{
    Geom::ConvexHull found(mine.clouds[std::size_t(q)]);
    out.vertex = int(found.size());
    out.value[0] = found.area();
}

} // namespace

extern "C" void peers_polygon_lib2geom(peer_list *list)
{
    peers_add(list, "lib2geom", "contains", "ConvexHull::contains: prepared, O(log n), rounded",
              PEERS_DOUBLE, build, peers::run<contains>, peers::end<polygons>);
    peers_add(list, "lib2geom", "hull", "ConvexHull of a vector of points, and its area",
              PEERS_DOUBLE, build_clouds, peers::run<hull>, peers::end<polygons>);
}
