// Components of a graph: each round hooks roots along edges (a thread for each vertex; long rows by a grid of their own), then halves the paths; the device launches the rounds itself, as tails.
#include "programs.cuh"
__device__ int rootOf(int* p, int v) { int a = p[v]; while (a != p[a]) { int b = p[a]; p[v] = b; v = a; a = b; } return a; }
__device__ void hook(int* p, int v, int u, int* changed) {
  int a = rootOf(p, v), b = rootOf(p, u);
  while (a != b) { int hi = max(a, b), lo = min(a, b); int was = atomicCAS(&p[hi], hi, lo); if (was == hi) { *changed = 1; return; } a = rootOf(p, was); b = lo; }
}
__global__ void hookRow(int v, const int* row, const int* to, int* p, int* changed) { int e = row[v] + blockIdx.x * blockDim.x + threadIdx.x; if (e < row[v + 1]) hook(p, v, to[e], changed); }
__global__ void hookAll(int n, const int* row, const int* to, int* p, int* changed, int threshold) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return; int degree = row[v + 1] - row[v];
  if (degree > threshold) { hookRow<<<(degree + 63) / 64, 64, 0, cudaStreamFireAndForget>>>(v, row, to, p, changed); return; }
  for (int e = row[v]; e < row[v + 1]; ++e) if (to[e] < v) hook(p, v, to[e], changed);
}
__global__ void flatten(int n, int* p) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) p[v] = rootOf(p, v); }
__global__ void rounds(int n, const int* row, const int* to, int* p, int* changed, int left, int threshold) {
  if (left == 0 || (left < 3 && *changed == 0)) return; *changed = 0;
  hookAll<<<(n + 127) / 128, 128>>>(n, row, to, p, changed, threshold); flatten<<<(n + 127) / 128, 128>>>(n, p);
  rounds<<<1, 1, 0, cudaStreamTailLaunch>>>(n, row, to, p, changed, left - 1, threshold);
}
__global__ void reset(int n, int* p) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) p[v] = v; }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {1024, 8192, 65536}) for (int skew : {0, 1}) {
    Graph g = graph(n, 6, skew, 37); int *p = device<int>(n), *changed = device<int>(1); char v[64];
    for (int t : {1 << 30, 32}) { snprintf(v, 64, "%s_%s", t == 32 ? "launches" : "loops", skew ? "skewed" : "uniform");
      row("components", v, "vertices", n, [&] { reset<<<(n + 255) / 256, 256>>>(n, p); }, [&] { rounds<<<1, 1>>>(n, g.dRow, g.dTo, p, changed, 3, t); }, [&] { return sumOf(p, n); }); }
    release(g);
  }
}
