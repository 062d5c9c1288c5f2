// Grids of one thread that each launch a small kernel many times: device_launches GRIDS LAUNCHES
#include <cstdio>
#include <cstdlib>

__global__ void increment(int *counts) {
    atomicAdd(counts + threadIdx.x, 1);
}

__global__ void launch(int *counts, int launches) {
    for (int i = 0; i < launches; i++) {
        increment<<<1, 32>>>(counts);
    }
}

int main(int argc, char **argv) {
    int grids = argc > 1 ? atoi(argv[1]) : 16;
    int launches = argc > 2 ? atoi(argv[2]) : 96;
    int *counts;
    cudaMalloc(&counts, 32 * sizeof(int));
    cudaMemset(counts, 0, 32 * sizeof(int));
    for (int i = 0; i < grids; i++) {
        launch<<<1, 1>>>(counts, launches);
    }
    int last;
    cudaError_t error = cudaMemcpy(&last, counts + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d launches: %s\n", last, cudaGetErrorString(error));
    return error != cudaSuccess || last != grids * launches;
}
