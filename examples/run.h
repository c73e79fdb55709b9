/* What every example's run needs: an end where a query says that something is wrong, and a clock.
 * Include it after collide.h. */
#ifndef RUN_H
#define RUN_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Queries return a negative number where the input is at fault. */
static inline int check(int answer)
{
    if (answer < 0) {
        fprintf(stderr, "collide.h says: %s\n", cld_status_text(answer));
        exit(1);
    }
    return answer;
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

#endif /* RUN_H */
