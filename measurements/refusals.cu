// What a launch call takes that finds the pool full: refusals STREAM(0 NULL, 1 fire-and-forget, 2 own, 3 tail) BLOCKS WARPS LIMIT
// One warp fills the pool with tail launches, which cannot start before its grid ends. Long after that every warp makes four calls with
// L lanes. Of each: how many warps were refused, and the least, the median and the greatest time, microseconds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
typedef unsigned long long Time;
__device__ Time took[4096];
__device__ int error[4096];
__device__ Time globaltimer() { Time t; asm volatile("mov.u64 %0,%globaltimer;" : "=l"(t)); return t; }
__global__ void child() {}
template <int STREAM> __global__ void calls(int lanes, int limit) {
  int warp = threadIdx.x / 32 + blockIdx.x * (blockDim.x / 32), lane = threadIdx.x & 31;
  cudaStream_t s;
  if (blockIdx.x == 0 && threadIdx.x < 32)
    for (int i = 0; i < limit / 32; ++i) { child<<<1, 1, 0, cudaStreamTailLaunch>>>(); cudaGetLastError(); }
  long long t = clock64();
  while (clock64() - t < 3000ll * limit + 2000000);
  for (int run = 0; run < 4; ++run) {
    if (lane >= lanes) continue;
    if (STREAM == 2) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    Time begin = globaltimer();
    if (STREAM == 0) child<<<1, 1>>>();
    if (STREAM == 1) child<<<1, 1, 0, cudaStreamFireAndForget>>>();
    if (STREAM == 2) child<<<1, 1, 0, s>>>();
    if (STREAM == 3) child<<<1, 1, 0, cudaStreamTailLaunch>>>();
    Time end = globaltimer();
    int e = cudaGetLastError();
    if (lane == 0) { took[warp * 4 + run] = end - begin; error[warp * 4 + run] = e; }
  }
}
Time t[4096];
int e[4096];
int main(int argc, char** argv) {
  int stream = atoi(argv[1]), blocks = atoi(argv[2]), warps = atoi(argv[3]), limit = atoi(argv[4]);
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit);
  for (int lanes : {1, 2, 4, 8, 16, 32}) {
    for (int again = 0; again < 2; ++again) {
      if (stream == 0) calls<0><<<blocks, 32 * warps>>>(lanes, limit);
      if (stream == 1) calls<1><<<blocks, 32 * warps>>>(lanes, limit);
      if (stream == 2) calls<2><<<blocks, 32 * warps>>>(lanes, limit);
      if (stream == 3) calls<3><<<blocks, 32 * warps>>>(lanes, limit);
      int x = cudaDeviceSynchronize();
      if (x) printf("error %d\n", x);
    }
    cudaMemcpyFromSymbol(t, took, sizeof t); cudaMemcpyFromSymbol(e, error, sizeof e);
    printf("S%d B%d W%d L%d P%d", stream, blocks, warps, lanes, limit);
    for (int run = 0; run < 4; ++run) {
      std::vector<Time> sorted;
      int refused = 0;
      for (int i = 0; i < blocks * warps; ++i) { sorted.push_back(t[i * 4 + run]); refused += e[i * 4 + run] != 0; }
      std::sort(sorted.begin(), sorted.end());
      printf(" | ref%d %.2f %.2f %.2f", refused, sorted[0] / 1e3, sorted[sorted.size() / 2] / 1e3, sorted.back() / 1e3);
    }
    puts("");
    fflush(stdout);
  }
}
