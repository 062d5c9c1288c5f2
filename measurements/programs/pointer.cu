// Walks along a cycle of random order: by index, by pointer with a second word, with an atomic at each step, and by many threads.
#include "programs.cuh"
struct Item { Item* next; int value; int pad; };
__global__ void byIndex(const int* next, int start, int steps, int* out) { int p = start; for (int i = 0; i < steps; ++i) p = next[p]; *out = p; }
__global__ void untilZero(const int* next, int start, int* out) { int p = start, k = 0; while (p != 0 && k < 2000) { p = next[p]; ++k; } *out = p + k; }
__global__ void byPointer(const Item* at, int steps, int* out) { int s = 0; while (at && steps--) { s += at->value; at = at->next; } *out = s; }
__global__ void counting(const int* next, int* seen, int start, int steps, int* out) { int p = start; for (int i = 0; i < steps; ++i) { atomicAdd(&seen[p], 1); p = next[p]; } *out = p; }
__global__ void claiming(const int* next, int* seen, int start, int steps, int* out) { int p = start, k = 0; for (int i = 0; i < steps; ++i) { k += atomicCAS(&seen[p], 0, i + 1) == 0; p = next[p]; } *out = p + k; }
__global__ void many(const int* next, int n, int steps, int* out) { int t = blockIdx.x * blockDim.x + threadIdx.x, p = (int)((t * 2654435761u) % n); for (int i = 0; i < steps; ++i) p = next[p]; if (p == -1) *out = p; }
__global__ void roots(const int* parent, int n, int* out) { int v = blockIdx.x * blockDim.x + threadIdx.x; if (v >= n) return; int p = v; while (parent[p] != p) p = parent[p]; out[v] = p; }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {1024, 16384, 262144, 4194304}) {
    Random r{19}; std::vector<int> order(n), next(n); for (int i = 0; i < n; ++i) order[i] = i; for (int i = n - 1; i > 0; --i) std::swap(order[i], order[r.below(i + 1)]);
    for (int i = 0; i < n; ++i) next[order[i]] = order[(i + 1) % n];
    int *d = device(next), *seen = device<int>(n), *out = device<int>(std::max(n, 1)); auto sum = [&] { return sumOf(out, 1); };
    row("pointer", "index", "words", n, [] {}, [&] { byIndex<<<1, 1>>>(d, 5, 2000, out); }, sum);
    row("pointer", "until_zero", "words", n, [] {}, [&] { untilZero<<<1, 1>>>(d, order[1], out); }, sum);
    row("pointer", "counting", "words", n, [] {}, [&] { counting<<<1, 1>>>(d, seen, 5, 1000, out); }, sum);
    row("pointer", "claiming", "words", n, [&] { cudaMemset(seen, 0, 4 * n); }, [&] { claiming<<<1, 1>>>(d, seen, 5, 1000, out); }, sum);
    row("pointer", "many", "words", n, [] {}, [&] { many<<<64, 128>>>(d, n, 50, out); }, sum);
    if (n <= 262144) {
      std::vector<Item> items(n); Item* di = device<Item>(n); for (int i = 0; i < n; ++i) items[i] = Item{di + next[i], i & 7, 0}; CHECK(cudaMemcpy(di, items.data(), sizeof(Item) * n, cudaMemcpyHostToDevice));
      row("pointer", "linked", "words", n, [] {}, [&] { byPointer<<<1, 1>>>(di, 2000, out); }, sum);
      std::vector<int> parent(n); for (int i = 0; i < n; ++i) parent[i] = i ? (int)r.below(i) : 0; int* dp = device(parent);
      row("pointer", "roots", "words", n, [] {}, [&] { roots<<<(n + 255) / 256, 256>>>(dp, n, out); }, [&] { return sumOf(out, n); });
    }
  }
}
