/* ground.h: shapes on a static mesh and on terrain of the same triangles, for all who race in the
 * ground program. A scene is a ground_scene of bench/ground_scene.h, whose numbers are floats. */
#ifndef PEERS_GROUND_H
#define PEERS_GROUND_H

#include "../ground_scene.h"
#include "peers.h"

/* "contacts", "sweep". No answer: count -1 */
typedef struct ground_answer {
    int count;     /* how many contacts; a hit? */
    double way[3]; /* of the deepest contact: out of the ground, unit */
    double value;  /* its depth; the time */
} ground_answer;

#endif /* PEERS_GROUND_H */
