/* Every intermediate value of section 11: both runs, with the altered ciphertexts, and the DRNG calls of section 9. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../KEM_AlgorithmInstance.h"
#include "../minal.h"
#include "../pack.h"
#include "../params.h"
#include "../pke.h"
#include "../sample.h"
#include "../util.h"
#include "drng.h"
#include "testing/testing.h"
#include "vectors.h"

extern DRNG_ctx drng_algorithm;

static const struct stage_run *run;
static size_t vectors_compared;

static const struct stage_vector *find_vector(const char *item)
{
    for (size_t i = 0; i < run->count; i++) {
        if (strcmp(run->vectors[i].item, item) == 0) {
            return &run->vectors[i];
        }
    }
    fprintf(stderr, "%s: no vector for \"%s\"\n", run->name, item);
    exit(1);
}

/* The checks of this file name the item rather than the C expression. */
static void check_number(const char *item, size_t actual, size_t expected)
{
    assay_check_equal((long long)actual, (long long)expected, item, run->name, __LINE__);
}

static void check_bytes(const char *item, const unsigned char *bytes, size_t size)
{
    const struct stage_vector *vector = find_vector(item);
    const size_t head = strlen(vector->head) / 2;
    const size_t tail = strlen(vector->tail) / 2;

    vectors_compared++;
    check_number(item, size, vector->bytes);
    assay_check_hex(bytes, head, vector->head, item, run->name, __LINE__);
    assay_check_hex(bytes + size - tail, tail, vector->tail, item, run->name, __LINE__);
    /* Either the vector is the whole value, or it has a digest. */
    if (head != size) {
        assay_check_sha256(bytes, size, vector->sha256, item, run->name, __LINE__);
    }
}

/* Compares the leading coefficients; the digest is not looked at. */
static void check_leading(const struct stage_vector *vector, const int coefficients[SCABBARD_N])
{
    const char *next = vector->coefficients;
    size_t count = 0;

    vectors_compared++;
    while (*next != '\0' && count < SCABBARD_N) {
        char *end;
        const long expected = strtol(next, &end, 10);
        assay_check_equal(coefficients[count], expected, vector->item, run->name, __LINE__);
        next = end;
        count++;
    }
    assay_check(count >= 8, "the vector has leading coefficients", run->name, __LINE__);
}

/* Polynomials are hashed as two-byte little-endian residues. */
static void check_polynomials(const char *item, const scabbard_poly *f, size_t count)
{
    const struct stage_vector *vector = find_vector(item);
    unsigned char *bytes = malloc(count * 2 * SCABBARD_N);
    int leading[SCABBARD_N];

    if (bytes == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < SCABBARD_N; k++) {
            bytes[2 * (i * SCABBARD_N + k)] = (unsigned char)f[i].coef[k];
            bytes[2 * (i * SCABBARD_N + k) + 1] = (unsigned char)(f[i].coef[k] >> 8);
        }
    }
    for (size_t k = 0; k < SCABBARD_N; k++) {
        leading[k] = f[0].coef[k];
    }
    check_number(item, count * 2 * SCABBARD_N, vector->bytes);
    check_leading(vector, leading);
    assay_check_sha256(bytes, count * 2 * SCABBARD_N, vector->sha256, item, run->name, __LINE__);
    free(bytes);
}

static void check_secret(const char *signed_item, const char *packed_item, const scabbard_secret s[SCABBARD_L])
{
    unsigned char packed[SCABBARD_S_BYTES];
    int leading[SCABBARD_N];

    for (size_t k = 0; k < SCABBARD_N; k++) {
        leading[k] = s[0].coef[k];
    }
    check_leading(find_vector(signed_item), leading);
    scabbard_pack_secret(packed, s);
    check_bytes(packed_item, packed, sizeof packed);
}

/* What the DRNG gives: everything else follows from it. */
struct randomness {
    unsigned char d[SCABBARD_KAPPA];
    unsigned char sigma[SCABBARD_KAPPA];
    unsigned char z[SCABBARD_KAPPA];
    unsigned char m0[SCABBARD_KAPPA];
};

static void seed_drng(void)
{
    unsigned char seed[64];
    const size_t size = assay_hex_decode(find_vector("DRNG seed")->head, seed, sizeof seed);

    init_random_number(&drng_algorithm, seed, size);
}

static void check_randomness(struct randomness *random)
{
    const unsigned long long bits = 8 * SCABBARD_KAPPA;

    seed_drng();
    get_random_number(&drng_algorithm, random->d, bits);
    get_random_number(&drng_algorithm, random->sigma, bits);
    get_random_number(&drng_algorithm, random->z, bits);
    get_random_number(&drng_algorithm, random->m0, bits);
    check_bytes("d (DRNG call 1)", random->d, SCABBARD_KAPPA);
    check_bytes("sigma (DRNG call 2)", random->sigma, SCABBARD_KAPPA);
    check_bytes("z (DRNG call 3)", random->z, SCABBARD_KAPPA);
    check_bytes("m0 (DRNG call 4)", random->m0, SCABBARD_KAPPA);
}

