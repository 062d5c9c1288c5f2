// Event-driven simulation of gates with unit delay: the gates on a list are evaluated, and those that change put the gates they feed on the next list. Times advance by the host or by kernels that relaunch themselves as tails (a control kernel that launches grids as long as the list, or two grids of fixed size that follow each
// other); gates that feed many have a grid put those on the list (fire and forget, NULL stream).
#include "programs.cuh"
#define TIMES 24
#define HUB 16
#define FIXED 16
struct C { const int *a, *b, *row, *to; const unsigned char* op; int *value, *fresh, *stamp, *toggles, *list0, *list1, *counts; };
__host__ __device__ inline int valueOf(int op, int a, int b) { return op == 0 ? !(a & b) : op == 1 ? a ^ b : op == 2 ? a | b : !a; }
__device__ void push(const C& c, int g, int* next, int t) { if (atomicExch(&c.stamp[g], t) != t) next[atomicAdd(&c.counts[t], 1)] = g; }
__device__ void evaluateGate(const C& c, int g) { c.fresh[g] = valueOf(c.op[g], c.value[c.a[g]], c.value[c.b[g]]); }
__global__ void pushRow(C c, int g, int* next, int t) { int i = c.row[g] + blockIdx.x * blockDim.x + threadIdx.x; if (i < c.row[g + 1]) push(c, c.to[i], next, t); }
template <int KIND> __device__ void commitGate(const C& c, int g, int* next, int t) {
  int v = c.fresh[g]; if (v == c.value[g]) return;
  c.value[g] = v; ++c.toggles[g];
  int m = c.row[g + 1] - c.row[g];
  if (KIND && m > HUB) { if (KIND == 1) pushRow<<<(m + 63) / 64, 64>>>(c, g, next, t + 1); else pushRow<<<(m + 63) / 64, 64, 0, cudaStreamFireAndForget>>>(c, g, next, t + 1); return; }
  for (int i = c.row[g]; i < c.row[g + 1]; ++i) push(c, c.to[i], next, t + 1);
}
__global__ void evaluate(C c, int t, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) evaluateGate(c, (t & 1 ? c.list1 : c.list0)[i]); }
template <int KIND> __global__ void commit(C c, int t, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) commitGate<KIND>(c, (t & 1 ? c.list1 : c.list0)[i], t & 1 ? c.list0 : c.list1, t); }
__global__ void control(C c, int t) {
  int n = c.counts[t]; if (!n || t == TIMES) return;
  evaluate<<<(n + 127) / 128, 128>>>(c, t, n); commit<1><<<(n + 127) / 128, 128>>>(c, t, n);
  control<<<1, 1, 0, cudaStreamTailLaunch>>>(c, t + 1);
}
__global__ void fixedCommit(C c, int t);
__global__ void fixedEvaluate(C c, int t) {
  int n = c.counts[t]; if (!n || t == TIMES) return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) evaluateGate(c, (t & 1 ? c.list1 : c.list0)[i]);
  if (blockIdx.x == 0 && threadIdx.x == 0) fixedCommit<<<FIXED, 128, 0, cudaStreamTailLaunch>>>(c, t);
}
__global__ void fixedCommit(C c, int t) {
  int n = c.counts[t];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) commitGate<0>(c, (t & 1 ? c.list1 : c.list0)[i], t & 1 ? c.list0 : c.list1, t);
  if (blockIdx.x == 0 && threadIdx.x == 0) fixedEvaluate<<<FIXED, 128, 0, cudaStreamTailLaunch>>>(c, t + 1);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 0 ? 1024 : 4096, hubs = which != 1, inputs = n / 8; Random r{29}; std::vector<int> a(n), b(n); std::vector<unsigned char> op(n); std::vector<std::vector<int>> feeds(n);
    for (int g = 0; g < n; ++g) {
      op[g] = r.below(4); int near = std::max(1, std::min(g, n / 4));
      a[g] = g < inputs ? g : g - 1 - (int)r.below(near); b[g] = g < inputs ? g : hubs && r.below(3) == 0 ? (int)r.below(12) * (n / 24) : r.below(50) == 0 ? (int)r.below(n) : g - 1 - (int)r.below(near);
      if (g >= inputs) { feeds[a[g]].push_back(g); if (b[g] != a[g]) feeds[b[g]].push_back(g); }
    }
    std::vector<int> row_{0}, to; for (auto& f : feeds) { for (int g : f) to.push_back(g); row_.push_back((int)to.size()); }
    // All values settle at first for some time; then half of the inputs, whose gates keep what they are given, change.
    std::vector<int> value(n), first; for (auto& v : value) v = r.below(2);
    for (int t = 0; t < 40; ++t) { auto old = value; for (int g = inputs; g < n; ++g) value[g] = valueOf(op[g], old[a[g]], old[b[g]]); }
    for (int g = 0; g < inputs; ++g) if (r.below(2) || g % (n / 24) == 0) { value[g] ^= 1; for (int f : feeds[g]) first.push_back(f); }
    std::sort(first.begin(), first.end()); first.erase(std::unique(first.begin(), first.end()), first.end());
    std::vector<int> expected(n, 0), last = value; { std::vector<int> list = first, stamp(n, 0); for (int t = 1; t <= TIMES - 1 && !list.empty(); ++t) {
      std::vector<int> fresh, next; for (int g : list) fresh.push_back(valueOf(op[g], last[a[g]], last[b[g]]));
      for (size_t i = 0; i < list.size(); ++i) { int g = list[i]; if (last[g] == fresh[i]) continue; last[g] = fresh[i]; ++expected[g]; for (int f : feeds[g]) if (stamp[f] != t) { stamp[f] = t; next.push_back(f); } }
      list = next; } }
    C c{device(a), device(b), device(row_), device(to), device(op), device<int>(n), device<int>(n), device<int>(n), device<int>(n), device<int>(n), device<int>(n), device<int>(TIMES + 2)}; char v[64]; const char* kinds[] = {"host", "forget", "control", "fixed"}; int m = (int)first.size();
    for (int k : {0, 1, 2, 3}) {
      if (k == 1 && !hubs) continue;
      snprintf(v, 64, "%s_%s", kinds[k], hubs ? "hubs" : "even");
      row("circuit", v, "gates", n, [&] { cudaMemcpy(c.value, value.data(), 4 * n, cudaMemcpyHostToDevice); cudaMemset(c.stamp, 0, 4 * n); cudaMemset(c.toggles, 0, 4 * n); cudaMemset(c.counts, 0, 4 * (TIMES + 2)); cudaMemcpy(c.counts + 1, &m, 4, cudaMemcpyHostToDevice); cudaMemcpy(c.list1, first.data(), 4 * m, cudaMemcpyHostToDevice); },
        [&] {
          if (k == 2) { control<<<1, 1>>>(c, 1); return; }
          if (k == 3) { fixedEvaluate<<<FIXED, 128>>>(c, 1); return; }
          int count = m;
          for (int t = 1; t < TIMES && count; ++t) {
            evaluate<<<(count + 127) / 128, 128>>>(c, t, count); if (k == 0) commit<0><<<(count + 127) / 128, 128>>>(c, t, count); else commit<2><<<(count + 127) / 128, 128>>>(c, t, count);
            cudaMemcpy(&count, c.counts + t + 1, 4, cudaMemcpyDeviceToHost);
          }
        },
        [&] {
          std::vector<int> got(n), now(n); CHECK(cudaMemcpy(got.data(), c.toggles, 4 * n, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(now.data(), c.value, 4 * n, cudaMemcpyDeviceToHost));
          if (got != expected || now != last) { fprintf(stderr, "FATAL,circuit %s %d: wrong toggles\n", v, n); exit(1); }
          return sumOf(c.toggles, n);
        });
    }
    cudaFree((void*)c.a); cudaFree((void*)c.b); cudaFree((void*)c.row); cudaFree((void*)c.to); cudaFree((void*)c.op); cudaFree(c.value); cudaFree(c.fresh); cudaFree(c.stamp); cudaFree(c.toggles); cudaFree(c.list0); cudaFree(c.list1); cudaFree(c.counts);
  }
}
