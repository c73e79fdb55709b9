// MuJoCo among those who race with boxes. Its test of two boxes is not in its interface;
// mj_collision of a model of two boxes is, and is what is measured here, broad phase and all.
#include <mujoco/mujoco.h>
#include <vector>
#include "frame.hpp"
#include "obb.h"

namespace
{

struct boxes {
    std::vector<mjtNum> numbers; // of each box: place, rotation by rows, size
    std::vector<mjtNum> rays;
};

enum { PLACE = 0, ROTATION = 3, SIZE = 12, BOX = 15 };

static void box_from(const obb_box &box, mjtNum *n)
{
    for (int k = 0; k < 3; ++k) {
        n[PLACE + k] = box.centre[k], n[SIZE + k] = box.half[k];
        for (int i = 0; i < 3; ++i) n[ROTATION + 3 * i + k] = box.axes[k][i];
    }
}

static void *build_rays(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    mine->numbers.resize(size_t(s->count) * BOX);
    for (int i = 0; i < s->count; ++i) {
        box_from(s->a[i], &mine->numbers[size_t(i) * BOX]);
        for (int c = 0; c < 3; ++c) mine->rays.push_back(s->rays[i].origin[c]);
        for (int c = 0; c < 3; ++c) mine->rays.push_back(s->rays[i].direction[c]);
    }
    return mine;
}

static void rays(const boxes &mine, int q, obb_hit &out)
{
    const mjtNum *box = &mine.numbers[size_t(q) * BOX], *ray = &mine.rays[size_t(q) * 6];
    mjtNum time = mju_rayGeom(box + PLACE, box + ROTATION, box + SIZE, ray, ray + 3, mjGEOM_BOX);
    out.time = time < 0 || time > 1 ? 2 : double(time);
}

} // namespace

extern "C" void peers_obb_mujoco(peer_list *list)
{
    peers_add(list, "MuJoCo", "ray", "mju_rayGeom of a box", 8 * sizeof(mjtNum), build_rays,
              peers::run<rays>, peers::end<boxes>);
}
