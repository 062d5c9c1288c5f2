// Lab 4. Adds up `count` numbers: each thread its share, each block the sums of its threads, by halves in shared memory.
// Blocks have 256 threads. *total is 0 at first.
__global__ void sum(const int *numbers, int count, int *total) {
    __shared__ int parts[256];
    int part = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        part += numbers[i];
    }
    parts[threadIdx.x] = part;
    // TODO: a warp may be far ahead of another one. Which values must be there before they are read?
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            parts[threadIdx.x] += parts[threadIdx.x + half];
        }
    }
    // TODO: how many threads of a block must add to the total?
    atomicAdd(total, parts[threadIdx.x]);
}
