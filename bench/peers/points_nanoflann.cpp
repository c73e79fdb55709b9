// nanoflann's tree of points among those who look for neighbours.
#include <nanoflann.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include "points_peers.hpp"

namespace
{

// The points where they are: nothing is copied.
template <typename Real> struct cloud {
    const Real *points;
    size_t count;
    size_t kdtree_get_point_count() const { return count; }
    Real kdtree_get_pt(uint32_t i, size_t axis) const { return points[3 * size_t(i) + axis]; }
    template <typename Box> bool kdtree_get_bbox(Box &) const { return false; }
};

// A set of results as its search wants it, which hands the numbers on. It is told of those whose
// squared distance is less than worstDist().
template <typename Real, typename Visit> struct results {
    typedef Real DistanceType;
    Visit visit;
    Real worst;
    size_t count;
    Real worstDist() const { return worst; }
    bool full() const { return true; }
    size_t size() const { return count; }
    bool addPoint(Real, uint32_t number)
    {
        visit(number);
        ++count;
        return true;
    }
};

// Of 6, 10 (its default), 16, 24, 40 points in a leaf, 16 and 24 were the fastest here.
const size_t LEAF = 20;

template <typename Number> struct tree {
    typedef Number Real;
    typedef nanoflann::L2_Simple_Adaptor<Real, cloud<Real>, Real, uint32_t> metric;
    typedef nanoflann::KDTreeSingleIndexAdaptor<metric, cloud<Real>, 3, uint32_t> index;
    cloud<Real> points;
    Real worst; // the next number above the squared radius, so that it is within
    std::unique_ptr<index> of_them;

    explicit tree(const points_scene *s)
    {
        const Real radius = Real(s->radius);
        worst = std::nextafter(radius * radius, std::numeric_limits<Real>::infinity());
    }
    void put(const Real *at, int count)
    {
        of_them.reset();
        points.points = at, points.count = size_t(count);
        of_them.reset(new index(3, points, nanoflann::KDTreeSingleIndexAdaptorParams(LEAF)));
    }
    size_t size() { return of_them->size(*of_them); }
    template <typename Visit> void within(const Real *point, Visit visit)
    {
        results<Real, Visit> found = {visit, worst, 0};
        of_them->radiusSearchCustomCallback(point, found);
    }
};

template <typename Real> void add(peer_list *list, const char *who, int bits)
{
    points_peers::racer<tree<Real>>::add(
        list, who, bits,
        "KDTreeSingleIndexAdaptor, leaves of at most 20, the points where they are",
        "built anew, radiusSearchCustomCallback, unsorted, numbers written where they belong");
}

} // namespace

extern "C" void peers_points_nanoflann(peer_list *list)
{
    add<float>(list, "nanoflann", PEERS_FLOAT);
    add<double>(list, "nanoflann double", PEERS_DOUBLE);
}
