/* Every intermediate value and result of sections 14 and 15 of the specification. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../KEM_AlgorithmInstance.h"
#include "../arith.h"
#include "../expand.h"
#include "../framing.h"
#include "../packing.h"
#include "../pke.h"
#include "auxfunc.h"
#include "definitions.h"
#include "drng.h"
#include "testing/testing.h"

struct vector {
    const char *item;
    size_t bytes;
    const char *sha256;
};

#if MITHRIL_LEVEL == 128
#include "vectors_128.h"
#elif MITHRIL_LEVEL == 256
#include "vectors_256.h"
#else
#include "vectors_512.h"
#endif

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define SK_HPK (MITHRIL_SECRET_STREAM_BYTES + MITHRIL_PK_BYTES)
#define SK_Z (SK_HPK + MITHRIL_SHARED_BYTES)

extern DRNG_ctx drng_algorithm;

/* The table at work, and how many of its rows have been compared: at the end, all of them. */
static const struct vector *table;
static size_t rows, next_row;

static void begin(const struct vector *vectors, size_t count)
{
    table = vectors;
    rows = count;
    next_row = 0;
}

/* Items come in the order of the table. */
static void check(const char *item, const void *bytes, size_t length)
{
    if (!ASSAY_CHECK(next_row < rows) || strcmp(table[next_row].item, item) != 0) {
        fprintf(stderr, "%s is not the next item of the table\n", item);
        ASSAY_CHECK(0);
        return;
    }
    ASSAY_CHECK_EQUAL(length, table[next_row].bytes);
    if (!ASSAY_CHECK_SHA256(bytes, length, table[next_row].sha256)) {
        fprintf(stderr, "that was: %s\n", item);
    }
    next_row++;
}

/* Coefficients reduced to [0, modulus), two bytes each. */
static void check_serialised(const char *item, const int32_t *coefficients, size_t count, int32_t modulus)
{
    static uint8_t bytes[2 * MITHRIL_K * MITHRIL_N];
    size_t i;

    for (i = 0; i < count; i++) {
        const int32_t residue = definition_residue(coefficients[i], modulus);

        bytes[2 * i] = (uint8_t)residue;
        bytes[2 * i + 1] = (uint8_t)(residue >> 8);
    }
    check(item, bytes, 2 * count);
}

static int32_t wide[MITHRIL_K * MITHRIL_N];

static void check_unpacked(const char *item, int16_t c[MITHRIL_K][MITHRIL_N], int32_t modulus)
{
    unsigned int i;

    for (i = 0; i < MITHRIL_K * MITHRIL_N; i++) {
        wide[i] = c[i / MITHRIL_N][i % MITHRIL_N];
    }
    check_serialised(item, wide, MITHRIL_K * MITHRIL_N, modulus);
}

/* Rows first_row ... of a product, left in `wide`. */
static void check_rows(const char *item, int16_t a[MITHRIL_K][MITHRIL_N], int16_t s[MITHRIL_K][MITHRIL_N],
                       unsigned int first_row, int32_t modulus)
{
    mithril_matrix matrix;
    mithril_vector vector;
    uint16_t c[MITHRIL_N];
    unsigned int i, j;

    mithril_matrix_set(&matrix, a, first_row);
    mithril_vector_set(&vector, s);
    for (i = first_row; i < MITHRIL_K; i++) {
        mithril_product_row(c, &matrix, &vector, i);
        for (j = 0; j < MITHRIL_N; j++) {
            wide[MITHRIL_N * (i - first_row) + j] = c[j];
        }
    }
    check_serialised(item, wide, (MITHRIL_K - first_row) * MITHRIL_N, modulus);
}

static void unpack_public(int16_t a[MITHRIL_K][MITHRIL_N], const uint8_t *public_stream)
{
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        mithril_unpack_13(a[i], public_stream + MITHRIL_PACKED_BYTES(13) * i);
    }
}

static void unpack_secret(int16_t s[MITHRIL_K][MITHRIL_N], const uint8_t *secret_stream)
{
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        mithril_unpack_2(s[i], secret_stream + MITHRIL_PACKED_BYTES(2) * i);
    }
}

