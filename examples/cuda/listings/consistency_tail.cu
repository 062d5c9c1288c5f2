// A tail launch sees what its parent and the parent's children wrote (MEM-5, TAIL-10).
__global__ void child(int *data) { data[threadIdx.x] += 1; }

__global__ void tail(int *data) { data[threadIdx.x] += 1; }

__global__ void parent(int *data) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        child<<<1, 256>>>(data);
        tail<<<1, 256, 0, cudaStreamTailLaunch>>>(data);
    }
}
