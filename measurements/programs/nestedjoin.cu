/**
 * Partitioned hash join and group-by on 64-bit keys with dynamic parallelism.
 *
 * Both relations are radix-partitioned by hash (shared-memory histograms).  Partition sizes only exist
 * on the device, so a "dispatcher" kernel with one thread per partition launches the grids that build
 * and probe (or aggregate and emit) that partition.  Keys are skewed: one partition attracts a quarter
 * of the build side and one hot key attracts a third of the probe side.
 *
 *   Flat          : one thread per tuple of the whole relation, no nesting
 *   NullStream    : children in the NULL stream of the dispatcher block, build before probe in order
 *   FireAndForget : build is fired and forgotten; it tail-launches its own probe
 */
#include <cuda_runtime.h>
#include <cub/block/block_scan.cuh>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

using Key = unsigned long long;
using u32 = unsigned int;
using u64 = unsigned long long;

#define checkCuda(expr) checkCudaImpl((expr), #expr, __LINE__)
static void checkCudaImpl(cudaError_t err, char const *expr, int line)
{
    if (err == cudaSuccess) return;
    std::fprintf(stderr, "nestedjoin.cu(%d): %s failed: %s\n", line, expr, cudaGetErrorString(err));
    std::exit(1);
}

constexpr int kPartBits = 7, kParts = 1 << kPartBits;
constexpr int kThreads  = 256;
constexpr u32 kEmpty    = 0xffffffffu;

struct Tuple  { Key key; u64 payload; };               // 16 bytes: one vector access
struct Group  { Key key; u64 count, total; };
struct Joined { Key key; u64 left, right; };

__host__ __device__ __forceinline__ u64 mix(u64 x)
{
    x ^= x >> 33; x *= 0xff51afd7ed558ccdull; x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53ull; x ^= x >> 33;
    return x;
}
__host__ __device__ __forceinline__ int  partOf(Key k) { return int(mix(k) >> (64 - kPartBits)); }
__host__ __device__ __forceinline__ u32  slotOf(Key k) { return u32(mix(k)); }
__host__ __device__ __forceinline__ u32  tableSize(u32 n)      // power of two >= 2 n, 0 for nothing
{
    u32 t = n ? 2 : 0;
    while (t < 2 * n) t <<= 1;
    return t;
}

// ---- partitioning ------------------------------------------------------------------------------

struct Plan {                       // of one relation
    u32 hist[kParts];               // number of tuples
    u32 begin[kParts + 1];          // where the partition starts
    u32 cursor[kParts];             // used by the scatter
    u32 table[kParts + 1];          // where the hash table of the partition starts
};

__global__ void __launch_bounds__(kThreads) histogram(Tuple const *__restrict__ in, u32 n, Plan *plan)
{
    __shared__ u32 h[kParts];
    for (int i = threadIdx.x; i < kParts; i += kThreads) h[i] = 0;
    __syncthreads();
    for (u32 i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) atomicAdd(&h[partOf(__ldg(&in[i].key))], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < kParts; i += kThreads) if (h[i]) atomicAdd(&plan->hist[i], h[i]);
}

__global__ void __launch_bounds__(kParts) makePlan(Plan *plan)
{
    using Scan = cub::BlockScan<u32, kParts>;
    __shared__ typename Scan::TempStorage tmp;
    u32 const mine = plan->hist[threadIdx.x];
    u32 at, sum;
    Scan(tmp).ExclusiveSum(mine, at, sum);
    plan->begin[threadIdx.x] = plan->cursor[threadIdx.x] = at;
    if (threadIdx.x == 0) plan->begin[kParts] = sum;
    __syncthreads();
    Scan(tmp).ExclusiveSum(tableSize(mine), at, sum);
    plan->table[threadIdx.x] = at;
    if (threadIdx.x == 0) plan->table[kParts] = sum;
}

