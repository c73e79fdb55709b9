// FCL (libfcl) among those who race on terrain: the field as a mesh. In double, as the library
// comes compiled; its float templates take minutes to compile, and its continuousCollide does not.
#include <fcl/fcl.h>
#include <cmath>
#include <memory>
#include <vector>
#include "frame.hpp"
#include "terrain.h"

struct fcl_terrain {
    const terrain_scene *scene;
    std::shared_ptr<fcl::BVHModel<fcl::OBBRSS<double>>> mesh;
    std::shared_ptr<fcl::CollisionGeometry<double>> solid;
    fcl::Transform3<double> at;
    std::vector<fcl::Transform3<double>> poses;
};

static std::shared_ptr<fcl::CollisionGeometry<double>> solid_of(const terrain_scene *s)
{
    const double a = s->size[0], b = s->size[1], c = s->size[2];
    switch (s->solid) {
    case TERRAIN_SOLID_CYLINDER:
        return std::make_shared<fcl::Cylinder<double>>(a, 2 * b);
    case TERRAIN_SOLID_CAPSULE:
        return std::make_shared<fcl::Capsule<double>>(a, 2 * b);
    case TERRAIN_SOLID_BOX:
        return std::make_shared<fcl::Box<double>>(2 * a, 2 * b, 2 * c);
    default:
        return std::make_shared<fcl::Sphere<double>>(a);
    }
}

static fcl::Transform3<double> transform_of(const terrain_pose &p)
{
    fcl::Transform3<double> t = fcl::Transform3<double>::Identity();
    for (int k = 0; k < 3; ++k) {
        t.translation()[k] = p.centre[k];
        for (int i = 0; i < 3; ++i) t.linear()(i, k) = p.axes[k][i];
    }
    return t;
}

using fcl_mesh = std::shared_ptr<fcl::BVHModel<fcl::OBBRSS<double>>>;

// Triangles of holes are left out.
static fcl_mesh mesh_of(const terrain_scene *s)
{
    std::vector<fcl::Vector3<double>> points;
    std::vector<fcl::Triangle> triangles;
    const auto is_there = [s](size_t vertex) { return !std::isnan(s->heights[vertex]); };
    for (int j = 0; j < s->rows; ++j)
        for (int i = 0; i < s->columns; ++i) {
            const size_t v = size_t(j) * s->columns + i;
            points.emplace_back(s->cell * i, s->cell * j, is_there(v) ? s->heights[v] : 0);
        }
    for (int j = 0; j + 1 < s->rows; ++j)
        for (int i = 0; i + 1 < s->columns; ++i) {
            const size_t v = size_t(j) * s->columns + i, w = v + s->columns;
            if (!is_there(v + 1) || !is_there(w)) continue;
            if (is_there(v)) triangles.emplace_back(v, v + 1, w);
            if (is_there(w + 1)) triangles.emplace_back(w + 1, w, v + 1);
        }
    auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSS<double>>>();
    mesh->beginModel(int(triangles.size()), int(points.size()));
    mesh->addSubModel(points, triangles);
    mesh->endModel();
    return mesh;
}

// The mesh of the field, built for the first scene on it.
static fcl_mesh mesh_once(const terrain_scene *s)
{
    static fcl_mesh last;
    static int field = -1;
    if (field != s->field) last = mesh_of(s);
    field = s->field;
    return last;
}

static void *build(const void *scene)
{
    auto *mine = new fcl_terrain;
    mine->scene = static_cast<const terrain_scene *>(scene);
    mine->mesh = mesh_once(mine->scene);
    mine->solid = solid_of(mine->scene);
    mine->at.setIdentity();
    for (int q = 0; q < mine->scene->count; ++q)
        mine->poses.push_back(transform_of(mine->scene->poses[q]));
    return mine;
}

static void overlap(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<fcl_terrain *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    const fcl::CollisionRequest<double> request(1, false);
    for (int q = first; q < first + count; ++q) {
        fcl::CollisionResult<double> result;
        fcl::collide(mine->solid.get(), mine->poses[q], mine->mesh.get(), mine->at, request,
                     result);
        out[q].touching = result.isCollision();
    }
}

static void manifold(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<fcl_terrain *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    const fcl::CollisionRequest<double> request(100000, true);
    for (int q = first; q < first + count; ++q) {
        fcl::CollisionResult<double> result;
        fcl::collide(mine->solid.get(), mine->poses[q], mine->mesh.get(), mine->at, request,
                     result);
        const size_t n = result.numContacts();
        size_t deepest = 0;
        out[q].touching = n > 0, out[q].contacts = int(n);
        // of spheres its depths are negative
        const auto depth = [&result](size_t k) {
            return std::fabs(result.getContact(k).penetration_depth);
        };
        for (size_t k = 1; k < n; ++k)
            if (depth(k) > depth(deepest)) deepest = k;
        if (n == 0) continue;
        const fcl::Contact<double> &c = result.getContact(deepest);
        const int sign = c.o1 == mine->solid.get() ? -1 : 1; // normals point from o1 to o2
        for (int i = 0; i < 3; ++i) out[q].way[i] = sign * c.normal[i];
        out[q].depth = depth(deepest);
    }
}

static void distance(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<fcl_terrain *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    const fcl::DistanceRequest<double> request;
    for (int q = first; q < first + count; ++q) {
        fcl::DistanceResult<double> result;
        fcl::distance(mine->solid.get(), mine->poses[q], mine->mesh.get(), mine->at, request,
                      result);
        out[q].distance = result.min_distance;
    }
}

// Its conservative advancement takes seconds for some motions here, so it looks at steps of a
// thousandth.
static void sweep(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<fcl_terrain *>(built);
    auto *out = static_cast<terrain_answer *>(answers);
    const fcl::ContinuousCollisionRequest<double> request(1000, 1e-3, fcl::CCDM_TRANS,
                                                          fcl::GST_LIBCCD, fcl::CCDC_NAIVE);
    for (int q = first; q < first + count; ++q) {
        const double *w = mine->scene->ways[q];
        fcl::Transform3<double> to = mine->poses[q];
        for (int i = 0; i < 3; ++i) to.translation()[i] += w[i];
        fcl::ContinuousCollisionResult<double> result;
        fcl::continuousCollide(mine->mesh.get(), mine->at, mine->at, mine->solid.get(),
                               mine->poses[q], to, request, result);
        out[q].distance = result.is_collide ? result.time_of_contact : INFINITY;
    }
}

extern "C" void peers_terrain_fcl(peer_list *list)
{
    peers_add(list, "FCL double", "overlap",
              "collide with BVHModel<OBBRSS> (built in the first contest on a field), one contact, "
              "without its place: the surface alone",
              PEERS_DOUBLE, build, overlap, peers::end<fcl_terrain>);
    peers_add(list, "FCL double", "manifold", "collide with BVHModel<OBBRSS>, a contact a triangle",
              PEERS_DOUBLE, build, manifold, peers::end<fcl_terrain>);
    peers_add(list, "FCL double", "distance", "distance with BVHModel<OBBRSS>, any", PEERS_DOUBLE,
              build, distance, peers::end<fcl_terrain>);
    peers_add(list, "FCL double", "sweep",
              "continuousCollide, CCDC_NAIVE, a thousand steps (conservative advancement: seconds)",
              PEERS_DOUBLE, build, sweep, peers::end<fcl_terrain>);
}
