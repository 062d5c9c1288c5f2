// Fire-and-forget launches are not ordered among each other: both run at once here (FAF-1).
__device__ int ticket;

// Takes a ticket at its start and one at its end.
__global__ void work(int *begin, int *end, int which) {
    begin[which] = atomicAdd(&ticket, 1);
    __nanosleep(2000);
    end[which] = atomicAdd(&ticket, 1);
}

__global__ void parent(int *begin, int *end) {
    work<<<1, 1, 0, cudaStreamFireAndForget>>>(begin, end, 0);
    work<<<1, 1, 0, cudaStreamFireAndForget>>>(begin, end, 1);
}
