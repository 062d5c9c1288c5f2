// Host program of lab 1: an image of 100 by 50 pixels, with a margin of 1,024 values on both sides. Do not edit it.
#include <cstdio>
#include <vector>

#include "kernel.cu"

int main() {
    const int width = 100, height = 50, margin = 1024, more = 40;
    const int pixels = width * height;
    std::vector<int> before(pixels + 2 * margin);
    for (size_t i = 0; i < before.size(); i++) {
        before[i] = (int)(7 * i % 256);
    }
    int *values;
    cudaMalloc(&values, before.size() * sizeof(int));
    cudaMemcpy(values, before.data(), before.size() * sizeof(int), cudaMemcpyHostToDevice);
    lighten<<<dim3(7, 4), dim3(16, 16)>>>(values + margin, width, height, more);
    std::vector<int> after(before.size());
    cudaError_t error = cudaMemcpy(after.data(), values, after.size() * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0, outside = 0;
    for (int i = 0; i < (int)before.size(); i++) {
        if (i < margin || i >= margin + pixels) {
            outside += after[i] != before[i];
        } else {
            int lighter = before[i] + more < 255 ? before[i] + more : 255;
            wrong += after[i] != lighter;
        }
    }
    printf("%d of %d pixels are wrong, %d values outside of the image have changed (%s)\n", wrong, pixels, outside,
           cudaGetErrorName(error));
    return wrong == 0 && outside == 0 && error == cudaSuccess ? 0 : 1;
}
