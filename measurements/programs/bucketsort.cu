// Partition sort from the most significant digit: histogram, scan and scatter by 8 bits, then a grid for every bucket: a bitonic sort in dynamic shared
// memory if it fits, else one more partition with children of its own. Keys are 32-bit; uniform or skewed.
#include "programs.cuh"
#include <cub/block/block_scan.cuh>
const int RADIX = 256, FITS = 2048, MAXBLOCKS = 64;
typedef unsigned int uint;
struct Job { const uint* in; uint* out; uint* final; int n; int shift; };   // `final` gets the sorted keys
enum How { NULLSTREAM = 1, FORGET = 2, STREAM = 3 };

__global__ void histogram(Job j, uint* counts) {
  __shared__ uint h[RADIX];
  h[threadIdx.x] = 0; __syncthreads();
  for (int i = blockIdx.x * RADIX + threadIdx.x; i < j.n; i += gridDim.x * RADIX) atomicAdd(&h[j.in[i] >> j.shift & 255], 1u);
  __syncthreads();
  if (h[threadIdx.x]) atomicAdd(&counts[threadIdx.x], h[threadIdx.x]);
}
__global__ void scan(const uint* counts, uint* offsets, uint* cursor) {
  typedef cub::BlockScan<uint, RADIX> Scan; __shared__ typename Scan::TempStorage temp;
  uint at; Scan(temp).ExclusiveSum(counts[threadIdx.x], at);
  offsets[threadIdx.x] = cursor[threadIdx.x] = at;
}
__global__ void scatter(Job j, uint* cursor) {
  __shared__ uint h[RADIX], base[RADIX];
  h[threadIdx.x] = 0; __syncthreads();
  int per = (j.n + gridDim.x - 1) / gridDim.x, from = blockIdx.x * per, to = min(j.n, from + per);
  for (int i = from + threadIdx.x; i < to; i += RADIX) atomicAdd(&h[j.in[i] >> j.shift & 255], 1u);
  __syncthreads();
  if (h[threadIdx.x]) base[threadIdx.x] = atomicAdd(&cursor[threadIdx.x], h[threadIdx.x]);
  __syncthreads();
  h[threadIdx.x] = 0; __syncthreads();
  for (int i = from + threadIdx.x; i < to; i += RADIX) { uint k = j.in[i], d = k >> j.shift & 255; j.out[base[d] + atomicAdd(&h[d], 1u)] = k; }
}
__global__ void sortBucket(const uint* in, uint* out, int n, int padded) {
  extern __shared__ uint s[];
  for (int i = threadIdx.x; i < padded; i += blockDim.x) s[i] = i < n ? in[i] : 0xffffffffu;
  __syncthreads();
  for (int k = 2; k <= padded; k *= 2) for (int j = k / 2; j; j /= 2) {
    for (int i = threadIdx.x; i < padded / 2; i += blockDim.x) {
      int a = 2 * j * (i / j) + i % j, b = a + j; uint x = s[a], y = s[b];
      if ((x > y) == ((a & k) == 0)) { s[a] = y; s[b] = x; }
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = s[i];
}
__global__ void moveKeys(const uint* in, uint* out, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i]; }
__host__ __device__ inline int roundUp(int n) { int p = 2; while (p < n) p *= 2; return p; }
__device__ uint tables[RADIX * 3 * (RADIX + 1)];
__device__ int failures;

template <How H> __global__ void buckets(Job j, uint* counts, int depth);
// Partition by one thread: three kernels in its stream, then the grid that looks at the buckets.
template <How H> __device__ void partition(Job j, uint* t, int depth, cudaStream_t q) {
  int blocks = min(MAXBLOCKS, (j.n + 1023) / 1024);
  cudaMemsetAsync(t, 0, RADIX * sizeof(uint), q);
  histogram<<<blocks, RADIX, 0, q>>>(j, t);
  scan<<<1, RADIX, 0, q>>>(t, t + RADIX, t + 2 * RADIX);
  scatter<<<blocks, RADIX, 0, q>>>(j, t + 2 * RADIX);
  buckets<H><<<1, RADIX, 0, q>>>(j, t, depth);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&failures, 1);
}
template <How H> __global__ void buckets(Job j, uint* counts, int depth) {
  int b = threadIdx.x, n = counts[b], at = counts[RADIX + b];
  if (n == 0) return;
  const uint* in = j.out + at; uint* out = j.final + at;
  cudaStream_t q = 0; bool create = H == STREAM || (H == FORGET && n > FITS && depth == 0);
  if (create) cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
  if (n <= FITS) { int p = roundUp(n); if (H == FORGET) sortBucket<<<1, min(256, p / 2), p * sizeof(uint), cudaStreamFireAndForget>>>(in, out, n, p); else sortBucket<<<1, min(256, p / 2), p * sizeof(uint), q>>>(in, out, n, p); }
  else if (depth == 0) partition<H>(Job{in, const_cast<uint*>(j.in) + at, j.final + at, n, j.shift - 8}, tables + RADIX * 3 * (b + 1), 1, q);
  else moveKeys<<<8, 256, 0, q>>>(in, out, n);   // all 16 leading bits alike and still many: not made by main()
  if (cudaGetLastError() != cudaSuccess) atomicAdd(&failures, 1);
  if (create) cudaStreamDestroy(q);
}
template <How H> __global__ void sortAll(Job j) { partition<H>(j, tables, 0, 0); }
int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 32768));
  uint* t; CHECK(cudaGetSymbolAddress((void**)&t, tables));
  for (int skew : {0, 1}) for (int n : {20000, 150000}) {
    if (skew && n == 20000) n = 60000; else if (skew) continue;
    Random r{17}; std::vector<uint> keys(n);
    for (auto& k : keys) { double u = r.real(); k = skew ? uint(4294967295.0 * u * u * u) : (r.next() << 1 ^ r.next()); }
    std::vector<uint> sorted = keys; std::sort(sorted.begin(), sorted.end());
    uint *source = device(keys), *a = device<uint>(n), *b = device<uint>(n), *c = device<uint>(n);
    for (int k = 0; k < 4; ++k) {
      if (skew && k == 0) continue;
      const char* ways[] = {"host", "null", "forget", "streams"}; char name[64]; snprintf(name, 64, "%s_%s", ways[k], skew ? "skewed" : "uniform");
      row("bucketsort", name, "keys", n, [&] { CHECK(cudaMemcpy(a, source, n * sizeof(uint), cudaMemcpyDeviceToDevice)); },
          [&] {
            Job j{a, b, c, n, 24};
            if (k == 1) sortAll<NULLSTREAM><<<1, 1>>>(j); else if (k == 2) sortAll<FORGET><<<1, 1>>>(j); else if (k == 3) sortAll<STREAM><<<1, 1>>>(j);
            else {
              int blocks = std::min(MAXBLOCKS, (n + 1023) / 1024); uint h[2 * RADIX];
              cudaMemsetAsync(t, 0, RADIX * sizeof(uint)); histogram<<<blocks, RADIX>>>(j, t); scan<<<1, RADIX>>>(t, t + RADIX, t + 2 * RADIX); scatter<<<blocks, RADIX>>>(j, t + 2 * RADIX);
              CHECK(cudaMemcpy(h, t, sizeof h, cudaMemcpyDeviceToHost));
              for (int d = 0; d < RADIX; ++d) if (h[d]) { int p = roundUp(h[d]); sortBucket<<<1, std::min(256, p / 2), p * sizeof(uint)>>>(b + h[RADIX + d], c + h[RADIX + d], h[d], p); }
            }
          },
          [&] {
            std::vector<uint> got(n); int f; CHECK(cudaMemcpy(got.data(), c, n * sizeof(uint), cudaMemcpyDeviceToHost)); CHECK(cudaMemcpyFromSymbol(&f, failures, sizeof f));
            if (got != sorted || f) { fprintf(stderr, "FATAL,bucketsort %s %d: not sorted or %d launches failed\n", name, n, f); exit(1); }
            return sumOf(c, n);
          });
    }
    cudaFree(source); cudaFree(a); cudaFree(b); cudaFree(c);
  }
}
