// Graphs that the host builds, captures and launches. Each check prints a line where it fails.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
static int bad;
#define IS(call, want) do { cudaError_t e_ = (call); if (e_ != (want)) { printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(e_)); bad = 1; } cudaGetLastError(); } while (0)
#define OK(call) IS(call, cudaSuccess)
#define HOLDS(c) do { if (!(c)) { printf("line %d: %s\n", __LINE__, #c); bad = 1; } } while (0)
__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void twice(int *p) { *p *= 2; }
__global__ void child(int *p) { atomicAdd(p, 100); }
__global__ void parent(int *p) { child<<<1, 2>>>(p); }
static int *d; static cudaStream_t s, t;
static int get() { int v; OK(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost)); return v; }
static void set(int v) { OK(cudaMemcpy(d, &v, 4, cudaMemcpyHostToDevice)); }
static cudaGraphNode_t kernel(cudaGraph_t g, void *f, int n, const cudaGraphNode_t *on, size_t count) {
    void *a[] = {&d, &n}; cudaKernelNodeParams p = {}; p.func = f; p.gridDim = 1; p.blockDim = 1; p.kernelParams = a;
    cudaGraphNode_t made = 0; OK(cudaGraphAddKernelNode(&made, g, on, count, &p)); return made;
}
static void called(void *p) { ++*(int *)p; }
int main() {
    OK(cudaMalloc(&d, 64)); OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t));
    // Built by nodes: 3 + 1, doubled.
    cudaGraph_t g; cudaGraphExec_t x; OK(cudaGraphCreate(&g, 0));
    cudaGraphNode_t a = kernel(g, (void *)add, 3, 0, 0), b = kernel(g, (void *)add, 1, 0, 0); cudaGraphNode_t both[] = {a, b};
    cudaGraphNode_t c = kernel(g, (void *)twice, 0, both, 2);
    OK(cudaGraphInstantiate(&x, g, 0)); set(0); OK(cudaGraphLaunch(x, s)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(get() == 24);
    size_t n = 0; OK(cudaGraphGetNodes(g, 0, &n)); HOLDS(n == 3); OK(cudaGraphGetRootNodes(g, 0, &n)); HOLDS(n == 2);
    cudaGraphNodeType type; OK(cudaGraphNodeGetType(c, &type)); HOLDS(type == cudaGraphNodeTypeKernel);
    // Its parameters, and another's.
    cudaKernelNodeParams p; OK(cudaGraphKernelNodeGetParams(a, &p)); HOLDS(p.func == (void *)add && *(int *)p.kernelParams[1] == 3);
    int ten = 10; void *args[] = {&d, &ten}; p.kernelParams = args; OK(cudaGraphExecKernelNodeSetParams(x, a, &p));
    set(0); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(get() == 22);
    OK(cudaGraphNodeSetEnabled(x, c, 0)); set(0); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(get() == 11); OK(cudaGraphNodeSetEnabled(x, c, 1));
    OK(cudaGraphKernelNodeSetParams(b, &p)); cudaGraphExecUpdateResultInfo info; OK(cudaGraphExecUpdate(x, g, &info)); HOLDS(info.result == cudaGraphExecUpdateSuccess);
    set(0); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(get() == 26);
    cudaGraph_t copy; OK(cudaGraphClone(&copy, g)); cudaGraphNode_t e; OK(cudaGraphAddEmptyNode(&e, copy, 0, 0));
    IS(cudaGraphExecUpdate(x, copy, &info), cudaErrorGraphExecUpdateFailure); HOLDS(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    OK(cudaGraphNodeFindInClone(&e, c, copy)); OK(cudaGraphNodeGetType(e, &type)); OK(cudaGraphDestroy(copy));
    IS(cudaGraphAddDependencies(g, &a, &c, 0, 1), cudaErrorInvalidValue);
    OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    // Captured, two streams: 5, then in both 1 and 2, then doubled; copies of the program's own memory; a function.
    int in = 5, out = -1, calls = 0; cudaEvent_t fork, join; OK(cudaEventCreate(&fork)); OK(cudaEventCreate(&join));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); OK(cudaMemcpyAsync(d, &in, 4, cudaMemcpyHostToDevice, s));
    OK(cudaEventRecord(fork, s)); OK(cudaStreamWaitEvent(t, fork, 0)); add<<<1, 1, 0, s>>>(d, 1); add<<<1, 1, 0, t>>>(d, 2);
    cudaStreamCaptureStatus status; OK(cudaStreamIsCapturing(t, &status)); HOLDS(status == cudaStreamCaptureStatusActive);
    OK(cudaEventRecord(join, t)); OK(cudaStreamWaitEvent(s, join, 0)); twice<<<1, 1, 0, s>>>(d);
    OK(cudaMemcpyAsync(&out, d, 4, cudaMemcpyDeviceToHost, s)); OK(cudaLaunchHostFunc(s, called, &calls)); OK(cudaStreamEndCapture(s, &g));
    HOLDS(out == -1 && calls == 0); OK(cudaGraphGetNodes(g, 0, &n)); HOLDS(n == 6);
    OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(out == 16 && calls == 1);
    in = 1; OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(out == 8 && calls == 2);
    OK(cudaGraphExecDestroy(x));
    // A graph in a graph, a fill and a copy; children of a kernel in a graph (G-9).
    cudaGraph_t outer; OK(cudaGraphCreate(&outer, 0)); cudaGraphNode_t fill, nest, k; cudaMemsetParams m = {}; m.dst = d; m.elementSize = 1; m.width = 4; m.height = 1; m.value = 1;
    OK(cudaGraphAddMemsetNode(&fill, outer, 0, 0, &m)); cudaGraph_t inner; OK(cudaGraphCreate(&inner, 0)); kernel(inner, (void *)add, 1, 0, 0);
    OK(cudaGraphAddChildGraphNode(&nest, outer, &fill, 1, inner)); k = kernel(outer, (void *)parent, 0, &nest, 1); kernel(outer, (void *)add, 1000, &k, 1);
    OK(cudaGraphInstantiate(&x, outer, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(get() == 0x01010101 + 1 + 200 + 1000);
    OK(cudaGraphExecDestroy(x));
    // What a capture refuses.
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); IS(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    IS(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported); IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated); HOLDS(g == 0);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); void *q; IS(cudaMalloc(&q, 64), cudaErrorStreamCaptureUnsupported); IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cudaEventRecord(fork, s)); OK(cudaStreamWaitEvent(t, fork, 0)); add<<<1, 1, 0, t>>>(d, 1);
    IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); add<<<1, 1>>>(d, 1); IS(cudaGetLastError(), cudaErrorStreamCaptureImplicit); IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    IS(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported); IS(cudaStreamEndCapture(s, &g), cudaErrorIllegalState);
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cudaEventRecord(fork, s)); IS(cudaEventQuery(fork), cudaErrorCapturedEvent); IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    OK(cudaDeviceSynchronize()); printf(bad ? "BAD\n" : "OK\n"); return bad;
}
