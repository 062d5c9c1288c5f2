// Lab 14. A graph of two nodes, halve and decide, that runs until no element changes.

__device__ int changed;

// 64 threads.
__global__ void halve(int *data) {
    int value = data[threadIdx.x];
    data[threadIdx.x] = value / 2;
    if (value / 2 != value) {
        atomicAdd(&changed, 1);
    }
}

// One thread. `report` is a graph with the kernel below.
__global__ void decide(int *rounds, cudaGraphExec_t report) {
    bool again = changed != 0;
    changed = 0;
    // TODO: launch this graph again while elements change, and `report` after the last round has been counted.
    if (again) {
        cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForget);
    } else {
        cudaGraphLaunch(report, cudaStreamGraphFireAndForget);
    }
    rounds[0] += 1;
}

__global__ void copy_rounds(const int *rounds, int *result) {
    result[0] = rounds[0];
}
