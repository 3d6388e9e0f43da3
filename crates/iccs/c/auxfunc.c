/*
 * The cost profile is part of the behaviour, because a candidate's share of symmetric work is measured with these
 * functions: pseudoXOF hashes the whole message again for every 256-bit block, and HMAC copies its input.
 */
#include "auxfunc.h"
#include "assay_sm3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUCCESS 0
#define MEMORY_ERROR (-2)
#define HASH_FAILED (-3)
#define INVALID_DIGEST_LENGTH (-4)

#define BLOCK_BYTES 64
#define H ASSAY_SM3_DIGEST_BYTES
#define H_BITS 256
#define TAG_BITS 16
#define COUNTER_BITS 32

/* SM3("3.14159265358979") and SM3("2.71828182845904"). */
static const unsigned char hmac_key[BLOCK_BYTES] = {
    0x53, 0x07, 0xf6, 0xd5, 0xeb, 0x6a, 0x3c, 0xed, 0x3d, 0x24, 0xc5, 0x3c, 0xc9, 0xc8, 0x2c, 0xce,
    0x2f, 0x89, 0x36, 0x39, 0x70, 0x23, 0xf0, 0x69, 0x5c, 0x26, 0xc8, 0x0c, 0x1a, 0xb1, 0x82, 0xa7,
    0x1d, 0xb0, 0x2b, 0xa9, 0x2f, 0x54, 0x40, 0x18, 0x11, 0x5a, 0x96, 0xe7, 0x19, 0x66, 0x2c, 0xa3,
    0x2b, 0x7c, 0x7e, 0xfc, 0x0a, 0x6d, 0x24, 0x82, 0x15, 0x07, 0x66, 0xba, 0x6f, 0x65, 0x5b, 0x8e};

static unsigned long long bytes_of(unsigned long long bits)
{
    return bits / 8 + (bits % 8 != 0);
}

/* NULL, and a line on standard error, when the bytes cannot be had or exceed the address space. */
static unsigned char *allocate(unsigned long long bytes, const char *what)
{
    unsigned char *buffer = (size_t)bytes == bytes ? malloc(bytes != 0 ? (size_t)bytes : 1) : NULL;

    if (buffer == NULL) {
        fprintf(stderr, "auxfunc: no memory for %llu bytes (%s)\n", bytes, what);
    }
    return buffer;
}

static void copy_bits(unsigned char *to, const unsigned char *from, unsigned long long bits)
{
    if (bits != 0) {
        memcpy(to, from, (size_t)bytes_of(bits));
    }
}

/* Places whole bytes right after the first `bits` bits of a string; whatever stood there is overwritten. */
static void append_bytes(unsigned char *string, unsigned long long bits, const unsigned char *tail, unsigned int tail_bytes)
{
    unsigned char *at = string + bits / 8;
    const unsigned int shift = (unsigned int)(bits % 8);
    unsigned int i;

    if (shift == 0) {
        memcpy(at, tail, tail_bytes);
        return;
    }
    at[0] &= (unsigned char)(0xff00u >> shift);
    for (i = 0; i < tail_bytes; i++) {
        at[i] |= (unsigned char)(tail[i] >> shift);
        at[i + 1] = (unsigned char)(tail[i] << (8 - shift));
    }
}

/* HMAC-SM3 (GB/T 15852.2-2024, section 7) under the fixed key, which fills a block exactly. */
static int hmac(const unsigned char *message, unsigned long long message_bits, unsigned char tag[H])
{
    unsigned char outer[BLOCK_BYTES + H];
    unsigned char *inner = allocate(BLOCK_BYTES + bytes_of(message_bits), "HMAC input");
    int i;

    if (inner == NULL) {
        return MEMORY_ERROR;
    }
    for (i = 0; i < BLOCK_BYTES; i++) {
        inner[i] = hmac_key[i] ^ 0x36;
        outer[i] = hmac_key[i] ^ 0x5c;
    }
    copy_bits(inner + BLOCK_BYTES, message, message_bits);
    assay_sm3_hash(inner, 8 * BLOCK_BYTES + message_bits, outer + BLOCK_BYTES);
    free(inner);
    assay_sm3_hash(outer, 8 * sizeof outer, tag);
    return SUCCESS;
}

int sm3hash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest)
{
    if (digest_len_bits != H_BITS) {
        fprintf(stderr, "sm3hash: a digest of %d bits does not exist, only 256\n", digest_len_bits);
        return INVALID_DIGEST_LENGTH;
    }
    assay_sm3_hash(msg, msg_len_bits, digest);
    return SUCCESS;
}

