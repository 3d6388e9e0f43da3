/* Sections 4.5 and 4.6. */
#include "label.h"

#include <stddef.h>

void mamba_quantise(mamba_poly *x, const mamba_poly *dither, unsigned g)
{
    for (size_t i = 0; i < MAMBA_N; i++) {
        const unsigned shifted = (unsigned)x->coef[i] + dither->coef[i] + (1u << (g - 1));
        x->coef[i] = (uint16_t)((shifted & (MAMBA_Q - 1)) >> g);
    }
}

void mamba_restore(mamba_poly *y, const mamba_poly *dither, unsigned g)
{
    for (size_t i = 0; i < MAMBA_N; i++) {
        y->coef[i] = (uint16_t)((((unsigned)y->coef[i] << g) - dither->coef[i]) & (MAMBA_Q - 1));
    }
}

/* Eight coefficients fill width whole bytes. */
void mamba_pack(unsigned char *bytes, const mamba_poly *y, unsigned width)
{
    uint32_t waiting = 0;
    unsigned bits = 0;

    for (size_t i = 0; i < MAMBA_N; i++) {
        waiting |= (uint32_t)y->coef[i] << bits;
        bits += width;
        while (bits >= 8) {
            *bytes++ = (unsigned char)waiting;
            waiting >>= 8;
            bits -= 8;
        }
    }
}

void mamba_unpack(mamba_poly *y, const unsigned char *bytes, unsigned width)
{
    const uint32_t mask = (UINT32_C(1) << width) - 1;
    uint32_t waiting = 0;
    unsigned bits = 0;

    for (size_t i = 0; i < MAMBA_N; i++) {
        while (bits < width) {
            waiting |= (uint32_t)*bytes++ << bits;
            bits += 8;
        }
        y->coef[i] = (uint16_t)(waiting & mask);
        waiting >>= width;
        bits -= width;
    }
}
