// Open CASCADE among those who race with boxes.
#include <Bnd_OBB.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <memory>
#include <vector>
#include "obb.h"

namespace
{

struct boxes {
    std::vector<Bnd_OBB> a, b;
    std::vector<std::unique_ptr<TColgp_Array1OfPnt>> clouds;
};

static gp_XYZ vector(const double v[3])
{
    return gp_XYZ(v[0], v[1], v[2]);
}

static Bnd_OBB box_from(const obb_box &box)
{
    const double *h = box.half;
    return Bnd_OBB(gp_Pnt(vector(box.centre)), gp_Dir(vector(box.axes[0])),
                   gp_Dir(vector(box.axes[1])), gp_Dir(vector(box.axes[2])), h[0], h[1], h[2]);
}

static void *build(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    for (int i = 0; i < s->count; ++i) {
        mine->a.push_back(box_from(s->a[i]));
        mine->b.push_back(box_from(s->b[i]));
    }
    return mine;
}

static void *build_many(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    for (int i = 0; i < s->count; ++i) mine->a.push_back(box_from(s->a[i]));
    for (int i = 0; i < OBB_MANY; ++i) mine->b.push_back(box_from(s->b[i]));
    return mine;
}

static void overlap(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes *>(built);
    auto *out = static_cast<obb_answer *>(answers);
    for (int q = first; q < first + count; ++q) out[q].overlap = !mine->a[q].IsOut(mine->b[q]);
}

static void many(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes *>(built);
    auto *out = static_cast<obb_bits *>(answers);
    for (int q = first; q < first + count; ++q)
        for (int w = 0; w < OBB_MANY / 32; ++w) {
            uint32_t word = 0;
            for (int i = 0; i < 32; ++i)
                word |= uint32_t(!mine->a[q].IsOut(mine->b[32 * w + i])) << i;
            out[q].words[w] = word;
        }
}

static void *build_clouds(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    for (int i = 0; i < s->count; ++i) {
        const obb_cloud &c = s->clouds[i];
        mine->clouds.emplace_back(new TColgp_Array1OfPnt(0, c.count - 1));
        for (int k = 0; k < c.count; ++k)
            mine->clouds.back()->SetValue(k, gp_Pnt(vector(c.points[k])));
    }
    return mine;
}

static void give(const gp_XYZ &v, double out[3])
{
    out[0] = v.X(), out[1] = v.Y(), out[2] = v.Z();
}

template <bool optimal> static void fit(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes *>(built);
    auto *out = static_cast<obb_fit *>(answers);
    for (int q = first; q < first + count; ++q) {
        Bnd_OBB box;
        box.ReBuild(*mine->clouds[q], nullptr, optimal);
        give(box.Center(), out[q].box.centre);
        give(box.XDirection(), out[q].box.axes[0]);
        give(box.YDirection(), out[q].box.axes[1]);
        give(box.ZDirection(), out[q].box.axes[2]);
        out[q].box.half[0] = box.XHSize();
        out[q].box.half[1] = box.YHSize();
        out[q].box.half[2] = box.ZHSize();
    }
}

static void end(void *built)
{
    delete static_cast<boxes *>(built);
}

} // namespace

extern "C" void peers_obb_occt(peer_list *list)
{
    peers_add(list, "Open CASCADE", "overlap", "Bnd_OBB::IsOut", PEERS_DOUBLE, build, overlap, end);
    peers_add(list, "Open CASCADE", "one against many", "Bnd_OBB::IsOut for each", PEERS_DOUBLE,
              build_many, many, end);
    peers_add(list, "Open CASCADE", "fit", "Bnd_OBB::ReBuild: DiTO-14", PEERS_DOUBLE, build_clouds,
              fit<false>, end);
    peers_add(list, "Open CASCADE optimal", "fit", "Bnd_OBB::ReBuild with theIsOptimal",
              PEERS_DOUBLE, build_clouds, fit<true>, end);
}
