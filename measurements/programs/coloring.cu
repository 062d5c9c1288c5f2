/*
 * coloring.cu - Jones-Plassmann colouring and locally-dominant maximal matching
 *               on graphs with irregular degrees, with CUDA dynamic parallelism.
 *
 * Both algorithms are written so that the final answer is the one of a sequential greedy pass
 * (vertices by priority / edges by weight), whatever the interleaving of the threads is.
 *
 * build:  nvcc -O3 -arch=sm_90 -rdc=true coloring.cu -o coloring -lcudadevrt
 * usage:  coloring [repetitions] [row filter]
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <vector>
#include <set>
#include <numeric>
#include <algorithm>
#include <cuda_runtime.h>

#define CUDA_TRY(call) cuda_try((call), #call, __LINE__)
static void cuda_try(cudaError_t rc, const char *what, int line)
{
    if (rc == cudaSuccess) return;
    fprintf(stderr, "coloring.cu:%d: %s -> %s\n", line, what, cudaGetErrorString(rc));
    exit(EXIT_FAILURE);
}

#define BLOCK          128     /* threads of a vertex-parallel kernel                 */
#define HUB_BLOCK      128     /* threads of a child block that owns one hub          */
#define HUB_DEGREE     48      /* larger vertices are given a block of their own      */
#define MAX_DEGREE     1500    /* the generator never exceeds it                      */
#define MASK_WORDS     64      /* 2048 colours > MAX_DEGREE                           */
#define ROUNDS_A_TAIL  4       /* rounds enqueued by one incarnation of a controller  */
#define MAX_TAILS      16
#define NONE           (-1)

struct csr_t { int n; const int *xadj; const int *adj; };
struct jp_state_t { int *color; int *left; };
struct mt_state_t { int *cand; int *mate; int *live; };

__host__ __device__ static inline unsigned hash32(unsigned x)
{
    x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; x ^= x >> 16;
    return x;
}
/* random priority, ties broken by the vertex number */
__host__ __device__ static inline unsigned long long priority(int v)
{
    return ((unsigned long long)hash32((unsigned)v + 1u) << 32) | (unsigned)v;
}
/* symmetric weight of an edge; the 24-bit hash is put above the pair (n <= 2^20) */
__host__ __device__ static inline unsigned long long edge_weight(int u, int v)
{
    unsigned lo = (unsigned)(u < v ? u : v), hi = (unsigned)(u < v ? v : u);
    unsigned long long h = hash32(lo * 0x9e3779b1U ^ hash32(hi)) >> 8;
    return (h << 40) | ((unsigned long long)lo << 20) | hi;
}

/* ------------------------------------------------------------------ Jones-Plassmann ------ */

/* One block colours one hub.  The mask of forbidden colours lives in shared memory. */
__global__ void __launch_bounds__(HUB_BLOCK) jp_hub(csr_t g, jp_state_t s, int v)
{
    __shared__ unsigned forbidden[MASK_WORDS];
    __shared__ int best;
    for (int w = threadIdx.x; w < MASK_WORDS; w += blockDim.x) forbidden[w] = 0u;
    if (threadIdx.x == 0) best = MASK_WORDS * 32;
    __syncthreads();

    const unsigned long long mine = priority(v);
    int blocked = 0;
    const int end = __ldg(g.xadj + v + 1);
    for (int e = __ldg(g.xadj + v) + threadIdx.x; e < end && !blocked; e += blockDim.x) {
        const int u = __ldg(g.adj + e);
        const int c = __ldcg(s.color + u);          /* other blocks colour u meanwhile: L2 */
        if (c == NONE) blocked = priority(u) > mine;
        else atomicOr(&forbidden[c >> 5], 1u << (c & 31));
    }
    if (__syncthreads_or(blocked)) return;

    for (int w = threadIdx.x; w < MASK_WORDS; w += blockDim.x) {
        const int bit = __ffs((int)~forbidden[w]);
        if (bit) atomicMin(&best, w * 32 + bit - 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __stcg(s.color + v, best);
        atomicSub(s.left, 1);
    }
}

/* the same by one thread, 64 colours at a time (a small vertex never needs a second window) */
__device__ bool jp_serial(const csr_t &g, const jp_state_t &s, int v, int begin, int end)
{
    const unsigned long long mine = priority(v);
    for (int base = 0;; base += 64) {
        unsigned long long forbidden = 0ull;
        for (int e = begin; e < end; ++e) {
            const int u = __ldg(g.adj + e);
            const int c = __ldcg(s.color + u);
            if (c == NONE) { if (priority(u) > mine) return false; }
            else if (c >= base && c < base + 64) forbidden |= 1ull << (c - base);
        }
        if (~forbidden) {
            __stcg(s.color + v, base + __ffsll((long long)~forbidden) - 1);
            return true;
        }
    }
}

template <bool kNested>
__global__ void __launch_bounds__(BLOCK) jp_round(csr_t g, jp_state_t s)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    bool done = false;
    if (v < g.n && __ldcg(s.color + v) == NONE) {
        const int b = __ldg(g.xadj + v), e = __ldg(g.xadj + v + 1);
        if (kNested && e - b > HUB_DEGREE) jp_hub<<<1, HUB_BLOCK>>>(g, s, v);
        else                               done = jp_serial(g, s, v, b, e);
    }
    const int newly = __syncthreads_count(done);
    if (threadIdx.x == 0 && newly) atomicSub(s.left, newly);
}

