/* Sections 3.2, 3.3, 4.3, 4.4: what is derived from seeds. The functions return 0 or FROST_ERROR_INTERNAL. */
#ifndef FROST_SAMPLING_H
#define FROST_SAMPLING_H

#include <stddef.h>
#include <stdint.h>

#include "matrix.h"
#include "parameters.h"

/* The domain bytes: the first byte of the input. */
#define FROST_DOMAIN_S 0x5f
#define FROST_DOMAIN_T 0x96
#define FROST_DOMAIN_DITHER_PK 0xa1
#define FROST_DOMAIN_DITHER_U 0xb1
#define FROST_DOMAIN_DITHER_V 0xc1

int frost_xof(unsigned char *out, size_t out_bytes, const unsigned char *in, size_t in_bytes);

/* One call to the DRNG. */
int frost_random(unsigned char *out, size_t bytes);

/* Centred binomial law of parameter FROST_ETA. Only the low 2 * FROST_ETA bits matter; -1 is 0xffff. */
uint16_t frost_binomial(uint16_t word);

/* S or T: `count` columns of small entries, modulo 2^16. `words` is scratch for FROST_N * count words. */
int frost_sample_columns(frost_column *columns, unsigned count, unsigned char domain,
                         const unsigned char seed[FROST_SECRET_SEED_BYTES], uint16_t *words);

/* `count` entries below q / 2^bits. */
int frost_dither(uint16_t *dither, size_t count, unsigned bits, unsigned char domain,
                 const unsigned char seed[FROST_SEED_BYTES]);

/* Sets secrets to zero, also where a compiler would leave that out. */
void frost_wipe(void *memory, size_t bytes);

#endif