__global__ void __launch_bounds__(kThreads) scatter(Tuple const *__restrict__ in, u32 n, Plan *plan, Tuple *__restrict__ out)
{
    u32 const i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) return;
    Tuple const t = in[i];
    int const p = partOf(t.key), lane = threadIdx.x & 31;
    u32 const peers = __match_any_sync(__activemask(), p);     // one atomic per partition and warp
    int const leader = __ffs(peers) - 1;
    u32 base = 0;
    if (lane == leader) base = atomicAdd(&plan->cursor[p], u32(__popc(peers)));
    base = __shfl_sync(peers, base, leader);
    out[base + __popc(peers & ((1u << lane) - 1u))] = t;
}

// ---- operators on a range of tuples ------------------------------------------------------------

struct Query {
    Tuple const *left, *right;      // partitioned relations (right unused by group-by)
    Plan const *lplan, *rplan;
    u32 *table;                     // join: index of a build tuple; group-by: index of the group's owner
    Group *groups;                  // group-by accumulators, parallel to table
    Joined *joined;
    Group *emitted;
    u32 *emittedCount;
};

struct JoinOp {
    static __device__ void build(Query const &q, int p, u32 i)
    {
        u32 const base = q.lplan->table[p], mask = q.lplan->table[p + 1] - base - 1;
        for (u32 s = slotOf(q.left[i].key) & mask; atomicCAS(&q.table[base + s], kEmpty, i) != kEmpty; s = (s + 1) & mask) {}
    }
    static __device__ u32 probeSize(Query const &q, int p) { return q.rplan->hist[p]; }
    static __device__ u32 probeBegin(Query const &q, int p) { return q.rplan->begin[p]; }
    static __device__ void probe(Query const &q, int p, u32 i)
    {
        u32 const base = q.lplan->table[p], size = q.lplan->table[p + 1] - base;
        if (size == 0) return;
        Tuple const r = q.right[i];
        for (u32 s = slotOf(r.key) & (size - 1); q.table[base + s] != kEmpty; s = (s + 1) & (size - 1)) {
            Tuple const l = q.left[q.table[base + s]];
            if (l.key == r.key) q.joined[atomicAdd(q.emittedCount, 1u)] = Joined{r.key, l.payload, r.payload};
        }
    }
};

struct GroupOp {
    // Warp-aggregated: the threads of a warp that hold the same key send one update.
    static __device__ void build(Query const &q, int p, u32 i)
    {
        Tuple const t = q.left[i];
        u32 const peers = __match_any_sync(__activemask(), t.key);
        u32 const partial = __reduce_add_sync(peers, u32(t.payload));   // payloads are below 2^16
        if ((threadIdx.x & 31) != unsigned(__ffs(peers) - 1)) return;
        u32 const base = q.lplan->table[p], mask = q.lplan->table[p + 1] - base - 1;
        for (u32 s = slotOf(t.key) & mask;; s = (s + 1) & mask) {
            u32 const owner = atomicCAS(&q.table[base + s], kEmpty, i);
            if (owner != kEmpty && q.left[owner].key != t.key) continue;
            atomicAdd(&q.groups[base + s].count, u64(__popc(peers)));
            atomicAdd(&q.groups[base + s].total, u64(partial));
            return;
        }
    }
    static __device__ u32 probeSize(Query const &q, int p) { return q.lplan->table[p + 1] - q.lplan->table[p]; }
    static __device__ u32 probeBegin(Query const &q, int p) { return q.lplan->table[p]; }
    static __device__ void probe(Query const &q, int, u32 slot)          // emits a group
    {
        if (q.table[slot] == kEmpty) return;
        Group g = q.groups[slot];
        g.key = q.left[q.table[slot]].key;
        q.emitted[atomicAdd(q.emittedCount, 1u)] = g;
    }
};

// ---- nested variants ---------------------------------------------------------------------------

enum class Launch { Flat, NullStream, FireAndForget };

template <class Op>
__global__ void __launch_bounds__(kThreads) probePartition(Query q, int p)
{
    u32 const i = blockIdx.x * kThreads + threadIdx.x;
    if (i < Op::probeSize(q, p)) Op::probe(q, p, Op::probeBegin(q, p) + i);
}

