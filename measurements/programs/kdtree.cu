// kdtree: a k-d tree over 3-d integer points, grown on the device.  Every inner
// node is one thread block: bounding box -> widest axis -> cut (exact median by a
// radix select in shared memory, or a pivot taken from 32 samples) -> partition
// into the other permutation buffer -> child grids for both halves.  When the
// whole tree stands, k-nearest-neighbour queries run, one warp per query.
//
// Inner nodes need no allocator: the left half [lo,mid) lives in slot mid-1, the
// right half [mid,hi) in slot mid (as in Karras' LBVH), so the tree is the same
// whatever the order in which blocks run.  All arithmetic is in integers.
#include <cooperative_groups.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace cg = cooperative_groups;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = unsigned long long;

constexpr int LEAF = 32, K = 8, QUERIES = 192;  // points per leaf at most; neighbours per query
constexpr int SAFE_DEPTH = 14;                  // from here on pivots give way to medians
constexpr int MAX_N = 8192, MAX_JOBS = 512, STACK = 32;

inline void check(cudaError_t e, int line) {
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "kdtree.cu:%d: %s\n", line, cudaGetErrorString(e));
    std::exit(1);
}
#define CK(call) check((call), __LINE__)

struct Pt { u16 c[3]; };                       // 6 bytes, 15 bits used per axis
struct Node { u64 mid : 20, split : 15, axis : 2, depth : 5, spare : 22; };
struct Hit { u16 id, dlo, dhi; };              // 6 bytes again
struct Job { int lo, hi, id, depth; };
struct Queue { int count[2], widest[2]; int ticket; Job jobs[2][MAX_JOBS]; };
static_assert(sizeof(Pt) == 6 && sizeof(Node) == 8 && sizeof(Hit) == 6, "layout");

struct Tree { const Pt *pts, *queries; u16 *perm[2], *order; Node *nodes; Hit *hits; Queue *q; int n; };

__host__ __device__ constexpr int threads_for(int n) { return n >= 2048 ? 256 : n >= 256 ? 128 : 64; }
__host__ __device__ inline Job child(const Job &j, int mid, int side) {
    return side ? Job{mid, j.hi, mid, j.depth + 1} : Job{j.lo, mid, mid - 1, j.depth + 1};
}
__host__ __device__ inline int size(const Job &j) { return j.hi - j.lo; }

// ---- selection
// The element of 0-based rank `rank` among keys[0..n), by 8-bit digits.
__device__ u32 radix_select(const u32 *keys, int n, int rank) {
    __shared__ u32 hist[256], found_digit;
    __shared__ int found_rank;
    u32 prefix = 0, mask = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int b = threadIdx.x; b < 256; b += blockDim.x) hist[b] = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            if ((keys[i] & mask) == prefix) atomicAdd(&hist[(keys[i] >> shift) & 255u], 1u);
        __syncthreads();
        if (threadIdx.x < 32) {
            const int lane = threadIdx.x;
            int mine = 0;
            for (int b = 0; b < 8; ++b) mine += hist[lane * 8 + b];
            int incl = mine;
            for (int o = 1; o < 32; o <<= 1) {
                const int up = __shfl_up_sync(~0u, incl, o);
                if (lane >= o) incl += up;
            }
            int r = rank - (incl - mine);
            if (r >= 0 && r < mine) {          // exactly one lane
                int b = lane * 8;
                while (r >= int(hist[b])) r -= hist[b++];
                found_digit = b; found_rank = r;
            }
        }
        __syncthreads();
        rank = found_rank; prefix |= found_digit << shift; mask |= 255u << shift;
    }
    return prefix;
}

// Middle one of 32 evenly spaced keys; the first warp's lanes all get it.
__device__ u32 sample_pivot(const u32 *keys, int n) {
    const u32 mine = keys[(threadIdx.x & 31) * n / 32];
    int below = 0;
    for (int s = 0; s < 32; ++s) below += __shfl_sync(~0u, mine, s) < mine;
    return __shfl_sync(~0u, mine, __ffs(__ballot_sync(~0u, below == 15)) - 1);
}

