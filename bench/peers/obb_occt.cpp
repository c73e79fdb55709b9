// Open CASCADE among those who race with boxes.
#include <Bnd_OBB.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <memory>
#include <vector>
#include "obb_pairs.hpp"

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

static int touch(const Bnd_OBB &a, const Bnd_OBB &b)
{
    return !a.IsOut(b);
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

template <bool optimal> static void fit(const boxes &mine, int q, obb_fit &out)
{
    Bnd_OBB box;
    box.ReBuild(*mine.clouds[q], nullptr, optimal);
    give(box.Center(), out.box.centre);
    give(box.XDirection(), out.box.axes[0]);
    give(box.YDirection(), out.box.axes[1]);
    give(box.ZDirection(), out.box.axes[2]);
    out.box.half[0] = box.XHSize();
    out.box.half[1] = box.YHSize();
    out.box.half[2] = box.ZHSize();
}

} // namespace

extern "C" void peers_obb_occt(peer_list *list)
{
    peers_add(list, "Open CASCADE", "overlap", "Bnd_OBB::IsOut", PEERS_DOUBLE,
              obb_pairs::build<boxes, box_from>, peers::run<obb_pairs::overlap<boxes, touch>>,
              peers::end<boxes>);
    peers_add(list, "Open CASCADE", "one against many", "Bnd_OBB::IsOut for each", PEERS_DOUBLE,
              obb_pairs::build_many<boxes, box_from>, peers::run<obb_pairs::many<boxes, touch>>,
              peers::end<boxes>);
    peers_add(list, "Open CASCADE", "fit", "Bnd_OBB::ReBuild: DiTO-14", PEERS_DOUBLE, build_clouds,
              peers::run<fit<false>>, peers::end<boxes>);
    peers_add(list, "Open CASCADE optimal", "fit", "Bnd_OBB::ReBuild with theIsOptimal",
              PEERS_DOUBLE, build_clouds, peers::run<fit<true>>, peers::end<boxes>);
}
