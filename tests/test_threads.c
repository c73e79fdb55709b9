/* The same bytes whoever does the work: every call that splits its work, from 1, 2 and 7 workers,
 * by the library's own threads (this is built once for each COLLIDE_THREADS) and by task systems of
 * the caller's that are as odd as the header allows; where there is too little room, and where
 * memory ends. Under the thread sanitizer, too. */
#include "test.h"
#include "mesh_shapes.h"
#if !defined(_WIN32) && !defined(__wasm__)
#define HAVE_PTHREADS 1
#include <pthread.h>
#endif

/* ------------------------------------------------------------------------------ the scene, asked */

enum { MESHES = 4, LEAST = 4, INNER, ALL_MESHES, BOXES = 16500, FEW_BOXES = 1000 };

/* Every call that uses tasks, with what leads it another way. */
enum {
    COLLIDE,
    CLOSEST,
    CONES,
    OVERLAP,
    OVERLAP_APART,
    INTERSECTIONS,
    SEARCH_GRID, /* the search of meshes: the same contacts; of some without topology, closest */
    SEARCH_BARE,
    SEARCH_OVERLAP,
    SEARCH_APART,
    SEARCH_INTERSECTIONS,
    PAIRS,
    BETWEEN,
    BETWEEN_FEW,
    GRID_BOXES, /* built and asked for its pairs, in one workspace */
    GRID_POINTS,
    GRID_NEIGHBOURS,
    CALLS
};

static const char *const call_names[CALLS] = {
    "collide",
    "collide, closest",
    "collide, cones",
    "overlap",
    "overlap, apart",
    "intersections",
    "collide in the grid",
    "collide in the grid, some bare, closest",
    "overlap in the grid",
    "overlap in the grid, apart",
    "intersections in the grid",
    "aabb_pairs",
    "aabb_between",
    "aabb_between, few",
    "grid of boxes",
    "grid of points",
    "grid of points, neighbours"};

/* Two tori through each other, a rolled cloth, triangles without order: 12000 triangles. Apart from
   these, LEAST: the smallest whose work is split; INNER: inside it. */
static shape shapes[ALL_MESHES];
static cld_real *positions[ALL_MESHES];
static cld_mesh_topology topologies[ALL_MESHES];
static cld_mesh meshes[ALL_MESHES];
static cld_mesh apart[2]; /* a torus in a torus */
static cld_mesh bare[MESHES], bare_apart[2]; /* the same, some or all without topology */
static cld_aabb boxes[BOXES], others[BOXES];
static cld_vec3 points[BOXES];
static double distance;

static void make_mesh(int i, int self)
{
    const shape *s = &shapes[i];
    cld_mesh *m = &meshes[i];
    int k;
    positions[i] = (cld_real *)oracle_memory(NULL, 3 * (size_t)s->vertex_count * sizeof(cld_real));
    for (k = 0; k < 3 * s->vertex_count; k++) positions[i][k] = (cld_real)s->xyz[k];
    memset(m, 0, sizeof *m);
    m->positions = positions[i], m->vertex_count = s->vertex_count;
    m->triangles = s->t, m->triangle_count = s->triangle_count;
    m->self = self, m->pose = cld_pose_identity();
    CHECK(cld_mesh_topology_build(&topologies[i], m, (cld_real)distance, 0, NULL) == CLD_OK);
    m->topology = &topologies[i];
}

static void make_boxes(test_random *r, cld_aabb *b)
{
    int i;
    for (i = 0; i < BOXES; i++, b++) {
        const double size = i % 100 ? 0.05 : 0.3;
        b->low.x = (cld_real)test_between(r, 0, 1), b->low.y = (cld_real)test_between(r, 0, 1);
        b->low.z = (cld_real)test_between(r, 0, 1);
        b->high.x = b->low.x + (cld_real)test_between(r, 0, size);
        b->high.y = b->low.y + (cld_real)test_between(r, 0, size);
        b->high.z = b->low.z + (cld_real)test_between(r, 0, size);
    }
}

