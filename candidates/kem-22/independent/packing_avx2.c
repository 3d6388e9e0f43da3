/* Section 6 with AVX2: byte encodings, sixteen coefficients (two groups of eight fields in d bytes) at a time. */
#include "packing.h"

#ifndef __AVX2__
#error "compile this file with -mavx2"
#endif

#include <immintrin.h>
#include <string.h>

#define GROUPS (MITHRIL_N / 8)

/* A zero byte as the result of a byte shuffle. */
#define NONE (-128)

/*
 * For a group of eight d-bit fields: the bytes that field i, of 32 bits in the vector, is cut from, and from which bit.
 * A field touches at most three bytes. The last group of a string is loaded so that the 16 bytes end with the string,
 * and so begins late in them; where three bytes would then run past the end, two are enough.
 */
typedef struct {
    __m256i bytes, bytes_of_last;
    __m256i shifts;
} cuts;

#define CUT(first) (char)(first), (char)((first) + 1), (char)((first) + 2), NONE
#define CUT_2(first) (char)(first), (char)((first) + 1), NONE, NONE

static inline cuts cuts_11(void)
{
    const cuts c = {
        _mm256_setr_epi8(CUT(0), CUT(1), CUT(2), CUT(4), CUT(5), CUT(6), CUT(8), CUT_2(9)),
        _mm256_setr_epi8(CUT(5), CUT(6), CUT(7), CUT(9), CUT(10), CUT(11), CUT(13), CUT_2(14)),
        _mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5),
    };
    return c;
}

static inline cuts cuts_13(void)
{
    const cuts c = {
        _mm256_setr_epi8(CUT(0), CUT(1), CUT(3), CUT(4), CUT(6), CUT(8), CUT(9), CUT_2(11)),
        _mm256_setr_epi8(CUT(3), CUT(4), CUT(6), CUT(7), CUT(9), CUT(11), CUT(12), CUT_2(14)),
        _mm256_setr_epi32(0, 5, 2, 7, 4, 1, 6, 3),
    };
    return c;
}

static inline __m256i cut(const uint8_t *bytes, __m256i which, __m256i shifts)
{
    const __m256i group = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)bytes));

    return _mm256_srlv_epi32(_mm256_shuffle_epi8(group, which), shifts);
}

/* d is 11 or 13; c belongs to it. */
static inline void unpack(int16_t coefficients[MITHRIL_N], const uint8_t *packed, const unsigned int d, const cuts *c)
{
    const __m256i mask = _mm256_set1_epi32((1 << d) - 1);
    const __m256i zero_field = _mm256_set1_epi16((int16_t)((1 << (d - 1)) - 1));
    unsigned int group;

    for (group = 0; group < GROUPS; group += 2) {
        const uint8_t *const second = packed + d * (group + 1);
        const __m256i low = cut(packed + d * group, c->bytes, c->shifts);
        const __m256i high = group + 2 < GROUPS ? cut(second, c->bytes, c->shifts)
                                                : cut(second + d - 16, c->bytes_of_last, c->shifts);
        const __m256i fields = _mm256_packus_epi32(_mm256_and_si256(low, mask), _mm256_and_si256(high, mask));

        _mm256_storeu_si256((__m256i *)(void *)(coefficients + 8 * group),
                            _mm256_sub_epi16(zero_field, _mm256_permute4x64_epi64(fields, 0xd8)));
    }
}

void mithril_unpack_2(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(2)])
{
    const __m256i byte_of_field =
        _mm256_setr_epi8(0, NONE, 0, NONE, 0, NONE, 0, NONE, 1, NONE, 1, NONE, 1, NONE, 1, NONE,
                         2, NONE, 2, NONE, 2, NONE, 2, NONE, 3, NONE, 3, NONE, 3, NONE, 3, NONE);
    /* Brings every field to bit 6. */
    const __m256i factors = _mm256_setr_epi16(64, 16, 4, 1, 64, 16, 4, 1, 64, 16, 4, 1, 64, 16, 4, 1);
    unsigned int i;

    for (i = 0; i < MITHRIL_N; i += 16) {
        int32_t four;
        __m256i field;

        memcpy(&four, packed + i / 4, sizeof four);
        field = _mm256_mullo_epi16(_mm256_shuffle_epi8(_mm256_set1_epi32(four), byte_of_field), factors);
        field = _mm256_and_si256(_mm256_srli_epi16(field, 6), _mm256_set1_epi16(3));
        _mm256_storeu_si256((__m256i *)(void *)(coefficients + i), _mm256_sub_epi16(_mm256_set1_epi16(1), field));
    }
}

void mithril_unpack_11(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(11)])
{
    const cuts c = cuts_11();

    unpack(coefficients, packed, 11, &c);
}

void mithril_unpack_13(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(13)])
{
    const cuts c = cuts_13();

    unpack(coefficients, packed, 13, &c);
}

/* The fields 1023 - floor((u + h1) / 4) mod p of sixteen coefficients as two strings of 88 bits, one in each half. */
static inline __m256i rounded_groups(const uint16_t *u)
{
    const __m256i residues = _mm256_loadu_si256((const __m256i *)(const void *)u);
    const __m256i rounded = _mm256_srli_epi16(_mm256_add_epi16(residues, _mm256_set1_epi16(MITHRIL_H1)), 2);
    const __m256i fields =
        _mm256_and_si256(_mm256_sub_epi16(_mm256_set1_epi16(1023), rounded), _mm256_set1_epi16(0x7ff));
    /* Two fields, 22 bits, in 32; four, 44 bits, in 64. */
    const __m256i twos = _mm256_madd_epi16(fields, _mm256_set1_epi32(1 << (16 + 11) | 1));
    const __m256i fours =
        _mm256_srli_epi64(_mm256_sllv_epi32(twos, _mm256_setr_epi32(10, 0, 10, 0, 10, 0, 10, 0)), 10);
    /* The second four begins in the middle of byte 5. */
    const __m256i aligned = _mm256_sllv_epi64(fours, _mm256_setr_epi64x(0, 4, 0, 4));
    const __m256i first = _mm256_shuffle_epi8(
        aligned, _mm256_setr_epi8(0, 1, 2, 3, 4, 5, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                  0, 1, 2, 3, 4, 5, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE));
    const __m256i second = _mm256_shuffle_epi8(
        aligned, _mm256_setr_epi8(NONE, NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13, NONE, NONE, NONE, NONE, NONE,
                                  NONE, NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13, NONE, NONE, NONE, NONE, NONE));

    return _mm256_or_si256(first, second);
}

void mithril_pack_rounded(uint8_t packed[MITHRIL_PACKED_BYTES(11)], const uint16_t u[MITHRIL_N])
{
    unsigned int i;

    for (i = 0; i < MITHRIL_N; i += 16) {
        const __m256i groups = rounded_groups(u + i);
        const __m128i low = _mm256_castsi256_si128(groups), high = _mm256_extracti128_si256(groups, 1);

        /* Sixteen bytes of which eleven count: the next group overwrites the others, so the last needs care. */
        _mm_storeu_si128((__m128i *)(void *)packed, low);
        if (i + 16 < MITHRIL_N) {
            _mm_storeu_si128((__m128i *)(void *)(packed + 11), high);
        } else {
            uint8_t last[16];

            _mm_storeu_si128((__m128i *)(void *)last, high);
            memcpy(packed + 11, last, 11);
        }
        packed += 22;
    }
}
