/* When will they hit? Distance between curved surfaces in collide.h.

       cc -O2 -I. examples/distance.c -o distance -lm && ./distance

   A ball flies over a wavy sheet and lands on it. At each step the program asks for the distance:
   the ball may safely fly that far, whatever its direction, without passing through anything. So it
   advances by distance / speed, again and again, until it touches ("conservative advancement").
   Steps are long in free air and short near the sheet, and no collision is ever stepped over.

   Both surfaces are made here, by hand: how a cld_nurbs is put together, with weights for the ball,
   which is an exact sphere, and without for the sheet. */

#define COLLIDE_NO_MESH /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BALL_U = 9, BALL_V = 5, SHEET = 10, MOST_STEPS = 100 };

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

/* Returns a cld_relation: apart if the ball was still in the air after all steps. */
static int fly(cld_nurbs_body *ball, const cld_nurbs_body *sheet, const double velocity[3],
               cld_workspace *workspace)
{
    const double touch = 1e-4; /* the ball's radius is 1 */
    double speed =
        sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    double time = 0;
    cld_vec3 start = ball->pose.position;
    for (int step = 0; step < MOST_STEPS; step++) {
        cld_nurbs_contact closest;
        int relation;
        ball->pose.position.x = (cld_real)((double)start.x + time * velocity[0]);
        ball->pose.position.y = (cld_real)((double)start.y + time * velocity[1]);
        ball->pose.position.z = (cld_real)((double)start.z + time * velocity[2]);
        relation = cld_nurbs_distance(ball, sheet, NULL, workspace, &closest);
        if (relation < 0) return relation; /* bad input, or no memory */
        print_closest(step, time, &closest);
        if (relation != CLD_APART) return relation;
        if ((double)closest.contact.distance < touch) return CLD_NEAR;
        time += (double)closest.contact.distance / speed;
    }
    return CLD_APART;
}

int main(void)
{
    const double velocity[3] = {1.5, 0.4, -2};
    cld_nurbs ball_surface = make_ball(), sheet_surface = make_sheet();
    cld_nurbs_body ball, sheet;
    cld_workspace workspace;
    int relation;
    memset(&ball, 0, sizeof ball); /* zero: one surface, not moved, nothing prepared */
    memset(&sheet, 0, sizeof sheet);
    memset(&workspace, 0, sizeof workspace);
    ball.surfaces = &ball_surface;
    sheet.surfaces = &sheet_surface;
    ball.pose.position.x = -3, ball.pose.position.z = 5;
    printf("%4s %9s %10s   %-25s  %-16s  %s\n", "step", "time", "distance",
           "closest point of sheet", "ball (u, v)", "sheet (u, v)");
    relation = fly(&ball, &sheet, velocity, &workspace);
    printf("%s\n", relation < 0            ? cld_status_text(relation)
                   : relation == CLD_APART ? "still in the air"
                                           : "the ball has landed");
    cld_workspace_free(&workspace);
    return relation < 0;
}
