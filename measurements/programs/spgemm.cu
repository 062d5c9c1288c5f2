// C = A * A for a sparse integer matrix with power-law rows (Gustavson, one hash table per row).
//
//   cdp     one thread per row; rows too long for a thread get their own block-sized grid
//   cdpagg  as cdp, but each block gathers its long rows and launches at most two grids, on
//           two streams it creates itself
//   binned  rows binned ahead of time; three kernels on three host streams, joined by events
#include <cooperative_groups.h>
#include <cuda/atomic>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace cg = cooperative_groups;

namespace spx {
using i64 = long long;
using u64 = unsigned long long;

inline void check(cudaError_t e, const char* file, int line) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error %s (%s) at %s:%d\n", cudaGetErrorName(e), cudaGetErrorString(e), file, line);
  std::exit(1);
}
#define SPX_CHECK(x) ::spx::check((x), __FILE__, __LINE__)

template <class T>
class Buffer {
 public:
  explicit Buffer(size_t n) : n_(n) { SPX_CHECK(cudaMalloc(&p_, std::max<size_t>(n, 1) * sizeof(T))); }
  explicit Buffer(const std::vector<T>& h) : Buffer(h.size()) {
    SPX_CHECK(cudaMemcpy(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(p_); }
  T* get() const { return p_; }
  void fill(int byte) { SPX_CHECK(cudaMemset(p_, byte, n_ * sizeof(T))); }
  std::vector<T> host() const {
    std::vector<T> h(n_);
    SPX_CHECK(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }

 private:
  T* p_ = nullptr;
  size_t n_;
};

// Bin limits, in intermediate products ("flops") per output row.
constexpr int kShort = 48, kMid = 640;

struct CsrView {
  int n;
  const int *ptr, *col;
  const i64* val;
};
struct OutView {  // row r owns [off[r], off[r] + nnz[r]) of col/val
  const int* off;
  int* nnz;
  int* col;
  u64* val;
};
struct OneRow { int row; __device__ int operator()(int) const { return row; } };
struct RowList { const int* rows; __device__ int operator()(int b) const { return rows[b]; } };

// ---- long rows: one block, shared-memory hash table, 8 lanes per row of B ----
template <int LogTable, class RowOf>
__global__ void __launch_bounds__(256) hash_rows(CsrView A, CsrView B, OutView C, RowOf row_of) {
  constexpr unsigned kTable = 1u << LogTable;
  __shared__ int key[kTable];
  __shared__ u64 acc[kTable];
  const auto block = cg::this_thread_block();
  const int row = row_of(blockIdx.x);
  for (unsigned i = block.thread_rank(); i < kTable; i += block.size()) key[i] = -1, acc[i] = 0;
  block.sync();
  const auto tile = cg::tiled_partition<8>(block);
  for (int p = __ldg(A.ptr + row) + tile.meta_group_rank(), end = __ldg(A.ptr + row + 1); p < end;
       p += tile.meta_group_size()) {
    const int k = __ldg(A.col + p);
    const i64 a = __ldg(A.val + p);
    for (int q = __ldg(B.ptr + k) + tile.thread_rank(), qend = __ldg(B.ptr + k + 1); q < qend; q += 8) {
      const int j = __ldg(B.col + q);
      unsigned slot = (static_cast<unsigned>(j) * 0x9E3779B1u) >> (32 - LogTable);
      for (;; slot = (slot + 1) & (kTable - 1)) {
        const int seen = atomicCAS(&key[slot], -1, j);
        if (seen == -1 || seen == j) break;
      }
      atomicAdd(&acc[slot], static_cast<u64>(a * __ldg(B.val + q)));
    }
  }
  block.sync();
  cuda::atomic_ref<int, cuda::thread_scope_block> count(C.nnz[row]);
  const auto warp = cg::tiled_partition<32>(block);
  for (unsigned i = block.thread_rank(); i < kTable; i += block.size()) {  // kTable % blockDim == 0
    const bool used = key[i] >= 0;
    const unsigned mask = warp.ballot(used);
    int base = 0;
    if (warp.thread_rank() == 0 && mask) base = count.fetch_add(__popc(mask), cuda::memory_order_relaxed);
    base = C.off[row] + warp.shfl(base, 0);
    const int at = base + __popc(mask & ((1u << warp.thread_rank()) - 1));
    if (used) C.col[at] = key[i], C.val[at] = acc[i];
  }
}

// ---- short rows: one thread, linear search in local arrays ----
__device__ void thread_row(const CsrView& A, const CsrView& B, const OutView& C, int row) {
  int key[kShort];
  i64 acc[kShort];
  int used = 0;
  for (int p = __ldg(A.ptr + row), end = __ldg(A.ptr + row + 1); p < end; ++p) {
    const int k = __ldg(A.col + p);
    const i64 a = __ldg(A.val + p);
    for (int q = __ldg(B.ptr + k), qend = __ldg(B.ptr + k + 1); q < qend; ++q) {
      const int j = __ldg(B.col + q);
      int s = 0;
      while (s < used && key[s] != j) ++s;
      if (s == used) key[used] = j, acc[used++] = 0;
      acc[s] += a * __ldg(B.val + q);
    }
  }
  for (int s = 0; s < used; ++s) C.col[C.off[row] + s] = key[s], C.val[C.off[row] + s] = static_cast<u64>(acc[s]);
  C.nnz[row] = used;
}

__global__ void rows_cdp(CsrView A, CsrView B, OutView C, const int* __restrict__ flops) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= A.n) return;
  const int f = flops[row];
  if (f <= kShort)
    return thread_row(A, B, C, row);
  else if (f <= kMid)
    hash_rows<10><<<1, 64, 0, cudaStreamFireAndForget>>>(A, B, C, OneRow{row});
  else
    hash_rows<12><<<1, 256, 0, cudaStreamFireAndForget>>>(A, B, C, OneRow{row});
  if (cudaGetLastError() != cudaSuccess) __trap();
}

// bins: two lists of n entries; block b uses [b*blockDim, (b+1)*blockDim) of each.
__global__ void rows_cdpagg(CsrView A, CsrView B, OutView C, const int* __restrict__ flops, int* bins) {
  __shared__ int count[2];
  const int first = blockIdx.x * blockDim.x, row = first + threadIdx.x;
  if (threadIdx.x < 2) count[threadIdx.x] = 0;
  __syncthreads();
  const int f = row < A.n ? flops[row] : 0;
  int* const mid = bins + first;
  int* const big = bins + gridDim.x * blockDim.x + first;
  if (f > kMid)
    big[atomicAdd(&count[1], 1)] = row;
  else if (f > kShort)
    mid[atomicAdd(&count[0], 1)] = row;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {  // launch first, so that the children overlap with this block's short rows
    auto on_own_stream = [](auto&& launch) {
      cudaStream_t s;
      if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess) __trap();
      launch(s);
      if (cudaGetLastError() != cudaSuccess) __trap();
      cudaStreamDestroy(s);
    };
    if (count[1]) on_own_stream([&](cudaStream_t s) { hash_rows<12><<<count[1], 256, 0, s>>>(A, B, C, RowList{big}); });
    if (count[0]) on_own_stream([&](cudaStream_t s) { hash_rows<10><<<count[0], 64, 0, s>>>(A, B, C, RowList{mid}); });
  }
  if (row < A.n && f <= kShort) thread_row(A, B, C, row);
}

