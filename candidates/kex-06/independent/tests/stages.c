/* Every value of section 11, for both seeds, and the draws of a whole exchange. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../KEX_AlgorithmInstance.h"
#include "../chacha20.h"
#include "../label.h"
#include "../nike.h"
#include "../reconcile.h"
#include "../sample.h"
#include "drng.h"
#include "testing/testing.h"
#include "vectors.h"

extern DRNG_ctx drng_algorithm;

static const struct vector_run *run;
static size_t vectors_compared;

/* What the interface gave in this run. */
static unsigned char pka[MAMBA_PK_BYTES], ska[MAMBA_SK_BYTES], pkb[MAMBA_PK_BYTES], skb[MAMBA_SK_BYTES];
static unsigned char m1[MAMBA_M1_BYTES], sta[MAMBA_SS_BYTES], ssa[MAMBA_SS_BYTES], ssb[MAMBA_SS_BYTES];
static unsigned char draws[DRAWS][MAMBA_SEED_BYTES];

static void check(const char *item, const char *side, const unsigned char *bytes, size_t size)
{
    char name[32];

    snprintf(name, sizeof name, "%s%s", item, side);
    for (size_t i = 0; i < run->count; i++) {
        const struct vector *vector = &run->vectors[i];
        if (strcmp(vector->item, name) == 0) {
            vectors_compared++;
            assay_check_equal((long long)size, (long long)vector->bytes, name, run->name, __LINE__);
            assay_check_hex(bytes, 8, vector->head, name, run->name, __LINE__);
            assay_check_sha256(bytes, size, vector->sha256, name, run->name, __LINE__);
            return;
        }
    }
    fprintf(stderr, "%s: no vector for \"%s\"\n", run->name, name);
    exit(1);
}

/* The vectors are of two-byte little-endian words. */
static void check_poly(const char *item, const char *side, const mamba_poly *x)
{
    static unsigned char bytes[2 * MAMBA_N];

    for (size_t i = 0; i < MAMBA_N; i++) {
        bytes[2 * i] = (unsigned char)x->coef[i];
        bytes[2 * i + 1] = (unsigned char)(x->coef[i] >> 8);
    }
    check(item, side, bytes, sizeof bytes);
}

static void check_noise_stream(const char *item, const char *side, const unsigned char seed[MAMBA_SEED_BYTES])
{
    static const unsigned char nonce[MAMBA_CHACHA20_NONCE_BYTES] = {0};
    static unsigned char stream[MAMBA_NOISE_STREAM_BYTES];

    mamba_chacha20(stream, sizeof stream, seed, nonce);
    check(item, side, stream, sizeof stream);
}

/* An exchange through the interface, with the draws of a second generator beside it. */
static void exchange(void)
{
    unsigned char seed[64];
    unsigned char next[32], next_beside[32];
    const size_t seed_bytes = assay_hex_decode(run->seed, seed, sizeof seed);
    unsigned long long pk_len = 0, sk_len = 0, st_len = 99, m_len = 0, ss_len = 0;
    DRNG_ctx beside;

    init_random_number(&beside, seed, seed_bytes);
    for (int i = 0; i < DRAWS; i++) {
        get_random_number(&beside, draws[i], 8 * MAMBA_SEED_BYTES);
        ASSAY_CHECK_HEX(draws[i], MAMBA_SEED_BYTES, run->draws[i]);
    }

    init_random_number(&drng_algorithm, seed, seed_bytes);
    ASSAY_CHECK_EQUAL(kex_init_a(pka, &pk_len, ska, &sk_len, sta, &st_len), 0);
    ASSAY_CHECK_EQUAL(st_len, 0);
    ASSAY_CHECK_EQUAL(kex_init_b(pkb, &pk_len, skb, &sk_len, NULL, &st_len), 0);
    ASSAY_CHECK_EQUAL(kex_generate_pass1_msg_a(ska, sk_len, pkb, pk_len, sta, &st_len, m1, &m_len), 1);
    check("K=Sta=SS", "", sta, st_len);
    ASSAY_CHECK_EQUAL(kex_derive_ss_a(ska, sk_len, pkb, pk_len, NULL, 0, sta, st_len, ssa, &ss_len), 0);
    ASSAY_CHECK_EQUAL(kex_derive_ss_b(skb, sk_len, pka, pk_len, m1, m_len, NULL, 0, ssb, &ss_len), 0);
    ASSAY_CHECK_HEX(ssa, MAMBA_SS_BYTES, run->secret);
    check("SSb", "", ssb, ss_len);
    check("M1", "", m1, m_len);

    /* Six draws, not more and not less: both generators are at the same place. */
    get_random_number(&beside, next_beside, 8 * sizeof next_beside);
    get_random_number(&drng_algorithm, next, 8 * sizeof next);
    ASSAY_CHECK_BYTES(next, next_beside, sizeof next);
}

static void key_pair(const char *side, const unsigned char *rho, const unsigned char *sigma)
{
    static mamba_poly a, dither, s, product;

    mamba_expand_a(&a, rho);
    check_poly("a_", side, &a);
    mamba_dither(&dither, MAMBA_DITHER_PK, rho, MAMBA_G_PK);
    check_poly("dpk_", side, &dither);
    check_noise_stream("cbd_", side, sigma);
    mamba_noise(&s, sigma);
    check_poly("s_", side, &s);
    mamba_poly_multiply(&product, &a, &s);
    check_poly("as_", side, &product);
    mamba_quantise(&product, &dither, MAMBA_G_PK);
    check_poly("b_", side, &product);
}

