// Branch and bound for the permutation flow shop: partial orders of jobs with a bound by each machine are cut if not below the length of a first order found greedily. A thread for each pair of first jobs searches by itself, or the pairs after a surviving order are a grid of their own (several levels, NULL stream or fire and forget), or
// a kernel works through a near and a far queue in two streams and tail-launches itself.
#include "programs.cuh"
#define JOBS 10
#define MACHINES 4
#define ROOM 32768
struct Shop { int jobs, limit, time[JOBS][MACHINES], tail[JOBS][MACHINES]; };
struct Node { int mask, depth, end[MACHINES]; };
struct Result { int best; unsigned nodes; };
__host__ __device__ inline int append(const Shop& s, const Node& n, int j, Node& c) {
  c.mask = n.mask | 1 << j; c.depth = n.depth + 1; int at = 0, bound = 0;
  for (int m = 0; m < MACHINES; ++m) { at = (at > n.end[m] ? at : n.end[m]) + s.time[j][m]; c.end[m] = at; }
  for (int m = 0; m < MACHINES; ++m) {
    int work = c.end[m], tail = 1 << 20; for (int k = 0; k < s.jobs; ++k) if (!(c.mask >> k & 1)) { work += s.time[k][m]; if (s.tail[k][m] < tail) tail = s.tail[k][m]; }
    if (c.depth < s.jobs) work += tail;
    if (work > bound) bound = work;
  }
  return bound;
}
__host__ __device__ inline void search(const Shop& s, const Node& top, int& best, unsigned& nodes) {
  Node st[JOBS + 1]; int next[JOBS + 1], d = 0; st[0] = top; next[0] = 0;
  while (d >= 0) {
    if (st[d].depth == s.jobs) { int e = st[d].end[MACHINES - 1]; if (e < best) best = e; --d; continue; }
    int j = next[d]++; if (j >= s.jobs) { --d; continue; }
    if (st[d].mask >> j & 1) continue;
    if (append(s, st[d], j, st[d + 1]) < s.limit) { ++nodes; next[++d] = 0; }
  }
}
template <int KIND> __global__ void expand(const Shop* s, Node n, int deepest, Result* result) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, a = x / s->jobs, b = x % s->jobs, best = 1 << 20; unsigned nodes = 0; Node c, d;
  if (a >= s->jobs || (n.mask >> a & 1) || (n.mask >> b & 1) || append(*s, n, a, c) >= s->limit) return;
  if (a == b) nodes = 1;
  else if (append(*s, c, b, d) < s->limit) {
    nodes = 1;
    if (KIND && d.depth < deepest) {
      int threads = s->jobs * s->jobs;
      if (KIND == 1) expand<KIND><<<(threads + 63) / 64, 64>>>(s, d, deepest, result); else expand<KIND><<<(threads + 63) / 64, 64, 0, cudaStreamFireAndForget>>>(s, d, deepest, result);
    } else search(*s, d, best, nodes);
  }
  if (nodes) atomicAdd(&result->nodes, nodes);
  if (best < 1 << 20) atomicMin(&result->best, best);
}
// Queue q of level l holds counts[2 * l + q] nodes; near ones have bounds far below the limit.
__global__ void work(const Shop* s, const Node* in, int n, Node* near, Node* far, int* counts, int deepest, int gap, Result* result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  Node o = in[i], c; int best = 1 << 20; unsigned nodes = 0;
  for (int j = 0; j < s->jobs; ++j) {
    if (o.mask >> j & 1) continue;
    int bound = append(*s, o, j, c); if (bound >= s->limit) continue;
    ++nodes;
    if (c.depth >= deepest) search(*s, c, best, nodes);
    else { int q = bound >= s->limit - gap, k = atomicAdd(&counts[q], 1); if (k < ROOM) (q ? far : near)[k] = c; }
  }
  if (nodes) atomicAdd(&result->nodes, nodes);
  if (best < 1 << 20) atomicMin(&result->best, best);
}
__global__ void control(const Shop* s, Node* near, Node* far, Node* nextNear, Node* nextFar, int* counts, int deepest, int gap, Result* result) {
  int a = counts[0], b = counts[1]; if (!a && !b) return;
  cudaStream_t x, y; cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking);
  if (a) work<<<(a + 31) / 32, 32, 0, x>>>(s, near, a, nextNear, nextFar, counts + 2, deepest, gap, result);
  if (b) work<<<(b + 31) / 32, 32, 0, y>>>(s, far, b, nextNear, nextFar, counts + 2, deepest, gap, result);
  cudaStreamDestroy(x); cudaStreamDestroy(y);
  control<<<1, 1, 0, cudaStreamTailLaunch>>>(s, nextNear, nextFar, near, far, counts + 2, deepest, gap, result);
}
static int lengthOf(const Shop& s, const std::vector<int>& order) { int e[MACHINES] = {}; for (int j : order) { int at = 0; for (int m = 0; m < MACHINES; ++m) e[m] = at = std::max(at, e[m]) + s.time[j][m]; } return e[MACHINES - 1]; }
int main(int argc, char** argv) {
  start(argc, argv); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  for (int which : {0, 1, 2}) {
    Random r{(ull)(which == 0 ? 4 : which == 1 ? 9 : 12)}; Shop s; s.jobs = which == 0 ? 9 : 10;
    for (int j = 0; j < s.jobs; ++j) { int after = 0; for (int m = MACHINES - 1; m >= 0; --m) { s.tail[j][m] = after; after += s.time[j][m] = 1 + r.below(30); } }
    // The greedy order of Nawaz, Enscore and Ham.
    std::vector<int> jobs(s.jobs), order; for (int j = 0; j < s.jobs; ++j) jobs[j] = j;
    std::stable_sort(jobs.begin(), jobs.end(), [&](int a, int b) { return s.tail[a][0] + s.time[a][0] > s.tail[b][0] + s.time[b][0]; });
    for (int j : jobs) { std::vector<int> best; for (size_t p = 0; p <= order.size(); ++p) { auto o = order; o.insert(o.begin() + p, j); if (best.empty() || lengthOf(s, o) < lengthOf(s, best)) best = o; } order = best; }
    s.limit = lengthOf(s, order) + 1; Node top{}; int best = 1 << 20; unsigned nodes = 0; search(s, top, best, nodes);
    Shop* d = device<Shop>(1); CHECK(cudaMemcpy(d, &s, sizeof s, cudaMemcpyHostToDevice)); Result* result = device<Result>(1); Node* q[4]; for (auto& x : q) x = device<Node>(ROOM); int* counts = device<int>(2 * JOBS + 4); char v[64]; const char* kinds[] = {"loops", "null", "forget", "queues"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_shop%d", kinds[k], which);
      row("flowshop", v, "jobs", s.jobs, [&] { Result none{1 << 20, 0}; int one = 1; cudaMemcpy(result, &none, sizeof none, cudaMemcpyHostToDevice); cudaMemset(counts, 0, 4 * (2 * JOBS + 4)); cudaMemcpy(counts, &one, 4, cudaMemcpyHostToDevice); cudaMemcpy(q[0], &top, sizeof top, cudaMemcpyHostToDevice); },
        [&] {
          int g = (s.jobs * s.jobs + 63) / 64;
          if (k == 0) expand<0><<<g, 64>>>(d, top, 0, result); else if (k == 1) expand<1><<<g, 64>>>(d, top, s.jobs - 4, result); else if (k == 2) expand<2><<<g, 64>>>(d, top, s.jobs - 4, result);
          else control<<<1, 1>>>(d, q[0], q[1], q[2], q[3], counts, s.jobs - 4, 6, result);
        },
        [&] {
          Result got; CHECK(cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost));
          if (got.best != best || got.nodes != nodes) { fprintf(stderr, "FATAL,flowshop %s %d: %d and %u nodes, not %d and %u\n", v, s.jobs, got.best, got.nodes, best, nodes); exit(1); }
          return (ull)got.best * 1000000 + got.nodes;
        });
    }
    cudaFree(d); cudaFree(result); for (auto x : q) cudaFree(x); cudaFree(counts);
  }
}
