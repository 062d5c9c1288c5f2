// Quicksort by one thread a part: two grids for the two sides, each in a stream of its own or fire and forget; short parts and deep ones by insertion.
#include "programs.cuh"
__device__ void insertion(int* a, int lo, int hi) { for (int i = lo + 1; i <= hi; ++i) { int x = a[i], j = i - 1; while (j >= lo && a[j] > x) { a[j + 1] = a[j]; --j; } a[j + 1] = x; } }
__global__ void sortPart(int* a, int lo, int hi, int depth, int forget) {
  if (depth >= 16 || hi - lo < 32) { insertion(a, lo, hi); return; }
  int pivot = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) { while (a[i] < pivot) ++i; while (a[j] > pivot) --j; if (i <= j) { int t = a[i]; a[i] = a[j]; a[j] = t; ++i; --j; } }
  if (forget) { if (lo < j) sortPart<<<1, 1, 0, cudaStreamFireAndForget>>>(a, lo, j, depth + 1, 1); if (i < hi) sortPart<<<1, 1, 0, cudaStreamFireAndForget>>>(a, i, hi, depth + 1, 1); return; }
  if (lo < j) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); sortPart<<<1, 1, 0, s>>>(a, lo, j, depth + 1, 0); cudaStreamDestroy(s); }
  if (i < hi) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); sortPart<<<1, 1, 0, s>>>(a, i, hi, depth + 1, 0); cudaStreamDestroy(s); }
}
__global__ void insert(int* a, int n) { insertion(a, 0, n - 1); }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {64, 256, 1024, 4096}) {
    Random r{13}; std::vector<int> v(n); for (int& x : v) x = r.below(1000000); int *src = device(v), *a = device<int>(n);
    for (int forget : {0, 1}) row("quicksort", forget ? "forget" : "streams", "numbers", n, [&] { cudaMemcpy(a, src, 4 * n, cudaMemcpyDeviceToDevice); }, [&] { sortPart<<<1, 1>>>(a, 0, n - 1, 0, forget); }, [&] { return sumOf(a, n); });
    if (n <= 256) row("quicksort", "insertion", "numbers", n, [&] { cudaMemcpy(a, src, 4 * n, cudaMemcpyDeviceToDevice); }, [&] { insert<<<1, 1>>>(a, n); }, [&] { return sumOf(a, n); });
  }
}
