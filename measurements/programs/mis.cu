// Maximal independent set after Luby with fixed priorities. Rounds are driven by the host, which reads a flag in pinned memory.
// A vertex that enters the set knocks out its neighbours: in a loop, in a grid of its own, or in one grid for all of its block.
#include "programs.cuh"
enum State : unsigned char { UNDECIDED = 0, IN = 1, OUT = 2 };
struct Problem { int n; const int *row, *to; const unsigned* priority; unsigned char* state; int* left; int* work; };
static const int kHeavy = 32;

__global__ void knockOut(Problem p, int v) {
  for (int e = p.row[v] + blockIdx.x * blockDim.x + threadIdx.x; e < p.row[v + 1]; e += gridDim.x * blockDim.x) p.state[p.to[e]] = OUT;
}
// One block of this grid for each vertex of the list.
__global__ void knockOutMany(Problem p, const int* list) {
  int v = list[blockIdx.x];
  for (int e = p.row[v] + threadIdx.x; e < p.row[v + 1]; e += blockDim.x) p.state[p.to[e]] = OUT;
}
__global__ void select(Problem p, unsigned char* chosen) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= p.n) return;
  bool best = p.state[v] == UNDECIDED;
  if (best) {
    unsigned mine = p.priority[v];
    for (int e = p.row[v]; e < p.row[v + 1] && best; ++e) { int u = p.to[e]; if (p.state[u] == UNDECIDED && p.priority[u] > mine) best = false; }
  }
  chosen[v] = best;
}
enum class How { Loop, Null, Forget, Block };
template <How H> __global__ void settle(Problem p, const unsigned char* chosen) {
  __shared__ int many;
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (H == How::Block) { if (threadIdx.x == 0) many = 0; __syncthreads(); }
  bool in = v < p.n && chosen[v];
  if (in) {
    p.state[v] = IN;
    int degree = p.row[v + 1] - p.row[v];
    if (H == How::Loop || degree <= kHeavy) for (int e = p.row[v]; e < p.row[v + 1]; ++e) p.state[p.to[e]] = OUT;
    else if (H == How::Null) knockOut<<<(degree + 127) / 128, 128>>>(p, v);
    else if (H == How::Forget) knockOut<<<(degree + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(p, v);
    else p.work[blockIdx.x * blockDim.x + atomicAdd(&many, 1)] = v;
  }
  if (H == How::Block) {
    __syncthreads();
    if (threadIdx.x == 0 && many > 0) { __threadfence(); knockOutMany<<<many, 64>>>(p, p.work + blockIdx.x * blockDim.x); }
  }
}
__global__ void remaining(Problem p) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned ballot = __ballot_sync(0xffffffffu, v < p.n && p.state[v] == UNDECIDED);
  if ((threadIdx.x & 31) == 0 && ballot) atomicAdd(p.left, __popc(ballot));
}
template <How H> void run(const Problem& p, unsigned char* chosen, int* pinned) {
  int blocks = (p.n + 255) / 256;
  do {
    cudaMemsetAsync(p.left, 0, sizeof(int), cudaStreamPerThread);
    select<<<blocks, 256, 0, cudaStreamPerThread>>>(p, chosen);
    settle<H><<<blocks, 256, 0, cudaStreamPerThread>>>(p, chosen);
    remaining<<<blocks, 256, 0, cudaStreamPerThread>>>(p);
    CHECK(cudaMemcpyAsync(pinned, p.left, sizeof(int), cudaMemcpyDeviceToHost, cudaStreamPerThread));
    CHECK(cudaStreamSynchronize(cudaStreamPerThread));
  } while (*pinned);
}
int main(int argc, char** argv) {
  start(argc, argv);
  int* pinned; CHECK(cudaMallocHost(&pinned, sizeof(int)));
  for (int n : {4000, 30000}) {
    Graph g = graph(n, 14, 1, 5);
    std::vector<unsigned> priority(n); Random r{9};
    for (int i = 0; i < n; ++i) priority[i] = i;
    for (int i = n - 1; i > 0; --i) std::swap(priority[i], priority[r.below(i + 1)]);
    for (int i = 0; i < n; ++i) if (g.row[i + 1] - g.row[i] > 48 && r.below(3)) priority[i] += 1u << 28;   // hubs go first, mostly
    std::vector<int> order(n); for (int i = 0; i < n; ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](int a, int b) { return priority[a] > priority[b]; });
    std::vector<unsigned char> expected(n, UNDECIDED);
    for (int v : order) if (expected[v] == UNDECIDED) { expected[v] = IN; for (int e = g.row[v]; e < g.row[v + 1]; ++e) expected[g.to[e]] = OUT; }
    Problem p{n, g.dRow, g.dTo, device(priority), device<unsigned char>(n), device<int>(1), device<int>(n + 256)};
    unsigned char* chosen = device<unsigned char>(n);
    auto one = [&](const char* name, void (*go)(const Problem&, unsigned char*, int*)) {
      row("mis", name, "vertices", n, [&] { CHECK(cudaMemset(p.state, UNDECIDED, n)); }, [&] { go(p, chosen, pinned); },
          [&] {
            std::vector<unsigned char> s(n); CHECK(cudaMemcpy(s.data(), p.state, n, cudaMemcpyDeviceToHost));
            for (int v = 0; v < n; ++v) if (s[v] != expected[v]) { fprintf(stderr, "FATAL,mis %s: vertex %d is %d, not %d\n", name, v, s[v], expected[v]); exit(1); }
            return sumOf(p.state, n);
          });
    };
    one("loop", run<How::Loop>); one("null", run<How::Null>); one("forget", run<How::Forget>); one("block", run<How::Block>);
    release(g);
  }
}
