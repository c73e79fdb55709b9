// CGAL among those who race in the broad phase.
#include <CGAL/box_intersection_d.h>
#include <algorithm>
#include <vector>
#include "frame.hpp"
#include "boxes.h"

namespace
{

template <typename Real> const Real *at(const boxes_set &set, int step);
template <> const float *at<float>(const boxes_set &set, int step)
{
    return boxes_step32(&set, step);
}
template <> const double *at<double>(const boxes_set &set, int step)
{
    return boxes_step64(&set, step);
}

// A model of BoxIntersectionBox_d.
template <typename Real> struct box {
    typedef Real NT;
    typedef std::size_t ID;
    Real low[3], high[3];
    uint32_t number;
    static int dimension() { return 3; }
    ID id() const { return number; }
    NT min_coord(int k) const { return low[k]; }
    NT max_coord(int k) const { return high[k]; }
};

template <typename Real> struct racer {
    const boxes_scene *scene;
    std::vector<box<Real>> moving, standing;
};

// The search puts boxes in another order, so they are copied afresh for each.
template <typename Real>
void fill(std::vector<box<Real>> &boxes, const boxes_set &set, int step, uint32_t first)
{
    const Real *from = at<Real>(set, step);
    boxes.resize(size_t(set.count));
    for (auto &b : boxes) {
        std::copy(from, from + 3, b.low);
        std::copy(from + 3, from + 6, b.high);
        b.number = first++, from += 6;
    }
}

template <typename Real, int Most> void *build(const void *scene)
{
    if (static_cast<const boxes_scene *>(scene)->moving.count > Most) return nullptr;
    auto *mine = new racer<Real>;
    mine->scene = static_cast<const boxes_scene *>(scene);
    fill(mine->standing, mine->scene->standing, 0, uint32_t(mine->scene->moving.count));
    return mine;
}

// Where to go over to a scan: of 10 (its default), 50, 200, 1000, 100 to 200 were the fastest here.
const std::ptrdiff_t CUTOFF = 100;

template <typename Real> void run(racer<Real> &mine, int q, boxes_answer &out)
{
    const uint32_t stand = uint32_t(mine.scene->moving.count);
    boxes_answer answer = {0, 0};
    fill(mine.moving, mine.scene->moving, BOXES_LEAD + q + 1, 0);
    if (mine.standing.empty())
        CGAL::box_self_intersection_d(
            mine.moving.begin(), mine.moving.end(),
            [&answer](const box<Real> &a, const box<Real> &b) {
                boxes_note_either_way(&answer, a.number, b.number);
            },
            CUTOFF);
    else
        CGAL::box_intersection_d(
            mine.moving.begin(), mine.moving.end(), mine.standing.begin(), mine.standing.end(),
            [&answer, stand](const box<Real> &a, const box<Real> &b) {
                boxes_note(&answer, a.number, b.number - stand);
            },
            CUTOFF);
    out = answer;
}

template <typename Real> void end(void *built)
{
    delete static_cast<racer<Real> *>(built);
}

template <typename Real, int Most> void add(peer_list *list, const char *who, int bits)
{
    peers_add(list, who, "all pairs",
              "box_self_intersection_d, closed, cutoff 100, nothing kept from step to step", bits,
              build<Real, Most>, peers::run<run<Real>>, end<Real>);
    peers_add(list, who, "between", "box_intersection_d, closed, cutoff 100, nothing kept", bits,
              build<Real, Most>, peers::run<run<Real>>, end<Real>);
}

} // namespace

extern "C" void peers_boxes_cgal(peer_list *list)
{
    add<float, 1000000>(list, "CGAL", PEERS_FLOAT);
    add<double, 100000>(list, "CGAL double", PEERS_DOUBLE);
}