static void make_scene(void)
{
    test_random r = test_random_from(1);
    int i;
    shape_torus(&shapes[0], 72, 30, 1, 0.4);
    shape_torus(&shapes[1], 72, 30, 1, 0.4);
    shape_move(&shapes[1], 0.31, 0.22, 0.3);
    shape_rolled(&shapes[2], 60, 30, 6, 0.015);
    shape_soup(&shapes[3], &r, 500, 1);
    distance = 0.2 * shapes[0].edge;
    make_mesh(0, 0), make_mesh(1, 1), make_mesh(2, 1), make_mesh(3, 1);
    shape_torus(&shapes[LEAST], 128, 32, 1, 0.4);
    make_mesh(LEAST, 1);
    shape_torus(&shapes[INNER], 128, 32, 1, 0.37);
    make_mesh(INNER, 0);
    apart[0] = meshes[LEAST], apart[1] = meshes[INNER], apart[0].self = 0;
    for (i = 0; i < MESHES; i++) {
        bare[i] = meshes[i];
        if (i != 1) bare[i].topology = NULL;
    }
    for (i = 0; i < 2; i++) bare_apart[i] = apart[i], bare_apart[i].topology = NULL;
    make_boxes(&r, boxes), make_boxes(&r, others);
    for (i = 0; i < BOXES; i++) points[i] = others[i].low;
    boxes[17].low.x = -(cld_real)INFINITY, boxes[17].high.x = (cld_real)INFINITY;
}

static void free_scene(void)
{
    int i;
    for (i = 0; i < ALL_MESHES; i++) {
        cld_mesh_topology_free(&topologies[i]);
        shape_free(&shapes[i]);
        free(positions[i]);
    }
}

/* All that a call writes. */
typedef struct answer {
    int count;
    cld_mesh_statistics statistics;
    char *out;
    size_t room; /* bytes */
} answer;

static size_t size_of(int call)
{
    if (call == GRID_NEIGHBOURS) return sizeof(uint32_t);
    if (call >= PAIRS) return sizeof(cld_pair);
    return call == INTERSECTIONS || call == SEARCH_INTERSECTIONS ? sizeof(cld_mesh_pair)
                                                                 : sizeof(cld_mesh_contact);
}

static int64_t lists_sum; /* of where the lists of neighbours begin */

/* The neighbours of every item. Their lists stand in the same places, whatever the room and the
   workers; else the answer is -1000. (No CHECK: two may ask at once.) */
static int ask_neighbours(const cld_grid *g, cld_workspace *w, uint32_t *out, int capacity)
{
    cld_grid_list *lists = (cld_grid_list *)oracle_memory(NULL, BOXES * sizeof *lists);
    const int found = (int)cld_grid_neighbours(g, (cld_real)0.04, w, lists, out, capacity);
    int64_t sum = 0, firsts = 0, k;
    int i, bad = 0;
    for (i = 0; i < BOXES && found >= 0; i++) {
        sum += lists[i].count, firsts += lists[i].first % 997 * (i + 1);
        for (k = lists[i].first; k < lists[i].first + lists[i].count && k < capacity; k++)
            bad += out[k] >= BOXES || out[k] == (uint32_t)i;
    }
    free(lists);
    if (found < 0) return found;
    if (!lists_sum) lists_sum = firsts; /* one worker alone, before all others */
    return bad || sum != found || firsts != lists_sum ? -1000 : found;
}

/* Builds a grid and asks it for its pairs, or neighbours. */
static int ask_grid(int call, cld_workspace *w, void *out, int capacity)
{
    const cld_grid_params params = {(cld_real)0.01, 0};
    cld_grid g;
    int status;
    memset(&g, 0, sizeof g);
    if (call == GRID_BOXES)
        status = cld_grid_build(&g, boxes, BOXES, NULL, w, NULL, 0);
    else
        status =
            cld_grid_build_points(&g, &points[0].x, sizeof *points, BOXES, &params, w, NULL, 0);
    if (status != CLD_OK) return status;
    if (call == GRID_NEIGHBOURS) return ask_neighbours(&g, w, (uint32_t *)out, capacity);
    return (int)cld_grid_pairs(&g, (cld_real)(call == GRID_BOXES ? 0 : 0.04), w, (cld_pair *)out,
                               capacity);
}

