/// between.cu -- betweenness centrality (Brandes) from a few sources.
///
/// Forward: breadth-first levels with numbers of shortest paths (64-bit integers).
/// Backward: dependencies in fixed point, delta(v) = sigma(v) * SUM coef(w) with
/// coef(w) = (1 + delta(w)) / sigma(w) rounded down to 2^-30, the sum over the
/// neighbours w one level further out.  All sums are sums of integers, so neither
/// the order of the threads nor the variant matters, and the CPU must agree exactly.
///
///   between_host    the host reads the frontier sizes, all sources side by side
///   between_flat    one chain of tail launches per source, no other nesting
///   between_fire    the same, child grids for hubs, fire and forget
///   between_null    the same, child grids for hubs in the block's NULL stream
///   between_agg     the same, one child grid for all hubs of a block
///   between_block   one block per source, no nested launches
///
///   ./between [RUNS] [FILTER]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_reduce.cuh>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;
using u64 = unsigned long long;

constexpr int kBlock = 128;       // threads of the frontier kernels
constexpr int kHubBlock = 128;    // threads of the kernels for hubs
constexpr int kHub = 48;          // edges from which a vertex is a hub
constexpr int kSources = 4;
constexpr int kMaxLevel = 9;      // keeps the chain of launches well below 24
constexpr u64 kOne = 1ull << 30;  // fixed-point 1
enum Variant : int { kHost, kFlat, kFire, kNull, kAgg, kBlockwise };

static void must(cudaError_t e, int line) {
  if (e == cudaSuccess) return;
  fprintf(stderr, "between.cu:%d: %s\n", line, cudaGetErrorString(e));
  exit(1);
}
#define MUST(x) must((x), __LINE__)

/// Six bytes per vertex: first edge and number of edges.
struct __attribute__((packed, aligned(2))) Vertex {
  unsigned first;
  unsigned short degree;
};

struct Chain {                    // frontier bookkeeping of a source
  int tail;                       // vertices in the queue
  int begin[kMaxLevel + 3];       // first queue entry of each level
};

/// The problem at hand, in constant memory.
struct Problem {
  const Vertex* vert;
  cudaTextureObject_t adj;        // neighbours, 32-bit
  int n;
  int *level, *queue, *hubs;      // [source][vertex]; level -1: not reached
  u64 *sigma, *coef;              // [source][vertex]
  Chain* chain;                   // [source]
  u64* bc;                        // [vertex]
};
__constant__ Problem P;

// ------------------------------------------------------------------ pieces
/// Edge v -> w in the forward direction; d is the level of v.
__device__ __forceinline__ void visit(int s, int d, u64 paths, unsigned e) {
  const int w = tex1Dfetch<int>(P.adj, (int)e);
  const int at = s * P.n + w;
  const int old = atomicCAS(&P.level[at], -1, d + 1);
  if (old == -1) P.queue[s * P.n + atomicAdd(&P.chain[s].tail, 1)] = w;
  if (old == -1 || old == d + 1) atomicAdd(&P.sigma[at], paths);
}

/// Contribution of edge v -> w in the backward direction.
__device__ __forceinline__ u64 pull(int s, int d, unsigned e) {
  const int at = s * P.n + tex1Dfetch<int>(P.adj, (int)e);
  return P.level[at] == d + 1 ? P.coef[at] : 0ull;
}

/// The sum over the successors of v is complete.
__device__ __forceinline__ void settle(int s, int d, int v, u64 sum) {
  const int at = s * P.n + v;
  const u64 paths = P.sigma[at];
  const u64 delta = paths * sum;
  P.coef[at] = (kOne + delta) / paths;
  if (d > 0 && delta) atomicAdd(&P.bc[v], delta);
}

// ------------------------------------------------------------ grids for hubs
__global__ void forwardHub(int s, int d, int v) {
  const Vertex x = P.vert[v];
  const u64 paths = P.sigma[s * P.n + v];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < x.degree) visit(s, d, paths, x.first + i);
}

