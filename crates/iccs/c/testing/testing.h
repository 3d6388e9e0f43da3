/*
 * Small support for C test programs: checks that say what differed, hexadecimal, SHA-256 for large vectors, and
 * deterministic pseudo-random input for property tests.
 *
 *     int main(void)
 *     {
 *         ASSAY_CHECK(condition);
 *         ASSAY_CHECK_HEX(digest, 32, "66c7f0f4...");
 *         return assay_test_result();
 *     }
 *
 * A failed check is reported on standard error with file and line, and the program goes on.
 */
#ifndef ASSAY_TESTING_H
#define ASSAY_TESTING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exit status of a test that does not apply to this instance. */
#define ASSAY_TEST_SKIPPED 77

/* The condition holds. */
#define ASSAY_CHECK(condition) assay_check((condition) != 0, #condition, __FILE__, __LINE__)

/* Two integers are equal. */
#define ASSAY_CHECK_EQUAL(actual, expected) \
    assay_check_equal((long long)(actual), (long long)(expected), #actual, __FILE__, __LINE__)

/* `length` bytes are equal. */
#define ASSAY_CHECK_BYTES(actual, expected, length) \
    assay_check_bytes((actual), (expected), (length), #actual, __FILE__, __LINE__)

/* `length` bytes equal a hexadecimal string of exactly that many bytes, in upper or lower case. */
#define ASSAY_CHECK_HEX(actual, length, hex) assay_check_hex((actual), (length), (hex), #actual, __FILE__, __LINE__)

/* The SHA-256 digest of `length` bytes equals 64 hexadecimal digits. */
#define ASSAY_CHECK_SHA256(actual, length, hex) \
    assay_check_sha256((actual), (length), (hex), #actual, __FILE__, __LINE__)

/* What the macros call. Each returns 1 if the check holds and 0 if not. */
int assay_check(int holds, const char *what, const char *file, int line);
int assay_check_equal(long long actual, long long expected, const char *what, const char *file, int line);
int assay_check_bytes(const void *actual, const void *expected, size_t length, const char *what, const char *file,
                      int line);
int assay_check_hex(const void *actual, size_t length, const char *hex, const char *what, const char *file, int line);
int assay_check_sha256(const void *actual, size_t length, const char *hex, const char *what, const char *file,
                       int line);

/* The exit status of the test: 0 when at least one check was made and all held, else 1. Says how many failed. */
int assay_test_result(void);

#define ASSAY_HEX_INVALID ((size_t)-1)

/* Decodes a hexadecimal string. Returns the bytes written, or ASSAY_HEX_INVALID if a digit is wrong or out is too small. */
size_t assay_hex_decode(const char *hex, unsigned char *out, size_t capacity);

/* Prints "label = " and lower-case hexadecimal on one line of standard error. */
void assay_hex_print(const char *label, const void *bytes, size_t length);

#define ASSAY_SHA256_BYTES 32

/* SHA-256 (FIPS 180-4) of whole bytes. */
void assay_sha256(const void *message, size_t length, unsigned char digest[ASSAY_SHA256_BYTES]);

/* A generator for test input (SplitMix64): reproducible from its seed on every machine. Not for cryptographic use. */
typedef struct {
    uint64_t state;
} assay_test_random;

assay_test_random assay_test_random_new(uint64_t seed);
uint64_t assay_test_random_u64(assay_test_random *random);
/* A number from 0 to bound - 1; bound is not 0. */
uint64_t assay_test_random_below(assay_test_random *random, uint64_t bound);
void assay_test_random_bytes(assay_test_random *random, void *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
