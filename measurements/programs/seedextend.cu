// DNA seed and extend: a thread looks up the k-mers of a read in an index of the reference; each hit is extended without gaps on five diagonals,
// by the thread itself, in a grid for the read's hits, in a grid per hit, or in one grid per block of reads.
#include "programs.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int KMER = 8, READ = 64, STRIDE = 8, MAXHITS = 64;
constexpr unsigned BUCKETS = 1u << (2 * KMER);
__constant__ signed char score[4][4];
struct Index { const char* reference; int length; const int* start; const int* position; };
struct Hit { int read, offset, at; };
__device__ int hits, dropped;

__device__ __forceinline__ unsigned code(const char* s) { unsigned c = 0;
#pragma unroll
  for (int i = 0; i < KMER; ++i) c = c << 2 | s[i]; return c; }
// Ungapped extension both ways with drop-off, by one thread.
__device__ int extendAlone(const Index& x, const char* read, Hit h) {
  int best = 0;
  for (int shift = -2; shift <= 2; ++shift) {
    int s = 0, top = 0, r = h.at - h.offset + shift;
    for (int i = 0; i < READ; ++i) { int p = r + i; if (p < 0 || p >= x.length) continue; s = max(0, s + score[read[i]][x.reference[p]]); top = max(top, s); }
    best = max(best, top - abs(shift));
  }
  return best;
}
// The same by a warp: a lane a position, maximal subarray by a scan.
__device__ int extendByWarp(const Index& x, const char* read, Hit h, cg::thread_block_tile<32> w) {
  int best = 0;
  for (int shift = -2; shift <= 2; ++shift) {
    int carry = 0, top = 0, r = h.at - h.offset + shift;
    for (int i = 0; i < READ; i += 32) {
      int p = r + i + w.thread_rank(), v = p < 0 || p >= x.length ? 0 : score[read[i + w.thread_rank()]][x.reference[p]];
      int sum = v; for (int d = 1; d < 32; d <<= 1) { int o = w.shfl_up(sum, d); if (w.thread_rank() >= d) sum += o; }
      int low = min(0, sum); for (int d = 1; d < 32; d <<= 1) { int o = w.shfl_up(low, d); if (w.thread_rank() >= d) low = min(low, o); }
      low = min(low, -carry);
      int here = sum - low; top = max(top, here); carry = w.shfl(here, 31);
    }
    for (int d = 16; d; d >>= 1) top = max(top, w.shfl_xor(top, d));
    best = max(best, top - abs(shift));
  }
  return best;
}
__global__ void extendHits(Index x, const char* reads, const Hit* list, int many, int* best) {
  auto w = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (i >= many) return;
  Hit h = list[i];
  int s = extendByWarp(x, reads + h.read * READ, h, w);
  if (w.thread_rank() == 0) atomicMax(&best[h.read], s);
}
__global__ void extendOne(Index x, const char* reads, Hit h, int* best) {
  int s = extendByWarp(x, reads + h.read * READ, h, cg::tiled_partition<32>(cg::this_thread_block()));
  if (threadIdx.x == 0) atomicMax(&best[h.read], s);
}
enum Way { ALONE, READS, HITS, BLOCKS, TWO };
template <Way W> __global__ void seeds(Index x, const char* reads, int many, Hit* list, int* best) {
  __shared__ int used;
  if (threadIdx.x == 0) used = 0;
  __syncthreads();
  int r = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
  Hit* own = W == BLOCKS ? list + (size_t)blockIdx.x * blockDim.x * MAXHITS : W == TWO ? list : list + (size_t)r * MAXHITS;
  if (r < many) for (int o = 0; o + KMER <= READ; o += STRIDE) {
    unsigned c = code(reads + r * READ + o);
    for (int i = x.start[c]; i < x.start[c + 1]; ++i) {
      Hit h{r, o, x.position[i]};
      if (++mine > MAXHITS) { atomicAdd(&dropped, 1); break; }
      if (W == ALONE) atomicMax(&best[r], extendAlone(x, reads + r * READ, h));
      else if (W == HITS) extendOne<<<1, 32, 0, cudaStreamFireAndForget>>>(x, reads, h, best);
      else own[W == BLOCKS ? atomicAdd(&used, 1) : W == TWO ? atomicAdd(&hits, 1) : mine - 1] = h;
    }
  }
  if (W == READS && mine) extendHits<<<(mine + 3) / 4, 128, 0, cudaStreamFireAndForget>>>(x, reads, own, min(mine, MAXHITS), best);
  if (W == BLOCKS) { __threadfence(); __syncthreads(); if (threadIdx.x == 0 && used) extendHits<<<(used + 3) / 4, 128>>>(x, reads, own, used, best); }
}
int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 32768));
  const int length = 60000; Random r{21}; std::vector<char> reference(length); signed char s[4][4];
  for (auto& c : reference) c = r.below(4);
  for (int i = 0; i < 20; ++i) std::copy_n(reference.begin() + r.below(length / 2), 400, reference.begin() + length / 2 + r.below(length / 2 - 400));   // repeats
  for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) s[i][j] = i == j ? 2 : -3;
  CHECK(cudaMemcpyToSymbol(score, s, sizeof s));
  std::vector<int> start(BUCKETS + 1), position(length);
  auto codeOf = [&](int p) { unsigned c = 0; for (int i = 0; i < KMER; ++i) c = c << 2 | reference[p + i]; return c; };
  for (int p = 0; p + KMER <= length; ++p) ++start[codeOf(p) + 1];
  for (unsigned c = 0; c < BUCKETS; ++c) start[c + 1] += start[c];
  { std::vector<int> at(start.begin(), start.end() - 1); for (int p = 0; p + KMER <= length; ++p) position[at[codeOf(p)]++] = p; }
  Index x{device(reference), length, device(start), device(position)};
  for (int many : {256, 1024}) {
    std::vector<char> reads((size_t)many * READ);
    for (int i = 0; i < many; ++i) { int p = r.below(length - READ); for (int j = 0; j < READ; ++j) reads[i * READ + j] = r.below(20) ? reference[p + j] : r.below(4); }
    std::vector<int> expected; char* dReads = device(reads); int* best = device<int>(many); Hit* list = device<Hit>((size_t)(many + 64) * MAXHITS);
    int* pinned; CHECK(cudaMallocHost(&pinned, 4));
    const char* names[] = {"alone", "per_read", "per_hit", "per_block", "two_grids"};
    for (int k = 0; k < 5; ++k)
      row("seedextend", names[k], "reads", many, [&] { int z = 0; CHECK(cudaMemset(best, 0, 4 * many)); CHECK(cudaMemcpyToSymbol(hits, &z, 4)); },
          [&] {
            int b = (many + 63) / 64;
            if (k == 0) seeds<ALONE><<<b, 64>>>(x, dReads, many, list, best); else if (k == 1) seeds<READS><<<b, 64>>>(x, dReads, many, list, best);
            else if (k == 2) seeds<HITS><<<b, 64>>>(x, dReads, many, list, best); else if (k == 3) seeds<BLOCKS><<<b, 64>>>(x, dReads, many, list, best);
            else { seeds<TWO><<<b, 64>>>(x, dReads, many, list, best); CHECK(cudaMemcpyFromSymbolAsync(pinned, hits, 4)); CHECK(cudaStreamSynchronize(0)); if (*pinned) extendHits<<<(*pinned + 3) / 4, 128>>>(x, dReads, list, *pinned, best); }
          },
          [&] {
            std::vector<int> got(many); int d; CHECK(cudaMemcpy(got.data(), best, 4 * many, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpyFromSymbol(&d, dropped, 4));
            if (k == 0) expected = got; else if (!expected.empty() && got != expected) { fprintf(stderr, "FATAL,seedextend %s %d: scores differ\n", names[k], many); exit(1); }
            int good = 0; for (int v : got) good += v > READ; if (good < many / 2 || d) { fprintf(stderr, "FATAL,seedextend: only %d reads placed, %d hits dropped\n", good, d); exit(1); }
            return sumOf(best, many);
          });
  }
}
