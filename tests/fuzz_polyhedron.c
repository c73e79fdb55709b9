/* Fuzzes polyhedra: any bytes as vertices, triangles, strides, poses, questions; and good solids in
 * which a few numbers were changed. All must be refused with a status of the docs or answered in
 * range, without a crash or a loop without end, within the buffers; a hull must be valid.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "polyhedron_shapes.h"
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 126 : 340)
#include "fuzz.h"

/* A status that the docs name, or an answer that is not negative. */
static int fuzz_status(int answer)
{
    return answer >= 0 || answer == CLD_ERROR_NULL || answer == CLD_ERROR_COUNT ||
           answer == CLD_ERROR_STRIDE || answer == CLD_ERROR_FINITE || answer == CLD_ERROR_POSE ||
           answer == CLD_ERROR_PARAMETER || answer == CLD_ERROR_POINT ||
           answer == CLD_ERROR_INDEX || answer == CLD_ERROR_SURFACE || answer == CLD_ERROR_CONVEX;
}

static solid shapes[2];
static cld_workspace space;
static int convex[2]; /* which of them validate calls so */
static long hulls, built, broken;

/* A pose: none, a turn by an angle and a shift, rarely anything. */
static cld_pose fuzz_pose(fuzz_input *in)
{
    cld_pose p;
    int how = fuzz_byte(in);
    memset(&p, 0, sizeof p);
    if (how < 100) return p;
    p.position = fuzz_vec3(in);
    if (how < 245) {
        const double a = fuzz_byte(in) / 40.0;
        p.rotation.x.x = p.rotation.y.y = (cld_real)cos(a);
        p.rotation.x.y = (cld_real)sin(a), p.rotation.y.x = (cld_real)-sin(a);
        p.rotation.z.z = 1;
    } else {
        p.rotation.x = fuzz_vec3(in), p.rotation.y = fuzz_vec3(in), p.rotation.z = fuzz_vec3(in);
    }
    return p;
}

/* -------------------------------------------------------------------------------------- shapes */

/* A good solid, made by the numbers. */
static void fuzz_good(fuzz_input *in, solid *s)
{
    test_random r;
    const double zero[3] = {0, 0, 0};
    const int kind = fuzz_byte(in) % KINDS, n = 4 + fuzz_byte(in) % 60;
    r.state = (uint64_t)fuzz_byte(in);
    if (!make_solid(s, &r, kind, n, 1, zero)) make_solid(s, &r, BOX, 8, 1, zero);
    if (fuzz_byte(in) % 2) solid_shuffle(s, &r, fuzz_byte(in) % 4);
}

static void fuzz_edit(fuzz_input *in, solid *s)
{
    int edits = fuzz_byte(in) % 4, i, k;
    for (; edits > 0; edits--) {
        const int what = fuzz_byte(in) % 8;
        i = fuzz_byte(in) * 256 + fuzz_byte(in);
        if (!s->count || !s->triangle_count) return;
        if (what < 2) s->xyz[i % (3 * s->count)] = (double)fuzz_real(in);
        if (what == 2) s->xyz[i % (3 * s->count)] *= 1 + (fuzz_byte(in) - 127) * 2 * TEST_ROUND;
        if (what == 3)
            s->t[i % (3 * s->triangle_count)] = (uint32_t)(fuzz_byte(in) % (s->count + 1));
        if (what == 4) { /* two vertices change places, or become the same */
            k = fuzz_byte(in) % s->count;
            memcpy(s->xyz + 3 * (i % s->count), s->xyz + 3 * k, 3 * sizeof *s->xyz);
        }
        if (what == 5) s->triangle_count--;
        if (what == 6)
            solid_triangle(s, fuzz_byte(in) % s->count, fuzz_byte(in) % s->count,
                           fuzz_byte(in) % s->count);
        if (what == 7) { /* turn one over */
            const uint32_t t = s->t[3 * (i % s->triangle_count)];
            s->t[3 * (i % s->triangle_count)] = s->t[3 * (i % s->triangle_count) + 1];
            s->t[3 * (i % s->triangle_count) + 1] = t;
        }
    }
}

/* Numbers as they come. */
static void fuzz_any(fuzz_input *in, solid *s)
{
    int i, n = fuzz_byte(in) % 24, m = fuzz_byte(in) % 40;
    solid_clear(s);
    for (i = 0; i < n; i++) {
        const cld_vec3 v = fuzz_vec3(in);
        solid_vertex(s, (double)v.x, (double)v.y, (double)v.z);
    }
    for (i = 0; i < m; i++) {
        const int a = fuzz_byte(in), b = fuzz_byte(in), c = fuzz_byte(in);
        solid_triangle(s, a % (n + 1), b % (n + 1), c % (n + 1));
    }
}

