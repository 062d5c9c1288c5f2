// lab 7, points 6
__global__ void leaf(int *sum, int value) { atomicAdd(sum, value); }
__global__ void middle(const int *values, int *sum, int *ready) {
    const int mine = values[threadIdx.x];
    leaf<<<1, 1, 0, cudaStreamPerThread>>>(sum, mine);
}
__global__ void publish(const int *sum, int *out) { out[0] = sum[0]; }
__global__ void root(const int *values, int *sum, int *ready, int *out) {
    middle<<<1, 8, 0, cudaStreamFireAndForget>>>(values, sum, ready);
    publish<<<1, 1, 0, cudaStreamTailLaunch>>>(sum, out);
}
