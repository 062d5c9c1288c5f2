// Floods of children, call by call and start by start: which step makes floods from large blocks slow.
// Build: nvcc -O3 -arch=sm_90 -rdc=true -lcudadevrt floodtrace.cu -o floodtrace. Run: floodtrace PARTS [repeats]; PARTS is a sum of the parts in main.
// Prints rows: bench,variant,parameter,value,metric,unit,min,median,max,runs. Times are microseconds from the first call's start.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FATAL,%s,%s\n", #x, cudaGetErrorName(e_)); exit(1); } } while (0)
typedef unsigned long long u64;
const int MOST = 140000;
__device__ u64 callStart[MOST], callEnd[MOST], childStart[MOST], childEnd[MOST], created[MOST];
__device__ unsigned refused[MOST];
__device__ u64 levelFirst[16], levelLast[16];
static __device__ __forceinline__ u64 now() { u64 t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t; }
__global__ void child(int i) { if (threadIdx.x == 0) { u64 t = now(); childStart[i] = t; childEnd[i] = now(); } }
// mode 1: NULL stream; 2: fire and forget; 3: a stream created for each launch, destroyed afterwards; 4: the same, all created before.
__global__ void parent(int mode, int perBlock, int stride, int perThread, int childThreads) {
  if ((int) threadIdx.x >= perBlock || threadIdx.x % stride) return;
  int t = blockIdx.x * (perBlock / stride) + threadIdx.x / stride;
  for (int k = 0; k < perThread; ++k) {
    int i = t * perThread + k;
    u64 a = now();
    cudaStream_t s = 0;
    if (mode == 3) { cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); created[i] = now(); }
    if (mode == 1) child<<<1, childThreads>>>(i);
    if (mode == 2) child<<<1, childThreads, 0, cudaStreamFireAndForget>>>(i);
    if (mode == 3) child<<<1, childThreads, 0, s>>>(i);
    u64 b = now();
    if (mode == 3) cudaStreamDestroy(s);
    callStart[i] = a; callEnd[i] = b;
  }
}
__global__ void overflow(int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  u64 a = now();
  if (mode == 1) child<<<1, 32>>>(i); else child<<<1, 32, 0, cudaStreamFireAndForget>>>(i);
  cudaError_t e = cudaGetLastError();
  callStart[i] = a; callEnd[i] = now(); refused[i] = e != cudaSuccess;
}
__global__ void tree(int mode, int depth, int most, int kids) {
  u64 t = now(); int level = most - depth;
  atomicMin(&levelFirst[level], t); atomicMax(&levelLast[level], t);
  if (depth > 0) for (int i = 0; i < kids; ++i) { if (mode == 1) tree<<<1, 1>>>(mode, depth - 1, most, kids); else tree<<<1, 1, 0, cudaStreamFireAndForget>>>(mode, depth - 1, most, kids); }
}
__global__ void spin(long long cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
static cudaEvent_t a, b;
static int runs = 9;
static std::vector<u64> get(const void* symbol, int n, size_t size = sizeof(u64)) { std::vector<u64> v(n); CHECK(cudaMemcpyFromSymbol(v.data(), symbol, n * sizeof(u64))); return v; }
typedef std::map<std::string, std::vector<double>> Metrics;
static void print(const char* variant, const char* param, double value, Metrics& m) {
  for (auto& e : m) { std::sort(e.second.begin(), e.second.end());
    printf("floodtrace,%s,%s,%g,%s,%s,%.6g,%.6g,%.6g,%zu\n", variant, param, value, e.first.c_str(), "us", e.second.front(), e.second[e.second.size() / 2], e.second.back(), e.second.size()); }
  fflush(stdout);
}
static cudaStream_t other;
// filled: so many SMs take no parent's block, because a grid that runs long has their shared memory; perSm blocks of the parent share each other SM.
static void flood(const char* variant, const char* param, double value, int mode, int blocks, int threads, int perBlock, int stride, int perThread, int childThreads, int perSm = 0) {
  Metrics m; int n = blocks * (perBlock / stride) * perThread;
  int shared = perSm == 0 ? 0 : perSm == 1 ? 160000 : 200000 / perSm;
  for (int r = 0; r < runs + 1; ++r) {
    CHECK(cudaDeviceSynchronize());
    if (perSm) spin<<<132 - blocks / perSm, 32, 215000, other>>>(20000000);
    CHECK(cudaEventRecord(a)); parent<<<blocks, threads, shared>>>(mode, perBlock, stride, perThread, childThreads); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize());
    if (r == 0) continue;
    float ms; CHECK(cudaEventElapsedTime(&ms, a, b));
    auto cs = get(callStart, n), ce = get(callEnd, n), st = get(childStart, n), en = get(childEnd, n);
    u64 zero = *std::min_element(cs.begin(), cs.end());
    std::vector<double> len(n); for (int i = 0; i < n; ++i) len[i] = (ce[i] - cs[i]) * 1e-3;
    if (mode == 3) { auto cr = get(created, n); std::vector<double> c(n); for (int i = 0; i < n; ++i) c[i] = (cr[i] - cs[i]) * 1e-3; std::sort(c.begin(), c.end()); m["create"].push_back(c[n / 2]); m["create_last"].push_back(c[n - 1]); }
    std::vector<double> startAfter(n); for (int i = 0; i < n; ++i) startAfter[i] = ((double) st[i] - (double) ce[i]) * 1e-3;
    auto q = [&](const char* name, std::vector<u64> v) { std::sort(v.begin(), v.end());
      m[std::string(name) + "_0"].push_back((v[0] - zero) * 1e-3); m[std::string(name) + "_25"].push_back((v[n / 4] - zero) * 1e-3); m[std::string(name) + "_50"].push_back((v[n / 2] - zero) * 1e-3);
      m[std::string(name) + "_75"].push_back((v[3 * n / 4] - zero) * 1e-3); m[std::string(name) + "_99"].push_back((v[n - 1 - n / 100] - zero) * 1e-3); m[std::string(name) + "_100"].push_back((v[n - 1] - zero) * 1e-3); };
    q("return", ce); q("start", st);
    std::sort(len.begin(), len.end()); m["call_0"].push_back(len[0]); m["call_50"].push_back(len[n / 2]); m["call_100"].push_back(len[n - 1]);
    std::sort(startAfter.begin(), startAfter.end()); m["start_after_0"].push_back(startAfter[0]); m["start_after_50"].push_back(startAfter[n / 2]); m["start_after_100"].push_back(startAfter[n - 1]);
    m["end_100"].push_back((*std::max_element(en.begin(), en.end()) - zero) * 1e-3);
    m["whole"].push_back(ms * 1e3);
  }
  print(variant, param, value, m);
}
static void trees(const char* variant, int mode, int depth, int kids) {
  Metrics m; std::vector<u64> most(16, ~0ull), least(16, 0);
  for (int r = 0; r < runs + 1; ++r) {
    CHECK(cudaMemcpyToSymbol(levelFirst, most.data(), 16 * sizeof(u64))); CHECK(cudaMemcpyToSymbol(levelLast, least.data(), 16 * sizeof(u64)));
    CHECK(cudaDeviceSynchronize()); CHECK(cudaEventRecord(a)); tree<<<1, 1>>>(mode, depth, depth, kids); CHECK(cudaEventRecord(b)); CHECK(cudaDeviceSynchronize());
    if (r == 0) continue;
    float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); auto f = get(levelFirst, 16), l = get(levelLast, 16);
    for (int d = 1; d <= depth; ++d) { m["first_level" + std::to_string(d)].push_back((f[d] - f[0]) * 1e-3); m["last_level" + std::to_string(d)].push_back((l[d] - f[0]) * 1e-3); }
    m["whole"].push_back(ms * 1e3);
  }
  print(variant, "depth", depth, m);
}
static void pool(int slots) { CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, slots)); parent<<<1, 32>>>(2, 1, 1, 1, 32); CHECK(cudaDeviceSynchronize()); }
static std::string name(const char* format, int x, int y = 0, int z = 0) { char s[100]; snprintf(s, 100, format, x, y, z); return s; }
static const char* modes[] = {"", "null", "faf", "each"};
int main(int argc, char** argv) {
  int parts = argc > 1 ? atoi(argv[1]) : 3071;
  if (argc > 2) runs = atoi(argv[2]);
  CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b)); CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  cudaFuncAttributes f; CHECK(cudaFuncGetAttributes(&f, parent)); fprintf(stderr, "note,parent,regs,%d,local,%zu\n", f.numRegs, f.localSizeBytes);
  CHECK(cudaFuncGetAttributes(&f, child)); fprintf(stderr, "note,child,regs,%d,local,%zu\n", f.numRegs, f.localSizeBytes);
  CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributeMaxDynamicSharedMemorySize, 220000)); CHECK(cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 220000));
  if (parts & 1) { // Threads of a launching block, children in all about the same.
    pool(16384);
    for (int mode : {2, 1}) for (int t : {32, 128, 256, 288, 320, 384, 448, 512, 640, 768, 1024}) flood((std::string(modes[mode]) + "_about4096").c_str(), "threads", t, mode, (4096 + t / 2) / t, t, t, 1, 1, 32);
  }
  if (parts & 2) { // Blocks.
    pool(16384);
    for (int mode : {2, 1}) for (int t : {256, 512, 1024}) for (int n : {1, 2, 4, 8, 16, 32}) if (n * t <= 16384 && (mode == 2 || n < 16)) flood(name(mode == 1 ? "null_t%d" : "faf_t%d", t).c_str(), "blocks", n, mode, n, t, t, 1, 1, 32);
  }
  if (parts & 4) { // Which threads of a block launch.
    pool(16384);
    for (int mode : {2, 1}) {
      for (int k : {2, 4, 32}) flood((std::string(modes[mode]) + "_b8_t1024_every").c_str(), "stride", k, mode, 8, 1024, 1024, k, 1, 32);
      for (int k : {64, 128, 256, 512}) flood((std::string(modes[mode]) + "_b8_t1024_first").c_str(), "threads", k, mode, 8, 1024, k, 1, 1, 32);
      flood((std::string(modes[mode]) + "_b16_t512_first").c_str(), "threads", 256, mode, 16, 512, 256, 1, 1, 32);
      flood((std::string(modes[mode]) + "_b8_t32_each").c_str(), "launches", 16, mode, 8, 32, 32, 1, 16, 32);
    }
  }
  if (parts & 8) { // Threads of a child.
    pool(16384);
    for (int mode : {2, 1}) for (int c : {64, 128, 192, 224, 256, 512, 1024}) { if (mode == 1 && c != 128 && c != 224 && c != 256 && c != 1024) continue;
      flood((std::string(modes[mode]) + "_b4_t1024_child").c_str(), "threads", c, mode, 4, 1024, 1024, 1, 1, c);
      if (mode == 2) flood("faf_b8_t512_child", "threads", c, mode, 8, 512, 512, 1, 1, c); }
    flood("faf_b1_t1024_child", "threads", 256, 2, 1, 1024, 1024, 1, 1, 256);
    flood("null_b1_t1024_child", "threads", 256, 1, 1, 1024, 1024, 1, 1, 256);
  }
  if (parts & 16) { // Blocks of an SM.
    pool(16384);
    for (int mode : {2, 1}) for (int s : {1, 2, 4}) { flood((std::string(modes[mode]) + "_b16_t256_on_sm").c_str(), "blocks", s, mode, 16, 256, 256, 1, 1, 32, s);
      if (s < 4) flood((std::string(modes[mode]) + "_b8_t512_on_sm").c_str(), "blocks", s, mode, 8, 512, 512, 1, 1, 32, s); }
    for (int s : {1, 2, 4, 8}) flood("faf_b16_t128_on_sm", "blocks", s, 2, 16, 128, 128, 1, 1, 32, s);
  }
  if (parts & 32) { // How the SM's memory is split.
    pool(16384);
    for (int c : {0, 50, 100}) { CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributePreferredSharedMemoryCarveout, c));
      for (int t : {128, 256, 512, 1024}) flood(name("faf_carveout%d", c).c_str(), "threads", t, 2, 4096 / t, t, t, 1, 1, 32); }
    CHECK(cudaFuncSetAttribute(parent, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
  }
  if (parts & 64) { // Chains of a few parents, and of many.
    for (int limit : {2048, 16384}) { pool(limit);
      for (int t : {128, 256}) for (int n : {1, 2, 3, 4, 8}) flood(name("null_t%d_limit%d", t, limit).c_str(), "blocks", n, 1, n, t, t, 1, 1, 32); }
  }
  if (parts & 128) { // A stream for each launch.
    pool(16384);
    for (int n : {1, 4, 8, 32, 64}) flood("each_t32", "blocks", n, 3, n, 32, 32, 1, 1, 32);
    for (int n : {1, 4, 16}) flood("each_t1_16_launches", "blocks", n, 3, n, 1, 1, 1, 16, 32);
    for (int n : {1, 4, 8}) flood("each_t256", "blocks", n, 3, n, 256, 256, 1, 1, 32);
    for (int n : {1, 4, 16, 64, 256}) flood("each_t1", "blocks", n, 3, n, 1, 1, 1, 1, 32);
  }
  if (parts & 256) {
    for (int limit : {16384, 65536}) { pool(limit); 
      for (int d : {3, 4, 5, 6, 7}) if (limit == 65536 || d < 7) trees(name("tree4_faf_limit%d", limit).c_str(), 2, d, 4);
      for (int d : {3, 4, 5}) trees(name("tree4_null_limit%d", limit).c_str(), 1, d, 4);
      for (int d : {6, 10}) trees(name("tree2_faf_limit%d", limit).c_str(), 2, d, 2); }
  }
  if (parts & 512) { // Pools.
    for (int limit : {16384, 65536, 131072, 200000, 253440}) { pool(limit);
      flood(name("faf_t1_limit%d", limit).c_str(), "blocks", 1, 2, 1, 1, 1, 1, 1, 32);
      for (int n : {16, 128}) flood(name("faf_t32_limit%d", limit).c_str(), "blocks", n, 2, n, 32, 32, 1, 1, 32);
      flood(name("faf_t256_limit%d", limit).c_str(), "blocks", 16, 2, 16, 256, 256, 1, 1, 32);
      flood(name("faf_t1_limit%d", limit).c_str(), "blocks", 1056, 2, 1056, 1, 1, 1, 1, 32);
      if (limit > 100000) flood(name("faf_t256_limit%d", limit).c_str(), "blocks", 264, 2, 264, 256, 256, 1, 1, 32);
      flood(name("null_t32_limit%d", limit).c_str(), "blocks", 16, 1, 16, 32, 32, 1, 1, 32);
      flood(name("null_t32_limit%d", limit).c_str(), "blocks", 128, 1, 128, 32, 32, 1, 1, 32);
      flood(name("faf_t1_limit%d_after", limit).c_str(), "blocks", 1, 2, 1, 1, 1, 1, 1, 32);
      flood(name("null_t1_limit%d_after", limit).c_str(), "blocks", 1, 1, 1, 1, 1, 1, 2, 32); }
  }
  if (parts & 1024) { // Who gets in.
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64));
    for (int mode : {1, 2}) for (int r = 0; r < 8; ++r) for (int blocks : {1, 4}) {
      overflow<<<blocks, 128 / blocks>>>(mode); CHECK(cudaDeviceSynchronize());
      std::vector<unsigned> no(128); CHECK(cudaMemcpyFromSymbol(no.data(), refused, 512)); auto cs = get(callStart, 128), ce = get(callEnd, 128); u64 zero = *std::min_element(cs.begin(), cs.end());
      printf("note,overflow,%s,blocks %d,", modes[mode], blocks); for (int i = 0; i < 128; ++i) printf("%s%c", i && i % 32 == 0 ? " " : "", no[i] ? '.' : '#');
      for (int w = 0; w < 4; ++w) { u64 in = 0, out = 0; for (int i = 32 * w; i < 32 * w + 32; ++i) { u64& x = no[i] ? out : in; x = std::max(x, ce[i] - zero); } printf(",%.1f %.1f", in * 1e-3, out * 1e-3); } printf("\n"); }
  }
  if (parts & 2048) { // Large blocks, by the threads of a child.
    pool(16384);
    for (int mode : {1, 2}) for (int n : {4, 8, 16}) for (int c : {32, 64, 256}) flood(name(mode == 1 ? "null_b%d_t1024_child" : "faf_b%d_t1024_child", n).c_str(), "threads", c, mode, n, 1024, 1024, 1, 1, c);
    for (int c : {32, 256}) flood("null_b8_t256_child", "threads", c, 1, 8, 256, 256, 1, 1, c);
  }
  printf("done\n");
}
