// A quadtree of points: a block counts the points of its quadrants by ballots, orders them, and launches four blocks for the quadrants.
#include "programs.cuh"
struct Node { int first, count; float x, y, s; };
__global__ void build(const float2* in, float2* out, const Node* nodes, Node* pool, int* used, int depth) {
  __shared__ int count[4][4]; __shared__ Node kids[4]; __shared__ int base;
  Node me = nodes[blockIdx.x]; int t = threadIdx.x, w = t / 32, lane = t % 32;
  if (depth == 0 || me.count <= 32) { for (int i = t; i < me.count; i += 128) out[me.first + i] = in[me.first + i]; return; }
  float cx = me.x + me.s / 2, cy = me.y + me.s / 2;
  int per = ((me.count + 127) / 128) * 32, from = me.first + min(me.count, w * per), to = me.first + min(me.count, (w + 1) * per), mine[4] = {0, 0, 0, 0};
  for (int i = from; i < to; i += 32) {
    bool is = i + lane < to; float2 p = is ? in[i + lane] : make_float2(0, 0); int q = (p.x >= cx) + 2 * (p.y >= cy);
    for (int k = 0; k < 4; ++k) mine[k] += __popc(__ballot_sync(~0u, is && q == k));
  }
  if (lane < 4) count[lane][w] = mine[lane];
  __syncthreads();
  if (t == 0) { int at = me.first; base = atomicAdd(used, 4); for (int k = 0; k < 4; ++k) { kids[k] = Node{at, 0, me.x + (k & 1) * me.s / 2, me.y + (k >> 1) * me.s / 2, me.s / 2}; for (int v = 0; v < 4; ++v) { int c = count[k][v]; count[k][v] = at; at += c; } kids[k].count = at - kids[k].first; } }
  __syncthreads();
  int next[4]; for (int k = 0; k < 4; ++k) next[k] = count[k][w];
  for (int i = from; i < to; i += 32) {
    bool is = i + lane < to; float2 p = is ? in[i + lane] : make_float2(0, 0); int q = (p.x >= cx) + 2 * (p.y >= cy);
    for (int k = 0; k < 4; ++k) { unsigned b = __ballot_sync(~0u, is && q == k); if (is && q == k) out[next[k] + __popc(b & ((1u << lane) - 1))] = p; next[k] += __popc(b); }
  }
  if (t < 4) pool[base + t] = kids[t];
  __syncthreads();
  if (t == 0) build<<<4, 128>>>(out, (float2*)in, pool + base, pool, used, depth - 1);
}
__global__ void root(Node* pool, int n, int* used) { pool[0] = Node{0, n, 0, 0, 1}; *used = 1; }
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {256, 1024, 4096, 16384}) {
    Random r{17}; std::vector<float2> p(n); for (auto& q : p) { float u = r.real(), v = r.real(); q = make_float2(u * u, v); }
    float2 *src = device(p), *a = device<float2>(n), *b = device<float2>(n); Node* pool = device<Node>(100000); int* used = device<int>(1);
    row("quadtree", "points", "points", n, [&] { cudaMemcpy(a, src, 8 * n, cudaMemcpyDeviceToDevice); root<<<1, 1>>>(pool, n, used); }, [&] { build<<<1, 128>>>(a, b, pool, pool, used, 8); }, [&] { return sumOf(used, 1); });
  }
}
