// trisolve.cu - sparse lower triangular solve  L x = b  over the ring Z/2^32.
//
// Every number is an unsigned 32-bit integer and the arithmetic wraps, so sums do not depend on the
// order of the additions; the diagonal is odd, hence invertible, and the solution is exact.
//
//   host      one launch per level set, driven by the host
//   tail      one kernel; it tail-launches itself for the next level set
//   chunk     a one-thread driver enqueues 16 levels in its NULL stream and tail-launches itself
//   hybrid    runs of narrow levels stay in one block (barriers), wide ones get a grid; tail launches
//   flags     no level sets: persistent warps take rows by ticket and spin on flags (__threadfence)
//   slots     the same with {ready,value} in one 64-bit cuda::atomic_ref
//   tilefire  stencil matrix only: 8x8 tiles start their successors by fire-and-forget launches
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <cooperative_groups.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

#define OK(call)                                                                                   \
    do {                                                                                           \
        cudaError_t e_ = (call);                                                                   \
        if (e_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));            \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// ---- data layout ---------------------------------------------------------------------------------
struct Entry {               // 4 bytes: an off-diagonal coefficient
    uint32_t col : 18;
    uint32_t mag : 13;
    uint32_t neg : 1;
};
struct __attribute__((packed)) RowHead {  // 11 bytes, fields unaligned on purpose
    uint32_t first;
    uint8_t count;
    uint32_t dinv;           // inverse of the diagonal modulo 2^32
    uint16_t level;
};
static_assert(sizeof(Entry) == 4 && sizeof(RowHead) == 11, "layout");

struct View {                // what the kernels get, by value
    const Entry* ent;
    const RowHead* head;
    const int* order;        // rows sorted by level
    const int* lev;          // start of each level in order[], nlev + 1 of them
    const uint32_t* b;
    uint32_t* x;
    uint32_t* flag;          // one per row
    uint64_t* slot;          // one per row
    uint32_t* counter;       // [0] ticket, [1...] tile counters
    int n, nlev, side;       // side: stencil width, 0 for the random matrix
};

constexpr int kThreads = 128;
constexpr int kLanes = 4;                    // threads per row in the level kernels
constexpr int kRowsPerBlock = kThreads / kLanes;
constexpr int kChunk = 16;
constexpr int kNarrow = 40;                  // hybrid: a level this wide or less stays in one block
constexpr int kTile = 8;

__host__ __device__ constexpr int blocksFor(int rows)
{
    return rows < kRowsPerBlock ? 1 : (rows + kRowsPerBlock - 1) / kRowsPerBlock;
}

__device__ __forceinline__ uint32_t coef(Entry e)
{
    return e.neg ? 0u - e.mag : e.mag;
}

// ------------------------------------------------------------------------------------------------
// rows order[lo .. hi) by groups of four lanes; a stride of `groups` groups
__device__ void solveRange(const View& v, int lo, int hi, int group, int groups)
{
    auto quad = cg::tiled_partition<kLanes>(cg::this_thread_block());
    for (int i = lo + group; i < hi; i += groups) {
        const int row = v.order[i];
        const RowHead h = v.head[row];
        uint32_t s = 0;
        for (unsigned e = quad.thread_rank(); e < h.count; e += kLanes) {
            const Entry c = v.ent[h.first + e];
            s += coef(c) * v.x[c.col];
        }
        s += quad.shfl_xor(s, 1);
        s += quad.shfl_xor(s, 2);
        if (quad.thread_rank() == 0) v.x[row] = (v.b[row] - s) * h.dinv;
    }
}

__device__ __forceinline__ void solveLevelByGrid(const View& v, int l)
{
    solveRange(v, v.lev[l], v.lev[l + 1], (blockIdx.x * blockDim.x + threadIdx.x) / kLanes,
               gridDim.x * blockDim.x / kLanes);
}

__global__ void __launch_bounds__(kThreads) levelKernel(View v, int l) { solveLevelByGrid(v, l); }

__global__ void __launch_bounds__(kThreads) tailKernel(View v, int l)
{
    if (blockIdx.x == 0 && threadIdx.x == 0 && l + 1 < v.nlev)
        tailKernel<<<blocksFor(v.lev[l + 2] - v.lev[l + 1]), kThreads, 0, cudaStreamTailLaunch>>>(
            v, l + 1);
    solveLevelByGrid(v, l);
}

__global__ void chunkKernel(View v, int l)
{
    const int end = min(l + kChunk, v.nlev);
    for (; l < end; ++l)
        levelKernel<<<blocksFor(v.lev[l + 1] - v.lev[l]), kThreads>>>(v, l);
    if (l < v.nlev) chunkKernel<<<1, 1, 0, cudaStreamTailLaunch>>>(v, l);
}

