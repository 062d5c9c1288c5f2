// What a step of a loop takes, by what is in it: dependent loads, branches that part a warp's lanes, barriers of blocks, atomics. Cycles of a step of all warps of one SM.
#include "programs.cuh"
template <class K> static void steps(const char* what, const char* variant, const char* parameter, long value, int count, int blocks, int threads, K launch) {
  char name[128]; snprintf(name, sizeof name, "%s_%s", what, variant); if (!strstr(name, only)) return;
  static ull* out = device<ull>(4096); std::vector<double> t;
  for (int r = 0; r <= (runs > 1 ? runs : 2); ++r) {
    launch(out); CHECK(cudaDeviceSynchronize()); std::vector<ull> c(2 * blocks); CHECK(cudaMemcpy(c.data(), out, 16 * blocks, cudaMemcpyDeviceToHost));
    ull first = ~0ULL, last = 0; for (int b = 0; b < blocks; ++b) { first = std::min(first, c[2 * b]); last = std::max(last, c[2 * b + 1]); }
    if (r) t.push_back((blocks > 1 ? double(c[1] - c[0]) : double(last - first)) / count);
  }
  std::sort(t.begin(), t.end());
  fprintf(stderr, "step,%s_%s,%s,%ld,step,cycles,%.6g,%.6g,%.6g,%zu\n", what, variant, parameter, value, t.front(), t[t.size() / 2], t.back(), t.size());
}
#define BEGIN ull c0 = clock64();
#define END(r_) __syncthreads(); ull c1 = clock64(); if ((r_) == 0x12345678) out[1000] = 1; if (threadIdx.x == 0) { out[2 * blockIdx.x] = c0; out[2 * blockIdx.x + 1] = c1; }
// Walks.
__global__ void walk(const int* next, int mul, int n, ull* out) { int p = threadIdx.x * mul; for (int i = 0; i < 8; ++i) p = next[p]; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) p = next[p]; END(p) }
__global__ void walkUnrolled(const int* next, int mul, int n, ull* out) { int p = threadIdx.x * mul; BEGIN
#pragma unroll 8
  for (int i = 0; i < n; ++i) p = next[p]; END(p) }
__global__ void walkStop(const int* next, int stop, ull* out) { int p = 0, k = 0; BEGIN
#pragma unroll 1
  while (p != stop) { p = next[p]; ++k; } END(p + k) }
