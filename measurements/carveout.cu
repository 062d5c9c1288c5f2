// Trees of launches by the shared memory of an SM: a thread of each block launches `fan` grids of one block, `depth` levels down, fire-and-forget, and the driver gives the SMs the shared memory that their blocks need at the kernel's
// occupancy. When do the last threads end, and when is all over? `registers` says which of two kernels it is; the limit is that of pending launches.
#include "common.cuh"
__device__ unsigned long long first, last; __device__ int sink[64];
template <int LIVE> __global__ void node(int depth, int fan, int work, int spread, unsigned seed, int threads, int shared) {
  unsigned h = (seed * 2654435761u) ^ (seed >> 7); h *= 2246822519u; h ^= h >> 13;
  int v[LIVE ? LIVE : 1];
  if (LIVE) for (int i = 0; i < LIVE; ++i) v[i] = sink[i];
  long long t = clock64(), c = work + h % spread;
  if (threadIdx.x == 0) atomicMin(&first, globaltimer());
  while (clock64() - t < c) {}
  __syncthreads();
  if (LIVE) { int x = 0; for (int i = 0; i < LIVE; ++i) x = x * 31 + v[i]; if (x == 77) sink[0] = x; }
  if (threadIdx.x) return;
  if (depth) for (int i = 0; i < fan; ++i) node<LIVE><<<1, threads, shared, cudaStreamFireAndForget>>>(depth - 1, fan, work, spread, seed * 4 + i + 1, threads, shared);
  atomicMax(&last, globaltimer());
}
cudaEvent_t a, b;
template <int LIVE> void run(int limit, int roots, int fan, int depth, int threads, int shared, int runs) {
  std::vector<double> tot, end, after;
  for (int r = 0; r <= runs; ++r) {
    unsigned long long f = ~0ull, l = 0; CHECK(cudaMemcpyToSymbol(first, &f, 8)); CHECK(cudaMemcpyToSymbol(last, &l, 8)); CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(a)); node<LIVE><<<roots, threads, shared>>>(depth, fan, 2000, 8000, 1, threads, shared); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize());
    float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (!r && runs > 1) continue;
    CHECK(cudaMemcpyFromSymbol(&f, first, 8)); CHECK(cudaMemcpyFromSymbol(&l, last, 8)); tot.push_back(ms * 1e3); end.push_back((l - f) / 1e3); after.push_back(ms * 1e3 - (l - f) / 1e3);
  }
  std::sort(tot.begin(), tot.end()); std::sort(end.begin(), end.end()); std::sort(after.begin(), after.end());
  long grids = 0, at = roots; for (int d = 0; d < depth; ++d) { at *= fan; grids += at; }
  printf("%d,%d,%d,%d,%d,%d,%d,%ld,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", limit, roots, fan, depth, threads, shared, LIVE ? 64 : 32, grids, tot.front(), tot[tot.size() / 2], tot.back(), end[end.size() / 2], after.front(), after[after.size() / 2], after.back()); fflush(stdout);
}
int main(int argc, char** argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 9; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  CHECK(cudaFuncSetAttribute(node<0>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)); CHECK(cudaFuncSetAttribute(node<48>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  printf("limit,roots,fan,depth,threads,shared_bytes,registers,grids,total_us_min,median,max,last_end_us,after_us_min,median,max\n");
  struct Shape { int roots, fan, depth; }; struct Block { int threads, shared; };
  for (int limit : {2048, 8192}) {
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    for (Shape s : {Shape{1, 2, 5}, Shape{1, 2, 7}, Shape{1, 2, 9}, Shape{1, 2, 10}, Shape{1, 4, 3}, Shape{1, 4, 4}, Shape{1, 4, 5}, Shape{1, 4, 6}, Shape{8, 4, 3}, Shape{16, 4, 3}, Shape{24, 4, 3}, Shape{32, 4, 3}, Shape{64, 4, 2}, Shape{64, 4, 3}, Shape{32, 2, 4}, Shape{32, 2, 5}, Shape{128, 2, 3}, Shape{128, 2, 4}, Shape{1, 16, 2}, Shape{1, 16, 3}, Shape{1, 256, 1}, Shape{16, 64, 1}, Shape{128, 8, 1}, Shape{128, 16, 1}, Shape{1024, 1, 1}, Shape{2000, 1, 1}, Shape{32, 1, 20}, Shape{128, 1, 10}})
      for (Block k : {Block{256, 0}, Block{128, 0}, Block{128, 1024}, Block{128, 2048}, Block{128, 4096}, Block{128, 16384}}) run<0>(limit, s.roots, s.fan, s.depth, k.threads, k.shared, runs);
  }
  for (Shape s : {Shape{1, 4, 5}, Shape{32, 2, 4}}) for (int threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) for (int shared : {0, 4, 128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768}) { run<0>(8192, s.roots, s.fan, s.depth, threads, shared, runs); if (threads <= 768) run<48>(8192, s.roots, s.fan, s.depth, threads, shared, runs); }
}
