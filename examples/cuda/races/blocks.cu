// Nothing orders two blocks of a grid but atomics and fences whose scope covers both (CONC-1).
__global__ void count(int *total) { *total += 1; }

__global__ void count_at_once(int *total) { atomicAdd(total, 1); }

__global__ void racy(int *total, int *out) {
    if (threadIdx.x == 0) {
        count<<<4, 1>>>(total);
    }
}

__global__ void fixed(int *total, int *out) {
    if (threadIdx.x == 0) {
        count_at_once<<<4, 1>>>(total);
    }
}
