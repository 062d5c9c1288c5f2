// Chains of grids in the NULL streams of several blocks of a grid: how long a chain takes beside others, by which blocks launch, what children do and how many blocks children have.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
__device__ unsigned long long at[64][64][2]; __device__ int sink;
__device__ __forceinline__ unsigned long long ns() { unsigned long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
__global__ void child(int chain, int step, int cycles) { __shared__ int s[64]; if (threadIdx.x == 0 && blockIdx.x == 0) at[chain][step][0] = ns(); s[threadIdx.x % 64] = step; __syncthreads(); long long c = clock64(); while (clock64() - c < cycles) {} if (threadIdx.x == 0 && blockIdx.x == 0) at[chain][step][1] = ns(); if (s[0] < 0) sink = 1; }
__global__ void parent(int every, int steps, int kids, int threads, int cycles, int work) {
  extern __shared__ int room[];
  if (blockIdx.x % every == every / 2) { if (threadIdx.x == 0) for (int i = 0; i < steps; i++) child<<<kids == 0 ? 1 + i % 8 : kids, threads>>>(blockIdx.x / every, i, cycles); }
  else { long long c = clock64(); while (clock64() - c < work) {} }
}
int main() {
  cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  struct C { int blocks, every, steps, kids, threads, cycles, work, shared; } cases[] = {
    {4, 1, 15, 1, 64, 0, 0, 0}, {8, 1, 15, 1, 64, 0, 0, 0}, {8, 1, 15, 1, 64, 10000, 0, 0}, {8, 1, 15, 4, 64, 10000, 0, 0}, {8, 1, 15, 0, 64, 10000, 0, 0}, {8, 1, 15, 8, 64, 20000, 0, 0},
    {256, 32, 15, 1, 64, 0, 0, 0}, {256, 32, 15, 1, 64, 10000, 0, 0}, {256, 32, 15, 1, 64, 10000, 40000, 0}, {256, 32, 15, 1, 64, 10000, 200000, 0}, {256, 32, 15, 4, 64, 10000, 40000, 0}, {256, 32, 15, 0, 64, 10000, 40000, 8000}, {128, 32, 15, 0, 64, 10000, 40000, 8000}, {256, 32, 15, 0, 64, 20000, 40000, 8000}, {256, 32, 15, 0, 64, 40000, 40000, 8000} };
  for (auto& c : cases) {
    std::vector<float> t; unsigned long long h[64][64][2];
    for (int r = 0; r < 8; r++) { CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(a)); parent<<<c.blocks, 64, c.shared>>>(c.every, c.steps, c.kids, c.threads, c.cycles, c.work); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (r) t.push_back(ms * 1e3f); }
    CHECK(cudaMemcpyFromSymbol(h, at, sizeof h)); std::sort(t.begin(), t.end());
    int chains = c.blocks / c.every; double own = 0, step = 0; unsigned long long first = ~0ull, last = 0; double overlap = 0;
    for (int i = 0; i < chains; i++) for (int k = 0; k < c.steps; k++) { own += h[i][k][1] - h[i][k][0]; first = std::min(first, h[i][k][0]); last = std::max(last, h[i][k][1]); if (k) step += h[i][k][0] - h[i][k - 1][0]; }
    overlap = own / (last - first);
    printf("manychains,b%d_every%d_steps%d_kids%d_t%d_shared%d,cycles_work,%d_%d,us,%.1f,%.1f,%.1f,child_us,%.2f,start_to_start_us,%.2f,at_once,%.2f,span_us,%.1f\n", c.blocks, c.every, c.steps, c.kids, c.threads, c.shared, c.cycles, c.work, t[0], t[3], t[6], own / chains / c.steps / 1e3, step / chains / (c.steps - 1) / 1e3, overlap, (last - first) / 1e3);
  }
}
