/* Section 2: parameters and sizes. Everything that differs between the three instances is in this file. */
#ifndef SCABBARD_PARAMS_H
#define SCABBARD_PARAMS_H

#if !defined(SCABBARD_LEVEL)
#error "define SCABBARD_LEVEL as 128, 256 or 512"

#elif SCABBARD_LEVEL == 128
#define SCABBARD_L 9          /* module rank, the specification's letter ell */
#define SCABBARD_N 64         /* ring degree n */
#define SCABBARD_EPS_Q 14     /* q = 2^14 */
#define SCABBARD_EPS_P 10     /* p = 2^10 */
#define SCABBARD_EPS_T 3      /* compression exponent of v */
#define SCABBARD_H_ENC 0      /* rounding constant of u: none, only b is rounded */
#define SCABBARD_BETA 1030    /* off-diagonal of the inner code */
#define SCABBARD_A_LOW_BYTE 1 /* three of four coefficients of A keep their low byte only (section 5.1) */

#elif SCABBARD_LEVEL == 256
#define SCABBARD_L 9
#define SCABBARD_N 128
#define SCABBARD_EPS_Q 13
#define SCABBARD_EPS_P 11
#define SCABBARD_EPS_T 2
#define SCABBARD_H_ENC 0
#define SCABBARD_BETA 0
#define SCABBARD_A_LOW_BYTE 0

#elif SCABBARD_LEVEL == 512
#define SCABBARD_L 8
#define SCABBARD_N 256
#define SCABBARD_EPS_Q 13
#define SCABBARD_EPS_P 11
#define SCABBARD_EPS_T 6
#define SCABBARD_H_ENC 2
#define SCABBARD_BETA 550
#define SCABBARD_A_LOW_BYTE 0

#else
#error "SCABBARD_LEVEL must be 128, 256 or 512"
#endif

#define SCABBARD_Q (1 << SCABBARD_EPS_Q)
#define SCABBARD_P (1 << SCABBARD_EPS_P)
#define SCABBARD_B 2                                                 /* message bits per coefficient */
#define SCABBARD_W (SCABBARD_EPS_T + SCABBARD_B)                     /* bits per coefficient of v */
#define SCABBARD_SHIFT_P (SCABBARD_EPS_Q - SCABBARD_EPS_P)           /* shift of b and u */
#define SCABBARD_SHIFT_V (SCABBARD_EPS_Q - SCABBARD_W)               /* shift of v */
#define SCABBARD_H_KEYGEN (1 << (SCABBARD_EPS_Q - SCABBARD_EPS_P - 1)) /* rounding constant h of b */

/* The message code: both steps are one less than a power of two. */
#define SCABBARD_H (SCABBARD_Q / 2 - 1)     /* outer code step H */
#define SCABBARD_ALPHA (SCABBARD_Q / 4 - 1) /* inner code diagonal */

/* Sizes in bytes. */
#define SCABBARD_KAPPA (SCABBARD_N / 4) /* seeds, message, coins, hashes, shared secret */
#define SCABBARD_A_POLY_STREAM (SCABBARD_N * SCABBARD_EPS_Q / 8)
#define SCABBARD_SECRET_POLY_BYTES (SCABBARD_N / 2) /* both the stream it is sampled from and its packed form */
#define SCABBARD_POLY_P_BYTES (SCABBARD_N * SCABBARD_EPS_P / 8)
#define SCABBARD_B_BYTES (SCABBARD_L * SCABBARD_POLY_P_BYTES) /* b, and u */
#define SCABBARD_V_BYTES (SCABBARD_N * SCABBARD_W / 8)
#define SCABBARD_S_BYTES (SCABBARD_L * SCABBARD_SECRET_POLY_BYTES)
#define SCABBARD_PK_BYTES (SCABBARD_B_BYTES + SCABBARD_KAPPA)
#define SCABBARD_SK_BYTES (SCABBARD_S_BYTES + SCABBARD_PK_BYTES + 2 * SCABBARD_KAPPA)
#define SCABBARD_CT_BYTES (SCABBARD_B_BYTES + SCABBARD_V_BYTES)
#define SCABBARD_SS_BYTES SCABBARD_KAPPA

/* Byte offsets inside the public key, the secret key and the ciphertext. */
#define SCABBARD_PK_RHO SCABBARD_B_BYTES
#define SCABBARD_SK_PK SCABBARD_S_BYTES
#define SCABBARD_SK_HPK (SCABBARD_SK_PK + SCABBARD_PK_BYTES)
#define SCABBARD_SK_Z (SCABBARD_SK_HPK + SCABBARD_KAPPA)
#define SCABBARD_CT_V SCABBARD_B_BYTES

/* Return codes. */
#define SCABBARD_OK 0
#define SCABBARD_ERROR_LENGTH (-2) /* an input does not have the length of this instance */
#define SCABBARD_ERROR_HELPER (-3) /* pseudoXOF or the DRNG failed, in practice for want of memory */

#endif
