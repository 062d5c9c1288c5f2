// lab 10, points 6
__device__ int answer(int value) { return 1 + value * value; }
__global__ void child(const int *in, int *out, int i) {
    for (long long begin = clock64(); clock64() - begin < 40000;) {
    }
    out[i] = answer(in[i]);
}
__global__ void parent(const int *in, int *out) {
    const unsigned me = threadIdx.x + blockDim.x * blockIdx.x;
    child<<<dim3(1), dim3(1), 0, cudaStreamFireAndForget>>>(in, out, me);
    cudaError_t failed = cudaPeekAtLastError();
    if (failed == cudaErrorLaunchPendingCountExceeded) {
        out[me] = answer(in[me]);
    }
}
