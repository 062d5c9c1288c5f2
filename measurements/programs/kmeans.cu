// k-means whose iterations are launched on the device: clearing (cudaMemsetAsync), assignment, update; one driving thread launches all iterations,
// or a step kernel tail-launches itself until no point moves. Sums are kept in fixed point, so that they do not depend on order.
#include "programs.cuh"
#include <cub/block/block_reduce.cuh>
constexpr int K = 16, D = 4, T = 128;
struct Settings { int n, limit; float scale; };
__constant__ Settings settings;
struct State { const float4* points; float4* centre; int* label; long long* sum; int* size; int* moved; int* steps; };

__device__ __forceinline__ float distance2(float4 a, float4 b) { float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w; return x * x + y * y + z * z + w * w; }

__global__ void assign(State s) {
  extern __shared__ long long local[];   // K * D sums, then K sizes
  int* size = reinterpret_cast<int*>(local + K * D);
  __shared__ float4 c[K];
  __shared__ typename cub::BlockReduce<int, T>::TempStorage temp;
  for (int i = threadIdx.x; i < K * D; i += T) local[i] = 0;
  if (threadIdx.x < K) { size[threadIdx.x] = 0; c[threadIdx.x] = s.centre[threadIdx.x]; }
  __syncthreads();
  int moved = 0;
  for (int i = blockIdx.x * T + threadIdx.x; i < settings.n; i += gridDim.x * T) {
    float4 p = s.points[i]; int best = 0; float d = distance2(p, c[0]);
#pragma unroll 4
    for (int k = 1; k < K; ++k) { float e = distance2(p, c[k]); if (e < d) { d = e; best = k; } }
    if (s.label[i] != best) { s.label[i] = best; ++moved; }
    atomicAdd((ull*)&local[best * D], (ull)(long long)(p.x * settings.scale)); atomicAdd((ull*)&local[best * D + 1], (ull)(long long)(p.y * settings.scale));
    atomicAdd((ull*)&local[best * D + 2], (ull)(long long)(p.z * settings.scale)); atomicAdd((ull*)&local[best * D + 3], (ull)(long long)(p.w * settings.scale));
    atomicAdd(&size[best], 1);
  }
  moved = cub::BlockReduce<int, T>(temp).Sum(moved);
  if (threadIdx.x == 0 && moved) atomicAdd(s.moved, moved);
  __syncthreads();
  for (int i = threadIdx.x; i < K * D; i += T) if (local[i]) atomicAdd((ull*)&s.sum[i], (ull)local[i]);
  if (threadIdx.x < K && size[threadIdx.x]) atomicAdd(&s.size[threadIdx.x], size[threadIdx.x]);
}
__global__ void update(State s) {
  int k = threadIdx.x; if (k >= K) return;
  int m = s.size[k];
  if (m) { double f = 1.0 / ((double)settings.scale * m); s.centre[k] = make_float4(s.sum[k * D] * f, s.sum[k * D + 1] * f, s.sum[k * D + 2] * f, s.sum[k * D + 3] * f); }
}
constexpr size_t kShared = K * D * sizeof(long long) + K * sizeof(int);
__device__ void launchStep(State s, int blocks, cudaStream_t q) {
  cudaMemsetAsync(s.sum, 0, K * D * sizeof(long long), q); cudaMemsetAsync(s.size, 0, K * sizeof(int), q); cudaMemsetAsync(s.moved, 0, sizeof(int), q);
  assign<<<blocks, T, kShared, q>>>(s);
  update<<<1, 32, 0, q>>>(s);
}
__global__ void driver(State s, int blocks, int iterations, bool own) {
  cudaStream_t q = 0;
  if (own) cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
  for (int i = 0; i < iterations; ++i) launchStep(s, blocks, q);
  if (own) cudaStreamDestroy(q);
  *s.steps = iterations;
}
__global__ void step(State s, int blocks, int i) {
  if (i > 0 && (*s.moved == 0 || i >= settings.limit)) { *s.steps = i; return; }
  launchStep(s, blocks, 0);
  step<<<1, 1, 0, cudaStreamTailLaunch>>>(s, blocks, i + 1);
}
int main(int argc, char** argv) {
  start(argc, argv);
  int* pinned; CHECK(cudaHostAlloc(&pinned, 2 * sizeof(int), cudaHostAllocDefault));
  for (int n : {2000, 20000}) {
    Random r{3}; std::vector<float4> points(n), begin(K); const int limit = 12;
    for (auto& p : points) { int c = r.below(K); p = make_float4(c % 4 + 0.6f * r.real(), c / 4 + 0.6f * r.real(), (c * 7 % 5) + r.real(), r.real()); }
    for (int k = 0; k < K; ++k) begin[k] = points[k * (n / K)];
    Settings h{n, limit, 65536.0f}; CHECK(cudaMemcpyToSymbol(settings, &h, sizeof h));
    State s{device(points), device<float4>(K), device<int>(n), device<long long>(K * D), device<int>(K), device<int>(1), device<int>(1)};
    int blocks = std::min(132, (n + T - 1) / T); int steps = 0; ull expected = 0;
    const char* names[] = {"host", "tail", "driver", "stream"};
    for (int k = 0; k < 4; ++k)
      row("kmeans", names[k], "points", n,
          [&] { CHECK(cudaMemcpy(s.centre, begin.data(), K * sizeof(float4), cudaMemcpyHostToDevice)); CHECK(cudaMemset(s.label, 0xff, n * sizeof(int))); },
          [&] {
            if (k == 1) step<<<1, 1>>>(s, blocks, 0); else if (k) driver<<<1, 1>>>(s, blocks, steps ? steps : limit, k == 3);
            else { int i = 0; do {
              cudaMemsetAsync(s.sum, 0, K * D * sizeof(long long)); cudaMemsetAsync(s.size, 0, K * sizeof(int)); cudaMemsetAsync(s.moved, 0, sizeof(int));
              assign<<<blocks, T, kShared>>>(s); update<<<1, 32>>>(s);
              cudaMemcpyAsync(pinned, s.moved, sizeof(int), cudaMemcpyDeviceToHost); CHECK(cudaStreamSynchronize(0)); ++i;
            } while (*pinned && i < limit); steps = i; }
          },
          [&] {
            ull sum = sumOf(s.label, n);
            if (k == 0) expected = sum; else if (expected && sum != expected) { fprintf(stderr, "FATAL,kmeans %s %d: labels differ\n", names[k], n); exit(1); }
            std::vector<int> sizes(K); CHECK(cudaMemcpy(sizes.data(), s.size, K * sizeof(int), cudaMemcpyDeviceToHost)); int all = 0; for (int v : sizes) all += v;
            if (all != n) { fprintf(stderr, "FATAL,kmeans %s %d: %d points counted\n", names[k], n, all); exit(1); }
            return sum + steps;
          });
  }
}
