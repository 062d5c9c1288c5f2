// before.cu for CDP2. nvcc -arch=sm_90 -rdc=true after.cu -lcudadevrt
#include <cstdio>

// A launch into a full pool fails under CDP2, and so may any other.
#define CHECK_LAUNCH() \
    if (cudaGetLastError() != cudaSuccess) __trap()

__global__ void square(int *d) {
    d[threadIdx.x] *= d[threadIdx.x];
}

// [last]
__global__ void last(int *d) {
    square<<<1, 64>>>(d);
    CHECK_LAUNCH();
}
// [end]

// [between]
__global__ void between(int *d) {
    square<<<1, 64>>>(d);
    CHECK_LAUNCH();
    square<<<1, 64>>>(d);
    CHECK_LAUNCH();
}
// [end]

// [mean]
__global__ void mean_rest(int *d, int *out) {
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += d[i];
    *out = sum / 64;
}
__global__ void mean(int *d, int *out) {
    square<<<1, 64>>>(d);
    CHECK_LAUNCH();
    mean_rest<<<1, 1, 0, cudaStreamTailLaunch>>>(d, out);
    CHECK_LAUNCH();
}
// [end]

// [rounds]
__global__ void rounds(int *d, int n) {
    if (n == 0) return;
    square<<<1, 64>>>(d);
    CHECK_LAUNCH();
    rounds<<<1, 1, 0, cudaStreamTailLaunch>>>(d, n - 1);
    CHECK_LAUNCH();
}
// [end]

// [block]
__global__ void block_rest(int *d, int *out) {
    out[threadIdx.x] = d[63 - threadIdx.x];
}
__global__ void block(int *d, int *out) {
    if (threadIdx.x == 0) {
        square<<<1, 64>>>(d);
        CHECK_LAUNCH();
        block_rest<<<1, blockDim.x, 0, cudaStreamTailLaunch>>>(d, out);
        CHECK_LAUNCH();
    }
}
// [end]

// [streams]
__global__ void streams(int *d, int *out) {
    cudaStream_t left, right;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    square<<<1, 32, 0, left>>>(d);
    CHECK_LAUNCH();
    square<<<1, 32, 0, right>>>(d + 32);
    CHECK_LAUNCH();
    cudaEventRecord(done, right);
    cudaStreamWaitEvent(left, done, 0);
    square<<<1, 64, 0, left>>>(d);
    CHECK_LAUNCH();
    cudaEventDestroy(done);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
}
// [end]

// [tree]
__global__ void add(int *sums, int node) {
    sums[node] = sums[2 * node] + sums[2 * node + 1];
}
__global__ void tree(int *sums, int node, int leaves) {
    if (leaves == 1) {
        sums[node] = node;
        return;
    }
    tree<<<1, 1>>>(sums, 2 * node, leaves / 2);
    CHECK_LAUNCH();
    tree<<<1, 1>>>(sums, 2 * node + 1, leaves / 2);
    CHECK_LAUNCH();
    add<<<1, 1, 0, cudaStreamTailLaunch>>>(sums, node);
    CHECK_LAUNCH();
}
// [end]

// [many]
__global__ void count(int *out) {
    atomicAdd(out, 1);
}
__global__ void many(int *out) {
    count<<<1, 1>>>(out);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(out, 1);
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
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
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
