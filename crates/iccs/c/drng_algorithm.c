/*
 * The generator from which a candidate draws. It has a file of its own, so that it can be left out for
 * a candidate that defines it itself.
 */
#include "drng.h"

extern DRNG_ctx drng_algorithm;

DRNG_ctx drng_algorithm;
