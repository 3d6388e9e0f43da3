/* Section 3 (calls to the programme's XOF and DRNG) and helpers for secret data. */
#include "util.h"

#include <string.h>

#include "auxfunc.h"
#include "drng.h"
#include "params.h"

extern DRNG_ctx drng_algorithm;

/* The compiler cannot know where a volatile pointer leads, so it cannot leave the call out. */
static void *(*const volatile fill_memory)(void *, int, size_t) = memset;

void scabbard_clear(void *memory, size_t size)
{
    fill_memory(memory, 0, size);
}

unsigned char scabbard_differ(const unsigned char *a, const unsigned char *b, size_t size)
{
    unsigned difference = 0;
    for (size_t i = 0; i < size; i++) {
        difference |= (unsigned)(a[i] ^ b[i]);
    }
    /* 0 - difference has its high bits set unless difference, at most 255, is 0. */
    return (unsigned char)((0u - difference) >> 8);
}

void scabbard_select(unsigned char *target, const unsigned char *replacement, size_t size, unsigned char mask)
{
    for (size_t i = 0; i < size; i++) {
        target[i] = (unsigned char)(target[i] ^ (mask & (target[i] ^ replacement[i])));
    }
}

int scabbard_xof(unsigned char *output, size_t output_size, const unsigned char *message, size_t message_size)
{
    const int code = pseudoXOF(8ull * output_size, message, 8ull * message_size, output);
    return code == 0 ? SCABBARD_OK : SCABBARD_ERROR_HELPER;
}

int scabbard_random(unsigned char *output, size_t output_size)
{
    const int code = get_random_number(&drng_algorithm, output, 8ull * output_size);
    return code == 0 ? SCABBARD_OK : SCABBARD_ERROR_HELPER;
}
