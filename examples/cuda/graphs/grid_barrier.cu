// Blocks wait for each other in an ordinary launch, whose barrier need not wait (rule K-3). With an argument the program launches a cooperative grid.
#include <cooperative_groups.h>
__device__ int parts[2], sum;
__global__ void add() {
    parts[blockIdx.x] = blockIdx.x + 1;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0) sum = parts[0] + parts[1];
}
int main(int count, char **) {
    bool fixed = count > 1;
    if (fixed) {
        cudaLaunchCooperativeKernel((void *)add, dim3(2), dim3(1), nullptr, 0, 0);
    } else {
        add<<<2, 1>>>();
    }
    return cudaDeviceSynchronize();
}
