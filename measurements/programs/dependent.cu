// Code whose loads and atomics need each other: a row of edges of few lanes, chains of atomics by lanes and sectors, loads of words that atomics wrote, and the parts of `relax` and `components`.
#include "programs.cuh"
static ull* out;
__device__ __forceinline__ unsigned now() { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory"); return c; }
template <class P, class K> static void step(const char* what, const char* variant, const char* parameter, long value, double count, P prepare, K launch) {
  char name[128]; snprintf(name, sizeof name, "%s_%s", what, variant); if (!strstr(name, only)) return;
  std::vector<double> t;
  for (int r = 0; r <= (runs > 1 ? runs : 2); ++r) { prepare(); cudaMemset(out, 0, 8); launch(); CHECK(cudaDeviceSynchronize()); ull c; CHECK(cudaMemcpy(&c, out, 8, cudaMemcpyDeviceToHost)); if (r) t.push_back((double)c / count); }
  std::sort(t.begin(), t.end()); fprintf(stderr, "step,%s,%s,%ld,step,cycles,%.6g,%.6g,%.6g,%zu\n", name, parameter, value, t.front(), t[t.size() / 2], t.back(), t.size());
}
// Kind 0: nothing falls; 1: as `relax` by vertices; 2: without the store; 3: without use of the old value; 4: an atomic without the load before it; 5: every second edge falls.
template <int KIND> __global__ void edges(const int* to, const int* w, int* d, int* changed, int n, ull* out) {
  int e = threadIdx.x * n, end = e + n, a = KIND == 0 ? 1 << 20 : -(1 << 20); unsigned c = now();
#pragma unroll 1
  for (; e < end; ++e) {
    int b = a + w[e];
    if (KIND == 4) { if (atomicMin(&d[to[e]], b) > b) changed[to[e]] = 1; }
    else if (b < d[to[e]]) { if (KIND == 3) atomicMin(&d[to[e]], b); else if (atomicMin(&d[to[e]], b) > b) { if (KIND == 2) end += b == 77; else changed[to[e]] = 1; } }
  }
  c = now() - c; atomicMax(out, (ull)c);
}
__global__ void fill(int* p, int n, int v, int k) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = k && (i & 1) ? -(1 << 29) : v; }
// A chain of atomics of a warp whose lanes are `apart` words from each other; each needs the values of the one before it.
template <int KIND> __global__ void chain(int* p, int apart, int ahead, int n, ull* out) {
  int at = threadIdx.x * apart, v = 0; unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) { int* a = p + ((at + i * ahead + (v >> 31)) & 0xfffff); v = KIND == 0 ? atomicAdd(a, 1) : KIND == 1 ? atomicCAS(a, -5, -6) : atomicMin(a, 1 << 30); v &= 0x7fffffff; }
  c = now() - c; atomicMax(out, (ull)c); if (v == 77) out[1] = v;
}
// A walk along words that other SMs have left alone or updated.
__global__ void walkAll(const int* next, int n, ull* out) { int p = threadIdx.x * 37; unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) p = next[p]; c = now() - c; atomicMax(out, (ull)c); if (p == -1) out[1] = p; }
__global__ void touch(int* next, int n, int kind) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; if (kind == 2) atomicAdd(&next[i], 0); if (kind == 3) atomicExch(&next[i], next[i]); }
// A walk of which each step updates the word that it has loaded.
template <int KIND> __global__ void walkUpdate(int* next, int n, ull* out) { int p = threadIdx.x * 37, k = 0; unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) { int q = next[p]; if (KIND == 1) k += atomicCAS(&next[p], q, q) == q; if (KIND == 2) { if (atomicCAS(&next[p], q, q) != q) { out[2] = 1; break; } } if (KIND == 3) { q = next[p]; atomicMin(&next[p], 1 << 30); q = *(volatile int*)&next[p]; } p = q; }
  c = now() - c; atomicMax(out, (ull)c); if (k == -1) out[1] = p; }
