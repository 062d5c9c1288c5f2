// A CDP1 program with each use of the device runtime that CDP2 lacks or treats differently; after.cu does the same under CDP2.
// nvcc -arch=sm_75 -rdc=true -DCUDA_FORCE_CDP1_IF_SUPPORTED before.cu -lcudadevrt
#include <cstdio>

__global__ void square(int *d) {
    d[threadIdx.x] *= d[threadIdx.x];
}

// [last]
__global__ void last(int *d) {
    square<<<1, 64>>>(d);
    cudaDeviceSynchronize();
}
// [end]

// [between]
__global__ void between(int *d) {
    square<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    square<<<1, 64>>>(d);
}
// [end]

// [mean]
__global__ void mean(int *d, int *out) {
    square<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += d[i];
    *out = sum / 64;
}
// [end]

// [rounds]
__global__ void rounds(int *d, int n) {
    for (int i = 0; i < n; i++) {
        square<<<1, 64>>>(d);
        cudaDeviceSynchronize();
    }
}
// [end]

// [block]
__global__ void block(int *d, int *out) {
    if (threadIdx.x == 0) {
        square<<<1, 64>>>(d);
        cudaDeviceSynchronize();
    }
    __syncthreads();
    out[threadIdx.x] = d[63 - threadIdx.x];
}
// [end]

// [streams]
__global__ void streams(int *d, int *out) {
    cudaStream_t left, right;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    square<<<1, 32, 0, left>>>(d);
    square<<<1, 32, 0, right>>>(d + 32);
    cudaDeviceSynchronize();
    square<<<1, 64, 0, left>>>(d);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
}
// [end]

// [tree]
__global__ void tree(int *sums, int node, int leaves) {
    if (leaves == 1) {
        sums[node] = node;
        return;
    }
    tree<<<1, 1>>>(sums, 2 * node, leaves / 2);
    tree<<<1, 1>>>(sums, 2 * node + 1, leaves / 2);
    cudaDeviceSynchronize();
    sums[node] = sums[2 * node] + sums[2 * node + 1];
}
// [end]

// [many]
__global__ void count(int *out) {
    atomicAdd(out, 1);
}
__global__ void many(int *out) {
    count<<<1, 1>>>(out);
}
// [end]

static int *d, *out;

static void start() {
    int values[64];
    for (int i = 0; i < 64; i++) values[i] = i % 3;
    cudaMemcpy(d, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 64 * sizeof(int));
}

static void report(const char *name, const int *from, int index) {
    int values[64];
    cudaError_t error = cudaMemcpy(values, from, sizeof values, cudaMemcpyDeviceToHost);
    printf("%s: %s, %d\n", name, cudaGetErrorString(error), values[index]);
}

int main() {
    cudaMalloc(&d, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    // [limits]
    cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 5);
    // [end]
    start(), last<<<1, 1>>>(d), report("last", d, 2);
    start(), between<<<1, 1>>>(d), report("between", d, 2);
    start(), mean<<<1, 1>>>(d, out), report("mean", out, 0);
    start(), rounds<<<1, 1>>>(d, 3), report("rounds", d, 2);
    start(), block<<<1, 64>>>(d, out), report("block", out, 61);
    start(), streams<<<1, 1>>>(d, out), report("streams", d, 62);
    start(), tree<<<1, 1>>>(out, 1, 16), report("tree", out, 1);
    start(), many<<<48, 64>>>(out), report("many", out, 0);
}
