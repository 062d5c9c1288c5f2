// A hash join with a condition: for every row of S the sum of the values of the rows of R that have its key and a smaller value.
// R is put in a table by atomicCAS with linear probing, both relations are grouped by slot, then groups are joined: a thread for each row of S, or a thread for each slot with child grids for the large groups.
#include "programs.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <unordered_map>
namespace cg = cooperative_groups;

constexpr int threads = 128, empty = -1, large = 1024;  // a group of more pairs than `large` is a large one
struct Slot { int key, nR, nS, atR, atS; };
struct Group { int slot, blocks; };
struct Table { Slot* slots; unsigned mask; int* cursor; };
struct Relation { const int *key, *value; int n; int *slot, *rank; int2* grouped; };  // grouped: value and row
enum Way { forget, streams, tail };

__device__ __forceinline__ unsigned hashOf(unsigned x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16; }

__global__ void clear(Table t) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i <= t.mask; i += gridDim.x * blockDim.x) t.slots[i] = Slot{empty, 0, 0, 0, 0};
  if (blockIdx.x == 0 && threadIdx.x < 3) t.cursor[threadIdx.x] = 0;
}

__global__ void insert(Table t, Relation r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= r.n) return;
  int key = r.key[i];
  unsigned at = hashOf(key) & t.mask;
  for (;; at = (at + 1) & t.mask) {
    int was = atomicCAS(&t.slots[at].key, empty, key);
    if (was == empty || was == key) break;
  }
  r.slot[i] = at;
  r.rank[i] = atomicAdd(&t.slots[at].nR, 1);
}

__global__ void locate(Table t, Relation s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.n) return;
  int key = s.key[i], found = -1;
  for (unsigned at = hashOf(key) & t.mask; t.slots[at].key != empty; at = (at + 1) & t.mask)
    if (t.slots[at].key == key) { found = at; break; }
  s.slot[i] = found;
  if (found >= 0) s.rank[i] = atomicAdd(&t.slots[found].nS, 1);
}

// Room for the rows of each slot: one atomic for each warp and relation.
__global__ void reserve(Table t) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int nR = i <= t.mask ? t.slots[i].nR : 0, nS = i <= t.mask ? t.slots[i].nS : 0;
  int r = cg::inclusive_scan(warp, nR), s = cg::inclusive_scan(warp, nS), baseR = 0, baseS = 0;
  if (warp.thread_rank() == 31) { if (r) baseR = atomicAdd(&t.cursor[0], r); if (s) baseS = atomicAdd(&t.cursor[1], s); }
  baseR = warp.shfl(baseR, 31); baseS = warp.shfl(baseS, 31);
  if (i <= t.mask) { t.slots[i].atR = baseR + r - nR; t.slots[i].atS = baseS + s - nS; }
}

template <bool isR> __global__ void group(Table t, Relation r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= r.n || r.slot[i] < 0) return;
  const Slot& s = t.slots[r.slot[i]];
  r.grouped[(isR ? s.atR : s.atS) + r.rank[i]] = make_int2(r.value[i], i);
}

__global__ void joinRows(Table t, Relation r, Relation s, unsigned* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= s.n || s.slot[i] < 0) return;
  Slot g = t.slots[s.slot[i]];
  unsigned sum = 0; int limit = s.value[i];
  for (int j = 0; j < g.nR; ++j) { int v = r.grouped[g.atR + j].x; if (v < limit) sum += v; }
  out[i] = sum;
}

// A thread for each row of S of the group; rows of R pass through shared memory.
__device__ void joinTile(const Slot& g, const Relation& r, const Relation& s, unsigned* out, int block) {
  __shared__ int values[threads];
  int i = block * threads + threadIdx.x;
  int2 mine = i < g.nS ? s.grouped[g.atS + i] : make_int2(0, 0);
  unsigned sum = 0;
  for (int from = 0; from < g.nR; from += threads) {
    int many = min(threads, g.nR - from);
    if ((int)threadIdx.x < many) values[threadIdx.x] = r.grouped[g.atR + from + threadIdx.x].x;
    __syncthreads();
    for (int j = 0; j < many; ++j) sum += values[j] < mine.x ? values[j] : 0;
    __syncthreads();
  }
  if (i < g.nS) out[mine.y] = sum;
}
__global__ void joinGroup(Slot g, Relation r, Relation s, unsigned* out) { joinTile(g, r, s, out, blockIdx.x); }
__global__ void joinGroups(Table t, const Group* __restrict__ groups, Relation r, Relation s, unsigned* out) {
  Group g = groups[blockIdx.x];
  for (int b = 0; b < g.blocks; ++b) joinTile(t.slots[g.slot], r, s, out, b);
}

