// strassen.cu: recursive Strassen multiplication of integer matrices on the device.
//
// A node (level l, number id) multiplies two h x h matrices, h = n >> l.  "split"
// writes the seven left and right operands of its children, "combine" adds up the
// seven products.  Leaves are tiled in dynamic shared memory.  The recursion is
// run by a tree of one-warp grids in several ways:
//   null    children one after the other in the NULL stream, combine as tail
//   tail    everything in the tail stream of the node's grid
//   fire    a fan-out grid launches the children fire-and-forget, tail combine
//   streams the fan-out grid uses seven device streams of its own
//   agg     one controller tail-launches whole levels (batches of nodes)
// and, for comparison, by the host node by node (host_tree) or level by level
// (host_levels).  Elements are unsigned integers or integers held in floats, so
// that all sums are exact.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#define CHECK(x) check((x), #x, __LINE__)
static void check(cudaError_t e, const char* what, int line) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "strassen.cu:%d: %s: %s\n", line, what, cudaGetErrorString(e));
  std::exit(1);
}

constexpr int kLevels = 2;          // levels of Strassen recursion
constexpr int kTile = 32;           // tile of the base case
constexpr int kPad = kTile + 1;
constexpr int kSide = 8;            // kSide x kSide threads, 4 x 4 results each
constexpr int kPer = kTile / kSide;
constexpr int kVec = 256;           // threads of split and combine

enum class Mode { Null, Tail, Fire, Streams };

// Operands and products of all levels; node id of level l starts at id * h * h.
template <class T>
struct Plan {
  const T* left[kLevels + 1];
  const T* right[kLevels + 1];
  T* lout[kLevels + 1];
  T* rout[kLevels + 1];
  T* prod[kLevels + 1];
  int n;
  __host__ __device__ int size(int level) const { return n >> level; }
};

constexpr __host__ __device__ int nodesOf(int level) {
  int c = 1;
  for (int i = 0; i < level; ++i) c *= 7;
  return c;
}

// ---------------------------------------------------------------- work grids

// blockIdx.y: node of the batch
template <class T>
__global__ void __launch_bounds__(kVec) split(Plan<T> p, int level, int id0) {
  const int h = p.size(level + 1), w = 2 * h, id = id0 + blockIdx.y;
  const int e = blockIdx.x * kVec + threadIdx.x;
  if (e >= h * h) return;
  const size_t hh = size_t(h) * h;
  const size_t at = size_t(id) * 4 * hh + size_t(e / h) * w + e % h;
  const T* a = p.left[level] + at;
  const T* b = p.right[level] + at;
  const T a11 = a[0], a12 = a[h], a21 = a[size_t(h) * w], a22 = a[size_t(h) * w + h];
  const T b11 = b[0], b12 = b[h], b21 = b[size_t(h) * w], b22 = b[size_t(h) * w + h];
  const T l[7] = {a11 + a22, a21 + a22, a11, a22, a11 + a12, a21 - a11, a12 - a22};
  const T r[7] = {b11 + b22, b11, b12 - b22, b21 - b11, b22, b11 + b12, b21 + b22};
  T* lo = p.lout[level + 1] + size_t(id) * 7 * hh + e;
  T* ro = p.rout[level + 1] + size_t(id) * 7 * hh + e;
#pragma unroll
  for (int k = 0; k < 7; ++k) {
    lo[k * hh] = l[k];
    ro[k * hh] = r[k];
  }
}

template <class T>
__global__ void __launch_bounds__(kVec) combine(Plan<T> p, int level, int id0) {
  const int h = p.size(level + 1), w = 2 * h, id = id0 + blockIdx.y;
  const int e = blockIdx.x * kVec + threadIdx.x;
  if (e >= h * h) return;
  const size_t hh = size_t(h) * h;
  const T* m = p.prod[level + 1] + size_t(id) * 7 * hh + e;
  const T m1 = m[0], m2 = m[hh], m3 = m[2 * hh], m4 = m[3 * hh];
  const T m5 = m[4 * hh], m6 = m[5 * hh], m7 = m[6 * hh];
  T* c = p.prod[level] + size_t(id) * 4 * hh + size_t(e / h) * w + e % h;
  c[0] = m1 + m4 - m5 + m7;
  c[h] = m3 + m5;
  c[size_t(h) * w] = m2 + m4;
  c[size_t(h) * w + h] = m1 - m2 + m3 + m6;
}

