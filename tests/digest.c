/* The same answers everywhere: asks every public query about input that is made of whole numbers
 * alone, and tells the answers as one number for each group of queries and kind of answer:
 *
 *     always   whatever the flags, -ffast-math and x87 registers too (cld_orient2d, counts, faults)
 *     exact    yes or no, indices, counts: decided exactly, or with room to spare; so the same on
 *              every machine, with products fused or not
 *     unfused  every number that is returned, to the last bit: the same on every machine, compiler
 *              and level of SIMD that fuses no product with a sum. AVX2+FMA, AVX-512 and NEON do;
 *              so do gcc and clang where the processor can, unless -ffp-contract=off is given
 *
 *     digest tests/digest.txt [--exact-only | --always-only]    compares, names what differs
 *     digest --write                                            prints the lines of this precision
 *
 * The angles of cld_pose2_from_angle and of turning sets of points go through the C library's sine
 * and cosine, which may differ in the last bit: of these only what is exact is looked at. */
#include "test.h"
#include "polygon_sweep.h"
#include "examples/heightfield_bodies.h"

/* ----------------------------------------------------------------------------------- the digest */

enum { ALWAYS, EXACT, UNFUSED, KINDS };
static const char *const kind_names[KINDS] = {"always", "exact", "unfused"};

static struct {
    uint64_t hash[KINDS];
    long count[KINDS];
} sums;

static uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void put(int kind, uint64_t value)
{
    sums.hash[kind] = scramble(sums.hash[kind] + 0x9e3779b97f4a7c15u + value);
    sums.count[kind]++;
}

static int whole(int kind, int value)
{
    put(kind, (uint64_t)(int64_t)value);
    return value;
}

/* By value, not by bytes: floats as the double that they are. The two zeros are one number, and so
   is all that is not a number. */
static void real(cld_real value)
{
    const double x = (double)value;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (x == 0) bits = 0;
    if (x != x) bits = (uint64_t)0x7ff8 << 48;
    put(UNFUSED, bits);
}

static void vec2(cld_vec2 v)
{
    real(v.x), real(v.y);
}

static void vec3(cld_vec3 v)
{
    real(v.x), real(v.y), real(v.z);
}

static void mat3(const cld_mat3 *m)
{
    vec3(m->x), vec3(m->y), vec3(m->z);
}

static void contact(const cld_contact *c)
{
    vec3(c->point_a), vec3(c->point_b), vec3(c->normal), real(c->distance);
    put(UNFUSED, c->feature_a), put(UNFUSED, c->feature_b);
}

static void contact2(const cld_contact2 *c)
{
    vec2(c->point_a), vec2(c->point_b), vec2(c->normal), real(c->distance);
}

static void contacts(const cld_contact *c, int count)
{
    int i;
    whole(UNFUSED, count);
    for (i = 0; i < count; i++) contact(&c[i]);
}

/* ------------------------------------------------------------------------------------- the input
   Whole numbers times powers of two: no compiler can round them otherwise. */

static uint64_t stream;

static test_random fresh(void)
{
    return test_random_from(++stream);
}

/* Steps of a number in its reach: float holds 23 bits, of which sums need some. */
static int64_t steps(int fine)
{
#ifdef COLLIDE_DOUBLE
    if (fine >= 16) fine += 28;
#endif
    return (int64_t)1 << fine;
}

/* -reach .. reach in steps of reach 2^-fine; reach is a power of two. */
static cld_real number(test_random *r, double reach, int fine)
{
    const int64_t most = steps(fine);
    const int64_t n = (int64_t)(test_bits(r) >> 1) % (2 * most + 1) - most;
    return (cld_real)((double)n * (reach / (double)most));
}

static cld_real positive(test_random *r, double reach, int fine)
{
    const int64_t most = steps(fine);
    return (cld_real)((double)((int64_t)(test_bits(r) >> 1) % most + 1) * (reach / (double)most));
}

static cld_vec2 point2(test_random *r, double reach, int fine)
{
    cld_vec2 p;
    p.x = number(r, reach, fine);
    p.y = number(r, reach, fine);
    return p;
}

static cld_vec3 point3(test_random *r, double reach, int fine)
{
    cld_vec3 p;
    p.x = number(r, reach, fine);
    p.y = number(r, reach, fine);
    p.z = number(r, reach, fine);
    return p;
}

static cld_vec3 vector(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x;
    v.y = (cld_real)y;
    v.z = (cld_real)z;
    return v;
}

/* The whole number p by the whole number q: one rounding, the same everywhere. */
static cld_real ratio(int p, int q)
{
    return (cld_real)((double)p / (double)q);
}

/* A rotation from a quaternion of four whole numbers. */
static cld_mat3 rotation(test_random *r)
{
    int a, b, c, d, n;
    cld_mat3 m;
    do {
        a = test_integer(r, -30, 30), b = test_integer(r, -30, 30);
        c = test_integer(r, -30, 30), d = test_integer(r, -30, 30);
        n = a * a + b * b + c * c + d * d;
    } while (n == 0);
    m.x.x = ratio(n - 2 * (c * c + d * d), n);
    m.x.y = ratio(2 * (b * c + d * a), n);
    m.x.z = ratio(2 * (b * d - c * a), n);
    m.y.x = ratio(2 * (b * c - d * a), n);
    m.y.y = ratio(n - 2 * (b * b + d * d), n);
    m.y.z = ratio(2 * (c * d + b * a), n);
    m.z.x = ratio(2 * (b * d + c * a), n);
    m.z.y = ratio(2 * (c * d - b * a), n);
    m.z.z = ratio(n - 2 * (b * b + c * c), n);
    return m;
}

static cld_pose pose(test_random *r, double reach)
{
    cld_pose p;
    p.rotation = rotation(r);
    p.position = point3(r, reach, 20);
    return p;
}

static cld_pose2 pose2(test_random *r, double reach)
{
    cld_pose2 p;
    int a, b, n;
    do {
        a = test_integer(r, -30, 30), b = test_integer(r, -30, 30);
        n = a * a + b * b;
    } while (n == 0);
    p.rotation.x = ratio(a * a - b * b, n);
    p.rotation.y = ratio(2 * a * b, n);
    p.position = point2(r, reach, 20);
    return p;
}

/* Memory for what is built: freed by the caller. */
static void *room(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) abort();
    return memory;
}

static cld_workspace workspace;

/* ----------------------------------------------------------------------------------------- base */

static void base_signs(void)
{
    test_random r = fresh();
    int i;
    for (i = 0; i < 2000; i++) {
        const int fine = i % 4 ? 4 + i % 19 : 2;
        const cld_vec2 a = point2(&r, 1, fine), b = point2(&r, 1024, fine), c = point2(&r, 1, fine);
        cld_vec2 d = a;
        whole(ALWAYS, cld_orient2d(a, b, c));
        /* nearly on the line from a to c, and exactly */
        d.x = (a.x + c.x) * (cld_real)0.5;
        d.y = (a.y + c.y) * (cld_real)0.5;
        whole(fine < 23 ? ALWAYS : EXACT, cld_orient2d(a, d, c));
    }
    for (i = -24; i <= 4; i++) put(ALWAYS, strlen(cld_status_text(i)));
}

static void base_poses(void)
{
    test_random r = fresh();
    int i;
    for (i = 0; i < 100; i++) {
        const cld_pose a = pose(&r, 16), b = pose(&r, 1);
        const cld_pose ab = cld_pose_multiply(&a, &b), back = cld_pose_invert(&a);
        const cld_pose2 c = pose2(&r, 16), d = pose2(&r, 1);
        const cld_pose2 cd = cld_pose2_multiply(&c, &d), back2 = cld_pose2_invert(&c);
        cld_pose wrong = a;
        mat3(&ab.rotation), vec3(ab.position), mat3(&back.rotation), vec3(back.position);
        vec3(cld_pose_point(&a, point3(&r, 4, 20)));
        vec2(cd.rotation), vec2(cd.position), vec2(back2.rotation), vec2(back2.position);
        vec2(cld_pose2_point(&c, point2(&r, 4, 20)));
        wrong.rotation.y = wrong.rotation.x;
        whole(EXACT, cld_pose_validate(&a)), whole(EXACT, cld_pose_validate(&wrong));
        whole(EXACT, cld_pose2_validate(&c));
    }
    {
        const cld_pose2 still = cld_pose2_from_angle(0, point2(&r, 4, 20));
        const cld_pose one = cld_pose_identity();
        vec2(still.rotation), vec2(still.position), mat3(&one.rotation), vec3(one.position);
    }
}

