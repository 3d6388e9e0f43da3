#include "pke.h"

#include "encoding.h"
#include "gabidulin.h"
#include "support_product.h"

int murag_expand_secret(murag_secret *secret, const unsigned char sk_seed[MURAG_SEED_BYTES])
{
    DRNG_ctx drng;
    int status = init_random_number(&drng, sk_seed, MURAG_SEED_BYTES);

    if (status != 0) {
        return status;
    }
    murag_sample_full_rank_one(&drng, secret->support, MURAG_W1);
    murag_sample_fill(&drng, secret->x, MURAG_N * MURAG_N1, MURAG_W1);
    murag_sample_fill(&drng, secret->y, MURAG_N * MURAG_N1, MURAG_W1);
    murag_wipe(&drng, sizeof drng);
    return 0;
}

int murag_expand_public(murag_element g[MURAG_L], murag_element *h, unsigned row_step, unsigned column_step,
                        const unsigned char pk_seed[MURAG_SEED_BYTES])
{
    DRNG_ctx drng;
    int status = init_random_number(&drng, pk_seed, MURAG_SEED_BYTES);

    if (status != 0) {
        return status;
    }
    murag_sample_full_rank(&drng, g, MURAG_L);
    for (unsigned i = 0; i < MURAG_N; i++) {
        murag_element row[MURAG_N];
        murag_sample_elements(&drng, row, MURAG_N);
        for (unsigned j = 0; j < MURAG_N; j++) {
            h[i * row_step + j * column_step] = row[j];
        }
    }
    return 0;
}

int murag_expand_noise(murag_noise *noise, const unsigned char theta[MURAG_SEED_BYTES])
{
    DRNG_ctx drng;
    int status = init_random_number(&drng, theta, MURAG_SEED_BYTES);

    if (status != 0) {
        return status;
    }
    murag_sample_full_rank(&drng, noise->support, MURAG_W2);
    murag_sample_fill(&drng, noise->e, MURAG_L, MURAG_W2);
    murag_sample_fill(&drng, noise->r1, MURAG_N * MURAG_N2, MURAG_W2);
    murag_sample_fill(&drng, noise->r2, MURAG_N * MURAG_N2, MURAG_W2);
    murag_wipe(&drng, sizeof drng);
    return 0;
}

/* sum += list, a list in coordinates */
static void add_combinations(murag_element *sum, const murag_coordinates *list, unsigned count,
                             const murag_element *support, unsigned w)
{
    for (unsigned i = 0; i < count; i++) {
        sum[i] = murag_add(sum[i], murag_combine(support, w, list[i]));
    }
}

void murag_compute_s(murag_element s[MURAG_N * MURAG_N1], const murag_element h[MURAG_N * MURAG_N],
                     const murag_secret *secret)
{
    murag_support_product(s, h, MURAG_N, secret->y, MURAG_N1, secret->support, MURAG_W1);
    add_combinations(s, secret->x, MURAG_N * MURAG_N1, secret->support, MURAG_W1);
}

int murag_encrypt(murag_encryption *encryption, const unsigned char pk[MURAG_PK_BYTES],
                  const murag_element message[MURAG_K], const unsigned char theta[MURAG_SEED_BYTES])
{
    murag_element *u = encryption->result, *v = u + MURAG_N * MURAG_N2;
    const murag_element *support = encryption->noise.support;
    murag_element codeword[MURAG_L];
    int status = murag_expand_public(encryption->g, encryption->matrix, 1, MURAG_N, pk + MURAG_S_BYTES);

    if (status == 0) {
        status = murag_expand_noise(&encryption->noise, theta);
    }
    if (status != 0) {
        return status;
    }
    murag_unpack(encryption->s, pk, MURAG_N * MURAG_N1);
    for (unsigned i = 0; i < MURAG_N1; i++) {
        for (unsigned j = 0; j < MURAG_N; j++) {
            encryption->matrix[(MURAG_N + i) * MURAG_N + j] = encryption->s[j * MURAG_N1 + i];
        }
    }
    /* U = R1 + H^T * R2;  V = Fold(Encode(g, M)) + E + S^T * R2 */
    murag_support_product(encryption->result, encryption->matrix, MURAG_N + MURAG_N1, encryption->noise.r2, MURAG_N2,
                          support, MURAG_W2);
    add_combinations(u, encryption->noise.r1, MURAG_N * MURAG_N2, support, MURAG_W2);
    add_combinations(v, encryption->noise.e, MURAG_L, support, MURAG_W2);
    murag_encode(codeword, encryption->g, message);
    for (unsigned i = 0; i < MURAG_L; i++) {
        v[i] = murag_add(v[i], codeword[i]);
    }
    murag_wipe(codeword, sizeof codeword);
    return 0;
}

void murag_remove_mask(murag_element w[MURAG_L], const murag_element u[MURAG_N * MURAG_N2],
                       const murag_element v[MURAG_L], const murag_secret *secret)
{
    /* U^T * Y is the transpose of Y^T * U, with the public matrix on the left. */
    murag_element transpose[MURAG_N2 * MURAG_N], product[MURAG_N2 * MURAG_N1];

    for (unsigned i = 0; i < MURAG_N; i++) {
        for (unsigned j = 0; j < MURAG_N2; j++) {
            transpose[j * MURAG_N + i] = u[i * MURAG_N2 + j];
        }
    }
    murag_support_product(product, transpose, MURAG_N2, secret->y, MURAG_N1, secret->support, MURAG_W1);
    for (unsigned i = 0; i < MURAG_N1; i++) {
        for (unsigned j = 0; j < MURAG_N2; j++) {
            w[i * MURAG_N2 + j] = murag_add(v[i * MURAG_N2 + j], product[j * MURAG_N1 + i]);
        }
    }
    murag_wipe(product, sizeof product);
}
