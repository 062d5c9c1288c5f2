// meshrefine -- adaptive subdivision of a triangle mesh on an implicit surface.
//
// The surface is a sphere with Gaussian-like bumps, f(p) = |p|^2 - 1 - sum w/(1 + k|p-c|^2). A triangle whose
// edge midpoints are farther from f = 0 than a tolerance (first order: f^2 > tol^2 |grad f|^2) is split in
// four, its midpoints moved to the surface by two Newton steps; other triangles are final. The pool of
// triangles (20 bytes each, bit-fields inside), the vertices (12 bytes) and the facets written at the end
// (36 bytes) are filled by warp-aggregated atomics, so their order varies, but not the set. All arithmetic
// is rounded operation by operation (no fused multiply-add): the CPU gets the same bits.
//
//   meshrefine_warpnull  a child grid for the split triangles of each warp, NULL stream
//   meshrefine_warpff    the same, fire and forget
//   meshrefine_block     a child grid for the split triangles of each block, fire and forget
//   meshrefine_tail      level by level, tail-launched by the last block
//   meshrefine_host      level by level, the host reading the size of the next level from mapped memory
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace cg = cooperative_groups;
using u32 = unsigned int;
using u64 = unsigned long long;

static void must(cudaError_t e, const char *what)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "meshrefine: %s: %s\n", what, cudaGetErrorString(e));
    std::exit(1);
}
#define MUST(x) must((x), #x)

constexpr int BUMPS = 3;
constexpr int WARP_BLOCK = 64;     // threads of a block that launches for its warps
constexpr int BLOCK = 128;         // threads of a block that launches as a whole
constexpr u32 CAPACITY = 1u << 17; // triangles and vertices

struct Vertex { float x, y, z; };                                         // 12 bytes
struct Triangle { u32 v[3]; u32 level : 3, face : 9, path : 10, : 10; float error; };   // 20 bytes
struct Facet { Vertex a, b, c; };                                         // 36 bytes
static_assert(sizeof(Vertex) == 12 && sizeof(Triangle) == 20 && sizeof(Facet) == 36, "odd sizes");

struct Bump { float4 ck; float w; };     // centre, sharpness; weight
struct Surface { Bump bump[BUMPS]; float tol2; u32 maxLevel; };
__constant__ Surface d_surface;

struct Counters { u32 triangles, vertices, facets, done, overflow; };
struct Pool {
    Triangle *tri;
    Vertex *vtx;
    Facet *out;
    Counters *n;       // managed
    u32 *mapped;       // mapped host memory: end of the next level
};

// ---- arithmetic without contraction ------------------------------------------------------------------------

__host__ __device__ __forceinline__ float add(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fadd_rn(a, b);
#else
    return a + b;
#endif
}
__host__ __device__ __forceinline__ float mul(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fmul_rn(a, b);
#else
    volatile float r = a * b;      // keeps the host compiler from fusing
    return r;
#endif
}
__host__ __device__ __forceinline__ float quot(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fdiv_rn(a, b);
#else
    return a / b;
#endif
}
__host__ __device__ __forceinline__ float dot(Vertex a, Vertex b)
{
    return add(add(mul(a.x, b.x), mul(a.y, b.y)), mul(a.z, b.z));
}
__host__ __device__ __forceinline__ Vertex middle(Vertex a, Vertex b)
{
    return Vertex{mul(0.5f, add(a.x, b.x)), mul(0.5f, add(a.y, b.y)), mul(0.5f, add(a.z, b.z))};
}

// f and its gradient
__host__ __device__ inline float field(const Surface &s, Vertex p, Vertex &g)
{
    float f = add(dot(p, p), -1.0f);
    g = Vertex{mul(2.0f, p.x), mul(2.0f, p.y), mul(2.0f, p.z)};
    for (int i = 0; i < BUMPS; ++i) {
        const float4 c = s.bump[i].ck;
        const Vertex d{add(p.x, -c.x), add(p.y, -c.y), add(p.z, -c.z)};
        const float q = quot(1.0f, add(1.0f, mul(c.w, dot(d, d))));
        const float wq = mul(s.bump[i].w, q);
        const float slope = mul(mul(mul(2.0f, c.w), wq), q);
        f = add(f, -wq);
        g = Vertex{add(g.x, mul(slope, d.x)), add(g.y, mul(slope, d.y)), add(g.z, mul(slope, d.z))};
    }
    return f;
}