/* ---------------------------------------------------------------------------------------- boxes */

static cld_obb box(test_random *r, double reach)
{
    cld_obb b;
    b.centre = point3(r, reach, 20);
    b.axes = rotation(r);
    b.half.x = positive(r, 1, 20);
    b.half.y = positive(r, 1, 20);
    b.half.z = positive(r, 1, 20);
    return b;
}

/* Parallel to the axes, on a coarse grid: many touch, exactly. */
static cld_obb brick(test_random *r)
{
    const cld_pose one = cld_pose_identity();
    cld_obb b;
    b.centre = point3(r, 4, 2);
    b.axes = one.rotation;
    b.half.x = (cld_real)test_integer(r, 0, 2);
    b.half.y = (cld_real)test_integer(r, 0, 2);
    b.half.z = (cld_real)test_integer(r, 0, 2);
    return b;
}

#define BOXES 67

static void obb_overlaps(void)
{
    test_random r = fresh();
    cld_obb boxes[BOXES];
    uint32_t bits[(BOXES + 31) / 32], axis = 0;
    cld_obb_pack pack;
    void *memory = room(cld_obb_pack_size(BOXES));
    int i, j;
    for (i = 0; i < BOXES; i++) boxes[i] = i % 3 ? box(&r, 2) : brick(&r);
    whole(EXACT, cld_obb_pack_build(&pack, boxes, BOXES, memory, cld_obb_pack_size(BOXES)));
    for (i = 0; i < BOXES; i++) {
        for (j = 0; j < BOXES; j += 2) {
            whole(EXACT, cld_obb_overlap(&boxes[i], &boxes[j]));
            whole(EXACT, cld_obb_overlap_cached(&boxes[i], &boxes[j], &axis));
        }
        put(EXACT, cld_obb_overlap_many(&boxes[i], boxes, BOXES, bits));
        for (j = 0; j < (BOXES + 31) / 32; j++) put(EXACT, bits[j]);
        put(EXACT, cld_obb_overlap_pack(&boxes[i], &pack, bits));
        for (j = 0; j < (BOXES + 31) / 32; j++) put(EXACT, bits[j]);
        whole(EXACT, cld_obb_validate(&boxes[i]));
    }
    free(memory);
}

static void obb_pairs(void)
{
    test_random r = fresh();
    int i;
    for (i = 0; i < 300; i++) {
        const cld_obb a = i % 3 ? box(&r, 2) : brick(&r), b = i % 3 ? box(&r, 2) : brick(&r);
        cld_contact c[16];
        cld_vec3 axis;
        cld_obb_hit hit;
        int n = cld_obb_collide(&a, &b, c, 16);
        whole(EXACT, n > 0);
        contacts(c, n);
        real(cld_obb_separation(&a, &b, &axis)), vec3(axis);
        whole(EXACT, cld_obb_distance(&a, &b, c)), contact(c);
        if (whole(EXACT, cld_obb_sweep(&a, &b, point3(&r, 8, 20), &hit)))
            real(hit.time), contact(&hit.contact);
    }
}

static void obb_points(void)
{
    test_random r = fresh();
    cld_real points[3 * 50];
    cld_obb fitted;
    int i, j;
    for (i = 0; i < 300; i++) {
        const cld_obb a = i % 3 ? box(&r, 1) : brick(&r);
        const cld_pose p = pose(&r, 1);
        const cld_obb moved = cld_obb_transform(&p, &a), posed = cld_obb_from_pose(&p, a.half);
        const cld_vec3 from = point3(&r, 4, 20), along = point3(&r, 1, 20);
        cld_obb_point hit;
        mat3(&moved.axes), vec3(moved.centre), vec3(posed.half);
        whole(EXACT, cld_obb_contains(&a, point3(&r, 2, 20)));
        vec3(cld_obb_closest_point(&a, point3(&r, 2, 20)));
        if (whole(EXACT, cld_obb_raycast(&a, from, along, 100, &hit)))
            vec3(hit.point), vec3(hit.normal), real(hit.distance), put(UNFUSED, hit.feature);
    }
    for (i = 0; i < 30; i++) {
        for (j = 0; j < 3 * 50; j++) points[j] = number(&r, 1 << j % 3, 20);
        whole(EXACT,
              cld_obb_from_points(points, (size_t)(1 + i), 0, (cld_obb_fit)(i % 3), &fitted));
        vec3(fitted.centre), mat3(&fitted.axes), vec3(fitted.half);
    }
}

/* ------------------------------------------------------------------------------------- surfaces */

typedef struct sheet {
    cld_real knots_u[12], knots_v[12], points[3 * 36], weights[36];
    cld_nurbs view;
} sheet;

/* A sheet over the square of size 2, its heights and, of odd ones, its weights by chance. */
static void sheet_make(sheet *s, test_random *r, int degree_u, int degree_v, int weighted)
{
    const int n = 5, m = 6;
    int i, j;
    memset(s, 0, sizeof *s);
    for (i = 0; i < n + degree_u + 1; i++)
        s->knots_u[i] = (cld_real)(i <= degree_u ? 0 : i < n ? i - degree_u : n - degree_u);
    for (i = 0; i < m + degree_v + 1; i++)
        s->knots_v[i] = (cld_real)(i <= degree_v ? 0 : i < m ? i - degree_v : m - degree_v);
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            cld_real *p = s->points + 3 * (i * m + j);
            p[0] = (cld_real)(i * 0.5 - 1) + number(r, 0.125, 16);
            p[1] = (cld_real)(j * 0.375 - 1) + number(r, 0.125, 16);
            p[2] = number(r, 0.5, 16);
            s->weights[i * m + j] = (cld_real)(0.75 + 0.25 * test_integer(r, 0, 4));
        }
    s->view.degree_u = degree_u, s->view.degree_v = degree_v;
    s->view.count_u = n, s->view.count_v = m;
    s->view.knots_u = s->knots_u, s->view.knots_v = s->knots_v;
    s->view.points = s->points;
    s->view.weights = weighted ? s->weights : NULL;
}

static void surface_numbers(const cld_nurbs *s, const cld_real *memory, int count)
{
    int i;
    whole(EXACT, s->count_u), whole(EXACT, s->count_v), whole(UNFUSED, count);
    for (i = 0; i < count; i++) real(memory[i]);
}

static void nurbs_surfaces(void)
{
    test_random r = fresh();
    int k, i;
    for (k = 0; k < 8; k++) {
        sheet s;
        cld_nurbs out[16];
        cld_real memory[3000];
        cld_obb fitted;
        cld_nurbs_fault fault;
        int patches = 0, n;
        sheet_make(&s, &r, 1 + k % 4, 1 + k % 3, k & 1);
        for (i = 0; i < 20; i++) {
            const cld_real u = positive(&r, 4, 16), v = positive(&r, 8, 16);
            cld_nurbs_point p;
            whole(EXACT, cld_nurbs_evaluate(&s.view, u, v, &p));
            vec3(p.position), vec3(p.du), vec3(p.dv), vec3(p.duu), vec3(p.duv), vec3(p.dvv);
            vec3(p.normal);
        }
        n = cld_nurbs_insert_knot(&s.view, k & 1, (cld_real)0.75, 1, out, memory, 3000);
        surface_numbers(out, memory, n);
        n = cld_nurbs_split(&s.view, k & 1, (cld_real)0.375, out, memory, 3000);
        surface_numbers(out, memory, n);
        n = cld_nurbs_extract_bezier(&s.view, out, 16, &patches, memory, 3000);
        whole(EXACT, patches), surface_numbers(out, memory, n <= 3000 && patches <= 16 ? n : 0);
        whole(EXACT, cld_nurbs_obb(&s.view, CLD_OBB_FIT_BALANCED, &fitted));
        vec3(fitted.centre), mat3(&fitted.axes), vec3(fitted.half);
        whole(EXACT, cld_nurbs_validate(&s.view, NULL));
        s.knots_u[k % 4] = 7;
        whole(EXACT, cld_nurbs_validate(&s.view, &fault));
        whole(EXACT, fault.direction), whole(EXACT, fault.i);
    }
}

static void nurbs_contact(const cld_nurbs_contact *c)
{
    contact(&c->contact), real(c->u_a), real(c->v_a), real(c->u_b), real(c->v_b), real(c->error);
    whole(UNFUSED, c->relation);
}

