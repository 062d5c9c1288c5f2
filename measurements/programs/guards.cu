// Which pieces of code around which a branch leads the assembler guards instead, by the kind of loads and by instructions. Nothing runs: nvcc -O3 -arch=sm_90 -cubin guards.cu; guards-sass.csv counts
// branches, barriers (BSSY) and guarded instructions by the opcodes of the code.
#include <cuda_runtime.h>
template <int N> __device__ inline int ops(int v, int w) {
#pragma unroll
  for (int i = 0; i < N; ++i) v = (i & 1) ? (v ^ w) + 7 : v * w + i;
  return v;
}
extern __shared__ int s[];
// K shared loads then N ops
template <int K, int N> __global__ void sh(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; s[t] = v; __syncthreads(); int r = v; if (v > c) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += s[v + k * 7]; r = ops<N>(a, c); } y[t] = r; }
template <int K, int N> __global__ void gl(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; int r = v; if (v > c) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += x[v + k * 7]; r = ops<N>(a, c); } y[t] = r; }
// in a loop
template <int K, int N> __global__ void shloop(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; s[t] = v; __syncthreads(); int r = v;
#pragma unroll 1
 for (int i = t; i < c; i += blockDim.x) { int q = 1; if (i != 0 && v != i) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += s[i + k * 7]; q = ops<N>(a, c); } s[i * 3] = q; } y[t] = r; }
template <int K, int N> __global__ void glloop(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; int r = v;
#pragma unroll 1
 for (int i = t; i < c; i += blockDim.x) { int q = 1; if (i != 0 && v != i) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += x[i * 5 + k * 7]; q = ops<N>(a, c); } y[i * 3] = q; } y[t] = r; }
#define R(f, k) template __global__ void f<k, 0>(const int*, int*, int); template __global__ void f<k, 1>(const int*, int*, int); template __global__ void f<k, 2>(const int*, int*, int); template __global__ void f<k, 4>(const int*, int*, int); template __global__ void f<k, 6>(const int*, int*, int); template __global__ void f<k, 8>(const int*, int*, int); template __global__ void f<k, 12>(const int*, int*, int);
#define RR(f) R(f, 1) R(f, 2) R(f, 3) R(f, 4) R(f, 5) R(f, 6)
RR(sh) RR(gl) RR(shloop) RR(glloop)
 __constant__ int tab[512];
template <int K, int N> __global__ void cn(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; int r = v; if (v > c) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += tab[v + k * 7]; r = ops<N>(a, c); } y[t] = r; }
template <int K, int N> __global__ void lo(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; int r = v; int l[32]; for (int i = 0; i < 32; i++) l[i] = x[t + i * 33]; if (v > c) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += l[(v + k * 7) & 31]; r = ops<N>(a, c); } y[t] = r; }
template <int K, int N> __global__ void mixed(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; s[t] = v; __syncthreads(); int r = v; if (v > c) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += s[v + k * 7]; r = ops<N>(a + x[a], c); } y[t] = r; }
template <int K, int N> __global__ void shst(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; s[t] = v; __syncthreads(); int r = v; if (v > c) { int a = 0;
#pragma unroll
 for (int k = 0; k < K; ++k) a += s[v + k * 7]; r = ops<N>(a, c); s[v * 2] = r; } y[t] = r; }
template <int K, int N> __global__ void fl(const float* x, float* y, float c) { int t = threadIdx.x; float v = x[t]; float r = v; if (v > c) {
#pragma unroll
 for (int k = 0; k < N; ++k) r = r * c + v; r += K; } y[t] = r; }
template <int K, int N> __global__ void db(const double* x, double* y, double c) { int t = threadIdx.x; double v = x[t]; double r = v; if (v > c) {
#pragma unroll
 for (int k = 0; k < N; ++k) r = r * c + v; r += K; } y[t] = r; }
template <int K, int N> __global__ void wide(const long long* x, long long* y, long long c) { int t = threadIdx.x; long long v = x[t]; long long r = v; if (v > c) {
#pragma unroll
 for (int k = 0; k < N; ++k) r = (r ^ c) + v; r += K; } y[t] = r; }
#define S(f, T, k) template __global__ void f<k, 0>(const T*, T*, T); template __global__ void f<k, 1>(const T*, T*, T); template __global__ void f<k, 2>(const T*, T*, T); template __global__ void f<k, 3>(const T*, T*, T); template __global__ void f<k, 4>(const T*, T*, T); template __global__ void f<k, 5>(const T*, T*, T);template __global__ void f<k, 6>(const T*, T*, T);template __global__ void f<k, 7>(const T*, T*, T); template __global__ void f<k, 8>(const T*, T*, T); template __global__ void f<k, 12>(const T*, T*, T);
S(cn, int, 1) S(cn, int, 2) S(cn, int, 3) S(lo, int, 1) S(lo, int, 2) S(lo, int, 3) S(mixed, int, 1) S(mixed, int, 2) S(mixed, int, 4) S(shst, int, 1) S(shst, int, 2) S(fl, float, 3) S(db, double, 3) S(wide, long long, 3)
__global__ void idiv(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) v = v / (c + t); y[t] = v; }
__global__ void fdiv(const float* x, float* y, float c) { int t = threadIdx.x; float v = x[t]; if (v > c) v = v / (c + t); y[t] = v; }
__global__ void ddiv(const double* x, double* y, double c) { int t = threadIdx.x; double v = x[t]; if (v > c) v = v / (c + t); y[t] = v; }
__global__ void fsq(const float* x, float* y, float c) { int t = threadIdx.x; float v = x[t]; if (v > c) v = sqrtf(v); y[t] = v; }
__global__ void frcp(const float* x, float* y, float c) { int t = threadIdx.x; float v = x[t]; if (v > c) v = __frcp_rn(v); y[t] = v; }
__global__ void fdivf(const float* x, float* y, float c) { int t = threadIdx.x; float v = x[t]; if (v > c) v = __fdividef(v, c + t); y[t] = v; }
__global__ void umod(const unsigned* x, unsigned* y, unsigned c) { int t = threadIdx.x; unsigned v = x[t]; if (v > c) v = v % (c + t); y[t] = v; }
__global__ void lmul(const long* x, long* y, long c) { int t = threadIdx.x; long v = x[t]; if (v > c) v = v * (c + t) + 1; y[t] = v; }
__global__ void dmin(const double* x, double* y, double c) { int t = threadIdx.x; double v = x[t]; if (v > c) v = fmin(v * 2, c + t); y[t] = v; }
