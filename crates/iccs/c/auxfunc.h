/*
 * Auxiliary functions of the ICCS submission interface: SM3, pseudohash and pseudoXOF.
 * An independent implementation of their published behaviour.
 *
 * All lengths are in BITS. Messages and outputs are bit strings, most significant bit first; exactly
 * ceil(bits / 8) bytes of an output are written, and spare low bits of its last byte are zero.
 * pseudohash and pseudoXOF are placeholders for checking implementations; they claim no security.
 */
#ifndef ASSAY_AUXFUNC_H
#define ASSAY_AUXFUNC_H

#ifdef __cplusplus
extern "C" {
#endif

/* SM3. digest_len_bits must be 256. Returns 0, or -4 for another digest length. */
int sm3hash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);

/*
 * The 512-, 768- or 1024-bit placeholder hash. Returns 0; -4 for another digest length; -2 if memory for a
 * copy of the message, -3 if memory inside an HMAC could not be had. The digest is untouched on errors.
 */
int pseudohash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);

/*
 * The placeholder extendable-output function: the key derivation function of GB/T 32918.4-2016, section 5.4.3.
 * output_len_bits is below 2^40 - 2^8. Message and output may overlap. Returns 0, or -2 if memory could not be had.
 */
int pseudoXOF(unsigned long long output_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *output);

#ifdef __cplusplus
}
#endif

#endif
