// apsp.cu - all-pairs shortest paths by blocked Floyd-Warshall and by recursive splitting (R-Kleene).
//
// The matrix is cut in tiles of 32 x 32. Floyd-Warshall does for every pivot tile K: close the tile
// (K,K); relax its row and its column of tiles; relax the others. R-Kleene closes [A B; C D] by
//   A = A*,  B = A B,  C = C A,  D += C B,  D = D*,  C = D C,  B = B D,  A += B C.
//
//   host, coop  three launches a pivot by the host; one cooperative launch with grid-wide barriers
//   tail        every stage tail-launches the next one
//   child       one device thread enqueues all stages in its NULL stream
//   nested      the block that closed the pivot launches the other two stages, then tail-launches itself
//   fire        ... fires one grid off for each panel tile; the last panel starts the rest
//   rkhost      R-Kleene, recursion on the host; rknull: by child grids in NULL streams
//   rktail      R-Kleene by a device-side interpreter with a stack that tail-launches itself
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <vector>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

inline void must(cudaError_t e, const char* what)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "apsp: %s: %s\n", what, cudaGetErrorString(e));
    std::exit(1);
}
#define MUST(x) must((x), #x)

constexpr int T = 32;                    // tile side
constexpr int kBlock = 256;              // threads: 32 columns x 8 groups of four rows
constexpr int kPitch = T + 4;            // of a transposed tile: rows of 16-byte aligned quadruples
constexpr int kNb = 6;                   // tiles across
constexpr int kN = kNb * T;
constexpr int kInf = 1 << 28;

struct Graph {                           // by value to the kernels
    int* d;
    int n, nb;
    unsigned* panels;                    // per pivot: panel tiles done ("fire")
    unsigned* stack;                     // of packed operations ("rktail")
    __device__ int* tile(int i, int j) const { return d + (size_t(i) * n + j) * T; }
};

struct alignas(16) TileT { int v[T][kPitch]; };   // v[k][row]
struct alignas(16) TileN { int v[T][T]; };        // v[k][col]

// ---- tiles: thread (tx, ty) owns rows 4 ty .. 4 ty + 3 of column tx --------------------------------
struct Me {
    int tx, ty;
    __device__ Me() : tx(threadIdx.x % T), ty(threadIdx.x / T) {}
};

__device__ __forceinline__ void loadQuad(int (&q)[4], const int* g, int n)
{
    const Me me;
#pragma unroll
    for (int r = 0; r < 4; ++r) q[r] = __ldcg(g + (4 * me.ty + r) * n + me.tx);
}
__device__ __forceinline__ void storeQuad(const int (&q)[4], int* g, int n)
{
    const Me me;
#pragma unroll
    for (int r = 0; r < 4; ++r) __stcg(g + (4 * me.ty + r) * n + me.tx, q[r]);
}
__device__ __forceinline__ void loadT(TileT& s, const int* g, int n)
{
    const Me me;
#pragma unroll
    for (int r = 0; r < 4; ++r) s.v[me.tx][me.ty + 8 * r] = __ldcg(g + (me.ty + 8 * r) * n + me.tx);
}
__device__ __forceinline__ void loadN(TileN& s, const int* g, int n)
{
    const Me me;
#pragma unroll
    for (int r = 0; r < 4; ++r) s.v[me.ty + 8 * r][me.tx] = __ldcg(g + (me.ty + 8 * r) * n + me.tx);
}
// q = min(q, a (x) b)
__device__ __forceinline__ void minPlus(int (&q)[4], const TileT& a, const TileN& b)
{
    const Me me;
#pragma unroll 8
    for (int k = 0; k < T; ++k) {
        const int4 r = *reinterpret_cast<const int4*>(&a.v[k][4 * me.ty]);
        const int c = b.v[k][me.tx];
        q[0] = __viaddmin_s32(r.x, c, q[0]);
        q[1] = __viaddmin_s32(r.y, c, q[1]);
        q[2] = __viaddmin_s32(r.z, c, q[2]);
        q[3] = __viaddmin_s32(r.w, c, q[3]);
    }
}

