// Shortest paths by relaxation in rounds: a thread for each edge, a thread for each vertex, and a grid for each vertex of many edges.
#include "programs.cuh"
__global__ void init(int* d, int* c, int n) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) { d[v] = v ? 1 << 29 : 0; c[v] = v == 0; } }
__global__ void byEdge(int m, const int* from, const int* to, const int* w, int* d) {
  int e = blockIdx.x * blockDim.x + threadIdx.x; if (e >= m) return;
  int a = d[from[e]]; if (a >= 1 << 29) return;
  int b = a + w[e]; if (b < d[to[e]]) atomicMin(&d[to[e]], b);
}
__global__ void byVertex(int n, const int* row, const int* to, const int* w, int* d, const int* was, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  if (!was[v]) return;
  int a = d[v];
  for (int e = row[v]; e < row[v + 1]; ++e) { int b = a + w[e]; if (b < d[to[e]]) { if (atomicMin(&d[to[e]], b) > b) changed[to[e]] = 1; } }
}
__global__ void edgesOf(int v, const int* row, const int* to, const int* w, int* d, int* changed) {
  int e = row[v] + blockIdx.x * blockDim.x + threadIdx.x; if (e >= row[v + 1]) return;
  int b = d[v] + w[e]; if (b < d[to[e]]) { if (atomicMin(&d[to[e]], b) > b) changed[to[e]] = 1; }
}
__global__ void byGrid(int n, const int* row, const int* to, const int* w, int* d, const int* was, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  if (!was[v]) return;
  int a = d[v], k = row[v + 1] - row[v];
  if (k > 64) { edgesOf<<<(k + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(v, row, to, w, d, changed); return; }
  for (int e = row[v]; e < row[v + 1]; ++e) { int b = a + w[e]; if (b < d[to[e]]) { if (atomicMin(&d[to[e]], b) > b) changed[to[e]] = 1; } }
}
int main(int argc, char** argv) {
  start(argc, argv); char name[64];
  for (int skew : {0, 1}) for (int n : {2048, 8192, 32768}) {
    Graph g = graph(n, 8, skew, 7); int* d = device<int>(n); int* c[2] = {device<int>(n), device<int>(n)};
    for (int kind : {0, 1, 2}) {
      if (kind == 2 && !skew) continue;
      snprintf(name, 64, "%s_%s", kind == 0 ? "edge" : kind == 1 ? "vertex" : "grid", skew ? "skewed" : "uniform");
      row("relax", name, "vertices", n, [&] { init<<<(n + 255) / 256, 256>>>(d, c[0], n); }, [&] {
        for (int i = 0; i < 12; ++i) {
          if (kind == 0) byEdge<<<(g.edges() + 255) / 256, 256>>>(g.edges(), g.dFrom, g.dTo, g.dWeight, d);
          else { cudaMemsetAsync(c[~i & 1], 0, 4 * n); if (kind == 1) byVertex<<<(n + 255) / 256, 256>>>(n, g.dRow, g.dTo, g.dWeight, d, c[i & 1], c[~i & 1]); else byGrid<<<(n + 255) / 256, 256>>>(n, g.dRow, g.dTo, g.dWeight, d, c[i & 1], c[~i & 1]); }
        } }, [&] { return sumOf(d, n); });
    }
    // One round over all edges with nothing to change: loads and branches alone.
    row("relax", skew ? "settled_skewed" : "settled_uniform", "vertices", n, [&] { for (int i = 0; i < 40; ++i) byEdge<<<(g.edges() + 255) / 256, 256>>>(g.edges(), g.dFrom, g.dTo, g.dWeight, d); cudaMemset(c[0], 1, 4 * n); },
        [&] { byVertex<<<(n + 255) / 256, 256>>>(n, g.dRow, g.dTo, g.dWeight, d, c[0], c[1]); }, [&] { return sumOf(d, n); });
    release(g);
  }
}