// ---- one node
// Splits the segment of `j`; the whole block takes part.  Returns mid, and has
// copied halves which are leaves to their final place.
template <bool Exact>
__device__ int split_segment(const Tree &t, const Job &j) {
    extern __shared__ u32 keys[];
    __shared__ int bmin[3], bmax[3];
    __shared__ u32 pivot_s, wsum[8];
    const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, nwarps = blockDim.x >> 5;
    const int n = size(j);
    const u16 *src = t.perm[j.depth & 1] + j.lo;
    u16 *dst = t.perm[(j.depth & 1) ^ 1];

    if (tid < 3) { bmin[tid] = 1 << 20; bmax[tid] = -1; }
    __syncthreads();
    int mn[3] = {1 << 20, 1 << 20, 1 << 20}, mx[3] = {-1, -1, -1};
    for (int i = tid; i < n; i += blockDim.x) {
        const Pt p = t.pts[src[i]];
        for (int d = 0; d < 3; ++d) { mn[d] = min(mn[d], int(p.c[d])); mx[d] = max(mx[d], int(p.c[d])); }
    }
    for (int d = 0; d < 3; ++d) {
        const int a = __reduce_min_sync(~0u, mn[d]), b = __reduce_max_sync(~0u, mx[d]);
        if (lane == 0) { atomicMin(&bmin[d], a); atomicMax(&bmax[d], b); }
    }
    __syncthreads();
    int axis = 0;
    for (int d = 1; d < 3; ++d)
        if (bmax[d] - bmin[d] > bmax[axis] - bmin[axis]) axis = d;

    for (int i = tid; i < n; i += blockDim.x)            // unique keys: ties end by id
        keys[i] = u32(t.pts[src[i]].c[axis]) << 16 | src[i];
    __syncthreads();
    u32 pivot;
    if (Exact || j.depth >= SAFE_DEPTH) {
        pivot = radix_select(keys, n, n / 2 - 1);
    } else {
        if (warp == 0) {
            pivot = sample_pivot(keys, n);
            if (lane == 0) pivot_s = pivot;
        }
        __syncthreads();
        pivot = pivot_s;
    }

    int nl = 0, nr = 0;                                  // left grows up, right grows down
    const unsigned below = (1u << lane) - 1u;
    for (int base = 0; base < n; base += blockDim.x) {
        const int i = base + tid;
        const bool valid = i < n;
        const u32 key = valid ? keys[i] : 0u;
        const unsigned bl = __ballot_sync(~0u, valid && key <= pivot);
        const unsigned br = __ballot_sync(~0u, valid && key > pivot);
        if (lane == 0) wsum[warp] = __popc(bl) | __popc(br) << 16;
        __syncthreads();
        u32 before = 0, total = 0;
        for (int w = 0; w < nwarps; ++w) { before += w < warp ? wsum[w] : 0u; total += wsum[w]; }
        if (valid) {
            const int pos = key <= pivot ? j.lo + nl + int(before & 0xffffu) + __popc(bl & below)
                                         : j.hi - 1 - nr - int(before >> 16) - __popc(br & below);
            dst[pos] = u16(key & 0xffffu);
        }
        nl += total & 0xffffu; nr += total >> 16;
        __syncthreads();
    }
    const int mid = j.lo + nl;
    if (tid == 0) {
        Node nd;
        nd.mid = mid; nd.split = pivot >> 16; nd.axis = axis; nd.depth = j.depth; nd.spare = 0;
        t.nodes[j.id] = nd;
    }
    for (int side = 0; side < 2; ++side) {
        const Job c = child(j, mid, side);
        if (size(c) <= LEAF)
            for (int i = c.lo + tid; i < c.hi; i += blockDim.x) t.order[i] = dst[i];
    }
    __threadfence();
    __syncthreads();
    return mid;
}

