// A tail launch comes before the next grid in its parent's stream (TAIL-4, NEST-6).
__device__ int ticket;

// Takes a ticket at its start and one at its end.
__global__ void work(int *begin, int *end, int which) {
    begin[which] = atomicAdd(&ticket, 1);
    __nanosleep(2000);
    end[which] = atomicAdd(&ticket, 1);
}

__global__ void first(int *begin, int *end) {
    work<<<1, 1, 0, cudaStreamTailLaunch>>>(begin, end, 0);
}

__global__ void parent(int *begin, int *end) {
    first<<<1, 1>>>(begin, end);
    work<<<1, 1>>>(begin, end, 1);
}
