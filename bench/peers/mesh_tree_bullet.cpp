// Bullet among those who ask one mesh: rays. Float.
#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "mesh_tree.h"

namespace
{ // types of these names are in other files, too

struct bullet {
    const mesh_tree_scene *scene;
    std::vector<float> positions[2], vertices;
    std::vector<int> faces;
    std::unique_ptr<btTriangleIndexVertexArray> view;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
    btVector3 low, high;
};

void renew(bullet *mine)
{
    mine->shape.reset(new btBvhTriangleMeshShape(mine->view.get(), true));
}

void *build(const void *scene)
{
    auto *s = static_cast<const mesh_tree_scene *>(scene);
    auto *mine = new bullet;
    const size_t count = 3 * size_t(s->vertex_count);
    mine->scene = s;
    mine->positions[0].assign(s->positions, s->positions + count);
    mine->positions[1].assign(s->moved, s->moved + count);
    mine->vertices = mine->positions[0];
    mine->faces.assign(s->triangles, s->triangles + 3 * size_t(s->triangle_count));
    mine->view.reset(new btTriangleIndexVertexArray(s->triangle_count, mine->faces.data(),
                                                    3 * sizeof(int), s->vertex_count,
                                                    mine->vertices.data(), 3 * sizeof(float)));
    renew(mine);
    mine->low = mine->shape->getLocalAabbMin(), mine->high = mine->shape->getLocalAabbMax();
    return mine;
}

struct nearest : btTriangleRaycastCallback {
    nearest(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to, 0) {}

    btScalar reportHit(const btVector3 &, btScalar part, int, int) override
    {
        return part; // where later ones must be nearer
    }
};

// A ray of Bullet has an end: beyond the far side of the mesh, which its user has to say.
void raycast(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<bullet *>(built);
    auto *out = static_cast<mesh_tree_answer *>(answers);
    const btVector3 middle = (mine->low + mine->high) * 0.5f;
    const float half = (mine->high - mine->low).length() * 0.5f;
    for (int q = first; q < first + count; ++q) {
        const double *o = mine->scene->points[q], *d = mine->scene->ways[q];
        const btVector3 from{float(o[0]), float(o[1]), float(o[2])};
        const btVector3 way{float(d[0]), float(d[1]), float(d[2])};
        const float reach = ((from - middle).length() + half) / way.length();
        nearest found(from, from + way * reach);
        mine->shape->performRaycast(&found, found.m_from, found.m_to);
        out[q].found = found.m_hitFraction < 1;
        out[q].distance = double(found.m_hitFraction) * double(reach);
    }
}

void refit(bullet &mine, int q, mesh_tree_answer &out)
{
    mine.vertices.assign(mine.positions[q % 2].begin(), mine.positions[q % 2].end());
    mine.shape->refitTree(mine.low, mine.high);
    out.found = 1;
}

void rebuild(bullet &mine, int q, mesh_tree_answer &out)
{
    renew(&mine);
    out.found = 1;
}

} // namespace

extern "C" void peers_mesh_tree_bullet(peer_list *list)
{
    peers_add(list, "Bullet", "raycast",
              "btBvhTriangleMeshShape::performRaycast, btTriangleRaycastCallback, boxes in 16 bits",
              PEERS_FLOAT, build, raycast, peers::end<bullet>);
    peers_add(list, "Bullet", "refit", "vertices copied, btBvhTriangleMeshShape::refitTree",
              PEERS_FLOAT, build, peers::run<refit>, peers::end<bullet>);
    peers_add(list, "Bullet", "build", "a new btBvhTriangleMeshShape", PEERS_FLOAT, build,
              peers::run<rebuild>, peers::end<bullet>);
}
