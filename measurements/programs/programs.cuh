// What the programs of this folder share: rows of times between two events, graphs, and sums that show the results to be right.
#pragma once
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FATAL,%s,%s\n", #x, cudaGetErrorName(e_)); exit(1); } } while (0)
typedef unsigned long long ull;
static int runs = 1;
static bool queued = false, hostWork = false;
static size_t copied[5];
static cudaError_t countedMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) { copied[kind] += bytes; return cudaMemcpy(to, from, bytes, kind); }
#define cudaMemcpy countedMemcpy
static double us() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static double median(std::vector<double> v) { std::sort(v.begin(), v.end()); return v.empty() ? 0 : v[v.size() / 2]; }
static const char* only = "";
__global__ void spinFor(long long cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
// Runs a program once to warm up and then as often as the first argument says; prints min, median and max. The second argument selects rows by a part of their names. With `queued` as the third, a grid holds the GPU up until all is queued that the host does not wait for; with `host`, rows also state how long the host
// took for `check`, `prepare`, the first event and the calls of `work`, and how many bytes the first two copied to and from the device. `check` gives a sum of the results.
template <class P, class F, class C> static void row(const char* bench, const char* variant, const char* parameter, long value, P prepare, F work, C check) {
  char name[128]; snprintf(name, sizeof name, "%s_%s", bench, variant); if (!strstr(name, only)) return;
  static cudaEvent_t a, b;
  if (!a) { CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b)); }
  std::vector<double> t, checks, prepares, records, calls; ull sum = 0; size_t before[5];
  for (int r = 0; r <= runs; ++r) {
    memcpy(before, copied, sizeof before); double begin = us(); prepare(); CHECK(cudaDeviceSynchronize()); double prepared = us();
    if (queued) spinFor<<<1, 1>>>(200000);
    CHECK(cudaEventRecord(a)); double recorded = us(); work(); double called = us(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); CHECK(cudaDeviceSynchronize());
    float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (r) t.push_back(ms * 1e3);
    double checking = us(); sum = check();
    if (r) { checks.push_back(us() - checking); prepares.push_back(prepared - begin); records.push_back(recorded - prepared); calls.push_back(called - recorded); }
  }
  if (hostWork) fprintf(stderr, "host,%s_%s,%s,%ld,check,%.1f,prepare,%.1f,record,%.2f,calls,%.2f,to_device,%zu,to_host,%zu\n", bench, variant, parameter, value, median(checks), median(prepares), median(records), median(calls), copied[1] - before[1], copied[2] - before[2]);
  std::sort(t.begin(), t.end());
  fprintf(stderr, "program,%s_%s,%s,%ld,time,us,%.6g,%.6g,%.6g,%zu\nnote,%s_%s,%s,%ld,sum,%llu\n", bench, variant, parameter, value, t.front(), t[t.size() / 2], t.back(), t.size(), bench, variant, parameter, value, sum);
}
static void start(int argc, char** argv) { if (argc > 1) runs = atoi(argv[1]); if (argc > 2) only = argv[2]; queued = argc > 3 && !strcmp(argv[3], "queued"); hostWork = argc > 3 && !strcmp(argv[3], "host"); setvbuf(stdout, nullptr, _IOLBF, 0); }
struct Random { ull s; unsigned next() { s = s * 6364136223846793005ULL + 1442695040888963407ULL; return unsigned(s >> 33); } unsigned below(unsigned n) { return next() % n; } double real() { return next() / 2147483648.0; } };
template <class T> static T* device(const std::vector<T>& v) { T* p; CHECK(cudaMalloc(&p, std::max<size_t>(1, v.size()) * sizeof(T))); CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return p; }
template <class T> static T* device(size_t n) { T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0, n * sizeof(T))); return p; }
template <class T> static ull sumOf(const T* p, size_t n) { std::vector<T> v(n); CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost)); ull s = 0; for (size_t i = 0; i < n; ++i) s += (ull)v[i] * (i % 1009 + 1); return s; }
// An undirected graph as rows of neighbours: skew 0 has random neighbours, skew 1 a few vertices with very many.
struct Graph { int n; std::vector<int> from, row, to, weight; int *dFrom, *dRow, *dTo, *dWeight; int edges() const { return (int)to.size(); } };
static Graph graph(int n, int degree, int skew, ull seed) {
  Random r{seed}; Graph g; g.n = n; std::vector<std::vector<std::pair<int, int>>> at(n);
  for (long i = 0; i < (long)n * degree / 2; ++i) {
    int a = r.below(n), b; double u = r.real(); b = skew ? (int)(n * u * u * u * u) : (int)(n * u); if (b >= n) b = n - 1; if (a == b) continue;
    int w = 1 + r.below(1000); at[a].push_back({b, w}); at[b].push_back({a, w});
  }
  g.row.push_back(0);
  for (int v = 0; v < n; ++v) { for (auto& e : at[v]) { g.from.push_back(v); g.to.push_back(e.first); g.weight.push_back(e.second); } g.row.push_back((int)g.to.size()); }
  g.dFrom = device(g.from); g.dRow = device(g.row); g.dTo = device(g.to); g.dWeight = device(g.weight);
  return g;
}
static void release(Graph& g) { cudaFree(g.dFrom); cudaFree(g.dRow); cudaFree(g.dTo); cudaFree(g.dWeight); }
