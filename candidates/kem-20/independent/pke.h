/* Section 6: what key generation, encapsulation and decapsulation do with matrices. */
#ifndef FROST_PKE_H
#define FROST_PKE_H

#include <stdint.h>

#include "matrix.h"
#include "parameters.h"

/* Working memory of one operation. `words` is scratch. */
typedef struct {
    frost_column s[FROST_S_COLUMNS], product[FROST_S_COLUMNS];
    uint16_t b[FROST_B_ENTRIES], words[FROST_B_ENTRIES];
} frost_key_memory;

typedef struct {
    frost_column t[FROST_T_COLUMNS], product[FROST_T_COLUMNS];
    uint16_t u[FROST_U_ENTRIES], v[FROST_V_ENTRIES]; /* the labels */
    uint16_t b[FROST_B_ENTRIES], words[FROST_LONGEST_ENTRIES];
} frost_encryption;

typedef struct {
    frost_column s[FROST_S_COLUMNS];
    uint16_t u[FROST_U_ENTRIES], v[FROST_V_ENTRIES]; /* the labels received */
    uint16_t words[FROST_LONGEST_ENTRIES];
} frost_decryption;

/* The functions that return a code return 0 or FROST_ERROR_INTERNAL. */

/* Steps 3 to 6 of key generation: packed S, and the part of pk that follows rho. */
int frost_make_key(frost_key_memory *memory, unsigned char packed_s[FROST_PACKED_S_BYTES],
                   unsigned char pk[FROST_PK_BYTES], const unsigned char seed[FROST_SECRET_SEED_BYTES]);

/* Steps 4 to 10 of encapsulation, and 6 to 9 of decapsulation: the labels U and V. */
int frost_encrypt(frost_encryption *memory, const unsigned char pk[FROST_PK_BYTES],
                  const unsigned char message[FROST_SS_BYTES], const unsigned char salt[FROST_SEED_BYTES],
                  const unsigned char sigma[FROST_SECRET_SEED_BYTES]);

/* Steps 1 to 3 of decapsulation: W, which decodes to the message. */
int frost_decrypt(frost_decryption *memory, uint16_t w[FROST_V_ENTRIES],
                  const unsigned char packed_s[FROST_PACKED_S_BYTES], const unsigned char ct[FROST_CT_BYTES]);

#endif
