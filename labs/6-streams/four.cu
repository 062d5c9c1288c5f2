// Four children of about 40 us each, in three kinds of streams: an example, not a task.

__global__ void child(int *done) {
    long long begin = clock64();
    while (clock64() - begin < 80000) {
    }
    done[blockIdx.x] = 1;
}

// One thread launches all four into the NULL stream.
__global__ void null_stream(int *done) {
    for (int i = 0; i < 4; i++) {
        child<<<1, 1>>>(done + i);
    }
}

// Four threads of one block launch one each into the NULL stream, which is the block's.
__global__ void null_stream_of_a_block(int *done) {
    child<<<1, 1>>>(done + threadIdx.x);
}

// Four threads of one block launch one each into their own stream.
__global__ void per_thread(int *done) {
    child<<<1, 1, 0, cudaStreamPerThread>>>(done + threadIdx.x);
}
