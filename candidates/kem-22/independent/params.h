/* Parameters of Mithril: section 2 of the specification. One of the three levels is chosen by -DMITHRIL_LEVEL. */
#ifndef MITHRIL_PARAMS_H
#define MITHRIL_PARAMS_H

#ifndef MITHRIL_LEVEL
#error "define MITHRIL_LEVEL as 128, 256 or 512"
#endif

/* k polynomials make a ring element; l of them carry the message; a compressed message coefficient has tau bits. */
#if MITHRIL_LEVEL == 128
#define MITHRIL_K 5
#define MITHRIL_L 1
#define MITHRIL_TAU 3
#elif MITHRIL_LEVEL == 256
#define MITHRIL_K 9
#define MITHRIL_L 2
#define MITHRIL_TAU 3
#elif MITHRIL_LEVEL == 512
#define MITHRIL_K 17
#define MITHRIL_L 4
#define MITHRIL_TAU 8
#else
#error "MITHRIL_LEVEL is 128, 256 or 512"
#endif

/* Degree of y^n + 1. */
#define MITHRIL_N 128

/* q = 2^13, p = 2^11, t = 2^tau */
#define MITHRIL_Q 8192
#define MITHRIL_P 2048
#define MITHRIL_T (1 << MITHRIL_TAU)
#define MITHRIL_H1 (MITHRIL_Q / (2 * MITHRIL_P))
#define MITHRIL_H2 (MITHRIL_P / (2 * MITHRIL_T) - MITHRIL_H1)

/* Everything below counts bytes. */
#define MITHRIL_SEED_BYTES 64
/* L = 16 l: length of m, z, hpk and ss. */
#define MITHRIL_SHARED_BYTES (16 * MITHRIL_L)
/* A polynomial of d-bit fields. */
#define MITHRIL_PACKED_BYTES(d) (16 * (d))

#define MITHRIL_SECRET_STREAM_BYTES (MITHRIL_K * MITHRIL_PACKED_BYTES(2))
#define MITHRIL_PUBLIC_STREAM_BYTES (MITHRIL_K * MITHRIL_PACKED_BYTES(13))
#define MITHRIL_MESSAGE_PART_BYTES (MITHRIL_L * MITHRIL_PACKED_BYTES(MITHRIL_TAU))

#define MITHRIL_PK_BYTES (MITHRIL_SEED_BYTES + MITHRIL_K * MITHRIL_PACKED_BYTES(11))
#define MITHRIL_SK_BYTES (MITHRIL_SECRET_STREAM_BYTES + MITHRIL_PK_BYTES + 2 * MITHRIL_SHARED_BYTES)
#define MITHRIL_CT_BYTES (MITHRIL_MESSAGE_PART_BYTES + MITHRIL_K * MITHRIL_PACKED_BYTES(11))

#endif
