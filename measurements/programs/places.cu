// Where blocks run: the SMs of grids of one block that follow each other, of small grids, and of children; beside nothing and beside a grid that occupies SMs.
#include "programs.cuh"
__device__ int sm() { int s; asm volatile("mov.u32 %0, %%smid;" : "=r"(s)); return s; }
__global__ void where(int* out) { if (threadIdx.x == 0) out[blockIdx.x] = sm(); }
__global__ void hold(long long cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
__global__ void whereLong(int* out, int cycles) { if (threadIdx.x == 0) out[blockIdx.x] = sm(); long long c = clock64(); while (clock64() - c < cycles) {} }
__global__ void parent(int* out, int n, int kind, int cycles) {
  if (threadIdx.x) return;
  out[0] = sm();
  for (int i = 0; i < n; ++i) if (kind == 0) whereLong<<<1, 32>>>(out + 1 + i, cycles); else whereLong<<<1, 32, 0, cudaStreamFireAndForget>>>(out + 1 + i, cycles);
}
static int* out;
static void show(const char* what, int n) { CHECK(cudaDeviceSynchronize()); std::vector<int> v(n); CHECK(cudaMemcpy(v.data(), out, 4 * n, cudaMemcpyDeviceToHost)); fprintf(stderr, "places,%s", what); for (int x : v) fprintf(stderr, ",%d", x); fprintf(stderr, "\n"); }
int main() {
  out = device<int>(4096);
  for (int k = 0; k < 2; ++k) { for (int i = 0; i < 12; ++i) { where<<<1, 32>>>(out + i); CHECK(cudaDeviceSynchronize()); } show("one_block_synchronized", 12); }
  for (int i = 0; i < 24; ++i) where<<<1, 32>>>(out + i); show("one_block_queued", 24);
  for (int k = 0; k < 3; ++k) { where<<<5, 32>>>(out); show("five_blocks", 5); }
  where<<<140, 32>>>(out); show("blocks140", 140);
  where<<<140, 1024>>>(out); show("blocks140_1024", 140);
  whereLong<<<300, 1024>>>(out, 20000); show("blocks300_1024_long", 300);
  cudaStream_t s; CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  hold<<<1, 32, 0, s>>>(2000000); for (int i = 0; i < 12; ++i) where<<<1, 32>>>(out + i); show("beside_one_block", 12);
  hold<<<10, 1024, 0, s>>>(2000000); for (int i = 0; i < 12; ++i) where<<<1, 32>>>(out + i); show("beside_ten_blocks", 12);
  for (int kind : {0, 1}) for (int cycles : {100, 200000}) { parent<<<1, 32>>>(out, 24, kind, cycles); show(kind ? (cycles == 100 ? "children_forget_short" : "children_forget_long") : (cycles == 100 ? "children_null_short" : "children_null_long"), 25); }
  parent<<<1, 32>>>(out, 1, 1, 100); show("one_child", 2); parent<<<1, 32>>>(out, 1, 1, 100); show("one_child", 2);
}