/// One block per hub of the list.
__global__ void __launch_bounds__(kHubBlock) forwardHubs(int s, int d, const int* list) {
  const int v = list[blockIdx.x];
  const Vertex x = P.vert[v];
  const u64 paths = P.sigma[s * P.n + v];
  for (unsigned i = threadIdx.x; i < x.degree; i += blockDim.x) visit(s, d, paths, x.first + i);
}

__device__ void backwardOne(int s, int d, int v) {
  using Reduce = cub::BlockReduce<u64, kHubBlock>;
  __shared__ typename Reduce::TempStorage temp;
  const Vertex x = P.vert[v];
  u64 sum = 0;
  for (unsigned i = threadIdx.x; i < x.degree; i += kHubBlock) sum += pull(s, d, x.first + i);
  sum = Reduce(temp).Sum(sum);
  if (threadIdx.x == 0) settle(s, d, v, sum);
}

__global__ void __launch_bounds__(kHubBlock) backwardHub(int s, int d, int v) { backwardOne(s, d, v); }

__global__ void __launch_bounds__(kHubBlock) backwardHubs(int s, int d, const int* list) {
  backwardOne(s, d, list[blockIdx.x]);
}

// ----------------------------------------------------- grids for one frontier
template <bool Forward>
__device__ __forceinline__ void launchHub(int s, int d, int v, unsigned degree, cudaStream_t where) {
  if constexpr (Forward)
    forwardHub<<<(degree + kHubBlock - 1) / kHubBlock, kHubBlock, 0, where>>>(s, d, v);
  else
    backwardHub<<<1, kHubBlock, 0, where>>>(s, d, v);
}

/// Level d of source s0 + blockIdx.y, one thread per vertex.
template <int V, bool Forward>
__global__ void __launch_bounds__(kBlock) frontier(int s0, int d) {
  const cg::thread_block block = cg::this_thread_block();
  const int s = s0 + (int)blockIdx.y;
  const int first = P.chain[s].begin[d], last = P.chain[s].begin[d + 1];
  const int i = first + (int)(blockIdx.x * kBlock + threadIdx.x);
  __shared__ int hubs;
  if constexpr (V == kAgg) {
    if (block.thread_rank() == 0) hubs = 0;
    block.sync();
  }
  int* slice = P.hubs + s * P.n + blockIdx.x * kBlock;
  if (i < last) {
    const int v = P.queue[s * P.n + i];
    const Vertex x = P.vert[v];
    if ((V == kFire || V == kNull || V == kAgg) && x.degree >= kHub) {
      if constexpr (V == kFire) launchHub<Forward>(s, d, v, x.degree, cudaStreamFireAndForget);
      if constexpr (V == kNull) launchHub<Forward>(s, d, v, x.degree, nullptr);
      if constexpr (V == kAgg) {
        slice[atomicAdd(&hubs, 1)] = v;
        __threadfence();
      }
    } else if constexpr (Forward) {
      const u64 paths = P.sigma[s * P.n + v];
      for (unsigned k = 0; k < x.degree; ++k) visit(s, d, paths, x.first + k);
    } else {
      u64 sum = 0;
      for (unsigned k = 0; k < x.degree; ++k) sum += pull(s, d, x.first + k);
      settle(s, d, v, sum);
    }
  }
  if constexpr (V == kAgg) {
    block.sync();
    if (block.thread_rank() == 0 && hubs > 0) {
      if constexpr (Forward)
        forwardHubs<<<hubs, kHubBlock>>>(s, d, slice);
      else
        backwardHubs<<<hubs, kHubBlock>>>(s, d, slice);
    }
  }
}

__device__ __forceinline__ unsigned blocksFor(int count) { return (unsigned)((count + kBlock - 1) / kBlock); }

/// Chain of a source: called when levels 0 .. d-1 are done and level d is queued.
template <int V>
__global__ void advance(int s, int d) {
  Chain& c = P.chain[s];
  const int first = c.begin[d], last = c.tail;
  c.begin[d + 1] = last;
  if (last > first && d <= kMaxLevel) {
    frontier<V, true><<<blocksFor(last - first), kBlock, 0, cudaStreamTailLaunch>>>(s, d);
    advance<V><<<1, 1, 0, cudaStreamTailLaunch>>>(s, d + 1);
  } else {
    for (int k = d - 1; k >= 0; --k)
      frontier<V, false>
          <<<blocksFor(c.begin[k + 1] - c.begin[k]), kBlock, 0, cudaStreamTailLaunch>>>(s, k);
  }
}

