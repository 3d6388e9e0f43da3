/* Section 3.2: ChaCha20. */
#include "chacha20.h"

#include <stdint.h>

#include "util.h"

#define WORDS 16
#define BLOCK_BYTES 64
#define DOUBLE_ROUNDS 10

static uint32_t load(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint32_t rotate(uint32_t word, unsigned left)
{
    return word << left | word >> (32 - left);
}

static inline void quarter_round(uint32_t x[WORDS], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

static void block(uint32_t x[WORDS], const uint32_t state[WORDS])
{
    for (int i = 0; i < WORDS; i++) {
        x[i] = state[i];
    }
    for (int i = 0; i < DOUBLE_ROUNDS; i++) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < WORDS; i++) {
        x[i] += state[i];
    }
}

void mamba_chacha20(unsigned char *output, size_t size, const unsigned char key[MAMBA_CHACHA20_KEY_BYTES],
                    const unsigned char nonce[MAMBA_CHACHA20_NONCE_BYTES])
{
    /* "expand 32-byte k", the key, the counter, the nonce. */
    uint32_t state[WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t stream[WORDS];

    for (int i = 0; i < 8; i++) {
        state[4 + i] = load(key + 4 * i);
    }
    state[14] = load(nonce);
    state[15] = load(nonce + 4);
    for (size_t place = 0; place < size; place += BLOCK_BYTES) {
        const size_t part = size - place < BLOCK_BYTES ? size - place : BLOCK_BYTES;
        block(stream, state);
        for (size_t i = 0; i < part; i++) {
            output[place + i] = (unsigned char)(stream[i / 4] >> (8 * (i % 4)));
        }
        state[12]++;
        state[13] += state[12] == 0;
    }
    mamba_clear(state, sizeof state);
    mamba_clear(stream, sizeof stream);
}
