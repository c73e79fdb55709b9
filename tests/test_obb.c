/* [OBB]: overlap against exact arithmetic, degenerate boxes, fitting, separation, contact manifolds.
 *
 *     test_obb [seed]                 seconds
 *     test_obb --pairs 1000000        the long sweep: so many pairs of each kind, figures printed */
#include "test.h"

#include "oracle_obb.h"

typedef struct box_pair {
    cld_obb a, b;
} box_pair;

static cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static oracle_box exactly(const cld_obb *box)
{
    oracle_box o;
    const cld_real *n = &box->centre.x;
    int i;
    for (i = 0; i < 15; i++) o.n[i] = (double)n[i];
    return o;
}

static cld_obb aligned(double x, double y, double z, double hx, double hy, double hz)
{
    cld_pose pose = cld_pose_identity();
    pose.position = vec3(x, y, z);
    return cld_obb_from_pose(&pose, vec3(hx, hy, hz));
}

static double box_size(const cld_obb *box)
{
    return (double)box->half.x + (double)box->half.y + (double)box->half.z;
}

/* ------------------------------------------------------------------------------------- random pairs */

enum { RANDOM, SHARED_AXIS, NEAR_PARALLEL, FLAT, NEEDLE, TOUCHING, ALIGNED, KINDS };

static const char *const kind_names[KINDS] = {"random", "shared axis", "near-parallel", "flat",
                                              "needle", "touching",    "aligned"};

static double log_between(test_random *r, double low, double high)
{
    return pow(10, test_between(r, low, high));
}

static cld_mat3 rotation_about(cld_mat3 m, int axis, double angle)
{
    cld_vec3 *v[3], j, k;
    double c = cos(angle), s = sin(angle);
    v[0] = &m.x, v[1] = &m.y, v[2] = &m.z;
    j = *v[(axis + 1) % 3], k = *v[(axis + 2) % 3];
    *v[(axis + 1) % 3] = vec3(c * (double)j.x + s * (double)k.x, c * (double)j.y + s * (double)k.y,
                              c * (double)j.z + s * (double)k.z);
    *v[(axis + 2) % 3] = vec3(c * (double)k.x - s * (double)j.x, c * (double)k.y - s * (double)j.y,
                              c * (double)k.z - s * (double)j.z);
    return m;
}

static cld_vec3 random_half(test_random *r, int kind, double scale)
{
    double h[3];
    int i;
    for (i = 0; i < 3; i++) h[i] = scale * test_between(r, 0.2, 1);
    if (kind == FLAT)
        for (i = test_integer(r, 0, 2); i < 3; i++) h[test_integer(r, 0, 2)] = 0;
    if (kind == NEEDLE)
        for (i = test_integer(r, 0, 1); i < 2; i++)
            h[test_integer(r, 0, 2)] *= log_between(r, -7, -1);
    return vec3(h[0], h[1], h[2]);
}

/* Moves b along the axis on which the boxes are nearest to apart, so that they touch there, but for
   `gap`; rounding of the centre leaves its mark. */
static void make_touch(box_pair *p, double gap)
{
    oracle_box a = exactly(&p->a), b = exactly(&p->b);
    const double *u, *v;
    double n[3], length, along = 0, move;
    int k = 0, c;
    move = gap - oracle_separation(&a, &b, &k);
    oracle_factors(&a, &b, k, &u, &v);
    for (c = 0; c < 3; c++)
        n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
    length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (c = 0; c < 3; c++) along += (b.n[c] - a.n[c]) * n[c];
    move *= (along < 0 ? -1 : 1) / length;
    p->b.centre = vec3(b.n[0] + move * n[0], b.n[1] + move * n[1], b.n[2] + move * n[2]);
}

/* Boxes with numbers of few bits, in the orientation of the axes: they touch without any rounding. */
static void make_exact_touch(test_random *r, box_pair *p, double scale)
{
    double s = ldexp(1, (int)floor(log2(scale))), c[3], h[2][3];
    int i, axis = test_integer(r, 0, 2), more = test_integer(r, 0, 2);
    for (i = 0; i < 3; i++) {
        h[0][i] = test_integer(r, 1, 64) / 64.0;
        h[1][i] = test_integer(r, 1, 64) / 64.0;
        c[i] = test_integer(r, -64, 64) / 64.0;
        if (i == axis || (i + more) % 3 == axis)
            c[i] = (h[0][i] + h[1][i]) * (test_integer(r, 0, 1) ? 1 : -1);
        else if (fabs(c[i]) > h[0][i] + h[1][i])
            c[i] = 0;
    }
    p->a = aligned(0, 0, 0, h[0][0] * s, h[0][1] * s, h[0][2] * s);
    p->b = aligned(c[0] * s, c[1] * s, c[2] * s, h[1][0] * s, h[1][1] * s, h[1][2] * s);
}

