// Launch calls of many blocks and lanes at once: how long they take, when the last child starts, and when all is over.
// Children of one warp, of eight warps and of four blocks, of kernels that may launch and that do not; in each run the
// cases come in another order. Results are medians of the runs.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
  fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ __forceinline__ long long now() { long long t; asm volatile("mov.u64 %0, %%clock64;" : "=l"(t) :: "memory"); return t; }
__device__ __forceinline__ long long nanos() { long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t) :: "memory"); return t; }
struct Call { long long start, end; int cycles, unused; };
__global__ void plain(long long *begin, int never) { if (threadIdx.x == 0 && blockIdx.x == 0) *begin = nanos(); }
__global__ void capable(long long *begin, int never) { if (threadIdx.x == 0 && blockIdx.x == 0) *begin = nanos(); if (never) plain<<<1, 1>>>(begin, 0); }
// Each of the first lanes of each block launches `times` grids.
template <bool CAPABLE> __global__ void callers(Call *calls, long long *begin, int stream, int lanes, int blocks, int threads, int times) {
  if (threadIdx.x >= lanes) return;
  for (int k = 0; k < times; k++) {
    int i = (blockIdx.x * lanes + threadIdx.x) * times + k; Call &c = calls[i]; long long *b = begin + i;
    long long g = nanos(), s = now();
    if (CAPABLE) { if (stream == 0) capable<<<blocks, threads>>>(b, 0); else capable<<<blocks, threads, 0, cudaStreamFireAndForget>>>(b, 0); }
    else { if (stream == 0) plain<<<blocks, threads>>>(b, 0); else plain<<<blocks, threads, 0, cudaStreamFireAndForget>>>(b, 0); }
    long long e = now(); c.start = g; c.end = nanos(); c.cycles = (int) (e - s);
  }
}
struct Case { bool capable; int n, lanes, stream, blocks, threads, times; std::vector<double> least, mean, most, calls, last, total; };
static double median(std::vector<double> &v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 11;
  const int most = 4096; Call *calls; long long *begin; CHECK(cudaMalloc(&calls, most * sizeof(Call))); CHECK(cudaMalloc(&begin, most * 8));
  std::vector<Call> hc(most); std::vector<long long> hb(most);
  cudaEvent_t e0, e1; CHECK(cudaEventCreate(&e0)); CHECK(cudaEventCreate(&e1)); unsigned seed = 12345;
  printf("limit,kernel,blocks,lanes,stream,child_blocks,child_threads,times,call_cycles_min,mean,max,calls_us,last_start_us,total_us_min,median,max\n");
  for (int limit : {2048, 4096, 16384, 65536}) {
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    std::vector<Case> cases;
    for (int stream : {1, 0}) {
      for (int n : {1, 2, 4, 8, 16, 32, 64, 96, 132, 264}) for (int shape = 0; shape < 3; shape++) for (int cap = 0; cap < 2; cap++)
        if (shape == 0 || n == 4 || n == 16 || n == 64) cases.push_back(Case{cap == 1, n, 1, stream, shape == 2 ? 4 : 1, shape == 0 ? 32 : 256, 1});
      for (int n : {1, 4, 16, 32, 64}) for (int t : {4, 16}) cases.push_back(Case{false, n, 1, stream, 1, 32, t});
      if (limit == 2048) for (int n : {8, 16, 32, 64}) for (int l : {2, 4, 8, 32}) cases.push_back(Case{false, n, l, stream, 1, 32, 1});
    }
    for (int r = 0; r <= runs; r++) {
      std::vector<int> order; for (size_t i = 0; i < cases.size(); i++) order.push_back(i);
      for (size_t i = order.size() - 1; i > 0; i--) { seed = seed * 1664525 + 1013904223; std::swap(order[i], order[(seed >> 8) % (i + 1)]); }
      for (int i : order) {
        Case &c = cases[i]; float ms; int m = c.n * c.lanes * c.times; auto kernel = c.capable ? callers<true> : callers<false>;
        CHECK(cudaEventRecord(e0)); kernel<<<c.n, 32>>>(calls, begin, c.stream, c.lanes, c.blocks, c.threads, c.times); CHECK(cudaEventRecord(e1));
        CHECK(cudaDeviceSynchronize()); CHECK(cudaEventElapsedTime(&ms, e0, e1));
        if (!r && runs) continue;
        CHECK(cudaMemcpy(hc.data(), calls, m * sizeof(Call), cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(hb.data(), begin, m * 8, cudaMemcpyDeviceToHost));
        long long first = hc[0].start, last = 0, started = 0; double sum = 0; int lo = hc[0].cycles, hi = 0;
        for (int k = 0; k < m; k++) { first = std::min(first, hc[k].start); last = std::max(last, hc[k].end); started = std::max(started, hb[k]); sum += hc[k].cycles; lo = std::min(lo, hc[k].cycles); hi = std::max(hi, hc[k].cycles); }
        c.least.push_back(lo); c.mean.push_back(sum / m); c.most.push_back(hi); c.calls.push_back((last - first) / 1e3); c.last.push_back((started - first) / 1e3); c.total.push_back(ms * 1e3);
      }
    }
    for (Case &c : cases) {
      double t = median(c.total);
      printf("%d,%s,%d,%d,%s,%d,%d,%d,%.0f,%.0f,%.0f,%.1f,%.1f,%.1f,%.1f,%.1f\n", limit, c.capable ? "capable" : "plain", c.n, c.lanes, c.stream ? "fire_and_forget" : "null", c.blocks, c.threads, c.times,
        median(c.least), median(c.mean), median(c.most), median(c.calls), median(c.last), c.total.front(), t, c.total.back());
    }
  }
}
