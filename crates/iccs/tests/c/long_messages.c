/* Where the length field of the official helper leaves the standard: messages of 2^32 bits and more. */
#include "auxfunc.h"
#include "testing/testing.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const unsigned long long bytes = 1ull << 29;
    unsigned char *zeros = calloc((size_t)bytes + 1, 1);
    unsigned char digest[32];

    if (zeros == NULL) {
        fprintf(stderr, "no memory for a message of 512 MiB\n");
        return 1;
    }
    sm3hash(256, zeros, 8 * (bytes - 1), digest);
    ASSAY_CHECK_HEX(digest, 32, "1c4679f9e1f0dcbe86f8cd17b4df4fa26c84cde56f68b1b0b71ceb50c404b442");
    sm3hash(256, zeros, 8 * bytes, digest);
    ASSAY_CHECK_HEX(digest, 32, "6ef22e2e10ff4cbd4a1590b79f37b504da1a08c0026d7382ac477177040d99f6");
    sm3hash(256, zeros, 8 * (bytes + 1), digest);
    ASSAY_CHECK_HEX(digest, 32, "f4127531d5b6671dbc43e9d3ff96fce4ee2e95bb7eb641971112edf03c1abfa1");
    free(zeros);
    return assay_test_result();
}
