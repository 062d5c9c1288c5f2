// A small travelling-salesman search: all orders of the cities, depth first with a bound by the cheapest ways out of the cities left. Distances lie in constant memory, the state of a search in local arrays; a grid is launched for each prefix that may still win.
#include "programs.cuh"
#include <cmath>

constexpr int MAX = 14;
__constant__ int dist[MAX][MAX];
__constant__ int cheapest[MAX];

struct Prefix { signed char city[6]; short depth; unsigned left; int length, rest; };
enum Mode { FIRE, STREAMS };

__device__ __forceinline__ bool promising(int last, int length, int rest, const int* best) {
  return length + cheapest[last] + rest < *(volatile const int*)best;
}

// Appends the k-th of the cities left.
__device__ void append(Prefix& p, int k) {
  unsigned m = p.left;
  while (k--) m &= m - 1;
  int c = __ffs(m) - 1;
  p.length += dist[p.city[p.depth - 1]][c];
  p.rest -= cheapest[c];
  p.left &= ~(1u << c);
  p.city[p.depth++] = c;
}

__device__ void search(const Prefix& p, int n, int* best) {
  int path[MAX], length[MAX];
  unsigned untried[MAX];
  int d = p.depth, rest = p.rest;
  unsigned left = p.left;
  path[d - 1] = p.city[d - 1];
  length[d - 1] = p.length;
  untried[d] = left;
  while (d >= p.depth) {
    if (!untried[d]) {  // back: the city before this place is free again
      if (--d >= p.depth) { left |= 1u << path[d]; rest += cheapest[path[d]]; }
      continue;
    }
    int c = __ffs(untried[d]) - 1, last = path[d - 1], l = length[d - 1] + dist[last][c];
    untried[d] &= untried[d] - 1;
    if (d == n - 1) {
      l += dist[c][0];
      if (l < *(volatile int*)best) atomicMin(best, l);
    } else if (promising(c, l, rest - cheapest[c], best)) {
      path[d] = c;
      length[d] = l;
      left &= ~(1u << c);
      rest -= cheapest[c];
      untried[++d] = left;
    }
  }
}

__global__ void flat(Prefix root, int n, int* best) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, a = n - 1, b = n - 2, c = n - 3, d = n - 4;
  if (t >= a * b * c * d) return;
  Prefix p = root;
  append(p, t / (b * c * d)); append(p, t / (c * d) % b); append(p, t / d % c); append(p, t % d);
  if (promising(p.city[p.depth - 1], p.length, p.rest, best)) search(p, n, best);
}

// All ways to append two more cities, a thread for each.
__global__ void below(Prefix p, int n, int* best) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, a = n - p.depth, b = a - 1;
  if (t >= a * b) return;
  append(p, t / b);
  append(p, t % b);
  if (promising(p.city[p.depth - 1], p.length, p.rest, best)) search(p, n, best);
}

