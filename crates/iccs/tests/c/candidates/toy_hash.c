#include "toy.h"

int CryptHash(int digest_len_bits, const byte *msg, length msg_len_bits, byte *digest);

int CryptHash(int digest_len_bits, const byte *msg, length msg_len_bits, byte *digest)
{
    return sm3hash(digest_len_bits, msg, msg_len_bits, digest);
}
