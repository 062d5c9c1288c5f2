// Prices of European and Asian call options by Monte Carlo with a counter-based generator (Philox 4x32-10). Batches adapt: as long as the error of an option's mean is too large, twice as many paths follow. Sums are integers of fixed point, so that all ways give the same.
#include "programs.cuh"
#include <cmath>

constexpr int THREADS = 128, CALLS = 2, MAX_LEVEL = 6;
constexpr float UNIT = 1024.0f;
struct Option { float spot, strike, rate, vol, years; };
struct Stats { ull sum, squares; unsigned paths, done; };
struct Job { const Option* options; Stats* stats; int* active; int* waiting; float tolerance; int count; };
enum Mode { QUEUE, FIRE, NULLSTREAM, EACH };

__host__ __device__ inline uint4 philox(uint4 c, uint2 key) {
#pragma unroll
  for (int i = 0; i < 10; ++i) {
    ull a = 0xD2511F53ULL * c.x, b = 0xCD9E8D57ULL * c.z;
    c = uint4{(unsigned)(b >> 32) ^ c.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ key.y, (unsigned)a};
    key.x += 0x9E3779B9; key.y += 0xBB67AE85;
  }
  return c;
}

// Two normal numbers of two words (Box and Muller).
__host__ __device__ inline float2 normals(unsigned a, unsigned b) {
  float u = ((a >> 8) + 0.5f) * (1.0f / 16777216.0f), angle = (b >> 8) * (6.2831853f / 16777216.0f);
  float r = sqrtf(-2.0f * logf(u));
  return float2{r * cosf(angle), r * sinf(angle)};
}

struct European {
  static constexpr int PATHS = 4;
  static __host__ __device__ void payoffs(const Option& o, const float z[4], float out[4]) {
    float drift = (o.rate - 0.5f * o.vol * o.vol) * o.years, sigma = o.vol * sqrtf(o.years), discount = expf(-o.rate * o.years);
#pragma unroll
    for (int i = 0; i < 4; ++i) out[i] = discount * fmaxf(0.0f, o.spot * expf(drift + sigma * z[i]) - o.strike);
  }
};

struct Asian {
  static constexpr int PATHS = 1;
  static __host__ __device__ void payoffs(const Option& o, const float z[4], float out[4]) {
    float dt = o.years / 4, drift = (o.rate - 0.5f * o.vol * o.vol) * dt, sigma = o.vol * sqrtf(dt), s = o.spot, mean = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) { s *= expf(drift + sigma * z[i]); mean += 0.25f * s; }
    out[0] = expf(-o.rate * o.years) * fmaxf(0.0f, mean - o.strike);
  }
};

template <class Kind> __host__ __device__ inline void draw(const Option& o, int option, unsigned index, float out[4]) {
  uint4 w = philox(uint4{index, (unsigned)option, 0, 0}, uint2{20240611u, 0xCAFEu});
  float2 a = normals(w.x, w.y), b = normals(w.z, w.w);
  const float z[4] = {a.x, a.y, b.x, b.y};
  Kind::payoffs(o, z, out);
}

__device__ ull blockSum(ull v, ull* part) {
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  ull s = 0;
  for (int i = 0; i < THREADS / 32; ++i) s += part[i];
  __syncthreads();
  return s;
}

__device__ bool tooUncertain(const Stats& s, float tolerance) {
  double n = s.paths, mean = s.sum / (UNIT * n), variance = s.squares / (UNIT * n) - mean * mean;
  return sqrt(variance / n) > tolerance;
}

template <class Kind, Mode M> __global__ void batch(Job job, int option, int level, int part);

// The block's share of the batch `level` of an option: 2^level parts; the last one to end decides about more.
template <class Kind, Mode M> __device__ void price(const Job& job, int option, int level, int part) {
  __shared__ ull parts[THREADS / 32];
  __shared__ bool more;
  Option o = job.options[option];
  ull sum = 0, squares = 0;
  unsigned first = ((1u << level) - 1 + part) * THREADS * CALLS + threadIdx.x;
  for (int k = 0; k < CALLS; ++k) {
    float p[4];
    draw<Kind>(o, option, first + k * THREADS, p);
#pragma unroll
    for (int i = 0; i < Kind::PATHS; ++i) { sum += __float2ull_rn(p[i] * UNIT); squares += __float2ull_rn(p[i] * p[i] * UNIT); }
  }
  sum = blockSum(sum, parts);
  squares = blockSum(squares, parts);
  if (threadIdx.x == 0) {
    Stats* s = &job.stats[option];
    atomicAdd(&s->sum, sum);
    atomicAdd(&s->squares, squares);
    atomicAdd(&s->paths, THREADS * CALLS * Kind::PATHS);
    __threadfence();
    more = false;
    if (atomicAdd(&s->done, 1u) == (2u << level) - 2) {
      __threadfence();
      Stats all{atomicAdd(&s->sum, 0ULL), atomicAdd(&s->squares, 0ULL), atomicAdd(&s->paths, 0u), 0};
      more = level < MAX_LEVEL && tooUncertain(all, job.tolerance);
    }
  }
  __syncthreads();
  if (!more) return;
  int next = level + 1;
  if (M == EACH) { if (threadIdx.x < 1 << next) batch<Kind, M><<<1, THREADS, 0, cudaStreamFireAndForget>>>(job, option, next, threadIdx.x); }
  else if (threadIdx.x == 0) {
    if (M == QUEUE) job.active[next * job.count + atomicAdd(&job.waiting[next], 1)] = option;
    if (M == FIRE) batch<Kind, M><<<1 << next, THREADS, 0, cudaStreamFireAndForget>>>(job, option, next, 0);
    if (M == NULLSTREAM) batch<Kind, M><<<1 << next, THREADS>>>(job, option, next, 0);
  }
}

