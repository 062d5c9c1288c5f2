// Adaptive tessellation of rational cubic Bezier curves: the number of points of each curve follows from how bent it is.
// A block for each curve (flat), a thread for each curve that launches a child grid (fire and forget, or in a stream of its own), or a count whose last block sums the counts and tail-launches one grid over all points, which search their curve.
#include "programs.cuh"
#include <cmath>

constexpr int most = 512, least = 4, threads = 64;
struct Curve { float3 p[4]; int count; float2* points; };  // x, y and weight
struct Drawing { Curve* curves; int n; float2* pool; int* used; };
struct View { float a, b, c, d, x, y; };
__constant__ View view;
static const View viewOfHost = {1.5f, -0.25f, 0.25f, 1.25f, 3.0f, -2.0f};

// Twice the area between a control point and the chord over the length of the chord: how far the curve leaves it.
__host__ __device__ inline float distance(float3 p, float3 a, float3 b) {
  float dx = b.x - a.x, dy = b.y - a.y, l = sqrtf(dx * dx + dy * dy);
  return l > 1e-6f ? fabsf((p.x - a.x) * dy - (p.y - a.y) * dx) / l : 0.0f;
}
__host__ __device__ inline int pointsFor(const float3* p) {
  float bend = fmaxf(distance(p[1], p[0], p[3]), distance(p[2], p[0], p[3]));
  int k = (int)(bend * 16.0f) + least;
  return k < most ? k : most;
}

__host__ __device__ inline float3 mix(float3 a, float3 b, float t) { return make_float3(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t); }
// De Casteljau's scheme on weighted points, then the view.
__host__ __device__ inline float2 evaluate(const float3* p, float t, const View& v) {
  float3 q[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) q[i] = make_float3(p[i].x * p[i].z, p[i].y * p[i].z, p[i].z);
#pragma unroll
  for (int k = 3; k > 0; --k)
#pragma unroll
    for (int i = 0; i < k; ++i) q[i] = mix(q[i], q[i + 1], t);
  float x = q[0].x / q[0].z, y = q[0].y / q[0].z;
  return make_float2(v.a * x + v.b * y + v.x, v.c * x + v.d * y + v.y);
}

__device__ float2* room(const Drawing& d, int count) { return d.pool + atomicAdd(d.used, count); }

__global__ void flat(Drawing d) {
  __shared__ Curve c;
  if (threadIdx.x < 4) c.p[threadIdx.x] = d.curves[blockIdx.x].p[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    Curve& out = d.curves[blockIdx.x];
    out.count = c.count = pointsFor(c.p);
    out.points = c.points = room(d, c.count);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < c.count; i += blockDim.x) c.points[i] = evaluate(c.p, (float)i / (c.count - 1), view);
}

__global__ void tessellate(const Curve* __restrict__ c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, count = c->count;
  if (i < count) c->points[i] = evaluate(c->p, (float)i / (count - 1), view);
}

template <bool own> __global__ void parent(Drawing d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= d.n) return;
  Curve& c = d.curves[i];
  c.count = pointsFor(c.p);
  c.points = room(d, c.count);
  int blocks = (c.count + threads - 1) / threads;
  if (own) {
    cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    tessellate<<<blocks, threads, 0, s>>>(&c);
    cudaStreamDestroy(s);
  } else
    tessellate<<<blocks, threads, 0, cudaStreamFireAndForget>>>(&c);
}

__global__ void tessellateAll(Drawing d, const int* __restrict__ ends) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= ends[d.n - 1]) return;
  int lo = 0, hi = d.n - 1;
  while (lo < hi) { int m = (lo + hi) / 2; if (ends[m] > i) hi = m; else lo = m + 1; }
  int from = lo ? ends[lo - 1] : 0, count = ends[lo] - from;
  Curve& c = d.curves[lo];
  if (i == from) { c.count = count; c.points = d.pool + from; }
  d.pool[i] = evaluate(c.p, (float)(i - from) / (count - 1), view);
}

