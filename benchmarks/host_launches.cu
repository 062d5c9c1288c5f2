// A host that launches a small kernel many times: host_launches LAUNCHES
#include <cstdio>
#include <cstdlib>

__global__ void increment(int *counts) {
    counts[threadIdx.x]++;
}

int main(int argc, char **argv) {
    int launches = argc > 1 ? atoi(argv[1]) : 1000;
    int *counts;
    cudaMalloc(&counts, 32 * sizeof(int));
    cudaMemset(counts, 0, 32 * sizeof(int));
    for (int i = 0; i < launches; i++) {
        increment<<<1, 32>>>(counts);
    }
    int last;
    cudaError_t error = cudaMemcpy(&last, counts + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d launches: %s\n", last, cudaGetErrorString(error));
    return error != cudaSuccess || last != launches;
}
