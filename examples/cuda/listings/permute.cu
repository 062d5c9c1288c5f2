// Recursion over both halves, which go through global memory: a child cannot reach its parent's shared memory (MEM-9, NEST-1).
__device__ int grids;

__global__ void permute(int n, int *data) {
    extern __shared__ int part[];
    int i = threadIdx.x;
    if (i == 0) {
        atomicAdd(&grids, 1);
    }
    part[i] = data[n - 1 - i];
    __syncthreads();
    data[i] = part[i];
    __syncthreads();
    if (i == 0 && n > 1) {
        permute<<<1, n / 2, n / 2 * sizeof(int)>>>(n / 2, data);
        permute<<<1, n / 2, n / 2 * sizeof(int)>>>(n / 2, data + n / 2);
    }
}
