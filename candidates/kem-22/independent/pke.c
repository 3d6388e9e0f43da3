/* Section 8: the public-key encryption layer, with the message encoding of section 6. */
#include "pke.h"

#include <string.h>

#include "arith.h"
#include "packing.h"

/* Bits of a coefficient modulo p that compression drops: 11 - tau. */
#define DROPPED_BITS (11 - MITHRIL_TAU)

/* The x-degree of selected polynomial r. */
#define SELECTED(r) (MITHRIL_K - MITHRIL_L + (r))

static void set_public_matrix(mithril_matrix *matrix, const uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES])
{
    int16_t a[MITHRIL_K][MITHRIL_N];
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        mithril_unpack_13(a[i], public_stream + MITHRIL_PACKED_BYTES(13) * i);
    }
    mithril_matrix_set(matrix, a, 0);
}

/* For b and b': only the rows of the selected polynomials are needed. */
static void set_selected_matrix(mithril_matrix *matrix, const uint8_t packed[MITHRIL_K * MITHRIL_PACKED_BYTES(11)])
{
    int16_t b[MITHRIL_K][MITHRIL_N];
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        mithril_unpack_11(b[i], packed + MITHRIL_PACKED_BYTES(11) * i);
    }
    mithril_matrix_set(matrix, b, SELECTED(0));
}

static void set_secret(mithril_vector *vector, const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES])
{
    int16_t s[MITHRIL_K][MITHRIL_N];
    unsigned int j;

    for (j = 0; j < MITHRIL_K; j++) {
        mithril_unpack_2(s[j], secret_stream + MITHRIL_PACKED_BYTES(2) * j);
    }
    mithril_vector_set(vector, s);
}

/* Pack_11 of every Round(u_i), u = A s. */
static void pack_rounded_product(uint8_t packed[MITHRIL_K * MITHRIL_PACKED_BYTES(11)], const mithril_matrix *matrix,
                                 const mithril_vector *vector)
{
    uint16_t u[MITHRIL_N];
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        mithril_product_row(u, matrix, vector, i);
        mithril_pack_rounded(packed + MITHRIL_PACKED_BYTES(11) * i, u);
    }
}

/* Pack_tau of cm_r, without reading a message bit as anything but a number. */
static void pack_message(uint8_t packed[MITHRIL_PACKED_BYTES(MITHRIL_TAU)], const uint16_t v[MITHRIL_N],
                         const uint8_t m[16])
{
    unsigned int i, j;

    for (i = 0; i < MITHRIL_N; i += 8) {
        uint64_t group = 0;

        for (j = 0; j < 8; j++) {
            const uint32_t bit = ((uint32_t)m[i / 8] >> j) & 1;
            const uint32_t cm = ((v[i + j] + (uint32_t)MITHRIL_H1 + (MITHRIL_P / 2) * bit) % MITHRIL_P) >> DROPPED_BITS;
            const uint32_t field = (MITHRIL_T / 2 - 1 - cm) % MITHRIL_T;

            group |= (uint64_t)field << (MITHRIL_TAU * j);
        }
        for (j = 0; j < MITHRIL_TAU; j++) {
            *packed++ = (uint8_t)(group >> (8 * j));
        }
    }
}

/* Message bits of selected polynomial r from v' and the packed cm_r. */
static void unpack_message(uint8_t m[16], const uint16_t v[MITHRIL_N],
                           const uint8_t packed[MITHRIL_PACKED_BYTES(MITHRIL_TAU)])
{
    unsigned int i, j;

    for (i = 0; i < MITHRIL_N; i += 8) {
        uint64_t group = 0;
        uint32_t byte = 0;

        for (j = 0; j < MITHRIL_TAU; j++) {
            group |= (uint64_t)*packed++ << (8 * j);
        }
        for (j = 0; j < 8; j++) {
            const uint32_t field = (uint32_t)(group >> (MITHRIL_TAU * j)) % MITHRIL_T;
            const uint32_t cm = (MITHRIL_T / 2 - 1 - field) % MITHRIL_T;
            const uint32_t w = (v[i + j] - (cm << DROPPED_BITS) + MITHRIL_H2) % MITHRIL_P;

            byte |= (((w + MITHRIL_P / 4) / (MITHRIL_P / 2)) & 1) << j;
        }
        m[i / 8] = (uint8_t)byte;
    }
}

void mithril_pke_keygen(uint8_t pk[MITHRIL_PK_BYTES], const uint8_t seed_a[MITHRIL_SEED_BYTES],
                        const uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES],
                        const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES])
{
    mithril_matrix a;
    mithril_vector s;

    set_public_matrix(&a, public_stream);
    set_secret(&s, secret_stream);
    memcpy(pk, seed_a, MITHRIL_SEED_BYTES);
    pack_rounded_product(pk + MITHRIL_SEED_BYTES, &a, &s);
}

void mithril_pke_enc(uint8_t ct[MITHRIL_CT_BYTES], const uint8_t pk[MITHRIL_PK_BYTES],
                     const uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES],
                     const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES], const uint8_t m[MITHRIL_SHARED_BYTES])
{
    mithril_matrix matrix;
    mithril_vector s;
    uint16_t v[MITHRIL_N];
    unsigned int r;

    set_secret(&s, secret_stream);

    set_public_matrix(&matrix, public_stream);
    pack_rounded_product(ct + MITHRIL_MESSAGE_PART_BYTES, &matrix, &s);

    set_selected_matrix(&matrix, pk + MITHRIL_SEED_BYTES);
    for (r = 0; r < MITHRIL_L; r++) {
        mithril_product_row(v, &matrix, &s, SELECTED(r));
        pack_message(ct + MITHRIL_PACKED_BYTES(MITHRIL_TAU) * r, v, m + 16 * r);
    }
}

void mithril_pke_dec(uint8_t m[MITHRIL_SHARED_BYTES], const uint8_t secret_stream[MITHRIL_SECRET_STREAM_BYTES],
                     const uint8_t ct[MITHRIL_CT_BYTES])
{
    mithril_matrix b;
    mithril_vector s;
    uint16_t v[MITHRIL_N];
    unsigned int r;

    set_secret(&s, secret_stream);
    set_selected_matrix(&b, ct + MITHRIL_MESSAGE_PART_BYTES);
    for (r = 0; r < MITHRIL_L; r++) {
        mithril_product_row(v, &b, &s, SELECTED(r));
        unpack_message(m + 16 * r, v, ct + MITHRIL_PACKED_BYTES(MITHRIL_TAU) * r);
    }
}
