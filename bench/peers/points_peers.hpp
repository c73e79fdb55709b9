// points_peers.hpp: what the peers of the points do alike, each with a tree of its own.
#ifndef PEERS_POINTS_HPP
#define PEERS_POINTS_HPP

#include "points.h"

namespace points_peers
{

template <typename Real> inline const Real *at(const points_scene *s, int step);
template <> inline const float *at<float>(const points_scene *s, int step)
{
    return points_step32(s, step);
}
template <> inline const double *at<double>(const points_scene *s, int step)
{
    return points_step64(s, step);
}

// A Tree has
//     typedef Real               float or double
//     explicit Tree(const points_scene *)
//     void put(const Real *points, int count)    all of it made anew; the points stay there
//     size_t size()
//     void within(const Real *point, Visit visit)   calls visit(number) for each that is within
template <typename Tree> struct racer {
    typedef typename Tree::Real Real;
    const points_scene *scene;
    Tree tree;

    explicit racer(const points_scene *s) : scene(s), tree(s) { put(0); }
    void put(int step) { tree.put(at<Real>(scene, step), scene->count); }
    int64_t ask(int step)
    {
        const Real *from = at<Real>(scene, step);
        points_writer writer = points_begin(&scene->room);
        for (int i = 0; i < scene->count; ++i, from += 3) {
            tree.within(from, [&writer](uint32_t number) { points_write(&writer, number); });
            scene->room.ends[i] = writer.at - scene->room.numbers;
        }
        return writer.count;
    }
    // Each pair is found twice, and written once.
    int64_t pairs(int step)
    {
        const Real *from = at<Real>(scene, step);
        points_writer writer = points_begin(&scene->room);
        for (uint32_t i = 0; i < uint32_t(scene->count); ++i, from += 3)
            tree.within(from, [&writer, i](uint32_t number) {
                if (number > i) points_write_pair(&writer, i, number);
            });
        return writer.count;
    }

    static racer &of(void *built) { return *static_cast<racer *>(built); }
    static void *build(const void *scene)
    {
        const auto *s = static_cast<const points_scene *>(scene);
        if (s->count > 100000 && sizeof(Real) > sizeof(float)) return nullptr; // many seconds
        return new racer(s);
    }
    static void run_near(void *built, int first, int count, void *answers)
    {
        for (int q = first; q < first + count; ++q) {
            of(built).put(q);
            static_cast<points_answer *>(answers)[q].count = of(built).ask(q);
        }
    }
    static void run_build(void *built, int first, int count, void *answers)
    {
        for (int q = first; q < first + count; ++q) {
            of(built).put(q);
            static_cast<points_answer *>(answers)[q].count = int64_t(of(built).tree.size());
        }
    }
    static void run_asks(void *built, int first, int count, void *answers)
    {
        for (int q = first; q < first + count; ++q)
            static_cast<points_answer *>(answers)[q].count = of(built).ask(q + 1);
    }
    static void run_pairs(void *built, int first, int count, void *answers)
    {
        for (int q = first; q < first + count; ++q) {
            of(built).put(q);
            static_cast<points_answer *>(answers)[q].count = of(built).pairs(q);
        }
    }
    static void end(void *built) { delete &of(built); }

    // how_built, how_asked: which calls
    static void add(peer_list *list, const char *who, int bits, const char *how_built,
                    const char *how_asked)
    {
        peers_add(list, who, "near", how_asked, bits, build, run_near, end);
        peers_add(list, who, "build", how_built, bits, build, run_build, end);
        peers_add(list, who, "asks", "as near", bits, build, run_asks, end);
        peers_add(list, who, "pairs", "as near, those of greater numbers", bits, build, run_pairs,
                  end);
    }
};

} // namespace points_peers

#endif // PEERS_POINTS_HPP
