// FCL (libfcl) among those who race with boxes.
#include <fcl/math/bv/OBB.h>
#include <vector>
#include "obb.h"

template <typename Real> struct boxes {
    std::vector<fcl::OBB<Real>> a, b;
};

template <typename Real> static fcl::OBB<Real> box_from(const obb_box &box)
{
    fcl::OBB<Real> o;
    for (int k = 0; k < 3; ++k) {
        o.To[k] = Real(box.centre[k]);
        o.extent[k] = Real(box.half[k]);
        for (int i = 0; i < 3; ++i) o.axis(i, k) = Real(box.axes[k][i]);
    }
    return o;
}

template <typename Real> static void *build(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes<Real>;
    for (int i = 0; i < s->count; ++i) {
        mine->a.push_back(box_from<Real>(s->a[i]));
        mine->b.push_back(box_from<Real>(s->b[i]));
    }
    return mine;
}

template <typename Real> static void overlap(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes<Real> *>(built);
    auto *out = static_cast<obb_answer *>(answers);
    for (int q = first; q < first + count; ++q) out[q].overlap = mine->a[q].overlap(mine->b[q]);
}

template <typename Real> static void end(void *built)
{
    delete static_cast<boxes<Real> *>(built);
}

extern "C" void peers_obb_fcl(peer_list *list)
{
    peers_add(list, "FCL", "overlap", "OBB<float>::overlap, 15 axes, an amount added to |R|",
              PEERS_FLOAT, build<float>, overlap<float>, end<float>);
    peers_add(list, "FCL double", "overlap", "OBB<double>::overlap, the same", PEERS_DOUBLE,
              build<double>, overlap<double>, end<double>);
}
