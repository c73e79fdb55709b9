// obb_pairs.hpp: what the peers of the boxes do alike. `Mine` has vectors a and b of what From
// makes of a box of the scene; Touch says whether one of each overlap.
#ifndef PEERS_OBB_PAIRS_HPP
#define PEERS_OBB_PAIRS_HPP

#include "frame.hpp"
#include "obb.h"

namespace obb_pairs
{

template <typename Mine, auto From> void *take(const obb_scene *s, int count_b)
{
    auto *mine = new Mine;
    for (int i = 0; i < s->count; ++i) mine->a.push_back(From(s->a[i]));
    for (int i = 0; i < count_b; ++i) mine->b.push_back(From(s->b[i]));
    return mine;
}

// Box q of a beside box q of b.
template <typename Mine, auto From> void *build(const void *scene)
{
    auto *s = static_cast<const obb_scene *>(scene);
    return take<Mine, From>(s, s->count);
}

// Each of a beside all of b.
template <typename Mine, auto From> void *build_many(const void *scene)
{
    return take<Mine, From>(static_cast<const obb_scene *>(scene), OBB_MANY);
}

template <typename Mine, auto Touch> void overlap(const Mine &mine, int q, obb_answer &out)
{
    out.overlap = Touch(mine.a[q], mine.b[q]);
}

template <typename Mine, auto Touch> void many(const Mine &mine, int q, obb_bits &out)
{
    for (int w = 0; w < OBB_MANY / 32; ++w) {
        uint32_t word = 0;
        for (int i = 0; i < 32; ++i) word |= uint32_t(Touch(mine.a[q], mine.b[32 * w + i])) << i;
        out.words[w] = word;
    }
}

} // namespace obb_pairs

#endif // PEERS_OBB_PAIRS_HPP