template <class Op, Launch L>
__global__ void __launch_bounds__(kThreads) buildPartition(Query q, int p)
{
    if (L == Launch::FireAndForget && blockIdx.x == 0 && threadIdx.x == 0) {
        u32 const m = Op::probeSize(q, p);      // runs once this whole grid is over
        if (m) probePartition<Op><<<(m + kThreads - 1) / kThreads, kThreads, 0, cudaStreamTailLaunch>>>(q, p);
    }
    u32 const i = blockIdx.x * kThreads + threadIdx.x;
    if (i < q.lplan->hist[p]) Op::build(q, p, q.lplan->begin[p] + i);
}

template <class Op, Launch L>
__global__ void dispatch(Query q)
{
    int const p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= kParts) return;
    u32 const n = q.lplan->hist[p], m = Op::probeSize(q, p);
    if (n == 0 || m == 0) return;
    u32 const blocks = (n + kThreads - 1) / kThreads;
    if (L == Launch::FireAndForget) {
        buildPartition<Op, L><<<blocks, kThreads, 0, cudaStreamFireAndForget>>>(q, p);
    } else {
        buildPartition<Op, L><<<blocks, kThreads>>>(q, p);
        probePartition<Op><<<(m + kThreads - 1) / kThreads, kThreads>>>(q, p);
    }
}

template <class Op>
__global__ void __launch_bounds__(kThreads) flatBuild(Query q)
{
    u32 const i = blockIdx.x * kThreads + threadIdx.x;
    if (i < q.lplan->begin[kParts]) Op::build(q, partOf(q.left[i].key), i);
}
__global__ void __launch_bounds__(kThreads) flatJoinProbe(Query q)
{
    u32 const i = blockIdx.x * kThreads + threadIdx.x;
    if (i < q.rplan->begin[kParts]) JoinOp::probe(q, partOf(q.right[i].key), i);
}
__global__ void __launch_bounds__(kThreads) flatEmitGroups(Query q)
{
    u32 const end = q.lplan->table[kParts];
    for (u32 i = blockIdx.x * kThreads + threadIdx.x; i < end; i += gridDim.x * kThreads) GroupOp::probe(q, 0, i);
}

// ---- host --------------------------------------------------------------------------------------

static u64 rngState;
static u64 rng() { return mix(rngState += 0x9e3779b97f4a7c15ull); }

static std::vector<Tuple> buildSide(u32 n)
{
    std::vector<Tuple> v(n);
    for (u32 i = 0; i < n; ++i) {
        Key k = rng();
        if (i % 4 == 0) while (partOf(k) != 5) k = rng();              // a crowded partition
        if (i % 8 == 7) k = v[rng() % i].key;                           // some keys occur twice or more
        v[i] = Tuple{k, rng() & 0xffff};
    }
    return v;
}
static std::vector<Tuple> probeSide(u32 n, std::vector<Tuple> const &keys)
{
    std::vector<Tuple> v(n);
    for (Tuple &t : v) {
        u64 const dice = rng() % 12;
        Key const k = dice < 4 ? keys[1].key : dice < 10 ? keys[rng() % keys.size()].key : rng();
        t = Tuple{k, rng() & 0xffff};
    }
    return v;
}
static u64 fingerprint(Joined const &j) { return mix(j.key + 3 * j.left + 5 * mix(j.right)); }
static u64 fingerprint(Group const &g) { return mix(g.key + 3 * g.count + 5 * mix(g.total)); }

struct Answer { u64 rows = 0, sum = 0; };

static Answer expected(bool join, std::vector<Tuple> const &l, std::vector<Tuple> const &r)
{
    Answer a;
    if (join) {
        std::unordered_multimap<Key, u64> index;
        for (Tuple const &t : l) index.emplace(t.key, t.payload);
        for (Tuple const &t : r)
            for (auto range = index.equal_range(t.key); range.first != range.second; ++range.first, ++a.rows)
                a.sum += fingerprint(Joined{t.key, range.first->second, t.payload});
    } else {
        std::unordered_map<Key, Group> agg;
        for (Tuple const &t : l) { Group &g = agg[t.key]; g.key = t.key; ++g.count; g.total += t.payload; }
        for (auto const &kv : agg) { ++a.rows; a.sum += fingerprint(kv.second); }
    }
    return a;
}

