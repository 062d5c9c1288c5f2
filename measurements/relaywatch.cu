// Relays, nests and lone launches with the slot of the pool that each launch got (CDP2): how often the pool is walked through for one link.
#include "common.cuh"
#include <string>
typedef unsigned long long u64;
__global__ void silent(int) {}
__device__ __forceinline__ u64 post(int mode, dim3 b) {
  void* p = cudaGetParameterBufferV2((void*)silent, b, dim3(32), 0); if (!p) return 0; *(int*)p = 1;
  cudaLaunchDeviceV2(p, mode == 0 ? (cudaStream_t)0 : mode == 1 ? cudaStreamFireAndForget : cudaStreamTailLaunch); return (u64)p;
}
struct Args { int left, child; u64* s; };
__global__ void relay(int left, int child, u64* s);
__device__ __forceinline__ u64 postRelay(int left, int child, u64* s, cudaStream_t st) {
  void* p = cudaGetParameterBufferV2((void*)relay, dim3(1), dim3(1), 0); if (!p) return 0; *(Args*)p = Args{left, child, s}; cudaLaunchDeviceV2(p, st); return (u64)p;
}
__global__ void relay(int left, int child, u64* s) {
  if (!left) return; u64 c = 0; if (child) c = post(child == 1 ? 0 : 1, dim3(1)); s[2 * left] = c; s[2 * left + 1] = postRelay(left - 1, child, s, cudaStreamTailLaunch);
}
__global__ void one(u64* s, int mode) { if (threadIdx.x == 0) s[0] = post(mode, dim3(1)); }
__global__ void many(u64* s, int n, int mode) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) s[i] = post(mode, dim3(1)); }
// n tails of one grid, n grids of one stream
__global__ void tails(u64* s, int n, int mode) { for (int i = 0; i < n; ++i) s[i] = post(mode, dim3(1)); }
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim)); u64* d; CHECK(cudaMalloc(&d, 8 * lim)); std::vector<u64> h(lim);
  struct L { std::string v; int r; double us; std::vector<u64> a; }; std::vector<L> ls; 
  auto keep = [&](const char* v, int r, double us, int n) { CHECK(cudaMemcpy(h.data(), d, 8 * n, cudaMemcpyDeviceToHost)); ls.push_back({v, r, us, std::vector<u64>(h.begin(), h.begin() + n)}); };
  auto phase = [&](const char* tag) { char v[64];
    for (int mode : {1, 0, 2}) for (int r = 0; r < 6; ++r) { snprintf(v, 64, "%s_lone%d", tag, mode); double us = 1e3 * timeMs([&]{ one<<<1, 256>>>(d, mode); }); keep(v, r, us, 1); }
    for (int child : {0, 1, 2}) for (int n : {1, 2, 16}) for (int r = 0; r < 5; ++r) { snprintf(v, 64, "%s_relay%d_child%d", tag, n, child); CHECK(cudaMemset(d, 0, 1024)); double us = 1e3 * timeMs([&]{ relay<<<1, 1>>>(n, child, d); }); keep(v, r, us, 2 * n + 2); }
    for (int mode : {0, 2, 1}) for (int n : {2, 3, 8}) for (int r = 0; r < 5; ++r) { snprintf(v, 64, "%s_line%d_mode%d", tag, n, mode); double us = 1e3 * timeMs([&]{ tails<<<1, 1>>>(d, n, mode); }); keep(v, r, us, n); } };
  phase("fresh"); for (int r = 0; r < 3; ++r) { double us = 1e3 * timeMs([&]{ many<<<118, 256>>>(d, 30000, 1); }); CHECK(cudaDeviceSynchronize()); (void)us; } phase("flooded");
  many<<<(lim + 255) / 256, 256>>>(d, (int)lim, 1); CHECK(cudaDeviceSynchronize()); CHECK(cudaMemcpy(h.data(), d, 8 * lim, cudaMemcpyDeviceToHost)); u64 lo = ~0ull; for (auto a : h) if (a) lo = std::min(lo, a);
  for (auto& l : ls) { printf("R,%zu,%s,%d,%.1f", lim, l.v.c_str(), l.r, l.us); for (auto a : l.a) if (a) printf(",%.0f", ((double)a - (double)lo) / 7168); printf("\n"); }
}