__global__ void walkLong(const long long* next, int n, ull* out) { long long p = 0; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) p = next[p]; END(p) }
struct Item { Item* next; int value, pad; };
__global__ void walkItems(const Item* p, int n, ull* out) { int s = 0; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { s += p->value; p = p->next; } END(s + (p == nullptr)) }
__global__ void walkBytes(const unsigned char* next, int n, ull* out) { int p = 0; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) p = next[p]; END(p) }
__global__ void walkPlain(int* next, int n, ull* out) { int p = 0; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { p = next[p]; if (p < 0) next[0] = 1; } END(p) }
__global__ void walkCount(const int* next, int* seen, int n, ull* out) { int p = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { atomicAdd(&seen[p], 1); p = next[p]; } END(p) }
__global__ void walkMin(int* next, int* seen, int n, ull* out) { int p = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { p = atomicMin(&next[p], 1 << 30); } END(p) }
__global__ void store(const int* next, int* seen, int n, ull* out) { int p = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { seen[p] = i; p = next[p]; } END(p) }
__global__ void rmw(int* seen, int n, ull* out) { int p = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { seen[p]++; } END(p) }
__global__ void rowSum(const int* next, int n, int len, ull* out) { int s = 0, p = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { int e = p * len, f = e + len; for (; e < f; ++e) s += next[next[e & 1023] & 1023]; p = (p + 32) & 1023; } END(s) }
__global__ void earlyEnd(const int* next, int n, int len, ull* out) { int s = 0, p = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { int e = p * len, f = e + len; for (; e < f; ++e) if (next[next[e & 1023] & 1023] == 5000) { s++; break; } p = (p + 32) & 1023; } END(s) }
// Branches.
template <int W> __global__ void ways(int* mem, int n, ull* out) {
  int x = threadIdx.x, way = threadIdx.x % W; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    if (W == 1) { x = x * 3 + 1; x = x * 5 + 1; x = x * 7 + 1; x = x * 9 + 1; mem[x & 1023] = i; }
    else switch (way) {
#define WAY(k) case k: if (k < W) { x = x * (3 + 2 * k) + k; x = x * 5 + k; x = x * (7 + k) + 1; x = x * 9 + 1; mem[(x & 1023) + k] = i; } break;
      WAY(0) WAY(1) WAY(2) WAY(3) WAY(4) WAY(5) WAY(6) WAY(7) WAY(8) WAY(9) WAY(10) WAY(11) WAY(12) WAY(13) WAY(14) WAY(15) WAY(16) WAY(17) WAY(18) WAY(19) WAY(20) WAY(21) WAY(22) WAY(23) WAY(24) WAY(25) WAY(26) WAY(27) WAY(28) WAY(29) WAY(30) WAY(31)
    }
  }
  END(x)
}
// Nested ifs: of the lanes, half takes each; depth d parts into 2^d.
template <int D> __device__ __forceinline__ void halves(int& x, int lane, int* mem) {
  if constexpr (D == 0) { x = x * 5 + lane; mem[x & 1023] = lane; }
  else { if (lane >> (D - 1) & 1) { x = x * 3 + D; mem[x & 511] = D; halves<D - 1>(x, lane, mem); } else { x = x * 7 + D; mem[x & 255] = D; halves<D - 1>(x, lane, mem); } }
}
template <int D> __global__ void nested(int* mem, int n, ull* out) { int x = threadIdx.x, lane = threadIdx.x & 31; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) halves<D>(x, lane, mem); END(x) }
__global__ void someLanes(int* mem, int n, unsigned mask, ull* out) { int x = threadIdx.x, lane = threadIdx.x & 31; bool in = mask >> lane & 1; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { x = x * 3 + 1; if (in) { x = x * 5 + 1; mem[x & 1023] = i; x = x * 7 + 3; } x = x * 9 + 1; } END(x) }
__global__ void trips(int* mem, int n, int unequal, ull* out) { int x = threadIdx.x, lane = threadIdx.x & 31; int k = unequal ? lane + 1 : 32; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll 1
    for (int j = 0; j < k; ++j) x = x * 3 + j; mem[x & 1023] = x; } END(x) }
__global__ void breaks(int* mem, int n, int unequal, ull* out) { int x = threadIdx.x, lane = threadIdx.x & 31; int k = unequal ? lane : 31; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll 1
    for (int j = 0; j < 1000; ++j) { x = x * 3 + j; if (j == k) { mem[x & 1023] = x; break; } if (x == 77777777) { mem[1] = j; } } } END(x) }
// A relaxation that finds smaller values in a share of the lanes.
__global__ void relaxing(const int* to, int* d, int n, int share, ull* out) { int t = threadIdx.x; unsigned r = t * 2654435761u; int found = 0; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { int u = to[(t + i * 32) & 1023]; r = r * 1664525 + 1013904223; int b = (int)(r >> 24) < share ? d[u] - 1 : d[u]; if (b < d[u]) { if (atomicMin(&d[u], b) > b) found++; } } END(found) }
// Barriers.
__global__ void barriers(int n, ull* out) { __syncthreads(); BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) __syncthreads(); END(n) }
__global__ void barriersWork(int n, ull* out) { __shared__ int s[1024]; int t = threadIdx.x, x = t; s[t] = t; __syncthreads(); BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { s[t] = x; __syncthreads(); x += s[(t + 33) % blockDim.x]; __syncthreads(); } END(x) }
__global__ void barriersLate(int n, ull* out) { int t = threadIdx.x, x = t; __syncthreads(); BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { if (t < 32) { for (int k = 0; k < 32; ++k) x = x * 3 + k; } __syncthreads(); } END(x) }
__global__ void barriersNamed(int n, ull* out) { __syncthreads(); BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) asm volatile("bar.sync %0, 64;" ::"r"(1 + (int)threadIdx.x / 64) : "memory"); END(n) }
__global__ void votes(int n, ull* out) { int x = threadIdx.x; __syncthreads(); BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) x += __syncthreads_count(x > i); END(x) }
__global__ void warps(int n, ull* out) { int x = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) { x = x * 3 + 1; __syncwarp(); } END(x) }
__global__ void shuffles(int n, ull* out) { int x = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) x += __shfl_xor_sync(~0u, x, i & 31); END(x) }
__global__ void ballots(int n, ull* out) { int x = threadIdx.x; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) x += __popc(__ballot_sync(~0u, x & 1)); END(x) }
__global__ void divisions(int n, int d, ull* out) { int x = threadIdx.x + 1000000007; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) x = x / d + 1000000; END(x) }
__global__ void fdivisions(int n, float d, ull* out) { float x = threadIdx.x + 17; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) x = x / d + 3; END(x == 9) }
__global__ void doubles(int n, double d, ull* out) { double x = threadIdx.x + 17; BEGIN
#pragma unroll 1
  for (int i = 0; i < n; ++i) x = x / d + 3; END(x == 9) }
