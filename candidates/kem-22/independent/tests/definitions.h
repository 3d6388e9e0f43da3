/* Sections 5 to 8 word for word and slowly, to compare the implementation with. */
#ifndef MITHRIL_TEST_DEFINITIONS_H
#define MITHRIL_TEST_DEFINITIONS_H

#include <stddef.h>
#include <stdint.h>

#include "../params.h"

typedef int32_t definition_poly[MITHRIL_N];

/* Section 6: bit number `bit` of a string. */
static inline int32_t definition_bit(const uint8_t *string, size_t bit)
{
    return (string[bit / 8] >> (bit % 8)) & 1;
}

/* Section 6: the coefficients 2^(d-1) - 1 - field. */
static inline void definition_unpack(definition_poly c, const uint8_t *string, unsigned int d)
{
    unsigned int i, j;

    for (i = 0; i < MITHRIL_N; i++) {
        int32_t field = 0;

        for (j = 0; j < d; j++) {
            field |= definition_bit(string, d * i + j) << j;
        }
        c[i] = (1 << (d - 1)) - 1 - field;
    }
}

/* Section 6, for any residue modulo 2^d. */
static inline void definition_pack(uint8_t *string, const definition_poly c, unsigned int d)
{
    unsigned int i, j;

    for (i = 0; i < 16 * d; i++) {
        string[i] = 0;
    }
    for (i = 0; i < MITHRIL_N; i++) {
        const uint32_t field = (uint32_t)((1 << (d - 1)) - 1 - c[i]);

        for (j = 0; j < d; j++) {
            string[(d * i + j) / 8] |= (uint8_t)(((field >> j) & 1) << ((d * i + j) % 8));
        }
    }
}

/* Section 5: one polynomial of a product. */
static inline void definition_product_row(int64_t c[MITHRIL_N], int16_t a[MITHRIL_K][MITHRIL_N],
                                          int16_t b[MITHRIL_K][MITHRIL_N], unsigned int i)
{
    int64_t wrapped[MITHRIL_N] = {0};
    unsigned int j, x, y;

    for (x = 0; x < MITHRIL_N; x++) {
        c[x] = 0;
    }
    for (j = 0; j < MITHRIL_K; j++) {
        int64_t *const sum = j <= i ? c : wrapped;
        const int16_t *const factor = j <= i ? a[i - j] : a[MITHRIL_K + i - j];

        for (x = 0; x < MITHRIL_N; x++) {
            for (y = 0; y < MITHRIL_N; y++) {
                const int64_t term = (int64_t)factor[x] * b[j][y];

                sum[(x + y) % MITHRIL_N] += x + y < MITHRIL_N ? term : -term;
            }
        }
    }
    for (x = 0; x < MITHRIL_N; x++) {
        c[x] += 2 * wrapped[x] + (x > 0 ? wrapped[x - 1] : -wrapped[MITHRIL_N - 1]);
    }
}

/* Section 8: Round of a residue in [0, q). */
static inline int32_t definition_round(int32_t u)
{
    return ((u + 2) / 4) % MITHRIL_P;
}

/* x modulo a power of two, in [0, modulus). */
static inline int32_t definition_residue(int64_t x, int32_t modulus)
{
    return (int32_t)(((x % modulus) + modulus) % modulus);
}

#endif
