/*
 * Section 7: what happens when the random source fails. The interface is compiled into this program a second time under
 * other names, with a source that fails.
 */
#include <string.h>

#define mamba_random failing_random
#define kex_get_passes_num tested_get_passes_num
#define kex_get_pk_len_bytes tested_get_pk_len_bytes
#define kex_get_sk_len_bytes tested_get_sk_len_bytes
#define kex_get_sta_len_bytes tested_get_sta_len_bytes
#define kex_get_stb_len_bytes tested_get_stb_len_bytes
#define kex_get_ss_len_bytes tested_get_ss_len_bytes
#define kex_get_total_msg_len_bytes tested_get_total_msg_len_bytes
#define kex_init_a tested_init_a
#define kex_init_b tested_init_b
#define kex_generate_pass1_msg_a tested_generate_pass1_msg_a
#define kex_generate_pass2_msg_b tested_generate_pass2_msg_b
#define kex_generate_pass3_msg_a tested_generate_pass3_msg_a
#define kex_derive_ss_a tested_derive_ss_a
#define kex_derive_ss_b tested_derive_ss_b
#include "../kex.c"

#include "testing/testing.h"

static int draws_made;
static int draws_that_succeed;

int failing_random(unsigned char *output, size_t output_size)
{
    memset(output, 1, output_size);
    draws_made++;
    return draws_made <= draws_that_succeed ? MAMBA_OK : MAMBA_ERROR_RANDOM;
}

static int all_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0) {
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    static unsigned char pk[MAMBA_PK_BYTES], sk[MAMBA_SK_BYTES], st[MAMBA_SS_BYTES], m[MAMBA_M1_BYTES];
    unsigned long long pk_len, sk_len, st_len, m_len;

    for (draws_that_succeed = 0; draws_that_succeed < 2; draws_that_succeed++) {
        for (int side = 0; side < 2; side++) {
            memset(pk, 7, sizeof pk);
            memset(sk, 7, sizeof sk);
            memset(st, 7, sizeof st);
            pk_len = sk_len = st_len = 99;
            draws_made = 0;
            ASSAY_CHECK_EQUAL(side == 0 ? kex_init_a(pk, &pk_len, sk, &sk_len, st, &st_len)
                                        : kex_init_b(pk, &pk_len, sk, &sk_len, NULL, &st_len),
                              MAMBA_ERROR_RANDOM);
            ASSAY_CHECK_EQUAL(draws_made, draws_that_succeed + 1);
            ASSAY_CHECK(pk_len == 0 && sk_len == 0 && st_len == 0);
            ASSAY_CHECK(all_zero(pk, sizeof pk) && all_zero(sk, sizeof sk));
            ASSAY_CHECK_EQUAL(all_zero(st, sizeof st), side == 0);
        }

        memset(st, 7, sizeof st);
        memset(m, 7, sizeof m);
        st_len = m_len = 99;
        draws_made = 0;
        ASSAY_CHECK_EQUAL(kex_generate_pass1_msg_a(sk, sizeof sk, pk, sizeof pk, st, &st_len, m, &m_len),
                          MAMBA_ERROR_RANDOM);
        ASSAY_CHECK_EQUAL(draws_made, draws_that_succeed + 1);
        ASSAY_CHECK(st_len == 0 && m_len == 0);
        ASSAY_CHECK(all_zero(st, sizeof st) && all_zero(m, sizeof m));
    }
    return assay_test_result();
}
