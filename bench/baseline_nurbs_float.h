/* baseline_nurbs_float.h: the source's algorithm once more in float, as the source computed: the
 * types and functions of baseline_nurbs.h, their names beginning baseline_float.
 *
 * The same text is compiled again under other names, so that both do the same. A placement is
 * computed in double and then rounded: it is not the placing that is compared.
 */
#ifndef BENCH_BASELINE_NURBS_FLOAT_H
#define BENCH_BASELINE_NURBS_FLOAT_H

#include "bench.h"
#include "baseline_nurbs.h"

#define BENCH_BASELINE_FLOAT
#define baseline               baseline_float
#define baseline_box           baseline_float_box
#define baseline_boxes_overlap baseline_float_boxes_overlap
#define baseline_build_box     baseline_float_build_box
#define baseline_choose        baseline_float_choose
#define baseline_collide       baseline_float_collide
#define baseline_covariance    baseline_float_covariance
#define baseline_create        baseline_float_create
#define baseline_cut           baseline_float_cut
#define baseline_cut_line      baseline_float_cut_line
#define baseline_destroy       baseline_float_destroy
#define baseline_direction     baseline_float_direction
#define baseline_eigenvectors  baseline_float_eigenvectors
#define baseline_fit_box       baseline_float_fit_box
#define baseline_half_diagonal baseline_float_half_diagonal
#define baseline_hit           baseline_float_hit
#define baseline_inner         baseline_float_inner
#define baseline_knots         baseline_float_knots
#define baseline_length        baseline_float_length
#define baseline_middle        baseline_float_middle
#define baseline_orient        baseline_float_orient
#define baseline_place         baseline_float_place
#define baseline_plan_cut      baseline_float_plan_cut
#define baseline_project       baseline_float_project
#define baseline_real          baseline_float_real
#define baseline_record        baseline_float_record
#define baseline_recurse       baseline_float_recurse
#define baseline_settings      baseline_float_settings
#define baseline_small_enough  baseline_float_small_enough
#define baseline_spacing       baseline_float_spacing
#define baseline_span          baseline_float_span
#define baseline_split         baseline_float_split
#define baseline_split_nothing baseline_float_split_nothing
#define baseline_surface       baseline_float_surface
#define baseline_take          baseline_float_take
#define baseline_thickness     baseline_float_thickness

#include "baseline_nurbs.h"

#undef baseline
#undef baseline_box
#undef baseline_boxes_overlap
#undef baseline_build_box
#undef baseline_choose
#undef baseline_collide
#undef baseline_covariance
#undef baseline_create
#undef baseline_cut
#undef baseline_cut_line
#undef baseline_destroy
#undef baseline_direction
#undef baseline_eigenvectors
#undef baseline_fit_box
#undef baseline_half_diagonal
#undef baseline_hit
#undef baseline_inner
#undef baseline_knots
#undef baseline_length
#undef baseline_middle
#undef baseline_orient
#undef baseline_place
#undef baseline_plan_cut
#undef baseline_project
#undef baseline_real
#undef baseline_record
#undef baseline_recurse
#undef baseline_settings
#undef baseline_small_enough
#undef baseline_spacing
#undef baseline_span
#undef baseline_split
#undef baseline_split_nothing
#undef baseline_surface
#undef baseline_take
#undef baseline_thickness
#undef BENCH_BASELINE_FLOAT

#endif /* BENCH_BASELINE_NURBS_FLOAT_H */
