// Stores and wide atomics: cycles of a warp's store by the lines and sectors that its lanes touch, of one SM and of all; 64-bit atomics on one word, on a sector, at random; and grids whose
// blocks each launch four blocks more.
#include "programs.cuh"
static ull* out;
__device__ __forceinline__ unsigned now() { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory"); return c; }
template <class K> static void rows(const char* what, const char* parameter, long value, double count, K launch) {
  if (!strstr(what, only)) return;
  std::vector<double> t;
  for (int r = 0; r <= (runs > 1 ? runs : 2); ++r) { launch(); CHECK(cudaDeviceSynchronize()); ull c; CHECK(cudaMemcpy(&c, out, 8, cudaMemcpyDeviceToHost)); if (r) t.push_back((double)c / count); }
  std::sort(t.begin(), t.end()); fprintf(stderr, "step,%s,%s,%ld,step,cycles,%.6g,%.6g,%.6g,%zu\n", what, parameter, value, t.front(), t[t.size() / 2], t.back(), t.size());
}
// Each warp stores (0), loads (1), or loads and stores (2) lanes `stride` words apart, `ahead` words further each time, in a part of memory of its own. Time until all is done.
__global__ void scatter(int* p, int* q, int stride, long warpApart, int ahead, int n, int kind, ull* out) {
  long at = (long)(blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * warpApart + (threadIdx.x & 31) * (long)stride; int s = 0; __syncthreads(); unsigned c = now();
#pragma unroll 4
  for (int i = 0; i < n; ++i, at += ahead) { if (kind == 0) p[at] = i; else if (kind == 1) s += __ldcg(q + at); else p[at] = __ldcg(q + at); }
  if (s == 77) out[7] = 1;
  __threadfence(); __syncthreads(); c = now() - c; if (threadIdx.x == 0) atomicMax(out, (ull)c);
}
__global__ void clear(ull* out) { *out = 0; }
// 64-bit atomics: kind 0 add, 1 min, 2 exchange, 3 compare and swap, 4 32-bit add, 5 32-bit min, 6 add with result; where: 0 one word, 1 a word of each lane (side by side), 2 random words, 3 lanes 32 bytes apart.
template <int KIND, int WHERE> __global__ void wide(ull* p, int n, ull* out) {
  unsigned r = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 99; ull s = 0; int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; __syncthreads(); unsigned c = now();
#pragma unroll 4
  for (int i = 0; i < n; ++i) {
    r = r * 1664525 + 1013904223;
    ull* a = p + (WHERE == 0 ? 0 : WHERE == 1 ? w * 32 + (threadIdx.x & 31) : WHERE == 2 ? (r >> 9) & 0xfffff : w * 128 + (threadIdx.x & 31) * 4);
    if (KIND == 0) asm volatile("red.global.add.u64 [%0], 1;" ::"l"(a)); if (KIND == 1) asm volatile("red.global.min.u64 [%0], %1;" ::"l"(a), "l"((ull)r)); if (KIND == 2) s += atomicExch(a, (ull)i);
    if (KIND == 3) s += atomicCAS(a, 5ULL, 6ULL); if (KIND == 4) asm volatile("red.global.add.u32 [%0], 1;" ::"l"(a)); if (KIND == 5) asm volatile("red.global.min.u32 [%0], %1;" ::"l"(a), "r"(r)); if (KIND == 6) s += atomicAdd(a, 1ULL);
    if (KIND == 7) s += atomicMin(a, (ull)r);
  }
  if (s == 77) out[7] = 1;
  __threadfence(); __syncthreads(); c = now() - c; if (threadIdx.x == 0) atomicMax(out, (ull)c);
}
template <int KIND, int WHERE> static void atomics(ull* p) {
  const char* k[] = {"add64", "min64", "exch64", "cas64", "add32", "min32", "add64_used", "min64_used"}; const char* w[] = {"one", "own", "random", "sectors"}; char v[64];
  for (int blocks : {1, 16, 132}) for (int warps : {1, 8}) { int n = WHERE == 0 && blocks == 132 ? 8 : 32; snprintf(v, 64, "%s_%s_b%d", k[KIND], w[WHERE], blocks); rows(v, "warps", warps, n, [&] { clear<<<1, 1>>>(out); wide<KIND, WHERE><<<blocks, warps * 32>>>(p, n, out); }); }
}
// Blocks of 64 threads, of which each first thread launches: kids grids of `blocks` blocks.
__global__ void nest(int depth, int kids, int blocks, int kind) {
  if (threadIdx.x || depth == 0) return;
  for (int i = 0; i < kids; ++i) if (kind == 0) nest<<<blocks, 64>>>(depth - 1, kids, blocks, kind); else nest<<<blocks, 64, 0, cudaStreamFireAndForget>>>(depth - 1, kids, blocks, kind);
}
int main(int argc, char** argv) {
  start(argc, argv); out = device<ull>(64); int* p = device<int>(96 << 20); int* q = device<int>(96 << 20); char v[64];
  for (int kind : {0, 1, 2}) for (int stride : {1, 2, 4, 8, 16, 32, 64, 256, 1024}) for (int blocks : {1, 8, 132}) for (int warps : {1, 4, 8, 32}) {
    if (blocks > 1 && warps != 8) continue;
    if (stride > 64 && blocks > 8) continue;
    const char* k[] = {"store", "load", "copy"}; int n = 16; snprintf(v, 64, "%s_stride%d_b%d", k[kind], stride, blocks);
    rows(v, "warps", warps, n, [&] { clear<<<1, 1>>>(out); scatter<<<blocks, warps * 32>>>(p, q, stride, stride < 32 ? 32L * stride * n : stride == 32 ? 1024L * n : 32L * stride, stride < 32 ? 32 * stride : stride == 32 ? 1024 : 8, n, kind, out); });
  }
  ull* w = (ull*)p;
  atomics<0, 0>(w); atomics<1, 0>(w); atomics<2, 0>(w); atomics<3, 0>(w); atomics<4, 0>(w); atomics<5, 0>(w); atomics<6, 0>(w); atomics<7, 0>(w);
  atomics<0, 1>(w); atomics<1, 1>(w); atomics<3, 1>(w); atomics<4, 1>(w); atomics<6, 1>(w);
  atomics<0, 2>(w); atomics<1, 2>(w); atomics<3, 2>(w); atomics<4, 2>(w); atomics<6, 2>(w);
  atomics<0, 3>(w); atomics<1, 3>(w); atomics<4, 3>(w); atomics<6, 3>(w);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384));
  for (int kind : {0, 1}) for (int d : {0, 1, 2, 3, 4, 5}) {
    snprintf(v, 64, "nest_%s_kids1_blocks4", kind ? "forget" : "null"); row("part", v, "depth", d, [] {}, [&] { nest<<<1, 64>>>(d, 1, 4, kind); }, [] { return 0ULL; });
    snprintf(v, 64, "nest_%s_kids4_blocks1", kind ? "forget" : "null"); row("part", v, "depth", d, [] {}, [&] { nest<<<1, 64>>>(d, 4, 1, kind); }, [] { return 0ULL; });
    snprintf(v, 64, "nest_%s_kids1_blocks1", kind ? "forget" : "null"); row("part", v, "depth", d, [] {}, [&] { nest<<<1, 64>>>(d, 1, 1, kind); }, [] { return 0ULL; });
    snprintf(v, 64, "nest_%s_kids1_blocks2", kind ? "forget" : "null"); row("part", v, "depth", d, [] {}, [&] { nest<<<1, 64>>>(d, 1, 2, kind); }, [] { return 0ULL; });
  }
}