static void pass_1(void)
{
    static mamba_poly a, d_pk, d_u, d_v, bhat, r, x, y, vhat, hint;
    static unsigned char packed[MAMBA_U_BYTES];
    static unsigned char kdf_input[16 + MAMBA_RAW_KEY_BYTES + MAMBA_PK_BYTES + MAMBA_M1_BYTES] = "MAMBA-NIKE-KDF20";
    unsigned char beta[MAMBA_RAW_KEY_BYTES];
    unsigned char *const raw_key = kdf_input + 16;
    const unsigned char *const mu = draws[4];
    const unsigned char *const tau = draws[5];

    mamba_dither(&d_pk, MAMBA_DITHER_PK, pkb + MAMBA_PK_RHO, MAMBA_G_PK);
    mamba_unpack(&bhat, pkb, MAMBA_T_PK);
    mamba_restore(&bhat, &d_pk, MAMBA_G_PK);
    check_poly("bhat", "", &bhat);
    mamba_dither(&d_u, MAMBA_DITHER_U, mu, MAMBA_G_U);
    check_poly("du", "", &d_u);
    mamba_dither(&d_v, MAMBA_DITHER_V, mu, MAMBA_G_V);
    check_poly("dv", "", &d_v);
    check_noise_stream("cbd_r", "", tau);
    mamba_noise(&r, tau);
    check_poly("r", "", &r);

    mamba_expand_a(&a, pkb + MAMBA_PK_RHO);
    mamba_poly_multiply(&x, &a, &r);
    check_poly("ar", "", &x);
    mamba_quantise(&x, &d_u, MAMBA_G_U);
    check_poly("u", "", &x);
    mamba_pack(packed, &x, MAMBA_T_U);
    check("u_packed", "", packed, MAMBA_U_BYTES);

    mamba_poly_multiply(&y, &bhat, &r);
    check_poly("br", "", &y);
    mamba_quantise(&y, &d_v, MAMBA_G_V);
    check_poly("v", "", &y);
    mamba_shared_value_a(&vhat, pkb, mu, &r);
    check_poly("vhat", "", &vhat);

    mamba_hint_bits(beta, tau);
    check("beta", "", beta, sizeof beta);
    mamba_hint(&hint, &vhat, beta);
    check_poly("h", "", &hint);
    mamba_pack(packed, &hint, 2);
    check("h_packed", "", packed, MAMBA_HINT_BYTES);
    mamba_extract(raw_key, &vhat, &hint);
    check("nu_A", "", raw_key, MAMBA_RAW_KEY_BYTES);
    ASSAY_CHECK_HEX(raw_key, MAMBA_RAW_KEY_BYTES, run->raw_key);
    memcpy(raw_key + MAMBA_RAW_KEY_BYTES, pkb, MAMBA_PK_BYTES);
    memcpy(raw_key + MAMBA_RAW_KEY_BYTES + MAMBA_PK_BYTES, m1, MAMBA_M1_BYTES);
    check("kdf_in", "", kdf_input, sizeof kdf_input);
}

static void raw_key_of_b(const char *prefix, unsigned char message[MAMBA_M1_BYTES])
{
    static mamba_poly w, hint;
    unsigned char raw_key[MAMBA_RAW_KEY_BYTES];

    mamba_shared_value_b(&w, skb, message);
    mamba_unpack(&hint, message + MAMBA_M1_HINT, 2);
    mamba_extract(raw_key, &w, &hint);
    check(prefix, "nu_B", raw_key, sizeof raw_key);
}

static void derive_b(void)
{
    static mamba_poly d_u, uhat, w;

    mamba_dither(&d_u, MAMBA_DITHER_U, m1, MAMBA_G_U);
    mamba_unpack(&uhat, m1 + MAMBA_M1_U, MAMBA_T_U);
    mamba_restore(&uhat, &d_u, MAMBA_G_U);
    check_poly("uhat", "", &uhat);
    mamba_shared_value_b(&w, skb, m1);
    check_poly("w", "", &w);
    raw_key_of_b("", m1);
}

/* Rows T1 to T5: one derivation from a changed message. */
static void changed_message(const char *prefix, unsigned char message[MAMBA_M1_BYTES])
{
    unsigned char secret[MAMBA_SS_BYTES];
    unsigned long long length = 0;

    ASSAY_CHECK_EQUAL(kex_derive_ss_b(skb, sizeof skb, pka, sizeof pka, message, MAMBA_M1_BYTES, NULL, 0, secret, &length),
                      0);
    check(prefix, "SSb", secret, length);
    raw_key_of_b(prefix, message);
}

static void changed_messages(void)
{
    static const size_t first_bytes[] = {0, MAMBA_M1_U, MAMBA_M1_HINT};
    static const char *const prefixes[] = {"T1.", "T2.", "T3."};
    unsigned char message[MAMBA_M1_BYTES];

    for (size_t i = 0; i < 3; i++) {
        memcpy(message, m1, sizeof message);
        message[first_bytes[i]] ^= 1;
        changed_message(prefixes[i], message);
    }
    memcpy(message, m1, sizeof message);
    for (size_t i = MAMBA_M1_HINT; i < MAMBA_M1_BYTES; i++) {
        message[i] ^= 0xff;
    }
    changed_message("T4.", message);
    memset(message, 0xff, sizeof message);
    changed_message("T5.", message);
}

int main(void)
{
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        run = &runs[i];
        vectors_compared = 0;
        exchange();
        check("PK", "a", pka, sizeof pka);
        check("SK", "a", ska, sizeof ska);
        check("PK", "b", pkb, sizeof pkb);
        check("SK", "b", skb, sizeof skb);
        key_pair("A", draws[0], draws[1]);
        key_pair("B", draws[2], draws[3]);
        pass_1();
        derive_b();
        changed_messages();
        /* No row is left out. */
        ASSAY_CHECK_EQUAL(vectors_compared, run->count);
    }
    return assay_test_result();
}
