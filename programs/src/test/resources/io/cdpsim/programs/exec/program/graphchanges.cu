// Graphs that change while they run: conditional nodes in each other and in child graphs, nodes that kernels of other graphs update. Each check prints a line where it fails.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>
namespace cg = cooperative_groups;
static int bad;
#define IS(call, want) do { long e_ = (long)(call); if (e_ != (long)(want)) { printf("line %d: %s is %ld, expected %ld\n", __LINE__, #call, e_, (long)(want)); bad = 1; } cudaGetLastError(); } while (0)
#define OK(call) IS(call, cudaSuccess)
// Conditional nodes: a while with an if and a switch in its body, one inside of a child graph, defaults at each launch.
namespace conditions {
__global__ void reset(int *s) { s[0] = 0; s[1] = 0; s[2] = 0; s[3] = 0; s[4] = 0; s[5] = 0; }
__global__ void step(int *s, cudaGraphConditionalHandle w, cudaGraphConditionalHandle odd, cudaGraphConditionalHandle which, int most) {
    int i = ++s[0]; cudaGraphSetConditional(odd, i & 1); cudaGraphSetConditional(which, i % 4); cudaGraphSetConditional(w, i < most);
}
__global__ void count(int *s, int at) { s[at]++; }
static cudaGraphNode_t kernel(cudaGraph_t g, std::vector<cudaGraphNode_t> on, void *f, void **args) {
    cudaKernelNodeParams p = {}; p.func = f; p.gridDim = p.blockDim = dim3(1); p.kernelParams = args; cudaGraphNode_t n; OK(cudaGraphAddKernelNode(&n, g, on.data(), on.size(), &p)); return n;
}
static cudaGraphNode_t cond(cudaGraph_t g, std::vector<cudaGraphNode_t> on, cudaGraphConditionalHandle h, cudaGraphConditionalNodeType type, int size, cudaGraph_t *bodies) {
    cudaGraphNodeParams p = {}; p.type = cudaGraphNodeTypeConditional; p.conditional.handle = h; p.conditional.type = type; p.conditional.size = size; cudaGraphNode_t n;
    OK(cudaGraphAddNode(&n, g, on.data(), NULL, on.size(), &p)); for (int i = 0; i < size; i++) bodies[i] = p.conditional.phGraph_out[i]; return n;
}
static void run() {
    int *s, most = 10, host[6]; OK(cudaMallocManaged(&s, 64));
    cudaGraph_t g; OK(cudaGraphCreate(&g, 0)); cudaGraphConditionalHandle w, odd, which;
    OK(cudaGraphConditionalHandleCreate(&w, g, 1, cudaGraphCondAssignDefault)); OK(cudaGraphConditionalHandleCreate(&odd, g)); OK(cudaGraphConditionalHandleCreate(&which, g));
    void *a0[] = {&s}; auto r = kernel(g, {}, (void *)reset, a0); cudaGraph_t body, branches[2], cases[3]; auto loop = cond(g, {r}, w, cudaGraphCondTypeWhile, 1, &body);
    void *a1[] = {&s, &w, &odd, &which, &most}; auto st = kernel(body, {}, (void *)step, a1);
    auto i1 = cond(body, {st}, odd, cudaGraphCondTypeIf, 2, branches); int at1 = 1, at2 = 2, at3 = 3, at4 = 4, at5 = 5;
    void *b1[] = {&s, &at1}, *b2[] = {&s, &at2}, *b3[] = {&s, &at3}, *b4[] = {&s, &at4}, *b5[] = {&s, &at5};
    kernel(branches[0], {}, (void *)count, b1); kernel(branches[1], {}, (void *)count, b2);
    cond(body, {i1}, which, cudaGraphCondTypeSwitch, 3, cases); kernel(cases[1], {}, (void *)count, b3); kernel(cases[2], {}, (void *)count, b4);
    kernel(g, {loop}, (void *)count, b5);
    cudaGraphExec_t x; OK(cudaGraphInstantiate(&x, g, 0));
    for (int l = 0; l < 2; l++) { OK(cudaGraphLaunch(x, 0)); OK(cudaDeviceSynchronize()); memcpy(host, s, 24); IS(host[0], 10); IS(host[1], 5); IS(host[2], 5); IS(host[3], 3); IS(host[4], 3); IS(host[5], 1); }
    // update of a kernel in the body
    most = 3; cudaKernelNodeParams p = {}; p.func = (void *)step; p.gridDim = p.blockDim = dim3(1); p.kernelParams = a1; OK(cudaGraphExecKernelNodeSetParams(x, st, &p));
    OK(cudaGraphLaunch(x, 0)); OK(cudaDeviceSynchronize()); IS(s[0], 3); IS(s[1], 2); IS(s[5], 1);
    // a graph with conditional nodes has one executable at a time? (only allocation, updatable) and is not a child unless moved
    cudaGraph_t outer; OK(cudaGraphCreate(&outer, 0)); cudaGraphNode_t c; IS(cudaGraphAddChildGraphNode(&c, outer, NULL, 0, g) != cudaSuccess, 1);
    cudaGraph_t inner; OK(cudaGraphCreate(&inner, 0)); cudaGraphConditionalHandle q; OK(cudaGraphConditionalHandleCreate(&q, inner, 1, cudaGraphCondAssignDefault)); cudaGraph_t qb;
    cond(inner, {}, q, cudaGraphCondTypeWhile, 1, &qb); void *d1[] = {&s, &q, &q, &q, &most}; kernel(qb, {}, (void *)step, d1);
    cudaGraphNodeParams np = {}; np.type = cudaGraphNodeTypeGraph; np.graph.graph = inner; np.graph.ownership = cudaGraphChildGraphOwnershipMove;
    auto r2 = kernel(outer, {}, (void *)reset, a0); OK(cudaGraphAddNode(&c, outer, &r2, NULL, 1, &np));
    cudaGraphExec_t y; OK(cudaGraphInstantiate(&y, outer, 0));
    for (int l = 0; l < 2; l++) { OK(cudaGraphLaunch(y, 0)); OK(cudaDeviceSynchronize()); IS(s[0], 3); }
    // capture into a body
    cudaGraph_t cap, cb; OK(cudaGraphCreate(&cap, 0)); cudaGraphConditionalHandle k; OK(cudaGraphConditionalHandleCreate(&k, cap, 1, cudaGraphCondAssignDefault)); cond(cap, {}, k, cudaGraphCondTypeIf, 1, &cb);
    cudaStream_t u, v; OK(cudaStreamCreate(&u)); OK(cudaStreamCreate(&v)); cudaEvent_t e, f; OK(cudaEventCreate(&e)); OK(cudaEventCreate(&f));
    OK(cudaStreamBeginCaptureToGraph(u, cb, NULL, NULL, 0, cudaStreamCaptureModeGlobal)); count<<<1, 1, 0, u>>>(s, 1); OK(cudaEventRecord(e, u)); OK(cudaStreamWaitEvent(v, e)); count<<<1, 1, 0, v>>>(s, 2); count<<<1, 1, 0, u>>>(s, 3);
    OK(cudaEventRecord(f, v)); OK(cudaStreamWaitEvent(u, f)); OK(cudaStreamEndCapture(u, NULL)); OK(cudaGraphInstantiate(&y, cap, 0)); memset(s, 0, 24); OK(cudaGraphLaunch(y, u)); OK(cudaStreamSynchronize(u)); IS(s[1] * 100 + s[2] * 10 + s[3], 111);
    // an unused handle
    cudaGraph_t un; OK(cudaGraphCreate(&un, 0)); OK(cudaGraphConditionalHandleCreate(&k, un)); cudaGraphInstantiateParams ip = {}; IS(cudaGraphInstantiateWithParams(&y, un, &ip) != cudaSuccess, 1); IS(ip.result_out, cudaGraphInstantiateConditionalHandleUnused);
    OK(cudaDeviceSynchronize());
}
}

