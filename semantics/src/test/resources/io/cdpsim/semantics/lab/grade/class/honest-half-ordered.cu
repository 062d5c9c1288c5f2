// lab 8, points 1
__global__ void twice(const int *in, int *out) {
    out[threadIdx.x] = 2 * in[threadIdx.x];
}
__global__ void add_up(const int *out, int *sum) {
    *sum = 0;
    for (int k = 0; k < 64; k++) {
        *sum += out[k];
    }
}
// The sum is right now, the array is still cleared too early.
__global__ void parent(int *in, int *out, int *sum) {
    int i = threadIdx.x;
    in[i] += i + 1;
    __syncthreads();
    if (i == 0) {
        twice<<<1, 64>>>(in, out);
        add_up<<<1, 1, 0, cudaStreamTailLaunch>>>(out, sum);
    }
    in[i] = 0;
}
