/* What the toy candidates share. They exist only to exercise a driver end to end. */
#ifndef TOY_H
#define TOY_H

#include "auxfunc.h"
#include "drng.h"

extern DRNG_ctx drng_algorithm;

typedef unsigned char byte;
typedef unsigned long long length;

#endif
