// Questions that single rows of the other programs left open: a walk beside atomics on one word, stores to parts of sectors beyond the L2, copies to and from pageable memory by size, launches of
// several blocks into NULL streams, fans below the top level with the times of their steps, and the latency of an atomic by the 4 KiB of its word.
#include "programs.cuh"
static ull* out;
static __device__ ull stamp[4096];
__device__ __forceinline__ ull nanos() { ull t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory"); return t; }
__device__ __forceinline__ unsigned now() { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory"); return c; }
static void line(const char* bench, const char* variant, const char* parameter, long value, const char* metric, const char* unit, std::vector<double> t) {
  std::sort(t.begin(), t.end()); fprintf(stderr, "%s,%s,%s,%ld,%s,%s,%.6g,%.6g,%.6g,%zu\n", bench, variant, parameter, value, metric, unit, t.front(), t[t.size() / 2], t.back(), t.size());
}
// One lane of block 0 walks a row; `flooders` threads of other warps add to one word (kind 0: 64 bits; 1: 32 bits, so that one lane adds for its warp; 2: random words; 3: 32 bits at an address that the
// assembler does not know to be one; 4: the first lane of each warp, eight times; 5: likewise, waiting for each old value; 6: each lane another word of one sector): of all blocks (where 0), of block 0 (1),
// of all others (2).
template <int KIND> __global__ void beside(const int* value, int steps, int flooders, int where, ull* words, ull* out) {
  bool mine = blockIdx.x == 0; int t = threadIdx.x - 32, p = blockIdx.x; __syncthreads();
  if (t < 0) {
    if (!mine || threadIdx.x) return;
    unsigned c = now(); ull s = 0; for (int e = 0; e < steps; ++e) s += (ull)(p ^ value[e]); if (s == 77) out[7] = s; out[0] = now() - c; return;
  }
  if (t >= flooders || (where == 1 && !mine) || (where == 2 && mine)) return;
  unsigned r = (blockIdx.x * 1024 + t) * 2654435761u; ull* a = KIND == 2 ? words + (r >> 15) : words;
  if (KIND == 4 || KIND == 5) { if (t & 31) return; ull s = 0; for (int i = 0; i < 8; ++i) if (KIND == 4) asm volatile("red.global.add.u64 [%0], %1;" ::"l"(a), "l"((ull)t)); else s += atomicAdd(a + (s >> 63), 1ULL); if (s == 77) out[7] = s; return; }
  if (KIND == 3) { unsigned* b = (unsigned*)words + (value[t & 31] < 0 ? t : 0); asm volatile("red.global.add.u32 [%0], %1;" ::"l"(b), "r"(t)); }
  else if (KIND == 6) asm volatile("red.global.add.u32 [%0], %1;" ::"l"((unsigned*)words + (t & 7)), "r"(t));
  else if (KIND == 1) asm volatile("red.global.add.u32 [%0], %1;" ::"l"(a), "r"(t)); else asm volatile("red.global.add.u64 [%0], %1;" ::"l"(a), "l"((ull)t));
}
template <int KIND> static void walk(const char* kind, const int* value, ull* words) {
  const char* places[] = {"all", "own", "others"}; char v[64]; CHECK(cudaFuncSetAttribute(beside<KIND>, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000));
  for (int where = 0; where < 3; ++where) for (int f : {0, 32, 128, 512, 992}) {
    if (f == 0 && where) continue;
    std::vector<double> t; snprintf(v, 64, "walk_%s_%s", kind, places[where]); if (!strstr(v, only)) continue;
    for (int r = 0; r <= runs; ++r) { beside<KIND><<<132, 1024, 150000>>>(value, 2580, f, where, words, out); CHECK(cudaDeviceSynchronize()); ull c; CHECK(cudaMemcpy(&c, out, 8, cudaMemcpyDeviceToHost)); if (r) t.push_back((double)c / 2580); }
    line("step", v, "flooders", f, "step", "cycles", t);
  }
}
// join.cu: 0 as there, 1 without the atomics, 2 without the walk.
template <int KIND> __global__ void joined(int n, const int* key, const int* payload, const int* row, const int* value, ull* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int k = key[i], p = payload[i]; ull s = 0;
  if (KIND != 2) for (int e = row[k]; e < row[k + 1]; ++e) s += (ull)(p ^ value[e]); else s = row[k + 1] - row[k];
  if (KIND == 1 ? s == 77 : s != 0) atomicAdd(sum, s);
}
// Each thread stores (or loads) BYTES at a distance of `stride` bytes from the next thread's.
template <int BYTES, bool LOAD> __global__ void parts(char* p, long n, int stride) {
  float4 s = make_float4(0, 0, 0, 0);
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
    char* a = p + i * stride;
    if (LOAD) { if (BYTES == 4) s.x += __ldcg((float*)a); else { float4 v = __ldcg((float4*)a); s.x += v.x + v.w; } }
    else if (BYTES == 4) *(int*)a = (int)i; else { *(float4*)a = s; if (BYTES == 32) *(float4*)(a + 16) = s; }
  }
  if (LOAD && s.x == 77) p[0] = 1;
}
// Eight lanes store a whole sector of 32 bytes, `stride` bytes from the next eight; likewise four lanes half of one.
__global__ void whole(char* p, long n, int stride, int lanes) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n * lanes; i += (long)gridDim.x * blockDim.x) *(int*)(p + i / lanes * stride + i % lanes * 4) = (int)i;
}
static void wholeSectors(char* p, long bytes, int stride, int lanes) {
  char v[64]; snprintf(v, 64, "store_%d_of_lanes_every_%d", lanes * 4, stride);
  row("part", v, "MiB", bytes >> 20, [] {}, [&] { whole<<<132 * 4, 512>>>(p, bytes / stride, stride, lanes); }, [] { return 0ULL; });
}
// Loads of a word, stores of a word and of whole sectors by eight lanes, at random sectors of n.
template <int KIND> __global__ void random(int* p, unsigned n, int each) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x; int s = 0;
  for (int i = 0; i < each; ++i) { unsigned r = ((KIND == 2 ? t / 8 : t) * 2654435761u + i * 0x9E3779B9u); r = (r ^ r >> 15) * 0x2c1b3c6du; r ^= r >> 13; int* a = p + (size_t)(r & (n - 1)) * 8 + (KIND == 2 ? t % 8 : 0); if (KIND == 0) s += __ldcg(a); else *a = i; }
  if (s == 77) *p = s;
}
template <int BYTES, bool LOAD> static void sectors(char* p, long bytes, int stride) {
  char v[64]; snprintf(v, 64, "%s_%d_every_%d", LOAD ? "load" : "store", BYTES, stride);
  row("part", v, "MiB", bytes >> 20, [] {}, [&] { parts<BYTES, LOAD><<<132 * 4, 512>>>(p, bytes / stride, stride); }, [] { return 0ULL; });
}
__global__ void child() {}
template <int S> __global__ void chains() { if (S == 0) child<<<1, 32>>>(); else child<<<1, 32, 0, cudaStreamFireAndForget>>>(); }
// A grid of one thread launches `grids` grids of `blocks` blocks, of which each launches `kids` leaves: stamps 0 the root's start, then of each block its start and the return of its last call, then each leaf's start and end.
template <int S> __global__ void leaf(int slot) { stamp[slot] = nanos(); stamp[slot + 1] = nanos(); }
template <int S> __global__ void middle(int first, int kids) {
  int b = first + blockIdx.x; stamp[1 + 2 * b] = nanos();
  for (int i = 0; i < kids; ++i) if (S == 0) leaf<S><<<1, 32>>>(2048 + 2 * (b * kids + i)); else leaf<S><<<1, 32, 0, cudaStreamFireAndForget>>>(2048 + 2 * (b * kids + i));
  stamp[2 + 2 * b] = nanos();
}
template <int S> __global__ void root(int grids, int blocks, int kids) {
  stamp[0] = nanos();
  for (int i = 0; i < grids; ++i) if (S == 0) middle<S><<<blocks, 1>>>(i * blocks, kids); else middle<S><<<blocks, 1, 0, cudaStreamFireAndForget>>>(i * blocks, kids);
}
__global__ void setUp() { stamp[0] = nanos(); }
template <int S> static void fans(const char* kind) {
  static cudaEvent_t a, b; if (!a) { cudaEventCreate(&a); cudaEventCreate(&b); }
  for (int nested : {0, 1}) for (int grids : {1, 4}) for (int blocks : {1, 2, 4, 8, 16}) for (int kids : {1, 4}) {
    if ((grids > 1 && (!nested || blocks > 4)) || blocks * kids > 32) continue;
    char v[64]; snprintf(v, 64, "fan_%s_%s_grids%d_kids%d", kind, nested ? "nested" : "top", grids, kids); if (!strstr(v, only)) continue;
    std::vector<double> m[7]; const char* name[] = {"whole", "first_start", "last_start", "last_return", "first_leaf", "last_leaf", "last_leaf_end"};
    for (int r = 0; r <= runs; ++r) {
      CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(a));
      if (nested) root<S><<<1, 1>>>(grids, blocks, kids); else middle<S><<<blocks, 1>>>(0, kids);
      CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize()); float ms; CHECK(cudaEventElapsedTime(&ms, a, b));
      static ull s[4096]; CHECK(cudaMemcpyFromSymbol(s, stamp, sizeof s)); int n = grids * blocks; ull t0 = ~0ULL, x[7] = {0, ~0ULL, 0, 0, ~0ULL, 0, 0};
      for (int i = 0; i < n; ++i) { x[1] = std::min(x[1], s[1 + 2 * i]); x[2] = std::max(x[2], s[1 + 2 * i]); x[3] = std::max(x[3], s[2 + 2 * i]); }
      for (int i = 0; i < n * kids; ++i) { x[4] = std::min(x[4], s[2048 + 2 * i]); x[5] = std::max(x[5], s[2048 + 2 * i]); x[6] = std::max(x[6], s[2049 + 2 * i]); }
      t0 = nested ? s[0] : x[1]; if (r) { m[0].push_back(ms * 1e3); for (int i = 1; i < 7; ++i) m[i].push_back((double)(x[i] - t0) / 1e3); }
    }
    for (int i = 0; i < 7; ++i) line("fan", v, "blocks", blocks, name[i], "us", m[i]);
  }
}
// Cycles of an atomic that is alone, by 4 KiB of memory.
__global__ void stretches(unsigned* p, int n, unsigned* out) {
  unsigned id; asm("mov.u32 %0, %%smid;" : "=r"(id)); out[0] = id;
  for (int i = 0; i < n; ++i) { unsigned* a = p + i * 1024L, least = ~0u, v = 0; for (int r = 0; r < 4; ++r) { unsigned c = now(); v = atomicAdd(a + v * 0, 1u + (v >> 31)); if (v == 77777) out[n + 1] = v; c = now() - c; least = min(least, c); } out[1 + i] = least; }
}
// A walk of 1,000 steps whose atomics are on words of one 4 KiB: without and with use of the old values.
template <bool USED> __global__ void countingAt(const int* next, int* seen, int steps, ull* out) {
  int p = 5, k = 0; unsigned c = now(); for (int i = 0; i < steps; ++i) { if (USED) k += atomicCAS(&seen[p], 0, i + 1) == 0; else atomicAdd(&seen[p], 1); p = next[p]; } c = now() - c; out[0] = c; out[1] = p + k;
}
int main(int argc, char** argv) {
  start(argc, argv); out = device<ull>(64); char v[96];
  if (strstr("stretches", only)) { unsigned* p = device<unsigned>(1 << 20); unsigned* o = device<unsigned>(2048); std::vector<unsigned> h(1025); stretches<<<1, 1>>>(p, 1024, o); CHECK(cudaMemcpy(h.data(), o, 4100, cudaMemcpyDeviceToHost));
    fprintf(stderr, "stretches,sm%u", h[0]); for (int i = 1; i <= 1024; ++i) fprintf(stderr, ",%u", h[i]); fprintf(stderr, "\n"); cudaFree(p); cudaFree(o); }
  if (strstr("counting_at", only) || !*only) { Random r{19}; int n = 1024; std::vector<int> order(n), next(n); for (int i = 0; i < n; ++i) order[i] = i; for (int i = n - 1; i > 0; --i) std::swap(order[i], order[r.below(i + 1)]); for (int i = 0; i < n; ++i) next[order[i]] = order[(i + 1) % n];
    int *d = device(next), *seen = device<int>(n * 32); for (int used : {0, 1}) for (int k = 0; k < 32; ++k) { std::vector<double> t; for (int r2 = 0; r2 <= runs; ++r2) { if (used) countingAt<true><<<1, 1>>>(d, seen + 1024 * k, 1000, out); else countingAt<false><<<1, 1>>>(d, seen + 1024 * k, 1000, out); ull c; CHECK(cudaMemcpy(&c, out, 8, cudaMemcpyDeviceToHost)); if (r2) t.push_back(c / 1000.0); } line("step", used ? "claiming_at" : "counting_at", "stretch", k, "step", "cycles", t); } }
  { Random r{9}; int n = 65536, keys = n / 4; std::vector<int> key(n), payload(n), row0(keys + 1), value; std::vector<std::vector<int>> of(keys);
    for (int i = 0; i < n; ++i) { key[i] = r.below(keys); payload[i] = r.below(1 << 20); double u = r.real(); of[(int)(keys * u * u * u)].push_back(r.below(1 << 20)); }
    for (int k = 0; k < keys; ++k) { value.insert(value.end(), of[k].begin(), of[k].end()); row0[k + 1] = (int)value.size(); }
    int *dk = device(key), *dp = device(payload), *dr = device(row0), *dv = device(value); ull* words = device<ull>(1 << 17);
    auto none = [] { return 0ULL; };
    row("part", "join", "tuples", n, [] {}, [&] { joined<0><<<n / 128, 128>>>(n, dk, dp, dr, dv, words); }, none);
    row("part", "join_no_atomics", "tuples", n, [] {}, [&] { joined<1><<<n / 128, 128>>>(n, dk, dp, dr, dv, words); }, none);
    row("part", "join_no_walk", "tuples", n, [] {}, [&] { joined<2><<<n / 128, 128>>>(n, dk, dp, dr, dv, words); }, none);
    walk<0>("add64", dv, words); walk<1>("add32", dv, words); walk<2>("random", dv, words); walk<3>("add32_each", dv, words); walk<4>("lanes", dv, words); walk<5>("lanes_used", dv, words); walk<6>("add32_sector", dv, words);
  }
  if (strstr("part_store_load", only) || !*only) { char* p = device<char>(128 << 20); long m = 128 << 20;
    sectors<4, false>(p, m, 128); sectors<4, false>(p, m, 64); sectors<4, false>(p, m, 32); sectors<16, false>(p, m, 32); sectors<16, false>(p, m, 16); sectors<32, false>(p, m, 32); sectors<32, false>(p, m, 64); sectors<32, false>(p, m, 128);
    sectors<4, true>(p, m, 128); sectors<4, true>(p, m, 64); sectors<4, true>(p, m, 32); sectors<16, true>(p, m, 16);
    for (int lanes : {8, 4}) for (int stride : {32, 64, 128}) wholeSectors(p, m, stride, lanes);
    wholeSectors(p, m, 128, 16); wholeSectors(p, m, 128, 24); wholeSectors(p, m, 128, 32);
    { int* big = device<int>(128 << 20); auto none = [] { return 0ULL; };
      row("part", "load_4_random", "sectors", 1 << 20, [] {}, [&] { random<0><<<1024, 256>>>(big, 16 << 20, 4); }, none);
      row("part", "store_4_random", "sectors", 1 << 20, [] {}, [&] { random<1><<<1024, 256>>>(big, 16 << 20, 4); }, none);
      row("part", "store_32_random", "sectors", 1 << 20, [] {}, [&] { random<2><<<8192, 256>>>(big, 16 << 20, 4); }, none); cudaFree(big); }
    m = 16 << 20; sectors<4, false>(p, m, 128); sectors<4, false>(p, m, 32); sectors<4, true>(p, m, 128); cudaFree(p); }
  if (strstr("copies_pageable", only) || !*only) { size_t most = 16 << 20; char *a = device<char>(most), *g = (char*)malloc(most); memset(g, 1, most); 
    for (long n : {4L, 1024L, 4096L, 16384L, 32768L, 65536L, 131072L, 262144L, 524288L, 1L << 20, 2L << 20, 4L << 20, 16L << 20}) {
      row("copies", "from_pageable", "bytes", n, [] {}, [&] { cudaMemcpy(a, g, n, cudaMemcpyHostToDevice); }, [] { return 0ULL; });
      row("copies", "to_pageable", "bytes", n, [] {}, [&] { cudaMemcpy(g, a, n, cudaMemcpyDeviceToHost); }, [] { return 0ULL; });
    } cudaFree(a); }
  fans<0>("null"); fans<1>("forget");
  for (int blocks : {1, 2, 3, 4, 8}) for (int threads : {1, 32, 64, 128, 256, 512}) if (blocks * threads <= 2048) {
    row("chains", blocks == 1 ? "null_b1" : blocks == 2 ? "null_b2" : blocks == 3 ? "null_b3" : blocks == 4 ? "null_b4" : "null_b8", "threads", threads, [] {}, [&] { chains<0><<<blocks, threads>>>(); }, [] { return 0ULL; });
    row("chains", blocks == 1 ? "forget_b1" : blocks == 2 ? "forget_b2" : blocks == 3 ? "forget_b3" : blocks == 4 ? "forget_b4" : "forget_b8", "threads", threads, [] {}, [&] { chains<1><<<blocks, threads>>>(); }, [] { return 0ULL; });
  }
  (void)v;
}
