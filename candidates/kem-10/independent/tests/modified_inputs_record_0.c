/* Modified inputs for record 0 of the known-answer tests. */
#include "modified_inputs.h"

int main(void)
{
    vector_set set = record_vectors();
    unsigned char seed[64];
    record_seed(seed);
    check_modified_inputs(&set, seed, sizeof seed);
    return assay_test_result();
}