/// Starts the chains of all sources side by side.
template <int V>
__global__ void start() {
  if (threadIdx.x < kSources) advance<V><<<1, 1, 0, cudaStreamFireAndForget>>>((int)threadIdx.x, 0);
}

/// For the host: close level d of all sources, sizes to mapped memory.
__global__ void closeLevel(int d, int* sizes) {
  const int s = (int)threadIdx.x;
  if (s >= kSources) return;
  Chain& c = P.chain[s];
  c.begin[d + 1] = c.tail;
  sizes[s] = c.tail - c.begin[d];
}

/// One block does everything for its source; a warp per vertex.
__global__ void __launch_bounds__(512) wholeSource() {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int s = (int)blockIdx.x;
  Chain& c = P.chain[s];
  const int step = (int)warp.meta_group_size(), mine = (int)warp.meta_group_rank();
  int d = 0;
  for (;; ++d) {
    const int first = c.begin[d], last = *(volatile int*)&c.tail;
    block.sync();  // everybody has read the counters
    if (block.thread_rank() == 0) c.begin[d + 1] = last;
    if (last == first || d > kMaxLevel) break;
    for (int i = first + mine; i < last; i += step) {
      const int v = P.queue[s * P.n + i];
      const Vertex x = P.vert[v];
      const u64 paths = *(volatile u64*)&P.sigma[s * P.n + v];
      for (unsigned k = warp.thread_rank(); k < x.degree; k += 32) visit(s, d, paths, x.first + k);
    }
    __threadfence();
    block.sync();
  }
  block.sync();
  for (int k = d - 1; k >= 0; --k) {
    for (int i = c.begin[k] + mine; i < c.begin[k + 1]; i += step) {
      const int v = P.queue[s * P.n + i];
      const Vertex x = P.vert[v];
      u64 sum = 0;
      for (unsigned e = warp.thread_rank(); e < x.degree; e += 32) sum += pull(s, k, x.first + e);
      sum = cg::reduce(warp, sum, cg::plus<u64>());
      if (warp.thread_rank() == 0) settle(s, k, v, sum);
    }
    __threadfence();
    block.sync();
  }
}

// -------------------------------------------------------------------- host
struct Graph {
  int n = 0;
  std::vector<Vertex> vert;
  std::vector<int> adj, sources;
  std::vector<u64> ref;
};

static Graph makeGraph(int scale, int wanted) {
  u64 state = 88172645463325252ull + (u64)scale;
  auto next = [&state] {
    state ^= state << 7;
    state ^= state >> 9;
    return (unsigned)((state * 0x9E3779B97F4A7C15ull) >> 40);
  };
  Graph g;
  g.n = 1 << scale;
  std::set<std::pair<int, int>> edges;  // both directions, no loops, no doubles
  for (int i = 0; i < wanted; ++i) {
    int a = 0, b = 0;
    for (int l = 0; l < scale; ++l) {
      const unsigned r = next() % 100;  // 50, 20, 20, 10 per cent
      a = 2 * a + (r >= 70);
      b = 2 * b + ((r >= 50 && r < 70) || r >= 90);
    }
    if (a != b) edges.insert({a, b}), edges.insert({b, a});
  }
  g.vert.assign(g.n, Vertex{0, 0});
  for (const auto& e : edges) {
    g.vert[e.first].degree++;
    g.adj.push_back(e.second);
  }
  for (int v = 1; v < g.n; ++v) g.vert[v].first = g.vert[v - 1].first + g.vert[v - 1].degree;
  for (int v = g.n / 7; (int)g.sources.size() < kSources; v = (v + g.n / 5 + 1) % g.n)
    if (g.vert[v].degree > 0) g.sources.push_back(v);
  return g;
}

