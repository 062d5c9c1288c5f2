// Lab 13. Written for CDP1: it waits for its children. Port it to CDP2, which has no such call.

__global__ void square(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] * data[i];
}

// One block of 64 threads; data has 64 elements.
__global__ void centre(int *data, int *mean) {
    __shared__ int shared_mean;
    if (threadIdx.x == 0) {
        square<<<2, 32>>>(data);
        cudaDeviceSynchronize();
        int sum = 0;
        for (int i = 0; i < 64; i++) {
            sum += data[i];
        }
        shared_mean = sum / 64;
        *mean = shared_mean;
    }
    __syncthreads();
    data[threadIdx.x] -= shared_mean;
}
