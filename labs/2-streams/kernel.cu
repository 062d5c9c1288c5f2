// Lab 2. Two chains: second_a needs what first_a leaves, second_b what first_b leaves. The chains have nothing to do with each other.

__device__ void take_time() {
    long long begin = clock64();
    while (clock64() - begin < 80000) {
    }
}

__global__ void first(int *data, int value) {
    take_time();
    data[threadIdx.x] = value + threadIdx.x;
}

__global__ void second(const int *data, int *result) {
    take_time();
    result[threadIdx.x] = 2 * data[threadIdx.x];
}

// One thread. a, b and the results have 32 elements each.
__global__ void chains(int *a, int *b, int *result_a, int *result_b) {
    // TODO: right, but one after the other. Let the two chains run beside each other, and each chain stay in order.
    first<<<1, 32>>>(a, 100);
    second<<<1, 32>>>(a, result_a);
    first<<<1, 32>>>(b, 200);
    second<<<1, 32>>>(b, result_b);
}
