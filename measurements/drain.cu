// How much longer a grid takes whose warps end with a store or an atomic than the same code when it leaves that out: grids in a row, which add some thousand times first.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
enum Last { STORE, STORES, LOAD_AND_STORE, RED_OWN, RED_WARP, RED_ONE, LASTS };
static const char* const LAST[] = {"store", "stores", "load_and_store", "red_own", "red_warp", "red_one"};
template <int L> __global__ void work(unsigned* words, int steps, int flag) {
  unsigned v = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  #pragma unroll 1
  for (int k = 0; k < steps; ++k) asm volatile("mad.lo.u32 %0, %0, 158984081, 1866665332;" : "+r"(v));
  if (flag) {
    if (L == STORE) words[i] = v;
    if (L == STORES) for (int k = 0; k < 8; ++k) words[i + k * 262144] = v;
    if (L == LOAD_AND_STORE) words[i] = words[i + 262144] + v;
    if (L == RED_OWN) asm volatile("red.global.add.u32 [%0], %1;" :: "l"(words + i), "r"(v) : "memory");
    if (L == RED_WARP && (threadIdx.x & 31) == 0) asm volatile("red.global.add.u32 [%0], %1;" :: "l"(words + i), "r"(v) : "memory");
    if (L == RED_ONE && (threadIdx.x & 31) == 0) asm volatile("red.global.add.u32 [%0], %1;" :: "l"(words), "r"(v) : "memory");
  }
}
static unsigned* words; static int count;
template <int L> static void rows() {
  cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  for (int blocks : {1, 132, 528}) for (int flag : {0, 1}) {
    std::vector<double> t;
    for (int r = 0; r < 6; ++r) {
      CHECK(cudaEventRecord(a));
      for (int i = 0; i < count; ++i) work<L><<<blocks, 256>>>(words, 700, flag);
      CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (r) t.push_back(ms * 1e3 / count);
    }
    std::sort(t.begin(), t.end()); printf("drain,%s,blocks,%d,does,%d,us,%.4g,%.4g,%.4g\n", LAST[L], blocks, flag, t.front(), t[2], t.back()); fflush(stdout);
  }
}
int main(int argc, char** argv) {
  count = argc > 1 ? atoi(argv[1]) : 40;
  CHECK(cudaMalloc(&words, 64 << 20)); CHECK(cudaMemset(words, 0, 64 << 20));
  rows<STORE>(); rows<STORES>(); rows<LOAD_AND_STORE>(); rows<RED_OWN>(); rows<RED_WARP>(); rows<RED_ONE>();
}
