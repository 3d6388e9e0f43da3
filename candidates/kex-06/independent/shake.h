/* Section 3.1: SHAKE128 and SHAKE256 of FIPS 202. */
#ifndef MAMBA_SHAKE_H
#define MAMBA_SHAKE_H

#include <stddef.h>
#include <stdint.h>

/* An extendable-output function that absorbs its input in parts and is squeezed once. */
typedef struct {
    uint64_t lanes[25];
    size_t rate;   /* bytes per permutation */
    size_t filled; /* bytes of the current block that are absorbed */
} mamba_shake;

void mamba_shake128_start(mamba_shake *shake);
void mamba_shake256_start(mamba_shake *shake);
void mamba_shake_absorb(mamba_shake *shake, const unsigned char *input, size_t size);

/* Ends the input, writes size bytes and erases the state. */
void mamba_shake_finish(mamba_shake *shake, unsigned char *output, size_t size);

#endif