/// Brandes on the CPU, with the same fixed-point numbers; false: too many levels.
static bool reference(Graph& g) {
  g.ref.assign(g.n, 0);
  for (int src : g.sources) {
    std::vector<int> level(g.n, -1), order{src};
    std::vector<u64> sigma(g.n, 0), coef(g.n, 0);
    level[src] = 0;
    sigma[src] = 1;
    for (size_t i = 0; i < order.size(); ++i) {
      const int v = order[i];
      for (unsigned k = 0; k < g.vert[v].degree; ++k) {
        const int w = g.adj[g.vert[v].first + k];
        if (level[w] < 0) level[w] = level[v] + 1, order.push_back(w);
        if (level[w] == level[v] + 1) sigma[w] += sigma[v];
      }
    }
    if (level[order.back()] > kMaxLevel) return false;
    for (size_t i = order.size(); i-- > 0;) {
      const int v = order[i];
      u64 sum = 0;
      for (unsigned k = 0; k < g.vert[v].degree; ++k) {
        const int w = g.adj[g.vert[v].first + k];
        if (level[w] == level[v] + 1) sum += coef[w];
      }
      const u64 delta = sigma[v] * sum;
      coef[v] = (kOne + delta) / sigma[v];
      if (v != src) g.ref[v] += delta;
    }
  }
  return true;
}

/// Device copy of a graph with everything the kernels need.
struct Device {
  const Graph& g;
  Problem p{};
  int *hostSizes = nullptr, *devSizes = nullptr;  // mapped

