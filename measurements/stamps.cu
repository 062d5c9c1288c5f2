// The persistent producer with the times of each block: entry, pass of its last warp, end of its stores, fence, count. Each size runs twice.
#include "common.cuh"
#include <cstring>
typedef unsigned long long ull;
static double nowUs() { return nowMs() * 1e3; }
__device__ volatile int blkcnt[2]; __device__ volatile int itercnt;
struct Stamp { ull in, pass, synced, fenced, counted, released, atomic, sm; };
__global__ void reset() { blkcnt[0] = blkcnt[1] = 0; itercnt = 0; }
__global__ void produce(int* b0, int* b1, volatile int* r0, volatile int* r1, int size, int iters, Stamp* stamps) {
  int idx = threadIdx.x + blockDim.x * blockIdx.x, it = 0; __shared__ ull last; unsigned sm; asm("mov.u32 %0, %smid;" : "=r"(sm));
  while (it < iters) {
    int* buf = (it & 1) ? b1 : b0; volatile int* rdy = (it & 1) ? r1 : r0; volatile int* cnt = &blkcnt[it & 1];
    if (!threadIdx.x) last = 0; __syncthreads();
    while (it - itercnt > 1);
    ull in = globaltimer();
    while (*rdy == 2);
    if ((threadIdx.x & 31) == 0) atomicMax(&last, globaltimer());
    for (int i = idx; i < size; i += gridDim.x * blockDim.x) buf[i] = it;
    __syncthreads(); ull synced = globaltimer(); __threadfence(); ull fenced = globaltimer(), atomic = 0;
    if (!threadIdx.x) { atomicAdd((int*)cnt, 1); atomic = globaltimer(); }
    ull counted = 0, released = 0;
    if (!idx) { while (*cnt < (int)gridDim.x); counted = globaltimer(); *cnt = 0; *rdy = 2; __threadfence_system(); released = globaltimer(); itercnt++; }
    if (!threadIdx.x) { Stamp& s = stamps[it * gridDim.x + blockIdx.x]; s.in = in; s.pass = last; s.synced = synced; s.fenced = fenced; s.counted = counted; s.released = released; s.atomic = atomic; s.sm = sm; }
    it++;
  }
}
int main() {
  cudaStream_t sk, sc; CHECK(cudaStreamCreate(&sk)); CHECK(cudaStreamCreate(&sc));
  const int N = 120; Stamp* st; CHECK(cudaMalloc(&st, sizeof(Stamp) * 132 * N)); std::vector<Stamp> h(132 * N);
  struct C { int blocks, tpb, size; };
  for (C c : {C{132, 1024, 16384}, C{132, 1024, 262144}, C{132, 256, 16384}, C{132, 256, 262144}, C{132, 64, 262144}, C{16, 256, 262144}, C{16, 1024, 262144}, C{16, 256, 16384}, C{4, 512, 131072}, C{32, 32, 32768}, C{12, 512, 32768}, C{32, 128, 32768}, C{66, 32, 131072}, C{1, 1024, 262144}, C{4, 128, 32768}, C{32, 512, 131072}}) for (int round = 0; round < 2; ++round) {
    int *hb[2], *d[2], *m[2]; for (int i = 0; i < 2; ++i) { CHECK(cudaHostAlloc(&hb[i], c.size * 4, 0)); CHECK(cudaHostAlloc(&m[i], 4, cudaHostAllocMapped)); CHECK(cudaMalloc(&d[i], c.size * 4)); *m[i] = 0; }
    reset<<<1, 1>>>(); CHECK(cudaDeviceSynchronize()); std::vector<double> period(N), copy(N); double last = nowUs();
    produce<<<c.blocks, c.tpb, 0, sk>>>(d[0], d[1], m[0], m[1], c.size, N, st);
    for (int i = 0; i < N; ++i) { volatile int* f = m[i & 1]; double z = nowUs(); while (*f != 2) if (nowUs() - z > 5e6) { printf("note,stuck\n"); return 1; } z = nowUs(); CHECK(cudaMemcpyAsync(hb[i & 1], d[i & 1], c.size * 4, cudaMemcpyDeviceToHost, sc)); CHECK(cudaStreamSynchronize(sc)); *f = 0; double t = nowUs(); copy[i] = t - z; period[i] = t - last; last = t; }
    CHECK(cudaDeviceSynchronize()); CHECK(cudaMemcpy(h.data(), st, sizeof(Stamp) * c.blocks * N, cudaMemcpyDeviceToHost));
    std::vector<double> x[9]; std::vector<double> perBlock(c.blocks, 0);
    printf("note,config,blocks%d_threads%d,ints,%d,run %d\n", c.blocks, c.tpb, c.size, round);
    for (int i = 20; i < N; ++i) { ull in = 0, p0 = ~0ull, p1 = 0, s1 = 0, f1 = 0; double fm = 0, fx = 0; int slow = 0; for (int b = 0; b < c.blocks; ++b) { Stamp& s = h[i * c.blocks + b]; in = std::max(in, s.in); p0 = std::min(p0, s.pass); p1 = std::max(p1, s.pass); s1 = std::max(s1, s.synced); f1 = std::max(f1, s.fenced); double f = (s.fenced - s.synced) * 1e-3; fm += f / c.blocks; fx = std::max(fx, f); slow += f > 3; perBlock[b] += f / (N - 20); }
      Stamp& q = h[i * c.blocks]; auto us = [&](ull a, ull b) { return ((double)a - (double)b) * 1e-3; };
      x[0].push_back(us(p1, p0)); x[1].push_back(us(s1, p1)); x[2].push_back(us(f1, p1)); x[3].push_back(us(q.counted, f1)); x[4].push_back(us(q.released, q.counted)); x[5].push_back(fm); x[6].push_back(fx); x[7].push_back(slow); x[8].push_back(us(q.counted, p1));
      if (i >= 60 && i < 68) { ull o = h[60 * c.blocks].in; printf("trace,%d,in ..%.0f pass %.0f-%.0f synced %.0f fenced %.0f (fence mean %.0f max %.0f slow %d) counted %.0f released %.0f copy %.0f period %.0f\n", i, us(in, o), us(p0, o), us(p1, o), us(s1, o), us(f1, o), fm, fx, slow, us(q.counted, o), us(q.released, o), copy[i], period[i]); } }
    const char* names[] = {"pass_first_to_last", "last_pass_to_synced", "last_pass_to_fenced", "fenced_to_counted", "counted_to_released", "fence_mean", "fence_worst", "blocks_that_wait", "last_pass_to_counted"}; char v[64]; snprintf(v, sizeof v, "blocks%d_threads%d", c.blocks, c.tpb);
    for (int k = 0; k < 9; ++k) row("stamps", v, "ints", c.size, names[k], k == 7 ? "blocks" : "us", x[k]); period.erase(period.begin(), period.begin() + 20); copy.erase(copy.begin(), copy.begin() + 20); row("stamps", v, "ints", c.size, "period", "us", period); row("stamps", v, "ints", c.size, "copy", "us", copy);
    printf("note,mean fence of each block (SM):"); for (int b = 0; b < c.blocks && b < 40; ++b) printf(" %.0f(%llu)", perBlock[b], h[b].sm); printf("\n"); fflush(stdout);
    for (int i = 0; i < 2; ++i) { cudaFreeHost(hb[i]); cudaFreeHost(m[i]); cudaFree(d[i]); } }
  printf("done\n");
}
