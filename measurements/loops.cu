// What a loop costs beside its work: cycles of a pass by what is in it, alone and beside other warps of the scheduler.
#include "common.cuh"
typedef unsigned long long ull;
enum { MUL1, MUL2, MUL4, MUL8, MUL16, ADD4, STORE, WORK, DATA_BRANCH, SKIP_TAKEN, SKIP_NOT, FILL };
static const char* const NAME[] = {"imad1", "imad2", "imad4", "imad8", "imad16", "iadd4", "store", "lcg_unrolled16", "compare_at_end", "if_taken", "if_not_taken", "fill_as_persistent"};
template <int K> __device__ __forceinline__ void mul(unsigned& v) {
  #pragma unroll
  for (int i = 0; i < K; ++i) asm volatile("mad.lo.u32 %0, %0, 158984081, 1866665332;" : "+r"(v));
}
template <int B> __global__ void loop(unsigned* p, int n, int step, int bound, unsigned work, ull* out) {
  unsigned v = threadIdx.x; unsigned* q = p + threadIdx.x + blockIdx.x * blockDim.x;
  __syncthreads();
  ull c = clock64();
  if (B == FILL) {
    for (int i = threadIdx.x; i < bound; i += step) p[i] = work;
  } else if (B == WORK) {
    for (int i = 0; i < n; ++i) { v = i; for (unsigned k = 0; k < work; ++k) v = v * 1664525 + 1013904223; q[0] = v; }
  } else {
    #pragma unroll 1
    for (int i = 0; i < n; ++i) {
      if (B == MUL1) mul<1>(v);
      if (B == MUL2) mul<2>(v);
      if (B == MUL4) mul<4>(v);
      if (B == MUL8) mul<8>(v);
      if (B == MUL16) mul<16>(v);
      if (B == ADD4) { asm volatile("add.u32 %0, %0, %1;" : "+r"(v) : "r"(step)); asm volatile("add.u32 %0, %0, %1;" : "+r"(v) : "r"(step)); asm volatile("add.u32 %0, %0, %1;" : "+r"(v) : "r"(step)); asm volatile("add.u32 %0, %0, %1;" : "+r"(v) : "r"(step)); }
      if (B == STORE) asm volatile("st.global.u32 [%0], %1;" :: "l"(q), "r"(v));
      if (B == DATA_BRANCH) { mul<1>(v); if (v == 12345u) break; }
      if (B == SKIP_TAKEN) { if (step > 0) goto next; mul<4>(v); q[0] = v; next: mul<1>(v); }
      if (B == SKIP_NOT) { if (v == 77777u + i) { mul<4>(v); q[0] = v; } mul<1>(v); }
    }
  }
  c = clock64() - c;
  if (v == 123u) p[0] = v;
  if (threadIdx.x == 0) out[blockIdx.x] = c;
}
static ull* out; static unsigned* mem;
template <int B> static void measure(int threads) {
  int n = 4096; std::vector<double> d;
  for (int r = 0; r < 6; ++r) {
    loop<B><<<1, threads>>>(mem, B == WORK ? 256 : n, threads, threads * n, 256, out); CHECK(cudaDeviceSynchronize());
    ull c; CHECK(cudaMemcpy(&c, out, 8, cudaMemcpyDeviceToHost)); if (r) d.push_back((double)c / (B == WORK ? 256 * 16 : n));
  }
  row("loop", NAME[B], "warps", threads / 32, "per_pass", "cycles", d);
}
template <int B> static void sizes() { for (int w : {1, 2, 4, 8, 16, 32}) measure<B>(w * 32); }
int main() {
  CHECK(cudaMalloc(&out, 8 * 256)); CHECK(cudaMalloc(&mem, 256 << 20)); CHECK(cudaMemset(mem, 0, 256 << 20));
  sizes<MUL1>(); sizes<MUL2>(); sizes<MUL4>(); sizes<MUL8>(); sizes<MUL16>(); sizes<ADD4>(); sizes<STORE>(); sizes<WORK>(); sizes<DATA_BRANCH>(); sizes<SKIP_TAKEN>(); sizes<SKIP_NOT>(); sizes<FILL>();
  printf("done\n");
}
