/* Erasure of secrets, and section 3.4: the random source. */
#ifndef MAMBA_UTIL_H
#define MAMBA_UTIL_H

#include <stddef.h>

/* Overwrites memory with zeros in a way the compiler must not leave out. */
void mamba_clear(void *memory, size_t size);

/* One call to the DRNG of the programme. Returns MAMBA_OK or MAMBA_ERROR_RANDOM. */
int mamba_random(unsigned char *output, size_t output_size);

#endif
