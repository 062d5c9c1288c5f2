// A parent's store behind a launch races with the child; one before it does not (MEM-3).
__global__ void child(const int *in, int *out) { *out = *in; }

__global__ void racy(int *in, int *out) {
    if (threadIdx.x == 0) {
        child<<<1, 1>>>(in, out);
        *in = 7;
    }
}

__global__ void fixed(int *in, int *out) {
    if (threadIdx.x == 0) {
        *in = 7;
        child<<<1, 1>>>(in, out);
    }
}
