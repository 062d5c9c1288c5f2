// Adaptive quadrature: every thread of a grid takes a piece of an interval and compares Simpson's rule with two halves; where they disagree it launches
// a grid that takes the piece apart. The integrand is a functor; results are added as doubles.
#include "programs.cuh"
struct Peak { double at, width; __host__ __device__ double operator()(double x) const { double d = (x - at) / width; return 1.0 / (1.0 + d * d); } };
struct Wave { double f; __host__ __device__ double operator()(double x) const { return sin(f * x * x) * exp(-x); } };
struct Root { double c; __host__ __device__ double operator()(double x) const { return sqrt(fabs(x - c)) + log1p(x); } };
__device__ double result;
__device__ unsigned pieces, refused;
#define THREADS 32
#define DEEPEST 10

template <class F> __host__ __device__ double simpson(const F& f, double a, double b) { return (b - a) / 6 * (f(a) + 4 * f(0.5 * (a + b)) + f(b)); }
template <class F> __host__ __device__ bool accept(const F& f, double a, double b, double tolerance, double& value) {
  double whole = simpson(f, a, b), mid = 0.5 * (a + b), halves = simpson(f, a, mid) + simpson(f, mid, b), error = (halves - whole) / 15;
  value = halves + error;
  return fabs(error) <= tolerance;
}
template <class F> __global__ void integrate(F f, double a, double b, double tolerance, int depth, bool forget) {
  int parts = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  double h = (b - a) / parts, x = a + i * h, value = 0; bool good = accept(f, x, x + h, tolerance / parts, value) || depth == DEEPEST;
  if (!good) {
    if (forget) integrate<F><<<1, THREADS, 0, cudaStreamFireAndForget>>>(f, x, x + h, tolerance / parts, depth + 1, true);
    else integrate<F><<<1, THREADS>>>(f, x, x + h, tolerance / parts, depth + 1, false);
    if (cudaPeekAtLastError() != cudaSuccess) { cudaGetLastError(); atomicAdd(&refused, 1u); }
    value = 0;
  }
  unsigned votes = __ballot_sync(~0u, good);
  for (int d = 16; d; d /= 2) value += __shfl_down_sync(~0u, value, d);
  if ((threadIdx.x & 31) == 0) { atomicAdd(&result, value); atomicAdd(&pieces, __popc(votes)); }
}
// Without children: a thread refines its own piece with a stack.
template <class F> __global__ void integrateStack(F f, double a, double b, double tolerance) {
  int parts = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  double h = (b - a) / parts, left[40], width[40], sum = 0; int top = 0; unsigned n = 0;
  left[0] = a + i * h; width[0] = h; ++top;
  while (top) {
    --top; double x = left[top], w = width[top], value;
    if (accept(f, x, x + w, tolerance * w / (b - a), value) || top > 36 || w < (b - a) * 1e-12) { sum += value; ++n; }
    else { left[top] = x + w / 2; width[top] = w / 2; ++top; left[top] = x; width[top] = w / 2; ++top; }
  }
  atomicAdd(&result, sum); atomicAdd(&pieces, n);
}
template <class F> void all(const char* name, F f, double a, double b, std::vector<double> tolerances) {
  double reference = 0; const int fine = 400000;
  for (int i = 0; i < fine; ++i) { double h = (b - a) / fine; reference += simpson(f, a + i * h, a + (i + 1) * h); }
  for (double tolerance : tolerances) for (int k = 0; k < 3; ++k) {
    const char* ways[] = {"stack", "null", "forget"}; char variant[64]; snprintf(variant, 64, "%s_%s", ways[k], name);
    row("quadrature", variant, "digits", lround(-log10(tolerance)), [&] { double z = 0; unsigned u = 0; CHECK(cudaMemcpyToSymbol(result, &z, sizeof z)); CHECK(cudaMemcpyToSymbol(pieces, &u, sizeof u)); },
        [&] {
          if (k == 0) integrateStack<F><<<4, 64>>>(f, a, b, tolerance);
          else integrate<F><<<4, 64>>>(f, a, b, tolerance, 0, k == 2);
        },
        [&] {
          double v; unsigned n, bad; CHECK(cudaMemcpyFromSymbol(&v, result, sizeof v)); CHECK(cudaMemcpyFromSymbol(&n, pieces, sizeof n)); CHECK(cudaMemcpyFromSymbol(&bad, refused, sizeof bad));
          if (!(fabs(v - reference) < 10 * tolerance + 1e-8) || bad) { fprintf(stderr, "FATAL,quadrature %s: %.12g instead of %.12g, %u refused\n", variant, v, reference, bad); exit(1); }
          return (ull)n;
        });
  }
}
int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  all("peak", Peak{0.3141, 1e-4}, 0.0, 1.0, {1e-9});
  all("wave", Wave{60.0}, 0.0, 6.0, {1e-7, 1e-10});
  all("root", Root{0.271}, 0.0, 1.0, {1e-10});
}
