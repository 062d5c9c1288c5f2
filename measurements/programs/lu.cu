// Blocked right-looking LU decomposition without pivoting of diagonally dominant matrices, tiles of 32 x 32.
// The steps are launched by the host, by a single device thread, by a chain of tail launches, or by a chain whose panels are a fire-and-forget grid for each pair of tiles (the last in floats, the others in doubles).
#include "programs.cuh"
#include <cmath>

constexpr int B = 32, Y = 8;
template <class T> struct Matrix {
  T* a; int n;
  __device__ T* tile(int i, int j) const { return a + (size_t)i * B * n + j * B; }
  __host__ __device__ int tiles() const { return n / B; }
};

template <class T> __device__ void factorTile(Matrix<T> m, int k) {
  __shared__ T s[B][B + 1];
  int x = threadIdx.x, y = threadIdx.y;
  T* at = m.tile(k, k);
  for (int i = y; i < B; i += Y) s[i][x] = at[i * m.n + x];
  __syncthreads();
  for (int p = 0; p < B - 1; ++p) {
    if (y == 0 && x > p) s[x][p] /= s[p][p];
    __syncthreads();
    if (x > p) for (int i = p + 1 + y; i < B; i += Y) s[i][x] -= s[i][p] * s[p][x];
    __syncthreads();
  }
  for (int i = y; i < B; i += Y) at[i * m.n + x] = s[i][x];
}

template <class T> __global__ void factor(Matrix<T> m, int k) { factorTile(m, k); }

// A warp for each tile of the row of U (y = 0) and of the column of L (y = 1) of step k.
template <class T> __global__ void panels(Matrix<T> m, int k, int first) {
  __shared__ T d[B][B + 1], s[B][B + 1];
  int x = threadIdx.x, other = first + blockIdx.x;
  T *diagonal = m.tile(k, k), *at = blockIdx.y ? m.tile(other, k) : m.tile(k, other);
  for (int i = 0; i < B; ++i) { d[i][x] = diagonal[i * m.n + x]; s[i][x] = at[i * m.n + x]; }
  __syncthreads();
  T c[B];
  if (blockIdx.y == 0) {  // L X = A: a column for each thread
#pragma unroll
    for (int i = 0; i < B; ++i) {
      c[i] = s[i][x];
#pragma unroll
      for (int p = 0; p < i; ++p) c[i] -= d[i][p] * c[p];
      at[i * m.n + x] = c[i];
    }
  } else {  // X U = A: a row for each thread
#pragma unroll
    for (int j = 0; j < B; ++j) {
      c[j] = s[x][j];
#pragma unroll
      for (int p = 0; p < j; ++p) c[j] -= c[p] * d[p][j];
      c[j] /= d[j][j];
      s[x][j] = c[j];
    }
    __syncthreads();
    for (int i = 0; i < B; ++i) at[i * m.n + x] = s[i][x];
  }
}

template <class T> __global__ void update(Matrix<T> m, int k) {
  __shared__ T l[B][B], u[B][B];
  int x = threadIdx.x, y = threadIdx.y, i = k + 1 + blockIdx.y, j = k + 1 + blockIdx.x;
  const T *left = m.tile(i, k), *above = m.tile(k, j);
  T* at = m.tile(i, j);
  for (int r = y; r < B; r += Y) { l[r][x] = left[r * m.n + x]; u[r][x] = above[r * m.n + x]; }
  __syncthreads();
  T sum[B / Y] = {};
#pragma unroll 8
  for (int p = 0; p < B; ++p) {
    T f = u[p][x];
#pragma unroll
    for (int q = 0; q < B / Y; ++q) sum[q] += l[y + q * Y][p] * f;
  }
#pragma unroll
  for (int q = 0; q < B / Y; ++q) at[(y + q * Y) * m.n + x] -= sum[q];
}

