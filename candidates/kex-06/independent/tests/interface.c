/* Section 7: sizes, return codes, output lengths, and what is written or left alone. */
#include <string.h>

#include "../KEX_AlgorithmInstance.h"
#include "../params.h"
#include "drng.h"
#include "testing/testing.h"

extern DRNG_ctx drng_algorithm;

#define SENTINEL 0x5a

static unsigned char pka[MAMBA_PK_BYTES], ska[MAMBA_SK_BYTES], pkb[MAMBA_PK_BYTES], skb[MAMBA_SK_BYTES];
static unsigned char m1[MAMBA_M1_BYTES], sta[MAMBA_SS_BYTES], ss[MAMBA_SS_BYTES];
static unsigned char large[MAMBA_M1_BYTES];
static unsigned long long pk_len, sk_len, st_len, m_len, ss_len;

static int all_are(const unsigned char *bytes, size_t size, unsigned char value)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != value) {
            return 0;
        }
    }
    return 1;
}

static void set_lengths(void)
{
    pk_len = sk_len = st_len = m_len = ss_len = 99;
}

static int pass_1(unsigned char *sk, unsigned long long sk_bytes, unsigned char *pk, unsigned long long pk_bytes)
{
    set_lengths();
    return kex_generate_pass1_msg_a(sk, sk_bytes, pk, pk_bytes, sta, &st_len, m1, &m_len);
}

static int derive_a(unsigned long long sk_bytes, unsigned long long pk_bytes, unsigned char *m, unsigned long long m_bytes,
                    unsigned long long st_bytes)
{
    set_lengths();
    return kex_derive_ss_a(ska, sk_bytes, pkb, pk_bytes, m, m_bytes, sta, st_bytes, ss, &ss_len);
}

static int derive_b(unsigned long long sk_bytes, unsigned long long pk_bytes, unsigned long long m_bytes,
                    unsigned char *st, unsigned long long st_bytes)
{
    set_lengths();
    return kex_derive_ss_b(skb, sk_bytes, pka, pk_bytes, m1, m_bytes, st, st_bytes, ss, &ss_len);
}

static void sizes(void)
{
    const int large_ring = MAMBA_LEVEL >= 384;

    ASSAY_CHECK_EQUAL(kex_get_passes_num(), 1);
    ASSAY_CHECK_EQUAL(kex_get_pk_len_bytes(), large_ring ? 2848 : MAMBA_LEVEL == 128 ? 1184 : 1312);
    ASSAY_CHECK_EQUAL(kex_get_sk_len_bytes(), large_ring ? 6944 : MAMBA_LEVEL == 128 ? 3232 : 3360);
    ASSAY_CHECK_EQUAL(kex_get_ss_len_bytes(), MAMBA_LEVEL == 512 ? 64 : large_ring ? 48 : 32);
    ASSAY_CHECK_EQUAL(kex_get_sta_len_bytes(), kex_get_ss_len_bytes());
    ASSAY_CHECK_EQUAL(kex_get_stb_len_bytes(), 0);
    ASSAY_CHECK_EQUAL(kex_get_total_msg_len_bytes(), large_ring ? 3360 : 1568);
}

