// Edit distance of many pairs of strings by anti-diagonals: a block for each pair (a warp with shuffles when the first string is short).
// Long pairs stay in their block (flat), go to a wider child block (fire and forget), to a child grid for each diagonal of tiles (NULL stream), or are listed for one tail launch.
#include "programs.cuh"
#include <utility>

constexpr int threads = 64, wide = 256, T = 64, longest = 512;
constexpr int shared = 3 * (longest + 1) * sizeof(int) + 2 * longest;
struct Pair { int a, la, b, lb, edge; };  // edge: where a long pair's edges of tiles are, -1 for short ones
struct Work { const char* text; const Pair* pairs; int n; int* distance; int* edges; int* list; int* counts; };
enum Way { flat, forget, tiles, tail };

__device__ __forceinline__ int step(int up, int left, int diagonal, bool same) { return min(min(up, left) + 1, diagonal + !same); }

// At most 32 letters in a: a lane for each of them.
__device__ int byWarp(const char* __restrict__ text, const Pair& p) {
  int lane = threadIdx.x % 32, own = lane + 1, diagonal = lane;
  char a = lane < p.la ? text[p.a + lane] : 0;
  for (int s = 0; s < p.lb + p.la - 1; ++s) {
    int up = __shfl_up_sync(~0u, own, 1), j = s - lane;
    if (lane == 0) up = j + 1;
    if (j >= 0 && j < p.lb) {
      own = step(up, own, diagonal, a == text[p.b + j]);
      diagonal = up;
    }
  }
  return __shfl_sync(~0u, own, p.la - 1);
}

// All threads of the block, three diagonals in shared memory.
__device__ int byBlock(const char* __restrict__ text, const Pair p) {
  extern __shared__ int space[];
  int *now = space, *last = now + p.la + 1, *older = last + p.la + 1;
  char *a = (char*)(older + p.la + 1), *b = a + p.la;
  for (int i = threadIdx.x; i < p.la; i += blockDim.x) a[i] = text[p.a + i];
  for (int i = threadIdx.x; i < p.lb; i += blockDim.x) b[i] = text[p.b + i];
  __syncthreads();
  for (int d = 0; d <= p.la + p.lb; ++d) {
    int from = max(0, d - p.lb), to = min(d, p.la);
    for (int i = from + threadIdx.x; i <= to; i += blockDim.x) {
      int j = d - i;
      now[i] = i == 0 || j == 0 ? d : step(last[i - 1], last[i], older[i - 1], a[i - 1] == b[j - 1]);
    }
    __syncthreads();
    int* free = older; older = last; last = now; now = free;
  }
  return last[p.la];
}

__global__ void longPair(Work w, int k) {
  int d = byBlock(w.text, w.pairs[k]);
  if (threadIdx.x == 0) w.distance[k] = d;
}
__global__ void longPairs(Work w) {
  int k = w.list[blockIdx.x], d = byBlock(w.text, w.pairs[k]);
  if (threadIdx.x == 0) w.distance[k] = d;
}

// Edges of tiles of a long pair: rows[i][j] is the distance at (i T, j), columns[j][i] the one at (i, j T).
struct Edges {
  int *rows, *columns; static constexpr int many = longest / T + 1, line = longest + 1;
  __device__ explicit Edges(int* at) : rows(at), columns(at + many * line) {}
};

__global__ void tileDiagonal(Work w, int k, int diagonal, int first) {
  __shared__ int values[2][T];
  __shared__ char b[T];
  Pair p = w.pairs[k];
  Edges e(w.edges + p.edge);
  int ti = first + blockIdx.x, tj = diagonal - ti, t = threadIdx.x, i = ti * T + t, j0 = tj * T;
  int height = min(T, p.la - ti * T), width = min(T, p.lb - j0);
  int *above = e.rows + ti * e.line + j0 + 1, *below = above + e.line, *before = e.columns + tj * e.line + 1, *after = before + e.line;
  char a = 0; int left = 0, corner = 0;
  if (t < height) { a = w.text[p.a + i]; left = tj ? before[i] : i + 1; corner = tj ? before[i - 1] : i; }
  if (t == 0 && tj && ti == 0) corner = j0;
  if (t < width) b[t] = w.text[p.b + j0 + t];
  __syncthreads();
  for (int s = 0; s < height + width - 1; ++s) {
    int j = s - t;
    if (t < height && j >= 0 && j < width) {
      int up = t ? values[~s & 1][t - 1] : ti ? above[j] : j0 + j + 1;
      left = step(up, left, corner, a == b[j]);
      corner = up;
      values[s & 1][t] = left;
      if (t == height - 1) below[j] = left;
    }
    __syncthreads();
  }
  if (t < height) after[i] = left;
  if (t == height - 1 && ti * T + height == p.la && j0 + width == p.lb) w.distance[k] = left;
}

