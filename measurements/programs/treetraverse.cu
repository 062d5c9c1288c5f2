// treetraverse: recursion on the GPU.
//  (1) number of descendants and height of every node of irregular random trees (child lists in CSR),
//  (2) adaptive Simpson quadrature in double precision,
//  (3) a small recursive printf demo.
//
// CDP2 has no device-side join, so results go up the tree in one of two ways:
//   - "recursive": a grid tail-launches a combine kernel, which runs when all its descendants are done
//   - the others:  leaves climb; the last child to arrive at a node carries on (counter per node)
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>
#include <string>
#include <utility>
#include <algorithm>
#include <functional>
#include <cub/block/block_scan.cuh>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/fill.h>
#include <thrust/copy.h>

#define GPU_CHECK(...)                                                                                  \
  if (cudaError_t status = (__VA_ARGS__); status != cudaSuccess) {                                      \
    std::fprintf(stderr, "[%s:%d] %s: %s\n", __FILE__, __LINE__, #__VA_ARGS__, cudaGetErrorString(status)); \
    std::abort();                                                                                       \
  }

struct TreeView {
  int const* first;   // [n + 1] CSR offsets
  int const* child;   // [n - 1] child lists
  int const* parent;  // [n], -1 for the root
  int* pending;       // [n] children that haven't arrived yet
  int* descendants;   // [n]
  int* height;        // [n]
  int* worklist;      // [n] used by the consolidated variant
  int* worklist_end;  // [1]

  __device__ int degree(int v) const { return first[v + 1] - first[v]; }

  // v is complete: tell the parent, and go on from there if v was the last one.
  __device__ void climb(int v) const {
    for (int d = 0, h = 0, p; (p = parent[v]) >= 0; v = p) {
      atomicAdd(&descendants[p], d + 1);
      atomicMax(&height[p], h + 1);
      __threadfence();
      if (atomicSub(&pending[p], 1) != 1) return;
      __threadfence();
      d = __ldcg(&descendants[p]);
      h = __ldcg(&height[p]);
    }
  }
};

// ---------------------------------------------------------------- one launch per node with children

__global__ void combine(TreeView t, int node) {
  __shared__ int d, h;
  if (threadIdx.x == 0) d = h = 0;
  __syncthreads();
  for (int i = t.first[node] + threadIdx.x; i < t.first[node + 1]; i += blockDim.x) {
    int const c = t.child[i];
    atomicAdd(&d, t.descendants[c] + 1);
    atomicMax(&h, t.height[c] + 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) { t.descendants[node] = d; t.height[node] = h; }
}

__global__ void visit(TreeView t, int node) {
  int const i = t.first[node] + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < t.first[node + 1]) {
    int const c = t.child[i], k = t.degree(c);
    if (k > 0) visit<<<(k + 63) / 64, min(k, 64), 0, cudaStreamFireAndForget>>>(t, c);
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) combine<<<1, 32, 0, cudaStreamTailLaunch>>>(t, node);
}

// ------------------------------------------------------------------ one launch per block of siblings

constexpr int kSiblings = 64;

// A block owns up to 64 entries of the work list; it gathers the child lists of all of them behind one
// another and launches a single grid for them.
__global__ void __launch_bounds__(kSiblings) visit_block(TreeView t, int begin, int end) {
  using Scan = cub::BlockScan<int, kSiblings>;
  __shared__ Scan::TempStorage scratch;
  __shared__ int base;
  int const i = begin + blockIdx.x * kSiblings + threadIdx.x;
  int const v = i < end ? t.worklist[i] : -1;
  int const k = v >= 0 ? t.degree(v) : 0;
  int at, total;
  Scan(scratch).ExclusiveSum(k, at, total);
  if (threadIdx.x == 0 && total > 0) base = atomicAdd(t.worklist_end, total);
  __syncthreads();
  for (int j = 0; j < k; ++j) t.worklist[base + at + j] = t.child[t.first[v] + j];
  __syncthreads();
  if (threadIdx.x == 0 && total > 0)
    visit_block<<<(total + kSiblings - 1) / kSiblings, kSiblings, 0, cudaStreamFireAndForget>>>(t, base, base + total);
  if (v >= 0 && k == 0) t.climb(v);
}

// --------------------------------------------------------------------- hierarchical: grids for hubs

constexpr int kHubDegree = 24, kStack = 96;

// Threads share the children of a hub; each goes through its subtrees depth first with a private stack
// and leaves further hubs (or what doesn't fit its stack) to new grids.
__global__ void __launch_bounds__(32) visit_hub(TreeView t, int hub) {
  int stack[kStack];
  for (int i = t.first[hub] + blockIdx.x * blockDim.x + threadIdx.x; i < t.first[hub + 1]; i += gridDim.x * blockDim.x) {
    int top = 0;
    stack[top++] = t.child[i];
    while (top > 0) {
      int const v = stack[--top], b = t.first[v], k = t.first[v + 1] - b;
      if (k == 0) t.climb(v);
      else if (k > kHubDegree || top + k > kStack)
        visit_hub<<<min((k + 31) / 32, 16), 32, 0, cudaStreamFireAndForget>>>(t, v);
      else
        for (int j = 0; j < k; ++j) stack[top++] = t.child[b + j];
    }
  }
}

// ----------------------------------------------------------------------- flat: level by level, upwards

__global__ void level_up(TreeView t, int const* __restrict__ nodes, int count) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int const v = nodes[i];
  int d = 0, h = 0;
  for (int j = t.first[v]; j < t.first[v + 1]; ++j) {
    d += t.descendants[t.child[j]] + 1;
    h = max(h, t.height[t.child[j]] + 1);
  }
  t.descendants[v] = d;
  t.height[v] = h;
}

