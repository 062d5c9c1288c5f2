// What steps of one kind cost an SM with many warps, and in loops that are not unrolled: from the first start to the last end.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
#define OPS(X) \
 X(mad, unsigned, "mad.lo.u32 %0, %0, %1, %1;", "+r", "r") X(add, unsigned, "add.u32 %0, %0, %1;", "+r", "r") X(logic, unsigned, "xor.b32 %0, %0, %1;", "+r", "r") X(shift, unsigned, "shf.l.wrap.b32 %0, %0, %1, 7;", "+r", "r") \
 X(least, int, "min.s32 %0, %0, %1;", "+r", "r") X(permute, unsigned, "prmt.b32 %0, %0, %1, 0x3715;", "+r", "r") X(fma_, float, "fma.rn.f32 %0, %0, %1, %1;", "+f", "f") X(fmul_, float, "mul.f32 %0, %0, %1;", "+f", "f") X(fadd_, float, "add.f32 %0, %0, %1;", "+f", "f") X(fleast, float, "min.f32 %0, %0, %1;", "+f", "f") \
 X(popc_, unsigned, "popc.b32 %0, %0; // %1", "+r", "r") X(clz_, unsigned, "clz.b32 %0, %0; // %1", "+r", "r") X(brev_, unsigned, "brev.b32 %0, %0; // %1", "+r", "r") \
 X(rint_, float, "cvt.rni.f32.f32 %0, %0; // %1", "+f", "f") X(drint, double, "cvt.rni.f64.f64 %0, %0; // %1", "+d", "d") X(rcp_, float, "rcp.approx.ftz.f32 %0, %0; // %1", "+f", "f") X(sin_, float, "sin.approx.ftz.f32 %0, %0; // %1", "+f", "f") X(dadd_, double, "add.f64 %0, %0, %1;", "+d", "d") X(dfma_, double, "fma.rn.f64 %0, %0, %1, %1;", "+d", "d") \
 X(f2i, float, "{.reg .b32 t; cvt.rzi.s32.f32 t, %0; mov.b32 %0, t;} // %1", "+f", "f") X(i2f, float, "{.reg .b32 t; mov.b32 t, %0; cvt.rn.f32.s32 %0, t;} // %1", "+f", "f") X(i2f_f2i, float, "{.reg .b32 t; cvt.rni.s32.f32 t, %0; xor.b32 t, t, 5; cvt.rn.f32.s32 %0, t;} // %1", "+f", "f") \
 X(f2h2f, float, "{.reg .b16 t; cvt.rn.f16.f32 t, %0; cvt.f32.f16 %0, t;} // %1", "+f", "f") X(f2d2f, float, "{.reg .f64 t; cvt.f64.f32 t, %0; add.f64 t, t, t; cvt.rn.f32.f64 %0, t;} // %1", "+f", "f") X(i2d2i, unsigned, "{.reg .f64 t; cvt.rn.f64.u32 t, %0; add.f64 t, t, t; cvt.rzi.u32.f64 %0, t;} // %1", "+r", "r") X(l2f2l, unsigned, "{.reg .f32 t; .reg .b64 l; mov.b64 l, {%0, %1}; cvt.rn.f32.s64 t, l; mov.b32 %0, t;}", "+r", "r") \
 X(ext8, unsigned, "{.reg .b32 t; bfe.s32 t, %0, 3, 8; xor.b32 %0, t, %1;}", "+r", "r") X(setsel, unsigned, "{.reg .pred p; setp.lt.u32 p, %0, %1; selp.b32 %0, 17, 5, p;}", "+r", "r") X(fsetsel, float, "{.reg .pred p; setp.lt.f32 p, %0, %1; selp.f32 %0, 0f3f000000, 0f40000000, p;}", "+f", "f") X(mulhi_, unsigned, "mul.hi.u32 %0, %0, %1;", "+r", "r") X(madwide, unsigned, "{.reg .b64 t; mul.wide.u32 t, %0, %1; cvt.u32.u64 %0, t; xor.b32 %0, %0, 3;}", "+r", "r") X(ffs_bfind, unsigned, "{.reg .b32 t; bfind.u32 t, %0; xor.b32 %0, t, %1;}", "+r", "r") X(dp4, int, "dp4a.s32.s32 %0, %0, %1, %1;", "+r", "r") X(imad3, unsigned, "{add.u32 %0, %0, %1; xor.b32 %0, %0, 77; mad.lo.u32 %0, %0, %1, 5;}", "+r", "r") X(faddi, float, "{.reg .b32 t; mov.b32 t, %0; add.u32 t, t, 3; mov.b32 %0, t; add.f32 %0, %0, %1;}", "+f", "f")
#define X(N, TYPE, CODE, C1, C2) struct N { typedef TYPE T; __device__ static __forceinline__ void f(TYPE& x, TYPE y) { asm volatile(CODE : C1(x) : C2(y)); } };
OPS(X)
#undef X
struct Clock { long long begin, end; };
template <class P, int UNROLL> __global__ void chain(typename P::T* o, int n, Clock* c) {
  typename P::T x = o[0] + (typename P::T) (threadIdx.x & 3), y = o[1]; __syncthreads(); long long b = clock64();
  #pragma unroll 1
  for (int i = 0; i < n; ++i) {
    #pragma unroll
    for (int k = 0; k < UNROLL; ++k) P::f(x, y);
  }
  long long e = clock64(); if (threadIdx.x % 32 == 0) { c[threadIdx.x / 32].begin = b; c[threadIdx.x / 32].end = e; } o[2 + threadIdx.x] = x;
}
static void* o; static Clock* c;
template <class P, int UNROLL> static void measure(const char* name, int n) {
  typename P::T h[2] = {(typename P::T) 1.7, (typename P::T) 1.3}; CHECK(cudaMemcpy(o, h, sizeof h, cudaMemcpyHostToDevice)); Clock k[32];
  for (int warps : {1, 8, 16, 32}) {
    double best = 0;
    for (int r = 0; r < 3; ++r) {
      chain<P, UNROLL><<<1, warps * 32>>>((typename P::T*) o, n, c); CHECK(cudaMemcpy(k, c, warps * sizeof(Clock), cudaMemcpyDeviceToHost)); long long a = k[0].begin, b = k[0].end;
      for (int i = 0; i < warps; ++i) { a = std::min(a, k[i].begin); b = std::max(b, k[i].end); } double v = (double) (b - a) / n; if (!r || v < best) best = v;
    }
    printf("pipe,%s,unrolled,%d,warps,%d,cycles,%.2f\n", name, UNROLL, warps, best);
  }
}
int main() {
  CHECK(cudaMalloc(&o, 16384)); CHECK(cudaMalloc(&c, 32 * sizeof(Clock)));
#define X(N, TYPE, CODE, C1, C2) measure<N, 1>(#N, 800); measure<N, 2>(#N, 600); measure<N, 4>(#N, 400); measure<N, 16>(#N, 200);
  OPS(X)
  printf("done\n");
}
