// Time of host calls, and of what they put into a stream, by size: for an idle device, and behind a grid that runs.
#include "programs.cuh"
#include <chrono>
static double now() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
__global__ void nothing() {}
template <class F> static void call(const char* what, long n, F f) {
  std::vector<double> t; cudaEvent_t e; CHECK(cudaEventCreate(&e));
  for (int r = 0; r < 4 * runs + 1; ++r) { CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(e)); double a = now(); for (int i = 0; i < 4; ++i) f(); double b = now(); if (r) t.push_back((b - a) / 4); CHECK(cudaDeviceSynchronize()); }
  std::sort(t.begin(), t.end()); fprintf(stderr, "call,%s,bytes,%ld,call,us,%.6g,%.6g,%.6g,%zu\n", what, n, t.front(), t[t.size() / 2], t.back(), t.size());
}
int main(int argc, char** argv) {
  start(argc, argv); size_t most = 4 << 20; char *a = device<char>(most), *b = device<char>(most), *h; CHECK(cudaMallocHost(&h, most)); cudaEvent_t e; CHECK(cudaEventCreate(&e));
  call("launch", 0, [&] { nothing<<<1, 32>>>(); }); call("event", 0, [&] { cudaEventRecord(e); });
  for (long n : {4L, 256L, 1024L, 2048L, 4096L, 8192L, 16384L, 32768L, 65536L, 262144L, 1048576L, 4194304L}) {
    call("on_device", n, [&] { cudaMemcpyAsync(a, b, n, cudaMemcpyDeviceToDevice); }); call("to_host", n, [&] { cudaMemcpyAsync(h, a, n, cudaMemcpyDeviceToHost); }); call("to_device", n, [&] { cudaMemcpyAsync(a, h, n, cudaMemcpyHostToDevice); }); call("fill", n, [&] { cudaMemsetAsync(a, 0, n); });
    queued = true; char v[64];
    for (int k : {1, 2, 8}) for (int kind : {0, 1, 2, 3}) { const char* kinds[] = {"on_device", "to_host", "to_device", "fill"}; snprintf(v, 64, "%s_x%d", kinds[kind], k);
      row("queue", v, "bytes", n, [] {}, [&] { for (int i = 0; i < k; ++i) switch (kind) { case 0: cudaMemcpyAsync(a, b, n, cudaMemcpyDeviceToDevice); break; case 1: cudaMemcpyAsync(h, a, n, cudaMemcpyDeviceToHost); break; case 2: cudaMemcpyAsync(a, h, n, cudaMemcpyHostToDevice); break; default: cudaMemsetAsync(a, 0, n); } }, [] { return 0ULL; }); }
  }
}
