/* Sections 4.7 and 4.8. No branch and no address depends on the values. */
#include "reconcile.h"

#include <stddef.h>
#include <string.h>

/* The four coefficients of block i are n/4 apart. */
static void gather(uint16_t x[4], const mamba_poly *v, size_t i)
{
    for (size_t j = 0; j < 4; j++) {
        x[j] = v->coef[i + j * MAMBA_BLOCKS];
    }
}

/* |value|, for values of at most 30 bits. */
static inline int32_t magnitude(int32_t value)
{
    const int32_t sign = -(int32_t)((uint32_t)value >> 31);
    return (value ^ sign) - sign;
}

void mamba_hint_block(uint16_t hint[4], const uint16_t x[4], unsigned beta)
{
    unsigned rounded[4];   /* A_j */
    unsigned truncated[4]; /* B_j */
    int32_t distance = 0;

    for (int j = 0; j < 4; j++) {
        const unsigned y = 8u * x[j] + 4u * beta;
        const unsigned t = y >> MAMBA_Q_BITS;
        rounded[j] = (t + 1) / 2;
        truncated[j] = t / 2;
        distance += magnitude((int32_t)y - 2 * MAMBA_Q * (int32_t)rounded[j]);
    }
    /* c = 1 if distance >= 2q, else 0. */
    const unsigned c = 1 - ((uint32_t)(distance - 2 * MAMBA_Q) >> 31);
    unsigned z[4];
    for (int j = 0; j < 4; j++) {
        z[j] = rounded[j] ^ ((0u - c) & (rounded[j] ^ truncated[j]));
    }
    for (int j = 0; j < 3; j++) {
        hint[j] = (uint16_t)((z[j] - z[3]) & 3);
    }
    hint[3] = (uint16_t)((c + 2 * z[3]) & 3);
}

unsigned mamba_extract_block(const uint16_t x[4], const uint16_t hint[4])
{
    int32_t sum = 0;

    for (int j = 0; j < 4; j++) {
        const int32_t shift = hint[3] + (j < 3 ? 2 * hint[j] : 0);
        const int32_t xi = 16 * MAMBA_Q + 8 * (int32_t)x[j] - MAMBA_Q * shift;
        /* The distance from xi to the nearest multiple of 8q: 4q minus that to the nearest odd multiple of 4q. */
        sum += 4 * MAMBA_Q - magnitude((xi & (8 * MAMBA_Q - 1)) - 4 * MAMBA_Q);
    }
    return (uint32_t)(sum - 8 * MAMBA_Q) >> 31;
}

void mamba_hint(mamba_poly *hint, const mamba_poly *v, const unsigned char beta[MAMBA_RAW_KEY_BYTES])
{
    for (size_t i = 0; i < MAMBA_BLOCKS; i++) {
        uint16_t x[4];
        gather(x, v, i);
        mamba_hint_block(hint->coef + 4 * i, x, beta[i / 8] >> (i % 8) & 1u);
    }
}

void mamba_extract(unsigned char raw_key[MAMBA_RAW_KEY_BYTES], const mamba_poly *v, const mamba_poly *hint)
{
    memset(raw_key, 0, MAMBA_RAW_KEY_BYTES);
    for (size_t i = 0; i < MAMBA_BLOCKS; i++) {
        uint16_t x[4];
        gather(x, v, i);
        const unsigned bit = mamba_extract_block(x, hint->coef + 4 * i);
        raw_key[i / 8] = (unsigned char)(raw_key[i / 8] | bit << (i % 8));
    }
}
