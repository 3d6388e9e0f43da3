/*
 * Honest ciphertexts that the known-answer tests do not reach (section 12.1): coordinates are exchanged in the decoder, or
 * the error has a rank below R.
 */
#include "kem_case.h"
#include "plain_decoder.h"
#include "unit_vectors.h"

#include "pke.h"

#if UNIT_HONEST_CASES > 0

typedef struct {
    unsigned char seed;
    unsigned steps, exchanges, rank;
    const char *sk_sha256, *ct_sha256, *ss;
} honest_case;

static const honest_case cases[UNIT_HONEST_CASES] = {UNIT_HONEST_CASE_LIST};

typedef struct {
    kem_case c;
    murag_secret secret;
    murag_element g[MURAG_L], h[MURAG_N * MURAG_N], u[MURAG_N * MURAG_N2], v[MURAG_L], w[MURAG_L];
    plain_decoder plain;
} memory;

/* That the case is what the table says: steps and exchanges of the plain decoder, and q-degree(V1) = rank(e). */
static void check_kind(memory *m, const honest_case *expected)
{
    murag_element message[MURAG_K];

    ASSAY_CHECK_EQUAL(murag_expand_secret(&m->secret, m->c.sk), 0);
    ASSAY_CHECK_EQUAL(murag_expand_public(m->g, m->h, MURAG_N, 1, m->c.pk + MURAG_S_BYTES), 0);
    murag_unpack(m->u, m->c.ct, MURAG_N * MURAG_N2);
    murag_unpack(m->v, m->c.ct + MURAG_U_BYTES, MURAG_L);
    murag_remove_mask(m->w, m->u, m->v, &m->secret);
    ASSAY_CHECK_EQUAL(plain_decode(&m->plain, message, m->g, m->w), 0);
    ASSAY_CHECK_EQUAL(m->plain.steps, expected->steps);
    ASSAY_CHECK_EQUAL(m->plain.exchanges, expected->exchanges);
    ASSAY_CHECK_EQUAL(plain_degree(&m->plain.v1), expected->rank);
}

int main(void)
{
    memory *m = allocate(sizeof *m);

    for (unsigned i = 0; i < UNIT_HONEST_CASES; i++) {
        unsigned char ss[MURAG_SS_BYTES];
        seed_equal(&drng_algorithm, cases[i].seed, 48);
        kem_case_make(&m->c);
        kem_case_dec(&m->c, ss);
        ASSAY_CHECK_SHA256(m->c.sk, MURAG_SK_BYTES, cases[i].sk_sha256);
        ASSAY_CHECK_SHA256(m->c.ct, MURAG_CT_BYTES, cases[i].ct_sha256);
        ASSAY_CHECK_HEX(m->c.ss, MURAG_SS_BYTES, cases[i].ss);
        ASSAY_CHECK_HEX(ss, MURAG_SS_BYTES, cases[i].ss);
        check_kind(m, &cases[i]);
    }
    free(m);
    return assay_test_result();
}

#else

int main(void)
{
    return ASSAY_TEST_SKIPPED;
}

#endif
