// CDP1: the parent sees what its child wrote once it has synchronised with it (MEM-4).
__global__ void child(int *result) { *result = 7; }

__global__ void racy(int *result, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(result);
        *out = *result + 1;
    }
}

__global__ void fixed(int *result, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(result);
        cudaDeviceSynchronize();
        *out = *result + 1;
    }
}
