// libccd among those who race with boxes.
#include <ccd/ccd.h>
#include <vector>
#include "obb.h"

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

// Their default has no bound on iterations, and GJK may go on for ever where boxes touch.
static void *build(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new boxes;
    for (int i = 0; i < s->count; ++i) {
        mine->a.push_back(box_from(s->a[i]));
        mine->b.push_back(box_from(s->b[i]));
    }
    CCD_INIT(&mine->ccd);
    mine->ccd.support1 = mine->ccd.support2 = support;
    mine->ccd.center1 = mine->ccd.center2 = centre;
    mine->ccd.max_iterations = 100;
    return mine;
}

template <int (*ask)(const void *, const void *, const ccd_t *)>
static void overlap(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes *>(built);
    auto *out = static_cast<obb_answer *>(answers);
    for (int q = first; q < first + count; ++q)
        out[q].overlap = ask(&mine->a[q], &mine->b[q], &mine->ccd);
}

template <int (*ask)(const void *, const void *, const ccd_t *, ccd_real_t *, ccd_vec3_t *,
                     ccd_vec3_t *)>
static void contacts(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const boxes *>(built);
    auto *out = static_cast<obb_contacts *>(answers);
    for (int q = first; q < first + count; ++q) {
        ccd_vec3_t direction, at;
        ccd_real_t depth = 0;
        int answer = ask(&mine->a[q], &mine->b[q], &mine->ccd, &depth, &direction, &at);
        out[q].count = answer == 0 ? 1 : answer == -1 ? 0 : -1;
        out[q].depth = depth;
        for (int k = 0; k < 3; ++k) out[q].normal[k] = direction.v[k];
    }
}

static void end(void *built)
{
    delete static_cast<boxes *>(built);
}

} // namespace

extern "C" void peers_obb_ccd(peer_list *list)
{
    const int bits = 8 * sizeof(ccd_real_t);
    peers_add(list, "libccd GJK", "overlap", "ccdGJKIntersect, at most 100 iterations", bits, build,
              overlap<ccdGJKIntersect>, end);
    peers_add(list, "libccd MPR", "overlap", "ccdMPRIntersect, the same", bits, build,
              overlap<ccdMPRIntersect>, end);
    peers_add(list, "libccd GJK", "contacts", "ccdGJKPenetration (EPA): one point, tolerance 1e-4",
              bits, build, contacts<ccdGJKPenetration>, end);
    peers_add(list, "libccd MPR", "contacts",
              "ccdMPRPenetration: one point; the direction is a good one, not the least deep", bits,
              build, contacts<ccdMPRPenetration>, end);
}
