// Cascades side by side: blocks that each launch a grid when they end, whose last block launches the next one. How long does each call take, how long after it does the child start,
// and when is all over? `wide` grids have twice as many blocks at each level; `gap` is from a call's return to the start of its child.
#include "common.cuh"
struct Mark { unsigned long long begin, call, back, end; };
__global__ void cascade(Mark* m, int chain, int level, int levels, int wide, int stream, int work, int* done) {
  unsigned long long t = globaltimer(); int c = chain < 0 ? blockIdx.x : chain; int blocks = chain < 0 ? 1 : gridDim.x;
  long long k = clock64(); while (clock64() - k < work) {}
  __syncthreads();
  if (threadIdx.x) return;
  Mark* x = m + c * 16 + level;
  if (chain < 0 || blockIdx.x == 0) x->begin = t;
  __threadfence();
  if (blocks > 1 && atomicAdd(done + c * 16 + level, 1) != blocks - 1) return;
  x->call = globaltimer();
  if (level < levels) {
    int next = wide ? 1 << (level + 1) : 1;
    if (stream == 0) cascade<<<next, 128>>>(m, c, level + 1, levels, wide, stream, work, done);
    else cascade<<<next, 128, 0, cudaStreamFireAndForget>>>(m, c, level + 1, levels, wide, stream, work, done);
  }
  x->back = globaltimer(); x->end = x->back;
}
int main(int argc, char** argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 11; Mark* m; int* done; CHECK(cudaMalloc(&m, 1024 * 16 * sizeof(Mark))); CHECK(cudaMalloc(&done, 1024 * 16 * 4));
  std::vector<Mark> h(1024 * 16); cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  printf("limit,cascades,levels,wide,stream,work_cycles,total_us_min,median,max,last_end_us,after_us");
  for (int l = 0; l < 6; ++l) printf(",call_%d_us,gap_%d_us", l, l);
  printf("\n");
  for (int limit : {2048, 16384}) { CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    for (int work : {2000, 8000}) for (int stream : {1, 0}) for (int wide : {0, 1}) for (int n : {1, 4, 16, 32, 64, 128, 256}) for (int levels : {1, 3, 6}) {
      if (limit != 2048 && (work != 2000 || wide)) continue;
      if (work != 2000 && (wide || levels != 6)) continue;
      std::vector<double> tot, last, call[8], gap[8];
      for (int r = 0; r <= runs; ++r) {
        CHECK(cudaMemset(done, 0, 1024 * 16 * 4)); CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(a)); cascade<<<n, 128>>>(m, -1, 0, levels, wide, stream, work, done); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize());
        float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (!r && runs) continue;
        CHECK(cudaMemcpy(h.data(), m, n * 16 * sizeof(Mark), cudaMemcpyDeviceToHost));
        unsigned long long first = ~0ull, end = 0;
        for (int c = 0; c < n; ++c) { first = std::min(first, h[c * 16].begin); for (int l = 0; l <= levels; ++l) end = std::max(end, h[c * 16 + l].end); }
        tot.push_back(ms * 1e3); last.push_back((end - first) / 1e3);
        for (int l = 0; l < levels; ++l) { double s = 0, g = 0; for (int c = 0; c < n; ++c) { s += h[c * 16 + l].back - h[c * 16 + l].call; g += (double) (long long) (h[c * 16 + l + 1].begin - h[c * 16 + l].back); } call[l].push_back(s / n / 1e3); gap[l].push_back(g / n / 1e3); }
      }
      auto med = [](std::vector<double> v) { std::sort(v.begin(), v.end()); return v[v.size() / 2]; };
      std::sort(tot.begin(), tot.end());
      printf("%d,%d,%d,%d,%s,%d,%.1f,%.1f,%.1f,%.1f,%.1f", limit, n, levels, wide, stream ? "faf" : "null", work, tot.front(), tot[tot.size() / 2], tot.back(), med(last), tot[tot.size() / 2] - med(last));
      for (int l = 0; l < levels; ++l) printf(",%.1f,%.1f", med(call[l]), med(gap[l]));
      printf("\n"); fflush(stdout);
    } }
}
