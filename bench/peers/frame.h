/* frame.h: what the drivers of collide.h have in common, in C. A driver says what one query asks,
 *     PEERS_RUN(boxes_overlap, const boxes_ours, boxes_answer)
 *     {
 *         out->overlap = cld_obb_overlap(&mine->a[q], &mine->b[q]);
 *     }
 * with `mine` what its build made, `q` the query and `out` where its answer goes, and gives
 * boxes_overlap as its `run`. */
#ifndef PEERS_FRAME_H
#define PEERS_FRAME_H

#define PEERS_RUN(name, built_type, answer_type)                                                   \
    static inline void name##_one(built_type *mine, int q, answer_type *out);                      \
    static void name(void *built, int first, int count, void *answers)                             \
    {                                                                                              \
        for (int q = first; q < first + count; ++q)                                                \
            name##_one((built_type *)built, q, (answer_type *)answers + q);                        \
    }                                                                                              \
    static inline void name##_one(built_type *mine, int q, answer_type *out)

#endif /* PEERS_FRAME_H */
