// Graphs as programs build and change them: captures that fork, updates, cooperative grids, clusters, dependent launches, memory and events. Each check prints a line where it fails.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>
namespace cg = cooperative_groups;
static int bad;
#define IS(call, want) do { long e_ = (long)(call); if (e_ != (long)(want)) { printf("line %d: %s is %ld, expected %ld\n", __LINE__, #call, e_, (long)(want)); bad = 1; } cudaGetLastError(); } while (0)
#define OK(call) IS(call, cudaSuccess)
// A library function that forks into its own streams is captured, also inside of a forked branch of the caller.
namespace forks {
__global__ void add(int *a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += v; }
__global__ void scale(int *a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= v; }
struct Library {
    cudaStream_t own[2]; cudaEvent_t start, done[2];
    Library() { for (int i = 0; i < 2; i++) { OK(cudaStreamCreateWithFlags(&own[i], cudaStreamNonBlocking)); OK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming)); } OK(cudaEventCreateWithFlags(&start, cudaEventDisableTiming)); }
    void run(int *a, int n, cudaStream_t s) {
        OK(cudaEventRecord(start, s));
        for (int i = 0; i < 2; i++) {
            OK(cudaStreamWaitEvent(own[i], start));
            add<<<1, 64, 0, own[i]>>>(a + i * n / 2, n / 2, 10 + i); OK(cudaGetLastError());
            scale<<<1, 64, 0, own[i]>>>(a + i * n / 2, n / 2, 2); OK(cudaGetLastError());
            OK(cudaEventRecord(done[i], own[i]));
        }
        for (int i = 0; i < 2; i++) OK(cudaStreamWaitEvent(s, done[i]));
    }
};
static void run() {
    const int n = 128; int *a, *b, host[n];
    OK(cudaMalloc(&a, 4 * n)); OK(cudaMalloc(&b, 4 * n));
    Library l1, l2; cudaStream_t s, t; OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t)); cudaEvent_t f, j; OK(cudaEventCreate(&f)); OK(cudaEventCreate(&j));
    cudaGraph_t g; cudaGraphExec_t x;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaMemsetAsync(a, 0, 4 * n, s));
    OK(cudaEventRecord(f, s)); OK(cudaStreamWaitEvent(t, f));
    OK(cudaMemsetAsync(b, 0, 4 * n, t));
    l1.run(a, n, s); l2.run(b, n, t); l1.run(a, n, s);
    OK(cudaEventRecord(j, t)); OK(cudaStreamWaitEvent(s, j));
    cudaStreamCaptureStatus st; OK(cudaStreamIsCapturing(l1.own[0], &st)); IS(st, cudaStreamCaptureStatusActive);
    OK(cudaMemcpyAsync(a + n - 1, b, 4, cudaMemcpyDeviceToDevice, s));
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaStreamIsCapturing(l1.own[0], &st)); IS(st, cudaStreamCaptureStatusNone);
    size_t count = 0, roots = 0, edges = 0; OK(cudaGraphGetNodes(g, NULL, &count)); OK(cudaGraphGetRootNodes(g, NULL, &roots)); OK(cudaGraphGetEdges(g, NULL, NULL, NULL, &edges));
    IS(count, 2 + 12 + 1); IS(roots, 1);
    // memset a -> memset b; per library call: 2 in + 2 inside; the second call of l1: each of its 2 streams depends on both ends (its own and the other's)
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int r = 0; r < 3; r++) OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s)); OK(cudaMemcpy(host, a, 4 * n, cudaMemcpyDeviceToHost));
    IS(host[0], ((10 * 2) + 10) * 2); IS(host[n / 2], (22 + 11) * 2); IS(host[n - 1], 20);
    // unjoined fork: EndCapture reports it
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); OK(cudaEventRecord(f, s)); OK(cudaStreamWaitEvent(t, f)); add<<<1, 1, 0, t>>>(b, 1, 1);
    IS(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined); IS(g == NULL, 1);
    add<<<1, 1, 0, t>>>(b, 1, 5); OK(cudaGetLastError()); OK(cudaStreamSynchronize(t));
    OK(cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost)); IS(host[0], 25);
    // a forked stream that is destroyed once joined
    cudaStream_t u; OK(cudaStreamCreate(&u)); OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cudaEventRecord(f, s)); OK(cudaStreamWaitEvent(u, f));
    add<<<1, 1, 0, u>>>(b, 1, 1); OK(cudaEventRecord(j, u)); OK(cudaStreamWaitEvent(s, j)); OK(cudaStreamDestroy(u)); OK(cudaEventDestroy(j)); OK(cudaStreamEndCapture(s, &g)); 
    OK(cudaGraphGetNodes(g, NULL, &count)); IS(count, 1);
    OK(cudaDeviceSynchronize());
}
}

