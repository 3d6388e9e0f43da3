/* Functions whose frames the compiler tells (-fstack-usage). Every byte of a frame is written. */
#include <string.h>

#define FRAME(bytes)                              \
    volatile unsigned char frame[bytes];          \
    for (unsigned i = 0; i < sizeof frame; i++) { \
        frame[i] = (unsigned char)(i * 7 + 1);    \
    }

int leaf(int x);
int leaf(int x)
{
    FRAME(5000)
    return frame[x] + 1;
}

int outer(int x);
int outer(int x)
{
    FRAME(70000)
    return leaf(x) + frame[x];
}

int outermost(int x);
int outermost(int x)
{
    FRAME(1234)
    return outer(x) + frame[x];
}

/* Little enough that a careless caller's frames would hide it. */
int small(int x);
int small(int x)
{
    FRAME(24)
    return frame[x];
}

/* Arguments beyond the registers. */
long many(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j);
long many(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j)
{
    FRAME(400)
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + frame[0];
}
