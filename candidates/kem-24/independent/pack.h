/* Section 4: byte encodings. */
#ifndef SCABBARD_PACK_H
#define SCABBARD_PACK_H

#include "poly.h"

/* pack_w and unpack_w for one polynomial: n coefficients of width bits (1 to 16), least significant bit first,
 * n * width / 8 bytes. Packing drops bits above the width; unpacking yields values in [0, 2^width). */
void scabbard_pack(unsigned char *bytes, const scabbard_poly *f, unsigned width);
void scabbard_unpack(scabbard_poly *f, const unsigned char *bytes, unsigned width);

/* A vector modulo p: b or u. */
void scabbard_pack_vector(unsigned char bytes[SCABBARD_B_BYTES], const scabbard_poly f[SCABBARD_L]);
void scabbard_unpack_vector(scabbard_poly f[SCABBARD_L], const unsigned char bytes[SCABBARD_B_BYTES]);

/* A secret vector: nibbles in two's complement, -8..7. */
void scabbard_pack_secret(unsigned char bytes[SCABBARD_S_BYTES], const scabbard_secret s[SCABBARD_L]);
void scabbard_unpack_secret(scabbard_secret s[SCABBARD_L], const unsigned char bytes[SCABBARD_S_BYTES]);

#endif
