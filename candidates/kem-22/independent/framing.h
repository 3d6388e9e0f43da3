/* Hash and XOF inputs: section 4 of the specification. */
#ifndef MITHRIL_FRAMING_H
#define MITHRIL_FRAMING_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

/* Section 4.1: ids of the expansion framing. */
#define MITHRIL_ID_PUBLIC 1
#define MITHRIL_ID_SECRET 2
#define MITHRIL_EXPANSION_INPUT_BYTES 77
#define MITHRIL_EXPANSION_INDEX_OFFSET 75

/* In(id, output_bytes, seed, index) */
void mithril_frame_expansion(uint8_t input[MITHRIL_EXPANSION_INPUT_BYTES], uint8_t id, size_t output_bytes,
                             const uint8_t seed[MITHRIL_SEED_BYTES], uint8_t index);

/* Section 4.2: the header before the first field, and the length before each. */
#define MITHRIL_FRAME_BYTES(fields) (29 + 8 * (fields))
#define MITHRIL_INPUT_F_BYTES (MITHRIL_FRAME_BYTES(1) + MITHRIL_PK_BYTES)
#define MITHRIL_INPUT_G_BYTES (MITHRIL_FRAME_BYTES(2) + 2 * MITHRIL_SHARED_BYTES)
#define MITHRIL_INPUT_H_BYTES (MITHRIL_FRAME_BYTES(2) + MITHRIL_CT_BYTES + MITHRIL_SHARED_BYTES)

void mithril_frame_f(uint8_t input[MITHRIL_INPUT_F_BYTES], const uint8_t pk[MITHRIL_PK_BYTES]);
void mithril_frame_g(uint8_t input[MITHRIL_INPUT_G_BYTES], const uint8_t hpk[MITHRIL_SHARED_BYTES],
                     const uint8_t m[MITHRIL_SHARED_BYTES]);
void mithril_frame_h(uint8_t input[MITHRIL_INPUT_H_BYTES], const uint8_t ct[MITHRIL_CT_BYTES],
                     const uint8_t z[MITHRIL_SHARED_BYTES]);

#endif