/* k1 = HMAC(tag || m) */
static int keyed_hash_of_message(const unsigned char tag[2], const unsigned char *msg, unsigned long long msg_len_bits,
                                 unsigned char k1[H])
{
    unsigned char *tagged = allocate(2 + bytes_of(msg_len_bits), "tag and message");
    int status;

    if (tagged == NULL) {
        return MEMORY_ERROR;
    }
    memcpy(tagged, tag, 2);
    copy_bits(tagged + 2, msg, msg_len_bits);
    status = hmac(tagged, TAG_BITS + msg_len_bits, k1) == SUCCESS ? SUCCESS : HASH_FAILED;
    free(tagged);
    return status;
}

/* h1 = SM3(m || tag) */
static int hash_of_message(const unsigned char tag[2], const unsigned char *msg, unsigned long long msg_len_bits,
                           unsigned char h1[H])
{
    unsigned char *tagged = allocate(bytes_of(msg_len_bits + TAG_BITS), "message and tag");

    if (tagged == NULL) {
        return MEMORY_ERROR;
    }
    copy_bits(tagged, msg, msg_len_bits);
    append_bytes(tagged, msg_len_bits, tag, 2);
    assay_sm3_hash(tagged, msg_len_bits + TAG_BITS, h1);
    free(tagged);
    return SUCCESS;
}

int pseudohash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest)
{
    /* h[0..3] are h1..h4 and k[0..3] are k1..k4 of the definition. */
    unsigned char h[4][H], k[4][H], joined[3 * H];
    unsigned char tag[2] = {0, 0};
    int status;

    switch (digest_len_bits) {
    case 512: tag[0] = 2; break;
    case 768: tag[0] = 3; break;
    case 1024: tag[0] = 4; break;
    default:
        fprintf(stderr, "pseudohash: a digest of %d bits does not exist, only 512, 768 and 1024\n", digest_len_bits);
        return INVALID_DIGEST_LENGTH;
    }

    status = keyed_hash_of_message(tag, msg, msg_len_bits, k[0]);
    if (status != SUCCESS) {
        return status;
    }
    status = hash_of_message(tag, msg, msg_len_bits, h[0]);
    if (status != SUCCESS) {
        return status;
    }

    if (digest_len_bits >= 768 && hmac(h[0], H_BITS, k[1]) != SUCCESS) {
        return HASH_FAILED;
    }
    memcpy(joined, k[0], H);
    memcpy(joined + H, h[0], H);
    assay_sm3_hash(joined, 2 * H_BITS, h[1]);

    if (digest_len_bits == 1024 && hmac(h[1], H_BITS, k[2]) != SUCCESS) {
        return HASH_FAILED;
    }
    if (digest_len_bits >= 768) {
        memcpy(joined, h[1], H);
        memcpy(joined + H, k[1], H);
        assay_sm3_hash(joined, 2 * H_BITS, h[2]);
    }
    if (digest_len_bits == 1024) {
        if (hmac(h[2], H_BITS, k[3]) != SUCCESS) {
            return HASH_FAILED;
        }
        memcpy(joined, k[2], H);
        memcpy(joined + H, h[2], H);
        memcpy(joined + 2 * H, k[3], H);
        assay_sm3_hash(joined, 3 * H_BITS, h[3]);
    }

    memcpy(digest, h, (size_t)digest_len_bits / 8);
    return SUCCESS;
}

int pseudoXOF(unsigned long long output_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *output)
{
    const unsigned long long blocks = output_len_bits / H_BITS + (output_len_bits % H_BITS != 0);
    const unsigned long long output_bytes = bytes_of(output_len_bits);
    unsigned char counter[4];
    unsigned char *input, *generated;
    unsigned long long i;

    input = allocate(bytes_of(msg_len_bits + COUNTER_BITS), "message and counter");
    if (input == NULL) {
        return MEMORY_ERROR;
    }
    generated = allocate(H * blocks, "output");
    if (generated == NULL) {
        free(input);
        return MEMORY_ERROR;
    }

    copy_bits(input, msg, msg_len_bits);
    for (i = 1; i <= blocks; i++) {
        counter[0] = (unsigned char)(i >> 24);
        counter[1] = (unsigned char)(i >> 16);
        counter[2] = (unsigned char)(i >> 8);
        counter[3] = (unsigned char)i;
        append_bytes(input, msg_len_bits, counter, 4);
        assay_sm3_hash(input, msg_len_bits + COUNTER_BITS, generated + H * (i - 1));
    }
    if (output_len_bits % 8 != 0) {
        generated[output_bytes - 1] &= (unsigned char)(0xff00u >> (output_len_bits % 8));
    }
    if (output_bytes != 0) {
        memcpy(output, generated, (size_t)output_bytes);
    }

    free(generated);
    free(input);
    return SUCCESS;
}
