/* When will they hit? Distance between curved surfaces in collide.h.

       cc -O2 -I. examples/distance.c -o distance -lm && ./distance

   Run it in the top folder, where collide.h is.

   A ball flies over a wavy sheet and lands on it. At each step the program asks for the distance:
   the ball may safely fly that far, whatever its direction, without passing through anything. So it
   advances by distance / speed, again and again, until it touches ("conservative advancement").
   Steps are long in free air and short near the sheet, and no collision is ever stepped over.

   Prints the steps; writes no files. Ends with 1 if the ball does not land, or if points all over
   the sheet, of which some would be nearer to the ball's centre, contradict an answer.

   Both surfaces are made here, by hand: how a cld_nurbs is put together, with weights for the ball,
   which is an exact sphere, and without for the sheet. */

#define COLLIDE_NO_MESH /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "run.h"
#include "vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BALL_U = 9, BALL_V = 5, SHEET = 10, MOST_STEPS = 100, SAMPLES = 200 };

/* A unit sphere of eight rational quadratic octants: a half circle from pole to pole (v), turned
   around the z axis (u). Control points on the corners of a square carry the weight cos 45. */
static cld_nurbs make_ball(void)
{
    static const cld_real knots_u[BALL_U + 3] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    static const cld_real knots_v[BALL_V + 3] = {0, 0, 0, 1, 1, 2, 2, 2};
    static const int circle[BALL_U][2] = {{1, 0},   {1, 1},  {0, 1},  {-1, 1}, {-1, 0},
                                          {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
    static const int half_circle[BALL_V][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}};
    static cld_real points[BALL_U][BALL_V][3], weights[BALL_U][BALL_V];
    const double corner = sqrt(0.5);
    cld_nurbs ball;
    for (int i = 0; i < BALL_U; i++) {
        for (int j = 0; j < BALL_V; j++) {
            points[i][j][0] = (cld_real)(circle[i][0] * half_circle[j][0]);
            points[i][j][1] = (cld_real)(circle[i][1] * half_circle[j][0]);
            points[i][j][2] = (cld_real)half_circle[j][1];
            weights[i][j] = (cld_real)((i % 2 ? corner : 1) * (j % 2 ? corner : 1));
        }
    }
    memset(&ball, 0, sizeof ball); /* strides of 0: tightly packed */
    ball.degree_u = ball.degree_v = 2;
    ball.count_u = BALL_U, ball.count_v = BALL_V;
    ball.knots_u = knots_u, ball.knots_v = knots_v;
    ball.points = &points[0][0][0];
    ball.weights = &weights[0][0];
    return ball;
}

/* A bicubic sheet with hills, x and y from -4 to 4. */
static cld_nurbs make_sheet(void)
{
    static cld_real points[SHEET][SHEET][3], knots[SHEET + 4];
    cld_nurbs sheet;
    for (int i = 0; i < SHEET + 4;
         i++) { /* the ends repeat, so that the sheet reaches its corners */
        knots[i] = (cld_real)(i < 3 ? 0 : i > SHEET ? SHEET - 3 : i - 3);
    }
    for (int i = 0; i < SHEET; i++) {
        for (int j = 0; j < SHEET; j++) {
            double x = -4 + 8.0 * i / (SHEET - 1), y = -4 + 8.0 * j / (SHEET - 1);
            points[i][j][0] = (cld_real)x;
            points[i][j][1] = (cld_real)y;
            points[i][j][2] = (cld_real)(0.8 * sin(1.5 * x) * cos(1.2 * y));
        }
    }
    memset(&sheet, 0, sizeof sheet);
    sheet.degree_u = sheet.degree_v = 3;
    sheet.count_u = sheet.count_v = SHEET;
    sheet.knots_u = sheet.knots_v = knots;
    sheet.points = &points[0][0][0];
    return sheet;
}

static void print_closest(int step, double time, const cld_nurbs_contact *c)
{
    printf("%4d %9.5f %10.6f   (%7.4f %7.4f %7.4f)  (%.4f, %.4f)  (%.4f, %.4f)\n", step, time,
           (double)c->contact.distance, (double)c->contact.point_b.x, (double)c->contact.point_b.y,
           (double)c->contact.point_b.z, (double)c->u_a, (double)c->v_a, (double)c->u_b,
           (double)c->v_b);
}

/* Is an answer right? The ball is a sphere of radius 1: the sheet's point must be that far from its
   centre, and none of many others may be nearer. All coordinates are below 8, and points, weights
   and the pose are rounded: some units of that. */
static int is_closest(const cld_nurbs_body *ball, const cld_nurbs *sheet,
                      const cld_nurbs_contact *c)
{
    const double unit_8 = 8 * (sizeof(cld_real) == sizeof(float) ? 6e-8 : 1.2e-16);
    const double slack = (double)c->error + 16 * unit_8;
    const double told = (double)c->contact.distance + 1, end = (double)sheet->knots_u[SHEET];
    const vec centre = from_cld(ball->pose.position);
    cld_nurbs_point p;
    check(cld_nurbs_evaluate(sheet, c->u_b, c->v_b, &p));
    if (!(fabs(length(add(from_cld(p.position), -1, centre)) - told) < slack)) return 0;
    if (!(length(add(from_cld(c->contact.point_b), -1, from_cld(p.position))) < slack)) return 0;
    for (int i = 0; i <= SAMPLES; i++) {
        for (int j = 0; j <= SAMPLES; j++) {
            check(cld_nurbs_evaluate(sheet, (cld_real)(end * i / SAMPLES),
                                     (cld_real)(end * j / SAMPLES), &p));
            if (length(add(from_cld(p.position), -1, centre)) < told - slack) return 0;
        }
    }
    return 1;
}

/* Returns a cld_relation: apart if the ball was still in the air after all steps. *wrong
   receives how many answers were not right. */
static int fly(cld_nurbs_body *ball, const cld_nurbs_body *sheet, vec velocity,
               cld_workspace *workspace, int *wrong)
{
    const double touch = 1e-4; /* the ball's radius is 1 */
    const double speed = length(velocity);
    const vec start = from_cld(ball->pose.position);
    double time = 0;
    *wrong = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
        cld_nurbs_contact closest;
        int relation;
        ball->pose.position = to_cld(add(start, time, velocity));
        relation = check(cld_nurbs_distance(ball, sheet, NULL, workspace, &closest));
        print_closest(step, time, &closest);
        *wrong += !is_closest(ball, sheet->surfaces, &closest);
        if (relation != CLD_APART) return relation;
        if ((double)closest.contact.distance < touch) return CLD_NEAR;
        time += (double)closest.contact.distance / speed;
    }
    return CLD_APART;
}

int main(void)
{
    const vec velocity = vector(1.5, 0.4, -2);
    cld_nurbs ball_surface = make_ball(), sheet_surface = make_sheet();
    cld_nurbs_body ball, sheet;
    cld_workspace workspace;
    int relation, wrong;
    memset(&ball, 0, sizeof ball); /* zero: one surface, not moved, nothing prepared */
    memset(&sheet, 0, sizeof sheet);
    memset(&workspace, 0, sizeof workspace);
    ball.surfaces = &ball_surface;
    sheet.surfaces = &sheet_surface;
    ball.pose.position.x = -3, ball.pose.position.z = 5;
    printf("%4s %9s %10s   %-25s  %-16s  %s\n", "step", "time", "distance",
           "closest point of sheet", "ball (u, v)", "sheet (u, v)");
    relation = fly(&ball, &sheet, velocity, &workspace, &wrong);
    if (relation == CLD_NEAR) printf("the ball has landed\n");
    cld_workspace_free(&workspace);
    return complain(relation == CLD_APART, "still in the air") +
               complain(relation > CLD_NEAR, "the ball is in the sheet") +
               complain(wrong > 0, "points of the sheet contradict a distance") >
           0;
}
