// A child cannot use its parent's shared memory; give it an address in global memory (MEM-1).
__global__ void child(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void racy(int *x, int *out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(tile, out);
    }
}

__global__ void fixed(int *x, int *out) {
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(x, out);
    }
}