__host__ __device__ __forceinline__ Vertex newton(Vertex p, float f, Vertex g)
{
    const float t = -quot(f, dot(g, g));
    return Vertex{add(p.x, mul(t, g.x)), add(p.y, mul(t, g.y)), add(p.z, mul(t, g.z))};
}

// Decides on a triangle; when it is split, m holds the new vertices (edges 01, 12, 20).
__host__ __device__ inline bool probe(const Surface &s, u32 level, Vertex a, Vertex b, Vertex c, Vertex (&m)[3], float &error)
{
    Vertex g[3];
    float f[3];
    m[0] = middle(a, b);
    m[1] = middle(b, c);
    m[2] = middle(c, a);
    error = 0.0f;
    for (int i = 0; i < 3; ++i) {
        f[i] = field(s, m[i], g[i]);
        error = fmaxf(error, quot(mul(f[i], f[i]), dot(g[i], g[i])));
    }
    if (level >= s.maxLevel || !(error > s.tol2)) return false;
    for (int i = 0; i < 3; ++i) {
        m[i] = newton(m[i], f[i], g[i]);
        f[i] = field(s, m[i], g[i]);
        m[i] = newton(m[i], f[i], g[i]);
    }
    return true;
}

// Child k of a triangle whose midpoints have the indices mid, mid + 1, mid + 2.
__host__ __device__ inline Triangle childOf(const Triangle &t, int k, u32 mid)
{
    Triangle c = t;
    if (k == 3) {
        c.v[0] = mid; c.v[1] = mid + 1; c.v[2] = mid + 2;
    } else {
        c.v[0] = t.v[k]; c.v[1] = mid + k; c.v[2] = mid + (k + 2) % 3;
    }
    c.level = t.level + 1;
    c.path = t.path << 2 | u32(k);
    return c;
}

// ---- device side -------------------------------------------------------------------------------------------

__device__ __forceinline__ u32 bump(u32 &counter, u32 by)
{
    return cuda::atomic_ref<u32, cuda::thread_scope_device>(counter).fetch_add(by, cuda::memory_order_relaxed);
}

struct Work { Triangle t; Vertex p[3], m[3]; bool split; };

__device__ __forceinline__ Work examine(const Pool &pool, u32 index, bool active)
{
    Work w;
    w.split = false;
    if (!active) return w;
    w.t = pool.tri[index];
    for (int i = 0; i < 3; ++i) w.p[i] = pool.vtx[w.t.v[i]];
    w.split = probe(d_surface, w.t.level, w.p[0], w.p[1], w.p[2], w.m, w.t.error);
    if (!w.split) {                                   // final: one atomic for the lanes that are here
        const auto here = cg::coalesced_threads();
        u32 at = 0;
        if (here.thread_rank() == 0) at = bump(pool.n->facets, here.size());
        at = here.shfl(at, 0) + here.thread_rank();
        if (at < CAPACITY) pool.out[at] = Facet{w.p[0], w.p[1], w.p[2]};
    }
    return w;
}

__device__ __forceinline__ void writeChildren(const Pool &pool, const Work &w, u32 tri, u32 vtx)
{
    for (u32 i = 0; i < 3; ++i) pool.vtx[vtx + i] = w.m[i];
    for (int k = 0; k < 4; ++k) pool.tri[tri + u32(k)] = childOf(w.t, k, vtx);
}

__device__ __forceinline__ bool fits(const Pool &pool, u32 tri, u32 vtx, u32 splits)
{
    const bool ok = tri + 4 * splits <= CAPACITY && vtx + 3 * splits <= CAPACITY;
    if (!ok) pool.n->overflow = 1;
    return ok;
}

