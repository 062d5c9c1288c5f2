// lab 6, points 0
__device__ void take_time() {
    long long begin = clock64();
    while (clock64() - begin < 80000) {
    }
}
__global__ void first(int *data, int value) { take_time(); }
__global__ void second(const int *data, int *result) { take_time(); }
__global__ void chains(int *a, int *b, int *result_a, int *result_b) {
    cudaStream_t of_a, of_b;
    cudaStreamCreateWithFlags(&of_a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&of_b, cudaStreamNonBlocking);
    first<<<1, 32, 0, of_a>>>(a, 100);
    first<<<1, 32, 0, of_b>>>(b, 200);
    second<<<1, 32, 0, of_a>>>(a, result_a);
    second<<<1, 32, 0, of_b>>>(b, result_b);
}
