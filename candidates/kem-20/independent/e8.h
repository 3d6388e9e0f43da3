/* Section 5: the message code. Coordinates are those of Y and W, T_COLUMNS x S_COLUMNS, modulo q. */
#ifndef FROST_E8_H
#define FROST_E8_H

#include <stdint.h>

#include "parameters.h"

#define FROST_E8_DIMENSION 8
#define FROST_E8_BLOCKS (FROST_V_ENTRIES / FROST_E8_DIMENSION)

/* One block: FROST_MESSAGE_BITS bytes to a point of the lattice, and the nearest point back to bytes. */
void frost_e8_encode_block(uint16_t x[FROST_E8_DIMENSION], const unsigned char message[FROST_MESSAGE_BITS]);
void frost_e8_decode_block(unsigned char message[FROST_MESSAGE_BITS], const uint16_t w[FROST_E8_DIMENSION]);

/* The nearest point modulo q, as decoding chooses it. */
void frost_e8_nearest(uint16_t point[FROST_E8_DIMENSION], const uint16_t w[FROST_E8_DIMENSION]);

void frost_e8_encode(uint16_t y[FROST_V_ENTRIES], const unsigned char message[FROST_SS_BYTES]);
void frost_e8_decode(unsigned char message[FROST_SS_BYTES], const uint16_t w[FROST_V_ENTRIES]);

#endif
