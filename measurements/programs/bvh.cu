// A bounding volume hierarchy over points: ranges are split at the middle of the longest side of their box until they are small, then a query for each of some points counts its neighbours within a radius (a walk with a stack).
// Built level by level from the host, level by level by tail launches, or recursively: each large range launches two grids, each small one is finished in its block.
#include "programs.cuh"
#include <cfloat>

constexpr int threads = 128, leafSize = 16, small = 512, maxDepth = 20, queriesMost = 2048;
constexpr int side = 2048;  // coordinates are whole numbers below it, so that squares of distances are exact in floats
constexpr float radius = 40;

struct Node { float3 lo; int left; float3 hi; int count; };  // count > 0: a leaf, whose points begin at `left`
struct Task { int node, begin, end, depth; };
struct Tree { float4 *a, *b, *leaves; Node* nodes; int* used; };
struct Levels { Task* queue[2]; int* counts; int* tickets; };

__device__ __forceinline__ float along(float4 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }
__device__ __forceinline__ float3 lower(float3 a, float3 b) { return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)); }
__device__ __forceinline__ float3 upper(float3 a, float3 b) { return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)); }
__device__ __forceinline__ float3 shuffle(float3 a, int o) { return make_float3(__shfl_xor_sync(~0u, a.x, o), __shfl_xor_sync(~0u, a.y, o), __shfl_xor_sync(~0u, a.z, o)); }

// The whole block writes the node of `k`; true when it got two children, which are then in sub (shared memory).
__device__ bool split(const Tree& t, Task k, Task* sub) {
  __shared__ float3 los[threads / 32], his[threads / 32];
  __shared__ int lefts, rights;
  const float4* from = k.depth & 1 ? t.b : t.a;
  float4* to = k.depth & 1 ? t.a : t.b;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, size = k.end - k.begin;
  float3 lo = make_float3(FLT_MAX, FLT_MAX, FLT_MAX), hi = make_float3(-FLT_MAX, -FLT_MAX, -FLT_MAX);
  for (int i = k.begin + threadIdx.x; i < k.end; i += threads) {
    float4 p = from[i]; float3 q = make_float3(p.x, p.y, p.z);
    lo = lower(lo, q); hi = upper(hi, q);
  }
  for (int o = 16; o; o /= 2) { lo = lower(lo, shuffle(lo, o)); hi = upper(hi, shuffle(hi, o)); }
  if (lane == 0) { los[warp] = lo; his[warp] = hi; }
  if (threadIdx.x == 0) lefts = rights = 0;
  __syncthreads();
  for (int i = 0; i < threads / 32; ++i) { lo = lower(lo, los[i]); hi = upper(hi, his[i]); }
  float3 d = make_float3(hi.x - lo.x, hi.y - lo.y, hi.z - lo.z);
  int axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
  float longest = fmaxf(d.x, fmaxf(d.y, d.z));
  if (size <= leafSize || k.depth >= maxDepth || longest < 1) {
    for (int i = k.begin + threadIdx.x; i < k.end; i += threads) t.leaves[i] = from[i];
    if (threadIdx.x == 0) t.nodes[k.node] = Node{lo, k.begin, hi, size};
    __syncthreads();
    return false;
  }
  float middle = 0.5f * (axis == 0 ? lo.x + hi.x : axis == 1 ? lo.y + hi.y : lo.z + hi.z);
  for (int base = k.begin; base < k.end; base += threads) {
    int i = base + threadIdx.x; bool in = i < k.end, isLeft = false; float4 p;
    if (in) { p = from[i]; isLeft = along(p, axis) < middle; }
    unsigned l = __ballot_sync(~0u, in && isLeft), r = __ballot_sync(~0u, in && !isLeft), before = (1u << lane) - 1;
    int atLeft = 0, atRight = 0;
    if (lane == 0) { atLeft = atomicAdd(&lefts, __popc(l)); atRight = atomicAdd(&rights, __popc(r)); }
    atLeft = __shfl_sync(~0u, atLeft, 0); atRight = __shfl_sync(~0u, atRight, 0);
    if (in) to[isLeft ? k.begin + atLeft + __popc(l & before) : k.end - 1 - atRight - __popc(r & before)] = p;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int left = atomicAdd(t.used, 2), cut = k.begin + lefts;
    t.nodes[k.node] = Node{lo, left, hi, 0};
    sub[0] = Task{left, k.begin, cut, k.depth + 1};
    sub[1] = Task{left + 1, cut, k.end, k.depth + 1};
  }
  __syncthreads();
  return true;
}

