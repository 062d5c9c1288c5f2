// Conditional nodes, memory nodes, nodes that device code updates, and captures into graphs. Each check prints a line where it fails.
#include <cstdio>
#include <cuda_runtime.h>
static int bad;
#define IS(call, want) do { cudaError_t e_ = (call); if (e_ != (want)) { printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(e_)); bad = 1; } cudaGetLastError(); } while (0)
#define OK(call) IS(call, cudaSuccess)
#define HOLDS(c) do { if (!(c)) { printf("line %d: %s\n", __LINE__, #c); bad = 1; } } while (0)
__device__ int rounds, sum, code;
__global__ void start(cudaGraphConditionalHandle h, int n) { rounds = n; cudaGraphSetConditional(h, n > 0); }
__global__ void step(cudaGraphConditionalHandle h) { rounds--; cudaGraphSetConditional(h, rounds > 0); }
__global__ void add(int n) { atomicAdd(&sum, n); }
__global__ void choose(cudaGraphConditionalHandle h, int n) { cudaGraphSetConditional(h, n); }
__global__ void update(cudaGraphDeviceNode_t node, int n, int blocks, bool on) {
    int c = cudaGraphKernelNodeSetParam(node, 0, n); c |= cudaGraphKernelNodeSetGridDim(node, dim3(blocks)); c |= cudaGraphKernelNodeSetEnabled(node, on); code = c;
}
__global__ void updates(cudaGraphDeviceNode_t node, int n) {
    alignas(16) char bytes[2 * sizeof(cudaGraphKernelNodeUpdate)]; auto u = (cudaGraphKernelNodeUpdate *)bytes;
    u[0].node = node; u[0].field = cudaGraphKernelNodeFieldParam; u[0].updateData.param.pValue = &n; u[0].updateData.param.offset = 0; u[0].updateData.param.size = 4;
    u[1].node = node; u[1].field = cudaGraphKernelNodeFieldEnabled; u[1].updateData.isEnabled = 1; code = cudaGraphKernelNodeUpdatesApply(u, 2);
}
__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
__global__ void total(const int *p) { int s = 0; for (int i = 0; i < 32; i++) s += p[i]; sum = s; }
#if CUDART_VERSION >= 13000
#define PLAIN_EDGES 0,
#else
#define PLAIN_EDGES
#define cudaStreamGetCaptureInfo(s, status, id, g, on, data, n) cudaStreamGetCaptureInfo_v2(s, status, id, g, on, n)
#endif
static cudaStream_t s, t;
template <class T> static T get(const T &symbol) { T v; OK(cudaMemcpyFromSymbol(&v, symbol, sizeof v)); return v; }
static void zero() { int z = 0; OK(cudaMemcpyToSymbol(sum, &z, 4)); }
template <class... A> static cudaGraphNode_t kernel(cudaGraph_t g, const cudaGraphNode_t *on, void (*f)(A...), A... a) {
    void *args[] = {(void *)&a...}; cudaKernelNodeParams p = {}; p.func = (void *)f; p.gridDim = 1; p.blockDim = 1; p.kernelParams = args;
    cudaGraphNode_t n = 0; OK(cudaGraphAddKernelNode(&n, g, on, on ? 1 : 0, &p)); return n;
}
static cudaGraph_t *branch(cudaGraph_t g, cudaGraphNode_t *node, const cudaGraphNode_t *on, cudaGraphConditionalHandle h, cudaGraphConditionalNodeType type, int size) {
    cudaGraphNodeParams c = {}; c.type = cudaGraphNodeTypeConditional; c.conditional.handle = h; c.conditional.type = type; c.conditional.size = size;
    OK(cudaGraphAddNode(node, g, on, PLAIN_EDGES on ? 1 : 0, &c)); return c.conditional.phGraph_out;
}
static int run(cudaGraphExec_t x) { zero(); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); return get(sum); }
int main() {
    OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t)); cudaGraph_t g; cudaGraphExec_t x; cudaGraphConditionalHandle h; cudaGraphNode_t a, w, b;
    // While: five rounds of two, then one.
    OK(cudaGraphCreate(&g, 0)); OK(cudaGraphConditionalHandleCreate(&h, g, 0, 0)); a = kernel(g, 0, start, h, 5);
    cudaGraph_t *body = branch(g, &w, &a, h, cudaGraphCondTypeWhile, 1); b = kernel(body[0], 0, add, 2); kernel(body[0], &b, step, h); kernel(g, &w, add, 100);
    OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == 110); HOLDS(run(x) == 110);
    cudaGraphNodeType type; OK(cudaGraphNodeGetType(w, &type)); HOLDS(type == cudaGraphNodeTypeConditional);
    OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    // If with else: by the default value at each launch, then by a kernel.
    OK(cudaGraphCreate(&g, 0)); OK(cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault)); body = branch(g, &w, 0, h, cudaGraphCondTypeIf, 2);
    kernel(body[0], 0, add, 1); kernel(body[1], 0, add, 2); kernel(g, &w, choose, h, 0); OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == 1); HOLDS(run(x) == 1);
    OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    for (int value = 0; value < 2; value++) {
        OK(cudaGraphCreate(&g, 0)); OK(cudaGraphConditionalHandleCreate(&h, g, 0, 0)); a = kernel(g, 0, choose, h, value); body = branch(g, &w, &a, h, cudaGraphCondTypeIf, 2);
        kernel(body[0], 0, add, 1); kernel(body[1], 0, add, 2); OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == (value ? 1 : 2)); OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    }
    // Switch, a graph captured into one body; a value behind the last runs nothing.
    for (int value = 0; value < 4; value++) {
        OK(cudaGraphCreate(&g, 0)); OK(cudaGraphConditionalHandleCreate(&h, g, 0, 0)); a = kernel(g, 0, choose, h, value); body = branch(g, &w, &a, h, cudaGraphCondTypeSwitch, 3);
        kernel(body[0], 0, add, 10); kernel(body[1], 0, add, 20); OK(cudaStreamBeginCaptureToGraph(s, body[2], 0, 0, 0, cudaStreamCaptureModeGlobal));
        add<<<1, 1, 0, s>>>(30); add<<<1, 1, 0, s>>>(1); cudaGraph_t same; OK(cudaStreamEndCapture(s, &same)); HOLDS(same == body[2]);
        OK(cudaGraphInstantiate(&x, g, 0)); int want[] = {10, 20, 31, 0}; HOLDS(run(x) == want[value]); OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    }
    // A handle of no node cannot be instantiated.
    OK(cudaGraphCreate(&g, 0)); OK(cudaGraphConditionalHandleCreate(&h, g, 0, 0)); kernel(g, 0, add, 1); cudaGraphInstantiateParams ip = {};
    IS(cudaGraphInstantiateWithParams(&x, g, &ip), cudaErrorInvalidValue); HOLDS(ip.result_out == cudaGraphInstantiateConditionalHandleUnused); OK(cudaGraphDestroy(g));
    // A node that a kernel of the same graph updates before it starts.
    OK(cudaGraphCreate(&g, 0)); b = kernel(g, 0, add, 1); cudaKernelNodeAttrValue v = {}; v.deviceUpdatableKernelNode.deviceUpdatable = 1;
    OK(cudaGraphKernelNodeSetAttribute(b, cudaKernelNodeAttributeDeviceUpdatableKernelNode, &v)); cudaGraphDeviceNode_t node = v.deviceUpdatableKernelNode.devNode; HOLDS(node != 0);
    a = kernel(g, 0, update, node, 7, 3, true); OK(cudaGraphAddDependencies(g, &a, &b, PLAIN_EDGES 1)); OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == 21); HOLDS(get(code) == 0);
    OK(cudaGraphKernelNodeSetAttribute(b, cudaKernelNodeAttributeDeviceUpdatableKernelNode, &v));
    update<<<1, 1>>>(node, 1, 1, false); OK(cudaDeviceSynchronize()); OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    OK(cudaGraphCreate(&g, 0)); b = kernel(g, 0, add, 1); OK(cudaGraphKernelNodeSetAttribute(b, cudaKernelNodeAttributeDeviceUpdatableKernelNode, &v)); node = v.deviceUpdatableKernelNode.devNode;
    OK(cudaGraphInstantiate(&x, g, 0)); update<<<1, 1>>>(node, 1, 1, false); HOLDS(run(x) == 0); updates<<<1, 1>>>(node, 9); HOLDS(run(x) == 9); HOLDS(get(code) == 0); OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    // Memory of nodes, built and captured; the host frees what a launch leaves.
    OK(cudaGraphCreate(&g, 0)); cudaMemAllocNodeParams m = {}; m.poolProps.allocType = cudaMemAllocationTypePinned; m.poolProps.location.type = cudaMemLocationTypeDevice; m.bytesize = 128;
    OK(cudaGraphAddMemAllocNode(&a, g, 0, 0, &m)); HOLDS(m.dptr != 0); void *p = m.dptr; int three = 3; void *fa[] = {&p, &three};
    cudaKernelNodeParams k = {}; k.func = (void *)fill; k.gridDim = 1; k.blockDim = 32; k.kernelParams = fa; OK(cudaGraphAddKernelNode(&b, g, &a, 1, &k)); w = kernel(g, &b, total, (const int *)p);
    OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == 96); IS(cudaGraphLaunch(x, s), cudaErrorInvalidValue); OK(cudaFree(p)); HOLDS(run(x) == 96); OK(cudaFreeAsync(p, s)); OK(cudaGraphExecDestroy(x));
    OK(cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagAutoFreeOnLaunch)); HOLDS(run(x) == 96); HOLDS(run(x) == 96); OK(cudaFree(p)); OK(cudaGraphExecDestroy(x));
    cudaGraphNode_t f; OK(cudaGraphAddMemFreeNode(&f, g, &w, 1, p)); OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == 96); HOLDS(run(x) == 96); OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); int *q; OK(cudaMallocAsync((void **)&q, 128, s)); fill<<<1, 32, 0, s>>>(q, 2); total<<<1, 1, 0, s>>>(q); OK(cudaFreeAsync(q, s));
    cudaStreamCaptureStatus status; unsigned long long id; cudaGraph_t now; const cudaGraphNode_t *last; size_t n; OK(cudaStreamGetCaptureInfo(s, &status, &id, &now, &last, 0, &n)); HOLDS(n == 1);
    OK(cudaGraphNodeGetType(last[0], &type)); HOLDS(type == cudaGraphNodeTypeMemFree); OK(cudaStreamEndCapture(s, &g)); HOLDS(g == now);
    OK(cudaGraphInstantiate(&x, g, 0)); HOLDS(run(x) == 64); HOLDS(run(x) == 64); OK(cudaGraphExecDestroy(x)); OK(cudaGraphDestroy(g));
    // What nodes say of themselves.
    OK(cudaGraphCreate(&g, 0)); char *d; OK(cudaMalloc((void **)&d, 64)); cudaMemsetParams fp = {}, got; fp.dst = d; fp.elementSize = 1; fp.width = 8; fp.height = 1; fp.value = 4; OK(cudaGraphAddMemsetNode(&a, g, 0, 0, &fp));
    OK(cudaGraphMemsetNodeGetParams(a, &got)); HOLDS(got.dst == d && got.width == 8 && got.value == 4); OK(cudaGraphAddMemcpyNode1D(&b, g, &a, 1, d + 8, d, 8, cudaMemcpyDeviceToDevice));
    cudaMemcpy3DParms cp; OK(cudaGraphMemcpyNodeGetParams(b, &cp)); HOLDS(cp.srcPtr.ptr == d && cp.extent.width == 8); OK(cudaGraphDestroy(g));
    puts(bad ? "FAILED" : "OK"); return bad;
}
