/* Sections 4.7 and 4.8: hints and raw key bits from blocks of four coefficients (the lattice D4). */
#ifndef MAMBA_RECONCILE_H
#define MAMBA_RECONCILE_H

#include "poly.h"

/* Hint of one block x with the bit beta (0 or 1): four numbers below 4. */
void mamba_hint_block(uint16_t hint[4], const uint16_t x[4], unsigned beta);

/* Raw key bit of one block, 0 or 1. */
unsigned mamba_extract_block(const uint16_t x[4], const uint16_t hint[4]);

/* Hint: all blocks; beta has one bit for each. The hint is stored block by block. */
void mamba_hint(mamba_poly *hint, const mamba_poly *v, const unsigned char beta[MAMBA_RAW_KEY_BYTES]);

/* Rec: the raw key. */
void mamba_extract(unsigned char raw_key[MAMBA_RAW_KEY_BYTES], const mamba_poly *v, const mamba_poly *hint);

#endif
