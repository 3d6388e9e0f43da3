/* The intermediates of section 12 for one DRNG seed, in the order in which they arise. */
#ifndef MURAG_TESTS_INTERMEDIATES_H
#define MURAG_TESTS_INTERMEDIATES_H

#include "kem_case.h"
#include "plain_decoder.h"
#include "vectors.h"

#include "auxfunc.h"
#include "gabidulin.h"
#include "pke.h"
#include "qpoly.h"

typedef struct {
    vector_set set;
    kem_case c;
    murag_secret secret;
    murag_encryption encryption;
    murag_element h[MURAG_N * MURAG_N], s[MURAG_N * MURAG_N1], sigma[MURAG_K], message[MURAG_K];
    murag_element codeword[MURAG_L], w[MURAG_L], decoded[MURAG_K];
    unsigned char theta[MURAG_SEED_BYTES], hash_input[MURAG_PK_BYTES + MURAG_MESSAGE_BYTES + MURAG_CT_BYTES];
    plain_decoder plain;
} intermediates;

static inline void check_flat_item(intermediates *t, const char *name, const murag_element *list, unsigned count)
{
    unsigned char *flat = flatten(list, count);
    check_item(&t->set, name, flat, (size_t)count * MURAG_B);
    free(flat);
}

/* Elements of a list in coordinates. */
static inline void check_combined_item(intermediates *t, const char *name, const murag_coordinates *list, unsigned count,
                                       const murag_element *support, unsigned w)
{
    murag_element *elements = allocate(count * sizeof *elements);
    for (unsigned i = 0; i < count; i++) {
        elements[i] = murag_combine(support, w, list[i]);
    }
    check_flat_item(t, name, elements, count);
    free(elements);
}

static inline void check_poly_item(intermediates *t, const char *name, const plain_poly *p)
{
    check_flat_item(t, name, p->c, (unsigned)(plain_degree(p) + 1));
}

static inline void check_key_generation(intermediates *t)
{
    const unsigned char *pk_seed = t->c.pk + MURAG_S_BYTES, *packed_sigma = t->c.sk + MURAG_SEED_BYTES + MURAG_PK_BYTES;

    check_item(&t->set, "sk_seed", t->c.sk, MURAG_SEED_BYTES);
    check_item(&t->set, "pk_seed", pk_seed, MURAG_SEED_BYTES);
    ASSAY_CHECK_EQUAL(murag_expand_secret(&t->secret, t->c.sk), 0);
    check_flat_item(t, "F (secret support) [flat]", t->secret.support, MURAG_W1);
    check_combined_item(t, "X [flat]", t->secret.x, MURAG_N * MURAG_N1, t->secret.support, MURAG_W1);
    check_combined_item(t, "Y [flat]", t->secret.y, MURAG_N * MURAG_N1, t->secret.support, MURAG_W1);
    ASSAY_CHECK_EQUAL(murag_expand_public(t->encryption.g, t->h, MURAG_N, 1, pk_seed), 0);
    check_flat_item(t, "g [flat]", t->encryption.g, MURAG_L);
    check_flat_item(t, "H [flat]", t->h, MURAG_N * MURAG_N);
    murag_compute_s(t->s, t->h, &t->secret);
    check_flat_item(t, "S [flat]", t->s, MURAG_N * MURAG_N1);
    murag_unpack(t->sigma, packed_sigma, MURAG_K);
    check_flat_item(t, "sigma [flat]", t->sigma, MURAG_K);
    check_item(&t->set, "sigma [packed]", packed_sigma, MURAG_MESSAGE_BYTES);
    check_item(&t->set, "pk", t->c.pk, MURAG_PK_BYTES);
    check_item(&t->set, "sk", t->c.sk, MURAG_SK_BYTES);
}

/* theta from pk || Pack(M) || salt */
static inline void compute_theta(intermediates *t, const murag_element *message)
{
    unsigned char *packed = t->hash_input + MURAG_PK_BYTES, *salt = packed + MURAG_MESSAGE_BYTES;

    memcpy(t->hash_input, t->c.pk, MURAG_PK_BYTES);
    murag_pack(packed, message, MURAG_K);
    memcpy(salt, t->c.ct + MURAG_U_BYTES + MURAG_V_BYTES, MURAG_SEED_BYTES);
    ASSAY_CHECK_EQUAL(pseudohash(512, t->hash_input,
                                 8 * (MURAG_PK_BYTES + MURAG_MESSAGE_BYTES + MURAG_SEED_BYTES), t->theta), 0);
}