static box_pair random_pair(test_random *r, int kind)
{
    box_pair p;
    double scale = log_between(r, -6, 6), reach = scale * test_between(r, 0.2, 2.5);
    double far = test_integer(r, 0, 1) ? 0 : scale * log_between(r, 0, 5);
    cld_pose pose;
    if (kind == TOUCHING && test_integer(r, 0, 1)) {
        make_exact_touch(r, &p, scale);
        return p;
    }
    pose = test_pose(r, far);
    if (kind == ALIGNED && test_integer(r, 0, 1)) pose.rotation = cld_pose_identity().rotation;
    p.a = cld_obb_from_pose(&pose, random_half(r, kind, scale));
    if (kind == SHARED_AXIS)
        pose.rotation =
            rotation_about(pose.rotation, test_integer(r, 0, 2), test_between(r, -4, 4));
    else if (kind == NEAR_PARALLEL)
        pose.rotation = rotation_about(
            rotation_about(pose.rotation, test_integer(r, 0, 2), log_between(r, -9, -1)),
            test_integer(r, 0, 2), log_between(r, -9, -1));
    else if (kind != ALIGNED)
        pose.rotation = test_rotation(r);
    pose.position = vec3((double)p.a.centre.x + test_between(r, -reach, reach),
                         (double)p.a.centre.y + test_between(r, -reach, reach),
                         (double)p.a.centre.z + test_between(r, -reach, reach));
    p.b = cld_obb_from_pose(&pose, random_half(r, kind, scale));
    if (kind == TOUCHING || test_integer(r, 0, 1)) {
        double gap = test_integer(r, 0, 3) ? scale * log_between(r, -17, -1) : 0;
        make_touch(&p, test_integer(r, 0, 1) ? gap : -gap);
    }
    return p;
}

/* ------------------------------------------------------------------------------------ the exact sweep */

typedef struct sweep {
    long pairs, apart, false_apart, false_overlap, asked_exactly, unsure;
    double worst; /* the largest gap that was called overlap, in 2^-53 (sum of half extents) */
} sweep;

/* The filter in float must never contradict the final word. Returns whether it could not tell. */
static int filter_holds(const box_pair *p)
{
    int quick = cld__obb_filter_pair(&p->a, &p->b), found = cld__obb_decide(&p->a, &p->b) < 0;
    CHECK(quick == CLD__OBB_UNSURE || quick == found);
    return quick == CLD__OBB_UNSURE;
}

/* 'Apart' must be true exactly; what is apart by more than the documented 54 units along some axis must
   be found (this oracle measures gaps in double: another 60 units for its own rounding). */
static void sweep_pair(sweep *s, const box_pair *p)
{
    oracle_box a = exactly(&p->a), b = exactly(&p->b);
    int found = cld_obb_overlap(&p->a, &p->b);
    s->pairs++;
    s->unsure += filter_holds(p);
    if (!found) {
        s->apart++;
        if (!CHECK(oracle_apart(&a, &b, &s->asked_exactly))) s->false_apart++;
    } else {
        double gap = oracle_separation(&a, &b, NULL);
        double unit = 1.1102230246251565e-16 * (box_size(&p->a) + box_size(&p->b));
        if (gap > 0) {
            s->false_overlap++;
            if (gap > s->worst * unit) s->worst = gap / unit;
            CHECK(gap <= (54 + 60) * unit);
        }
    }
}

static void sweep_all(int pairs, int loud)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++) {
        sweep s = {0, 0, 0, 0, 0, 0, 0};
        test_random r = test_random_from(100 + (uint64_t)kind);
        for (i = 0; i < pairs; i++) {
            box_pair p = random_pair(&r, kind);
            sweep_pair(&s, &p);
        }
        CHECK(s.apart > s.pairs / 20 && s.apart < s.pairs - s.pairs / 20);
        if (loud)
            printf("%-14s %8ld pairs, %8ld apart: %ld false, %7ld decided exactly; overlap though "
                   "apart in double: %6ld, worst %.3g units; filter unsure %.3g%%\n",
                   kind_names[kind], s.pairs, s.apart, s.false_apart, s.asked_exactly,
                   s.false_overlap, s.worst, 100 * (double)s.unsure / (double)s.pairs);
    }
}

static void apart_is_a_proof(void)
{
    sweep_all(test_repeat(30000), 0);
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--pairs")) {
        test_begin(1, argv);
        sweep_all(atoi(argv[2]), 1);
        return test_end();
    }
    test_begin(argc, argv);
    TEST(apart_is_a_proof);
    return test_end();
}