template <bool streams> __global__ void grow(Tree t, Task k) {
  __shared__ Task sub[2], stack[2 * maxDepth];
  __shared__ int top;
  if (k.end - k.begin > small) {
    if (!split(t, k, sub)) return;
    if (streams) {
      if (threadIdx.x < 2) {
        cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        grow<streams><<<1, threads, 0, s>>>(t, sub[threadIdx.x]);
        cudaStreamDestroy(s);
      }
    } else if (threadIdx.x == 0)
      for (int i = 0; i < 2; ++i) grow<streams><<<1, threads, 0, cudaStreamFireAndForget>>>(t, sub[i]);
    return;
  }
  if (threadIdx.x == 0) { stack[0] = k; top = 1; }
  for (;;) {
    __syncthreads();
    if (top == 0) break;
    Task c = stack[top - 1];
    __syncthreads();
    if (threadIdx.x == 0) --top;
    bool inner = split(t, c, sub);
    if (inner && threadIdx.x == 0) { stack[top++] = sub[0]; stack[top++] = sub[1]; }
  }
}

template <bool tail> __global__ void level(Tree t, Levels l, int depth) {
  __shared__ Task sub[2];
  __shared__ int next;
  const Task* in = l.queue[depth & 1]; Task* out = l.queue[~depth & 1];
  int count = l.counts[depth];
  for (int i = blockIdx.x; i < count; i += gridDim.x) {
    if (!split(t, in[i], sub)) continue;
    if (threadIdx.x == 0) next = atomicAdd(&l.counts[depth + 1], 2);
    __syncthreads();
    if (threadIdx.x < 2) out[next + threadIdx.x] = sub[threadIdx.x];
  }
  if (tail && threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(&l.tickets[depth], 1) == (int)gridDim.x - 1) {
      int more = atomicAdd(&l.counts[depth + 1], 0);
      if (more) level<tail><<<more, threads, 0, cudaStreamTailLaunch>>>(t, l, depth + 1);
    }
  }
}

__global__ void query(Tree t, const float4* __restrict__ points, int stride, int queries, int2* __restrict__ found) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= queries) return;
  float4 c = points[(size_t)q * stride];
  int stack[2 * maxDepth], top = 0, count = 0, ids = 0;
  stack[top++] = 0;
  while (top) {
    const Node& n = t.nodes[stack[--top]];
    float x = c.x - fminf(fmaxf(c.x, n.lo.x), n.hi.x), y = c.y - fminf(fmaxf(c.y, n.lo.y), n.hi.y), z = c.z - fminf(fmaxf(c.z, n.lo.z), n.hi.z);
    if (x * x + y * y + z * z > radius * radius) continue;
    if (n.count == 0) { stack[top++] = n.left; stack[top++] = n.left + 1; continue; }
    for (int i = n.left; i < n.left + n.count; ++i) {
      float4 p = t.leaves[i];
      float dx = p.x - c.x, dy = p.y - c.y, dz = p.z - c.z;
      if (dx * dx + dy * dy + dz * dz <= radius * radius) { ++count; ids ^= __float_as_int(p.w); }
    }
  }
  found[q] = make_int2(count, ids);
}

