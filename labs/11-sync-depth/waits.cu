// Blocks that wait for children, and a long child that takes their place: an example, not a task.

__global__ void short_child(int *done) {
    atomicAdd(done, 1);
}

// Two blocks of 960 threads fill an SM of 2,048 threads but for 128.
__global__ void long_child(int *done, int steps) {
    if (threadIdx.x > 0) {
        return;
    }
    int value = steps;
    for (int i = 0; i < steps; i++) {
        value = value * 5 + i;
    }
    atomicAdd(done, value == 0 ? 2 : 1);
}

// Block 0 launches the long child and waits once. The others launch a short child and wait, eight times. The host chooses the number of threads of a
// block, and with it how much of an SM the block holds.
__global__ void parent(int *done, int steps) {
    if (threadIdx.x > 0) {
        return;
    }
    if (blockIdx.x == 0) {
        long_child<<<gridDim.x, 960>>>(done, steps);
        cudaDeviceSynchronize();
        return;
    }
    for (int i = 0; i < 8; i++) {
        short_child<<<1, 1>>>(done);
        cudaDeviceSynchronize();
    }
}
