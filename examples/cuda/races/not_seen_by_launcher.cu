// A launch orders what its own thread did or saw: others of its block need a barrier in between (MEM-2).
__global__ void child(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void racy(int *in, int *out) {
    in[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(in, out);
    }
}

__global__ void fixed(int *in, int *out) {
    in[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(in, out);
    }
}
