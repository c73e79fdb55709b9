/* Parallel work: every piece once, workers told apart, whatever system does it. Built once for each
 * COLLIDE_THREADS, and under the thread sanitizer. */
#include "collide.h"
#if COLLIDE_THREADS == COLLIDE_THREADS_NATIVE

/* The library's threads are started through here, so that starting one can fail. */
#ifdef _WIN32
#include <windows.h>

static volatile LONG threads_left = 1000000;

static inline HANDLE start_thread(SECURITY_ATTRIBUTES *security, SIZE_T stack,
                                  LPTHREAD_START_ROUTINE function, void *data, DWORD flags,
                                  DWORD *id)
{
    if (InterlockedDecrement(&threads_left) >= 0)
        return CreateThread(security, stack, function, data, flags, id);
    InterlockedIncrement(&threads_left);
    return NULL;
}
#define CreateThread start_thread
#else
#include <pthread.h>

static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
static int threads_left = 1000000, locks_left = 1000000;

static inline int allowed(int *left)
{
    int more;
    pthread_mutex_lock(&threads_lock);
    more = *left > 0;
    *left -= more;
    pthread_mutex_unlock(&threads_lock);
    return more;
}

static inline int start_thread(pthread_t *thread, const pthread_attr_t *attributes,
                               void *(*function)(void *), void *data)
{
    return allowed(&threads_left) ? pthread_create(thread, attributes, function, data) : 1;
}

/* Its locks and signals, too. */
static inline int make_lock(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes)
{
    return allowed(&locks_left) ? pthread_mutex_init(lock, attributes) : 1;
}

static inline int make_signal(pthread_cond_t *signal, const pthread_condattr_t *attributes)
{
    return allowed(&locks_left) ? pthread_cond_init(signal, attributes) : 1;
}
#define pthread_create     start_thread
#define pthread_mutex_init make_lock
#define pthread_cond_init  make_signal
#endif
#endif
#include "test.h"

enum { MOST = 5000 };

typedef struct job {
    int done[MOST]; /* how often each piece ran: written without a lock, so that the thread
                         sanitizer sees it if two workers ever get the same piece */
    long sum[CLD__MAX_THREADS]; /* per worker: likewise if two threads ever work under one number */
    uint64_t out[MOST];
    int count, workers;
} job;

static void piece(void *data, int index, int worker)
{
    job *j = (job *)data;
    test_random r;
    int i;
    if (!(index >= 0 && index < j->count && worker >= 0 && worker < j->workers)) {
        j->done[0] = -1000000;
        return;
    }
    j->done[index]++;
    j->sum[worker]++;
    r.state = (uint64_t)index;
    for (i = 0; i < 200; i++) j->out[index] ^= test_bits(&r);
}

static void run_and_check(const cld_workspace *w, int count)
{
    static job j;
    long sum = 0;
    int i;
    memset(&j, 0, sizeof j);
    j.count = count;
    j.workers = cld__workers(w);
    cld__parallel(w, count, piece, &j);
    for (i = 0; i < count; i++) {
        test_random r;
        uint64_t want = 0;
        int k;
        r.state = (uint64_t)i;
        for (k = 0; k < 200; k++) want ^= test_bits(&r);
        CHECK(j.done[i] == 1);
        CHECK(j.out[i] == want);
    }
    for (i = 0; i < j.workers; i++) sum += j.sum[i];
    CHECK(sum == count);
}

static void every_piece_runs_once(void)
{
    static const int workers[] = {0, 1, 2, 7, -3}, counts[] = {0, 1, 2, 3, 7, 8, 100, MOST};
    size_t i, k;
    int round;
    for (round = 0; round < test_repeat(20); round++) {
        for (i = 0; i < sizeof workers / sizeof *workers; i++) {
            for (k = 0; k < sizeof counts / sizeof *counts; k++) {
                cld_workspace w = {0};
                w.tasks.workers = workers[i];
                run_and_check(&w, counts[k]);
            }
        }
    }
}

/* A caller's system: backwards, the worker's number going round. */
static void backwards(void *context, int count, cld_task *task, void *data)
{
    int *calls = (int *)context, i;
    ++*calls;
    for (i = count - 1; i >= 0; i--) task(data, i, i % 3);
}

static void a_silly_number_of_workers_is_cut(void)
{
    cld_workspace w = {0};
    w.tasks.workers = 2147483647;
    CHECK(cld__workers(&w) == (COLLIDE_THREADS ? CLD__MAX_THREADS : 1));
    run_and_check(&w, 1000);
    w.tasks.run = backwards;
    CHECK(cld__workers(&w) == 2147483647); /* the caller's system is taken at its word */
}

static void the_callers_system_is_used(void)
{
    cld_workspace w = {0};
    int calls = 0;
    w.tasks.run = backwards;
    w.tasks.context = &calls;
    w.tasks.workers = 3;
    run_and_check(&w, 100);
    CHECK(calls == 1);
    run_and_check(&w, 2);
    CHECK(calls == 2);
    run_and_check(&w, 1); /* a single piece is done at once */
    CHECK(calls == 2);
}

