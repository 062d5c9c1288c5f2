// Lab 4, questions. Three ways to add up 256 numbers a block.

// Every thread adds its number to a total. There are two totals: with one, the compiler would add up within each warp first.
__global__ void one_atomic_each(const int *numbers, int *total) {
    atomicAdd(total + threadIdx.x % 2, numbers[blockIdx.x * blockDim.x + threadIdx.x]);
}

// By halves in shared memory, with a barrier in each round; one addition to the total for each block.
__global__ void shared_memory(const int *numbers, int *total) {
    __shared__ int parts[256];
    parts[threadIdx.x] = numbers[blockIdx.x * blockDim.x + threadIdx.x];
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

// By shuffles within each warp, which need no barrier; one addition to the total for each warp.
__global__ void shuffles(const int *numbers, int *total) {
    int part = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    for (int half = 16; half > 0; half /= 2) {
        part += __shfl_down_sync(0xffffffff, part, half);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(total, part);
    }
}
