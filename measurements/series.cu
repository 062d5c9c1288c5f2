// The times of single runs, in order, instead of their medians (CDP2): trees, nests, relays, fans.
#include "common.cuh"
#include <cstring>
__global__ void silent() {}
__global__ void silent1(int) {}
__device__ int deepest, lastErr;
__global__ void flood(int lanes) { if (threadIdx.x % 32 < lanes) silent<<<1, 32, 0, cudaStreamFireAndForget>>>(); }
__global__ void fan(int n) { if (threadIdx.x < n) silent<<<1, 32, 0, cudaStreamFireAndForget>>>(); }
__global__ void fanTail(int n) { if (threadIdx.x < n) silent<<<1, 32, 0, cudaStreamTailLaunch>>>(); }
__global__ void middle(int kids, int mode) { if (threadIdx.x < kids) { if (mode) silent<<<1, 32, 0, cudaStreamFireAndForget>>>(); else silent<<<1, 32>>>(); } }
__global__ void root(int kids, int mode) { middle<<<1, kids, 0, cudaStreamFireAndForget>>>(kids, mode); }
__global__ void relay(int left, int cb) { if (!left) return; if (cb) silent<<<cb, 256>>>(); relay<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1, cb); }
__global__ void relayFan(int left, int kids) { if (!left) return; if (kids) fan<<<1, 32>>>(kids); relayFan<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1, kids); }
__global__ void nestNull(int left) { if (left) nestNull<<<1, 1>>>(left - 1); }
__global__ void nestNull32(int left) { if (left && threadIdx.x == 0) nestNull32<<<1, 32>>>(left - 1); }
__global__ void deep(int d, int max) { if (threadIdx.x) return; atomicMax(&deepest, d); if (d < max) { deep<<<1, 1>>>(d + 1, max); cudaError_t e = cudaGetLastError(); if (e) lastErr = e; } }
__global__ void nestErr(int left) { if (left) { nestErr<<<1, 1>>>(left - 1); cudaError_t e = cudaGetLastError(); if (e) lastErr = e; } }
__global__ void nestAtomic(int left) { atomicMax(&deepest, left); if (left) nestAtomic<<<1, 1>>>(left - 1); }
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); const char* what = argv[2]; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim));
  auto go = [&](const char* v, int n, auto f) { printf("R,%zu,%s,%s", lim, what, v); for (int r = 0; r < n; ++r) { printf(",%.1f", 1e3 * timeMs(f)); CHECK(cudaDeviceSynchronize()); } printf("\n"); fflush(stdout); };
  char v[64];
  if (!strcmp(what, "deep")) { deep<<<1, 1>>>(0, 2); CHECK(cudaDeviceSynchronize()); for (int k = 0; k < 2; ++k) { go("deep64", 5, [&]{ deep<<<1, 1>>>(0, 64); }); go("nestNull64", 5, [&]{ nestNull<<<1, 1>>>(64); }); go("nestErr64", 5, [&]{ nestErr<<<1, 1>>>(64); }); go("nestAtomic64", 5, [&]{ nestAtomic<<<1, 1>>>(64); }); go("nestNull32_64", 5, [&]{ nestNull32<<<1, 32>>>(64); }); go("deep1000", 3, [&]{ deep<<<1, 1>>>(0, 1000); }); go("nestNull1000", 3, [&]{ nestNull<<<1, 1>>>(1000); }); } return 0; }
  if (!strcmp(what, "nest")) { nestNull<<<1, 1>>>(2); CHECK(cudaDeviceSynchronize()); for (int n : {8, 16, 32, 64, 128, 256, 512, 1000}) { if (n > lim * 9 / 10) continue; snprintf(v, 64, "nestNull%d", n); go(v, 5, [&]{ nestNull<<<1, 1>>>(n); }); } return 0; }
  if (!strcmp(what, "small")) { for (int k : {1, 2, 4, 8, 16, 20, 24, 28, 31, 32}) { snprintf(v, 64, "fan%d", k); go(v, 9, [&]{ fan<<<1, 32>>>(k); }); }
    for (int k : {40, 48, 56, 62}) { if (k > (int)lim) continue; snprintf(v, 64, "fan%d", k); go(v, 9, [&]{ fan<<<1, 64>>>(k); }); } for (int k : {64, 128, 256, 512, 1024}) { if (k > (int)lim) continue; snprintf(v, 64, "fan%d", k); go(v, 9, [&]{ fan<<<1, k>>>(k); }); }
    for (int k : {1, 2, 4, 8, 16, 32, 48, 60, 128, 512}) { if (k > (int)lim) continue; snprintf(v, 64, "fanTail%d", k); go(v, 9, [&]{ fanTail<<<1, std::max(k, 32)>>>(k); }); } return 0; }
  if (!strcmp(what, "relay")) { relay<<<1, 1>>>(2, 0); CHECK(cudaDeviceSynchronize()); for (int k = 0; k < 2; ++k) { for (int cb : {0, 1}) { snprintf(v, 64, "relay16_cb%d", cb); go(v, 12, [&]{ relay<<<1, 1>>>(16, cb); }); } for (int kids : {0, 1, 8, 32}) { snprintf(v, 64, "relayFan16_k%d", kids); go(v, 8, [&]{ relayFan<<<1, 1>>>(16, kids); }); } if (lim > 30000 && !k) { flood<<<200, 128>>>(32); CHECK(cudaDeviceSynchronize()); } } return 0; }
  if (!strcmp(what, "tree")) { flood<<<1, 32>>>(8); CHECK(cudaDeviceSynchronize()); int c[][3] = {{128, 32, 1}, {128, 32, 0}, {512, 8, 0}, {512, 8, 1}, {128, 128, 1}, {512, 32, 1}, {1024, 32, 1}, {128, 128, 0}, {512, 32, 0}, {32, 8, 0}, {32, 128, 0}, {8, 1, 1}, {32, 1, 1}};
    for (auto& x : c) { if ((size_t)x[0] * (x[1] + 1) > lim * 9 / 10) continue; snprintf(v, 64, "tree_p%d_k%d_%s", x[0], x[1], x[2] ? "faf" : "null"); go(v, x[0] * x[1] > 10000 ? 12 : 20, [&]{ root<<<x[0], 1>>>(x[1], x[2]); }); }
    go("flood_faf_b132_w4_l32", 12, [&]{ flood<<<132, 128>>>(32); }); go("fan1", 12, [&]{ fan<<<1, 32>>>(1); }); }
}