// Updates of a whole executable graph: what may change, what may not, and what stays after a refusal.
namespace updates {
__global__ void put(int *a, int at, int v) { a[at] = v; }
__global__ void twice(int *a, int at, int v) { a[at] = 2 * v; }
__global__ void sum(int *a, int from, int to) { a[to] += a[from]; }
static cudaGraphNode_t kernel(cudaGraph_t g, std::vector<cudaGraphNode_t> on, void *f, int *a, int x, int y) {
    cudaKernelNodeParams p = {}; void *args[] = {&a, &x, &y}; p.func = f; p.gridDim = p.blockDim = dim3(1); p.kernelParams = args; cudaGraphNode_t n;
    OK(cudaGraphAddKernelNode(&n, g, on.data(), on.size(), &p)); return n;
}
static int at(int *a, int i) { int v; OK(cudaMemcpy(&v, a + i, 4, cudaMemcpyDeviceToHost)); return v; }
static void run() {
    int *a; OK(cudaMalloc(&a, 64)); OK(cudaMemset(a, 0, 64));
    cudaGraph_t g, h; cudaGraphExec_t x; OK(cudaGraphCreate(&g, 0));
    auto n0 = kernel(g, {}, (void *)put, a, 0, 5); auto n1 = kernel(g, {}, (void *)put, a, 1, 7); auto n2 = kernel(g, {n0, n1}, (void *)sum, a, 0, 1);
    OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 12);
    cudaGraphExecUpdateResultInfo info;
    // same edges, other order of creation: nodes are paired by edges
    OK(cudaGraphCreate(&h, 0)); auto m1 = kernel(h, {}, (void *)twice, a, 1, 100); auto m0 = kernel(h, {}, (void *)put, a, 0, 6); auto m2 = kernel(h, {m0, m1}, (void *)sum, a, 0, 1);
    OK(cudaGraphExecUpdate(x, h, &info)); IS(info.result, cudaGraphExecUpdateSuccess); OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 206);
    // n0 is paired with m0: changing n0's parameters changes what put wrote
    { cudaKernelNodeParams p = {}; int i = 0, v = 50; void *args[] = {&a, &i, &v}; p.func = (void *)put; p.gridDim = p.blockDim = dim3(1); p.kernelParams = args; OK(cudaGraphExecKernelNodeSetParams(x, n0, &p)); }
    OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 250);
    // one node fewer
    OK(cudaGraphCreate(&h, 0)); m0 = kernel(h, {}, (void *)put, a, 0, 1); m2 = kernel(h, {m0}, (void *)sum, a, 0, 1);
    IS(cudaGraphExecUpdate(x, h, &info), cudaErrorGraphExecUpdateFailure); IS(info.result, cudaGraphExecUpdateErrorTopologyChanged); IS(info.errorNode == NULL, 1);
    // a dependency fewer, and hence an exit node more
    OK(cudaGraphCreate(&h, 0)); m0 = kernel(h, {}, (void *)put, a, 0, 1); m1 = kernel(h, {}, (void *)put, a, 1, 1); m2 = kernel(h, {m0}, (void *)sum, a, 0, 1);
    IS(cudaGraphExecUpdate(x, h, &info), cudaErrorGraphExecUpdateFailure); IS(info.result, cudaGraphExecUpdateErrorTopologyChanged); IS(info.errorNode != NULL, 1);
    // another type
    OK(cudaGraphCreate(&h, 0)); m0 = kernel(h, {}, (void *)put, a, 0, 1); cudaMemsetParams ms = {}; ms.dst = a + 1; ms.elementSize = 4; ms.width = 1; ms.height = 1; ms.value = 3; OK(cudaGraphAddMemsetNode(&m1, h, NULL, 0, &ms)); m2 = kernel(h, {m0, m1}, (void *)sum, a, 0, 1);
    IS(cudaGraphExecUpdate(x, h, &info), cudaErrorGraphExecUpdateFailure); IS(info.result, cudaGraphExecUpdateErrorNodeTypeChanged); IS(info.errorNode == m1, 1);
    // a cooperative node in place of an ordinary one
    OK(cudaGraphCreate(&h, 0)); m0 = kernel(h, {}, (void *)put, a, 0, 1); m1 = kernel(h, {}, (void *)put, a, 1, 1); m2 = kernel(h, {m0, m1}, (void *)sum, a, 0, 1);
    cudaLaunchAttributeValue v = {}; v.cooperative = 1; OK(cudaGraphKernelNodeSetAttribute(m0, cudaLaunchAttributeCooperative, &v));
    IS(cudaGraphExecUpdate(x, h, &info), cudaErrorGraphExecUpdateFailure); IS(info.result, cudaGraphExecUpdateErrorAttributesChanged); IS(info.errorNode == m0, 1);
   
    OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 250);
    // disable, enable
    OK(cudaGraphNodeSetEnabled(x, n2, 0)); OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 200); OK(cudaGraphNodeSetEnabled(x, n2, 1)); OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 250);
    // destroy a node of the graph: the executable keeps it
    OK(cudaGraphDestroyNode(n1)); OK(cudaGraphLaunch(x, 0)); IS(at(a, 1), 250);
    cudaGraphExec_t y; OK(cudaGraphInstantiate(&y, g, 0)); OK(cudaMemset(a, 0, 64)); OK(cudaGraphLaunch(y, 0)); IS(at(a, 1), 5);
    // a child graph's parameters
    cudaGraph_t outer, inner, other; cudaGraphNode_t c; OK(cudaGraphCreate(&inner, 0)); kernel(inner, {}, (void *)put, a, 4, 1); OK(cudaGraphCreate(&outer, 0));
    OK(cudaGraphAddChildGraphNode(&c, outer, NULL, 0, inner)); OK(cudaGraphInstantiate(&x, outer, 0)); OK(cudaGraphCreate(&other, 0)); kernel(other, {}, (void *)twice, a, 4, 9);
    OK(cudaGraphExecChildGraphNodeSetParams(x, c, other)); OK(cudaGraphLaunch(x, 0)); IS(at(a, 4), 18);
    // changes of the embedded clone, not of the original, reach later instantiations
    cudaGraph_t e; OK(cudaGraphChildGraphNodeGetGraph(c, &e)); kernel(e, {}, (void *)put, a, 5, 33); OK(cudaGraphInstantiate(&y, outer, 0)); OK(cudaGraphLaunch(y, 0)); IS(at(a, 5), 33); IS(at(a, 4), 1);
    IS(cudaGraphDestroy(e) != cudaSuccess, 1);
    IS(cudaGraphAddChildGraphNode(&c, outer, NULL, 0, outer) != cudaSuccess, 1);
   
    OK(cudaDeviceSynchronize());
}
}

