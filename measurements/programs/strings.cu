// Multi-pattern string matching in a text of four letters: a bitmap of the first eight letters of all patterns picks candidates, which are verified along chains of patterns of the same start. Verification is done in place, by a grid for each block's or each warp's candidates, or by one grid launched at the tail. Matches are counted for each pattern by shared atomics.
#include "programs.cuh"
#include <string>

constexpr int SEED = 8, TILE = 8192, THREADS = 256, PATTERNS = 256, MAX_LENGTH = 32;
struct Dictionary { const unsigned* bitmap; const short* head; const short* next; const char* letters; const unsigned char* length; };
struct Lists { int* position; int* count; };
enum Mode { INPLACE, BLOCKS, WARPS, TAIL };

__host__ __device__ inline unsigned code(char c) { return c >> 1 & 3; }

// Follows the chain of a start; every pattern found is one more in the histogram.
__device__ void verifyAt(const Dictionary& d, const char* __restrict__ text, int n, int at, int* hist) {
  unsigned h = 0;
#pragma unroll
  for (int i = 0; i < SEED; ++i) h = h << 2 | code(text[at + i]);
  for (int p = d.head[h]; p >= 0; p = d.next[p]) {
    int length = d.length[p], i = SEED;
    if (at + length > n) continue;
    while (i < length && text[at + i] == d.letters[p * MAX_LENGTH + i]) ++i;
    if (i == length) atomicAdd(&hist[p], 1);
  }
}

__device__ __forceinline__ void clear(int* hist) { for (int i = threadIdx.x; i < PATTERNS; i += blockDim.x) hist[i] = 0; }
__device__ __forceinline__ void flush(const int* hist, int* total) { for (int i = threadIdx.x; i < PATTERNS; i += blockDim.x) if (hist[i]) atomicAdd(&total[i], hist[i]); }

__global__ void verify(Dictionary d, const char* __restrict__ text, int n, const int* __restrict__ position, int count, int* total) {
  __shared__ int hist[PATTERNS];
  clear(hist);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) verifyAt(d, text, n, position[i], hist);
  __syncthreads();
  flush(hist, total);
}

__global__ void dispatch(Dictionary d, const char* text, int n, Lists lists, int* total) {
  int count = *lists.count;
  if (count) verify<<<(count + 127) / 128, 128>>>(d, text, n, lists.position, count, total);
}

// A block's tile: letters and bitmap in shared memory, every thread looks at 32 places.
template <Mode M> __global__ void scan(Dictionary d, const char* __restrict__ text, int n, Lists lists, int* total) {
  __shared__ unsigned char tile[TILE + SEED];
  __shared__ unsigned bitmap[65536 / 32];
  __shared__ int hist[PATTERNS], found;
  int start = blockIdx.x * TILE, lane = threadIdx.x % 32;
  for (int i = threadIdx.x; i < TILE + SEED; i += THREADS) tile[i] = start + i < n ? code(text[start + i]) : 0;
  for (int i = threadIdx.x; i < 65536 / 32; i += THREADS) bitmap[i] = d.bitmap[i];
  if (M == INPLACE) clear(hist);
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < TILE; i += THREADS) {
    unsigned h = 0;
#pragma unroll
    for (int j = 0; j < SEED; ++j) h = h << 2 | tile[i + j];
    int at = start + i;
    bool candidate = at + SEED <= n && (bitmap[h / 32] >> h % 32 & 1);
    if (M == INPLACE) { if (candidate) verifyAt(d, text, n, at, hist); }
    if (M == BLOCKS) { if (candidate) lists.position[start + atomicAdd(&found, 1)] = at; }
    if (M == WARPS || M == TAIL) {
      unsigned mask = __ballot_sync(~0u, candidate);
      if (!mask) continue;
      int base = 0;
      if (lane == 0) base = atomicAdd(lists.count, __popc(mask));
      base = __shfl_sync(~0u, base, 0);
      if (candidate) lists.position[base + __popc(mask & ((1u << lane) - 1))] = at;
      __syncwarp();
      if (M == WARPS && lane == 0) verify<<<1, 32, 0, cudaStreamFireAndForget>>>(d, text, n, lists.position + base, __popc(mask), total);
    }
  }
  if (M == INPLACE || M == BLOCKS) __syncthreads();
  if (M == INPLACE) flush(hist, total);
  if (M == BLOCKS && threadIdx.x == 0 && found) verify<<<(found + 63) / 64, 64>>>(d, text, n, lists.position + start, found, total);
  if (M == TAIL && blockIdx.x == 0 && threadIdx.x == 0) dispatch<<<1, 1, 0, cudaStreamTailLaunch>>>(d, text, n, lists, total);
}

