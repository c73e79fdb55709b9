// libccd among those who race with points, segments and triangles. It is in double here.
#include <cmath>
#include "ccd.hpp"
#include "triangle.h"

namespace
{

// Support function of a triangle; its corners are the scene's own numbers.
void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    auto *corner = static_cast<const ccd_vec3_t *>(object);
    ccd_real_t best = ccdVec3Dot(&corner[0], direction);
    int at = 0;
    for (int i = 1; i < 3; ++i) {
        const ccd_real_t along = ccdVec3Dot(&corner[i], direction);
        if (along > best) best = along, at = i;
    }
    *out = corner[at];
}

const ccd_vec3_t *points(const triangle_scene &scene, int query)
{
    return reinterpret_cast<const ccd_vec3_t *>(scene.at64[query]);
}

void *build(const void *scene)
{
    return sizeof(ccd_real_t) == sizeof(double) ? const_cast<void *>(scene) : nullptr;
}

const ccd_t ccd = peers::ccd_asking(support, nullptr, 100);

void overlap(const triangle_scene &scene, int q, triangle_answer &out)
{
    out.hit = ccdGJKIntersect(points(scene, q), points(scene, q) + 3, &ccd);
}

void point(const triangle_scene &scene, int q, triangle_answer &out)
{
    const ccd_vec3_t *p = points(scene, q);
    out.distance = std::sqrt(ccdVec3PointTriDist2(p, p + 1, p + 2, p + 3, nullptr));
}

void end(void *) {}

} // namespace

extern "C" void peers_triangle_ccd(peer_list *list)
{
    peers_add(list, "libccd double", "overlap", "ccdGJKIntersect, at most 100 iterations",
              PEERS_DOUBLE, build, peers::run<overlap>, end);
    peers_add(list, "libccd double", "point", "ccdVec3PointTriDist2", PEERS_DOUBLE, build,
              peers::run<point>, end);
}
