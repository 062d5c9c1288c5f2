// Lab 8. A parent adds to `in`, a child doubles it into `out`, and the parent adds `out` up and clears `in`.

__global__ void twice(const int *in, int *out) {
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

// A tail launch sees what the parent and its children have written.
__global__ void finish(int *in, const int *out, int *sum) {
    in[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        int s = 0;
        for (int k = 0; k < 64; k++) {
            s += out[k];
        }
        *sum = s;
    }
}

// One block of 64 threads.
__global__ void parent(int *in, int *out, int *sum) {
    int i = threadIdx.x;
    in[i] += i + 1;
    // The launching thread must know of the stores of the others before it launches.
    __syncthreads();
    if (i == 0) {
        twice<<<1, 64>>>(in, out);
        finish<<<1, 64, 0, cudaStreamTailLaunch>>>(in, out, sum);
    }
}
