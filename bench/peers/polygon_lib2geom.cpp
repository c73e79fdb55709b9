// lib2geom among those who race with polygons: its ConvexHull, double, tolerance-free but rounded.
#include <2geom/convex-hull.h>
#include <vector>
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

void end(void *built)
{
    delete static_cast<polygons *>(built);
}

void contains(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        const double *p = mine->scene->points[q];
        out[q].yes =
            mine->shapes[std::size_t(mine->scene->shape[q])].contains(Geom::Point(p[0], p[1]));
    }
}

void hull(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<polygons *>(built);
    auto *out = static_cast<polygon_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        Geom::ConvexHull found(mine->clouds[std::size_t(q)]);
        out[q].vertex = int(found.size());
        out[q].value[0] = found.area();
    }
}

} // namespace

extern "C" void peers_polygon_lib2geom(peer_list *list)
{
    peers_add(list, "lib2geom", "contains", "ConvexHull::contains: prepared, O(log n), rounded",
              PEERS_DOUBLE, build, contains, end);
    peers_add(list, "lib2geom", "hull", "ConvexHull of a vector of points, and its area",
              PEERS_DOUBLE, build_clouds, hull, end);
}
