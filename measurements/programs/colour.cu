// Colouring by independent sets of random priorities, and a check of all edges; the check by loop with an early end, and by a grid for each vertex of many neighbours.
#include "programs.cuh"
__device__ __host__ inline unsigned mix(unsigned x) { x ^= x >> 16; x *= 0x7feb352dU; x ^= x >> 15; x *= 0x846ca68bU; return x ^ x >> 16; }
__global__ void init(int* c, int n) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) c[v] = -1; }
__global__ void colour(int n, const int* row, const int* to, const int* in, int* out) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  if (in[v] >= 0) { out[v] = in[v]; return; }
  unsigned mine = mix(v); ull used = 0; bool greatest = true;
  for (int e = row[v]; e < row[v + 1]; ++e) { int u = to[e], k = in[u]; if (k >= 0) used |= 1ULL << (k & 63); else { unsigned other = mix(u); if (other > mine || (other == mine && u > v)) { greatest = false; break; } } }
  out[v] = greatest ? __ffsll(~used) - 1 : -1;
}
__global__ void check(int n, const int* row, const int* to, const int* c, int* wrong) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  int k = c[v];
  for (int e = row[v]; e < row[v + 1]; ++e) if (c[to[e]] == k) { atomicAdd(wrong, 1); break; }
}
__global__ void checkRow(int v, const int* row, const int* to, const int* c, int* wrong) { int e = row[v] + threadIdx.x; for (; e < row[v + 1]; e += blockDim.x) if (c[to[e]] == c[v]) atomicAdd(wrong, 1); }
__global__ void checkByGrid(int n, const int* row, const int* to, const int* c, int* wrong) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  int k = c[v];
  if (row[v + 1] - row[v] > 96) { checkRow<<<1, 64>>>(v, row, to, c, wrong); return; }
  for (int e = row[v]; e < row[v + 1]; ++e) if (c[to[e]] == k) { atomicAdd(wrong, 1); break; }
}
int main(int argc, char** argv) {
  start(argc, argv); char name[64];
  for (int skew : {0, 1}) for (int n : {2048, 8192, 32768}) {
    Graph g = graph(n, 10, skew, 5); int* c[2] = {device<int>(n), device<int>(n)}; int* wrong = device<int>(1); int blocks = (n + 127) / 128;
    snprintf(name, 64, "rounds_%s", skew ? "skewed" : "uniform");
    row("colour", name, "vertices", n, [&] { init<<<blocks, 128>>>(c[0], n); }, [&] { for (int i = 0; i < 40; ++i) colour<<<blocks, 128>>>(n, g.dRow, g.dTo, c[i & 1], c[~i & 1]); }, [&] { return sumOf(c[0], n); });
    snprintf(name, 64, "check_%s", skew ? "skewed" : "uniform");
    row("colour", name, "vertices", n, [&] { cudaMemset(wrong, 0, 4); }, [&] { check<<<blocks, 128>>>(n, g.dRow, g.dTo, c[0], wrong); }, [&] { return sumOf(wrong, 1); });
    if (skew) row("colour", "check_grid_skewed", "vertices", n, [&] { cudaMemset(wrong, 0, 4); }, [&] { checkByGrid<<<blocks, 128>>>(n, g.dRow, g.dTo, c[0], wrong); }, [&] { return sumOf(wrong, 1); });
    release(g);
  }
}
