// Kernels of programs alone: histograms, copies and reads with strides, the rounds of `spanning` one by one, a quicksort by blocks with a stream for each launch, children that ask for another
// part of the SM as shared memory than their parents.
#include "programs.cuh"
__global__ void histogram(const int* a, int* bins, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&bins[(a[i] * 2654435761u) >> 24], 1); }
__global__ void sharedHistogram(const int* a, int* bins, int n) {
  __shared__ int mine[256]; mine[threadIdx.x] = 0; __syncthreads();
  for (int k = 0; k < 16; ++k) { int i = (blockIdx.x * 16 + k) * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&mine[(a[i] * 2654435761u) >> 24], 1); }
  __syncthreads(); if (mine[threadIdx.x]) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
// As in lab 3.
__global__ void stridedCopy(const int* in, int* out, int stride, int rounds) { int threads = gridDim.x * blockDim.x; for (int i = 0; i < rounds; i++) { int at = (i * threads + blockIdx.x * blockDim.x + threadIdx.x) * stride; out[at] = in[at]; } }
__global__ void sharedRead(int* out, int stride, int rounds) {
  __shared__ int words[2048]; for (int i = threadIdx.x; i < 2048; i += blockDim.x) words[i] = i;
  __syncthreads(); int sum = 0; for (int i = 0; i < rounds; i++) sum += words[(threadIdx.x * stride + i) % 2048];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void transpose(const int* in, int* out, int n) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32; for (int k = threadIdx.y; k < 32; k += blockDim.y) out[x * n + y + k] = in[(y + k) * n + x]; }
