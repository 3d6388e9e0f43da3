#include "qpoly.h"

murag_element murag_qpoly_evaluate(const murag_element *p, unsigned count, murag_element x)
{
    murag_element sum = murag_zero();
    for (unsigned i = 0; i < count; i++) {
        sum = murag_add(sum, murag_multiply(p[i], x));
        x = murag_square(x);
    }
    return sum;
}

void murag_qpoly_raise(murag_element *p, unsigned count, murag_element a)
{
    p[count] = murag_zero();
    for (unsigned i = count + 1; i-- > 0;) {
        murag_element squared = i > 0 ? murag_square(p[i - 1]) : murag_zero();
        p[i] = murag_add(squared, murag_multiply(a, p[i]));
    }
}

void murag_qpoly_compose(murag_element *composition, const murag_element *p, const murag_element *q, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        composition[i] = murag_zero();
        for (unsigned j = 0; j <= i; j++) {
            murag_element term = murag_multiply(p[j], murag_frobenius(q[i - j], j));
            composition[i] = murag_add(composition[i], term);
        }
    }
}

void murag_qpoly_divide(murag_element *quotient, const murag_element *t, const murag_element *p, unsigned count)
{
    murag_element inverse = murag_inverse(p[0]);

    for (unsigned i = 0; i < count; i++) {
        murag_element rest = t[i];
        for (unsigned j = 1; j <= i; j++) {
            rest = murag_add(rest, murag_multiply(p[j], murag_frobenius(quotient[i - j], j)));
        }
        quotient[i] = murag_multiply(rest, inverse);
    }
}

int murag_qpoly_interpolate(murag_element *a, murag_element *interpolant, const murag_element *g,
                            const murag_element *y, unsigned count)
{
    a[0] = murag_one();
    for (unsigned j = 0; j < count; j++) {
        murag_element at_g = murag_qpoly_evaluate(a, j + 1, g[j]);
        murag_element step = murag_add(murag_qpoly_evaluate(interpolant, j, g[j]), y[j]);

        if (!murag_element_mask(at_g)) {
            return -1;
        }
        step = murag_multiply(step, murag_inverse(at_g));
        interpolant[j] = murag_zero();
        for (unsigned i = 0; i <= j; i++) {
            interpolant[i] = murag_add(interpolant[i], murag_multiply(step, a[i]));
        }
        murag_qpoly_raise(a, j + 1, at_g);
    }
    return 0;
}
