// What a child writes reaches its running parent by nothing; a tail launch sees it (MEM-5).
__global__ void child(int *result) { *result = 7; }

__global__ void use(const int *result, int *out) { *out = *result + 1; }

__global__ void racy(int *result, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(result);
        *out = *result + 1;
    }
}

__global__ void mended(int *result, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(result);
        use<<<1, 1, 0, cudaStreamTailLaunch>>>(result, out);
    }
}
