// K-truss: rounds count for each edge the triangles it is in and drop edges with too few, until none falls. A thread for each edge searches the shorter row's neighbours in the longer row, or launches a grid for a long one; rounds run by the host or by a kernel that launches the round and, as a tail, itself.
#include "programs.cuh"
#include <map>
#include <set>
#define HEAVY 24
struct G { const int *u, *v, *row, *to, *edge; int *alive, *support; };
__device__ int find(const G& g, int v, int w) { int a = g.row[v], b = g.row[v + 1]; while (a < b) { int m = (a + b) / 2; if (g.to[m] < w) a = m + 1; else b = m; } return a < g.row[v + 1] && g.to[a] == w ? g.edge[a] : -1; }
__device__ bool closes(const G& g, int i, int v) { if (!g.alive[g.edge[i]]) return false; int f = find(g, v, g.to[i]); return f >= 0 && g.alive[f]; }
__global__ void longRow(G g, int e, int u, int v) { int i = g.row[u] + blockIdx.x * blockDim.x + threadIdx.x; if (i < g.row[u + 1] && closes(g, i, v)) atomicAdd(&g.support[e], 1); }
template <int KIND> __global__ void count(G g, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x; if (e >= m || !g.alive[e]) return;
  int u = g.u[e], v = g.v[e], du = g.row[u + 1] - g.row[u], dv = g.row[v + 1] - g.row[v];
  if (du > dv) { int s = u; u = v; v = s; du = dv; }
  if (KIND && du > HEAVY) {
    if (KIND == 1) longRow<<<(du + 31) / 32, 32>>>(g, e, u, v); else longRow<<<(du + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(g, e, u, v);
    return;
  }
  int c = 0; for (int i = g.row[u]; i < g.row[u + 1]; ++i) c += closes(g, i, v);
  g.support[e] = c;
}
__global__ void drop(G g, int m, int need, int* dropped) {
  int e = blockIdx.x * blockDim.x + threadIdx.x; if (e >= m || !g.alive[e]) return;
  if (g.support[e] < need) { g.alive[e] = 0; *dropped = 1; }
  g.support[e] = 0;
}
__global__ void control(G g, int m, int need, int* dropped) {
  if (!*dropped) return;
  *dropped = 0; count<2><<<(m + 63) / 64, 64>>>(g, m); drop<<<(m + 63) / 64, 64>>>(g, m, need, dropped);
  control<<<1, 1, 0, cudaStreamTailLaunch>>>(g, m, need, dropped);
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {256, 512}) for (int need : {2, 3}) {
    Random r{9}; std::set<std::pair<int, int>> all;
    for (int i = 0; i < n * 5; ++i) { double x = r.real(), y = r.real(); int a = (int)(n * x * x), b = (int)(n * y * y * y); if (a != b) all.insert({std::min(a, b), std::max(a, b)}); }
    std::vector<int> u, v, rows{0}, to, edge; std::vector<std::vector<std::pair<int, int>>> at(n);
    for (auto& e : all) { at[e.first].push_back({e.second, (int)u.size()}); at[e.second].push_back({e.first, (int)u.size()}); u.push_back(e.first); v.push_back(e.second); }
    for (auto& x : at) { std::sort(x.begin(), x.end()); for (auto& e : x) { to.push_back(e.first); edge.push_back(e.second); } rows.push_back((int)to.size()); }
    int m = (int)u.size(); std::vector<int> expected(m, 1);
    for (bool more = true; more;) {
      more = false; std::vector<int> s(m, 0);
      for (int e = 0; e < m; ++e) if (expected[e]) for (auto& p : at[u[e]]) if (expected[p.second]) for (auto& q : at[v[e]]) s[e] += q.first == p.first && expected[q.second];
      for (int e = 0; e < m; ++e) if (expected[e] && s[e] < need) { expected[e] = 0; more = true; }
    }
    G g{device(u), device(v), device(rows), device(to), device(edge), device<int>(m), device<int>(m)}; int* dropped = device<int>(1); char name[64]; const char* kinds[] = {"loops", "null", "forget", "tail"};
    for (int k : {0, 1, 2, 3}) {
      if (need == 2 && k == 2) continue;
      snprintf(name, 64, "%s_need%d", kinds[k], need); std::vector<int> ones(m, 1); int one = 1;
      row("ktruss", name, "vertices", n, [&] { cudaMemcpy(g.alive, ones.data(), 4 * m, cudaMemcpyHostToDevice); cudaMemset(g.support, 0, 4 * m); cudaMemcpy(dropped, &one, 4, cudaMemcpyHostToDevice); },
        [&] {
          if (k == 3) { control<<<1, 1>>>(g, m, need, dropped); return; }
          int more = 1; int grid = (m + 63) / 64;
          while (more) {
            cudaMemsetAsync(dropped, 0, 4); if (k == 0) count<0><<<grid, 64>>>(g, m); else if (k == 1) count<1><<<grid, 64>>>(g, m); else count<2><<<grid, 64>>>(g, m);
            drop<<<grid, 64>>>(g, m, need, dropped); cudaMemcpy(&more, dropped, 4, cudaMemcpyDeviceToHost);
          }
        },
        [&] {
          std::vector<int> got(m); CHECK(cudaMemcpy(got.data(), g.alive, 4 * m, cudaMemcpyDeviceToHost));
          if (got != expected) { fprintf(stderr, "FATAL,ktruss %s %d: wrong edges\n", name, n); exit(1); }
          return sumOf(g.alive, m);
        });
    }
    cudaFree((void*)g.u); cudaFree((void*)g.v); cudaFree((void*)g.row); cudaFree((void*)g.to); cudaFree((void*)g.edge); cudaFree(g.alive); cudaFree(g.support); cudaFree(dropped);
  }
}