static void unpack_rounded(int16_t b[MITHRIL_K][MITHRIL_N], const uint8_t *packed)
{
    unsigned int i;

    for (i = 0; i < MITHRIL_K; i++) {
        mithril_unpack_11(b[i], packed + MITHRIL_PACKED_BYTES(11) * i);
    }
}

static void unpack_compressed(int32_t cm[MITHRIL_L * MITHRIL_N], const uint8_t *ct)
{
    unsigned int r;

    for (r = 0; r < MITHRIL_L; r++) {
        definition_unpack(cm + MITHRIL_N * r, ct + MITHRIL_PACKED_BYTES(MITHRIL_TAU) * r, MITHRIL_TAU);
    }
}

static uint8_t pk[MITHRIL_PK_BYTES], sk[MITHRIL_SK_BYTES], ct[MITHRIL_CT_BYTES], ss[MITHRIL_SHARED_BYTES];
static uint8_t m[MITHRIL_SHARED_BYTES];
static uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES], secret_stream[MITHRIL_SECRET_STREAM_BYTES];
static int16_t a[MITHRIL_K][MITHRIL_N], s[MITHRIL_K][MITHRIL_N], b[MITHRIL_K][MITHRIL_N];
static int32_t cm[MITHRIL_L * MITHRIL_N];

static void decapsulate(void)
{
    unsigned long long ss_len = 0;

    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct, ss, &ss_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, MITHRIL_SHARED_BYTES);
}

static void check_keygen(const uint8_t *seed, size_t seed_bytes)
{
    static uint8_t input_f[MITHRIL_INPUT_F_BYTES];
    uint8_t seed_a[MITHRIL_SEED_BYTES], seed_s[MITHRIL_SEED_BYTES], input[MITHRIL_EXPANSION_INPUT_BYTES];
    unsigned long long pk_len = 0, sk_len = 0;
    char last_row[8];
    char all_rows[32];
    DRNG_ctx same;

    check("DRNG seed", seed, seed_bytes);
    init_random_number(&drng_algorithm, seed, seed_bytes);
    same = drng_algorithm;
    ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, sk, &sk_len), 0);
    ASSAY_CHECK_EQUAL(pk_len, MITHRIL_PK_BYTES);
    ASSAY_CHECK_EQUAL(sk_len, MITHRIL_SK_BYTES);

    get_random_number(&same, seed_a, 512);
    get_random_number(&same, seed_s, 512);
    check("seedA", seed_a, sizeof seed_a);
    check("seedS", seed_s, sizeof seed_s);
    mithril_frame_expansion(input, MITHRIL_ID_PUBLIC, 208, seed_a, 0);
    check("In_A(0)", input, sizeof input);
    ASSAY_CHECK_EQUAL(mithril_expand(public_stream, seed_a, secret_stream, seed_s, NULL), 0);
    check("R_0", public_stream, 208);
    snprintf(last_row, sizeof last_row, "R_%d", MITHRIL_K - 1);
    check(last_row, public_stream + 208 * (MITHRIL_K - 1), 208);
    snprintf(all_rows, sizeof all_rows, "R_0 to R_%d concatenated", MITHRIL_K - 1);
    check(all_rows, public_stream, sizeof public_stream);
    unpack_public(a, public_stream);
    check_unpacked("A, ser_q", a, MITHRIL_Q);
    mithril_frame_expansion(input, MITHRIL_ID_SECRET, sizeof secret_stream, seed_s, 0);
    check("In_S(seedS)", input, sizeof input);
    check("S (secret stream)", secret_stream, sizeof secret_stream);
    unpack_secret(s, secret_stream);
    check_unpacked("s, ser_q", s, MITHRIL_Q);
    check_rows("u = A s, ser_q", a, s, 0, MITHRIL_Q);
    unpack_rounded(b, pk + MITHRIL_SEED_BYTES);
    check_unpacked("b, ser_p", b, MITHRIL_P);
    check("b packed (pk from byte 64)", pk + MITHRIL_SEED_BYTES, sizeof pk - MITHRIL_SEED_BYTES);
    check("pk", pk, sizeof pk);
    mithril_frame_f(input_f, pk);
    check("In_F", input_f, sizeof input_f);
    check("hpk", sk + SK_HPK, MITHRIL_SHARED_BYTES);
    check("z", sk + SK_Z, MITHRIL_SHARED_BYTES);
    check("sk", sk, sizeof sk);
}

