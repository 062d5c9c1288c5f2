// What floods cost by the depth of the grid that posts them (CDP2): whole time of k blocks of n threads, each of which
// launches one grid; posted by a grid of the host, by its child, by its grandchild and deeper, and by a child of a grid that has a tail launch.
#include "common.cuh"
__global__ void silent(int) {}
template <int MODE> __global__ void post(int every) {
  if (threadIdx.x % every) return;
  if (MODE == 0) silent<<<1, 32>>>(0);
  else if (MODE == 1) silent<<<1, 32, 0, cudaStreamFireAndForget>>>(0);
  else { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); silent<<<1, 32, 0, s>>>(0); cudaStreamDestroy(s); }
}
__global__ void nothing(int) {}
template <int MODE> __global__ void nest(int depth, int blocks, int threads, int every, int tail) {
  if (threadIdx.x) return;
  if (depth > 1) nest<MODE><<<1, 32>>>(depth - 1, blocks, threads, every, tail); else post<MODE><<<blocks, threads>>>(every);
  if (tail) nothing<<<1, 1, 0, cudaStreamTailLaunch>>>(0);
}
template <int MODE> void all(const char* name, size_t lim) {
  for (int depth = 0; depth < 4; ++depth) for (int tail = 0; tail < (depth ? 2 : 1); ++tail) for (int blocks : {1, 4, 16, 64}) for (int n : {1, 2, 4, 8, 32, 128, 256}) {
    if (tail && depth > 1) continue; if (depth == 3 && blocks != 4) continue;
    std::vector<double> d; int threads = n < 32 ? 32 : n, every = n < 32 ? 32 / n : 1;
    for (int r = 0; r < 6; ++r) { double t = 1e3 * timeMs([&]{ if (depth) nest<MODE><<<1, 32>>>(depth, blocks, threads, every, tail); else post<MODE><<<blocks, threads>>>(every); }); CHECK(cudaDeviceSynchronize()); if (r) d.push_back(t); }
    char v[64], p[32]; snprintf(v, 64, "%s_depth%d%s_b%d", name, depth, tail ? "tail" : "", blocks); snprintf(p, 32, "limit%zu", lim); row("nested_flood", v, p, n, "whole", "us", d);
  }
}
int main(int argc, char** argv) { size_t lim = atol(argv[1]); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim)); all<0>("null", lim); all<1>("faf", lim); all<2>("stream", lim); }
