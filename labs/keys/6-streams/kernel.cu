// Lab 6. Two chains: second_a needs the results of first_a, second_b those of first_b. The chains are independent.

__device__ void take_time() {
    long long begin = clock64();
    while (clock64() - begin < 80000) {
    }
}

__global__ void first(int *data, int value) {
    take_time();
    data[threadIdx.x] += value;
}

__global__ void second(const int *data, int *result) {
    take_time();
    result[threadIdx.x] = 2 * data[threadIdx.x];
}

// One thread. a, b and the results have 32 elements each.
__global__ void chains(int *a, int *b, int *result_a, int *result_b) {
    // A stream for each chain: order within, none between.
    cudaStream_t of_a, of_b;
    cudaStreamCreateWithFlags(&of_a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&of_b, cudaStreamNonBlocking);
    first<<<1, 32, 0, of_a>>>(a, 100);
    first<<<1, 32, 0, of_b>>>(b, 200);
    second<<<1, 32, 0, of_a>>>(a, result_a);
    second<<<1, 32, 0, of_b>>>(b, result_b);
    cudaStreamDestroy(of_a);
    cudaStreamDestroy(of_b);
}