// Parts of `relax`.
__global__ void init(int* d, int* c, int n) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) { d[v] = v ? 1 << 29 : 0; c[v] = v == 0; } }
__global__ void byVertex(int n, const int* row, const int* to, const int* w, int* d, const int* was, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  if (!was[v]) return;
  int a = d[v];
  for (int e = row[v]; e < row[v + 1]; ++e) { int b = a + w[e]; if (b < d[to[e]]) { if (atomicMin(&d[to[e]], b) > b) changed[to[e]] = 1; } }
}
// Parts of `components`: bit 0 leaves out the store of `changed`, bit 1 the halving, bit 2 the swap.
template <int OUT> __device__ int rootOf(int* p, int v) { int a = p[v]; while (a != p[a]) { int b = p[a]; if (!(OUT & 2)) p[v] = b; v = a; a = b; } return a; }
template <int OUT> __device__ void hook(int* p, int v, int u, int* changed) {
  int a = rootOf<OUT>(p, v), b = rootOf<OUT>(p, u);
  while (a != b) { if (OUT & 4) { if (a == -77) *changed = 1; return; } int hi = max(a, b), lo = min(a, b); int was = atomicCAS(&p[hi], hi, lo); if (was == hi) { if (!(OUT & 1)) *changed = 1; return; } a = rootOf<OUT>(p, was); b = lo; }
}
template <int OUT> __global__ void hookAll(int n, const int* row, const int* to, int* p, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  for (int e = row[v]; e < row[v + 1]; ++e) if (to[e] < v) hook<OUT>(p, v, to[e], changed);
}
__global__ void flatten(int n, int* p) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) p[v] = rootOf<0>(p, v); }
__global__ void reset(int n, int* p) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) p[v] = v; }
int main(int argc, char** argv) {
  start(argc, argv); out = device<ull>(64); char v[64]; auto none = [] {}; auto zero = [] { return 0ULL; };
  { const int n = 256; int* d = device<int>(1 << 20); int* changed = device<int>(1 << 20); int* w; { std::vector<int> h(32 * n); Random r{3}; for (auto& x : h) x = r.below(1000); w = device(h); }
    for (int words : {1024, 65536}) { std::vector<int> h(32 * n); Random r{5}; for (auto& x : h) x = r.below(words); int* to = device(h);
      for (int lanes : {1, 2, 4, 8, 16, 32}) {
#define EDGES(k) snprintf(v, 64, "kind%d_words%d", k, words); step("edges", v, "lanes", lanes, n, [&] { fill<<<(words + 255) / 256, 256>>>(d, words, k ? 1 << 28 : -(1 << 29), k == 5); }, [&] { edges<k><<<1, lanes>>>(to, w, d, changed, n, out); });
        EDGES(0) EDGES(1) EDGES(2) EDGES(3) EDGES(4) EDGES(5) } cudaFree(to); }
    int* p = device<int>(1 << 20);
    for (int apart : {0, 1, 8, 32, 1024, 4099}) for (int lanes : {1, 2, 4, 8, 16, 32}) {
#define CHAIN(k, name) snprintf(v, 64, name "_apart%d", apart); step("chain", v, "lanes", lanes, 512, none, [&] { chain<k><<<1, lanes>>>(p, apart, 8, 512, out); });
      CHAIN(0, "add") CHAIN(1, "cas") CHAIN(2, "min") }
  }
  for (int n : {4096, 65536}) { std::vector<int> order(n), next(n); Random r{19}; for (int i = 0; i < n; ++i) order[i] = i; for (int i = n - 1; i > 0; --i) std::swap(order[i], order[r.below(i + 1)]); for (int i = 0; i < n; ++i) next[order[i]] = order[(i + 1) % n];
    int* d = device(next); const char* how[] = {"clean", "", "added", "exchanged"};
    for (int k : {0, 2, 3}) for (int lanes : {1, 32}) { snprintf(v, 64, "%s_words%d", how[k], n); step("walk", v, "lanes", lanes, 1000, [&] { touch<<<(n + 255) / 256, 256>>>(d, n, k); }, [&] { walkAll<<<1, lanes>>>(d, 1000, out); }); }
    for (int lanes : {1, 8, 32}) {
#define UPDATE(k, name) snprintf(v, 64, name "_words%d", n); step("update", v, "lanes", lanes, 500, none, [&] { walkUpdate<k><<<1, lanes>>>(d, 500, out); });
      UPDATE(1, "cas") UPDATE(2, "cas_branch") UPDATE(3, "reload") } cudaFree(d); }
  for (int skew : {0, 1}) { int n = 2048; Graph g = graph(n, 8, skew, 7); int* d = device<int>(n); int* c[2] = {device<int>(n), device<int>(n)};
    auto round = [&](int i) { cudaMemsetAsync(c[~i & 1], 0, 4 * n); byVertex<<<(n + 255) / 256, 256>>>(n, g.dRow, g.dTo, g.dWeight, d, c[i & 1], c[~i & 1]); };
    for (int k = 0; k < 10; ++k) { row("rounds", skew ? "skewed" : "uniform", "round", k, [&] { init<<<(n + 255) / 256, 256>>>(d, c[0], n); for (int i = 0; i < k; ++i) round(i); cudaMemset(c[~k & 1], 0, 4 * n); }, [&] { byVertex<<<(n + 255) / 256, 256>>>(n, g.dRow, g.dTo, g.dWeight, d, c[k & 1], c[~k & 1]); }, zero); }
    release(g); }
  for (int n : {8192, 65536}) { Graph g = graph(n, 6, 0, 37); int *p = device<int>(n), *changed = device<int>(1); int b = (n + 127) / 128;
    auto fresh = [&] { reset<<<(n + 255) / 256, 256>>>(n, p); };
#define HOOK(k) snprintf(v, 64, "hook%d", k); row("parts", v, "vertices", n, fresh, [&] { hookAll<k><<<b, 128>>>(n, g.dRow, g.dTo, p, changed); }, zero);
    HOOK(0) HOOK(1) HOOK(2) HOOK(3) HOOK(4) HOOK(7)
    row("parts", "flatten", "vertices", n, [&] { fresh(); hookAll<0><<<b, 128>>>(n, g.dRow, g.dTo, p, changed); }, [&] { flatten<<<b, 128>>>(n, p); }, zero);
    row("parts", "hook_again", "vertices", n, [&] { fresh(); hookAll<0><<<b, 128>>>(n, g.dRow, g.dTo, p, changed); flatten<<<b, 128>>>(n, p); }, [&] { hookAll<0><<<b, 128>>>(n, g.dRow, g.dTo, p, changed); }, zero);
    row("parts", "flatten_again", "vertices", n, [&] { fresh(); hookAll<0><<<b, 128>>>(n, g.dRow, g.dTo, p, changed); flatten<<<b, 128>>>(n, p); }, [&] { flatten<<<b, 128>>>(n, p); }, zero);
    row("parts", "empty", "vertices", n, none, [&] { flatten<<<b, 128>>>(0, p); }, zero);
    release(g); }
}
