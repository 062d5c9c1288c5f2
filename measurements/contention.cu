// What holds a warp back when many atomics or mapped loads are on their way: cycles of a step by number of warps and blocks.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <chrono>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("note,error,%s,%s\n", #x, cudaGetErrorString(e_)); exit(1); } } while (0)
typedef unsigned long long ull;
static double nowUs() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
// where: 0 all warps one word, 1 a word (own line) a warp, all lanes on it, 2 lanes on 32 consecutive words of the warp's own line,
// 3 lanes on 32 lines of the warp's own, 4 all warps walk the same words step by step (three floats a step), 5 as 4 and a load before each step.
template <int WHERE, bool FLOAT> __global__ void red(float* p, const float4* q, int n, ull* out) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31; float acc = 0;
  float* a = p + (WHERE == 1 ? warp * 64 : WHERE == 2 ? warp * 64 + lane : WHERE == 3 ? warp * 2048 + lane * 64 : 0);
  __syncthreads(); ull c = clock64();
  for (int k = 0; k < n; ++k) {
    if (WHERE >= 4) { float* f = p + 3 * k; float v = 1.f; if (WHERE == 5) { float4 b = q[k]; v = b.x * b.y; } if (WHERE == 6) { float4 b = q[k]; v = rsqrtf(b.x * b.y + b.z); v = rsqrtf(v * v + acc); acc += v; } atomicAdd(f, v); atomicAdd(f + 1, v); atomicAdd(f + 2, v); }
    else if (FLOAT) atomicAdd(a, 1.f); else asm volatile("red.global.add.u32 [%0], 1;" :: "l"(a));
  }
  ull issued = clock64() - c; __threadfence(); __syncthreads(); ull done = clock64() - c;
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) { out[0] = issued; out[1] = done; } if (acc == 1.25f) p[0] = acc;
}
// Atomics whose value is wanted; CAS
template <int OP> __global__ void ret(unsigned* p, int n, ull* out) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32; unsigned* a = p + warp * 64; unsigned s = 0; __syncthreads(); ull c = clock64();
  for (int k = 0; k < n; ++k) { if (OP == 0) s += atomicCAS(a, 0xFFFFFFFFu, 5u); if (OP == 1) s += atomicCAS(a + (s & 1), 0xFFFFFFFFu, 5u); if (OP == 2) s += atomicCAS(a + (threadIdx.x & 31), 0xFFFFFFFFu, 5u); }
  __syncthreads(); if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) out[0] = out[1] = clock64() - c; if (s == 123) *p = s;
}
__global__ void gather(const unsigned* p, int n, unsigned mask, ull* out) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = 0; __syncthreads(); ull c = clock64(); for (int k = 0; k < n; ++k) { i = i * 1664525u + 1013904223u; s += __ldcg(p + ((i >> 4) & mask)); } __syncthreads(); if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) out[0] = out[1] = clock64() - c + (s == 123); }
__global__ void spread(unsigned* p, int n, unsigned mask, ull* out) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; __syncthreads(); ull c = clock64(); for (int k = 0; k < n; ++k) { i = i * 1664525u + 1013904223u; asm volatile("red.global.add.u32 [%0], 1;" :: "l"(p + ((i >> 4) & mask))); } ull b = clock64() - c; __threadfence(); __syncthreads(); if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) { out[0] = b; out[1] = clock64() - c; } }
// Polls of a mapped word by all threads; 'stop' in device memory ends nothing: a fixed count.
__global__ void poll(volatile int* m, int n, ull* out) { int s = 0; ull c = clock64(); for (int k = 0; k < n; ++k) { s += *m; asm volatile("" :: "r"(s)); if (s == 77) break; } ull d = clock64() - c; if ((threadIdx.x & 31) == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = d; }
__global__ void pollUntil(volatile int* m, ull* out) { int n = 0; while (*m == 2) ++n; if ((threadIdx.x & 31) == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = n; }
int main() {
  ull* o; CHECK(cudaMallocManaged(&o, 1 << 20)); float* p; size_t N = (size_t)1 << 28; CHECK(cudaMalloc(&p, N)); CHECK(cudaMemset(p, 0, N));
  float4* q; CHECK(cudaMalloc(&q, 1 << 20)); CHECK(cudaMemset(q, 0, 1 << 20));
#define GO(NAME, CALL) for (int blocks : {1, 4, 16, 132}) for (int warps : {1, 2, 4, 8, 16, 32}) { if (blocks == 4 && warps > 8) continue; std::vector<double> a, b; for (int r = 0; r < 5; ++r) { CALL; CHECK(cudaDeviceSynchronize()); a.push_back(double(o[0]) / n); b.push_back(double(o[1]) / n); } std::sort(a.begin(), a.end()); std::sort(b.begin(), b.end()); printf("contention,%s_blocks%d,warps,%d,per_step,cycles,%g,%g,%g,5\ncontention,%s_blocks%d,warps,%d,per_step_done,cycles,%g,%g,%g,5\n", NAME, blocks, warps, a[0], a[2], a[4], NAME, blocks, warps, b[0], b[2], b[4]); fflush(stdout); }
  int n = 500;
  GO("red_f32_one_word", (red<0, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("red_u32_one_word", (red<0, false><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("red_f32_word_of_warp", (red<1, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("red_u32_word_of_warp", (red<1, false><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("red_f32_line_of_warp", (red<2, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("red_f32_line_of_lane", (red<3, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("red_walk", (red<4, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("load_red_walk", (red<5, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("load_compute_red_walk", (red<6, true><<<blocks, warps * 32>>>(p, q, n, o)))
  GO("cas_word_of_warp", (ret<0><<<blocks, warps * 32>>>((unsigned*)p, n, o)))
  GO("cas_chain", (ret<1><<<blocks, warps * 32>>>((unsigned*)p, n, o)))
  GO("cas_line_of_warp", (ret<2><<<blocks, warps * 32>>>((unsigned*)p, n, o)))
  GO("gather_1M", (gather<<<blocks, warps * 32>>>((unsigned*)p, n, 0xFFFFFu, o)))
  GO("gather_256M", (gather<<<blocks, warps * 32>>>((unsigned*)p, n, 0x3FFFFFFu, o)))
  GO("spread_1M", (spread<<<blocks, warps * 32>>>((unsigned*)p, n, 0xFFFFFu, o)))
  GO("spread_256", (spread<<<blocks, warps * 32>>>((unsigned*)p, n, 0xFFu, o)))
  // Mapped polls.
  int* m; CHECK(cudaHostAlloc(&m, 64, cudaHostAllocMapped)); *m = 0; cudaStream_t s, t; CHECK(cudaStreamCreate(&s)); CHECK(cudaStreamCreate(&t));
  int size = 262144; int *h, *d; CHECK(cudaHostAlloc(&h, size * 4, 0)); CHECK(cudaMalloc(&d, size * 4));
  for (int blocks : {1, 4, 16, 132}) for (int th : {1, 32, 64, 256, 1024}) {
    int polls = blocks * th >= 16384 ? 20 : 100; double best = 1e30, sum = 0; int w = blocks * ((th + 31) / 32);
    for (int r = 0; r < 3; ++r) { double b = nowUs(); poll<<<blocks, th, 0, s>>>(m, polls, o); CHECK(cudaStreamSynchronize(s)); best = std::min(best, nowUs() - b); }
    ull lo = ~0ull, hi = 0; for (int i = 0; i < w; ++i) { lo = std::min(lo, o[i]); hi = std::max(hi, o[i]); sum += o[i]; }
    printf("mapped_poll,blocks%d_threads%d,polls,%d,per_poll,cycles,%g,%g,%g,3\nmapped_poll,blocks%d_threads%d,polls,%d,whole,us,%g,%g,%g,3\n", blocks, th, polls, double(lo) / polls, sum / w / polls, double(hi) / polls, blocks, th, polls, best, best, best); fflush(stdout);
    // A copy to the host and a host's store seen, while all threads poll.
    std::vector<double> c, e; double per = 0;
    for (int r = 0; r < 5; ++r) { *m = 2; pollUntil<<<blocks, th, 0, s>>>(m, o); double z = nowUs(); while (nowUs() - z < 3000); double b = nowUs(); CHECK(cudaMemcpyAsync(h, d, size * 4, cudaMemcpyDeviceToHost, t)); CHECK(cudaStreamSynchronize(t)); double f = nowUs(); c.push_back(f - b); *(volatile int*)m = 0; CHECK(cudaStreamSynchronize(s)); e.push_back(nowUs() - f); ull k = 0; for (int i = 0; i < w; ++i) k += o[i]; per = double(k) / (f - z); }
    std::sort(c.begin(), c.end()); std::sort(e.begin(), e.end());
    printf("mapped_copy,blocks%d_threads%d,bytes,%d,round_trip,us,%g,%g,%g,5\nmapped_release,blocks%d_threads%d,-,0,store_to_end,us,%g,%g,%g,5\nmapped_rate,blocks%d_threads%d,-,0,warp_polls,per_us,%g,%g,%g,1\n", blocks, th, size * 4, c[0], c[2], c[4], blocks, th, e[0], e[2], e[4], blocks, th, per, per, per); fflush(stdout);
  }
  printf("done\n");
}