static void check_enc(void)
{
    uint8_t input_g[MITHRIL_INPUT_G_BYTES], g[MITHRIL_SHARED_BYTES + MITHRIL_SEED_BYTES];
    uint8_t input[MITHRIL_EXPANSION_INPUT_BYTES];
    static int16_t s_enc[MITHRIL_K][MITHRIL_N], b_enc[MITHRIL_K][MITHRIL_N];
    unsigned long long ct_len = 0, ss_len = 0;
    DRNG_ctx same = drng_algorithm;

    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, ss, &ss_len, ct, &ct_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, MITHRIL_SHARED_BYTES);
    ASSAY_CHECK_EQUAL(ct_len, MITHRIL_CT_BYTES);

    get_random_number(&same, m, 8 * sizeof m);
    check("m", m, sizeof m);
    mithril_frame_g(input_g, sk + SK_HPK, m);
    check("In_G", input_g, sizeof input_g);
    ASSAY_CHECK_EQUAL(pseudoXOF(8 * sizeof g, input_g, 8 * sizeof input_g, g), 0);
    check("K", g, MITHRIL_SHARED_BYTES);
    check("seedS'", g + MITHRIL_SHARED_BYTES, MITHRIL_SEED_BYTES);
    mithril_frame_expansion(input, MITHRIL_ID_SECRET, sizeof secret_stream, g + MITHRIL_SHARED_BYTES, 0);
    check("In_S(seedS')", input, sizeof input);
    ASSAY_CHECK_EQUAL(mithril_expand(NULL, NULL, secret_stream, g + MITHRIL_SHARED_BYTES, NULL), 0);
    check("S' (secret stream)", secret_stream, sizeof secret_stream);
    unpack_secret(s_enc, secret_stream);
    check_unpacked("s', ser_q", s_enc, MITHRIL_Q);
    check_rows("u' = A s', ser_q", a, s_enc, 0, MITHRIL_Q);
    unpack_rounded(b_enc, ct + MITHRIL_MESSAGE_PART_BYTES);
    check_unpacked("b', ser_p", b_enc, MITHRIL_P);
    check("b' packed", ct + MITHRIL_MESSAGE_PART_BYTES, sizeof ct - MITHRIL_MESSAGE_PART_BYTES);
    check_rows("v = top rows of b s', ser_p", b, s_enc, MITHRIL_K - MITHRIL_L, MITHRIL_P);
    unpack_compressed(cm, ct);
    check_serialised("cm, ser_t", cm, MITHRIL_L * MITHRIL_N, MITHRIL_T);
    check("cm packed (start of ct)", ct, MITHRIL_MESSAGE_PART_BYTES);
    check("ct", ct, sizeof ct);
    check("ss", ss, sizeof ss);
    memcpy(b, b_enc, sizeof b);
}

static void check_dec(void)
{
    static uint8_t input_h[MITHRIL_INPUT_H_BYTES], honest[MITHRIL_CT_BYTES];
    uint8_t rejection_key[MITHRIL_SHARED_BYTES];
    char item[8];
    unsigned int i;

    memcpy(honest, ct, sizeof ct);
    check_rows("v' = top rows of b' s, ser_p", b, s, MITHRIL_K - MITHRIL_L, MITHRIL_P);
    for (i = 0; i < MITHRIL_L * MITHRIL_N; i++) {
        wide[i] += MITHRIL_H2 - (1 << (11 - MITHRIL_TAU)) * definition_residue(cm[i], MITHRIL_T);
    }
    check_serialised("w, ser_p", wide, MITHRIL_L * MITHRIL_N, MITHRIL_P);
    mithril_pke_dec(m, sk, ct);
    check("m'", m, sizeof m);
    mithril_frame_h(input_h, ct, sk + SK_Z);
    check("In_H", input_h, sizeof input_h);
    ASSAY_CHECK_EQUAL(pseudoXOF(8 * sizeof rejection_key, input_h, 8 * sizeof input_h, rejection_key), 0);
    check("Kbar", rejection_key, sizeof rejection_key);
    decapsulate();
    check("ss of decapsulation", ss, sizeof ss);

    for (i = 1; i <= 4; i++) {
        memcpy(ct, honest, sizeof ct);
        switch (i) {
        case 1: ct[0] ^= 0x01; break;
        case 2: ct[sizeof ct - 1] ^= 0x80; break;
        case 3: memset(ct, 0x00, sizeof ct); break;
        default: memset(ct, 0xff, sizeof ct); break;
        }
        mithril_pke_dec(m, sk, ct);
        snprintf(item, sizeof item, "X%u: m'", i);
        check(item, m, sizeof m);
        decapsulate();
        snprintf(item, sizeof item, "X%u: ss", i);
        check(item, ss, sizeof ss);
    }
    memcpy(ct, honest, sizeof ct);
}