/* All that is asked about one pair. */
static void nurbs_pair(const cld_nurbs_body *a, const cld_nurbs_body *b)
{
    cld_nurbs_contact c[8];
    cld_nurbs_curve curves[16];
    cld_nurbs_curve_point points[300];
    cld_nurbs_params params;
    int relation = 0, i, n, point_count = 0;
    memset(&params, 0, sizeof params);
    params.max_pairs = 20000;
    params.chord_error = (cld_real)0.015625;
    n = cld_nurbs_collide(a, b, &params, &workspace, c);
    whole(UNFUSED, n);
    if (whole(EXACT, n > 0)) nurbs_contact(c);
    n = cld_nurbs_contacts(a, b, &params, &workspace, c, 8, &relation);
    whole(UNFUSED, relation), whole(UNFUSED, n);
    for (i = 0; i < n && i < 8; i++) nurbs_contact(&c[i]);
    n = cld_nurbs_curves(a, b, &params, &workspace, curves, 16, points, 300, &point_count);
    whole(UNFUSED, n), whole(UNFUSED, point_count);
    for (i = 0; i < point_count && i < 300; i++) {
        vec3(points[i].position), real(points[i].u_a), real(points[i].v_a);
        real(points[i].u_b), real(points[i].v_b);
    }
    params.tolerance = (cld_real)0.0009765625;
    whole(UNFUSED, cld_nurbs_distance(a, b, &params, &workspace, c)), nurbs_contact(c);
}

static void nurbs_hit(const cld_nurbs_hit *h)
{
    vec3(h->point), vec3(h->normal), real(h->distance), real(h->u), real(h->v);
    whole(UNFUSED, h->surface);
}

static void nurbs_pairs(void)
{
    test_random r = fresh();
    int k, i;
    for (k = 0; k < 4; k++) {
        sheet s, t;
        cld_nurbs_model model;
        cld_nurbs_body a, b;
        memset(&model, 0, sizeof model), memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
        sheet_make(&s, &r, 1 + k % 3, 2, k & 1);
        sheet_make(&t, &r, 2, 1 + k % 3, k & 1);
        whole(EXACT, cld_nurbs_model_build(&model, &t.view, 1, NULL));
        a.surfaces = &s.view, b.model = &model;
        b.pose = pose(&r, 0.25);
        if (k == 3) b.pose.position.z = 4;
        nurbs_pair(&a, &b);
        for (i = 0; i < 10; i++) {
            cld_nurbs_hit hit;
            const cld_vec3 from = point3(&r, 2, 16), to = point3(&r, 1, 16);
            whole(EXACT, cld_nurbs_closest(&b, from, NULL, &workspace, &hit)), nurbs_hit(&hit);
            if (whole(EXACT, cld_nurbs_raycast(&a, from, to, 0, NULL, &workspace, &hit)) == 1)
                nurbs_hit(&hit);
        }
        cld_nurbs_model_free(&model);
    }
}

/* ------------------------------------------------------------------------------------ triangles */

static cld_triangle triangle(test_random *r, double reach, int fine)
{
    cld_triangle t;
    t.a = point3(r, reach, fine);
    t.b = point3(r, reach, fine);
    t.c = point3(r, reach, fine);
    return t;
}

static cld_segment segment(test_random *r, double reach, int fine)
{
    cld_segment s;
    s.a = point3(r, reach, fine);
    s.b = point3(r, reach, fine);
    return s;
}

static void mesh_hit(const cld_mesh_hit *h)
{
    int i;
    contact(&h->contact), real(h->time);
    for (i = 0; i < 4; i++) real(h->weights[i]);
}

static void triangles(void)
{
    test_random r = fresh();
    int i;
    for (i = 0; i < 500; i++) {
        const int fine = i % 3 ? 20 : 2; /* coarse: degenerate, coplanar, touching */
        const cld_triangle a = triangle(&r, 1, fine), b = triangle(&r, 1, fine);
        const cld_segment s = segment(&r, 1, fine), t = segment(&r, 1, fine);
        cld_vec3 weights;
        cld_real u, v;
        cld_contact c;
        real(cld_triangle_closest(&a, s.a, &weights)), vec3(weights);
        real(cld_segment_closest(&s, &t, &u, &v)), real(u), real(v);
        real(cld_triangle_distance(&a, &b, &c)), contact(&c);
        whole(EXACT, cld_triangle_overlap(&a, &b));
    }
}

static void triangle_sweeps(void)
{
    test_random r = fresh();
    int i;
    for (i = 0; i < 150; i++) {
        const cld_triangle a = triangle(&r, 1, 20), b = triangle(&r, 1, 20);
        const cld_segment s = segment(&r, 1, 20), t = segment(&r, 1, 20);
        const cld_segment u = segment(&r, 1, 20), v = segment(&r, 1, 20);
        cld_mesh_hit hit;
        if (whole(EXACT, cld_triangle_sweep_point(&a, &b, s.a, s.b, 0, &hit))) mesh_hit(&hit);
        if (whole(EXACT, cld_segment_sweep(&s, &t, &u, &v, (cld_real)0.015625, &hit)))
            mesh_hit(&hit);
    }
}

/* The pairs are a set: exact without their order. */
static void pairs(const cld_pair *p, int count)
{
    uint64_t sum = 0;
    int i;
    whole(EXACT, count);
    for (i = 0; i < count; i++) {
        sum += scramble((uint64_t)p[i].a << 32 | p[i].b);
        put(UNFUSED, (uint64_t)p[i].a << 32 | p[i].b);
    }
    put(EXACT, sum);
}

#define AABBS 300

static void mesh_boxes(void)
{
    test_random r = fresh();
    cld_aabb boxes[AABBS];
    cld_pair out[5000];
    int i, k;
    for (k = 0; k < 4; k++) {
        for (i = 0; i < AABBS; i++) {
            const int fine = k & 1 ? 6 : 20;
            boxes[i].low = point3(&r, 8, fine);
            boxes[i].high = boxes[i].low;
            boxes[i].high.x += positive(&r, i % 50 ? 1 : 4, fine - 3);
            boxes[i].high.y += positive(&r, i % 50 ? 1 : 4, fine - 3);
            boxes[i].high.z += positive(&r, i % 50 ? 1 : 4, fine - 3);
        }
        pairs(out, cld_aabb_pairs(boxes, AABBS, &workspace, out, 5000));
        pairs(out, cld_aabb_pairs_between(boxes, 30 + 100 * (k & 2), boxes + 40, 200, &workspace,
                                          out, 5000));
    }
}

/* --------------------------------------------------------------------------------------- meshes */

#define SIDE 16

typedef struct cloth {
    cld_real positions[3 * (SIDE + 1) * (SIDE + 1)];
    uint32_t corners[6 * SIDE * SIDE];
    cld_mesh mesh;
    cld_mesh_topology topology;
    void *tree;
} cloth;

static void cloth_move(cloth *c, test_random *r, double height)
{
    int i, j;
    for (j = 0; j <= SIDE; j++)
        for (i = 0; i <= SIDE; i++) {
            cld_real *p = c->positions + 3 * (j * (SIDE + 1) + i);
            p[0] = (cld_real)(i * 0.125) + number(r, 0.03125, 16);
            p[1] = (cld_real)(j * 0.125) + number(r, 0.03125, 16);
            p[2] = number(r, height, 16);
        }
}

static void cloth_make(cloth *c, test_random *r)
{
    uint32_t *t = c->corners;
    int i, j;
    memset(c, 0, sizeof *c);
    cloth_move(c, r, 0.0625);
    for (j = 0; j < SIDE; j++)
        for (i = 0; i < SIDE; i++) {
            const uint32_t v = (uint32_t)(j * (SIDE + 1) + i);
            *t++ = v, *t++ = v + 1, *t++ = v + SIDE + 1;
            *t++ = v + 1, *t++ = v + SIDE + 2, *t++ = v + SIDE + 1;
        }
    c->mesh.positions = c->positions;
    c->mesh.vertex_count = (SIDE + 1) * (SIDE + 1);
    c->mesh.triangles = c->corners;
    c->mesh.triangle_count = 2 * SIDE * SIDE;
    whole(EXACT, cld_mesh_validate(&c->mesh, NULL));
    whole(EXACT, cld_mesh_topology_build(&c->topology, &c->mesh, (cld_real)0.03125, 0, NULL));
    whole(EXACT, c->topology.edge_count), whole(UNFUSED, c->topology.cluster_count);
    c->mesh.topology = &c->topology;
    c->mesh.self = 1;
    c->tree = room(cld_mesh_tree_size(&c->mesh));
    whole(EXACT, cld_mesh_tree_build(&c->mesh, c->tree, cld_mesh_tree_size(&c->mesh)));
}

