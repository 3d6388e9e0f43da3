/* Components: the primitives of section 12.1 as reached from here, packing, products against the definition, the
 * synthetic key of section 12.2, and lengths that are refused. */
#include <string.h>

#include "../KEM_AlgorithmInstance.h"
#include "../pack.h"
#include "../params.h"
#include "../pke.h"
#include "../util.h"
#include "drng.h"
#include "testing/testing.h"
#include "vectors.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 30
#endif

extern DRNG_ctx drng_algorithm;

static assay_test_random input_numbers;

static unsigned next_number(void)
{
    return (unsigned)assay_test_random_below(&input_numbers, 1u << 16);
}

static void check_primitives(void)
{
    unsigned char input[48];
    unsigned char output[80];

    for (unsigned i = 0; i < sizeof input; i++) {
        input[i] = (unsigned char)i;
    }
    ASSAY_CHECK_EQUAL(scabbard_xof(output, 16, input, 16), SCABBARD_OK);
    ASSAY_CHECK_HEX(output, 16, "36f913884de844fce7bc7958fc2a3dd0");
    ASSAY_CHECK_EQUAL(scabbard_xof(output, 80, input, 16), SCABBARD_OK);
    ASSAY_CHECK_HEX(output, 80,
              "36f913884de844fce7bc7958fc2a3dd004f6992a3dd76a7fc2e287f2bd58a8dd775585a105be00759bb226caa8917eda"
              "c31b6aa75a4fbd1a4d3edb373b4eadb6a42ae13653e3af028527322960e47679");

    init_random_number(&drng_algorithm, input, sizeof input);
    ASSAY_CHECK_EQUAL(scabbard_random(output, 16), SCABBARD_OK);
    ASSAY_CHECK_HEX(output, 16, "b569718fc1f1f82a4c0acf90ff4ac109");
    ASSAY_CHECK_EQUAL(scabbard_random(output, 64), SCABBARD_OK);
    ASSAY_CHECK_HEX(output, 64,
              "6a0b45b7f8fc88d63cce4ea82b79c3857e6a6804b069368fe4ee382ecfacdaf9158e1d5766065a9b564c8fab00afcc6a"
              "c3e20cff07d75eff83bb815225d04e34");
}

/* Section 4 by its definition, bit by bit, for every width in use. */
static void check_packing(void)
{
    static const unsigned widths[] = {SCABBARD_W, SCABBARD_EPS_P, SCABBARD_EPS_Q};

    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        const unsigned width = widths[i];
        unsigned char bytes[SCABBARD_N * SCABBARD_EPS_Q / 8];
        scabbard_poly f;
        scabbard_poly again;

        for (unsigned k = 0; k < SCABBARD_N; k++) {
            f.coef[k] = (uint16_t)(next_number() & ((1u << width) - 1));
        }
        scabbard_pack(bytes, &f, width);
        for (unsigned bit = 0; bit < SCABBARD_N * width; bit++) {
            const unsigned expected = f.coef[bit / width] >> bit % width & 1u;
            ASSAY_CHECK_EQUAL(bytes[bit / 8] >> bit % 8 & 1, expected);
        }
        scabbard_unpack(&again, bytes, width);
        ASSAY_CHECK_BYTES(&again, &f, sizeof f);
    }
}

/* A secret is read back over the full range of a nibble. */
static void check_secret_packing(void)
{
    unsigned char bytes[SCABBARD_S_BYTES];
    unsigned char again[SCABBARD_S_BYTES];
    scabbard_secret s[SCABBARD_L];

    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)i;
    }
    scabbard_unpack_secret(s, bytes);
    for (int i = 0; i < SCABBARD_L; i++) {
        for (int k = 0; k < SCABBARD_N; k++) {
            const unsigned nibble = (unsigned)bytes[(i * SCABBARD_N + k) / 2] >> 4 * (k % 2) & 15u;
            const int expected = nibble < 8 ? (int)nibble : (int)nibble - 16;
            ASSAY_CHECK_EQUAL(s[i].coef[k], expected);
        }
    }
    scabbard_pack_secret(again, s);
    ASSAY_CHECK_BYTES(again, bytes, sizeof bytes);
}

/* Section 1: the negacyclic product by its definition. */
static void check_product(unsigned f_bits)
{
    scabbard_poly f;
    scabbard_secret s;
    scabbard_poly sum;
    scabbard_poly expected;

    for (int k = 0; k < SCABBARD_N; k++) {
        f.coef[k] = (uint16_t)(next_number() & ((1u << f_bits) - 1));
        s.coef[k] = (int16_t)((int)(next_number() % 16) - 8);
        sum.coef[k] = (uint16_t)next_number();
    }
    for (int k = 0; k < SCABBARD_N; k++) {
        int32_t coefficient = sum.coef[k];
        for (int i = 0; i < SCABBARD_N; i++) {
            const int j = k - i;
            coefficient += j >= 0 ? f.coef[i] * s.coef[j] : -(f.coef[i] * s.coef[j + SCABBARD_N]);
        }
        expected.coef[k] = (uint16_t)coefficient;
    }
    scabbard_poly_multiply_add(&sum, &f, &s);
    ASSAY_CHECK_BYTES(&expected, &sum, sizeof sum);
}