/* Asks with room for so many; one more stays behind, to see that it is not touched. */
static void ask(int call, cld_workspace *w, int capacity, answer *a)
{
    const size_t bytes = ((size_t)capacity + 1) * size_of(call);
    cld_mesh_params p;
    memset(&p, 0, sizeof p);
    p.distance = (cld_real)distance;
    p.closest = call == CLOSEST || call == SEARCH_BARE;
    p.cones = call == CONES ? CLD_MESH_CONES_PROVED : p.cones;
    if (call == SEARCH_GRID) p.search = CLD_MESH_SEARCH_GRID;
    if (a->room < bytes) a->out = (char *)oracle_memory(a->out, bytes), a->room = bytes;
    memset(a->out, 0x5a, a->room), memset(&a->statistics, 0x5a, sizeof a->statistics);
    if (call <= CONES || call == SEARCH_GRID || call == SEARCH_BARE)
        a->count = cld_mesh_collide(call == SEARCH_BARE ? bare : meshes, MESHES, &p, w,
                                    (cld_mesh_contact *)(void *)a->out, capacity, &a->statistics);
    else if (call == OVERLAP || call == SEARCH_OVERLAP)
        a->count = cld_mesh_overlap(call == OVERLAP ? meshes : bare, MESHES, &p, w);
    else if (call == OVERLAP_APART || call == SEARCH_APART)
        a->count = cld_mesh_overlap(call == OVERLAP_APART ? apart : bare_apart, 2, &p, w);
    else if (call == INTERSECTIONS || call == SEARCH_INTERSECTIONS)
        a->count = cld_mesh_intersections(call == INTERSECTIONS ? meshes : bare, MESHES, w,
                                          (cld_mesh_pair *)(void *)a->out, capacity);
    else if (call >= GRID_BOXES)
        a->count = ask_grid(call, w, a->out, capacity);
    else if (call == PAIRS)
        a->count = cld_aabb_pairs(boxes, BOXES, w, (cld_pair *)(void *)a->out, capacity);
    else
        a->count = cld_aabb_pairs_between(boxes, BOXES, others, call == BETWEEN ? BOXES : FEW_BOXES,
                                          w, (cld_pair *)(void *)a->out, capacity);
}

/* The bytes from `from` on are as they were before the call. */
static int untouched(const answer *a, size_t from)
{
    if (from == a->room) return 1;
    return a->out[from] == 0x5a &&
           memcmp(a->out + from, a->out + from + 1, a->room - from - 1) == 0;
}

/* What one worker finds, with room for all of it. */
static answer wanted[CALLS];

static int is_found(int call)
{
    return call == OVERLAP || call == OVERLAP_APART || call == SEARCH_OVERLAP ||
           call == SEARCH_APART;
}

static void ask_alone(void)
{
    int call;
    for (call = 0; call < CALLS; call++) {
        cld_workspace w = {0};
        answer *a = &wanted[call];
        ask(call, &w, 0, a);
        if (!is_found(call)) ask(call, &w, a->count, a);
        if (is_found(call))
            CHECK(a->count == (call == OVERLAP || call == SEARCH_OVERLAP));
        else
            CHECK(a->count > 500);
        cld_workspace_free(&w);
    }
    for (call = 0; call < 2; call++) { /* two searches, the same answers */
        const answer *a = &wanted[call ? INTERSECTIONS : COLLIDE];
        const answer *b = &wanted[call ? SEARCH_INTERSECTIONS : SEARCH_GRID];
        CHECK(a->count == b->count &&
              memcmp(a->out, b->out, (size_t)a->count * size_of(call ? INTERSECTIONS : 0)) == 0);
    }
}

/* With room for so many, the answer is that of one worker alone. */
static int check_same(int call, const answer *a, int capacity)
{
    const answer *all = &wanted[call];
    const int written = is_found(call) ? 0 : capacity < all->count ? capacity : all->count;
    const size_t bytes = (size_t)written * size_of(call);
    int good = CHECK(a->count == all->count);
    good &= CHECK(memcmp(a->out, all->out, bytes) == 0);
    good &= CHECK(untouched(a, bytes));
    good &= CHECK(memcmp(&a->statistics, &all->statistics, sizeof a->statistics) == 0);
    return good;
}

/* ------------------------------------------------------------------------ the caller's systems */

