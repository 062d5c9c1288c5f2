// Mandelbrot set after Mariani and Silver: a block looks at the border of its square; a border of one dwell fills the square, else it is
// divided among children or, if small, computed pixel by pixel.
#include "programs.cuh"
#define MAX_DWELL 512
#define BSX 64
#define BSY 4
#define MAX_DEPTH 4
#define MIN_SIZE 32
#define SUBDIV 4
#define INIT_SUBDIV 8
#define NEUT_DWELL (MAX_DWELL + 1)
#define DIFF_DWELL (-1)

struct complexf { float re, im; complexf() = default; __host__ __device__ complexf(float a, float b) : re(a), im(b) {} };
__host__ __device__ inline complexf operator+(complexf a, complexf b) { return complexf(a.re + b.re, a.im + b.im); }
__host__ __device__ inline complexf operator*(complexf a, complexf b) { return complexf(a.re * b.re - a.im * b.im, a.im * b.re + a.re * b.im); }
__host__ __device__ inline float abs2(complexf z) { return z.re * z.re + z.im * z.im; }
__constant__ complexf cmin, cmax;
__device__ int childErrors;

__device__ int pixelDwell(int w, int h, int x, int y) {
  complexf d(cmax.re - cmin.re, cmax.im - cmin.im), c(cmin.re + (float)x / w * d.re, cmin.im + (float)y / h * d.im), z = c;
  int dwell = 0;
  while (dwell < MAX_DWELL && abs2(z) < 4.f) { z = z * z + c; ++dwell; }
  return dwell;
}
__device__ int sameDwell(int a, int b) { if (a == b) return a; if (a == NEUT_DWELL || b == NEUT_DWELL) return min(a, b); return DIFF_DWELL; }
__device__ int borderDwell(int w, int h, int x0, int y0, int d) {
  int tid = threadIdx.y * blockDim.x + threadIdx.x, bs = blockDim.x * blockDim.y, common = NEUT_DWELL;
  for (int r = tid; r < d; r += bs)
    for (int b = 0; b < 4; ++b) {
      int x = b % 2 != 0 ? x0 + r : (b == 0 ? x0 + d - 1 : x0), y = b % 2 == 0 ? y0 + r : (b == 1 ? y0 + d - 1 : y0);
      common = sameDwell(common, pixelDwell(w, h, x, y));
    }
  __shared__ int ldwells[BSX * BSY];
  int nt = min(d, BSX * BSY);
  if (tid < nt) ldwells[tid] = common;
  __syncthreads();
  for (; nt > 1; nt /= 2) { if (tid < nt / 2) ldwells[tid] = sameDwell(ldwells[tid], ldwells[tid + nt / 2]); __syncthreads(); }
  return ldwells[0];
}
__global__ void fill(int* dwells, int w, int x0, int y0, int d, int dwell) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < d && y < d) dwells[(y0 + y) * w + x0 + x] = dwell;
}
__global__ void pixels(int* dwells, int w, int h, int x0, int y0, int d) {
  int x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < d && y < d) dwells[(y0 + y) * w + x0 + x] = pixelDwell(w, h, x0 + x, y0 + y);
}
template <bool FORGET> __global__ void block(int* dwells, int w, int h, int x0, int y0, int d, int depth) {
  x0 += d * blockIdx.x; y0 += d * blockIdx.y;
  int common = borderDwell(w, h, x0, y0, d);
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    cudaStream_t s = FORGET ? cudaStreamFireAndForget : (cudaStream_t)0;
    dim3 bs(BSX, BSY), grid((d + BSX - 1) / BSX, (d + BSY - 1) / BSY);
    if (common != DIFF_DWELL) fill<<<grid, bs, 0, s>>>(dwells, w, x0, y0, d, common);
    else if (depth + 1 < MAX_DEPTH && d / SUBDIV > MIN_SIZE) block<FORGET><<<dim3(SUBDIV, SUBDIV), bs, 0, s>>>(dwells, w, h, x0, y0, d / SUBDIV, depth + 1);
    else pixels<<<grid, bs, 0, s>>>(dwells, w, h, x0, y0, d);
    if (cudaGetLastError() != cudaSuccess) atomicAdd(&childErrors, 1);
  }
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int where : {0, 1}) {
    complexf lo = where ? complexf(-0.8f, 0.05f) : complexf(-1.5f, -1.f), hi = where ? complexf(-0.7f, 0.15f) : complexf(0.5f, 1.f);
    CHECK(cudaMemcpyToSymbol(cmin, &lo, sizeof lo)); CHECK(cudaMemcpyToSymbol(cmax, &hi, sizeof hi));
    for (int size : {512, 1024}) {
      if (where && size == 1024) continue;
      int* dwells = device<int>((size_t)size * size); std::vector<int> flat;
      for (int k = 0; k < 3; ++k) {
        const char* kinds[] = {"pixels", "null", "forget"}; char name[64]; snprintf(name, 64, "%s_%s", kinds[k], where ? "seahorse" : "whole");
        row("mariani", name, "size", size, [&] { CHECK(cudaMemset(dwells, 0, sizeof(int) * size * size)); },
            [&] {
              if (k == 0) pixels<<<dim3(size / BSX, size / BSY), dim3(BSX, BSY)>>>(dwells, size, size, 0, 0, size);
              else if (k == 1) block<false><<<dim3(INIT_SUBDIV, INIT_SUBDIV), dim3(BSX, BSY)>>>(dwells, size, size, 0, 0, size / INIT_SUBDIV, 1);
              else block<true><<<dim3(INIT_SUBDIV, INIT_SUBDIV), dim3(BSX, BSY)>>>(dwells, size, size, 0, 0, size / INIT_SUBDIV, 1);
            },
            [&] {
              std::vector<int> v(size * size); CHECK(cudaMemcpy(v.data(), dwells, sizeof(int) * v.size(), cudaMemcpyDeviceToHost));
              int wrong = 0, bad; CHECK(cudaMemcpyFromSymbol(&bad, childErrors, sizeof bad));
              if (k == 0) flat = v; else if (!flat.empty()) for (size_t i = 0; i < v.size(); ++i) wrong += v[i] != flat[i];
              if (wrong > size * size / 200 || bad) { fprintf(stderr, "FATAL,mariani %s %d: %d pixels differ, %d failed launches\n", name, size, wrong, bad); exit(1); }
              return sumOf(dwells, size * size);
            });
      }
      cudaFree(dwells);
    }
  }
}
