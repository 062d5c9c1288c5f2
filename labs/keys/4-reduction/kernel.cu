// Lab 4. Adds up `count` numbers: each thread its share, each block the sums of its threads, by halves in shared memory.
// Blocks have 256 threads. *total is 0 at first.
__global__ void sum(const int *numbers, int count, int *total) {
    __shared__ int parts[256];
    int part = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        part += numbers[i];
    }
    parts[threadIdx.x] = part;
    // All threads come to the barrier, those without an addition too.
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            parts[threadIdx.x] += parts[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        atomicAdd(total, parts[0]);
    }
}
