// Output in the order of the grids: the child first, the tail launch behind it (PRNT-3, TAIL-2).
#include <cstdio>

__global__ void child() { printf("Hello "); }

__global__ void tail() { printf("World!\n"); }

__global__ void parent() {
    child<<<1, 1>>>();
    tail<<<1, 1, 0, cudaStreamTailLaunch>>>();
}
