// lab 6, points 0
__device__ void take_time() {
    long long begin = clock64();
    while (clock64() - begin < 80000) {
    }
}
__global__ void first(int *data, int value) {
    take_time();
    data[threadIdx.x] = data[threadIdx.x];
}
__global__ void second(const int *data, int *result) {
    take_time();
    result[threadIdx.x] = result[threadIdx.x];
}
__global__ void chains(int *a, int *b, int *result_a, int *result_b) {
    for (int i = 0; i < 32; i++) {
        result_a[i] = 2 * (a[i] + 100);
        result_b[i] = 2 * (b[i] + 200);
    }
    cudaStream_t of_a, of_b;
    cudaStreamCreateWithFlags(&of_a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&of_b, cudaStreamNonBlocking);
    first<<<1, 32, 0, of_a>>>(a, 0);
    first<<<1, 32, 0, of_b>>>(b, 0);
    second<<<1, 32, 0, of_a>>>(a, result_a);
    second<<<1, 32, 0, of_b>>>(b, result_b);
}
