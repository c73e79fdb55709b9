// libccd among those who race with convex shapes. Its support function is the scenes' own.
#include "ccd.hpp"
#include "shape.h"

namespace
{

struct shapes {
    const shape_scene *scene;
    ccd_t ccd;
};

struct placed {
    const shape_body *body;
    const shape_hull *hulls;
};

void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
    auto *p = static_cast<const placed *>(object);
    double d[3], found[3];
    for (int k = 0; k < 3; ++k) d[k] = double(direction->v[k]);
    shape_support(p->body, p->hulls, d, found);
    ccdVec3Set(point, ccd_real_t(found[0] + p->body->at[0]), ccd_real_t(found[1] + p->body->at[1]),
               ccd_real_t(found[2] + p->body->at[2]));
}

void centre(const void *object, ccd_vec3_t *point)
{
    const double *at = static_cast<const placed *>(object)->body->at;
    ccdVec3Set(point, ccd_real_t(at[0]), ccd_real_t(at[1]), ccd_real_t(at[2]));
}

void *build(const void *scene)
{
    auto *mine = new shapes;
    mine->scene = static_cast<const shape_scene *>(scene);
    mine->ccd = peers::ccd_asking(support, centre, 100);
    return mine;
}

template <peers::ccd_meet Ask> void overlap(const shapes &mine, int q, shape_answer &out)
{
    const placed a = {&mine.scene->a[q], mine.scene->hulls},
                 b = {&mine.scene->b[q], mine.scene->hulls};
    out.count = Ask(&a, &b, &mine.ccd);
}

template <peers::ccd_part Ask> void contacts(const shapes &mine, int q, shape_answer &out)
{
    const placed a = {&mine.scene->a[q], mine.scene->hulls},
                 b = {&mine.scene->b[q], mine.scene->hulls};
    const peers::ccd_depth found = peers::ccd_depth_of<Ask>(&a, &b, mine.ccd);
    out.count = found.answer == 0 ? 1 : found.answer == -1 ? 0 : -1;
    out.value = found.depth;
    for (int k = 0; k < 3; ++k) out.normal[k] = found.normal.v[k];
}

} // namespace

extern "C" void peers_shape_ccd(peer_list *list)
{
    const int bits = 8 * sizeof(ccd_real_t);
    peers_add(list, "libccd GJK", "overlap", "ccdGJKIntersect, at most 100 iterations", bits, build,
              peers::run<overlap<ccdGJKIntersect>>, peers::end<shapes>);
    peers_add(list, "libccd MPR", "overlap", "ccdMPRIntersect, the same", bits, build,
              peers::run<overlap<ccdMPRIntersect>>, peers::end<shapes>);
    peers_add(list, "libccd GJK", "contacts", "ccdGJKPenetration (EPA): one point, tolerance 1e-4",
              bits, build, peers::run<contacts<ccdGJKPenetration>>, peers::end<shapes>);
    peers_add(list, "libccd MPR", "contacts",
              "ccdMPRPenetration: one point; a depth, not the least", bits, build,
              peers::run<contacts<ccdMPRPenetration>>, peers::end<shapes>);
}
