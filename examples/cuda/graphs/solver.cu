// A solver that lives as long as its grid reads a neighbour's value with a barrier of the block alone between the write and the read. With an
// argument each round waits for the grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int values[4], sums[4];
__global__ void solver(bool fixed) {
    cg::grid_group grid = cg::this_grid();
    for (int round = 0; round < 2; round++) {
        if (threadIdx.x == 0) values[blockIdx.x] = round + blockIdx.x;
        if (fixed) grid.sync();
        else __syncthreads();
        if (threadIdx.x == 0) sums[blockIdx.x] += values[(blockIdx.x + 1) % gridDim.x];
        grid.sync();
    }
}
int main(int count, char **) {
    bool fixed = count > 1;
    void *arguments[] = {&fixed};
    cudaLaunchCooperativeKernel((void *)solver, dim3(4), dim3(32), arguments);
    return cudaDeviceSynchronize();
}
