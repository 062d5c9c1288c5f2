// What a warp waits for the answer of an atomic, alone on the GPU: cycles from one clock to the next around one atomic whose old value is read. Lanes go to
// words of their own (`own`: in one sector of 32 B for 8 lanes, `sectors`: in one sector each, `lines`: in one line each), to words anywhere
// in 64 KiB (`random`), or all to one word. That word's
// address is one that ptxas can see to be the same for all threads (`one`), in which case it lets one lane add for all, or one that it cannot (`opaque`).
// 32 places once behind a memset (`first`) and once again; the places nearer to the SM are the lower half. A swap finds what it expects, and changes it.
#include "common.cuh"
enum { ADD, ADD64, FADD, MAXIMUM, EXCHANGE, SWAP, SWAP_FAILS };
static const char* const KIND[] = {"add", "add64", "fadd", "max", "exchange", "swap", "swap_fails"};
enum { OWN, SECTORS, IN_LINES, RANDOM, ONE, OPAQUE };
static const char* const PLACE[] = {"own", "sectors", "lines", "random", "one", "opaque"};
enum { COUNT = 32, APART = 3 * 4096 };
template <int K> __device__ __forceinline__ unsigned answer(char* p, unsigned r) {
  unsigned* w = (unsigned*)p;
  if (K == ADD) return atomicAdd(w, 1u);
  if (K == ADD64) return (unsigned)atomicAdd((unsigned long long*)p, 1ull);
  if (K == FADD) return __float_as_uint(atomicAdd((float*)p, 1.0f));
  if (K == MAXIMUM) return atomicMax(w, r + 7u);
  if (K == EXCHANGE) return atomicExch(w, r + 7u);
  if (K == SWAP) return atomicCAS(w, r, r + 1);
  return atomicCAS(w, 0xFFFFFFFFu, r);
}
template <int K, int PLACE_> __global__ void wait(char* p, unsigned lane, unsigned* cycles, unsigned* sink) {
  __shared__ unsigned taken[2][COUNT]; unsigned seen = 0; lane = PLACE_ == ONE ? 0 : PLACE_ == OPAQUE ? lane & threadIdx.x >> 10 : PLACE_ == RANDOM ? threadIdx.x * 2654435769u >> 19 << 3 : threadIdx.x * lane;
  #pragma unroll 1
  for (unsigned r = 0; r < 2; ++r) {
    #pragma unroll
    for (int i = 0; i < COUNT; ++i) {
      unsigned before, after; __syncwarp();
      asm volatile("mov.u32 %0, %clock;" : "=r"(before) :: "memory");
      unsigned old = answer<K>(p + i * APART + lane, r);
      if (old == 0xABCDEF12u) return;  // Waits for the answer.
      asm volatile("mov.u32 %0, %clock;" : "=r"(after) :: "memory");
      seen += old; if (threadIdx.x == 0) taken[r][i] = after - before;
    }
  }
  if (threadIdx.x == 0) for (int i = 0; i < 2 * COUNT; ++i) cycles[i] = taken[i / COUNT][i % COUNT];
  sink[threadIdx.x] = seen;
}
static char* mem; static unsigned *cycles, *sink;
template <int K, int PLACE_> static void measure(unsigned threads) {
  std::vector<double> half[4]; unsigned own = PLACE_ == IN_LINES ? 128 : PLACE_ == SECTORS ? 32 : PLACE_ == OPAQUE ? 64 : K == ADD64 ? 8 : 4;
  for (int run = 0; run < 4; ++run) {
    CHECK(cudaMemset(mem, 0, COUNT * APART + 65536)); wait<K, PLACE_><<<1, threads>>>(mem, own, cycles, sink); CHECK(cudaDeviceSynchronize());
    std::vector<unsigned> c(2 * COUNT); CHECK(cudaMemcpy(c.data(), cycles, 8 * COUNT, cudaMemcpyDeviceToHost)); std::sort(c.begin(), c.begin() + COUNT); std::sort(c.begin() + COUNT, c.end());
    if (run) for (int i = 0; i < 2 * COUNT; ++i) half[2 * i / COUNT].push_back(c[i]);
  }
  const char* const when[] = {"_first_near", "_first_far", "_near", "_far"};
  for (int i = 0; i < 4; ++i) { char v[64]; snprintf(v, sizeof v, "%s_%s%s", KIND[K], PLACE[PLACE_], when[i]); row("answers", v, "lanes", threads, "wait", "cycles", half[i]); }
}
template <int K> static void places() {
  for (unsigned t : {1u, 32u}) { measure<K, OWN>(t); measure<K, ONE>(t); measure<K, OPAQUE>(t); }
  for (unsigned t : {2u, 4u, 8u, 32u}) { measure<K, SECTORS>(t); measure<K, IN_LINES>(t); measure<K, RANDOM>(t); }
}
int main() {
  CHECK(cudaMalloc(&mem, COUNT * APART + 65536)); CHECK(cudaMalloc(&cycles, 8 * COUNT)); CHECK(cudaMalloc(&sink, 4096));
  places<ADD>(); places<ADD64>(); places<FADD>(); places<MAXIMUM>(); places<EXCHANGE>(); places<SWAP>(); places<SWAP_FAILS>();
  printf("done\n");
}
