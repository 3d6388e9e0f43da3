/*
 * What only the candidate's API header knows. This is the one translation unit of ours that includes it, and it includes
 * nothing else, so a header that redefines standard types or brings its own tables does no harm.
 *
 * Compile-time settings:
 *   ASSAY_API_HEADER      string: the header to include; not needed when the values below are given
 *   ASSAY_INSTANCE_NAME   string: the instance name, when the header's ALGORITHM_INSTANCE is missing or wrong
 *   ASSAY_DIGEST_BITS     number: the digest length of a hash, when the header's DIGEST_BIT_LENGTH is missing or wrong
 *   ASSAY_KIND            4 for a hash, which has a digest length
 */
#if ASSAY_KIND == 4
#define ASSAY_NEEDS_DIGEST_BITS
#endif

#if !defined(ASSAY_INSTANCE_NAME) || (defined(ASSAY_NEEDS_DIGEST_BITS) && !defined(ASSAY_DIGEST_BITS))
#ifndef ASSAY_API_HEADER
#error "ASSAY_API_HEADER names the header of the candidate that defines ALGORITHM_INSTANCE"
#endif
#include ASSAY_API_HEADER
#endif

#ifndef ASSAY_INSTANCE_NAME
#ifndef ALGORITHM_INSTANCE
#error "the API header defines no ALGORITHM_INSTANCE: name the instance with -DASSAY_INSTANCE_NAME"
#endif
#define ASSAY_INSTANCE_NAME ALGORITHM_INSTANCE
#endif

extern const char assay_instance_name[];
const char assay_instance_name[] = ASSAY_INSTANCE_NAME;

#ifdef ASSAY_NEEDS_DIGEST_BITS
#ifndef ASSAY_DIGEST_BITS
#ifndef DIGEST_BIT_LENGTH
#error "the API header defines no DIGEST_BIT_LENGTH: give the digest length with -DASSAY_DIGEST_BITS"
#endif
#define ASSAY_DIGEST_BITS DIGEST_BIT_LENGTH
#endif

extern const int assay_digest_len_bits;
const int assay_digest_len_bits = ASSAY_DIGEST_BITS;
#endif