int main(int argc, char** argv) {
  CHECK(cudaSetDevice(0));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 8192));
  start(argc, argv);
  for (int n : {4096, 16384, 65536}) {
    Random r{ull(n) + 5};
    std::vector<float4> p(n);
    int centres[16][3];
    for (auto& c : centres) for (int& x : c) x = 100 + r.below(side - 200);
    for (int i = 0; i < n; ++i) {
      int x[3], c = r.below(16);
      for (int j = 0; j < 3; ++j) x[j] = i % 2 ? (int)r.below(side) : centres[c][j] + (int)r.below(100) - (int)r.below(100);
      int id = i + 1; p[i] = make_float4((float)x[0], (float)x[1], (float)x[2], 0); memcpy(&p[i].w, &id, sizeof id);
    }
    int queries = std::min(n, queriesMost), stride = n / queries;
    float4* points = device(p);
    Tree t{device<float4>(n), device<float4>(n), device<float4>(n), device<Node>(2 * n), device<int>(1)};
    Levels l{{device<Task>(n), device<Task>(n)}, device<int>(maxDepth + 2), device<int>(maxDepth + 2)};
    int2* found = device<int2>(queries);
    Task root{0, 0, n, 0};
    auto prepare = [&] {
      int one = 1;
      CHECK(cudaMemcpy(t.a, points, n * sizeof(float4), cudaMemcpyDeviceToDevice)); CHECK(cudaMemcpy(t.used, &one, sizeof one, cudaMemcpyHostToDevice));
      CHECK(cudaMemset(l.counts, 0, (maxDepth + 2) * sizeof(int))); CHECK(cudaMemset(l.tickets, 0, (maxDepth + 2) * sizeof(int))); CHECK(cudaMemset(found, 0, queries * sizeof(int2)));
      CHECK(cudaMemcpy(l.queue[0], &root, sizeof root, cudaMemcpyHostToDevice)); CHECK(cudaMemcpy(l.counts, &one, sizeof one, cudaMemcpyHostToDevice));
    };
    auto ask = [&] { query<<<(queries + 63) / 64, 64>>>(t, points, stride, queries, found); CHECK(cudaGetLastError()); };
    auto check = [&] {
      std::vector<int2> f(queries); CHECK(cudaMemcpy(f.data(), found, queries * sizeof(int2), cudaMemcpyDeviceToHost));
      for (int q = 0; q < queries; q += queries / 32) {
        int count = 0, ids = 0; float4 c = p[(size_t)q * stride];
        for (int i = 0; i < n; ++i) { float x = p[i].x - c.x, y = p[i].y - c.y, z = p[i].z - c.z; if (x * x + y * y + z * z <= radius * radius) { ++count; ids ^= i + 1; } }
        if (count != f[q].x || ids != f[q].y) { printf("bvh: query %d of %d points found %d, not %d\n", q, n, f[q].x, count); exit(1); }
      }
      ull sum = 0; for (int q = 0; q < queries; ++q) sum += (ull)(f[q].x * 131 + f[q].y) * (q % 1009 + 1);
      return sum;
    };
    row("bvh", "levels", "points", n, prepare, [&] { for (int d = 0; d <= maxDepth; ++d) level<false><<<std::min(1 << std::min(d, 10), n / leafSize), threads>>>(t, l, d); ask(); }, check);
    row("bvh", "forget", "points", n, prepare, [&] { grow<false><<<1, threads>>>(t, root); ask(); }, check);
    if (n > 4096) row("bvh", "streams", "points", n, prepare, [&] { grow<true><<<1, threads>>>(t, root); ask(); }, check);
    if (n != 16384) row("bvh", "tail", "points", n, prepare, [&] { level<true><<<1, threads>>>(t, l, 0); ask(); }, check);
    for (void* x : {(void*)points, (void*)t.a, (void*)t.b, (void*)t.leaves, (void*)t.nodes, (void*)t.used, (void*)l.queue[0], (void*)l.queue[1], (void*)l.counts, (void*)l.tickets, (void*)found}) cudaFree(x);
  }
}
