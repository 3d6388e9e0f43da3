/* Section 6: key generation, encapsulation and decapsulation, deterministic in their seeds. */
#ifndef MAMBA_NIKE_H
#define MAMBA_NIKE_H

#include "poly.h"

/* KeyGen, steps 2 to 5. */
void mamba_keygen(unsigned char pk[MAMBA_PK_BYTES], unsigned char sk[MAMBA_SK_BYTES],
                  const unsigned char rho[MAMBA_SEED_BYTES], const unsigned char sigma[MAMBA_SEED_BYTES]);

/* Encapsulate, steps 2 to 9. */
void mamba_encapsulate(unsigned char m1[MAMBA_M1_BYTES], unsigned char ss[MAMBA_SS_BYTES],
                       const unsigned char pk[MAMBA_PK_BYTES], const unsigned char mu[MAMBA_SEED_BYTES],
                       const unsigned char tau[MAMBA_SEED_BYTES]);

/* Decapsulate. */
void mamba_decapsulate(unsigned char ss[MAMBA_SS_BYTES], const unsigned char sk[MAMBA_SK_BYTES],
                       const unsigned char m1[MAMBA_M1_BYTES]);

/* Whether all coefficients of a secret key are below q: 1 or 0. */
int mamba_secret_key_is_valid(const unsigned char sk[MAMBA_SK_BYTES]);

/* The parts of Encapsulate and Decapsulate before the key derivation; section 11 gives their values. */
void mamba_shared_value_a(mamba_poly *vhat, const unsigned char pk[MAMBA_PK_BYTES],
                          const unsigned char mu[MAMBA_SEED_BYTES], const mamba_poly *r);
void mamba_shared_value_b(mamba_poly *w, const unsigned char sk[MAMBA_SK_BYTES],
                          const unsigned char m1[MAMBA_M1_BYTES]);

/* KDF of section 4.9. */
void mamba_derive(unsigned char ss[MAMBA_SS_BYTES], const unsigned char raw_key[MAMBA_RAW_KEY_BYTES],
                  const unsigned char pk[MAMBA_PK_BYTES], const unsigned char m1[MAMBA_M1_BYTES]);

/* The stream of hint bits of step 7. */
void mamba_hint_bits(unsigned char beta[MAMBA_RAW_KEY_BYTES], const unsigned char tau[MAMBA_SEED_BYTES]);

#endif
