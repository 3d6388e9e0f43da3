/* SM3 compression for the AVX2 version: one block, and eight independent blocks at once. */
#ifndef MITHRIL_SM3_AVX2_H
#define MITHRIL_SM3_AVX2_H

#include <stdint.h>

#define MITHRIL_SM3_BLOCK_BYTES 64
#define MITHRIL_SM3_LANES 8

void mithril_sm3_start(uint32_t chaining[8]);

void mithril_sm3_compress(uint32_t chaining[8], const uint8_t block[MITHRIL_SM3_BLOCK_BYTES]);

/* Lane i: result[i] is the chaining value after block[i], started from chaining[i]. Pointers may repeat. */
void mithril_sm3_compress_lanes(uint32_t result[MITHRIL_SM3_LANES][8],
                                const uint32_t *const chaining[MITHRIL_SM3_LANES],
                                const uint8_t *const block[MITHRIL_SM3_LANES]);

#endif
