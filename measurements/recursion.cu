// Trees of launches: a thread of each block launches `fan` grids of one block, `depth` levels down. When do the last threads end, and when is all over? `spread` lets each block compute for a time of its own, up to so many
// cycles; `work` is the least. The children are fire-and-forget, in the NULL stream of their block, or one grid of `fan` blocks. Blocks of the last level have `leaf_threads`, all others `inner_threads`.
#include "common.cuh"
__device__ unsigned long long first, last;
__global__ void node(int depth, int fan, int stream, int work, int spread, unsigned seed, int inner, int leaf) {
  if (stream == 2) seed = seed * 4 + blockIdx.x + 1;
  unsigned h = (seed * 2654435761u) ^ (seed >> 7); h *= 2246822519u; h ^= h >> 13;
  long long t = clock64(), c = work + (spread ? (long long)(h % spread) : 0);
  if (threadIdx.x == 0) atomicMin(&first, globaltimer());
  while (clock64() - t < c) {}
  __syncthreads();
  if (threadIdx.x) return;
  if (depth) {
    int threads = depth == 1 ? leaf : inner;
    if (stream == 2) node<<<fan, threads, 0, cudaStreamFireAndForget>>>(depth - 1, fan, stream, work, spread, seed, inner, leaf);
    else for (int i = 0; i < fan; ++i) {
      if (stream) node<<<1, threads, 0, cudaStreamFireAndForget>>>(depth - 1, fan, stream, work, spread, seed * 4 + i + 1, inner, leaf);
      else node<<<1, threads>>>(depth - 1, fan, stream, work, spread, seed * 4 + i + 1, inner, leaf);
    }
  }
  atomicMax(&last, globaltimer());
}
int main(int argc, char** argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 7; cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  printf("limit,roots,fan,depth,inner_threads,leaf_threads,stream,spread_cycles,grids,total_us_min,median,max,last_end_us,after_us\n");
  struct Shape { int roots, fan, depth; };
  for (int limit : {2048, 8192}) { CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    for (Shape s : {Shape{1, 2, 5}, Shape{1, 2, 9}, Shape{1, 4, 3}, Shape{1, 4, 5}, Shape{32, 2, 4}, Shape{32, 4, 2}, Shape{32, 1, 12}, Shape{1, 16, 2}}) for (int inner : {32, 128, 256, 512, 1024}) for (int leaf : {32, 128, 512, 1024}) for (int stream : {1, 0, 2}) for (int spread : {0, 8000}) {
      bool alike = inner == leaf && (inner == 32 || inner == 128 || inner == 512);
      if (limit != 2048 && (stream != 1 || !alike || inner == 512)) continue;
      if (stream == 0 && (!alike || inner != 128 || spread == 0)) continue;
      if (stream == 2 && (!alike || inner == 512)) continue;
      if (!alike && (spread || !(s.roots == 1 && (s.fan == 2 && s.depth == 9 || s.fan == 4 && s.depth == 5)))) continue;
      long grids = 0, at = s.roots; for (int d = 0; d < s.depth; ++d) { if (stream == 2) { grids += at; at *= s.fan; } else { at *= s.fan; grids += at; } }
      std::vector<double> tot, end;
      for (int r = 0; r <= runs; ++r) {
        unsigned long long f = ~0ull, l = 0; CHECK(cudaMemcpyToSymbol(first, &f, 8)); CHECK(cudaMemcpyToSymbol(last, &l, 8)); CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(a)); node<<<s.roots, inner>>>(s.depth, s.fan, stream, 2000, spread, 1, inner, leaf); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize());
        float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (!r && runs > 1) continue;
        CHECK(cudaMemcpyFromSymbol(&f, first, 8)); CHECK(cudaMemcpyFromSymbol(&l, last, 8)); tot.push_back(ms * 1e3); end.push_back((l - f) / 1e3);
      }
      std::sort(tot.begin(), tot.end()); std::sort(end.begin(), end.end());
      printf("%d,%d,%d,%d,%d,%d,%s,%d,%ld,%.1f,%.1f,%.1f,%.1f,%.1f\n", limit, s.roots, s.fan, s.depth, inner, leaf, stream == 2 ? "blocks" : stream ? "faf" : "null", spread, grids, tot.front(), tot[tot.size() / 2], tot.back(), end[end.size() / 2], tot[tot.size() / 2] - end[end.size() / 2]); fflush(stdout);
    } }
}
