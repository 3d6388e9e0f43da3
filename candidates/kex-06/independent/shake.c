/* Section 3.1: Keccak-f[1600] and the sponge around it. */
#include "shake.h"

#include "util.h"

#define ROUNDS 24
#define SHAKE128_RATE 168
#define SHAKE256_RATE 136
#define SHAKE_SUFFIX 0x1f
#define LAST_BIT 0x80

static const uint64_t round_constants[ROUNDS] = {
    UINT64_C(0x0000000000000001), UINT64_C(0x0000000000008082), UINT64_C(0x800000000000808a),
    UINT64_C(0x8000000080008000), UINT64_C(0x000000000000808b), UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008081), UINT64_C(0x8000000000008009), UINT64_C(0x000000000000008a),
    UINT64_C(0x0000000000000088), UINT64_C(0x0000000080008009), UINT64_C(0x000000008000000a),
    UINT64_C(0x000000008000808b), UINT64_C(0x800000000000008b), UINT64_C(0x8000000000008089),
    UINT64_C(0x8000000000008003), UINT64_C(0x8000000000008002), UINT64_C(0x8000000000000080),
    UINT64_C(0x000000000000800a), UINT64_C(0x800000008000000a), UINT64_C(0x8000000080008081),
    UINT64_C(0x8000000000008080), UINT64_C(0x0000000080000001), UINT64_C(0x8000000080008008),
};

/* left is 1 to 63. */
static inline uint64_t rotate(uint64_t lane, unsigned left)
{
    return lane << left | lane >> (64 - left);
}

/* Step chi on one row. */
static inline void row(uint64_t *out, uint64_t b0, uint64_t b1, uint64_t b2, uint64_t b3, uint64_t b4)
{
    out[0] = b0 ^ (~b1 & b2);
    out[1] = b1 ^ (~b2 & b3);
    out[2] = b2 ^ (~b3 & b4);
    out[3] = b3 ^ (~b4 & b0);
    out[4] = b4 ^ (~b0 & b1);
}

/* One round: theta into d0 to d4; rho and pi choose the arguments of chi; iota. Lane (x, y) is a[5y + x]. */
static inline void keccak_round(uint64_t *restrict out, const uint64_t *restrict a, uint64_t constant)
{
    const uint64_t c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
    const uint64_t c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21];
    const uint64_t c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22];
    const uint64_t c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23];
    const uint64_t c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24];
    const uint64_t d0 = c4 ^ rotate(c1, 1);
    const uint64_t d1 = c0 ^ rotate(c2, 1);
    const uint64_t d2 = c1 ^ rotate(c3, 1);
    const uint64_t d3 = c2 ^ rotate(c4, 1);
    const uint64_t d4 = c3 ^ rotate(c0, 1);

    row(out, a[0] ^ d0, rotate(a[6] ^ d1, 44), rotate(a[12] ^ d2, 43), rotate(a[18] ^ d3, 21),
        rotate(a[24] ^ d4, 14));
    row(out + 5, rotate(a[3] ^ d3, 28), rotate(a[9] ^ d4, 20), rotate(a[10] ^ d0, 3), rotate(a[16] ^ d1, 45),
        rotate(a[22] ^ d2, 61));
    row(out + 10, rotate(a[1] ^ d1, 1), rotate(a[7] ^ d2, 6), rotate(a[13] ^ d3, 25), rotate(a[19] ^ d4, 8),
        rotate(a[20] ^ d0, 18));
    row(out + 15, rotate(a[4] ^ d4, 27), rotate(a[5] ^ d0, 36), rotate(a[11] ^ d1, 10), rotate(a[17] ^ d2, 15),
        rotate(a[23] ^ d3, 56));
    row(out + 20, rotate(a[2] ^ d2, 62), rotate(a[8] ^ d3, 55), rotate(a[14] ^ d4, 39), rotate(a[15] ^ d0, 41),
        rotate(a[21] ^ d1, 2));
    out[0] ^= constant;
}

static void permute(uint64_t lanes[25])
{
    uint64_t between[25];
    for (int round = 0; round < ROUNDS; round += 2) {
        keccak_round(between, lanes, round_constants[round]);
        keccak_round(lanes, between, round_constants[round + 1]);
    }
}

static void add_byte(mamba_shake *shake, size_t place, unsigned char byte)
{
    shake->lanes[place / 8] ^= (uint64_t)byte << (8 * (place % 8));
}

static void start(mamba_shake *shake, size_t rate)
{
    *shake = (mamba_shake){.rate = rate};
}

void mamba_shake128_start(mamba_shake *shake)
{
    start(shake, SHAKE128_RATE);
}

void mamba_shake256_start(mamba_shake *shake)
{
    start(shake, SHAKE256_RATE);
}

void mamba_shake_absorb(mamba_shake *shake, const unsigned char *input, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        add_byte(shake, shake->filled, input[i]);
        shake->filled++;
        if (shake->filled == shake->rate) {
            permute(shake->lanes);
            shake->filled = 0;
        }
    }
}

void mamba_shake_finish(mamba_shake *shake, unsigned char *output, size_t size)
{
    add_byte(shake, shake->filled, SHAKE_SUFFIX);
    add_byte(shake, shake->rate - 1, LAST_BIT);
    while (size > 0) {
        const size_t part = size < shake->rate ? size : shake->rate;
        permute(shake->lanes);
        for (size_t i = 0; i < part; i++) {
            output[i] = (unsigned char)(shake->lanes[i / 8] >> (8 * (i % 8)));
        }
        output += part;
        size -= part;
    }
    mamba_clear(shake, sizeof *shake);
}
