// What a device launch finds of code in an SM: after the same kernel ran elsewhere, on the other SM of its TPC, on
// other SMs; straight code and jumps.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
  fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ __forceinline__ long long now() { long long t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) :: "memory"); return t; }
__device__ __forceinline__ int sm() { int t; asm volatile("mov.u32 %0, %%smid;" : "=r"(t)); return t; }

template <int N, bool DEP> __device__ __forceinline__ void body(float &x, float &y, float &z, float &w, float a, float b) {
  if (DEP) {
#pragma unroll
    for (int i = 0; i < N; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
  } else {
#pragma unroll
    for (int i = 0; i < N / 4; i++)
      asm volatile("fma.rn.f32 %0, %0, %4, %5;\n\tfma.rn.f32 %1, %1, %4, %5;\n\tfma.rn.f32 %2, %2, %4, %5;\n\tfma.rn.f32 %3, %3, %4, %5;"
        : "+f"(x), "+f"(y), "+f"(z), "+f"(w) : "f"(a), "f"(b));
  }
}
// Only blocks of SM target (or all, -1) run the body. times[sm]: cycles of the body.
template <int N, bool DEP> __global__ void on(int target, int *times, float a, float b, float *sink) {
  float x = threadIdx.x, y = 1, z = 2, w = 3;
  int s = sm();
  if (target >= 0 && s != target) return;
  long long t0 = now();
  body<N, DEP>(x, y, z, w, a, b);
  long long t1 = now();
  if (threadIdx.x == 0) times[s] = (int) (t1 - t0);
  if (x + y + z + w == 12345.678f) *sink = x;
}
template <int N> __global__ void evict(float *sink, float a, float b) {
  float x = threadIdx.x, y = 1, z = 2, w = 3;
  body<16384, false>(x, y, z, w, a, b);
  if (x + y + z + w == 12345.678f) *sink = x;
}
template <int N, bool DEP> __global__ void parent(const int *targets, int count, int *times, float *sink) {
  for (int i = 0; i < count; i++) on<N, DEP><<<132, 32>>>(targets[i], times + 132 * i, 0.5f, 0.25f, sink);
}
float *sink; int *times, *targets;
void flush() { evict<0><<<264, 1024>>>(sink, 0.5f, 0.25f); CHECK(cudaDeviceSynchronize()); }
template <int N, bool DEP> void line(const char *what, std::vector<int> t, int hostTarget, int hostBlocks) {
  flush();
  if (hostBlocks) { on<N, DEP><<<hostBlocks, 32>>>(hostTarget, times, 0.5f, 0.25f, sink); CHECK(cudaDeviceSynchronize()); }
  for (int i = 0; i < 132 * 64; i++) times[i] = -1;
  for (size_t i = 0; i < t.size(); i++) targets[i] = t[i];
  parent<N, DEP><<<1, 1>>>(targets, t.size(), times, sink); CHECK(cudaDeviceSynchronize());
  for (size_t i = 0; i < t.size(); i++) {
    printf("%s,%d,%s,%zu,%d", what, N, DEP ? "dependent" : "independent", i, t[i]);
    for (int s = 0; s < 132; s++) if (times[132 * i + s] >= 0) printf(",%d:%d", s, times[132 * i + s]);
    printf("\n");
  }
}
template <int N, bool DEP> void series() {
  line<N, DEP>("targets_after_flush", {0, 0, 1, 1, 2, 3, 4, 5, 16, 17, 32, 33, 64, 100, 130, 131, -1, -1}, 0, 0);
  line<N, DEP>("host_sm0_then_targets", {0, 1, 2, 5, 64, 130, -1}, 0, 132);
  line<N, DEP>("host_1block_then_all", {-1, -1}, -1, 1);
  line<N, DEP>("host_all_then_all", {-1, -1}, -1, 132);
  line<N, DEP>("all_after_flush", {-1, -1, -1}, 0, 0);
}
// A host launch after a flush: is code prefetched on all SMs, or fetched as it is run?
template <int N, bool DEP> void host(const char *what, int blocks, int threads) {
  flush();
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 132 * 64; i++) times[i] = -1;
    on<N, DEP><<<blocks, threads>>>(-1, times, 0.5f, 0.25f, sink); CHECK(cudaDeviceSynchronize());
    std::vector<int> v; for (int s = 0; s < 132; s++) if (times[s] >= 0) v.push_back(times[s]);
    std::sort(v.begin(), v.end());
    printf("%s,%d,%s,%d,%d,%d,%d,%d\n", what, N, DEP ? "dependent" : "independent", blocks, threads, v.front(), v[v.size() / 2], v.back());
  }
}
// Jumps: 64 cases of K instructions, each visited twice in a given order, by a grid of the host and one of the device.
#define F asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
#define F8 F F F F F F F F
#define F32 F8 F8 F8 F8
#define C(i) case i: F8 x += 1.5f * i; break;
#define D(i) case i: F32 x += 1.5f * i; break;
#define R8(C, i) C(i) C(i+1) C(i+2) C(i+3) C(i+4) C(i+5) C(i+6) C(i+7)
#define R64(C) R8(C,0) R8(C,8) R8(C,16) R8(C,24) R8(C,32) R8(C,40) R8(C,48) R8(C,56)
template <int K> __global__ void cases(const int *table, int visits, int *t, float a, float b, float *sink) {
  float x = threadIdx.x;
  __shared__ int order[256];
  for (int i = threadIdx.x; i < visits; i += blockDim.x) order[i] = table[i];
  __syncthreads();
  for (int i = 0; i < visits; i++) {
    int c = order[i];
    long long s = now();
    if (K == 8) switch (c) { R64(C) default: x = 0; } else switch (c) { R64(D) default: x = 0; }
    long long e = now();
    if (threadIdx.x == 0) t[i] = (int) (e - s);
  }
  if (x == 12345.678f) *sink = x;
}
template <int K> __global__ void casesParent(const int *table, int visits, int *t, float *sink) {
  for (int i = 0; i < 2; i++) cases<K><<<1, 32>>>(table, visits, t + 128 * i, 0.5f, 0.25f, sink);
}
template <int K> void jumps() {
  for (int mode = 0; mode < 4; mode++) for (int dev = 0; dev < 2; dev++) {
    flush();
    for (int i = 0; i < 128; i++) { int k = i % 64; targets[i] = mode == 0 ? k : mode == 1 ? 63 - k : mode == 2 ? (k * 23 + 5) % 64 : (k * 4 + k / 16) % 64; }
    if (dev) casesParent<K><<<1, 1>>>(targets, 128, times, sink);
    else for (int i = 0; i < 2; i++) cases<K><<<1, 32>>>(targets, 128, times + 128 * i, 0.5f, 0.25f, sink);
    CHECK(cudaDeviceSynchronize());
    for (int l = 0; l < 2; l++) {
      printf("cases,%d,%d,%s,%d", K, mode, dev ? "device" : "host", l);
      for (int i = 0; i < 128; i++) printf(",%d", times[128 * l + i]);
      printf("\n");
    }
  }
}
int main() {
  CHECK(cudaMalloc(&sink, 4)); CHECK(cudaMallocManaged(&times, 132 * 64 * 4)); CHECK(cudaMallocManaged(&targets, 1024));
  series<512, true>(); series<512, false>(); series<2048, false>();
  host<512, false>("host", 1, 32); host<512, false>("host", 132, 32); host<512, false>("host", 132, 1024);
  host<2048, false>("host", 1, 32); host<2048, false>("host", 132, 256);
  jumps<8>(); jumps<32>();
}
