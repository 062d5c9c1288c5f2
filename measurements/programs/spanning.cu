// A minimum spanning tree by rounds (Boruvka): the lightest edge out of each component, hooks, jumps; rounds by the host and by a grid of one thread.
#include "programs.cuh"
__global__ void init(int* label, ull* best, int n, ull* total, int* go) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) { label[v] = v; best[v] = ~0ULL; } if (v == 0) { *total = 0; *go = 1; } }
__global__ void lightest(int n, const int* row, const int* to, const int* w, const int* label, ull* best) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  int mine = label[v]; ull least = ~0ULL;
  for (int e = row[v]; e < row[v + 1]; ++e) { int other = label[to[e]]; if (other != mine) { ull k = (ull)w[e] << 44 | (ull)min(mine, other) << 22 | max(mine, other); if (k < least) least = k; } }
  if (least != ~0ULL) atomicMin(&best[mine], least);
}
__global__ void hook(int n, int* label, int* parent, const ull* best, ull* total, int* go) {
  int c = blockIdx.x * blockDim.x + threadIdx.x; if (c >= n) return;
  int p = label[c];
  if (p == c && best[c] != ~0ULL) {
    ull k = best[c]; int a = int(k >> 22 & 0x3fffff), b = int(k & 0x3fffff), other = a == c ? b : a;
    if (best[other] == k && c < other) { p = c; } else { p = other; atomicAdd(total, k >> 44); *go = 1; }
  }
  parent[c] = p;
}
__global__ void jump(int n, int* label, const int* parent, ull* best) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  int p = label[v]; while (parent[p] != p) p = parent[p];
  label[v] = p; best[v] = ~0ULL;
}
struct Data { int n; const int *row, *to, *w; int *label, *parent; ull *best, *total; int* go; };
__global__ void driver(Data d) {
  if (!*d.go) return;
  *d.go = 0; int blocks = (d.n + 255) / 256;
  lightest<<<blocks, 256>>>(d.n, d.row, d.to, d.w, d.label, d.best); hook<<<blocks, 256>>>(d.n, d.label, d.parent, d.best, d.total, d.go); jump<<<blocks, 256>>>(d.n, d.label, d.parent, d.best);
  driver<<<1, 1, 0, cudaStreamTailLaunch>>>(d);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {1024, 4096, 16384, 65536}) {
    Graph g = graph(n, 6, n == 4096, 11);
    Data d{n, g.dRow, g.dTo, g.dWeight, device<int>(n), device<int>(n), device<ull>(n), device<ull>(1), device<int>(1)};
    int blocks = (n + 255) / 256;
    for (int kind : {0, 1}) row("spanning", kind ? "driver" : "host", "vertices", n, [&] { init<<<blocks, 256>>>(d.label, d.best, n, d.total, d.go); }, [&] {
        if (kind) { driver<<<1, 1>>>(d); return; }
        for (int go = 1; go;) { cudaMemsetAsync(d.go, 0, 4); lightest<<<blocks, 256>>>(n, d.row, d.to, d.w, d.label, d.best); hook<<<blocks, 256>>>(n, d.label, d.parent, d.best, d.total, d.go); jump<<<blocks, 256>>>(n, d.label, d.parent, d.best);
          CHECK(cudaMemcpy(&go, d.go, 4, cudaMemcpyDeviceToHost)); } }, [&] { return sumOf(d.total, 1); });
    release(g);
  }
}
