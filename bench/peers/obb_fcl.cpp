// FCL (libfcl) among those who race with boxes.
#include <fcl/geometry/shape/box.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/utility.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>
#include <memory>
#include <vector>
#include "obb_pairs.hpp"

namespace
{

template <typename Real> struct boxes {
    std::vector<fcl::OBB<Real>> a, b;
    std::vector<fcl::Box<Real>> shape_a, shape_b;
    std::vector<fcl::Transform3<Real>> pose_a, pose_b, end_b;
    std::vector<std::vector<fcl::Vector3<Real>>> clouds;
};

template <typename Real> static fcl::Vector3<Real> vector(const double v[3])
{
    return fcl::Vector3<Real>(Real(v[0]), Real(v[1]), Real(v[2]));
}

template <typename Real> static fcl::OBB<Real> box_from(const obb_box &box)
{
    fcl::OBB<Real> o;
    o.To = vector<Real>(box.centre);
    o.extent = vector<Real>(box.half);
    for (int k = 0; k < 3; ++k) o.axis.col(k) = vector<Real>(box.axes[k]);
    return o;
}

template <typename Real> static bool touch(const fcl::OBB<Real> &a, const fcl::OBB<Real> &b)
{
    return a.overlap(b);
}

template <typename Real> static fcl::Transform3<Real> pose_from(const obb_box &box)
{
    fcl::Transform3<Real> pose = fcl::Transform3<Real>::Identity();
    for (int k = 0; k < 3; ++k) pose.linear().col(k) = vector<Real>(box.axes[k]);
    pose.translation() = vector<Real>(box.centre);
    return pose;
}

template <typename Real> static fcl::Box<Real> shape_from(const obb_box &box)
{
    return fcl::Box<Real>(fcl::Vector3<Real>(vector<Real>(box.half) * 2));
}

template <typename Real> static void *build_shapes(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes<Real>;
    for (int i = 0; i < s->count; ++i) {
        mine->shape_a.push_back(shape_from<Real>(s->a[i]));
        mine->shape_b.push_back(shape_from<Real>(s->b[i]));
        mine->pose_a.push_back(pose_from<Real>(s->a[i]));
        mine->pose_b.push_back(pose_from<Real>(s->b[i]));
    }
    return mine;
}

// Their normals go from the first to the second.
template <typename Real> static void contacts(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes<Real> *>(built);
    auto *out = static_cast<obb_contacts *>(answers);
    fcl::CollisionRequest<Real> request(8, true);
    for (int q = first; q < first + count; ++q) {
        fcl::CollisionResult<Real> result;
        fcl::collide(&mine->shape_a[q], mine->pose_a[q], &mine->shape_b[q], mine->pose_b[q],
                     request, result);
        out[q].count = int(result.numContacts());
        out[q].depth = 0;
        for (int i = 0; i < out[q].count; ++i) {
            const fcl::Contact<Real> &c = result.getContact(size_t(i));
            if (i == 0 || double(c.penetration_depth) > out[q].depth)
                out[q].depth = double(c.penetration_depth);
            for (int k = 0; k < 3; ++k) out[q].normal[k] = c.normal[k];
        }
    }
}

template <typename Real, fcl::GJKSolverType solver>
static void distance(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes<Real> *>(built);
    auto *out = static_cast<obb_distance *>(answers);
    fcl::DistanceRequest<Real> request(true);
    request.gjk_solver_type = solver;
    for (int q = first; q < first + count; ++q) {
        fcl::DistanceResult<Real> result;
        try { // its checks of its own simplices throw
            fcl::distance(&mine->shape_a[q], mine->pose_a[q], &mine->shape_b[q], mine->pose_b[q],
                          request, result);
        } catch (const std::exception &) {
            out[q].distance = -1;
            continue;
        }
        out[q].distance = result.min_distance > 0 ? double(result.min_distance) : 0;
        for (int k = 0; k < 3; ++k) {
            out[q].on_a[k] = result.nearest_points[0][k];
            out[q].on_b[k] = result.nearest_points[1][k];
        }
    }
}

template <typename Real> static void *build_sweep(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = static_cast<boxes<Real> *>(build_shapes<Real>(scene));
    for (int i = 0; i < s->count; ++i) {
        mine->end_b.push_back(mine->pose_b[size_t(i)]);
        mine->end_b.back().translation() += vector<Real>(s->rays[i].direction);
    }
    return mine;
}

template <typename Real> static void sweep(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes<Real> *>(built);
    auto *out = static_cast<obb_hit *>(answers);
    fcl::ContinuousCollisionRequest<Real> request;
    request.ccd_motion_type = fcl::CCDM_TRANS;
    request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    for (int q = first; q < first + count; ++q) {
        fcl::ContinuousCollisionResult<Real> result;
        fcl::continuousCollide(&mine->shape_a[q], mine->pose_a[q], mine->pose_a[q],
                               &mine->shape_b[q], mine->pose_b[q], mine->end_b[q], request, result);
        out[q].time = result.is_collide ? double(result.time_of_contact) : 2;
    }
}

template <typename Real> static void *build_clouds(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes<Real>;
    for (int i = 0; i < s->count; ++i) {
        mine->clouds.emplace_back();
        for (int k = 0; k < s->clouds[i].count; ++k)
            mine->clouds.back().push_back(vector<Real>(s->clouds[i].points[k]));
    }
    return mine;
}

template <typename Real> static void fit(const boxes<Real> &mine, int q, obb_fit &out)
{
    fcl::OBB<Real> box;
    fcl::fit(mine.clouds[q].data(), int(mine.clouds[q].size()), box);
    for (int k = 0; k < 3; ++k) {
        out.box.centre[k] = box.To[k], out.box.half[k] = box.extent[k];
        for (int i = 0; i < 3; ++i) out.box.axes[k][i] = box.axis(i, k);
    }
}

template <typename Real> static void end(void *built)
{
    delete static_cast<boxes<Real> *>(built);
}

template <typename Real> static void add_all(peer_list *list, const char *who, int bits)
{
    peers_add(list, who, "overlap", "OBB::overlap, 15 axes, an amount added to |R|", bits,
              obb_pairs::build<boxes<Real>, box_from<Real>>,
              peers::run<obb_pairs::overlap<boxes<Real>, touch<Real>>>, end<Real>);
    peers_add(list, who, "one against many", "OBB::overlap for each", bits,
              obb_pairs::build_many<boxes<Real>, box_from<Real>>,
              peers::run<obb_pairs::many<boxes<Real>, touch<Real>>>, end<Real>);
    peers_add(list, who, "contacts", "fcl::collide of two fcl::Box, at most 8 contacts", bits,
              build_shapes<Real>, contacts<Real>, end<Real>);
    peers_add(list, who, "distance", "fcl::distance of two fcl::Box (libccd's GJK), tolerance 1e-6",
              bits, build_shapes<Real>, distance<Real, fcl::GST_LIBCCD>, end<Real>);
    peers_add(list, who, "fit", "fcl::fit: covariance", bits, build_clouds<Real>,
              peers::run<fit<Real>>, end<Real>)
        ->beside = " fast";
}

} // namespace

extern "C" void peers_obb_fcl(peer_list *list)
{
    add_all<float>(list, "FCL", PEERS_FLOAT);
    add_all<double>(list, "FCL double", PEERS_DOUBLE);
    peers_add(list, "FCL INDEP double", "distance",
              "fcl::distance with its own GJK (GST_INDEP), tolerance 1e-6", PEERS_DOUBLE,
              build_shapes<double>, distance<double, fcl::GST_INDEP>, end<double>);
    // in float, their motions do not compile
    peers_add(list, "FCL double", "sweep",
              "fcl::continuousCollide of two fcl::Box, translation, conservative advancement",
              PEERS_DOUBLE, build_sweep<double>, sweep<double>, end<double>);
}
