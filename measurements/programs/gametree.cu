// gametree: fixed-depth minimax for the game of Kalah (6 pits a side, capture and extra-turn rules).
//
// A position is two 64-bit words of byte counters (pits 0..5, store in byte 6), so that a move is a
// handful of masked adds. Subtrees with many nodes become child grids of one block per node; a small
// subtree (at most kLeafPaths paths) is searched by one block, one path per thread, and folded level by
// level in shared memory. Values go up either by atomicMax/atomicMin plus a counter of open children
// (the last child to finish carries the value on), or by tail-launched fold kernels.
//
//   gametree_null  one grid per node, NULL stream of the parent block
//   gametree_ff    one grid per node, cudaStreamFireAndForget
//   gametree_agg   one grid per parent (a block per child), fire and forget
//   gametree_tail  one grid per node, values by tail-launched fold kernels
//   gametree_flat  no nested launches: the host drives levels down and up again

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#define CHECK(call) check((call), __LINE__)
static void check(cudaError_t e, int line)
{
    if (e == cudaSuccess) return;
    std::exit((std::fprintf(stderr, "gametree.cu:%d: %s\n", line, cudaGetErrorString(e)), 1));
}

using u64 = unsigned long long;
constexpr int kRoots = 3;
constexpr int kPits = 6;
constexpr int kThreads = 224;        // 7 warps: one pass over 6^3 paths
constexpr int kLeafPaths = 216;      // a subtree estimated at or below this is searched by one block
constexpr int kLeafDepth = 4;        // and never deeper than this
constexpr int kCapacity = kRoots * 55987;   // 1 + 6 + ... + 6^6 nodes a root
constexpr int kNone = INT_MAX;       // "no such path"

// 6^k, and the place of level k in the arrays of a block's subtree (levels one after another)
__host__ __device__ constexpr int pow6(int k)
{
    int r = 1;
    for (int i = 0; i < k; ++i) r *= kPits;
    return r;
}
__host__ __device__ constexpr int levelAt(int k) { return (pow6(k) - 1) / (kPits - 1); }

struct Position {
    u64 me, opp;     // the mover's side and the other side
    int mover;       // 0 maximises, 1 minimises
};

__host__ __device__ constexpr u64 pitsOf(u64 side) { return side & 0x0000ffffffffffffull; }
__host__ __device__ constexpr int at(u64 side, int i) { return int(side >> (8 * i)) & 0xff; }
__host__ __device__ inline u64 ones(int k) { return k <= 0 ? 0ull : 0x0101010101010101ull >> (8 * (8 - k)); }
__host__ __device__ inline bool legal(const Position &p, int pit) { return at(p.me, pit) != 0; }
__host__ __device__ inline int sumPits(u64 side) { return int((pitsOf(side) * 0x0101010101010101ull) >> 56); }

__host__ __device__ inline int dot4(unsigned a, unsigned b)
{
#ifdef __CUDA_ARCH__
    return int(__dp4a(a, b, 0u));
#else
    int s = 0;
    for (int i = 0; i < 32; i += 8) s += int((a >> i) & 255u) * int((b >> i) & 255u);
    return s;
#endif
}

// Weights of pits 0..5 and of the store: 1 1 2 2 3 2 | 16
__host__ __device__ inline int sideScore(u64 side)
{
    return dot4(unsigned(side), 0x02020101u) + dot4(unsigned(side >> 32) & 0x00ffffffu, 0x00100203u);
}

__host__ __device__ inline int evaluate(const Position &p)
{
    const int s = sideScore(p.me) - sideScore(p.opp);
    return p.mover ? -s : s;
}