// Children of the splits of one warp, in one piece; returns the number of triangles made, from `first` on.
__device__ u32 splitWarp(const Pool &pool, const cg::thread_block_tile<32> &warp, const Work &w, u32 &first)
{
    const u32 mask = warp.ballot(w.split), splits = u32(__popc(mask));
    if (splits == 0) return 0;
    u32 tri = 0, vtx = 0;
    if (warp.thread_rank() == 0) {
        tri = bump(pool.n->triangles, 4 * splits);
        vtx = bump(pool.n->vertices, 3 * splits);
    }
    first = tri = warp.shfl(tri, 0);
    vtx = warp.shfl(vtx, 0);
    if (!fits(pool, tri, vtx, splits)) return 0;
    if (w.split) {
        const u32 rank = u32(__popc(mask & ((1u << warp.thread_rank()) - 1)));
        writeChildren(pool, w, tri + 4 * rank, vtx + 3 * rank);
        __threadfence();
    }
    warp.sync();
    return 4 * splits;
}

template <bool FIRE_AND_FORGET>
__global__ void __launch_bounds__(WARP_BLOCK) refineWarps(Pool pool, u32 first, u32 count)
{
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    const Work w = examine(pool, first + i, i < count);
    warp.sync();
    u32 next = 0;
    const u32 made = splitWarp(pool, warp, w, next);
    if (made == 0 || warp.thread_rank() != 0) return;
    const u32 blocks = (made + WARP_BLOCK - 1) / WARP_BLOCK;
    if constexpr (FIRE_AND_FORGET)
        refineWarps<true><<<blocks, WARP_BLOCK, 0, cudaStreamFireAndForget>>>(pool, next, made);
    else
        refineWarps<false><<<blocks, WARP_BLOCK>>>(pool, next, made);
}

__global__ void __launch_bounds__(BLOCK) refineBlocks(Pool pool, u32 first, u32 count)
{
    __shared__ u32 splits, tri, vtx;
    __shared__ bool ok;
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    if (block.thread_rank() == 0) splits = 0;
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    const Work w = examine(pool, first + i, i < count);
    block.sync();
    const u32 mask = warp.ballot(w.split);
    u32 rank = 0;
    if (warp.thread_rank() == 0 && mask) rank = atomicAdd(&splits, u32(__popc(mask)));
    rank = warp.shfl(rank, 0) + u32(__popc(mask & ((1u << warp.thread_rank()) - 1)));
    block.sync();
    if (splits == 0) return;
    if (block.thread_rank() == 0) {
        tri = bump(pool.n->triangles, 4 * splits);
        vtx = bump(pool.n->vertices, 3 * splits);
        ok = fits(pool, tri, vtx, splits);
    }
    block.sync();
    if (!ok) return;
    if (w.split) {
        writeChildren(pool, w, tri + 4 * rank, vtx + 3 * rank);
        __threadfence();
    }
    block.sync();
    if (block.thread_rank() == 0)
        refineBlocks<<<(4 * splits + BLOCK - 1) / BLOCK, BLOCK, 0, cudaStreamFireAndForget>>>(pool, tri, 4 * splits);
}

template <bool TAIL>
__global__ void __launch_bounds__(BLOCK) refineLevel(Pool pool, u32 first, u32 count)
{
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    const Work w = examine(pool, first + i, i < count);
    warp.sync();
    u32 unused = 0;
    splitWarp(pool, warp, w, unused);
    block.sync();
    if (block.thread_rank() != 0) return;
    __threadfence();
    cuda::atomic_ref<u32, cuda::thread_scope_device> done(pool.n->done);
    if (done.fetch_add(1, cuda::memory_order_acq_rel) != gridDim.x - 1) return;
    done.store(0, cuda::memory_order_relaxed);
    const u32 next = first + count, made = min(bump(pool.n->triangles, 0), CAPACITY) - next;
    if constexpr (TAIL) {
        if (made)
            refineLevel<TAIL><<<(made + BLOCK - 1) / BLOCK, BLOCK, 0, cudaStreamTailLaunch>>>(pool, next, made);
    } else {
        *(volatile u32 *)pool.mapped = next + made;
        __threadfence_system();
    }
}

__global__ void resetCounters(Pool pool, u32 triangles, u32 vertices) { *pool.n = Counters{triangles, vertices, 0, 0, 0}; }

// ---- host side ---------------------------------------------------------------------------------------------