__device__ void launchTiles(const Work& w, int k) {
  const Pair& p = w.pairs[k];
  int high = (p.la + T - 1) / T, across = (p.lb + T - 1) / T;
  for (int d = 0; d < high + across - 1; ++d) {
    int first = max(0, d - across + 1), last = min(d, high - 1);
    tileDiagonal<<<last - first + 1, T>>>(w, k, d, first);
  }
}

template <Way way> __global__ void distances(Work w) {
  int k = blockIdx.x;
  const Pair p = w.pairs[k];
  if (p.edge >= 0 && way != flat) {
    if (threadIdx.x == 0) {
      if (way == forget) longPair<<<1, wide, shared, cudaStreamFireAndForget>>>(w, k);
      if (way == tiles) launchTiles(w, k);
      if (way == tail) w.list[atomicAdd(&w.counts[0], 1)] = k;
    }
  } else {
    int d = 0;
    if (p.la > 32) d = byBlock(w.text, p);
    else if (threadIdx.x < 32) d = byWarp(w.text, p);
    if (threadIdx.x == 0) w.distance[k] = d;
  }
  if (way == tail && threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&w.counts[1], 1) == w.n - 1) {
      int many = atomicAdd(&w.counts[0], 0);
      if (many) longPairs<<<many, wide, shared, cudaStreamTailLaunch>>>(w);
    }
  }
}

static int distanceOnHost(const char* a, int la, const char* b, int lb) {
  std::vector<int> line(lb + 1);
  for (int j = 0; j <= lb; ++j) line[j] = j;
  for (int i = 1; i <= la; ++i) for (int j = 1, corner = std::exchange(line[0], i); j <= lb; ++j) {
    int up = line[j]; line[j] = std::min(std::min(up, line[j - 1]) + 1, corner + (a[i - 1] != b[j - 1])); corner = up;
  }
  return line[lb];
}

int main(int argc, char** argv) {
  CHECK(cudaSetDevice(0));
  start(argc, argv);
  for (int n : {64, 128, 256}) {
    Random r{ull(n) + 21};
    std::vector<char> text; std::vector<Pair> pairs; std::vector<int> truth; int edge = 0;
    const char letters[] = "ACGT";
    for (int k = 0; k < n; ++k) {
      bool isLong = k % 32 == 5;
      int length = isLong ? 300 + r.below(200) : 12 + r.below(72);
      Pair p{(int)text.size(), length, 0, 0, isLong ? edge : -1};
      for (int i = 0; i < length; ++i) text.push_back(letters[r.below(4)]);
      p.b = (int)text.size();
      for (int i = 0; i < length && (int)text.size() - p.b < longest; ++i) {  // a copy with changes
        int what = r.below(12);
        if (what != 0) text.push_back(what == 1 ? letters[r.below(4)] : text[p.a + i]);
        if (what == 2) text.push_back(letters[r.below(4)]);
      }
      p.lb = std::min((int)text.size() - p.b, longest);
      if (p.lb == 0) { text.push_back('A'); p.lb = 1; }
      if (isLong) edge += 2 * (longest / T + 1) * (longest + 1);
      truth.push_back(distanceOnHost(&text[p.a], p.la, &text[p.b], p.lb));
      pairs.push_back(p);
    }
    Work w{device(text), device(pairs), n, device<int>(n), device<int>(edge), device<int>(n), device<int>(2)};
    auto prepare = [&] { CHECK(cudaMemset(w.distance, 0xff, n * sizeof(int))); CHECK(cudaMemset(w.counts, 0, 2 * sizeof(int))); };
    auto check = [&] {
      std::vector<int> d(n); CHECK(cudaMemcpy(d.data(), w.distance, n * sizeof(int), cudaMemcpyDeviceToHost));
      for (int k = 0; k < n; ++k) if (d[k] != truth[k]) { printf("editdist: pair %d of %d has distance %d, not %d\n", k, n, d[k], truth[k]); exit(1); }
      return sumOf(w.distance, n);
    };
    row("editdist", "flat", "pairs", n, prepare, [&] { distances<flat><<<n, threads, shared>>>(w); CHECK(cudaGetLastError()); }, check);
    if (n != 128) row("editdist", "forget", "pairs", n, prepare, [&] { distances<forget><<<n, threads, shared>>>(w); CHECK(cudaGetLastError()); }, check);
    if (n != 64) row("editdist", "tiles", "pairs", n, prepare, [&] { distances<tiles><<<n, threads, shared>>>(w); CHECK(cudaGetLastError()); }, check);
    row("editdist", "tail", "pairs", n, prepare, [&] { distances<tail><<<n, threads, shared>>>(w); CHECK(cudaGetLastError()); }, check);
    for (const void* x : {(const void*)w.text, (const void*)w.pairs, (const void*)w.distance, (const void*)w.edges, (const void*)w.list, (const void*)w.counts}) cudaFree((void*)x);
  }
}