/* What the hull of the points is: a valid solid, or none. */
static void fuzz_hull(fuzz_input *in, solid *s)
{
    const int n = s->count, room = 2 * n + 4,
              capacity = fuzz_byte(in) % 3 ? room : fuzz_byte(in) % (room + 1);
    uint32_t *t = (uint32_t *)solid_memory(NULL, (3 * (size_t)capacity + 1) * sizeof *t);
    size_t where;
    int found, i;
    t[3 * capacity] = 0x5a5a5a5a;
    found = cld_polyhedron_hull(s->given, (size_t)n, s->p.stride, &space, t, capacity);
    CHECK(fuzz_status(found) && t[3 * capacity] == 0x5a5a5a5a);
    CHECK(found < 0 || found == 0 || (found >= 4 && found <= 2 * n - 4));
    if (found > 0 && found <= capacity) {
        cld_polyhedron p = s->p;
        memset(&p.pose, 0, sizeof p.pose);
        p.triangles = t, p.triangle_count = (size_t)found;
        i = cld_polyhedron_validate(&p, &space, &where);
        if (!CHECK(i == CLD_OK)) printf("    validate says %d of a hull\n", i);
        hulls++;
    }
    free(t);
}

/* Counts, strides and capacities that no memory has: refused, nothing is read or written. */
static void fuzz_refused(fuzz_input *in, const solid *s)
{
    const size_t huge = ((size_t)1 << 28) + 1 + (size_t)fuzz_byte(in);
    const size_t odd = (size_t)fuzz_byte(in) % (3 * sizeof(cld_real));
    uint32_t t = 7;
    cld_polyhedron p = s->p;
    CHECK(cld_polyhedron_hull(s->given, huge, 0, &space, &t, 1) == CLD_ERROR_COUNT);
    CHECK(cld_polyhedron_hull(s->given, (size_t)0 - huge, 0, &space, &t, 1) == CLD_ERROR_COUNT);
    CHECK(cld_polyhedron_hull(s->given, (size_t)s->count, 0, &space, &t, -1) == CLD_ERROR_COUNT);
    CHECK(cld_polyhedron_hull(s->given, 4, 0, NULL, &t, 1) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_hull(NULL, 4, 0, &space, &t, 1) == CLD_ERROR_NULL);
    if (odd) CHECK(cld_polyhedron_hull(s->given, 4, odd, &space, &t, 1) == CLD_ERROR_STRIDE);
    CHECK(t == 7);
    p.vertex_count = (size_t)0 - huge;
    CHECK(cld_polyhedron_size(&p) == 0);
    CHECK(cld_polyhedron_validate(&p, &space, NULL) < 0 &&
          cld_polyhedron_build(&p, &t, cld_polyhedron_size(&p)) < 0);
    p = s->p, p.triangle_count = 2 * huge;
    CHECK(cld_polyhedron_size(&p) == 0);
    CHECK(cld_polyhedron_validate(&p, &space, NULL) < 0 &&
          cld_polyhedron_build(&p, &t, cld_polyhedron_size(&p)) < 0);
    CHECK(t == 7 && p.hierarchy == s->p.hierarchy);
}

/* Volume and so on: refused as validate does, whose answer is `first`, but that the surface need be
   neither closed nor convex. */
static void fuzz_mass(const solid *s, int first)
{
    cld_mass m;
    const int status = cld_polyhedron_mass(&s->p, &m);
    const int any = first == CLD_ERROR_INDEX || first == CLD_ERROR_SURFACE ||
                    first == CLD_ERROR_CONVEX || first == CLD_ERROR_MEMORY;
    CHECK(any || status == first);
    CHECK(!any || status == CLD_OK || status == CLD_ERROR_CONVEX || status == CLD_ERROR_INDEX);
    if (status == CLD_OK) CHECK(!(m.volume < 0));
}

