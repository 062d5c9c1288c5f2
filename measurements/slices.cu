// How the L2 spreads addresses: rates of gathers and atomics by footprint and by SMs, which addresses share a slice, near and far SMs,
// what writes cost DRAM, and reads that fit into the L2.
#include "common.cuh"
#include <cstring>
typedef unsigned long long ull;
enum { LOAD, RED_U32, RED_F32, CAS, ADD_RETURN, STORE, STORE_SECTOR };  // footprint counts lanes; store_sector has eight of them on each sector
static const char* const NAME[] = {"gather", "red_u32", "red_f32", "cas", "add_return", "store", "store_sector"};
static int smOf[256];
static unsigned char wanted[256], *wantedOnDevice;
__device__ __forceinline__ unsigned smid() { unsigned s; asm volatile("mov.u32 %0, %smid;" : "=r"(s)); return s; }
template <int OP> __device__ __forceinline__ void access(unsigned* p, unsigned& s) {
  if (OP == LOAD) { unsigned v; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p)); s += v; }
  if (OP == RED_U32) asm volatile("red.global.add.u32 [%0], 1;" :: "l"(p));
  if (OP == RED_F32) asm volatile("red.global.add.f32 [%0], 0f3F800000;" :: "l"(p));
  if (OP == CAS) s += atomicCAS(p, 0xFFFFFFFFu, 5u);
  if (OP == ADD_RETURN) { unsigned v; asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(v) : "l"(p)); s += v; }
  if (OP == STORE) asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(s));
}
// Every lane at random words: the rate of the whole grid. 'want' says which SMs take part.
template <int OP> __global__ void randomWords(unsigned* p, int n, unsigned mask, unsigned* o, const unsigned char* want) {
  if (want && !want[smid()]) return;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  #pragma unroll 4
  for (int k = 0; k < n; ++k) {
    i = i * 1664525u + 1013904223u;
    if (OP == STORE_SECTOR) { unsigned j = __shfl_sync(~0u, i, threadIdx.x & 24); asm volatile("st.global.u32 [%0], %1;" :: "l"(p + (((j >> 4) & mask & ~7u) | (threadIdx.x & 7))), "r"(s)); }
    else access<OP>(p + ((i >> 4) & mask), s);
  }
  if (s == 123) *o = s;
}
// Warps at two words in turn, with one lane or all: which addresses keep each other waiting.
template <int OP> __global__ void pair(unsigned* a, unsigned* b, int n, unsigned* o, const unsigned char* want) {
  if (want && !want[smid()]) return;
  unsigned s = 0; unsigned* p = (threadIdx.x / 32) & 1 ? a : b;
  if ((threadIdx.x & 31) == 0) {
    #pragma unroll 8
    for (int k = 0; k < n; ++k) access<OP>(p, s);
  }
  if (s == 123) *o = s;
}
// All lanes of all warps on one word, or on consecutive words.
template <int OP> __global__ void together(unsigned* p, int n, int words, unsigned* o, const unsigned char* want) {
  if (want && !want[smid()]) return;
  unsigned s = 0; p += threadIdx.x % words;
  #pragma unroll 4
  for (int k = 0; k < n; ++k) access<OP>(p, s);
  if (s == 123) *o = s;
}
__global__ void chaseFrom(const unsigned* p, ull* out) { unsigned i = 0; for (int k = 0; k < 8; ++k) i = __ldcg(p + i); ull c = clock64(); for (int k = 0; k < 64; ++k) i = __ldcg(p + i); c = clock64() - c; out[blockIdx.x * 2] = smid(); out[blockIdx.x * 2 + 1] = c / 64 + i; }
__global__ void atomicFrom(unsigned* p, ull* out) { unsigned i = 0; for (int k = 0; k < 8; ++k) i = atomicCAS(p + i, 1u, 1u); ull c = clock64(); for (int k = 0; k < 64; ++k) i = atomicCAS(p + i, 1u, 1u); c = clock64() - c; out[blockIdx.x * 2] = smid(); out[blockIdx.x * 2 + 1] = c / 64 + i; }
__global__ void readAll(const float4* a, float4* b, size_t n) { float4 s = {0,0,0,0}; for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) { float4 v = a[i]; s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; } if (s.x == 1.234f) *b = s; }
__global__ void readTwice(const float4* a, float4* b, size_t n, int times) { float4 s = {0,0,0,0}; for (int t = 0; t < times; ++t) for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) { float4 v = __ldcg(a + i); s.x += v.x; s.y += v.y; s.z += v.z; s.w += v.w; } if (s.x == 1.234f) *b = s; }
__global__ void writeAll(float4* b, size_t n) { for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) b[i] = make_float4(0, 0, 0, 0); }
__global__ void nothing() {}
static unsigned* big; static ull* out; static unsigned* sink;
static int useSms(std::vector<int> sms) { memset(wanted, 0, 256); for (int s : sms) wanted[s] = 1; CHECK(cudaMemcpy(wantedOnDevice, wanted, 256, cudaMemcpyHostToDevice)); return (int)sms.size(); }
template <int OP> static void footprint(unsigned words, int blocks, int threads, int n) {
  std::vector<double> d; double t = (double)blocks * threads * n;
  for (int r = 0; r < 4; ++r) { double ms = timeMs([&]{ randomWords<OP><<<blocks, threads>>>(big, n, words - 1, sink, nullptr); }); if (r) d.push_back(t / (1e6 * ms)); }
  char v[64]; snprintf(v, 64, "%s_blocks%d_threads%d", NAME[OP], blocks, threads); row("footprint", v, "words", words, "rate", "G/s", d);
}
template <int OP> static double pairRate(size_t a, size_t b, int n, const unsigned char* w, int sms) { double ms = timeMs([&]{ pair<OP><<<132, 1024>>>(big + a, big + b, n, sink, w); }); return sms * 32.0 * n / (1e3 * ms) / 1980; }
template <int OP> static void sets(const char* set, const unsigned char* w, int sms, int words, int n) {
  std::vector<double> d; double t = sms * 1024.0 * n; for (int r = 0; r < 4; ++r) { double ms = timeMs([&]{ together<OP><<<132, 1024>>>(big, n, words, sink, w); }); if (r) d.push_back(1e3 * ms * 1980 / (t / 32)); }
  char v[64]; snprintf(v, 64, "%s_words%d_%s", NAME[OP], words, set); row("together", v, "sms", sms, "per_warp_instruction", "cycles", d);
}
template <int OP> static void pairs(const char* set, const unsigned char* w, int sms, size_t a, int step, int count, int n) {
  pairRate<OP>(a, a, n, w, sms);
  // One slice does 0.69 atomics a cycle, two do 1.25; only those are listed that wait for each other.
  for (int k = 0; k < count; ++k) { double rate = pairRate<OP>(a, (size_t)k * step, n, w, sms); char v[64]; snprintf(v, 64, "%s_%s_with_%zu", NAME[OP], set, a * 4); if (rate < 1.1) one("pairs", v, "at_byte", k * step * 4, "rate", "per_cycle", rate); }
}
int main(int argc, char** argv) {
  CHECK(cudaMallocManaged(&out, 1 << 16)); CHECK(cudaMalloc(&sink, 4096)); CHECK(cudaMalloc(&wantedOnDevice, 256)); size_t N = (size_t)1 << 30; CHECK(cudaMalloc(&big, N)); CHECK(cudaMemset(big, 0, N));
  auto has = [&](const char* w) { for (int i = 1; i < argc; ++i) if (!strcmp(argv[i], w)) return true; return false; };
  double t0 = nowMs(); auto stamp = [&](const char* w) { printf("note,%s,%.0f ms\n", w, nowMs() - t0); fflush(stdout); };
  { std::vector<double> d; for (int r = 0; r < 9; ++r) d.push_back(1e3 * timeMs([&]{ nothing<<<132, 1024>>>(); })); row("empty", "blocks132", "-", 0, "whole", "us", d); }
  // Which SMs are near a line: latency by SM, blocks one at a time on an SM.
  std::vector<int> near, far;
  for (int line : {0, 1, 2, 3, 8, 32, 1024}) for (int kind = 0; kind < 2; ++kind) {
    std::vector<double> best(132, 1e9);
    for (int r = 0; r < 3; ++r) { if (kind == 0) chaseFrom<<<132, 1>>>(big + line * 32, out); else atomicFrom<<<132, 1>>>(big + line * 32, out); CHECK(cudaDeviceSynchronize()); for (int i = 0; i < 132; ++i) best[out[2 * i]] = std::min(best[out[2 * i]], (double)out[2 * i + 1]); }
    for (int i = 0; i < 132; ++i) { char v[64]; snprintf(v, 64, "%s_line%d", kind ? "cas" : "load", line); one("latency_by_sm", v, "sm", i, "per_access", "cycles", best[i]); }
    if (line == 0 && kind == 0) { std::vector<double> s(best); std::sort(s.begin(), s.end()); double mid = (s[5] + s[126]) / 2; for (int i = 0; i < 132; ++i) (best[i] < mid ? near : far).push_back(i); printf("note,near %zu far %zu of line 0\n", near.size(), far.size()); }
  }
  stamp("latency");
  std::vector<int> everyone(near); everyone.insert(everyone.end(), far.begin(), far.end());
  if (has("footprint")) {
    for (unsigned words = 8; words <= 1u << 28; words = words < 1u << 18 ? words * 2 : words * 4) {
      footprint<LOAD>(words, 1056, 256, 200); footprint<RED_U32>(words, 1056, 256, 100);
    }
    for (unsigned words : {8u, 32u, 256u, 4096u, 65536u, 1u << 20}) for (int blocks : {1, 4, 16, 33, 66, 132}) { footprint<LOAD>(words, blocks, 1024, 400); footprint<RED_U32>(words, blocks, 1024, 400); footprint<RED_F32>(words, blocks, 1024, 200); footprint<CAS>(words, blocks, 1024, 200); }
    stamp("footprint");
  }
  if (has("dram")) {
    for (unsigned words : {1u << 22, 1u << 24, 1u << 26, 1u << 28}) { footprint<LOAD>(words, 1056, 256, 200); footprint<RED_U32>(words, 1056, 256, 200); footprint<ADD_RETURN>(words, 1056, 256, 200); footprint<STORE>(words, 1056, 256, 200); footprint<STORE_SECTOR>(words, 1056, 256, 200); }
    stamp("dram");
  }
  if (has("sets")) {
    int half = (int)std::min(near.size(), far.size());
    for (int part : {1, 4, 16, 33, half}) {
      std::vector<int> n(near.begin(), near.begin() + std::min<size_t>(part, near.size())), f(far.begin(), far.begin() + std::min<size_t>(part, far.size())), m; for (int i = 0; i < part; ++i) m.push_back(i % 2 ? near[i / 2] : far[i / 2]);
      for (int which = 0; which < 3; ++which) { const char* s = which == 0 ? "near" : which == 1 ? "far" : "mixed"; int c = useSms(which == 0 ? n : which == 1 ? f : m);
        for (int words : {1, 8, 32}) { int it = part > 16 ? 60 : 200; sets<RED_U32>(s, wantedOnDevice, c, words, it); sets<RED_F32>(s, wantedOnDevice, c, words, it); sets<CAS>(s, wantedOnDevice, c, words, it); } }
    }
    int c = useSms(everyone); for (int words : {1, 8, 16, 32, 64, 128, 256, 1024}) { sets<RED_U32>("all", wantedOnDevice, c, words, 60); sets<RED_F32>("all", wantedOnDevice, c, words, 60); sets<CAS>("all", wantedOnDevice, c, words, 60); }
    stamp("sets");
  }
  if (has("pairs")) {
    int c = useSms(everyone);
    pairs<RED_U32>("all", wantedOnDevice, c, 0, 8, 512, 32);
    pairs<RED_U32>("all", wantedOnDevice, c, 8, 8, 64, 32);
    pairs<RED_U32>("all", wantedOnDevice, c, 0, 32, 2048, 32);
    c = useSms(near); pairs<RED_U32>("near", wantedOnDevice, c, 0, 8, 128, 32);
    c = useSms(far); pairs<RED_U32>("far", wantedOnDevice, c, 0, 8, 128, 32);
    stamp("pairs");
  }
  if (has("read")) {
    for (int mib : {2, 4, 8, 16, 24, 32, 40, 48, 56, 64, 96, 128}) {
      size_t n = (size_t)mib * 65536; std::vector<double> d, e, f, w, g;
      for (int r = 0; r < 6; ++r) { double x = 1e3 * timeMs([&]{ readAll<<<1056, 512>>>((float4*)big, (float4*)sink, n); }); if (r) d.push_back(x); }
      for (int r = 0; r < 6; ++r) { double x = 1e3 * timeMs([&]{ readTwice<<<264, 1024>>>((float4*)big, (float4*)sink, n, 1); }), y = 1e3 * timeMs([&]{ readTwice<<<264, 1024>>>((float4*)big, (float4*)sink, n, 9); }); if (r) e.push_back((y - x) / 8); }
      for (int r = 0; r < 6; ++r) { writeAll<<<1056, 512>>>((float4*)((char*)big + (size_t)mib * 1048576), n); double x = 1e3 * timeMs([&]{ readAll<<<1056, 512>>>((float4*)big, (float4*)sink, n); }); if (r) f.push_back(x); }
      for (int r = 0; r < 6; ++r) { double x = 1e3 * timeMs([&]{ writeAll<<<1056, 512>>>((float4*)big, n); }); if (r) w.push_back(x); }
      for (int r = 0; r < 6; ++r) { writeAll<<<1056, 512>>>((float4*)big, n); double x = 1e3 * timeMs([&]{ readAll<<<1056, 512>>>((float4*)big, (float4*)sink, n); }); if (r) g.push_back(x); }
      row("read", "again", "MiB", mib, "whole", "us", d); row("read", "again_inside", "MiB", mib, "pass", "us", e); row("read", "after_write_elsewhere", "MiB", mib, "whole", "us", f); row("read", "after_write_here", "MiB", mib, "whole", "us", g); row("write", "again", "MiB", mib, "whole", "us", w);
    }
    stamp("read");
  }
  printf("done\n");
}