// The last of the blocks makes running sums of the counts.
__global__ void count(Drawing d, int* ends, int* ticket) {
  __shared__ int warps[4];
  __shared__ bool last;
  int i = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32;
  if (i < d.n) ends[i] = pointsFor(d.curves[i].p);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc((unsigned*)ticket, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  int sum = 0;
  for (int base = 0; base < d.n; base += 128) {
    int at = base + threadIdx.x, own = at < d.n ? __ldcg(ends + at) : 0;
    for (int o = 1; o < 32; o *= 2) { int x = __shfl_up_sync(~0u, own, o); if (lane >= o) own += x; }
    if (lane == 31) warps[threadIdx.x / 32] = own;
    __syncthreads();
    for (int w = 0; w < (int)threadIdx.x / 32; ++w) own += warps[w];
    if (at < d.n) ends[at] = sum + own;
    sum += warps[0] + warps[1] + warps[2] + warps[3];
    __syncthreads();
  }
  if (threadIdx.x == 0) tessellateAll<<<(sum + 127) / 128, 128, 0, cudaStreamTailLaunch>>>(d, ends);
}

int main(int argc, char** argv) {
  CHECK(cudaSetDevice(0));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  start(argc, argv);
  CHECK(cudaMemcpyToSymbol(view, &viewOfHost, sizeof view));
  for (int n : {128, 512, 1536}) {
    Random r{ull(n) + 3};
    std::vector<Curve> in(n);
    for (auto& c : in) {
      float bend = (float)(12 * r.real() * r.real() * r.real());
      for (int i = 0; i < 4; ++i) c.p[i] = make_float3((float)(i + r.real()), (float)(bend * (r.real() - 0.5) * 4), (float)(0.5 + r.real()));
      c.count = 0; c.points = nullptr;
    }
    Drawing d{device<Curve>(n), n, device<float2>((size_t)n * most), device<int>(1)};
    int *ends = device<int>(n), *ticket = device<int>(1);
    auto prepare = [&] { CHECK(cudaMemcpy(d.curves, in.data(), n * sizeof(Curve), cudaMemcpyHostToDevice)); CHECK(cudaMemset(d.used, 0, sizeof(int))); };
    auto check = [&] {
      std::vector<Curve> c(n); CHECK(cudaMemcpy(c.data(), d.curves, n * sizeof(Curve), cudaMemcpyDeviceToHost));
      std::vector<float2> pool((size_t)n * most); CHECK(cudaMemcpy(pool.data(), d.pool, pool.size() * sizeof(float2), cudaMemcpyDeviceToHost));
      ull sum = 0;
      for (int i = 0; i < n; ++i) {
        const float2* p = pool.data() + (c[i].points - d.pool);
        if (std::abs(c[i].count - pointsFor(in[i].p)) > 1) { printf("bezier: curve %d of %d has %d points, not %d\n", i, n, c[i].count, pointsFor(in[i].p)); exit(1); }
        for (int j = 0; j < c[i].count; ++j) {
          float2 q = evaluate(in[i].p, (float)j / (c[i].count - 1), viewOfHost);
          if (!(std::fabs(p[j].x - q.x) + std::fabs(p[j].y - q.y) < 1e-3f)) { printf("bezier: point %d of curve %d is at %g %g, not %g %g\n", j, i, p[j].x, p[j].y, q.x, q.y); exit(1); }
          sum += (ull)(long long)(std::lround(p[j].x * 64) * 3 + std::lround(p[j].y * 64)) * ((i + j) % 1009 + 1);
        }
      }
      return sum;
    };
    int blocks = (n + threads - 1) / threads;
    auto run = [](auto work) { return [=] { work(); CHECK(cudaGetLastError()); }; };
    row("bezier", "flat", "curves", n, prepare, run([=] { flat<<<n, threads>>>(d); }), check);
    row("bezier", "forget", "curves", n, prepare, run([=] { parent<false><<<blocks, threads>>>(d); }), check);
    if (n < 1536) row("bezier", "streams", "curves", n, prepare, run([=] { parent<true><<<blocks, threads>>>(d); }), check);
    if (n > 128) row("bezier", "tail", "curves", n, prepare, run([=] { count<<<(n + 127) / 128, 128>>>(d, ends, ticket); }), check);
    cudaFree(d.curves); cudaFree(d.pool); cudaFree(d.used); cudaFree(ends); cudaFree(ticket);
  }
}
