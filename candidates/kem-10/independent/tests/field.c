/* Field arithmetic (section 4.1): the specification's values, the axioms, and multiplication bit by bit. */
#include "support.h"
#include "unit_vectors.h"

#include "sampler.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 200
#endif

/* a * x, by the definition of the field. */
static murag_element times_x(murag_element a)
{
    static const unsigned taps[] = MURAG_TAPS;
    uint64_t carry = murag_coefficient(&a, MURAG_M - 1);

    for (unsigned i = MURAG_WORDS; i-- > 0;) {
        a.w[i] = (a.w[i] << 1) | (i > 0 ? a.w[i - 1] >> 63 : 0);
    }
    a.w[MURAG_M / 64] &= (UINT64_C(1) << (MURAG_M % 64)) - 1;
    for (unsigned i = 0; i < MURAG_TAP_COUNT; i++) {
        a.w[0] ^= carry << taps[i];
    }
    return a;
}

static murag_element multiply_bit_by_bit(murag_element a, murag_element b)
{
    murag_element product = murag_zero();
    for (unsigned i = 0; i < MURAG_M; i++) {
        if (murag_coefficient(&b, i)) {
            product = murag_add(product, a);
        }
        a = times_x(a);
    }
    return product;
}

static void specification_values(void)
{
    DRNG_ctx drng;
    murag_element e[3], result;

    seed_counting(&drng, 64);
    murag_sample_elements(&drng, e, 3);
    check_flat(&e[0], 1, UNIT_A, "a");
    check_flat(&e[1], 1, UNIT_B, "b");
    check_flat(&e[2], 1, UNIT_C, "c");
    result = murag_multiply(e[0], e[1]);
    check_flat(&result, 1, UNIT_PRODUCT, "a * b");
    result = murag_square(e[0]);
    check_flat(&result, 1, UNIT_SQUARE, "a^2");
    result = murag_inverse(e[0]);
    check_flat(&result, 1, UNIT_INVERSE, "1 / a");
    result = murag_frobenius(e[0], MURAG_M - 1);
    check_flat(&result, 1, UNIT_SQUARE_ROOT, "square root of a");
    result = murag_frobenius(e[0], MURAG_M - 5);
    check_flat(&result, 1, UNIT_FROBENIUS, "a^[M - 5]");
}

static void axioms(murag_element a, murag_element b, murag_element c)
{
    const murag_element zero = murag_zero(), one = murag_one();

    ASSAY_CHECK(same(murag_multiply(a, b), multiply_bit_by_bit(a, b)));
    ASSAY_CHECK(same(murag_multiply(a, b), murag_multiply(b, a)));
    ASSAY_CHECK(same(murag_multiply(murag_multiply(a, b), c), murag_multiply(a, murag_multiply(b, c))));
    ASSAY_CHECK(same(murag_multiply(a, murag_add(b, c)), murag_add(murag_multiply(a, b), murag_multiply(a, c))));
    ASSAY_CHECK(same(murag_multiply(a, one), a));
    ASSAY_CHECK(same(murag_multiply(a, zero), zero));
    ASSAY_CHECK(same(murag_add(a, a), zero));
    ASSAY_CHECK(same(murag_square(a), murag_multiply(a, a)));
    ASSAY_CHECK(same(murag_frobenius(a, MURAG_M), a));
    ASSAY_CHECK(same(murag_multiply(a, murag_inverse(a)), murag_element_mask(a) ? one : zero));
}

int main(void)
{
    assay_test_random random = assay_test_random_new(1);
    murag_element highest = murag_zero(), all = murag_zero();

    specification_values();
    for (unsigned i = 0; i < MURAG_M; i++) {
        all.w[i / 64] |= UINT64_C(1) << (i % 64);
    }
    highest.w[(MURAG_M - 1) / 64] = UINT64_C(1) << ((MURAG_M - 1) % 64);
    axioms(murag_zero(), murag_one(), all);
    axioms(highest, all, highest);
    axioms(all, all, murag_one());
    for (unsigned i = 0; i < ASSAY_TEST_ROUNDS; i++) {
        murag_element a = random_element(&random), b = random_element(&random);
        axioms(a, b, random_element(&random));
    }
    ASSAY_CHECK(same(murag_inverse(murag_zero()), murag_zero()));
    ASSAY_CHECK(murag_element_mask(murag_zero()) == 0);
    ASSAY_CHECK(murag_element_mask(highest) == ~UINT64_C(0));
    ASSAY_CHECK(murag_nonzero_mask(UINT64_C(1) << 63) == ~UINT64_C(0));
    return assay_test_result();
}