static inline u32 grid(u64 n) { return u32((n + kThreads - 1) / kThreads); }

template <class Op>
static void execute(Query const &q, Launch how, u32 nl, u32 nr, cudaStream_t s)
{
    if (how == Launch::NullStream)         dispatch<Op, Launch::NullStream><<<kParts / 16, 16, 0, s>>>(q);
    else if (how == Launch::FireAndForget) dispatch<Op, Launch::FireAndForget><<<kParts / 32, 32, 0, s>>>(q);
    else {
        flatBuild<Op><<<grid(nl), kThreads, 0, s>>>(q);
        checkCuda(cudaGetLastError());
        if (nr) flatJoinProbe<<<grid(nr), kThreads, 0, s>>>(q);
        else {
            int perSm = 0, sms = 0;
            checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, flatEmitGroups, kThreads, 0));
            checkCuda(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
            flatEmitGroups<<<std::min(grid(4ull * nl), u32(perSm * sms)), kThreads, 0, s>>>(q);
        }
    }
    checkCuda(cudaGetLastError());
}

static void runRow(bool join, Launch how, u32 n, int runs, std::string const &name)
{
    rngState = n;
    std::vector<Tuple> l = buildSide(n / 4), r = probeSide(n, l);
    if (!join) { l = r; r.clear(); }                            // group the skewed side
    Answer const want = expected(join, l, r);
    u32 const nl = u32(l.size()), nr = u32(r.size()), sizes[2] = {nl, nr};

    cudaStream_t s, side;
    checkCuda(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    checkCuda(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    Tuple *in[2] = {}, *parted[2] = {};
    Plan *plan;
    checkCuda(cudaMallocAsync(&plan, 2 * sizeof(Plan), s));
    for (int k = 0; k < (join ? 2 : 1); ++k) {
        checkCuda(cudaMallocAsync(&in[k], sizes[k] * sizeof(Tuple), s));
        checkCuda(cudaMallocAsync(&parted[k], sizes[k] * sizeof(Tuple), s));
        checkCuda(cudaMemcpyAsync(in[k], (k ? r : l).data(), sizes[k] * sizeof(Tuple), cudaMemcpyHostToDevice, s));
    }
    size_t const slots = 4ull * nl + 2 * kParts, rowBytes = (join ? sizeof(Joined) : sizeof(Group)) * want.rows;
    Query q{parted[0], parted[1], plan, plan + 1, nullptr, nullptr, nullptr, nullptr, nullptr};
    void *rows;
    checkCuda(cudaMallocAsync(&q.table, slots * sizeof(u32), s));
    if (!join) checkCuda(cudaMallocAsync(&q.groups, slots * sizeof(Group), s));
    checkCuda(cudaMallocAsync(&rows, rowBytes, s));
    checkCuda(cudaMallocAsync(&q.emittedCount, sizeof(u32), s));
    if (join) q.joined = static_cast<Joined *>(rows); else q.emitted = static_cast<Group *>(rows);

    cudaEvent_t start, stop, fork, merge;
    for (cudaEvent_t *e : {&start, &stop}) checkCuda(cudaEventCreate(e));
    for (cudaEvent_t *e : {&fork, &merge}) checkCuda(cudaEventCreateWithFlags(e, cudaEventDisableTiming));
    std::vector<float> us;
    for (int run = -1; run < runs; ++run) {
        checkCuda(cudaMemsetAsync(plan, 0, 2 * sizeof(Plan), s));
        checkCuda(cudaMemsetAsync(q.table, 0xff, slots * sizeof(u32), s));
        if (!join) checkCuda(cudaMemsetAsync(q.groups, 0, slots * sizeof(Group), s));
        checkCuda(cudaMemsetAsync(q.emittedCount, 0, sizeof(u32), s));
        checkCuda(cudaEventRecord(start, s));
        checkCuda(cudaEventRecord(fork, s));
        checkCuda(cudaStreamWaitEvent(side, fork, 0));
        for (int k = 0; k < (join ? 2 : 1); ++k) {              // the relations are partitioned side by side
            cudaStream_t const t = k ? side : s;
            histogram<<<std::min(grid(sizes[k]), 64u), kThreads, 0, t>>>(in[k], sizes[k], plan + k);
            makePlan<<<1, kParts, 0, t>>>(plan + k);
            scatter<<<grid(sizes[k]), kThreads, 0, t>>>(in[k], sizes[k], plan + k, parted[k]);
            checkCuda(cudaGetLastError());
        }
        checkCuda(cudaEventRecord(merge, side));
        checkCuda(cudaStreamWaitEvent(s, merge, 0));
        if (join) execute<JoinOp>(q, how, nl, nr, s); else execute<GroupOp>(q, how, nl, 0, s);
        checkCuda(cudaEventRecord(stop, s));
        checkCuda(cudaEventSynchronize(stop));
        float ms;
        checkCuda(cudaEventElapsedTime(&ms, start, stop));
        if (run >= 0) us.push_back(ms * 1e3f);

        u32 count = 0;
        checkCuda(cudaMemcpy(&count, q.emittedCount, sizeof count, cudaMemcpyDeviceToHost));
        u64 sum = 0;
        if (count == want.rows && join) {
            std::vector<Joined> out(count);
            checkCuda(cudaMemcpy(out.data(), rows, rowBytes, cudaMemcpyDeviceToHost));
            for (Joined const &j : out) sum += fingerprint(j);
        } else if (count == want.rows) {
            std::vector<Group> out(count);
            checkCuda(cudaMemcpy(out.data(), rows, rowBytes, cudaMemcpyDeviceToHost));
            for (Group const &g : out) sum += fingerprint(g);
        }
        if (count != want.rows || sum != want.sum) {
            std::fprintf(stderr, "%s: %u rows (%llu expected), fingerprint %llx (%llx expected)\n", name.c_str(), count, want.rows, sum, want.sum);
            std::abort();
        }
    }
    std::sort(us.begin(), us.end());
    std::fprintf(stderr, "program,%s,tuples,%u,time,us,%.2f,%.2f,%.2f,%d\n", name.c_str(), n, us.front(), us[us.size() / 2], us.back(), runs);
    std::fprintf(stderr, "note,%s,tuples,%u,sum,%llu\n", name.c_str(), n, want.sum);
    for (void *p : {(void *)in[0], (void *)in[1], (void *)parted[0], (void *)parted[1], (void *)plan, (void *)q.table, (void *)q.groups, rows, (void *)q.emittedCount})
        if (p) checkCuda(cudaFreeAsync(p, s));
    checkCuda(cudaStreamSynchronize(s));
    for (cudaEvent_t e : {start, stop, fork, merge}) checkCuda(cudaEventDestroy(e));
    checkCuda(cudaStreamDestroy(s));
    checkCuda(cudaStreamDestroy(side));
}

int main(int argc, char **argv)
{
    int const runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    char const *pick = argc > 2 ? argv[2] : "";
    struct { char const *name; bool join; Launch how; u32 n; } const rows[] = {
        {"nestedjoin_join_null", true, Launch::NullStream, 16384},   {"nestedjoin_join_null", true, Launch::NullStream, 98304},
        {"nestedjoin_join_faf", true, Launch::FireAndForget, 16384}, {"nestedjoin_join_faf", true, Launch::FireAndForget, 98304},
        {"nestedjoin_join_flat", true, Launch::Flat, 98304},         {"nestedjoin_group_null", false, Launch::NullStream, 65536},
        {"nestedjoin_group_faf", false, Launch::FireAndForget, 65536}, {"nestedjoin_group_flat", false, Launch::Flat, 65536},
    };
    for (auto const &row : rows)
        if (std::strstr(row.name, pick)) runRow(row.join, row.how, row.n, runs, row.name);
    return 0;
}
