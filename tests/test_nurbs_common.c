/* cld_nurbs_curves and cld_nurbs_contacts on surfaces that have an edge in common without a bend, or
 * an area: one curve, or the border of the area, told in full and once, whatever form the surfaces
 * are written in.
 *
 *     test_nurbs_common [seed]                  as ctest runs it
 *     test_nurbs_common [seed] --table 100      a table of so many scenes of each kind
 */
#include "test.h"
#include "made_nurbs.h"
#include <time.h>

enum { MOST_CURVES = 2000, MOST_POINTS = 200000 };

static cld_workspace shared;
static cld_nurbs_curve curves[MOST_CURVES];
static cld_nurbs_curve_point points[MOST_POINTS];

typedef struct verdict {
    int count, closed, undecided, single, contacts, relation, contact_relation, collide;
    double length, seconds, off; /* off: the contact's point from either surface */
} verdict;

static double between(cld_vec3 a, cld_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

/* Roundings of the size: rounding the control points may leave a gap between surfaces that are one,
   which is more than the default tolerance allows for. */
static cld_nurbs_params params_for(const cld_nurbs_body *a, const cld_nurbs_body *b)
{
    cld_nurbs_params params;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)(8 * TEST_ROUND * (case_reach(a) + case_reach(b)));
    return params;
}

static verdict judge(const common_scene *m)
{
    const case_surface *s = m->made.surface;
    cld_nurbs_body a = case_body(&s[0].view, 1), b = case_body(&s[1].view, 1);
    cld_nurbs_params params = params_for(&a, &b);
    cld_nurbs_contact contact[4];
    clock_t start = clock();
    verdict v;
    int n, i, k;
    memset(&v, 0, sizeof v);
    memset(contact, 0, sizeof contact);
    v.count =
        cld_nurbs_curves(&a, &b, &params, &shared, curves, MOST_CURVES, points, MOST_POINTS, &n);
    v.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (i = 0; i < v.count && i < MOST_CURVES; i++) {
        const cld_nurbs_curve_point *p = points + curves[i].first;
        v.undecided += curves[i].relation == CLD_UNDECIDED;
        v.single += curves[i].count == 1;
        v.closed += curves[i].closed;
        if (i == 0) v.relation = curves[i].relation;
        if (curves[i].relation != v.relation) v.relation = -1;
        for (k = 0; k + 1 < curves[i].count; k++)
            v.length += between(p[k].position, p[k + 1].position);
        if (curves[i].closed) v.length += between(p[0].position, p[curves[i].count - 1].position);
    }
    v.contacts = cld_nurbs_contacts(&a, &b, &params, &shared, contact, 4, &v.contact_relation);
    v.off = between(contact[0].contact.point_a, contact[0].contact.point_b);
    v.collide = cld_nurbs_collide(&a, &b, &params, &shared, NULL);
    return v;
}

/* Is all of it as it is in truth? */
static int is_right(const common_scene *m, const verdict *v)
{
    const double length = m->made.length, size = m->made.size;
    const int relation = m->area ? CLD_COINCIDENT : m->crossing ? CLD_CROSSING : CLD_NEAR;
    return v->undecided == 0 && v->count == m->made.count && v->closed == m->made.closed &&
           (v->relation == relation || (m->crossing && v->relation == CLD_NEAR)) &&
           (v->contact_relation == v->relation || m->crossing) && v->contacts == 1 &&
           v->length >= 0.999 * length - 1e-4 * size && v->length <= 1.001 * length + 1e-4 * size &&
           v->collide > CLD_APART && v->off <= 1e-3 * size;
}

static void show(const common_scene *m, const verdict *v, int kind, int n)
{
    printf("    %s %d: %d curves, %d closed, %d single, %d open, %d contacts, relation %d %d, "
           "length %.6g of %.6g, %.3g s\n",
           common_names[kind], n, v->count, v->closed, v->single, v->undecided, v->contacts,
           v->relation, v->contact_relation, v->length / m->made.size,
           m->made.length / m->made.size, v->seconds);
}

static void any_scene(int kind, test_random *r, common_scene *m)
{
    static const double scales[5] = {1, 1, 1e-6, 1e6, 37};
#ifdef COLLIDE_DOUBLE
    static const double far_off[4] = {0, 0, 10, 1000};
#else
    static const double far_off[4] = {0, 0, 1, 10}; /* 1000: roundings of a thousandth of the size */
#endif
    const double scale = scales[test_integer(r, 0, 4)], away = far_off[test_integer(r, 0, 3)];
    common_scene_of((common_kind)kind, r, scale, away, m);
}

/* ----------------------------------------------------------------------------------- the table */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void table(int scenes, int only, int verbose)
{
    double *seconds = (double *)calloc((size_t)scenes, sizeof *seconds);
    int kind, n;
    if (!seconds) abort();
    printf("%-30s %6s %6s %6s %6s %6s %9s %9s ms\n", "kind", "scenes", "right", "short", "more",
           "open", "median", "worst");
    for (kind = 0; kind < COMMON_KINDS; kind++) {
        test_random r = test_random_from(140 + (uint64_t)kind);
        int right = 0, less = 0, more = 0, open = 0;
        if (only >= 0 && kind != only) continue;
        for (n = 0; n < scenes; n++) {
            common_scene m;
            verdict v;
            int ok;
            any_scene(kind, &r, &m);
            v = judge(&m);
            ok = is_right(&m, &v);
            right += ok;
            open += !ok && v.undecided > 0;
            less += !ok && !v.undecided && v.length < 0.999 * m.made.length;
            more += !ok && !v.undecided && !(v.length < 0.999 * m.made.length);
            seconds[n] = v.seconds;
            if (!ok && verbose) show(&m, &v, kind, n);
            made_free(&m.made);
        }
        qsort(seconds, (size_t)scenes, sizeof *seconds, by_size);
        printf("%-30s %6d %6d %6d %6d %6d %9.3f %9.3f\n", common_names[kind], scenes, right, less,
               more, open, 1e3 * seconds[scenes / 2], 1e3 * seconds[scenes - 1]);
        fflush(stdout);
    }
    free(seconds);
}

/* ----------------------------------------------------------------------------------- the tests */

static void check_kinds(int from, int to)
{
    int kind, n, scenes = test_repeat(40) + 2;
    for (kind = from; kind <= to; kind++) {
        test_random r = test_random_from(140 + (uint64_t)kind);
        for (n = 0; n < scenes; n++) {
            common_scene m;
            verdict v;
            any_scene(kind, &r, &m);
            v = judge(&m);
            if (!CHECK(is_right(&m, &v))) show(&m, &v, kind, n);
            made_free(&m.made);
        }
    }
}

static void common_edges(void)
{
    check_kinds(0, COMMON_AREA_COPY - 1);
}

static void common_areas(void)
{
    check_kinds(COMMON_AREA_COPY, COMMON_KINDS - 1);
}

int main(int argc, char **argv)
{
    int verbose = test_option(&argc, argv, "--verbose", 0);
    int only = test_option(&argc, argv, "--kind", -1);
    int scenes = test_option(&argc, argv, "--table", 0);
    test_begin(argc, argv);
    if (scenes > 0) {
        table(scenes, only, verbose);
        cld_workspace_free(&shared);
        return 0;
    }
    TEST(common_edges);
    TEST(common_areas);
    cld_workspace_free(&shared);
    return test_end();
}
