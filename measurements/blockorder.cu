// Which block an SM prefers when blocks come and go: more blocks than are resident, of equal and of unequal length.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ __forceinline__ unsigned sm() { unsigned t; asm volatile("mov.u32 %0, %%smid;" : "=r"(t)); return t; }
struct Warp { long long begin, end; unsigned sm, block; };
__global__ void run(int* o, Warp* w, int n, int uneven) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; float z = 0.1f + o[0], im = 0.1f; long long b = clock64();
  int m = uneven ? n * (1 + (blockIdx.x / 132 * 7 + 3) % 5) / 3 : n;
  #pragma unroll 16
  for (int i = 0; i < m; ++i) asm volatile("fma.rn.f32 %0, %0, %0, %1;" : "+f"(z) : "f"(im));
  if (z == 12345.f) o[1] = 1; long long e = clock64();
  if (threadIdx.x % 32 == 0) { Warp& k = w[t / 32]; k.begin = b; k.end = e; k.sm = sm(); k.block = blockIdx.x; }
}
__global__ void ints(int* o, Warp* w, int n, int uneven) {
  int t = blockIdx.x * blockDim.x + threadIdx.x; unsigned z = o[0] + threadIdx.x; long long b = clock64();
  #pragma unroll 16
  for (int i = 0; i < n / 2; ++i) asm volatile("mad.lo.u32 %0, %0, 158984081, 1866665332;" : "+r"(z));
  if (z == 12345) o[1] = 1; long long e = clock64();
  if (threadIdx.x % 32 == 0) { Warp& k = w[t / 32]; k.begin = b; k.end = e; k.sm = sm(); k.block = blockIdx.x; }
}
int main() {
  int* o; Warp* w; CHECK(cudaMalloc(&o, 64)); CHECK(cudaMemset(o, 0, 64)); CHECK(cudaMalloc(&w, 132 * 24 * 32 * sizeof(Warp))); std::vector<Warp> h(132 * 24 * 32);
  for (int kind = 0; kind < 3; ++kind) for (int threads : {128, 256, 512, 1024}) {
    int resident = 2048 / threads, per = threads == 128 ? 24 : resident * 3 / 2 + (threads == 1024 ? 1 : 2); int blocks = 132 * per;
    for (int r = 0; r < 2; ++r) { if (kind == 2) ints<<<blocks, threads>>>(o, w, 4096, 0); else run<<<blocks, threads>>>(o, w, 4096, kind); CHECK(cudaDeviceSynchronize()); }
    int ws = threads / 32; CHECK(cudaMemcpy(h.data(), w, blocks * ws * sizeof(Warp), cudaMemcpyDeviceToHost));
    struct Row { long long b, e; int block; }; std::vector<Row> s; long long b0 = ~0ull >> 1;
    for (int b = 0; b < blocks; ++b) if (h[b * ws].sm == 40) { Row r = {h[b * ws].begin, 0, b}; for (int i = 0; i < ws; ++i) { r.b = std::min(r.b, h[b * ws + i].begin); r.e = std::max(r.e, h[b * ws + i].end); } s.push_back(r); b0 = std::min(b0, r.b); }
    printf("blockorder,%s,threads,%d,blocks,%zu", kind == 0 ? "equal" : kind == 1 ? "uneven" : "integers", threads, s.size()); for (auto& r : s) printf(",%d:%lld-%lld", r.block, (r.b - b0), (r.e - b0)); printf("\n");
  }
}
