// Host program of lab 13. Do not edit it.
#include <cstdio>

#include "kernel.cu"

int main() {
    int *data, *mean, host[64], m = 0, wrong = 0;
    for (int i = 0; i < 64; i++) {
        host[i] = i;
    }
    cudaMalloc(&data, sizeof(host));
    cudaMalloc(&mean, sizeof(int));
    cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);
    centre<<<1, 64>>>(data, mean);
    cudaMemcpy(&m, mean, sizeof(int), cudaMemcpyDeviceToHost);
    cudaError_t error = cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        wrong += host[i] != i * i - 1333;
    }
    printf("mean: %d, expected: 1333; %d of 64 elements are wrong (%s)\n", m, wrong, cudaGetErrorName(error));
    return m == 1333 && wrong == 0 && error == cudaSuccess ? 0 : 1;
}