// blockIdx.z: node of the batch; a block computes one kTile x kTile tile
template <class T>
__global__ void __launch_bounds__(kSide * kSide) leaf(Plan<T> p, int level, int id0) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* as = reinterpret_cast<T*>(raw);
  T* bs = as + kTile * kPad;
  const int h = p.size(level);
  const size_t base = size_t(id0 + blockIdx.z) * h * h;
  const T* a = p.left[level] + base + size_t(blockIdx.y) * kTile * h;
  const T* b = p.right[level] + base + blockIdx.x * kTile;
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * kSide + tx;
  T acc[kPer][kPer] = {};
  for (int k0 = 0; k0 < h; k0 += kTile) {
    for (int e = t; e < kTile * kTile; e += kSide * kSide) {
      const int r = e / kTile, c = e % kTile;
      as[r * kPad + c] = a[size_t(r) * h + k0 + c];
      bs[r * kPad + c] = b[size_t(k0 + r) * h + c];
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kTile; ++k) {
      T x[kPer], y[kPer];
#pragma unroll
      for (int i = 0; i < kPer; ++i) {
        x[i] = as[(ty + kSide * i) * kPad + k];
        y[i] = bs[k * kPad + tx + kSide * i];
      }
#pragma unroll
      for (int i = 0; i < kPer; ++i)
#pragma unroll
        for (int j = 0; j < kPer; ++j) acc[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  T* c = p.prod[level] + base + size_t(blockIdx.y) * kTile * h + blockIdx.x * kTile;
#pragma unroll
  for (int i = 0; i < kPer; ++i)
#pragma unroll
    for (int j = 0; j < kPer; ++j) c[size_t(ty + kSide * i) * h + tx + kSide * j] = acc[i][j];
}

// Launch helpers, the same on host and device.
template <class T>
constexpr __host__ __device__ size_t leafBytes() { return 2 * kTile * kPad * sizeof(T); }

template <class T>
__host__ __device__ inline void launchLeaf(const Plan<T>& p, int id0, int count, cudaStream_t s) {
  const unsigned g = unsigned(p.size(kLevels) / kTile);
  leaf<T><<<dim3(g, g, unsigned(count)), dim3(kSide, kSide), leafBytes<T>(), s>>>(p, kLevels, id0);
}
template <class T>
__host__ __device__ inline dim3 vecGrid(const Plan<T>& p, int level, int count) {
  const int h = p.size(level + 1);
  return dim3(unsigned((h * h + kVec - 1) / kVec), unsigned(count));
}
template <class T>
__host__ __device__ inline void launchSplit(const Plan<T>& p, int level, int id0, int count, cudaStream_t s) {
  split<T><<<vecGrid(p, level, count), kVec, 0, s>>>(p, level, id0);
}
template <class T>
__host__ __device__ inline void launchCombine(const Plan<T>& p, int level, int id0, int count, cudaStream_t s) {
  combine<T><<<vecGrid(p, level, count), kVec, 0, s>>>(p, level, id0);
}

// ------------------------------------------------------------- control grids

template <class T, Mode M>
__global__ void node(Plan<T> p, int level, int id);

template <class T, Mode M>
__device__ inline void launchChild(const Plan<T>& p, int level, int id, cudaStream_t s) {
  if (level == kLevels)
    launchLeaf(p, id, 1, s);
  else
    node<T, M><<<1, 1, 0, s>>>(p, level, id);
}

// seven children at once
template <class T, Mode M>
__global__ void fanout(Plan<T> p, int level, int id) {
  if constexpr (M == Mode::Streams) {
    for (int k = 0; k < 7; ++k) {
      cudaStream_t s;
      if (cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) != cudaSuccess) continue;
      launchChild<T, M>(p, level + 1, 7 * id + k, s);
      cudaStreamDestroy(s);
    }
  } else {
    if (threadIdx.x < 7)
      launchChild<T, M>(p, level + 1, 7 * id + int(threadIdx.x), cudaStreamFireAndForget);
  }
}

template <class T, Mode M>
__global__ void node(Plan<T> p, int level, int id) {
  if constexpr (M == Mode::Null) {
    launchSplit(p, level, id, 1, nullptr);
    for (int k = 0; k < 7; ++k) launchChild<T, M>(p, level + 1, 7 * id + k, nullptr);
  } else {
    launchSplit(p, level, id, 1, cudaStreamTailLaunch);
    if constexpr (M == Mode::Tail) {
      for (int k = 0; k < 7; ++k) launchChild<T, M>(p, level + 1, 7 * id + k, cudaStreamTailLaunch);
    } else {
      fanout<T, M><<<1, M == Mode::Fire ? 32 : 1, 0, cudaStreamTailLaunch>>>(p, level, id);
    }
  }
  launchCombine(p, level, id, 1, cudaStreamTailLaunch);
}

// whole levels, in the stream given
template <class T>
__host__ __device__ inline void levels(const Plan<T>& p, cudaStream_t s) {
  for (int l = 0; l < kLevels; ++l) launchSplit(p, l, 0, nodesOf(l), s);
  launchLeaf(p, 0, nodesOf(kLevels), s);
  for (int l = kLevels - 1; l >= 0; --l) launchCombine(p, l, 0, nodesOf(l), s);
}

template <class T>
__global__ void controller(Plan<T> p) {
  levels(p, cudaStreamTailLaunch);
}

template <class T>
void hostTree(const Plan<T>& p, int level, int id, cudaStream_t s) {
  if (level == kLevels) return launchLeaf(p, id, 1, s);
  launchSplit(p, level, id, 1, s);
  for (int k = 0; k < 7; ++k) hostTree(p, level + 1, 7 * id + k, s);
  launchCombine(p, level, id, 1, s);
}

// ---------------------------------------------------------------------- host

struct Lcg {
  uint64_t s;
  uint32_t operator()() {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    return uint32_t(s >> 40);
  }
};

template <class T>
class Problem {
 public:
  Problem(int n, int pairs) : n_(n), pairs_(pairs) {
    const size_t nn = size_t(n) * n;
    std::vector<T> a(nn * pairs), b(nn * pairs);
    Lcg g{0x5eed0000ull + n};
    for (auto& x : a) x = T(g() % 9);
    for (auto& x : b) x = T(g() % 9);
    ref_.assign(nn * pairs, T(0));
    for (int q = 0; q < pairs; ++q)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
          const T x = a[q * nn + size_t(i) * n + k];
          for (int j = 0; j < n; ++j)
            ref_[q * nn + size_t(i) * n + j] += x * b[q * nn + size_t(k) * n + j];
        }
    a_ = alloc(nn * pairs);
    b_ = alloc(nn * pairs);
    c_ = alloc(nn * pairs);
    CHECK(cudaMemcpy(a_, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b_, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice));
    for (int l = 1; l <= kLevels; ++l) {
      const size_t len = size_t(nodesOf(l)) * (n >> l) * (n >> l);
      ws_.lout[l] = alloc(len);
      ws_.rout[l] = alloc(len);
      ws_.left[l] = ws_.lout[l];
      ws_.right[l] = ws_.rout[l];
      ws_.prod[l] = alloc(len);
      lens_.push_back(len);
    }
    ws_.n = n;
    ws_.lout[0] = ws_.rout[0] = nullptr;
  }
  ~Problem() {
    for (T* p : all_) cudaFree(p);
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  Plan<T> plan(int q) const {
    Plan<T> p = ws_;
    const size_t at = size_t(q) * n_ * n_;
    p.left[0] = a_ + at;
    p.right[0] = b_ + at;
    p.prod[0] = c_ + at;
    return p;
  }
  void reset() {
    CHECK(cudaMemset(c_, 0xff, size_t(n_) * n_ * pairs_ * sizeof(T)));
    for (int l = 1; l <= kLevels; ++l) {
      CHECK(cudaMemset(ws_.lout[l], 0xff, lens_[l - 1] * sizeof(T)));
      CHECK(cudaMemset(ws_.rout[l], 0xff, lens_[l - 1] * sizeof(T)));
      CHECK(cudaMemset(ws_.prod[l], 0xff, lens_[l - 1] * sizeof(T)));
    }
    CHECK(cudaDeviceSynchronize());
  }
  // the first q products; exits on a difference
  uint64_t verify(int q, const std::string& row) const {
    std::vector<T> c(size_t(n_) * n_ * q);
    CHECK(cudaMemcpy(c.data(), c_, c.size() * sizeof(T), cudaMemcpyDeviceToHost));
    uint64_t sum = 0;
    for (size_t i = 0; i < c.size(); ++i) {
      if (!(c[i] == ref_[i])) {
        std::fprintf(stderr, "%s: element %zu: %.1f, expected %.1f\n", row.c_str(), i, double(c[i]), double(ref_[i]));
        std::exit(1);
      }
      sum += uint64_t(c[i]) * (i % 251 + 1);
    }
    return sum;
  }

 private:
  T* alloc(size_t len) {
    T* p = nullptr;
    CHECK(cudaMalloc(&p, len * sizeof(T)));
    all_.push_back(p);
    return p;
  }
  int n_, pairs_;
  std::vector<T> ref_;
  std::vector<T*> all_;
  std::vector<size_t> lens_;
  T *a_ = nullptr, *b_ = nullptr, *c_ = nullptr;
  Plan<T> ws_{};
};

class Bench {
 public:
  Bench(int runs, std::string_view filter) : runs_(runs), filter_(filter) {
    CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&t0_));
    CHECK(cudaEventCreate(&t1_));
  }
  template <class T>
  void row(const char* variant, int n, int pairs, Problem<T>& pb,
           const std::function<void(const Plan<T>&, cudaStream_t)>& go) {
    const std::string name = std::string("strassen_") + variant;
    if (name.find(filter_) == std::string::npos) return;
    std::vector<float> us;
    uint64_t sum = 0;
    for (int r = -1; r < runs_; ++r) {
      pb.reset();
      CHECK(cudaEventRecord(t0_, stream_));
      for (int q = 0; q < pairs; ++q) go(pb.plan(q), stream_);
      CHECK(cudaEventRecord(t1_, stream_));
      CHECK(cudaGetLastError());
      CHECK(cudaStreamSynchronize(stream_));
      float ms = 0;
      CHECK(cudaEventElapsedTime(&ms, t0_, t1_));
      if (r >= 0) us.push_back(ms * 1e3f);
      sum = pb.verify(pairs, name);
    }
    std::sort(us.begin(), us.end());
    std::fprintf(stderr, "program,%s,n,%d,time,us,%.3f,%.3f,%.3f,%d\n", name.c_str(), n, us.front(),
                 us[us.size() / 2], us.back(), runs_);
    std::fprintf(stderr, "note,%s,n,%d,sum,%llu\n", name.c_str(), n, (unsigned long long)sum);
  }

 private:
  int runs_;
  std::string filter_;
  cudaStream_t stream_{};
  cudaEvent_t t0_{}, t1_{};
};

