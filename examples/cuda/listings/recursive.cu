// CDP1: a kernel that launches itself, and synchronises half way down (DEPTH-1, SYNC-1).
__device__ int grids;

__global__ void recursive(int depth, int *error) {
    atomicAdd(&grids, 1);
    if (depth == 6) {
        return;
    }
    recursive<<<1, 1>>>(depth + 1, error);
    if (depth == 3) {
        *error = cudaDeviceSynchronize();
        recursive<<<1, 1>>>(depth + 1, error);
    }
}
