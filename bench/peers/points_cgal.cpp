// CGAL among those who look for neighbours: its kd-tree, and for all pairs its boxes as well.
#include <CGAL/Dimension.h>
#include <CGAL/Fuzzy_sphere.h>
#include <CGAL/Kd_tree.h>
#include <CGAL/Search_traits.h>
#include <CGAL/box_intersection_d.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>
#include "points_peers.hpp"

namespace
{

template <typename Real> struct item {
    Real at[3];
    uint32_t number;
};

template <typename Real> struct coordinates {
    typedef const Real *result_type;
    const Real *operator()(const item<Real> &p) const { return p.at; }
    const Real *operator()(const item<Real> &p, int) const { return p.at + 3; }
};

// An output iterator that hands on the numbers of what is assigned.
template <typename Visit> struct teller {
    const Visit *visit;
    teller &operator*() { return *this; }
    teller &operator++() { return *this; }
    teller &operator++(int) { return *this; }
    template <typename Item> teller &operator=(const Item &found)
    {
        (*visit)(found.number);
        return *this;
    }
};

// Of 5, 10 (its default), 20, 40 points in a bucket the fastest here.
const unsigned BUCKET = 20;

// The tree puts items in its own order, so that those of a leaf are side by side: with the numbers
// in them that is as fast as its cache of coordinates, with which the sphere would be open.
template <typename Number> struct tree {
    typedef Number Real;
    typedef CGAL::Search_traits<Real, item<Real>, const Real *, coordinates<Real>,
                                CGAL::Dimension_tag<3>>
        traits;
    typedef CGAL::Sliding_midpoint<traits> splitter; // its default
    typedef CGAL::Kd_tree<traits, splitter> index;
    std::vector<item<Real>> items;
    std::unique_ptr<index> of_them;
    Real radius;

    explicit tree(const points_scene *s) : radius(Real(s->radius)) {}
    void put(const Real *at, int count)
    {
        of_them.reset();
        items.resize(size_t(count));
        for (int i = 0; i < count; ++i, at += 3)
            items[size_t(i)] = {{at[0], at[1], at[2]}, uint32_t(i)};
        of_them.reset(new index(items.begin(), items.end(), splitter(BUCKET)));
        of_them->build();
    }
    size_t size() { return of_them->size(); }
    template <typename Visit> void within(const Real *at, Visit visit)
    {
        const item<Real> centre = {{at[0], at[1], at[2]}, 0};
        of_them->search(teller<Visit>{&visit}, CGAL::Fuzzy_sphere<traits>(centre, radius));
    }
};

// A model of BoxIntersectionBox_d: a cube around a point, half the radius to each side, rounded
// outwards.
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

template <typename Real> struct boxes {
    const points_scene *scene;
    std::vector<box<Real>> items;
};

template <typename Real> void *boxes_build(const void *scene)
{
    const auto *s = static_cast<const points_scene *>(scene);
    if (s->count > 100000 && sizeof(Real) > sizeof(float)) return nullptr; // many seconds
    return new boxes<Real>{s, {}};
}

// Where to go over to a scan: of 50, 100, 200, 400 the fastest here (10 is its default).
const std::ptrdiff_t CUTOFF = 200;

template <typename Real> void boxes_run(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<boxes<Real> *>(built);
    const points_scene *s = mine->scene;
    const Real half = Real(s->radius / 2), most = std::numeric_limits<Real>::infinity();
    for (int q = first; q < first + count; ++q) {
        const Real *from = points_peers::at<Real>(s, q);
        const double *exact = points_step64(s, q), squared = s->radius * s->radius;
        points_writer writer = points_begin(&s->room);
        mine->items.resize(size_t(s->count));
        for (int i = 0; i < s->count; ++i, from += 3) {
            box<Real> &b = mine->items[size_t(i)];
            b.number = uint32_t(i);
            for (int k = 0; k < 3; ++k) {
                b.low[k] = std::nextafter(from[k] - half, -most);
                b.high[k] = std::nextafter(from[k] + half, most);
            }
        }
        CGAL::box_self_intersection_d(
            mine->items.begin(), mine->items.end(),
            [&writer, exact, squared](const box<Real> &a, const box<Real> &b) {
                if (points_within(exact + 3 * size_t(a.number), exact + 3 * size_t(b.number),
                                  squared))
                    points_write_pair(&writer, std::min(a.number, b.number),
                                      std::max(a.number, b.number));
            },
            CUTOFF);
        static_cast<points_answer *>(answers)[q].count = writer.count;
    }
}

template <typename Real> void boxes_end(void *built)
{
    delete static_cast<boxes<Real> *>(built);
}

template <typename Real> void add(peer_list *list, const char *who, const char *who_boxes, int bits)
{
    points_peers::racer<tree<Real>>::add(
        list, who, bits, "Kd_tree of points and numbers, buckets of at most 20, build()",
        "built anew, search, Fuzzy_sphere, epsilon 0");
    peers_add(list, who_boxes, "pairs",
              "box_self_intersection_d of cubes, cutoff 200, distance tested by us in double", bits,
              boxes_build<Real>, boxes_run<Real>, boxes_end<Real>);
}

} // namespace

extern "C" void peers_points_cgal(peer_list *list)
{
    add<float>(list, "CGAL", "CGAL boxes", PEERS_FLOAT);
    add<double>(list, "CGAL double", "CGAL boxes double", PEERS_DOUBLE);
}
