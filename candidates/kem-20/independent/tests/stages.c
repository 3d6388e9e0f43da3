/* Every intermediate value of section 10.2, both runs, with the three altered ciphertexts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../KEM_AlgorithmInstance.h"
#include "../e8.h"
#include "../encoding.h"
#include "../pke.h"
#include "../sampling.h"
#include "drng.h"
#include "testing/testing.h"

typedef struct {
    const char *item;
    size_t bytes;
    const char *head, *tail, *sha256; /* hexadecimal: the value or its first bytes, its last bytes, its digest */
} stage_vector;

#if FROST_LEVEL == 128
#include "vectors_128.h"
#elif FROST_LEVEL == 192
#include "vectors_192.h"
#elif FROST_LEVEL == 256
#include "vectors_256.h"
#elif FROST_LEVEL == 384 && defined(FROST_CC)
#include "vectors_cc_384.h"
#elif FROST_LEVEL == 384
#include "vectors_384.h"
#elif defined(FROST_CC)
#include "vectors_cc_512.h"
#else
#include "vectors_512.h"
#endif

#define MATRIX_BYTES (2u * FROST_N * FROST_N)

extern DRNG_ctx drng_algorithm;

static const stage_vector *vectors;
static size_t vector_count, compared;

/* Little-endian bytes of matrices, and what the operations work in. */
static unsigned char *flat;
static uint16_t *words;
static unsigned char pk[FROST_PK_BYTES], sk[FROST_SK_BYTES], ct[FROST_CT_BYTES];
static frost_key_memory key;
static frost_encryption encryption;
static frost_decryption decryption;

static void check(const char *item, const void *bytes, size_t size)
{
    for (size_t i = 0; i < vector_count; i++) {
        const stage_vector *vector = &vectors[i];

        if (strcmp(vector->item, item) == 0) {
            const size_t head = strlen(vector->head) / 2, tail = strlen(vector->tail) / 2;

            compared++;
            assay_check_equal((long long)size, (long long)vector->bytes, item, __FILE__, __LINE__);
            assay_check_hex(bytes, head, vector->head, item, __FILE__, __LINE__);
            assay_check_hex((const unsigned char *)bytes + size - tail, tail, vector->tail, item, __FILE__, __LINE__);
            if (head != size) {
                assay_check_sha256(bytes, size, vector->sha256, item, __FILE__, __LINE__);
            }
            return;
        }
    }
    assay_check(0, item, __FILE__, __LINE__);
}

static void put(size_t entry, uint16_t value)
{
    flat[2 * entry] = (unsigned char)value;
    flat[2 * entry + 1] = (unsigned char)(value >> 8);
}

static void check_words(const char *item, const uint16_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put(i, values[i]);
    }
    check(item, flat, 2 * count);
}

/* Columns one after the other. */
static void check_columns(const char *item, frost_column *columns, unsigned count, unsigned mask)
{
    for (unsigned k = 0; k < count; k++) {
        for (unsigned j = 0; j < FROST_N; j++) {
            put(k * FROST_N + j, (uint16_t)(columns[k][j] & mask));
        }
    }
    check(item, flat, 2 * (size_t)FROST_N * count);
}

static void check_xof(const char *item, size_t size, unsigned char domain, const unsigned char *seed, size_t seed_bytes)
{
    unsigned char input[1 + FROST_SECRET_SEED_BYTES];

    input[0] = domain;
    memcpy(input + 1, seed, seed_bytes);
    ASSAY_CHECK_EQUAL(frost_xof(flat, size, input, 1 + seed_bytes), FROST_OK);
    check(item, flat, size);
}

static void check_matrix(const unsigned char *rho)
{
    static frost_aes_key expanded;
    static frost_tile tile;

    frost_aes_expand_key(&expanded, rho);
    for (unsigned row = 0; row < FROST_N; row += FROST_TILE_ROWS) {
        for (unsigned column = 0; column < FROST_N; column += FROST_TILE_COLUMNS) {
            frost_matrix_tile(tile, &expanded, row, column);
            for (unsigned l = 0; l < FROST_TILE_ROWS && row + l < FROST_N; l++) {
                for (unsigned w = 0; w < FROST_TILE_COLUMNS; w++) {
                    put((size_t)(row + l) * FROST_N + column + w, tile[w][l]);
                }
            }
        }
    }
    check("A row 0", flat, 2 * FROST_N);
    check("A row 1", flat + 2 * FROST_N, 2 * FROST_N);
    check("A", flat, MATRIX_BYTES);
}

