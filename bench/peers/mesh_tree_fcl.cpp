// FCL (libfcl) among those who ask one mesh: the distance of two, builds, refits.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/math/bv/RSS.h>
#include <fcl/narrowphase/distance.h>
#include <algorithm>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "mesh_tree.h"

namespace
{ // types of these names are in other files, too

template <typename Box> struct racer {
    using Real = typename Box::S;
    const mesh_tree_scene *scene;
    std::vector<fcl::Vector3<Real>> points[2];
    std::vector<fcl::Triangle> triangles;
    std::shared_ptr<fcl::BVHModel<Box>> model;
};

template <typename Box> void renew(racer<Box> *mine, int k)
{
    mine->model = std::make_shared<fcl::BVHModel<Box>>();
    mine->model->beginModel(int(mine->triangles.size()), int(mine->points[k].size()));
    mine->model->addSubModel(mine->points[k], mine->triangles);
    mine->model->endModel();
}

template <typename Box> void *build(const void *scene)
{
    auto *s = static_cast<const mesh_tree_scene *>(scene);
    auto *mine = new racer<Box>;
    mine->scene = s;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < s->vertex_count; ++i) {
            using Real = typename Box::S;
            const double *p = (k ? s->moved : s->positions) + 3 * i;
            mine->points[k].emplace_back(Real(p[0]), Real(p[1]), Real(p[2]));
        }
    for (int i = 0; i < s->triangle_count; ++i)
        mine->triangles.emplace_back(s->triangles[3 * i], s->triangles[3 * i + 1],
                                     s->triangles[3 * i + 2]);
    renew(mine, 0);
    return mine;
}

template <typename Box> void end(void *built)
{
    delete static_cast<racer<Box> *>(built);
}

template <typename Box> void distance(racer<Box> &mine, int q, mesh_tree_answer &out)
{
    using Real = typename Box::S;
    const double *r = mine.scene->poses[q];
    fcl::Transform3<Real> pose = fcl::Transform3<Real>::Identity();
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) pose.linear()(i, k) = Real(r[3 * i + k]);
        pose.translation()[i] = Real(r[9 + i]);
    }
    fcl::DistanceRequest<Real> request(true);
    fcl::DistanceResult<Real> result;
    fcl::distance(mine.model.get(), fcl::Transform3<Real>::Identity(), mine.model.get(), pose,
                  request, result);
    out.found = 1, out.distance = std::max(0.0, double(result.min_distance));
}

template <typename Box> void refit(racer<Box> &mine, int q, mesh_tree_answer &out)
{
    mine.model->beginReplaceModel();
    mine.model->replaceSubModel(mine.points[q % 2]);
    mine.model->endReplaceModel(true, true);
    out.found = 1;
}

template <typename Box> void rebuild(racer<Box> &mine, int q, mesh_tree_answer &out)
{
    renew(&mine, q % 2);
    out.found = 1;
}

template <typename Box> void add(peer_list *list, const char *who, const char *how, int bits)
{
    peers_add(list, who, "distance", how, bits, build<Box>, peers::run<distance<Box>>, end<Box>);
    peers_add(list, who, "refit", "BVHModel::replaceSubModel, endReplaceModel with refit", bits,
              build<Box>, peers::run<refit<Box>>, end<Box>);
    peers_add(list, who, "build", "a new BVHModel", bits, build<Box>, peers::run<rebuild<Box>>,
              end<Box>);
}

} // namespace

extern "C" void peers_mesh_tree_fcl(peer_list *list)
{
    add<fcl::OBBRSS<float>>(list, "FCL", "fcl::distance, BVHModel<OBBRSS<float>>, with points",
                            PEERS_FLOAT);
    add<fcl::OBBRSS<double>>(list, "FCL double",
                             "fcl::distance, BVHModel<OBBRSS<double>>, with points", PEERS_DOUBLE);
    peers_add(list, "FCL RSS double", "distance", "the same, BVHModel<RSS<double>>", PEERS_DOUBLE,
              build<fcl::RSS<double>>, peers::run<distance<fcl::RSS<double>>>,
              end<fcl::RSS<double>>);
}
