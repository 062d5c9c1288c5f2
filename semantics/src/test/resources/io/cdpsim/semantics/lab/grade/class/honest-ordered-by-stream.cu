// lab 13, points 6
__global__ void square(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] *= data[i];
}
__global__ void rest(int *data, int *mean) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, data[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) *mean = sum / 64;
    data[threadIdx.x] -= sum / 64;
}
__global__ void centre(int *data, int *mean) {
    if (threadIdx.x != 0) return;
    square<<<2, 32>>>(data);
    rest<<<1, 64>>>(data, mean);
}