static void check_stream(const char *item, const unsigned char *seed, const unsigned char *suffix, size_t suffix_size,
                         size_t size)
{
    unsigned char input[SCABBARD_KAPPA + 2];
    unsigned char stream[SCABBARD_A_POLY_STREAM];

    memcpy(input, seed, SCABBARD_KAPPA);
    memcpy(input + SCABBARD_KAPPA, suffix, suffix_size);
    scabbard_xof(stream, size, input, SCABBARD_KAPPA + suffix_size);
    check_bytes(item, stream, size);
}

static void check_matrix(const unsigned char rho[SCABBARD_KAPPA])
{
    static scabbard_poly a[SCABBARD_L][SCABBARD_L];

    for (int i = 0; i < SCABBARD_L; i++) {
        for (int j = 0; j < SCABBARD_L; j++) {
            ASSAY_CHECK_EQUAL(scabbard_sample_a(&a[i][j], rho, i, j), SCABBARD_OK);
        }
    }
    check_stream("XOF(rho || 00 || 00) stream for A[0][0]", rho, (const unsigned char[]){0, 0}, 2,
                 SCABBARD_A_POLY_STREAM);
    check_polynomials("A[0][0]", &a[0][0], 1);
    check_polynomials("A[0][1]", &a[0][1], 1);
    check_polynomials("A[1][0]", &a[1][0], 1);
    check_polynomials("A[l-1][l-1]", &a[SCABBARD_L - 1][SCABBARD_L - 1], 1);
    check_polynomials("all A, row-major", &a[0][0], SCABBARD_L * SCABBARD_L);
}

static void check_keygen(const struct randomness *random, const unsigned char *pk, const unsigned char *sk)
{
    unsigned char rho[SCABBARD_KAPPA];
    unsigned char packed[SCABBARD_B_BYTES];
    scabbard_secret s[SCABBARD_L];
    scabbard_poly b[SCABBARD_L];

    scabbard_xof(rho, SCABBARD_KAPPA, random->d, SCABBARD_KAPPA);
    check_bytes("rho = XOF(d, kappa)", rho, SCABBARD_KAPPA);
    check_matrix(rho);
    check_stream("XOF(sigma || 00) stream for s[0]", random->sigma, (const unsigned char[]){0}, 1,
                 SCABBARD_SECRET_POLY_BYTES);
    scabbard_sample_secret(s, random->sigma);
    check_secret("s[0], signed", "s packed = sk part 1", s);
    scabbard_multiply_a_transposed(b, rho, s);
    check_polynomials("A^T s mod q (before rounding)", b, SCABBARD_L);
    for (int i = 0; i < SCABBARD_L; i++) {
        scabbard_poly_round(&b[i], SCABBARD_H_KEYGEN);
    }
    check_polynomials("b", b, SCABBARD_L);
    scabbard_pack_vector(packed, b);
    check_bytes("b packed = pk part 1", packed, sizeof packed);
    check_bytes("H(pk)", sk + SCABBARD_SK_HPK, SCABBARD_KAPPA);
    check_bytes("pk", pk, SCABBARD_PK_BYTES);
    check_bytes("sk", sk, SCABBARD_SK_BYTES);
}

static void check_encapsulation(const struct randomness *random, const unsigned char *pk, const unsigned char *hpk,
                                const unsigned char *ct, const unsigned char *ss)
{
    unsigned char m_hpk[2 * SCABBARD_KAPPA];
    unsigned char key_and_coins[2 * SCABBARD_KAPPA];
    unsigned char hct[SCABBARD_KAPPA];
    scabbard_secret s_prime[SCABBARD_L];
    scabbard_poly b[SCABBARD_L];
    scabbard_poly u[SCABBARD_L];
    scabbard_poly f;

    scabbard_xof(m_hpk, SCABBARD_KAPPA, random->m0, SCABBARD_KAPPA);
    memcpy(m_hpk + SCABBARD_KAPPA, hpk, SCABBARD_KAPPA);
    scabbard_xof(key_and_coins, sizeof key_and_coins, m_hpk, sizeof m_hpk);
    check_bytes("m = XOF(m0, kappa)", m_hpk, SCABBARD_KAPPA);
    check_bytes("K-bar", key_and_coins, SCABBARD_KAPPA);
    check_bytes("r", key_and_coins + SCABBARD_KAPPA, SCABBARD_KAPPA);

    scabbard_encode(&f, m_hpk);
    check_polynomials("mu", &f, 1);
    scabbard_sample_secret(s_prime, key_and_coins + SCABBARD_KAPPA);
    check_secret("s'[0], signed", "s' packed (4-bit form, for checking only)", s_prime);
    scabbard_multiply_a(u, pk + SCABBARD_PK_RHO, s_prime);
    check_polynomials("A s' mod q (before rounding)", u, SCABBARD_L);
    scabbard_unpack_vector(u, ct);
    check_polynomials("u", u, SCABBARD_L);
    scabbard_unpack_vector(b, pk);
    scabbard_inner_product(&f, b, s_prime, SCABBARD_EPS_P);
    check_polynomials("b * s' mod p", &f, 1);
    scabbard_unpack(&f, ct + SCABBARD_CT_V, SCABBARD_W);
    check_polynomials("v", &f, 1);
    check_bytes("u packed = ct part 1", ct, SCABBARD_B_BYTES);
    check_bytes("v packed = ct part 2", ct + SCABBARD_CT_V, SCABBARD_V_BYTES);
    check_bytes("ct", ct, SCABBARD_CT_BYTES);
    scabbard_xof(hct, sizeof hct, ct, SCABBARD_CT_BYTES);
    check_bytes("H(ct)", hct, sizeof hct);
    check_bytes("ss", ss, SCABBARD_SS_BYTES);
}

