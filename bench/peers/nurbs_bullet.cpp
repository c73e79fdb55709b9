// Bullet among those who race with surfaces, on triangles.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "nurbs_triangles.h"

namespace
{ // types of these names are in other files, too

struct body {
    std::vector<float> vertices;
    std::vector<int> faces;
    std::unique_ptr<btTriangleIndexVertexArray> view;
    std::unique_ptr<btGImpactMeshShape> shape;
    std::unique_ptr<btBvhTriangleMeshShape> still; // for rays
};

struct world {
    const nurbs_scene *scene;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btGImpactCollisionAlgorithm::CreateFunc create;
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    std::vector<body> bodies;
    btCollisionObject a, b;
};

void shape_up(body &b, const nurbs_body &from)
{
    triangles::mesh m = triangles::of_body(from);
    for (const auto &p : m.vertices)
        for (double x : p) b.vertices.push_back(float(x));
    for (const auto &t : m.faces) b.faces.insert(b.faces.end(), t.begin(), t.end());
    b.view.reset(new btTriangleIndexVertexArray(int(m.faces.size()), b.faces.data(),
                                                3 * sizeof(int), int(m.vertices.size()),
                                                b.vertices.data(), 3 * sizeof(float)));
    b.shape.reset(new btGImpactMeshShape(b.view.get()));
    b.shape->setMargin(0);
    b.shape->updateBound();
    b.still.reset(new btBvhTriangleMeshShape(b.view.get(), true));
}

void *build(const void *scene)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    auto *w = new world;
    w->scene = s;
    w->dispatcher.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, GIMPACT_SHAPE_PROXYTYPE,
                                                  &w->create);
    w->bodies.resize(size_t(s->body_count));
    for (size_t i = 0; i < w->bodies.size(); ++i) shape_up(w->bodies[i], s->bodies[i]);
    return w;
}

btTransform pose_from(const nurbs_pose &pose)
{
    const double *r = pose.rotation, *p = pose.position;
    return btTransform(btMatrix3x3(float(r[0]), float(r[1]), float(r[2]), float(r[3]), float(r[4]),
                                   float(r[5]), float(r[6]), float(r[7]), float(r[8])),
                       btVector3(float(p[0]), float(p[1]), float(p[2])));
}

struct first_contact : btCollisionWorld::ContactResultCallback {
    nurbs_answer *out;

    btScalar addSingleResult(btManifoldPoint &at, const btCollisionObjectWrapper *, int, int,
                             const btCollisionObjectWrapper *, int, int) override
    {
        const btVector3 &p = at.getPositionWorldOnA();
        out->found = out->pointed = 1;
        for (int c = 0; c < 3; ++c) out->point[c] = double(p[c]);
        return 0;
    }
};

void collide(world &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    first_contact contact;
    contact.out = &out;
    out.found = out.pointed = 0;
    mine.a.setCollisionShape(mine.bodies[size_t(query.a)].shape.get());
    mine.b.setCollisionShape(mine.bodies[size_t(query.b)].shape.get());
    mine.a.setWorldTransform(pose_from(query.pose_a));
    mine.b.setWorldTransform(pose_from(query.pose_b));
    mine.world.contactPairTest(&mine.a, &mine.b, contact);
}

struct first_hit : btTriangleRaycastCallback {
    using btTriangleRaycastCallback::btTriangleRaycastCallback;

    btScalar reportHit(const btVector3 &, btScalar part, int, int) override { return part; }
};

void ray(world &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const double *p = query.point, *way = query.way;
    const btVector3 from{float(p[0]), float(p[1]), float(p[2])};
    const btVector3 to{float(p[0] + way[0]), float(p[1] + way[1]), float(p[2] + way[2])};
    first_hit hit(from, to);
    mine.bodies[size_t(query.a)].still->performRaycast(&hit, from, to);
    out.found = hit.m_hitFraction < 1;
    out.value = double(hit.m_hitFraction);
}

} // namespace

extern "C" void peers_nurbs_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "collide",
              "btGImpactMeshShape of triangles at chord error 1e-3, no margin, prebuilt; "
              "contactPairTest finds all contacts",
              PEERS_FLOAT, build, peers::run<collide>, peers::end<world>)
        ->beside = " prepared";
    peers_add(list, "Bullet", "ray", "btBvhTriangleMeshShape of these triangles, performRaycast",
              PEERS_FLOAT, build, peers::run<ray>, peers::end<world>)
        ->beside = " prepared";
}
