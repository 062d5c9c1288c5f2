// How several grids run at once behind a parent: a tail launch that launches them (TAIL-6, FAF-2).
__device__ int ticket;

// Takes a ticket at its start and one at its end.
__global__ void work(int *begin, int *end, int which) {
    begin[which] = atomicAdd(&ticket, 1);
    __nanosleep(2000);
    end[which] = atomicAdd(&ticket, 1);
}

__global__ void tail(int *begin, int *end) {
    work<<<1, 1, 0, cudaStreamFireAndForget>>>(begin, end, 0);
    work<<<1, 1, 0, cudaStreamFireAndForget>>>(begin, end, 1);
}

__global__ void first(int *begin, int *end, int *around_begin, int *around_end) {
    work<<<1, 1>>>(around_begin, around_end, 0);
    tail<<<1, 1, 0, cudaStreamTailLaunch>>>(begin, end);
}

__global__ void parent(int *begin, int *end, int *around_begin, int *around_end) {
    first<<<1, 1>>>(begin, end, around_begin, around_end);
    work<<<1, 1>>>(around_begin, around_end, 1);
}
