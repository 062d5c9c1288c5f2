// A tail launch waits for what its parent launches after it, too (TAIL-2).
__device__ int ticket;

// Takes a ticket at its start and one at its end.
__global__ void work(int *begin, int *end, int which) {
    begin[which] = atomicAdd(&ticket, 1);
    __nanosleep(2000);
    end[which] = atomicAdd(&ticket, 1);
}

__global__ void parent(int *begin, int *end, int *tail_begin, int *tail_end) {
    work<<<1, 1, 0, cudaStreamTailLaunch>>>(tail_begin, tail_end, 0);
    work<<<1, 1>>>(begin, end, 0);
    work<<<1, 1, 0, cudaStreamFireAndForget>>>(begin, end, 1);
}
