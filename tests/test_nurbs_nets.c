/* [NURBS], within: the net of one span in Bernstein form, which everything else starts from, is
 * within the error that the header derives for it. Through the public functions that error is one of
 * several in a sum, so that a net too coarse by a factor would not show.
 *     test_nurbs_nets [seed] */
#include "test.h"
#include "oracle_nurbs.h"
#include "random_nurbs.h"

static test_surface surface; /* large: not on the stack */

/* The internal net of one span against knots inserted one at a time in long double; the bound is
   the one that the header derives. */
static void span_nets_are_within_their_bound(void)
{
    test_random r = test_random_from(13);
    int i, k, l, c, n, repeat = test_repeat(1500);
    double worst = 0;
    for (i = 0; i < repeat; i++) {
        static double net[4 * 16 * 16];
        surface_kind kind = test_surface_kind(&r);
        const cld_nurbs *s = &surface.view;
        oracle_real heaviest = 0, x[4];
        oracle_body body;
        int root = 0, a, b;
        test_surface_random(&r, &kind, &surface);
        body = oracle_build(s, 1, NULL);
        for (a = 0; a < s->count_u; a++)
            for (b = 0; b < s->count_v; b++) {
                oracle_read(s, a, b, x);
                heaviest = fmaxl(heaviest, x[3]);
            }
        for (k = s->degree_u; k < s->count_u; k++)
            for (l = s->degree_v; l < s->count_v; l++) {
                oracle_real most[4] = {0, 0, 0, 0};
                if (!(s->knots_u[k] < s->knots_u[k + 1])) continue;
                if (!(s->knots_v[l] < s->knots_v[l + 1])) continue;
                for (a = k - s->degree_u; a <= k; a++)
                    for (b = l - s->degree_v; b <= l; b++) {
                        oracle_read(s, a, b, x);
                        for (c = 0; c < 4; c++) most[c] = fmaxl(most[c], fabsl(x[c]));
                    }
                cld__nurbs_span_bezier(s, k, l, net);
                n = 4 * (s->degree_u + 1) * (s->degree_v + 1);
                if (!CHECK(root < body.root_count)) continue;
                for (c = 0; c < n; c++) {
                    oracle_real true_value =
                        body.pool[body.nodes[root].numbers + (size_t)c] * heaviest;
                    double bound =
                        (double)most[c % 4] * CLD__SPAN_BEZIER_ERROR(s->degree_u, s->degree_v);
                    double error = (double)fabsl(true_value - (oracle_real)net[c]);
                    CHECK(error <= bound);
                    if (bound > 0) worst = fmax(worst, error / bound);
                }
                root++;
            }
        CHECK(root == body.root_count);
        oracle_free(&body);
    }
    printf("     worst error of a span's net: %.3f of its bound\n", worst);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(span_nets_are_within_their_bound);
    return test_end();
}
