// Lab 10. Each of 256 threads launches a child for one element, with a pool of 64 pending launches.

__device__ int answer(int i) {
    return i * i + 1;
}

__global__ void child(int *out, int i) {
    long long begin = clock64();
    while (clock64() - begin < 40000) {
    }
    out[i] = answer(i);
}

__global__ void parent(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(out, i);
    if (cudaGetLastError() != cudaSuccess) {
        out[i] = answer(i);
    }
}
