/* Defines what tiny.c refers to. */
int provided(int value);

int provided(int value)
{
    return value + 1;
}