__global__ void jp_controller(csr_t g, jp_state_t s, int depth)
{
    if (*s.left == 0) return;
    const int blocks = (g.n + BLOCK - 1) / BLOCK;
    for (int r = 0; r < ROUNDS_A_TAIL; ++r)         /* NULL stream of this block: in order */
        jp_round<true><<<blocks, BLOCK>>>(g, s);
    if (depth + 1 < MAX_TAILS)
        jp_controller<<<1, 1, 0, cudaStreamTailLaunch>>>(g, s, depth + 1);
}

/* ------------------------------------------------------------------------- matching ------ */

__global__ void __launch_bounds__(HUB_BLOCK) mt_propose_hub(csr_t g, mt_state_t s, int v)
{
    __shared__ unsigned long long part[HUB_BLOCK / 32];
    unsigned long long top = 0ull;                  /* 0: nothing; a real weight is never 0 */
    const int end = __ldg(g.xadj + v + 1);
    for (int e = __ldg(g.xadj + v) + threadIdx.x; e < end; e += blockDim.x) {
        const int u = __ldg(g.adj + e);
        if (s.mate[u] == NONE) top = max(top, edge_weight(u, v));
    }
    for (int d = 16; d; d >>= 1) top = max(top, __shfl_down_sync(0xffffffffu, top, d));
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = top;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < HUB_BLOCK / 32; ++w) top = max(top, part[w]);
        const int lo = (int)((top >> 20) & 0xfffffu), hi = (int)(top & 0xfffffu);
        s.cand[v] = top ? (lo == v ? hi : lo) : NONE;
        if (top) *s.live = 1;
    }
}

template <bool kNested>
__global__ void __launch_bounds__(BLOCK) mt_propose(csr_t g, mt_state_t s)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= g.n || s.mate[v] != NONE) return;
    const int b = __ldg(g.xadj + v), end = __ldg(g.xadj + v + 1);
    if (kNested && end - b > HUB_DEGREE) {
        mt_propose_hub<<<1, HUB_BLOCK>>>(g, s, v);
        return;
    }
    unsigned long long top = 0ull;
    int who = NONE;
    for (int e = b; e < end; ++e) {
        const int u = __ldg(g.adj + e);
        if (s.mate[u] != NONE) continue;
        const unsigned long long w = edge_weight(u, v);
        if (w > top) { top = w; who = u; }
    }
    s.cand[v] = who;
    if (who != NONE) *s.live = 1;
}

/* cand[] of a matched vertex is stale, but then nobody unmatched proposes to it either */
__global__ void __launch_bounds__(BLOCK) mt_accept(csr_t g, mt_state_t s)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= g.n || s.mate[v] != NONE) return;
    const int u = s.cand[v];
    if (u != NONE && s.cand[u] == v) s.mate[v] = u;
}

__global__ void mt_controller(csr_t g, mt_state_t s, int depth)
{
    if (*s.live == 0) return;
    *s.live = 0;
    const int blocks = (g.n + BLOCK - 1) / BLOCK;
    for (int r = 0; r < ROUNDS_A_TAIL; ++r) {
        mt_propose<true><<<blocks, BLOCK>>>(g, s);
        mt_accept<<<blocks, BLOCK>>>(g, s);
    }
    if (depth + 1 < MAX_TAILS)
        mt_controller<<<1, 1, 0, cudaStreamTailLaunch>>>(g, s, depth + 1);
}

/* ----------------------------------------------------------------------- host side ------- */

struct host_graph_t { int n; std::vector<int> xadj, adj; };

