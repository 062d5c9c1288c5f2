// What the assembler does with branches: which pieces it guards and where it puts convergence barriers (BSSY). Nothing runs: nvcc -O3 -arch=sm_90 -rdc=true -cubin branches.cu, then nvdisasm -c.
#include <cuda_runtime.h>
template <int N> __device__ inline int ops(int v, int w) {
#pragma unroll
  for (int i = 0; i < N; ++i) v = (i & 1) ? (v ^ w) + 7 : v * w + i;
  return v;
}
template <int N> __global__ void plain(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) v = ops<N>(v, c); y[t] = v; }
template <int N> __global__ void loads(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) v = ops<N>(x[v], c); y[t] = v; }
template <int N> __global__ void loads2(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) v = ops<N>(x[x[v]], c); y[t] = v; }
template <int N> __global__ void store(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) { v = ops<N>(v, c); y[t] = v; } y[t + 32] = 1; }
template <int N> __global__ void red(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) { v = ops<N>(v, c); atomicAdd(&y[v], t); } y[t + 32] = 1; }
template <int N> __global__ void atom(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) { v = atomicAdd(&y[ops<N>(v, c)], t); } y[t + 32] = v; }
template <int N> __global__ void both(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (v > c) v = ops<N>(v, c); else v = ops<N>(v, v + c) - c; y[t] = v; }
template <int N> __global__ void uniform(const int* x, int* y, int c) { int t = threadIdx.x; int v = x[t]; if (c > 5) v = ops<N>(v, c); y[t] = v; }
template <int N> __global__ void special(const int* x, float* y, float c) { int t = threadIdx.x; float v = x[t]; if (v > c) {
#pragma unroll
  for (int i = 0; i < N; ++i) v = __sinf(v) + c; } y[t] = v; }
__global__ void and3(const int* a, const int* b, const int* c, int* y) { int t = threadIdx.x; if (a[t] > 0 && b[t] > 0 && c[t] > 0) y[t] = 1; y[t + 32] = 2; }
__global__ void or3(const int* a, const int* b, const int* c, int* y) { int t = threadIdx.x; if (a[t] > 0 || b[t] > 0 || c[t] > 0) y[t] = 1; y[t + 32] = 2; }
__global__ void and2loaded(const int* a, const int* b, int* y) { int t = threadIdx.x; int v = a[t]; if (v > 0 && b[v] > 0) y[t] = 1; y[t + 32] = 2; }
__global__ void loopBreak(const int* row, const int* to, const int* c, int* y) { int t = threadIdx.x; int k = c[t], r = 0; for (int e = row[t]; e < row[t + 1]; ++e) { if (c[to[e]] == k) { r = e; break; } } y[t] = r; }
__global__ void loopBreakAtomic(const int* row, const int* to, const int* c, int* y) { int t = threadIdx.x; int k = c[t]; for (int e = row[t]; e < row[t + 1]; ++e) { if (c[to[e]] == k) { atomicAdd(y, 1); break; } } y[t + 32] = 2; }
__global__ void loopContinue(const int* row, const int* to, const int* c, int* y) { int t = threadIdx.x; int k = c[t], r = 0; for (int e = row[t]; e < row[t + 1]; ++e) { int u = to[e]; if (u == k) continue; r += c[u]; if (r > 100) y[u] = 3; } y[t] = r; }
__global__ void loopSum(const int* row, const int* to, const int* c, int* y) { int t = threadIdx.x; int r = 0; for (int e = row[t]; e < row[t + 1]; ++e) r += c[to[e]]; y[t] = r; }
__global__ void nested(const int* row, const int* to, const int* c, int* y) { int t = threadIdx.x; int r = 0; for (int e = row[t]; e < row[t + 1]; ++e) { int v = to[e]; for (int f = row[v]; f < row[v + 1]; ++f) if (to[f] == t) ++r; } y[t] = r; }
__global__ void whileWalk(const int* to, int* y) { int t = threadIdx.x; int n = 0; while (to[t] != t) { t = to[t]; ++n; } y[threadIdx.x] = n; }
__global__ void ends(const int* x, int* y, int n) { int t = threadIdx.x + blockIdx.x * blockDim.x; if (t >= n) return; int v = x[t]; if (v < 0) { y[t] = -v; return; } y[t] = x[v]; }
__global__ void lock(int* x, int* y) { int t = threadIdx.x; if (t == 0) { while (atomicCAS(x, 0, 1)) {} ++*y; __threadfence(); atomicExch(x, 0); } __syncthreads(); y[t + 1] = *y; }
__global__ void leader(int* x, int* y) { int t = threadIdx.x; __shared__ int s; if (t == 0) s = atomicAdd(x, 1); __syncthreads(); y[t] = s; }
__global__ void tree(const int* x, int* y) { __shared__ int s[1024]; int t = threadIdx.x; s[t] = x[t]; __syncthreads(); for (int d = blockDim.x / 2; d; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); } if (!t) y[0] = s[0]; }
__global__ void casLoop(int* x, const int* v) { int t = threadIdx.x; int old = x[v[t]]; while (old < t) { int seen = atomicCAS(&x[v[t]], old, t); if (seen == old) break; old = seen; } }
__global__ void switch4(const int* x, int* y) { int t = threadIdx.x; int v = x[t]; switch (v & 3) { case 0: v += 5; break; case 1: v = v * v; break; case 2: v = x[v]; break; default: v = ~v; } y[t] = v; }
#define K(k, n) template __global__ void k<n>(const int*, int*, int);
#define A(k) K(k, 1) K(k, 2) K(k, 3) K(k, 4) K(k, 5) K(k, 6) K(k, 7) K(k, 8) K(k, 10) K(k, 12)
A(plain) A(loads) A(loads2) A(store) A(red) A(atom) A(both) A(uniform)
template __global__ void special<1>(const int*, float*, float); template __global__ void special<2>(const int*, float*, float); template __global__ void special<4>(const int*, float*, float);
int main() {}
