// Lab 1, questions. Each thread computes for `end` rounds.
__global__ void count(int *values, int end) {
    int value = 0;
    for (int i = 0; i < end; i++) {
        value = value * 3 + i;
    }
    values[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
