/* Paths for tests, piece by piece: what an outline is made of is said where it is made. */
#ifndef PATH_BUILDER_H
#define PATH_BUILDER_H

typedef struct built_path {
    cld_path path;
    char *commands;
    cld_real *points;
    size_t command_room, point_room;
    void *tree;
} built_path;

static TEST_UNUSED void path_clear(built_path *b)
{
    b->path.command_count = b->path.point_count = 0;
    b->path.tree = NULL;
}

static TEST_UNUSED void path_free(built_path *b)
{
    free(b->commands), free(b->points), free(b->tree);
    memset(b, 0, sizeof *b);
}

/* Appends a command and its points, x y each. */
static TEST_UNUSED void path_add(built_path *b, char command, const double *xy)
{
    const int count = command == 'C' ? 3 : command == 'Q' ? 2 : command == 'Z' ? 0 : 1;
    if (b->path.command_count == b->command_room) {
        b->command_room = 2 * b->command_room + 16;
        b->commands = (char *)realloc(b->commands, b->command_room);
    }
    if (b->path.point_count + 3 > b->point_room) {
        b->point_room = 2 * b->point_room + 48;
        b->points = (cld_real *)realloc(b->points, 2 * b->point_room * sizeof(cld_real));
    }
    b->commands[b->path.command_count++] = command;
    for (int i = 0; i < 2 * count; i++)
        b->points[2 * b->path.point_count + (size_t)i] = (cld_real)xy[i];
    b->path.point_count += (size_t)count;
}

static TEST_UNUSED void path_add1(built_path *b, char command, double x, double y)
{
    const double p[2] = {x, y};
    path_add(b, command, p);
}

static TEST_UNUSED void path_add2(built_path *b, double x1, double y1, double x2, double y2)
{
    const double p[4] = {x1, y1, x2, y2};
    path_add(b, 'Q', p);
}

static TEST_UNUSED void path_add3(built_path *b, double x1, double y1, double x2, double y2,
                                  double x3, double y3)
{
    const double p[6] = {x1, y1, x2, y2, x3, y3};
    path_add(b, 'C', p);
}

/* Builds the tree; ready to be asked. */
static TEST_UNUSED void path_build(built_path *b)
{
    b->path.commands = b->commands, b->path.points = b->points, b->path.stride = 0;
    free(b->tree);
    b->tree = malloc(cld_path_size(&b->path));
    CHECK(cld_path_build(&b->path, b->tree, cld_path_size(&b->path)) == CLD_OK);
}

/* The nearest places of a cubic to a quarter of a circle have this much of the radius as handle. */
#define PATH_QUARTER 0.5522847498307936

/* A circle of four cubics, from the right, counter-clockwise for turn 1, clockwise for -1. */
static TEST_UNUSED void path_add_circle(built_path *b, double x, double y, double r, int turn)
{
    static const double c[5] = {1, 0, -1, 0, 1}, s[5] = {0, 1, 0, -1, 0};
    path_add1(b, 'M', x + r, y);
    for (int i = 0; i < 4; i++) {
        const double k = PATH_QUARTER;
        path_add3(b, x + r * (c[i] - k * s[i]), y + turn * r * (s[i] + k * c[i]),
                  x + r * (c[i + 1] + k * s[i + 1]), y + turn * r * (s[i + 1] - k * c[i + 1]),
                  x + r * c[i + 1], y + turn * r * s[i + 1]);
    }
}

#endif /* PATH_BUILDER_H */
