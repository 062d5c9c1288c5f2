// Branch and bound for the 0/1 knapsack. Items are sorted by value per weight and lie in constant memory; the bound is the greedy one with a part of the first item that does not fit. Nodes of the upper levels launch a grid for each child that may still win, lower ones search their subtrees alone.
#include "programs.cuh"

constexpr int MAX_ITEMS = 48, STEP = 5, SPLIT = 20, PREFIX = 17, CAPACITY = 8192;
struct Item { int weight, value; };
struct Node { int depth, room, value; };
struct Queue { Node *nodes[2]; int *size; };
__constant__ Item items[MAX_ITEMS];

enum Mode { FIRE, NULLSTREAM, STREAMS };

__device__ bool promising(const Node& x, int count, const int* best) {
  double b = x.value;
  int room = x.room;
  for (int i = x.depth; i < count; ++i) {
    Item it = items[i];
    if (it.weight <= room) { room -= it.weight; b += it.value; }
    else { b += (double)it.value * room / it.weight; break; }
  }
  return b + 1e-6 >= *(volatile const int*)best + 1;
}

// Takes or leaves the next items as the bits say; false if they do not fit.
__device__ __forceinline__ bool apply(Node& x, unsigned bits, int steps) {
  for (int s = 0; s < steps; ++s, ++x.depth)
    if (bits >> s & 1) { x.room -= items[x.depth].weight; x.value += items[x.depth].value; }
  return x.room >= 0;
}

// Depth first; the items taken are bits of a word, so going back needs no stack.
__device__ void solve(Node x, int count, int* best) {
  ull taken = 0;
  for (;;) {
    bool open = x.depth < count && promising(x, count, best);
    if (open) {
      if (items[x.depth].weight <= x.room) {
        taken |= 1ULL << x.depth;
        x.room -= items[x.depth].weight;
        x.value += items[x.depth].value;
      }
      ++x.depth;
      continue;
    }
    if (x.depth == count && x.value > *(volatile int*)best) atomicMax(best, x.value);
    if (!taken) return;
    int last = 63 - __clzll(taken);
    taken ^= 1ULL << last;
    x.room += items[last].weight;
    x.value -= items[last].value;
    x.depth = last + 1;
  }
}

__global__ void flat(int count, int capacity, int* best) {
  Node x{0, capacity, 0};
  unsigned prefix = __brev(blockIdx.x * blockDim.x + threadIdx.x) >> (32 - PREFIX);
  if (apply(x, ~prefix, PREFIX) && promising(x, count, best)) solve(x, count, best);
}

// A warp for a node: its lanes are the 32 ways to decide the next five items.
template <Mode M> __global__ void expand(Node x, int count, int* best) {
  if (!apply(x, ~threadIdx.x, STEP) || !promising(x, count, best)) return;
  if (x.depth > SPLIT) { solve(x, count, best); return; }
  if (M == FIRE) expand<M><<<1, 32, 0, cudaStreamFireAndForget>>>(x, count, best);
  else if (M == NULLSTREAM) expand<M><<<1, 32>>>(x, count, best);
  else {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    expand<M><<<1, 32, 0, s>>>(x, count, best);
    cudaStreamDestroy(s);
  }
}

// The same by levels: survivors of a level go to a queue, with one atomic for each warp.
__global__ void expandLevel(Queue q, int level, int count, int* best) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= q.size[level]) return;
  Node x = q.nodes[level % 2][warp];
  bool live = apply(x, ~lane, STEP) && promising(x, count, best);
  if (x.depth > SPLIT) { if (live) solve(x, count, best); return; }
  unsigned mask = __ballot_sync(~0u, live);
  int base = 0;
  if (lane == 0) base = atomicAdd(&q.size[level + 1], __popc(mask));
  base = __shfl_sync(~0u, base, 0);
  if (live) q.nodes[(level + 1) % 2][base + __popc(mask & ((1u << lane) - 1))] = x;
}

