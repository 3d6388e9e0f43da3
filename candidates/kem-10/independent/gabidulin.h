/* The augmented Gabidulin code (section 6). */
#ifndef MURAG_GABIDULIN_H
#define MURAG_GABIDULIN_H

#include "field.h"

void murag_encode(murag_element codeword[MURAG_L], const murag_element g[MURAG_L],
                  const murag_element message[MURAG_K]);

/*
 * Finds the message of word = codeword + error for every error of rank at most R, except with negligible probability
 * over g (section 6.2). Returns 0, or all ones when it finds no message, as for errors of larger rank; the message is then
 * meaningless. On a word of another kind the message can be wrong without that, so a caller encodes again to be sure.
 */
uint64_t murag_decode(murag_element message[MURAG_K], const murag_element g[MURAG_L],
                      const murag_element word[MURAG_L]);

#endif
