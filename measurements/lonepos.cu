// Where in the pool lone launches lie after what a process did before (CDP2): floods of several shapes, levels that grow and shrink, and lone launches.
#include <string>
#include "common.cuh"
typedef unsigned long long u64;
__global__ void silent(int) {}
__device__ __forceinline__ u64 post(int mode) {
  void* p = cudaGetParameterBufferV2((void*)silent, dim3(1), dim3(32), 0); if (!p) return 0; *(int*)p = 1;
  cudaLaunchDeviceV2(p, mode == 0 ? (cudaStream_t)0 : mode == 1 ? cudaStreamFireAndForget : cudaStreamTailLaunch); return (u64)p;
}
__global__ void many(u64* s, int n, int mode) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) s[i] = post(mode); }
__global__ void one(u64* s, int mode) { if (threadIdx.x == 0) s[0] = post(mode); }
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); int first = argc > 2 ? atoi(argv[2]) : 0; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim));
  u64* d; CHECK(cudaMalloc(&d, 8 * lim)); std::vector<u64> h(lim); std::vector<std::string> out; struct L { std::string v; int r; double us; u64 a; }; std::vector<L> ls;
  auto lone = [&](const char* v, int n) { for (int r = 0; r < n; ++r) { double us = 1e3 * timeMs([&]{ one<<<1, 256>>>(d, 1); }); CHECK(cudaMemcpy(h.data(), d, 8, cudaMemcpyDeviceToHost)); ls.push_back({v, r, us, h[0]}); } };
  auto run = [&](const char* v, int n, int threads, int mode) { for (int r = 0; r < 3; ++r) { double us = 1e3 * timeMs([&]{ many<<<(n + threads - 1) / threads, threads>>>(d, n, mode); }); CHECK(cudaMemcpy(h.data(), d, 8 * n, cudaMemcpyDeviceToHost)); u64 lo = ~0ull; for (int i = 0; i < n; ++i) lo = std::min(lo, h[i]); ls.push_back({std::string(v) + "_lowest", r, us, lo}); } };
  auto levels = [&](const char* v, int top) { for (int r = 0; r < 2; ++r) { double us = 1e3 * timeMs([&]{ for (int l = 1; l < 2 * top; ++l) { int n = l <= top ? l : 2 * top - l; many<<<(n + 255) / 256, 256>>>(d, n, 1); } }); ls.push_back({v, r, us, 0}); } };
  lone("fresh", 12);
  if (first == 0) { run("f32", 32, 32, 1); lone("after_f32", 8); run("f256", 256, 256, 1); lone("after_f256", 8); run("f2048", 2048, 256, 1); lone("after_f2048", 8); run("n256", 256, 256, 0); lone("after_n256", 8); }
  if (first == 1) { levels("levels256", 256); lone("after_levels256", 12); levels("levels16", 16); lone("after_levels16", 12); }
  if (first == 2) { run("f30000", 30000, 256, 1); lone("after_f30000", 12); levels("levels256", 256); lone("after_levels256", 12); }
  if (first == 3) { run("n2048", 2048, 256, 0); lone("after_n2048", 12); run("f30000", 30000, 128, 1); lone("after_f30000", 12); run("f8", 8, 32, 1); lone("after_f8", 8); run("f2", 2, 32, 1); lone("after_f2", 8); }
  run("all", (int)lim, 256, 1); CHECK(cudaMemcpy(h.data(), d, 8 * lim, cudaMemcpyDeviceToHost)); u64 lo = ~0ull, hi = 0; size_t got = 0; for (auto a : h) if (a) { lo = std::min(lo, a); hi = std::max(hi, a); got++; }
  printf("pool,%zu,kind%d,got,%zu,lowest,%llx,slots,%.2f\n", lim, first, got, lo, (hi - lo) / 7168.0);
  for (auto& l : ls) printf("L,%zu,kind%d,%s,%d,%.1f,%.2f\n", lim, first, l.v.c_str(), l.r, l.us, l.a ? ((double)l.a - (double)lo) / 7168 : -1.0);
}
