/* pool.h: a small task system for the rows with several workers: threads that live on and wait by
 * spinning, as an engine's do. Where there are no POSIX threads to link with, BENCH_POOL is 0.
 *
 *   bench_pool *pool = bench_pool_new(2);      NULL: cannot
 *   workspace.tasks = bench_pool_tasks(pool);
 *   bench_pool_free(pool);
 *
 *   bench_pool_wake(pool, 0);                  asleep it leaves the cores to who else is measured;
 *   bench_pool_wake(pool, 1);                  queries are answered then, too, but slowly
 *
 *   workspace.tasks = bench_shuffled(7);       one thread that plays 7 workers, the pieces from
 *                                              last to first: answers must be the same
 */
#ifndef BENCH_POOL_H
#define BENCH_POOL_H

#include "collide.h"
#include "bench.h"
#include <stddef.h>

/* Threads are part of the C library (glibc since 2.34), or -pthread was given. */
#if defined(__GNUC__) && !defined(_WIN32)
#if defined(_REENTRANT)
#define BENCH_POOL 1
#elif defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
#define BENCH_POOL 1
#endif
#endif
#endif
#ifndef BENCH_POOL
#define BENCH_POOL 0
#endif

BENCH_UNUSED static void bench_shuffled_run(void *context, int count, cld_task *task, void *data)
{
    const int workers = *(const int *)context;
    for (int i = count - 1; i >= 0; --i) task(data, i, i % workers);
}

/* workers: 1 to 16. */
BENCH_UNUSED static cld_tasks bench_shuffled(int workers)
{
    static int numbers[17];
    cld_tasks tasks;
    numbers[workers] = workers;
    tasks.run = bench_shuffled_run;
    tasks.context = &numbers[workers];
    tasks.workers = workers;
    return tasks;
}

#if BENCH_POOL
#include <pthread.h>
#include <sched.h>

enum { BENCH_POOL_WORKERS = 16, BENCH_POOL_SPINS = 4000 };

/* Each worker has a share of its own, the same pieces in every run, whose memory is in its core's
   cache; then it takes from the ends of the others'. ticket: number of the run, the next piece, the
   end; who exchanges it has the piece, and the run cannot end before that piece is done: task and
   data stay as they are. */
typedef struct bench_pool_share {
    uint64_t ticket;
    char apart[56]; /* cache lines of 64 bytes */
} bench_pool_share;

enum { BENCH_POOL_BITS = 20, BENCH_POOL_PIECES = 1 << BENCH_POOL_BITS }; /* most in a run */

typedef struct bench_pool {
    pthread_t threads[BENCH_POOL_WORKERS];
    bench_pool_share share[BENCH_POOL_WORKERS];
    int done;
    char apart[60];
    int workers, quit;
    int awake, up; /* up: how many threads spin */
    uint64_t run;
    cld_task *task;
    void *data;
    int numbers[BENCH_POOL_WORKERS];
    int started;
} bench_pool;

static void bench_pool_pause(int *spins)
{
    if (++*spins < BENCH_POOL_SPINS) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
        return;
    }
    sched_yield();
}

static void bench_pool_take(bench_pool *pool, uint64_t run, int worker)
{
    int taken = 0;
    for (int k = 0; k < pool->workers; ++k) {
        uint64_t *at = &pool->share[(worker + k) % pool->workers].ticket;
        uint64_t ticket = __atomic_load_n(at, __ATOMIC_ACQUIRE);
        while (ticket >> 2 * BENCH_POOL_BITS == run) {
            const int next = (int)(ticket >> BENCH_POOL_BITS & (BENCH_POOL_PIECES - 1));
            const int end = (int)(ticket & (BENCH_POOL_PIECES - 1));
            const uint64_t rest = k == 0 ? ticket + BENCH_POOL_PIECES : ticket - 1;
            if (next >= end) break;
            if (!__atomic_compare_exchange_n(at, &ticket, rest, 0, __ATOMIC_ACQ_REL,
                                             __ATOMIC_ACQUIRE))
                continue;
            pool->task(pool->data, k == 0 ? next : end - 1, worker);
            ++taken;
            ticket = __atomic_load_n(at, __ATOMIC_ACQUIRE);
        }
    }
    if (taken) __atomic_add_fetch(&pool->done, taken, __ATOMIC_RELEASE);
}

