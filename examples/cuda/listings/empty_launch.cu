// A launch of no blocks fails with cudaErrorInvalidConfiguration (9), and only that one (LNCH-7, ERR-1).
__device__ int ran;

__global__ void child() { atomicAdd(&ran, 1); }

__global__ void parent(int *errors) {
    for (int i = 0; i < 3; i++) {
        child<<<i == 1 ? 0 : 1, 1>>>();
        errors[i] = cudaGetLastError();
    }
}