__global__ void __launch_bounds__(kThreads) hybridKernel(View v, int l)
{
    auto width = [&](int k) { return v.lev[k + 1] - v.lev[k]; };
    if (width(l) > kNarrow) {
        solveLevelByGrid(v, l);
        ++l;
    } else {                                   // launched with one block
        for (; l < v.nlev && width(l) <= kNarrow; ++l) {
            solveRange(v, v.lev[l], v.lev[l + 1], threadIdx.x / kLanes, kRowsPerBlock);
            __syncthreads();
        }
    }
    if (blockIdx.x == 0 && threadIdx.x == 0 && l < v.nlev) {
        const int w = width(l);
        hybridKernel<<<w > kNarrow ? blocksFor(w) : 1, kThreads, 0, cudaStreamTailLaunch>>>(v, l);
    }
}

// ------------------------------------------------------------------------------------------------
// no level sets: a warp per row; tickets are handed out in a topological order, so the holder of the
// smallest unfinished ticket never waits and the spinning ends whatever the order of the blocks
template <class Await, class Publish>
__device__ __forceinline__ void rowsByTicket(const View& v, Await await, Publish publish)
{
    const unsigned lane = threadIdx.x & 31;
    for (;;) {
        unsigned t = 0;
        if (lane == 0) t = atomicAdd(v.counter, 1u);
        t = __shfl_sync(0xffffffffu, t, 0);
        if (t >= unsigned(v.n)) break;
        const int row = v.order[t];
        const RowHead h = v.head[row];
        uint32_t s = 0;
        for (unsigned e = lane; e < h.count; e += 32) {
            const Entry c = v.ent[h.first + e];
            s += coef(c) * await(c.col);
        }
        __syncwarp();
        s = __reduce_add_sync(0xffffffffu, s);
        if (lane == 0) publish(row, (v.b[row] - s) * h.dinv);
        __syncwarp();
    }
}

__global__ void __launch_bounds__(kThreads) flagKernel(View v)
{
    rowsByTicket(
        v,
        [&](uint32_t col) {
            unsigned ns = 64;
            while (*reinterpret_cast<volatile uint32_t*>(v.flag + col) == 0) {
                __nanosleep(ns);
                ns = min(ns * 2, 512u);
            }
            __threadfence();
            return __ldcg(v.x + col);
        },
        [&](int row, uint32_t value) {
            __stcg(v.x + row, value);
            __threadfence();
            *reinterpret_cast<volatile uint32_t*>(v.flag + row) = 1;
        });
}

__global__ void __launch_bounds__(kThreads) slotKernel(View v)
{
    using Ref = cuda::atomic_ref<uint64_t, cuda::thread_scope_device>;
    rowsByTicket(
        v,
        [&](uint32_t col) {
            Ref r(v.slot[col]);
            uint64_t w;
            unsigned ns = 64;
            while (((w = r.load(cuda::memory_order_relaxed)) >> 32) == 0) {
                __nanosleep(ns);
                ns = min(ns * 2, 512u);
            }
            return uint32_t(w);
        },
        [&](int row, uint32_t value) {
            v.x[row] = value;
            Ref(v.slot[row]).store((uint64_t(1) << 32) | value, cuda::memory_order_relaxed);
        });
}

// ------------------------------------------------------------------------------------------------
// stencil matrix: tile (ti,tj) needs (ti-1,tj) and (ti,tj-1); the later of the two starts it
__global__ void __launch_bounds__(kTile* kTile) tileKernel(View v, int ti, int tj)
{
    const int a = threadIdx.x / kTile, c = threadIdx.x % kTile;
    const int tiles = v.side / kTile;
    const int row = (ti * kTile + a) * v.side + tj * kTile + c;
    const RowHead h = v.head[row];
    const uint32_t rhs = v.b[row];
    for (int wave = 0; wave < 2 * kTile - 1; ++wave) {
        if (a + c == wave) {
            uint32_t s = 0;
            for (unsigned e = 0; e < h.count; ++e) {
                const Entry k = v.ent[h.first + e];
                s += coef(k) * __ldcg(v.x + k.col);
            }
            __stcg(v.x + row, (rhs - s) * h.dinv);
        }
        __syncthreads();
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x < 2) {
        const int ni = ti + (threadIdx.x == 0), nj = tj + (threadIdx.x == 1);
        if (ni < tiles && nj < tiles) {
            const unsigned need = (ni > 0) + (nj > 0);
            __threadfence();
            if (atomicAdd(v.counter + 1 + ni * tiles + nj, 1u) + 1 == need) {
                __threadfence();
                tileKernel<<<1, kTile * kTile, 0, cudaStreamFireAndForget>>>(v, ni, nj);
            }
        }
    }
}