/* Section 12.2: a secret key and a ciphertext that no honest run makes. */
static void check_synthetic_key(void)
{
    static unsigned char sk[SCABBARD_SK_BYTES];
    static unsigned char ct[SCABBARD_CT_BYTES];
    unsigned char m[SCABBARD_KAPPA];
    unsigned char ss[SCABBARD_SS_BYTES];
    unsigned long long ss_len = 0;

    for (size_t i = 0; i < sizeof sk; i++) {
        sk[i] = (unsigned char)(7 * i + 13 * (i / 256) + 1);
    }
    for (size_t i = 0; i < sizeof ct; i++) {
        ct[i] = (unsigned char)(11 * i + 5 * (i / 256) + 3);
    }
    scabbard_pke_decrypt(m, sk, ct);
    ASSAY_CHECK_HEX(m, sizeof m, synthetic_message);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct, ss, &ss_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, sizeof ss);
    ASSAY_CHECK_HEX(ss, sizeof ss, synthetic_secret);
}

/* Section 8: a ciphertext with one bit altered gives XOF(z || H(ct), kappa), the unaltered one the shared secret. */
static void check_rejection(void)
{
    static unsigned char pk[SCABBARD_PK_BYTES];
    static unsigned char sk[SCABBARD_SK_BYTES];
    static unsigned char ct[SCABBARD_CT_BYTES];
    unsigned char ss[SCABBARD_SS_BYTES];
    unsigned char ss_again[SCABBARD_SS_BYTES];
    unsigned char z_hct[2 * SCABBARD_KAPPA];
    unsigned char expected[SCABBARD_SS_BYTES];
    unsigned long long length = 0;

    ASSAY_CHECK_EQUAL(kem_keygen(pk, &length, sk, &length), 0);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, ss, &length, ct, &length), 0);
    memcpy(z_hct, sk + SCABBARD_SK_Z, SCABBARD_KAPPA);
    for (int round = 0; round < ASSAY_TEST_ROUNDS; round++) {
        const unsigned bit = next_number() % (8 * SCABBARD_CT_BYTES);
        ct[bit / 8] ^= (unsigned char)(1u << bit % 8);
        ASSAY_CHECK_EQUAL(scabbard_xof(z_hct + SCABBARD_KAPPA, SCABBARD_KAPPA, ct, sizeof ct), SCABBARD_OK);
        ASSAY_CHECK_EQUAL(scabbard_xof(expected, sizeof expected, z_hct, sizeof z_hct), SCABBARD_OK);
        ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct, ss_again, &length), 0);
        ASSAY_CHECK_BYTES(ss_again, expected, sizeof ss_again);
        ct[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct, ss_again, &length), 0);
    ASSAY_CHECK_BYTES(ss_again, ss, sizeof ss);
}

/* A wrong length is refused before anything is read or written, so a single byte is enough as a buffer. */
static void check_lengths(void)
{
    unsigned char byte = 0;
    unsigned long long length = 77;

    ASSAY_CHECK_EQUAL(kem_get_pk_len_bytes(), SCABBARD_PK_BYTES);
    ASSAY_CHECK_EQUAL(kem_get_sk_len_bytes(), SCABBARD_SK_BYTES);
    ASSAY_CHECK_EQUAL(kem_get_ct_len_bytes(), SCABBARD_CT_BYTES);
    ASSAY_CHECK_EQUAL(kem_get_ss_len_bytes(), SCABBARD_SS_BYTES);
    ASSAY_CHECK_EQUAL(kem_enc(&byte, 0, &byte, &length, &byte, &length), -2);
    ASSAY_CHECK_EQUAL(kem_enc(&byte, SCABBARD_PK_BYTES - 1, &byte, &length, &byte, &length), -2);
    ASSAY_CHECK_EQUAL(kem_dec(&byte, SCABBARD_SK_BYTES + 1, &byte, SCABBARD_CT_BYTES, &byte, &length), -2);
    ASSAY_CHECK_EQUAL(kem_dec(&byte, SCABBARD_SK_BYTES, &byte, 0, &byte, &length), -2);
    ASSAY_CHECK_EQUAL(byte, 0);
    ASSAY_CHECK_EQUAL(length, 77);
}

int main(void)
{
    input_numbers = assay_test_random_new(24);
    check_primitives();
    check_packing();
    check_secret_packing();
    for (int round = 0; round < ASSAY_TEST_ROUNDS; round++) {
        check_product(SCABBARD_EPS_P);
        check_product(SCABBARD_EPS_Q);
        check_product(16);
    }
    check_synthetic_key();
    check_rejection();
    check_lengths();
    return assay_test_result();
}
