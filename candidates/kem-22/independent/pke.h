/*
 * The public-key encryption layer: section 8 of the specification. The hashing around it is done by the caller
 * (kem.c), so A arrives as its XOF output R_0 ... R_{k-1} and a secret as its stream.
 */
#ifndef MITHRIL_PKE_H
#define MITHRIL_PKE_H

#include <stdint.h>

#include "params.h"

/* pk = seedA, packed b. */
void mithril_pke_keygen(uint8_t pk[MITHRIL_PK_BYTES], const uint8_t seed_a[MITHRIL_SEED_BYTES],
                        const uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES],
                        const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES]);

/* secret_stream is S', expanded from seedS'. */
void mithril_pke_enc(uint8_t ct[MITHRIL_CT_BYTES], const uint8_t pk[MITHRIL_PK_BYTES],
                     const uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES],
                     const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES], const uint8_t m[MITHRIL_SHARED_BYTES]);

/* secret_stream is the packed s of the private key. */
void mithril_pke_dec(uint8_t m[MITHRIL_SHARED_BYTES], const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES],
                     const uint8_t ct[MITHRIL_CT_BYTES]);

#endif
