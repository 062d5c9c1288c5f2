// Maximal cliques after Bron and Kerbosch with pivots, sets of vertices as bits: a grid has a thread for each candidate, which searches on by itself with a stack or, while many candidates are left, launches a grid for them (several levels deep, NULL stream or fire and forget, or one level).
#include "programs.cuh"
#define HEAVY 10
#define STACK 40
struct Set { ull a, b; };
__host__ __device__ inline Set both(Set x, Set y) { return {x.a & y.a, x.b & y.b}; }
__host__ __device__ inline Set either(Set x, Set y) { return {x.a | y.a, x.b | y.b}; }
__host__ __device__ inline Set without(Set x, Set y) { return {x.a & ~y.a, x.b & ~y.b}; }
__host__ __device__ inline bool none(Set x) { return !(x.a | x.b); }
__host__ __device__ inline Set single(int v) { return v < 64 ? Set{1ull << v, 0} : Set{0, 1ull << (v - 64)}; }
__host__ __device__ inline int sizeOf(Set x) {
#ifdef __CUDA_ARCH__
  return __popcll(x.a) + __popcll(x.b);
#else
  return __builtin_popcountll(x.a) + __builtin_popcountll(x.b);
#endif
}
__host__ __device__ inline int firstOf(Set x) {
#ifdef __CUDA_ARCH__
  return x.a ? __ffsll((long long)x.a) - 1 : 63 + __ffsll((long long)x.b);
#else
  return x.a ? __builtin_ctzll(x.a) : 64 + __builtin_ctzll(x.b);
#endif
}
// The candidates less the neighbours of the one with the most neighbours among them.
__host__ __device__ inline Set choices(const Set* adj, Set p) {
  int best = -1; Set c = p;
  for (Set left = p; !none(left);) { int v = firstOf(left); left = without(left, single(v)); int n = sizeOf(both(p, adj[v])); if (n > best) { best = n; c = without(p, adj[v]); } }
  return c;
}
struct Found { ull cliques, vertices; };
__host__ __device__ inline void search(const Set* adj, Set p, Set x, int size, Found& f) {
  Set ps[STACK], xs[STACK], cs[STACK]; int d = 0; ps[0] = p; xs[0] = x; cs[0] = choices(adj, p);
  while (d >= 0) {
    if (none(cs[d])) { --d; continue; }
    int v = firstOf(cs[d]); Set s = single(v), np = both(ps[d], adj[v]), nx = both(xs[d], adj[v]);
    cs[d] = without(cs[d], s); ps[d] = without(ps[d], s); xs[d] = either(xs[d], s);
    if (none(np)) { if (none(nx)) { ++f.cliques; f.vertices += size + d + 1; } }
    else if (d + 1 < STACK) { ++d; ps[d] = np; xs[d] = nx; cs[d] = choices(adj, np); }
  }
}
template <int KIND> __global__ void expand(const Set* adj, Set p, Set x, Set c, int size, int levels, Found* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= sizeOf(c)) return;
  Set earlier{0, 0}; int v = 0;
  for (int k = 0; k <= i; ++k) { v = firstOf(c); c = without(c, single(v)); if (k < i) earlier = either(earlier, single(v)); }
  Set np = both(without(p, earlier), adj[v]), nx = both(either(x, earlier), adj[v]);
  Found f{0, 0};
  if (none(np)) { if (none(nx)) { f.cliques = 1; f.vertices = size + 1; } }
  else if (KIND && levels > 0 && sizeOf(np) > HEAVY) {
    Set nc = choices(adj, np); int m = sizeOf(nc);
    if (KIND == 1) expand<KIND><<<(m + 31) / 32, 32>>>(adj, np, nx, nc, size + 1, levels - 1, found);
    else expand<KIND><<<(m + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(adj, np, nx, nc, size + 1, levels - 1, found);
  } else search(adj, np, nx, size + 1, f);
  if (f.cliques) { atomicAdd(&found->cliques, f.cliques); atomicAdd(&found->vertices, f.vertices); }
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int which : {0, 1, 2}) {
    int n = which == 0 ? 96 : 128; Random r{3}; std::vector<Set> adj(n, Set{0, 0});
    for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j) {
      int percent = which == 0 ? 40 : which == 1 ? 30 : i % 6 == 0 && j % 6 == 0 ? 75 : 18;
      if ((int)r.below(100) < percent) { adj[i] = either(adj[i], single(j)); adj[j] = either(adj[j], single(i)); }
    }
    Set all{~0ull, n == 128 ? ~0ull : (1ull << (n - 64)) - 1}, no{0, 0}; Found expected{0, 0}; search(adj.data(), all, no, 0, expected);
    Set* a = device(adj); Found* found = device<Found>(1); char v[64]; const char *kinds[] = {"loops", "null", "forget", "forget1"}, *graphs[] = {"dense", "sparse", "groups"};
    for (int k : {0, 1, 2, 3}) {
      snprintf(v, 64, "%s_%s", kinds[k], graphs[which]);
      row("cliques", v, "vertices", n, [&] { cudaMemset(found, 0, sizeof(Found)); },
        [&] {
          int g = (n + 31) / 32;
          if (k == 0) expand<0><<<g, 32>>>(a, all, no, all, 0, 0, found); else if (k == 1) expand<1><<<g, 32>>>(a, all, no, all, 0, 3, found); else expand<2><<<g, 32>>>(a, all, no, all, 0, k == 2 ? 3 : 1, found);
        },
        [&] {
          Found f; CHECK(cudaMemcpy(&f, found, sizeof f, cudaMemcpyDeviceToHost));
          if (f.cliques != expected.cliques || f.vertices != expected.vertices) { fprintf(stderr, "FATAL,cliques %s %d: %llu cliques, not %llu\n", v, n, f.cliques, expected.cliques); exit(1); }
          return f.cliques * 1000 + f.vertices;
        });
    }
    cudaFree(a); cudaFree(found);
  }
}
