// Adds two arrays. Compiled by: nvcc -ptx -rdc=true -arch=sm_90 -lineinfo vecadd.cu
__global__ void vecadd(const float *a, const float *b, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sum[i] = a[i] + b[i];
    }
}
