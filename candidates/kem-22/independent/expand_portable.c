/* Sections 3 and 7, portable: the XOF is pseudoXOF, once per XOF call of the specification. */
#include "expand.h"

#include "auxfunc.h"
#include "framing.h"

void mithril_xof_begin(mithril_xof *xof, const uint8_t *message, size_t length)
{
    xof->message = message;
    xof->length = length;
    xof->compressed = 0;
}

int mithril_xof_end(mithril_xof *xof, uint8_t *output, size_t output_bytes)
{
    return pseudoXOF(8ULL * output_bytes, xof->message, 8ULL * xof->length, output);
}

/* XOF(output_bytes, In(id, output_bytes, seed, index)) */
static int expand_one(uint8_t *output, size_t output_bytes, uint8_t id, const uint8_t *seed, uint8_t index)
{
    uint8_t input[MITHRIL_EXPANSION_INPUT_BYTES];
    mithril_xof xof;

    mithril_frame_expansion(input, id, output_bytes, seed, index);
    mithril_xof_begin(&xof, input, sizeof input);
    return mithril_xof_end(&xof, output, output_bytes);
}

int mithril_expand(uint8_t *public_stream, const uint8_t *seed_a, uint8_t *secret_stream, const uint8_t *seed_s,
                   mithril_xof *beside)
{
    const size_t row_bytes = MITHRIL_PACKED_BYTES(13);
    int failed = 0;
    uint8_t i;

    (void)beside;
    if (public_stream != NULL) {
        for (i = 0; i < MITHRIL_K; i++) {
            failed |= expand_one(public_stream + row_bytes * i, row_bytes, MITHRIL_ID_PUBLIC, seed_a, i);
        }
    }
    if (secret_stream != NULL) {
        failed |= expand_one(secret_stream, MITHRIL_SECRET_STREAM_BYTES, MITHRIL_ID_SECRET, seed_s, 0);
    }
    return failed;
}
