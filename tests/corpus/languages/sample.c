/* A little of everything in C. */
#include <stdio.h>
#include "local.h"
#define LIMIT 16
#define SQUARE(x) ((x) * (x))

#if defined(LIMIT) && LIMIT > 8
typedef unsigned long word_t;
#else
typedef unsigned int word_t;
#endif

enum colour { RED, GREEN = 4, BLUE };

struct point {
    int x, y;
    unsigned flags : 3;
    struct point *next;
};

union value {
    float f;
    char bytes[4];
};

static const char *names[] = { "red", "green\n", [2] = "blue" };
extern int printf(const char *format, ...);
static int table[LIMIT][2] = { { 1, 2 }, { 3 } };
int (*handler)(int, char **) = 0;

static inline int add(int a, int b)
{
    return a + b;
}

static int search(const struct point *list, int wanted)
{
    int depth = 0;
    for (const struct point *p = list; p != NULL; p = p->next) {
        if (p->x == wanted && !(p->flags & 1))
            return depth;
        else if (p->y < 0)
            continue;
        depth += p->x > 0 ? 1 : 2;
    }
    return -1;
}

int main(int argc, char *argv[])
{
    struct point origin = { .x = 1, .y = -2 };
    union value v = { 1.5f };
    word_t total = 0x1fUL;
    char letter = 'a';
    int i = 0, *where = &i;
    while (i < 10) {
        *where += add(i, (int) sizeof(total));
        i++;
        if (i == 7)
            break;
    }
    do {
        total = total << 1 | letter;
        --i;
    } while (i > 0);
    switch (search(&origin, argc)) {
    case 0:
        goto out;
    case 1: {
        printf("%d %s\n", table[i][1], names[GREEN % 3]);
        break;
    }
    default:
        total = (v.f > 0.5, ~total);
    }
out:
    return SQUARE(total) != 0; // done
}
