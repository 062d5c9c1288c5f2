// Loads of one SM: order of return, lines and banks that a warp's lanes touch in the L1, requests in flight, cost of what a warp does after a branch that parts its lanes.
#include "programs.cuh"
static ull* out;
template <class K> static void rows(const char* what, const char* parameter, long value, int count, int threads, int kept, K launch) {
  if (!strstr(what, only)) return;
  std::vector<std::vector<double>> t(kept);
  for (int r = 0; r <= (runs > 1 ? runs : 2); ++r) { launch(); CHECK(cudaDeviceSynchronize()); ull c[8]; CHECK(cudaMemcpy(c, out, 64, cudaMemcpyDeviceToHost)); if (r) for (int k = 0; k < kept; ++k) t[k].push_back((double)c[k] / count); }
  for (int k = 0; k < kept; ++k) { std::sort(t[k].begin(), t[k].end()); fprintf(stderr, "step,%s_%d,%s,%ld,step,cycles,%.6g,%.6g,%.6g,%zu\n", what, k, parameter, value, t[k].front(), t[k][t[k].size() / 2], t[k].back(), t[k].size()); }
}
__device__ __forceinline__ unsigned now() { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory"); return c; }
// kind 0: hit alone; 1: miss then hit; 2: atomic then hit; 3: red then hit; 4: store then hit; 5: hit then miss alone; 6: 4 misses then hit.
__global__ void order(int* hit, int* miss, int kind, ull* out) {
  int w, v = 0, v2 = 0, v3 = 0, v4 = 0; asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(w) : "l"(hit)); w &= 1; __syncthreads(); ull a = 0, b = 0;
  for (int i = 0; i < 8; ++i) {
    int* m = miss + i * 1024 + w * 0; unsigned t0 = now();
    if (kind == 1 || kind == 6) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(m));
    if (kind == 6) { asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v2) : "l"(m + 64)); asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v3) : "l"(m + 128)); asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v4) : "l"(m + 192)); }
    if (kind == 2) asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(v) : "l"(m));
    if (kind == 3) asm volatile("red.global.add.u32 [%0], 0;" ::"l"(m));
    if (kind == 4) asm volatile("st.global.u32 [%0], 0;" ::"l"(m));
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(w) : "l"(hit)); asm volatile("add.u32 %0, %0, 1;" : "+r"(w)); unsigned t1 = now() + (w & 0); if (w == -7) hit[1] = 1; 
    asm volatile("add.u32 %0, %0, 1;" : "+r"(v)); unsigned t2 = now() + (v & 0); if (v + v2 + v3 + v4 == -7) hit[1] = 1;
    if (i) { a += t1 - t0; b += t2 - t0; }
  }
  out[0] = a; out[1] = b;
}
// Lines: lane i reads word (i * stride) mod 4096 words, all in the L1.
__global__ void gather(const int* at, int stride, int group, int n, ull* out) {
  int lane = threadIdx.x & 31, s = 0; int p = ((lane / group) * stride + lane % group) & 4095;
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s += __ldca(at + i);
  __syncthreads(); unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) s += at[(p + 128 * k + i * 1056) & 4095]; }
  __syncthreads(); c = now() - c; if (s == 77) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
__global__ void gatherRandom(const int* at, const int* place, int n, ull* out) {
  int s = 0; int p[8]; for (int k = 0; k < 8; ++k) p[k] = place[(threadIdx.x + k * 1024) & 8191] & 4095;
  for (int i = threadIdx.x; i < 4096; i += blockDim.x) s += __ldca(at + i);
  __syncthreads(); unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) s += at[(p[k] + i * 1056) & 4095]; }
  __syncthreads(); c = now() - c; if (s == 77) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
__global__ void far(const int* at, int mask, int n, ull* out) {
  unsigned r = threadIdx.x * 2654435761u + 12345; int s = 0; __syncthreads(); unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 4; ++k) { r = r * 1664525 + 1013904223; int x; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(at + ((r >> 5) & mask))); s += x; } }
  __syncthreads(); c = now() - c; if (s == 77) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
