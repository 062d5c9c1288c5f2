// The persistent producer of h200/persistent.cu at given sizes, once: the distribution over several processes shows its states.
#include "common.cuh"
#include <cstring>
__device__ volatile int blkcnt[2]; __device__ volatile int itercnt;
__global__ void reset() { blkcnt[0] = blkcnt[1] = 0; itercnt = 0; }
__global__ void produce(int* b0, int* b1, volatile int* r0, volatile int* r1, int size, int iters, int work) {
  int idx = threadIdx.x + blockDim.x * blockIdx.x, it = 0;
  while (it < iters) {
    int* buf = (it & 1) ? b1 : b0; volatile int* rdy = (it & 1) ? r1 : r0; volatile int* cnt = &blkcnt[it & 1];
    while (it - itercnt > 1);
    while (*rdy == 2);
    for (int i = idx; i < size; i += gridDim.x * blockDim.x) { int v = it; for (int k = 0; k < work; ++k) v = v * 1664525 + 1013904223; buf[i] = work ? v : it; }
    __syncthreads(); __threadfence();
    if (!threadIdx.x) atomicAdd((int*)cnt, 1);
    if (!idx) { while (*cnt < (int)gridDim.x); *cnt = 0; *rdy = 2; __threadfence_system(); itercnt++; }
    it++;
  }
}
static int run(int blocks, int tpb, int size, int work, int consumeUs, int ITERS) {
  int *h[2], *d[2], *m[2]; for (int i = 0; i < 2; ++i) { CHECK(cudaHostAlloc(&h[i], size * 4, cudaHostAllocDefault)); CHECK(cudaHostAlloc(&m[i], 4, cudaHostAllocMapped)); CHECK(cudaMalloc(&d[i], size * 4)); *m[i] = 0; CHECK(cudaMemset(d[i], 0xFF, size * 4)); }
  cudaStream_t sk, sc; CHECK(cudaStreamCreate(&sk)); CHECK(cudaStreamCreate(&sc)); reset<<<1, 1>>>(); CHECK(cudaDeviceSynchronize());
  double t0 = nowMs(); produce<<<blocks, tpb, 0, sk>>>(d[0], d[1], m[0], m[1], size, ITERS, work);
  std::vector<double> per; double last = nowMs();
  for (int i = 0; i < ITERS; ++i) {
    volatile int* r = m[i & 1]; while (*r != 2) if (nowMs() - t0 > 20000) { printf("note,stuck\n"); return 1; }
    CHECK(cudaMemcpyAsync(h[i & 1], d[i & 1], size * 4, cudaMemcpyDeviceToHost, sc)); CHECK(cudaStreamSynchronize(sc)); *r = 0;
    if (!work) for (int k = 0; k < size; k += 997) if (h[i & 1][k] != i) { printf("note,mismatch,iter %d\n", i); break; }
    if (consumeUs) { double c = nowMs(); while ((nowMs() - c) * 1e3 < consumeUs); }
    double t = nowMs(); per.push_back((t - last) * 1e3); last = t;
  }
  CHECK(cudaDeviceSynchronize()); char v[64]; snprintf(v, sizeof v, "blocks%d_threads%d_work%d_consume%dus", blocks, tpb, work, consumeUs);
  row("persistent", v, "ints", size, "per_iteration", "us", per); fflush(stdout);
  for (int i = 0; i < 2; ++i) { cudaFreeHost(h[i]); cudaFreeHost(m[i]); cudaFree(d[i]); } cudaStreamDestroy(sk); cudaStreamDestroy(sc); return 0;
}
int main(int argc, char** argv) {
  if (argc > 1 && !strcmp(argv[1], "standard")) { // the rows of persistent.cu, fewer iterations of those that take milliseconds
    for (int size : {16384, 65536, 262144, 1048576}) for (int tpb : {64, 256, 1024}) for (int blocks : {1, 16, 132}) for (int work : {0, 256}) for (int consumeUs : {0, 100}) {
      if (blocks == 1 && (size > 262144 || work)) continue; if (consumeUs && (tpb != 256 || work)) continue;
      int iters = blocks == 132 && (tpb == 1024 || size > 65536) ? 100 : tpb == 1024 && size > 65536 ? 100 : 400;
      if (run(blocks, tpb, size, work, consumeUs, iters)) return 1; }
  } else {
    for (int size : {32768, 131072}) for (int tpb : {32, 128, 512}) for (int blocks : {1, 4, 12, 32, 66}) for (int consumeUs : {0, 100}) {
      if (consumeUs && tpb != 128) continue; if (run(blocks, tpb, size, 0, consumeUs, 400)) return 1; }
  }
  printf("done\n");
}
