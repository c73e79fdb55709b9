/* Reference for boxes along the axes: do two of them share a point? As the declarations say: a box
 * whose low is above its high is empty, and shares none. After collide.h. */
#ifndef COLLIDE_ORACLE_BOXES_H
#define COLLIDE_ORACLE_BOXES_H

static TEST_UNUSED int box_is_empty(const cld_aabb *b)
{
    return b->low.x > b->high.x || b->low.y > b->high.y || b->low.z > b->high.z;
}

static TEST_UNUSED int boxes_overlap(const cld_aabb *a, const cld_aabb *b)
{
    if (box_is_empty(a) || box_is_empty(b)) return 0;
    if (a->high.x < b->low.x || b->high.x < a->low.x) return 0;
    if (a->high.y < b->low.y || b->high.y < a->low.y) return 0;
    return !(a->high.z < b->low.z || b->high.z < a->low.z);
}

#endif
