// ccprop.cu - connected components by min-label propagation on a hub-heavy graph.
//
// Low-degree vertices are handled by one thread each.  A vertex whose adjacency list is longer
// than HUB_DEG hands the list to a child grid.  Variants:
//   flat : edge-parallel hooking + shortcutting, everything launched by the host
//   null : children in the block's NULL stream, host tests for convergence
//   ff   : children fire-and-forget, host tests for convergence
//   tail : the sweep kernel re-launches itself through the tail-launch stream
//
// usage: ccprop [runs] [filter]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <climits>
#include <vector>
#include <algorithm>
#include <numeric>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

#define CK(call)                                                                        \
  do {                                                                                  \
    cudaError_t e_ = (call);                                                            \
    if (e_ != cudaSuccess) {                                                            \
      fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__, #call,              \
              cudaGetErrorString(e_));                                                  \
      exit(EXIT_FAILURE);                                                               \
    }                                                                                   \
  } while (0)

enum { HUB_DEG = 96, SWEEP_T = 128, HUB_T = 256, HUB_PER_THREAD = 2, MAX_ROUNDS = 16 };

struct csr_t {
  int n;
  const int *row;
  const int *adj;
};

__device__ unsigned int g_launch_errors;

__device__ __forceinline__ int peek(const int *p) { return *(const volatile int *)p; }

// lower *slot to val; remember if that had an effect
__device__ __forceinline__ void lower(int *slot, int val, int *changed)
{
  if (peek(slot) > val && atomicMin(slot, val) > val) *changed = 1;
}

// One grid per hub: first pull the smallest label of this block's part of the list,
// then push the outcome back to the same neighbours.
__global__ void __launch_bounds__(HUB_T)
hub_kernel(const int *__restrict__ list, int deg, int hub, int *label, int *changed)
{
  cg::thread_block blk = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(blk);
  __shared__ int best;
  if (blk.thread_rank() == 0) best = peek(label + hub);
  blk.sync();

  const int step = gridDim.x * blockDim.x;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = INT_MAX;
  for (int i = first; i < deg; i += step) mine = min(mine, peek(label + __ldg(list + i)));
  mine = cg::reduce(warp, mine, cg::less<int>());
  if (warp.thread_rank() == 0) atomicMin(&best, mine);
  blk.sync();

  const int b = best;
  if (blk.thread_rank() == 0) lower(label + hub, b, changed);
  for (int i = first; i < deg; i += step) lower(label + __ldg(list + i), b, changed);
}

template <bool FIRE_AND_FORGET>
__device__ __forceinline__ void visit_vertex(const csr_t &g, int v, int *label, int *changed)
{
  const int beg = __ldg(g.row + v), deg = __ldg(g.row + v + 1) - beg;
  if (deg > HUB_DEG) {
    const int per_block = HUB_T * HUB_PER_THREAD;
    const int blocks = (deg + per_block - 1) / per_block;
    if (FIRE_AND_FORGET)
      hub_kernel<<<blocks, HUB_T, 0, cudaStreamFireAndForget>>>(g.adj + beg, deg, v, label, changed);
    else
      hub_kernel<<<blocks, HUB_T>>>(g.adj + beg, deg, v, label, changed);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&g_launch_errors, 1u);
    return;
  }
  int m = INT_MAX;
  for (int e = 0; e < deg; ++e) m = min(m, peek(label + __ldg(g.adj + beg + e)));
  lower(label + v, m, changed);
}

template <bool FIRE_AND_FORGET>
__global__ void __launch_bounds__(SWEEP_T) sweep_kernel(csr_t g, int *label, int *changed)
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < g.n) visit_vertex<FIRE_AND_FORGET>(g, v, label, changed);
}

// Device-driven loop.  Round r starts only after round r-1 and all of its hub grids are complete,
// so flags[r-1] is final when it is read here.
__global__ void __launch_bounds__(SWEEP_T) sweep_tail_kernel(csr_t g, int *label, int *flags, int round)
{
  if (round > 0 && peek(flags + round - 1) == 0) return;
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v == 0 && round + 1 < MAX_ROUNDS) {
    sweep_tail_kernel<<<gridDim.x, blockDim.x, 0, cudaStreamTailLaunch>>>(g, label, flags, round + 1);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&g_launch_errors, 1u);
  }
  if (v < g.n) visit_vertex<true>(g, v, label, flags + round);
}

__global__ void hook_kernel(const int2 *__restrict__ edges, int m, int *label, int *changed)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
    const int2 e = __ldg(edges + i);
    const int a = peek(label + e.x), b = peek(label + e.y);
    if (a < b) lower(label + e.y, a, changed);
    else if (b < a) lower(label + e.x, b, changed);
  }
}

