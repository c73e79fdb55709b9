// CGAL among those who race with surfaces, on triangles.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/intersection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/Polygon_mesh_processing/transform.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "nurbs_triangles.h"

namespace
{ // types of these names are in other files, too

namespace pmp = CGAL::Polygon_mesh_processing;
using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using point = kernel::Point_3;
using mesh = CGAL::Surface_mesh<point>;
using primitive = CGAL::AABB_face_graph_triangle_primitive<mesh>;
using tree = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;

struct cgal {
    const nurbs_scene *scene;
    std::vector<mesh> meshes;
    std::vector<std::unique_ptr<tree>> trees;
    // two of each body, so that a body can meet itself
    CGAL::Rigid_triangle_mesh_collision_detection<mesh> rigid;
};

mesh mesh_of(const nurbs_body &body)
{
    triangles::mesh from = triangles::of_body(body);
    std::vector<mesh::Vertex_index> at;
    mesh out;
    for (const auto &p : from.vertices) at.push_back(out.add_vertex(point(p[0], p[1], p[2])));
    for (const auto &t : from.faces)
        out.add_face(at[size_t(t[0])], at[size_t(t[1])], at[size_t(t[2])]);
    return out;
}

void *build(const void *scene)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    auto *mine = new cgal;
    mine->scene = s;
    mine->meshes.reserve(size_t(s->body_count));
    for (int i = 0; i < s->body_count; ++i) mine->meshes.push_back(mesh_of(s->bodies[i]));
    return mine;
}

void *build_trees(const void *scene)
{
    auto *mine = static_cast<cgal *>(build(scene));
    for (const mesh &m : mine->meshes) {
        mine->trees.emplace_back(new tree(faces(m).first, faces(m).second, m));
        mine->trees.back()->build();
        mine->trees.back()->accelerate_distance_queries();
    }
    return mine;
}

void *build_rigid(const void *scene)
{
    auto *mine = static_cast<cgal *>(build(scene));
    for (int copy = 0; copy < 2; ++copy)
        for (const mesh &m : mine->meshes) mine->rigid.add_mesh(m);
    return mine;
}

kernel::Aff_transformation_3 pose_from(const nurbs_pose &pose)
{
    const double *r = pose.rotation, *p = pose.position;
    return kernel::Aff_transformation_3(r[0], r[1], r[2], p[0], r[3], r[4], r[5], p[1], r[6], r[7],
                                        r[8], p[2]);
}

void collide(cgal &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const size_t a = size_t(query.a), b = mine.meshes.size() + size_t(query.b);
    mine.rigid.set_transformation(a, pose_from(query.pose_a));
    mine.rigid.set_transformation(b, pose_from(query.pose_b));
    const std::vector<size_t> others(1, b);
    out.found = !mine.rigid.get_all_intersections(a, others).empty();
    out.pointed = 0;
}

void closest(cgal &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const point p(query.point[0], query.point[1], query.point[2]);
    out.found = 1;
    out.value = std::sqrt(mine.trees[size_t(query.a)]->squared_distance(p));
}

void ray(cgal &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const point p(query.point[0], query.point[1], query.point[2]);
    const kernel::Vector_3 way(query.way[0], query.way[1], query.way[2]);
    const auto hit = mine.trees[size_t(query.a)]->first_intersection(kernel::Ray_3(p, way));
    out.found = 0;
    if (!hit) return;
    if (const point *at = boost::get<point>(&hit->first)) {
        out.value = (*at - p) * way / way.squared_length();
        out.found = out.value <= 1;
    } else {
        out.found = -1; // a segment: the ray lies in a triangle
    }
}

void curves(cgal &mine, int q, nurbs_curves_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    mesh a = mine.meshes[size_t(query.a)], b = mine.meshes[size_t(query.b)];
    std::vector<std::vector<point>> lines;
    int written = 0;
    pmp::transform(pose_from(query.pose_a), a);
    pmp::transform(pose_from(query.pose_b), b);
    pmp::surface_intersection(a, b, std::back_inserter(lines));
    out.curves = 0;
    for (const auto &line : lines) {
        if (written + int(line.size()) > NURBS_CURVE_POINTS || out.curves == NURBS_CURVES) break;
        for (const point &p : line) {
            for (int c = 0; c < 3; ++c) out.points[3 * written + c] = p[c];
            ++written;
        }
        out.ends[out.curves++] = written;
    }
}

} // namespace

extern "C" void peers_nurbs_cgal(peer_list *list)
{
    peers_add(list, "CGAL", "collide",
              "Rigid_triangle_mesh_collision_detection of triangles at chord error 1e-3, prebuilt; "
              "exact on the triangles, no contact point",
              PEERS_DOUBLE, build_rigid, peers::run<collide>, peers::end<cgal>)
        ->beside = " prepared";
    peers_add(list, "CGAL", "closest", "AABB_tree of these triangles: squared_distance",
              PEERS_DOUBLE, build_trees, peers::run<closest>, peers::end<cgal>)
        ->beside = " prepared";
    peers_add(list, "CGAL", "ray", "AABB_tree of these triangles: first_intersection", PEERS_DOUBLE,
              build_trees, peers::run<ray>, peers::end<cgal>)
        ->beside = " prepared";
    peers_add(list, "CGAL", "curves",
              "Polygon_mesh_processing::surface_intersection, triangles at chord error 1e-3",
              PEERS_DOUBLE, build, peers::run<curves>, peers::end<cgal>);
}
