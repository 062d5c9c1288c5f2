// Edges with ports, dependent launches in graphs, updates behind a launch, captures of several threads, and user objects. Each check prints a
// line where it fails.
#include <cstdio>
#include <cuda_runtime.h>
#include <thread>
#include <unistd.h>
static int bad;
#define IS(call, want) do { cudaError_t e_ = (call); if (e_ != (want)) { printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(e_)); bad = 1; } cudaGetLastError(); } while (0)
#define OK(call) IS(call, cudaSuccess)
#define HOLDS(c) do { if (!(c)) { printf("line %d: %s\n", __LINE__, #c); bad = 1; } } while (0)
__device__ int sum, before, behind;
__device__ volatile int flag;
__global__ void add(int n) { atomicAdd(&sum, n); }
__global__ void ahead() {
    asm volatile("griddepcontrol.launch_dependents;");
    __nanosleep(20000);
    flag = 7;
}
__global__ void dependent() {
    before = flag;
    asm volatile("griddepcontrol.wait;" ::: "memory");
    behind = flag;
    flag = 0;
}
static cudaStream_t s, t;
template <class T> static int get(const T &symbol) { int v; OK(cudaMemcpyFromSymbol(&v, symbol, sizeof v)); return v; }
static cudaKernelNodeParams adds(int *n, void **args) { args[0] = n; cudaKernelNodeParams p = {}; p.func = (void *)add; p.gridDim = 1; p.blockDim = 1; p.kernelParams = args; return p; }
static cudaLaunchConfig_t overlapping(cudaLaunchAttribute *a) {
    a->id = cudaLaunchAttributeProgrammaticStreamSerialization; a->val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t c = {}; c.gridDim = 1; c.blockDim = 1; c.stream = s; c.attrs = a; c.numAttrs = 1; return c;
}
static void runs(cudaGraph_t g) {
    cudaGraphExec_t x; OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); OK(cudaGraphExecDestroy(x));
}
static void ports() {
    cudaLaunchAttribute a; cudaLaunchConfig_t c = overlapping(&a); cudaGraph_t g;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); ahead<<<1, 1, 0, s>>>(); OK(cudaLaunchKernelEx(&c, dependent)); OK(cudaStreamEndCapture(s, &g));
    cudaGraphNode_t from[2], to[2]; cudaGraphEdgeData e[2]; size_t n = 2; IS(cudaGraphGetEdges(g, from, to, nullptr, &n), cudaErrorLossyQuery);
    n = 2; OK(cudaGraphGetEdges(g, from, to, e, &n)); HOLDS(n == 1 && e[0].from_port == cudaGraphKernelNodePortProgrammatic && e[0].type == cudaGraphDependencyTypeProgrammatic && e[0].to_port == 0);
    runs(g); HOLDS(get(before) == 0 && get(behind) == 7);
    OK(cudaGraphRemoveDependencies(g, from, to, e, 1)); OK(cudaGraphAddDependencies(g, from, to, nullptr, 1)); runs(g); HOLDS(get(before) == 7 && get(behind) == 7);
    cudaGraphNode_t empty; OK(cudaGraphAddEmptyNode(&empty, g, nullptr, 0)); IS(cudaGraphAddDependencies(g, &empty, from, e, 1), cudaErrorInvalidValue);
    e[0].type = 0; OK(cudaGraphRemoveDependencies(g, from, to, nullptr, 1)); IS(cudaGraphAddDependencies(g, from, to, e, 1), cudaErrorInvalidValue); OK(cudaGraphDestroy(g));
}
static void updates() {
    int n = 1, *fresh; void *args[1]; cudaKernelNodeParams p = adds(&n, args); cudaGraph_t g, inner; cudaGraphNode_t k, child, fill; cudaGraphExec_t x;
    OK(cudaMalloc(&fresh, 16)); OK(cudaGraphCreate(&g, 0)); OK(cudaGraphCreate(&inner, 0)); OK(cudaGraphAddKernelNode(&k, inner, nullptr, 0, &p)); OK(cudaGraphAddChildGraphNode(&child, g, nullptr, 0, inner));
    cudaMemsetParams m = {}; m.dst = fresh; m.value = 0x12345678; m.elementSize = 4; m.width = 2; m.height = 1; OK(cudaGraphAddMemsetNode(&fill, g, nullptr, 0, &m));
    cudaGraphNode_t copy; static int host[2]; OK(cudaGraphAddMemcpyNode1D(&copy, g, &fill, 1, host, fresh, 8, cudaMemcpyDeviceToHost)); OK(cudaGraphInstantiate(&x, g, 0));
    // What changes behind a launch is for the next one.
    OK(cudaGraphLaunch(x, s)); n = 10; OK(cudaGraphKernelNodeSetParams(k, &p)); OK(cudaGraphExecChildGraphNodeSetParams(x, child, inner)); m.value = 0xABCD; m.elementSize = 2; OK(cudaGraphExecMemsetNodeSetParams(x, fill, &m));
    OK(cudaStreamSynchronize(s)); HOLDS(get(sum) == 1 && host[0] == 0x12345678 && host[1] == 0x12345678);
    OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); HOLDS(get(sum) == 11 && host[0] == (int)0xABCDABCD && host[1] == 0x12345678);
    IS(cudaGraphExecMemcpyNodeSetParams1D(x, copy, fresh + 2, fresh, 8, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    OK(cudaGraphDestroy(g));
}
static void threads() {
    cudaGraph_t g; OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); add<<<1, 1, 0, s>>>(1);
    std::thread([&] { void *p; OK(cudaMalloc(&p, 4)); IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureWrongThread); }).join(); OK(cudaStreamEndCapture(s, &g));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    std::thread([&] { void *p; cudaStreamCaptureMode m = cudaStreamCaptureModeRelaxed; OK(cudaThreadExchangeStreamCaptureMode(&m)); HOLDS(m == cudaStreamCaptureModeGlobal); OK(cudaMalloc(&p, 4)); OK(cudaThreadExchangeStreamCaptureMode(&m)); HOLDS(m == cudaStreamCaptureModeRelaxed); IS(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported); }).join();
    IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    cudaStreamCaptureStatus status; OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); IS(cudaStreamIsCapturing(cudaStreamLegacy, &status), cudaErrorStreamCaptureImplicit);
    cudaEvent_t e; OK(cudaEventCreate(&e)); OK(cudaEventRecordWithFlags(e, s, cudaEventRecordExternal)); OK(cudaStreamEndCapture(s, nullptr)); IS(cudaEventRecordWithFlags(e, t, cudaEventRecordExternal), cudaErrorIllegalState);
}
static int destroyed;
static void objects() {
    cudaGraph_t g, clone; cudaGraphExec_t x; cudaUserObject_t object; int n = 1; void *args[1]; cudaKernelNodeParams p = adds(&n, args); cudaGraphNode_t k;
    OK(cudaGraphCreate(&g, 0)); OK(cudaGraphAddKernelNode(&k, g, nullptr, 0, &p)); OK(cudaUserObjectCreate(&object, &destroyed, [](void *d) { __atomic_store_n((int *)d, 1, __ATOMIC_SEQ_CST); }, 1, cudaUserObjectNoDestructorSync));
    OK(cudaGraphRetainUserObject(g, object, 1, cudaGraphUserObjectMove)); IS(cudaGraphReleaseUserObject(g, object, 2), cudaErrorInvalidValue); OK(cudaGraphClone(&clone, g)); OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphDestroy(g)); OK(cudaGraphDestroy(clone));
    OK(cudaGraphLaunch(x, s)); OK(cudaGraphExecDestroy(x)); HOLDS(!__atomic_load_n(&destroyed, __ATOMIC_SEQ_CST)); OK(cudaStreamSynchronize(s));
    for (int i = 0; i < 2000 && !__atomic_load_n(&destroyed, __ATOMIC_SEQ_CST); i++) usleep(1000);
    HOLDS(__atomic_load_n(&destroyed, __ATOMIC_SEQ_CST)); IS(cudaUserObjectRetain(object, 1), cudaErrorInvalidValue);
}
int main() {
    OK(cudaStreamCreate(&s)); OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    ports(); updates(); threads(); objects();
    if (!bad) printf("OK\n");
    return bad;
}
