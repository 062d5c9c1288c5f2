// k-core decomposition: peel all vertices of degree below k, again and again; then the next k. The loop runs on the host, in a controlling
// kernel that tail-launches itself, or in the peeling kernel itself, whose last block launches what follows.
#include "programs.cuh"
#include <cub/block/block_reduce.cuh>

__device__ int removed, alive, level, done, rounds;
struct G { int n; const int* row; const int* to; int* degree; int* core; };
constexpr int B = 128;

__device__ void peelVertex(const G& g, int v, int k, int& mine) {
  if (g.core[v] < 0 && g.degree[v] < k) {
    g.core[v] = k - 1; ++mine;
    for (int e = g.row[v]; e < g.row[v + 1]; ++e) atomicSub(&g.degree[g.to[e]], 1);
  }
}
__global__ void peel(G g, int k) {
  typedef cub::BlockReduce<int, B> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  int v = blockIdx.x * B + threadIdx.x, mine = 0;
  if (v < g.n) peelVertex(g, v, k, mine);
  int all = Reduce(temp).Sum(mine);
  if (threadIdx.x == 0 && all) { atomicAdd(&removed, all); atomicSub(&alive, all); }
}
// Tail-launched after each peeling: decides whether this k goes on.
__global__ void control(G g, int k, bool first) {
  if (!first) { if (removed == 0) ++k; if (alive == 0) { level = k; return; } }
  ++rounds;
  removed = 0;
  peel<<<(g.n + B - 1) / B, B>>>(g, k);
  control<<<1, 1, 0, cudaStreamTailLaunch>>>(g, k, false);
}
// The peeling kernel with its control folded into whichever block ends last.
__global__ void peelAndGoOn(G g, int k) {
  int v = blockIdx.x * B + threadIdx.x, mine = 0;
  if (v < g.n) peelVertex(g, v, k, mine);
  int all = __syncthreads_count(mine);
  if (threadIdx.x == 0) {
    if (all) { atomicAdd(&removed, all); atomicSub(&alive, all); }
    __threadfence();
    if (atomicAdd(&done, 1) == (int)gridDim.x - 1) {
      done = 0;
      int gone = atomicExch(&removed, 0), rest = atomicAdd(&alive, 0);
      ++rounds;
      if (rest > 0) peelAndGoOn<<<gridDim.x, B, 0, cudaStreamTailLaunch>>>(g, gone ? k : k + 1); else level = k;
    }
  }
}
static std::vector<int> hostCores(const Graph& g) {
  std::vector<int> d(g.n), core(g.n, -1); int left = g.n;
  for (int v = 0; v < g.n; ++v) d[v] = g.row[v + 1] - g.row[v];
  for (int k = 1; left; ++k) { bool any = true; while (any) { any = false; for (int v = 0; v < g.n; ++v) if (core[v] < 0 && d[v] < k) { core[v] = k - 1; --left; any = true; for (int e = g.row[v]; e < g.row[v + 1]; ++e) --d[g.to[e]]; } } }
  return core;
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int skew : {0, 1}) for (int n : {2500, 20000}) {
    Graph h = graph(n, 6, skew, 123 + n);
    std::vector<int> expected = hostCores(h), degree(n);
    for (int v = 0; v < n; ++v) degree[v] = h.row[v + 1] - h.row[v];
    int* source = device(degree);
    G g{n, h.dRow, h.dTo, device<int>(n), device<int>(n)};
    for (int way = 0; way < 3; ++way) {
      const char* ways[] = {"host", "control", "last"}; char name[64]; snprintf(name, 64, "%s_%s", ways[way], skew ? "skewed" : "uniform");
      row("kcore", name, "vertices", n,
          [&] {
            int zero = 0; CHECK(cudaMemcpy(g.degree, source, n * sizeof(int), cudaMemcpyDeviceToDevice)); CHECK(cudaMemset(g.core, 0xff, n * sizeof(int)));
            CHECK(cudaMemcpyToSymbol(removed, &zero, 4)); CHECK(cudaMemcpyToSymbol(alive, &n, 4)); CHECK(cudaMemcpyToSymbol(done, &zero, 4)); CHECK(cudaMemcpyToSymbol(rounds, &zero, 4));
          },
          [&] {
            if (way == 1) control<<<1, 1>>>(g, 1, true);
            else if (way == 2) peelAndGoOn<<<(n + B - 1) / B, B>>>(g, 1);
            else for (int k = 1, left = n, gone; left > 0;) {
              int zero = 0; cudaMemcpyToSymbol(removed, &zero, sizeof zero);
              peel<<<(n + B - 1) / B, B>>>(g, k);
              cudaMemcpyFromSymbol(&gone, removed, sizeof gone); cudaMemcpyFromSymbol(&left, alive, sizeof left);
              if (!gone) ++k;
            }
          },
          [&] {
            std::vector<int> core(n); CHECK(cudaMemcpy(core.data(), g.core, n * sizeof(int), cudaMemcpyDeviceToHost));
            if (core != expected) { fprintf(stderr, "FATAL,kcore %s %d: wrong cores\n", name, n); exit(1); }
            return sumOf(g.core, n);
          });
    }
    cudaFree(source); cudaFree(g.degree); cudaFree(g.core); release(h);
  }
}