static void cloth_free(cloth *c)
{
    cld_mesh_topology_free(&c->topology);
    free(c->tree);
}

#define MESH_CONTACTS 4000

static void mesh_contacts(const cld_mesh *meshes, int closest)
{
    cld_mesh_contact *out = (cld_mesh_contact *)room(MESH_CONTACTS * sizeof *out);
    cld_mesh_params params;
    int n, i, j;
    memset(&params, 0, sizeof params);
    params.distance = (cld_real)0.046875, params.closest = closest;
    n = cld_mesh_collide(meshes, 2, &params, &workspace, out, MESH_CONTACTS, NULL);
    whole(EXACT, n);
    for (i = 0; i < n && i < MESH_CONTACTS; i++) {
        contact(&out[i].contact);
        for (j = 0; j < 4; j++) put(UNFUSED, out[i].vertices[j]), real(out[i].weights[j]);
    }
    whole(EXACT, cld_mesh_overlap(meshes, 2, &params, &workspace));
    free(out);
}

static void mesh_pairs(void)
{
    test_random r = fresh();
    cloth c[2];
    cld_mesh meshes[2];
    cld_mesh_pair *out = (cld_mesh_pair *)room(4000 * sizeof *out);
    int k, i, n;
    cloth_make(&c[0], &r), cloth_make(&c[1], &r);
    for (k = 0; k < 3; k++) {
        uint64_t sum = 0;
        cloth_move(&c[k & 1], &r, k == 1 ? 0.5 : 0.0625);
        meshes[0] = c[0].mesh, meshes[1] = c[1].mesh;
        if (k == 2) meshes[1].pose = pose(&r, 0.25);
        mesh_contacts(meshes, k == 2);
        n = cld_mesh_intersections(meshes, 2, &workspace, out, 4000);
        whole(EXACT, n);
        for (i = 0; i < n && i < 4000; i++) {
            const uint64_t both = (uint64_t)out[i].triangle_a << 32 | (uint64_t)out[i].triangle_b;
            sum += scramble(both * 4 + (uint64_t)(2 * out[i].mesh_a + out[i].mesh_b));
            put(UNFUSED, both);
        }
        put(EXACT, sum);
    }
    free(out), cloth_free(&c[0]), cloth_free(&c[1]);
}

static void mesh_place(int answer, const cld_mesh_point *p)
{
    if (whole(EXACT, answer) != 1) return;
    vec3(p->point), vec3(p->normal), real(p->distance), vec3(p->weights);
    whole(UNFUSED, p->triangle);
}

static void mesh_trees(void)
{
    test_random r = fresh();
    cloth c[2];
    int k, i, changed[3] = {3, 40, 511};
    cloth_make(&c[0], &r), cloth_make(&c[1], &r);
    for (k = 0; k < 3; k++) {
        cld_mesh_point p;
        cld_contact nearest;
        cloth_move(&c[1], &r, k == 1 ? 0.5 : 0.0625);
        whole(EXACT, cld_mesh_tree_refit(&c[1].mesh));
        for (i = 0; i < 40; i++) {
            const cld_vec3 from = point3(&r, 4, 18), along = point3(&r, 1, 18);
            mesh_place(cld_mesh_raycast(&c[1].mesh, from, along, 100, &p), &p);
            mesh_place(cld_mesh_raycast(&c[1].mesh, vector(i * 0.125, i * 0.0625, 3),
                                        vector(0, 0, -1), 100, &p),
                       &p);
            mesh_place(cld_mesh_closest(&c[1].mesh, from, 100, &p), &p);
        }
        if (k) c[1].mesh.pose = pose(&r, 0.5), c[1].mesh.pose.position.z += (cld_real)(k * 1.5);
        whole(EXACT, cld_mesh_distance(&c[0].mesh, &c[1].mesh, 100, &nearest));
        contact(&nearest);
    }
    c[0].corners[3 * 3] = 100, c[0].corners[3 * 40 + 1] = 7;
    c[0].mesh.triangle_count = 511;
    whole(EXACT, cld_mesh_topology_update(&c[0].topology, &c[0].mesh, changed, 3));
    whole(EXACT, c[0].topology.edge_count), whole(EXACT, c[0].topology.triangle_count);
    c[0].corners[9] = 100000;
    whole(EXACT, cld_mesh_validate(&c[0].mesh, &i)), whole(EXACT, i);
    cloth_free(&c[0]), cloth_free(&c[1]);
}

/* -------------------------------------------------------------------------------------- terrain */

#define LAND 24

typedef struct land {
    int16_t heights[LAND * LAND];
    cld_heightfield field;
    int posed;
    void *pyramid;
} land;

static void land_make(land *l, test_random *r, int k)
{
    int i;
    memset(l, 0, sizeof *l);
    for (i = 0; i < LAND * LAND; i++)
        l->heights[i] = (int16_t)(k == 2 ? 0 : test_integer(r, -300, 300));
    l->heights[77] = -32768;
    l->field.heights = l->heights, l->field.type = CLD_HEIGHT_INT16;
    l->field.columns = LAND, l->field.rows = LAND;
    l->field.dx = (cld_real)0.5, l->field.dy = (cld_real)0.5;
    l->field.scale = (cld_real)0.001953125;
    l->field.no_data = -32768, l->field.has_no_data = 1;
    l->field.diagonal = (cld_diagonal)(k % 3);
    l->posed = k == 1;
    if (l->posed) l->field.pose = pose(r, 4);
    whole(EXACT, cld_heightfield_validate(&l->field, NULL));
    l->pyramid = room(cld_heightfield_size(&l->field));
    if (k)
        whole(EXACT, cld_heightfield_build(&l->field, l->pyramid, cld_heightfield_size(&l->field)));
}

/* a x + b y + c z + d; volatile: no product is fused. */
static cld_real combined(cld_real a, cld_real x, cld_real b, cld_real y, cld_real c, cld_real z,
                         cld_real d)
{
    const volatile double ax = (double)a * (double)x, by = (double)b * (double)y;
    const volatile double cz = (double)c * (double)z, sum = ax + by;
    return (cld_real)(sum + (cz + (double)d));
}

/* In the world, above the field or beside it. */
static cld_vec3 land_point(const land *l, test_random *r)
{
    const cld_mat3 *m = &l->field.pose.rotation;
    const cld_vec3 o = l->field.pose.position;
    cld_vec3 p, q;
    p.x = positive(r, 16, 20);
    p.y = positive(r, 16, 20);
    p.z = number(r, 2, 20);
    if (!l->posed) return p;
    q.x = combined(m->x.x, p.x, m->y.x, p.y, m->z.x, p.z, o.x);
    q.y = combined(m->x.y, p.x, m->y.y, p.y, m->z.y, p.z, o.y);
    q.z = combined(m->x.z, p.x, m->y.z, p.y, m->z.z, p.z, o.z);
    return q;
}

static void land_rays(void)
{
    test_random r = fresh();
    int k, i;
    for (k = 0; k < 3; k++) {
        land l;
        land_make(&l, &r, k);
        for (i = 0; i < 60; i++) {
            cld_heightfield_point p;
            const cld_vec3 from = land_point(&l, &r), along = point3(&r, 1, 20);
            if (whole(EXACT, cld_heightfield_height(&l.field, from, &p)) == 1)
                vec3(p.point), vec3(p.normal), real(p.distance), put(UNFUSED, p.feature);
            if (whole(EXACT, cld_heightfield_raycast(&l.field, from, along, 50, &p)) == 1)
                vec3(p.point), vec3(p.normal), real(p.distance), put(UNFUSED, p.feature);
        }
        l.heights[100] = 900;
        if (k) whole(EXACT, cld_heightfield_update(&l.field, 4, 4, 1, 1));
        l.field.dx = 0;
        whole(EXACT, cld_heightfield_validate(&l.field, NULL));
        free(l.pyramid);
    }
}

static void land_hit(int answer, const cld_heightfield_hit *h)
{
    if (whole(EXACT, answer) == 1) real(h->time), contact(&h->contact);
}

static void land_contacts(int count, const cld_contact *c)
{
    whole(EXACT, count > 0);
    contacts(c, count);
}

static void land_distance(int answer, const cld_contact *c)
{
    if (whole(EXACT, answer) == 1) contact(c);
}

