// Lab 3, questions. Each thread copies `rounds` words; neighbouring threads access words `stride` apart.
__global__ void global_copy(const int *in, int *out, int stride, int rounds) {
    int threads = gridDim.x * blockDim.x;
    for (int i = 0; i < rounds; i++) {
        int at = (i * threads + blockIdx.x * blockDim.x + threadIdx.x) * stride;
        out[at] = in[at];
    }
}

// Adds up `rounds` words of shared memory; neighbouring threads read words `stride` apart.
__global__ void shared_read(int *out, int stride, int rounds) {
    __shared__ int words[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) {
        words[i] = i;
    }
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        sum += words[(threadIdx.x * stride + i) % 2048];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
