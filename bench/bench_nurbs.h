/* bench_nurbs.h: the NURBS page of the bench: rows_nurbs.h, deforming_nurbs.h, touching_nurbs.h. */
#ifndef BENCH_NURBS_H
#define BENCH_NURBS_H

#include "rows_nurbs.h"
#include "deforming_nurbs.h"
#include "touching_nurbs.h"

static void bench_nurbs(bench *b)
{
    nurbs_page page;
    nurbs_page_open(&page, b);
    nurbs_bench_placements(&page);
    nurbs_bench_refinement(&page);
    nurbs_bench_touching(&page);
    nurbs_bench_worst(&page);
    nurbs_bench_curves(&page);
    nurbs_bench_others(&page);
    nurbs_bench_deforming(&page);
#ifndef COLLIDE_NO_MESH
    nurbs_bench_hundred(&page);
#endif
    nurbs_bench_offsets(&page);
    nurbs_bench_touching_pairs(&page);
    bench_ask(b, "nurbs", "memory: peak of the workspace in all of the above", 1e6,
              (double)page.peak, "B", BENCH_AT_MOST);
    bench_ask(b, "nurbs", "memory: allocations when a query is asked again", 0,
              (double)page.second_allocations, "", BENCH_AT_MOST);
    nurbs_page_close(&page);
}

#endif /* BENCH_NURBS_H */