// A cooperative launch inside of a capture, behind and before ordinary kernels, and updates of its node.
namespace cooperative {
__global__ void fill(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i == 0 ? 1.0f : 0.0f; }
__global__ void jacobi(float *a, float *b, int n, float eps, int *rounds, float *worst) {
    cg::grid_group grid = cg::this_grid(); int i = grid.thread_rank(); int r = 0;
    for (;;) {
        if (i == 0) worst[(r + 1) % 3] = 0; 
        grid.sync();
        for (int j = i; j < n; j += grid.size()) { float v = j == 0 ? 1.0f : j == n - 1 ? 0.0f : 0.5f * (a[j - 1] + a[j + 1]); b[j] = v; atomicMax((int *)&worst[r % 3], __float_as_int(fabsf(v - a[j]))); }
        grid.sync(); float *t = a; a = b; b = t; r++;
        if (worst[(r - 1) % 3] < eps) break;
    }
    if (i == 0) *rounds = r;
}
static void run() {
    int n = 32; float *a, *b, *w; int *rounds; OK(cudaMallocManaged(&a, 4 * n)); OK(cudaMallocManaged(&b, 4 * n)); OK(cudaMallocManaged(&w, 12)); OK(cudaMallocManaged(&rounds, 4)); 
    float eps = 1e-3f; cudaStream_t s; OK(cudaStreamCreate(&s)); cudaGraph_t g; cudaGraphExec_t x; void *args[] = {&a, &b, &n, &eps, &rounds, &w};
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cudaMemsetAsync(w, 0, 12, s)); fill<<<1, n, 0, s>>>(a, n); fill<<<1, n, 0, s>>>(b, n);
    OK(cudaLaunchCooperativeKernel((void *)jacobi, dim3(4), dim3(8), args, 0, s)); OK(cudaStreamEndCapture(s, &g));
    size_t c = 4; cudaGraphNode_t nodes[4]; OK(cudaGraphGetNodes(g, nodes, &c)); cudaLaunchAttributeValue v; OK(cudaGraphKernelNodeGetAttribute(nodes[3], cudaLaunchAttributeCooperative, &v)); IS(v.cooperative, 1);
    OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s));
    // host reference
    std::vector<float> p(n), q(n); p[0] = 1; int r = 0; for (float d = 1; d >= eps; r++) { d = 0; for (int j = 0; j < n; j++) { q[j] = j == 0 ? 1 : j == n - 1 ? 0 : 0.5f * (p[j - 1] + p[j + 1]); d = fmaxf(d, fabsf(q[j] - p[j])); } p.swap(q); }
    IS(*rounds, r); int bits = 0; for (int j = 0; j < n; j++) bits += (r % 2 ? b : a)[j] != p[j]; IS(bits, 0);
    // larger eps by update keeps the attribute
    eps = 1e-2f; cudaKernelNodeParams k = {}; k.func = (void *)jacobi; k.gridDim = dim3(2); k.blockDim = dim3(16); k.kernelParams = args; OK(cudaGraphExecKernelNodeSetParams(x, nodes[3], &k)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); IS(*rounds < r, 1);
    // too large for the device: when?
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); cudaError_t e1 = cudaLaunchCooperativeKernel((void *)jacobi, dim3(100000), dim3(256), args, 0, s); cudaError_t e2 = cudaStreamEndCapture(s, &g);
    OK(cudaDeviceSynchronize());
}
}

