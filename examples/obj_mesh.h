/* obj_mesh.h: reads the vertices and faces of an OBJ file. A helper of the examples; include it
   after collide.h (for cld_real).

       obj_mesh mesh;
       if (!obj_mesh_read("bunny.obj", &mesh)) ...
       mesh.points      x y z of each vertex
       mesh.triangles   three numbers of vertices for each triangle; larger faces are cut into fans
       obj_mesh_free(&mesh);

   Normals, textures, groups and materials are skipped. */

#ifndef OBJ_MESH_H
#define OBJ_MESH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct obj_mesh {
    cld_real *points;
    uint32_t *triangles;
    size_t point_count, triangle_count;
    size_t point_room, triangle_room;
} obj_mesh;

static void obj_mesh_free(obj_mesh *mesh)
{
    free(mesh->points);
    free(mesh->triangles);
    memset(mesh, 0, sizeof *mesh);
}

/* Makes room for one more item of three numbers; NULL if out of memory, the items then being what
   they were. */
static void *obj_mesh_grow(void *items, size_t count, size_t *room, size_t size)
{
    size_t more = *room ? 2 * *room : 1024;
    void *grown;
    if (count < *room) return items;
    grown = realloc(items, more * 3 * size);
    if (grown) *room = more;
    return grown;
}

static int obj_mesh_triangle(obj_mesh *mesh, uint32_t a, uint32_t b, uint32_t c)
{
    void *grown = obj_mesh_grow(mesh->triangles, mesh->triangle_count, &mesh->triangle_room,
                                sizeof(uint32_t));
    if (!grown) return 0;
    mesh->triangles = (uint32_t *)grown;
    mesh->triangles[3 * mesh->triangle_count] = a;
    mesh->triangles[3 * mesh->triangle_count + 1] = b;
    mesh->triangles[3 * mesh->triangle_count + 2] = c;
    mesh->triangle_count++;
    return 1;
}

static int obj_mesh_point(obj_mesh *mesh, const char *text)
{
    double v[3];
    void *grown;
    if (sscanf(text, "%lf %lf %lf", &v[0], &v[1], &v[2]) != 3) return 0;
    grown = obj_mesh_grow(mesh->points, mesh->point_count, &mesh->point_room, sizeof(cld_real));
    if (!grown) return 0;
    mesh->points = (cld_real *)grown;
    for (int k = 0; k < 3; k++) mesh->points[3 * mesh->point_count + (size_t)k] = (cld_real)v[k];
    mesh->point_count++;
    return 1;
}

/* A face: numbers of vertices from 1 on (negative ones count from the last), each perhaps followed
   by / and numbers of other things. */
static int obj_mesh_face(obj_mesh *mesh, const char *text)
{
    uint32_t first = 0, last = 0;
    char *end;
    for (int corners = 0;; corners++) {
        long number = strtol(text, &end, 10);
        uint32_t corner;
        if (end == text) return corners >= 3;
        if (number < 0) number += (long)mesh->point_count + 1;
        if (number < 1 || (size_t)number > mesh->point_count) return 0;
        corner = (uint32_t)(number - 1);
        if (corners == 0) first = corner;
        if (corners >= 2 && !obj_mesh_triangle(mesh, first, last, corner)) return 0;
        last = corner;
        text = end + strcspn(end, " \t\r\n");
    }
}

/* 1, or 0 with a message if the file cannot be read. */
static int obj_mesh_read(const char *path, obj_mesh *mesh)
{
    FILE *file = fopen(path, "r");
    char line[1024];
    int fine = file != NULL;
    memset(mesh, 0, sizeof *mesh);
    while (fine && fgets(line, sizeof line, file)) {
        if (line[0] == 'v' && line[1] == ' ') fine = obj_mesh_point(mesh, line + 2);
        if (line[0] == 'f' && line[1] == ' ') fine = obj_mesh_face(mesh, line + 2);
    }
    if (file) fclose(file);
    if (fine && mesh->triangle_count > 0) return 1;
    fprintf(stderr, "cannot read triangles from %s%s\n", path,
            file ? "" : " (run from the root of the repository)");
    obj_mesh_free(mesh);
    return 0;
}

#endif /* OBJ_MESH_H */
