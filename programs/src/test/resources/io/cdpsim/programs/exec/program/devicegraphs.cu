// Graphs that device code launches, and a grid that waits for all its blocks. Each check prints a line where it fails.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
static int bad;
#define IS(call, want) do { cudaError_t e_ = (call); if (e_ != (want)) { printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(e_)); bad = 1; } cudaGetLastError(); } while (0)
#define OK(call) IS(call, cudaSuccess)
#define HOLDS(c) do { if (!(c)) { printf("line %d: %s\n", __LINE__, #c); bad = 1; } } while (0)
__device__ int log_[256], length, code[300], rounds, sums[4]; __device__ cudaGraphExec_t table[300];
__device__ void slow() { for (int i = 0; i < 40; i++) __nanosleep(1000); }
__global__ void node(int id) { if (id == 9) slow(); log_[atomicAdd(&length, 1)] = id; }
__global__ void order() {
    code[0] = cudaGraphLaunch(table[0], cudaStreamGraphTailLaunch); code[1] = cudaGraphLaunch(table[1], cudaStreamGraphTailLaunch);
    code[2] = cudaGraphLaunch(table[2], cudaStreamGraphFireAndForget); code[3] = cudaGraphLaunch(table[2], cudaStreamGraphFireAndForget);
    code[4] = cudaGraphLaunch(table[0], cudaStreamGraphTailLaunch); code[5] = cudaGraphLaunch(table[3], (cudaStream_t)0);
    code[6] = cudaGraphLaunch(0, cudaStreamGraphFireAndForget); code[7] = cudaGraphLaunch(table[3], cudaStreamGraphFireAndForgetAsSibling);
    code[8] = cudaGetCurrentGraphExec() != 0; slow(); log_[atomicAdd(&length, 1)] = 100;
}
__global__ void again() { if (++rounds < 20) code[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch); }
__global__ void many(int n) { for (int i = 0; i < n; i++) code[i] = cudaGraphLaunch(table[i], cudaStreamGraphFireAndForget); }
__global__ void outside() { code[0] = cudaGraphLaunch(table[0], cudaStreamGraphFireAndForget); code[1] = cudaGetCurrentGraphExec() != 0; }
__global__ void nests() { node<<<1, 1>>>(1); }
__global__ void waits() { auto g = cooperative_groups::this_grid(); if (!threadIdx.x) sums[blockIdx.x] = 1; g.sync(); int s = 0; for (int i = 0; i < 4; i++) s += ((volatile int *)sums)[i]; g.sync(); if (!threadIdx.x) sums[blockIdx.x] = s; }
__global__ void waitsAndNests() { cooperative_groups::this_grid().sync(); node<<<1, 1>>>(1); }
static cudaStream_t s;
static cudaGraphExec_t made(void *f, void **args, bool device, bool upload = true) {
    cudaGraph_t g; cudaGraphNode_t n; cudaGraphExec_t x = 0; cudaKernelNodeParams p = {}; p.func = f; p.gridDim = 1; p.blockDim = 1; p.kernelParams = args;
    OK(cudaGraphCreate(&g, 0)); OK(cudaGraphAddKernelNode(&n, g, 0, 0, &p)); OK(cudaGraphInstantiate(&x, g, device ? cudaGraphInstantiateFlagDeviceLaunch : 0));
    if (device && upload) OK(cudaGraphUpload(x, s)); OK(cudaGraphDestroy(g)); return x;
}
static void put(int at, int id) { void *a[] = {&id}; cudaGraphExec_t x = made((void *)node, a, true); OK(cudaMemcpyToSymbol(table, &x, sizeof x, at * sizeof x)); }
static void run(cudaGraphExec_t x) { int zero = 0; OK(cudaMemcpyToSymbol(length, &zero, 4)); OK(cudaGraphLaunch(x, s)); }
template <class T> static void get(T *into, const T &symbol) { OK(cudaMemcpyFromSymbol(into, symbol, sizeof(T))); }
int main() {
    OK(cudaStreamCreate(&s)); put(0, 1); put(1, 2); put(2, 9); put(3, 4);
    run(made((void *)order, 0, false)); node<<<1, 1, 0, s>>>(50); OK(cudaStreamSynchronize(s));
    int l[256], c[300], n; get(&l, log_); get(&c, code); get(&n, length);
    // The sibling at once, the launcher, what it let go, its tails in order, then what follows in the stream (G-3, G-4, G-10).
    HOLDS(n == 6 && l[0] == 4 && l[3] == 1 && l[4] == 2 && l[5] == 50); HOLDS((l[1] == 100 && l[2] == 9) || (l[1] == 9 && l[2] == 100));
    HOLDS(c[0] == 0 && c[1] == 0 && c[2] == 0 && c[3] == 1 && c[4] == 1 && c[5] == 1 && c[6] == 1 && c[7] == 0 && c[8] == 1);
    run(made((void *)again, 0, true)); OK(cudaStreamSynchronize(s)); get(&n, rounds); HOLDS(n == 20);
    outside<<<1, 1, 0, s>>>(); OK(cudaStreamSynchronize(s)); get(&c, code); HOLDS(c[0] == 1 && c[1] == 0);
    for (int i = 0; i < 123; i++) put(i, 0);
    int count = 123; void *a[] = {&count}; run(made((void *)many, a, false)); OK(cudaStreamSynchronize(s)); get(&c, code); get(&n, length);
    int refused = 0; for (int i = 0; i < 123; i++) refused += c[i] == 1; HOLDS(refused == 3 && c[119] == 0 && c[120] == 1 && n == 120);
    cudaGraph_t g; OK(cudaGraphCreate(&g, 0)); cudaGraphExec_t x; cudaGraphInstantiateParams p = {}; p.flags = cudaGraphInstantiateFlagDeviceLaunch;
    IS(cudaGraphInstantiateWithParams(&x, g, &p), cudaErrorInvalidValue); HOLDS(p.result_out == cudaGraphInstantiateError);
    cudaKernelNodeParams k = {}; k.func = (void *)nests; k.gridDim = 1; k.blockDim = 1; cudaGraphNode_t m; OK(cudaGraphAddKernelNode(&m, g, 0, 0, &k));
    IS(cudaGraphInstantiateWithParams(&x, g, &p), cudaErrorInvalidValue); HOLDS(p.result_out == cudaGraphInstantiateNodeOperationNotSupported);
    OK(cudaLaunchCooperativeKernel((void *)waits, dim3(4), dim3(64), 0, 0, s)); OK(cudaStreamSynchronize(s)); int sum[4]; get(&sum, sums); HOLDS(sum[0] == 4 && sum[3] == 4);
    int per; OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per, waits, 1024, 0)); cudaDeviceProp prop; OK(cudaGetDeviceProperties(&prop, 0));
    IS(cudaLaunchCooperativeKernel((void *)waits, dim3(per * prop.multiProcessorCount + 1), dim3(1024), 0, 0, s), cudaErrorCooperativeLaunchTooLarge);
    IS(cudaLaunchCooperativeKernel((void *)waitsAndNests, dim3(2), dim3(32), 0, 0, s), cudaErrorNotPermitted);
    OK(cudaDeviceSynchronize()); printf(bad ? "BAD\n" : "OK\n"); return bad;
}