// ---- steps, each by one block; all begin with a barrier so that they can follow one another --------
__device__ void closeTile(const Graph& g, int k)
{
    __shared__ TileN s;
    const Me me;
    int q[4];
    __syncthreads();
    loadQuad(q, g.tile(k, k), g.n);
#pragma unroll
    for (int r = 0; r < 4; ++r) s.v[4 * me.ty + r][me.tx] = q[r];
    __syncthreads();
    for (int p = 0; p < T; ++p) {
        const int c = s.v[p][me.tx];
        int a[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) a[r] = s.v[4 * me.ty + r][p];
        __syncthreads();
#pragma unroll
        for (int r = 0; r < 4; ++r) s.v[4 * me.ty + r][me.tx] = q[r] = __viaddmin_s32(a[r], c, q[r]);
        __syncthreads();
    }
    storeQuad(q, g.tile(k, k), g.n);
}

// (i,j) = min((i,j), sum over k in [lo,hi) of (i,k) (x) (k,j)); in place where i or j is the only k
__device__ void relaxTile(const Graph& g, int i, int j, int lo, int hi)
{
    __shared__ TileT a;
    __shared__ TileN b;
    int q[4];
    loadQuad(q, g.tile(i, j), g.n);
    for (int k = lo; k < hi; ++k) {
        __syncthreads();
        loadT(a, g.tile(i, k), g.n);
        loadN(b, g.tile(k, j), g.n);
        __syncthreads();
        minPlus(q, a, b);
    }
    storeQuad(q, g.tile(i, j), g.n);
}

// stage 1, part x of 2 (nb - 1): the row of the pivot, then its column
__device__ __forceinline__ void relaxPanel(const Graph& g, int k, int x)
{
    const int m = g.nb - 1, y = x % m, t = y + (y >= k);
    relaxTile(g, x < m ? k : t, x < m ? t : k, k, k + 1);
}
// stage 2, part x of (nb - 1)^2
__device__ __forceinline__ void relaxRest(const Graph& g, int k, int x)
{
    const int m = g.nb - 1, i = x / m, j = x % m;
    relaxTile(g, i + (i >= k), j + (j >= k), k, k + 1);
}
__host__ __device__ constexpr int parts(int stage, int nb)
{
    return stage == 0 ? 1 : stage == 1 ? 2 * (nb - 1) : (nb - 1) * (nb - 1);
}
__device__ __forceinline__ void doPart(const Graph& g, int stage, int k, int x)
{
    if (stage == 0) closeTile(g, k);
    else if (stage == 1) relaxPanel(g, k, x);
    else relaxRest(g, k, x);
}

// ---- Floyd-Warshall kernels ------------------------------------------------------------------------
template <int Stage>
__global__ void __launch_bounds__(kBlock) stageKernel(Graph g, int k)
{
    doPart(g, Stage, k, blockIdx.x);
}

__global__ void __launch_bounds__(kBlock) coopKernel(Graph g)
{
    auto grid = cg::this_grid();
    for (int k = 0; k < g.nb; ++k)
        for (int stage = 0; stage < 3; ++stage) {
            for (int x = blockIdx.x; x < parts(stage, g.nb); x += gridDim.x) doPart(g, stage, k, x);
            grid.sync();
        }
}

__global__ void __launch_bounds__(kBlock) tailKernel(Graph g, int k, int stage)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        const int s = (stage + 1) % 3, p = k + (stage == 2);
        if (p < g.nb) tailKernel<<<parts(s, g.nb), kBlock, 0, cudaStreamTailLaunch>>>(g, p, s);
    }
    doPart(g, stage, k, blockIdx.x);
}

