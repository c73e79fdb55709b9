// libccd among those who race with boxes.
#include <vector>
#include "ccd.hpp"
#include "obb_pairs.hpp"

namespace
{

struct ccd_box {
    double centre[3], axes[3][3], half[3];
};

struct boxes {
    std::vector<ccd_box> a, b;
    ccd_t ccd;
};

static ccd_box box_from(const obb_box &box)
{
    ccd_box o;
    for (int k = 0; k < 3; ++k) {
        o.centre[k] = box.centre[k], o.half[k] = box.half[k];
        for (int i = 0; i < 3; ++i) o.axes[k][i] = box.axes[k][i];
    }
    return o;
}

static void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
    auto *box = static_cast<const ccd_box *>(object);
    const ccd_real_t *d = direction->v;
    double p[3] = {box->centre[0], box->centre[1], box->centre[2]};
    for (int k = 0; k < 3; ++k) {
        const double *n = box->axes[k];
        double h = n[0] * d[0] + n[1] * d[1] + n[2] * d[2] < 0 ? -box->half[k] : box->half[k];
        for (int i = 0; i < 3; ++i) p[i] += h * n[i];
    }
    ccdVec3Set(point, p[0], p[1], p[2]);
}

static void centre(const void *object, ccd_vec3_t *point)
{
    auto *box = static_cast<const ccd_box *>(object);
    ccdVec3Set(point, box->centre[0], box->centre[1], box->centre[2]);
}

static void *build(const void *scene)
{
    auto *mine = static_cast<boxes *>(obb_pairs::build<boxes, box_from>(scene));
    mine->ccd = peers::ccd_asking(support, centre, 100);
    return mine;
}

template <peers::ccd_meet Ask> static void overlap(const boxes &mine, int q, obb_answer &out)
{
    out.overlap = Ask(&mine.a[q], &mine.b[q], &mine.ccd);
}

template <peers::ccd_part Ask> static void contacts(const boxes &mine, int q, obb_contacts &out)
{
    const peers::ccd_depth found = peers::ccd_depth_of<Ask>(&mine.a[q], &mine.b[q], mine.ccd);
    out.count = found.answer == 0 ? 1 : found.answer == -1 ? 0 : -1;
    out.depth = found.depth;
    for (int k = 0; k < 3; ++k) out.normal[k] = found.normal.v[k];
}

} // namespace

extern "C" void peers_obb_ccd(peer_list *list)
{
    const int bits = 8 * sizeof(ccd_real_t);
    peers_add(list, "libccd GJK", "overlap", "ccdGJKIntersect, at most 100 iterations", bits, build,
              peers::run<overlap<ccdGJKIntersect>>, peers::end<boxes>);
    peers_add(list, "libccd MPR", "overlap", "ccdMPRIntersect, the same", bits, build,
              peers::run<overlap<ccdMPRIntersect>>, peers::end<boxes>);
    peers_add(list, "libccd GJK", "contacts", "ccdGJKPenetration (EPA): one point, tolerance 1e-4",
              bits, build, peers::run<contacts<ccdGJKPenetration>>, peers::end<boxes>);
    peers_add(list, "libccd MPR", "contacts",
              "ccdMPRPenetration: one point; the direction is a good one, not the least deep", bits,
              build, peers::run<contacts<ccdMPRPenetration>>, peers::end<boxes>);
}
