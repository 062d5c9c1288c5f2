// Fast Fourier transforms of complex floats after Stockham, of radix 4 with a last stage of radix 2 where needed. Large ones go stage by stage through global memory, with stages launched by the host, by one device thread, or each by the one before; small ones stay in shared memory, a block each.
#include "programs.cuh"
#include <cmath>
#include <complex>

__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ __forceinline__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ float2 turned(float2 a) { return make_float2(-a.y, a.x); }

// What is left of length n lies at stride s; n * s is the whole length.
struct Plan { float2 *x, *y; int n, s; };

// The t-th butterfly of a stage from x to y.
template <int R> __device__ __forceinline__ void butterfly(const float2* x, float2* y, int n, int s, int t) {
  int q = t & (s - 1), p = t / s, m = n / R;
  float2 w;
  sincospif(-2.0f * p / n, &w.y, &w.x);
  if constexpr (R == 2) {
    float2 a = x[q + s * p], b = x[q + s * (p + m)];
    y[q + s * 2 * p] = a + b;
    y[q + s * (2 * p + 1)] = (a - b) * w;
  } else {
    float2 v[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) v[i] = x[q + s * (p + i * m)];
    float2 sum02 = v[0] + v[2], dif02 = v[0] - v[2], sum13 = v[1] + v[3], dif13 = turned(v[1] - v[3]), w2 = w * w;
    float2* o = y + q + s * 4 * p;
    o[0] = sum02 + sum13;
    o[s] = (dif02 - dif13) * w;
    o[2 * s] = (sum02 - sum13) * w2;
    o[3 * s] = (dif02 + dif13) * (w2 * w);
  }
}

template <int R> __global__ void stage(Plan a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < a.n / R * a.s) butterfly<R>(a.x, a.y, a.n, a.s, t);
}

template <int R> __host__ __device__ Plan after(Plan a) { return Plan{a.y, a.x, a.n / R, a.s * R}; }
template <int R> __host__ __device__ int blocks(Plan a) { return (a.n / R * a.s + 127) / 128; }

__global__ void allStages(Plan a) {
  while (a.n >= 4) { stage<4><<<blocks<4>(a), 128>>>(a); a = after<4>(a); }
  if (a.n == 2) stage<2><<<blocks<2>(a), 128>>>(a);
}

// A stage whose first thread launches the next one, to run when this grid has ended.
template <int R> __global__ void chained(Plan a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t == 0) {
    Plan b = after<R>(a);
    if (b.n >= 4) chained<4><<<blocks<4>(b), 128, 0, cudaStreamTailLaunch>>>(b);
    else if (b.n == 2) chained<2><<<blocks<2>(b), 128, 0, cudaStreamTailLaunch>>>(b);
  }
  if (t < a.n / R * a.s) butterfly<R>(a.x, a.y, a.n, a.s, t);
}

// N points (a power of 4) in shared memory by N / 4 threads.
template <int N> __global__ void __launch_bounds__(N / 4) small(const float2* __restrict__ in, float2* __restrict__ out) {
  __shared__ float2 buffer[2][N];
  in += (size_t)blockIdx.x * N; out += (size_t)blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += N / 4) buffer[0][i] = in[i];
  int side = 0;
#pragma unroll
  for (int n = N, s = 1; n > 1; n /= 4, s *= 4, side ^= 1) {
    __syncthreads();
    butterfly<4>(buffer[side], buffer[side ^ 1], n, s, threadIdx.x);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += N / 4) out[i] = buffer[side][i];
}

template <int N> __global__ void eachSmall(const float2* __restrict__ in, float2* __restrict__ out, int batch) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b < batch) small<N><<<1, N / 4, 0, cudaStreamFireAndForget>>>(in + (size_t)b * N, out + (size_t)b * N);
}

