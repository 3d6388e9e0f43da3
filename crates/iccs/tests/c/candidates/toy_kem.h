/* Clashes with the standard types on purpose, as some candidates' headers do. */
typedef int uint64_t;
#define ALGORITHM_INSTANCE "ToyKEM-1"