static void seed_counting(void)
{
    unsigned char seed[48];

    for (unsigned i = 0; i < sizeof seed; i++) {
        seed[i] = (unsigned char)i;
    }
    init_random_number(&drng_algorithm, seed, sizeof seed);
}

static void seed_record_0(void)
{
    unsigned char seed[64];

    for (unsigned i = 0; i < sizeof seed; i++) {
        seed[i] = (unsigned char)"seed"[i % 4];
    }
    init_random_number(&drng_algorithm, seed, sizeof seed);
    get_random_number(&drng_algorithm, seed, 8 * sizeof seed);
    init_random_number(&drng_algorithm, seed, sizeof seed);
}

static void check_keygen(void)
{
    const DRNG_ctx start = drng_algorithm;
    unsigned char random[3 * FROST_SS_BYTES + FROST_SEED_BYTES];
    const unsigned char *seed = random + FROST_SS_BYTES;
    unsigned long long pk_len = 0, sk_len = 0;

    frost_random(random, sizeof random);
    check("rnd", random, sizeof random);
    check("z", random, FROST_SS_BYTES);
    check("seedS", seed, FROST_SECRET_SEED_BYTES);
    check("a0", seed + FROST_SECRET_SEED_BYTES, FROST_SEED_BYTES);

    drng_algorithm = start;
    ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, sk, &sk_len), 0);
    ASSAY_CHECK_EQUAL(pk_len, FROST_PK_BYTES);
    ASSAY_CHECK_EQUAL(sk_len, FROST_SK_BYTES);
    check("rho", pk, FROST_SEED_BYTES);
    check("pk", pk, FROST_PK_BYTES);
    check("packS", sk, FROST_PACKED_S_BYTES);
    check("hpk", sk + FROST_SK_HPK, FROST_SEED_BYTES);
    check("sk", sk, FROST_SK_BYTES);

    check_xof("Sx", 2 * FROST_B_ENTRIES, FROST_DOMAIN_S, seed, FROST_SECRET_SEED_BYTES);
    check_matrix(pk);
    ASSAY_CHECK_EQUAL(frost_make_key(&key, sk, pk, seed), FROST_OK);
    check_columns("S", key.s, FROST_S_COLUMNS, 0xffff);
    for (unsigned i = 0; i < FROST_B_ENTRIES; i++) {
        words[i] = key.product[i % FROST_S_COLUMNS][i / FROST_S_COLUMNS] & FROST_Q_MASK;
    }
    check_words("Braw", words, FROST_B_ENTRIES);
    check_words("Dpk", key.words, FROST_B_ENTRIES);
    check_words("B", key.b, FROST_B_ENTRIES);
}

