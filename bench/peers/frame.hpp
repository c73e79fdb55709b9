// frame.hpp: what the drivers of all peers have in common, in C++. A driver says what one query
// asks of it,
//     void overlap(const boxes &mine, int q, obb_answer &out);
// with `mine` what its build made, and gives peers::run<overlap> as its `run` and
// peers::end<boxes> as its `end`.
#ifndef PEERS_FRAME_HPP
#define PEERS_FRAME_HPP

namespace peers
{

template <auto Ask> struct frame;

template <typename Mine, typename Answer, void (*Ask)(Mine &, int, Answer &)> struct frame<Ask> {
    static void run(void *built, int first, int count, void *answers)
    {
        Mine &mine = *static_cast<Mine *>(built);
        Answer *out = static_cast<Answer *>(answers);
        for (int q = first; q < first + count; ++q) Ask(mine, q, out[q]);
    }
};

template <auto Ask> void run(void *built, int first, int count, void *answers)
{
    frame<Ask>::run(built, first, count, answers);
}

template <typename Mine> void end(void *built)
{
    delete static_cast<Mine *>(built);
}

} // namespace peers

#endif // PEERS_FRAME_HPP
