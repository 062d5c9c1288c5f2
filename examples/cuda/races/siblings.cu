// Grids in different streams, fire-and-forget ones among them, have no order; those of one stream have (MEM-12).
__global__ void first(int *x) { *x = 1; }

__global__ void second(const int *x, int *out) { *out = *x; }

__global__ void racy(int *x, int *out) {
    if (threadIdx.x == 0) {
        first<<<1, 1, 0, cudaStreamFireAndForget>>>(x);
        second<<<1, 1, 0, cudaStreamFireAndForget>>>(x, out);
    }
}

__global__ void fixed(int *x, int *out) {
    if (threadIdx.x == 0) {
        first<<<1, 1>>>(x);
        second<<<1, 1>>>(x, out);
    }
}
