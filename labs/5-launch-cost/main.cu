// Host program of lab 5: 256 lists, of which one in 32 is long. Do not edit it.
#include <cstdio>
#include <vector>

#include "kernel.cu"

int main() {
    const int lists = 256;
    std::vector<int> values, begin;
    for (int l = 0; l < lists; l++) {
        begin.push_back((int)values.size());
        int count = l % 32 == 5 ? 2048 : 4 + l % 5;
        for (int i = 0; i < count; i++) {
            values.push_back((l + i) % 10);
        }
    }
    begin.push_back((int)values.size());
    int *v, *b, *s;
    cudaMalloc(&v, values.size() * sizeof(int));
    cudaMalloc(&b, begin.size() * sizeof(int));
    cudaMalloc(&s, lists * sizeof(int));
    cudaMemcpy(v, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(s, 0, lists * sizeof(int));
    sum_lists<<<8, 32>>>(v, b, lists, s);
    std::vector<int> sums(lists);
    cudaError_t error = cudaMemcpy(sums.data(), s, lists * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int l = 0; l < lists; l++) {
        int sum = 0;
        for (int i = begin[l]; i < begin[l + 1]; i++) {
            sum += values[i];
        }
        wrong += sum != sums[l];
    }
    printf("%d of %d sums are wrong (%s)\n", wrong, lists, cudaGetErrorName(error));
    return wrong == 0 && error == cudaSuccess ? 0 : 1;
}
