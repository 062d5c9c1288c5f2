// Which slots of the pool the launches of a burst get, when their grids end, and when all is over: blocks that launch one grid each. A line a run: slots by the order of the grids' ends.
#include "common.cuh"
typedef unsigned long long u64;
struct Seen { u64 address, begin, end; };
__global__ void child(Seen* s) { s->end = globaltimer(); }
__global__ void burst(Seen* s, int mode) {
  if (threadIdx.x) return; Seen* own = s + blockIdx.x; own->begin = globaltimer();
  void* p = cudaGetParameterBufferV2((void*)child, dim3(1), dim3(32), 0); own->address = (u64)p; if (!p) return; *(Seen**)p = own;
  cudaLaunchDeviceV2(p, mode ? cudaStreamFireAndForget : (cudaStream_t)0);
}
int main() {
  Seen* d; CHECK(cudaMalloc(&d, sizeof(Seen) * 1024)); std::vector<Seen> h(1024); cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  printf("limit,n,run,total_us,last_end_us,after_us,slots\n");
  for (int limit : {2048, 4096, 16384, 65536}) {
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit)); unsigned seed = 7; u64 lowest = ~0ull;
    struct R { int n, run; double total, last; std::vector<u64> slots; }; std::vector<R> all;
    for (int r = 0; r < 40; ++r) for (int k = 0; k < 9; ++k) {
      int n = 1 << (seed >> 16) % 9; seed = seed * 1664525 + 1013904223;
      CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(a)); burst<<<n, 32>>>(d, 1); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize()); float ms; CHECK(cudaEventElapsedTime(&ms, a, b));
      CHECK(cudaMemcpy(h.data(), d, sizeof(Seen) * n, cudaMemcpyDeviceToHost)); u64 first = ~0ull, last = 0;
      std::sort(h.begin(), h.begin() + n, [](const Seen& x, const Seen& y) { return x.end < y.end; });
      R x{n, r, ms * 1e3, 0, {}}; for (int i = 0; i < n; ++i) { first = std::min(first, h[i].begin); last = std::max(last, h[i].end); lowest = std::min(lowest, h[i].address); x.slots.push_back(h[i].address); }
      x.last = (last - first) / 1e3; if (r) all.push_back(x);
    }
    for (R& x : all) { printf("%d,%d,%d,%.1f,%.1f,%.1f,", limit, x.n, x.run, x.total, x.last, x.total - x.last); for (u64 s : x.slots) printf("%llu ", (s - lowest) / 7168); printf("\n"); }
  }
}
