// PageRank by sparse products with rows binned by length (after ACSR): a thread for a short row, a warp for a middling one,
// and for each long row a child grid launched by one thread of the last bin's kernel.
#include "programs.cuh"
template <class T> struct Matrix { int n; const int* row; const int* col; const T* val; };
enum { SHORT = 8, LONG = 192, PER_BLOCK = 1024 };
__device__ int binSize[3];
__constant__ float dampingF; __constant__ double dampingD;
template <class T> __device__ T damping(); template <> __device__ float damping<float>() { return dampingF; } template <> __device__ double damping<double>() { return dampingD; }

__global__ void binRows(const int* row, int n, int* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int length = row[i + 1] - row[i], b = length <= SHORT ? 0 : length <= LONG ? 1 : 2;
  unsigned same = __match_any_sync(__activemask(), b);
  int lane = threadIdx.x & 31, leader = __ffs(same) - 1, at = 0;
  if (lane == leader) at = atomicAdd(&binSize[b], __popc(same));
  at = __shfl_sync(same, at, leader) + __popc(same & ((1u << lane) - 1));
  bins[b * n + at] = i;
}
template <class T> __global__ void shortRows(Matrix<T> m, const T* x, T* y, const int* list, int many) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many) return;
  int r = list[i]; T sum = 0;
  for (int e = m.row[r]; e < m.row[r + 1]; ++e) sum += m.val[e] * x[m.col[e]];
  y[r] = (1 - damping<T>()) / m.n + damping<T>() * sum;
}
template <class T> __device__ T warpSum(T v) { for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d); return v; }
template <class T> __global__ void warpRows(Matrix<T> m, const T* x, T* y, const int* list, int many) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (i >= many) return;
  int r = list ? list[i] : i; T sum = 0;
  for (int e = m.row[r] + lane; e < m.row[r + 1]; e += 32) sum += m.val[e] * x[m.col[e]];
  sum = warpSum(sum);
  if (lane == 0) y[r] = (1 - damping<T>()) / m.n + damping<T>() * sum;
}
template <class T> __global__ void longRow(Matrix<T> m, const T* x, T* y, int r) {
  __shared__ T part[8];
  T sum = 0; int end = min(m.row[r + 1], m.row[r] + int(blockIdx.x + 1) * PER_BLOCK);
  for (int e = m.row[r] + blockIdx.x * PER_BLOCK + threadIdx.x; e < end; e += blockDim.x) sum += m.val[e] * x[m.col[e]];
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) { for (int i = 1; i < 8; ++i) sum += part[i]; atomicAdd(&y[r], damping<T>() * sum); }
}
template <class T, bool FORGET> __global__ void longRows(Matrix<T> m, const T* x, T* y, const int* list, int many) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many) return;
  int r = list[i], blocks = (m.row[r + 1] - m.row[r] + PER_BLOCK - 1) / PER_BLOCK;
  y[r] = (1 - damping<T>()) / m.n;
  if (FORGET) longRow<T><<<blocks, 256, 0, cudaStreamFireAndForget>>>(m, x, y, r); else longRow<T><<<blocks, 256>>>(m, x, y, r);
}
template <class T> void all(const char* type, int n, int degree) {
  Graph g = graph(n, degree, 1, 42);
  std::vector<T> val(g.to.size());
  for (size_t e = 0; e < val.size(); ++e) val[e] = T(1) / (g.row[g.to[e] + 1] - g.row[g.to[e]]);
  std::vector<double> x(n, 1.0 / n), y(n);
  const int iterations = 5;
  for (int it = 0; it < iterations; ++it) { for (int i = 0; i < n; ++i) { double s = 0; for (int e = g.row[i]; e < g.row[i + 1]; ++e) s += (double)val[e] * x[g.to[e]]; y[i] = .15 / n + .85 * s; } x.swap(y); }
  Matrix<T> m{n, g.dRow, g.dTo, device(val)};
  T* v[2] = {device<T>(n), device<T>(n)}; int* bins = device<int>(3 * n); std::vector<T> one(n, T(1) / n);
  for (int k : {0, 1, 2}) {
    const char* kinds[] = {"warps", "null", "forget"}; char name[64]; snprintf(name, 64, "%s_%s", kinds[k], type);
    row("spmv", name, "rows", n,
        [&] { CHECK(cudaMemcpy(v[0], one.data(), n * sizeof(T), cudaMemcpyHostToDevice)); int z[3] = {}; CHECK(cudaMemcpyToSymbol(binSize, z, sizeof z)); },
        [&] {
          int size[3];
          if (k) { binRows<<<(n + 255) / 256, 256>>>(g.dRow, n, bins); CHECK(cudaMemcpyFromSymbol(size, binSize, sizeof size)); }
          for (int it = 0; it < iterations; ++it) {
            T *a = v[it & 1], *b = v[1 - (it & 1)];
            if (k == 0) { warpRows<T><<<(n + 7) / 8, 256>>>(m, a, b, nullptr, n); continue; }
            if (size[2]) { int blocks = (size[2] + 31) / 32; if (k == 1) longRows<T, false><<<blocks, 32>>>(m, a, b, bins + 2 * n, size[2]); else longRows<T, true><<<blocks, 32>>>(m, a, b, bins + 2 * n, size[2]); }
            if (size[1]) warpRows<T><<<(size[1] + 7) / 8, 256>>>(m, a, b, bins + n, size[1]);
            if (size[0]) shortRows<T><<<(size[0] + 127) / 128, 128>>>(m, a, b, bins, size[0]);
          }
        },
        [&] {
          std::vector<T> got(n); CHECK(cudaMemcpy(got.data(), v[iterations & 1], n * sizeof(T), cudaMemcpyDeviceToHost)); double worst = 0, sum = 0;
          for (int i = 0; i < n; ++i) { worst = std::max(worst, fabs(got[i] - x[i]) / x[i]); sum += got[i]; }
          if (!(worst < 1e-4)) { fprintf(stderr, "FATAL,spmv %s %d: relative error %g\n", name, n, worst); exit(1); }
          return (ull)llround(sum * 1e4);
        });
  }
  release(g);
}
int main(int argc, char** argv) {
  start(argc, argv);
  float f = .85f; double d = .85; CHECK(cudaMemcpyToSymbol(dampingF, &f, sizeof f)); CHECK(cudaMemcpyToSymbol(dampingD, &d, sizeof d));
  all<float>("float", 5000, 16); all<float>("float", 20000, 20); all<double>("double", 5000, 16); all<double>("double", 20000, 20);
}