// ------------------------------------------------------------------------------ adaptive quadrature

struct Chirp {   // oscillates faster and faster, decays slowly
  __host__ __device__ double operator()(double x) const { return exp(-0.25 * x) * sin(x * x) + 1.0 / (1e-3 + (x - 2.0) * (x - 2.0)); }
};
constexpr double kFixed = 1099511627776.0;   // 2^40: integer sums don't depend on the order of the atomics
constexpr int kMaxDepth = 16;
struct Interval { double a, b; };

// Simpson's rule with 16 and 32 panels by one warp, evaluated together.
template <class F>
__device__ bool simpson(F f, Interval s, double tol, double& fine) {
  int const lane = threadIdx.x & 31;
  double const h = (s.b - s.a) / 32.0, y = f(s.a + h * lane);
  fine = y * (lane == 0 ? 1.0 : lane & 1 ? 4.0 : 2.0);
  double coarse = lane & 1 ? 0.0 : y * (lane == 0 ? 1.0 : lane & 2 ? 4.0 : 2.0);
  for (int d = 16; d; d >>= 1) {
    fine += __shfl_xor_sync(~0u, fine, d);
    coarse += __shfl_xor_sync(~0u, coarse, d);
  }
  double const last = f(s.b);
  fine = (fine + last) * h / 3.0;
  coarse = (coarse + last) * 2.0 * h / 3.0;
  return fabs(fine - coarse) <= tol * (s.b - s.a);
}

template <class F>
__global__ void __launch_bounds__(32) quad(F f, Interval s, double tol, int depth, long long* sum) {
  double value;
  bool const good = simpson(f, s, tol, value);
  if (threadIdx.x != 0) return;
  if (good || depth == kMaxDepth) {
    atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(llrint(value * kFixed)));
  } else {
    double const mid = 0.5 * (s.a + s.b);
    quad<<<1, 32, 0, cudaStreamFireAndForget>>>(f, Interval{s.a, mid}, tol, depth + 1, sum);
    quad<<<1, 32, 0, cudaStreamFireAndForget>>>(f, Interval{mid, s.b}, tol, depth + 1, sum);
  }
}

// flat: a warp per interval, failures go to the list of the next wave
template <class F>
__global__ void __launch_bounds__(128) quad_wave(F f, Interval const* in, int count, Interval* out, int* out_count, double tol, bool last, long long* sum) {
  int const w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (w >= count) return;
  Interval const s = in[w];
  double value;
  bool const good = simpson(f, s, tol, value);
  if (threadIdx.x & 31) return;
  if (good || last) {
    atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(llrint(value * kFixed)));
  } else {
    double const mid = 0.5 * (s.a + s.b);
    int const at = atomicAdd(out_count, 2);
    out[at] = Interval{s.a, mid};
    out[at + 1] = Interval{mid, s.b};
  }
}

// ------------------------------------------------------------------------------------- printf demo

__global__ void hello(int depth, int path, unsigned* calls) {
  if (threadIdx.x == 0) {
    printf("depth %d path %d block %u of %u\n", depth, path, blockIdx.x, gridDim.x);
    atomicAdd(calls, 1u + depth);
  }
  if (depth < 4 && threadIdx.x < 2 && blockIdx.x == 0) hello<<<1 + threadIdx.x, 2>>>(depth + 1, 2 * path + threadIdx.x, calls);
}

// -------------------------------------------------------------------------------------------- host

