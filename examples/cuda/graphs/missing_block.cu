// A block leaves a cooperative grid before the barrier that the others wait at. With an argument the program lets it come.
#include <cooperative_groups.h>
__device__ int count;
__global__ void add(int n, bool fixed) {
    if (!fixed && blockIdx.x >= n) return;
    if (blockIdx.x < n) atomicAdd(&count, 1);
    cooperative_groups::this_grid().sync();
}
int main(int count, char **) {
    bool fixed = count > 1;
    int n = 3;
    void *arguments[] = {&n, &fixed};
    cudaLaunchCooperativeKernel((void *)add, dim3(4), dim3(64), arguments, 0, 0);
    return cudaDeviceSynchronize();
}