static void check_decryption(const unsigned char *sk, const unsigned char *ct)
{
    scabbard_secret s[SCABBARD_L];
    scabbard_poly u[SCABBARD_L];
    scabbard_poly f;

    scabbard_unpack_vector(u, ct);
    scabbard_unpack_secret(s, sk);
    scabbard_inner_product(&f, u, s, SCABBARD_EPS_P);
    check_polynomials("w = u * s mod p (decapsulation)", &f, 1);
    scabbard_pke_noisy_message(&f, sk, ct);
    check_polynomials("x (decoder input)", &f, 1);
}

/* The message recovered from an altered ciphertext and the secret of its implicit rejection. */
static void check_altered(const char *message_item, const char *secret_item, unsigned char *sk, unsigned char *ct)
{
    unsigned char m[SCABBARD_KAPPA];
    unsigned char ss[SCABBARD_SS_BYTES];
    unsigned long long ss_len = 0;

    scabbard_pke_decrypt(m, sk, ct);
    check_bytes(message_item, m, sizeof m);
    ASSAY_CHECK_EQUAL(kem_dec(sk, SCABBARD_SK_BYTES, ct, SCABBARD_CT_BYTES, ss, &ss_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, SCABBARD_SS_BYTES);
    check_bytes(secret_item, ss, sizeof ss);
}

/* The counter of the DRNG grows by one with each call. */
static unsigned drng_calls(void)
{
    return (unsigned)drng_algorithm.reseed_counter[SEEDLEN - 1] - 1;
}

static void check_run(void)
{
    static unsigned char pk[SCABBARD_PK_BYTES];
    static unsigned char sk[SCABBARD_SK_BYTES];
    static unsigned char ct[SCABBARD_CT_BYTES];
    unsigned char ss[SCABBARD_SS_BYTES];
    unsigned char ss_again[SCABBARD_SS_BYTES];
    unsigned long long pk_len = 0;
    unsigned long long sk_len = 0;
    unsigned long long ct_len = 0;
    unsigned long long ss_len = 0;
    struct randomness random;

    vectors_compared = 0;
    check_randomness(&random);
    seed_drng();
    ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, sk, &sk_len), 0);
    ASSAY_CHECK_EQUAL(drng_calls(), 3);
    ASSAY_CHECK_EQUAL(pk_len, SCABBARD_PK_BYTES);
    ASSAY_CHECK_EQUAL(sk_len, SCABBARD_SK_BYTES);
    check_keygen(&random, pk, sk);

    ASSAY_CHECK_EQUAL(kem_enc(pk, pk_len, ss, &ss_len, ct, &ct_len), 0);
    ASSAY_CHECK_EQUAL(drng_calls(), 3 + 1);
    ASSAY_CHECK_EQUAL(ss_len, SCABBARD_SS_BYTES);
    ASSAY_CHECK_EQUAL(ct_len, SCABBARD_CT_BYTES);
    check_encapsulation(&random, pk, sk + SCABBARD_SK_HPK, ct, ss);

    ss_len = 0;
    ASSAY_CHECK_EQUAL(kem_dec(sk, sk_len, ct, ct_len, ss_again, &ss_len), 0);
    ASSAY_CHECK_EQUAL(drng_calls(), 3 + 1 + 0);
    ASSAY_CHECK_EQUAL(ss_len, SCABBARD_SS_BYTES);
    ASSAY_CHECK_BYTES(ss_again, ss, sizeof ss);
    check_decryption(sk, ct);

    ct[0] ^= 0x01;
    check_altered("m' for ct with first byte XOR 01", "ss for ct with first byte XOR 01", sk, ct);
    ct[0] ^= 0x01;
    ct[SCABBARD_CT_BYTES - 1] ^= 0x80;
    check_altered("m' for ct with last byte XOR 80", "ss for ct with last byte XOR 80", sk, ct);
    memset(ct, 0x00, sizeof ct);
    check_altered("m' for ct all bytes 00", "ss for ct all bytes 00", sk, ct);
    memset(ct, 0xff, sizeof ct);
    check_altered("m' for ct all bytes ff", "ss for ct all bytes ff", sk, ct);

    /* Each row was compared once, except the seed, which is an input. */
    check_number("number of vectors compared", vectors_compared, run->count - 1);
}

int main(void)
{
    for (size_t i = 0; i < sizeof stage_runs / sizeof stage_runs[0]; i++) {
        run = &stage_runs[i];
        check_run();
    }
    return assay_test_result();
}
