/* Sections 4.5 and 4.6: quantisation and bit strings. */
#ifndef FROST_ENCODING_H
#define FROST_ENCODING_H

#include <stddef.h>
#include <stdint.h>

#include "matrix.h"
#include "parameters.h"

/* The label, `bits` bits, of a value modulo q; bits of the value above q are dropped. */
static inline uint16_t frost_quantise(uint16_t value, uint16_t dither, unsigned bits)
{
    const unsigned shift = FROST_LOG_Q - bits;
    const uint32_t sum = (value & FROST_Q_MASK) + dither + (1u << (shift - 1));

    return (uint16_t)(sum >> shift & ((1u << bits) - 1));
}

/* The value modulo q that a label stands for. */
static inline uint16_t frost_compensate(uint16_t label, uint16_t dither, unsigned bits)
{
    return (uint16_t)((((uint32_t)label << (FROST_LOG_Q - bits)) - dither) & FROST_Q_MASK);
}

/* The `bits` low bits of each value, most significant bit first. count * bits is a multiple of 8, bits is 16 at most. */
void frost_pack(unsigned char *bytes, const uint16_t *values, size_t count, unsigned bits);
void frost_unpack(uint16_t *values, const unsigned char *bytes, size_t count, unsigned bits);

/* S: fields of FROST_BITS_S bits in two's complement. Every field is read as the number that it stands for, also one that
 * no key pair has. `words` is scratch. */
void frost_pack_s(unsigned char bytes[FROST_PACKED_S_BYTES], frost_column s[FROST_S_COLUMNS],
                  uint16_t words[FROST_B_ENTRIES]);
void frost_unpack_s(frost_column s[FROST_S_COLUMNS], const unsigned char bytes[FROST_PACKED_S_BYTES],
                    uint16_t words[FROST_B_ENTRIES]);

#endif
