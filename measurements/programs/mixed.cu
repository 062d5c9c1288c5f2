// Loads of a line that all SMs update or store to. Each thread (one of a warp) does LOADS ld.cg of the word `apart` ints from the others' word, each of which needs the one before it, and then OTHERS cas that fail, or stores.
#include "programs.cuh"
template <int LOADS, int OTHERS, bool STORES> __global__ void mixed(int* p, int apart, int n) {
  if (threadIdx.x & 31) return; int s = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < LOADS; ++k) { int v; asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p + apart + (s & 0x40000000))); s += v; }
#pragma unroll
    for (int k = 0; k < OTHERS; ++k) if (STORES) asm volatile("st.global.u32 [%0], %1;" ::"l"(p + (s & 0x40000000)), "r"(0) : "memory"); else s += atomicCAS(p + (s & 0x40000000), 77, 78);
    s &= 0xff; }
  if (s == 0x77) p[0] = 1;
}
template <int LOADS, int OTHERS, bool STORES> static void go(int* p) { char v[96]; for (int apart : {0, 1, 8, 4096 * 16}) for (int warps : {8, 32}) { snprintf(v, 96, STORES ? "loads%d_st%d_apart%d" : "loads%d_cas%d_apart%d", LOADS, OTHERS, apart);
  row("mixed", v, "warps", warps, [&] { cudaMemset(p, 0, 4096 * 256); }, [&] { mixed<LOADS, OTHERS, STORES><<<132, warps * 32>>>(p, apart, 16); }, [] { return 0ULL; }); } }
int main(int argc, char** argv) { start(argc, argv); int* p = device<int>(4096 * 64);
  go<1, 0, false>(p); go<1, 0, true>(p);
  go<4, 0, false>(p); go<4, 0, true>(p);
  go<0, 1, false>(p); go<0, 1, true>(p);
  go<1, 1, false>(p); go<1, 1, true>(p);
  go<2, 1, false>(p); go<2, 1, true>(p);
  go<4, 1, false>(p); go<4, 1, true>(p);
  go<8, 1, false>(p); go<8, 1, true>(p);
  go<1, 4, false>(p); go<1, 4, true>(p);
  go<4, 4, false>(p); go<4, 4, true>(p);
}
