// CGAL among those who race on terrain: an AABB tree of the triangles.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>
#include <cmath>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "terrain.h"

using kernel = CGAL::Simple_cartesian<double>;
using triangles = std::vector<kernel::Triangle_3>;
using primitive = CGAL::AABB_triangle_primitive<kernel, triangles::iterator>;
using tree = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;

// Of the field, for all scenes on it.
struct cgal_ground {
    triangles all;
    tree found;
};

struct cgal_terrain {
    const terrain_scene *scene;
    std::shared_ptr<cgal_ground> ground;
};

static std::shared_ptr<cgal_ground> ground_of(const terrain_scene *s)
{
    auto ground = std::make_shared<cgal_ground>();
    const auto at = [s](int i, int j) {
        return kernel::Point_3(s->cell * i, s->cell * j, s->heights[size_t(j) * s->columns + i]);
    };
    for (int j = 0; j + 1 < s->rows; ++j)
        for (int i = 0; i + 1 < s->columns; ++i) {
            ground->all.emplace_back(at(i, j), at(i + 1, j), at(i, j + 1));
            ground->all.emplace_back(at(i + 1, j + 1), at(i, j + 1), at(i + 1, j));
        }
    ground->found.insert(ground->all.begin(), ground->all.end());
    ground->found.build();
    ground->found.accelerate_distance_queries();
    return ground;
}

static void *build(const void *scene)
{
    static std::shared_ptr<cgal_ground> last;
    static int field = -1;
    auto *s = static_cast<const terrain_scene *>(scene);
    // a ray knows no radius, and of solids only spheres are points at a distance
    if (s->solid != TERRAIN_SOLID_SPHERE && s->solid != TERRAIN_SOLID_RAY) return nullptr;
    if (field != s->field) last = ground_of(s);
    field = s->field;
    return new cgal_terrain{s, last};
}

static double ray_along(const cgal_terrain *mine, int q, const double way[3])
{
    const double *o = mine->scene->poses[q].centre;
    const kernel::Point_3 from(o[0], o[1], o[2]);
    const kernel::Vector_3 along(way[0], way[1], way[2]);
    const auto hit = mine->ground->found.first_intersection(kernel::Ray_3(from, along));
    if (!hit) return INFINITY;
    const auto *p = boost::get<kernel::Point_3>(&hit->first);
    if (p == nullptr) return INFINITY;
    const double t = std::sqrt(squared_distance(from, *p) / along.squared_length());
    return t <= mine->scene->within ? t : INFINITY;
}

static void raycast(cgal_terrain &mine, int q, terrain_answer &out)
{
    out.distance = ray_along(&mine, q, mine.scene->ways[q]);
}

static void distance(cgal_terrain &mine, int q, terrain_answer &out)
{
    const double *o = mine.scene->poses[q].centre;
    const double square = mine.ground->found.squared_distance(kernel::Point_3(o[0], o[1], o[2]));
    out.distance = std::sqrt(square) - mine.scene->size[0];
}

extern "C" void peers_terrain_cgal(peer_list *list)
{
    peers_add(list, "CGAL double", "raycast",
              "AABB_tree::first_intersection, Simple_cartesian<double>, one tree for a field",
              PEERS_DOUBLE, build, peers::run<raycast>, peers::end<cgal_terrain>);
    peers_add(list, "CGAL double", "distance",
              "AABB_tree::squared_distance of the centre, less the radius; closest-point tree",
              PEERS_DOUBLE, build, peers::run<distance>, peers::end<cgal_terrain>);
}
