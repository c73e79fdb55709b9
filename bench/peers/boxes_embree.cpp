// Embree among those who race in the broad phase.
#include <embree3/rtcore.h>
#include "frame.hpp"
#include "boxes.h"

namespace
{

// A scene of one user geometry, a primitive a box.
struct part {
    RTCScene scene = nullptr;
    RTCGeometry geometry = nullptr;
    const float *boxes = nullptr;
};

void bounds(const RTCBoundsFunctionArguments *arguments)
{
    const float *b =
        static_cast<part *>(arguments->geometryUserPtr)->boxes + 6 * size_t(arguments->primID);
    *arguments->bounds_o = {b[0], b[1], b[2], 0, b[3], b[4], b[5], 0};
}

struct racer {
    const boxes_scene *scene;
    RTCDevice device;
    part moving, standing;
    boxes_answer answer;
};

// rtcCollide asks for the pairs whose boxes it found; a user's callback tests the things, here the
// boxes themselves.
void note_pairs(void *data, RTCCollision *pairs, unsigned count)
{
    auto *mine = static_cast<racer *>(data);
    for (unsigned i = 0; i < count; ++i) {
        uint32_t a = pairs[i].primID0, b = pairs[i].primID1;
        if (a < b &&
            boxes_overlap32(mine->moving.boxes + 6 * size_t(a), mine->moving.boxes + 6 * size_t(b)))
            boxes_note(&mine->answer, a, b);
    }
}

void note_between(void *data, RTCCollision *pairs, unsigned count)
{
    auto *mine = static_cast<racer *>(data);
    for (unsigned i = 0; i < count; ++i) {
        uint32_t a = pairs[i].primID0, b = pairs[i].primID1;
        if (boxes_overlap32(mine->moving.boxes + 6 * size_t(a),
                            mine->standing.boxes + 6 * size_t(b)))
            boxes_note(&mine->answer, a, b);
    }
}

void make(part &p, RTCDevice device, const boxes_set &set, RTCBuildQuality quality)
{
    p.boxes = boxes_step32(&set, 0);
    p.scene = rtcNewScene(device);
    if (quality != RTC_BUILD_QUALITY_MEDIUM) rtcSetSceneFlags(p.scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(p.scene,
                            quality == RTC_BUILD_QUALITY_REFIT ? RTC_BUILD_QUALITY_LOW : quality);
    p.geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(p.geometry, unsigned(set.count));
    rtcSetGeometryUserData(p.geometry, &p);
    rtcSetGeometryBoundsFunction(p.geometry, bounds, nullptr);
    rtcSetGeometryBuildQuality(p.geometry, quality);
    rtcCommitGeometry(p.geometry);
    rtcAttachGeometry(p.scene, p.geometry);
    rtcCommitScene(p.scene);
}

template <RTCBuildQuality Quality> void *build(const void *scene)
{
    auto *mine = new racer;
    mine->scene = static_cast<const boxes_scene *>(scene);
    mine->device = rtcNewDevice("threads=1");
    make(mine->moving, mine->device, mine->scene->moving, Quality);
    if (mine->scene->standing.count)
        make(mine->standing, mine->device, mine->scene->standing, RTC_BUILD_QUALITY_MEDIUM);
    return mine;
}

void move(racer *mine, int step)
{
    mine->moving.boxes = boxes_step32(&mine->scene->moving, step);
    rtcUpdateGeometryBuffer(mine->moving.geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(mine->moving.geometry);
    rtcCommitScene(mine->moving.scene);
}

void run(racer &mine, int q, boxes_answer &out)
{
    mine.answer = {0, 0};
    move(&mine, BOXES_LEAD + q + 1);
    if (mine.standing.scene)
        rtcCollide(mine.moving.scene, mine.standing.scene, note_between, &mine);
    else
        rtcCollide(mine.moving.scene, mine.moving.scene, note_pairs, &mine);
    out = mine.answer;
}

void release(part &p)
{
    if (p.geometry) rtcReleaseGeometry(p.geometry);
    if (p.scene) rtcReleaseScene(p.scene);
}

void end(void *built)
{
    auto *mine = static_cast<racer *>(built);
    release(mine->moving), release(mine->standing);
    rtcReleaseDevice(mine->device);
    delete mine;
}

} // namespace

extern "C" void peers_boxes_embree(peer_list *list)
{
    peers_add(list, "Embree", "all pairs",
              "rtcCollide, user geometry, low quality (Morton) built afresh, one thread; pairs "
              "tested again",
              PEERS_FLOAT, build<RTC_BUILD_QUALITY_LOW>, peers::run<run>, end);
    peers_add(list, "Embree refit", "all pairs", "the same, refit from step to step", PEERS_FLOAT,
              build<RTC_BUILD_QUALITY_REFIT>, peers::run<run>, end);
    peers_add(list, "Embree", "between",
              "the same, against a scene of those that stand, built once", PEERS_FLOAT,
              build<RTC_BUILD_QUALITY_LOW>, peers::run<run>, end);
}
