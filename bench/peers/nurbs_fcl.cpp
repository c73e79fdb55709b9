// FCL (libfcl) among those who race with surfaces, on triangles.
#include <fcl/fcl.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "nurbs_triangles.h"

namespace
{ // types of these names are in other files, too

template <typename Real> using model = fcl::BVHModel<fcl::OBBRSS<Real>>;

enum way { RIGID, REFIT, REBUILT };

template <typename Real> struct bodies {
    const nurbs_scene *scene;
    std::vector<std::shared_ptr<model<Real>>> models;
    std::vector<std::vector<fcl::Vector3<Real>>> vertices;
    std::vector<std::vector<fcl::Triangle>> faces;
};

template <typename Real> static void build_model(model<Real> &m, const bodies<Real> &all, int i)
{
    m.beginModel(int(all.faces[i].size()), int(all.vertices[i].size()));
    m.addSubModel(all.vertices[i], all.faces[i]);
    m.endModel();
}

template <typename Real> static void *build(const void *scene)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    auto *mine = new bodies<Real>;
    mine->scene = s;
    for (int i = 0; i < s->body_count; ++i) {
        triangles::mesh m = triangles::of_body(s->bodies[i]);
        mine->vertices.emplace_back();
        mine->faces.emplace_back();
        for (const auto &p : m.vertices)
            mine->vertices.back().emplace_back(Real(p[0]), Real(p[1]), Real(p[2]));
        for (const auto &t : m.faces) mine->faces.back().emplace_back(t[0], t[1], t[2]);
        mine->models.push_back(std::make_shared<model<Real>>());
        build_model(*mine->models.back(), *mine, i);
    }
    return mine;
}

template <typename Real> static void *build_deforming(const void *scene)
{
    bool deforming = static_cast<const nurbs_scene *>(scene)->flags & NURBS_DEFORMING;
    return deforming ? build<Real>(scene) : nullptr;
}

template <typename Real> static fcl::Transform3<Real> pose_from(const nurbs_pose &pose)
{
    fcl::Transform3<Real> out = fcl::Transform3<Real>::Identity();
    for (int i = 0; i < 3; ++i) {
        out.translation()[i] = Real(pose.position[i]);
        for (int j = 0; j < 3; ++j) out.linear()(i, j) = Real(pose.rotation[3 * i + j]);
    }
    return out;
}

// Bodies that deformed: their vertices are there already, which is not timed.
template <typename Real> static void renew(bodies<Real> &mine, int i, way how)
{
    model<Real> &m = *mine.models[i];
    if (how == REFIT) {
        m.beginReplaceModel();
        m.replaceSubModel(mine.vertices[i]);
        m.endReplaceModel(true, true);
    } else {
        m = model<Real>();
        build_model(m, mine, i);
    }
}

template <typename Real, way how> static void collide(bodies<Real> &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    if (how != RIGID) renew(mine, query.a, how);
    if (how != RIGID && query.b != query.a) renew(mine, query.b, how);
    fcl::CollisionRequest<Real> request(1, true);
    fcl::CollisionResult<Real> result;
    fcl::collide(mine.models[query.a].get(), pose_from<Real>(query.pose_a),
                 mine.models[query.b].get(), pose_from<Real>(query.pose_b), request, result);
    out.found = out.pointed = result.isCollision();
    if (!result.isCollision()) return;
    for (int c = 0; c < 3; ++c) out.point[c] = double(result.getContact(0).pos[c]);
}

template <typename Real, way how> static void prepare(bodies<Real> &mine, int q, nurbs_answer &out)
{
    renew(mine, mine.scene->queries[q].a, how);
    out.found = 1;
}

template <typename Real> static void distance(bodies<Real> &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    fcl::DistanceRequest<Real> request(true);
    fcl::DistanceResult<Real> result;
    fcl::distance(mine.models[query.a].get(), pose_from<Real>(query.pose_a),
                  mine.models[query.b].get(), pose_from<Real>(query.pose_b), request, result);
    out.found = 1;
    out.value = std::max(0.0, double(result.min_distance));
}

template <typename Real> static void end(void *built)
{
    delete static_cast<bodies<Real> *>(built);
}

template <typename Real>
static void add(peer_list *list, int bits, const char *rigid, const char *refit,
                const char *rebuilt)
{
    peers_add(list, rigid, "collide",
              "BVHModel<OBBRSS> of triangles at chord error 1e-3, prebuilt; collide, one contact",
              bits, build<Real>, peers::run<collide<Real, RIGID>>, end<Real>)
        ->beside = " prepared";
    peers_add(list, rigid, "distance", "the same models; distance with points", bits, build<Real>,
              peers::run<distance<Real>>, end<Real>)
        ->beside = " prepared";
    peers_add(list, refit, "collide",
              "the same, vertices replaced and tree refitted in every query; evaluating not timed",
              bits, build_deforming<Real>, peers::run<collide<Real, REFIT>>, end<Real>);
    peers_add(list, rebuilt, "collide", "the same, tree built again in every query", bits,
              build_deforming<Real>, peers::run<collide<Real, REBUILT>>, end<Real>);
    peers_add(list, rigid, "refit",
              "the same models, replaceSubModel and refit; evaluating not timed", bits, build<Real>,
              peers::run<prepare<Real, REFIT>>, end<Real>);
    peers_add(list, rigid, "build", "the same models, built; evaluating not timed", bits,
              build<Real>, peers::run<prepare<Real, REBUILT>>, end<Real>);
}

} // namespace

extern "C" void peers_nurbs_fcl(peer_list *list)
{
    add<float>(list, PEERS_FLOAT, "FCL", "FCL refit", "FCL rebuilt");
    add<double>(list, PEERS_DOUBLE, "FCL double", "FCL refit double", "FCL rebuilt double");
}
