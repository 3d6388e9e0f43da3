#include "gabidulin.h"

#include "decoder.h"
#include "qpoly.h"

/* P(x) for the x in all lanes and a P of `count` coefficients; `factors` are its coefficients. */
static void evaluate_lanes(murag_planes *values, murag_planes *x, const murag_factor *factors, unsigned count)
{
    murag_points points;
    murag_product sum;

    murag_product_clear(&sum);
    for (unsigned i = 0; i < count; i++) {
        murag_points_evaluate(&points, x);
        murag_product_accumulate(&sum, &factors[i], &points);
        murag_planes_square(x, x);
    }
    murag_product_reduce(values, &sum);
}

/* values_j = P(x_j) for all j */
static void evaluate_all(murag_element *values, const murag_element *x, unsigned x_count, const murag_element *p,
                         unsigned count)
{
    murag_factor factors[MURAG_K + 1];

    for (unsigned i = 0; i < count; i++) {
        murag_factor_evaluate(&factors[i], &p[i]);
    }
    for (unsigned first = 0; first < x_count; first += MURAG_LANES) {
        unsigned lanes = x_count - first < MURAG_LANES ? x_count - first : MURAG_LANES;
        murag_planes in, out;
        murag_planes_load(&in, 0, x + first, lanes);
        evaluate_lanes(&out, &in, factors, count);
        murag_planes_store(values + first, lanes, &out, 0);
    }
    murag_wipe(factors, sizeof factors);
}

void murag_encode(murag_element codeword[MURAG_L], const murag_element g[MURAG_L],
                  const murag_element message[MURAG_K])
{
    evaluate_all(codeword, g, MURAG_L, message, MURAG_K);
}

uint64_t murag_decode(murag_element message[MURAG_K], const murag_element g[MURAG_L],
                      const murag_element word[MURAG_L])
{
    murag_element a[MURAG_K + 1], interpolant[MURAG_K], u0[MURAG_VALUES], u1[MURAG_VALUES];
    murag_element n1[MURAG_K], v1[MURAG_K], t[MURAG_K], quotient[MURAG_K];
    murag_decoder decoder;
    uint64_t solved;

    for (unsigned i = 0; i < MURAG_K; i++) {
        message[i] = murag_zero();
    }
    /* Step 1 */
    if (murag_qpoly_interpolate(a, interpolant, g, word, MURAG_K) != 0) {
        return ~UINT64_C(0);
    }
    /* Step 2; u0 and u1 are 0 for j < K */
    evaluate_all(u0, g + MURAG_K, MURAG_VALUES, a, MURAG_K + 1);
    evaluate_all(u1, g + MURAG_K, MURAG_VALUES, interpolant, MURAG_K);
    for (unsigned j = 0; j < MURAG_VALUES; j++) {
        u1[j] = murag_add(u1[j], word[MURAG_K + j]);
    }
    /* Step 3 */
    murag_decoder_start(&decoder, u0, u1);
    while (decoder.steps < MURAG_STEPS) {
        murag_decoder_step(&decoder);
    }
    solved = murag_decoder_finish(&decoder, n1, v1);
    /* Step 4, from the low end; V1_0 is not 0 because V1 is the annihilator of the error space. */
    murag_qpoly_compose(t, n1, a, MURAG_K);
    murag_qpoly_divide(quotient, t, v1, MURAG_K);
    solved &= murag_element_mask(v1[0]);
    for (unsigned i = 0; i < MURAG_K; i++) {
        message[i] = murag_add(quotient[i], interpolant[i]);
    }
    murag_wipe(interpolant, sizeof interpolant);
    murag_wipe(u1, sizeof u1);
    murag_wipe(n1, sizeof n1);
    murag_wipe(v1, sizeof v1);
    murag_wipe(t, sizeof t);
    murag_wipe(quotient, sizeof quotient);
    murag_wipe(&decoder, sizeof decoder);
    return ~solved;
}
