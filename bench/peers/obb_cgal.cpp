// CGAL among those who fit boxes; its search needs Eigen.
#include "frame.hpp"
#include "obb.h"
#ifdef CGAL_EIGEN3_ENABLED
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/optimal_bounding_box.h>
#include <array>
#include <cmath>
#include <vector>

namespace
{

typedef CGAL::Exact_predicates_inexact_constructions_kernel kernel;
typedef kernel::Point_3 point;

struct clouds {
    std::vector<std::vector<point>> points;
};

static void *build(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    auto *mine = new clouds;
    for (int i = 0; i < s->count; ++i) {
        const obb_cloud &c = s->clouds[i];
        mine->points.emplace_back();
        for (int k = 0; k < c.count; ++k)
            mine->points.back().emplace_back(c.points[k][0], c.points[k][1], c.points[k][2]);
    }
    return mine;
}

// Their corners 0, 1, 3 and 5 are a corner and its three neighbours.
static obb_box box_from(const std::array<point, 8> &corners)
{
    static const int neighbour[3] = {1, 3, 5};
    obb_box box;
    for (int i = 0; i < 3; ++i) box.centre[i] = (corners[0][i] + corners[7][i]) / 2;
    for (int k = 0; k < 3; ++k) {
        kernel::Vector_3 v = corners[neighbour[k]] - corners[0];
        double length = std::sqrt(v.squared_length());
        box.half[k] = length / 2;
        for (int i = 0; i < 3; ++i) box.axes[k][i] = v[i] / length;
    }
    return box;
}

static void fit(const clouds &mine, int q, obb_fit &out)
{
    std::array<point, 8> corners;
    CGAL::oriented_bounding_box(mine.points[q], corners, CGAL::parameters::use_convex_hull(true));
    out.box = box_from(corners);
}

} // namespace

extern "C" void peers_obb_cgal(peer_list *list)
{
    peers_add(list, "CGAL", "fit",
              "oriented_bounding_box of the hull's points: a search among rotations", PEERS_DOUBLE,
              build, peers::run<fit>, peers::end<clouds>);
}
#else
extern "C" void peers_obb_cgal(peer_list *) {}
#endif
