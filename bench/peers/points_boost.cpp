// Boost.Geometry's R-tree among those who look for neighbours.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>
#include "points_peers.hpp"

namespace
{

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

template <typename Number> struct tree {
    typedef Number Real;
    typedef bg::model::point<Real, 3, bg::cs::cartesian> point;
    typedef bg::model::box<point> box;
    typedef std::pair<point, uint32_t> item;
    typedef bgi::rtree<item, bgi::quadratic<16>> index;
    std::vector<item> items;
    index of_them;
    Real radius;

    explicit tree(const points_scene *s) : radius(Real(s->radius)) {}
    void put(const Real *at, int count)
    {
        items.clear();
        for (int i = 0; i < count; ++i, at += 3)
            items.emplace_back(point(at[0], at[1], at[2]), uint32_t(i));
        of_them = index(items); // packed
    }
    size_t size() { return of_them.size(); }
    // Those in a box, rounded outwards, and of them those that are within, decided in double.
    template <typename Visit> void within(const Real *at, Visit visit)
    {
        const Real most = std::numeric_limits<Real>::infinity();
        const double centre[3] = {double(at[0]), double(at[1]), double(at[2])};
        const double squared = double(radius) * double(radius);
        Real low[3], high[3];
        for (int k = 0; k < 3; ++k) {
            low[k] = std::nextafter(at[k] - radius, -most);
            high[k] = std::nextafter(at[k] + radius, most);
        }
        const box around(point(low[0], low[1], low[2]), point(high[0], high[1], high[2]));
        of_them.query(bgi::intersects(around),
                      boost::make_function_output_iterator([&](const item &other) {
                          const double there[3] = {double(other.first.template get<0>()),
                                                   double(other.first.template get<1>()),
                                                   double(other.first.template get<2>())};
                          if (points_within(centre, there, squared)) visit(other.second);
                      }));
    }
};

template <typename Real> void add(peer_list *list, const char *who, int bits)
{
    points_peers::racer<tree<Real>>::add(
        list, who, bits, "rtree<quadratic<16>> of points and numbers, packed",
        "built anew, query intersects(box), distance tested by us in double");
}

} // namespace

extern "C" void peers_points_boost(peer_list *list)
{
    add<float>(list, "Boost", PEERS_FLOAT);
    add<double>(list, "Boost double", PEERS_DOUBLE);
}
