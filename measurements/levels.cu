// What a level of a search costs on the host's side: a fill, a grid of a known length and a copy of four bytes that the host waits for, many times
// over, between two events. By how long the grid takes (busy), how the copy is made, and whether the grid could launch others.
// Build: nvcc -O3 -arch=sm_90 -rdc=true levels.cu -o levels -lcudadevrt   Run: levels [LIMIT]   Rows: bench,variant,parameter,value,metric,unit,min,median,max,runs
#include "common.cuh"
__global__ void child() {}
__global__ void busy(int cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
__global__ void capable(int cycles, int never) { long long c = clock64(); while (clock64() - c < cycles) {} if (never > (int)threadIdx.x) child<<<1, 32>>>(); }
int main(int argc, char** argv) {
  size_t limit = argc > 1 ? atol(argv[1]) : 2048; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit)); bool brief = argc > 2;
  int *d, *pinned, x = 0; CHECK(cudaMalloc(&d, 4096)); CHECK(cudaMallocHost(&pinned, 64)); int reps = brief ? 3 : 9, levels = brief ? 10 : 60;
  auto level = [&](int how, int cycles) {
    if (how != 0) cudaMemsetAsync(d, 0, 4);
    if (how == 3) capable<<<1, 256>>>(cycles, 0); else busy<<<1, 256>>>(cycles);
    if (how == 2) { cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost, 0); cudaStreamSynchronize(0); } else if (how == 4) { cudaMemcpy(pinned, d, 4, cudaMemcpyDeviceToHost); } else cudaMemcpy(&x, d, 4, cudaMemcpyDeviceToHost); };
  const char* name[] = {"launch_pageable", "fill_launch_pageable", "fill_launch_pinned_async", "fill_launch_capable_pageable", "fill_launch_pinned"};
  for (int how = 0; how < 5; ++how) for (int ns = 0; ns <= 40000; ns += brief ? (ns < 20000 ? 2000 : 10000) : ns < 20000 ? 500 : 2000) {
    std::vector<double> v; for (int r = 0; r < reps + 1; ++r) { CHECK(cudaDeviceSynchronize()); double t = 1e3 * timeMs([&]{ for (int l = 0; l < levels; ++l) level(how, (int)(ns * 1.98)); }) / levels; if (r) v.push_back(t); }
    char s[64]; snprintf(s, 64, "%s_limit%zu", name[how], limit); row("level", s, "busy_ns", ns, "per_level", "us", v); }
  printf("done\n");
}