// Of `spanning`.
__global__ void init(int* label, ull* best, int n, ull* total, int* go) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v < n) { label[v] = v; best[v] = ~0ULL; } if (v == 0) { *total = 0; *go = 1; } }
__global__ void lightest(int n, const int* row, const int* to, const int* w, const int* label, ull* best) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  int mine = label[v]; ull least = ~0ULL;
  for (int e = row[v]; e < row[v + 1]; ++e) { int other = label[to[e]]; if (other != mine) { ull k = (ull)w[e] << 44 | (ull)min(mine, other) << 22 | max(mine, other); if (k < least) least = k; } }
  if (least != ~0ULL) atomicMin(&best[mine], least);
}
__global__ void hook(int n, int* label, int* parent, const ull* best, ull* total, int* go) {
  int c = blockIdx.x * blockDim.x + threadIdx.x; if (c >= n) return;
  int p = label[c];
  if (p == c && best[c] != ~0ULL) {
    ull k = best[c]; int a = int(k >> 22 & 0x3fffff), b = int(k & 0x3fffff), other = a == c ? b : a;
    if (best[other] == k && c < other) { p = c; } else { p = other; atomicAdd(total, k >> 44); *go = 1; }
  }
  parent[c] = p;
}
__global__ void jump(int n, int* label, const int* parent, ull* best) {
  int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return;
  int p = label[v]; while (parent[p] != p) p = parent[p];
  label[v] = p; best[v] = ~0ULL;
}
// One thread walks one row with the loops of other programs: the sum of a word beside each neighbour, of those that differ, and the least of those.
__global__ void rowSum(int n, const int* to, const int* label, int* out) { int s = 0; for (int e = 0; e < n; ++e) s += label[to[e]]; *out = s; }
__global__ void rowCount(int n, const int* to, const int* label, int mine, int* out) { int s = 0; for (int e = 0; e < n; ++e) if (label[to[e]] != mine) ++s; *out = s; }
__global__ void rowGuarded(int n, const int* to, const int* label, const int* w, int mine, int* out) { int s = 0; for (int e = 0; e < n; ++e) if (label[to[e]] != mine) s += w[e]; *out = s; }
__global__ void rowLeast(int n, const int* to, const int* label, const int* w, int mine, ull* out) { ull least = ~0ULL; for (int e = 0; e < n; ++e) { int other = label[to[e]]; if (other != mine) { ull k = (ull)w[e] << 44 | (ull)min(mine, other) << 22 | max(mine, other); if (k < least) least = k; } } *out = least; }
// A quicksort by blocks of 128 threads, the halves in streams of their own (0), fire and forget (1), or in the NULL stream (2); parts of up to 1,024 by a network.
struct Part { unsigned below, above, done; };
__global__ void bitonic(unsigned* from, unsigned* to, unsigned count) {
  __shared__ unsigned s[1024]; for (unsigned i = threadIdx.x; i < 1024; i += 128) s[i] = i < count ? from[i] : ~0u;
  __syncthreads();
  for (unsigned size = 2; size <= 1024; size *= 2) for (unsigned stride = size / 2; stride; stride /= 2) {
    for (unsigned i = threadIdx.x; i < 1024; i += 128) { unsigned j = i ^ stride; if (j > i && (s[i] > s[j]) == ((i & size) == 0)) { unsigned x = s[i]; s[i] = s[j]; s[j] = x; } }
    __syncthreads(); }
  for (unsigned i = threadIdx.x; i < count; i += 128) to[i] = s[i];
}
__global__ void quick(unsigned* a, unsigned* b, unsigned* result, unsigned count, Part* parts, unsigned* used, unsigned mine, int kind);
__device__ void half(unsigned* a, unsigned* b, unsigned* result, unsigned count, Part* parts, unsigned* used, int kind) {
  if (!count) return;
  cudaStream_t s = kind == 1 ? cudaStreamFireAndForget : 0; if (kind == 0) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (count <= 1024) bitonic<<<1, 128, 0, s>>>(a, result, count); else quick<<<(count + 1023) / 1024, 128, 0, s>>>(a, b, result, count, parts, used, atomicAdd(used, 1), kind);
  if (kind == 0) cudaStreamDestroy(s);
}
__global__ void quick(unsigned* a, unsigned* b, unsigned* result, unsigned count, Part* parts, unsigned* used, unsigned mine, int kind) {
  __shared__ bool last; Part* part = parts + mine; unsigned pivot = a[count / 2], lane = threadIdx.x & 31, before = (1u << lane) - 1;
  for (unsigned k = 0; k < 8; ++k) {
    unsigned i = blockIdx.x * 1024 + k * 128 + threadIdx.x; bool is = i < count; unsigned x = is ? a[i] : 0, lo = __ballot_sync(~0u, is && x < pivot), hi = __ballot_sync(~0u, is && x >= pivot), l = 0, h = 0;
    if (lane == 0) { l = atomicAdd(&part->below, __popc(lo)); h = atomicAdd(&part->above, __popc(hi)); }
    l = __shfl_sync(~0u, l, 0); h = __shfl_sync(~0u, h, 0);
    if (is && x < pivot) b[l + __popc(lo & before)] = x;
    if (is && x >= pivot) b[count - 1 - h - __popc(hi & before)] = x;
  }
  __syncthreads(); if (threadIdx.x == 0) { __threadfence(); last = atomicAdd(&part->done, 1) == gridDim.x - 1; }
  __syncthreads();
  if (last && threadIdx.x == 0) { __threadfence(); unsigned left = part->below; half(b, a, result, left, parts, used, kind); half(b + left, a + left, result + left, count - left, parts, used, kind); }
}
// A parent and a child with dynamic shared memory.
__global__ void quiet() { extern __shared__ int s[]; }
__global__ void parentOf(int bytes, int blocks) { extern __shared__ int s[]; if (threadIdx.x == 0) quiet<<<blocks, 32, bytes, cudaStreamFireAndForget>>>(); }
__global__ void deep(int depth, int bytes, int next) { extern __shared__ int s[]; if (depth > 1 && threadIdx.x == 0) deep<<<1, 32, next, cudaStreamFireAndForget>>>(depth - 1, next, bytes); }
__global__ void sweep(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
int main(int argc, char** argv) {
  start(argc, argv); char name[64]; auto none = [] { return 0ULL; };
  { int n = 16384 * 256; Random r{29}; std::vector<int> v(n); int *a = device<int>(n), *bins = device<int>(256); float* other = device<float>(32 << 20);
    for (int kind : {0, 1, 2}) { for (int i = 0; i < n; ++i) v[i] = kind == 0 ? i % 7 : kind == 1 ? r.next() : 5; CHECK(cudaMemcpy(a, v.data(), 4ul * n, cudaMemcpyHostToDevice)); const char* what[] = {"seven", "random", "one"};
      for (int blocks : {1, 132, 1024, 16384}) {
        snprintf(name, 64, "histogram_%s", what[kind]); row("part", name, "blocks", blocks, [&] { cudaMemset(bins, 0, 1024); }, [&] { histogram<<<blocks, 256>>>(a, bins, n); }, [&] { return sumOf(bins, 256); });
        snprintf(name, 64, "shared_histogram_%s", what[kind]); if (blocks < 16384) row("part", name, "blocks", blocks, [&] { cudaMemset(bins, 0, 1024); }, [&] { sharedHistogram<<<blocks, 256>>>(a, bins, n); }, [&] { return sumOf(bins, 256); });
      } }
    cudaFree(a); queued = true; int *in = device<int>(1 << 20), *out = device<int>(1 << 20);
    for (int cold : {0, 1}) for (int stride : {1, 2, 8, 32}) for (int rounds : {4, 16}) { snprintf(name, 64, "copy_stride%d_%s", stride, cold ? "cold" : "warm");
        row("part", name, "rounds", rounds, [&] { if (cold) sweep<<<(32 << 20) / 256, 256>>>(other, 32 << 20); }, [&] { stridedCopy<<<8, 256>>>(in, out, stride, rounds); }, none); }
    for (int stride : {1, 2, 32, 33}) row("part", "shared_read", "stride", stride, [] {}, [&] { sharedRead<<<1, 256>>>(out, stride, 256); }, none);
    row("part", "transpose_columns", "words", 1 << 16, [] {}, [&] { transpose<<<dim3(8, 8), dim3(32, 8)>>>(in, out, 256); }, none);
    row("part", "transpose_columns", "words", 1 << 20, [] {}, [&] { transpose<<<dim3(32, 32), dim3(32, 8)>>>(in, out, 1024); }, none);
    cudaFree(in); cudaFree(out); cudaFree(other); }
  { int n = 4096; Graph g = graph(n, 6, 1, 11); int *label = device<int>(n), *parent = device<int>(n), *go = device<int>(1); ull *best = device<ull>(n), *total = device<ull>(1);
    auto rounds = [&](int k) { init<<<16, 256>>>(label, best, n, total, go); for (int i = 0; i < k; ++i) { lightest<<<16, 256>>>(n, g.dRow, g.dTo, g.dWeight, label, best); hook<<<16, 256>>>(n, label, parent, best, total, go); jump<<<16, 256>>>(n, label, parent, best); } };
    for (int k : {0, 1, 2, 3}) {
      row("part", "lightest", "round", k, [&] { rounds(k); }, [&] { lightest<<<16, 256>>>(n, g.dRow, g.dTo, g.dWeight, label, best); }, [&] { return sumOf(best, n); });
      row("part", "hook", "round", k, [&] { rounds(k); lightest<<<16, 256>>>(n, g.dRow, g.dTo, g.dWeight, label, best); }, [&] { hook<<<16, 256>>>(n, label, parent, best, total, go); }, [&] { return sumOf(parent, n); });
      row("part", "jump", "round", k, [&] { rounds(k); lightest<<<16, 256>>>(n, g.dRow, g.dTo, g.dWeight, label, best); hook<<<16, 256>>>(n, label, parent, best, total, go); }, [&] { jump<<<16, 256>>>(n, label, parent, best); }, [&] { return sumOf(label, n); });
    }
    int most = 0; for (int v = 0; v < n; ++v) most = std::max(most, g.row[v + 1] - g.row[v]); printf("most,%d\n", most);
    for (int m : {-1, 0}) { int k = 1024; const char* s = m ? "all" : "few"; if (!m) CHECK(cudaMemset(label, 0, 4 * n)); else init<<<16, 256>>>(label, best, n, total, go);
      auto sum = [&] { return sumOf(go, 1); };
      snprintf(name, 64, "row_sum_%s", s); row("part", name, "edges", k, [] {}, [&] { rowSum<<<1, 1>>>(k, g.dTo, label, go); }, sum);
      snprintf(name, 64, "row_count_%s", s); row("part", name, "edges", k, [] {}, [&] { rowCount<<<1, 1>>>(k, g.dTo, label, m, go); }, sum);
      snprintf(name, 64, "row_guarded_%s", s); row("part", name, "edges", k, [] {}, [&] { rowGuarded<<<1, 1>>>(k, g.dTo, label, g.dWeight, m, go); }, sum);
      snprintf(name, 64, "row_least_%s", s); row("part", name, "edges", k, [] {}, [&] { rowLeast<<<1, 1>>>(k, g.dTo, label, g.dWeight, m, total); }, [&] { return sumOf(total, 1); }); }
    release(g); }
  queued = false;
  CHECK(cudaFuncSetAttribute(quiet, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10)); CHECK(cudaFuncSetAttribute(parentOf, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10)); CHECK(cudaFuncSetAttribute(deep, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  for (int p : {0, 8, 40, 200}) for (int c : {0, 8, 40, 200}) {
    snprintf(name, 64, "carve_child%d_blocks1", c); row("part", name, "parent_KiB", p, [] {}, [&] { parentOf<<<1, 32, p << 10>>>(c << 10, 1); }, none);
    snprintf(name, 64, "carve_child%d_blocks132", c); row("part", name, "parent_KiB", p, [] {}, [&] { parentOf<<<1, 32, p << 10>>>(c << 10, 132); }, none);
    snprintf(name, 64, "carve_deep_child%d", c); row("part", name, "parent_KiB", p, [] {}, [&] { deep<<<1, 32, p << 10>>>(9, p << 10, c << 10); }, none);
    snprintf(name, 64, "carve_host_second%d", c); row("part", name, "first_KiB", p, [] {}, [&] { for (int i = 0; i < 8; ++i) quiet<<<132, 32, (i & 1 ? c : p) << 10>>>(); }, none);
  }
  for (int n : {5000, 20000, 200000, 1000000}) {
    Random r{31}; std::vector<unsigned> v(n); for (auto& x : v) x = r.next(); unsigned *src = device(v), *a = device<unsigned>(n), *b = device<unsigned>(n), *c = device<unsigned>(n), *used = device<unsigned>(1); Part* parts = device<Part>(100000);
    for (int kind : {0, 1, 2}) { const char* what[] = {"streams", "forget", "null"}; snprintf(name, 64, "block_quicksort_%s", what[kind]);
      row("part", name, "numbers", n, [&] { cudaMemcpy(a, src, 4ul * n, cudaMemcpyDeviceToDevice); cudaMemset(parts, 0, sizeof(Part) * 100000); unsigned one = 1; cudaMemcpy(used, &one, 4, cudaMemcpyHostToDevice); }, [&] { quick<<<(n + 1023) / 1024, 128>>>(a, b, c, n, parts, used, 0, kind); }, [&] { return sumOf(c, n); }); }
    cudaFree(src); cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(used); cudaFree(parts); }
}
