#include "encoding.h"

#include <string.h>

#define WHOLE_BYTES (MURAG_M / 8)
#define LEFT_OVER_BITS (MURAG_M % 8)

static unsigned get_byte(const murag_element *a, unsigned i)
{
    return (unsigned)(a->w[i / 8] >> (8 * (i % 8))) & 0xff;
}

static void set_byte(murag_element *a, unsigned i, unsigned value)
{
    a->w[i / 8] |= (uint64_t)value << (8 * (i % 8));
}

murag_element murag_from_flat(const unsigned char flat[MURAG_B])
{
    murag_element a = murag_zero();
    for (unsigned i = 0; i < MURAG_B; i++) {
        set_byte(&a, i, flat[i]);
    }
    a.w[MURAG_WORDS - 1] &= (UINT64_C(1) << (MURAG_M % 64)) - 1;
    return a;
}

void murag_to_flat(unsigned char flat[MURAG_B], const murag_element *a)
{
    for (unsigned i = 0; i < MURAG_B; i++) {
        flat[i] = (unsigned char)get_byte(a, i);
    }
}

/* Coefficient of element p / e that bit p of the tail holds: M - 1 first, then downwards. */
static unsigned tail_coefficient(unsigned p)
{
    return MURAG_M - 1 - p % LEFT_OVER_BITS;
}

void murag_pack(unsigned char *packed, const murag_element *list, unsigned count)
{
    unsigned char *tail = packed + count * WHOLE_BYTES;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < WHOLE_BYTES; j++) {
            packed[i * WHOLE_BYTES + j] = (unsigned char)get_byte(&list[i], j);
        }
    }
    memset(tail, 0, (count * LEFT_OVER_BITS + 7) / 8);
    for (unsigned p = 0; p < count * LEFT_OVER_BITS; p++) {
        unsigned bit = (unsigned)murag_coefficient(&list[p / LEFT_OVER_BITS], tail_coefficient(p));
        tail[p / 8] = (unsigned char)(tail[p / 8] | (bit << (p % 8)));
    }
}

void murag_unpack(murag_element *list, const unsigned char *packed, unsigned count)
{
    const unsigned char *tail = packed + count * WHOLE_BYTES;

    for (unsigned i = 0; i < count; i++) {
        list[i] = murag_zero();
        for (unsigned j = 0; j < WHOLE_BYTES; j++) {
            set_byte(&list[i], j, packed[i * WHOLE_BYTES + j]);
        }
    }
    for (unsigned p = 0; p < count * LEFT_OVER_BITS; p++) {
        unsigned i = tail_coefficient(p);
        list[p / LEFT_OVER_BITS].w[i / 64] |= (uint64_t)((tail[p / 8] >> (p % 8)) & 1) << (i % 64);
    }
}
