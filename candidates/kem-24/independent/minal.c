/* Section 6: the message code. Symbols and noise are secret: no branch and no table index depends on them. */
#include "minal.h"

/* All ones if a < b, else 0; both are below 2^31. */
static uint32_t mask_less(uint32_t a, uint32_t b)
{
    return 0u - ((a - b) >> 31);
}

static uint32_t minimum(uint32_t a, uint32_t b)
{
    return b ^ ((a ^ b) & mask_less(a, b));
}

/* value - subtrahend if that is not negative, else value. */
static uint32_t subtract_if_possible(uint32_t value, uint32_t subtrahend)
{
    return value - (subtrahend & ~mask_less(value, subtrahend));
}

/* The inner code word of (i0, i1): its first component; the second one is that of (i1, i0). */
static uint32_t inner_code(uint32_t i0, uint32_t i1)
{
    return SCABBARD_ALPHA * i0 + SCABBARD_BETA * i1;
}

void scabbard_encode(scabbard_poly *mu, const unsigned char message[SCABBARD_KAPPA])
{
    for (int k = 0; k < SCABBARD_N / 2; k++) {
        const unsigned symbol = (unsigned)message[k / 2] >> 4 * (k % 2) & 15u;
        const unsigned e0 = symbol >> 3;
        const unsigned e1 = symbol >> 2 & 1u;
        const unsigned i0 = symbol >> 1 & 1u;
        const unsigned i1 = symbol & 1u;
        mu->coef[k] = (uint16_t)(inner_code(i0, i1) + SCABBARD_H * e0);
        mu->coef[k + SCABBARD_N / 2] = (uint16_t)(inner_code(i1, i0) + SCABBARD_H * e1);
    }
}

/* The distance of t - c to the nearest multiple of H. As t - c + H is in [0, 3H], two subtractions reduce it. */
static uint32_t distance_inner(uint32_t t, uint32_t c)
{
    uint32_t y = t + SCABBARD_H - c;
    y = subtract_if_possible(y, 2 * SCABBARD_H);
    y = subtract_if_possible(y, SCABBARD_H);
    return minimum(y, SCABBARD_H - y);
}

/* The distance of t - c to the nearest multiple of q - 1. As t - c + (q - 1) is in [0, 2(q - 1)), one subtraction does. */
static uint32_t distance_outer(uint32_t t, uint32_t c)
{
    uint32_t y = t + (SCABBARD_Q - 1) - c;
    y = subtract_if_possible(y, SCABBARD_Q - 1);
    return minimum(y, SCABBARD_Q - 1 - y);
}

unsigned scabbard_decode_symbol(unsigned x0, unsigned x1)
{
    /* Step 1. */
    const uint32_t t0 = x0 & ~1u;
    const uint32_t t1 = x1 & ~1u;

    /* Step 2: D < 2^26, so the least of 4 D + index has the least D and, on a tie, the least index. */
    uint32_t best = UINT32_MAX >> 1;
    for (uint32_t index = 0; index < 4; index++) {
        const uint32_t distance0 = distance_inner(t0, inner_code(index >> 1, index & 1u));
        const uint32_t distance1 = distance_inner(t1, inner_code(index & 1u, index >> 1));
        best = minimum(best, 4 * (distance0 * distance0 + distance1 * distance1) + index);
    }
    const uint32_t i0 = best >> 1 & 1u;
    const uint32_t i1 = best & 1u;

    /* Step 3. */
    const uint32_t e0 = mask_less(SCABBARD_ALPHA, distance_outer(t0, inner_code(i0, i1))) & 1u;
    const uint32_t e1 = mask_less(SCABBARD_ALPHA, distance_outer(t1, inner_code(i1, i0))) & 1u;

    /* Step 4. */
    return 8 * e0 + 4 * e1 + 2 * i0 + i1;
}

void scabbard_decode(unsigned char message[SCABBARD_KAPPA], const scabbard_poly *x)
{
    for (int k = 0; k < SCABBARD_N / 2; k += 2) {
        const unsigned even = scabbard_decode_symbol(x->coef[k], x->coef[k + SCABBARD_N / 2]);
        const unsigned odd = scabbard_decode_symbol(x->coef[k + 1], x->coef[k + 1 + SCABBARD_N / 2]);
        message[k / 2] = (unsigned char)(even | odd << 4);
    }
}