typedef struct job {
    int count, workers, next, busy[8]; /* busy: the numbers of workers that are in use */
    cld_task *task;
    void *data;
#ifdef HAVE_PTHREADS
    pthread_mutex_t lock;
    pthread_cond_t changed;
#endif
} job;

typedef struct system_of {
    int workers, calls;
} system_of;

typedef void run_fn(void *context, int count, cld_task *task, void *data);

/* In the asking thread, the last first, the worker's number going round. */
static void run_backwards(void *context, int count, cld_task *task, void *data)
{
    system_of *s = (system_of *)context;
    int i;
    s->calls++;
    for (i = count - 1; i >= 0; i--) task(data, i, (s->workers + i) % s->workers);
}

#ifdef HAVE_PTHREADS
static int job_take(job *j)
{
    int i;
    pthread_mutex_lock(&j->lock);
    i = j->next < j->count ? j->next++ : -1;
    pthread_mutex_unlock(&j->lock);
    return i;
}

/* The highest number that is free: others come and go. */
static int job_number(job *j)
{
    int w;
    pthread_mutex_lock(&j->lock);
    for (;;) {
        for (w = j->workers - 1; w >= 0 && j->busy[w]; w--) continue;
        if (w >= 0) break;
        pthread_cond_wait(&j->changed, &j->lock);
    }
    j->busy[w] = 1;
    pthread_mutex_unlock(&j->lock);
    return w;
}

static void job_give_back(job *j, int worker)
{
    pthread_mutex_lock(&j->lock);
    j->busy[worker] = 0;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
}

static void *job_pieces(void *data)
{
    job *j = (job *)data;
    int i;
    while ((i = job_take(j)) >= 0) {
        const int worker = job_number(j);
        j->task(j->data, j->count - 1 - i, worker); /* the last first */
        job_give_back(j, worker);
    }
    return NULL;
}

static void *job_piece(void *data)
{
    job *j = (job *)data;
    j->task(j->data, j->next, j->next % j->workers);
    return NULL;
}

static void job_begin(job *j, system_of *s, int count, cld_task *task, void *data)
{
    memset(j, 0, sizeof *j);
    j->count = count, j->workers = s->workers, j->task = task, j->data = data;
    CHECK(pthread_mutex_init(&j->lock, NULL) == 0 && pthread_cond_init(&j->changed, NULL) == 0);
    s->calls++;
}

static void job_end(job *j)
{
    pthread_mutex_destroy(&j->lock);
    pthread_cond_destroy(&j->changed);
}

/* So many threads, none of them the one that asks. */
static void run_in_threads(void *context, int threads, int count, cld_task *task, void *data)
{
    pthread_t thread[16];
    job j;
    int i;
    job_begin(&j, (system_of *)context, count, task, data);
    for (i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, job_pieces, &j) != 0) abort();
    for (i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    job_end(&j);
}

/* Fewer threads than it says that it has workers, */
static void run_in_fewer(void *context, int count, cld_task *task, void *data)
{
    const int workers = ((system_of *)context)->workers;
    run_in_threads(context, workers < 3 ? 1 : 3, count, task, data);
}

/* or more, which wait for a number. */
static void run_in_more(void *context, int count, cld_task *task, void *data)
{
    run_in_threads(context, ((system_of *)context)->workers + 3, count, task, data);
}

/* One piece at a time, each in a thread of its own, the last first. */
static void run_one_by_one(void *context, int count, cld_task *task, void *data)
{
    pthread_t thread;
    job j;
    job_begin(&j, (system_of *)context, count, task, data);
    for (j.next = count - 1; j.next >= 0; j.next--) {
        if (pthread_create(&thread, NULL, job_piece, &j) != 0) abort();
        pthread_join(thread, NULL);
    }
    job_end(&j);
}
#endif

static run_fn *const systems[] = {
    NULL,         run_backwards,
#ifdef HAVE_PTHREADS
    run_in_fewer, run_in_more,   run_one_by_one,
#endif
};

static cld_workspace workspace_of(run_fn *run, system_of *s, int workers)
{
    cld_workspace w = {0};
    s->workers = workers, s->calls = 0;
    w.tasks.workers = workers, w.tasks.run = run, w.tasks.context = s;
    return w;
}

