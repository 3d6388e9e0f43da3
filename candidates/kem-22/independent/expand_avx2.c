/*
 * Sections 3 and 7 with SM3 in eight lanes: section 12.1. Every block of an XOF output is one compression of the
 * message's last bytes and the block's counter, from a chaining value that all blocks of the message share. These
 * last compressions are collected and done eight at a time.
 */
#include "expand.h"

#include <string.h>

#include "framing.h"
#include "sm3_avx2.h"

#define BLOCK_BYTES MITHRIL_SM3_BLOCK_BYTES
#define LANES MITHRIL_SM3_LANES
#define DIGEST_BYTES 32
#define COUNTER_BYTES 4
#define BLOCKS(output_bytes) (((output_bytes) + DIGEST_BYTES - 1) / DIGEST_BYTES)

/* Only such messages leave room for the counter and the padding in their last block. */
#define LAST_BYTES_FIT(message_bytes) ((message_bytes) % BLOCK_BYTES + COUNTER_BYTES + 1 + 8 <= BLOCK_BYTES)
#if !LAST_BYTES_FIT(MITHRIL_EXPANSION_INPUT_BYTES) || !LAST_BYTES_FIT(MITHRIL_INPUT_F_BYTES) || \
    !LAST_BYTES_FIT(MITHRIL_INPUT_G_BYTES) || !LAST_BYTES_FIT(MITHRIL_INPUT_H_BYTES)
#error "a message of this parameter set needs two last blocks"
#endif

/* The last compression of one output block. */
typedef struct {
    const uint32_t *chaining;
    uint8_t block[BLOCK_BYTES];
    uint8_t *output;
    size_t output_bytes;
} job;

static void store_be32(uint8_t *bytes, uint32_t word)
{
    bytes[0] = (uint8_t)(word >> 24);
    bytes[1] = (uint8_t)(word >> 16);
    bytes[2] = (uint8_t)(word >> 8);
    bytes[3] = (uint8_t)word;
}

static size_t remaining_blocks(const mithril_xof *xof)
{
    return (xof->length - xof->compressed) / BLOCK_BYTES;
}

static void compress_rest(mithril_xof *xof)
{
    while (remaining_blocks(xof) > 0) {
        mithril_sm3_compress(xof->chaining, xof->message + xof->compressed);
        xof->compressed += BLOCK_BYTES;
    }
}

/* Adds the jobs for `output_bytes` of output; all whole blocks of the message are in its chaining value. */
static job *add_jobs(job *next, const mithril_xof *xof, uint8_t *output, size_t output_bytes)
{
    const size_t last_bytes = xof->length - xof->compressed;
    uint32_t counter;

    for (counter = 1; output_bytes > 0; counter++) {
        const size_t length = output_bytes < DIGEST_BYTES ? output_bytes : DIGEST_BYTES;

        next->chaining = xof->chaining;
        memset(next->block, 0, BLOCK_BYTES);
        memcpy(next->block, xof->message + xof->compressed, last_bytes);
        store_be32(next->block + last_bytes, counter);
        next->block[last_bytes + COUNTER_BYTES] = 0x80;
        store_be32(next->block + BLOCK_BYTES - 4, (uint32_t)(8 * (xof->length + COUNTER_BYTES)));
        next->output = output;
        next->output_bytes = length;
        next++;
        output += length;
        output_bytes -= length;
    }
    return next;
}

static void store_digest(const job *done, const uint32_t chaining[8])
{
    uint8_t digest[DIGEST_BYTES];
    unsigned int i;

    for (i = 0; i < 8; i++) {
        store_be32(digest + 4 * i, chaining[i]);
    }
    memcpy(done->output, digest, done->output_bytes);
}

/* Does the jobs before `end`. As long as `beside` has whole blocks left, one lane compresses those. */
static void run(const job *next, const job *end, mithril_xof *beside)
{
    const uint32_t *chaining[LANES];
    const uint8_t *block[LANES];
    uint32_t result[LANES][8];

    while (next < end) {
        const unsigned int riding = beside != NULL && remaining_blocks(beside) > 0;
        const unsigned int room = LANES - riding;
        const unsigned int count = (size_t)(end - next) < room ? (unsigned int)(end - next) : room;
        unsigned int lane;

        for (lane = 0; lane < LANES; lane++) {
            const job *const source = next + (lane < count ? lane : 0);

            chaining[lane] = source->chaining;
            block[lane] = source->block;
        }
        if (riding) {
            chaining[LANES - 1] = beside->chaining;
            block[LANES - 1] = beside->message + beside->compressed;
        }
        mithril_sm3_compress_lanes(result, chaining, block);
        if (riding) {
            memcpy(beside->chaining, result[LANES - 1], sizeof result[LANES - 1]);
            beside->compressed += BLOCK_BYTES;
        }
        for (lane = 0; lane < count; lane++) {
            store_digest(next++, result[lane]);
        }
    }
}

void mithril_xof_begin(mithril_xof *xof, const uint8_t *message, size_t length)
{
    xof->message = message;
    xof->length = length;
    xof->compressed = 0;
    mithril_sm3_start(xof->chaining);
}

int mithril_xof_end(mithril_xof *xof, uint8_t *output, size_t output_bytes)
{
    /* The longest output of F, G and H. */
    job jobs[BLOCKS(MITHRIL_SHARED_BYTES + MITHRIL_SEED_BYTES)];

    compress_rest(xof);
    run(jobs, add_jobs(jobs, xof, output, output_bytes), NULL);
    return 0;
}

int mithril_expand(uint8_t *public_stream, const uint8_t *seed_a, uint8_t *secret_stream, const uint8_t *seed_s,
                   mithril_xof *beside)
{
    const size_t row_bytes = MITHRIL_PACKED_BYTES(13);
    job jobs[BLOCKS(MITHRIL_PACKED_BYTES(13)) * MITHRIL_K + BLOCKS(MITHRIL_SECRET_STREAM_BYTES)];
    job *end = jobs;
    uint8_t input_a[MITHRIL_EXPANSION_INPUT_BYTES], input_s[MITHRIL_EXPANSION_INPUT_BYTES];
    mithril_xof xof_a, xof_s;
    uint8_t i;

    if (public_stream != NULL) {
        mithril_frame_expansion(input_a, MITHRIL_ID_PUBLIC, row_bytes, seed_a, 0);
        mithril_xof_begin(&xof_a, input_a, sizeof input_a);
        compress_rest(&xof_a);
        for (i = 0; i < MITHRIL_K; i++) {
            /* The index is past the first block, so the chaining value holds for all. */
            input_a[MITHRIL_EXPANSION_INDEX_OFFSET] = i;
            end = add_jobs(end, &xof_a, public_stream + row_bytes * i, row_bytes);
        }
    }
    if (secret_stream != NULL) {
        mithril_frame_expansion(input_s, MITHRIL_ID_SECRET, MITHRIL_SECRET_STREAM_BYTES, seed_s, 0);
        mithril_xof_begin(&xof_s, input_s, sizeof input_s);
        compress_rest(&xof_s);
        end = add_jobs(end, &xof_s, secret_stream, MITHRIL_SECRET_STREAM_BYTES);
    }
    run(jobs, end, beside);
    return 0;
}
