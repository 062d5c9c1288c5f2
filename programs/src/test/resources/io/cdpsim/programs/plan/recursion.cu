// A function that calls itself: how deep it can go is what the stack limit says.
__device__ __noinline__ int down(int depth, int* out) {
    volatile int own[16];
    for (int i = 0; i < 16; ++i) own[i] = depth + i;
    int below = depth ? down(depth - 1, out) : 0;
    if (depth == -1) out[1] = below;
    return below + own[depth & 15];
}
__global__ void descend(int depth, int* out) { out[0] = down(depth, out); }
__global__ void attributes(int* out) {
    cudaFuncAttributes a;
    out[0] = cudaFuncGetAttributes(&a, descend);
    out[1] = a.maxThreadsPerBlock;
    out[2] = a.binaryVersion;
    out[3] = (int)a.sharedSizeBytes;
    out[4] = a.maxDynamicSharedSizeBytes;
    out[5] = a.numRegs;
}