static bool before(const Facet &a, const Facet &b) { return std::memcmp(&a, &b, sizeof a) < 0; }

static void reference(const Surface &s, std::vector<Vertex> vtx, const std::vector<Triangle> &start, std::vector<Facet> &out)
{
    std::vector<Triangle> todo = start;
    while (!todo.empty()) {
        Triangle t = todo.back();
        todo.pop_back();
        const Vertex a = vtx[t.v[0]], b = vtx[t.v[1]], c = vtx[t.v[2]];
        Vertex m[3];
        if (probe(s, t.level, a, b, c, m, t.error)) {
            const u32 mid = u32(vtx.size());
            vtx.insert(vtx.end(), m, m + 3);
            for (int k = 0; k < 4; ++k) todo.push_back(childOf(t, k, mid));
        } else {
            out.push_back(Facet{a, b, c});
        }
    }
    std::sort(out.begin(), out.end(), before);
}

// An icosahedron, each face cut in four, all vertices moved to the surface.
static void icosphere(const Surface &s, std::vector<Vertex> &vtx, std::vector<Triangle> &tri)
{
    const float p = 0.850650808f, q = 0.525731112f;
    vtx = {{-q, p, 0}, {q, p, 0}, {-q, -p, 0}, {q, -p, 0}, {0, -q, p}, {0, q, p},
           {0, -q, -p}, {0, q, -p}, {p, 0, -q}, {p, 0, q}, {-p, 0, -q}, {-p, 0, q}};
    static const unsigned char face[20][3] = {
        {0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
        {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}};
    std::map<std::pair<u32, u32>, u32> known;
    const auto mid = [&](u32 a, u32 b) {
        const auto key = std::minmax(a, b);
        const auto it = known.find(key);
        if (it != known.end()) return it->second;
        vtx.push_back(middle(vtx[key.first], vtx[key.second]));
        return known[key] = u32(vtx.size() - 1);
    };
    for (const auto &f : face) {
        const u32 m0 = mid(f[0], f[1]), m1 = mid(f[1], f[2]), m2 = mid(f[2], f[0]);
        const u32 v[4][3] = {{f[0], m0, m2}, {f[1], m1, m0}, {f[2], m2, m1}, {m0, m1, m2}};
        for (const auto &c : v) {
            Triangle t{};
            std::copy(c, c + 3, t.v);
            t.face = u32(tri.size());
            tri.push_back(t);
        }
    }
    for (Vertex &v : vtx)
        for (int i = 0; i < 5; ++i) {
            Vertex g;
            const float f = field(s, v, g);
            v = newton(v, f, g);
        }
}

static u64 hashOf(const Facet &f)
{
    u32 w[9];
    std::memcpy(w, &f, sizeof w);
    u64 h = 0x243f6a8885a308d3ull;
    for (const u32 x : w) {
        h = (h ^ x) * 0x9fb21c651e98df25ull;
        h ^= h >> 29;
    }
    return h;
}

int main(int argc, char **argv)
{
    const int runs = std::max(1, argc > 1 ? std::atoi(argv[1]) : 1);
    const char *filter = argc > 2 ? argv[2] : "";
    MUST(cudaSetDeviceFlags(cudaDeviceMapHost));
    MUST(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));

    Surface surface = {{{{0.6f, 0.7f, 0.5f, 25.0f}, 0.35f}, {{-0.8f, 0.1f, 0.6f, 60.0f}, 0.25f}, {{0.2f, -0.9f, -0.4f, 12.0f}, 0.5f}},
                       0.0f, 0};
    Pool pool{};
    u32 *mapped;
    MUST(cudaMalloc(&pool.tri, CAPACITY * sizeof(Triangle)));
    MUST(cudaMalloc(&pool.vtx, CAPACITY * sizeof(Vertex)));
    MUST(cudaMalloc(&pool.out, CAPACITY * sizeof(Facet)));
    MUST(cudaMallocManaged(&pool.n, sizeof(Counters)));
    MUST(cudaHostAlloc(&mapped, sizeof(u32), cudaHostAllocMapped));
    MUST(cudaHostGetDevicePointer(&pool.mapped, mapped, 0));
    cudaStream_t stream;
    cudaEvent_t t0, t1;
    MUST(cudaStreamCreate(&stream));
    MUST(cudaEventCreate(&t0));
    MUST(cudaEventCreate(&t1));

    for (const auto &[levels, tolerance] : {std::make_tuple(4u, 1.2e-3f), std::make_tuple(5u, 8.0e-4f)}) {
        surface.tol2 = tolerance * tolerance;
        surface.maxLevel = levels;
        std::vector<Vertex> vtx;
        std::vector<Triangle> tri;
        std::vector<Facet> want, got;
        icosphere(surface, vtx, tri);
        reference(surface, vtx, tri, want);
        const u32 nTri = u32(tri.size()), nVtx = u32(vtx.size());
        MUST(cudaMemcpyToSymbol(d_surface, &surface, sizeof surface));

        for (const std::string row : {"warpnull", "warpff", "block", "tail", "host"}) {
            if (("meshrefine_" + row).find(filter) == std::string::npos) continue;
            std::vector<float> us;
            for (int run = -1; run < runs; ++run) {
                MUST(cudaMemset(pool.tri, 0, CAPACITY * sizeof(Triangle)));
                MUST(cudaMemset(pool.out, 0, CAPACITY * sizeof(Facet)));
                MUST(cudaMemcpy(pool.tri, tri.data(), nTri * sizeof(Triangle), cudaMemcpyHostToDevice));
                MUST(cudaMemcpy(pool.vtx, vtx.data(), nVtx * sizeof(Vertex), cudaMemcpyHostToDevice));
                resetCounters<<<1, 1>>>(pool, nTri, nVtx);           // on the device: brings the page there
                MUST(cudaDeviceSynchronize());
                MUST(cudaEventRecord(t0, stream));
                const u32 gw = (nTri + WARP_BLOCK - 1) / WARP_BLOCK, gb = (nTri + BLOCK - 1) / BLOCK;
                if (row == "warpnull") refineWarps<false><<<gw, WARP_BLOCK, 0, stream>>>(pool, 0, nTri);
                if (row == "warpff") refineWarps<true><<<gw, WARP_BLOCK, 0, stream>>>(pool, 0, nTri);
                if (row == "block") refineBlocks<<<gb, BLOCK, 0, stream>>>(pool, 0, nTri);
                if (row == "tail") refineLevel<true><<<gb, BLOCK, 0, stream>>>(pool, 0, nTri);
                if (row == "host")
                    for (u32 first = 0, end = nTri; first < end;) {
                        refineLevel<false><<<(end - first + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(pool, first, end - first);
                        MUST(cudaStreamSynchronize(stream));
                        first = end;
                        end = *(volatile u32 *)mapped;
                    }
                MUST(cudaGetLastError());
                MUST(cudaEventRecord(t1, stream));
                MUST(cudaDeviceSynchronize());
                float ms;
                MUST(cudaEventElapsedTime(&ms, t0, t1));
                if (run >= 0) us.push_back(1000 * ms);

                const u32 n = std::min(pool.n->facets, CAPACITY);
                got.resize(n);
                MUST(cudaMemcpy(got.data(), pool.out, n * sizeof(Facet), cudaMemcpyDeviceToHost));
                std::sort(got.begin(), got.end(), before);
                if (pool.n->overflow || n != want.size() || std::memcmp(got.data(), want.data(), n * sizeof(Facet)) != 0) {
                    std::fprintf(stderr, "meshrefine_%s, %u levels: %u facets, expected %zu, or different ones\n",
                                 row.c_str(), levels, n, want.size());
                    return 1;
                }
            }
            u64 sum = got.size();
            for (const Facet &f : got) sum += hashOf(f);
            std::sort(us.begin(), us.end());
            std::fprintf(stderr, "program,meshrefine_%s,levels,%u,time,us,%.3f,%.3f,%.3f,%d\n", row.c_str(), levels,
                         double(us.front()), double(us[us.size() / 2]), double(us.back()), runs);
            std::fprintf(stderr, "note,meshrefine_%s,levels,%u,sum,%llu\n", row.c_str(), levels, sum >> 1);
        }
    }
    return 0;
}