// Plays a legal move; returns true when the game is over (the remaining seeds are then in the stores).
__host__ __device__ inline bool play(Position &p, int pit)
{
    const int n = at(p.me, pit);
    u64 me = p.me & ~(0xffull << (8 * pit)), opp = p.opp;
    const int q = n / 13, r = n - 13 * q, s = pit + 1, e = s + r;
    me += u64(q) * ones(7) + (ones(e < 7 ? e : 7) - ones(s)) + ones(e - 13);
    opp += u64(q) * ones(6) + ones(e - 7 < 6 ? e - 7 : 6);
    const int last = (pit + n) % 13;
    if (last < 6 && at(me, last) == 1) {
        const int prize = at(opp, 5 - last);
        if (prize) {
            opp -= u64(prize) << (8 * (5 - last));
            me = me - (1ull << (8 * last)) + (u64(prize + 1) << 48);
        }
    }
    const bool over = pitsOf(me) == 0 || pitsOf(opp) == 0;
    if (over) {
        me = (me + (u64(sumPits(me)) << 48)) & 0x00ff000000000000ull;
        opp = (opp + (u64(sumPits(opp)) << 48)) & 0x00ff000000000000ull;
    }
    const bool again = last == 6;
    p.me = again ? me : opp;
    p.opp = again ? opp : me;
    p.mover ^= again ? 0 : 1;
    return over;
}

__host__ __device__ inline int mobility(u64 side)
{
    int m = 0;
    for (int i = 0; i < kPits; ++i) m += at(side, i) != 0;
    return m;
}

struct Node {
    u64 me, opp;
    int value, pending, parent, first;
    unsigned mover : 1, over : 1, move : 3, ply : 4, rem : 4, root : 4, kids : 4, : 11;
};

struct Tree {
    Node *nodes;
    unsigned *count;     // nodes in use
    unsigned *leaves;    // positions evaluated
    int *rootValue;      // [kRoots]
    int *rootMove;       // [kRoots][kPits], kNone when illegal
};
__device__ inline Position positionOf(const Node &n) { return Position{n.me, n.opp, int(n.mover)}; }

__device__ inline bool fitsOneBlock(const Node &n)
{
    if (n.rem > kLeafDepth) return false;
    const int m = mobility(n.me), o = mobility(n.opp);
    int est = 1;
    for (int k = 0; k < int(n.rem); ++k) est *= (k & 1) ? o : m;
    return est <= kLeafPaths;
}

__host__ __device__ inline Node makeChild(const Node &up, int parent, const Position &p, int move, bool over)
{
    Node c{};
    c.me = p.me, c.opp = p.opp, c.mover = unsigned(p.mover), c.over = over;
    c.parent = parent, c.move = unsigned(move), c.root = up.root;
    c.ply = up.ply + 1, c.rem = up.rem - 1;
    c.value = over ? evaluate(p) : (p.mover ? INT_MAX : INT_MIN);
    return c;
}

__device__ inline void record(const Tree &t, const Node &n, int value)
{
    if (n.ply == 0) t.rootValue[n.root] = value;
    if (n.ply == 1) t.rootMove[n.root * kPits + n.move] = value;
}

// Carries the final value of a node up for as long as this thread finishes the parent as well.
__device__ void propagate(const Tree &t, int self, int value)
{
    for (;;) {
        const Node &n = t.nodes[self];
        record(t, n, value);
        const int up = n.parent;
        if (up < 0) return;
        Node &p = t.nodes[up];
        if (p.mover) atomicMin(&p.value, value);
        else atomicMax(&p.value, value);
        __threadfence();
        if (atomicSub(&p.pending, 1) != 1) return;
        __threadfence();
        value = atomicAdd(&p.value, 0);
        self = up;
    }
}

