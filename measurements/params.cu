// What a kernel's first reads of its parameters and of constant memory cost a warp: cycles from clock to clock.
#include "common.cuh"
#define STEPS 24
struct Words { unsigned w[960]; };
__constant__ unsigned table[4096];
__device__ unsigned out[4096][32][STEPS];
__device__ unsigned sms[4096];
__device__ unsigned sink;
#define SM() ({ unsigned s; asm("mov.u32 %0, %%smid;" : "=r"(s)); s; })
// STRIDE words apart
template <int STRIDE> __global__ void params(__grid_constant__ const Words p) {
  extern __shared__ unsigned room[];
  unsigned t[STEPS]; unsigned x = threadIdx.x;
  unsigned first = now();
#pragma unroll
  for (int k = 0; k < STEPS; k++) {
    unsigned a = now(); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(p.w[k * STRIDE])); asm volatile("add.u32 %0, %0, 5;" : "+r"(x)); t[k] = now() - a; }
  if (threadIdx.x % 32 == 0) { for (int k = 0; k < STEPS; k++) out[blockIdx.x][threadIdx.x / 32][k] = t[k]; sms[blockIdx.x] = SM(); if (x == 12345) sink = first; }
}
template <int STRIDE> __global__ void tables() {
  unsigned t[STEPS]; unsigned x = threadIdx.x;
#pragma unroll
  for (int k = 0; k < STEPS; k++) {
    unsigned a = now(); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(table[k * STRIDE])); asm volatile("add.u32 %0, %0, 5;" : "+r"(x)); t[k] = now() - a; }
  if (threadIdx.x % 32 == 0) { for (int k = 0; k < STEPS; k++) out[blockIdx.x][threadIdx.x / 32][k] = t[k]; sms[blockIdx.x] = SM(); if (x == 12345) sink = 1; }
}
template <int STRIDE> __global__ void parent(__grid_constant__ const Words p, int blocks, int threads, int shared) { params<STRIDE><<<blocks, threads, shared, cudaStreamFireAndForget>>>(p); }
template <int STRIDE> __global__ void parentTables(int blocks, int threads, int shared) { tables<STRIDE><<<blocks, threads, shared, cudaStreamFireAndForget>>>(); }
static void print(const char* name, int stride, int round, int blocks, int threads) {
  static unsigned h[4096][32][STEPS]; static unsigned s[4096]; CHECK(cudaMemcpyFromSymbol(h, out, sizeof h)); CHECK(cudaMemcpyFromSymbol(s, sms, sizeof s));
  int seen[256] = {0};
  for (int wave = 0; wave < 2; wave++) for (int w = 0; w < threads / 32; w += std::max(1, threads / 32 - 1)) {
    std::vector<unsigned> v[STEPS]; int n = 0;
    std::fill(seen, seen + 256, 0);
    for (int b = 0; b < blocks; b++) { int at = seen[s[b]]++; if ((at > 0) != wave) continue; n++; for (int k = 0; k < STEPS; k++) v[k].push_back(h[b][w][k]); }
    if (!n) continue;
    printf("%s,stride_bytes,%d,round,%d,blocks,%d,warp,%d,%s,%d", name, stride * 4, round, blocks, w, wave ? "later" : "first", n);
    for (int k = 0; k < STEPS; k++) { std::sort(v[k].begin(), v[k].end()); printf(",%u", v[k][n / 2]); }
    printf("\n");
  }
}
template <int STRIDE> void all() {
  Words p; for (int i = 0; i < 960; i++) p.w[i] = i * 7;
  const int shared = 200 * 1024;
  CHECK(cudaFuncSetAttribute(params<STRIDE>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  int counts[][2] = {{1, 32}, {132, 32}, {528, 32}, {132, 256}};
  for (auto& c : counts) for (int r = 0; r < 3; r++) { params<STRIDE><<<c[0], c[1], shared>>>(p); CHECK(cudaDeviceSynchronize()); print("host", STRIDE, r, c[0], c[1]); }
  for (auto& c : counts) for (int r = 0; r < 3; r++) { params<STRIDE><<<c[0], c[1], shared>>>(p); params<STRIDE><<<c[0], c[1], shared>>>(p); CHECK(cudaDeviceSynchronize()); print("host_second", STRIDE, r, c[0], c[1]); }
  for (auto& c : counts) for (int r = 0; r < 3; r++) { parent<STRIDE><<<1, 1>>>(p, c[0], c[1], 100 * 1024 > shared ? shared : 40 * 1024); CHECK(cudaDeviceSynchronize()); print("device", STRIDE, r, c[0], c[1]); }
  for (auto& c : counts) for (int r = 0; r < 3; r++) { tables<STRIDE><<<c[0], c[1]>>>(); CHECK(cudaDeviceSynchronize()); print("table", STRIDE, r, c[0], c[1]); }
  for (auto& c : counts) for (int r = 0; r < 3; r++) { parentTables<STRIDE><<<1, 1>>>(c[0], c[1], 0); CHECK(cudaDeviceSynchronize()); print("table_device", STRIDE, r, c[0], c[1]); }
}
int main() { all<1>(); all<4>(); all<16>(); all<32>(); return 0; }
