// lab 6, points 6
__device__ void take_time() {
    long long begin = clock64();
    while (clock64() - begin < 80000) {
    }
}
__global__ void first(int *data, int value) {
    take_time();
    data[threadIdx.x] = data[threadIdx.x] + value;
}
__global__ void second(const int *data, int *result) {
    take_time();
    result[threadIdx.x] = data[threadIdx.x] << 1;
}
// A grid for each chain: its block has its own NULL stream.
__global__ void chain(int *data, int *result, int value) {
    first<<<1, 32>>>(data, value);
    second<<<1, 32>>>(data, result);
}
__global__ void chains(int *a, int *b, int *result_a, int *result_b) {
    chain<<<1, 1, 0, cudaStreamFireAndForget>>>(a, result_a, 100);
    chain<<<1, 1, 0, cudaStreamFireAndForget>>>(b, result_b, 200);
}
