/* png.h: writes pictures as PNG files. A helper of the examples; needs nothing but the C library.

       if (!png_write("picture.png", width, height, rgb)) ...   3 bytes a pixel, from the top down

       bytes = png_encode(width, height, rgb, &size)  the same in memory, to be freed; NULL: there
                                                      is none left
       png_base64(file, bytes, size)   as text, for pages: "data:image/png;base64," goes before it

   Sources: RFC 2083 (PNG), 1950 and 1951 (what its data is packed in), 4648 (base64). Each byte is
   predicted from its neighbours (Paeth's filter); what remains is packed with repetitions and the
   shortest code for what it consists of (Huffman's). */

#ifndef PNG_H
#define PNG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_HASHES = 1 << 15, PNG_WINDOW = 1 << 15, PNG_TRIES = 24 };

/* Symbols: a byte (below 256), the end (256) or a length (above); and distances. */
enum { PNG_END = 256, PNG_SYMBOLS = 286, PNG_DISTANCES = 30, PNG_LONGEST = 15 };

/* Bits on their way into memory that is large enough. */
typedef struct png_bits {
    unsigned char *data;
    size_t count;
    uint32_t waiting;
    int waiting_count;
} png_bits;

static inline void png_put(png_bits *b, uint32_t value, int count)
{
    b->waiting |= value << b->waiting_count;
    for (b->waiting_count += count; b->waiting_count >= 8; b->waiting_count -= 8) {
        b->data[b->count++] = (unsigned char)b->waiting;
        b->waiting >>= 8;
    }
}

/* Codes stand with their first bit first, numbers with their last. */
static inline void png_put_code(png_bits *b, uint32_t code, int count)
{
    while (count-- > 0) png_put(b, code >> count & 1, 1);
}

/* A code for each symbol, the shorter the more often it occurs. */
typedef struct png_code {
    int count; /* of symbols */
    uint32_t times[PNG_SYMBOLS], codes[PNG_SYMBOLS];
    int lengths[PNG_SYMBOLS];
} png_code;

/* Every symbol counts once more than it occurs: so each has a code, and there are no special
   cases. */
static inline void png_code_begin(png_code *c, int count)
{
    c->count = count;
    for (int i = 0; i < count; i++) c->times[i] = 1;
}

/* The two rarest become one, again and again; a symbol's length is how often it was taken along.
   Returns the greatest. Source: Huffman 1952. */
static inline int png_code_lengths(png_code *c)
{
    uint32_t times[2 * PNG_SYMBOLS];
    int parent[2 * PNG_SYMBOLS], depth[2 * PNG_SYMBOLS], nodes = c->count, greatest = 0;
    for (int i = 0; i < nodes; i++) times[i] = c->times[i], parent[i] = -1;
    for (; nodes < 2 * c->count - 1; nodes++) {
        int rare = -1, next = -1;
        for (int i = 0; i < nodes; i++) {
            if (parent[i] >= 0) continue;
            if (rare < 0 || times[i] < times[rare])
                next = rare, rare = i;
            else if (next < 0 || times[i] < times[next])
                next = i;
        }
        times[nodes] = times[rare] + times[next], parent[nodes] = -1;
        parent[rare] = parent[next] = nodes;
    }
    for (int i = nodes - 1; i >= 0; i--) {
        depth[i] = parent[i] < 0 ? 0 : depth[parent[i]] + 1;
        if (i < c->count) c->lengths[i] = depth[i];
        if (depth[i] > greatest) greatest = depth[i];
    }
    return greatest;
}

/* Codes of the same length are consecutive numbers. What is too long becomes shorter where rare
   symbols are counted as less rare. */
static inline void png_code_end(png_code *c)
{
    uint32_t next = 0;
    while (png_code_lengths(c) > PNG_LONGEST)
        for (int i = 0; i < c->count; i++) c->times[i] = (c->times[i] + 1) / 2;
    for (int n = 1; n <= PNG_LONGEST; n++, next <<= 1)
        for (int i = 0; i < c->count; i++)
            if (c->lengths[i] == n) c->codes[i] = next++;
}

static inline void png_put_symbol(png_bits *b, const png_code *c, uint32_t symbol)
{
    png_put_code(b, c->codes[symbol], c->lengths[symbol]);
}

/* A number as a symbol and further bits, of which there are as many for `each` symbols on end:
   four of lengths, two of distances. */
