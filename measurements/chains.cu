// Chains of grids in the NULL streams of many blocks, and of the parents of trees (CDP2): when their grids start, and in how many rounds they are
// handed over. A round: starts of second and third grids, of whatever chain, less than 2 us apart. ./chains LIMIT [RUNS]
#include "common.cuh"
typedef unsigned long long u64;
__device__ u64 begun;
__global__ void stamp(u64* start) { if (threadIdx.x == 0) *start = globaltimer(); }
__global__ void flood(u64* starts, int lanes) {
  u64 t = globaltimer(); if (threadIdx.x == 0) atomicMin(&begun, t);
  int lane = threadIdx.x & 31; if (lane >= lanes) return;
  stamp<<<1, 32>>>(starts + (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * lanes + lane); cudaGetLastError();
}
__global__ void parent(u64* starts) { stamp<<<1, 32>>>(starts + threadIdx.x); cudaGetLastError(); }
__global__ void root(u64* starts, int kids) {
  atomicMin(&begun, globaltimer());
  parent<<<1, kids, 0, cudaStreamFireAndForget>>>(starts + (size_t)blockIdx.x * kids); cudaGetLastError();
}
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); int runs = argc > 2 ? atoi(argv[2]) : 9; CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim));
  size_t most = 1 << 16; u64* s; CHECK(cudaMalloc(&s, 8 * most)); std::vector<u64> h(most); char v[96], p[32]; snprintf(p, sizeof p, "limit%zu", lim);
  auto go = [&](int chains, int len, size_t slots, auto launch) {
    if (slots > lim * 9 / 10) return;
    std::vector<double> whole, last, rounds, together;
    for (int r = 0; r <= runs; ++r) {
      u64 none = ~0ull, g; CHECK(cudaMemcpyToSymbol(begun, &none, 8)); CHECK(cudaMemset(s, 0, 8 * most)); CHECK(cudaDeviceSynchronize());
      double us = 1e3 * timeMs(launch); CHECK(cudaDeviceSynchronize()); if (r == 0) continue;
      CHECK(cudaMemcpyFromSymbol(&g, begun, 8)); CHECK(cudaMemcpy(h.data(), s, 8 * most, cudaMemcpyDeviceToHost));
      std::vector<double> handed; double end = 0;
      for (int c = 0; c < chains; ++c) { std::vector<double> x; for (int i = 0; i < len; ++i) x.push_back((double(h[(size_t)c * len + i]) - double(g)) / 1e3);
        std::sort(x.begin(), x.end()); handed.push_back(x[1]); handed.push_back(x[2]); end = std::max(end, x.back()); }
      std::sort(handed.begin(), handed.end()); int n = 1; for (size_t i = 1; i < handed.size(); ++i) n += handed[i] - handed[i - 1] > 2;
      whole.push_back(us); last.push_back(end); rounds.push_back(n); together.push_back(double(handed.size()) / n);
    }
    row("chains", v, p, chains, "whole", "us", whole); row("chains", v, p, chains, "last_start", "us", last); row("chains", v, p, chains, "rounds", "count", rounds); row("chains", v, p, chains, "together", "count", together);
  };
  for (int blocks : {1, 2, 4, 16, 66, 132, 264, 1056}) for (int warps : {1, 8}) for (int lanes : {8, 32}) { if (warps == 8 && (lanes == 8 || blocks > 16)) continue; size_t t = (size_t)blocks * warps * lanes;
    snprintf(v, sizeof v, "null_b%d_w%d_l%d", blocks, warps, lanes); go(blocks, warps * lanes, t, [&]{ flood<<<blocks, warps * 32>>>(s, lanes); }); }
  for (int parents : {1, 8, 32, 128, 512, 1024}) for (int kids : {8, 32}) { snprintf(v, sizeof v, "tree_parents%d_kids%d", parents, kids); go(parents, kids, (size_t)parents * (kids + 1), [&]{ root<<<parents, 1>>>(s, kids); }); }
}
