// Threads of a block need a barrier between a store and another's load (SYNC-4).
__global__ void racy(int *x, int *out) {
    x[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = x[63 - threadIdx.x];
}

__global__ void fixed(int *x, int *out) {
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = x[63 - threadIdx.x];
}
