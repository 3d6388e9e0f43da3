#include "field.h"

#include <string.h>

/* Products are computed from 32-bit limbs; a product has LIMBS 64-bit words. */
#define LIMBS ((MURAG_M + 31) / 32)
#define TOP (MURAG_M / 64)
#define TOP_BITS (MURAG_M % 64)

/* Carry-less limb: four interleaved parts with three zero bits between any two used ones. */
typedef struct {
    uint64_t part[4];
} spread_limb;

static spread_limb spread(uint32_t x)
{
    spread_limb s;
    for (unsigned i = 0; i < 4; i++) {
        s.part[i] = x & (UINT32_C(0x11111111) << i);
    }
    return s;
}

/* Carry-less product of two limbs. At most 8 terms meet in one column, so sums stay within the 4-bit gaps. */
static uint64_t multiply_limbs(const spread_limb *x, const spread_limb *y)
{
    uint64_t product = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t column = 0;
        for (unsigned j = 0; j < 4; j++) {
            column ^= x->part[j] * y->part[(i - j) & 3];
        }
        product |= column & (UINT64_C(0x1111111111111111) << i);
    }
    return product;
}

/* The sum of high * x^t over the taps of the field polynomial, lower word and what passes beyond it. */
#if MULTIURAG_LEVEL == 128
#define FOLD(high) ((high) ^ ((high) << 9))
#define FOLD_CARRY(high) ((high) >> 55)
#elif MULTIURAG_LEVEL == 256
#define FOLD(high) ((high) ^ ((high) << 1))
#define FOLD_CARRY(high) ((high) >> 63)
#else
#define FOLD(high) ((high) ^ ((high) << 1) ^ ((high) << 6) ^ ((high) << 7))
#define FOLD_CARRY(high) (((high) >> 63) ^ ((high) >> 58) ^ ((high) >> 57))
#endif

/* Brings a polynomial of degree at most 2M - 2 below degree M, with x^M = the sum of x^t over the taps. */
static murag_element reduce(const uint64_t product[LIMBS + 1])
{
    const uint64_t top_mask = (UINT64_C(1) << TOP_BITS) - 1;
    murag_element low;
    uint64_t carry = 0, beyond;

    for (unsigned i = 0; i < MURAG_WORDS; i++) {
        uint64_t high = product[TOP + i] >> TOP_BITS;
        high |= product[TOP + i + 1] << (64 - TOP_BITS);
        low.w[i] = (i == TOP ? product[i] & top_mask : product[i]) ^ FOLD(high) ^ carry;
        carry = FOLD_CARRY(high);
    }
    /* The few bits that the largest tap moved beyond degree M - 1. */
    beyond = low.w[TOP] >> TOP_BITS;
    low.w[TOP] &= top_mask;
    low.w[0] ^= FOLD(beyond);
    return low;
}

static uint32_t limb(const murag_element *a, unsigned i)
{
    return (uint32_t)(a->w[i / 2] >> (32 * (i % 2)));
}

murag_element murag_multiply(murag_element a, murag_element b)
{
    uint32_t al[LIMBS], bl[LIMBS];
    spread_limb as[LIMBS], bs[LIMBS];
    uint64_t diagonal[LIMBS], column[2 * LIMBS] = {0}, product[LIMBS + 1] = {0};

    for (unsigned i = 0; i < LIMBS; i++) {
        al[i] = limb(&a, i);
        bl[i] = limb(&b, i);
        as[i] = spread(al[i]);
        bs[i] = spread(bl[i]);
        diagonal[i] = multiply_limbs(&as[i], &bs[i]);
        column[2 * i] ^= diagonal[i];
    }
    /* a_i b_j + a_j b_i = (a_i + a_j)(b_i + b_j) + a_i b_i + a_j b_j */
    for (unsigned i = 0; i < LIMBS; i++) {
        for (unsigned j = i + 1; j < LIMBS; j++) {
            spread_limb x = spread(al[i] ^ al[j]), y = spread(bl[i] ^ bl[j]);
            column[i + j] ^= multiply_limbs(&x, &y) ^ diagonal[i] ^ diagonal[j];
        }
    }
    for (unsigned i = 0; i < LIMBS; i++) {
        product[i] ^= column[2 * i] ^ (column[2 * i + 1] << 32);
        product[i + 1] ^= column[2 * i + 1] >> 32;
    }
    return reduce(product);
}

/* Puts a zero bit between any two bits. */
static uint64_t interleave_zeros(uint32_t limb_value)
{
    uint64_t x = limb_value;
    x = (x | (x << 16)) & UINT64_C(0x0000ffff0000ffff);
    x = (x | (x << 8)) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | (x << 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | (x << 2)) & UINT64_C(0x3333333333333333);
    x = (x | (x << 1)) & UINT64_C(0x5555555555555555);
    return x;
}

murag_element murag_square(murag_element a)
{
    uint64_t product[LIMBS + 1] = {0};
    for (unsigned i = 0; i < LIMBS; i++) {
        product[i] = interleave_zeros(limb(&a, i));
    }
    return reduce(product);
}

murag_element murag_frobenius(murag_element a, unsigned times)
{
    while (times-- > 0) {
        a = murag_square(a);
    }
    return a;
}

/* a^(2^M - 2), by the addition chain of Itoh and Tsujii: power = a^(2^t - 1), with t built from the bits of M - 1. */
murag_element murag_inverse(murag_element a)
{
    murag_element power = a;
    unsigned t = 1, bit = 0;

    while (((MURAG_M - 1) >> (bit + 1)) != 0) {
        bit++;
    }
    while (bit-- > 0) {
        power = murag_multiply(murag_frobenius(power, t), power);
        t *= 2;
        if (((MURAG_M - 1) >> bit) & 1) {
            power = murag_multiply(murag_square(power), a);
            t++;
        }
    }
    return murag_square(power);
}

/* Called through a volatile pointer, so that the compiler cannot see that the memory is not read again. */
static void *(*const volatile set_memory)(void *, int, size_t) = memset;

void murag_wipe(void *memory, size_t bytes)
{
    set_memory(memory, 0, bytes);
}
