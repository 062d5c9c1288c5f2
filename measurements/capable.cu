// Grids in a stream, in the NULL stream or as tails of one thread's block, by what their kernel can do: `plain` cannot launch, `capable` could and does not, `launching` launches a grid of its own. `gap` is the time from the last statement of
// a grid to the first of the next (median over the grids of a run), `after` from the last statement of all to the second event. All `n` are launched by one thread or by a lane each.
#include "common.cuh"
__device__ unsigned long long st[4096], en[4096], call0, pend;
__device__ int never;
__global__ void plain(int i, int work) {
  unsigned long long t0 = globaltimer(); long long t = clock64();
  while (clock64() - t < work) {}
  __syncthreads();
  if (threadIdx.x == 0) { st[i] = t0; en[i] = globaltimer(); }
}
__global__ void capable(int i, int work) {
  unsigned long long t0 = globaltimer(); long long t = clock64();
  while (clock64() - t < work) {}
  __syncthreads();
  if (threadIdx.x == 0) { st[i] = t0; if (never == 77) plain<<<1, 1>>>(i, work); en[i] = globaltimer(); }
}
__global__ void launching(int i, int work) {
  unsigned long long t0 = globaltimer(); long long t = clock64();
  while (clock64() - t < work) {}
  __syncthreads();
  if (threadIdx.x == 0) { st[i] = t0; plain<<<1, 32>>>(i + 2048, work); en[i] = globaltimer(); }
}
template <int KIND> __device__ void launch(int i, int threads, int work, cudaStream_t s) {
  if (KIND == 0) plain<<<1, threads, 0, s>>>(i, work);
  if (KIND == 1) capable<<<1, threads, 0, s>>>(i, work);
  if (KIND == 2) launching<<<1, threads, 0, s>>>(i, work);
}
template <int KIND, int STREAM> __global__ void parent(int n, int each, int threads, int work) {
  if (threadIdx.x == 0) call0 = globaltimer();
  cudaStream_t s = STREAM == 0 ? (cudaStream_t) 0 : STREAM == 1 ? cudaStreamFireAndForget : cudaStreamTailLaunch;
  if (each) { if (threadIdx.x < n) launch<KIND>(threadIdx.x, threads, work, s); }
  else if (threadIdx.x == 0) for (int i = 0; i < n; ++i) launch<KIND>(i, threads, work, s);
  if (threadIdx.x == 0) pend = globaltimer();
}
static int runs = 7; static cudaEvent_t a, b;
static double median(std::vector<double>& v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; }
template <int K, int S> void run(int limit, int n, int each, int threads, int work) {
  std::vector<double> tot, last, gap, first, call;
  for (int r = 0; r <= runs; ++r) {
    CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(a)); parent<K, S><<<1, 32>>>(n, each, threads, work); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize());
    float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (!r && runs > 1) continue;
    static unsigned long long s[4096], e[4096], c0, p; CHECK(cudaMemcpyFromSymbol(s, st, sizeof s)); CHECK(cudaMemcpyFromSymbol(e, en, sizeof e)); CHECK(cudaMemcpyFromSymbol(&c0, call0, 8)); CHECK(cudaMemcpyFromSymbol(&p, pend, 8));
    std::vector<std::pair<unsigned long long, unsigned long long>> v; unsigned long long l = 0;
    for (int i = 0; i < n; ++i) { v.push_back({s[i], e[i]}); l = std::max(l, e[i]); if (K == 2) l = std::max(l, e[i + 2048]); }
    std::sort(v.begin(), v.end()); std::vector<double> g; for (int i = 1; i < n; ++i) g.push_back((double) (long long) (v[i].first - v[i - 1].second) / 1e3);
    gap.push_back(g.empty() ? 0 : median(g)); tot.push_back(ms * 1e3); last.push_back((l - c0) / 1e3); first.push_back((v[0].first - c0) / 1e3); call.push_back((p - c0) / 1e3);
  }
  printf("%d,%s,%s,%d,%s,%d,%d,total,%.1f,first,%.1f,call,%.1f,gap,%.1f,last,%.1f,after,%.1f\n", limit, K == 0 ? "plain" : K == 1 ? "capable" : "launching", S == 0 ? "null" : S == 1 ? "faf" : "tail", n, each ? "each" : "one", threads, work, median(tot), median(first), median(call), median(gap), median(last), median(tot) - median(last)); fflush(stdout);
}
int main(int argc, char** argv) {
  if (argc > 1) runs = atoi(argv[1]); CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  for (int limit : {2048, 8192, 65536}) { CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    for (int work : {0, 3000, 20000}) for (int threads : {32, 256}) { if (threads == 256 && work != 3000) continue; for (int n : {1, 2, 4, 8, 16, 32}) for (int each : {0, 1}) {
      if (n == 1 && each) continue;
      run<0, 0>(limit, n, each, threads, work); run<1, 0>(limit, n, each, threads, work); run<2, 0>(limit, n, each, threads, work);
      if (each || n == 1 || n == 8) { run<0, 1>(limit, n, each, threads, work); run<1, 1>(limit, n, each, threads, work); run<2, 1>(limit, n, each, threads, work); }
      if (!each && n <= 8) { run<0, 2>(limit, n, each, threads, work); run<1, 2>(limit, n, each, threads, work); run<2, 2>(limit, n, each, threads, work); }
    } } }
}
