// Recursive subdivision of a picture: a block looks at the border of its square; if it is not of one colour it launches four blocks, or one grid for each quarter in a stream of its own; small squares are
// computed point by point. Beside it a tree that prints a line at each node.
#include "programs.cuh"
__device__ int colour(float x, float y, int most) { float a = 0, b = 0; int i = 0; while (i < most && a * a + b * b < 4) { float c = a * a - b * b + x; b = 2 * a * b + y; a = c; ++i; } return i; }
__device__ int at(int x, int y, int n) { return colour(x * 3.0f / n - 2.0f, y * 2.4f / n - 1.2f, 200); }
template <int KIND> __global__ void square(int* picture, int n, int x0, int y0, int size) {
  __shared__ int least, most; x0 += (blockIdx.x & 1) * size; y0 += (blockIdx.x >> 1) * size; int t = threadIdx.x;
  if (t == 0) { least = 1 << 30; most = 0; } __syncthreads();
  for (int i = t; i < 4 * size; i += blockDim.x) { int k = i % size, side = i / size; int c = at(side == 0 ? x0 + k : side == 1 ? x0 + k : side == 2 ? x0 : x0 + size - 1, side == 0 ? y0 : side == 1 ? y0 + size - 1 : y0 + k, n); atomicMin(&least, c); atomicMax(&most, c); }
  __syncthreads();
  if (least == most) { for (int i = t; i < size * size; i += blockDim.x) picture[(y0 + i / size) * n + x0 + i % size] = least; return; }
  if (size <= 16) { for (int i = t; i < size * size; i += blockDim.x) picture[(y0 + i / size) * n + x0 + i % size] = at(x0 + i % size, y0 + i / size, n); return; }
  if (KIND == 0) { if (t == 0) square<0><<<4, 64>>>(picture, n, x0, y0, size / 2); }
  else if (KIND == 1) { if (t == 0) square<1><<<4, 64, 0, cudaStreamFireAndForget>>>(picture, n, x0, y0, size / 2); }
  else if (t < 4) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); square<2><<<1, 64, 0, s>>>(picture, n, x0 + (t & 1) * size / 2, y0 + (t >> 1) * size / 2, size / 2); cudaStreamDestroy(s); }
}
__global__ void node(int depth, int id, int* sum) { atomicAdd(sum, id); if (threadIdx.x == 0) printf("node %d depth %d\n", id, depth); if (depth > 0 && threadIdx.x < 2) node<<<1, 2>>>(depth - 1, 2 * id + threadIdx.x, sum); }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {128, 256, 512}) { int* p = device<int>((size_t)n * n);
    row("subdivide", "null", "points", n, [&] { cudaMemset(p, 0, 4 * n * n); }, [&] { square<0><<<1, 64>>>(p, n, 0, 0, n); }, [&] { return sumOf(p, (size_t)n * n); });
    row("subdivide", "forget", "points", n, [&] { cudaMemset(p, 0, 4 * n * n); }, [&] { square<1><<<1, 64>>>(p, n, 0, 0, n); }, [&] { return sumOf(p, (size_t)n * n); });
    row("subdivide", "streams", "points", n, [&] { cudaMemset(p, 0, 4 * n * n); }, [&] { square<2><<<1, 64>>>(p, n, 0, 0, n); }, [&] { return sumOf(p, (size_t)n * n); }); }
  int* sum = device<int>(1);
  for (int d : {1, 3, 5}) row("tree", "prints", "depth", d, [&] { cudaMemset(sum, 0, 4); }, [&] { node<<<1, 2>>>(d, 1, sum); }, [&] { return sumOf(sum, 1); });
}
