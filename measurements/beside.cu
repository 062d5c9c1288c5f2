// What launches cost the warps that run beside them: single steps of a warp of each SM before, during and after the launches of other warps.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
typedef unsigned long long ull;
__device__ __forceinline__ ull nanos() { ull t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory"); return t; }
enum { MULTIPLY, SHARED, L1, L2, FAR, ATOMIC, ADD, STORE, FENCE, STORE_FENCE, GATHER, STEPS };
static const char* const NAME[] = {"multiply", "shared", "load_l1", "load_l2", "load_far", "atomic_return", "atomic", "store", "fence", "store_and_fence", "gather"};
const int MOST = 400;
__global__ void child(int never, unsigned* p) { if (never) p[0] = 1; }
struct Mark { unsigned at, cycles; };
template <int S> __device__ __forceinline__ unsigned steps(unsigned v, unsigned* mine, unsigned* far, volatile unsigned* sh, int n) {
  #pragma unroll 1
  for (int i = 0; i < n; ++i) {
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
      if (S == MULTIPLY) asm volatile("mad.lo.u32 %0, %0, 158984081, 1866665332;" : "+r"(v));
      if (S == SHARED) v = sh[v];
      if (S == L1) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(mine + v) : "memory");
      if (S == L2) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(mine + v) : "memory");
      if (S == FAR) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(far + v) : "memory");
      if (S == GATHER) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(far + v) : "memory");
      if (S == ATOMIC) v = atomicAdd(mine + (v & 31), 0u);
      if (S == ADD) asm volatile("red.global.add.u32 [%0], %1;" :: "l"(mine + 32 + k * 32), "r"(1u) : "memory");
      if (S == STORE) asm volatile("st.global.u32 [%0], %1;" :: "l"(mine + 32 + k * 32 + (threadIdx.x & 31)), "r"(v) : "memory");
      if (S == FENCE) __threadfence();
      if (S == STORE_FENCE) { asm volatile("st.global.u32 [%0], %1;" :: "l"(mine + 32 + (threadIdx.x & 31)), "r"(v) : "memory"); __threadfence(); }
    }
  }
  return v;
}
template <int S> __global__ void beside(Mark* marks, ull* calls, unsigned* memory, unsigned* far, ull* start, int launchers, int launches, int n, unsigned until) {
  __shared__ Mark m[MOST]; __shared__ volatile unsigned sh[64]; __shared__ int count;
  if (threadIdx.x < 64) sh[threadIdx.x] = threadIdx.x & 31;
  if (threadIdx.x == 0) { count = 0; atomicCAS(start, 0ull, nanos()); }
  __syncthreads();
  ull t0 = *(volatile ull*)start; int lane = threadIdx.x & 31;
  unsigned* mine = memory + blockIdx.x * 1024;
  if (threadIdx.x < 32) {
    unsigned v = S == FAR || S == GATHER ? (blockIdx.x * 32 + lane) * 8 : S == MULTIPLY ? 1 : lane;
    v = steps<S>(v, mine, far, sh, n);
    for (int i = 0; i < MOST; ++i) {
      ull g = nanos(); long long c = clock64(); v = steps<S>(v, mine, far, sh, n); c = clock64() - c;
      if (lane == 0) { m[i].at = (unsigned)(g - t0); m[i].cycles = (unsigned)c; count = i + 1; }
      if (__shfl_sync(~0u, (unsigned)(g - t0), 0) > until) break;
    }
    if (v == 0xabcdef) mine[5] = v;
  } else if (lane == 0 && blockIdx.x < launchers) {
    while (nanos() - t0 < 100000) {}
    ull a = nanos() - t0;
    for (int i = 0; i < launches; ++i) child<<<1, 32, 0, cudaStreamFireAndForget>>>(0, memory);
    calls[2 * blockIdx.x] = a; calls[2 * blockIdx.x + 1] = nanos() - t0;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < MOST; i += blockDim.x) { Mark z = {~0u, 0}; marks[blockIdx.x * MOST + i] = i < count ? m[i] : z; }
}
static Mark* marks; static ull *calls, *start; static unsigned *memory, *far_;
template <int S> static void measure(int n) {
  for (int launchers : {0, 1, 8, 32, 132}) {
    int launches = launchers ? std::max(4, std::min(24, 1600 / launchers)) : 0;
    for (int r = 0; r < 2; ++r) {
      CHECK(cudaMemset(start, 0, 8)); CHECK(cudaMemset(calls, 0, 16 * 132));
      beside<S><<<132, 64>>>(marks, calls, memory, far_, start, launchers, launches, n, 500000); CHECK(cudaDeviceSynchronize());
    }
    std::vector<Mark> h(132 * MOST); std::vector<ull> c(264); CHECK(cudaMemcpy(h.data(), marks, h.size() * sizeof(Mark), cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(c.data(), calls, 16 * 132, cudaMemcpyDeviceToHost));
    ull lastCall = 0; for (int b = 0; b < launchers; ++b) lastCall = std::max(lastCall, c[2 * b + 1]);
    for (int side = 0; side < 2; ++side) {
      if (side == 0 && !launchers) continue; if (side == 1 && launchers == 132) continue;
      double sum[3] = {0, 0, 0}, most[3] = {0, 0, 0}; int cnt[3] = {0, 0, 0};
      for (int b = 0; b < 132; ++b) if ((b < launchers) == (side == 0)) for (int i = 0; i < MOST; ++i) {
        Mark k = h[b * MOST + i]; if (k.at == ~0u) break;
        int p = k.at < 96000 ? 0 : launchers && k.at > 104000 && k.at < lastCall ? 1 : k.at > lastCall + 60000 && k.at > 160000 ? 2 : -1; if (p < 0) continue;
        double per = (double)k.cycles / (8 * n); sum[p] += per; cnt[p]++; most[p] = std::max(most[p], per);
      }
      printf("beside,%s,launchers,%d,%s,%.0f", NAME[S], launchers, side == 0 ? "own_sm" : "other_sm", lastCall / 1e3);
      for (int p = 0; p < 3; ++p) printf(",%.1f,%.1f,%d", cnt[p] ? sum[p] / cnt[p] : 0, most[p], cnt[p]);
      printf("\n");
    }
  }
}
int main() {
  const size_t words = 8 << 20; CHECK(cudaMalloc(&marks, 132 * MOST * sizeof(Mark))); CHECK(cudaMalloc(&calls, 16 * 132)); CHECK(cudaMalloc(&start, 8)); CHECK(cudaMalloc(&memory, 132 * 4096)); CHECK(cudaMalloc(&far_, words * 4));
  std::vector<unsigned> h(132 * 1024); for (size_t i = 0; i < h.size(); ++i) h[i] = i & 31; CHECK(cudaMemcpy(memory, h.data(), h.size() * 4, cudaMemcpyHostToDevice));
  // A cycle through all sectors of 32 MB.
  std::vector<unsigned> order(words / 8), f(words); for (size_t i = 0; i < order.size(); ++i) order[i] = i; unsigned long long seed = 1; for (size_t i = order.size() - 1; i > 0; --i) { seed = seed * 6364136223846793005ull + 1442695040888963407ull; std::swap(order[i], order[(seed >> 33) % (i + 1)]); }
  for (size_t i = 0; i < order.size(); ++i) f[order[i] * 8] = order[(i + 1) % order.size()] * 8; CHECK(cudaMemcpy(far_, f.data(), words * 4, cudaMemcpyHostToDevice));
  printf("kind,step,parameter,launchers,where,last_call_us,before,most,n,during,most,n,after,most,n\n");
  measure<MULTIPLY>(60); measure<SHARED>(12); measure<L1>(8); measure<L2>(1); measure<FAR>(1); measure<GATHER>(1); measure<ATOMIC>(1); measure<ADD>(40); measure<STORE>(16); measure<FENCE>(1); measure<STORE_FENCE>(1);
  printf("done\n");
}