#define LAND_BODY(name, body, motion)                                                              \
    do {                                                                                           \
        whole(EXACT, cld_heightfield_overlap_##name(&l.field, body));                              \
        land_contacts(cld_heightfield_collide_##name(&l.field, body, 0, c, 16), c);                \
        land_distance(cld_heightfield_distance_##name(&l.field, body, 3, c), c);                   \
        land_hit(cld_heightfield_sweep_##name(&l.field, body, motion, &hit), &hit);                \
    } while (0)

static void land_bodies(void)
{
    test_random r = fresh();
    cld_contact c[CLD_HEIGHTFIELD_CONTACTS];
    cld_heightfield_hit hit;
    int k, i, j;
    for (k = 0; k < 3; k++) {
        land l;
        land_make(&l, &r, k);
        for (i = 0; i < 12; i++) {
            const cld_vec3 motion = point3(&r, 2, 20);
            cld_sphere sphere;
            cld_capsule capsule;
            cld_obb block = box(&r, 1);
            cld_hull hull;
            cld_real points[3 * 9];
            sphere.centre = land_point(&l, &r), sphere.radius = positive(&r, 1, 10);
            capsule.a = land_point(&l, &r), capsule.b = capsule.a;
            capsule.b.x += number(&r, 1, 16), capsule.b.z += number(&r, 1, 16);
            capsule.radius = positive(&r, 1, 10);
            block.centre = land_point(&l, &r);
            for (j = 0; j < 3 * 9; j++) points[j] = number(&r, 1, 16);
            memset(&hull, 0, sizeof hull);
            hull.points = points, hull.count = 9;
            hull.pose.rotation = rotation(&r), hull.pose.position = land_point(&l, &r);
            LAND_BODY(sphere, &sphere, motion);
            LAND_BODY(capsule, &capsule, motion);
            LAND_BODY(obb, &block, motion);
            LAND_BODY(hull, &hull, motion);
        }
        free(l.pyramid);
    }
}

static cld_cylinder wheel(test_random *r, cld_vec3 centre)
{
    cld_cylinder w;
    w.centre = centre;
    w.axis = point3(r, 1, 20);
    w.radius = positive(r, 1, 20);
    w.half_height = positive(r, 0.5, 20);
    return w;
}

static void land_cylinders(void)
{
    test_random r = fresh();
    cld_contact c[CLD_HEIGHTFIELD_CONTACTS];
    cld_heightfield_hit hit;
    int k, i;
    for (k = 0; k < 3; k++) {
        land l;
        land_make(&l, &r, k);
        for (i = 0; i < 20; i++) {
            const cld_vec3 motion = point3(&r, 2, 20);
            const cld_cylinder w = wheel(&r, land_point(&l, &r));
            LAND_BODY(cylinder, &w, motion);
        }
        free(l.pyramid);
    }
}

/* ------------------------------------------------------------------------------------- polygons */

typedef struct shape {
    cld_real vertices[2 * 200];
    cld_polygon polygon;
} shape;

/* The hull of points by chance: on a coarse grid, of parallel edges and equal coordinates. */
static void shape_make(shape *s, test_random *r, int points, int fine)
{
    int i, n;
    memset(s, 0, sizeof *s);
    for (i = 0; i < points; i++) {
        const cld_vec2 p = point2(r, 1, fine);
        s->vertices[2 * i] = p.x, s->vertices[2 * i + 1] = p.y;
    }
    n = cld_polygon_hull(s->vertices, (size_t)points, 0);
    whole(EXACT, n);
    for (i = 0; i < n; i++) {
        put(EXACT, (uint64_t)(int64_t)((double)s->vertices[2 * i] * (double)steps(20)));
        put(EXACT, (uint64_t)(int64_t)((double)s->vertices[2 * i + 1] * (double)steps(20)));
    }
    s->polygon.vertices = s->vertices;
    s->polygon.count = (size_t)n;
    whole(EXACT, cld_polygon_validate(&s->polygon, NULL));
}

static void clip2(int answer, const cld_clip2 *c)
{
    if (whole(EXACT, answer) != 1) return;
    put(EXACT, c->enter_feature), put(EXACT, c->exit_feature);
    real(c->enter), real(c->exit), vec2(c->enter_point), vec2(c->exit_point);
    vec2(c->enter_normal), vec2(c->exit_normal);
}

#define SHAPES 24

static void shapes_make(shape *s, test_random *r)
{
    int i;
    for (i = 0; i < SHAPES; i++) {
        shape_make(&s[i], r, i < 3 ? i + 1 : 3 + 8 * i, i & 1 ? 20 : 3);
        if (i % 3 == 2) s[i].polygon.pose = pose2(r, 2);
    }
}

static void polygon_questions(void)
{
    test_random r = fresh();
    shape *s = (shape *)room(SHAPES * sizeof *s);
    int i, k;
    shapes_make(s, &r);
    for (i = 0; i < SHAPES; i++) {
        const cld_polygon *a = &s[i].polygon;
        cld_vec2 points[40];
        uint32_t vertices[40];
        uint8_t where[40];
        for (k = 0; k < 40; k++) {
            const cld_vec2 p = point2(&r, 2, k & 1 ? 20 : 4), d = point2(&r, 1, k & 1 ? 20 : 3);
            cld_vec2 place;
            cld_span span;
            cld_clip2 clip;
            cld_contact2 c;
            uint32_t v, tangents[2];
            points[k] = p;
            whole(EXACT, cld_polygon_extreme(a, d, &v, &place));
            put(EXACT, v), vec2(place);
            if (whole(EXACT, cld_polygon_span(a, d, &span)) == CLD_OK) {
                put(EXACT, span.vertex_min), put(EXACT, span.vertex_max);
                real(span.min), real(span.max), real(span.width);
            }
            whole(EXACT, cld_polygon_contains(a, p));
            if (whole(EXACT, cld_polygon_tangents(a, p, tangents)) == 1)
                put(EXACT, tangents[0]), put(EXACT, tangents[1]);
            clip2(cld_polygon_clip_line(a, p, d, &clip), &clip);
            clip2(cld_polygon_clip_ray(a, p, d, &clip), &clip);
            clip2(cld_polygon_clip_segment(a, p, d, &clip), &clip);
            if (whole(EXACT, cld_polygon_closest(a, p, &c)) == 1) put(EXACT, c.feature_a);
            contact2(&c);
        }
        whole(EXACT, cld_polygon_extreme_many(a, points, 40, vertices));
        whole(EXACT, cld_polygon_contains_many(a, &points[0].x, 40, sizeof points[0], where));
        for (k = 0; k < 40; k++) put(EXACT, vertices[k]), put(EXACT, where[k]);
    }
    free(s);
}

static void polygon_pairs(void)
{
    test_random r = fresh();
    shape *s = (shape *)room(SHAPES * sizeof *s);
    int i, j, n;
    shapes_make(s, &r);
    for (i = 0; i < SHAPES; i++)
        for (j = 0; j < SHAPES; j++) {
            const cld_polygon *a = &s[i].polygon;
            cld_polygon b = s[j].polygon;
            cld_polygon_witness w;
            cld_polygon_cache cache = {0, 0};
            cld_contact2 c[2];
            cld_hit2 hit;
            if (!(j % 3 == 2)) b.pose.position = point2(&r, 2, j & 1 ? 20 : 3);
            if (whole(EXACT, cld_polygon_overlap(a, &b, &w)) == 0) vec2(w.normal);
            vec2(w.point);
            whole(EXACT, cld_polygon_overlap_cached(a, &b, &cache, NULL));
            if (whole(EXACT, cld_polygon_distance(a, &b, c)) == 1)
                put(EXACT, c[0].feature_a), put(EXACT, c[0].feature_b);
            contact2(c);
            whole(EXACT, cld_polygon_distance_cached(a, &b, &cache, c)), contact2(c);
            n = cld_polygon_collide(a, &b, 0, c, 2);
            whole(EXACT, n > 0), whole(UNFUSED, n);
            if (n > 0) contact2(c);
            if (n > 1) contact2(c + 1);
            if (whole(EXACT, sweep_b(a, &b, point2(&r, 4, 20), &hit)) == 1)
                real(hit.time), contact2(&hit.contact);
        }
    free(s);
}

/* ------------------------------------------------------------------------------------ polyhedra */

#define CORNERS 80

typedef struct solid {
    cld_real vertices[3 * CORNERS];
    uint32_t triangles[6 * CORNERS];
    cld_polyhedron polyhedron;
    void *memory;
} solid;

static void solid_make(solid *s, test_random *r, int points, int fine)
{
    uint64_t sum = 0;
    int i, n;
    memset(s, 0, sizeof *s);
    for (i = 0; i < 3 * points; i++) s->vertices[i] = number(r, 1, fine);
    n = cld_polyhedron_hull(s->vertices, (size_t)points, 0, &workspace, s->triangles, 2 * CORNERS);
    for (i = 0; i < n; i++) {
        const uint32_t *t = s->triangles + 3 * i;
        const int k = t[0] < t[1] ? t[0] < t[2] ? 0 : 2 : t[1] < t[2] ? 1 : 2; /* the least first */
        const uint64_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
        sum += scramble(a << 40 | b << 20 | c);
        put(UNFUSED, t[0]), put(UNFUSED, t[1]), put(UNFUSED, t[2]);
    }
    put(fine > 10 ? EXACT : UNFUSED,
        sum); /* of faces in one plane any cut into triangles will do */
    whole(EXACT, n);
    s->polyhedron.vertices = s->vertices, s->polyhedron.vertex_count = (size_t)points;
    s->polyhedron.triangles = s->triangles, s->polyhedron.triangle_count = (size_t)n;
    whole(EXACT, cld_polyhedron_validate(&s->polyhedron, &workspace, NULL));
    s->memory = room(cld_polyhedron_size(&s->polyhedron));
    whole(EXACT,
          cld_polyhedron_build(&s->polyhedron, s->memory, cld_polyhedron_size(&s->polyhedron)));
}

#define SOLIDS 6

static void solids_make(solid *s, test_random *r)
{
    int i;
    for (i = 0; i < SOLIDS; i++) solid_make(&s[i], r, 8 + 12 * i, i & 1 ? 20 : 3);
}

static void solids_free(solid *s)
{
    int i;
    for (i = 0; i < SOLIDS; i++) free(s[i].memory);
    free(s);
}

static void clip3(int answer, const cld_clip3 *c)
{
    if (whole(EXACT, answer) != 1) return;
    real(c->enter), real(c->exit), vec3(c->enter_point), vec3(c->exit_point);
    vec3(c->enter_normal), vec3(c->exit_normal);
    put(UNFUSED, c->enter_feature), put(UNFUSED, c->exit_feature);
}

static void polyhedron_span(const cld_span *s)
{
    real(s->min), real(s->max), real(s->width);
    put(UNFUSED, s->vertex_min), put(UNFUSED, s->vertex_max);
}

static void polyhedron_questions(void)
{
    test_random r = fresh();
    solid *s = (solid *)room(SOLIDS * sizeof *s);
    int i, k;
    solids_make(s, &r);
    for (i = 0; i < SOLIDS; i++) {
        cld_polyhedron a = s[i].polyhedron;
        for (k = 0; k < 40; k++) {
            const int fine = k & 1 ? 20 : 3;
            const cld_vec3 p = point3(&r, 2, fine), d = point3(&r, 1, 20);
            cld_vec3 place;
            cld_span span;
            cld_clip3 clip;
            cld_contact c;
            uint32_t v;
            if (k == 20) a.pose = pose(&r, 1);
            whole(EXACT, cld_polyhedron_extreme(&a, d, &v, &place)), put(UNFUSED, v), vec3(place);
            whole(EXACT, cld_polyhedron_span(&a, d, &span)), polyhedron_span(&span);
            whole(EXACT, cld_polyhedron_plane(&a, p, d, &span)), polyhedron_span(&span);
            whole(EXACT, cld_polyhedron_contains(&a, p));
            clip3(cld_polyhedron_clip_line(&a, p, d, &clip), &clip);
            clip3(cld_polyhedron_clip_ray(&a, p, d, &clip), &clip);
            clip3(cld_polyhedron_clip_segment(&a, p, d, &clip), &clip);
            whole(EXACT, cld_polyhedron_closest(&a, p, &c)), contact(&c);
        }
    }
    solids_free(s);
}

static void polyhedron_pairs(void)
{
    test_random r = fresh();
    solid *s = (solid *)room(SOLIDS * sizeof *s);
    shape outline;
    cld_shape flat;
    cld_real corners[3 * 64];
    int i, j, n;
    solids_make(s, &r);
    shape_make(&outline, &r, 30, 20);
    flat = cld_shape_points(corners, outline.polygon.count);
    for (i = 0; i < (int)flat.count; i++) {
        corners[3 * i] = outline.polygon.vertices[2 * i];
        corners[3 * i + 1] = outline.polygon.vertices[2 * i + 1];
        corners[3 * i + 2] = 0;
    }
    for (i = 0; i < SOLIDS; i++)
        for (j = 0; j < SOLIDS; j++) {
            const cld_polyhedron *a = &s[i].polyhedron;
            cld_polyhedron b = s[j].polyhedron;
            const cld_shape one = cld_shape_polyhedron(a), other = cld_shape_polyhedron(&b);
            const cld_real most = (cld_real)HUGE_VAL;
            cld_shape_cache cache;
            cld_contact c;
            cld_pose p = pose(&r, 2);
            b.pose = pose(&r, 2);
            memset(&cache, 0, sizeof cache);
            whole(EXACT, cld_shape_overlap(&one, NULL, &other, NULL, NULL));
            whole(EXACT, cld_shape_distance(&one, NULL, &other, NULL, most, NULL, &c)), contact(&c);
            whole(EXACT, cld_shape_distance(&one, NULL, &other, NULL, most, &cache, &c));
            contact(&c);
            whole(EXACT, cld_shape_distance(&one, NULL, &flat, &p, most, NULL, &c)), contact(&c);
            n = whole(EXACT, cld_shape_collide(&one, NULL, &other, NULL, 0, NULL, &c, 1));
            if (n > 0) contact(&c);
        }
    solids_free(s);
}

/* --------------------------------------------------------------------------------------- curves */

static cld_bezier curve(test_random *r, int degree, int fine)
{
    cld_bezier c;
    int i;
    memset(&c, 0, sizeof c);
    c.degree = degree;
    for (i = 0; i <= degree; i++) c.points[i] = point2(r, 1, fine);
    return c;
}

static void path_hit(int answer, const cld_path_hit *h)
{
    if (whole(EXACT, answer) < 1) return;
    real(h->time), real(h->parameter), vec2(h->point), vec2(h->normal);
    whole(UNFUSED, h->side), put(UNFUSED, h->piece);
}

static void path_point(int answer, const cld_path_point *p)
{
    if (whole(EXACT, answer) < 1) return;
    vec2(p->point), vec2(p->normal), real(p->distance), real(p->parameter);
    whole(UNFUSED, p->side), put(UNFUSED, p->piece);
}

static void meetings(const cld_path_meeting *m, int count)
{
    int i;
    whole(EXACT, count);
    for (i = 0; i < count; i++) {
        real(m[i].a_from), real(m[i].a_to), real(m[i].b_from), real(m[i].b_to), vec2(m[i].point);
        put(UNFUSED, m[i].piece_a), put(UNFUSED, m[i].piece_b);
    }
}

static void bezier_segments(void)
{
    test_random r = fresh();
    cld_path_hit hit;
    int i;
    for (i = 0; i < 500; i++) {
        const int fine = i & 1 ? 20 : 2;
        const cld_vec2 a = point2(&r, 1, fine), b = point2(&r, 1, fine);
        const cld_vec2 c = point2(&r, 1, fine), d = point2(&r, 1, fine);
        path_hit(cld_segment_hit(a, b, c, d, &hit), &hit);
    }
}

static void bezier_curves(void)
{
    test_random r = fresh();
    int i;
    for (i = 0; i < 200; i++) {
        const cld_bezier a = curve(&r, 1 + i % 3, 20), b = curve(&r, 1 + i / 3 % 3, 20);
        cld_bezier halves[2];
        cld_vec2 p, q;
        cld_real length;
        cld_path_point nearest;
        cld_path_meeting m[16];
        int n;
        whole(EXACT, cld_bezier_validate(&a));
        whole(EXACT, cld_bezier_evaluate(&a, positive(&r, 1, 20), &p, &q)), vec2(p), vec2(q);
        whole(EXACT, cld_bezier_split(&a, positive(&r, 1, 20), halves));
        vec2(halves[0].points[1]), vec2(halves[1].points[0]);
        whole(EXACT, cld_bezier_bounds(&a, &p, &q)), vec2(p), vec2(q);
        whole(EXACT, cld_bezier_length(&a, 0, positive(&r, 1, 20), &length)), real(length);
        whole(EXACT, cld_bezier_at_length(&a, (cld_real)0.25, &length)), real(length);
        path_point(cld_bezier_closest(&a, point2(&r, 2, 20), &nearest), &nearest);
        meetings(m, cld_bezier_intersect(&a, &b, m, 16));
        n = cld_bezier_self_intersect(&a, m);
        meetings(m, n);
    }
}

#define MOVES 50

static void bezier_sweeps(void)
{
    test_random r = fresh();
    int i, k, n;
    for (i = 0; i < 30; i++) {
        const cld_bezier a = curve(&r, 1 + i % 3, 20);
        cld_vec2 from[MOVES], to[MOVES];
        cld_path_hit hits[MOVES];
        for (k = 0; k < MOVES; k++) {
            from[k] = point2(&r, 2, 20), to[k] = point2(&r, 2, 20);
            path_hit(cld_bezier_sweep(&a, from[k], to[k], hits), hits);
            n = whole(EXACT, cld_bezier_sweep_all(&a, from[k], to[k], hits, 4));
            while (n-- > 0) path_hit(1, &hits[n]);
            path_hit(cld_bezier_sweep_disc(&a, from[k], to[k], positive(&r, 0.5, 20), hits), hits);
        }
        whole(EXACT, cld_bezier_sweep_many(&a, from, to, MOVES, hits));
        for (k = 0; k < MOVES; k++) path_hit(hits[k].time <= 1, &hits[k]);
    }
}

/* Loops of lines, quadratics and cubics. */
typedef struct track {
    char commands[64];
    cld_real points[2 * 128];
    cld_path path;
    void *memory;
} track;

static void track_make(track *t, test_random *r)
{
    size_t i, n = 0;
    memset(t, 0, sizeof *t);
    for (i = 0; i < 60; i++) {
        t->commands[i] = i % 12 == 0 ? 'M' : i % 12 == 11 ? 'Z' : "LQC"[test_integer(r, 0, 2)];
        n += t->commands[i] == 'C' ? 3u : t->commands[i] == 'Q' ? 2u : t->commands[i] != 'Z';
    }
    for (i = 0; i < 2 * n && i < 2 * 128; i++) t->points[i] = number(r, 1, 20);
    t->path.commands = t->commands, t->path.command_count = 60;
    t->path.points = t->points, t->path.point_count = n;
    whole(EXACT, cld_path_validate(&t->path, NULL));
    t->memory = room(cld_path_size(&t->path));
    whole(EXACT, cld_path_build(&t->path, t->memory, cld_path_size(&t->path)));
}

static void path_places(const cld_path *p)
{
    cld_vec2 low, high;
    cld_real length, parameter;
    cld_bezier piece;
    uint32_t number_of = 0;
    whole(EXACT, cld_path_count(p));
    whole(EXACT, cld_path_piece(p, 7, &piece)), whole(EXACT, piece.degree), vec2(piece.points[0]);
    whole(EXACT, cld_path_bounds(p, &low, &high)), vec2(low), vec2(high);
    whole(EXACT, cld_path_length(p, &length)), real(length);
    whole(EXACT, cld_path_at_length(p, 20, &number_of, &parameter));
    put(EXACT, number_of), real(parameter);
}

static void path_questions(void)
{
    test_random r = fresh();
    track t, u;
    cld_path_meeting *m = (cld_path_meeting *)room(2000 * sizeof *m);
    int i, n;
    track_make(&t, &r), track_make(&u, &r);
    path_places(&t.path);
    for (i = 0; i < 100; i++) {
        const cld_vec2 from = point2(&r, 1, 20), to = point2(&r, 1, 20);
        cld_path_hit hits[40];
        cld_path_point nearest;
        cld_motion2 motion;
        int winding = 0;
        memset(&motion, 0, sizeof motion);
        motion.linear = point2(&r, 0.25, 20);
        path_hit(cld_path_sweep(&t.path, from, to, hits), hits);
        n = whole(EXACT, cld_path_sweep_all(&t.path, from, to, hits, 40));
        while (n-- > 0)
            if (n < 40) path_hit(1, &hits[n]);
        path_hit(cld_path_sweep_disc(&t.path, from, to, (cld_real)0.0078125, hits), hits);
        path_point(cld_path_closest(&t.path, from, &nearest), &nearest);
        whole(EXACT, cld_path_winding(&t.path, from, &winding)), whole(EXACT, winding);
        path_hit(cld_path_sweep_points(&t.path, u.points, 10, 0, &motion, hits), hits);
        motion.angle = (cld_real)0.125;
        whole(EXACT, cld_path_sweep_points(&t.path, u.points, 4, 0, &motion, hits));
        motion.angle = 0, vec2(cld_motion2_point(&motion, from, (cld_real)0.5));
    }
    n = cld_path_intersect(&t.path, &u.path, m, 2000);
    meetings(m, n < 2000 ? n : 0);
    for (i = 0; i < 20; i++) u.points[i] = number(&r, 1, 20);
    whole(EXACT, cld_path_refit(&u.path)), path_places(&u.path);
    t.commands[5] = 'x';
    whole(EXACT, cld_path_validate(&t.path, NULL));
    free(m), free(t.memory), free(u.memory);
}

/* ---------------------------------------------------------------------------------- shapes on ground */

#define GROUND_POINTS 12

/* A shape of each kind in turn, and its pose. */
static cld_shape ground_shape(test_random *r, int kind, cld_real *points, cld_pose *where)
{
    const cld_real radius = (cld_real)0.125 + positive(r, 1, 10);
    const cld_real half = (cld_real)0.125 + positive(r, 0.5, 10);
    int i;
    where->rotation = rotation(r);
    for (i = 0; i < 3 * GROUND_POINTS; i++) points[i] = number(r, 1, 16);
    if (kind == 0) return cld_shape_sphere(radius);
    if (kind == 1) return cld_shape_capsule(radius, half);
    if (kind == 2) return cld_shape_box(vector((double)radius, (double)half, 0.25));
    if (kind == 3) return cld_shape_cylinder(radius, half);
    return cld_shape_points(points, GROUND_POINTS);
}

static void ground_hit(int answer, const cld_hit *h)
{
    if (whole(EXACT, answer) == 1) real(h->time), contact(&h->contact);
}

static void ground_terrain(const land *l, const cld_shape *s, const cld_pose *p,
                           const cld_motion *motion)
{
    cld_contact c[CLD_GROUND_CONTACTS];
    cld_hit hit;
    whole(EXACT, cld_heightfield_overlap_shape(&l->field, s, p));
    land_contacts(cld_heightfield_collide_shape(&l->field, s, p, 0, c, CLD_GROUND_CONTACTS), c);
    land_distance(cld_heightfield_distance_shape(&l->field, s, p, 3, c), c);
    ground_hit(cld_heightfield_sweep_shape(&l->field, s, p, motion, NULL, &hit), &hit);
}

static void ground_mesh(const cld_mesh *m, const cld_shape *s, const cld_pose *p,
                        const cld_motion *motion)
{
    cld_contact c[CLD_GROUND_CONTACTS];
    cld_hit hit;
    whole(EXACT, cld_mesh_overlap_shape(m, s, p));
    land_contacts(cld_mesh_collide_shape(m, s, p, 0, c, CLD_GROUND_CONTACTS), c);
    land_contacts(cld_mesh_collide_shape(m, s, p, (cld_real)0.125, c, CLD_GROUND_CONTACTS), c);
    land_distance(cld_mesh_distance_shape(m, s, p, 3, c), c);
    ground_hit(cld_mesh_sweep_shape(m, s, p, motion, NULL, &hit), &hit);
}

/* Terrain, and a cloth met from both sides or from its front, standing and with a pose; what its
   contacts leave of the motion. */
static void ground_shapes(void)
{
    test_random r = fresh();
    cloth c;
    int k, i;
    cloth_make(&c, &r);
    for (k = 0; k < 3; k++) {
        land l;
        land_make(&l, &r, k);
        cloth_move(&c, &r, k == 1 ? 0.5 : 0.0625);
        whole(EXACT, cld_mesh_tree_refit(&c.mesh));
        if (k == 2) c.mesh.pose = pose(&r, 0.5);
        for (i = 0; i < 20; i++) {
            cld_real points[3 * GROUND_POINTS];
            cld_motion motion;
            cld_pose where;
            cld_contact found[CLD_GROUND_CONTACTS];
            cld_vec3 way, normals[4];
            const cld_shape s = ground_shape(&r, i % 5, points, &where);
            int n, j;
            memset(&motion, 0, sizeof motion);
            motion.linear = way = point3(&r, 2, 20);
            where.position = land_point(&l, &r);
            ground_terrain(&l, &s, &where, &motion);
            where.position = point3(&r, 1, 20);
            if (k < 2) where.position.x += 1, where.position.y += 1;
            c.mesh.sides = i & 1 ? CLD_MESH_FRONT : CLD_MESH_SHEET;
            ground_mesh(&c.mesh, &s, &where, &motion);
            n = cld_mesh_collide_shape(&c.mesh, &s, &where, 0, found, 4);
            for (j = 0; j < n && j < 4; j++) {
                normals[j].x = -found[j].normal.x, normals[j].y = -found[j].normal.y;
                normals[j].z = -found[j].normal.z;
            }
            whole(EXACT, cld_slide(normals, j, &way)), vec3(way);
            for (j = 0; j < 4; j++) normals[j] = point3(&r, 1, 4);
            way = motion.linear;
            whole(EXACT, cld_slide(normals, i % 5, &way)), vec3(way);
        }
        free(l.pyramid);
    }
    cloth_free(&c);
}

/* A closed mesh of 64 triangles: a ring of eight squares, whose corners are whole numbers or beside
   them. */
typedef struct ring {
    cld_real positions[3 * 32];
    uint32_t corners[6 * 32];
    cld_mesh mesh;
    void *tree;
} ring;

static void ring_make(ring *s, test_random *r, int shaken)
{
    static const int around[8][2] = {{4, 0},  {3, 3},   {0, 4},  {-3, 3},
                                     {-4, 0}, {-3, -3}, {0, -4}, {3, -3}};
    static const int across[4][2] = {{1, -1}, {2, 0}, {1, 1}, {0, 0}};
    uint32_t *t = s->corners;
    int i, j;
    memset(s, 0, sizeof *s);
    for (i = 0; i < 8; i++)
        for (j = 0; j < 4; j++) {
            cld_real *p = s->positions + 3 * (4 * i + j);
            const uint32_t a = (uint32_t)(4 * i + j), b = (uint32_t)(4 * i + (j + 1) % 4);
            const uint32_t c = (a + 4) % 32, d = (b + 4) % 32;
            p[0] = (cld_real)(around[i][0] * (1 + across[j][0]));
            p[1] = (cld_real)(around[i][1] * (1 + across[j][0]));
            p[2] = (cld_real)(2 * across[j][1]);
            if (shaken) p[0] += number(r, 0.5, 16), p[1] += number(r, 0.5, 16);
            if (shaken) p[2] += number(r, 0.5, 16);
            *t++ = a, *t++ = c, *t++ = b;
            *t++ = b, *t++ = c, *t++ = d;
        }
    s->mesh.positions = s->positions, s->mesh.vertex_count = 32;
    s->mesh.triangles = s->corners, s->mesh.triangle_count = 64;
    s->tree = room(cld_mesh_tree_size(&s->mesh));
    whole(EXACT, cld_mesh_tree_build(&s->mesh, s->tree, cld_mesh_tree_size(&s->mesh)));
}

static void ring_points(const ring *s, cld_vec3 p, cld_vec3 way)
{
    cld_mesh_point found[16];
    int winding = 0, n, i;
    whole(EXACT, cld_mesh_contains(&s->mesh, p, &winding)), whole(EXACT, winding);
    mesh_place(cld_mesh_signed_distance(&s->mesh, p, 100, found), found);
    n = whole(EXACT, cld_mesh_raycast_all(&s->mesh, p, way, 100, found, 16));
    for (i = 0; i < n && i < 16; i++) mesh_place(1, &found[i]);
}

/* Points on edges and corners, above and below them, too; shapes inside. */
static void ground_solids(void)
{
    static const int ring_reach[5] = {12, 12, 2, 1, 1};
    test_random r = fresh();
    int k, i, j, whole_numbers[5];
    for (k = 0; k < 3; k++) {
        ring s;
        ring_make(&s, &r, k == 1);
        if (k == 2) s.mesh.pose = pose(&r, 4);
        s.mesh.sides = CLD_MESH_SOLID;
        for (i = 0; i < 60; i++) {
            cld_real points[3 * GROUND_POINTS];
            cld_motion motion;
            cld_pose where;
            const cld_shape body = ground_shape(&r, i % 5, points, &where);
            memset(&motion, 0, sizeof motion);
            motion.linear = point3(&r, 2, 20), where.position = point3(&r, 8, 20);
            ring_points(&s, where.position, motion.linear);
            for (j = 0; j < 5; j++)
                whole_numbers[j] = test_integer(&r, -ring_reach[j], ring_reach[j]);
            ring_points(&s, vector(whole_numbers[0], whole_numbers[1], whole_numbers[2]),
                        vector(whole_numbers[3], whole_numbers[4], 1));
            ground_mesh(&s.mesh, &body, &where, &motion);
        }
        free(s.tree);
    }
}

/* ------------------------------------------------------------------------------------ the table */

typedef struct group {
    const char *name;
    void (*ask)(void);
} group;

static const group groups[] = {
    {"base.signs", base_signs},
    {"base.poses", base_poses},
    {"obb.overlaps", obb_overlaps},
    {"obb.pairs", obb_pairs},
    {"obb.points", obb_points},
    {"nurbs.surfaces", nurbs_surfaces},
    {"nurbs.pairs", nurbs_pairs},
    {"mesh.triangles", triangles},
    {"mesh.sweeps", triangle_sweeps},
    {"mesh.boxes", mesh_boxes},
    {"mesh.pairs", mesh_pairs},
    {"mesh.trees", mesh_trees},
    {"terrain.rays", land_rays},
    {"terrain.bodies", land_bodies},
    {"terrain.cylinders", land_cylinders},
    {"polygon.questions", polygon_questions},
    {"polygon.pairs", polygon_pairs},
    {"polyhedron.questions", polyhedron_questions},
    {"polyhedron.pairs", polyhedron_pairs},
    {"bezier.segments", bezier_segments},
    {"bezier.curves", bezier_curves},
    {"bezier.sweeps", bezier_sweeps},
    {"bezier.paths", path_questions},
    {"ground.shapes", ground_shapes},
    {"ground.solids", ground_solids},
};

/* The digest that the file has for a line's first words, or 0. */
static int expected(FILE *file, const char *words, char digest[17])
{
    char line[128];
    const size_t length = strlen(words);
    rewind(file);
    while (fgets(line, sizeof line, file))
        if (strncmp(line, words, length) == 0 && line[length] == ' ')
            return sscanf(line + length, "%16s", digest) == 1;
    return 0;
}

/* Says what differs; without a file, what there is. Returns how many lines differ. */
static int tell(FILE *file, const char *name, int kinds)
{
    int kind, different = 0;
    for (kind = 0; kind < kinds; kind++) {
        char words[64], digest[17], known[17] = "missing";
        if (!sums.count[kind]) continue;
        sprintf(words, "%s %s %s", TEST_REAL_NAME, name, kind_names[kind]);
        sprintf(digest, "%08lx%08lx", (unsigned long)(sums.hash[kind] >> 32),
                (unsigned long)(sums.hash[kind] & 0xffffffffu));
        if (!file) {
            printf("%s %s\n", words, digest);
        } else if (!expected(file, words, known) || strcmp(known, digest) != 0) {
            printf("differs: %s %s, expected %s\n", words, digest, known);
            different++;
        }
    }
    return different;
}

int main(int argc, char **argv)
{
    const int writes = argc == 2 && strcmp(argv[1], "--write") == 0;
    const char *option = argc == 3 ? argv[2] : "";
    FILE *file = !writes && argc > 1 ? fopen(argv[1], "r") : NULL;
    int kinds = KINDS, different = 0;
    size_t i;
    if (strcmp(option, "--exact-only") == 0) kinds = UNFUSED;
    if (strcmp(option, "--always-only") == 0) kinds = EXACT;
    if ((!file && !writes) || (argc > 2 && kinds == KINDS)) {
        printf("digest tests/digest.txt [--exact-only | --always-only], or digest --write\n");
        return 2;
    }
    test_seed = 1;
    for (i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        memset(&sums, 0, sizeof sums);
        stream = 1000 * i;
        groups[i].ask();
        different += tell(file, groups[i].name, kinds);
    }
    cld_workspace_free(&workspace);
    if (file) fclose(file), printf("%d lines differ\n", different);
    return different != 0;
}