/* ------------------------------------------------------------------------------------ the tests */

static const int worker_counts[] = {1, 2, 7};

/* With less effort, one case of so many. */
static int one_of(void)
{
    return test_effort < 100 ? (int)(100 / test_effort) : 1;
}

/* Every call, every system, with room for all; for all but one, for some, or for nothing. */
static void check_call(int call, int system, int workers)
{
    const int all = is_found(call) ? 0 : wanted[call].count;
    const int rooms[] = {all - 1, all / 3, 0};
    const int room = all ? rooms[(call + system + workers) % 3] : 0;
    system_of s;
    cld_workspace w = workspace_of(systems[system], &s, workers);
    answer a = {0};
    int good;
    ask(call, &w, all, &a);
    good = check_same(call, &a, all);
    ask(call, &w, room, &a);
    good &= check_same(call, &a, room);
    good &= CHECK((s.calls > 0) == (systems[system] != NULL && workers > 1));
    if (!good) printf("    %s, system %d, %d workers\n", call_names[call], system, workers);
    cld_workspace_free(&w);
    free(a.out);
}

static void the_same_bytes(void)
{
    const int count = (int)(sizeof systems / sizeof *systems);
    int call, k, n, turn = 0;
    for (k = 0; k < count; k++)
        for (n = k < 2 ? 0 : 1; n < 3; n++)
            for (call = 0; call < CALLS; call++)
                if (turn++ % one_of() == 0) check_call(call, k, worker_counts[n]);
}

/* A workspace that was used for something else, by others, answers no differently. */
static void in_one_workspace(void)
{
    system_of s;
    cld_workspace w = {0};
    answer a = {0};
    int call, round;
    for (round = 0; round < test_repeat(3); round++)
        for (call = CALLS - 1; call >= 0; call--) {
            const cld_workspace as = workspace_of(systems[(call + round) % 2], &s,
                                                  worker_counts[(call + round / 2) % 3]);
            const int room = is_found(call) ? 0 : wanted[call].count / (1 + round);
            w.tasks = as.tasks;
            ask(call, &w, room, &a);
            check_same(call, &a, room);
        }
    cld_workspace_free(&w);
    free(a.out);
}

/* Others help from 8192 triangles and 16384 boxes on, not below. */
static void little_work_is_not_split(void)
{
    const cld_mesh_params p = {(cld_real)distance, 0, CLD_MESH_CONES_NONE, CLD_MESH_SEARCH_AUTO};
    system_of s;
    cld_workspace w = workspace_of(run_backwards, &s, 2);
    cld_mesh_topology topology;
    cld_mesh m = meshes[LEAST];
    cld_grid grid;
    memset(&topology, 0, sizeof topology);
    CHECK(m.triangle_count == 8192);
    CHECK(cld_mesh_collide(&m, 1, &p, &w, NULL, 0, NULL) >= 0);
    CHECK(s.calls > 0), s.calls = 0;
    m.triangle_count--;
    CHECK(cld_mesh_topology_build(&topology, &m, 0, 0, NULL) == CLD_OK);
    m.topology = &topology;
    CHECK(cld_mesh_collide(&m, 1, &p, &w, NULL, 0, NULL) >= 0);
    CHECK(cld_mesh_intersections(&m, 1, &w, NULL, 0) >= 0);
    CHECK(cld_mesh_overlap(&m, 1, &p, &w) >= 0);
    m.topology = NULL;
    CHECK(cld_mesh_collide(&m, 1, &p, &w, NULL, 0, NULL) >= 0);
    CHECK(cld_mesh_intersections(&m, 1, &w, NULL, 0) >= 0);
    CHECK(s.calls == 0);
    m.triangle_count++;
    CHECK(cld_mesh_collide(&m, 1, &p, &w, NULL, 0, NULL) >= 0);
    CHECK(s.calls > 0), s.calls = 0;
    CHECK(cld_aabb_pairs(boxes, 16383, &w, NULL, 0) > 0);
    CHECK(cld_aabb_pairs_between(boxes, 16000, others, 383, &w, NULL, 0) > 0);
    CHECK(cld_grid_build(&grid, boxes, 16383, NULL, &w, NULL, 0) == CLD_OK);
    CHECK(cld_grid_pairs(&grid, 0, &w, NULL, 0) > 0);
    CHECK(s.calls == 0);
    CHECK(cld_grid_build(&grid, boxes, 16384, NULL, &w, NULL, 0) == CLD_OK);
    CHECK(s.calls > 0), s.calls = 0;
    CHECK(cld_grid_pairs(&grid, 0, &w, NULL, 0) > 0);
    CHECK(s.calls > 0), s.calls = 0;
    CHECK(cld_aabb_pairs(boxes, 16384, &w, NULL, 0) > 0);
    CHECK(s.calls > 0), s.calls = 0;
    CHECK(cld_aabb_pairs_between(boxes, 12000, others, 4384, &w, NULL, 0) > 0);
    CHECK(s.calls > 0);
    cld_mesh_topology_free(&topology);
    cld_workspace_free(&w);
}

