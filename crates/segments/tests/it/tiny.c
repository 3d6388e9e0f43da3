/* A little of everything: constants, data, bss, an own function, calls of others. */
#include <stdlib.h>
#include <time.h>

int provided(int value);
int answer(int index);

const unsigned char constants[300] = {1};
unsigned char initialised[1000] = {1};
unsigned char zeroed[5000];

static int own(int index)
{
    return constants[index] + initialised[index] + zeroed[index];
}

int answer(int index)
{
    return own(index) + provided(index) + rand() + (int)time(NULL);
}
