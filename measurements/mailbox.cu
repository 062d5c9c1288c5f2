// What polls of a mapped mailbox cost others: copies, an observer's accesses, and each step of the persistent producer's iteration.
#include "common.cuh"
#include <cstring>
typedef unsigned long long ull;
static double nowUs() { return nowMs() * 1e3; }
static void pause(double us) { double z = nowUs(); while (nowUs() - z < us); }
// Polls until told to stop; keeps when each warp saw it, how often it asked, and where it ran.
__global__ void pollUntil(volatile int* m, ull* out) {
  ull n = 0; while (*m == 2) ++n; ull t = globaltimer(); unsigned sm; asm("mov.u32 %0, %smid;" : "=r"(sm));
  if ((threadIdx.x & 31) == 0) { int w = blockIdx.x * ((blockDim.x + 31) / 32) + threadIdx.x / 32; out[3 * w] = t; out[3 * w + 1] = n; out[3 * w + 2] = sm; }
}
// One thread's accesses beside the pollers. 0 device load past L1, 1 atomic, 2 store and device fence, 3 store and system fence, 4 mapped load of another line, 5 mapped store and system fence.
__global__ void observe(int what, unsigned* p, volatile int* m, int n, ull* out) {
  ull sum = 0, worst = 0; unsigned i = 1, s = 0;
  for (int k = 0; k < n; ++k) {
    i = i * 1664525u + 1013904223u; unsigned at = (i >> 6) & 0x3FFFF; ull c = clock64();
    if (what == 0) s += __ldcg(p + at); if (what == 1) s += atomicAdd(p + at, 1u);
    if (what == 2) { ((volatile unsigned*)p)[at] = k; __threadfence(); } if (what == 3) { ((volatile unsigned*)p)[at] = k; __threadfence_system(); }
    if (what == 4) s += *m; if (what == 5) { *m = k; __threadfence_system(); }
    asm volatile("" :: "r"(s)); ull d = clock64() - c + (s == 12345); sum += d; worst = d > worst ? d : worst;
  }
  out[0] = sum / n; out[1] = worst;
}
__device__ volatile int blkcnt[2]; __device__ volatile int itercnt;
__global__ void reset() { blkcnt[0] = blkcnt[1] = 0; itercnt = 0; }
struct Step { ull firstIn, lastIn, firstPass, lastPass, counted, fenced; };
__global__ void produce(int* b0, int* b1, volatile int* r0, volatile int* r1, int size, int iters, Step* steps) {
  int idx = threadIdx.x + blockDim.x * blockIdx.x, it = 0;
  while (it < iters) {
    int* buf = (it & 1) ? b1 : b0; volatile int* rdy = (it & 1) ? r1 : r0; volatile int* cnt = &blkcnt[it & 1];
    while (it - itercnt > 1);
    ull in = globaltimer();
    while (*rdy == 2);
    ull pass = globaltimer();
    if ((threadIdx.x & 31) == 0) { atomicMin(&steps[it].firstIn, in); atomicMax(&steps[it].lastIn, in); atomicMin(&steps[it].firstPass, pass); atomicMax(&steps[it].lastPass, pass); }
    for (int i = idx; i < size; i += gridDim.x * blockDim.x) buf[i] = it;
    __syncthreads(); __threadfence();
    if (!threadIdx.x) atomicAdd((int*)cnt, 1);
    if (!idx) { while (*cnt < (int)gridDim.x); steps[it].counted = globaltimer(); *cnt = 0; *rdy = 2; __threadfence_system(); steps[it].fenced = globaltimer(); itercnt++; }
    it++;
  }
}
__global__ void pingpong(volatile int* ask, volatile ull* answer, int n) { for (int k = 1; k <= n; ++k) { while (*ask != k); *answer = globaltimer(); __threadfence_system(); } }
int main(int argc, char**) { // an argument leaves out the first part, which takes minutes
  cudaStream_t s, t; CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)); CHECK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  ull* o; CHECK(cudaMalloc(&o, 1 << 20)); ull* q; CHECK(cudaHostAlloc(&q, 64, cudaHostAllocMapped)); std::vector<ull> h(3 * 8192);
  int* m; CHECK(cudaHostAlloc(&m, 4096, cudaHostAllocMapped)); size_t big = 1 << 24; char *host, *dev; CHECK(cudaHostAlloc(&host, big, 0)); CHECK(cudaMalloc(&dev, big)); unsigned* p; CHECK(cudaMalloc(&p, 1 << 20)); ull* r; CHECK(cudaMalloc(&r, 64));
  double shift = 0, rtt = 1e30; // globaltimer minus host clock, us
  { m[0] = 0; pingpong<<<1, 1, 0, s>>>(m, (ull*)(m + 64), 200); volatile ull* a = (volatile ull*)(m + 64); *a = 0; for (int k = 1; k <= 200; ++k) { pause(20); ull before = *a; double b = nowUs(); *(volatile int*)m = k; while (*a == before); double e = nowUs(); if (e - b < rtt) { rtt = e - b; shift = *a * 1e-3 - (b + e) / 2; } } CHECK(cudaStreamSynchronize(s)); printf("note,host and device clocks matched within %.2f us\n", rtt / 2); }
  const char* names[] = {"device_load", "device_atomic", "device_fence", "system_fence", "mapped_load", "mapped_store_fence"};
  if (argc < 2)   for (int blocks : {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 132}) for (int warps : {1, 4, 32}) {
    if (blocks == 0 && warps > 1) continue; char v[64]; snprintf(v, sizeof v, "blocks%d_warps%d", blocks, warps); int w = blocks * warps;
    m[0] = 2; if (blocks) { pollUntil<<<blocks, 32 * warps, 0, s>>>(m, o); CHECK(cudaGetLastError()); } pause(3000 + w);
    for (int dir = 0; dir < 2; ++dir) for (size_t bytes : {4, 65536, 1048576, 4194304}) { if (dir && bytes == 4194304) continue; std::vector<double> c; for (int k = 0; k < 7; ++k) { double b = nowUs(); if (dir) CHECK(cudaMemcpyAsync(dev, host, bytes, cudaMemcpyHostToDevice, t)); else CHECK(cudaMemcpyAsync(host, dev, bytes, cudaMemcpyDeviceToHost, t)); CHECK(cudaStreamSynchronize(t)); c.push_back(nowUs() - b); pause(100); }
      row(dir ? "polled_copy_to_device" : "polled_copy_to_host", v, "bytes", bytes, "round_trip", "us", c); }
    for (int what = 0; what < 6; ++what) { int n = what >= 3 ? 5 : 50; observe<<<1, 1, 0, t>>>(what, p, m + 128, n, r); CHECK(cudaGetLastError()); CHECK(cudaStreamSynchronize(t)); ull x[2]; CHECK(cudaMemcpyAsync(x, r, 16, cudaMemcpyDeviceToHost, t)); CHECK(cudaStreamSynchronize(t)); printf("polled_access,%s,what,%d,%s,cycles,%llu,%llu,%llu,%d\n", v, what, names[what], x[0], x[0], x[1], n); }
    if (!blocks) continue;
    std::vector<double> first, half, last;
    for (int k = 0; k < 5; ++k) { if (k) { m[0] = 2; pollUntil<<<blocks, 32 * warps, 0, s>>>(m, o); pause(1000 + w); } double b = nowUs() + shift; *(volatile int*)m = 0; CHECK(cudaStreamSynchronize(s)); CHECK(cudaMemcpy(h.data(), o, w * 24, cudaMemcpyDeviceToHost)); std::vector<double> e; for (int i = 0; i < w; ++i) e.push_back(h[3 * i] * 1e-3 - b); std::sort(e.begin(), e.end()); first.push_back(e[0]); half.push_back(e[w / 2]); last.push_back(e[w - 1]); }
    row("release", v, "-", 0, "first_warp", "us", first); row("release", v, "-", 0, "median_warp", "us", half); row("release", v, "-", 0, "last_warp", "us", last);
    if (warps == 1 && blocks <= 16) { printf("note,sms,%s", v); for (int i = 0; i < w; ++i) printf(" %llu(%llu)", h[3 * i + 2], h[3 * i + 1]); printf("\n"); }
  }
  const int ITERS = 100; Step *ds; CHECK(cudaMalloc(&ds, sizeof(Step) * ITERS)); std::vector<Step> st(ITERS), zero(ITERS); for (auto& z : zero) { memset(&z, 0, sizeof z); z.firstIn = z.firstPass = ~0ull; }
  for (int blocks : {1, 4, 16, 64, 132}) for (int tpb : {64, 256, 1024}) for (int size : {16384, 262144, 1048576}) for (int consumeUs : {0, 100}) {
    if (consumeUs && (tpb != 256 || size > 262144)) continue;
    int *hb[2], *d[2], *mb[2]; for (int i = 0; i < 2; ++i) { CHECK(cudaHostAlloc(&hb[i], size * 4, 0)); CHECK(cudaHostAlloc(&mb[i], 4, cudaHostAllocMapped)); CHECK(cudaMalloc(&d[i], size * 4)); *mb[i] = 0; CHECK(cudaMemset(d[i], 0xFF, size * 4)); }
    reset<<<1, 1>>>(); CHECK(cudaMemcpy(ds, zero.data(), sizeof(Step) * ITERS, cudaMemcpyHostToDevice)); CHECK(cudaDeviceSynchronize());
    double begin = nowUs(); std::vector<double> full(ITERS), copied(ITERS), freed(ITERS); produce<<<blocks, tpb, 0, s>>>(d[0], d[1], mb[0], mb[1], size, ITERS, ds); bool bad = false;
    for (int i = 0; i < ITERS; ++i) { volatile int* f = mb[i & 1]; while (*f != 2) if (nowUs() - begin > 2e7) { bad = true; break; } if (bad) break; full[i] = nowUs() + shift; CHECK(cudaMemcpyAsync(hb[i & 1], d[i & 1], size * 4, cudaMemcpyDeviceToHost, t)); CHECK(cudaStreamSynchronize(t)); *f = 0; copied[i] = nowUs() + shift; if (consumeUs) pause(consumeUs); freed[i] = nowUs() + shift; }
    if (bad) { printf("note,stuck\n"); return 1; }
    CHECK(cudaDeviceSynchronize()); CHECK(cudaMemcpy(st.data(), ds, sizeof(Step) * ITERS, cudaMemcpyDeviceToHost));
    char v[64]; snprintf(v, sizeof v, "blocks%d_threads%d_consume%dus", blocks, tpb, consumeUs); std::vector<double> x[10];
    for (int i = 10; i < ITERS - 2; ++i) { auto us = [](ull g) { return g * 1e-3; }; x[0].push_back(freed[i] - freed[i - 1]); x[1].push_back(copied[i] - full[i]); x[2].push_back(us(st[i].lastIn) - us(st[i].firstIn)); x[3].push_back(us(st[i].firstPass) - std::max(us(st[i].firstIn), copied[i - 2])); x[4].push_back(us(st[i].lastPass) - std::max(us(st[i].firstIn), copied[i - 2])); x[5].push_back(us(st[i].counted) - us(st[i].lastPass)); x[6].push_back(us(st[i].fenced) - us(st[i].counted)); x[7].push_back(full[i] - us(st[i].counted)); x[8].push_back(us(st[i].firstIn) - us(st[i - 2].fenced)); x[9].push_back(full[i] - freed[i - 1]); }
    const char* names[] = {"period", "copy", "in_first_to_last", "free_to_first_pass", "free_to_last_pass", "last_pass_to_counted", "counted_to_fenced", "counted_to_seen", "before_last_fenced_to_in", "host_waits"};
    for (int k = 0; k < 10; ++k) row("handover", v, "ints", size, names[k], "us", x[k]);
    for (int i = 40; i < 46; ++i) { double b = st[40].firstIn * 1e-3; auto us = [&](ull g) { return g * 1e-3 - b; }; printf("trace,%s,ints,%d,iteration %d,in %.1f %.1f pass %.1f %.1f counted %.1f fenced %.1f seen %.1f copied %.1f\n", v, size, i, us(st[i].firstIn), us(st[i].lastIn), us(st[i].firstPass), us(st[i].lastPass), us(st[i].counted), us(st[i].fenced), full[i] - b, copied[i] - b); }
    fflush(stdout); for (int i = 0; i < 2; ++i) { cudaFreeHost(hb[i]); cudaFreeHost(mb[i]); cudaFree(d[i]); }
  }
  printf("done\n");
}
