/* Section 2: parameters and sizes. Everything that differs between the five instances is in this file. */
#ifndef MAMBA_PARAMS_H
#define MAMBA_PARAMS_H

#if !defined(MAMBA_LEVEL)
#error "define MAMBA_LEVEL as 128, 192, 256, 384 or 512"

#elif MAMBA_LEVEL == 128
#define MAMBA_N 1024    /* ring degree n */
#define MAMBA_ETA 2     /* centred binomial parameter of s and r */
#define MAMBA_T_PK 9    /* label width of the public key, bits */
#define MAMBA_T_U 10    /* label width of u, bits */
#define MAMBA_SS_BYTES 32

#elif MAMBA_LEVEL == 192
#define MAMBA_N 1024
#define MAMBA_ETA 3
#define MAMBA_T_PK 10
#define MAMBA_T_U 10
#define MAMBA_SS_BYTES 32

#elif MAMBA_LEVEL == 256
#define MAMBA_N 1024
#define MAMBA_ETA 7
#define MAMBA_T_PK 10
#define MAMBA_T_U 10
#define MAMBA_SS_BYTES 32

#elif MAMBA_LEVEL == 384
#define MAMBA_N 2048
#define MAMBA_ETA 2
#define MAMBA_T_PK 11
#define MAMBA_T_U 11
#define MAMBA_SS_BYTES 48

#elif MAMBA_LEVEL == 512
#define MAMBA_N 2048
#define MAMBA_ETA 5
#define MAMBA_T_PK 11
#define MAMBA_T_U 11
#define MAMBA_SS_BYTES 64

#else
#error "MAMBA_LEVEL must be 128, 192, 256, 384 or 512"
#endif

#define MAMBA_Q_BITS 13
#define MAMBA_Q (1 << MAMBA_Q_BITS)
#define MAMBA_T_V 6 /* label width of v, bits; v is never sent */

/* Bits a label drops; the dither is below 2^g. */
#define MAMBA_G_PK (MAMBA_Q_BITS - MAMBA_T_PK)
#define MAMBA_G_U (MAMBA_Q_BITS - MAMBA_T_U)
#define MAMBA_G_V (MAMBA_Q_BITS - MAMBA_T_V)

#define MAMBA_BLOCKS (MAMBA_N / 4) /* D4 blocks, one raw key bit each */

/* Sizes in bytes. */
#define MAMBA_SEED_BYTES 32
#define MAMBA_RAW_KEY_BYTES (MAMBA_N / 32)
#define MAMBA_B_BYTES (MAMBA_N * MAMBA_T_PK / 8)
#define MAMBA_PK_BYTES (MAMBA_B_BYTES + MAMBA_SEED_BYTES)
#define MAMBA_S_BYTES (2 * MAMBA_N)
#define MAMBA_SK_BYTES (MAMBA_S_BYTES + MAMBA_PK_BYTES)
#define MAMBA_U_BYTES (MAMBA_N * MAMBA_T_U / 8)
#define MAMBA_HINT_BYTES (MAMBA_N / 4)
#define MAMBA_M1_BYTES (MAMBA_SEED_BYTES + MAMBA_U_BYTES + MAMBA_HINT_BYTES)
#define MAMBA_NOISE_STREAM_BYTES (2 * MAMBA_ETA * MAMBA_N / 8)
#define MAMBA_A_STREAM_BYTES (MAMBA_Q_BITS * MAMBA_N / 8)
#define MAMBA_DITHER_STREAM_BYTES (2 * MAMBA_N)

/* Section 5: byte offsets inside the public key, the secret key and the message. */
#define MAMBA_PK_RHO MAMBA_B_BYTES
#define MAMBA_SK_PK MAMBA_S_BYTES
#define MAMBA_M1_U MAMBA_SEED_BYTES
#define MAMBA_M1_HINT (MAMBA_M1_U + MAMBA_U_BYTES)

/* Section 7: return codes. */
#define MAMBA_OK 0
#define MAMBA_LAST_MESSAGE 1
#define MAMBA_ERROR_POINTER (-1)
#define MAMBA_ERROR_LENGTH (-2)
#define MAMBA_ERROR_RANDOM (-3)
#define MAMBA_ERROR_ENCODING (-4)

#endif
