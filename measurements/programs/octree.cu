// Octree over points in 3D: a block divides a node's points among eight octants until a node has few. Levels run by the host over a list of nodes, by recursion with one grid of the octants that are still large (NULL stream), by a grid of fitting size for each of them (fire and forget), or over lists with tail launches.
#include "programs.cuh"
#define LEAF 32
#define DEEPEST 8
struct Node { int begin, end, code, depth; };
__device__ int octant(int4 p, int depth) { int s = 11 - depth; return (p.x >> s & 1) | (p.y >> s & 1) << 1 | (p.z >> s & 1) << 2; }
// Divides a node's points; first[0..8] bounds the octants in `to`. False if the node is a leaf.
__device__ bool divide(Node n, const int4* from, int4* to, int* leaf, int* first, int* cursor) {
  int m = n.end - n.begin;
  if (m <= LEAF || n.depth == DEEPEST) { for (int i = n.begin + threadIdx.x; i < n.end; i += blockDim.x) leaf[from[i].w] = n.depth << 24 | n.code; return false; }
  if (threadIdx.x < 8) cursor[threadIdx.x] = 0;
  __syncthreads();
  for (int i = n.begin + threadIdx.x; i < n.end; i += blockDim.x) atomicAdd(&cursor[octant(from[i], n.depth)], 1);
  __syncthreads();
  if (threadIdx.x == 0) { int at = n.begin; for (int o = 0; o < 8; ++o) { first[o] = at; at += cursor[o]; cursor[o] = first[o]; } first[8] = at; }
  __syncthreads();
  for (int i = n.begin + threadIdx.x; i < n.end; i += blockDim.x) { int4 p = from[i]; int o = octant(p, n.depth); to[atomicAdd(&cursor[o], 1)] = p; }
  __syncthreads();
  return true;
}
__device__ void smallLeaf(const int4* pts, int begin, int end, int code, int depth, int* leaf) { for (int i = begin; i < end; ++i) leaf[pts[i].w] = depth << 24 | code; }
struct Octants { int first[9]; int code, depth, large[8]; };
__global__ void recurse(Octants o, int4* from, int4* to, int* leaf) {
  __shared__ int first[9], cursor[8];
  int k = o.large[blockIdx.x]; Node n{o.first[k], o.first[k + 1], o.code << 3 | k, o.depth};
  if (!divide(n, from, to, leaf, first, cursor)) return;
  if (threadIdx.x == 0) {
    Octants c; int count = 0; c.code = n.code; c.depth = n.depth + 1;
    for (int i = 0; i < 9; ++i) c.first[i] = first[i];
    for (int i = 0; i < 8; ++i) if (first[i + 1] - first[i] > LEAF) c.large[count++] = i;
    if (count) recurse<<<count, 128>>>(c, to, from, leaf);
  }
  if (threadIdx.x < 8 && first[threadIdx.x + 1] - first[threadIdx.x] <= LEAF) smallLeaf(to, first[threadIdx.x], first[threadIdx.x + 1], n.code << 3 | threadIdx.x, n.depth + 1, leaf);
}
__global__ void each(Node n, int4* from, int4* to, int* leaf) {
  __shared__ int first[9], cursor[8];
  if (!divide(n, from, to, leaf, first, cursor)) return;
  if (threadIdx.x < 8) {
    int b = first[threadIdx.x], e = first[threadIdx.x + 1]; Node c{b, e, n.code << 3 | (int)threadIdx.x, n.depth + 1};
    if (e - b > LEAF) each<<<1, e - b > 512 ? 256 : e - b > 128 ? 128 : 64, 0, cudaStreamFireAndForget>>>(c, to, from, leaf); else smallLeaf(to, b, e, c.code, c.depth, leaf);
  }
}
__global__ void levelOf(const Node* list, const int4* from, int4* to, int* leaf, Node* next, int* count) {
  __shared__ int first[9], cursor[8];
  Node n = list[blockIdx.x]; if (!divide(n, from, to, leaf, first, cursor)) return;
  if (threadIdx.x < 8) {
    int b = first[threadIdx.x], e = first[threadIdx.x + 1]; Node c{b, e, n.code << 3 | (int)threadIdx.x, n.depth + 1};
    if (e - b > LEAF) next[atomicAdd(count, 1)] = c; else smallLeaf(to, b, e, c.code, c.depth, leaf);
  }
}
// counts[depth] is the length of the list of that depth.
__global__ void control(int depth, Node* a, Node* b, int4* from, int4* to, int* leaf, int* counts) {
  int n = counts[depth]; if (!n) return;
  levelOf<<<n, 128>>>(a, from, to, leaf, b, counts + depth + 1);
  control<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1, b, a, to, from, leaf, counts);
}
static void expect(std::vector<int4>& p, int depth, int code, std::vector<int>& leaf) {
  if ((int)p.size() <= LEAF || depth == DEEPEST) { for (auto& q : p) leaf[q.w] = depth << 24 | code; return; }
  std::vector<int4> o[8]; int s = 11 - depth;
  for (auto& q : p) o[(q.x >> s & 1) | (q.y >> s & 1) << 1 | (q.z >> s & 1) << 2].push_back(q);
  for (int k = 0; k < 8; ++k) expect(o[k], depth + 1, code << 3 | k, leaf);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 2 ? 4096 : 12288, clustered = which == 1; Random r{77}; std::vector<int4> points(n);
    for (int i = 0; i < n; ++i) {
      int c[3]; unsigned g = r.below(6);
      for (int d = 0; d < 3; ++d) c[d] = clustered && i % 5 ? std::min(4095, std::max(0, (int)(((g + 1) * 2654435761u >> (8 * d + 2)) % 4096) + (int)(200 * (r.real() + r.real() + r.real() - 1.5)))) : (int)r.below(4096);
      points[i] = make_int4(c[0], c[1], c[2], i);
    }
    std::vector<int> expected(n); { auto p = points; expect(p, 0, 0, expected); }
    int4 *from = device<int4>(n), *to = device<int4>(n); int *leaf = device<int>(n), *counts = device<int>(DEEPEST + 2); Node *a = device<Node>(n), *b = device<Node>(n); char v[64]; const char* kinds[] = {"host", "null", "forget", "tail"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], clustered ? "clustered" : "uniform");
      row("octree", v, "points", n,
        [&] { Node top{0, n, 0, 0}; int one = 1; cudaMemset(leaf, 0xff, 4 * n); cudaMemset(counts, 0, 4 * (DEEPEST + 2)); cudaMemcpy(counts, &one, 4, cudaMemcpyHostToDevice); cudaMemcpy(a, &top, sizeof top, cudaMemcpyHostToDevice); cudaMemcpy(from, points.data(), sizeof(int4) * n, cudaMemcpyHostToDevice); },
        [&] {
          if (k == 0) { int c = 1; Node *x = a, *y = b; int4 *f = from, *t = to; for (int d = 0; c; ++d) { levelOf<<<c, 128>>>(x, f, t, leaf, y, counts + d + 1); cudaMemcpy(&c, counts + d + 1, 4, cudaMemcpyDeviceToHost); std::swap(x, y); std::swap(f, t); } }
          else if (k == 1) { Octants o{}; o.first[0] = 0; o.first[1] = n; recurse<<<1, 256>>>(o, from, to, leaf); }
          else if (k == 2) each<<<1, 256>>>(Node{0, n, 0, 0}, from, to, leaf);
          else control<<<1, 1>>>(0, a, b, from, to, leaf, counts);
        },
        [&] {
          std::vector<int> got(n); CHECK(cudaMemcpy(got.data(), leaf, 4 * n, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,octree %s %d: wrong leaves\n", v, n); exit(1); }
          return sumOf(leaf, n);
        });
    }
    cudaFree(from); cudaFree(to); cudaFree(leaf); cudaFree(counts); cudaFree(a); cudaFree(b);
  }
}
