// FCL (libfcl) among those who race with convex shapes.
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "shape.h"

namespace
{

template <typename Real> struct shapes {
    using shape = std::shared_ptr<fcl::CollisionGeometry<Real>>;
    std::vector<shape> a, b, hulls;
    std::vector<fcl::Transform3<Real>> pose_a, pose_b, end_b;
};

template <typename Real> fcl::Vector3<Real> vector(const double v[3])
{
    return fcl::Vector3<Real>(Real(v[0]), Real(v[1]), Real(v[2]));
}

template <typename Real> fcl::Transform3<Real> pose_from(const shape_body &body)
{
    fcl::Transform3<Real> pose = fcl::Transform3<Real>::Identity();
    for (int k = 0; k < 3; ++k) pose.linear().col(k) = vector<Real>(body.axes[k]);
    pose.translation() = vector<Real>(body.at);
    return pose;
}

template <typename Real> typename shapes<Real>::shape hull_from(const shape_hull &hull)
{
    auto points = std::make_shared<std::vector<fcl::Vector3<Real>>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (auto &p : hull.points) points->push_back(vector<Real>(p));
    for (auto &t : hull.triangles) {
        faces->push_back(3);
        for (unsigned i : t) faces->push_back(int(i));
    }
    return std::make_shared<fcl::Convex<Real>>(points, int(SHAPE_TRIANGLES), faces);
}

template <typename Real>
typename shapes<Real>::shape shape_from(const shapes<Real> &mine, const shape_body &body)
{
    const Real radius = Real(body.half[0]), length = Real(2 * body.half[2]);
    switch (body.kind) {
    case SHAPE_SPHERE:
        return std::make_shared<fcl::Sphere<Real>>(radius);
    case SHAPE_CAPSULE:
        return std::make_shared<fcl::Capsule<Real>>(radius, length);
    case SHAPE_CYLINDER:
        return std::make_shared<fcl::Cylinder<Real>>(radius, length);
    case SHAPE_BOX:
        return std::make_shared<fcl::Box<Real>>(2 * radius, Real(2 * body.half[1]), length);
    default:
        return mine.hulls[std::size_t(body.hull)];
    }
}

template <typename Real> void *build(const void *scene)
{
    auto *s = static_cast<const shape_scene *>(scene);
    auto *mine = new shapes<Real>;
    for (int i = 0; i < SHAPE_HULLS; ++i) mine->hulls.push_back(hull_from<Real>(s->hulls[i]));
    for (int q = 0; q < s->count; ++q) {
        mine->a.push_back(shape_from(*mine, s->a[q]));
        mine->b.push_back(shape_from(*mine, s->b[q]));
        mine->a.back()->computeLocalAABB();
        mine->b.back()->computeLocalAABB();
        mine->pose_a.push_back(pose_from<Real>(s->a[q]));
        mine->pose_b.push_back(pose_from<Real>(s->b[q]));
        mine->end_b.push_back(mine->pose_b.back());
        mine->end_b.back().translation() += vector<Real>(s->ways[q]);
    }
    return mine;
}

template <typename Real> void end(void *built)
{
    delete static_cast<shapes<Real> *>(built);
}

// Their normals go from the first to the second; their checks of their own simplices throw.
template <typename Real, bool Contacts, fcl::GJKSolverType Solver>
void collide(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const shapes<Real> *>(built);
    auto *out = static_cast<shape_answer *>(answers);
    fcl::CollisionRequest<Real> request(Contacts ? 4 : 1, Contacts);
    request.gjk_solver_type = Solver;
    for (int i = first; i < first + count; ++i) {
        const auto q = std::size_t(i);
        fcl::CollisionResult<Real> result;
        try {
            fcl::collide(mine->a[q].get(), mine->pose_a[q], mine->b[q].get(), mine->pose_b[q],
                         request, result);
        } catch (const std::exception &) {
            out[q].count = -1;
            continue;
        }
        out[q].count = int(result.numContacts());
        out[q].value = 0;
        for (int k = 0; Contacts && k < out[q].count; ++k) {
            const fcl::Contact<Real> &c = result.getContact(std::size_t(k));
            if (k > 0 && double(c.penetration_depth) <= out[q].value) continue;
            out[q].value = double(c.penetration_depth);
            for (int c3 = 0; c3 < 3; ++c3) out[q].normal[c3] = double(c.normal[c3]);
        }
    }
}

template <typename Real, fcl::GJKSolverType Solver>
void distance(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const shapes<Real> *>(built);
    auto *out = static_cast<shape_answer *>(answers);
    fcl::DistanceRequest<Real> request(true);
    request.gjk_solver_type = Solver;
    for (int i = first; i < first + count; ++i) {
        const auto q = std::size_t(i);
        fcl::DistanceResult<Real> result;
        try {
            fcl::distance(mine->a[q].get(), mine->pose_a[q], mine->b[q].get(), mine->pose_b[q],
                          request, result);
        } catch (const std::exception &) {
            out[q].count = -1;
            continue;
        }
        out[q].count = result.min_distance > 0;
        out[q].value = result.min_distance > 0 ? double(result.min_distance) : 0;
    }
}

void sweep(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const shapes<double> *>(built);
    auto *out = static_cast<shape_answer *>(answers);
    fcl::ContinuousCollisionRequest<double> request;
    request.ccd_motion_type = fcl::CCDM_TRANS;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    for (int i = first; i < first + count; ++i) {
        const auto q = std::size_t(i);
        fcl::ContinuousCollisionResult<double> result;
        try {
            fcl::continuousCollide(mine->a[q].get(), mine->pose_a[q], mine->pose_a[q],
                                   mine->b[q].get(), mine->pose_b[q], mine->end_b[q], request,
                                   result);
        } catch (const std::exception &) {
            out[q].count = -1;
            continue;
        }
        out[q].count = result.is_collide;
        out[q].value = result.is_collide ? double(result.time_of_contact) : 2;
    }
}

template <typename Real, fcl::GJKSolverType Solver>
void add(peer_list *list, const char *who, const char *solver, int bits)
{
    peers_add(list, who, "overlap", solver, bits, build<Real>, collide<Real, false, Solver>,
              end<Real>);
    peers_add(list, who, "contacts", solver, bits, build<Real>, collide<Real, true, Solver>,
              end<Real>);
    peers_add(list, who, "distance", solver, bits, build<Real>, distance<Real, Solver>, end<Real>);
}

} // namespace

extern "C" void peers_shape_fcl(peer_list *list)
{
    const char *const ccd = "fcl::collide (at most 4 contacts), distance; its libccd solver";
    const char *const own = "the same, its own GJK and EPA";
    add<float, fcl::GST_LIBCCD>(list, "FCL", ccd, PEERS_FLOAT);
    add<double, fcl::GST_LIBCCD>(list, "FCL double", ccd, PEERS_DOUBLE);
    add<double, fcl::GST_INDEP>(list, "FCL INDEP double", own, PEERS_DOUBLE);
    // in float, their motions do not compile
    peers_add(list, "FCL double", "sweep",
              "fcl::continuousCollide, translation, conservative advancement", PEERS_DOUBLE,
              build<double>, sweep, end<double>);
}
