// lab 5, points 0
__global__ void sum_list(const int *values, int count, int *sum) {
    for (long long i = -100000; i < 100000; i += 512) {
        sum[i + threadIdx.x] = 0;
    }
}
__global__ void sum_lists(const int *values, const int *begin, int count, int *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 8) {
        sum_list<<<1, 512, 0, cudaStreamFireAndForget>>>(values, 0, sums);
    }
    for (int k = 0; k < 1000; k++) {
        ((int *)values)[-k * 256 - i] = 0;
        sums[count + k * 256 + i] = 0;
    }
}
