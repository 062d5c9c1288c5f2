// Adaptive refinement of a square: a block samples its cell and launches four more where the values differ by more than a tolerance; the same level by level from the host.
#include "programs.cuh"
__device__ inline float field(float x, float y) { float a = x - 0.3f, b = y - 0.6f, r = a * a + b * b; return __expf(-60 * r) + 0.3f * __sinf(9 * x * y); }
__device__ float range(float x, float y, float s) {
  __shared__ float lo[2], hi[2];
  int t = threadIdx.x; float f = field(x + s * (t % 8 + 0.5f) / 8, y + s * (t / 8 + 0.5f) / 8), g = f;
  for (int d = 16; d; d /= 2) { f = fmaxf(f, __shfl_xor_sync(~0u, f, d)); g = fminf(g, __shfl_xor_sync(~0u, g, d)); }
  if (t % 32 == 0) { hi[t / 32] = f; lo[t / 32] = g; }
  __syncthreads();
  return fmaxf(hi[0], hi[1]) - fminf(lo[0], lo[1]);
}
__global__ void cell(float x, float y, float s, float tolerance, int depth, ull* cells) {
  float d = range(x, y, s);
  if (threadIdx.x) return;
  if (d <= tolerance || depth == 0) { atomicAdd(cells, 1ULL << (8 * 0)); return; }
  for (int i = 0; i < 4; ++i) cell<<<1, 64, 0, cudaStreamFireAndForget>>>(x + s / 2 * (i & 1), y + s / 2 * (i >> 1), s / 2, tolerance, depth - 1, cells);
}
struct Cell { float x, y, s; };
__global__ void level(const Cell* in, Cell* out, int* count, float tolerance, bool last, ull* cells) {
  Cell c = in[blockIdx.x]; float d = range(c.x, c.y, c.s);
  if (threadIdx.x) return;
  if (d <= tolerance || last) { atomicAdd(cells, 1ULL); return; }
  int at = atomicAdd(count, 4);
  for (int i = 0; i < 4; ++i) out[at + i] = Cell{c.x + c.s / 2 * (i & 1), c.y + c.s / 2 * (i >> 1), c.s / 2};
}
int main(int argc, char** argv) {
  start(argc, argv); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384));
  ull* cells = device<ull>(1); Cell* list[2] = {device<Cell>(1 << 14), device<Cell>(1 << 14)}; int* count = device<int>(1);
  for (int inverse : {8, 16, 32, 64}) {
    float tolerance = 1.0f / inverse;
    row("refine", "launches", "inverse_tolerance", inverse, [&] { cudaMemset(cells, 0, 8); }, [&] { cell<<<1, 64>>>(0, 0, 1, tolerance, 6, cells); }, [&] { return sumOf(cells, 1); });
    row("refine", "host", "inverse_tolerance", inverse, [&] { cudaMemset(cells, 0, 8); Cell c{0, 0, 1}; cudaMemcpy(list[0], &c, sizeof c, cudaMemcpyHostToDevice); }, [&] {
        int n = 1; for (int l = 0; n; ++l) { cudaMemsetAsync(count, 0, 4); level<<<n, 64>>>(list[l & 1], list[~l & 1], count, tolerance, l == 6, cells); CHECK(cudaMemcpy(&n, count, 4, cudaMemcpyDeviceToHost)); } }, [&] { return sumOf(cells, 1); });
  }
}