/* Section 15.3, on the keys and the ciphertext of KAT record 0. */
static void check_uncaught(const char *kbar_sha256)
{
    ct[sizeof ct - 1] ^= 0x01;
    decapsulate();
    ASSAY_CHECK_HEX(ss, sizeof ss, LAST_BYTE_FLIPPED_SECRET);
    ct[sizeof ct - 1] ^= 0x01;

    /* The stored hpk counts, not that of the stored pk. */
    sk[SK_HPK] ^= 0x01;
    decapsulate();
    ASSAY_CHECK_SHA256(ss, sizeof ss, kbar_sha256);
    sk[SK_HPK] ^= 0x01;
}

/* Section 15.3: with s = 1 and cm = 0, w = b' + h2 at each selected coefficient. */
static void check_decoder_boundaries(void)
{
    static const int32_t w[4] = {511, 512, 1535, 1536};
    definition_poly one = {1}, zero = {0}, boundary = {0};
    unsigned int i;

    for (i = 0; i < 4; i++) {
        boundary[i] = w[i] - MITHRIL_H2;
    }
    for (i = 0; i < MITHRIL_K; i++) {
        definition_pack(secret_stream + MITHRIL_PACKED_BYTES(2) * i, i == 0 ? one : zero, 2);
        definition_pack(ct + MITHRIL_MESSAGE_PART_BYTES + MITHRIL_PACKED_BYTES(11) * i, boundary, 11);
    }
    for (i = 0; i < MITHRIL_L; i++) {
        definition_pack(ct + MITHRIL_PACKED_BYTES(MITHRIL_TAU) * i, zero, MITHRIL_TAU);
    }
    mithril_pke_dec(m, secret_stream, ct);
    for (i = 0; i < MITHRIL_L; i++) {
        ASSAY_CHECK_HEX(m + 16 * i, 16, "06000000000000000000000000000000");
    }
}

/* Section 15.1 */
static void check_patterns(const uint8_t *seed, size_t seed_bytes)
{
    unsigned long long ct_len = 0, ss_len = 0;
    size_t i;

    begin(pattern_vectors, COUNT(pattern_vectors));
    for (i = 0; i < sizeof pk; i++) {
        pk[i] = (uint8_t)(7 * i + 3);
    }
    for (i = 0; i < sizeof sk; i++) {
        sk[i] = (uint8_t)(11 * i + 5);
    }
    init_random_number(&drng_algorithm, seed, seed_bytes);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, ss, &ss_len, ct, &ct_len), 0);
    check("ct from enc(pk pattern)", ct, sizeof ct);
    check("ss from enc(pk pattern)", ss, sizeof ss);
    for (i = 0; i < sizeof ct; i++) {
        ct[i] = (uint8_t)(13 * i + 9);
    }
    mithril_pke_dec(m, sk, ct);
    check("m' from dec(patterns)", m, sizeof m);
    decapsulate();
    check("ss from dec(patterns)", ss, sizeof ss);
    ASSAY_CHECK_EQUAL(next_row, rows);
}

