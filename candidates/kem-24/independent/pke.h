/* Section 7: public-key encryption. */
#ifndef SCABBARD_PKE_H
#define SCABBARD_PKE_H

#include "poly.h"

/* The functions that return a code return 0 or SCABBARD_ERROR_HELPER. */

/* PKE.KeyGen: two calls to the DRNG. */
int scabbard_pke_keygen(unsigned char pk[SCABBARD_PK_BYTES], unsigned char sk_pke[SCABBARD_S_BYTES]);

/* PKE.Enc, deterministic in the message m and the coins r. */
int scabbard_pke_encrypt(unsigned char ct[SCABBARD_CT_BYTES], const unsigned char pk[SCABBARD_PK_BYTES],
                         const unsigned char m[SCABBARD_KAPPA], const unsigned char r[SCABBARD_KAPPA]);

/* PKE.Dec. */
void scabbard_pke_decrypt(unsigned char m[SCABBARD_KAPPA], const unsigned char sk_pke[SCABBARD_S_BYTES],
                          const unsigned char ct[SCABBARD_CT_BYTES]);

/* PKE.Dec, steps 1 to 3: the noisy message x that the decoder gets. */
void scabbard_pke_noisy_message(scabbard_poly *x, const unsigned char sk_pke[SCABBARD_S_BYTES],
                                const unsigned char ct[SCABBARD_CT_BYTES]);

#endif
