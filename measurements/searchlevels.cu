// The levels of a search one by one: how long the grid of each takes between two events behind a grid that keeps the stream busy (queued), and how long a level takes with its host (host: an event, a fill, the grid and
// a copy of four bytes, until the next event). Kernels, graphs and blocks are those of h200/bfs.cu.
// Build: nvcc -O3 -arch=sm_90 -rdc=true searchlevels.cu -o searchlevels -lcudadevrt   Run: searchlevels [LIMIT [RUNS]]   Rows: bench,variant,graph,level,metric,unit,min,median,max,runs
#include "common.cuh"
#include "h200/graph.cuh"
#include <cstring>
struct G { const uint32_t* ptr; const uint32_t* adj; };
__device__ __forceinline__ void visit(uint32_t v, uint32_t* level, uint32_t* next, uint32_t* nNext, uint32_t l) { if (atomicCAS(&level[v], 0xFFFFFFFFu, l) == 0xFFFFFFFFu) next[atomicAdd(nNext, 1u)] = v; }
__global__ void neighbours(G g, uint32_t* level, uint32_t* next, uint32_t* nNext, uint32_t l, uint32_t start, uint32_t n) { uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) visit(g.adj[start + i], level, next, nNext, l); }
__global__ void expand(G g, uint32_t* level, const uint32_t* prev, uint32_t* next, uint32_t nPrev, uint32_t* nNext, uint32_t l, uint32_t threshold) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nPrev) { uint32_t v = prev[i], s = g.ptr[v], d = g.ptr[v + 1] - s;
    if (d > threshold) neighbours<<<(d + 255) / 256, 256, 0, cudaStreamFireAndForget>>>(g, level, next, nNext, l, s, d);
    else for (uint32_t e = s; e < s + d; ++e) visit(g.adj[e], level, next, nNext, l);
  }
}
__global__ void serial(G g, uint32_t* level, const uint32_t* prev, uint32_t* next, uint32_t nPrev, uint32_t* nNext, uint32_t l) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nPrev) { uint32_t v = prev[i]; for (uint32_t e = g.ptr[v]; e < g.ptr[v + 1]; ++e) visit(g.adj[e], level, next, nNext, l); }
}
__global__ void warpPerVertex(G g, uint32_t* level, const uint32_t* prev, uint32_t* next, uint32_t nPrev, uint32_t* nNext, uint32_t l) {
  uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (i < nPrev) { uint32_t v = prev[i]; for (uint32_t e = g.ptr[v] + lane; e < g.ptr[v + 1]; e += 32) visit(g.adj[e], level, next, nNext, l); }
}
__global__ void spin(long long cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
int main(int argc, char** argv) {
  size_t limit = argc > 1 ? atol(argv[1]) : 2048; int runs = argc > 2 ? atoi(argv[2]) : 1; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
  cudaEvent_t a, b, begins[2]; for (auto e : {&a, &b, &begins[0], &begins[1]}) CHECK(cudaEventCreate(e));
  Graph graphs[] = {grid(256), uniform(16, 8, 1), star(512, 1024), rmat(14, 16, 1), rmat(16, 16, 1)};
  for (auto& g : graphs) {
    uint32_t n = g.n(), src = 0; for (uint32_t v = 0; v < n; ++v) if (g.ptr[v + 1] - g.ptr[v] > g.ptr[src + 1] - g.ptr[src]) src = v;
    if (g.name[0] == 's' || g.name[0] == 'g') src = 0;
    uint32_t *dp, *da, *lev, *f[2], *cnt; CHECK(cudaMalloc(&dp, 4ull * (n + 1))); CHECK(cudaMalloc(&da, 4ull * g.adj.size() + 4)); CHECK(cudaMalloc(&lev, 4ull * n)); CHECK(cudaMalloc(&f[0], 4ull * n)); CHECK(cudaMalloc(&f[1], 4ull * n)); CHECK(cudaMalloc(&cnt, 64));
    CHECK(cudaMemcpy(dp, g.ptr.data(), 4ull * (n + 1), cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(da, g.adj.data(), 4ull * g.adj.size(), cudaMemcpyHostToDevice)); G dg{dp, da};
    const char* names[] = {"serial", "warp", "expand"};
    for (int kind = 0; kind < 3; ++kind) for (int queued = 0; queued < 2; ++queued) {
      std::vector<std::vector<double>> t; std::vector<uint32_t> size;
      for (int r = 0; r <= runs; ++r) {
        CHECK(cudaMemset(lev, 0xFF, 4ull * n)); uint32_t z = 0; CHECK(cudaMemcpy(lev + src, &z, 4, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(f[0], &src, 4, cudaMemcpyHostToDevice)); CHECK(cudaDeviceSynchronize());
        uint32_t np = 1; int at = 0; size.clear();
        for (uint32_t l = 1; np; ++l, at ^= 1) {
          uint32_t blocks = (np + 255) / 256, *nx = f[at ^ 1]; if (t.size() < l) t.emplace_back(); size.push_back(np);
          if (queued) spin<<<1, 1>>>(60000); else if (l == 1) CHECK(cudaEventRecord(begins[1])); CHECK(cudaMemsetAsync(cnt, 0, 4)); if (queued) cudaEventRecord(a);
          if (kind == 0) serial<<<blocks, 256>>>(dg, lev, f[at], nx, np, cnt, l); if (kind == 1) warpPerVertex<<<(np + 7) / 8, 256>>>(dg, lev, f[at], nx, np, cnt, l); if (kind == 2) expand<<<blocks, 256>>>(dg, lev, f[at], nx, np, cnt, l, 0xFFFFFFFFu);
          if (queued) cudaEventRecord(b);
          CHECK(cudaMemcpy(&np, cnt, 4, cudaMemcpyDeviceToHost)); float ms = 0;
          if (queued) { CHECK(cudaEventElapsedTime(&ms, a, b)); if (r) t[l - 1].push_back(ms * 1e3); continue; }
          // The time of a level is read a level later, so that nobody waits for its event.
          if (l > 1) CHECK(cudaEventElapsedTime(&ms, begins[(l - 1) & 1], begins[l & 1])); if (r && l > 1) t[l - 2].push_back(ms * 1e3);
          CHECK(cudaEventRecord(begins[(l + 1) & 1])); if (!np) { CHECK(cudaEventSynchronize(begins[(l + 1) & 1])); CHECK(cudaEventElapsedTime(&ms, begins[l & 1], begins[(l + 1) & 1])); if (r) t[l - 1].push_back(ms * 1e3); }
        }
      }
      bool sampled = size.size() > 40; char v[64], p[64]; snprintf(v, 64, "%s_limit%zu", names[kind], limit);
      for (size_t l = 0; l < size.size(); ++l) if (!sampled || l % 16 == 0) { snprintf(p, 64, "%s_size%u", g.name.c_str(), size[l]); row("searchlevel", v, p, (double)(l + 1), queued ? "grid" : "host", "us", t[l]); }
      double sum = 0; for (auto& x : t) { std::sort(x.begin(), x.end()); sum += x[x.size() / 2]; } std::vector<double> total{sum}; row("searchlevel", v, g.name.c_str(), 0, queued ? "grids" : "hosts", "us", total);
    }
    for (auto p : {dp, da, lev, f[0], f[1], cnt}) cudaFree(p);
  }
  printf("done\n");
}
