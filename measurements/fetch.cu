// Time of straight code of growing length that an SM executes for the first time and again, by launches that follow
// the same kernel or another one, or come from the device. fetchplaces.cu has jumps.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
  fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

static const int MAX_WARPS = 132 * 32;
static const int ROUNDS = 3;

template <int N> struct Body {
  static __device__ __forceinline__ void dependent(float &x, float a, float b) {
#pragma unroll
    for (int i = 0; i < N; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
  }
  static __device__ __forceinline__ void independent(float &x, float &y, float &z, float &w, float a, float b) {
#pragma unroll
    for (int i = 0; i < N / 4; i++)
      asm volatile("fma.rn.f32 %0, %0, %4, %5;\n\tfma.rn.f32 %1, %1, %4, %5;\n\tfma.rn.f32 %2, %2, %4, %5;\n\tfma.rn.f32 %3, %3, %4, %5;"
        : "+f"(x), "+f"(y), "+f"(z), "+f"(w) : "f"(a), "f"(b));
  }
};

__device__ __forceinline__ long long now() { long long t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) :: "memory"); return t; }

template <int N, bool DEP> __global__ void straight(long long *out, int rounds, float a, float b, float *sink) {
  float x = threadIdx.x, y = 1, z = 2, w = 3;
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  for (int r = 0; r < rounds; r++) {
    long long s = now();
    if (DEP) Body<N>::dependent(x, a, b); else Body<N>::independent(x, y, z, w, a, b);
    long long e = now();
    if (threadIdx.x % 32 == 0) out[warp * ROUNDS + r] = e - s;
  }
  if (x + y + z + w == 12345.678f) *sink = x;
}

// Evicts: a long kernel that each SM runs.
__global__ void other(float *sink, float a, float b) {
  float x = threadIdx.x, y = 1, z = 2, w = 3;
  Body<16384>::independent(x, y, z, w, a, b);
  if (x + y + z + w == 12345.678f) *sink = x;
}
__global__ void small_other(float *sink) { if (sink == nullptr) printf("x"); }

template <int N, bool DEP> __global__ void parent(long long *out, int launches, int blocks, int threads, float *sink) {
  for (int i = 0; i < launches; i++)
    straight<N, DEP><<<blocks, threads>>>(out + (size_t) i * MAX_WARPS * ROUNDS, 2, 0.5f, 0.25f, sink);
}

long long *out; float *sink;
static long long host[8 * MAX_WARPS * ROUNDS];

static void show(const char *kind, int n, int blocks, int threads, const char *when, long long *h) {
  int warps = blocks * threads / 32;
  printf("%s,%d,%d,%d,%s", kind, n, blocks, threads, when);
  for (int r = 0; r < 2; r++) {
    std::vector<long long> v;
    for (int i = 0; i < warps; i++) v.push_back(h[i * ROUNDS + r]);
    std::sort(v.begin(), v.end());
    printf(",%lld,%lld,%lld", v.front(), v[v.size() / 2], v.back());
  }
  printf("\n");
}

template <int N, bool DEP> void one(const char *kind, int blocks, int threads, const char *when) {
  straight<N, DEP><<<blocks, threads>>>(out, 2, 0.5f, 0.25f, sink);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host, out, sizeof(long long) * MAX_WARPS * ROUNDS, cudaMemcpyDeviceToHost));
  show(kind, N, blocks, threads, when, host);
}

template <int N, bool DEP> void series() {
  const char *kind = DEP ? "dependent" : "independent";
  one<N, DEP>(kind, 1, 32, "first");
  one<N, DEP>(kind, 1, 32, "again");
  small_other<<<132, 32>>>(sink); CHECK(cudaDeviceSynchronize());
  one<N, DEP>(kind, 1, 32, "after_small");
  int shapes[][2] = {{1, 32}, {1, 128}, {1, 1024}, {132, 32}, {132, 256}, {132, 1024}};
  for (auto &s : shapes) {
    other<<<132 * 2, 1024>>>(sink, 0.5f, 0.25f); CHECK(cudaDeviceSynchronize());
    one<N, DEP>(kind, s[0], s[1], "after_other");
    one<N, DEP>(kind, s[0], s[1], "again");
  }
  int kids[][2] = {{1, 32}, {132, 256}};
  for (auto &s : kids) {
    other<<<132 * 2, 1024>>>(sink, 0.5f, 0.25f); CHECK(cudaDeviceSynchronize());
    parent<N, DEP><<<1, 1>>>(out, 4, s[0], s[1], sink); CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, out, sizeof(long long) * 4 * MAX_WARPS * ROUNDS, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++) {
      char when[32]; sprintf(when, "child_%d", i);
      show(kind, N, s[0], s[1], when, host + (size_t) i * MAX_WARPS * ROUNDS);
    }
  }
}

int main() {
  CHECK(cudaMalloc(&out, sizeof(host))); CHECK(cudaMalloc(&sink, 4));
  printf("kind,instructions,blocks,threads,when,first_min,first_median,first_max,second_min,second_median,second_max\n");
  series<16, true>(); series<32, true>(); series<64, true>(); series<128, true>(); series<256, true>(); series<512, true>();
  series<1024, true>(); series<2048, true>(); series<4096, true>(); series<8192, true>(); series<16384, true>();
  series<64, false>(); series<256, false>(); series<1024, false>(); series<4096, false>(); series<8192, false>(); series<16384, false>();
}
