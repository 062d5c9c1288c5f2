// Intervals between two events around a host launch of each kind, and floods of children from blocks of many launching threads.
// Build: nvcc -O3 -arch=sm_90 -rdc=true -lcudadevrt intervals.cu -o intervals. Run: intervals [repeats]. Prints rows:
// bench,variant,parameter,value,metric,unit,min,median,max,runs.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FATAL,%s,%s\n", #x, cudaGetErrorName(e_)); exit(1); } } while (0)
__global__ void nothing() {}
__device__ int sink;
__global__ void child() { if (threadIdx.x == 4096) sink = 1; }
// mode 0: launches nothing; 1: NULL stream; 2: per-thread stream (fire and forget); 3: a stream created for each launch.
__global__ void parent(int mode, int launchers, int perThread, int childThreads) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (mode == 0 || t >= launchers) return;
  for (int i = 0; i < perThread; ++i) {
    if (mode == 1) child<<<1, childThreads>>>();
    if (mode == 2) child<<<1, childThreads, 0, cudaStreamFireAndForget>>>();
    if (mode == 3) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); child<<<1, childThreads, 0, s>>>(); cudaStreamDestroy(s); }
  }
}
__global__ void tree(int depth) { if (depth > 0) for (int i = 0; i < 4; ++i) tree<<<1, 1, 0, cudaStreamFireAndForget>>>(depth - 1); }
__global__ void says(int n) { for (int i = 0; i < n; ++i) printf("%d\n", i); }
__global__ void saysText(int n) { for (int i = 0; i < n; ++i) printf("%s\n", "sixteen letters!"); }
__global__ void spin(long long cycles) { long long c = clock64(); while (clock64() - c < cycles) {} }
static bool queued;
static cudaEvent_t a, b;
static int runs = 25;
template <class F> static void row(const char* bench, const char* variant, const char* param, double value, F f, int most = 1000) {
  std::vector<double> v; int n = std::min(runs, most);
  for (int r = 0; r < n + (n > 2 ? 2 : 0); ++r) { CHECK(cudaDeviceSynchronize()); if (queued) spin<<<1, 1>>>(400000); CHECK(cudaEventRecord(a)); f(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); CHECK(cudaGetLastError());
    float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); if (n <= 2 || r >= 2) v.push_back(ms * 1e3); }
  std::sort(v.begin(), v.end());
  fprintf(stderr, "intervals_%s,%s,%s,%g,whole,us,%.6g,%.6g,%.6g,%zu\n", bench, variant, param, value, v.front(), v[v.size() / 2], v.back(), v.size()); fflush(stderr);
}
int main(int argc, char** argv) {
  if (argc > 1) runs = atoi(argv[1]);
  int part = argc > 2 ? atoi(argv[2]) : 7;
  CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
  for (int i = 0; i < 20; ++i) nothing<<<1, 32>>>();
  parent<<<1, 1>>>(1, 1, 1, 1); CHECK(cudaDeviceSynchronize());
  if (part & 1) {
  row("events", "nothing", "-", 0, [] {});
  for (int k : {1, 2, 4, 8}) row("events", "empty_kernels", "launches", k, [=] { for (int i = 0; i < k; ++i) nothing<<<1, 32>>>(); });
  for (int n : {1, 16, 132, 1024}) row("events", "empty_kernel_blocks", "blocks", n, [=] { nothing<<<n, 256>>>(); });
  row("events", "parent_no_launch", "-", 0, [] { parent<<<1, 1>>>(0, 0, 0, 0); });
  for (int k : {1, 2, 4, 16}) { row("events", "parent_null_stream", "children", k, [=] { parent<<<1, 1>>>(1, 1, k, 1); });
    row("events", "parent_fire_and_forget", "children", k, [=] { parent<<<1, 1>>>(2, 1, k, 1); }); }
  row("events", "two_parents_one_child", "-", 0, [] { parent<<<1, 1>>>(1, 1, 1, 1); parent<<<1, 1>>>(1, 1, 1, 1); });
  row("events", "memset_4B", "-", 0, [] { static int* d = [] { int* p; cudaMalloc(&p, 64); return p; }(); cudaMemsetAsync(d, 0, 4); });
  }
  if (part & 8) {
  // All is queued behind a grid that runs long: what the device takes, without the host.
  queued = true;
  row("queued", "nothing", "-", 0, [] {});
  for (int k : {1, 2, 4, 8, 32}) row("queued", "empty_kernels", "launches", k, [=] { for (int i = 0; i < k; ++i) nothing<<<1, 32>>>(); });
  for (int n : {1, 16, 132, 1024}) row("queued", "empty_kernel_blocks", "blocks", n, [=] { nothing<<<n, 256>>>(); });
  for (int k : {1, 2, 4, 8}) row("queued", "parents_no_launch", "launches", k, [=] { for (int i = 0; i < k; ++i) parent<<<1, 1>>>(0, 0, 0, 0); });
  for (int k : {1, 2, 4}) { row("queued", "parent_null_stream", "children", k, [=] { parent<<<1, 1>>>(1, 1, k, 1); });
    row("queued", "parent_fire_and_forget", "children", k, [=] { parent<<<1, 1>>>(2, 1, k, 1); });
    row("queued", "parents_of_one", "parents", k, [=] { for (int i = 0; i < k; ++i) parent<<<1, 1>>>(1, 1, 1, 1); }); }
  static int* d; CHECK(cudaMalloc(&d, 1 << 20)); static int* h; CHECK(cudaMallocHost(&h, 1 << 20));
  for (int k : {1, 4}) { row("queued", "memset_4B", "calls", k, [=] { for (int i = 0; i < k; ++i) cudaMemsetAsync(d, 0, 4); });
    row("queued", "copy_to_host_4B", "calls", k, [=] { for (int i = 0; i < k; ++i) cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost); });
    row("queued", "copy_on_device_4B", "calls", k, [=] { for (int i = 0; i < k; ++i) cudaMemcpyAsync(d + 64, d, 4, cudaMemcpyDeviceToDevice); }); 
    row("queued", "kernel_and_memset", "pairs", k, [=] { for (int i = 0; i < k; ++i) { nothing<<<1, 32>>>(); cudaMemsetAsync(d, 0, 4); } }); }
  queued = false;
  }
  if (part & 16) {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384));
  for (int mode : {1, 2}) for (int t : {32, 64, 128, 256, 512, 1024}) row("flood", mode == 1 ? "null_stream_4096_by_block" : "fire_and_forget_4096_by_block", "threads", t, [=] { parent<<<4096 / t, t>>>(mode, 1 << 30, 1, 32); }, 7);
  for (int mode : {1, 2}) for (int t : {32, 256, 1024}) row("flood", mode == 1 ? "null_stream_1024_by_block" : "fire_and_forget_1024_by_block", "threads", t, [=] { parent<<<1024 / t, t>>>(mode, 1 << 30, 1, 32); }, 7);
  for (int mode : {1, 2}) for (int t : {32, 64, 96, 128, 160, 192, 224, 256}) row("flood", mode == 1 ? "null_stream_b16_t256_child" : "fire_and_forget_b16_t256_child", "threads", t, [=] { parent<<<16, 256>>>(mode, 1 << 30, 1, t); }, 7);
  for (int t : {32, 256}) row("flood", "fire_and_forget_b128_t32_child", "threads", t, [=] { parent<<<128, 32>>>(2, 1 << 30, 1, t); }, 7);
  for (int t : {32, 256}) row("flood", "fire_and_forget_b4096_t1_child", "threads", t, [=] { parent<<<4096, 1>>>(2, 1 << 30, 1, t); }, 7);
  }
  if (part & 2) {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16384));
  for (int mode : {1, 2}) for (int blocks : {1, 2, 4, 8, 16}) row("flood", mode == 1 ? "null_stream_1024" : "fire_and_forget_1024", "blocks", blocks, [=] { parent<<<blocks, 1024>>>(mode, 1 << 30, 1, 32); }, 7);
  for (int mode : {1, 2}) for (int threads : {1, 32, 256, 1024}) row("flood", mode == 1 ? "null_stream_child_threads" : "fire_and_forget_child_threads", "threads", threads, [=] { parent<<<4, 1024>>>(mode, 1 << 30, 1, threads); }, 7);
  for (int blocks : {8, 32}) row("flood", "fire_and_forget_128", "blocks", blocks, [=] { parent<<<blocks, 128>>>(2, 1 << 30, 1, 32); }, 7);
  for (int n : {256, 1024}) row("flood", "own_stream", "launches", n, [=] { parent<<<n / 32, 32>>>(3, n, 1, 32); }, 7);
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048));
  for (int blocks : {1, 2, 4, 8}) row("flood", "null_stream_256_limit_2048", "blocks", blocks, [=] { parent<<<blocks, 256>>>(1, 1 << 30, 1, 32); }, 7);
  for (int d : {3, 4, 5}) row("flood", "tree_of_four", "depth", d, [=] { tree<<<1, 1>>>(d); }, 7);
  }
  if (part & 4) {
  for (int n : {1, 16, 64}) { row("printf", "numbers", "calls", n, [=] { says<<<1, 1>>>(n); }, 11); row("printf", "text", "calls", n, [=] { saysText<<<1, 1>>>(n); }, 11); }
  row("printf", "numbers_32_lanes", "calls", 4, [=] { says<<<1, 32>>>(4); }, 11);
  }
  fprintf(stderr, "done\n");
}