#if MITHRIL_LEVEL == 256
/* Section 15.2: an honest encapsulation that is rejected, because the decoding constant is off centre. */
static void check_rejected(void)
{
    uint8_t seed_a[MITHRIL_SEED_BYTES], input_f[MITHRIL_INPUT_F_BYTES], input_g[MITHRIL_INPUT_G_BYTES];
    uint8_t g[MITHRIL_SHARED_BYTES + MITHRIL_SEED_BYTES];
    mithril_xof xof;

    ASSAY_CHECK_EQUAL(assay_hex_decode(rejected_seed_a, seed_a, sizeof seed_a), sizeof seed_a);
    ASSAY_CHECK_EQUAL(assay_hex_decode(rejected_packed_s, sk, sizeof secret_stream), sizeof secret_stream);
    ASSAY_CHECK_EQUAL(assay_hex_decode(rejected_z, sk + SK_Z, MITHRIL_SHARED_BYTES), MITHRIL_SHARED_BYTES);
    ASSAY_CHECK_EQUAL(assay_hex_decode(rejected_m, m, sizeof m), sizeof m);

    ASSAY_CHECK_EQUAL(mithril_expand(public_stream, seed_a, NULL, NULL, NULL), 0);
    mithril_pke_keygen(pk, seed_a, public_stream, sk);
    ASSAY_CHECK_SHA256(pk, sizeof pk, rejected_pk_sha256);
    memcpy(sk + MITHRIL_SECRET_STREAM_BYTES, pk, sizeof pk);
    mithril_frame_f(input_f, pk);
    mithril_xof_begin(&xof, input_f, sizeof input_f);
    ASSAY_CHECK_EQUAL(mithril_xof_end(&xof, sk + SK_HPK, MITHRIL_SHARED_BYTES), 0);
    ASSAY_CHECK_SHA256(sk, sizeof sk, rejected_sk_sha256);

    mithril_frame_g(input_g, sk + SK_HPK, m);
    mithril_xof_begin(&xof, input_g, sizeof input_g);
    ASSAY_CHECK_EQUAL(mithril_xof_end(&xof, g, sizeof g), 0);
    ASSAY_CHECK_HEX(g, MITHRIL_SHARED_BYTES, rejected_encapsulated);
    ASSAY_CHECK_EQUAL(mithril_expand(NULL, NULL, secret_stream, g + MITHRIL_SHARED_BYTES, NULL), 0);
    mithril_pke_enc(ct, pk, public_stream, secret_stream, m);
    ASSAY_CHECK_SHA256(ct, sizeof ct, rejected_ct_sha256);

    mithril_pke_dec(m, sk, ct);
    ASSAY_CHECK_HEX(m, sizeof m, rejected_m_decrypted);
    decapsulate();
    ASSAY_CHECK_HEX(ss, sizeof ss, rejected_decapsulated);
}
#endif

int main(void)
{
    static const char item_of_kbar[] = "Kbar";
    const char *kbar_sha256 = NULL;
    uint8_t seed[64];
    DRNG_ctx seeds;
    size_t i;

    /* KAT record 0 */
    for (i = 0; i < sizeof seed; i++) {
        seed[i] = (uint8_t)"seed"[i % 4];
    }
    init_random_number(&seeds, seed, sizeof seed);
    get_random_number(&seeds, seed, 8 * sizeof seed);
    begin(record_0_vectors, COUNT(record_0_vectors));
    check_keygen(seed, sizeof seed);
    check_enc();
    check_dec();
    ASSAY_CHECK_EQUAL(next_row, rows);
    for (i = 0; i < rows; i++) {
        if (strcmp(table[i].item, item_of_kbar) == 0) {
            kbar_sha256 = table[i].sha256;
        }
    }
    if (ASSAY_CHECK(kbar_sha256 != NULL)) {
        check_uncaught(kbar_sha256);
    }

    /* The fixed seed 00 01 ... 2f */
    for (i = 0; i < 48; i++) {
        seed[i] = (uint8_t)i;
    }
    begin(fixed_seed_vectors, COUNT(fixed_seed_vectors));
    check_keygen(seed, 48);
    check_enc();
    check_dec();
    ASSAY_CHECK_EQUAL(next_row, rows);

    check_patterns(seed, 48);
#if MITHRIL_LEVEL == 256
    check_rejected();
#endif
    check_decoder_boundaries();
    return assay_test_result();
}
