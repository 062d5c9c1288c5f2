// CDP1: the thread that synchronised sees what the child wrote, the rest of its block after a barrier (MEM-2, MEM-4, SYNC-4).
__global__ void child(int *data) { data[threadIdx.x] += 1; }

__global__ void parent(int *data, int *seen) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        child<<<1, 256>>>(data);
        cudaDeviceSynchronize();
    }
    __syncthreads();
    seen[threadIdx.x] = data[threadIdx.x];
}