/* Builds what there is; whatever validate says of it, build says too, but for CONVEX. */
static void fuzz_build(fuzz_input *in, solid *s)
{
    int status, first;
    size_t where = (size_t)-1;
    int stride = fuzz_byte(in) % 8;
    solid_view(s, stride < 3 ? 0 : stride);
    fuzz_hull(in, s);
    s->p.pose = fuzz_pose(in);
    if (fuzz_byte(in) == 0) s->p.vertices = NULL;
    if (fuzz_byte(in) == 0) s->p.stride = (size_t)fuzz_byte(in) % (3 * sizeof(cld_real));
    fuzz_refused(in, s);
    first = cld_polyhedron_validate(&s->p, &space, &where);
    CHECK(fuzz_status(first));
    if (first == CLD_ERROR_POINT) CHECK(where < s->p.vertex_count);
    if (first == CLD_ERROR_INDEX || first == CLD_ERROR_SURFACE || first == CLD_ERROR_CONVEX)
        CHECK(where < s->p.triangle_count);
    fuzz_mass(s, first);
    status = solid_build(s, fuzz_byte(in) % 2);
    CHECK(status == (first == CLD_ERROR_CONVEX ? CLD_OK : first));
    CHECK((s->p.hierarchy != NULL) == (status == CLD_OK));
    convex[s - shapes] = first == CLD_OK;
    built += status == CLD_OK, broken += first == CLD_ERROR_CONVEX;
}

/* ----------------------------------------------------------------------------------- questions */

static void fuzz_feature(const solid *s, uint32_t feature)
{
    const uint32_t number = feature / 4;
    switch (feature % 4) {
    case CLD_FEATURE_VERTEX:
        CHECK(number < (uint32_t)s->count);
        break;
    case CLD_FEATURE_EDGE:
        CHECK(number < 3 * (uint32_t)s->triangle_count);
        break;
    case CLD_FEATURE_FACE:
        CHECK(number < (uint32_t)s->triangle_count);
        break;
    default:
        CHECK(number == 0);
    }
}

static void fuzz_clip(const solid *s, int found, const cld_clip3 *c)
{
    CHECK(fuzz_status(found) && found <= 1);
    if (found != 1) return;
    CHECK(c->enter <= c->exit);
    fuzz_feature(s, c->enter_feature);
    fuzz_feature(s, c->exit_feature);
}

static void fuzz_ask(fuzz_input *in, const solid *s)
{
    const cld_vec3 p = fuzz_vec3(in), d = fuzz_vec3(in);
    const int ready = s->p.hierarchy != NULL;
    uint32_t vertex = 0;
    cld_vec3 point;
    cld_contact contact;
    cld_span span;
    cld_clip3 clip;
    int found = cld_polyhedron_extreme(&s->p, d, &vertex, &point);
    CHECK(fuzz_status(found) && (ready || found < 0));
    CHECK(found < 0 || vertex < (uint32_t)s->count);
    CHECK(found < 0 || fuzz_finite3(d));
    found = cld_polyhedron_span(&s->p, d, &span);
    CHECK(fuzz_status(found) && found <= 0);
    if (found == CLD_OK)
        CHECK(span.vertex_min < (uint32_t)s->count && span.vertex_max < (uint32_t)s->count);
    found = cld_polyhedron_plane(&s->p, p, d, &span);
    CHECK(fuzz_status(found) && found <= 1);
    found = cld_polyhedron_contains(&s->p, p);
    CHECK(fuzz_status(found) && found <= 2 && (found < 0 || fuzz_finite3(p)));
    found = cld_polyhedron_clip_line(&s->p, p, d, &clip);
    fuzz_clip(s, found, &clip);
    found = cld_polyhedron_clip_ray(&s->p, p, d, &clip);
    CHECK(found != 1 || clip.enter >= 0);
    fuzz_clip(s, found, &clip);
    found = cld_polyhedron_clip_segment(&s->p, p, d, &clip);
    CHECK(found != 1 || (clip.enter >= 0 && clip.exit <= 1));
    fuzz_clip(s, found, &clip);
    found = cld_polyhedron_closest(&s->p, p, &contact);
    CHECK(fuzz_status(found) && found <= 1);
    if (found == 1) {
        fuzz_feature(s, contact.feature_a);
        CHECK(contact.feature_b == 0);
    }
}

static void fuzz_contact(int found, const cld_contact *c, const solid *a, const solid *b)
{
    CHECK(fuzz_status(found) && found <= 1);
    if (found == 0) CHECK(c->distance == 0);
    if (found != 1) return;
    CHECK(!(c->distance < 0));
    fuzz_feature(a, c->feature_a);
    fuzz_feature(b, c->feature_b);
}

