// Every thread that executes a launch launches (LNCH-1). More launches than the default pool holds need a larger one (POOL-2).
__device__ int ran;

__global__ void child() {
    if (threadIdx.x == 0) {
        atomicAdd(&ran, 1);
    }
}

__global__ void parent() { child<<<1, 64>>>(); }