__global__ void wide(const int4* at, int n, ull* out) {
  int s = 0; __syncthreads(); unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 4; ++k) { int4 x = __ldcg(at + (i * 4 + k) * blockDim.x + threadIdx.x); s += x.x + x.w; } }
  __syncthreads(); c = now() - c; if (s == 77) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
__global__ void ops(int kind, int n, ull* out) {
  int x = threadIdx.x * 77 + 1; float f = x; double d = x; unsigned c = now();
#pragma unroll 16
  for (int i = 0; i < n; ++i) switch (kind) {
    case 0: x = __popc(x) + 12345; break; case 1: x = __clz(x) + 12345; break; case 2: x = __brev(x) + 1; break; case 3: x = __ffs(x) + 12345; break;
    case 4: f = (float)(int)f + 1; break; case 5: d = (double)(float)d + 1; break; case 6: x = (int)(double)x + 1; break; case 7: x = __shfl_xor_sync(~0u, x, 3) + 1; break;
    case 8: x = __popc(__ballot_sync(~0u, x & 1)) + x; break; case 9: x += __any_sync(~0u, x == 3); break; case 10: x = __reduce_add_sync(~0u, x); break; case 11: x = __match_any_sync(~0u, x) + 3; break;
    case 12: x = min(x, 5) + max(x, 7); break; case 13: x = abs(x) - 3; break; case 14: x = (x >> 3) + 5; break; case 15: x = (int)(((long long)x * 77) >> 7); break; case 16: f = sqrtf(f) + 2; break; case 17: f = 3.0f / f; break; case 18: d = 3.0 / d; break; case 19: x = 1000003 / (x | 1); break; case 20: f = expf(f) * 0.1f; break; case 21: f = sinf(f) + 1; break; case 22: x = x % 1009 + 70000; break; case 23: f = (float)((unsigned char)(int)f) + 1.5f; break;
  }
  c = now() - c; if (x == -5 || f == -5 || d == -5) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
// A branch on a value that differs between lanes (mask) around work without stores: k multiplications.
template <int K> __global__ void part(unsigned mask, unsigned other, int n, int* mem, ull* out) {
  int x = threadIdx.x, y = x; bool in = mask >> (threadIdx.x & 31) & 1, in2 = other >> (threadIdx.x & 31) & 1; __syncthreads(); unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    if (in) {
#pragma unroll
      for (int k = 0; k < K; ++k) asm volatile("mad.lo.u32 %0, %0, 158984081, 1866665332;" : "+r"(x));
      if (K > 8) asm volatile("st.global.u32 [%0], %1;" ::"l"(mem + threadIdx.x), "r"(x) : "memory");
    } else if (other) {
#pragma unroll
      for (int k = 0; k < K; ++k) asm volatile("mad.lo.u32 %0, %0, 158984083, 1866665331;" : "+r"(y));
      if (K > 8) asm volatile("st.global.u32 [%0], %1;" ::"l"(mem + threadIdx.x), "r"(y) : "memory");
    }
    asm volatile("add.u32 %0, %0, 3;" : "+r"(x));
  }
  c = now() - c; if (x + y == -5 || in2 == 77) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
template <int K> static void parts(int* mem) {
  char v[64]; for (unsigned other : {0u, 1u}) for (unsigned m : {0u, 1u, 0xffffu, ~0u}) for (int w : {1, 8, 32}) { snprintf(v, 64, "part_k%d_%s_%08x", K, other ? "else" : "if", m); rows(v, "warps", w, 200, w * 32, 1, [&] { part<K><<<1, w * 32>>>(m, other, 200, mem, out); }); }
}
// One warp walks words in the L1 while the others load words that are not in it: cycles of a step, without (0) and with (1, 2: atomics) the others.
__global__ void beside(const int* hits, int* far, int kind, int n, ull* out) {
  int p = threadIdx.x & 31, s = 0;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s += __ldca(hits + i);
  __syncthreads(); unsigned c = now();
  if (threadIdx.x < 32) { for (int i = 0; i < n; ++i) p = hits[p]; c = now() - c; if (threadIdx.x == 0) out[0] = c; }
  else if (kind) { unsigned r = threadIdx.x * 2654435761u;
#pragma unroll 4
    for (int i = 0; i < n / 8; ++i) { r = r * 1664525 + 1013904223; if (kind == 1) s += __ldcg(far + (r >> 14)); else s += atomicAdd(far + (r >> 14), s); } }
  if (s + p == 77777777) out[5] = 1;
}
// Plain loads: one that misses, then one that hits and whose value is used first.
__global__ void later(const int* hits, const int* far, int* other, int kind, int n, ull* out) {
  int p = 0, s = 0, q = 5; for (int i = threadIdx.x; i < 1024; i += blockDim.x) s += __ldca(hits + i);
  __syncthreads(); unsigned c = now();
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    int m = 0; q = (q * 77 + 13) & 262143;
    if (kind == 1) m = far[q]; if (kind == 2) m = atomicAdd(other + q, 1); if (kind == 3) atomicAdd(other + q, 1); if (kind == 4) other[q] = i;
    for (int k = 0; k < 4; ++k) p = hits[p]; // a walk in the L1
    s += m;
  }
  c = now() - c; if (s + p == 77777777) out[5] = 1; if (threadIdx.x == 0) out[0] = c;
}
int main(int argc, char** argv) {
  start(argc, argv); out = device<ull>(64); int* a = device<int>(64 << 20); char v[64];
  for (int k : {0, 1, 2, 3, 4, 6}) rows("order", "kind", k, 7, 1, 2, [&] { order<<<1, 1>>>(a, a + 4096, k, out); });
  { Random r{19}; std::vector<int> o(1024), nx(1024); for (int i = 0; i < 1024; ++i) o[i] = i; for (int i = 1023; i > 0; --i) std::swap(o[i], o[r.below(i + 1)]); for (int i = 0; i < 1024; ++i) nx[o[i]] = o[(i + 1) % 1024]; int* d = device(nx);
    for (int k : {0, 1, 2}) for (int w : {2, 4, 8, 32}) { snprintf(v, 64, "beside_kind%d", k); rows(v, "warps", w, 400, w * 32, 1, [&] { beside<<<1, w * 32>>>(d, a, k, 400, out); }); }
    for (int k : {0, 1, 2, 3, 4}) { rows("later", "kind", k, 200, 1, 1, [&] { later<<<1, 1>>>(d, a, a + (1 << 20), k, 200, out); }); } }
  for (int w : {1, 8, 32}) {
    for (int stride : {0, 1, 2, 8, 32, 33, 36, 40}) { snprintf(v, 64, "gather_stride%d", stride); rows(v, "warps", w, 8 * 40, w * 32, 1, [&] { gather<<<1, w * 32>>>(a, stride, 1, 40, out); }); }
    for (int g : {2, 4, 8, 16}) { snprintf(v, 64, "gather_groups%d", 32 / g); rows(v, "warps", w, 8 * 40, w * 32, 1, [&] { gather<<<1, w * 32>>>(a, 32 + g, g, 40, out); }); }
    std::vector<int> pl(8192); Random r{5}; for (int& x : pl) x = r.below(4096); int* place = device(pl); rows("gather_random", "warps", w, 8 * 40, w * 32, 1, [&] { gatherRandom<<<1, w * 32>>>(a, place, 40, out); });
    for (int words : {1 << 14, 1 << 18, 1 << 22, 1 << 26}) { snprintf(v, 64, "far_w%d", w); rows(v, "words", words, 4 * 32, w * 32, 1, [&] { far<<<1, w * 32>>>(a, words - 1, 32, out); }); }
    rows("wide", "warps", w, 4 * 16, w * 32, 1, [&] { wide<<<1, w * 32>>>((int4*)a, 16, out); });
    for (int k = 0; k < 24; ++k) { snprintf(v, 64, "op%d", k); rows(v, "warps", w, 128, w * 32, 1, [&] { ops<<<1, w * 32>>>(k, 128, out); }); }
  }
  parts<2>(a); parts<6>(a); parts<12>(a); parts<24>(a);
}