static host_graph_t make_graph(int n, int avg, unsigned seed)
{
    std::vector<std::set<int>> nb(n);
    unsigned state = seed;
    auto rnd = [&state]() { state = state * 1664525u + 1013904223u; return hash32(state) * (1.0 / 4294967296.0); };
    for (long long k = 0; k < (long long)n * avg / 2; ++k) {
        double x = rnd();
        int u = (int)(x * x * x * x * n) % n;       /* a few vertices collect most of the edges */
        int v = (int)(rnd() * n) % n;
        if (u == v || (int)nb[u].size() >= MAX_DEGREE || (int)nb[v].size() >= MAX_DEGREE) continue;
        nb[u].insert(v); nb[v].insert(u);
    }
    std::vector<int> name(n);                       /* hubs shouldn't sit side by side */
    std::iota(name.begin(), name.end(), 0);
    for (int i = n - 1; i > 0; --i) std::swap(name[i], name[(int)(rnd() * (i + 1)) % (i + 1)]);
    std::vector<std::vector<int>> lists(n);
    for (int v = 0; v < n; ++v) for (int u : nb[v]) lists[name[v]].push_back(name[u]);
    host_graph_t h; h.n = n; h.xadj.push_back(0);
    for (int v = 0; v < n; ++v) {
        h.adj.insert(h.adj.end(), lists[v].begin(), lists[v].end());
        h.xadj.push_back((int)h.adj.size());
    }
    return h;
}

static std::vector<int> greedy_color(const host_graph_t &h)
{
    std::vector<int> order(h.n), color(h.n, NONE), mark(h.n + 1, NONE);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [](int a, int b) { return priority(a) > priority(b); });
    for (int v : order) {
        for (int e = h.xadj[v]; e < h.xadj[v + 1]; ++e) if (color[h.adj[e]] != NONE) mark[color[h.adj[e]]] = v;
        int c = 0;
        while (mark[c] == v) ++c;
        color[v] = c;
    }
    return color;
}

static std::vector<int> greedy_match(const host_graph_t &h)
{
    std::vector<unsigned long long> w;
    for (int v = 0; v < h.n; ++v)
        for (int e = h.xadj[v]; e < h.xadj[v + 1]; ++e) if (v < h.adj[e]) w.push_back(edge_weight(v, h.adj[e]));
    std::sort(w.rbegin(), w.rend());
    std::vector<int> mate(h.n, NONE);
    for (unsigned long long x : w) {
        int lo = (int)((x >> 20) & 0xfffff), hi = (int)(x & 0xfffff);
        if (mate[lo] == NONE && mate[hi] == NONE) { mate[lo] = hi; mate[hi] = lo; }
    }
    return mate;
}

enum mode_t_ { HOST_LOOP, FLAT, CONTROLLER };

