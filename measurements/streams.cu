// Launches of one block, fire-and-forget (faf) or each into a stream of its own (each), by their number: when the last child starts, and how long
// the whole takes (CDP2). Where starts and completions wait for a walk through the pool, that grows with the limit. ./streams LIMIT [RUNS]
#include "common.cuh"
typedef unsigned long long u64;
__device__ u64 begun;
__global__ void stamp(u64* start) { if (threadIdx.x == 0) *start = globaltimer(); }
__global__ void launch(u64* starts, int mode) {
  u64 t = globaltimer(); if (threadIdx.x == 0) atomicMin(&begun, t);
  u64* at = starts + blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 0) { stamp<<<1, 32, 0, cudaStreamFireAndForget>>>(at); cudaGetLastError(); return; }
  cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); stamp<<<1, 32, 0, s>>>(at); cudaGetLastError();
  if (mode == 1) cudaStreamDestroy(s);
}
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); int runs = argc > 2 ? atoi(argv[2]) : 9; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim));
  const int most = 1024; u64* s; CHECK(cudaMalloc(&s, 8 * most)); std::vector<u64> h(most); char v[96], p[32]; snprintf(p, sizeof p, "limit%zu", lim);
  const char* names[] = {"faf", "each"};
  launch<<<1, 1024>>>(s, 0); CHECK(cudaDeviceSynchronize());  // a flood before, as programs have them
  for (int mode : {0, 1}) for (int blocks : {1, 4}) for (int n : {1, 8, 32, 64, 96, 128, 160, 192, 256, 384, 512, 768, 1024}) {
    if (n % blocks || (blocks > 1 && n < 32) || (size_t)n > lim * 9 / 10) continue;
    std::vector<double> whole, first, last, mid;
    for (int r = 0; r <= runs; ++r) {
      u64 none = ~0ull, g; CHECK(cudaMemcpyToSymbol(begun, &none, 8)); CHECK(cudaDeviceSynchronize());
      double us = 1e3 * timeMs([&]{ launch<<<blocks, n / blocks>>>(s, mode); }); CHECK(cudaDeviceSynchronize()); if (r == 0) continue;
      CHECK(cudaMemcpyFromSymbol(&g, begun, 8)); CHECK(cudaMemcpy(h.data(), s, 8 * n, cudaMemcpyDeviceToHost));
      std::vector<u64> x(h.begin(), h.begin() + n); std::sort(x.begin(), x.end());
      whole.push_back(us); first.push_back((double(x[0]) - double(g)) / 1e3); mid.push_back((double(x[n / 2]) - double(g)) / 1e3); last.push_back((double(x[n - 1]) - double(g)) / 1e3);
    }
    snprintf(v, sizeof v, "%s_b%d", names[mode], blocks);
    row("streams", v, p, n, "whole", "us", whole); row("streams", v, p, n, "first_start", "us", first); row("streams", v, p, n, "half_started", "us", mid); row("streams", v, p, n, "last_start", "us", last);
  }
}