// ---- queries
__global__ void __launch_bounds__(128) knn(Tree t) {
    struct Frame { int lo, hi, id; u32 bound; };
    __shared__ Frame stacks[4][STACK];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int q = blockIdx.x * 4 + threadIdx.x / 32, lane = warp.thread_rank();
    if (q >= QUERIES) return;
    Frame *stack = stacks[threadIdx.x / 32];
    const Pt qp = t.queries[q];
    u64 best = ~0ull, worst = ~0ull;            // lane i has the i-th best so far
    int top = 0;
    Frame f{0, t.n, 0, 0u};
    for (;;) {
        if (f.hi - f.lo <= LEAF) {
            u64 cand = ~0ull;
            if (f.lo + lane < f.hi) {
                const u32 id = t.order[f.lo + lane];
                const Pt p = t.pts[id];
                u32 d2 = 0;
                for (int d = 0; d < 3; ++d) { const int x = int(p.c[d]) - int(qp.c[d]); d2 += u32(x * x); }
                cand = u64(d2) << 16 | id;
            }
            for (unsigned m = warp.ballot(cand < worst); m; m &= warp.ballot(cand < worst)) {
                const int src = __ffs(m) - 1; m &= m - 1;
                const u64 c = warp.shfl(cand, src), prev = warp.shfl_up(best, 1);
                if (best > c) best = lane > 0 && prev > c ? prev : c;
                worst = warp.shfl(best, K - 1);
            }
            bool more = false;
            while (top > 0 && !more) { f = stack[--top]; more = worst == ~0ull || u64(f.bound) <= worst >> 16; }
            warp.sync();                        // all have read before the next push
            if (!more) break;
        } else {
            const Node nd = t.nodes[f.id];
            const int axis = nd.axis, mid = nd.mid;
            const int x = axis == 0 ? qp.c[0] : axis == 1 ? qp.c[1] : qp.c[2];
            const int diff = x - int(nd.split);
            const Frame l{f.lo, mid, mid - 1, f.bound}, r{mid, f.hi, mid, f.bound};
            Frame far = diff <= 0 ? r : l;
            far.bound = max(f.bound, u32(diff * diff));
            if (lane == 0) stack[top] = far;
            ++top; warp.sync();
            f = diff <= 0 ? l : r;
        }
    }
    if (lane < K) t.hits[q * K + lane] = Hit{u16(best), u16(best >> 16), u16(best >> 32)};
}

// ---- growing by child grids
enum class Mode { Pair, FireForget, Streams };

template <Mode M, bool Exact>
__global__ void __launch_bounds__(256) grow(Tree t, Job a, Job b) {
    const Job j = blockIdx.x ? b : a;
    const int mid = split_segment<Exact>(t, j);
    const int tid = threadIdx.x;
    if constexpr (M == Mode::Pair) {            // NULL stream, both halves in one grid
        if (tid == 0) {
            Job l = child(j, mid, 0), r = child(j, mid, 1);
            const bool hl = size(l) > LEAF, hr = size(r) > LEAF;
            const int big = max(size(l), size(r));
            if (!hl) l = r;
            if (hl || hr) grow<M, Exact><<<int(hl) + int(hr), threads_for(big), big * sizeof(u32)>>>(t, l, r);
        }
    } else if constexpr (M == Mode::FireForget) {
        if (tid == 0 || tid == 32) {            // one launching thread per half
            const Job c = child(j, mid, tid >> 5);
            if (size(c) > LEAF)
                grow<M, Exact><<<1, threads_for(size(c)), size(c) * sizeof(u32), cudaStreamFireAndForget>>>(t, c, c);
        }
    } else if (tid == 0) {
        for (int side = 0; side < 2; ++side) {
            const Job c = child(j, mid, side);
            if (size(c) <= LEAF) continue;
            cudaStream_t s;
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
            grow<M, Exact><<<1, threads_for(size(c)), size(c) * sizeof(u32), s>>>(t, c, c);
            cudaStreamDestroy(s);
        }
    }
}

