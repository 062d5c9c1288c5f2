// Which slot of the pool a lone launch gets (the address of its parameters says), and how long its grid takes (CDP2); one line a run, in order.
#include "common.cuh"
typedef unsigned long long u64;
struct Seen { u64 address; unsigned sm; };
__global__ void silent(int) {}
__device__ __forceinline__ unsigned smid() { unsigned s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }
__device__ __forceinline__ void post(Seen* s, int mode) {
  void* p = cudaGetParameterBufferV2((void*)silent, dim3(1), dim3(32), 0); s->address = (u64)p; s->sm = smid(); if (!p) return; *(int*)p = 1;
  cudaLaunchDeviceV2(p, mode == 0 ? (cudaStream_t)0 : mode == 1 ? cudaStreamFireAndForget : cudaStreamTailLaunch);
}
__global__ void lone(Seen* s, int mode, int lanes) { if (threadIdx.x < lanes) post(s + threadIdx.x, mode); }
__global__ void onSm(Seen* s, int mode, unsigned sm) { extern __shared__ int x[]; if (threadIdx.x == 0 && smid() == sm) post(s, mode); if (threadIdx.x == 9999) x[0] = 1; }
__global__ void onWarp(Seen* s, int mode, int warp) { if (threadIdx.x == warp * 32) post(s, mode); }
__global__ void flood(int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) silent<<<1, 32, 0, cudaStreamFireAndForget>>>(0); }
__global__ void many(Seen* s, int lanes) { if (threadIdx.x < lanes) post(s + blockIdx.x * lanes + threadIdx.x, 1); }
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim)); Seen* s; CHECK(cudaMallocManaged(&s, sizeof(Seen) * 65536));
  CHECK(cudaFuncSetAttribute(onSm, cudaFuncAttributeMaxDynamicSharedMemorySize, 150 << 10));
  Seen* d; CHECK(cudaMalloc(&d, sizeof(Seen) * 65536)); std::vector<Seen> h(65536);
  auto show = [&](const char* v, int r, double us, int n) { CHECK(cudaDeviceSynchronize()); CHECK(cudaMemcpy(h.data(), d, sizeof(Seen) * n, cudaMemcpyDeviceToHost)); printf("S,%zu,%s,%d,%.1f,sm%u", lim, v, r, us, h[0].sm); for (int i = 0; i < n; ++i) printf(",%llx", h[i].address); printf("\n"); };
  const char* m[] = {"null", "faf", "tail"};
  auto phase = [&](const char* name, int n) { char v[64];
    for (int mode : {1, 0, 2}) { snprintf(v, 64, "%s_lone_%s", name, m[mode]); for (int r = 0; r < n; ++r) show(v, r, 1e3 * timeMs([&]{ lone<<<1, 32>>>(d, mode, 1); }), 1); }
    snprintf(v, 64, "%s_lanes4_faf", name); for (int r = 0; r < n / 2; ++r) show(v, r, 1e3 * timeMs([&]{ lone<<<1, 32>>>(d, 1, 4); }), 4); };
  phase("fresh", 24);
  for (int r = 0; r < 12; ++r) show("warp", r, 1e3 * timeMs([&]{ onWarp<<<1, 1024>>>(d, 1, (r * 5) % 32); }), 1);
  for (int t = 0; t < 2; ++t) for (unsigned sm = 0; sm < 132; sm += t ? 13 : 1) show("sm", sm, 1e3 * timeMs([&]{ onSm<<<132, 32, 150 << 10>>>(d, 1, sm); }), 1);
  int big = (int)std::min<size_t>(lim / 2, 30000);
  flood<<<(big + 127) / 128, 128>>>(big); CHECK(cudaDeviceSynchronize());
  phase("flooded", 24);
  for (int r = 0; r < 3; ++r) show("many", r, 1e3 * timeMs([&]{ many<<<4, 32>>>(d, 32); }), 128);
  phase("manied", 12);
  if (argc > 2) { for (int r = 0; r < 400; ++r) show("long", r, 1e3 * timeMs([&]{ lone<<<1, 32>>>(d, 1, 1); }), 1); }
}