typedef std::complex<double> Complex;
static void reference(std::vector<Complex>& v) {
  size_t n = v.size();
  if (n == 1) return;
  std::vector<Complex> even(n / 2), odd(n / 2);
  for (size_t i = 0; i < n / 2; ++i) { even[i] = v[2 * i]; odd[i] = v[2 * i + 1]; }
  reference(even); reference(odd);
  for (size_t i = 0; i < n / 2; ++i) {
    Complex t = std::polar(1.0, -2 * M_PI * i / n) * odd[i];
    v[i] = even[i] + t; v[i + n / 2] = even[i] - t;
  }
}

static ull verify(const float2* p, const std::vector<Complex>& want) {
  std::vector<float2> got(want.size()); ull sum = 0; double worst = 0, scale = 0;
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(got.data(), p, got.size() * sizeof(float2), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < want.size(); ++i) {
    worst = std::max(worst, std::abs(Complex(got[i].x, got[i].y) - want[i])); scale = std::max(scale, std::abs(want[i]));
    sum += (ull)(lrint(got[i].x * 4) + lrint(got[i].y * 4) + (1 << 20)) * (i % 1009 + 1);
  }
  if (!(worst < 1e-5 * scale)) { printf("fft: off by %g of %g\n", worst, scale); exit(1); }
  return sum;
}

int main(int argc, char** argv) {
  start(argc, argv);
  constexpr int N = 1024;
  auto make = [](int n, ull seed) { Random r{seed}; std::vector<float2> v(n); for (auto& c : v) c = {(float)r.real() - 0.5f, (float)r.real() - 0.5f}; return v; };
  auto transformed = [](const std::vector<float2>& v, int n) {
    std::vector<Complex> all;
    for (size_t i = 0; i < v.size(); i += n) {
      std::vector<Complex> part; for (int j = 0; j < n; ++j) part.push_back({v[i + j].x, v[i + j].y});
      reference(part); all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  };
  for (int n : {8192, 65536}) {
    std::vector<float2> v = make(n, 31 + n); std::vector<Complex> want = transformed(v, n);
    Plan a{device<float2>(n), device<float2>(n), n, 1};
    auto prepare = [&] { CHECK(cudaMemcpy(a.x, v.data(), n * sizeof(float2), cudaMemcpyHostToDevice)); };
    const float2* result = nullptr;
    auto check = [&] { return verify(result, want); };
    int log = 0; while (1 << log < n) ++log;
    const float2* radix4 = (log + 1) / 2 % 2 ? a.y : a.x;
    if (n == 65536) row("fft", "radix2", "n", n, prepare, [&] { Plan b = a; for (; b.n > 1; b = after<2>(b)) stage<2><<<blocks<2>(b), 128>>>(b); result = b.x; }, check);
    row("fft", "flat", "n", n, prepare, [&] {
      Plan b = a;
      for (; b.n >= 4; b = after<4>(b)) stage<4><<<blocks<4>(b), 128>>>(b);
      if (b.n == 2) { stage<2><<<blocks<2>(b), 128>>>(b); b = after<2>(b); }
      result = b.x;
    }, check);
    row("fft", "null", "n", n, prepare, [&] { allStages<<<1, 1>>>(a); result = radix4; }, check);
    row("fft", "tail", "n", n, prepare, [&] { chained<4><<<blocks<4>(a), 128>>>(a); result = radix4; }, check);
    cudaFree(a.x); cudaFree(a.y);
  }
  for (int batch : {32, 256}) {
    std::vector<float2> v = make(batch * N, 7 + batch); std::vector<Complex> want = transformed(v, N);
    float2 *in = device(v), *out = device<float2>((size_t)batch * N);
    auto prepare = [&] { CHECK(cudaMemset(out, 0, (size_t)batch * N * sizeof(float2))); };
    auto check = [&] { return verify(out, want); };
    if (batch == 256) row("fft", "small", "batch", batch, prepare, [&] { for (int b = 0; b < batch; b += 64) small<N><<<64, N / 4>>>(in + b * N, out + b * N); }, check);
    row("fft", "smallfire", "batch", batch, prepare, [&] { eachSmall<N><<<(batch + 31) / 32, 32>>>(in, out, batch); }, check);
    cudaFree(in); cudaFree(out);
  }
  return 0;
}
