// Loops whose lanes leave them after different numbers of turns, in a kernel that cannot launch and in the same with a launch behind its loop (SASS has YIELD in the loop of the second only). Lane i goes over so many
// edges and claims their ends by compare-and-swap, which fails at all of them or succeeds at all.
#include "programs.cuh"
struct Edges { const unsigned* ptr; const unsigned* adj; };
__device__ __forceinline__ void visit(unsigned v, unsigned* level, unsigned* next, unsigned* nNext, unsigned l) { if (atomicCAS(&level[v], 0xFFFFFFFFu, l) == 0xFFFFFFFFu) next[atomicAdd(nNext, 1u)] = v; }
__global__ void neighbours(Edges g, unsigned* level, unsigned* next, unsigned* nNext, unsigned l, unsigned start, unsigned n) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) visit(g.adj[start + i], level, next, nNext, l); }
template <int CAPABLE> __global__ void kernel(Edges g, unsigned* level, const unsigned* prev, unsigned* next, unsigned nPrev, unsigned* nNext, unsigned l, unsigned threshold) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nPrev) { unsigned v = prev[i], s = g.ptr[v], d = g.ptr[v + 1] - s;
    if (CAPABLE && d > threshold) neighbours<<<(d + 255) / 256, 256, 0, cudaStreamFireAndForget>>>(g, level, next, nNext, l, s, d);
    else for (unsigned e = s; e < s + d; ++e) visit(g.adj[e], level, next, nNext, l);
  }
}
int main(int argc, char** argv) {
  start(argc, argv); cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b)); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048));
  struct { const char* name; int (*turns)(int); } kinds[] = {
    {"all_8", [](int) { return 8; }}, {"all_11", [](int) { return 11; }}, {"all_9", [](int) { return 9; }}, {"8_to_11_by_lane", [](int i) { return 8 + i % 4; }},
    {"half_8_half_11", [](int i) { return i < 16 ? 8 : 11; }}, {"half_8_half_9", [](int i) { return i < 16 ? 8 : 9; }}, {"half_9_half_10", [](int i) { return i < 16 ? 9 : 10; }},
    {"half_9_half_11", [](int i) { return i < 16 ? 9 : 11; }}, {"half_10_half_11", [](int i) { return i < 16 ? 10 : 11; }},
    {"all_3", [](int) { return 3; }}, {"0_to_3_by_lane", [](int i) { return i % 4; }}, {"1_to_3_by_lane", [](int i) { return 1 + i % 3; }}, {"4_to_16_by_lane", [](int i) { return 4 + 4 * (i % 4); }},
    {"all_16", [](int) { return 16; }}, {"7_to_19_by_lane", [](int i) { return 7 + 4 * (i % 4); }}, {"all_19", [](int) { return 19; }}, {"0_to_31_by_lane", [](int i) { return i; }},
    {"one_lane_11", [](int i) { return i ? 0 : 11; }}, {"one_lane_8", [](int i) { return i ? 0 : 8; }}};
  for (bool succeeds : {false, true}) for (auto& kind : kinds) {
    std::vector<unsigned> ptr{0}, adj, prev; for (int i = 0; i < 32; ++i) { prev.push_back(i); for (int k = 0; k < kind.turns(i); ++k) adj.push_back((unsigned)adj.size() * 7919 % 65536); ptr.push_back((unsigned)adj.size()); }
    Edges g{device(ptr), device(adj)}; unsigned *from = device(prev), *level = device<unsigned>(65536), *next = device<unsigned>(16384), *count = device<unsigned>(16);
    for (bool capable : {false, true}) {
      char name[64]; snprintf(name, sizeof name, "%s_%s", succeeds ? "success" : "fail", kind.name); if (!strstr(name, only)) continue;
      std::vector<double> t; float ms;
      for (int r = 0; r <= runs; ++r) {
        CHECK(cudaMemset(level, succeeds ? 0xFF : 0, 4 * 65536)); spinFor<<<1, 1>>>(60000); CHECK(cudaMemsetAsync(count, 0, 4));
        cudaEventRecord(a); if (capable) kernel<1><<<1, 32>>>(g, level, from, next, 32, count, 1, ~0u); else kernel<0><<<1, 32>>>(g, level, from, next, 32, count, 1, ~0u); cudaEventRecord(b);
        CHECK(cudaDeviceSynchronize()); CHECK(cudaEventElapsedTime(&ms, a, b)); if (r) t.push_back(ms * 1e3);
      }
      std::sort(t.begin(), t.end());
      fprintf(stderr, "program,%s,capable,%d,time,us,%.6g,%.6g,%.6g,%zu\nnote,%s,capable,%d,sum,%llu\n", name, capable, t.front(), t[t.size() / 2], t.back(), t.size(), name, capable, sumOf(level, 65536) + sumOf(count, 1));
    }
    for (const void* p : {(const void*)g.ptr, (const void*)g.adj, (const void*)from, (const void*)level, (const void*)next, (const void*)count}) CHECK(cudaFree((void*)p));
  }
}
