// squares.cu with an undeclared identifier.
#include <cstdio>

__global__ void child(int *squares, int first) {
    int i = first + threadIdx.x;
    squares[i] = i * i;
}

__global__ void add_up(const int *squares, int count, int *total) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += square[i];
    }
    *total = sum;
}

__global__ void parent(int *squares, int *total) {
    child<<<1, 32>>>(squares, 32 * threadIdx.x);
    if (threadIdx.x == 0) {
        add_up<<<1, 1, 0, cudaStreamTailLaunch>>>(squares, 32 * blockDim.x, total);
    }
}

int main() {
    int *squares, *total, sum = 0;
    cudaMalloc(&squares, 128 * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    parent<<<1, 4>>>(squares, total);
    cudaEventRecord(end);
    cudaError_t error = cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost);
    float milliseconds;
    cudaEventElapsedTime(&milliseconds, begin, end);
    printf("the sum is %d (%s), after %.0f us\n", sum, cudaGetErrorName(error), 1000 * milliseconds);
    return sum == 690880 ? 0 : 1;
}
