// What a printf of device code takes: by arguments and by the length of its strings.
// Build: nvcc -O3 -arch=sm_90 prints.cu -o prints. Prints rows to standard error: bench,variant,parameter,value,metric,unit,min,median,max,runs.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <vector>
__device__ char text[2048];
__global__ void fill(int n) { for (int i = 0; i < n; ++i) text[i] = 'a'; text[n] = 0; }
__global__ void say(int kind, int n, unsigned long long* cycles) {
  long long c = clock64();
  for (int i = 0; i < n; ++i) switch (kind) {
    case 0: printf("\n"); break;
    case 1: printf("%d\n", i); break;
    case 4: printf("%d %d %d %d\n", i, i, i, i); break;
    case 8: printf("%d %d %d %d %d %d %d %d\n", i, i, i, i, i, i, i, i); break;
    case 100: printf("%s\n", text); break;
    case 101: printf("%s %s\n", text, text); break;
    case 102: printf("a longer constant format of forty letters..\n"); break;
  }
  if (threadIdx.x == 0) *cycles = clock64() - c;
}
int main() {
  unsigned long long* c; cudaMallocManaged(&c, 8);
  auto row = [&](const char* v, int value, int kind, int lanes) {
    std::vector<double> t;
    for (int r = 0; r < 9; ++r) { say<<<1, lanes>>>(kind, 16, c); cudaDeviceSynchronize(); if (r >= 2) t.push_back(*c / 16.0); }
    std::sort(t.begin(), t.end());
    fprintf(stderr, "printf,%s_lanes%d,value,%d,call,cycles,%.6g,%.6g,%.6g,%zu\n", v, lanes, value, t.front(), t[t.size() / 2], t.back(), t.size());
  };
  for (int lanes : {1, 8, 32}) {
    for (int k : {0, 1, 4, 8}) row("args", k, k, lanes);
    row("format44", 44, 102, lanes);
    for (int n : {0, 1, 4, 16, 17, 64, 256, 1024}) { fill<<<1, 1>>>(n); row("string", n, 100, lanes); }
    fill<<<1, 1>>>(16); row("two_strings", 16, 101, lanes);
  }
}