// The whole block searches the subtree of n (rem plies); the value is returned to every thread.
__device__ int searchInBlock(const Tree &t, const Node &n)
{
    __shared__ int value[levelAt(kLeafDepth + 1)];
    __shared__ unsigned char mover[levelAt(kLeafDepth)];
    const int depth = int(n.rem), paths = pow6(depth);
    unsigned evaluated = 0;
    for (int path = int(threadIdx.x); path < paths; path += blockDim.x) {
        Position p = positionOf(n);
        int rest = path, result = kNone, prefix = 0;
        for (int ply = 0;; ++ply) {
            if (ply == depth) { result = evaluate(p); ++evaluated; break; }
            const int span = pow6(depth - ply - 1);
            if (rest == 0) mover[levelAt(ply) + prefix] = (unsigned char)p.mover;
            const int move = rest / span;
            rest -= move * span;
            prefix = prefix * kPits + move;
            if (!legal(p, move)) break;
            if (play(p, move)) {
                if (rest == 0) {
                    result = evaluate(p), ++evaluated;
                    for (int k = ply + 1, pre = prefix; k < depth; ++k, pre *= kPits)
                        mover[levelAt(k) + pre] = 0;     // one value only: either fold keeps it
                }
                break;
            }
        }
        value[levelAt(depth) + path] = result;
    }
    evaluated = __reduce_add_sync(0xffffffffu, evaluated);
    if ((threadIdx.x & 31) == 0 && evaluated) atomicAdd(t.leaves, evaluated);
    __syncthreads();
    for (int level = depth - 1; level >= 0; --level) {
        for (int i = threadIdx.x; i < pow6(level); i += blockDim.x) {
            int lo = INT_MAX, hi = INT_MIN;
            for (int m = 0; m < kPits; ++m) {
                const int v = value[levelAt(level + 1) + i * kPits + m];
                if (v != kNone) { lo = min(lo, v); hi = max(hi, v); }
            }
            value[levelAt(level) + i] = hi == INT_MIN ? kNone : mover[levelAt(level) + i] ? lo : hi;
        }
        __syncthreads();
    }
    return value[0];
}

struct Brood { int first, alive, mine; bool over; };   // mine: the child of this lane, or -1

// One warp makes the children of a node, those where the game goes on first.
__device__ Brood expand(const Tree &t, const Node &n, int self)
{
    const int lane = threadIdx.x & 31;
    Position p = positionOf(n);
    const bool ok = lane < kPits && legal(p, lane);
    const bool over = ok && play(p, lane);
    const unsigned below = (1u << lane) - 1;
    const unsigned mOk = __ballot_sync(0xffffffffu, ok), mOver = __ballot_sync(0xffffffffu, over);
    const unsigned mAlive = mOk & ~mOver;
    int first = 0, mine = -1, all = __popc(mOk), alive = __popc(mAlive);
    if (lane == 0) {
        first = int(atomicAdd(t.count, unsigned(all)));
        t.nodes[self].first = first;
        t.nodes[self].kids = unsigned(all);
        t.nodes[self].pending = all;
        if (mOver) atomicAdd(t.leaves, unsigned(__popc(mOver)));
        __threadfence();
    }
    first = __shfl_sync(0xffffffffu, first, 0);
    if (ok) {
        mine = first + (over ? alive + __popc(mOver & below) : __popc(mAlive & below));
        t.nodes[mine] = makeChild(n, self, p, lane, over);
        __threadfence();
    }
    __syncwarp();
    return Brood{first, alive, mine, over};
}

// Folds the children of nodes [begin, end), a thread each: tail-launched for one node, flat for a level.
__global__ void fold(Tree t, int begin, int end)
{
    const int self = begin + int(blockIdx.x * blockDim.x + threadIdx.x);
    if (self >= end || t.nodes[self].over) return;
    const Node n = t.nodes[self];
    int v = n.mover ? INT_MAX : INT_MIN;
    for (int i = n.first; i < n.first + int(n.kids); ++i) {
        const Node &c = t.nodes[i];
        record(t, c, c.value);
        v = n.mover ? min(v, c.value) : max(v, c.value);
    }
    t.nodes[self].value = v;
    if (n.ply == 0) record(t, n, v);
}
enum class Mode { Null, FireAndForget, Aggregated, Tail };

