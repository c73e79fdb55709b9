// CGAL among those who ask one mesh: inexact constructions, exact predicates.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "mesh_tree.h"

namespace
{ // types of these names are in other files, too

template <typename Kernel> struct cgal {
    using triangle = typename Kernel::Triangle_3;
    using point = typename Kernel::Point_3;
    using primitive =
        CGAL::AABB_triangle_primitive<Kernel, typename std::vector<triangle>::const_iterator>;
    using traits = CGAL::AABB_traits<Kernel, primitive>;
    using tree = CGAL::AABB_tree<traits>;

    const mesh_tree_scene *scene;
    std::vector<triangle> triangles[2];
    tree built;

    explicit cgal(const mesh_tree_scene *s) : scene(s)
    {
        for (int k = 0; k < 2; ++k)
            for (int i = 0; i < s->triangle_count; ++i) {
                point v[3];
                for (int c = 0; c < 3; ++c) {
                    const double *p = (k ? s->moved : s->positions) + 3 * s->triangles[3 * i + c];
                    v[c] = point(p[0], p[1], p[2]);
                }
                triangles[k].emplace_back(v[0], v[1], v[2]);
            }
        renew(0);
    }

    void renew(int k)
    {
        built.clear();
        built.insert(triangles[k].cbegin(), triangles[k].cend());
        built.build();
    }
};

template <typename Kernel> void *build(const void *scene)
{
    return new cgal<Kernel>(static_cast<const mesh_tree_scene *>(scene));
}

template <typename Kernel> void *build_points(const void *scene)
{
    auto *mine = new cgal<Kernel>(static_cast<const mesh_tree_scene *>(scene));
    mine->built.accelerate_distance_queries();
    return mine;
}

template <typename Kernel> void end(void *built)
{
    delete static_cast<cgal<Kernel> *>(built);
}

template <typename Kernel> void raycast(cgal<Kernel> &mine, int q, mesh_tree_answer &out)
{
    using point = typename Kernel::Point_3;
    const double *o = mine.scene->points[q], *d = mine.scene->ways[q];
    const point from(o[0], o[1], o[2]);
    const typename Kernel::Vector_3 way(d[0], d[1], d[2]);
    const auto hit = mine.built.first_intersection(typename Kernel::Ray_3(from, way));
    out.found = bool(hit), out.distance = 0;
    if (!hit) return;
    if (const point *p = boost::get<point>(&hit->first))
        out.distance = ((*p - from) * way) / way.squared_length();
    else if (const auto *s = boost::get<typename Kernel::Segment_3>(&hit->first))
        out.distance = std::fmin((s->source() - from) * way, (s->target() - from) * way) /
                       way.squared_length();
}

template <typename Kernel> void closest(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<cgal<Kernel> *>(built);
    auto *out = static_cast<mesh_tree_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        const double *p = mine->scene->points[q];
        const typename Kernel::Point_3 at(p[0], p[1], p[2]);
        out[q].found = 1;
        out[q].distance = std::sqrt((mine->built.closest_point(at) - at).squared_length());
    }
}

template <typename Kernel> void rebuild(cgal<Kernel> &mine, int q, mesh_tree_answer &out)
{
    mine.renew(q % 2);
    out.found = 1;
}

} // namespace

extern "C" void peers_mesh_tree_cgal(peer_list *list)
{
    using epick = CGAL::Exact_predicates_inexact_constructions_kernel;
    using plain = CGAL::Simple_cartesian<double>;
    peers_add(list, "CGAL double", "raycast", "AABB_tree::first_intersection, exact predicates",
              PEERS_DOUBLE, build<epick>, peers::run<raycast<epick>>, end<epick>);
    peers_add(list, "CGAL plain double", "raycast", "the same, Simple_cartesian<double>",
              PEERS_DOUBLE, build<plain>, peers::run<raycast<plain>>, end<plain>);
    peers_add(list, "CGAL double", "closest",
              "AABB_tree::closest_point, accelerate_distance_queries, exact predicates",
              PEERS_DOUBLE, build_points<epick>, closest<epick>, end<epick>);
    peers_add(list, "CGAL plain double", "closest", "the same, Simple_cartesian<double>",
              PEERS_DOUBLE, build_points<plain>, closest<plain>, end<plain>);
    peers_add(list, "CGAL double", "build", "AABB_tree::insert and build, exact predicates",
              PEERS_DOUBLE, build<epick>, peers::run<rebuild<epick>>, end<epick>);
}
