// DBSCAN in the plane: points lie in cells as wide as the distance asked for; dense points are found, joined by union and find and their neighbours labelled. A thread for each point, or for each cell, which launches a grid for the points of a full one (NULL stream, fire and forget); or one thread that tail-launches all phases.
#include "programs.cuh"
#define SIDE 64
#define CELLS (SIDE * SIDE)
#define EPS 64
#define DENSE 12
#define HEAVY 6
struct P { const short2* at; int *count, *first, *cursor, *list, *core, *up, *label; int n; };
__device__ int cellOf(short2 p) { return p.y / EPS * SIDE + p.x / EPS; }
__global__ void countCells(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) { atomicAdd(&p.count[cellOf(p.at[i])], 1); p.up[i] = i; } }
__global__ void scanCells(P p) {
  __shared__ int sums[1024]; int b = threadIdx.x * 4, own = 0;
  for (int k = b; k < b + 4; ++k) own += p.count[k];
  sums[threadIdx.x] = own; __syncthreads();
  for (int d = 1; d < 1024; d *= 2) { int x = threadIdx.x >= d ? sums[threadIdx.x - d] : 0; __syncthreads(); sums[threadIdx.x] += x; __syncthreads(); }
  int at = sums[threadIdx.x] - own;
  for (int k = b; k < b + 4; ++k) { p.first[k] = p.cursor[k] = at; at += p.count[k]; }
  if (threadIdx.x == 1023) p.first[CELLS] = at;
}
__global__ void scatterPoints(P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < p.n) p.list[atomicAdd(&p.cursor[cellOf(p.at[i])], 1)] = i; }
__device__ int rootOf(volatile int* up, int a) { int b; while ((b = up[a]) != a) a = b; return a; }
__device__ void unite(int* up, int a, int b) {
  for (;;) { a = rootOf(up, a); b = rootOf(up, b); if (a == b) return; if (a < b) { int s = a; a = b; b = s; } int old = atomicMin(&up[a], b); if (old == a) return; a = old; }
}
// Phase 0 finds dense points, 1 joins them, 2 labels all.
template <int PHASE> __device__ void point(P& p, int i) {
  short2 o = p.at[i]; int cx = o.x / EPS, cy = o.y / EPS, found = 0, least = 0x7fffffff;
  if (PHASE == 1 && !p.core[i]) return;
  if (PHASE == 2 && p.core[i]) { p.label[i] = rootOf(p.up, i) + 1; return; }
  for (int y = max(0, cy - 1); y <= min(SIDE - 1, cy + 1); ++y)
    for (int k = p.first[y * SIDE + max(0, cx - 1)], e = p.first[y * SIDE + min(SIDE - 1, cx + 1) + 1]; k < e; ++k) {
      int j = p.list[k]; if (PHASE == 1 && j >= i) continue;
      int dx = p.at[j].x - o.x, dy = p.at[j].y - o.y; if (dx * dx + dy * dy > EPS * EPS) continue;
      if (PHASE == 0) ++found; else if (PHASE == 1) { if (p.core[j]) unite(p.up, i, j); } else if (p.core[j]) least = min(least, rootOf(p.up, j));
    }
  if (PHASE == 0) p.core[i] = found >= DENSE;
  if (PHASE == 2) p.label[i] = least == 0x7fffffff ? 0 : least + 1;
}
template <int PHASE> __global__ void points(P p, int from, int to) { int k = from + blockIdx.x * blockDim.x + threadIdx.x; if (k < to) point<PHASE>(p, p.list[k]); }
template <int PHASE, int KIND> __global__ void cells(P p) {
  int c = blockIdx.x * blockDim.x + threadIdx.x; if (c >= CELLS) return;
  int f = p.first[c], e = p.first[c + 1];
  if (e - f > HEAVY) { if (KIND == 1) points<PHASE><<<(e - f + 31) / 32, 32>>>(p, f, e); else points<PHASE><<<(e - f + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(p, f, e); return; }
  for (int k = f; k < e; ++k) point<PHASE>(p, p.list[k]);
}
__global__ void driver(P p) {
  int g = (p.n + 127) / 128;
  countCells<<<g, 128, 0, cudaStreamTailLaunch>>>(p); scanCells<<<1, 1024, 0, cudaStreamTailLaunch>>>(p); scatterPoints<<<g, 128, 0, cudaStreamTailLaunch>>>(p);
  cells<0, 2><<<CELLS / 64, 64, 0, cudaStreamTailLaunch>>>(p); cells<1, 2><<<CELLS / 64, 64, 0, cudaStreamTailLaunch>>>(p); cells<2, 2><<<CELLS / 64, 64, 0, cudaStreamTailLaunch>>>(p);
}
template <int KIND> static void phases(P p) { cells<0, KIND><<<CELLS / 64, 64>>>(p); cells<1, KIND><<<CELLS / 64, 64>>>(p); cells<2, KIND><<<CELLS / 64, 64>>>(p); }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 0 ? 1024 : 3072, groups = which == 2 ? 12 : 40 * n / 3072, spread = which == 2 ? 250 : 130; Random r{23}; std::vector<short2> at(n);
    for (int i = 0; i < n; ++i) {
      unsigned g = r.below(groups); int c[2];
      for (int d = 0; d < 2; ++d) c[d] = i % 8 == 0 ? (int)r.below(4096) : std::min(4095, std::max(0, (int)(((g + 1) * 2654435761u >> (12 * d + 3)) % 4096) + (int)(spread * (r.real() + r.real() + r.real() - 1.5))));
      at[i].x = (short)c[0]; at[i].y = (short)c[1];
    }
    auto near = [&](int i, int j) { int dx = at[i].x - at[j].x, dy = at[i].y - at[j].y; return dx * dx + dy * dy <= EPS * EPS; };
    std::vector<int> core(n), expected(n, 0), stack;
    for (int i = 0; i < n; ++i) { int c = 0; for (int j = 0; j < n; ++j) c += near(i, j); core[i] = c >= DENSE; }
    for (int i = 0; i < n; ++i) if (core[i] && !expected[i]) { expected[i] = i + 1; stack.push_back(i); while (!stack.empty()) { int a = stack.back(); stack.pop_back(); for (int j = 0; j < n; ++j) if (core[j] && !expected[j] && near(a, j)) { expected[j] = i + 1; stack.push_back(j); } } }
    for (int i = 0; i < n; ++i) if (!core[i]) for (int j = 0; j < n; ++j) if (core[j] && near(i, j) && (!expected[i] || expected[j] < expected[i])) expected[i] = expected[j];
    P p{device(at), device<int>(CELLS), device<int>(CELLS + 1), device<int>(CELLS), device<int>(n), device<int>(n), device<int>(n), device<int>(n), n}; char v[64]; const char *kinds[] = {"points", "null", "forget", "tail"}, *sets[] = {"groups", "groups", "few"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], sets[which]);
      row("dbscan", v, "points", n, [&] { cudaMemset(p.count, 0, 4 * CELLS); cudaMemset(p.label, 0xff, 4 * n); },
        [&] {
          if (k == 3) { driver<<<1, 1>>>(p); return; }
          int g = (n + 127) / 128; countCells<<<g, 128>>>(p); scanCells<<<1, 1024>>>(p); scatterPoints<<<g, 128>>>(p);
          if (k == 0) { points<0><<<g, 128>>>(p, 0, n); points<1><<<g, 128>>>(p, 0, n); points<2><<<g, 128>>>(p, 0, n); } else if (k == 1) phases<1>(p); else phases<2>(p);
        },
        [&] {
          std::vector<int> got(n); CHECK(cudaMemcpy(got.data(), p.label, 4 * n, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,dbscan %s %d: wrong labels\n", v, n); exit(1); }
          return sumOf(p.label, n);
        });
    }
    cudaFree((void*)p.at); cudaFree(p.count); cudaFree(p.first); cudaFree(p.cursor); cudaFree(p.list); cudaFree(p.core); cudaFree(p.up); cudaFree(p.label);
  }
}
