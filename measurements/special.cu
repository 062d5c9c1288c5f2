// How long a special register takes to be read: cycles from clock to clock around a read and one instruction that uses it.
#include "common.cuh"
__device__ unsigned out[32][16]; __device__ unsigned sink;
#define STEP(name) { unsigned v; unsigned a = now(); asm volatile("mov.u32 %0, %%" name ";" : "=r"(v)); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(v)); t[n++] = now() - a; }
#define TWICE(name) { unsigned v, w; unsigned a = now(); asm volatile("mov.u32 %0, %%" name ";" : "=r"(v)); asm volatile("mov.u32 %0, %%laneid;" : "=r"(w)); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(v)); asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(w)); t[n++] = now() - a; }
__global__ void kernel(unsigned y) {
  unsigned t[16], x = y; int n;
  for (int r = 0; r < 3; r++) { n = 0;
    { unsigned a = now(); asm volatile("xor.b32 %0, %0, 77;" : "+r"(x)); t[n++] = now() - a; }
    STEP("tid.x") STEP("tid.y") STEP("ctaid.x") STEP("laneid") STEP("warpid") STEP("smid") STEP("lanemask_lt") STEP("clock_hi") TWICE("tid.x") STEP("cluster_ctarank") STEP("nctaid.x") STEP("gridid") STEP("globaltimer_lo")
    __syncthreads(); }
  if (threadIdx.x % 32 == 0) for (int i = 0; i < n; i++) out[threadIdx.x / 32][i] = t[i];
  if (x == 12345) sink = 1;
}
int main() {
  const char* names[] = {"nothing", "tid.x", "tid.y", "ctaid.x", "laneid", "warpid", "smid", "lanemask_lt", "clock_hi", "tid_and_lane", "cluster_ctarank", "nctaid.x", "gridid", "globaltimer_lo"};
  for (int threads : {32, 128, 256, 1024}) {
    kernel<<<1, threads>>>(5); CHECK(cudaDeviceSynchronize()); kernel<<<1, threads>>>(5); CHECK(cudaDeviceSynchronize());
    unsigned h[32][16]; CHECK(cudaMemcpyFromSymbol(h, out, sizeof h));
    for (int i = 0; i < 14; i++) { std::vector<unsigned> v; for (int w = 0; w < threads / 32; w++) v.push_back(h[w][i]); std::sort(v.begin(), v.end()); printf("special,%s,threads,%d,cycles,%u,%u,%u\n", names[i], threads, v[0], v[v.size() / 2], v.back()); }
  }
}