template <Mode M, bool Exact>
__global__ void plant(Tree t) {
    const Job root{0, t.n, 0, 0};
    grow<M, Exact><<<1, threads_for(t.n), t.n * sizeof(u32)>>>(t, root, root);
    knn<<<(QUERIES + 3) / 4, 128, 0, cudaStreamTailLaunch>>>(t);   // once the tree is complete
}

// ---- growing level by level
template <bool Exact>
__device__ void level_block(const Tree &t, int par) {
    const Job j = t.q->jobs[par][blockIdx.x];
    const int mid = split_segment<Exact>(t, j);
    if (threadIdx.x < 2) {
        const Job c = child(j, mid, threadIdx.x);
        if (size(c) > LEAF) {
            t.q->jobs[par ^ 1][atomicAdd(&t.q->count[par ^ 1], 1)] = c;
            atomicMax(&t.q->widest[par ^ 1], size(c));
        }
        __threadfence();
    }
    __syncthreads();
}

template <bool Exact> __global__ void __launch_bounds__(256) level_host(Tree t, int par) { level_block<Exact>(t, par); }

template <bool Exact>
__global__ void __launch_bounds__(256) level_tail(Tree t, int par) {
    level_block<Exact>(t, par);
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicAdd(&t.q->ticket, 1) != int(gridDim.x) - 1) return;
    __threadfence();                            // the last block of the level
    const int c = atomicExch(&t.q->count[par ^ 1], 0), w = atomicExch(&t.q->widest[par ^ 1], 0);
    t.q->ticket = 0;
    if (c > 0) level_tail<Exact><<<c, threads_for(w), w * sizeof(u32), cudaStreamTailLaunch>>>(t, par ^ 1);
    else knn<<<(QUERIES + 3) / 4, 128, 0, cudaStreamTailLaunch>>>(t);
}

// ---- host side
struct Rng {
    u64 s;
    u32 operator()() { s = s * 6364136223846793005ull + 1442695040888963407ull; return u32(s >> 33); }
};
struct Reference { std::vector<Node> nodes; std::vector<u16> order; std::vector<Hit> hits; };

static void grow_cpu(const std::vector<Pt> &pts, std::vector<u16> perm, const Job j, bool exact, Reference &ref) {
    const int n = size(j);
    if (n <= LEAF) { std::copy(perm.begin(), perm.end(), ref.order.begin() + j.lo); return; }
    int ext[3];
    for (int d = 0; d < 3; ++d) {
        int mn = 1 << 20, mx = -1;
        for (u16 id : perm) { mn = std::min<int>(mn, pts[id].c[d]); mx = std::max<int>(mx, pts[id].c[d]); }
        ext[d] = mx - mn;
    }
    int axis = 0;
    for (int d = 1; d < 3; ++d) if (ext[d] > ext[axis]) axis = d;
    auto key = [&](u16 id) { return u32(pts[id].c[axis]) << 16 | id; };
    std::vector<u32> probe;
    if (exact || j.depth >= SAFE_DEPTH) for (u16 id : perm) probe.push_back(key(id));
    else for (int s = 0; s < 32; ++s) probe.push_back(key(perm[s * n / 32]));
    std::sort(probe.begin(), probe.end());
    const u32 pivot = probe[probe.size() / 2 - 1];
    std::vector<u16> l, r;
    for (u16 id : perm) (key(id) <= pivot ? l : r).push_back(id);
    std::reverse(r.begin(), r.end());
    const int mid = j.lo + int(l.size());
    Node &nd = ref.nodes[j.id];
    nd.mid = mid; nd.split = pivot >> 16; nd.axis = axis; nd.depth = j.depth; nd.spare = 0;
    grow_cpu(pts, std::move(l), child(j, mid, 0), exact, ref);
    grow_cpu(pts, std::move(r), child(j, mid, 1), exact, ref);
}