template <Mode M>
__global__ void __launch_bounds__(kThreads) search(Tree t, int first)
{
    const int self = first + int(blockIdx.x);
    const Node n = t.nodes[self];
    if (fitsOneBlock(n)) {
        const int v = searchInBlock(t, n);
        if (threadIdx.x != 0) return;
        if constexpr (M == Mode::Tail) t.nodes[self].value = v;
        else propagate(t, self, v);
        return;
    }
    if (threadIdx.x >= 32) return;
    const Brood b = expand(t, n, self);
    if constexpr (M == Mode::Aggregated) {
        if (threadIdx.x == 0 && b.alive > 0)
            search<M><<<b.alive, kThreads, 0, cudaStreamFireAndForget>>>(t, b.first);
    } else if (b.mine >= 0 && !b.over) {
        search<M><<<1, kThreads, 0, M == Mode::Null ? cudaStream_t(0) : cudaStreamFireAndForget>>>(t, b.mine);
    }
    if constexpr (M == Mode::Tail) {
        if (threadIdx.x == 0) fold<<<1, 1, 0, cudaStreamTailLaunch>>>(t, self, self + 1);
    } else if (b.over) {
        propagate(t, b.mine, t.nodes[b.mine].value);
    }
}

// Makes the children of nodes [begin, end), a thread each; positions at full depth count as over.
__global__ void flatExpand(Tree t, int begin, int end)
{
    const int self = begin + int(blockIdx.x * blockDim.x + threadIdx.x);
    if (self >= end || t.nodes[self].over) return;
    const Node n = t.nodes[self];
    const int all = mobility(n.me);
    const int first = int(atomicAdd(t.count, unsigned(all)));
    int k = 0;
    unsigned leaves = 0;
    for (int move = 0; move < kPits; ++move) {
        Position p = positionOf(n);
        if (!legal(p, move)) continue;
        const bool over = play(p, move) || n.rem == 1;
        leaves += over;
        t.nodes[first + k++] = makeChild(n, self, p, move, over);
    }
    if (leaves) atomicAdd(t.leaves, leaves);
    t.nodes[self].first = first;
    t.nodes[self].kids = unsigned(all);
}

static int minimax(const Position &p, int rem, unsigned &leaves)
{
    int best = p.mover ? INT_MAX : INT_MIN;
    for (int m = 0; m < kPits; ++m) {
        if (!legal(p, m)) continue;
        Position c = p;
        const bool over = play(c, m);
        const bool leaf = over || rem == 1;
        const int v = leaf ? evaluate(c) : minimax(c, rem - 1, leaves);
        leaves += leaf;
        best = p.mover ? std::min(best, v) : std::max(best, v);
    }
    return best;
}

static std::array<Position, kRoots> openings()
{
    std::array<Position, kRoots> r;
    u64 state = 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < kRoots;) {
        Position p{0x0000040404040404ull, 0x0000040404040404ull, 0};
        bool over = false;
        for (int k = 0; k < 3 + 2 * i && !over; ++k) {
            int m;
            do {
                state = state * 6364136223846793005ull + 1442695040888963407ull;
                m = int((state >> 33) % kPits);
            } while (!legal(p, m));
            over = play(p, m);
        }
        if (!over) r[size_t(i++)] = p;
    }
    return r;
}

