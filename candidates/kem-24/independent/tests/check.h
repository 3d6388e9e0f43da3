/* Comparisons for the tests. Each one exits with a message when it does not hold. */
#ifndef SCABBARD_TEST_CHECK_H
#define SCABBARD_TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "KEM_AlgorithmInstance.h"
#include "testing/testing.h"

static inline void check(int condition, const char *what, const char *detail)
{
    if (!condition) {
        fprintf(stderr, "%s: %s: %s\n", ALGORITHM_INSTANCE, what, detail);
        exit(1);
    }
}

/* The bytes are those that expected spells in hexadecimal, two lower-case digits each. */
static inline void check_hex(const char *what, const unsigned char *bytes, size_t size, const char *expected)
{
    check(strlen(expected) == 2 * size, what, "the expected value has another length");
    for (size_t i = 0; i < size; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", bytes[i]);
        check(memcmp(digits, expected + 2 * i, 2) == 0, what, "value differs from the specification");
    }
}

static inline void check_sha256(const char *what, const unsigned char *bytes, size_t size, const char *expected)
{
    unsigned char digest[32];
    assay_sha256(digest, bytes, size);
    check_hex(what, digest, sizeof digest, expected);
}

#endif