  explicit Device(const Graph& graph) : g(graph) {
    const size_t sn = (size_t)kSources * g.n;
    Vertex* vert;
    int* adj;
    MUST(cudaMalloc(&vert, g.n * sizeof(Vertex)));
    MUST(cudaMalloc(&adj, g.adj.size() * sizeof(int)));
    MUST(cudaMemcpy(vert, g.vert.data(), g.n * sizeof(Vertex), cudaMemcpyHostToDevice));
    MUST(cudaMemcpy(adj, g.adj.data(), g.adj.size() * sizeof(int), cudaMemcpyHostToDevice));
    cudaResourceDesc res;
    memset(&res, 0, sizeof res);
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = adj;
    res.res.linear.desc = cudaCreateChannelDesc<int>();
    res.res.linear.sizeInBytes = g.adj.size() * sizeof(int);
    cudaTextureDesc tex;
    memset(&tex, 0, sizeof tex);
    tex.readMode = cudaReadModeElementType;
    MUST(cudaCreateTextureObject(&p.adj, &res, &tex, nullptr));
    p.vert = vert;
    p.n = g.n;
    MUST(cudaMalloc(&p.level, sn * sizeof(int)));
    MUST(cudaMalloc(&p.sigma, sn * sizeof(u64)));
    MUST(cudaMalloc(&p.coef, sn * sizeof(u64)));
    MUST(cudaMalloc(&p.queue, sn * sizeof(int)));
    MUST(cudaMalloc(&p.hubs, (sn + kBlock) * sizeof(int)));
    MUST(cudaMalloc(&p.chain, kSources * sizeof(Chain)));
    MUST(cudaMalloc(&p.bc, g.n * sizeof(u64)));
    MUST(cudaHostAlloc(&hostSizes, kSources * sizeof(int), cudaHostAllocMapped));
    MUST(cudaHostGetDevicePointer(&devSizes, hostSizes, 0));
  }
  void reset() {
    const size_t sn = (size_t)kSources * g.n;
    MUST(cudaMemcpyToSymbol(P, &p, sizeof p));
    MUST(cudaMemset(p.level, 0xff, sn * sizeof(int)));
    MUST(cudaMemset(p.sigma, 0, sn * sizeof(u64)));
    MUST(cudaMemset(p.coef, 0, sn * sizeof(u64)));
    MUST(cudaMemset(p.bc, 0, g.n * sizeof(u64)));
    Chain c[kSources] = {};
    for (int s = 0; s < kSources; ++s) {
      const size_t at = (size_t)s * g.n;
      const int zero = 0, src = g.sources[s];
      const u64 one = 1;
      c[s].tail = 1;
      MUST(cudaMemcpy(p.queue + at, &src, sizeof src, cudaMemcpyHostToDevice));
      MUST(cudaMemcpy(p.level + at + src, &zero, sizeof zero, cudaMemcpyHostToDevice));
      MUST(cudaMemcpy(p.sigma + at + src, &one, sizeof one, cudaMemcpyHostToDevice));
    }
    MUST(cudaMemcpy(p.chain, c, sizeof c, cudaMemcpyHostToDevice));
    MUST(cudaDeviceSynchronize());
  }
  void go(int variant, cudaStream_t st) {
    switch (variant) {
      case kHost: byHost(st); break;
      case kFlat: start<kFlat><<<1, 32, 0, st>>>(); break;
      case kFire: start<kFire><<<1, 32, 0, st>>>(); break;
      case kNull: start<kNull><<<1, 32, 0, st>>>(); break;
      case kAgg: start<kAgg><<<1, 32, 0, st>>>(); break;
      default: wholeSource<<<kSources, 512, 0, st>>>(); break;
    }
    MUST(cudaGetLastError());
  }
  void byHost(cudaStream_t st) {
    int widest[kMaxLevel + 2] = {}, d = 0;
    for (; d <= kMaxLevel + 1; ++d) {
      closeLevel<<<1, 32, 0, st>>>(d, devSizes);
      MUST(cudaStreamSynchronize(st));
      widest[d] = *std::max_element(hostSizes, hostSizes + kSources);
      if (widest[d] == 0) break;
      frontier<kHost, true><<<dim3((widest[d] + kBlock - 1) / kBlock, kSources), kBlock, 0, st>>>(0, d);
    }
    while (--d >= 0)
      frontier<kHost, false><<<dim3((widest[d] + kBlock - 1) / kBlock, kSources), kBlock, 0, st>>>(0, d);
  }
};

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
  const char* filter = argc > 2 ? argv[2] : "";
  static const struct { const char* name; int variant; int graph; } rows[] = {
      {"between_host", kHost, 0},       {"between_flat", kFlat, 0}, {"between_fire", kFire, 0},
      {"between_null", kNull, 0},       {"between_agg", kAgg, 0},   {"between_host_big", kHost, 1},
      {"between_flat_big", kFlat, 1},   {"between_fire_big", kFire, 1},
      {"between_agg_big", kAgg, 1},     {"between_block_big", kBlockwise, 1}};
  Graph graphs[2] = {makeGraph(10, 6000), makeGraph(11, 15000)};
  for (Graph& g : graphs)
    if (!reference(g)) return fprintf(stderr, "too many levels\n"), 1;
  Device devices[2] = {Device(graphs[0]), Device(graphs[1])};
  cudaStream_t st;
  cudaEvent_t t0, t1;
  MUST(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&t0));
  MUST(cudaEventCreate(&t1));
  for (const auto& row : rows) {
    if (!strstr(row.name, filter)) continue;
    Device& dev = devices[row.graph];
    const Graph& g = graphs[row.graph];
    std::vector<float> us;
    std::vector<u64> bc(g.n);
    u64 sum = 0;
    for (int r = -1; r < runs; ++r) {
      dev.reset();
      MUST(cudaEventRecord(t0, st));
      dev.go(row.variant, st);
      MUST(cudaEventRecord(t1, st));
      MUST(cudaStreamSynchronize(st));
      float ms = 0;
      MUST(cudaEventElapsedTime(&ms, t0, t1));
      if (r >= 0) us.push_back(1000.0f * ms);
      MUST(cudaMemcpy(bc.data(), dev.p.bc, g.n * sizeof(u64), cudaMemcpyDeviceToHost));
      sum = 0;
      for (int v = 0; v < g.n; ++v) {
        if (bc[v] != g.ref[v]) {
          fprintf(stderr, "%s: vertex %d: %llu, expected %llu\n", row.name, v, bc[v], g.ref[v]);
          return 1;
        }
        sum += (bc[v] >> 10) * (u64)(v % 31 + 1);
      }
    }
    std::sort(us.begin(), us.end());
    fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", row.name, g.n, us.front(), us[us.size() / 2],
            us.back(), runs);
    fprintf(stderr, "note,%s,n,%d,sum,%llu\n", row.name, g.n, sum);
  }
  return 0;
}
