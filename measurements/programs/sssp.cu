// Shortest paths by rounds over a list of vertices whose distance fell: a thread for each vertex of the list walks its row, or launches a grid for a long one (NULL stream, or fire and forget).
#include "programs.cuh"
__global__ void expand(int v, int d, const int* row, const int* to, const int* weight, int* dist, int* listed, int* next, int* count, int round) {
  int e = row[v] + blockIdx.x * blockDim.x + threadIdx.x; if (e >= row[v + 1]) return;
  int u = to[e], nd = d + weight[e];
  if (nd < atomicMin(&dist[u], nd) && atomicExch(&listed[u], round) != round) next[atomicAdd(count, 1)] = u;
}
template <int KIND> __global__ void visit(const int* list, int n, const int* row, const int* to, const int* weight, int* dist, int* listed, int* next, int* count, int round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int v = list[i], d = dist[v], degree = row[v + 1] - row[v];
  if (KIND && degree > 48) {
    if (KIND == 1) expand<<<(degree + 127) / 128, 128>>>(v, d, row, to, weight, dist, listed, next, count, round); else expand<<<(degree + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(v, d, row, to, weight, dist, listed, next, count, round);
    return;
  }
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int u = to[e], nd = d + weight[e];
    if (nd < dist[u] && nd < atomicMin(&dist[u], nd) && atomicExch(&listed[u], round) != round) next[atomicAdd(count, 1)] = u;
  }
}
int main(int argc, char** argv) {
  start(argc, argv);
  for (int n : {2048, 16384}) for (int skew : {0, 1}) {
    Graph g = graph(n, 12, skew, 31); int *dist = device<int>(n), *listed = device<int>(n), *count = device<int>(1), *list[2] = {device<int>(n), device<int>(n)}; char v[64]; const char* kinds[] = {"loops", "null", "forget"};
    for (int k : {0, 1, 2}) {
      snprintf(v, 64, "%s_%s", kinds[k], skew ? "skewed" : "uniform");
      row("sssp", v, "vertices", n, [&] { int zero = 0; cudaMemset(dist, 0x3f, 4 * n); cudaMemset(listed, 0, 4 * n); cudaMemcpy(dist, &zero, 4, cudaMemcpyHostToDevice); cudaMemcpy(list[0], &zero, 4, cudaMemcpyHostToDevice); },
        [&] { int c = 1; for (int round = 1; c > 0; ++round) { cudaMemsetAsync(count, 0, 4); int *a = list[(round - 1) & 1], *b = list[round & 1];
          if (k == 0) visit<0><<<(c + 127) / 128, 128>>>(a, c, g.dRow, g.dTo, g.dWeight, dist, listed, b, count, round); else if (k == 1) visit<1><<<(c + 127) / 128, 128>>>(a, c, g.dRow, g.dTo, g.dWeight, dist, listed, b, count, round); else visit<2><<<(c + 127) / 128, 128>>>(a, c, g.dRow, g.dTo, g.dWeight, dist, listed, b, count, round);
          cudaMemcpy(&c, count, 4, cudaMemcpyDeviceToHost); } }, [&] { return sumOf(dist, n); });
    }
    release(g);
  }
}
