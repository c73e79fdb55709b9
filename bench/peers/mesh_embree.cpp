// Embree among those who race with meshes.
#include <embree3/rtcore.h>
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

void contacts(void *built, int first, int count, void *answers)
{
    auto *r = static_cast<racer *>(built);
    auto *out = static_cast<mesh_answer *>(answers);
    for (int q = first; q < first + count; ++q) {
        r->contacts.found.clear();
        move(*r, q);
        for (const tree &a : r->trees)
            for (const tree &b : r->trees) {
                if (&a > &b || (&a == &b && !a.surface.self)) continue;
                r->first = &a, r->second = &b;
                rtcCollide(a.scene, b.scene, collide, r);
            }
        out[q] = r->contacts.answer();
    }
}

} // namespace

extern "C" void peers_mesh_embree(peer_list *list)
{
    peers_add(list, "Embree", "contacts",
              "rtcCollide of user geometries, boxes d/2 wider, built anew each step at "
              "RTC_BUILD_QUALITY_LOW, 1 thread; then plain elementary tests in float",
              PEERS_FLOAT, build<RTC_BUILD_QUALITY_LOW>, contacts, end);
    peers_add(list, "Embree refit", "contacts", "the same with RTC_BUILD_QUALITY_REFIT",
              PEERS_FLOAT, build<RTC_BUILD_QUALITY_REFIT>, contacts, end);
}
