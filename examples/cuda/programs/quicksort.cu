// Quicksort in which each part is a grid of one thread, launched into a stream of its own; small or deep parts are sorted in place.
// Run with: cdpsim run quicksort.cu [NUMBERS]
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int DEEPEST = 12;
constexpr int SMALL = 24;

__device__ void sortInPlace(unsigned *numbers, int first, int last) {
    for (int i = first + 1; i <= last; i++) {
        unsigned number = numbers[i];
        int at = i;
        for (; at > first && numbers[at - 1] > number; at--) {
            numbers[at] = numbers[at - 1];
        }
        numbers[at] = number;
    }
}

__global__ void sort(unsigned *numbers, int first, int last, int depth) {
    if (depth >= DEEPEST || last - first < SMALL) {
        sortInPlace(numbers, first, last);
        return;
    }
    unsigned middle = numbers[first + (last - first) / 2];
    int low = first, high = last;
    while (low <= high) {
        while (numbers[low] < middle) low++;
        while (numbers[high] > middle) high--;
        if (low <= high) {
            unsigned number = numbers[low];
            numbers[low++] = numbers[high];
            numbers[high--] = number;
        }
    }
    if (first < high) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        sort<<<1, 1, 0, stream>>>(numbers, first, high, depth + 1);
        cudaStreamDestroy(stream);
    }
    if (low < last) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        sort<<<1, 1, 0, stream>>>(numbers, low, last, depth + 1);
        cudaStreamDestroy(stream);
    }
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 500;
    std::vector<unsigned> numbers(count);
    unsigned next = 7;
    for (unsigned &number : numbers) number = (next = next * 1664525u + 1013904223u) >> 16;
    unsigned *onDevice;
    cudaMalloc(&onDevice, count * sizeof(unsigned));
    cudaMemcpy(onDevice, numbers.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice);
    sort<<<1, 1>>>(onDevice, 0, count - 1, 0);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(numbers.data(), onDevice, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(onDevice);
    for (int i = 1; i < count; i++) {
        if (numbers[i - 1] > numbers[i]) {
            printf("number %d is above number %d (%s)\n", i - 1, i, cudaGetErrorName(error));
            return 1;
        }
    }
    printf("%d numbers sorted\n", count);
    return error == cudaSuccess ? 0 : 1;
}
