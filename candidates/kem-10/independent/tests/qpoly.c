/* q-polynomials: what sets them apart, and operations against evaluation. */
#include "support.h"

#include "qpoly.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 10
#endif

/* Coefficients in the test; the compositions below have fewer than this many. */
#define COUNT 5

static void evaluation(assay_test_random *random)
{
    murag_element p[COUNT + 1], x = random_element(random), y = random_element(random), a = random_element(random);
    murag_element at_x, expected;

    random_elements(random, p, COUNT);
    at_x = murag_qpoly_evaluate(p, COUNT, x);
    /* Linear over GF(2). */
    expected = murag_add(at_x, murag_qpoly_evaluate(p, COUNT, y));
    ASSAY_CHECK(same(murag_qpoly_evaluate(p, COUNT, murag_add(x, y)), expected));
    ASSAY_CHECK(same(murag_qpoly_evaluate(p, COUNT, murag_zero()), murag_zero()));
    /* X^[2] is the fourth power. */
    p[0] = p[1] = murag_zero();
    p[2] = murag_one();
    ASSAY_CHECK(same(murag_qpoly_evaluate(p, 3, x), murag_square(murag_square(x))));
    /* (P^F + a P)(x) = P(x)^2 + a P(x) */
    random_elements(random, p, COUNT);
    at_x = murag_qpoly_evaluate(p, COUNT, x);
    expected = murag_add(murag_square(at_x), murag_multiply(a, at_x));
    murag_qpoly_raise(p, COUNT, a);
    ASSAY_CHECK(same(murag_qpoly_evaluate(p, COUNT + 1, x), expected));
}

static void composition_and_division(assay_test_random *random)
{
    murag_element p[COUNT] = {{{0}}}, q[COUNT] = {{{0}}}, product[COUNT], quotient[COUNT], x = random_element(random);

    /* Degrees 2 and 2 give degree 4: nothing is cut off. */
    random_elements(random, p, 3);
    random_elements(random, q, 3);
    murag_qpoly_compose(product, p, q, COUNT);
    ASSAY_CHECK(same(murag_qpoly_evaluate(product, COUNT, x),
                     murag_qpoly_evaluate(p, 3, murag_qpoly_evaluate(q, 3, x))));
    murag_qpoly_divide(quotient, product, p, COUNT);
    ASSAY_CHECK_BYTES(quotient, q, sizeof q);
    /* Low coefficients are enough for low coefficients. */
    random_elements(random, p, COUNT);
    random_elements(random, q, COUNT);
    murag_qpoly_compose(product, p, q, COUNT);
    murag_qpoly_divide(quotient, product, p, 3);
    ASSAY_CHECK_BYTES(quotient, q, 3 * sizeof *q);
    p[0] = murag_zero();
    memset(q, 0, sizeof q);
    murag_qpoly_divide(quotient, product, p, 1);
    ASSAY_CHECK_BYTES(quotient, q, sizeof *q);
}

static void interpolation(assay_test_random *random)
{
    murag_element g[COUNT], y[COUNT], a[COUNT + 1], interpolant[COUNT];

    random_elements(random, g, COUNT);
    random_elements(random, y, COUNT);
    for (unsigned count = 1; count <= COUNT; count++) {
        ASSAY_CHECK_EQUAL(murag_qpoly_interpolate(a, interpolant, g, y, count), 0);
        ASSAY_CHECK(same(a[count], murag_one()));
        for (unsigned j = 0; j < count; j++) {
            ASSAY_CHECK(same(murag_qpoly_evaluate(a, count + 1, g[j]), murag_zero()));
            ASSAY_CHECK(same(murag_qpoly_evaluate(interpolant, count, g[j]), y[j]));
        }
    }
    g[COUNT - 1] = murag_add(g[0], g[1]);
    ASSAY_CHECK_EQUAL(murag_qpoly_interpolate(a, interpolant, g, y, COUNT), -1);
    g[0] = murag_zero();
    ASSAY_CHECK_EQUAL(murag_qpoly_interpolate(a, interpolant, g, y, COUNT), -1);
}

int main(void)
{
    assay_test_random random = assay_test_random_new(4);

    for (unsigned i = 0; i < ASSAY_TEST_ROUNDS; i++) {
        evaluation(&random);
        composition_and_division(&random);
        interpolation(&random);
    }
    return assay_test_result();
}