// A kernel changes the parameters, the grid and the presence of nodes of its own graph, of another graph that it launches, and by a batch.
namespace devicenodes {
__global__ void add(int *a, int at, int v) { atomicAdd(a + at, v); }
__global__ void change(cudaGraphDeviceNode_t own, cudaGraphDeviceNode_t other, cudaGraphExec_t x, int v, int *err) {
    err[0] = cudaGraphKernelNodeSetParam(own, 12, v);
    err[1] = cudaGraphKernelNodeSetGridDim(own, dim3(3));
    err[2] = cudaGraphKernelNodeSetParam(other, 12, 2 * v);
    alignas(16) unsigned char raw[2 * sizeof(cudaGraphKernelNodeUpdate)] = {}; cudaGraphKernelNodeUpdate *u = (cudaGraphKernelNodeUpdate *)raw;
    u[0].node = other; u[0].field = cudaGraphKernelNodeFieldGridDim; u[0].updateData.gridDim = dim3(2); 
    u[1].node = other; u[1].field = cudaGraphKernelNodeFieldEnabled; u[1].updateData.isEnabled = v != 7;
    err[3] = cudaGraphKernelNodeUpdatesApply(u, 2);
    err[4] = cudaGraphLaunch(x, cudaStreamGraphFireAndForget);
}
static cudaGraphNode_t kernel(cudaGraph_t g, std::vector<cudaGraphNode_t> on, void *f, void **args) {
    cudaKernelNodeParams p = {}; p.func = f; p.gridDim = p.blockDim = dim3(1); p.kernelParams = args; cudaGraphNode_t n; OK(cudaGraphAddKernelNode(&n, g, on.data(), on.size(), &p)); return n;
}
static void run() {
    int *a, *err; OK(cudaMallocManaged(&a, 64)); OK(cudaMallocManaged(&err, 64)); memset(a, 0, 64); memset(err, 0xff, 64);
    int i0 = 0, i1 = 1, v0 = 0; cudaGraph_t g, h; OK(cudaGraphCreate(&g, 0)); OK(cudaGraphCreate(&h, 0));
    void *ah[] = {&a, &i1, &v0}; auto nh = kernel(h, {}, (void *)add, ah); cudaLaunchAttributeValue val = {}; val.deviceUpdatableKernelNode.deviceUpdatable = 1;
    OK(cudaGraphKernelNodeSetAttribute(nh, cudaLaunchAttributeDeviceUpdatableKernelNode, &val)); cudaGraphDeviceNode_t other = val.deviceUpdatableKernelNode.devNode;
    cudaGraphExec_t xh, xg; OK(cudaGraphInstantiate(&xh, h, cudaGraphInstantiateFlagDeviceLaunch)); OK(cudaGraphUpload(xh, 0));
    // the second node of g comes from a capture whose launch has the attribute
    cudaGraphDeviceNode_t own; cudaStream_t s; OK(cudaStreamCreate(&s)); int v = 5;
    OK(cudaStreamBeginCaptureToGraph(s, g, NULL, NULL, 0, cudaStreamCaptureModeGlobal));
    cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeDeviceUpdatableKernelNode; at[0].val.deviceUpdatableKernelNode.deviceUpdatable = 1; at[0].val.deviceUpdatableKernelNode.devNode = 0;
    cudaLaunchConfig_t c = {}; c.gridDim = c.blockDim = dim3(1); c.stream = s; c.attrs = at; c.numAttrs = 1; OK(cudaLaunchKernelEx(&c, add, a, i0, v0)); own = at[0].val.deviceUpdatableKernelNode.devNode; IS(own != 0, 1);
    OK(cudaStreamEndCapture(s, NULL));
    size_t n = 1; cudaGraphNode_t ng; OK(cudaGraphGetNodes(g, &ng, &n)); IS(n, 1);
    void *ac[] = {&own, &other, &xh, &v, &err}; auto first = kernel(g, {}, (void *)change, ac); OK(cudaGraphAddDependencies(g, &first, &ng, NULL, 1));
    OK(cudaGraphInstantiate(&xg, g, 0)); OK(cudaGraphUpload(xg, s)); OK(cudaGraphLaunch(xg, s)); OK(cudaStreamSynchronize(s));
    for (int i = 0; i < 5; i++) IS(err[i], 0);
    IS(a[0], 15); IS(a[1], 20);
    v = 7; cudaKernelNodeParams p = {}; p.func = (void *)change; p.gridDim = p.blockDim = dim3(1); p.kernelParams = ac; OK(cudaGraphExecKernelNodeSetParams(xg, first, &p)); OK(cudaGraphLaunch(xg, s)); OK(cudaStreamSynchronize(s));
    IS(a[0], 15 + 21); IS(a[1], 20);
    // restrictions
    cudaGraphExec_t y; IS(cudaGraphInstantiate(&y, h, cudaGraphInstantiateFlagDeviceLaunch) != cudaSuccess, 1);
    IS(cudaGraphDestroyNode(nh) != cudaSuccess, 1);
    val.deviceUpdatableKernelNode.deviceUpdatable = 0; IS(cudaGraphKernelNodeSetAttribute(nh, cudaLaunchAttributeDeviceUpdatableKernelNode, &val) != cudaSuccess, 1);
    IS(cudaGraphKernelNodeCopyAttributes(nh, first) != cudaSuccess, 1);
    cudaGraphExecUpdateResultInfo info; IS(cudaGraphExecUpdate(xh, h, &info) != cudaSuccess, 1);
    IS(cudaLaunchKernelEx(&c, add, a, i0, v0) != cudaSuccess, 1);
    OK(cudaDeviceSynchronize());
}
}

int main() {
    conditions::run(); devicenodes::run();
    if (!bad) printf("OK\n");
    return bad;
}
