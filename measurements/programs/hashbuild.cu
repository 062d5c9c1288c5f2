// Builds hash tables that count keys: keys are divided by ranges into buckets, and each bucket gets a table of its own. A thread or a block fills a bucket's table, or a thread launches a grid that fits a bucket that overflows (NULL stream, fire and forget).
#include "programs.cuh"
#define BUCKETS 512
#define SHIFT 11
#define HEAVY 24
#define EMPTY 0xffffffffu
__host__ __device__ inline unsigned mix(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }
struct T { const unsigned* keys; int *size, *first, *cursor, *offset, *width; unsigned *sorted, *slots; int *counts; int n; };
__global__ void countKeys(T t) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < t.n) atomicAdd(&t.size[t.keys[i] >> SHIFT], 1); }
__global__ void layOut(T t) {
  __shared__ int a[BUCKETS], b[BUCKETS]; int k = threadIdx.x, m = t.size[k], w = 1; while (w < 2 * m) w *= 2;
  a[k] = m; b[k] = w; __syncthreads();
  for (int d = 1; d < BUCKETS; d *= 2) { int x = k >= d ? a[k - d] : 0, y = k >= d ? b[k - d] : 0; __syncthreads(); a[k] += x; b[k] += y; __syncthreads(); }
  t.first[k] = t.cursor[k] = a[k] - m; t.offset[k] = b[k] - w; t.width[k] = w;
}
__global__ void divide(T t) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < t.n) { unsigned x = t.keys[i]; t.sorted[atomicAdd(&t.cursor[x >> SHIFT], 1)] = x; } }
__device__ void insert(const T& t, int b, int i) {
  unsigned x = t.sorted[t.first[b] + i], mask = t.width[b] - 1, s = mix(x) & mask; int o = t.offset[b];
  for (;; s = (s + 1) & mask) { unsigned old = atomicCAS(&t.slots[o + s], EMPTY, x); if (old == EMPTY || old == x) break; }
  atomicAdd(&t.counts[o + s], 1);
}
__global__ void fill(T t, int b) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < t.size[b]) insert(t, b, i); }
__global__ void fillBlocks(T t) { for (int i = threadIdx.x; i < t.size[blockIdx.x]; i += blockDim.x) insert(t, blockIdx.x, i); }
template <int KIND> __global__ void fillAll(T t) {
  int b = blockIdx.x * blockDim.x + threadIdx.x, m = t.size[b];
  if (KIND && m > HEAVY) {
    int threads = m > 96 ? 128 : 32;
    if (KIND == 1) fill<<<(m + threads - 1) / threads, threads>>>(t, b); else fill<<<(m + threads - 1) / threads, threads, 0, cudaStreamFireAndForget>>>(t, b);
  } else for (int i = 0; i < m; ++i) insert(t, b, i);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 2 ? 6144 : 24576, skew = which != 0; Random r{8}; std::vector<unsigned> keys(n); std::vector<unsigned> sorted;
    for (auto& k : keys) { double u = r.real(); k = std::min((unsigned)(BUCKETS << SHIFT) - 1, (unsigned)((BUCKETS << SHIFT) * (skew ? u * u * u : u))); if (r.below(4) == 0) k &= ~31u; }
    sorted = keys; std::sort(sorted.begin(), sorted.end()); ull expected = 0;
    for (size_t i = 0, j; i < sorted.size(); i = j) { for (j = i; j < sorted.size() && sorted[j] == sorted[i]; ++j) {} expected += (ull)mix(sorted[i]) * (j - i) * (j - i); }
    int room = 4 * n + BUCKETS; T t{device(keys), device<int>(BUCKETS), device<int>(BUCKETS), device<int>(BUCKETS), device<int>(BUCKETS), device<int>(BUCKETS), device<unsigned>(n), device<unsigned>(room), device<int>(room), n}; char v[64]; const char* kinds[] = {"threads", "blocks", "null", "forget"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], skew ? "skewed" : "uniform");
      row("hashbuild", v, "keys", n, [&] { cudaMemset(t.size, 0, 4 * BUCKETS); cudaMemset(t.slots, 0xff, 4 * (size_t)room); cudaMemset(t.counts, 0, 4 * (size_t)room); },
        [&] {
          int g = (n + 127) / 128; countKeys<<<g, 128>>>(t); layOut<<<1, BUCKETS>>>(t); divide<<<g, 128>>>(t);
          if (k == 0) fillAll<0><<<BUCKETS / 64, 64>>>(t); else if (k == 1) fillBlocks<<<BUCKETS, 64>>>(t); else if (k == 2) fillAll<1><<<BUCKETS / 64, 64>>>(t); else fillAll<2><<<BUCKETS / 64, 64>>>(t);
        },
        [&] {
          std::vector<unsigned> slots(room); std::vector<int> counts(room); CHECK(cudaMemcpy(slots.data(), t.slots, 4 * (size_t)room, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(counts.data(), t.counts, 4 * (size_t)room, cudaMemcpyDeviceToHost));
          ull sum = 0; for (int i = 0; i < room; ++i) if (slots[i] != EMPTY) sum += (ull)mix(slots[i]) * counts[i] * counts[i];
          if (sum != expected) { fprintf(stderr, "FATAL,hashbuild %s %d: wrong counts\n", v, n); exit(1); }
          return sum;
        });
    }
    cudaFree((void*)t.keys); cudaFree(t.size); cudaFree(t.first); cudaFree(t.cursor); cudaFree(t.offset); cudaFree(t.width); cudaFree(t.sorted); cudaFree(t.slots); cudaFree(t.counts);
  }
}