int main(int argc, char **argv)
{
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const std::string filter = argc > 2 ? argv[2] : "";
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
    // results in one array: values of the roots, values of their moves, number of positions evaluated
    constexpr size_t results = kRoots + kRoots * kPits + 1;
    Tree t{};
    CHECK(cudaMalloc(&t.nodes, kCapacity * sizeof(Node)));
    CHECK(cudaMalloc(&t.count, sizeof(unsigned)));
    CHECK(cudaMalloc(&t.rootValue, results * sizeof(int)));
    t.rootMove = t.rootValue + kRoots;
    t.leaves = reinterpret_cast<unsigned *>(t.rootValue + results - 1);
    unsigned *pinned;
    CHECK(cudaMallocHost(&pinned, sizeof(unsigned)));
    cudaStream_t stream;
    cudaEvent_t start, stop;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    const auto flat = [&](int depth) {
        std::vector<std::pair<int, int>> levels{{0, kRoots}};
        const auto blocks = [](std::pair<int, int> l) { return unsigned((l.second - l.first + 127) / 128); };
        for (int rem = depth; rem > 0; --rem) {
            const auto l = levels.back();
            flatExpand<<<blocks(l), 128, 0, stream>>>(t, l.first, l.second);
            CHECK(cudaMemcpyAsync(pinned, t.count, sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
            CHECK(cudaStreamSynchronize(stream));
            if (int(*pinned) == l.second) break;
            levels.emplace_back(l.second, int(*pinned));
        }
        for (size_t i = levels.size() - 1; i-- > 0;)
            fold<<<blocks(levels[i]), 128, 0, stream>>>(t, levels[i].first, levels[i].second);
    };
    const std::vector<std::pair<const char *, std::function<void(int)>>> variants{
        {"gametree_null", [&](int) { search<Mode::Null><<<kRoots, kThreads, 0, stream>>>(t, 0); }},
        {"gametree_ff", [&](int) { search<Mode::FireAndForget><<<kRoots, kThreads, 0, stream>>>(t, 0); }},
        {"gametree_agg", [&](int) { search<Mode::Aggregated><<<kRoots, kThreads, 0, stream>>>(t, 0); }},
        {"gametree_tail", [&](int) { search<Mode::Tail><<<kRoots, kThreads, 0, stream>>>(t, 0); }},
        {"gametree_flat", flat}};

    const auto roots = openings();
    for (const int depth : {5, 6}) {
        std::vector<int> reset(results, 0), want(results, kNone), got(results);
        std::fill_n(reset.begin() + kRoots, kRoots * kPits, kNone);
        std::vector<Node> init;
        unsigned leaves = 0, dummy = 0;
        for (int r = 0; r < kRoots; ++r) {
            const Position &p = roots[size_t(r)];
            want[size_t(r)] = minimax(p, depth, leaves);
            for (int m = 0; m < kPits; ++m) {
                Position c = p;
                if (!legal(p, m)) continue;
                want[size_t(kRoots + r * kPits + m)] = play(c, m) ? evaluate(c) : minimax(c, depth - 1, dummy);
            }
            Node up{};
            up.root = unsigned(r);
            up.rem = unsigned(depth + 1);
            init.push_back(makeChild(up, -1, p, 0, false));
            init.back().ply = 0;
        }
        want.back() = int(leaves);
        for (const auto &[row, launch] : variants) {
            if (std::string(row).find(filter) == std::string::npos) continue;
            std::vector<double> times;
            for (int run = -1; run < runs; ++run) {
                const unsigned used = kRoots;
                CHECK(cudaMemcpy(t.nodes, init.data(), kRoots * sizeof(Node), cudaMemcpyHostToDevice));
                CHECK(cudaMemcpy(t.count, &used, sizeof used, cudaMemcpyHostToDevice));
                CHECK(cudaMemcpy(t.rootValue, reset.data(), results * sizeof(int), cudaMemcpyHostToDevice));
                CHECK(cudaDeviceSynchronize());
                CHECK(cudaEventRecord(start, stream));
                launch(depth);
                CHECK(cudaGetLastError());
                CHECK(cudaEventRecord(stop, stream));
                CHECK(cudaDeviceSynchronize());
                float ms;
                CHECK(cudaEventElapsedTime(&ms, start, stop));
                if (run >= 0) times.push_back(double(ms) * 1000);
                CHECK(cudaMemcpy(got.data(), t.rootValue, results * sizeof(int), cudaMemcpyDeviceToHost));
                if (got == want) continue;
                std::fprintf(stderr, "%s depth %d: wrong result (%d leaves, not %u)\n", row, depth, got.back(), leaves);
                return 1;
            }
            u64 sum = 1469598103934665603ull;
            for (const int v : got) sum = (sum ^ unsigned(v)) * 1099511628211ull;
            std::sort(times.begin(), times.end());
            std::fprintf(stderr, "program,%s,depth,%d,time,us,%.3f,%.3f,%.3f,%d\n", row, depth, times.front(),
                         times[times.size() / 2], times.back(), runs);
            std::fprintf(stderr, "note,%s,depth,%d,sum,%llu\n", row, depth, sum >> 1);
        }
    }
    return 0;
}