// All steps; the same text serves the host and a device thread.
template <class T> __host__ __device__ void steps(Matrix<T> m) {
  for (int k = 0, t = m.tiles(); k < t; ++k) {
    unsigned rest = t - k - 1;
    factor<T><<<1, dim3(B, Y)>>>(m, k);
    if (rest) { panels<T><<<dim3(rest, 2), B>>>(m, k, k + 1); update<T><<<dim3(rest, rest), dim3(B, Y)>>>(m, k); }
  }
}
template <class T> __global__ void driver(Matrix<T> m) { steps(m); }

template <class T> __global__ void chain(Matrix<T> m, int k) {
  factorTile(m, k);
  __syncthreads();
  unsigned rest = m.tiles() - k - 1;
  if (threadIdx.x || threadIdx.y || !rest) return;
  panels<T><<<dim3(rest, 2), B>>>(m, k, k + 1);
  update<T><<<dim3(rest, rest), dim3(B, Y)>>>(m, k);
  chain<T><<<1, dim3(B, Y), 0, cudaStreamTailLaunch>>>(m, k + 1);
}

template <class T> __global__ void chainOfTiles(Matrix<T> m, int k) {
  factorTile(m, k);
  __syncthreads();
  unsigned rest = m.tiles() - k - 1, t = threadIdx.y * B + threadIdx.x;
  if (t < rest) panels<T><<<dim3(1, 2), B, 0, cudaStreamFireAndForget>>>(m, k, k + 1 + t);
  if (t == 0 && rest) {
    update<T><<<dim3(rest, rest), dim3(B, Y), 0, cudaStreamTailLaunch>>>(m, k);
    chainOfTiles<T><<<1, dim3(B, Y), 0, cudaStreamTailLaunch>>>(m, k + 1);
  }
}

template <class T, class F> void rows(const char* variant, int n, const std::vector<double>& given, const std::vector<double>& truth, F work) {
  std::vector<T> in(given.begin(), given.end());
  Matrix<T> m{device<T>(in.size()), n};
  row("lu", variant, "n", n, [&] { CHECK(cudaMemcpy(m.a, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice)); },
    [&] { work(m); CHECK(cudaGetLastError()); },
    [&] {
      std::vector<T> out(in.size()); CHECK(cudaMemcpy(out.data(), m.a, in.size() * sizeof(T), cudaMemcpyDeviceToHost));
      ull sum = 0; double allowed = sizeof(T) == 8 ? 1e-10 : 1e-4;
      for (size_t i = 0; i < out.size(); ++i) {
        if (!(std::fabs(out[i] - truth[i]) <= allowed * (1 + std::fabs(truth[i])))) { printf("lu: element %zu of %d x %d is %g, not %g\n", i, n, n, (double)out[i], truth[i]); exit(1); }
        sum += (ull)(long long)std::llround(out[i] * 1000.0) * (i % 1009 + 1);
      }
      return sum;
    });
  cudaFree(m.a);
}

int main(int argc, char** argv) {
  CHECK(cudaSetDevice(0));
  start(argc, argv);
  dim3 block(B, Y);
  for (int n : {128, 256, 512}) {
    Random r{ull(n)};
    std::vector<double> a((size_t)n * n);
    for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) a[i * n + j] = (float)(r.real() + (i == j ? 0.6 * n : 0.0));
    std::vector<double> t = a;
    for (int k = 0; k < n; ++k) for (int i = k + 1; i < n; ++i) { double f = t[i * n + k] /= t[k * n + k]; for (int j = k + 1; j < n; ++j) t[i * n + j] -= f * t[k * n + j]; }
    rows<double>("host", n, a, t, [](Matrix<double> m) { steps(m); });
    if (n > 128) rows<double>("driver", n, a, t, [](Matrix<double> m) { driver<double><<<1, 1>>>(m); });
    rows<double>("chain", n, a, t, [=](Matrix<double> m) { chain<double><<<1, block>>>(m, 0); });
    if (n > 128) rows<float>("tiles", n, a, t, [=](Matrix<float> m) { chainOfTiles<float><<<1, block>>>(m, 0); });
  }
}
