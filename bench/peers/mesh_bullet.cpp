// Bullet among those who race with meshes: the trees with which its soft bodies find each other,
// and GImpact, its trimesh that may deform.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>
#include <memory>
#include "frame.hpp"
#include "mesh_peers.hpp"

namespace
{

struct racer {
    std::vector<mesh::surface<float>> surfaces;
    btDbvt trees[2];
    mesh::contacts<float> contacts;
};

btDbvtVolume volume(const mesh::box<float> &b)
{
    return btDbvtVolume::FromMM(btVector3(b.low.x, b.low.y, b.low.z),
                                btVector3(b.high.x, b.high.y, b.high.z));
}

void *build(const void *scene)
{
    auto *s = static_cast<const mesh_steps *>(scene);
    auto *r = new racer;
    r->contacts.distance = float(s->distance);
    for (int k = 0; k < s->body_count; ++k) {
        r->surfaces.push_back(mesh::surface_from<float>(*s, k));
        const mesh::surface<float> &m = r->surfaces.back();
        for (int t = 0; t < m.triangle_count; ++t)
            r->trees[size_t(k)].insert(volume(m.bounds(t, 0)), reinterpret_cast<void *>(size_t(t)));
        r->trees[size_t(k)].optimizeTopDown();
    }
    return r;
}

// As btSoftBody::updateNode: leaves, then what is above them.
void refit(btDbvtNode *node, const mesh::surface<float> &m, float wider)
{
    if (node->isleaf()) {
        node->volume = volume(m.bounds(int(reinterpret_cast<size_t>(node->data)), wider));
        return;
    }
    refit(node->childs[0], m, wider);
    refit(node->childs[1], m, wider);
    Merge(node->childs[0]->volume, node->childs[1]->volume, node->volume);
}

struct policy : btDbvt::ICollide {
    mesh::contacts<float> *contacts;
    const mesh::surface<float> *first, *second;

    void Process(const btDbvtNode *a, const btDbvtNode *b)
    {
        contacts->triangles(*first, int(reinterpret_cast<size_t>(a->data)), *second,
                            int(reinterpret_cast<size_t>(b->data)));
    }
};

void contacts(racer &mine, int q, mesh_answer &out)
{
    mine.contacts.found.clear();
    for (size_t k = 0; k < mine.surfaces.size(); ++k) {
        mine.surfaces[k].at = mine.surfaces[k].frames[size_t(q)].data();
        refit(mine.trees[k].m_root, mine.surfaces[k], mine.contacts.distance / 2);
    }
    for (size_t a = 0; a < mine.surfaces.size(); ++a)
        for (size_t b = a; b < mine.surfaces.size(); ++b) {
            policy p;
            if (a == b && !mine.surfaces[a].self) continue;
            p.contacts = &mine.contacts;
            p.first = &mine.surfaces[a], p.second = &mine.surfaces[b];
            mine.trees[a].collideTTpersistentStack(mine.trees[a].m_root, mine.trees[b].m_root, p);
        }
    out = mine.contacts.answer();
}

// ---- GImpact: two meshes as collision objects

struct body {
    mesh::surface<float> surface;
    std::vector<mesh::vec<float>> at; // what Bullet looks at
    btTriangleIndexVertexArray view;
    std::unique_ptr<btGImpactMeshShape> shape;
    btCollisionObject object;
};

struct world {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    // contactPairTest asks for this one, which registerAlgorithm leaves out
    btGImpactCollisionAlgorithm::CreateFunc create;
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    body bodies[2];
    std::vector<unsigned long long> pairs;
};

void shape_up(body &b)
{
    btIndexedMesh m;
    b.at = b.surface.rest;
    m.m_numTriangles = b.surface.triangle_count;
    m.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(b.surface.triangles);
    m.m_triangleIndexStride = 3 * sizeof(unsigned);
    m.m_numVertices = int(b.at.size());
    m.m_vertexBase = reinterpret_cast<const unsigned char *>(b.at.data());
    m.m_vertexStride = sizeof(mesh::vec<float>);
    m.m_vertexType = PHY_FLOAT;
    b.view.addIndexedMesh(m);
    b.shape.reset(new btGImpactMeshShape(&b.view));
    b.shape->setMargin(0);
    b.shape->updateBound();
    b.object.setCollisionShape(b.shape.get());
}

void *build_world(const void *scene)
{
    auto *s = static_cast<const mesh_steps *>(scene);
    if (s->body_count != 2) return nullptr;
    auto *w = new world;
    w->dispatcher.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, GIMPACT_SHAPE_PROXYTYPE,
                                                  &w->create);
    for (int k = 0; k < 2; ++k) {
        w->bodies[k].surface = mesh::surface_from<float>(*s, k);
        shape_up(w->bodies[k]);
    }
    return w;
}

struct collect : btCollisionWorld::ContactResultCallback {
    std::vector<unsigned long long> *pairs;
    const btCollisionObject *first;

    btScalar addSingleResult(btManifoldPoint &, const btCollisionObjectWrapper *a, int, int index_a,
                             const btCollisionObjectWrapper *, int, int index_b) override
    {
        const int swapped = a->getCollisionObject() != first;
        const unsigned t = unsigned(swapped ? index_b : index_a);
        const unsigned u = unsigned(swapped ? index_a : index_b);
        const unsigned long long key = mesh_key(MESH_TRIANGLES, 0, t, 1, u);
        pairs->push_back(key); // once for each contact point
        return 0;
    }
};

unsigned long long pair_key(const void *built, int number)
{
    return static_cast<const world *>(built)->pairs[size_t(number)];
}

void collide(world &mine, int q, mesh_answer &out)
{
    collect all;
    mine.pairs.clear();
    all.pairs = &mine.pairs, all.first = &mine.bodies[0].object;
    for (body &b : mine.bodies) {
        std::copy(b.surface.frames[size_t(q)].begin(), b.surface.frames[size_t(q)].end(),
                  b.at.begin());
        b.shape->postUpdate();
        b.shape->updateBound();
    }
    mine.world.contactPairTest(&mine.bodies[0].object, &mine.bodies[1].object, all);
    std::sort(mine.pairs.begin(), mine.pairs.end());
    mine.pairs.erase(std::unique(mine.pairs.begin(), mine.pairs.end()), mine.pairs.end());
    out = {int(mine.pairs.size()), &mine, pair_key};
}

} // namespace

extern "C" void peers_mesh_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "contacts",
              "btDbvt built at rest, refit each step as btSoftBody does, boxes d/2 wider, "
              "collideTTpersistentStack; then plain elementary tests in float",
              PEERS_FLOAT, build, peers::run<contacts>, peers::end<racer>);
    peers_add(list, "Bullet", "intersections",
              "btGImpactMeshShape without margin, refit each step, contactPairTest: pairs of "
              "triangles with contact points, those where one is just behind the other included",
              PEERS_FLOAT, build_world, peers::run<collide>, peers::end<world>);
    peers_add(list, "Bullet", "touch", "the same: is there a contact point? It finds all of them",
              PEERS_FLOAT, build_world, peers::run<collide>, peers::end<world>);
}
