/* run.h: what every example's run needs: an end where a query says that something is wrong or
   memory is missing, a word where something is not as it must be, clocks, and random numbers.
   Include it after collide.h. */

#ifndef RUN_H
#define RUN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PI 3.14159265358979323846

/* Queries return a negative number where the input is at fault. */
static inline int check(int answer)
{
    if (answer < 0) {
        fprintf(stderr, "collide.h says: %s\n", cld_status_text(answer));
        exit(1);
    }
    return answer;
}

static inline void *need(void *memory)
{
    if (!memory) check(CLD_ERROR_MEMORY);
    return memory;
}

/* Returns how many things are wrong: 0 or 1. */
static inline int complain(int wrong, const char *what)
{
    if (wrong) fprintf(stderr, "WRONG: %s\n", what);
    return wrong != 0;
}

/* Seconds from some fixed moment; C99 has but clock(), C11 a finer one. */
static inline double seconds(void)
{
#ifdef TIME_UTC
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) == TIME_UTC)
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
    return (double)clock() / CLOCKS_PER_SEC;
}

/* How long something takes, started and stopped any number of times. The wall clock's time is what
   somebody waits, and is longer where other programs run, too; the processor's is what the program
   itself took, all threads together (on Windows it is the wall clock's). */
typedef struct stopwatch {
    double wall, processor; /* seconds */
} stopwatch;

static inline void stopwatch_start(stopwatch *watch)
{
    watch->wall -= seconds(), watch->processor -= (double)clock() / CLOCKS_PER_SEC;
}

static inline void stopwatch_stop(stopwatch *watch)
{
    watch->wall += seconds(), watch->processor += (double)clock() / CLOCKS_PER_SEC;
}

/* So many seconds of something that moves, in so many steps, and what they took. */
static inline void print_pace(double moved, long steps, const stopwatch *watch)
{
    printf("%.3g s in %ld steps: %.2f s of the processor, %.2g times as fast as real time; "
           "%.2f s by the clock, %.2g times\n",
           moved, steps, watch->processor, moved / watch->processor, watch->wall,
           moved / watch->wall);
}

/* A number from low to high. The same state, which may be 0, gives the same sequence in every run
   and on every machine. */
static inline double random_between(uint32_t *state, double low, double high)
{
    *state = *state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*state >> 8) / 16777216.0;
}

#endif /* RUN_H */