template <class Kind, Mode M> __global__ void batch(Job job, int option, int level, int part) { price<Kind, M>(job, option, level, part + blockIdx.x); }
template <class Kind, Mode M> __global__ void first(Job job) { price<Kind, M>(job, blockIdx.x, 0, 0); }
template <class Kind> __global__ void round(Job job, int level) { price<Kind, QUEUE>(job, job.active[level * job.count + blockIdx.y], level, blockIdx.x); }

template <class Kind> __global__ void nextRound(Job job, int level) {
  int n = level ? job.waiting[level] : job.count;
  if (!n) return;
  if (level) round<Kind><<<dim3(1 << level, n), THREADS, 0, cudaStreamTailLaunch>>>(job, level);
  else first<Kind, QUEUE><<<n, THREADS, 0, cudaStreamTailLaunch>>>(job);
  if (level < MAX_LEVEL) nextRound<Kind><<<1, 1, 0, cudaStreamTailLaunch>>>(job, level + 1);
}

template <class Kind> static void rows(const char* bench, int count, float tolerance, bool few) {
  Random r{5ULL + count}; std::vector<Option> options(count);
  for (auto& o : options) { float v = (float)r.real(); o = {100.0f, 80 + 40 * (float)r.real(), 0.01f + 0.04f * (float)r.real(), 0.1f + 0.5f * v * v, 0.25f + 1.75f * (float)r.real()}; }
  Job job{device(options), device<Stats>(count), device<int>((MAX_LEVEL + 1) * count), device<int>(MAX_LEVEL + 1), tolerance, count};
  auto prepare = [&] { CHECK(cudaMemset(job.stats, 0, count * sizeof(Stats))); CHECK(cudaMemset(job.waiting, 0, (MAX_LEVEL + 1) * sizeof(int))); };
  auto check = [&]() -> ull {
    CHECK(cudaGetLastError());
    std::vector<Stats> s(count); ull sum = 0;
    CHECK(cudaMemcpy(s.data(), job.stats, count * sizeof(Stats), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
      sum += s[i].sum / 4096 * (i % 1009 + 1) + s[i].paths;
      if (i % 16) continue;
      double want = 0; float p[4];
      for (unsigned k = 0; k < s[i].paths / Kind::PATHS; ++k) { draw<Kind>(options[i], i, k, p); for (int j = 0; j < Kind::PATHS; ++j) want += p[j]; }
      double got = s[i].sum / UNIT;
      if (!s[i].paths || !(std::abs(got - want) < 1e-3 * s[i].paths + 1e-4 * want)) { printf("%s: option %d: %g, not %g\n", bench, i, got, want); exit(1); }
    }
    return sum;
  };
  row(bench, "flat", "options", count, prepare, [&] {
    first<Kind, QUEUE><<<count, THREADS>>>(job);
    for (int level = 1; level <= MAX_LEVEL; ++level) {
      int n; CHECK(cudaMemcpy(&n, job.waiting + level, sizeof n, cudaMemcpyDeviceToHost));
      if (!n) break;
      round<Kind><<<dim3(1 << level, n), THREADS>>>(job, level);
    }
  }, check);
  row(bench, "fire", "options", count, prepare, [&] { first<Kind, FIRE><<<count, THREADS>>>(job); }, check);
  if (few) row(bench, "tail", "options", count, prepare, [&] { nextRound<Kind><<<1, 1>>>(job, 0); }, check);
  if (!few) row(bench, "null", "options", count, prepare, [&] { first<Kind, NULLSTREAM><<<count, THREADS>>>(job); }, check);
  if (!few) row(bench, "each", "options", count, prepare, [&] { first<Kind, EACH><<<count, THREADS>>>(job); }, check);
  cudaFree((void*)job.options); cudaFree(job.stats); cudaFree(job.active); cudaFree(job.waiting);
}

int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  rows<European>("montecarlo", 32, 0.3f, false);
  rows<European>("montecarlo", 192, 0.5f, true);
  rows<Asian>("montecarlo_asian", 96, 0.5f, true);
  return 0;
}