struct Tree {
  thrust::host_vector<int> first, child, parent, pending, order, level, descendants, height;
  // Breadth-first growth with a heavy tail of degrees; the ids are shuffled afterwards.
  Tree(int n, int max_level, unsigned seed) {
    std::mt19937 gen(seed);
    std::vector<int> par{-1}, lev{0};
    for (size_t v = 0; int(par.size()) < n; ++v) {
      if (v == par.size()) v = 0;                        // everybody stayed childless: a second round
      if (lev[v] + 1 > max_level) { v = size_t(-1); continue; }
      double const u = gen() * (1.0 / 4294967296.0);
      int k = u < 0.7 ? 0 : std::min(400, int(0.3 / (1.0 - u + 1e-4)));
      if (v == 0) k = 40;
      for (; k > 0 && int(par.size()) < n; --k) { par.push_back(int(v)); lev.push_back(lev[v] + 1); }
    }
    std::vector<int> id(n);
    for (int i = 0; i < n; ++i) id[i] = i;
    for (int i = n - 1; i > 0; --i) std::swap(id[i], id[gen() % unsigned(i + 1)]);
    std::vector<std::vector<int>> kids(n);
    parent.resize(n, -1);
    for (int v = 1; v < n; ++v) { parent[id[v]] = id[par[v]]; kids[id[par[v]]].push_back(id[v]); }
    first.push_back(0);
    for (auto const& k : kids) {
      child.insert(child.end(), k.begin(), k.end());
      first.push_back(int(child.size()));
      pending.push_back(int(k.size()));
    }
    order.push_back(id[0]);
    level.push_back(0);
    for (size_t b = 0; b < order.size();) {              // levels for the flat variant
      size_t const e = order.size();
      for (; b < e; ++b) for (int c : kids[order[b]]) order.push_back(c);
      level.push_back(int(e));
    }
    descendants.resize(n, 0);
    height.resize(n, 0);
    for (int i = n - 1; i > 0; --i) {
      int const v = order[i], p = parent[v];
      descendants[p] += descendants[v] + 1;
      height[p] = std::max(height[p], height[v] + 1);
    }
  }
};

using Count = unsigned long long;

// reset, timed work, check -> checksum
void measure(char const* name, char const* param, double size, int runs, std::function<void()> reset, std::function<void()> work, std::function<Count()> check) {
  cudaEvent_t a, b;
  GPU_CHECK(cudaEventCreate(&a));
  GPU_CHECK(cudaEventCreate(&b));
  std::vector<float> us(runs + 1);
  Count sum = 0;
  for (float& t : us) {                                  // the first is a warm-up
    reset();
    GPU_CHECK(cudaDeviceSynchronize());
    GPU_CHECK(cudaEventRecord(a));
    work();
    GPU_CHECK(cudaGetLastError());
    GPU_CHECK(cudaEventRecord(b));
    GPU_CHECK(cudaEventSynchronize(b));
    GPU_CHECK(cudaEventElapsedTime(&t, a, b));
    sum = check();
  }
  us.erase(us.begin());
  std::sort(us.begin(), us.end());
  std::fprintf(stderr, "program,%s,%s,%g,time,us,%.2f,%.2f,%.2f,%d\n", name, param, size, us[0] * 1e3, us[runs / 2] * 1e3, us[runs - 1] * 1e3, runs);
  std::fprintf(stderr, "note,%s,%s,%g,sum,%llu\n", name, param, size, sum);
  GPU_CHECK(cudaEventDestroy(a));
  GPU_CHECK(cudaEventDestroy(b));
}

