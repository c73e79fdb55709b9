/* png.h: writes pictures as PNG files. A helper of the examples; needs nothing but the C library.

       if (!png_write("picture.png", width, height, rgb)) ...   3 bytes a pixel, from the top down

       bytes = png_encode(width, height, rgb, &size)  the same in memory, to be freed; NULL: there
                                                      is none left
       png_base64(file, bytes, size)   as text, for pages: "data:image/png;base64," goes before it

   Sources: RFC 2083 (PNG), 1950 and 1951 (what its data is packed in), 4648 (base64). Each byte is
   predicted from its neighbours (Paeth's filter); what remains is packed with repetitions and the
   fixed code. */

#ifndef PNG_H
#define PNG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_HASHES = 1 << 15, PNG_WINDOW = 1 << 15, PNG_TRIES = 24 };

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

/* A byte (below 256), the end (256) or a length (above), in the fixed code. */
static inline void png_put_symbol(png_bits *b, uint32_t symbol)
{
    if (symbol < 144)
        png_put_code(b, 0x30 + symbol, 8);
    else if (symbol < 256)
        png_put_code(b, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        png_put_code(b, symbol - 256, 7);
    else
        png_put_code(b, 0xC0 + symbol - 280, 8);
}

/* The same `length` bytes (3 to 258) as `distance` bytes ago. In both lists of codes there are as
   many for each further bit of the number: four of lengths, two of distances. */
static inline void png_put_match(png_bits *b, uint32_t length, uint32_t distance)
{
    uint32_t n = length - 3, extra = 0, d = distance - 1;
    if (length == 258) {
        png_put_symbol(b, 285);
    } else {
        while (n >> extra >= 8) extra++;
        png_put_symbol(b, 257 + 4 * extra + (n >> extra));
        png_put(b, n & ((1u << extra) - 1), (int)extra);
    }
    extra = 0;
    while (d >> extra >= 4) extra++;
    png_put_code(b, 2 * extra + (d >> extra), 5);
    png_put(b, d & ((1u << extra) - 1), (int)extra);
}

/* How many bytes from position `at` on are as from `before` on; 258 count at most. */
static inline uint32_t png_match(const unsigned char *data, size_t size, size_t before, size_t at)
{
    uint32_t n = 0;
    while (n < 258 && at + n < size && data[before + n] == data[at + n]) n++;
    return n;
}

/* Packs the bytes. `last` holds, for each hash of three bytes, one more than where they stood last,
   `chain` for each position where the same hash stood before that. */
static inline void png_pack(png_bits *b, const unsigned char *data, size_t size, uint32_t *last,
                            uint32_t *chain)
{
    size_t at = 0;
    png_put(b, 0x3, 3); /* one block, with the fixed code */
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
        if (best == 1)
            png_put_symbol(b, data[at]);
        else
            png_put_match(b, best, distance);
        for (; best > 0; best--, at++) {
            uint32_t key, hash;
            if (at + 3 > size) continue;
            key = data[at] | (uint32_t)data[at + 1] << 8 | (uint32_t)data[at + 2] << 16;
            hash = key * 0x9E3779B1u >> 17;
            chain[at] = last[hash], last[hash] = (uint32_t)at + 1;
        }
    }
    png_put_symbol(b, 256);
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
    const size_t most = size + size / 8 + 16; /* a byte takes nine bits at most */
    unsigned char header[13] = {0}, *data = (unsigned char *)malloc(size), *file;
    uint32_t *last = (uint32_t *)calloc(PNG_HASHES, sizeof *last);
    uint32_t *chain = (uint32_t *)calloc(size, sizeof *chain);
    png_bits b = {NULL, 0, 0, 0};
    b.data = (unsigned char *)malloc(most);
    file = (unsigned char *)malloc(most + 128);
    if (data && last && chain && b.data && file) {
        uint32_t low = 1, high = 0;
        unsigned char *at = file + sizeof begin;
        png_filter(rgb, width, height, data);
        b.data[b.count++] = 0x78, b.data[b.count++] = 0x01;
        png_pack(&b, data, size, last, chain);
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
    free(data), free(last), free(chain), free(b.data);
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
