// What two GPUs of one host cost each other and the host: calls, copies of pinned and pageable memory, copies between the GPUs, threads of the host.
// Build: nvcc -O3 -arch=sm_90 -rdc=true hostgpus.cu -o hostgpus -lcudadevrt. Prints rows: bench,variant,parameter,value,metric,unit,min,median,max,runs.
#include "common.cuh"
#include <cstring>
#include <thread>
#define B "host_gpus"
__global__ void nothing() {}
__global__ void child() {}
__global__ void launcher() { child<<<1, 32, 0, cudaStreamFireAndForget>>>(); }
static cudaStream_t s[2]; static char *dev[2], *pin[2], *own, *pageable; static const size_t MOST = 64u << 20;
static double us() { return nowMs() * 1e3; }
template <class F> static void each(const char* v, const char* p, double x, const char* metric, int runs, F f) {
  std::vector<double> d; for (int r = 0; r < runs + 3; ++r) { double t = f(); if (r > 2) d.push_back(t); } row(B, v, p, x, metric, "us", d);
}
template <class F> static double took(F f) { double a = us(); f(); return us() - a; }
static void wait(int i) { CHECK(cudaStreamSynchronize(s[i])); }
static void idle() { for (int i = 0; i < 2; ++i) { cudaSetDevice(i); CHECK(cudaDeviceSynchronize()); } cudaSetDevice(0); }
int main() {
  for (int i = 0; i < 2; ++i) { CHECK(cudaSetDevice(i)); CHECK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking)); CHECK(cudaMalloc(&dev[i], MOST)); CHECK(cudaHostAlloc(&pin[i], MOST, cudaHostAllocPortable)); memset(pin[i], i, MOST); }
  cudaSetDevice(0); CHECK(cudaHostAlloc(&own, MOST, cudaHostAllocDefault)); memset(own, 3, MOST); pageable = (char*)malloc(MOST); memset(pageable, 4, MOST);
  auto up = [&](int i, size_t n) { CHECK(cudaMemcpyAsync(dev[i], pin[i], n, cudaMemcpyHostToDevice, s[i])); };
  auto down = [&](int i, size_t n) { CHECK(cudaMemcpyAsync(pin[i], dev[i], n, cudaMemcpyDeviceToHost, s[i])); };
  // Calls.
  each("set_device_other", "-", 0, "call", 100, [&] { cudaSetDevice(0); return took([&] { cudaSetDevice(1); }); });
  each("set_device_same", "-", 0, "call", 100, [&] { cudaSetDevice(0); return took([&] { cudaSetDevice(0); }); });
  each("synchronize_idle_stream", "-", 0, "call", 100, [&] { idle(); wait(0); return took([&] { wait(0); }); });
  each("synchronize_done_copy", "-", 0, "call", 100, [&] { idle(); down(0, 4); double a = us(); while (us() - a < 50) {} return took([&] { wait(0); }); });
  each("synchronize_done_kernel", "-", 0, "call", 100, [&] { idle(); nothing<<<1, 32, 0, s[0]>>>(); double a = us(); while (us() - a < 50) {} return took([&] { wait(0); }); });
  for (size_t n : {4, 1024, 4096, 16384, 32768, 65536, 131072, 262144}) {
    each("to_device", "bytes", n, "call", 100, [&] { idle(); return took([&] { up(0, n); }); });
    each("to_device", "bytes", n, "round_trip", 100, [&] { idle(); return took([&] { up(0, n); wait(0); }); });
    each("to_host", "bytes", n, "call", 100, [&] { idle(); return took([&] { down(0, n); }); });
    each("to_host", "bytes", n, "round_trip", 100, [&] { idle(); return took([&] { down(0, n); wait(0); }); });
    each("to_host_of_other", "bytes", n, "round_trip", 100, [&] { idle(); cudaSetDevice(1); double t = took([&] { down(1, n); wait(1); }); cudaSetDevice(0); return t; });
  }
  // Pinned for the other GPU, not portable; pageable; both ways at once.
  for (size_t n : {4096, 65536, 1 << 20, 4 << 20, 64 << 20}) {
    int runs = n > (1 << 20) ? 11 : 31;
    each("not_portable_to_other", "bytes", n, "round_trip", runs, [&] { idle(); cudaSetDevice(1); return took([&] { CHECK(cudaMemcpyAsync(dev[1], own, n, cudaMemcpyHostToDevice, s[1])); wait(1); }); });
    each("pageable_to_device", "bytes", n, "round_trip", runs, [&] { idle(); return took([&] { CHECK(cudaMemcpy(dev[0], pageable, n, cudaMemcpyHostToDevice)); }); });
    each("pageable_async_to_device", "bytes", n, "call", runs, [&] { idle(); return took([&] { CHECK(cudaMemcpyAsync(dev[0], pageable, n, cudaMemcpyHostToDevice, s[0])); }); });
    each("pageable_to_host", "bytes", n, "round_trip", runs, [&] { idle(); return took([&] { CHECK(cudaMemcpy(pageable, dev[0], n, cudaMemcpyDeviceToHost)); }); });
    cudaStream_t t; cudaSetDevice(0); CHECK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    each("both_ways", "bytes", n, "round_trip", runs, [&] { idle(); return took([&] { up(0, n); CHECK(cudaMemcpyAsync(pin[1], dev[0], n, cudaMemcpyDeviceToHost, t)); wait(0); CHECK(cudaStreamSynchronize(t)); }); });
    each("up_and_other_down", "bytes", n, "round_trip", runs, [&] { idle(); return took([&] { up(0, n); cudaSetDevice(1); down(1, n); wait(1); wait(0); }); });
    each("within_device", "bytes", n, "round_trip", runs, [&] { idle(); return took([&] { CHECK(cudaMemcpyAsync(dev[0] + n / 2, dev[0], n / 2, cudaMemcpyDeviceToDevice, s[0])); wait(0); }); });
    cudaStreamDestroy(t);
  }
  // Copies between the GPUs: through the host, then direct.
  for (int enabled = 0; enabled < 2; ++enabled) {
    if (enabled) { cudaSetDevice(0); CHECK(cudaDeviceEnablePeerAccess(1, 0)); cudaSetDevice(1); CHECK(cudaDeviceEnablePeerAccess(0, 0)); cudaSetDevice(0); }
    for (size_t n : {4ul, 65536ul, 131072ul, 262144ul, 524288ul, 786432ul, 1ul << 20, 1572864ul, 2ul << 20, 3ul << 20, 4ul << 20, 8ul << 20, 16ul << 20, 64ul << 20}) {
      const char* v = enabled ? "peer_direct" : "peer_staged"; char w[64];
      each(v, "bytes", n, "round_trip", 21, [&] { idle(); return took([&] { CHECK(cudaMemcpyPeerAsync(dev[1], 1, dev[0], 0, n, s[0])); wait(0); }); });
      snprintf(w, sizeof w, "%s_call", v);
      each(w, "bytes", n, "call", 21, [&] { idle(); return took([&] { CHECK(cudaMemcpyPeerAsync(dev[1], 1, dev[0], 0, n, s[0])); }); });
      snprintf(w, sizeof w, "%s_both_ways", v);
      each(w, "bytes", n, "round_trip", 21, [&] { idle(); return took([&] { CHECK(cudaMemcpyPeerAsync(dev[1], 1, dev[0], 0, n / 2, s[0])); cudaSetDevice(1); CHECK(cudaMemcpyPeerAsync(dev[0] + n / 2, 0, dev[1] + n / 2, 1, n / 2, s[1])); wait(1); wait(0); }); });
    }
  }
  // Threads of the host: one that does nothing, one that only waits, one that chooses a GPU and copies.
  for (int g : {1, 2}) {
    each("thread_empty", "threads", g, "round_trip", 51, [&] { idle(); return took([&] { std::vector<std::thread> t; for (int i = 0; i < g; ++i) t.emplace_back([] {}); for (auto& x : t) x.join(); }); });
    each("thread_synchronizes", "threads", g, "round_trip", 51, [&] { idle(); return took([&] { std::vector<std::thread> t; for (int i = 0; i < g; ++i) t.emplace_back([i] { cudaSetDevice(i); wait(i); }); for (auto& x : t) x.join(); }); });
    each("thread_copies", "threads", g, "round_trip", 51, [&] { idle(); return took([&] { std::vector<std::thread> t; for (int i = 0; i < g; ++i) t.emplace_back([&, i] { cudaSetDevice(i); up(i, 65536); wait(i); }); for (auto& x : t) x.join(); }); });
    std::vector<double> begin, first, second, end;
    for (int r = 0; r < 54; ++r) { idle(); double at[2][4], a = us(); std::vector<std::thread> t; for (int i = 0; i < g; ++i) t.emplace_back([&, i] { at[i][0] = us(); cudaSetDevice(i); at[i][1] = us(); up(i, 65536); at[i][2] = us(); wait(i); at[i][3] = us(); }); for (auto& x : t) x.join(); double b = us(); if (r > 2) { begin.push_back(at[g - 1][0] - a); first.push_back(at[g - 1][1] - at[g - 1][0]); second.push_back(at[g - 1][2] - at[g - 1][1]); end.push_back(b - at[g - 1][3]); } }
    row(B, "thread_begins", "threads", g, "after", "us", begin); row(B, "thread_set_device", "threads", g, "call", "us", first); row(B, "thread_first_copy", "threads", g, "call", "us", second); row(B, "thread_ends", "threads", g, "join_after", "us", end);
    for (int ms : {0, 1, 10}) { std::vector<double> late; for (int r = 0; r < 24; ++r) { idle(); double ended = 0; std::thread t([&] { double a = us(); while (us() - a < ms * 1e3) {} ended = us(); }); t.join(); if (r > 2) late.push_back(us() - ended); } char v[48]; snprintf(v, sizeof v, "join_after_%dms", ms); row(B, v, "threads", g, "late", "us", late); }
    // 200 launches each, from threads of their own that were begun before.
    std::vector<double> per; for (int r = 0; r < 23; ++r) { idle(); std::vector<std::thread> t; double d[2]; for (int i = 0; i < g; ++i) t.emplace_back([&, i] { cudaSetDevice(i); nothing<<<1, 32, 0, s[i]>>>(); wait(i); double a = us(); for (int k = 0; k < 200; ++k) nothing<<<1, 32, 0, s[i]>>>(); d[i] = us() - a; wait(i); }); for (auto& x : t) x.join(); if (r > 2) per.push_back(d[g - 1] / 200); }
    row(B, "thread_launches", "threads", g, "each", "us", per);
  }
  // A grid that launches, on either GPU alone and on both: what the events around it tell.
  for (int which = 0; which < 3; ++which) for (int blocks : {1, 16}) {
    cudaEvent_t e0[2], e1[2]; for (int i = 0; i < 2; ++i) { cudaSetDevice(i); cudaEventCreate(&e0[i]); cudaEventCreate(&e1[i]); }
    std::vector<double> k; for (int r = 0; r < 24; ++r) { double slow = 0; for (int i = 0; i < 2; ++i) if (which == 2 || which == i) { cudaSetDevice(i); cudaEventRecord(e0[i], s[i]); launcher<<<blocks, 32, 0, s[i]>>>(); cudaEventRecord(e1[i], s[i]); } idle(); for (int i = 0; i < 2; ++i) if (which == 2 || which == i) { cudaSetDevice(i); float ms; CHECK(cudaEventElapsedTime(&ms, e0[i], e1[i])); slow = std::max(slow, ms * 1e3); } if (r > 2) k.push_back(slow); }
    row(B, which == 2 ? "launches_both" : which ? "launches_second" : "launches_first", "children_each", blocks * 32, "slowest_kernel", "us", k);
  }
  printf("done\n");
}
