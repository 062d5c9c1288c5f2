// What threads that poll a word of mapped host memory cost blocks that fill a buffer: the time until the stores are issued, a fence, an atomic. And how the host polls for the end of a grid.
#include "common.cuh"
typedef unsigned long long ull;
static double nowUs() { return nowMs() * 1e3; }
static void pause(double us) { double z = nowUs(); while (nowUs() - z < us); }
__global__ void busy(int cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
__global__ void pollUntil(volatile int* m) { while (*m == 2); }
__device__ int counter;
// Each block fills its part as the producer does. Of each block: cycles until its stores are issued by all warps, of the fence, of the atomic.
__global__ void fill(int* buf, int ints, ull* out) {
  int idx = threadIdx.x + blockDim.x * blockIdx.x; __syncthreads(); ull a = clock64();
  for (int i = idx; i < ints; i += gridDim.x * blockDim.x) buf[i] = i;
  ull mine = clock64(); __syncthreads(); ull b = clock64(); __threadfence(); ull c = clock64();
  if (!threadIdx.x) { int s = atomicAdd(&counter, 1); asm volatile("" :: "r"(s)); ull d = clock64() + (s == -7); out[4 * blockIdx.x] = b - a; out[4 * blockIdx.x + 1] = c - b; out[4 * blockIdx.x + 2] = d - c; out[4 * blockIdx.x + 3] = mine - a; }
}
// One store and a fence a line, by one thread.
__global__ void lines(int* buf, int n, unsigned* out) { for (int i = 0; i < n; ++i) { ull a = clock64(); ((volatile int*)buf)[32 * i] = i; __threadfence(); out[i] = (unsigned)(clock64() - a); } }
// One load a line, by one thread.
__global__ void loads(const int* buf, int n, unsigned* out) { int s = 0; for (int i = 0; i < n; ++i) { ull a = clock64(); s += __ldcg(buf + 32 * i + (s == 77)); asm volatile("" :: "r"(s)); out[i] = (unsigned)(clock64() - a + (s == 78)); } }
int main() {
  cudaStream_t s, t; CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)); CHECK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  int *d, *h, *m; CHECK(cudaMalloc(&d, 1 << 26)); CHECK(cudaHostAlloc(&h, 4096, 0)); CHECK(cudaHostAlloc(&m, 4096, cudaHostAllocMapped)); ull* o; CHECK(cudaMalloc(&o, 1 << 20)); unsigned* u; CHECK(cudaMalloc(&u, 1 << 20));
  std::vector<ull> x(4096); std::vector<unsigned> y(4096);
  std::vector<int> lengths; for (int us = 0; us <= 64; ++us) lengths.push_back(us); for (int us = 67; us < 320; us += 11) lengths.push_back(us); for (int us = 500; us < 5000; us += 373) lengths.push_back(us);
  for (int us : lengths) { std::vector<double> v; for (int r = 0; r < 23; ++r) { CHECK(cudaDeviceSynchronize()); double a = nowUs(); busy<<<1, 32>>>(us * 1980); cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost, 0); cudaStreamSynchronize(0); if (r > 2) v.push_back(nowUs() - a); } row("host_poll", "busy_and_memcpy_4B_pinned", "us", us, "round_trip", "us", v); }
  fflush(stdout);
  struct P { int blocks, warps; };
  for (P p : {P{0, 0}, P{1, 8}, P{1, 32}, P{3, 8}, P{3, 32}, P{15, 2}, P{15, 8}, P{15, 32}, P{31, 1}, P{31, 16}, P{63, 2}, P{63, 8}, P{120, 8}, P{120, 32}}) {
    char v[64]; *(volatile int*)m = 2; if (p.blocks) { pollUntil<<<p.blocks, 32 * p.warps, 0, s>>>(m); CHECK(cudaGetLastError()); } pause(3000 + p.blocks * p.warps);
    struct F { int blocks, threads, ints; };
    for (F f : {F{1, 32, 128}, F{1, 32, 1024}, F{1, 32, 8192}, F{1, 256, 1024}, F{1, 256, 4096}, F{1, 256, 16384}, F{1, 256, 65536}, F{1, 1024, 16384}, F{1, 1024, 65536}, F{8, 64, 65536}, F{8, 256, 32768}, F{8, 256, 131072}, F{8, 1024, 131072}, F{8, 256, 524288}}) {
      std::vector<double> a[4]; for (int r = 0; r < 5; ++r) { fill<<<f.blocks, f.threads, 0, t>>>(d + (r << 20), f.ints, o); CHECK(cudaStreamSynchronize(t)); CHECK(cudaMemcpyAsync(x.data(), o, 32 * f.blocks, cudaMemcpyDeviceToHost, t)); CHECK(cudaStreamSynchronize(t)); for (int b = 0; b < f.blocks; ++b) for (int k = 0; k < 4; ++k) a[k].push_back((double)x[4 * b + k]); }
      const char* names[] = {"stores", "fence", "atomic", "first_warp_stores"}; snprintf(v, sizeof v, "pollers%dx%d_blocks%d_threads%d", p.blocks, p.warps, f.blocks, f.threads);
      for (int k = 0; k < 4; ++k) row("polled_fill", v, "ints", f.ints, names[k], "cycles", a[k]); }
    for (int kind = 0; kind < 2; ++kind) { if (kind) loads<<<1, 1, 0, t>>>(d, 1024, u); else lines<<<1, 1, 0, t>>>(d, 1024, u); CHECK(cudaStreamSynchronize(t)); CHECK(cudaMemcpyAsync(y.data(), u, 4096, cudaMemcpyDeviceToHost, t)); CHECK(cudaStreamSynchronize(t));
      std::vector<double> fast, slow; for (int i = 8; i < 1024; ++i) (y[i] > 3000 ? slow : fast).push_back(y[i]); snprintf(v, sizeof v, "pollers%dx%d", p.blocks, p.warps);
      if (fast.size()) row("polled_line", v, kind ? "load" : "store_fence", 3000, "below", "cycles", fast); if (slow.size()) row("polled_line", v, kind ? "load" : "store_fence", 3000, "above", "cycles", slow);
      if (!kind) { printf("note,slow,%s", v); int n = 0; for (int i = 8; i < 1024 && n < 60; ++i) if (y[i] > 3000) { ++n; printf(" %d:%u", i, y[i]); } printf("\n"); } }
    fflush(stdout); *(volatile int*)m = 0; CHECK(cudaStreamSynchronize(s)); }
  printf("done\n");
}