__global__ void rows_short(CsrView A, CsrView B, OutView C, const int* __restrict__ rows, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) thread_row(A, B, C, rows[i]);
}

// ---- host ----
struct Matrix {
  int n;
  std::vector<int> ptr{0}, col;
  std::vector<i64> val;
};

Matrix power_law(int n, unsigned seed) {
  std::mt19937 gen(seed);
  auto unit = [&] { return (gen() >> 8) * (1.0 / 16777216.0); };
  Matrix m{n};
  for (int r = 0; r < n; ++r) {
    const int degree = std::min(n / 12, static_cast<int>(2.0 / (unit() * 0.98 + 0.005)) + 1);
    std::map<int, i64> row;
    for (int d = 0; d < degree; ++d) {
      int v = static_cast<int>(gen() % 18) - 9;
      row[static_cast<int>(unit() * n)] = v >= 0 ? v + 1 : v;
    }
    for (auto [c, v] : row) m.col.push_back(c), m.val.push_back(v);
    m.ptr.push_back(static_cast<int>(m.col.size()));
  }
  return m;
}

void bench(int n, int runs, std::string_view only) {
  const Matrix m = power_law(n, 1234u + n);
  std::vector<int> flops(n), off(n + 1, 0);
  std::vector<std::map<int, i64>> want(n);
  std::vector<int> bin[3];
  for (int r = 0; r < n; ++r) {
    for (int p = m.ptr[r]; p < m.ptr[r + 1]; ++p)
      for (int q = m.ptr[m.col[p]]; q < m.ptr[m.col[p] + 1]; ++q) ++flops[r], want[r][m.col[q]] += m.val[p] * m.val[q];
    off[r + 1] = off[r] + std::min(flops[r], n);
    bin[flops[r] <= kShort ? 0 : flops[r] <= kMid ? 1 : 2].push_back(r);
  }

  Buffer<int> ptr(m.ptr), col(m.col), d_flops(flops), d_off(off), nnz(n), c_col(off[n]);
  Buffer<i64> val(m.val);
  Buffer<u64> c_val(off[n]);
  Buffer<int> list0(bin[0]), list1(bin[1]), list2(bin[2]);
  constexpr int kThreads = 128;
  const int blocks = (n + kThreads - 1) / kThreads;
  Buffer<int> scratch(2 * size_t(blocks) * kThreads);
  const CsrView A{n, ptr.get(), col.get(), val.get()};
  const OutView C{d_off.get(), nnz.get(), c_col.get(), c_val.get()};

  cudaStream_t s[3];
  for (auto& x : s) SPX_CHECK(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
  cudaEvent_t start, stop, fork, join[2];
  for (auto* e : {&start, &stop}) SPX_CHECK(cudaEventCreate(e));
  for (auto* e : {&fork, &join[0], &join[1]}) SPX_CHECK(cudaEventCreateWithFlags(e, cudaEventDisableTiming));

  auto run = [&](const char* variant, const std::function<void()>& enqueue) {
    const std::string name = std::string("spgemm_") + variant;
    if (name.find(only) == std::string::npos) return;
    std::vector<float> us;
    u64 sum = 0;
    for (int rep = -1; rep < runs; ++rep) {
      nnz.fill(0), c_col.fill(0xff), c_val.fill(0), scratch.fill(0xff);
      SPX_CHECK(cudaDeviceSynchronize());
      SPX_CHECK(cudaEventRecord(start, s[0]));
      enqueue();
      SPX_CHECK(cudaEventRecord(stop, s[0]));
      SPX_CHECK(cudaEventSynchronize(stop));
      float ms = 0;
      SPX_CHECK(cudaEventElapsedTime(&ms, start, stop));
      if (rep >= 0) us.push_back(1e3f * ms);
      const auto h_nnz = nnz.host(), h_col = c_col.host();
      const auto h_val = c_val.host();
      sum = 0;
      for (int r = 0; r < n; ++r) {
        bool ok = h_nnz[r] == static_cast<int>(want[r].size());
        std::vector<int> seen;
        for (int i = off[r]; ok && i < off[r] + h_nnz[r]; ++i) {
          auto it = want[r].find(h_col[i]);
          ok = it != want[r].end() && static_cast<u64>(it->second) == h_val[i];
          seen.push_back(h_col[i]);
          sum += h_val[i] * (u64(r) * 0x9E3779B97F4A7C15ull ^ (u64(h_col[i]) * 0xC2B2AE3D27D4EB4Full));
        }
        std::sort(seen.begin(), seen.end());
        ok = ok && std::adjacent_find(seen.begin(), seen.end()) == seen.end();
        if (!ok) std::fprintf(stderr, "%s n=%d: row %d differs from the reference\n", name.c_str(), n, r), std::exit(1);
      }
    }
    std::sort(us.begin(), us.end());
    std::fprintf(stderr, "program,%s,n,%d,time,us,%.2f,%.2f,%.2f,%d\n", name.c_str(), n, us.front(), us[us.size() / 2],
                 us.back(), runs);
    std::fprintf(stderr, "note,%s,n,%d,sum,%llu\n", name.c_str(), n, sum);
  };

  run("cdp", [&] {
    rows_cdp<<<blocks, kThreads, 0, s[0]>>>(A, A, C, d_flops.get());
    SPX_CHECK(cudaGetLastError());
  });
  run("cdpagg", [&] {
    rows_cdpagg<<<blocks, kThreads, 0, s[0]>>>(A, A, C, d_flops.get(), scratch.get());
    SPX_CHECK(cudaGetLastError());
  });
  run("binned", [&] {
    SPX_CHECK(cudaEventRecord(fork, s[0]));
    for (int i : {1, 2}) SPX_CHECK(cudaStreamWaitEvent(s[i], fork, 0));
    const int c0 = int(bin[0].size()), c1 = int(bin[1].size()), c2 = int(bin[2].size());
    if (c2) hash_rows<12><<<c2, 256, 0, s[2]>>>(A, A, C, RowList{list2.get()});
    if (c1) hash_rows<10><<<c1, 64, 0, s[1]>>>(A, A, C, RowList{list1.get()});
    if (c0) rows_short<<<(c0 + kThreads - 1) / kThreads, kThreads, 0, s[0]>>>(A, A, C, list0.get(), c0);
    SPX_CHECK(cudaGetLastError());
    for (int i : {1, 2}) {
      SPX_CHECK(cudaEventRecord(join[i - 1], s[i]));
      SPX_CHECK(cudaStreamWaitEvent(s[0], join[i - 1], 0));
    }
  });

  for (auto e : {start, stop, fork, join[0], join[1]}) SPX_CHECK(cudaEventDestroy(e));
  for (auto x : s) SPX_CHECK(cudaStreamDestroy(x));
}
}  // namespace spx

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  SPX_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  for (int n : {1024, 2048}) spx::bench(n, runs, argc > 2 ? argv[2] : "");
  return 0;
}
