// CGAL among those who race with meshes.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>
#include "frame.hpp"
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

void contacts(racer &mine, int q, mesh_answer &out)
{
    mine.contacts.found.clear();
    move(mine, q, mine.contacts.distance / 2);
    sweep(mine, [&mine](int a, int t, int b, int u) {
        mine.contacts.triangles(mine.surfaces[a], t, mine.surfaces[b], u);
    });
    out = mine.contacts.answer();
}

unsigned long long pair_key(const void *built, int number)
{
    return static_cast<const racer *>(built)->pairs[size_t(number)];
}

void intersections(racer &mine, int q, mesh_answer &out)
{
    mine.pairs.clear();
    move(mine, q, 0);
    move_triangles(mine);
    sweep(mine, [&mine](int a, int t, int b, int u) {
        if (a == b && mesh::common_vertex(mine.surfaces[a].triangles + 3 * t,
                                          mine.surfaces[b].triangles + 3 * u))
            return;
        if (CGAL::do_intersect(mine.triangles[a][size_t(t)], mine.triangles[b][size_t(u)]))
            mine.pairs.push_back(mesh_key(MESH_TRIANGLES, a, unsigned(t), b, unsigned(u)));
    });
    out = {int(mine.pairs.size()), &mine, pair_key};
}

using primitive = CGAL::AABB_triangle_primitive<kernel, std::vector<triangle>::const_iterator>;
using tree = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;

void touch_trees(racer &mine, int q, mesh_answer &out)
{
    for (mesh::surface<double> &m : mine.surfaces) m.at = m.frames[q].data();
    move_triangles(mine);
    const tree a(mine.triangles[0].begin(), mine.triangles[0].end());
    const tree b(mine.triangles[1].begin(), mine.triangles[1].end());
    out.count = a.do_intersect(b);
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
              PEERS_DOUBLE, build, peers::run<contacts>, peers::end<racer>);
    peers_add(list, "CGAL double", "intersections",
              "the same boxes, no wider; then do_intersect, exact predicates", PEERS_DOUBLE, build,
              peers::run<intersections>, peers::end<racer>);
    peers_add(list, "CGAL trees", "touch",
              "AABB_tree of each mesh, built anew each step, do_intersect, exact predicates",
              PEERS_DOUBLE, build, peers::run<touch_trees>, peers::end<racer>);
    peers_add(list, "CGAL boxes", "touch",
              "box_intersection_d until the first do_intersect, exact predicates", PEERS_DOUBLE,
              build, touch_boxes, peers::end<racer>);
}
