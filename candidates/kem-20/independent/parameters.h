/* Section 2: parameters and sizes. Everything that differs between the ten instances is in this file. */
#ifndef FROST_PARAMETERS_H
#define FROST_PARAMETERS_H

/*
 * FROST_N              dimension of the square matrix A
 * FROST_LOG_Q          q = 2^FROST_LOG_Q
 * FROST_MESSAGE_BITS   b, message bits per coordinate
 * FROST_BITS_PK, _U, _V   t_pk, t_u, t_v, bits of a label of B, U and V
 * FROST_ETA            parameter of the binomial law of S and T
 * FROST_LONG, _SHORT   columns of S and T: CC instances have the long side in S, the others in T
 */
#if !defined(FROST_LEVEL)
#error "define FROST_LEVEL as 128, 192, 256, 384 or 512, and FROST_CC for the CC instance of that level"

#elif FROST_LEVEL == 128
#define FROST_N 512
#define FROST_LOG_Q 15
#define FROST_MESSAGE_BITS 2
#define FROST_BITS_PK 10
#define FROST_BITS_U 10
#define FROST_BITS_V 5
#define FROST_ETA 2
#define FROST_LONG 8

#elif FROST_LEVEL == 192
#define FROST_N 880
#define FROST_LOG_Q 16
#define FROST_MESSAGE_BITS 3
#define FROST_BITS_PK 11
#define FROST_BITS_U 11
#define FROST_BITS_V 6
#define FROST_ETA 1
#define FROST_LONG 8

#elif FROST_LEVEL == 256
#define FROST_N 1288
#define FROST_LOG_Q 16
#define FROST_MESSAGE_BITS 4
#define FROST_BITS_PK 13
#define FROST_BITS_U 12
#define FROST_BITS_V 8
#define FROST_ETA 1
#define FROST_LONG 8

#elif FROST_LEVEL == 384
#define FROST_N 1928
#define FROST_LOG_Q 16
#define FROST_MESSAGE_BITS 4
#define FROST_BITS_PK 13
#define FROST_BITS_U 13
#define FROST_BITS_V 9
#define FROST_ETA 1
#define FROST_LONG 12

#elif FROST_LEVEL == 512
#define FROST_N 2600
#define FROST_LOG_Q 16
#define FROST_MESSAGE_BITS 4
#define FROST_BITS_PK 14
#define FROST_BITS_U 14
#define FROST_BITS_V 7
#define FROST_ETA 1
#define FROST_LONG 16

#else
#error "FROST_LEVEL must be 128, 192, 256, 384 or 512"
#endif

#define FROST_SHORT 8

#ifdef FROST_CC
#define FROST_S_COLUMNS FROST_LONG  /* the specification's lr */
#define FROST_T_COLUMNS FROST_SHORT /* ls */
#else
#define FROST_S_COLUMNS FROST_SHORT
#define FROST_T_COLUMNS FROST_LONG
#endif

#define FROST_Q_MASK ((1u << FROST_LOG_Q) - 1)
#define FROST_BITS_S (FROST_ETA == 2 ? 3 : 2) /* t_s, bits of a packed coefficient of S */

/* Numbers of entries. */
#define FROST_B_ENTRIES (FROST_N * FROST_S_COLUMNS)         /* also S */
#define FROST_U_ENTRIES (FROST_N * FROST_T_COLUMNS)         /* also T */
#define FROST_V_ENTRIES (FROST_T_COLUMNS * FROST_S_COLUMNS)
#define FROST_LONGEST_ENTRIES (FROST_N * FROST_LONG)

/* Sizes in bytes. All entries of a matrix end on a byte boundary. */
#define FROST_SEED_BYTES 32 /* rho, its seed, salt, hash of the public key */
#define FROST_SS_BYTES (FROST_MESSAGE_BITS * FROST_V_ENTRIES / 8) /* also the message and both keys of the last hash */
#define FROST_SECRET_SEED_BYTES (2 * FROST_SS_BYTES)
#define FROST_PACKED_S_BYTES (FROST_B_ENTRIES * FROST_BITS_S / 8)
#define FROST_PACKED_B_BYTES (FROST_B_ENTRIES * FROST_BITS_PK / 8)
#define FROST_PACKED_U_BYTES (FROST_U_ENTRIES * FROST_BITS_U / 8)
#define FROST_PACKED_V_BYTES (FROST_V_ENTRIES * FROST_BITS_V / 8)
#define FROST_PK_BYTES (FROST_SEED_BYTES + FROST_PACKED_B_BYTES)
#define FROST_SK_BYTES (FROST_PACKED_S_BYTES + FROST_PK_BYTES + FROST_SEED_BYTES + FROST_SS_BYTES)
#define FROST_CT_BYTES (FROST_PACKED_U_BYTES + FROST_PACKED_V_BYTES + FROST_SEED_BYTES)

/* Byte offsets inside the secret key and the ciphertext. The public key starts with rho, the secret key with S, the
 * ciphertext with U. */
#define FROST_PK_B FROST_SEED_BYTES
#define FROST_SK_PK FROST_PACKED_S_BYTES
#define FROST_SK_HPK (FROST_SK_PK + FROST_PK_BYTES)
#define FROST_SK_Z (FROST_SK_HPK + FROST_SEED_BYTES)
#define FROST_CT_V FROST_PACKED_U_BYTES
#define FROST_CT_SALT (FROST_CT_V + FROST_PACKED_V_BYTES)

/* Return codes. */
#define FROST_OK 0
#define FROST_ERROR_INPUT (-2)    /* a null pointer, or an input that does not have the length of this instance */
#define FROST_ERROR_INTERNAL (-3) /* no memory, or a helper function failed */

#endif
