/*
 * Deliberately plain: the cost of a compression is the yardstick for a candidate's share of symmetric
 * work, so it follows the official helper's shape (arrays of 68 and 64 words, one loop of 64 steps
 * that asks in each step which of the two round functions applies, a constant rotated in each step).
 */
#include "assay_sm3.h"

#include <stdint.h>
#include <string.h>

#define BLOCK_BYTES 64
#define BLOCK_BITS 512
/* Bits of a final block that leave room for the one bit and the 64-bit length. */
#define PADDED_BITS 447
#define LENGTH_OFFSET 56

#ifdef ASSAY_SM3_COUNT
unsigned long long assay_sm3_compressions;
#endif

/* Valid for every count: both shifts are below 32, so a count of 0 or 32 returns the word itself. */
static uint32_t rotate_left(uint32_t word, unsigned int count)
{
    return (word << (count & 31u)) | (word >> (-count & 31u));
}

static uint32_t permute_0(uint32_t x)
{
    return x ^ rotate_left(x, 9) ^ rotate_left(x, 17);
}

static uint32_t permute_1(uint32_t x)
{
    return x ^ rotate_left(x, 15) ^ rotate_left(x, 23);
}

static uint32_t load_be32(const unsigned char *bytes)
{
    return ((uint32_t)bytes[0] << 24) | ((uint32_t)bytes[1] << 16) | ((uint32_t)bytes[2] << 8) | (uint32_t)bytes[3];
}

static void store_be32(unsigned char *bytes, uint32_t word)
{
    bytes[0] = (unsigned char)(word >> 24);
    bytes[1] = (unsigned char)(word >> 16);
    bytes[2] = (unsigned char)(word >> 8);
    bytes[3] = (unsigned char)word;
}

static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[68];
    uint32_t w_prime[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    unsigned int j;

#ifdef ASSAY_SM3_COUNT
    assay_sm3_compressions++;
#endif
    for (j = 0; j < 16; j++) {
        w[j] = load_be32(block + 4 * j);
    }
    for (j = 16; j < 68; j++) {
        w[j] = permute_1(w[j - 16] ^ w[j - 9] ^ rotate_left(w[j - 3], 15)) ^ rotate_left(w[j - 13], 7) ^ w[j - 6];
    }
    for (j = 0; j < 64; j++) {
        w_prime[j] = w[j] ^ w[j + 4];
    }

    for (j = 0; j < 64; j++) {
        uint32_t constant = j < 16 ? 0x79cc4519u : 0x7a879d8au;
        uint32_t ff = j < 16 ? (a ^ b ^ c) : ((a & b) | (a & c) | (b & c));
        uint32_t gg = j < 16 ? (e ^ f ^ g) : ((e & f) | (~e & g));
        uint32_t ss1 = rotate_left(rotate_left(a, 12) + e + rotate_left(constant, j), 7);
        uint32_t ss2 = ss1 ^ rotate_left(a, 12);
        uint32_t tt1 = ff + d + ss2 + w_prime[j];
        uint32_t tt2 = gg + h + ss1 + w[j];

        d = c;
        c = rotate_left(b, 9);
        b = a;
        a = tt1;
        h = g;
        g = rotate_left(f, 19);
        f = e;
        e = permute_0(tt2);
    }

    state[0] ^= a;
    state[1] ^= b;
    state[2] ^= c;
    state[3] ^= d;
    state[4] ^= e;
    state[5] ^= f;
    state[6] ^= g;
    state[7] ^= h;
}

void assay_sm3_hash(const unsigned char *message, unsigned long long message_bits,
                    unsigned char digest[ASSAY_SM3_DIGEST_BYTES])
{
    uint32_t state[8] = {0x7380166fu, 0x4914b2b9u, 0x172442d7u, 0xda8a0600u,
                         0xa96f30bcu, 0x163138aau, 0xe38dee4du, 0xb0fb0e4eu};
    const unsigned long long whole_blocks = message_bits / BLOCK_BITS;
    const unsigned int rest_bits = (unsigned int)(message_bits % BLOCK_BITS);
    const unsigned int rest_bytes = (rest_bits + 7) / 8;
    unsigned char last[BLOCK_BYTES] = {0};
    unsigned long long i;
    unsigned int j;

    for (i = 0; i < whole_blocks; i++) {
        compress(state, message);
        message += BLOCK_BYTES;
    }

    if (rest_bytes != 0) {
        memcpy(last, message, rest_bytes);
    }
    if (rest_bits % 8 != 0) {
        last[rest_bits / 8] &= (unsigned char)(0xff00u >> (rest_bits % 8));
    }
    last[rest_bits / 8] |= (unsigned char)(0x80u >> (rest_bits % 8));
    if (rest_bits > PADDED_BITS) {
        compress(state, last);
        memset(last, 0, LENGTH_OFFSET);
    }
    /* The high word of the official helper, not that of the standard: see the header. */
    store_be32(last + LENGTH_OFFSET, (uint32_t)(BLOCK_BITS * (whole_blocks >> 32)));
    store_be32(last + LENGTH_OFFSET + 4, (uint32_t)(BLOCK_BITS * whole_blocks + rest_bits));
    compress(state, last);

    for (j = 0; j < 8; j++) {
        store_be32(digest + 4 * j, state[j]);
    }
}
