// ccd.hpp: libccd's calls about two bodies, for the drivers of all modules. A driver has a support
// function and a centre, `pair_of` that fills `out` with the two bodies of a query, and what it
// writes of the answer.
#ifndef PEERS_CCD_HPP
#define PEERS_CCD_HPP

#include <ccd/ccd.h>
#include <ccd/vec3.h>
#include "frame.hpp"

namespace peers
{

typedef int ccd_meet(const void *, const void *, const ccd_t *);
typedef int ccd_part(const void *, const void *, const ccd_t *, ccd_real_t *, ccd_vec3_t *,
                     ccd_vec3_t *);

// Its default has no bound on iterations, and GJK may go on for ever where bodies touch.
inline ccd_t ccd_asking(ccd_support_fn support, ccd_center_fn centre, unsigned long iterations)
{
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = centre;
    ccd.max_iterations = iterations;
    return ccd;
}

// Its answer (0: they meet), how deep, and the direction.
struct ccd_depth {
    int answer;
    ccd_real_t depth;
    ccd_vec3_t normal;
};

template <ccd_part Ask> ccd_depth ccd_depth_of(const void *a, const void *b, const ccd_t &ccd)
{
    ccd_depth found;
    ccd_vec3_t at;
    found.depth = 0;
    found.answer = Ask(a, b, &ccd, &found.depth, &found.normal, &at);
    return found;
}

} // namespace peers

#endif // PEERS_CCD_HPP
