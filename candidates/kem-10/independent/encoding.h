/* Byte forms of field elements (sections 4.2 and 4.3). */
#ifndef MURAG_ENCODING_H
#define MURAG_ENCODING_H

#include "field.h"

/* Flat form, B bytes. Bits beyond degree M - 1 are ignored. */
murag_element murag_from_flat(const unsigned char flat[MURAG_B]);
void murag_to_flat(unsigned char flat[MURAG_B], const murag_element *a);

/* Packed form of a list of `count` elements, MURAG_PACKED(count) bytes. Unpacking ignores the unused bits at the end. */
void murag_pack(unsigned char *packed, const murag_element *list, unsigned count);
void murag_unpack(murag_element *list, const unsigned char *packed, unsigned count);

#endif