/* Two convex solids, seen from the other: overlap may err by 2^-46 M, a distance too. */
static void fuzz_swapped(const solid *a, const solid *b, double most)
{
    cld_contact ab, ba;
    const int there = polyhedra_distance(&a->p, &b->p, NULL, &ab);
    const int back = polyhedra_distance(&b->p, &a->p, NULL, &ba);
    const double round = ldexp(most, -45);
    CHECK(there >= 0 && back >= 0);
    CHECK_NEAR(ab.distance, ba.distance, round + 2 * TEST_ROUND * fabs((double)ab.distance));
    if (!(ab.distance > round)) return;
    CHECK(!polyhedra_overlap(&a->p, &b->p) && !polyhedra_overlap(&b->p, &a->p));
    CHECK(polyhedra_collide(&b->p, &a->p, &ab, 1) == 0);
}

static double fuzz_most(const solid *s)
{
    double most = fmax(fabs((double)s->p.pose.position.x), fabs((double)s->p.pose.position.y));
    int i;
    most = fmax(most, fabs((double)s->p.pose.position.z));
    for (i = 0; i < 3 * s->count; i++) most = fmax(most, fabs(s->xyz[i]));
    return 4 * most; /* and in the world, turned: at most sqrt(3) of that, and the position */
}

static void fuzz_pair(fuzz_input *in, const solid *a, const solid *b)
{
    cld_shape_cache cache;
    cld_contact c;
    int found = polyhedra_overlap(&a->p, &b->p), i;
    CHECK(fuzz_status(found) && found <= 1);
    i = polyhedra_collide(&a->p, &b->p, &c, 1);
    CHECK(found == 1 ? i > 0 : i == found);
    if (found == 1) {
        CHECK(!(c.distance > 0));
        fuzz_feature(a, c.feature_a);
        fuzz_feature(b, c.feature_b);
    }
    found = polyhedra_distance(&a->p, &b->p, NULL, &c);
    fuzz_contact(found, &c, a, b);
    if (convex[a - shapes] && convex[b - shapes] && fuzz_most(a) < 1e30 && fuzz_most(b) < 1e30 &&
        found >= 0)
        fuzz_swapped(a, b, fmax(fuzz_most(a), fuzz_most(b)));
    fuzz_take(in, &cache, sizeof cache);
    for (i = 0; i < 3; i++) {
        found = polyhedra_distance(&a->p, &b->p, &cache, &c);
        fuzz_contact(found, &c, a, b);
    }
}

static void fuzz_points(fuzz_input *in, const solid *a)
{
    cld_real xyz[3 * 16];
    const cld_shape s = cld_shape_polyhedron(&a->p);
    cld_shape g;
    cld_pose pose = fuzz_pose(in);
    cld_contact c;
    int i, n = fuzz_byte(in) % 17, found;
    for (i = 0; i < 3 * n; i++) xyz[i] = fuzz_real(in);
    if (fuzz_byte(in) % 2) /* a flat one */
        for (i = 0; i < n; i++) xyz[3 * i + 2] = 0;
    g = cld_shape_points(xyz, (size_t)n);
    found = cld_shape_distance(&s, NULL, &g, fuzz_byte(in) % 2 ? &pose : NULL,
                               (cld_real)TEST_INFINITY, NULL, &c);
    CHECK(fuzz_status(found) && found <= 1);
    if (found != 1) return;
    fuzz_feature(a, c.feature_a);
    CHECK(c.feature_b % 4 <= 2 && c.feature_b / 4 % 256 < (uint32_t)n);
}

static void fuzz_run(fuzz_input *in)
{
    int i, k;
    for (i = 0; i < 2; i++) {
        if (fuzz_byte(in) % 4) {
            fuzz_good(in, &shapes[i]);
            if (fuzz_byte(in) % 2) fuzz_edit(in, &shapes[i]);
        } else {
            fuzz_any(in, &shapes[i]);
        }
        for (k = 0; k < 3 * shapes[i].count; k++) shapes[i].xyz[k] = as_given(shapes[i].xyz[k]);
        fuzz_build(in, &shapes[i]);
        for (k = 0; k < 4; k++) fuzz_ask(in, &shapes[i]);
        fuzz_points(in, &shapes[i]);
    }
    for (k = 0; k < 3; k++) {
        fuzz_pair(in, &shapes[0], &shapes[1]);
        shapes[1].p.pose = fuzz_pose(in);
    }
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 20000);
    printf("%d inputs; %ld hulls, %ld built, %ld of those not convex\n", repeat, hulls, built,
           broken);
    CHECK(repeat < 1000 || (built > repeat / 2 && hulls > repeat / 2 && broken > repeat / 50));
    cld_workspace_free(&space);
    solid_free(&shapes[0]);
    solid_free(&shapes[1]);
    return test_end();
}
#endif
