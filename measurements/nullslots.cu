// Which blocks of a grid share a NULL stream: two blocks launch a chain of grids each; how many run at once.
#include "common.cuh"
__device__ unsigned long long at[512][32][2]; __device__ int sms[4096];
__global__ void child(int chain, int step, int cycles) { at[chain][step][0] = globaltimer(); long long c = clock64(); while (clock64() - c < cycles) {} at[chain][step][1] = globaltimer(); }
__global__ void parent(int first, int distance, int chains, int steps, int cycles, int thread, int named) {
  int b = blockIdx.x + gridDim.x * blockIdx.y; if (threadIdx.x == 0) { int s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); sms[b] = s; }
  int d = b - first; if (d < 0 || d % distance || d / distance >= chains) { long long c = clock64(); while (clock64() - c < 20000) {} return; }
  if (threadIdx.x == thread) {
    if (named) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); for (int i = 0; i < steps; i++) child<<<1, 1, 0, s>>>(d / distance, i, cycles); cudaStreamDestroy(s); }
    else for (int i = 0; i < steps; i++) child<<<1, 1>>>(d / distance, i, cycles); }
}
__global__ void nested(int index, int steps, int cycles) { for (int i = 0; i < steps; i++) child<<<1, 1>>>(index, i, cycles); }
__global__ void forgets(int chains, int steps, int cycles) { for (int i = 0; i < chains; i++) nested<<<1, 1, 0, cudaStreamFireAndForget>>>(i, steps, cycles); }
static void report(const char* name, int chains, int steps, int first, int distance) {
  CHECK(cudaDeviceSynchronize()); static unsigned long long h[512][32][2]; static int s[4096]; CHECK(cudaMemcpyFromSymbol(h, at, sizeof h)); CHECK(cudaMemcpyFromSymbol(s, sms, sizeof s));
  double own = 0; unsigned long long from = ~0ull, to = 0; std::vector<unsigned long long> starts;
  for (int i = 0; i < chains; i++) for (int k = 0; k < steps; k++) { own += h[i][k][1] - h[i][k][0]; from = std::min(from, h[i][k][0]); to = std::max(to, h[i][k][1]); }
  int most = 0; for (int i = 0; i < chains; i++) for (int k = 0; k < steps; k++) { int n = 0; for (int j = 0; j < chains; j++) for (int l = 0; l < steps; l++) n += h[j][l][0] <= h[i][k][0] && h[j][l][1] > h[i][k][0]; most = std::max(most, n); }
  printf("nullslots,%s,at_once,%.2f,most,%d,span_us,%.1f,sm,%d,%d,%d\n", name, own / (to - from), most, (to - from) / 1e3, s[first], s[first + distance], s[first + 2 * distance]);
}
int main() {
  char n[100];
  for (int r = 0; r < 2; r++) for (int d : {1, 2, 3, 4, 8, 16, 31, 32, 33, 64, 96, 128, 132, 200}) { parent<<<256, 64>>>(3, d, 2, 6, 20000, 0, 0); sprintf(n, "grid256_pair,%d", d); report(n, 2, 6, 3, d); }
  for (int c : {2, 4, 8, 16, 32, 64, 128, 256}) { parent<<<c, 64>>>(0, 1, c, 4, 60000, 0, 0); sprintf(n, "grid_of_launching,%d", c); report(n, c, 4, 0, 1); }
  for (int c : {2, 4, 8, 16, 32, 64, 128, 256}) { parent<<<256, 64>>>(0, 1, c, 4, 60000, 0, 0); sprintf(n, "grid256_first_launching,%d", c); report(n, c, 4, 0, 1); }
  for (int g : {64, 132, 264, 528, 1056}) { parent<<<g, 64>>>(3, 32, 2, 6, 20000, 0, 0); sprintf(n, "pair32_of_grid,%d", g); report(n, 2, 6, 3, 32); }
  for (int t : {64, 256, 1024}) { parent<<<256, t>>>(3, 32, 2, 6, 20000, t - 1, 0); sprintf(n, "pair32_threads,%d", t); report(n, 2, 6, 3, 32); }
  parent<<<256, 64>>>(3, 32, 2, 6, 20000, 0, 1); report("pair32_named_streams,0", 2, 6, 3, 32);
  parent<<<dim3(16, 16), 64>>>(3, 16, 2, 6, 20000, 0, 0); report("grid16x16_pair,16", 2, 6, 3, 16);
  parent<<<dim3(16, 16), 64>>>(3, 32, 2, 6, 20000, 0, 0); report("grid16x16_pair,32", 2, 6, 3, 32);
  for (int c : {2, 4, 8, 16, 32, 64}) { forgets<<<1, 1>>>(c, 4, 60000); sprintf(n, "nested_forgotten,%d", c); report(n, c, 4, 0, 1); }
}
