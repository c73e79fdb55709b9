// CGAL among those who race with polyhedra: exact predicates on doubles; tree of triangles; no
// poses.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "polyhedron.h"

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using point = kernel::Point_3;
using mesh = CGAL::Surface_mesh<point>;
using primitive = CGAL::AABB_face_graph_triangle_primitive<mesh>;
using tree = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;
using inside = CGAL::Side_of_triangle_mesh<mesh, kernel>;

struct solids {
    const polyhedron_scene *scene;
    std::vector<mesh> shapes;
    std::vector<std::unique_ptr<tree>> trees;
    std::vector<std::unique_ptr<inside>> sides;
    std::vector<std::vector<point>> clouds;
};

void *build(const void *scene)
{
    auto *mine = new solids;
    auto *s = mine->scene = static_cast<const polyhedron_scene *>(scene);
    mine->shapes.resize(std::size_t(s->shape_count));
    for (int i = 0; i < s->shape_count; ++i) {
        const polyhedron_solid &solid = s->shapes[i];
        mesh &m = mine->shapes[std::size_t(i)];
        for (int k = 0; k < solid.vertex_count; ++k) {
            const double *v = solid.xyz + 3 * std::size_t(k);
            m.add_vertex(point(v[0], v[1], v[2]));
        }
        for (int k = 0; k < solid.triangle_count; ++k) {
            const unsigned *t = solid.triangles + 3 * std::size_t(k);
            m.add_face(mesh::Vertex_index(t[0]), mesh::Vertex_index(t[1]),
                       mesh::Vertex_index(t[2]));
        }
        mine->trees.emplace_back(new tree(faces(m).begin(), faces(m).end(), m));
        mine->trees.back()->build();
        mine->sides.emplace_back(new inside(*mine->trees.back()));
    }
    return mine;
}

void *build_clouds(const void *scene)
{
    auto *mine = new solids;
    auto *s = mine->scene = static_cast<const polyhedron_scene *>(scene);
    auto n = std::size_t(s->cloud_size);
    mine->clouds.resize(std::size_t(s->count));
    for (std::size_t i = 0; i < std::size_t(s->count) * n; ++i)
        mine->clouds[i / n].emplace_back(s->cloud[3 * i], s->cloud[3 * i + 1], s->cloud[3 * i + 2]);
    return mine;
}

void contains(solids &mine, int q, polyhedron_answer &out)
{
    const double *p = mine.scene->points[q];
    out.yes = (*mine.sides[std::size_t(mine.scene->shape[q])])(point(p[0], p[1], p[2])) !=
              CGAL::ON_UNBOUNDED_SIDE;
}

void ray(solids &mine, int q, polyhedron_answer &out)
{
    const double *p = mine.scene->points[q], *d = mine.scene->directions[q];
    point origin(p[0], p[1], p[2]);
    kernel::Vector_3 along(d[0], d[1], d[2]);
    auto found = mine.trees[std::size_t(mine.scene->shape[q])]->first_intersection(
        kernel::Ray_3(origin, along));
    out.yes = bool(found);
    if (!found) return;
    const point *at = boost::get<point>(&found->first);
    if (at) out.value = (*at - origin) * along / along.squared_length();
}

void hull(solids &mine, int q, polyhedron_answer &out)
{
    const auto &cloud = mine.clouds[std::size_t(q)];
    mesh found;
    double sum = 0;
    CGAL::convex_hull_3(cloud.begin(), cloud.end(), found);
    for (auto f : found.faces()) {
        auto h = found.halfedge(f);
        const point &a = found.point(found.source(h)), &b = found.point(found.target(h));
        const point &c = found.point(found.target(found.next(h)));
        sum += CGAL::determinant(a - CGAL::ORIGIN, b - CGAL::ORIGIN, c - CGAL::ORIGIN);
    }
    out.vertex = int(found.number_of_vertices());
    out.value = sum / 6;
}

} // namespace

extern "C" void peers_polyhedron_cgal(peer_list *list)
{
    peers_add(list, "CGAL", "contains", "Side_of_triangle_mesh over an AABB tree, exact",
              PEERS_DOUBLE, build, peers::run<contains>, peers::end<solids>);
    peers_add(list, "CGAL", "ray", "AABB_tree::first_intersection: where it enters", PEERS_DOUBLE,
              build, peers::run<ray>, peers::end<solids>);
    peers_add(list, "CGAL", "hull", "convex_hull_3 to a Surface_mesh, and the volume", PEERS_DOUBLE,
              build_clouds, peers::run<hull>, peers::end<solids>);
}
