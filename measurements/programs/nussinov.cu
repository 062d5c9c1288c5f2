// RNA folding after Nussinov, the most pairs of a sequence: diagonal after diagonal of a triangle, a thread for each cell of short intervals and a block for each of long ones. Diagonals are launched by the host, by one thread into its NULL stream, each by the one before as a tail, or eight at a time by a kernel that tail-launches itself.
#include "programs.cuh"
#define WIDE 64
__host__ __device__ inline int pairs(char a, char b) { return a + b == 3; }
__device__ int cell(const char* t, const int* s, int n, int i, int j, int from, int step) {
  int best = from ? 0 : (j - i > 3 ? s[(i + 1) * n + j - 1] + pairs(t[i], t[j]) : 0);
  for (int k = i + from; k < j; k += step) best = max(best, s[i * n + k] + s[(k + 1) * n + j]);
  return best;
}
__device__ void narrow(const char* t, int* s, int n, int d) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i + d < n) s[i * n + i + d] = cell(t, s, n, i, i + d, 0, 1); }
__device__ void wide(const char* t, int* s, int n, int d) {
  __shared__ int best[32]; int i = blockIdx.x, x = threadIdx.x;
  best[x] = cell(t, s, n, i, i + d, x, blockDim.x); __syncthreads();
  for (int h = blockDim.x / 2; h; h /= 2) { if (x < h) best[x] = max(best[x], best[x + h]); __syncthreads(); }
  if (x == 0) s[i * n + i + d] = best[0];
}
__global__ void diagonal(const char* t, int* s, int n, int d) { if (d < WIDE) narrow(t, s, n, d); else wide(t, s, n, d); }
__host__ __device__ inline int gridOf(int n, int d) { return d < WIDE ? (n - d + 63) / 64 : n - d; }
__host__ __device__ inline int threadsOf(int d) { return d < WIDE ? 64 : 32; }
__global__ void allDiagonals(const char* t, int* s, int n) { for (int d = 1; d < n; ++d) diagonal<<<gridOf(n, d), threadsOf(d)>>>(t, s, n, d); }
__global__ void chain(const char* t, int* s, int n, int d) {
  if (d < WIDE) narrow(t, s, n, d); else wide(t, s, n, d);
  if (blockIdx.x == 0 && threadIdx.x == 0 && d + 1 < n) chain<<<gridOf(n, d + 1), threadsOf(d + 1), 0, cudaStreamTailLaunch>>>(t, s, n, d + 1);
}
__global__ void eight(const char* t, int* s, int n, int d) {
  int last = min(n, d + 8); for (; d < last; ++d) diagonal<<<gridOf(n, d), threadsOf(d)>>>(t, s, n, d);
  if (d < n) eight<<<1, 1, 0, cudaStreamTailLaunch>>>(t, s, n, d);
}
// A block that runs all diagonals by itself.
__global__ void one(const char* t, int* s, int n) {
  for (int d = 1; d < n; ++d) { for (int i = threadIdx.x; i + d < n; i += blockDim.x) s[i * n + i + d] = cell(t, s, n, i, i + d, 0, 1); __syncthreads(); }
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {72, 96, 128}) {
    Random r{6}; std::vector<char> text(n); for (auto& c : text) c = r.below(4);
    std::vector<int> expected(n * n, 0);
    for (int d = 1; d < n; ++d) for (int i = 0; i + d < n; ++i) { int j = i + d, b = d > 3 ? expected[(i + 1) * n + j - 1] + pairs(text[i], text[j]) : 0; for (int k = i; k < j; ++k) b = std::max(b, expected[i * n + k] + expected[(k + 1) * n + j]); expected[i * n + j] = b; }
    char* t = device(text); int* s = device<int>(n * n); const char* kinds[] = {"host", "null", "tail", "eight", "block"};
    for (int k : {0, 1, 2, 3, 4}) {
      if (k == 4 && n > 96) continue;
      row("nussinov", kinds[k], "bases", n, [&] { cudaMemset(s, 0, 4 * n * n); },
        [&] {
          if (k == 0) for (int d = 1; d < n; ++d) diagonal<<<gridOf(n, d), threadsOf(d)>>>(t, s, n, d);
          else if (k == 1) allDiagonals<<<1, 1>>>(t, s, n); else if (k == 2) chain<<<gridOf(n, 1), threadsOf(1)>>>(t, s, n, 1); else if (k == 3) eight<<<1, 1>>>(t, s, n, 1); else one<<<1, 128>>>(t, s, n);
        },
        [&] {
          std::vector<int> got(n * n); CHECK(cudaMemcpy(got.data(), s, 4 * n * n, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,nussinov %s %d: wrong counts\n", kinds[k], n); exit(1); }
          return sumOf(s, n * n);
        });
    }
    cudaFree(t); cudaFree(s);
  }
}
