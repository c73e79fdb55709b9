/* peers.h: what a module's program and those who race in it have in common, in C and in C++.
 *
 * A module's program is <module>.c: it makes the scenes, lets all who are there answer the same
 * questions, and judges the answers with the tests' oracles (race.h). Each racer is a file of its
 * own, <module>_<peer>.cpp, or <module>_collide.c for collide.h itself, which knows nothing of the
 * others: it includes <module>.h, where the module says what a scene and an answer are, and defines
 *     void peers_<module>_<peer>(peer_list *list);
 * which adds a `peer` for each question that it can answer. */
#ifndef PEERS_H
#define PEERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PEERS_FLOAT = 32, PEERS_DOUBLE = 64 };

/* One who answers one question. The scene is the module's own struct, in double, its numbers
   rounded to float beforehand, so that both precisions see the same. */
typedef struct peer {
    const char *who;      /* "FCL", "FCL double": at most 23 characters */
    const char *question; /* the contest's name: "overlap" */
    const char *how;      /* a line: which call, what is prepared, what exactly it answers */
    int bits;             /* of its arithmetic: PEERS_FLOAT or PEERS_DOUBLE */
    /* What may be prepared before the first query: timed by itself. NULL: cannot do this scene. */
    void *(*build)(const void *scene);
    /* Queries first .. first + count - 1; the answer of query q goes to answers[q], an array of the
       module's answer struct for the whole scene. Only this is timed. */
    void (*run)(void *built, int first, int count, void *answers);
    void (*end)(void *built);
    /* Which of ours this one is set beside: "" is collide itself, " prepared" the racer of that
       name, "collide prepared" or "collide double prepared". peers_add gives "". */
    const char *beside;
    /* NULL, or called before each batch, and not timed: who keeps something from query to query is
       brought to where it was before query `first`. */
    void (*before)(void *built, int first);
    /* NULL, or how many of the scene's queries, from the first on, it takes part in. */
    int (*most)(const void *built);
} peer;

enum { PEERS_MOST = 128 };

typedef struct peer_list {
    peer items[PEERS_MOST];
    int count;
} peer_list;

/* <module>_collide.c is compiled three times, against the whole library private to it:
       who                         flags                  name of its function
       "collide"                   -O3 -march=native      peers_<module>_collide_f32
       "collide double"            the same               peers_<module>_collide_f64
       "collide -O2"               -O2                    peers_<module>_collide_plain
   with PEERS_WHO the first column; it writes `void PEERS_OURS(obb)(peer_list *list)`. */
#ifdef PEERS_VARIANT
#define PEERS_PASTE_(module, variant) peers_##module##_collide_##variant
#define PEERS_PASTE(module, variant)  PEERS_PASTE_(module, variant)
#define PEERS_OURS(module)            PEERS_PASTE(module, PEERS_VARIANT)
#ifdef COLLIDE_DOUBLE
#define PEERS_BITS PEERS_DOUBLE
#else
#define PEERS_BITS PEERS_FLOAT
#endif
#endif

static inline peer *peers_add(peer_list *list, const char *who, const char *question,
                              const char *how, int bits, void *(*build)(const void *scene),
                              void (*run)(void *built, int first, int count, void *answers),
                              void (*end)(void *built))
{
    peer *p = &list->items[list->count < PEERS_MOST ? list->count++ : PEERS_MOST - 1];
    p->who = who, p->question = question, p->how = how, p->bits = bits;
    p->build = build, p->run = run, p->end = end, p->before = NULL, p->most = NULL;
    p->beside = "";
    return p;
}

#ifdef __cplusplus
}
#endif

#endif /* PEERS_H */
