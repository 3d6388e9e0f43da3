/* A hash function that is the SM3 helper and nothing else: the unit of speed. */
#include "auxfunc.h"

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest)
{
    return sm3hash(digest_len_bits, msg, msg_len_bits, digest);
}
