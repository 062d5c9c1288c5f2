// sat_count: exact model counting (#SAT) of random 3-CNF formulas by backtracking.
// At most 64 clauses, so "which clauses are still open" is one 64-bit word: assigning
// variable d to phase p clears sat[d][p]; a bit of last[d] that stays set is a conflict.
//
//   cdp    64-thread grids, 6 variables per level; heavy subtrees become child grids
//   wave   breadth-first for 13 variables (last block tail-launches the next wave), then DFS
//   queue  persistent blocks feeding each other through a work queue in global memory
//   flat   2^12 fixed prefixes, one DFS per thread
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using u32 = unsigned;
using u64 = unsigned long long;
namespace cg = cooperative_groups;

#define CK(...)                                                                              \
  do {                                                                                       \
    cudaError_t ck_ = (__VA_ARGS__);                                                         \
    if (ck_) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(ck_)); exit(2); } \
  } while (0)
#define LAUNCHED() CK(cudaGetLastError())

constexpr int MAXV = 32, STEP = 6, FAN = 1 << STEP;       // 64 children per node
constexpr int HEAVY = 31;                                 // open clauses that justify a grid
constexpr int WAVES = 13, WAVE_CAP = 1 << WAVES, QCAP = 8192, FLAT_BITS = 12;

struct Formula {
  int n;
  u64 all;             // every clause
  u64 sat[MAXV][2];    // clauses satisfied by v = 0 / v = 1
  u64 last[MAXV];      // clauses whose highest variable is v
};
struct Tally { u64 models, ones; };                       // ones: true variables, over all models
struct Node { u64 open; u32 val; int depth; };
struct Queue { u32 head, tail; int pending, pad; Node item[QCAP]; int ready[QCAP]; };
struct Wave { u32 count[WAVES + 2], done[WAVES + 2]; Node buf[2][WAVE_CAP]; };

__constant__ Formula F;

// One thread's private count; a subcube with f free variables holds 2^f models.
struct Local {
  u32 models = 0;
  u64 ones = 0;
  __host__ __device__ void cube(u32 val, int f) {
#ifdef __CUDA_ARCH__
    u32 pop = __popc(val);
#else
    u32 pop = __builtin_popcount(val);
#endif
    models += 1u << f;
    ones += ((u64)pop << f) + (f ? (u64)f << (f - 1) : 0);
  }
  __device__ void flush(Tally* out) {
    __syncwarp();
    u32 m = __reduce_add_sync(~0u, models);               // n <= 28: the sum fits
    for (int o = 16; o; o >>= 1) ones += __shfl_down_sync(~0u, ones, o);
    if ((threadIdx.x & 31) == 0 && m) {
      atomicAdd(&out->models, m);
      atomicAdd(&out->ones, ones);
    }
  }
};

// Assign the next k variables from the low bits of b; false on conflict.
__device__ bool extend(Node& x, int k, u32 b) {
  for (int i = 0; i < k; i++) {
    int p = b >> i & 1;
    x.open &= ~F.sat[x.depth][p];
    if (x.open & F.last[x.depth]) return false;
    x.val |= (u32)p << x.depth++;
  }
  return true;
}

__host__ __device__ void dfs(const Formula& f, Node x, Local& c) {
  if (!x.open) { c.cube(x.val, f.n - x.depth); return; }
  u64 open[MAXV + 1];
  unsigned char phase[MAXV + 1];
  int d = x.depth;
  u32 val = x.val;
  open[d] = x.open, phase[d] = 0;
  while (d >= x.depth) {
    int p = phase[d]++;
    if (p == 2) { d--; continue; }
    u64 o = open[d] & ~f.sat[d][p];
    if (o & f.last[d]) continue;
    val = (val & ((1u << d) - 1)) | (u32)p << d;
    if (!o) { c.cube(val, f.n - d - 1); continue; }
    open[++d] = o, phase[d] = 0;                          // d < n: an open clause has variables left
  }
}

