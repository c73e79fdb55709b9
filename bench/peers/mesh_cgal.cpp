// CGAL among those who race with meshes.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>
#include "mesh_peers.hpp"

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using triangle = kernel::Triangle_3;

using numbered = CGAL::Box_intersection_d::Box_with_info_d<double, 3, int>; // a triangle's

struct racer {
    std::vector<mesh::surface<double>> surfaces;
    std::vector<std::vector<numbered>> boxes;
    std::vector<std::vector<triangle>> triangles;
    mesh::contacts<double> contacts;
    std::vector<unsigned long long> pairs;
};

void *build(const void *scene)
{
    auto *s = static_cast<const mesh_steps *>(scene);
    auto *r = new racer;
    r->contacts.distance = s->distance;
    for (int k = 0; k < s->body_count; ++k)
        r->surfaces.push_back(mesh::surface_from<double>(*s, k));
    r->boxes.resize(r->surfaces.size());
    r->triangles.resize(r->surfaces.size());
    return r;
}

void end(void *built)
{
    delete static_cast<racer *>(built);
}

void move(racer &r, int q, double wider)
{
    for (size_t k = 0; k < r.surfaces.size(); ++k) {
        mesh::surface<double> &m = r.surfaces[k];
        m.at = m.frames[q].data();
        r.boxes[k].clear();
        r.boxes[k].reserve(size_t(m.triangle_count));
        for (int t = 0; t < m.triangle_count; ++t) {
            const mesh::box<double> b = m.bounds(t, wider);
            r.boxes[k].emplace_back(
                CGAL::Bbox_3(b.low.x, b.low.y, b.low.z, b.high.x, b.high.y, b.high.z), t);
        }
    }
}

void move_triangles(racer &r)
{
    const auto point = [](const mesh::vec<double> &p) { return kernel::Point_3(p.x, p.y, p.z); };
    for (size_t k = 0; k < r.surfaces.size(); ++k) {
        const mesh::surface<double> &m = r.surfaces[k];
        r.triangles[k].clear();
        for (int t = 0; t < m.triangle_count; ++t)
            r.triangles[k].emplace_back(point(m.at[m.triangles[3 * t]]),
                                        point(m.at[m.triangles[3 * t + 1]]),
                                        point(m.at[m.triangles[3 * t + 2]]));
    }
}

const std::ptrdiff_t cutoff = 100; // the fastest of some, its default of 10 included

// Tells `found` of all pairs of triangles whose boxes meet.
template <typename Found> void sweep(racer &r, const Found &found)
{
    for (size_t a = 0; a < r.surfaces.size(); ++a)
        for (size_t b = a; b < r.surfaces.size(); ++b) {
            const auto pair = [&](const numbered &x, const numbered &y) {
                found(int(a), x.info(), int(b), y.info());
            };
            if (a != b)
                CGAL::box_intersection_d(r.boxes[a].begin(), r.boxes[a].end(), r.boxes[b].begin(),
                                         r.boxes[b].end(), pair, cutoff);
            else if (r.surfaces[a].self)
                CGAL::box_self_intersection_d(r.boxes[a].begin(), r.boxes[a].end(), pair, cutoff);
        }
}

void contacts(void *built, int first, int count, void *answers)
{
    auto *r = static_cast<racer *>(built);
    auto *out = static_cast<mesh_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        r->contacts.found.clear();
        move(*r, q, r->contacts.distance / 2);
        sweep(*r, [r](int a, int t, int b, int u) {
            r->contacts.triangles(r->surfaces[a], t, r->surfaces[b], u);
        });
        out[q] = r->contacts.answer();
    }
}

unsigned long long pair_key(const void *built, int number)
{
    return static_cast<const racer *>(built)->pairs[size_t(number)];
}

void intersections(void *built, int first, int count, void *answers)
{
    auto *r = static_cast<racer *>(built);
    auto *out = static_cast<mesh_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        r->pairs.clear();
        move(*r, q, 0);
        move_triangles(*r);
        sweep(*r, [r](int a, int t, int b, int u) {
            if (a == b && mesh::common_vertex(r->surfaces[a].triangles + 3 * t,
                                              r->surfaces[b].triangles + 3 * u))
                return;
            if (CGAL::do_intersect(r->triangles[a][size_t(t)], r->triangles[b][size_t(u)]))
                r->pairs.push_back(mesh_key(MESH_TRIANGLES, a, unsigned(t), b, unsigned(u)));
        });
        out[q] = {int(r->pairs.size()), r, pair_key};
    }
}

using primitive = CGAL::AABB_triangle_primitive<kernel, std::vector<triangle>::const_iterator>;
using tree = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;

void touch_trees(void *built, int first, int count, void *answers)
{
    auto *r = static_cast<racer *>(built);
    auto *out = static_cast<mesh_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        for (mesh::surface<double> &m : r->surfaces) m.at = m.frames[q].data();
        move_triangles(*r);
        const tree a(r->triangles[0].begin(), r->triangles[0].end());
        const tree b(r->triangles[1].begin(), r->triangles[1].end());
        out[q].count = a.do_intersect(b);
    }
}

void touch_boxes(void *built, int first, int count, void *answers)
{
    auto *r = static_cast<racer *>(built);
    auto *out = static_cast<mesh_answer *>(answers);
    struct enough {
    };
    for (int q = first; q < first + count; ++q) {
        move(*r, q, 0);
        move_triangles(*r);
        out[q].count = 0;
        try {
            sweep(*r, [r](int a, int t, int b, int u) {
                if (CGAL::do_intersect(r->triangles[a][size_t(t)], r->triangles[b][size_t(u)]))
                    throw enough();
            });
        } catch (const enough &) {
            out[q].count = 1;
        }
    }
}

} // namespace

extern "C" void peers_mesh_cgal(peer_list *list)
{
    peers_add(list, "CGAL double", "contacts",
              "box_self_intersection_d, box_intersection_d of triangles' boxes, d/2 wider, made "
              "anew each step; then plain elementary tests",
              PEERS_DOUBLE, build, contacts, end);
    peers_add(list, "CGAL double", "intersections",
              "the same boxes, no wider; then do_intersect, exact predicates", PEERS_DOUBLE, build,
              intersections, end);
    peers_add(list, "CGAL trees", "touch",
              "AABB_tree of each mesh, built anew each step, do_intersect, exact predicates",
              PEERS_DOUBLE, build, touch_trees, end);
    peers_add(list, "CGAL boxes", "touch",
              "box_intersection_d until the first do_intersect, exact predicates", PEERS_DOUBLE,
              build, touch_boxes, end);
}
