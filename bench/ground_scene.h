/* ground_scene.h: bodies on ground, as the bench and all peers see them: plain doubles that are
 * floats. scenes_ground.h makes them. */
#ifndef BENCH_GROUND_SCENE_H
#define BENCH_GROUND_SCENE_H

typedef enum ground_kind {
    GROUND_SPHERE,
    GROUND_CAPSULE, /* about z, as the cylinder */
    GROUND_BOX,
    GROUND_CYLINDER,
    GROUND_HULL, /* of 12 points: a prism about z */
    GROUND_KINDS
} ground_kind;

static const char *const ground_kind_names[GROUND_KINDS] = {"sphere", "capsule", "box", "cylinder",
                                                            "hull of 12"};

/* Radius or half width, and half height or half length of the segment. */
static const double ground_sizes[GROUND_KINDS][2] = {
    {0.1875, 0}, {0.15625, 0.25}, {0.3125, 0.125}, {0.34375, 0.125}, {0.34375, 0.125}};

/* Holes: their vertices have height NaN. */
typedef enum ground_land {
    GROUND_ROUGH,
    GROUND_FLAT,
    GROUND_STAIRS,
    GROUND_BORDER,
    GROUND_HOLES,
    GROUND_LANDS
} ground_land;

static const char *const ground_land_names[GROUND_LANDS] = {
    "random: rough waves", "made: flat", "made: stairs", "made: border", "made: hole"};

/* Those that touch move anyhow, made ones along, into or away from the ground; those that are apart
   are lifted, and move down within 60 degrees, made ones straight down or a quarter turn aslant. */
typedef enum ground_placing { GROUND_TOUCHES, GROUND_APART } ground_placing;

#define GROUND_CELL 0.25

enum { GROUND_SIZE = 256, GROUND_CORNERS = 12 };

/* axes[k]: where axis k points. */
typedef struct ground_body {
    double at[3], axes[3][3], way[3];
    double depth; /* that is known, but on rough ground and stairs; negative: apart */
} ground_body;

typedef struct ground_scene {
    ground_land land;
    ground_kind kind;
    ground_placing placing;
    int count;
    float *heights;
    double corners[GROUND_CORNERS][3]; /* of all hulls */
    ground_body *bodies;
} ground_scene;

#endif /* BENCH_GROUND_SCENE_H */
