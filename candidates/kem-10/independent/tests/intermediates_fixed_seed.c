/* The intermediates of section 12 for the DRNG seed 00 01 ... 2f. */
#include "intermediates.h"

int main(void)
{
    unsigned char seed[48];
    for (unsigned i = 0; i < sizeof seed; i++) {
        seed[i] = (unsigned char)i;
    }
    check_intermediates(fixed_seed_vectors(), seed, sizeof seed);
    return assay_test_result();
}
