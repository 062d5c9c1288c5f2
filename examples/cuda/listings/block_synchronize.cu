// CDP1: barrier, synchronisation by one thread, barrier: all children of the block are done for all its threads (SYNC-1, SYNC-2).
__device__ int done;

__global__ void child() { atomicAdd(&done, 1); }

__device__ void synchronize_block() {
    __syncthreads();
    if (threadIdx.x == 0) {
        cudaDeviceSynchronize();
    }
    __syncthreads();
}

__global__ void parent(int *seen) {
    child<<<1, 1>>>();
    synchronize_block();
    seen[threadIdx.x] = *(volatile int *)&done;
}
