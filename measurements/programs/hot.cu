// Atomics of many threads on few words, 256 bytes apart. KIND 1: atom.add, value used; 2: cas that fails; 3: cas that stores what is there; 4: ld.cg, then cas that fails; 5: the same with ld.volatile; 6: atom.min; 7: cas that changes the word
#include "programs.cuh"
template <int KIND> __global__ void hot(int* p, int words, int stride, int lanes, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; if ((threadIdx.x & 31) >= lanes) return; int s = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) { int* a = p + (size_t)((unsigned)(t * 2654435761u + i * 0x9E3779B9u) % (unsigned)words) * stride + (s & 0x40000000);
    if (KIND == 1) s += atomicAdd(a, 0); if (KIND == 2) s += atomicCAS(a, 77, 78); if (KIND == 3) s += atomicCAS(a, 0, 0);
    if (KIND == 4) { int v = __ldcg(a); s += atomicCAS(a, v + 1, 78); } if (KIND == 5) { int v = *(volatile int*)a; s += atomicCAS(a, v + 1, 78); } if (KIND == 6) s += atomicMin(a, 5); if (KIND == 7) { s += atomicCAS(a, 0, 1); s += atomicCAS(a, 1, 0); } s &= 0xff; }
  if (s == 0x7777) p[0] = 1;
}
template <int KIND> static void go(int* p) { char v[96]; for (int words : {1, 32, 4096}) for (int lanes : {1, 32}) for (int warps : {1, 8, 32}) { snprintf(v, 96, "hot_kind%d_words%d_lanes%d", KIND, words, lanes);
  row("hot", v, "warps", warps, [&] { cudaMemset(p, 0, 4096 * 256); }, [&] { hot<KIND><<<132, warps * 32>>>(p, words, 64, lanes, 16); }, [] { return 0ULL; }); } }
int main(int argc, char** argv) { start(argc, argv); int* p = device<int>(4096 * 64); go<1>(p); go<2>(p); go<3>(p); go<4>(p); go<5>(p); go<6>(p); go<7>(p); }