static inline uint32_t png_split(uint32_t number, uint32_t each, int *extra)
{
    *extra = 0;
    while (number >> *extra >= 2 * each) ++*extra;
    return each * (uint32_t)*extra + (number >> *extra);
}

/* The symbol of a length from 3 to 258. */
static inline uint32_t png_length_symbol(uint32_t length, int *extra)
{
    if (length < 258) return PNG_END + 1 + png_split(length - 3, 4, extra);
    *extra = 0;
    return PNG_SYMBOLS - 1;
}

/* How many bytes from position `at` on are as from `before` on; 258 count at most. */
static inline uint32_t png_match(const unsigned char *data, size_t size, size_t before, size_t at)
{
    uint32_t n = 0;
    while (n < 258 && at + n < size && data[before + n] == data[at + n]) n++;
    return n;
}

/* What the bytes are made of: bytes, or length * 65536 + distance where the same stood so many
   bytes ago. `last` holds, for each hash of three bytes, one more than where they stood last,
   `chain` for each position where the same hash stood before that. Returns how many items there
   are. */
static inline size_t png_find(const unsigned char *data, size_t size, uint32_t *last,
                              uint32_t *chain, uint32_t *items)
{
    size_t at = 0, count = 0;
    while (at < size) {
        uint32_t best = 0, distance = 0, n;
        if (at + 3 <= size) {
            const uint32_t key =
                data[at] | (uint32_t)data[at + 1] << 8 | (uint32_t)data[at + 2] << 16;
            uint32_t from = last[key * 0x9E3779B1u >> 17];
            for (int k = 0; k < PNG_TRIES && from && at + 1 - from <= PNG_WINDOW; k++) {
                n = png_match(data, size, from - 1, at);
                if (n > best) best = n, distance = (uint32_t)(at + 1 - from);
                from = chain[from - 1];
            }
        }
        if (best < 4) best = 1;
        items[count++] = best == 1 ? data[at] : best << 16 | distance;
        for (; best > 0; best--, at++) {
            uint32_t key, hash;
            if (at + 3 > size) continue;
            key = data[at] | (uint32_t)data[at + 1] << 8 | (uint32_t)data[at + 2] << 16;
            hash = key * 0x9E3779B1u >> 17;
            chain[at] = last[hash], last[hash] = (uint32_t)at + 1;
        }
    }
    return count;
}

/* The items with codes made for them. The lengths of the codes go before them, in four bits each:
   this is itself a code, of which the lengths go first. */
static inline void png_pack(png_bits *b, const uint32_t *items, size_t count)
{
    png_code symbols, distances;
    int extra;
    png_code_begin(&symbols, PNG_SYMBOLS), png_code_begin(&distances, PNG_DISTANCES);
    for (size_t i = 0; i < count; i++) {
        const uint32_t length = items[i] >> 16, distance = items[i] & 0xFFFF;
        symbols.times[length ? png_length_symbol(length, &extra) : items[i]]++;
        if (length) distances.times[png_split(distance - 1, 2, &extra)]++;
    }
    png_code_end(&symbols), png_code_end(&distances);
    png_put(b, 0x5, 3); /* one block, with codes of its own */
    png_put(b, PNG_SYMBOLS - 257, 5), png_put(b, PNG_DISTANCES - 1, 5), png_put(b, 19 - 4, 4);
    for (int i = 0; i < 19; i++) png_put(b, i < 3 ? 0 : 4, 3); /* three that shorten repetitions */
    for (int i = 0; i < PNG_SYMBOLS; i++) png_put_code(b, (uint32_t)symbols.lengths[i], 4);
    for (int i = 0; i < PNG_DISTANCES; i++) png_put_code(b, (uint32_t)distances.lengths[i], 4);
    for (size_t i = 0; i < count; i++) {
        const uint32_t length = items[i] >> 16, distance = items[i] & 0xFFFF;
        if (!length) {
            png_put_symbol(b, &symbols, items[i]);
            continue;
        }
        png_put_symbol(b, &symbols, png_length_symbol(length, &extra));
        png_put(b, (length - 3) & ((1u << extra) - 1), extra);
        png_put_symbol(b, &distances, png_split(distance - 1, 2, &extra));
        png_put(b, (distance - 1) & ((1u << extra) - 1), extra);
    }
    png_put_symbol(b, &symbols, PNG_END);
    png_put(b, 0, 7); /* up to a whole byte */
}

/* Rows, each after the number of its filter; a byte less what its neighbours to the left, above,
   and to the left of that let expect. */