static Reference reference(const std::vector<Pt> &pts, const std::vector<Pt> &qs, bool exact) {
    const int n = int(pts.size());
    Reference ref{std::vector<Node>(n, Node{}), std::vector<u16>(n), std::vector<Hit>(QUERIES * K)};
    std::vector<u16> perm(n);
    for (int i = 0; i < n; ++i) perm[i] = u16(i);
    grow_cpu(pts, perm, Job{0, n, 0, 0}, exact, ref);
    std::vector<u64> all(n);
    for (int q = 0; q < QUERIES; ++q) {
        for (int i = 0; i < n; ++i) {
            u32 d2 = 0;
            for (int d = 0; d < 3; ++d) { const int x = int(pts[i].c[d]) - int(qs[q].c[d]); d2 += u32(x * x); }
            all[i] = u64(d2) << 16 | u64(i);
        }
        std::partial_sort(all.begin(), all.begin() + K, all.end());
        for (int k = 0; k < K; ++k) ref.hits[q * K + k] = Hit{u16(all[k]), u16(all[k] >> 16), u16(all[k] >> 32)};
    }
    return ref;
}

struct Row { const char *name; int n; bool exact; void (*device)(Tree); };   // device == nullptr: by the host

template <Mode M, bool Exact> void start_plant(Tree t) { plant<M, Exact><<<1, 1>>>(t); }
template <bool Exact> void start_tail(Tree t) { level_tail<Exact><<<1, threads_for(t.n), t.n * sizeof(u32)>>>(t, 0); }

static void grow_by_host(const Tree &t, bool exact, int *pinned) {
    int c = 1, w = t.n;
    for (int par = 0; c > 0; par ^= 1) {
        auto *kernel = exact ? level_host<true> : level_host<false>;
        kernel<<<c, threads_for(w), w * sizeof(u32)>>>(t, par);
        CK(cudaMemcpyAsync(pinned, t.q, 4 * sizeof(int), cudaMemcpyDeviceToHost, 0));
        CK(cudaMemsetAsync(t.q, 0, 4 * sizeof(int), 0));
        CK(cudaStreamSynchronize(0));
        c = pinned[par ^ 1]; w = pinned[2 + (par ^ 1)];
    }
    knn<<<(QUERIES + 3) / 4, 128>>>(t);
}

