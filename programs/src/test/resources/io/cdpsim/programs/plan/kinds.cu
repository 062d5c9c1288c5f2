// Kernels for the tests of launch plans. Compiled by: nvcc -ptx -rdc=true -arch=sm_90 -lineinfo kinds.cu
#include <cstdio>

struct Pair {
    char small;
    double large;
    short several[3];
};

__device__ int counter = 7;
__device__ int *where = &counter;
__constant__ float factors[4] = {1.0f, 2.5f, -3.0f, 4.0f};
__constant__ char letters[3] = {'a', 'b', 'c'};

__device__ int one_more(int x) {
    return x + 1;
}

__device__ int twice(int x) {
    return 2 * x;
}

typedef int (*Change)(int);
__device__ Change changes[2] = {one_more, twice};

__global__ void scale(float *data, int which) {
    data[threadIdx.x] *= factors[which];
}

__global__ void count_up() {
    atomicAdd(where, 1);
}

__global__ void change(int *data, int which) {
    data[threadIdx.x] = changes[which](data[threadIdx.x]);
}

__global__ void unpack(Pair pair, double *out) {
    out[0] = pair.small;
    out[1] = pair.large;
    out[2] = pair.several[0] + pair.several[1] + pair.several[2];
}

__global__ void types(signed char a, unsigned short b, int c, long long d, float e, double f, bool g, double *out) {
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
    out[4] = e;
    out[5] = f;
    out[6] = g;
}

__global__ void reverse(int *data) {
    extern __shared__ int block[];
    block[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = block[blockDim.x - 1 - threadIdx.x];
}

__global__ void store(int *where, int value) {
    *where = value;
}

__global__ void say(int n) {
    printf("hello %d\n", n);
}

template <typename T>
__global__ void fill(T *data, T value) {
    data[threadIdx.x] = value;
}

template __global__ void fill<int>(int *, int);
template __global__ void fill<float>(float *, float);

namespace outer {
__global__ void inner(int *data) {
    data[blockIdx.z * 6 + blockIdx.y * 3 + blockIdx.x] = threadIdx.y;
}
}
