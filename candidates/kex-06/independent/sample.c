/* Sections 4.1 to 4.3. */
#include "sample.h"

#include "chacha20.h"
#include "label.h"
#include "shake.h"
#include "util.h"

void mamba_expand_a(mamba_poly *a, const unsigned char rho[MAMBA_SEED_BYTES])
{
    unsigned char stream[MAMBA_A_STREAM_BYTES];
    mamba_shake shake;

    mamba_shake128_start(&shake);
    mamba_shake_absorb(&shake, rho, MAMBA_SEED_BYTES);
    mamba_shake_finish(&shake, stream, sizeof stream);
    mamba_unpack(a, stream, MAMBA_Q_BITS);
}

void mamba_dither(mamba_poly *d, unsigned char domain, const unsigned char seed[MAMBA_SEED_BYTES], unsigned bits)
{
    unsigned char stream[MAMBA_DITHER_STREAM_BYTES];
    mamba_shake shake;

    mamba_shake128_start(&shake);
    mamba_shake_absorb(&shake, &domain, 1);
    mamba_shake_absorb(&shake, seed, MAMBA_SEED_BYTES);
    mamba_shake_finish(&shake, stream, sizeof stream);
    /* bits is at most 7, so the second byte of each coefficient does not count. */
    for (size_t i = 0; i < MAMBA_N; i++) {
        d->coef[i] = (uint16_t)(stream[2 * i] & ((1u << bits) - 1));
    }
}

/* The number of ones among the low 16 bits. */
static inline unsigned ones(unsigned bits)
{
    bits = (bits & 0x5555) + (bits >> 1 & 0x5555);
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits & 0x0f0f) + (bits >> 4 & 0x0f0f);
    return (bits & 0xff) + (bits >> 8);
}

void mamba_noise(mamba_poly *x, const unsigned char seed[MAMBA_SEED_BYTES])
{
    static const unsigned char nonce[MAMBA_CHACHA20_NONCE_BYTES] = {0};
    const unsigned second_half = ((1u << MAMBA_ETA) - 1) << MAMBA_ETA;
    unsigned char stream[MAMBA_NOISE_STREAM_BYTES];

    mamba_chacha20(stream, sizeof stream, seed, nonce);
    mamba_unpack(x, stream, 2 * MAMBA_ETA);
    for (size_t i = 0; i < MAMBA_N; i++) {
        /* ones(first) - ones(second) = ones(first) + ones(inverted second) - eta. */
        const unsigned count = ones(x->coef[i] ^ second_half);
        x->coef[i] = (uint16_t)((count - MAMBA_ETA) & (MAMBA_Q - 1));
    }
    mamba_clear(stream, sizeof stream);
}