int main(int argc, char **argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const std::string_view filter = argc > 2 ? argv[2] : "";
    const Row rows[] = {
        {"kdtree_median_null", 4096, true, start_plant<Mode::Pair, true>},
        {"kdtree_median_fnf", 4096, true, start_plant<Mode::FireForget, true>},
        {"kdtree_median_fnf", 8192, true, start_plant<Mode::FireForget, true>},
        {"kdtree_median_tail", 8192, true, start_tail<true>},
        {"kdtree_median_host", 8192, true, nullptr},
        {"kdtree_pivot_streams", 4096, false, start_plant<Mode::Streams, false>},
        {"kdtree_pivot_fnf", 8192, false, start_plant<Mode::FireForget, false>},
        {"kdtree_pivot_tail", 4096, false, start_tail<false>},
        {"kdtree_pivot_host", 4096, false, nullptr},
    };

    Pt *pts, *queries;
    Tree t{};
    int *pinned;
    cudaEvent_t e0, e1;
    CK(cudaMalloc(&pts, MAX_N * sizeof(Pt))); CK(cudaMalloc(&queries, QUERIES * sizeof(Pt)));
    for (auto **p : {&t.perm[0], &t.perm[1], &t.order}) CK(cudaMalloc(p, MAX_N * sizeof(u16)));
    CK(cudaMalloc(&t.nodes, MAX_N * sizeof(Node)));
    CK(cudaMalloc(&t.hits, QUERIES * K * sizeof(Hit)));
    CK(cudaMalloc(&t.q, sizeof(Queue)));
    CK(cudaMallocHost(&pinned, 4 * sizeof(int)));
    t.pts = pts; t.queries = queries;
    CK(cudaEventCreate(&e0)); CK(cudaEventCreate(&e1));

    for (const Row &row : rows) {
        if (std::string_view(row.name).find(filter) == std::string_view::npos) continue;
        const int n = t.n = row.n;
        Rng rng{0x5eed0000ull + u64(n)};
        std::vector<Pt> hp(n), hq(QUERIES), centre(12);
        auto around = [&](const Pt &c) {          // a triangular cloud about c
            Pt p{};
            for (int d = 0; d < 3; ++d)
                p.c[d] = u16(std::clamp(int(c.c[d]) + int(rng() % 2048) - int(rng() % 2048), 0, 32767));
            return p;
        };
        auto uniform = [&] { Pt p; for (auto &x : p.c) x = u16(rng() & 32767u); return p; };
        for (Pt &c : centre) c = uniform();
        for (Pt &p : hp) p = rng() % 3 ? around(centre[rng() % centre.size()]) : uniform();
        for (Pt &p : hq) p = rng() % 2 ? around(centre[rng() % centre.size()]) : uniform();
        const Reference ref = reference(hp, hq, row.exact);
        std::vector<u16> iota(n), order(n);
        for (int i = 0; i < n; ++i) iota[i] = u16(i);
        std::vector<Node> nodes(n); std::vector<Hit> hits(QUERIES * K);
        const Job root{0, n, 0, 0};
        CK(cudaMemcpy(pts, hp.data(), n * sizeof(Pt), cudaMemcpyHostToDevice));
        CK(cudaMemcpy(queries, hq.data(), QUERIES * sizeof(Pt), cudaMemcpyHostToDevice));

        std::vector<float> us;
        for (int run = 0; run <= runs; ++run) {
            CK(cudaMemcpy(t.perm[0], iota.data(), n * sizeof(u16), cudaMemcpyHostToDevice));
            CK(cudaMemset(t.perm[1], 0xff, n * sizeof(u16)));
            CK(cudaMemset(t.order, 0xff, n * sizeof(u16)));
            CK(cudaMemset(t.nodes, 0, n * sizeof(Node)));
            CK(cudaMemset(t.hits, 0, QUERIES * K * sizeof(Hit)));
            CK(cudaMemset(t.q, 0, sizeof(Queue)));
            CK(cudaMemcpy(&t.q->jobs[0][0], &root, sizeof(Job), cudaMemcpyHostToDevice));
            CK(cudaDeviceSynchronize());
            CK(cudaEventRecord(e0, 0));
            if (row.device) row.device(t); else grow_by_host(t, row.exact, pinned);
            CK(cudaGetLastError());
            CK(cudaEventRecord(e1, 0));
            CK(cudaDeviceSynchronize());
            float ms; CK(cudaEventElapsedTime(&ms, e0, e1));
            if (run) us.push_back(ms * 1000.f);
            CK(cudaMemcpy(order.data(), t.order, n * sizeof(u16), cudaMemcpyDeviceToHost));
            CK(cudaMemcpy(nodes.data(), t.nodes, n * sizeof(Node), cudaMemcpyDeviceToHost));
            CK(cudaMemcpy(hits.data(), t.hits, QUERIES * K * sizeof(Hit), cudaMemcpyDeviceToHost));
            const bool ok = order == ref.order && !std::memcmp(nodes.data(), ref.nodes.data(), n * sizeof(Node)) &&
                            !std::memcmp(hits.data(), ref.hits.data(), hits.size() * sizeof(Hit));
            if (!ok) { std::fprintf(stderr, "%s n=%d: differs from the CPU's tree or neighbours\n", row.name, n); return 1; }
        }
        u64 sum = 0;
        auto mix = [&sum](u64 v) { sum = (sum ^ v) * 0x100000001b3ull; };
        for (const Node &nd : nodes) { mix(nd.mid); mix(nd.split * 4 + nd.axis); mix(nd.depth); }
        for (u16 o : order) mix(o);
        for (const Hit &h : hits) mix(u64(h.dhi) << 32 | u64(h.dlo) << 16 | h.id);
        std::sort(us.begin(), us.end());
        std::fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", row.name, n, us.front(), us[us.size() / 2], us.back(), runs);
        std::fprintf(stderr, "note,%s,n,%d,sum,%llu\n", row.name, n, sum >> 1);
    }
    return 0;
}
