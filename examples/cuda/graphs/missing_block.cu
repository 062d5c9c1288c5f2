// A block leaves a cooperative grid before the barrier that the others wait at. The mended program lets it come.
#include <cooperative_groups.h>
__device__ int count;
__global__ void add(int n) {
#ifndef FIXED
    if (blockIdx.x >= n) return;
#endif
    if (blockIdx.x < n) atomicAdd(&count, 1);
    cooperative_groups::this_grid().sync();
}
int main() {
    int n = 3;
    void *arguments[] = {&n};
    cudaLaunchCooperativeKernel((void *)add, dim3(4), dim3(64), arguments, 0, 0);
    return cudaDeviceSynchronize();
}