static void key_pairs(void)
{
    set_lengths();
    memset(sta, SENTINEL, sizeof sta);
    ASSAY_CHECK_EQUAL(kex_init_a(pka, &pk_len, ska, &sk_len, sta, &st_len), 0);
    ASSAY_CHECK(pk_len == MAMBA_PK_BYTES && sk_len == MAMBA_SK_BYTES && st_len == 0);
    ASSAY_CHECK(all_are(sta, sizeof sta, 0));
    ASSAY_CHECK_BYTES(ska + MAMBA_SK_PK, pka, MAMBA_PK_BYTES);

    set_lengths();
    memset(large, SENTINEL, sizeof large);
    ASSAY_CHECK_EQUAL(kex_init_b(pkb, &pk_len, skb, &sk_len, large, &st_len), 0);
    ASSAY_CHECK(pk_len == MAMBA_PK_BYTES && sk_len == MAMBA_SK_BYTES && st_len == 0);
    ASSAY_CHECK(all_are(large, sizeof large, SENTINEL));

    set_lengths();
    ASSAY_CHECK_EQUAL(kex_init_a(pka, &pk_len, ska, &sk_len, NULL, &st_len), MAMBA_ERROR_POINTER);
    ASSAY_CHECK(pk_len == 0 && sk_len == 0 && st_len == 0);
    ASSAY_CHECK_EQUAL(kex_init_a(NULL, &pk_len, ska, &sk_len, sta, &st_len), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(kex_init_a(pka, &pk_len, NULL, &sk_len, sta, &st_len), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(kex_init_a(pka, &pk_len, ska, &sk_len, sta, NULL), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(kex_init_b(pkb, NULL, skb, &sk_len, NULL, &st_len), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(kex_init_b(pkb, &pk_len, skb, &sk_len, NULL, NULL), MAMBA_ERROR_POINTER);
}

static void first_message(void)
{
    ASSAY_CHECK_EQUAL(pass_1(ska, sizeof ska, NULL, sizeof pkb), MAMBA_ERROR_POINTER);
    ASSAY_CHECK(st_len == 0 && m_len == 0);
    ASSAY_CHECK_EQUAL(pass_1(NULL, sizeof ska, pkb, sizeof pkb), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(pass_1(ska, sizeof ska - 1, pkb, sizeof pkb), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(pass_1(ska, sizeof ska, pkb, sizeof pkb + 1), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK(st_len == 0 && m_len == 0);

    /* Any coefficient below q is good, 8192 is not. */
    const unsigned char high = ska[MAMBA_S_BYTES - 1];
    ska[MAMBA_S_BYTES - 1] = 0x20;
    ASSAY_CHECK_EQUAL(pass_1(ska, sizeof ska, pkb, sizeof pkb), MAMBA_ERROR_ENCODING);
    ASSAY_CHECK(st_len == 0 && m_len == 0);
    ska[MAMBA_S_BYTES - 1] = 0x13;
    ASSAY_CHECK_EQUAL(pass_1(ska, sizeof ska, pkb, sizeof pkb), MAMBA_LAST_MESSAGE);
    ska[MAMBA_S_BYTES - 1] = high;

    ASSAY_CHECK_EQUAL(pass_1(ska, sizeof ska, pkb, sizeof pkb), MAMBA_LAST_MESSAGE);
    ASSAY_CHECK(st_len == MAMBA_SS_BYTES && m_len == MAMBA_M1_BYTES);
}

static void unused_messages(void)
{
    memset(large, SENTINEL, sizeof large);
    set_lengths();
    ASSAY_CHECK_EQUAL(kex_generate_pass2_msg_b(skb, sizeof skb, pka, sizeof pka, m1, sizeof m1, NULL, &st_len, large,
                                               &m_len),
                      0);
    ASSAY_CHECK(st_len == 0 && m_len == 0 && all_are(large, sizeof large, 0));
    set_lengths();
    ASSAY_CHECK_EQUAL(kex_generate_pass2_msg_b(skb, sizeof skb, pka, sizeof pka, m1, sizeof m1, NULL, NULL, NULL, &m_len),
                      MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(m_len, 0);

    unsigned char state[MAMBA_SS_BYTES];
    memset(state, SENTINEL, sizeof state);
    memset(large, SENTINEL, sizeof large);
    set_lengths();
    ASSAY_CHECK_EQUAL(kex_generate_pass3_msg_a(ska, sizeof ska, pkb, sizeof pkb, NULL, 0, state, &st_len, large, &m_len),
                      0);
    ASSAY_CHECK(st_len == 0 && m_len == 0 && all_are(large, sizeof large, 0) && all_are(state, sizeof state, 0));
    ASSAY_CHECK_EQUAL(kex_generate_pass3_msg_a(ska, sizeof ska, pkb, sizeof pkb, NULL, 0, NULL, &st_len, NULL, NULL),
                      MAMBA_ERROR_POINTER);
}

static void derivation_a(void)
{
    unsigned char state[MAMBA_SS_BYTES];

    memcpy(state, sta, sizeof state);
    ASSAY_CHECK_EQUAL(derive_a(sizeof ska, sizeof pkb, NULL, 1, sizeof sta), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(ss_len, 0);
    ASSAY_CHECK_EQUAL(derive_a(sizeof ska, sizeof pkb, m1, 1, sizeof sta), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(derive_a(sizeof ska, sizeof pkb, NULL, 0, sizeof sta - 1), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(derive_a(0, sizeof pkb, NULL, 0, sizeof sta), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(derive_a(sizeof ska, 0, NULL, 0, sizeof sta), MAMBA_ERROR_LENGTH);
    ska[1] |= 0x80;
    ASSAY_CHECK_EQUAL(derive_a(sizeof ska, sizeof pkb, NULL, 0, sizeof sta), MAMBA_ERROR_ENCODING);
    ska[1] &= 0x7f;
    ASSAY_CHECK_BYTES(sta, state, sizeof state);

    ASSAY_CHECK_EQUAL(derive_a(sizeof ska, sizeof pkb, NULL, 0, sizeof sta), 0);
    ASSAY_CHECK_EQUAL(ss_len, MAMBA_SS_BYTES);
    ASSAY_CHECK_BYTES(ss, state, sizeof state);
    ASSAY_CHECK(all_are(sta, sizeof sta, 0));
}

static void derivation_b(const unsigned char secret[MAMBA_SS_BYTES])
{
    memset(ss, SENTINEL, sizeof ss);
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1, NULL, 1), MAMBA_ERROR_POINTER);
    ASSAY_CHECK_EQUAL(ss_len, 0);
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1, large, 1), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1 - 1, NULL, 0), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka - 1, sizeof m1, NULL, 0), MAMBA_ERROR_LENGTH);
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb - 1, sizeof pka, sizeof m1, NULL, 0), MAMBA_ERROR_LENGTH);
    skb[1] |= 0x20;
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1, NULL, 0), MAMBA_ERROR_ENCODING);
    skb[1] &= 0x1f;
    ASSAY_CHECK(all_are(ss, sizeof ss, SENTINEL));

    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1, NULL, 0), 0);
    ASSAY_CHECK_EQUAL(ss_len, MAMBA_SS_BYTES);
    ASSAY_CHECK_BYTES(ss, secret, MAMBA_SS_BYTES);

    /* The contents of A's public key do not matter, those of the message do. */
    pka[0] ^= 1;
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1, large, 0), 0);
    ASSAY_CHECK_BYTES(ss, secret, MAMBA_SS_BYTES);
    m1[MAMBA_M1_BYTES - 1] ^= 0x80;
    ASSAY_CHECK_EQUAL(derive_b(sizeof skb, sizeof pka, sizeof m1, NULL, 0), 0);
    ASSAY_CHECK(memcmp(ss, secret, MAMBA_SS_BYTES) != 0);
}

int main(void)
{
    static const unsigned char seed[] = "interface";
    unsigned char secret[MAMBA_SS_BYTES];

    init_random_number(&drng_algorithm, seed, sizeof seed);
    sizes();
    key_pairs();
    first_message();
    memcpy(secret, sta, sizeof secret);
    unused_messages();
    derivation_a();
    derivation_b(secret);
    return assay_test_result();
}
