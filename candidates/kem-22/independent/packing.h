/*
 * Byte encodings: section 6 of the specification. packing_portable.c or packing_avx2.c holds them.
 *
 * A packed polynomial holds 128 fields of d bits, the first in the least significant bits of the first byte; a field
 * is 2^(d-1) - 1 - coefficient. Reading gives centred coefficients, writing takes any residue.
 */
#ifndef MITHRIL_PACKING_H
#define MITHRIL_PACKING_H

#include <stdint.h>

#include "params.h"

void mithril_unpack_2(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(2)]);
void mithril_unpack_11(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(11)]);
void mithril_unpack_13(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(13)]);

/* Pack_11 of Round(u), for residues u modulo q (only their low 13 bits count): section 8. */
void mithril_pack_rounded(uint8_t packed[MITHRIL_PACKED_BYTES(11)], const uint16_t u[MITHRIL_N]);

#endif