__host__ __device__ inline void enqueueAll(Graph g, cudaStream_t st)
{
    for (int k = 0; k < g.nb; ++k) {
        stageKernel<0><<<parts(0, g.nb), kBlock, 0, st>>>(g, k);
        stageKernel<1><<<parts(1, g.nb), kBlock, 0, st>>>(g, k);
        stageKernel<2><<<parts(2, g.nb), kBlock, 0, st>>>(g, k);
    }
}
__global__ void childKernel(Graph g) { enqueueAll(g, nullptr); }

__global__ void __launch_bounds__(kBlock) nestedKernel(Graph g, int k)
{
    closeTile(g, k);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        stageKernel<1><<<parts(1, g.nb), kBlock>>>(g, k);
        stageKernel<2><<<parts(2, g.nb), kBlock>>>(g, k);
        if (k + 1 < g.nb) nestedKernel<<<1, kBlock, 0, cudaStreamTailLaunch>>>(g, k + 1);
    }
}

__global__ void __launch_bounds__(kBlock) panelKernel(Graph g, int k, int x)
{
    relaxPanel(g, k, x);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(g.panels + k, 1u) + 1 == unsigned(parts(1, g.nb))) {
        __threadfence();
        stageKernel<2><<<parts(2, g.nb), kBlock, 0, cudaStreamFireAndForget>>>(g, k);
    }
}

__global__ void __launch_bounds__(kBlock) fireKernel(Graph g, int k)
{
    closeTile(g, k);
    __threadfence();
    __syncthreads();
    if (int(threadIdx.x) < parts(1, g.nb))
        panelKernel<<<1, kBlock, 0, cudaStreamFireAndForget>>>(g, k, threadIdx.x);
    if (threadIdx.x == 0 && k + 1 < g.nb)
        fireKernel<<<1, kBlock, 0, cudaStreamTailLaunch>>>(g, k + 1);
}

// ---- R-Kleene --------------------------------------------------------------------------------------
struct Op {                              // 26 bits: ranges of tiles [p, p + pt) and [q, q + qt)
    unsigned kind : 2, p : 6, pt : 6, q : 6, qt : 6;
};
enum : unsigned { kClose, kPanels, kProduct };

// the closure of the tiles [o, o + t) as six operations
__host__ __device__ inline void expand(Op (&op)[6], unsigned o, unsigned t)
{
    const unsigned h = t / 2, r = t - h, m = o + h;
    op[0] = Op{kClose, o, h, 0, 0};
    op[1] = Op{kPanels, o, h, m, r};     // pivot p, the other range q
    op[2] = Op{kProduct, o, h, m, r};    // target q x q, through p
    op[3] = Op{kClose, m, r, 0, 0};
    op[4] = Op{kPanels, m, r, o, h};
    op[5] = Op{kProduct, m, r, o, h};
}

// A block owns a strip: tiles (p.., j) of B = A* B or tiles (i, p..) of C = C A*. It keeps the old
// strip in shared memory, so what it writes is read by nobody.
__global__ void __launch_bounds__(kBlock) panelsKernel(Graph g, Op op)
{
    extern __shared__ int4 dyn[];
    __shared__ TileT a;
    __shared__ TileN b;
    const int p = op.p, pt = op.pt, x = blockIdx.x;
    int q[4];
    if (x < int(op.qt)) {
        TileN* strip = reinterpret_cast<TileN*>(dyn);
        const int j = op.q + x;
        for (int k = 0; k < pt; ++k) loadN(strip[k], g.tile(p + k, j), g.n);
        __syncthreads();
        for (int i = 0; i < pt; ++i) {
            loadQuad(q, g.tile(p + i, j), g.n);
            for (int k = 0; k < pt; ++k) {
                __syncthreads();
                loadT(a, g.tile(p + i, p + k), g.n);
                __syncthreads();
                minPlus(q, a, strip[k]);
            }
            storeQuad(q, g.tile(p + i, j), g.n);
        }
    } else {
        TileT* strip = reinterpret_cast<TileT*>(dyn);
        const int i = op.q + x - op.qt;
        for (int k = 0; k < pt; ++k) loadT(strip[k], g.tile(i, p + k), g.n);
        __syncthreads();
        for (int j = 0; j < pt; ++j) {
            loadQuad(q, g.tile(i, p + j), g.n);
            for (int k = 0; k < pt; ++k) {
                __syncthreads();
                loadN(b, g.tile(p + k, p + j), g.n);
                __syncthreads();
                minPlus(q, strip[k], b);
            }
            storeQuad(q, g.tile(i, p + j), g.n);
        }
    }
}

