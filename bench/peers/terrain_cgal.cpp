// CGAL among those who race on terrain: an AABB tree of the triangles.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <cmath>
#include <vector>
#include "terrain.h"

template <typename Kernel> struct cgal_terrain {
    using triangles = std::vector<typename Kernel::Triangle_3>;
    using primitive = CGAL::AABB_triangle_primitive<Kernel, typename triangles::iterator>;
    using tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, primitive>>;
    const terrain_scene *scene;
    triangles all;
    tree found;
};

template <typename Kernel> static void *build(const void *scene)
{
    using point = typename Kernel::Point_3;
    auto *mine = new cgal_terrain<Kernel>;
    auto *s = mine->scene = static_cast<const terrain_scene *>(scene);
    const auto at = [s](int i, int j) {
        return point(s->cell * i, s->cell * j, s->heights[size_t(j) * s->columns + i]);
    };
    for (int j = 0; j + 1 < s->rows; ++j)
        for (int i = 0; i + 1 < s->columns; ++i) {
            mine->all.emplace_back(at(i, j), at(i + 1, j), at(i, j + 1));
            mine->all.emplace_back(at(i + 1, j + 1), at(i, j + 1), at(i + 1, j));
        }
    mine->found.insert(mine->all.begin(), mine->all.end());
    mine->found.build();
    return mine;
}

// Distances are asked of spheres alone.
template <typename Kernel> static void *build_spheres(const void *scene)
{
    if (static_cast<const terrain_scene *>(scene)->solid != TERRAIN_SOLID_SPHERE) return nullptr;
    auto *mine = static_cast<cgal_terrain<Kernel> *>(build<Kernel>(scene));
    mine->found.accelerate_distance_queries();
    return mine;
}

template <typename Kernel> static void end(void *built)
{
    delete static_cast<cgal_terrain<Kernel> *>(built);
}

template <typename Kernel>
static double ray_along(const cgal_terrain<Kernel> *mine, int q, const double way[3])
{
    const double *o = mine->scene->poses[q].centre;
    const typename Kernel::Point_3 from(o[0], o[1], o[2]);
    const typename Kernel::Ray_3 ray(from, typename Kernel::Vector_3(way[0], way[1], way[2]));
    const auto hit = mine->found.first_intersection(ray);
    if (!hit) return INFINITY;
    const auto *p = boost::get<typename Kernel::Point_3>(&hit->first);
    if (p == nullptr) return INFINITY;
    const double t = std::sqrt(squared_distance(from, *p) /
                               (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]));
    return t <= mine->scene->within ? t : INFINITY;
}

template <typename Kernel> static void raycast(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<cgal_terrain<Kernel> *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    for (int q = first; q < first + count; ++q)
        out[q].distance = ray_along(mine, q, mine->scene->ways[q]);
}

template <typename Kernel> static void distance(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<cgal_terrain<Kernel> *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        const double *o = mine->scene->poses[q].centre;
        const double square =
            mine->found.squared_distance(typename Kernel::Point_3(o[0], o[1], o[2]));
        out[q].distance = std::sqrt(square) - mine->scene->size[0];
    }
}

extern "C" void peers_terrain_cgal(peer_list *list)
{
    using plain = CGAL::Simple_cartesian<double>;
    using exact = CGAL::Exact_predicates_inexact_constructions_kernel;
    peers_add(list, "CGAL double", "raycast",
              "AABB_tree::first_intersection, Simple_cartesian<double>", PEERS_DOUBLE, build<plain>,
              raycast<plain>, end<plain>);
    peers_add(list, "CGAL exact predicates", "raycast",
              "AABB_tree::first_intersection, Exact_predicates_inexact_constructions_kernel",
              PEERS_DOUBLE, build<exact>, raycast<exact>, end<exact>);
    peers_add(list, "CGAL double", "distance",
              "AABB_tree::squared_distance of the centre, less the radius; closest-point tree",
              PEERS_DOUBLE, build_spheres<plain>, distance<plain>, end<plain>);
}