template <class T, Mode M>
void viaNode(const Plan<T>& p, cudaStream_t s) { node<T, M><<<1, 1, 0, s>>>(p, 0, 0); }

int main(int argc, char** argv) {
  Bench bench(std::max(1, argc > 1 ? std::atoi(argv[1]) : 1), argc > 2 ? argv[2] : "");
  {
    using T = uint32_t;
    constexpr int n = 128, many = 4;
    Problem<T> pb(n, many);
    auto tree = [](const Plan<T>& p, cudaStream_t s) { hostTree(p, 0, 0, s); };
    auto byLevel = [](const Plan<T>& p, cudaStream_t s) { levels(p, s); };
    auto agg = [](const Plan<T>& p, cudaStream_t s) { controller<T><<<1, 1, 0, s>>>(p); };
    bench.row<T>("u32_host_levels_x4", n, many, pb, byLevel);
    bench.row<T>("u32_host_tree", n, 1, pb, tree);
    bench.row<T>("u32_null", n, 1, pb, viaNode<T, Mode::Null>);
    bench.row<T>("u32_tail", n, 1, pb, viaNode<T, Mode::Tail>);
    bench.row<T>("u32_fire", n, 1, pb, viaNode<T, Mode::Fire>);
    bench.row<T>("u32_streams", n, 1, pb, viaNode<T, Mode::Streams>);
    bench.row<T>("u32_agg_x4", n, many, pb, agg);
  }
  {
    using T = float;
    constexpr int n = 256;
    Problem<T> pb(n, 1);
    auto tree = [](const Plan<T>& p, cudaStream_t s) { hostTree(p, 0, 0, s); };
    bench.row<T>("f32_host_tree", n, 1, pb, tree);
    bench.row<T>("f32_null", n, 1, pb, viaNode<T, Mode::Null>);
    bench.row<T>("f32_fire", n, 1, pb, viaNode<T, Mode::Fire>);
  }
  return 0;
}