/* What a query does: stage after stage, with few pieces and with many, by the same workers. */
static void stages(cld_workspace *w)
{
    static const int counts[] = {2, 1, 100, 0, 3, 7, 1000, 2, 64, 5};
    const cld_tasks before = w->tasks;
    cld__shift shift;
    size_t i;
    cld__shift_begin(&shift, w);
    for (i = 0; i < sizeof counts / sizeof *counts; i++) run_and_check(w, counts[i]);
    cld__shift_end(&shift, w);
    CHECK(w->tasks.run == before.run && w->tasks.context == before.context);
    CHECK(w->tasks.workers == before.workers);
}

static void a_shift_of_many_stages(void)
{
    static const int workers[] = {0, 1, 2, 7, 100};
    int round, i, calls = 0;
    for (round = 0; round < test_repeat(20); round++)
        for (i = 0; i < 5; i++) {
            cld_workspace w = {0};
            w.tasks.workers = workers[i];
            stages(&w);
            if (workers[i] != 7) continue;
            w.tasks.run = backwards, w.tasks.context = &calls;
            stages(&w);
        }
    CHECK(calls == 8 * test_repeat(20)); /* single pieces are done at once */
}

#if COLLIDE_THREADS == COLLIDE_THREADS_NATIVE
/* The threads are real: two pieces that wait for each other both get done. */
static cld__lock meet_lock;
static int meet_arrived;

static int met(int arrives)
{
    int arrived;
    cld__lock_enter(&meet_lock);
    arrived = meet_arrived += arrives;
    cld__lock_leave(&meet_lock);
    return arrived == 2;
}

static void wait_for_other(void *data, int index, int worker)
{
    int together;
    (void)data, (void)index, (void)worker;
    for (together = met(1); !together;) together = met(0);
}

static void two_workers_run_at_once(void)
{
    cld_workspace w = {0};
    w.tasks.workers = 2;
    CHECK(cld__lock_init(&meet_lock));
    cld__parallel(&w, 2, wait_for_other, NULL);
    CHECK(meet_arrived == 2);
    cld__lock_free(&meet_lock);
}

/* Where no further thread can be started, those there are do all the work. */
static void fewer_threads_than_wanted(void)
{
    cld_workspace w = {0};
    int left;
    w.tasks.workers = 7;
    for (left = 0; left < 6; left++) {
        threads_left = left;
        run_and_check(&w, 1000);
        CHECK(threads_left == 0);
    }
    threads_left = 1000000;
}

/* A query starts each thread once, when there first are pieces for it; where one cannot be started,
   it does not try again. */
static void threads_stay_for_the_query(void)
{
    cld_workspace w = {0};
    int left;
    w.tasks.workers = 7;
    for (left = 0; left < 6; left++) {
        threads_left = left;
        stages(&w);
        CHECK(threads_left == 0);
    }
    threads_left = 100;
    stages(&w);
    CHECK(threads_left == 100 - 6);
    threads_left = 1000000;
}

#ifndef _WIN32
/* Without locks or signals, no thread is started: the asking one does it all. */
static void no_lock_to_share_by(void)
{
    cld_workspace w = {0};
    int left;
    w.tasks.workers = 7;
    threads_left = 100;
    for (left = 0; left < 3; left++) {
        locks_left = left;
        stages(&w);
        CHECK(locks_left == 0 && threads_left == 100);
    }
    locks_left = 3;
    stages(&w);
    CHECK(locks_left == 0 && threads_left == 100 - 6);
    threads_left = locks_left = 1000000;
}
#endif

/* Two threads with a workspace each, both with workers of their own. */
static void query_in_thread(void *data, int index, int worker)
{
    int *failures = (int *)data + index, round, i;
    cld_workspace w = {0};
    (void)worker;
    w.tasks.workers = 2;
    for (round = 0; round < 50; round++) {
        job *j;
        cld__workspace_begin(&w);
        j = (job *)cld__workspace_alloc(&w, sizeof *j);
        memset(j, 0, sizeof *j);
        j->count = 100;
        j->workers = 2;
        cld__parallel(&w, j->count, piece, j);
        for (i = 0; i < j->count; i++) *failures += j->done[i] != 1;
    }
    cld_workspace_free(&w);
}

static void two_workspaces_never_meet(void)
{
    cld_workspace w = {0};
    int failures[2] = {0, 0};
    w.tasks.workers = 2;
    cld__parallel(&w, 2, query_in_thread, failures);
    CHECK(failures[0] == 0 && failures[1] == 0);
}
#endif

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(every_piece_runs_once);
    TEST(a_silly_number_of_workers_is_cut);
    TEST(the_callers_system_is_used);
    TEST(a_shift_of_many_stages);
#if COLLIDE_THREADS == COLLIDE_THREADS_NATIVE
    TEST(two_workers_run_at_once);
    TEST(fewer_threads_than_wanted);
    TEST(threads_stay_for_the_query);
#ifndef _WIN32
    TEST(no_lock_to_share_by);
#endif
    TEST(two_workspaces_never_meet);
#endif
    return test_end();
}
