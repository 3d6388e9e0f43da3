/*
 * The decoder as section 6.2 writes it down: one field element at a time, complete q-polynomials, no limit on the steps,
 * and the division from the high end. The implementation is compared with it.
 */
#ifndef MURAG_TESTS_PLAIN_DECODER_H
#define MURAG_TESTS_PLAIN_DECODER_H

#include "support.h"

/* After s steps the q-degrees are at most ceil(s / 2); that of T is larger by K. */
#define PLAIN_SIZE ((MURAG_L - MURAG_K + 1) / 2 + MURAG_K + 2)

typedef struct {
    murag_element c[PLAIN_SIZE];
} plain_poly;

typedef struct {
    plain_poly a, i, n0, n1, v0, v1, t, q;
    murag_element u0[MURAG_L], u1[MURAG_L];
    unsigned steps, exchanges;
} plain_decoder;

static inline plain_poly plain_zero(void)
{
    plain_poly zero;
    memset(&zero, 0, sizeof zero);
    return zero;
}

static inline plain_poly plain_x(void)
{
    plain_poly x = plain_zero();
    x.c[0] = murag_one();
    return x;
}

/* The q-degree; -1 for 0. */
static inline int plain_degree(const plain_poly *p)
{
    int degree = PLAIN_SIZE - 1;
    while (degree >= 0 && same(p->c[degree], murag_zero())) {
        degree--;
    }
    return degree;
}

static inline murag_element plain_evaluate(const plain_poly *p, murag_element x)
{
    murag_element sum = murag_zero();
    for (int i = 0, degree = plain_degree(p); i <= degree; i++) {
        sum = murag_add(sum, murag_multiply(p->c[i], x));
        x = murag_square(x);
    }
    return sum;
}

/* a + factor * b */
static inline plain_poly plain_add(plain_poly a, murag_element factor, const plain_poly *b)
{
    for (int i = 0, degree = plain_degree(b); i <= degree; i++) {
        a.c[i] = murag_add(a.c[i], murag_multiply(factor, b->c[i]));
    }
    return a;
}

/* P^F */
static inline plain_poly plain_squared(const plain_poly *p)
{
    plain_poly squared = plain_zero();
    for (unsigned i = 0; i + 1 < PLAIN_SIZE; i++) {
        squared.c[i + 1] = murag_square(p->c[i]);
    }
    return squared;
}

/* target += P o (factor * X^[shift]) */
static inline void plain_add_composition(plain_poly *target, const plain_poly *p, murag_element factor, unsigned shift)
{
    for (unsigned i = 0; i + shift < PLAIN_SIZE; i++) {
        target->c[i + shift] = murag_add(target->c[i + shift], murag_multiply(p->c[i], factor));
        factor = murag_square(factor);
    }
}

/* Steps 1 and 2. Returns 0, or -1 on failure. */
static inline int plain_start(plain_decoder *d, const murag_element *g, const murag_element *y)
{
    d->a = plain_x();
    d->i = plain_zero();
    for (unsigned j = 0; j < MURAG_K; j++) {
        murag_element a = plain_evaluate(&d->a, g[j]), factor;
        plain_poly squared = plain_squared(&d->a);
        if (same(a, murag_zero())) {
            return -1;
        }
        factor = murag_multiply(murag_add(plain_evaluate(&d->i, g[j]), y[j]), murag_inverse(a));
        d->i = plain_add(d->i, factor, &d->a);
        d->a = plain_add(squared, a, &d->a);
    }
    for (unsigned j = 0; j < MURAG_L; j++) {
        d->u0[j] = plain_evaluate(&d->a, g[j]);
        d->u1[j] = murag_add(plain_evaluate(&d->i, g[j]), y[j]);
    }
    d->n0 = d->v1 = plain_x();
    d->v0 = d->n1 = plain_zero();
    d->steps = d->exchanges = 0;
    return 0;
}

static inline void plain_update(plain_poly *p0, plain_poly *p1, murag_element alpha, murag_element beta)
{
    plain_poly squared = plain_squared(p1), old = *p1;
    *p1 = plain_add(*p0, beta, &old);
    *p0 = plain_add(squared, alpha, &old);
}

/* One pass of step 3. Returns 1, or 0 when the loop stops. */
static inline int plain_step(plain_decoder *d)
{
    unsigned i = MURAG_K + d->steps, j = i;
    murag_element alpha, beta, first;

    while (j < MURAG_L && same(d->u1[j], murag_zero())) {
        j++;
    }
    if (j >= MURAG_L) {
        return 0;
    }
    d->exchanges += j != i;
    alpha = d->u1[j];
    first = d->u0[j];
    d->u1[j] = d->u1[i];
    d->u0[j] = d->u0[i];
    d->u1[i] = alpha;
    d->u0[i] = first;
    beta = murag_multiply(first, murag_inverse(alpha));
    plain_update(&d->n0, &d->n1, alpha, beta);
    plain_update(&d->v0, &d->v1, alpha, beta);
    for (unsigned l = i + 1; l < MURAG_L; l++) {
        murag_element u1 = d->u1[l];
        d->u1[l] = murag_add(d->u0[l], murag_multiply(beta, u1));
        d->u0[l] = murag_add(murag_square(u1), murag_multiply(alpha, u1));
    }
    d->steps++;
    return 1;
}

/* Step 4. Returns 0, or -1 on failure. */
static inline int plain_finish(plain_decoder *d, murag_element message[MURAG_K])
{
    int degree = plain_degree(&d->v1);
    plain_poly rest = plain_zero();

    d->q = plain_zero();
    if (degree < 0) {
        return -1;
    }
    for (int i = 0, a_degree = plain_degree(&d->a); i <= a_degree; i++) {
        plain_add_composition(&rest, &d->n1, d->a.c[i], (unsigned)i);
    }
    d->t = rest;
    while (plain_degree(&rest) >= degree) {
        int h = plain_degree(&rest) - degree;
        murag_element c;
        if (h >= MURAG_K) {
            return -1;
        }
        c = murag_multiply(rest.c[h + degree], murag_inverse(d->v1.c[degree]));
        c = murag_frobenius(c, (unsigned)(MURAG_M - degree % MURAG_M) % MURAG_M);
        d->q.c[h] = c;
        plain_add_composition(&rest, &d->v1, c, (unsigned)h);
    }
    if (plain_degree(&rest) >= 0) {
        return -1;
    }
    for (unsigned i = 0; i < MURAG_K; i++) {
        message[i] = murag_add(d->q.c[i], d->i.c[i]);
    }
    return 0;
}

static inline int plain_decode(plain_decoder *d, murag_element message[MURAG_K], const murag_element *g,
                               const murag_element *y)
{
    if (plain_start(d, g, y) != 0) {
        return -1;
    }
    while (plain_step(d)) {
    }
    return plain_finish(d, message);
}

#endif
