// What the first reads of parameters and of constant memory cost each block, and how long what was read stays. params.cu reads words that lie next to each other or apart.
#include "common.cuh"
#define STEPS 16
#define BLOCKS (132 * 12)
struct Words { unsigned w[960]; };
__constant__ unsigned table[1024];
__device__ unsigned out[BLOCKS][32][STEPS];
__device__ unsigned began[BLOCKS], sms[BLOCKS], sink;
#define STEP(value) { unsigned a = now(); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(value)); asm volatile("add.u32 %0, %0, 5;" : "+r"(x)); t[n++] = now() - a; }
#define SPIN(cycles) { unsigned a = now(); while (now() - a < (cycles)) {} }
#define END if (threadIdx.x % 32 == 0) { for (int k = 0; k < STEPS; k++) out[blockIdx.x][threadIdx.x / 32][k] = k < n ? t[k] : 0; unsigned s; asm("mov.u32 %0, %%smid;" : "=r"(s)); sms[blockIdx.x] = s; began[blockIdx.x] = first; if (x == 12345) sink = 1; }
// Each block reads four lines, twice: those of the sizes (line 0), of the first parameters, of later ones, and again.
__global__ void blocks(__grid_constant__ const Words p, int unused) {
  unsigned t[STEPS]; int n = 0; unsigned x = threadIdx.x; unsigned first = now();
  STEP(blockDim.x) STEP(p.w[0]) STEP(p.w[16]) STEP(p.w[32]) STEP(blockDim.x) STEP(p.w[0]) STEP(p.w[16]) STEP(p.w[32])
  END
}
__global__ void late(__grid_constant__ const Words p, int unused) {
  unsigned t[STEPS]; int n = 0; unsigned x = threadIdx.x; unsigned first = now();
  SPIN(threadIdx.x / 32 * 300 + 50)
  STEP(p.w[0]) STEP(p.w[16]) STEP(p.w[32]) STEP(blockDim.x) STEP(p.w[0]) STEP(p.w[16]) STEP(p.w[32]) STEP(blockDim.x)
  END
}
__global__ void tables(int unused) {
  unsigned t[STEPS]; int n = 0; unsigned x = threadIdx.x; unsigned first = now();
  STEP(table[0]) STEP(table[16]) STEP(table[32]) STEP(table[64]) STEP(table[128]) STEP(table[0]) STEP(table[16])
  END
}
// How many lines stay: LINES of them, then the first ones again.
template <int LINES> __global__ void stay(__grid_constant__ const Words p) {
  unsigned t[STEPS]; int n = 0; unsigned x = threadIdx.x; unsigned first = now();
#pragma unroll
  for (int i = 0; i < LINES; i++) asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(p.w[i * 16]));
  STEP(p.w[1]) STEP(p.w[17]) STEP(p.w[33]) STEP(p.w[(LINES / 2) * 16 + 1]) STEP(p.w[(LINES - 2) * 16 + 1]) STEP(p.w[(LINES - 1) * 16 + 1])
  END
}
__global__ void launcher(__grid_constant__ const Words p, int which, int grid, int threads, int shared) {
  if (which == 0) blocks<<<grid, threads, shared, cudaStreamFireAndForget>>>(p, 0);
  else if (which == 1) late<<<grid, threads, shared, cudaStreamFireAndForget>>>(p, 0);
  else tables<<<grid, threads, shared, cudaStreamFireAndForget>>>(0);
}
static unsigned h[BLOCKS][32][STEPS], s[BLOCKS], at[BLOCKS];
static void print(const char* name, int grid, int threads, int steps) {
  CHECK(cudaDeviceSynchronize()); CHECK(cudaMemcpyFromSymbol(h, out, sizeof h)); CHECK(cudaMemcpyFromSymbol(s, sms, sizeof s)); CHECK(cudaMemcpyFromSymbol(at, began, sizeof at));
  std::vector<std::vector<int>> on(256); for (int b = 0; b < grid; b++) on[s[b]].push_back(b);
  for (auto& v : on) std::sort(v.begin(), v.end(), [](int a, int b) { return int(at[a] - at[b]) < 0; });
  int most = 0; for (auto& v : on) most = std::max(most, (int)v.size());
  for (int turn = 0; turn < most; turn++) for (int w = 0; w < threads / 32; w++) {
    if (w > 5 && w != threads / 32 - 1) continue;
    std::vector<unsigned> v[STEPS]; for (auto& o : on) if ((int)o.size() > turn) for (int k = 0; k < steps; k++) v[k].push_back(h[o[turn]][w][k]);
    printf("%s,blocks,%d,threads,%d,turn,%d,warp,%d", name, grid, threads, turn, w);
    for (int k = 0; k < steps; k++) { std::sort(v[k].begin(), v[k].end()); printf(",%u", v[k][v[k].size() / 2]); }
    printf("\n");
  }
}
int main() {
  Words p; for (int i = 0; i < 960; i++) p.w[i] = i * 7;
  const int shared = 200 * 1024;
  CHECK(cudaFuncSetAttribute(blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  CHECK(cudaFuncSetAttribute(late, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  CHECK(cudaFuncSetAttribute(tables, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  int grids[] = {1, 132, 132 * 10}; int sizes[] = {32, 128, 256};
  for (int r = 0; r < 2; r++) for (int g : grids) for (int t : sizes) {
    printf("round %d\n", r);
    blocks<<<g, t, shared>>>(p, 0); print("blocks_host", g, t, 8);
    late<<<g, t, shared>>>(p, 0); print("late_host", g, t, 8);
    tables<<<g, t, shared>>>(0); print("tables_host", g, t, 7);
    launcher<<<1, 1>>>(p, 0, g, t, 40 * 1024); print("blocks_device", g, t, 8);
    launcher<<<1, 1>>>(p, 1, g, t, 40 * 1024); print("late_device", g, t, 8);
    launcher<<<1, 1>>>(p, 2, g, t, 40 * 1024); print("tables_device", g, t, 7);
  }
#define STAY(n) { stay<n><<<132, 32>>>(p); print("stay_" #n, 132, 32, 6); }
  STAY(4) STAY(8) STAY(16) STAY(24) STAY(28) STAY(32) STAY(36) STAY(40) STAY(48) STAY(60)
  return 0;
}
