// What an atomic costs, by kind, number of warps and blocks, and by how the lanes' addresses lie; and loads of whole lines or parts of them.
#include "common.cuh"
typedef unsigned long long ull;
enum { ADD_UNUSED, ADD_USED, RED, CAS, FADD_UNUSED, FADD_USED, FRED };
static const char* const NAME[] = {"add_unused", "add_used", "red", "cas", "fadd_unused", "fadd_used", "fred"};
template <int OP> __device__ __forceinline__ void access(unsigned* p, unsigned& s) {
  if (OP == ADD_UNUSED) atomicAdd(p, 1u);
  if (OP == ADD_USED) s += atomicAdd(p, 1u);
  if (OP == RED) asm volatile("red.global.add.u32 [%0], 1;" :: "l"(p));
  if (OP == CAS) s += atomicCAS(p, 0xFFFFFFFFu, 5u);
  if (OP == FADD_UNUSED) atomicAdd((float*)p, 1.f);
  if (OP == FADD_USED) s += (unsigned)atomicAdd((float*)p, 1.f);
  if (OP == FRED) asm volatile("red.global.add.f32 [%0], 0f3F800000;" :: "l"(p));
}
// 0 uniform word, 1 word of the warp (not known to be uniform), 2 line of the warp, 3 random words in mask, 4 walk: all lanes of a warp at word k
// 5 lanes 256 B apart, 6 lanes 32 B apart, 7 pairs of lanes on a word of own line
template <int OP> __global__ void go(unsigned* p, int n, int where, unsigned mask, unsigned* o) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x, w = t / 32, l = t & 31, s = 0, i = t;
  unsigned* a = where == 1 ? p + w * 128 : where == 2 ? p + w * 128 + l : where == 5 ? p + w * 2048 + l * 64 : where == 6 ? p + w * 256 + l * 8 : where == 7 ? p + w * 128 + l / 2 : p;
  if (where == 3) {
    #pragma unroll 4
    for (int k = 0; k < n; ++k) { i = i * 1664525u + 1013904223u; access<OP>(p + ((i >> 4) & mask), s); }
  } else if (where == 4) { for (int k = 0; k < n; ++k) { access<OP>(p + (k & mask), s); } }
  else {
    #pragma unroll 4
    for (int k = 0; k < n; ++k) access<OP>(a, s); }
  if (s == 123) *o = s;
}
template <int OP> __global__ void uniform(unsigned* p, int n, unsigned* o) { unsigned s = 0; for (int k = 0; k < n; ++k) access<OP>(p, s); if (s == 123) *o = s; }
static const char* const WHERE[] = {"", "word_of_warp", "line_of_warp", "random_words", "walk", "256_bytes_apart", "32_bytes_apart", "two_lanes_a_word"};
static unsigned *big, *sink;
template <class F> static double slope(F f, int n) { std::vector<double> d; for (int r = 0; r < 4; ++r) { double x = timeMs([&]{ f(n); }), y = timeMs([&]{ f(3 * n); }); if (r) d.push_back((y - x) / (2 * n) * 1980e3); } std::sort(d.begin(), d.end()); return d[1]; }
template <int OP> static void all() {
  for (int blocks : {1, 132}) for (int warps : {1, 2, 4, 8, 32}) { char v[32]; snprintf(v, 32, "uniform_blocks%d", blocks); double c = slope([&](int n) { uniform<OP><<<blocks, warps * 32>>>(big, n, sink); }, blocks == 1 ? 1000 : 200); one("atom", v, "warps", warps, NAME[OP], "cycles", c); }
  for (int where : {1, 2, 5, 6, 7, 3, 4}) for (int blocks : {1, 16, 132}) for (int warps : {1, 2, 4, 8, 32}) { char v[32]; snprintf(v, 32, "%s_blocks%d", WHERE[where], blocks); double c = slope([&](int n) { go<OP><<<blocks, warps * 32>>>(big, n, where, where == 3 ? 0xFFFFFu : 1023, sink); }, blocks == 1 ? 600 : 200); one("atom", v, "warps", warps, NAME[OP], "cycles", c); }
}
// Loads that are not merged: random words in a footprint, as relaxed loads, and whole lines of a footprint.
template <int KIND> __global__ void load(const unsigned* p, int n, unsigned mask, unsigned* o) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, w = i / 32, l = i & 31; i = KIND >= 2 ? w * 77777u : i;
  #pragma unroll 4
  for (int k = 0; k < n; ++k) { i = i * 1664525u + 1013904223u; unsigned at = (i >> 4) & mask; if (KIND >= 2) at = (at & ~31u) | l; if (KIND == 4) at = (at & ~31u) | (l & 7); if (KIND == 5) at = (at & ~31u) | (l & 15); unsigned v; if (KIND == 0 || KIND >= 2) v = __ldcg(p + at); if (KIND == 1) asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p + at)); s += v; }
  if (s == 123) *o = s;
}
template <int KIND> static void loads(const char* name) {
  for (unsigned words = 32; words <= 1u << 20; words *= 2) for (int blocks : {1, 132}) { char v[48]; snprintf(v, 48, "%s_blocks%d", name, blocks); double c = slope([&](int n) { load<KIND><<<blocks * 8, 256>>>(big, n, words - 1, sink); }, 200); one("load", v, "words", words, "per_sm_and_step", "cycles", c / 64); }
}
int main() {
  CHECK(cudaMalloc(&sink, 4096)); CHECK(cudaMalloc(&big, 1 << 28)); CHECK(cudaMemset(big, 0, 1 << 28));
  all<ADD_UNUSED>(); all<ADD_USED>(); all<RED>(); all<CAS>(); all<FADD_UNUSED>(); all<FADD_USED>(); all<FRED>();
  loads<0>("cg"); loads<1>("relaxed"); loads<2>("line"); loads<4>("sector"); loads<5>("two_sectors");
  printf("done\n");
}