// Clusters by attribute in graph nodes: rings over distributed shared memory, barriers between neighbours split into arrive and wait.
namespace clusters {
__global__ void ring(int *out, int turns) {
    __shared__ int cell[2]; cg::cluster_group c = cg::this_cluster(); unsigned r = c.block_rank(), n = c.num_blocks();
    if (threadIdx.x == 0) cell[0] = r; c.sync();
    for (int t = 0; t < turns; t++) { if (threadIdx.x == 0) *c.map_shared_rank(&cell[(t + 1) & 1], (r + 1) % n) = cell[t & 1] + 1; auto token = c.barrier_arrive(); c.barrier_wait(std::move(token)); }
    if (threadIdx.x == 0) out[blockIdx.x] = cell[turns & 1] + 100 * n; c.sync();
}
static int check(int *out, int blocks, int n, int turns) { int wrong = 0; for (int b = 0; b < blocks; b++) { int r = b % n; int want = ((r - turns) % n + n) % n + turns + 100 * n; wrong += out[b] != want; } return wrong; }
static void run() {
    int *out; OK(cudaMallocManaged(&out, 256)); int turns = 5; cudaGraph_t g; OK(cudaGraphCreate(&g, 0)); void *args[] = {&out, &turns};
    cudaKernelNodeParams p = {}; p.func = (void *)ring; p.gridDim = dim3(8); p.blockDim = dim3(64); p.kernelParams = args; cudaGraphNode_t n; OK(cudaGraphAddKernelNode(&n, g, NULL, 0, &p));
    cudaLaunchAttributeValue v = {}; v.clusterDim.x = 4; v.clusterDim.y = v.clusterDim.z = 1; OK(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeClusterDimension, &v));
    cudaLaunchAttributeValue back = {}; OK(cudaGraphKernelNodeGetAttribute(n, cudaLaunchAttributeClusterDimension, &back)); IS(back.clusterDim.x, 4);
    cudaGraphExec_t x; OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, 0)); OK(cudaDeviceSynchronize()); IS(check(out, 8, 4, 5), 0);
    // a cluster that does not divide the grid is refused somewhere before it runs
    v.clusterDim.x = 3; cudaError_t e = cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributeClusterDimension, &v), f = cudaSuccess, l = cudaSuccess; cudaGraphExec_t y; if (e == cudaSuccess) { f = cudaGraphInstantiate(&y, g, 0); if (f == cudaSuccess) l = cudaGraphLaunch(y, 0); } IS(e != cudaSuccess || f != cudaSuccess || l != cudaSuccess, 1);
    // by capture, with the launch attribute, two sizes side by side
    cudaStream_t s, t; OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t)); cudaEvent_t a, b; OK(cudaEventCreate(&a)); OK(cudaEventCreate(&b)); int *o2 = out + 16;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cudaEventRecord(a, s)); OK(cudaStreamWaitEvent(t, a)); cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x = 8; at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {}; c.gridDim = dim3(8); c.blockDim = dim3(32); c.attrs = at; c.numAttrs = 1; c.stream = s; OK(cudaLaunchKernelEx(&c, ring, out, 7)); c.stream = t; at[0].val.clusterDim.x = 2; OK(cudaLaunchKernelEx(&c, ring, o2, 3));
    OK(cudaEventRecord(b, t)); OK(cudaStreamWaitEvent(s, b)); OK(cudaStreamEndCapture(s, &g)); OK(cudaGraphInstantiate(&y, g, 0)); memset(out, 0, 256); OK(cudaGraphLaunch(y, s)); OK(cudaStreamSynchronize(s)); IS(check(out, 8, 8, 7), 0); IS(check(o2, 8, 2, 3), 0);
    // a grid of another size through the executable
    p.gridDim = dim3(4); OK(cudaGraphExecKernelNodeSetParams(x, n, &p)); OK(cudaGraphLaunch(x, 0)); OK(cudaDeviceSynchronize()); IS(check(out, 4, 4, 5), 0);
    p.gridDim = dim3(6); IS(cudaGraphExecKernelNodeSetParams(x, n, &p) != cudaSuccess, 1);
    OK(cudaDeviceSynchronize());
}
}

