// Boost.Geometry's R-tree among those who race in the broad phase.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <memory>
#include <utility>
#include <vector>
#include "boxes.h"

namespace
{

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

template <typename Real> const Real *at(const boxes_set &set, int step);
template <> const float *at<float>(const boxes_set &set, int step)
{
    return boxes_step32(&set, step);
}
template <> const double *at<double>(const boxes_set &set, int step)
{
    return boxes_step64(&set, step);
}

template <typename Real> struct racer {
    typedef bg::model::point<Real, 3, bg::cs::cartesian> point;
    typedef bg::model::box<point> box;
    typedef std::pair<box, uint32_t> item;
    typedef bgi::rtree<item, bgi::quadratic<16>> tree;
    const boxes_scene *scene;
    std::vector<item> items;
    std::unique_ptr<tree> standing;

    void fill(const boxes_set &set, int step)
    {
        const Real *from = at<Real>(set, step);
        items.clear();
        for (int i = 0; i < set.count; ++i, from += 6)
            items.emplace_back(
                box(point(from[0], from[1], from[2]), point(from[3], from[4], from[5])),
                uint32_t(i));
    }
    boxes_answer pairs(const tree &t, bool between)
    {
        boxes_answer answer = {0, 0};
        for (const item &mine : items) {
            uint32_t a = mine.second;
            t.query(bgi::intersects(mine.first),
                    boost::make_function_output_iterator([&answer, a, between](const item &other) {
                        if (between || a < other.second) boxes_note(&answer, a, other.second);
                    }));
        }
        return answer;
    }
};

template <typename Real> void *build(const void *scene)
{
    if (static_cast<const boxes_scene *>(scene)->moving.count > 100000) return nullptr; // seconds
    auto *mine = new racer<Real>;
    mine->scene = static_cast<const boxes_scene *>(scene);
    if (mine->scene->standing.count) {
        mine->fill(mine->scene->standing, 0);
        mine->standing.reset(new typename racer<Real>::tree(mine->items));
    }
    return mine;
}

template <typename Real> void run(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<racer<Real> *>(built);
    for (int q = first; q < first + count; ++q) {
        auto *out = static_cast<boxes_answer *>(answers) + q;
        mine->fill(mine->scene->moving, BOXES_LEAD + q + 1);
        if (mine->standing)
            *out = mine->pairs(*mine->standing, true);
        else
            *out = mine->pairs(typename racer<Real>::tree(mine->items), false);
    }
}

template <typename Real> void end(void *built)
{
    delete static_cast<racer<Real> *>(built);
}

template <typename Real> void add(peer_list *list, const char *who, int bits)
{
    peers_add(list, who, "all pairs", "rtree<quadratic<16>> packed afresh, a query for each box",
              bits, build<Real>, run<Real>, end<Real>);
    peers_add(list, who, "between", "the same tree, packed once of those that stand", bits,
              build<Real>, run<Real>, end<Real>);
}

} // namespace

extern "C" void peers_boxes_boost(peer_list *list)
{
    add<float>(list, "Boost", PEERS_FLOAT);
    add<double>(list, "Boost double", PEERS_DOUBLE);
}
