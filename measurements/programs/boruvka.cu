// Minimum spanning forest by Boruvka's rounds: every component takes its lightest edge by atomicMin of a packed key, then components hook together and labels are shortened. Rounds are driven by the host, by one device thread in its NULL stream, or by tail launches; hubs of skewed graphs may get their own grids.
#include "programs.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <numeric>
namespace cg = cooperative_groups;

constexpr ull NONE = ~0ULL;
constexpr int HUB = 64, MAX_ROUNDS = 62;
struct Edges { const int *from, *row, *to, *weight; int n, m; };
struct Forest { int *comp, *parent, *changed; ull *best, *total; };

// The same key from both ends, so that ties cannot close a cycle; it also names the ends.
__device__ __forceinline__ ull pack(int w, int u, int v) {
  return (ull)w << 40 | (ull)min(u, v) << 20 | (ull)max(u, v);
}

__device__ __forceinline__ void offer(ull* slot, ull key) {
  if (key < *(volatile ull*)slot) atomicMin(slot, key);
}

__global__ void reset(Forest f, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) { f.comp[v] = f.parent[v] = v; f.best[v] = NONE; }
  if (v <= MAX_ROUNDS + 1) f.changed[v] = v == 0;
  if (v < 2) f.total[v] = 0;
}

__global__ void findByEdge(Edges g, Forest f, int round) {
  if (!f.changed[round]) return;
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= g.m) return;
  int u = g.from[e], v = g.to[e], cu = f.comp[u];
  if (cu != f.comp[v]) offer(&f.best[cu], pack(g.weight[e], u, v));
}

// One hub: its neighbours over all threads of the grid, a minimum by shuffles and one atomic for each block.
__global__ void findOfHub(Edges g, Forest f, int u) {
  __shared__ ull part[4];
  int cu = f.comp[u], end = g.row[u + 1];
  ull key = NONE;
  for (int e = g.row[u] + blockIdx.x * blockDim.x + threadIdx.x; e < end; e += gridDim.x * blockDim.x) {
    int v = g.to[e];
    if (f.comp[v] != cu) key = min(key, pack(g.weight[e], u, v));
  }
  for (int d = 16; d; d >>= 1) key = min(key, __shfl_xor_sync(~0u, key, d));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = key;
  __syncthreads();
  if (threadIdx.x == 0) {
    key = min(min(part[0], part[1]), min(part[2], part[3]));
    if (key != NONE) offer(&f.best[cu], key);
  }
}

__global__ void findByVertex(Edges g, Forest f, int round) {
  if (!f.changed[round]) return;
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= g.n) return;
  int begin = g.row[u], end = g.row[u + 1], cu = f.comp[u];
  if (end - begin > HUB) {
    findOfHub<<<min(8, (end - begin + 511) / 512), 128, 0, cudaStreamFireAndForget>>>(g, f, u);
    return;
  }
  ull key = NONE;
  for (int e = begin; e < end; ++e) {
    int v = g.to[e];
    if (f.comp[v] != cu) key = min(key, pack(g.weight[e], u, v));
  }
  if (key != NONE) offer(&f.best[cu], key);
}

__global__ void hook(Forest f, int n, int round) {
  if (!f.changed[round]) return;
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n || f.comp[c] != c) return;
  ull key = f.best[c];
  if (key == NONE) return;
  int cu = f.comp[key >> 20 & 0xfffff], cv = f.comp[key & 0xfffff], other = cu == c ? cv : cu;
  if (c < other && f.best[other] == key) return;  // both chose this edge: the smaller stays a root
  f.parent[c] = other;
  auto group = cg::coalesced_threads();
  ull weight = cg::reduce(group, key >> 40, cg::plus<ull>());
  if (group.thread_rank() == 0) {
    atomicAdd(&f.total[0], weight);
    atomicAdd(&f.total[1], (ull)group.size());
    f.changed[round + 1] = 1;
  }
}

__global__ void shorten(Forest f, int n, int round) {
  if (!f.changed[round]) return;
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int p = f.comp[v], q;
  while ((q = f.parent[p]) != p) p = q;
  f.comp[v] = p;
  f.best[v] = NONE;
}

