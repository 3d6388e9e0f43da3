/*
 * SM3 (GB/T 32905) for the AVX2 version. The same steps are written for words of 32 bits and for vectors of eight such
 * words; names follow the standard. P0 and P1 are computed as x ^ rot(x ^ rot(x, 8)): section 12.1.
 */
#include "sm3_avx2.h"

#ifndef __AVX2__
#error "compile this file with -mavx2"
#endif

#include <immintrin.h>
#include <string.h>

/* T_j rotated left by j. */
static const uint32_t constants[64] = {
    0x79cc4519, 0xf3988a32, 0xe7311465, 0xce6228cb, 0x9cc45197, 0x3988a32f, 0x7311465e, 0xe6228cbc,
    0xcc451979, 0x988a32f3, 0x311465e7, 0x6228cbce, 0xc451979c, 0x88a32f39, 0x11465e73, 0x228cbce6,
    0x9d8a7a87, 0x3b14f50f, 0x7629ea1e, 0xec53d43c, 0xd8a7a879, 0xb14f50f3, 0x629ea1e7, 0xc53d43ce,
    0x8a7a879d, 0x14f50f3b, 0x29ea1e76, 0x53d43cec, 0xa7a879d8, 0x4f50f3b1, 0x9ea1e762, 0x3d43cec5,
    0x7a879d8a, 0xf50f3b14, 0xea1e7629, 0xd43cec53, 0xa879d8a7, 0x50f3b14f, 0xa1e7629e, 0x43cec53d,
    0x879d8a7a, 0x0f3b14f5, 0x1e7629ea, 0x3cec53d4, 0x79d8a7a8, 0xf3b14f50, 0xe7629ea1, 0xcec53d43,
    0x9d8a7a87, 0x3b14f50f, 0x7629ea1e, 0xec53d43c, 0xd8a7a879, 0xb14f50f3, 0x629ea1e7, 0xc53d43ce,
    0x8a7a879d, 0x14f50f3b, 0x29ea1e76, 0x53d43cec, 0xa7a879d8, 0x4f50f3b1, 0x9ea1e762, 0x3d43cec5};

void mithril_sm3_start(uint32_t chaining[8])
{
    static const uint32_t initial[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                        0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};

    memcpy(chaining, initial, sizeof initial);
}

/*
 * One step without moving the registers: the caller renames them, four steps being a full turn. After it, d holds
 * the new A and h the new E. FF and GG are the functions of this step.
 */
#define STEP(a, b, c, d, e, f, g, h, FF, GG)                                       \
    {                                                                              \
        const WORD a12 = ROTATE(a, 12);                                            \
        const WORD ss1 = ROTATE(ADD(ADD(a12, e), CONSTANT(constants[j])), 7);      \
        const WORD tt2 = ADD(ADD(GG(e, f, g), h), ADD(ss1, w[j]));                 \
                                                                                   \
        d = ADD(ADD(FF(a, b, c), d), ADD(XOR(ss1, a12), XOR(w[j], w[j + 4])));     \
        h = XOR(tt2, ROTATE(XOR(tt2, ROTATE_8(tt2)), 9));                          \
        b = ROTATE(b, 9);                                                          \
        f = ROTATE(f, 19);                                                         \
        j++;                                                                       \
    }
#define FOUR_STEPS(FF, GG)                 \
    STEP(A, B, C, D, E, F, G, H, FF, GG)   \
    STEP(D, A, B, C, H, E, F, G, FF, GG)   \
    STEP(C, D, A, B, G, H, E, F, FF, GG)   \
    STEP(B, C, D, A, F, G, H, E, FF, GG)

#define XOR3(x, y, z) XOR(XOR(x, y), z)
#define MAJORITY(x, y, z) XOR(AND(XOR(x, y), XOR(y, z)), y)
#define CHOICE(x, y, z) XOR(AND(XOR(y, z), x), z)

/* Word j of the expanded message. */
#define EXPAND(j)                                                                     \
    {                                                                                 \
        const WORD x = XOR3(w[(j) - 16], w[(j) - 9], ROTATE(w[(j) - 3], 15));         \
                                                                                      \
        w[j] = XOR3(XOR(x, ROTATE(XOR(x, ROTATE_8(x)), 15)), ROTATE(w[(j) - 13], 7), w[(j) - 6]); \
    }

/* A to H are declared by the caller. Words of the message are expanded four at a time, just before they are needed. */
#define ALL_STEPS                                   \
    {                                               \
        unsigned int i, j = 0;                      \
                                                    \
        while (j < 12) {                            \
            FOUR_STEPS(XOR3, XOR3)                  \
        }                                           \
        for (i = 0; i < 4; i++) {                   \
            EXPAND(16 + i)                          \
        }                                           \
        FOUR_STEPS(XOR3, XOR3)                      \
        while (j < 64) {                            \
            for (i = 4; i < 8; i++) {               \
                EXPAND(j + i)                       \
            }                                       \
            FOUR_STEPS(MAJORITY, CHOICE)            \
        }                                           \
    }