// Dependent launches in a capture become programmatic edges; programmatic events fork them into another stream.
namespace dependents {
__global__ void produce(int *a, int v) { if (threadIdx.x == 0) a[1] = clock64() & 1; asm volatile("griddepcontrol.launch_dependents;"); for (int i = 0; i < 200; i++) __nanosleep(20); if (threadIdx.x == 0) a[0] = v; }
__global__ void consume(int *a, int *out) { asm volatile("griddepcontrol.wait;" ::: "memory"); if (threadIdx.x == 0) out[0] = a[0] + 1; }
static void run() {
    int *a; OK(cudaMallocManaged(&a, 64)); memset(a, 0, 64); cudaStream_t s, t; OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t)); cudaGraph_t g; cudaGraphExec_t x;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); produce<<<1, 32, 0, s>>>(a, 41);
    cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; at[0].val.programmaticStreamSerializationAllowed = 1; cudaLaunchConfig_t c = {}; c.gridDim = dim3(1); c.blockDim = dim3(32); c.stream = s; c.attrs = at; c.numAttrs = 1;
    OK(cudaLaunchKernelEx(&c, consume, a, a + 4)); OK(cudaStreamEndCapture(s, &g));
    cudaGraphNode_t from, to; size_t n = 1; cudaGraphEdgeData d; OK(cudaGraphGetEdges(g, &from, &to, &d, &n)); IS(n, 1); IS(d.type, cudaGraphDependencyTypeProgrammatic); IS(d.from_port, cudaGraphKernelNodePortProgrammatic);
    n = 1; IS(cudaGraphGetEdges(g, &from, &to, NULL, &n), cudaErrorLossyQuery);
    OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); IS(a[4], 42);
    // programmatic event, in a capture and in streams
    cudaEvent_t e; OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming)); cudaEvent_t j; OK(cudaEventCreateWithFlags(&j, cudaEventDisableTiming));
    for (int captured = 0; captured < 2; captured++) {
        if (captured) OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
        at[0].id = cudaLaunchAttributeProgrammaticEvent; memset(&at[0].val, 0, sizeof at[0].val); at[0].val.programmaticEvent.event = e; cudaError_t r = cudaLaunchKernelEx(&c, produce, a, 60 + captured); if (r != cudaSuccess) { if (captured) { cudaGraph_t u; cudaStreamEndCapture(s, &u); } continue; }
        OK(cudaStreamWaitEvent(t, e)); cudaLaunchConfig_t k = c; k.stream = t; at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; at[0].val.programmaticStreamSerializationAllowed = 1; OK(cudaLaunchKernelEx(&k, consume, a, a + 5)); OK(cudaEventRecord(j, t)); OK(cudaStreamWaitEvent(s, j));
        if (captured) { OK(cudaStreamEndCapture(s, &g)); n = 0; OK(cudaGraphGetEdges(g, NULL, NULL, NULL, &n)); n = 1; OK(cudaGraphGetEdges(g, &from, &to, &d, &n)); IS(d.type, cudaGraphDependencyTypeProgrammatic); OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, s)); }
        OK(cudaStreamSynchronize(s)); IS(a[5], 61 + captured);
    }
    // launch completion event
    at[0].id = cudaLaunchAttributeLaunchCompletionEvent; memset(&at[0].val, 0, sizeof at[0].val); at[0].val.launchCompletionEvent.event = e; cudaError_t r = cudaLaunchKernelEx(&c, produce, a, 70); if (r == cudaSuccess) { OK(cudaEventSynchronize(e)); OK(cudaStreamWaitEvent(t, e)); consume<<<1, 32, 0, t>>>(a, a + 6); OK(cudaGetLastError()); } OK(cudaStreamSynchronize(s));
    // edge with launch completion port by the API
    cudaGraph_t h; OK(cudaGraphCreate(&h, 0)); int v = 80; int *o = a + 7; void *pa[] = {&a, &v}, *ca[] = {&a, &o}; cudaGraphNodeParams np = {}; np.type = cudaGraphNodeTypeKernel; np.kernel.func = (void *)produce; np.kernel.gridDim = dim3(1); np.kernel.blockDim = dim3(32); np.kernel.kernelParams = pa; cudaGraphNode_t p1, p2; OK(cudaGraphAddNode(&p1, h, NULL, NULL, 0, &np));
    np.kernel.func = (void *)consume; np.kernel.kernelParams = ca; cudaGraphEdgeData ed = {}; ed.from_port = cudaGraphKernelNodePortLaunchCompletion; ed.type = cudaGraphDependencyTypeProgrammatic; OK(cudaGraphAddNode(&p2, h, &p1, &ed, 1, &np)); OK(cudaGraphInstantiate(&x, h, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s));
    // griddepcontrol.wait without programmatic dependency returns at once
    consume<<<1, 32, 0, s>>>(a, a + 8); OK(cudaStreamSynchronize(s)); IS(a[8], a[0] + 1);
    OK(cudaDeviceSynchronize());
}
}

