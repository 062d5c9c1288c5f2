// Lab 10. Each of 256 threads launches a child for one element, with a pool of 64 pending launches.

__device__ int answer(int value) {
    return value * value + 1;
}

__global__ void child(const int *in, int *out, int i) {
    long long begin = clock64();
    while (clock64() - begin < 40000) {
    }
    out[i] = answer(in[i]);
}

__global__ void parent(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(in, out, i);
    if (cudaGetLastError() != cudaSuccess) {
        out[i] = answer(in[i]);
    }
}
