/* Parameter sets of C-Multi-UR-AG (section 2). MULTIURAG_LEVEL (128, 256 or 512) selects one at compile time. */
#ifndef MURAG_PARAMETERS_H
#define MURAG_PARAMETERS_H

#ifndef MULTIURAG_LEVEL
#error "MULTIURAG_LEVEL must be 128, 256 or 512"
#endif

/*
 * M       extension degree of the field K = GF(2^M)
 * TAPS    exponents of the terms of the field polynomial below x^M
 * N       H is N x N
 * K       code dimension: field elements in a message
 * N1, N2  syndromes in the public key, ciphertext columns
 * W1, W2  dimensions of the secret support F and of the noise support F2
 */
#if MULTIURAG_LEVEL == 128
#define MURAG_M 79
#define MURAG_TAPS {0, 9}
#define MURAG_TAP_COUNT 2
#define MURAG_N 35
#define MURAG_K 3
#define MURAG_N1 11
#define MURAG_N2 16
#define MURAG_W1 8
#define MURAG_W2 9
#elif MULTIURAG_LEVEL == 256
#define MURAG_M 127
#define MURAG_TAPS {0, 1}
#define MURAG_TAP_COUNT 2
#define MURAG_N 45
#define MURAG_K 3
#define MURAG_N1 15
#define MURAG_N2 16
#define MURAG_W1 10
#define MURAG_W2 11
#elif MULTIURAG_LEVEL == 512
#define MURAG_M 181
#define MURAG_TAPS {0, 1, 6, 7}
#define MURAG_TAP_COUNT 4
#define MURAG_N 67
#define MURAG_K 4
#define MURAG_N1 19
#define MURAG_N2 21
#define MURAG_W1 12
#define MURAG_W2 14
#else
#error "MULTIURAG_LEVEL must be 128, 256 or 512"
#endif

/* L: code length. R: rank of the error the decoder must remove. */
#define MURAG_L (MURAG_N1 * MURAG_N2)
#define MURAG_R (MURAG_W1 * MURAG_W2)
/* The larger of the two support dimensions is W2 in every set. */
#define MURAG_MAX_SUPPORT MURAG_W2

/* B: bytes of one element in flat form. */
#define MURAG_B ((MURAG_M + 7) / 8)
/* Bytes of `count` packed elements. */
#define MURAG_PACKED(count) (((count) * MURAG_M + 7) / 8)

#define MURAG_SEED_BYTES 64
#define MURAG_S_BYTES MURAG_PACKED(MURAG_N *MURAG_N1)
#define MURAG_U_BYTES MURAG_PACKED(MURAG_N *MURAG_N2)
#define MURAG_V_BYTES MURAG_PACKED(MURAG_L)
#define MURAG_MESSAGE_BYTES MURAG_PACKED(MURAG_K)

#define MURAG_PK_BYTES (MURAG_S_BYTES + MURAG_SEED_BYTES)
#define MURAG_SK_BYTES (MURAG_SEED_BYTES + MURAG_PK_BYTES + MURAG_MESSAGE_BYTES)
#define MURAG_CT_BYTES (MURAG_U_BYTES + MURAG_V_BYTES + MURAG_SEED_BYTES)
#define MURAG_SS_BYTES 64

#endif
