/* baseline_grid.h: the plain hashed grid of particle codes (Teschner et al. 2003), written with
 * care and without SIMD: cells of the radius in buckets, sorted by counting, 27 cells a question.
 * Integer cells of 32 bits, decided in double.
 */
#ifndef BASELINE_GRID_H
#define BASELINE_GRID_H

#include "collide.h"

typedef struct hash_grid {
    cld_vec3 *points; /* by bucket */
    uint32_t *numbers, *starts;
    size_t mask;
    double inverse;
} hash_grid;

static inline size_t hash_grid_bucket(const hash_grid *g, int x, int y, int z)
{
    const uint32_t h = (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)z * 83492791u;
    return (h ^ h >> 15) & g->mask;
}

static inline int hash_grid_cell(double x, double inverse)
{
    return (int)floor(x * inverse);
}

static inline size_t hash_grid_bucket_of(const hash_grid *g, cld_vec3 p)
{
    return hash_grid_bucket(g, hash_grid_cell((double)p.x, g->inverse),
                            hash_grid_cell((double)p.y, g->inverse),
                            hash_grid_cell((double)p.z, g->inverse));
}

static void hash_grid_free(hash_grid *g)
{
    free(g->points), free(g->numbers), free(g->starts);
    memset(g, 0, sizeof *g);
}

/* A counting sort by bucket. */
static void hash_grid_build(hash_grid *g, const cld_vec3 *points, int count, double cell)
{
    uint32_t sum = 0;
    if (g->mask + 1 < (size_t)count) {
        hash_grid_free(g);
        for (g->mask = 1; g->mask + 1 < (size_t)count;) g->mask = 2 * g->mask + 1;
        g->starts = (uint32_t *)malloc((g->mask + 2) * sizeof *g->starts);
        g->points = (cld_vec3 *)malloc((g->mask + 1) * sizeof *g->points);
        g->numbers = (uint32_t *)malloc((g->mask + 1) * sizeof *g->numbers);
        if (g->starts == NULL || g->points == NULL || g->numbers == NULL) exit(1);
    }
    g->inverse = 1 / cell;
    memset(g->starts, 0, (g->mask + 2) * sizeof *g->starts);
    for (int i = 0; i < count; ++i) g->starts[hash_grid_bucket_of(g, points[i])]++;
    for (size_t b = 0; b <= g->mask + 1; ++b) sum += g->starts[b], g->starts[b] = sum;
    for (int i = count - 1; i >= 0; --i) {
        const uint32_t at = --g->starts[hash_grid_bucket_of(g, points[i])];
        g->points[at] = points[i], g->numbers[at] = (uint32_t)i;
    }
}

/* Points in cells that share a bucket are compared by their cells, so that none is found twice. */
static size_t hash_grid_near(const hash_grid *g, cld_vec3 p, double radius, uint32_t *out)
{
    const int x = hash_grid_cell((double)p.x, g->inverse),
              y = hash_grid_cell((double)p.y, g->inverse);
    const int z = hash_grid_cell((double)p.z, g->inverse);
    size_t found = 0;
    for (int k = 0; k < 27; ++k) {
        const int cx = x + k % 3 - 1, cy = y + k / 3 % 3 - 1, cz = z + k / 9 - 1;
        const size_t bucket = hash_grid_bucket(g, cx, cy, cz);
        for (uint32_t i = g->starts[bucket]; i < g->starts[bucket + 1]; ++i) {
            const double px = (double)g->points[i].x, py = (double)g->points[i].y;
            const double pz = (double)g->points[i].z;
            const double dx = px - (double)p.x, dy = py - (double)p.y, dz = pz - (double)p.z;
            if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
            if (hash_grid_cell(px, g->inverse) != cx || hash_grid_cell(py, g->inverse) != cy ||
                hash_grid_cell(pz, g->inverse) != cz)
                continue;
            out[found++] = g->numbers[i];
        }
    }
    return found;
}

#endif /* BASELINE_GRID_H */
