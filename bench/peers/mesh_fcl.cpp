// FCL (libfcl) among those who race with meshes.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/detail/traversal/collision/bvh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>
#include <memory>
#include "frame.hpp"
#include "mesh_peers.hpp"

namespace
{

template <typename Real> using model = fcl::BVHModel<fcl::AABB<Real>>;

// Walks two trees, or one with itself, and hands pairs of triangles whose boxes meet to the
// elementary tests.
template <typename Real> struct walk : fcl::detail::BVHCollisionTraversalNode<fcl::AABB<Real>> {
    mesh::contacts<Real> *contacts;
    const mesh::surface<Real> *first, *second;

    bool canStop() const override { return false; }

    void leafTesting(int b1, int b2) const override
    {
        contacts->triangles(*first, this->model1->getBV(b1).primitiveId(), *second,
                            this->model2->getBV(b2).primitiveId());
    }
};

template <typename Real> struct racer {
    std::vector<mesh::surface<Real>> surfaces;
    std::vector<std::shared_ptr<model<Real>>> models;
    mesh::contacts<Real> contacts;
    fcl::CollisionResult<Real> result;
    std::vector<unsigned long long> pairs;
};

template <typename Real> void *build(const void *scene)
{
    auto *s = static_cast<const mesh_steps *>(scene);
    auto *r = new racer<Real>;
    r->contacts.distance = Real(s->distance);
    for (int k = 0; k < s->body_count; ++k) {
        r->surfaces.push_back(mesh::surface_from<Real>(*s, k));
        const mesh::surface<Real> &m = r->surfaces.back();
        std::vector<fcl::Vector3<Real>> points;
        std::vector<fcl::Triangle> triangles;
        for (const mesh::vec<Real> &p : m.rest) points.emplace_back(p.x, p.y, p.z);
        for (int t = 0; t < m.triangle_count; ++t)
            triangles.emplace_back(m.triangles[3 * t], m.triangles[3 * t + 1],
                                   m.triangles[3 * t + 2]);
        r->models.push_back(std::make_shared<model<Real>>());
        r->models.back()->beginModel(m.triangle_count, int(points.size()));
        r->models.back()->addSubModel(points, triangles);
        r->models.back()->endModel();
    }
    return r;
}

template <typename Real> void end(void *built)
{
    delete static_cast<racer<Real> *>(built);
}

// Replaced, not updated: an update's boxes hold the positions of the step before, too.
template <typename Real> void move(racer<Real> &r, int q)
{
    for (size_t k = 0; k < r.models.size(); ++k) {
        mesh::surface<Real> &m = r.surfaces[k];
        m.at = m.frames[q].data();
        r.models[k]->beginReplaceModel();
        for (const mesh::vec<Real> &p : m.frames[q])
            r.models[k]->replaceVertex(fcl::Vector3<Real>(p.x, p.y, p.z));
        r.models[k]->endReplaceModel(true, true);
    }
}

template <typename Real> void widen(model<Real> &m, Real by)
{
    for (int i = 0; i < m.getNumBVs(); ++i) m.getBV(i).bv.expand(fcl::Vector3<Real>(by, by, by));
}

template <typename Real> void contacts(racer<Real> &mine, int q, mesh_answer &out)
{
    mine.contacts.found.clear();
    move(mine, q);
    for (auto &m : mine.models) widen(*m, mine.contacts.distance / 2);
    for (size_t a = 0; a < mine.models.size(); ++a)
        for (size_t b = a; b < mine.models.size(); ++b) {
            walk<Real> w;
            w.contacts = &mine.contacts;
            w.model1 = mine.models[a].get(), w.model2 = mine.models[b].get();
            w.first = &mine.surfaces[a], w.second = &mine.surfaces[b];
            if (a != b)
                fcl::detail::collisionRecurse<Real>(&w, 0, 0, nullptr);
            else if (mine.surfaces[a].self)
                fcl::detail::selfCollisionRecurse<Real>(&w, 0, nullptr);
        }
    out = mine.contacts.answer();
}

template <typename Real> unsigned long long pair_key(const void *built, int number)
{
    const fcl::Contact<Real> &c =
        static_cast<const racer<Real> *>(built)->result.getContact(size_t(number));
    return mesh_key(MESH_TRIANGLES, 0, unsigned(c.b1), 1, unsigned(c.b2));
}

// Two bodies as they are, with fcl::collide.
template <typename Real> void ask(racer<Real> &r, int q, size_t most, bool contacts)
{
    const fcl::CollisionRequest<Real> request(most, contacts);
    const fcl::Transform3<Real> still = fcl::Transform3<Real>::Identity();
    move(r, q);
    r.result.clear();
    fcl::collide(r.models[0].get(), still, r.models[1].get(), still, request, r.result);
}

template <typename Real> void touch(racer<Real> &mine, int q, mesh_answer &out)
{
    ask(mine, q, 1, false);
    out.count = mine.result.isCollision();
}

template <typename Real> void intersections(racer<Real> &mine, int q, mesh_answer &out)
{
    ask(mine, q, size_t(1) << 30, true);
    out = {int(mine.result.numContacts()), &mine, pair_key<Real>};
}

// fcl::collide has no way to ask a mesh about itself.
template <typename Real> void *build_two(const void *scene)
{
    return static_cast<const mesh_steps *>(scene)->body_count == 2 ? build<Real>(scene) : nullptr;
}

template <typename Real> void enlist(peer_list *list, const char *who, int bits)
{
    peers_add(
        list, who, "contacts",
        "BVHModel<AABB>, replaceVertex and refit each step, boxes d/2 wider, collisionRecurse "
        "and selfCollisionRecurse; then plain elementary tests",
        bits, build<Real>, peers::run<contacts<Real>>, end<Real>);
    peers_add(list, who, "intersections",
              "BVHModel<AABB>, replaceVertex and refit each step, fcl::collide for all contacts",
              bits, build_two<Real>, peers::run<intersections<Real>>, end<Real>);
    peers_add(list, who, "touch", "the same until the first contact: do triangles intersect?", bits,
              build_two<Real>, peers::run<touch<Real>>, end<Real>);
}

} // namespace

extern "C" void peers_mesh_fcl(peer_list *list)
{
    enlist<float>(list, "FCL", PEERS_FLOAT);
    enlist<double>(list, "FCL double", PEERS_DOUBLE);
}
