/* collide.h - collision queries that engines lack, in one C99 header.             v0.1, 2026
   Public domain (Unlicense) or MIT-0, as you prefer: see LICENSE.

   WHAT IT ANSWERS
     NURBS surfaces    Do two bodies of curved patches touch, and where? All contacts, the curves in
                       which they meet, distance, closest point, ray. Straight from the control
                       points, for surfaces that deform every frame, or from a prepared model.
     Oriented boxes    Overlap of a pair, or of one against thousands in SIMD; contacts, separation,
                       boxes fitted to points.
     Convex polygons   Of any size, up to millions of vertices, in logarithmic time, exact, with
     and polyhedra     nothing prepared: overlap, distance, contacts, sweeps, lines, points,
                       tangents, hulls. Polyhedra after one preparation in linear time.
     Bezier paths      Points, discs and sets of points that move in the plane, against segments,
                       curves and paths of a million pieces: where and when do they first touch?
                       Never through a joint. Closest points, intersections, winding numbers.

   USE IT
     Put this file in your project. In ONE source file write

         #define COLLIDE_IMPLEMENTATION
         #include "collide.h"

     and everywhere else only the #include. C++11 and later read it too. Link with -lm.

   A FIRST PROGRAM: do two patches meet, and where?  cc first.c -lm

       #define COLLIDE_IMPLEMENTATION
       #include "collide.h"
       #include <stdio.h>

       int main(void)
       {
           // two squares: degree 1, 2 x 2 control points; one lies, one stands
           const cld_real knots[4] = {0, 0, 1, 1};
           const cld_real flat[12] = {-1, -1, 0,  -1, 1, 0,  1, -1, 0,  1, 1, 0};
           const cld_real wall[12] = {0, -1, -1,  0, -1, 1,  0, 1, -1,  0, 1, 1};
           cld_nurbs s = {1, 1, 2, 2, knots, knots, flat, 0, 0, NULL, 0, 0};
           cld_nurbs t = {1, 1, 2, 2, knots, knots, wall, 0, 0, NULL, 0, 0};

           cld_nurbs_body a = {0}, b = {0};      // zero means: one surface, where it is
           cld_workspace workspace = {0};        // grows to what is needed, then is reused
           cld_nurbs_contact hit;
           int answer;
           a.surfaces = &s;
           b.surfaces = &t;

           answer = cld_nurbs_collide(&a, &b, NULL, &workspace, &hit);
           if (answer < 0)
               printf("bad input: %s\n", cld_status_text(answer));
           else if (answer == CLD_APART)
               printf("apart\n");
           else
               printf("meet at %g %g %g\n", (double)hit.contact.point_a.x,
                      (double)hit.contact.point_a.y, (double)hit.contact.point_a.z);
           cld_workspace_free(&workspace);
           return 0;
       }

   HOW EVERYTHING HERE BEHAVES
     - Lengths are in your unit, angles in radians, frames right-handed, vectors are columns.
     - Inputs are views of your arrays, never copied into types of ours. Strides are in bytes; a
       stride of 0 means tightly packed. A zero-initialised struct means sensible defaults.
     - A function that can fail returns an int: negative is a cld_status (cld_status_text says it
       in words), zero or more is the answer. When it fails, what you own is as it was.
     - Functions that return no status (cld_obb_overlap, cld_pose_point ...) trust their pointers:
       NULL is for those that can say CLD_ERROR_NULL, or where it is said to be allowed.
     - A query that finds many things takes (out, capacity) and returns how many there are, as
       snprintf does: at most capacity are written; if more are returned, make room and repeat.
     - 'Apart' is a proof: the bound on the rounding of the computation is part of the test.
       'Touching' may err by that bound and no more. There is no absolute epsilon: a scene scaled
       by 1e6, or moved far from the origin, gets the same answers up to its own rounding.
     - The answer is the same every time: it does not depend on the number of threads, nor on
       earlier queries. Another precision or instruction set rounds otherwise; the promise of
       'apart' holds in each.

   MEMORY
     Queries on boxes and paths allocate nothing; a path's tree is built in memory of yours, whose
     size cld_path_size says. Queries on surfaces work in a cld_workspace of yours, which
     grows to what the largest query needed and is then reused: the same query again allocates
     nothing. cld_workspace_reserve sizes it beforehand. Allocation goes through a callback of
     yours (cld_allocator) or COLLIDE_REALLOC and COLLIDE_FREE. Out of memory is a status; nothing
     leaks, and the workspace can be used again.

   THREADS
     There are no globals and there is no hidden state: two threads with a workspace each never
     meet. Within one query, others than the asking thread work only if you allow it: set
     tasks.workers in the workspace, and COLLIDE_THREADS in the implementation or a task system of
     your own (cld_tasks). Native threads want -pthread where the C library keeps them apart. (In
     v0.1 no query splits its work: all run in the asking thread.)

   CONFIGURATION (define before the #include; the same in every file, except as noted)
     COLLIDE_IMPLEMENTATION   in one file: the code itself
     COLLIDE_STATIC           the whole library is private to this file (implies IMPLEMENTATION)
     COLLIDE_API              linkage decoration of public functions (default: extern)
     COLLIDE_DOUBLE           cld_real is double (default: float). The double library has symbols
                              of its own (cld_..._f64): files that disagree do not link, and both
                              precisions can live in one program, in different files.
     COLLIDE_THREADS          0 none (default), COLLIDE_THREADS_NATIVE (pthreads or Win32),
                              COLLIDE_THREADS_OPENMP; read by the implementation only
     COLLIDE_NO_SIMD          scalar code only. Otherwise the widest of AVX-512, AVX2+FMA, SSE4.1,
                              SSE2, NEON and WASM SIMD128 that the compiler's flags allow; read by
                              the implementation only
     COLLIDE_ASSERT(x)        default: nothing; read by the implementation only
     COLLIDE_REALLOC(p, n)    default: realloc and free of the C library; define both or neither;
     COLLIDE_FREE(p)          read by the implementation only
     COLLIDE_NO_OBB           leave a module out (NURBS needs OBB)
     COLLIDE_NO_NURBS
     COLLIDE_NO_POLYGON
     COLLIDE_NO_BEZIER

   FLAGS THAT LOOSEN ARITHMETIC
     The proofs rest on IEEE 754 arithmetic, rounded to nearest; fused multiply-adds do no harm.
     -ffast-math (-Ofast, /fp:fast) and the x87 registers of 32-bit x86 break that. The
     implementation notices (__FAST_MATH__, FLT_EVAL_METHOD) and prints a note while it compiles.
     Then still true: no crash, NaN and infinity are found in the input (their bits are looked
     at), cld_orient2d is exact. No longer: 'apart' is a good guess, not a proof. Best compile the
     one file with the implementation without that flag; the others may have it.

   MAP (search for the tag)
     Declarations [BASE] [OBB] [NURBS] [POLYGON] [BEZIER], then the implementation: the same tags in
     the same order. A section uses those above it and never one below. cld__names with two
     underscores are private. */

#ifndef COLLIDE_H
#define COLLIDE_H

#include <stddef.h>
#include <stdint.h>

/* Values of COLLIDE_THREADS. */
#define COLLIDE_THREADS_NATIVE 1
#define COLLIDE_THREADS_OPENMP 2

#ifdef COLLIDE_STATIC
#if defined(__GNUC__) || defined(__clang__)
#define CLD__LINKAGE static __attribute__((unused))
#else
#define CLD__LINKAGE static
#endif
#undef COLLIDE_API
#define COLLIDE_API CLD__LINKAGE
#ifndef COLLIDE_IMPLEMENTATION
#define COLLIDE_IMPLEMENTATION
#endif
#elif !defined(COLLIDE_API)
#define COLLIDE_API extern
#endif

#if defined(COLLIDE_NO_OBB) && !defined(COLLIDE_NO_NURBS)
#error "collide.h: the module NURBS needs OBB: define COLLIDE_NO_NURBS as well"
#endif

/* The double library's names. Types too: two precisions in one C++ program must not share them. */
#ifdef COLLIDE_DOUBLE
#define cld_allocator                   cld_allocator_f64
#define cld_bezier                      cld_bezier_f64
#define cld_bezier_bounds               cld_bezier_bounds_f64
#define cld_bezier_closest              cld_bezier_closest_f64
#define cld_bezier_evaluate             cld_bezier_evaluate_f64
#define cld_bezier_intersect            cld_bezier_intersect_f64
#define cld_bezier_length               cld_bezier_length_f64
#define cld_bezier_split                cld_bezier_split_f64
#define cld_bezier_sweep                cld_bezier_sweep_f64
#define cld_bezier_sweep_all            cld_bezier_sweep_all_f64
#define cld_bezier_sweep_disc           cld_bezier_sweep_disc_f64
#define cld_bezier_sweep_many           cld_bezier_sweep_many_f64
#define cld_bezier_validate             cld_bezier_validate_f64
#define cld_clip2                       cld_clip2_f64
#define cld_clip3                       cld_clip3_f64
#define cld_contact                     cld_contact_f64
#define cld_contact2                    cld_contact2_f64
#define cld_mat3                        cld_mat3_f64
#define cld_nurbs                       cld_nurbs_f64
#define cld_nurbs_body                  cld_nurbs_body_f64
#define cld_nurbs_closest               cld_nurbs_closest_f64
#define cld_nurbs_collide               cld_nurbs_collide_f64
#define cld_nurbs_contact               cld_nurbs_contact_f64
#define cld_nurbs_contacts              cld_nurbs_contacts_f64
#define cld_nurbs_curve                 cld_nurbs_curve_f64
#define cld_nurbs_curve_point           cld_nurbs_curve_point_f64
#define cld_nurbs_curves                cld_nurbs_curves_f64
#define cld_nurbs_distance              cld_nurbs_distance_f64
#define cld_nurbs_evaluate              cld_nurbs_evaluate_f64
#define cld_nurbs_extract_bezier        cld_nurbs_extract_bezier_f64
#define cld_nurbs_fault                 cld_nurbs_fault_f64
#define cld_nurbs_hit                   cld_nurbs_hit_f64
#define cld_nurbs_insert_knot           cld_nurbs_insert_knot_f64
#define cld_nurbs_model                 cld_nurbs_model_f64
#define cld_nurbs_model_build           cld_nurbs_model_build_f64
#define cld_nurbs_model_free            cld_nurbs_model_free_f64
#define cld_nurbs_model_refit           cld_nurbs_model_refit_f64
#define cld_nurbs_obb                   cld_nurbs_obb_f64
#define cld_nurbs_params                cld_nurbs_params_f64
#define cld_nurbs_point                 cld_nurbs_point_f64
#define cld_nurbs_raycast               cld_nurbs_raycast_f64
#define cld_nurbs_split                 cld_nurbs_split_f64
#define cld_nurbs_validate              cld_nurbs_validate_f64
#define cld_obb                         cld_obb_f64
#define cld_obb_closest_point           cld_obb_closest_point_f64
#define cld_obb_collide                 cld_obb_collide_f64
#define cld_obb_contains                cld_obb_contains_f64
#define cld_obb_from_points             cld_obb_from_points_f64
#define cld_obb_from_pose               cld_obb_from_pose_f64
#define cld_obb_overlap                 cld_obb_overlap_f64
#define cld_obb_overlap_cached          cld_obb_overlap_cached_f64
#define cld_obb_overlap_many            cld_obb_overlap_many_f64
#define cld_obb_overlap_pack            cld_obb_overlap_pack_f64
#define cld_obb_pack                    cld_obb_pack_f64
#define cld_obb_pack_build              cld_obb_pack_build_f64
#define cld_obb_pack_size               cld_obb_pack_size_f64
#define cld_obb_separation              cld_obb_separation_f64
#define cld_obb_transform               cld_obb_transform_f64
#define cld_obb_validate                cld_obb_validate_f64
#define cld_orient2d                    cld_orient2d_f64
#define cld_path                        cld_path_f64
#define cld_path_bounds                 cld_path_bounds_f64
#define cld_path_build                  cld_path_build_f64
#define cld_path_closest                cld_path_closest_f64
#define cld_path_count                  cld_path_count_f64
#define cld_path_hit                    cld_path_hit_f64
#define cld_path_intersect              cld_path_intersect_f64
#define cld_path_length                 cld_path_length_f64
#define cld_path_meeting                cld_path_meeting_f64
#define cld_path_motion                 cld_path_motion_f64
#define cld_path_motion_point           cld_path_motion_point_f64
#define cld_path_piece                  cld_path_piece_f64
#define cld_path_point                  cld_path_point_f64
#define cld_path_refit                  cld_path_refit_f64
#define cld_path_size                   cld_path_size_f64
#define cld_path_sweep                  cld_path_sweep_f64
#define cld_path_sweep_all              cld_path_sweep_all_f64
#define cld_path_sweep_disc             cld_path_sweep_disc_f64
#define cld_path_sweep_points           cld_path_sweep_points_f64
#define cld_path_validate               cld_path_validate_f64
#define cld_path_winding                cld_path_winding_f64
#define cld_polygon                     cld_polygon_f64
#define cld_polygon_cache               cld_polygon_cache_f64
#define cld_polygon_clip_line           cld_polygon_clip_line_f64
#define cld_polygon_clip_ray            cld_polygon_clip_ray_f64
#define cld_polygon_clip_segment        cld_polygon_clip_segment_f64
#define cld_polygon_closest             cld_polygon_closest_f64
#define cld_polygon_collide             cld_polygon_collide_f64
#define cld_polygon_contains            cld_polygon_contains_f64
#define cld_polygon_contains_many       cld_polygon_contains_many_f64
#define cld_polygon_distance            cld_polygon_distance_f64
#define cld_polygon_distance_cached     cld_polygon_distance_cached_f64
#define cld_polygon_extreme             cld_polygon_extreme_f64
#define cld_polygon_extreme_many        cld_polygon_extreme_many_f64
#define cld_polygon_hit                 cld_polygon_hit_f64
#define cld_polygon_hull                cld_polygon_hull_f64
#define cld_polygon_overlap             cld_polygon_overlap_f64
#define cld_polygon_overlap_cached      cld_polygon_overlap_cached_f64
#define cld_polygon_span                cld_polygon_span_f64
#define cld_polygon_sweep               cld_polygon_sweep_f64
#define cld_polygon_tangents            cld_polygon_tangents_f64
#define cld_polygon_validate            cld_polygon_validate_f64
#define cld_polygon_witness             cld_polygon_witness_f64
#define cld_polyhedron                  cld_polyhedron_f64
#define cld_polyhedron_build            cld_polyhedron_build_f64
#define cld_polyhedron_cache            cld_polyhedron_cache_f64
#define cld_polyhedron_clip_line        cld_polyhedron_clip_line_f64
#define cld_polyhedron_clip_ray         cld_polyhedron_clip_ray_f64
#define cld_polyhedron_clip_segment     cld_polyhedron_clip_segment_f64
#define cld_polyhedron_closest          cld_polyhedron_closest_f64
#define cld_polyhedron_contains         cld_polyhedron_contains_f64
#define cld_polyhedron_distance         cld_polyhedron_distance_f64
#define cld_polyhedron_distance_cached  cld_polyhedron_distance_cached_f64
#define cld_polyhedron_distance_polygon cld_polyhedron_distance_polygon_f64
#define cld_polyhedron_extreme          cld_polyhedron_extreme_f64
#define cld_polyhedron_hull             cld_polyhedron_hull_f64
#define cld_polyhedron_overlap          cld_polyhedron_overlap_f64
#define cld_polyhedron_plane            cld_polyhedron_plane_f64
#define cld_polyhedron_size             cld_polyhedron_size_f64
#define cld_polyhedron_span             cld_polyhedron_span_f64
#define cld_polyhedron_validate         cld_polyhedron_validate_f64
#define cld_pose                        cld_pose_f64
#define cld_pose2                       cld_pose2_f64
#define cld_pose2_from_angle            cld_pose2_from_angle_f64
#define cld_pose2_invert                cld_pose2_invert_f64
#define cld_pose2_multiply              cld_pose2_multiply_f64
#define cld_pose2_point                 cld_pose2_point_f64
#define cld_pose2_validate              cld_pose2_validate_f64
#define cld_pose_identity               cld_pose_identity_f64
#define cld_pose_invert                 cld_pose_invert_f64
#define cld_pose_multiply               cld_pose_multiply_f64
#define cld_pose_point                  cld_pose_point_f64
#define cld_pose_validate               cld_pose_validate_f64
#define cld_segment_hit                 cld_segment_hit_f64
#define cld_span                        cld_span_f64
#define cld_status_text                 cld_status_text_f64
#define cld_tasks                       cld_tasks_f64
#define cld_vec2                        cld_vec2_f64
#define cld_vec3                        cld_vec3_f64
#define cld_workspace                   cld_workspace_f64
#define cld_workspace_bytes             cld_workspace_bytes_f64
#define cld_workspace_free              cld_workspace_free_f64
#define cld_workspace_reserve           cld_workspace_reserve_f64
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ============================================================================ [BASE] declarations
   Numbers, vectors, poses, the contact that every 3D module reports, status codes, memory,
   tasks. */

#ifdef COLLIDE_DOUBLE
typedef double cld_real;
#else
typedef float cld_real;
#endif

typedef struct cld_vec2 {
    cld_real x, y;
} cld_vec2;

typedef struct cld_vec3 {
    cld_real x, y, z;
} cld_vec3;

typedef struct cld_mat3 {
    cld_vec3 x, y, z; /* columns: where the axes go */
} cld_mat3;

/* Rigid placement: p -> rotation p + position. The rotation is orthonormal to the rounding of
   cld_real. In a struct that was zero-initialised (rotation all zero) it stands for the
   identity. */
typedef struct cld_pose {
    cld_mat3 rotation;
    cld_vec3 position;
} cld_pose;

/* Rigid placement in the plane: p -> rotation p + position, rotation being the cosine and sine of
   the angle: (x, y) goes to (cos x - sin y, sin x + cos y). A unit vector to the rounding of
   cld_real; in a struct that was zero-initialised (rotation (0, 0)) it stands for the identity. */
typedef struct cld_pose2 {
    cld_vec2 rotation;
    cld_vec2 position;
} cld_pose2;

/* What every 3D module reports: one response code serves them all. */
typedef struct cld_contact {
    cld_vec3 point_a, point_b; /* on A and on B, world space */
    cld_vec3 normal;           /* unit, from A towards B */
    cld_real distance;         /* signed: negative is penetration depth */
    uint32_t feature_a,
        feature_b; /* what touched: meaning given by the module; stable over steps */
} cld_contact;

/* The same in the plane. */
typedef struct cld_contact2 {
    cld_vec2 point_a, point_b; /* on A and on B, world frame */
    cld_vec2 normal;           /* unit, from A towards B */
    cld_real distance;         /* signed: negative is penetration depth */
    uint32_t feature_a, feature_b;
} cld_contact2;

/* What of a polygon or polyhedron: feature = 4*number + kind. The edge `i` of a polygon goes from
   vertex i to the next; edge 3*t + k of a polyhedron from corner k of triangle t to its next corner
   (of the two triangles at the edge, the one with the smaller number). Interior: number 0. */
enum {
    CLD_FEATURE_VERTEX = 0,
    CLD_FEATURE_EDGE = 1,
    CLD_FEATURE_FACE = 2,
    CLD_FEATURE_INTERIOR = 3
};

/* Every function that can fail returns an int: one of these when negative. */
typedef enum cld_status {
    CLD_OK = 0,
    CLD_ERROR_MEMORY = -1,    /* the allocator returned NULL */
    CLD_ERROR_NULL = -2,      /* a pointer that must not be NULL is */
    CLD_ERROR_COUNT = -3,     /* a count is negative, or too small or too large for its purpose */
    CLD_ERROR_STRIDE = -4,    /* a stride is not a multiple of the number's alignment */
    CLD_ERROR_FINITE = -5,    /* a number is NaN or infinite, or so large that squares overflow */
    CLD_ERROR_PARAMETER = -6, /* a setting is outside its range */
    CLD_ERROR_POSE = -7,      /* a rotation is not orthonormal and right-handed, or not finite */
    CLD_ERROR_EXTENT = -8,    /* a half extent or size is negative */
    CLD_ERROR_DEGREE = -9,    /* below 1, or above CLD_NURBS_MAX_DEGREE, or above 3 (Bezier) */
    CLD_ERROR_KNOT_FINITE = -10, /* NURBS: a knot is NaN or infinite */
    CLD_ERROR_KNOT_ORDER = -11,  /* NURBS: knots decrease */
    CLD_ERROR_KNOT_REPEAT = -12, /* NURBS: an interior knot repeats more than degree times */
    CLD_ERROR_KNOT_DOMAIN = -13, /* NURBS: the parameter domain is empty */
    CLD_ERROR_WEIGHT = -14,      /* NURBS: a weight is not positive and finite */
    CLD_ERROR_POINT = -15,       /* a control point is NaN, infinite, or too large to square */
    CLD_ERROR_MISMATCH = -16,    /* a refit got something of other shape than the build */
    CLD_ERROR_COMMAND = -17, /* a path's command is not one of M L Q C Z, or the first is not M */
    CLD_ERROR_CONVEX = -18,  /* a polygon or polyhedron is not convex, or not counter-clockwise */
    CLD_ERROR_INDEX = -19,   /* a triangle names a vertex that there is not, or one twice */
    CLD_ERROR_SURFACE = -20, /* triangles do not make one closed surface */
    CLD_STATUS_LAST = -20
} cld_status;

/* The status in words, such as "a knot vector decreases". For zero and positive values "ok", for
   numbers that are no status "unknown status". The text is static: never free it. */
COLLIDE_API const char *cld_status_text(int status);

/* Memory. One callback does all: realloc_fn(context, NULL, 0, n) allocates n bytes aligned for any
   type (as malloc), (context, p, old, n) resizes, (context, p, old, 0) frees and returns NULL. It
   returns NULL when there is no memory, p then being intact. All zero: COLLIDE_REALLOC and
   COLLIDE_FREE. */
typedef struct cld_allocator {
    void *(*realloc_fn)(void *context, void *memory, size_t old_size, size_t new_size);
    void *context;
} cld_allocator;

/* One piece of parallel work: index counts pieces, worker says which of the workers runs it. */
typedef void cld_task(void *data, int index, int worker);

/* Your task system. run must call task(data, i, w) once for each i of 0..count-1, from any thread
   and in any order, w being below workers and never in use by two threads at once, and return when
   all are done. All zero: the threads chosen by COLLIDE_THREADS, as many as workers says (0: one).
   Answers never depend on workers. */
typedef struct cld_tasks {
    void (*run)(void *context, int count, cld_task *task, void *data);
    void *context;
    int workers;
} cld_tasks;

/* Where big queries work: zero-initialise, set allocator and tasks if wanted, pass it to any query,
   one query at a time, and free it at the end. It keeps its memory from query to query. */
typedef struct cld_workspace {
    cld_allocator allocator;
    cld_tasks tasks;
    struct cld__block *first, *current; /* private */
    size_t marks, bytes;                /* private */
} cld_workspace;

/* Bytes that the workspace holds now: the most that any query so far has needed, rounded up. */
COLLIDE_API size_t cld_workspace_bytes(const cld_workspace *workspace);

/* Makes sure that at least `bytes` are held, so that queries that need no more never allocate.
   Returns CLD_OK or CLD_ERROR_MEMORY (the workspace is then as it was) or CLD_ERROR_NULL. */
COLLIDE_API int cld_workspace_reserve(cld_workspace *workspace, size_t bytes);

/* Gives all memory back; allocator and tasks stay, and the workspace can be used again.
   NULL is allowed. */
COLLIDE_API void cld_workspace_free(cld_workspace *workspace);

/* The pose that leaves everything where it is. */
COLLIDE_API cld_pose cld_pose_identity(void);

/* Where the pose takes the point p. */
COLLIDE_API cld_vec3 cld_pose_point(const cld_pose *pose, cld_vec3 p);

/* First `second`, then `first`: the pose of a child (second) that is attached to a parent
   (first). */
COLLIDE_API cld_pose cld_pose_multiply(const cld_pose *first, const cld_pose *second);

/* The pose that undoes this one. */
COLLIDE_API cld_pose cld_pose_invert(const cld_pose *pose);

/* CLD_OK if the rotation is orthonormal and right-handed to within 64 units of rounding of float
   (poses that were integrated for a while pass; a scaling or mirror does not) or all zero, and all
   numbers are finite; CLD_ERROR_POSE if not, CLD_ERROR_NULL for NULL. */
COLLIDE_API int cld_pose_validate(const cld_pose *pose);

/* The same for poses of the plane; the angle in radians, counter-clockwise. */
COLLIDE_API cld_pose2 cld_pose2_from_angle(cld_real angle, cld_vec2 position);

/* Where the pose takes the point p. */
COLLIDE_API cld_vec2 cld_pose2_point(const cld_pose2 *pose, cld_vec2 p);

/* First `second`, then `first`. */
COLLIDE_API cld_pose2 cld_pose2_multiply(const cld_pose2 *first, const cld_pose2 *second);

/* The pose that undoes this one. */
COLLIDE_API cld_pose2 cld_pose2_invert(const cld_pose2 *pose);

/* CLD_OK if the rotation is a unit vector to within 64 units of rounding of float, or (0, 0), and
   all numbers are finite; CLD_ERROR_POSE if not, CLD_ERROR_NULL for NULL. */
COLLIDE_API int cld_pose2_validate(const cld_pose2 *pose);

/* On which side of the line from a to b is c? 1 left (a, b, c counter-clockwise), -1 right, 0
   exactly on it. The sign is that of the exact determinant of the given numbers, for all finite
   input, whatever the compiler's flags; 0 if a number is NaN or infinite. (Where the processor is
   set to take denormal numbers as zero, so are they here.) Some nanoseconds, more for points that
   are within rounding of collinear. Source: the filter, Shewchuk 1997; the rest, Kulisch 1971. */
COLLIDE_API int cld_orient2d(cld_vec2 a, cld_vec2 b, cld_vec2 c);

/* ============================================================================= [OBB] declarations
   Oriented boxes. A half extent of 0 is legal everywhere: rectangles, segments and points are
   boxes. The functions read boxes as they are: cld_obb_validate says whether one is fit. A box with
   NaN in it is never proved apart from anything; a box with non-orthonormal axes gives no right
   answers. */

#ifndef COLLIDE_NO_OBB

/* The points centre + x axes.x + y axes.y + z axes.z with |x| <= half.x, |y| <= half.y, |z| <=
   half.z. The axes are orthonormal and right-handed, to the rounding of cld_real. */
typedef struct cld_obb {
    cld_vec3 centre;
    cld_mat3 axes;
    cld_vec3 half;
} cld_obb;

/* How hard cld_obb_from_points tries. Volumes against the best possible box and times: bench. */
typedef enum cld_obb_fit {
    CLD_OBB_FIT_BALANCED = 0, /* covariance axis, then the minimal rectangle around it */
    CLD_OBB_FIT_FAST = 1,     /* covariance alone: source 2.1; loose where points crowd */
    CLD_OBB_FIT_TIGHT = 2     /* alternating minimal rectangles: nearly optimal, slowest */
} cld_obb_fit;

/* CLD_OK, or CLD_ERROR_FINITE, CLD_ERROR_POSE (axes), CLD_ERROR_EXTENT, CLD_ERROR_NULL. */
COLLIDE_API int cld_obb_validate(const cld_obb *box);

/* The box of the given half extents, centred on the pose. Negative half extents count as 0. */
COLLIDE_API cld_obb cld_obb_from_pose(const cld_pose *pose, cld_vec3 half);

/* Fits a box around `count` points, x y z at points + i*stride bytes (stride 0:
   3*sizeof(cld_real)). Every point is inside (cld_obb_contains, its rounding included), whatever
   the points are: one point, collinear, coplanar, symmetric. The axes are orthonormal and
   right-handed always. Returns CLD_OK, or CLD_ERROR_NULL, CLD_ERROR_COUNT (no points),
   CLD_ERROR_STRIDE, CLD_ERROR_FINITE, CLD_ERROR_PARAMETER; then *out is untouched. Cost O(count).
   Source: Gottschalk, Lin, Manocha 1996; Larsson, Kallberg 2011. */
COLLIDE_API int cld_obb_from_points(const cld_real *points, size_t count, size_t stride,
                                    cld_obb_fit fit, cld_obb *out);

/* The box moved by the pose. */
COLLIDE_API cld_obb cld_obb_transform(const cld_pose *pose, const cld_obb *box);

/* 1 if p lies in the box or on its surface, to rounding (never 0 for a point inside), else 0. */
COLLIDE_API int cld_obb_contains(const cld_obb *box, cld_vec3 p);

/* The point of the solid box that is closest to p: p itself if inside. */
COLLIDE_API cld_vec3 cld_obb_closest_point(const cld_obb *box, cld_vec3 p);

/* 1 if the boxes may share a point, 0 if they are proved apart: the parallelepipeds of the very
   numbers given, axes orthonormal only to the tolerance of cld_obb_validate. The proof includes
   rounding; boxes more than 100 * 2^-53 times the sum of their six half extents apart are always
   told apart, in float as in double. Centres far from the origin cost nothing: only their
   difference counts. Not with -ffast-math, which may drop the very roundings that the proof counts.
   Constant time; a few pairs in 10^4, and boxes that touch, take a second, slower look.
   Source: 15 separating axes, Gottschalk, Lin, Manocha 1996; Ericson 2005, 4.4.1. */
COLLIDE_API int cld_obb_overlap(const cld_obb *a, const cld_obb *b);

/* The same answer; remembers a separating axis in *axis for the next call on the same two boxes:
   worth it for pairs that nearly touch, tried first there. *axis may be of an earlier call.
   Start with 0. Any value is safe.
   Source: van den Bergen 1997. */
COLLIDE_API int cld_obb_overlap_cached(const cld_obb *a, const cld_obb *b, uint32_t *axis);

/* One box against many: bit i%32 of bits[i/32] becomes 1 where box and boxes[i] may share a point,
   0 where they are proved apart; (count + 31)/32 words are written, unused bits 0. Returns the
   number of ones. Answers are those of cld_obb_overlap. */
COLLIDE_API size_t cld_obb_overlap_many(const cld_obb *box, const cld_obb *boxes, size_t count,
                                        uint32_t *bits);

/* Many boxes laid out for the widest SIMD registers (structure of arrays). */
typedef struct cld_obb_pack {
    const void *data; /* private layout, in the caller's memory */
    size_t count;
} cld_obb_pack;

/* Bytes of memory that a pack of `count` boxes needs; 0 if count is too large for any memory. */
COLLIDE_API size_t cld_obb_pack_size(size_t count);

/* Lays out `count` boxes in `memory` (cld_obb_pack_size(count) bytes, aligned for cld_real), which
   must stay in place as long as the pack is used. Build again in the same memory after boxes moved.
   Returns CLD_OK, CLD_ERROR_NULL or CLD_ERROR_COUNT. */
COLLIDE_API int cld_obb_pack_build(cld_obb_pack *pack, const cld_obb *boxes, size_t count,
                                   void *memory);

/* cld_obb_overlap_many on a pack: the fastest way. Returns the number of ones. */
COLLIDE_API size_t cld_obb_overlap_pack(const cld_obb *box, const cld_obb_pack *pack,
                                        uint32_t *bits);

/* The largest separating distance over the 15 axes: positive, a lower bound of the distance of the
   boxes (equal to it where faces are closest); negative, minus the penetration depth. *axis
   receives that axis, unit, from a towards b; NULL is allowed. */
COLLIDE_API cld_real cld_obb_separation(const cld_obb *a, const cld_obb *b, cld_vec3 *axis);

/* What of a box touches: one of these plus a number. Axes count 0 x, 1 y, 2 z; sides 0 minus, 1
   plus. Face: 2*axis + side. Edge along axis i: 4*i + (side of axis i+1) + 2*(side of axis i+2),
   modulo 3. Vertex: (side of x) + 2*(side of y) + 4*(side of z). */
enum { CLD_OBB_FACE = 16, CLD_OBB_EDGE = 32, CLD_OBB_VERTEX = 64 };

/* Contact manifold of two boxes that overlap: all contacts share the normal of least
   penetration; their points are the incident face clipped by the reference face's sides (at most
   8), or one point where two edges meet: point_a on a, point_b on b, to rounding. Face normals
   are preferred to edges, and a's to b's, as long as they are within 5 % of the depth and 0.2 %
   of the smaller box (the sum of its half extents), so that small movements do not change the
   manifold's kind. Corners that hover above the reference face by at most 1 % of that size are
   reported too, with their positive distance: a box at rest keeps its four. Returns how many
   there are (0: proved apart), writes at most capacity. feature_a, feature_b: CLD_OBB_FACE and
   so on: a vertex on a face, or edge on edge; no two contacts have the same pair, and a pair
   stays while the same features touch: match contacts by it. Errors: CLD_ERROR_NULL,
   CLD_ERROR_COUNT (negative capacity), CLD_ERROR_FINITE (the boxes are so large, or not finite,
   that nothing can be computed). Source: Sutherland, Hodgman 1974 (clipping). */
COLLIDE_API int cld_obb_collide(const cld_obb *a, const cld_obb *b, cld_contact *out, int capacity);

#endif /* COLLIDE_NO_OBB */

/* =========================================================================== [NURBS] declarations
   Non-uniform rational B-spline surfaces, as sheets without thickness: queries on one surface, and
   between bodies made of several. All arithmetic is double, whatever cld_real is.
   Source: the 2004 thesis on collision of deformable NURBS surfaces (bounding volumes over control
   points, subdivision); Piegl, Tiller, The NURBS Book. */

#ifndef COLLIDE_NO_NURBS

#define CLD_NURBS_MAX_DEGREE 15

/* A view of a surface: your arrays, never copied. Control point (i, j), i along u, j along v, is
   the x y z at (char *)points + i*stride_u + j*stride_v, not multiplied by its weight, which is at
   (char *)weights + i*weight_stride_u + j*weight_stride_v. Strides of 0 mean tightly packed, j (v)
   running fastest: stride_v = 3*sizeof(cld_real), stride_u = count_v*stride_v. weights NULL: all
   are 1. knots_u has count_u + degree_u + 1 numbers that do not decrease; the surface lives on
   knots_u[degree_u] <= u <= knots_u[count_u], so clamped, unclamped and periodic (wrapped) vectors
   all work; knots_v likewise. A knot inside that domain repeats at most degree times. */
typedef struct cld_nurbs {
    int degree_u, degree_v;
    int count_u, count_v;
    const cld_real *knots_u, *knots_v;
    const cld_real *points;
    size_t stride_u, stride_v;
    const cld_real *weights;
    size_t weight_stride_u, weight_stride_v;
} cld_nurbs;

/* What cld_nurbs_validate found, and where. */
typedef struct cld_nurbs_fault {
    int status;    /* CLD_OK or the cld_status */
    int direction; /* 0 u, 1 v: for degrees, counts and knots */
    int i, j;      /* the knot i, or the control point or weight (i, j); -1 where none applies */
} cld_nurbs_fault;

/* Is the surface well formed? Returns CLD_OK, or the first fault in this order, and writes it to
   *fault (NULL is allowed):
     CLD_ERROR_NULL         surface, knots or points are NULL
     CLD_ERROR_DEGREE       below 1 or above CLD_NURBS_MAX_DEGREE
     CLD_ERROR_COUNT        not above the degree, or more than 2^27 control points
     CLD_ERROR_STRIDE       not a multiple of sizeof(cld_real)
     CLD_ERROR_KNOT_FINITE  NaN, infinite, in double also beyond 1e150
     CLD_ERROR_KNOT_ORDER   knot i is less than knot i-1
     CLD_ERROR_KNOT_DOMAIN  the domain is empty
     CLD_ERROR_KNOT_REPEAT  inside the domain; i is the first knot of a run that is one too many
     CLD_ERROR_POINT        a coordinate is NaN, infinite, in double also beyond 1e150
     CLD_ERROR_WEIGHT       not positive, NaN, infinite, in double also outside 1e-150 .. 1e150
   Each kind is looked for in u first, then in v; points and weights row by row. Every query below
   returns the same status for the same surface. O(points). */
COLLIDE_API int cld_nurbs_validate(const cld_nurbs *surface, cld_nurbs_fault *fault);

/* The surface at (u, v). */
typedef struct cld_nurbs_point {
    cld_vec3 position;
    cld_vec3 du, dv;        /* first derivatives */
    cld_vec3 duu, duv, dvv; /* second derivatives */
    cld_vec3 normal;        /* unit, along du x dv or its limit; zero where there is none */
} cld_nurbs_point;

/* Evaluates position, derivatives and normal at (u, v). Parameters outside the domain are clamped
   to it. At a knot of low continuity the derivatives are those from above (at the end of the
   domain: from below). Where du x dv vanishes (a pole, that is a row of equal control points; du
   parallel to dv in a corner) the normal is its limit along a parameter line that enters the
   surface, or across the corner where both lines tell nothing; where the surface is a curve or a
   point, zero. A derivative that cld_real cannot hold has its largest value. *out is untouched on
   error. Errors: CLD_ERROR_NULL, CLD_ERROR_PARAMETER for u or v NaN, and those of
   cld_nurbs_validate that concern the knots and the (degree_u+1)(degree_v+1) control points which
   count there: others are not looked at. O(log count + degree^3). Source: The NURBS Book, 4.5, on
   the Bezier patch there. */
COLLIDE_API int cld_nurbs_evaluate(const cld_nurbs *surface, cld_real u, cld_real v,
                                   cld_nurbs_point *out);

/* The functions that make new surfaces write them to memory of yours, `capacity` numbers, which
   must not overlap the input's, and set up *out as a view of it. They return how many numbers are
   needed; if that is more than capacity, nothing has been written: make room and repeat (memory and
   out may be NULL while capacity is 0). New control points are computed in double and rounded once.
   Errors of all: those of validate, CLD_ERROR_NULL, CLD_ERROR_COUNT (a negative capacity, or a
   result of more numbers than an int counts). */

/* Inserts `knot` `times` times (direction 0: u, 1: v): the same surface with more control points;
   those that do not change are copied bit for bit. CLD_ERROR_PARAMETER: direction, a knot not
   strictly inside the domain, times < 0, or more than degree times in all. Source: Boehm 1980; The
   NURBS Book A5.3. */
COLLIDE_API int cld_nurbs_insert_knot(const cld_nurbs *surface, int direction, cld_real knot,
                                      int times, cld_nurbs *out, cld_real *memory, int capacity);

/* Splits the surface at the parameter into out[0] (below) and out[1] (above), each with clamped
   knots at the cut; on the edge that they share both have the same bits. CLD_ERROR_PARAMETER:
   direction, or a parameter not strictly inside the domain. */
COLLIDE_API int cld_nurbs_split(const cld_nurbs *surface, int direction, cld_real parameter,
                                cld_nurbs out[2], cld_real *memory, int capacity);

/* Cuts the surface into its rational Bezier patches: one surface for each knot rectangle that is
   not empty, v running fastest, with knots that name the rectangle's parameters; neighbours have
   the same bits on the edge that they share. *patch_count (not NULL) receives their number; out
   must have room for patch_capacity of them: nothing is written unless both fit. */
COLLIDE_API int cld_nurbs_extract_bezier(const cld_nurbs *surface, cld_nurbs *out,
                                         int patch_capacity, int *patch_count, cld_real *memory,
                                         int capacity);

/* A box around all control points, hence around the surface. *out is untouched on error.
   Errors: validate, CLD_ERROR_NULL, and those of cld_obb_from_points: CLD_ERROR_PARAMETER,
   CLD_ERROR_FINITE. */
COLLIDE_API int cld_nurbs_obb(const cld_nurbs *surface, cld_obb_fit fit, cld_obb *out);

/* A surface prepared for many queries: Bezier patches and a tree of boxes, built once, thread-safe
   to query, refitted in place when control points moved. Zero-initialise before the first build. */
typedef struct cld_nurbs_model {
    int count;    /* surfaces */
    size_t bytes; /* memory held */
    void *memory; /* private */
    cld_allocator allocator;
} cld_nurbs_model;

/* Prepares `count` surfaces as one body. The views are copied, knots, points and weights are not
   needed afterwards. An earlier content of the model is replaced; on failure it stays as it was.
   Errors: validate of any surface, CLD_ERROR_COUNT (none), CLD_ERROR_MEMORY. Cost O(points). */
COLLIDE_API int cld_nurbs_model_build(cld_nurbs_model *model, const cld_nurbs *surfaces, int count,
                                      const cld_allocator *allocator);

/* After control points or weights changed (degrees, counts and knots not): brings the model up to
   date in place, without allocation, cheaper than a build. Errors: validate, CLD_ERROR_MISMATCH;
   the model then stays as it was. */
COLLIDE_API int cld_nurbs_model_refit(cld_nurbs_model *model, const cld_nurbs *surfaces, int count);

/* Gives the model's memory back. NULL and zero-initialised models are allowed. */
COLLIDE_API void cld_nurbs_model_free(cld_nurbs_model *model);

/* One side of a query: some surfaces and where they are. Either prepared (model not NULL) or
   straight from the views, nothing computed beforehand, for surfaces that deform from query to
   query. The answers are the same. */
typedef struct cld_nurbs_body {
    const cld_nurbs *surfaces;    /* used if model is NULL */
    int count;                    /* of surfaces; 0 means 1 */
    const cld_nurbs_model *model; /* NULL: nothing prepared */
    cld_pose pose;                /* zero means identity */
} cld_nurbs_body;

/* What bounds a piece of surface during the subdivision. All give the same answers. */
typedef enum cld_nurbs_volume {
    CLD_NURBS_VOLUME_AUTO = 0, /* boxes, then slabs along the surfaces' normals, then curved walls:
                                  the only one whose cost stays low for sheets side by side */
    CLD_NURBS_VOLUME_AABB,
    CLD_NURBS_VOLUME_SPHERE,
    CLD_NURBS_VOLUME_OBB,
    CLD_NURBS_VOLUME_DOP14,
    CLD_NURBS_VOLUME_DOP18,
    CLD_NURBS_VOLUME_DOP26
} cld_nurbs_volume;

typedef struct cld_nurbs_params {
    cld_real tolerance;   /* world length up to which bodies are 'near'. 0: 2 units of rounding of
                             cld_real times the largest coordinate. Never less than about 2e-12 of
                             that coordinate (cubic surfaces; more for high degrees) */
    cld_real chord_error; /* curves: largest distance of polyline and curve. 0: 1e-4 of the size */
    cld_real margin;      /* distance: stop when proved farther than this. 0: no limit */
    int max_level;        /* halvings of one patch before giving up as CLD_UNDECIDED. 0: 96 */
    int max_pairs; /* pairs of pieces looked at before CLD_UNDECIDED, a bound on time. 0: four
                      million (seconds). For curves and contacts steps along the curves count as
                      well; 0: a quarter of a million (a second) */
    cld_nurbs_volume volume;
} cld_nurbs_params;

/* How two bodies lie to each other. Any value above CLD_APART must be treated as touching. */
typedef enum cld_relation {
    CLD_APART = 0, /* proved: no common point, and farther apart than a quarter of the tolerance */
    CLD_NEAR = 1,  /* two points no farther apart than the tolerance were found; no common point was
                      proved. Two bodies that just touch are 'near' */
    CLD_CROSSING = 2, /* a common point was found and proved to exist within the stated error */
    CLD_UNDECIDED = 3 /* max_level or max_pairs ended the search; the closest pair found is given */
} cld_relation;

/* A contact of two bodies, the common part first. feature_a and feature_b are the indices of the
   surfaces within their bodies. Where the bodies cross or touch, the normal is that of A's surface,
   du x dv (at a pole its limit): out of A, and so towards B, if A's surfaces are oriented outwards.
   Where they are apart it is the direction from point_a to point_b. */
typedef struct cld_nurbs_contact {
    cld_contact contact;
    cld_real u_a, v_a; /* point_a = surface A at (u_a, v_a), posed */
    cld_real u_b, v_b;
    cld_real error; /* the true common (or closest) points are no farther from those given */
    int relation;   /* CLD_NEAR, CLD_CROSSING or CLD_UNDECIDED; CLD_APART from cld_nurbs_distance */
} cld_nurbs_contact;

/* Do the bodies touch? Stops at the first contact that it finds (CLD_CROSSING or CLD_NEAR; where
   one exists the other may as well) and describes it in *first (NULL is allowed; untouched when
   apart). params NULL: defaults. workspace NULL is CLD_ERROR_NULL. Returns a cld_relation, or
   a status: those of validate for either body, CLD_ERROR_POSE, CLD_ERROR_PARAMETER,
   CLD_ERROR_MEMORY. Typical cost: time linear in the control points with a very small constant
   (prepared: logarithmic), plus work where the surfaces come close. */
COLLIDE_API int cld_nurbs_collide(const cld_nurbs_body *a, const cld_nurbs_body *b,
                                  const cld_nurbs_params *params, cld_workspace *workspace,
                                  cld_nurbs_contact *first);

/* All contacts, for response: one for each connected piece where the bodies meet. Where the
   surfaces pass through each other along a closed curve, the deepest point inside (distance
   negative); along an open curve, its middle (distance 0); where they touch, that point. Duplicates
   on edges shared by surfaces are merged. Where max_level or max_pairs ended the search, a contact
   that is CLD_UNDECIDED stands at the nearest of the places left open. Returns how many there are,
   writes at most capacity, deepest first. *relation (NULL is allowed) receives the overall answer.
   Errors: as cld_nurbs_collide. */
COLLIDE_API int cld_nurbs_contacts(const cld_nurbs_body *a, const cld_nurbs_body *b,
                                   const cld_nurbs_params *params, cld_workspace *workspace,
                                   cld_nurbs_contact *out, int capacity, int *relation);

/* A vertex of an intersection curve: a point on both bodies. Where a curve passes from one surface
   to its neighbour, the vertex stands twice, once with the parameters on either. The position is
   the best that is known. Parameters are rounded to cld_real: where weights of wild ratio make a
   surface run so fast that this moves its point, evaluation there gives a point that is off by as
   much. */
typedef struct cld_nurbs_curve_point {
    cld_vec3 position;
    cld_real u_a, v_a, u_b, v_b;
    int surface_a, surface_b;
} cld_nurbs_curve_point;

/* A connected intersection curve: vertices first .. first + count - 1. */
typedef struct cld_nurbs_curve {
    int first, count;
    int closed;   /* 1: the last vertex joins the first (it is not repeated) */
    int relation; /* CLD_CROSSING: transversal all along; CLD_NEAR: touches within the tolerance
                     somewhere (a single vertex: an isolated touch); CLD_UNDECIDED: max_pairs cut it
                     short (a single vertex: more may be there, see cld_nurbs_curves) */
} cld_nurbs_curve;

/* All of the intersection, as polylines no farther than chord_error from the true curves, every
   vertex on both surfaces to rounding. Returns the number of curves; *point_count (not NULL)
   receives the number of vertices; at most the capacities are written (whole curves only, up to the
   first that has no room). Where max_level or max_pairs ended the search, these are the curves
   found so far, and one of a single vertex, CLD_UNDECIDED, stands for what is not known: there the
   surfaces are nearest of the places left open. So only bodies that are proved apart have no
   curves. With a large tolerance, what lies within about 4 sqrt(tolerance * radius of curvature) of
   a place where the surfaces are parallel and nearer than that melts into one vertex, CLD_NEAR.
   Errors: as cld_nurbs_collide. */
COLLIDE_API int cld_nurbs_curves(const cld_nurbs_body *a, const cld_nurbs_body *b,
                                 const cld_nurbs_params *params, cld_workspace *workspace,
                                 cld_nurbs_curve *curves, int curve_capacity,
                                 cld_nurbs_curve_point *points, int point_capacity,
                                 int *point_count);

/* The smallest distance of the bodies, with closest points and parameters in *closest (not NULL):
   contact.distance is that of the two points given, the true one is less by at most closest->error.
   0 where the bodies cross. With params->margin > 0 the search ends as soon as the distance is
   proved larger: *closest is then untouched and the answer CLD_APART; nearer pairs are described in
   full, relation CLD_NEAR. Without a margin the answer is CLD_APART, CLD_NEAR (within the
   tolerance) or CLD_CROSSING; CLD_UNDECIDED if max_level or max_pairs ended the search (the error
   is still right). params->tolerance is the accuracy of the distance. 0: some 1e-12 of the size
   (float: 6e-8), but where whole areas are equally near (concentric spheres) the work grows with
   one over the accuracy, which then yields step by step, as the error says, so that the answer
   takes a second at most. An accuracy that was asked for is kept until max_pairs ends the search as
   CLD_UNDECIDED. Prepared and unprepared bodies give the same distance to within the error.
   Errors: as cld_nurbs_collide. Best first branch and bound: typically ten times a collision. */
COLLIDE_API int cld_nurbs_distance(const cld_nurbs_body *a, const cld_nurbs_body *b,
                                   const cld_nurbs_params *params, cld_workspace *workspace,
                                   cld_nurbs_contact *closest);

/* Where a point or a ray meets a body. */
typedef struct cld_nurbs_hit {
    cld_vec3 point;    /* on the surface, world space */
    cld_vec3 normal;   /* unit, du x dv as in cld_nurbs_evaluate, world space */
    cld_real distance; /* from the query point; for a ray: along it, in lengths of its direction */
    cld_real u, v;
    int surface;
} cld_nurbs_hit;

/* The point of the body that is closest to p (point inversion): its distance is the global minimum
   to within params->tolerance (0: to rounding; where a whole area is equally near, as around the
   centre of a sphere, to 2e-4 of the size at worst, which ends the search sooner). Returns 1, or a
   status: CLD_ERROR_FINITE if p is not finite; else as cld_nurbs_collide. max_level and max_pairs
   end the search with the best point so far. Of params no other member matters. O(log n) on a
   prepared body, else one pass over the control points. Source: The NURBS Book 6.1. */
COLLIDE_API int cld_nurbs_closest(const cld_nurbs_body *body, cld_vec3 p,
                                  const cld_nurbs_params *params, cld_workspace *workspace,
                                  cld_nurbs_hit *out);

/* Where the ray origin + t direction, 0 <= t <= t_max, first meets the body (t_max 0: no end).
   Returns 1 with *out, 0 if it meets nothing, or a status: CLD_ERROR_FINITE if the origin is not
   finite, CLD_ERROR_PARAMETER for a zero or not finite direction or t_max negative or NaN; else as
   cld_nurbs_collide. A ray that only grazes the body, or a border of it, to rounding, may be
   reported either way; one that crosses it is never missed: what max_level or max_pairs leaves open
   counts as a hit. Source: Krawczyk 1969 for the test that a crossing is the only one. */
COLLIDE_API int cld_nurbs_raycast(const cld_nurbs_body *body, cld_vec3 origin, cld_vec3 direction,
                                  cld_real t_max, const cld_nurbs_params *params,
                                  cld_workspace *workspace, cld_nurbs_hit *out);

#endif /* COLLIDE_NO_NURBS */

/* ========================================================================= [POLYGON] declarations
   Convex polygons of any size in logarithmic time, without preparation; convex polyhedra after one
   preparation in linear time. Both are solid: what lies inside touches.
   Source: Chazelle, Dobkin 1987; Edelsbrunner 1985; Dobkin, Kirkpatrick 1990; Barba, Langerman
   2015. */

#ifndef COLLIDE_NO_POLYGON

/* A convex polygon: a view of your array, x y of vertex i at (char *)vertices + i*stride (stride 0:
   2*sizeof(cld_real)), counter-clockwise. One vertex is a point, two are a segment (for queries
   between a polygon and these). Vertices may repeat or lie on the line of their neighbours.
   cld_polygon_hull makes one of any points. Runs of equal vertices are searched, not walked; but
   where nearly all vertices are in one place, or all are on one line and many repeat, a query may
   take O(n).

   What is exact: a polygon is the convex hull of its vertices, placed by its pose in exact
   arithmetic on the numbers given (no rounding happens on the way to the world), and every
   question with a yes or no, and every feature, is decided for that.

   A polygon that is not quite convex (float coordinates of a fine curve are not; validate says so):
   queries end, as fast as otherwise, and what they report is there: a common point lies within both
   hulls, hits and closest points are points of edges. But something may be missed: a search may
   stop at a vertex whose neighbours recede while one farther along reaches out more; 'apart' is
   then no proof. cld_polygon_hull mends such a polygon. The same for a vertex that is NaN or
   infinite, or of more than 1e150 (in double), and for polygons that turn right: queries end
   and stay within your array; their answers mean nothing. */
typedef struct cld_polygon {
    const cld_real *vertices;
    size_t count;   /* 1 to 2^29 */
    size_t stride;  /* bytes */
    cld_pose2 pose; /* zero means identity */
} cld_polygon;

/* Every query first looks at what is cheap to see and returns CLD_ERROR_NULL (polygon, vertices, or
   a result that must not be NULL), CLD_ERROR_COUNT (0, or more than 2^29 vertices),
   CLD_ERROR_STRIDE (not a multiple of sizeof(cld_real), or less than two of them), CLD_ERROR_POSE
   (as cld_pose2_validate), CLD_ERROR_FINITE (a point or direction that is not finite, or, in
   double, beyond 1e150). None allocates; a few hundred bytes of stack serve. */

/* Is it a convex polygon? CLD_OK, or the first of the errors above, or with the number of the first
   offending vertex in *where (NULL is allowed):
     CLD_ERROR_POINT    a coordinate is NaN or infinite, in double also beyond 1e150
     CLD_ERROR_CONVEX   exactly decided: the polygon turns right in this vertex, or doubles back, or
                        has been around once already
   Polygons whose vertices lie on one line are convex if they go there and back once. O(n). */
COLLIDE_API int cld_polygon_validate(const cld_polygon *polygon, size_t *where);

/* The convex hull of `count` points, exact, in place: reorders them so that the first h are the
   hull's vertices, counter-clockwise from the lowest of the leftmost, none repeated and no three on
   a line; the others follow in some order. What else lies in the `stride` bytes of a point (past
   x y) moves with it. Returns h (1 or 2 where all points coincide or lie on a line; 0 for no
   points). Errors: CLD_ERROR_NULL, CLD_ERROR_COUNT (more than 2^29), CLD_ERROR_STRIDE,
   CLD_ERROR_POINT: nothing is moved then. O(n log n), no memory.
   Source: Andrew 1979. */
COLLIDE_API int cld_polygon_hull(cld_real *points, size_t count, size_t stride);

/* The vertex that is farthest in a direction (which need not be unit), in *vertex, and where it is,
   world frame, in *point (NULL is allowed for either). Of several the first, counter-clockwise: where
   the edge begins that faces the direction (a segment at right angles to it has two edges, one to
   each side; of a direction (0, 0), and where all vertices are equal, vertex 0). Returns CLD_OK.
   O(log n). */
COLLIDE_API int cld_polygon_extreme(const cld_polygon *polygon, cld_vec2 direction,
                                    uint32_t *vertex, cld_vec2 *point);

/* The same for `count` directions, several at a time: vertices[i] for directions[i]. Where a
   direction is not finite: CLD_ERROR_FINITE, nothing is written. */
COLLIDE_API int cld_polygon_extreme_many(const cld_polygon *polygon, const cld_vec2 *directions,
                                         size_t count, uint32_t *vertices);

/* How far a polygon (or polyhedron) reaches along a direction, and where. */
typedef struct cld_span {
    cld_real min, max; /* of the dot product of its points with the unit vector along direction */
    cld_real width;    /* max - min, without their rounding */
    uint32_t vertex_min, vertex_max;
} cld_span;

/* Both extremes along a direction. CLD_OK; CLD_ERROR_PARAMETER for the direction (0, 0).
   O(log n). */
COLLIDE_API int cld_polygon_span(const cld_polygon *polygon, cld_vec2 direction, cld_span *span);

/* Where a point is: exact. */
enum { CLD_OUTSIDE = 0, CLD_BOUNDARY = 1, CLD_INSIDE = 2 };

/* Where is p? CLD_OUTSIDE, CLD_BOUNDARY or CLD_INSIDE. O(log n). */
COLLIDE_API int cld_polygon_contains(const cld_polygon *polygon, cld_vec2 p);

/* The same for `count` points (x y of point i at (char *)points + i*stride, stride 0: packed),
   several at a time: where[i] is one of the three. Where a point is not finite: CLD_ERROR_FINITE,
   nothing is written. */
COLLIDE_API int cld_polygon_contains_many(const cld_polygon *polygon, const cld_real *points,
                                          size_t count, size_t stride, uint8_t *where);

/* The tangents from p: seen from p, vertices[0] is the rightmost vertex and vertices[1] the
   leftmost, of several on a tangent the nearest to p, of equal ones the first. Returns 1, or 0
   where there are none: p is inside or on the boundary. O(log n). */
COLLIDE_API int cld_polygon_tangents(const cld_polygon *polygon, cld_vec2 p, uint32_t vertices[2]);

/* The part of a line that is within a polygon (or polyhedron). */
typedef struct cld_clip2 {
    cld_real enter, exit; /* enter <= exit: parameters t of the points origin + t direction */
    cld_vec2 enter_point, exit_point;
    cld_vec2 enter_normal, exit_normal;   /* unit, outwards; (0, 0) where a ray or segment begins or
                                           ends inside */
    uint32_t enter_feature, exit_feature; /* edges, or vertices where the line passes through one;
                                             CLD_FEATURE_INTERIOR where it begins or ends inside */
} cld_clip2;

/* Clips the line through origin along direction (any length but 0: CLD_ERROR_PARAMETER), the ray
   (t >= 0), or the segment (t from 0 to 1) to the polygon. 1 with *clip (NULL is allowed), 0 if
   they have no common point: decided exactly; touching a vertex or running along an edge is common.
   A line along an edge enters and leaves through that edge's ends: vertices, their normal the
   edge's; where a line touches or passes through a vertex alone, the normal is the unit sum of
   those of its two edges (at the end of a polygon that is a segment: away from the other end); of a
   polygon that is a point, or a segment along the line, against the direction. Of equal vertices
   the first is named. A segment of length 0 is all in one place: t from 0 to 1, both features
   where that is. Points are within 2^-48 M of the true ones, M being the largest coordinate of what
   takes part in the query; parameters, times the length of the direction, too (both in float then
   rounded). O(log n).
   Source: Chazelle, Dobkin 1987. */
COLLIDE_API int cld_polygon_clip_line(const cld_polygon *polygon, cld_vec2 origin,
                                      cld_vec2 direction, cld_clip2 *clip);

/* The part with t >= 0. */
COLLIDE_API int cld_polygon_clip_ray(const cld_polygon *polygon, cld_vec2 origin,
                                     cld_vec2 direction, cld_clip2 *clip);

/* The part between two points. */
COLLIDE_API int cld_polygon_clip_segment(const cld_polygon *polygon, cld_vec2 from, cld_vec2 to,
                                         cld_clip2 *clip);

/* The point of the polygon that is closest to p: as cld_polygon_distance from the polygon (A) to p
   (B, feature_b vertex 0). Where p is inside or on it, it is p itself. Returns 1 if p is outside,
   else 0. O(log n). */
COLLIDE_API int cld_polygon_closest(const cld_polygon *polygon, cld_vec2 p, cld_contact2 *closest);

/* Why two polygons overlap, or do not. */
typedef struct cld_polygon_witness {
    cld_vec2 point;  /* where they overlap: a common point; where they are apart: a point of a line
                        that separates them */
    cld_vec2 normal; /* apart: unit, at right angles to that line, from A towards B; else (0, 0) */
    uint32_t vertex_a, vertex_b; /* apart: the vertices nearest to the line; else unspecified */
} cld_polygon_witness;

/* Do the polygons have a common point (touching is enough, one within the other too)? 1 or 0,
   decided exactly; *witness (NULL is allowed) is right to rounding. O(log n + log m).
   Source: Chazelle, Dobkin 1987. */
COLLIDE_API int cld_polygon_overlap(const cld_polygon *a, const cld_polygon *b,
                                    cld_polygon_witness *witness);

/* Where the last query on two polygons ended, so that the next, after a little motion, begins
   there: in time that does not depend on their size if little changed. Start with zero; any value
   is safe and the answer is the same. One for each pair. */
typedef struct cld_polygon_cache {
    uint32_t a, b;
} cld_polygon_cache;

/* The same answer, begun where the last one ended (the witness may be another common point, or
   another line that separates). */
COLLIDE_API int cld_polygon_overlap_cached(const cld_polygon *a, const cld_polygon *b,
                                           cld_polygon_cache *cache, cld_polygon_witness *witness);

/* The distance of two polygons, with the closest points in *closest (not NULL): 1 if they are
   apart, decided exactly; 0 if they have a common point, which is then point_a and point_b,
   distance 0 and normal (0, 0), the features unspecified. Apart: feature_a and feature_b are
   vertices or edges, exactly those in whose interiors the closest points lie; where two parallel
   edges are closest, both edges, and the points are in the middle of the part in which they face
   each other. distance is right to 2^-48 M, M being the largest coordinate of either, in its array,
   its pose or the world (in float that is then rounded); never 0 where they are apart. With a polygon of one vertex or
   two: distance to a point, to a segment. O(log n + log m). Source: Edelsbrunner 1985. */
COLLIDE_API int cld_polygon_distance(const cld_polygon *a, const cld_polygon *b,
                                     cld_contact2 *closest);

/* The same answer, begun where the last one ended. */
COLLIDE_API int cld_polygon_distance_cached(const cld_polygon *a, const cld_polygon *b,
                                            cld_polygon_cache *cache, cld_contact2 *closest);

/* Contact manifold of two polygons that overlap: the shortest translation that parts them, and one
   or two contacts that share its normal: moving B by normal * -distance (of the first contact)
   makes them touch. The reference edge's neighbour on the other polygon is clipped to it, as
   physics engines expect: feature_a and feature_b are the edge and the vertex at the contact; match
   contacts from step to step by them. point_a on A, point_b on B; the first contact is the deeper.
   Where several directions are equally short within rounding: that of A's edges, of the smallest
   number. Returns how many there are (0: apart, decided exactly), writes at most `capacity`.
   Errors: CLD_ERROR_COUNT (capacity negative). Typically O(log n + log m) for shallow contacts;
   O(n + m) at worst: concentric circles, whose every edge is as near. */
COLLIDE_API int cld_polygon_collide(const cld_polygon *a, const cld_polygon *b, cld_contact2 *out,
                                    int capacity);

/* When something first touches a polygon. */
typedef struct cld_polygon_hit {
    cld_real time;        /* 0..1 */
    cld_contact2 contact; /* at that time: of B's edge or vertex and A's; distance 0 */
} cld_polygon_hit;

/* B moves along a straight line by `motion`, without turning, while A stands still: when do they
   first touch? 1 with *hit (NULL is allowed), 0 if they do not. That the way passes A at all is
   decided exactly; at its end a contact that is missed by less than 2^-48 M may be told, none is
   lost. Touching at the start is a hit at time 0 (then contact is as of cld_polygon_distance). For
   two moving polygons take the difference of their motions. O(log n + log m). */
COLLIDE_API int cld_polygon_sweep(const cld_polygon *a, const cld_polygon *b, cld_vec2 motion,
                                  cld_polygon_hit *hit);

/* ------------------------------------------------------------------------------- in space
   A convex polyhedron: a view of your arrays: x y z of vertex i at (char *)vertices + i*stride
   (stride 0: 3*sizeof(cld_real)); triangles are three numbers of vertices each, counter-clockwise
   seen from outside, and close a surface. Coplanar neighbours, and vertices that no triangle names,
   are legal. cld_polyhedron_hull finds the triangles of any points. Queries need the hierarchy that
   cld_polyhedron_build makes in memory of yours; until that memory or the arrays go, the polyhedron
   may be copied, given another pose and asked by any number of threads. */
typedef struct cld_polyhedron {
    const cld_real *vertices;
    size_t vertex_count; /* 4 to 2^28 */
    size_t stride;       /* bytes */
    const uint32_t *triangles;
    size_t triangle_count;
    cld_pose pose;         /* zero means identity */
    const void *hierarchy; /* NULL until cld_polyhedron_build */
} cld_polyhedron;

/* Is it a convex polyhedron? CLD_OK, or the first of these, with the number of the vertex or
   triangle in *where (NULL is allowed):
     CLD_ERROR_NULL      polyhedron, or an array
     CLD_ERROR_COUNT     fewer than 4 vertices or triangles, or more than 2^28 vertices or 2^29
                         triangles
     CLD_ERROR_STRIDE    not a multiple of sizeof(cld_real), or less than three of them
     CLD_ERROR_POSE      as cld_pose_validate
     CLD_ERROR_POINT     a coordinate is not finite, in double also beyond 1e100 (where: vertex)
     CLD_ERROR_INDEX     a triangle names no vertex, or one twice (where: triangle)
     CLD_ERROR_SURFACE   an edge without a counterpart in another triangle, or more surfaces than
                         one (where: triangle)
     CLD_ERROR_CONVEX    two neighbours are not convex, or the surface goes around more than once,
                         or everything is in one plane: exactly decided (where: triangle)
   O(n). The workspace serves to pair up edges. */
COLLIDE_API int cld_polyhedron_validate(const cld_polyhedron *polyhedron, cld_workspace *workspace,
                                        size_t *where);

/* The convex hull of `count` points (x y z of point i at (char *)points + i*stride): writes its
   triangles, exactly convex, to `triangles` (3 numbers of points each; room for `capacity`
   triangles; 2*count - 4 are always enough). Points within faces or edges are left out; faces of
   more than three corners are cut into triangles. Returns the number of triangles (of more than
   capacity, the first are written), or 0 if all points lie in one plane (exactly). Errors:
   CLD_ERROR_NULL, CLD_ERROR_COUNT (more than 2^28 points, or capacity negative), CLD_ERROR_STRIDE,
   CLD_ERROR_POINT, CLD_ERROR_MEMORY. O(n log n) expected.
   Source: Clarkson, Shor 1989; Barber, Dobkin, Huhdanpaa 1996. */
COLLIDE_API int cld_polyhedron_hull(const cld_real *points, size_t count, size_t stride,
                                    cld_workspace *workspace, uint32_t *triangles, int capacity);

/* Bytes of memory that the hierarchy needs: O(n). 0 if polyhedron is NULL or its counts are out of
   range. */
COLLIDE_API size_t cld_polyhedron_size(const cld_polyhedron *polyhedron);

/* Builds the hierarchy in `memory` (cld_polyhedron_size bytes, aligned for double) and sets
   polyhedron->hierarchy. Errors: those of validate, CONVEX apart (a polyhedron that is not quite
   convex is built; what is said of such polygons holds for it), CLD_ERROR_STRIDE (memory is not
   aligned); polyhedron->hierarchy is then as it was. O(n). Source: Dobkin, Kirkpatrick 1990. */
COLLIDE_API int cld_polyhedron_build(cld_polyhedron *polyhedron, void *memory);

/* All queries below return CLD_ERROR_NULL if there is no hierarchy, CLD_ERROR_POSE, and
   CLD_ERROR_FINITE if a number of the question is not finite. They allocate nothing. The question
   is taken to the polyhedron's own frame, rounded once to double (not at all without a pose), and
   decided exactly there, where a yes or no is asked of one polyhedron. */

/* The vertex that is farthest in a direction; of several, any. CLD_OK. O(log n). */
COLLIDE_API int cld_polyhedron_extreme(const cld_polyhedron *polyhedron, cld_vec3 direction,
                                       uint32_t *vertex, cld_vec3 *point);

/* Both extremes along a direction. CLD_OK; CLD_ERROR_PARAMETER for a zero direction. O(log n). */
COLLIDE_API int cld_polyhedron_span(const cld_polyhedron *polyhedron, cld_vec3 direction,
                                    cld_span *span);

/* Does it meet the plane through `point` with the given normal (any length but 0)? 1, decided
   exactly, or 0; *span (NULL is allowed) has its reach along the normal, as cld_polyhedron_span.
   Which side it is on if they do not meet: span->min > dot(unit normal, point), or less.
   O(log n). */
COLLIDE_API int cld_polyhedron_plane(const cld_polyhedron *polyhedron, cld_vec3 point,
                                     cld_vec3 normal, cld_span *span);

/* Where is p? CLD_OUTSIDE, CLD_BOUNDARY or CLD_INSIDE, exactly. O(log n). */
COLLIDE_API int cld_polyhedron_contains(const cld_polyhedron *polyhedron, cld_vec3 p);

/* The part of a line that is within a polyhedron: as cld_clip2. */
typedef struct cld_clip3 {
    cld_real enter, exit;
    cld_vec3 enter_point, exit_point;
    cld_vec3 enter_normal, exit_normal;
    uint32_t enter_feature, exit_feature; /* faces; CLD_FEATURE_INTERIOR */
} cld_clip3;

/* As cld_polygon_clip_line, _ray and _segment. A line that only touches an edge or vertex, to
   rounding, may be reported either way; one that passes through the interior is never missed.
   O(log n). */
COLLIDE_API int cld_polyhedron_clip_line(const cld_polyhedron *polyhedron, cld_vec3 origin,
                                         cld_vec3 direction, cld_clip3 *clip);

/* The part with t >= 0. */
COLLIDE_API int cld_polyhedron_clip_ray(const cld_polyhedron *polyhedron, cld_vec3 origin,
                                        cld_vec3 direction, cld_clip3 *clip);

/* The part between two points. */
COLLIDE_API int cld_polyhedron_clip_segment(const cld_polyhedron *polyhedron, cld_vec3 from,
                                            cld_vec3 to, cld_clip3 *clip);

/* Do two polyhedra have a common point? 0 is a proof; 1 may err by 2^-46 M, M being the largest
   coordinate of either in the world. Typically O(log n + log m). */
COLLIDE_API int cld_polyhedron_overlap(const cld_polyhedron *a, const cld_polyhedron *b);

/* The same answer, begun where the last one ended. */
typedef struct cld_polyhedron_cache {
    uint32_t a, b;
} cld_polyhedron_cache;

/* The distance of two polyhedra, with the closest points in *closest (not NULL): 1 if they are
   apart (proved), else 0, a common point being point_a and point_b, distance 0, normal 0. Apart:
   features are vertices, edges or faces on which the closest points lie, the distance is right
   to 2^-46 M. Typically O(log n + log m).
   Source: Gilbert, Johnson, Keerthi 1988 over Dobkin, Kirkpatrick 1990. */
COLLIDE_API int cld_polyhedron_distance(const cld_polyhedron *a, const cld_polyhedron *b,
                                        cld_contact *closest);

/* The same, begun at the vertices where the last one ended (start with zero; any value is safe). */
COLLIDE_API int cld_polyhedron_distance_cached(const cld_polyhedron *a, const cld_polyhedron *b,
                                               cld_polyhedron_cache *cache, cld_contact *closest);

/* The same for a polyhedron (A) and a polygon (B) that a pose takes from its plane (z = 0, its own
   2D pose first) to the world; pose NULL: identity. */
COLLIDE_API int cld_polyhedron_distance_polygon(const cld_polyhedron *polyhedron,
                                                const cld_polygon *polygon, const cld_pose *pose,
                                                cld_contact *closest);

/* The same for a point: closest->feature_b is vertex 0. Returns 1 if p is outside, else 0. */
COLLIDE_API int cld_polyhedron_closest(const cld_polyhedron *polyhedron, cld_vec3 p,
                                       cld_contact *closest);

#endif /* COLLIDE_NO_POLYGON */

/* ========================================================================== [BEZIER] declarations
   Points, discs and sets of points that move in the plane, against segments, Bezier curves and
   paths of thousands of them. x right, y up: 'left' of a curve is what lies to its left for one who
   walks along it, parameter increasing. All arithmetic is double or exact, whatever cld_real is.
   Source: the blog post 'Les courbes de Bezier, 2: collision'; Yuksel 2022 (root finding). */

#ifndef COLLIDE_NO_BEZIER

/* A Bezier curve: a line (degree 1), quadratic (2) or cubic (3); points[0..degree] are its control
   points, the others are not looked at. Control points may coincide: a curve may be straight, have
   a cusp or a loop, or be a single point. */
typedef struct cld_bezier {
    int degree;
    cld_vec2 points[4];
} cld_bezier;

/* Where and when something that moves meets a curve. */
typedef struct cld_path_hit {
    cld_real time;      /* 0..1: the mover is at from + time (to - from) */
    cld_real parameter; /* 0..1 on the curve, or on the piece of the path */
    cld_vec2 point;     /* where they touch, on the curve */
    cld_vec2 normal;    /* unit, at right angles to the curve, towards where the mover comes from */
    int side;           /* the mover crosses the curve from its left (1), from its right (-1), or
                           touches without crossing (0) */
    uint32_t piece;     /* which piece of the path; 0 for a single curve */
    uint32_t mover;     /* which of the moving points; 0 for one */
} cld_path_hit;

/* All sweeps keep this:
     - No hit is lost: where the exact segment from..to meets the exact curve, ends included, there
       is a hit. Through the joint of two pieces, too: signs there are exact.
     - No hit is far off: point and from + time (to - from) are less than 2^-44 M apart, M being the
       largest distance of `from` to a control point or to `to`; the rounding of the hit's members
       to cld_real comes on top. So a hit may be reported that misses by that much; and where a
       miss by less is told as a hit by one function, another may tell it as a miss.
     - What is reported once: a crossing, a tangency (side 0), a touching end or corner (side 0), a
       stretch that the mover slides along (its first point; side as it is left in the end). Roots
       closer to each other than rounding tells apart are one.
     - Starting on the curve is a hit at time 0, also for a mover that leaves: side and normal say
       whence it comes, so that one-sided floors take hits of one side alone. A move of length 0
       hits what it lies on: side 0, normal any of the curve's two.
     - normal, where the curve has no tangent (a cusp): the limit from the parameter below, else
       above; of a curve that is a single point: against the move, (0, 1) if that has length 0. */

/* Does the segment from..to meet the segment c..d? 1 with *hit (NULL is allowed), 0 if not: that is
   decided exactly, for all finite input: crossing, touching, parallel, overlapping (time is then
   that of the first common point), points. Errors: CLD_ERROR_FINITE. Some nanoseconds. */
COLLIDE_API int cld_segment_hit(cld_vec2 from, cld_vec2 to, cld_vec2 c, cld_vec2 d,
                                cld_path_hit *hit);

/* CLD_OK; CLD_ERROR_NULL, CLD_ERROR_DEGREE (not 1, 2 or 3) or CLD_ERROR_POINT (NaN, infinite, in
   double also beyond 1e150). Every function on a curve returns the same for the same curve. */
COLLIDE_API int cld_bezier_validate(const cld_bezier *curve);

/* The point of the curve at `parameter` and the derivative there (NULL is allowed for either).
   Parameters outside 0..1 are taken as they are. Errors: validate; CLD_ERROR_PARAMETER (not
   finite). */
COLLIDE_API int cld_bezier_evaluate(const cld_bezier *curve, cld_real parameter, cld_vec2 *point,
                                    cld_vec2 *derivative);

/* Cuts the curve at `parameter` (0..1, or CLD_ERROR_PARAMETER) into halves[0], halves[1], which
   share the bits of the point in between; at 0 or 1 one of them is a point. Errors: validate,
   CLD_ERROR_NULL. */
COLLIDE_API int cld_bezier_split(const cld_bezier *curve, cld_real parameter, cld_bezier halves[2]);

/* The smallest axis-parallel box around the curve (not only its control points), rounded outwards.
   Errors: validate, CLD_ERROR_NULL. */
COLLIDE_API int cld_bezier_bounds(const cld_bezier *curve, cld_vec2 *min, cld_vec2 *max);

/* Length of the curve between two parameters (clamped to 0..1; negative if `to` is less), to 1e-12
   of its size in double, to rounding in float. Errors: validate, CLD_ERROR_NULL,
   CLD_ERROR_PARAMETER (NaN). Source: Trefethen 2013 (what Gauss's formula leaves). */
COLLIDE_API int cld_bezier_length(const cld_bezier *curve, cld_real from, cld_real to,
                                  cld_real *length);

/* The point of a curve or path that is closest to a given one. */
typedef struct cld_path_point {
    cld_vec2 point;
    cld_vec2 normal;    /* unit, from the curve towards the given point; where that lies on the
                           curve: the left one, of a curve that is a point (0, 1) */
    cld_real distance;  /* never negative */
    cld_real parameter; /* 0..1 on the curve or piece */
    int side;           /* the given point lies left (1) or right (-1) of the curve, 0: on it, or in
                           line with the end that is closest */
    uint32_t piece;
} cld_path_point;

/* The closest point of the curve: the global minimum of the distance to within 2^-44 of M (above);
   of several, that of the smallest parameter. Returns 1. Errors: validate, CLD_ERROR_NULL,
   CLD_ERROR_FINITE (p). */
COLLIDE_API int cld_bezier_closest(const cld_bezier *curve, cld_vec2 p, cld_path_point *closest);

/* A point moves from `from` to `to`: where does it first meet the curve? 1 with *hit (NULL is
   allowed), 0 for nowhere. Errors: validate; CLD_ERROR_FINITE (from, to). Some nanoseconds for a
   miss, some tens for a hit. */
COLLIDE_API int cld_bezier_sweep(const cld_bezier *curve, cld_vec2 from, cld_vec2 to,
                                 cld_path_hit *hit);

/* All hits, by increasing time. Returns how many there are (at most 4), writes at most `capacity`.
   Errors: as cld_bezier_sweep; CLD_ERROR_COUNT (capacity negative), CLD_ERROR_NULL. */
COLLIDE_API int cld_bezier_sweep_all(const cld_bezier *curve, cld_vec2 from, cld_vec2 to,
                                     cld_path_hit *out, int capacity);

/* cld_bezier_sweep for `count` moves from[i] to to[i], several at a time in SIMD: the same answers
   to within the bound above (so what misses by less may be a hit of one and not of the other).
   hits[i].time is 2 where move i meets nothing; then its other members are unspecified. Returns
   CLD_OK or an error, nothing being written then. Some 64 kB of stack. */
COLLIDE_API int cld_bezier_sweep_many(const cld_bezier *curve, const cld_vec2 *from,
                                      const cld_vec2 *to, size_t count, cld_path_hit *hits);

/* A disc of the given radius moves: when does it first touch the curve? *hit: point on the curve,
   normal from there to the disc's centre, side: that of the curve on which the centre then is. A
   disc that overlaps the curve at the start hits at time 0 in the closest point. Bounds as above,
   with radius added to M. Radius 0 is a point. Errors: as cld_bezier_sweep; CLD_ERROR_EXTENT
   (radius negative or not finite). */
COLLIDE_API int cld_bezier_sweep_disc(const cld_bezier *curve, cld_vec2 from, cld_vec2 to,
                                      cld_real radius, cld_path_hit *hit);

/* Where two curves meet: in a point (from = to), or along a common part. */
typedef struct cld_path_meeting {
    cld_real a_from, a_to;     /* parameters on a, a_from <= a_to */
    cld_real b_from, b_to;     /* those of the same points on b; b_from > b_to if they run against
                                  each other */
    cld_vec2 point;            /* at a_from */
    uint32_t piece_a, piece_b; /* 0 for single curves */
} cld_path_meeting;

/* All points and common parts of two curves, by increasing a_from: crossings, tangencies, touching
   ends. Two parts are common if the curves run within 2^-40 of their size along each other.
   So is what runs along each other for so long, and at so little distance, that to tell crossings
   apart would take milliseconds (curves that are nearly the same: the distance below which they
   count as common is then larger). Returns how many there are (at most 9 points, or common parts),
   writes at most `capacity`. Errors: validate, CLD_ERROR_NULL, CLD_ERROR_COUNT. Some microseconds,
   some milliseconds for curves that are nearly the same.
   Source: Sederberg, Nishita 1990. */
COLLIDE_API int cld_bezier_intersect(const cld_bezier *a, const cld_bezier *b,
                                     cld_path_meeting *out, int capacity);

/* A path: chains and loops of lines, quadratics and cubics, as in SVG. A view of your arrays:
   commands are the letters M (1 point: start a new chain there), L (1: line), Q (2: quadratic), C
   (3: cubic) and Z (0: close with a line to where the chain started), so "MLLCZ" is one; their
   points follow each other in `points`: x y of point i at (char *)points + i*stride (stride 0:
   2*sizeof(cld_real)). What follows Z without an M goes on from where the chain started. Pieces are
   numbered as the commands other than M, from 0. A path without pieces is legal and meets nothing.
   A chain that ends exactly where it began is a loop, with or without Z.
   Queries need its tree: cld_path_build makes it in memory of yours. Until that memory goes, or
   the path's arrays, the path may be copied and asked by any number of threads. */
typedef struct cld_path {
    const char *commands;
    size_t command_count;
    const cld_real *points;
    size_t point_count;
    size_t stride;
    const void *tree; /* NULL until cld_path_build */
} cld_path;

/* Is the path well formed? CLD_OK, or the first of these, with the number of the command or point
   in *where (NULL is allowed):
     CLD_ERROR_NULL     path, or commands or points where their count is not 0
     CLD_ERROR_COUNT    more than 2^28 commands or points; or other than the commands' points
     CLD_ERROR_STRIDE   not a multiple of sizeof(cld_real)
     CLD_ERROR_COMMAND  a letter other than M L Q C Z (*where: which), or the first is not M
     CLD_ERROR_POINT    a coordinate is NaN, infinite, in double also beyond 1e150 (*where: which)
   O(n). */
COLLIDE_API int cld_path_validate(const cld_path *path, size_t *where);

/* Bytes of memory that the tree needs: at most 64 a command and 1024 more. 0 if path is NULL, or
   its commands are NULL or too many. */
COLLIDE_API size_t cld_path_size(const cld_path *path);

/* Builds the tree in `memory` (cld_path_size bytes, aligned for double) and sets path->tree.
   Errors: those of validate, CLD_ERROR_STRIDE (memory is not aligned); path->tree is then as it
   was. O(n). */
COLLIDE_API int cld_path_build(cld_path *path, void *memory);

/* After points moved (the same commands): fits the tree to them. A path that has changed beyond
   recognition is better built anew; the answers are right in any case. Errors: CLD_ERROR_NULL (no
   tree), CLD_ERROR_MISMATCH (other commands than built), CLD_ERROR_STRIDE, CLD_ERROR_POINT: the
   tree is then as it was. O(n). */
COLLIDE_API int cld_path_refit(const cld_path *path);

/* All queries on a path return CLD_ERROR_NULL if it has no tree. */

/* How many pieces the path has (CLD_ERROR_NULL without a tree). */
COLLIDE_API int cld_path_count(const cld_path *path);

/* Piece number `piece` as a curve (CLD_ERROR_COUNT: there is no such piece). O(1). */
COLLIDE_API int cld_path_piece(const cld_path *path, uint32_t piece, cld_bezier *curve);

/* A box around the path; of an empty one: CLD_ERROR_COUNT. O(1). Not the smallest: it may be larger
   by the bulge that control points have over their curve. */
COLLIDE_API int cld_path_bounds(const cld_path *path, cld_vec2 *min, cld_vec2 *max);

/* The length of all pieces together. O(n). */
COLLIDE_API int cld_path_length(const cld_path *path, cld_real *length);

/* A point moves from `from` to `to`: where does it first meet the path? 1 with *hit (NULL is
   allowed), 0 for nowhere. A hit in the joint of two pieces is one hit, of the piece that begins
   there, and its side tells whether the path is crossed. Errors: CLD_ERROR_NULL, CLD_ERROR_FINITE.
   O(log n) for short moves. */
COLLIDE_API int cld_path_sweep(const cld_path *path, cld_vec2 from, cld_vec2 to, cld_path_hit *hit);

/* All hits, by increasing time, of those at the same time by increasing piece. Returns how many
   there are, writes the first `capacity` of them. On loops, if neither end is within the bound of
   the path: the winding number at `from` less that at `to` is the sum of their sides. Errors: as
   cld_path_sweep; CLD_ERROR_COUNT (capacity negative). */
COLLIDE_API int cld_path_sweep_all(const cld_path *path, cld_vec2 from, cld_vec2 to,
                                   cld_path_hit *out, int capacity);

/* How a set of points moves together: at time t (0..1) the point p is where the turn by t*angle
   (radians, counter-clockwise) about `centre` and then the shift by t*shift take it. */
typedef struct cld_path_motion {
    cld_vec2 shift;
    cld_vec2 centre; /* matters only where angle is not 0 */
    cld_real angle;  /* may be several turns: -1024..1024 */
} cld_path_motion;

/* Where the motion has the point p at `time`: at 1, without an angle, p + shift as cld_real rounds
   it. What a sweep has found free is the way to that number and to no other: a set that is stopped
   before its hit, or turned, and so rounded anew, is best swept from where it was to where it is
   put (or kept on a grid that makes sums exact). */
COLLIDE_API cld_vec2 cld_path_motion_point(const cld_path_motion *motion, cld_vec2 p,
                                           cld_real time);

/* `count` points (x y of point i at (char *)points + i*stride, stride 0: 2*sizeof(cld_real)) move
   together: where does one of them first meet the path? 1 with *hit (NULL is allowed; hit->mover
   says which; of several at the same time the first), 0 for nowhere. With angle 0 all is as for
   cld_path_sweep of each. While they turn, too, no hit is lost, and a hit's point and mover are
   less than 2^-40 M apart; side and normal are then those of the piece and the velocity at the hit.
   Errors: as cld_path_sweep; CLD_ERROR_PARAMETER (angle), CLD_ERROR_COUNT (more than 2^31 points),
   CLD_ERROR_STRIDE. O(count log n); turning, more by far for points that go along pieces, very near
   to them, without touching. */
COLLIDE_API int cld_path_sweep_points(const cld_path *path, const cld_real *points, size_t count,
                                      size_t stride, const cld_path_motion *motion,
                                      cld_path_hit *hit);

/* cld_bezier_sweep_disc against a path. */
COLLIDE_API int cld_path_sweep_disc(const cld_path *path, cld_vec2 from, cld_vec2 to,
                                    cld_real radius, cld_path_hit *hit);

/* The point of the path that is closest to p, and on which side of the path p lies (in a corner,
   too; 0 where it lies in line with the tip of a hairpin). What is in a joint is of the piece that
   begins there; of several points that are equally near, it is that of the first piece. Returns 1,
   or 0 for an empty path. O(log n) for points near the path. Errors: CLD_ERROR_NULL,
   CLD_ERROR_FINITE. */
COLLIDE_API int cld_path_closest(const cld_path *path, cld_vec2 p, cld_path_point *closest);

/* How many times the path's chains go around p, counter-clockwise, in *winding: not 0 means inside
   (or, by the other rule, odd). Open chains count as if closed by a line. CLD_OK or CLD_ERROR_NULL,
   CLD_ERROR_FINITE. On the path to rounding: either side's number. O(log n) and the pieces that a
   horizontal line meets. */
COLLIDE_API int cld_path_winding(const cld_path *path, cld_vec2 p, int *winding);

/* Where two paths meet: as cld_bezier_intersect for all pairs of pieces, by piece_a.
   What lies in a joint is reported for each of the pieces that have it. Returns how many there are,
   writes at most `capacity`. O((n + near pairs) log m), n pieces of a, m of b. */
COLLIDE_API int cld_path_intersect(const cld_path *a, const cld_path *b, cld_path_meeting *out,
                                   int capacity);

#endif /* COLLIDE_NO_BEZIER */

#ifdef __cplusplus
}
#endif

#endif /* COLLIDE_H */

#ifdef COLLIDE_IMPLEMENTATION
#ifndef COLLIDE_IMPLEMENTATION_DONE
#define COLLIDE_IMPLEMENTATION_DONE

/* ========================================================================== [BASE] implementation
   Numbers, vectors, poses, error bounds, exact predicates, SIMD layer, memory, tasks. */

#include <float.h>
#include <math.h>
#include <string.h>

#if defined(COLLIDE_REALLOC) != defined(COLLIDE_FREE)
#error "collide.h: define COLLIDE_REALLOC and COLLIDE_FREE both, or neither"
#endif
#ifndef COLLIDE_REALLOC
#include <stdlib.h>
#define COLLIDE_REALLOC(p, n) realloc(p, n)
#define COLLIDE_FREE(p)       free(p)
#endif
#ifndef COLLIDE_THREADS
#define COLLIDE_THREADS 0
#endif
#if COLLIDE_THREADS == COLLIDE_THREADS_OPENMP
#ifndef _OPENMP
#error "collide.h: COLLIDE_THREADS_OPENMP needs the compiler's OpenMP flag, such as -fopenmp"
#endif
#include <omp.h>
#elif COLLIDE_THREADS == COLLIDE_THREADS_NATIVE
#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <pthread.h>
#endif
#elif COLLIDE_THREADS != 0
#error "collide.h: COLLIDE_THREADS is 0, COLLIDE_THREADS_NATIVE or COLLIDE_THREADS_OPENMP"
#endif
#ifndef COLLIDE_ASSERT
#define COLLIDE_ASSERT(x) ((void)0)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define CLD__INLINE   static inline __attribute__((always_inline, unused))
#define CLD__UNUSED   __attribute__((unused))
#define CLD__RESTRICT __restrict
#elif defined(_MSC_VER)
#define CLD__INLINE static __forceinline
#define CLD__UNUSED
#define CLD__RESTRICT __restrict
#else
#define CLD__INLINE static inline
#define CLD__UNUSED
#define CLD__RESTRICT
#endif

/* ---------------------------------------------------------------------- which SIMD the flags allow
   Levels are ordered; CLD__SIMD_NAME is for people. */
#if defined(COLLIDE_NO_SIMD)
#define CLD__SIMD_SCALAR 1
#define CLD__SIMD_NAME   "scalar"
#elif defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define CLD__SIMD_AVX512 1
#define CLD__SIMD_AVX2   1
#define CLD__SIMD_NAME   "AVX-512"
#if defined(__GNUC__) && !defined(__clang__) /* gcc 12's own header alarms g++ (gcc bug 105593) */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif
#elif defined(__AVX2__) && defined(__FMA__)
#define CLD__SIMD_AVX2 1
#define CLD__SIMD_NAME "AVX2+FMA"
#include <immintrin.h>
#elif defined(__SSE4_1__)
#define CLD__SIMD_SSE2 1
#define CLD__SIMD_SSE4 1
#define CLD__SIMD_NAME "SSE4.1"
#include <smmintrin.h>
#elif defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define CLD__SIMD_SSE2 1
#define CLD__SIMD_NAME "SSE2"
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define CLD__SIMD_NEON 1
#define CLD__SIMD_NAME "NEON"
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#define CLD__SIMD_WASM 1
#define CLD__SIMD_NAME "WASM SIMD128"
#include <wasm_simd128.h>
#else
#define CLD__SIMD_SCALAR 1
#define CLD__SIMD_NAME   "scalar"
#endif

CLD__INLINE unsigned cld__count_ones(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

/* The number of the lowest one; x is not 0. */
CLD__INLINE unsigned cld__lowest_one(uint32_t x)
{
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_ctz(x);
#else
    return cld__count_ones((x & (0u - x)) - 1);
#endif
}

/* ----------------------------------------------------------------------------- numbers and vectors
   Unit roundoffs: half the distance from 1 to the next number. */
#define CLD__ROUND_DOUBLE (DBL_EPSILON * 0.5)
#ifdef COLLIDE_DOUBLE
#define CLD__ROUND_REAL (DBL_EPSILON * 0.5)
#else
#define CLD__ROUND_REAL (FLT_EPSILON * 0.5f)
#endif

CLD__INLINE double cld__min(double a, double b)
{
    return a < b ? a : b;
}

CLD__INLINE double cld__max(double a, double b)
{
    return a > b ? a : b;
}

/* False for NaN and infinities, also where the compiler assumes that there are none: the bits are
   looked at. */
CLD__INLINE int cld__is_finite(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return ((bits >> 52) & 0x7ff) != 0x7ff;
}

/* Also where the compiler assumes that there are none. */
CLD__INLINE int cld__is_nan(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits << 1) > (uint64_t)0x7ff << 53;
}

/* A vector of the plane in doubles. */
typedef struct cld__vec2d {
    double x, y;
} cld__vec2d;

CLD__INLINE cld__vec2d cld__v2(double x, double y)
{
    cld__vec2d r;
    r.x = x, r.y = y;
    return r;
}

CLD__INLINE cld__vec2d cld__v2_from(cld_vec2 a)
{
    return cld__v2((double)a.x, (double)a.y);
}

CLD__INLINE cld_vec2 cld__v2_to(cld__vec2d a)
{
    cld_vec2 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y;
    return r;
}

CLD__INLINE cld__vec2d cld__v2_add(cld__vec2d a, cld__vec2d b)
{
    return cld__v2(a.x + b.x, a.y + b.y);
}

CLD__INLINE cld__vec2d cld__v2_sub(cld__vec2d a, cld__vec2d b)
{
    return cld__v2(a.x - b.x, a.y - b.y);
}

/* a + s b */
CLD__INLINE cld__vec2d cld__v2_mad(cld__vec2d a, double s, cld__vec2d b)
{
    return cld__v2(a.x + s * b.x, a.y + s * b.y);
}

CLD__INLINE double cld__v2_dot(cld__vec2d a, cld__vec2d b)
{
    return a.x * b.x + a.y * b.y;
}

/* Positive where b lies to the left of a. */
CLD__INLINE double cld__v2_cross(cld__vec2d a, cld__vec2d b)
{
    return a.x * b.y - a.y * b.x;
}

/* Finite, and not so large that squares of differences overflow. */
CLD__INLINE int cld__v2_is_usable(cld__vec2d a)
{
    return fabs(a.x) <= 1e150 && fabs(a.y) <= 1e150 && cld__is_finite(a.x) && cld__is_finite(a.y);
}

/* The power of two that takes `size` near 1, as far as one number can. Products of what was scaled
   with it neither overflow nor lose bits to underflow, and no rounding happens. */
CLD__INLINE double cld__unit_scale(double size)
{
    uint64_t bits, exponent;
    double scale;
    memcpy(&bits, &size, sizeof bits);
    exponent = (bits >> 52) & 0x7ff;
    bits = (exponent > 2045 ? 1u : 2046 - exponent) << 52;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

CLD__INLINE cld__vec2d cld__v2_scale(cld__vec2d a, double s)
{
    return cld__v2(a.x * s, a.y * s);
}

CLD__INLINE double cld__v2_length(cld__vec2d a)
{
    return sqrt(cld__v2_dot(a, a));
}

/* The larger coordinate's absolute value: a length to within sqrt(2) that cannot overflow. */
CLD__INLINE double cld__v2_largest(cld__vec2d a)
{
    return cld__max(fabs(a.x), fabs(a.y));
}

/* The unit vector along a, whatever its length; zero where a is zero. */
static cld__vec2d cld__v2_unit(cld__vec2d a)
{
    const double largest = cld__v2_largest(a);
    if (!(largest > 0)) return cld__v2(0, 0);
    a = cld__v2_scale(a, cld__unit_scale(largest));
    return cld__v2_scale(a, 1 / cld__v2_length(a));
}

/* From a to b, at 0 and 1 exactly these. */
CLD__INLINE cld__vec2d cld__v2_lerp(cld__vec2d a, cld__vec2d b, double t)
{
    if (t > 0.5) return cld__v2_mad(b, 1 - t, cld__v2_sub(a, b));
    return cld__v2_mad(a, t, cld__v2_sub(b, a));
}

/* A vector of doubles: what the curved modules compute with, whatever cld_real is. */
typedef struct cld__vec3d {
    double x, y, z;
} cld__vec3d;

CLD__INLINE cld__vec3d cld__v3(double x, double y, double z)
{
    cld__vec3d r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

CLD__INLINE cld__vec3d cld__v3_from(cld_vec3 a)
{
    return cld__v3((double)a.x, (double)a.y, (double)a.z);
}

CLD__INLINE cld_vec3 cld__v3_to(cld__vec3d a)
{
    cld_vec3 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y, r.z = (cld_real)a.z;
    return r;
}

CLD__INLINE cld__vec3d cld__v3_add(cld__vec3d a, cld__vec3d b)
{
    return cld__v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

CLD__INLINE cld__vec3d cld__v3_sub(cld__vec3d a, cld__vec3d b)
{
    return cld__v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

CLD__INLINE cld__vec3d cld__v3_scale(cld__vec3d a, double s)
{
    return cld__v3(a.x * s, a.y * s, a.z * s);
}

/* a + s b */
CLD__INLINE cld__vec3d cld__v3_mad(cld__vec3d a, double s, cld__vec3d b)
{
    return cld__v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

CLD__INLINE double cld__v3_dot(cld__vec3d a, cld__vec3d b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

CLD__INLINE cld__vec3d cld__v3_cross(cld__vec3d a, cld__vec3d b)
{
    return cld__v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

CLD__INLINE double cld__v3_length(cld__vec3d a)
{
    return sqrt(cld__v3_dot(a, a));
}

/* The unit vector along a; zero where a is zero. Safe for lengths whose squares over- or
   underflow. */
CLD__INLINE cld__vec3d cld__v3_unit(cld__vec3d a)
{
    double big = cld__max(fabs(a.x), cld__max(fabs(a.y), fabs(a.z)));
    if (!(big > 0)) return cld__v3(0, 0, 0);
    a = cld__v3_scale(a, 1 / big);
    return cld__v3_scale(a, 1 / cld__v3_length(a));
}

/* ----------------------------------------------------------------------- SIMD: four doubles as one
   cld__d4 is a point (x, y, z, w) of the curved modules. */
#if defined(CLD__SIMD_AVX2)
typedef __m256d cld__d4;
CLD__INLINE cld__d4 cld__d4_set(double x, double y, double z, double w)
{
    return _mm256_setr_pd(x, y, z, w);
}
CLD__INLINE cld__d4 cld__d4_all(double x)
{
    return _mm256_set1_pd(x);
}
CLD__INLINE cld__d4 cld__d4_load(const double *p)
{
    return _mm256_loadu_pd(p);
}
CLD__INLINE void cld__d4_store(double *p, cld__d4 a)
{
    _mm256_storeu_pd(p, a);
}
CLD__INLINE cld__d4 cld__d4_add(cld__d4 a, cld__d4 b)
{
    return _mm256_add_pd(a, b);
}
CLD__INLINE cld__d4 cld__d4_sub(cld__d4 a, cld__d4 b)
{
    return _mm256_sub_pd(a, b);
}
CLD__INLINE cld__d4 cld__d4_mul(cld__d4 a, cld__d4 b)
{
    return _mm256_mul_pd(a, b);
}
CLD__INLINE cld__d4 cld__d4_min(cld__d4 a, cld__d4 b)
{
    return _mm256_min_pd(a, b);
}
CLD__INLINE cld__d4 cld__d4_max(cld__d4 a, cld__d4 b)
{
    return _mm256_max_pd(a, b);
}
/* a b + c */
CLD__INLINE cld__d4 cld__d4_mad(cld__d4 a, cld__d4 b, cld__d4 c)
{
    return _mm256_fmadd_pd(a, b, c);
}
/* Is a > b in any of the four places? */
CLD__INLINE int cld__d4_any_greater(cld__d4 a, cld__d4 b)
{
    return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ)) != 0;
}
/* Bit i: a > b in place i; 0 where one is NaN. */
CLD__INLINE int cld__d4_greater(cld__d4 a, cld__d4 b)
{
    return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ));
}
CLD__INLINE cld__d4 cld__d4_div(cld__d4 a, cld__d4 b)
{
    return _mm256_div_pd(a, b);
}
CLD__INLINE cld__d4 cld__d4_sqrt(cld__d4 a)
{
    return _mm256_sqrt_pd(a);
}
/* |a| with the sign of b */
CLD__INLINE cld__d4 cld__d4_copysign(cld__d4 a, cld__d4 b)
{
    const __m256d sign = _mm256_set1_pd(-0.0);
    return _mm256_or_pd(_mm256_andnot_pd(sign, a), _mm256_and_pd(sign, b));
}
#elif defined(CLD__SIMD_SSE2)
typedef struct cld__d4 {
    __m128d a, b;
} cld__d4;
CLD__INLINE cld__d4 cld__d4_pair(__m128d a, __m128d b)
{
    cld__d4 r;
    r.a = a, r.b = b;
    return r;
}
CLD__INLINE cld__d4 cld__d4_set(double x, double y, double z, double w)
{
    return cld__d4_pair(_mm_setr_pd(x, y), _mm_setr_pd(z, w));
}
CLD__INLINE cld__d4 cld__d4_all(double x)
{
    return cld__d4_pair(_mm_set1_pd(x), _mm_set1_pd(x));
}
CLD__INLINE cld__d4 cld__d4_load(const double *p)
{
    return cld__d4_pair(_mm_loadu_pd(p), _mm_loadu_pd(p + 2));
}
CLD__INLINE void cld__d4_store(double *p, cld__d4 a)
{
    _mm_storeu_pd(p, a.a);
    _mm_storeu_pd(p + 2, a.b);
}
CLD__INLINE cld__d4 cld__d4_add(cld__d4 a, cld__d4 b)
{
    return cld__d4_pair(_mm_add_pd(a.a, b.a), _mm_add_pd(a.b, b.b));
}
CLD__INLINE cld__d4 cld__d4_sub(cld__d4 a, cld__d4 b)
{
    return cld__d4_pair(_mm_sub_pd(a.a, b.a), _mm_sub_pd(a.b, b.b));
}
CLD__INLINE cld__d4 cld__d4_mul(cld__d4 a, cld__d4 b)
{
    return cld__d4_pair(_mm_mul_pd(a.a, b.a), _mm_mul_pd(a.b, b.b));
}
CLD__INLINE cld__d4 cld__d4_min(cld__d4 a, cld__d4 b)
{
    return cld__d4_pair(_mm_min_pd(a.a, b.a), _mm_min_pd(a.b, b.b));
}
CLD__INLINE cld__d4 cld__d4_max(cld__d4 a, cld__d4 b)
{
    return cld__d4_pair(_mm_max_pd(a.a, b.a), _mm_max_pd(a.b, b.b));
}
CLD__INLINE cld__d4 cld__d4_mad(cld__d4 a, cld__d4 b, cld__d4 c)
{
    return cld__d4_add(cld__d4_mul(a, b), c);
}
CLD__INLINE int cld__d4_any_greater(cld__d4 a, cld__d4 b)
{
    return _mm_movemask_pd(_mm_or_pd(_mm_cmpgt_pd(a.a, b.a), _mm_cmpgt_pd(a.b, b.b))) != 0;
}
CLD__INLINE int cld__d4_greater(cld__d4 a, cld__d4 b)
{
    return _mm_movemask_pd(_mm_cmpgt_pd(a.a, b.a)) | _mm_movemask_pd(_mm_cmpgt_pd(a.b, b.b)) << 2;
}
CLD__INLINE cld__d4 cld__d4_div(cld__d4 a, cld__d4 b)
{
    return cld__d4_pair(_mm_div_pd(a.a, b.a), _mm_div_pd(a.b, b.b));
}
CLD__INLINE cld__d4 cld__d4_sqrt(cld__d4 a)
{
    return cld__d4_pair(_mm_sqrt_pd(a.a), _mm_sqrt_pd(a.b));
}
CLD__INLINE cld__d4 cld__d4_copysign(cld__d4 a, cld__d4 b)
{
    const __m128d sign = _mm_set1_pd(-0.0);
    return cld__d4_pair(_mm_or_pd(_mm_andnot_pd(sign, a.a), _mm_and_pd(sign, b.a)),
                        _mm_or_pd(_mm_andnot_pd(sign, a.b), _mm_and_pd(sign, b.b)));
}
#else
typedef struct cld__d4 {
    double v[4];
} cld__d4;
CLD__INLINE cld__d4 cld__d4_set(double x, double y, double z, double w)
{
    cld__d4 r;
    r.v[0] = x, r.v[1] = y, r.v[2] = z, r.v[3] = w;
    return r;
}
CLD__INLINE cld__d4 cld__d4_all(double x)
{
    return cld__d4_set(x, x, x, x);
}
CLD__INLINE cld__d4 cld__d4_load(const double *p)
{
    return cld__d4_set(p[0], p[1], p[2], p[3]);
}
CLD__INLINE void cld__d4_store(double *p, cld__d4 a)
{
    memcpy(p, a.v, sizeof a.v);
}
CLD__INLINE cld__d4 cld__d4_add(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] += b.v[i];
    return a;
}
CLD__INLINE cld__d4 cld__d4_sub(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] -= b.v[i];
    return a;
}
CLD__INLINE cld__d4 cld__d4_mul(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] *= b.v[i];
    return a;
}
CLD__INLINE cld__d4 cld__d4_min(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] = cld__min(a.v[i], b.v[i]);
    return a;
}
CLD__INLINE cld__d4 cld__d4_max(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] = cld__max(a.v[i], b.v[i]);
    return a;
}
CLD__INLINE cld__d4 cld__d4_mad(cld__d4 a, cld__d4 b, cld__d4 c)
{
    return cld__d4_add(cld__d4_mul(a, b), c);
}
CLD__INLINE int cld__d4_any_greater(cld__d4 a, cld__d4 b)
{
    return a.v[0] > b.v[0] || a.v[1] > b.v[1] || a.v[2] > b.v[2] || a.v[3] > b.v[3];
}
CLD__INLINE int cld__d4_greater(cld__d4 a, cld__d4 b)
{
    return (a.v[0] > b.v[0]) | (a.v[1] > b.v[1]) << 1 | (a.v[2] > b.v[2]) << 2 |
           (a.v[3] > b.v[3]) << 3;
}
CLD__INLINE cld__d4 cld__d4_div(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] /= b.v[i];
    return a;
}
CLD__INLINE cld__d4 cld__d4_sqrt(cld__d4 a)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] = sqrt(a.v[i]);
    return a;
}
CLD__INLINE cld__d4 cld__d4_copysign(cld__d4 a, cld__d4 b)
{
    int i;
    for (i = 0; i < 4; i++) a.v[i] = copysign(a.v[i], b.v[i]);
    return a;
}
#endif

CLD__INLINE cld__d4 cld__d4_abs(cld__d4 a)
{
    return cld__d4_max(a, cld__d4_sub(cld__d4_all(0), a));
}

/* Eight doubles: eight problems at once. */
#if defined(CLD__SIMD_AVX512)
typedef __m512d cld__d8;
CLD__INLINE cld__d8 cld__d8_all(double x)
{
    return _mm512_set1_pd(x);
}
CLD__INLINE cld__d8 cld__d8_load(const double *p)
{
    return _mm512_loadu_pd(p);
}
CLD__INLINE void cld__d8_store(double *p, cld__d8 a)
{
    _mm512_storeu_pd(p, a);
}
CLD__INLINE cld__d8 cld__d8_add(cld__d8 a, cld__d8 b)
{
    return _mm512_add_pd(a, b);
}
CLD__INLINE cld__d8 cld__d8_sub(cld__d8 a, cld__d8 b)
{
    return _mm512_sub_pd(a, b);
}
CLD__INLINE cld__d8 cld__d8_mul(cld__d8 a, cld__d8 b)
{
    return _mm512_mul_pd(a, b);
}
CLD__INLINE cld__d8 cld__d8_div(cld__d8 a, cld__d8 b)
{
    return _mm512_div_pd(a, b);
}
CLD__INLINE cld__d8 cld__d8_max(cld__d8 a, cld__d8 b)
{
    return _mm512_max_pd(a, b);
}
CLD__INLINE cld__d8 cld__d8_mad(cld__d8 a, cld__d8 b, cld__d8 c)
{
    return _mm512_fmadd_pd(a, b, c);
}
CLD__INLINE cld__d8 cld__d8_abs(cld__d8 a)
{
    return _mm512_abs_pd(a);
}
CLD__INLINE cld__d8 cld__d8_sqrt(cld__d8 a)
{
    return _mm512_sqrt_pd(a);
}
CLD__INLINE cld__d8 cld__d8_copysign(cld__d8 a, cld__d8 b)
{
    const __m512d sign = _mm512_set1_pd(-0.0);
    return _mm512_or_pd(_mm512_andnot_pd(sign, a), _mm512_and_pd(sign, b));
}
/* Bit i: a > b in place i; 0 where one is NaN. */
CLD__INLINE int cld__d8_greater(cld__d8 a, cld__d8 b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ);
}
#else
typedef struct cld__d8 {
    cld__d4 a, b;
} cld__d8;
CLD__INLINE cld__d8 cld__d8_pair(cld__d4 a, cld__d4 b)
{
    cld__d8 r;
    r.a = a, r.b = b;
    return r;
}
CLD__INLINE cld__d8 cld__d8_all(double x)
{
    return cld__d8_pair(cld__d4_all(x), cld__d4_all(x));
}
CLD__INLINE cld__d8 cld__d8_load(const double *p)
{
    return cld__d8_pair(cld__d4_load(p), cld__d4_load(p + 4));
}
CLD__INLINE void cld__d8_store(double *p, cld__d8 a)
{
    cld__d4_store(p, a.a);
    cld__d4_store(p + 4, a.b);
}
CLD__INLINE cld__d8 cld__d8_add(cld__d8 a, cld__d8 b)
{
    return cld__d8_pair(cld__d4_add(a.a, b.a), cld__d4_add(a.b, b.b));
}
CLD__INLINE cld__d8 cld__d8_sub(cld__d8 a, cld__d8 b)
{
    return cld__d8_pair(cld__d4_sub(a.a, b.a), cld__d4_sub(a.b, b.b));
}
CLD__INLINE cld__d8 cld__d8_mul(cld__d8 a, cld__d8 b)
{
    return cld__d8_pair(cld__d4_mul(a.a, b.a), cld__d4_mul(a.b, b.b));
}
CLD__INLINE cld__d8 cld__d8_div(cld__d8 a, cld__d8 b)
{
    return cld__d8_pair(cld__d4_div(a.a, b.a), cld__d4_div(a.b, b.b));
}
CLD__INLINE cld__d8 cld__d8_max(cld__d8 a, cld__d8 b)
{
    return cld__d8_pair(cld__d4_max(a.a, b.a), cld__d4_max(a.b, b.b));
}
CLD__INLINE cld__d8 cld__d8_copysign(cld__d8 a, cld__d8 b)
{
    return cld__d8_pair(cld__d4_copysign(a.a, b.a), cld__d4_copysign(a.b, b.b));
}
CLD__INLINE cld__d8 cld__d8_mad(cld__d8 a, cld__d8 b, cld__d8 c)
{
    return cld__d8_pair(cld__d4_mad(a.a, b.a, c.a), cld__d4_mad(a.b, b.b, c.b));
}
CLD__INLINE cld__d8 cld__d8_abs(cld__d8 a)
{
    return cld__d8_pair(cld__d4_abs(a.a), cld__d4_abs(a.b));
}
CLD__INLINE cld__d8 cld__d8_sqrt(cld__d8 a)
{
    return cld__d8_pair(cld__d4_sqrt(a.a), cld__d4_sqrt(a.b));
}
CLD__INLINE int cld__d8_greater(cld__d8 a, cld__d8 b)
{
    return cld__d4_greater(a.a, b.a) | cld__d4_greater(a.b, b.b) << 4;
}
#endif

/* The w of a double point is used by rational surfaces; x y z alone go to a vector. */
CLD__INLINE cld__vec3d cld__d4_xyz(cld__d4 a)
{
    double v[4];
    cld__d4_store(v, a);
    return cld__v3(v[0], v[1], v[2]);
}

/* ------------------------------------------------------------- SIMD: as many numbers as fit in one
   cld__f4 is four floats, cld__fn CLD__LANES floats: a register full of them, and loaded from where
   one is aligned. Floats, whatever cld_real is: they carry the filters, which are followed by an
   exact or double answer where they cannot tell. abs, max and comparison are those of the machine:
   NaN compares false, max may drop it. */

#if defined(__GNUC__) || defined(__clang__)
#define CLD__NOINLINE  __attribute__((noinline))
#define CLD__LIKELY(x) __builtin_expect(!!(x), 1)
#elif defined(_MSC_VER)
#define CLD__NOINLINE  __declspec(noinline)
#define CLD__LIKELY(x) (x)
#else
#define CLD__NOINLINE
#define CLD__LIKELY(x) (x)
#endif

#if defined(CLD__SIMD_AVX2) || defined(CLD__SIMD_SSE2)
#define CLD__SIMD_F4 1
typedef __m128 cld__f4;
CLD__INLINE cld__f4 cld__f4_all(float x)
{
    return _mm_set1_ps(x);
}
CLD__INLINE cld__f4 cld__f4_load(const float *p)
{
    return _mm_loadu_ps(p);
}
CLD__INLINE cld__f4 cld__f4_add(cld__f4 a, cld__f4 b)
{
    return _mm_add_ps(a, b);
}
CLD__INLINE cld__f4 cld__f4_sub(cld__f4 a, cld__f4 b)
{
    return _mm_sub_ps(a, b);
}
CLD__INLINE cld__f4 cld__f4_mul(cld__f4 a, cld__f4 b)
{
    return _mm_mul_ps(a, b);
}
CLD__INLINE cld__f4 cld__f4_max(cld__f4 a, cld__f4 b)
{
    return _mm_max_ps(a, b);
}
CLD__INLINE cld__f4 cld__f4_abs(cld__f4 a)
{
    return _mm_and_ps(a, _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff)));
}
/* a b + c, and a b - c */
CLD__INLINE cld__f4 cld__f4_mad(cld__f4 a, cld__f4 b, cld__f4 c)
{
#ifdef CLD__SIMD_AVX2
    return _mm_fmadd_ps(a, b, c);
#else
    return _mm_add_ps(_mm_mul_ps(a, b), c);
#endif
}
CLD__INLINE cld__f4 cld__f4_msub(cld__f4 a, cld__f4 b, cld__f4 c)
{
#ifdef CLD__SIMD_AVX2
    return _mm_fmsub_ps(a, b, c);
#else
    return _mm_sub_ps(_mm_mul_ps(a, b), c);
#endif
}
/* c - a b */
CLD__INLINE cld__f4 cld__f4_nmad(cld__f4 a, cld__f4 b, cld__f4 c)
{
#ifdef CLD__SIMD_AVX2
    return _mm_fnmadd_ps(a, b, c);
#else
    return _mm_sub_ps(c, _mm_mul_ps(a, b));
#endif
}
/* Bit i: a > b in lane i. */
CLD__INLINE unsigned cld__f4_greater(cld__f4 a, cld__f4 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(a, b));
}
/* (y, z, x, w) and (z, x, y, w) */
CLD__INLINE cld__f4 cld__f4_yzx(cld__f4 a)
{
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}
CLD__INLINE cld__f4 cld__f4_zxy(cld__f4 a)
{
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 1, 0, 2));
}
/* (y, z, w, w) */
CLD__INLINE cld__f4 cld__f4_yzw(cld__f4 a)
{
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 3, 2, 1));
}
CLD__INLINE cld__f4 cld__f4_all_x(cld__f4 a)
{
    return _mm_shuffle_ps(a, a, 0x00);
}
CLD__INLINE cld__f4 cld__f4_all_y(cld__f4 a)
{
    return _mm_shuffle_ps(a, a, 0x55);
}
CLD__INLINE cld__f4 cld__f4_all_z(cld__f4 a)
{
    return _mm_shuffle_ps(a, a, 0xaa);
}
/* Columns of the matrix with rows a, b, c (the fourth lanes: whatever). */
CLD__INLINE void cld__f4_transpose(cld__f4 *a, cld__f4 *b, cld__f4 *c)
{
    cld__f4 low = _mm_unpacklo_ps(*a, *b), high = _mm_unpackhi_ps(*a, *b); /* ax bx ay by, az bz */
    cld__f4 z = *c;
    *a = _mm_shuffle_ps(low, z, _MM_SHUFFLE(3, 0, 1, 0));
    *b = _mm_shuffle_ps(low, z, _MM_SHUFFLE(3, 1, 3, 2));
    *c = _mm_shuffle_ps(high, z, _MM_SHUFFLE(3, 2, 1, 0));
}
#elif defined(CLD__SIMD_NEON)
#define CLD__SIMD_F4 1
typedef float32x4_t cld__f4;
CLD__INLINE cld__f4 cld__f4_all(float x)
{
    return vdupq_n_f32(x);
}
CLD__INLINE cld__f4 cld__f4_load(const float *p)
{
    return vld1q_f32(p);
}
CLD__INLINE cld__f4 cld__f4_add(cld__f4 a, cld__f4 b)
{
    return vaddq_f32(a, b);
}
CLD__INLINE cld__f4 cld__f4_sub(cld__f4 a, cld__f4 b)
{
    return vsubq_f32(a, b);
}
CLD__INLINE cld__f4 cld__f4_mul(cld__f4 a, cld__f4 b)
{
    return vmulq_f32(a, b);
}
CLD__INLINE cld__f4 cld__f4_max(cld__f4 a, cld__f4 b)
{
    return vmaxq_f32(a, b);
}
CLD__INLINE cld__f4 cld__f4_abs(cld__f4 a)
{
    return vabsq_f32(a);
}
CLD__INLINE cld__f4 cld__f4_mad(cld__f4 a, cld__f4 b, cld__f4 c)
{
    return vfmaq_f32(c, a, b);
}
CLD__INLINE cld__f4 cld__f4_msub(cld__f4 a, cld__f4 b, cld__f4 c)
{
    return vfmaq_f32(vnegq_f32(c), a, b);
}
CLD__INLINE cld__f4 cld__f4_nmad(cld__f4 a, cld__f4 b, cld__f4 c)
{
    return vfmsq_f32(c, a, b);
}
CLD__INLINE unsigned cld__f4_greater(cld__f4 a, cld__f4 b)
{
    const uint32_t weights[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(vcgtq_f32(a, b), vld1q_u32(weights)));
}
CLD__INLINE cld__f4 cld__f4_yzx(cld__f4 a)
{
    return vcopyq_laneq_f32(vcopyq_laneq_f32(vextq_f32(a, a, 1), 2, a, 0), 3, a, 3);
}
CLD__INLINE cld__f4 cld__f4_zxy(cld__f4 a)
{
    return vcopyq_laneq_f32(vcopyq_laneq_f32(vextq_f32(a, a, 3), 0, a, 2), 3, a, 3);
}
CLD__INLINE cld__f4 cld__f4_yzw(cld__f4 a)
{
    return vextq_f32(a, vdupq_laneq_f32(a, 3), 1);
}
CLD__INLINE cld__f4 cld__f4_all_x(cld__f4 a)
{
    return vdupq_laneq_f32(a, 0);
}
CLD__INLINE cld__f4 cld__f4_all_y(cld__f4 a)
{
    return vdupq_laneq_f32(a, 1);
}
CLD__INLINE cld__f4 cld__f4_all_z(cld__f4 a)
{
    return vdupq_laneq_f32(a, 2);
}
CLD__INLINE void cld__f4_transpose(cld__f4 *a, cld__f4 *b, cld__f4 *c)
{
    float32x4_t low = vzip1q_f32(*a, *b), high = vzip2q_f32(*a, *b), z = *c;
    *a = vcombine_f32(vget_low_f32(low), vget_low_f32(z));
    *b = vcombine_f32(vget_high_f32(low), vget_low_f32(vextq_f32(z, z, 1)));
    *c = vcombine_f32(vget_low_f32(high), vget_high_f32(z));
}
#elif defined(CLD__SIMD_WASM)
#define CLD__SIMD_F4 1
typedef v128_t cld__f4;
CLD__INLINE cld__f4 cld__f4_all(float x)
{
    return wasm_f32x4_splat(x);
}
CLD__INLINE cld__f4 cld__f4_load(const float *p)
{
    return wasm_v128_load(p);
}
CLD__INLINE cld__f4 cld__f4_add(cld__f4 a, cld__f4 b)
{
    return wasm_f32x4_add(a, b);
}
CLD__INLINE cld__f4 cld__f4_sub(cld__f4 a, cld__f4 b)
{
    return wasm_f32x4_sub(a, b);
}
CLD__INLINE cld__f4 cld__f4_mul(cld__f4 a, cld__f4 b)
{
    return wasm_f32x4_mul(a, b);
}
CLD__INLINE cld__f4 cld__f4_max(cld__f4 a, cld__f4 b)
{
    return wasm_f32x4_pmax(a, b);
}
CLD__INLINE cld__f4 cld__f4_abs(cld__f4 a)
{
    return wasm_f32x4_abs(a);
}
CLD__INLINE cld__f4 cld__f4_mad(cld__f4 a, cld__f4 b, cld__f4 c)
{
    return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
}
CLD__INLINE cld__f4 cld__f4_msub(cld__f4 a, cld__f4 b, cld__f4 c)
{
    return wasm_f32x4_sub(wasm_f32x4_mul(a, b), c);
}
CLD__INLINE cld__f4 cld__f4_nmad(cld__f4 a, cld__f4 b, cld__f4 c)
{
    return wasm_f32x4_sub(c, wasm_f32x4_mul(a, b));
}
CLD__INLINE unsigned cld__f4_greater(cld__f4 a, cld__f4 b)
{
    return (unsigned)wasm_i32x4_bitmask(wasm_f32x4_gt(a, b));
}
CLD__INLINE cld__f4 cld__f4_yzx(cld__f4 a)
{
    return wasm_i32x4_shuffle(a, a, 1, 2, 0, 3);
}
CLD__INLINE cld__f4 cld__f4_zxy(cld__f4 a)
{
    return wasm_i32x4_shuffle(a, a, 2, 0, 1, 3);
}
CLD__INLINE cld__f4 cld__f4_yzw(cld__f4 a)
{
    return wasm_i32x4_shuffle(a, a, 1, 2, 3, 3);
}
CLD__INLINE cld__f4 cld__f4_all_x(cld__f4 a)
{
    return wasm_i32x4_shuffle(a, a, 0, 0, 0, 0);
}
CLD__INLINE cld__f4 cld__f4_all_y(cld__f4 a)
{
    return wasm_i32x4_shuffle(a, a, 1, 1, 1, 1);
}
CLD__INLINE cld__f4 cld__f4_all_z(cld__f4 a)
{
    return wasm_i32x4_shuffle(a, a, 2, 2, 2, 2);
}
CLD__INLINE void cld__f4_transpose(cld__f4 *a, cld__f4 *b, cld__f4 *c)
{
    cld__f4 low = wasm_i32x4_shuffle(*a, *b, 0, 4, 1, 5), z = *c;
    cld__f4 high = wasm_i32x4_shuffle(*a, *b, 2, 6, 3, 7);
    *a = wasm_i32x4_shuffle(low, z, 0, 1, 4, 7);
    *b = wasm_i32x4_shuffle(low, z, 2, 3, 5, 7);
    *c = wasm_i32x4_shuffle(high, z, 0, 1, 6, 7);
}
#endif

#if defined(CLD__SIMD_AVX512)
#define CLD__LANES 16
typedef __m512 cld__fn;
CLD__INLINE cld__fn cld__fn_all(float x)
{
    return _mm512_set1_ps(x);
}
CLD__INLINE cld__fn cld__fn_load(const float *p)
{
    return _mm512_load_ps(p);
}
CLD__INLINE cld__fn cld__fn_add(cld__fn a, cld__fn b)
{
    return _mm512_add_ps(a, b);
}
CLD__INLINE cld__fn cld__fn_sub(cld__fn a, cld__fn b)
{
    return _mm512_sub_ps(a, b);
}
CLD__INLINE cld__fn cld__fn_mul(cld__fn a, cld__fn b)
{
    return _mm512_mul_ps(a, b);
}
CLD__INLINE cld__fn cld__fn_mad(cld__fn a, cld__fn b, cld__fn c)
{
    return _mm512_fmadd_ps(a, b, c);
}
CLD__INLINE cld__fn cld__fn_msub(cld__fn a, cld__fn b, cld__fn c)
{
    return _mm512_fmsub_ps(a, b, c);
}
CLD__INLINE cld__fn cld__fn_nmad(cld__fn a, cld__fn b, cld__fn c)
{
    return _mm512_fnmadd_ps(a, b, c);
}
CLD__INLINE cld__fn cld__fn_abs(cld__fn a)
{
    return _mm512_abs_ps(a);
}
CLD__INLINE cld__fn cld__fn_max(cld__fn a, cld__fn b)
{
    return _mm512_max_ps(a, b);
}
CLD__INLINE unsigned cld__fn_greater(cld__fn a, cld__fn b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
#elif defined(CLD__SIMD_AVX2)
#define CLD__LANES 8
typedef __m256 cld__fn;
CLD__INLINE cld__fn cld__fn_all(float x)
{
    return _mm256_set1_ps(x);
}
CLD__INLINE cld__fn cld__fn_load(const float *p)
{
    return _mm256_load_ps(p);
}
CLD__INLINE cld__fn cld__fn_add(cld__fn a, cld__fn b)
{
    return _mm256_add_ps(a, b);
}
CLD__INLINE cld__fn cld__fn_sub(cld__fn a, cld__fn b)
{
    return _mm256_sub_ps(a, b);
}
CLD__INLINE cld__fn cld__fn_mul(cld__fn a, cld__fn b)
{
    return _mm256_mul_ps(a, b);
}
CLD__INLINE cld__fn cld__fn_mad(cld__fn a, cld__fn b, cld__fn c)
{
    return _mm256_fmadd_ps(a, b, c);
}
CLD__INLINE cld__fn cld__fn_msub(cld__fn a, cld__fn b, cld__fn c)
{
    return _mm256_fmsub_ps(a, b, c);
}
CLD__INLINE cld__fn cld__fn_nmad(cld__fn a, cld__fn b, cld__fn c)
{
    return _mm256_fnmadd_ps(a, b, c);
}
CLD__INLINE cld__fn cld__fn_abs(cld__fn a)
{
    return _mm256_and_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff)));
}
CLD__INLINE cld__fn cld__fn_max(cld__fn a, cld__fn b)
{
    return _mm256_max_ps(a, b);
}
CLD__INLINE unsigned cld__fn_greater(cld__fn a, cld__fn b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ));
}
#elif defined(CLD__SIMD_F4)
#define CLD__LANES 4
typedef cld__f4 cld__fn;
CLD__INLINE cld__fn cld__fn_all(float x)
{
    return cld__f4_all(x);
}
CLD__INLINE cld__fn cld__fn_load(const float *p)
{
#ifdef CLD__SIMD_SSE2
    return _mm_load_ps(p);
#else
    return cld__f4_load(p);
#endif
}
CLD__INLINE cld__fn cld__fn_add(cld__fn a, cld__fn b)
{
    return cld__f4_add(a, b);
}
CLD__INLINE cld__fn cld__fn_sub(cld__fn a, cld__fn b)
{
    return cld__f4_sub(a, b);
}
CLD__INLINE cld__fn cld__fn_mul(cld__fn a, cld__fn b)
{
    return cld__f4_mul(a, b);
}
CLD__INLINE cld__fn cld__fn_mad(cld__fn a, cld__fn b, cld__fn c)
{
    return cld__f4_mad(a, b, c);
}
CLD__INLINE cld__fn cld__fn_msub(cld__fn a, cld__fn b, cld__fn c)
{
    return cld__f4_msub(a, b, c);
}
CLD__INLINE cld__fn cld__fn_nmad(cld__fn a, cld__fn b, cld__fn c)
{
    return cld__f4_nmad(a, b, c);
}
CLD__INLINE cld__fn cld__fn_abs(cld__fn a)
{
    return cld__f4_abs(a);
}
CLD__INLINE cld__fn cld__fn_max(cld__fn a, cld__fn b)
{
    return cld__f4_max(a, b);
}
CLD__INLINE unsigned cld__fn_greater(cld__fn a, cld__fn b)
{
    return cld__f4_greater(a, b);
}
#else
#define CLD__LANES 1
typedef float cld__fn;
CLD__INLINE cld__fn cld__fn_all(float x)
{
    return x;
}
CLD__INLINE cld__fn cld__fn_load(const float *p)
{
    return *p;
}
CLD__INLINE cld__fn cld__fn_add(cld__fn a, cld__fn b)
{
    return a + b;
}
CLD__INLINE cld__fn cld__fn_sub(cld__fn a, cld__fn b)
{
    return a - b;
}
CLD__INLINE cld__fn cld__fn_mul(cld__fn a, cld__fn b)
{
    return a * b;
}
CLD__INLINE cld__fn cld__fn_mad(cld__fn a, cld__fn b, cld__fn c)
{
    return a * b + c;
}
CLD__INLINE cld__fn cld__fn_msub(cld__fn a, cld__fn b, cld__fn c)
{
    return a * b - c;
}
CLD__INLINE cld__fn cld__fn_nmad(cld__fn a, cld__fn b, cld__fn c)
{
    return c - a * b;
}
CLD__INLINE cld__fn cld__fn_abs(cld__fn a)
{
    return fabsf(a);
}
CLD__INLINE cld__fn cld__fn_max(cld__fn a, cld__fn b)
{
    return a > b ? a : b;
}
CLD__INLINE unsigned cld__fn_greater(cld__fn a, cld__fn b)
{
    return a > b;
}
#endif

/* -------------------------------------------------------------------------------- exact predicates
   A filter in floating point decides nearly all; the rest is decided in integers: a finite double
   is an integer times a power of two, so a sum of products of doubles can be formed without
   rounding in a long fixed-point number (Kulisch 1971). No flag of the compiler, fused
   multiply-add, range of exponents or width of registers touches that. */

/* Where floating-point sums are reassociated or carry excess precision, filters prove nothing. */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(_M_FP_FAST)
#define CLD__LOOSE_MATH 1
#elif defined(FLT_EVAL_METHOD)
#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD == 2
#define CLD__LOOSE_MATH 1
#endif
#endif
#ifdef CLD__LOOSE_MATH
#pragma message("collide.h: fast-math or x87, so 'apart' is no proof: see the title block")
#endif

/* Products of two finite doubles are integers times 2^-2148, of 106 bits, times at most 2^4090; the
   sum of 8 of them has 3 bits more. */
#define CLD__EXACT_WORDS ((4090 + 108) / 32 + 1)

/* |x| = *mantissa 2^(returned exponent); x finite. */
static int cld__mantissa(double x, uint64_t *mantissa)
{
    uint64_t bits, fraction;
    int exponent;
    memcpy(&bits, &x, sizeof bits);
    fraction = bits & 0xfffffffffffffu;
    exponent = (int)((bits >> 52) & 0x7ff);
    *mantissa = exponent ? fraction | 0x10000000000000u : fraction;
    return (exponent ? exponent : 1) - 1075;
}

CLD__INLINE int cld__is_negative(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 63);
}

/* words += value 2^shift; words[0] is the lowest. */
static void cld__exact_add(uint32_t *words, uint64_t value, int shift)
{
    uint64_t low = (value & 0xffffffffu) << (shift % 32), high = (value >> 32) << (shift % 32);
    uint64_t carry = low;
    words += shift / 32;
    for (high += low >> 32, carry &= 0xffffffffu; carry | high; words++) {
        carry += *words;
        *words = (uint32_t)carry;
        carry = (carry >> 32) + (high & 0xffffffffu);
        high >>= 32;
    }
}

/* Sign (1, 0, -1) of the exact sum of `count` products factors[2i] factors[2i + 1] of finite
   numbers, at most 8 of them. O(count), more only where magnitudes differ by hundreds of orders. */
static CLD__UNUSED int cld__sign_of_products(const double *factors, int count)
{
    uint32_t sums[2][CLD__EXACT_WORDS]; /* of the positive and of the negative products */
    uint64_t m[16];
    int exponent[8], lowest = 4096, highest = -4096, words, i, j;
    for (i = 0; i < count; i++) {
        exponent[i] = cld__mantissa(factors[2 * i], &m[2 * i]);
        exponent[i] += cld__mantissa(factors[2 * i + 1], &m[2 * i + 1]);
        if (!m[2 * i] || !m[2 * i + 1]) continue;
        if (exponent[i] < lowest) lowest = exponent[i];
        if (exponent[i] > highest) highest = exponent[i];
    }
    if (lowest > highest) return 0;
    words = (highest - lowest + 108) / 32 + 1;
    memset(sums[0], 0, (size_t)words * sizeof sums[0][0]);
    memset(sums[1], 0, (size_t)words * sizeof sums[1][0]);
    for (i = 0; i < count; i++) {
        uint64_t x = m[2 * i], y = m[2 * i + 1], x_low = x & 0xffffffffu, y_low = y & 0xffffffffu;
        uint32_t *sum =
            sums[cld__is_negative(factors[2 * i]) ^ cld__is_negative(factors[2 * i + 1])];
        if (!x || !y) continue;
        j = exponent[i] - lowest;
        cld__exact_add(sum, x_low * y_low, j);
        cld__exact_add(sum, x_low * (y >> 32), j + 32);
        cld__exact_add(sum, (x >> 32) * y_low, j + 32);
        cld__exact_add(sum, (x >> 32) * (y >> 32), j + 64);
    }
    for (j = words - 1; j >= 0; j--) {
        if (sums[0][j] != sums[1][j]) return sums[0][j] > sums[1][j] ? 1 : -1;
    }
    return 0;
}

/* What cld__sign_of_sum adds up: products of at most 6 finite doubles are integers of 318 bits
   times powers of two from a range of 6*2046; the sum of 2^12 of them has 12 bits more. */
#define CLD__SUM_FACTORS 6
#define CLD__SUM_WORDS   ((CLD__SUM_FACTORS * (2046 + 53) + 12) / 32 + 2)

/* |f[0] f[1] ...| of `degree` finite factors = *product 2^(returned exponent), product having 10
   words, the lowest first; *negative is its sign. */
static int cld__exact_product(const double *f, int degree, uint32_t product[10], int *negative)
{
    int i, k, exponent = 0;
    memset(product, 0, 10 * sizeof product[0]);
    product[0] = 1;
    *negative = 0;
    for (i = 0; i < degree; i++) {
        uint64_t m, low, high, carry_low = 0, carry_high = 0;
        uint32_t before = 0;
        exponent += cld__mantissa(f[i], &m);
        *negative ^= cld__is_negative(f[i]);
        low = m & 0xffffffffu, high = m >> 32;
        for (k = 0; k < 10; k++) { /* word k: low times it, high times the one before */
            const uint32_t word = product[k];
            carry_low += low * word;
            carry_high += high * before + (carry_low & 0xffffffffu);
            product[k] = (uint32_t)carry_high;
            carry_low >>= 32, carry_high >>= 32;
            before = word;
        }
    }
    return exponent;
}

/* Adds up `count` products of `degree` finite numbers each, those of product i being
   factors[i*degree...]; degree at most 6, count at most 4096: the positive ones in sums[0], the
   negative ones in sums[1], both times 2^*lowest. Returns how many words these have (0: all
   products are 0). */
static int cld__exact_sums(const double *factors, int count, int degree,
                           uint32_t sums[2][CLD__SUM_WORDS], int *lowest)
{
    uint32_t product[10];
    int highest = -(1 << 20), i, k, words, negative;
    *lowest = 1 << 20;
    for (i = 0; i < count; i++) {
        int exponent = 0, zero = 0;
        for (k = 0; k < degree; k++) {
            uint64_t m;
            exponent += cld__mantissa(factors[i * degree + k], &m);
            zero |= m == 0;
        }
        if (zero) continue;
        if (exponent < *lowest) *lowest = exponent;
        if (exponent > highest) highest = exponent;
    }
    if (*lowest > highest) return 0;
    words = (highest - *lowest + 53 * degree + 12) / 32 + 2;
    COLLIDE_ASSERT(words <= CLD__SUM_WORDS);
    memset(sums[0], 0, (size_t)words * sizeof sums[0][0]);
    memset(sums[1], 0, (size_t)words * sizeof sums[1][0]);
    for (i = 0; i < count; i++) {
        const int shift = cld__exact_product(factors + i * degree, degree, product, &negative);
        if (shift < *lowest) continue; /* a product of zero may have any exponent */
        for (k = 0; k < 10; k++)
            if (product[k]) cld__exact_add(sums[negative], product[k], shift - *lowest + 32 * k);
    }
    return words;
}

/* Sign (1, 0, -1) of that sum, exactly. Microseconds. */
static CLD__UNUSED int cld__sign_of_sum(const double *factors, int count, int degree)
{
    uint32_t sums[2][CLD__SUM_WORDS];
    int lowest, k = cld__exact_sums(factors, count, degree, sums, &lowest);
    while (--k >= 0)
        if (sums[0][k] != sums[1][k]) return sums[0][k] > sums[1][k] ? 1 : -1;
    return 0;
}

/* That sum to within 2^-50 of itself, as the returned number times 2^*exponent. */
static CLD__UNUSED double cld__value_of_sum(const double *factors, int count, int degree,
                                            int *exponent)
{
    uint32_t sums[2][CLD__SUM_WORDS];
    double value = 0;
    int lowest, words = cld__exact_sums(factors, count, degree, sums, &lowest), k, top, more;
    *exponent = 0;
    for (top = words - 1; top >= 0 && sums[0][top] == sums[1][top]; top--) continue;
    if (top < 0) return 0;
    more = sums[0][top] > sums[1][top] ? 0 : 1;
    for (k = 0; k <= top; k++) { /* the larger becomes the difference */
        const uint64_t less = (uint64_t)sums[1 - more][k];
        if (sums[more][k] < less) {
            int next = k + 1;
            while (sums[more][next]-- == 0) next++;
        }
        sums[more][k] = (uint32_t)(sums[more][k] - less);
    }
    while (top > 0 && sums[more][top] == 0) top--;
    for (k = 0; k < 3; k++) value = value * 4294967296.0 + (top >= k ? sums[more][top - k] : 0u);
    *exponent = lowest + 32 * (top - 2);
    return more ? -value : value;
}

#ifndef CLD__LOOSE_MATH
/* Is a - b, as rounded, the true difference? (Knuth 1969: the rounding error of a sum, exactly.) */
CLD__INLINE int cld__difference_is_exact(double a, double b)
{
    double x = a - b, b_part = a - x, a_part = x + b_part;
    return (b_part - b) + (a - a_part) == 0;
}
#endif

/* cld_orient2d where the filter cannot tell: all finite input is decided rightly. */
static int cld__orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy)
{
    double f[12];
    if (!cld__is_finite(ax) || !cld__is_finite(ay) || !cld__is_finite(bx)) return 0;
    if (!cld__is_finite(by) || !cld__is_finite(cx) || !cld__is_finite(cy)) return 0;
#ifndef CLD__LOOSE_MATH
    if (cld__difference_is_exact(ax, cx) && cld__difference_is_exact(by, cy) &&
        cld__difference_is_exact(ay, cy) && cld__difference_is_exact(bx, cx)) {
        double left, right;
        f[0] = ax - cx, f[1] = by - cy, f[2] = -(ay - cy), f[3] = bx - cx;
        left = f[0] * f[1], right = -f[2] * f[3];
        /* rounding is monotonic: products that differ when rounded differ the same way exactly */
        if (left != right) return left > right ? 1 : -1;
        return cld__sign_of_products(f, 2);
    }
#endif
    f[0] = ax, f[1] = by, f[2] = -ax, f[3] = cy, f[4] = -cx, f[5] = by;
    f[6] = -ay, f[7] = bx, f[8] = ay, f[9] = cx, f[10] = cy, f[11] = bx;
    return cld__sign_of_products(f, 6);
}

/* The sign of the exact determinant: 1 where c lies to the left of the line from a to b. */
CLD__INLINE int cld__orient2d_sign(double ax, double ay, double bx, double by, double cx, double cy)
{
#ifndef CLD__LOOSE_MATH
    double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx);
    double det = left - right, sum = fabs(left) + fabs(right);
    /* Four differences, two products and one sum, each rounded once (or the last two at once, where
       the compiler fuses them), put det off by less than 4 units of rounding of sum. Between the
       two limits of sum no overflow or underflow adds to that. */
    if (sum > 1e-280 && sum < 1e300 && fabs(det) > 4 * CLD__ROUND_DOUBLE * sum) {
        return (det > 0) - (det < 0);
    }
#endif
    return cld__orient2d_exact(ax, ay, bx, by, cx, cy);
}

/* 1 if c lies to the left of the line from a to b, -1 to the right, 0 on it: exactly. */
CLD__INLINE int cld__orient2d(cld__vec2d a, cld__vec2d b, cld__vec2d c)
{
    return cld__orient2d_sign(a.x, a.y, b.x, b.y, c.x, c.y);
}

/* ------------------------------------------------------------------------------ poses in double */

CLD__INLINE int cld__v3_is_finite(cld__vec3d a)
{
    return cld__is_finite(a.x) && cld__is_finite(a.y) && cld__is_finite(a.z);
}

/* A pose as the queries use it: p -> p.x x + p.y y + p.z z + position. */
typedef struct cld__posed {
    cld__vec3d x, y, z, position;
} cld__posed;

/* Reads a pose; a rotation that is all zero (or a pose NULL) stands for the identity. */
static CLD__UNUSED cld__posed cld__posed_from(const cld_pose *pose)
{
    cld__posed m;
    const cld_mat3 *r;
    memset(&m, 0, sizeof m);
    m.x.x = m.y.y = m.z.z = 1;
    if (!pose) return m;
    m.position = cld__v3_from(pose->position);
    r = &pose->rotation;
    if (r->x.x == 0 && r->x.y == 0 && r->x.z == 0 && r->y.x == 0 && r->y.y == 0 && r->y.z == 0 &&
        r->z.x == 0 && r->z.y == 0 && r->z.z == 0) {
        return m;
    }
    m.x = cld__v3_from(r->x);
    m.y = cld__v3_from(r->y);
    m.z = cld__v3_from(r->z);
    return m;
}

static CLD__UNUSED cld_pose cld__posed_to(cld__posed m)
{
    cld_pose pose;
    pose.rotation.x = cld__v3_to(m.x);
    pose.rotation.y = cld__v3_to(m.y);
    pose.rotation.z = cld__v3_to(m.z);
    pose.position = cld__v3_to(m.position);
    return pose;
}

/* Where the rotation takes a direction. */
CLD__INLINE cld__vec3d cld__posed_vector(const cld__posed *m, cld__vec3d v)
{
    cld__vec3d r = cld__v3_scale(m->x, v.x);
    return cld__v3_mad(cld__v3_mad(r, v.y, m->y), v.z, m->z);
}

CLD__INLINE cld__vec3d cld__posed_point(const cld__posed *m, cld__vec3d p)
{
    return cld__v3_add(cld__posed_vector(m, p), m->position);
}

/* First b, then a. */
static CLD__UNUSED cld__posed cld__posed_multiply(const cld__posed *a, const cld__posed *b)
{
    cld__posed m;
    m.x = cld__posed_vector(a, b->x);
    m.y = cld__posed_vector(a, b->y);
    m.z = cld__posed_vector(a, b->z);
    m.position = cld__posed_point(a, b->position);
    return m;
}

/* The inverse of a rotation is its transpose. */
static CLD__UNUSED cld__posed cld__posed_invert(const cld__posed *m)
{
    cld__posed r;
    r.x = cld__v3(m->x.x, m->y.x, m->z.x);
    r.y = cld__v3(m->x.y, m->y.y, m->z.y);
    r.z = cld__v3(m->x.z, m->y.z, m->z.z);
    r.position = cld__v3_scale(cld__posed_vector(&r, m->position), -1);
    return r;
}

/* ------------------------------------------------------------------------------- memory: workspace
   The workspace is a chain of blocks, never moved, so that addresses stay valid during a query.
   cld__workspace_begin starts a query: all blocks are empty. A request takes the first block that
   has room; where none has, a new block goes to the end of the chain. So a query that repeats the
   requests of an earlier one gets the same places and allocates nothing. While a mark is set, only
   the last block in use and those after it serve: what comes after the mark can be given up. */

#define CLD__ALIGNMENT   64    /* a cache line, and the widest SIMD register */
#define CLD__FIRST_BLOCK 65536 /* bytes; blocks after it grow with what is held already */

/* A block of a workspace; the bytes that can be handed out begin at the first aligned address. */
struct cld__block {
    struct cld__block *next;
    size_t allocated; /* as the allocator knows it */
    size_t capacity;  /* bytes from `memory` on, */
    size_t used;      /* and how many of them are handed out */
    char *memory;     /* aligned */
};

/* A place in a workspace to which a query can return, giving up what it took since. */
typedef struct cld__mark {
    struct cld__block *block;
    size_t used;
} cld__mark;

/* All memory comes from here: allocates (memory NULL), resizes, or frees (new_size 0, returns
   NULL). allocator NULL or all zero: COLLIDE_REALLOC and COLLIDE_FREE. */
static CLD__UNUSED void *cld__realloc(const cld_allocator *allocator, void *memory, size_t old_size,
                                      size_t new_size)
{
    if (allocator && allocator->realloc_fn) {
        if (!memory && !new_size) return NULL;
        return allocator->realloc_fn(allocator->context, memory, old_size, new_size);
    }
    if (new_size) return COLLIDE_REALLOC(memory, new_size);
    if (memory) COLLIDE_FREE(memory);
    return NULL;
}

/* A block whose capacity is at least `bytes`, not yet linked; NULL if there is no memory. */
static struct cld__block *cld__block_new(const cld_allocator *allocator, size_t bytes)
{
    const size_t overhead = sizeof(struct cld__block) + CLD__ALIGNMENT - 1;
    struct cld__block *block;
    uintptr_t start;
    if (bytes > SIZE_MAX / 2 - overhead) return NULL;
    block = (struct cld__block *)cld__realloc(allocator, NULL, 0, bytes + overhead);
    if (!block) return NULL;
    start = (uintptr_t)(block + 1);
    start = (start + CLD__ALIGNMENT - 1) & ~(uintptr_t)(CLD__ALIGNMENT - 1);
    block->next = NULL;
    block->used = 0;
    block->allocated = bytes + overhead;
    block->memory = (char *)block + (start - (uintptr_t)block);
    block->capacity = block->allocated - (size_t)(start - (uintptr_t)block);
    return block;
}

/* Frees the chain that begins with the block. */
static void cld__block_free_all(const cld_allocator *allocator, struct cld__block *block)
{
    while (block) {
        struct cld__block *next = block->next;
        cld__realloc(allocator, block, block->allocated, 0);
        block = next;
    }
}

/* Start of a query: everything handed out before is given up, the memory is kept. */
static CLD__UNUSED int cld__workspace_begin(cld_workspace *workspace)
{
    struct cld__block *block;
    if (!workspace) return CLD_ERROR_NULL;
    for (block = workspace->first; block; block = block->next) block->used = 0;
    workspace->current = workspace->first;
    workspace->marks = 0;
    return CLD_OK;
}

static CLD__UNUSED cld__mark cld__workspace_mark(cld_workspace *workspace)
{
    cld__mark mark;
    mark.block = workspace->current;
    mark.used = mark.block ? mark.block->used : 0;
    workspace->marks++;
    return mark;
}

/* Gives up all that was handed out since the mark was set in the same query. */
static CLD__UNUSED void cld__workspace_release(cld_workspace *workspace, cld__mark mark)
{
    /* a mark set before there was any block stands for the start of the chain */
    struct cld__block *block = mark.block ? mark.block->next : workspace->first;
    for (; block; block = block->next) block->used = 0;
    if (mark.block) mark.block->used = mark.used;
    workspace->current = mark.block ? mark.block : workspace->first;
    workspace->marks--;
}

/* Appends a block with room for `bytes` to the chain. Growing by an eighth of what is held keeps
   the blocks few and the total near the need. */
static int cld__workspace_grow(cld_workspace *workspace, size_t bytes)
{
    size_t size = workspace->bytes / 8;
    struct cld__block *block, **end;
    if (size < CLD__FIRST_BLOCK) size = CLD__FIRST_BLOCK;
    if (size < bytes) size = bytes;
    block = cld__block_new(&workspace->allocator, size);
    if (!block && size > bytes) block = cld__block_new(&workspace->allocator, bytes);
    if (!block) return CLD_ERROR_MEMORY;
    for (end = &workspace->first; *end;) end = &(*end)->next;
    *end = block;
    workspace->bytes += block->allocated;
    return CLD_OK;
}

/* Memory for the rest of the query (or until a release), aligned to 64 bytes, not cleared. NULL
   when out of memory: the workspace is then as it was. Only the thread that began the query may
   ask. */
static CLD__UNUSED void *cld__workspace_alloc(cld_workspace *workspace, size_t bytes)
{
    struct cld__block *block = workspace->marks ? workspace->current : workspace->first;
    int later = workspace->marks > 0; /* than the last block in use, or that one? */
    if (bytes > SIZE_MAX / 2) return NULL;
    bytes = (bytes + CLD__ALIGNMENT - 1) & ~(size_t)(CLD__ALIGNMENT - 1);
    for (; block && block->capacity - block->used < bytes; block = block->next)
        later |= block == workspace->current;
    if (!block) {
        if (cld__workspace_grow(workspace, bytes) != CLD_OK) return NULL;
        for (block = workspace->first; block->next;) block = block->next;
    }
    if (later || !workspace->current) workspace->current = block;
    block->used += bytes;
    return block->memory + (block->used - bytes);
}

/* Memory for `count` things of `size` bytes each: cld__workspace_alloc, the product checked. */
static CLD__UNUSED void *cld__workspace_array(cld_workspace *workspace, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / 2 / size) return NULL;
    return cld__workspace_alloc(workspace, count * size);
}

/* ------------------------------------------------------------------------------------------- tasks
   Work is cut into pieces whose results do not depend on who does them, so that answers are the
   same from one worker and from many. A piece must not start parallel work of its own. */

#define CLD__MAX_THREADS 64

/* How many workers may run at once: what a query needs to have per worker, it makes that often. */
static CLD__UNUSED int cld__workers(const cld_workspace *workspace)
{
    int workers = workspace->tasks.workers;
    if (workers < 1) return 1;
    if (workspace->tasks.run) return workers;
    if (COLLIDE_THREADS == 0) return 1;
    return workers < CLD__MAX_THREADS ? workers : CLD__MAX_THREADS;
}

#if COLLIDE_THREADS == COLLIDE_THREADS_NATIVE

/* The native system starts threads for each call and joins them: nothing lives on between queries,
   and nothing is global. That costs some ten microseconds a thread, so the modules ask for it only
   where there are milliseconds of work. */

#ifdef _WIN32
typedef CRITICAL_SECTION cld__lock;
typedef HANDLE cld__thread;
#else
typedef pthread_mutex_t cld__lock;
typedef pthread_t cld__thread;
#endif

typedef struct cld__crew {
    cld__lock lock;
    int next, count; /* the piece that is next to be taken */
    cld_task *task;
    void *data;
} cld__crew;

typedef struct cld__member {
    cld__crew *crew;
    int worker;
    cld__thread thread;
} cld__member;

static void cld__member_work(cld__member *member);

#ifdef _WIN32
static int cld__lock_init(cld__lock *lock)
{
    InitializeCriticalSection(lock);
    return 1;
}

static void cld__lock_free(cld__lock *lock)
{
    DeleteCriticalSection(lock);
}

static void cld__lock_enter(cld__lock *lock)
{
    EnterCriticalSection(lock);
}

static void cld__lock_leave(cld__lock *lock)
{
    LeaveCriticalSection(lock);
}

static DWORD WINAPI cld__member_main(void *member)
{
    cld__member_work((cld__member *)member);
    return 0;
}

static int cld__member_start(cld__member *member)
{
    member->thread = CreateThread(NULL, 0, cld__member_main, member, 0, NULL);
    return member->thread != NULL;
}

static void cld__member_join(cld__member *member)
{
    WaitForSingleObject(member->thread, INFINITE);
    CloseHandle(member->thread);
}
#else
static int cld__lock_init(cld__lock *lock)
{
    return pthread_mutex_init(lock, NULL) == 0;
}

static void cld__lock_free(cld__lock *lock)
{
    pthread_mutex_destroy(lock);
}

static void cld__lock_enter(cld__lock *lock)
{
    pthread_mutex_lock(lock);
}

static void cld__lock_leave(cld__lock *lock)
{
    pthread_mutex_unlock(lock);
}

static void *cld__member_main(void *member)
{
    cld__member_work((cld__member *)member);
    return NULL;
}

static int cld__member_start(cld__member *member)
{
    return pthread_create(&member->thread, NULL, cld__member_main, member) == 0;
}

static void cld__member_join(cld__member *member)
{
    pthread_join(member->thread, NULL);
}
#endif

/* Takes pieces that nobody has taken yet, until none is left. */
static void cld__member_work(cld__member *member)
{
    cld__crew *crew = member->crew;
    int index;
    for (;;) {
        cld__lock_enter(&crew->lock);
        index = crew->next < crew->count ? crew->next++ : crew->count;
        cld__lock_leave(&crew->lock);
        if (index == crew->count) return;
        crew->task(crew->data, index, member->worker);
    }
}

/* The caller works too, as worker 0. Where a thread cannot be started, those there are do it
   all. */
static void cld__parallel_native(int workers, int count, cld_task *task, void *data)
{
    cld__crew crew;
    cld__member member[CLD__MAX_THREADS];
    int i, started;
    if (!cld__lock_init(&crew.lock)) {
        for (i = 0; i < count; i++) task(data, i, 0);
        return;
    }
    crew.next = 0, crew.count = count, crew.task = task, crew.data = data;
    for (i = 0; i < workers; i++) member[i].crew = &crew, member[i].worker = i;
    for (started = 1; started < workers; started++)
        if (!cld__member_start(&member[started])) break;
    cld__member_work(&member[0]);
    for (i = 1; i < started; i++) cld__member_join(&member[i]);
    cld__lock_free(&crew.lock);
}
#endif /* COLLIDE_THREADS_NATIVE */

/* Calls task(data, i, worker) once for each i of 0..count-1, 0 <= worker < cld__workers, and
   returns when all are done. */
static CLD__UNUSED void cld__parallel(const cld_workspace *workspace, int count, cld_task *task,
                                      void *data)
{
    int workers = cld__workers(workspace), i;
    if (workers > count) workers = count;
    if (workspace->tasks.run && count > 1) {
        workspace->tasks.run(workspace->tasks.context, count, task, data);
        return;
    }
#if COLLIDE_THREADS == COLLIDE_THREADS_NATIVE
    if (workers > 1) {
        cld__parallel_native(workers, count, task, data);
        return;
    }
#elif COLLIDE_THREADS == COLLIDE_THREADS_OPENMP
    if (workers > 1) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(workers)
        for (i = 0; i < count; i++) task(data, i, omp_get_thread_num());
        return;
    }
#endif
    for (i = 0; i < count; i++) task(data, i, 0);
}

/* -------------------------------------------------------------------------------- public: [BASE]
   Definitions repeat no COLLIDE_API: linkage and decoration come with the declarations above. */

const char *cld_status_text(int status)
{
    static const char *const texts[] = {
        "ok",
        "out of memory",
        "a pointer that must not be NULL is NULL",
        "a count is negative, too small or too large",
        "a stride is not a multiple of the number's alignment",
        "a number is NaN, infinite or too large to square",
        "a setting is outside its range",
        "a rotation is not orthonormal and right-handed, or a pose is not finite",
        "a half extent or size is negative",
        "a degree is below 1 or too high",
        "a knot is NaN or infinite",
        "a knot vector decreases",
        "an interior knot repeats more than degree times",
        "the domain of a knot vector is empty",
        "a weight is not positive and finite",
        "a control point is NaN, infinite or too large to square",
        "what is to be refitted is not of the shape that was built",
        "a path command is not one of M L Q C Z, or the first is not M",
        "a polygon or polyhedron is not convex, or not counter-clockwise",
        "a triangle names a vertex that there is not, or one vertex twice",
        "the triangles do not make one closed surface",
    };
    if (status >= 0) return texts[0];
    if (status < CLD_STATUS_LAST) return "unknown status";
    return texts[-status];
}

size_t cld_workspace_bytes(const cld_workspace *workspace)
{
    return workspace ? workspace->bytes : 0;
}

int cld_workspace_reserve(cld_workspace *workspace, size_t bytes)
{
    struct cld__block *block;
    if (!workspace) return CLD_ERROR_NULL;
    for (block = workspace->first; block; block = block->next)
        if (block->capacity >= bytes) return CLD_OK;
    /* One block as large as all requests together can serve them in any order, whatever stands
       before it in the chain: so it can replace the chain. */
    block = cld__block_new(&workspace->allocator, bytes);
    if (!block) return CLD_ERROR_MEMORY;
    cld__block_free_all(&workspace->allocator, workspace->first);
    workspace->first = workspace->current = block;
    workspace->marks = 0;
    workspace->bytes = block->allocated;
    return CLD_OK;
}

void cld_workspace_free(cld_workspace *workspace)
{
    if (!workspace) return;
    cld__block_free_all(&workspace->allocator, workspace->first);
    workspace->first = workspace->current = NULL;
    workspace->marks = workspace->bytes = 0;
}

cld_pose cld_pose_identity(void)
{
    cld_pose pose;
    memset(&pose, 0, sizeof pose);
    pose.rotation.x.x = pose.rotation.y.y = pose.rotation.z.z = 1;
    return pose;
}

cld_vec3 cld_pose_point(const cld_pose *pose, cld_vec3 p)
{
    cld__posed m = cld__posed_from(pose);
    return cld__v3_to(cld__posed_point(&m, cld__v3_from(p)));
}

cld_pose cld_pose_multiply(const cld_pose *first, const cld_pose *second)
{
    cld__posed a = cld__posed_from(first), b = cld__posed_from(second);
    return cld__posed_to(cld__posed_multiply(&a, &b));
}

cld_pose cld_pose_invert(const cld_pose *pose)
{
    cld__posed m = cld__posed_from(pose);
    return cld__posed_to(cld__posed_invert(&m));
}

int cld_pose_validate(const cld_pose *pose)
{
    const double tolerance = 64 * 0.5 * (double)FLT_EPSILON;
    cld__posed m;
    if (!pose) return CLD_ERROR_NULL;
    m = cld__posed_from(pose);
    if (!cld__v3_is_finite(m.x) || !cld__v3_is_finite(m.y) || !cld__v3_is_finite(m.z)) {
        return CLD_ERROR_POSE;
    }
    if (!cld__v3_is_finite(m.position)) return CLD_ERROR_POSE;
    if (fabs(cld__v3_dot(m.x, m.x) - 1) > tolerance) return CLD_ERROR_POSE;
    if (fabs(cld__v3_dot(m.y, m.y) - 1) > tolerance) return CLD_ERROR_POSE;
    if (fabs(cld__v3_dot(m.z, m.z) - 1) > tolerance) return CLD_ERROR_POSE;
    if (fabs(cld__v3_dot(m.x, m.y)) > tolerance) return CLD_ERROR_POSE;
    if (fabs(cld__v3_dot(m.y, m.z)) > tolerance) return CLD_ERROR_POSE;
    if (fabs(cld__v3_dot(m.z, m.x)) > tolerance) return CLD_ERROR_POSE;
    if (cld__v3_dot(cld__v3_cross(m.x, m.y), m.z) < 0) return CLD_ERROR_POSE;
    return CLD_OK;
}

cld_pose2 cld_pose2_from_angle(cld_real angle, cld_vec2 position)
{
    cld_pose2 pose;
    pose.rotation.x = (cld_real)cos((double)angle);
    pose.rotation.y = (cld_real)sin((double)angle);
    pose.position = position;
    return pose;
}

/* The rotation, (1, 0) for (0, 0). */
static cld__vec2d cld__pose2_rotation(const cld_pose2 *pose)
{
    const cld__vec2d r = cld__v2_from(pose->rotation);
    return r.x == 0 && r.y == 0 ? cld__v2(1, 0) : r;
}

cld_vec2 cld_pose2_point(const cld_pose2 *pose, cld_vec2 p)
{
    const cld__vec2d r = cld__pose2_rotation(pose), v = cld__v2_from(p);
    return cld__v2_to(cld__v2_add(cld__v2(r.x * v.x - r.y * v.y, r.y * v.x + r.x * v.y),
                                  cld__v2_from(pose->position)));
}

cld_pose2 cld_pose2_multiply(const cld_pose2 *first, const cld_pose2 *second)
{
    const cld__vec2d a = cld__pose2_rotation(first), b = cld__pose2_rotation(second);
    cld_pose2 pose;
    pose.rotation = cld__v2_to(cld__v2(a.x * b.x - a.y * b.y, a.y * b.x + a.x * b.y));
    pose.position = cld_pose2_point(first, second->position);
    return pose;
}

cld_pose2 cld_pose2_invert(const cld_pose2 *pose)
{
    const cld__vec2d r = cld__pose2_rotation(pose), p = cld__v2_from(pose->position);
    cld_pose2 inverse;
    inverse.rotation = cld__v2_to(cld__v2(r.x, -r.y));
    inverse.position = cld__v2_to(cld__v2(-(r.x * p.x + r.y * p.y), r.y * p.x - r.x * p.y));
    return inverse;
}

int cld_pose2_validate(const cld_pose2 *pose)
{
    const double most = 64 * (double)FLT_EPSILON;
    double c, s;
    if (!pose) return CLD_ERROR_NULL;
    c = (double)pose->rotation.x, s = (double)pose->rotation.y;
    if (!cld__is_finite((double)pose->position.x) || !cld__is_finite((double)pose->position.y)) {
        return CLD_ERROR_POSE;
    }
    if (!cld__is_finite(c) || !cld__is_finite(s)) return CLD_ERROR_POSE;
    if (c == 0 && s == 0) return CLD_OK;
    return fabs(c * c + s * s - 1) <= most ? CLD_OK : CLD_ERROR_POSE;
}

int cld_orient2d(cld_vec2 a, cld_vec2 b, cld_vec2 c)
{
    return cld__orient2d_sign((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x,
                              (double)c.y);
}

/* ========================================================================= [OBB] implementation
   What a box is: the parallelepiped { centre + sum x_i axis_i, |x_i| <= half_i } of the very
   numbers given. Its axes are orthonormal only to rounding, so nothing here that decides rests on
   it.

   Two convex polyhedra are apart if and only if one of 15 axes L separates them: 3 + 3 face normals
   and 9 cross products of edges (Gottschalk, Lin, Manocha 1996):
       gap(L) = |d.L| - sum over the six edges e of half_e |e.L|  >  0,   d = centre_b - centre_a.
   A positive gap proves 'apart' for any vector L whatever, so an inexact L does no harm: computed
   axes are taken as exact. What is left is the rounding of the gap itself. With the unit roundoff
   u of double, sums in any order, fused or not, |L| the largest component and |d| the sum of
       components: |d.L|        is off by at most  4 u |d| |L|             (d is rounded once,
       whatever the centres) half_e |e.L| by at most  8 u half_e sqrt(3) |L|         (product of 3,
   times half, sum of 6) and so a computed gap above  u (4.1 |d| + 14.3 sum half) |L| + (a few
   smallest numbers)  is a proof, for edges e up to 1.02 long. This is cld__obb_measure, always in
   double: the final word.

   The false 'overlap': cross products of near-parallel edges have few good digits if formed
   plainly, and the direction of L is then off by u / angle. Formed as a x (b -+ a), the small
   vector b -+ a being rounded relative to itself, L is good to a few u for every angle. So the
   largest of the computed gaps is within 54 u (sum half) |L| of the largest exact one; and as the
   normals that meet at a vertex of the Minkowski sum lie in one octant, that is at least 1/sqrt(3)
   of the distance: boxes farther apart than 100 u (sum of the six half extents) are always told
   apart, u = 2^-53 in the float library too.

   In front of it stands a filter in float, for both precisions: [OBB] filter in float, below. */

#ifndef COLLIDE_NO_OBB

#ifdef COLLIDE_DOUBLE
#define CLD__REAL_MIN DBL_MIN
#else
#define CLD__REAL_MIN FLT_MIN
#endif

/* A box in double, axes and half extents by index. */
typedef struct cld__obb_box {
    cld__vec3d centre, axis[3];
    double half[3];
} cld__obb_box;

typedef struct cld__obb_pair {
    cld__obb_box a, b;
    cld__vec3d delta; /* from a's centre to b's */
    double slack;     /* bound of the rounding of a gap, for an axis with largest component 1 */
    double tiny;      /* bound of what underflow adds to that, flush-to-zero included */
} cld__obb_pair;

enum { CLD__OBB_AXES = 15, CLD__OBB_SLOTS = 16 };

/* Axis k of a pair: 0-2 faces of a, 3-5 faces of b, 6 + 3i + j edge i of a x edge j of b; not of
   unit length. Slot 15 is a zero vector, which never separates anything. */
typedef struct cld__obb_axes {
    double x[CLD__OBB_SLOTS], y[CLD__OBB_SLOTS], z[CLD__OBB_SLOTS];
    double gap[CLD__OBB_SLOTS], bound[CLD__OBB_SLOTS]; /* separates for sure if gap > bound */
} cld__obb_axes;

static void cld__obb_box_from(const cld_obb *from, cld__obb_box *box)
{
    box->centre = cld__v3_from(from->centre);
    box->axis[0] = cld__v3_from(from->axes.x);
    box->axis[1] = cld__v3_from(from->axes.y);
    box->axis[2] = cld__v3_from(from->axes.z);
    box->half[0] = (double)from->half.x;
    box->half[1] = (double)from->half.y;
    box->half[2] = (double)from->half.z;
}

CLD__INLINE double cld__v3_sum_abs(cld__vec3d a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

CLD__INLINE double cld__obb_box_size(const cld__obb_box *box)
{
    return fabs(box->half[0]) + fabs(box->half[1]) + fabs(box->half[2]);
}

/* A normal of the faces that axis k pierces. */
CLD__INLINE cld__vec3d cld__obb_box_normal(const cld__obb_box *box, int k)
{
    return cld__v3_cross(box->axis[(k + 1) % 3], box->axis[(k + 2) % 3]);
}

/* a x b with small relative error also where a and b are nearly parallel, both being unit
   vectors. */
CLD__INLINE cld__vec3d cld__edge_cross(cld__vec3d a, cld__vec3d b)
{
    double side = cld__v3_dot(a, b) < 0 ? 1.0 : -1.0;
    return cld__v3_cross(a, cld__v3_mad(b, side, a));
}

static void cld__obb_pair_from(const cld_obb *a, const cld_obb *b, cld__obb_pair *pair)
{
    double size;
    cld__obb_box_from(a, &pair->a);
    cld__obb_box_from(b, &pair->b);
    pair->delta = cld__v3_sub(pair->b.centre, pair->a.centre);
    size = cld__obb_box_size(&pair->a) + cld__obb_box_size(&pair->b);
    /* times 4 and 15 before times u: overflows before anything that it bounds can */
    pair->slack = (4.1 * cld__v3_sum_abs(pair->delta) + 14.3 * size) * CLD__ROUND_DOUBLE;
    pair->tiny = DBL_MIN * 64 * (1 + size);
}

CLD__INLINE cld__d4 cld__obb_d4_abs(cld__d4 a)
{
    return cld__d4_max(a, cld__d4_sub(cld__d4_all(0), a));
}

/* The components of v along four vectors at once. */
CLD__INLINE cld__d4 cld__d4_along(cld__vec3d v, cld__d4 x, cld__d4 y, cld__d4 z)
{
    cld__d4 sum = cld__d4_mul(cld__d4_all(v.x), x);
    sum = cld__d4_mad(cld__d4_all(v.y), y, sum);
    return cld__d4_mad(cld__d4_all(v.z), z, sum);
}

/* Half of what the box covers along four vectors at once. */
CLD__INLINE cld__d4 cld__obb_box_radius(const cld__obb_box *box, cld__d4 x, cld__d4 y, cld__d4 z)
{
    cld__d4 r = cld__d4_mul(cld__d4_all(box->half[0]),
                            cld__obb_d4_abs(cld__d4_along(box->axis[0], x, y, z)));
    r = cld__d4_mad(cld__d4_all(box->half[1]),
                    cld__obb_d4_abs(cld__d4_along(box->axis[1], x, y, z)), r);
    return cld__d4_mad(cld__d4_all(box->half[2]),
                       cld__obb_d4_abs(cld__d4_along(box->axis[2], x, y, z)), r);
}

static void cld__obb_axis_set(cld__obb_axes *axes, int k, cld__vec3d axis)
{
    axes->x[k] = axis.x, axes->y[k] = axis.y, axes->z[k] = axis.z;
}

/* The 15 axes, their gaps and bounds; the 16th slot stays zero. */
static void cld__obb_measure(const cld__obb_pair *pair, cld__obb_axes *axes)
{
    int i, j;
    for (i = 0; i < 3; i++) {
        cld__obb_axis_set(axes, i, cld__obb_box_normal(&pair->a, i));
        cld__obb_axis_set(axes, 3 + i, cld__obb_box_normal(&pair->b, i));
        for (j = 0; j < 3; j++)
            cld__obb_axis_set(axes, 6 + 3 * i + j,
                              cld__edge_cross(pair->a.axis[i], pair->b.axis[j]));
    }
    cld__obb_axis_set(axes, 15, cld__v3(0, 0, 0));
    for (i = 0; i < CLD__OBB_SLOTS; i += 4) {
        cld__d4 x = cld__d4_load(axes->x + i), y = cld__d4_load(axes->y + i);
        cld__d4 z = cld__d4_load(axes->z + i);
        cld__d4 radius = cld__d4_add(cld__obb_box_radius(&pair->a, x, y, z),
                                     cld__obb_box_radius(&pair->b, x, y, z));
        cld__d4 distance = cld__obb_d4_abs(cld__d4_along(pair->delta, x, y, z));
        cld__d4 largest =
            cld__d4_max(cld__d4_max(cld__obb_d4_abs(x), cld__obb_d4_abs(y)), cld__obb_d4_abs(z));
        cld__d4_store(axes->gap + i, cld__d4_sub(distance, radius));
        cld__d4_store(axes->bound + i,
                      cld__d4_mad(largest, cld__d4_all(pair->slack), cld__d4_all(pair->tiny)));
    }
}

/* The first axis that is proved to separate, or -1. NaN proves nothing. */
static int cld__obb_proof(const cld__obb_axes *axes)
{
    int k;
    for (k = 0; k < CLD__OBB_AXES; k++)
        if (axes->gap[k] > axes->bound[k]) return k;
    return -1;
}

/* The final word on a pair: the separating axis that was found, or -1 for 'may share a point'. */
CLD__NOINLINE static int cld__obb_decide(const cld_obb *a, const cld_obb *b)
{
    cld__obb_pair pair;
    cld__obb_axes axes;
    cld__obb_pair_from(a, b, &pair);
    cld__obb_measure(&pair, &axes);
    return cld__obb_proof(&axes);
}

/* --------------------------------------------------------------------------- [OBB] filter in float
   The textbook's form of the 15 gaps, in the frame of a: R_ij = a_i . b_j and t_i = d . a_i, and
   for the axis a_i x b_j, (i, k, l) and (j, m, n) cyclic,
       gap = |t_l R_kj - t_k R_lj| - half_k |R_lj| - half_l |R_kj| - half_m |R_in| - half_n |R_im|.
   It takes the axes for orthonormal. With a defect |axis_p . axis_q - (p == q)| <= h = 2^-18
   (CLD__OBB_DEFECT, what cld_obb_validate lets pass: 64 u, u = 2^-24 the unit roundoff of float) a
   polar decomposition gives |a_i x a_k - a_l| <= 4.5 h and |a a^T - 1| <= 3 h, and counting the
   roundings of double to float, of dot products and of sums,
       |computed - exact| <= (9.4 h + 22 u) |d| + (4.5 h + 16 u) sum half
                          <= 2^-14 |d| + 2^-15 sum half =: S        (S is 1.6 times what is needed)
   for |axis| <= 1, in any order, fused or not, underflow being covered by 2^-110 more. So
     - a gap above S: the exact gap is so large that cld__obb_decide finds it too: apart;
     - all gaps below -S: it cannot find any: they may meet;
     - else, for a few pairs in 10^4, cld__obb_decide is asked.
   Every way of asking (pair, many, pack, cached; any SIMD) thus gives the answer of
   cld__obb_decide.

   Blocks of pairs, and one pair in AVX-512, do without |d|. With H = sum half, and P the sum of the
   radii of balls around the boxes, so that |half_a|_2 + |half_b|_2 <= P and H <= sqrt(3) P, they
   take
       S = 2.75 * 2^-15 H (one pair), no less than what is needed where |d| <= 1.75 H;
       S = 2^-13 P        (blocks),   no less than what is needed where |d| <= 2.37 P.
   Where |d| is larger, the centres are 1.01 H, or 1.36 P, from each other, and no point of a box is
   farther than 1 + 2 h times its |half|_2 from its centre: there is a distance of 0.01 H, or 0.3 P,
   which cld__obb_decide finds, and 'apart' is right whatever the gap. 'Meet' is not said there: if
   no face of a separates, then |t_i| <= half_i + sum_j half_j |R_ij| for all i; the lengths of
   these vectors, R's columns being unit vectors, give |t|_2 <= |half_a|_2 + sum half_b, but for a
   factor of 1 + 4 h + 8 u. That is at most H, so |d| <= 1.74 H; and as the same holds for the faces
   of b, |t|_2 is at most the mean of the two bounds, (1 + sqrt(3))/2 P, so |d| <= 2.367 P.
   A gap with NaN or infinity, overflow included, is left to cld__obb_decide; every number given
   is in some gap, and makes the radius of a block's ball infinite.

   Blocks are asked first which balls meet. Radii are 1 + 2^-12 times |half|_2, so |d|_2 > P, all
   roundings being below 2^-18, leaves a distance of 2^-13 P, which cld__obb_decide finds. What
   underflow does to the squares is covered by 2^-120.

   Parallel edges, which boxes in the same orientation have, would send every overlapping pair that
   way: their gap is about 0. But if the edges make an angle theta and their cross product
   separates, then turning b by theta makes the edges parallel, the problem plane, and a face axis
   separate; so before, that face overlapped by at most (2 theta + 8 h) (|d| + sum half). With
   max(|R_kj|, |R_lj|) = r, theta <= 1.42 r + 5 h, 1.03 S >= 2^-15 (|d| + sum half): where all faces
   overlap by more than (10 + 2^17 r) S, the edges cannot separate, and their gap does not count. */

#define CLD__OBB_DEFECT (64 * 0.5 * (double)FLT_EPSILON)

enum { CLD__OBB_APART, CLD__OBB_MEET, CLD__OBB_UNSURE };

/* The numbers of a box, in this order, in two parts: its frame, and a ball around it. Where double
   centres need two floats each, the ball has three numbers more. */
enum {
    CLD__OBB_AXES_AT = 0,
    CLD__OBB_HALF = 9,
    CLD__OBB_FRAME = 12, /* so many in a frame */
    CLD__OBB_CENTRE = 0,
    CLD__OBB_RADIUS = 3, /* infinite for a box with NaN or infinity */
    CLD__OBB_LOW = 4,    /* what the rounding of the centre to float left over */
    CLD__OBB_BALL = sizeof(cld_real) == 4 ? 4 : 7,
    CLD__OBB_FIELDS = CLD__OBB_FRAME + CLD__OBB_BALL
};

#define CLD__OBB_SLACK_DISTANCE 6.103515625e-05f      /* 2^-14 */
#define CLD__OBB_SLACK_HALF     3.0517578125e-05f     /* 2^-15 */
#define CLD__OBB_SLACK_SIZE     8.392333984375e-05f   /* 2.75 * 2^-15 */
#define CLD__OBB_SLACK_TINY     7.70371977754894e-34f /* 2^-110 */
#define CLD__OBB_SLACK_RADIUS   1.220703125e-04f      /* 2^-13 */
#define CLD__OBB_RADIUS_TINY    3.15544362e-30        /* 2^-98 */
#define CLD__OBB_FAR            2.03125f              /* 2 + 2^-5 */
#define CLD__OBB_SQUARE_TINY    7.52316385e-37f       /* 2^-120 */

CLD__INLINE float cld__float_infinity(void)
{
    const uint32_t bits = 0x7f800000u;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x with all but 24 bits cut off: a float, and x less it is exact. By bits, since gcc 12 takes
   (double)(float)x for x where it vectorises. */
CLD__INLINE double cld__high_part(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= ~(uint64_t)0x1fffffff;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

/* The numbers of the box as floats, `step` apart: what the filter reads. */
static void cld__obb_narrow(const cld_obb *box, float *frame, float *ball, size_t step)
{
    const cld_real *n = &box->centre.x;
    double radius = (1 + 1.0 / 4096) * cld__v3_length(cld__v3_from(box->half)), sum = 0;
    size_t i;
    for (i = 0; i < 15; i++) sum += fabs((double)n[i]);
    for (i = 0; i < CLD__OBB_FRAME; i++) frame[i * step] = (float)n[3 + i];
    for (i = 0; i < 3; i++) ball[i * step] = (float)n[i];
    if (CLD__OBB_BALL > CLD__OBB_LOW) {
        for (i = 0; i < 3; i++) {
            double high = cld__high_part((double)n[i]);
            ball[i * step] = (float)high;
            ball[(CLD__OBB_LOW + i) * step] = (float)((double)n[i] - high);
        }
        /* 46 bits of the centre are kept, and of a difference of centres as many of the larger */
        radius += 3.3e-10 * (fabs((double)n[0]) + fabs((double)n[1]) + fabs((double)n[2]));
    }
    ball[CLD__OBB_RADIUS * step] = sum < 1e36 ? (float)(radius + CLD__OBB_RADIUS_TINY)
                                              : cld__float_infinity(); /* no sum overflows */
}

CLD__INLINE cld__fn cld__fn_dot(const cld__fn *a, const cld__fn *b)
{
    return cld__fn_mad(a[2], b[2], cld__fn_mad(a[1], b[1], cld__fn_mul(a[0], b[0])));
}

/* The state of the filter: a register full of pairs, one lane each. Loops over i and j are written
   out below, since compilers keep such arrays in registers only then. */
typedef struct cld__obb_lanes {
    const float *a, *b; /* frames */
    cld__fn d[3], t[3], r[3][3];
    cld__fn slack, minus_slack, overlap; /* overlap: of the faces that overlap least */
    cld__fn most;                        /* the largest gap so far */
    unsigned unsure;                     /* pairs with an edge gap that may count */
} cld__obb_lanes;

CLD__INLINE cld__fn cld__obb_field(const float *block, int field)
{
    return cld__fn_load(block + field * CLD__LANES);
}

/* |R_ij|. Not kept, since most machines have too few registers. */
CLD__INLINE cld__fn cld__obb_q(const cld__obb_lanes *o, int i, int j)
{
    return cld__fn_abs(o->r[i][j]);
}

#define CLD__OBB_LANES (0xffffffffu >> (32 - CLD__LANES)) /* a bit for each */

/* Component i of the difference of the centres of two balls. */
CLD__INLINE cld__fn cld__obb_delta(const float *a, const float *b, int i)
{
    cld__fn d = cld__fn_sub(cld__obb_field(b, i), cld__obb_field(a, i));
#ifdef COLLIDE_DOUBLE
    d = cld__fn_add(
        d, cld__fn_sub(cld__obb_field(b, CLD__OBB_LOW + i), cld__obb_field(a, CLD__OBB_LOW + i)));
#endif
    return d;
}

CLD__INLINE cld__fn cld__obb_radii(const float *a, const float *b)
{
    return cld__fn_add(cld__obb_field(a, CLD__OBB_RADIUS), cld__obb_field(b, CLD__OBB_RADIUS));
}

/* Which balls of a block may meet the ball a. */
CLD__INLINE unsigned cld__obb_near(const float *a, const float *b)
{
    cld__fn x = cld__obb_delta(a, b, 0), y = cld__obb_delta(a, b, 1), z = cld__obb_delta(a, b, 2);
    cld__fn square = cld__fn_mad(z, z, cld__fn_mad(y, y, cld__fn_mul(x, x)));
    cld__fn reach = cld__obb_radii(a, b);
    reach = cld__fn_mad(reach, reach, cld__fn_all(CLD__OBB_SQUARE_TINY));
    return ~cld__fn_greater(square, reach) & CLD__OBB_LANES;
}

/* The product of a with one axis of the boxes of a block. */
CLD__INLINE cld__fn cld__obb_dot(const cld__fn *a, const float *block, int axis)
{
    const int x = CLD__OBB_AXES_AT + 3 * axis;
    return cld__fn_mad(a[2], cld__obb_field(block, x + 2),
                       cld__fn_mad(a[1], cld__obb_field(block, x + 1),
                                   cld__fn_mul(a[0], cld__obb_field(block, x))));
}
/* Row i of R and the gap of face i of a. */
CLD__INLINE cld__fn cld__obb_face_a(cld__obb_lanes *o, int i)
{
    cld__fn gap, axis[3];
    const int x = CLD__OBB_AXES_AT + 3 * i;
    axis[0] = cld__obb_field(o->a, x);
    axis[1] = cld__obb_field(o->a, x + 1);
    axis[2] = cld__obb_field(o->a, x + 2);
    o->t[i] = cld__fn_dot(o->d, axis);
    o->r[i][0] = cld__obb_dot(axis, o->b, 0);
    o->r[i][1] = cld__obb_dot(axis, o->b, 1);
    o->r[i][2] = cld__obb_dot(axis, o->b, 2);
    gap = cld__fn_sub(cld__fn_abs(o->t[i]), cld__obb_field(o->a, CLD__OBB_HALF + i));
    gap = cld__fn_nmad(cld__obb_field(o->b, CLD__OBB_HALF), cld__obb_q(o, i, 0), gap);
    gap = cld__fn_nmad(cld__obb_field(o->b, CLD__OBB_HALF + 1), cld__obb_q(o, i, 1), gap);
    gap = cld__fn_nmad(cld__obb_field(o->b, CLD__OBB_HALF + 2), cld__obb_q(o, i, 2), gap);
    return gap;
}

CLD__INLINE cld__fn cld__obb_face_b(cld__obb_lanes *o, int j)
{
    cld__fn gap = cld__fn_sub(cld__fn_abs(cld__obb_dot(o->d, o->b, j)),
                              cld__obb_field(o->b, CLD__OBB_HALF + j));
    gap = cld__fn_nmad(cld__obb_field(o->a, CLD__OBB_HALF), cld__obb_q(o, 0, j), gap);
    gap = cld__fn_nmad(cld__obb_field(o->a, CLD__OBB_HALF + 1), cld__obb_q(o, 1, j), gap);
    return cld__fn_nmad(cld__obb_field(o->a, CLD__OBB_HALF + 2), cld__obb_q(o, 2, j), gap);
}

/* The gap of edge i of a with edge j of b. */
CLD__INLINE void cld__obb_edge(cld__obb_lanes *o, int i, int j, int careful)
{
    int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
    cld__fn gap = cld__fn_msub(o->t[l], o->r[k][j], cld__fn_mul(o->t[k], o->r[l][j]));
    gap = cld__fn_nmad(cld__obb_field(o->a, CLD__OBB_HALF + k), cld__obb_q(o, l, j),
                       cld__fn_abs(gap));
    gap = cld__fn_nmad(cld__obb_field(o->a, CLD__OBB_HALF + l), cld__obb_q(o, k, j), gap);
    gap = cld__fn_nmad(cld__obb_field(o->b, CLD__OBB_HALF + m), cld__obb_q(o, i, n), gap);
    gap = cld__fn_nmad(cld__obb_field(o->b, CLD__OBB_HALF + n), cld__obb_q(o, i, m), gap);
    o->most = cld__fn_max(o->most, gap);
    if (careful) {
        cld__fn angle = cld__fn_max(cld__obb_q(o, k, j), cld__obb_q(o, l, j));
        cld__fn enough = cld__fn_mad(angle, cld__fn_all(131072), cld__fn_all(10));
        o->unsure |= cld__fn_greater(gap, o->minus_slack) &
                     ~cld__fn_greater(o->overlap, cld__fn_mul(enough, o->slack));
    }
}

CLD__INLINE void cld__obb_edges(cld__obb_lanes *o, int i, int careful)
{
    cld__obb_edge(o, i, 0, careful);
    cld__obb_edge(o, i, 1, careful);
    cld__obb_edge(o, i, 2, careful);
}

/* CLD__LANES pairs at once: the boxes of a block (frame, ball) against as many others. Bits of
   *apart: proved apart; bits returned: cannot tell. careful: parallel edges are looked at, as said
   above. */
CLD__INLINE unsigned cld__obb_filter(const float *frame_a, const float *ball_a,
                                     const float *frame_b, const float *ball_b, int careful,
                                     unsigned *apart)
{
    cld__obb_lanes o;
    o.a = frame_a, o.b = frame_b;
    o.d[0] = cld__obb_delta(ball_a, ball_b, 0);
    o.d[1] = cld__obb_delta(ball_a, ball_b, 1);
    o.d[2] = cld__obb_delta(ball_a, ball_b, 2);
    o.slack = cld__fn_mul(cld__obb_radii(ball_a, ball_b), cld__fn_all(CLD__OBB_SLACK_RADIUS));
    o.minus_slack = cld__fn_sub(cld__fn_all(0), o.slack);
    o.most = cld__obb_face_a(&o, 0);
    o.most = cld__fn_max(o.most, cld__obb_face_a(&o, 1));
    o.most = cld__fn_max(o.most, cld__obb_face_a(&o, 2));
    o.most = cld__fn_max(o.most, cld__obb_face_b(&o, 0));
    o.most = cld__fn_max(o.most, cld__obb_face_b(&o, 1));
    o.most = cld__fn_max(o.most, cld__obb_face_b(&o, 2));
    *apart = cld__fn_greater(o.most, o.slack);
    if (CLD__LANES <= 8 && *apart == CLD__OBB_LANES)
        return 0; /* in wide registers it hardly happens */
    o.overlap = cld__fn_sub(cld__fn_all(0), o.most);
    o.unsure = 0;
    cld__obb_edges(&o, 0, careful);
    cld__obb_edges(&o, 1, careful);
    cld__obb_edges(&o, 2, careful);
    *apart = cld__fn_greater(o.most, o.slack);
    if (careful)
        o.unsure |= ~cld__fn_greater(o.overlap, o.slack);
    else
        o.unsure = ~cld__fn_greater(o.minus_slack, o.most);
    return o.unsure & ~*apart & CLD__OBB_LANES;
}

/* With a look at parallel edges: for the pairs that the plain filter cannot tell. */
CLD__NOINLINE static unsigned cld__obb_filter_careful(const float *a, const float *frame,
                                                      const float *ball)
{
    unsigned apart;
    return cld__obb_filter(a, a + CLD__OBB_FRAME * CLD__LANES, frame, ball, 1, &apart);
}

/* ----------------------------------------------------------------------- [OBB] overlap of one pair
   The filter again, for one pair. With AVX-512 a lane is an axis: all fifteen gaps in one register.
   With four lanes a register holds three axes. Without SIMD: the filter above, one lane wide. */

#ifdef CLD__SIMD_F4
/* Sum of the first three lanes, in each of them. */
CLD__INLINE cld__f4 cld__f4_total(cld__f4 x)
{
    return cld__f4_add(x, cld__f4_add(cld__f4_yzx(x), cld__f4_zxy(x)));
}
#endif

/* Are balls around the boxes apart, and all numbers finite? Where few pairs meet, this answers most
   of them for a small part of the filter's price. With q = |half_a|^2 + |half_b|^2, the squares of
   lengths, (|half_a| + |half_b|)^2 <= 2 q: so |d|^2 > (2 + 2^-5) q leaves a distance of
   0.007 (|half_a| + |half_b|), less roundings below 2^-18, which cld__obb_decide finds. */
#if defined(CLD__SIMD_F4) && !defined(COLLIDE_DOUBLE)
CLD__INLINE int cld__obb_far(const cld_obb *a, const cld_obb *b)
{
    const float *n = &a->centre.x, *m = &b->centre.x;
    cld__f4 d = cld__f4_sub(cld__f4_load(m), cld__f4_load(n)), sum;
    cld__f4 half_a = cld__f4_load(n + 11), half_b = cld__f4_load(m + 11); /* from lane 1 on */
    cld__f4 q = cld__f4_yzw(cld__f4_mad(half_b, half_b, cld__f4_mul(half_a, half_a)));
    cld__f4 over = cld__f4_msub(d, d, cld__f4_mul(q, cld__f4_all(CLD__OBB_FAR)));
    over = cld__f4_total(over);
    if (!(cld__f4_greater(over, cld__f4_all(CLD__OBB_SQUARE_TINY)) & 1)) return 0;
    sum = cld__f4_add(cld__f4_add(cld__f4_load(n + 3), cld__f4_load(m + 3)), over);
    sum = cld__f4_add(cld__f4_add(cld__f4_load(n + 6), cld__f4_load(m + 6)), sum);
    sum = cld__f4_add(cld__f4_add(cld__f4_load(n + 9), cld__f4_load(m + 9)), sum);
    return (cld__f4_greater(cld__f4_all(1), cld__f4_mul(sum, cld__f4_all(0))) & 7) == 7;
}
#else
CLD__INLINE int cld__obb_far(const cld_obb *a, const cld_obb *b)
{
    cld_real x = b->centre.x - a->centre.x, y = b->centre.y - a->centre.y;
    cld_real z = b->centre.z - a->centre.z, sum;
    cld_real q = a->half.x * a->half.x + a->half.y * a->half.y + a->half.z * a->half.z +
                 b->half.x * b->half.x + b->half.y * b->half.y + b->half.z * b->half.z;
    cld_real over = x * x + y * y + z * z - q * (cld_real)CLD__OBB_FAR;
    int i;
    if (!(over > (cld_real)CLD__OBB_SQUARE_TINY)) return 0;
    sum = over;
    for (i = 0; i < 9; i++) sum += (&a->axes.x.x)[i] + (&b->axes.x.x)[i];
    return sum * 0 == 0;
}
#endif

#if defined(CLD__SIMD_AVX512)
/* Shuffles are what this costs (one a cycle), so all of them are there for the gaps, and lane 15,
   which belongs to no axis, brings the sum of the half extents along for nothing.
   Where numbers stand. A box: 0-2 centre, 3-11 axes, 12-14 half, 15 one; from 16 on the second box.
   Products: 0-8 R_ij, 9-11 t_i, 12-14 d . b_j, 15 sum of all half extents.
   Gaps: 0-8 edges, 9-11 faces of a, 12-14 faces of b, 15 none (below 0). */
CLD__INLINE __m512 cld__obb_pick(__m512 x, __m512 y, int e0, int e1, int e2, int e3, int e4, int e5,
                                 int e6, int e7, int e8, int f0, int f1, int f2, int f3, int f4,
                                 int f5, int last)
{
    const __m512i at =
        _mm512_setr_epi32(e0, e1, e2, e3, e4, e5, e6, e7, e8, f0, f1, f2, f3, f4, f5, last);
    return _mm512_permutex2var_ps(x, at, y);
}

/* Component c of what stands left in the products, and right. */
CLD__INLINE __m512 cld__obb_left(__m512 a, __m512 both, int c)
{
    return cld__obb_pick(a, both, 3 + c, 3 + c, 3 + c, 6 + c, 6 + c, 6 + c, 9 + c, 9 + c, 9 + c,
                         3 + c, 6 + c, 9 + c, 16 + c, 16 + c, 16 + c, 28 + c);
}
CLD__INLINE __m512 cld__obb_right(__m512 b, __m512 both, int c)
{
    return cld__obb_pick(b, both, 3 + c, 6 + c, 9 + c, 3 + c, 6 + c, 9 + c, 3 + c, 6 + c, 9 + c,
                         16 + c, 16 + c, 16 + c, 3 + c, 6 + c, 9 + c, 15);
}

CLD__INLINE __m512 cld__obb_products(__m512 a, __m512 b, __m512 both)
{
    __m512 sum = _mm512_mul_ps(cld__obb_left(a, both, 0), cld__obb_right(b, both, 0));
    sum = _mm512_fmadd_ps(cld__obb_left(a, both, 1), cld__obb_right(b, both, 1), sum);
    return _mm512_fmadd_ps(cld__obb_left(a, both, 2), cld__obb_right(b, both, 2), sum);
}

/* The slow end, where some gap is near 0 or no number. If all are numbers, one above the slack
   still tells, and parallel edges have gaps that cannot count, if all faces overlap by enough. q:
   the larger of |R_kj|, |R_lj|. */
CLD__NOINLINE static int cld__obb_parallel(__m512 gap, __m512 slack, __m512 q)
{
    const __mmask16 edges = 0x01ff, faces = 0x7e00;
    unsigned meet = _mm512_cmp_ps_mask(gap, _mm512_sub_ps(_mm512_setzero_ps(), slack), _CMP_LT_OQ);
    __m512 enough = _mm512_fmadd_ps(q, _mm512_set1_ps(131072), _mm512_set1_ps(10));
    float overlap = -_mm512_mask_reduce_max_ps(faces, gap);
    if (_mm512_fpclass_ps_mask(gap, 0x99)) return CLD__OBB_UNSURE;
    if (_mm512_cmp_ps_mask(gap, slack, _CMP_GT_OQ)) return CLD__OBB_APART;
    meet |= _mm512_mask_cmp_ps_mask(edges, _mm512_mul_ps(enough, slack), _mm512_set1_ps(overlap),
                                    _CMP_LT_OQ);
    return (meet & 0x7fff) == 0x7fff ? CLD__OBB_MEET : CLD__OBB_UNSURE;
}

/* Boxes as floats, and of both: difference of the centres, sums of the half extents. */
CLD__INLINE int cld__obb_filter_axes(__m512 a, __m512 b, __m512 both)
{
    const __m512 zero = _mm512_setzero_ps();
    const __m512 products = cld__obb_products(a, b, both), q = _mm512_abs_ps(products);
    /* edges: R_kj, R_lj, R_in, R_im; faces of a: 1, R_i0, R_i1, R_i2; of b: 1, R_0j, R_1j, R_2j */
    __m512 r1 = cld__obb_pick(products, b, 3, 4, 5, 6, 7, 8, 0, 1, 2, 31, 31, 31, 31, 31, 31, 31);
    __m512 r2 = cld__obb_pick(products, b, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 3, 6, 0, 1, 2, 15);
    __m512 q3 = cld__obb_pick(q, b, 2, 0, 1, 5, 3, 4, 8, 6, 7, 1, 4, 7, 3, 4, 5, 31);
    __m512 q4 = cld__obb_pick(q, b, 1, 2, 0, 4, 5, 3, 7, 8, 6, 2, 5, 8, 6, 7, 8, 31);
    __m512 q1 = _mm512_abs_ps(r1), q2 = _mm512_abs_ps(r2);
    /* their half extents: of a l, a k, b m, b n; faces: their own first */
    __m512 half1 =
        cld__obb_pick(a, b, 14, 14, 14, 12, 12, 12, 13, 13, 13, 12, 13, 14, 28, 29, 30, 28);
    __m512 half2 =
        cld__obb_pick(a, b, 13, 13, 13, 14, 14, 14, 12, 12, 12, 28, 28, 28, 12, 12, 12, 15);
    __m512 half3 =
        cld__obb_pick(a, b, 29, 30, 28, 29, 30, 28, 29, 30, 28, 29, 29, 29, 13, 13, 13, 29);
    __m512 half4 =
        cld__obb_pick(a, b, 30, 28, 29, 30, 28, 29, 30, 28, 29, 30, 30, 30, 14, 14, 14, 30);
    /* distances: edges t_l, t_k; faces their own, and 0 */
    __m512 t1 =
        cld__obb_pick(products, zero, 11, 11, 11, 9, 9, 9, 10, 10, 10, 9, 10, 11, 12, 13, 14, 16);
    __m512 t2 =
        cld__obb_pick(products, zero, 10, 10, 10, 11, 11, 11, 9, 9, 9, 16, 16, 16, 16, 16, 16, 16);
    __m512 distance = _mm512_abs_ps(_mm512_fmsub_ps(t1, r1, _mm512_mul_ps(t2, r2)));
    __m512 reach, slack, gap, least;
    unsigned told, negative;
    slack =
        cld__obb_pick(products, b, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
    slack = _mm512_fmadd_ps(slack, _mm512_set1_ps(CLD__OBB_SLACK_SIZE),
                            _mm512_set1_ps(2 * CLD__OBB_SLACK_TINY));
    reach = _mm512_fmadd_ps(half2, q2, _mm512_mul_ps(half1, q1));
    reach = _mm512_fmadd_ps(half4, q4, _mm512_fmadd_ps(half3, q3, reach));
    gap = _mm512_sub_ps(distance, reach);
    least = _mm512_fmadd_ps(gap, zero, slack); /* NaN where the gap is NaN or infinite */
    told = _mm512_cmp_ps_mask(_mm512_abs_ps(gap), least, _CMP_GT_OQ);
    negative = _mm512_movepi32_mask(_mm512_castps_si512(gap));
    /* one branch, on 'told or not': a branch on the answer would be missed every other time */
    if (CLD__LIKELY(told == 0xffffu)) return negative == 0xffffu;
    return cld__obb_parallel(gap, slack, _mm512_max_ps(q1, q2));
}

/* The box as floats in one register. */
CLD__INLINE __m512 cld__obb_register(const cld_obb *box)
{
#ifdef COLLIDE_DOUBLE
    const double *n = &box->centre.x;
    __m256 low = _mm512_cvtpd_ps(_mm512_loadu_pd(n));
    __m256 high = _mm512_cvtpd_ps(_mm512_mask_loadu_pd(_mm512_set1_pd(1), 0x7f, n + 8));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
#else
    return _mm512_mask_loadu_ps(_mm512_set1_ps(1), 0x7fff, &box->centre.x);
#endif
}

CLD__INLINE int cld__obb_filter_pair(const cld_obb *a, const cld_obb *b)
{
    const __m512 signs = _mm512_setr_ps(-1, -1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    __m512 first = cld__obb_register(a), second = cld__obb_register(b);
    __m512 both = _mm512_fmadd_ps(first, signs, second);
#ifdef COLLIDE_DOUBLE
    __m256d delta = _mm256_sub_pd(_mm256_loadu_pd(&b->centre.x), _mm256_loadu_pd(&a->centre.x));
    both = _mm512_mask_mov_ps(both, 7, _mm512_castps128_ps512(_mm256_cvtpd_ps(delta)));
#endif
    return cld__obb_filter_axes(first, second, both);
}

#elif defined(CLD__SIMD_F4)
CLD__INLINE cld__f4 cld__f4_largest(cld__f4 x)
{
    return cld__f4_max(x, cld__f4_max(cld__f4_yzx(x), cld__f4_zxy(x)));
}

/* x row[0] + y row[1] + z row[2] */
CLD__INLINE cld__f4 cld__f4_combine(cld__f4 x, cld__f4 y, cld__f4 z, const float *row)
{
    cld__f4 sum = cld__f4_mul(x, cld__f4_all(row[0]));
    sum = cld__f4_mad(y, cld__f4_all(row[1]), sum);
    return cld__f4_mad(z, cld__f4_all(row[2]), sum);
}

/* Gaps of edge i of a with the three edges of b; k and l are the rows after it. */
CLD__INLINE cld__f4 cld__f4_edges(cld__f4 rk, cld__f4 rl, cld__f4 qi, cld__f4 qk, cld__f4 ql,
                                  cld__f4 tk, cld__f4 tl, cld__f4 half_k, cld__f4 half_l,
                                  cld__f4 half_m, cld__f4 half_n)
{
    cld__f4 distance = cld__f4_abs(cld__f4_msub(tl, rk, cld__f4_mul(tk, rl)));
    cld__f4 reach = cld__f4_mad(half_k, ql, cld__f4_mul(half_l, qk));
    reach = cld__f4_mad(half_m, cld__f4_zxy(qi), reach);
    reach = cld__f4_mad(half_n, cld__f4_yzx(qi), reach);
    return cld__f4_sub(distance, reach);
}

/* Which of three edge gaps may count. */
CLD__INLINE unsigned cld__f4_unsure(cld__f4 gap, cld__f4 qk, cld__f4 ql, cld__f4 slack,
                                    cld__f4 overlap)
{
    cld__f4 enough = cld__f4_mad(cld__f4_max(qk, ql), cld__f4_all(131072), cld__f4_all(10));
    return cld__f4_greater(gap, cld__f4_sub(cld__f4_all(0), slack)) &
           ~cld__f4_greater(overlap, cld__f4_mul(enough, slack)) & 7u;
}

/* Lanes are axes of a, or of b; a and b are 15 floats each, d is b's centre from a's. The fourth
   lanes carry other numbers along and are left out at the end. */
CLD__INLINE int cld__obb_filter_axes(const float *a, const float *b, cld__f4 d)
{
    cld__f4 ax = cld__f4_load(a + 3), ay = cld__f4_load(a + 6), az = cld__f4_load(a + 9);
    cld__f4 bx = cld__f4_load(b + 3), by = cld__f4_load(b + 6), bz = cld__f4_load(b + 9);
    cld__f4 half_a = cld__f4_yzw(cld__f4_load(a + 11)), half_b = cld__f4_yzw(cld__f4_load(b + 11));
    cld__f4 half_m = cld__f4_yzx(half_b), half_n = cld__f4_zxy(half_b);
    cld__f4 ha0 = cld__f4_all(a[12]), ha1 = cld__f4_all(a[13]), ha2 = cld__f4_all(a[14]);
    cld__f4 dx = cld__f4_all_x(d), dy = cld__f4_all_y(d), dz = cld__f4_all_z(d);
    cld__f4 slack, ta, tb, t0, t1, t2, r0, r1, r2, q0, q1, q2, h0, h1, h2;
    cld__f4 face, face_b, edge0, edge1, edge2, most;
    unsigned apart, meet;
    cld__f4_transpose(&ax, &ay, &az);
    cld__f4_transpose(&bx, &by, &bz);
    ta = cld__f4_mad(az, dz, cld__f4_mad(ay, dy, cld__f4_mul(ax, dx)));
    tb = cld__f4_mad(bz, dz, cld__f4_mad(by, dy, cld__f4_mul(bx, dx)));
    r0 = cld__f4_combine(bx, by, bz, a + 3), q0 = cld__f4_abs(r0);
    r1 = cld__f4_combine(bx, by, bz, a + 6), q1 = cld__f4_abs(r1);
    r2 = cld__f4_combine(bx, by, bz, a + 9), q2 = cld__f4_abs(r2);
    h0 = cld__f4_abs(cld__f4_add(half_a, half_b));
    /* all of R, and what sums of distances may overflow from, times 0: NaN and infinity reach the
       slack, and make it useless */
    slack = cld__f4_mul(cld__f4_add(cld__f4_abs(d), h0), cld__f4_all(64));
    slack = cld__f4_add(cld__f4_add(cld__f4_add(r0, r1), r2), slack);
    slack = cld__f4_mul(slack, cld__f4_all(0));
    slack = cld__f4_mad(h0, cld__f4_all(CLD__OBB_SLACK_HALF), slack);
    slack = cld__f4_mad(cld__f4_abs(d), cld__f4_all(CLD__OBB_SLACK_DISTANCE), slack);
    slack = cld__f4_add(cld__f4_total(slack), cld__f4_all(CLD__OBB_SLACK_TINY));
    h0 = cld__f4_mul(half_b, q0), h1 = cld__f4_mul(half_b, q1), h2 = cld__f4_mul(half_b, q2);
    cld__f4_transpose(&h0, &h1, &h2);
    face = cld__f4_sub(cld__f4_abs(ta), cld__f4_add(cld__f4_add(half_a, h0), cld__f4_add(h1, h2)));
    face_b = cld__f4_nmad(ha0, q0, cld__f4_sub(cld__f4_abs(tb), half_b));
    face_b = cld__f4_nmad(ha2, q2, cld__f4_nmad(ha1, q1, face_b));
    face = cld__f4_max(face, face_b);
    t0 = cld__f4_all_x(ta), t1 = cld__f4_all_y(ta), t2 = cld__f4_all_z(ta);
    edge0 = cld__f4_edges(r1, r2, q0, q1, q2, t1, t2, ha1, ha2, half_m, half_n);
    edge1 = cld__f4_edges(r2, r0, q1, q2, q0, t2, t0, ha2, ha0, half_m, half_n);
    edge2 = cld__f4_edges(r0, r1, q2, q0, q1, t0, t1, ha0, ha1, half_m, half_n);
    most = cld__f4_max(cld__f4_max(edge0, edge1), cld__f4_max(edge2, face));
    apart = cld__f4_greater(most, slack) & 7u;
    meet = cld__f4_greater(cld__f4_all(0), cld__f4_add(most, slack)) & 7u;
    /* one branch, on 'told or not': a branch on the answer would be missed every other time */
    if (CLD__LIKELY(((meet | (0u - (apart != 0))) & 7u) == 7u)) return apart == 0;
    face = cld__f4_sub(cld__f4_all(0), cld__f4_largest(face));
    apart = cld__f4_unsure(edge0, q1, q2, slack, face) |
            cld__f4_unsure(edge1, q2, q0, slack, face) |
            cld__f4_unsure(edge2, q0, q1, slack, face) | (~cld__f4_greater(face, slack) & 7u);
    return apart ? CLD__OBB_UNSURE : CLD__OBB_MEET;
}

CLD__INLINE int cld__obb_filter_pair(const cld_obb *a, const cld_obb *b)
{
#ifdef COLLIDE_DOUBLE
    float n[2][16], d[4];
    int i;
    for (i = 0; i < 15; i++) n[0][i] = (float)(&a->centre.x)[i], n[1][i] = (float)(&b->centre.x)[i];
    for (i = 0; i < 3; i++) d[i] = (float)((&b->centre.x)[i] - (&a->centre.x)[i]);
    d[3] = 0;
    return cld__obb_filter_axes(n[0], n[1], cld__f4_load(d));
#else
    const float *n = &a->centre.x, *m = &b->centre.x;
    return cld__obb_filter_axes(n, m, cld__f4_sub(cld__f4_load(m), cld__f4_load(n)));
#endif
}

#else
CLD__INLINE int cld__obb_filter_pair(const cld_obb *a, const cld_obb *b)
{
    float first[CLD__OBB_FIELDS], second[CLD__OBB_FIELDS];
    unsigned apart, unsure;
    cld_obb from = *a, to = *b;
    to.centre.x -= from.centre.x;
    to.centre.y -= from.centre.y;
    to.centre.z -= from.centre.z;
    from.centre.x = from.centre.y = from.centre.z = 0;
    cld__obb_narrow(&from, first, first + CLD__OBB_FRAME, 1);
    cld__obb_narrow(&to, second, second + CLD__OBB_FRAME, 1);
    unsure =
        cld__obb_filter(first, first + CLD__OBB_FRAME, second, second + CLD__OBB_FRAME, 0, &apart);
    if (unsure) unsure = cld__obb_filter_careful(first, second, second + CLD__OBB_FRAME);
    return unsure ? CLD__OBB_UNSURE : apart ? CLD__OBB_APART : CLD__OBB_MEET;
}
#endif

/* The answer without a look at balls. */
CLD__INLINE int cld__obb_meet(const cld_obb *a, const cld_obb *b)
{
    int answer = cld__obb_filter_pair(a, b);
    if (CLD__LIKELY(answer != CLD__OBB_UNSURE)) return answer;
    return cld__obb_decide(a, b) < 0;
}

int cld_obb_overlap(const cld_obb *a, const cld_obb *b)
{
    return !cld__obb_far(a, b) && cld__obb_meet(a, b);
}

/* Does axis k (as in cld__obb_axes) prove the boxes apart? For one axis, in double. */
static int cld__obb_axis_separates(const cld_obb *a, const cld_obb *b, int k)
{
    cld__obb_pair pair;
    cld__vec3d axis;
    double radius = 0, largest;
    int i;
    cld__obb_pair_from(a, b, &pair);
    if (k < 3)
        axis = cld__obb_box_normal(&pair.a, k);
    else if (k < 6)
        axis = cld__obb_box_normal(&pair.b, k - 3);
    else
        axis = cld__edge_cross(pair.a.axis[(k - 6) / 3], pair.b.axis[(k - 6) % 3]);
    for (i = 0; i < 3; i++) {
        radius += pair.a.half[i] * fabs(cld__v3_dot(pair.a.axis[i], axis));
        radius += pair.b.half[i] * fabs(cld__v3_dot(pair.b.axis[i], axis));
    }
    largest = cld__max(fabs(axis.x), cld__max(fabs(axis.y), fabs(axis.z)));
    /* twice the slack: what is proved here, cld__obb_decide proves as well */
    return fabs(cld__v3_dot(pair.delta, axis)) - radius > 2 * (largest * pair.slack + pair.tiny);
}

/* The filter costs less than one axis in double: the axis is for the pairs that it cannot tell. */
int cld_obb_overlap_cached(const cld_obb *a, const cld_obb *b, uint32_t *axis)
{
    const int known = *axis >= 1 && *axis <= CLD__OBB_AXES;
    int answer, k;
    if (known && cld__obb_far(a, b)) return 0;
    answer = cld__obb_filter_pair(a, b);
    if (CLD__LIKELY(answer == CLD__OBB_MEET)) {
        *axis = 0;
        return 1;
    }
    if (known && (answer == CLD__OBB_APART || cld__obb_axis_separates(a, b, (int)*axis - 1)))
        return 0;
    k = cld__obb_decide(a, b);
    *axis = (uint32_t)(k + 1);
    return k < 0;
}

/* ---------------------------------------------------------------------- [OBB] one box against many
   A pack is blocks of CLD__LANES boxes, each field's numbers of all of them in a row, padded with
   the last one: first the frames of all blocks, then the balls, which are often all that is read;
   in the double library the boxes themselves follow, for pairs that floats cannot tell. */

CLD__INLINE size_t cld__obb_blocks(size_t count)
{
    return count / CLD__LANES + (count % CLD__LANES != 0);
}

/* How many floats a block is, and its parts. */
enum {
    CLD__OBB_BLOCK = CLD__OBB_FIELDS * CLD__LANES,
    CLD__OBB_FRAMES = CLD__OBB_FRAME * CLD__LANES,
    CLD__OBB_BALLS = CLD__OBB_BALL * CLD__LANES
};

/* Box i of a pack, as it was given. */
CLD__INLINE cld_obb cld__obb_unpack(const float *frames, size_t count, size_t i)
{
    cld_obb box;
#ifdef COLLIDE_DOUBLE
    const float *end = frames + cld__obb_blocks(count) * CLD__OBB_BLOCK;
    memcpy(&box, (const char *)end + i * sizeof box, sizeof box);
#else
    const float *balls = frames + cld__obb_blocks(count) * CLD__OBB_FRAMES;
    int k;
    frames += i / CLD__LANES * CLD__OBB_FRAMES + i % CLD__LANES;
    balls += i / CLD__LANES * CLD__OBB_BALLS + i % CLD__LANES;
    for (k = 0; k < 3; k++) (&box.centre.x)[k] = balls[k * CLD__LANES];
    for (k = 0; k < CLD__OBB_FRAME; k++) (&box.axes.x.x)[k] = frames[k * CLD__LANES];
#endif
    return box;
}

size_t cld_obb_pack_size(size_t count)
{
    size_t each = CLD__OBB_FIELDS * sizeof(float) + (sizeof(cld_real) == 4 ? 0 : sizeof(cld_obb));
    if (count > (SIZE_MAX / 2 - CLD__ALIGNMENT) / each - CLD__LANES) return 0;
    return cld__obb_blocks(count) * CLD__OBB_BLOCK * sizeof(float) +
           (sizeof(cld_real) == 4 ? 0 : count * sizeof(cld_obb)) + CLD__ALIGNMENT;
}

/* The first place after `memory` where a block can begin. */
CLD__INLINE float *cld__obb_aligned(void *memory)
{
    return (float *)(void *)((char *)memory +
                             (CLD__ALIGNMENT - (uintptr_t)memory % CLD__ALIGNMENT));
}

int cld_obb_pack_build(cld_obb_pack *pack, const cld_obb *boxes, size_t count, void *memory)
{
    float *frames, *balls;
    size_t i;
    if (!pack || !memory || (!boxes && count)) return CLD_ERROR_NULL;
    if (!cld_obb_pack_size(count)) return CLD_ERROR_COUNT;
    frames = cld__obb_aligned(memory);
    balls = frames + cld__obb_blocks(count) * CLD__OBB_FRAMES;
    for (i = 0; i < cld__obb_blocks(count) * CLD__LANES; i++)
        cld__obb_narrow(&boxes[i < count ? i : count - 1],
                        frames + i / CLD__LANES * CLD__OBB_FRAMES + i % CLD__LANES,
                        balls + i / CLD__LANES * CLD__OBB_BALLS + i % CLD__LANES, CLD__LANES);
    if (sizeof(cld_real) != 4 && count)
        memcpy(frames + cld__obb_blocks(count) * CLD__OBB_BLOCK, boxes, count * sizeof *boxes);
    pack->data = frames;
    pack->count = count;
    return CLD_OK;
}

/* A block full of one box. */
static void cld__obb_spread(const cld_obb *box, float *to)
{
    float narrow[CLD__OBB_FIELDS];
    int i, lane;
    cld__obb_narrow(box, narrow, narrow + CLD__OBB_FRAME, 1);
    for (i = 0; i < CLD__OBB_FIELDS; i++)
        for (lane = 0; lane < CLD__LANES; lane++) to[i * CLD__LANES + lane] = narrow[i];
}

/* Asks for n floats that will soon be read. */
CLD__INLINE void cld__prefetch(const float *p, size_t n)
{
#if defined(__GNUC__) || defined(__clang__)
    size_t i;
    for (i = 0; i < n; i += CLD__ALIGNMENT / sizeof *p) __builtin_prefetch(p + i);
#else
    (void)p, (void)n;
#endif
}

/* A pack is gone through in runs of CLD__OBB_RUN boxes. Where at most CLD__OBB_FEW of a run are
   near, it pays to gather them; where there are more, nobody asks again for CLD__OBB_DENSE runs. */
enum {
    CLD__OBB_RUN = 256,
    CLD__OBB_FEW = CLD__OBB_RUN / 4 + CLD__OBB_RUN * 3 / (2 * CLD__LANES),
    CLD__OBB_DENSE = 8
};

/* One box against a pack, under way. Boxes that are near while most are not wait until they fill a
   block of their own. */
typedef struct cld__obb_query {
    const cld_obb *box;
    const float *frames, *balls;
    size_t count;
    const float *spread; /* a block full of the box */
    float *gathered;     /* the block of those that waited */
    size_t which[CLD__LANES + CLD__OBB_RUN + 8];
    unsigned waiting;
} cld__obb_query;

/* Of the first lanes of a block, the boxes `which`, those that are unsure, and that cld__obb_decide
   finds apart. */
CLD__NOINLINE static unsigned cld__obb_settle(const cld__obb_query *q, const float *frame,
                                              const float *ball, const size_t *which,
                                              unsigned lanes)
{
    unsigned unsure = cld__obb_filter_careful(q->spread, frame, ball), apart = 0, lane;
    for (lane = 0; lane < lanes; lane++) {
        cld_obb other;
        if (!(unsure >> lane & 1)) continue;
        other = cld__obb_unpack(q->frames, q->count, which[lane]);
        if (cld__obb_decide(q->box, &other) >= 0) apart |= 1u << lane;
    }
    return apart;
}

/* The same for a block of the pack. */
CLD__NOINLINE static unsigned cld__obb_settle_block(const cld__obb_query *q, size_t block)
{
    size_t which[CLD__LANES], first = block * CLD__LANES;
    unsigned lane;
    for (lane = 0; lane < CLD__LANES && first + lane < q->count; lane++) which[lane] = first + lane;
    return cld__obb_settle(q, q->frames + block * CLD__OBB_FRAMES,
                           q->balls + block * CLD__OBB_BALLS, which, lane);
}

/* Words from box i on where many are near: every block as it is. */
static size_t cld__obb_dense(const cld__obb_query *q, size_t i, size_t end, uint32_t *bits)
{
    const size_t blocks = cld__obb_blocks(q->count);
    size_t ones = 0, block = i / CLD__LANES;
    for (; i < end; i += 32) {
        uint32_t word = 0;
        unsigned at;
        for (at = 0; at < 32 && block < blocks; at += CLD__LANES, block++) {
            const float *frame = q->frames + block * CLD__OBB_FRAMES;
            const float *ball = q->balls + block * CLD__OBB_BALLS;
            unsigned apart, unsure;
            if (block + 2 < blocks) {
                cld__prefetch(frame + 2 * CLD__OBB_FRAMES, CLD__OBB_FRAMES);
                cld__prefetch(ball + 2 * CLD__OBB_BALLS, CLD__OBB_BALLS);
            }
            unsure =
                cld__obb_filter(q->spread, q->spread + CLD__OBB_FRAMES, frame, ball, 0, &apart);
            if (unsure) apart |= cld__obb_settle_block(q, block);
            word |= (uint32_t)(apart ^ CLD__OBB_LANES) << at;
        }
        if (q->count - i < 32) word &= (1u << (q->count - i)) - 1;
        bits[i / 32] = word;
        ones += cld__count_ones(word);
    }
    return ones;
}

/* Boxes that wait, from `first` on, as many as go into a block, are told apart, and their bits
   set. */
static size_t cld__obb_flush(const cld__obb_query *q, unsigned first, uint32_t *bits)
{
    const unsigned left = q->waiting - first, taken = left < CLD__LANES ? left : CLD__LANES;
    const size_t *which = q->which + first;
    float *ball = q->gathered + CLD__OBB_FRAMES;
    unsigned apart, meet, unsure, lane;
    size_t ones;
    for (lane = 0; lane < taken; lane++) {
        const size_t block = which[lane] / CLD__LANES, at = which[lane] % CLD__LANES;
        const float *from = q->frames + block * CLD__OBB_FRAMES + at;
        const float *centre = q->balls + block * CLD__OBB_BALLS + at;
        float *to = q->gathered + lane, *to_ball = ball + lane;
        int k;
        for (k = 0; k < CLD__OBB_FRAME; k++) to[k * CLD__LANES] = from[k * CLD__LANES];
        for (k = 0; k < CLD__OBB_BALL; k++) to_ball[k * CLD__LANES] = centre[k * CLD__LANES];
    }
    unsure = cld__obb_filter(q->spread, q->spread + CLD__OBB_FRAMES, q->gathered, ball, 0, &apart);
    meet = 0xffffffffu >> (32 - taken);
    if (unsure & meet) apart |= cld__obb_settle(q, q->gathered, ball, which, taken);
    meet &= ~apart;
    ones = cld__count_ones(meet);
    for (; meet; meet &= meet - 1) {
        const size_t i = which[cld__lowest_one(meet)];
        bits[i / 32] |= (uint32_t)1 << i % 32;
    }
    return ones;
}

/* Which of the 32 boxes from i on are near. */
CLD__INLINE uint32_t cld__obb_near_word(const cld__obb_query *q, size_t i)
{
    const float *a = q->spread + CLD__OBB_FRAMES, *ball = q->balls + i * CLD__OBB_BALL;
    uint32_t word = 0;
    unsigned at, count = q->count - i < 32 ? (unsigned)(q->count - i) : 32;
    for (at = 0; at < count; at += CLD__LANES, ball += CLD__OBB_BALLS)
        word |= (uint32_t)cld__obb_near(a, ball) << at;
    return word & (0xffffffffu >> (32 - count));
}

/* The boxes i + k, bits k of `word`, wait. Eight at a time: a branch for each would be missed. */
CLD__INLINE void cld__obb_wait(cld__obb_query *q, uint32_t word, size_t i)
{
    const unsigned end = q->waiting + cld__count_ones(word);
    unsigned at, k;
    for (at = q->waiting; at < end; at += 8)
        for (k = 0; k < 8; k++, word &= word - 1)
            q->which[at + k] = i + cld__lowest_one(word | 0x80000000u);
    q->waiting = end;
}

size_t cld_obb_overlap_pack(const cld_obb *box, const cld_obb_pack *pack, uint32_t *bits)
{
    float memory[2 * CLD__OBB_BLOCK + CLD__ALIGNMENT / sizeof(float)];
    cld__obb_query q;
    size_t i = 0, ones = 0;
    q.box = box;
    q.count = pack->count;
    q.frames = (const float *)pack->data;
    q.balls = q.frames + cld__obb_blocks(q.count) * CLD__OBB_FRAMES;
    q.gathered = cld__obb_aligned(memory);
    q.spread = q.gathered + CLD__OBB_BLOCK;
    q.waiting = 0;
    cld__obb_spread(box, q.gathered);
    memcpy(q.gathered + CLD__OBB_BLOCK, q.gathered, CLD__OBB_BLOCK * sizeof(float));
    while (i < q.count) {
        uint32_t words[CLD__OBB_RUN / 32];
        size_t end = q.count - i < CLD__OBB_RUN ? q.count : i + CLD__OBB_RUN, k;
        unsigned some = 0, first;
        for (k = i; k < end; k += 32)
            some += cld__count_ones(words[(k - i) / 32] = cld__obb_near_word(&q, k));
        if (some > CLD__OBB_FEW) {
            end = q.count - i < CLD__OBB_RUN * CLD__OBB_DENSE ? q.count
                                                              : i + CLD__OBB_RUN * CLD__OBB_DENSE;
            ones += cld__obb_dense(&q, i, end, bits);
            i = end;
            continue;
        }
        for (; i < end; i += 32) {
            bits[i / 32] = 0;
            cld__obb_wait(&q, words[i % CLD__OBB_RUN / 32], i);
        }
        for (first = 0; q.waiting - first >= CLD__LANES; first += CLD__LANES)
            ones += cld__obb_flush(&q, first, bits);
        q.waiting -= first;
        for (k = 0; k < q.waiting; k++) q.which[k] = q.which[first + k];
    }
    return ones + (q.waiting ? cld__obb_flush(&q, 0, bits) : 0);
}

/* Where many of the last 32 boxes met, balls are not looked at: then the filter's loop is shorter,
   and does what concerns the one box once. */
size_t cld_obb_overlap_many(const cld_obb *box, const cld_obb *boxes, size_t count, uint32_t *bits)
{
    size_t i, ones = 0;
    unsigned met = 0;
    for (i = 0; i < count; i += 32) {
        uint32_t word = 0;
        size_t k, end = count - i < 32 ? count - i : 32;
        if (met < 8)
            for (k = 0; k < end; k++) word |= (uint32_t)cld_obb_overlap(box, &boxes[i + k]) << k;
        else
            for (k = 0; k < end; k++) word |= (uint32_t)cld__obb_meet(box, &boxes[i + k]) << k;
        bits[i / 32] = word;
        met = cld__count_ones(word);
        ones += met;
    }
    return ones;
}

/* --------------------------------------------------------------- [OBB] validate, place, points,
   gap */

/* Is |m^T m - 1| within the tolerance, entry by entry, and m no mirror? */
static int cld__is_rotation(cld__vec3d x, cld__vec3d y, cld__vec3d z, double tolerance)
{
    return fabs(cld__v3_dot(x, x) - 1) <= tolerance && fabs(cld__v3_dot(y, y) - 1) <= tolerance &&
           fabs(cld__v3_dot(z, z) - 1) <= tolerance && fabs(cld__v3_dot(x, y)) <= tolerance &&
           fabs(cld__v3_dot(y, z)) <= tolerance && fabs(cld__v3_dot(z, x)) <= tolerance &&
           cld__v3_dot(cld__v3_cross(x, y), z) > 0;
}

int cld_obb_validate(const cld_obb *box)
{
    cld__obb_box b;
    int i;
    if (!box) return CLD_ERROR_NULL;
    cld__obb_box_from(box, &b);
    if (!cld__v3_is_finite(b.centre)) return CLD_ERROR_FINITE;
    for (i = 0; i < 3; i++)
        if (!cld__v3_is_finite(b.axis[i]) || !cld__is_finite(b.half[i])) return CLD_ERROR_FINITE;
    if (!cld__is_rotation(b.axis[0], b.axis[1], b.axis[2], CLD__OBB_DEFECT)) return CLD_ERROR_POSE;
    for (i = 0; i < 3; i++)
        if (b.half[i] < 0) return CLD_ERROR_EXTENT;
    return CLD_OK;
}

cld_obb cld_obb_from_pose(const cld_pose *pose, cld_vec3 half)
{
    cld__posed m = cld__posed_from(pose);
    cld_obb box;
    box.centre = cld__v3_to(m.position);
    box.axes.x = cld__v3_to(m.x);
    box.axes.y = cld__v3_to(m.y);
    box.axes.z = cld__v3_to(m.z);
    box.half.x = half.x < 0 ? 0 : half.x;
    box.half.y = half.y < 0 ? 0 : half.y;
    box.half.z = half.z < 0 ? 0 : half.z;
    return box;
}

/* One Newton step towards the nearest rotation: X (3 - X^T X) / 2. The defect is squared. */
static void cld__orthonormalise(cld__vec3d m[3])
{
    cld__vec3d r[3];
    int i;
    for (i = 0; i < 3; i++) {
        r[i] = cld__v3_scale(m[i], 1.5);
        r[i] = cld__v3_mad(r[i], -0.5 * cld__v3_dot(m[0], m[i]), m[0]);
        r[i] = cld__v3_mad(r[i], -0.5 * cld__v3_dot(m[1], m[i]), m[1]);
        r[i] = cld__v3_mad(r[i], -0.5 * cld__v3_dot(m[2], m[i]), m[2]);
    }
    m[0] = r[0], m[1] = r[1], m[2] = r[2];
}

cld_obb cld_obb_transform(const cld_pose *pose, const cld_obb *box)
{
    cld__posed m = cld__posed_from(pose);
    cld__vec3d axes[3];
    cld_obb moved = *box;
    moved.centre = cld__v3_to(cld__posed_point(&m, cld__v3_from(box->centre)));
    axes[0] = cld__posed_vector(&m, cld__v3_from(box->axes.x));
    axes[1] = cld__posed_vector(&m, cld__v3_from(box->axes.y));
    axes[2] = cld__posed_vector(&m, cld__v3_from(box->axes.z));
    cld__orthonormalise(axes); /* or a chain of transforms would drift away */
    cld__orthonormalise(axes);
    moved.axes.x = cld__v3_to(axes[0]);
    moved.axes.y = cld__v3_to(axes[1]);
    moved.axes.z = cld__v3_to(axes[2]);
    return moved;
}

/* The gaps of the box's three face normals, the other box being a point. */
int cld_obb_contains(const cld_obb *box, cld_vec3 p)
{
    cld__obb_box b;
    cld__vec3d d;
    double size, slack;
    int i;
    cld__obb_box_from(box, &b);
    d = cld__v3_sub(cld__v3_from(p), b.centre);
    size = cld__obb_box_size(&b);
    slack = (4.1 * cld__v3_sum_abs(d) + 14.3 * size) * CLD__ROUND_DOUBLE;
    for (i = 0; i < 3; i++) {
        cld__vec3d n = cld__obb_box_normal(&b, i);
        double radius = b.half[0] * fabs(cld__v3_dot(b.axis[0], n)) +
                        b.half[1] * fabs(cld__v3_dot(b.axis[1], n)) +
                        b.half[2] * fabs(cld__v3_dot(b.axis[2], n));
        if (fabs(cld__v3_dot(d, n)) - radius > slack + DBL_MIN * 64 * (1 + size)) return 0;
    }
    return 1;
}

CLD__INLINE double cld__clamp(double x, double limit)
{
    return x < -limit ? -limit : x > limit ? limit : x;
}

cld_vec3 cld_obb_closest_point(const cld_obb *box, cld_vec3 p)
{
    cld__obb_box b;
    cld__vec3d d, q;
    int i;
    if (cld_obb_contains(box, p)) return p;
    cld__obb_box_from(box, &b);
    d = cld__v3_sub(cld__v3_from(p), b.centre);
    q = b.centre;
    for (i = 0; i < 3; i++)
        q = cld__v3_mad(q, cld__clamp(cld__v3_dot(d, b.axis[i]), b.half[i]), b.axis[i]);
    return cld__v3_to(q);
}

/* Nearest numbers of cld_real that are not above, not below x >= 0, given away a few units. */
CLD__INLINE cld_real cld__real_below(double x)
{
    cld_real r = (cld_real)(x * (1 - 4 * (double)CLD__ROUND_REAL));
    return r > 0 ? r : CLD__REAL_MIN;
}

CLD__INLINE cld_real cld__real_above(double x)
{
    cld_real r = (cld_real)(x * (1 + 4 * (double)CLD__ROUND_REAL));
    return x > 0 && !(r >= CLD__REAL_MIN) ? CLD__REAL_MIN : r;
}

/* Separation along axis k, less its bound: a proof where positive. */
CLD__INLINE double cld__obb_separation_along(const cld__obb_axes *axes, int k, double *length)
{
    *length = cld__v3_length(cld__v3(axes->x[k], axes->y[k], axes->z[k]));
    return (axes->gap[k] - axes->bound[k]) / *length;
}

/* Axis k as a unit vector, from a towards b. */
static cld__vec3d cld__obb_direction(const cld__obb_pair *pair, const cld__obb_axes *axes, int k)
{
    cld__vec3d n = cld__v3_unit(cld__v3(axes->x[k], axes->y[k], axes->z[k]));
    return cld__v3_dot(n, pair->delta) < 0 ? cld__v3_scale(n, -1) : n;
}

cld_real cld_obb_separation(const cld_obb *a, const cld_obb *b, cld_vec3 *axis)
{
    cld__obb_pair pair;
    cld__obb_axes axes;
    double best = -DBL_MAX, length;
    int k, at = -1;
    cld__obb_pair_from(a, b, &pair);
    cld__obb_measure(&pair, &axes);
    for (k = 0; k < CLD__OBB_AXES; k++) {
        double s = cld__obb_separation_along(&axes, k, &length);
        if (length > 0 && s > best) best = s, at = k;
    }
    if (axis) *axis = cld__v3_to(at < 0 ? cld__v3(0, 0, 0) : cld__obb_direction(&pair, &axes, at));
    if (at < 0) return 0; /* not finite */
    return best > 0 ? cld__real_below(best) : (cld_real)best;
}

/* ------------------------------------------------------------------------- [OBB] box around points
   All fitting is done on at most 64 points (all of them, or the outermost along 32 directions),
   moved and scaled to unit size; only the covariance and the final pass look at every point. The
   final pass measures the half extents around the centre and axes as rounded, so the box holds
   every point whatever went before. */

enum { CLD__FIT_POINTS = 64, CLD__FIT_DIRECTIONS = CLD__FIT_POINTS / 2, CLD__FIT_ROUNDS = 8 };

typedef struct cld__fit {
    cld__vec3d points[CLD__FIT_POINTS];
    int count;
} cld__fit;

typedef struct cld__points {
    const char *first;
    size_t count, stride;
    size_t columns, row_stride; /* of a net: so many points a row; 0: a single row */
    cld__vec3d origin; /* the middle of the points' bounds; their largest half extent is 1/scale */
    double scale;
} cld__points;

CLD__INLINE cld__vec3d cld__point_raw(const cld__points *points, size_t i)
{
    size_t at = points->columns ? i / points->columns * points->row_stride +
                                      i % points->columns * points->stride
                                : i * points->stride;
    const cld_real *p = (const cld_real *)(const void *)(points->first + at);
    return cld__v3((double)p[0], (double)p[1], (double)p[2]);
}

CLD__INLINE cld__vec3d cld__point_scaled(const cld__points *points, size_t i)
{
    return cld__v3_scale(cld__v3_sub(cld__point_raw(points, i), points->origin), points->scale);
}

CLD__INLINE cld__vec3d cld__v3_min(cld__vec3d a, cld__vec3d b)
{
    return cld__v3(cld__min(a.x, b.x), cld__min(a.y, b.y), cld__min(a.z, b.z));
}

CLD__INLINE cld__vec3d cld__v3_max(cld__vec3d a, cld__vec3d b)
{
    return cld__v3(cld__max(a.x, b.x), cld__max(a.y, b.y), cld__max(a.z, b.z));
}

/* Origin and scale; CLD_ERROR_FINITE where squares could overflow or rotated extents not fit. */
static int cld__points_bounds(cld__points *points)
{
    cld__vec3d low = cld__point_raw(points, 0), high = low, half;
    double limit = sizeof(cld_real) == 4 ? (double)FLT_MAX / 4 : 1e150, size;
    size_t i;
    for (i = 0; i < points->count; i++) {
        cld__vec3d p = cld__point_raw(points, i);
        if (!cld__v3_is_finite(p)) return CLD_ERROR_FINITE;
        low = cld__v3_min(low, p);
        high = cld__v3_max(high, p);
    }
    half = cld__v3_max(high, cld__v3_scale(low, -1));
    if (cld__max(half.x, cld__max(half.y, half.z)) > limit) return CLD_ERROR_FINITE;
    points->origin = cld__v3_scale(cld__v3_add(low, high), 0.5);
    half = cld__v3_sub(high, points->origin);
    size = cld__max(half.x, cld__max(half.y, half.z));
    points->scale = size > 1e-300 ? 1 / size : 0; /* 0: one point */
    return CLD_OK;
}

/* Rotates rows and columns p, q of the symmetric c so that c[p][q] becomes 0 (Jacobi 1846). */
static void cld__jacobi_rotate(double c[3][3], cld__vec3d v[3], int p, int q)
{
    double theta, t, cosine, sine;
    cld__vec3d vp = v[p];
    int k;
    if (c[p][q] == 0) return;
    theta = (c[q][q] - c[p][p]) / (2 * c[p][q]);
    t = fabs(theta) > 1e100 ? 0.5 / theta
                            : (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    cosine = 1 / sqrt(t * t + 1);
    sine = t * cosine;
    for (k = 0; k < 3; k++) { /* columns */
        double kp = c[k][p], kq = c[k][q];
        c[k][p] = cosine * kp - sine * kq;
        c[k][q] = sine * kp + cosine * kq;
    }
    for (k = 0; k < 3; k++) { /* rows */
        double pk = c[p][k], qk = c[q][k];
        c[p][k] = cosine * pk - sine * qk;
        c[q][k] = sine * pk + cosine * qk;
    }
    c[p][q] = c[q][p] = 0;
    v[p] = cld__v3_mad(cld__v3_scale(vp, cosine), -sine, v[q]);
    v[q] = cld__v3_mad(cld__v3_scale(vp, sine), cosine, v[q]);
}

/* Covariance of all points (source 2.1) and its eigenvectors, that of the largest eigenvalue first.
   Jacobi's rotations give an orthonormal frame whatever the eigenvalues: equal or zero ones too. */
static void cld__fit_covariance(const cld__points *points, cld__vec3d frame[3])
{
    double c[3][3], n = (double)points->count;
    cld__vec3d mean = cld__v3(0, 0, 0), swap;
    size_t i;
    int sweep, k;
    memset(c, 0, sizeof c);
    for (i = 0; i < points->count; i++) mean = cld__v3_add(mean, cld__point_scaled(points, i));
    mean = cld__v3_scale(mean, 1 / n);
    for (i = 0; i < points->count; i++) {
        cld__vec3d d = cld__v3_sub(cld__point_scaled(points, i), mean);
        c[0][0] += d.x * d.x, c[1][1] += d.y * d.y, c[2][2] += d.z * d.z;
        c[0][1] += d.x * d.y, c[0][2] += d.x * d.z, c[1][2] += d.y * d.z;
    }
    c[1][0] = c[0][1], c[2][0] = c[0][2], c[2][1] = c[1][2];
    frame[0] = cld__v3(1, 0, 0), frame[1] = cld__v3(0, 1, 0), frame[2] = cld__v3(0, 0, 1);
    for (sweep = 0; sweep < 12; sweep++) {
        if (fabs(c[0][1]) + fabs(c[0][2]) + fabs(c[1][2]) <= 1e-17 * (c[0][0] + c[1][1] + c[2][2]))
            break;
        cld__jacobi_rotate(c, frame, 0, 1);
        cld__jacobi_rotate(c, frame, 0, 2);
        cld__jacobi_rotate(c, frame, 1, 2);
    }
    for (k = 0; k < 3; k++) { /* bubble sort of three: 0-1, 1-2, 0-1 */
        int p = k == 1, q = p + 1;
        double value = c[p][p];
        if (c[p][p] >= c[q][q]) continue;
        swap = frame[p], frame[p] = frame[q], frame[q] = swap;
        c[p][p] = c[q][q], c[q][q] = value;
    }
}

/* The points to fit around. Directions on a spiral over the half sphere: as even as needed. */
static void cld__fit_reduce(const cld__points *points, cld__fit *fit)
{
    cld__vec3d directions[CLD__FIT_DIRECTIONS];
    double low[CLD__FIT_DIRECTIONS], high[CLD__FIT_DIRECTIONS];
    size_t i;
    int k;
    fit->count = points->count < CLD__FIT_POINTS ? (int)points->count : CLD__FIT_POINTS;
    if (points->count <= CLD__FIT_POINTS) {
        for (i = 0; i < points->count; i++) fit->points[i] = cld__point_scaled(points, i);
        return;
    }
    for (k = 0; k < CLD__FIT_DIRECTIONS; k++) {
        double z = (k + 0.5) / (double)CLD__FIT_DIRECTIONS, r = sqrt(1 - z * z);
        directions[k] = cld__v3(r * cos(2.39996322973 * k), r * sin(2.39996322973 * k), z);
        low[k] = DBL_MAX, high[k] = -DBL_MAX;
    }
    for (i = 0; i < points->count; i++) {
        cld__vec3d p = cld__point_scaled(points, i);
        for (k = 0; k < CLD__FIT_DIRECTIONS; k++) {
            double s = cld__v3_dot(p, directions[k]);
            if (s < low[k]) low[k] = s, fit->points[2 * k] = p;
            if (s > high[k]) high[k] = s, fit->points[2 * k + 1] = p;
        }
    }
}

/* Extents of the points along an axis. */
static double cld__fit_extent(const cld__fit *fit, cld__vec3d axis)
{
    double low = DBL_MAX, high = -DBL_MAX;
    int i;
    for (i = 0; i < fit->count; i++) {
        double s = cld__v3_dot(fit->points[i], axis);
        low = cld__min(low, s);
        high = cld__max(high, s);
    }
    return high - low;
}

/* Volume, thin boxes being taken as a little thick so that flat ones still compare by area. */
static double cld__fit_cost(const cld__fit *fit, const cld__vec3d frame[3])
{
    double a = cld__fit_extent(fit, frame[0]), b = cld__fit_extent(fit, frame[1]);
    double c = cld__fit_extent(fit, frame[2]);
    double thick = 1e-6 * cld__max(a, cld__max(b, c));
    return (a + thick) * (b + thick) * (c + thick);
}

/* Twice the area of the triangle o a b, positive if counter-clockwise. */
CLD__INLINE double cld__turn(const double o[2], const double a[2], const double b[2])
{
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/* Convex hull, counter-clockwise, of points sorted here (Andrew 1979). Returns how many are in
   hull, which has room for count + 1. Collinear points: the two ends. */
static int cld__hull(double (*p)[2], int count, double (*hull)[2])
{
    int i, j, n = 0, lower;
    for (i = 1; i < count; i++) {
        double x = p[i][0], y = p[i][1];
        for (j = i; j > 0 && (p[j - 1][0] > x || (p[j - 1][0] == x && p[j - 1][1] > y)); j--)
            p[j][0] = p[j - 1][0], p[j][1] = p[j - 1][1];
        p[j][0] = x, p[j][1] = y;
    }
    for (i = 0; i < count; i++) {
        while (n >= 2 && !(cld__turn(hull[n - 2], hull[n - 1], p[i]) > 0)) n--;
        hull[n][0] = p[i][0], hull[n][1] = p[i][1], n++;
    }
    lower = n + 1;
    for (i = count - 2; i >= 0; i--) {
        while (n >= lower && !(cld__turn(hull[n - 2], hull[n - 1], p[i]) > 0)) n--;
        hull[n][0] = p[i][0], hull[n][1] = p[i][1], n++;
    }
    return n > 1 ? n - 1 : n;
}

/* Area of the rectangle around the hull with a side along (x, y), a unit vector. */
static double cld__hull_area(double (*hull)[2], int count, double x, double y)
{
    double low_u = DBL_MAX, high_u = -DBL_MAX, low_v = DBL_MAX, high_v = -DBL_MAX;
    int i;
    for (i = 0; i < count; i++) {
        double u = hull[i][0] * x + hull[i][1] * y, v = hull[i][1] * x - hull[i][0] * y;
        low_u = cld__min(low_u, u), high_u = cld__max(high_u, u);
        low_v = cld__min(low_v, v), high_v = cld__max(high_v, v);
    }
    return (high_u - low_u) * (high_v - low_v);
}

/* Turns the frame around its axis k to the smallest rectangle of the projected points. One side of
   it lies on an edge of their hull (Freeman, Shapira 1975). */
static void cld__fit_rectangle(const cld__fit *fit, cld__vec3d frame[3], int k)
{
    double p[CLD__FIT_POINTS][2], hull[CLD__FIT_POINTS + 1][2], best = DBL_MAX;
    double best_x = 1, best_y = 0;
    cld__vec3d u = frame[(k + 1) % 3], v = frame[(k + 2) % 3];
    int i, count;
    for (i = 0; i < fit->count; i++) {
        p[i][0] = cld__v3_dot(fit->points[i], u);
        p[i][1] = cld__v3_dot(fit->points[i], v);
    }
    count = cld__hull(p, fit->count, hull);
    for (i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        double x = hull[next][0] - hull[i][0], y = hull[next][1] - hull[i][1];
        double length = sqrt(x * x + y * y), area;
        if (!(length > 1e-9)) continue; /* such an edge has no direction; the set has size 1 */
        x /= length, y /= length;
        area = cld__hull_area(hull, count, x, y);
        if (area < best) best = area, best_x = x, best_y = y;
    }
    frame[(k + 1) % 3] = cld__v3_mad(cld__v3_scale(u, best_x), best_y, v);
    frame[(k + 2) % 3] = cld__v3_mad(cld__v3_scale(v, best_x), -best_y, u);
}

/* Keeps the better of two frames in `best`. */
static void cld__fit_keep(const cld__fit *fit, const cld__vec3d frame[3], cld__vec3d best[3],
                          double *best_cost)
{
    double cost = cld__fit_cost(fit, frame);
    if (!(cost < *best_cost * (1 - 1e-9))) return;
    *best_cost = cost;
    best[0] = frame[0], best[1] = frame[1], best[2] = frame[2];
}

/* Smallest rectangles around one axis after the other, as long as that helps. */
static void cld__fit_alternate(const cld__fit *fit, const cld__vec3d start[3], cld__vec3d best[3],
                               double *best_cost)
{
    cld__vec3d frame[3];
    double cost = DBL_MAX;
    int round, k;
    frame[0] = start[0], frame[1] = start[1], frame[2] = start[2];
    for (round = 0; round < CLD__FIT_ROUNDS; round++) {
        double before = cost;
        for (k = 2; k >= 0; k--) cld__fit_rectangle(fit, frame, k);
        cost = cld__fit_cost(fit, frame);
        if (!(cost < before * (1 - 1e-6))) break;
    }
    cld__orthonormalise(frame);
    cld__fit_keep(fit, frame, best, best_cost);
}

/* The frame on the largest triangle: the two points that are farthest apart among those along the
   frame's axes, and the point farthest from their line (the idea of Larsson, Kallberg 2011). */
static int cld__fit_triangle(const cld__fit *fit, cld__vec3d frame[3])
{
    cld__vec3d edge = cld__v3(0, 0, 0), arm = edge, from = edge;
    double far_edge = 0, far_arm = 0;
    int i, j;
    for (i = 0; i < fit->count; i++) {
        for (j = 0; j < i; j++) {
            cld__vec3d d = cld__v3_sub(fit->points[i], fit->points[j]);
            double s = cld__v3_dot(d, d);
            if (s > far_edge) far_edge = s, edge = d, from = fit->points[j];
        }
    }
    if (!(far_edge > 0)) return 0;
    edge = cld__v3_unit(edge);
    for (i = 0; i < fit->count; i++) {
        cld__vec3d d = cld__v3_sub(fit->points[i], from);
        cld__vec3d across = cld__v3_mad(d, -cld__v3_dot(d, edge), edge);
        double s = cld__v3_dot(across, across);
        if (s > far_arm) far_arm = s, arm = across;
    }
    if (!(far_arm > 1e-12)) return 0;
    arm = cld__v3_unit(cld__v3_mad(arm, -cld__v3_dot(arm, edge), edge));
    frame[0] = edge, frame[1] = arm, frame[2] = cld__v3_cross(edge, arm);
    return 1;
}

/* The frame of the box; frame holds the covariance's on entry. */
static void cld__fit_frame(const cld__points *points, cld_obb_fit how, cld__vec3d frame[3])
{
    cld__fit fit;
    cld__vec3d covariance[3], other[3];
    double cost;
    if (how == CLD_OBB_FIT_FAST) return;
    cld__fit_reduce(points, &fit);
    covariance[0] = frame[0], covariance[1] = frame[1], covariance[2] = frame[2];
    cld__fit_rectangle(&fit, frame, 2); /* around the thin axis: sheets */
    cost = cld__fit_cost(&fit, frame);
    memcpy(other, covariance, sizeof other);
    cld__fit_rectangle(&fit, other, 0); /* around the long axis: bars */
    cld__fit_keep(&fit, other, frame, &cost);
    if (how == CLD_OBB_FIT_BALANCED) return;
    memcpy(other, frame, sizeof other);
    cld__fit_alternate(&fit, other, frame, &cost);
    cld__fit_alternate(&fit, covariance, frame, &cost);
    other[0] = cld__v3(1, 0, 0), other[1] = cld__v3(0, 1, 0), other[2] = cld__v3(0, 0, 1);
    cld__fit_alternate(&fit, other, frame, &cost);
    if (cld__fit_triangle(&fit, other)) cld__fit_alternate(&fit, other, frame, &cost);
}

/* Centre and axes of the box, rounded to cld_real. Not inlined, here and below, so that the rounded
   numbers are what the next step reads. */
CLD__NOINLINE static void cld__fit_place(const cld__points *points, cld__vec3d frame[3],
                                         cld_obb *box)
{
    cld__vec3d low = cld__v3(DBL_MAX, DBL_MAX, DBL_MAX), high = cld__v3_scale(low, -1), middle;
    cld__vec3d centre = points->origin;
    size_t i;
    cld__orthonormalise(frame);
    frame[2] = cld__v3_cross(frame[0], frame[1]); /* right-handed */
    for (i = 0; i < points->count; i++) {
        cld__vec3d p = cld__v3_sub(cld__point_raw(points, i), points->origin);
        p = cld__v3(cld__v3_dot(p, frame[0]), cld__v3_dot(p, frame[1]), cld__v3_dot(p, frame[2]));
        low = cld__v3_min(low, p);
        high = cld__v3_max(high, p);
    }
    middle = cld__v3_scale(cld__v3_add(low, high), 0.5); /* in the box's frame: rotate it back */
    centre = cld__v3_mad(centre, middle.x, frame[0]);
    centre = cld__v3_mad(centre, middle.y, frame[1]);
    centre = cld__v3_mad(centre, middle.z, frame[2]);
    box->centre = cld__v3_to(centre);
    box->axes.x = cld__v3_to(frame[0]);
    box->axes.y = cld__v3_to(frame[1]);
    box->axes.z = cld__v3_to(frame[2]);
}

/* Half extents that reach every point, measured along the normals of the faces as they are. */
CLD__NOINLINE static void cld__fit_enclose(const cld__points *points, cld_obb *box)
{
    cld__obb_box b;
    cld__vec3d n[3], reach = cld__v3(0, 0, 0);
    size_t i;
    int k;
    memset(&box->half, 0, sizeof box->half);
    cld__obb_box_from(box, &b);
    for (k = 0; k < 3; k++) n[k] = cld__obb_box_normal(&b, k);
    for (i = 0; i < points->count; i++) {
        cld__vec3d d = cld__v3_sub(cld__point_raw(points, i), b.centre);
        reach = cld__v3_max(reach, cld__v3(fabs(cld__v3_dot(d, n[0])), fabs(cld__v3_dot(d, n[1])),
                                           fabs(cld__v3_dot(d, n[2]))));
    }
    box->half.x = cld__real_above(reach.x / fabs(cld__v3_dot(b.axis[0], n[0])));
    box->half.y = cld__real_above(reach.y / fabs(cld__v3_dot(b.axis[1], n[1])));
    box->half.z = cld__real_above(reach.z / fabs(cld__v3_dot(b.axis[2], n[2])));
}

static int cld__obb_fit(cld__points *points, cld_obb_fit fit, cld_obb *out)
{
    cld__vec3d frame[3];
    cld_obb box;
    int status;
    if ((int)fit < CLD_OBB_FIT_BALANCED || (int)fit > CLD_OBB_FIT_TIGHT) return CLD_ERROR_PARAMETER;
    status = cld__points_bounds(points);
    if (status != CLD_OK) return status;
    cld__fit_covariance(points, frame);
    cld__fit_frame(points, fit, frame);
    cld__fit_place(points, frame, &box);
    cld__fit_enclose(points, &box);
    *out = box;
    return CLD_OK;
}

int cld_obb_from_points(const cld_real *points, size_t count, size_t stride, cld_obb_fit fit,
                        cld_obb *out)
{
    cld__points view;
    if (!out || (!points && count)) return CLD_ERROR_NULL;
    if (!count) return CLD_ERROR_COUNT;
    if (stride % sizeof(cld_real)) return CLD_ERROR_STRIDE;
    memset(&view, 0, sizeof view);
    view.first = (const char *)points;
    view.count = count;
    view.stride = stride ? stride : 3 * sizeof(cld_real);
    return cld__obb_fit(&view, fit, out);
}

/* -------------------------------------------------------------------------- [OBB] contact manifold
   Least penetration chooses the normal, faces being preferred to edges and a's faces to b's by a
   margin relative to the boxes, or rounding would make the choice flicker. The face most opposite
   to the reference face is clipped by the reference face's four sides (Sutherland, Hodgman 1974).
   */

#define CLD__OBB_PREFER                                                                            \
    0.002 /* margin of a over b and of faces over edges, in sizes of the smaller */
#define CLD__OBB_HOVER 0.01 /* corners so little above the face are reported, in the same sizes */

/* A corner of the clipped face. Lines are 0-3 the incident face's edges, 4-7 the reference face's
   sides u+, v+, u-, v-. A corner is where two of them meet; it keeps both, since where the clipped
   face has shrunk to a segment its neighbours no longer tell. */
typedef struct cld__corner {
    cld__vec3d p;     /* from the reference box's centre */
    double u, v, d;   /* in the reference face, and above it */
    int before, line; /* from the corner before it, and to the next */
} cld__corner;

typedef struct cld__face_pair {
    const cld__obb_box *reference, *incident;
    cld__vec3d out;                  /* unit normal of the reference face, outwards */
    int face, incident_face;         /* axes of the faces */
    int positive, incident_positive; /* on the axis' positive side? */
    cld__vec3d offset;               /* from the reference centre to the incident centre */
} cld__face_pair;

/* Number of the corner whose sides along axes i, i+1, i+2 are si, sj, sk (0 or 1): bit k of it says
   on which side of axis k it lies. */
CLD__INLINE int cld__corner_number(int i, int si, int sj, int sk)
{
    return (si << i) | (sj << (i + 1) % 3) | (sk << (i + 2) % 3);
}

/* Number of the edge along axis i whose sides along i+1, i+2 are sj, sk. */
CLD__INLINE int cld__edge_number(int i, int sj, int sk)
{
    return 4 * i + sj + 2 * sk;
}

/* Corner k = 0..3 of the face, counter-clockwise in (axis + 1, axis + 2): its two sides. */
CLD__INLINE void cld__face_sides(int k, int *sj, int *sk)
{
    *sj = k == 0 || k == 3;
    *sk = k == 0 || k == 1;
}

/* The edge of a face (axis i, on side si) that is line k: k = 0..3 from corner k to k + 1. */
static uint32_t cld__face_edge(int i, int si, int k)
{
    int j = (i + 1) % 3, m = (i + 2) % 3, sj, sk;
    cld__face_sides(k, &sj, &sk);
    /* lines 0 and 2 run along j on side sk of m; lines 1 and 3 along m on side sj of j */
    if (k % 2 == 0) return CLD_OBB_EDGE + (uint32_t)cld__edge_number(j, sk, si);
    return CLD_OBB_EDGE + (uint32_t)cld__edge_number(m, si, sj);
}

/* The four corners of the incident face, seen from the reference face. */
static void cld__incident_corners(const cld__face_pair *pair, cld__corner corners[8])
{
    const cld__obb_box *r = pair->reference, *b = pair->incident;
    int i = pair->incident_face, j = (i + 1) % 3, m = (i + 2) % 3, k, sj, sk;
    for (k = 0; k < 4; k++) {
        cld__corner *c = &corners[k];
        cld__face_sides(k, &sj, &sk);
        c->p = cld__v3_mad(pair->offset, pair->incident_positive ? b->half[i] : -b->half[i],
                           b->axis[i]);
        c->p = cld__v3_mad(c->p, sj ? b->half[j] : -b->half[j], b->axis[j]);
        c->p = cld__v3_mad(c->p, sk ? b->half[m] : -b->half[m], b->axis[m]);
        c->u = cld__v3_dot(c->p, r->axis[(pair->face + 1) % 3]);
        c->v = cld__v3_dot(c->p, r->axis[(pair->face + 2) % 3]);
        c->d = cld__v3_dot(c->p, pair->out) - r->half[pair->face];
        c->before = (k + 3) % 4;
        c->line = k;
    }
}

/* How far beyond side 4..7 of the reference face. */
CLD__INLINE double cld__corner_beyond(const cld__corner *c, int side, double half_u, double half_v)
{
    return side == 4   ? c->u - half_u
           : side == 5 ? c->v - half_v
           : side == 6 ? -c->u - half_u
                       : -c->v - half_v;
}

/* Where the edge crosses the side, and exactly on it: or a face without width, whose sides are one
   line, would lose the corner to the opposite side. */
CLD__INLINE cld__corner cld__corner_cut(const cld__corner *a, const cld__corner *b, double from,
                                        double to, int side, double half, int before, int line)
{
    cld__corner c;
    double t = from / (from - to);
    c.p = cld__v3_mad(a->p, t, cld__v3_sub(b->p, a->p));
    c.u = side == 4 ? half : side == 6 ? -half : a->u + t * (b->u - a->u);
    c.v = side == 5 ? half : side == 7 ? -half : a->v + t * (b->v - a->v);
    c.d = a->d + t * (b->d - a->d);
    c.before = before;
    c.line = line;
    return c;
}

/* Cuts away what lies beyond the side. A corner exactly on it stays and takes over the line, so
   that no corner comes twice. Where all lies beyond, the faces meet beside each other, in general
   within rounding: what is nearest to the side stays. Returns the new count, at most one more. */
static int cld__corners_clip(cld__corner *corners, int count, int side, double half_u,
                             double half_v)
{
    cld__corner kept[10];
    double half = side % 2 == 0 ? half_u : half_v, nearest = DBL_MAX, size = half;
    int k, n = 0;
    for (k = 0; k < count; k++) {
        const cld__corner *c = &corners[k];
        nearest = cld__min(nearest, cld__corner_beyond(c, side, half_u, half_v));
        size = cld__max(size, fabs(side % 2 == 0 ? c->u : c->v));
    }
    if (nearest > 0) {
        double more = nearest + 32 * CLD__ROUND_DOUBLE * size;
        half += more;
        if (side % 2 == 0) half_u += more;
        if (side % 2 == 1) half_v += more;
    }
    for (k = 0; k < count && n < 8; k++) {
        const cld__corner *c = &corners[k], *next = &corners[k + 1 < count ? k + 1 : 0];
        double from = cld__corner_beyond(c, side, half_u, half_v);
        double to = cld__corner_beyond(next, side, half_u, half_v);
        if (from <= 0) {
            kept[n++] = *c;
            if (to > 0 && from < 0)
                kept[n++] = cld__corner_cut(c, next, from, to, side, half, c->line, side);
            else if (to > 0 && !(c->before >= 4 && (c->before - side) % 2 == 0))
                kept[n - 1].line = side; /* unless between two sides that are one line */
        } else if (to < 0) {
            kept[n++] = cld__corner_cut(c, next, from, to, side, half, side, c->line);
        }
    }
    memcpy(corners, kept, (size_t)n * sizeof *kept);
    return n;
}

/* What of either box makes the corner: two incident edges their vertex in the reference face; an
   edge of each; or two sides the reference vertex in the incident face. */
static void cld__corner_features(const cld__face_pair *pair, int before, int line,
                                 uint32_t *reference, uint32_t *incident)
{
    int r = pair->face, i = pair->incident_face, sj, sk;
    *reference = CLD_OBB_FACE + (uint32_t)(2 * r + pair->positive);
    *incident = CLD_OBB_FACE + (uint32_t)(2 * i + pair->incident_positive);
    if (before < 4 && line < 4) {
        cld__face_sides(line, &sj, &sk);
        *incident =
            CLD_OBB_VERTEX + (uint32_t)cld__corner_number(i, pair->incident_positive, sj, sk);
    } else if (before >= 4 && line >= 4) {
        sj = before == 4 || line == 4;
        sk = before == 5 || line == 5;
        *reference = CLD_OBB_VERTEX + (uint32_t)cld__corner_number(r, pair->positive, sj, sk);
    } else {
        /* side u+ is the face's line 3 (from corner 3 to 0), v+ 0, u- 1, v- 2 */
        int side = before >= 4 ? before : line, edge = before >= 4 ? line : before;
        *reference = cld__face_edge(r, pair->positive, (side - 1) % 4);
        *incident = cld__face_edge(i, pair->incident_positive, edge);
    }
}

/* The face of the other box that looks most against the reference face. */
static void cld__incident_choose(cld__face_pair *pair)
{
    double dots[3];
    int k, best = 0;
    for (k = 0; k < 3; k++) dots[k] = cld__v3_dot(pair->incident->axis[k], pair->out);
    for (k = 1; k < 3; k++)
        if (fabs(dots[k]) > fabs(dots[best]) * (1 + 1e-3)) best = k;
    pair->incident_face = best;
    pair->incident_positive = dots[best] < 0;
}

static void cld__contact_set(cld_contact *c, cld__vec3d origin, cld__vec3d point_a,
                             cld__vec3d point_b, cld__vec3d normal)
{
    c->point_a = cld__v3_to(cld__v3_add(origin, point_a));
    c->point_b = cld__v3_to(cld__v3_add(origin, point_b));
    c->normal = cld__v3_to(normal);
    c->distance = (cld_real)cld__v3_dot(cld__v3_sub(point_b, point_a), normal);
}

/* The point of the reference face below the corner. */
static cld__vec3d cld__corner_foot(const cld__face_pair *pair, const cld__corner *c, double half_u,
                                   double half_v)
{
    const cld__obb_box *r = pair->reference;
    double u = cld__clamp(c->u, half_u), v = cld__clamp(c->v, half_v);
    cld__vec3d foot = cld__v3_mad(c->p, -c->d, pair->out);
    foot = cld__v3_mad(foot, u - c->u, r->axis[(pair->face + 1) % 3]);
    return cld__v3_mad(foot, v - c->v, r->axis[(pair->face + 2) % 3]);
}

/* Contacts of the incident face with the reference face of axis `axis` (0-2 of a, 3-5 of b).
   *deepest receives the least distance. */
static int cld__collide_faces(const cld__obb_pair *boxes, int axis, cld__vec3d normal,
                              cld_contact *out, int capacity, double *deepest)
{
    cld__face_pair pair;
    cld__corner corners[10];
    cld_contact found[10];
    double half_u, half_v, hover;
    int of_b = axis >= 3, k, side, count = 4, written = 0;
    pair.reference = of_b ? &boxes->b : &boxes->a;
    pair.incident = of_b ? &boxes->a : &boxes->b;
    pair.offset = of_b ? cld__v3_scale(boxes->delta, -1) : boxes->delta;
    pair.out = of_b ? cld__v3_scale(normal, -1) : normal;
    pair.face = axis % 3;
    pair.positive = cld__v3_dot(pair.out, pair.reference->axis[pair.face]) > 0;
    cld__incident_choose(&pair);
    cld__incident_corners(&pair, corners);
    half_u = pair.reference->half[(pair.face + 1) % 3];
    half_v = pair.reference->half[(pair.face + 2) % 3];
    for (side = 4; side < 8; side++)
        count = cld__corners_clip(corners, count, side, half_u, half_v);
    *deepest = DBL_MAX;
    for (k = 0; k < count; k++) *deepest = cld__min(*deepest, corners[k].d);
    hover = CLD__OBB_HOVER * cld__min(cld__obb_box_size(&boxes->a), cld__obb_box_size(&boxes->b));
    hover = cld__max(hover, *deepest); /* one contact at least */
    for (k = 0; k < count; k++) {
        const cld__corner *c = &corners[k];
        cld__vec3d foot = cld__corner_foot(&pair, c, half_u, half_v);
        uint32_t reference, incident;
        cld_contact contact;
        int i;
        if (c->d > hover) continue;
        cld__corner_features(&pair, c->before, c->line, &reference, &incident);
        cld__contact_set(&contact, pair.reference->centre, of_b ? c->p : foot, of_b ? foot : c->p,
                         normal);
        contact.feature_a = of_b ? incident : reference;
        contact.feature_b = of_b ? reference : incident;
        /* rounding can cut one corner into two: the deeper stays */
        for (i = 0; i < written; i++)
            if (found[i].feature_a == contact.feature_a && found[i].feature_b == contact.feature_b)
                break;
        if (i == written || contact.distance < found[i].distance) found[i] = contact;
        if (i == written) written++;
    }
    for (k = 0; k < written && k < capacity; k++) out[k] = found[k];
    return written;
}

/* Centre of the edge along axis i that lies farthest in the direction; its number. */
static cld__vec3d cld__support_edge(const cld__obb_box *box, int i, cld__vec3d direction,
                                    int *number)
{
    int j = (i + 1) % 3, m = (i + 2) % 3;
    int sj = cld__v3_dot(box->axis[j], direction) > 0,
        sm = cld__v3_dot(box->axis[m], direction) > 0;
    cld__vec3d p = cld__v3_scale(box->axis[j], sj ? box->half[j] : -box->half[j]);
    *number = cld__edge_number(i, sj, sm);
    return cld__v3_mad(p, sm ? box->half[m] : -box->half[m], box->axis[m]);
}

/* The contact where edge i of a crosses edge j of b: the closest points of the two lines, kept on
   the edges (Ericson 2005, 5.1.8, for directions that are far from parallel). */
static void cld__collide_edges(const cld__obb_pair *pair, int i, int j, cld__vec3d normal,
                               cld_contact *out)
{
    const cld__vec3d u = pair->a.axis[i], v = pair->b.axis[j];
    int edge_a, edge_b;
    cld__vec3d p = cld__support_edge(&pair->a, i, normal, &edge_a);
    cld__vec3d q = cld__support_edge(&pair->b, j, cld__v3_scale(normal, -1), &edge_b);
    cld__vec3d w;
    double uv = cld__v3_dot(u, v), uw, vw, s, t, det;
    q = cld__v3_add(q, pair->delta);
    w = cld__v3_sub(q, p);
    uw = cld__v3_dot(u, w), vw = cld__v3_dot(v, w);
    det = cld__v3_dot(cld__edge_cross(u, v), cld__edge_cross(u, v));
    s = det > 0 ? cld__clamp((uw - uv * vw) / det, pair->a.half[i]) : 0;
    t = cld__clamp(s * uv - vw, pair->b.half[j]);
    s = cld__clamp(t * uv + uw, pair->a.half[i]);
    cld__contact_set(out, pair->a.centre, cld__v3_mad(p, s, u), cld__v3_mad(q, t, v), normal);
    out->feature_a = CLD_OBB_EDGE + (uint32_t)edge_a;
    out->feature_b = CLD_OBB_EDGE + (uint32_t)edge_b;
}

/* The axes of least penetration: among a's faces, b's faces, pairs of edges. */
typedef struct cld__collide_axes {
    double separation[3], size; /* size of the smaller box */
    int axis[3];
} cld__collide_axes;

static void cld__collide_least(const cld__obb_pair *pair, const cld__obb_axes *axes,
                               cld__collide_axes *least)
{
    double length;
    int k, kind;
    least->size = cld__min(cld__obb_box_size(&pair->a), cld__obb_box_size(&pair->b));
    for (kind = 0; kind < 3; kind++)
        least->separation[kind] = -DBL_MAX, least->axis[kind] = 3 * kind;
    for (k = 0; k < CLD__OBB_AXES; k++) {
        double s = cld__obb_separation_along(axes, k, &length);
        kind = k < 3 ? 0 : k < 6 ? 1 : 2;
        if (!(length > 1e-3) && kind == 2) continue; /* so near parallel that faces say the same */
        if (s > least->separation[kind]) least->separation[kind] = s, least->axis[kind] = k;
    }
}

/* So much may another kind penetrate deeper and still be preferred. */
CLD__INLINE double cld__collide_margin(const cld__collide_axes *least, int kind)
{
    return CLD__OBB_PREFER * least->size + 0.05 * fabs(least->separation[kind]);
}

/* The kind of contact; see the top of this part. Kinds that are ruled out have -DBL_MAX. */
static int cld__collide_kind(const cld__collide_axes *least)
{
    int kind, best = 0;
    for (kind = 1; kind < 3; kind++)
        if (least->separation[kind] > least->separation[best] + cld__collide_margin(least, best))
            best = kind;
    return best;
}

int cld_obb_collide(const cld_obb *a, const cld_obb *b, cld_contact *out, int capacity)
{
    cld__obb_pair pair;
    cld__obb_axes axes;
    cld__collide_axes least;
    cld__vec3d normal;
    cld_contact contact;
    double best = -DBL_MAX, margin;
    int k, kind, tries;
    if (!a || !b || (!out && capacity > 0)) return CLD_ERROR_NULL;
    if (capacity < 0) return CLD_ERROR_COUNT;
    if (!cld_obb_overlap(a, b)) return 0;
    cld__obb_pair_from(a, b, &pair);
    cld__obb_measure(&pair, &axes);
    for (k = 0; k < CLD__OBB_AXES; k++)
        if (!cld__is_finite(axes.gap[k])) return CLD_ERROR_FINITE;
    cld__collide_least(&pair, &axes, &least);
    for (kind = 0; kind < 3; kind++) best = cld__max(best, least.separation[kind]);
    margin = CLD__OBB_PREFER * least.size + 0.05 * fabs(best);
    for (tries = 0; tries < 2 && (kind = cld__collide_kind(&least)) < 2; tries++) {
        double deepest, next;
        int count;
        normal = cld__obb_direction(&pair, &axes, least.axis[kind]);
        count = cld__collide_faces(&pair, least.axis[kind], normal, out, capacity, &deepest);
        if (deepest <= best + margin) return count;
        /* a face without width may not reach what penetrates most: is there another kind? */
        least.separation[kind] = -DBL_MAX;
        next = least.separation[cld__collide_kind(&least)];
        if (!(next > -DBL_MAX && next >= best - margin)) return count;
    }
    k = least.axis[2];
    normal = cld__obb_direction(&pair, &axes, k);
    cld__collide_edges(&pair, (k - 6) / 3, (k - 6) % 3, normal, &contact);
    if (capacity > 0) out[0] = contact;
    return 1;
}

#endif /* COLLIDE_NO_OBB */

/* ======================================================================= [NURBS] implementation */

#ifndef COLLIDE_NO_NURBS

/* ------------------------------------------------------- [NURBS] views: validate, evaluate, refine
   Everything here is a convex combination of control points in homogeneous form (x w, y w, z w, w):
   a B-spline is a polynomial with a symmetric multi-affine blossom f on each knot span, control
   point j is f at p consecutive knots, and both a Bezier point and a point on the surface are f at
   other arguments (Ramshaw 1989). As long as all arguments lie in the span [a, b], every step of
   the computation takes the point at alpha = (t - lo)/(hi - lo) of two others with lo <= a <= t <=
   b <= hi, so alpha is in [0, 1], for unclamped, repeated and uneven knots alike, and no rounding
   error is ever amplified. A span is named by the index of its lower knot. */

enum { CLD__NURBS_ORDER = CLD_NURBS_MAX_DEGREE + 1 };

/* The control net with strides in force: 0 has become the packed stride. */
typedef struct cld__net {
    const char *points, *weights; /* weights NULL: all 1 */
    size_t stride_u, stride_v, weight_stride_u, weight_stride_v;
} cld__net;

CLD__INLINE cld__net cld__nurbs_net(const cld_nurbs *s)
{
    cld__net net;
    size_t columns = (size_t)s->count_v;
    net.points = (const char *)s->points;
    net.weights = (const char *)s->weights;
    net.stride_v = s->stride_v ? s->stride_v : 3 * sizeof(cld_real);
    net.stride_u = s->stride_u ? s->stride_u : columns * net.stride_v;
    net.weight_stride_v = s->weight_stride_v ? s->weight_stride_v : sizeof(cld_real);
    net.weight_stride_u = s->weight_stride_u ? s->weight_stride_u : columns * net.weight_stride_v;
    return net;
}

CLD__INLINE const cld_real *cld__net_point(const cld__net *net, int i, int j)
{
    return (const cld_real *)(const void *)(net->points + (size_t)i * net->stride_u +
                                            (size_t)j * net->stride_v);
}

CLD__INLINE const cld_real *cld__net_weight(const cld__net *net, int i, int j)
{
    return (const cld_real *)(const void *)(net->weights + (size_t)i * net->weight_stride_u +
                                            (size_t)j * net->weight_stride_v);
}

/* Control point (i, j) in homogeneous form, seen from `origin`. */
CLD__INLINE cld__d4 cld__net_read(const cld__net *net, int i, int j, cld__vec3d origin)
{
    const cld_real *p = cld__net_point(net, i, j);
    double x = (double)p[0] - origin.x, y = (double)p[1] - origin.y, z = (double)p[2] - origin.z, w;
    if (!net->weights) return cld__d4_set(x, y, z, 1);
    w = (double)*cld__net_weight(net, i, j);
    return cld__d4_set(x * w, y * w, z * w, w);
}

/* The span k, degree <= k < count, with knots[k] <= u < knots[k+1]; a parameter at or beyond an end
   of the domain belongs to the first or last span that is not empty. NaN gives the first. */
static CLD__UNUSED int cld__knot_span(const cld_real *knots, int degree, int count, double u)
{
    int low = degree, high = count; /* knots[low] <= u, or low is the first; u < knots[high] */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if ((double)knots[middle] <= u)
            low = middle;
        else
            high = middle;
    }
    while (low > degree && !(knots[low] < knots[low + 1])) low--;
    while (low < count - 1 && !(knots[low] < knots[low + 1])) low++;
    return low;
}

/* The coefficients row[0..degree] of control points span-degree..span in the blossom at
   arguments[0..degree-1], all of which lie in the span. Source: The NURBS Book A2.2, each level
   with an argument of its own. */
static void cld__blossom_row(const cld_real *knots, int degree, int span, const double *arguments,
                             double *row)
{
    int level, r;
    row[0] = 1;
    for (level = 1; level <= degree; level++) {
        double saved = 0, t = arguments[level - 1];
        for (r = 0; r < level; r++) {
            double low = (double)knots[span + 1 - level + r], high = (double)knots[span + 1 + r];
            double alpha = (t - low) / (high - low), share = row[r];
            row[r] = saved + (1 - alpha) * share;
            saved = alpha * share;
        }
        row[level] = saved;
    }
}

/* The cubic case of cld__bezier_matrix, written out: five quotients. With t[0..5] the knots
   span-2..span+3 (a = t[2], b = t[3]) the control points are f(t0,t1,a), f(t1,a,b), f(a,b,t4) and
   f(b,t4,t5). */
CLD__INLINE void cld__bezier_matrix_cubic(const cld_real *t, double *m)
{
    double t0 = (double)t[0], t1 = (double)t[1], a = (double)t[2], b = (double)t[3];
    double t4 = (double)t[4], t5 = (double)t[5];
    double aab = (a - t1) / (t4 - t1), abb = (b - t1) / (t4 - t1); /* from P1 to P2 */
    double a_a = (a - t0) / (b - t0), aaa = (a - t1) / (b - t1);   /* f(t1,a,a), then f(a,a,a) */
    double b_b = (b - a) / (t5 - a), bbb = (b - a) / (t4 - a);     /* f(b,b,t4), then f(b,b,b) */
    m[0] = (1 - aaa) * (1 - a_a);
    m[1] = (1 - aaa) * a_a + aaa * (1 - aab);
    m[2] = aaa * aab;
    m[3] = 0;
    m[4] = 0, m[5] = 1 - aab, m[6] = aab, m[7] = 0;
    m[8] = 0, m[9] = 1 - abb, m[10] = abb, m[11] = 0;
    m[12] = 0;
    m[13] = (1 - bbb) * (1 - abb);
    m[14] = (1 - bbb) * abb + bbb * (1 - b_b);
    m[15] = bbb * b_b;
}

/* What makes the Bezier points of a knot span from the control points span-degree..span: row i of
   matrix[(degree+1)*(degree+1)] is the blossom at degree-i times a and i times b. It depends on the
   knots alone. Entries are in [0, 1] and rows sum to 1, to rounding: knot insertion is a convex
   combination. Row 0 does not use the last control point, row degree not the first, the rows
   between neither (they are f(a, b, ...), whose own control points are the inner ones). */
static CLD__UNUSED void cld__bezier_matrix(const cld_real *knots, int degree, int span,
                                           double *matrix)
{
    double arguments[CLD_NURBS_MAX_DEGREE];
    int i;
    if (degree == 3) {
        cld__bezier_matrix_cubic(knots + span - 2, matrix);
        return;
    }
    for (i = 0; i < degree; i++) arguments[i] = (double)knots[span];
    for (i = 0; i <= degree; i++) {
        cld__blossom_row(knots, degree, span, arguments, matrix + i * (degree + 1));
        if (i < degree) arguments[i] = (double)knots[span + 1];
    }
}

/* out[i*out_step] = sum over j of matrix[i][j] in[j], leaving out the corners that are zero. */
CLD__INLINE void cld__bezier_apply(const double *matrix, int degree, const cld__d4 *in, int in_step,
                                   cld__d4 *out, int out_step)
{
    int i, j;
    for (i = 0; i <= degree; i++) {
        const double *row = matrix + i * (degree + 1);
        int first = i > 0, last = degree - (i < degree);
        cld__d4 sum = cld__d4_mul(cld__d4_all(row[first]), in[first * in_step]);
        for (j = first + 1; j <= last; j++)
            sum = cld__d4_mad(cld__d4_all(row[j]), in[j * in_step], sum);
        out[i * out_step] = sum;
    }
}

/* One body for every degree; called with constants, the compiler unrolls it. */
CLD__INLINE void cld__span_bezier_from(const cld__net *from, int p, int q, int span_u, int span_v,
                                       const double *matrix_u, const double *matrix_v,
                                       cld__vec3d origin, cld__d4 *half, cld__d4 *line, double *net)
{
    int i, j;
    for (i = 0; i <= p; i++) {
        for (j = 0; j <= q; j++)
            line[j] = cld__net_read(from, span_u - p + i, span_v - q + j, origin);
        cld__bezier_apply(matrix_v, q, line, 1, half + i * (q + 1), 1);
    }
    for (j = 0; j <= q; j++) {
        cld__bezier_apply(matrix_u, p, half + j, q + 1, line, 1);
        for (i = 0; i <= p; i++) cld__d4_store(net + 4 * (i * (q + 1) + j), line[i]);
    }
}

static void cld__span_bezier_cubic(const cld__net *from, int span_u, int span_v,
                                   const double *matrix_u, const double *matrix_v,
                                   cld__vec3d origin, double *net)
{
    cld__d4 half[16], line[4];
    cld__span_bezier_from(from, 3, 3, span_u, span_v, matrix_u, matrix_v, origin, half, line, net);
}

static void cld__span_bezier_any(const cld__net *from, int p, int q, int span_u, int span_v,
                                 const double *matrix_u, const double *matrix_v, cld__vec3d origin,
                                 double *net)
{
    cld__d4 half[CLD__NURBS_ORDER * CLD__NURBS_ORDER], line[CLD__NURBS_ORDER];
    cld__span_bezier_from(from, p, q, span_u, span_v, matrix_u, matrix_v, origin, half, line, net);
}

/* cld__nurbs_span_bezier with matrices that the caller keeps from span to span. */
static CLD__UNUSED void cld__nurbs_span_bezier_with(const cld_nurbs *s, int span_u, int span_v,
                                                    const double *matrix_u, const double *matrix_v,
                                                    double *net)
{
    cld__net from = cld__nurbs_net(s);
    cld__vec3d origin = cld__v3(0, 0, 0);
    if (s->degree_u == 3 && s->degree_v == 3)
        cld__span_bezier_cubic(&from, span_u, span_v, matrix_u, matrix_v, origin, net);
    else
        cld__span_bezier_any(&from, s->degree_u, s->degree_v, span_u, span_v, matrix_u, matrix_v,
                             origin, net);
}

/* The rational Bezier patch that the surface is on [U[span_u], U[span_u+1]] x [V[span_v],
   V[span_v+1]]: net[4*(i*(degree_v+1) + j) + c] is component c of (x w, y w, z w, w) of its control
   point i along u, j along v. The spans must not be empty. Each component is within
   CLD__SPAN_BEZIER_ERROR(p, q) * M of the true one, M being the largest absolute value of that
   component among the span's control points (for x: of |x w|). Derivation, in units of roundoff:
   the product x w 1; for each direction of degree d, each of d levels of the matrix moves alpha by
   at most 3 (two differences and a quotient), that is the point by 3 of a segment no longer than 2
   M, and rounds its coefficients twice: 8 d; the sum of at most d + 1 terms costs d + 1. Being
   convex, no step amplifies an error of an earlier one. With second order terms: 9 (p + q) + 4. */
#define CLD__SPAN_BEZIER_ERROR(p, q) ((9 * ((p) + (q)) + 4) * CLD__ROUND_DOUBLE)
static CLD__UNUSED void cld__nurbs_span_bezier(const cld_nurbs *s, int span_u, int span_v,
                                               double *net)
{
    double matrix_u[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    double matrix_v[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    cld__bezier_matrix(s->knots_u, s->degree_u, span_u, matrix_u);
    cld__bezier_matrix(s->knots_v, s->degree_v, span_v, matrix_v);
    cld__nurbs_span_bezier_with(s, span_u, span_v, matrix_u, matrix_v, net);
}

/* ------------------------------------------------------- [NURBS] views: what makes one well formed
   Numbers are judged by their bits: one unsigned comparison refuses NaN, infinity and what is out
   of range, under -ffast-math too. In double, coordinates, knots and weights stay so far inside the
   range that products of three of them do not overflow; in float everything finite does. */

#ifdef COLLIDE_DOUBLE
typedef uint64_t cld__bits;
#define CLD__BITS_ABS    0x7fffffffffffffffu
#define CLD__BITS_LARGE  0x5f138d352e5096afu /* 1e150 */
#define CLD__BITS_WEIGHT 0x20ca2fe76a3f9475u /* 1e-150: the smallest weight */
#else
typedef uint32_t cld__bits;
#define CLD__BITS_ABS    0x7fffffffu
#define CLD__BITS_LARGE  0x7f7fffffu /* FLT_MAX */
#define CLD__BITS_WEIGHT 1u          /* the smallest positive float */
#endif

CLD__INLINE cld__bits cld__bits_of(cld_real x)
{
    cld__bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

CLD__INLINE int cld__bits_usable(cld_real x)
{
    return (cld__bits_of(x) & CLD__BITS_ABS) <= CLD__BITS_LARGE;
}

CLD__INLINE int cld__bits_weight(cld_real x)
{
    return (cld__bits)(cld__bits_of(x) - CLD__BITS_WEIGHT) <= CLD__BITS_LARGE - CLD__BITS_WEIGHT;
}

/* Are all of count contiguous numbers usable? The hot part of validation: no branch inside, four
   chains; an excess over the limit shows in the top bit of the difference. */
static int cld__run_usable(const cld_real *x, size_t count)
{
    cld__bits over[4] = {0, 0, 0, 0};
    size_t i, k;
    for (i = 0; i + 4 <= count; i += 4)
        for (k = 0; k < 4; k++)
            over[k] |= CLD__BITS_LARGE - (cld__bits_of(x[i + k]) & CLD__BITS_ABS);
    for (; i < count; i++) over[0] |= CLD__BITS_LARGE - (cld__bits_of(x[i]) & CLD__BITS_ABS);
    return ((over[0] | over[1] | over[2] | over[3]) & ~CLD__BITS_ABS) == 0;
}

/* The same for weights: below the smallest (zero, negative ones) the first difference wraps. */
static int cld__run_weights(const cld_real *x, size_t count)
{
    cld__bits over = 0;
    size_t i;
    for (i = 0; i < count; i++)
        over |= (cld__bits_of(x[i]) - CLD__BITS_WEIGHT) | (CLD__BITS_LARGE - cld__bits_of(x[i]));
    return (over & ~CLD__BITS_ABS) == 0;
}

CLD__INLINE int cld__point_usable(const cld_real *p)
{
    return cld__bits_usable(p[0]) && cld__bits_usable(p[1]) && cld__bits_usable(p[2]);
}

static int cld__fault(cld_nurbs_fault *fault, int status, int direction, int i, int j)
{
    if (fault) {
        fault->status = status;
        fault->direction = direction;
        fault->i = i, fault->j = j;
    }
    return status;
}

/* The faults that are found without reading a knot or a point. */
static int cld__nurbs_validate_shape(const cld_nurbs *s, cld_nurbs_fault *fault)
{
    const int most = INT32_MAX / 16; /* so that counts of numbers fit an int */
    if (!s || !s->knots_u || !s->knots_v || !s->points)
        return cld__fault(fault, CLD_ERROR_NULL, s && s->knots_u && !s->knots_v, -1, -1);
    if (s->degree_u < 1 || s->degree_u > CLD_NURBS_MAX_DEGREE)
        return cld__fault(fault, CLD_ERROR_DEGREE, 0, -1, -1);
    if (s->degree_v < 1 || s->degree_v > CLD_NURBS_MAX_DEGREE)
        return cld__fault(fault, CLD_ERROR_DEGREE, 1, -1, -1);
    if (s->count_u <= s->degree_u || s->count_u > most)
        return cld__fault(fault, CLD_ERROR_COUNT, 0, -1, -1);
    if (s->count_v <= s->degree_v || s->count_v > most / s->count_u)
        return cld__fault(fault, CLD_ERROR_COUNT, 1, -1, -1);
    if (s->stride_u % sizeof(cld_real) || (s->weights && s->weight_stride_u % sizeof(cld_real)))
        return cld__fault(fault, CLD_ERROR_STRIDE, 0, -1, -1);
    if (s->stride_v % sizeof(cld_real) || (s->weights && s->weight_stride_v % sizeof(cld_real)))
        return cld__fault(fault, CLD_ERROR_STRIDE, 1, -1, -1);
    return CLD_OK;
}

/* One kind of fault in one knot vector; *at is the knot. */
static int cld__knots_have(int status, const cld_real *knots, int degree, int count, int *at)
{
    int i, last = count + degree;
    switch (status) {
    case CLD_ERROR_KNOT_FINITE:
        for (i = 0; i <= last && cld__bits_usable(knots[i]); i++) continue;
        break;
    case CLD_ERROR_KNOT_ORDER:
        for (i = 1; i <= last && !(knots[i] < knots[i - 1]); i++) continue;
        break;
    case CLD_ERROR_KNOT_DOMAIN:
        *at = -1;
        return !(knots[degree] < knots[count]);
    default: /* CLD_ERROR_KNOT_REPEAT: the first knot of a run that is one too many */
        for (i = degree + 1; i < count; i++)
            if (knots[i] <= knots[i - degree] && knots[degree] < knots[i] &&
                knots[i] < knots[count])
                break;
        if (i == count) i = last + 1;
        break;
    }
    *at = i;
    return i <= last;
}

static int cld__nurbs_validate_knots(const cld_nurbs *s, cld_nurbs_fault *fault)
{
    static const int kinds[4] = {CLD_ERROR_KNOT_FINITE, CLD_ERROR_KNOT_ORDER, CLD_ERROR_KNOT_DOMAIN,
                                 CLD_ERROR_KNOT_REPEAT};
    int k, at;
    for (k = 0; k < 4; k++) {
        if (cld__knots_have(kinds[k], s->knots_u, s->degree_u, s->count_u, &at))
            return cld__fault(fault, kinds[k], 0, at, -1);
        if (cld__knots_have(kinds[k], s->knots_v, s->degree_v, s->count_v, &at))
            return cld__fault(fault, kinds[k], 1, at, -1);
    }
    return CLD_OK;
}

/* Points and weights of the columns j0..j1 of the rows i0..i1: packed rows, and packed nets whole,
   as one run of numbers. A run that is not in order is searched point by point. */
static int cld__nurbs_validate_net(const cld_nurbs *s, int i0, int i1, int j0, int j1,
                                   cld_nurbs_fault *fault)
{
    cld__net net = cld__nurbs_net(s);
    size_t columns = (size_t)(j1 - j0 + 1), rows = (size_t)(i1 - i0 + 1);
    int i, j, packed = net.stride_v == 3 * sizeof(cld_real);
    int whole = packed && net.stride_u == columns * net.stride_v &&
                cld__run_usable(cld__net_point(&net, i0, j0), 3 * rows * columns);
    for (i = i0; i <= i1 && !whole; i++) {
        if (packed && cld__run_usable(cld__net_point(&net, i, j0), 3 * columns)) continue;
        for (j = j0; j <= j1; j++)
            if (!cld__point_usable(cld__net_point(&net, i, j)))
                return cld__fault(fault, CLD_ERROR_POINT, 0, i, j);
    }
    if (!net.weights) return CLD_OK;
    packed = net.weight_stride_v == sizeof(cld_real);
    whole = packed && net.weight_stride_u == columns * net.weight_stride_v &&
            cld__run_weights(cld__net_weight(&net, i0, j0), rows * columns);
    for (i = i0; i <= i1 && !whole; i++) {
        if (packed && cld__run_weights(cld__net_weight(&net, i, j0), columns)) continue;
        for (j = j0; j <= j1; j++)
            if (!cld__bits_weight(*cld__net_weight(&net, i, j)))
                return cld__fault(fault, CLD_ERROR_WEIGHT, 0, i, j);
    }
    return CLD_OK;
}

int cld_nurbs_validate(const cld_nurbs *surface, cld_nurbs_fault *fault)
{
    int status;
    cld__fault(fault, CLD_OK, 0, -1, -1);
    status = cld__nurbs_validate_shape(surface, fault);
    if (!status) status = cld__nurbs_validate_knots(surface, fault);
    if (!status)
        status = cld__nurbs_validate_net(surface, 0, surface->count_u - 1, 0, surface->count_v - 1,
                                         fault);
    return status;
}

/* ------------------------------------------------------------------------ [NURBS] views: evaluate
   The surface at a point is its Bezier patch there, by de Casteljau. The net is read relative to
   its control point nearest to the parameters, which costs nothing and keeps the digits of small
   surfaces far from the origin; at a pole it makes the collapsed row exactly zero, so that
   derivatives that shrink towards the pole keep their relative precision all the way. */

/* The patch of one span in homogeneous form, (position - origin)/unit and all weights scaled by one
   power of two, so that the largest coordinate and the largest weight are between 1/2 and 1. */
typedef struct cld__local {
    int p, q;
    double s, t, width_u, width_v; /* parameters in [0,1] of the span, and its size */
    cld__vec3d origin;
    double unit;
    double blur; /* how many times more rounding than a net read from its surface */
    cld__d4 net[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
} cld__local;

/* A power of two near 1/x, or 1 for 0. */
static double cld__power_of_two_below(double x)
{
    int exponent;
    if (!(x > 0)) return 1;
    frexp(x, &exponent);
    return ldexp(1.0, -exponent);
}

static void cld__local_scale(cld__local *local)
{
    int i, n = (local->p + 1) * (local->q + 1);
    double size = 0, heaviest = 0, v[4], scale, weight_scale;
    for (i = 0; i < n; i++) {
        cld__d4_store(v, local->net[i]);
        heaviest = cld__max(heaviest, v[3]);
    }
    weight_scale = cld__power_of_two_below(heaviest);
    for (i = 0; i < n; i++) {
        cld__d4_store(v, local->net[i]);
        size =
            cld__max(size, cld__max(fabs(v[0]), cld__max(fabs(v[1]), fabs(v[2]))) * weight_scale);
    }
    scale = cld__power_of_two_below(size);
    local->unit = 1 / scale;
    for (i = 0; i < n; i++)
        local->net[i] = cld__d4_mul(cld__d4_mul(local->net[i], cld__d4_all(weight_scale)),
                                    cld__d4_set(scale, scale, scale, 1));
}

/* The local patch around u, v of the domain, in spans k and l. */
static void cld__local_read(cld__local *local, const cld_nurbs *s, int k, int l, double u, double v)
{
    double matrix_u[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    double matrix_v[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    double net[4 * CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    cld__net from = cld__nurbs_net(s);
    int i, n = (s->degree_u + 1) * (s->degree_v + 1);
    const cld_real *nearest;
    local->p = s->degree_u, local->q = s->degree_v;
    local->width_u = (double)s->knots_u[k + 1] - (double)s->knots_u[k];
    local->width_v = (double)s->knots_v[l + 1] - (double)s->knots_v[l];
    local->s = (u - (double)s->knots_u[k]) / local->width_u;
    local->t = (v - (double)s->knots_v[l]) / local->width_v;
    nearest =
        cld__net_point(&from, local->s > 0.5 ? k : k - local->p, local->t > 0.5 ? l : l - local->q);
    local->origin = cld__v3((double)nearest[0], (double)nearest[1], (double)nearest[2]);
    cld__bezier_matrix(s->knots_u, local->p, k, matrix_u);
    cld__bezier_matrix(s->knots_v, local->q, l, matrix_v);
    if (local->p == 3 && local->q == 3)
        cld__span_bezier_cubic(&from, k, l, matrix_u, matrix_v, local->origin, net);
    else
        cld__span_bezier_any(&from, local->p, local->q, k, l, matrix_u, matrix_v, local->origin,
                             net);
    for (i = 0; i < n; i++) local->net[i] = cld__d4_load(net + 4 * i);
    local->blur = 1;
    cld__local_scale(local);
}

/* The same from a Bezier net that was extracted without regard to an origin: what it lost to the
   distance from there is made known. Widths are 1. */
static void cld__local_from_net(cld__local *local, const double *net, int p, int q, double s,
                                double t)
{
    int i, n = (p + 1) * (q + 1);
    const double *nearest = net + 4 * ((s > 0.5 ? p * (q + 1) : 0) + (t > 0.5 ? q : 0));
    cld__vec3d o = cld__v3_scale(cld__v3(nearest[0], nearest[1], nearest[2]), 1 / nearest[3]);
    local->p = p, local->q = q;
    local->s = s, local->t = t;
    local->width_u = local->width_v = 1;
    local->origin = o;
    for (i = 0; i < n; i++, net += 4)
        local->net[i] = cld__d4_set(net[0] - net[3] * o.x, net[1] - net[3] * o.y,
                                    net[2] - net[3] * o.z, net[3]);
    cld__local_scale(local);
    local->blur = 1 + cld__max(fabs(o.x), cld__max(fabs(o.y), fabs(o.z))) / local->unit;
}

/* Value, first and second derivative at t of the Bezier curve c[0..degree], which is overwritten.
   */
static void cld__curve_at(cld__d4 *c, int degree, double t, cld__d4 out[3])
{
    cld__d4 at = cld__d4_all(t), rest = cld__d4_all(1 - t), d0, d1;
    int i, level;
    for (level = degree; level > 2; level--)
        for (i = 0; i < level; i++) c[i] = cld__d4_mad(c[i + 1], at, cld__d4_mul(c[i], rest));
    out[2] = cld__d4_all(0);
    if (degree > 1) {
        d0 = cld__d4_sub(c[1], c[0]), d1 = cld__d4_sub(c[2], c[1]);
        out[2] = cld__d4_mul(cld__d4_sub(d1, d0), cld__d4_all(degree * (degree - 1.0)));
        c[0] = cld__d4_mad(c[1], at, cld__d4_mul(c[0], rest));
        c[1] = cld__d4_mad(c[2], at, cld__d4_mul(c[1], rest));
    }
    out[1] = cld__d4_mul(cld__d4_sub(c[1], c[0]), cld__d4_all(degree));
    out[0] = cld__d4_mad(c[1], at, cld__d4_mul(c[0], rest));
}

/* Homogeneous derivatives h[a][b] = d^(a+b)/ds^a dt^b, a + b <= 2. */
static void cld__local_homogeneous(const cld__local *local, double s, double t, cld__d4 h[3][3])
{
    cld__d4 row[CLD__NURBS_ORDER], column[3][CLD__NURBS_ORDER], d[3];
    int i, b, p = local->p, q = local->q;
    for (i = 0; i <= p; i++) {
        memcpy(row, local->net + i * (q + 1), (size_t)(q + 1) * sizeof *row);
        cld__curve_at(row, q, t, d);
        for (b = 0; b < 3; b++) column[b][i] = d[b];
    }
    for (b = 0; b < 3; b++) {
        cld__curve_at(column[b], p, s, d);
        h[0][b] = d[0], h[1][b] = d[1], h[2][b] = d[2];
    }
}

CLD__INLINE double cld__d4_w(cld__d4 a)
{
    double v[4];
    cld__d4_store(v, a);
    return v[3];
}

/* Cartesian derivatives r[a][b], a + b <= 2, of the quotient A/w. Source: The NURBS Book, 4.5. */
static void cld__local_derivatives(cld__d4 h[3][3], cld__vec3d r[3][3])
{
    double w = cld__d4_w(h[0][0]), wu = cld__d4_w(h[1][0]), wv = cld__d4_w(h[0][1]);
    double wuu = cld__d4_w(h[2][0]), wuv = cld__d4_w(h[1][1]), wvv = cld__d4_w(h[0][2]);
    cld__vec3d *p = &r[0][0], a;
    *p = cld__v3_scale(cld__d4_xyz(h[0][0]), 1 / w);
    r[1][0] = cld__v3_scale(cld__v3_mad(cld__d4_xyz(h[1][0]), -wu, *p), 1 / w);
    r[0][1] = cld__v3_scale(cld__v3_mad(cld__d4_xyz(h[0][1]), -wv, *p), 1 / w);
    a = cld__v3_mad(cld__v3_mad(cld__d4_xyz(h[2][0]), -2 * wu, r[1][0]), -wuu, *p);
    r[2][0] = cld__v3_scale(a, 1 / w);
    a = cld__v3_mad(cld__v3_mad(cld__d4_xyz(h[0][2]), -2 * wv, r[0][1]), -wvv, *p);
    r[0][2] = cld__v3_scale(a, 1 / w);
    a = cld__v3_mad(cld__v3_mad(cld__d4_xyz(h[1][1]), -wu, r[0][1]), -wv, r[1][0]);
    r[1][1] = cld__v3_scale(cld__v3_mad(a, -wuv, *p), 1 / w);
}

/* ------------------------------------------------------------------------- [NURBS] views: normals
   Where du x dv vanishes the normal is the limit along a parameter line that enters the surface:
   with S and S_t along that line as power series in its parameter, the first coefficient of the
   series of S' x S_t that stands out of its rounding noise has the limit's direction. */

/* How much of a computed length may be rounding, in units of the local patch: the errors of
   cld__SPAN_BEZIER_ERROR, of de Casteljau (2 degree) and of the quotient, with room. */
static double cld__local_noise(const cld__local *local)
{
    return 32 * (local->p + local->q + 2) * CLD__ROUND_DOUBLE * local->blur;
}

/* The unit normal at (s, t), or zero where du x dv is not told from rounding. */
static cld__vec3d cld__local_plain_normal(const cld__local *local, double w, cld__vec3d position,
                                          cld__vec3d du, cld__vec3d dv)
{
    cld__vec3d n = cld__v3_cross(du, dv);
    double noise = cld__local_noise(local) * (1 + cld__v3_length(position)) / w;
    double bound = noise * (local->q * cld__v3_length(du) + local->p * cld__v3_length(dv));
    if (!(cld__v3_length(n) > bound)) return cld__v3(0, 0, 0);
    return cld__v3_unit(n);
}

/* Taylor coefficients a[k], k <= degree, at the start of the Bezier curve c (overwritten), and
   bounds of their noise in units of it: k-th differences of numbers no larger than 1. */
static void cld__curve_taylor(cld__d4 *c, int degree, cld__d4 *a, double *noise)
{
    double binomial = 1;
    int i, k;
    for (k = 0; k <= degree; k++) {
        a[k] = cld__d4_mul(c[0], cld__d4_all(binomial));
        noise[k] = ldexp(binomial, k);
        for (i = 0; i < degree - k; i++) c[i] = cld__d4_sub(c[i + 1], c[i]);
        binomial = binomial * (degree - k) / (k + 1);
    }
}

/* Replaces the curve by its part from t to 1 (de Casteljau). */
static void cld__curve_keep_end(cld__d4 *c, int degree, double t)
{
    cld__d4 at = cld__d4_all(t), rest = cld__d4_all(1 - t);
    int i, level;
    for (level = 1; level <= degree; level++)
        for (i = 0; i <= degree - level; i++)
            c[i] = cld__d4_mad(c[i + 1], at, cld__d4_mul(c[i], rest));
}

/* Power series of a vector with bounds of its noise. */
enum { CLD__SERIES = 3 * CLD_NURBS_MAX_DEGREE };
typedef struct cld__series {
    cld__vec3d c[CLD__SERIES];
    double noise[CLD__SERIES];
} cld__series;

/* Cartesian series of S = A/w and of its cross derivative T = (B - w' S)/w, term by term; a and b
   hold (A, w) and (B, w'). The noise follows the same recursions with absolute values. */
static void cld__series_quotients(const cld__d4 *a, const double *a_noise, const cld__d4 *b,
                                  const double *b_noise, int degree, int terms, cld__series *s,
                                  cld__series *t)
{
    double w[CLD__NURBS_ORDER], x[CLD__NURBS_ORDER], over;
    int i, k;
    for (i = 0; i <= degree; i++) w[i] = cld__d4_w(a[i]), x[i] = cld__d4_w(b[i]);
    over = 1 / w[0];
    for (k = 0; k < terms; k++) {
        int most = k < degree ? k : degree;
        cld__vec3d sum = k <= degree ? cld__d4_xyz(a[k]) : cld__v3(0, 0, 0);
        double noise = k <= degree ? a_noise[k] : 0;
        for (i = 1; i <= most; i++) {
            sum = cld__v3_mad(sum, -w[i], s->c[k - i]);
            noise += fabs(w[i]) * s->noise[k - i] + a_noise[i] * cld__v3_length(s->c[k - i]);
        }
        s->c[k] = cld__v3_scale(sum, over), s->noise[k] = noise * over;
        sum = k <= degree ? cld__d4_xyz(b[k]) : cld__v3(0, 0, 0);
        noise = k <= degree ? b_noise[k] : 0;
        for (i = 0; i <= most; i++) {
            sum = cld__v3_mad(sum, -x[i], s->c[k - i]);
            noise += fabs(x[i]) * s->noise[k - i] + b_noise[i] * cld__v3_length(s->c[k - i]);
            if (i == 0) continue;
            sum = cld__v3_mad(sum, -w[i], t->c[k - i]);
            noise += fabs(w[i]) * t->noise[k - i] + a_noise[i] * cld__v3_length(t->c[k - i]);
        }
        t->c[k] = cld__v3_scale(sum, over), t->noise[k] = noise * over;
    }
}

/* The limit of the unit normal (S' x T) along the line on which curve holds (A, w) and cross the
   derivative across it; both are overwritten. Zero if all terms are noise. */
static cld__vec3d cld__limit_normal(cld__d4 *curve, cld__d4 *cross, int degree, double unit_noise)
{
    cld__d4 a[CLD__NURBS_ORDER], b[CLD__NURBS_ORDER];
    double a_noise[CLD__NURBS_ORDER], b_noise[CLD__NURBS_ORDER];
    cld__series s, t;
    int j, k, terms = 3 * degree;
    cld__curve_taylor(curve, degree, a, a_noise);
    cld__curve_taylor(cross, degree, b, b_noise);
    for (k = 0; k <= degree; k++) b_noise[k] *= 2 * CLD_NURBS_MAX_DEGREE;
    cld__series_quotients(a, a_noise, b, b_noise, degree, terms, &s, &t);
    for (k = 0; k < terms - 1; k++) {
        cld__vec3d n = cld__v3(0, 0, 0);
        double noise = 0;
        for (j = 0; j <= k; j++) {
            n = cld__v3_mad(n, j + 1.0, cld__v3_cross(s.c[j + 1], t.c[k - j]));
            noise += (j + 1.0) * (s.noise[j + 1] * cld__v3_length(t.c[k - j]) +
                                  cld__v3_length(s.c[j + 1]) * t.noise[k - j]);
        }
        if (cld__v3_length(n) > noise * unit_noise) return cld__v3_unit(n);
    }
    return cld__v3(0, 0, 0);
}

/* The limit along u (along 0) or along v (along 1), into the surface from (s, t). */
static cld__vec3d cld__local_limit_normal(const cld__local *local, int along, double s, double t)
{
    cld__d4 curve[CLD__NURBS_ORDER], cross[CLD__NURBS_ORDER], line[CLD__NURBS_ORDER], d[3];
    int degree = along ? local->q : local->p, other = along ? local->p : local->q;
    int step = along ? 1 : local->q + 1, other_step = along ? local->q + 1 : 1;
    double start = along ? t : s, at = along ? s : t;
    int backwards = start > 0.5, i, j;
    cld__vec3d n;
    for (i = 0; i <= degree; i++) {
        int place = backwards ? degree - i : i;
        for (j = 0; j <= other; j++) line[j] = local->net[place * step + j * other_step];
        cld__curve_at(line, other, at, d);
        curve[i] = d[0], cross[i] = d[1];
    }
    cld__curve_keep_end(curve, degree, backwards ? 1 - start : start);
    cld__curve_keep_end(cross, degree, backwards ? 1 - start : start);
    n = cld__limit_normal(curve, cross, degree, cld__local_noise(local));
    return cld__v3_scale(n, (along != 0) == (backwards != 0) ? 1 : -1);
}

/* Where the parameter lines tell nothing (two collapsed edges meet): the normal a thousandth of the
   span further inside. */
static cld__vec3d cld__local_inner_normal(const cld__local *local, double s, double t)
{
    const double step = 1.0 / 1024;
    cld__d4 h[3][3];
    cld__vec3d r[3][3];
    cld__local_homogeneous(local, s > 0.5 ? s - step : s + step, t > 0.5 ? t - step : t + step, h);
    cld__local_derivatives(h, r);
    return cld__local_plain_normal(local, cld__d4_w(h[0][0]), r[0][0], r[1][0], r[0][1]);
}

static cld__vec3d cld__local_normal(const cld__local *local, double w, cld__vec3d r[3][3])
{
    cld__vec3d n = cld__local_plain_normal(local, w, r[0][0], r[1][0], r[0][1]);
    int attempt;
    for (attempt = 0; attempt < 3 && !(cld__v3_dot(n, n) > 0); attempt++)
        n = attempt < 2 ? cld__local_limit_normal(local, attempt, local->s, local->t)
                        : cld__local_inner_normal(local, local->s, local->t);
    return n;
}

/* The normal at the parameters of the local patch. */
static cld__vec3d cld__local_normal_at(const cld__local *local)
{
    cld__d4 h[3][3];
    cld__vec3d r[3][3];
    cld__local_homogeneous(local, local->s, local->t, h);
    cld__local_derivatives(h, r);
    return cld__local_normal(local, cld__d4_w(h[0][0]), r);
}

/* v * a / b / c with numbers that cld_real cannot hold brought to its largest. */
static cld_vec3 cld__derivative_to(cld__vec3d v, double a, double b, double c)
{
#ifdef COLLIDE_DOUBLE
    const double most = DBL_MAX;
#else
    const double most = (double)FLT_MAX;
#endif
    v = cld__v3(v.x * a / b / c, v.y * a / b / c, v.z * a / b / c);
    v = cld__v3(cld__max(-most, v.x), cld__max(-most, v.y), cld__max(-most, v.z));
    return cld__v3_to(cld__v3(cld__min(most, v.x), cld__min(most, v.y), cld__min(most, v.z)));
}

/* The span around *u, which is clamped to the domain, or a status: the knots that count there are
   looked at, so that a malformed vector cannot lead astray. */
static int cld__knot_span_checked(const cld_real *knots, int degree, int count, double *u,
                                  int *span)
{
    double low, high;
    int i, k;
    if (!cld__bits_usable(knots[degree]) || !cld__bits_usable(knots[count]))
        return CLD_ERROR_KNOT_FINITE;
    low = (double)knots[degree], high = (double)knots[count];
    *u = *u < low ? low : *u > high ? high : *u;
    *span = k = cld__knot_span(knots, degree, count, *u);
    for (i = k - degree; i <= k + degree + 1; i++)
        if (!cld__bits_usable(knots[i])) return CLD_ERROR_KNOT_FINITE;
    for (i = k - degree; i <= k + degree; i++)
        if (knots[i + 1] < knots[i]) return CLD_ERROR_KNOT_ORDER;
    if (low > high) return CLD_ERROR_KNOT_ORDER;
    if (!(low < high)) return CLD_ERROR_KNOT_DOMAIN;
    if (*u < (double)knots[k] || (double)knots[k + 1] < *u || !(knots[k] < knots[k + 1]))
        return CLD_ERROR_KNOT_ORDER;
    for (i = k - degree; i <= k + 1; i++)
        if (!(knots[i] < knots[i + degree]) && knots[degree] < knots[i] && knots[i] < knots[count])
            return CLD_ERROR_KNOT_REPEAT;
    return CLD_OK;
}

/* Spans and clamped parameters of (u, v), all that counts there having been checked. */
static int cld__nurbs_locate(const cld_nurbs *s, double uv[2], int span[2])
{
    int status = cld__nurbs_validate_shape(s, NULL);
    if (status) return status;
    status = cld__knot_span_checked(s->knots_u, s->degree_u, s->count_u, &uv[0], &span[0]);
    if (!status)
        status = cld__knot_span_checked(s->knots_v, s->degree_v, s->count_v, &uv[1], &span[1]);
    if (status) return status;
    return cld__nurbs_validate_net(s, span[0] - s->degree_u, span[0], span[1] - s->degree_v,
                                   span[1], NULL);
}

int cld_nurbs_evaluate(const cld_nurbs *surface, cld_real u, cld_real v, cld_nurbs_point *out)
{
    cld__local local;
    cld__d4 h[3][3];
    cld__vec3d r[3][3];
    double uv[2], unit, a, b;
    int span[2], status;
    if (!out) return CLD_ERROR_NULL;
    if (cld__is_nan((double)u) || cld__is_nan((double)v)) {
        status = cld__nurbs_validate_shape(surface, NULL);
        return status ? status : CLD_ERROR_PARAMETER;
    }
    uv[0] = (double)u, uv[1] = (double)v;
    status = cld__nurbs_locate(surface, uv, span);
    if (status) return status;
    cld__local_read(&local, surface, span[0], span[1], uv[0], uv[1]);
    cld__local_homogeneous(&local, local.s, local.t, h);
    cld__local_derivatives(h, r);
    unit = local.unit, a = local.width_u, b = local.width_v;
    out->position = cld__v3_to(cld__v3_mad(local.origin, unit, r[0][0]));
    out->du = cld__derivative_to(r[1][0], unit, a, 1);
    out->dv = cld__derivative_to(r[0][1], unit, b, 1);
    out->duu = cld__derivative_to(r[2][0], unit, a, a);
    out->duv = cld__derivative_to(r[1][1], unit, a, b);
    out->dvv = cld__derivative_to(r[0][2], unit, b, b);
    out->normal = cld__v3_to(cld__local_normal(&local, cld__d4_w(h[0][0]), r));
    return CLD_OK;
}

/* -------------------------------------------------------------------------- [NURBS] views: refine
   New surfaces are laid out in the caller's memory: knots_u, knots_v, points, weights. Control
   points that an operation does not change are copied; others are computed in double and rounded
   once. */

/* A surface that is being written. */
typedef struct cld__draft {
    cld_real *knots_u, *knots_v, *points, *weights;
    int degree_u, degree_v, count_u, count_v;
} cld__draft;

/* Numbers that a surface needs; -1 if they do not fit an int. */
static int cld__draft_numbers(int degree_u, int degree_v, int count_u, int count_v, int rational)
{
    double n = (double)count_u + degree_u + 1 + count_v + degree_v + 1 +
               (double)count_u * count_v * (rational ? 4 : 3);
    return n > INT32_MAX ? -1 : (int)n;
}

/* Starts a surface at `memory`, sets up its view, and moves `memory` behind it. */
static cld__draft cld__draft_begin(int degree_u, int degree_v, int count_u, int count_v,
                                   int rational, cld_nurbs *view, cld_real **memory)
{
    cld__draft d;
    d.degree_u = degree_u, d.degree_v = degree_v;
    d.count_u = count_u, d.count_v = count_v;
    d.knots_u = *memory;
    d.knots_v = d.knots_u + count_u + degree_u + 1;
    d.points = d.knots_v + count_v + degree_v + 1;
    *memory = d.points + 3 * (size_t)count_u * (size_t)count_v;
    d.weights = rational ? *memory : NULL;
    if (rational) *memory += (size_t)count_u * (size_t)count_v;
    memset(view, 0, sizeof *view);
    view->degree_u = degree_u, view->degree_v = degree_v;
    view->count_u = count_u, view->count_v = count_v;
    view->knots_u = d.knots_u, view->knots_v = d.knots_v;
    view->points = d.points, view->weights = d.weights;
    return d;
}

/* Writes the homogeneous point h, seen from origin. The quotient is that of the weight before it is
   rounded: an error of a weight then moves the surface by a fraction of the net's size, not of its
   distance from the origin. */
static void cld__draft_write(const cld__draft *d, int i, int j, cld__d4 h, cld__vec3d origin)
{
    size_t at = (size_t)i * (size_t)d->count_v + (size_t)j;
    double v[4];
    cld__d4_store(v, h);
    if (d->weights) d->weights[at] = (cld_real)v[3];
    d->points[3 * at] = (cld_real)(origin.x + v[0] / v[3]);
    d->points[3 * at + 1] = (cld_real)(origin.y + v[1] / v[3]);
    d->points[3 * at + 2] = (cld_real)(origin.z + v[2] / v[3]);
}

static void cld__draft_copy(const cld__draft *d, int i, int j, const cld__net *from, int from_i,
                            int from_j)
{
    size_t at = (size_t)i * (size_t)d->count_v + (size_t)j;
    memcpy(d->points + 3 * at, cld__net_point(from, from_i, from_j), 3 * sizeof(cld_real));
    if (d->weights) d->weights[at] = *cld__net_weight(from, from_i, from_j);
}

/* What inserting a knot does to any row of control points: those below `first` stay, `changed` new
   ones are the rows of `matrix` times the old window first-1 .. first-1+degree, the rest are the
   old ones, `times` places further up. */
typedef struct cld__insertion {
    int span, times, multiplicity; /* multiplicity before */
    int first, changed;
    double matrix[2 * CLD_NURBS_MAX_DEGREE][CLD__NURBS_ORDER];
} cld__insertion;

/* Sets up where the knot belongs; the caller chooses times, then computes the matrix. */
static void cld__insertion_locate(const cld_real *knots, int degree, int count, cld_real knot,
                                  cld__insertion *r)
{
    int k = cld__knot_span(knots, degree, count, (double)knot);
    r->span = k;
    r->multiplicity = 0;
    while (r->multiplicity < degree && !(knots[k - r->multiplicity] < knot)) r->multiplicity++;
}

/* Boehm 1980, `times` times over: each takes new point i at alpha between the points i-1 and i of
   the net before. Every alpha is in [0, 1]. */
static void cld__insertion_matrix(const cld_real *knots, int degree, cld_real knot,
                                  cld__insertion *r)
{
    double rows[2 * CLD_NURBS_MAX_DEGREE + 1][CLD__NURBS_ORDER], t = (double)knot;
    int base = r->span - degree, last = r->span - r->multiplicity, round, i, j;
    memset(rows, 0, sizeof rows);
    for (i = 0; i <= degree; i++) rows[i][i] = 1;
    for (round = 1; round <= r->times; round++) {
        for (i = degree + round; i > last - base; i--) memcpy(rows[i], rows[i - 1], sizeof rows[i]);
        for (i = last; i >= base + round; i--) {
            double low = (double)knots[i], high = (double)knots[i + degree - round + 1];
            double alpha = (t - low) / (high - low);
            for (j = 0; j <= degree; j++)
                rows[i - base][j] = alpha * rows[i - base][j] + (1 - alpha) * rows[i - base - 1][j];
        }
    }
    r->first = base + 1;
    r->changed = r->times ? last - base + r->times - 1 : 0;
    for (i = 0; i < r->changed; i++) memcpy(r->matrix[i], rows[i + 1], sizeof rows[i]);
}

/* Knot i of the refined vector. */
static cld_real cld__insertion_knot(const cld__insertion *r, const cld_real *knots, cld_real knot,
                                    int i)
{
    if (i <= r->span) return knots[i];
    return i <= r->span + r->times ? knot : knots[i - r->times];
}

/* Writes line i of the refined net (along direction 0 or 1) as line `to` of the draft. */
static void cld__insertion_write(const cld__insertion *r, const cld_nurbs *s, int direction, int i,
                                 const cld__draft *d, int to)
{
    cld__net from = cld__nurbs_net(s);
    int degree = direction ? s->degree_v : s->degree_u;
    int lines = direction ? s->count_u : s->count_v, line, j;
    int copied = i < r->first ? i : i - r->times;
    for (line = 0; line < lines; line++) {
        int ti = direction ? line : to, tj = direction ? to : line;
        if (i < r->first || i >= r->first + r->changed) {
            cld__draft_copy(d, ti, tj, &from, direction ? line : copied, direction ? copied : line);
        } else {
            const double *row = r->matrix[i - r->first];
            int base = r->first - 1;
            const cld_real *p =
                cld__net_point(&from, direction ? line : base, direction ? base : line);
            cld__vec3d origin = cld__v3((double)p[0], (double)p[1], (double)p[2]);
            cld__d4 sum = cld__d4_all(0);
            for (j = 0; j <= degree; j++)
                sum = cld__d4_mad(cld__net_read(&from, direction ? line : base + j,
                                                direction ? base + j : line, origin),
                                  cld__d4_all(row[j]), sum);
            cld__draft_write(d, ti, tj, sum, origin);
        }
    }
}

/* The part of a refined surface whose control lines along `direction` are first .. first+count-1
   and whose knots begin with that of index first_knot; before_knot and after_knot, where not NULL,
   are put in front and behind. */
static void cld__insertion_part(const cld__insertion *r, const cld_nurbs *s, int direction,
                                cld_real knot, int first, int count, int clamp_below,
                                int clamp_above, cld_nurbs *out, cld_real **memory)
{
    const cld_real *knots = direction ? s->knots_v : s->knots_u;
    int degree = direction ? s->degree_v : s->degree_u, i;
    cld__draft d =
        cld__draft_begin(s->degree_u, s->degree_v, direction ? s->count_u : count,
                         direction ? count : s->count_v, s->weights != NULL, out, memory);
    cld_real *to = direction ? d.knots_v : d.knots_u;
    if (direction)
        memcpy(d.knots_u, s->knots_u, (size_t)(s->count_u + s->degree_u + 1) * sizeof *to);
    else
        memcpy(d.knots_v, s->knots_v, (size_t)(s->count_v + s->degree_v + 1) * sizeof *to);
    for (i = 0; i <= count + degree; i++) {
        int clamped = (clamp_below && i == 0) || (clamp_above && i == count + degree);
        to[i] = clamped ? knot : cld__insertion_knot(r, knots, knot, first + i);
    }
    for (i = 0; i < count; i++) cld__insertion_write(r, s, direction, first + i, &d, i);
}

/* Checks what all functions here have in common: the surface, direction and knot, the output. */
static int cld__refine_check(const cld_nurbs *s, int direction, cld_real knot, const cld_nurbs *out,
                             const cld_real *memory, int capacity)
{
    int status = cld_nurbs_validate(s, NULL);
    const cld_real *knots;
    int degree, count;
    if (status) return status;
    if (capacity < 0) return CLD_ERROR_COUNT;
    if (capacity > 0 && (!out || !memory)) return CLD_ERROR_NULL;
    if (direction != 0 && direction != 1) return CLD_ERROR_PARAMETER;
    knots = direction ? s->knots_v : s->knots_u;
    degree = direction ? s->degree_v : s->degree_u;
    count = direction ? s->count_v : s->count_u;
    if (!cld__bits_usable(knot) || !(knots[degree] < knot) || !(knot < knots[count]))
        return CLD_ERROR_PARAMETER;
    return CLD_OK;
}

int cld_nurbs_insert_knot(const cld_nurbs *surface, int direction, cld_real knot, int times,
                          cld_nurbs *out, cld_real *memory, int capacity)
{
    cld__insertion r;
    const cld_real *knots;
    int status = cld__refine_check(surface, direction, knot, out, memory, capacity);
    int degree, count, needed;
    if (status) return status;
    knots = direction ? surface->knots_v : surface->knots_u;
    degree = direction ? surface->degree_v : surface->degree_u;
    count = direction ? surface->count_v : surface->count_u;
    cld__insertion_locate(knots, degree, count, knot, &r);
    if (times < 0 || times > degree - r.multiplicity) return CLD_ERROR_PARAMETER;
    needed = cld__draft_numbers(
        surface->degree_u, surface->degree_v, surface->count_u + (direction ? 0 : times),
        surface->count_v + (direction ? times : 0), surface->weights != NULL);
    if (needed < 0) return CLD_ERROR_COUNT;
    if (needed > capacity) return needed;
    r.times = times;
    cld__insertion_matrix(knots, degree, knot, &r);
    cld__insertion_part(&r, surface, direction, knot, 0, count + times, 0, 0, out, &memory);
    return needed;
}

int cld_nurbs_split(const cld_nurbs *surface, int direction, cld_real parameter, cld_nurbs out[2],
                    cld_real *memory, int capacity)
{
    cld__insertion r;
    const cld_real *knots;
    int status = cld__refine_check(surface, direction, parameter, out, memory, capacity);
    int degree, count, below, above, needed[2];
    if (status) return status;
    knots = direction ? surface->knots_v : surface->knots_u;
    degree = direction ? surface->degree_v : surface->degree_u;
    count = direction ? surface->count_v : surface->count_u;
    cld__insertion_locate(knots, degree, count, parameter, &r);
    /* with multiplicity `degree` the surface passes through the control line before the first copy:
       that line ends one half and begins the other */
    r.times = degree - r.multiplicity;
    below = r.span - r.multiplicity + 1;
    above = count + r.times - below + 1;
    needed[0] = cld__draft_numbers(surface->degree_u, surface->degree_v,
                                   direction ? surface->count_u : below,
                                   direction ? below : surface->count_v, surface->weights != NULL);
    needed[1] = cld__draft_numbers(surface->degree_u, surface->degree_v,
                                   direction ? surface->count_u : above,
                                   direction ? above : surface->count_v, surface->weights != NULL);
    if (needed[0] < 0 || needed[1] < 0 || needed[0] > INT32_MAX - needed[1]) return CLD_ERROR_COUNT;
    if (needed[0] + needed[1] > capacity) return needed[0] + needed[1];
    cld__insertion_matrix(knots, degree, parameter, &r);
    cld__insertion_part(&r, surface, direction, parameter, 0, below, 0, 1, &out[0], &memory);
    cld__insertion_part(&r, surface, direction, parameter, below - 1, above, 1, 0, &out[1],
                        &memory);
    return needed[0] + needed[1];
}

static int cld__spans(const cld_real *knots, int degree, int count)
{
    int k, spans = 0;
    for (k = degree; k < count; k++) spans += knots[k] < knots[k + 1];
    return spans;
}

/* cld__bezier_matrix for the span after `previous` (or -1), whose matrix is given and replaced. The
   first row is taken over from the last row there: it is the same point, and neighbouring patches
   get the same bits on the edge that they share. */
static void cld__bezier_matrix_next(const cld_real *knots, int degree, int previous, int span,
                                    double *matrix)
{
    double shared[CLD__NURBS_ORDER];
    int order = degree + 1, j, shift = span - previous;
    memcpy(shared, matrix + degree * order, (size_t)order * sizeof *shared);
    cld__bezier_matrix(knots, degree, span, matrix);
    if (previous < 0) return;
    for (j = 0; j < order; j++) matrix[j] = j + shift < order ? shared[j + shift] : 0;
}

static void cld__bezier_write(const cld_nurbs *s, int k, int l, const double *matrix_u,
                              const double *matrix_v, cld_nurbs *out, cld_real **memory)
{
    double net[4 * CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    cld__net from = cld__nurbs_net(s);
    int p = s->degree_u, q = s->degree_v, i, j;
    cld__vec3d origin = cld__v3(0, 0, 0);
    cld__draft d = cld__draft_begin(p, q, p + 1, q + 1, s->weights != NULL, out, memory);
    for (i = 0; i <= p; i++) {
        d.knots_u[i] = s->knots_u[k];
        d.knots_u[i + p + 1] = s->knots_u[k + 1];
    }
    for (j = 0; j <= q; j++) {
        d.knots_v[j] = s->knots_v[l];
        d.knots_v[j + q + 1] = s->knots_v[l + 1];
    }
    cld__span_bezier_any(&from, p, q, k, l, matrix_u, matrix_v, origin, net);
    for (i = 0; i <= p; i++)
        for (j = 0; j <= q; j++)
            cld__draft_write(&d, i, j, cld__d4_load(net + 4 * (i * (q + 1) + j)), origin);
}

int cld_nurbs_extract_bezier(const cld_nurbs *surface, cld_nurbs *out, int patch_capacity,
                             int *patch_count, cld_real *memory, int capacity)
{
    double matrix_u[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    double matrix_v[CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    int status = cld_nurbs_validate(surface, NULL), p, q, k, l, before_k = -1, before_l;
    double patches, needed;
    if (status) return status;
    if (capacity < 0 || patch_capacity < 0) return CLD_ERROR_COUNT;
    if (!patch_count || (capacity > 0 && !memory) || (patch_capacity > 0 && !out))
        return CLD_ERROR_NULL;
    p = surface->degree_u, q = surface->degree_v;
    patches = (double)cld__spans(surface->knots_u, p, surface->count_u) *
              cld__spans(surface->knots_v, q, surface->count_v);
    needed = patches * cld__draft_numbers(p, q, p + 1, q + 1, surface->weights != NULL);
    if (needed > INT32_MAX) return CLD_ERROR_COUNT;
    *patch_count = (int)patches;
    if (needed > capacity || patches > patch_capacity) return (int)needed;
    memset(matrix_u, 0, sizeof matrix_u), memset(matrix_v, 0, sizeof matrix_v);
    for (k = p; k < surface->count_u; k++) {
        if (!(surface->knots_u[k] < surface->knots_u[k + 1])) continue;
        cld__bezier_matrix_next(surface->knots_u, p, before_k, k, matrix_u);
        before_k = k, before_l = -1;
        for (l = q; l < surface->count_v; l++) {
            if (!(surface->knots_v[l] < surface->knots_v[l + 1])) continue;
            cld__bezier_matrix_next(surface->knots_v, q, before_l, l, matrix_v);
            before_l = l;
            cld__bezier_write(surface, k, l, matrix_u, matrix_v, out++, &memory);
        }
    }
    return (int)needed;
}

int cld_nurbs_obb(const cld_nurbs *surface, cld_obb_fit fit, cld_obb *out)
{
    cld__points points;
    cld__net net;
    int status = cld_nurbs_validate(surface, NULL);
    if (status) return status;
    if (!out) return CLD_ERROR_NULL;
    net = cld__nurbs_net(surface);
    memset(&points, 0, sizeof points);
    points.first = net.points;
    points.count = (size_t)surface->count_u * (size_t)surface->count_v;
    points.stride = net.stride_v;
    points.columns = (size_t)surface->count_v;
    points.row_stride = net.stride_u;
    return cld__obb_fit(&points, fit, out);
}

/* ------------------------------------------------------ [NURBS] Bezier pieces: split, bound, solve
   A query works in the frame of body A. A *patch* is one knot rectangle of a surface as a rational
   Bezier net in that frame; a *piece* is a part of a patch, made by halving at 1/2 (de Casteljau),
   and bounded by its control points: first by the box along the axes, then by slabs along its own
   normal and tangents. Pieces are made once and kept in a pool, because a piece of A meets several
   of B. Invariant: `error` of a piece bounds the distance of its stored control points from those
   that exact arithmetic would give; every 'apart' adds the errors of both sides. */

/* Control nets are rows of points along v, homogeneous: (x w, y w, z w, w). */
typedef struct cld__piece {
    cld__d4 low, high; /* box of the control points */
    cld__d4 dir_x, dir_y,
        dir_z; /* four unit directions, by component: normal, tangents, diagonal */
    cld__d4 slab_low, slab_high;               /* what the control points reach along them */
    cld__d4 dop_low[3], dop_high[3];           /* along fixed directions, if k-DOPs are wanted */
    cld__vec3d centre, edge_u, edge_v, normal; /* bilinear model: middle, mean edges, unit normal */
    double length_u, length_v;                 /* longest polygon of the net in either direction */
    double radius;                             /* of the sphere around the middle of the box */
    cld__vec3d middle;                         /* the surface at the middle parameters, and how */
    double deviation_u, deviation_v; /* far derivatives are from the edges; -1: not known yet */
    double weight_low, weight_mean;  /* least weight, harmonic mean of the extremes; then as well */
    double u0, u1, v0, v1;           /* where in the patch, 0..1 */
    double error;                    /* see above */
    int side, surface, span;         /* 0 A, 1 B; which patch of which surface */
    int root;                        /* the piece that is the whole patch */
    int child[2];                    /* halves, -1: not made yet */
    short level;                     /* halvings so far */
    char degree_u, degree_v;
    char rational, has_slabs, has_dop, split_u, marked;
} cld__piece;

CLD__INLINE int cld__net_count(const cld__piece *piece)
{
    return (piece->degree_u + 1) * (piece->degree_v + 1);
}

/* The net follows the piece in memory; that of a rational piece is followed by its projected
   points. */
CLD__INLINE double *cld__piece_net(const cld__piece *piece)
{
    return (double *)(uintptr_t)(piece + 1);
}

CLD__INLINE const double *cld__hull_points(const cld__piece *piece)
{
    return cld__piece_net(piece) + (piece->rational ? 4 * cld__net_count(piece) : 0);
}

/* By component, four directions a set: corners of a cube, then its edges. */
static const double cld__dop_directions[3][3][4] = {{{1, 1, 1, 1}, {1, 1, -1, -1}, {1, -1, 1, -1}},
                                                    {{1, 1, 1, 1}, {1, -1, 0, 0}, {0, 0, 1, -1}},
                                                    {{0, 0, 0, 0}, {1, 1, 0, 0}, {1, -1, 0, 0}}};

/* What `count` points reach along four directions at once. */
CLD__INLINE void cld__project(const double *points, int count, cld__d4 x, cld__d4 y, cld__d4 z,
                              cld__d4 *low, cld__d4 *high)
{
    cld__d4 lo = cld__d4_all(DBL_MAX), hi = cld__d4_all(-DBL_MAX);
    int i;
    for (i = 0; i < count; i++) {
        const double *p = points + 4 * i;
        cld__d4 d = cld__d4_mul(cld__d4_all(p[0]), x);
        d = cld__d4_mad(cld__d4_all(p[1]), y, d);
        d = cld__d4_mad(cld__d4_all(p[2]), z, d);
        lo = cld__d4_min(lo, d);
        hi = cld__d4_max(hi, d);
    }
    *low = lo, *high = hi;
}

CLD__INLINE cld__vec3d cld__hull_point(const cld__piece *piece, int i, int j)
{
    const double *p = cld__hull_points(piece) + 4 * (i * (piece->degree_v + 1) + j);
    return cld__v3(p[0], p[1], p[2]);
}

/* Projected points of a rational net, box of the points, bilinear model, lengths. */
static void cld__piece_bound(cld__piece *piece)
{
    int i, count = cld__net_count(piece), p = piece->degree_u, q = piece->degree_v;
    const double *points;
    cld__d4 low, high;
    cld__vec3d p00, p01, p10, p11;
    if (piece->rational) {
        const double *net = cld__piece_net(piece);
        double *out = cld__piece_net(piece) + 4 * count;
        for (i = 0; i < count; i++) {
            double s = 1 / net[4 * i + 3];
            cld__d4_store(out + 4 * i, cld__d4_mul(cld__d4_load(net + 4 * i), cld__d4_all(s)));
            out[4 * i + 3] = 1; /* exactly: it takes part in comparisons */
        }
    }
    points = cld__hull_points(piece);
    low = high = cld__d4_load(points);
    for (i = 1; i < count; i++) {
        cld__d4 a = cld__d4_load(points + 4 * i);
        low = cld__d4_min(low, a);
        high = cld__d4_max(high, a);
    }
    piece->low = low, piece->high = high;
    p00 = cld__hull_point(piece, 0, 0), p01 = cld__hull_point(piece, 0, q);
    p10 = cld__hull_point(piece, p, 0), p11 = cld__hull_point(piece, p, q);
    piece->edge_u = cld__v3_scale(cld__v3_sub(cld__v3_add(p10, p11), cld__v3_add(p00, p01)), 0.5);
    piece->edge_v = cld__v3_scale(cld__v3_sub(cld__v3_add(p01, p11), cld__v3_add(p00, p10)), 0.5);
    piece->centre = cld__v3_scale(cld__v3_add(cld__v3_add(p00, p01), cld__v3_add(p10, p11)), 0.25);
    piece->radius = 0.5 * cld__v3_length(cld__d4_xyz(cld__d4_sub(high, low)));
    piece->has_slabs = piece->has_dop = 0;
    piece->deviation_u = -1;
}

/* Lengths decide which way to split: root mean square over the net's polygons, so that the side of
   a pole, of length zero, does not hide the others. */
static void cld__piece_lengths(cld__piece *piece)
{
    int p = piece->degree_u, q = piece->degree_v, i, j;
    const double *points = cld__hull_points(piece);
    cld__d4 sum_u = cld__d4_all(0), sum_v = cld__d4_all(0);
    cld__vec3d s;
    for (i = 0; i <= p; i++) {
        for (j = 0; j <= q; j++) {
            const double *a = points + 4 * (i * (q + 1) + j);
            cld__d4 here = cld__d4_load(a), d;
            if (i < p) {
                d = cld__d4_sub(cld__d4_load(a + 4 * (q + 1)), here);
                sum_u = cld__d4_mad(d, d, sum_u);
            }
            if (j < q) {
                d = cld__d4_sub(cld__d4_load(a + 4), here);
                sum_v = cld__d4_mad(d, d, sum_v);
            }
        }
    }
    s = cld__d4_xyz(sum_u);
    piece->length_u = sqrt((s.x + s.y + s.z) * p / (q + 1));
    s = cld__d4_xyz(sum_v);
    piece->length_v = sqrt((s.x + s.y + s.z) * q / (p + 1));
}

/* Slabs along the piece's own normal, tangents and a diagonal of them; made when first needed, as
   most pieces are parted by their boxes. A direction that degenerates to zero separates nothing. */
static void cld__piece_slabs(cld__piece *piece)
{
    cld__vec3d u = cld__v3_unit(piece->edge_u), v = cld__v3_unit(piece->edge_v);
    cld__vec3d n = cld__v3_unit(cld__v3_cross(u, v)), t = cld__v3_unit(cld__v3_cross(n, u));
    cld__vec3d d = cld__v3_scale(cld__v3_add(u, t), 0.70710678118654752);
    piece->normal = n;
    piece->dir_x = cld__d4_set(n.x, u.x, t.x, d.x);
    piece->dir_y = cld__d4_set(n.y, u.y, t.y, d.y);
    piece->dir_z = cld__d4_set(n.z, u.z, t.z, d.z);
    cld__project(cld__hull_points(piece), cld__net_count(piece), piece->dir_x, piece->dir_y,
                 piece->dir_z, &piece->slab_low, &piece->slab_high);
    piece->has_slabs = 1;
}

/* Halves the net at 1/2 in u (rows). Midpoints only: additions and halvings. */
static void cld__halve_u(const double *net, int p, int q, double *left, double *right)
{
    int row = 4 * (q + 1), r, i, k;
    memcpy(right, net, (size_t)(p + 1) * (size_t)row * sizeof *net);
    for (r = 0; r < p; r++) {
        memcpy(left + r * row, right, (size_t)row * sizeof *net);
        for (i = 0; i < p - r; i++) {
            double *a = right + i * row;
            for (k = 0; k < row; k += 4) {
                cld__d4 sum = cld__d4_add(cld__d4_load(a + k), cld__d4_load(a + row + k));
                cld__d4_store(a + k, cld__d4_mul(sum, cld__d4_all(0.5)));
            }
        }
    }
    memcpy(left + p * row, right, (size_t)row * sizeof *net);
}

/* The same in v (within each row). */
static void cld__halve_v(const double *net, int p, int q, double *left, double *right)
{
    int row = 4 * (q + 1), r, i, j;
    memcpy(right, net, (size_t)(p + 1) * (size_t)row * sizeof *net);
    for (i = 0; i <= p; i++, left += row, right += row) {
        for (r = 0; r < q; r++) {
            cld__d4 a = cld__d4_load(right);
            cld__d4_store(left + 4 * r, a);
            for (j = 0; j < q - r; j++) {
                cld__d4 b = cld__d4_load(right + 4 * j + 4);
                cld__d4_store(right + 4 * j, cld__d4_mul(cld__d4_add(a, b), cld__d4_all(0.5)));
                a = b;
            }
        }
        cld__d4_store(left + 4 * q, cld__d4_load(right));
    }
}

/* Bernstein polynomials of degree n at t, and their derivatives (NULL: not wanted). */
static void cld__bernstein(int n, double t, double *b, double *d1, double *d2)
{
    double low[2][CLD_NURBS_MAX_DEGREE + 2];
    double s = 1 - t;
    int i, k;
    if (n == 3) { /* nearly all surfaces are cubic or quadric */
        b[0] = s * s * s, b[1] = 3 * t * s * s, b[2] = 3 * t * t * s, b[3] = t * t * t;
        if (d1) d1[0] = -3 * s * s, d1[1] = 3 * s * (s - 2 * t), d1[2] = 3 * t * (2 * s - t);
        if (d1) d1[3] = 3 * t * t;
        if (d2) d2[0] = 6 * s, d2[1] = 6 * (t - 2 * s), d2[2] = 6 * (s - 2 * t), d2[3] = 6 * t;
        return;
    }
    if (n == 2) {
        b[0] = s * s, b[1] = 2 * t * s, b[2] = t * t;
        if (d1) d1[0] = -2 * s, d1[1] = 2 * (s - t), d1[2] = 2 * t;
        if (d2) d2[0] = 2, d2[1] = -4, d2[2] = 2;
        return;
    }
    b[0] = 1;
    for (k = 1; k <= n; k++) {
        double carry = 0;
        if (k == n) memcpy(low[0], b, (size_t)n * sizeof *b);
        if (k == n - 1) memcpy(low[1], b, (size_t)k * sizeof *b);
        for (i = 0; i < k; i++) {
            double old = b[i];
            b[i] = carry + s * old;
            carry = t * old;
        }
        b[k] = carry;
    }
    if (d1) {
        for (i = 0; i <= n; i++)
            d1[i] = n * ((i > 0 ? low[0][i - 1] : 0) - (i < n ? low[0][i] : 0));
    }
    if (d2) {
        for (i = 0; i <= n; i++) {
            double a = i > 1 ? low[1][i - 2] : 0, c = i < n - 1 ? low[1][i] : 0;
            double m = i > 0 && i < n ? low[1][i - 1] : 0;
            d2[i] = n * (n - 1) * (a - 2 * m + c);
        }
    }
}

/* A patch at (u, v), with derivatives by its own 0..1 parameters. */
typedef struct cld__jet {
    cld__vec3d p, du, dv, duu, duv, dvv;
} cld__jet;

typedef struct cld__homogeneous {
    cld__vec3d p;
    double w;
} cld__homogeneous;

CLD__INLINE cld__homogeneous cld__unpack(cld__d4 a)
{
    double v[4];
    cld__homogeneous h;
    cld__d4_store(v, a);
    h.p = cld__v3(v[0], v[1], v[2]);
    h.w = v[3];
    return h;
}

/* Value and first derivatives. */
static void cld__patch_jet1(const cld__piece *root, double u, double v, cld__jet *out)
{
    double bu[CLD_NURBS_MAX_DEGREE + 1], du[CLD_NURBS_MAX_DEGREE + 1];
    double bv[CLD_NURBS_MAX_DEGREE + 1], dv[CLD_NURBS_MAX_DEGREE + 1];
    int p = root->degree_u, q = root->degree_v, i, j;
    const double *net = cld__piece_net(root);
    cld__d4 s = cld__d4_all(0), su = s, sv = s;
    cld__homogeneous h, hu, hv;
    cld__bernstein(p, u, bu, du, NULL);
    cld__bernstein(q, v, bv, dv, NULL);
    for (i = 0; i <= p; i++) {
        cld__d4 r = cld__d4_all(0), rv = r;
        for (j = 0; j <= q; j++, net += 4) {
            cld__d4 c = cld__d4_load(net);
            r = cld__d4_mad(cld__d4_all(bv[j]), c, r);
            rv = cld__d4_mad(cld__d4_all(dv[j]), c, rv);
        }
        s = cld__d4_mad(cld__d4_all(bu[i]), r, s);
        su = cld__d4_mad(cld__d4_all(du[i]), r, su);
        sv = cld__d4_mad(cld__d4_all(bu[i]), rv, sv);
    }
    h = cld__unpack(s), hu = cld__unpack(su), hv = cld__unpack(sv);
    if (!root->rational) {
        out->p = h.p, out->du = hu.p, out->dv = hv.p;
        return;
    }
    h.w = 1 / h.w;
    out->p = cld__v3_scale(h.p, h.w);
    out->du = cld__v3_scale(cld__v3_mad(hu.p, -hu.w, out->p), h.w);
    out->dv = cld__v3_scale(cld__v3_mad(hv.p, -hv.w, out->p), h.w);
}

/* Value, first and second derivatives (quotient rule: The NURBS Book 4.5). */
static void cld__patch_jet2(const cld__piece *root, double u, double v, cld__jet *out)
{
    double b[2][3][CLD_NURBS_MAX_DEGREE + 1];
    int p = root->degree_u, q = root->degree_v, i, j, k;
    const double *net = cld__piece_net(root);
    cld__d4 sum[6];
    cld__homogeneous h[6];
    cld__vec3d d;
    cld__bernstein(p, u, b[0][0], b[0][1], b[0][2]);
    cld__bernstein(q, v, b[1][0], b[1][1], b[1][2]);
    for (k = 0; k < 6; k++) sum[k] = cld__d4_all(0);
    for (i = 0; i <= p; i++) {
        cld__d4 r0 = cld__d4_all(0), r1 = r0, r2 = r0;
        cld__d4 b0 = cld__d4_all(b[0][0][i]), b1 = cld__d4_all(b[0][1][i]);
        for (j = 0; j <= q; j++, net += 4) {
            cld__d4 c = cld__d4_load(net);
            r0 = cld__d4_mad(cld__d4_all(b[1][0][j]), c, r0);
            r1 = cld__d4_mad(cld__d4_all(b[1][1][j]), c, r1);
            r2 = cld__d4_mad(cld__d4_all(b[1][2][j]), c, r2);
        }
        sum[0] = cld__d4_mad(b0, r0, sum[0]);
        sum[1] = cld__d4_mad(b1, r0, sum[1]);
        sum[2] = cld__d4_mad(b0, r1, sum[2]);
        sum[3] = cld__d4_mad(cld__d4_all(b[0][2][i]), r0, sum[3]);
        sum[4] = cld__d4_mad(b1, r1, sum[4]);
        sum[5] = cld__d4_mad(b0, r2, sum[5]);
    }
    for (k = 0; k < 6; k++) h[k] = cld__unpack(sum[k]);
    if (!root->rational) {
        out->p = h[0].p, out->du = h[1].p, out->dv = h[2].p;
        out->duu = h[3].p, out->duv = h[4].p, out->dvv = h[5].p;
        return;
    }
    h[0].w = 1 / h[0].w;
    out->p = cld__v3_scale(h[0].p, h[0].w);
    out->du = cld__v3_scale(cld__v3_mad(h[1].p, -h[1].w, out->p), h[0].w);
    out->dv = cld__v3_scale(cld__v3_mad(h[2].p, -h[2].w, out->p), h[0].w);
    d = cld__v3_mad(cld__v3_mad(h[3].p, -h[3].w, out->p), -2 * h[1].w, out->du);
    out->duu = cld__v3_scale(d, h[0].w);
    d = cld__v3_mad(cld__v3_mad(h[4].p, -h[4].w, out->p), -h[1].w, out->dv);
    out->duv = cld__v3_scale(cld__v3_mad(d, -h[2].w, out->du), h[0].w);
    d = cld__v3_mad(cld__v3_mad(h[5].p, -h[5].w, out->p), -2 * h[2].w, out->dv);
    out->dvv = cld__v3_scale(d, h[0].w);
}

/* ------------------------------------------------------------------------ [NURBS] tree of one body
   Knot rectangle (i, j) of a surface is bounded by its own (p+1)(q+1) control points. Over the
   grid of these boxes stands a pyramid, each level half as many in u and v; over the surfaces of a
   body a binary tree. No knot is inserted and nothing but the boxes is computed before the query
   asks for a patch. All is in the body's own frame, so that a prepared model serves every pose,
   and a query on bare views builds the very same tree in its workspace: both ways run the same
   code on the same numbers. */

/* Along the axes of a frame. The last place is 0: comparisons look at all four. */
typedef struct cld__aabb {
    cld__d4 low, high;
} cld__aabb;

/* A box that lies along a part of a surface: half extents as vectors. From these follows the box
   along the axes of any other frame. */
typedef struct cld__slanted {
    cld__d4 centre, half[3];
    cld__vec3d middle; /* the control point that cld__part_middle gives without preparation */
} cld__slanted;

typedef struct cld__grid {
    int count_u, count_v;
    cld__aabb *boxes;
    cld__slanted *slanted; /* prepared models only */
} cld__grid;

typedef struct cld__surface {
    cld_nurbs view; /* pointers are used only while nets is NULL */
    int degree_u, degree_v, rational;
    int count_u, count_v;        /* knot rectangles that are not empty */
    int *span_u, *span_v;        /* the knot at which each begins */
    double *break_u, *break_v;   /* parameters between them, count + 1 */
    double *matrix_u, *matrix_v; /* extraction matrices */
    cld__aabb raw;               /* of all control points, in the body's own frame */
    cld__aabb hull;              /* the same in the tree's frame */
    cld__d4 *points;             /* control points, homogeneous, in the tree's frame */
    cld__aabb *row, *line;       /* boxes of the control points with one i, and with one j */
    int built;                   /* the boxes of the levels are there */
    int levels;
    cld__grid level[32]; /* 0: knot rectangles; the last has one box */
    double *nets;        /* prepared: all patches; else NULL */
} cld__surface;

typedef struct cld__branch {
    cld__aabb box, raw; /* raw: in the body's own frame */
    int left, right;    /* branches; left < 0: the leaf of surface `right` */
} cld__branch;

typedef struct cld__tree {
    cld__surface *surfaces;
    int count;
    cld__branch *branches; /* [0] is the root */
    int branch_count;
    int *order;         /* of the surfaces in the branches */
    const cld__d4 *map; /* homogeneous, to the frame that the boxes are in; NULL: the body's own */
} cld__tree;

/* x a[0] + y a[1] + z a[2] */
CLD__INLINE cld__d4 cld__columns_mul(const cld__d4 a[3], cld__vec3d b)
{
    cld__d4 r = cld__d4_mul(a[0], cld__d4_all(b.x));
    r = cld__d4_mad(a[1], cld__d4_all(b.y), r);
    return cld__d4_mad(a[2], cld__d4_all(b.z), r);
}

CLD__INLINE int cld__net_doubles(const cld__surface *s)
{
    return 4 * (s->degree_u + 1) * (s->degree_v + 1);
}

CLD__INLINE cld__aabb cld__aabb_union(const cld__aabb *a, const cld__aabb *b)
{
    cld__aabb r;
    r.low = cld__d4_min(a->low, b->low);
    r.high = cld__d4_max(a->high, b->high);
    return r;
}

/* The knot spans of one direction that are not empty. */
static int cld__list_spans(const cld_real *knots, int degree, int count, int *span, double *breaks)
{
    int k, n = 0;
    for (k = degree; k < count; k++) {
        if (!(knots[k] < knots[k + 1])) continue;
        span[n] = k;
        breaks[n++] = (double)knots[k];
    }
    breaks[n] = (double)knots[count];
    return n;
}

/* Reads the control net, taking it to the frame that map leads to (NULL: its own): points and the
   boxes of all, of rows and of columns. */
static void cld__surface_read(cld__surface *s, const cld__d4 *map)
{
    const cld__aabb empty = {cld__d4_set(DBL_MAX, DBL_MAX, DBL_MAX, 0),
                             cld__d4_set(-DBL_MAX, -DBL_MAX, -DBL_MAX, 0)};
    cld__net net = cld__nurbs_net(&s->view);
    cld__d4 *out = s->points;
    cld__aabb raw = empty;
    int i, j;
    s->hull = empty;
    for (j = 0; j < s->view.count_v; j++) s->line[j] = empty;
    for (i = 0; i < s->view.count_u; i++) {
        cld__aabb row = empty;
        for (j = 0; j < s->view.count_v; j++) {
            const cld_real *p = cld__net_point(&net, i, j);
            cld__vec3d a = cld__v3((double)p[0], (double)p[1], (double)p[2]);
            cld__d4 here = cld__d4_set(a.x, a.y, a.z, 0), one = cld__d4_set(0, 0, 0, 1);
            raw.low = cld__d4_min(raw.low, here), raw.high = cld__d4_max(raw.high, here);
            if (map) here = cld__d4_add(cld__columns_mul(map, a), cld__d4_sub(map[3], one));
            row.low = cld__d4_min(row.low, here), row.high = cld__d4_max(row.high, here);
            s->line[j].low = cld__d4_min(s->line[j].low, here);
            s->line[j].high = cld__d4_max(s->line[j].high, here);
            here = cld__d4_add(here, one);
            if (net.weights)
                here = cld__d4_mul(here, cld__d4_all((double)*cld__net_weight(&net, i, j)));
            *out++ = here;
        }
        s->row[i] = row;
        s->hull = cld__aabb_union(&s->hull, &row);
    }
    s->raw = raw;
}

/* The Bezier points along v of the spans j of a row that keep[j] names: q + 1 for each. */
CLD__INLINE void cld__row_bezier(const cld__surface *s, int q, const cld__d4 *row, const char *keep,
                                 cld__d4 *out)
{
    int j;
    for (j = 0; j < s->count_v; j++, out += q + 1)
        if (keep[j])
            cld__bezier_apply(s->matrix_v + j * (q + 1) * (q + 1), q, row + s->span_v[j] - q, 1,
                              out, 1);
}

/* The boxes of one row of knot rectangles, of the Bezier points of each patch. line[k]: the Bezier
   points along v of the k-th of the p + 1 rows of control points that count. What keep does not
   name gets an empty box. */
CLD__INLINE void cld__patch_boxes(const cld__surface *s, int p, int q, const double *matrix_u,
                                  const cld__d4 *const *line, const char *keep, int rational,
                                  cld__aabb *out)
{
    const cld__d4 xyz = cld__d4_set(1, 1, 1, 0);
    int j, c, k;
    for (j = 0; j < s->count_v; j++) {
        cld__d4 low = cld__d4_all(DBL_MAX), high = cld__d4_all(-DBL_MAX);
        for (c = 0; keep[j] && c <= q; c++) {
            cld__d4 in[CLD_NURBS_MAX_DEGREE + 1], b[CLD_NURBS_MAX_DEGREE + 1];
            for (k = 0; k <= p; k++) in[k] = line[k][j * (q + 1) + c];
            cld__bezier_apply(matrix_u, p, in, 1, b, 1);
            for (k = 0; k <= p; k++) {
                if (rational) {
                    double h[4];
                    cld__d4_store(h, b[k]);
                    b[k] = cld__d4_mul(b[k], cld__d4_all(1 / h[3]));
                }
                low = cld__d4_min(low, b[k]);
                high = cld__d4_max(high, b[k]);
            }
        }
        out[j].low = cld__d4_mul(low, xyz), out[j].high = cld__d4_mul(high, xyz);
    }
}

/* Which spans of one direction have control points, all of the rows (or columns) that count for
   them taken together, near the other body. */
static void cld__spans_near(const cld__aabb *row, const int *span, int spans, int degree,
                            const cld__aabb *clip, char *keep)
{
    int i, k;
    for (i = 0; i < spans; i++) {
        cld__aabb box = row[span[i] - degree];
        for (k = 1; k <= degree; k++) box = cld__aabb_union(&box, &row[span[i] - degree + k]);
        keep[i] = !clip || !(cld__d4_any_greater(box.low, clip->high) ||
                             cld__d4_any_greater(clip->low, box.high));
    }
}

/* Level 0. The boxes are those of the patches' own Bezier points: the (p+1)(q+1) control points of
   a knot rectangle bound it too, but reach over its neighbours, three times as far in either
   direction, and the search would meet many times as many pairs. ring keeps the Bezier points
   along v of the last p + 1 rows of control points; held says which. */
static void cld__span_boxes(cld__surface *s, const char *keep_u, const char *keep_v, cld__d4 *ring,
                            int held[CLD_NURBS_MAX_DEGREE + 1])
{
    const int p = s->degree_u, q = s->degree_v, window = p + 1, cubic = p == 3 && q == 3;
    const size_t width = (size_t)s->count_v * (size_t)(q + 1);
    int i, j, k;
    for (k = 0; k <= p; k++) held[k] = -1;
    for (i = 0; i < s->count_u; i++) {
        const cld__d4 *line[CLD_NURBS_MAX_DEGREE + 1];
        const double *matrix = s->matrix_u + (size_t)i * (size_t)(window * window);
        cld__aabb *out = s->level[0].boxes + (size_t)i * (size_t)s->count_v;
        for (j = 0; !keep_u[i] && j < s->count_v; j++) {
            out[j].low = cld__d4_set(DBL_MAX, DBL_MAX, DBL_MAX, 0);
            out[j].high = cld__d4_set(-DBL_MAX, -DBL_MAX, -DBL_MAX, 0);
        }
        if (!keep_u[i]) continue;
        for (k = 0; k <= p; k++) {
            int row = s->span_u[i] - p + k, slot = row % window;
            const cld__d4 *points = s->points + (size_t)row * (size_t)s->view.count_v;
            cld__d4 *here = ring + (size_t)slot * width;
            line[k] = here;
            if (held[slot] == row) continue;
            held[slot] = row;
            if (cubic)
                cld__row_bezier(s, 3, points, keep_v, here);
            else
                cld__row_bezier(s, q, points, keep_v, here);
        }
        if (!cubic)
            cld__patch_boxes(s, p, q, matrix, line, keep_v, s->rational, out);
        else if (s->rational)
            cld__patch_boxes(s, 3, 3, matrix, line, keep_v, 1, out);
        else
            cld__patch_boxes(s, 3, 3, matrix, line, keep_v, 0, out);
    }
}

/* The levels above: each box holds up to 2x2 of the level below. */
static void cld__pyramid(cld__surface *s)
{
    int k, i, j;
    for (k = 1; k < s->levels; k++) {
        const cld__grid *low = &s->level[k - 1];
        for (i = 0; i < s->level[k].count_u; i++) {
            for (j = 0; j < s->level[k].count_v; j++) {
                const cld__aabb *a = low->boxes + 2 * i * low->count_v + 2 * j;
                int more_u = 2 * i + 1 < low->count_u, more_v = 2 * j + 1 < low->count_v;
                cld__aabb box = *a;
                if (more_v) box = cld__aabb_union(&box, a + 1);
                if (more_u) box = cld__aabb_union(&box, a + low->count_v);
                if (more_u && more_v) box = cld__aabb_union(&box, a + low->count_v + 1);
                s->level[k].boxes[i * s->level[k].count_v + j] = box;
            }
        }
    }
}

/* The boxes of all levels, made when the search first comes to the surface. Parts that are apart
   from clip, the whole of the other body, get empty boxes; NULL: none do. */
static int cld__surface_build(cld__surface *s, const cld__aabb *clip, cld_workspace *scratch)
{
    cld__mark mark = cld__workspace_mark(scratch);
    int held[CLD_NURBS_MAX_DEGREE + 1];
    char *keep = (char *)cld__workspace_array(scratch, (size_t)s->count_u + (size_t)s->count_v, 1);
    cld__d4 *ring =
        (cld__d4 *)cld__workspace_array(scratch, (size_t)(s->degree_u + 1) * (size_t)s->count_v,
                                        (size_t)(s->degree_v + 1) * sizeof(cld__d4));
    if (!keep || !ring) return CLD_ERROR_MEMORY;
    cld__spans_near(s->row, s->span_u, s->count_u, s->degree_u, clip, keep);
    cld__spans_near(s->line, s->span_v, s->count_v, s->degree_v, clip, keep + s->count_u);
    cld__span_boxes(s, keep, keep + s->count_u, ring, held);
    cld__pyramid(s);
    s->built = 1;
    cld__workspace_release(scratch, mark);
    return CLD_OK;
}

/* The Bezier net of the knot rectangle i*count_v + j, in the body's frame. */
static void cld__surface_patch(const cld__surface *s, int index, double *net)
{
    int i = index / s->count_v, j = index % s->count_v;
    size_t size = (size_t)cld__net_doubles(s);
    const double *mu, *mv;
    if (s->nets) {
        memcpy(net, s->nets + size * (size_t)index, size * sizeof *net);
        return;
    }
    mu = s->matrix_u + (size_t)i * (size_t)((s->degree_u + 1) * (s->degree_u + 1));
    mv = s->matrix_v + (size_t)j * (size_t)((s->degree_v + 1) * (s->degree_v + 1));
    cld__nurbs_span_bezier_with(&s->view, s->span_u[i], s->span_v[j], mu, mv, net);
}

/* The lists of one direction: spans, breaks, extraction matrices. Returns the number of spans. */
static int cld__surface_direction(cld_workspace *w, const cld_real *knots, int degree, int count,
                                  int **span, double **breaks, double **matrix)
{
    size_t most = (size_t)(count - degree), order = (size_t)degree + 1;
    int spans, i;
    *span = (int *)cld__workspace_array(w, most, sizeof(int));
    *breaks = (double *)cld__workspace_array(w, most + 1, sizeof(double));
    if (!*span || !*breaks) return CLD_ERROR_MEMORY;
    spans = cld__list_spans(knots, degree, count, *span, *breaks);
    *matrix = (double *)cld__workspace_array(w, (size_t)spans * order, order * sizeof(double));
    if (!*matrix) return CLD_ERROR_MEMORY;
    for (i = 0; i < spans; i++)
        cld__bezier_matrix(knots, degree, (*span)[i], *matrix + (size_t)i * order * order);
    return spans;
}

/* Everything about a surface that does not depend on its control points, and room for the rest. */
static int cld__surface_init(cld__surface *s, const cld_nurbs *view, cld_workspace *w)
{
    int k, nu, nv;
    memset(s, 0, sizeof *s);
    s->view = *view;
    s->degree_u = view->degree_u, s->degree_v = view->degree_v;
    s->rational = view->weights != NULL;
    nu = cld__surface_direction(w, view->knots_u, view->degree_u, view->count_u, &s->span_u,
                                &s->break_u, &s->matrix_u);
    nv = cld__surface_direction(w, view->knots_v, view->degree_v, view->count_v, &s->span_v,
                                &s->break_v, &s->matrix_v);
    if (nu < 0 || nv < 0) return CLD_ERROR_MEMORY;
    s->count_u = nu, s->count_v = nv;
    for (k = 0;; k++, nu = (nu + 1) / 2, nv = (nv + 1) / 2) {
        s->level[k].count_u = nu, s->level[k].count_v = nv;
        s->level[k].boxes =
            (cld__aabb *)cld__workspace_array(w, (size_t)nu * (size_t)nv, sizeof(cld__aabb));
        if (!s->level[k].boxes) return CLD_ERROR_MEMORY;
        if (nu == 1 && nv == 1) break;
    }
    s->levels = k + 1;
    nu = view->count_u, nv = view->count_v;
    s->points = (cld__d4 *)cld__workspace_array(w, (size_t)nu * (size_t)nv, sizeof(cld__d4));
    s->row = (cld__aabb *)cld__workspace_array(w, (size_t)nu, sizeof(cld__aabb));
    s->line = (cld__aabb *)cld__workspace_array(w, (size_t)nv, sizeof(cld__aabb));
    return s->points && s->row && s->line ? CLD_OK : CLD_ERROR_MEMORY;
}

/* The slanted box of points, along the mean edges of the quadrilateral of four of them. 0 if these
   do not span a plane. */
static int cld__slanted_fit(const cld__d4 *points, int count, const int corner[4],
                            cld__slanted *out)
{
    int i;
    cld__vec3d p00, p01, p10, p11, u, v, n, low, high, middle, axis[3];
    cld__d4 lo, hi;
    p00 = cld__d4_xyz(points[corner[0]]), p01 = cld__d4_xyz(points[corner[1]]);
    p10 = cld__d4_xyz(points[corner[2]]), p11 = cld__d4_xyz(points[corner[3]]);
    u = cld__v3_sub(cld__v3_add(p10, p11), cld__v3_add(p00, p01));
    v = cld__v3_sub(cld__v3_add(p01, p11), cld__v3_add(p00, p10));
    if (cld__v3_dot(v, v) > cld__v3_dot(u, u)) n = u, u = v, v = n;
    axis[0] = cld__v3_unit(u);
    axis[2] = cld__v3_unit(cld__v3_cross(u, v));
    if (!(cld__v3_dot(axis[2], axis[2]) > 0.5)) return 0;
    axis[1] = cld__v3_cross(axis[2], axis[0]);
    cld__project((const double *)points, count, cld__d4_set(axis[0].x, axis[1].x, axis[2].x, 0),
                 cld__d4_set(axis[0].y, axis[1].y, axis[2].y, 0),
                 cld__d4_set(axis[0].z, axis[1].z, axis[2].z, 0), &lo, &hi);
    low = cld__d4_xyz(lo), high = cld__d4_xyz(hi);
    middle = cld__v3_scale(cld__v3_add(low, high), 0.5);
    high = cld__v3_scale(cld__v3_sub(high, low), 0.5);
    n = cld__v3_scale(axis[0], middle.x);
    n = cld__v3_mad(cld__v3_mad(n, middle.y, axis[1]), middle.z, axis[2]);
    out->centre = cld__d4_set(n.x, n.y, n.z, 0);
    axis[0] = cld__v3_scale(axis[0], high.x), axis[1] = cld__v3_scale(axis[1], high.y);
    axis[2] = cld__v3_scale(axis[2], high.z);
    for (i = 0; i < 3; i++) out->half[i] = cld__d4_set(axis[i].x, axis[i].y, axis[i].z, 0);
    return 1;
}

/* The slanted box that an upright box is, where no better is known. */
static cld__slanted cld__slanted_from(const cld__aabb *box)
{
    cld__slanted r;
    cld__d4 half = cld__d4_mul(cld__d4_sub(box->high, box->low), cld__d4_set(0.5, 0.5, 0.5, 0));
    r.centre = cld__d4_mul(cld__d4_add(box->low, box->high), cld__d4_set(0.5, 0.5, 0.5, 0));
    r.half[0] = cld__d4_mul(half, cld__d4_set(1, 0, 0, 0));
    r.half[1] = cld__d4_mul(half, cld__d4_set(0, 1, 0, 0));
    r.half[2] = cld__d4_mul(half, cld__d4_set(0, 0, 1, 0));
    return r;
}

/* The projected control points of a patch of a prepared surface. */
static void cld__patch_points(const cld__surface *s, int index, cld__d4 *out)
{
    const double *net = s->nets + (size_t)index * (size_t)cld__net_doubles(s);
    int i, count = cld__net_doubles(s) / 4;
    for (i = 0; i < count; i++, net += 4)
        out[i] = cld__d4_set(net[0] / net[3], net[1] / net[3], net[2] / net[3], 0);
}

/* The points that bound part (i, j) of level k: the patches' own where these are few, and the
   surface's control points, of which there are fewer and which reach farther, where the part is
   large. Returns their number, and which of them are the corners. */
static int cld__gather_points(const cld__surface *s, int k, int i, int j, cld__d4 *out,
                              int corner[4])
{
    int i0 = i << k, j0 = j << k, i1 = ((i + 1) << k) - 1, j1 = ((j + 1) << k) - 1, count = 0, u, v;
    if (i1 >= s->count_u) i1 = s->count_u - 1;
    if (j1 >= s->count_v) j1 = s->count_v - 1;
    if (k > 1) {
        cld__net net = cld__nurbs_net(&s->view);
        i0 = s->span_u[i0] - s->degree_u, i1 = s->span_u[i1];
        j0 = s->span_v[j0] - s->degree_v, j1 = s->span_v[j1];
        for (u = i0; u <= i1; u++) {
            for (v = j0; v <= j1; v++) {
                const cld_real *p = cld__net_point(&net, u, v);
                out[count++] = cld__d4_set((double)p[0], (double)p[1], (double)p[2], 0);
            }
        }
        corner[0] = 0, corner[1] = j1 - j0, corner[2] = count - 1 - (j1 - j0);
        corner[3] = count - 1;
        return count;
    }
    for (u = i0; u <= i1; u++) {
        for (v = j0; v <= j1; v++, count += cld__net_doubles(s) / 4) {
            cld__patch_points(s, u * s->count_v + v, out + count);
            if (u == i0 && v == j0) corner[0] = count;
            if (u == i0 && v == j1) corner[1] = count + s->degree_v;
            if (u == i1 && v == j0) corner[2] = count + s->degree_u * (s->degree_v + 1);
            if (u == i1 && v == j1) corner[3] = count + cld__net_doubles(s) / 4 - 1;
        }
    }
    return count;
}

/* A control point near the middle of part (i, j) of level k. */
static cld__vec3d cld__view_middle(const cld__surface *s, int k, int i, int j)
{
    cld__net net = cld__nurbs_net(&s->view);
    int u = ((2 * i + 1) << k) >> 1, v = ((2 * j + 1) << k) >> 1;
    const cld_real *p;
    if (u >= s->count_u) u = s->count_u - 1;
    if (v >= s->count_v) v = s->count_v - 1;
    p = cld__net_point(&net, s->span_u[u] - s->degree_u / 2, s->span_v[v] - s->degree_v / 2);
    return cld__v3((double)p[0], (double)p[1], (double)p[2]);
}

/* Boxes of a prepared surface, upright and slanted, from its patches: tighter than those from the
   surface's control points, which reach over the neighbouring patches too. points lends room for
   all control points, and for those of four patches. */
static void cld__surface_prepare(cld__surface *s, cld__d4 *points)
{
    int k, i, j, n, corner[4] = {0, 0, 0, 0};
    for (i = 0; i < s->count_u * s->count_v; i++) {
        cld__aabb *box = &s->level[0].boxes[i];
        cld__patch_points(s, i, points);
        box->low = box->high = points[0];
        for (j = 1; j < cld__net_doubles(s) / 4; j++) {
            box->low = cld__d4_min(box->low, points[j]);
            box->high = cld__d4_max(box->high, points[j]);
        }
    }
    cld__pyramid(s);
    s->built = 1;
    for (k = 0; k < s->levels; k++) {
        cld__grid *grid = &s->level[k];
        for (i = 0; i < grid->count_u; i++) {
            for (j = 0; j < grid->count_v; j++) {
                int index = i * grid->count_v + j;
                n = cld__gather_points(s, k, i, j, points, corner);
                if (!cld__slanted_fit(points, n, corner, &grid->slanted[index]))
                    grid->slanted[index] = cld__slanted_from(&grid->boxes[index]);
                grid->slanted[index].middle = cld__view_middle(s, k, i, j);
            }
        }
    }
}

/* All patches of a prepared surface. */
static void cld__surface_nets(cld__surface *s, double *nets)
{
    int i, count = s->count_u * s->count_v;
    size_t size = (size_t)cld__net_doubles(s);
    s->nets = NULL; /* so that the patches come from the view */
    for (i = 0; i < count; i++) cld__surface_patch(s, i, nets + size * (size_t)i);
    s->nets = nets;
}

/* Twice the middle of the surface's control points, in the body's own frame: so that a body has
   the same tree wherever it is. */
static double cld__surface_centre(const cld__surface *s, int axis)
{
    double c[4];
    cld__d4_store(c, cld__d4_add(s->raw.low, s->raw.high));
    return c[axis];
}

/* Shell sort: bodies have few surfaces, and many of them few thousands. */
static void cld__order_by_centre(const cld__tree *tree, int *order, int count, int axis)
{
    int gap, i, j;
    for (gap = count / 2; gap > 0; gap /= 2) {
        for (i = gap; i < count; i++) {
            int moved = order[i];
            double key = cld__surface_centre(&tree->surfaces[moved], axis);
            for (j = i; j >= gap; j -= gap) {
                if (cld__surface_centre(&tree->surfaces[order[j - gap]], axis) <= key) break;
                order[j] = order[j - gap];
            }
            order[j] = moved;
        }
    }
}

/* Branches over the surfaces order[from .. to-1]: halved at the median of the longest side of the
   box of their centres. Returns the branch's index. */
static int cld__tree_branch(cld__tree *tree, int *order, int from, int to)
{
    int self = tree->branch_count++, i, j, axis = 0, middle = (from + to) / 2;
    double low[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, high[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    cld__branch *branch = &tree->branches[self];
    for (i = from; i < to; i++) {
        const cld__surface *s = &tree->surfaces[order[i]];
        branch->box = i == from ? s->hull : cld__aabb_union(&branch->box, &s->hull);
        branch->raw = i == from ? s->raw : cld__aabb_union(&branch->raw, &s->raw);
        for (j = 0; j < 3; j++) {
            double c = cld__surface_centre(s, j);
            low[j] = cld__min(low[j], c), high[j] = cld__max(high[j], c);
        }
    }
    branch->left = -1, branch->right = order[from];
    if (to - from == 1) return self;
    for (j = 1; j < 3; j++)
        if (high[j] - low[j] > high[axis] - low[axis]) axis = j;
    cld__order_by_centre(tree, order + from, to - from, axis);
    i = cld__tree_branch(tree, order, from, middle);
    j = cld__tree_branch(tree, order, middle, to);
    tree->branches[self].left = i, tree->branches[self].right = j;
    return self;
}

/* The branches over the surfaces, once these have been read. */
static void cld__tree_plant(cld__tree *tree)
{
    int i;
    for (i = 0; i < tree->count; i++) tree->order[i] = i;
    tree->branch_count = 0;
    cld__tree_branch(tree, tree->order, 0, tree->count);
}

/* Reads the surfaces of a body, which have been found well formed, with room for their boxes in
   w. */
static int cld__tree_build(cld__tree *tree, const cld_nurbs *surfaces, int count,
                           const cld__d4 *map, cld_workspace *w)
{
    int i, status = CLD_OK;
    size_t n = (size_t)count;
    tree->count = count;
    tree->map = map;
    tree->surfaces = (cld__surface *)cld__workspace_array(w, n, sizeof(cld__surface));
    tree->branches = (cld__branch *)cld__workspace_array(w, 2 * n, sizeof(cld__branch));
    tree->order = (int *)cld__workspace_array(w, n, sizeof(int));
    if (!tree->surfaces || !tree->branches || !tree->order) return CLD_ERROR_MEMORY;
    for (i = 0; i < count && status == CLD_OK; i++) {
        status = cld__surface_init(&tree->surfaces[i], &surfaces[i], w);
        if (status == CLD_OK) cld__surface_read(&tree->surfaces[i], map);
    }
    if (status == CLD_OK) cld__tree_plant(tree);
    return status;
}

/* ----- prepared models: the same tree, with all patches, in memory of its own */

typedef struct cld__model {
    cld_workspace memory;
    cld__tree tree;
    cld__d4 *points; /* for cld__surface_prepare */
} cld__model;

static const cld__tree *cld__model_tree(const cld_nurbs_model *model)
{
    return &((const cld__model *)model->memory)->tree;
}

static void cld__model_destroy(cld__model *inside)
{
    cld_workspace memory = inside->memory; /* the chain holds `inside` itself */
    cld_workspace_free(&memory);
}

/* Room for what a prepared surface has beyond the tree of a query. *most grows to the number of
   points that cld__surface_prepare needs room for. Returns the room for the patches. */
static double *cld__model_room(cld__surface *s, cld_workspace *w, size_t *most)
{
    size_t patches = (size_t)s->count_u * (size_t)s->count_v;
    size_t net = (size_t)cld__net_doubles(s);
    size_t points = (size_t)s->view.count_u * (size_t)s->view.count_v;
    int k;
    for (k = 0; k < s->levels; k++) {
        cld__grid *grid = &s->level[k];
        grid->slanted = (cld__slanted *)cld__workspace_array(
            w, (size_t)grid->count_u * (size_t)grid->count_v, sizeof(cld__slanted));
        if (!grid->slanted) return NULL;
    }
    if (points < net) points = net; /* those of four patches */
    if (*most < points) *most = points;
    return (double *)cld__workspace_array(w, patches, net * sizeof(double));
}

static int cld__model_fill(cld__model *inside, const cld_nurbs *surfaces, int count)
{
    size_t most = 0;
    int i, status = cld__tree_build(&inside->tree, surfaces, count, NULL, &inside->memory);
    if (status != CLD_OK) return status;
    for (i = 0; i < count; i++) {
        cld__surface *s = &inside->tree.surfaces[i];
        double *nets = cld__model_room(s, &inside->memory, &most);
        if (!nets) return CLD_ERROR_MEMORY;
        cld__surface_nets(s, nets);
    }
    inside->points = (cld__d4 *)cld__workspace_array(&inside->memory, most, sizeof(cld__d4));
    if (!inside->points) return CLD_ERROR_MEMORY;
    for (i = 0; i < count; i++) cld__surface_prepare(&inside->tree.surfaces[i], inside->points);
    return CLD_OK;
}

static int cld__validate_all(const cld_nurbs *surfaces, int count)
{
    int i, status = CLD_OK;
    for (i = 0; i < count && status == CLD_OK; i++) status = cld_nurbs_validate(&surfaces[i], NULL);
    return status;
}

int cld_nurbs_model_build(cld_nurbs_model *model, const cld_nurbs *surfaces, int count,
                          const cld_allocator *allocator)
{
    cld_workspace memory;
    cld__model *inside;
    int status;
    if (!model || !surfaces) return CLD_ERROR_NULL;
    if (count < 1) return CLD_ERROR_COUNT;
    status = cld__validate_all(surfaces, count);
    if (status != CLD_OK) return status;
    memset(&memory, 0, sizeof memory);
    if (allocator) memory.allocator = *allocator;
    inside = (cld__model *)cld__workspace_alloc(&memory, sizeof *inside);
    if (!inside) return CLD_ERROR_MEMORY;
    inside->memory = memory;
    status = cld__model_fill(inside, surfaces, count);
    if (status != CLD_OK) {
        cld__model_destroy(inside);
        return status;
    }
    cld_nurbs_model_free(model);
    model->count = count;
    model->bytes = inside->memory.bytes;
    model->memory = inside;
    return CLD_OK;
}

/* Has a surface the degrees, counts, weights (or none) and knot rectangles that the model was
   built for? */
static int cld__same_direction(const cld_real *knots, int degree, int count, const int *span,
                               const double *breaks, int spans)
{
    int k, n = 0;
    for (k = degree; k < count; k++) {
        if (!(knots[k] < knots[k + 1])) continue;
        if (n == spans || span[n] != k || !(breaks[n] == (double)knots[k])) return 0;
        n++;
    }
    return n == spans && breaks[n] == (double)knots[count];
}

static int cld__same_shape(const cld__surface *s, const cld_nurbs *view)
{
    return s->degree_u == view->degree_u && s->degree_v == view->degree_v &&
           s->view.count_u == view->count_u && s->view.count_v == view->count_v &&
           s->rational == (view->weights != NULL) &&
           cld__same_direction(view->knots_u, view->degree_u, view->count_u, s->span_u, s->break_u,
                               s->count_u) &&
           cld__same_direction(view->knots_v, view->degree_v, view->count_v, s->span_v, s->break_v,
                               s->count_v);
}

int cld_nurbs_model_refit(cld_nurbs_model *model, const cld_nurbs *surfaces, int count)
{
    cld__model *inside;
    int i, status;
    if (!model || !model->memory || !surfaces) return CLD_ERROR_NULL;
    if (count != model->count) return CLD_ERROR_MISMATCH;
    inside = (cld__model *)model->memory;
    status = cld__validate_all(surfaces, count);
    if (status != CLD_OK) return status;
    for (i = 0; i < count; i++)
        if (!cld__same_shape(&inside->tree.surfaces[i], &surfaces[i])) return CLD_ERROR_MISMATCH;
    for (i = 0; i < count; i++) {
        cld__surface *s = &inside->tree.surfaces[i];
        s->view = surfaces[i];
        cld__surface_read(s, NULL);
        cld__surface_nets(s, s->nets);
        cld__surface_prepare(s, inside->points);
    }
    cld__tree_plant(&inside->tree);
    return CLD_OK;
}

void cld_nurbs_model_free(cld_nurbs_model *model)
{
    if (!model || !model->memory) return;
    cld__model_destroy((cld__model *)model->memory);
    model->memory = NULL;
    model->count = 0, model->bytes = 0;
}

/* ------------------------------------------------------------------------ [NURBS] one query: state
   What cld_nurbs_collide, curves, contacts and distance share: both trees, the map from B's frame
   to A's, the rounding bounds, and the pool of pieces. */

#define CLD__POOL_CHUNK  32        /* pieces allocated at a time */
#define CLD__POOL_CHUNKS 1024      /* at most */
#define CLD__MAX_PAIRS   (1 << 22) /* the defaults of params.max_pairs */
#define CLD__CURVE_PAIRS (1 << 18)
#define CLD__WALL_DEPTH  24  /* halvings of a piece beside a wall */
#define CLD__WAITING     64  /* pairs of patches put off while the trees are searched */
#define CLD__ROOT_CACHE  256 /* patches found again by (side, surface, span); a power of two */

/* A part of a body: a branch of the tree over surfaces, a box of a surface's pyramid (level >= 0),
   or a piece (index into the pool). */
#define CLD__LEVEL_BRANCH (-2)
#define CLD__LEVEL_PIECE  (-1)
typedef struct cld__part {
    int surface, level, index;
    int u; /* row of the box in its level: index / count_v */
} cld__part;

typedef struct cld__pair {
    cld__part a, b;
} cld__pair;

/* Parameters on two patches: u, v of A, then u, v of B, each 0..1. */
typedef struct cld__solution {
    double x[4];
    int surface[2], span[2];
    cld__vec3d point[2]; /* in A's frame */
    cld__vec3d normal;   /* of A */
    double distance;     /* signed along the normal where they touch; else of the two points */
    double error;
    int relation;
} cld__solution;

typedef struct cld__query {
    cld_workspace *workspace;
    cld_nurbs_params params; /* defaults filled in */
    cld__tree own[2];        /* trees of bodies that are not prepared */
    const cld__tree *tree[2];
    cld__posed pose_a;
    cld__d4 map[4];   /* homogeneous map from B's frame to A's, by columns */
    cld__d4 offset;   /* its translation, w 0 */
    double scale;     /* largest coordinate that occurs, in A's frame */
    double round;     /* error of box comparisons and of fresh patches */
    double tolerance; /* points closer than this are near */
    double apart;     /* what is no farther than this is never apart: a quarter of it */
    int cull;         /* parts that are apart from the whole of the other body need no boxes */
    cld__piece *chunk[CLD__POOL_CHUNKS];
    size_t piece_bytes;
    int chunks, free_piece, live, limit; /* free_piece: a list through child[0] */
    struct {
        int side, surface, span, piece;
    } roots[CLD__ROOT_CACHE];
    cld__pair *stack;
    int stack_count, stack_capacity;
    cld__pair waiting[CLD__WAITING]; /* pairs of whole patches that one attempt did not settle */
    int waiting_count;
    int pairs, attempts;
    int halved;     /* pairs of pieces that were halved */
    int wall_level; /* halvings below which no wall is tried */
    int parted;     /* the last attempt proved its pieces apart */
    double *nets;   /* room for cld__piece_beyond_wall */
    int undecided;  /* a limit ended the search somewhere */
    cld__solution found;
} cld__query;

CLD__INLINE cld__piece *cld__piece_at(const cld__query *q, int index)
{
    char *chunk = (char *)q->chunk[index / CLD__POOL_CHUNK];
    return (cld__piece *)(void *)(chunk + (size_t)(index % CLD__POOL_CHUNK) * q->piece_bytes);
}

CLD__INLINE cld__d4 cld__d4_from(cld__vec3d a, double w)
{
    return cld__d4_set(a.x, a.y, a.z, w);
}

/* ----- pool */

static int cld__pool_grow(cld__query *q)
{
    int i, base = q->chunks * CLD__POOL_CHUNK;
    cld__piece *chunk;
    if (q->chunks == CLD__POOL_CHUNKS) return CLD_ERROR_MEMORY;
    chunk = (cld__piece *)cld__workspace_array(q->workspace, CLD__POOL_CHUNK, q->piece_bytes);
    if (!chunk) return CLD_ERROR_MEMORY;
    q->chunk[q->chunks++] = chunk;
    for (i = CLD__POOL_CHUNK - 1; i >= 0; i--) {
        cld__piece *piece = cld__piece_at(q, base + i);
        piece->level = -1;
        piece->child[0] = q->free_piece;
        q->free_piece = base + i;
    }
    return CLD_OK;
}

/* A part that is no piece, or whose piece is not there (any more), needs nothing. */
static void cld__pool_mark(const cld__query *q, const cld__part *part)
{
    cld__piece *piece;
    if (part->level != CLD__LEVEL_PIECE || part->index < 0) return;
    piece = cld__piece_at(q, part->index);
    if (piece->level < 0) return;
    piece->marked = 1;
    cld__piece_at(q, piece->root)->marked = 1;
}

/* Frees the pieces that no waiting pair needs (nor the pair in hand): they can be made again. */
static void cld__pool_collect(cld__query *q, const cld__pair *in_hand)
{
    int i, k, total = q->chunks * CLD__POOL_CHUNK;
    for (i = 0; i < total; i++) cld__piece_at(q, i)->marked = 0;
    for (i = 0; i < q->stack_count; i++) {
        cld__pool_mark(q, &q->stack[i].a);
        cld__pool_mark(q, &q->stack[i].b);
    }
    for (i = 0; i < q->waiting_count; i++) {
        cld__pool_mark(q, &q->waiting[i].a);
        cld__pool_mark(q, &q->waiting[i].b);
    }
    cld__pool_mark(q, &in_hand->a);
    cld__pool_mark(q, &in_hand->b);
    for (i = 0; i < total; i++) {
        cld__piece *piece = cld__piece_at(q, i);
        if (piece->level < 0) continue;
        if (!piece->marked) {
            piece->level = -1;
            piece->child[0] = q->free_piece;
            q->free_piece = i;
            q->live--;
            continue;
        }
        for (k = 0; k < 2; k++)
            if (piece->child[k] >= 0 && !cld__piece_at(q, piece->child[k])->marked)
                piece->child[k] = -1;
    }
    for (i = 0; i < CLD__ROOT_CACHE; i++)
        if (q->roots[i].piece >= 0 && !cld__piece_at(q, q->roots[i].piece)->marked)
            q->roots[i].piece = -1;
}

/* Makes sure that `need` pieces can be taken without a collection in between, which would free the
   ones just made. */
static int cld__pool_reserve(cld__query *q, int need, const cld__pair *in_hand)
{
    if (q->live + need > q->limit) {
        cld__pool_collect(q, in_hand);
        if (q->live > q->limit / 2) q->limit *= 2;
    }
    while (q->chunks * CLD__POOL_CHUNK < q->live + need)
        if (cld__pool_grow(q) != CLD_OK) return CLD_ERROR_MEMORY;
    return CLD_OK;
}

static int cld__pool_take(cld__query *q)
{
    int index = q->free_piece;
    cld__piece *piece = cld__piece_at(q, index);
    q->free_piece = piece->child[0];
    q->live++;
    piece->child[0] = piece->child[1] = -1;
    return index;
}

/* The whole patch of a knot rectangle, in A's frame. Room must have been reserved. */
static int cld__root_piece(cld__query *q, int side, int surface, int span)
{
    const cld__surface *s = &q->tree[side]->surfaces[surface];
    unsigned hash =
        (unsigned)side * 40503u + (unsigned)surface * 2654435761u + (unsigned)span * 97u;
    int slot = (int)((hash ^ hash >> 15) & (CLD__ROOT_CACHE - 1)), index, i;
    cld__piece *piece;
    if (q->roots[slot].piece >= 0 && q->roots[slot].side == side &&
        q->roots[slot].surface == surface && q->roots[slot].span == span)
        return q->roots[slot].piece;
    index = cld__pool_take(q);
    piece = cld__piece_at(q, index);
    piece->side = side, piece->surface = surface, piece->span = span, piece->root = index;
    piece->u0 = piece->v0 = 0, piece->u1 = piece->v1 = 1;
    piece->level = 0, piece->error = q->round;
    piece->degree_u = (char)s->degree_u, piece->degree_v = (char)s->degree_v;
    piece->rational = (char)s->rational;
    cld__surface_patch(s, span, cld__piece_net(piece));
    for (i = 0; i < cld__net_count(piece); i++) {
        double *h = cld__piece_net(piece) + 4 * i;
        if (!s->rational) h[3] = 1; /* exactly: it takes part in comparisons */
        if (side == 1) {
            cld__d4 p = cld__columns_mul(q->map, cld__v3(h[0], h[1], h[2]));
            cld__d4_store(h, cld__d4_mad(q->map[3], cld__d4_all(h[3]), p));
        }
    }
    cld__piece_bound(piece);
    q->roots[slot].side = side, q->roots[slot].surface = surface;
    q->roots[slot].span = span, q->roots[slot].piece = index;
    return index;
}

/* Makes both halves of a piece, across its longer direction. Room must have been reserved. */
static void cld__piece_split(cld__query *q, int index)
{
    cld__piece *piece = cld__piece_at(q, index), *half[2];
    int k;
    if (piece->child[0] >= 0 && piece->child[1] >= 0) return;
    cld__piece_lengths(piece);
    piece->split_u = piece->length_u > piece->length_v;
    for (k = 0; k < 2; k++) {
        piece->child[k] = cld__pool_take(q);
        half[k] = cld__piece_at(q, piece->child[k]);
        half[k]->side = piece->side, half[k]->surface = piece->surface;
        half[k]->span = piece->span, half[k]->root = piece->root;
        half[k]->degree_u = piece->degree_u, half[k]->degree_v = piece->degree_v;
        half[k]->rational = piece->rational;
        half[k]->level = (short)(piece->level + 1);
        half[k]->u0 = piece->u0, half[k]->u1 = piece->u1;
        half[k]->v0 = piece->v0, half[k]->v1 = piece->v1;
    }
    if (piece->split_u) {
        half[0]->u1 = half[1]->u0 = 0.5 * (piece->u0 + piece->u1);
        cld__halve_u(cld__piece_net(piece), piece->degree_u, piece->degree_v,
                     cld__piece_net(half[0]), cld__piece_net(half[1]));
    } else {
        half[0]->v1 = half[1]->v0 = 0.5 * (piece->v0 + piece->v1);
        cld__halve_v(cld__piece_net(piece), piece->degree_u, piece->degree_v,
                     cld__piece_net(half[0]), cld__piece_net(half[1]));
    }
    for (k = 0; k < 2; k++) {
        /* each midpoint rounds once in the coordinates and once in the weight; p of them in a
           chain */
        int chain = piece->split_u ? piece->degree_u : piece->degree_v;
        half[k]->error =
            piece->error + (piece->rational ? 4 : 2) * chain * CLD__ROUND_DOUBLE * q->scale;
        cld__piece_bound(half[k]);
    }
}

/* ----- tests that can say 'apart' */

/* The box of a slanted one of B, in A's frame. */
CLD__INLINE cld__aabb cld__slanted_box(const cld__query *q, const cld__slanted *from)
{
    cld__d4 centre = cld__columns_mul(q->map, cld__d4_xyz(from->centre));
    cld__d4 half = cld__d4_abs(cld__columns_mul(q->map, cld__d4_xyz(from->half[0])));
    cld__aabb box;
    half = cld__d4_add(half, cld__d4_abs(cld__columns_mul(q->map, cld__d4_xyz(from->half[1]))));
    half = cld__d4_add(half, cld__d4_abs(cld__columns_mul(q->map, cld__d4_xyz(from->half[2]))));
    centre = cld__d4_add(centre, q->offset);
    box.low = cld__d4_sub(centre, half), box.high = cld__d4_add(centre, half);
    return box;
}

/* The box of a branch or of a part of a pyramid, in A's frame. */
static cld__aabb cld__part_box(const cld__query *q, int side, const cld__part *part)
{
    const cld__tree *tree = q->tree[side];
    const cld__aabb *box;
    cld__slanted slanted;
    if (part->level == CLD__LEVEL_BRANCH) {
        box = &tree->branches[part->index].box;
    } else {
        const cld__grid *grid = &tree->surfaces[part->surface].level[part->level];
        if (side == 1 && !tree->map) return cld__slanted_box(q, &grid->slanted[part->index]);
        box = &grid->boxes[part->index];
    }
    if (side == 0 || tree->map) return *box;
    slanted = cld__slanted_from(box);
    return cld__slanted_box(q, &slanted);
}

/* Are two boxes in A's frame apart? */
CLD__INLINE int cld__boxes_apart(const cld__query *q, const cld__aabb *a, const cld__aabb *b)
{
    cld__d4 round = cld__d4_all(q->round + q->apart);
    return cld__d4_any_greater(a->low, cld__d4_add(b->high, round)) ||
           cld__d4_any_greater(b->low, cld__d4_add(a->high, round));
}

/* What the corners of a piece reach along four directions: within what the whole piece reaches.
   Where these overlap, nothing more can be won from the directions, at a quarter of the cost. */
CLD__INLINE void cld__project_corners(const cld__piece *piece, cld__d4 x, cld__d4 y, cld__d4 z,
                                      cld__d4 *low, cld__d4 *high)
{
    double corner[16];
    const double *points = cld__hull_points(piece);
    int k, q = piece->degree_v, last = piece->degree_u * (q + 1);
    for (k = 0; k < 4; k++) {
        int index = (k & 1 ? q : 0) + (k & 2 ? last : 0);
        cld__d4_store(corner + 4 * k, cld__d4_load(points + 4 * index));
    }
    cld__project(corner, 4, x, y, z, low, high);
}

CLD__INLINE int cld__ranges_apart(cld__d4 low_a, cld__d4 high_a, cld__d4 low_b, cld__d4 high_b,
                                  cld__d4 error)
{
    return cld__d4_any_greater(low_b, cld__d4_add(high_a, error)) ||
           cld__d4_any_greater(low_a, cld__d4_add(high_b, error));
}

/* The points of `other` against the slabs of `piece`. */
static int cld__slabs_apart(cld__piece *piece, const cld__piece *other, cld__d4 error)
{
    cld__d4 low, high, x, y, z;
    if (!piece->has_slabs) cld__piece_slabs(piece);
    x = piece->dir_x, y = piece->dir_y, z = piece->dir_z;
    cld__project_corners(other, x, y, z, &low, &high);
    if (!cld__ranges_apart(piece->slab_low, piece->slab_high, low, high, error)) return 0;
    cld__project(cld__hull_points(other), cld__net_count(other), x, y, z, &low, &high);
    return cld__ranges_apart(piece->slab_low, piece->slab_high, low, high, error);
}

/* Neighbours on nearly parallel sheets: pieces side by side that differ little in height. What
   parts them is a plane between the two that leans with the turn of the normals over half their
   distance: with B offset sideways along l, normals +-n + a l, a about half of |n_b - n_a|.
   Without it such pairs must be refined three times finer than those that face each other, and
   they are most of all. */
static int cld__tilted_apart(const cld__piece *a, const cld__piece *b, cld__d4 error)
{
    double sign = cld__v3_dot(a->normal, b->normal) < 0 ? -1 : 1, lean;
    cld__vec3d nb = cld__v3_scale(b->normal, sign), l, n, d[4];
    cld__d4 x, y, z, low[2], high[2];
    n = cld__v3_unit(cld__v3_add(a->normal, nb));
    l = cld__v3_sub(b->centre, a->centre);
    l = cld__v3_unit(cld__v3_mad(l, -cld__v3_dot(l, n), n));
    lean = 0.5 * cld__v3_length(cld__v3_sub(a->normal, nb));
    if (!(lean < 0.7)) return 0;
    d[0] = cld__v3_mad(n, lean, l), d[1] = cld__v3_mad(n, -lean, l);
    d[2] = cld__v3_mad(n, 2 * lean, l), d[3] = cld__v3_mad(n, -2 * lean, l);
    x = cld__d4_set(d[0].x, d[1].x, d[2].x, d[3].x);
    y = cld__d4_set(d[0].y, d[1].y, d[2].y, d[3].y);
    z = cld__d4_set(d[0].z, d[1].z, d[2].z, d[3].z);
    error = cld__d4_add(error, error); /* the directions are longer than 1, but not than 2 */
    cld__project_corners(a, x, y, z, &low[0], &high[0]);
    cld__project_corners(b, x, y, z, &low[1], &high[1]);
    if (!cld__ranges_apart(low[0], high[0], low[1], high[1], error)) return 0;
    cld__project(cld__hull_points(a), cld__net_count(a), x, y, z, &low[0], &high[0]);
    cld__project(cld__hull_points(b), cld__net_count(b), x, y, z, &low[1], &high[1]);
    return cld__ranges_apart(low[0], high[0], low[1], high[1], error);
}

/* What the piece reaches along the fixed directions of a k-DOP: 3 axes, and `sets` times four
   more. */
static void cld__piece_dop(cld__piece *piece, int sets)
{
    int k;
    for (k = 0; k < sets && !piece->has_dop; k++) {
        const double(*d)[4] = cld__dop_directions[k];
        cld__project(cld__hull_points(piece), cld__net_count(piece), cld__d4_load(d[0]),
                     cld__d4_load(d[1]), cld__d4_load(d[2]), &piece->dop_low[k],
                     &piece->dop_high[k]);
    }
    piece->has_dop = 1;
}

static int cld__dops_apart(cld__piece *a, cld__piece *b, int first, int sets, cld__d4 error)
{
    int k;
    cld__piece_dop(a, 3);
    cld__piece_dop(b, 3);
    error = cld__d4_add(error, error); /* the directions are no longer than 2 */
    for (k = first; k < first + sets; k++)
        if (cld__ranges_apart(a->dop_low[k], a->dop_high[k], b->dop_low[k], b->dop_high[k], error))
            return 1;
    return 0;
}

/* The pieces' own boxes, along normal and tangents, on the axis d. */
static int cld__frames_apart_on(const cld__piece *a, const cld__piece *b, cld__vec3d d,
                                double error)
{
    const cld__piece *piece[2];
    double middle[2], reach[2];
    int k, c;
    piece[0] = a, piece[1] = b;
    for (k = 0; k < 2; k++) {
        double x[4], y[4], z[4], low[4], high[4];
        cld__d4_store(x, piece[k]->dir_x);
        cld__d4_store(y, piece[k]->dir_y);
        cld__d4_store(z, piece[k]->dir_z);
        cld__d4_store(low, piece[k]->slab_low);
        cld__d4_store(high, piece[k]->slab_high);
        middle[k] = reach[k] = 0;
        for (c = 0; c < 3; c++) {
            double s = d.x * x[c] + d.y * y[c] + d.z * z[c];
            middle[k] += 0.5 * s * (low[c] + high[c]);
            reach[k] += 0.5 * fabs(s) * (high[c] - low[c]);
        }
    }
    return fabs(middle[1] - middle[0]) > reach[0] + reach[1] + error;
}

/* Oriented boxes: 15 axes. A piece without a plane has no box of this kind. */
static int cld__frames_apart(const cld__piece *a, const cld__piece *b, double error)
{
    const cld__piece *piece[2];
    cld__vec3d axis[2][3];
    int k, c;
    piece[0] = a, piece[1] = b;
    for (k = 0; k < 2; k++) {
        double x[4], y[4], z[4];
        cld__d4_store(x, piece[k]->dir_x);
        cld__d4_store(y, piece[k]->dir_y);
        cld__d4_store(z, piece[k]->dir_z);
        for (c = 0; c < 3; c++) axis[k][c] = cld__v3(x[c], y[c], z[c]);
        if (!(cld__v3_dot(axis[k][0], axis[k][0]) > 0.5)) return 0;
    }
    for (c = 0; c < 6; c++)
        if (cld__frames_apart_on(a, b, axis[c / 3][c % 3], error)) return 1;
    for (c = 0; c < 9; c++)
        if (cld__frames_apart_on(a, b, cld__v3_cross(axis[0][c / 3], axis[1][c % 3]), error))
            return 1;
    return 0;
}

static int cld__spheres_apart(const cld__piece *a, const cld__piece *b, double error)
{
    cld__d4 d = cld__d4_sub(cld__d4_add(a->low, a->high), cld__d4_add(b->low, b->high));
    return 0.5 * cld__v3_length(cld__d4_xyz(d)) > (a->radius + b->radius + error) * (1 + 1e-14);
}

/* Are two pieces proved apart, by what the caller chose to bound them with? */
static int cld__pieces_apart(cld__query *q, cld__piece *a, cld__piece *b)
{
    const double margin = a->error + b->error + q->apart;
    const cld__d4 error = cld__d4_all(margin);
    const cld_nurbs_volume volume = q->params.volume;
    const int boxes = cld__d4_any_greater(a->low, cld__d4_add(b->high, error)) ||
                      cld__d4_any_greater(b->low, cld__d4_add(a->high, error));
    q->pairs++;
    if (boxes && volume != CLD_NURBS_VOLUME_SPHERE && volume != CLD_NURBS_VOLUME_OBB) return 1;
    if (volume == CLD_NURBS_VOLUME_AUTO)
        return cld__slabs_apart(a, b, error) || cld__slabs_apart(b, a, error) ||
               cld__tilted_apart(a, b, error);
    if (!a->has_slabs) cld__piece_slabs(a);
    if (!b->has_slabs) cld__piece_slabs(b);
    switch (volume) {
    case CLD_NURBS_VOLUME_SPHERE:
        return cld__spheres_apart(a, b, margin);
    case CLD_NURBS_VOLUME_OBB:
        return cld__frames_apart(a, b, margin + 64 * CLD__ROUND_DOUBLE * q->scale);
    case CLD_NURBS_VOLUME_DOP14:
        return cld__dops_apart(a, b, 0, 1, error);
    case CLD_NURBS_VOLUME_DOP18:
        return cld__dops_apart(a, b, 1, 2, error);
    case CLD_NURBS_VOLUME_DOP26:
        return cld__dops_apart(a, b, 0, 3, error);
    default:
        return 0;
    }
}

/* ----- solvers. Parameters x = (u, v of A, u, v of B) on two whole patches. */

typedef struct cld__two_patches {
    const cld__piece *a, *b; /* roots */
} cld__two_patches;

/* Where two points of the patches lie, and how. */
typedef struct cld__approach {
    double x[4];
    cld__jet a, b;
    cld__vec3d gap; /* a.p - b.p */
    double distance;
} cld__approach;

static void cld__approach_at(const cld__two_patches *on, const double x[4], int order,
                             cld__approach *at)
{
    memcpy(at->x, x, sizeof at->x);
    if (order == 1) {
        cld__patch_jet1(on->a, x[0], x[1], &at->a);
        cld__patch_jet1(on->b, x[2], x[3], &at->b);
    } else {
        cld__patch_jet2(on->a, x[0], x[1], &at->a);
        cld__patch_jet2(on->b, x[2], x[3], &at->b);
    }
    at->gap = cld__v3_sub(at->a.p, at->b.p);
    at->distance = cld__v3_length(at->gap);
}

/* J J^T of the free columns of J = [du_a, dv_a, -du_b, -dv_b]: xx, xy, xz, yy, yz, zz. */
static void cld__gram(const cld__vec3d j[4], double g[6])
{
    int k;
    for (k = 0; k < 6; k++) g[k] = 0;
    for (k = 0; k < 4; k++) {
        g[0] += j[k].x * j[k].x, g[1] += j[k].x * j[k].y, g[2] += j[k].x * j[k].z;
        g[3] += j[k].y * j[k].y, g[4] += j[k].y * j[k].z, g[5] += j[k].z * j[k].z;
    }
}

/* Solves the symmetric g y = f by cofactors; returns the determinant. */
static double cld__solve_symmetric(const double g[6], cld__vec3d f, cld__vec3d *y)
{
    double c0 = g[3] * g[5] - g[4] * g[4], c1 = g[2] * g[4] - g[1] * g[5];
    double c2 = g[1] * g[4] - g[2] * g[3], det = g[0] * c0 + g[1] * c1 + g[2] * c2;
    double c3 = g[0] * g[5] - g[2] * g[2], c4 = g[1] * g[2] - g[0] * g[4];
    double c5 = g[0] * g[3] - g[1] * g[1], s = 1 / det;
    y->x = (c0 * f.x + c1 * f.y + c2 * f.z) * s;
    y->y = (c1 * f.x + c3 * f.y + c4 * f.z) * s;
    y->z = (c2 * f.x + c4 * f.y + c5 * f.z) * s;
    return det;
}

CLD__INLINE void cld__columns(const cld__approach *at, const char frozen[4], cld__vec3d j[4])
{
    const cld__vec3d zero = {0, 0, 0};
    j[0] = frozen[0] ? zero : at->a.du;
    j[1] = frozen[1] ? zero : at->a.dv;
    j[2] = frozen[2] ? zero : cld__v3_scale(at->b.du, -1);
    j[3] = frozen[3] ? zero : cld__v3_scale(at->b.dv, -1);
}

/* One Gauss-Newton step of least norm towards S = T, kept within the patches and to half a patch.
   The small multiple of the identity keeps it finite where the surfaces are parallel. */
static void cld__gauss_newton_step(const cld__approach *at, const char frozen[4], double x[4])
{
    cld__vec3d j[4], y;
    double g[6], most = 0, step[4], slack;
    int k;
    cld__columns(at, frozen, j);
    cld__gram(j, g);
    slack = 1e-13 * (g[0] + g[3] + g[5]) + DBL_MIN;
    g[0] += slack, g[3] += slack, g[5] += slack;
    cld__solve_symmetric(g, at->gap, &y);
    for (k = 0; k < 4; k++) {
        step[k] = -cld__v3_dot(j[k], y);
        most = cld__max(most, fabs(step[k]));
    }
    slack = most > 0.5 ? 0.5 / most : 1;
    for (k = 0; k < 4; k++) x[k] = cld__min(1, cld__max(0, at->x[k] + slack * step[k]));
}

/* Iterates to a common point. Returns 1 if S and T agree to rounding, leaving the last approach. */
static int cld__find_common_point(const cld__two_patches *on, const double start[4],
                                  const char frozen[4], double rounding, cld__approach *at)
{
    double x[4], before = DBL_MAX;
    int i, poor = 0;
    cld__approach_at(on, start, 1, at);
    for (i = 0; i < 12 && at->distance > rounding; i++) {
        poor = at->distance < 0.5 * before ? 0 : poor + 1;
        if (poor == 3) return 0;
        before = cld__min(before, at->distance);
        cld__gauss_newton_step(at, frozen, x);
        cld__approach_at(on, x, 1, at);
    }
    if (!(at->distance <= rounding)) return 0;
    /* one more, now quadratic: to the last digit, if it helps */
    {
        cld__approach better;
        cld__gauss_newton_step(at, frozen, x);
        cld__approach_at(on, x, 1, &better);
        if (better.distance < at->distance) *at = better;
    }
    return 1;
}

/* Bounds on a rational Bezier net over its 0..1 x 0..1: how fast its first derivatives can
   change. */
static double cld__second_derivative_bound(const double *net, int p, int q, int rational)
{
    int i, j, row = 4 * (q + 1);
    double m[5] = {0, 0, 0, 0, 0}, n[5] = {0, 0, 0, 0, 0}; /* of x w and w: u, v, uu, uv, vv */
    double low_w = DBL_MAX, reach = 0, su, sv, suu, suv, svv;
    double factor[5];
    cld__vec3d c = cld__v3_scale(cld__v3(net[0], net[1], net[2]), 1 / net[3]);
    factor[0] = p, factor[1] = q, factor[2] = p * (p - 1), factor[3] = p * q;
    factor[4] = q * (q - 1);
    for (i = 0; i <= p; i++) {
        for (j = 0; j <= q; j++) {
            const double *a = net + i * row + 4 * j;
            int step[5][2], k;
            cld__vec3d rel = cld__v3_mad(cld__v3(a[0], a[1], a[2]), -a[3], c);
            low_w = cld__min(low_w, a[3]);
            reach = cld__max(reach, cld__v3_length(rel) / a[3]);
            step[0][0] = i < p ? row : 0, step[0][1] = 0;
            step[1][0] = 0, step[1][1] = j < q ? 4 : 0;
            step[2][0] = step[2][1] = i + 1 < p ? row : 0;
            step[3][0] = i < p ? row : 0, step[3][1] = j < q ? 4 : 0;
            step[4][0] = step[4][1] = j + 1 < q ? 4 : 0;
            for (k = 0; k < 5; k++) {
                /* difference along one step (k < 2), or along both */
                double d[4];
                int l, s0 = step[k][0], s1 = step[k][1];
                if (k < 2 ? s0 + s1 == 0 : !s0 || !s1) continue;
                for (l = 0; l < 4; l++)
                    d[l] = k < 2 ? a[s0 + s1 + l] - a[l]
                                 : a[s0 + s1 + l] - a[s0 + l] - a[s1 + l] + a[l];
                rel = cld__v3_mad(cld__v3(d[0], d[1], d[2]), -d[3], c);
                m[k] = cld__max(m[k], factor[k] * cld__v3_length(rel));
                n[k] = cld__max(n[k], factor[k] * fabs(d[3]));
            }
        }
    }
    if (!rational) return cld__max(m[2], m[4]) + m[3];
    su = (m[0] + n[0] * reach) / low_w, sv = (m[1] + n[1] * reach) / low_w;
    suu = (m[2] + 2 * n[0] * su + n[2] * reach) / low_w;
    svv = (m[4] + 2 * n[1] * sv + n[4] * reach) / low_w;
    suv = (m[3] + n[0] * sv + n[1] * su + n[3] * reach) / low_w;
    return cld__max(suu, svv) + suv;
}

/* The same near (u, v), in the patch's own parameters: over the part that `halvings` in either
   direction leave around the point. */
static double cld__curvature_near(const cld__piece *root, double u, double v, int halvings)
{
    double net[3][4 * (CLD_NURBS_MAX_DEGREE + 1) * (CLD_NURBS_MAX_DEGREE + 1)];
    size_t bytes = (size_t)cld__net_count(root) * 4 * sizeof(double);
    int p = root->degree_u, q = root->degree_v, k;
    double scale = 1;
    memcpy(net[0], cld__piece_net(root), bytes);
    for (k = 0; k < halvings; k++) {
        int up = u >= 0.5;
        cld__halve_u(net[0], p, q, net[1], net[2]);
        memcpy(net[0], net[1 + up], bytes);
        u = 2 * u - up;
        up = v >= 0.5;
        cld__halve_v(net[0], p, q, net[1], net[2]);
        memcpy(net[0], net[1 + up], bytes);
        v = 2 * v - up;
        scale *= 4;
    }
    return scale * cld__second_derivative_bound(net[0], p, q, root->rational);
}

/* Is there proof of a common point near? Newton-Kantorovich for the underdetermined system S = T:
   with s the least singular value of J over the free columns, K a Lipschitz bound of J and
   e = |S - T| / s including rounding, e K / s <= 1/2 puts a solution within 2 e of x.
   Returns that radius, or -1 for no proof. */
static double cld__kantorovich(const cld__two_patches *on, const cld__approach *at,
                               const char frozen[4], double rounding)
{
    cld__vec3d j[4], y;
    double g[6], det, trace, least, e, k_both;
    int halvings;
    cld__columns(at, frozen, j);
    cld__gram(j, g);
    trace = g[0] + g[3] + g[5];
    det = cld__solve_symmetric(g, at->gap, &y);
    if (!(det > 64 * CLD__ROUND_DOUBLE * trace * trace * trace)) return -1;
    /* the other two eigenvalues have a product of at most trace^2 / 4 */
    least = sqrt(4 * det) / trace;
    e = (at->distance + rounding) / least;
    for (halvings = 0; halvings <= 24; halvings += 6) {
        double ka = cld__curvature_near(on->a, at->x[0], at->x[1], halvings);
        double kb = cld__curvature_near(on->b, at->x[2], at->x[3], halvings);
        k_both = cld__max(ka, kb);
        if (e * k_both <= 0.49 * least && 4 * e < ldexp(1, -halvings)) return 2 * e;
    }
    return -1;
}

/* Tries to prove the common point that was converged to. A parameter so close to the patch's side
   that the solution may lie outside is put on the side and held there. */
static double cld__certify(const cld__two_patches *on, cld__approach *at, double rounding)
{
    char frozen[4] = {0, 0, 0, 0};
    int tries, k, moved, held = 0;
    for (tries = 0; tries < 2; tries++) {
        double x[4], radius = cld__kantorovich(on, at, frozen, rounding);
        if (radius < 0) return -1;
        memcpy(x, at->x, sizeof x);
        for (k = moved = 0; k < 4; k++) {
            if (frozen[k] || (x[k] >= radius && x[k] <= 1 - radius)) continue;
            x[k] = x[k] < 0.5 ? 0 : 1;
            frozen[k] = 1, held++, moved = 1;
        }
        if (!moved) {
            double la = cld__v3_dot(at->a.du, at->a.du) + cld__v3_dot(at->a.dv, at->a.dv);
            double lb = cld__v3_dot(at->b.du, at->b.du) + cld__v3_dot(at->b.dv, at->b.dv);
            return radius * sqrt(cld__max(la, lb)) + rounding;
        }
        if (held > 1 || !cld__find_common_point(on, x, frozen, rounding, at)) return -1;
    }
    return -1;
}

/* Solves a square system in place by elimination with row pivots; 0 if it is singular. */
static int cld__solve4(double m[4][5])
{
    double size[4]; /* of the rows: pivots are compared by their share, whatever a row's unit is */
    int i, j, k;
    for (i = 0; i < 4; i++) {
        size[i] = cld__max(cld__max(fabs(m[i][0]), fabs(m[i][1])),
                           cld__max(fabs(m[i][2]), fabs(m[i][3])));
        if (!(size[i] > 0)) return 0;
    }
    for (i = 0; i < 4; i++) {
        int best = i;
        for (j = i + 1; j < 4; j++)
            if (fabs(m[j][i]) / size[j] > fabs(m[best][i]) / size[best]) best = j;
        if (!(fabs(m[best][i]) > 0)) return 0;
        for (k = i; best != i && k < 5; k++) {
            double t = m[i][k];
            m[i][k] = m[best][k], m[best][k] = t;
        }
        size[best] = size[i];
        for (j = i + 1; j < 4; j++) {
            double f = m[j][i] / m[i][i];
            for (k = i; k < 5; k++) m[j][k] -= f * m[i][k];
        }
    }
    for (i = 3; i >= 0; i--) {
        for (k = i + 1; k < 4; k++) m[i][4] -= m[i][k] * m[k][4];
        m[i][4] /= m[i][i];
    }
    return 1;
}

/* Newton's equations, in m[4][0..3] with right side m[4][4], for where the surfaces are parallel
   and face each other: the tangential part of S - T vanishes and the normals agree. The approach
   holds second derivatives. */
static void cld__parallel_system(const cld__approach *at, double m[4][5])
{
    const cld__jet *a = &at->a, *b = &at->b;
    cld__vec3d n, nu, nv, t[2], s[2];
    int k;
    s[0] = a->du, s[1] = a->dv, t[0] = b->du, t[1] = b->dv;
    n = cld__v3_cross(a->du, a->dv);
    nu = cld__v3_add(cld__v3_cross(a->duu, a->dv), cld__v3_cross(a->du, a->duv));
    nv = cld__v3_add(cld__v3_cross(a->duv, a->dv), cld__v3_cross(a->du, a->dvv));
    for (k = 0; k < 2; k++) {
        cld__vec3d sku = k ? a->duv : a->duu, skv = k ? a->dvv : a->duv;
        cld__vec3d tku = k ? b->duv : b->duu, tkv = k ? b->dvv : b->duv;
        m[k][0] = cld__v3_dot(a->du, s[k]) + cld__v3_dot(at->gap, sku);
        m[k][1] = cld__v3_dot(a->dv, s[k]) + cld__v3_dot(at->gap, skv);
        m[k][2] = -cld__v3_dot(t[0], s[k]), m[k][3] = -cld__v3_dot(t[1], s[k]);
        m[k][4] = -cld__v3_dot(at->gap, s[k]);
        m[2 + k][0] = cld__v3_dot(nu, t[k]), m[2 + k][1] = cld__v3_dot(nv, t[k]);
        m[2 + k][2] = cld__v3_dot(n, tku), m[2 + k][3] = cld__v3_dot(n, tkv);
        m[2 + k][4] = -cld__v3_dot(n, t[k]);
    }
}

/* Where the surfaces are parallel and face each other: the tangential part of S - T vanishes and
   the normals agree. Four equations for four unknowns, well conditioned at, before and after
   touching, where least distance is not. Returns 1 if it converged to a place on both patches. */
static int cld__find_parallel_point(const cld__two_patches *on, const double start[4],
                                    cld__approach *at)
{
    double x[4], last = 1;
    int i, k;
    memcpy(x, start, sizeof x);
    for (i = 0; i < 10; i++) {
        double m[4][5], most = 0, hold;
        cld__approach_at(on, x, 2, at);
        if (last < 1e-7) return 1; /* quadratic: the step after it would be below 1e-13 */
        cld__parallel_system(at, m);
        if (!cld__solve4(m)) return 0;
        for (k = 0; k < 4; k++) most = cld__max(most, fabs(m[k][4]));
        if (!(most < 1e6)) return 0;
        hold = most > 0.5 ? 0.5 / most : 1;
        for (k = 0; k < 4; k++) {
            x[k] += hold * m[k][4];
            if (x[k] < -0.5 || x[k] > 1.5) return 0;
        }
        last = most;
        /* On a seam of two patches the place is on the side of either, but for rounding (of
           cld_real: the control points are given). */
        for (k = 0; last < 1e-7 && k < 4; k++) {
            if (x[k] < -1e-3 || x[k] > 1 + 1e-3) return 0;
            x[k] = cld__min(1, cld__max(0, x[k]));
        }
    }
    return 0;
}

/* Curvature of the patch over its tangent plane spanned by e1, e2: the Hessian of the height along
   n, xx, xy, yy; and the map from tangent coordinates to parameters. 0 where the patch is
   singular. */
static int cld__height_hessian(const cld__jet *s, cld__vec3d e1, cld__vec3d e2, cld__vec3d n,
                               double inverse[4], double h[3])
{
    double a = cld__v3_dot(s->du, e1), b = cld__v3_dot(s->dv, e1);
    double c = cld__v3_dot(s->du, e2), d = cld__v3_dot(s->dv, e2), det = a * d - b * c;
    double uu = cld__v3_dot(s->duu, n), uv = cld__v3_dot(s->duv, n), vv = cld__v3_dot(s->dvv, n);
    if (!(fabs(det) > 0)) return 0;
    inverse[0] = d / det, inverse[1] = -b / det; /* u = inverse[0] x + inverse[1] y */
    inverse[2] = -c / det, inverse[3] = a / det;
    h[0] = inverse[0] * (uu * inverse[0] + uv * inverse[2]) +
           inverse[2] * (uv * inverse[0] + vv * inverse[2]);
    h[1] = inverse[0] * (uu * inverse[1] + uv * inverse[3]) +
           inverse[2] * (uv * inverse[1] + vv * inverse[3]);
    h[2] = inverse[1] * (uu * inverse[1] + uv * inverse[3]) +
           inverse[3] * (uv * inverse[1] + vv * inverse[3]);
    return 1;
}

/* At a parallel point with a gap g the height of B over A is g + (h11 x^2 + 2 h12 x y + h22
   y^2)/2: where an eigenvalue of h has the other sign, the surfaces cross at the root of that.
   side 1 or -1 says on which side to look. Returns 0 if there is none. */
static int cld__beside_parallel_point(const cld__approach *at, int side, double x[4])
{
    cld__vec3d n = cld__v3_unit(cld__v3_cross(at->a.du, at->a.dv));
    cld__vec3d e1 = cld__v3_unit(at->a.du), e2 = cld__v3_cross(n, e1);
    double ia[4], ib[4], ha[3], hb[3], h[3], gap, mean, spread, value, r, dx, dy;
    int k;
    if (!cld__height_hessian(&at->a, e1, e2, n, ia, ha)) return 0;
    if (!cld__height_hessian(&at->b, e1, e2, n, ib, hb)) return 0;
    for (k = 0; k < 3; k++) h[k] = hb[k] - ha[k];
    gap = -cld__v3_dot(at->gap, n);
    mean = 0.5 * (h[0] + h[2]);
    spread = sqrt(0.25 * (h[0] - h[2]) * (h[0] - h[2]) + h[1] * h[1]);
    value = gap > 0 ? mean - spread : mean + spread;
    if (!(gap * value < 0)) return 0;
    r = side * sqrt(-2 * gap / value);
    dx = h[1], dy = value - h[0];
    if (fabs(dx) + fabs(dy) < fabs(value - h[2]) + fabs(h[1])) dx = value - h[2], dy = h[1];
    if (dx == 0 && dy == 0) dx = 1;
    value = r / sqrt(dx * dx + dy * dy);
    dx *= value, dy *= value;
    x[0] = at->x[0] + ia[0] * dx + ia[1] * dy, x[1] = at->x[1] + ia[2] * dx + ia[3] * dy;
    x[2] = at->x[2] + ib[0] * dx + ib[1] * dy, x[3] = at->x[3] + ib[2] * dx + ib[3] * dy;
    for (k = 0; k < 4; k++)
        if (!(x[k] >= 0 && x[k] <= 1)) return 0;
    return 1;
}

/* The foot of the perpendicular from a point to a patch, from a start, kept within the patch. */
static void cld__project_to_patch(const cld__piece *root, cld__vec3d p, double *u, double *v)
{
    cld__jet s;
    int i;
    for (i = 0; i < 6; i++) {
        cld__vec3d d;
        double a, b, c, f, g, det, nu, nv;
        cld__patch_jet1(root, *u, *v, &s);
        d = cld__v3_sub(p, s.p);
        a = cld__v3_dot(s.du, s.du), b = cld__v3_dot(s.du, s.dv), c = cld__v3_dot(s.dv, s.dv);
        f = cld__v3_dot(d, s.du), g = cld__v3_dot(d, s.dv);
        a += 1e-14 * (a + c) + DBL_MIN, c += 1e-14 * (a + c) + DBL_MIN;
        det = a * c - b * b;
        if (!(det > 0)) break; /* the patch is a point, or a line */
        nu = cld__min(1, cld__max(0, *u + (c * f - b * g) / det));
        nv = cld__min(1, cld__max(0, *v + (a * g - b * f) / det));
        f = fabs(nu - *u) + fabs(nv - *v);
        *u = nu, *v = nv;
        if (f < 1e-15) break;
    }
}

/* The unit normal of a patch; where the patch is singular (at a pole), that of a place next to
   it. */
static cld__vec3d cld__patch_normal(const cld__piece *root, double u, double v)
{
    cld__jet s;
    cld__vec3d n;
    double size;
    cld__patch_jet1(root, u, v, &s);
    n = cld__v3_cross(s.du, s.dv);
    size = root->radius * root->radius;
    if (cld__v3_length(n) > 1e-9 * size) return cld__v3_unit(n);
    cld__patch_jet1(root, u + 1e-6 * (0.5 - u), v + 1e-6 * (0.5 - v), &s);
    return cld__v3_unit(cld__v3_cross(s.du, s.dv));
}

static void cld__keep(cld__query *q, const cld__two_patches *on, const cld__approach *at,
                      int relation, double error)
{
    cld__solution *found = &q->found;
    memcpy(found->x, at->x, sizeof found->x);
    found->surface[0] = on->a->surface, found->surface[1] = on->b->surface;
    found->span[0] = on->a->span, found->span[1] = on->b->span;
    found->point[0] = at->a.p, found->point[1] = at->b.p;
    found->normal = cld__patch_normal(on->a, at->x[0], at->x[1]);
    found->distance = at->distance;
    found->error = error;
    found->relation = relation;
}

/* Surfaces that touch to rounding share, or nearly so, a disc around the place as large as the
   root of that: whatever point of it was found, the place itself is where they are parallel, or,
   at a pole, on the sides of the patches that are close by. */
static int cld__touch(const cld__query *q, const cld__two_patches *on, const cld__approach *at,
                      cld__approach *touch)
{
    const double rounding = cld__max(2 * (double)CLD__ROUND_REAL * q->scale, 64 * q->round);
    const double tolerance = cld__min(q->tolerance, rounding);
    cld__vec3d a = cld__v3_unit(cld__v3_cross(at->a.du, at->a.dv));
    cld__vec3d b = cld__v3_unit(cld__v3_cross(at->b.du, at->b.dv));
    double x[4];
    int k;
    if (!(at->distance <= tolerance && fabs(cld__v3_dot(a, b)) > 0.9999)) return 0;
    if (cld__find_parallel_point(on, at->x, touch) && touch->distance <= tolerance) return 1;
    for (k = 0; k < 4; k++) x[k] = at->x[k] < 0.01 ? 0 : at->x[k] > 0.99 ? 1 : at->x[k];
    cld__approach_at(on, x, 1, touch);
    return memcmp(x, at->x, sizeof x) != 0 && touch->distance <= at->distance;
}

/* Does what a converged or best approach shows count as a contact? Then it is kept. */
static int cld__judge(cld__query *q, const cld__two_patches *on, cld__approach *at, double rounding,
                      int converged)
{
    cld__approach touch;
    double x[4];
    int k;
    if (cld__touch(q, on, at, &touch)) {
        cld__keep(q, on, &touch, CLD_NEAR, touch.distance + rounding);
        return 1;
    }
    if (converged || at->distance <= q->tolerance) {
        cld__approach sure = *at;
        double error = cld__certify(on, &sure, rounding);
        if (error >= 0) {
            cld__keep(q, on, &sure, CLD_CROSSING, error);
            return 1;
        }
    }
    if (!(at->distance <= q->tolerance)) return 0;
    /* Where the surfaces touch they are near over an area as wide as the root of the tolerance: the
       place of touch is in the middle of it. */
    if (!cld__find_parallel_point(on, at->x, &touch)) {
        for (k = 0; k < 4; k++) x[k] = at->x[k] < 0.5 ? 0 : 1; /* a pole? */
        cld__approach_at(on, x, 1, &touch);
    }
    if (touch.distance <= q->tolerance) *at = touch;
    cld__keep(q, on, at, CLD_NEAR, at->distance + rounding);
    return 1;
}

/* The corner of a piece that is nearest to the box of another, then to its middle; its
   parameters. */
static cld__vec3d cld__corner_nearest(const cld__piece *piece, const cld__piece *other, double x[2])
{
    double least = DBL_MAX, middle = DBL_MAX;
    cld__vec3d best = cld__v3(0, 0, 0);
    int k;
    x[0] = piece->u0, x[1] = piece->v0;
    for (k = 0; k < 4; k++) {
        cld__vec3d p =
            cld__hull_point(piece, k & 1 ? piece->degree_u : 0, k & 2 ? piece->degree_v : 0);
        cld__d4 at = cld__d4_set(p.x, p.y, p.z, 0), gap;
        cld__vec3d d = cld__v3_sub(p, other->centre);
        double off, away = cld__v3_dot(d, d);
        gap = cld__d4_max(cld__d4_sub(other->low, at), cld__d4_sub(at, other->high));
        d = cld__d4_xyz(cld__d4_max(gap, cld__d4_all(0)));
        off = cld__v3_dot(d, d);
        if (off > least || (off == least && away >= middle)) continue;
        least = off, middle = away, best = p;
        x[0] = k & 1 ? piece->u1 : piece->u0, x[1] = k & 2 ? piece->v1 : piece->v0;
    }
    return best;
}

/* Corners of the pieces: where surfaces end, or have poles, Newton's method does not see a touch.
   A corner of either against the other's foot below it, then both corners. */
static int cld__try_corners(cld__query *q, const cld__two_patches *on, const cld__piece *a,
                            const cld__piece *b, double rounding)
{
    double x[4], corner[4];
    cld__vec3d ca = cld__corner_nearest(a, b, corner), cb = cld__corner_nearest(b, a, corner + 2);
    cld__approach at;
    x[0] = corner[0], x[1] = corner[1];
    x[2] = 0.5 * (b->u0 + b->u1), x[3] = 0.5 * (b->v0 + b->v1);
    cld__project_to_patch(on->b, ca, &x[2], &x[3]);
    cld__approach_at(on, x, 1, &at);
    if (cld__judge(q, on, &at, rounding, 0)) return 1;
    x[0] = 0.5 * (a->u0 + a->u1), x[1] = 0.5 * (a->v0 + a->v1);
    x[2] = corner[2], x[3] = corner[3];
    cld__project_to_patch(on->a, cb, &x[0], &x[1]);
    cld__approach_at(on, x, 1, &at);
    if (cld__judge(q, on, &at, rounding, 0)) return 1;
    cld__approach_at(on, corner, 1, &at);
    return cld__judge(q, on, &at, rounding, 0);
}

/* The bilinear models of two pieces: can a common point be expected? The least norm solution of the
   linear system lies within the pieces' parameters, and what it leaves is less than their
   thickness. */
static int cld__promising(cld__piece *a, cld__piece *b)
{
    cld__vec3d j[4], y, gap = cld__v3_sub(a->centre, b->centre), left = gap;
    double g[6], slack, norm = 0, thick;
    int k;
    j[0] = a->edge_u, j[1] = a->edge_v;
    j[2] = cld__v3_scale(b->edge_u, -1), j[3] = cld__v3_scale(b->edge_v, -1);
    cld__gram(j, g);
    slack = 1e-3 * (g[0] + g[3] + g[5]) + DBL_MIN;
    g[0] += slack, g[3] += slack, g[5] += slack;
    cld__solve_symmetric(g, gap, &y);
    for (k = 0; k < 4; k++) {
        double s = -cld__v3_dot(j[k], y);
        norm += s * s;
        left = cld__v3_mad(left, s, j[k]);
    }
    thick = a->radius + b->radius;
    return norm < 1.2 && cld__v3_dot(left, left) < 0.25 * thick * thick;
}

/* ----- a curved wall between two pieces
   Sheets that run side by side at a small gap are parted by no plane until the pieces are as small
   as the root of the gap. A quadric, z = c + s.x + x.Q x / 2 over a common tangent plane, with
   slope and curvature halfway between those of the two surfaces, leaves third order terms only:
   pieces as large as the cube root of the gap are parted; larger ones where they lie side by side,
   for there the wall may lean as well. Over a rational patch with homogeneous
   points the quadric's function is a quadratic form, so it has Bernstein coefficients of twice the
   degree; where all of them have one sign, so has the function (the convex hull property again). */

typedef struct cld__wall {
    cld__d4 map[4];    /* homogeneous point -> (x, y, z - c - s.x, w) */
    double xx, xy, yy; /* Q */
    cld__vec3d origin;
    double across[2];     /* from A to B, in x and y */
    double steep, curved; /* |s|, and a bound of |Q| */
    int side;             /* of B: 1 above, -1 below */
} cld__wall;

/* The quadratic model of a surface over the plane of e1, e2 through `origin`: c, s_x, s_y, Q_xx,
   Q_xy, Q_yy. 0 if the surface is singular or stands upright there. */
static int cld__height_model(const cld__jet *at, cld__vec3d origin, cld__vec3d e1, cld__vec3d e2,
                             cld__vec3d n, double model[6])
{
    cld__vec3d normal = cld__v3_cross(at->du, at->dv), d = cld__v3_sub(at->p, origin);
    double up = cld__v3_dot(normal, n), inverse[4], h[3], sx, sy;
    double x = cld__v3_dot(d, e1), y = cld__v3_dot(d, e2), z = cld__v3_dot(d, n);
    if (!(fabs(up) > 0.3 * cld__v3_length(normal))) return 0;
    if (!cld__height_hessian(at, e1, e2, cld__v3_scale(normal, 1 / up), inverse, h)) return 0;
    sx = -cld__v3_dot(normal, e1) / up, sy = -cld__v3_dot(normal, e2) / up;
    model[1] = sx - h[0] * x - h[1] * y, model[2] = sy - h[1] * x - h[2] * y;
    model[0] = z - sx * x - sy * y + 0.5 * (h[0] * x * x + 2 * h[1] * x * y + h[2] * y * y);
    model[3] = h[0], model[4] = h[1], model[5] = h[2];
    return 1;
}

/* The wall halfway between two surfaces at the given points; 0 if there is none. */
static int cld__wall_between(const cld__jet *a, const cld__jet *b, cld__wall *wall)
{
    cld__vec3d na = cld__v3_unit(cld__v3_cross(a->du, a->dv)), n, e1, e2, row, across;
    cld__vec3d nb = cld__v3_unit(cld__v3_cross(b->du, b->dv));
    double ma[6], mb[6], m[6];
    int k;
    n = cld__v3_unit(cld__v3_mad(na, cld__v3_dot(na, nb) < 0 ? -1 : 1, nb));
    e1 = cld__v3_unit(cld__v3_mad(a->du, -cld__v3_dot(a->du, n), n));
    e2 = cld__v3_cross(n, e1);
    wall->origin = cld__v3_scale(cld__v3_add(a->p, b->p), 0.5);
    if (!cld__height_model(a, wall->origin, e1, e2, n, ma)) return 0;
    if (!cld__height_model(b, wall->origin, e1, e2, n, mb)) return 0;
    for (k = 0; k < 6; k++) m[k] = 0.5 * (ma[k] + mb[k]);
    across = cld__v3_sub(b->p, a->p);
    wall->across[0] = cld__v3_dot(across, e1), wall->across[1] = cld__v3_dot(across, e2);
    row = cld__v3_mad(cld__v3_mad(n, -m[1], e1), -m[2], e2);
    wall->map[0] = cld__d4_set(e1.x, e2.x, row.x, 0);
    wall->map[1] = cld__d4_set(e1.y, e2.y, row.y, 0);
    wall->map[2] = cld__d4_set(e1.z, e2.z, row.z, 0);
    wall->map[3] = cld__d4_set(-cld__v3_dot(e1, wall->origin), -cld__v3_dot(e2, wall->origin),
                               -cld__v3_dot(row, wall->origin) - m[0], 1);
    wall->xx = m[3], wall->xy = m[4], wall->yy = m[5];
    wall->steep = fabs(m[1]) + fabs(m[2]);
    wall->curved = fabs(m[3]) + 2 * fabs(m[4]) + fabs(m[5]);
    wall->side = mb[0] > ma[0] ? 1 : -1;
    return mb[0] != ma[0];
}

/* Twice the wall's function at one point of the net, times w squared. */
CLD__INLINE double cld__wall_value(const cld__wall *wall, const double *net, double shift)
{
    cld__d4 h = cld__columns_mul(wall->map, cld__v3(net[0], net[1], net[2]));
    double v[4];
    cld__d4_store(v, cld__d4_mad(wall->map[3], cld__d4_all(net[3]), h));
    return 2 * (v[2] - shift * v[3]) * v[3] - wall->xx * v[0] * v[0] - 2 * wall->xy * v[0] * v[1] -
           wall->yy * v[1] * v[1];
}

/* Which leans of the wall, away from either piece on its own side, leave the corners of a piece on
   the side where it should be, farther than shift? Narrows them down: low < lean < high. */
static int cld__corners_lean(const cld__wall *wall, const cld__piece *piece, int side, double shift,
                             double *low, double *high)
{
    const double *net = cld__piece_net(piece);
    int k, q = piece->degree_v, last = piece->degree_u * (q + 1);
    for (k = 0; k < 4; k++) {
        const double *corner = net + 4 * ((k & 1 ? last : 0) + (k & 2 ? q : 0));
        cld__d4 h = cld__columns_mul(wall->map, cld__v3(corner[0], corner[1], corner[2]));
        double v[4], value = side * cld__wall_value(wall, corner, side * shift), more;
        cld__d4_store(v, cld__d4_mad(wall->map[3], cld__d4_all(corner[3]), h));
        more = 2 * v[3] * (wall->across[0] * v[0] + wall->across[1] * v[1]) * side * wall->side;
        if (more > 0)
            *low = cld__max(*low, -value / more);
        else if (more < 0)
            *high = cld__min(*high, -value / more);
        else if (!(value > 0))
            return 0;
    }
    return *low < *high;
}

/* Between pieces that lie side by side the wall may lean, away from either on its own side of their
   border: so it gets past the cube of the distance, which the quadrics leave out. What the corners
   ask for, and half as much again for what is between them, but no more than they allow. */
static int cld__wall_lean(cld__wall *wall, const cld__piece *a, const cld__piece *b,
                          const double shift[2])
{
    double low = -DBL_MAX, high = DBL_MAX, lean, column[4];
    int k;
    if (!cld__corners_lean(wall, a, -wall->side, shift[0], &low, &high)) return 0;
    if (!cld__corners_lean(wall, b, wall->side, shift[1], &low, &high)) return 0;
    lean = 1.5 * cld__max(low, cld__min(high, 0));
    if (!(lean > low && lean < high)) lean = 0.5 * low + 0.5 * high;
    lean *= wall->side;
    for (k = 0; k < 4; k++) {
        cld__d4_store(column, wall->map[k]);
        column[2] += lean * (wall->across[0] * column[0] + wall->across[1] * column[1]);
        wall->map[k] = cld__d4_load(column);
    }
    wall->steep += fabs(lean) * (fabs(wall->across[0]) + fabs(wall->across[1]));
    return 1;
}

/* The control points as the wall sees them, times the binomial coefficients of both degrees: what
   a product of two polynomials in Bernstein form is made of. Rows are filled up with zeros. */
enum { CLD__WALL_ROW = (CLD_NURBS_MAX_DEGREE + 1 + 3) / 4 * 4 };
typedef struct cld__wall_row {
    double x[CLD__WALL_ROW], y[CLD__WALL_ROW], z[CLD__WALL_ROW], w[CLD__WALL_ROW];
    double px[CLD__WALL_ROW], py[CLD__WALL_ROW]; /* -Q (x, y) */
} cld__wall_row;

static void cld__wall_rows(const cld__wall *wall, const double *net, int p, int q, double shift,
                           cld__wall_row *rows)
{
    int i, j;
    double cu = 1, v[4];
    for (i = 0; i <= p; i++) {
        cld__wall_row *row = &rows[i];
        double c = cu;
        for (j = 0; j <= q; j++, net += 4) {
            cld__d4 h = cld__columns_mul(wall->map, cld__v3(net[0], net[1], net[2]));
            h = cld__d4_mad(wall->map[3], cld__d4_all(net[3]), h);
            cld__d4_store(v, cld__d4_mul(h, cld__d4_all(c)));
            row->x[j] = v[0], row->y[j] = v[1], row->z[j] = v[2] - shift * v[3], row->w[j] = v[3];
            row->px[j] = -wall->xx * v[0] - wall->xy * v[1];
            row->py[j] = -wall->xy * v[0] - wall->yy * v[1];
            c = c * (q - j) / (j + 1);
        }
        for (; j < (q + 4) / 4 * 4; j++) {
            row->x[j] = row->y[j] = row->z[j] = row->w[j] = 0;
            row->px[j] = row->py[j] = 0;
        }
        cu = cu * (p - i) / (i + 1);
    }
}

/* Are the corners of the net on the given side of the wall, farther than shift? */
static int cld__corners_beyond_wall(const cld__wall *wall, const double *net, int p, int q,
                                    int side, double shift)
{
    int k;
    for (k = 0; k < 4; k++) {
        const double *corner = net + (k & 1 ? 4 * p * (q + 1) : 0) + (k & 2 ? 4 * q : 0);
        if (!(side * cld__wall_value(wall, corner, side * shift) > 0)) return 0;
    }
    return 1;
}

/* Is the net's patch on the given side of the wall, farther than shift? By the signs of all
   Bernstein coefficients (each times a positive number). */
static int cld__beyond_wall(const cld__wall *wall, const double *net, int p, int q, int side,
                            double shift)
{
    cld__wall_row rows[CLD_NURBS_MAX_DEGREE + 1];
    double part[CLD__WALL_ROW][CLD__WALL_ROW];
    int i, j, k, l, sum;
    cld__wall_rows(wall, net, p, q, side * shift, rows);
    for (sum = 0; sum <= 2 * p; sum++) { /* the form is symmetric: rows i <= k = sum - i */
        for (j = 0; j <= q; j++) {
            for (l = 0; l <= q; l += 4) {
                cld__d4 s = cld__d4_all(0);
                for (i = sum > p ? sum - p : 0; 2 * i < sum; i++) {
                    const cld__wall_row *a = &rows[i], *b = &rows[sum - i];
                    s = cld__d4_mad(cld__d4_all(a->z[j]), cld__d4_load(b->w + l), s);
                    s = cld__d4_mad(cld__d4_all(a->w[j]), cld__d4_load(b->z + l), s);
                    s = cld__d4_mad(cld__d4_all(a->px[j]), cld__d4_load(b->x + l), s);
                    s = cld__d4_mad(cld__d4_all(a->py[j]), cld__d4_load(b->y + l), s);
                }
                s = cld__d4_add(s, s);
                if (2 * i == sum) {
                    const cld__wall_row *a = &rows[i];
                    s = cld__d4_mad(cld__d4_all(2 * a->z[j]), cld__d4_load(a->w + l), s);
                    s = cld__d4_mad(cld__d4_all(a->px[j]), cld__d4_load(a->x + l), s);
                    s = cld__d4_mad(cld__d4_all(a->py[j]), cld__d4_load(a->y + l), s);
                }
                cld__d4_store(part[j] + l, s);
            }
        }
        for (k = 0; k <= 2 * q; k++) {
            double coefficient = 0;
            for (j = k > q ? k - q : 0; j <= q && j <= k; j++) coefficient += part[j][k - j];
            if (!(side * coefficient > 0)) return 0;
        }
    }
    return 1;
}

/* Halves a net across the side on which its corners are farther apart. */
static void cld__halve_longer(const double *net, int p, int q, double *left, double *right)
{
    const double *along_u = net + 4 * p * (q + 1), *along_v = net + 4 * q;
    double u = 0, v = 0;
    int c;
    for (c = 0; c < 3; c++) {
        u += fabs(along_u[c] / along_u[3] - net[c] / net[3]);
        v += fabs(along_v[c] / along_v[3] - net[c] / net[3]);
    }
    if (u > v)
        cld__halve_u(net, p, q, left, right);
    else
        cld__halve_v(net, p, q, left, right);
}

/* Splits a net at t in u, or in v. */
static void cld__split_net(const double *net, int p, int q, int in_v, double t, double *left,
                           double *right)
{
    const int degree = in_v ? q : p, step = in_v ? 4 : 4 * (q + 1);
    const int lines = in_v ? p + 1 : q + 1, line = in_v ? 4 * (q + 1) : 4;
    const cld__d4 t0 = cld__d4_all(1 - t), t1 = cld__d4_all(t);
    int i, j, k;
    memcpy(right, net, 4 * (size_t)((p + 1) * (q + 1)) * sizeof *net);
    for (i = 0; i < lines; i++, left += line, right += line) {
        for (k = 0; k <= degree; k++) {
            cld__d4_store(left + k * step, cld__d4_load(right));
            for (j = 0; j < degree - k; j++) {
                double *a = right + j * step;
                cld__d4 b = cld__d4_mul(t1, cld__d4_load(a + step));
                cld__d4_store(a, cld__d4_mad(t0, cld__d4_load(a), b));
            }
        }
    }
}

/* Splits a net beside a wall: first where the surfaces are closest, at `x` of the piece. From there
   they part as squares do, whose coefficients have one sign; in halves these would not until they
   are as small as the root of the gap. */
static void cld__wall_split(const cld__piece *piece, const double x[2], int level,
                            const double *net, double *left, double *right)
{
    const int p = piece->degree_u, q = piece->degree_v;
    const double u = (x[0] - piece->u0) / (piece->u1 - piece->u0);
    const double v = (x[1] - piece->v0) / (piece->v1 - piece->v0);
    const int in_u = u > 1e-3 && u<1 - 1e-3, in_v = v> 1e-3 && v < 1 - 1e-3;
    if (in_u && level == 0)
        cld__split_net(net, p, q, 0, u, left, right);
    else if (in_v && level == in_u)
        cld__split_net(net, p, q, 1, v, left, right);
    else
        cld__halve_longer(net, p, q, left, right);
}

/* How far beyond the wall a piece must be: its error and the margin, as they show in z, then the
   roundings of the form itself and of `depth` splits, three for each point of the net. */
static double cld__wall_shift(const cld__query *q, const cld__wall *wall, const cld__piece *piece,
                              int depth)
{
    cld__vec3d middle =
        cld__d4_xyz(cld__d4_mul(cld__d4_add(piece->low, piece->high), cld__d4_all(0.5)));
    double reach = cld__v3_length(cld__v3_sub(middle, wall->origin)) + piece->radius, shift;
    const int degree = piece->degree_u > piece->degree_v ? piece->degree_u : piece->degree_v;
    shift = CLD__ROUND_DOUBLE * (64 + 4 * cld__net_count(piece)) * (reach + q->scale);
    shift += piece->error + 0.5 * q->apart + 4 * depth * degree * CLD__ROUND_DOUBLE * q->scale;
    return shift * (1 + wall->steep + wall->curved * reach);
}

/* Is the piece wholly on the side of the wall? Where the coefficients do not show it, its parts
   may, down to a depth: this costs the sum of the work on both pieces, where pairs cost the
   product. */
static int cld__piece_beyond_wall(cld__query *q, const cld__wall *wall, const cld__piece *piece,
                                  const double x[2], int side, int depth)
{
    const int size = 4 * cld__net_count(piece), p_u = piece->degree_u, p_v = piece->degree_v;
    const double shift = cld__wall_shift(q, wall, piece, depth);
    const double *net = cld__piece_net(piece);
    int waiting[CLD__WALL_DEPTH], count = 0, level = 0, looks = 0;
    while (looks++ <= 4 * depth) {
        if (cld__beyond_wall(wall, net, p_u, p_v, side, shift)) {
            if (count == 0) return 1;
            level = waiting[--count];
            net = q->nets + (size_t)(2 * level + 1) * (size_t)size;
        } else {
            double *left = q->nets + (size_t)(2 * level) * (size_t)size;
            if (level == depth) return 0;
            cld__wall_split(piece, x, level, net, left, left + size);
            if (!cld__corners_beyond_wall(wall, left, p_u, p_v, side, shift) ||
                !cld__corners_beyond_wall(wall, left + size, p_u, p_v, side, shift))
                return 0;
            waiting[count++] = level;
            net = left;
        }
        level++;
    }
    return 0;
}

/* Are two pieces proved apart by a wall between the surfaces at x? */
static int cld__wall_apart(cld__query *q, const cld__piece *a, const cld__piece *b,
                           const double x[4], int depth)
{
    cld__wall wall;
    cld__jet at[2];
    double shift[2];
    cld__patch_jet2(cld__piece_at(q, a->root), x[0], x[1], &at[0]);
    cld__patch_jet2(cld__piece_at(q, b->root), x[2], x[3], &at[1]);
    if (!cld__wall_between(&at[0], &at[1], &wall)) return 0;
    shift[0] = cld__wall_shift(q, &wall, a, depth), shift[1] = cld__wall_shift(q, &wall, b, depth);
    if (!cld__wall_lean(&wall, a, b, shift)) return 0;
    return cld__piece_beyond_wall(q, &wall, a, x, -wall.side, depth) &&
           cld__piece_beyond_wall(q, &wall, b, x + 2, wall.side, depth);
}

/* How thick a piece is along its normal, for its size: about how far its normals turn. */
static double cld__bend(const cld__piece *piece)
{
    double low[4], high[4];
    cld__d4_store(low, piece->slab_low);
    cld__d4_store(high, piece->slab_high);
    return piece->radius > 0 ? (high[0] - low[0]) / piece->radius : 0;
}

/* Looks for a contact near two pieces by Newton's method. Returns 1 if one was found and kept.
   What it learns may also prove them apart: q->parted. */
static int cld__try_newton(cld__query *q, const cld__piece *a, const cld__piece *b)
{
    static const char free_all[4] = {0, 0, 0, 0};
    const double rounding = 2 * q->round;
    cld__two_patches on;
    cld__approach at, parallel;
    double x[4];
    int side, converged;
    on.a = cld__piece_at(q, a->root), on.b = cld__piece_at(q, b->root);
    x[0] = 0.5 * (a->u0 + a->u1), x[1] = 0.5 * (a->v0 + a->v1);
    x[2] = 0.5 * (b->u0 + b->u1), x[3] = 0.5 * (b->v0 + b->v1);
    q->attempts++;
    q->parted = 0;
    converged = cld__find_common_point(&on, x, free_all, rounding, &at);
    if (cld__judge(q, &on, &at, rounding, converged)) return 1;
    if (fabs(cld__v3_dot(a->normal, b->normal)) < 0.9 - cld__bend(a) - cld__bend(b)) return 0;
    if (cld__try_corners(q, &on, a, b, rounding)) return 1;
    if (!cld__find_parallel_point(&on, at.x, &parallel)) return 0;
    if (cld__judge(q, &on, &parallel, rounding, 0)) return 1;
    for (side = 1; side >= -1; side -= 2) {
        if (!cld__beside_parallel_point(&parallel, side, x)) continue;
        converged = cld__find_common_point(&on, x, free_all, rounding, &at);
        if (cld__judge(q, &on, &at, rounding, converged)) return 1;
    }
    q->parted = cld__wall_apart(q, a, b, parallel.x, CLD__WALL_DEPTH);
    return 0;
}

/* ----- the search */

static int cld__push(cld__query *q, cld__part a, cld__part b)
{
    if (q->stack_count == q->stack_capacity) {
        int more = q->stack_capacity * 2;
        cld__pair *stack =
            (cld__pair *)cld__workspace_array(q->workspace, (size_t)more, sizeof(cld__pair));
        if (!stack) return CLD_ERROR_MEMORY;
        memcpy(stack, q->stack, (size_t)q->stack_count * sizeof(cld__pair));
        q->stack = stack, q->stack_capacity = more;
    }
    q->stack[q->stack_count].a = a, q->stack[q->stack_count].b = b;
    q->stack_count++;
    return CLD_OK;
}

/* The whole body on the other side, grown by what counts as near. */
static cld__aabb cld__other_box(const cld__query *q, int side)
{
    cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__aabb box = cld__part_box(q, !side, &top);
    cld__d4 grown = cld__d4_mul(cld__d4_all(q->round + q->apart), cld__d4_set(2, 2, 2, 0));
    box.low = cld__d4_sub(box.low, grown), box.high = cld__d4_add(box.high, grown);
    return box;
}

/* The parts of a branch or pyramid box; at most 4. A knot rectangle has none. A status if there is
   no memory for the boxes of a surface. */
static int cld__part_children(cld__query *q, int side, const cld__part *part, cld__part out[4])
{
    const cld__tree *tree = q->tree[side];
    int i, j, n = 0, u, v;
    const cld__surface *s;
    const cld__grid *low;
    out[0] = *part;
    if (part->level == CLD__LEVEL_BRANCH) {
        const cld__branch *branch = &tree->branches[part->index];
        if (branch->left < 0) {
            cld__surface *reached = &tree->surfaces[branch->right];
            if (!reached->built) {
                cld__aabb clip = cld__other_box(q, side);
                int status = cld__surface_build(reached, q->cull ? &clip : NULL, q->workspace);
                if (status != CLD_OK) return status;
            }
            out[0].surface = branch->right, out[0].index = out[0].u = 0;
            out[0].level = tree->surfaces[branch->right].levels - 1;
            return 1;
        }
        out[1] = *part;
        out[0].index = branch->left, out[1].index = branch->right;
        return 2;
    }
    if (part->level == 0) return 0;
    s = &tree->surfaces[part->surface];
    low = &s->level[part->level - 1];
    u = part->u * 2;
    v = (part->index - part->u * s->level[part->level].count_v) * 2;
    for (i = u; i < u + 2 && i < low->count_u; i++) {
        for (j = v; j < v + 2 && j < low->count_v; j++) {
            out[n].surface = part->surface, out[n].level = part->level - 1;
            out[n].u = i, out[n++].index = i * low->count_v + j;
        }
    }
    return n;
}

/* The squared diagonal of a box. */
CLD__INLINE double cld__aabb_size(const cld__aabb *box)
{
    cld__vec3d d = cld__d4_xyz(cld__d4_sub(box->high, box->low));
    return cld__v3_dot(d, d);
}

/* About how large a part is (squared), and about where its middle is in A's frame. Neither depends
   on whether the body is prepared, as the boxes do: so both ways search in the same order and find
   the same contact first. */
static double cld__part_size(const cld__query *q, int side, const cld__part *part)
{
    const cld__surface *s = &q->tree[side]->surfaces[part->surface];
    if (part->level == CLD__LEVEL_BRANCH)
        return cld__aabb_size(&q->tree[side]->branches[part->index].raw);
    return ldexp(cld__aabb_size(&s->raw), 2 * (part->level + 1 - s->levels));
}

static cld__vec3d cld__part_middle(const cld__query *q, int side, const cld__part *part)
{
    const cld__tree *tree = q->tree[side];
    const cld__surface *s = &tree->surfaces[part->surface];
    cld__vec3d p;
    if (part->level == CLD__LEVEL_BRANCH) {
        const cld__aabb *raw = &tree->branches[part->index].raw;
        p = cld__d4_xyz(cld__d4_mul(cld__d4_add(raw->low, raw->high), cld__d4_all(0.5)));
    } else {
        const cld__grid *grid = &s->level[part->level];
        if (s->nets)
            p = grid->slanted[part->index].middle;
        else
            p = cld__view_middle(s, part->level, part->u, part->index - part->u * grid->count_v);
    }
    if (side == 0) return p;
    return cld__d4_xyz(cld__d4_add(cld__columns_mul(q->map, p), q->offset));
}

/* Replaces a pair of tree parts by the pairs of children that are not apart, the nearest on top. */
static int cld__expand(cld__query *q, const cld__pair *pair)
{
    cld__aabb box[2];
    int leaf_a = pair->a.level == 0, leaf_b = pair->b.level == 0, side, i, j, n, kept = 0;
    cld__part child[4], sorted[4];
    double key[4];
    cld__vec3d other;
    side = leaf_a || (!leaf_b && cld__part_size(q, 1, &pair->b) > cld__part_size(q, 0, &pair->a));
    other = cld__part_middle(q, !side, side ? &pair->a : &pair->b);
    box[!side] = cld__part_box(q, !side, side ? &pair->a : &pair->b);
    n = cld__part_children(q, side, side ? &pair->b : &pair->a, child);
    if (n < 0) return n;
    for (i = 0; i < n; i++) {
        cld__vec3d d;
        double square;
        box[side] = cld__part_box(q, side, &child[i]);
        if (cld__boxes_apart(q, &box[0], &box[1])) continue;
        d = cld__v3_sub(cld__part_middle(q, side, &child[i]), other);
        square = cld__v3_dot(d, d);
        for (j = kept++; j > 0 && key[j - 1] < square; j--)
            key[j] = key[j - 1], sorted[j] = sorted[j - 1];
        key[j] = square, sorted[j] = child[i];
    }
    for (i = 0; i < kept; i++) {
        int status = cld__push(q, side ? pair->a : sorted[i], side ? sorted[i] : pair->b);
        if (status != CLD_OK) return status;
    }
    return CLD_OK;
}

/* Splits the larger piece and pushes the halves that are not apart from the other piece. */
static int cld__halve_pair(cld__query *q, const cld__pair *pair)
{
    cld__piece *a = cld__piece_at(q, pair->a.index), *b = cld__piece_at(q, pair->b.index);
    int side = b->radius > a->radius, k, near_one = 0, status;
    cld__piece *whole = side ? b : a, *other = side ? a : b, *half[2];
    int apart[2];
    double distance[2];
    status = cld__pool_reserve(q, 2, pair);
    if (status != CLD_OK) return status;
    q->halved++;
    cld__piece_split(q, side ? pair->b.index : pair->a.index);
    for (k = 0; k < 2; k++) {
        cld__vec3d d;
        half[k] = cld__piece_at(q, whole->child[k]);
        d = cld__v3_sub(half[k]->centre, other->centre);
        distance[k] = cld__v3_dot(d, d);
        apart[k] = side ? cld__pieces_apart(q, a, half[k]) : cld__pieces_apart(q, half[k], b);
    }
    near_one = distance[1] < distance[0];
    for (k = 0; k < 2; k++) {
        cld__pair next = *pair;
        int which = k ? near_one : !near_one;
        if (apart[which]) continue;
        if (side)
            next.b.index = whole->child[which];
        else
            next.a.index = whole->child[which];
        status = cld__push(q, next.a, next.b);
        if (status != CLD_OK) return status;
    }
    return CLD_OK;
}

/* Newton's method costs as much as some fifty tests: it may take its share of the work, no more.
   Counted is the work on pieces, which is the same for prepared and unprepared bodies; that on
   boxes is not. */
static int cld__may_attempt(const cld__query *q)
{
    return q->attempts < 8 + q->halved / 64;
}

/* Sheets side by side: every other halving a wall between the middles is tried. How fine the
   pieces must be is learned on the way: a failure asks for finer ones the next time, a success
   allows coarser ones. */
static int cld__side_by_side(cld__query *q, const cld__piece *a, const cld__piece *b)
{
    const int level = a->level + b->level;
    double x[4];
    if (q->params.volume != CLD_NURBS_VOLUME_AUTO || level % 2 || level < q->wall_level) return 0;
    if (fabs(cld__v3_dot(a->normal, b->normal)) < 0.9) return 0;
    x[0] = 0.5 * (a->u0 + a->u1), x[1] = 0.5 * (a->v0 + a->v1);
    x[2] = 0.5 * (b->u0 + b->u1), x[3] = 0.5 * (b->v0 + b->v1);
    if (cld__wall_apart(q, a, b, x, 0)) {
        q->wall_level = level - 2;
        return 1;
    }
    q->wall_level = level + 1;
    return 0;
}

/* One attempt at a contact near a pair of pieces. */
static int cld__attempt(cld__query *q, const cld__pair *pair)
{
    cld__piece *a = cld__piece_at(q, pair->a.index), *b = cld__piece_at(q, pair->b.index);
    return a->has_slabs && b->has_slabs && cld__may_attempt(q) && cld__promising(a, b) &&
           cld__try_newton(q, a, b);
}

/* A pair that the search gives up: where its middles are nearest, they are shown to the caller. */
static void cld__leave_open(cld__query *q, const cld__piece *a, const cld__piece *b)
{
    cld__two_patches on;
    cld__approach at;
    double x[4];
    on.a = cld__piece_at(q, a->root), on.b = cld__piece_at(q, b->root);
    x[0] = 0.5 * (a->u0 + a->u1), x[1] = 0.5 * (a->v0 + a->v1);
    x[2] = 0.5 * (b->u0 + b->u1), x[3] = 0.5 * (b->v0 + b->v1);
    cld__approach_at(&on, x, 1, &at);
    if (q->undecided && !(at.distance < q->found.distance)) return;
    q->undecided = 1;
    cld__keep(q, &on, &at, CLD_UNDECIDED, at.distance + 2 * q->round);
}

/* A pair of pieces that may touch: settle it or halve it. Returns 1 if a contact was found, 0 to go
   on, or a status. */
static int cld__settle(cld__query *q, const cld__pair *pair)
{
    cld__piece *a = cld__piece_at(q, pair->a.index), *b = cld__piece_at(q, pair->b.index);
    /* whole patches have had their attempt before they were put off */
    q->parted = 0;
    if (a->level + b->level > 0 && cld__attempt(q, pair)) return 1;
    if (q->parted || cld__side_by_side(q, a, b)) return 0;
    if (cld__max(a->radius, b->radius) <= 0.0625 * q->tolerance) {
        cld__two_patches on;
        on.a = cld__piece_at(q, a->root), on.b = cld__piece_at(q, b->root);
        if (cld__try_corners(q, &on, a, b, 2 * q->round)) return 1;
        cld__leave_open(q, a, b);
        return 0;
    }
    if (a->level + b->level >= 2 * q->params.max_level ||
        (q->params.max_pairs > 0 && q->pairs > q->params.max_pairs)) {
        cld__leave_open(q, a, b);
        return 0;
    }
    return cld__halve_pair(q, pair);
}

/* Turns a pair of knot rectangles into their patches; 1 if these are apart. */
static int cld__pair_roots(cld__query *q, cld__pair *pair)
{
    int status = cld__pool_reserve(q, 2, pair);
    if (status != CLD_OK) return status;
    pair->a.index = cld__root_piece(q, 0, pair->a.surface, pair->a.index);
    pair->b.index = cld__root_piece(q, 1, pair->b.surface, pair->b.index);
    pair->a.level = pair->b.level = CLD__LEVEL_PIECE;
    return cld__pieces_apart(q, cld__piece_at(q, pair->a.index), cld__piece_at(q, pair->b.index));
}

/* The pairs that were put off become work again, the first of them first. */
static int cld__resume_waiting(cld__query *q)
{
    int status = CLD_OK;
    while (q->waiting_count > 0 && status == CLD_OK) {
        const cld__pair *pair = &q->waiting[--q->waiting_count];
        status = cld__push(q, pair->a, pair->b);
    }
    return status;
}

/* A pair of knot rectangles whose boxes overlap: where their patches do not part, one attempt is
   made, and the subdivision put off, for the next pair may be an easy contact. Returns as
   cld__settle. */
static int cld__meet(cld__query *q, cld__pair *pair)
{
    int status = cld__pair_roots(q, pair);
    if (status != 0) return status < 0 ? status : 0;
    q->parted = 0;
    if (cld__attempt(q, pair)) return 1;
    if (q->parted) return 0;
    q->waiting[q->waiting_count++] = *pair;
    return q->waiting_count == CLD__WAITING ? cld__resume_waiting(q) : 0;
}

/* Takes one pair from the stack. Returns 1 if a contact was found, 0 to go on, or a status. */
static int cld__search_step(cld__query *q)
{
    cld__pair pair;
    if (q->stack_count == 0) return cld__resume_waiting(q);
    pair = q->stack[--q->stack_count];
    if (pair.a.level == CLD__LEVEL_PIECE) return cld__settle(q, &pair);
    if (pair.a.level != 0 || pair.b.level != 0) return cld__expand(q, &pair);
    return cld__meet(q, &pair);
}

/* Depth first over both trees, then over the pieces of the patches that meet. */
static int cld__search(cld__query *q)
{
    cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__aabb box_a = cld__part_box(q, 0, &top), box_b = cld__part_box(q, 1, &top);
    int status;
    if (cld__boxes_apart(q, &box_a, &box_b)) return CLD_APART;
    status = cld__push(q, top, top);
    while (status == CLD_OK && q->stack_count + q->waiting_count > 0) status = cld__search_step(q);
    if (status > 0) return q->found.relation;
    if (status != CLD_OK) return status;
    return q->undecided ? CLD_UNDECIDED : CLD_APART;
}

/* ----- set-up */

/* The rotation matrix need not be orthonormal to the last digit: the map from B to A is made with
   the true inverse, so that the two bodies meet where their images in the world do. */
static void cld__query_map(cld__query *q, const cld__posed *a, const cld__posed *b)
{
    cld__vec3d yz = cld__v3_cross(a->y, a->z), zx = cld__v3_cross(a->z, a->x);
    cld__vec3d xy = cld__v3_cross(a->x, a->y), d = cld__v3_sub(b->position, a->position), c[3], t;
    double s = 1 / cld__v3_dot(a->x, yz);
    const cld__vec3d *from[3];
    int i;
    yz = cld__v3_scale(yz, s), zx = cld__v3_scale(zx, s), xy = cld__v3_scale(xy, s);
    from[0] = &b->x, from[1] = &b->y, from[2] = &b->z;
    for (i = 0; i < 3; i++) {
        c[i] = cld__v3(cld__v3_dot(yz, *from[i]), cld__v3_dot(zx, *from[i]),
                       cld__v3_dot(xy, *from[i]));
        q->map[i] = cld__d4_from(c[i], 0);
    }
    t = cld__v3(cld__v3_dot(yz, d), cld__v3_dot(zx, d), cld__v3_dot(xy, d));
    q->offset = cld__d4_from(t, 0);
    q->map[3] = cld__d4_from(t, 1);
}

/* The largest absolute coordinate in a box. */
static double cld__aabb_reach(const cld__aabb *box)
{
    cld__vec3d r = cld__d4_xyz(cld__d4_max(cld__d4_abs(box->low), cld__d4_abs(box->high)));
    return cld__max(r.x, cld__max(r.y, r.z));
}

static int cld__params_read(const cld_nurbs_params *params, cld_nurbs_params *out)
{
    memset(out, 0, sizeof *out);
    if (params) *out = *params;
    if (!(out->tolerance >= 0) || !(out->chord_error >= 0) || !(out->margin >= 0) ||
        !cld__is_finite((double)out->tolerance) || !cld__is_finite((double)out->chord_error) ||
        !cld__is_finite((double)out->margin))
        return CLD_ERROR_PARAMETER;
    if (out->max_level < 0 || out->max_pairs < 0) return CLD_ERROR_PARAMETER;
    if ((int)out->volume < 0 || (int)out->volume > CLD_NURBS_VOLUME_DOP26)
        return CLD_ERROR_PARAMETER;
    if (out->max_level == 0) out->max_level = 96;
    if (out->max_pairs == 0) out->max_pairs = CLD__MAX_PAIRS;
    return CLD_OK;
}

/* The tree of a body: its model's, or one built here and now. */
static int cld__query_body(cld__query *q, int side, const cld_nurbs_body *body)
{
    int i, count = body->count == 0 ? 1 : body->count;
    if (body->model) {
        if (!body->model->memory) return CLD_ERROR_NULL;
        q->tree[side] = cld__model_tree(body->model);
        return CLD_OK;
    }
    if (!body->surfaces) return CLD_ERROR_NULL;
    if (count < 0) return CLD_ERROR_COUNT;
    for (i = 0; i < count; i++) {
        int status = cld_nurbs_validate(&body->surfaces[i], NULL);
        if (status != CLD_OK) return status;
    }
    q->tree[side] = &q->own[side];
    return cld__tree_build(&q->own[side], body->surfaces, count, side ? q->map : NULL,
                           q->workspace);
}

/* Everything up to the search. The query itself lives in the workspace: *out is NULL on failure. */
static int cld__query_begin(const cld_nurbs_body *a, const cld_nurbs_body *b,
                            const cld_nurbs_params *params, cld_workspace *workspace,
                            cld__query **out)
{
    cld__query *q;
    cld__posed pose_b;
    cld_nurbs_params read;
    int status, side, i, degrees = 0;
    size_t net = 0;
    double reach[2];
    if (!a || !b || !workspace) return CLD_ERROR_NULL;
    status = cld__params_read(params, &read);
    if (status != CLD_OK) return status;
    if (cld_pose_validate(&a->pose) != CLD_OK || cld_pose_validate(&b->pose) != CLD_OK)
        return CLD_ERROR_POSE;
    cld__workspace_begin(workspace);
    q = (cld__query *)cld__workspace_alloc(workspace, sizeof *q);
    if (!q) return CLD_ERROR_MEMORY;
    q->workspace = workspace;
    q->params = read;
    q->pose_a = cld__posed_from(&a->pose);
    pose_b = cld__posed_from(&b->pose);
    cld__query_map(q, &q->pose_a, &pose_b);
    status = cld__query_body(q, 0, a);
    if (status == CLD_OK) status = cld__query_body(q, 1, b);
    if (status != CLD_OK) return status;
    for (side = 0; side < 2; side++) {
        reach[side] = 0;
        for (i = 0; i < q->tree[side]->count; i++) {
            const cld__surface *s = &q->tree[side]->surfaces[i];
            size_t size = (size_t)cld__net_doubles(s) * (s->rational ? 2 : 1);
            reach[side] = cld__max(reach[side], cld__aabb_reach(&s->raw));
            net = size > net ? size : net;
            if (s->degree_u + s->degree_v > degrees) degrees = s->degree_u + s->degree_v;
        }
    }
    {
        cld__vec3d t = cld__d4_xyz(q->offset);
        q->scale = cld__max(reach[0], fabs(t.x) + fabs(t.y) + fabs(t.z) + 2 * reach[1]);
    }
    /* posing takes 12 roundings of products and sums below scale, extraction 9 (p + q) + 4 in each
       coordinate and in the weight, projection 6; norms of three coordinates are below 1.8 of one
       */
    q->round = (64 + 34 * degrees) * CLD__ROUND_DOUBLE * q->scale;
    q->tolerance = (double)q->params.tolerance;
    if (q->tolerance == 0) q->tolerance = 2 * (double)CLD__ROUND_REAL * q->scale;
    /* Pieces of a sixteenth of the tolerance that a quarter of it does not part along the axes,
       errors of at most 100 halvings included, have points nearer than the tolerance: the search
       ends there. */
    q->tolerance = cld__max(q->tolerance, 64 * q->round);
    q->apart = 0.25 * q->tolerance;
    q->cull = 1;
    q->piece_bytes = (sizeof(cld__piece) + net * sizeof(double) + 63) & ~(size_t)63;
    q->chunks = q->live = 0;
    q->free_piece = -1;
    q->limit = (int)(256 * 1024 / q->piece_bytes);
    if (q->limit < 64) q->limit = 64;
    for (i = 0; i < CLD__ROOT_CACHE; i++) q->roots[i].piece = -1;
    q->stack_capacity = 128, q->stack_count = 0;
    q->stack = (cld__pair *)cld__workspace_array(workspace, 128, sizeof(cld__pair));
    q->nets = (double *)cld__workspace_array(workspace, 2 * CLD__WALL_DEPTH * net, sizeof(double));
    if (!q->stack || !q->nets) return CLD_ERROR_MEMORY;
    q->parted = q->wall_level = 0;
    q->waiting_count = 0;
    q->pairs = q->attempts = q->halved = q->undecided = 0;
    q->found.relation = CLD_APART;
    *out = q;
    return CLD_OK;
}

static double cld__patch_parameter(const double *breaks, int i, double local)
{
    return local >= 1 ? breaks[i + 1] : breaks[i] + local * (breaks[i + 1] - breaks[i]);
}

/* The contact as the caller sees it: world space, parameters of the surfaces. */
static void cld__contact_out(const cld__query *q, const cld__solution *s, cld_nurbs_contact *out)
{
    cld__vec3d a = cld__posed_point(&q->pose_a, s->point[0]);
    cld__vec3d b = cld__posed_point(&q->pose_a, s->point[1]);
    const cld__surface *sa = &q->tree[0]->surfaces[s->surface[0]];
    const cld__surface *sb = &q->tree[1]->surfaces[s->surface[1]];
    memset(out, 0, sizeof *out);
    out->contact.point_a = cld__v3_to(a);
    out->contact.point_b = cld__v3_to(b);
    out->contact.normal = cld__v3_to(cld__v3_unit(cld__posed_vector(&q->pose_a, s->normal)));
    out->contact.distance = (cld_real)s->distance;
    out->contact.feature_a = (uint32_t)s->surface[0];
    out->contact.feature_b = (uint32_t)s->surface[1];
    out->u_a = (cld_real)cld__patch_parameter(sa->break_u, s->span[0] / sa->count_v, s->x[0]);
    out->v_a = (cld_real)cld__patch_parameter(sa->break_v, s->span[0] % sa->count_v, s->x[1]);
    out->u_b = (cld_real)cld__patch_parameter(sb->break_u, s->span[1] / sb->count_v, s->x[2]);
    out->v_b = (cld_real)cld__patch_parameter(sb->break_v, s->span[1] % sb->count_v, s->x[3]);
    /* what is given is rounded to cld_real */
    out->error = (cld_real)(s->error * (1 + 2 * (double)CLD__ROUND_REAL) +
                            2 * (double)CLD__ROUND_REAL * (cld__v3_length(a) + cld__v3_length(b)));
    out->relation = s->relation;
}

int cld_nurbs_collide(const cld_nurbs_body *a, const cld_nurbs_body *b,
                      const cld_nurbs_params *params, cld_workspace *workspace,
                      cld_nurbs_contact *first)
{
    cld__query *q;
    int relation = cld__query_begin(a, b, params, workspace, &q);
    if (relation != CLD_OK) return relation;
    relation = cld__search(q);
    if (relation > CLD_APART && first) cld__contact_out(q, &q->found, first);
    return relation;
}

/* -------------------------------------------------------------- [NURBS] curves and all contacts
   The solutions of S(u, v) = T(s, t) are curves in the four-dimensional box of parameters. Pairs of
   pieces are halved until one is *regular*: the Jacobian of S - T changes so little over the pair
   that all solutions in it lie along one line within a proved distance (cld__cell_line), so that
   there is at most one curve, and a look at the curves known so far, or one Newton iteration,
   settles the pair. From each solution that is on no known curve the whole curve is traced in both
   directions, from patch to patch of the two surfaces, up to their edges: an *arc*. Arcs are joined
   across edges at last. The scheme - subdivide to regular cells, march by the intersection of three
   planes - is that of Barnhill, Kersey 1990, A marching method for parametric surface/surface
   intersection; the proof in cld__cell_line replaces their sampling, and Sinha's loop test by
   normals (1985). */

#define CLD__RUN_HEADS 256 /* lists of runs, by pair of patches */

/* A point of a curve. Its coordinates: which knot rectangle, plus the parameter (0..1) in it; for u
   and v of A, then of B. So they are continuous over a surface, whatever its knots. */
typedef struct cld__vertex {
    double x[4];
    cld__vec3d p;
} cld__vertex;

/* Consecutive vertices of an arc that lie in one pair of patches (edges included). */
typedef struct cld__run {
    int surface[2], span[2];
    int first, count, next;
} cld__run;

/* A traced curve on two surfaces. Its end e goes on with end link & 1 of the arc link / 2. */
typedef struct cld__arc {
    int surface[2];
    int first, count;
    int closed, relation, dropped;
    double reach;    /* a single point: others within it are the same */
    double grain;    /* how precise its last vertex is, where parameters are coarse */
    int link[2];     /* -1: the curve ends here */
    int shared[2];   /* the arcs meet in one vertex with the same parameters */
    int singular[2]; /* the end is where the surfaces are parallel: curves may branch there */
} cld__arc;

/* Where a trace is. */
typedef struct cld__front {
    int surface[2], grid[4]; /* the knot rectangle: u and v index in A, then in B */
    int root[2];             /* its patches in the pool */
    cld__two_patches on;
    cld__approach at;
    cld__vec3d tangent; /* unit, +- normal of A x normal of B */
    double sine;        /* of the angle between the surfaces */
    double rate[4];     /* derivatives of the parameters by arc length */
    double bend[4];     /* their derivatives, from the last step */
    double sign, step;
} cld__front;

/* A place where the surfaces are closer than the tolerance and do not cross: a point of touch or
   where curves branch, a point on a curve of touch, or a pair of pieces that coincide. */
enum { CLD__NEAR_POINT, CLD__NEAR_CURVE, CLD__NEAR_AREA };
typedef struct cld__near {
    int kind, surface[2];
    double x[4]; /* as a vertex's */
    cld__vec3d p;
    double reach; /* a point: within it, rounding hides whether they meet; else the pieces' size */
    double low[4], high[4]; /* an area: the pieces' parameters */
    int used;
} cld__near;

typedef struct cld__curves {
    cld__query *q;
    double chord; /* error asked for */
    double fine;  /* distance of two computed points that says: the same */
    double size;  /* of the smaller body */
    cld__vertex *vertices;
    cld__run *runs;
    cld__arc *arcs;
    cld__near *touches;
    int vertex_count, vertex_capacity, run_count, run_capacity, arc_count, arc_capacity;
    int near_count, near_capacity, near_points, near_areas, attempts, put_off;
    int irregular; /* pairs halved that were not regular: their number is bounded */
    int looked;    /* segments looked at, not yet counted as work */
    int is_open;   /* a limit left places open; this is the nearest of them: */
    cld__near open;
    double near_step; /* size of pieces at which a curve of touch is not followed further */
    int heads[CLD__RUN_HEADS];
} cld__curves;

/* Room for one more element: doubles an array of the workspace. NULL: out of memory. */
static void *cld__more(cld_workspace *w, void *old, int count, int *capacity, size_t size)
{
    int more = *capacity ? *capacity * 2 : 64;
    void *memory;
    if (count < *capacity) return old;
    if (more > (1 << 28)) return NULL;
    memory = cld__workspace_array(w, (size_t)more, size);
    if (!memory) return NULL;
    if (count) memcpy(memory, old, (size_t)count * size);
    *capacity = more;
    return memory;
}

/* ----- work. What bounds it is params.max_pairs: steps of tracing and iterations count as pairs
   too, so that the whole query ends. */

CLD__INLINE int cld__is_spent(const cld__curves *c)
{
    return c->q->pairs > c->q->params.max_pairs;
}

/* Counts work that amounts to so many pairs. */
CLD__INLINE void cld__spend(cld__curves *c, int pairs)
{
    if (!cld__is_spent(c)) c->q->pairs += pairs;
}

#define CLD__LOOKS 32 /* at a segment cost as much as a pair */

CLD__INLINE void cld__look(cld__curves *c, int segments)
{
    c->looked += segments;
    if (c->looked < CLD__LOOKS) return;
    cld__spend(c, c->looked / CLD__LOOKS);
    c->looked = 0;
}

/* ----- regular pairs */

/* What is known of all solutions in a pair of pieces, in coordinates z that run from -1/2 to 1/2
   over each: they lie within `width` of the line foot + t direction. */
typedef struct cld__line {
    double foot[4], direction[4];
    double width;
    double ratio; /* below 1: the line's direction is that of every curve here, to that sine */
} cld__line;

/* det(a, b, c) */
CLD__INLINE double cld__v3_triple(cld__vec3d a, cld__vec3d b, cld__vec3d c)
{
    return cld__v3_dot(a, cld__v3_cross(b, c));
}

/* By the mean value theorem S(z) = middle + (edge_u + e_u) z_u + (edge_v + e_v) z_v with |e_u| and
   |e_v| at most the deviations: derivatives are convex combinations of differences of control
   points, for a rational piece seen from its centre c those of (P - c w), over w. */
static void cld__piece_deviation(cld__piece *piece)
{
    int p = piece->degree_u, q = piece->degree_v, i, j, k;
    const double *net = cld__piece_net(piece), *h;
    double bu[CLD__NURBS_ORDER], bv[CLD__NURBS_ORDER], most[2] = {0, 0}, size[2] = {0, 0};
    double change[2] = {0, 0}, low = DBL_MAX, high = 0, reach = 0, mean, w = 0;
    cld__vec3d c = piece->centre, sum = cld__v3(0, 0, 0);
    for (i = 0; i < 4 * cld__net_count(piece); i += 4) {
        low = cld__min(low, net[i + 3]), high = cld__max(high, net[i + 3]);
        if (piece->rational) {
            cld__vec3d d = cld__v3_mad(cld__v3(net[i], net[i + 1], net[i + 2]), -net[i + 3], c);
            reach = cld__max(reach, cld__v3_length(d) / net[i + 3]);
        }
    }
    mean = piece->rational ? 2 / (1 / low + 1 / high) : 1;
    piece->weight_low = low, piece->weight_mean = mean;
    cld__bernstein(p, 0.5, bu, NULL, NULL);
    cld__bernstein(q, 0.5, bv, NULL, NULL);
    for (i = 0, h = net; i <= p; i++) {
        for (j = 0; j <= q; j++, h += 4) {
            double b = bu[i] * bv[j];
            sum = cld__v3_mad(sum, b, cld__v3(h[0], h[1], h[2]));
            w += b * h[3];
            for (k = 0; k < 2; k++) {
                const double *n = h + (k ? 4 : 4 * (q + 1));
                double degree = k ? q : p, dw;
                cld__vec3d d, e;
                if (k ? j == q : i == p) continue;
                dw = degree * (n[3] - h[3]);
                d = cld__v3_scale(cld__v3(n[0] - h[0], n[1] - h[1], n[2] - h[2]), degree);
                if (piece->rational) {
                    d = cld__v3_mad(d, -dw, c);
                    size[k] = cld__max(size[k], cld__v3_length(d));
                    change[k] = cld__max(change[k], fabs(dw));
                    d = cld__v3_scale(d, 1 / mean);
                }
                e = cld__v3_sub(d, k ? piece->edge_v : piece->edge_u);
                most[k] = cld__max(most[k], cld__v3_dot(e, e));
            }
        }
    }
    piece->middle = cld__v3_scale(sum, 1 / w);
    for (k = 0; k < 2; k++) {
        most[k] = sqrt(most[k]);
        if (piece->rational) most[k] += size[k] * (1 / low - 1 / mean) + change[k] * reach / low;
    }
    piece->deviation_u = most[0], piece->deviation_v = most[1];
}

/* The same along the unit vector n alone, for the derivative by u and by v. */
static void cld__deviation_along(const cld__piece *piece, cld__vec3d n, double out[2])
{
    int p = piece->degree_u, q = piece->degree_v, i, j, k;
    const double *net = cld__piece_net(piece);
    double height[CLD__NURBS_ORDER][CLD__NURBS_ORDER], size[2] = {0, 0}, change[2] = {0, 0};
    double reach = 0, foot = cld__v3_dot(n, piece->centre), edge[2], scale = 1 / piece->weight_mean;
    edge[0] = cld__v3_dot(n, piece->edge_u), edge[1] = cld__v3_dot(n, piece->edge_v);
    out[0] = out[1] = 0;
    for (i = 0; i <= p; i++) {
        for (j = 0; j <= q; j++) {
            const double *h = net + 4 * (i * (q + 1) + j);
            height[i][j] = n.x * h[0] + n.y * h[1] + n.z * h[2] - foot * h[3];
        }
    }
    for (i = 0; i <= p; i++) {
        for (j = 0; j <= q; j++) {
            const double *h = net + 4 * (i * (q + 1) + j);
            if (piece->rational) reach = cld__max(reach, fabs(height[i][j]) / h[3]);
            for (k = 0; k < 2; k++) {
                double d;
                if (k ? j == q : i == p) continue;
                d = k ? q * (height[i][j + 1] - height[i][j])
                      : p * (height[i + 1][j] - height[i][j]);
                out[k] = cld__max(out[k], fabs(d * scale - edge[k]));
                if (!piece->rational) continue;
                size[k] = cld__max(size[k], fabs(d));
                d = k ? q * (h[7] - h[3]) : p * (h[4 * (q + 1) + 3] - h[3]);
                change[k] = cld__max(change[k], fabs(d));
            }
        }
    }
    for (k = 0; k < 2 && piece->rational; k++)
        out[k] += size[k] * (1 / piece->weight_low - scale) + change[k] * reach / piece->weight_low;
}

/* Where two pieces are nearly parallel, what counts is how their derivatives change along the
   normal; that the parameters run unevenly within the surfaces hardly matters. So the bound on P E
   z of cld__cell_line is made of P along n and P across n. e[k] receives it for the column k. */
static void cld__cell_errors(const cld__piece *a, const cld__piece *b, const double g[6],
                             double det, double minors, double e[4], double *norm)
{
    cld__vec3d na = cld__v3_cross(a->edge_u, a->edge_v), nb = cld__v3_cross(b->edge_u, b->edge_v);
    cld__vec3d n, y;
    double along, across, d[4];
    int k;
    n = cld__v3_dot(na, nb) < 0 ? cld__v3_sub(na, nb) : cld__v3_add(na, nb);
    cld__solve_symmetric(g, n, &y); /* towards the eigenvector of the least eigenvalue */
    n = cld__v3_unit(y);
    cld__solve_symmetric(g, n, &y);
    n = cld__v3_unit(y);
    cld__solve_symmetric(g, n, &y);
    along = cld__v3_dot(n, y); /* the square of |P n|; all of P has the square norm trace of g^-1 */
    across = sqrt(cld__max(0, minors / det - along));
    along = sqrt(cld__max(0, along));
    cld__deviation_along(a, n, d), cld__deviation_along(b, n, d + 2);
    e[0] = across * a->deviation_u, e[1] = across * a->deviation_v;
    e[2] = across * b->deviation_u, e[3] = across * b->deviation_v;
    for (k = 0; k < 4; k++) e[k] += along * d[k];
    *norm = along + across;
}

/* With J the mean Jacobian of S - T and P its pseudo-inverse, a solution z obeys z's part across
   the null vector of J = -P (S - T)(0) - P E z, the columns of E being at most as long as the
   deviations. Returns 0 if that says nothing (ratio above 1/2). Two solutions differ by a null
   vector of a matrix J + E', so by nearly the line's direction: there is one curve. */
static int cld__cell_line(cld__piece *a, cld__piece *b, cld__line *line)
{
    cld__vec3d j[4], y, gap;
    double g[6], det, trace, minors, norm = 0, e[4];
    int k;
    if (a->deviation_u < 0) cld__piece_deviation(a);
    if (b->deviation_u < 0) cld__piece_deviation(b);
    j[0] = a->edge_u, j[1] = a->edge_v;
    j[2] = cld__v3_scale(b->edge_u, -1), j[3] = cld__v3_scale(b->edge_v, -1);
    cld__gram(j, g);
    gap = cld__v3_sub(a->middle, b->middle);
    det = cld__solve_symmetric(g, gap, &y);
    trace = g[0] + g[3] + g[5];
    minors = g[0] * g[3] - g[1] * g[1] + g[0] * g[5] - g[2] * g[2] + g[3] * g[5] - g[4] * g[4];
    if (!(det > 64 * CLD__ROUND_DOUBLE * trace * trace * trace)) return 0;
    cld__cell_errors(a, b, g, det, minors, e, &norm);
    line->ratio = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    if (!(line->ratio <= 0.5)) return 0;
    norm *= a->error + b->error;
    if (!(norm <= 0.25)) return 0; /* rounding alone hides how the surfaces lie */
    line->width = 0.5 * (e[0] + e[1] + e[2] + e[3]) + norm;
    line->direction[0] = cld__v3_triple(j[1], j[2], j[3]);
    line->direction[1] = -cld__v3_triple(j[0], j[2], j[3]);
    line->direction[2] = cld__v3_triple(j[0], j[1], j[3]);
    line->direction[3] = -cld__v3_triple(j[0], j[1], j[2]);
    for (k = 0, norm = 0; k < 4; k++) norm += line->direction[k] * line->direction[k];
    for (k = 0; k < 4; k++) {
        line->direction[k] /= sqrt(norm);
        line->foot[k] = -cld__v3_dot(j[k], y);
    }
    return 1;
}

/* The part low <= t <= high of from + t way within the box; 0 if there is none. */
static int cld__clip(const double from[4], const double way[4], const double box_low[4],
                     const double box_high[4], double *low, double *high)
{
    int k;
    for (k = 0; k < 4; k++) {
        double s, t;
        if (fabs(way[k]) < 1e-300) {
            if (from[k] < box_low[k] || from[k] > box_high[k]) return 0;
            continue;
        }
        s = (box_low[k] - from[k]) / way[k], t = (box_high[k] - from[k]) / way[k];
        *low = cld__max(*low, cld__min(s, t));
        *high = cld__min(*high, cld__max(s, t));
    }
    return *low <= *high;
}

/* The same for the cell's line, the cell being widened on all sides. */
static int cld__line_in_cell(const cld__line *line, double wider, double *low, double *high)
{
    double box[2][4];
    int k;
    if (wider <= -0.5) return 0;
    for (k = 0; k < 4; k++) box[0][k] = -0.5 - wider, box[1][k] = 0.5 + wider;
    *low = -4, *high = 4;
    return cld__clip(line->foot, line->direction, box[0], box[1], low, high);
}

/* ----- curves known so far */

static unsigned cld__run_hash(const int surface[2], const int span[2])
{
    unsigned h = (unsigned)surface[0] * 2654435761u + (unsigned)surface[1] * 2246822519u;
    h ^= (unsigned)span[0] * 3266489917u + (unsigned)span[1] * 668265263u;
    h ^= h >> 15;
    return (h * 2654435769u) >> 24;
}

static int cld__run_add(cld__curves *c, const int surface[2], const int grid[4], int first,
                        int count)
{
    cld__run *run;
    unsigned hash;
    int k;
    run = (cld__run *)cld__more(c->q->workspace, c->runs, c->run_count, &c->run_capacity,
                                sizeof *run);
    if (!run) return CLD_ERROR_MEMORY;
    c->runs = run;
    run += c->run_count;
    for (k = 0; k < 2; k++) {
        run->surface[k] = surface[k];
        run->span[k] = grid[2 * k] * c->q->tree[k]->surfaces[surface[k]].count_v + grid[2 * k + 1];
    }
    run->first = first, run->count = count;
    hash = cld__run_hash(run->surface, run->span);
    run->next = c->heads[hash];
    c->heads[hash] = c->run_count++;
    return CLD_OK;
}

/* Files vertices of the front's patches with the patches beyond those borders that they are on.
   `side` says on which: -1 low, 1 high, 0 not; `least` how many borders must be crossed. */
static int cld__run_beyond(cld__curves *c, const cld__front *f, const int side[4], int first,
                           int count, int least)
{
    int bits, k, crossed, grid[4], status = CLD_OK;
    for (bits = 1; bits < 16 && status == CLD_OK; bits++) {
        for (k = crossed = 0; k < 4; k++) {
            const cld__surface *s = &c->q->tree[k / 2]->surfaces[f->surface[k / 2]];
            grid[k] = f->grid[k];
            if (!(bits >> k & 1)) continue;
            if (!side[k]) break;
            crossed++;
            grid[k] += side[k];
            if (grid[k] < 0 || grid[k] >= (k & 1 ? s->count_v : s->count_u)) break;
        }
        if (k == 4 && crossed >= least) status = cld__run_add(c, f->surface, grid, first, count);
    }
    return status;
}

/* On which borders of the front's knot rectangles is the vertex? Returns how many. */
static int cld__vertex_side(const cld__curves *c, const cld__front *f, int vertex, int side[4])
{
    int k, count = 0;
    for (k = 0; k < 4; k++) {
        double at = c->vertices[vertex].x[k];
        side[k] = at == f->grid[k] ? -1 : at == f->grid[k] + 1 ? 1 : 0;
        count += side[k] != 0;
    }
    return count;
}

/* Files the vertices from `first` on, which lie in the front's patches. Those that run along a
   border are filed with the neighbour as well, and one that crosses two borders at once with all
   patches that touch there. */
static int cld__run_close(cld__curves *c, const cld__front *f, int first)
{
    int count = c->vertex_count - first, k, i, status, side[4], along = 0;
    if (count < 1) return CLD_OK;
    status = cld__run_add(c, f->surface, f->grid, first, count);
    for (i = 0; i < count && status == CLD_OK; i += count > 1 ? count - 1 : 1) {
        if (cld__vertex_side(c, f, first + i, side) > 1)
            status = cld__run_beyond(c, f, side, first + i, 1, 1);
    }
    cld__vertex_side(c, f, first, side);
    for (k = 0; k < 4; k++) {
        for (i = 0; i < count; i++)
            if (c->vertices[first + i].x[k] != c->vertices[first].x[k]) side[k] = 0;
        along |= side[k];
    }
    if (status == CLD_OK && along && count > 1)
        status = cld__run_beyond(c, f, side, first, count, 1);
    return status;
}

/* The first vertex of the next segment of a known curve in the patches, the second is the one after
   it; -1: no more. *run and *i carry the state: start with *run = -2. */
static int cld__next_segment(const cld__curves *c, const int surface[2], const int span[2],
                             int *run, int *i)
{
    if (*run == -2) *run = c->heads[cld__run_hash(surface, span)], *i = 0;
    for (; *run >= 0; *run = c->runs[*run].next, *i = 0) {
        const cld__run *r = &c->runs[*run];
        if (r->surface[0] != surface[0] || r->surface[1] != surface[1]) continue;
        if (r->span[0] != span[0] || r->span[1] != span[1]) continue;
        if (*i < r->count - 1) return r->first + (*i)++;
    }
    return -1;
}

/* The box of a pair of pieces in a curve's coordinates. */
static void cld__cell_box(const cld__curves *c, const cld__piece *a, const cld__piece *b,
                          double low[4], double high[4])
{
    int columns_a = c->q->tree[0]->surfaces[a->surface].count_v;
    int columns_b = c->q->tree[1]->surfaces[b->surface].count_v;
    double base[4];
    base[0] = a->span / columns_a, base[1] = a->span % columns_a;
    base[2] = b->span / columns_b, base[3] = b->span % columns_b;
    low[0] = base[0] + a->u0, high[0] = base[0] + a->u1;
    low[1] = base[1] + a->v0, high[1] = base[1] + a->v1;
    low[2] = base[2] + b->u0, high[2] = base[2] + b->u1;
    low[3] = base[3] + b->v0, high[3] = base[3] + b->v1;
}

/* What known curves do in a pair of pieces. */
#define CLD__KNOWN_TOUCHES 1 /* one has a point in it */
#define CLD__KNOWN_PASSES  2
#define CLD__KNOWN_ENDS                                                                            \
    4 /* one ends in it, on the edge of a surface, and does not run along that */

/* Of the segment from v on: how does it lie to the box? */
static int cld__segment_in_box(const cld__curves *c, const int surface[2], const cld__vertex *v,
                               const double low[4], const double high[4])
{
    double way[4], t0 = 0, t1 = 1;
    int k, e, known;
    for (k = 0; k < 4; k++) way[k] = v[1].x[k] - v[0].x[k];
    if (!cld__clip(v[0].x, way, low, high, &t0, &t1)) return 0;
    known = t1 - t0 < 1e-6 ? CLD__KNOWN_TOUCHES : CLD__KNOWN_PASSES;
    for (e = 0; e < 2; e++) {
        if (e ? t1 < 1 : t0 > 0) continue;
        for (k = 0; k < 4; k++) {
            const cld__surface *o = &c->q->tree[k / 2]->surfaces[surface[k / 2]];
            int most = k & 1 ? o->count_v : o->count_u;
            if ((v[e].x[k] == 0 || v[e].x[k] == most) && way[k] != 0) known |= CLD__KNOWN_ENDS;
        }
    }
    return known;
}

static int cld__known_in_cell(cld__curves *c, const cld__piece *a, const cld__piece *b)
{
    int surface[2], span[2], run, i, k, known = 0;
    double low[4], high[4], none[4] = {0, 0, 0, 0};
    surface[0] = a->surface, surface[1] = b->surface;
    span[0] = a->span, span[1] = b->span;
    cld__cell_box(c, a, b, low, high);
    for (k = 0; k < 4; k++) low[k] -= 1e-9, high[k] += 1e-9;
    for (run = c->heads[cld__run_hash(surface, span)]; run >= 0; run = c->runs[run].next) {
        const cld__run *r = &c->runs[run];
        const cld__vertex *v = c->vertices + r->first;
        if (r->surface[0] != surface[0] || r->surface[1] != surface[1]) continue;
        if (r->span[0] != span[0] || r->span[1] != span[1]) continue;
        if (r->count == 1) {
            double t0 = 0, t1 = 0;
            if (cld__clip(v->x, none, low, high, &t0, &t1)) known |= CLD__KNOWN_TOUCHES;
        }
        for (i = 0; i + 1 < r->count; i++)
            known |= cld__segment_in_box(c, surface, v + i, low, high);
        cld__look(c, r->count);
    }
    return known;
}

/* ----- tracing */

/* The parameters' change that moves a point of the surface by `way`, which is taken as tangential.
   */
CLD__INLINE void cld__pull_back(const cld__jet *s, cld__vec3d way, double change[2])
{
    cld__vec3d n = cld__v3_cross(s->du, s->dv);
    double scale = 1 / cld__v3_dot(n, n);
    change[0] = cld__v3_dot(cld__v3_cross(way, s->dv), n) * scale;
    change[1] = cld__v3_dot(cld__v3_cross(s->du, way), n) * scale;
}

/* How far the points move when their parameters are rounded: more than by their own rounding where
   weights make a surface run fast. */
static double cld__approach_grain(const cld__approach *at)
{
    const double *x = at->x;
    return CLD__ROUND_DOUBLE *
           (fabs(x[0]) * cld__v3_length(at->a.du) + fabs(x[1]) * cld__v3_length(at->a.dv) +
            fabs(x[2]) * cld__v3_length(at->b.du) + fabs(x[3]) * cld__v3_length(at->b.dv));
}

/* Newton's method for the point common to S, T and the plane through `through` with normal d (held
   < 0), or a side of a patch, parameter `held` keeping its value: three planes, in the second case
   one of them and a tangent. Parameters may leave 0..1 a little. Returns 1 if S and T agree to
   rounding, that of the points and of the parameters. */
static int cld__correct(const cld__curves *c, const cld__two_patches *on, double x[4],
                        cld__vec3d through, cld__vec3d d, int held, cld__approach *at)
{
    double last = DBL_MAX, grain = 0;
    int i, k;
    for (i = 0; i < 9; i++) {
        cld__vec3d na, nb, r, y;
        double step[4], det;
        cld__approach_at(on, x, 1, at);
        grain = cld__approach_grain(at);
        if (at->distance <= c->fine + grain &&
            (i > 0 || fabs(cld__v3_dot(d, cld__v3_sub(through, at->a.p))) <= c->fine + grain))
            return 1;
        if (i > 1 && !(at->distance < 0.5 * last)) break;
        last = at->distance;
        na = cld__v3_cross(at->a.du, at->a.dv), nb = cld__v3_cross(at->b.du, at->b.dv);
        r = cld__v3_scale(at->gap, -1);
        if (held < 0) {
            y = cld__v3_scale(cld__v3_cross(d, na), cld__v3_dot(nb, r));
            y = cld__v3_mad(y, cld__v3_dot(d, cld__v3_sub(through, at->a.p)),
                            cld__v3_cross(na, nb));
            det = cld__v3_triple(na, nb, d);
        } else if (held < 2) {
            y = held ? at->a.du : at->a.dv;
            det = cld__v3_dot(nb, y);
            y = cld__v3_scale(y, cld__v3_dot(nb, r));
        } else {
            y = held == 3 ? at->b.du : at->b.dv;
            det = cld__v3_dot(na, y);
            y = cld__v3_mad(cld__v3_scale(y, -cld__v3_dot(na, r)), det, r);
        }
        if (!(fabs(det) > 0)) return 0;
        y = cld__v3_scale(y, 1 / det);
        cld__pull_back(&at->a, y, step);
        cld__pull_back(&at->b, cld__v3_sub(y, r), step + 2);
        for (k = 0; k < 4; k++) {
            if (k == held) continue;
            x[k] += step[k];
            if (!(x[k] > -0.5 && x[k] < 1.5)) return 0;
        }
    }
    return at->distance <= 2 * (c->q->round + grain);
}

/* Tangent and rates at the front's point. 0 where a surface has no normal or both are parallel. */
static int cld__front_aim(cld__front *f)
{
    cld__vec3d na = cld__v3_unit(cld__v3_cross(f->at.a.du, f->at.a.dv));
    cld__vec3d nb = cld__v3_unit(cld__v3_cross(f->at.b.du, f->at.b.dv));
    cld__vec3d t = cld__v3_cross(na, nb);
    int k;
    f->sine = cld__v3_length(t);
    if (!(f->sine > 0)) return 0;
    f->tangent = cld__v3_scale(t, f->sign / f->sine);
    cld__pull_back(&f->at.a, f->tangent, f->rate);
    cld__pull_back(&f->at.b, f->tangent, f->rate + 2);
    for (k = 0; k < 4; k++)
        if (!cld__is_finite(f->rate[k])) return 0;
    return 1;
}

/* Takes the patches of the front's knot rectangles from the pool. */
static int cld__front_patches(cld__curves *c, cld__front *f)
{
    cld__pair hand;
    int k, status;
    hand.a.level = hand.b.level = CLD__LEVEL_PIECE;
    hand.a.surface = f->surface[0], hand.b.surface = f->surface[1];
    hand.a.index = f->root[0], hand.b.index = f->root[1];
    status = cld__pool_reserve(c->q, 2, &hand);
    if (status != CLD_OK) return status;
    for (k = 0; k < 2; k++) {
        int columns = c->q->tree[k]->surfaces[f->surface[k]].count_v;
        f->root[k] =
            cld__root_piece(c->q, k, f->surface[k], f->grid[2 * k] * columns + f->grid[2 * k + 1]);
    }
    f->on.a = cld__piece_at(c->q, f->root[0]);
    f->on.b = cld__piece_at(c->q, f->root[1]);
    return CLD_OK;
}

/* Where a surface runs so fast that the points of an approach are apart by the rounding of its
   parameters, the vertex is where both tangent planes meet, for the points are on their surfaces,
   though not in one place; and the parameters follow. Those on a border stay, and the vertex is
   beside their point. */
static void cld__vertex_settle(const cld__front *f, cld__vertex *v)
{
    const cld__approach *at = &f->at;
    cld__vec3d na = cld__v3_unit(cld__v3_cross(at->a.du, at->a.dv));
    cld__vec3d nb = cld__v3_unit(cld__v3_cross(at->b.du, at->b.dv));
    cld__vec3d t = cld__v3_cross(na, nb), y;
    double square = cld__v3_dot(t, t), change[4];
    int k;
    y = cld__v3_scale(cld__v3_cross(nb, t), 0.5 * cld__v3_dot(na, at->gap));
    y = cld__v3_mad(y, -0.5 * cld__v3_dot(nb, at->gap), cld__v3_cross(t, na));
    if (!(cld__v3_length(y) <= 8 * square * at->distance)) return;
    for (k = 0; k < 4; k++) {
        const cld__vec3d half = cld__v3_scale(at->gap, k < 2 ? 0.5 : -0.5);
        if (at->x[k] > 0 && at->x[k] < 1) continue;
        y = cld__v3_mad(y, cld__v3_dot(t, half), t);
        break;
    }
    v->p = cld__v3_mad(v->p, 1 / square, y);
    cld__pull_back(&at->a, cld__v3_sub(v->p, at->a.p), change);
    cld__pull_back(&at->b, cld__v3_sub(v->p, at->b.p), change + 2);
    for (k = 0; k < 4; k++) {
        double x = at->x[k] + change[k];
        if (at->x[k] > 0 && at->x[k] < 1 && x > 0 && x < 1) v->x[k] = f->grid[k] + x;
    }
}

static int cld__vertex_add(cld__curves *c, const cld__front *f)
{
    cld__vertex *v = (cld__vertex *)cld__more(c->q->workspace, c->vertices, c->vertex_count,
                                              &c->vertex_capacity, sizeof *v);
    int k;
    if (!v) return CLD_ERROR_MEMORY;
    c->vertices = v;
    v += c->vertex_count++;
    for (k = 0; k < 4; k++) v->x[k] = f->grid[k] + f->at.x[k];
    v->p = cld__v3_scale(cld__v3_add(f->at.a.p, f->at.b.p), 0.5);
    if (f->at.distance > c->fine) cld__vertex_settle(f, v);
    return CLD_OK;
}

/* A vertex once more, at the end. */
static int cld__vertex_again(cld__curves *c, int index)
{
    cld__vertex *v = (cld__vertex *)cld__more(c->q->workspace, c->vertices, c->vertex_count,
                                              &c->vertex_capacity, sizeof *v);
    if (!v) return CLD_ERROR_MEMORY;
    c->vertices = v;
    v[c->vertex_count++] = v[index];
    return CLD_OK;
}

/* How far the curve may be from the chord of two points with these tangents, no inflection hidden:
   a cubic's bulge is at most a quarter of the chord times the larger sine at its ends. */
static double cld__bulge(cld__vec3d chord, cld__vec3d t0, cld__vec3d t1)
{
    cld__vec3d c0 = cld__v3_cross(chord, t0), c1 = cld__v3_cross(chord, t1);
    return 0.25 * sqrt(cld__max(cld__v3_dot(c0, c0), cld__v3_dot(c1, c1)));
}

#define CLD__BORDER_SLACK 1e-12 /* of a patch: a parameter that close to its border is on it */

/* The same for a place where a surface is so narrow, near a pole, that rounding is more than that.
   */
static void cld__border_slack(const cld__curves *c, const cld__approach *at, double slack[4])
{
    const cld__vec3d *d[4];
    int k;
    d[0] = &at->a.du, d[1] = &at->a.dv, d[2] = &at->b.du, d[3] = &at->b.dv;
    for (k = 0; k < 4; k++) {
        slack[k] = 4 * c->fine / cld__max(cld__v3_length(*d[k]), DBL_MIN);
        slack[k] = cld__min(1e-3, cld__max(CLD__BORDER_SLACK, slack[k]));
    }
}

/* Which parameter leaves the patch first on the way from f to the converged x? -1: none. */
static int cld__leaves(const cld__curves *c, const cld__front *f, const double x[4],
                       const cld__approach *at, double *part)
{
    double slack[4];
    int k, first = -1;
    cld__border_slack(c, at, slack);
    *part = 2;
    for (k = 0; k < 4; k++) {
        double over = x[k] > 1 ? x[k] - 1 : -x[k], t;
        if (over <= slack[k]) continue;
        t = ((x[k] > 1) - f->at.x[k]) / (x[k] - f->at.x[k]);
        if (t < *part) *part = t, first = k;
    }
    return first;
}

/* The point where the curve between f and `x` crosses the border of the patch: parameter k first,
   if another one proves to leave before, that. Returns that parameter, or -1. */
static int cld__border_point(const cld__curves *c, const cld__front *f, const double x[4], int k,
                             double part, cld__approach *at)
{
    int tries, i;
    double y[4], slack[4];
    for (tries = 0; tries < 4; tries++) {
        char frozen[4] = {0, 0, 0, 0};
        double border = x[k] > 0.5;
        const cld__vec3d none = {0, 0, 0};
        for (i = 0; i < 4; i++) y[i] = f->at.x[i] + part * (x[i] - f->at.x[i]);
        y[k] = border;
        if (!cld__correct(c, &f->on, y, none, none, k, at)) {
            frozen[k] = 1; /* near a pole */
            for (i = 0; i < 4; i++) y[i] = cld__min(1, cld__max(0, y[i]));
            y[k] = border;
            if (!cld__find_common_point(&f->on, y, frozen, 2 * c->q->round, at)) return -1;
        }
        memcpy(y, at->x, sizeof y);
        cld__border_slack(c, at, slack);
        for (i = 0; i < 4; i++)
            if (i != k && (y[i] < -slack[i] || y[i] > 1 + slack[i])) break;
        if (i == 4) return k;
        part *= (((y[i] > 1) - f->at.x[i]) / (y[i] - f->at.x[i]));
        k = i;
    }
    return -1;
}

/* Is it so near a pole, or another place without a normal, that the tangents' cross product is
   below `least` of their squares? */
CLD__INLINE int cld__jet_is_singular(const cld__jet *s, double least)
{
    double u = cld__v3_dot(s->du, s->du), v = cld__v3_dot(s->dv, s->dv);
    cld__vec3d n = cld__v3_cross(s->du, s->dv);
    return !(cld__v3_dot(n, n) > least * least * (u + v) * (u + v));
}

/* Puts what is within rounding of the border on it. */
static void cld__snap(const cld__curves *c, const cld__two_patches *on, cld__approach *at)
{
    double x[4], slack[4];
    int k, moved = 0;
    cld__border_slack(c, at, slack);
    for (k = 0; k < 4; k++) {
        x[k] = at->x[k];
        if (x[k] <= slack[k]) x[k] = 0;
        if (x[k] >= 1 - slack[k]) x[k] = 1;
        moved |= x[k] != at->x[k];
    }
    if (moved) cld__approach_at(on, x, 1, at);
}

/* Steps over the border of the knot rectangle into its neighbour; 0 at the edge of the surface. */
static int cld__cross_border(cld__curves *c, cld__front *f, int k)
{
    const cld__surface *s = &c->q->tree[k / 2]->surfaces[f->surface[k / 2]];
    int up = f->at.x[k] > 0.5, next = f->grid[k] + (up ? 1 : -1), status;
    cld__vec3d before = f->tangent;
    double x[4];
    if (next < 0 || next >= (k & 1 ? s->count_v : s->count_u)) return 0;
    memcpy(x, f->at.x, sizeof x);
    x[k] = !up;
    f->grid[k] = next;
    status = cld__front_patches(c, f);
    if (status != CLD_OK) return status;
    cld__approach_at(&f->on, x, 1, &f->at);
    memset(f->bend, 0, sizeof f->bend);
    if (!cld__front_aim(f)) return 0;
    /* over a crease the orientation of the tangent may change: it must lead away from the border;
       but a smooth curve that turns round beside the border leads back over it */
    if ((f->rate[k] > 0) != up && fabs(f->rate[k]) * f->step > 1e-6 &&
        !(cld__v3_dot(before, f->tangent) > 0.999)) {
        f->sign = -f->sign;
        cld__front_aim(f);
    }
    return 1;
}

/* ----- where the surfaces are parallel */

/* The squares of what the rows of cld__parallel_system may amount to: lengths by lengths, and
   normals by tangents, turning by a radian a patch. (A row's own norm would not do: that a
   cylinder's normals do not turn along it shows as a row of rounding errors.) */
static void cld__parallel_scales(const cld__approach *at, double scale[4])
{
    cld__vec3d n = cld__v3_cross(at->a.du, at->a.dv);
    double su = cld__v3_dot(at->a.du, at->a.du), sv = cld__v3_dot(at->a.dv, at->a.dv);
    double tu = cld__v3_dot(at->b.du, at->b.du), tv = cld__v3_dot(at->b.dv, at->b.dv);
    scale[0] = su * (su + sv + tu + tv), scale[1] = sv * (su + sv + tu + tv);
    scale[2] = cld__v3_dot(n, n) * tu, scale[3] = cld__v3_dot(n, n) * tv;
}

/* cld__find_parallel_point for places that are not isolated: the least step that solves Newton's
   equations, by normal equations with a damping that becomes little, so that it leads to one of the
   nearest of them. 1: found within the patches, 2: beside them, 0: not. */
static int cld__settle_parallel(const cld__two_patches *on, const double start[4],
                                cld__approach *at)
{
    double x[4], most = 1, last = 1, damping = 1e-2;
    int i, j, k, r;
    memcpy(x, start, sizeof x);
    for (i = 0; i < 16; i++) {
        double m[4][5], n[4][5], scale[4], trace = 0;
        cld__approach_at(on, x, 2, at);
        if (most < 1e-10 || (most < 1e-6 && most > 0.3 * last)) break;
        last = most;
        cld__parallel_system(at, m);
        memset(n, 0, sizeof n);
        cld__parallel_scales(at, scale);
        for (r = 0; r < 4; r++) {
            double size = scale[r];
            if (!(size > 0)) continue;
            for (j = 0; j < 4; j++)
                for (k = 0; k < 5; k++) n[j][k] += m[r][j] * m[r][k] / size;
        }
        for (k = 0; k < 4; k++) trace += n[k][k];
        for (k = 0; k < 4; k++) n[k][k] += damping * trace;
        damping = cld__max(1e-9, 0.03 * damping); /* less would amplify rounding */
        if (!cld__solve4(n)) return 0;
        for (k = 0, most = 0; k < 4; k++) most = cld__max(most, fabs(n[k][4]));
        if (!(most < 1e6)) return 0;
        for (k = 0; k < 4; k++) {
            x[k] += (most > 0.5 ? 0.5 / most : 1) * n[k][4];
            if (x[k] < -0.5 || x[k] > 1.5) return 0;
        }
    }
    for (k = 0; k < 4; k++) {
        if (x[k] < -1e-6 || x[k] > 1 + 1e-6) return most < 1e-5 ? 2 : 0;
        x[k] = cld__min(1, cld__max(0, x[k]));
    }
    cld__approach_at(on, x, 2, at);
    return most < 1e-5;
}

/* The curvatures of the gap between the surfaces at a parallel point, the smaller in absolute value
   first, and the largest that either surface has. 0: a surface is singular. */
static int cld__gap_curvatures(const cld__approach *at, double value[2], double *largest)
{
    cld__vec3d n = cld__v3_unit(cld__v3_cross(at->a.du, at->a.dv));
    cld__vec3d e1 = cld__v3_unit(at->a.du), e2 = cld__v3_cross(n, e1);
    double inverse[4], ha[3], hb[3], h[3], mean, spread;
    int k;
    /* near a pole curvatures are but rounding */
    if (cld__jet_is_singular(&at->a, 1e-4) || cld__jet_is_singular(&at->b, 1e-4)) return 0;
    if (!cld__height_hessian(&at->a, e1, e2, n, inverse, ha)) return 0;
    if (!cld__height_hessian(&at->b, e1, e2, n, inverse, hb)) return 0;
    for (k = 0, *largest = 0; k < 3; k++) {
        h[k] = hb[k] - ha[k];
        *largest = cld__max(*largest, cld__max(fabs(ha[k]), fabs(hb[k])));
    }
    mean = 0.5 * (h[0] + h[2]);
    spread = sqrt(0.25 * (h[0] - h[2]) * (h[0] - h[2]) + h[1] * h[1]);
    value[0] = mean > 0 ? mean - spread : mean + spread;
    value[1] = mean > 0 ? mean + spread : mean - spread;
    return cld__is_finite(value[0]) && cld__is_finite(value[1]);
}

/* Is the vertex in pieces of A or of B that coincide with the other surface? */
static int cld__in_area(const cld__curves *c, const int surface[2], const double x[4])
{
    int i, side, k;
    for (i = 0; i < c->near_count && c->near_areas > 0; i++) {
        const cld__near *s = &c->touches[i];
        if (s->kind != CLD__NEAR_AREA) continue;
        for (side = 0; side < 2; side++) {
            if (s->surface[side] != surface[side]) continue;
            for (k = 2 * side; k < 2 * side + 2; k++)
                if (x[k] < s->low[k] - 1e-9 || x[k] > s->high[k] + 1e-9) break;
            if (k == 2 * side + 2) return 1;
        }
    }
    return 0;
}

/* A place in the patches that the two pieces are of. */
static void cld__near_at(const cld__curves *c, const cld__piece *a, const cld__piece *b,
                         const cld__approach *at, int kind, double reach, cld__near *s)
{
    int k;
    memset(s, 0, sizeof *s);
    s->kind = kind, s->reach = reach;
    s->surface[0] = a->surface, s->surface[1] = b->surface;
    for (k = 0; k < 4; k++) {
        const cld__piece *piece = k < 2 ? a : b;
        int columns = c->q->tree[k / 2]->surfaces[piece->surface].count_v;
        s->x[k] = at->x[k] + (k & 1 ? piece->span % columns : piece->span / columns);
    }
    s->p = cld__v3_scale(cld__v3_add(at->a.p, at->b.p), 0.5);
}

/* A new place of touch, unless it is in pieces that coincide, known already. Returns 1 or a
   status. */
static int cld__near_add(cld__curves *c, const cld__piece *a, const cld__piece *b,
                         const cld__approach *at, int kind, double reach)
{
    cld__near *s, place;
    cld__near_at(c, a, b, at, kind, reach, &place);
    cld__look(c, c->near_count);
    if (cld__in_area(c, place.surface, place.x)) return 1;
    s = (cld__near *)cld__more(c->q->workspace, c->touches, c->near_count, &c->near_capacity,
                               sizeof *s);
    if (!s) return CLD_ERROR_MEMORY;
    c->touches = s;
    s += c->near_count++;
    *s = place;
    cld__cell_box(c, a, b, s->low, s->high);
    c->near_points += kind == CLD__NEAR_POINT;
    c->near_areas += kind == CLD__NEAR_AREA;
    return 1;
}

/* The nearest place of touch of a kind on the surfaces that is not used yet and not farther than
   `most` from p; -1: none. */
static int cld__near_next(const cld__curves *c, int kind, const int surface[2], cld__vec3d p,
                          double most)
{
    int i, best = -1;
    for (i = 0; i < c->near_count; i++) {
        const cld__near *s = &c->touches[i];
        double d;
        if (s->used || s->kind != kind) continue;
        if (s->surface[0] != surface[0] || s->surface[1] != surface[1]) continue;
        d = cld__v3_length(cld__v3_sub(s->p, p));
        if (d <= most) most = d, best = i;
    }
    return best;
}

/* Is p within the reach of a point of touch of these surfaces, to `more`? */
static int cld__near_known(const cld__curves *c, const int surface[2], cld__vec3d p, double more)
{
    int i;
    for (i = 0; i < c->near_count && c->near_points > 0; i++) {
        const cld__near *s = &c->touches[i];
        if (s->kind != CLD__NEAR_POINT) continue;
        if (s->surface[0] != surface[0] || s->surface[1] != surface[1]) continue;
        if (cld__v3_length(cld__v3_sub(s->p, p)) <= s->reach + more) return 1;
    }
    return 0;
}

/* How far around a parallel point that is `gap` from touching the surfaces may meet, if the least
   curvature is k: gap + k r^2 / 2 beyond the tolerance on either side. */
CLD__INLINE double cld__near_reach(const cld__curves *c, double k)
{
    return sqrt(16 * c->q->tolerance / cld__max(fabs(k), 1e-9 / c->size));
}

/* Do the pieces coincide? Looked at in more places than a difference of such degrees has zeros. */
static int cld__coincide(const cld__curves *c, const cld__two_patches *on, const cld__piece *a,
                         const cld__piece *b)
{
    int nu = a->degree_u + b->degree_u + 1, nv = a->degree_v + b->degree_v + 1, i, j;
    double u = 0.5 * (b->u0 + b->u1), v = 0.5 * (b->v0 + b->v1);
    for (i = 0; i <= nu; i++) {
        for (j = 0; j <= nv; j++) {
            cld__jet s, t;
            cld__patch_jet1(on->a, a->u0 + i * (a->u1 - a->u0) / nu,
                            a->v0 + (i & 1 ? nv - j : j) * (a->v1 - a->v0) / nv, &s);
            cld__project_to_patch(on->b, s.p, &u, &v);
            cld__patch_jet1(on->b, u, v, &t);
            if (!(cld__v3_length(cld__v3_sub(s.p, t.p)) <= c->q->tolerance)) return 0;
        }
    }
    return 1;
}

/* A pair so small that it is a point of touch if its surfaces are nearer than the tolerance, unless
   one is known there: looked at in the middle and at the corners, where poles may be. 1: it is. */
static int cld__settle_least(cld__curves *c, const cld__piece *a, const cld__piece *b, int kind,
                             double reach)
{
    cld__two_patches on;
    cld__approach at, best;
    int surface[2], k;
    surface[0] = a->surface, surface[1] = b->surface;
    if (cld__near_known(c, surface, a->middle, 0)) return 1;
    on.a = cld__piece_at(c->q, a->root), on.b = cld__piece_at(c->q, b->root);
    best.distance = DBL_MAX;
    for (k = 0; k < 5; k++) {
        double s = k == 4 ? 0.5 : k & 1, t = k == 4 ? 0.5 : k >> 1, x[4];
        x[0] = a->u0 + s * (a->u1 - a->u0), x[1] = a->v0 + t * (a->v1 - a->v0);
        x[2] = b->u0 + s * (b->u1 - b->u0), x[3] = b->v0 + t * (b->v1 - b->v0);
        cld__approach_at(&on, x, 1, &at);
        cld__project_to_patch(on.b, at.a.p, &x[2], &x[3]);
        cld__approach_at(&on, x, 1, &at);
        cld__project_to_patch(on.a, at.b.p, &x[0], &x[1]);
        cld__approach_at(&on, x, 1, &at);
        if (at.distance < best.distance) best = at;
    }
    if (!(best.distance <= c->q->tolerance)) return 0;
    return cld__near_add(c, a, b, &best, kind, reach);
}

#define CLD__PUT_OFF (-1) /* mark in cld__part.u, which pieces do not use */

/* Puts a pair off until all others are settled: at a pole nothing is regular, but the curve that is
   found elsewhere may settle the pair. 0: it has been put off before. */
static int cld__put_off(cld__curves *c, cld__pair pair)
{
    cld__query *q = c->q;
    int status;
    if (pair.a.u == CLD__PUT_OFF || q->stack_count == 0 || c->put_off == 512) return 0;
    c->put_off++;
    pair.a.u = CLD__PUT_OFF;
    status = cld__push(q, pair.a, pair.b);
    if (status != CLD_OK) return status;
    memmove(q->stack + 1, q->stack, (size_t)(q->stack_count - 1) * sizeof *q->stack);
    q->stack[0] = pair;
    return 1;
}

/* A place where a pair's surfaces touch and the gap has no curvature, or none one way. Of a curve
   of touch the nearest point is kept, once the pair is small; pieces that coincide, or are as small
   as parts of those are followed, are kept as a whole. 1: the pair is settled, 0: it must be
   halved. */
static int cld__settle_flat(cld__curves *c, const cld__two_patches *on, const cld__piece *a,
                            const cld__piece *b, const cld__approach *at, double curvature,
                            int found)
{
    double size = cld__max(a->radius, b->radius), reach = cld__near_reach(c, curvature);
    double off = cld__v3_length(cld__v3_sub(at->a.p, a->middle)) - 1.1 * a->radius;
    int surface[2], kind = CLD__NEAR_AREA;
    surface[0] = a->surface, surface[1] = b->surface;
    if (curvature > 0) {
        kind = CLD__NEAR_CURVE;
        if (found == 2 || size > c->near_step) return 0;
        if (off > 0 && (size > reach || off > reach)) return 0;
        if (off > 0 && cld__near_next(c, kind, surface, at->a.p, c->near_step) >= 0) return 1;
    } else if (size <= 16 * c->near_step) {
        if (found == 2 || off > 0) return cld__settle_least(c, a, b, kind, size);
    } else if (found == 2 || off > 0 || !cld__coincide(c, on, a, b)) {
        return 0;
    }
    return cld__near_add(c, a, b, at, kind, size);
}

/* Does a known curve end where the piece is at a pole? */
static int cld__known_at_pole(const cld__curves *c, const cld__piece *piece)
{
    const cld__piece *root = cld__piece_at(c->q, piece->root);
    int k, e;
    for (k = 0; k < 4; k++) {
        double u = 0.5 * (piece->u0 + piece->u1), v = 0.5 * (piece->v0 + piece->v1);
        cld__jet s;
        if (k < 2 ? (k ? piece->u1 < 1 : piece->u0 > 0) : (k & 1 ? piece->v1 < 1 : piece->v0 > 0))
            continue;
        cld__patch_jet1(root, k < 2 ? k : u, k < 2 ? v : k - 2, &s);
        if (!cld__jet_is_singular(&s, 1e-8)) continue;
        for (e = 0; e < 2 * c->arc_count; e++) {
            const cld__arc *arc = &c->arcs[e / 2];
            const cld__vertex *w = &c->vertices[arc->first + (e & 1 ? arc->count - 1 : 0)];
            if (arc->count < 2 || arc->closed || arc->dropped) continue;
            if (cld__v3_length(cld__v3_sub(w->p, s.p)) <= 16 * c->q->tolerance) return 1;
        }
    }
    return 0;
}

/* A pair that is not regular, and not parallel either, however small: at a pole, through which one
   curve may pass, along any of the lines that meet there. */
static int cld__settle_pole(cld__curves *c, const cld__pair *pair, double size)
{
    const cld__piece *a = cld__piece_at(c->q, pair->a.index);
    const cld__piece *b = cld__piece_at(c->q, pair->b.index);
    if (size > 1e-3 * c->size) return 0;
    if (cld__known_in_cell(c, a, b) & CLD__KNOWN_PASSES) return 1;
    if (cld__known_at_pole(c, a) || cld__known_at_pole(c, b)) return 1;
    return cld__put_off(c, *pair);
}

/* A pair that is not regular, because its surfaces are nearly parallel somewhere: finds out whether
   they touch there. 1: the pair is settled, 0: it must be halved. */
static int cld__settle_touch(cld__curves *c, const cld__pair *pair, double size)
{
    const cld__piece *a = cld__piece_at(c->q, pair->a.index);
    const cld__piece *b = cld__piece_at(c->q, pair->b.index);
    cld__two_patches on;
    cld__approach at;
    cld__vec3d na = cld__v3_cross(a->edge_u, a->edge_v), nb = cld__v3_cross(b->edge_u, b->edge_v);
    double x[4], value[2], largest, flat;
    int surface[2], found;
    surface[0] = a->surface, surface[1] = b->surface;
    if (cld__near_known(c, surface, a->middle, -size)) return 1;
    if (fabs(cld__v3_dot(na, nb)) < 0.9 * cld__v3_length(na) * cld__v3_length(nb))
        return cld__settle_pole(c, pair, size);
    if (cld__near_known(c, surface, a->middle, size)) return cld__put_off(c, *pair);
    if (c->attempts > 64 + c->q->pairs / 24) return 0; /* they cost as much as 24 pairs */
    c->attempts++;
    on.a = cld__piece_at(c->q, a->root), on.b = cld__piece_at(c->q, b->root);
    x[0] = 0.5 * (a->u0 + a->u1), x[1] = 0.5 * (a->v0 + a->v1);
    x[2] = 0.5 * (b->u0 + b->u1), x[3] = 0.5 * (b->v0 + b->v1);
    found = cld__settle_parallel(&on, x, &at);
    if (!found || !cld__gap_curvatures(&at, value, &largest)) {
        /* a pole: parallel over a piece whose bulge is below the tolerance is near all over */
        double least = 0.5 * cld__near_reach(c, 1 / c->size);
        return size <= least ? cld__settle_least(c, a, b, CLD__NEAR_POINT, 2 * least) : 0;
    }
    if (!(at.distance <= c->q->tolerance)) return 0;
    flat = 1e-5 * cld__max(largest, 1 / c->size);
    if (fabs(value[0]) > 1e-5 * largest) {
        if (found == 2 || cld__near_known(c, surface, at.a.p, 0)) return 0;
        found = cld__near_add(c, a, b, &at, CLD__NEAR_POINT, cld__near_reach(c, value[0]));
        if (found < 0) return found;
        return cld__put_off(c, *pair); /* curves that branch here are best begun elsewhere */
    }
    c->attempts -= 8; /* where one succeeds, others will */
    return cld__settle_flat(c, &on, a, b, &at, fabs(value[1]) > flat ? fabs(value[1]) : 0, found);
}

/* Where a trace turns back, curves may branch: is a parallel point ahead, not farther than h, that
   touches? Then the front moves there. */
static int cld__meets_singular(const cld__curves *c, const cld__front *f, double h,
                               cld__approach *at)
{
    cld__vec3d way;
    double length;
    if (cld__settle_parallel(&f->on, f->at.x, at) != 1) return 0;
    if (!(at->distance <= c->q->tolerance)) return 0;
    if (cld__jet_is_singular(&at->a, 1e-4) || cld__jet_is_singular(&at->b, 1e-4)) return 0;
    way = cld__v3_sub(at->a.p, f->at.a.p);
    length = cld__v3_length(way);
    if (length <= 1e3 * c->fine) return 1;
    return length <= h && cld__v3_dot(way, f->tangent) > 0.9 * length &&
           cld__bulge(way, f->tangent, f->tangent) <= c->chord;
}

#define CLD__STEP_TAKEN 1 /* a new vertex */
#define CLD__STEP_CROSS 2 /* the front stands on the border that it must cross next */
#define CLD__STEP_MEETS 3 /* a new vertex, where curves may branch: the last */
#define CLD__STEP_LOST  0 /* no point could be found: the surfaces are parallel here, or end */

/* How long the next step may be before the front leaves its patch, with a little over, but not far
   outside, where a rational patch may have its poles. */
static double cld__step_limit(const cld__front *f)
{
    double h = f->step, fastest = 0;
    int k;
    for (k = 0; k < 4; k++) {
        double rate = fabs(f->rate[k]), room = f->rate[k] > 0 ? 1 - f->at.x[k] : f->at.x[k];
        fastest = cld__max(fastest, rate);
        if (rate > 0) h = cld__min(h, (1.02 * room + 1e-3) / rate);
    }
    return cld__min(h, 0.34 / fastest);
}

/* The front a step of length h ahead, cut short at the border of the patch. Returns a step's
   outcome. */
static int cld__step_to(const cld__curves *c, const cld__front *f, double h, cld__front *next,
                        int *border)
{
    double x[4], part;
    int k;
    *next = *f;
    for (k = 0; k < 4; k++) {
        x[k] = f->at.x[k] + h * (f->rate[k] + 0.5 * h * f->bend[k]);
        x[k] = cld__min(1.2, cld__max(-0.2, x[k]));
    }
    if (!cld__correct(c, &f->on, x, cld__v3_mad(f->at.a.p, h, f->tangent), f->tangent, -1,
                      &next->at))
        return CLD__STEP_LOST;
    *border = cld__leaves(c, f, x, &next->at, &part);
    if (*border >= 0) {
        double length = cld__v3_length(cld__v3_sub(next->at.a.p, f->at.a.p));
        if (part * length <= 1e3 * c->fine) return CLD__STEP_CROSS;
        *border = cld__border_point(c, f, x, *border, part, &next->at);
        if (*border < 0) return CLD__STEP_LOST;
    }
    cld__snap(c, &f->on, &next->at);
    if (!cld__front_aim(next) && *border < 0) return CLD__STEP_LOST;
    return CLD__STEP_TAKEN;
}

/* Do the parameters run so evenly from f to next, `length` away in the same patches, that those on
   the chord lead Newton's method to the curve? Not where weights, or a pole nearby, let the speed
   of one that moves change manifold. */
static int cld__runs_evenly(const cld__front *f, const cld__front *next, double length)
{
    const cld__vec3d *from[4], *to[4];
    int k;
    from[0] = &f->at.a.du, from[1] = &f->at.a.dv, from[2] = &f->at.b.du, from[3] = &f->at.b.dv;
    to[0] = &next->at.a.du, to[1] = &next->at.a.dv, to[2] = &next->at.b.du, to[3] = &next->at.b.dv;
    for (k = 0; k < 4; k++) {
        double way = fabs(next->at.x[k] - f->at.x[k]);
        double s = cld__v3_length(*from[k]), t = cld__v3_length(*to[k]), most = cld__max(s, t);
        if (most * way > 0.05 * length && most > 4 * cld__min(s, t)) return 0;
    }
    return 1;
}

/* One step along the curve. *border: the parameter whose border the new point is on, or -1. A step
   is taken if the curve turns little (another branch nearby runs the opposite way: normals of A and
   B change sides between them), its chord is near enough and its parameters run evenly. */
static int cld__advance(cld__curves *c, cld__front *f, int *border)
{
    double h = cld__step_limit(f);
    int tries, k;
    for (tries = 0; tries < 60 && h > 1e3 * c->fine; tries++, h *= 0.5) {
        cld__front next;
        cld__vec3d chord, tangent;
        double length, bulge, cosine;
        int step = cld__step_to(c, f, h, &next, border), at_pole;
        cld__spend(c, 1);
        if (step == CLD__STEP_LOST) {
            if (tries > 0 || !cld__meets_singular(c, f, 2 * h, &next.at)) continue;
            *border = -1;
            *f = next;
            return CLD__STEP_MEETS;
        }
        if (step == CLD__STEP_CROSS) {
            /* led inside and came out: the curve turns beside the border, and the step is too
               long */
            if ((f->rate[*border] > 0) != (next.at.x[*border] > 0.5) && h > 4e3 * c->fine) continue;
            f->at.x[*border] = next.at.x[*border] > 0.5;
            return step;
        }
        chord = cld__v3_sub(next.at.a.p, f->at.a.p);
        length = cld__v3_length(chord);
        /* led to where it was: Newton's method went to another curve beyond the border */
        if (length <= 1e3 * c->fine && h > 4e3 * c->fine) continue;
        /* the border may be a pole, which has no tangent */
        at_pole = *border >= 0 && (cld__jet_is_singular(&next.at.a, 1e-8) ||
                                   cld__jet_is_singular(&next.at.b, 1e-8));
        tangent = at_pole ? f->tangent : next.tangent;
        cosine = cld__v3_dot(tangent, f->tangent);
        if ((cosine < 0 || next.sine < sqrt(c->q->tolerance / c->size)) && !at_pole &&
            cld__meets_singular(c, f, 2 * h, &next.at)) {
            *border = -1;
            *f = next;
            return CLD__STEP_MEETS;
        }
        if (cosine < 0.85 || cld__v3_dot(chord, f->tangent) < 0.85 * length) continue;
        bulge = cld__bulge(chord, f->tangent, tangent);
        if (bulge > c->chord) {
            h *= 2 * cld__max(0.2, sqrt(0.8 * c->chord / bulge));
            continue;
        }
        if (!at_pole && h > 2e3 * c->fine && !cld__runs_evenly(f, &next, length)) continue;
        for (k = 0; k < 4; k++)
            next.bend[k] = *border < 0 ? (next.rate[k] - f->rate[k]) / length : 0;
        next.step = length * cld__min(2, cld__max(0.5, sqrt(0.75 * c->chord / (bulge + DBL_MIN))));
        if (*border >= 0) next.step = cld__max(next.step, f->step);
        *f = next;
        return CLD__STEP_TAKEN;
    }
    return CLD__STEP_LOST;
}

/* Does the step from the vertex `before` to the front pass the curve's start? */
static int cld__closes(const cld__curves *c, const cld__front *f, const cld__vertex *before,
                       const cld__vertex *start)
{
    cld__vec3d chord = cld__v3_sub(f->at.a.p, before->p), d = cld__v3_sub(start->p, before->p), off;
    double length = cld__v3_length(chord), along, x[4];
    cld__approach at;
    int k;
    if (!(length > 0)) return 0;
    chord = cld__v3_scale(chord, 1 / length);
    along = cld__v3_dot(d, chord);
    if (along < -1e-7 * length || along > (1 + 1e-7) * length) return 0;
    off = cld__v3_mad(d, -along, chord);
    if (cld__v3_length(off) > 4 * c->chord + 0.01 * length) return 0;
    for (k = 0; k < 4; k++) {
        x[k] = start->x[k] - f->grid[k];
        if (x[k] < 0 || x[k] > 1) return 0;
        x[k] =
            before->x[k] + along / length * (f->grid[k] + f->at.x[k] - before->x[k]) - f->grid[k];
    }
    if (!cld__correct(c, &f->on, x, start->p, chord, -1, &at)) return 0;
    for (k = 0; k < 4; k++)
        if (fabs(x[k] + f->grid[k] - start->x[k]) > 1e-5) return 0;
    return cld__v3_length(cld__v3_sub(at.a.p, start->p)) <= 1e-5 * length + 4 * c->q->round;
}

/* Follows the curve from the front up to an edge, or back to its start. The new arc is the last. If
   the work is more than is allowed, it ends where that ran out, as CLD_UNDECIDED. */
static int cld__trace(cld__curves *c, cld__front f)
{
    cld__arc *arc = (cld__arc *)cld__more(c->q->workspace, c->arcs, c->arc_count, &c->arc_capacity,
                                          sizeof *arc);
    int first = c->vertex_count, run = first, status, border, standing = 0, step;
    if (!arc) return CLD_ERROR_MEMORY;
    c->arcs = arc;
    arc += c->arc_count++;
    memset(arc, 0, sizeof *arc);
    arc->surface[0] = f.surface[0], arc->surface[1] = f.surface[1];
    arc->first = first;
    arc->relation = CLD_CROSSING;
    arc->link[0] = arc->link[1] = -1;
    status = cld__vertex_add(c, &f);
    while (status == CLD_OK && standing <= 4) {
        if (cld__is_spent(c)) {
            arc->relation = CLD_UNDECIDED;
            c->q->undecided = 1;
            break;
        }
        step = cld__advance(c, &f, &border);
        if (step == CLD__STEP_LOST || step == CLD__STEP_MEETS) {
            arc->relation = CLD_NEAR;
            arc->singular[1] = step == CLD__STEP_MEETS;
            if (step == CLD__STEP_MEETS) status = cld__vertex_add(c, &f);
            break;
        }
        if (step == CLD__STEP_TAKEN) {
            standing = 0;
            if (c->vertex_count - first > 1 &&
                cld__closes(c, &f, &c->vertices[c->vertex_count - 1], &c->vertices[first])) {
                arc->closed = 1;
                status = cld__vertex_again(c, first); /* so that the last segment is filed */
                break;
            }
            status = cld__vertex_add(c, &f);
        }
        if (status == CLD_OK && border >= 0) {
            standing++;
            status = cld__run_close(c, &f, run);
            run = c->vertex_count - 1;
            if (status != CLD_OK) break;
            step = cld__cross_border(c, &f, border);
            if (step < 0) status = step;
            if (step == 0) break;
        }
    }
    if (status == CLD_OK) status = cld__run_close(c, &f, run);
    arc->count = c->vertex_count - first - arc->closed;
    arc->grain = cld__approach_grain(&f.at);
    return status;
}

/* Is the front's point a vertex of a curve known already, which touches the patches there? */
static int cld__is_known_vertex(const cld__curves *c, const cld__front *f, const int span[2])
{
    int run = c->heads[cld__run_hash(f->surface, span)], i, e;
    double grain = 2 * cld__approach_grain(&f->at);
    for (; run >= 0; run = c->runs[run].next) {
        const cld__run *r = &c->runs[run];
        if (r->surface[0] != f->surface[0] || r->surface[1] != f->surface[1]) continue;
        if (r->span[0] != span[0] || r->span[1] != span[1]) continue;
        for (e = 0; e < 2; e++) {
            const cld__vertex *v = &c->vertices[r->first + (e ? r->count - 1 : 0)];
            for (i = 0; i < 4; i++)
                if (fabs(v->x[i] - f->grid[i] - f->at.x[i]) > 1e-6) break;
            if (i == 4 && cld__v3_length(cld__v3_sub(v->p, f->at.a.p)) <= 8 * c->q->round + grain)
                return 1;
        }
    }
    return 0;
}

/* Is the point on a curve known already? Then the curve, corrected to the plane through the point
   that is across the chord, leads to it. Neighbouring branches run the opposite way and lie
   elsewhere. */
static int cld__on_known_curve(cld__curves *c, const cld__front *f)
{
    int span[2], run = -2, i = 0, s, k;
    for (k = 0; k < 2; k++) {
        int columns = c->q->tree[k]->surfaces[f->surface[k]].count_v;
        span[k] = f->grid[2 * k] * columns + f->grid[2 * k + 1];
    }
    if (cld__is_known_vertex(c, f, span)) return 1;
    while ((s = cld__next_segment(c, f->surface, span, &run, &i)) >= 0) {
        const cld__vertex *v = c->vertices + s;
        cld__vec3d chord = cld__v3_sub(v[1].p, v[0].p), d = cld__v3_sub(f->at.a.p, v[0].p);
        double length = cld__v3_length(chord), along, x[4];
        cld__approach at;
        cld__look(c, 1);
        if (!(length > 0)) continue;
        chord = cld__v3_scale(chord, 1 / length);
        along = cld__v3_dot(d, chord) / length;
        if (along < -0.01 || along > 1.01) continue;
        d = cld__v3_mad(d, -along * length, chord);
        if (cld__v3_length(d) > 4 * c->chord + 1e-6 * length) continue;
        for (k = 0; k < 4; k++) x[k] = v[0].x[k] + along * (v[1].x[k] - v[0].x[k]) - f->grid[k];
        if (!cld__correct(c, &f->on, x, f->at.a.p, chord, -1, &at)) continue;
        d = cld__v3_sub(at.a.p, f->at.a.p);
        if (cld__v3_length(d) <= 1e-4 * length + 8 * c->q->round) return 1;
    }
    return 0;
}

/* A front that stands on a vertex. */
static int cld__front_on_vertex(cld__curves *c, const cld__arc *arc, int vertex, cld__front *f)
{
    double x[4];
    int k, status;
    memset(f, 0, sizeof *f);
    f->sign = 1;
    for (k = 0; k < 4; k++) {
        const cld__surface *s = &c->q->tree[k / 2]->surfaces[arc->surface[k / 2]];
        int most = (k & 1 ? s->count_v : s->count_u) - 1, i = (int)c->vertices[vertex].x[k];
        f->grid[k] = i < most ? i : most;
        x[k] = c->vertices[vertex].x[k] - f->grid[k];
        f->surface[k / 2] = arc->surface[k / 2];
    }
    f->root[0] = f->root[1] = -1;
    status = cld__front_patches(c, f);
    if (status == CLD_OK) cld__approach_at(&f->on, x, 1, &f->at);
    return status;
}

/* Is there proof of a common point, at the middle of the arc? Without it the curve may be but
   near. */
static int cld__arc_certify(cld__curves *c, int index)
{
    const cld__arc *arc = &c->arcs[index];
    cld__front f;
    int status;
    if (arc->count < 2) return CLD_OK;
    status = cld__front_on_vertex(c, arc, arc->first + arc->count / 2, &f);
    if (status != CLD_OK) return status;
    if (cld__certify(&f.on, &f.at, 2 * c->q->round) >= 0) return CLD_OK;
    if (arc->relation == CLD_CROSSING) c->arcs[index].relation = CLD_NEAR;
    return CLD_OK;
}

/* A solution has been found: traces its curve, if that is new. */
static int cld__follow(cld__curves *c, cld__front *f)
{
    int status, arc = c->arc_count, proved;
    cld__approach sure = f->at;
    f->sign = 1;
    memset(f->bend, 0, sizeof f->bend);
    if (!cld__front_aim(f)) return CLD_OK;
    /* at so small an angle rounding decides whether they cross at all: a touch, see there */
    if (f->sine < sqrt(c->q->tolerance / c->size)) return CLD_OK;
    if (cld__near_known(c, f->surface, f->at.a.p, 0) || cld__on_known_curve(c, f)) return CLD_OK;
    proved = cld__certify(&f->on, &sure, 2 * c->q->round) >= 0;
    f->step = sqrt(c->chord * c->size);
    status = cld__trace(c, *f);
    if (status == CLD_OK && !proved) status = cld__arc_certify(c, arc);
    if (status != CLD_OK || c->arcs[arc].closed) return status;
    f->sign = -1;
    cld__front_aim(f);
    status = cld__trace(c, *f);
    if (status == CLD_OK && !proved) status = cld__arc_certify(c, arc + 1);
    if (status != CLD_OK) return status;
    if (c->arcs[arc + 1].count == 1) { /* it begins at an edge */
        c->arcs[arc].singular[0] = c->arcs[arc + 1].singular[1];
        if (c->arcs[arc + 1].relation == CLD_UNDECIDED) c->arcs[arc].relation = CLD_UNDECIDED;
        c->arcs[arc + 1].dropped = 1;
        return CLD_OK;
    }
    c->arcs[arc].link[0] = 2 * (arc + 1), c->arcs[arc + 1].link[0] = 2 * arc;
    c->arcs[arc].shared[0] = c->arcs[arc + 1].shared[0] = 1;
    return CLD_OK;
}

#define CLD__SEEK_POLE 3 /* found, but where a surface has no normal: no curve can start there */

/* Looks for a solution near the place on the cell's line that is halfway through the cell, and
   follows its curve. Returns 2 if a solution was found in the cell, 1 if in the cell enlarged by
   its own size on all sides, 0 if none. */
static int cld__seek(cld__curves *c, const cld__pair *pair, const cld__line *line, double t)
{
    static const char free_all[4] = {0, 0, 0, 0};
    const cld__piece *a = cld__piece_at(c->q, pair->a.index),
                     *b = cld__piece_at(c->q, pair->b.index);
    cld__front f;
    double z[4], x[4], low[4], high[4];
    int k, status, found = 2;
    memset(&f, 0, sizeof f);
    for (k = 0; k < 4; k++) z[k] = 0.5 + line->foot[k] + t * line->direction[k];
    x[0] = a->u0 + z[0] * (a->u1 - a->u0), x[1] = a->v0 + z[1] * (a->v1 - a->v0);
    x[2] = b->u0 + z[2] * (b->u1 - b->u0), x[3] = b->v0 + z[3] * (b->v1 - b->v0);
    for (k = 0; k < 4; k++) x[k] = cld__min(1, cld__max(0, x[k]));
    f.root[0] = a->root, f.root[1] = b->root;
    f.on.a = cld__piece_at(c->q, a->root), f.on.b = cld__piece_at(c->q, b->root);
    cld__spend(c, 8);
    if (!cld__find_common_point(&f.on, x, free_all, 2 * c->q->round, &f.at) &&
        !(f.at.distance <= 2 * (c->q->round + cld__approach_grain(&f.at))))
        return 0;
    if (cld__jet_is_singular(&f.at.a, 1e-8) || cld__jet_is_singular(&f.at.b, 1e-8))
        return CLD__SEEK_POLE;
    for (k = 0; k < 2; k++) {
        const cld__piece *piece = k ? b : a;
        int columns = c->q->tree[k]->surfaces[piece->surface].count_v;
        f.surface[k] = piece->surface;
        f.grid[2 * k] = piece->span / columns, f.grid[2 * k + 1] = piece->span % columns;
    }
    cld__snap(c, &f.on, &f.at);
    status = cld__follow(c, &f);
    if (status != CLD_OK) return status;
    cld__cell_box(c, a, b, low, high);
    for (k = 0; k < 4; k++) {
        double y = f.grid[k] + f.at.x[k], size = high[k] - low[k], slack = 1e-9 * size;
        double outside = cld__max(low[k] - y, y - high[k]);
        if (outside > size + CLD__BORDER_SLACK) return 0;
        if (outside > slack + CLD__BORDER_SLACK) found = 1;
    }
    return found;
}

/* Does one of the pieces reach the edge of its surface? */
static int cld__on_edge(const cld__curves *c, const cld__piece *a, const cld__piece *b)
{
    double low[4], high[4];
    int k;
    cld__cell_box(c, a, b, low, high);
    for (k = 0; k < 4; k++) {
        const cld__surface *s = &c->q->tree[k / 2]->surfaces[k < 2 ? a->surface : b->surface];
        if (low[k] == 0 || high[k] == (k & 1 ? s->count_v : s->count_u)) return 1;
    }
    return 0;
}

/* Sheets that are parallel at a distance near the tolerance would need as many pairs as their area
   has squares of that size: the search gives up then. */
#define CLD__MOST_IRREGULAR (1 << 19)

/* A pair that the search gives up. */
static void cld__curves_leave_open(cld__curves *c, const cld__piece *a, const cld__piece *b)
{
    cld__two_patches on;
    cld__approach at;
    double x[4];
    x[0] = 0.5 * (a->u0 + a->u1), x[1] = 0.5 * (a->v0 + a->v1);
    x[2] = 0.5 * (b->u0 + b->u1), x[3] = 0.5 * (b->v0 + b->v1);
    on.a = cld__piece_at(c->q, a->root), on.b = cld__piece_at(c->q, b->root);
    cld__approach_at(&on, x, 1, &at);
    c->q->undecided = 1;
    if (c->is_open && !(at.distance < c->open.reach)) return;
    c->is_open = 1;
    cld__near_at(c, a, b, &at, CLD__NEAR_POINT, at.distance, &c->open);
}

/* Settles a pair of pieces that may touch, or halves it. */
static int cld__curves_settle(cld__curves *c, const cld__pair *pair)
{
    cld__query *q = c->q;
    cld__piece *a = cld__piece_at(q, pair->a.index), *b = cld__piece_at(q, pair->b.index);
    cld__line line;
    double low, high, size = cld__max(a->radius, b->radius);
    int known, ends, settled, found = 0, regular = cld__cell_line(a, b, &line);
    if (regular) {
        if (!cld__line_in_cell(&line, line.width, &low, &high)) return CLD_OK;
        known = cld__known_in_cell(c, a, b);
        if (!(known & CLD__KNOWN_PASSES) &&
            (cld__line_in_cell(&line, known ? -line.width : 0, &low, &high) || line.ratio < 0.1)) {
            int status = cld__push(q, pair->a, pair->b); /* keeps the pieces */
            if (status != CLD_OK) return status;
            found = cld__seek(c, pair, &line, 0.5 * (low + high));
            q->stack_count--;
            if (found < 0) return found;
            if (found == CLD__SEEK_POLE) {
                status = cld__put_off(c, *pair);
                if (status != 0) return status < 0 ? status : CLD_OK;
                found = 0;
            }
            known |= cld__known_in_cell(c, a, b);
        }
        /* Where a curve ends in the pair, another may begin, until the pair is small. */
        settled = known || found == 2 || (found && line.ratio < 0.1);
        ends = known & CLD__KNOWN_ENDS || (!known && cld__on_edge(c, a, b));
        if (settled && (!ends || line.ratio < 0.02)) return CLD_OK;
    }
    if (cld__is_spent(c)) {
        cld__curves_leave_open(c, a, b);
        return CLD_OK;
    }
    if (size <= q->tolerance) {
        int status = cld__settle_least(c, a, b, CLD__NEAR_POINT, 32 * q->tolerance);
        return status < 0 ? status : CLD_OK;
    }
    if (!regular) {
        int status = cld__settle_touch(c, pair, size);
        if (status != 0) return status < 0 ? status : CLD_OK;
        c->irregular++;
    }
    if (a->level + b->level >= 2 * q->params.max_level || c->irregular > CLD__MOST_IRREGULAR) {
        cld__curves_leave_open(c, a, b);
        return CLD_OK;
    }
    return cld__halve_pair(q, pair);
}

/* Ends the search at this pair, which has not been looked at, nor those on the stack. */
static int cld__curves_end(cld__curves *c, cld__pair *pair)
{
    cld__query *q = c->q;
    cld__part child[4];
    int status;
    q->stack_count = 0;
    if (pair->a.level != CLD__LEVEL_PIECE) {
        while ((status = cld__part_children(q, 0, &pair->a, child)) > 0) pair->a = child[0];
        if (status < 0) return status;
        while ((status = cld__part_children(q, 1, &pair->b, child)) > 0) pair->b = child[0];
        if (status < 0) return status;
        status = cld__pair_roots(q, pair);
        if (status < 0) return status;
    }
    cld__curves_leave_open(c, cld__piece_at(q, pair->a.index), cld__piece_at(q, pair->b.index));
    return CLD_OK;
}

static int cld__curves_search(cld__curves *c)
{
    cld__query *q = c->q;
    cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__aabb box_a = cld__part_box(q, 0, &top), box_b = cld__part_box(q, 1, &top);
    int status;
    if (cld__boxes_apart(q, &box_a, &box_b)) return CLD_OK;
    status = cld__push(q, top, top);
    while (status == CLD_OK && q->stack_count > 0) {
        cld__pair pair = q->stack[--q->stack_count];
        if (cld__is_spent(c)) return cld__curves_end(c, &pair);
        if (pair.a.level != CLD__LEVEL_PIECE && (pair.a.level != 0 || pair.b.level != 0)) {
            status = cld__expand(q, &pair);
            continue;
        }
        if (pair.a.level != CLD__LEVEL_PIECE) {
            status = cld__pair_roots(q, &pair);
            pair.a.u = 0;
            if (status > 0) {
                status = CLD_OK;
                continue;
            }
        }
        if (status == CLD_OK) status = cld__curves_settle(c, &pair);
    }
    return status;
}

/* ----- joining arcs over the edges of surfaces */

/* The vertex at end e of an arc. */
CLD__INLINE const cld__vertex *cld__arc_end(const cld__curves *c, int e)
{
    const cld__arc *arc = &c->arcs[e / 2];
    return &c->vertices[arc->first + (e & 1 ? arc->count - 1 : 0)];
}

/* An arc for vertices that are there already. */
static cld__arc *cld__arc_add(cld__curves *c, const int surface[2], int first, int count)
{
    cld__arc *arc = (cld__arc *)cld__more(c->q->workspace, c->arcs, c->arc_count, &c->arc_capacity,
                                          sizeof *arc);
    if (!arc) return NULL;
    c->arcs = arc;
    arc += c->arc_count++;
    memset(arc, 0, sizeof *arc);
    arc->surface[0] = surface[0], arc->surface[1] = surface[1];
    arc->first = first, arc->count = count;
    arc->relation = CLD_NEAR;
    arc->link[0] = arc->link[1] = -1;
    return arc;
}

static int cld__near_vertex(cld__curves *c, cld__near *s)
{
    cld__vertex *v = (cld__vertex *)cld__more(c->q->workspace, c->vertices, c->vertex_count,
                                              &c->vertex_capacity, sizeof *v);
    if (!v) return CLD_ERROR_MEMORY;
    c->vertices = v;
    v += c->vertex_count++;
    memcpy(v->x, s->x, sizeof v->x);
    v->p = s->p;
    s->used = 1;
    return CLD_OK;
}

/* Follows a curve of touch through the places found on it, both ways from place i. */
static int cld__near_curve(cld__curves *c, int i)
{
    int first = c->vertex_count, way, next, k, status = CLD_OK, gathered;
    double most = 3 * c->near_step;
    cld__arc *arc;
    for (way = 0; way < 2 && status == CLD_OK; way++) {
        for (next = i; next >= 0 && status == CLD_OK;) {
            cld__near *s = &c->touches[next];
            if (way == 0 || next != i) status = cld__near_vertex(c, s);
            next = cld__near_next(c, CLD__NEAR_CURVE, s->surface, s->p, most);
        }
        gathered = c->vertex_count - first;
        for (k = 0; way == 0 && k < gathered / 2; k++) { /* so that the start comes last */
            cld__vertex *v = c->vertices + first, t = v[k];
            v[k] = v[gathered - 1 - k], v[gathered - 1 - k] = t;
        }
    }
    if (status != CLD_OK) return status;
    arc = cld__arc_add(c, c->touches[i].surface, first, c->vertex_count - first);
    if (!arc) return CLD_ERROR_MEMORY;
    arc->closed = arc->count > 4 &&
                  cld__v3_length(cld__v3_sub(c->vertices[first].p,
                                             c->vertices[first + arc->count - 1].p)) <= most;
    return CLD_OK;
}

/* Marks the pieces that coincide and hang together with place i. */
static void cld__near_flood(cld__curves *c, int i)
{
    int grown = 1, k, j;
    c->touches[i].used = 2;
    while (grown) {
        for (grown = 0, j = 0; j < c->near_count; j++) {
            const cld__near *s = &c->touches[j];
            if (s->used != 2) continue;
            c->touches[j].used = 1;
            grown = 1;
            for (k = 0; k < c->near_count; k++) {
                cld__near *t = &c->touches[k];
                double d = cld__v3_length(cld__v3_sub(s->p, t->p));
                if (!t->used && t->kind == CLD__NEAR_AREA && d <= 2.1 * (s->reach + t->reach))
                    t->used = 2;
            }
        }
    }
}

/* The places of touch as arcs: points alone, curves of touch point by point, one point for each
   area in which the surfaces coincide. */
static int cld__near_arcs(cld__curves *c)
{
    int i, status = CLD_OK;
    for (i = 0; i < c->near_count; i++) {
        cld__near *s = &c->touches[i];
        if (s->kind != CLD__NEAR_AREA && cld__in_area(c, s->surface, s->x)) s->used = 1;
    }
    for (i = 0; i < c->near_count && status == CLD_OK; i++) {
        cld__near *s = &c->touches[i];
        if (s->used) continue;
        if (s->kind == CLD__NEAR_CURVE) {
            status = cld__near_curve(c, i);
            continue;
        }
        status = cld__near_vertex(c, s);
        if (s->kind == CLD__NEAR_AREA) cld__near_flood(c, i);
        if (status == CLD_OK && !cld__arc_add(c, s->surface, c->vertex_count - 1, 1))
            status = CLD_ERROR_MEMORY;
        else if (status == CLD_OK)
            c->arcs[c->arc_count - 1].reach = c->touches[i].reach;
    }
    return status;
}

/* Does the arc run along the edge of a surface? */
static int cld__runs_on_edge(const cld__curves *c, const cld__arc *arc)
{
    int k, i;
    for (k = 0; k < 4; k++) {
        const cld__surface *s = &c->q->tree[k / 2]->surfaces[arc->surface[k / 2]];
        double x = c->vertices[arc->first].x[k];
        if (x != 0 && x != (k & 1 ? s->count_v : s->count_u)) continue;
        for (i = 1; i < arc->count; i++)
            if (c->vertices[arc->first + i].x[k] != x) break;
        if (i == arc->count) return 1;
    }
    return 0;
}

/* Is the point no farther than d from the arc? */
static int cld__on_arc(const cld__curves *c, const cld__arc *arc, cld__vec3d p, double d)
{
    const cld__vertex *v = c->vertices + arc->first;
    int i, segments = arc->count - 1 + arc->closed;
    if (arc->count == 1) return cld__v3_length(cld__v3_sub(p, v->p)) <= d;
    for (i = 0; i < segments; i++) {
        cld__vec3d way = cld__v3_sub(v[i + 1 < arc->count ? i + 1 : 0].p, v[i].p);
        cld__vec3d off = cld__v3_sub(p, v[i].p);
        double t = cld__v3_dot(off, way), square = cld__v3_dot(way, way);
        t = square > 0 ? cld__min(1, cld__max(0, t / square)) : 0;
        off = cld__v3_mad(off, -t, way);
        if (cld__v3_dot(off, off) <= d * d) return 1;
    }
    return 0;
}

/* Takes an arc out; its neighbours end where it was. */
static void cld__arc_drop(cld__curves *c, int index)
{
    int k;
    c->arcs[index].dropped = 1;
    for (k = 0; k < 2; k++) {
        int other = c->arcs[index].link[k];
        if (other >= 0) c->arcs[other / 2].link[other & 1] = -1;
    }
}

/* The place that a limit left open, as a point that stands for what is not known. */
static int cld__open_arc(cld__curves *c)
{
    cld__arc *arc;
    int status = cld__near_vertex(c, &c->open);
    if (status != CLD_OK) return status;
    arc = cld__arc_add(c, c->open.surface, c->vertex_count - 1, 1);
    if (!arc) return CLD_ERROR_MEMORY;
    arc->relation = CLD_UNDECIDED;
    return CLD_OK;
}

/* What the relations of two arcs make of the curve that they are parts of. */
CLD__INLINE int cld__relation_of_both(int a, int b)
{
    if (a == CLD_UNDECIDED || b == CLD_UNDECIDED) return CLD_UNDECIDED;
    return a == CLD_CROSSING ? b : a;
}

/* An arc without length, such as one that only passes a corner, becomes a single point. */
static void cld__shrink_arcs(cld__curves *c)
{
    double same = 16 * c->q->tolerance;
    int i, k;
    for (i = 0; i < c->arc_count; i++) {
        cld__arc *arc = &c->arcs[i];
        const cld__vertex *v = c->vertices + arc->first;
        if (arc->dropped) continue;
        for (k = 1; k < arc->count; k++)
            if (cld__v3_length(cld__v3_sub(v[k].p, v->p)) > same) break;
        if (k < arc->count || arc->count < 2) continue;
        arc->count = 1;
        arc->closed = 0;
    }
    for (i = 0; i < c->arc_count; i++) {
        cld__arc *arc = &c->arcs[i];
        int other = arc->link[0] / 2; /* nothing is joined yet but two arcs from one start */
        if (arc->dropped || arc->count > 1 || arc->link[0] < 0) continue;
        c->arcs[other].link[0] = arc->link[0] = -1;
        c->arcs[i].dropped = 1;
    }
}

/* Two surfaces that share an edge both show a curve along it, and four that share a corner show
   points where curves pass between two of them: the first stays. */
static int cld__is_duplicate(const cld__curves *c, int i)
{
    const cld__arc *arc = &c->arcs[i];
    double same = 16 * c->q->tolerance;
    int j, k;
    if (!cld__runs_on_edge(c, arc)) return 0;
    for (k = 0; k < arc->count; k++) {
        cld__vec3d p = c->vertices[arc->first + k].p;
        for (j = 0; j < i; j++) {
            const cld__arc *other = &c->arcs[j];
            if (other->dropped || other->count < 2) continue;
            if (other->link[0] == 2 * i || !cld__runs_on_edge(c, other)) continue;
            if (cld__on_arc(c, other, p, 2 * c->chord + same)) break;
        }
        if (j == i) return 0;
    }
    return 1;
}

/* At a pole, or where a curve grazes an edge, rounding lets a bit of curve appear on a neighbour
   too: it lies along another arc, unlike one that joins two. */
static int cld__is_sliver(const cld__curves *c, int i)
{
    const cld__arc *arc = &c->arcs[i];
    const cld__vertex *v = c->vertices + arc->first;
    double length = cld__v3_length(cld__v3_sub(v[arc->count - 1].p, v->p)), near;
    int j, k;
    if (arc->closed || arc->link[0] >= 0 || length > c->chord) return 0;
    near = 16 * c->q->tolerance + 0.1 * length;
    for (j = 0; j < c->arc_count; j++) {
        const cld__arc *other = &c->arcs[j];
        if (j == i || other->dropped || other->count < 2) continue;
        for (k = 0; k < arc->count; k++)
            if (!cld__on_arc(c, other, v[k].p, near)) break;
        if (k == arc->count) return 1;
    }
    return 0;
}

/* A single point that is on an arc, or on a single point before it. */
static int cld__is_known_point(const cld__curves *c, int i)
{
    const cld__arc *arc = &c->arcs[i];
    cld__vec3d p = c->vertices[arc->first].p;
    int j;
    for (j = 0; j < c->arc_count; j++) {
        const cld__arc *other = &c->arcs[j];
        double reach = cld__max(16 * c->q->tolerance, cld__max(arc->reach, other->reach));
        if (j == i || other->dropped || (other->count == 1 && j > i)) continue;
        if (other->count > 1) reach = cld__max(reach, c->chord);
        if (cld__on_arc(c, other, p, reach)) return 1;
    }
    return 0;
}

static void cld__drop_duplicates(cld__curves *c)
{
    int i, k;
    for (i = 0; i < c->arc_count; i++) {
        const cld__arc *arc = &c->arcs[i];
        if (arc->dropped || arc->count < 2) continue;
        for (k = 0; k < arc->count; k++)
            if (!cld__in_area(c, arc->surface, c->vertices[arc->first + k].x)) break;
        if (k == arc->count || cld__is_duplicate(c, i)) cld__arc_drop(c, i);
    }
    for (i = 0; i < c->arc_count; i++) {
        if (c->arcs[i].dropped || c->arcs[i].count < 2) continue;
        if (cld__is_sliver(c, i)) cld__arc_drop(c, i);
    }
    for (i = 0; i < c->arc_count; i++) {
        if (c->arcs[i].dropped || c->arcs[i].count != 1) continue;
        if (cld__is_known_point(c, i)) cld__arc_drop(c, i);
    }
}

/* The direction in which an arc leaves at its end e. */
static cld__vec3d cld__arc_leaves(const cld__curves *c, int e)
{
    const cld__arc *arc = &c->arcs[e / 2];
    const cld__vertex *v = c->vertices + arc->first + (e & 1 ? arc->count - 1 : 0);
    if (arc->count < 2) return cld__v3(0, 0, 0);
    return cld__v3_unit(cld__v3_sub(v->p, v[e & 1 ? -1 : 1].p));
}

/* Joins every end to another one that is free and the same point; among several, to that which goes
   on most nearly straight. */
static void cld__join(cld__curves *c)
{
    double same = 16 * c->q->tolerance;
    int e, f, ends = 2 * c->arc_count;
    for (e = 0; e < ends; e++) {
        cld__arc *arc = &c->arcs[e / 2];
        const cld__vertex *v = cld__arc_end(c, e), *w;
        double least = 2;
        int best = -1, k;
        if (arc->closed || arc->dropped || arc->link[e & 1] >= 0 || arc->count < 2) continue;
        for (f = e + 1; f < ends; f++) {
            const cld__arc *other = &c->arcs[f / 2];
            double turn;
            if (other->closed || other->dropped || other->link[f & 1] >= 0) continue;
            if (other->count < 2 || (f / 2 == e / 2 && arc->count < 3)) continue;
            if (cld__v3_length(cld__v3_sub(v->p, cld__arc_end(c, f)->p)) >
                same + 4 * (arc->grain + other->grain))
                continue;
            turn = cld__v3_dot(cld__arc_leaves(c, e), cld__arc_leaves(c, f));
            if (turn < least) least = turn, best = f;
        }
        if (best < 0) continue;
        arc->link[e & 1] = best;
        c->arcs[best / 2].link[best & 1] = e;
        if (!arc->singular[e & 1] || !c->arcs[best / 2].singular[best & 1]) continue;
        for (w = cld__arc_end(c, best), k = 0; k < 4; k++)
            if (fabs(v->x[k] - w->x[k]) > 1e-5) break;
        arc->shared[e & 1] = c->arcs[best / 2].shared[best & 1] = k == 4;
    }
}

/* ----- output */

typedef struct cld__curve_output {
    cld_nurbs_curve *curves;
    cld_nurbs_curve_point *points;
    int curve_capacity, point_capacity, curve_count, point_count;
    int full; /* a curve did not fit: nothing more is written */
} cld__curve_output;

static double cld__curve_parameter(const double *breaks, int count, double x)
{
    int i = (int)x;
    if (i >= count) i = count - 1;
    return cld__patch_parameter(breaks, i, x - i);
}

static void cld__point_out(const cld__curves *c, const cld__arc *arc, const cld__vertex *v,
                           cld_nurbs_curve_point *out)
{
    const cld__surface *a = &c->q->tree[0]->surfaces[arc->surface[0]];
    const cld__surface *b = &c->q->tree[1]->surfaces[arc->surface[1]];
    out->position = cld__v3_to(cld__posed_point(&c->q->pose_a, v->p));
    out->u_a = (cld_real)cld__curve_parameter(a->break_u, a->count_u, v->x[0]);
    out->v_a = (cld_real)cld__curve_parameter(a->break_v, a->count_v, v->x[1]);
    out->u_b = (cld_real)cld__curve_parameter(b->break_u, b->count_u, v->x[2]);
    out->v_b = (cld_real)cld__curve_parameter(b->break_v, b->count_v, v->x[3]);
    out->surface_a = arc->surface[0], out->surface_b = arc->surface[1];
}

/* Walks along the joined arcs from end e on, counting vertices and, if points is not NULL, writing
   them. *closed, *relation describe the curve. Marks the arcs as dropped if `mark`. */
static int cld__walk(cld__curves *c, int e, int mark, cld_nurbs_curve_point *points, int *closed,
                     int *relation)
{
    int start = e, count = 0, skip = 0, i;
    *relation = CLD_CROSSING;
    *closed = 0;
    for (;;) {
        cld__arc *arc = &c->arcs[e / 2];
        int next = arc->link[!(e & 1)];
        /* a closed curve does not repeat at its end what it began with */
        int end = arc->count - (next == start && !arc->closed ? arc->shared[!(e & 1)] : 0);
        for (i = skip; i < end; i++) {
            int index = arc->first + (e & 1 ? arc->count - 1 - i : i);
            if (points) cld__point_out(c, arc, &c->vertices[index], &points[count]);
            count++;
        }
        *relation = cld__relation_of_both(*relation, arc->relation);
        if (mark) arc->dropped = 1;
        *closed |= arc->closed;
        if (next < 0 || arc->closed) return count;
        skip = arc->shared[!(e & 1)];
        if (next == start) {
            *closed = 1;
            return count;
        }
        e = next;
    }
}

static void cld__curve_out(cld__curves *c, int e, cld__curve_output *out)
{
    cld_nurbs_curve curve;
    curve.first = out->point_count;
    curve.count = cld__walk(c, e, 0, NULL, &curve.closed, &curve.relation);
    if (out->curve_count >= out->curve_capacity ||
        curve.count > out->point_capacity - out->point_count)
        out->full = 1;
    if (!out->full) {
        cld__walk(c, e, 1, out->points + out->point_count, &curve.closed, &curve.relation);
        out->curves[out->curve_count] = curve;
    } else {
        cld__walk(c, e, 1, NULL, &curve.closed, &curve.relation);
    }
    out->curve_count++;
    out->point_count += curve.count;
}

/* All curves: open ones from an end, then closed ones. */
static void cld__curves_out(cld__curves *c, cld__curve_output *out)
{
    int i, k, pass;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < c->arc_count; i++) {
            for (k = 0; k < 2; k++) {
                const cld__arc *arc = &c->arcs[i];
                if (arc->dropped) break;
                if (pass == 0 && (arc->closed || arc->link[k] >= 0)) continue;
                cld__curve_out(c, 2 * i + k, out);
            }
        }
    }
}

/* The diagonal of the smaller body. */
static double cld__query_size(const cld__query *q)
{
    double a = sqrt(cld__aabb_size(&q->tree[0]->branches[0].raw));
    return cld__min(a, sqrt(cld__aabb_size(&q->tree[1]->branches[0].raw)));
}

static int cld__curves_find(cld__query *q, cld__curves **out)
{
    cld__curves *c = (cld__curves *)cld__workspace_alloc(q->workspace, sizeof *c);
    int i, status;
    if (!c) return CLD_ERROR_MEMORY;
    memset(c, 0, sizeof *c);
    c->q = q;
    for (i = 0; i < CLD__RUN_HEADS; i++) c->heads[i] = -1;
    c->size = cld__query_size(q);
    c->chord = (double)q->params.chord_error;
    if (c->chord == 0) c->chord = 1e-4 * c->size;
    c->chord = cld__max(c->chord, 4 * q->tolerance);
    c->fine = 32 * CLD__ROUND_DOUBLE * q->scale;
    c->near_step = c->size / 256;
    if (q->params.max_pairs == CLD__MAX_PAIRS) q->params.max_pairs = CLD__CURVE_PAIRS;
    status = cld__curves_search(c);
    if (status == CLD_OK) status = cld__near_arcs(c);
    if (status == CLD_OK) cld__shrink_arcs(c);
    if (status == CLD_OK) cld__drop_duplicates(c);
    if (status == CLD_OK) cld__join(c);
    if (status == CLD_OK && c->is_open) status = cld__open_arc(c);
    *out = c;
    return status;
}

int cld_nurbs_curves(const cld_nurbs_body *a, const cld_nurbs_body *b,
                     const cld_nurbs_params *params, cld_workspace *workspace,
                     cld_nurbs_curve *curves, int curve_capacity, cld_nurbs_curve_point *points,
                     int point_capacity, int *point_count)
{
    cld__query *q;
    cld__curves *c;
    cld__curve_output out;
    int status;
    if (!point_count || (!curves && curve_capacity > 0) || (!points && point_capacity > 0))
        return CLD_ERROR_NULL;
    if (curve_capacity < 0 || point_capacity < 0) return CLD_ERROR_COUNT;
    status = cld__query_begin(a, b, params, workspace, &q);
    if (status == CLD_OK) status = cld__curves_find(q, &c);
    if (status != CLD_OK) return status;
    memset(&out, 0, sizeof out);
    out.curves = curves, out.points = points;
    out.curve_capacity = curve_capacity, out.point_capacity = point_capacity;
    cld__curves_out(c, &out);
    *point_count = out.point_count;
    return out.curve_count;
}

/* ----- all contacts: one for each connected piece of the intersection */

/* The middle, weighted by length, of the curve that is entered at end e; its reach from there. */
typedef struct cld__outline {
    cld__vec3d middle;
    double length, radius;
    int closed, relation, count;
} cld__outline;

static void cld__curve_outline(const cld__curves *c, int start, cld__outline *o)
{
    cld__vec3d sum = cld__v3(0, 0, 0);
    int e = start, i, pass;
    memset(o, 0, sizeof *o);
    o->relation = CLD_CROSSING;
    for (pass = 0; pass < 2; pass++) {
        do {
            const cld__arc *arc = &c->arcs[e / 2];
            const cld__vertex *v = c->vertices + arc->first;
            for (i = 0; i < arc->count; i++) {
                int next = i + 1 < arc->count ? i + 1 : arc->closed ? 0 : i;
                double length = cld__v3_length(cld__v3_sub(v[next].p, v[i].p));
                if (pass == 0) {
                    sum = cld__v3_mad(sum, 0.5 * length, cld__v3_add(v[next].p, v[i].p));
                    o->length += length;
                    o->count++;
                } else {
                    length = cld__v3_length(cld__v3_sub(v[i].p, o->middle));
                    o->radius = cld__max(o->radius, length);
                }
            }
            if (pass == 0) o->relation = cld__relation_of_both(o->relation, arc->relation);
            o->closed |= arc->closed;
            e = arc->link[!(e & 1)];
        } while (e >= 0 && e != start && !o->closed);
        o->closed |= e == start;
        o->middle = c->vertices[c->arcs[start / 2].first].p;
        if (o->length > 0) o->middle = cld__v3_scale(sum, 1 / o->length);
        e = start;
    }
}

/* Moves to the neighbouring patch beyond the border that parameter k is on; 0: the surface ends. */
static int cld__front_shift(cld__curves *c, cld__front *f, int k, int up)
{
    const cld__surface *s = &c->q->tree[k / 2]->surfaces[f->surface[k / 2]];
    int next = f->grid[k] + (up ? 1 : -1), status;
    if (next < 0 || next >= (k & 1 ? s->count_v : s->count_u)) return 0;
    f->grid[k] = next;
    status = cld__front_patches(c, f);
    return status == CLD_OK ? 1 : status;
}

/* The foot of the perpendicular from p to one of the front's surfaces, from patch to patch. x:
   where to start, and the result. */
static int cld__walk_to_foot(cld__curves *c, cld__front *f, int side, cld__vec3d p, double x[4])
{
    int tries, k, came = -1, status = 1;
    for (tries = 0; tries < 64; tries++) {
        cld__project_to_patch(side ? f->on.b : f->on.a, p, &x[2 * side], &x[2 * side + 1]);
        for (k = 2 * side; k < 2 * side + 2; k++) {
            if (k == came || (x[k] > 0 && x[k] < 1)) continue;
            status = cld__front_shift(c, f, k, x[k] > 0.5);
            if (status != 0) break;
        }
        if (k == 2 * side + 2) return CLD_OK;
        if (status < 0) return status;
        x[k] = x[k] > 0.5 ? 0 : 1;
        came = k;
    }
    return CLD_OK;
}

/* cld__find_parallel_point, from patch to patch. 1: found, 0: not. */
static int cld__walk_to_parallel(cld__curves *c, cld__front *f, double x[4])
{
    int tries, k;
    for (tries = 0; tries < 12; tries++) {
        int moved = 0;
        if (cld__find_parallel_point(&f->on, x, &f->at)) return 1;
        for (k = 0; k < 4; k++) {
            double y = f->at.x[k];
            x[k] = cld__min(1, cld__max(0, y));
            if (y >= 0 && y <= 1) continue;
            moved = cld__front_shift(c, f, k, y > 1);
            if (moved < 0) return moved;
            if (moved) {
                x[k] = y > 1 ? 0 : 1;
                break;
            }
        }
        if (!moved) return 0;
    }
    return 0;
}

/* Squared distance of a point from a box. */
static double cld__aabb_square(const cld__aabb *box, cld__vec3d p)
{
    cld__d4 at = cld__d4_from(p, 0), zero = cld__d4_all(0);
    cld__d4 out = cld__d4_max(cld__d4_sub(box->low, at), cld__d4_sub(at, box->high));
    cld__vec3d d = cld__d4_xyz(cld__d4_max(out, zero));
    return cld__v3_dot(d, d);
}

/* Puts one side of the front on the patch that is nearest to p of the whole body, at the foot. */
static int cld__foot_on_body(cld__curves *c, cld__front *f, int side, cld__vec3d p, double x[4])
{
    static const double starts[5][2] = {{0.5, 0.5}, {0, 0}, {0, 1}, {1, 0}, {1, 1}};
    cld__query *q = c->q;
    cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0}, child[4];
    double least = DBL_MAX;
    int status = cld__push(q, top, top), i, n;
    while (status == CLD_OK && q->stack_count > 0) {
        cld__part part = q->stack[--q->stack_count].a;
        cld__aabb box = cld__part_box(q, side, &part);
        cld__front g = *f;
        if (cld__aabb_square(&box, p) >= least) continue;
        n = cld__part_children(q, side, &part, child);
        for (i = 0; i < n && status == CLD_OK; i++) status = cld__push(q, child[i], child[i]);
        if (n > 0 || status != CLD_OK) continue;
        g.surface[side] = part.surface;
        n = q->tree[side]->surfaces[part.surface].count_v;
        g.grid[2 * side] = part.index / n, g.grid[2 * side + 1] = part.index % n;
        status = cld__front_patches(c, &g);
        for (i = 0; i < 5 && status == CLD_OK; i++) {
            double u = starts[i][0], v = starts[i][1], square;
            cld__jet s;
            cld__vec3d d;
            cld__project_to_patch(side ? g.on.b : g.on.a, p, &u, &v);
            cld__patch_jet1(side ? g.on.b : g.on.a, u, v, &s);
            d = cld__v3_sub(s.p, p);
            square = cld__v3_dot(d, d);
            if (square >= least) continue;
            least = square;
            *f = g;
            x[2 * side] = u, x[2 * side + 1] = v;
        }
    }
    q->stack_count = 0;
    return status == CLD_OK ? cld__front_patches(c, f) : status;
}

static void cld__front_solution(const cld__curves *c, const cld__front *f, cld__solution *s)
{
    int k;
    memcpy(s->x, f->at.x, sizeof s->x);
    for (k = 0; k < 2; k++) {
        s->surface[k] = f->surface[k];
        s->span[k] =
            f->grid[2 * k] * c->q->tree[k]->surfaces[f->surface[k]].count_v + f->grid[2 * k + 1];
    }
    s->point[0] = f->at.a.p, s->point[1] = f->at.b.p;
    s->normal = cld__v3_unit(cld__v3_cross(f->at.a.du, f->at.a.dv));
    s->distance = 0;
    s->error = f->at.distance + 2 * c->q->round;
}

/* The normal of a contact at which nothing is deep: that of A turned to where B's middle lies, seen
   from A's. */
static void cld__turn_normal(const cld__query *q, cld__solution *s)
{
    cld__vec3d middle[2];
    int k;
    for (k = 0; k < 2; k++) {
        const cld__aabb *raw = &q->tree[k]->branches[0].raw;
        middle[k] = cld__d4_xyz(cld__d4_mul(cld__d4_add(raw->low, raw->high), cld__d4_all(0.5)));
    }
    middle[1] = cld__d4_xyz(cld__d4_add(cld__columns_mul(q->map, middle[1]), q->offset));
    if (cld__v3_dot(s->normal, cld__v3_sub(middle[1], middle[0])) < 0)
        s->normal = cld__v3_scale(s->normal, -1);
}

/* Keeps the parallel point that the front and x lead to, if it is inside the curve and deeper than
   the one kept so far. */
static int cld__try_deep(cld__curves *c, cld__front *f, double x[4], const cld__outline *o,
                         cld__solution *best, int *found)
{
    int status = cld__walk_to_parallel(c, f, x);
    if (status <= 0) return status;
    if (cld__v3_length(cld__v3_sub(f->at.a.p, o->middle)) > 1.5 * o->radius) return CLD_OK;
    if (f->at.distance > 2 * o->radius) return CLD_OK;
    if (*found && f->at.distance <= -best->distance) return CLD_OK;
    cld__front_solution(c, f, best);
    best->distance = -f->at.distance;
    if (f->at.distance > 2 * c->q->round) best->normal = cld__v3_unit(f->at.gap);
    best->error = 4 * c->q->round;
    *found = 1;
    return CLD_OK;
}

/* The place inside a closed curve where the surfaces are farthest apart: their normals are parallel
   there. Looked for from the feet of the curve's middle, on the whole bodies and from several
   vertices. 1: found. */
static int cld__deepest_inside(cld__curves *c, int start, const cld__outline *o,
                               cld__solution *best)
{
    int e = start, i, k, found = 0, starts = 0, status;
    cld__front f;
    double x[4];
    status = cld__front_on_vertex(c, &c->arcs[e / 2], c->arcs[e / 2].first, &f);
    for (k = 0; k < 2 && status == CLD_OK; k++) status = cld__foot_on_body(c, &f, k, o->middle, x);
    if (status == CLD_OK) status = cld__try_deep(c, &f, x, o, best, &found);
    if (status != CLD_OK || found) return status != CLD_OK ? status : found;
    do {
        const cld__arc *arc = &c->arcs[e / 2];
        for (i = 0; i < arc->count && starts < 64; i += 1 + arc->count / 4, starts++) {
            status = cld__front_on_vertex(c, arc, arc->first + i, &f);
            memcpy(x, f.at.x, sizeof x);
            for (k = 0; k < 2 && status == CLD_OK; k++)
                status = cld__walk_to_foot(c, &f, k, o->middle, x);
            if (status == CLD_OK) status = cld__try_deep(c, &f, x, o, best, &found);
            if (status != CLD_OK) return status;
        }
        e = arc->link[!(e & 1)];
    } while (e >= 0 && e != start);
    return found;
}

/* The vertex of an open curve that is nearest to half its length. */
static int cld__middle_vertex(const cld__curves *c, int start, const cld__outline *o,
                              const cld__arc **of)
{
    int e = start, i, index = 0;
    double left = 0.5 * o->length;
    while (e >= 0) {
        const cld__arc *arc = &c->arcs[e / 2];
        *of = arc;
        for (i = 0; i < arc->count; i++) {
            int step = e & 1 ? -1 : 1, next;
            index = arc->first + (e & 1 ? arc->count - 1 - i : i);
            next = index + step;
            if (left <= 0) return index;
            if (i + 1 < arc->count)
                left -= cld__v3_length(cld__v3_sub(c->vertices[next].p, c->vertices[index].p));
        }
        e = arc->link[!(e & 1)];
        if (e == start) break;
    }
    return index;
}

/* The contact that stands for the curve entered at end e. */
static int cld__curve_contact(cld__curves *c, int e, cld__solution *s)
{
    cld__outline o;
    cld__front f;
    const cld__arc *arc = &c->arcs[e / 2];
    int status, vertex;
    double error;
    cld__curve_outline(c, e, &o);
    memset(s, 0, sizeof *s);
    if (o.closed && o.count > 2) {
        status = cld__deepest_inside(c, e, &o, s);
        if (status < 0) return status;
        s->relation = o.relation;
        if (status) return CLD_OK;
    }
    vertex = cld__middle_vertex(c, e, &o, &arc);
    status = cld__front_on_vertex(c, arc, vertex, &f);
    if (status != CLD_OK) return status;
    error = cld__certify(&f.on, &f.at, 2 * c->q->round);
    cld__front_solution(c, &f, s);
    cld__turn_normal(c->q, s);
    if (error >= 0) s->error = error;
    s->relation = o.relation;
    if (error >= 0 && o.relation == CLD_UNDECIDED) s->relation = CLD_CROSSING;
    if (error < 0 && o.relation == CLD_UNDECIDED) s->distance = f.at.distance;
    if (error < 0 && o.relation == CLD_CROSSING) s->relation = CLD_NEAR;
    return CLD_OK;
}

/* One contact for each curve, sorted by depth. */
static int cld__contacts_find(cld__curves *c, cld__solution **out, int *count)
{
    int i, j, pass, n = 0, capacity = 0, status, closed, relation;
    cld__solution *list = NULL;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < 2 * c->arc_count; i++) {
            const cld__arc *arc = &c->arcs[i / 2];
            cld__solution s;
            if (arc->dropped) continue;
            if (pass == 0 && (arc->closed || arc->link[i & 1] >= 0)) continue;
            status = cld__curve_contact(c, i, &s);
            if (status != CLD_OK) return status;
            cld__walk(c, i, 1, NULL, &closed, &relation);
            list = (cld__solution *)cld__more(c->q->workspace, list, n, &capacity, sizeof *list);
            if (!list) return CLD_ERROR_MEMORY;
            for (j = n++; j > 0 && list[j - 1].distance > s.distance; j--) list[j] = list[j - 1];
            list[j] = s;
        }
    }
    *out = list, *count = n;
    return CLD_OK;
}

int cld_nurbs_contacts(const cld_nurbs_body *a, const cld_nurbs_body *b,
                       const cld_nurbs_params *params, cld_workspace *workspace,
                       cld_nurbs_contact *out, int capacity, int *relation)
{
    cld__query *q;
    cld__curves *c;
    cld__solution *list = NULL;
    int status, count = 0, i, answer;
    if (!out && capacity > 0) return CLD_ERROR_NULL;
    if (capacity < 0) return CLD_ERROR_COUNT;
    status = cld__query_begin(a, b, params, workspace, &q);
    if (status == CLD_OK) status = cld__curves_find(q, &c);
    if (status == CLD_OK) status = cld__contacts_find(c, &list, &count);
    if (status != CLD_OK) return status;
    for (i = 0; i < count && i < capacity; i++) cld__contact_out(q, &list[i], &out[i]);
    answer = q->undecided ? CLD_UNDECIDED : CLD_APART;
    for (i = 0; i < count; i++)
        if (list[i].relation != CLD_UNDECIDED && answer != CLD_CROSSING) answer = list[i].relation;
    if (relation) *relation = answer;
    return count;
}

/* --------------------------------------------------------- [NURBS] distance, closest point, ray */

/* ------------------------------------------------- [NURBS] distance: the queue of nearest first
   Pairs wait in a heap, the smallest lower bound of the distance on top, so that whatever bound is
   on top bounds the whole distance. Memory is bounded: when the heap or the pool of pieces is full,
   new pairs go to a stack that is emptied first, that is, the best pair is searched depth first.
   Both live in the query's array of pairs, heap below, stack above, where the pool sees what is
   needed. */

enum { CLD__QUEUE_HEAP = 1024, CLD__QUEUE_ALL = 1536 };

typedef struct cld__queue {
    cld__query *q;
    double *key; /* of q->stack[i] */
    int heap;    /* pairs in the heap; above them, up to q->stack_count, the stack */
    int reopen;  /* closed: takes no pairs before it is down to so many; -1: open */
} cld__queue;

static int cld__queue_grow(cld__queue *queue, int capacity)
{
    cld__query *q = queue->q;
    cld__pair *pairs =
        (cld__pair *)cld__workspace_array(q->workspace, (size_t)capacity, sizeof(cld__pair));
    double *key = (double *)cld__workspace_array(q->workspace, (size_t)capacity, sizeof(double));
    if (!pairs || !key) return CLD_ERROR_MEMORY;
    if (q->stack_count > 0) {
        memcpy(pairs, q->stack, (size_t)q->stack_count * sizeof *pairs);
        memcpy(key, queue->key, (size_t)q->stack_count * sizeof *key);
    }
    q->stack = pairs, queue->key = key;
    q->stack_capacity = capacity;
    return CLD_OK;
}

static int cld__queue_begin(cld__queue *queue, cld__query *q)
{
    queue->q = q;
    queue->key = NULL;
    queue->heap = 0;
    queue->reopen = -1;
    q->stack_count = 0;
    return cld__queue_grow(queue, CLD__QUEUE_ALL);
}

static int cld__queue_push(cld__queue *queue, const cld__pair *pair, double key)
{
    cld__query *q = queue->q;
    int i = q->stack_count, up;
    if (i == q->stack_capacity && cld__queue_grow(queue, 2 * i) != CLD_OK) return CLD_ERROR_MEMORY;
    q->stack_count++;
    if (queue->heap == i && i < CLD__QUEUE_HEAP && queue->reopen < 0) {
        queue->heap++;
        for (; i > 0 && queue->key[up = (i - 1) / 2] > key; i = up)
            q->stack[i] = q->stack[up], queue->key[i] = queue->key[up];
    }
    q->stack[i] = *pair, queue->key[i] = key;
    return CLD_OK;
}

/* Takes the next pair; 0 if there is none. *is_best: no other that waits has a smaller key. */
static int cld__queue_pop(cld__queue *queue, cld__pair *pair, double *key, int *is_best)
{
    cld__query *q = queue->q;
    int i = 0, down, last;
    if (q->stack_count == 0) return 0;
    last = --q->stack_count;
    *is_best = queue->heap > last;
    if (!*is_best) {
        *pair = q->stack[last], *key = queue->key[last];
        return 1;
    }
    *pair = q->stack[0], *key = queue->key[0];
    queue->heap = last;
    if (last <= queue->reopen) queue->reopen = -1;
    for (; (down = 2 * i + 1) < last; i = down) {
        if (down + 1 < last && queue->key[down + 1] < queue->key[down]) down++;
        if (!(queue->key[down] < queue->key[last])) break;
        q->stack[i] = q->stack[down], queue->key[i] = queue->key[down];
    }
    q->stack[i] = q->stack[last], queue->key[i] = queue->key[last];
    return 1;
}

/* Room for two more pieces besides those that waiting pairs need. Where these alone fill much of
   the pool, the heap is closed: what follows is depth first, which needs few. */
static int cld__queue_reserve(cld__queue *queue, const cld__pair *in_hand)
{
    cld__query *q = queue->q;
    int open = queue->reopen < 0;
    if (q->live + 2 > (open ? q->limit / 2 : q->limit)) {
        cld__pool_collect(q, in_hand);
        if (open && q->live > q->limit / 8 * 3)
            queue->reopen = queue->heap / 2;
        else if (q->live > q->limit / 8 * 7)
            q->limit += q->limit / 4;
    }
    while (q->chunks * CLD__POOL_CHUNK < q->live + 2)
        if (cld__pool_grow(q) != CLD_OK) return CLD_ERROR_MEMORY;
    return CLD_OK;
}

/* --------------------------------------------------------------------- [NURBS] distance: bounds
   From below: boxes in one frame, then for pieces slabs along the line through their nearest
   corners, along both normals, and along the line of the nearest pair so far; near a solution the
   last is off by the square of the pieces' size only. From above: any two points; they are improved
   by descent. */

typedef struct cld__nearest {
    cld__query *q;
    cld__queue queue;
    double upper;       /* distance of the nearest two points found: q->found */
    double settled;     /* least lower bound of what was put aside */
    double margin;      /* distances above it do not matter; DBL_MAX: all do */
    double slack;       /* accuracy asked for */
    int slack_grows;    /* no accuracy was asked for: it may yield as the work grows */
    int crossing;       /* a certified common point ended the search */
    cld__vec3d witness; /* unit, along the nearest pair found; zero: none yet */
} cld__nearest;

/* Roundings of a norm of three numbers, or of a projection onto a unit direction, relative. */
#define CLD__NORM_ROUND (8 * CLD__ROUND_DOUBLE)

/* The length of what is positive. */
CLD__INLINE double cld__positive_length(cld__d4 gap)
{
    cld__vec3d g = cld__d4_xyz(cld__d4_max(gap, cld__d4_all(0)));
    return cld__v3_length(g) * (1 - CLD__NORM_ROUND);
}

/* Lower bound of the distance of two boxes in A's frame. */
static double cld__boxes_distance(const cld__query *q, const cld__aabb *a, const cld__aabb *b)
{
    cld__d4 gap = cld__d4_max(cld__d4_sub(a->low, b->high), cld__d4_sub(b->low, a->high));
    return cld__positive_length(cld__d4_sub(gap, cld__d4_all(q->round)));
}

/* The nearest two corners of two pieces; x receives their parameters. Returns the squared
   distance. */
static double cld__corners_nearest(const cld__piece *a, const cld__piece *b, double x[4],
                                   cld__vec3d *between)
{
    double least = DBL_MAX;
    int i, j;
    x[0] = x[1] = x[2] = x[3] = 0;
    *between = cld__v3(0, 0, 0);
    for (i = 0; i < 4; i++) {
        cld__vec3d p = cld__hull_point(a, i & 1 ? a->degree_u : 0, i & 2 ? a->degree_v : 0);
        for (j = 0; j < 4; j++) {
            cld__vec3d d = cld__v3_sub(
                cld__hull_point(b, j & 1 ? b->degree_u : 0, j & 2 ? b->degree_v : 0), p);
            double square = cld__v3_dot(d, d);
            if (!(square < least)) continue;
            least = square;
            *between = d;
            x[0] = i & 1 ? a->u1 : a->u0, x[1] = i & 2 ? a->v1 : a->v0;
            x[2] = j & 1 ? b->u1 : b->u0, x[3] = j & 2 ? b->v1 : b->v0;
        }
    }
    return least;
}

/* Lower bound of the distance of two pieces; between: from the nearest corner of a to that of b. */
static double cld__pieces_distance(const cld__nearest *nearest, cld__piece *a, cld__piece *b,
                                   cld__vec3d between)
{
    const double error = a->error + b->error + 32 * CLD__ROUND_DOUBLE * nearest->q->scale;
    cld__d4 gap = cld__d4_max(cld__d4_sub(a->low, b->high), cld__d4_sub(b->low, a->high));
    double lower = cld__positive_length(gap), along[4];
    cld__d4 low_a, high_a, low_b, high_b;
    cld__vec3d d = cld__v3_unit(between), w = nearest->witness;
    int k;
    nearest->q->pairs++;
    if (lower - error > nearest->upper) return lower - error;
    if (!a->has_slabs) cld__piece_slabs(a);
    if (!b->has_slabs) cld__piece_slabs(b);
    {
        cld__d4 x = cld__d4_set(d.x, w.x, a->normal.x, b->normal.x);
        cld__d4 y = cld__d4_set(d.y, w.y, a->normal.y, b->normal.y);
        cld__d4 z = cld__d4_set(d.z, w.z, a->normal.z, b->normal.z);
        cld__project(cld__hull_points(a), cld__net_count(a), x, y, z, &low_a, &high_a);
        cld__project(cld__hull_points(b), cld__net_count(b), x, y, z, &low_b, &high_b);
    }
    gap = cld__d4_max(cld__d4_sub(low_a, high_b), cld__d4_sub(low_b, high_a));
    cld__d4_store(along, gap);
    for (k = 0; k < 4; k++) lower = cld__max(lower, along[k] * (1 - CLD__NORM_ROUND));
    return cld__max(0, lower - error);
}

/* Gradient and Hessian of half the squared distance by the four parameters. */
static void cld__distance_hessian(const cld__approach *at, double g[4], double h[4][4])
{
    static const char free_all[4] = {0, 0, 0, 0};
    cld__vec3d j[4];
    int i, k;
    cld__columns(at, free_all, j);
    for (i = 0; i < 4; i++) {
        g[i] = cld__v3_dot(j[i], at->gap);
        for (k = 0; k < 4; k++) h[i][k] = cld__v3_dot(j[i], j[k]);
    }
    h[0][0] += cld__v3_dot(at->gap, at->a.duu);
    h[0][1] += cld__v3_dot(at->gap, at->a.duv);
    h[1][1] += cld__v3_dot(at->gap, at->a.dvv);
    h[2][2] -= cld__v3_dot(at->gap, at->b.duu);
    h[2][3] -= cld__v3_dot(at->gap, at->b.duv);
    h[3][3] -= cld__v3_dot(at->gap, at->b.dvv);
    h[1][0] = h[0][1], h[3][2] = h[2][3];
}

/* Solves (h + damping) y = -g by Cholesky's method for the parameters that are not held; 0 where
   the matrix is not positive definite. */
static int cld__damped_step(double h[4][4], const double g[4], const char held[4], double damping,
                            double y[4])
{
    double l[4][4], trace = fabs(h[0][0]) + fabs(h[1][1]) + fabs(h[2][2]) + fabs(h[3][3]);
    int i, j, k;
    for (i = 0; i < 4; i++) {
        for (j = 0; j <= i; j++) {
            double sum = held[i] || held[j] ? (i == j ? trace : 0) : h[i][j];
            if (i == j) sum += damping * (fabs(h[i][i]) + 1e-4 * trace);
            for (k = 0; k < j; k++) sum -= l[i][k] * l[j][k];
            if (i == j && !(sum > 1e-14 * trace)) return 0;
            l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
        }
    }
    for (i = 0; i < 4; i++) {
        y[i] = held[i] ? 0 : -g[i];
        for (k = 0; k < i; k++) y[i] -= l[i][k] * y[k];
        y[i] /= l[i][i];
    }
    for (i = 3; i >= 0; i--) {
        for (k = i + 1; k < 4; k++) y[i] -= l[k][i] * y[k];
        y[i] /= l[i][i];
    }
    return 1;
}

/* Goes down to a local minimum of the distance over both whole patches, sides and corners included:
   projected Newton (Bertsekas 1982), damped where the distance does not look like a bowl
   (Levenberg, Marquardt). The distance never grows. */
static void cld__descend(const cld__two_patches *on, double enough, cld__approach *at)
{
    double damping = 0, g[4], h[4][4], y[4];
    cld__approach next;
    int round, k;
    for (round = 0; round < 40 && at->distance > enough; round++) {
        char held[4];
        double x[4], moved = 0;
        cld__distance_hessian(at, g, h);
        for (k = 0; k < 4; k++)
            held[k] = (at->x[k] <= 0 && g[k] >= 0) || (at->x[k] >= 1 && g[k] <= 0);
        while (!cld__damped_step(h, g, held, damping, y)) {
            damping = cld__max(1e-6, 10 * damping);
            if (damping > 1e6) return;
        }
        for (k = 0; k < 4; k++) {
            x[k] = cld__min(1, cld__max(0, at->x[k] + y[k]));
            moved = cld__max(moved, fabs(x[k] - at->x[k]));
        }
        if (moved < 1e-15) return;
        cld__approach_at(on, x, 2, &next);
        if (next.distance < at->distance) {
            *at = next;
            damping = damping < 1e-5 ? 0 : damping / 16;
        } else {
            if (moved < 1e-12) return;
            damping = cld__max(1e-6, 10 * damping);
        }
    }
}

/* ------------------------------------------------------------------- [NURBS] distance: the
   search */

/* What the bound may leave open. Where whole areas are equally near, the work grows with one over
   the accuracy: if none was asked for, it yields from a work of 2^13 pairs on, with its fourth
   power. */
static double cld__nearest_slack(const cld__nearest *nearest)
{
    double x = nearest->q->pairs * (1.0 / 8192);
    return nearest->slack_grows && x > 1 ? nearest->slack * x * x * x * x : nearest->slack;
}

/* Pairs with lower bounds above this do not matter. */
static double cld__nearest_limit(const cld__nearest *nearest)
{
    double slack = cld__nearest_slack(nearest);
    return nearest->upper <= nearest->margin + slack ? nearest->upper - slack : nearest->margin;
}

static void cld__put_aside(cld__nearest *nearest, double lower)
{
    nearest->settled = cld__min(nearest->settled, lower);
}

/* Takes note of two points; returns 1 if they end the search as a certified common point. */
static int cld__nearest_note(cld__nearest *nearest, const cld__two_patches *on, cld__approach *at)
{
    static const char free_all[4] = {0, 0, 0, 0};
    cld__query *q = nearest->q;
    const double rounding = 2 * q->round;
    cld__approach common;
    if (!(at->distance < nearest->upper)) return 0;
    nearest->upper = at->distance;
    nearest->witness = cld__v3_unit(at->gap);
    if (at->distance <= q->tolerance &&
        cld__find_common_point(on, at->x, free_all, rounding, &common)) {
        nearest->upper = cld__min(nearest->upper, common.distance);
        if (cld__judge(q, on, &common, rounding, 1)) {
            nearest->crossing = q->found.relation == CLD_CROSSING;
            return nearest->crossing;
        }
    }
    cld__keep(q, on, at, CLD_APART, 0);
    return 0;
}

/* Descends from parameters of two pieces' patches. */
static int cld__nearest_descend(cld__nearest *nearest, const cld__piece *a, const cld__piece *b,
                                const double x[4])
{
    cld__query *q = nearest->q;
    cld__two_patches on;
    cld__approach at, parallel;
    int k, inside = 1;
    on.a = cld__piece_at(q, a->root), on.b = cld__piece_at(q, b->root);
    q->attempts++;
    cld__approach_at(&on, x, 2, &at);
    cld__descend(&on, q->round, &at);
    for (k = 0; k < 4; k++) inside = inside && at.x[k] > 0 && at.x[k] < 1;
    /* the minimum of the distance is ill-conditioned where the surfaces nearly touch, the parallel
       point is not */
    if (inside && cld__find_parallel_point(&on, at.x, &parallel) &&
        parallel.distance <= at.distance + q->round)
        at = parallel;
    return cld__nearest_note(nearest, &on, &at);
}

/* Puts a pair of pieces into the queue, or aside. Pairs that overlap come first, the deepest of
   them before the others: they may end the search with a common point. */
static int cld__nearest_push(cld__nearest *nearest, const cld__pair *pair, double lower,
                             double depth)
{
    if (lower > cld__nearest_limit(nearest)) {
        cld__put_aside(nearest, lower);
        return CLD_OK;
    }
    return cld__queue_push(&nearest->queue, pair, lower > 0 ? lower : -1 - depth);
}

/* A new pair of pieces: its bound, the descent from its corners if they are nearer than all so far,
   and into the queue. Returns 1 if a common point ended the search. */
static int cld__nearest_enter(cld__nearest *nearest, const cld__pair *pair, double parent)
{
    cld__query *q = nearest->q;
    cld__piece *a = cld__piece_at(q, pair->a.index), *b = cld__piece_at(q, pair->b.index);
    cld__vec3d between;
    double x[4], corners = cld__corners_nearest(a, b, x, &between), lower;
    lower = cld__max(parent, cld__pieces_distance(nearest, a, b, between));
    corners = sqrt(corners);
    if (corners < nearest->upper - cld__nearest_slack(nearest) &&
        (lower > 0 || nearest->upper == DBL_MAX) && cld__nearest_descend(nearest, a, b, x))
        return 1;
    return cld__nearest_push(nearest, pair, lower,
                             64 + a->level + b->level -
                                 corners / (corners + a->radius + b->radius + DBL_MIN));
}

/* Replaces a pair of boxes by the pairs of their children. */
static int cld__nearest_expand(cld__nearest *nearest, const cld__pair *pair, double parent)
{
    cld__query *q = nearest->q;
    int leaf_a = pair->a.level == 0, leaf_b = pair->b.level == 0, i, n, side, status = CLD_OK;
    cld__part child[4];
    cld__aabb box[2];
    box[0] = cld__part_box(q, 0, &pair->a), box[1] = cld__part_box(q, 1, &pair->b);
    side = leaf_a || (!leaf_b && cld__aabb_size(&box[1]) > cld__aabb_size(&box[0]));
    n = cld__part_children(q, side, side ? &pair->b : &pair->a, child);
    if (n < 0) return n;
    for (i = 0; i < n && status == CLD_OK; i++) {
        double lower;
        cld__pair next = *pair;
        box[side] = cld__part_box(q, side, &child[i]);
        lower = cld__boxes_distance(q, &box[0], &box[1]);
        *(side ? &next.b : &next.a) = child[i];
        status = cld__nearest_push(nearest, &next, cld__max(parent, lower),
                                   (next.a.level < 0 ? 0 : 32 - next.a.level) +
                                       (next.b.level < 0 ? 0 : 32 - next.b.level));
    }
    return status;
}

/* Where pieces may cross, the solvers of cld_nurbs_collide look for a common point. */
static int cld__nearest_cross(cld__nearest *nearest, cld__piece *a, cld__piece *b)
{
    cld__query *q = nearest->q;
    cld__solution before = q->found;
    if (!cld__may_attempt(q) || !cld__promising(a, b) || !cld__try_newton(q, a, b)) return 0;
    nearest->crossing = q->found.relation == CLD_CROSSING;
    if (q->found.distance < nearest->upper) {
        nearest->upper = q->found.distance;
        nearest->witness = cld__v3_unit(cld__v3_sub(q->found.point[1], q->found.point[0]));
    } else if (!nearest->crossing) {
        q->found = before;
    }
    return nearest->crossing;
}

/* A pair that the bounds leave open. Returns 1 if a common point ended the search, 0 to go on, or a
   status. */
static int cld__nearest_settle(cld__nearest *nearest, cld__pair *pair, double lower)
{
    cld__query *q = nearest->q;
    int status = CLD_OK, side, k;
    if (pair->a.level != CLD__LEVEL_PIECE && (pair->a.level != 0 || pair->b.level != 0))
        return cld__nearest_expand(nearest, pair, lower);
    status = cld__queue_reserve(&nearest->queue, pair);
    if (status != CLD_OK) return status;
    if (pair->a.level == 0) {
        pair->a.index = cld__root_piece(q, 0, pair->a.surface, pair->a.index);
        pair->b.index = cld__root_piece(q, 1, pair->b.surface, pair->b.index);
        pair->a.level = pair->b.level = CLD__LEVEL_PIECE;
        return cld__nearest_enter(nearest, pair, lower);
    }
    {
        cld__piece *a = cld__piece_at(q, pair->a.index), *b = cld__piece_at(q, pair->b.index);
        if (lower <= 0 && cld__nearest_cross(nearest, a, b)) return 1;
        if (a->level + b->level >= 2 * q->params.max_level ||
            (q->params.max_pairs > 0 && q->pairs > q->params.max_pairs)) {
            q->undecided = 1;
            cld__put_aside(nearest, lower);
            return 0;
        }
        side = b->radius > a->radius;
        q->halved++;
        cld__piece_split(q, side ? pair->b.index : pair->a.index);
        for (k = 0; k < 2 && status == CLD_OK; k++) {
            cld__pair next = *pair;
            if (side)
                next.b.index = b->child[k];
            else
                next.a.index = a->child[k];
            status = cld__nearest_enter(nearest, &next, lower);
        }
    }
    return status;
}

/* The first steps of cld_nurbs_collide: nothing finds a common point sooner. Points that are only
   near do not end them: where these were found, a common point often is. Returns 1 if bodies that
   cross ended the search here. */
static int cld__nearest_collide(cld__nearest *nearest)
{
    enum { STEPS = 256 };
    const cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__query *q = nearest->q;
    cld__solution best;
    int status = cld__push(q, top, top), steps = 0;
    while (status == CLD_OK && q->stack_count + q->waiting_count > 0 && steps++ < STEPS) {
        status = cld__search_step(q);
        if (status <= 0) continue;
        nearest->crossing = q->found.relation == CLD_CROSSING;
        if (nearest->crossing || q->found.distance < nearest->upper) {
            nearest->upper = q->found.distance;
            best = q->found;
        }
        if (nearest->crossing) break;
        status = CLD_OK;
    }
    q->stack_count = q->waiting_count = q->undecided = 0;
    if (nearest->upper < DBL_MAX) {
        q->found = best;
        nearest->witness = cld__v3_unit(cld__v3_sub(best.point[1], best.point[0]));
    }
    return nearest->crossing ? 1 : status;
}

static int cld__nearest_search(cld__nearest *nearest)
{
    const cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__query *q = nearest->q;
    cld__pair pair;
    cld__aabb box[2];
    double key;
    int status = CLD_OK, is_best = 1;
    pair.a = pair.b = top;
    box[0] = cld__part_box(q, 0, &top), box[1] = cld__part_box(q, 1, &top);
    key = cld__boxes_distance(q, &box[0], &box[1]);
    if (key <= 0) status = cld__nearest_collide(nearest);
    if (status == CLD_OK) status = cld__queue_begin(&nearest->queue, q);
    if (status == CLD_OK) status = cld__nearest_push(nearest, &pair, key, 0);
    while (status == CLD_OK && cld__queue_pop(&nearest->queue, &pair, &key, &is_best)) {
        double lower = cld__max(key, 0);
        if (!(lower > cld__nearest_limit(nearest))) {
            status = cld__nearest_settle(nearest, &pair, lower);
            continue;
        }
        cld__put_aside(nearest, lower);
        if (is_best) break;
    }
    return status < 0 ? status : CLD_OK;
}

/* What the search has shown; q->found becomes what the caller is told. */
static int cld__nearest_conclude(cld__nearest *nearest)
{
    cld__query *q = nearest->q;
    cld__solution *found = &q->found;
    const double slack = cld__nearest_slack(nearest),
                 lower = cld__min(nearest->settled, nearest->upper);
    const int near_enough = nearest->upper <= nearest->margin + slack;
    const int open =
        q->undecided && lower <= (near_enough ? nearest->upper - slack : nearest->margin);
    if (nearest->crossing) {
        found->distance = 0;
        return CLD_CROSSING;
    }
    if (!near_enough && !open) return CLD_APART;
    found->distance = nearest->upper;
    found->error =
        nearest->upper - lower + 2 * q->round + 2 * (double)CLD__ROUND_REAL * nearest->upper;
    found->error *= 1 + 2 * (double)CLD__ROUND_REAL;
    if (nearest->upper > 16 * q->round)
        found->normal = cld__v3_unit(cld__v3_sub(found->point[1], found->point[0]));
    found->relation = nearest->upper <= q->tolerance ? CLD_NEAR
                      : open                         ? CLD_UNDECIDED
                      : nearest->margin < DBL_MAX    ? CLD_NEAR
                                                     : CLD_APART;
    return found->relation;
}

static void cld__nearest_begin(cld__nearest *nearest, cld__query *q)
{
    const double least = cld__max(8192 * CLD__ROUND_DOUBLE * q->scale, 8 * q->round);
    memset(nearest, 0, sizeof *nearest);
    nearest->q = q;
    q->cull = 0; /* what is far counts too */
    nearest->upper = nearest->settled = DBL_MAX;
    nearest->margin = q->params.margin > 0 ? (double)q->params.margin : DBL_MAX;
    nearest->slack_grows = !(q->params.tolerance > 0);
    nearest->slack =
        nearest->slack_grows ? (double)CLD__ROUND_REAL * q->scale : (double)q->params.tolerance;
    nearest->slack = cld__max(nearest->slack, least);
}

int cld_nurbs_distance(const cld_nurbs_body *a, const cld_nurbs_body *b,
                       const cld_nurbs_params *params, cld_workspace *workspace,
                       cld_nurbs_contact *closest)
{
    cld__query *q;
    cld__nearest nearest;
    int relation;
    if (!closest) return CLD_ERROR_NULL;
    relation = cld__query_begin(a, b, params, workspace, &q);
    if (relation != CLD_OK) return relation;
    cld__nearest_begin(&nearest, q);
    relation = cld__nearest_search(&nearest);
    if (relation != CLD_OK) return relation;
    relation = cld__nearest_conclude(&nearest);
    if (relation != CLD_APART || !(q->params.margin > 0)) cld__contact_out(q, &q->found, closest);
    return relation;
}

/* ----------------------------------------------------------------------- [NURBS] one body, queried
   A point or a ray against a body is the search of cld_nurbs_distance with one side only: the other
   is a surface that has shrunk to a point, so that frames, scale and rounding bounds are set up by
   the same code. Pairs in the queue have no second part. */

/* Starts a query against one body; *at becomes the point in the body's frame. */
static int cld__solo_begin(const cld_nurbs_body *body, cld_vec3 point,
                           const cld_nurbs_params *params, cld_workspace *workspace, cld__query **q,
                           cld__vec3d *at)
{
    static const cld_real knots[4] = {0, 0, 1, 1};
    cld_real points[12];
    cld_nurbs dot;
    cld_nurbs_body other;
    cld__vec3d p = cld__v3_from(point);
    int i, status;
    if (!cld__v3_is_finite(p)) return CLD_ERROR_FINITE;
    memset(&dot, 0, sizeof dot), memset(&other, 0, sizeof other);
    for (i = 0; i < 12; i += 3)
        points[i] = point.x, points[i + 1] = point.y, points[i + 2] = point.z;
    dot.degree_u = dot.degree_v = 1, dot.count_u = dot.count_v = 2;
    dot.knots_u = dot.knots_v = knots, dot.points = points;
    other.surfaces = &dot;
    status = cld__query_begin(body, &other, params, workspace, q);
    if (status != CLD_OK) return status;
    (*q)->cull = 0; /* there is no other body to be far from */
    *at = cld__d4_xyz(cld__d4_add(cld__columns_mul((*q)->map, p), (*q)->map[3]));
    return CLD_OK;
}

static cld__pair cld__solo_pair(const cld__part *part)
{
    static const cld__part none = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__pair pair;
    pair.a = *part, pair.b = none;
    return pair;
}

/* Turns a knot rectangle into its patch, or a piece into its halves: their number in parts[2]. */
static int cld__solo_pieces(cld__queue *queue, const cld__pair *pair, cld__part parts[2])
{
    cld__query *q = queue->q;
    int status = cld__queue_reserve(queue, pair), k;
    if (status != CLD_OK) return status;
    parts[0] = parts[1] = pair->a;
    if (pair->a.level == 0) {
        parts[0].index = cld__root_piece(q, 0, pair->a.surface, pair->a.index);
        parts[0].level = CLD__LEVEL_PIECE;
        return 1;
    }
    cld__piece_split(q, pair->a.index);
    for (k = 0; k < 2; k++) parts[k].index = cld__piece_at(q, pair->a.index)->child[k];
    return 2;
}

/* Takes note of the parameters (u, v) on the patch of a piece. */
static void cld__solo_keep(cld__query *q, const cld__piece *piece, double u, double v,
                           cld__vec3d point, double distance)
{
    q->found.x[0] = u, q->found.x[1] = v;
    q->found.surface[0] = piece->surface, q->found.span[0] = piece->span;
    q->found.point[0] = point;
    q->found.distance = distance;
}

/* What was found, as the caller sees it. The normal is that of cld_nurbs_evaluate, from the patch.
   */
static int cld__solo_report(cld__queue *queue, double distance, cld_nurbs_hit *out)
{
    static const cld__part none = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__query *q = queue->q;
    const cld__solution *found = &q->found;
    const cld__surface *s = &q->tree[0]->surfaces[found->surface[0]];
    const cld__pair nothing = cld__solo_pair(&none);
    const cld__piece *root;
    cld__local local;
    cld__vec3d normal;
    int status;
    q->stack_count = 0;
    status = cld__queue_reserve(queue, &nothing);
    if (status != CLD_OK) return status;
    root = cld__piece_at(q, cld__root_piece(q, 0, found->surface[0], found->span[0]));
    cld__local_from_net(&local, cld__piece_net((cld__piece *)(uintptr_t)root), root->degree_u,
                        root->degree_v, found->x[0], found->x[1]);
    normal = cld__local_normal_at(&local);
    memset(out, 0, sizeof *out);
    out->point = cld__v3_to(cld__posed_point(&q->pose_a, found->point[0]));
    out->normal = cld__v3_to(cld__v3_unit(cld__posed_vector(&q->pose_a, normal)));
    out->distance = (cld_real)distance;
    out->u = (cld_real)cld__patch_parameter(s->break_u, found->span[0] / s->count_v, found->x[0]);
    out->v = (cld_real)cld__patch_parameter(s->break_v, found->span[0] % s->count_v, found->x[1]);
    out->surface = found->surface[0];
    return 1;
}

/* --------------------------------------------------------------------------- [NURBS] closest point
   Nearest bound first; each piece whose nearest corner beats all points so far starts a descent.
   Source: The NURBS Book 6.1 for the equations of point inversion; the rest is the distance search.
   */

typedef struct cld__foot {
    cld__nearest nearest;
    cld__vec3d p;    /* in the body's frame */
    double accuracy; /* what the bound may leave open at first */
    int yields;      /* no accuracy was asked for */
} cld__foot;

/* Where a whole area is equally near, as around the centre of a sphere, the work grows with one
   over the accuracy. If none was asked for it yields from 4096 pieces on, a hundred times what
   other points need, with the sixth power of the work: some ten thousand pieces end it. */
static double cld__foot_slack(const cld__foot *foot)
{
    double x = foot->nearest.q->pairs * (1.0 / 4096);
    return foot->yields && x > 1 ? foot->accuracy * (x * x * x) * (x * x * x) : foot->accuracy;
}

/* Lower bound of the distance from the point to a piece: along the axes, towards the piece's
   middle, along its normal, and along the line to the nearest point so far. */
static double cld__foot_bound(const cld__foot *foot, const cld__piece *piece)
{
    const double error = piece->error + 32 * CLD__ROUND_DOUBLE * foot->nearest.q->scale;
    cld__d4 p = cld__d4_from(foot->p, 1), low, high, x, y, z;
    double lower =
        cld__positive_length(cld__d4_max(cld__d4_sub(piece->low, p), cld__d4_sub(p, piece->high)));
    cld__vec3d d = cld__v3_unit(cld__v3_sub(piece->centre, foot->p)), w = foot->nearest.witness;
    cld__vec3d n = cld__v3_unit(cld__v3_cross(piece->edge_u, piece->edge_v));
    double along[4];
    int k;
    foot->nearest.q->pairs++;
    if (lower - error > foot->nearest.upper) return lower - error;
    x = cld__d4_set(d.x, w.x, n.x, -n.x);
    y = cld__d4_set(d.y, w.y, n.y, -n.y);
    z = cld__d4_set(d.z, w.z, n.z, -n.z);
    cld__project(cld__hull_points(piece), cld__net_count(piece), x, y, z, &low, &high);
    p = cld__d4_mul(cld__d4_all(foot->p.x), x);
    p = cld__d4_mad(cld__d4_all(foot->p.y), y, p);
    p = cld__d4_mad(cld__d4_all(foot->p.z), z, p);
    cld__d4_store(along, cld__d4_sub(low, p));
    for (k = 0; k < 4; k++) lower = cld__max(lower, along[k] * (1 - CLD__NORM_ROUND));
    return cld__max(0, lower - error);
}

/* The step of damped Newton for half the squared distance over (u, v), at a patch's jet; held
   parameters stay. 0 where the damped Hessian is not positive definite. */
static int cld__foot_step(const cld__jet *jet, cld__vec3d gap, const double x[2], double damping,
                          double step[2])
{
    double g0 = cld__v3_dot(jet->du, gap), g1 = cld__v3_dot(jet->dv, gap), det;
    double a = cld__v3_dot(jet->du, jet->du) + cld__v3_dot(jet->duu, gap);
    double b = cld__v3_dot(jet->du, jet->dv) + cld__v3_dot(jet->duv, gap);
    double c = cld__v3_dot(jet->dv, jet->dv) + cld__v3_dot(jet->dvv, gap);
    double trace = fabs(a) + fabs(c);
    a += damping * (fabs(a) + 1e-4 * trace), c += damping * (fabs(c) + 1e-4 * trace);
    if ((x[0] <= 0 && g0 >= 0) || (x[0] >= 1 && g0 <= 0)) g0 = 0, b = 0, a = trace;
    if ((x[1] <= 0 && g1 >= 0) || (x[1] >= 1 && g1 <= 0)) g1 = 0, b = 0, c = trace;
    det = a * c - b * b;
    step[0] = step[1] = 0;
    if (g0 == 0 && g1 == 0) return 1;
    if (!(a > 1e-14 * trace) || !(det > 1e-14 * a * c)) return 0;
    step[0] = (b * g1 - c * g0) / det;
    step[1] = (b * g0 - a * g1) / det;
    return 1;
}

/* Goes down from (u, v) on a whole patch: projected Newton, damped where needed; takes note of the
   result if it is nearer than all so far. */
static void cld__foot_descend(cld__foot *foot, const cld__piece *root, double u, double v)
{
    double x[2], step[2], damping = 0, distance;
    cld__jet jet, next;
    cld__vec3d gap;
    int round, k;
    x[0] = u, x[1] = v;
    cld__patch_jet2(root, u, v, &jet);
    gap = cld__v3_sub(jet.p, foot->p);
    distance = cld__v3_length(gap);
    for (round = 0; round < 40 && distance > 0; round++) {
        double to[2], moved = 0, there;
        while (!cld__foot_step(&jet, gap, x, damping, step) && damping <= 1e6)
            damping = cld__max(1e-6, 10 * damping);
        for (k = 0; k < 2; k++) {
            to[k] = cld__min(1, cld__max(0, x[k] + step[k]));
            moved = cld__max(moved, fabs(to[k] - x[k]));
        }
        if (moved < 1e-15 || damping > 1e6) break;
        cld__patch_jet2(root, to[0], to[1], &next);
        there = cld__v3_length(cld__v3_sub(next.p, foot->p));
        if (there < distance) {
            jet = next, distance = there;
            gap = cld__v3_sub(jet.p, foot->p);
            x[0] = to[0], x[1] = to[1];
            damping = damping < 1e-5 ? 0 : damping / 16;
        } else {
            if (moved < 1e-12) break;
            damping = cld__max(1e-6, 10 * damping);
        }
    }
    if (!(distance < foot->nearest.upper)) return;
    foot->nearest.upper = distance;
    foot->nearest.witness = cld__v3_unit(gap);
    cld__solo_keep(foot->nearest.q, root, x[0], x[1], jet.p, distance);
}

/* A piece joins the search: descent from its nearest corner if that beats all points so far. */
static int cld__foot_enter(cld__foot *foot, const cld__part *part, double parent)
{
    cld__query *q = foot->nearest.q;
    const cld__piece *piece = cld__piece_at(q, part->index);
    cld__pair pair = cld__solo_pair(part);
    double lower = cld__max(parent, cld__foot_bound(foot, piece)), least = DBL_MAX;
    int i, nearest_corner = 0;
    for (i = 0; i < 4; i++) {
        cld__vec3d c =
            cld__hull_point(piece, i & 1 ? piece->degree_u : 0, i & 2 ? piece->degree_v : 0);
        double d = cld__v3_length(cld__v3_sub(c, foot->p));
        if (d < least) least = d, nearest_corner = i;
    }
    if (least < foot->nearest.upper - cld__nearest_slack(&foot->nearest))
        cld__foot_descend(foot, cld__piece_at(q, piece->root),
                          nearest_corner & 1 ? piece->u1 : piece->u0,
                          nearest_corner & 2 ? piece->v1 : piece->v0);
    return cld__nearest_push(&foot->nearest, &pair, lower, 32 + piece->level);
}

/* Opens what is nearest: a box of the tree, or a piece. */
static int cld__foot_open(cld__foot *foot, const cld__pair *pair, double lower)
{
    cld__nearest *nearest = &foot->nearest;
    cld__query *q = nearest->q;
    cld__part part[4];
    cld__aabb at;
    int i, n, status = CLD_OK;
    if (pair->a.level == CLD__LEVEL_PIECE || pair->a.level == 0) {
        const cld__piece *piece = pair->a.level ? cld__piece_at(q, pair->a.index) : NULL;
        if (piece && (piece->level >= 2 * q->params.max_level ||
                      (q->params.max_pairs > 0 && q->pairs > q->params.max_pairs)))
            return CLD_OK;
        n = cld__solo_pieces(&nearest->queue, pair, part);
        if (n < 0) return n;
        for (i = 0; i < n && status == CLD_OK; i++) status = cld__foot_enter(foot, &part[i], lower);
        return status;
    }
    at.low = at.high = cld__d4_from(foot->p, 1);
    n = cld__part_children(q, 0, &pair->a, part);
    if (n < 0) return n;
    for (i = 0; i < n && status == CLD_OK; i++) {
        cld__aabb box = cld__part_box(q, 0, &part[i]);
        cld__pair next = cld__solo_pair(&part[i]);
        double bound = cld__boxes_distance(q, &box, &at);
        status = cld__nearest_push(nearest, &next, cld__max(lower, bound),
                                   part[i].level < 0 ? 0 : 31 - part[i].level);
    }
    return status;
}

int cld_nurbs_closest(const cld_nurbs_body *body, cld_vec3 p, const cld_nurbs_params *params,
                      cld_workspace *workspace, cld_nurbs_hit *out)
{
    const cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    cld__foot foot;
    cld__query *q;
    cld__pair pair = cld__solo_pair(&top);
    cld__vec3d at;
    double key;
    int is_best = 1, status;
    if (!out) return CLD_ERROR_NULL;
    status = cld__solo_begin(body, p, params, workspace, &q, &at);
    if (status != CLD_OK) return status;
    cld__nearest_begin(&foot.nearest, q);
    foot.nearest.margin = DBL_MAX;
    foot.p = at;
    foot.accuracy = foot.nearest.slack;
    foot.yields = foot.nearest.slack_grows;
    foot.nearest.slack_grows = 0;
    status = cld__queue_begin(&foot.nearest.queue, q);
    if (status == CLD_OK) status = cld__queue_push(&foot.nearest.queue, &pair, 0);
    while (status == CLD_OK && cld__queue_pop(&foot.nearest.queue, &pair, &key, &is_best)) {
        double lower = cld__max(key, 0);
        foot.nearest.slack = cld__foot_slack(&foot);
        if (!(lower > cld__nearest_limit(&foot.nearest)))
            status = cld__foot_open(&foot, &pair, lower);
        else if (is_best)
            break;
    }
    if (status != CLD_OK) return status;
    return cld__solo_report(&foot.nearest.queue, foot.nearest.upper, out);
}

/* ------------------------------------------------------------------------------------- [NURBS] ray
   Nearest along the ray first. With e and f across the ray, a hit is a zero of the polynomial map F
   = (e.(A - w o), f.(A - w o)) from (u, v) to the plane. Where the derivatives of F over a piece,
   bounded by differences of its control points, stay close to one matrix, F is injective there
   (Krawczyk 1969): a zero that Newton finds is the only one, or there is none. Elsewhere pieces are
   halved, down to rounding, where the ray is said to hit: it may graze, but nothing is missed. */

typedef struct cld__ray {
    cld__queue queue;
    cld__vec3d origin, along, across[2]; /* in the body's frame; unit, orthogonal */
    double error;                        /* of any coordinate across the ray, pieces' own apart */
    double last; /* hits beyond do not matter: the end, or the first so far */
    int hit;
} cld__ray;

/* Any unit vector across a unit vector. */
static cld__vec3d cld__v3_across(cld__vec3d n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    cld__vec3d axis = cld__v3(x <= y && x <= z, y < x && y <= z, z < x && z < y);
    return cld__v3_unit(cld__v3_cross(n, axis));
}

/* Clips the range [from, to] of the ray to the slab low <= d.x <= high, widened by error. 0 if
   nothing is left. `start` is d.origin, `speed` d.along; where that is too small to divide by, the
   slab is taken to hold all of the ray. */
CLD__INLINE int cld__ray_clip(double low, double high, double start, double speed, double error,
                              double *from, double *to)
{
    double a, b;
    if (fabs(speed) < 1e-9) return 1;
    a = (low - start - error) / speed, b = (high - start + error) / speed;
    *from = cld__max(*from, speed > 0 ? a : b);
    *to = cld__min(*to, speed > 0 ? b : a);
    return *from <= *to;
}

/* Where the ray may be in the box: 0 nowhere; else not before *from. */
static int cld__ray_box(const cld__ray *ray, const cld__aabb *box, double *from)
{
    cld__vec3d low = cld__d4_xyz(box->low), high = cld__d4_xyz(box->high);
    cld__vec3d o = ray->origin, d = ray->along;
    cld__vec3d half = cld__v3_scale(cld__v3_sub(high, low), 0.5), middle, k;
    double error = ray->error + ray->queue.q->round, to = ray->last;
    int i;
    *from = -error;
    if (!cld__ray_clip(low.x, high.x, o.x, d.x, error, from, &to) ||
        !cld__ray_clip(low.y, high.y, o.y, d.y, error, from, &to) ||
        !cld__ray_clip(low.z, high.z, o.z, d.z, error, from, &to))
        return 0;
    middle = cld__v3_sub(cld__v3_scale(cld__v3_add(low, high), 0.5), o);
    for (i = 0; i < 2; i++) {
        double reach;
        k = ray->across[i];
        reach = fabs(k.x) * half.x + fabs(k.y) * half.y + fabs(k.z) * half.z + 2 * error;
        if (fabs(cld__v3_dot(k, middle)) > reach) return 0;
    }
    return 1;
}

/* The same for a piece: slabs along the axes and its own directions, then its silhouette against
   four directions across the ray. */
static int cld__ray_piece(const cld__ray *ray, cld__piece *piece, double *from)
{
    cld__query *q = ray->queue.q;
    double error = ray->error + piece->error, to = ray->last, low[4], high[4], x[4], y[4], z[4];
    cld__vec3d e = ray->across[0], f = ray->across[1], o = ray->origin, d = ray->along;
    cld__d4 lo, hi;
    int k;
    q->pairs++;
    if (!piece->has_slabs) cld__piece_slabs(piece);
    *from = -error;
    cld__d4_store(low, piece->low), cld__d4_store(high, piece->high);
    if (!cld__ray_clip(low[0], high[0], o.x, d.x, error, from, &to) ||
        !cld__ray_clip(low[1], high[1], o.y, d.y, error, from, &to) ||
        !cld__ray_clip(low[2], high[2], o.z, d.z, error, from, &to))
        return 0;
    cld__project(cld__hull_points(piece), cld__net_count(piece),
                 cld__d4_set(e.x, f.x, e.x + f.x, e.x - f.x),
                 cld__d4_set(e.y, f.y, e.y + f.y, e.y - f.y),
                 cld__d4_set(e.z, f.z, e.z + f.z, e.z - f.z), &lo, &hi);
    cld__d4_store(low, lo), cld__d4_store(high, hi);
    for (k = 0; k < 4; k++) {
        double s = k == 0   ? cld__v3_dot(e, o)
                   : k == 1 ? cld__v3_dot(f, o)
                            : cld__v3_dot(e, o) + (k == 2 ? 1 : -1) * cld__v3_dot(f, o);
        if (low[k] - s > 2 * error || s - high[k] > 2 * error) return 0;
    }
    cld__d4_store(low, piece->slab_low), cld__d4_store(high, piece->slab_high);
    cld__d4_store(x, piece->dir_x), cld__d4_store(y, piece->dir_y), cld__d4_store(z, piece->dir_z);
    for (k = 0; k < 4; k++) {
        cld__vec3d n = cld__v3(x[k], y[k], z[k]);
        if (!cld__ray_clip(low[k], high[k], cld__v3_dot(n, o), cld__v3_dot(n, d), error, from, &to))
            return 0;
    }
    return 1;
}

/* F at the control points of a piece, times the inverse of its mean derivative matrix: the map then
   has a derivative near the identity, if at all. */
typedef struct cld__ray_map {
    double f[2][CLD__NURBS_ORDER * CLD__NURBS_ORDER];
    double blur; /* how far errors may move a zero, in the piece's parameters 0..1 */
} cld__ray_map;

/* Differences of component c of the map in u (direction 0) or v: mean, and largest deviation from
   `about`. */
static void cld__ray_differences(const cld__ray_map *map, const cld__piece *piece, int c,
                                 int direction, double about, double *mean, double *deviation)
{
    int p = piece->degree_u, q = piece->degree_v, i, j;
    int step = direction ? 1 : q + 1, degree = direction ? q : p;
    double sum = 0, most = 0;
    for (i = 0; i <= p - !direction; i++) {
        for (j = 0; j <= q - direction; j++) {
            const double *f = map->f[c] + i * (q + 1) + j;
            double d = degree * (f[step] - f[0]);
            sum += d;
            most = cld__max(most, fabs(d - about));
        }
    }
    *mean = sum / (direction ? (p + 1) * q : p * (q + 1));
    *deviation = most;
}

/* Sets up the map; 0 if the mean derivatives are (nearly) parallel. */
static int cld__ray_map_set(const cld__ray *ray, const cld__piece *piece, cld__ray_map *map)
{
    int i, n = cld__net_count(piece), c;
    const double *net = cld__piece_net((cld__piece *)(uintptr_t)piece);
    double o[2], m[2][2], unused, det, norm, heaviest = 0;
    for (c = 0; c < 2; c++) o[c] = cld__v3_dot(ray->across[c], ray->origin);
    for (i = 0; i < n; i++, net += 4) {
        for (c = 0; c < 2; c++)
            map->f[c][i] =
                cld__v3_dot(ray->across[c], cld__v3(net[0], net[1], net[2])) - net[3] * o[c];
        heaviest = cld__max(heaviest, net[3]);
    }
    for (c = 0; c < 2; c++)
        for (i = 0; i < 2; i++) cld__ray_differences(map, piece, c, i, 0, &m[c][i], &unused);
    det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    norm = cld__max(fabs(m[0][0]) + fabs(m[0][1]), fabs(m[1][0]) + fabs(m[1][1]));
    if (!(fabs(det) > 1e-6 * norm * norm)) return 0;
    for (i = 0; i < n; i++) {
        double x = map->f[0][i], y = map->f[1][i];
        map->f[0][i] = (m[1][1] * x - m[0][1] * y) / det;
        map->f[1][i] = (m[0][0] * y - m[1][0] * x) / det;
    }
    norm = cld__max(fabs(m[1][1]) + fabs(m[0][1]), fabs(m[1][0]) + fabs(m[0][0]));
    map->blur = 4 * norm / fabs(det) * (ray->error + piece->error) * heaviest;
    return map->blur < 0.25;
}

/* The value of component c in the middle of the piece. */
static double cld__ray_map_middle(const cld__ray_map *map, const cld__piece *piece, int c)
{
    double bu[CLD__NURBS_ORDER], bv[CLD__NURBS_ORDER], sum = 0;
    int i, j, q = piece->degree_v;
    cld__bernstein(piece->degree_u, 0.5, bu, NULL, NULL);
    cld__bernstein(q, 0.5, bv, NULL, NULL);
    for (i = 0; i <= piece->degree_u; i++)
        for (j = 0; j <= q; j++) sum += bu[i] * bv[j] * map->f[c][i * (q + 1) + j];
    return sum;
}

/* What is known of the zeros of F on a piece: CLD__ZEROS_NONE, CLD__ZEROS_ONE at most, or nothing.
   With M the map, |M' - I| <= d row by row, every zero lies within d/2 of (1/2, 1/2) - M(1/2, 1/2).
   */
enum { CLD__ZEROS_NONE, CLD__ZEROS_ONE, CLD__ZEROS_ANY };
static int cld__ray_zeros(const cld__ray *ray, const cld__piece *piece)
{
    cld__ray_map map;
    int c, one = 1;
    if (!cld__ray_map_set(ray, piece, &map)) return CLD__ZEROS_ANY;
    for (c = 0; c < 2; c++) {
        double d[2], mean, spread;
        cld__ray_differences(&map, piece, c, 0, c == 0, &mean, &d[0]);
        cld__ray_differences(&map, piece, c, 1, c == 1, &mean, &d[1]);
        spread = d[0] + d[1] + 4 * map.blur;
        one = one && spread < 0.75;
        if (fabs(cld__ray_map_middle(&map, piece, c)) > 0.5 + 0.5 * spread + map.blur)
            return CLD__ZEROS_NONE;
    }
    return one ? CLD__ZEROS_ONE : CLD__ZEROS_ANY;
}

/* Takes note of a hit at `s` along the ray. */
static void cld__ray_keep(cld__ray *ray, const cld__piece *piece, double u, double v, cld__vec3d p,
                          double s)
{
    s = cld__max(s, 0);
    if (s > ray->last || (ray->hit && !(s < ray->last))) return;
    ray->last = s;
    ray->hit = 1;
    cld__solo_keep(ray->queue.q, piece, u, v, p, s);
}

/* Newton from the middle of a piece within its parameters. 1 if it ended on the ray, to rounding;
   the hit, if it is one, has been noted. */
static int cld__ray_newton(cld__ray *ray, const cld__piece *piece)
{
    const cld__piece *root = cld__piece_at(ray->queue.q, piece->root);
    const double enough = 2 * (ray->error + piece->error);
    double u = 0.5 * (piece->u0 + piece->u1), v = 0.5 * (piece->v0 + piece->v1), best = DBL_MAX;
    int round;
    for (round = 0; round < 16; round++) {
        double f[2], m[2][2], det, off, du, dv;
        cld__jet jet;
        cld__vec3d gap;
        int c;
        cld__patch_jet1(root, u, v, &jet);
        gap = cld__v3_sub(jet.p, ray->origin);
        for (c = 0; c < 2; c++) {
            f[c] = cld__v3_dot(ray->across[c], gap);
            m[c][0] = cld__v3_dot(ray->across[c], jet.du);
            m[c][1] = cld__v3_dot(ray->across[c], jet.dv);
        }
        off = sqrt(f[0] * f[0] + f[1] * f[1]);
        det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        if (off <= enough && !(off < 0.25 * best)) { /* no longer quadratic: rounding */
            double s = cld__v3_dot(gap, ray->along);
            if (s >= -enough) cld__ray_keep(ray, piece, u, v, jet.p, s);
            return 1;
        }
        best = cld__min(best, off);
        if (det == 0) return 0;
        du = (m[0][1] * f[1] - m[1][1] * f[0]) / det, dv = (m[1][0] * f[0] - m[0][0] * f[1]) / det;
        u = cld__min(piece->u1, cld__max(piece->u0, u + du));
        v = cld__min(piece->v1, cld__max(piece->v0, v + dv));
    }
    return 0;
}

/* A piece joins the search, is settled, or is passed by. */
static int cld__ray_enter(cld__ray *ray, const cld__part *part, double parent)
{
    cld__query *q = ray->queue.q;
    cld__piece *piece = cld__piece_at(q, part->index);
    cld__pair pair = cld__solo_pair(part);
    double from;
    int zeros;
    if (!cld__ray_piece(ray, piece, &from)) return CLD_OK;
    zeros = cld__ray_zeros(ray, piece);
    if (zeros == CLD__ZEROS_NONE) return CLD_OK;
    if (zeros == CLD__ZEROS_ONE && cld__ray_newton(ray, piece)) return CLD_OK;
    if (piece->radius <= 2 * (ray->error + piece->error) ||
        piece->level >= 2 * q->params.max_level ||
        (q->params.max_pairs > 0 && q->pairs > q->params.max_pairs)) {
        double s = cld__v3_dot(cld__v3_sub(piece->centre, ray->origin), ray->along);
        cld__ray_keep(ray, piece, 0.5 * (piece->u0 + piece->u1), 0.5 * (piece->v0 + piece->v1),
                      piece->centre, cld__min(cld__max(s, from), ray->last));
        return CLD_OK;
    }
    return cld__queue_push(&ray->queue, &pair, cld__max(parent, from));
}

static int cld__ray_open(cld__ray *ray, const cld__pair *pair, double from)
{
    cld__query *q = ray->queue.q;
    cld__part part[4];
    int i, n, status = CLD_OK;
    if (pair->a.level == CLD__LEVEL_PIECE || pair->a.level == 0) {
        n = cld__solo_pieces(&ray->queue, pair, part);
        if (n < 0) return n;
        for (i = 0; i < n && status == CLD_OK; i++) status = cld__ray_enter(ray, &part[i], from);
        return status;
    }
    n = cld__part_children(q, 0, &pair->a, part);
    if (n < 0) return n;
    for (i = 0; i < n && status == CLD_OK; i++) {
        cld__aabb box = cld__part_box(q, 0, &part[i]);
        cld__pair next = cld__solo_pair(&part[i]);
        double first;
        if (!cld__ray_box(ray, &box, &first)) continue;
        status = cld__queue_push(&ray->queue, &next, cld__max(from, first));
    }
    return status;
}

/* Sets up the ray in the body's frame; *speed becomes the length of the direction there. */
static int cld__ray_begin(cld__ray *ray, cld__query *q, cld__vec3d origin, cld_vec3 direction,
                          cld_real t_max, double *speed)
{
    cld__vec3d d = cld__v3_from(direction);
    double big = cld__max(fabs(d.x), cld__max(fabs(d.y), fabs(d.z)));
    memset(ray, 0, sizeof *ray);
    ray->origin = origin;
    d = cld__d4_xyz(cld__columns_mul(q->map, cld__v3_scale(d, 1 / big)));
    *speed = cld__v3_length(d) * big;
    ray->along = cld__v3_unit(d);
    ray->across[0] = cld__v3_across(ray->along);
    ray->across[1] = cld__v3_unit(cld__v3_cross(ray->along, ray->across[0]));
    /* the direction is off by a few roundings, which the ray multiplies by its length up to the
       body, at most 4 scales; products with it cost as much again */
    ray->error = 64 * CLD__ROUND_DOUBLE * q->scale;
    ray->last = t_max > 0 ? (double)t_max * *speed + ray->error : DBL_MAX;
    if (!cld__is_finite(ray->last)) ray->last = DBL_MAX;
    return cld__queue_begin(&ray->queue, q);
}

int cld_nurbs_raycast(const cld_nurbs_body *body, cld_vec3 origin, cld_vec3 direction,
                      cld_real t_max, const cld_nurbs_params *params, cld_workspace *workspace,
                      cld_nurbs_hit *out)
{
    const cld__part top = {0, CLD__LEVEL_BRANCH, 0, 0};
    const double most = sizeof(cld_real) == 4 ? (double)FLT_MAX : DBL_MAX;
    cld__vec3d at, d = cld__v3_from(direction);
    cld__query *q;
    cld__ray ray;
    cld__pair pair = cld__solo_pair(&top);
    double from, speed;
    int is_best = 1, status;
    if (!out) return CLD_ERROR_NULL;
    status = cld__solo_begin(body, origin, params, workspace, &q, &at);
    if (status != CLD_OK) return status;
    if (!cld__v3_is_finite(d) || cld__is_nan((double)t_max) || t_max < 0)
        return CLD_ERROR_PARAMETER;
    if (d.x == 0 && d.y == 0 && d.z == 0) return CLD_ERROR_PARAMETER;
    status = cld__ray_begin(&ray, q, at, direction, t_max, &speed);
    if (status == CLD_OK) status = cld__queue_push(&ray.queue, &pair, 0);
    while (status == CLD_OK && cld__queue_pop(&ray.queue, &pair, &from, &is_best)) {
        if (from < ray.last || (!ray.hit && from <= ray.last))
            status = cld__ray_open(&ray, &pair, from);
        else if (is_best)
            break;
    }
    if (status != CLD_OK || !ray.hit) return status;
    from = q->found.distance / speed;
    if (t_max > 0) from = cld__min(from, (double)t_max);
    return cld__solo_report(&ray.queue, cld__min(from, most), out);
}

#endif /* COLLIDE_NO_NURBS */

/* ===================================================================== [POLYGON] implementation
   The edges of a convex polygon are sorted by direction, so what is asked about directions is a
   binary search. A fast version computes in doubles and may err; what it finds is then checked by
   signs that are proved (a filter first, exact integers where that cannot tell): on a convex
   polygon what is extreme among its neighbours is extreme. What fails the check goes to a careful
   version that decides every step exactly. */

#ifndef COLLIDE_NO_POLYGON

/* ------------------------------------------------------------- [POLYGON] views and exact signs */

#define CLD__POLYGON_MOST ((size_t)1 << 29) /* vertices */

/* A polygon as the queries use it. */
typedef struct cld__polygon {
    const char *vertices;
    size_t stride;
    uint32_t count;
    int posed; /* 0: the pose is the identity */
    double cosine, sine;
    cld__vec2d position;
} cld__polygon;

/* Reads a view and does what every query checks. */
static int cld__polygon_from(const cld_polygon *polygon, cld__polygon *p)
{
    if (!polygon || !polygon->vertices) return CLD_ERROR_NULL;
    if (polygon->count < 1 || polygon->count > CLD__POLYGON_MOST) return CLD_ERROR_COUNT;
    p->stride = polygon->stride ? polygon->stride : 2 * sizeof(cld_real);
    if (p->stride % sizeof(cld_real) || p->stride < 2 * sizeof(cld_real)) return CLD_ERROR_STRIDE;
    if (cld_pose2_validate(&polygon->pose) != CLD_OK) return CLD_ERROR_POSE;
    p->vertices = (const char *)polygon->vertices;
    p->count = (uint32_t)polygon->count;
    p->cosine = (double)polygon->pose.rotation.x, p->sine = (double)polygon->pose.rotation.y;
    p->position = cld__v2_from(polygon->pose.position);
    if (p->cosine == 0 && p->sine == 0) p->cosine = 1;
    p->posed = p->cosine != 1 || p->sine != 0 || p->position.x != 0 || p->position.y != 0;
    return CLD_OK;
}

/* Vertex i as it is in the array. */
CLD__INLINE cld__vec2d cld__polygon_local(const cld__polygon *p, uint32_t i)
{
    const cld_real *v = (const cld_real *)(const void *)(p->vertices + i * p->stride);
    return cld__v2((double)v[0], (double)v[1]);
}

/* Vertex i in the world, rounded. */
CLD__INLINE cld__vec2d cld__polygon_vertex(const cld__polygon *p, uint32_t i)
{
    const cld__vec2d v = cld__polygon_local(p, i);
    if (!p->posed) return v;
    return cld__v2(p->cosine * v.x - p->sine * v.y + p->position.x,
                   p->sine * v.x + p->cosine * v.y + p->position.y);
}

CLD__INLINE uint32_t cld__polygon_next(const cld__polygon *p, uint32_t i)
{
    return i + 1 < p->count ? i + 1 : 0;
}

CLD__INLINE uint32_t cld__polygon_previous(const cld__polygon *p, uint32_t i)
{
    return i > 0 ? i - 1 : p->count - 1;
}

/* A vector that is known exactly: the sum of x[i][0] x[i][1], and of y[i][0] y[i][1]. */
typedef struct cld__sum2 {
    int count; /* at most 6 */
    double x[6][2], y[6][2];
} cld__sum2;

static cld__sum2 cld__sum2_from(cld__vec2d v)
{
    cld__sum2 r;
    r.count = 1;
    r.x[0][0] = v.x, r.x[0][1] = 1;
    r.y[0][0] = v.y, r.y[0][1] = 1;
    return r;
}

/* Vertex i in the world: three terms, or one without a pose. */
static cld__sum2 cld__polygon_sum2(const cld__polygon *p, uint32_t i)
{
    const cld__vec2d v = cld__polygon_local(p, i);
    cld__sum2 r;
    if (!p->posed) return cld__sum2_from(v);
    r.count = 3;
    r.x[0][0] = p->cosine, r.x[0][1] = v.x;
    r.x[1][0] = -p->sine, r.x[1][1] = v.y;
    r.x[2][0] = p->position.x, r.x[2][1] = 1;
    r.y[0][0] = p->sine, r.y[0][1] = v.x;
    r.y[1][0] = p->cosine, r.y[1][1] = v.y;
    r.y[2][0] = p->position.y, r.y[2][1] = 1;
    return r;
}

/* a - b, of at most three terms each. */
static cld__sum2 cld__sum2_sub(const cld__sum2 *a, const cld__sum2 *b)
{
    cld__sum2 r = *a;
    int i;
    for (i = 0; i < b->count; i++, r.count++) {
        r.x[r.count][0] = -b->x[i][0], r.x[r.count][1] = b->x[i][1];
        r.y[r.count][0] = -b->y[i][0], r.y[r.count][1] = b->y[i][1];
    }
    return r;
}

/* The products whose sum is u.x v.y - u.y v.x (cross product), or u.x v.x + u.y v.y (dot). Returns
   how many, 0 where a number is not finite. */
static int cld__sum2_products(const cld__sum2 *u, const cld__sum2 *v, int dot, double f[72][4])
{
    const double(*first)[2] = dot ? v->x : v->y, (*second)[2] = dot ? v->y : v->x;
    int i, j, k, n = 0;
    for (i = 0; i < u->count; i++) {
        for (j = 0; j < v->count; j++, n += 2) {
            for (k = 0; k < 2; k++) {
                f[n][k] = u->x[i][k], f[n][k + 2] = first[j][k];
                f[n + 1][k] = k || dot ? u->y[i][k] : -u->y[i][k];
                f[n + 1][k + 2] = second[j][k];
            }
        }
    }
    for (i = 0; i < n; i++)
        for (k = 0; k < 4; k++)
            if (!cld__is_finite(f[i][k])) return 0;
    return n;
}

/* The sign of the cross or dot product, exactly. 0 where a number is not finite. */
static int cld__sum2_sign(const cld__sum2 *u, const cld__sum2 *v, int dot)
{
    double f[72][4];
    const int n = cld__sum2_products(u, v, dot, f);
    return cld__sign_of_sum(f[0], n, 4);
}

/* Its value, of relative accuracy, as the returned number times 2^*exponent. */
static double cld__sum2_value(const cld__sum2 *u, const cld__sum2 *v, int dot, int *exponent)
{
    double f[72][4];
    const int n = cld__sum2_products(u, v, dot, f);
    return cld__value_of_sum(f[0], n, 4, exponent);
}

/* -------------------------------------- [POLYGON] one polygon: validity, hull, extremes, points */

/* A direction that is asked about: to - from exactly, in the world; in the polygon's own frame
   rounded, its coordinates off by at most `error`. */
typedef struct cld__polygon_aim {
    cld__vec2d from, to, local;
    double error;
} cld__polygon_aim;

/* A point that is asked about, likewise. */
typedef struct cld__polygon_spot {
    cld__vec2d world, local;
    double error;
} cld__polygon_spot;

static cld__polygon_aim cld__polygon_aim_from(const cld__polygon *p, cld__vec2d from, cld__vec2d to)
{
    const cld__vec2d d = cld__v2_sub(to, from);
    const int difference = from.x != 0 || from.y != 0;
    cld__polygon_aim aim;
    aim.from = from, aim.to = to, aim.local = d;
    aim.error = difference || p->posed ? 8 * CLD__ROUND_DOUBLE * (fabs(d.x) + fabs(d.y)) : 0;
    if (p->posed) {
        aim.local = cld__v2(p->cosine * d.x + p->sine * d.y, p->cosine * d.y - p->sine * d.x);
        aim.error += DBL_MIN;
    }
    return aim;
}

/* The rotation of a pose need not be of length 1, and the polygon is as large as it says. */
static cld__polygon_spot cld__polygon_spot_from(const cld__polygon *p, cld__vec2d world)
{
    cld__polygon_spot q;
    q.world = q.local = world, q.error = 0;
    if (p->posed) {
        const cld__vec2d d = cld__v2_sub(world, p->position);
        const double square = p->cosine * p->cosine + p->sine * p->sine;
        q.local = cld__v2((p->cosine * d.x + p->sine * d.y) / square,
                          (p->cosine * d.y - p->sine * d.x) / square);
        q.error = 12 * CLD__ROUND_DOUBLE * (fabs(d.x) + fabs(d.y)) + DBL_MIN;
    }
    return q;
}

/* Is `value`, the sum of two products whose absolute values add up to `sum`, right in its sign, if
   rounding up to there was relative, and something else is off by `slack`? Four roundings as for
   cld__orient2d_sign. */
CLD__INLINE int cld__polygon_sure(double value, double sum, double slack)
{
#ifdef CLD__LOOSE_MATH
    (void)value, (void)sum, (void)slack;
    return 0;
#else
    return sum > 1e-280 && sum < 1e300 && fabs(value) > 5 * CLD__ROUND_DOUBLE * sum + slack;
#endif
}

CLD__INLINE int cld__polygon_sign(double x)
{
    return (x > 0) - (x < 0);
}

CLD__INLINE int cld__polygon_same(const cld__polygon *p, uint32_t i, uint32_t j)
{
    const cld__vec2d a = cld__polygon_local(p, i), b = cld__polygon_local(p, j);
    return a.x == b.x && a.y == b.y;
}

static CLD__NOINLINE int cld__polygon_ascent_exact(const cld__polygon *p,
                                                   const cld__polygon_aim *aim, uint32_t i,
                                                   uint32_t j)
{
    cld__sum2 a, b, d;
    if (cld__polygon_same(p, i, j)) return 0;
    if (!p->posed && aim->from.x == 0 && aim->from.y == 0) {
        const cld__vec2d u = cld__polygon_local(p, i), v = cld__polygon_local(p, j);
        double f[8];
        if (!cld__is_finite(u.x) || !cld__is_finite(u.y) || !cld__is_finite(v.x)) return 0;
        if (!cld__is_finite(v.y) || !cld__v2_is_usable(aim->to)) return 0;
        f[0] = aim->to.x, f[1] = v.x, f[2] = -aim->to.x, f[3] = u.x;
        f[4] = aim->to.y, f[5] = v.y, f[6] = -aim->to.y, f[7] = u.y;
        return cld__sign_of_products(f, 4);
    }
    a = cld__polygon_sum2(p, i), b = cld__polygon_sum2(p, j);
    a = cld__sum2_sub(&b, &a);
    b = cld__sum2_from(aim->from), d = cld__sum2_from(aim->to);
    d = cld__sum2_sub(&d, &b);
    return cld__sum2_sign(&a, &d, 1);
}

/* The sign of how much farther vertex j is along the aim than vertex i: exact. */
CLD__INLINE int cld__polygon_ascent(const cld__polygon *p, const cld__polygon_aim *aim, uint32_t i,
                                    uint32_t j)
{
    const cld__vec2d e = cld__v2_sub(cld__polygon_local(p, j), cld__polygon_local(p, i));
    const double x = aim->local.x * e.x, y = aim->local.y * e.y, rise = x + y;
    if (cld__polygon_sure(rise, fabs(x) + fabs(y), aim->error * (fabs(e.x) + fabs(e.y)))) {
        return cld__polygon_sign(rise);
    }
    return cld__polygon_ascent_exact(p, aim, i, j);
}

/* The sign of cross(aim, from vertex i to j), these being at right angles: the aim's larger
   coordinate decides, whose sign is known. */
static int cld__polygon_across(const cld__polygon *p, const cld__polygon_aim *aim, uint32_t i,
                               uint32_t j)
{
    const cld__vec2d a = cld__polygon_local(p, i), b = cld__polygon_local(p, j);
    if (fabs(aim->local.x) >= fabs(aim->local.y)) {
        return ((b.y > a.y) - (b.y < a.y)) * cld__polygon_sign(aim->local.x);
    }
    return ((b.x < a.x) - (b.x > a.x)) * cld__polygon_sign(aim->local.y);
}

/* Vertices may repeat in runs, and an edge of length zero has no direction. A round is the vertices
   from one on that begins a run, so that no run is cut in two by the end: number k of the round is
   vertex start + k, k = count the first again. */
typedef struct cld__polygon_round {
    const cld__polygon *p;
    uint32_t start, count;
} cld__polygon_round;

CLD__INLINE uint32_t cld__polygon_at(const cld__polygon_round *round, uint32_t k)
{
    k += round->start;
    return k < round->count ? k : k - round->count;
}

/* 0 where all vertices are equal. If the first and the last are, another one must be found, and if
   m are other, that takes count/m probes: equal neighbours do not say where the others are. */
static int cld__polygon_round_from(const cld__polygon *p, cld__polygon_round *round)
{
    uint32_t step, k, low, high;
    round->p = p, round->start = 0, round->count = p->count;
    if (p->count == 1) return 0;
    if (!cld__polygon_same(p, 0, p->count - 1)) return 1;
    step = 1;
    while (step < p->count / 2) step *= 2;
    for (; step > 0; step /= 2) {
        for (k = step; k < p->count; k += 2 * step) {
            if (cld__polygon_same(p, 0, k)) continue;
            low = k, high = p->count - 1;
            while (high - low > 1) {
                const uint32_t middle = low + (high - low) / 2;
                if (cld__polygon_same(p, 0, middle))
                    high = middle;
                else
                    low = middle;
            }
            round->start = high;
            return 1;
        }
    }
    return 0;
}

/* Do all vertices lie on one line? Then a point may be passed both on the way there and on the way
   back, and that two vertices are equal says nothing of those between. On the line of the edge that
   ends where the round begins, a convex polygon that has more than this line goes on forwards until
   it leaves it, and comes back behind that edge. */
static int cld__polygon_is_flat(const cld__polygon_round *round)
{
    const cld__vec2d a = cld__polygon_local(round->p, cld__polygon_at(round, round->count - 1));
    const cld__vec2d b = cld__polygon_local(round->p, round->start);
    uint32_t low = 0, high = round->count - 1;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        const cld__vec2d v = cld__polygon_local(round->p, cld__polygon_at(round, middle));
        if (cld__orient2d(a, b, v) != 0) return 0;
        if (a.x < b.x ? v.x >= b.x : a.x > b.x ? v.x <= b.x : a.y < b.y ? v.y >= b.y : v.y <= b.y) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return 1;
}

/* The first number after k whose vertex is another than that of k. O(log run), or O(run) where all
   vertices lie on one line. */
static uint32_t cld__polygon_run_end(const cld__polygon_round *round, uint32_t k)
{
    const uint32_t vertex = cld__polygon_at(round, k), last = round->count;
    uint32_t low = k, step = 1, high = k + 1;
    if (high == last || !cld__polygon_same(round->p, vertex, cld__polygon_at(round, high)))
        return high;
    if (cld__polygon_is_flat(round)) {
        do high++;
        while (high < last && cld__polygon_same(round->p, vertex, cld__polygon_at(round, high)));
        return high;
    }
    for (;; step *= 2) {
        high = last - low > step ? low + step : last;
        if (high == last || !cld__polygon_same(round->p, vertex, cld__polygon_at(round, high)))
            break;
        low = high;
    }
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (cld__polygon_same(round->p, vertex, cld__polygon_at(round, middle)))
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The first number up to k from which on the vertices are those of k. */
static uint32_t cld__polygon_run_start(const cld__polygon_round *round, uint32_t k)
{
    const uint32_t vertex = cld__polygon_at(round, k);
    uint32_t low = 0, high = k, step = 1;
    if (k == 0 || !cld__polygon_same(round->p, vertex, cld__polygon_at(round, k - 1))) return k;
    if (cld__polygon_is_flat(round)) {
        while (k > 0 && cld__polygon_same(round->p, vertex, cld__polygon_at(round, k - 1))) k--;
        return k;
    }
    if (cld__polygon_same(round->p, vertex, round->start)) return 0;
    for (; high > step; step *= 2) {
        low = high - step;
        if (!cld__polygon_same(round->p, vertex, cld__polygon_at(round, low))) break;
        high = low, low = 0;
    }
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (cld__polygon_same(round->p, vertex, cld__polygon_at(round, middle)))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* Seen along the aim, edges ascend on one side of a polygon and descend on the other. Does the
   next edge that is not of length zero descend? One at right angles to the aim does where it faces
   it, and begins the way up where it is opposite: so there is one way up and one way down, and the
   first of the farthest vertices is between them. */
static int cld__polygon_descends(const cld__polygon_round *round, const cld__polygon_aim *aim,
                                 uint32_t k)
{
    const uint32_t i = cld__polygon_at(round, k);
    uint32_t j = cld__polygon_at(round, k + 1);
    int sign = cld__polygon_ascent(round->p, aim, i, j);
    if (sign == 0 && cld__polygon_same(round->p, i, j)) {
        j = cld__polygon_at(round, cld__polygon_run_end(round, k));
        sign = cld__polygon_ascent(round->p, aim, i, j);
    }
    if (sign == 0) return cld__polygon_across(round->p, aim, i, j) > 0;
    return sign < 0;
}

/* The first of the vertices that are farthest along the aim (vertex 0 where all are equal), every
   step decided exactly. O(log n), or O(log^2 n) where many vertices repeat. */
static CLD__NOINLINE uint32_t cld__polygon_extreme_exact(const cld__polygon *p,
                                                         const cld__polygon_aim *aim)
{
    cld__polygon_round round;
    uint32_t low, high, middle;
    int down, sign;
    if ((aim->local.x == 0 && aim->local.y == 0) || !cld__polygon_round_from(p, &round)) return 0;
    down = cld__polygon_descends(&round, aim, 0);
    low = 0, high = p->count;
    for (;;) { /* both go the same way, and between them is what goes the other */
        uint32_t i, j;
        if (high - low < 2) return cld__polygon_at(&round, low); /* not convex */
        middle = low + (high - low) / 2;
        if (cld__polygon_descends(&round, aim, middle) != down) break;
        i = cld__polygon_at(&round, low), j = cld__polygon_at(&round, middle);
        sign = cld__polygon_ascent(p, aim, i, j);
        if (sign == 0) sign = -cld__polygon_across(p, aim, i, j);
        if (down ? sign <= 0 : sign >= 0)
            low = middle;
        else
            high = middle;
    }
    if (down)
        low = middle;
    else
        high = middle;
    while (high - low > 1) { /* low ascends, high descends */
        middle = low + (high - low) / 2;
        if (cld__polygon_descends(&round, aim, middle))
            high = middle;
        else
            low = middle;
    }
    return cld__polygon_at(&round, high);
}

/* The first of the vertices that are farthest in a direction of the world. */
static CLD__UNUSED uint32_t cld__polygon_extreme_vertex(const cld__polygon *p, cld__vec2d direction)
{
    const cld__polygon_aim aim = cld__polygon_aim_from(p, cld__v2(0, 0), direction);
    return cld__polygon_extreme_exact(p, &aim);
}

/* The sign of cross(from vertex i to j, from vertex i to q): 1 where q is to the left. Exact. */
static CLD__NOINLINE int cld__polygon_side_exact(const cld__polygon *p, uint32_t i, uint32_t j,
                                                 const cld__polygon_spot *q)
{
    cld__sum2 a, b, w;
    if (!p->posed) {
        return cld__orient2d(cld__polygon_local(p, i), cld__polygon_local(p, j), q->world);
    }
    if (cld__polygon_same(p, i, j)) return 0;
    a = cld__polygon_sum2(p, i), b = cld__polygon_sum2(p, j), w = cld__sum2_from(q->world);
    b = cld__sum2_sub(&b, &a), w = cld__sum2_sub(&w, &a);
    return cld__sum2_sign(&b, &w, 0);
}

CLD__INLINE int cld__polygon_side(const cld__polygon *p, uint32_t i, uint32_t j,
                                  const cld__polygon_spot *q)
{
    const cld__vec2d a = cld__polygon_local(p, i), b = cld__polygon_local(p, j);
    const cld__vec2d u = cld__v2_sub(a, q->local), v = cld__v2_sub(b, q->local);
    const double x = u.x * v.y, y = u.y * v.x, area = x - y;
    const double slack = q->error * (fabs(b.x - a.x) + fabs(b.y - a.y)) * 2;
    if (cld__polygon_sure(area, fabs(x) + fabs(y), slack)) return cld__polygon_sign(area);
    return cld__polygon_side_exact(p, i, j, q);
}

/* The sign of q - vertex i along the polygon's own x axis (axis 0) or y axis: exact. */
static int cld__polygon_compare(const cld__polygon *p, const cld__polygon_spot *q, uint32_t i,
                                int axis)
{
    const cld__vec2d v = cld__polygon_local(p, i);
    const double d = axis ? q->local.y - v.y : q->local.x - v.x;
    cld__sum2 a, b;
#ifndef CLD__LOOSE_MATH
    if (!p->posed || fabs(d) > q->error + CLD__ROUND_DOUBLE * fabs(d)) return cld__polygon_sign(d);
#else
    if (!p->posed) {
        return axis ? (q->local.y > v.y) - (q->local.y < v.y)
                    : (q->local.x > v.x) - (q->local.x < v.x);
    }
    (void)d;
#endif
    a = cld__sum2_from(q->world), b = cld__polygon_sum2(p, i);
    a = cld__sum2_sub(&a, &b);
    b = cld__sum2_from(axis ? cld__v2(-p->sine, p->cosine) : cld__v2(p->cosine, p->sine));
    return cld__sum2_sign(&a, &b, 1);
}

/* Where a point is, as far as it is needed: edge `edge` has it on its line (CLD_BOUNDARY, the point
   being on the edge, or at one of its ends), or strictly to its right (CLD_OUTSIDE). lone: it is
   outside on the line that all vertices lie on, and `edge` is the first of the nearest vertices. */
typedef struct cld__polygon_place {
    uint32_t edge;
    int lone;
} cld__polygon_place;

/* Along the polygon's x axis the vertices first go up from the leftmost, below, and then down,
   above. Of the chain of vertices first..last (last may be beyond the count, that is around) the
   last that is strictly on the near side of q, or just beyond it where beyond is set; first if none
   is. */
static uint32_t cld__polygon_passed(const cld__polygon *p, const cld__polygon_spot *q,
                                    uint32_t first, uint32_t last, int way, int beyond)
{
    while (last - first > 1) {
        const uint32_t middle = first + (last - first) / 2;
        const int sign =
            way * cld__polygon_compare(p, q, middle < p->count ? middle : middle - p->count, 0);
        if (sign > 0 || (beyond && sign == 0))
            first = middle;
        else
            last = middle;
    }
    return first;
}

/* The edge before vertex i, or after it, that has q to its right; it has a length. */
static int cld__polygon_seen_at(const cld__polygon *p, const cld__polygon_spot *q, uint32_t i,
                                uint32_t *edge)
{
    cld__polygon_round round;
    uint32_t k, next, before = cld__polygon_previous(p, i); /* i is the first of equal vertices */
    if (!cld__polygon_round_from(p, &round)) return 0;
    if (cld__polygon_side(p, before, i, q) < 0) {
        *edge = before;
        return 1;
    }
    k = i >= round.start ? i - round.start : i + p->count - round.start;
    k = cld__polygon_run_end(&round, k);
    next = cld__polygon_at(&round, k), before = cld__polygon_at(&round, k - 1);
    *edge = before;
    return cld__polygon_side(p, before, next, q) < 0;
}

/* Left or right of all vertices, or on the line of the leftmost or rightmost ones, above or below
   all of these: vertex i is the nearest of them. */
static int cld__polygon_place_outside(const cld__polygon *p, const cld__polygon_spot *q, uint32_t i,
                                      cld__polygon_place *place)
{
    place->lone = !cld__polygon_seen_at(p, q, i, &place->edge);
    if (place->lone) place->edge = i;
    return CLD_OUTSIDE;
}

/* On the vertical line through the vertices from `top` down to `bottom` (of a side that has these
   in counter-clockwise order as first and last): the first is numbered, the last is found. */
static int cld__polygon_place_upright(const cld__polygon *p, const cld__polygon_spot *q,
                                      uint32_t first, uint32_t last, int way,
                                      cld__polygon_place *place)
{
    uint32_t low = first, high = last;
    const uint32_t end = last < p->count ? last : last - p->count;
    const int from = way * cld__polygon_compare(p, q, first, 1);
    const int to = way * cld__polygon_compare(p, q, end, 1);
    if (from < 0) return cld__polygon_place_outside(p, q, first, place);
    if (to > 0) {
        /* the first of the vertices that are equal to the last */
        while (high - low > 1) {
            const uint32_t middle = low + (high - low) / 2;
            if (cld__polygon_same(p, end, middle < p->count ? middle : middle - p->count)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        if (cld__polygon_same(p, first, end)) high = first;
        return cld__polygon_place_outside(p, q, high < p->count ? high : high - p->count, place);
    }
    while (high - low > 1) { /* the first that is not before q is high, or first itself */
        const uint32_t middle = low + (high - low) / 2;
        if (way * cld__polygon_compare(p, q, middle < p->count ? middle : middle - p->count, 1) > 0)
            low = middle;
        else
            high = middle;
    }
    place->edge = low < p->count ? low : low - p->count;
    return CLD_BOUNDARY;
}

/* Where is q? Every step decided exactly, in the polygon's own frame. O(log n). */
static CLD__NOINLINE int cld__polygon_place_exact(const cld__polygon *p, const cld__polygon_spot *q,
                                                  cld__polygon_place *place)
{
    cld__polygon own = *p;
    cld__polygon_aim aim;
    uint32_t l, r, i, end;
    int left, right, below, above;
    own.posed = 0;
    place->lone = 0;
    aim = cld__polygon_aim_from(&own, cld__v2(0, 0), cld__v2(-1, 0));
    l = cld__polygon_extreme_exact(&own, &aim); /* the highest of the leftmost */
    aim = cld__polygon_aim_from(&own, cld__v2(0, 0), cld__v2(1, 0));
    r = cld__polygon_extreme_exact(&own, &aim); /* the lowest of the rightmost */
    left = cld__polygon_compare(p, q, l, 0), right = cld__polygon_compare(p, q, r, 0);
    if (left < 0) return cld__polygon_place_outside(p, q, l, place);
    if (right > 0) return cld__polygon_place_outside(p, q, r, place);
    end = r >= l ? r : r + p->count;
    if (left == 0) {
        if (right != 0) end = cld__polygon_passed(p, q, l, end, 1, 1);
        return cld__polygon_place_upright(p, q, l, end, -1, place);
    }
    if (right == 0) {
        end = cld__polygon_passed(p, q, r, l > r ? l : l + p->count, -1, 1);
        return cld__polygon_place_upright(p, q, r, end, 1, place);
    }
    i = cld__polygon_passed(p, q, l, end, 1, 0);
    place->edge = i < p->count ? i : i - p->count;
    below = cld__polygon_side(p, place->edge, cld__polygon_next(p, place->edge), q);
    if (below <= 0) return below < 0 ? CLD_OUTSIDE : CLD_BOUNDARY;
    i = cld__polygon_passed(p, q, r, l > r ? l : l + p->count, -1, 0);
    place->edge = i < p->count ? i : i - p->count;
    above = cld__polygon_side(p, place->edge, cld__polygon_next(p, place->edge), q);
    return above < 0 ? CLD_OUTSIDE : above > 0 ? CLD_INSIDE : CLD_BOUNDARY;
}

/* Does the next edge from number k on that is not of length zero have q strictly to its right, that
   is, does q see it? */
static int cld__polygon_seen(const cld__polygon_round *round, const cld__polygon_spot *q,
                             uint32_t k)
{
    const uint32_t i = cld__polygon_at(round, k);
    uint32_t j = cld__polygon_at(round, k + 1);
    if (cld__polygon_same(round->p, i, j)) {
        j = cld__polygon_at(round, cld__polygon_run_end(round, k));
    }
    return cld__polygon_side(round->p, i, j, q) < 0;
}

/* The ends of the edges that q sees: vertices[0] where they end, vertices[1] where they begin.
   Edge `seen` is one of them. Round q they go clockwise, by less than half a turn. */
static void cld__polygon_horizon(const cld__polygon *p, const cld__polygon_spot *q, uint32_t seen,
                                 uint32_t vertices[2])
{
    cld__polygon_round round;
    uint32_t low = 0, high = p->count - 1, middle = 0, unseen;
    round.p = p, round.start = cld__polygon_next(p, seen), round.count = p->count;
    if (cld__polygon_seen(&round, q, 0)) {
        for (;;) { /* both are seen, and between them is what is not */
            if (high - low < 2) {
                vertices[0] = vertices[1] = seen; /* not convex */
                return;
            }
            middle = low + (high - low) / 2;
            if (!cld__polygon_seen(&round, q, middle)) break;
            if (cld__polygon_side(p, cld__polygon_at(&round, low), cld__polygon_at(&round, middle),
                                  q) <= 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
    unseen = middle;
    while (middle > low + 1) {
        const uint32_t k = low + (middle - low) / 2;
        if (cld__polygon_seen(&round, q, k))
            low = k;
        else
            middle = k;
    }
    vertices[0] = cld__polygon_at(&round, middle);
    while (high > unseen + 1) {
        const uint32_t k = unseen + (high - unseen) / 2;
        if (cld__polygon_seen(&round, q, k))
            high = k;
        else
            unseen = k;
    }
    vertices[1] = cld__polygon_at(&round, high);
}

/* The sign of cross(from vertex a to b, from vertex c to d): exact. */
static int cld__polygon_turn(const cld__polygon *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const cld__vec2d va = cld__polygon_local(p, a), vb = cld__polygon_local(p, b);
    const cld__vec2d vc = cld__polygon_local(p, c), vd = cld__polygon_local(p, d);
    const double x = (vb.x - va.x) * (vd.y - vc.y), y = (vb.y - va.y) * (vd.x - vc.x);
    double f[16];
    if (cld__polygon_sure(x - y, fabs(x) + fabs(y), 0)) return cld__polygon_sign(x - y);
    f[0] = vb.x, f[1] = vd.y, f[2] = -vb.x, f[3] = vc.y;
    f[4] = -va.x, f[5] = vd.y, f[6] = va.x, f[7] = vc.y;
    f[8] = -vb.y, f[9] = vd.x, f[10] = vb.y, f[11] = vc.x;
    f[12] = va.y, f[13] = vd.x, f[14] = -va.y, f[15] = vc.x;
    return cld__sign_of_products(f, 8);
}

/* Of two edges on parallel lines, neither of length 0: do they go the same way? */
static int cld__polygon_same_way(const cld__polygon *p, uint32_t a, uint32_t b, uint32_t c,
                                 uint32_t d)
{
    const cld__vec2d va = cld__polygon_local(p, a), vb = cld__polygon_local(p, b);
    const cld__vec2d vc = cld__polygon_local(p, c), vd = cld__polygon_local(p, d);
    if (va.x != vb.x) return (va.x < vb.x) == (vc.x < vd.x);
    return (va.y < vb.y) == (vc.y < vd.y);
}

/* The first vertex in which a polygon is not convex, or its count if it is. Going around, the
   direction turns left, by less than half a turn each time, until it is back at that of the first
   edge: once past half a turn, then never on the left of the first edge again. Half a turn at once
   is allowed where all vertices are on one line. */
static uint32_t cld__polygon_first_bad(const cld__polygon *p)
{
    const uint32_t n = p->count;
    uint32_t first = 0, from, to, i;
    int phase = 0, flat = 1, turn, side,
        back; /* phase: half turns that are behind; 2: back at the first edge's */
    while (first + 1 < n && cld__polygon_same(p, first, first + 1)) first++;
    if (first + 1 >= n) return n;
    for (i = first + 2; i < n && flat; i++) {
        flat = cld__orient2d(cld__polygon_local(p, first), cld__polygon_local(p, first + 1),
                             cld__polygon_local(p, i)) == 0;
    }
    for (from = n - 1; cld__polygon_same(p, from, 0); from--) continue;
    to = cld__polygon_next(p, from), i = first; /* the last edge; where it meets the first one */
    turn = cld__polygon_turn(p, from, to, i, i + 1);
    back = turn == 0 && !cld__polygon_same_way(p, from, to, i, i + 1);
    if (turn < 0 || (back && !flat)) return first;
    from = first, to = first + 1;
    for (i = to; i < n; i++) { /* the edge that arrived is from, to; the one that leaves i, j */
        const uint32_t j = cld__polygon_next(p, i);
        if (cld__polygon_same(p, i, j)) continue;
        turn = cld__polygon_turn(p, from, to, i, j);
        back = turn == 0 && !cld__polygon_same_way(p, from, to, i, j);
        if (turn < 0 || (back && !flat)) return i;
        side = cld__polygon_turn(p, first, first + 1, i, j);
        if (phase == 2 && (turn > 0 || back)) return i;
        if (phase == 1 && side > 0) return i;
        if (phase == 0 && (side < 0 || (side == 0 && (turn > 0 || back))))
            phase = 1;
        else if (phase == 1 && side == 0 && (turn > 0 || back))
            phase = 2;
        from = i, to = j;
    }
    return n;
}

int cld_polygon_validate(const cld_polygon *polygon, size_t *where)
{
    cld__polygon p;
    uint32_t i;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    for (i = 0; i < p.count && cld__v2_is_usable(cld__polygon_local(&p, i)); i++) continue;
    if (i < p.count) {
        if (where) *where = i;
        return CLD_ERROR_POINT;
    }
    i = cld__polygon_first_bad(&p);
    if (i < p.count) {
        if (where) *where = i;
        return CLD_ERROR_CONVEX;
    }
    return CLD_OK;
}

/* The points of a hull, as items of `stride` bytes. */
typedef struct cld__polygon_items {
    char *items;
    size_t stride;
} cld__polygon_items;

CLD__INLINE cld__vec2d cld__polygon_item(const cld__polygon_items *a, size_t i)
{
    const cld_real *v = (const cld_real *)(const void *)(a->items + i * a->stride);
    return cld__v2((double)v[0], (double)v[1]);
}

static void cld__polygon_swap(const cld__polygon_items *a, size_t i, size_t j)
{
    char buffer[64], *u = a->items + i * a->stride, *v = a->items + j * a->stride;
    size_t left = a->stride;
    if (i == j) return;
    if (left == 2 * sizeof(cld_real)) {
        memcpy(buffer, u, 2 * sizeof(cld_real));
        memcpy(u, v, 2 * sizeof(cld_real));
        memcpy(v, buffer, 2 * sizeof(cld_real));
        return;
    }
    while (left) {
        const size_t bytes = left < sizeof buffer ? left : sizeof buffer;
        memcpy(buffer, u, bytes);
        memcpy(u, v, bytes);
        memcpy(v, buffer, bytes);
        u += bytes, v += bytes, left -= bytes;
    }
}

CLD__INLINE int cld__polygon_before(cld__vec2d a, cld__vec2d b)
{
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Sorts items first..last-1 by x, then y, ascending; or descending where way is -1. */
CLD__INLINE int cld__polygon_in_order(cld__vec2d a, cld__vec2d b, int way)
{
    return way > 0 ? cld__polygon_before(a, b) : cld__polygon_before(b, a);
}

static void cld__polygon_heapsort(const cld__polygon_items *a, size_t first, size_t last, int way)
{
    size_t count = last - first, heap = count / 2, i, child;
    while (count > 1) {
        if (heap > 0)
            heap--;
        else
            cld__polygon_swap(a, first, first + --count);
        for (i = heap; (child = 2 * i + 1) < count; i = child) {
            if (child + 1 < count &&
                cld__polygon_in_order(cld__polygon_item(a, first + child),
                                      cld__polygon_item(a, first + child + 1), way)) {
                child++;
            }
            if (!cld__polygon_in_order(cld__polygon_item(a, first + i),
                                       cld__polygon_item(a, first + child), way)) {
                break;
            }
            cld__polygon_swap(a, first + i, first + child);
        }
    }
}

/* Splits first..last-1 at a median of three: up to the returned number none is behind it, from
   there on none before. Both parts are not empty. */
static size_t cld__polygon_split(const cld__polygon_items *a, size_t first, size_t last, int way)
{
    const size_t middle = first + (last - first) / 2;
    size_t i = first, j = last - 1;
    cld__vec2d pivot;
    if (cld__polygon_in_order(cld__polygon_item(a, middle), cld__polygon_item(a, i), way)) {
        cld__polygon_swap(a, middle, i);
    }
    if (cld__polygon_in_order(cld__polygon_item(a, j), cld__polygon_item(a, middle), way)) {
        cld__polygon_swap(a, middle, j);
        if (cld__polygon_in_order(cld__polygon_item(a, middle), cld__polygon_item(a, i), way)) {
            cld__polygon_swap(a, middle, i);
        }
    }
    pivot = cld__polygon_item(a, middle);
    for (;;) {
        do i++;
        while (cld__polygon_in_order(cld__polygon_item(a, i), pivot, way));
        do j--;
        while (cld__polygon_in_order(pivot, cld__polygon_item(a, j), way));
        if (i >= j) return j + 1;
        cld__polygon_swap(a, i, j);
    }
}

/* Quicksort; where its splits are bad, heapsort, so that it is never quadratic. */
static void cld__polygon_sort(const cld__polygon_items *a, size_t first, size_t last, int way)
{
    size_t waiting[64][2], i, j;
    int depth[64], top = 0, left = 2;
    for (i = last - first; i > 1; i /= 2) left += 2;
    for (;;) {
        while (last - first > 16) {
            size_t split;
            if (left-- == 0) {
                cld__polygon_heapsort(a, first, last, way);
                first = last;
                break;
            }
            split = cld__polygon_split(a, first, last, way);
            depth[top] = left; /* the larger part waits: half as many remain each time */
            if (split - first > last - split) {
                waiting[top][0] = first, waiting[top][1] = split, first = split;
            } else {
                waiting[top][0] = split, waiting[top][1] = last, last = split;
            }
            top++;
        }
        for (i = first + 1; i < last; i++) {
            for (j = i; j > first && cld__polygon_in_order(cld__polygon_item(a, j),
                                                           cld__polygon_item(a, j - 1), way);
                 j--) {
                cld__polygon_swap(a, j, j - 1);
            }
        }
        if (top == 0) return;
        top--;
        first = waiting[top][0], last = waiting[top][1], left = depth[top];
    }
}

/* Item i becomes the hull's last, after those before it that are not left of it have gone; they
   remain in the array. The hull is items 0..count-1, its chain began with item `begin`. Returns the
   new count. */
static size_t cld__polygon_chain_add(const cld__polygon_items *a, size_t begin, size_t count,
                                     size_t i)
{
    while (count > begin + 1 &&
           cld__orient2d(cld__polygon_item(a, count - 2), cld__polygon_item(a, count - 1),
                         cld__polygon_item(a, i)) <= 0) {
        count--;
    }
    cld__polygon_swap(a, count, i);
    return count + 1;
}

/* The points in order: the leftmost, those below the line from it to the rightmost, that, those
   above, and those on the line. So each chain of the hull is found and kept in place. */
static size_t cld__polygon_hull_of(const cld__polygon_items *a, size_t count)
{
    size_t i, below, above, h, begin, end;
    cld__vec2d left, right;
    for (i = 1; i < count; i++) {
        if (cld__polygon_before(cld__polygon_item(a, i), cld__polygon_item(a, 0))) {
            cld__polygon_swap(a, i, 0);
        }
        /* the rightmost is kept at the end */
        if (i < count - 1 &&
            cld__polygon_before(cld__polygon_item(a, count - 1), cld__polygon_item(a, i))) {
            cld__polygon_swap(a, i, count - 1);
            if (cld__polygon_before(cld__polygon_item(a, i), cld__polygon_item(a, 0))) {
                cld__polygon_swap(a, i, 0);
            }
        }
    }
    left = cld__polygon_item(a, 0), right = cld__polygon_item(a, count - 1);
    if (!cld__polygon_before(left, right)) return 1;
    for (i = below = 1, above = count - 1; i < above;) { /* those on the line: in between, first */
        const int side = cld__orient2d(left, right, cld__polygon_item(a, i));
        if (side < 0)
            cld__polygon_swap(a, i++, below++);
        else if (side > 0)
            cld__polygon_swap(a, i, --above);
        else
            i++;
    }
    /* 0: left; 1 to below-1; on the line: below to above-1; above to count-2; count-1: right, which
       changes places with the first that is not below */
    cld__polygon_swap(a, below, count - 1);
    end = below < above ? count - 1 : count;
    if (below == above) above++;
    cld__polygon_sort(a, 1, below, 1);
    for (h = 1, i = 1; i <= below; i++) h = cld__polygon_chain_add(a, 0, h, i);
    begin = h - 1;
    cld__polygon_sort(a, above, end, -1);
    for (i = above; i < end; i++) h = cld__polygon_chain_add(a, begin, h, i);
    while (h > begin + 1 && cld__orient2d(cld__polygon_item(a, h - 2), cld__polygon_item(a, h - 1),
                                          cld__polygon_item(a, 0)) <= 0) {
        h--;
    }
    return h;
}

int cld_polygon_hull(cld_real *points, size_t count, size_t stride)
{
    cld__polygon_items a;
    size_t i;
    if (!points && count) return CLD_ERROR_NULL;
    if (count > CLD__POLYGON_MOST) return CLD_ERROR_COUNT;
    if (!stride) stride = 2 * sizeof(cld_real);
    if (stride % sizeof(cld_real) || stride < 2 * sizeof(cld_real)) return CLD_ERROR_STRIDE;
    if (!count) return 0;
    a.items = (char *)points, a.stride = stride;
    for (i = 0; i < count; i++) {
        if (!cld__v2_is_usable(cld__polygon_item(&a, i))) return CLD_ERROR_POINT;
    }
    return (int)cld__polygon_hull_of(&a, count);
}

int cld_polygon_extreme(const cld_polygon *polygon, cld_vec2 direction, uint32_t *vertex,
                        cld_vec2 *point)
{
    cld__polygon p;
    uint32_t found;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (!cld__v2_is_usable(cld__v2_from(direction))) return CLD_ERROR_FINITE;
    found = cld__polygon_extreme_vertex(&p, cld__v2_from(direction));
    if (vertex) *vertex = found;
    if (point) *point = cld__v2_to(cld__polygon_vertex(&p, found));
    return CLD_OK;
}

int cld_polygon_extreme_many(const cld_polygon *polygon, const cld_vec2 *directions, size_t count,
                             uint32_t *vertices)
{
    cld__polygon p;
    size_t i;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (count && (!directions || !vertices)) return CLD_ERROR_NULL;
    for (i = 0; i < count; i++) {
        if (!cld__v2_is_usable(cld__v2_from(directions[i]))) return CLD_ERROR_FINITE;
    }
    for (i = 0; i < count; i++) {
        vertices[i] = cld__polygon_extreme_vertex(&p, cld__v2_from(directions[i]));
    }
    return CLD_OK;
}

int cld_polygon_span(const cld_polygon *polygon, cld_vec2 direction, cld_span *span)
{
    cld__polygon p;
    cld__vec2d d = cld__v2_from(direction), unit, least, most;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (!span) return CLD_ERROR_NULL;
    if (!cld__v2_is_usable(d)) return CLD_ERROR_FINITE;
    if (d.x == 0 && d.y == 0) return CLD_ERROR_PARAMETER;
    span->vertex_max = cld__polygon_extreme_vertex(&p, d);
    span->vertex_min = cld__polygon_extreme_vertex(&p, cld__v2(-d.x, -d.y));
    unit = cld__v2_unit(d);
    least = cld__polygon_vertex(&p, span->vertex_min);
    most = cld__polygon_vertex(&p, span->vertex_max);
    span->min = (cld_real)cld__v2_dot(least, unit);
    span->max = (cld_real)cld__v2_dot(most, unit);
    if (p.posed) { /* the difference, without the rounding of the position */
        least = cld__polygon_local(&p, span->vertex_min);
        most = cld__polygon_local(&p, span->vertex_max);
        unit = cld__v2(p.cosine * unit.x + p.sine * unit.y, p.cosine * unit.y - p.sine * unit.x);
    }
    span->width = (cld_real)cld__max(0, cld__v2_dot(cld__v2_sub(most, least), unit));
    return CLD_OK;
}

int cld_polygon_contains(const cld_polygon *polygon, cld_vec2 point)
{
    cld__polygon p;
    cld__polygon_spot q;
    cld__polygon_place place;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (!cld__v2_is_usable(cld__v2_from(point))) return CLD_ERROR_FINITE;
    q = cld__polygon_spot_from(&p, cld__v2_from(point));
    return cld__polygon_place_exact(&p, &q, &place);
}

int cld_polygon_contains_many(const cld_polygon *polygon, const cld_real *points, size_t count,
                              size_t stride, uint8_t *where)
{
    cld__polygon p;
    cld__polygon_place place;
    size_t i;
    int pass;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (count && (!points || !where)) return CLD_ERROR_NULL;
    if (!stride) stride = 2 * sizeof(cld_real);
    if (stride % sizeof(cld_real) || stride < 2 * sizeof(cld_real)) return CLD_ERROR_STRIDE;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < count; i++) {
            const cld_real *x = (const cld_real *)(const void *)((const char *)points + i * stride);
            const cld__vec2d v = cld__v2((double)x[0], (double)x[1]);
            if (pass == 0) {
                if (!cld__v2_is_usable(v)) return CLD_ERROR_FINITE;
            } else {
                const cld__polygon_spot q = cld__polygon_spot_from(&p, v);
                where[i] = (uint8_t)cld__polygon_place_exact(&p, &q, &place);
            }
        }
    }
    return CLD_OK;
}

int cld_polygon_tangents(const cld_polygon *polygon, cld_vec2 point, uint32_t vertices[2])
{
    cld__polygon p;
    cld__polygon_spot q;
    cld__polygon_place place;
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (!vertices) return CLD_ERROR_NULL;
    if (!cld__v2_is_usable(cld__v2_from(point))) return CLD_ERROR_FINITE;
    q = cld__polygon_spot_from(&p, cld__v2_from(point));
    if (cld__polygon_place_exact(&p, &q, &place) != CLD_OUTSIDE) return 0;
    if (place.lone)
        vertices[0] = vertices[1] = place.edge;
    else
        cld__polygon_horizon(&p, &q, place.edge, vertices);
    return 1;
}

/* ----------------------------------------------------------------- [POLYGON] one polygon: lines
   Seen from the line, the vertices have a height: positive to its left. On the way from the lowest
   to the highest, counter-clockwise, the line leaves the polygon; on the way back it enters. */

/* A line that is asked about: the point from + t (to - from) has the parameter t. */
typedef struct cld__polygon_line {
    const cld__polygon *p;
    cld__polygon_aim along;
    cld__polygon_spot origin;
} cld__polygon_line;

/* Where the line crosses the boundary. */
typedef struct cld__polygon_crossing {
    uint32_t number; /* of the vertex or edge */
    int vertex;      /* 1: it passes through this vertex */
    int along;       /* it runs along an edge that faces left (1) or right (-1), or the polygon is
                        a point or lies along it (2) */
} cld__polygon_crossing;

/* Vertex i's height as exact sums: cross(direction, i - origin). */
static void cld__polygon_height_sums(const cld__polygon_line *line, uint32_t i, cld__sum2 *u,
                                     cld__sum2 *v)
{
    cld__sum2 a;
    *u = cld__sum2_from(line->along.to);
    if (line->along.from.x != 0 || line->along.from.y != 0) {
        a = cld__sum2_from(line->along.from);
        *u = cld__sum2_sub(u, &a);
    }
    a = cld__sum2_from(line->origin.world), *v = cld__polygon_sum2(line->p, i);
    *v = cld__sum2_sub(v, &a);
}

static CLD__NOINLINE int cld__polygon_height_exact(const cld__polygon_line *line, uint32_t i)
{
    const cld__vec2d v = cld__polygon_local(line->p, i);
    cld__sum2 a, b;
    if (!line->p->posed && (line->along.from.x != 0 || line->along.from.y != 0)) {
        return cld__orient2d(line->along.from, line->along.to, v); /* a segment: from = origin */
    }
    cld__polygon_height_sums(line, i, &a, &b);
    return cld__sum2_sign(&a, &b, 0);
}

/* The sign of vertex i's height: 1 where it is to the left of the line. Exact. */
CLD__INLINE int cld__polygon_height(const cld__polygon_line *line, uint32_t i)
{
    const cld__vec2d d = line->along.local;
    const cld__vec2d w = cld__v2_sub(cld__polygon_local(line->p, i), line->origin.local);
    const double x = d.x * w.y, y = d.y * w.x, height = x - y;
    const double slack = line->along.error * (fabs(w.x) + fabs(w.y)) +
                         2 * line->origin.error * (fabs(d.x) + fabs(d.y));
    if (cld__polygon_sure(height, fabs(x) + fabs(y), 2 * slack)) return cld__polygon_sign(height);
    return cld__polygon_height_exact(line, i);
}

/* The last of the vertices first..last (that may be beyond the count) whose height has the given
   sign, the first having it and the last not. */
static uint32_t cld__polygon_height_last(const cld__polygon_line *line, uint32_t first,
                                         uint32_t last, int sign)
{
    const uint32_t n = line->p->count;
    while (last - first > 1) {
        const uint32_t middle = first + (last - first) / 2;
        if (cld__polygon_height(line, middle < n ? middle : middle - n) == sign)
            first = middle;
        else
            last = middle;
    }
    return first;
}

/* Of the vertices first..last, all on the line and in order along it, the first that is equal to
   the last. */
static uint32_t cld__polygon_first_equal(const cld__polygon *p, uint32_t first, uint32_t last)
{
    const uint32_t end = last < p->count ? last : last - p->count;
    if (cld__polygon_same(p, first < p->count ? first : first - p->count, end)) return first;
    while (last - first > 1) {
        const uint32_t middle = first + (last - first) / 2;
        if (cld__polygon_same(p, middle < p->count ? middle : middle - p->count, end)) {
            last = middle;
        } else {
            first = middle;
        }
    }
    return last;
}

static cld__polygon_crossing cld__polygon_crossing_at(const cld__polygon *p, uint32_t number,
                                                      int vertex, int along)
{
    cld__polygon_crossing r;
    r.number = number < p->count ? number : number - p->count;
    r.vertex = vertex, r.along = along;
    return r;
}

/* Where the height passes from the sign at `first` to its opposite at `last`. */
static cld__polygon_crossing cld__polygon_pass(const cld__polygon_line *line, uint32_t first,
                                               uint32_t last, int sign)
{
    const uint32_t n = line->p->count;
    const uint32_t i = cld__polygon_height_last(line, first, last, sign);
    const uint32_t j = i + 1 < n ? i + 1 : i + 1 - n;
    const int vertex = cld__polygon_height(line, j) == 0;
    return cld__polygon_crossing_at(line->p, vertex ? j : i, vertex, 0);
}

/* Does the line meet the polygon? If so, c[0] is where it enters, c[1] where it leaves. Every step
   decided exactly. O(log n). */
static CLD__NOINLINE int cld__polygon_cross_exact(const cld__polygon_line *line,
                                                  cld__polygon_crossing c[2])
{
    const cld__polygon *p = line->p;
    const cld__vec2d f = line->along.from, t = line->along.to;
    cld__polygon_aim left = cld__polygon_aim_from(p, cld__v2(-f.y, f.x), cld__v2(-t.y, t.x));
    const uint32_t high = cld__polygon_extreme_exact(p, &left);
    uint32_t low, last;
    int top, bottom;
    left = cld__polygon_aim_from(p, cld__v2(f.y, -f.x), cld__v2(t.y, -t.x));
    low = cld__polygon_extreme_exact(p, &left);
    top = cld__polygon_height(line, high), bottom = cld__polygon_height(line, low);
    if (top < 0 || bottom > 0) return 0;
    if (top > 0 && bottom < 0) {
        c[0] = cld__polygon_pass(line, high, low > high ? low : low + p->count, 1);
        c[1] = cld__polygon_pass(line, low, high > low ? high : high + p->count, -1);
    } else if (top == 0 && bottom < 0) {
        last = cld__polygon_height_last(line, high, low > high ? low : low + p->count, 0);
        last = cld__polygon_first_equal(p, high, last);
        c[0] = cld__polygon_crossing_at(p, last, 1, last != high);
        c[1] = cld__polygon_crossing_at(p, high, 1, last != high);
    } else if (top > 0) {
        last = cld__polygon_height_last(line, low, high > low ? high : high + p->count, 0);
        last = cld__polygon_first_equal(p, low, last);
        c[0] = cld__polygon_crossing_at(p, low, 1, last != low ? -1 : 0);
        c[1] = cld__polygon_crossing_at(p, last, 1, last != low ? -1 : 0);
    } else {
        c[0] = cld__polygon_crossing_at(p, low, 1, 2);
        c[1] = cld__polygon_crossing_at(p, high, 1, 2);
    }
    return 1;
}

/* The sign of the parameter of crossing c minus that of q, a point of the line. Exact. */
static int cld__polygon_ahead(const cld__polygon_line *line, const cld__polygon_crossing *c,
                              const cld__polygon_spot *q, int leaving)
{
    const cld__polygon *p = line->p;
    const cld__vec2d d = line->along.local;
    cld__polygon_line other = *line;
    cld__vec2d w;
    cld__sum2 u, v;
    double x, y, slack;
    if (!c->vertex) {
        const int side = cld__polygon_side(p, c->number, cld__polygon_next(p, c->number), q);
        return leaving ? side : -side;
    }
    w = cld__v2_sub(cld__polygon_local(p, c->number), q->local);
    x = d.x * w.x, y = d.y * w.y;
    slack = line->along.error * (fabs(w.x) + fabs(w.y)) + 2 * q->error * (fabs(d.x) + fabs(d.y));
    if (cld__polygon_sure(x + y, fabs(x) + fabs(y), 2 * slack)) return cld__polygon_sign(x + y);
    other.origin = *q;
    cld__polygon_height_sums(&other, c->number, &u, &v);
    return cld__sum2_sign(&u, &v, 1);
}

/* How far along edge i, from vertex i, the line crosses it: height / (height - height of the
   other end), of which the first is negative where the other is positive, and the reverse. */
static CLD__NOINLINE double cld__polygon_share_exact(const cld__polygon_line *line, uint32_t i)
{
    const uint32_t j = cld__polygon_next(line->p, i);
    cld__sum2 u, v;
    double a, b;
    int ea, eb;
    cld__polygon_height_sums(line, i, &u, &v);
    a = fabs(cld__sum2_value(&u, &v, 0, &ea));
    cld__polygon_height_sums(line, j, &u, &v);
    b = fabs(cld__sum2_value(&u, &v, 0, &eb));
    if (ea < eb)
        a = ldexp(a, ea - eb > -1100 ? ea - eb : -1100);
    else
        b = ldexp(b, eb - ea > -1100 ? eb - ea : -1100);
    return a + b > 0 ? a / (a + b) : 0.5;
}

static double cld__polygon_share(const cld__polygon_line *line, uint32_t i)
{
#ifndef CLD__LOOSE_MATH
    const cld__vec2d a = cld__polygon_local(line->p, i), d = line->along.local;
    const cld__vec2d b = cld__polygon_local(line->p, cld__polygon_next(line->p, i));
    const cld__vec2d u = cld__v2_sub(a, line->origin.local), v = cld__v2_sub(b, line->origin.local);
    const double dx = fabs(d.x), dy = fabs(d.y);
    const double from = fabs(cld__v2_cross(d, u)), to = fabs(cld__v2_cross(d, v));
    const double reach = cld__max(fabs(u.x), fabs(v.x)) * dy + cld__max(fabs(u.y), fabs(v.y)) * dx;
    const double error = 4 * CLD__ROUND_DOUBLE * reach +
                         2 * line->along.error * (cld__v2_largest(u) + cld__v2_largest(v)) +
                         2 * line->origin.error * (dx + dy);
    const double length = cld__v2_largest(cld__v2_sub(b, a));
    const double most = cld__max(cld__v2_largest(a), cld__v2_largest(line->origin.local));
    if (error * length < 8 * CLD__ROUND_DOUBLE * most * (from + to) && reach > 1e-280 &&
        reach < 1e300) {
        return from / (from + to);
    }
#endif
    return cld__polygon_share_exact(line, i);
}

/* The unit outward normal of edge i, of length other than zero, in the polygon's frame. */
static cld__vec2d cld__polygon_edge_normal(const cld__polygon *p, uint32_t i, uint32_t j)
{
    const cld__vec2d e =
        cld__v2_unit(cld__v2_sub(cld__polygon_local(p, j), cld__polygon_local(p, i)));
    return cld__v2(e.y, -e.x);
}

static cld__vec2d cld__polygon_turned(const cld__polygon *p, cld__vec2d v)
{
    if (!p->posed) return v;
    return cld__v2_unit(cld__v2(p->cosine * v.x - p->sine * v.y, p->sine * v.x + p->cosine * v.y));
}

/* The unit sum of the normals of the two edges at vertex i (0 for a point). */
static cld__vec2d cld__polygon_vertex_normal(const cld__polygon *p, uint32_t i)
{
    const uint32_t before = cld__polygon_previous(p, i); /* i is the first of equal ones */
    uint32_t k, after = cld__polygon_next(p, i);
    cld__polygon_round round;
    cld__vec2d a, b;
    if (cld__polygon_same(p, i, after)) {
        if (!cld__polygon_round_from(p, &round)) return cld__v2(0, 0);
        k = i >= round.start ? i - round.start : i + p->count - round.start;
        after = cld__polygon_at(&round, cld__polygon_run_end(&round, k));
    }
    a = cld__polygon_edge_normal(p, before, i), b = cld__polygon_edge_normal(p, i, after);
    /* of a spike the normals nearly cancel, but not the edges' directions */
    if (cld__v2_dot(a, b) >= 0)
        a = cld__v2_add(a, b);
    else
        a = cld__v2(b.y - a.y, a.x - b.x);
    return cld__polygon_turned(p, cld__v2_unit(a));
}

static cld__vec2d cld__polygon_crossing_normal(const cld__polygon_line *line,
                                               const cld__polygon_crossing *c)
{
    const cld__polygon *p = line->p;
    cld__vec2d d = cld__v2_unit(cld__v2_sub(line->along.to, line->along.from));
    if (c->along == 2) return cld__v2(-d.x, -d.y);
    if (c->along) return cld__v2(-d.y * c->along, d.x * c->along);
    if (c->vertex) return cld__polygon_vertex_normal(p, c->number);
    return cld__polygon_turned(
        p, cld__polygon_edge_normal(p, c->number, cld__polygon_next(p, c->number)));
}

/* Where crossing c is, relative to nothing: in the world. */
static cld__vec2d cld__polygon_crossing_point(const cld__polygon_line *line,
                                              const cld__polygon_crossing *c)
{
    const cld__vec2d a = cld__polygon_vertex(line->p, c->number);
    if (c->vertex) return a;
    return cld__v2_lerp(a, cld__polygon_vertex(line->p, cld__polygon_next(line->p, c->number)),
                        cld__polygon_share(line, c->number));
}

/* What is asked for: the whole line, t >= 0, or t from 0 to 1. */
enum { CLD__POLYGON_LINE, CLD__POLYGON_RAY, CLD__POLYGON_SEGMENT };

/* One end of what is within: at crossing c, or, if inside is set, where the segment itself ends
   (t = 0 or 1). */
static void cld__polygon_clip_end(const cld__polygon_line *line, const cld__polygon_crossing *c,
                                  int at, int inside, cld_real *t, cld_vec2 *point,
                                  cld_vec2 *normal, uint32_t *feature)
{
    cld__vec2d d = cld__v2_sub(line->along.to, line->along.from), where;
    const double scale = cld__unit_scale(cld__v2_largest(d));
    if (inside) {
        *normal = cld__v2_to(cld__v2(0, 0));
        *feature = CLD_FEATURE_INTERIOR;
    } else {
        *normal = cld__v2_to(cld__polygon_crossing_normal(line, c));
        *feature = 4 * c->number + (c->vertex ? CLD_FEATURE_VERTEX : CLD_FEATURE_EDGE);
    }
    if (at >= 0) {
        *t = (cld_real)at;
        *point = cld__v2_to(at ? line->along.to : line->origin.world);
        return;
    }
    where = cld__polygon_crossing_point(line, c);
    d = cld__v2_scale(d, scale);
    *t = (cld_real)(cld__v2_dot(cld__v2_sub(where, line->origin.world), d) / cld__v2_dot(d, d) *
                    scale);
    *point = cld__v2_to(where);
}

/* A segment of length 0. */
static int cld__polygon_clip_point(const cld__polygon *p, const cld__polygon_spot *q,
                                   cld_clip2 *clip)
{
    cld__polygon_place place;
    cld__polygon_round round;
    cld__vec2d normal = cld__v2(0, 0);
    uint32_t k, feature = CLD_FEATURE_INTERIOR;
    const int where = cld__polygon_place_exact(p, q, &place);
    if (where == CLD_OUTSIDE) return 0;
    if (!clip) return 1;
    if (where == CLD_BOUNDARY) {
        const uint32_t i = place.edge, j = cld__polygon_next(p, i);
        uint32_t vertex = p->count;
        if (cld__polygon_compare(p, q, i, 0) == 0 && cld__polygon_compare(p, q, i, 1) == 0) {
            vertex = 0;
            if (cld__polygon_round_from(p, &round)) {
                k = i >= round.start ? i - round.start : i + p->count - round.start;
                vertex = cld__polygon_at(&round, cld__polygon_run_start(&round, k));
            }
        } else if (cld__polygon_compare(p, q, j, 0) == 0 && cld__polygon_compare(p, q, j, 1) == 0) {
            vertex = j;
        }
        if (vertex < p->count) {
            feature = 4 * vertex + CLD_FEATURE_VERTEX;
            normal = cld__polygon_vertex_normal(p, vertex);
        } else {
            feature = 4 * i + CLD_FEATURE_EDGE;
            normal = cld__polygon_turned(p, cld__polygon_edge_normal(p, i, j));
        }
    }
    clip->enter = 0, clip->exit = 1;
    clip->enter_point = clip->exit_point = cld__v2_to(q->world);
    clip->enter_normal = clip->exit_normal = cld__v2_to(normal);
    clip->enter_feature = clip->exit_feature = feature;
    return 1;
}

static int cld__polygon_clip(const cld_polygon *polygon, cld__vec2d origin, cld__vec2d to, int what,
                             cld_clip2 *clip)
{
    cld__polygon p;
    cld__polygon_line line;
    cld__polygon_spot end;
    cld__polygon_crossing c[2];
    int begin = 1, over = -1; /* signs of where it enters (minus 0) and where it leaves (minus 1) */
    const int status = cld__polygon_from(polygon, &p);
    if (status != CLD_OK) return status;
    if (!cld__v2_is_usable(origin) || !cld__v2_is_usable(to)) return CLD_ERROR_FINITE;
    line.p = &p;
    line.origin = cld__polygon_spot_from(&p, origin);
    if (what == CLD__POLYGON_SEGMENT) {
        if (origin.x == to.x && origin.y == to.y) {
            return cld__polygon_clip_point(&p, &line.origin, clip);
        }
        line.along = cld__polygon_aim_from(&p, origin, to);
    } else {
        if (to.x == 0 && to.y == 0) return CLD_ERROR_PARAMETER;
        line.along = cld__polygon_aim_from(&p, cld__v2(0, 0), to);
    }
    if (!cld__polygon_cross_exact(&line, c)) return 0;
    if (what != CLD__POLYGON_LINE) {
        if (cld__polygon_ahead(&line, &c[1], &line.origin, 1) < 0) return 0;
        begin = cld__polygon_ahead(&line, &c[0], &line.origin, 0);
    }
    if (what == CLD__POLYGON_SEGMENT) {
        end = cld__polygon_spot_from(&p, to);
        if (cld__polygon_ahead(&line, &c[0], &end, 0) > 0) return 0;
        over = cld__polygon_ahead(&line, &c[1], &end, 1);
    }
    if (!clip) return 1;
    cld__polygon_clip_end(&line, &c[0], begin > 0 ? -1 : 0, begin < 0, &clip->enter,
                          &clip->enter_point, &clip->enter_normal, &clip->enter_feature);
    cld__polygon_clip_end(&line, &c[1], over < 0 ? -1 : 1, over > 0, &clip->exit, &clip->exit_point,
                          &clip->exit_normal, &clip->exit_feature);
    /* rounding must not turn them around, nor lead out of what was asked for */
    if (what != CLD__POLYGON_LINE && clip->enter < 0) clip->enter = 0;
    if (what == CLD__POLYGON_SEGMENT && clip->exit > 1) clip->exit = 1;
    if (what == CLD__POLYGON_SEGMENT && clip->enter > 1) clip->enter = 1;
    if (clip->exit < clip->enter) clip->exit = clip->enter;
    return 1;
}

int cld_polygon_clip_line(const cld_polygon *polygon, cld_vec2 origin, cld_vec2 direction,
                          cld_clip2 *clip)
{
    return cld__polygon_clip(polygon, cld__v2_from(origin), cld__v2_from(direction),
                             CLD__POLYGON_LINE, clip);
}

int cld_polygon_clip_ray(const cld_polygon *polygon, cld_vec2 origin, cld_vec2 direction,
                         cld_clip2 *clip)
{
    return cld__polygon_clip(polygon, cld__v2_from(origin), cld__v2_from(direction),
                             CLD__POLYGON_RAY, clip);
}

int cld_polygon_clip_segment(const cld_polygon *polygon, cld_vec2 from, cld_vec2 to,
                             cld_clip2 *clip)
{
    return cld__polygon_clip(polygon, cld__v2_from(from), cld__v2_from(to), CLD__POLYGON_SEGMENT,
                             clip);
}

/* ---------------------------------------------------- [POLYGON] two polygons: overlap, distance
   W is the set of all w = q - p, p of P and q of Q: they are apart if a direction d has w.d > 0 for
   all of W, and closest where that d, of unit length, makes the least w.d greatest. A direction is
   told by an edge e of P, or one of Q reversed, at right angles: d = (e.y, -e.x). Then
   w.d = cross(w, e), and if w has the least w.d, the sign of e.w says to which side of d the
   closest points lie. So all that is asked are signs of products of differences of vertices.

   Chains of P and Q hold the closest points, edges sorted by d within a right angle. With the
   middle edges e of P, from p to p', and f of Q, from q to q', f's direction the farther to the
   left, and w = q - p': where e.w >= 0 the closest point of P does not come before p' (on the way
   to d, Q only goes on along e), where f.w >= 0 that of Q not after q. One of these is so, or w
   shows that no direction between those of e and f parts them. Each step halves a chain.
   Source: Edelsbrunner 1985; the proof by directions is ours. */

/* From one placed vertex to another, of one polygon or of two. */
typedef struct cld__polygon_arrow {
    const cld__polygon *tail_of, *head_of;
    uint32_t tail, head;
    cld__vec2d v;       /* rounded, */
    double size, error; /* |v.x| + |v.y|, and the sum of their errors at most */
} cld__polygon_arrow;

static cld__polygon_arrow cld__polygon_arrow_from(const cld__polygon *tail_of, uint32_t tail,
                                                  const cld__polygon *head_of, uint32_t head)
{
    const cld__vec2d from = cld__polygon_local(tail_of, tail);
    const cld__vec2d to = cld__polygon_local(head_of, head);
    cld__polygon_arrow r;
    r.tail_of = tail_of, r.head_of = head_of;
    r.tail = tail, r.head = head;
    r.error = DBL_MIN;        /* what underflow may cost */
    if (tail_of == head_of) { /* rounded before it is turned, a difference loses least */
        r.v = cld__v2_sub(to, from);
        if (tail_of->posed) {
            r.v = cld__v2(tail_of->cosine * r.v.x - tail_of->sine * r.v.y,
                          tail_of->sine * r.v.x + tail_of->cosine * r.v.y);
        }
    } else {
        const double unit = 6 * CLD__ROUND_DOUBLE;
        r.v = cld__v2_sub(cld__polygon_vertex(head_of, head), cld__polygon_vertex(tail_of, tail));
        if (head_of->posed) {
            r.error += unit * (fabs(to.x) + fabs(to.y) + fabs(head_of->position.x) +
                               fabs(head_of->position.y));
        }
        if (tail_of->posed) {
            r.error += unit * (fabs(from.x) + fabs(from.y) + fabs(tail_of->position.x) +
                               fabs(tail_of->position.y));
        }
    }
    r.size = fabs(r.v.x) + fabs(r.v.y);
    r.error += 8 * CLD__ROUND_DOUBLE * r.size;
    return r;
}

/* The same, exactly; not turned and moved where that does not matter. */
static cld__sum2 cld__polygon_arrow_sum2(const cld__polygon_arrow *a, int local)
{
    cld__sum2 head, tail;
    if (local) {
        head = cld__sum2_from(cld__polygon_local(a->head_of, a->head));
        tail = cld__sum2_from(cld__polygon_local(a->tail_of, a->tail));
    } else {
        head = cld__polygon_sum2(a->head_of, a->head);
        tail = cld__polygon_sum2(a->tail_of, a->tail);
    }
    return cld__sum2_sub(&head, &tail);
}

static CLD__NOINLINE int cld__polygon_arrow_exact(const cld__polygon_arrow *a,
                                                  const cld__polygon_arrow *b, int dot)
{
    const int local =
        a->tail_of == a->head_of && b->tail_of == b->head_of && a->tail_of == b->head_of;
    const cld__sum2 u = cld__polygon_arrow_sum2(a, local), v = cld__polygon_arrow_sum2(b, local);
    return cld__sum2_sign(&u, &v, dot);
}

/* The sign of the dot product, exactly. */
CLD__INLINE int cld__polygon_arrow_dot(const cld__polygon_arrow *a, const cld__polygon_arrow *b)
{
#ifndef CLD__LOOSE_MATH
    const double product = a->size * b->size, value = cld__v2_dot(a->v, b->v);
    const double bound = a->error * b->size + b->error * (a->size + a->error);
    if (product > 1e-280 && product < 1e304 &&
        fabs(value) > bound + 4 * CLD__ROUND_DOUBLE * product) {
        return value > 0 ? 1 : -1;
    }
#endif
    return cld__polygon_arrow_exact(a, b, 1);
}

/* The sign of the cross product, exactly: 1 where b lies to the left of a. */
CLD__INLINE int cld__polygon_arrow_cross(const cld__polygon_arrow *a, const cld__polygon_arrow *b)
{
#ifndef CLD__LOOSE_MATH
    const double product = a->size * b->size, value = cld__v2_cross(a->v, b->v);
    const double bound = a->error * b->size + b->error * (a->size + a->error);
    if (product > 1e-280 && product < 1e304 &&
        fabs(value) > bound + 4 * CLD__ROUND_DOUBLE * product) {
        return value > 0 ? 1 : -1;
    }
#endif
    return cld__polygon_arrow_exact(a, b, 0);
}

/* A vertex that is elsewhere than vertex i, as soon as may be; i if there is none. O(1), or O(n)
   where nearly all vertices are in one place. */
static uint32_t cld__polygon_elsewhere(const cld__polygon *p, uint32_t i)
{
    uint32_t step, k;
    for (step = p->count / 2; step > 0; step /= 2) {
        for (k = step; k < p->count; k += step) {
            const uint32_t at = i + k < p->count ? i + k : i + k - p->count;
            if (!cld__polygon_same(p, i, at)) return at;
        }
    }
    return i;
}

/* Of all vertices in the place of vertex i, the first, counter-clockwise (0, if all are there). */
static uint32_t cld__polygon_first_same(const cld__polygon *p, uint32_t i)
{
    uint32_t from, low, high;
    if (!cld__polygon_same(p, i, cld__polygon_previous(p, i))) return i;
    from = cld__polygon_elsewhere(p, i);
    if (from == i) return 0;
    low = 0,
    high = i > from ? i - from : i + p->count - from; /* steps from `from`: not, and there */
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2, at = from + middle;
        if (cld__polygon_same(p, i, at < p->count ? at : at - p->count)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return from + high < p->count ? from + high : from + high - p->count;
}

/* Vertices first, first + 1 ... first + length, around the polygon; length edges. */
typedef struct cld__polygon_chain {
    const cld__polygon *of;
    uint32_t first, length;
} cld__polygon_chain;

CLD__INLINE uint32_t cld__polygon_chain_at(const cld__polygon_chain *chain, uint32_t k)
{
    k += chain->first;
    return k < chain->of->count ? k : k - chain->of->count;
}

/* The part from vertex k on. */
static void cld__polygon_chain_from(cld__polygon_chain *chain, uint32_t k)
{
    chain->first = cld__polygon_chain_at(chain, k);
    chain->length -= k;
}

static cld__polygon_arrow cld__polygon_chain_edge(const cld__polygon_chain *chain, uint32_t k)
{
    return cld__polygon_arrow_from(chain->of, cld__polygon_chain_at(chain, k), chain->of,
                                   cld__polygon_chain_at(chain, k + 1));
}

static cld__polygon_arrow cld__polygon_arrow_reverse(cld__polygon_arrow a)
{
    cld__polygon_arrow r = a;
    r.tail_of = a.head_of, r.head_of = a.tail_of;
    r.tail = a.head, r.head = a.tail;
    r.v = cld__v2(-a.v.x, -a.v.y);
    return r;
}

/* An edge of the part from low to high, that is not of length 0, at k or the nearest of those
   after it, else of those before it. Returns 0 if there is none. O(1) but in a run of vertices in
   one place: O(log n). */
static int cld__polygon_chain_find(const cld__polygon_chain *chain, uint32_t low, uint32_t high,
                                   uint32_t k, uint32_t *edge)
{
    const cld__polygon *p = chain->of;
    uint32_t at, same, other, middle;
    if (low >= high) return 0;
    at = cld__polygon_chain_at(chain, k);
    *edge = k;
    if (!cld__polygon_same(p, at, cld__polygon_chain_at(chain, k + 1))) return 1;
    same = k, other = high;
    if (!cld__polygon_same(p, at, cld__polygon_chain_at(chain, other))) {
        while (other - same > 1) {
            middle = same + (other - same) / 2;
            if (cld__polygon_same(p, at, cld__polygon_chain_at(chain, middle))) {
                same = middle;
            } else {
                other = middle;
            }
        }
        *edge = same;
        return 1;
    }
    other = low;
    if (cld__polygon_same(p, at, cld__polygon_chain_at(chain, other))) return 0;
    while (same - other > 1) {
        middle = other + (same - other) / 2;
        if (cld__polygon_same(p, at, cld__polygon_chain_at(chain, middle))) {
            same = middle;
        } else {
            other = middle;
        }
    }
    *edge = other;
    return 1;
}

/* How the edges f of a chain compare with u: sense times the sign of u x f or u.f falls along the
   chain. The first vertex of the chain after all edges that have 1 (with_zero: or 0). */
static uint32_t cld__polygon_chain_part(const cld__polygon_chain *chain,
                                        const cld__polygon_arrow *u, int dot, int sense,
                                        int with_zero)
{
    uint32_t low = 0, high = chain->length, k;
    while (cld__polygon_chain_find(chain, low, high, low + (high - low) / 2, &k)) {
        const cld__polygon_arrow f = cld__polygon_chain_edge(chain, k);
        const int sign =
            sense * (dot ? cld__polygon_arrow_dot(u, &f) : cld__polygon_arrow_cross(u, &f));
        if (sign > 0 || (sign == 0 && with_zero)) {
            low = k + 1;
        } else {
            high = k;
        }
    }
    return low;
}

/* Is edge f, from vertex k of a chain that goes all around, before the direction `half` and u, seen
   from the chain's first edge e on? half: 0 up to less than half a turn from e, 1 less than one
   turn, 2 one turn. */
static int cld__polygon_edge_before(const cld__polygon_chain *chain, const cld__polygon_arrow *e,
                                    uint32_t k, const cld__polygon_arrow *u, int half,
                                    int with_same)
{
    const cld__polygon_arrow f = cld__polygon_chain_edge(chain, k);
    int own = cld__polygon_arrow_cross(e, &f), side;
    if (own) {
        own = own < 0;
    } else if (cld__polygon_arrow_dot(e, &f) < 0) {
        own = 1;
    } else { /* along e: right after e, or before it, at the end of the way around */
        const cld__polygon_arrow way =
            cld__polygon_arrow_from(e->tail_of, e->tail, f.tail_of, f.tail);
        own = cld__polygon_arrow_dot(e, &way) < 0 ? 2 : 0;
    }
    if (own != half) return own < half;
    if (own == 2) return with_same;
    side = cld__polygon_arrow_cross(&f, u);
    return side > 0 || (side == 0 && with_same);
}

/* The edges that lie strictly to the left of u, as a chain: exactly. */
static cld__polygon_chain cld__polygon_chain_left(const cld__polygon *p,
                                                  const cld__polygon_arrow *u)
{
    const cld__polygon_arrow back = cld__polygon_arrow_reverse(*u);
    const uint32_t elsewhere = cld__polygon_elsewhere(p, 0);
    uint32_t ends[2], k;
    cld__polygon_chain chain;
    cld__polygon_arrow e;
    int i;
    chain.of = p;
    chain.first = chain.length = 0;
    if (elsewhere == 0) return chain;
    cld__polygon_chain_find(&chain, 0, elsewhere, 0, &k);
    chain.first = k;
    e = cld__polygon_chain_edge(&chain, 0);
    chain.length = p->count;
    for (i = 0; i < 2; i++) { /* after all up to u; after all before -u */
        const cld__polygon_arrow *g = i ? &back : u;
        uint32_t low = 1, high = p->count;
        int half = cld__polygon_arrow_cross(&e, g);
        if (half) {
            half = half < 0;
        } else {
            half = cld__polygon_arrow_dot(&e, g) < 0 ? 1 : 2 * i;
        }
        while (cld__polygon_chain_find(&chain, low, high, low + (high - low) / 2, &k)) {
            if (cld__polygon_edge_before(&chain, &e, k, g, half, i == 0)) {
                low = k + 1;
            } else {
                high = k;
            }
        }
        ends[i] = low;
    }
    chain.length = ends[1] < ends[0] ? ends[1] + p->count - ends[0] : ends[1] - ends[0];
    chain.first = cld__polygon_chain_at(&chain, ends[0]);
    return chain;
}

/* What is found about two polygons. */
typedef struct cld__polygon_gap {
    int apart;
    uint32_t feature_a, feature_b; /* apart: of the closest points; where only the question was */
    cld__vec2d normal;             /* whether: vertices extreme along the normal, of any length */
    cld__vec2d point;              /* not apart: in both */
} cld__polygon_gap;

/* Members of W, all of which lie, seen from the origin, between `right` and `left`: less than half
   a turn. */
typedef struct cld__polygon_fan {
    cld__polygon_arrow right, left;
} cld__polygon_fan;

/* The origin is in the hull of three members of W: the point of P that is with it in Q. What rounding
   leaves of a thin triangle's areas is a start; then the sum of lambda w is brought to the origin
   along the sides. */
static cld__vec2d cld__polygon_common(const cld__polygon_arrow *a, const cld__polygon_arrow *b,
                                      const cld__polygon_arrow *c)
{
    const cld__polygon_arrow *w[3];
    cld__vec2d unit[3], r = {0, 0};
    double size, lambda[3], sum = 0;
    int i, k, turn;
    w[0] = a, w[1] = b, w[2] = c;
    size = cld__unit_scale(cld__max(a->size, cld__max(b->size, c->size)));
    for (i = 0; i < 3; i++) unit[i] = cld__v2_scale(w[i]->v, size);
    for (i = 0; i < 3; i++) {
        lambda[i] = fabs(cld__v2_cross(unit[(i + 1) % 3], unit[(i + 2) % 3]));
        sum += lambda[i];
    }
    for (i = 0; i < 3; i++) lambda[i] = sum > 0 ? lambda[i] / sum : i == 0;
    for (turn = 0; turn < 9; turn++) {
        const int from = turn % 3, to = (turn + 1) % 3;
        const cld__vec2d side = cld__v2_sub(unit[to], unit[from]);
        const double square = cld__v2_dot(side, side);
        cld__vec2d rest = {0, 0};
        double t;
        for (k = 0; k < 3; k++) rest = cld__v2_mad(rest, lambda[k], unit[k]);
        t = square > 0 ? -cld__v2_dot(rest, side) / square : 0;
        t = cld__max(-lambda[to], cld__min(lambda[from], t));
        lambda[to] += t, lambda[from] -= t;
    }
    for (k = 0; k < 3; k++)
        r = cld__v2_mad(r, lambda[k], cld__polygon_vertex(w[k]->tail_of, w[k]->tail));
    return r;
}

/* Adds w, a member of W. 1 if the origin is then in the hull: gap->point is in both polygons. */
static int cld__polygon_fan_add(cld__polygon_fan *fan, const cld__polygon_arrow *w,
                                cld__polygon_gap *gap)
{
    const int from_right = cld__polygon_arrow_cross(&fan->right, w);
    const int to_left = cld__polygon_arrow_cross(w, &fan->left);
    if (from_right > 0 && to_left < 0) {
        fan->left = *w;
        return 0;
    }
    if (from_right < 0 && to_left > 0) {
        fan->right = *w;
        return 0;
    }
    if (from_right >= 0 && to_left >= 0) {
        if (from_right > 0 && to_left > 0) return 0;
        if (cld__polygon_arrow_dot(from_right ? &fan->left : &fan->right, w) > 0) return 0;
    }
    gap->apart = 0;
    gap->point = cld__polygon_common(&fan->right, w, &fan->left);
    return 1;
}

/* An end of the range of directions d in which the search goes on: told by an edge, or d itself. */
typedef struct cld__polygon_limit {
    cld__polygon_arrow arrow;
    int is_edge, is_direction; /* neither: that limit is known from the outset */
} cld__polygon_limit;

static int cld__polygon_limit_height(const cld__polygon_limit *limit, const cld__polygon_arrow *w)
{
    return limit->is_direction ? cld__polygon_arrow_dot(&limit->arrow, w)
                               : cld__polygon_arrow_cross(w, &limit->arrow);
}

/* The search: chains of P [0] and Q [1], as they were at first and are now. */
typedef struct cld__polygon_search {
    cld__polygon_chain whole[2], chain[2];
    cld__polygon_arrow axis; /* a member of W: the closest points have d.axis > 0 */
    cld__polygon_fan fan;
    cld__polygon_limit low, high; /* d from right to left */
    int apart, done;
} cld__polygon_search;

/* w from vertex i of P's chain to vertex k of Q's. */
static cld__polygon_arrow cld__polygon_search_arrow(const cld__polygon_search *s, uint32_t i,
                                                    uint32_t k)
{
    return cld__polygon_arrow_from(s->chain[0].of, cld__polygon_chain_at(&s->chain[0], i),
                                   s->chain[1].of, cld__polygon_chain_at(&s->chain[1], k));
}

/* Edge k of a chain, Q's reversed. */
static cld__polygon_arrow cld__polygon_search_edge(const cld__polygon_search *s, int which,
                                                   uint32_t k)
{
    const cld__polygon_arrow e = cld__polygon_chain_edge(&s->chain[which], k);
    return which ? cld__polygon_arrow_reverse(e) : e;
}

/* Only the part to the left of edge e, vertex k of its chain, or only that to the right. */
static void cld__polygon_search_left(cld__polygon_search *s, int which, uint32_t k,
                                     const cld__polygon_arrow *e)
{
    cld__polygon_chain_from(&s->chain[which], k);
    s->low.arrow = *e;
    s->low.is_edge = 1, s->low.is_direction = 0;
}

static void cld__polygon_search_right(cld__polygon_search *s, int which, uint32_t k,
                                      const cld__polygon_arrow *e)
{
    s->chain[which].length = k;
    s->high.arrow = *e;
    s->high.is_edge = 1, s->high.is_direction = 0;
}

/* The chains within a right angle of directions. 1 if the polygons overlap. */
static int cld__polygon_search_begin(cld__polygon_search *s, const cld__polygon *p,
                                     const cld__polygon *q, cld__polygon_gap *gap)
{
    cld__polygon_arrow back, w;
    uint32_t i, k;
    memset(s, 0, sizeof *s);
    s->axis = cld__polygon_arrow_from(p, 0, q, 0);
    if (cld__polygon_arrow_dot(&s->axis, &s->axis) == 0) {
        gap->apart = 0;
        gap->point = cld__polygon_vertex(p, 0);
        return 1;
    }
    s->fan.right = s->fan.left = s->axis;
    back = cld__polygon_arrow_reverse(s->axis);
    s->chain[0] = cld__polygon_chain_left(p, &s->axis);
    s->chain[1] = cld__polygon_chain_left(q, &back);
    s->low.arrow = s->axis, s->high.arrow = back;
    i = cld__polygon_chain_part(&s->chain[0], &s->axis, 1, 1, 0); /* extreme along axis */
    k = cld__polygon_chain_part(&s->chain[1], &s->axis, 1, -1, 0);
    w = cld__polygon_search_arrow(s, i, k);
    if (cld__polygon_arrow_dot(&s->axis, &w) > 0) {
        s->apart = 1;
    } else if (cld__polygon_fan_add(&s->fan, &w, gap)) {
        return 1;
    }
    if (cld__polygon_arrow_cross(&s->axis, &w) >= 0) {
        cld__polygon_chain_from(&s->chain[0], i);
        cld__polygon_chain_from(&s->chain[1], k);
        s->low.arrow = s->axis;
        s->low.is_direction = 1;
    } else {
        s->chain[0].length = i;
        s->chain[1].length = k;
        s->high.arrow = s->axis;
        s->high.is_direction = 1;
    }
    s->whole[0] = s->chain[0], s->whole[1] = s->chain[1];
    return 0;
}

/* The polygons overlap, and the directions that are left are between low and high: more of W, until
   it is seen. 0 if it is not: the polygons are not convex. */
static int cld__polygon_search_common(cld__polygon_search *s, cld__polygon_gap *gap)
{
    int i;
    for (i = 0; i < 2; i++) {
        const cld__polygon_limit *limit = i ? &s->high : &s->low;
        const cld__polygon_arrow *e = &limit->arrow;
        cld__polygon_arrow w;
        uint32_t a, b;
        if (!limit->is_edge) continue;
        a = cld__polygon_chain_part(&s->whole[0], e, 0, -1, 0);
        b = cld__polygon_chain_part(&s->whole[1], e, 0, 1, 0);
        w = cld__polygon_arrow_from(s->whole[0].of, cld__polygon_chain_at(&s->whole[0], a),
                                    s->whole[1].of, cld__polygon_chain_at(&s->whole[1], b));
        if (cld__polygon_fan_add(&s->fan, &w, gap)) return 1;
    }
    return 0;
}

static uint32_t cld__polygon_feature_vertex(const cld__polygon_chain *chain, uint32_t k)
{
    return 4 * cld__polygon_first_same(chain->of, cld__polygon_chain_at(chain, k)) +
           CLD_FEATURE_VERTEX;
}

static uint32_t cld__polygon_feature_edge(const cld__polygon_chain *chain, uint32_t k)
{
    return 4 * cld__polygon_chain_at(chain, k) + CLD_FEATURE_EDGE;
}

/* The vertices of a side, low to high of the chain, at right angles to e's normal, that come, along
   e (sense 1) or against it (-1), before vertex `at` of polygon `of`, or with_same beside it. */
static uint32_t cld__polygon_side_part(const cld__polygon_chain *chain, uint32_t low, uint32_t high,
                                       const cld__polygon_arrow *e, const cld__polygon *of,
                                       uint32_t at, int sense, int with_same)
{
    high++;
    while (low < high) {
        const uint32_t k = low + (high - low) / 2;
        const cld__polygon_arrow way =
            cld__polygon_arrow_from(of, at, chain->of, cld__polygon_chain_at(chain, k));
        const int sign = sense * cld__polygon_arrow_dot(e, &way);
        if (sign < 0 || (sign == 0 && with_same)) {
            low = k + 1;
        } else {
            high = k;
        }
    }
    return low;
}

/* A side of P, a[0] to a[1] along e, faces a side of Q, b[0] to b[1] against e: the closest points
   are where they do. */
static void cld__polygon_facing(const cld__polygon_search *s, const cld__polygon_arrow *e,
                                const uint32_t *a, const uint32_t *b, cld__polygon_gap *gap)
{
    const cld__polygon_chain *p = &s->chain[0], *q = &s->chain[1];
    const cld__polygon_arrow ends[3] = {cld__polygon_search_arrow(s, a[0], b[0]),
                                        cld__polygon_search_arrow(s, a[1], b[1]),
                                        cld__polygon_search_arrow(s, a[0], b[1])};
    const cld__polygon *of = p->of;
    uint32_t at = cld__polygon_chain_at(p, a[0]), i, k;
    if (cld__polygon_arrow_dot(e, &ends[0]) == 0 || cld__polygon_arrow_dot(e, &ends[1]) == 0) {
        const int last = cld__polygon_arrow_dot(e, &ends[0]) != 0;
        gap->feature_a = cld__polygon_feature_vertex(p, a[last]);
        gap->feature_b = cld__polygon_feature_vertex(q, b[last]);
        return;
    }
    if (cld__polygon_arrow_dot(e, &ends[2]) > 0) of = q->of, at = cld__polygon_chain_at(q, b[1]);
    i = cld__polygon_side_part(p, a[0], a[1], e, of, at, 1, 1);
    k = cld__polygon_side_part(q, b[0], b[1], e, of, at, -1, 0);
    gap->feature_a = cld__polygon_feature_edge(p, i > a[0] ? i - 1 : i);
    gap->feature_b = cld__polygon_feature_edge(q, k > b[0] ? k - 1 : k);
}

/* The middle edges are parallel: e of P. */
static void cld__polygon_search_parallel(cld__polygon_search *s, const cld__polygon_arrow *e,
                                         cld__polygon_gap *gap)
{
    uint32_t a[2], b[2];
    cld__polygon_arrow most, least;
    int i;
    for (i = 0; i < 2; i++) {
        a[i] = cld__polygon_chain_part(&s->chain[0], e, 0, -1, i);
        b[i] = cld__polygon_chain_part(&s->chain[1], e, 0, 1, i);
    }
    most = cld__polygon_search_arrow(s, a[0], b[0]); /* of e.w */
    least = cld__polygon_search_arrow(s, a[1], b[1]);
    if (cld__polygon_arrow_dot(e, &least) > 0) {
        cld__polygon_search_left(s, 0, a[1], e);
        cld__polygon_search_left(s, 1, b[1], e);
    } else if (cld__polygon_arrow_dot(e, &most) < 0) {
        cld__polygon_search_right(s, 0, a[0], e);
        cld__polygon_search_right(s, 1, b[0], e);
    } else if (cld__polygon_arrow_cross(&most, e) > 0) {
        s->done = gap->apart = 1;
        gap->normal = cld__v2(e->v.y, -e->v.x);
        cld__polygon_facing(s, e, a, b, gap);
    } else {
        s->done = 1;
        s->low.arrow = s->high.arrow = *e;
        s->low.is_edge = s->high.is_edge = 1;
        if (!cld__polygon_fan_add(&s->fan, &most, gap) &&
            !cld__polygon_fan_add(&s->fan, &least, gap)) {
            gap->apart = !cld__polygon_search_common(s, gap);
            gap->normal = cld__v2(e->v.y, -e->v.x);
            if (gap->apart) cld__polygon_facing(s, e, a, b, gap);
        }
    }
}

/* Edge k of one chain, the other being one vertex. */
static void cld__polygon_search_single(cld__polygon_search *s, int which, uint32_t k,
                                       cld__polygon_gap *gap)
{
    const cld__polygon_arrow e = cld__polygon_search_edge(s, which, k);
    const cld__polygon_arrow before = cld__polygon_search_arrow(s, which ? 0 : k, which ? k : 0);
    const cld__polygon_arrow after =
        cld__polygon_search_arrow(s, which ? 0 : k + 1, which ? k + 1 : 0);
    int apart;
    if (cld__polygon_arrow_dot(&e, &after) >= 0) {
        cld__polygon_search_left(s, which, k + 1, &e);
        return;
    }
    if (cld__polygon_arrow_dot(&e, &before) <= 0) {
        cld__polygon_search_right(s, which, k, &e);
        return;
    }
    s->done = 1;
    apart = cld__polygon_arrow_cross(&before, &e) > 0;
    if (!apart) {
        s->low.arrow = s->high.arrow = e;
        s->low.is_edge = s->high.is_edge = 1;
        if (cld__polygon_fan_add(&s->fan, &before, gap) ||
            cld__polygon_fan_add(&s->fan, &after, gap) || cld__polygon_search_common(s, gap)) {
            return;
        }
    }
    gap->apart = 1;
    gap->normal = cld__v2(e.v.y, -e.v.x);
    gap->feature_a = which ? cld__polygon_feature_vertex(&s->chain[0], 0)
                           : cld__polygon_feature_edge(&s->chain[0], k);
    gap->feature_b = which ? cld__polygon_feature_edge(&s->chain[1], k)
                           : cld__polygon_feature_vertex(&s->chain[1], 0);
}

/* Edge i of P's chain, edge k of Q's. */
static void cld__polygon_search_double(cld__polygon_search *s, uint32_t i, uint32_t k,
                                       cld__polygon_gap *gap)
{
    const cld__polygon_arrow e = cld__polygon_search_edge(s, 0, i);
    const cld__polygon_arrow f = cld__polygon_search_edge(s, 1, k);
    const int turn = cld__polygon_arrow_cross(&e, &f);
    const int first = turn < 0; /* whose edge is the farther to the right */
    const cld__polygon_arrow *right = first ? &f : &e, *left = first ? &e : &f;
    const uint32_t right_at = first ? k : i, left_at = first ? i : k;
    cld__polygon_arrow w;
    int to_left, to_right;
    if (turn == 0) {
        cld__polygon_search_parallel(s, &e, gap);
        return;
    }
    w = cld__polygon_search_arrow(s, first ? i : i + 1, first ? k + 1 : k);
    if (!s->apart && cld__polygon_fan_add(&s->fan, &w, gap)) {
        s->done = 1;
        return;
    }
    to_left = cld__polygon_arrow_dot(right, &w) >= 0;
    to_right = cld__polygon_arrow_dot(left, &w) <= 0;
    if (!to_left && !to_right) { /* neither parts, nor what is between: the other side of one */
        if (cld__polygon_arrow_cross(&s->axis, &w) > 0) {
            cld__polygon_search_left(s, first, right_at + 1, right);
            cld__polygon_search_left(s, !first, left_at + 1, left);
        } else {
            cld__polygon_search_right(s, !first, left_at, left);
            cld__polygon_search_right(s, first, right_at, right);
        }
        return;
    }
    if (to_left) cld__polygon_search_left(s, first, right_at + 1, right);
    if (to_right) cld__polygon_search_right(s, !first, left_at, left);
}

/* The careful version: every step is decided exactly. O(log n + log m). */
static CLD__NOINLINE void cld__polygon_gap_careful(const cld__polygon *p, const cld__polygon *q,
                                                   cld__polygon_gap *gap)
{
    cld__polygon_search s;
    cld__polygon_arrow w;
    gap->feature_a = gap->feature_b = 0;
    gap->normal = cld__v2(0, 0);
    if (cld__polygon_search_begin(&s, p, q, gap)) return;
    while (!s.done) {
        uint32_t i, k;
        const int has_p =
            cld__polygon_chain_find(&s.chain[0], 0, s.chain[0].length, s.chain[0].length / 2, &i);
        const int has_q =
            cld__polygon_chain_find(&s.chain[1], 0, s.chain[1].length, s.chain[1].length / 2, &k);
        if (has_p && has_q) {
            cld__polygon_search_double(&s, i, k, gap);
        } else if (has_p || has_q) {
            cld__polygon_search_single(&s, has_q, has_p ? i : k, gap);
        } else {
            break;
        }
    }
    if (s.done) return;
    w = cld__polygon_search_arrow(&s, 0, 0);
    if (!s.apart && cld__polygon_limit_height(&s.low, &w) <= 0 &&
        cld__polygon_limit_height(&s.high, &w) <= 0) {
        if (cld__polygon_fan_add(&s.fan, &w, gap) || cld__polygon_search_common(&s, gap)) return;
    }
    gap->apart = 1;
    gap->normal = w.v;
    gap->feature_a = cld__polygon_feature_vertex(&s.chain[0], 0);
    gap->feature_b = cld__polygon_feature_vertex(&s.chain[1], 0);
}

#ifdef COLLIDE_DOUBLE
#define CLD__POLYGON_LEAST DBL_MIN
#else
#define CLD__POLYGON_LEAST FLT_MIN
#endif

/* Points and distance from the features. */
static void cld__polygon_contact(const cld__polygon *p, const cld__polygon *q,
                                 const cld__polygon_gap *gap, cld_contact2 *closest)
{
    const uint32_t i = gap->feature_a / 4, k = gap->feature_b / 4;
    const int edge_p = gap->feature_a % 4 == CLD_FEATURE_EDGE;
    const int edge_q = gap->feature_b % 4 == CLD_FEATURE_EDGE;
    const cld__polygon_arrow w = cld__polygon_arrow_from(p, i, q, k);
    cld__vec2d a = cld__polygon_vertex(p, i), b = cld__polygon_vertex(q, k), normal;
    double distance;
    if (!gap->apart) {
        closest->point_a = closest->point_b = cld__v2_to(gap->point);
        closest->normal = cld__v2_to(cld__v2(0, 0));
        closest->distance = 0;
        closest->feature_a = closest->feature_b = 0;
        return;
    }
    if (edge_p || edge_q) {
        const cld__polygon *of = edge_p ? p : q;
        const uint32_t from = edge_p ? i : k, to = cld__polygon_next(of, from);
        const cld__polygon_arrow e = cld__polygon_arrow_from(of, from, of, to);
        const cld__vec2d unit = cld__v2_unit(e.v), end = cld__polygon_vertex(of, to);
        const double length = cld__v2_dot(unit, e.v);
        double at = edge_p ? cld__v2_dot(unit, w.v) : -cld__v2_dot(unit, w.v); /* along e */
        normal = edge_p ? cld__v2(unit.y, -unit.x) : cld__v2(-unit.y, unit.x);
        distance = cld__v2_dot(normal, w.v);
        if (edge_p && edge_q) { /* Q's edge goes from `at` back to `far` */
            const uint32_t next = cld__polygon_next(q, k);
            const double far = at + cld__v2_dot(unit, cld__polygon_arrow_from(q, k, q, next).v);
            const double middle = (cld__max(far, 0) + cld__min(at, length)) * 0.5;
            if (at > far) {
                const double t = cld__max(0, cld__min(1, (at - middle) / (at - far)));
                b = cld__v2_lerp(b, cld__polygon_vertex(q, next), t);
            }
            at = middle;
        }
        at = length > 0 ? cld__max(0, cld__min(1, at / length)) : 0;
        if (edge_p) {
            a = cld__v2_lerp(a, end, at);
        } else {
            b = cld__v2_lerp(b, end, at);
        }
    } else {
        normal = cld__v2_unit(w.v);
        distance = cld__v2_dot(normal, w.v);
    }
    closest->point_a = cld__v2_to(a);
    closest->point_b = cld__v2_to(b);
    closest->normal = cld__v2_to(normal);
    closest->distance = (cld_real)distance;
    if (!(closest->distance > 0)) closest->distance = CLD__POLYGON_LEAST;
    closest->feature_a = gap->feature_a;
    closest->feature_b = gap->feature_b;
}

/* What is found about two polygons; `near` (NULL is allowed): where the search begins, and then
   where it ended. */
static void cld__polygon_gap_find(const cld__polygon *p, const cld__polygon *q,
                                  cld_polygon_cache *near, cld__polygon_gap *gap)
{
    cld__polygon_gap_careful(p, q, gap);
    if (near && gap->apart) near->a = gap->feature_a / 4, near->b = gap->feature_b / 4;
}

int cld_polygon_overlap(const cld_polygon *a, const cld_polygon *b, cld_polygon_witness *witness)
{
    return cld_polygon_overlap_cached(a, b, NULL, witness);
}

int cld_polygon_overlap_cached(const cld_polygon *a, const cld_polygon *b, cld_polygon_cache *cache,
                               cld_polygon_witness *witness)
{
    cld__polygon p, q;
    cld__polygon_gap gap;
    int status = cld__polygon_from(a, &p);
    if (status == CLD_OK) status = cld__polygon_from(b, &q);
    if (status != CLD_OK) return status;
    cld__polygon_gap_find(&p, &q, cache, &gap);
    if (!witness) return !gap.apart;
    witness->vertex_a = witness->vertex_b = 0;
    witness->normal = cld__v2_to(cld__v2(0, 0));
    witness->point = cld__v2_to(gap.point);
    if (gap.apart) { /* the line through the middle of the two vertices */
        witness->vertex_a = gap.feature_a / 4, witness->vertex_b = gap.feature_b / 4;
        witness->normal = cld__v2_to(cld__v2_unit(gap.normal));
        witness->point = cld__v2_to(cld__v2_lerp(cld__polygon_vertex(&p, witness->vertex_a),
                                                 cld__polygon_vertex(&q, witness->vertex_b), 0.5));
    }
    return !gap.apart;
}

int cld_polygon_distance(const cld_polygon *a, const cld_polygon *b, cld_contact2 *closest)
{
    return cld_polygon_distance_cached(a, b, NULL, closest);
}

int cld_polygon_distance_cached(const cld_polygon *a, const cld_polygon *b,
                                cld_polygon_cache *cache, cld_contact2 *closest)
{
    cld__polygon p, q;
    cld__polygon_gap gap;
    int status = cld__polygon_from(a, &p);
    if (status == CLD_OK) status = cld__polygon_from(b, &q);
    if (status != CLD_OK) return status;
    if (!closest) return CLD_ERROR_NULL;
    cld__polygon_gap_find(&p, &q, cache, &gap);
    cld__polygon_contact(&p, &q, &gap, closest);
    return gap.apart;
}

int cld_polygon_closest(const cld_polygon *polygon, cld_vec2 p, cld_contact2 *closest)
{
    cld__polygon from, point;
    cld__polygon_gap gap;
    const cld__vec2d at = cld__v2_from(p);
    const int status = cld__polygon_from(polygon, &from);
    if (status != CLD_OK) return status;
    if (!closest) return CLD_ERROR_NULL;
    if (!cld__v2_is_usable(at)) return CLD_ERROR_FINITE;
    memset(&point, 0, sizeof point);
    point.vertices = (const char *)&p;
    point.count = 1;
    point.stride = sizeof p;
    point.cosine = 1;
    cld__polygon_gap_find(&from, &point, NULL, &gap);
    if (!gap.apart) gap.point = at;
    cld__polygon_contact(&from, &point, &gap, closest);
    return gap.apart;
}

/* ----------------------------------------------------- [POLYGON] two polygons: contacts, sweeps
   Both are questions about the Minkowski difference M of all a - b, a in A, b in B: a convex
   polygon, whose edges are those of A and those of B (turned about), merged by direction. A and B
   have a common point where the origin is in M; v parts them by the least where v is the point of
   M's boundary nearest to the origin; moving B by `motion`, they touch where that ray enters M. */

/* A and B in one frame, for what may be rounded: relative to A's position. */
typedef struct cld__polygon_difference {
    cld__polygon p[2], placed[2]; /* near, and as given: what is decided exactly */
    cld__vec2d origin;            /* of the frame in the world */
} cld__polygon_difference;

static int cld__polygon_difference_from(const cld_polygon *a, const cld_polygon *b,
                                        cld__polygon_difference *m)
{
    int status = cld__polygon_from(a, &m->placed[0]);
    if (status == CLD_OK) status = cld__polygon_from(b, &m->placed[1]);
    if (status != CLD_OK) return status;
    m->origin = m->placed[0].position;
    m->p[0] = m->placed[0], m->p[1] = m->placed[1];
    m->p[0].position = cld__v2(0, 0);
    m->p[1].position = cld__v2_sub(m->placed[1].position, m->origin);
    m->p[0].posed = m->p[0].cosine != 1 || m->p[0].sine != 0;
    m->p[1].posed = m->placed[1].posed || m->p[1].position.x != 0 || m->p[1].position.y != 0;
    return CLD_OK;
}

/* A difference of vertices, turned into the world; its direction is right to rounding, however far
   away they are. */
CLD__INLINE cld__vec2d cld__polygon_way(const cld__polygon *p, cld__vec2d v)
{
    if (!p->posed) return v;
    return cld__v2(p->cosine * v.x - p->sine * v.y, p->sine * v.x + p->cosine * v.y);
}

/* Edge i, from vertex i to the next. */
CLD__INLINE cld__vec2d cld__polygon_edge_vector(const cld__polygon *p, uint32_t i)
{
    const cld__vec2d from = cld__polygon_local(p, i);
    const cld__vec2d to = cld__polygon_local(p, cld__polygon_next(p, i));
    return cld__polygon_way(p, cld__v2_sub(to, from));
}

/* Vertex `from` + by*k, around the polygon; 0 <= k < 2 count. */
CLD__INLINE uint32_t cld__polygon_around(const cld__polygon *p, uint32_t from, int by, uint32_t k)
{
    if (k >= p->count) k -= p->count;
    if (by > 0) return k < p->count - from ? from + k : from - (p->count - k);
    return k <= from ? from - k : from + (p->count - k);
}

/* How many steps it is from vertex i, in the direction `by`, to the first vertex elsewhere; 0 if
   all coincide. Logarithmic unless nearly all do: then there is nothing to go by. */
static uint32_t cld__polygon_departs(const cld__polygon *p, uint32_t i, int by)
{
    uint32_t same = 0, other = 1;
    while (other < p->count && cld__polygon_same(p, i, cld__polygon_around(p, i, by, other)))
        same = other, other += 1 + other / 2;
    if (other >= p->count) {
        for (same = 0, other = 1; other < p->count; same = other++)
            if (!cld__polygon_same(p, i, cld__polygon_around(p, i, by, other))) return other;
        return 0;
    }
    while (other - same > 1) {
        const uint32_t middle = same + (other - same) / 2;
        if (cld__polygon_same(p, i, cld__polygon_around(p, i, by, middle))) {
            same = middle;
        } else {
            other = middle;
        }
    }
    return other;
}

/* Does vertex k lie on the line through a and b, beyond b, and is it reached from there without
   turning back? a and b are at different places. */
static int cld__polygon_in_run(const cld__polygon *p, uint32_t a, uint32_t b, uint32_t k, int by)
{
    const cld__vec2d va = cld__polygon_local(p, a), vb = cld__polygon_local(p, b);
    const cld__vec2d vk = cld__polygon_local(p, k), e = cld__v2_sub(vb, va);
    uint32_t before;
    if (cld__orient2d(va, vb, vk) != 0 || !(cld__v2_dot(e, cld__v2_sub(vk, vb)) >= 0)) return 0;
    if (vk.x == vb.x && vk.y == vb.y) return k == b;
    before = cld__polygon_around(p, k, -by, cld__polygon_departs(p, k, -by));
    return cld__v2_dot(e, cld__v2_sub(vk, cld__polygon_local(p, before))) > 0;
}

/* The last vertex of the straight run that begins with the edge between a and b, by being +1 where
   b follows a, -1 where it comes before. */
static uint32_t cld__polygon_straight_end(const cld__polygon *p, uint32_t a, uint32_t b, int by)
{
    uint32_t in = 0, out = cld__polygon_departs(p, b, by), limit;
    if (out == 0) return b;
    limit = by > 0 ? a + p->count - b : b + p->count - a; /* steps from b to a */
    if (limit > p->count) limit -= p->count;
    while (out < limit && cld__polygon_in_run(p, a, b, cld__polygon_around(p, b, by, out), by))
        in = out, out += 1 + out;
    if (in == 0) return b;
    if (out > limit) out = limit;
    while (out - in > 1) {
        const uint32_t middle = in + (out - in) / 2;
        if (cld__polygon_in_run(p, a, b, cld__polygon_around(p, b, by, middle), by)) {
            in = middle;
        } else {
            out = middle;
        }
    }
    return cld__polygon_around(p, b, by, in);
}

/* The edge of M nearest to the origin so far. */
typedef struct cld__polygon_nearest {
    int owner;        /* 0: an edge of A, 1: of B, -1: none yet */
    uint32_t edge;    /* that edge, and */
    uint32_t vertex;  /* the vertex of the other that is farthest behind it */
    cld__vec2d along; /* unit, along the edge: out of its polygon is to the right */
    double depth;     /* of the origin behind it */
    double least;     /* of all that were tried */
    double rounding;  /* depths that differ by less are equal */
} cld__polygon_nearest;

/* Tries an edge and the other's vertex that is farthest behind it. Of edges equally near, A's come
   before B's and then the smaller numbers. */
static void cld__polygon_try(const cld__polygon_difference *m, int owner, uint32_t edge,
                             uint32_t vertex, cld__polygon_nearest *best)
{
    const cld__vec2d e = cld__polygon_edge_vector(&m->p[owner], edge), u = cld__v2_unit(e);
    const cld__vec2d from = cld__polygon_vertex(&m->p[owner], edge);
    const double depth =
        cld__v2_cross(u, cld__v2_sub(cld__polygon_vertex(&m->p[1 - owner], vertex), from));
    int better;
    if (u.x == 0 && u.y == 0) return;
    better = best->owner < 0 || depth < best->depth - best->rounding;
    if (!better && depth <= best->least + best->rounding) {
        better = owner != best->owner ? owner < best->owner : edge < best->edge;
        better |= best->depth > best->least + best->rounding;
    }
    if (depth < best->least) best->least = depth;
    if (!better) return;
    best->owner = owner, best->edge = edge, best->vertex = vertex;
    best->along = u, best->depth = depth;
}

/* The sign of the dot product of d with the way from vertex k to vertex i: exactly. */
static int cld__polygon_order(const cld__polygon *p, cld__vec2d d, uint32_t i, uint32_t k)
{
    cld__sum2 u, from, to;
#ifndef CLD__LOOSE_MATH
    const cld__vec2d way = cld__v2_sub(cld__polygon_local(p, i), cld__polygon_local(p, k));
    const double dot = cld__v2_dot(d, cld__polygon_way(p, way));
    const double size = (fabs(d.x) + fabs(d.y)) * (fabs(way.x) + fabs(way.y));
    if (size > 1e-280 && size < 1e300 && fabs(dot) > 16 * CLD__ROUND_DOUBLE * size)
        return dot > 0 ? 1 : -1;
    if (way.x == 0 && way.y == 0) return 0;
#endif
    u = cld__sum2_from(d);
    to = cld__polygon_sum2(p, i), from = cld__polygon_sum2(p, k);
    to = cld__sum2_sub(&to, &from);
    return cld__sum2_sign(&u, &to, 1);
}

/* How many edges a chain has from vertex i on to vertex k. */
CLD__INLINE uint32_t cld__polygon_steps(const cld__polygon *p, uint32_t i, uint32_t k)
{
    return k >= i ? k - i : k + p->count - i;
}

/* On which side of the line through the origin along d is the point a - b of M, a being vertex i of
   A and b vertex k of B? 1 left, -1 right, 0 on it: exactly. */
static int cld__polygon_corner_side(const cld__polygon_difference *m, cld__vec2d d, uint32_t i,
                                    uint32_t k)
{
    const cld__polygon *a = &m->placed[0], *b = &m->placed[1];
    cld__sum2 u, from, to;
#ifndef CLD__LOOSE_MATH
    const cld__vec2d va = cld__polygon_vertex(&m->p[0], i), vb = cld__polygon_vertex(&m->p[1], k);
    const cld__vec2d la = cld__polygon_local(a, i), lb = cld__polygon_local(b, k);
    const double cross = cld__v2_cross(d, cld__v2_sub(va, vb));
    const double size =
        (fabs(d.x) + fabs(d.y)) * (fabs(la.x) + fabs(la.y) + fabs(lb.x) + fabs(lb.y) +
                                   fabs(m->p[1].position.x) + fabs(m->p[1].position.y));
    if (size > 1e-280 && size < 1e300 && fabs(cross) > 16 * CLD__ROUND_DOUBLE * size)
        return cross > 0 ? 1 : -1;
#endif
    u = cld__sum2_from(d);
    to = cld__polygon_sum2(a, i), from = cld__polygon_sum2(b, k);
    to = cld__sum2_sub(&to, &from);
    return cld__sum2_sign(&u, &to, 0);
}

/* Part of M's boundary: from the vertices at[0] of A and at[1] of B on along steps[0] edges of A and
   steps[1] of B. */
typedef struct cld__polygon_arc {
    uint32_t at[2], steps[2];
} cld__polygon_arc;

/* The middle edge of the arc on a polygon: its number of steps from the arc's start. Edges of
   length 0 have no direction: then one near it, or 0 steps are left. */
static uint32_t cld__polygon_arc_middle(const cld__polygon *p, cld__polygon_arc *arc, int side)
{
    const uint32_t half = arc->steps[side] / 2, at = cld__polygon_around(p, arc->at[side], 1, half);
    uint32_t k;
    if (!cld__polygon_same(p, at, cld__polygon_next(p, at))) return half;
    k = cld__polygon_departs(p, at, 1);
    if (k && half + k <= arc->steps[side]) return half + k - 1;
    arc->steps[side] = half; /* all beyond is one place */
    k = cld__polygon_departs(p, at, -1);
    if (k && k <= half) return half - k;
    arc->steps[side] = 0;
    return 0;
}

/* One polygon alone: drops what is before or after a vertex in the middle of the arc. */
static void cld__polygon_arc_halve(const cld__polygon_difference *m, cld__vec2d d,
                                   cld__polygon_arc *arc, int side, uint32_t middle)
{
    const uint32_t split = middle + 1 < arc->steps[side] ? middle + 1 : middle;
    uint32_t v[2];
    v[0] = arc->at[0], v[1] = arc->at[1];
    v[side] = cld__polygon_around(&m->p[side], v[side], 1, split);
    if (cld__polygon_corner_side(m, d, v[0], v[1]) > 0) {
        arc->at[side] = v[side];
        arc->steps[side] -= split;
    } else {
        arc->steps[side] = split;
    }
}

/* Narrows an arc that begins left of the line along d and ends right of it to the edge that crosses
   the line. Returns whose it is; it begins at the vertices arc->at. Each step drops half of a
   polygon's part: if the one's middle edge comes before the other's, then where it ends M is at
   least as far left as its end against the other's start is, and where the other's begins at most
   as far. */
static int cld__polygon_arc_cross(const cld__polygon_difference *m, cld__vec2d d,
                                  cld__polygon_arc *arc)
{
    for (;;) {
        uint32_t middle[2] = {0, 0}, v[2];
        int side, first;
        for (side = 0; side < 2; side++)
            if (arc->steps[side]) middle[side] = cld__polygon_arc_middle(&m->p[side], arc, side);
        if (arc->steps[0] == 0 || arc->steps[1] == 0) {
            side = arc->steps[0] == 0;
            if (arc->steps[side] <= 1) return side;
            cld__polygon_arc_halve(m, d, arc, side, middle[side]);
            continue;
        }
        for (side = 0; side < 2; side++)
            v[side] = cld__polygon_around(&m->p[side], arc->at[side], 1, middle[side]);
        /* B's edges run the other way on M */
        first = cld__v2_cross(cld__polygon_edge_vector(&m->p[0], v[0]),
                              cld__polygon_edge_vector(&m->p[1], v[1])) > 0;
        v[first] = cld__polygon_next(&m->p[first], v[first]);
        if (cld__polygon_corner_side(m, d, v[0], v[1]) > 0) {
            arc->at[first] = v[first];
            arc->steps[first] -= middle[first] + 1;
        } else {
            arc->steps[1 - first] = middle[1 - first];
        }
    }
}

/* Tries all edges of M in an arc of less than half a turn. */
static void cld__polygon_arc_walk(const cld__polygon_difference *d, cld__polygon_arc arc,
                                  cld__polygon_nearest *best)
{
    const cld__polygon *a = &d->p[0], *b = &d->p[1];
    cld__vec2d ea = cld__polygon_edge_vector(a, arc.at[0]);
    cld__vec2d eb = cld__polygon_edge_vector(b, arc.at[1]);
    while (arc.steps[0] || arc.steps[1]) {
        const int none = eb.x == 0 && eb.y == 0; /* of length 0: to be passed at once */
        if (arc.steps[0] && (arc.steps[1] == 0 || (!none && cld__v2_cross(ea, eb) <= 0))) {
            cld__polygon_try(d, 0, arc.at[0], arc.at[1], best);
            arc.at[0] = cld__polygon_next(a, arc.at[0]), arc.steps[0]--;
            ea = cld__polygon_edge_vector(a, arc.at[0]);
        } else {
            cld__polygon_try(d, 1, arc.at[1], arc.at[0], best);
            arc.at[1] = cld__polygon_next(b, arc.at[1]), arc.steps[1]--;
            eb = cld__polygon_edge_vector(b, arc.at[1]);
        }
    }
}

CLD__INLINE cld__vec2d cld__polygon_corner(const cld__polygon_difference *m, uint32_t i, uint32_t k)
{
    return cld__v2_sub(cld__polygon_vertex(&m->p[0], i), cld__polygon_vertex(&m->p[1], k));
}

/* No point of the arc is nearer to the origin than this: the arc lies beyond its chord. */
static double cld__polygon_arc_bound(const cld__polygon_difference *m, const cld__polygon_arc *arc)
{
    const uint32_t i = cld__polygon_around(&m->p[0], arc->at[0], 1, arc->steps[0]);
    const uint32_t k = cld__polygon_around(&m->p[1], arc->at[1], 1, arc->steps[1]);
    const cld__vec2d w = cld__polygon_corner(m, arc->at[0], arc->at[1]);
    const cld__vec2d end = cld__polygon_corner(m, i, k), chord = cld__v2_sub(end, w);
    const double inside = cld__v2_cross(w, chord);
    if (inside <= 0) return 0; /* the origin is not on M's side of it */
    if (cld__v2_dot(w, chord) >= 0) return cld__v2_length(w);
    if (cld__v2_dot(end, chord) <= 0) return cld__v2_length(end);
    return inside / cld__v2_length(chord);
}

/* Where on the other polygon's part of the arc is its vertex that is farthest behind edge `edge` of
   polygon `owner`? How many steps on. */
static uint32_t cld__polygon_arc_behind(const cld__polygon_difference *m,
                                        const cld__polygon_arc *arc, int owner, uint32_t edge)
{
    const cld__polygon *other = &m->p[1 - owner];
    const cld__vec2d e = cld__polygon_edge_vector(&m->p[owner], edge);
    cld__polygon_arc part = *arc;
    uint32_t low = 0;
    while (part.steps[1 - owner]) {
        const uint32_t k = cld__polygon_arc_middle(other, &part, 1 - owner);
        const uint32_t at = cld__polygon_around(other, part.at[1 - owner], 1, k);
        if (part.steps[1 - owner] == 0) break;
        if (cld__v2_cross(e, cld__polygon_edge_vector(other, at)) > 0) { /* still farther behind */
            part.at[1 - owner] = cld__polygon_next(other, at);
            part.steps[1 - owner] -= k + 1;
            low += k + 1;
        } else {
            part.steps[1 - owner] = k;
        }
    }
    return low;
}

/* The parts of an arc that come before step `from` and after step `to` of its polygons. */
static void cld__polygon_arc_split(const cld__polygon_difference *m, const cld__polygon_arc *arc,
                                   const uint32_t from[2], const uint32_t to[2],
                                   cld__polygon_arc parts[2])
{
    int i;
    for (i = 0; i < 2; i++) {
        parts[0].at[i] = arc->at[i];
        parts[0].steps[i] = from[i];
        parts[1].at[i] = cld__polygon_around(&m->p[i], arc->at[i], 1, to[i]);
        parts[1].steps[i] = arc->steps[i] - to[i];
    }
}

#define CLD__POLYGON_ARC_FEW   12 /* edges that are tried one after the other */
#define CLD__POLYGON_ARC_STACK 64 /* each step down halves the longer part: 2 * 29 levels */

/* Arcs that wait to be searched, with their bounds. */
typedef struct cld__polygon_search_stack {
    cld__polygon_arc arcs[CLD__POLYGON_ARC_STACK];
    double bounds[CLD__POLYGON_ARC_STACK];
    int count;
} cld__polygon_search_stack;

static void cld__polygon_arc_push(const cld__polygon_difference *m, const cld__polygon_arc *arc,
                                  const cld__polygon_nearest *best,
                                  cld__polygon_search_stack *stack)
{
    const double bound = cld__polygon_arc_bound(m, arc);
    if (arc->steps[0] + arc->steps[1] == 0 || bound > best->least + best->rounding) return;
    stack->arcs[stack->count] = *arc;
    stack->bounds[stack->count++] = bound;
}

/* Pushes two arcs, so that the one whose chord is nearer comes first. */
static void cld__polygon_arc_push_pair(const cld__polygon_difference *m,
                                       const cld__polygon_arc arcs[2],
                                       const cld__polygon_nearest *best,
                                       cld__polygon_search_stack *stack)
{
    const int before = stack->count;
    cld__polygon_arc_push(m, &arcs[0], best, stack);
    cld__polygon_arc_push(m, &arcs[1], best, stack);
    if (stack->count == before + 2 && stack->bounds[before] < stack->bounds[before + 1]) {
        const double bound = stack->bounds[before];
        const cld__polygon_arc arc = stack->arcs[before];
        stack->arcs[before] = stack->arcs[before + 1], stack->arcs[before + 1] = arc;
        stack->bounds[before] = stack->bounds[before + 1], stack->bounds[before + 1] = bound;
    }
}

/* Searches the arcs that wait: what is left of each is cut in two at the middle edge of its longer
   part. Ends early where an edge has the origin before it. */
static void cld__polygon_search_arcs(const cld__polygon_difference *m, cld__polygon_nearest *best,
                                     cld__polygon_search_stack *stack)
{
    while (stack->count > 0) {
        cld__polygon_arc arc = stack->arcs[--stack->count], parts[2];
        uint32_t from[2], to[2], edge;
        int owner, few;
        if (best->least < -4 * best->rounding) return;
        if (stack->bounds[stack->count] > best->least + best->rounding) continue;
        owner = arc.steps[1] > arc.steps[0];
        few = arc.steps[0] + arc.steps[1] <= CLD__POLYGON_ARC_FEW;
        if (few || stack->count + 2 > CLD__POLYGON_ARC_STACK) {
            cld__polygon_arc_walk(m, arc, best);
            continue;
        }
        from[owner] = cld__polygon_arc_middle(&m->p[owner], &arc, owner);
        if (arc.steps[owner] == 0) { /* they were all in one place */
            cld__polygon_arc_push(m, &arc, best, stack);
            continue;
        }
        to[owner] = from[owner] + 1;
        edge = cld__polygon_around(&m->p[owner], arc.at[owner], 1, from[owner]);
        from[1 - owner] = to[1 - owner] = cld__polygon_arc_behind(m, &arc, owner, edge);
        cld__polygon_try(
            m, owner, edge,
            cld__polygon_around(&m->p[1 - owner], arc.at[1 - owner], 1, from[1 - owner]), best);
        cld__polygon_arc_split(m, &arc, from, to, parts);
        cld__polygon_arc_push_pair(m, parts, best, stack);
    }
}

/* A vertex of M in a direction, as far as it bounds the depth. */
static void cld__polygon_try_corner(const cld__polygon_difference *m, cld__vec2d d, uint32_t i,
                                    uint32_t k, cld__polygon_nearest *best)
{
    const double depth = cld__v2_dot(d, cld__polygon_corner(m, i, k)) / cld__v2_length(d);
    if (depth < best->least) best->least = depth;
}

/* A point within a polygon, or nearly: a guess. */
static cld__vec2d cld__polygon_inner(const cld__polygon *p)
{
    cld__vec2d v = cld__polygon_vertex(p, 0);
    v = cld__v2_add(v, cld__polygon_vertex(p, p->count / 3));
    v = cld__v2_add(v, cld__polygon_vertex(p, p->count - p->count / 3 - 1));
    return cld__v2_scale(v, 1.0 / 3);
}

/* The arcs between the directions 0 and 1, 1 and 2 ...: quarters of a turn. Returns how large
   coordinates are. */
static double cld__polygon_quarters(const cld__polygon_difference *m, const cld__vec2d d[4],
                                    cld__polygon_arc quarters[4], cld__polygon_nearest *best)
{
    double size = cld__v2_largest(m->p[1].position);
    int i, k;
    for (i = 0; i < 4; i++) {
        const cld__vec2d back = cld__v2_scale(d[i], -1);
        quarters[i].at[0] = cld__polygon_extreme_vertex(&m->placed[0], d[i]);
        quarters[i].at[1] = cld__polygon_extreme_vertex(&m->placed[1], back);
        cld__polygon_try_corner(m, d[i], quarters[i].at[0], quarters[i].at[1], best);
        for (k = 0; k < 2; k++) {
            const cld__vec2d v = cld__polygon_vertex(&m->p[k], quarters[i].at[k]);
            size = cld__max(size, cld__v2_largest(v));
        }
    }
    for (i = 0; i < 4; i++)
        for (k = 0; k < 2; k++)
            quarters[i].steps[k] =
                cld__polygon_steps(&m->p[k], quarters[i].at[k], quarters[(i + 1) % 4].at[k]);
    return 1.5 * size;
}

/* The edge of M nearest to the origin, and so the shortest way out. The depth has many minima: an
   arc of M is left out only where its chord is farther away than what was found. The ray from the
   origin away from A's middle finds a good edge first. O(log n + log m) where polygons meet in
   shallow contact. */
static void cld__polygon_nearest_large(const cld__polygon_difference *m, cld__polygon_nearest *best)
{
    cld__polygon_search_stack stack;
    cld__polygon_arc quarters[4], arc, cut, parts[2];
    cld__vec2d d[4], back;
    uint32_t from[2], to[2];
    int i, owner;
    d[0] = cld__v2_sub(cld__polygon_inner(&m->p[1]), cld__polygon_inner(&m->p[0]));
    d[0] = cld__v2_unit(d[0]);
    if (d[0].x == 0 && d[0].y == 0) d[0].x = 1;
    d[0] = cld__v2(d[0].x - 0.0078125 * d[0].y, d[0].y + 0.0078125 * d[0].x); /* off symmetry */
    for (i = 1; i < 4; i++) d[i] = cld__v2(-d[i - 1].y, d[i - 1].x);
    best->rounding = 0;
    best->rounding = 32 * CLD__ROUND_DOUBLE * cld__polygon_quarters(m, d, quarters, best);
    if (best->least < -4 * best->rounding) return;
    stack.count = 0;
    cld__polygon_arc_push_pair(m, &quarters[1], best, &stack);
    arc = quarters[3];
    for (i = 0; i < 2; i++) arc.steps[i] += quarters[0].steps[i];
    back = cld__v2_scale(d[0], -1);
    if (arc.steps[0] + arc.steps[1] <= CLD__POLYGON_ARC_FEW ||
        cld__polygon_corner_side(m, back, arc.at[0], arc.at[1]) <= 0 ||
        cld__polygon_corner_side(m, back, quarters[1].at[0], quarters[1].at[1]) >= 0) {
        parts[0] = quarters[3], parts[1] = quarters[0];
    } else {
        cut = arc;
        owner = cld__polygon_arc_cross(m, back, &cut);
        for (i = 0; i < 2; i++)
            from[i] = to[i] = cld__polygon_steps(&m->p[i], arc.at[i], cut.at[i]);
        to[owner]++;
        cld__polygon_try(m, owner, cut.at[owner], cut.at[1 - owner], best);
        cld__polygon_arc_split(m, &arc, from, to, parts);
    }
    cld__polygon_arc_push_pair(m, parts, best, &stack);
    cld__polygon_search_arcs(m, best, &stack);
}

static void cld__polygon_nearest_edge(const cld__polygon_difference *m, cld__polygon_nearest *best)
{
    best->owner = -1;
    best->least = best->depth = DBL_MAX;
    cld__polygon_nearest_large(m, best);
}

/* A straight run of edges, seen as one: its first vertex, and its last. */
typedef struct cld__polygon_run {
    uint32_t first, last, edge; /* edge: its first that is not of length 0 */
    cld__vec2d from, to;
} cld__polygon_run;

/* The run of the edge from vertex i to k, which are at different places. */
static cld__polygon_run cld__polygon_run_of(const cld__polygon *p, uint32_t i, uint32_t k)
{
    cld__polygon_run run;
    run.first = cld__polygon_straight_end(p, k, i, -1);
    run.last = cld__polygon_straight_end(p, i, k, 1);
    run.edge = cld__polygon_around(p, run.first, 1, cld__polygon_departs(p, run.first, 1) - 1);
    run.from = cld__polygon_vertex(p, run.first);
    run.to = cld__polygon_vertex(p, run.last);
    return run;
}

/* The run next to vertex i that is most antiparallel to u. 0 if all vertices coincide. */
static int cld__polygon_incident(const cld__polygon *p, uint32_t i, cld__vec2d u,
                                 cld__polygon_run *run)
{
    const uint32_t forward = cld__polygon_departs(p, i, 1);
    const cld__vec2d v = cld__polygon_local(p, i);
    uint32_t next, before;
    cld__vec2d out, in;
    if (forward == 0) return 0;
    next = cld__polygon_around(p, i, 1, forward);
    before = cld__polygon_around(p, i, -1, cld__polygon_departs(p, i, -1));
    out = cld__v2_unit(cld__polygon_way(p, cld__v2_sub(cld__polygon_local(p, next), v)));
    in = cld__v2_unit(cld__polygon_way(p, cld__v2_sub(v, cld__polygon_local(p, before))));
    *run = cld__v2_dot(u, out) <= cld__v2_dot(u, in)
               ? cld__polygon_run_of(p, cld__polygon_around(p, next, -1, 1), next)
               : cld__polygon_run_of(p, before, cld__polygon_around(p, before, 1, 1));
    return 1;
}

/* A contact as it is clipped. */
typedef struct cld__polygon_clipped {
    double place, depth; /* along the reference edge, and behind it */
    int of_incident;     /* the vertex is the incident polygon's, else the reference's */
    uint32_t vertex;
    cld__vec2d point; /* where that is */
} cld__polygon_clipped;

static cld__polygon_clipped cld__polygon_clipped_at(double place, double depth, int of_incident,
                                                    uint32_t vertex, cld__vec2d point)
{
    cld__polygon_clipped c;
    c.place = place, c.depth = depth, c.of_incident = of_incident, c.vertex = vertex;
    c.point = point;
    return c;
}

/* Clips the incident edge to the reference edge's ends: one or two contacts, the deeper first. */
static int cld__polygon_clip_incident(const cld__polygon_nearest *best,
                                      const cld__polygon_run *reference,
                                      const cld__polygon_run *incident, cld__polygon_clipped c[2])
{
    const cld__vec2d u = best->along, w0 = cld__v2_sub(incident->from, reference->from);
    const cld__vec2d w1 = cld__v2_sub(incident->to, reference->from);
    const double t0 = cld__v2_dot(u, w0), t1 = cld__v2_dot(u, w1);
    const double g0 = cld__v2_cross(u, w0), g1 = cld__v2_cross(u, w1);
    const double end = cld__v2_dot(u, cld__v2_sub(reference->to, reference->from));
    cld__polygon_clipped shallow;
    if ((t0 > end && t1 > end) || (t0 < 0 && t1 < 0) || t1 > t0) return 0;
    c[0] = t0 > end ? cld__polygon_clipped_at(end, g0 + (t0 - end) / (t0 - t1) * (g1 - g0), 0,
                                              reference->last, reference->to)
                    : cld__polygon_clipped_at(t0, g0, 1, incident->first, incident->from);
    c[1] = t1 < 0 ? cld__polygon_clipped_at(0, g1 + t1 / (t1 - t0) * (g0 - g1), 0, reference->first,
                                            reference->from)
                  : cld__polygon_clipped_at(t1, g1, 1, incident->last, incident->to);
    if (c[1].depth > c[0].depth + best->rounding) {
        shallow = c[0], c[0] = c[1], c[1] = shallow;
    }
    c[0].depth = best->depth;
    if (fabs(c[0].place - c[1].place) <= best->rounding) return 1;
    return c[1].depth >= -best->rounding ? 2 : 1;
}

static cld_contact2 cld__polygon_clipped_contact(const cld__polygon_difference *m,
                                                 const cld__polygon_nearest *best,
                                                 const cld__polygon_run *reference,
                                                 uint32_t incident_edge,
                                                 const cld__polygon_clipped *c)
{
    const cld__vec2d out = cld__v2(best->along.y, -best->along.x);
    const double depth = cld__max(c->depth, 0);
    const cld__vec2d here = cld__v2_add(c->point, m->origin);
    const cld__vec2d there = cld__v2_mad(here, c->of_incident ? depth : -depth, out);
    const int vertex_of_b = (best->owner == 0) == (c->of_incident != 0);
    const uint32_t vertex = 4 * c->vertex + CLD_FEATURE_VERTEX;
    const uint32_t edge = 4 * (c->of_incident ? reference->edge : incident_edge) + CLD_FEATURE_EDGE;
    cld_contact2 contact;
    contact.point_a = cld__v2_to(vertex_of_b ? there : here);
    contact.point_b = cld__v2_to(vertex_of_b ? here : there);
    contact.normal = cld__v2_to(best->owner == 0 ? out : cld__v2_scale(out, -1));
    contact.distance = depth > 0 ? (cld_real)-depth : 0;
    contact.feature_a = vertex_of_b ? edge : vertex;
    contact.feature_b = vertex_of_b ? vertex : edge;
    return contact;
}

/* The contacts at the nearest edge of M: how many. */
static int cld__polygon_manifold(const cld__polygon_difference *m, const cld__polygon_nearest *best,
                                 cld_contact2 contacts[2])
{
    const cld__polygon *p = &m->p[best->owner], *q = &m->p[1 - best->owner];
    cld__polygon_run reference, incident;
    cld__polygon_clipped c[2];
    int i, n = 0;
    reference = cld__polygon_run_of(p, best->edge, cld__polygon_next(p, best->edge));
    incident.edge = 0;
    if (cld__polygon_incident(q, best->vertex, best->along, &incident))
        n = cld__polygon_clip_incident(best, &reference, &incident, c);
    if (n == 0) {
        n = 1;
        c[0] = cld__polygon_clipped_at(0, best->depth, 1, best->vertex,
                                       cld__polygon_vertex(q, best->vertex));
    }
    for (i = 0; i < n; i++)
        contacts[i] = cld__polygon_clipped_contact(m, best, &reference, incident.edge, &c[i]);
    return n;
}

int cld_polygon_collide(const cld_polygon *a, const cld_polygon *b, cld_contact2 *out, int capacity)
{
    cld__polygon_difference m;
    cld__polygon_nearest best;
    cld_contact2 contacts[2];
    int n = cld__polygon_difference_from(a, b, &m), i;
    if (n != CLD_OK) return n;
    if (capacity < 0) return CLD_ERROR_COUNT;
    if (capacity > 0 && !out) return CLD_ERROR_NULL;
    cld__polygon_nearest_edge(&m, &best);
    if (best.owner >= 0 && best.least < -4 * best.rounding) return 0;
    if (best.owner < 0 || best.least <= 4 * best.rounding) {
        n = cld_polygon_overlap(a, b, NULL);
        if (n <= 0) return n;
    }
    if (best.owner >= 0) {
        n = cld__polygon_manifold(&m, &best, contacts);
    } else { /* two points, which are one */
        memset(&contacts[0], 0, sizeof contacts[0]);
        contacts[0].point_a = cld__v2_to(cld__polygon_vertex(&m.placed[0], 0));
        contacts[0].point_b = cld__v2_to(cld__polygon_vertex(&m.placed[1], 0));
        contacts[0].normal.y = 1;
    }
    for (i = 0; i < n && i < capacity; i++) out[i] = contacts[i];
    return n;
}

/* Where a ray from the origin meets M's boundary first. */
typedef struct cld__polygon_entry {
    uint32_t vertex[2]; /* the corner a - b, or where the edge begins */
    int owner;          /* of the edge: 0 A, 1 B; -1: a corner that the ray meets head on or
                                    touches from the side */
    cld__vec2d edge;    /* of M, from that corner */
    cld__vec2d normal;  /* unit, out of M */
    cld__vec2d point;   /* where the ray meets it */
    double ahead;       /* of the origin before the edge, and */
    double short_of;    /* of the ray's end: may be off by */
    double rounding;    /* this */
} cld__polygon_entry;

/* The last of the vertices that are farthest in a direction. */
static uint32_t cld__polygon_last_extreme(const cld__polygon *p, cld__vec2d d)
{
    const uint32_t first = cld__polygon_extreme_vertex(p, d);
    const uint32_t steps = cld__polygon_departs(p, first, 1);
    const uint32_t next = cld__polygon_around(p, first, 1, steps);
    if (steps == 0 || cld__polygon_order(p, d, next, first) < 0) return first;
    return cld__polygon_straight_end(p, first, next, 1);
}

/* Finds where the ray from the origin along d (of a length near 1) enters M. 0 if its line misses
   M: exactly. */
static int cld__polygon_ray(const cld__polygon_difference *m, cld__vec2d d,
                            cld__polygon_entry *entry)
{
    const cld__vec2d left = cld__v2(-d.y, d.x), right = cld__v2(d.y, -d.x);
    const cld__vec2d back = cld__v2_scale(d, -1);
    const cld__polygon *a = &m->placed[0], *b = &m->placed[1];
    const uint32_t a_left = cld__polygon_last_extreme(a, left);
    const uint32_t a_right = cld__polygon_extreme_vertex(a, right);
    const uint32_t b_right = cld__polygon_last_extreme(b, right);
    const uint32_t b_left = cld__polygon_extreme_vertex(b, left);
    const int from = cld__polygon_corner_side(m, d, a_left, b_right);
    const int to = cld__polygon_corner_side(m, d, a_right, b_left);
    cld__polygon_arc arc;
    if (from < 0 || to > 0) return 0;
    arc.at[0] = a_left, arc.at[1] = b_right;
    entry->owner = -1;
    if (from > 0 && to < 0) {
        /* where the vertices on both sides are in one place, there is nothing in between */
        arc.steps[0] =
            cld__polygon_same(a, a_left, a_right) ? 0 : cld__polygon_steps(a, a_left, a_right);
        arc.steps[1] =
            cld__polygon_same(b, b_right, b_left) ? 0 : cld__polygon_steps(b, b_right, b_left);
        entry->owner = cld__polygon_arc_cross(m, d, &arc);
    } else if (from != 0) {
        arc.at[0] = a_right, arc.at[1] = b_left;
    }
    entry->vertex[0] = arc.at[0], entry->vertex[1] = arc.at[1];
    entry->normal = from == 0 && to == 0 ? back : from == 0 ? left : right;
    entry->normal = cld__v2_unit(entry->normal);
    return 1;
}

CLD__INLINE double cld__polygon_part(double part, double whole)
{
    return part < whole ? (part > 0 ? part / whole : 0) : 1;
}

/* The rest of *entry: how far the ray has to go. */
static void cld__polygon_ray_measure(const cld__polygon_difference *m, cld__vec2d d, cld__vec2d end,
                                     cld__polygon_entry *entry)
{
    const uint32_t i = entry->vertex[0], k = entry->vertex[1];
    const cld__vec2d va = cld__polygon_vertex(&m->p[0], i), vb = cld__polygon_vertex(&m->p[1], k);
    const cld__vec2d la = cld__polygon_local(&m->p[0], i), lb = cld__polygon_local(&m->p[1], k);
    const cld__vec2d t = m->p[1].position, w = cld__v2_sub(va, vb);
    cld__vec2d u, nearest;
    double place, width;
    entry->rounding = 4 * CLD__ROUND_DOUBLE *
                      (fabs(la.x) + fabs(la.y) + fabs(lb.x) + fabs(lb.y) + fabs(t.x) + fabs(t.y) +
                       fabs(end.x) + fabs(end.y));
    entry->point = w;
    u = cld__v2_unit(d);
    if (entry->owner < 0) {
        entry->ahead = cld__v2_dot(u, w);
        entry->short_of = cld__v2_dot(u, cld__v2_sub(w, end));
        return;
    }
    entry->edge = cld__polygon_edge_vector(&m->p[entry->owner], entry->vertex[entry->owner]);
    if (entry->owner == 1) entry->edge = cld__v2_scale(entry->edge, -1);
    width = -cld__v2_cross(u, entry->edge), place = cld__v2_cross(u, w);
    entry->point = cld__v2_mad(w, cld__polygon_part(place, width), entry->edge);
    /* an edge that the ray meets at a small angle may be met earlier by rounding */
    nearest = cld__v2_mad(
        w,
        cld__polygon_part(
            place + (cld__v2_dot(u, entry->edge) > 0 ? -entry->rounding : entry->rounding), width),
        entry->edge);
    entry->short_of = cld__v2_dot(u, cld__v2_sub(nearest, end));
    u = cld__v2_unit(entry->edge);
    entry->normal = cld__v2(u.y, -u.x);
    entry->ahead = cld__v2_cross(u, w);
}

/* Is the origin before what the ray enters? Exactly. */
static int cld__polygon_ray_ahead(const cld__polygon_difference *m, cld__vec2d d,
                                  const cld__polygon_entry *entry)
{
    const cld__polygon *a = &m->placed[0], *b = &m->placed[1], *p;
    cld__sum2 w = cld__polygon_sum2(a, entry->vertex[0]), u, v;
    u = cld__polygon_sum2(b, entry->vertex[1]);
    w = cld__sum2_sub(&w, &u);
    if (entry->owner < 0) {
        u = cld__sum2_from(d);
        return cld__sum2_sign(&u, &w, 1) > 0;
    }
    p = &m->placed[entry->owner];
    u = cld__polygon_sum2(p, entry->vertex[entry->owner]);
    v = cld__polygon_sum2(p, cld__polygon_next(p, entry->vertex[entry->owner]));
    u = entry->owner == 0 ? cld__sum2_sub(&v, &u) : cld__sum2_sub(&u, &v);
    return cld__sum2_sign(&u, &w, 0) > 0;
}

/* Contact of vertices, or of an edge and a vertex, where the ray enters M. */
static void cld__polygon_ray_contact(const cld__polygon_difference *m, cld__vec2d motion,
                                     const cld__polygon_entry *entry, double time,
                                     cld_polygon_hit *hit)
{
    const uint32_t i = entry->vertex[0], k = entry->vertex[1];
    cld_contact2 *c = &hit->contact;
    cld__vec2d p;
    if (entry->owner == 0) { /* the point on B's vertex, where that then is */
        p = cld__v2_mad(cld__polygon_vertex(&m->p[1], k), time, motion);
    } else {
        p = cld__polygon_vertex(&m->p[0], i);
    }
    c->point_a = c->point_b = cld__v2_to(cld__v2_add(p, m->origin));
    c->normal = cld__v2_to(entry->normal);
    c->distance = 0;
    c->feature_a = 4 * i + (entry->owner == 0 ? CLD_FEATURE_EDGE : CLD_FEATURE_VERTEX);
    c->feature_b = 4 * k + (entry->owner == 1 ? CLD_FEATURE_EDGE : CLD_FEATURE_VERTEX);
    hit->time = (cld_real)time;
}

/* Touching at the start. */
static int cld__polygon_sweep_start(const cld_polygon *a, const cld_polygon *b,
                                    cld_polygon_hit *hit)
{
    const int touching = cld_polygon_overlap(a, b, NULL);
    int status;
    if (touching <= 0 || !hit) return touching;
    status = cld_polygon_distance(a, b, &hit->contact);
    hit->time = 0;
    return status < 0 ? status : 1;
}

int cld_polygon_sweep(const cld_polygon *a, const cld_polygon *b, cld_vec2 motion,
                      cld_polygon_hit *hit)
{
    cld__polygon_difference m;
    cld__polygon_entry entry;
    const cld__vec2d end = cld__v2_from(motion);
    const cld__vec2d d = cld__v2_scale(end, cld__unit_scale(cld__v2_largest(end)));
    double time;
    int status = cld__polygon_difference_from(a, b, &m);
    if (status != CLD_OK) return status;
    if (!cld__v2_is_usable(end)) return CLD_ERROR_FINITE;
    if (end.x == 0 && end.y == 0) return cld__polygon_sweep_start(a, b, hit);
    if (!cld__polygon_ray(&m, d, &entry)) return 0;
    cld__polygon_ray_measure(&m, d, end, &entry);
    if (entry.short_of > entry.rounding) return 0;
    if (entry.ahead <= entry.rounding) {
        status = cld__polygon_sweep_start(a, b, hit);
        if (status != 0) return status;
        if (!cld__polygon_ray_ahead(&m, d, &entry)) return 0;
    }
    if (!hit) return 1;
    time = fabs(end.x) > fabs(end.y) ? entry.point.x / end.x : entry.point.y / end.y;
    time = time < 1 ? cld__max(time, 0) : 1;
    cld__polygon_ray_contact(&m, end, &entry, time, hit);
    return 1;
}

/* --------------------------------------- [POLYGON] polyhedra: hull, hierarchy, extremes, points

   A half-edge is a number h = 3*t + k: of triangle t, the edge from corner k to its next corner, so
   it starts at vertex triangles[h]. Its twin is the same edge seen from the neighbouring triangle.
   The hierarchy keeps the twins of the surface and, for each vertex, one half-edge that starts
   there: with them the ring of a vertex is walked by cld__polyhedron_around. */

#define CLD__POLYHEDRON_MOST_VERTICES  ((size_t)1 << 28)
#define CLD__POLYHEDRON_MOST_TRIANGLES ((size_t)1 << 29)
#define CLD__NONE                      0xffffffffu /* no vertex, no half-edge */

/* What cld_polyhedron_build writes at the start of the memory; the arrays follow it there. */
typedef struct cld__polyhedron_tree {
    const uint32_t *twins; /* for each half-edge */
    const uint32_t *first; /* for each vertex, a half-edge that starts there; CLD__NONE */
    cld__vec3d low, high;  /* the box of all vertices */
} cld__polyhedron_tree;

/* A polyhedron as the queries use it. */
typedef struct cld__polyhedron {
    const char *vertices;
    size_t stride;
    const uint32_t *triangles;
    uint32_t vertex_count, triangle_count;
    int posed;  /* 0: the pose is the identity */
    int turned; /* 0: its rotation is */
    cld__posed pose;
    const cld__polyhedron_tree *tree;
} cld__polyhedron;

CLD__INLINE int cld__polyhedron_same(cld__vec3d a, cld__vec3d b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Reads a view; the hierarchy may be missing. */
static int cld__polyhedron_view(const cld_polyhedron *polyhedron, cld__polyhedron *p)
{
    cld__posed identity;
    if (!polyhedron || !polyhedron->vertices || !polyhedron->triangles) return CLD_ERROR_NULL;
    if (polyhedron->vertex_count < 4 || polyhedron->triangle_count < 4) return CLD_ERROR_COUNT;
    if (polyhedron->vertex_count > CLD__POLYHEDRON_MOST_VERTICES) return CLD_ERROR_COUNT;
    if (polyhedron->triangle_count > CLD__POLYHEDRON_MOST_TRIANGLES) return CLD_ERROR_COUNT;
    p->stride = polyhedron->stride ? polyhedron->stride : 3 * sizeof(cld_real);
    if (p->stride % sizeof(cld_real) || p->stride < 3 * sizeof(cld_real)) return CLD_ERROR_STRIDE;
    if (cld_pose_validate(&polyhedron->pose) != CLD_OK) return CLD_ERROR_POSE;
    p->vertices = (const char *)polyhedron->vertices;
    p->triangles = polyhedron->triangles;
    p->vertex_count = (uint32_t)polyhedron->vertex_count;
    p->triangle_count = (uint32_t)polyhedron->triangle_count;
    p->pose = cld__posed_from(&polyhedron->pose);
    memset(&identity, 0, sizeof identity);
    identity.x.x = identity.y.y = identity.z.z = 1;
    p->turned = !cld__polyhedron_same(p->pose.x, identity.x) ||
                !cld__polyhedron_same(p->pose.y, identity.y) ||
                !cld__polyhedron_same(p->pose.z, identity.z);
    p->posed = p->turned || !cld__polyhedron_same(p->pose.position, identity.position);
    p->tree = (const cld__polyhedron_tree *)polyhedron->hierarchy;
    return CLD_OK;
}

/* Reads a view and does what every query checks. */
static int cld__polyhedron_from(const cld_polyhedron *polyhedron, cld__polyhedron *p)
{
    if (!polyhedron || !polyhedron->hierarchy) return CLD_ERROR_NULL;
    return cld__polyhedron_view(polyhedron, p);
}

/* Vertex i in the polyhedron's own frame: exact. */
CLD__INLINE cld__vec3d cld__polyhedron_local(const cld__polyhedron *p, uint32_t i)
{
    const cld_real *v = (const cld_real *)(const void *)(p->vertices + i * p->stride);
    return cld__v3((double)v[0], (double)v[1], (double)v[2]);
}

/* Vertex i in the world, rounded. */
CLD__INLINE cld__vec3d cld__polyhedron_vertex(const cld__polyhedron *p, uint32_t i)
{
    const cld__vec3d v = cld__polyhedron_local(p, i);
    return p->posed ? cld__posed_point(&p->pose, v) : v;
}

/* A direction of the world in the polyhedron's own frame. What it is multiplied with there is what
   the direction is multiplied with in the world: the rotation, transposed, need not be inverse. */
CLD__INLINE cld__vec3d cld__polyhedron_turn(const cld__polyhedron *p, cld__vec3d d)
{
    if (!p->posed) return d;
    return cld__v3(cld__v3_dot(p->pose.x, d), cld__v3_dot(p->pose.y, d), cld__v3_dot(p->pose.z, d));
}

/* Where the inverse of the rotation takes a vector of the world. That is not its transpose: a
   rotation that is orthonormal to the rounding of float places vertices by that much elsewhere. */
static cld__vec3d cld__polyhedron_unturn(const cld__polyhedron *p, cld__vec3d v)
{
    const cld__posed *m = &p->pose;
    const cld__vec3d x = cld__v3_cross(m->y, m->z), y = cld__v3_cross(m->z, m->x);
    const cld__vec3d z = cld__v3_cross(m->x, m->y);
    const double determinant = cld__v3_dot(m->x, x);
    if (!p->turned) return v;
    return cld__v3(cld__v3_dot(x, v) / determinant, cld__v3_dot(y, v) / determinant,
                   cld__v3_dot(z, v) / determinant);
}

/* A point of the world in the polyhedron's own frame, rounded. */
CLD__INLINE cld__vec3d cld__polyhedron_point(const cld__polyhedron *p, cld__vec3d q)
{
    return p->posed ? cld__polyhedron_unturn(p, cld__v3_sub(q, p->pose.position)) : q;
}

/* The next and the previous half-edge of the same triangle. */
CLD__INLINE uint32_t cld__polyhedron_next(uint32_t h)
{
    return h % 3 == 2 ? h - 2 : h + 1;
}

CLD__INLINE uint32_t cld__polyhedron_previous(uint32_t h)
{
    return h % 3 == 0 ? h + 2 : h - 1;
}

/* The vertex at which half-edge h starts; it ends where the next one starts. */
CLD__INLINE uint32_t cld__polyhedron_start(const cld__polyhedron *p, uint32_t h)
{
    return p->triangles[h];
}

CLD__INLINE uint32_t cld__polyhedron_end(const cld__polyhedron *p, uint32_t h)
{
    return p->triangles[cld__polyhedron_next(h)];
}

/* The same edge, in the neighbouring triangle (number / 3) and in the other direction. */
CLD__INLINE uint32_t cld__polyhedron_twin(const cld__polyhedron *p, uint32_t h)
{
    return p->tree->twins[h];
}

/* A half-edge that starts at vertex v; CLD__NONE if no triangle names v. */
CLD__INLINE uint32_t cld__polyhedron_first(const cld__polyhedron *p, uint32_t v)
{
    return p->tree->first[v];
}

/* Of the half-edges that start at the same vertex the next, counter-clockwise from outside: from
   cld__polyhedron_first on, they are all in turn until that comes again. */
CLD__INLINE uint32_t cld__polyhedron_around(const cld__polyhedron *p, uint32_t h)
{
    return p->tree->twins[cld__polyhedron_previous(h)];
}

/* The vertex that is farthest in a direction, both in the polyhedron's own frame. `start` is a
   vertex from which the way may be short (last time's answer), or CLD__NONE; any value is safe. */
static uint32_t cld__polyhedron_support(const cld__polyhedron *p, cld__vec3d direction,
                                        uint32_t start)
{
    uint32_t i, best = CLD__NONE;
    double most = 0;
    (void)start;
    for (i = 0; i < p->vertex_count; i++) {
        const double s = cld__v3_dot(direction, cld__polyhedron_local(p, i));
        if (p->tree->first[i] == CLD__NONE) continue;
        if (best == CLD__NONE || s > most) best = i, most = s;
    }
    return best;
}

/* ------------------------------------------------------- [POLYGON] polyhedra: sides of planes */

/* The plane through three points, with what a filter needs. `scale` is the power of two that takes
   the largest coordinate of all that is compared near 1. */
typedef struct cld__plane {
    cld__vec3d a, b, c; /* counter-clockwise seen from the side where signs are positive */
    cld__vec3d normal;  /* not unit */
    double scale, error;
} cld__plane;

CLD__INLINE double cld__v3_largest(cld__vec3d a)
{
    return cld__max(fabs(a.x), cld__max(fabs(a.y), fabs(a.z)));
}

static cld__plane cld__plane_from(cld__vec3d a, cld__vec3d b, cld__vec3d c, double scale)
{
    const cld__vec3d u = cld__v3_scale(cld__v3_sub(b, a), scale);
    const cld__vec3d v = cld__v3_scale(cld__v3_sub(c, a), scale);
    cld__plane plane;
    plane.a = a, plane.b = b, plane.c = c;
    plane.normal = cld__v3_cross(u, v);
    plane.scale = scale;
    /* Each number of u and v is off by one rounding, a product of the cross product then by three,
       the difference of two by one more: 8 roundings of the largest product in all. A term of the
       dot product with w, |w| summed over its numbers, adds 4 to the at most 2 times as large
       normal: 16 roundings, and higher orders. */
    plane.error = 18 * CLD__ROUND_DOUBLE * cld__v3_largest(u) * cld__v3_largest(v);
    return plane;
}

/* *high:*low = x y */
CLD__INLINE void cld__multiply_wide(uint64_t x, uint64_t y, uint64_t *high, uint64_t *low)
{
    const uint64_t x0 = x & 0xffffffffu, x1 = x >> 32, y0 = y & 0xffffffffu, y1 = y >> 32;
    const uint64_t a = x0 * y0, b = x0 * y1 + (a >> 32), c = x1 * y0 + (b & 0xffffffffu);
    *low = (c << 32) | (a & 0xffffffffu);
    *high = x1 * y1 + (b >> 32) + (c >> 32);
}

CLD__INLINE uint64_t cld__magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* sum += x y z, of 3 words in two's complement, the lowest first; x y is passed as w - that is how
   the minor of two products comes: (positive ? 1 : -1) (high:low). */
static void cld__add_wide(uint64_t sum[3], uint64_t high, uint64_t low, int negative, int64_t z)
{
    const uint64_t m = cld__magnitude(z);
    uint64_t p[3], top, carry, k;
    cld__multiply_wide(low, m, &p[1], &p[0]);
    cld__multiply_wide(high, m, &p[2], &top);
    p[1] += top;
    p[2] += p[1] < top;
    negative ^= z < 0;
    carry = negative ? 1 : 0;
    for (k = 0; k < 3; k++) {
        const uint64_t x = negative ? ~p[k] : p[k], y = x + carry;
        carry = y < x;
        sum[k] += y;
        carry += sum[k] < y;
    }
}

/* sum += z (x0 y1 - x1 y0), all below 2^62. */
static void cld__add_minor(uint64_t sum[3], int64_t z, int64_t x0, int64_t y1, int64_t x1,
                           int64_t y0)
{
    uint64_t high[2], low[2];
    const int first = (x0 < 0) ^ (y1 < 0), second = (x1 < 0) ^ (y0 < 0);
    cld__multiply_wide(cld__magnitude(x0), cld__magnitude(y1), &high[0], &low[0]);
    cld__multiply_wide(cld__magnitude(x1), cld__magnitude(y0), &high[1], &low[1]);
    cld__add_wide(sum, high[0], low[0], first, z);
    cld__add_wide(sum, high[1], low[1], !second, z);
}

/* The sign of det(b - a, c - a, d - a) in whole numbers, where the coordinates are such, below
   2^61, times a common power of two: nearly always where they are of like size. 2 where not. */
static int cld__orient3d_whole(const double p[4][3])
{
    int64_t u[9], x[12];
    uint64_t sum[3] = {0, 0, 0};
    double largest = 0, scale;
    int i;
    for (i = 0; i < 12; i++) largest = cld__max(largest, fabs(p[i / 3][i % 3]));
    if (!(largest > 1e-280)) return 2;
    scale = cld__unit_scale(largest) * 1152921504606846976.0; /* 2^60: numbers below 2^61 */
    for (i = 0; i < 12; i++) {
        const double y = p[i / 3][i % 3] * scale;
        x[i] = (int64_t)y;
        if ((double)x[i] != y) return 2;
    }
    for (i = 0; i < 9; i++) u[i] = x[3 + i] - x[i % 3];
    cld__add_minor(sum, u[0], u[4], u[8], u[5], u[7]);
    cld__add_minor(sum, u[1], u[5], u[6], u[3], u[8]);
    cld__add_minor(sum, u[2], u[3], u[7], u[4], u[6]);
    if (sum[2] >> 63) return -1;
    return (sum[0] | sum[1] | sum[2]) != 0;
}

/* Adds the six products of sign * det(a, b, c) to the list of factors. */
static double *cld__list_determinant(double *f, double sign, const double a[3], const double b[3],
                                     const double c[3])
{
    int i, k;
    for (i = 0; i < 3; i++) {
        for (k = 1; k < 3; k++, f += 3) {
            f[0] = k == 1 ? sign * a[i] : -sign * a[i];
            f[1] = b[(i + k) % 3];
            f[2] = c[(i + 3 - k) % 3];
        }
    }
    return f;
}

static void cld__v3_store(double f[3], cld__vec3d a)
{
    f[0] = a.x, f[1] = a.y, f[2] = a.z;
}

/* The sign of det(b - a, c - a, d - a), exactly, for finite points. */
static int cld__orient3d_exact(cld__vec3d a, cld__vec3d b, cld__vec3d c, cld__vec3d d)
{
    double p[4][3], f[24 * 3], *end = f;
    int sign;
    cld__v3_store(p[0], a), cld__v3_store(p[1], b);
    cld__v3_store(p[2], c), cld__v3_store(p[3], d);
    sign = cld__orient3d_whole((const double(*)[3])p);
    if (sign != 2) return sign;
    end = cld__list_determinant(end, 1, p[1], p[2], p[3]);
    end = cld__list_determinant(end, -1, p[0], p[2], p[3]);
    end = cld__list_determinant(end, 1, p[0], p[1], p[3]);
    cld__list_determinant(end, -1, p[0], p[1], p[2]);
    return cld__sign_of_sum(f, 24, 3);
}

/* How far q is above the plane, times some factor; *sign is exactly 1 above, 0 on it, -1 below. */
CLD__INLINE double cld__plane_height(const cld__plane *plane, cld__vec3d q, int *sign)
{
    const cld__vec3d w = cld__v3_scale(cld__v3_sub(q, plane->a), plane->scale);
    const double height = cld__v3_dot(plane->normal, w);
#ifndef CLD__LOOSE_MATH
    /* what underflows is below 1e-300 */
    const double error = plane->error * (fabs(w.x) + fabs(w.y) + fabs(w.z)) + 1e-300;
    if (fabs(height) > error) {
        *sign = height > 0 ? 1 : -1;
        return height;
    }
#endif
    *sign = cld__orient3d_exact(plane->a, plane->b, plane->c, q);
    return height;
}

CLD__INLINE int cld__plane_side(const cld__plane *plane, cld__vec3d q)
{
    int sign;
    cld__plane_height(plane, q, &sign);
    return sign;
}

/* Do three points lie on a line? Exactly. */
static int cld__collinear(cld__vec3d a, cld__vec3d b, cld__vec3d c)
{
    return !cld__orient2d_sign(a.x, a.y, b.x, b.y, c.x, c.y) &&
           !cld__orient2d_sign(a.y, a.z, b.y, b.z, c.y, c.z) &&
           !cld__orient2d_sign(a.z, a.x, b.z, b.x, c.z, c.x);
}

/* Four of the points that are not in one plane, the fourth above the plane of the others: 1, or 0
   if there are none. Far from each other where that costs nothing. */
static int cld__simplex(const cld__vec3d *points, uint32_t count, double scale, uint32_t corner[4])
{
    cld__plane plane;
    cld__vec3d a, b;
    double most = 0, x;
    uint32_t i;
    int sign = 0;
    if (count < 4) return 0;
    corner[0] = corner[1] = corner[2] = corner[3] = 0;
    for (i = 1; i < count; i++)
        if (points[i].x < points[corner[0]].x) corner[0] = i;
    a = points[corner[0]];
    for (i = 0; i < count; i++) {
        x = cld__v3_largest(cld__v3_sub(points[i], a));
        if (x > most) most = x, corner[1] = i;
    }
    if (!(most > 0)) return 0;
    b = points[corner[1]];
    most = -1;
    for (i = 0; i < count; i++) {
        x = cld__v3_largest(cld__plane_from(a, b, points[i], scale).normal);
        if (x > most) most = x, corner[2] = i;
    }
    /* rounding may have chosen one on the line where others are hardly off it */
    for (i = 0; i < count && cld__collinear(a, b, points[corner[2]]); i++) corner[2] = i;
    if (i == count && cld__collinear(a, b, points[corner[2]])) return 0;
    plane = cld__plane_from(a, b, points[corner[2]], scale);
    most = -1;
    for (i = 0; i < count; i++) {
        x = fabs(cld__v3_dot(plane.normal, cld__v3_scale(cld__v3_sub(points[i], a), scale)));
        if (x > most) most = x, corner[3] = i;
    }
    sign = cld__plane_side(&plane, points[corner[3]]);
    for (i = 0; i < count && !sign; i++) {
        corner[3] = i;
        sign = cld__plane_side(&plane, points[i]);
    }
    if (sign < 0) {
        i = corner[1];
        corner[1] = corner[2], corner[2] = i;
    }
    return sign != 0;
}

/* ------------------------------------------------------------------- [POLYGON] polyhedra: hull
   Quickhull with exact signs. Each point that is still outside waits in the list of one face that
   it is strictly above. The farthest of a list comes next: all faces that it is strictly above go,
   and the rim of the hole is joined to it. No triangle ever has area 0: on a line with an edge, the
   point would be level with both faces there, and the edge not on the rim. A point that waited at a
   face that goes is above one of the new faces, or is inside for good: between the faces it is
   above that go and those that stay runs the rim, and at an edge of the rim a point above both
   sides is above the new face, whose normal is between theirs. In the end some vertices may lie
   within a flat face, or on its edge, because others in the same plane came later. (That faces go
   which are level with the point would prevent it, at quadratic cost for a circle in a plane.) So
   triangles in one plane are put together, and the polygon of their corners is cut anew.
   Source: Barber, Dobkin, Huhdanpaa 1996 (without their tolerances). */

#define CLD__HULL_CHUNK 1024 /* faces that are allocated at once */
#define CLD__HULL_SHORT 32   /* points */

typedef struct cld__hull_face {
    cld__plane plane;
    double reach;                /* height of the first point of the list, the farthest */
    uint32_t vertex[3], twin[3]; /* half-edges as in a polyhedron: 3*face + corner */
    uint32_t points;             /* the list; CLD__NONE */
    uint32_t next;               /* of the free faces, of those that go, or of the new ones */
    uint32_t after;              /* in the queue of faces that may have points */
    uint32_t mark;               /* stamp: goes; stamp + 1: stays; CLD__NONE: free */
    uint32_t size;               /* of the list */
    int queued;
} cld__hull_face;

typedef struct cld__hull {
    cld_workspace *workspace;
    cld__vec3d *points;
    uint32_t *ids;  /* where the caller has them */
    uint32_t *next; /* in the list of a face */
    uint32_t *rim;  /* for a vertex on the rim of the hole: the half-edge, then the face there */
    cld__hull_face **chunks;
    uint32_t count, face_count, free, first, last, stamp; /* first, last: of the queue */
    double scale;
} cld__hull;

CLD__INLINE cld__hull_face *cld__hull_at(const cld__hull *hull, uint32_t face)
{
    return hull->chunks[face / CLD__HULL_CHUNK] + face % CLD__HULL_CHUNK;
}

/* A new face without neighbours; CLD__NONE: no memory. */
static uint32_t cld__hull_face_new(cld__hull *hull, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t number = hull->free;
    cld__hull_face *face;
    if (number != CLD__NONE) {
        face = cld__hull_at(hull, number);
        hull->free = face->next;
    } else {
        number = hull->face_count;
        if (number % CLD__HULL_CHUNK == 0) {
            cld__hull_face *chunk = (cld__hull_face *)cld__workspace_array(
                hull->workspace, CLD__HULL_CHUNK, sizeof *chunk);
            if (!chunk) return CLD__NONE;
            hull->chunks[number / CLD__HULL_CHUNK] = chunk;
        }
        hull->face_count++;
        face = cld__hull_at(hull, number);
        face->queued = 0;
    }
    face->vertex[0] = a, face->vertex[1] = b, face->vertex[2] = c;
    face->plane = cld__plane_from(hull->points[a], hull->points[b], hull->points[c], hull->scale);
    face->points = CLD__NONE;
    face->reach = 0;
    face->size = 0;
    face->mark = 0;
    return number;
}

static void cld__hull_join(cld__hull *hull, uint32_t h, uint32_t g)
{
    cld__hull_at(hull, h / 3)->twin[h % 3] = g;
    cld__hull_at(hull, g / 3)->twin[g % 3] = h;
}

/* Puts the point in the list of the face if it is above: 1, or 0. */
CLD__INLINE int cld__hull_list(cld__hull *hull, cld__hull_face *face, uint32_t q)
{
    int sign;
    const double height = cld__plane_height(&face->plane, hull->points[q], &sign);
    if (sign <= 0) return 0;
    face->size++;
    if (face->points == CLD__NONE || height > face->reach) {
        hull->next[q] = face->points;
        face->points = q;
        face->reach = height;
    } else {
        hull->next[q] = hull->next[face->points];
        hull->next[face->points] = q;
    }
    return 1;
}

/* Long lists wait until all as long have had a turn: if one part of the hull were finished first,
   later points far from it might each be joined to thousands of vertices there, and all points
   above be compared with that many faces. Short ones come at once, while they are in the cache. */
static void cld__hull_push(cld__hull *hull, uint32_t number)
{
    cld__hull_face *face = cld__hull_at(hull, number);
    if (face->queued || face->points == CLD__NONE) return;
    face->queued = 1;
    face->after = CLD__NONE;
    if (face->size < CLD__HULL_SHORT) { /* to the front */
        face->after = hull->first;
        if (hull->first == CLD__NONE) hull->last = number;
        hull->first = number;
        return;
    }
    if (hull->first == CLD__NONE)
        hull->first = number;
    else
        cld__hull_at(hull, hull->last)->after = number;
    hull->last = number;
}

/* Marks the faces that go when p, above the face `start`, is added, as a list linked by `next`;
   hull->rim has the half-edges of the rim by the vertex where they start, one of which is
   returned. */
static uint32_t cld__hull_hole(cld__hull *hull, uint32_t start, uint32_t p)
{
    const cld__vec3d q = hull->points[p];
    uint32_t number, last = start, rim = CLD__NONE;
    int k;
    hull->stamp += 2;
    cld__hull_at(hull, start)->mark = hull->stamp;
    cld__hull_at(hull, start)->next = CLD__NONE;
    for (number = start; number != CLD__NONE;) {
        cld__hull_face *face = cld__hull_at(hull, number);
        for (k = 0; k < 3; k++) {
            const uint32_t other = face->twin[k] / 3;
            cld__hull_face *neighbour = cld__hull_at(hull, other);
            if (neighbour->mark != hull->stamp && neighbour->mark != hull->stamp + 1) {
                neighbour->mark = hull->stamp + (cld__plane_side(&neighbour->plane, q) <= 0);
                if (neighbour->mark == hull->stamp) {
                    cld__hull_at(hull, last)->next = other;
                    last = other;
                    neighbour->next = CLD__NONE;
                }
            }
            if (neighbour->mark != hull->stamp)
                hull->rim[face->vertex[k]] = rim = 3 * number + (uint32_t)k;
        }
        number = face->next;
    }
    return rim;
}

/* Joins the rim to p; the new faces, linked by `next`, or CLD__NONE: no memory. */
static uint32_t cld__hull_close(cld__hull *hull, uint32_t rim, uint32_t p)
{
    const uint32_t start = cld__hull_at(hull, rim / 3)->vertex[rim % 3];
    uint32_t a = start, b, number, list = CLD__NONE;
    do {
        const uint32_t h = hull->rim[a];
        const cld__hull_face *old = cld__hull_at(hull, h / 3);
        b = old->vertex[(h % 3 + 1) % 3];
        number = cld__hull_face_new(hull, a, b, p);
        if (number == CLD__NONE) return CLD__NONE;
        cld__hull_join(hull, 3 * number, old->twin[h % 3]);
        cld__hull_at(hull, number)->next = list;
        list = hull->rim[a] = number;
        a = b;
    } while (a != start);
    for (number = list; number != CLD__NONE;) {
        const cld__hull_face *face = cld__hull_at(hull, number);
        cld__hull_join(hull, 3 * number + 1, 3 * hull->rim[face->vertex[1]] + 2);
        number = face->next;
    }
    return list;
}

/* Adds the farthest point of a face's list. CLD_OK or CLD_ERROR_MEMORY. */
static int cld__hull_add(cld__hull *hull, uint32_t start)
{
    const uint32_t p = cld__hull_at(hull, start)->points;
    const uint32_t rim = cld__hull_hole(hull, start, p);
    const uint32_t list = cld__hull_close(hull, rim, p);
    uint32_t number, q, next;
    if (list == CLD__NONE) return CLD_ERROR_MEMORY;
    for (number = start; number != CLD__NONE; number = next) {
        cld__hull_face *face = cld__hull_at(hull, number);
        for (q = face->points; q != CLD__NONE; q = next) {
            uint32_t to = list;
            next = hull->next[q];
            if (q == p) continue;
            while (to != CLD__NONE && !cld__hull_list(hull, cld__hull_at(hull, to), q))
                to = cld__hull_at(hull, to)->next;
        }
        next = face->next;
        face->next = hull->free;
        face->points = face->mark = CLD__NONE;
        hull->free = number;
    }
    for (number = list; number != CLD__NONE; number = cld__hull_at(hull, number)->next)
        cld__hull_push(hull, number);
    return CLD_OK;
}

/* The hull of all points: CLD_OK, CLD_ERROR_MEMORY, or 1 if they are all in one plane. */
static int cld__hull_run(cld__hull *hull)
{
    uint32_t corner[4], i, k;
    int status = CLD_OK;
    if (!cld__simplex(hull->points, hull->count, hull->scale, corner)) return 1;
    for (i = 0; i < 4; i++) { /* face i: without corner i; corner 3 is above 0 1 2 */
        static const uint32_t order[4][3] = {{1, 2, 3}, {2, 0, 3}, {0, 1, 3}, {1, 0, 2}};
        const uint32_t *o = order[i];
        if (cld__hull_face_new(hull, corner[o[0]], corner[o[1]], corner[o[2]]) == CLD__NONE)
            return CLD_ERROR_MEMORY;
    }
    cld__hull_join(hull, 0, 11), cld__hull_join(hull, 3, 10), cld__hull_join(hull, 6, 9);
    for (i = 0; i < 3; i++) cld__hull_join(hull, 3 * i + 1, 3 * ((i + 1) % 3) + 2);
    for (i = 0; i < hull->count; i++)
        for (k = 0; k < 4 && !cld__hull_list(hull, cld__hull_at(hull, k), i); k++) {}
    for (k = 0; k < 4; k++) cld__hull_push(hull, k);
    while (hull->first != CLD__NONE && status == CLD_OK) {
        cld__hull_face *face = cld__hull_at(hull, hull->first);
        i = hull->first;
        hull->first = face->after;
        face->queued = 0;
        if (face->mark != CLD__NONE && face->points != CLD__NONE) status = cld__hull_add(hull, i);
    }
    return status;
}

/* Do the two triangles at the edge lie in one plane? */
CLD__INLINE int cld__hull_is_flat(const cld__hull *hull, uint32_t h)
{
    return (int)(cld__hull_at(hull, h / 3)->mark >> h % 3 & 1);
}

/* Marks in each face which of its edges are flat: bit k for edge k. */
static void cld__hull_mark_flat(cld__hull *hull)
{
    uint32_t number;
    int k;
    for (number = 0; number < hull->face_count; number++) {
        cld__hull_face *face = cld__hull_at(hull, number);
        if (face->mark == CLD__NONE) continue;
        face->mark = 0;
        face->queued = 0; /* not written yet */
    }
    for (number = 0; number < hull->face_count; number++) {
        cld__hull_face *face = cld__hull_at(hull, number);
        if (face->mark == CLD__NONE) continue;
        for (k = 0; k < 3; k++) {
            const uint32_t g = face->twin[k];
            cld__hull_face *other = cld__hull_at(hull, g / 3);
            if (g / 3 < number) continue;
            if (cld__plane_side(&face->plane, hull->points[other->vertex[(g + 2) % 3]])) continue;
            face->mark |= 1u << k;
            other->mark |= 1u << g % 3;
        }
    }
}

/* The next half-edge of the outline of a flat face, counter-clockwise. */
static uint32_t cld__hull_outline(const cld__hull *hull, uint32_t h)
{
    h = h / 3 * 3 + (h + 1) % 3;
    while (cld__hull_is_flat(hull, h)) {
        h = cld__hull_at(hull, h / 3)->twin[h % 3];
        h = h / 3 * 3 + (h + 1) % 3;
    }
    return h;
}

/* The corners of the flat face that a triangle is part of, counter-clockwise, to hull->next; how
   many there are. Vertices within it or on its edges are none. */
static uint32_t cld__hull_corners(cld__hull *hull, uint32_t number)
{
    uint32_t start = CLD__NONE, stack = number, count = 0, h, k;
    cld__hull_at(hull, number)->after = CLD__NONE;
    cld__hull_at(hull, number)->queued = 1;
    while (stack != CLD__NONE) { /* all its triangles */
        const uint32_t here = stack;
        cld__hull_face *face = cld__hull_at(hull, here);
        stack = face->after;
        for (k = 0; k < 3; k++) {
            cld__hull_face *other = cld__hull_at(hull, face->twin[k] / 3);
            if (!cld__hull_is_flat(hull, 3 * here + k))
                start = 3 * here + k;
            else if (!other->queued) {
                other->queued = 1;
                other->after = stack;
                stack = face->twin[k] / 3;
            }
        }
    }
    h = start;
    do {
        const uint32_t next = cld__hull_outline(hull, h);
        const uint32_t a = cld__hull_at(hull, h / 3)->vertex[h % 3];
        const uint32_t b = cld__hull_at(hull, next / 3)->vertex[next % 3];
        const uint32_t c = cld__hull_at(hull, next / 3)->vertex[(next + 1) % 3];
        if (!cld__collinear(hull->points[a], hull->points[b], hull->points[c]))
            hull->next[count++] = b;
        h = next;
    } while (h != start);
    return count;
}

/* Writes the triangles; how many there are. A polygon is cut in zigzag, so that no corner gets more
   than two diagonals. */
static int cld__hull_write(cld__hull *hull, uint32_t *triangles, size_t capacity)
{
    size_t found = 0;
    uint32_t number;
    cld__hull_mark_flat(hull);
    for (number = 0; number < hull->face_count; number++) {
        const cld__hull_face *face = cld__hull_at(hull, number);
        uint32_t low = 0, high, v[3], k, turn;
        if (face->mark == CLD__NONE || face->queued) continue;
        high = cld__hull_corners(hull, number) - 1;
        for (turn = 0; low + 1 < high; turn++, found++) {
            v[0] = low, v[1] = turn & 1 ? high - 1 : low + 1, v[2] = high;
            if (turn & 1)
                high--;
            else
                low++;
            for (k = 0; k < 3 && found < capacity; k++)
                triangles[3 * found + k] = hull->ids[hull->next[v[k]]];
        }
    }
    return (int)found;
}

/* Spreads 10 bits: two zeros between neighbours. */
CLD__INLINE uint32_t cld__spread_bits(uint32_t x)
{
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

/* Which of 1024 cells along one axis. */
CLD__INLINE uint32_t cld__hull_cell(double x, double low, double factor)
{
    const double cell = (x - low) * factor;
    return cell >= 1023 ? 1023 : cell > 0 ? (uint32_t)cell : 0;
}

/* Orders the points by cells along a curve that fills space (Morton 1966), so that those of one
   list are close to each other in memory. keys, from: scratch for `count` numbers each. */
static void cld__hull_order(uint32_t *ids, uint32_t count, const char *points, size_t stride,
                            uint32_t *keys, uint32_t *from)
{
    static const uint32_t shifts[3] = {0, 10, 20};
    uint32_t starts[1024], i, pass;
    cld__vec3d low = cld__v3(0, 0, 0), high = low, factor;
    for (i = 0; i < count; i++) {
        const cld_real *x = (const cld_real *)(const void *)(points + i * stride);
        const cld__vec3d q = cld__v3((double)x[0], (double)x[1], (double)x[2]);
        if (i == 0) low = high = q;
        low = cld__v3(cld__min(low.x, q.x), cld__min(low.y, q.y), cld__min(low.z, q.z));
        high = cld__v3(cld__max(high.x, q.x), cld__max(high.y, q.y), cld__max(high.z, q.z));
    }
    factor = cld__v3_sub(high, low);
    factor.x = factor.x > 1e-290 ? 1024 / factor.x : 0;
    factor.y = factor.y > 1e-290 ? 1024 / factor.y : 0;
    factor.z = factor.z > 1e-290 ? 1024 / factor.z : 0;
    for (i = 0; i < count; i++) {
        const cld_real *x = (const cld_real *)(const void *)(points + i * stride);
        keys[i] = cld__spread_bits(cld__hull_cell((double)x[0], low.x, factor.x)) |
                  cld__spread_bits(cld__hull_cell((double)x[1], low.y, factor.y)) << 1 |
                  cld__spread_bits(cld__hull_cell((double)x[2], low.z, factor.z)) << 2;
        ids[i] = i;
    }
    for (pass = 0; pass < 3; pass++) { /* radix sort */
        uint32_t sum = 0;
        memset(starts, 0, sizeof starts);
        memcpy(from, ids, count * sizeof from[0]);
        for (i = 0; i < count; i++) starts[keys[i] >> shifts[pass] & 1023]++;
        for (i = 0; i < 1024; i++) {
            const uint32_t here = starts[i];
            starts[i] = sum;
            sum += here;
        }
        for (i = 0; i < count; i++) ids[starts[keys[from[i]] >> shifts[pass] & 1023]++] = from[i];
    }
}

/* Reads the points: CLD_OK, CLD_ERROR_POINT,
   CLD_ERROR_MEMORY. */
static int cld__hull_read(cld__hull *hull, const char *points, size_t stride)
{
    const size_t n = hull->count;
    double most = 0;
    uint32_t i;
    for (i = 0; i < hull->count; i++) {
        const cld_real *x = (const cld_real *)(const void *)(points + i * stride);
        const cld__vec3d q = cld__v3((double)x[0], (double)x[1], (double)x[2]);
        if (!cld__v3_is_finite(q) || !(cld__v3_largest(q) <= 1e100)) return CLD_ERROR_POINT;
        most = cld__max(most, cld__v3_largest(q));
    }
    hull->points = (cld__vec3d *)cld__workspace_array(hull->workspace, n, sizeof(cld__vec3d));
    hull->ids = (uint32_t *)cld__workspace_array(hull->workspace, n, sizeof(uint32_t));
    hull->next = (uint32_t *)cld__workspace_array(hull->workspace, n, sizeof(uint32_t));
    hull->rim = (uint32_t *)cld__workspace_array(hull->workspace, n, sizeof(uint32_t));
    hull->chunks = (cld__hull_face **)cld__workspace_array(
        hull->workspace, 3 * n / CLD__HULL_CHUNK + 2, sizeof(cld__hull_face *));
    if (!hull->points || !hull->ids || !hull->next || !hull->rim || !hull->chunks)
        return CLD_ERROR_MEMORY;
    cld__hull_order(hull->ids, hull->count, points, stride, hull->next, hull->rim);
    hull->scale = cld__unit_scale(most);
    for (i = 0; i < hull->count; i++) {
        const cld_real *x = (const cld_real *)(const void *)(points + hull->ids[i] * stride);
        hull->points[i] = cld__v3((double)x[0], (double)x[1], (double)x[2]);
    }
    return CLD_OK;
}

int cld_polyhedron_hull(const cld_real *points, size_t count, size_t stride,
                        cld_workspace *workspace, uint32_t *triangles, int capacity)
{
    cld__hull hull;
    int status;
    if (!points || !workspace || (!triangles && capacity > 0)) return CLD_ERROR_NULL;
    if (count > CLD__POLYHEDRON_MOST_VERTICES || capacity < 0) return CLD_ERROR_COUNT;
    if (!stride) stride = 3 * sizeof(cld_real);
    if (stride % sizeof(cld_real) || stride < 3 * sizeof(cld_real)) return CLD_ERROR_STRIDE;
    cld__workspace_begin(workspace);
    memset(&hull, 0, sizeof hull);
    hull.workspace = workspace;
    hull.count = (uint32_t)count;
    hull.free = hull.first = hull.last = CLD__NONE;
    status = cld__hull_read(&hull, (const char *)points, stride);
    if (status == CLD_OK) status = cld__hull_run(&hull);
    if (status != CLD_OK) return status < 0 ? status : 0;
    return cld__hull_write(&hull, triangles, (size_t)capacity);
}

/* ----------------------------------------------------------- [POLYGON] polyhedra: who meets whom */

/* Sorts the half-edges `in` (NULL: 0, 1, 2 ...) into `out` by the smaller or larger vertex of their
   edge, keeping the order of equals. `counts` has room for vertex_count + 1. */
static void cld__polyhedron_sort_edges(const cld__polyhedron *p, int larger, const uint32_t *in,
                                       uint32_t *out, uint32_t *counts)
{
    const uint32_t n = 3 * p->triangle_count;
    uint32_t i, pass, h, a, b;
    memset(counts, 0, ((size_t)p->vertex_count + 1) * sizeof counts[0]);
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < n; i++) {
            h = in ? in[i] : i;
            a = cld__polyhedron_start(p, h), b = cld__polyhedron_end(p, h);
            if (larger ? b > a : b < a) a = b;
            if (pass)
                out[counts[a]++] = h;
            else
                counts[a + 1]++;
        }
        if (!pass)
            for (i = 0; i < p->vertex_count; i++) counts[i + 1] += counts[i];
    }
}

/* Finds the twins. `scratch` has room for 6*triangle_count + vertex_count + 1 numbers. CLD_OK, or
   CLD_ERROR_INDEX or CLD_ERROR_SURFACE with the first offending triangle in *where. O(n). */
static int cld__polyhedron_pair(const cld__polyhedron *p, uint32_t *twins, uint32_t *scratch,
                                size_t *where)
{
    const uint32_t n = 3 * p->triangle_count;
    uint32_t *first = scratch, *second = scratch + n, *counts = second + n;
    uint32_t i, j, count, bad = CLD__NONE;
    for (i = 0; i < n; i++) {
        const uint32_t a = p->triangles[i], b = p->triangles[cld__polyhedron_next(i)];
        if (a < p->vertex_count && a != b) continue;
        *where = i / 3;
        return CLD_ERROR_INDEX;
    }
    cld__polyhedron_sort_edges(p, 1, NULL, first, counts);
    cld__polyhedron_sort_edges(p, 0, first, second, counts);
    for (i = 0; i < n; i = j) { /* i..j: the half-edges of one edge */
        const uint32_t a = p->triangles[second[i]], b = cld__polyhedron_end(p, second[i]);
        for (j = i + 1; j < n; j++) {
            const uint32_t c = p->triangles[second[j]], d = cld__polyhedron_end(p, second[j]);
            if ((a != c || b != d) && (a != d || b != c)) break;
        }
        if (j == i + 2 && p->triangles[second[i + 1]] == b) {
            twins[second[i]] = second[i + 1], twins[second[i + 1]] = second[i];
        } else {
            for (; i < j; i++)
                if (bad > second[i] / 3) bad = second[i] / 3;
        }
    }
    if (bad != CLD__NONE) {
        *where = bad;
        return CLD_ERROR_SURFACE;
    }
    for (i = 0; i < p->triangle_count; i++) first[i] = 0; /* reached from triangle 0? */
    second[0] = 0, first[0] = 1;
    for (count = 1; count > 0;) {
        const uint32_t t = second[--count];
        for (i = 3 * t; i < 3 * t + 3; i++) {
            if (first[twins[i] / 3]) continue;
            first[twins[i] / 3] = 1;
            second[count++] = twins[i] / 3;
        }
    }
    for (i = 0; i < p->triangle_count && first[i]; i++) {}
    *where = i;
    return i < p->triangle_count ? CLD_ERROR_SURFACE : CLD_OK;
}

/* Checks the numbers: CLD_OK or CLD_ERROR_POINT. */
static int cld__polyhedron_check_points(const cld__polyhedron *p, size_t *where)
{
    uint32_t i;
    for (i = 0; i < p->vertex_count; i++) {
        const cld__vec3d v = cld__polyhedron_local(p, i);
        if (cld__v3_is_finite(v) && fabs(v.x) <= 1e100 && fabs(v.y) <= 1e100 && fabs(v.z) <= 1e100)
            continue;
        *where = i;
        return CLD_ERROR_POINT;
    }
    return CLD_OK;
}

int cld_polyhedron_validate(const cld_polyhedron *polyhedron, cld_workspace *workspace,
                            size_t *where)
{
    (void)polyhedron;
    (void)workspace;
    (void)where;
    return CLD_ERROR_NULL;
}

size_t cld_polyhedron_size(const cld_polyhedron *polyhedron)
{
    size_t n, m;
    if (!polyhedron) return 0;
    n = polyhedron->vertex_count, m = polyhedron->triangle_count;
    if (n < 4 || n > CLD__POLYHEDRON_MOST_VERTICES) return 0;
    if (m < 4 || m > CLD__POLYHEDRON_MOST_TRIANGLES) return 0;
    return sizeof(cld__polyhedron_tree) + (9 * m + 2 * n + 1) * sizeof(uint32_t);
}

int cld_polyhedron_build(cld_polyhedron *polyhedron, void *memory)
{
    cld__polyhedron p;
    cld__polyhedron_tree *tree = (cld__polyhedron_tree *)memory;
    uint32_t *twins, *first, i;
    size_t where;
    int status = cld__polyhedron_view(polyhedron, &p);
    if (status != CLD_OK) return status;
    if (!memory) return CLD_ERROR_NULL;
    if ((uintptr_t)memory % sizeof(double)) return CLD_ERROR_STRIDE;
    twins = (uint32_t *)(void *)(tree + 1);
    first = twins + 3 * (size_t)p.triangle_count;
    status = cld__polyhedron_check_points(&p, &where);
    if (status == CLD_OK) status = cld__polyhedron_pair(&p, twins, first + p.vertex_count, &where);
    if (status != CLD_OK) return status;
    for (i = 0; i < p.vertex_count; i++) first[i] = CLD__NONE;
    for (i = 3 * p.triangle_count; i-- > 0;) first[p.triangles[i]] = i;
    tree->twins = twins, tree->first = first;
    tree->low = tree->high = cld__polyhedron_local(&p, 0);
    for (i = 1; i < p.vertex_count; i++) {
        const cld__vec3d v = cld__polyhedron_local(&p, i);
        tree->low.x = cld__min(tree->low.x, v.x), tree->high.x = cld__max(tree->high.x, v.x);
        tree->low.y = cld__min(tree->low.y, v.y), tree->high.y = cld__max(tree->high.y, v.y);
        tree->low.z = cld__min(tree->low.z, v.z), tree->high.z = cld__max(tree->high.z, v.z);
    }
    polyhedron->hierarchy = memory;
    return CLD_OK;
}

int cld_polyhedron_extreme(const cld_polyhedron *polyhedron, cld_vec3 direction, uint32_t *vertex,
                           cld_vec3 *point)
{
    const cld__vec3d d = cld__v3_from(direction);
    cld__polyhedron p;
    uint32_t v;
    int status = cld__polyhedron_from(polyhedron, &p);
    if (status != CLD_OK) return status;
    if (!cld__v3_is_finite(d)) return CLD_ERROR_FINITE;
    v = cld__polyhedron_support(&p, cld__polyhedron_turn(&p, d), CLD__NONE);
    if (vertex) *vertex = v;
    if (point) *point = cld__v3_to(cld__polyhedron_vertex(&p, v));
    return CLD_OK;
}

int cld_polyhedron_span(const cld_polyhedron *polyhedron, cld_vec3 direction, cld_span *span)
{
    (void)polyhedron;
    (void)direction;
    (void)span;
    return CLD_ERROR_NULL;
}

int cld_polyhedron_plane(const cld_polyhedron *polyhedron, cld_vec3 point, cld_vec3 normal,
                         cld_span *span)
{
    (void)polyhedron;
    (void)point;
    (void)normal;
    (void)span;
    return CLD_ERROR_NULL;
}

int cld_polyhedron_contains(const cld_polyhedron *polyhedron, cld_vec3 p)
{
    (void)polyhedron;
    (void)p;
    return CLD_ERROR_NULL;
}

/* --------------------------------------------------------- [POLYGON] polyhedra: distance, lines
   Two bodies are apart by as much as the origin is from the set of all differences q - p of their
   points (Gilbert, Johnson, Keerthi 1988). A simplex of at most four differences of vertices closes
   in on the origin: each step adds the difference that is farthest against the direction of the
   nearest point so far. A direction d in which even that one lies beyond the origin, by more than
   what rounding can do, proves that the bodies are apart; d.w/|d| is a lower bound of the distance,
   as the simplex gives an upper one. The fast version computes in doubles; its answer stands if
   both bounds meet. If not, or if it stalls, a careful version does the same in twofold precision.

   All lengths of a query are scaled by a power of two, so that no product over- or underflows. */

#ifdef COLLIDE_DOUBLE
#define CLD__POLYHEDRON_LEAST DBL_MIN
#else
#define CLD__POLYHEDRON_LEAST FLT_MIN
#endif

/* One of the two bodies: a polyhedron, a polygon in space, or the origin of its own frame. */
typedef struct cld__polyhedron_body {
    const cld__polyhedron *solid; /* or NULL */
    const cld__polygon *flat;     /* or NULL; without a pose */
    cld__posed placed;            /* its position is not scaled */
    int turned;                   /* 0: the rotation is the identity */
    double reach;                 /* no vertex is farther from the origin of its frame; scaled */
    double extent;                /* nor from another vertex, in the sum of coordinates; scaled */
    double blur;                  /* by so much the numbers above have rounded its place; scaled */
} cld__polyhedron_body;

typedef struct cld__polyhedron_gjk {
    cld__polyhedron_body a, b;
    double scale;
    cld__vec3d shift; /* from the origin of a's frame to that of b's; scaled, rounded */
    double slack;     /* a value d.w larger than this, d being unit, is positive */
    double rounding;  /* unit roundoff times the size of everything */
    double doubt;     /* what no precision of the simplex mends: rounded directions and places */
} cld__polyhedron_gjk;

/* Differences of vertices w = b - a, with the shares that give the point nearest to the origin. */
typedef struct cld__polyhedron_simplex {
    int count;
    cld__vec3d w[4];
    uint32_t a[4], b[4];
    double share[4];
} cld__polyhedron_simplex;

CLD__INLINE cld__vec3d cld__polyhedron_body_local(const cld__polyhedron_body *p, uint32_t i)
{
    cld__vec2d v;
    if (p->solid) return cld__polyhedron_local(p->solid, i);
    if (!p->flat) return cld__v3(0, 0, 0);
    v = cld__polygon_local(p->flat, i);
    return cld__v3(v.x, v.y, 0);
}

/* Vertex i, scaled, seen from the origin of its frame. */
CLD__INLINE cld__vec3d cld__polyhedron_body_vertex(const cld__polyhedron_body *p, double scale,
                                                   uint32_t i)
{
    const cld__vec3d v = cld__v3_scale(cld__polyhedron_body_local(p, i), scale);
    return p->turned ? cld__posed_vector(&p->placed, v) : v;
}

CLD__INLINE cld__vec3d cld__polyhedron_difference(const cld__polyhedron_gjk *q, uint32_t a,
                                                  uint32_t b)
{
    const cld__vec3d from = cld__polyhedron_body_vertex(&q->a, q->scale, a);
    const cld__vec3d to = cld__polyhedron_body_vertex(&q->b, q->scale, b);
    return cld__v3_add(cld__v3_sub(to, from), q->shift);
}

/* The vertex that is farthest in the direction d, as rounded in the body's own frame. */
static uint32_t cld__polyhedron_body_support(const cld__polyhedron_body *p, cld__vec3d d,
                                             uint32_t start)
{
    if (!p->solid && !p->flat) return 0;
    if (p->turned) {
        d = cld__v3(cld__v3_dot(p->placed.x, d), cld__v3_dot(p->placed.y, d),
                    cld__v3_dot(p->placed.z, d));
    }
    if (p->solid) return cld__polyhedron_support(p->solid, d, start);
    return cld__polygon_extreme_vertex(p->flat, cld__v2(d.x, d.y));
}

/* ---- the part of a simplex that is nearest to the origin */

typedef struct cld__polyhedron_part {
    int count, index[4];
    double share[4];
    cld__vec3d point;
} cld__polyhedron_part;

static void cld__polyhedron_near_segment(const cld__vec3d *w, int i, int j,
                                         cld__polyhedron_part *part)
{
    const cld__vec3d e = cld__v3_sub(w[j], w[i]);
    const double from = -cld__v3_dot(w[i], e), to = cld__v3_dot(w[j], e);
    part->count = 1;
    part->share[0] = 1;
    if (!(from > 0) || !(to > 0)) {
        part->index[0] = from > 0 ? j : i;
        part->point = w[part->index[0]];
        return;
    }
    part->count = 2;
    part->index[0] = i, part->index[1] = j;
    part->share[0] = to / (from + to), part->share[1] = from / (from + to);
    part->point =
        from < to ? cld__v3_mad(w[i], part->share[1], e) : cld__v3_mad(w[j], -part->share[0], e);
}

static void cld__polyhedron_near_triangle(const cld__vec3d *w, int i, int j, int k,
                                          cld__polyhedron_part *part)
{
    const int corner[3] = {i, j, k};
    const cld__vec3d n = cld__v3_cross(cld__v3_sub(w[j], w[i]), cld__v3_sub(w[k], w[i]));
    const double square = cld__v3_dot(n, n);
    double share[3], best = HUGE_VAL, sum;
    int c;
    cld__vec3d p = cld__v3(0, 0, 0);
    if (square > 0) p = cld__v3_scale(n, cld__v3_dot(n, w[i]) / square);
    for (c = 0; c < 3; c++) {
        const cld__vec3d to = cld__v3_sub(w[corner[(c + 1) % 3]], p);
        share[c] = cld__v3_dot(n, cld__v3_cross(to, cld__v3_sub(w[corner[(c + 2) % 3]], p)));
    }
    if (share[0] > 0 && share[1] > 0 && share[2] > 0) {
        sum = share[0] + share[1] + share[2];
        part->count = 3;
        for (c = 0; c < 3; c++) part->index[c] = corner[c], part->share[c] = share[c] / sum;
        part->point = p;
        return;
    }
    for (c = 0; c < 3; c++) {
        cld__polyhedron_part edge;
        double length;
        if (share[c] > 0) continue;
        cld__polyhedron_near_segment(w, corner[(c + 1) % 3], corner[(c + 2) % 3], &edge);
        length = cld__v3_dot(edge.point, edge.point);
        if (length < best) best = length, *part = edge;
    }
}

/* Of a tetrahedron that contains the origin: count 4. */
static void cld__polyhedron_near_tetrahedron(const cld__vec3d *w, cld__polyhedron_part *part)
{
    double share[4], best = HUGE_VAL, sum = 0;
    int c, inside = 1;
    for (c = 0; c < 4; c++) {
        const cld__vec3d first = w[(c + 1) & 3];
        const cld__vec3d n =
            cld__v3_cross(cld__v3_sub(w[(c + 2) & 3], first), cld__v3_sub(w[(c + 3) & 3], first));
        const double height = cld__v3_dot(n, cld__v3_sub(w[c], first));
        const double origin = -cld__v3_dot(n, first);
        share[c] = height > 0 ? origin : -origin;
        if (height == 0) share[c] = 0;
        if (!(share[c] > 0)) inside = 0;
        sum += share[c];
    }
    if (inside) {
        part->count = 4;
        part->point = cld__v3(0, 0, 0);
        for (c = 0; c < 4; c++) {
            part->index[c] = c, part->share[c] = share[c] / sum;
            part->point = cld__v3_mad(part->point, part->share[c], w[c]);
        }
        return;
    }
    for (c = 0; c < 4; c++) {
        cld__polyhedron_part face;
        double length;
        if (share[c] > 0) continue;
        cld__polyhedron_near_triangle(w, (c + 1) & 3, (c + 2) & 3, (c + 3) & 3, &face);
        length = cld__v3_dot(face.point, face.point);
        if (length < best) best = length, *part = face;
    }
}

/* Leaves of the simplex the part that has the nearest point, which is returned. */
static cld__vec3d cld__polyhedron_reduce(cld__polyhedron_simplex *s)
{
    cld__polyhedron_part part;
    cld__polyhedron_simplex r;
    int i;
    part.count = 1, part.index[0] = 0, part.share[0] = 1, part.point = s->w[0];
    if (s->count == 2) cld__polyhedron_near_segment(s->w, 0, 1, &part);
    if (s->count == 3) cld__polyhedron_near_triangle(s->w, 0, 1, 2, &part);
    if (s->count == 4) cld__polyhedron_near_tetrahedron(s->w, &part);
    r.count = part.count;
    for (i = 0; i < part.count; i++) {
        r.w[i] = s->w[part.index[i]], r.share[i] = part.share[i];
        r.a[i] = s->a[part.index[i]], r.b[i] = s->b[part.index[i]];
    }
    *s = r;
    return part.point;
}

/* The point that the shares give: what the nearest point is, whatever rounding did to it. */
static cld__vec3d cld__polyhedron_simplex_point(const cld__polyhedron_simplex *s)
{
    cld__vec3d p = cld__v3(0, 0, 0);
    int i;
    for (i = 0; i < s->count; i++) p = cld__v3_mad(p, s->share[i], s->w[i]);
    return p;
}

static int cld__polyhedron_simplex_has(const cld__polyhedron_simplex *s, uint32_t a, uint32_t b)
{
    int i;
    for (i = 0; i < s->count; i++)
        if (s->a[i] == a && s->b[i] == b) return 1;
    return 0;
}

/* What a search knows when it ends. */
typedef struct cld__polyhedron_gap {
    cld__polyhedron_simplex simplex;
    cld__vec3d direction; /* unit, from a to b, of the largest lower bound */
    double lower, upper;  /* bounds of the distance, scaled */
    double distance;      /* that, if they are apart; scaled */
    int answer;           /* 1 apart, 0 touching, -1 undecided */
} cld__polyhedron_gap;

/* In doubles. The simplex is one pair of vertices at the beginning. */
static void cld__polyhedron_search(const cld__polyhedron_gjk *q, int distance,
                                   cld__polyhedron_gap *g)
{
    cld__polyhedron_simplex *s = &g->simplex;
    cld__vec3d v;
    double before = HUGE_VAL;
    uint32_t a = s->a[0], b = s->b[0];
    int steps;
    g->answer = -1;
    g->lower = -HUGE_VAL;
    g->direction = cld__v3(1, 0, 0);
    s->w[0] = v = cld__polyhedron_difference(q, a, b);
    s->share[0] = 1;
    for (steps = 0; steps < 100; steps++) {
        const double length = cld__v3_length(v);
        cld__vec3d d, w;
        double value;
        if (!(length < before)) return; /* rounding is all that moves */
        if (s->count == 4 || length <= q->rounding) {
            g->upper = cld__v3_length(cld__polyhedron_simplex_point(s));
            if (g->upper <= 2 * q->rounding) g->answer = g->lower > 0;
            return;
        }
        before = length;
        d = cld__v3_scale(v, 1 / length);
        a = cld__polyhedron_body_support(&q->a, d, a);
        b = cld__polyhedron_body_support(&q->b, cld__v3_scale(d, -1), b);
        w = cld__polyhedron_difference(q, a, b);
        value = cld__v3_dot(d, w) - q->slack;
        if (value > g->lower) g->lower = value, g->direction = d;
        if (value > 0 && !distance) {
            g->answer = 1;
            return;
        }
        if (length - value <= q->slack + 2 * q->rounding || cld__polyhedron_simplex_has(s, a, b)) {
            g->upper = cld__v3_length(cld__polyhedron_simplex_point(s));
            g->distance = cld__min(g->upper, g->lower + q->slack);
            if (g->upper - g->lower <= 2 * q->slack) g->answer = g->lower > 0 ? 1 : -1;
            return;
        }
        s->w[s->count] = w, s->a[s->count] = a, s->b[s->count] = b;
        s->count++;
        v = cld__polyhedron_reduce(s);
    }
}

/* ---- the same in twofold precision: a number is an unevaluated sum of two doubles (Dekker 1971) */

typedef struct cld__polyhedron_two {
    double high, low;
} cld__polyhedron_two;

typedef struct cld__polyhedron_two3 {
    cld__polyhedron_two x, y, z;
} cld__polyhedron_two3;

/* The rounded product and what it lacks. A call: where the compiler sees the product, it fuses it
   with the sums that follow, and they need it rounded. */
static CLD__NOINLINE cld__polyhedron_two cld__two_product(double a, double b)
{
    cld__polyhedron_two r;
    r.high = a * b;
    r.low = fma(a, b, -r.high);
    return r;
}

CLD__INLINE cld__polyhedron_two cld__two_sum(double a, double b)
{
    cld__polyhedron_two r;
    double part;
    r.high = a + b;
    part = r.high - a;
    r.low = (a - (r.high - part)) + (b - part);
    return r;
}

CLD__INLINE cld__polyhedron_two cld__two_from(double a)
{
    cld__polyhedron_two r;
    r.high = a, r.low = 0;
    return r;
}

static cld__polyhedron_two cld__two_add(cld__polyhedron_two a, cld__polyhedron_two b)
{
    cld__polyhedron_two s = cld__two_sum(a.high, b.high), t = cld__two_sum(a.low, b.low);
    s = cld__two_sum(s.high, s.low + t.high);
    return cld__two_sum(s.high, s.low + t.low);
}

CLD__INLINE cld__polyhedron_two cld__two_minus(cld__polyhedron_two a)
{
    a.high = -a.high, a.low = -a.low;
    return a;
}

static cld__polyhedron_two cld__two_mul(cld__polyhedron_two a, cld__polyhedron_two b)
{
    const cld__polyhedron_two p = cld__two_product(a.high, b.high);
    return cld__two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

/* b is not 0 */
static cld__polyhedron_two cld__two_div(cld__polyhedron_two a, cld__polyhedron_two b)
{
    const double first = a.high / b.high;
    cld__polyhedron_two rest = cld__two_mul(cld__two_from(-first), b);
    rest = cld__two_add(a, rest);
    return cld__two_sum(first, rest.high / b.high);
}

static cld__polyhedron_two3 cld__two3_sub(const cld__polyhedron_two3 *a,
                                          const cld__polyhedron_two3 *b)
{
    cld__polyhedron_two3 r;
    r.x = cld__two_add(a->x, cld__two_minus(b->x));
    r.y = cld__two_add(a->y, cld__two_minus(b->y));
    r.z = cld__two_add(a->z, cld__two_minus(b->z));
    return r;
}

/* a - b, scaled by a power of two. */
static cld__polyhedron_two3 cld__two3_difference(cld__vec3d a, cld__vec3d b, double scale)
{
    cld__polyhedron_two3 r;
    r.x = cld__two_sum(a.x * scale, -b.x * scale);
    r.y = cld__two_sum(a.y * scale, -b.y * scale);
    r.z = cld__two_sum(a.z * scale, -b.z * scale);
    return r;
}

/* a + s b */
static cld__polyhedron_two3 cld__two3_mad(const cld__polyhedron_two3 *a, cld__polyhedron_two s,
                                          const cld__polyhedron_two3 *b)
{
    cld__polyhedron_two3 r;
    r.x = cld__two_add(a->x, cld__two_mul(s, b->x));
    r.y = cld__two_add(a->y, cld__two_mul(s, b->y));
    r.z = cld__two_add(a->z, cld__two_mul(s, b->z));
    return r;
}

static cld__polyhedron_two cld__two3_dot(const cld__polyhedron_two3 *a,
                                         const cld__polyhedron_two3 *b)
{
    return cld__two_add(cld__two_add(cld__two_mul(a->x, b->x), cld__two_mul(a->y, b->y)),
                        cld__two_mul(a->z, b->z));
}

static cld__polyhedron_two cld__two_cross(cld__polyhedron_two ax, cld__polyhedron_two ay,
                                          cld__polyhedron_two bx, cld__polyhedron_two by)
{
    return cld__two_add(cld__two_mul(ax, by), cld__two_minus(cld__two_mul(ay, bx)));
}

static cld__polyhedron_two3 cld__two3_cross(const cld__polyhedron_two3 *a,
                                            const cld__polyhedron_two3 *b)
{
    cld__polyhedron_two3 r;
    r.x = cld__two_cross(a->y, a->z, b->y, b->z);
    r.y = cld__two_cross(a->z, a->x, b->z, b->x);
    r.z = cld__two_cross(a->x, a->y, b->x, b->y);
    return r;
}

/* x of the vertex i is row.v, scaled. */
static cld__polyhedron_two cld__two_row(double x, double y, double z, cld__vec3d v)
{
    const cld__polyhedron_two sum =
        cld__two_add(cld__two_product(x, v.x), cld__two_product(y, v.y));
    return cld__two_add(sum, cld__two_product(z, v.z));
}

static cld__polyhedron_two3 cld__polyhedron_body_two(const cld__polyhedron_body *p, double scale,
                                                     uint32_t i)
{
    const cld__vec3d v = cld__v3_scale(cld__polyhedron_body_local(p, i), scale);
    const cld__posed *m = &p->placed;
    cld__polyhedron_two3 r;
    r.x = cld__two_row(m->x.x, m->y.x, m->z.x, v);
    r.y = cld__two_row(m->x.y, m->y.y, m->z.y, v);
    r.z = cld__two_row(m->x.z, m->y.z, m->z.z, v);
    return r;
}

static cld__polyhedron_two3 cld__polyhedron_difference_two(const cld__polyhedron_gjk *q, uint32_t a,
                                                           uint32_t b)
{
    const cld__polyhedron_two3 from = cld__polyhedron_body_two(&q->a, q->scale, a);
    const cld__polyhedron_two3 to = cld__polyhedron_body_two(&q->b, q->scale, b);
    const cld__vec3d s = q->a.placed.position, t = q->b.placed.position;
    cld__polyhedron_two3 r = cld__two3_sub(&to, &from);
    r.x = cld__two_add(r.x, cld__two_sum(t.x * q->scale, -(s.x * q->scale)));
    r.y = cld__two_add(r.y, cld__two_sum(t.y * q->scale, -(s.y * q->scale)));
    r.z = cld__two_add(r.z, cld__two_sum(t.z * q->scale, -(s.z * q->scale)));
    return r;
}

/* The point nearest to the origin of the hull of w[corner[0..count)], if it is within that and not
   within the hull of fewer; else 0. */
static int cld__polyhedron_near_two(const cld__polyhedron_two3 *w, const int *corner, int count,
                                    cld__polyhedron_two *share, cld__polyhedron_two3 *point)
{
    cld__polyhedron_two3 e, f, n, p = w[corner[0]];
    cld__polyhedron_two sum;
    int c;
    share[0] = cld__two_from(1);
    *point = p;
    if (count == 1) return 1;
    e = cld__two3_sub(&w[corner[1]], &p);
    if (count == 2) {
        share[0] = cld__two3_dot(&w[corner[1]], &e);
        share[1] = cld__two_minus(cld__two3_dot(&p, &e));
        if (!(share[0].high > 0) || !(share[1].high > 0)) return 0;
    }
    if (count == 3) {
        cld__polyhedron_two square;
        f = cld__two3_sub(&w[corner[2]], &p);
        n = cld__two3_cross(&e, &f);
        square = cld__two3_dot(&n, &n);
        if (!(square.high > 0)) return 0;
        for (c = 0; c < 3; c++) { /* n.(b x c) for the origin's projection, which drops out */
            const cld__polyhedron_two3 *b = &w[corner[(c + 1) % 3]], *d = &w[corner[(c + 2) % 3]];
            const cld__polyhedron_two3 side = cld__two3_sub(d, b), m = cld__two3_cross(b, &side);
            share[c] = cld__two3_dot(&n, &m);
            if (!(share[c].high > 0)) return 0;
        }
        *point = cld__two3_mad(&n, cld__two_from(0), &n);
        sum = cld__two_div(cld__two3_dot(&n, &p), square);
        point->x = cld__two_mul(n.x, sum);
        point->y = cld__two_mul(n.y, sum);
        point->z = cld__two_mul(n.z, sum);
    }
    if (count == 4) {
        for (c = 0; c < 4; c++) {
            const cld__polyhedron_two3 *first = &w[(c + 1) & 3];
            cld__polyhedron_two height, origin;
            e = cld__two3_sub(&w[(c + 2) & 3], first);
            f = cld__two3_sub(&w[(c + 3) & 3], first);
            n = cld__two3_cross(&e, &f);
            e = cld__two3_sub(&w[c], first);
            height = cld__two3_dot(&n, &e);
            origin = cld__two_minus(cld__two3_dot(&n, first));
            share[c] = height.high > 0 ? origin : cld__two_minus(origin);
            if (height.high == 0 || !(share[c].high > 0)) return 0;
        }
        memset(point, 0, sizeof *point);
    }
    sum = share[0];
    for (c = 1; c < count; c++) sum = cld__two_add(sum, share[c]);
    for (c = 0; c < count; c++) share[c] = cld__two_div(share[c], sum);
    if (count == 2) *point = cld__two3_mad(&p, share[1], &e);
    return 1;
}

/* Leaves the part of the simplex that is nearest to the origin: of all parts, that with the nearest
   point. Returns the square of the distance. */
static cld__polyhedron_two cld__polyhedron_reduce_two(cld__polyhedron_simplex *s,
                                                      cld__polyhedron_two3 *w,
                                                      cld__polyhedron_two3 *nearest)
{
    cld__polyhedron_simplex best = *s;
    cld__polyhedron_two least;
    cld__polyhedron_two3 kept[4];
    int part, i;
    least.high = HUGE_VAL, least.low = 0;
    for (part = 1; part < 1 << s->count; part++) {
        cld__polyhedron_two share[4], square;
        cld__polyhedron_two3 point;
        int corner[4], count = 0;
        for (i = 0; i < s->count; i++)
            if (part >> i & 1) corner[count++] = i;
        if (!cld__polyhedron_near_two(w, corner, count, share, &point)) continue;
        square = cld__two3_dot(&point, &point);
        if (square.high > least.high || (square.high == least.high && square.low >= least.low))
            continue;
        least = square;
        *nearest = point;
        best.count = count;
        for (i = 0; i < count; i++) {
            best.a[i] = s->a[corner[i]], best.b[i] = s->b[corner[i]];
            best.w[i] = s->w[corner[i]], best.share[i] = share[i].high;
            kept[i] = w[corner[i]];
        }
    }
    *s = best;
    memcpy(w, kept, (size_t)best.count * sizeof kept[0]);
    return least;
}

/* The search again, from where the fast one came to. What it cannot decide is nearer than
   rounded directions can tell: that touches. */
static CLD__NOINLINE void cld__polyhedron_search_careful(const cld__polyhedron_gjk *q, int distance,
                                                         cld__polyhedron_gap *g)
{
    cld__polyhedron_simplex *s = &g->simplex;
    cld__polyhedron_two3 w[4], v;
    cld__polyhedron_two square, before;
    uint32_t a = s->a[0], b = s->b[0];
    int steps;
    memset(&v, 0, sizeof v);
    s->count = 1;
    w[0] = cld__polyhedron_difference_two(q, a, b);
    before.high = HUGE_VAL, before.low = 0;
    g->answer = 0;
    for (steps = 0; steps < 1000; steps++) {
        cld__polyhedron_two3 d;
        cld__vec3d direction;
        double value;
        square = cld__polyhedron_reduce_two(s, w, &v);
        g->upper = sqrt(square.high);
        if (s->count == 4 || !(square.high > 0)) break;
        if (square.high > before.high || (square.high == before.high && square.low >= before.low)) {
            break;
        }
        before = square;
        direction = cld__v3_unit(cld__v3(v.x.high, v.y.high, v.z.high));
        a = cld__polyhedron_body_support(&q->a, direction, a);
        b = cld__polyhedron_body_support(&q->b, cld__v3_scale(direction, -1), b);
        w[s->count] = cld__polyhedron_difference_two(q, a, b);
        d.x = cld__two_from(direction.x);
        d.y = cld__two_from(direction.y);
        d.z = cld__two_from(direction.z);
        value = cld__two3_dot(&d, &w[s->count]).high - q->doubt;
        if (value > g->lower) g->lower = value, g->direction = direction;
        if (g->lower > 0 && !distance) break;
        if (cld__polyhedron_simplex_has(s, a, b) || g->upper - value <= 2 * q->doubt) break;
        s->w[s->count] = cld__v3(w[s->count].x.high, w[s->count].y.high, w[s->count].z.high);
        s->a[s->count] = a, s->b[s->count] = b;
        s->count++;
    }
    g->distance = g->upper;
    if (g->lower > 0) g->answer = 1;
}

/* ---- lines: seen along the line, the faces that it can enter through make a convex polygon cut
   into triangles. A walk over these crosses, triangle by triangle, an edge that the line lies
   beyond; it ends in the triangle that the line goes through, or at an edge of the outline: then
   the line misses. Every side is decided exactly, so the walk is right wherever it starts; the
   search before it sees to it that it starts near. Source: Devillers, Pion, Teillaud 2002. */

/* The points o + t (tip - tail), tail being the origin (the direction as given) or o itself (a
   segment's end is the tip: its direction is never rounded). */
typedef struct cld__polyhedron_line {
    cld__vec3d o, tip, tail, d;    /* d: tip - tail, rounded */
    double scale, direction_scale; /* powers of two that take lengths near 1 */
} cld__polyhedron_line;

static int cld__polyhedron_side_exact(cld__vec3d tip, cld__vec3d tail, cld__vec3d o, cld__vec3d a,
                                      cld__vec3d b)
{
    const double d[2][3] = {{tip.x, tip.y, tip.z}, {-tail.x, -tail.y, -tail.z}};
    const double u[3][3] = {{a.x, a.y, a.z}, {a.x, a.y, a.z}, {o.x, o.y, o.z}};
    const double v[3][3] = {{b.x, b.y, b.z}, {-o.x, -o.y, -o.z}, {-b.x, -b.y, -b.z}};
    double f[36][3];
    int i, j, k, n = 0;
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 3; j++) { /* a x b - a x o - o x b */
            for (k = 0; k < 3; k++, n += 2) {
                f[n][0] = d[i][k], f[n][1] = u[j][(k + 1) % 3], f[n][2] = v[j][(k + 2) % 3];
                f[n + 1][0] = -d[i][k], f[n + 1][1] = u[j][(k + 2) % 3];
                f[n + 1][2] = v[j][(k + 1) % 3];
            }
        }
    }
    for (i = 0; i < n; i++)
        for (k = 0; k < 3; k++)
            if (!cld__is_finite(f[i][k])) return 0;
    return cld__sign_of_sum(f[0], n, 3);
}

/* The sign of det(tip - tail, a - o, b - o), exactly. */
static int cld__polyhedron_side(cld__vec3d tip, cld__vec3d tail, cld__vec3d o, cld__vec3d a,
                                cld__vec3d b)
{
#ifndef CLD__LOOSE_MATH
    const cld__vec3d d = cld__v3_sub(tip, tail), u = cld__v3_sub(a, o), v = cld__v3_sub(b, o);
    const double det = cld__v3_dot(d, cld__v3_cross(u, v));
    const double most = fabs(d.x) * (fabs(u.y * v.z) + fabs(u.z * v.y)) +
                        fabs(d.y) * (fabs(u.z * v.x) + fabs(u.x * v.z)) +
                        fabs(d.z) * (fabs(u.x * v.y) + fabs(u.y * v.x));
    /* three differences, two products, three sums: eight roundings at most of any term */
    const double bound = 10 * CLD__ROUND_DOUBLE * most + DBL_MIN;
    if (det > bound) return 1;
    if (det < -bound) return -1;
#endif
    return cld__polyhedron_side_exact(tip, tail, o, a, b);
}

/* ---- the walk */

CLD__INLINE void cld__polyhedron_corners(const cld__polyhedron *p, uint32_t triangle,
                                         cld__vec3d corner[3])
{
    const uint32_t *v = p->triangles + 3 * (size_t)triangle;
    int i;
    for (i = 0; i < 3; i++) corner[i] = cld__polyhedron_local(p, v[i]);
}

/* Does the line leave (1) or enter (-1) where it crosses the plane of a triangle? 0: it is parallel
   to it. */
static int cld__polyhedron_facing(const cld__polyhedron *p, const cld__polyhedron_line *line,
                                  uint32_t triangle)
{
    cld__vec3d v[3];
    cld__polyhedron_corners(p, triangle, v);
    return cld__polyhedron_side(line->tip, line->tail, v[0], v[1], v[2]);
}

/* The edge of a triangle (which faces as `facing`) that the line lies beyond, the first from
   `first`; -1 if it goes through the triangle or its border. */
static int cld__polyhedron_beyond(const cld__polyhedron *p, const cld__polyhedron_line *line,
                                  uint32_t triangle, int facing, uint32_t first)
{
    cld__vec3d v[3];
    uint32_t i;
    cld__polyhedron_corners(p, triangle, v);
    for (i = first; i < first + 3; i++) {
        const cld__vec3d a = v[i % 3], b = v[(i + 1) % 3];
        if (cld__polyhedron_side(line->tip, line->tail, line->o, a, b) * facing < 0)
            return (int)(i % 3);
    }
    return -1;
}

/* All triangles, where a walk is lost: on a surface that is not convex. */
static int cld__polyhedron_scan(const cld__polyhedron *p, const cld__polyhedron_line *line,
                                int facing, uint32_t *found)
{
    uint32_t t;
    for (t = 0; t < p->triangle_count; t++) {
        if (cld__polyhedron_facing(p, line, t) == facing &&
            cld__polyhedron_beyond(p, line, t, facing, 0) < 0) {
            *found = t;
            return 1;
        }
    }
    return 0;
}

/* The triangle through which the line enters (facing -1) or leaves (1), the walk beginning around
   vertex v. 0 if the line misses; *found is then the last triangle of the walk. */
static int cld__polyhedron_walk(const cld__polyhedron *p, const cld__polyhedron_line *line,
                                int facing, uint32_t v, uint32_t *found)
{
    const uint32_t first = cld__polyhedron_first(p, v);
    uint32_t h = first, steps, random = 1;
    *found = first / 3;
    while (cld__polyhedron_facing(p, line, h / 3) != facing) {
        h = cld__polyhedron_around(p, h);
        if (h == first) return cld__polyhedron_scan(p, line, facing, found);
    }
    for (steps = 0; steps <= p->triangle_count; steps++) {
        int k;
        *found = h / 3;
        /* any order of the edges will do, but for faces of many triangles, where a fixed one may go
           in circles */
        random = random * 1664525u + 1013904223u;
        k = cld__polyhedron_beyond(p, line, h / 3, facing, (random >> 16) % 3);
        if (k < 0) return 1;
        h = cld__polyhedron_twin(p, h / 3 * 3 + (uint32_t)k);
        if (cld__polyhedron_facing(p, line, h / 3) != facing) return 0;
    }
    return cld__polyhedron_scan(p, line, facing, found);
}

/* ---- where the line crosses the faces */

/* t of the point in which the line crosses the plane of a triangle: det(b - a, c - a, a - o) over
   det(b - a, c - a, d); and the triangle's outward unit normal. In twofold precision, because
   triangles may be thin, and lines nearly parallel to them. */
static double cld__polyhedron_crossing(const cld__polyhedron *p, const cld__polyhedron_line *line,
                                       uint32_t triangle, cld__vec3d *normal)
{
    cld__polyhedron_two3 first, second, to, d, n;
    cld__polyhedron_two over, below;
    cld__vec3d v[3];
    cld__polyhedron_corners(p, triangle, v);
    first = cld__two3_difference(v[1], v[0], line->scale);
    second = cld__two3_difference(v[2], v[0], line->scale);
    to = cld__two3_difference(v[0], line->o, line->scale);
    d = cld__two3_difference(line->tip, line->tail, line->direction_scale);
    n = cld__two3_cross(&first, &second);
    over = cld__two3_dot(&n, &to), below = cld__two3_dot(&n, &d);
    *normal = cld__v3_unit(cld__v3(n.x.high, n.y.high, n.z.high));
    if (below.high == 0) return 0;
    return cld__two_div(over, below).high / line->scale * line->direction_scale;
}

/* Is the point q outside the plane of a triangle (1), on it (0), or inside (-1)? Exactly. */
static int cld__polyhedron_outside(const cld__polyhedron *p, cld__vec3d q, uint32_t triangle)
{
    cld__vec3d v[3];
    cld__polyhedron_corners(p, triangle, v);
    return cld__polyhedron_side(q, v[0], v[0], v[1], v[2]);
}

/* The outward normal of a face in the world. */
static cld__vec3d cld__polyhedron_world_normal(const cld__polyhedron *p, cld__vec3d n)
{
    const cld__posed *m = &p->pose;
    cld__vec3d r;
    if (!p->turned) return n;
    r = cld__v3_scale(cld__v3_cross(m->y, m->z), n.x);
    r = cld__v3_mad(r, n.y, cld__v3_cross(m->z, m->x));
    return cld__v3_unit(cld__v3_mad(r, n.z, cld__v3_cross(m->x, m->y)));
}

/* What is asked: the points origin + t direction in the world, t between `first` and `last`. */
typedef struct cld__polyhedron_clipping {
    cld__vec3d origin, direction;
    int begins, ends; /* at t = 0, at t = 1 */
    cld__polyhedron_line line;
} cld__polyhedron_clipping;

static int cld__polyhedron_clip(const cld__polyhedron *p, const cld__polyhedron_clipping *c,
                                cld_clip3 *clip)
{
    const cld__polyhedron_line *line = &c->line;
    uint32_t enter, leave, v;
    cld__vec3d normal;
    double t[2] = {0, 1};
    v = cld__polyhedron_support(p, cld__v3_scale(line->d, -1), CLD__NONE);
    if (!cld__polyhedron_walk(p, line, -1, v, &enter)) return 0;
    v = cld__polyhedron_support(p, line->d, v);
    if (!cld__polyhedron_walk(p, line, 1, v, &leave)) return 0;
    if (c->begins && cld__polyhedron_outside(p, line->o, leave) > 0) return 0;
    if (c->ends && cld__polyhedron_outside(p, line->tip, enter) > 0) return 0;
    if (!clip) return 1;
    memset(clip, 0, sizeof *clip);
    clip->enter_feature = clip->exit_feature = CLD_FEATURE_INTERIOR;
    if (!c->begins || cld__polyhedron_outside(p, line->o, enter) >= 0) {
        t[0] = cld__polyhedron_crossing(p, line, enter, &normal);
        clip->enter_feature = 4 * enter + CLD_FEATURE_FACE;
        clip->enter_normal = cld__v3_to(cld__polyhedron_world_normal(p, normal));
    }
    if (!c->ends || cld__polyhedron_outside(p, line->tip, leave) >= 0) {
        t[1] = cld__polyhedron_crossing(p, line, leave, &normal);
        clip->exit_feature = 4 * leave + CLD_FEATURE_FACE;
        clip->exit_normal = cld__v3_to(cld__polyhedron_world_normal(p, normal));
    }
    if (c->begins) t[0] = cld__max(t[0], 0), t[1] = cld__max(t[1], 0);
    if (c->ends) t[0] = cld__min(t[0], 1), t[1] = cld__min(t[1], 1);
    if (t[1] < t[0]) t[0] = t[1] = 0.5 * (t[0] + t[1]); /* they touch, to rounding */
    clip->enter = (cld_real)t[0], clip->exit = (cld_real)t[1];
    clip->enter_point = cld__v3_to(cld__v3_mad(c->origin, t[0], c->direction));
    clip->exit_point = cld__v3_to(cld__v3_mad(c->origin, t[1], c->direction));
    return 1;
}

/* Finite, and not so large that products overflow. */
static int cld__polyhedron_usable(cld__vec3d v)
{
    return cld__v3_is_finite(v) && fabs(v.x) <= 1e150 && fabs(v.y) <= 1e150 && fabs(v.z) <= 1e150;
}

static double cld__polyhedron_largest(cld__vec3d v)
{
    return cld__max(fabs(v.x), cld__max(fabs(v.y), fabs(v.z)));
}

static void cld__polyhedron_line_scales(const cld__polyhedron *p, cld__polyhedron_line *line)
{
    const double size =
        cld__max(cld__polyhedron_largest(p->tree->low), cld__polyhedron_largest(p->tree->high));
    line->scale = cld__unit_scale(cld__max(size, cld__polyhedron_largest(line->o)));
    line->direction_scale = cld__unit_scale(cld__polyhedron_largest(line->d));
}

static int cld__polyhedron_clip_from(const cld_polyhedron *polyhedron, cld_vec3 origin,
                                     cld_vec3 direction, int begins, cld_clip3 *clip)
{
    cld__polyhedron p;
    cld__polyhedron_clipping c;
    const int status = cld__polyhedron_from(polyhedron, &p);
    if (status < 0) return status;
    c.origin = cld__v3_from(origin), c.direction = cld__v3_from(direction);
    if (!cld__polyhedron_usable(c.origin) || !cld__polyhedron_usable(c.direction))
        return CLD_ERROR_FINITE;
    if (direction.x == 0 && direction.y == 0 && direction.z == 0) return CLD_ERROR_PARAMETER;
    c.begins = begins, c.ends = 0;
    c.line.o = cld__polyhedron_point(&p, c.origin);
    c.line.d = cld__polyhedron_unturn(&p, c.direction);
    c.line.tip = c.line.d, c.line.tail = cld__v3(0, 0, 0);
    cld__polyhedron_line_scales(&p, &c.line);
    return cld__polyhedron_clip(&p, &c, clip);
}

int cld_polyhedron_clip_line(const cld_polyhedron *polyhedron, cld_vec3 origin, cld_vec3 direction,
                             cld_clip3 *clip)
{
    return cld__polyhedron_clip_from(polyhedron, origin, direction, 0, clip);
}

int cld_polyhedron_clip_ray(const cld_polyhedron *polyhedron, cld_vec3 origin, cld_vec3 direction,
                            cld_clip3 *clip)
{
    return cld__polyhedron_clip_from(polyhedron, origin, direction, 1, clip);
}

/* A segment of length 0: a point. */
static int cld__polyhedron_clip_point(const cld_polyhedron *polyhedron, cld_vec3 point,
                                      cld_clip3 *clip)
{
    const int where = cld_polyhedron_contains(polyhedron, point);
    if (where <= CLD_OUTSIDE || !clip) return where > CLD_OUTSIDE ? 1 : where;
    memset(clip, 0, sizeof *clip);
    clip->exit = 1;
    clip->enter_point = clip->exit_point = point;
    clip->enter_feature = clip->exit_feature = CLD_FEATURE_INTERIOR;
    return 1;
}

int cld_polyhedron_clip_segment(const cld_polyhedron *polyhedron, cld_vec3 from, cld_vec3 to,
                                cld_clip3 *clip)
{
    cld__polyhedron p;
    cld__polyhedron_clipping c;
    const int status = cld__polyhedron_from(polyhedron, &p);
    cld__vec3d end;
    if (status < 0) return status;
    c.origin = cld__v3_from(from), end = cld__v3_from(to);
    if (!cld__polyhedron_usable(c.origin) || !cld__polyhedron_usable(end)) return CLD_ERROR_FINITE;
    c.direction = cld__v3_sub(end, c.origin);
    c.begins = c.ends = 1;
    c.line.o = c.line.tail = cld__polyhedron_point(&p, c.origin);
    c.line.tip = cld__polyhedron_point(&p, end);
    c.line.d = cld__v3_sub(c.line.tip, c.line.tail);
    if (c.line.d.x == 0 && c.line.d.y == 0 && c.line.d.z == 0)
        return cld__polyhedron_clip_point(polyhedron, from, clip);
    cld__polyhedron_line_scales(&p, &c.line);
    return cld__polyhedron_clip(&p, &c, clip);
}

/* ---- from a search to an answer */

/* What of the polyhedron the point (local frame) is on, `count` different vertices of which span
   the smallest simplex that has it: if these do not make an edge or a triangle, the face is found
   by going outwards from the point. */
static uint32_t cld__polyhedron_feature(const cld__polyhedron *p, const uint32_t *vertex, int count,
                                        cld__vec3d point, cld__vec3d outwards)
{
    cld__polyhedron_line line;
    uint32_t h[3], found;
    int i, at_end = 0;
    if (count == 1) return 4 * vertex[0] + CLD_FEATURE_VERTEX;
    for (i = 0; i < count && i < 3; i++) h[i] = cld__polyhedron_first(p, vertex[i]);
    while (!at_end && count <= 3) { /* around all at once: one of them may have many triangles */
        for (i = 0; i < count; i++) {
            const uint32_t other = vertex[(i + 1) % count], end = cld__polyhedron_end(p, h[i]);
            const uint32_t twin = cld__polyhedron_twin(p, h[i]);
            if (count == 2 && end == other)
                return 4 * (h[i] / 3 < twin / 3 ? h[i] : twin) + CLD_FEATURE_EDGE;
            if (count == 3 && end == other) {
                const uint32_t third = vertex[(i + 2) % 3];
                if (cld__polyhedron_end(p, cld__polyhedron_next(h[i])) == third)
                    return 4 * (h[i] / 3) + CLD_FEATURE_FACE;
                if (cld__polyhedron_end(p, cld__polyhedron_next(twin)) == third)
                    return 4 * (twin / 3) + CLD_FEATURE_FACE;
            }
            h[i] = cld__polyhedron_around(p, h[i]);
            at_end |= h[i] == cld__polyhedron_first(p, vertex[i]);
        }
    }
    line.o = point;
    line.tip = line.d = outwards;
    line.tail = cld__v3(0, 0, 0);
    cld__polyhedron_walk(p, &line, 1, vertex[0], &found);
    return 4 * found + CLD_FEATURE_FACE;
}

static uint32_t cld__polyhedron_flat_feature(const cld__polygon *p, const uint32_t *vertex,
                                             int count)
{
    if (count == 1) return 4 * vertex[0] + CLD_FEATURE_VERTEX;
    if (count == 2 && cld__polygon_next(p, vertex[0]) == vertex[1])
        return 4 * vertex[0] + CLD_FEATURE_EDGE;
    if (count == 2 && cld__polygon_next(p, vertex[1]) == vertex[0])
        return 4 * vertex[1] + CLD_FEATURE_EDGE;
    return CLD_FEATURE_FACE;
}

/* A point of a body in the world, and its feature. */
static cld__vec3d cld__polyhedron_body_point(const cld__polyhedron_body *p, const uint32_t *vertex,
                                             const double *share, int count, cld__vec3d outwards,
                                             uint32_t *feature)
{
    cld__vec3d point = cld__v3(0, 0, 0), v;
    uint32_t different[4];
    int i, k, n = 0;
    for (i = 0; i < count; i++) {
        for (k = 0; k < n; k++)
            if (different[k] == vertex[i]) break;
        if (k == n) different[n++] = vertex[i];
        point = cld__v3_mad(point, share[i], cld__polyhedron_body_local(p, vertex[i]));
    }
    if (n == 1) point = cld__polyhedron_body_local(p, vertex[0]);
    if (feature && p->turned) {
        outwards = cld__v3(cld__v3_dot(p->placed.x, outwards), cld__v3_dot(p->placed.y, outwards),
                           cld__v3_dot(p->placed.z, outwards));
    }
    if (feature) *feature = 0;
    if (feature && p->solid)
        *feature = cld__polyhedron_feature(p->solid, different, n, point, outwards);
    if (feature && p->flat) *feature = cld__polyhedron_flat_feature(p->flat, different, n);
    v = p->turned ? cld__posed_vector(&p->placed, point) : point;
    return cld__v3_add(v, p->placed.position);
}

/* Prepares a pair of which the bodies are filled in, but for the scale. */
static void cld__polyhedron_gjk_begin(cld__polyhedron_gjk *q)
{
    const cld__vec3d shift = cld__v3_sub(q->b.placed.position, q->a.placed.position);
    const double across = cld__max(fabs(shift.x), cld__max(fabs(shift.y), fabs(shift.z)));
    double size = q->a.reach + q->b.reach + across, scale = cld__unit_scale(size), turning;
    q->scale = scale;
    q->shift = cld__v3_scale(shift, scale);
    q->rounding = CLD__ROUND_DOUBLE * size * scale;
    turning = (q->a.turned ? q->a.extent : 0) + (q->b.turned ? q->b.extent : 0);
    q->doubt = (3.1 * CLD__ROUND_DOUBLE * turning + q->a.blur + q->b.blur) * scale;
    q->slack = 17 * q->rounding + q->doubt;
    q->doubt += 1e-24 * size * scale;
}

/* No less than the length of (x, y, z), whose squares may overflow. */
static double cld__polyhedron_far(double x, double y, double z)
{
    const double most = cld__max(fabs(x), cld__max(fabs(y), fabs(z)));
    const double scale = cld__unit_scale(most);
    return 1.00001 * cld__v3_length(cld__v3_scale(cld__v3(x, y, z), scale)) / scale;
}

static void cld__polyhedron_body_from(cld__polyhedron_body *body, const cld__polyhedron *solid)
{
    const cld__vec3d low = solid->tree->low, high = solid->tree->high;
    const double x = cld__max(fabs(low.x), fabs(high.x)), y = cld__max(fabs(low.y), fabs(high.y));
    const double z = cld__max(fabs(low.z), fabs(high.z));
    memset(body, 0, sizeof *body);
    body->solid = solid;
    body->placed = solid->pose;
    body->turned = solid->turned;
    body->reach = cld__polyhedron_far(x, y, z);
    body->extent = (high.x - low.x) + (high.y - low.y) + (high.z - low.z);
}

/* A polygon that its own pose, and then another, take to the world; its own goes. */
static void cld__polyhedron_body_from_flat(cld__polyhedron_body *body, cld__polygon *flat,
                                           const cld_pose *pose)
{
    const cld__posed m = cld__posed_from(pose);
    const cld__vec3d place = cld__v3(flat->position.x, flat->position.y, 0);
    const double c = flat->cosine, s = flat->sine;
    const int posed = flat->posed;
    double side[4]; /* how far it reaches towards x, y, -x, -y */
    int i;
    flat->posed = 0, flat->cosine = 1, flat->sine = 0, flat->position = cld__v2(0, 0);
    for (i = 0; i < 4; i++) {
        const cld__vec2d d = i & 1 ? cld__v2(0, i & 2 ? -1 : 1) : cld__v2(i & 2 ? -1 : 1, 0);
        side[i] = cld__v2_dot(d, cld__polygon_local(flat, cld__polygon_extreme_vertex(flat, d)));
    }
    memset(body, 0, sizeof *body);
    body->flat = flat;
    body->placed = m;
    body->turned = 1;
    body->reach = cld__polyhedron_far(cld__max(fabs(side[0]), fabs(side[2])),
                                      cld__max(fabs(side[1]), fabs(side[3])), 0);
    body->extent = (side[0] + side[2]) + (side[1] + side[3]);
    if (!posed) return;
    body->placed.x = cld__v3_mad(cld__v3_scale(m.x, c), s, m.y);
    body->placed.y = cld__v3_mad(cld__v3_scale(m.x, -s), c, m.y);
    body->placed.position = cld__posed_point(&m, place);
    body->blur = 8 * CLD__ROUND_DOUBLE *
                 (body->reach + cld__polyhedron_far(place.x, place.y, 0) +
                  cld__polyhedron_far(m.position.x, m.position.y, m.position.z));
}

/* Both searches. */
static void cld__polyhedron_gjk_search(const cld__polyhedron_gjk *q, uint32_t a, uint32_t b,
                                       int distance, cld__polyhedron_gap *g)
{
    g->simplex.count = 1;
    g->simplex.a[0] = a, g->simplex.b[0] = b;
    cld__polyhedron_search(q, distance, g);
#ifndef CLD__LOOSE_MATH
    if (g->answer >= 0) return;
#endif
    cld__polyhedron_search_careful(q, distance, g);
}

/* Fills in the contact of what a search has found. */
static int cld__polyhedron_gjk_report(const cld__polyhedron_gjk *q, const cld__polyhedron_gap *g,
                                      cld_contact *closest)
{
    const cld__polyhedron_simplex *s = &g->simplex;
    const cld__vec3d back = cld__v3_scale(g->direction, -1);
    cld__vec3d a, b;
    if (g->answer == 0) {
        a = cld__polyhedron_body_point(&q->a, s->a, s->share, s->count, back, NULL);
        closest->point_a = closest->point_b = cld__v3_to(a);
        closest->normal = cld__v3_to(cld__v3(0, 0, 0));
        closest->distance = 0;
        closest->feature_a = closest->feature_b = CLD_FEATURE_INTERIOR;
        return 0;
    }
    a = cld__polyhedron_body_point(&q->a, s->a, s->share, s->count, g->direction,
                                   &closest->feature_a);
    b = cld__polyhedron_body_point(&q->b, s->b, s->share, s->count, back, &closest->feature_b);
    closest->point_a = cld__v3_to(a), closest->point_b = cld__v3_to(b);
    closest->normal = cld__v3_to(g->direction);
    closest->distance = (cld_real)(g->distance / q->scale);
    if (!(closest->distance > 0)) closest->distance = CLD__POLYHEDRON_LEAST;
    return 1;
}

/* A vertex to begin at: v, if a triangle names it. */
static uint32_t cld__polyhedron_some_vertex(const cld__polyhedron *p, uint32_t v)
{
    if (v < p->vertex_count && cld__polyhedron_first(p, v) != CLD__NONE) return v;
    return p->triangles[0];
}

int cld_polyhedron_overlap(const cld_polyhedron *a, const cld_polyhedron *b)
{
    cld__polyhedron first, second;
    cld__polyhedron_gjk q;
    cld__polyhedron_gap g;
    int status = cld__polyhedron_from(a, &first);
    if (status < 0) return status;
    status = cld__polyhedron_from(b, &second);
    if (status < 0) return status;
    cld__polyhedron_body_from(&q.a, &first);
    cld__polyhedron_body_from(&q.b, &second);
    cld__polyhedron_gjk_begin(&q);
    cld__polyhedron_gjk_search(&q, cld__polyhedron_some_vertex(&first, 0),
                               cld__polyhedron_some_vertex(&second, 0), 0, &g);
    return !g.answer;
}

int cld_polyhedron_distance_cached(const cld_polyhedron *a, const cld_polyhedron *b,
                                   cld_polyhedron_cache *cache, cld_contact *closest)
{
    cld__polyhedron first, second;
    cld__polyhedron_gjk q;
    cld__polyhedron_gap g;
    int status;
    if (!cache || !closest) return CLD_ERROR_NULL;
    status = cld__polyhedron_from(a, &first);
    if (status < 0) return status;
    status = cld__polyhedron_from(b, &second);
    if (status < 0) return status;
    cld__polyhedron_body_from(&q.a, &first);
    cld__polyhedron_body_from(&q.b, &second);
    cld__polyhedron_gjk_begin(&q);
    cld__polyhedron_gjk_search(&q, cld__polyhedron_some_vertex(&first, cache->a),
                               cld__polyhedron_some_vertex(&second, cache->b), 1, &g);
    cache->a = g.simplex.a[0], cache->b = g.simplex.b[0];
    return cld__polyhedron_gjk_report(&q, &g, closest);
}

int cld_polyhedron_distance(const cld_polyhedron *a, const cld_polyhedron *b, cld_contact *closest)
{
    cld_polyhedron_cache cache = {0, 0};
    return cld_polyhedron_distance_cached(a, b, &cache, closest);
}

int cld_polyhedron_distance_polygon(const cld_polyhedron *polyhedron, const cld_polygon *polygon,
                                    const cld_pose *pose, cld_contact *closest)
{
    cld__polyhedron solid;
    cld__polygon flat;
    cld__polyhedron_gjk q;
    cld__polyhedron_gap g;
    int status;
    if (!closest) return CLD_ERROR_NULL;
    status = cld__polyhedron_from(polyhedron, &solid);
    if (status < 0) return status;
    status = cld__polygon_from(polygon, &flat);
    if (status < 0) return status;
    if (pose && cld_pose_validate(pose) != CLD_OK) return CLD_ERROR_POSE;
    cld__polyhedron_body_from(&q.a, &solid);
    cld__polyhedron_body_from_flat(&q.b, &flat, pose);
    cld__polyhedron_gjk_begin(&q);
    cld__polyhedron_gjk_search(&q, cld__polyhedron_some_vertex(&solid, CLD__NONE), 0, 1, &g);
    return cld__polyhedron_gjk_report(&q, &g, closest);
}

int cld_polyhedron_closest(const cld_polyhedron *polyhedron, cld_vec3 p, cld_contact *closest)
{
    cld__polyhedron solid;
    cld__polyhedron_gjk q;
    cld__polyhedron_gap g;
    uint32_t v;
    int where, status;
    if (!closest) return CLD_ERROR_NULL;
    status = cld__polyhedron_from(polyhedron, &solid);
    if (status < 0) return status;
    where = cld_polyhedron_contains(polyhedron, p);
    if (where < 0) return where;
    if (where != CLD_OUTSIDE) {
        memset(closest, 0, sizeof *closest);
        closest->point_a = closest->point_b = p;
        closest->feature_a = CLD_FEATURE_INTERIOR;
        return 0;
    }
    cld__polyhedron_body_from(&q.a, &solid);
    memset(&q.b, 0, sizeof q.b);
    q.b.placed.position = cld__v3_from(p);
    cld__polyhedron_gjk_begin(&q);
    v = cld__polyhedron_some_vertex(&solid, CLD__NONE);
    cld__polyhedron_gjk_search(&q, v, 0, 1, &g);
    if (!g.answer) { /* it is outside, however near */
        cld__polyhedron_search_careful(&q, 1, &g);
        g.answer = 1;
    }
    cld__polyhedron_gjk_report(&q, &g, closest);
    closest->point_b = p;
    return 1;
}

#endif /* COLLIDE_NO_POLYGON */

/* ====================================================================== [BEZIER] implementation */

#ifndef COLLIDE_NO_BEZIER

/* A curve as the queries use it. */
typedef struct cld__curve {
    int degree;
    cld__vec2d p[4];
} cld__curve;

/* --------------------------------------------------- [BEZIER] one curve: evaluate, split, bound */

int cld_bezier_validate(const cld_bezier *curve)
{
    int i;
    if (!curve) return CLD_ERROR_NULL;
    if (curve->degree < 1 || curve->degree > 3) return CLD_ERROR_DEGREE;
    for (i = 0; i <= curve->degree; i++)
        if (!cld__v2_is_usable(cld__v2_from(curve->points[i]))) return CLD_ERROR_POINT;
    return CLD_OK;
}

/* Reads and validates a curve. The control points above its degree repeat the last. */
static int cld__curve_from(const cld_bezier *curve, cld__curve *c)
{
    int i, status = cld_bezier_validate(curve);
    if (status != CLD_OK) return status;
    c->degree = curve->degree;
    for (i = 0; i < 4; i++)
        c->p[i] = cld__v2_from(curve->points[i < curve->degree ? i : curve->degree]);
    return CLD_OK;
}

/* The curve as a cubic whose control points are (c.p[i] - origin) * scale; scale is a power of
   two. */
static void cld__curve_cubic(const cld__curve *c, cld__vec2d origin, double scale, cld__vec2d q[4])
{
    const cld__vec2d first = cld__v2_scale(cld__v2_sub(c->p[0], origin), scale);
    const cld__vec2d last = cld__v2_scale(cld__v2_sub(c->p[c->degree], origin), scale);
    const cld__vec2d middle = cld__v2_scale(cld__v2_sub(c->p[1], origin), scale);
    q[0] = first, q[3] = last;
    if (c->degree == 3) {
        q[1] = middle, q[2] = cld__v2_scale(cld__v2_sub(c->p[2], origin), scale);
    } else if (c->degree == 2) {
        q[1] = cld__v2_mad(first, 2.0 / 3, cld__v2_sub(middle, first));
        q[2] = cld__v2_mad(last, 2.0 / 3, cld__v2_sub(middle, last));
    } else {
        q[1] = cld__v2_mad(first, 1.0 / 3, cld__v2_sub(last, first));
        q[2] = cld__v2_mad(last, 1.0 / 3, cld__v2_sub(first, last));
    }
}

/* The point at t: from the nearer end, in differences to it, so that a curve far from the origin
   loses nothing but the last rounding, and the ends are exact. */
static cld__vec2d cld__curve_point(const cld__curve *c, double t)
{
    const int n = c->degree, far = t > 0.5;
    const cld__vec2d base = c->p[far ? n : 0];
    const double s = far ? 1 - t : t, r = 1 - s;
    cld__vec2d sum = cld__v2(0, 0);
    static const double binomial[4][4] = {{0}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    int i;
    for (i = n; i > 0; i--) {
        const cld__vec2d e = cld__v2_sub(c->p[far ? n - i : i], base);
        double weight = binomial[n][i];
        int k;
        for (k = i; k < n; k++) weight *= r;
        sum = cld__v2_scale(cld__v2_mad(sum, weight, e), s);
    }
    return cld__v2_add(base, sum);
}

/* The derivative at t. */
static cld__vec2d cld__curve_derivative(const cld__curve *c, double t)
{
    const cld__vec2d a = cld__v2_sub(c->p[1], c->p[0]);
    const double s = 1 - t;
    cld__vec2d b, d;
    if (c->degree == 1) return a;
    b = cld__v2_sub(c->p[2], c->p[1]);
    if (c->degree == 2) return cld__v2_scale(cld__v2_mad(cld__v2_scale(a, s), t, b), 2);
    d = cld__v2_sub(c->p[3], c->p[2]);
    b = cld__v2_mad(cld__v2_scale(a, s), 2 * t, b);
    return cld__v2_scale(cld__v2_mad(cld__v2_scale(b, s), t * t, d), 3);
}

int cld_bezier_evaluate(const cld_bezier *curve, cld_real parameter, cld_vec2 *point,
                        cld_vec2 *derivative)
{
    cld__curve c;
    const int status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (!cld__is_finite((double)parameter)) return CLD_ERROR_PARAMETER;
    if (point) *point = cld__v2_to(cld__curve_point(&c, (double)parameter));
    if (derivative) *derivative = cld__v2_to(cld__curve_derivative(&c, (double)parameter));
    return CLD_OK;
}

int cld_bezier_split(const cld_bezier *curve, cld_real parameter, cld_bezier halves[2])
{
    cld__curve c;
    cld_bezier out[2];
    const double t = (double)parameter;
    int i, level, status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (!halves) return CLD_ERROR_NULL;
    if (!(t >= 0 && t <= 1)) return CLD_ERROR_PARAMETER;
    memset(out, 0, sizeof out);
    out[0].degree = out[1].degree = c.degree;
    for (level = 0; level <= c.degree; level++) { /* de Casteljau's triangle: its two edges */
        out[0].points[level] = cld__v2_to(c.p[0]);
        out[1].points[c.degree - level] = cld__v2_to(c.p[c.degree - level]);
        for (i = 0; i < c.degree - level; i++) c.p[i] = cld__v2_lerp(c.p[i], c.p[i + 1], t);
    }
    halves[0] = out[0], halves[1] = out[1];
    return CLD_OK;
}

/* Where a + 2 b t + c t^2 is zero, at most two, unordered: Kahan's order of operations, which gives
   the roots of a quadratic whose coefficients are some units of rounding off. */
static int cld__quadratic_roots(double a, double b, double c, double discriminant, double roots[2])
{
    double q;
    if (discriminant < 0) return 0;
    q = -(b + (b < 0 ? -sqrt(discriminant) : sqrt(discriminant)));
    if (q == 0) {
        roots[0] = 0;
        return a == 0 && c != 0;
    }
    roots[0] = a / q;
    if (c == 0) return 1;
    roots[1] = q / c;
    return 2;
}

/* Where the derivative of the cubic with control values x[0..3] is zero: at most two roots, also
   outside 0..1. */
static int cld__cubic_turns(const double x[4], double roots[2])
{
    const double d0 = x[1] - x[0], d1 = x[2] - x[1], d2 = x[3] - x[2];
    const double k = cld__unit_scale(cld__max(fabs(d0), cld__max(fabs(d1), fabs(d2))));
    const double a = k * d0, b = k * d1, c = k * d2;
    return cld__quadratic_roots(a, b - a, (c - b) - (b - a), b * b - a * c, roots);
}

/* The range of the cubic with control values x[0..3]. The computed roots are those of a cubic that
   is within some 30 units of rounding of this one (of its largest difference), so its range is
   theirs to within twice that; control values bound it, too. */
static void cld__cubic_range(const double x[4], double *low, double *high)
{
    double hull_low = cld__min(x[0], x[3]), hull_high = cld__max(x[0], x[3]), roots[2], error;
    int i, count;
    *low = hull_low, *high = hull_high;
    for (i = 1; i < 3; i++) {
        hull_low = cld__min(hull_low, x[i]);
        hull_high = cld__max(hull_high, x[i]);
    }
    if (hull_low == *low && hull_high == *high) return;
    count = cld__cubic_turns(x, roots);
    for (i = 0; i < count; i++) {
        const double t = roots[i], s = 1 - t, base = x[0];
        double value;
        if (!(t > 0 && t < 1)) continue;
        value = 3 * s * s * t * (x[1] - base) + 3 * s * t * t * (x[2] - base) +
                t * t * t * (x[3] - base);
        *low = cld__min(*low, base + value);
        *high = cld__max(*high, base + value);
    }
    /* 64 units of the differences; the last sum and this one round, too */
    error = 64 * CLD__ROUND_DOUBLE * (hull_high - hull_low);
    *low -= error + 2 * CLD__ROUND_DOUBLE * fabs(*low);
    *high += error + 2 * CLD__ROUND_DOUBLE * fabs(*high);
    *low = cld__max(*low, hull_low);
    *high = cld__min(*high, hull_high);
}

/* The same for control values a, b, c of a quadratic: it turns where the differences balance. */
static void cld__quadratic_range(double a, double b, double c, double *low, double *high)
{
    const double d0 = b - a, d1 = b - c;
    double value, error;
    *low = cld__min(a, c), *high = cld__max(a, c);
    if (*low <= b && b <= *high) return;
    value = a + d0 * (d0 / (d0 + d1)); /* both of one sign, and not both zero */
    error = CLD__ROUND_DOUBLE * (2 * fabs(value) + 8 * fabs(d0) + 8 * fabs(d1));
    if (b < *low)
        *low = cld__max(b, cld__min(*low, value) - error);
    else
        *high = cld__min(b, cld__max(*high, value) + error);
}

/* The number of cld_real next to x that is not greater, and the one that is not less. */
static cld_real cld__real_floor(double x)
{
#ifdef COLLIDE_DOUBLE
    return x;
#else
    const volatile cld_real rounded = (cld_real)x; /* volatile: rounded indeed */
    return (double)rounded > x ? nextafterf(rounded, -FLT_MAX) : rounded;
#endif
}

static cld_real cld__real_ceil(double x)
{
    return -cld__real_floor(-x);
}

int cld_bezier_bounds(const cld_bezier *curve, cld_vec2 *min, cld_vec2 *max)
{
    cld__curve c;
    double x[4], y[4], low[2], high[2];
    int i, status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (!min || !max) return CLD_ERROR_NULL;
    if (c.degree == 3) {
        for (i = 0; i < 4; i++) x[i] = c.p[i].x, y[i] = c.p[i].y;
        cld__cubic_range(x, &low[0], &high[0]);
        cld__cubic_range(y, &low[1], &high[1]);
    } else {
        const cld__vec2d end = c.p[c.degree];
        cld__quadratic_range(c.p[0].x, c.p[1].x, end.x, &low[0], &high[0]);
        cld__quadratic_range(c.p[0].y, c.p[1].y, end.y, &low[1], &high[1]);
    }
    min->x = cld__real_floor(low[0]), min->y = cld__real_floor(low[1]);
    max->x = cld__real_ceil(high[0]), max->y = cld__real_ceil(high[1]);
    return CLD_OK;
}

/* A polynomial velocity a + b s + c s^2 over a part of a curve, -1 <= s <= 1. */
typedef struct cld__velocity {
    cld__vec2d a, b, c;
} cld__velocity;

/* The integral of |velocity| over -1..1 by Gauss's formula with 16 points. */
static double cld__speed_integral(const cld__velocity *v)
{
    static const double node[8] = {0.9894009349916499, 0.9445750230732326, 0.8656312023878318,
                                   0.755404408355003,  0.6178762444026438, 0.45801677765722737,
                                   0.2816035507792589, 0.09501250983763744};
    static const double weight[8] = {
        0.027152459411754096, 0.062253523938647894, 0.09515851168249279, 0.12462897125553388,
        0.14959598881657674,  0.16915651939500254,  0.18260341504492358, 0.1894506104550685};
    double sum = 0;
    int i;
    for (i = 0; i < 8; i++) {
        const cld__vec2d even = cld__v2_mad(v->a, node[i] * node[i], v->c);
        const cld__vec2d odd = cld__v2_scale(v->b, node[i]);
        sum += weight[i] *
               (cld__v2_length(cld__v2_add(even, odd)) + cld__v2_length(cld__v2_sub(even, odd)));
    }
    return sum;
}

/* The length of the cubic q (of size about 1) between two parameters. Halves the range until on
   each part either the velocity varies so little that its length is an analytic function for a way
   beyond the part (on the ellipse of Bernstein with half axes 1.6 and 1.25: then 16 points leave an
   error below 1e-14 of it: Trefethen 2013, theorem 19.3), or the part is too short to matter. The
   velocity has at most two zeros, and parts near those alone are halved on and on. */
static double cld__cubic_length(const cld__vec2d q[4], double from, double to)
{
    const cld__vec2d v0 = cld__v2_sub(q[1], q[0]), v1 = cld__v2_sub(q[2], q[1]),
                     v2 = cld__v2_sub(q[3], q[2]);
    const cld__vec2d turn = cld__v2_sub(cld__v2_sub(v2, v1), cld__v2_sub(v1, v0));
    uint64_t index = 0;
    int level = 0;
    double sum = 0;
    for (;;) {
        const double half = ldexp(0.5 * (to - from), -level);
        const double m = from + half * (double)(2 * index + 1), n = 1 - m;
        cld__velocity v;
        double a, b, c;
        v.a = cld__v2_mad(cld__v2_scale(v0, n * n), 2 * m * n, v1);
        v.a = cld__v2_mad(v.a, m * m, v2);
        v.b = cld__v2_mad(cld__v2_scale(cld__v2_sub(v1, v0), n), m, cld__v2_sub(v2, v1));
        v.b = cld__v2_scale(v.b, 2 * half);
        v.c = cld__v2_scale(turn, half * half);
        a = cld__v2_length(v.a), b = cld__v2_length(v.b), c = cld__v2_length(v.c);
        if (level < 60 && 1.6 * b + 2.56 * c >= a && half * (a + b + c) > ldexp(1, -48)) {
            level++, index *= 2;
            continue;
        }
        sum += 3 * half * cld__speed_integral(&v);
        for (index++; level > 0 && !(index & 1); level--) index /= 2;
        if (level == 0) return sum;
    }
}

/* Length between two parameters within 0..1, negative if `high` is less. */
static double cld__curve_length(const cld__curve *c, double low, double high)
{
    cld__vec2d q[4];
    double size = 0, scale, sum;
    int i;
    for (i = 1; i <= c->degree; i++)
        size = cld__max(size, cld__v2_largest(cld__v2_sub(c->p[i], c->p[0])));
    scale = cld__unit_scale(size);
    cld__curve_cubic(c, c->p[0], scale, q);
    if (c->degree == 1)
        sum = cld__v2_length(q[3]) * fabs(high - low);
    else
        sum = cld__cubic_length(q, cld__min(low, high), cld__max(low, high));
    return (low > high ? -sum : sum) / scale;
}

int cld_bezier_length(const cld_bezier *curve, cld_real from, cld_real to, cld_real *length)
{
    cld__curve c;
    double low = (double)from, high = (double)to;
    int status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (!length) return CLD_ERROR_NULL;
    if (cld__is_nan(low) || cld__is_nan(high)) return CLD_ERROR_PARAMETER;
    low = cld__min(cld__max(low, 0), 1), high = cld__min(cld__max(high, 0), 1);
    *length = (cld_real)cld__curve_length(&c, low, high);
    return CLD_OK;
}

/* ----------------------------------------------------------- [BEZIER] a moving point and one curve
   In the frame of the move, x along it and y across, the curve's control points give the Bernstein
   coefficients of two cubics: y(s), whose roots are where the curve meets the mover's line, and
   x(s), which says when the mover is there. Most curves are done with by the signs of the four y or
   the range of the four x. Else y is cut at its extrema into monotone parts; a part whose ends have
   different signs has one root, which Halley's steps in a bracket find (Yuksel 2022 uses Newton's).

   Two versions. The fast one gives up wherever rounding could decide: a sign, a root's being there,
   its lying between the move's ends. The careful one takes signs at the curve's ends from exact
   arithmetic, so that neighbours with a common end agree; treats what is within the bound of zero
   as zero, which is a touch unless the sign changes there; and keeps a root if any point of the
   stretch in which it may lie is within the move, to rounding. So nothing is lost, and what is
   found is as near as the bound says. */

/* A move: the mover is at from + t (to - from). */
typedef struct cld__move {
    cld__vec2d from, to;
    cld__vec2d d; /* to - from, times a power of two where products might over- or underflow; (1, 0)
                      for a move of length 0 */
    double scale; /* of all differences: not 1 where those of a tiny move would underflow */
    double length; /* x of the move's end, d.(to - from) scale */
    int normal;    /* d and scale are as they were: the fast version may be asked */
} cld__move;

/* A curve in the frame of a move, Bernstein coefficients of degree 3, without their errors: */
typedef struct cld__framed {
    double x[4], y[4];
    double error_x, error_y; /* of each of them */
} cld__framed;

/* A root of y, within the move. */
typedef struct cld__root {
    double s, t;
    int side;   /* as in cld_path_hit */
    int end;    /* 0 inside the curve, 1 exactly its first point, 2 exactly its last, 3 all of it is
                   on the mover's line */
    int beside; /* where no crossing: the sign of y beside the root, 0 if there is none */
    double slope_x, slope_y; /* along the curve; set by the fast version only */
} cld__root;

enum { CLD__MOST_ROOTS = 8 };

#define CLD__ERROR_FRAME (16 * CLD__ROUND_DOUBLE)

static CLD__NOINLINE void cld__move_rescale(cld__move *m)
{
    const cld__vec2d d = m->d;
    const double big = cld__max(fabs(d.x), fabs(d.y));
    int exponent;
    if (big == 0) {
        m->d = cld__v2(1, 0);
        m->length = 0;
        return;
    }
    (void)frexp(big, &exponent);
    if (exponent < -500) m->scale = ldexp(1, 400); /* the largest difference stays below 2^900 */
    m->d = cld__v2(ldexp(d.x, -exponent), ldexp(d.y, -exponent));
    m->length = cld__v2_dot(m->d, cld__v2(d.x * m->scale, d.y * m->scale));
}

/* Of such a move, products with whatever is not absurdly far from it stay far from over- and
   underflow. */
CLD__INLINE int cld__length_is_normal(double length)
{
    return length > 1e-100 && length < 1e100;
}

CLD__INLINE cld__move cld__move_from(cld__vec2d from, cld__vec2d to)
{
    cld__move m;
    m.from = from, m.to = to;
    m.d = cld__v2_sub(to, from);
    m.scale = 1;
    m.length = cld__v2_dot(m.d, m.d);
    m.normal = cld__length_is_normal(m.length);
    if (!m.normal) cld__move_rescale(&m);
    return m;
}

/* Differences are rounded once, each product has two of them and is rounded once, each sum of two
   products once: 3 units for a product, 1 for the sum of two, so 4 of the sum of their sizes, and
   16 u (|d.x| max|r.y| + |d.y| max|r.x|) covers what raising the degree or cutting in halves adds.
   Numbers that underflow, in d or in a product, lose less than DBL_MIN. */
static void cld__framed_from(const cld__move *m, const cld__curve *c, cld__framed *f)
{
    double x[4], y[4], big_x = 0, big_y = 0, small;
    int i;
    for (i = 0; i <= c->degree; i++) {
        cld__vec2d r = cld__v2_sub(c->p[i], m->from);
        r = cld__v2(r.x * m->scale, r.y * m->scale);
        x[i] = m->d.x * r.x + m->d.y * r.y;
        y[i] = m->d.x * r.y - m->d.y * r.x;
        big_x = cld__max(big_x, fabs(r.x)), big_y = cld__max(big_y, fabs(r.y));
    }
    small = DBL_MIN * (1 + big_x + big_y);
    f->error_x = CLD__ERROR_FRAME * (fabs(m->d.x) * big_x + fabs(m->d.y) * big_y) + small;
    f->error_y = CLD__ERROR_FRAME * (fabs(m->d.x) * big_y + fabs(m->d.y) * big_x) + small;
    f->x[0] = x[0], f->x[3] = x[c->degree];
    f->y[0] = y[0], f->y[3] = y[c->degree];
    if (c->degree == 3) {
        f->x[1] = x[1], f->x[2] = x[2];
        f->y[1] = y[1], f->y[2] = y[2];
    } else if (c->degree == 2) {
        f->x[1] = (x[0] + 2 * x[1]) / 3, f->x[2] = (2 * x[1] + x[2]) / 3;
        f->y[1] = (y[0] + 2 * y[1]) / 3, f->y[2] = (2 * y[1] + y[2]) / 3;
    } else {
        f->x[1] = (2 * x[0] + x[1]) / 3, f->x[2] = (x[0] + 2 * x[1]) / 3;
        f->y[1] = (2 * y[0] + y[1]) / 3, f->y[2] = (y[0] + 2 * y[1]) / 3;
    }
}

/* Value at s by de Casteljau: off by at most 8 units of rounding of the largest coefficient. */
static double cld__cubic(const double b[4], double s)
{
    double r = 1 - s, b01 = r * b[0] + s * b[1], b12 = r * b[1] + s * b[2];
    double b23 = r * b[2] + s * b[3];
    return r * (r * b01 + s * b12) + s * (r * b12 + s * b23);
}

/* A third of the derivative. */
static double cld__cubic_slope(const double b[4], double s)
{
    double r = 1 - s, d0 = b[1] - b[0], d1 = b[2] - b[1], d2 = b[3] - b[2];
    return r * (r * d0 + s * d1) + s * (r * d1 + s * d2);
}

/* Parameters inside (low, high) where the cubic has its extrema, in order; returns how many. */
static int cld__cubic_extrema_in(const double b[4], double low, double high, double out[2])
{
    double s[2], swap;
    int i, n = 0, count = cld__cubic_turns(b, s);
    if (count == 2 && s[0] > s[1]) swap = s[0], s[0] = s[1], s[1] = swap;
    for (i = 0; i < count; i++)
        if (s[i] > low && s[i] < high && (n == 0 || s[i] > out[0])) out[n++] = s[i];
    return n;
}

/* On which side of the mover's line is p? As exact as the numbers. */
static int cld__move_side(const cld__move *m, cld__vec2d p)
{
    if (m->length == 0) return (p.y > m->from.y) - (p.y < m->from.y);
    return cld__orient2d(m->from, m->to, p);
}

/* Is p, which is exactly on the mover's line, between the ends of the move? */
static int cld__move_reaches(const cld__move *m, cld__vec2d p)
{
    return p.x >= cld__min(m->from.x, m->to.x) && p.x <= cld__max(m->from.x, m->to.x) &&
           p.y >= cld__min(m->from.y, m->to.y) && p.y <= cld__max(m->from.y, m->to.y);
}

CLD__INLINE double cld__clamp01(double t)
{
    return t > 0 ? (t < 1 ? t : 1) : 0; /* NaN: 0 */
}

CLD__INLINE double cld__move_time(const cld__move *m, double x)
{
    return m->length > 0 ? cld__clamp01(x / m->length) : 0;
}

/* Where x, which runs from less than 0 to more between the parameters, is 0: the move's start. */
static double cld__enter(const double x[4], double outside, double inside)
{
    int i;
    for (i = 0; i < 60; i++) {
        double middle = 0.5 * (outside + inside);
        if (cld__cubic(x, middle) > 0)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

/* The points of the curve between the parameters are on the mover's line, to rounding. Is one of
   them within the move? Then the root is the first of these in time, if `first`, else the one at
   root->s if that is one, else one at the end that the stretch reaches over. */
static int cld__stretch_reached(const cld__move *m, const cld__framed *f, double low, double high,
                                int first, cld__root *root)
{
    double at[4], x[4] = {0, 0, 0, 0}, low_x, high_x;
    int n, i, lowest = 0, highest = 0;
    at[0] = low;
    n = 1 + cld__cubic_extrema_in(f->x, low, high, at + 1);
    at[n++] = high;
    for (i = 0; i < n; i++) {
        x[i] = cld__cubic(f->x, at[i]);
        if (x[i] < x[lowest]) lowest = i;
        if (x[i] > x[highest]) highest = i;
    }
    low_x = x[lowest], high_x = x[highest];
    if (low_x > m->length + 2 * f->error_x || high_x < -2 * f->error_x) return 0;
    if (!first) {
        double own = cld__cubic(f->x, root->s);
        if (own >= 0 && own <= m->length) {
            root->t = cld__move_time(m, own);
            return 1;
        }
    }
    if (low_x >= 0 || high_x <= 0) { /* the first point in time is an end or an extremum */
        root->s = at[low_x >= 0 ? lowest : highest];
        root->t = cld__move_time(m, low_x >= 0 ? low_x : 0);
        return 1;
    }
    /* the stretch goes over the place where the move starts */
    root->t = 0;
    for (i = 0; i + 1 < n && x[i] != 0; i++)
        if ((x[i] < 0) != (x[i + 1] < 0)) break;
    if (x[i] == 0)
        root->s = at[i];
    else
        root->s =
            x[i] < 0 ? cld__enter(f->x, at[i], at[i + 1]) : cld__enter(f->x, at[i + 1], at[i]);
    return 1;
}

/* How far from s, in the direction of `end`, y stays within the bound of zero: beyond the parameter
   returned its sign is certain (or that is end). */
static double cld__reach_of_doubt(const cld__framed *f, double s, double end, double bound)
{
    double step = DBL_EPSILON, inside = s, outside = end;
    int i;
    for (;; step *= 4) {
        double there = end > s ? s + step : s - step;
        if (end > s ? there >= end : there <= end) break;
        if (fabs(cld__cubic(f->y, there)) > bound) {
            outside = there;
            break;
        }
        inside = there;
    }
    for (i = 0; i < 4; i++) {
        double middle = 0.5 * (inside + outside);
        if (fabs(cld__cubic(f->y, middle)) > bound)
            outside = middle;
        else
            inside = middle;
    }
    return outside;
}

/* The root of y between the parameters, where its signs are sign_low and the opposite. */
static double cld__root_between(const cld__framed *f, double low, double high, int sign_low)
{
    double s = 0.5 * (low + high), last = high - low;
    int i;
    for (i = 0; i < 120 && low < high; i++) {
        double value = cld__cubic(f->y, s), slope = 3 * cld__cubic_slope(f->y, s), next;
        if (fabs(value) <= f->error_y / 16) break;
        if ((value < 0) == (sign_low < 0))
            low = s;
        else
            high = s;
        next = s - value / slope;
        /* a step on the end of the bracket is a step; one that does not halve the last is not */
        if (!(next >= low && next <= high) || fabs(next - s) > 0.5 * last)
            next = 0.5 * (low + high);
        last = fabs(next - s);
        if (next == s || last < 0.25 * DBL_EPSILON * s) break;
        s = next;
    }
    return s;
}

/* Adds the root at s: a crossing if `side` is not 0, else a touch. */
static void cld__roots_add(const cld__move *m, const cld__framed *f, double s, double low,
                           double high, int side, int beside, cld__root *roots, int *count)
{
    double bound = 2 * f->error_y, from, to;
    cld__root root;
    root.s = s, root.t = 0, root.side = side, root.end = 0, root.beside = beside;
    from = cld__reach_of_doubt(f, s, low, bound);
    to = cld__reach_of_doubt(f, s, high, bound);
    if (cld__stretch_reached(m, f, from, to, 0, &root)) roots[(*count)++] = root;
}

/* Adds the curve's first (end 1) or last (2) point, which is exactly on the mover's line; what the
   line does to the curve there depends on what joins it. */
static void cld__roots_add_end(const cld__move *m, const cld__curve *c, const cld__framed *f,
                               int end, int beside, cld__root *roots, int *count)
{
    cld__root *root = &roots[*count];
    if (!cld__move_reaches(m, c->p[end == 1 ? 0 : c->degree])) return;
    root->s = end - 1;
    root->t = cld__move_time(m, f->x[end == 1 ? 0 : 3]);
    root->side = 0;
    root->end = end;
    root->beside = beside;
    ++*count;
}

/* The roots of a curve that is on the mover's line, all of it, to rounding: the first point in
   time. It crosses if the curve's ends are exactly on different sides. If one end is exactly on the
   line and the other is not, that end is a root of its own, unless the two are one. */
static int cld__roots_along(const cld__move *m, const cld__curve *c, const cld__framed *f,
                            int sign_first, int sign_last, cld__root *roots)
{
    int count = 0;
    if (sign_first == 0 && sign_last != 0) cld__roots_add_end(m, c, f, 1, sign_last, roots, &count);
    if (sign_last == 0 && sign_first != 0)
        cld__roots_add_end(m, c, f, 2, sign_first, roots, &count);
    roots[count].s = 0;
    roots[count].side = (sign_last - sign_first) / 2;
    roots[count].end = sign_first == 0 && sign_last == 0 ? 3 : 0;
    roots[count].beside = sign_first == sign_last ? sign_first : 0;
    if (!cld__stretch_reached(m, f, 0, 1, 1, &roots[count])) return count;
    if (count && !((roots[0].t - roots[1].t) * m->length > 4 * f->error_x)) return count;
    return count + 1;
}

/* All roots; a stretch that is on the line to rounding is one. */
static int cld__roots_careful(const cld__move *m, const cld__curve *c,
                              cld__root roots[CLD__MOST_ROOTS])
{
    cld__framed f;
    double at[4], bound;
    int sign[4], exact[4], count = 0, nodes, k, last = -1, doubt = 0, flat, sum = 0;
    cld__framed_from(m, c, &f);
    bound = 2 * f.error_y;
    for (k = 0; k <= c->degree; k++) {
        exact[k] = cld__move_side(m, c->p[k]);
        sum += exact[k];
    }
    if (sum == c->degree + 1 || sum == -c->degree - 1) return 0; /* all on one side: a proof */
    for (k = 0, flat = 1; k < 4; k++) flat &= fabs(f.y[k]) <= f.error_y;
    if (flat) return cld__roots_along(m, c, &f, exact[0], exact[c->degree], roots);
    at[0] = 0, sign[0] = exact[0];
    nodes = 1 + cld__cubic_extrema_in(f.y, 0, 1, at + 1);
    for (k = 1; k < nodes; k++) {
        double y = cld__cubic(f.y, at[k]);
        sign[k] = fabs(y) <= bound ? 0 : y < 0 ? -1 : 1;
    }
    at[nodes] = 1, sign[nodes++] = exact[c->degree];
    for (k = 0; k < nodes; k++) {
        if (sign[k] == 0) {
            if (k > 0 && k < nodes - 1) doubt = k;
            continue;
        }
        if (last >= 0 && sign[last] != sign[k]) {
            double s = cld__root_between(&f, at[last], at[k], sign[last]);
            cld__roots_add(m, &f, s, at[last], at[k], sign[k], sign[k], roots, &count);
        } else if (last >= 0 && doubt) {
            cld__roots_add(m, &f, at[doubt], at[last], at[k], 0, sign[k], roots, &count);
        } else if (last < 0 && k > 0) { /* from the first point, on the line, to here */
            cld__roots_add_end(m, c, &f, 1, sign[k], roots, &count);
            if (doubt && count == 0)
                cld__roots_add(m, &f, at[doubt], 0, at[k], 0, sign[k], roots, &count);
        }
        last = k, doubt = 0;
    }
    if (last < 0) return cld__roots_along(m, c, &f, exact[0], exact[c->degree], roots);
    if (exact[c->degree] == 0) {
        int before = count;
        cld__roots_add_end(m, c, &f, 2, sign[last], roots, &count);
        if (doubt && count == before)
            cld__roots_add(m, &f, at[doubt], at[last], 1, 0, sign[last], roots, &count);
    }
    return count;
}

/* A line, decided exactly. */
static int cld__roots_line(const cld__move *m, const cld__curve *c,
                           cld__root roots[CLD__MOST_ROOTS])
{
    const cld__vec2d a = c->p[0], b = c->p[1];
    int side_a = cld__move_side(m, a), side_b = cld__move_side(m, b), count = 0, from, to;
    cld__framed f;
    double x;
    if (side_a == side_b && side_a != 0) return 0;
    cld__framed_from(m, c, &f);
    if (side_a == 0 && side_b == 0) {
        /* in line (or the move has length 0): as far as the boxes overlap */
        if (!cld__move_reaches(m, a) && !cld__move_reaches(m, b)) {
            cld__move back = *m;
            back.from = a, back.to = b;
            if (!cld__move_reaches(&back, m->from)) return 0;
        }
        return cld__roots_along(m, c, &f, 0, 0, roots);
    }
    if (side_a == 0) cld__roots_add_end(m, c, &f, 1, side_b, roots, &count);
    if (side_b == 0) cld__roots_add_end(m, c, &f, 2, side_a, roots, &count);
    if (side_a == 0 || side_b == 0) return count;
    from = cld__orient2d(a, b, m->from), to = cld__orient2d(a, b, m->to);
    if (from == to && from != 0) return 0;
    if (m->length == 0 && from != 0) return 0;
    roots->s = fabs(f.y[0]) + fabs(f.y[3]);
    roots->s = roots->s > 0 ? fabs(f.y[0]) / roots->s : 0.5;
    x = f.x[0] + roots->s * (f.x[3] - f.x[0]);
    if (x < -4 * f.error_x || x > m->length + 4 * f.error_x) { /* all but in line with the move */
        x = x < 0 ? 0 : m->length;
        if (f.x[0] != f.x[3]) roots->s = cld__clamp01((x - f.x[0]) / (f.x[3] - f.x[0]));
    }
    roots->t = cld__move_time(m, x);
    roots->side = roots->beside = side_b;
    roots->end = 0;
    return 1;
}

/* ----- the fast version: halves of the curve, whose control points are much nearer to it */

/* The halves of a curve in the frame of a move. */
typedef struct cld__halves {
    double x[2][4], y[2][4];
    double big_x, big_y; /* bounds of the coefficients, that the errors are relative to */
    int changes[2];      /* of y's sign; -1 if not all are sure */
} cld__halves;

CLD__INLINE double cld__power_value(const double c[4], double s)
{
    return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

/* Bernstein coefficients to those of powers. */
CLD__INLINE void cld__powers_from(const double b[4], double c[4])
{
    double d0 = b[1] - b[0], d1 = b[2] - b[1], d2 = b[3] - b[2];
    c[0] = b[0];
    c[1] = 3 * d0;
    c[2] = 3 * (d1 - d0);
    c[3] = (d2 - d1) - (d1 - d0);
}

/* A step this short leaves |y| below 12 m step^2 < 2^-48 m, m the largest coefficient. */
#define CLD__LAST_STEP (1.0 / (1 << 26))

/* The root of y between the parameters, where its values have different signs: Newton's steps in a
   bracket, from s. */
static CLD__NOINLINE double cld__power_root_slow(const double c[4], double low, double high,
                                                 double y_low, double s)
{
    int i;
    if (!(s >= low && s <= high)) s = 0.5 * (low + high);
    for (i = 0; i < 100; i++) {
        double y = cld__power_value(c, s), slope = c[1] + s * (2 * c[2] + s * (3 * c[3])), next;
        if ((y < 0) == (y_low < 0))
            low = s;
        else
            high = s;
        next = s - y / slope;
        if (next >= low && next <= high && i % 8 < 7) {
            y = fabs(next - s);
            s = next;
            if (y <= CLD__LAST_STEP) break;
        } else { /* also now and then, against steps that creep */
            s = 0.5 * (low + high);
            if (high - low <= DBL_EPSILON) break;
        }
    }
    return s;
}

/* To a few digits, where the machine has something faster. */
CLD__INLINE double cld__rough_inverse(double x)
{
#ifdef CLD__SIMD_AVX512
    return _mm_cvtsd_f64(_mm_rcp14_sd(_mm_set_sd(x), _mm_set_sd(x)));
#else
    return 1 / x;
#endif
}

CLD__INLINE double cld__rough_sqrt(double x)
{
#ifdef CLD__SIMD_AVX512
    return x * _mm_cvtsd_f64(_mm_rsqrt14_sd(_mm_set_sd(x), _mm_set_sd(x)));
#else
    return sqrt(x);
#endif
}

/* The same: Halley's steps, of which two nearly always are enough, from the root of the parabola
   through the values at the ends and in the middle. What |y| is after a step d is, but for higher
   terms, |h^2 / f - c[3]| d^3, f being y's first derivative and h half of its second. */
CLD__INLINE double cld__power_root(const double c[4], double low, double high, double y_low,
                                   double y_middle, double y_high, double big)
{
    const double h = high - low;
    double a = 2 * (y_low - 2 * y_middle + y_high), b = y_high - y_low - a;
    double root = cld__rough_sqrt(b * b - 4 * a * y_low);
    double s = low - 2 * h * y_low * cld__rough_inverse(b + copysign(root, y_high));
    double y, slope, half, step;
    int i;
    y = cld__power_value(c, s), slope = c[1] + s * (2 * c[2] + s * (3 * c[3]));
    half = c[2] + s * (3 * c[3]);
    s = s - y * slope * cld__rough_inverse(slope * slope - y * half);
    for (i = 0; i < 3; i++) {
        y = cld__power_value(c, s), slope = c[1] + s * (2 * c[2] + s * (3 * c[3]));
        half = c[2] + s * (3 * c[3]);
        step = y * slope / (slope * slope - y * half);
        s -= step;
        a = fabs(step), slope = fabs(slope);
        if (CLD__LIKELY(s >= low && s <= high && 4 * a * fabs(half) <= slope &&
                        (half * half + fabs(c[3]) * slope) * a * a * a <=
                            8 * DBL_EPSILON * big * slope))
            return s;
    }
    return cld__power_root_slow(c, low, high, y_low, s);
}

/* Takes the root of y at s, a parameter of the half, into account: 0 if it is certainly not within
   the move, or later than *best; 1 if it certainly is (*best is then updated); -1 if rounding
   decides, or where the curve is all but along the move. That the slope of y is not less than 2^-20
   of the bound of y's coefficients puts s within 2^-27 of the true root, and x within 2^-24 of the
   bound of its own. */
CLD__INLINE int cld__half_reached(const cld__halves *f, double length, const double x[4],
                                  const double y[4], double s, double begin, cld__root *best)
{
    const double margin = f->big_x * (1.0 / (1 << 24)), middle = 0.5 * length;
    double at = cld__power_value(x, s), slope = y[1] + s * (2 * y[2] + s * (3 * y[3]));
    double off = fabs(at - middle);
    if (!(fabs(slope) > f->big_y * (1.0 / (1 << 20)))) return -1;
    if (off > middle + margin) return 0;
    if (!(off < middle - margin)) return -1;
    if (!(at < best->t)) return 0;
    best->t = at;
    best->s = begin + 0.5 * s;
    best->side = slope > 0 ? 1 : -1;
    best->slope_x = x[1] + s * (2 * x[2] + s * (3 * x[3]));
    best->slope_y = slope;
    return 1;
}

/* y of the half changes sign more than once, or may: its monotone parts, one by one. */
static CLD__NOINLINE int cld__half_parts(const cld__halves *f, double length, int half,
                                         const double x[4], const double c[4], cld__root *best)
{
    const double *b = f->y[half];
    double at[4], y[4];
    int nodes, k, found = 0;
    at[0] = 0, y[0] = b[0];
    nodes = 1 + cld__cubic_extrema_in(b, 0, 1, at + 1);
    for (k = 1; k < nodes; k++) {
        y[k] = cld__power_value(c, at[k]);
        if (!(fabs(y[k]) > f->big_y * (1.0 / (1 << 30)))) return -1;
    }
    at[nodes] = 1, y[nodes] = b[3];
    for (k = 0; k < nodes; k++) {
        if ((y[k] < 0) != (y[k + 1] < 0)) {
            double middle = cld__power_value(c, 0.5 * (at[k] + at[k + 1]));
            double s = cld__power_root(c, at[k], at[k + 1], y[k], middle, y[k + 1], f->big_y);
            int reached = cld__half_reached(f, length, x, c, s, 0.5 * half, best);
            if (reached < 0) return -1;
            found |= reached;
        }
    }
    return found;
}

/* The first root of a half that was not rejected. */
CLD__INLINE int cld__half_first(const cld__halves *f, double length, int half, cld__root *best)
{
    const double *b = f->y[half];
    double x[4], y[4], s;
    if (f->changes[half] < 0) return -1;
    cld__powers_from(f->x[half], x);
    cld__powers_from(b, y);
    if (f->changes[half] != 1) return cld__half_parts(f, length, half, x, y, best);
    s = cld__power_root(y, 0, 1, b[0], 0.125 * (b[0] + b[3]) + 0.375 * (b[1] + b[2]), b[3],
                        f->big_y);
    return cld__half_reached(f, length, x, y, s, 0.5 * half, best);
}

/* How often y changes sign over four coefficients; -1 if not all signs are sure (bits). */
CLD__INLINE int cld__sign_changes(int sure, int negative)
{
    static const signed char changes[16] = {0, 1, 2, 1, 2, 3, 2, 1, 1, 2, 3, 2, 1, 2, 1, 0};
    return sure == 15 ? changes[negative] : -1;
}

/* The first root of the halves in `which` (bits): 1, 0 for none, -1 where rounding could decide.
   best->t is then the root's x, not yet divided by the move's length; on entry, x of the latest
   that is of interest. */
CLD__INLINE int cld__halves_first(const cld__halves *f, double length, int which, cld__root *best)
{
    int found = cld__half_first(f, length, which == 2, best), more;
    if (which != 3 || found < 0) return found;
    more = cld__half_first(f, length, 1, best);
    return more < 0 ? -1 : found | more;
}

/* Bits 0 and 4: are the lower four bits all ones, and the upper four? */
CLD__INLINE int cld__all_of_four(int bits)
{
    bits &= bits >> 1;
    return bits & bits >> 2 & 0x11;
}

/* Sum of numbers times weights. */
CLD__INLINE cld__d8 cld__d8_sum4(double a, double b, double c, double d, const double w[4][8])
{
    cld__d8 sum = cld__d8_mul(cld__d8_all(d), cld__d8_load(w[3]));
    sum = cld__d8_mad(cld__d8_all(c), cld__d8_load(w[2]), sum);
    sum = cld__d8_mad(cld__d8_all(b), cld__d8_load(w[1]), sum);
    return cld__d8_mad(cld__d8_all(a), cld__d8_load(w[0]), sum);
}

/* Cuts the quadratic or cubic in halves and tells which of them (bits) may have a root at no more
   than x = latest; both, too, where a number is not finite; -1 if one is too large. */
CLD__INLINE int cld__halves_from(cld__vec2d from, cld__vec2d d, double latest, const cld__curve *c,
                                 cld__halves *f)
{
    /* de Casteljau at 1/2: control points of both halves from those of the curve */
    static const double w[4][8] = {{1, 0.5, 0.25, 0.125, 0.125, 0, 0, 0},
                                   {0, 0.5, 0.5, 0.375, 0.375, 0.25, 0, 0},
                                   {0, 0, 0.25, 0.375, 0.375, 0.5, 0.5, 0},
                                   {0, 0, 0, 0.125, 0.125, 0.25, 0.5, 1}};
    const cld__d8 dx = cld__d8_all(d.x), dy = cld__d8_all(d.y);
    cld__d8 rx, ry, x, y, error;
    cld__vec2d r0 = cld__v2_sub(c->p[0], from), r1 = cld__v2_sub(c->p[1], from);
    cld__vec2d r2 = cld__v2_sub(c->p[2], from), r3 = r2;
    double big_x, big_y, error_x, error_y;
    int miss, sure, negative;
    if (CLD__LIKELY(c->degree == 3)) {
        r3 = cld__v2_sub(c->p[3], from);
    } else {
        r2 = cld__v2((r2.x + 2 * r1.x) * (1.0 / 3), (r2.y + 2 * r1.y) * (1.0 / 3));
        r1 = cld__v2((r0.x + 2 * r1.x) * (1.0 / 3), (r0.y + 2 * r1.y) * (1.0 / 3));
    }
    big_x = cld__max(cld__max(fabs(r0.x), fabs(r1.x)), cld__max(fabs(r2.x), fabs(r3.x)));
    big_y = cld__max(cld__max(fabs(r0.y), fabs(r1.y)), cld__max(fabs(r2.y), fabs(r3.y)));
    f->big_x = fabs(d.x) * big_x + fabs(d.y) * big_y;
    f->big_y = fabs(d.x) * big_y + fabs(d.y) * big_x;
    /* what is too large (cld__v2_is_usable) is to be looked at with care */
    if (sizeof(cld_real) > 4 && !(big_x + big_y + fabs(from.x) + fabs(from.y) < 1e149)) return -1;
    rx = cld__d8_sum4(r0.x, r1.x, r2.x, r3.x, w);
    ry = cld__d8_sum4(r0.y, r1.y, r2.y, r3.y, w);
    x = cld__d8_mad(dx, rx, cld__d8_mul(dy, ry));
    y = cld__d8_sub(cld__d8_mul(dx, ry), cld__d8_mul(dy, rx));
    /* what the careful version may take for a touch is not missed here */
    error_y = 4 * CLD__ERROR_FRAME * f->big_y + DBL_MIN;
    error_x = 512 * CLD__ERROR_FRAME * f->big_x + DBL_MIN;
    error = cld__d8_all(error_y);
    miss = cld__all_of_four(cld__d8_greater(y, error)) |
           cld__all_of_four(cld__d8_greater(cld__d8_all(-error_y), y)) |
           cld__all_of_four(cld__d8_greater(cld__d8_all(-error_x), x)) |
           cld__all_of_four(cld__d8_greater(x, cld__d8_all(latest + error_x)));
    if (miss == 0x11) return 0;
    cld__d8_store(f->x[0], x), cld__d8_store(f->y[0], y); /* both halves: they are neighbours */
    sure = cld__d8_greater(cld__d8_abs(y), error);
    negative = cld__d8_greater(cld__d8_all(0), y);
    f->changes[0] = cld__sign_changes(sure & 15, negative & 15);
    f->changes[1] = cld__sign_changes(sure >> 4, negative >> 4);
    return 3 ^ ((miss & 1) | miss >> 3);
}

/* The same of a line. */
CLD__INLINE int cld__sweep_fast_line(const cld__move *m, const cld__curve *c, cld__root *best)
{
    cld__vec2d a = cld__v2_sub(c->p[0], m->from), b = cld__v2_sub(c->p[1], m->from);
    double xa = cld__v2_dot(m->d, a), xb = cld__v2_dot(m->d, b);
    double ya = cld__v2_cross(m->d, a), yb = cld__v2_cross(m->d, b);
    double big_x = cld__max(fabs(a.x), fabs(b.x)), big_y = cld__max(fabs(a.y), fabs(b.y));
    double error_x = CLD__ERROR_FRAME * (fabs(m->d.x) * big_x + fabs(m->d.y) * big_y) + DBL_MIN;
    double error_y = CLD__ERROR_FRAME * (fabs(m->d.x) * big_y + fabs(m->d.y) * big_x) + DBL_MIN;
    double s, x, margin;
    if ((ya > error_y && yb > error_y) || (ya < -error_y && yb < -error_y)) return 0;
    x = best->t + error_x;
    if ((xa < -error_x && xb < -error_x) || (xa > x && xb > x)) return 0;
    if (!(fabs(ya) > error_y && fabs(yb) > error_y)) return -1;
    s = ya / (ya - yb);
    x = xa + s * (xb - xa);
    margin = 2 * error_x + 4 * error_y * fabs((xb - xa) / (yb - ya));
    if (x < -margin || x > m->length + margin) return 0;
    if (!(x > margin && x < m->length - margin)) return -1;
    if (!(x <= best->t)) return 0;
    best->t = x;
    best->s = s;
    best->side = yb > 0 ? 1 : -1;
    best->slope_x = xb - xa, best->slope_y = yb - ya;
    return 1;
}

/* ----- what a root is to the caller */

/* The point of the curve at s, less `from`. */
static cld__vec2d cld__curve_point_from(const cld__curve *c, cld__vec2d from, double s)
{
    cld__vec2d p[4];
    int i, k;
    p[0] = cld__v2_sub(c->p[0], from);
    for (i = 1; i <= c->degree; i++) p[i] = cld__v2_sub(c->p[i], from);
    for (k = c->degree; k > 0; k--)
        for (i = 0; i < k; i++)
            p[i] = cld__v2((1 - s) * p[i].x + s * p[i + 1].x, (1 - s) * p[i].y + s * p[i + 1].y);
    return p[0];
}

/* A vector along the curve at s, of any length: the first derivative that does not vanish there
   (to 2^-22 of its coefficients, since s is not exact), as seen from the parameter below, or from
   above where s is 0. Zero for a point. */
static cld__vec2d cld__root_tangent(const cld__curve *c, double s)
{
    cld__vec2d d[3];
    int n = c->degree, order, i, k;
    for (i = 0; i < n; i++) d[i] = cld__v2_sub(c->p[i + 1], c->p[i]);
    for (order = 1; n > 0; order++) {
        cld__vec2d t[3];
        double big = 0;
        for (i = 0; i < n; i++) {
            t[i] = d[i];
            big = cld__max(big, cld__max(fabs(d[i].x), fabs(d[i].y)));
        }
        for (k = n - 1; k > 0; k--)
            for (i = 0; i < k; i++)
                t[i] =
                    cld__v2((1 - s) * t[i].x + s * t[i + 1].x, (1 - s) * t[i].y + s * t[i + 1].y);
        if (cld__max(fabs(t[0].x), fabs(t[0].y)) > big * (1.0 / (1 << 22)))
            return s > 0 && order == 2 ? cld__v2(-t[0].x, -t[0].y) : t[0];
        for (n--, i = 0; i < n; i++) d[i] = cld__v2_sub(d[i + 1], d[i]);
    }
    return cld__v2(0, 0);
}

/* Unit normal of a curve along `tangent`, towards where the mover comes from: by the side from
   which it crosses, or, if it touches, against the move, or away from the curve (which is on the
   side `beside` of the line) if that is along the move. */
static cld__vec2d cld__hit_normal(cld__vec2d tangent, cld__vec2d d, int side, int beside)
{
    cld__vec2d n, move = cld__v2_unit(d);
    double across;
    tangent = cld__v2_unit(tangent);
    if (tangent.x == 0 && tangent.y == 0) {
        if (move.x == 0 && move.y == 0) return cld__v2(0, 1);
        return cld__v2(-move.x, -move.y);
    }
    n = cld__v2(-tangent.y, tangent.x);
    if (side == 0) {
        across = cld__v2_dot(n, move);
        if (fabs(across) < 1.0 / (1 << 20)) across = beside * cld__v2_cross(move, n);
        side = across > 0 ? -1 : 1;
    }
    return side > 0 ? n : cld__v2(-n.x, -n.y);
}

static void cld__hit_from_root(const cld__move *m, const cld__curve *c, const cld__root *root,
                               cld_path_hit *hit)
{
    cld__vec2d p = cld__curve_point_from(c, m->from, root->s), n, d = cld__v2_sub(m->to, m->from);
    n = cld__hit_normal(cld__root_tangent(c, root->s), d, root->side, root->beside);
    hit->time = (cld_real)root->t;
    hit->parameter = (cld_real)root->s;
    hit->point = cld__v2_to(cld__v2_add(p, m->from));
    if (root->end == 1 || root->end == 2)
        hit->point = cld__v2_to(c->p[root->s > 0 ? c->degree : 0]);
    hit->normal = cld__v2_to(n);
    hit->side = m->length > 0 ? root->side : 0;
    hit->piece = hit->mover = 0;
}

/* The same of what the fast version found; d as in cld__move. */
CLD__INLINE void cld__hit_from_fast(cld__vec2d from, cld__vec2d d, double length,
                                    const cld__root *root, cld_path_hit *hit)
{
    const double t = root->t / length, x = root->slope_x, y = root->slope_y;
    const cld__vec2d v = cld__v2(d.x * x - d.y * y, d.x * y + d.y * x);
    const double scale = copysign(1 / sqrt(cld__v2_dot(v, v)), y);
    hit->time = (cld_real)t;
    hit->parameter = (cld_real)root->s;
    hit->point = cld__v2_to(cld__v2_mad(from, t, d));
    hit->normal = cld__v2_to(cld__v2(-v.y * scale, v.x * scale));
    hit->side = root->side;
    hit->piece = hit->mover = 0;
}

/* Several roots by time; of those at the same time, by parameter. */
static void cld__roots_sort(cld__root *roots, int count)
{
    int i, k;
    for (i = 1; i < count; i++) {
        cld__root root = roots[i];
        for (k = i; k > 0; k--) {
            const cld__root *other = &roots[k - 1];
            if (other->t < root.t || (other->t <= root.t && other->s <= root.s)) break;
            roots[k] = *other;
        }
        roots[k] = root;
    }
}

/* All roots of a line, quadratic or cubic. */
static int cld__roots_of(const cld__move *m, const cld__curve *c, cld__root roots[CLD__MOST_ROOTS])
{
    return c->degree == 1 ? cld__roots_line(m, c, roots) : cld__roots_careful(m, c, roots);
}

/* A curve that ends exactly where it begins has a joint there: what it does in this point is one
   root, and a crossing if the curve goes on on the other side. */
static int cld__roots_close(const cld__curve *c, cld__root *roots, int count)
{
    int first = -1, last = -1, i;
    const cld__vec2d a = c->p[0], b = c->p[c->degree];
    if (a.x != b.x || a.y != b.y) return count;
    for (i = 0; i < count; i++) {
        if (roots[i].end == 1) first = i;
        if (roots[i].end == 2) last = i;
    }
    if (first < 0 || last < 0) return count;
    roots[first].side = (roots[first].beside - roots[last].beside) / 2;
    for (i = last; i + 1 < count; i++) roots[i] = roots[i + 1];
    return count - 1;
}

/* The careful answer to a query on one curve. */
static CLD__NOINLINE int cld__sweep_careful(const cld_bezier *curve, cld_vec2 from, cld_vec2 to,
                                            cld_path_hit *out, int capacity)
{
    cld__root roots[CLD__MOST_ROOTS];
    cld__curve c;
    cld__move m;
    int i, count, status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (!cld__v2_is_usable(cld__v2_from(from)) || !cld__v2_is_usable(cld__v2_from(to)))
        return CLD_ERROR_FINITE;
    m = cld__move_from(cld__v2_from(from), cld__v2_from(to));
    count = cld__roots_close(&c, roots, cld__roots_of(&m, &c, roots));
    cld__roots_sort(roots, count);
    for (i = 0; i < count && i < capacity; i++) cld__hit_from_root(&m, &c, &roots[i], &out[i]);
    return count;
}

int cld_segment_hit(cld_vec2 from, cld_vec2 to, cld_vec2 c, cld_vec2 d, cld_path_hit *hit)
{
    cld__move m = cld__move_from(cld__v2_from(from), cld__v2_from(to));
    cld__curve line;
    cld__root best;
    cld_bezier curve;
    int count;
    line.degree = 1;
    line.p[0] = cld__v2_from(c), line.p[1] = cld__v2_from(d);
    best.t = m.length;
    count = m.normal ? cld__sweep_fast_line(&m, &line, &best) : -1;
    if (count == 1 && hit) cld__hit_from_fast(m.from, m.d, m.length, &best, hit);
    if (count >= 0) return count;
    curve.degree = 1;
    curve.points[0] = c, curve.points[1] = d;
    count = cld__sweep_careful(&curve, from, to, hit, hit != NULL);
    return count > 0 ? 1 : count == CLD_ERROR_POINT ? CLD_ERROR_FINITE : count;
}

/* What remains of cld_bezier_sweep where the curve is not far from the move. */
static CLD__NOINLINE int cld__sweep_halves(const cld_bezier *curve, cld_vec2 from, cld_vec2 to,
                                           const cld__halves *f, int which, cld_path_hit *hit)
{
    const cld__vec2d a = cld__v2_from(from), d = cld__v2_sub(cld__v2_from(to), a);
    const double length = cld__v2_dot(d, d);
    cld__root best;
    int found;
    best.t = length;
    found = cld__halves_first(f, length, which, &best);
    if (found < 0) {
        found = cld__sweep_careful(curve, from, to, hit, hit != NULL);
        return found > 0 ? 1 : found;
    }
    if (found && hit) cld__hit_from_fast(a, d, length, &best, hit);
    return found;
}

int cld_bezier_sweep(const cld_bezier *curve, cld_vec2 from, cld_vec2 to, cld_path_hit *hit)
{
    int found;
    if (curve && (curve->degree == 3 || curve->degree == 2)) {
        const cld__vec2d a = cld__v2_from(from), d = cld__v2_sub(cld__v2_from(to), a);
        const double length = cld__v2_dot(d, d);
        cld__halves f;
        cld__curve c;
        int i, which;
        c.degree = curve->degree;
        for (i = 0; i <= 3; i++) c.p[i] = cld__v2_from(curve->points[i]);
        which = cld__halves_from(a, d, length, &c, &f);
        if (CLD__LIKELY(cld__length_is_normal(length) && which >= 0)) {
            if (!which) return 0;
            return cld__sweep_halves(curve, from, to, &f, which, hit);
        }
    }
    found = cld__sweep_careful(curve, from, to, hit, hit != NULL);
    return found > 0 ? 1 : found;
}

int cld_bezier_sweep_all(const cld_bezier *curve, cld_vec2 from, cld_vec2 to, cld_path_hit *out,
                         int capacity)
{
    if (capacity < 0) return CLD_ERROR_COUNT;
    if (capacity > 0 && !out) return CLD_ERROR_NULL;
    return cld__sweep_careful(curve, from, to, out, capacity);
}

/* ---------------------------------------------------------------------- [BEZIER] closest, disc */

/* The closest point. With q(t) the curve relative to the given point, the distance is least at an
   end or where g = q . q' goes from negative to positive. g is a quintic whose Bernstein
   coefficients are products of control points. Signs that are certain and change at most once
   leave one root, which safeguarded Newton steps find; a part with more is halved, unless the
   squared distance, whose coefficients are sums of those of g, stays above the best so far. g is
   computed anew for each part from the part's control points: its rounding shrinks with them, so
   that points near the curve and cusps are resolved as well as the control points allow. */

enum { CLD__CLOSEST_STACK = 64, CLD__CLOSEST_WORK = 4096 };

/* A part of the curve: start + width * (0..1), its control points relative to the given point. */
typedef struct cld__closest_part {
    cld__vec2d q[4];
    double start, width;
} cld__closest_part;

typedef struct cld__closest {
    double best;      /* squared distance */
    double parameter; /* that of best */
    double limit;     /* what is farther than this does not matter */
    double slack;     /* distances that differ by less are the same */
} cld__closest;

CLD__INLINE void cld__closest_offer(cld__closest *s, double squared, double parameter)
{
    double near;
    if (!(squared < s->limit)) return;
    s->best = squared, s->parameter = parameter;
    near = sqrt(squared) - s->slack;
    s->limit = near > 0 ? near * near : 0;
}

/* The Bernstein coefficients of g (with respect to the part's own 0..1, by a third) and a bound on
   their rounding errors. */
static double cld__closest_slope(const cld__vec2d q[4], double g[6])
{
    const cld__vec2d d0 = cld__v2_sub(q[1], q[0]), d1 = cld__v2_sub(q[2], q[1]),
                     d2 = cld__v2_sub(q[3], q[2]);
    const double a = cld__max(cld__max(cld__v2_largest(q[0]), cld__v2_largest(q[1])),
                              cld__max(cld__v2_largest(q[2]), cld__v2_largest(q[3])));
    const double b =
        cld__max(cld__v2_largest(d0), cld__max(cld__v2_largest(d1), cld__v2_largest(d2)));
    g[0] = cld__v2_dot(q[0], d0);
    g[1] = 0.4 * cld__v2_dot(q[0], d1) + 0.6 * cld__v2_dot(q[1], d0);
    g[2] = 0.1 * cld__v2_dot(q[0], d2) + 0.6 * cld__v2_dot(q[1], d1) + 0.3 * cld__v2_dot(q[2], d0);
    g[3] = 0.3 * cld__v2_dot(q[1], d2) + 0.6 * cld__v2_dot(q[2], d1) + 0.1 * cld__v2_dot(q[3], d0);
    g[4] = 0.6 * cld__v2_dot(q[2], d2) + 0.4 * cld__v2_dot(q[3], d1);
    g[5] = cld__v2_dot(q[3], d2);
    /* each product rounds by at most 2 units (of a difference and its own), each of the sums by one
       or two, and the weights by one: below 8 units of 2 a b */
    return 16 * CLD__ROUND_DOUBLE * a * b;
}

/* Is every point of the part farther than the limit? D = q . q has the derivative 2 * 3 g, so its
   sextic's coefficients are D(0) plus the sums of g. */
CLD__INLINE int cld__closest_is_beyond(const cld__vec2d q[4], const double g[6], double error,
                                       double limit)
{
    double d = cld__v2_dot(q[0], q[0]), least = d;
    const double rounding = 8 * CLD__ROUND_DOUBLE * d + 8 * error;
    int i;
    for (i = 0; i < 6; i++) {
        d += g[i];
        least = cld__min(least, d);
    }
    return least - rounding > limit;
}

/* How often the signs of g[0..5] may change at most, those within the error being free; *rising
   tells whether the single change may be one from - to +. */
static int cld__closest_changes(const double g[6], double error, int *rising)
{
    int i, plus = 0, minus = 0, sign;
    /* plus: the most changes so far of a choice that ends with +; minus: with - */
    for (i = 0; i < 6; i++) {
        const int old_plus = plus, old_minus = minus;
        sign = (g[i] > error) - (g[i] < -error);
        plus = sign < 0 ? -9 : (old_plus > old_minus + (i > 0) ? old_plus : old_minus + (i > 0));
        minus = sign > 0 ? -9 : (old_minus > old_plus + (i > 0) ? old_minus : old_plus + (i > 0));
    }
    *rising = plus >= 1;
    return plus > minus ? plus : minus;
}

/* The one place in the part where g rises through zero, as a fraction of the part, and the squared
   distance there. A Newton step that leaves the bracket, or is not half the last one, gives way to
   halving the bracket. */
static double cld__closest_root(const cld__vec2d q[4], const double g[6], double *squared)
{
    const cld__vec2d d0 = cld__v2_sub(q[1], q[0]), d1 = cld__v2_sub(q[2], q[1]);
    const cld__vec2d a = cld__v2_scale(d0, 3), b = cld__v2_scale(cld__v2_sub(d1, d0), 3);
    const cld__vec2d c = cld__v2_sub(cld__v2_sub(q[3], q[0]), cld__v2_scale(d1, 3));
    const double size = cld__max(cld__max(cld__v2_largest(q[0]), cld__v2_largest(q[1])),
                                 cld__max(cld__v2_largest(q[2]), cld__v2_largest(q[3])));
    double low = 0, high = 1, s = 0, last = 2;
    int i;
    for (i = 0; i < 5; i++) /* where the control polygon of g crosses zero */
        if (g[i] < 0 && g[i + 1] >= 0) s = 0.2 * (i + g[i] / (g[i] - g[i + 1]));
    for (i = 0; i < 100; i++) {
        const cld__vec2d p = cld__v2_mad(q[0], s, cld__v2_mad(a, s, cld__v2_mad(b, s, c)));
        const cld__vec2d v = cld__v2_mad(a, s, cld__v2_mad(cld__v2_scale(b, 2), 3 * s, c));
        const cld__vec2d w = cld__v2_scale(cld__v2_mad(b, 3 * s, c), 2);
        const double f = cld__v2_dot(p, v), slope = cld__v2_dot(v, v) + cld__v2_dot(p, w);
        double next;
        *squared = cld__v2_dot(p, p);
        /* what the rounding of p makes of f */
        if (fabs(f) <= 4 * CLD__ROUND_DOUBLE * size * (fabs(v.x) + fabs(v.y))) break;
        if (f > 0)
            high = s;
        else
            low = s;
        next = s - f / slope;
        if (!(next >= low && next <= high) || fabs(next - s) > 0.5 * last)
            next = 0.5 * (low + high);
        last = fabs(next - s);
        if (last <= CLD__ROUND_DOUBLE) break;
        s = next;
    }
    return s;
}

/* Halves q into itself (first half) and `second`. */
CLD__INLINE void cld__cubic_halve(cld__vec2d q[4], cld__vec2d second[4])
{
    const cld__vec2d a = cld__v2_scale(cld__v2_add(q[0], q[1]), 0.5),
                     b = cld__v2_scale(cld__v2_add(q[1], q[2]), 0.5),
                     c = cld__v2_scale(cld__v2_add(q[2], q[3]), 0.5),
                     ab = cld__v2_scale(cld__v2_add(a, b), 0.5),
                     bc = cld__v2_scale(cld__v2_add(b, c), 0.5);
    second[3] = q[3], second[2] = c, second[1] = bc;
    second[0] = cld__v2_scale(cld__v2_add(ab, bc), 0.5);
    q[1] = a, q[2] = ab, q[3] = second[0];
}

/* The least squared distance in the cubic q[0..3] (relative to the given point) that is below
   `bound`, and its parameter; if there is none, `bound`. Parts are taken from left to right, and a
   later point must be nearer by more than the slack, so that the first of several wins. */
static double cld__cubic_closest(const cld__vec2d q[4], double size, double bound,
                                 double *parameter)
{
    cld__closest_part stack[CLD__CLOSEST_STACK];
    cld__closest s;
    double upper = cld__min(bound, cld__v2_dot(q[3], q[3]));
    int count = 1, work = 0;
    s.best = s.limit = bound, s.parameter = 0;
    s.slack = ldexp(size, -47);
    memcpy(stack[0].q, q, 4 * sizeof q[0]);
    stack[0].start = 0, stack[0].width = 1;
    cld__closest_offer(&s, cld__v2_dot(q[0], q[0]), 0);
    while (count > 0 && s.limit > 0) {
        cld__closest_part *part = &stack[--count];
        double g[6], squared;
        const double error = cld__closest_slope(part->q, g);
        int rising, changes = cld__closest_changes(g, error, &rising);
        if (cld__closest_is_beyond(part->q, g, error, cld__min(s.limit, upper))) continue;
        if (changes > 1 && part->width > DBL_EPSILON && ++work < CLD__CLOSEST_WORK) {
            cld__closest_part *second = part;
            part->width *= 0.5;
            part[1] = *part;
            cld__cubic_halve(part[1].q, second->q);
            second->start += second->width;
            upper = cld__min(upper, cld__v2_dot(second->q[0], second->q[0]));
            count += 2;
            continue;
        }
        if (rising) {
            const double at = cld__closest_root(part->q, g, &squared);
            cld__closest_offer(&s, squared, part->start + part->width * at);
        }
        if (g[5] <= error)
            cld__closest_offer(&s, cld__v2_dot(part->q[3], part->q[3]), part->start + part->width);
    }
    *parameter = s.parameter;
    return s.best;
}

/* The least squared distance from p to the curve that is below `bound`, and its parameter; if there
   is none, `bound`. */
static double cld__curve_closest(const cld__curve *c, cld__vec2d p, double bound, double *parameter)
{
    cld__vec2d q[4];
    double size = 0;
    int i;
    cld__curve_cubic(c, p, 1, q);
    if (c->degree == 1) {
        const cld__vec2d d = cld__v2_sub(c->p[1], c->p[0]);
        const double along = -cld__v2_dot(q[0], d), square = cld__v2_dot(d, d);
        const double t = !(along > 0) ? 0 : along >= square ? 1 : along / square;
        const cld__vec2d foot = cld__v2_lerp(q[0], q[3], t);
        const double squared = cld__v2_dot(foot, foot);
        if (!(squared < bound)) return bound;
        *parameter = t;
        return squared;
    }
    for (i = 0; i < 4; i++) size = cld__max(size, cld__v2_largest(q[i]));
    return cld__cubic_closest(q, size, bound, parameter);
}

/* The second and third derivative of a cubic at t, both by a sixth. */
static void cld__cubic_bend(const cld__vec2d q[4], double t, cld__vec2d *second, cld__vec2d *third)
{
    const cld__vec2d d0 = cld__v2_sub(q[1], q[0]), d1 = cld__v2_sub(q[2], q[1]),
                     d2 = cld__v2_sub(q[3], q[2]);
    const cld__vec2d e0 = cld__v2_sub(d1, d0), e1 = cld__v2_sub(d2, d1);
    *second = cld__v2_lerp(e0, e1, t);
    *third = cld__v2_sub(e1, e0);
}

/* Where the curve goes at t: exactly along control points at its ends; at a cusp, where it comes
   from. Zero for a curve that is a point. */
static cld__vec2d cld__curve_heading(const cld__curve *c, double t)
{
    const int n = c->degree;
    cld__vec2d q[4], v, w;
    double size = 0;
    int i;
    if (t <= 0 || t >= 1) {
        const cld__vec2d base = c->p[t <= 0 ? 0 : n];
        for (i = 1; i <= n; i++) {
            const cld__vec2d d = cld__v2_sub(c->p[t <= 0 ? i : n - i], base);
            if (d.x != 0 || d.y != 0) return t <= 0 ? d : cld__v2_scale(d, -1);
        }
        return cld__v2(0, 0);
    }
    v = cld__curve_derivative(c, t);
    cld__curve_cubic(c, c->p[0], 1, q);
    for (i = 1; i < 4; i++) size = cld__max(size, cld__v2_largest(q[i]));
    if (cld__v2_largest(v) > ldexp(size, -44)) return v;
    /* v vanishes: before, it is the second derivative's opposite; or, that vanishing, the third */
    cld__cubic_bend(q, t, &w, &v);
    return cld__v2_largest(w) > ldexp(size, -20) ? cld__v2_scale(w, -1) : v;
}

/* On which side of the curve the point p lies, whose closest point is that at t; *normal: unit,
   from there to p. `near` is what counts as on the curve. */
static int cld__curve_side(const cld__curve *c, cld__vec2d p, double t, double near,
                           cld__vec2d *normal)
{
    const cld__vec2d tangent = cld__curve_heading(c, t);
    const int is_point = tangent.x == 0 && tangent.y == 0;
    const cld__vec2d left = is_point ? cld__v2(0, 1) : cld__v2_unit(cld__v2(-tangent.y, tangent.x));
    const int is_end = t <= 0 || t >= 1;
    cld__vec2d q[4], v, w, away = cld__v2_sub(p, cld__curve_point(c, t));
    const double distance = cld__v2_length(away);
    double along, across;
    int i;
    *normal = left;
    if (c->degree == 1) {
        const int side = cld__orient2d(c->p[0], c->p[1], p);
        if (!is_end && side != 0) *normal = cld__v2_scale(left, side);
        if (is_end && distance > near) *normal = cld__v2_scale(away, 1 / distance);
        return side;
    }
    if (distance <= near) return 0;
    *normal = cld__v2_scale(away, 1 / distance);
    if (is_end) { /* exactly: control points span the tangent's line */
        const cld__vec2d base = c->p[t <= 0 ? 0 : c->degree];
        for (i = 1; i <= c->degree; i++) {
            const cld__vec2d other = c->p[t <= 0 ? i : c->degree - i];
            if (other.x == base.x && other.y == base.y) continue;
            return t <= 0 ? cld__orient2d(base, other, p) : cld__orient2d(other, base, p);
        }
        return 0;
    }
    /* at right angles to p, but for a cusp; there, p lies outside of its two branches, to the left
       of both where the velocity turns left */
    along = cld__v2_dot(left, away) / distance;
    across = cld__v2_cross(left, away) / distance;
    cld__curve_cubic(c, c->p[0], 1, q);
    cld__cubic_bend(q, t, &v, &w);
    if (fabs(across) > ldexp(1, -10) || cld__v2_largest(cld__curve_derivative(c, t)) < near)
        along = cld__v2_cross(v, w);
    return (along > 0) - (along < 0);
}

int cld_bezier_closest(const cld_bezier *curve, cld_vec2 p, cld_path_point *closest)
{
    cld__curve c;
    cld__vec2d at, normal;
    double size = 0, scale = 1, squared, t = 0;
    int i, status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (!closest) return CLD_ERROR_NULL;
    if (!cld__v2_is_usable(cld__v2_from(p))) return CLD_ERROR_FINITE;
    at = cld__v2_from(p);
    for (i = 0; i <= c.degree; i++) size = cld__max(size, cld__v2_largest(cld__v2_sub(c.p[i], at)));
    if (size > 0 && size < 1e-120) { /* squares would underflow; coordinates are small, too */
        scale = cld__unit_scale(cld__max(cld__v2_largest(at), cld__v2_largest(c.p[0])));
        for (i = 0; i <= c.degree; i++) c.p[i] = cld__v2_scale(c.p[i], scale);
        at = cld__v2_scale(at, scale);
    }
    squared = cld__curve_closest(&c, at, DBL_MAX, &t);
    closest->side = cld__curve_side(&c, at, t, 8 * CLD__ROUND_DOUBLE * size * scale, &normal);
    closest->distance = (cld_real)(sqrt(squared) / scale);
    closest->point = cld__v2_to(cld__v2_scale(cld__curve_point(&c, t), 1 / scale));
    closest->normal = cld__v2_to(normal);
    closest->parameter = (cld_real)t;
    closest->piece = 0;
    return 1;
}

/* Discs that move, and points that turn while they move. A part of the curve lies in a capsule: its
   chord, thickened by what its control points bulge from that; the mover's way over a span of time
   lies within a bulge of its own chord, too. When the mover's chord enters the capsule of both
   bulges and the radius is a closed formula, and no touch is earlier. Parts and spans are halved,
   the earliest first, until the bulges are below the tolerance: then it is a touch to within that.
   Bulges shrink with the square of what is halved. Roundings are added to the capsule's radius, so
   that its entry never comes too late. */

enum { CLD__TOUCH_STACK = 256, CLD__TOUCH_WORK = 1 << 18 };

/* How a point moves: relative to where it starts, at time t it is at shift t + (R(angle t) - 1)
   arm, where `arm` points to it from the centre of its turning. */
typedef struct cld__turning {
    cld__vec2d shift, arm;
    double angle;
} cld__turning;

/* A part of the curve, start + width * (0..1), and a span of time from..to with where the mover's
   chord begins and ends; `entry`: no touch of these is earlier. */
typedef struct cld__touch_part {
    cld__vec2d q[4], begin, end;
    double start, width, from, to, curve_bulge, way_bulge, entry;
} cld__touch_part;

typedef struct cld__toucher {
    cld__turning motion;
    double radius, arm, noise, tolerance;
    double latest, slack; /* touches later than latest - slack do not matter */
    double parameter;
} cld__toucher;

CLD__INLINE cld__vec2d cld__turning_at(const cld__turning *m, double t)
{
    const double phi = m->angle * t, s = sin(0.5 * phi), sine = sin(phi);
    const cld__vec2d p = cld__v2_mad(cld__v2_scale(m->shift, t), -2 * s * s, m->arm);
    return cld__v2_mad(p, sine, cld__v2(-m->arm.y, m->arm.x));
}

/* The largest coordinate of the control points. */
static double cld__cubic_size(const cld__vec2d q[4])
{
    const double a = cld__max(cld__v2_largest(q[0]), cld__v2_largest(q[1]));
    const double b = cld__max(cld__v2_largest(q[2]), cld__v2_largest(q[3]));
    return cld__max(a, b);
}

/* The squared distance of p to the segment from the origin along `chord`. */
CLD__INLINE double cld__chord_distance(cld__vec2d p, cld__vec2d chord, double square)
{
    const double along = cld__v2_dot(p, chord);
    if (!(along > 0)) return cld__v2_dot(p, p);
    p = cld__v2_mad(p, along < square ? -along / square : -1, chord);
    return cld__v2_dot(p, p);
}

/* How far the cubic is from its chord at most. Distance to a segment is a convex function, so that
   of a point of the curve is at most the mean of those of the control points; the inner two have
   weights of at most 3/4. Straight parts have no bulge, even if their control points are not at
   thirds. */
CLD__INLINE double cld__cubic_bulge(const cld__vec2d q[4])
{
    const cld__vec2d chord = cld__v2_sub(q[3], q[0]);
    const double square = cld__v2_dot(chord, chord);
    const double a = cld__chord_distance(cld__v2_sub(q[1], q[0]), chord, square);
    const double b = cld__chord_distance(cld__v2_sub(q[2], q[0]), chord, square);
    return 0.75 * sqrt(cld__max(a, b));
}

/* Widens *low..*high by where the x axis lies in the disc around a. */
CLD__INLINE void cld__capsule_cap(cld__vec2d a, double radius, double *low, double *high)
{
    const double y = fabs(a.y);
    double half;
    if (y > radius * (1 + DBL_EPSILON)) return;
    half = y < radius ? sqrt((radius - y) * (radius + y)) : 0;
    *low = cld__min(*low, a.x - half);
    *high = cld__max(*high, a.x + half);
}

/* The same for the straight side of a capsule from a to b, offset by `n`. */
CLD__INLINE void cld__capsule_side(cld__vec2d a, cld__vec2d b, cld__vec2d n, double *low,
                                   double *high)
{
    const double ya = a.y + n.y, yb = b.y + n.y;
    double x;
    if ((ya > 0) == (yb > 0)) return;
    x = a.x + n.x + (b.x - a.x) * (ya / (ya - yb));
    *low = cld__min(*low, x);
    *high = cld__max(*high, x);
}

/* When does a point on its way from `begin` to `end` come within `radius` of the segment a..b? As a
   fraction of the way, 2 for never. A radius that is `noise` (a dozen roundings of the largest
   difference) more than it need be makes up for all rounding here: the sides and caps computed lie
   outside of those without it, and they meet, since a side that does not cross the axis at one of
   its ends leaves a cap there that does. */
static double cld__capsule_entry(cld__vec2d begin, cld__vec2d end, cld__vec2d a, cld__vec2d b,
                                 double radius, double noise)
{
    cld__vec2d way = cld__v2_sub(end, begin), chord;
    const double length = cld__v2_length(way);
    double low = DBL_MAX, high = -DBL_MAX, across;
    a = cld__v2_sub(a, begin), b = cld__v2_sub(b, begin);
    way = length > 0 ? cld__v2_scale(way, 1 / length) : cld__v2(1, 0);
    a = cld__v2(cld__v2_dot(way, a), cld__v2_cross(way, a));
    b = cld__v2(cld__v2_dot(way, b), cld__v2_cross(way, b));
    if (cld__min(a.y, b.y) > radius || cld__max(a.y, b.y) < -radius) return 2;
    cld__capsule_cap(a, radius, &low, &high);
    cld__capsule_cap(b, radius, &low, &high);
    chord = cld__v2_sub(b, a);
    across = cld__v2_length(chord);
    if (across > 0) {
        const cld__vec2d n = cld__v2_scale(cld__v2(-chord.y, chord.x), radius / across);
        cld__capsule_side(a, b, n, &low, &high);
        cld__capsule_side(a, b, cld__v2(-n.x, -n.y), &low, &high);
    }
    if (low - noise > length || high + noise < 0) return 2;
    low -= noise;
    return low > 0 ? low / length : 0;
}

/* Computes bulges and entry of a part; is it still of interest? */
static int cld__touch_measure(const cld__toucher *s, cld__touch_part *part)
{
    const double span = part->to - part->from, phi = s->motion.angle * span;
    double reach, entry;
    part->curve_bulge = cld__cubic_bulge(part->q);
    if (fabs(phi) <= 1) {
        part->way_bulge = s->arm * phi * phi * 0.125;
        reach = s->radius + part->curve_bulge + part->way_bulge + s->noise;
        entry = cld__capsule_entry(part->begin, part->end, part->q[0], part->q[3], reach, s->noise);
    } else { /* most of a turn or more: as far from the centre's way as the arm is long */
        const cld__vec2d begin =
            cld__v2_mad(cld__v2_scale(s->motion.arm, -1), part->from, s->motion.shift);
        part->way_bulge = 2 * s->arm;
        reach = s->radius + part->curve_bulge + s->arm + s->noise;
        entry = cld__capsule_entry(begin, cld__v2_mad(begin, span, s->motion.shift), part->q[0],
                                   part->q[3], reach, s->noise);
    }
    part->entry = part->from + entry * span;
    return entry <= 1 && part->entry < s->latest - s->slack;
}

/* The parameter of the curve where the mover is closest at its entry to the part. */
static double cld__touch_parameter(const cld__touch_part *part)
{
    const double span = part->to - part->from;
    const double time = span > 0 ? (part->entry - part->from) / span : 0;
    const cld__vec2d p = cld__v2_lerp(part->begin, part->end, time);
    cld__vec2d q[4];
    double t = 0;
    int i;
    for (i = 0; i < 4; i++) q[i] = cld__v2_sub(part->q[i], p);
    cld__cubic_closest(q, cld__cubic_size(q), DBL_MAX, &t);
    return part->start + part->width * t;
}

/* Halves the part into itself and *other: by time where the way's bulge is the larger one. */
static void cld__touch_halve(const cld__toucher *s, cld__touch_part *part, cld__touch_part *other)
{
    *other = *part;
    if (part->way_bulge > part->curve_bulge) {
        const double middle = 0.5 * (part->from + part->to);
        part->to = other->from = middle;
        part->end = other->begin = cld__turning_at(&s->motion, middle);
    } else {
        cld__cubic_halve(part->q, other->q);
        part->width *= 0.5, other->width *= 0.5;
        other->start += other->width;
    }
}

/* The earliest touch of the mover (radius, motion, latest set) with the cubic q, both relative to
   where the mover starts: 1, with latest and parameter set, or 0. */
static int cld__touch_find(cld__toucher *s, const cld__vec2d q[4], double earliest)
{
    cld__touch_part stack[CLD__TOUCH_STACK];
    int count = 1, found = 0, work = 0;
    memset(stack, 0, sizeof stack[0]);
    memcpy(stack[0].q, q, 4 * sizeof q[0]);
    stack[0].width = 1, stack[0].from = earliest, stack[0].to = 1;
    stack[0].begin = cld__turning_at(&s->motion, earliest);
    stack[0].end = cld__turning_at(&s->motion, 1);
    if (!cld__touch_measure(s, &stack[0])) return 0;
    while (count > 0) {
        cld__touch_part part = stack[--count], other;
        int keep, keep_other;
        if (!(part.entry < s->latest - s->slack)) continue;
        work++;
        if (part.curve_bulge + part.way_bulge <= s->tolerance || work > CLD__TOUCH_WORK ||
            count + 2 > CLD__TOUCH_STACK) {
            s->latest = part.entry;
            s->parameter = cld__touch_parameter(&part);
            found = 1;
            continue;
        }
        cld__touch_halve(s, &part, &other);
        keep = cld__touch_measure(s, &part), keep_other = cld__touch_measure(s, &other);
        if (keep && keep_other && other.entry < part.entry) {
            stack[count++] = part;
            stack[count++] = other;
        } else {
            if (keep_other) stack[count++] = other;
            if (keep) stack[count++] = part;
        }
    }
    return found;
}

/* Prepares for movers at most `size` away from any control point. In `noise` the roundings of a
   dozen differences, and of the angle: it and its product with time are a unit of rounding off. */
static void cld__touch_begin(cld__toucher *s, const cld__turning *m, double radius, double size,
                             double tolerance, double latest)
{
    const double arm = cld__v2_length(m->arm), way = cld__v2_length(m->shift);
    const double turned = arm * fabs(m->angle);
    size += way + radius;
    s->motion = *m;
    s->radius = radius, s->arm = arm;
    s->noise = 32 * CLD__ROUND_DOUBLE * size + 8 * CLD__ROUND_DOUBLE * turned;
    s->tolerance = cld__max(tolerance * size, s->noise);
    s->slack = s->noise / (way + turned);
    if (!(way + turned > 0)) s->slack = 0;
    s->latest = latest + s->slack * 2; /* a touch at `latest` itself counts */
    s->parameter = 0;
}

/* A disc moves from `from` to `to`: its first touch of the curve, if that is not after `latest`
   (0..1): 1, with time and parameter, or 0. Sizes whose squares under- or overflow are for the
   caller to scale. */
static int cld__curve_sweep_disc(const cld__curve *c, cld__vec2d from, cld__vec2d to, double radius,
                                 double latest, double *time, double *parameter)
{
    cld__toucher s;
    cld__turning m;
    cld__vec2d q[4];
    memset(&m, 0, sizeof m);
    m.shift = cld__v2_sub(to, from);
    cld__curve_cubic(c, from, 1, q);
    cld__touch_begin(&s, &m, radius, cld__cubic_size(q), ldexp(1, -48), latest);
    if (!cld__touch_find(&s, q, 0)) return 0;
    *time = cld__min(s.latest, latest), *parameter = s.parameter;
    return 1;
}

/* A point that turns while it moves: its first touch of the curve from `earliest` (0..1) on, if
   that is not after `latest`: 1, with time and parameter, or 0. */
static int cld__curve_sweep_turning(const cld__curve *c, cld__vec2d point,
                                    const cld__turning *motion, double earliest, double latest,
                                    double *time, double *parameter)
{
    cld__toucher s;
    cld__vec2d q[4];
    double size;
    cld__curve_cubic(c, point, 1, q);
    size = cld__cubic_size(q);
    size += cld__v2_length(motion->arm) * cld__min(fabs(motion->angle), 2);
    cld__touch_begin(&s, motion, 0, size, ldexp(1, -44), latest);
    if (!cld__touch_find(&s, q, earliest)) return 0;
    *time = cld__min(s.latest, latest), *parameter = s.parameter;
    return 1;
}

/* Makes the curve relative to `from` and all of about size 1, so that squares of anything that
   matters fit; *d is then the move. Returns the scale. */
static double cld__disc_frame(cld__curve *c, cld__vec2d from, cld__vec2d to, double *radius,
                              cld__vec2d *d)
{
    double size, scale;
    int i;
    *d = cld__v2_sub(to, from);
    size = cld__max(*radius, cld__v2_largest(*d));
    for (i = 0; i <= c->degree; i++) {
        c->p[i] = cld__v2_sub(c->p[i], from);
        size = cld__max(size, cld__v2_largest(c->p[i]));
    }
    scale = cld__unit_scale(size);
    for (i = 0; i <= c->degree; i++) c->p[i] = cld__v2_scale(c->p[i], scale);
    *d = cld__v2_scale(*d, scale);
    *radius *= scale;
    return scale;
}

int cld_bezier_sweep_disc(const cld_bezier *curve, cld_vec2 from, cld_vec2 to, cld_real radius,
                          cld_path_hit *hit)
{
    cld__curve c;
    cld__vec2d a = cld__v2_from(from), b = cld__v2_from(to), centre, normal;
    double r = (double)radius, scale, time = 0, t = 0, near;
    int i, status = cld__curve_from(curve, &c), side;
    if (status != CLD_OK) return status;
    if (!cld__v2_is_usable(a) || !cld__v2_is_usable(b)) return CLD_ERROR_FINITE;
    if (!cld__is_finite(r) || !(r >= 0)) return CLD_ERROR_EXTENT;
    if (r == 0) return cld_bezier_sweep(curve, from, to, hit);
    scale = cld__disc_frame(&c, a, b, &r, &b);
    a = cld__v2(0, 0);
    near = cld__max(r, cld__v2_largest(b));
    for (i = 0; i <= c.degree; i++) near = cld__max(near, cld__v2_largest(c.p[i]));
    near *= 64 * CLD__ROUND_DOUBLE;
    if (!(cld__curve_closest(&c, a, DBL_MAX, &t) <= r * r)) {
        if (!cld__curve_sweep_disc(&c, a, b, r, 1, &time, &t)) return 0;
    }
    if (!hit) return 1;
    centre = cld__v2_scale(b, time);
    cld__curve_closest(&c, centre, DBL_MAX, &t);
    side = cld__curve_side(&c, centre, t, near, &normal);
    if (side == 0 && cld__v2_dot(normal, b) > 0 && r <= near) normal = cld__v2_scale(normal, -1);
    memset(hit, 0, sizeof *hit);
    hit->time = (cld_real)time, hit->parameter = (cld_real)t;
    hit->point = cld__v2_to(
        cld__v2_add(cld__v2_from(from), cld__v2_scale(cld__curve_point(&c, t), 1 / scale)));
    hit->normal = cld__v2_to(normal);
    hit->side = side;
    return 1;
}

/* ------------------------------------------------------------ [BEZIER] many moves and one curve
   The curve is cut in quarters once. Floats, a register full of moves at a time, tell which
   quarters a move can reach: signs and ranges of the quarters' control points in its frame, as far
   as they are certain. What is left, quarter by quarter, is solved in doubles, eight moves at a
   time, as the fast version does it; what that cannot decide is asked of cld_bezier_sweep. */

enum { CLD__BATCH = 256, CLD__QUARTERS = 4, CLD__CUT_POINTS = 3 * CLD__QUARTERS + 1 };

/* A curve cut in quarters, each with the last control point of the one before. All relative to
   `origin`, the curve's first point: far from the origin of coordinates nothing is lost. */
typedef struct cld__quarters {
    cld__vec2d origin, p[CLD__CUT_POINTS];
    cld__vec2d middle; /* the frame of the floats: (p - middle) scale, of size 1 */
    double scale;
    float x[CLD__CUT_POINTS], y[CLD__CUT_POINTS];
} cld__quarters;

/* The moves of a batch, in the frame of the floats, aligned in `memory`; which of the quarters each
   may reach. */
typedef struct cld__moves {
    float *x, *y, *dx, *dy;
    unsigned reach[CLD__QUARTERS][CLD__BATCH / CLD__LANES]; /* a bit for each move */
    float memory[4 * (CLD__BATCH + CLD__LANES) + CLD__LANES];
} cld__moves;

/* Moves that may reach one quarter, and their roots. The steps of the solution are loops of their
   own over all of them, so that the processor has several at hand while it waits for a division. */
typedef struct cld__solves {
    double ax[CLD__BATCH], ay[CLD__BATCH], dx[CLD__BATCH], dy[CLD__BATCH];
    double x[4][CLD__BATCH], y[4][CLD__BATCH]; /* coefficients of the powers */
    double bound_x[CLD__BATCH], bound_y[CLD__BATCH];
    double s[CLD__BATCH], time[CLD__BATCH], px[CLD__BATCH], py[CLD__BATCH];
    double nx[CLD__BATCH], ny[CLD__BATCH];
    unsigned char which[CLD__BATCH]; /* of the batch's moves */
    /* bits of eight moves: y changes its sign once and falls or rises, does not change it, that is
       sure; then: a hit, surely */
    unsigned char once[CLD__BATCH / 8], rises[CLD__BATCH / 8], miss[CLD__BATCH / 8];
    unsigned char sure[CLD__BATCH / 8], hit[CLD__BATCH / 8];
    int count;
} cld__solves;

/* x as cld_real holds it. gcc 12 drops the rounding of two floats side by side: hence volatile. */
static double cld__as_real(double x)
{
    const volatile cld_real rounded = (cld_real)x;
    return (double)rounded;
}

static void cld__quarters_from(const cld__curve *c, cld__quarters *q)
{
    cld__vec2d *p = q->p, min, max, second[4];
    double half;
    int i;
    cld__curve_cubic(c, c->p[0], 1, &p[0]);
    cld__cubic_halve(&p[0], second);
    memcpy(&p[6], second, sizeof second);
    cld__cubic_halve(&p[0], second);
    memcpy(&p[3], second, sizeof second);
    cld__cubic_halve(&p[6], second);
    memcpy(&p[9], second, sizeof second);
    q->origin = c->p[0];
    min = max = p[0];
    for (i = 1; i < CLD__CUT_POINTS; i++) {
        min = cld__v2(cld__min(min.x, p[i].x), cld__min(min.y, p[i].y));
        max = cld__v2(cld__max(max.x, p[i].x), cld__max(max.y, p[i].y));
    }
    half = 0.5 * cld__max(max.x - min.x, max.y - min.y);
    /* rounded: then the moves' differences to it are what they seem, in their own precision */
    q->middle.x = cld__as_real(q->origin.x + 0.5 * (min.x + max.x));
    q->middle.y = cld__as_real(q->origin.y + 0.5 * (min.y + max.y));
    q->scale = half > (sizeof(cld_real) == 4 ? 1e-30 : 1e-290) ? cld__as_real(1 / half) : 1;
    for (i = 0; i < CLD__CUT_POINTS; i++) {
        q->x[i] = (float)((p[i].x - (q->middle.x - q->origin.x)) * q->scale);
        q->y[i] = (float)((p[i].y - (q->middle.y - q->origin.y)) * q->scale);
    }
}

/* Converts the moves to the frame of the floats. */
static void cld__moves_load(cld__moves *m, const cld__quarters *q, const cld_vec2 *from,
                            const cld_vec2 *to, int count)
{
    const size_t size = sizeof(float) * CLD__LANES;
    const cld_vec2 middle = cld__v2_to(q->middle);
    const cld_real scale = (cld_real)q->scale;
    float *CLD__RESTRICT x, *CLD__RESTRICT y, *CLD__RESTRICT dx, *CLD__RESTRICT dy;
    int i;
    m->x = (float *)(((uintptr_t)m->memory + size - 1) / size * size);
    m->y = m->x + CLD__BATCH + CLD__LANES;
    m->dx = m->y + CLD__BATCH + CLD__LANES;
    m->dy = m->dx + CLD__BATCH + CLD__LANES;
    x = m->x, y = m->y, dx = m->dx, dy = m->dy;
    for (i = 0; i < count; i++) {
        x[i] = (float)((from[i].x - middle.x) * scale);
        y[i] = (float)((from[i].y - middle.y) * scale);
        dx[i] = (float)((to[i].x - from[i].x) * scale);
        dy[i] = (float)((to[i].y - from[i].y) * scale);
    }
    for (; i % CLD__LANES; i++) m->x[i] = m->y[i] = m->dx[i] = m->dy[i] = 0;
}

/* Are all coordinates finite and not too large? Looked at as bits, whose order is that of the
   absolute values. */
static int cld__moves_are_usable(const cld_vec2 *points, size_t count)
{
#ifdef COLLIDE_DOUBLE
    const double most = 1e150;
    uint64_t largest = 0, bits, limit;
    size_t i;
    memcpy(&limit, &most, sizeof limit);
    for (i = 0; i < 2 * count; i++) {
        memcpy(&bits, (const char *)points + i * sizeof bits, sizeof bits);
        bits &= ~(uint64_t)0 >> 1;
        largest = bits > largest ? bits : largest;
    }
    return largest <= limit;
#else
    uint32_t largest = 0, bits;
    size_t i;
    for (i = 0; i < 2 * count; i++) {
        memcpy(&bits, (const char *)points + i * sizeof bits, sizeof bits);
        bits &= 0x7fffffffu;
        largest = bits > largest ? bits : largest;
    }
    return largest < 0x7f800000u;
#endif
}

/* Which quarters each move may reach. The floats' roundings: 4 units of each product's size for a
   difference of two products of rounded numbers, 16 to be safe. */
static void cld__moves_filter(cld__moves *m, const cld__quarters *q, int count)
{
    const cld__fn unit = cld__fn_all(1), none = cld__fn_all(0), u = cld__fn_all(1.0f / (1 << 20));
    int i, k;
    for (i = 0; i < count; i += CLD__LANES) {
        const cld__fn ax = cld__fn_load(m->x + i), ay = cld__fn_load(m->y + i);
        const cld__fn dx = cld__fn_load(m->dx + i), dy = cld__fn_load(m->dy + i);
        const cld__fn size = cld__fn_mul(
            cld__fn_add(cld__fn_abs(dx), cld__fn_abs(dy)),
            cld__fn_add(cld__fn_add(cld__fn_abs(dx), cld__fn_abs(dy)),
                        cld__fn_add(unit, cld__fn_add(cld__fn_abs(ax), cld__fn_abs(ay)))));
        const cld__fn error = cld__fn_mul(size, u), minus = cld__fn_sub(none, error);
        const cld__fn off_y = cld__fn_msub(dx, ay, cld__fn_mul(dy, ax));
        const cld__fn off_x = cld__fn_mad(dx, ax, cld__fn_mul(dy, ay));
        const cld__fn last = cld__fn_add(cld__fn_mad(dx, dx, cld__fn_mul(dy, dy)), error);
        unsigned above[CLD__CUT_POINTS], below[CLD__CUT_POINTS], before[CLD__CUT_POINTS];
        unsigned after[CLD__CUT_POINTS];
        const unsigned valid = (2u << ((count - i < CLD__LANES ? count - i : CLD__LANES) - 1)) - 1;
        for (k = 0; k < CLD__CUT_POINTS; k++) {
            const cld__fn px = cld__fn_all(q->x[k]), py = cld__fn_all(q->y[k]);
            const cld__fn y = cld__fn_msub(dx, py, cld__fn_mad(dy, px, off_y));
            const cld__fn x = cld__fn_mad(dx, px, cld__fn_msub(dy, py, off_x));
            above[k] = cld__fn_greater(y, error), below[k] = cld__fn_greater(minus, y);
            before[k] = cld__fn_greater(minus, x), after[k] = cld__fn_greater(x, last);
        }
        for (k = 0; k < CLD__QUARTERS; k++) {
            const int p = 3 * k;
            m->reach[k][i / CLD__LANES] =
                valid & ~((above[p] & above[p + 1] & above[p + 2] & above[p + 3]) |
                          (below[p] & below[p + 1] & below[p + 2] & below[p + 3]) |
                          (before[p] & before[p + 1] & before[p + 2] & before[p + 3]) |
                          (after[p] & after[p + 1] & after[p + 2] & after[p + 3]));
        }
    }
}

/* Polynomials, eight at a time. */
typedef struct cld__cubic8 {
    cld__d8 c[4];
} cld__cubic8;

CLD__INLINE cld__cubic8 cld__cubic8_from(cld__d8 b0, cld__d8 b1, cld__d8 b2, cld__d8 b3)
{
    const cld__d8 three = cld__d8_all(3), d0 = cld__d8_sub(b1, b0), d1 = cld__d8_sub(b2, b1);
    const cld__d8 d2 = cld__d8_sub(b3, b2);
    cld__cubic8 f;
    f.c[0] = b0;
    f.c[1] = cld__d8_mul(three, d0);
    f.c[2] = cld__d8_mul(three, cld__d8_sub(d1, d0));
    f.c[3] = cld__d8_sub(cld__d8_sub(d2, d1), cld__d8_sub(d1, d0));
    return f;
}

CLD__INLINE cld__d8 cld__cubic8_value(const cld__cubic8 *f, cld__d8 s)
{
    return cld__d8_mad(s, cld__d8_mad(s, cld__d8_mad(s, f->c[3], f->c[2]), f->c[1]), f->c[0]);
}

/* Derivative, and half of the second one. */
CLD__INLINE cld__d8 cld__cubic8_slope(const cld__cubic8 *f, cld__d8 s, cld__d8 *half)
{
    const cld__d8 c3 = cld__d8_mul(cld__d8_all(3), f->c[3]), c2 = cld__d8_add(f->c[2], f->c[2]);
    *half = cld__d8_mad(s, c3, f->c[2]);
    return cld__d8_mad(s, cld__d8_mad(s, c3, c2), f->c[1]);
}

/* Halley's step at s. */
CLD__INLINE cld__d8 cld__cubic8_step(const cld__cubic8 *f, cld__d8 s, cld__d8 *slope, cld__d8 *half)
{
    const cld__d8 y = cld__cubic8_value(f, s);
    *slope = cld__cubic8_slope(f, s, half);
    return cld__d8_div(cld__d8_mul(y, *slope),
                       cld__d8_sub(cld__d8_mul(*slope, *slope), cld__d8_mul(y, *half)));
}

CLD__INLINE cld__cubic8 cld__cubic8_load(double c[4][CLD__BATCH], int i)
{
    cld__cubic8 f;
    int k;
    for (k = 0; k < 4; k++) f.c[k] = cld__d8_load(c[k] + i);
    return f;
}

/* The quarter with control points p in the frames of eight moves from place i on, and the root of
   the parabola through y's values at its ends and in the middle. */
static void cld__solves_frame(cld__solves *w, int i, const cld__vec2d p[4])
{
    const cld__d8 ax = cld__d8_load(w->ax + i), ay = cld__d8_load(w->ay + i);
    const cld__d8 dx = cld__d8_load(w->dx + i), dy = cld__d8_load(w->dy + i);
    const cld__d8 none = cld__d8_all(0);
    /* ax, ay are themselves rounded: the bounds hold them, too */
    cld__d8 x[4], y[4], big_x = cld__d8_abs(ax), big_y = cld__d8_abs(ay), error, a, b, s, middle;
    cld__cubic8 f;
    int sure = 255, negative[4], k;
    for (k = 0; k < 4; k++) {
        const cld__d8 rx = cld__d8_sub(cld__d8_all(p[k].x), ax);
        const cld__d8 ry = cld__d8_sub(cld__d8_all(p[k].y), ay);
        x[k] = cld__d8_mad(dx, rx, cld__d8_mul(dy, ry));
        y[k] = cld__d8_sub(cld__d8_mul(dx, ry), cld__d8_mul(dy, rx));
        big_x = cld__d8_max(big_x, cld__d8_abs(rx)), big_y = cld__d8_max(big_y, cld__d8_abs(ry));
    }
    a = cld__d8_abs(dx), b = cld__d8_abs(dy);
    cld__d8_store(w->bound_x + i, cld__d8_mad(a, big_x, cld__d8_mul(b, big_y)));
    a = cld__d8_mad(a, big_y, cld__d8_mul(b, big_x));
    cld__d8_store(w->bound_y + i, a);
    error = cld__d8_mad(cld__d8_all(CLD__ERROR_FRAME), a, cld__d8_all(DBL_MIN));
    for (k = 0; k < 4; k++) {
        sure &= cld__d8_greater(cld__d8_abs(y[k]), error);
        negative[k] = cld__d8_greater(none, y[k]);
    }
    w->sure[i / 8] = (unsigned char)sure;
    /* one change of sign: the ends differ, and the middle ones do not go to and fro */
    w->once[i / 8] = (unsigned char)((negative[0] ^ negative[3]) &
                                     ~((negative[0] ^ negative[1]) & (negative[1] ^ negative[2])));
    w->rises[i / 8] = (unsigned char)negative[0];
    w->miss[i / 8] =
        (unsigned char)(sure & ~((negative[0] ^ negative[1]) | (negative[1] ^ negative[2]) |
                                 (negative[2] ^ negative[3])));
    f = cld__cubic8_from(x[0], x[1], x[2], x[3]);
    for (k = 0; k < 4; k++) cld__d8_store(w->x[k] + i, f.c[k]);
    f = cld__cubic8_from(y[0], y[1], y[2], y[3]);
    for (k = 0; k < 4; k++) cld__d8_store(w->y[k] + i, f.c[k]);
    middle = cld__d8_mad(cld__d8_all(0.125), cld__d8_add(y[0], y[3]),
                         cld__d8_mul(cld__d8_all(0.375), cld__d8_add(y[1], y[2])));
    a = cld__d8_sub(cld__d8_add(y[0], y[3]), cld__d8_add(middle, middle));
    a = cld__d8_add(a, a);
    b = cld__d8_sub(cld__d8_sub(y[3], y[0]), a);
    s = cld__d8_sub(cld__d8_mul(b, b), cld__d8_mul(cld__d8_mul(cld__d8_all(4), a), y[0]));
    s = cld__d8_copysign(cld__d8_sqrt(cld__d8_max(s, none)), y[3]);
    cld__d8_store(w->s + i, cld__d8_div(cld__d8_mul(cld__d8_all(-2), y[0]), cld__d8_add(b, s)));
}

/* Three of Halley's steps, and whether they are enough: as cld__power_root. */
static void cld__solves_step(cld__solves *w, int i)
{
    const cld__cubic8 f = cld__cubic8_load(w->y, i);
    const cld__d8 bound = cld__d8_load(w->bound_y + i);
    cld__d8 s = cld__d8_load(w->s + i), step, slope, half, a, b;
    int sure;
    s = cld__d8_sub(s, cld__cubic8_step(&f, s, &slope, &half));
    s = cld__d8_sub(s, cld__cubic8_step(&f, s, &slope, &half));
    step = cld__cubic8_step(&f, s, &slope, &half);
    s = cld__d8_sub(s, step);
    cld__d8_store(w->s + i, s);
    step = cld__d8_abs(step), a = cld__d8_abs(half), b = cld__d8_abs(slope);
    sure = cld__d8_greater(b, cld__d8_mul(cld__d8_all(4), cld__d8_mul(step, a)));
    a = cld__d8_mad(a, a, cld__d8_mul(cld__d8_abs(f.c[3]), b));
    a = cld__d8_mul(cld__d8_mul(a, step), cld__d8_mul(step, step));
    sure &= cld__d8_greater(cld__d8_mul(cld__d8_mul(cld__d8_all(8 * DBL_EPSILON), bound), b), a);
    sure &= cld__d8_greater(b, cld__d8_mul(bound, cld__d8_all(1.0 / (1 << 20))));
    sure &= ~cld__d8_greater(cld__d8_all(0), s) & ~cld__d8_greater(s, cld__d8_all(1));
    w->sure[i / 8] &= (unsigned char)sure;
}

/* Is the root within the move, surely? And all that a hit tells. */
static void cld__solves_hit(cld__solves *w, int i, double begin)
{
    const cld__cubic8 fx = cld__cubic8_load(w->x, i), fy = cld__cubic8_load(w->y, i);
    const cld__d8 dx = cld__d8_load(w->dx + i), dy = cld__d8_load(w->dy + i);
    const cld__d8 s = cld__d8_load(w->s + i), at = cld__cubic8_value(&fx, s);
    const cld__d8 length = cld__d8_mad(dx, dx, cld__d8_mul(dy, dy));
    const cld__d8 middle = cld__d8_mul(cld__d8_all(0.5), length);
    const cld__d8 margin = cld__d8_mul(cld__d8_load(w->bound_x + i), cld__d8_all(1.0 / (1 << 24)));
    const cld__d8 off = cld__d8_abs(cld__d8_sub(at, middle)), time = cld__d8_div(at, length);
    cld__d8 half, slope = cld__cubic8_slope(&fy, s, &half),
                  along = cld__cubic8_slope(&fx, s, &half);
    cld__d8 nx, ny, unit;
    const int sure = w->sure[i / 8] & w->once[i / 8];
    const int hit = sure & cld__d8_greater(cld__d8_sub(middle, margin), off);
    const int past = sure & cld__d8_greater(off, cld__d8_add(middle, margin));
    const int normal =
        cld__d8_greater(length, cld__d8_all(1e-100)) & cld__d8_greater(cld__d8_all(1e100), length);
    w->hit[i / 8] = (unsigned char)hit;
    w->sure[i / 8] = (unsigned char)((hit | past | w->miss[i / 8]) & normal);
    nx = cld__d8_sub(cld__d8_all(0), cld__d8_mad(dx, slope, cld__d8_mul(dy, along)));
    ny = cld__d8_sub(cld__d8_mul(dx, along), cld__d8_mul(dy, slope));
    unit = cld__d8_sqrt(cld__d8_mad(nx, nx, cld__d8_mul(ny, ny)));
    unit = cld__d8_copysign(cld__d8_div(cld__d8_all(1), unit), slope);
    cld__d8_store(w->nx + i, cld__d8_mul(nx, unit)),
        cld__d8_store(w->ny + i, cld__d8_mul(ny, unit));
    cld__d8_store(w->px + i, cld__d8_mad(time, dx, cld__d8_load(w->ax + i)));
    cld__d8_store(w->py + i, cld__d8_mad(time, dy, cld__d8_load(w->ay + i)));
    cld__d8_store(w->time + i, time);
    cld__d8_store(w->s + i, cld__d8_mad(s, cld__d8_all(0.25), cld__d8_all(begin)));
}

/* Lists the moves that may reach the quarter. */
static void cld__solves_begin(cld__solves *w, const cld__moves *m, int quarter, cld__vec2d origin,
                              const cld_vec2 *from, const cld_vec2 *to, int count)
{
    int i, n = 0;
    for (i = 0; i < count; i += CLD__LANES) {
        unsigned bits = m->reach[quarter][i / CLD__LANES];
        for (; bits; bits &= bits - 1)
            w->which[n++] = (unsigned char)((unsigned)i + cld__lowest_one(bits));
    }
    w->count = n;
    for (i = 0; i < n; i++) {
        const cld__vec2d a = cld__v2_from(from[w->which[i]]), b = cld__v2_from(to[w->which[i]]);
        w->ax[i] = a.x - origin.x, w->ay[i] = a.y - origin.y;
        w->dx[i] = b.x - a.x, w->dy[i] = b.y - a.y;
    }
    for (; i % 8; i++) w->ax[i] = w->ay[i] = w->dx[i] = w->dy[i] = 0;
}

/* Puts the hits of a quarter where they are the first so far. */
static void cld__solves_tell(const cld__solves *w, cld__vec2d origin, cld_path_hit *hits)
{
    int i;
    for (i = 0; i < w->count; i++) {
        cld_path_hit *hit = &hits[w->which[i]];
        if (!(w->hit[i / 8] >> i % 8 & 1) || !(w->time[i] < (double)hit->time)) continue;
        hit->time = (cld_real)w->time[i];
        hit->parameter = (cld_real)w->s[i];
        hit->point.x = (cld_real)(w->px[i] + origin.x);
        hit->point.y = (cld_real)(w->py[i] + origin.y);
        hit->normal.x = (cld_real)w->nx[i], hit->normal.y = (cld_real)w->ny[i];
        hit->side = (w->rises[i / 8] >> i % 8 & 1) * 2 - 1;
        hit->piece = hit->mover = 0;
    }
}

/* One batch, at most CLD__BATCH moves. */
static void cld__sweep_batch(const cld_bezier *curve, const cld__quarters *q, cld__moves *m,
                             const cld_vec2 *from, const cld_vec2 *to, int count,
                             cld_path_hit *hits)
{
    unsigned char unsure[4 * CLD__BATCH];
    cld__solves w;
    int i, k, left = 0;
    cld__moves_filter(m, q, count);
    for (i = 0; i < count; i++) hits[i].time = 2;
    for (k = 0; k < CLD__QUARTERS; k++) {
        cld__solves_begin(&w, m, k, q->origin, from, to, count);
        for (i = 0; i < w.count; i += 8) cld__solves_frame(&w, i, q->p + 3 * k);
        for (i = 0; i < w.count; i += 8) cld__solves_step(&w, i);
        for (i = 0; i < w.count; i += 8) cld__solves_hit(&w, i, 0.25 * k);
        cld__solves_tell(&w, q->origin, hits);
        for (i = 0; i < w.count; i += 8) {
            const int valid = w.count - i < 8 ? (1 << (w.count - i)) - 1 : 255;
            unsigned bits = (unsigned)(valid & ~w.sure[i / 8]);
            for (; bits; bits &= bits - 1)
                unsure[left++] = w.which[(unsigned)i + cld__lowest_one(bits)];
        }
    }
    for (i = 0; i < left; i++) {
        k = unsure[i];
        if (cld_bezier_sweep(curve, from[k], to[k], &hits[k]) == 0) hits[k].time = 2;
    }
}

int cld_bezier_sweep_many(const cld_bezier *curve, const cld_vec2 *from, const cld_vec2 *to,
                          size_t count, cld_path_hit *hits)
{
    cld__quarters q;
    cld__curve c;
    cld__moves m;
    size_t i;
    int status = cld__curve_from(curve, &c);
    if (status != CLD_OK) return status;
    if (count && (!from || !to || !hits)) return CLD_ERROR_NULL;
    if (!cld__moves_are_usable(from, count) || !cld__moves_are_usable(to, count))
        return CLD_ERROR_FINITE;
    if (c.degree == 1) {
        for (i = 0; i < count; i++)
            if (cld_bezier_sweep(curve, from[i], to[i], &hits[i]) == 0) hits[i].time = 2;
        return CLD_OK;
    }
    cld__quarters_from(&c, &q);
    for (i = 0; i < count; i += CLD__BATCH) {
        const int n = count - i < CLD__BATCH ? (int)(count - i) : CLD__BATCH;
        cld__moves_load(&m, &q, from + i, to + i, n);
        cld__sweep_batch(curve, &q, &m, from + i, to + i, n, hits + i);
    }
    return CLD_OK;
}

/* --------------------------------------------------------------------- [BEZIER] two curves meet */
/* Two curves meet. Common parts first: of two polynomial curves they begin and end at ends of the
   curves, so the ends of each are sought on the other, and the parts in between compared; curves on
   one line are cut where they turn back, and their ranges compared. What remains are points: parts
   of both are halved while their capsules (chord and bulge) touch, until the directions of the two
   differ everywhere, which leaves one crossing at most for Newton's method to find, or until the
   bulges are below the tolerance: then it is a tangency, and its neighbours belong to it. */

enum { CLD__MEET_STACK = 160, CLD__MEET_WORK = 3000, CLD__MEET_MOST = 48, CLD__MEET_POINTS = 9 };

/* Parts of the two curves: start + width * (0..1). */
typedef struct cld__meet_pair {
    cld__vec2d a[4], b[4];
    double a_start, a_width, b_start, b_width;
} cld__meet_pair;

/* Where they meet: ranges of parameters; b's in the order of a's. */
typedef struct cld__meet_spot {
    double a_from, a_to, b_from, b_to;
    int is_point; /* a crossing, at *_from; else a tangency somewhere in the ranges */
} cld__meet_spot;

typedef struct cld__meetings {
    cld__vec2d a[4], b[4];
    double noise; /* roundings of a dozen differences */
    double tolerance;
    cld__meet_spot spots[CLD__MEET_MOST];
    int count, common; /* the first `common` spots are common parts */
} cld__meetings;

/* The point of the cubic at t and the derivative. */
CLD__INLINE cld__vec2d cld__cubic_point(const cld__vec2d q[4], double t, cld__vec2d *derivative)
{
    const cld__vec2d a = cld__v2_lerp(q[0], q[1], t), b = cld__v2_lerp(q[1], q[2], t),
                     c = cld__v2_lerp(q[2], q[3], t);
    const cld__vec2d ab = cld__v2_lerp(a, b, t), bc = cld__v2_lerp(b, c, t);
    *derivative = cld__v2_scale(cld__v2_sub(bc, ab), 3);
    return cld__v2_lerp(ab, bc, t);
}

/* The part from..to of the cubic, which may run backwards. */
static void cld__cubic_part(const cld__vec2d q[4], double from, double to, cld__vec2d out[4])
{
    cld__vec2d p[4], v, w;
    const double third = (to - from) / 3;
    p[0] = cld__cubic_point(q, from, &v);
    p[3] = cld__cubic_point(q, to, &w);
    p[1] = cld__v2_mad(p[0], third, v);
    p[2] = cld__v2_mad(p[3], -third, w);
    memcpy(out, p, sizeof p);
}

/* How far control points of two cubics are from each other at most. */
static double cld__cubic_difference(const cld__vec2d a[4], const cld__vec2d b[4])
{
    double most = 0;
    int i;
    for (i = 0; i < 4; i++) most = cld__max(most, cld__v2_largest(cld__v2_sub(a[i], b[i])));
    return most;
}

static double cld__cubic_extent(const cld__vec2d q[4])
{
    double most = 0;
    int i;
    for (i = 1; i < 4; i++) most = cld__max(most, cld__v2_largest(cld__v2_sub(q[i], q[0])));
    return most;
}

static void cld__meet_add(cld__meetings *m, double a_from, double a_to, double b_from, double b_to,
                          int is_point)
{
    cld__meet_spot *spot = &m->spots[m->count];
    if (m->count == CLD__MEET_MOST) return;
    spot->a_from = a_from, spot->a_to = a_to, spot->b_from = b_from, spot->b_to = b_to;
    spot->is_point = is_point;
    m->count++;
}

/* Where the cubic x, monotone on low..high, has the value: bisection to the last bit. */
static double cld__cubic_inverse(const double x[4], double low, double high, double value)
{
    const double d0 = x[1] - x[0], d1 = x[2] - x[1], d2 = x[3] - x[2];
    const double b = 3 * (d1 - d0), c = (d2 - d1) - (d1 - d0);
    const double sign =
        x[0] + low * (3 * d0 + low * (b + low * c)) < x[0] + high * (3 * d0 + high * (b + high * c))
            ? 1
            : -1;
    int i;
    for (i = 0; i < 60; i++) {
        const double t = 0.5 * (low + high), y = x[0] + t * (3 * d0 + t * (b + t * c));
        if ((y - value) * sign < 0)
            low = t;
        else
            high = t;
    }
    return 0.5 * (low + high);
}

/* Parameters between which x is monotone, from 0 to 1, and the values there. Returns how many. */
static int cld__cubic_monotone(const double x[4], double t[4], double value[4])
{
    double roots[2];
    int i, n = 1, count = cld__cubic_turns(x, roots);
    if (count == 2 && roots[1] < roots[0]) {
        const double swap = roots[0];
        roots[0] = roots[1], roots[1] = swap;
    }
    t[0] = 0;
    for (i = 0; i < count; i++)
        if (roots[i] > t[n - 1] && roots[i] < 1) t[n++] = roots[i];
    t[n++] = 1;
    for (i = 0; i < n; i++) {
        const double s = 1 - t[i], u = t[i];
        value[i] = s * s * s * x[0] + 3 * s * u * (s * x[1] + u * x[2]) + u * u * u * x[3];
    }
    return n;
}

/* Is this an end of one of the spots? */
static int cld__meet_knows(const cld__meetings *m, double a, double b)
{
    const double near = 1e-7;
    int i;
    for (i = 0; i < m->count; i++) {
        const cld__meet_spot *s = &m->spots[i];
        if (fabs(a - s->a_from) <= near && fabs(b - s->b_from) <= near) return 1;
        if (fabs(a - s->a_to) <= near && fabs(b - s->b_to) <= near) return 1;
    }
    return 0;
}

/* One monotone stretch of each: what they share, if it is longer than the tolerance or not. */
static void cld__meet_stretch(cld__meetings *m, const double x[4], const double s[2],
                              const double xs[2], const double y[4], const double t[2],
                              const double yt[2], int want_points)
{
    const double low = cld__max(cld__min(xs[0], xs[1]), cld__min(yt[0], yt[1]));
    const double high = cld__min(cld__max(xs[0], xs[1]), cld__max(yt[0], yt[1]));
    const double first = xs[0] <= xs[1] ? low : high, last = xs[0] <= xs[1] ? high : low;
    double a_from, b_from;
    const int is_point = high - low <= m->tolerance;
    if (high < low - m->tolerance || is_point != want_points) return;
    a_from = cld__cubic_inverse(x, s[0], s[1], first);
    b_from = cld__cubic_inverse(y, t[0], t[1], first);
    if (is_point && cld__meet_knows(m, a_from, b_from)) return;
    if (is_point)
        cld__meet_add(m, a_from, a_from, b_from, b_from, 1);
    else
        cld__meet_add(m, a_from, cld__cubic_inverse(x, s[0], s[1], last), b_from,
                      cld__cubic_inverse(y, t[0], t[1], last), 0);
}

/* Do both lie on one line, to within `allowed`? Then all that they share is added. */
static int cld__meet_on_line(cld__meetings *m, double allowed)
{
    cld__vec2d way = cld__v2(0, 0);
    double x[4], y[4], s[4], t[4], xs[4], yt[4], longest = 0;
    int i, k, ns, nt, want_points;
    for (i = 0; i < 8; i++) {
        const cld__vec2d d = cld__v2_sub(i < 4 ? m->a[i] : m->b[i - 4], m->a[0]);
        if (cld__v2_dot(d, d) > longest) longest = cld__v2_dot(d, d), way = d;
    }
    if (longest > 0) way = cld__v2_scale(way, 1 / sqrt(longest));
    for (i = 0; i < 8; i++) {
        const cld__vec2d d = cld__v2_sub(i < 4 ? m->a[i] : m->b[i - 4], m->a[0]);
        if (fabs(cld__v2_cross(way, d)) > allowed) return 0;
        if (i < 4)
            x[i] = cld__v2_dot(way, d);
        else
            y[i - 4] = cld__v2_dot(way, d);
    }
    ns = cld__cubic_monotone(x, s, xs), nt = cld__cubic_monotone(y, t, yt);
    for (want_points = 0; want_points < 2; want_points++) /* points last: some are ends of parts */
        for (i = 0; i + 1 < ns; i++)
            for (k = 0; k + 1 < nt; k++)
                cld__meet_stretch(m, x, s + i, xs + i, y, t + k, yt + k, want_points);
    m->common = m->count;
    return 1;
}

/* Ends of one curve that lie on the other: pairs of parameters, at most 8. */
static int cld__meet_ends(const cld__meetings *m, double allowed, double a_at[8], double b_at[8])
{
    int i, k, count = 0;
    for (i = 0; i < 4; i++) {
        const cld__vec2d *ends = i < 2 ? m->a : m->b, *other = i < 2 ? m->b : m->a;
        const cld__vec2d p = ends[i & 1 ? 3 : 0];
        const int is_loop = cld__v2_largest(cld__v2_sub(other[3], other[0])) <= allowed;
        cld__vec2d q[4];
        double t = 0;
        for (k = 0; k < 4; k++) q[k] = cld__v2_sub(other[k], p);
        if (cld__cubic_closest(q, cld__cubic_size(q), 4 * allowed * allowed, &t) >=
            4 * allowed * allowed)
            continue;
        for (k = 0; k < 1 + (is_loop && (t < 1e-6 || t > 1 - 1e-6)); k++) {
            if (k == 1) t = t > 0.5 ? 0 : 1;
            a_at[count] = i < 2 ? (double)(i & 1) : t;
            b_at[count++] = i < 2 ? t : (double)(i & 1);
        }
    }
    return count;
}

/* The double point of the cubic, as parameters u < v of any size; 0 if it has none. */
static int cld__cubic_double_point(const cld__vec2d q[4], double *u, double *v)
{
    const cld__vec2d d0 = cld__v2_sub(q[1], q[0]), d1 = cld__v2_sub(q[2], q[1]),
                     d2 = cld__v2_sub(q[3], q[2]);
    const cld__vec2d a = cld__v2_scale(d0, 3), b = cld__v2_scale(cld__v2_sub(d1, d0), 3),
                     c = cld__v2_sub(cld__v2_sub(d2, d1), cld__v2_sub(d1, d0));
    const double bc = cld__v2_cross(b, c), sum = -cld__v2_cross(a, c) / bc,
                 w = cld__v2_cross(a, b) / bc;
    const double product = sum * sum - w, square = sum * sum - 4 * product;
    if (bc == 0 || !(square > 0)) return 0;
    *u = 0.5 * (sum - sqrt(square)), *v = 0.5 * (sum + sqrt(square));
    return 1;
}

/* Where a and b are parts of one curve with a double point: a meets b there, too. */
static void cld__meet_double_point(cld__meetings *m, const cld__meet_spot *part)
{
    const double slope = (part->b_to - part->b_from) / (part->a_to - part->a_from);
    double u[2], near = ldexp(1, -30);
    int i;
    if (!cld__cubic_double_point(m->a, &u[0], &u[1])) return;
    for (i = 0; i < 2; i++) {
        const double a = u[i], b = part->b_from + slope * (u[1 - i] - part->a_from);
        if (a < -near || a > 1 + near || b < -near || b > 1 + near) continue;
        if (cld__meet_knows(m, cld__clamp01(a), cld__clamp01(b))) continue;
        cld__meet_add(m, cld__clamp01(a), cld__clamp01(a), cld__clamp01(b), cld__clamp01(b), 1);
    }
}

/* The longest stretch between ends on which both are the same, if there is one. */
static int cld__meet_common(cld__meetings *m, double allowed)
{
    double a_at[8], b_at[8];
    cld__meet_spot best = {0, 0, 0, 0, 0};
    int i, k, count = cld__meet_ends(m, allowed, a_at, b_at);
    for (i = 0; i < count; i++)
        for (k = 0; k < count; k++) {
            cld__vec2d p[4], q[4];
            if (!(a_at[k] - a_at[i] > best.a_to - best.a_from)) continue;
            cld__cubic_part(m->a, a_at[i], a_at[k], p);
            cld__cubic_part(m->b, b_at[i], b_at[k], q);
            if (cld__cubic_difference(p, q) > allowed) continue;
            if (cld__cubic_extent(p) <= 8 * allowed) continue; /* no more than a point */
            best.a_from = a_at[i], best.a_to = a_at[k];
            best.b_from = b_at[i], best.b_to = b_at[k];
        }
    if (!(best.a_to > best.a_from)) return 0;
    cld__meet_add(m, best.a_from, best.a_to, best.b_from, best.b_to, 0);
    m->common = 1;
    cld__meet_double_point(m, &best);
    return 1;
}

/* How close the chords a[0]..a[3] and b[0]..b[3] come at least; 0 where they cross. */
static double cld__chords_distance(const cld__vec2d a[4], const cld__vec2d b[4])
{
    const cld__vec2d u = cld__v2_sub(a[3], a[0]), v = cld__v2_sub(b[3], b[0]);
    const cld__vec2d w = cld__v2_sub(b[0], a[0]), x = cld__v2_sub(b[3], a[0]);
    const double uw = cld__v2_cross(u, w), ux = cld__v2_cross(u, x);
    const double vw = -cld__v2_cross(v, w), vy = cld__v2_cross(v, cld__v2_sub(a[3], b[0]));
    const double uu = cld__v2_dot(u, u), vv = cld__v2_dot(v, v);
    double d;
    if ((uw > 0) != (ux > 0) && (vw > 0) != (vy > 0)) return 0;
    d = cld__min(cld__chord_distance(w, u, uu), cld__chord_distance(x, u, uu));
    d = cld__min(d, cld__chord_distance(cld__v2_scale(w, -1), v, vv));
    d = cld__min(d, cld__chord_distance(cld__v2_sub(a[3], b[0]), v, vv));
    return sqrt(d);
}

/* Do all directions of a lie to one side of all those of b? Then they cross once at most: the chord
   of two crossings would be a direction of both. Control points that coincide (but for rounding)
   give none. */
static int cld__meet_is_transversal(const cld__vec2d a[4], const cld__vec2d b[4], double noise)
{
    cld__vec2d d[3], e[3];
    double d_size = 0, e_size = 0;
    int i, k, left = 0, right = 0;
    for (i = 0; i < 3; i++) {
        d[i] = cld__v2_sub(a[i + 1], a[i]), e[i] = cld__v2_sub(b[i + 1], b[i]);
        d_size = cld__max(d_size, cld__v2_largest(d[i]));
        e_size = cld__max(e_size, cld__v2_largest(e[i]));
    }
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) {
            const double cross = cld__v2_cross(d[i], e[k]);
            if (cld__v2_largest(d[i]) <= noise || cld__v2_largest(e[k]) <= noise) continue;
            if (fabs(cross) <= noise * (d_size + e_size)) return 0;
            if (cross > 0)
                left = 1;
            else
                right = 1;
        }
    return left != right;
}

/* Newton's method for a(s) = b(t) from the middle; is it a place on both, to the tolerance? */
static int cld__meet_crossing(const cld__meet_pair *pair, double tolerance, double *s, double *t)
{
    cld__vec2d p, q, v, w;
    int i;
    *s = *t = 0.5;
    for (i = 0; i < 16; i++) {
        cld__vec2d r;
        double det, ds, dt;
        p = cld__cubic_point(pair->a, *s, &v), q = cld__cubic_point(pair->b, *t, &w);
        r = cld__v2_sub(q, p), det = cld__v2_cross(v, w);
        ds = cld__v2_cross(r, w) / det, dt = cld__v2_cross(r, v) / det;
        if (!(fabs(ds) < 4 && fabs(dt) < 4)) return 0;
        *s = cld__min(cld__max(*s + ds, -0.25), 1.25);
        *t = cld__min(cld__max(*t + dt, -0.25), 1.25);
        if (fabs(ds) + fabs(dt) <= 4 * DBL_EPSILON) break;
    }
    *s = cld__clamp01(*s), *t = cld__clamp01(*t);
    p = cld__cubic_point(pair->a, *s, &v), q = cld__cubic_point(pair->b, *t, &w);
    return cld__v2_largest(cld__v2_sub(p, q)) <= tolerance;
}

/* Two spots that belong to one meeting: their ranges overlap, or nearly. */
static int cld__meet_same(const cld__meet_spot *x, const cld__meet_spot *y, double near)
{
    return x->a_from <= y->a_to + near && y->a_from <= x->a_to + near &&
           cld__min(x->b_from, x->b_to) <= cld__max(y->b_from, y->b_to) + near &&
           cld__min(y->b_from, y->b_to) <= cld__max(x->b_from, x->b_to) + near;
}

/* The parameter of the point of q between from and to that is closest to p. */
static double cld__meet_closest(const cld__vec2d q[4], double from, double to, cld__vec2d p)
{
    cld__vec2d part[4];
    double t = 0;
    int i;
    cld__cubic_part(q, from, to, part);
    for (i = 0; i < 4; i++) part[i] = cld__v2_sub(part[i], p);
    cld__cubic_closest(part, cld__cubic_size(part), DBL_MAX, &t);
    return from + t * (to - from);
}

/* Narrows the range low..high of q to what lies beside the range from..to of the other curve. */
static void cld__meet_narrow(const cld__vec2d q[4], double *low, double *high,
                             const cld__vec2d other[4], double from, double to)
{
    cld__vec2d v;
    const double s = cld__meet_closest(q, *low, *high, cld__cubic_point(other, from, &v));
    const double t = cld__meet_closest(q, *low, *high, cld__cubic_point(other, to, &v));
    *low = cld__min(s, t), *high = cld__max(s, t);
}

/* Straight parts stop being halved when they are still long: the longer part of a touch is narrowed
   to what lies beside the shorter one, then that, if it is long, too. */
static void cld__meet_narrow_both(const cld__meetings *m, const cld__meet_pair *pair,
                                  cld__meet_spot *s)
{
    const double a_size = cld__cubic_extent(pair->a), b_size = cld__cubic_extent(pair->b);
    const double is_long = ldexp(1, -20);
    if (a_size >= b_size) {
        cld__meet_narrow(m->a, &s->a_from, &s->a_to, m->b, s->b_from, s->b_to);
        if (b_size < is_long) return;
        cld__meet_narrow(m->b, &s->b_from, &s->b_to, m->a, s->a_from, s->a_to);
    } else {
        cld__meet_narrow(m->b, &s->b_from, &s->b_to, m->a, s->a_from, s->a_to);
        if (a_size < is_long) return;
        cld__meet_narrow(m->a, &s->a_from, &s->a_to, m->b, s->b_from, s->b_to);
    }
}

/* Adds the pair as a place where the curves touch; to a neighbour, if there is one. */
static void cld__meet_touch(cld__meetings *m, const cld__meet_pair *pair)
{
    cld__meet_spot spot;
    int i;
    spot.a_from = pair->a_start, spot.a_to = pair->a_start + pair->a_width;
    spot.b_from = pair->b_start, spot.b_to = pair->b_start + pair->b_width;
    spot.is_point = 0;
    if (cld__max(pair->a_width, pair->b_width) > ldexp(1, -16))
        cld__meet_narrow_both(m, pair, &spot);
    for (i = m->common; i < m->count; i++) {
        cld__meet_spot *s = &m->spots[i];
        if (s->is_point) continue;
        if (!cld__meet_same(s, &spot, ldexp(1, -40)) && m->count < CLD__MEET_MOST) continue;
        s->a_from = cld__min(s->a_from, spot.a_from), s->a_to = cld__max(s->a_to, spot.a_to);
        s->b_from = cld__min(s->b_from, spot.b_from), s->b_to = cld__max(s->b_to, spot.b_to);
        return;
    }
    cld__meet_add(m, spot.a_from, spot.a_to, spot.b_from, spot.b_to, 0);
}

/* Does the cubic go along its chord all the time? */
static int cld__cubic_is_forward(const cld__vec2d q[4])
{
    const cld__vec2d chord = cld__v2_sub(q[3], q[0]);
    return cld__v2_dot(cld__v2_sub(q[1], q[0]), chord) >= 0 &&
           cld__v2_dot(cld__v2_sub(q[2], q[1]), chord) >= 0 &&
           cld__v2_dot(cld__v2_sub(q[3], q[2]), chord) >= 0;
}

/* How much a part needs halving: its bulge, or, if it turns back, its extent. */
static double cld__meet_roughness(const cld__vec2d q[4], double bulge, double tolerance)
{
    if (bulge > 0.5 * tolerance || cld__cubic_is_forward(q)) return bulge;
    return cld__cubic_extent(q);
}

/* Halves one curve of the pair into itself and *other. */
static void cld__meet_halve(cld__meet_pair *pair, int halve_a, cld__meet_pair *other)
{
    *other = *pair;
    if (halve_a) {
        cld__cubic_halve(pair->a, other->a);
        pair->a_width *= 0.5, other->a_width *= 0.5, other->a_start += other->a_width;
    } else {
        cld__cubic_halve(pair->b, other->b);
        pair->b_width *= 0.5, other->b_width *= 0.5, other->b_start += other->b_width;
    }
}

/* All points where the curves meet, and touches; 0 if that is too much work: the curves run along
   each other for long, at little more than the tolerance. */
static int cld__meet_points(cld__meetings *m)
{
    cld__meet_pair stack[CLD__MEET_STACK];
    int count = 1, work = 0;
    memcpy(stack[0].a, m->a, sizeof m->a), memcpy(stack[0].b, m->b, sizeof m->b);
    stack[0].a_start = stack[0].b_start = 0, stack[0].a_width = stack[0].b_width = 1;
    while (count > 0) {
        cld__meet_pair *pair = &stack[--count];
        const double a_bulge = cld__cubic_bulge(pair->a), b_bulge = cld__cubic_bulge(pair->b);
        const double apart = cld__chords_distance(pair->a, pair->b);
        double s, t, a_rough, b_rough;
        if (apart > a_bulge + b_bulge + m->tolerance) continue;
        if (cld__meet_is_transversal(pair->a, pair->b, m->noise)) {
            if (cld__meet_crossing(pair, m->tolerance, &s, &t)) {
                s = pair->a_start + pair->a_width * s, t = pair->b_start + pair->b_width * t;
                cld__meet_add(m, s, s, t, t, 1);
                continue;
            }
            /* beside each other, or at a place where a velocity vanishes: not along each other */
            a_rough = cld__cubic_extent(pair->a), b_rough = cld__cubic_extent(pair->b);
        } else {
            a_rough = cld__meet_roughness(pair->a, a_bulge, m->tolerance);
            b_rough = cld__meet_roughness(pair->b, b_bulge, m->tolerance);
        }
        if (a_rough + b_rough <= m->tolerance) {
            cld__meet_touch(m, pair);
            continue;
        }
        if (++work > CLD__MEET_WORK || count + 2 > CLD__MEET_STACK) return 0;
        cld__meet_halve(pair, a_rough >= b_rough, pair + 1);
        count += 2;
    }
    return 1;
}

/* Is the place (s, t) on both, to the tolerance? */
static int cld__meet_is_at(const cld__meetings *m, double s, double t)
{
    cld__vec2d v, w;
    const cld__vec2d p = cld__cubic_point(m->a, s, &v), q = cld__cubic_point(m->b, t, &w);
    return cld__v2_largest(cld__v2_sub(p, q)) <= 2 * m->tolerance;
}

/* An end of one curve in the ranges of the spot that lies on the other: the touch is there. */
static int cld__meet_settle_end(const cld__meetings *m, cld__meet_spot *spot)
{
    cld__vec2d v;
    double t;
    int i, k;
    for (i = 0; i < 2; i++)
        for (k = 0; k < 2; k++)
            if ((i ? spot->a_to == 1 : spot->a_from == 0) &&
                (k ? spot->b_to == 1 : spot->b_from == 0) && cld__meet_is_at(m, i, k)) {
                spot->a_from = spot->a_to = i, spot->b_from = spot->b_to = k;
                return 1;
            }
    for (i = 0; i < 2; i++) {
        if (i ? spot->a_to == 1 : spot->a_from == 0) {
            t = cld__meet_closest(m->b, spot->b_from, spot->b_to, cld__cubic_point(m->a, i, &v));
            if (cld__meet_is_at(m, i, t)) {
                spot->a_from = spot->a_to = i, spot->b_from = spot->b_to = t;
                return 1;
            }
        }
        if (i ? spot->b_to == 1 : spot->b_from == 0) {
            t = cld__meet_closest(m->a, spot->a_from, spot->a_to, cld__cubic_point(m->b, i, &v));
            if (cld__meet_is_at(m, t, i)) {
                spot->a_from = spot->a_to = t, spot->b_from = spot->b_to = i;
                return 1;
            }
        }
    }
    return 0;
}

/* Where the curves are parallel and closest, near (*s, *t): Newton's method for both conditions, as
   long as it stays within reach. */
static int cld__meet_parallel(const cld__meetings *m, double a_reach, double b_reach, double *s,
                              double *t)
{
    const double a_middle = *s, b_middle = *t;
    int i;
    for (i = 0; i < 8; i++) {
        cld__vec2d v, w, x, y, third;
        const cld__vec2d p = cld__cubic_point(m->a, *s, &v), q = cld__cubic_point(m->b, *t, &w);
        const cld__vec2d r = cld__v2_sub(p, q);
        double f, g, fs, ft, gs, gt, det;
        cld__cubic_bend(m->a, *s, &x, &third), cld__cubic_bend(m->b, *t, &y, &third);
        x = cld__v2_scale(x, 6), y = cld__v2_scale(y, 6);
        f = cld__v2_cross(v, w), fs = cld__v2_cross(x, w), ft = cld__v2_cross(v, y);
        g = cld__v2_dot(r, v), gs = cld__v2_dot(v, v) + cld__v2_dot(r, x), gt = -cld__v2_dot(w, v);
        det = fs * gt - ft * gs;
        *s += (ft * g - f * gt) / det, *t += (gs * f - fs * g) / det;
        if (!(fabs(*s - a_middle) <= a_reach && fabs(*t - b_middle) <= b_reach)) return 0;
    }
    *s = cld__clamp01(*s), *t = cld__clamp01(*t);
    return cld__meet_is_at(m, *s, *t);
}

/* Where q is slowest between from and to: at its cusp, if it has one. */
static double cld__meet_slowest(const cld__vec2d q[4], double from, double to)
{
    cld__curve speed;
    cld__vec2d part[4];
    double t = 0;
    int i;
    cld__cubic_part(q, from, to, part);
    speed.degree = 2;
    for (i = 0; i < 3; i++) speed.p[i] = cld__v2_sub(part[i + 1], part[i]);
    speed.p[3] = speed.p[2];
    cld__curve_closest(&speed, cld__v2(0, 0), DBL_MAX, &t);
    return from + t * (to - from);
}

/* The same for a distance that falls and rises with s: golden section. */
static void cld__meet_nearest(const cld__meetings *m, const cld__meet_spot *spot, double *s,
                              double *t)
{
    const double golden = 0.61803398874989485;
    double low = spot->a_from, high = spot->a_to, apart[2], b_at[2];
    int i, k;
    for (i = 0; i < 64; i++) {
        const double width = golden * (high - low), at[2] = {high - width, low + width};
        for (k = 0; k < 2; k++) {
            cld__vec2d v;
            const cld__vec2d p = cld__cubic_point(m->a, at[k], &v);
            b_at[k] = cld__meet_closest(m->b, spot->b_from, spot->b_to, p);
            apart[k] = cld__v2_length(cld__v2_sub(p, cld__cubic_point(m->b, b_at[k], &v)));
        }
        k = apart[1] < apart[0];
        *s = at[k], *t = b_at[k];
        if (cld__meet_is_at(m, *s, *t)) return;
        if (k)
            low = at[0];
        else
            high = at[1];
    }
}

/* A crossing in the ranges of the spot, looked for from several places. */
static int cld__meet_cross_somewhere(const cld__meetings *m, const cld__meet_spot *spot, double *s,
                                     double *t)
{
    enum { PLACES = 16 };
    const double a_step = (spot->a_to - spot->a_from) / (double)PLACES;
    cld__meet_pair pair;
    int i;
    cld__cubic_part(m->b, spot->b_from, spot->b_to, pair.b);
    for (i = 0; i < PLACES; i++) {
        const double from = spot->a_from + i * a_step;
        cld__cubic_part(m->a, from, from + a_step, pair.a);
        if (!cld__meet_crossing(&pair, 2 * m->tolerance, s, t)) continue;
        *s = from + *s * a_step;
        *t = spot->b_from + *t * (spot->b_to - spot->b_from);
        return 1;
    }
    return 0;
}

/* Where in the ranges of the spot the curves touch, if not in parallel: at a cusp of one of them;
   or else a place where they are close enough, each in turn being closest to the other. */
static void cld__meet_approach(const cld__meetings *m, const cld__meet_spot *spot, double *s,
                               double *t)
{
    cld__vec2d v;
    int i;
    *s = cld__meet_slowest(m->a, spot->a_from, spot->a_to);
    *t = cld__meet_closest(m->b, spot->b_from, spot->b_to, cld__cubic_point(m->a, *s, &v));
    if (cld__meet_is_at(m, *s, *t)) return;
    *t = cld__meet_slowest(m->b, spot->b_from, spot->b_to);
    for (i = 0; i < 16; i++) {
        *s = cld__meet_closest(m->a, spot->a_from, spot->a_to, cld__cubic_point(m->b, *t, &v));
        if (cld__meet_is_at(m, *s, *t)) return;
        *t = cld__meet_closest(m->b, spot->b_from, spot->b_to, cld__cubic_point(m->a, *s, &v));
    }
    if (!cld__meet_cross_somewhere(m, spot, s, t)) cld__meet_nearest(m, spot, s, t);
}

/* Makes the touch a point. */
static void cld__meet_settle(const cld__meetings *m, cld__meet_spot *spot)
{
    const double a_reach = spot->a_to - spot->a_from, b_reach = spot->b_to - spot->b_from;
    double s = spot->a_from + 0.5 * a_reach, t = spot->b_from + 0.5 * b_reach;
    if (cld__meet_settle_end(m, spot)) return;
    if (!cld__meet_parallel(m, a_reach, b_reach, &s, &t)) cld__meet_approach(m, spot, &s, &t);
    spot->a_from = spot->a_to = s, spot->b_from = spot->b_to = t;
}

static void cld__meet_remove(cld__meetings *m, int i)
{
    m->spots[i] = m->spots[--m->count];
}

/* Widens a range of parameters. */
static void cld__meet_widen(double *from, double *to, double by)
{
    *from = cld__max(*from - by, 0);
    *to = cld__min(*to + by, 1);
}

/* Makes a touch a common part, if it is long enough, or else a point. What lies beside the end of
   one range may be a little outside of the other one. */
static void cld__meet_finish(const cld__meetings *m, cld__meet_spot *spot, double near)
{
    cld__vec2d part[4], p, q, v;
    double b_from;
    cld__cubic_part(m->a, spot->a_from, spot->a_to, part);
    cld__meet_widen(&spot->b_from, &spot->b_to, near);
    if (cld__cubic_extent(part) < ldexp(1, -10)) {
        cld__meet_widen(&spot->a_from, &spot->a_to, near);
        cld__meet_settle(m, spot);
        return;
    }
    p = cld__cubic_point(m->a, spot->a_from, &v), q = cld__cubic_point(m->a, spot->a_to, &v);
    b_from = cld__meet_closest(m->b, spot->b_from, spot->b_to, p);
    spot->b_to = cld__meet_closest(m->b, spot->b_from, spot->b_to, q);
    spot->b_from = b_from;
}

/* One spot for each meeting: touches with their neighbours, then points that are the same. */
static void cld__meet_gather(cld__meetings *m)
{
    /* parts stop being halved when their length squared is some tolerances */
    const double near = 4 * sqrt(m->tolerance);
    int i, k;
    for (i = m->common; i < m->count; i++)
        for (k = m->common; k < m->count; k++) {
            cld__meet_spot *x = &m->spots[i], *y = &m->spots[k];
            if (i == k || x->is_point || !cld__meet_same(x, y, near)) continue;
            if (!y->is_point) {
                x->a_from = cld__min(x->a_from, y->a_from), x->a_to = cld__max(x->a_to, y->a_to);
                x->b_from = cld__min(x->b_from, y->b_from), x->b_to = cld__max(x->b_to, y->b_to);
            }
            cld__meet_remove(m, k);
            i = m->common, k = m->common - 1; /* what has grown may have other neighbours */
        }
    for (i = m->common; i < m->count; i++)
        if (!m->spots[i].is_point) cld__meet_finish(m, &m->spots[i], near);
    for (i = m->common; i < m->count; i++)
        for (k = m->count - 1; k > i; k--)
            if (cld__meet_same(&m->spots[i], &m->spots[k], 1e-4) &&
                cld__meet_is_at(m, m->spots[i].a_from, m->spots[k].b_from) &&
                cld__meet_is_at(m, m->spots[k].a_from, m->spots[i].b_from))
                cld__meet_remove(m, k);
}

static void cld__meet_sort(cld__meetings *m)
{
    int i, k;
    for (i = 1; i < m->count; i++) {
        const cld__meet_spot spot = m->spots[i];
        for (k = i; k > 0 && (m->spots[k - 1].a_from > spot.a_from ||
                              (m->spots[k - 1].a_from == spot.a_from &&
                               m->spots[k - 1].b_from > spot.b_from));
             k--)
            m->spots[k] = m->spots[k - 1];
        m->spots[k] = spot;
    }
    if (m->count > CLD__MEET_POINTS) m->count = CLD__MEET_POINTS;
}

/* Do the boxes around the control points meet? */
static int cld__curves_may_meet(const cld__curve *a, const cld__curve *b)
{
    cld__vec2d low[2], high[2];
    int i, k;
    for (k = 0; k < 2; k++) {
        const cld__curve *c = k ? b : a;
        low[k] = high[k] = c->p[0];
        for (i = 1; i <= c->degree; i++) {
            low[k].x = cld__min(low[k].x, c->p[i].x), high[k].x = cld__max(high[k].x, c->p[i].x);
            low[k].y = cld__min(low[k].y, c->p[i].y), high[k].y = cld__max(high[k].y, c->p[i].y);
        }
    }
    return low[0].x <= high[1].x && low[1].x <= high[0].x && low[0].y <= high[1].y &&
           low[1].y <= high[0].y;
}

/* All meetings of two curves, in m->spots by increasing a_from. */
static void cld__curves_meet(const cld__curve *a, const cld__curve *b, cld__meetings *m)
{
    const cld__vec2d origin = a->p[0];
    double size = 0, scale, smaller;
    int i;
    m->count = m->common = 0;
    if (!cld__curves_may_meet(a, b)) return;
    for (i = 0; i <= a->degree; i++)
        size = cld__max(size, cld__v2_largest(cld__v2_sub(a->p[i], origin)));
    for (i = 0; i <= b->degree; i++)
        size = cld__max(size, cld__v2_largest(cld__v2_sub(b->p[i], origin)));
    if (!(size > 0)) { /* one point */
        cld__meet_add(m, 0, 0, 0, 0, 1);
        return;
    }
    scale = cld__unit_scale(size);
    cld__curve_cubic(a, origin, scale, m->a), cld__curve_cubic(b, origin, scale, m->b);
    m->noise = 16 * CLD__ROUND_DOUBLE * size * scale;
    m->tolerance = 8 * m->noise;
    smaller = cld__min(cld__cubic_extent(m->a), cld__cubic_extent(m->b));
    smaller = cld__max(ldexp(smaller, -41), 2 * m->noise);
    if (!cld__meet_on_line(m, smaller) && !cld__meet_common(m, smaller)) {
        while (!cld__meet_points(m)) m->tolerance *= 64, m->count = 0;
        cld__meet_gather(m);
    }
    cld__meet_sort(m);
}

/* A meeting of the curve `a` as the caller gets it. */
static void cld__meeting_set(const cld__curve *a, const cld__meet_spot *spot, cld_path_meeting *out)
{
    out->a_from = (cld_real)spot->a_from, out->a_to = (cld_real)spot->a_to;
    out->b_from = (cld_real)spot->b_from, out->b_to = (cld_real)spot->b_to;
    out->point = cld__v2_to(cld__curve_point(a, spot->a_from));
    out->piece_a = out->piece_b = 0;
}

int cld_bezier_intersect(const cld_bezier *a, const cld_bezier *b, cld_path_meeting *out,
                         int capacity)
{
    cld__curve c, d;
    cld__meetings m;
    int i, status = cld__curve_from(a, &c);
    if (status == CLD_OK) status = cld__curve_from(b, &d);
    if (status != CLD_OK) return status;
    if (capacity < 0) return CLD_ERROR_COUNT;
    if (!out && capacity > 0) return CLD_ERROR_NULL;
    cld__curves_meet(&c, &d, &m);
    for (i = 0; i < m.count && i < capacity; i++) cld__meeting_set(&c, &m.spots[i], &out[i]);
    return m.count;
}

/* ------------------------------------------------------------------------ [BEZIER] paths: the tree
   The pieces are sorted by Morton order of their centres (Morton 1966), sixteen of them are a leaf,
   sixteen leaves a node, and so on, so that no node needs pointers. A node holds the boxes of its
   sixteen children in floats, relative to the path's own box, rounded outwards; they are tested at
   once. Everything lies in the caller's memory:

       cld__path_tree | nodes, leaves first | slots (in tree order) | links (by number) | chains

   The boxes carry no more than the filter: what they let through is asked of the curve itself, with
   the numbers in the caller's arrays. */

enum { CLD__WIDE = 16, CLD__MOST_LEVELS = 8 };

#define CLD__NO_PIECE 0xffffffffu

/* The boxes of a node's children; those that do not exist are inside out. */
typedef struct cld__path_wide {
    float min_x[CLD__WIDE], min_y[CLD__WIDE], max_x[CLD__WIDE], max_y[CLD__WIDE];
} cld__path_wide;

/* A piece: its first point, and its others from `next` on. */
typedef struct cld__path_slot {
    uint32_t first, next; /* the degree is in the two highest bits of `first` */
    uint32_t piece;
} cld__path_slot;

/* What joins a piece, by exactly the same point: CLD__NO_PIECE for none. */
typedef struct cld__path_link {
    uint32_t before, after;
    uint32_t slot;
} cld__path_link;

/* A chain that M began: its first and last piece, in order of the path. */
typedef struct cld__path_chain {
    uint32_t first, last;
} cld__path_chain;

typedef struct cld__path_tree {
    cld__vec2d min, max; /* of the pieces' control points */
    cld__vec2d middle;   /* (p - middle) scale is within -1..1 */
    double scale;
    uint64_t hash; /* of the commands */
    size_t point_count, command_count;
    uint32_t count, chains;
    uint32_t levels;                  /* 0: no pieces */
    uint32_t level[CLD__MOST_LEVELS]; /* where each level's nodes begin, leaves' first */
    uint32_t items[CLD__MOST_LEVELS]; /* how many pieces, leaves, nodes over leaves there are ... */
    cld__path_wide *nodes;
    cld__path_slot *slots;
    cld__path_link *links;
    cld__path_chain *chain;
} cld__path_tree;

/* How far floats that were rounded outwards may be off, for coordinates within -1..1. */
#define CLD__BOX_MARGIN (1.5f / (1 << 23))

CLD__INLINE cld__vec2d cld__point_at(const char *points, size_t stride, size_t i)
{
    const cld_real *p = (const cld_real *)(const void *)(points + i * stride);
    return cld__v2((double)p[0], (double)p[1]);
}

CLD__INLINE size_t cld__path_stride(const cld_path *path)
{
    return path->stride ? path->stride : 2 * sizeof(cld_real);
}

CLD__INLINE cld__vec2d cld__path_point_at(const cld_path *path, size_t i)
{
    return cld__point_at((const char *)path->points, cld__path_stride(path), i);
}

/* How many points a command takes; -1 for what is no command. */
CLD__INLINE int cld__command_points(char command)
{
    switch (command) {
    case 'M':
    case 'L':
        return 1;
    case 'Q':
        return 2;
    case 'C':
        return 3;
    case 'Z':
        return 0;
    default:
        return -1;
    }
}

/* cld_path_validate without the points' values. */
static int cld__path_check_shape(const cld_path *path, size_t *where)
{
    const size_t most = (size_t)1 << 28;
    size_t i, points = 0;
    *where = 0;
    if (!path) return CLD_ERROR_NULL;
    if (!path->commands && path->command_count) return CLD_ERROR_NULL;
    if (!path->points && path->point_count) return CLD_ERROR_NULL;
    if (path->command_count > most || path->point_count > most) return CLD_ERROR_COUNT;
    if (path->stride % sizeof(cld_real)) return CLD_ERROR_STRIDE;
    for (i = 0; i < path->command_count; i++) {
        int n = cld__command_points(path->commands[i]);
        if (n < 0 || (i == 0 && path->commands[i] != 'M')) {
            *where = i;
            return CLD_ERROR_COMMAND;
        }
        points += (size_t)n;
    }
    return points == path->point_count ? CLD_OK : CLD_ERROR_COUNT;
}

/* The first point that is not usable; point_count if all are. */
static size_t cld__path_unusable(const cld_path *path)
{
    size_t i;
    for (i = 0; i < path->point_count; i++)
        if (!cld__v2_is_usable(cld__path_point_at(path, i))) break;
    return i;
}

/* The box of all control points, or CLD_ERROR_POINT. */
static int cld__path_box(const cld_path *path, cld__vec2d *min, cld__vec2d *max, size_t *where)
{
    const char *points = (const char *)path->points;
    const size_t n = path->point_count, stride = cld__path_stride(path);
    cld__vec2d low, high, low_b, high_b;
    double sum = 0;
    size_t i;
    *min = *max = cld__v2(0, 0);
    if (n == 0) return CLD_OK;
    low = high = low_b = high_b = cld__path_point_at(path, 0);
    for (i = 0; i < n; i += 2) { /* two boxes: neither has to wait for the other */
        const cld__vec2d p = cld__point_at(points, stride, i);
        const cld__vec2d q = cld__point_at(points, stride, i + 1 < n ? i + 1 : i);
        low.x = cld__min(p.x, low.x), low.y = cld__min(p.y, low.y);
        high.x = cld__max(p.x, high.x), high.y = cld__max(p.y, high.y);
        low_b.x = cld__min(q.x, low_b.x), low_b.y = cld__min(q.y, low_b.y);
        high_b.x = cld__max(q.x, high_b.x), high_b.y = cld__max(q.y, high_b.y);
        sum += (p.x + p.y) * 0 + (q.x + q.y) * 0; /* NaN, if not all are finite */
    }
    *min = cld__v2(cld__min(low.x, low_b.x), cld__min(low.y, low_b.y));
    *max = cld__v2(cld__max(high.x, high_b.x), cld__max(high.y, high_b.y));
#ifndef CLD__LOOSE_MATH
    if (sum == 0 && cld__v2_is_usable(*min) && cld__v2_is_usable(*max)) return CLD_OK;
#endif
    *where = cld__path_unusable(path);
    return *where < n ? CLD_ERROR_POINT : CLD_OK;
}

int cld_path_validate(const cld_path *path, size_t *where)
{
    cld__vec2d min, max;
    size_t at = 0;
    int status = cld__path_check_shape(path, &at);
    if (status == CLD_OK) status = cld__path_box(path, &min, &max, &at);
    if (where && status != CLD_OK) *where = at;
    return status;
}

/* Where the parts of a tree lie, in bytes from its beginning. */
typedef struct cld__path_plan {
    size_t nodes, slots, links, chain, bytes;
    uint32_t count, chains, levels, level[CLD__MOST_LEVELS], items[CLD__MOST_LEVELS];
} cld__path_plan;

static cld__path_plan cld__path_plan_for(const cld_path *path)
{
    cld__path_plan plan;
    size_t i, count = 0, chains = 0, nodes = 0, n;
    memset(&plan, 0, sizeof plan);
    for (i = 0; i < path->command_count; i++) {
        if (path->commands[i] == 'M')
            chains++;
        else
            count++;
    }
    plan.count = (uint32_t)count;
    plan.chains = (uint32_t)chains;
    for (n = count; n > 0; n = n > 1 ? n : 0) {
        plan.items[plan.levels] = (uint32_t)n;
        n = (n + CLD__WIDE - 1) / CLD__WIDE;
        plan.level[plan.levels++] = (uint32_t)nodes;
        nodes += n;
    }
    /* the nodes are aligned to cache lines, wherever the memory begins */
    plan.nodes = sizeof(cld__path_tree);
    plan.slots = plan.nodes + CLD__ALIGNMENT + nodes * sizeof(cld__path_wide);
    plan.links = plan.slots + count * sizeof(cld__path_slot);
    plan.chain = plan.links + count * sizeof(cld__path_link);
    plan.bytes = plan.chain + chains * sizeof(cld__path_chain);
    return plan;
}

size_t cld_path_size(const cld_path *path)
{
    if (!path || (!path->commands && path->command_count)) return 0;
    if (path->command_count > (size_t)1 << 28) return 0;
    return cld__path_plan_for(path).bytes;
}

static uint64_t cld__path_hash(const cld_path *path)
{
    /* FNV-1a (Fowler, Noll, Vo), of eight bytes at a time */
    uint64_t hash = 14695981039346656037u, word;
    size_t i;
    for (i = 0; i + 8 <= path->command_count; i += 8) {
        memcpy(&word, path->commands + i, 8);
        hash = (hash ^ word) * 1099511628211u;
        hash ^= hash >> 32;
    }
    for (; i < path->command_count; i++)
        hash = (hash ^ (unsigned char)path->commands[i]) * 1099511628211u;
    return hash;
}

/* Fills slots, by number of the piece for now, links and chains from the commands. */
static void cld__path_tree_pieces(cld__path_tree *tree, const cld_path *path)
{
    uint32_t point = 0, start = 0, current = 0, piece = 0, chain = 0;
    size_t i;
    for (i = 0; i < path->command_count; i++) {
        int n = cld__command_points(path->commands[i]);
        cld__path_slot *slot = &tree->slots[piece];
        if (path->commands[i] == 'M') {
            start = current = point++;
            tree->chain[chain].first = piece;
            tree->chain[chain++].last = piece - 1;
            continue;
        }
        slot->piece = piece;
        slot->first = current | (uint32_t)(n ? n : 1) << 30;
        slot->next = n ? point : start;
        tree->links[piece].before =
            piece > tree->chain[chain - 1].first ? piece - 1 : CLD__NO_PIECE;
        tree->links[piece].after = CLD__NO_PIECE;
        if (tree->links[piece].before != CLD__NO_PIECE) tree->links[piece - 1].after = piece;
        point += (uint32_t)n;
        current = n ? point - 1 : start;
        tree->chain[chain - 1].last = piece++;
    }
}

CLD__INLINE void cld__path_slot_curve(const cld_path *path, const cld__path_slot *slot,
                                      cld__curve *c)
{
    int i;
    c->degree = (int)(slot->first >> 30);
    c->p[0] = cld__path_point_at(path, slot->first & 0x3fffffffu);
    for (i = 1; i <= c->degree; i++)
        c->p[i] = cld__path_point_at(path, slot->next + (uint32_t)i - 1);
}

/* The box of its control points; for all degrees alike, that nothing has to be guessed. */
CLD__INLINE void cld__path_slot_box(const char *points, size_t stride, const cld__path_slot *slot,
                                    cld__vec2d *min, cld__vec2d *max)
{
    const uint32_t more = (slot->first >> 30) - 1;
    const cld__vec2d a = cld__point_at(points, stride, slot->first & 0x3fffffffu);
    const cld__vec2d b = cld__point_at(points, stride, slot->next);
    const cld__vec2d c = cld__point_at(points, stride, slot->next + (more + 1) / 2);
    const cld__vec2d d = cld__point_at(points, stride, slot->next + more);
    min->x = cld__min(cld__min(a.x, b.x), cld__min(c.x, d.x));
    min->y = cld__min(cld__min(a.y, b.y), cld__min(c.y, d.y));
    max->x = cld__max(cld__max(a.x, b.x), cld__max(c.x, d.x));
    max->y = cld__max(cld__max(a.y, b.y), cld__max(c.y, d.y));
}

/* A chain that ends exactly where it began is a loop, closed by Z or not. */
static void cld__path_tree_close_chains(cld__path_tree *tree, const cld_path *path)
{
    uint32_t i;
    for (i = 0; i < tree->chains; i++) {
        const cld__path_chain chain = tree->chain[i];
        cld__curve first, last;
        int loop;
        if (chain.last + 1 <= chain.first) continue; /* M alone */
        cld__path_slot_curve(path, &tree->slots[tree->links[chain.first].slot], &first);
        cld__path_slot_curve(path, &tree->slots[tree->links[chain.last].slot], &last);
        loop = first.p[0].x == last.p[last.degree].x && first.p[0].y == last.p[last.degree].y;
        tree->links[chain.first].before = loop ? chain.last : CLD__NO_PIECE;
        tree->links[chain.last].after = loop ? chain.first : CLD__NO_PIECE;
    }
}

/* Every second bit. */
CLD__INLINE uint32_t cld__spread_bits(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u;
    return (x | x << 1) & 0x55555555u;
}

/* Sorts by the upper halves, stable; uses `other`, of the same size. */
static void cld__sort_keys(uint64_t *keys, uint64_t *other, uint32_t count)
{
    uint32_t digits[4][256], i;
    int pass, shift;
    memset(digits, 0, sizeof digits);
    for (i = 0; i < count; i++)
        for (pass = 0; pass < 4; pass++) digits[pass][keys[i] >> (32 + 8 * pass) & 255]++;
    for (pass = 0; pass < 4; pass++) {
        uint32_t sum = 0, *digit = digits[pass];
        uint64_t *swap = keys;
        shift = 32 + 8 * pass;
        for (i = 0; i < 256; i++) {
            uint32_t n = digit[i];
            digit[i] = sum, sum += n;
        }
        for (i = 0; i < count; i++) other[digit[keys[i] >> shift & 255]++] = keys[i];
        keys = other, other = swap;
    }
}

/* The box of a piece's control points. */
CLD__INLINE void cld__curve_box(const cld__curve *c, cld__vec2d *min, cld__vec2d *max)
{
    int i;
    *min = *max = c->p[0];
    for (i = 1; i <= c->degree; i++) {
        min->x = cld__min(min->x, c->p[i].x), min->y = cld__min(min->y, c->p[i].y);
        max->x = cld__max(max->x, c->p[i].x), max->y = cld__max(max->y, c->p[i].y);
    }
}

/* Sorts the slots. The nodes' memory, not yet in use, has room for the keys and a copy. */
static void cld__path_tree_sort(cld__path_tree *tree, const cld_path *path)
{
    uint64_t *keys = (uint64_t *)(void *)tree->nodes, *other = keys + tree->count;
    const double scale = tree->scale * 32767;
    const char *points = (const char *)path->points;
    const cld__path_slot *slots = tree->slots;
    const size_t stride = cld__path_stride(path);
    cld__vec2d min, max;
    uint32_t i;
    for (i = 0; i < tree->count; i++) {
        uint32_t x, y;
        cld__path_slot_box(points, stride, &slots[i], &min, &max);
        x = (uint32_t)((0.5 * (min.x + max.x) - tree->middle.x) * scale + 32768);
        y = (uint32_t)((0.5 * (min.y + max.y) - tree->middle.y) * scale + 32768);
        keys[i] = (uint64_t)(cld__spread_bits(x) | cld__spread_bits(y) << 1) << 32 | i;
    }
    cld__sort_keys(keys, other, tree->count);
    for (i = 0; i < tree->count; i++)
        other[i] = (uint64_t)tree->slots[i].first << 32 | tree->slots[i].next;
    for (i = 0; i < tree->count; i++) {
        uint32_t piece = (uint32_t)keys[i];
        tree->slots[i].first = (uint32_t)(other[piece] >> 32);
        tree->slots[i].next = (uint32_t)other[piece];
        tree->slots[i].piece = piece;
        tree->links[piece].slot = i;
    }
}

/* The frame of the boxes. */
static void cld__path_tree_frame(cld__path_tree *tree, cld__vec2d min, cld__vec2d max)
{
    double half = 0.5 * cld__max(max.x - min.x, max.y - min.y);
    tree->middle = cld__v2(min.x + 0.5 * (max.x - min.x), min.y + 0.5 * (max.y - min.y));
    tree->scale = half > 1e-290 ? 0.9999 / half : 0;
}

/* The boxes of all nodes. */
static void cld__path_tree_fit(cld__path_tree *tree, const cld_path *path)
{
    const double margin = (double)CLD__BOX_MARGIN;
    const char *points = (const char *)path->points;
    const cld__path_slot *slots = tree->slots;
    const size_t stride = cld__path_stride(path);
    const cld__vec2d middle = tree->middle;
    const double scale = tree->scale;
    cld__vec2d min, max, low = cld__v2(DBL_MAX, DBL_MAX), high = cld__v2(-DBL_MAX, -DBL_MAX);
    uint32_t i, k, level;
    for (i = 0; i < tree->count; i++) {
        cld__path_wide *leaf = &tree->nodes[i / CLD__WIDE];
        cld__path_slot_box(points, stride, &slots[i], &min, &max);
        low = cld__v2(cld__min(low.x, min.x), cld__min(low.y, min.y));
        high = cld__v2(cld__max(high.x, max.x), cld__max(high.y, max.y));
        k = i % CLD__WIDE;
        leaf->min_x[k] = (float)((min.x - middle.x) * scale - margin);
        leaf->min_y[k] = (float)((min.y - middle.y) * scale - margin);
        leaf->max_x[k] = (float)((max.x - middle.x) * scale + margin);
        leaf->max_y[k] = (float)((max.y - middle.y) * scale + margin);
    }
    tree->min = low, tree->max = high;
    for (level = 0; level < tree->levels; level++) {
        const int top = level + 1 == tree->levels;
        uint32_t first = tree->level[level],
                 n = level ? tree->level[level] - tree->level[level - 1] : tree->count;
        uint32_t nodes = (n + CLD__WIDE - 1) / CLD__WIDE;
        for (i = n; i < nodes * CLD__WIDE; i++) { /* children that are not there */
            cld__path_wide *node = &tree->nodes[first + i / CLD__WIDE];
            k = i % CLD__WIDE;
            node->min_x[k] = node->min_y[k] = 4;
            node->max_x[k] = node->max_y[k] = -4;
        }
        for (i = 0; i < nodes && !top; i++) {
            const cld__path_wide *node = &tree->nodes[first + i];
            cld__path_wide *parent = &tree->nodes[tree->level[level + 1] + i / CLD__WIDE];
            float box[4];
            box[0] = box[1] = 4, box[2] = box[3] = -4;
            for (k = 0; k < CLD__WIDE; k++) {
                box[0] = node->min_x[k] < box[0] ? node->min_x[k] : box[0];
                box[1] = node->min_y[k] < box[1] ? node->min_y[k] : box[1];
                box[2] = node->max_x[k] > box[2] ? node->max_x[k] : box[2];
                box[3] = node->max_y[k] > box[3] ? node->max_y[k] : box[3];
            }
            k = i % CLD__WIDE;
            parent->min_x[k] = box[0], parent->min_y[k] = box[1];
            parent->max_x[k] = box[2], parent->max_y[k] = box[3];
        }
    }
}

int cld_path_build(cld_path *path, void *memory)
{
    cld__path_plan plan;
    cld__path_tree *tree = (cld__path_tree *)memory;
    cld__vec2d min, max;
    uintptr_t nodes;
    size_t where;
    int status = cld__path_check_shape(path, &where);
    if (status == CLD_OK) status = cld__path_box(path, &min, &max, &where);
    if (status != CLD_OK) return status;
    if (!memory) return CLD_ERROR_NULL;
    if ((uintptr_t)memory % sizeof(double)) return CLD_ERROR_STRIDE;
    plan = cld__path_plan_for(path);
    memset(tree, 0, sizeof *tree);
    tree->count = plan.count, tree->chains = plan.chains, tree->levels = plan.levels;
    memcpy(tree->level, plan.level, sizeof tree->level);
    memcpy(tree->items, plan.items, sizeof tree->items);
    tree->hash = cld__path_hash(path);
    tree->point_count = path->point_count, tree->command_count = path->command_count;
    nodes = ((uintptr_t)memory + plan.nodes + CLD__ALIGNMENT - 1) / CLD__ALIGNMENT * CLD__ALIGNMENT;
    tree->nodes = (cld__path_wide *)nodes;
    tree->slots = (cld__path_slot *)(void *)((char *)memory + plan.slots);
    tree->links = (cld__path_link *)(void *)((char *)memory + plan.links);
    tree->chain = (cld__path_chain *)(void *)((char *)memory + plan.chain);
    cld__path_tree_frame(tree, min, max);
    cld__path_tree_pieces(tree, path);
    cld__path_tree_sort(tree, path);
    cld__path_tree_close_chains(tree, path);
    cld__path_tree_fit(tree, path);
    path->tree = tree;
    return CLD_OK;
}

/* The tree, to be changed: the caller's own memory, which the path points to as constant. */
static cld__path_tree *cld__path_tree_of(const cld_path *path)
{
    return (cld__path_tree *)(uintptr_t)path->tree;
}

int cld_path_refit(const cld_path *path)
{
    cld__vec2d min, max;
    cld__path_tree *tree;
    size_t where;
    int status;
    if (!path || !path->tree || (!path->points && path->point_count)) return CLD_ERROR_NULL;
    if (!path->commands && path->command_count) return CLD_ERROR_NULL;
    tree = cld__path_tree_of(path);
    if (path->command_count != tree->command_count || path->point_count != tree->point_count ||
        cld__path_hash(path) != tree->hash)
        return CLD_ERROR_MISMATCH;
    if (path->stride % sizeof(cld_real)) return CLD_ERROR_STRIDE;
    status = cld__path_box(path, &min, &max, &where);
    if (status != CLD_OK) return status;
    cld__path_tree_frame(tree, min, max);
    cld__path_tree_close_chains(tree, path);
    cld__path_tree_fit(tree, path);
    return CLD_OK;
}

int cld_path_count(const cld_path *path)
{
    return path && path->tree ? (int)cld__path_tree_of(path)->count : CLD_ERROR_NULL;
}

/* Piece number `piece`. */
static void cld__path_curve(const cld_path *path, uint32_t piece, cld__curve *c)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    cld__path_slot_curve(path, &tree->slots[tree->links[piece].slot], c);
}

int cld_path_piece(const cld_path *path, uint32_t piece, cld_bezier *curve)
{
    cld__curve c;
    int i;
    if (!path || !path->tree || !curve) return CLD_ERROR_NULL;
    if (piece >= cld__path_tree_of(path)->count) return CLD_ERROR_COUNT;
    cld__path_curve(path, piece, &c);
    memset(curve, 0, sizeof *curve);
    curve->degree = c.degree;
    for (i = 0; i <= c.degree; i++) curve->points[i] = cld__v2_to(c.p[i]);
    return CLD_OK;
}

int cld_path_bounds(const cld_path *path, cld_vec2 *min, cld_vec2 *max)
{
    if (!path || !path->tree || !min || !max) return CLD_ERROR_NULL;
    if (cld__path_tree_of(path)->count == 0) return CLD_ERROR_COUNT;
    *min = cld__v2_to(cld__path_tree_of(path)->min);
    *max = cld__v2_to(cld__path_tree_of(path)->max);
    return CLD_OK;
}

/* ----- walks over the tree */

/* What a walk looks for: what meets a segment, thickened by `slack`, within a box; or, with
   `nearest`, what is near the point (x, y). In the frame of the boxes. */
typedef struct cld__path_probe {
    float low_x, low_y, high_x, high_y;
    float x, y, dx, dy; /* where the segment begins, its direction: unit, or 0 if the box is all */
    float slack;
    int nearest;
} cld__path_probe;

/* A node (level > 0: its children are of the level below) or, on level 0, the piece of a slot. */
typedef struct cld__path_visit {
    float when;
    uint32_t level, index;
} cld__path_visit;

typedef struct cld__path_walk {
    const cld__path_tree *tree;
    cld__path_probe probe;
    int size;
    cld__path_visit stack[128]; /* 15 a level, and one more */
} cld__path_walk;

/* Bit k: child k may meet the segment before its distance along it exceeds `limit`. */
static unsigned cld__path_wide_meets(const cld__path_wide *node, const cld__path_probe *q,
                                     float limit)
{
    const cld__fn low_x = cld__fn_all(q->low_x), high_x = cld__fn_all(q->high_x);
    const cld__fn low_y = cld__fn_all(q->low_y), high_y = cld__fn_all(q->high_y);
    const cld__fn x = cld__fn_all(q->x), y = cld__fn_all(q->y), half = cld__fn_all(0.5f);
    const cld__fn dx = cld__fn_all(q->dx), dy = cld__fn_all(q->dy);
    const cld__fn slack = cld__fn_all(q->slack), last = cld__fn_all(limit + q->slack);
    unsigned bits = 0;
    int k;
    for (k = 0; k < CLD__WIDE; k += CLD__LANES) {
        cld__fn min_x = cld__fn_load(node->min_x + k), max_x = cld__fn_load(node->max_x + k);
        cld__fn min_y = cld__fn_load(node->min_y + k), max_y = cld__fn_load(node->max_y + k);
        cld__fn apart = cld__fn_max(cld__fn_sub(min_x, high_x), cld__fn_sub(low_x, max_x));
        cld__fn apart_y = cld__fn_max(cld__fn_sub(min_y, high_y), cld__fn_sub(low_y, max_y));
        cld__fn half_x = cld__fn_mul(half, cld__fn_sub(max_x, min_x));
        cld__fn half_y = cld__fn_mul(half, cld__fn_sub(max_y, min_y));
        cld__fn to_x = cld__fn_sub(cld__fn_add(min_x, half_x), x);
        cld__fn to_y = cld__fn_sub(cld__fn_add(min_y, half_y), y);
        cld__fn adx = cld__fn_abs(dx), ady = cld__fn_abs(dy);
        cld__fn across = cld__fn_abs(cld__fn_msub(dx, to_y, cld__fn_mul(dy, to_x)));
        cld__fn radius = cld__fn_mad(adx, half_y, cld__fn_mad(ady, half_x, slack));
        cld__fn along = cld__fn_mad(dx, to_x, cld__fn_mul(dy, to_y));
        cld__fn begin = cld__fn_sub(along, cld__fn_mad(adx, half_x, cld__fn_mul(ady, half_y)));
        apart = cld__fn_max(cld__fn_max(apart, apart_y), cld__fn_sub(across, radius));
        apart = cld__fn_max(apart, cld__fn_sub(begin, last));
        bits |= cld__fn_greater(apart, cld__fn_all(0)) << k;
    }
    return ~bits & ((1u << CLD__WIDE) - 1);
}

/* Bit k: the square of the distance of child k is at most `limit`. */
static unsigned cld__path_wide_near(const cld__path_wide *node, const cld__path_probe *q,
                                    float limit)
{
    const cld__fn x = cld__fn_all(q->x), y = cld__fn_all(q->y), none = cld__fn_all(0);
    unsigned bits = 0;
    int k;
    for (k = 0; k < CLD__WIDE; k += CLD__LANES) {
        cld__fn to_x = cld__fn_max(cld__fn_sub(cld__fn_load(node->min_x + k), x),
                                   cld__fn_sub(x, cld__fn_load(node->max_x + k)));
        cld__fn to_y = cld__fn_max(cld__fn_sub(cld__fn_load(node->min_y + k), y),
                                   cld__fn_sub(y, cld__fn_load(node->max_y + k)));
        to_x = cld__fn_max(to_x, none), to_y = cld__fn_max(to_y, none);
        to_x = cld__fn_mad(to_x, to_x, cld__fn_mul(to_y, to_y));
        bits |= cld__fn_greater(to_x, cld__fn_all(limit)) << k;
    }
    return ~bits & ((1u << CLD__WIDE) - 1);
}

/* Where child k begins along the segment, or the square of its distance: a lower bound. */
CLD__INLINE float cld__path_wide_when(const cld__path_wide *node, const cld__path_probe *q, int k)
{
    float half_x = 0.5f * (node->max_x[k] - node->min_x[k]);
    float half_y = 0.5f * (node->max_y[k] - node->min_y[k]);
    float to_x = node->min_x[k] + half_x - q->x, to_y = node->min_y[k] + half_y - q->y;
    if (q->nearest) {
        to_x = fabsf(to_x) - half_x, to_y = fabsf(to_y) - half_y;
        to_x = to_x > 0 ? to_x : 0, to_y = to_y > 0 ? to_y : 0;
        return (to_x * to_x + to_y * to_y) * (1 - 1.0f / (1 << 20));
    }
    return q->dx * to_x + q->dy * to_y - (fabsf(q->dx) * half_x + fabsf(q->dy) * half_y) - q->slack;
}

/* Puts the children of a node that `limit` admits on the stack, the nearest on top. */
static void cld__path_walk_open(cld__path_walk *walk, cld__path_visit at, float limit)
{
    const cld__path_probe *q = &walk->probe;
    const cld__path_wide *node = &walk->tree->nodes[walk->tree->level[at.level - 1] + at.index];
    unsigned bits =
        q->nearest ? cld__path_wide_near(node, q, limit) : cld__path_wide_meets(node, q, limit);
    const int bottom = walk->size;
    int k, i;
    for (k = 0; bits; k++, bits >>= 1) {
        cld__path_visit child;
        if (!(bits & 1)) continue;
        child.when = cld__path_wide_when(node, q, k);
        child.level = at.level - 1;
        child.index = at.index * CLD__WIDE + (uint32_t)k;
        /* a box that is inside out, too, meets one without bounds */
        if (child.index >= walk->tree->items[child.level]) break;
        for (i = walk->size++; i > bottom && walk->stack[i - 1].when < child.when; i--)
            walk->stack[i] = walk->stack[i - 1];
        walk->stack[i] = child;
    }
}

/* The next piece that may be nearer than `limit` (in the boxes' frame), NULL if there is none. */
static const cld__path_slot *cld__path_walk_next(cld__path_walk *walk, float limit)
{
    while (walk->size > 0) {
        cld__path_visit top = walk->stack[--walk->size];
        if (top.when > limit) continue;
        if (top.level == 0) return &walk->tree->slots[top.index];
        cld__path_walk_open(walk, top, limit);
    }
    return NULL;
}

static void cld__path_walk_begin(cld__path_walk *walk, const cld__path_tree *tree)
{
    walk->tree = tree;
    walk->size = 0;
    memset(&walk->probe, 0, sizeof walk->probe);
    if (tree->levels == 0) return;
    walk->stack[0].when = -4;
    walk->stack[0].level = tree->levels;
    walk->stack[0].index = 0;
    walk->size = 1;
}

/* A walk over what a box of the plane meets. */
static void cld__path_walk_box(cld__path_walk *walk, const cld__path_tree *tree, cld__vec2d min,
                               cld__vec2d max)
{
    const double margin = (double)CLD__BOX_MARGIN, s = tree->scale;
    cld__path_probe *q = &walk->probe;
    cld__path_walk_begin(walk, tree);
    q->low_x = (float)(cld__max(cld__min((min.x - tree->middle.x) * s, 2), -2) - 2 * margin);
    q->low_y = (float)(cld__max(cld__min((min.y - tree->middle.y) * s, 2), -2) - 2 * margin);
    q->high_x = (float)(cld__max(cld__min((max.x - tree->middle.x) * s, 2), -2) + 2 * margin);
    q->high_y = (float)(cld__max(cld__min((max.y - tree->middle.y) * s, 2), -2) + 2 * margin);
    if (s <= 0) q->low_x = q->low_y = -2, q->high_x = q->high_y = 2;
    if (!(q->low_x < 1.5f && q->low_y < 1.5f && q->high_x > -1.5f && q->high_y > -1.5f))
        walk->size = 0;
}

/* A walk over what is near p, nearest first. */
static void cld__path_walk_near(cld__path_walk *walk, const cld__path_tree *tree, cld__vec2d p)
{
    cld__path_walk_begin(walk, tree);
    walk->probe.nearest = 1;
    walk->probe.x = (float)cld__max(cld__min((p.x - tree->middle.x) * tree->scale, 1e9), -1e9);
    walk->probe.y = (float)cld__max(cld__min((p.y - tree->middle.y) * tree->scale, 1e9), -1e9);
}

/* The limit for a walk that is to find nothing whose squared distance is more. */
static double cld__path_near_limit(const cld__path_walk *walk, double squared)
{
    const double s = walk->tree->scale, x = (double)walk->probe.x, y = (double)walk->probe.y;
    const double margin = 4 * (double)CLD__BOX_MARGIN * (1 + fabs(x) + fabs(y));
    const double limit = sqrt(squared) * s + margin;
    return fabs(x) < 1e9 && fabs(y) < 1e9 ? limit * limit * (1 + 1e-6) : HUGE_VAL;
}

/* A walk along a segment. Distances along it are converted by cld__path_along_limit. */
typedef struct cld__path_along {
    cld__path_walk walk;
    double skip, size; /* x (as in cld__framed) where the segment enters the path's box; the boxes'
                          unit in those of x */
} cld__path_along;

/* What of skip..1 lies where low <= a + t d <= high. */
CLD__INLINE void cld__path_clip(double a, double d, double high, double *from, double *to)
{
    double t0, t1;
    if (d == 0) {
        if (!(fabs(a) <= high)) *to = -1;
        return;
    }
    t0 = ((d > 0 ? -high : high) - a) / d, t1 = ((d > 0 ? high : -high) - a) / d;
    if (t0 > *from) *from = t0;
    if (t1 < *to) *to = t1;
}

static void cld__path_along_begin(cld__path_along *along, const cld__path_tree *tree,
                                  const cld__move *m, double radius)
{
    const double s = tree->scale;
    cld__vec2d a = cld__v2_sub(m->from, tree->middle), b = cld__v2_sub(m->to, tree->middle), d;
    double from = 0, to = 1, slack, length;
    cld__path_probe *q = &along->walk.probe;
    int moves;
    cld__path_walk_begin(&along->walk, tree);
    a = cld__v2(a.x * s, a.y * s), b = cld__v2(b.x * s, b.y * s);
    d = cld__v2_sub(b, a);
    /* the rounding of numbers of this size, and of floats not far from 1 */
    slack = 16 * CLD__ROUND_DOUBLE * (fabs(a.x) + fabs(a.y) + fabs(d.x) + fabs(d.y)) + radius * s;
    cld__path_clip(a.x, d.x, 1.01 + slack, &from, &to);
    cld__path_clip(a.y, d.y, 1.01 + slack, &from, &to);
    if (!(from <= to)) {
        along->walk.size = 0;
        return;
    }
    length = sqrt(cld__v2_dot(d, d));
    b = cld__v2_mad(a, to, d), a = cld__v2_mad(a, from, d);
    slack += 1e-6 * slack + 4 * (double)CLD__BOX_MARGIN;
    q->low_x = (float)(cld__min(a.x, b.x) - slack), q->high_x = (float)(cld__max(a.x, b.x) + slack);
    q->low_y = (float)(cld__min(a.y, b.y) - slack), q->high_y = (float)(cld__max(a.y, b.y) + slack);
    q->x = (float)a.x, q->y = (float)a.y;
    /* of a move of length 0, too, d may be more than 0: by a fused b.x * s - a.x * s */
    moves = length > 1e-30 && m->length > 0;
    if (moves) q->dx = (float)(d.x / length), q->dy = (float)(d.y / length);
    q->slack = (float)(slack + 16 * (double)CLD__BOX_MARGIN);
    along->skip = from * m->length;
    along->size = moves ? length / m->length : 0;
}

/* The limit for a walk that is to find nothing later than x. */
CLD__INLINE float cld__path_along_limit(const cld__path_along *along, double x)
{
    return (float)((x - along->skip) * along->size) + 2 * CLD__BOX_MARGIN;
}

/* ----- a moving point and a path */

/* The sign of y beside the curve's first (end 1) or last point, which is on the mover's line; 0 if
   all of the curve is. */
static int cld__curve_beside(const cld__move *m, const cld__curve *c, int end)
{
    cld__framed f;
    double at[2];
    int n, k, far = cld__move_side(m, c->p[end == 1 ? c->degree : 0]);
    if (c->degree == 1) return far;
    cld__framed_from(m, c, &f);
    n = cld__cubic_extrema_in(f.y, 0, 1, at);
    for (k = 0; k < n; k++) {
        double y = cld__cubic(f.y, at[end == 1 ? k : n - 1 - k]);
        if (fabs(y) > 2 * f.error_y) return y < 0 ? -1 : 1;
    }
    return far;
}

/* The sign of y that the path has before (direction -1) or after (1) the point in which `piece`
   begins or ends on the mover's line: of the first piece in this direction, from this one on, that
   is not all in line; 0 where the path ends before. */
static int cld__path_beside(const cld_path *path, const cld__move *m, uint32_t piece, int direction)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    const uint32_t start = piece;
    cld__curve c;
    int sign;
    while (piece != CLD__NO_PIECE) {
        cld__path_curve(path, piece, &c);
        sign = cld__curve_beside(m, &c, direction > 0 ? 1 : 2);
        if (sign != 0) return sign;
        piece = direction > 0 ? tree->links[piece].after : tree->links[piece].before;
        if (piece == start) break;
    }
    return 0;
}

/* What ends in a joint belongs to the piece that begins there, and is not a point. */
static void cld__root_move_on(const cld_path *path, cld__root *root, uint32_t *piece)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    const uint32_t start = *piece;
    while (tree->links[*piece].after != CLD__NO_PIECE) {
        if (root->s < 1) {
            cld__vec2d min, max;
            cld__curve c;
            cld__path_curve(path, *piece, &c);
            cld__curve_box(&c, &min, &max);
            if (min.x < max.x || min.y < max.y) return;
        }
        *piece = tree->links[*piece].after;
        root->end = 1;
        root->s = 0;
        if (*piece == start) return;
    }
}

/* A root in a joint, or of a piece in line with the move, is one of the path: it crosses if the
   path comes and leaves on different sides. */
static void cld__root_join(const cld_path *path, const cld__move *m, cld__root *root,
                           uint32_t piece)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    uint32_t first = piece; /* the first piece not before the root */
    int before = 0, after = 0;
    if (root->end == 2) first = tree->links[first].after;
    if (root->end == 2)
        before = cld__path_beside(path, m, piece, -1);
    else if (tree->links[first].before != CLD__NO_PIECE)
        before = cld__path_beside(path, m, tree->links[first].before, -1);
    if (first != CLD__NO_PIECE) after = cld__path_beside(path, m, first, 1);
    root->side = before && after ? (after - before) / 2 : 0;
    root->beside = before ? before : after;
}

/* The first root of one piece, with x for its time: 1 with *root, unless it is later than root->t
   is on entry. (What the root is does not depend on that: so the answer to a query does not depend
   on the tree.) */
static int cld__piece_first(const cld__move *m, const cld__curve *c, cld__root *root)
{
    cld__root first, roots[CLD__MOST_ROOTS];
    int count = -1, i, found = 0;
    first.t = m->length;
    if (m->normal && c->degree == 1) {
        count = cld__sweep_fast_line(m, c, &first);
    } else if (m->normal) {
        cld__halves f;
        int which = cld__halves_from(m->from, m->d, m->length, c, &f);
        count = which > 0 ? cld__halves_first(&f, m->length, which, &first) : which;
    }
    if (count == 0) return 0;
    if (count == 1) {
        first.end = first.beside = 0;
    } else {
        count = cld__roots_of(m, c, roots);
        for (i = 0; i < count; i++) {
            roots[i].t *= m->length;
            if (found && !(roots[i].t < first.t)) continue;
            first = roots[i];
            found = 1;
        }
        if (!found) return 0;
    }
    if (!(first.t <= root->t)) return 0;
    *root = first;
    return 1;
}

/* Asks one piece: 1 if its first root is the new *best. Of several at the same time that is the
   one of the first piece, whatever the tree; `now` is the piece that *best is of, CLD__NO_PIECE for
   none, and then it is taken at best->t itself only if not `strict`. */
static int cld__path_try(const cld_path *path, const cld__move *m, const cld__path_slot *slot,
                         uint32_t now, int strict, cld__root *best, uint32_t *piece)
{
    cld__root root = *best;
    cld__curve c;
    cld__path_slot_curve(path, slot, &c);
    if (!cld__piece_first(m, &c, &root)) return 0;
    if (!(root.t < best->t) && (strict || slot->piece > now)) return 0;
    *best = root, *piece = slot->piece;
    return 1;
}

/* What remains to be said of the first root of all: joints, and its time instead of its x. */
static void cld__path_settle(const cld_path *path, const cld__move *m, cld__root *best,
                             uint32_t *piece)
{
    if (best->end) {
        cld__root_join(path, m, best, *piece);
        cld__root_move_on(path, best, piece);
    }
    best->t = m->length > 0 ? cld__clamp01(best->t / m->length) : 0;
}

/* The first root of all, at x <= best->t (x < best->t if `strict`): 1 with *best and *piece. */
static int cld__path_first(const cld_path *path, const cld__move *m, int strict, cld__root *best,
                           uint32_t *piece)
{
    const cld__path_slot *slot;
    cld__path_along along;
    int found = 0;
    cld__path_along_begin(&along, (const cld__path_tree *)path->tree, m, 0);
    while ((slot = cld__path_walk_next(&along.walk, cld__path_along_limit(&along, best->t))) !=
           NULL)
        found |= cld__path_try(path, m, slot, found ? *piece : CLD__NO_PIECE, strict && !found,
                               best, piece);
    if (found) cld__path_settle(path, m, best, piece);
    return found;
}

static int cld__path_check(const cld_path *path, cld_vec2 from, cld_vec2 to)
{
    if (!path || !path->tree) return CLD_ERROR_NULL;
    if (!cld__v2_is_usable(cld__v2_from(from)) || !cld__v2_is_usable(cld__v2_from(to)))
        return CLD_ERROR_FINITE;
    return CLD_OK;
}

int cld_path_sweep(const cld_path *path, cld_vec2 from, cld_vec2 to, cld_path_hit *hit)
{
    uint32_t piece = 0;
    cld__root best;
    cld__curve c;
    cld__move m;
    int status = cld__path_check(path, from, to);
    if (status != CLD_OK) return status;
    m = cld__move_from(cld__v2_from(from), cld__v2_from(to));
    best.t = m.length;
    if (!cld__path_first(path, &m, 0, &best, &piece)) return 0;
    if (hit) {
        cld__path_curve(path, piece, &c);
        cld__hit_from_root(&m, &c, &best, hit);
        hit->piece = piece;
    }
    return 1;
}

/* Is the root of `piece` the one of its joint or stretch that is reported? A joint's is that of the
   piece that begins there, a stretch's that of its first piece within the move. */
static int cld__root_reports(const cld_path *path, const cld__move *m, const cld__curve *c,
                             uint32_t piece, const cld__root *root)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    uint32_t before = tree->links[piece].before, at;
    cld__curve other;
    if (root->end == 0) return 1;
    if (root->end == 2) return tree->links[piece].after == CLD__NO_PIECE;
    if (before == CLD__NO_PIECE || !cld__move_reaches(m, c->p[0])) return 1;
    cld__path_curve(path, before, &other);
    if (cld__curve_beside(m, &other, 2) != 0) return 1;
    if (before < piece || root->end == 1) return 0;
    /* a loop's first piece: unless all of the loop is in line, an earlier one reports */
    for (at = before; at != piece; at = tree->links[at].before) {
        cld__path_curve(path, at, &other);
        if (cld__curve_beside(m, &other, 2) != 0 || !cld__move_reaches(m, other.p[other.degree]))
            return 0;
    }
    return 1;
}

/* The first point in time of the stretch that begins with the root of *piece. */
static void cld__stretch_first(const cld_path *path, const cld__move *m, uint32_t *piece,
                               cld__root *root)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    const uint32_t start = *piece;
    uint32_t at = start;
    cld__root roots[CLD__MOST_ROOTS];
    cld__curve c;
    for (;;) {
        cld__path_curve(path, at, &c);
        if (cld__curve_beside(m, &c, 1) != 0) return;
        if (at != start && cld__roots_of(m, &c, roots) > 0 && roots[0].t < root->t) {
            const int side = root->side, beside = root->beside;
            *root = roots[0];
            root->side = side, root->beside = beside;
            *piece = at;
        }
        if (!cld__move_reaches(m, c.p[c.degree])) return;
        at = tree->links[at].after;
        if (at == CLD__NO_PIECE || at == start) return;
    }
}

/* Earlier, or of the same time and an earlier piece. */
CLD__INLINE int cld__hit_precedes(const cld_path_hit *a, const cld_path_hit *b)
{
    if (a->time < b->time || b->time < a->time) return a->time < b->time;
    return a->piece < b->piece || (a->piece == b->piece && a->parameter < b->parameter);
}

/* Restores the heap (the latest hit on top) below place i. */
static void cld__hits_sink(cld_path_hit *hits, int count, int i)
{
    for (;;) {
        int child = 2 * i + 1;
        cld_path_hit swap = hits[i];
        if (child >= count) return;
        if (child + 1 < count && cld__hit_precedes(&hits[child], &hits[child + 1])) child++;
        if (!cld__hit_precedes(&swap, &hits[child])) return;
        hits[i] = hits[child], hits[child] = swap;
        i = child;
    }
}

/* Adds the hit to the `capacity` earliest. */
static void cld__hits_add(cld_path_hit *hits, int count, int capacity, const cld_path_hit *hit)
{
    int i = count;
    if (capacity == 0) return;
    if (count >= capacity) {
        if (!cld__hit_precedes(hit, &hits[0])) return;
        hits[0] = *hit;
        cld__hits_sink(hits, capacity, 0);
        return;
    }
    for (hits[i] = *hit; i > 0 && cld__hit_precedes(&hits[(i - 1) / 2], &hits[i]);
         i = (i - 1) / 2) {
        cld_path_hit swap = hits[i];
        hits[i] = hits[(i - 1) / 2], hits[(i - 1) / 2] = swap;
    }
}

int cld_path_sweep_all(const cld_path *path, cld_vec2 from, cld_vec2 to, cld_path_hit *out,
                       int capacity)
{
    const cld__path_slot *slot;
    cld__path_along along;
    cld__move m;
    int i, n, count = 0, status = cld__path_check(path, from, to);
    if (status != CLD_OK) return status;
    if (capacity < 0) return CLD_ERROR_COUNT;
    if (capacity > 0 && !out) return CLD_ERROR_NULL;
    m = cld__move_from(cld__v2_from(from), cld__v2_from(to));
    cld__path_along_begin(&along, (const cld__path_tree *)path->tree, &m, 0);
    while ((slot = cld__path_walk_next(&along.walk, cld__path_along_limit(&along, m.length))) !=
           NULL) {
        cld__root roots[CLD__MOST_ROOTS];
        cld__curve c;
        cld__path_slot_curve(path, slot, &c);
        n = cld__roots_of(&m, &c, roots);
        for (i = 0; i < n; i++) {
            uint32_t piece = slot->piece;
            cld_path_hit hit;
            if (!cld__root_reports(path, &m, &c, piece, &roots[i])) continue;
            if (roots[i].end) {
                cld__root_join(path, &m, &roots[i], piece);
                cld__stretch_first(path, &m, &piece, &roots[i]);
                cld__root_move_on(path, &roots[i], &piece);
            }
            if (capacity > 0) {
                cld__curve own;
                cld__path_curve(path, piece, &own);
                cld__hit_from_root(&m, &own, &roots[i], &hit);
                hit.piece = piece;
                cld__hits_add(out, count, capacity, &hit);
            }
            if (count < INT32_MAX) count++;
        }
    }
    n = count < capacity ? count : capacity;
    for (i = n - 1; i > 0; i--) { /* heap sort (Williams 1964) */
        cld_path_hit last = out[i];
        out[i] = out[0], out[0] = last;
        cld__hits_sink(out, i, 0);
    }
    return count;
}

/* Pieces that points close to each other may meet, copied from the leaves of one walk. */
enum { CLD__GROUP_POINTS = 16, CLD__GROUP_PIECES = 3 * 16 };

typedef struct cld__path_group {
    cld__path_wide *nodes;
    int count; /* pieces; -1: too many, each point is to walk by itself */
    const cld__path_slot *slots[CLD__GROUP_PIECES];
    float memory[4 * CLD__GROUP_PIECES + CLD__ALIGNMENT / sizeof(float)];
} cld__path_group;

/* What meets the box. */
static void cld__path_group_fill(cld__path_group *group, const cld__path_tree *tree, cld__vec2d min,
                                 cld__vec2d max)
{
    const uintptr_t at = (uintptr_t)group->memory + CLD__ALIGNMENT - 1;
    const cld__path_slot *slot;
    cld__path_walk walk;
    int i;
    group->nodes = (cld__path_wide *)(at / CLD__ALIGNMENT * CLD__ALIGNMENT);
    group->count = 0;
    cld__path_walk_box(&walk, tree, min, max);
    while ((slot = cld__path_walk_next(&walk, 8)) != NULL) {
        const uint32_t from = (uint32_t)(slot - tree->slots);
        const cld__path_wide *leaf = &tree->nodes[from / CLD__WIDE];
        const int k = (int)(from % CLD__WIDE), to = group->count % CLD__WIDE;
        cld__path_wide *node = &group->nodes[group->count / CLD__WIDE];
        if (group->count == CLD__GROUP_PIECES) {
            group->count = -1;
            return;
        }
        node->min_x[to] = leaf->min_x[k], node->min_y[to] = leaf->min_y[k];
        node->max_x[to] = leaf->max_x[k], node->max_y[to] = leaf->max_y[k];
        group->slots[group->count++] = slot;
    }
    for (i = group->count; i % CLD__WIDE; i++) { /* places that are free */
        cld__path_wide *node = &group->nodes[i / CLD__WIDE];
        node->min_x[i % CLD__WIDE] = node->min_y[i % CLD__WIDE] = 4;
        node->max_x[i % CLD__WIDE] = node->max_y[i % CLD__WIDE] = -4;
    }
}

/* As cld__path_first, among the pieces of the group. */
static int cld__path_group_first(const cld_path *path, const cld__path_group *group,
                                 const cld__move *m, int strict, cld__root *best, uint32_t *piece)
{
    cld__path_along along;
    int found = 0, first, k;
    if (group->count < 0) return cld__path_first(path, m, strict, best, piece);
    if (group->count == 0) return 0;
    cld__path_along_begin(&along, (const cld__path_tree *)path->tree, m, 0);
    if (along.walk.size == 0) return 0;
    for (first = 0; first < group->count; first += CLD__WIDE) {
        unsigned bits = cld__path_wide_meets(&group->nodes[first / CLD__WIDE], &along.walk.probe,
                                             cld__path_along_limit(&along, best->t));
        for (; bits; bits &= bits - 1) {
            k = first + (int)cld__lowest_one(bits);
            if (k >= group->count) break;
            found |= cld__path_try(path, m, group->slots[k], found ? *piece : CLD__NO_PIECE,
                                   strict && !found, best, piece);
        }
    }
    if (found) cld__path_settle(path, m, best, piece);
    return found;
}

/* Where a point is after the shift: rounded, as the caller's own sum will be. */
CLD__INLINE cld_vec2 cld__shifted(const cld_real *p, cld_vec2 shift)
{
    cld_vec2 to;
    to.x = p[0] + shift.x, to.y = p[1] + shift.y;
    return to;
}

/* The box of the moves of some points. */
static void cld__shifted_box(const cld_real *p, size_t count, size_t stride, cld_vec2 shift,
                             cld__vec2d *min, cld__vec2d *max)
{
    size_t i;
    *min = *max = cld__v2((double)p[0], (double)p[1]);
    for (i = 0; i < count; i++) {
        const cld_real *q = (const cld_real *)(const void *)((const char *)p + i * stride);
        const cld__vec2d from = cld__v2((double)q[0], (double)q[1]);
        const cld__vec2d to = cld__v2_from(cld__shifted(q, shift));
        min->x = cld__min(min->x, cld__min(from.x, to.x));
        min->y = cld__min(min->y, cld__min(from.y, to.y));
        max->x = cld__max(max->x, cld__max(from.x, to.x));
        max->y = cld__max(max->y, cld__max(from.y, to.y));
    }
}

/* The points of a set that shifts: groups of them share a walk. */
static int cld__path_sweep_shifted(const cld_path *path, const cld_real *points, size_t count,
                                   size_t stride, const cld_path_motion *motion, cld_path_hit *hit)
{
    cld__root best, first;
    uint32_t piece = 0, first_piece = 0;
    cld__move m, first_move;
    cld__path_group group;
    cld__curve c;
    size_t i, mover = 0;
    int found = 0;
    memset(&first, 0, sizeof first);
    memset(&first_move, 0, sizeof first_move);
    group.count = 0;
    for (i = 0; i < count; i++) {
        const cld_real *p = (const cld_real *)(const void *)((const char *)points + i * stride);
        if (i % CLD__GROUP_POINTS == 0) {
            const size_t left = count - i;
            cld__vec2d min, max;
            cld__shifted_box(p, left < CLD__GROUP_POINTS ? left : (size_t)CLD__GROUP_POINTS, stride,
                             motion->shift, &min, &max);
            cld__path_group_fill(&group, (const cld__path_tree *)path->tree, min, max);
        }
        m = cld__move_from(cld__v2((double)p[0], (double)p[1]),
                           cld__v2_from(cld__shifted(p, motion->shift)));
        best.t = found ? first.t * m.length : m.length;
        if (!cld__path_group_first(path, &group, &m, found, &best, &piece)) continue;
        if (found && !((cld_real)best.t < (cld_real)first.t)) continue;
        first = best, first_piece = piece, first_move = m;
        mover = i;
        found = 1;
    }
    if (found && hit) {
        cld__path_curve(path, first_piece, &c);
        cld__hit_from_root(&first_move, &c, &first, hit);
        hit->piece = first_piece;
        hit->mover = (uint32_t)mover;
    }
    return found;
}

/* How often the line from a to b goes around p: 1 or -1 if it crosses the ray from p in the
   direction of x upwards or downwards. What is level with p counts as below. */
static int cld__line_winding(cld__vec2d a, cld__vec2d b, cld__vec2d p)
{
    int up;
    if ((a.y > p.y) == (b.y > p.y)) return 0;
    up = b.y > p.y ? 1 : -1;
    return cld__orient2d(a, b, p) == up ? up : 0;
}

/* The same of a curve: all of it right of p counts by its ends; else by its roots. */
static int cld__curve_winding(const cld__move *ray, const cld__curve *c)
{
    const cld__vec2d p = ray->from, a = c->p[0], b = c->p[c->degree];
    cld__root roots[CLD__MOST_ROOTS];
    cld__vec2d min, max;
    int i, n, sum = 0;
    if (c->degree == 1) return cld__line_winding(a, b, p);
    cld__curve_box(c, &min, &max);
    if (max.x < p.x || min.y > p.y || max.y <= p.y) return 0;
    if (min.x > p.x) return (b.y > p.y) - (a.y > p.y);
    n = cld__roots_careful(ray, c, roots);
    for (i = 0; i < n; i++) {
        if (roots[i].end == 0) sum += roots[i].side;
        if (roots[i].end == 1) sum += roots[i].beside > 0;
        if (roots[i].end == 2) sum -= roots[i].beside > 0;
    }
    return sum;
}

int cld_path_winding(const cld_path *path, cld_vec2 p, int *winding)
{
    const cld__vec2d from = cld__v2_from(p);
    const cld__path_tree *tree;
    const cld__path_slot *slot;
    cld__vec2d to = from;
    cld__move ray;
    cld__path_walk walk;
    cld__curve c;
    uint32_t i;
    int sum = 0, status = cld__path_check(path, p, p);
    if (status != CLD_OK) return status;
    if (!winding) return CLD_ERROR_NULL;
    tree = (const cld__path_tree *)path->tree;
    to.x = cld__max(tree->max.x, from.x);
    to.x += to.x - tree->min.x + fabs(to.x);
    ray = cld__move_from(from, to);
    cld__path_walk_box(&walk, tree, from, to);
    while ((slot = cld__path_walk_next(&walk, 8)) != NULL) {
        cld__path_slot_curve(path, slot, &c);
        sum += cld__curve_winding(&ray, &c);
    }
    for (i = 0; i < tree->chains; i++) { /* open chains */
        const cld__path_chain chain = tree->chain[i];
        cld__vec2d start;
        if (chain.last + 1 <= chain.first || tree->links[chain.last].after != CLD__NO_PIECE)
            continue;
        cld__path_curve(path, chain.first, &c);
        start = c.p[0];
        cld__path_curve(path, chain.last, &c);
        sum += cld__line_winding(c.p[c.degree], start, from);
    }
    *winding = sum;
    return CLD_OK;
}

/* ---------------------------------------------------------- [BEZIER] paths: closest, disc, meet */

int cld_path_length(const cld_path *path, cld_real *length)
{
    const cld__path_tree *tree;
    double sum = 0;
    uint32_t i;
    if (!path || !path->tree || !length) return CLD_ERROR_NULL;
    tree = (const cld__path_tree *)path->tree;
    for (i = 0; i < tree->count; i++) {
        cld__curve c;
        cld__path_curve(path, i, &c);
        sum += cld__curve_length(&c, 0, 1);
    }
    *length = (cld_real)sum;
    return CLD_OK;
}

/* On which side of the path the point p lies, whose closest point is that of `piece` at t: in a
   joint, of the direction halfway between those of the two pieces; `side` if that is no joint. */
static int cld__path_side(const cld_path *path, uint32_t piece, double t, cld__vec2d p, int side)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    const cld__path_link *link = &tree->links[piece];
    uint32_t before = t <= 0 ? link->before : piece, after = t <= 0 ? piece : link->after;
    cld__vec2d corner, come, leave;
    cld__curve c;
    double across, size;
    if ((t > 0 && t < 1) || before == CLD__NO_PIECE || after == CLD__NO_PIECE) return side;
    cld__path_curve(path, piece, &c);
    corner = c.p[t <= 0 ? 0 : c.degree];
    /* pieces that are a point have no direction: to the next that does */
    for (come = cld__v2(0, 0); before != CLD__NO_PIECE; before = tree->links[before].before) {
        cld__path_curve(path, before, &c);
        come = cld__v2_unit(cld__curve_heading(&c, 1));
        if (come.x != 0 || come.y != 0 || before == after) break;
    }
    for (leave = cld__v2(0, 0); after != CLD__NO_PIECE; after = tree->links[after].after) {
        cld__path_curve(path, after, &c);
        leave = cld__v2_unit(cld__curve_heading(&c, 0));
        if (leave.x != 0 || leave.y != 0 || after == before) break;
    }
    p = cld__v2_unit(cld__v2_sub(p, corner));
    come = cld__v2_add(come, leave);
    size = fabs(come.x) + fabs(come.y);
    across = cld__v2_cross(come, p);
    return fabs(across) <= 8 * CLD__ROUND_DOUBLE * size ? 0 : across > 0 ? 1 : -1;
}

/* What is in a joint is told of the piece that begins there, as by the sweeps of a point. */
static void cld__joint_move_on(const cld_path *path, uint32_t *piece, cld_real *parameter)
{
    cld__root root;
    memset(&root, 0, sizeof root);
    root.s = (double)*parameter;
    if (root.s > 0 && root.s < 1) return;
    cld__root_move_on(path, &root, piece);
    *parameter = (cld_real)root.s;
}

int cld_path_closest(const cld_path *path, cld_vec2 p, cld_path_point *closest)
{
    const cld__vec2d at = cld__v2_from(p);
    const cld__path_tree *tree;
    const cld__path_slot *slot;
    double best = DBL_MAX, t, limit = (double)FLT_MAX;
    uint32_t piece = 0;
    cld_bezier curve;
    cld__path_walk walk;
    cld__curve c;
    int found = 0, status = cld__path_check(path, p, p);
    if (status != CLD_OK) return status;
    if (!closest) return CLD_ERROR_NULL;
    tree = (const cld__path_tree *)path->tree;
    if (tree->count == 0) return 0;
    cld__path_walk_near(&walk, tree, at);
    while ((slot = cld__path_walk_next(&walk, (float)limit)) != NULL) {
        double squared;
        cld__path_slot_curve(path, slot, &c);
        /* what is as near as the best counts, too: the first piece of these, whatever the tree */
        squared = cld__curve_closest(
            &c, at, best < DBL_MAX ? best * (1 + DBL_EPSILON) + DBL_MIN : best, &t);
        if (!found || squared < best || (squared <= best && slot->piece < piece)) {
            found = 1;
            best = squared, piece = slot->piece;
            limit = cld__path_near_limit(&walk, best);
        }
    }
    (void)cld_path_piece(path, piece, &curve);
    (void)cld_bezier_closest(&curve, p, closest);
    closest->piece = piece;
    closest->side = cld__path_side(path, piece, (double)closest->parameter, at, closest->side);
    cld__joint_move_on(path, &closest->piece, &closest->parameter);
    return 1;
}

/* When a disc first touches one piece, if not after `latest`. */
static int cld__piece_disc(const cld__curve *c, cld__vec2d from, cld__vec2d to, double radius,
                           double latest, double *time)
{
    cld__curve near = *c;
    cld__vec2d d;
    double t, scale = cld__disc_frame(&near, from, to, &radius, &d);
    (void)scale;
    return cld__curve_sweep_disc(&near, cld__v2(0, 0), d, radius, latest, time, &t);
}

int cld_path_sweep_disc(const cld_path *path, cld_vec2 from, cld_vec2 to, cld_real radius,
                        cld_path_hit *hit)
{
    const cld__path_slot *slot;
    const double r = (double)radius;
    double first = 1, time = 0;
    uint32_t piece = 0;
    cld_path_point start;
    cld__path_along along;
    cld_bezier curve;
    cld__curve c;
    cld__move m;
    int found, status = cld__path_check(path, from, to);
    if (status != CLD_OK) return status;
    if (!cld__is_finite(r) || !(r >= 0)) return CLD_ERROR_EXTENT;
    if (r == 0) return cld_path_sweep(path, from, to, hit);
    /* from the outset? Then in the path's closest point. */
    found = cld_path_closest(path, from, &start);
    if (found <= 0) return found;
    m = cld__move_from(cld__v2_from(from), cld__v2_from(to));
    found = 0;
    if (start.distance <= radius) {
        if (!hit) return 1;
        hit->time = 0, hit->parameter = start.parameter;
        hit->point = start.point, hit->normal = start.normal;
        hit->side = start.side;
        hit->piece = start.piece, hit->mover = 0;
        return 1;
    }
    cld__path_along_begin(&along, (const cld__path_tree *)path->tree, &m, r);
    while ((slot = cld__path_walk_next(&along.walk,
                                       cld__path_along_limit(&along, first * m.length))) != NULL) {
        cld__path_slot_curve(path, slot, &c);
        if (!cld__piece_disc(&c, m.from, m.to, r, first, &time)) continue;
        if (found && !(time < first)) continue;
        found = 1, first = time, piece = slot->piece;
    }
    if (!found || !hit) return found;
    (void)cld_path_piece(path, piece, &curve);
    memset(hit, 0, sizeof *hit);
    (void)cld_bezier_sweep_disc(&curve, from, to, radius, hit);
    hit->piece = piece;
    hit->side = cld__path_side(path, piece, (double)hit->parameter,
                               cld__v2_mad(m.from, (double)hit->time, cld__v2_sub(m.to, m.from)),
                               hit->side);
    cld__joint_move_on(path, &hit->piece, &hit->parameter);
    return 1;
}

/* ----- points that turn */

/* How many spans a motion is walked in, so that the boxes of the points' ways are not too large. */
static int cld__motion_spans(const cld_path_motion *motion)
{
    const double spans = 1 + 2 * fabs((double)motion->angle);
    return spans < 1000 ? (int)spans : 1000;
}

/* The first touch of one point, starting at `point`, and the path, not after *time: 1 with the
   piece, time and parameter. */
static int cld__path_first_turning(const cld_path *path, cld__vec2d point, const cld__turning *m,
                                   int spans, double *time, uint32_t *piece, double *parameter)
{
    const cld__path_tree *tree = (const cld__path_tree *)path->tree;
    const double arm = cld__v2_length(m->arm), phi = m->angle / spans;
    const double bulge = cld__min(arm * phi * phi * 0.125, 2 * arm);
    /* a point that only turns is after one turn where it was */
    const int only_turns = m->shift.x == 0 && m->shift.y == 0;
    int i, found = 0;
    for (i = 0; i < spans && !found; i++) {
        const double from = (double)i / spans, to = (double)(i + 1) / spans;
        const cld__vec2d a = cld__turning_at(m, from), b = cld__turning_at(m, to);
        const double margin = bulge + 1e-9 * (arm + cld__v2_length(m->shift)) +
                              8 * CLD__ROUND_DOUBLE * (fabs(point.x) + fabs(point.y));
        const cld__path_slot *slot;
        cld__vec2d min, max;
        cld__path_walk walk;
        cld__curve c;
        double t, when;
        if (from > *time || (only_turns && from * fabs(m->angle) > 6.3)) break;
        min = cld__v2(cld__min(a.x, b.x) - margin, cld__min(a.y, b.y) - margin);
        max = cld__v2(cld__max(a.x, b.x) + margin, cld__max(a.y, b.y) + margin);
        cld__path_walk_box(&walk, tree, cld__v2_add(point, min), cld__v2_add(point, max));
        while ((slot = cld__path_walk_next(&walk, 8)) != NULL) {
            cld__path_slot_curve(path, slot, &c);
            if (!cld__curve_sweep_turning(&c, point, m, from, cld__min(to, *time), &when, &t))
                continue;
            if (found && !(when < *time)) continue;
            found = 1, *time = when, *piece = slot->piece, *parameter = t;
        }
    }
    return found;
}

/* Describes a touch of a point that turns: its side by the velocities at that time. */
static void cld__hit_from_turning(const cld__curve *c, cld__vec2d point, const cld__turning *m,
                                  double time, double t, cld_path_hit *hit)
{
    const double phi = m->angle * time, sine = sin(phi), cosine = cos(phi);
    const cld__vec2d arm =
        cld__v2(cosine * m->arm.x - sine * m->arm.y, sine * m->arm.x + cosine * m->arm.y);
    const cld__vec2d velocity = cld__v2_mad(m->shift, m->angle, cld__v2(-arm.y, arm.x));
    const cld__vec2d v = cld__v2_unit(velocity), along = cld__v2_unit(cld__curve_heading(c, t));
    const double across = cld__v2_cross(v, along);
    const int side = fabs(across) < 1.0 / (1 << 20) ? 0 : across > 0 ? 1 : -1;
    hit->time = (cld_real)time, hit->parameter = (cld_real)t;
    hit->point = cld__v2_to(cld__v2_add(point, cld__curve_point_from(c, point, t)));
    hit->normal = cld__v2_to(cld__hit_normal(along, v, side, -1));
    hit->side = side;
    hit->piece = hit->mover = 0;
}

/* The points of a set that turns. */
static int cld__path_sweep_turned(const cld_path *path, const cld_real *points, size_t count,
                                  size_t stride, const cld_path_motion *motion, cld_path_hit *hit)
{
    const cld__vec2d centre = cld__v2_from(motion->centre);
    const int spans = cld__motion_spans(motion);
    cld__vec2d best_point = centre;
    cld__turning m, best;
    double time = 1, t = 0;
    uint32_t piece = 0;
    size_t i, mover = 0;
    cld__curve c;
    int found = 0;
    m.shift = cld__v2_from(motion->shift);
    m.angle = (double)motion->angle;
    m.arm = cld__v2(0, 0);
    best = m;
    for (i = 0; i < count; i++) {
        const cld_real *p = (const cld_real *)(const void *)((const char *)points + i * stride);
        const cld__vec2d point = cld__v2((double)p[0], (double)p[1]);
        double when = time, parameter = 0;
        uint32_t which = 0;
        m.arm = cld__v2_sub(point, centre);
        if (!cld__path_first_turning(path, point, &m, spans, &when, &which, &parameter)) continue;
        if (found && !((cld_real)when < (cld_real)time)) continue;
        time = when, piece = which, t = parameter, best = m, best_point = point;
        mover = i;
        found = 1;
    }
    if (found && hit) {
        cld__path_curve(path, piece, &c);
        cld__hit_from_turning(&c, best_point, &best, time, t, hit);
        hit->piece = piece;
        hit->mover = (uint32_t)mover;
    }
    return found;
}

cld_vec2 cld_path_motion_point(const cld_path_motion *motion, cld_vec2 p, cld_real time)
{
    const double t = (double)time;
    cld__vec2d at = cld__v2_from(p);
    cld__turning m;
    if (motion->angle == 0 && t == 1) return cld__shifted(&p.x, motion->shift);
    m.shift = cld__v2_from(motion->shift);
    m.arm = cld__v2(0, 0);
    m.angle = (double)motion->angle;
    if (motion->angle != 0) m.arm = cld__v2_sub(at, cld__v2_from(motion->centre));
    return cld__v2_to(cld__v2_add(at, cld__turning_at(&m, t)));
}

int cld_path_sweep_points(const cld_path *path, const cld_real *points, size_t count, size_t stride,
                          const cld_path_motion *motion, cld_path_hit *hit)
{
    size_t i;
    if (!path || !path->tree || !motion || (!points && count)) return CLD_ERROR_NULL;
    if (stride % sizeof(cld_real)) return CLD_ERROR_STRIDE;
    if (count > (size_t)1 << 31) return CLD_ERROR_COUNT;
    if (stride == 0) stride = 2 * sizeof(cld_real);
    if (!cld__v2_is_usable(cld__v2_from(motion->shift)) || !cld__is_finite((double)motion->angle))
        return CLD_ERROR_FINITE;
    if (motion->angle != 0 && !cld__v2_is_usable(cld__v2_from(motion->centre)))
        return CLD_ERROR_FINITE;
    if (!(fabs((double)motion->angle) <= 1024)) return CLD_ERROR_PARAMETER;
    for (i = 0; i < count; i++) {
        const cld_real *p = (const cld_real *)(const void *)((const char *)points + i * stride);
        if (!cld__v2_is_usable(cld__v2((double)p[0], (double)p[1]))) return CLD_ERROR_FINITE;
    }
    return motion->angle != 0 ? cld__path_sweep_turned(path, points, count, stride, motion, hit)
                              : cld__path_sweep_shifted(path, points, count, stride, motion, hit);
}

/* Is x before y? They are of one piece of a. */
CLD__INLINE int cld__meeting_precedes(const cld_path_meeting *x, const cld_path_meeting *y)
{
    if (x->a_from < y->a_from || y->a_from < x->a_from) return x->a_from < y->a_from;
    return x->piece_b < y->piece_b;
}

/* Shell sort (1959); few as a rule, and then an insertion sort. */
static void cld__meetings_sort(cld_path_meeting *m, int count)
{
    int gap, i, k;
    for (gap = 1; gap < count / 3;) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (i = gap; i < count; i++) {
            cld_path_meeting own = m[i];
            for (k = i; k >= gap && cld__meeting_precedes(&own, &m[k - gap]); k -= gap)
                m[k] = m[k - gap];
            m[k] = own;
        }
}

int cld_path_intersect(const cld_path *a, const cld_path *b, cld_path_meeting *out, int capacity)
{
    const cld__path_tree *tree, *tree_b;
    double size;
    uint32_t i;
    int count = 0;
    if (!a || !a->tree || !b || !b->tree || (!out && capacity > 0)) return CLD_ERROR_NULL;
    if (capacity < 0) return CLD_ERROR_COUNT;
    tree = (const cld__path_tree *)a->tree, tree_b = (const cld__path_tree *)b->tree;
    size = cld__max(tree_b->max.x - tree_b->min.x, tree_b->max.y - tree_b->min.y);
    for (i = 0; i < tree->count; i++) {
        const cld__path_slot *slot;
        cld__vec2d min, max;
        double near;
        cld__path_walk walk;
        cld__curve c, d;
        const int first = count;
        cld__path_curve(a, i, &c);
        cld__curve_box(&c, &min, &max);
        /* what counts as common (2^-40 of the size) must not be left out */
        near = ldexp(cld__max(max.x - min.x, max.y - min.y) + size, -38);
        min = cld__v2(min.x - near, min.y - near), max = cld__v2(max.x + near, max.y + near);
        cld__path_walk_box(&walk, tree_b, min, max);
        while ((slot = cld__path_walk_next(&walk, 8)) != NULL) {
            cld__vec2d low, high;
            cld__meetings m;
            int k;
            cld__path_slot_curve(b, slot, &d);
            cld__curve_box(&d, &low, &high);
            if (low.x > max.x || low.y > max.y || high.x < min.x || high.y < min.y) continue;
            cld__curves_meet(&c, &d, &m);
            for (k = 0; k < m.count && count < INT32_MAX; k++, count++)
                if (count < capacity) {
                    cld__meeting_set(&c, &m.spots[k], &out[count]);
                    out[count].piece_a = i, out[count].piece_b = slot->piece;
                }
        }
        if (first < capacity)
            cld__meetings_sort(out + first, (count < capacity ? count : capacity) - first);
    }
    return count;
}

#endif /* COLLIDE_NO_BEZIER */

#endif /* COLLIDE_IMPLEMENTATION_DONE */
#endif /* COLLIDE_IMPLEMENTATION */
