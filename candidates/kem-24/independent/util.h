/* Helpers for secret data: erasure, comparison and selection without secret-dependent branches. */
#ifndef SCABBARD_UTIL_H
#define SCABBARD_UTIL_H

#include <stddef.h>

/* Overwrites memory with zeros in a way the compiler must not leave out. */
void scabbard_clear(void *memory, size_t size);

/* 0xff if the two byte strings differ, else 0. */
unsigned char scabbard_differ(const unsigned char *a, const unsigned char *b, size_t size);

/* Replaces target by replacement where mask is 0xff, keeps it where mask is 0. */
void scabbard_select(unsigned char *target, const unsigned char *replacement, size_t size, unsigned char mask);

/* Section 3.2: pseudoXOF with lengths in bytes. Returns 0 or SCABBARD_ERROR_HELPER. */
int scabbard_xof(unsigned char *output, size_t output_size, const unsigned char *message, size_t message_size);

/* Section 3.3: one call to the DRNG of the programme. Returns 0 or SCABBARD_ERROR_HELPER. */
int scabbard_random(unsigned char *output, size_t output_size);

#endif
