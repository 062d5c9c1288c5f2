// nvcc -ptx -rdc=true -arch=sm_90 -lineinfo launches.cu -o cdp2.ptx
// nvcc -ptx -rdc=true -arch=sm_75 -DCUDA_FORCE_CDP1_IF_SUPPORTED launches.cu -o cdp1.ptx
// (CUDA 13.0; folders are taken out of the .file lines)
#include <cstdio>

struct Job {
    const int* from;
    double factor;
    char tag[5];
};

__constant__ float weights[4] = {0.5f, -1.0f, 2.0f, 1e-40f};
__device__ int numbers[3] = {1, 2, 3};
__device__ int* places[2] = {numbers, numbers + 2};
__device__ Job first = {numbers + 1, 2.5, "abc"};

__device__ __noinline__ int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ Job doubled(Job job, int lane) {
    job.factor *= 2;
    job.tag[lane & 3] = 'x';
    return job;
}

typedef int (*Step)(int);
__device__ __noinline__ int twice(int x) {
    return 2 * x;
}
__device__ Step steps[2] = {fibonacci, twice};

extern "C" __global__ void __launch_bounds__(128, 2) child(int* out, Job job) {
    extern __shared__ int room[];
    room[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    Job more = doubled(job, threadIdx.x);
    out[threadIdx.x] = room[127 - threadIdx.x] + (int)more.factor + more.tag[1] + steps[threadIdx.x & 1](5);
    atomicAdd(out, __shfl_xor_sync(~0u, out[1], 3) + *places[threadIdx.x & 1]);
}

extern "C" __global__ void parent(int* out) {
    if (threadIdx.x == 0) {
        child<<<2, 128, 512>>>(out, first);
        printf("%d %f\n", cudaGetLastError(), weights[out[0] & 3]);
    }
#ifdef CUDA_FORCE_CDP1_IF_SUPPORTED
    cudaDeviceSynchronize();
#endif
}
