// Nothing orders the writes of a child before its running parent; a tail launch sees them (MEM-5).
__global__ void child(int *result) { *result = 7; }

__global__ void use(const int *result, int *out) { *out = *result + 1; }

__global__ void racy(int *result, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(result);
        *out = *result + 1;
    }
}

__global__ void fixed(int *result, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(result);
        use<<<1, 1, 0, cudaStreamTailLaunch>>>(result, out);
    }
}
