// What launches cost whose children take a while, by stream, blocks, launching lanes, blocks of a child and its length; and how long the call itself takes when the
// warps of one block launch with all their lanes. Build: nvcc -O3 -arch=sm_90 -rdc=true chainwork.cu -o chainwork -lcudadevrt   Run: chainwork LIMIT
#include "common.cuh"
typedef unsigned long long u64;
__device__ u64 began[1 << 16], returned[1 << 16], started[1 << 16], ended[1 << 16];
__global__ void kid(int cycles, int slot) { if (threadIdx.x == 0 && blockIdx.x == 0) started[slot] = globaltimer(); long long c = clock64(); while (clock64() - c < cycles) {} if (threadIdx.x == 0 && blockIdx.x == 0) ended[slot] = globaltimer(); }
template <int S> __global__ void parent(int lanes, int kidBlocks, int kidThreads, int cycles, int err) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, slot = (t >> 5) * lanes + (t & 31); if ((t & 31) >= lanes) return; began[slot] = globaltimer();
  if (S == 0) kid<<<kidBlocks, kidThreads>>>(cycles, slot); else if (S == 1) kid<<<kidBlocks, kidThreads, 0, cudaStreamFireAndForget>>>(cycles, slot);
  else { cudaStream_t st; cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking); kid<<<kidBlocks, kidThreads, 0, st>>>(cycles, slot); cudaStreamDestroy(st); }
  if (err) cudaGetLastError(); returned[slot] = globaltimer(); }
int main(int argc, char** argv) {
  size_t limit = argc > 1 ? atol(argv[1]) : 2048; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit)); const char* name[] = {"null", "faf", "each"};
  auto go = [&](int s, int blocks, int warps, int lanes, int kb, int kt, int ns, int err) { int n = blocks * warps * lanes, cyc = (int)(ns * 1.98); std::vector<double> whole, mean, last, gap, span;
    for (int r = 0; r < 6; ++r) { CHECK(cudaDeviceSynchronize());
      double t = 1e3 * timeMs([&]{ if (s == 0) parent<0><<<blocks, warps * 32>>>(lanes, kb, kt, cyc, err); if (s == 1) parent<1><<<blocks, warps * 32>>>(lanes, kb, kt, cyc, err); if (s == 2) parent<2><<<blocks, warps * 32>>>(lanes, kb, kt, cyc, err); });
      CHECK(cudaDeviceSynchronize()); std::vector<u64> b(n), e(n), x(n), y(n); CHECK(cudaMemcpyFromSymbol(b.data(), began, 8 * n)); CHECK(cudaMemcpyFromSymbol(e.data(), returned, 8 * n)); CHECK(cudaMemcpyFromSymbol(x.data(), started, 8 * n)); CHECK(cudaMemcpyFromSymbol(y.data(), ended, 8 * n));
      u64 first = *std::min_element(b.begin(), b.end()), l = *std::max_element(e.begin(), e.end()); double m = 0; for (int i = 0; i < n; ++i) m += double(e[i] - first); std::sort(x.begin(), x.end());
      if (r) { whole.push_back(t); mean.push_back(m / n / 1e3); last.push_back(double(l - first) / 1e3); span.push_back(double(x.back() - x.front()) / 1e3 / std::max(1, n - 1)); gap.push_back(double(x.front() - first) / 1e3); } }
    char v[80], p[32]; snprintf(v, 80, "%s_b%d_w%d_l%d_kids%dx%d%s", name[s], blocks, warps, lanes, kb, kt, err ? "" : "_noerr"); snprintf(p, 32, "limit%zu_kid_ns", limit);
    row("chainwork", v, p, ns, "whole", "us", whole); row("chainwork", v, p, ns, "call_mean", "us", mean); row("chainwork", v, p, ns, "call_last", "us", last); row("chainwork", v, p, ns, "first_start", "us", gap); row("chainwork", v, p, ns, "start_to_start", "us", span); };
  go(1, 1, 8, 8, 1, 32, 0, 1);
  // Children that work, one or several blocks of one or eight warps.
  for (int s = 0; s < 3; ++s) for (int blocks : {1, 4, 16, 64}) for (int lanes : {1, 4, 32}) for (int kt : {32, 256}) for (int kb : {1, 4}) for (int ns : {0, 500, 1000, 2000, 4000, 10000}) if ((kt == 256 || kb == 1) && (lanes < 32 || blocks <= 16) && !(kb == 4 && (ns == 500 || ns == 4000)) && (size_t)blocks * 8 * lanes <= limit) go(s, blocks, 8, lanes, kb, kt, ns, 1);
  // The calls: warps of one block, or of as many blocks, with more and more lanes.
  for (int s = 0; s < 3; ++s) for (int lanes : {1, 2, 4, 8, 16, 24, 32}) for (int warps : {1, 2, 4, 8}) { go(s, 1, warps, lanes, 1, 32, 0, 1); if (warps > 1) go(s, warps, 1, lanes, 1, 32, 0, 1); }
  for (int s = 0; s < 3; ++s) for (int lanes : {8, 32}) for (int blocks : {2, 4, 8, 16, 32, 64}) if (blocks * 8 * lanes <= (int)limit) { go(s, blocks, 8, lanes, 1, 32, 0, 1); go(s, blocks * 8, 1, lanes, 1, 32, 0, 1); }
  for (int s = 0; s < 2; ++s) { go(s, 1, 8, 32, 1, 32, 0, 0); go(s, 4, 1, 32, 1, 32, 0, 0); }
  printf("done\n");
}