// A thread for each slot.
template <Way way> __global__ void joinSlots(Table t, Relation r, Relation s, unsigned* out, Group* groups, int* ticket) {
  __shared__ Group big[threads];
  __shared__ int many;
  if (threadIdx.x == 0) many = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Slot g = i <= t.mask ? t.slots[i] : Slot{};
  if (g.nR * g.nS > large) {
    int blocks = (g.nS + threads - 1) / threads;
    if (way == forget) joinGroup<<<blocks, threads, 0, cudaStreamFireAndForget>>>(g, r, s, out);
    if (way == streams) big[atomicAdd(&many, 1)] = Group{(int)i, blocks};
    if (way == tail) groups[atomicAdd(&t.cursor[2], 1)] = Group{(int)i, blocks};
  } else
    for (int k = 0; k < g.nS; ++k) {
      int2 mine = s.grouped[g.atS + k]; unsigned sum = 0;
      for (int j = 0; j < g.nR; ++j) { int v = r.grouped[g.atR + j].x; if (v < mine.x) sum += v; }
      out[mine.y] = sum;
    }
  __syncthreads();
  if (threadIdx.x) return;
  if (way == streams)
    for (int k = 0; k < many; ++k) {
      cudaStream_t own; cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
      joinGroup<<<big[k].blocks, threads, 0, own>>>(t.slots[big[k].slot], r, s, out);
      cudaStreamDestroy(own);
    }
  if (way == tail) {
    __threadfence();
    if (atomicAdd(ticket, 1) != (int)gridDim.x - 1) return;
    int all = atomicExch(&t.cursor[2], 0); *ticket = 0;
    if (all) joinGroups<<<all, threads, 0, cudaStreamTailLaunch>>>(t, groups, r, s, out);
  }
}

int main(int argc, char** argv) {
  CHECK(cudaSetDevice(0));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  start(argc, argv);
  for (int n : {8192, 32768, 131072}) {
    Random x{ull(n) + 9};
    int keys = n / 4, m = 2 * n;
    std::vector<int> keyR, keyS, valueR, valueS;
    auto skewed = [&] { double u = x.real(); return 7 + 13 * (int)(keys * u * u); };
    for (int i = 0; i < n; ++i) { keyR.push_back(skewed()); valueR.push_back(x.below(100000)); }
    for (int i = 0; i < m; ++i) { keyS.push_back(x.below(8) ? skewed() : 14 + 13 * (int)x.below(keys)); valueS.push_back(x.below(100000)); }  // an eighth has keys that R lacks
    std::vector<unsigned> truth(m, 0);
    std::unordered_map<int, std::vector<int>> at;
    for (int i = 0; i < n; ++i) at[keyR[i]].push_back(valueR[i]);
    for (int i = 0; i < m; ++i) { auto f = at.find(keyS[i]); if (f != at.end()) for (int v : f->second) if (v < valueS[i]) truth[i] += v; }
    unsigned size = 1; while (size < 2u * keys) size *= 2;
    Table t{device<Slot>(size), size - 1, device<int>(3)};
    Relation r{device(keyR), device(valueR), n, device<int>(n), device<int>(n), device<int2>(n)}, s{device(keyS), device(valueS), m, device<int>(m), device<int>(m), device<int2>(m)};
    unsigned* out = device<unsigned>(m); Group* groups = device<Group>(size); int* ticket = device<int>(1);
    auto prepare = [&] { CHECK(cudaMemset(out, 0, m * sizeof *out)); CHECK(cudaMemset(ticket, 0, sizeof *ticket)); };
    auto check = [&] {
      std::vector<unsigned> o(m); CHECK(cudaMemcpy(o.data(), out, m * sizeof *out, cudaMemcpyDeviceToHost));
      for (int i = 0; i < m; ++i) if (o[i] != truth[i]) { printf("hashjoin: row %d of %d has %u, not %u\n", i, m, o[i], truth[i]); exit(1); }
      return sumOf(out, m);
    };
    auto blocks = [](int k) { return (k + threads - 1) / threads; };
    auto build = [&] {
      clear<<<std::min(264, blocks(size)), threads>>>(t);
      insert<<<blocks(n), threads>>>(t, r); locate<<<blocks(m), threads>>>(t, s); reserve<<<blocks(size), threads>>>(t);
      group<true><<<blocks(n), threads>>>(t, r); group<false><<<blocks(m), threads>>>(t, s);
      CHECK(cudaGetLastError());
    };
    row("hashjoin", "rows", "build", n, prepare, [&] { build(); joinRows<<<blocks(m), threads>>>(t, r, s, out); }, check);
    row("hashjoin", "forget", "build", n, prepare, [&] { build(); joinSlots<forget><<<blocks(size), threads>>>(t, r, s, out, groups, ticket); }, check);
    if (n != 8192) row("hashjoin", "streams", "build", n, prepare, [&] { build(); joinSlots<streams><<<blocks(size), threads>>>(t, r, s, out, groups, ticket); }, check);
    if (n != 32768) row("hashjoin", "tail", "build", n, prepare, [&] { build(); joinSlots<tail><<<blocks(size), threads>>>(t, r, s, out, groups, ticket); }, check);
    for (const void* p : {(const void*)t.slots, (const void*)t.cursor, (const void*)r.key, (const void*)r.value, (const void*)r.slot, (const void*)r.rank, (const void*)r.grouped, (const void*)s.key, (const void*)s.value, (const void*)s.slot, (const void*)s.rank, (const void*)s.grouped, (const void*)out, (const void*)groups, (const void*)ticket}) cudaFree((void*)p);
  }
}
