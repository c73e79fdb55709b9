/* baseline_grid.h: the plain hashed grid of particle codes (Teschner et al. 2003), written with care
 * and without SIMD: cells of the radius in a table of chains, 27 cells a question. Integer cells of
 * 32 bits, decided in double.
 */
#ifndef BASELINE_GRID_H
#define BASELINE_GRID_H

typedef struct hash_grid {
    const cld_vec3 *points;
    uint32_t *heads, *next;
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

static void hash_grid_build(hash_grid *g, const cld_vec3 *points, int count, double cell)
{
    if (g->mask + 1 < 2 * (size_t)count) {
        free(g->heads), free(g->next);
        for (g->mask = 1; g->mask < 2 * (size_t)count;) g->mask = 2 * g->mask + 1;
        g->heads = (uint32_t *)malloc((g->mask + 1) * sizeof *g->heads);
        g->next = (uint32_t *)malloc((size_t)count * sizeof *g->next);
        if (g->heads == NULL || g->next == NULL) exit(1);
    }
    g->points = points, g->inverse = 1 / cell;
    memset(g->heads, 0xff, (g->mask + 1) * sizeof *g->heads);
    for (int i = 0; i < count; ++i) {
        const size_t b = hash_grid_bucket(g, hash_grid_cell((double)points[i].x, g->inverse),
                                          hash_grid_cell((double)points[i].y, g->inverse),
                                          hash_grid_cell((double)points[i].z, g->inverse));
        g->next[i] = g->heads[b], g->heads[b] = (uint32_t)i;
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
        for (uint32_t i = g->heads[hash_grid_bucket(g, cx, cy, cz)]; i != 0xffffffffu;
             i = g->next[i]) {
            const double px = (double)g->points[i].x, py = (double)g->points[i].y;
            const double pz = (double)g->points[i].z;
            const double dx = px - (double)p.x, dy = py - (double)p.y, dz = pz - (double)p.z;
            if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
            if (hash_grid_cell(px, g->inverse) != cx || hash_grid_cell(py, g->inverse) != cy ||
                hash_grid_cell(pz, g->inverse) != cz)
                continue;
            out[found++] = i;
        }
    }
    return found;
}

#endif /* BASELINE_GRID_H */
