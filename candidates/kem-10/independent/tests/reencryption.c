/*
 * Ciphertexts that decrypt to the right message but are not its encryption: the sender, who knows the noise support F2, adds
 * an element of it to U or V, and the error stays within what the decoder removes. Only the comparison of the
 * re-encryption with U and with V rejects them (section 7.4).
 */
#include "kem_case.h"

#include "auxfunc.h"
#include "gabidulin.h"
#include "pke.h"

typedef struct {
    kem_case c;
    murag_element message[MURAG_K], u[MURAG_N * MURAG_N2], v[MURAG_L], g[MURAG_L], h[MURAG_N * MURAG_N];
    murag_secret secret;
    murag_noise noise;
    unsigned char hash_input[MURAG_PK_BYTES + MURAG_MESSAGE_BYTES + MURAG_CT_BYTES];
} memory;

/* PH512(pk || packed || rest) */
static void hash(memory *m, unsigned char out[64], const unsigned char *packed, const unsigned char *rest, size_t bytes)
{
    memcpy(m->hash_input, m->c.pk, MURAG_PK_BYTES);
    memcpy(m->hash_input + MURAG_PK_BYTES, packed, MURAG_MESSAGE_BYTES);
    memcpy(m->hash_input + MURAG_PK_BYTES + MURAG_MESSAGE_BYTES, rest, bytes);
    ASSAY_CHECK_EQUAL(pseudohash(512, m->hash_input, 8 * (MURAG_PK_BYTES + MURAG_MESSAGE_BYTES + bytes), out), 0);
}

static void check_decrypts(memory *m)
{
    murag_element w[MURAG_L], message[MURAG_K];
    murag_remove_mask(w, m->u, m->v, &m->secret);
    ASSAY_CHECK(murag_decode(message, m->g, w) == 0);
    ASSAY_CHECK_BYTES(message, m->message, sizeof message);
}

/* The current U and V give the secret of implicit rejection. */
static void check_rejected(memory *m)
{
    unsigned char ss[MURAG_SS_BYTES], rejection[MURAG_SS_BYTES];

    murag_pack(m->c.ct, m->u, MURAG_N * MURAG_N2);
    murag_pack(m->c.ct + MURAG_U_BYTES, m->v, MURAG_L);
    kem_case_dec(&m->c, ss);
    hash(m, rejection, m->c.sk + MURAG_SEED_BYTES + MURAG_PK_BYTES, m->c.ct, MURAG_CT_BYTES);
    ASSAY_CHECK_BYTES(ss, rejection, sizeof ss);
}

int main(void)
{
    memory *m = allocate(sizeof *m);
    unsigned char packed[MURAG_MESSAGE_BYTES], theta[MURAG_SEED_BYTES];
    unsigned long long length;
    DRNG_ctx copy;

    seed_counting(&drng_algorithm, 20);
    ASSAY_CHECK_EQUAL(kem_keygen(m->c.pk, &length, m->c.sk, &length), 0);
    copy = drng_algorithm;
    murag_sample_elements(&copy, m->message, MURAG_K);
    ASSAY_CHECK_EQUAL(kem_enc(m->c.pk, MURAG_PK_BYTES, m->c.ss, &length, m->c.ct, &length), 0);

    murag_pack(packed, m->message, MURAG_K);
    hash(m, theta, packed, m->c.ct + MURAG_U_BYTES + MURAG_V_BYTES, MURAG_SEED_BYTES);
    ASSAY_CHECK_EQUAL(murag_expand_noise(&m->noise, theta), 0);
    ASSAY_CHECK_EQUAL(murag_expand_secret(&m->secret, m->c.sk), 0);
    ASSAY_CHECK_EQUAL(murag_expand_public(m->g, m->h, MURAG_N, 1, m->c.pk + MURAG_S_BYTES), 0);
    murag_unpack(m->u, m->c.ct, MURAG_N * MURAG_N2);
    murag_unpack(m->v, m->c.ct + MURAG_U_BYTES, MURAG_L);

    m->v[MURAG_L - 1] = murag_add(m->v[MURAG_L - 1], m->noise.support[0]);
    check_decrypts(m);
    check_rejected(m);
    m->v[MURAG_L - 1] = murag_add(m->v[MURAG_L - 1], m->noise.support[0]);
    m->u[5] = murag_add(m->u[5], m->noise.support[1]);
    check_decrypts(m);
    check_rejected(m);
    free(m);
    return assay_test_result();
}
