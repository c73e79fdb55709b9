// libccd among those who race with points, segments and triangles. It is in double here.
#include <ccd/ccd.h>
#include <ccd/vec3.h>
#include <cmath>
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

const ccd_vec3_t *points(const void *built, int query)
{
    return reinterpret_cast<const ccd_vec3_t *>(
        static_cast<const triangle_scene *>(built)->at64[query]);
}

void *build(const void *scene)
{
    return sizeof(ccd_real_t) == sizeof(double) ? const_cast<void *>(scene) : nullptr;
}

void overlap(void *built, int first, int count, void *answers)
{
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support, ccd.max_iterations = 100; // unlimited it may not end
    for (int q = first; q < first + count; ++q)
        static_cast<triangle_answer *>(answers)[q].hit =
            ccdGJKIntersect(points(built, q), points(built, q) + 3, &ccd);
}

void point(void *built, int first, int count, void *answers)
{
    for (int q = first; q < first + count; ++q) {
        const ccd_vec3_t *p = points(built, q);
        static_cast<triangle_answer *>(answers)[q].distance =
            std::sqrt(ccdVec3PointTriDist2(p, p + 1, p + 2, p + 3, nullptr));
    }
}

void end(void *) {}

} // namespace

extern "C" void peers_triangle_ccd(peer_list *list)
{
    peers_add(list, "libccd double", "overlap", "ccdGJKIntersect, at most 100 iterations",
              PEERS_DOUBLE, build, overlap, end);
    peers_add(list, "libccd double", "point", "ccdVec3PointTriDist2", PEERS_DOUBLE, build, point,
              end);
}
