/* Section 3.2: the ChaCha20 key stream with an 8-byte nonce and a 64-bit block counter. */
#ifndef MAMBA_CHACHA20_H
#define MAMBA_CHACHA20_H

#include <stddef.h>

#define MAMBA_CHACHA20_KEY_BYTES 32
#define MAMBA_CHACHA20_NONCE_BYTES 8

/* The first size bytes of the stream, from block 0 on. */
void mamba_chacha20(unsigned char *output, size_t size, const unsigned char key[MAMBA_CHACHA20_KEY_BYTES],
                    const unsigned char nonce[MAMBA_CHACHA20_NONCE_BYTES]);

#endif
