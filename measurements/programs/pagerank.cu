// PageRank by pulling: every vertex adds the shares of its neighbours (floats, fixed number of iterations).
// Vertices with many neighbours are left to child grids: one grid for each (fire and forget), one grid for each block's list (NULL stream), or the same under iterations that are chained by tail launches.
#include "programs.cuh"
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

constexpr int iterations = 4, threads = 128;
__constant__ float damping = 0.85f;
enum Way { scalar, forget, listed };
struct Web { const int* row; const int* to; int n; int heavy; };
struct State { float* rank; float* share; int* worst; int* list; };

__device__ __forceinline__ void settle(const State& s, int v, float sum) {
  float now = 1.0f - damping + damping * sum, change = fabsf(now - s.rank[v]);
  s.rank[v] = now;
  if (change > 1e-3f) atomicMax(s.worst, __float_as_int(change));  // positive floats compare as integers do
}

// What each vertex gives to each of its neighbours.
__global__ void spread(Web w, State s) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v == 0) *s.worst = 0;
  if (v < w.n) { int d = w.row[v + 1] - w.row[v]; s.share[v] = d ? s.rank[v] / d : 0.0f; }
}

__device__ void pullByBlock(const Web& w, const State& s, int v) {
  __shared__ float part[threads / 32];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  float sum = 0;
  for (int e = w.row[v] + threadIdx.x; e < w.row[v + 1]; e += threads) sum += s.share[w.to[e]];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = sum;
  block.sync();
  if (threadIdx.x == 0) {
    sum = 0;
#pragma unroll
    for (int i = 0; i < threads / 32; ++i) sum += part[i];
    settle(s, v, sum);
  }
}
__global__ void pullOne(Web w, State s, int v) { pullByBlock(w, s, v); }
__global__ void pullList(Web w, State s, const int* __restrict__ list) { pullByBlock(w, s, list[blockIdx.x]); }

// A thread for each vertex.
template <Way way> __global__ void pull(Web w, State s) {
  __shared__ int many;
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (way == listed) { if (threadIdx.x == 0) many = 0; __syncthreads(); }
  if (v < w.n) {
    int from = w.row[v], to = w.row[v + 1];
    if (way != scalar && to - from > w.heavy) {
      if (way == forget) pullOne<<<1, threads, 0, cudaStreamFireAndForget>>>(w, s, v);
      else s.list[blockIdx.x * blockDim.x + atomicAdd(&many, 1)] = v;
    } else {
      float sum = 0;
      for (int e = from; e < to; ++e) sum += s.share[w.to[e]];
      settle(s, v, sum);
    }
  }
  if (way == listed) {
    __syncthreads();
    if (threadIdx.x == 0 && many) pullList<<<many, threads>>>(w, s, s.list + blockIdx.x * blockDim.x);
  }
}

// A warp for each vertex.
__global__ void pullByWarp(Web w, State s) {
  int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (v >= w.n) return;
  float sum = 0;
  for (int e = w.row[v] + lane; e < w.row[v + 1]; e += 32) sum += s.share[w.to[e]];
  for (int o = 16; o; o /= 2) sum += __shfl_down_sync(~0u, sum, o);
  if (lane == 0) settle(s, v, sum);
}

__global__ void iterate(Web w, State s, int left) {
  int blocks = (w.n + threads - 1) / threads;
  spread<<<blocks, threads>>>(w, s);
  pull<listed><<<blocks, threads>>>(w, s);
  if (left > 1) iterate<<<1, 1, 0, cudaStreamTailLaunch>>>(w, s, left - 1);
}

int main(int argc, char** argv) {
  CHECK(cudaSetDevice(0));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  start(argc, argv);
  for (int n : {1000, 4000, 16000}) {
    Graph g = graph(n, 16, 1, 77 + n);
    Web w{g.dRow, g.dTo, n, 64};
    State s{device<float>(n), device<float>(n), device<int>(1), device<int>(n + threads)};
    std::vector<float> ones(n, 1.0f);
    std::vector<double> truth(n, 1.0), share(n);
    for (int i = 0; i < iterations; ++i) {
      for (int v = 0; v < n; ++v) share[v] = g.row[v + 1] > g.row[v] ? truth[v] / (g.row[v + 1] - g.row[v]) : 0;
      for (int v = 0; v < n; ++v) { double sum = 0; for (int e = g.row[v]; e < g.row[v + 1]; ++e) sum += share[g.to[e]]; truth[v] = 0.15 + 0.85 * sum; }
    }
    auto prepare = [&] { CHECK(cudaMemcpy(s.rank, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice)); CHECK(cudaMemset(s.share, 0, n * sizeof(float))); };
    auto check = [&] {
      std::vector<float> r(n); CHECK(cudaMemcpy(r.data(), s.rank, n * sizeof(float), cudaMemcpyDeviceToHost));
      ull sum = 0;
      for (int v = 0; v < n; ++v) {
        if (!(std::fabs(r[v] - truth[v]) <= 1e-3 * truth[v])) { printf("pagerank: vertex %d of %d has %g, not %g\n", v, n, r[v], truth[v]); exit(1); }
        sum += (ull)(r[v] * 64 + 0.5f) * (v % 1009 + 1);
      }
      return sum;
    };
    int blocks = (n + threads - 1) / threads;
    auto loop = [&](auto step) { return [=] { for (int i = 0; i < iterations; ++i) { spread<<<blocks, threads>>>(w, s); step(); } CHECK(cudaGetLastError()); }; };
    if (n <= 4000) row("pagerank", "scalar", "vertices", n, prepare, loop([=] { pull<scalar><<<blocks, threads>>>(w, s); }), check);
    if (n >= 4000) row("pagerank", "warp", "vertices", n, prepare, loop([=] { pullByWarp<<<(n + 3) / 4, threads>>>(w, s); }), check);
    if (n >= 4000) row("pagerank", "forget", "vertices", n, prepare, loop([=] { pull<forget><<<blocks, threads>>>(w, s); }), check);
    if (n != 4000) row("pagerank", "listed", "vertices", n, prepare, loop([=] { pull<listed><<<blocks, threads>>>(w, s); }), check);
    if (n != 1000) row("pagerank", "tail", "vertices", n, prepare, [=] { iterate<<<1, 1>>>(w, s, iterations); CHECK(cudaGetLastError()); }, check);
    release(g); cudaFree(s.rank); cudaFree(s.share); cudaFree(s.worst); cudaFree(s.list);
  }
}