/* One block: words. */
#define WORD uint32_t
#define ADD(x, y) ((x) + (y))
#define XOR(x, y) ((x) ^ (y))
#define AND(x, y) ((x) & (y))
#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define ROTATE_8(x) ROTATE(x, 8)
#define CONSTANT(t) (t)

void mithril_sm3_compress(uint32_t chaining[8], const uint8_t block[MITHRIL_SM3_BLOCK_BYTES])
{
    uint32_t A = chaining[0], B = chaining[1], C = chaining[2], D = chaining[3];
    uint32_t E = chaining[4], F = chaining[5], G = chaining[6], H = chaining[7];
    uint32_t w[68];
    unsigned int n;

    for (n = 0; n < 16; n++) {
        w[n] = (uint32_t)block[4 * n] << 24 | (uint32_t)block[4 * n + 1] << 16 | (uint32_t)block[4 * n + 2] << 8 |
               (uint32_t)block[4 * n + 3];
    }
    ALL_STEPS
    chaining[0] ^= A;
    chaining[1] ^= B;
    chaining[2] ^= C;
    chaining[3] ^= D;
    chaining[4] ^= E;
    chaining[5] ^= F;
    chaining[6] ^= G;
    chaining[7] ^= H;
}

/* Eight blocks: vectors of words. */
#undef WORD
#undef ADD
#undef XOR
#undef AND
#undef ROTATE
#undef ROTATE_8
#undef CONSTANT
#define WORD __m256i
#define ADD(x, y) _mm256_add_epi32(x, y)
#define XOR(x, y) _mm256_xor_si256(x, y)
#define AND(x, y) _mm256_and_si256(x, y)
#define ROTATE(x, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))
#define ROTATE_8(x) _mm256_shuffle_epi8(x, rotation_by_8)
#define CONSTANT(t) _mm256_set1_epi32((int)(t))

/* Rows become columns, of eight words each. */
static void transpose(__m256i v[8])
{
    __m256i pairs[8], fours[8];
    unsigned int i;

    for (i = 0; i < 8; i += 2) {
        pairs[i] = _mm256_unpacklo_epi32(v[i], v[i + 1]);
        pairs[i + 1] = _mm256_unpackhi_epi32(v[i], v[i + 1]);
    }
    for (i = 0; i < 8; i += 4) {
        fours[i] = _mm256_unpacklo_epi64(pairs[i], pairs[i + 2]);
        fours[i + 1] = _mm256_unpackhi_epi64(pairs[i], pairs[i + 2]);
        fours[i + 2] = _mm256_unpacklo_epi64(pairs[i + 1], pairs[i + 3]);
        fours[i + 3] = _mm256_unpackhi_epi64(pairs[i + 1], pairs[i + 3]);
    }
    for (i = 0; i < 4; i++) {
        v[i] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x20);
        v[i + 4] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x31);
    }
}

void mithril_sm3_compress_lanes(uint32_t result[MITHRIL_SM3_LANES][8],
                                const uint32_t *const chaining[MITHRIL_SM3_LANES],
                                const uint8_t *const block[MITHRIL_SM3_LANES])
{
    const __m256i rotation_by_8 = _mm256_setr_epi8(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7,
                                                   4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
    const __m256i byte_swap = _mm256_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0, 7, 6,
                                               5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    __m256i w[68], state[8];
    __m256i A, B, C, D, E, F, G, H;
    unsigned int lane;

    for (lane = 0; lane < MITHRIL_SM3_LANES; lane++) {
        const __m256i *const half = (const __m256i *)(const void *)block[lane];

        w[lane] = _mm256_shuffle_epi8(_mm256_loadu_si256(half), byte_swap);
        w[8 + lane] = _mm256_shuffle_epi8(_mm256_loadu_si256(half + 1), byte_swap);
        state[lane] = _mm256_loadu_si256((const __m256i *)(const void *)chaining[lane]);
    }
    transpose(w);
    transpose(w + 8);
    transpose(state);

    A = state[0], B = state[1], C = state[2], D = state[3];
    E = state[4], F = state[5], G = state[6], H = state[7];
    ALL_STEPS
    state[0] = XOR(state[0], A);
    state[1] = XOR(state[1], B);
    state[2] = XOR(state[2], C);
    state[3] = XOR(state[3], D);
    state[4] = XOR(state[4], E);
    state[5] = XOR(state[5], F);
    state[6] = XOR(state[6], G);
    state[7] = XOR(state[7], H);

    transpose(state);
    for (lane = 0; lane < MITHRIL_SM3_LANES; lane++) {
        _mm256_storeu_si256((__m256i *)(void *)result[lane], state[lane]);
    }
}
