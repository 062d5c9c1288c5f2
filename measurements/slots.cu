// What relays, nests, fans and posting cost while other grids hold slots of the pool: N children queued behind one that spins.
#include "common.cuh"
typedef unsigned long long u64;
__device__ volatile int stop_;
__device__ volatile int posted_;
__global__ void spin() { while (!stop_) {} }
__global__ void empty() {}
__global__ void holder(int n) { if (n > 0) spin<<<1, 1>>>(); for (int i = 1; i < n; ++i) empty<<<1, 1>>>(); posted_ = 1; while (!stop_) {} }
__global__ void relay(int left) { if (left) relay<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1); }
__global__ void nest(int left) { if (left) nest<<<1, 1, 0, cudaStreamFireAndForget>>>(left - 1); }
__global__ void nestNull(int left) { if (left) nestNull<<<1, 1>>>(left - 1); }
__global__ void fan(int n) { if (threadIdx.x < n) empty<<<1, 32, 0, cudaStreamFireAndForget>>>(); }
__global__ void issue(u64* cost, int n, int mode) { u64 t = clock64(); for (int i = 0; i < n; ++i) { if (mode == 0) empty<<<1, 1>>>(); else if (mode == 1) empty<<<1, 1, 0, cudaStreamFireAndForget>>>(); else empty<<<1, 1, 0, cudaStreamTailLaunch>>>(); } *cost = (clock64() - t) / n; }
__global__ void flood(int n) { empty<<<1, 32, 0, cudaStreamFireAndForget>>>(); }
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim)); char p[64]; u64* cost; CHECK(cudaMalloc(&cost, 8));
  cudaStream_t a, b; CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking)); CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  int zero = 0, one1 = 1; cudaStream_t c; CHECK(cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking));
  nest<<<1, 1, 0, b>>>(3); CHECK(cudaDeviceSynchronize());
  for (int held : {0, 64, 1000, 8000, 40000}) { if (held + 600 > (int)lim) continue; snprintf(p, 64, "limit%zu_held%d", lim, held);
    CHECK(cudaMemcpyToSymbol(stop_, &zero, 4)); CHECK(cudaMemcpyToSymbol(posted_, &zero, 4)); CHECK(cudaDeviceSynchronize());
    if (held) { holder<<<1, 1, 0, a>>>(held); int done = 0; double t0 = nowMs(); while (!done && nowMs() - t0 < 5000) { CHECK(cudaMemcpyFromSymbolAsync(&done, posted_, 4, 0, cudaMemcpyDeviceToHost, c)); CHECK(cudaStreamSynchronize(c)); } if (!done) { printf("note,not posted %s\n", p); } }
    auto go = [&](const char* v, double n, const char* metric, auto f) { std::vector<double> d; for (int r = 0; r < 7; ++r) { cudaEvent_t x, y; cudaEventCreate(&x); cudaEventCreate(&y); CHECK(cudaEventRecord(x, b)); f(); CHECK(cudaEventRecord(y, b)); CHECK(cudaEventSynchronize(y)); float ms; cudaEventElapsedTime(&ms, x, y); d.push_back(1e3 * ms / n); } row("slots", v, p, n, metric, "us", d); };
    go("relay", 32, "per_link", [&]{ relay<<<1, 1, 0, b>>>(32); }); go("nest_fire_and_forget", 32, "per_level", [&]{ nest<<<1, 1, 0, b>>>(32); }); go("nest_null", 32, "per_level", [&]{ nestNull<<<1, 1, 0, b>>>(32); });
    for (int k : {0, 1, 8, 32}) { char v[32]; snprintf(v, 32, "fan%d", k); go(v, 1, "whole", [&]{ fan<<<1, 32, 0, b>>>(k); }); }
    for (int blocks : {8, 64, 512}) { char v[32]; snprintf(v, 32, "flood_faf_blocks%d", blocks); go(v, 1, "whole", [&]{ flood<<<blocks, 1, 0, b>>>(0); }); }
    for (int mode = 0; mode < 3; ++mode) { std::vector<double> d; for (int r = 0; r < 5; ++r) { issue<<<1, 1, 0, b>>>(cost, 64, mode); CHECK(cudaStreamSynchronize(b)); u64 h; CHECK(cudaMemcpyAsync(&h, cost, 8, cudaMemcpyDeviceToHost, c)); CHECK(cudaStreamSynchronize(c)); d.push_back(h); } row("slots", mode == 0 ? "issue_null" : mode == 1 ? "issue_faf" : "issue_tail", p, 64, "call", "cycles", d); }
    CHECK(cudaMemcpyToSymbolAsync(stop_, &one1, 4, 0, cudaMemcpyHostToDevice, c)); CHECK(cudaStreamSynchronize(c)); double t1 = nowMs(); CHECK(cudaDeviceSynchronize()); if (held) { char q[64]; snprintf(q, 64, "limit%zu", lim); one("slots", "drain_null", q, held, "whole", "us", 1e3 * (nowMs() - t1)); } }
}