// ---------------------------------------------------------------- cdp
__global__ void __launch_bounds__(FAN) explore(Node x, int splits, Tally* out) {
  Local c;
  if (extend(x, STEP, threadIdx.x)) {
    if (splits > 0 && __popcll(x.open) >= HEAVY) {
      explore<<<1, FAN, 0, cudaStreamFireAndForget>>>(x, splits - 1, out);
      if (cudaGetLastError() != cudaSuccess) dfs(F, x, c);  // no launch slot: do it ourselves
    } else {
      dfs(F, x, c);
    }
  }
  c.flush(out);
}

// ---------------------------------------------------------------- wave
__global__ void finish(const Node* in, u32 n, Tally* out) {
  Local c;
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) dfs(F, in[i], c);
  c.flush(out);
}

__global__ void wave(Wave* w, int depth, u32 n, Tally* out) {
  Local c;
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  const Node* in = w->buf[depth & 1];
  Node* next = w->buf[~depth & 1];
  for (u32 p = 0; p < 2; p++) {
    Node x;
    bool keep = false;
    if (i < n) x = in[i], keep = extend(x, 1, p);
    if (keep && !x.open) c.cube(x.val, F.n - x.depth), keep = false;
    if (keep) {
      auto g = cg::coalesced_threads();
      u32 base = 0;
      if (g.thread_rank() == 0) base = atomicAdd(&w->count[depth + 1], g.size());
      next[g.shfl(base, 0) + g.thread_rank()] = x;
    }
  }
  c.flush(out);

  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&w->done[depth], 1u) == gridDim.x - 1) {  // last block: the next wave's size is final
      u32 m = atomicAdd(&w->count[depth + 1], 0u);
      if (m == 0) return;
      if (depth + 1 < WAVES)
        wave<<<(m + 127) / 128, 128, 0, cudaStreamTailLaunch>>>(w, depth + 1, m, out);
      else
        finish<<<(m + 127) / 128, 128, 0, cudaStreamTailLaunch>>>(next, m, out);
      if (cudaGetLastError() != cudaSuccess) __trap();
    }
  }
}

// ---------------------------------------------------------------- queue
template <class T> using dev_ref = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ void push(Queue* q, const Node& x) {
  dev_ref<int>(q->pending).fetch_add(1, cuda::memory_order_relaxed);
  u32 s = dev_ref<u32>(q->tail).fetch_add(1, cuda::memory_order_relaxed);
  if (s >= QCAP) __trap();
  q->item[s] = x;
  dev_ref<int>(q->ready[s]).store(1, cuda::memory_order_release);
}

// false when all work is done
__device__ bool pop(Queue* q, Node& x) {
  dev_ref<u32> head(q->head), tail(q->tail);
  for (;;) {
    u32 h = head.load(cuda::memory_order_relaxed);
    if (h < tail.load(cuda::memory_order_relaxed)) {
      if (!head.compare_exchange_strong(h, h + 1, cuda::memory_order_relaxed)) continue;
      while (!dev_ref<int>(q->ready[h]).load(cuda::memory_order_acquire)) __nanosleep(50);
      x = q->item[h];
      return true;
    }
    if (dev_ref<int>(q->pending).load(cuda::memory_order_acquire) == 0) return false;
    __nanosleep(1000);
  }
}

__global__ void __launch_bounds__(FAN) persist(Queue* q, Tally* out) {
  __shared__ Node cur;
  __shared__ bool more;
  Local c;
  for (;;) {
    if (threadIdx.x == 0) more = pop(q, cur);
    __syncthreads();
    if (!more) break;
    Node x = cur;
    if (extend(x, STEP, threadIdx.x)) {
      if (x.depth <= 2 * STEP && __popcll(x.open) >= HEAVY) push(q, x);
      else dfs(F, x, c);
    }
    __syncthreads();                                      // all pushed before the item is retired
    if (threadIdx.x == 0) dev_ref<int>(q->pending).fetch_sub(1, cuda::memory_order_acq_rel);
  }
  c.flush(out);
}

// ---------------------------------------------------------------- flat
__global__ void flat(Tally* out) {
  Local c;
  Node x{F.all, 0u, 0};
  if (extend(x, FLAT_BITS, blockIdx.x * blockDim.x + threadIdx.x)) dfs(F, x, c);
  c.flush(out);
}

