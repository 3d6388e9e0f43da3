/*
 * Section 8 over whole ranges: with the secret 1 a product is the other factor, so every residue can be put before
 * the roundings of encryption and the decoder of decryption.
 */
#include <string.h>

#include "../pke.h"
#include "definitions.h"
#include "testing/testing.h"

#define B_BYTES MITHRIL_PACKED_BYTES(11)
#define CM_BYTES MITHRIL_PACKED_BYTES(MITHRIL_TAU)
#define DIVISOR (1 << (11 - MITHRIL_TAU))

static uint8_t one[MITHRIL_SECRET_STREAM_BYTES];
static uint8_t pk[MITHRIL_PK_BYTES], public_stream[MITHRIL_PUBLIC_STREAM_BYTES], ct[MITHRIL_CT_BYTES];
static uint8_t m[MITHRIL_SHARED_BYTES];

static void set_one(void)
{
    definition_poly coefficients = {1};
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        definition_pack(one + MITHRIL_PACKED_BYTES(2) * i, coefficients, 2);
        coefficients[0] = 0;
    }
}

/* Each residue of A s' modulo q becomes b', and each of b s' modulo p with each message bit becomes cm. */
static void check_encryption(void)
{
    definition_poly a, b, expected;
    int first, bit, i, j, r;

    for (first = 0; first < MITHRIL_Q; first += MITHRIL_N) {
        for (j = 0; j < MITHRIL_N; j++) {
            a[j] = first + j;
            b[j] = (first + j) % MITHRIL_P;
        }
        /* Every second run of residues modulo p meets the other message bit. */
        bit = (first / MITHRIL_P) % 2;
        memset(m, bit ? 0xff : 0x00, sizeof m);
        for (i = 0; i < MITHRIL_K; i++) {
            definition_pack(public_stream + MITHRIL_PACKED_BYTES(13) * i, a, 13);
            definition_pack(pk + MITHRIL_SEED_BYTES + B_BYTES * i, b, 11);
        }
        mithril_pke_enc(ct, pk, public_stream, one, m);

        for (i = 0; i < MITHRIL_K; i++) {
            definition_unpack(expected, ct + MITHRIL_MESSAGE_PART_BYTES + B_BYTES * i, 11);
            for (j = 0; j < MITHRIL_N; j++) {
                const int32_t rounded = definition_residue(expected[j], MITHRIL_P);

                ASSAY_CHECK_EQUAL(rounded, definition_round(a[j]));
                /* As the specification says of 4 Round(u) - u. */
                ASSAY_CHECK((4 * rounded - a[j] + 1 + MITHRIL_Q) % MITHRIL_Q <= 3);
            }
        }
        for (r = 0; r < MITHRIL_L; r++) {
            definition_unpack(expected, ct + CM_BYTES * r, MITHRIL_TAU);
            for (j = 0; j < MITHRIL_N; j++) {
                ASSAY_CHECK_EQUAL(definition_residue(expected[j], MITHRIL_T),
                                  ((b[j] + 2 + 1024 * bit) % 2048) / DIVISOR);
            }
        }
    }
}

/* Each pair of a residue b' modulo p and a compressed cm: so each w at each of the decoder's boundaries. */
static void check_decryption(void)
{
    definition_poly b, cm;
    unsigned int wrong = 0, ones = 0;
    int first, j, r, i, step;

    for (first = 0; first < MITHRIL_P; first += MITHRIL_N) {
        for (step = 0; step < MITHRIL_T; step += MITHRIL_L) {
            for (j = 0; j < MITHRIL_N; j++) {
                b[j] = first + j;
            }
            for (i = 0; i < MITHRIL_K; i++) {
                definition_pack(ct + MITHRIL_MESSAGE_PART_BYTES + B_BYTES * i, b, 11);
            }
            for (r = 0; r < MITHRIL_L; r++) {
                for (j = 0; j < MITHRIL_N; j++) {
                    cm[j] = step + r;
                }
                definition_pack(ct + CM_BYTES * r, cm, MITHRIL_TAU);
            }
            mithril_pke_dec(m, one, ct);
            for (r = 0; r < MITHRIL_L; r++) {
                for (j = 0; j < MITHRIL_N; j++) {
                    const int32_t w = definition_residue(b[j] - DIVISOR * (step + r) + MITHRIL_H2, MITHRIL_P);
                    const int32_t expected = w >= 512 && w <= 1535;

                    wrong += definition_bit(m, (size_t)(MITHRIL_N * r + j)) != expected;
                    ones += (unsigned int)expected;
                }
            }
        }
    }
    ASSAY_CHECK_EQUAL(wrong, 0);
    ASSAY_CHECK_EQUAL(ones, MITHRIL_P / 2 * MITHRIL_T);
}

int main(void)
{
    ASSAY_CHECK_EQUAL(MITHRIL_H2, MITHRIL_TAU == 3 ? 126 : 2);
    set_one();
    check_encryption();
    check_decryption();
    return assay_test_result();
}
