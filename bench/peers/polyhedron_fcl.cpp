// FCL 0.7 among those who race with polyhedra: fcl::Convex, in double and in float.
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "polyhedron.h"

namespace
{

template <typename Real> struct solids {
    using convex = fcl::Convex<Real>;
    using pose = fcl::Transform3<Real>;
    const polyhedron_scene *scene;
    std::vector<std::shared_ptr<convex>> shapes;
    std::vector<pose> rest, b;
    std::vector<int> place;
};

template <typename Real> fcl::Vector3<Real> vector_from(const double *v)
{
    return fcl::Vector3<Real>(Real(v[0]), Real(v[1]), Real(v[2]));
}

template <typename Real> fcl::Transform3<Real> pose_from(const polyhedron_placed &p)
{
    fcl::Transform3<Real> t = fcl::Transform3<Real>::Identity();
    for (int k = 0; k < 3; ++k) t.linear().col(k) = vector_from<Real>(p.axes[k]);
    t.translation() = vector_from<Real>(p.at);
    return t;
}

template <typename Real> void *build(const void *scene)
{
    auto *s = static_cast<const polyhedron_scene *>(scene);
    if (s->bits > int(8 * sizeof(Real))) return nullptr;
    auto *mine = new solids<Real>;
    mine->scene = s;
    for (int i = 0; i < s->shape_count; ++i) {
        const polyhedron_solid &solid = s->shapes[i];
        auto vertices = std::make_shared<std::vector<fcl::Vector3<Real>>>();
        auto faces = std::make_shared<std::vector<int>>();
        for (int k = 0; k < solid.vertex_count; ++k)
            vertices->push_back(vector_from<Real>(solid.xyz + 3 * std::size_t(k)));
        for (int k = 0; k < 3 * solid.triangle_count; ++k) {
            if (k % 3 == 0) faces->push_back(3);
            faces->push_back(int(solid.triangles[k]));
        }
        mine->shapes.push_back(
            std::make_shared<fcl::Convex<Real>>(vertices, solid.triangle_count, faces));
        mine->shapes.back()->computeLocalAABB();
        mine->rest.push_back(pose_from<Real>(s->rest[i]));
    }
    for (int q = 0; s->b && q < s->count; ++q) mine->b.push_back(pose_from<Real>(s->b[q]));
    return mine;
}

template <typename Real> void end(void *built)
{
    delete static_cast<solids<Real> *>(built);
}

template <typename Real> void extreme(solids<Real> &mine, int q, polyhedron_answer &out)
{
    auto &shape = *mine.shapes[std::size_t(mine.scene->shape[q])];
    auto &found = shape.findExtremeVertex(vector_from<Real>(mine.scene->directions[q]));
    out.vertex = int(&found - shape.getVertices().data());
}

template <typename Real, fcl::GJKSolverType Solver>
void overlap(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<solids<Real> *>(built);
    auto *out = static_cast<polyhedron_answer *>(answers);
    fcl::CollisionRequest<Real> request;
    request.gjk_solver_type = Solver;
    for (int q = first; q < first + count; ++q) {
        auto a = std::size_t(mine->scene->shape[q]), b = std::size_t(mine->scene->b[q].shape);
        fcl::CollisionResult<Real> result;
        out[q].yes = fcl::collide(mine->shapes[a].get(), mine->rest[a], mine->shapes[b].get(),
                                  mine->b[std::size_t(q)], request, result) > 0;
    }
}

template <typename Real, fcl::GJKSolverType Solver>
void distance(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<solids<Real> *>(built);
    auto *out = static_cast<polyhedron_answer *>(answers);
    fcl::DistanceRequest<Real> request(true);
    request.gjk_solver_type = Solver;
    for (int q = first; q < first + count; ++q) {
        auto a = std::size_t(mine->scene->shape[q]), b = std::size_t(mine->scene->b[q].shape);
        fcl::DistanceResult<Real> result;
        out[q].value =
            double(fcl::distance(mine->shapes[a].get(), mine->rest[a], mine->shapes[b].get(),
                                 mine->b[std::size_t(q)], request, result));
        out[q].yes = out[q].value > 0;
    }
}

template <typename Real, fcl::GJKSolverType Solver>
void collide(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<solids<Real> *>(built);
    auto *out = static_cast<polyhedron_answer *>(answers);
    fcl::CollisionRequest<Real> request(1, true);
    request.gjk_solver_type = Solver;
    for (int q = first; q < first + count; ++q) {
        auto a = std::size_t(mine->scene->shape[q]), b = std::size_t(mine->scene->b[q].shape);
        fcl::CollisionResult<Real> result;
        fcl::collide(mine->shapes[a].get(), mine->rest[a], mine->shapes[b].get(),
                     mine->b[std::size_t(q)], request, result);
        out[q].yes = result.numContacts() > 0;
        if (!out[q].yes) continue;
        const auto &contact = result.getContact(0);
        out[q].value = double(contact.penetration_depth);
        for (int c = 0; c < 3; ++c) out[q].normal[c] = double(contact.normal[c]);
    }
}

template <typename Real> void add(peer_list *list, const char *plain, const char *own, int bits)
{
    constexpr auto ccd = fcl::GST_LIBCCD, indep = fcl::GST_INDEP;
    peers_add(list, plain, "extreme", "Convex::findExtremeVertex: walks along edges", bits,
              build<Real>, peers::run<extreme<Real>>, end<Real>);
    peers_add(list, plain, "overlap", "fcl::collide of Convex, its libccd solver", bits,
              build<Real>, overlap<Real, ccd>, end<Real>);
    peers_add(list, own, "overlap", "fcl::collide of Convex, its own GJK", bits, build<Real>,
              overlap<Real, indep>, end<Real>);
    peers_add(list, plain, "distance", "fcl::distance, its libccd solver, tolerance 1e-6", bits,
              build<Real>, distance<Real, ccd>, end<Real>);
    peers_add(list, own, "distance", "fcl::distance, its own GJK", bits, build<Real>,
              distance<Real, indep>, end<Real>);
    peers_add(list, plain, "collide", "fcl::collide, one contact, its libccd solver", bits,
              build<Real>, collide<Real, ccd>, end<Real>);
    peers_add(list, own, "collide",
              "fcl::collide, one contact, its own GJK and EPA; depth and normal as they come", bits,
              build<Real>, collide<Real, indep>, end<Real>);
}

} // namespace

extern "C" void peers_polyhedron_fcl(peer_list *list)
{
    add<double>(list, "FCL double", "FCL double indep", PEERS_DOUBLE);
    add<float>(list, "FCL", "FCL indep", PEERS_FLOAT);
}
