// lab 5, points 6
constexpr int THRESHOLD = 100;
__global__ void sum_list(const int *values, int count, int *sum) {
    int part = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x) part += values[i];
    atomicAdd(sum, part);
}
__global__ void sum_lists(const int *values, const int *begin, int count, int *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int first = begin[i], n = begin[i + 1] - first;
    if (n > THRESHOLD) {
        sum_list<<<1, 128, 0, cudaStreamFireAndForget>>>(values + first, n, sums + i);
        return;
    }
    int s = 0;
    for (int k = first; k < first + n; k++) s += values[k];
    sums[i] = s;
}