// Allocations in graphs: by capture and by nodes, freed in the graph, by the host, by another graph, or at the next launch.
namespace memory {
__global__ void put(int *p, int v) { p[threadIdx.x] = v + threadIdx.x; }
__global__ void get(const int *p, int *out) { atomicAdd(out, p[threadIdx.x]); }
static void run() {
    int *out; OK(cudaMallocManaged(&out, 4)); *out = 0; cudaStream_t s, t; OK(cudaStreamCreate(&s)); OK(cudaStreamCreate(&t)); cudaEvent_t e, j; OK(cudaEventCreate(&e)); OK(cudaEventCreate(&j)); cudaGraph_t g, h; cudaGraphExec_t x, y; int *p, *q;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); OK(cudaMallocAsync((void **)&p, 128, s)); put<<<1, 32, 0, s>>>(p, 1); OK(cudaEventRecord(e, s)); OK(cudaStreamWaitEvent(t, e)); get<<<1, 32, 0, t>>>(p, out); OK(cudaMallocAsync((void **)&q, 128, s)); put<<<1, 32, 0, s>>>(q, 2); get<<<1, 32, 0, s>>>(q, out);
    OK(cudaEventRecord(j, t)); OK(cudaStreamWaitEvent(s, j)); OK(cudaFreeAsync(p, s)); OK(cudaStreamEndCapture(s, &g)); IS(p != q, 1);
    size_t n = 0; OK(cudaGraphGetNodes(g, NULL, &n)); IS(n, 7); std::vector<cudaGraphNode_t> nodes(n); OK(cudaGraphGetNodes(g, nodes.data(), &n)); cudaGraphNodeType ty; OK(cudaGraphNodeGetType(nodes[0], &ty)); IS(ty, cudaGraphNodeTypeMemAlloc);
    OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); IS(*out, 32 * 3 + 2 * 496);
    // q is still allocated: used and freed outside
    *out = 0; get<<<1, 32, 0, s>>>(q, out); OK(cudaStreamSynchronize(s)); IS(*out, 64 + 496); IS(cudaGraphLaunch(x, s), cudaErrorInvalidValue); OK(cudaFreeAsync(q, s)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s));
    // another graph frees q
    OK(cudaGraphCreate(&h, 0)); cudaGraphNode_t f; OK(cudaGraphAddMemFreeNode(&f, h, NULL, 0, q)); OK(cudaGraphInstantiate(&y, h, 0)); OK(cudaGraphLaunch(y, s)); OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s)); OK(cudaFree(q)); IS(cudaFree(q), cudaErrorInvalidValue);
    // what is not allowed
    cudaGraphExec_t z; IS(cudaGraphInstantiate(&z, g, 0) != cudaSuccess, 1); cudaGraph_t cl; IS(cudaGraphClone(&cl, g) != cudaSuccess, 1);
    IS(cudaGraphDestroyNode(nodes[1]) != cudaSuccess, 1); cudaGraphNode_t from = nodes[0], to = nodes[1]; IS(cudaGraphRemoveDependencies(g, &from, &to, NULL, 1) != cudaSuccess, 1);
    IS(cudaGraphInstantiate(&z, g, cudaGraphInstantiateFlagDeviceLaunch) != cudaSuccess, 1);
    OK(cudaGraphExecDestroy(x)); OK(cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagAutoFreeOnLaunch)); for (int i = 0; i < 3; i++) OK(cudaGraphLaunch(x, s)); OK(cudaStreamSynchronize(s));
    size_t used = 0, high = 0; OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used)); OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high)); IS(used > 0, 1);
    OK(cudaFree(q)); OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used)); IS(used, 0); OK(cudaDeviceGraphMemTrim(0)); size_t reserved; OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved));
    // a free of memory from cudaMallocAsync outside, in a capture
    int *o; OK(cudaMallocAsync((void **)&o, 128, s)); OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); cudaError_t r = cudaFreeAsync(o, s); cudaError_t r2 = cudaStreamEndCapture(s, &g);
    // an allocation twice freed in a graph
    OK(cudaGraphCreate(&h, 0)); cudaMemAllocNodeParams ap = {}; ap.bytesize = 64; ap.poolProps.allocType = cudaMemAllocationTypePinned; ap.poolProps.location.type = cudaMemLocationTypeDevice; cudaGraphNode_t a, f1, f2; OK(cudaGraphAddMemAllocNode(&a, h, NULL, 0, &ap)); OK(cudaGraphAddMemFreeNode(&f1, h, &a, 1, ap.dptr)); IS(cudaGraphAddMemFreeNode(&f2, h, &f1, 1, ap.dptr) != cudaSuccess, 1);
    OK(cudaDeviceSynchronize());
}
}

