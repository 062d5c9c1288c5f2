// What calls of the host runtime cost, alone and in the loop of a search by levels, and what reading the device's timers costs.
// Build: nvcc -O3 -arch=sm_90 -cudart static hostcost.cu -o hostcost. Prints rows: bench,variant,parameter,value,metric,unit,min,median,max,runs.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FATAL,%s,%s\n", #x, cudaGetErrorName(e_)); exit(1); } } while (0)
static double nowUs() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static void row(const char* variant, const char* param, double value, const char* metric, const char* unit, std::vector<double> v) {
  std::sort(v.begin(), v.end());
  printf("host_cost,%s,%s,%g,%s,%s,%.6g,%.6g,%.6g,%zu\n", variant, param, value, metric, unit, v.front(), v[v.size() / 2], v.back(), v.size());
}
__global__ void nothing() {}
__global__ void busy(int cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
__global__ void timers(unsigned long long* out) {
  unsigned long long t, s = 0, c = clock64();
  for (int i = 0; i < 256; ++i) { asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)); s += t; }
  out[0] = (clock64() - c); out[1] = s;
  c = clock64(); for (int i = 0; i < 256; ++i) s += clock64(); out[2] = clock64() - c; out[3] = s;
  unsigned long long first, last; asm volatile("mov.u64 %0, %globaltimer;" : "=l"(first)); last = first;
  while (last == first) asm volatile("mov.u64 %0, %globaltimer;" : "=l"(last));
  unsigned long long next = last; while (next == last) asm volatile("mov.u64 %0, %globaltimer;" : "=l"(next)); out[4] = next - last;
}
static void callback(cudaStream_t, cudaError_t, void* p) { *(double*)p = nowUs(); }
template <class F> static void time(const char* variant, const char* metric, F f) {
  std::vector<double> d; for (int r = 0; r < 205; ++r) { CHECK(cudaDeviceSynchronize()); double a = nowUs(); f(); double b = nowUs(); if (r >= 5) d.push_back(b - a); }
  row(variant, "-", 0, metric, "us", d);
}
int main() {
  int *d, *pinned, pageable = 0; CHECK(cudaMalloc(&d, 1 << 26)); CHECK(cudaMallocHost(&pinned, 1 << 26)); cudaStream_t s; CHECK(cudaStreamCreate(&s)); cudaEvent_t e, e2; CHECK(cudaEventCreate(&e)); CHECK(cudaEventCreate(&e2));
  for (int i = 0; i < 100; ++i) { nothing<<<1, 32>>>(); CHECK(cudaMemcpy(&pageable, d, 4, cudaMemcpyDeviceToHost)); } CHECK(cudaDeviceSynchronize());
  time("launch", "call", [&] { nothing<<<1, 32>>>(); });
  time("memset_async_4B", "call", [&] { cudaMemsetAsync(d, 0, 4); });
  time("memcpy_async_4B_pinned", "call", [&] { cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost, s); });
  time("memcpy_async_4B_pinned_and_synchronize", "round_trip", [&] { cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); });
  time("memcpy_async_64KB_pinned_and_synchronize", "round_trip", [&] { cudaMemcpyAsync(pinned, d, 65536, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); });
  time("memcpy_async_1MB_pinned_and_synchronize", "round_trip", [&] { cudaMemcpyAsync(pinned, d, 1 << 20, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); });
  time("memcpy_async_16MB_pinned_and_synchronize", "round_trip", [&] { cudaMemcpyAsync(pinned, d, 1 << 24, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); });
  time("memcpy_async_16MB_to_device_and_synchronize", "round_trip", [&] { cudaMemcpyAsync(d, pinned, 1 << 24, cudaMemcpyHostToDevice, s); cudaStreamSynchronize(s); });
  time("memcpy_4B_pageable", "round_trip", [&] { cudaMemcpy(&pageable, d, 4, cudaMemcpyDeviceToHost); });
  time("memcpy_4B_pinned", "round_trip", [&] { cudaMemcpy(pinned, d, 4, cudaMemcpyDeviceToHost); });
  time("memset_and_synchronize", "round_trip", [&] { cudaMemsetAsync(d, 0, 4); cudaDeviceSynchronize(); });
  time("launch_and_memcpy_4B_pageable", "round_trip", [&] { nothing<<<1, 32>>>(); cudaMemcpy(&pageable, d, 4, cudaMemcpyDeviceToHost); });
  time("level_memset_launch_memcpy", "round_trip", [&] { cudaMemsetAsync(d, 0, 4); nothing<<<1, 256>>>(); cudaMemcpy(&pageable, d, 4, cudaMemcpyDeviceToHost); });
  for (int us : {0, 1, 2, 3, 5, 10, 20, 50}) { char v[48]; // a grid of a known length, and then a copy, a fill or another grid that waits for it
    snprintf(v, sizeof v, "busy_%dus_and_memcpy_4B_pageable", us); time(v, "round_trip", [&] { busy<<<1, 32>>>(us * 1980); cudaMemcpy(&pageable, d, 4, cudaMemcpyDeviceToHost); });
    snprintf(v, sizeof v, "busy_%dus_and_memcpy_4B_pinned", us); time(v, "round_trip", [&] { busy<<<1, 32>>>(us * 1980); cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost, 0); cudaStreamSynchronize(0); });
    snprintf(v, sizeof v, "busy_%dus_and_launch", us); time(v, "round_trip", [&] { busy<<<1, 32>>>(us * 1980); nothing<<<1, 32>>>(); cudaStreamSynchronize(0); });
    snprintf(v, sizeof v, "busy_%dus_and_synchronize", us); time(v, "round_trip", [&] { busy<<<1, 32>>>(us * 1980); cudaStreamSynchronize(0); }); }
  time("event_record", "call", [&] { cudaEventRecord(e); });
  time("device_synchronize_idle", "call", [&] { cudaDeviceSynchronize(); });
  time("event_record_and_synchronize", "round_trip", [&] { cudaEventRecord(e); cudaEventSynchronize(e); });
  { std::vector<double> v; for (int r = 0; r < 205; ++r) { CHECK(cudaDeviceSynchronize()); double at = 0, a = nowUs(); cudaStreamAddCallback(s, callback, &at, 0); cudaStreamSynchronize(s); if (r >= 5) v.push_back(at - a); } row("callback", "-", 0, "call_to_first_statement", "us", v); }
  for (int k : {0, 1, 2, 8}) { std::vector<double> v; for (int r = 0; r < 105; ++r) { CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(e)); for (int i = 0; i < k; ++i) nothing<<<1, 32>>>(); CHECK(cudaEventRecord(e2)); CHECK(cudaEventSynchronize(e2)); float ms; CHECK(cudaEventElapsedTime(&ms, e, e2)); if (r >= 5) v.push_back(ms * 1e3); } row("between_events", "launches", k, "whole", "us", v); }
  { unsigned long long* o; CHECK(cudaMallocManaged(&o, 64)); std::vector<double> g, c, st; for (int r = 0; r < 21; ++r) { timers<<<1, 1>>>(o); CHECK(cudaDeviceSynchronize()); g.push_back(o[0] / 256.0); c.push_back(o[2] / 256.0); st.push_back((double)o[4]); } row("globaltimer_read", "-", 0, "per_read", "cycles", g); row("clock_read", "-", 0, "per_read", "cycles", c); row("globaltimer_step", "-", 0, "step", "ns", st); }
  printf("done\n");
}
