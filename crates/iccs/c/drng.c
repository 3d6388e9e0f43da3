#include "drng.h"
#include "assay_sm3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUCCESS 0
#define MEMORY_ERROR (-2)

#define H ASSAY_SM3_DIGEST_BYTES
#define H_BITS 256
/* A counter byte and the state length in bits, big-endian, precede what df hashes. */
#define DF_HEADER_BYTES 5

/*
 * value = value + addend mod 2^440, both big-endian. Walks all 55 bytes whatever the addend's length, one carry at a time.
 */
static void add(unsigned char value[SEEDLEN], const unsigned char *addend, unsigned int addend_bytes)
{
    unsigned int carry = 0;
    unsigned int i;

    for (i = 0; i < SEEDLEN; i++) {
        carry += value[SEEDLEN - 1 - i];
        if (i < addend_bytes) {
            carry += addend[addend_bytes - 1 - i];
        }
        value[SEEDLEN - 1 - i] = (unsigned char)carry;
        carry >>= 8;
    }
}

static void increment(unsigned char value[SEEDLEN])
{
    unsigned int i = SEEDLEN;

    while (i > 0 && ++value[--i] == 0) {
    }
}

/* One hash of df: SM3(counter || 000001B8 || prefix || input), with a prefix of 0 or 1 zero bytes. */
static int df_block(unsigned char counter, size_t prefix_bytes, const unsigned char *input, size_t input_bytes,
                    unsigned char digest[H])
{
    const size_t header_bytes = DF_HEADER_BYTES + prefix_bytes;
    unsigned char *buffer = input_bytes <= (size_t)-1 - header_bytes ? malloc(header_bytes + input_bytes) : NULL;

    if (buffer == NULL) {
        fprintf(stderr, "init_random_number: no memory for the derivation function\n");
        return MEMORY_ERROR;
    }
    memset(buffer, 0, header_bytes);
    buffer[0] = counter;
    buffer[3] = (8 * SEEDLEN) >> 8;
    buffer[4] = (8 * SEEDLEN) & 0xff;
    memcpy(buffer + header_bytes, input, input_bytes);
    assay_sm3_hash(buffer, 8ull * (header_bytes + input_bytes), digest);
    free(buffer);
    return SUCCESS;
}

/* df of section 10.3.1 of SP 800-90A for 440 bits: the first 55 bytes of two digests. */
static int df(size_t prefix_bytes, const unsigned char *input, size_t input_bytes, unsigned char output[SEEDLEN])
{
    unsigned char digests[2 * H];

    if (df_block(1, prefix_bytes, input, input_bytes, digests) != SUCCESS ||
        df_block(2, prefix_bytes, input, input_bytes, digests + H) != SUCCESS) {
        return MEMORY_ERROR;
    }
    memcpy(output, digests, SEEDLEN);
    return SUCCESS;
}

int init_random_number(DRNG_ctx *drng, const unsigned char *seed, unsigned long long seed_len_bytes)
{
    const size_t seed_bytes = (size_t)seed_len_bytes;
    unsigned char *material = NULL;
    int status;

    memset(drng, 0, sizeof *drng);
    if (seed_bytes == seed_len_bytes) {
        material = malloc(seed_bytes > SEEDLEN ? seed_bytes : SEEDLEN);
    }
    if (material == NULL) {
        fprintf(stderr, "init_random_number: no memory for a seed of %llu bytes\n", seed_len_bytes);
        return MEMORY_ERROR;
    }
    if (seed_bytes != 0) {
        memcpy(material, seed, seed_bytes);
    }

    status = df(0, material, seed_bytes, drng->V);
    if (status == SUCCESS) {
        status = df(1, drng->V, SEEDLEN, drng->C);
    }
    free(material);
    if (status != SUCCESS) {
        memset(drng, 0, sizeof *drng);
        return status;
    }
    drng->reseed_counter[SEEDLEN - 1] = 1;
    return SUCCESS;
}

/* Hashgen of section 10.1.1.4 of SP 800-90A. */
static void generate(const unsigned char v[SEEDLEN], unsigned char *output, unsigned long long output_bits)
{
    const unsigned int rest_bits = (unsigned int)(output_bits % H_BITS);
    const unsigned int rest_bytes = (rest_bits + 7) / 8;
    unsigned char data[SEEDLEN], digest[H];
    unsigned long long block;

    memcpy(data, v, SEEDLEN);
    for (block = 0; block < output_bits / H_BITS; block++) {
        assay_sm3_hash(data, 8 * SEEDLEN, output);
        output += H;
        increment(data);
    }
    if (rest_bits != 0) {
        assay_sm3_hash(data, 8 * SEEDLEN, digest);
        if (rest_bits % 8 != 0) {
            digest[rest_bytes - 1] &= (unsigned char)(0xff00u >> (rest_bits % 8));
        }
        memcpy(output, digest, rest_bytes);
    }
}

int get_random_number(DRNG_ctx *drng, unsigned char *random_number, unsigned long long random_number_len_bits)
{
    unsigned char input[1 + SEEDLEN], digest[H];

    generate(drng->V, random_number, random_number_len_bits);

    input[0] = 3;
    memcpy(input + 1, drng->V, SEEDLEN);
    assay_sm3_hash(input, 8 * sizeof input, digest);
    add(drng->V, digest, H);
    add(drng->V, drng->C, SEEDLEN);
    add(drng->V, drng->reseed_counter, SEEDLEN);
    increment(drng->reseed_counter);
    return SUCCESS;
}