int main(int argc, char** argv) {
  start(argc, argv);
  int* mem = device<int>(1 << 20);
  for (long n : {1024L, 16384L, 262144L}) {
    Random r{19}; std::vector<int> order(n), next(n); std::vector<long long> wide(n); for (int i = 0; i < n; ++i) order[i] = i; for (int i = (int)n - 1; i > 0; --i) std::swap(order[i], order[r.below(i + 1)]);
    for (int i = 0; i < n; ++i) { next[order[i]] = order[(i + 1) % n]; } for (int i = 0; i < n; ++i) wide[i] = next[i];
    int *d = device(next), *e = device(next); long long* w = device(wide); std::vector<Item> items(n); Item* di = device<Item>(n); for (int i = 0; i < n; ++i) items[i] = Item{di + next[i], i & 7, 0}; CHECK(cudaMemcpy(di, items.data(), sizeof(Item) * n, cudaMemcpyHostToDevice));
    int zero = 0; while (order[zero] != 0) ++zero; int stop = order[(zero + 1000) % n], c = 1000;
    for (int t : {1, 32}) { char v[16]; snprintf(v, 16, "lanes%d", t);
      steps("walk", v, "words", n, c, 1, t, [&](ull* o) { walk<<<1, t>>>(d, 31, c, o); });
      steps("walk_unrolled8", v, "words", n, c, 1, t, [&](ull* o) { walkUnrolled<<<1, t>>>(d, 31, c, o); });
      steps("walk_count", v, "words", n, c, 1, t, [&](ull* o) { walkCount<<<1, t>>>(d, mem, c, o); });
      steps("walk_store", v, "words", n, c, 1, t, [&](ull* o) { store<<<1, t>>>(d, mem, c, o); });
      steps("walk_atomic_min", v, "words", n, c, 1, t, [&](ull* o) { walkMin<<<1, t>>>(e, mem, c, o); }); }
    for (int wps : {4, 16, 32}) steps("walk", "lanes32_many", "warps", wps * 10000000 + n, c, 1, wps * 32, [&](ull* o) { walk<<<1, wps * 32>>>(d, 1, c, o); });
    steps("walk_stop", "lanes1", "words", n, c, 1, 1, [&](ull* o) { walkStop<<<1, 1>>>(d, stop, o); });
    steps("walk_long", "lanes1", "words", n, c, 1, 1, [&](ull* o) { walkLong<<<1, 1>>>(w, c, o); });
    steps("walk_items", "lanes1", "words", n, c, 1, 1, [&](ull* o) { walkItems<<<1, 1>>>(di, c, o); });
    steps("walk_plain", "lanes1", "words", n, c, 1, 1, [&](ull* o) { walkPlain<<<1, 1>>>(e, c, o); });
    if (n == 1024) for (int len : {4, 9, 32}) for (int wps : {1, 8, 32}) { char v[16]; snprintf(v, 16, "len%d", len);
      steps("row_sum", v, "warps", wps, 50, 1, wps * 32, [&](ull* o) { rowSum<<<1, wps * 32>>>(d, 50, len, o); });
      steps("early_end", v, "warps", wps, 50, 1, wps * 32, [&](ull* o) { earlyEnd<<<1, wps * 32>>>(d, 50, len, o); }); }
    if (n == 1024) for (int share : {0, 8, 64, 256}) for (int wps : {1, 8, 32}) { char v[16]; snprintf(v, 16, "share%d", share); steps("relaxing", v, "warps", wps, 100, 1, wps * 32, [&](ull* o) { relaxing<<<1, wps * 32>>>(d, mem, 100, share, o); }); }
  }
  steps("rmw", "lanes1", "-", 0, 500, 1, 1, [&](ull* o) { rmw<<<1, 1>>>(mem, 500, o); });
  for (int w : {1, 4, 8, 16, 32}) {
    int t = 32 * w; const int n = 200;
#define WAYS(k) steps("ways", #k, "warps", w, n, 1, t, [&](ull* o) { ways<k><<<1, t>>>(mem, n, o); });
    WAYS(1) WAYS(2) WAYS(4) WAYS(8) WAYS(16) WAYS(32)
#define NEST(k) steps("nested", #k, "warps", w, n, 1, t, [&](ull* o) { nested<k><<<1, t>>>(mem, n, o); });
    NEST(1) NEST(2) NEST(3) NEST(5)
    for (unsigned m : {0u, 1u, 0xffffu, 0x55555555u, ~0u}) { char v[16]; snprintf(v, 16, "%08x", m); steps("some_lanes", v, "warps", w, n, 1, t, [&](ull* o) { someLanes<<<1, t>>>(mem, n, m, o); }); }
    for (int u : {0, 1}) { steps("trips", u ? "unequal" : "equal", "warps", w, 50, 1, t, [&](ull* o) { trips<<<1, t>>>(mem, 50, u, o); }); steps("breaks", u ? "unequal" : "equal", "warps", w, 50, 1, t, [&](ull* o) { breaks<<<1, t>>>(mem, 50, u, o); }); }
  }
  for (int w : {1, 2, 4, 8, 16, 32}) {
    int t = 32 * w; const int n = 200;
    steps("barrier", "alone", "warps", w, n, 1, t, [&](ull* o) { barriers<<<1, t>>>(n, o); });
    steps("barrier", "work", "warps", w, n, 1, t, [&](ull* o) { barriersWork<<<1, t>>>(n, o); });
    steps("barrier", "late", "warps", w, n, 1, t, [&](ull* o) { barriersLate<<<1, t>>>(n, o); });
    if (w > 1 && w <= 16) steps("barrier", "named64", "warps", w, n, 1, t, [&](ull* o) { barriersNamed<<<1, t>>>(n, o); });
    steps("barrier", "count", "warps", w, n, 1, t, [&](ull* o) { votes<<<1, t>>>(n, o); });
    steps("barrier", "all_sms", "warps", w, n, 264, t, [&](ull* o) { barriers<<<264, t>>>(n, o); });
    steps("barrier", "all_sms_work", "warps", w, n, 264, t, [&](ull* o) { barriersWork<<<264, t>>>(n, o); });
    steps("warp", "sync", "warps", w, n, 1, t, [&](ull* o) { warps<<<1, t>>>(n, o); });
    steps("warp", "shuffle", "warps", w, n, 1, t, [&](ull* o) { shuffles<<<1, t>>>(n, o); });
    steps("warp", "ballot", "warps", w, n, 1, t, [&](ull* o) { ballots<<<1, t>>>(n, o); });
    steps("divide", "int", "warps", w, n, 1, t, [&](ull* o) { divisions<<<1, t>>>(n, 7, o); });
    steps("divide", "float", "warps", w, n, 1, t, [&](ull* o) { fdivisions<<<1, t>>>(n, 7, o); });
    steps("divide", "double", "warps", w, n, 1, t, [&](ull* o) { doubles<<<1, t>>>(n, 7, o); });
  }
}
