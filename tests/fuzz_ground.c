/* Fuzzes what shapes ask of static meshes and heightfields, rays through meshes, and cld_slide. Any
 * bytes as triangles, heights, shapes, poses, motions, sides, margins, capacities; trees that are
 * missing, of other counts, or older than the positions. All must be refused with a status of the
 * docs and nothing written, or answered within the buffers; what several functions say of the same
 * must fit together, and with what the triangles say one by one, but for the bound E.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "polyhedron_shapes.h"
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 126 : 260)
#include "fuzz.h"
#include <stddef.h>

enum { VERTICES = 24, TRIANGLES = 24, POINTS = 40, SOLIDS = 12, SIDE = 6, ROOM = TRIANGLES + 1 };

static solid solids[SOLIDS];
static long asked, refused, touched, hits, stopped, slid;

static void *room(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p) abort();
    return p;
}

static void mark(void *p, size_t size)
{
    memset(p, 0x5a, size);
}

static int is_marked(const void *p, size_t size)
{
    const unsigned char *byte = (const unsigned char *)p;
    size_t i;
    for (i = 0; i < size; i++)
        if (byte[i] != 0x5a) return 0;
    return 1;
}

static double size_of(cld_vec3 v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

static int is_unit(cld_vec3 v)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return fabs(x * x + y * y + z * z - 1) < 32 * TEST_ROUND;
}

/* ------------------------------------------------------------------------------ what is asked of */

/* Whole numbers, halves, tenths, numbers next to whole ones; whatever fuzz_real makes. */
static cld_real made(fuzz_input *in, int how)
{
    const int b = how % 8 < 6 ? fuzz_byte(in) : 0;
    switch (how % 8) {
    case 0:
    case 1:
        return (cld_real)(b % 9 - 4);
    case 2:
        return (cld_real)((b % 13 - 6) / 2.0);
    case 3:
        return (cld_real)((b % 41 - 20) / 10.0);
    case 4:
        return (cld_real)((b % 5 - 2) * (1 + b / 5 % 4 * 2 * TEST_ROUND));
    case 5:
        return (cld_real)((b % 9 - 4) * 1024.1);
    default:
        return fuzz_real(in);
    }
}

static cld_vec3 made3(fuzz_input *in, int how)
{
    cld_vec3 v;
    v.x = made(in, how), v.y = made(in, how), v.z = made(in, how);
    return v;
}

/* None, a shift, a turn about z or about any axis; rarely anything. */
static void fuzz_pose(fuzz_input *in, cld_pose *pose)
{
    const int how = fuzz_byte(in);
    memset(pose, 0, sizeof *pose);
    if (how < 60) return;
    pose->position = made3(in, how < 250 ? how / 8 : 6);
    if (how < 140) return;
    if (how < 200) {
        const double a = fuzz_byte(in) / 40.0;
        pose->rotation.x.x = pose->rotation.y.y = (cld_real)cos(a);
        pose->rotation.x.y = (cld_real)sin(a), pose->rotation.y.x = (cld_real)-sin(a);
        pose->rotation.z.z = 1;
    } else if (how < 250) {
        test_random r;
        r.state = (uint64_t)fuzz_byte(in);
        pose->rotation = test_rotation(&r);
    } else {
        pose->rotation.x = fuzz_vec3(in), pose->rotation.y = fuzz_vec3(in);
        pose->rotation.z = fuzz_vec3(in);
    }
}

/* A mesh in memory of just its size. */
typedef struct ground {
    cld_mesh mesh;
    cld_real *positions;
    uint32_t *triangles;
    char *tree;
    int fit; /* the tree is of these positions: answers are right, not only safe */
    double most;
    cld_heightfield field;
    cld_real *heights;
    uint32_t *bits;
    void *pyramid;
} ground;

static void put(ground *g, int i, double x, double y, double z)
{
    const size_t step = g->mesh.stride ? g->mesh.stride / sizeof(cld_real) : 3;
    cld_real *p = g->positions + (size_t)i * step;
    p[0] = (cld_real)x, p[1] = (cld_real)y, p[2] = (cld_real)z;
}

static void name(ground *g, int a, int b, int c)
{
    uint32_t *t = g->triangles + 3 * (size_t)g->mesh.triangle_count++;
    t[0] = (uint32_t)a, t[1] = (uint32_t)b, t[2] = (uint32_t)c;
}

/* Hills of a few cells, cut along either diagonal. */
static void make_hills(fuzz_input *in, ground *g)
{
    const int nx = 2 + fuzz_byte(in) % 3, ny = 2 + fuzz_byte(in) % 3, high = fuzz_byte(in) % 4;
    int i, j;
    for (j = 0; j < ny; j++)
        for (i = 0; i < nx; i++)
            put(g, i + nx * j, i - 1, j - 1, high ? fuzz_byte(in) % (high + 1) / 2.0 : 0);
    for (j = 0; j + 1 < ny; j++)
        for (i = 0; i + 1 < nx; i++) {
            const int a = i + nx * j;
            if (fuzz_byte(in) & 1)
                name(g, a, a + 1, a + nx + 1), name(g, a, a + nx + 1, a + nx);
            else
                name(g, a, a + 1, a + nx), name(g, a + 1, a + nx + 1, a + nx);
        }
    g->mesh.vertex_count = nx * ny;
}

