/* The intermediates of section 12 for record 0 of the known-answer tests. */
#include "intermediates.h"

int main(void)
{
    unsigned char seed[64];
    record_seed(seed);
    check_intermediates(record_vectors(), seed, sizeof seed);
    return assay_test_result();
}