static void *bench_pool_main(void *number)
{
    const int worker = *(int *)number;
    bench_pool *pool = (bench_pool *)(void *)((char *)number - sizeof(int) * (size_t)worker -
                                              offsetof(bench_pool, numbers));
    const struct timespec nap = {0, 500000};
    uint64_t last = 0;
    int spins = 0, up = 0;
    while (!__atomic_load_n(&pool->quit, __ATOMIC_ACQUIRE)) {
        const int awake = __atomic_load_n(&pool->awake, __ATOMIC_ACQUIRE);
        if (awake != up) __atomic_add_fetch(&pool->up, awake - up, __ATOMIC_ACQ_REL), up = awake;
        if (!awake) nanosleep(&nap, NULL);
        const uint64_t run = __atomic_load_n(&pool->run, __ATOMIC_ACQUIRE);
        if (run == last) {
            bench_pool_pause(&spins);
            continue;
        }
        last = run, spins = 0;
        bench_pool_take(pool, run, worker);
    }
    return NULL;
}

static void bench_pool_run(void *context, int count, cld_task *task, void *data)
{
    bench_pool *pool = (bench_pool *)context;
    const uint64_t run = (pool->run + 1) & ((1 << 24) - 1);
    int spins = 0;
    /* no piece of the last run is left, so nobody takes one while this changes */
    pool->task = task, pool->data = data;
    __atomic_store_n(&pool->done, 0, __ATOMIC_RELAXED);
    for (int i = 0; i < pool->workers; ++i) {
        const uint64_t first = (uint64_t)((long)count * i / pool->workers);
        const uint64_t end = (uint64_t)((long)count * (i + 1) / pool->workers);
        const uint64_t ticket = (run << BENCH_POOL_BITS | first) << BENCH_POOL_BITS | end;
        __atomic_store_n(&pool->share[i].ticket, ticket, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&pool->run, run, __ATOMIC_RELEASE);
    bench_pool_take(pool, run, 0);
    while (__atomic_load_n(&pool->done, __ATOMIC_ACQUIRE) < count) bench_pool_pause(&spins);
}

/* Returns when all threads spin, or none does. */
BENCH_UNUSED static void bench_pool_wake(bench_pool *pool, int awake)
{
    int spins = 0;
    __atomic_store_n(&pool->awake, awake, __ATOMIC_RELEASE);
    while (__atomic_load_n(&pool->up, __ATOMIC_ACQUIRE) != (awake ? pool->started - 1 : 0))
        bench_pool_pause(&spins);
}

BENCH_UNUSED static void bench_pool_free(bench_pool *pool)
{
    if (pool == NULL) return;
    __atomic_store_n(&pool->quit, 1, __ATOMIC_RELEASE);
    for (int i = 1; i < pool->started; ++i) pthread_join(pool->threads[i], NULL);
    free(pool);
}

/* The caller of a query is one of the workers. */
BENCH_UNUSED static bench_pool *bench_pool_new(int workers)
{
    bench_pool *pool = (bench_pool *)calloc(1, sizeof *pool);
    if (pool == NULL || workers < 1 || workers > BENCH_POOL_WORKERS) {
        free(pool);
        return NULL;
    }
    pool->workers = workers, pool->awake = 1;
    for (int i = 0; i < workers; ++i) pool->numbers[i] = i;
    for (pool->started = 1; pool->started < workers; ++pool->started)
        if (pthread_create(&pool->threads[pool->started], NULL, bench_pool_main,
                           &pool->numbers[pool->started]) != 0)
            break;
    if (pool->started == workers) return pool;
    bench_pool_free(pool);
    return NULL;
}

BENCH_UNUSED static cld_tasks bench_pool_tasks(bench_pool *pool)
{
    cld_tasks tasks;
    tasks.run = bench_pool_run;
    tasks.context = pool;
    tasks.workers = pool->workers;
    return tasks;
}
#endif /* BENCH_POOL */

#endif /* BENCH_POOL_H */