__global__ void nextLevel(Queue q, int level, int count, int* best) {
  if (level * STEP > SPLIT || !q.size[level]) return;
  expandLevel<<<(q.size[level] + 3) / 4, 128, 0, cudaStreamTailLaunch>>>(q, level, count, best);
  nextLevel<<<1, 1, 0, cudaStreamTailLaunch>>>(q, level + 1, count, best);
}

// Values grow with the weights, and weights in multiples of 64 leave a gap that no set can fill: the bound is weak.
static std::vector<Item> makeItems(int count, int& capacity) {
  Random r{2024ULL + count}; std::vector<Item> v; long total = 0;
  for (int i = 0; i < count; ++i) { int w = (100 + r.below(900)) / 64 * 64; v.push_back({w, w + 100 + (int)r.below(10)}); total += w; }
  std::sort(v.begin(), v.end(), [](Item a, Item b) { return (long)a.value * b.weight > (long)b.value * a.weight; });
  capacity = (int)(total / 2) / 64 * 64 + 63;
  return v;
}

// Greedy, then exchanges of one item for another while they help.
static int heuristic(const std::vector<Item>& v, int room) {
  std::vector<char> in(v.size()); int value = 0;
  for (size_t i = 0; i < v.size(); ++i) if (v[i].weight <= room) { in[i] = 1; room -= v[i].weight; value += v[i].value; }
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < v.size(); ++i) for (size_t j = 0; j < v.size(); ++j)
      if (in[i] && !in[j] && v[j].value > v[i].value && v[j].weight - v[i].weight <= room) {
        in[i] = 0; in[j] = 1; room -= v[j].weight - v[i].weight; value += v[j].value - v[i].value; more = true;
      }
  }
  return value;
}

int main(int argc, char** argv) {
  start(argc, argv);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
  int* best = device<int>(1);
  Queue q{{device<Node>(CAPACITY), device<Node>(CAPACITY)}, device<int>(SPLIT / STEP + 2)};
  for (int count : {27, 30, 33}) {
    int capacity;
    std::vector<Item> v = makeItems(count, capacity);
    int greedy = heuristic(v, capacity);
    CHECK(cudaMemcpyToSymbol(items, v.data(), v.size() * sizeof(Item)));
    std::vector<int> table(capacity + 1);
    for (Item it : v) for (int c = capacity; c >= it.weight; --c) table[c] = std::max(table[c], table[c - it.weight] + it.value);
    Node root{0, capacity, 0};
    auto prepare = [&] {
      int size[SPLIT / STEP + 2] = {1};
      CHECK(cudaMemcpy(best, &greedy, sizeof greedy, cudaMemcpyHostToDevice));
      CHECK(cudaMemcpy(q.size, size, sizeof size, cudaMemcpyHostToDevice));
      CHECK(cudaMemcpy(q.nodes[0], &root, sizeof root, cudaMemcpyHostToDevice));
    };
    auto check = [&]() -> ull {
      CHECK(cudaGetLastError());
      int value; CHECK(cudaMemcpy(&value, best, sizeof value, cudaMemcpyDeviceToHost));
      if (value != table[capacity]) { printf("knapsack: %d items: %d, not %d\n", count, value, table[capacity]); exit(1); }
      return value;
    };
    row("knapsack", "flat", "items", count, prepare, [&] { flat<<<1 << (PREFIX - 7), 128>>>(count, capacity, best); }, check);
    row("knapsack", "fire", "items", count, prepare, [&] { expand<FIRE><<<1, 32>>>(root, count, best); }, check);
    if (count == 33) row("knapsack", "null", "items", count, prepare, [&] { expand<NULLSTREAM><<<1, 32>>>(root, count, best); }, check);
    if (count == 30) row("knapsack", "streams", "items", count, prepare, [&] { expand<STREAMS><<<1, 32>>>(root, count, best); }, check);
    if (count != 27) row("knapsack", "tail", "items", count, prepare, [&] { nextLevel<<<1, 1>>>(q, 0, count, best); }, check);
  }
  return 0;
}
