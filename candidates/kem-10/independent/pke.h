/* Expansion of seeds (section 5) and the public-key encryption layer (sections 7.1, 7.2 and 7.4). */
#ifndef MURAG_PKE_H
#define MURAG_PKE_H

#include "sampler.h"

/* F, X and Y; X and Y are N x N1, in coordinates for F. */
typedef struct {
    murag_element support[MURAG_W1];
    murag_coordinates x[MURAG_N * MURAG_N1], y[MURAG_N * MURAG_N1];
} murag_secret;

/* F2, E (N1 x N2), R1 and R2 (N x N2); the matrices in coordinates for F2. */
typedef struct {
    murag_element support[MURAG_W2];
    murag_coordinates e[MURAG_L], r1[MURAG_N * MURAG_N2], r2[MURAG_N * MURAG_N2];
} murag_noise;

/* Memory for one encryption, too large for the stack. */
typedef struct {
    murag_element g[MURAG_L];
    /* The transposes of H and of S, one above the other: (N + N1) x N. */
    murag_element matrix[(MURAG_N + MURAG_N1) * MURAG_N];
    murag_element s[MURAG_N * MURAG_N1];
    murag_noise noise;
    /* matrix * R2, then U above V: (N + N1) x N2. */
    murag_element result[(MURAG_N + MURAG_N1) * MURAG_N2];
} murag_encryption;

/* SkExpand, PkExpand and NoiseExpand return 0, or -2 if memory could not be had. */
int murag_expand_secret(murag_secret *secret, const unsigned char sk_seed[MURAG_SEED_BYTES]);
/* H_ij goes to h[i * row_step + j * column_step]: N and 1 give H, 1 and N its transpose. */
int murag_expand_public(murag_element g[MURAG_L], murag_element *h, unsigned row_step, unsigned column_step,
                        const unsigned char pk_seed[MURAG_SEED_BYTES]);
int murag_expand_noise(murag_noise *noise, const unsigned char theta[MURAG_SEED_BYTES]);

/* S = X + H * Y */
void murag_compute_s(murag_element s[MURAG_N * MURAG_N1], const murag_element h[MURAG_N * MURAG_N],
                     const murag_secret *secret);

/* Enc(pk, M, theta): U is result[0 ... N * N2 - 1], V the L elements after it. Returns 0, or -2 as above. */
int murag_encrypt(murag_encryption *encryption, const unsigned char pk[MURAG_PK_BYTES],
                  const murag_element message[MURAG_K], const unsigned char theta[MURAG_SEED_BYTES]);

/* W = V + Y^T * U, which is the codeword of the message plus an error of rank at most R. */
void murag_remove_mask(murag_element w[MURAG_L], const murag_element u[MURAG_N * MURAG_N2],
                       const murag_element v[MURAG_L], const murag_secret *secret);

#endif