/* A box, its corners maybe moved: closed. */
static void make_block(fuzz_input *in, ground *g)
{
    static const uint8_t square[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const int how = fuzz_byte(in), moved = fuzz_byte(in);
    const double x = how % 4 + 0.5, y = how / 4 % 4 + 0.5, z = how / 16 % 4 * 0.5;
    int i;
    for (i = 0; i < 8; i++) put(g, i, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    if (moved < 100) put(g, moved % 8, moved % 5 - 2, moved % 7 - 3, moved % 3 - 1);
    for (i = 0; i < 6; i++) {
        const int k = how >> 6 & 1;
        name(g, square[i][k], square[i][k + 1], square[i][k + 2]);
        name(g, square[i][k], square[i][k + 2], square[i][(k + 3) % 4]);
    }
    g->mesh.vertex_count = 8;
}

/* Triangles of any corners, in one plane or not. */
static void make_soup(fuzz_input *in, ground *g, int flat)
{
    const int n = 1 + fuzz_byte(in) % VERTICES, m = fuzz_byte(in) % (TRIANGLES + 1);
    const int how = fuzz_byte(in), slope = fuzz_byte(in) % 4;
    int i;
    for (i = 0; i < n; i++) {
        const double x = (double)made(in, how), y = (double)made(in, how);
        put(g, i, x, y, flat ? slope * x + slope / 2 * y : (double)made(in, how));
    }
    for (i = 0; i < m; i++) {
        const int a = fuzz_byte(in) % n, b = fuzz_byte(in) % n;
        name(g, a, b, fuzz_byte(in) % n);
    }
    g->mesh.vertex_count = n;
}

static void measure(ground *g)
{
    int i;
    g->most = 0;
    for (i = 0; i < 3 * g->mesh.triangle_count; i++) {
        const size_t step = g->mesh.stride ? g->mesh.stride / sizeof(cld_real) : 3;
        cld_vec3 v;
        memcpy(&v, g->positions + g->triangles[i] * step, sizeof v);
        g->most = fmax(g->most, size_of(v));
    }
    g->most = 2 * g->most + size_of(g->mesh.pose.position);
}

/* After the tree is built something may change: it is then of the past. */
static void fuzz_change(fuzz_input *in, ground *g)
{
    const int how = fuzz_byte(in), at = fuzz_byte(in);
    cld_mesh *m = &g->mesh;
    if (how < 190 || m->vertex_count == 0 || !m->tree) return;
    if (how < 240) {
        put(g, at % m->vertex_count, (double)made(in, at / 4), (double)made(in, at / 4),
            (double)made(in, at / 16));
        g->fit = how < 215 && cld_mesh_tree_refit(m) == CLD_OK;
    } else if (how < 243) {
        if (m->triangle_count > 1) m->triangle_count--;
    } else if (how < 246) {
        m->tree = NULL;
    } else {
        fuzz_pose(in, &m->pose);
    }
    if (how >= 240 && how < 246) g->fit = 0;
}

static void fuzz_mesh(fuzz_input *in, ground *g)
{
    const int kind = fuzz_byte(in) % 6, how = fuzz_byte(in), sides = fuzz_byte(in);
    cld_mesh *m = &g->mesh;
    size_t size;
    m->stride = how % 4 == 1 ? 5 * sizeof(cld_real) : 0;
    g->positions = (cld_real *)room(VERTICES * 5 * sizeof(cld_real));
    g->triangles = (uint32_t *)room(3 * TRIANGLES * sizeof(uint32_t));
    memset(g->positions, 0, VERTICES * 5 * sizeof(cld_real));
    if (kind < 2)
        make_hills(in, g);
    else if (kind == 2)
        make_block(in, g);
    else
        make_soup(in, g, kind == 3);
    size = 3 * (size_t)m->triangle_count * sizeof(uint32_t); /* reads behind it show */
    g->triangles = (uint32_t *)realloc(g->triangles, size ? size : 1);
    if (!g->triangles) abort();
    if (how == 200 && m->triangle_count) g->triangles[how % m->triangle_count] = VERTICES + 1;
    if (how == 201) m->vertex_count = -1;
    if (how == 202) m->stride = 2 * sizeof(cld_real);
    m->positions = how == 203 ? NULL : g->positions, m->triangles = g->triangles;
    m->sides = sides < 230 ? sides % 3 : sides < 250 ? sides - 240 : -0x7fffffff - 1;
    fuzz_pose(in, &m->pose);
    size = cld_mesh_tree_size(m);
    g->tree = (char *)room(size);
    g->fit = how < 240 && cld_mesh_tree_build(m, g->tree, size) == CLD_OK;
    CHECK((m->tree != NULL) == g->fit);
    fuzz_change(in, g);
    if (m->tree) measure(g);
}

static void fuzz_field(fuzz_input *in, ground *g)
{
    const int how = fuzz_byte(in), high = fuzz_byte(in), bend = fuzz_byte(in);
    cld_heightfield *f = &g->field;
    size_t size;
    uint32_t i, count;
    f->columns = 2 + (uint32_t)fuzz_byte(in) % (SIDE - 1);
    f->rows = 2 + (uint32_t)fuzz_byte(in) % (SIDE - 1);
    count = f->columns * f->rows;
    g->heights = (cld_real *)room(count * sizeof *g->heights);
    g->bits = (uint32_t *)room(sizeof *g->bits);
    *g->bits = (uint32_t)fuzz_byte(in) * 0x01010101u;
    for (i = 0; i < count; i++) {
        cld_real h = high < 40 ? 0 : made(in, high);
        if (high >= 40 && high < 90 && h < 0) h = 0;
        g->heights[i] = high < 120 && h == -4 ? (cld_real)TEST_NAN : h;
        if (test_is_finite((double)h)) g->most = fmax(g->most, fabs((double)h));
    }
    f->heights = g->heights, f->type = CLD_HEIGHT_REAL;
    f->diagonal = (cld_diagonal)(how & 3), f->diagonals = g->bits;
    f->dx = f->dy = 1;
    if (how & 4) f->dx = (cld_real)0.5, f->dy = (cld_real)0.7;
    if (how >= 250) f->dx = fuzz_real(in);
    if (how & 8) f->scale = (cld_real)-0.5, f->offset = made(in, how / 16);
    if (how & 64) fuzz_pose(in, &f->pose);
    if (bend == 200) f->columns = 1;
    if (bend == 201) f->heights = NULL;
    if (bend == 202) f->stride = 1;
    if (bend == 203) f->diagonal = (cld_diagonal)77;
    g->most = 2 * g->most + 10 * (fabs((double)f->dx) + fabs((double)f->dy)) +
              fabs((double)f->offset) + size_of(f->pose.position);
    g->fit = cld_heightfield_validate(f, NULL) == CLD_OK;
    size = cld_heightfield_size(f);
    if (size && (how & 128)) {
        g->pyramid = room(size);
        CHECK(cld_heightfield_build(f, g->pyramid, size) == CLD_OK);
    }
}

static void ground_free(ground *g)
{
    free(g->positions), free(g->triangles), free(g->tree);
    free(g->heights), free(g->bits), free(g->pyramid);
}

/* ------------------------------------------------------------------------------------ who asks */

typedef struct body {
    cld_shape shape;
    cld_pose pose;
    const cld_pose *at;
    cld_real *points;
    cld_polyhedron polyhedron;
    int curved;
    double most; /* of sizes and of the position */
} body;

/* One of a few polyhedra that are made once. */
static void fuzz_solid(fuzz_input *in, body *b)
{
    const int which = fuzz_byte(in) % SOLIDS;
    solid *s = &solids[which];
    if (!s->count) {
        static const int kinds[SOLIDS] = {TETRA, BOX,    OCTA,  GRID_CUBE, PRISM,  PYRAMID,
                                          BOWL,  SLIVER, ICOSA, BALL,      NEEDLE, GRID_CUBE};
        const double zero[3] = {0, 0, 0};
        test_random r = test_random_from((uint64_t)which);
        if (!make_solid(s, &r, kinds[which], which == 11 ? 300 : 8 + which, 1, zero)) abort();
        solid_view(s, 0);
        CHECK(solid_build(s, 0) == CLD_OK);
    }
    b->polyhedron = s->p;
    if (fuzz_byte(in) % 4 == 0) fuzz_pose(in, &b->polyhedron.pose);
    if (fuzz_byte(in) == 200) b->polyhedron.hierarchy = NULL;
    b->shape = cld_shape_polyhedron(&b->polyhedron);
}

/* Points, some of them twice, on a line or in a plane; in memory of just their size. */
static void fuzz_points(fuzz_input *in, body *b)
{
    const int n = 1 + fuzz_byte(in) % (fuzz_byte(in) % 8 ? 8 : POINTS), how = fuzz_byte(in);
    int i, k;
    b->points = (cld_real *)room(3 * (size_t)n * sizeof *b->points);
    for (i = 0; i < n; i++) {
        const int again = i > 0 && how >= 128 && fuzz_byte(in) % 4 == 0;
        for (k = 0; k < 3; k++)
            b->points[3 * i + k] = again ? b->points[3 * (i - 1) + k] : made(in, how);
        if (how % 16 == 9) b->points[3 * i + 1] = b->points[3 * i + 2] = b->points[3 * i];
        if (how % 16 == 10) b->points[3 * i + 2] = 0;
    }
    b->shape = cld_shape_points(b->points, (size_t)n);
    if (how == 120) b->shape.count = 0;
    if (how == 121) b->shape.count = CLD_SHAPE_POINTS_MAX + 1;
    if (how == 122) b->shape.stride = 7;
    if (how == 123) b->shape.points = NULL;
}

static cld_real positive(fuzz_input *in)
{
    const int b = fuzz_byte(in);
    if (b < 120) return (cld_real)(b % 8 / 2.0);
    if (b < 200) return (cld_real)(b % 32 / 10.0);
    if (b < 230) return (cld_real)ldexp(1, b - 215);
    return fuzz_real(in);
}

static void fuzz_body(fuzz_input *in, body *b)
{
    const int kind = fuzz_byte(in), round = fuzz_byte(in);
    cld_vec3 half;
    cld_aabb box;
    memset(b, 0, sizeof *b);
    if (kind < 30) {
        b->shape = cld_shape_sphere(positive(in));
    } else if (kind < 60) {
        b->shape = cld_shape_capsule(positive(in), positive(in));
    } else if (kind < 120) {
        half.x = positive(in), half.y = positive(in), half.z = positive(in);
        b->shape = cld_shape_box(half);
    } else if (kind < 160) {
        b->shape = cld_shape_cylinder(positive(in), positive(in));
    } else if (kind < 210) {
        fuzz_points(in, b);
    } else if (kind < 250) {
        fuzz_solid(in, b);
    } else {
        b->shape.kind = (cld_shape_kind)(fuzz_byte(in) - 2);
        b->shape.half = fuzz_vec3(in);
    }
    if (kind >= 60 && round < 70) b->shape.radius = positive(in);
    fuzz_pose(in, &b->pose);
    if (fuzz_byte(in) % 2) b->pose.position = made3(in, round);
    b->at = round == 255 ? NULL : &b->pose;
    b->curved = b->shape.kind == CLD_SHAPE_CYLINDER;
    b->most = size_of(b->pose.position);
    if (cld_shape_bounds(&b->shape, b->at, NULL, &box) == CLD_OK)
        b->most += 3 * (size_of(box.low) + size_of(box.high));
    if (b->shape.kind == CLD_SHAPE_POLYHEDRON) b->most += 4 * size_of(b->polyhedron.pose.position);
}

/* ---------------------------------------------------------------------- one triangle at a time */

/* More than E of the title of [SHAPE], and the rounding of what is told. */
static double bound(const ground *g, const body *b, double way)
{
    return (g->most + b->most + way) * (64 * TEST_ROUND + ldexp(16, b->curved ? -24 : -44));
}

/* Numbers whose squares and sums are far from the ends of the range. */
static int is_tame(const ground *g, const body *b, double way)
{
    return g->most + b->most + way < (sizeof(cld_real) == 4 ? 1e15 : 1e60);
}

/* The least signed distance of a triangle, each asked as the shape that it is; HUGE_VAL if there is
   none, NAN where a shape or triangle is refused. */
static double least_gap(const cld_mesh *m, const cld_shape *shape, const cld_pose *pose)
{
    const size_t step = m->stride ? m->stride / sizeof(cld_real) : 3;
    double least = HUGE_VAL;
    int i, k;
    for (i = 0; i < m->triangle_count; i++) {
        cld_real v[9];
        cld_shape three = cld_shape_points(v, 3);
        cld_contact c;
        for (k = 0; k < 3; k++)
            memcpy(v + 3 * k, m->positions + m->triangles[3 * i + k] * step, 3 * sizeof *v);
        if (cld_shape_collide(shape, pose, &three, &m->pose, (cld_real)INFINITY, NULL, &c, 1) < 1)
            return TEST_NAN;
        least = fmin(least, (double)c.distance);
    }
    return least;
}

/* --------------------------------------------------------------------------------- statuses */

static int is_status(int told)
{
    return told >= 0 || told == CLD_ERROR_NULL || told == CLD_ERROR_COUNT ||
           told == CLD_ERROR_STRIDE || told == CLD_ERROR_FINITE || told == CLD_ERROR_POSE ||
           told == CLD_ERROR_PARAMETER || told == CLD_ERROR_EXTENT || told == CLD_ERROR_MISMATCH;
}

static void check_contact(const cld_contact *c, int tame)
{
    if (!tame) return;
    CHECK(test_is_finite((double)c->distance));
    CHECK(fuzz_finite3(c->point_a) && fuzz_finite3(c->point_b) && is_unit(c->normal));
}

static void check_mesh_feature(const cld_mesh *m, uint32_t feature)
{
    const uint32_t kind = feature & 3, number = feature >> 2;
    const uint32_t count = (uint32_t)m->triangle_count;
    if (kind == CLD_FEATURE_VERTEX) CHECK(number < (uint32_t)m->vertex_count);
    if (kind == CLD_FEATURE_EDGE) CHECK(number < 3 * count);
    if (kind == CLD_FEATURE_FACE) CHECK(number < count);
    CHECK(kind != CLD_FEATURE_INTERIOR);
}

/* Margins: 0 mostly; small, any, not numbers. */
static cld_real fuzz_margin(fuzz_input *in)
{
    const int b = fuzz_byte(in);
    if (b < 110) return 0;
    if (b < 200) return (cld_real)(b % 16 / 4.0);
    if (b < 215) return (cld_real)INFINITY;
    return fuzz_real(in);
}

static int fuzz_capacity(fuzz_input *in)
{
    const int b = fuzz_byte(in);
    return b < 30 ? 0 : b < 70 ? 1 : b < 160 ? b % CLD_GROUND_CONTACTS : CLD_GROUND_CONTACTS;
}

typedef struct question {
    cld_real margin, most;
    cld_motion motion;
    const cld_motion *way;
    cld_sweep_params params;
    const cld_sweep_params *how;
    int capacity;
    double length, part; /* of the way; some time on it */
} question;

static void fuzz_question(fuzz_input *in, question *q)
{
    const int how = fuzz_byte(in), way = fuzz_byte(in);
    memset(q, 0, sizeof *q);
    q->part = fuzz_byte(in) / 256.0;
    q->margin = fuzz_margin(in), q->capacity = fuzz_capacity(in);
    q->most = how & 1 ? (cld_real)INFINITY : fuzz_margin(in);
    q->motion.linear = made3(in, way);
    if (how & 2) q->motion.linear.x = q->motion.linear.y = 0;
    if (way == 255) q->motion.angular = fuzz_vec3(in);
    q->way = way == 254 ? NULL : &q->motion;
    q->params.distance = how & 4 ? 0 : fuzz_margin(in);
    q->how = how & 8 ? NULL : &q->params;
    q->length = q->way ? 2 * size_of(q->motion.linear) : 0;
}

/* ------------------------------------------------------------------------------------- meshes */

typedef struct answer {
    int overlap, distance, collide, sweep;
    cld_contact closest, k[CLD_GROUND_CONTACTS + 1];
    cld_hit hit;
} answer;

static void ask_mesh(const cld_mesh *m, const body *b, const question *q, answer *s)
{
    mark(s, sizeof *s);
    s->overlap = cld_mesh_overlap_shape(m, &b->shape, b->at);
    s->distance = cld_mesh_distance_shape(m, &b->shape, b->at, q->most, &s->closest);
    s->collide = cld_mesh_collide_shape(m, &b->shape, b->at, q->margin, s->k, CLD_GROUND_CONTACTS);
    s->sweep = cld_mesh_sweep_shape(m, &b->shape, b->at, q->way, q->how, &s->hit);
}

/* What is written: nothing after an error, and no more than is told. */
static void check_written(const answer *s, int is_field)
{
    const int k = s->collide > 0 ? s->collide : 0;
    CHECK(is_status(s->overlap) && s->overlap <= 1);
    CHECK(is_status(s->distance) && s->distance <= 1);
    CHECK(is_status(s->collide) && s->collide <= CLD_GROUND_CONTACTS);
    CHECK(is_status(s->sweep) && s->sweep <= 1);
    if (k <= CLD_GROUND_CONTACTS)
        CHECK(is_marked(s->k + k, sizeof s->k - (size_t)k * sizeof *s->k));
    if (s->distance < 0 || (is_field && s->distance == 0))
        CHECK(is_marked(&s->closest, sizeof s->closest));
    if (s->sweep != 1) CHECK(is_marked(&s->hit, sizeof s->hit));
    if (s->sweep == 1) CHECK(s->hit.time >= 0 && s->hit.time <= 1);
    asked++, refused += s->overlap < 0, touched += s->overlap == 1, hits += s->sweep == 1;
}

/* Less room: as many are told, no more are written. */
static void check_capacity(const ground *g, const body *b, const question *q, const answer *s,
                           int is_field)
{
    const size_t size = (size_t)q->capacity * sizeof(cld_contact);
    cld_contact *out = (cld_contact *)room(size); /* of just that size */
    int told;
    mark(out, size);
    if (is_field)
        told = cld_heightfield_collide_shape(&g->field, &b->shape, b->at, q->margin,
                                             q->capacity ? out : NULL, q->capacity);
    else
        told = cld_mesh_collide_shape(&g->mesh, &b->shape, b->at, q->margin,
                                      q->capacity ? out : NULL, q->capacity);
    CHECK(told == s->collide);
    if (told <= 0) CHECK(is_marked(out, size));
    if (told > 0 && told < q->capacity)
        CHECK(is_marked(out + told, (size_t)(q->capacity - told) * sizeof *out));
    if (told > 0 && (is_field || told <= q->capacity))
        CHECK(memcmp(out, s->k, (size_t)(told < q->capacity ? told : q->capacity) * sizeof *out) ==
              0);
    free(out);
    if (is_field) {
        CHECK(cld_heightfield_collide_shape(&g->field, &b->shape, b->at, q->margin, NULL, -1) < 0);
        CHECK(cld_heightfield_sweep_shape(&g->field, &b->shape, b->at, q->way, q->how, NULL) ==
              s->sweep);
    } else {
        CHECK(cld_mesh_collide_shape(&g->mesh, &b->shape, b->at, q->margin, NULL, -1) < 0);
        CHECK(cld_mesh_collide_shape(&g->mesh, &b->shape, b->at, q->margin, NULL, 1) < 0);
        CHECK(cld_mesh_distance_shape(&g->mesh, &b->shape, b->at, q->most, NULL) < 0);
        CHECK(cld_mesh_sweep_shape(&g->mesh, &b->shape, b->at, q->way, q->how, NULL) == s->sweep);
    }
}

/* The pose after a shift. */
static cld_pose shifted(const body *b, cld_vec3 way, double part)
{
    cld_pose p;
    memset(&p, 0, sizeof p);
    if (b->at) p = *b->at;
    p.position.x = (cld_real)((double)p.position.x + part * (double)way.x);
    p.position.y = (cld_real)((double)p.position.y + part * (double)way.y);
    p.position.z = (cld_real)((double)p.position.z + part * (double)way.z);
    return p;
}

/* The way that the first contact tells leads out of the triangle whose face it names. */
static void check_way_out(const ground *g, const body *b, const cld_contact *c, double e)
{
    const uint32_t kind = c->feature_b & 3, number = c->feature_b >> 2;
    const cld_pose out = shifted(b, c->normal, (double)c->distance);
    cld_mesh one = g->mesh;
    if (kind != CLD_FEATURE_FACE) return;
    one.triangles += 3 * (size_t)number;
    one.triangle_count = 1;
    CHECK(!(least_gap(&one, &b->shape, &out) < -e));
}

/* What stands: with each triangle by itself. */
static void check_standing(const ground *g, const body *b, const question *q, const answer *s)
{
    const cld_mesh *m = &g->mesh;
    const double gap = least_gap(m, &b->shape, b->at), e = bound(g, b, 0);
    const double margin = (double)q->margin;
    int i;
    if (gap != gap) return;
    if (gap < -e) CHECK(s->overlap == 1);
    if (gap > e && s->overlap == 1) { /* inside a solid */
        CHECK(m->sides == CLD_MESH_SOLID && s->collide != 0);
        if (s->distance >= 0) CHECK(s->distance == 0 && s->closest.distance == 0);
        return;
    }
    if (s->distance >= 0) {
        const double told = (double)s->closest.distance, most = (double)q->most;
        if (s->distance == 1) CHECK(told > 0 && fabs(told - gap) <= e && told <= most + e);
        if (s->distance == 0) CHECK(told == 0 || told == TEST_INFINITY);
        if (s->distance == 0 && told == 0) CHECK(gap <= e);
        if (s->distance == 0 && told > 0) CHECK(gap >= most - e);
        if (s->distance == 1 && told > e) CHECK(s->overlap == 0);
        if (s->distance == 1) check_contact(&s->closest, 1);
        if (s->distance == 1) check_mesh_feature(m, s->closest.feature_b);
    }
    if (s->collide < 0) return;
    if (gap > margin + e) CHECK(s->collide == 0);
    if (gap < margin - e && m->sides == CLD_MESH_SHEET) CHECK(s->collide > 0);
    for (i = 0; i < s->collide; i++) {
        check_contact(&s->k[i], 1), check_mesh_feature(m, s->k[i].feature_b);
        CHECK((double)s->k[i].distance >= (double)s->k[0].distance - e);
    }
    if (s->collide > 0 && s->k[0].distance < 0) check_way_out(g, b, &s->k[0], 2 * e);
    if (s->collide > 0 && gap > e && m->sides == CLD_MESH_SHEET && test_is_finite(margin))
        CHECK(fabs((double)s->k[0].distance - gap) <= e + 64 * TEST_ROUND * margin);
}

/* What begins apart does not get through, nor is it stopped by nothing. */
static void check_moving(const ground *g, const body *b, const question *q, const answer *s)
{
    const double wanted = q->how ? (double)q->params.distance : 0;
    const double e = bound(g, b, q->length + wanted);
    const int front = g->mesh.sides != CLD_MESH_SHEET;
    int i;
    if (!q->way || !is_tame(g, b, q->length + wanted)) {
        if (!q->way) CHECK(s->sweep == 0);
        return;
    }
    if (s->sweep == 1) {
        const cld_pose there = shifted(b, q->motion.linear, (double)s->hit.time);
        check_contact(&s->hit.contact, 1), check_mesh_feature(&g->mesh, s->hit.contact.feature_b);
        if (s->hit.time > 0 || g->mesh.sides != CLD_MESH_SOLID || s->overlap != 1)
            CHECK(!(least_gap(&g->mesh, &b->shape, &there) > wanted + e));
    }
    if (front || !(least_gap(&g->mesh, &b->shape, b->at) > wanted + e)) return;
    for (i = 0; i < 2; i++) {
        const double time = i ? 1 : q->part;
        const cld_pose there = shifted(b, q->motion.linear, time);
        if (s->sweep == 1 && (double)s->hit.time <= time) break;
        CHECK(!(least_gap(&g->mesh, &b->shape, &there) < wanted - e));
    }
    stopped += s->sweep == 1;
}

static void ask_ray(const cld_mesh *m, cld_vec3 o, cld_vec3 d, cld_real most, int capacity)
{
    cld_mesh_point all[ROOM], *few, place;
    const int many = (mark(all, sizeof all), cld_mesh_raycast_all(m, o, d, most, all, ROOM));
    int i, winding = 77, told, where = cld_mesh_contains(m, o, &winding);
    const size_t size = (size_t)capacity * sizeof *few;
    CHECK(is_status(many) && many <= (m->triangle_count > 0 ? m->triangle_count : 0));
    CHECK(is_marked(all + (many > 0 ? many : 0),
                    (size_t)(ROOM - (many > 0 ? many : 0)) * sizeof *all));
    few = (cld_mesh_point *)room(size);
    told = cld_mesh_raycast_all(m, o, d, most, capacity ? few : NULL, capacity);
    CHECK(told == many);
    for (i = 0; i < told && i < capacity; i++) /* behind the number there may be padding */
        CHECK(memcmp(&few[i], &all[i], offsetof(cld_mesh_point, triangle)) == 0 &&
              few[i].triangle == all[i].triangle);
    free(few);
    CHECK(cld_mesh_raycast_all(m, o, d, most, NULL, 1) < 0);
    CHECK(cld_mesh_raycast_all(m, o, d, most, NULL, -1) < 0);
    CHECK(is_status(where) && where <= CLD_INSIDE);
    if (where < 0) CHECK(winding == 77);
    if (where >= 0) CHECK((where == CLD_INSIDE) == (winding != 0));
    mark(&place, sizeof place);
    told = cld_mesh_signed_distance(m, o, most, &place);
    CHECK(is_status(told) && told <= 1);
    if (told != 1) CHECK(is_marked(&place, sizeof place));
    if (told == 1 && where == CLD_BOUNDARY) CHECK(place.distance == 0);
    if (told == 1 && where == CLD_INSIDE) CHECK(!(place.distance > 0));
    if (told == 1 && where == CLD_OUTSIDE) CHECK(!(place.distance < 0));
    CHECK(cld_mesh_signed_distance(m, o, most, NULL) == told);
}

static void run_mesh(fuzz_input *in)
{
    ground g;
    int i, k = 1 + fuzz_byte(in) % 4;
    memset(&g, 0, sizeof g);
    fuzz_mesh(in, &g);
    for (i = 0; i < k; i++) {
        cld_mesh copy = g.mesh;
        question q;
        answer s, again;
        body b;
        fuzz_body(in, &b);
        fuzz_question(in, &q);
        ask_mesh(&g.mesh, &b, &q, &s);
        ask_mesh(&copy, &b, &q, &again);
        CHECK(memcmp(&s, &again, sizeof s) == 0);
        check_written(&s, 0);
        check_capacity(&g, &b, &q, &s, 0);
        if (!g.mesh.tree) CHECK(s.overlap < 0 && s.distance < 0 && s.collide < 0 && s.sweep < 0);
        if (g.fit && s.overlap >= 0 && is_tame(&g, &b, 0)) check_standing(&g, &b, &q, &s);
        if (g.fit && s.sweep >= 0) check_moving(&g, &b, &q, &s);
        ask_ray(&g.mesh, b.pose.position, q.motion.linear, q.most, q.capacity);
        free(b.points);
    }
    ground_free(&g);
}

/* -------------------------------------------------------------------------------- heightfields */

static void ask_field(const cld_heightfield *f, const body *b, const question *q, answer *s)
{
    mark(s, sizeof *s);
    s->overlap = cld_heightfield_overlap_shape(f, &b->shape, b->at);
    s->distance = cld_heightfield_distance_shape(f, &b->shape, b->at, q->most, &s->closest);
    s->collide =
        cld_heightfield_collide_shape(f, &b->shape, b->at, q->margin, s->k, CLD_GROUND_CONTACTS);
    s->sweep = cld_heightfield_sweep_shape(f, &b->shape, b->at, q->way, q->how, &s->hit);
}

static void check_field_feature(const cld_heightfield *f, uint32_t feature)
{
    const uint32_t kind = feature & 3, number = feature >> 2, count = f->columns * f->rows;
    if (kind == CLD_FEATURE_VERTEX) CHECK(number < count);
    if (kind == CLD_FEATURE_EDGE) CHECK(number / 3 < count);
    if (kind == CLD_FEATURE_FACE) CHECK(number / 2 < count);
}

/* The signed distance at a place; HUGE_VAL: far away, or refused. */
static double field_gap(const ground *g, const body *b, const cld_pose *pose)
{
    cld_contact c;
    if (cld_heightfield_distance_shape(&g->field, &b->shape, pose, (cld_real)INFINITY, &c) != 1)
        return HUGE_VAL;
    return (double)c.distance;
}

static void check_field(const ground *g, const body *b, const question *q, const answer *s)
{
    const int tame = is_tame(g, b, q->length) && g->fit;
    int i;
    if (s->overlap < 0) CHECK(s->collide < 0 && s->distance < 0 && s->sweep < 0);
    if (s->overlap < 0) return;
    CHECK((s->collide < 0) == !(q->margin >= 0) && (s->distance < 0) == !(q->most >= 0));
    if (s->overlap == 1 && s->collide >= 0) CHECK(s->collide > 0);
    if (s->overlap == 0 && q->margin == 0) CHECK(s->collide == 0);
    if (s->overlap == 1 && s->distance >= 0) CHECK(s->distance == 1);
    if (s->distance == 1 && tame) {
        const double e = bound(g, b, 0);
        check_contact(&s->closest, tame), check_field_feature(&g->field, s->closest.feature_b);
        if (s->overlap == 1) CHECK((double)s->closest.distance <= e);
        if ((double)s->closest.distance < -e) CHECK(s->overlap == 1);
        if (s->overlap == 1 && q->margin == 0) CHECK(s->closest.distance == s->k[0].distance);
    }
    for (i = 0; i < s->collide; i++) {
        check_contact(&s->k[i], tame), check_field_feature(&g->field, s->k[i].feature_b);
        if (tame) CHECK((double)s->k[i].distance <= (double)q->margin + bound(g, b, 0));
    }
    if (s->collide > 0 && s->k[0].distance < 0 && tame) { /* the way out */
        const cld_pose out = shifted(b, s->k[0].normal, (double)s->k[0].distance);
        CHECK(field_gap(g, b, &out) >= -4 * bound(g, b, 0));
    }
    if (s->sweep == 1) check_contact(&s->hit.contact, tame);
    if (s->sweep == 1) check_field_feature(&g->field, s->hit.contact.feature_b);
}

static void check_field_moving(const ground *g, const body *b, const question *q, const answer *s)
{
    const double wanted = q->how ? (double)q->params.distance : 0;
    const double e = 4 * bound(g, b, q->length + wanted);
    int i;
    if (!q->way && s->sweep >= 0) CHECK(s->sweep == 0);
    if (s->sweep < 0 || !q->way || !is_tame(g, b, q->length + wanted)) return;
    if (!(field_gap(g, b, b->at) > wanted + e)) return;
    if (s->sweep == 1) {
        const cld_pose there = shifted(b, q->motion.linear, (double)s->hit.time);
        if ((s->hit.contact.feature_a & 3) != CLD_FEATURE_INTERIOR)
            CHECK(field_gap(g, b, &there) <= wanted + e);
    }
    for (i = 0; i < 2; i++) {
        const double time = i ? 1 : q->part;
        const cld_pose there = shifted(b, q->motion.linear, time);
        if (s->sweep == 1 && (double)s->hit.time <= time) break;
        CHECK(!(field_gap(g, b, &there) < wanted - e));
    }
    stopped += s->sweep == 1;
}

static void run_field(fuzz_input *in)
{
    ground g;
    int i, k = 1 + fuzz_byte(in) % 4;
    memset(&g, 0, sizeof g);
    fuzz_field(in, &g);
    for (i = 0; i < k; i++) {
        cld_heightfield copy = g.field;
        question q;
        answer s, again;
        body b;
        fuzz_body(in, &b);
        fuzz_question(in, &q);
        ask_field(&g.field, &b, &q, &s);
        ask_field(&copy, &b, &q, &again);
        CHECK(memcmp(&s, &again, sizeof s) == 0);
        check_written(&s, 1);
        check_capacity(&g, &b, &q, &s, 1);
        check_field(&g, &b, &q, &s);
        if (g.fit) check_field_moving(&g, &b, &q, &s);
        free(b.points);
    }
    ground_free(&g);
}

/* --------------------------------------------------------------------------------------- slides */

static void run_slide(fuzz_input *in)
{
    enum { NORMALS = 12 };
    const int count = fuzz_byte(in) % (NORMALS + 1), how = fuzz_byte(in);
    const double range = sizeof(cld_real) == 4 ? 1e38 : 1e300;
    cld_vec3 *n = (cld_vec3 *)room((size_t)count * sizeof *n), v = made3(in, how / 8), w = v;
    int i, fit = fuzz_finite3(v), told;
    for (i = 0; i < count; i++) n[i] = made3(in, how), fit &= fuzz_finite3(n[i]);
    told = cld_slide(count ? n : NULL, count, &w);
    CHECK(told == (fit ? CLD_OK : CLD_ERROR_FINITE));
    if (told != CLD_OK) CHECK(memcmp(&v, &w, sizeof v) == 0);
    if (told == CLD_OK && size_of(v) < range) {
        const double size = size_of(v), scale = size > 0 ? 1 / size : 0;
        const double x = (double)w.x * scale, y = (double)w.y * scale, z = (double)w.z * scale;
        const double a = (double)v.x * scale, b = (double)v.y * scale, c = (double)v.z * scale;
        const double e =
            32 * TEST_ROUND + (scale > 0 && test_is_finite(scale)
                                   ? 8 * scale * (sizeof(cld_real) == 4 ? 1e-44 : 5e-324)
                                   : 1);
        CHECK(fuzz_finite3(w));
        /* the nearest vector of a cone: what is taken away is square to it */
        CHECK(fabs(x * (a - x) + y * (b - y) + z * (c - z)) <= 4 * e);
        for (i = 0; i < count; i++) {
            const double most = size_of(n[i]);
            if (most > 0)
                CHECK(x * ((double)n[i].x / most) + y * ((double)n[i].y / most) +
                          z * ((double)n[i].z / most) >=
                      -4 * e);
        }
    }
    CHECK(cld_slide(NULL, 1, &v) == CLD_ERROR_NULL && cld_slide(n, -1, &v) == CLD_ERROR_COUNT);
    CHECK(cld_slide(n, count, NULL) == CLD_ERROR_NULL);
    slid += told == CLD_OK;
    free(n);
}

static void fuzz_run(fuzz_input *in)
{
    const int kind = fuzz_byte(in) % 16;
    if (kind < 9)
        run_mesh(in);
    else if (kind < 15)
        run_field(in);
    else
        run_slide(in);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 6000);
    int i;
    printf("%d inputs; %ld asked, %ld refused, %ld touching, %ld hits, %ld after a way, %ld slid\n",
           repeat, asked, refused, touched, hits, stopped, slid);
    CHECK(repeat < 1000 ||
          (asked > repeat && touched > repeat / 10 && hits > repeat / 20 && slid > repeat / 50));
    for (i = 0; i < SOLIDS; i++) solid_free(&solids[i]);
    return test_end();
}
#endif