void tree_row(std::string const& name, int n, int runs) {
  Tree const h(n, 14, 2024u + n);
  int const root = h.order[0], depth = int(h.level.size()) - 1;
  thrust::device_vector<int> first = h.first, child = h.child, parent = h.parent, order = h.order, pending(n), desc(n), height(n), list(n), end(1);
  auto raw = [](thrust::device_vector<int>& v) { return thrust::raw_pointer_cast(v.data()); };
  TreeView const t{raw(first), raw(child), raw(parent), raw(pending), raw(desc), raw(height), raw(list), raw(end)};
  int const k = h.first[root + 1] - h.first[root];
  measure(name.c_str(), "nodes", n, runs,
    [&] {
      pending = h.pending;
      thrust::fill(desc.begin(), desc.end(), 0);
      thrust::fill(height.begin(), height.end(), 0);
      list[0] = root;
      end[0] = 1;
    },
    [&] {
      if (name == "treetraverse_recursive") visit<<<(k + 63) / 64, 64>>>(t, root);
      else if (name == "treetraverse_siblings") visit_block<<<1, kSiblings>>>(t, 0, 1);
      else if (name == "treetraverse_hier") visit_hub<<<(k + 31) / 32, 32>>>(t, root);
      else
        for (int l = depth - 1; l >= 0; --l) {
          int const b = h.level[l], m = h.level[l + 1] - b;
          level_up<<<(m + 127) / 128, 128>>>(t, raw(order) + b, m);
          GPU_CHECK(cudaGetLastError());
        }
    },
    [&] {
      thrust::host_vector<int> d = desc, g = height;
      Count sum = 0;
      for (int v = 0; v < n; ++v) {
        if (d[v] != h.descendants[v] || g[v] != h.height[v]) {
          std::fprintf(stderr, "%s: node %d has %d descendants, height %d (%d, %d expected)\n", name.c_str(), v, d[v], g[v], h.descendants[v], h.height[v]);
          std::abort();
        }
        sum = sum * 31 + Count(d[v]) * 64 + Count(g[v]);
      }
      return sum;
    });
}

double quad_reference(double a, double b) {              // composite Simpson, fine enough everywhere
  int const panels = 1 << 21;
  double const h = (b - a) / panels;
  double sum = Chirp()(a) + Chirp()(b);
  for (int i = 1; i < panels; ++i) sum += Chirp()(a + h * i) * (i & 1 ? 4.0 : 2.0);
  return sum * h / 3.0;
}

void quad_row(std::string const& name, double upper, double tol, int runs) {
  double const want = quad_reference(0.0, upper);
  int const capacity = 1 << 14;
  thrust::device_vector<Interval> wave[2];
  for (auto& w : wave) w.resize(capacity);
  thrust::device_vector<long long> sum(1);
  thrust::device_vector<int> counter(1);
  long long* const psum = thrust::raw_pointer_cast(sum.data());
  measure(name.c_str(), "upper", upper, runs, [&] { sum[0] = 0; wave[0][0] = Interval{0.0, upper}; },
    [&] {
      if (name == "treetraverse_quad") { quad<<<1, 32>>>(Chirp(), Interval{0.0, upper}, tol, 0, psum); return; }
      for (int depth = 0, count = 1; count > 0 && 2 * count <= capacity; ++depth) {
        counter[0] = 0;
        quad_wave<<<(count + 3) / 4, 128>>>(Chirp(), thrust::raw_pointer_cast(wave[depth & 1].data()), count,
          thrust::raw_pointer_cast(wave[~depth & 1].data()), thrust::raw_pointer_cast(counter.data()), tol, depth == kMaxDepth, psum);
        GPU_CHECK(cudaGetLastError());
        count = counter[0];
      }
    },
    [&] {
      double const got = double(sum[0]) / kFixed;
      if (!(std::fabs(got - want) < 1e-5)) { std::fprintf(stderr, "%s: integral %.9f, expected %.9f\n", name.c_str(), got, want); std::abort(); }
      return Count(std::llround(got * 1e4));
    });
}

int main(int argc, char** argv) {
  int const runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  std::string const only = argc > 2 ? argv[2] : "";
  GPU_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384));
  auto wanted = [&](std::string const& name) { return name.find(only) != std::string::npos; };

  for (auto [name, n] : {std::pair{"treetraverse_recursive", 2000}, {"treetraverse_siblings", 2000}, {"treetraverse_siblings", 12000},
                         {"treetraverse_hier", 2000}, {"treetraverse_hier", 12000}, {"treetraverse_flat", 12000}})
    if (wanted(name)) tree_row(name, n, runs);
  for (auto [name, upper] : {std::pair{"treetraverse_quad", 8.0}, {"treetraverse_quad", 24.0}, {"treetraverse_quadflat", 24.0}})
    if (wanted(name)) quad_row(name, upper, 1e-9, runs);

  if (wanted("treetraverse_printf")) {                   // not timed
    thrust::device_vector<unsigned> calls(1, 0u);
    hello<<<1, 2>>>(0, 1, thrust::raw_pointer_cast(calls.data()));
    GPU_CHECK(cudaGetLastError());
    GPU_CHECK(cudaDeviceSynchronize());
    unsigned const got = calls[0];                       // 46 lines: 1 + 3 + 6 + 12 + 24
    if (got != 193) { std::fprintf(stderr, "treetraverse_printf: %u, 193 expected\n", got); std::abort(); }
    std::fprintf(stderr, "note,treetraverse_printf,depth,4,sum,%u\n", got);
  }
  return 0;
}
