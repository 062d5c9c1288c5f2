// One thread of each block launches: as many child grids as blocks (LNCH-1).
__device__ int ran;

__global__ void child() {
    if (threadIdx.x == 0) {
        atomicAdd(&ran, 1);
    }
}

__global__ void parent() {
    if (threadIdx.x == 0) {
        child<<<1, 64>>>();
    }
}