// Event, host and child nodes: two graphs in two streams that hand over by events, host functions that count, times between record nodes.
namespace events {
__global__ void spin(int *a, int v) { for (int i = 0; i < 100; i++) __nanosleep(100); a[0] = v; }
__global__ void copy(const int *a, int *b) { b[0] = a[0] + 1; }
static void CUDART_CB count(void *p) { ++*(int *)p; }
static void run() {
    int *a; OK(cudaMallocManaged(&a, 64)); memset(a, 0, 64); cudaStream_t s, t; OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)); OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking)); cudaEvent_t e, e0, e1, other; OK(cudaEventCreate(&e)); OK(cudaEventCreate(&e0)); OK(cudaEventCreate(&e1)); OK(cudaEventCreate(&other));
    cudaGraph_t g, h; OK(cudaGraphCreate(&g, 0)); OK(cudaGraphCreate(&h, 0)); cudaGraphNode_t r0, k, r1, re, w, c; int v = 9; int *b = a + 1; void *ka[] = {&a, &v}, *ca[] = {&a, &b}; cudaKernelNodeParams p = {}; p.gridDim = p.blockDim = dim3(1); p.func = (void *)spin; p.kernelParams = ka;
    OK(cudaGraphAddEventRecordNode(&r0, g, NULL, 0, e0)); OK(cudaGraphAddKernelNode(&k, g, &r0, 1, &p)); OK(cudaGraphAddEventRecordNode(&r1, g, &k, 1, e1)); OK(cudaGraphAddEventRecordNode(&re, g, &k, 1, other));
    OK(cudaGraphAddEventWaitNode(&w, h, NULL, 0, e)); p.func = (void *)copy; p.kernelParams = ca; OK(cudaGraphAddKernelNode(&c, h, &w, 1, &p));
    static int calls = 0; cudaHostNodeParams hp = {count, &calls}; cudaGraphNode_t hn; OK(cudaGraphAddHostNode(&hn, h, &c, 1, &hp));
    cudaEvent_t got; OK(cudaGraphEventRecordNodeGetEvent(re, &got)); IS(got == other, 1); OK(cudaGraphEventRecordNodeSetEvent(re, e)); OK(cudaGraphEventRecordNodeGetEvent(re, &got)); IS(got == e, 1); IS(cudaGraphEventWaitNodeGetEvent(re, &got) != cudaSuccess, 1);
    cudaGraphExec_t x, y; OK(cudaGraphInstantiate(&x, g, 0)); OK(cudaGraphInstantiate(&y, h, 0)); 
    for (int i = 0; i < 2; i++) { OK(cudaGraphLaunch(x, s)); OK(cudaGraphLaunch(y, t)); OK(cudaStreamSynchronize(t)); IS(a[1], 10); a[0] = a[1] = 0; OK(cudaStreamSynchronize(s)); } IS(calls, 2);
    float ms = 0; OK(cudaEventElapsedTime(&ms, e0, e1)); IS(ms > 0.005f && ms < 1, 1);
    // the executable's event
    OK(cudaGraphExecEventWaitNodeSetEvent(y, w, other)); OK(cudaEventRecord(other, s)); OK(cudaGraphLaunch(y, t)); OK(cudaStreamSynchronize(t)); IS(calls, 3);
    // cudaEventRecordExternal in a capture gives a node, a plain record gives a dependency
    cudaGraph_t q; OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); spin<<<1, 1, 0, s>>>(a, 3); OK(cudaEventRecordWithFlags(e0, s, cudaEventRecordExternal)); OK(cudaEventRecord(e1, s)); OK(cudaStreamWaitEvent(s, other, cudaEventWaitExternal)); OK(cudaStreamEndCapture(s, &q)); size_t n = 0; OK(cudaGraphGetNodes(q, NULL, &n)); IS(n, 3);
    IS(cudaEventQuery(e1) != cudaSuccess, 1);
    // a host node in a while body is refused; a host function may not call CUDA (not shown)
    // enabling is for kernels, copies and fills
    IS(cudaGraphNodeSetEnabled(y, hn, 0) != cudaSuccess, 1);
    // one executable in two streams: one after the other
    OK(cudaGraphLaunch(x, s)); OK(cudaGraphLaunch(x, t)); OK(cudaDeviceSynchronize());
    // destroy while in flight
    OK(cudaGraphLaunch(x, s)); OK(cudaGraphExecDestroy(x)); OK(cudaStreamSynchronize(s)); IS(a[0], 9);
    OK(cudaDeviceSynchronize());
}
}

int main() {
    forks::run(); updates::run(); cooperative::run(); clusters::run(); dependents::run(); memory::run(); events::run();
    if (!bad) printf("OK\n");
    return bad;
}