template <Mode M> __global__ void prefixes(Prefix p, int n, int* best) {
  int t = threadIdx.x, a = n - 1, b = n - 2;
  if (t >= a * b) return;
  append(p, t / b);
  append(p, t % b);
  if (!promising(p.city[p.depth - 1], p.length, p.rest, best)) return;
  int ways = (n - p.depth) * (n - p.depth - 1);
  if (M == FIRE) below<<<(ways + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(p, n, best);
  else {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    below<<<(ways + 31) / 32, 32, 0, s>>>(p, n, best);
    cudaStreamDestroy(s);
  }
}

// One first city after the other, so that a later one profits from the tours of earlier ones.
__global__ void perFirst(Prefix root, int n, int first, int* best) {
  Prefix p = root;
  append(p, first);
  int k = threadIdx.x;
  if (k < n - 2) {
    append(p, k);
    if (promising(p.city[p.depth - 1], p.length, p.rest, best)) {
      int ways = (n - p.depth) * (n - p.depth - 1);
      below<<<(ways + 63) / 64, 64, 0, cudaStreamFireAndForget>>>(p, n, best);
    }
  }
  if (k == 0 && first + 1 < n - 1) perFirst<<<1, 32, 0, cudaStreamTailLaunch>>>(root, n, first + 1, best);
}

struct Instance { int n; int d[MAX][MAX], least[MAX]; int tour, optimum; };

static Instance instance(int n) {
  Instance s{}; s.n = n; Random r{91ULL * n + 5}; double x[MAX], y[MAX];
  for (int i = 0; i < n; ++i) { x[i] = 1000 * r.real(); y[i] = 1000 * r.real(); }
  for (int i = 0; i < n; ++i) {
    s.least[i] = 1 << 20;
    for (int j = 0; j < n; ++j) { s.d[i][j] = (int)std::lround(std::hypot(x[i] - x[j], y[i] - y[j])); if (i != j) s.least[i] = std::min(s.least[i], s.d[i][j]); }
  }
  unsigned left = (1u << n) - 2; int at = 0;
  while (left) { int b = -1; for (int c = 1; c < n; ++c) if (left >> c & 1 && (b < 0 || s.d[at][c] < s.d[at][b])) b = c; s.tour += s.d[at][b]; left ^= 1u << b; at = b; }
  s.tour += s.d[at][0];
  // Held and Karp
  std::vector<int> f((size_t)n << n, 1 << 28); f[(size_t)1 * n] = 0; s.optimum = 1 << 28;
  for (unsigned m = 1; m < 1u << n; m += 2) for (int i = 0; i < n; ++i) if (f[(size_t)m * n + i] < 1 << 28)
    for (int j = 1; j < n; ++j) if (!(m >> j & 1)) { int& t = f[(size_t)(m | 1u << j) * n + j]; t = std::min(t, f[(size_t)m * n + i] + s.d[i][j]); }
  for (int i = 1; i < n; ++i) s.optimum = std::min(s.optimum, f[(((size_t)1 << n) - 1) * n + i] + s.d[i][0]);
  return s;
}

int main(int argc, char** argv) {
  start(argc, argv);
  int* best = device<int>(1);
  for (int n : {10, 12, 13}) {
    Instance s = instance(n);
    CHECK(cudaMemcpyToSymbol(dist, s.d, sizeof s.d));
    CHECK(cudaMemcpyToSymbol(cheapest, s.least, sizeof s.least));
    Prefix root{}; root.depth = 1; root.left = (1u << n) - 2;
    for (int c = 1; c < n; ++c) root.rest += s.least[c];
    int bound = s.tour + 1;
    auto prepare = [&] { CHECK(cudaMemcpy(best, &bound, sizeof bound, cudaMemcpyHostToDevice)); };
    auto check = [&]() -> ull {
      CHECK(cudaGetLastError());
      int b; CHECK(cudaMemcpy(&b, best, sizeof b, cudaMemcpyDeviceToHost));
      if (b != s.optimum) { printf("tsp: %d cities: %d, not %d\n", n, b, s.optimum); exit(1); }
      return b;
    };
    int all = (n - 1) * (n - 2) * (n - 3) * (n - 4), pairs = ((n - 1) * (n - 2) + 31) / 32 * 32;
    row("tsp", "flat", "cities", n, prepare, [&] { flat<<<(all + 127) / 128, 128>>>(root, n, best); }, check);
    row("tsp", "fire", "cities", n, prepare, [&] { prefixes<FIRE><<<1, pairs>>>(root, n, best); }, check);
    if (n < 13) row("tsp", "streams", "cities", n, prepare, [&] { prefixes<STREAMS><<<1, pairs>>>(root, n, best); }, check);
    if (n > 10) row("tsp", "tail", "cities", n, prepare, [&] { perFirst<<<1, 32>>>(root, n, 0, best); }, check);
  }
  return 0;
}