Formula random_cnf(int n, int m, u32 seed) {
  std::mt19937 g(seed);
  Formula f{};
  f.n = n;
  for (int i = 0; i < m; i++) {
    int v[3];
    for (int j = 0; j < 3;) {
      v[j] = g() % n;
      if (std::find(v, v + j, v[j]) == v + j) j++;
    }
    for (int x : v) f.sat[x][g() >> 7 & 1] |= 1ull << i;
    f.last[*std::max_element(v, v + 3)] |= 1ull << i;
    f.all |= 1ull << i;
  }
  return f;
}

int main(int argc, char** argv) {
  int runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1;
  const char* only = argc > 2 ? argv[2] : "";
  CK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));

  int dev, sms, per_sm;
  CK(cudaGetDevice(&dev));
  CK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
  CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, persist, FAN, 0));
  int workers = std::min(sms * per_sm, 128);              // all resident, so they may wait for each other

  Tally *out, *got;
  Queue* q;
  Wave* w;
  CK(cudaMalloc(&out, sizeof *out));
  CK(cudaMallocHost(&got, sizeof *got));
  CK(cudaMalloc(&q, sizeof *q));
  CK(cudaMalloc(&w, sizeof *w));
  cudaStream_t st;
  CK(cudaStreamCreate(&st));
  cudaEvent_t ev[2];
  for (auto& e : ev) CK(cudaEventCreate(&e));

  struct { int n, m; } sizes[] = {{22, 60}, {28, 64}};
  for (auto [n, m] : sizes) {
    Formula f = random_cnf(n, m, 7u * n + m);
    CK(cudaMemcpyToSymbol(F, &f, sizeof f));
    Node root{f.all, 0u, 0};
    Local ref;
    dfs(f, root, ref);

    for (std::string v : {"cdp", "wave", "queue", "flat"}) {
      std::string name = "sat_count_" + v;
      if (!strstr(name.c_str(), only)) continue;
      std::vector<float> t;
      for (int r = 0; r <= runs; r++) {
        CK(cudaMemsetAsync(out, 0, sizeof *out, st));
        CK(cudaMemsetAsync(w, 0, offsetof(Wave, buf), st));
        CK(cudaMemcpyAsync(w->buf[0], &root, sizeof root, cudaMemcpyHostToDevice, st));
        u32 head[4] = {0, 1, 1, 0};                       // one item, pending
        int one = 1;
        CK(cudaMemsetAsync(q, 0, sizeof *q, st));
        CK(cudaMemcpyAsync(q, head, sizeof head, cudaMemcpyHostToDevice, st));
        CK(cudaMemcpyAsync(q->item, &root, sizeof root, cudaMemcpyHostToDevice, st));
        CK(cudaMemcpyAsync(q->ready, &one, sizeof one, cudaMemcpyHostToDevice, st));
        CK(cudaStreamSynchronize(st));

        CK(cudaEventRecord(ev[0], st));
        if (v == "cdp") explore<<<1, FAN, 0, st>>>(root, 2, out);
        if (v == "wave") wave<<<1, 128, 0, st>>>(w, 0, 1, out);
        if (v == "queue") persist<<<workers, FAN, 0, st>>>(q, out);
        if (v == "flat") flat<<<(1 << FLAT_BITS) / 128, 128, 0, st>>>(out);
        LAUNCHED();
        CK(cudaEventRecord(ev[1], st));
        CK(cudaEventSynchronize(ev[1]));
        float ms;
        CK(cudaEventElapsedTime(&ms, ev[0], ev[1]));
        if (r) t.push_back(ms * 1e3f);
        CK(cudaMemcpy(got, out, sizeof *got, cudaMemcpyDeviceToHost));
        if (got->models != ref.models || got->ones != ref.ones) {
          fprintf(stderr, "%s n=%d: %llu models / %llu ones, expected %u / %llu\n", name.c_str(), n, got->models,
                  got->ones, ref.models, ref.ones);
          return 1;
        }
      }
      std::sort(t.begin(), t.end());
      fprintf(stderr, "program,%s,vars,%d,time,us,%.3f,%.3f,%.3f,%d\n", name.c_str(), n, t[0], t[t.size() / 2], t.back(), runs);
      fprintf(stderr, "note,%s,vars,%d,sum,%llu\n", name.c_str(), n, got->models * 1000003ull + got->ones);
    }
  }
  CK(cudaDeviceReset());
  return 0;
}
