// Host program of lab 3: a matrix of 512 by 512 elements. Do not edit it.
#include <cstdio>
#include <vector>

#include "kernel.cu"

int main() {
    const int size = 512;
    std::vector<float> matrix(size * size), result(size * size);
    for (int i = 0; i < size * size; i++) {
        matrix[i] = (float)i;
    }
    float *in, *out;
    cudaMalloc(&in, matrix.size() * sizeof(float));
    cudaMalloc(&out, matrix.size() * sizeof(float));
    cudaMemcpy(in, matrix.data(), matrix.size() * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<dim3(size / 32, size / 32), dim3(32, 8)>>>(in, out, size);
    cudaError_t error = cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            wrong += result[x * size + y] != matrix[y * size + x];
        }
    }
    printf("%d of %d elements are wrong (%s)\n", wrong, size * size, cudaGetErrorName(error));
    return wrong == 0 && error == cudaSuccess ? 0 : 1;
}
