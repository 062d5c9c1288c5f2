// How long a load waits behind another access of its thread: each kind of access X, near and far, followed at once or some cycles later by a load that hits the L1, by one that misses it, or by an atomic.
// And the hooks of `components` with loads that pass the L1, with the number of swaps that were tried and that failed.
#include "programs.cuh"
static ull* out;
__device__ __forceinline__ unsigned now() { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory"); return c; }
// Three stretches of 4 KiB that are all near the SM or all far.
struct Places { int* at[3]; };
// X: 0 nothing; 1 ld.ca that misses; 2 ld.cg; 3 ld.relaxed.gpu; 4 atom whose value is used after Y; 5 atom whose value nobody uses; 6 red; 7 cas whose value is used after Y; 8 st; 9 ld.ca that hits another word; 10 cas of which nobody uses the value; 11 ld.volatile.
// Y: 0 ld.ca that hits; 1 ld.ca that misses; 2 ld.cg; 3 atom; 4 ld.ca of the word of X; 5 st, then a hit.
template <int X, int Y> __global__ void after(int* hit, Places xs, Places ys, int times, int delay, ull* out) {
  int w = 0, v = 0, y = 0; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(w) : "l"(hit)); asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(y) : "l"(hit + 8)); w &= 1; w += y & 1; ull a = 0, b = 0;
#pragma unroll 1
  for (int i = 0; i < 24; ++i) {
    int *m = xs.at[i / 8] + (i % 8) * 64 + w * 0, *n = ys.at[i / 8] + 32 + (i % 8) * 64 + w * 0, d = w;
    __syncwarp(); unsigned t0 = now();
#pragma unroll 1
    for (int k = 0; k < times; ++k, m += 8) {
      if (X == 1) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(m));
      if (X == 2) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(m));
      if (X == 3) asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(m));
      if (X == 4 || X == 5) asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(v) : "l"(m));
      if (X == 6) asm volatile("red.global.add.u32 [%0], 0;" ::"l"(m));
      if (X == 7 || X == 10) asm volatile("atom.global.cas.b32 %0, [%1], 0, 0;" : "=r"(v) : "l"(m));
      if (X == 8) asm volatile("st.global.u32 [%0], 0;" ::"l"(m));
      if (X == 9) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(hit + 8));
      if (X == 11) asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"(m));
    }
    m -= 8;