// ---- host side -----------------------------------------------------------------------------------
struct SplitMix {
    uint64_t s;
    uint64_t operator()()
    {
        uint64_t z = (s += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t m) { return uint32_t(((*this)() >> 32) * m >> 32); }
};

static uint32_t inverse(uint32_t d)   // Newton, d odd
{
    uint32_t y = d;
    for (int i = 0; i < 5; ++i) y *= 2u - d * y;
    return y;
}

struct System {
    std::string tag;
    std::vector<Entry> ent;
    std::vector<RowHead> head;
    std::vector<int> order;
    int* lev = nullptr;       // pinned: the host variant reads it while it launches
    std::vector<uint32_t> b, ref;
    View dev{};

    template <class T>
    static T* upload(const T* p, size_t count)
    {
        T* d = nullptr;
        OK(cudaMalloc(&d, count * sizeof(T)));
        OK(cudaMemcpy(d, p, count * sizeof(T), cudaMemcpyHostToDevice));
        return d;
    }

    // columns(i, out) lists the columns of row i, all smaller than i, all different
    System(std::string t, int n, int side, uint64_t seed,
           const std::function<void(int, SplitMix&, std::vector<uint32_t>&)>& columns)
        : tag(std::move(t))
    {
        SplitMix rng{seed};
        std::vector<uint32_t> xt(n), cols;
        for (auto& q : xt) q = uint32_t(rng());
        head.resize(n);
        b.resize(n);
        int nlev = 0;
        for (int i = 0; i < n; ++i) {
            cols.clear();
            columns(i, rng, cols);
            const uint32_t d = uint32_t(rng()) | 1u;
            uint32_t sum = d * xt[i];
            int level = 0;
            RowHead h{};
            h.first = uint32_t(ent.size());
            h.count = uint8_t(cols.size());
            h.dinv = inverse(d);
            for (uint32_t c : cols) {
                Entry e;
                e.col = c;
                e.mag = 1 + rng.below(8000);
                e.neg = rng.below(2);
                ent.push_back(e);
                sum += (e.neg ? 0u - e.mag : e.mag) * xt[c];
                level = std::max(level, int(head[c].level) + 1);
            }
            h.level = uint16_t(level);
            head[i] = h;
            b[i] = sum;
            nlev = std::max(nlev, level + 1);
        }
        OK(cudaMallocHost(&lev, (nlev + 1) * sizeof(int)));
        std::fill(lev, lev + nlev + 1, 0);
        for (const RowHead& h : head) lev[h.level + 1]++;
        for (int l = 0; l < nlev; ++l) lev[l + 1] += lev[l];
        order.resize(n);
        std::vector<int> at(lev, lev + nlev);
        for (int i = 0; i < n; ++i) order[at[head[i].level]++] = i;

        ref.resize(n);        // the reference: plain forward substitution
        for (int i = 0; i < n; ++i) {
            uint32_t s = 0;
            for (unsigned e = 0; e < head[i].count; ++e) {
                const Entry c = ent[head[i].first + e];
                s += (c.neg ? 0u - c.mag : c.mag) * ref[c.col];
            }
            ref[i] = (b[i] - s) * head[i].dinv;
        }
        if (ref != xt) {
            fprintf(stderr, "trisolve: the reference does not solve its own system\n");
            exit(1);
        }
        dev.ent = upload(ent.data(), ent.size());
        dev.head = upload(head.data(), head.size());
        dev.order = upload(order.data(), order.size());
        dev.lev = upload(lev, size_t(nlev) + 1);
        dev.b = upload(b.data(), b.size());
        OK(cudaMalloc(&dev.x, n * sizeof(uint32_t)));
        OK(cudaMalloc(&dev.flag, n * sizeof(uint32_t)));
        OK(cudaMalloc(&dev.slot, n * sizeof(uint64_t)));
        OK(cudaMalloc(&dev.counter, 256 * sizeof(uint32_t)));
        dev.n = n;
        dev.nlev = nlev;
        dev.side = side;
    }
    void reset(cudaStream_t s) const
    {
        OK(cudaMemsetAsync(dev.x, 0xA5, dev.n * sizeof(uint32_t), s));
        OK(cudaMemsetAsync(dev.flag, 0, dev.n * sizeof(uint32_t), s));
        OK(cudaMemsetAsync(dev.slot, 0, dev.n * sizeof(uint64_t), s));
        OK(cudaMemsetAsync(dev.counter, 0, 256 * sizeof(uint32_t), s));
        OK(cudaStreamSynchronize(s));
    }
};

int main(int argc, char** argv)
{
    const int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
    const std::string filter = argc > 2 ? argv[2] : "";

    cudaStream_t st;
    cudaEvent_t t0, t1;
    OK(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
    OK(cudaEventCreate(&t0));
    OK(cudaEventCreate(&t1));

    const int side = 64;
    System grid("grid", side * side, side, 11,
                [side](int i, SplitMix&, std::vector<uint32_t>& c) {
                    const int r = i / side, q = i % side;
                    if (r && q) c.push_back(i - side - 1);
                    if (r) c.push_back(i - side);
                    if (q) c.push_back(i - 1);
                });
    System rnd("random", 6000, 0, 23, [](int i, SplitMix& g, std::vector<uint32_t>& c) {
        if (i == 0) return;
        for (int k = 1 + int(g.below(9)); k > 0; --k) {
            const uint32_t j = g.below(uint32_t(i));
            if (std::find(c.begin(), c.end(), j) == c.end()) c.push_back(j);
        }
    });

    using Run = std::function<void(const System&)>;
    const Run host = [st](const System& m) {
        for (int l = 0; l < m.dev.nlev; ++l)
            levelKernel<<<blocksFor(m.lev[l + 1] - m.lev[l]), kThreads, 0, st>>>(m.dev, l);
    };
    const Run tail = [st](const System& m) {
        tailKernel<<<blocksFor(m.lev[1] - m.lev[0]), kThreads, 0, st>>>(m.dev, 0);
    };
    const Run chunk = [st](const System& m) { chunkKernel<<<1, 1, 0, st>>>(m.dev, 0); };
    const Run hybrid = [st](const System& m) {
        const int w = m.lev[1] - m.lev[0];
        hybridKernel<<<w > kNarrow ? blocksFor(w) : 1, kThreads, 0, st>>>(m.dev, 0);
    };
    const Run flags = [st](const System& m) { flagKernel<<<48, kThreads, 0, st>>>(m.dev); };
    const Run slots = [st](const System& m) { slotKernel<<<48, kThreads, 0, st>>>(m.dev); };
    const Run tiles = [st](const System& m) {
        tileKernel<<<1, kTile * kTile, 0, st>>>(m.dev, 0, 0);
    };

    struct Row { const char* variant; const System* sys; Run run; };
    const Row rows[] = {
        {"host", &grid, host},   {"tail", &grid, tail},      {"chunk", &grid, chunk},
        {"hybrid", &grid, hybrid}, {"flags", &grid, flags},  {"tilefire", &grid, tiles},
        {"host", &rnd, host},    {"tail", &rnd, tail},       {"hybrid", &rnd, hybrid},
        {"slots", &rnd, slots},
    };

    std::vector<uint32_t> got;
    for (const Row& r : rows) {
        const std::string name = std::string("trisolve_") + r.variant + "_" + r.sys->tag;
        if (name.find(filter) == std::string::npos) continue;
        std::vector<float> us;
        uint64_t sum = 0;
        for (int k = 0; k <= runs; ++k) {
            r.sys->reset(st);
            OK(cudaEventRecord(t0, st));
            r.run(*r.sys);
            OK(cudaEventRecord(t1, st));
            OK(cudaGetLastError());
            OK(cudaStreamSynchronize(st));
            float ms = 0;
            OK(cudaEventElapsedTime(&ms, t0, t1));
            if (k) us.push_back(ms * 1000.0f);
            got.assign(r.sys->dev.n, 0);
            OK(cudaMemcpy(got.data(), r.sys->dev.x, got.size() * sizeof(uint32_t),
                          cudaMemcpyDeviceToHost));
            sum = 0;
            for (size_t i = 0; i < got.size(); ++i) {
                if (got[i] != r.sys->ref[i]) {
                    fprintf(stderr, "%s: x[%zu] = %u, expected %u\n", name.c_str(), i, got[i],
                            r.sys->ref[i]);
                    return 1;
                }
                sum += uint64_t(got[i]) * (i % 1021 + 1);
            }
        }
        std::sort(us.begin(), us.end());
        fprintf(stderr, "program,%s,rows,%d,time,us,%.3f,%.3f,%.3f,%d\n", name.c_str(),
                r.sys->dev.n, us.front(), us[us.size() / 2], us.back(), runs);
        fprintf(stderr, "note,%s,rows,%d,sum,%llu\n", name.c_str(), r.sys->dev.n,
                (unsigned long long)sum);
    }
    return 0;
}