__global__ void __launch_bounds__(kBlock) productKernel(Graph g, Op op)
{
    relaxTile(g, op.q + blockIdx.x / op.qt, op.q + blockIdx.x % op.qt, op.p, op.p + op.pt);
}

// an operation other than a closure of several tiles; the stream is 0 on the device
__host__ __device__ inline void launchSimple(Graph g, Op op, cudaStream_t st)
{
    if (op.kind == kClose)
        stageKernel<0><<<1, kBlock, 0, st>>>(g, op.p);
    else if (op.kind == kPanels)
        panelsKernel<<<2 * op.qt, kBlock, op.pt * sizeof(TileT), st>>>(g, op);
    else
        productKernel<<<op.qt * op.qt, kBlock, 0, st>>>(g, op);
}

__global__ void rkNullKernel(Graph g, unsigned o, unsigned t)
{
    if (t == 1) return launchSimple(g, Op{kClose, o, 1, 0, 0}, nullptr);
    Op op[6];
    expand(op, o, t);
    for (const Op& x : op) {
        if (x.kind == kClose && x.pt > 1) rkNullKernel<<<1, 1>>>(g, x.p, x.pt);
        else launchSimple(g, x, nullptr);
    }
}

__global__ void rkTailKernel(Graph g, int top)
{
    Op* stack = reinterpret_cast<Op*>(g.stack);
    Op op = stack[--top];
    while (op.kind == kClose && op.pt > 1) {
        Op sub[6];
        expand(sub, op.p, op.pt);
        for (int i = 5; i > 0; --i) stack[top++] = sub[i];
        op = sub[0];
    }
    launchSimple(g, op, cudaStreamFireAndForget);
    if (top > 0) rkTailKernel<<<1, 1, 0, cudaStreamTailLaunch>>>(g, top);
}

static void rkHost(const Graph& g, unsigned o, unsigned t, cudaStream_t st)
{
    if (t == 1) return launchSimple(g, Op{kClose, o, 1, 0, 0}, st);
    Op op[6];
    expand(op, o, t);
    for (const Op& x : op) {
        if (x.kind == kClose) rkHost(g, x.p, x.pt, st);
        else launchSimple(g, x, st);
    }
}

// ---- host ------------------------------------------------------------------------------------------
static std::vector<int> makeGraph(int n)
{
    unsigned long long s = 0x853c49e6748fea9bull;
    auto rnd = [&s](unsigned m) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        return unsigned(((s >> 32) * m) >> 32);
    };
    std::vector<int> d(size_t(n) * n, kInf);
    for (int i = 0; i < n; ++i) {
        d[size_t(i) * n + i] = 0;
        if (i % 64 != 63) d[size_t(i) * n + i + 1] = 1 + int(rnd(100));   // broken chain: some stay far
        for (int e = 0; e < 4; ++e) {
            const int j = int(rnd(n));
            if (j != i && j % 16) {       // nodes 0, 16, 32... have few ways in
                int& w = d[size_t(i) * n + j];
                w = std::min(w, 1 + int(rnd(1000)));
            }
        }
    }
    return d;
}

