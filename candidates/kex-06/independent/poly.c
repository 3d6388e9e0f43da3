/*
 * Section 4.4: the ring product, by Karatsuba's method. q divides 2^16, so all sums and products wrap around modulo 2^16
 * and only the end result is reduced. The loops have a fixed length, which lets a compiler use vector registers.
 */
#include "poly.h"

#include <stddef.h>

#include "util.h"

/* Coefficients below which the plain method is used, and coefficients that one step of a loop handles. */
#define BASE 32
#define STEP 16

/* r = a + b, size a multiple of STEP. */
static void add(uint16_t *restrict r, const uint16_t *restrict a, const uint16_t *restrict b, size_t size)
{
    for (size_t i = 0; i < size; i += STEP) {
        for (size_t j = 0; j < STEP; j++) {
            r[i + j] = (uint16_t)(a[i + j] + b[i + j]);
        }
    }
}

/* r = a * b, 2 * BASE coefficients of which the last is 0. Column by column, so that the sums stay in registers. */
static void multiply_base(uint16_t *restrict r, const uint16_t *restrict a, const uint16_t *restrict b)
{
    /* b with zeros on both sides: padded[BASE + k] is coefficient k. */
    uint16_t padded[3 * BASE] = {0};

    for (size_t i = 0; i < BASE; i++) {
        padded[BASE + i] = b[i];
    }
    for (size_t column = 0; column < 2 * BASE; column += STEP) {
        /* The coefficients of a that reach these columns. */
        const size_t first = column < BASE ? 0 : column - BASE + 1;
        const size_t end = column + STEP < BASE ? column + STEP : BASE;
        uint16_t sum[STEP] = {0};
        for (size_t i = first; i < end; i++) {
            const uint16_t *shifted = padded + BASE + column - i;
            for (size_t j = 0; j < STEP; j++) {
                sum[j] = (uint16_t)(sum[j] + (uint16_t)(a[i] * (unsigned)shifted[j]));
            }
        }
        for (size_t j = 0; j < STEP; j++) {
            r[column + j] = sum[j];
        }
    }
}

/*
 * The four quarters r0 to r3 hold a0 b0 and a1 b1; m1 and m2 are the halves of (a0 + a1)(b0 + b1). What that has beyond
 * the other two products belongs to quarters 1 and 2.
 */
static void combine(const uint16_t *restrict r0, uint16_t *restrict r1, uint16_t *restrict r2,
                    const uint16_t *restrict r3, const uint16_t *restrict m1, const uint16_t *restrict m2,
                    size_t quarter)
{
    for (size_t i = 0; i < quarter; i += STEP) {
        for (size_t j = 0; j < STEP; j++) {
            const uint16_t difference = (uint16_t)(r1[i + j] - r2[i + j]);
            r1[i + j] = (uint16_t)(m1[i + j] - r0[i + j] + difference);
            r2[i + j] = (uint16_t)(m2[i + j] - r3[i + j] - difference);
        }
    }
}

/* r = a * b, 2 * size coefficients, by the halves a = a0 + X^half a1 and b alike. scratch has room for 4 * size. */
static void multiply(uint16_t *restrict r, const uint16_t *restrict a, const uint16_t *restrict b, size_t size,
                     uint16_t *restrict scratch)
{
    const size_t half = size / 2;
    uint16_t *const middle = scratch;
    uint16_t *const sums = scratch + size;

    if (size == BASE) {
        multiply_base(r, a, b);
        return;
    }
    add(sums, a, a + half, half);
    add(sums + half, b, b + half, half);
    multiply(middle, sums, sums + half, half, sums + size);
    multiply(r, a, b, half, sums);
    multiply(r + size, a + half, b + half, half, sums);
    combine(r, r + half, r + size, r + size + half, middle, middle + half, half);
}

void mamba_poly_multiply(mamba_poly *product, const mamba_poly *x, const mamba_poly *y)
{
    uint16_t whole[2 * MAMBA_N];
    uint16_t scratch[4 * MAMBA_N];

    multiply(whole, x->coef, y->coef, MAMBA_N, scratch);
    for (size_t i = 0; i < MAMBA_N; i++) {
        /* X^n = -1. */
        product->coef[i] = (uint16_t)((unsigned)(whole[i] - whole[MAMBA_N + i]) & (MAMBA_Q - 1));
    }
    mamba_clear(whole, sizeof whole);
    mamba_clear(scratch, sizeof scratch);
}