/* From 16384 clusters on, of 16 triangles each at most, their pairs are found by all workers, too: a
   torus of 262144 triangles, a small one through it, and what touches both. Large: only with full
   effort. */
static void whole_meshes(void)
{
    enum { WIDE = 512, HIGH = 256, CLUSTERS = 16384 };
    cld_mesh_params p = {(cld_real)0.004, 0, CLD_MESH_CONES_NONE, CLD_MESH_SEARCH_AUTO};
    cld_mesh_contact *alone, *out;
    cld_mesh_statistics wanted_statistics, statistics;
    shape large;
    cld_mesh_topology topology;
    cld_mesh m[3];
    cld_real *xyz;
    int i, n = 0, in_grid;
    if (test_effort < 100) return;
    memset(&large, 0, sizeof large), memset(&topology, 0, sizeof topology);
    shape_torus(&large, WIDE, HIGH, 1.1, 0.45);
    CHECK(large.triangle_count == 262144);
    xyz = (cld_real *)oracle_memory(NULL, 3 * (size_t)large.vertex_count * sizeof *xyz);
    for (i = 0; i < 3 * large.vertex_count; i++) xyz[i] = (cld_real)large.xyz[i];
    m[0] = meshes[1], m[1] = meshes[2], m[2] = meshes[1];
    m[2].positions = xyz, m[2].vertex_count = large.vertex_count;
    m[2].triangles = large.t, m[2].triangle_count = large.triangle_count, m[2].topology = NULL;
    CHECK(cld_mesh_topology_build(&topology, &m[2], p.distance, -1, NULL) == CLD_OK);
    m[2].topology = &topology;
    alone = out = NULL;
    for (i = 0; i < 8; i++) { /* 1, 2 and 7 of the library's, 7 of ours; the same in the grid */
        system_of s;
        const int workers = worker_counts[i % 4 < 3 ? i % 4 : 2];
        cld_workspace w = workspace_of(systems[i % 4 == 3], &s, workers);
        in_grid = i > 3;
        p.search = in_grid ? CLD_MESH_SEARCH_GRID : CLD_MESH_SEARCH_CLUSTERS;
        if (i == 0) n = cld_mesh_collide(m, 3, &p, &w, NULL, 0, NULL);
        if (i == 0) alone = (cld_mesh_contact *)oracle_memory(NULL, (size_t)n * sizeof *alone);
        if (i == 1) out = (cld_mesh_contact *)oracle_memory(NULL, (size_t)n * sizeof *out);
        memset(i ? out : alone, 0x5a, (size_t)n * sizeof *out);
        memset(&statistics, 0x5a, sizeof statistics);
        CHECK(cld_mesh_collide(m, 3, &p, &w, i ? out : alone, n, &statistics) == n);
        CHECK(!i || memcmp(alone, out, (size_t)n * sizeof *out) == 0);
        if (i % 4 == 0) wanted_statistics = statistics;
        CHECK(memcmp(&wanted_statistics, &statistics, sizeof statistics) == 0);
        CHECK(statistics.clusters_near >= CLUSTERS && (statistics.cells > 0) == in_grid);
        cld_workspace_free(&w);
    }
    CHECK(n > 1000);
    printf("     %d contacts of %lu clusters\n", n, (unsigned long)statistics.clusters_near);
    cld_mesh_topology_free(&topology);
    shape_free(&large);
    free(xyz), free(alone), free(out);
}

