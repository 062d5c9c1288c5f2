// Host program of lab 11. Do not edit it.
#include <cstdio>

#include "kernel.cu"

int main() {
    const int count = 32;
    int *values, host[count], sum = 0;
    size_t limit = 0;
    for (int i = 0; i < count; i++) {
        host[i] = i + 1;
    }
    cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth);
    cudaMalloc(&values, sizeof(host));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    add_up<<<1, 1>>>(values, count, (int)limit);
    cudaError_t error = cudaMemcpy(&sum, values, sizeof(int), cudaMemcpyDeviceToHost);
    printf("sum: %d, expected: 528, with a limit of %d (%s)\n", sum, (int)limit, cudaGetErrorName(error));
    return sum == 528 && error == cudaSuccess ? 0 : 1;
}