/* `message` comes from a copy of the DRNG before the encapsulation. */
static inline void check_encapsulation(intermediates *t)
{
    murag_encryption *e = &t->encryption;
    murag_element *u = e->result, *v = u + MURAG_N * MURAG_N2, masked[MURAG_L];

    compute_theta(t, t->message);
    check_flat_item(t, "m [flat]", t->message, MURAG_K);
    check_item(&t->set, "m [packed]", t->hash_input + MURAG_PK_BYTES, MURAG_MESSAGE_BYTES);
    check_item(&t->set, "salt", t->c.ct + MURAG_U_BYTES + MURAG_V_BYTES, MURAG_SEED_BYTES);
    check_item(&t->set, "theta", t->theta, MURAG_SEED_BYTES);
    ASSAY_CHECK_EQUAL(murag_encrypt(e, t->c.pk, t->message, t->theta), 0);
    check_flat_item(t, "F2 (noise support) [flat]", e->noise.support, MURAG_W2);
    check_combined_item(t, "E [flat]", e->noise.e, MURAG_L, e->noise.support, MURAG_W2);
    check_combined_item(t, "R1 [flat]", e->noise.r1, MURAG_N * MURAG_N2, e->noise.support, MURAG_W2);
    check_combined_item(t, "R2 [flat]", e->noise.r2, MURAG_N * MURAG_N2, e->noise.support, MURAG_W2);
    murag_encode(t->codeword, e->g, t->message);
    check_flat_item(t, "c = m*G [flat]", t->codeword, MURAG_L);
    for (unsigned i = 0; i < MURAG_L; i++) {
        masked[i] = murag_add(v[i], t->codeword[i]);
    }
    check_flat_item(t, "S^T*R2 + E [flat]", masked, MURAG_L);
    check_flat_item(t, "U [flat]", u, MURAG_N * MURAG_N2);
    check_flat_item(t, "V [flat]", v, MURAG_L);
    check_item(&t->set, "ct", t->c.ct, MURAG_CT_BYTES);
    memcpy(t->hash_input + MURAG_PK_BYTES + MURAG_MESSAGE_BYTES, t->c.ct, MURAG_CT_BYTES);
    check_item(&t->set, "input of K hash", t->hash_input, sizeof t->hash_input);
    check_item(&t->set, "ss", t->c.ss, MURAG_SS_BYTES);
}

/* Values before and after the loop come from the implementation too; whole q-polynomials from the plain decoder alone. */
static inline void check_decoder(intermediates *t)
{
    const murag_element *g = t->encryption.g;
    murag_element a[MURAG_K + 1], interpolant[MURAG_K];

    ASSAY_CHECK_EQUAL(murag_qpoly_interpolate(a, interpolant, g, t->w, MURAG_K), 0);
    check_flat_item(t, "A, k+1 coeffs [flat]", a, MURAG_K + 1);
    check_flat_item(t, "I, k coeffs [flat]", interpolant, MURAG_K);
    ASSAY_CHECK_EQUAL(plain_start(&t->plain, g, t->w), 0);
    check_flat_item(t, "u0 initial [flat]", t->plain.u0, MURAG_L);
    check_flat_item(t, "u1 initial [flat]", t->plain.u1, MURAG_L);
    ASSAY_CHECK(plain_step(&t->plain));
    check_poly_item(t, "N1 after step 1 [flat]", &t->plain.n1);
    check_poly_item(t, "V1 after step 1 [flat]", &t->plain.v1);
    ASSAY_CHECK(plain_step(&t->plain));
    check_poly_item(t, "N1 after step 2 [flat]", &t->plain.n1);
    check_poly_item(t, "V1 after step 2 [flat]", &t->plain.v1);
    while (plain_step(&t->plain)) {
    }
    check_poly_item(t, "final N1 [flat]", &t->plain.n1);
    check_poly_item(t, "final V1 [flat]", &t->plain.v1);
    ASSAY_CHECK_EQUAL(plain_finish(&t->plain, t->decoded), 0);
    check_poly_item(t, "N1 o A [flat]", &t->plain.t);
    check_poly_item(t, "quotient q [flat]", &t->plain.q);
    ASSAY_CHECK(murag_decode(t->decoded, g, t->w) == 0);
    check_flat_item(t, "decoded m [flat]", t->decoded, MURAG_K);
}

static inline void check_intermediates(vector_set set, const unsigned char *seed, unsigned seed_bytes)
{
    intermediates *t = allocate(sizeof *t);
    unsigned char ss[MURAG_SS_BYTES];
    DRNG_ctx copy;
    unsigned long long length;

    t->set = set;
    check_item(&t->set, "DRNG seed", seed, seed_bytes);
    init_random_number(&drng_algorithm, seed, seed_bytes);
    check_item(&t->set, "global DRNG V after init", drng_algorithm.V, SEEDLEN);
    check_item(&t->set, "global DRNG C after init", drng_algorithm.C, SEEDLEN);
    ASSAY_CHECK_EQUAL(kem_keygen(t->c.pk, &length, t->c.sk, &length), 0);
    copy = drng_algorithm;
    murag_sample_elements(&copy, t->message, MURAG_K);
    ASSAY_CHECK_EQUAL(kem_enc(t->c.pk, MURAG_PK_BYTES, t->c.ss, &length, t->c.ct, &length), 0);
    kem_case_dec(&t->c, ss);

    check_key_generation(t);
    check_encapsulation(t);
    murag_remove_mask(t->w, t->encryption.result, t->encryption.result + MURAG_N * MURAG_N2, &t->secret);
    check_flat_item(t, "W = V + Y^T*U [flat]", t->w, MURAG_L);
    check_decoder(t);
    compute_theta(t, t->decoded);
    check_item(&t->set, "theta recomputed", t->theta, MURAG_SEED_BYTES);
    check_item(&t->set, "ss (dec)", ss, MURAG_SS_BYTES);
    check_item(&t->set, "global DRNG V at the end", drng_algorithm.V, SEEDLEN);
    ASSAY_CHECK_EQUAL(t->set.checked, t->set.item_count);
    free(t);
}

#endif