/* Out of memory at each allocation in turn, two at work: it is said, nothing is written, nothing
   leaks, and the workspace answers the next time, without being freed in between. */
static void fail_at_each(int call, run_fn *run)
{
    const int all = is_found(call) ? 0 : wanted[call].count;
    test_memory memory;
    system_of s;
    answer a = {0};
    long n;
    for (n = 1 + call % one_of(); n < 1000; n += one_of()) {
        cld_workspace w = workspace_of(run, &s, 2);
        test_memory_reset(&memory, n);
        w.allocator = test_allocator(&memory);
        ask(call, &w, all, &a);
        if (memory.failed) {
            CHECK(a.count == CLD_ERROR_MEMORY);
            CHECK(untouched(&a, 0));
            memory.fail_at = 0;
            ask(call, &w, all, &a);
        }
        check_same(call, &a, all);
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0);
        if (!memory.failed) break;
    }
    CHECK(n < 1000);
    free(a.out);
}

static void out_of_memory(void)
{
    int call;
    for (call = 0; call < CALLS; call++) fail_at_each(call, systems[call % 2]);
}

/* A number that is not finite is found by whoever comes upon it; then, too, nothing is written. */
static void what_is_not_fit(void)
{
    const cld_real kept = positions[2][3 * 1234 + 1], low = boxes[16000].low.y, y = points[9].y;
    answer a = {0};
    int call, n;
    positions[2][3 * 1234 + 1] = (cld_real)TEST_NAN, boxes[16000].low.y = points[9].y = (cld_real)TEST_NAN;
    for (call = 0; call < CALLS; call++)
        for (n = 0; n < 3 && call != OVERLAP_APART && call != SEARCH_APART; n += one_of()) {
            system_of s;
            cld_workspace w = workspace_of(systems[(call + n) % 2], &s, worker_counts[n]);
            ask(call, &w, 10, &a);
            CHECK(a.count == CLD_ERROR_FINITE);
            CHECK(untouched(&a, 0));
            positions[2][3 * 1234 + 1] = kept, boxes[16000].low.y = low, points[9].y = y;
            ask(call, &w, 10, &a);
            check_same(call, &a, is_found(call) ? 0 : 10);
            positions[2][3 * 1234 + 1] = (cld_real)TEST_NAN;
            boxes[16000].low.y = points[9].y = (cld_real)TEST_NAN;
            cld_workspace_free(&w);
        }
    positions[2][3 * 1234 + 1] = kept, boxes[16000].low.y = low, points[9].y = y;
    free(a.out);
}

#ifdef HAVE_PTHREADS
/* What one of two threads does that ask about the same meshes, each with workers of its own. */
static void *ask_in_thread(void *failures)
{
    cld_workspace w = {0};
    answer a = {0};
    int call;
    w.tasks.workers = 2;
    for (call = 0; call < CALLS; call++) {
        const answer *all = &wanted[call];
        const int room = is_found(call) ? 0 : all->count;
        ask(call, &w, room, &a);
        *(int *)failures += a.count != all->count;
        *(int *)failures += memcmp(a.out, all->out, (size_t)room * size_of(call)) != 0;
    }
    cld_workspace_free(&w);
    free(a.out);
    return NULL;
}

static void two_ask_at_once(void)
{
    pthread_t other;
    int here = 0, there = 0;
    CHECK(pthread_create(&other, NULL, ask_in_thread, &there) == 0);
    ask_in_thread(&here);
    pthread_join(other, NULL);
    CHECK(here == 0 && there == 0);
}
#endif

int main(int argc, char **argv)
{
    int call;
    test_begin(argc, argv);
    make_scene();
    ask_alone();
    TEST(the_same_bytes);
    TEST(in_one_workspace);
    TEST(little_work_is_not_split);
    TEST(whole_meshes);
    TEST(out_of_memory);
    TEST(what_is_not_fit);
#ifdef HAVE_PTHREADS
    TEST(two_ask_at_once);
#endif
    for (call = 0; call < CALLS; call++) free(wanted[call].out);
    free_scene();
    return test_end();
}