__global__ void shortcut_kernel(int n, int *label)
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int l = peek(label + v), up;
  while ((up = peek(label + l)) < l) l = up;   // labels only ever decrease
  label[v] = l;
}

__global__ void reset_kernel(int n, int *label)
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) label[v] = v;
}

/* ---------------------------------------------------------------- host side */

static unsigned long long rng_state;
static unsigned int rnd(unsigned int below)
{
  rng_state ^= rng_state << 13;
  rng_state ^= rng_state >> 7;
  rng_state ^= rng_state << 17;
  return (unsigned int)((rng_state >> 20) % below);
}

struct graph_t {
  int n;
  std::vector<int> row, adj;
  std::vector<int2> edges;
  std::vector<int> expect;   // smallest vertex id of each component
};

// `nbig` large components with one big hub and three middling ones each; the last fifth of the
// vertices forms short chains.  Vertex ids are shuffled.
static void make_graph(graph_t &g, int n, int nbig)
{
  rng_state = 0x9E3779B97F4A7C15ull ^ (unsigned long long)n;
  std::vector<int> id(n);
  std::iota(id.begin(), id.end(), 0);
  for (int i = n - 1; i > 0; --i) std::swap(id[i], id[rnd(i + 1)]);

  g.n = n;
  auto link = [&](int a, int b) {
    int2 e;
    e.x = std::min(id[a], id[b]);
    e.y = std::max(id[a], id[b]);
    if (e.x != e.y) g.edges.push_back(e);
  };
  const int size = n / 5 * 4 / nbig;
  int s = 0;
  for (int k = 0; k < nbig; ++k, s += size) {
    for (int i = 1; i < size; ++i) {
      link(s + i, s + (int)rnd(i));
      if (rnd(100) < 70) link(s, s + i);
    }
    for (int h = 1; h <= 3; ++h)
      for (int d = 100 * h; d > 0; --d) link(s + h, s + (int)rnd(size));
  }
  while (s < n) {
    const int len = std::min(n - s, 1 + (int)rnd(12));
    for (int i = 1; i < len; ++i) link(s + i - 1, s + i);
    s += len;
  }
  auto less2 = [](const int2 &a, const int2 &b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
  auto same2 = [](const int2 &a, const int2 &b) { return a.x == b.x && a.y == b.y; };
  std::sort(g.edges.begin(), g.edges.end(), less2);
  g.edges.erase(std::unique(g.edges.begin(), g.edges.end(), same2), g.edges.end());

  g.row.assign(n + 1, 0);
  for (const int2 &e : g.edges) { g.row[e.x + 1]++; g.row[e.y + 1]++; }
  std::partial_sum(g.row.begin(), g.row.end(), g.row.begin());
  g.adj.resize(g.row[n]);
  std::vector<int> fill(g.row.begin(), g.row.end() - 1);
  for (const int2 &e : g.edges) { g.adj[fill[e.x]++] = e.y; g.adj[fill[e.y]++] = e.x; }

  // union-find reference, the root is always the smallest id
  g.expect.resize(n);
  std::vector<int> &p = g.expect;
  std::iota(p.begin(), p.end(), 0);
  auto find = [&](int v) { while (p[v] != v) v = p[v] = p[p[v]]; return v; };
  for (const int2 &e : g.edges) {
    int a = find(e.x), b = find(e.y);
    if (a != b) p[std::max(a, b)] = std::min(a, b);
  }
  for (int v = 0; v < n; ++v) p[v] = find(v);
}

struct work_t {
  csr_t csr;
  int2 *edges;
  int m, *label, *flags, *h_flags, edge_blocks;
  cudaStream_t stream;
};

static bool flag_after(work_t &w, int index, int count)
{
  CK(cudaMemcpyAsync(w.h_flags, w.flags, count * sizeof(int), cudaMemcpyDeviceToHost, w.stream));
  CK(cudaStreamSynchronize(w.stream));
  return w.h_flags[index] != 0;
}

static void solve(work_t &w, const char *variant)
{
  const int n = w.csr.n, blocks = (n + SWEEP_T - 1) / SWEEP_T;
  const bool tail = !strcmp(variant, "tail"), flat = !strcmp(variant, "flat"), ff = !strcmp(variant, "ff");
  bool again = true;
  while (again) {
    CK(cudaMemsetAsync(w.flags, 0, MAX_ROUNDS * sizeof(int), w.stream));
    if (tail) {
      sweep_tail_kernel<<<blocks, SWEEP_T, 0, w.stream>>>(w.csr, w.label, w.flags, 0);
    } else if (flat) {
      hook_kernel<<<w.edge_blocks, 256, 0, w.stream>>>(w.edges, w.m, w.label, w.flags);
      CK(cudaGetLastError());
      shortcut_kernel<<<(n + 255) / 256, 256, 0, w.stream>>>(n, w.label);
    } else if (ff) {
      sweep_kernel<true><<<blocks, SWEEP_T, 0, w.stream>>>(w.csr, w.label, w.flags);
    } else {
      sweep_kernel<false><<<blocks, SWEEP_T, 0, w.stream>>>(w.csr, w.label, w.flags);
    }
    CK(cudaGetLastError());
    again = tail ? flag_after(w, MAX_ROUNDS - 1, MAX_ROUNDS) : flag_after(w, 0, 1);
  }
}

int main(int argc, char **argv)
{
  const int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
  const char *filter = argc > 2 ? argv[2] : "";
  static const char *variants[] = {"flat", "null", "ff", "tail"};
  static const int sizes[][2] = {{6000, 3}, {24000, 6}};

  for (const auto &sz : sizes) {
    graph_t g;
    make_graph(g, sz[0], sz[1]);

    work_t w;
    int *d_row, *d_adj;
    w.m = (int)g.edges.size();
    CK(cudaStreamCreateWithFlags(&w.stream, cudaStreamNonBlocking));
    CK(cudaMalloc(&d_row, g.row.size() * sizeof(int)));
    CK(cudaMalloc(&d_adj, g.adj.size() * sizeof(int)));
    CK(cudaMalloc(&w.edges, g.edges.size() * sizeof(int2)));
    CK(cudaMalloc(&w.label, g.n * sizeof(int)));
    CK(cudaMalloc(&w.flags, MAX_ROUNDS * sizeof(int)));
    CK(cudaMallocHost(&w.h_flags, MAX_ROUNDS * sizeof(int)));
    CK(cudaMemcpy(d_row, g.row.data(), g.row.size() * sizeof(int), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(d_adj, g.adj.data(), g.adj.size() * sizeof(int), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(w.edges, g.edges.data(), g.edges.size() * sizeof(int2), cudaMemcpyHostToDevice));
    w.csr.n = g.n; w.csr.row = d_row; w.csr.adj = d_adj;

    int per_sm = 0, sms = 0;
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, hook_kernel, 256, 0));
    CK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    w.edge_blocks = std::max(1, std::min(per_sm * sms, (w.m + 255) / 256));

    cudaEvent_t t0, t1;
    CK(cudaEventCreate(&t0));
    CK(cudaEventCreate(&t1));
    std::vector<int> got(g.n);

    for (const char *variant : variants) {
      char name[64];
      snprintf(name, sizeof name, "ccprop_%s", variant);
      if (!strstr(name, filter)) continue;
      std::vector<float> us;
      unsigned long long sum = 0;
      for (int r = -1; r < runs; ++r) {
        reset_kernel<<<(g.n + 255) / 256, 256, 0, w.stream>>>(g.n, w.label);
        CK(cudaGetLastError());
        CK(cudaStreamSynchronize(w.stream));
        CK(cudaEventRecord(t0, w.stream));
        solve(w, variant);
        CK(cudaEventRecord(t1, w.stream));
        CK(cudaEventSynchronize(t1));
        float ms;
        CK(cudaEventElapsedTime(&ms, t0, t1));
        if (r >= 0) us.push_back(ms * 1000.f);

        unsigned int launch_errors;
        CK(cudaMemcpyFromSymbol(&launch_errors, g_launch_errors, sizeof launch_errors));
        CK(cudaMemcpy(got.data(), w.label, g.n * sizeof(int), cudaMemcpyDeviceToHost));
        if (launch_errors) { fprintf(stderr, "%s: %u device launches failed\n", name, launch_errors); abort(); }
        sum = 0;
        for (int v = 0; v < g.n; ++v) {
          if (got[v] != g.expect[v]) {
            fprintf(stderr, "%s n=%d: vertex %d has label %d, expected %d\n", name, g.n, v, got[v], g.expect[v]);
            abort();
          }
          sum += (unsigned long long)(got[v] + 1) * (2u * v + 1u);
        }
      }
      std::sort(us.begin(), us.end());
      fprintf(stderr, "program,%s,n,%d,time,us,%.2f,%.2f,%.2f,%d\n", name, g.n, us.front(), us[us.size() / 2], us.back(), runs);
      fprintf(stderr, "note,%s,n,%d,sum,%llu\n", name, g.n, sum);
    }
    CK(cudaEventDestroy(t0)); CK(cudaEventDestroy(t1));
    CK(cudaFree(d_row)); CK(cudaFree(d_adj)); CK(cudaFree(w.edges)); CK(cudaFree(w.label)); CK(cudaFree(w.flags));
    CK(cudaFreeHost(w.h_flags));
    CK(cudaStreamDestroy(w.stream));
  }
  return 0;
}
