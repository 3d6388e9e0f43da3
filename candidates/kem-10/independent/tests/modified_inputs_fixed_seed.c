/* Modified inputs for the DRNG seed 00 01 ... 2f. */
#include "modified_inputs.h"

int main(void)
{
    vector_set set = fixed_seed_vectors();
    unsigned char seed[48];
    for (unsigned i = 0; i < sizeof seed; i++) {
        seed[i] = (unsigned char)i;
    }
    check_modified_inputs(&set, seed, sizeof seed);
    return assay_test_result();
}