int main(int argc, char** argv)
{
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const char* filter = argc > 2 ? argv[2] : "";
    const size_t cells = size_t(kN) * kN, bytes = cells * sizeof(int);
    static_assert(sizeof(Op) == sizeof(unsigned) && parts(1, kNb) <= kBlock, "layout");

    const std::vector<int> input = makeGraph(kN);
    std::vector<int> ref = input, got(cells);
    for (int k = 0; k < kN; ++k)
        for (int i = 0; i < kN; ++i)
            for (int j = 0; j < kN; ++j)
                ref[size_t(i) * kN + j] =
                    std::min(ref[size_t(i) * kN + j], ref[size_t(i) * kN + k] + ref[size_t(k) * kN + j]);

    Graph g{};
    int* pristine = nullptr;
    g.n = kN;
    g.nb = kNb;
    MUST(cudaMalloc(&g.d, bytes));
    MUST(cudaMalloc(&pristine, bytes));
    MUST(cudaMalloc(&g.panels, kNb * sizeof(unsigned)));
    MUST(cudaMalloc(&g.stack, 64 * sizeof(unsigned)));
    MUST(cudaMemcpy(pristine, input.data(), bytes, cudaMemcpyHostToDevice));
    const Op whole{kClose, 0, unsigned(kNb), 0, 0};

    cudaStream_t st;
    cudaEvent_t begin, end;
    MUST(cudaStreamCreate(&st));
    for (cudaEvent_t* e : {&begin, &end}) MUST(cudaEventCreate(e));

    const char* const names[] = {"host", "coop", "tail", "child", "nested", "fire", "rkhost", "rknull", "rktail"};
    void* args[] = {&g};
    auto launch = [&](int variant) {
        switch (variant) {
        case 0: enqueueAll(g, st); break;
        case 1:
            MUST(cudaLaunchCooperativeKernel((const void*)coopKernel, parts(2, kNb), kBlock, args, 0, st));
            break;
        case 2: tailKernel<<<1, kBlock, 0, st>>>(g, 0, 0); break;
        case 3: childKernel<<<1, 1, 0, st>>>(g); break;
        case 4: nestedKernel<<<1, kBlock, 0, st>>>(g, 0); break;
        case 5: fireKernel<<<1, kBlock, 0, st>>>(g, 0); break;
        case 6: rkHost(g, 0, kNb, st); break;
        case 7: rkNullKernel<<<1, 1, 0, st>>>(g, 0, kNb); break;
        case 8: rkTailKernel<<<1, 1, 0, st>>>(g, 1); break;
        }
        MUST(cudaGetLastError());
    };

    for (int variant = 0; variant < int(std::size(names)); ++variant) {
        char row[48];
        std::snprintf(row, sizeof row, "apsp_%s", names[variant]);
        if (!std::strstr(row, filter)) continue;
        std::vector<float> us;
        unsigned long long sum = 0;
        for (int r = 0; r <= runs; ++r) {
            MUST(cudaMemcpyAsync(g.d, pristine, bytes, cudaMemcpyDeviceToDevice, st));
            MUST(cudaMemsetAsync(g.panels, 0, kNb * sizeof(unsigned), st));
            MUST(cudaMemcpyAsync(g.stack, &whole, sizeof whole, cudaMemcpyHostToDevice, st));
            MUST(cudaStreamSynchronize(st));
            MUST(cudaEventRecord(begin, st));
            launch(variant);
            MUST(cudaEventRecord(end, st));
            MUST(cudaStreamSynchronize(st));
            float ms = 0;
            MUST(cudaEventElapsedTime(&ms, begin, end));
            if (r > 0) us.push_back(1000.0f * ms);
            MUST(cudaMemcpy(got.data(), g.d, bytes, cudaMemcpyDeviceToHost));
            sum = 0;
            for (size_t c = 0; c < cells; ++c) {
                if (got[c] != ref[c]) {
                    std::fprintf(stderr, "%s: d(%zu,%zu) = %d, expected %d\n", row, c / kN, c % kN, got[c], ref[c]);
                    return 1;
                }
                sum += (unsigned long long)(got[c]) * (c % 257 + 1);
            }
        }
        std::sort(us.begin(), us.end());
        std::fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", row, kN, us.front(),
                     us[us.size() / 2], us.back(), runs);
        std::fprintf(stderr, "note,%s,n,%d,sum,%llu\n", row, kN, sum);
    }
    return 0;
}
