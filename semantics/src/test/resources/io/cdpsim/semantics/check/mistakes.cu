// Mistakes, each named by the first argument, and the same programs without them where a second argument follows.
#include <cstdio>
#include <cstring>

__device__ unsigned arrived;
__device__ volatile int parts[4];

// The last block adds what the others announce by a counter.
__global__ void last_block(int *sum, bool fence) {
    parts[blockIdx.x] = blockIdx.x;
    if (fence) __threadfence();
    if (atomicInc(&arrived, gridDim.x) == gridDim.x - 1) {
        int all = 0;
        for (int i = 0; i < 4; i++) all += parts[i];
        *sum = all;
        arrived = 0;
    }
}

__global__ void to_host(volatile int *flag, int *data, bool fence) {
    data[0] = 42;
    if (fence) __threadfence_system();
    *flag = 1;
}

__global__ void add_one(int *p) {
    p[threadIdx.x] += 1;
}

__global__ void counter(int *p, bool atomic) {
    if (atomic) {
        atomicAdd(p, 1);
    } else {
        p[0] += threadIdx.x + 1;
    }
}

__global__ void one_barrier(int *p, bool barrier) {
    __shared__ int a[32], b[32];
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = threadIdx.x;
    if (barrier) __syncthreads();
    p[threadIdx.x] = a[31 - threadIdx.x];
    p[threadIdx.x] += b[31 - threadIdx.x];
}

__global__ void read_only(int *p, bool stale) {
    p[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[32 + threadIdx.x] = stale ? __ldg(p + 31 - threadIdx.x) : p[31 - threadIdx.x];
}

__global__ void parent(int *p, bool barrier) {
    p[threadIdx.x] = threadIdx.x;
    if (barrier) __syncthreads();
    if (threadIdx.x == 0) add_one<<<1, 32>>>(p);
    if (cudaGetLastError() != cudaSuccess) __trap();
}

#ifdef TAILS
__global__ void again(int *p, bool ends) {
    if (atomicAdd(p, 1) == 9 && ends) return;
    again<<<1, 1, 0, cudaStreamTailLaunch>>>(p, ends);
    if (cudaGetLastError() != cudaSuccess) __trap();
}
#endif

int main(int count, char **arguments) {
    const char *name = arguments[1];
    bool fixed = count > 2;
    int *p, *pinned, n[64];
    cudaMalloc(&p, sizeof n);
    cudaMemset(p, 0, sizeof n);
    cudaMallocHost(&pinned, sizeof n);
    memset(pinned, 0, sizeof n);
    if (!strcmp(name, "last_block")) last_block<<<4, 1>>>(p, fixed);
    if (!strcmp(name, "to_host")) {
        to_host<<<1, 1>>>(pinned, pinned + 32, fixed);
        while (*(volatile int *)pinned == 0) {}
    }
    if (!strcmp(name, "overwrite")) {
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        cudaMemcpyAsync(p, pinned, sizeof n, cudaMemcpyHostToDevice, stream);
        add_one<<<1, 32, 0, stream>>>(p);
        if (fixed) cudaStreamSynchronize(stream);
        pinned[3] = 7;
    }
    if (!strcmp(name, "counter")) counter<<<2, 1>>>(p, fixed);
    if (!strcmp(name, "one_barrier")) one_barrier<<<1, 32>>>(p, fixed);
    if (!strcmp(name, "read_only")) read_only<<<1, 32>>>(p, !fixed);
    if (!strcmp(name, "parent")) parent<<<1, 64>>>(p, fixed);
#ifdef TAILS
    if (!strcmp(name, "again")) again<<<1, 1>>>(p, fixed);
#endif
    if (cudaGetLastError() != cudaSuccess) return 1;
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;
}
