/* Section 3.4 (calls to the programme's DRNG) and erasure. */
#include "util.h"

#include <string.h>

#include "drng.h"
#include "params.h"

extern DRNG_ctx drng_algorithm;

/* The compiler cannot know where a volatile pointer leads, so it cannot leave the call out. */
static void *(*const volatile fill_memory)(void *, int, size_t) = memset;

void mamba_clear(void *memory, size_t size)
{
    fill_memory(memory, 0, size);
}

int mamba_random(unsigned char *output, size_t output_size)
{
    const int code = get_random_number(&drng_algorithm, output, 8ull * output_size);
    return code == 0 ? MAMBA_OK : MAMBA_ERROR_RANDOM;
}
