// Host program of lab 4: 100,000 numbers. Do not edit it.
#include <cstdio>
#include <vector>

#include "kernel.cu"

int main() {
    const int count = 100000;
    std::vector<int> numbers(count);
    int expected = 0;
    for (int i = 0; i < count; i++) {
        numbers[i] = 1 + 3 * i % 7;
        expected += numbers[i];
    }
    int *values, *total, result = 0;
    cudaMalloc(&values, count * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(values, numbers.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    sum<<<64, 256>>>(values, count, total);
    cudaError_t error = cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("the sum is %d, expected %d (%s)\n", result, expected, cudaGetErrorName(error));
    return result == expected && error == cudaSuccess ? 0 : 1;
}
