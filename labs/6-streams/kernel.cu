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
    // TODO: correct, but serial. Let the two chains run concurrently, and keep the order within each chain.
    first<<<1, 32>>>(a, 100);
    second<<<1, 32>>>(a, result_a);
    first<<<1, 32>>>(b, 200);
    second<<<1, 32>>>(b, result_b);
}
