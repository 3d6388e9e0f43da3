#include "testing.h"

#include <stdio.h>
#include <string.h>

/* Enough of a difference to recognise it by. */
#define SHOWN_BYTES 16

static unsigned long checks_made;
static unsigned long checks_failed;

static int record(int holds)
{
    checks_made++;
    if (!holds) {
        checks_failed++;
    }
    return holds;
}

int assay_check(int holds, const char *what, const char *file, int line)
{
    if (!holds) {
        fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    }
    return record(holds);
}

int assay_check_equal(long long actual, long long expected, const char *what, const char *file, int line)
{
    if (actual != expected) {
        fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, what, actual, expected);
    }
    return record(actual == expected);
}

int assay_check_bytes(const void *actual, const void *expected, size_t length, const char *what, const char *file,
                      int line)
{
    const unsigned char *a = actual, *e = expected;
    size_t first = 0, shown;

    while (first < length && a[first] == e[first]) {
        first++;
    }
    if (first == length) {
        return record(1);
    }
    shown = length - first < SHOWN_BYTES ? length - first : SHOWN_BYTES;
    fprintf(stderr, "%s:%d: %s differs from byte %lu of %lu on\n", file, line, what, (unsigned long)first,
            (unsigned long)length);
    assay_hex_print("  actual  ", a + first, shown);
    assay_hex_print("  expected", e + first, shown);
    return record(0);
}

/* The value of a digit, or -1. */
static int hex_digit(char digit)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);

    return found == NULL ? -1 : (int)((found - digits) % 16);
}

int assay_check_hex(const void *actual, size_t length, const char *hex, const char *what, const char *file, int line)
{
    const unsigned char *a = actual;
    size_t i;

    if (strlen(hex) != 2 * length) {
        fprintf(stderr, "%s:%d: %s has %lu bytes, but %lu hexadecimal digits are expected\n", file, line, what,
                (unsigned long)length, (unsigned long)strlen(hex));
        return record(0);
    }
    for (i = 0; i < length; i++) {
        const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);

        if (high < 0 || low < 0) {
            fprintf(stderr, "%s:%d: the value expected of %s is not hexadecimal\n", file, line, what);
            return record(0);
        }
        if (a[i] != 16 * high + low) {
            const size_t shown = length - i < SHOWN_BYTES ? length - i : SHOWN_BYTES;

            fprintf(stderr, "%s:%d: %s differs from byte %lu of %lu on\n", file, line, what, (unsigned long)i,
                    (unsigned long)length);
            assay_hex_print("  actual  ", a + i, shown);
            fprintf(stderr, "  expected = %.*s\n", (int)(2 * shown), hex + 2 * i);
            return record(0);
        }
    }
    return record(1);
}

int assay_check_sha256(const void *actual, size_t length, const char *hex, const char *what, const char *file, int line)
{
    unsigned char digest[ASSAY_SHA256_BYTES];
    char name[128];

    assay_sha256(actual, length, digest);
    snprintf(name, sizeof name, "SHA-256 of %s (%lu bytes)", what, (unsigned long)length);
    return assay_check_hex(digest, sizeof digest, hex, name, file, line);
}

int assay_test_result(void)
{
    if (checks_made == 0) {
        fprintf(stderr, "no check was made\n");
        return 1;
    }
    if (checks_failed != 0) {
        fprintf(stderr, "%lu of %lu checks failed\n", checks_failed, checks_made);
        return 1;
    }
    return 0;
}

size_t assay_hex_decode(const char *hex, unsigned char *out, size_t capacity)
{
    const size_t length = strlen(hex) / 2;
    size_t i;

    if (strlen(hex) % 2 != 0 || length > capacity) {
        return ASSAY_HEX_INVALID;
    }
    for (i = 0; i < length; i++) {
        const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);

        if (high < 0 || low < 0) {
            return ASSAY_HEX_INVALID;
        }
        out[i] = (unsigned char)(16 * high + low);
    }
    return length;
}

void assay_hex_print(const char *label, const void *bytes, size_t length)
{
    const unsigned char *b = bytes;
    size_t i;

    fprintf(stderr, "%s = ", label);
    for (i = 0; i < length; i++) {
        fprintf(stderr, "%02x", b[i]);
    }
    fputc('\n', stderr);
}

static const uint32_t sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right(uint32_t word, unsigned int count)
{
    return (word >> count) | (word << (32 - count));
}

static void sha256_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], v[8];
    int i;

    for (i = 0; i < 16; i++) {
        w[i] = ((uint32_t)block[4 * i] << 24) | ((uint32_t)block[4 * i + 1] << 16) |
               ((uint32_t)block[4 * i + 2] << 8) | (uint32_t)block[4 * i + 3];
    }
    for (i = 16; i < 64; i++) {
        const uint32_t s0 = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ (w[i - 15] >> 3);
        const uint32_t s1 = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ (w[i - 2] >> 10);

        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    memcpy(v, state, sizeof v);
    for (i = 0; i < 64; i++) {
        const uint32_t s1 = rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25);
        const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t t1 = v[7] + s1 + choice + sha256_constants[i] + w[i];
        const uint32_t s0 = rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22);
        const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);

        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + s0 + majority;
    }
    for (i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

void assay_sha256(const void *message, size_t length, unsigned char digest[ASSAY_SHA256_BYTES])
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *bytes = message;
    const uint64_t bits = 8 * (uint64_t)length;
    unsigned char last[128] = {0};
    size_t rest = length % 64, padded = rest < 56 ? 64 : 128, i;

    for (i = 0; i < length / 64; i++) {
        sha256_block(state, bytes + 64 * i);
    }
    if (rest != 0) {
        memcpy(last, bytes + (length - rest), rest);
    }
    last[rest] = 0x80;
    for (i = 0; i < 8; i++) {
        last[padded - 1 - i] = (unsigned char)(bits >> (8 * i));
    }
    for (i = 0; i < padded; i += 64) {
        sha256_block(state, last + i);
    }
    for (i = 0; i < 32; i++) {
        digest[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
    }
}

assay_test_random assay_test_random_new(uint64_t seed)
{
    assay_test_random random;

    random.state = seed;
    return random;
}

uint64_t assay_test_random_u64(assay_test_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t assay_test_random_below(assay_test_random *random, uint64_t bound)
{
    return assay_test_random_u64(random) % bound;
}

void assay_test_random_bytes(assay_test_random *random, void *bytes, size_t length)
{
    unsigned char *b = bytes;
    size_t i;

    for (i = 0; i < length; i++) {
        b[i] = (unsigned char)assay_test_random_u64(random);
    }
}
