/*
 * XOF calls and the expansion of A and of secrets: sections 3 and 7 of the specification. expand_portable.c calls
 * pseudoXOF once per XOF call of the specification; expand_avx2.c has SM3 in eight lanes and hashes a prefix once.
 */
#ifndef MITHRIL_EXPAND_H
#define MITHRIL_EXPAND_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

/*
 * One XOF call that has been begun. The portable version remembers the message and does all the work at the end; the
 * AVX2 version compresses some whole blocks of it while it expands A, in a lane that has nothing else to do.
 * The message must stay in place until the end.
 */
typedef struct {
    const uint8_t *message;
    size_t length;
    /* AVX2 only: bytes compressed already, and the chaining value after them. */
    size_t compressed;
    uint32_t chaining[8];
} mithril_xof;

void mithril_xof_begin(mithril_xof *xof, const uint8_t *message, size_t length);

/* Returns 0, or another value when a helper function failed. */
int mithril_xof_end(mithril_xof *xof, uint8_t *output, size_t output_bytes);

/*
 * Writes R_0 ... R_{k-1} from seed_a, and the secret stream S from seed_s; either pair of pointers may be NULL.
 * `beside` is a begun XOF call that may be advanced meanwhile, or NULL. Returns 0, or another value when a helper
 * function failed.
 */
int mithril_expand(uint8_t *public_stream, const uint8_t *seed_a, uint8_t *secret_stream, const uint8_t *seed_s,
                   mithril_xof *beside);

#endif
