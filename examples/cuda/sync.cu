// A parent that waits for its child, as CDP1 can.
// Compiled by: nvcc -ptx -rdc=true -arch=sm_75 -DCUDA_FORCE_CDP1_IF_SUPPORTED -D__CDPRT_SUPPRESS_SYNC_DEPRECATION_WARNING -lineinfo sync.cu
__global__ void child(int *squares) {
    squares[threadIdx.x] = threadIdx.x * threadIdx.x;
}

__global__ void parent(int *squares, int *total) {
    child<<<1, 32>>>(squares);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 32; i++) {
        sum += squares[i];
    }
    *total = sum;
}
