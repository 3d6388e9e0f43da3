/*
 * Bit-oriented SM3 (GB/T 32905-2016), shared by the DRNG and the auxiliary functions.
 *
 * It has a name of its own, so that the linker's --wrap=sm3hash sees the calls a candidate makes
 * and not the ones the helpers make among themselves.
 */
#ifndef ASSAY_SM3_H
#define ASSAY_SM3_H

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_SM3_DIGEST_BYTES 32

/*
 * Writes the 32-byte digest of the first message_bits bits of message, most significant bit first.
 * Spare low bits of the last byte are ignored. message may be NULL when message_bits is 0.
 *
 * From 2^32 bits on, the digest differs from the standard in the same way as that of the official
 * helper: the high length word stays 0 below 2^41 bits.
 */
void assay_sm3_hash(const unsigned char *message, unsigned long long message_bits,
                    unsigned char digest[ASSAY_SM3_DIGEST_BYTES]);

#ifdef ASSAY_SM3_COUNT
/* Compressions since the program started. Only for checks of the cost profile. */
extern unsigned long long assay_sm3_compressions;
#endif

#ifdef __cplusplus
}
#endif

#endif