__host__ __device__ constexpr int blocks(int n) { return (n + 255) / 256; }

__global__ void allRounds(Edges g, Forest f, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    findByEdge<<<blocks(g.m), 256>>>(g, f, r);
    hook<<<blocks(g.n), 256>>>(f, g.n, r);
    shorten<<<blocks(g.n), 256>>>(f, g.n, r);
  }
}

template <bool Hubs> __global__ void nextRound(Edges g, Forest f, int r) {
  if (!f.changed[r] || r >= MAX_ROUNDS) return;
  if (Hubs) findByVertex<<<blocks(g.n), 256, 0, cudaStreamTailLaunch>>>(g, f, r);
  else findByEdge<<<blocks(g.m), 256, 0, cudaStreamTailLaunch>>>(g, f, r);
  hook<<<blocks(g.n), 256, 0, cudaStreamTailLaunch>>>(f, g.n, r);
  shorten<<<blocks(g.n), 256, 0, cudaStreamTailLaunch>>>(f, g.n, r);
  nextRound<Hubs><<<1, 1, 0, cudaStreamTailLaunch>>>(g, f, r + 1);
}

static void kruskal(const Graph& g, ull& weight, ull& count) {
  std::vector<int> order(g.edges()), up(g.n);
  std::iota(order.begin(), order.end(), 0); std::iota(up.begin(), up.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return g.weight[a] < g.weight[b]; });
  auto find = [&](int v) { while (up[v] != v) v = up[v] = up[up[v]]; return v; };
  weight = count = 0;
  for (int e : order) {
    int a = find(g.from[e]), b = find(g.to[e]);
    if (a != b) { up[a] = b; weight += g.weight[e]; ++count; }
  }
}

int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  for (int n : {4096, 16384, 65536}) {
    Graph h = graph(n, 8, 1, 77 + n);
    Edges g{h.dFrom, h.dRow, h.dTo, h.dWeight, n, h.edges()};
    Forest f{device<int>(n), device<int>(n), device<int>(MAX_ROUNDS + 2), device<ull>(n), device<ull>(2)};
    ull weight, count; kruskal(h, weight, count);
    auto prepare = [&] { reset<<<blocks(n), 256>>>(f, n); CHECK(cudaGetLastError()); };
    auto check = [&]() -> ull {
      CHECK(cudaGetLastError());
      ull total[2]; CHECK(cudaMemcpy(total, f.total, sizeof total, cudaMemcpyDeviceToHost));
      if (total[0] != weight || total[1] != count) { printf("boruvka: wrong forest: %llu %llu, not %llu %llu\n", total[0], total[1], weight, count); exit(1); }
      return total[0] * 1000003 + total[1] + sumOf(f.comp, n);
    };
    row("boruvka", "host", "n", n, prepare, [&] {
      for (int r = 0, more = 1; more && r < MAX_ROUNDS; ++r) {
        findByEdge<<<blocks(g.m), 256>>>(g, f, r);
        hook<<<blocks(n), 256>>>(f, n, r);
        shorten<<<blocks(n), 256>>>(f, n, r);
        CHECK(cudaMemcpy(&more, f.changed + r + 1, sizeof more, cudaMemcpyDeviceToHost));
      }
    }, check);
    row("boruvka", "tail", "n", n, prepare, [&] { nextRound<false><<<1, 1>>>(g, f, 0); }, check);
    int rounds = 1; while (1 << rounds <= n) ++rounds;
    if (n < 65536) row("boruvka", "null", "n", n, prepare, [&] { allRounds<<<1, 1>>>(g, f, rounds); }, check);
    if (n < 65536) row("boruvka", "hubs", "n", n, prepare, [&] { nextRound<true><<<1, 1>>>(g, f, 0); }, check);
    cudaFree(f.comp); cudaFree(f.parent); cudaFree(f.changed); cudaFree(f.best); cudaFree(f.total);
    release(h);
  }
  return 0;
}
