// Embree among those who race with meshes.
#include <embree3/rtcore.h>
#include "frame.hpp"
#include "mesh_peers.hpp"

namespace
{

// A tree over the boxes of a mesh's triangles, each wider by d/2.
struct tree {
    mesh::surface<float> surface;
    float wider;
    RTCScene scene;
    RTCGeometry geometry;
};

struct racer {
    RTCDevice device;
    RTCBuildQuality quality;
    std::vector<tree> trees;
    mesh::contacts<float> contacts;
    std::vector<unsigned long long> pairs;
    const tree *first, *second; // who are being collided
};

void bounds(const RTCBoundsFunctionArguments *args)
{
    const tree *t = static_cast<const tree *>(args->geometryUserPtr);
    const mesh::box<float> b = t->surface.bounds(int(args->primID), t->wider);
    *args->bounds_o = {b.low.x, b.low.y, b.low.z, 0, b.high.x, b.high.y, b.high.z, 0};
}

void intersect(const RTCIntersectFunctionNArguments *) {}

void grow(racer &r, tree &t)
{
    t.scene = rtcNewScene(r.device);
    rtcSetSceneFlags(t.scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(t.scene, RTC_BUILD_QUALITY_LOW);
    t.geometry = rtcNewGeometry(r.device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(t.geometry, r.quality);
    rtcSetGeometryUserPrimitiveCount(t.geometry, unsigned(t.surface.triangle_count));
    rtcSetGeometryUserData(t.geometry, &t);
    rtcSetGeometryBoundsFunction(t.geometry, bounds, nullptr);
    rtcSetGeometryIntersectFunction(t.geometry, intersect);
    rtcCommitGeometry(t.geometry);
    rtcAttachGeometry(t.scene, t.geometry);
    rtcCommitScene(t.scene);
}

template <RTCBuildQuality Quality> void *build(const void *scene)
{
    auto *s = static_cast<const mesh_steps *>(scene);
    auto *r = new racer;
    r->device = rtcNewDevice("threads=1");
    r->quality = Quality;
    r->contacts.distance = float(s->distance);
    r->trees.resize(s->body_count);
    for (int k = 0; k < s->body_count; ++k) {
        r->trees[k].surface = mesh::surface_from<float>(*s, k);
        r->trees[k].wider = float(s->distance / 2);
        grow(*r, r->trees[k]);
    }
    return r;
}

void end(void *built)
{
    auto *r = static_cast<racer *>(built);
    for (tree &t : r->trees) {
        rtcReleaseGeometry(t.geometry);
        rtcReleaseScene(t.scene);
    }
    rtcReleaseDevice(r->device);
    delete r;
}

void move(racer &r, int q)
{
    for (tree &t : r.trees) {
        t.surface.at = t.surface.frames[q].data();
        rtcCommitGeometry(t.geometry);
        rtcCommitScene(t.scene);
    }
}

// A tree with itself tells of each pair both ways, and of each triangle with itself.
void collide(void *user, RTCCollision *found, unsigned count)
{
    auto *r = static_cast<racer *>(user);
    const bool self = r->first == r->second;
    for (unsigned i = 0; i < count; ++i) {
        const int t = int(found[i].primID0), u = int(found[i].primID1);
        if (self && t >= u) continue;
        r->contacts.triangles(r->first->surface, t, r->second->surface, u);
    }
}

void every_two(racer &r, RTCCollideFunc found)
{
    for (const tree &a : r.trees)
        for (const tree &b : r.trees) {
            if (&a > &b || (&a == &b && !a.surface.self)) continue;
            r.first = &a, r.second = &b;
            rtcCollide(a.scene, b.scene, found, &r);
        }
}

void contacts(racer &mine, int q, mesh_answer &out)
{
    mine.contacts.found.clear();
    move(mine, q);
    every_two(mine, collide);
    out = mine.contacts.answer();
}

void intersect_pairs(void *user, RTCCollision *found, unsigned count)
{
    auto *r = static_cast<racer *>(user);
    const mesh::surface<float> &a = r->first->surface, &b = r->second->surface;
    for (unsigned i = 0; i < count; ++i) {
        const unsigned t = found[i].primID0, u = found[i].primID1;
        const unsigned *v = a.triangles + 3 * t, *w = b.triangles + 3 * u;
        if (&a == &b && (t >= u || mesh::common_vertex(v, w))) continue;
        const mesh::vec<float> p[3] = {a.at[v[0]], a.at[v[1]], a.at[v[2]]};
        const mesh::vec<float> q[3] = {b.at[w[0]], b.at[w[1]], b.at[w[2]]};
        if (mesh::intersect(p, q))
            r->pairs.push_back(mesh_key(MESH_TRIANGLES, a.number, t, b.number, u));
    }
}

unsigned long long pair_key(const void *built, int number)
{
    return static_cast<const racer *>(built)->pairs[size_t(number)];
}

void intersections(racer &mine, int q, mesh_answer &out)
{
    mine.pairs.clear();
    move(mine, q);
    every_two(mine, intersect_pairs);
    out = {int(mine.pairs.size()), &mine, pair_key};
}

// Boxes as they are.
void *build_plain(const void *scene)
{
    mesh_steps touching = *static_cast<const mesh_steps *>(scene);
    touching.distance = 0;
    return build<RTC_BUILD_QUALITY_REFIT>(&touching);
}

} // namespace

extern "C" void peers_mesh_embree(peer_list *list)
{
    peers_add(list, "Embree", "contacts",
              "rtcCollide of user geometries, boxes d/2 wider, built anew each step at "
              "RTC_BUILD_QUALITY_LOW, 1 thread; then plain elementary tests in float",
              PEERS_FLOAT, build<RTC_BUILD_QUALITY_LOW>, peers::run<contacts>, end);
    peers_add(list, "Embree refit", "contacts", "the same with RTC_BUILD_QUALITY_REFIT",
              PEERS_FLOAT, build<RTC_BUILD_QUALITY_REFIT>, peers::run<contacts>, end);
    peers_add(list, "Embree refit", "intersections",
              "the same, boxes no wider; then a plain test in float that leaves out what is in one "
              "plane",
              PEERS_FLOAT, build_plain, peers::run<intersections>, end);
}