int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  Random r{404};
  std::vector<std::string> patterns;
  std::vector<unsigned> bitmap(65536 / 32); std::vector<short> head(65536, -1), next(PATTERNS); std::vector<char> letters(PATTERNS * MAX_LENGTH); std::vector<unsigned char> length(PATTERNS);
  auto hash = [](const char* s) { unsigned h = 0; for (int i = 0; i < SEED; ++i) h = h << 2 | code(s[i]); return h; };
  for (int p = 0; p < PATTERNS; ++p) {
    // a fourth of the patterns share their start with an earlier one
    std::string s = p % 4 == 3 ? patterns[r.below(p)].substr(0, SEED) : "";
    for (size_t l = SEED + 1 + r.below(MAX_LENGTH - SEED); s.size() < l;) s += "ACGT"[r.below(4)];
    unsigned h = hash(s.data());
    bitmap[h / 32] |= 1u << h % 32; next[p] = head[h]; head[h] = (short)p; length[p] = (unsigned char)s.size();
    std::copy(s.begin(), s.end(), letters.begin() + p * MAX_LENGTH);
    patterns.push_back(s);
  }
  Dictionary d{device(bitmap), device(head), device(next), device(letters), device(length)};
  int* total = device<int>(PATTERNS);
  for (int n : {65536, 262144, 1048576}) {
    std::string text;
    while ((int)text.size() < n) {
      if (r.below(200) == 0) { std::string s = patterns[r.below(PATTERNS)]; if (r.below(3) == 0) s[r.below((unsigned)s.size())] = 'A'; text += s; }
      else text += "ACGT"[r.below(4)];
    }
    text.resize(n);
    std::vector<int> want(PATTERNS), got(PATTERNS);
    for (int i = 0; i + SEED <= n; ++i) for (int p = head[hash(&text[i])]; p >= 0; p = next[p]) want[p] += text.compare(i, patterns[p].size(), patterns[p]) == 0;
    char* t = device(std::vector<char>(text.begin(), text.end()));
    Lists lists{device<int>(n), device<int>(1)};
    auto prepare = [&] { CHECK(cudaMemset(total, 0, PATTERNS * sizeof(int))); CHECK(cudaMemset(lists.count, 0, sizeof(int))); };
    auto check = [&]() -> ull {
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(got.data(), total, PATTERNS * sizeof(int), cudaMemcpyDeviceToHost));
      if (got != want) { printf("strings: wrong counts of matches in %d letters\n", n); exit(1); }
      return sumOf(total, PATTERNS);
    };
    row("strings", "flat", "letters", n, prepare, [&] { scan<INPLACE><<<n / TILE, THREADS>>>(d, t, n, lists, total); }, check);
    row("strings", "blocks", "letters", n, prepare, [&] { scan<BLOCKS><<<n / TILE, THREADS>>>(d, t, n, lists, total); }, check);
    if (n > 65536) row("strings", "tail", "letters", n, prepare, [&] { scan<TAIL><<<n / TILE, THREADS>>>(d, t, n, lists, total); }, check);
    if (n <= 65536) row("strings", "warps", "letters", n, prepare, [&] { scan<WARPS><<<n / TILE, THREADS>>>(d, t, n, lists, total); }, check);
    cudaFree(t); cudaFree(lists.position); cudaFree(lists.count);
  }
  return 0;
}
