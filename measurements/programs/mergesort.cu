// Recursive merge sort: a grid of one thread launches a grid for each half and, as its tail, the merge of both. Small pieces are
// sorted by one block in (dynamic) shared memory. Compared with bottom-up passes that the host launches.
#include "programs.cuh"
extern __shared__ unsigned char raw[];

template <class K> __device__ int rankOf(const K* a, int n, K key, bool after) {
  int lo = 0, hi = n;
  while (lo < hi) { int mid = (lo + hi) / 2; bool left = after ? !(key < a[mid]) : a[mid] < key; if (left) lo = mid + 1; else hi = mid; }
  return lo;
}
template <class K> __global__ void leaf(K* data, int n, int size) {
  K* s = reinterpret_cast<K*>(raw);
  int base = blockIdx.x * size, many = min(size, n - base);
  for (int i = threadIdx.x; i < many; i += blockDim.x) s[i] = data[base + i];
  __syncthreads();
  for (int k = 2; k <= size; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      for (int i = threadIdx.x; i < size; i += blockDim.x) {
        int o = i ^ j;
        if (o > i) { K a = s[i], b = s[o]; if ((a > b) == ((i & k) == 0)) { s[i] = b; s[o] = a; } }
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < many; i += blockDim.x) data[base + i] = s[i];
}
template <class K> __global__ void mergeHalves(const K* from, K* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, h = n / 2;
  if (i >= n) return;
  K key = from[i];
  if (i < h) to[i + rankOf(from + h, n - h, key, false)] = key; else to[i - h + rankOf(from, h, key, true)] = key;
}
template <class K> __global__ void mergePass(const K* from, K* to, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int base = i / (2 * width) * 2 * width, at = i - base; K key = from[i];
  if (at < width) to[i + rankOf(from + base + width, width, key, false)] = key; else to[i - width + rankOf(from + base, width, key, true)] = key;
}
// Sorts `n` keys of a; the result is in a if `inPlace`, else in b.
enum Kind { NULLS, FORGET, STREAMS };
template <class K, Kind W> __global__ void sortPart(K* a, K* b, int n, int leafSize, bool inPlace);
template <class K> __global__ void copyPart(const K* from, K* to, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i]; }
template <class K, Kind W> __global__ void sortPart(K* a, K* b, int n, int leafSize, bool inPlace) {
  if (n <= leafSize) {
    leaf<K><<<1, min(256, n / 2), n * sizeof(K)>>>(a, n, n);
    if (!inPlace) copyPart<K><<<1, 256>>>(a, b, n);
    return;
  }
  int h = n / 2;
  if (W == STREAMS) {
    cudaStream_t s, t; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    sortPart<K, W><<<1, 1, 0, s>>>(a, b, h, leafSize, !inPlace); sortPart<K, W><<<1, 1, 0, t>>>(a + h, b + h, n - h, leafSize, !inPlace);
    cudaStreamDestroy(s); cudaStreamDestroy(t);
  } else {
    cudaStream_t s = W == FORGET ? cudaStreamFireAndForget : (cudaStream_t) nullptr;
    sortPart<K, W><<<1, 1, 0, s>>>(a, b, h, leafSize, !inPlace); sortPart<K, W><<<1, 1, 0, s>>>(a + h, b + h, n - h, leafSize, !inPlace);
  }
  mergeHalves<K><<<(n + 255) / 256, 256, 0, cudaStreamTailLaunch>>>(inPlace ? b : a, inPlace ? a : b, n);
}
template <class K> void all(const char* type, std::vector<int> sizes) {
  for (int n : sizes) {
    const int leafSize = 1024;
    Random r{(ull)n}; std::vector<K> keys(n); for (auto& k : keys) k = (K)(r.next() % 1000003);
    std::vector<K> sorted = keys; std::sort(sorted.begin(), sorted.end());
    K *source = device(keys), *a = device<K>(n), *b = device<K>(n);
    for (int way = 0; way < 4; ++way) {
      const char* ways[] = {"host", "null", "forget", "streams"}; char name[64]; snprintf(name, 64, "%s_%s", ways[way], type);
      row("mergesort", name, "keys", n, [&] { CHECK(cudaMemcpy(a, source, n * sizeof(K), cudaMemcpyDeviceToDevice)); },
          [&] {
            if (way == 0) {
              leaf<K><<<n / leafSize, 256, leafSize * sizeof(K)>>>(a, n, leafSize);
              K *x = a, *y = b;
              for (int w = leafSize; w < n; w *= 2) { mergePass<K><<<(n + 255) / 256, 256>>>(x, y, n, w); std::swap(x, y); }
              if (x != a) cudaMemcpyAsync(a, x, n * sizeof(K), cudaMemcpyDeviceToDevice);
            } else if (way == 1) sortPart<K, NULLS><<<1, 1>>>(a, b, n, leafSize, true);
            else if (way == 2) sortPart<K, FORGET><<<1, 1>>>(a, b, n, leafSize, true);
            else sortPart<K, STREAMS><<<1, 1>>>(a, b, n, leafSize, true);
            CHECK(cudaGetLastError());
          },
          [&] {
            std::vector<K> got(n); CHECK(cudaMemcpy(got.data(), a, n * sizeof(K), cudaMemcpyDeviceToHost));
            for (int i = 0; i < n; ++i) if (got[i] != sorted[i]) { fprintf(stderr, "FATAL,mergesort %s %d: key %d\n", name, n, i); exit(1); }
            return sumOf(a, n);
          });
    }
    cudaFree(source); cudaFree(a); cudaFree(b);
  }
}
int main(int argc, char** argv) { start(argc, argv); all<int>("int", {4096, 65536}); all<double>("double", {16384}); }