static void check_enc(void)
{
    const DRNG_ctx start = drng_algorithm;
    unsigned char random[FROST_SS_BYTES + FROST_SEED_BYTES], derived[3 * FROST_SS_BYTES], ss[FROST_SS_BYTES];
    unsigned char input[2 * FROST_SEED_BYTES + FROST_SS_BYTES];
    const unsigned char *salt = random + FROST_SS_BYTES;
    unsigned long long ss_len = 0, ct_len = 0;
    uint16_t y[FROST_V_ENTRIES], sum[FROST_V_ENTRIES], dither[FROST_V_ENTRIES];

    frost_random(random, sizeof random);
    check("m", random, FROST_SS_BYTES);
    check("salt", salt, FROST_SEED_BYTES);
    drng_algorithm = start;
    ASSAY_CHECK_EQUAL(kem_enc(pk, FROST_PK_BYTES, ss, &ss_len, ct, &ct_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, FROST_SS_BYTES);
    ASSAY_CHECK_EQUAL(ct_len, FROST_CT_BYTES);
    check("c1", ct, FROST_PACKED_U_BYTES);
    check("c2", ct + FROST_CT_V, FROST_PACKED_V_BYTES);
    check("ct", ct, FROST_CT_BYTES);
    check("ss", ss, FROST_SS_BYTES);

    memcpy(input, sk + FROST_SK_HPK, FROST_SEED_BYTES);
    memcpy(input + FROST_SEED_BYTES, random, sizeof random);
    frost_xof(derived, sizeof derived, input, sizeof input);
    check("sigma", derived, FROST_SECRET_SEED_BYTES);
    check("kbar", derived + FROST_SECRET_SEED_BYTES, FROST_SS_BYTES);
    check_xof("Tx", 2 * FROST_U_ENTRIES, FROST_DOMAIN_T, derived, FROST_SECRET_SEED_BYTES);
    ASSAY_CHECK_EQUAL(frost_encrypt(&encryption, pk, random, salt, derived), FROST_OK);
    check_columns("T", encryption.t, FROST_T_COLUMNS, 0xffff);
    check_columns("Uraw", encryption.product, FROST_T_COLUMNS, FROST_Q_MASK);
    frost_dither(words, FROST_U_ENTRIES, FROST_BITS_U, FROST_DOMAIN_DITHER_U, salt);
    check_words("Du", words, FROST_U_ENTRIES);
    check_words("U", encryption.u, FROST_U_ENTRIES);
    check_words("Bhat", encryption.b, FROST_B_ENTRIES);
    check_words("V", encryption.v, FROST_V_ENTRIES);

    /* The sum behind V, by its definition. */
    frost_e8_encode(y, random);
    check_words("Y", y, FROST_V_ENTRIES);
    for (unsigned entry = 0; entry < FROST_V_ENTRIES; entry++) {
        uint32_t total = 0;

        for (unsigned j = 0; j < FROST_N; j++) {
            total += (uint32_t)encryption.t[entry / FROST_S_COLUMNS][j]
                     * encryption.b[j * FROST_S_COLUMNS + entry % FROST_S_COLUMNS];
        }
        sum[entry] = total & FROST_Q_MASK;
    }
    check_words("Vmul", sum, FROST_V_ENTRIES);
    for (unsigned entry = 0; entry < FROST_V_ENTRIES; entry++) {
        sum[entry] = (unsigned)(sum[entry] + y[entry]) & FROST_Q_MASK;
    }
    check_words("Vraw", sum, FROST_V_ENTRIES);
    frost_dither(dither, FROST_V_ENTRIES, FROST_BITS_V, FROST_DOMAIN_DITHER_V, salt);
    check_words("Dv", dither, FROST_V_ENTRIES);
}

static void check_dec(const char *message_item, const char *secret_item)
{
    unsigned char message[FROST_SS_BYTES], ss[FROST_SS_BYTES];
    unsigned long long ss_len = 0;
    uint16_t w[FROST_V_ENTRIES];

    ASSAY_CHECK_EQUAL(frost_decrypt(&decryption, w, sk, ct), FROST_OK);
    frost_e8_decode(message, w);
    check(message_item, message, sizeof message);
    ASSAY_CHECK_EQUAL(kem_dec(sk, FROST_SK_BYTES, ct, FROST_CT_BYTES, ss, &ss_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, FROST_SS_BYTES);
    check(secret_item, ss, sizeof ss);
}

static void check_decryption(void)
{
    uint16_t w[FROST_V_ENTRIES], v[FROST_V_ENTRIES], dither[FROST_V_ENTRIES];

    frost_decrypt(&decryption, w, sk, ct);
    check_words("Uhat", decryption.words, FROST_U_ENTRIES);
    check_words("W", w, FROST_V_ENTRIES);
    frost_dither(dither, FROST_V_ENTRIES, FROST_BITS_V, FROST_DOMAIN_DITHER_V, ct + FROST_CT_SALT);
    for (unsigned i = 0; i < FROST_V_ENTRIES; i++) {
        v[i] = frost_compensate(decryption.v[i], dither[i], FROST_BITS_V);
    }
    check_words("Vhat", v, FROST_V_ENTRIES);
    for (unsigned i = 0; i < FROST_V_ENTRIES; i++) {
        v[i] = (unsigned)(v[i] - w[i]) & FROST_Q_MASK;
    }
    check_words("Wmul", v, FROST_V_ENTRIES);
}

static void check_run(const stage_vector *run, size_t count)
{
    vectors = run;
    vector_count = count;
    compared = 0;
    check_keygen();
    check_enc();
    check_decryption();
    check_dec("m'", "ss (accepted)");
    ct[0] ^= 0x01;
    check_dec("m' (rej A)", "ss (rej A)");
    ct[0] ^= 0x01;
    ct[FROST_CT_SALT - 1] ^= 0x01;
    check_dec("m' (rej B)", "ss (rej B)");
    ct[FROST_CT_SALT - 1] ^= 0x01;
    ct[FROST_CT_BYTES - 1] ^= 0x80;
    check_dec("m' (rej C)", "ss (rej C)");
    ASSAY_CHECK_EQUAL(compared, count);
}

int main(void)
{
    flat = malloc(MATRIX_BYTES);
    words = malloc(FROST_LONGEST_ENTRIES * sizeof *words);
    if (flat == NULL || words == NULL) {
        return 1;
    }
    seed_record_0();
    check_run(stages_0, sizeof stages_0 / sizeof *stages_0);
    seed_counting();
    check_run(stages_1, sizeof stages_1 / sizeof *stages_1);
    free(words);
    free(flat);
    return assay_test_result();
}
