/* Section 10: the ten records of the known-answer file, each by the digest of its bytes. */
#include "../KEM_AlgorithmInstance.h"
#include "../params.h"
#include "drng.h"
#include "testing/testing.h"
#include "vectors.h"

extern DRNG_ctx drng_algorithm;

int main(void)
{
    static unsigned char bytes[SCABBARD_PK_BYTES + SCABBARD_SK_BYTES + SCABBARD_CT_BYTES + SCABBARD_SS_BYTES];
    unsigned char *const pk = bytes;
    unsigned char *const sk = pk + SCABBARD_PK_BYTES;
    unsigned char *const ct = sk + SCABBARD_SK_BYTES;
    unsigned char *const ss = ct + SCABBARD_CT_BYTES;
    unsigned char ss_again[SCABBARD_SS_BYTES];
    unsigned char seed[64];
    DRNG_ctx seeds;

    for (size_t i = 0; i < sizeof seed; i++) {
        seed[i] = (unsigned char)"seed"[i % 4];
    }
    init_random_number(&seeds, seed, sizeof seed);

    for (int record = 0; record < 10; record++) {
        unsigned long long pk_len = 0;
        unsigned long long sk_len = 0;
        unsigned long long ct_len = 0;
        unsigned long long ss_len = 0;
        unsigned long long ss_again_len = 0;

        get_random_number(&seeds, seed, 8 * sizeof seed);
        init_random_number(&drng_algorithm, seed, sizeof seed);
        ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, sk, &sk_len), 0);
        ASSAY_CHECK_EQUAL(kem_enc(pk, pk_len, ss, &ss_len, ct, &ct_len), 0);
        ASSAY_CHECK_EQUAL(kem_dec(sk, sk_len, ct, ct_len, ss_again, &ss_again_len), 0);
        ASSAY_CHECK_EQUAL(pk_len, SCABBARD_PK_BYTES);
        ASSAY_CHECK_EQUAL(sk_len, SCABBARD_SK_BYTES);
        ASSAY_CHECK_EQUAL(ct_len, SCABBARD_CT_BYTES);
        ASSAY_CHECK_EQUAL(ss_len, SCABBARD_SS_BYTES);
        ASSAY_CHECK_EQUAL(ss_again_len, SCABBARD_SS_BYTES);
        ASSAY_CHECK_BYTES(ss_again, ss, SCABBARD_SS_BYTES);
        ASSAY_CHECK_SHA256(bytes, sizeof bytes, record_digests[record]);
    }
    return assay_test_result();
}
