// Lab 13. Ported to CDP2: what waited for the children is a tail launch.

__global__ void square(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = data[i] * data[i];
}

// What stood behind cudaDeviceSynchronize. Shared memory of the parent is gone by now.
__global__ void subtract_mean(int *data, int *mean) {
    __shared__ int shared_mean;
    if (threadIdx.x == 0) {
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

// One block of 64 threads; data has 64 elements.
__global__ void centre(int *data, int *mean) {
    if (threadIdx.x == 0) {
        square<<<2, 32>>>(data);
        subtract_mean<<<1, 64, 0, cudaStreamTailLaunch>>>(data, mean);
    }
}
