/* Section 1: negacyclic products.
 *
 * With t = (-f_1, ..., -f_{n-1}, f_0, ..., f_{n-1}) and v = s in reverse order, the product is
 *
 *     (f * s)_k = sum over i of t[k + i] * v[i],        k = 0 ... n-1,
 *
 * the product of the Hankel matrix of t with v: plain dot products, without a case for the wrapped half. Cut into four
 * blocks, the Hankel matrix has three different ones, H0 = t[0...], H1 = t[n/2...] and H2 = t[n...], so that
 *
 *     first half  = H0 v0 + H1 v1 = H1 (v0 + v1) + (H0 - H1) v0
 *     second half = H1 v0 + H2 v1 = H1 (v0 + v1) + (H2 - H1) v1,
 *
 * which takes three half-size products in place of four (the transposed form of Karatsuba's method). It is applied until
 * the size is LEAF. Everything is computed modulo 2^16.
 *
 * Memory accesses and steps depend on n alone, never on a coefficient.
 */
#include "poly.h"

#include "util.h"

#define LEAF 64

/* result[k] = sum over i of t[k + i] * v[i]; result and v have size entries, t has 2 * size - 1. */
static void hankel_product(uint16_t *result, const uint16_t *t, const uint16_t *v, int size);

static void hankel_leaf(uint16_t *result, const uint16_t *t, const uint16_t *v)
{
    for (int k = 0; k < LEAF; k++) {
        uint16_t sum = 0;
        for (int i = 0; i < LEAF; i++) {
            sum = (uint16_t)(sum + (uint32_t)t[k + i] * v[i]);
        }
        result[k] = sum;
    }
}

static void hankel_blocks(uint16_t *result, const uint16_t *t, const uint16_t *v, int size)
{
    uint16_t t_difference[SCABBARD_N - 1];
    uint16_t v_sum[SCABBARD_N / 2] = {0};
    uint16_t common[SCABBARD_N / 2];
    const int half = size / 2;
    const uint16_t *t0 = t;
    const uint16_t *t1 = t + half;
    const uint16_t *t2 = t + size;
    const uint16_t *v0 = v;
    const uint16_t *v1 = v + half;

    for (int i = 0; i < half; i++) {
        v_sum[i] = (uint16_t)(v0[i] + v1[i]);
    }
    hankel_product(common, t1, v_sum, half);

    for (int i = 0; i < size - 1; i++) {
        t_difference[i] = (uint16_t)(t0[i] - t1[i]);
    }
    hankel_product(result, t_difference, v0, half);

    for (int i = 0; i < size - 1; i++) {
        t_difference[i] = (uint16_t)(t2[i] - t1[i]);
    }
    hankel_product(result + half, t_difference, v1, half);

    for (int k = 0; k < half; k++) {
        result[k] = (uint16_t)(result[k] + common[k]);
        result[k + half] = (uint16_t)(result[k + half] + common[k]);
    }

    scabbard_clear(v_sum, sizeof v_sum);
    scabbard_clear(common, sizeof common);
}

static void hankel_product(uint16_t *result, const uint16_t *t, const uint16_t *v, int size)
{
    if (size == LEAF) {
        hankel_leaf(result, t, v);
    } else {
        hankel_blocks(result, t, v, size);
    }
}

void scabbard_poly_multiply_add(scabbard_poly *sum, const scabbard_poly *f, const scabbard_secret *s)
{
    uint16_t t[2 * SCABBARD_N - 1];
    uint16_t v[SCABBARD_N];
    uint16_t product[SCABBARD_N];

    for (int i = 0; i < SCABBARD_N - 1; i++) {
        t[i] = (uint16_t)-f->coef[i + 1];
    }
    for (int i = 0; i < SCABBARD_N; i++) {
        t[SCABBARD_N - 1 + i] = f->coef[i];
        v[i] = (uint16_t)s->coef[SCABBARD_N - 1 - i];
    }

    hankel_product(product, t, v, SCABBARD_N);
    for (int k = 0; k < SCABBARD_N; k++) {
        sum->coef[k] = (uint16_t)(sum->coef[k] + product[k]);
    }

    scabbard_clear(v, sizeof v);
    scabbard_clear(product, sizeof product);
}

void scabbard_inner_product(scabbard_poly *result, const scabbard_poly f[SCABBARD_L],
                            const scabbard_secret s[SCABBARD_L], unsigned modulus_bits)
{
    *result = (scabbard_poly){{0}};
    for (int j = 0; j < SCABBARD_L; j++) {
        scabbard_poly_multiply_add(result, &f[j], &s[j]);
    }
    scabbard_poly_reduce(result, modulus_bits);
}

void scabbard_poly_reduce(scabbard_poly *f, unsigned modulus_bits)
{
    const unsigned mask = (1u << modulus_bits) - 1;
    for (int k = 0; k < SCABBARD_N; k++) {
        f->coef[k] = (uint16_t)(f->coef[k] & mask);
    }
}

void scabbard_poly_round(scabbard_poly *f, unsigned g)
{
    for (int k = 0; k < SCABBARD_N; k++) {
        f->coef[k] = (uint16_t)(((f->coef[k] + g) & (SCABBARD_Q - 1u)) >> SCABBARD_SHIFT_P);
    }
}
