// How soon behind each other a warp issues stores and reductions: cycles for 1, 2, 4 and 8 of them, of the first warp of a block and of its last, until they have issued and until the next clock.
#include "common.cuh"
__device__ unsigned out[64][8]; __device__ unsigned sink; __device__ unsigned words[1 << 20];
template <int N, class F> __device__ __forceinline__ void rep(F f) {
#pragma unroll
  for (int i = 0; i < N; i++) f(i);
}
#define ISSUE(name, N, body, use) template <> __device__ void work<name, N>(unsigned* p, unsigned s, unsigned& t, unsigned& u) { \
  unsigned v[N]; unsigned a = now(); rep<N>([&](int i) { body; }); unsigned b = now(); rep<N>([&](int i) { use; }); unsigned c = now(); t = b - a; u = c - a; }
enum Kind { STG_, ATOMS_, RED_ };
template <int K, int N> __device__ void work(unsigned* p, unsigned s, unsigned& t, unsigned& u);
#define ALL(name, body, use) ISSUE(name, 1, body, use) ISSUE(name, 2, body, use) ISSUE(name, 4, body, use) ISSUE(name, 8, body, use)
ALL(STG_, asm volatile("st.global.u32 [%0], %1;" :: "l"(p + 32 * i), "r"(i + 7)), (void)v[0])
ALL(ATOMS_, asm volatile("red.shared.add.u32 [%0], 3;" :: "r"(s)), (void)v[0])
ALL(RED_, asm volatile("red.global.add.u32 [%0], 3;" :: "l"(p + 32 * i)), (void)v[0])
template <int K> __global__ void kernel() {
  __shared__ unsigned room[2048]; room[threadIdx.x] = threadIdx.x; room[threadIdx.x + 1024] = 1; __syncthreads();
  unsigned s = (unsigned)__cvta_generic_to_shared(room + threadIdx.x); unsigned* p = words + threadIdx.x + 4096 * (threadIdx.x / 32);
  unsigned t[4], u[4];
  for (int r = 0; r < 3; r++) {
    work<K, 1>(p, s, t[0], u[0]); work<K, 2>(p, s, t[1], u[1]); work<K, 4>(p, s, t[2], u[2]); work<K, 8>(p, s, t[3], u[3]);
    __syncthreads();
  }
  if (threadIdx.x % 32 == 0) for (int i = 0; i < 4; i++) { out[threadIdx.x / 32][i] = t[i]; out[threadIdx.x / 32][4 + i] = u[i]; }
}
template <int K> void run(const char* name) {
  for (int threads : {32, 128, 256, 512}) {
    kernel<K><<<1, threads>>>(); CHECK(cudaDeviceSynchronize()); kernel<K><<<1, threads>>>(); CHECK(cudaDeviceSynchronize());
    unsigned h[64][8]; CHECK(cudaMemcpyFromSymbol(h, out, sizeof h));
    printf("spacing,%s,threads,%d,issue", name, threads); for (int i = 0; i < 4; i++) printf(",%u", h[0][i]);
    printf(",used"); for (int i = 4; i < 8; i++) printf(",%u", h[0][i]); printf(",last_warp"); for (int i = 0; i < 8; i++) printf(",%u", h[threads / 32 - 1][i]); printf("\n");
  }
}
int main() { run<STG_>("stg"); run<ATOMS_>("reds"); run<RED_>("redg"); }