int main(int argc, char **argv)
{
    const int reps = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
    const char *filter = argc > 2 ? argv[2] : "";
    CUDA_TRY(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));

    struct row_t { const char *name; bool matching; mode_t_ mode; int n; } rows[] = {
        {"coloring_jp_hostloop", false, HOST_LOOP, 2048}, {"coloring_jp_hostloop", false, HOST_LOOP, 8192},
        {"coloring_jp_tail", false, CONTROLLER, 8192},    {"coloring_jp_flat", false, FLAT, 8192},
        {"coloring_match_hostloop", true, HOST_LOOP, 2048}, {"coloring_match_hostloop", true, HOST_LOOP, 6144},
        {"coloring_match_tail", true, CONTROLLER, 6144},  {"coloring_match_flat", true, FLAT, 6144},
    };
    int *flag;                                             /* pinned, refilled every round */
    CUDA_TRY(cudaMallocHost(&flag, sizeof(int)));
    cudaStream_t st;
    CUDA_TRY(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    cudaEvent_t t0, t1;
    CUDA_TRY(cudaEventCreate(&t0)); CUDA_TRY(cudaEventCreate(&t1));

    for (const row_t &row : rows) {
        if (!strstr(row.name, filter)) continue;
        const host_graph_t h = make_graph(row.n, 12, 12345u);
        const std::vector<int> want = row.matching ? greedy_match(h) : greedy_color(h);
        const int n = h.n, blocks = (n + BLOCK - 1) / BLOCK;
        int *d_xadj, *d_adj, *d_out, *d_cand, *d_flag;
        CUDA_TRY(cudaMalloc(&d_xadj, h.xadj.size() * sizeof(int)));
        CUDA_TRY(cudaMalloc(&d_adj, h.adj.size() * sizeof(int)));
        CUDA_TRY(cudaMalloc(&d_out, n * sizeof(int))); CUDA_TRY(cudaMalloc(&d_cand, n * sizeof(int)));
        CUDA_TRY(cudaMalloc(&d_flag, sizeof(int)));
        CUDA_TRY(cudaMemcpy(d_xadj, h.xadj.data(), h.xadj.size() * sizeof(int), cudaMemcpyHostToDevice));
        CUDA_TRY(cudaMemcpy(d_adj, h.adj.data(), h.adj.size() * sizeof(int), cudaMemcpyHostToDevice));
        const csr_t g = {n, d_xadj, d_adj};
        const jp_state_t js = {d_out, d_flag};
        const mt_state_t ms = {d_cand, d_out, d_flag};

        std::vector<float> us;
        std::vector<int> got(n);
        unsigned long long sum = 0;
        for (int rep = -1; rep < reps; ++rep) {            /* rep -1 warms up */
            *flag = row.matching ? 1 : n;
            CUDA_TRY(cudaMemcpyAsync(d_flag, flag, sizeof(int), cudaMemcpyHostToDevice, st));
            CUDA_TRY(cudaMemsetAsync(d_out, 0xff, n * sizeof(int), st));
            CUDA_TRY(cudaMemsetAsync(d_cand, 0xff, n * sizeof(int), st));
            CUDA_TRY(cudaStreamSynchronize(st));
            CUDA_TRY(cudaEventRecord(t0, st));
            int rounds = 0;
            do {
                if (row.mode == CONTROLLER) {              /* one pass is enough unless > 64 rounds */
                    if (row.matching) mt_controller<<<1, 1, 0, st>>>(g, ms, 0);
                    else              jp_controller<<<1, 1, 0, st>>>(g, js, 0);
                } else if (row.matching) {
                    CUDA_TRY(cudaMemsetAsync(d_flag, 0, sizeof(int), st));
                    if (row.mode == FLAT) mt_propose<false><<<blocks, BLOCK, 0, st>>>(g, ms);
                    else                  mt_propose<true><<<blocks, BLOCK, 0, st>>>(g, ms);
                    CUDA_TRY(cudaGetLastError());
                    mt_accept<<<blocks, BLOCK, 0, st>>>(g, ms);
                } else {
                    if (row.mode == FLAT) jp_round<false><<<blocks, BLOCK, 0, st>>>(g, js);
                    else                  jp_round<true><<<blocks, BLOCK, 0, st>>>(g, js);
                }
                CUDA_TRY(cudaGetLastError());
                CUDA_TRY(cudaMemcpyAsync(flag, d_flag, sizeof(int), cudaMemcpyDeviceToHost, st));
                CUDA_TRY(cudaStreamSynchronize(st));
            } while (*flag != 0 && ++rounds < 1000);
            CUDA_TRY(cudaEventRecord(t1, st));
            CUDA_TRY(cudaEventSynchronize(t1));
            float ms_; CUDA_TRY(cudaEventElapsedTime(&ms_, t0, t1));
            if (rep >= 0) us.push_back(ms_ * 1000.f);

            CUDA_TRY(cudaMemcpy(got.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
            sum = 0;
            for (int v = 0; v < n; ++v) {
                if (got[v] != want[v]) {
                    fprintf(stderr, "MISMATCH %s n=%d vertex %d: %d, expected %d\n", row.name, n, v, got[v], want[v]);
                    abort();
                }
                sum += (unsigned long long)(got[v] + 2) * hash32((unsigned)v);
            }
        }
        std::sort(us.begin(), us.end());
        fprintf(stderr, "program,%s,n,%d,time,us,%.2f,%.2f,%.2f,%d\n", row.name, n, us.front(), us[us.size() / 2], us.back(), reps);
        fprintf(stderr, "note,%s,n,%d,sum,%llu\n", row.name, n, sum);
        CUDA_TRY(cudaFree(d_xadj)); CUDA_TRY(cudaFree(d_adj)); CUDA_TRY(cudaFree(d_out));
        CUDA_TRY(cudaFree(d_cand)); CUDA_TRY(cudaFree(d_flag));
    }
    CUDA_TRY(cudaEventDestroy(t0)); CUDA_TRY(cudaEventDestroy(t1));
    CUDA_TRY(cudaStreamDestroy(st)); CUDA_TRY(cudaFreeHost(flag));
    return 0;
}
