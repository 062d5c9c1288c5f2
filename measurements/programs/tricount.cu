// Triangle counting on a power-law graph. One thread per vertex intersects the sorted lists of its later neighbours;
// a vertex with many of them is handed to a child grid in which a tile of threads takes each edge.
#include "programs.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define HEAVY 40
#define BLOCK 128

struct Csr { int n; const int* __restrict__ ptr; const int* __restrict__ adj; };
enum Mode { FLAT, NULLSTREAM, FORGET, OWNSTREAM, WARPS };

__device__ unsigned long long triangles;
__device__ int launchErrors;

__device__ __forceinline__ int mergeCount(const int* a, const int* aEnd, const int* b, const int* bEnd) {
  int c = 0;
  while (a < aEnd && b < bEnd) { int x = *a, y = *b; c += x == y; a += x <= y; b += y <= x; }
  return c;
}
__device__ bool contains(const int* a, int n, int key) {
  int lo = 0, hi = n;
  while (lo < hi) { int mid = (lo + hi) >> 1; if (a[mid] < key) lo = mid + 1; else hi = mid; }
  return lo < n && a[lo] == key;
}
template <int TILE> __global__ void heavyVertex(Csr g, int u) {
  auto tile = cg::tiled_partition<TILE>(cg::this_thread_block());
  int begin = g.ptr[u], end = g.ptr[u + 1];
  int e = begin + blockIdx.x * (BLOCK / TILE) + tile.meta_group_rank();
  unsigned long long mine = 0;
  if (e < end) {
    int v = g.adj[e];
    for (int i = g.ptr[v] + tile.thread_rank(); i < g.ptr[v + 1]; i += TILE) mine += contains(g.adj + begin, end - begin, g.adj[i]);
  }
  mine = cg::reduce(tile, mine, cg::plus<unsigned long long>());
  if (tile.thread_rank() == 0 && mine) atomicAdd(&triangles, mine);
}
template <Mode M> __global__ void count(Csr g) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long mine = 0;
  if (u < g.n) {
    int begin = g.ptr[u], end = g.ptr[u + 1], degree = end - begin;
    if (M != FLAT && degree > HEAVY) {
      int blocks = (degree + 3) / 4;
      if (M == NULLSTREAM) heavyVertex<32><<<blocks, BLOCK>>>(g, u);
      else if (M == FORGET) heavyVertex<32><<<blocks, BLOCK, 0, cudaStreamFireAndForget>>>(g, u);
      else {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        heavyVertex<32><<<blocks, BLOCK, 0, s>>>(g, u);
        cudaStreamDestroy(s);
      }
      if (cudaGetLastError() != cudaSuccess) atomicAdd(&launchErrors, 1);
    } else
      for (int e = begin; e < end; ++e) { int v = g.adj[e]; mine += mergeCount(g.adj + begin, g.adj + end, g.adj + g.ptr[v], g.adj + g.ptr[v + 1]); }
  }
  for (int d = 16; d; d >>= 1) mine += __shfl_down_sync(0xffffffffu, mine, d);
  if ((threadIdx.x & 31) == 0 && mine) atomicAdd(&triangles, mine);
}
// The comparison: a warp of the flat grid for every vertex, whatever its degree.
__global__ void countByWarps(Csr g) {
  int u = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (u >= g.n) return;
  int begin = g.ptr[u], end = g.ptr[u + 1];
  unsigned int mine = 0;
  for (int e = begin; e < end; ++e) { int v = g.adj[e]; for (int i = g.ptr[v] + lane; i < g.ptr[v + 1]; i += 32) mine += contains(g.adj + begin, end - begin, g.adj[i]); }
  mine = __reduce_add_sync(0xffffffffu, mine);
  if (lane == 0 && mine) atomicAdd(&triangles, (unsigned long long)mine);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {3000, 12000}) {
    Random r{77};
    std::vector<std::vector<int>> next(n);
    for (int i = 0; i < n * 7; ++i) {
      double x = r.real(), y = r.real();
      int a = int(n * x * x), b = int(n * y);
      if (a != b) next[std::min(a, b)].push_back(std::max(a, b));
    }
    std::vector<int> ptr{0}, adj;
    for (auto& l : next) { std::sort(l.begin(), l.end()); l.erase(std::unique(l.begin(), l.end()), l.end()); adj.insert(adj.end(), l.begin(), l.end()); ptr.push_back((int)adj.size()); }
    unsigned long long expected = 0;
    for (int u = 0; u < n; ++u) for (int v : next[u]) { std::vector<int> both; std::set_intersection(next[u].begin(), next[u].end(), next[v].begin(), next[v].end(), std::back_inserter(both)); expected += both.size(); }
    int *dPtr = device(ptr), *dAdj = device(adj);
    Csr g{n, dPtr, dAdj};
    const char* names[] = {"flat", "null", "forget", "stream", "warps"};
    for (Mode m : {FLAT, WARPS, NULLSTREAM, FORGET, OWNSTREAM})
      row("tricount", names[m], "vertices", n,
          [&] { unsigned long long z = 0; CHECK(cudaMemcpyToSymbol(triangles, &z, sizeof z)); },
          [&] {
            int blocks = (n + BLOCK - 1) / BLOCK;
            switch (m) {
              case FLAT: count<FLAT><<<blocks, BLOCK>>>(g); break;
              case NULLSTREAM: count<NULLSTREAM><<<blocks, BLOCK>>>(g); break;
              case FORGET: count<FORGET><<<blocks, BLOCK>>>(g); break;
              case OWNSTREAM: count<OWNSTREAM><<<blocks, BLOCK>>>(g); break;
              case WARPS: countByWarps<<<(n + 3) / 4, 128>>>(g); break;
            }
          },
          [&] {
            unsigned long long t; int bad;
            CHECK(cudaMemcpyFromSymbol(&t, triangles, sizeof t)); CHECK(cudaMemcpyFromSymbol(&bad, launchErrors, sizeof bad));
            if (t != expected || bad) { fprintf(stderr, "FATAL,tricount %s %d: %llu triangles instead of %llu, %d failed launches\n", names[m], n, t, expected, bad); exit(1); }
            return (ull)t;
          });
    cudaFree(dPtr); cudaFree(dAdj);
  }
}
