// lab 9, points 6
__global__ void produce(int *data) {
    for (long long begin = clock64(); clock64() - begin < 60000;)
        ;
    data[threadIdx.x] += threadIdx.x;
}
__global__ void mean(const int *sum, int count, int *result) { *result = *sum / count; }
__global__ void add_up(const int *data, int count, int *sum, int *result) {
    int s = 0;
    while (count-- > 0) s += *data++;
    sum[0] = s;
    // The result follows the sum.
    mean<<<1, 1, 0, cudaStreamTailLaunch>>>(sum, 128, result);
}
__global__ void parent(int *data, int *sum, int *result) {
    for (int *part = data; part < data + 128; part += 32) produce<<<1, 32, 0, cudaStreamFireAndForget>>>(part);
    add_up<<<1, 1, 0, cudaStreamTailLaunch>>>(data, 128, sum, result);
}