#pragma unroll 1
    for (int k = 0; k < delay; ++k) asm volatile("mad.lo.u32 %0, %0, %0, 3;" : "+r"(d));
    if (d == -9) n += 8;
    if (Y == 0) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(y) : "l"(hit));
    if (Y == 1) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(y) : "l"(n));
    if (Y == 2) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(y) : "l"(n));
    if (Y == 3) asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(y) : "l"(n));
    if (Y == 4) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(y) : "l"(m));
    if (Y == 5) { asm volatile("st.global.u32 [%0], 0;" ::"l"(n)); asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(y) : "l"(hit)); }
    asm volatile("add.u32 %0, %0, 1;" : "+r"(y)); unsigned t1 = now() + (y & 0); if (y == -7) hit[1] = 1;
    unsigned t2 = t1;
    if (X != 0 && X != 5 && X != 6 && X != 8 && X != 10) { asm volatile("add.u32 %0, %0, 1;" : "+r"(v)); t2 = now() + (v & 0); if (v == -7) hit[1] = 1; }
    if (i >= 8) { a += t1 - t0; b += t2 - t0; }
    // All that is in flight arrives.
    for (int k = 0; k < 400; ++k) asm volatile("mad.lo.u32 %0, %0, %0, 3;" : "+r"(d));
    if (d == -9) hit[1] = 1;
  }
  out[0] = a; out[1] = b;
}
__global__ void latency(int* p, int n, unsigned* out) { for (int i = 0; i < n; ++i) { int* a = p + i * 1024; unsigned least = ~0u, v = 0; for (int r = 0; r < 4; ++r) { unsigned c = now(); v = atomicAdd(a + v * 0, 0); if (v == 77777) out[n] = v; least = min(least, now() - c); } out[i] = least; } }
template <int X, int Y> static void measure(int* hit, const Places* place) {
  for (int far : {0, 1}) for (int times : {1, 2, 4}) for (int delay : {0, 4, 16}) {
    if (X == 0 && (far || times > 1) || (times > 1 && delay)) continue;
    for (int yFar : {0, 1}) {
      if (yFar && (Y == 0 || Y == 4 || Y == 5 || times > 1 || delay)) continue;
      char v[96]; snprintf(v, 96, "after_x%d_y%d_%s%s_times%d", X, Y, far ? "far" : "near", yFar ? "_far" : "", times); if (!strstr(v, only)) continue;
      std::vector<double> t[2];
      for (int r = 0; r <= (runs > 1 ? runs : 2); ++r) { after<X, Y><<<1, 1>>>(hit, place[far], place[yFar], times, delay, out); CHECK(cudaDeviceSynchronize()); ull c[2]; CHECK(cudaMemcpy(c, out, 16, cudaMemcpyDeviceToHost)); if (r) for (int k = 0; k < 2; ++k) t[k].push_back(c[k] / 16.0); }
      for (int k = 0; k < 2; ++k) { std::sort(t[k].begin(), t[k].end()); if (k == 0 || t[1][t[1].size() / 2] != t[0][t[0].size() / 2]) fprintf(stderr, "step,%s_%s,delay,%d,step,cycles,%.6g,%.6g,%.6g,%zu\n", v, k ? "both" : "y", delay, t[k].front(), t[k][t[k].size() / 2], t[k].back(), t[k].size()); }
    }
  }
}
template <int X> static void measureAll(int* hit, const Places* place) { measure<X, 0>(hit, place); measure<X, 1>(hit, place); measure<X, 2>(hit, place); measure<X, 3>(hit, place); if (X) measure<X, 4>(hit, place); measure<X, 5>(hit, place); }
// Hooks as in `components`; bit 0: loads pass the L1; bit 1: counts tries and failures.
template <int HOW> __device__ int word(const int* p) { if (HOW & 1) return __ldcg(p); return *p; }
template <int HOW> __device__ int rootOf(int* p, int v) { int a = word<HOW>(p + v); for (int b; a != (b = word<HOW>(p + a));) { p[v] = b; v = a; a = b; } return a; }
template <int HOW> __global__ void hookAll(int n, const int* row, const int* to, int* p, int* changed, ull* counts) {
  int v = blockIdx.x * blockDim.x + threadIdx.x, tries = 0, failures = 0, most = 0; if (v >= n) return;
  for (int e = row[v]; e < row[v + 1]; ++e) if (to[e] < v) {
    int a = rootOf<HOW>(p, v), b = rootOf<HOW>(p, to[e]), each = 0;
    while (a != b) { int hi = max(a, b), lo = min(a, b); ++tries; ++each; int was = atomicCAS(&p[hi], hi, lo); if (was == hi) { *changed = 1; break; } ++failures; a = rootOf<HOW>(p, was); b = lo; }
    most = max(most, each);
  }
  if (HOW & 2) { atomicAdd(counts, (ull)tries); atomicAdd(counts + 1, (ull)failures); atomicMax(counts + 2, (ull)most); }
}
__global__ void reset(int n, int* p) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) p[v] = v; }
int main(int argc, char** argv) {
  start(argc, argv); out = device<ull>(64);
  { int n = 256; int* p = device<int>(n * 1024); unsigned* o = device<unsigned>(n + 1); std::vector<unsigned> h(n); latency<<<1, 1>>>(p, n, o); CHECK(cudaMemcpy(h.data(), o, 4 * n, cudaMemcpyDeviceToHost));
    std::vector<unsigned> s(h); std::sort(s.begin(), s.end()); unsigned middle = (s[n / 8] + s[n - n / 8]) / 2; Places place[2];
    for (int far : {0, 1}) for (int i = 0, k = 0; i < n && k < 3; ++i) if ((h[i] > middle) == far) { place[far].at[k++] = p + i * 1024; fprintf(stderr, "note,%s,%d,%u\n", far ? "far" : "near", i, h[i]); }
    int* hit = device<int>(1024);
    measureAll<0>(hit, place); measureAll<1>(hit, place); measureAll<2>(hit, place); measureAll<3>(hit, place); measureAll<4>(hit, place); measureAll<5>(hit, place); measureAll<6>(hit, place); measureAll<7>(hit, place); measureAll<8>(hit, place); measureAll<9>(hit, place); measureAll<10>(hit, place); measureAll<11>(hit, place); }
  for (int n : {8192, 65536}) { Graph g = graph(n, 6, 0, 37); int *p = device<int>(n), *changed = device<int>(1); int b = (n + 127) / 128; char v[64];
    auto fresh = [&] { reset<<<(n + 255) / 256, 256>>>(n, p); cudaMemset(out, 0, 32); };
#define HOOK(k) snprintf(v, 64, "how%d", k); row("hooks", v, "vertices", n, fresh, [&] { hookAll<k><<<b, 128>>>(n, g.dRow, g.dTo, p, changed, out); }, [&] { ull c[3]; cudaMemcpy(c, out, 24, cudaMemcpyDeviceToHost); if (k & 2) fprintf(stderr, "note,hooks,%d,%d,tries %llu,failures %llu,most %llu\n", k, n, c[0], c[1], c[2]); return 0ULL; });
    HOOK(0) HOOK(1) HOOK(2) HOOK(3) release(g); }
}
