// Suffix array: suffixes are put into buckets by their first five letters; a thread for each bucket sorts it by insertion, or has a child grid rank a heavy bucket's suffixes by comparing all pairs (NULL stream of the block, or a stream of the launching thread's own).
#include "programs.cuh"
#define BUCKETS 3125
#define HEAVY 10
__device__ int codeOf(const char* t, int i) { int c = 0; for (int k = 0; k < 5; ++k) c = c * 5 + t[i + k]; return c; }
__device__ bool less5(const char* t, int a, int b) { a += 5; b += 5; while (t[a] == t[b]) { ++a; ++b; } return t[a] < t[b]; }
__global__ void countLetters(const char* t, int n, int* size) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&size[codeOf(t, i)], 1); }
__global__ void scanBuckets(const int* size, int* first, int* cursor) {
  __shared__ int sums[1024]; int b = threadIdx.x * 4, own = 0;
  for (int k = b; k < b + 4 && k < BUCKETS; ++k) own += size[k];
  sums[threadIdx.x] = own; __syncthreads();
  for (int d = 1; d < 1024; d *= 2) { int x = threadIdx.x >= d ? sums[threadIdx.x - d] : 0; __syncthreads(); sums[threadIdx.x] += x; __syncthreads(); }
  int at = sums[threadIdx.x] - own;
  for (int k = b; k < b + 4 && k < BUCKETS; ++k) { first[k] = cursor[k] = at; at += size[k]; }
}
__global__ void scatterSuffixes(const char* t, int n, int* cursor, int* sa) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) sa[atomicAdd(&cursor[codeOf(t, i)], 1)] = i; }
__global__ void rankBucket(const char* t, const int* in, int* out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= m) return;
  int own = in[i], r = 0;
  for (int j = 0; j < m; ++j) if (j != i && less5(t, in[j], own)) ++r;
  out[r] = own;
}
template <int KIND> __global__ void sortBuckets(const char* t, const int* size, const int* first, int* sa, int* out) {
  int b = blockIdx.x * blockDim.x + threadIdx.x; if (b >= BUCKETS) return;
  int m = size[b], f = first[b];
  if (KIND && m > HEAVY) {
    if (KIND == 1) rankBucket<<<(m + 31) / 32, 32>>>(t, sa + f, out + f, m);
    else { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); rankBucket<<<(m + 31) / 32, 32, 0, s>>>(t, sa + f, out + f, m); cudaStreamDestroy(s); }
    return;
  }
  for (int i = 1; i < m; ++i) { int x = sa[f + i], j = i; while (j > 0 && less5(t, x, sa[f + j - 1])) { sa[f + j] = sa[f + j - 1]; --j; } sa[f + j] = x; }
  for (int i = 0; i < m; ++i) out[f + i] = sa[f + i];
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {4096, 8192}) for (int skew : {0, 1}) {
    Random r{17}; std::vector<char> text(n + 8, 0);
    for (int i = 0; i < n; ++i) { int u = r.below(16); text[i] = skew ? (u < 7 ? 1 : u < 11 ? 2 : u < 14 ? 3 : 4) : u % 4 + 1; }
    for (int i = n / 4; i < n / 4 + 64; ++i) text[i + n / 2] = text[i];
    std::vector<int> expected(n); for (int i = 0; i < n; ++i) expected[i] = i;
    std::sort(expected.begin(), expected.end(), [&](int a, int b) { return strcmp(&text[a], &text[b]) < 0; });
    char* t = device(text); int *size = device<int>(BUCKETS), *first = device<int>(BUCKETS), *cursor = device<int>(BUCKETS), *sa = device<int>(n), *out = device<int>(n); char v[64]; const char* kinds[] = {"loops", "null", "streams"};
    for (int k : {0, 1, 2}) {
      snprintf(v, 64, "%s_%s", kinds[k], skew ? "skewed" : "uniform");
      row("suffixes", v, "letters", n, [&] { cudaMemset(size, 0, 4 * BUCKETS); cudaMemset(out, 0xff, 4 * n); },
        [&] {
          countLetters<<<(n + 127) / 128, 128>>>(t, n, size); scanBuckets<<<1, 1024>>>(size, first, cursor); scatterSuffixes<<<(n + 127) / 128, 128>>>(t, n, cursor, sa);
          int g = (BUCKETS + 63) / 64;
          if (k == 0) sortBuckets<0><<<g, 64>>>(t, size, first, sa, out); else if (k == 1) sortBuckets<1><<<g, 64>>>(t, size, first, sa, out); else sortBuckets<2><<<g, 64>>>(t, size, first, sa, out);
        },
        [&] {
          std::vector<int> got(n); CHECK(cudaMemcpy(got.data(), out, 4 * n, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,suffixes %s %d: wrong order\n", v, n); exit(1); }
          return sumOf(out, n);
        });
    }
    cudaFree(t); cudaFree(size); cudaFree(first); cudaFree(cursor); cudaFree(sa); cudaFree(out);
  }
}
