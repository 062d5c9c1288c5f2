// A parent launches a child grid for each of its threads, and a tail launch that adds up their results.
// Compiled by: nvcc -ptx -rdc=true -arch=sm_90 -lineinfo family.cu
#include <cstdio>

__device__ int launches = 0;

__global__ void child(int *squares, int first) {
    int i = first + threadIdx.x;
    squares[i] = i * i;
}

__global__ void add_up(const int *squares, int n, int *total) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += squares[i];
    }
    *total = sum;
    printf("sum of %d squares: %d\n", n, sum);
}

__global__ void parent(int *squares, int *total) {
    int children = blockDim.x;
    child<<<1, 32, 0, cudaStreamFireAndForget>>>(squares, 32 * threadIdx.x);
    atomicAdd(&launches, 1);
    if (threadIdx.x == 0) {
        add_up<<<1, 1, 0, cudaStreamTailLaunch>>>(squares, 32 * children, total);
    }
}
