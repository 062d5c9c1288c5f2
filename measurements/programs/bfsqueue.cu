// Breadth-first search over frontier queues. One launch from the host: the level's kernel ends in a tail launch of the next level, sized by the
// queue that it filled. Either a controlling grid of one thread is launched between levels, or the last block of a level launches the next itself.
#include "programs.cuh"
struct Search { const int* row; const int* to; int* depth; int* queue[2]; };
class Counters { public: int size[2]; unsigned arrived; int levels; };
__device__ Counters counters;

template <bool AGGREGATE> __device__ void visitRow(const Search& s, int v, int level, int side) {
  for (int e = s.row[v]; e < s.row[v + 1]; ++e) {
    int u = s.to[e];
    if (s.depth[u] < 0 && atomicCAS(&s.depth[u], -1, level + 1) == -1) {
      if (AGGREGATE) {
        unsigned mask = __activemask(); int lane = threadIdx.x & 31, leader = __ffs(mask) - 1, at = 0;
        if (lane == leader) at = atomicAdd(&counters.size[side ^ 1], __popc(mask));
        at = __shfl_sync(mask, at, leader) + __popc(mask & ((1u << lane) - 1));
        s.queue[side ^ 1][at] = u;
      } else s.queue[side ^ 1][atomicAdd(&counters.size[side ^ 1], 1)] = u;
    }
  }
}
__global__ void expandRow(Search s, int v, int level, int side) {
  int e = s.row[v] + blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= s.row[v + 1]) return;
  int u = s.to[e];
  if (s.depth[u] < 0 && atomicCAS(&s.depth[u], -1, level + 1) == -1) s.queue[side ^ 1][atomicAdd(&counters.size[side ^ 1], 1)] = u;
}
template <bool CHILDREN> __global__ void expand(Search s, int level, int side, int many) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many) return;
  int v = s.queue[side][i], degree = s.row[v + 1] - s.row[v];
  if (CHILDREN && degree > 128) expandRow<<<(degree + 255) / 256, 256, 0, cudaStreamFireAndForget>>>(s, v, level, side); else visitRow<true>(s, v, level, side);
}
template <bool CHILDREN> __global__ void control(Search s, int level, int side) {
  int many = counters.size[side];
  if (many == 0) { counters.levels = level; return; }
  counters.size[side ^ 1] = 0;
  expand<CHILDREN><<<(many + 127) / 128, 128>>>(s, level, side, many);
  control<CHILDREN><<<1, 1, 0, cudaStreamTailLaunch>>>(s, level + 1, side ^ 1);
}
__global__ void expandAndGoOn(Search s, int level, int side, int many) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < many) visitRow<false>(s, s.queue[side][i], level, side);
  __shared__ bool last;
  __threadfence(); __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&counters.arrived, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int next = *(volatile int*)&counters.size[side ^ 1];
    counters.size[side] = 0;
    if (next) expandAndGoOn<<<(next + 127) / 128, 128, 0, cudaStreamTailLaunch>>>(s, level + 1, side ^ 1, next); else counters.levels = level + 1;
  }
}
int main(int argc, char** argv) {
  start(argc, argv);
  int* pinned; CHECK(cudaMallocHost(&pinned, 4));
  struct Kind { const char* name; int n, degree, shape; };
  for (Kind kind : {Kind{"random", 20000, 10, 0}, Kind{"skewed", 20000, 10, 1}, Kind{"grid", 4096, 0, 2}}) {
    int n = kind.n; Graph g;
    if (kind.shape < 2) g = graph(n, kind.degree, kind.shape, 11);
    else {
      int w = 64; g.n = n; g.row.push_back(0);
      for (int v = 0; v < n; ++v) { int x = v % w, y = v / w; if (x) g.to.push_back(v - 1); if (x < w - 1) g.to.push_back(v + 1); if (y) g.to.push_back(v - w); if (y < w - 1) g.to.push_back(v + w); g.row.push_back((int)g.to.size()); }
      g.from = g.weight = g.to; g.dFrom = device(g.from); g.dRow = device(g.row); g.dTo = device(g.to); g.dWeight = device(g.weight);
    }
    int root = n / 2; std::vector<int> expected(n, -1), queue{root}; expected[root] = 0;
    for (size_t i = 0; i < queue.size(); ++i) for (int e = g.row[queue[i]]; e < g.row[queue[i] + 1]; ++e) if (expected[g.to[e]] < 0) { expected[g.to[e]] = expected[queue[i]] + 1; queue.push_back(g.to[e]); }
    Search s{g.dRow, g.dTo, device<int>(n), {device<int>(n), device<int>(n)}};
    const char* ways[] = {"host", "control", "children", "last"};
    for (int k = 0; k < 4; ++k) {
      if (kind.shape == 2 && k == 2) continue;
      char name[64]; snprintf(name, 64, "%s_%s", ways[k], kind.name);
      row("bfsqueue", name, "vertices", n,
          [&] { Counters c{{1, 0}, 0, 0}; int zero = 0; CHECK(cudaMemcpyToSymbol(counters, &c, sizeof c)); CHECK(cudaMemset(s.depth, 0xff, 4 * n)); CHECK(cudaMemcpy(s.depth + root, &zero, 4, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(s.queue[0], &root, 4, cudaMemcpyHostToDevice)); },
          [&] {
            if (k == 1) control<false><<<1, 1>>>(s, 0, 0); else if (k == 2) control<true><<<1, 1>>>(s, 0, 0); else if (k == 3) expandAndGoOn<<<1, 128>>>(s, 0, 0, 1);
            else for (int many = 1, level = 0, zero = 0; many; ++level) {
              int side = level & 1; cudaMemcpyToSymbolAsync(counters, &zero, 4, 4 * (side ^ 1));
              expand<false><<<(many + 127) / 128, 128>>>(s, level, side, many);
              CHECK(cudaMemcpyFromSymbolAsync(pinned, counters, 4, 4 * (side ^ 1))); CHECK(cudaStreamSynchronize(0)); many = *pinned;
            }
          },
          [&] {
            std::vector<int> d(n); CHECK(cudaMemcpy(d.data(), s.depth, 4 * n, cudaMemcpyDeviceToHost));
            if (d != expected) { fprintf(stderr, "FATAL,bfsqueue %s: wrong depths\n", name); exit(1); }
            return sumOf(s.depth, n);
          });
    }
    release(g);
  }
}
