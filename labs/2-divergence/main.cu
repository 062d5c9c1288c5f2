// Host program of lab 2: 1,024 samples. Do not edit it.
#include <cmath>
#include <cstdio>
#include <vector>

#include "kernel.cu"

int main() {
    const int count = 1024, steps = 2000;
    std::vector<float> samples(count, 1.5f);
    float *values;
    cudaMalloc(&values, count * sizeof(float));
    cudaMemcpy(values, samples.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    filter<<<count / 128, 128>>>(values, count, steps);
    cudaError_t error = cudaMemcpy(samples.data(), values, count * sizeof(float), cudaMemcpyDeviceToHost);
    // An even sample approaches 2, an odd one 1.
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += !(std::fabs(samples[i] - (2 - i % 2)) < 1e-5f);
    }
    printf("%d of %d samples are wrong (%s)\n", wrong, count, cudaGetErrorName(error));
    return wrong == 0 && error == cudaSuccess ? 0 : 1;
}
