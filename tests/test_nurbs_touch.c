/* cld_nurbs_curves and cld_nurbs_contacts on made surfaces: where surfaces touch, or share an edge,
 * everything is told once, in full length, whatever seams and lines of knots lie on it.
 *
 *     test_nurbs_touch [seed]                  as ctest runs it
 *     test_nurbs_touch [seed] --table 100      a table of so many scenes of each kind
 */
#include "test.h"
#include "made_nurbs.h"
#include <time.h>

enum { MOST_CURVES = 2000, MOST_POINTS = 200000 };

static cld_workspace shared;
static cld_nurbs_curve curves[MOST_CURVES];
static cld_nurbs_curve_point points[MOST_POINTS];

typedef struct verdict {
    int count, closed, undecided, single, contacts;
    double length, seconds;
} verdict;

static double between(cld_vec3 a, cld_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

/* Sixteen roundings of the size: rounding the control points may leave a gap between surfaces that
   touch, which is more than the default tolerance allows for. */
static cld_nurbs_params params_for(const cld_nurbs_body *a, const cld_nurbs_body *b)
{
    cld_nurbs_params params;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)(8 * TEST_ROUND * (case_reach(a) + case_reach(b)));
    return params;
}

static verdict judge(const made_scene *m, double chord, int contacts)
{
    cld_nurbs_body a = case_body(&m->surface[0].view, 1), b = case_body(&m->surface[1].view, 1);
    cld_nurbs_params params = params_for(&a, &b);
    clock_t start = clock();
    verdict v;
    int n, i, k;
    memset(&v, 0, sizeof v);
    params.chord_error = (cld_real)chord;
    v.count = cld_nurbs_curves(&a, &b, &params, &shared, curves, MOST_CURVES, points, MOST_POINTS,
                               &n);
    v.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (i = 0; i < v.count && i < MOST_CURVES; i++) {
        const cld_nurbs_curve_point *p = points + curves[i].first;
        v.undecided += curves[i].relation == CLD_UNDECIDED;
        v.single += curves[i].count == 1;
        v.closed += curves[i].closed;
        for (k = 0; k + 1 < curves[i].count; k++)
            v.length += between(p[k].position, p[k + 1].position);
        if (curves[i].closed)
            v.length += between(p[0].position, p[curves[i].count - 1].position);
    }
    if (contacts) v.contacts = cld_nurbs_contacts(&a, &b, &params, &shared, NULL, 0, NULL);
    return v;
}

/* ----------------------------------------------------------------------------------- the table */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void table(int scenes)
{
    double *seconds = (double *)calloc((size_t)scenes, sizeof *seconds);
    int kind, n;
    if (!seconds) abort();
    printf("%-30s %6s %6s %6s %6s %6s %9s %9s ms\n", "kind", "scenes", "right", "short", "double",
           "open", "median", "worst");
    for (kind = 0; kind < MADE_KINDS; kind++) {
        test_random r = test_random_from(40 + (uint64_t)kind);
        int right = 0, less = 0, more = 0, open = 0;
        for (n = 0; n < scenes; n++) {
            made_scene m;
            verdict v;
            int low, high;
            made_scene_of((made_kind)kind, &r, &m);
            v = judge(&m, 0, 0);
            low = v.length < 0.999 * m.length || v.count < m.count;
            high = v.length > 1.001 * m.length + 1e-3 * m.size || v.count > m.count;
            less += low && !v.undecided, more += high && !v.undecided, open += v.undecided > 0;
            right += !low && !high && !v.undecided && v.closed == m.closed;
            seconds[n] = v.seconds;
            made_free(&m);
        }
        qsort(seconds, (size_t)scenes, sizeof *seconds, by_size);
        printf("%-30s %6d %6d %6d %6d %6d %9.3f %9.3f\n", made_names[kind], scenes, right, less,
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
        test_random r = test_random_from(40 + (uint64_t)kind);
        for (n = 0; n < scenes; n++) {
            made_scene m;
            verdict v;
            long before = test_failures;
            made_scene_of((made_kind)kind, &r, &m);
            v = judge(&m, 0, 1);
            CHECK(v.undecided == 0);
            CHECK(v.count == m.count && v.closed == m.closed && v.contacts == m.count);
            CHECK(v.length >= 0.999 * m.length && v.length <= 1.001 * m.length + 1e-3 * m.size);
            if (test_failures > before)
                printf("    %s %d: %d curves, %d closed, %d single, %d open, %d contacts, length "
                       "%.6g of %.6g\n",
                       made_names[kind], n, v.count, v.closed, v.single, v.undecided, v.contacts,
                       v.length, m.length);
            made_free(&m);
        }
    }
}

static void crossings(void)
{
    check_kinds(MADE_PLANE_SPHERE, MADE_PLANE_TORUS);
}

static void points_of_touch(void)
{
    check_kinds(MADE_SPHERE_POINT, MADE_SPHERES_POINT);
}

static void lines_of_touch(void)
{
    check_kinds(MADE_CYLINDER_ON_PLANE, MADE_TROUGH_ON_PLANE);
    check_kinds(MADE_CYLINDER_IN_CYLINDER, MADE_CYLINDERS);
}

static void circles_of_touch(void)
{
    check_kinds(MADE_TORUS_ON_PLANE, MADE_TORUS_ON_PLANE);
    check_kinds(MADE_SPHERE_IN_CYLINDER, MADE_TORUS_IN_CYLINDER);
}

static void edges(void)
{
    check_kinds(MADE_BEND, MADE_BEND);
}

int main(int argc, char **argv)
{
    int scenes = test_option(&argc, argv, "--table", 0);
    test_begin(argc, argv);
    if (scenes > 0) {
        table(scenes);
        cld_workspace_free(&shared);
        return 0;
    }
    TEST(crossings);
    TEST(points_of_touch);
    TEST(lines_of_touch);
    TEST(circles_of_touch);
    TEST(edges);
    cld_workspace_free(&shared);
    return test_end();
}