static inline void png_filter(const unsigned char *rgb, int width, int height, unsigned char *out)
{
    const size_t row = 3 * (size_t)width;
    for (int y = 0; y < height; y++) {
        *out++ = 4;
        for (size_t x = 0; x < row; x++, rgb++) {
            const int left = x >= 3 ? rgb[-3] : 0, above = y ? *(rgb - row) : 0;
            const int corner = x >= 3 && y ? *(rgb - row - 3) : 0, expected = left + above - corner;
            const int a = abs(expected - left), b = abs(expected - above),
                      c = abs(expected - corner);
            *out++ = (unsigned char)(*rgb - (a <= b && a <= c ? left : b <= c ? above : corner));
        }
    }
}

static inline void png_put_number(unsigned char *at, uint32_t n)
{
    for (int k = 0; k < 4; k++) at[k] = (unsigned char)(n >> (24 - 8 * k));
}

/* A chunk: size, name, data, check. Returns where the next one begins. */
static inline unsigned char *png_put_chunk(unsigned char *at, const char *name,
                                           const unsigned char *data, size_t size)
{
    uint32_t check = 0xFFFFFFFFu;
    png_put_number(at, (uint32_t)size);
    memcpy(at + 4, name, 4);
    if (size) memcpy(at + 8, data, size);
    for (size_t i = 0; i < size + 4; i++) {
        check ^= at[4 + i];
        for (int k = 0; k < 8; k++) check = check >> 1 ^ (check & 1 ? 0xEDB88320u : 0);
    }
    png_put_number(at + 8 + size, ~check);
    return at + 12 + size;
}

/* The whole file in memory, to be freed; NULL if there is none left. */
static inline unsigned char *png_encode(int width, int height, const unsigned char *rgb,
                                        size_t *file_size)
{
    static const unsigned char begin[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const size_t size = (3 * (size_t)width + 1) * (size_t)height;
    const size_t most = 2 * size + 1024; /* no code is longer than two bytes */
    unsigned char header[13] = {0}, *data = (unsigned char *)malloc(size), *file;
    uint32_t *last = (uint32_t *)calloc(PNG_HASHES, sizeof *last);
    uint32_t *chain = (uint32_t *)calloc(size, sizeof *chain);
    uint32_t *items = (uint32_t *)calloc(size, sizeof *items);
    png_bits b = {NULL, 0, 0, 0};
    b.data = (unsigned char *)malloc(most);
    file = (unsigned char *)malloc(most + 128);
    if (data && last && chain && items && b.data && file) {
        uint32_t low = 1, high = 0;
        unsigned char *at = file + sizeof begin;
        png_filter(rgb, width, height, data);
        b.data[b.count++] = 0x78, b.data[b.count++] = 0x01;
        png_pack(&b, items, png_find(data, size, last, chain, items));
        for (size_t i = 0; i < size; i++)
            low = (low + data[i]) % 65521, high = (high + low) % 65521;
        png_put_number(b.data + b.count, high << 16 | low);
        png_put_number(header, (uint32_t)width), png_put_number(header + 4, (uint32_t)height);
        header[8] = 8, header[9] = 2; /* bits a number; colours, no palette */
        memcpy(file, begin, sizeof begin);
        at = png_put_chunk(at, "IHDR", header, sizeof header);
        at = png_put_chunk(at, "IDAT", b.data, b.count + 4);
        at = png_put_chunk(at, "IEND", NULL, 0);
        *file_size = (size_t)(at - file);
    } else {
        free(file), file = NULL;
    }
    free(data), free(last), free(chain), free(items), free(b.data);
    return file;
}

/* Returns 0 if out of memory, or if the file could not be written. */
static inline int png_write(const char *path, int width, int height, const unsigned char *rgb)
{
    size_t size = 0;
    unsigned char *bytes = png_encode(width, height, rgb, &size);
    FILE *file = bytes ? fopen(path, "wb") : NULL;
    int good = file && fwrite(bytes, 1, size, file) == size;
    if (file) good = fclose(file) == 0 && good;
    free(bytes);
    return good;
}

/* Three bytes are four letters, six bits each; the end is filled up with =. */
static inline void png_base64(FILE *file, const unsigned char *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = 0;
        char text[5] = "====";
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < size ? bytes[i + k] : 0u);
        for (size_t k = 0; k < 4 && i + k <= size; k++)
            text[k] = letters[bits >> (18 - 6 * k) & 63];
        fputs(text, file);
    }
}

#endif /* PNG_H */
