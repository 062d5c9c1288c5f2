// Lab 11, CDP1. A grid adds up values[0] to values[count - 1] into values[0]: each half by a child grid, then the two halves.
// limit is the depth down to which cudaDeviceSynchronize works (cudaLimitDevRuntimeSyncDepth); depth is 0 for the host's grid.

__global__ void add_part(int *values, int count, int depth, int limit) {
    if (count == 1) {
        return;
    }
    // A grid of depth d waits if d is less than the limit. Below, there is nobody to wait for.
    if (depth >= limit) {
        for (int i = 1; i < count; i++) {
            values[0] += values[i];
        }
        return;
    }
    int half = count / 2;
    add_part<<<1, 1>>>(values, half, depth + 1, limit);
    add_part<<<1, 1>>>(values + half, half, depth + 1, limit);
    cudaDeviceSynchronize();
    values[0] += values[half];
}

// The host's grid: depth 0.
__global__ void add_up(int *values, int count, int limit) {
    int half = count / 2;
    add_part<<<1, 1>>>(values, half, 1, limit);
    add_part<<<1, 1>>>(values + half, half, 1, limit);
    cudaDeviceSynchronize();
    values[0] += values[half];
}
