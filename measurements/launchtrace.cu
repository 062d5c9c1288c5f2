// When queued grids start and when their parents are complete (CDP2): one line a run, times in microseconds since the parent began.
#include "common.cuh"
typedef unsigned long long u64;
struct S { u64 called, returned, start, end; };
__device__ u64 parentEnd[4096]; __device__ u64 done; __device__ u64 begun;
__global__ void stamp(S* s) { if (threadIdx.x == 0) { s->start = globaltimer(); } }
__global__ void stampSpin(S* s, int ns) { if (threadIdx.x == 0) { u64 t = globaltimer(); s->start = t; while (globaltimer() - t < ns); s->end = globaltimer(); } }
__global__ void after() { done = globaltimer(); }
__global__ void silent() {}
// err: whether the launching lanes ask for the last error
__global__ void flood(S* s, int lanes, int mode, int k, int err, int spin) {
  u64 t0 = globaltimer(); if (threadIdx.x == 0 && blockIdx.x == 0) begun = t0;
  if ((threadIdx.x & 31) >= lanes) return;
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; S* m = s + (warp * lanes + (threadIdx.x & 31)) * k;
  cudaStream_t one; if (mode == 4) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  for (int i = 0; i < k; ++i) {
    m[i].called = globaltimer();
    if (spin) {
    if (mode == 0) stampSpin<<<1, 32>>>(m + i, spin); else if (mode == 1) stampSpin<<<1, 32, 0, cudaStreamFireAndForget>>>(m + i, spin); else if (mode == 4) stampSpin<<<1, 32, 0, one>>>(m + i, spin);
    else stampSpin<<<1, 32, 0, cudaStreamTailLaunch>>>(m + i, spin);
    } else {
    if (mode == 0) stamp<<<1, 32>>>(m + i); else if (mode == 1) stamp<<<1, 32, 0, cudaStreamFireAndForget>>>(m + i);
    else if (mode == 2) { cudaStream_t q; cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking); stamp<<<1, 32, 0, q>>>(m + i); cudaStreamDestroy(q); }
    else if (mode == 4) stamp<<<1, 32, 0, one>>>(m + i);
    else stamp<<<1, 32, 0, cudaStreamTailLaunch>>>(m + i); }
    if (err) cudaGetLastError();
    m[i].returned = globaltimer();
  }
  parentEnd[warp] = globaltimer();
}
__global__ void middle(S* s, int kids, int mode) { u64 t = globaltimer(); if (threadIdx.x == 0) s[0].start = t; S* m = s + 1 + threadIdx.x; m->called = t; if (mode) stamp<<<1, 32, 0, cudaStreamFireAndForget>>>(m); else stamp<<<1, 32>>>(m); m->returned = globaltimer(); s[0].end = globaltimer(); }
__global__ void root(S* s, int kids, int mode) { S* m = s + blockIdx.x * (kids + 1); if (blockIdx.x == 0) begun = globaltimer(); m->called = globaltimer(); middle<<<1, kids, 0, cudaStreamFireAndForget>>>(m, kids, mode); m->returned = globaltimer(); parentEnd[blockIdx.x] = globaltimer(); }
__global__ void relay(S* s, int left, int kid) { s->start = globaltimer(); if (left) { if (kid) silent<<<1, 256>>>(); s->called = globaltimer(); relay<<<1, 1, 0, cudaStreamTailLaunch>>>(s + 1, left - 1, kid); s->returned = globaltimer(); } s->end = globaltimer(); }
__global__ void nest(S* s, int left, int mode) { s->start = globaltimer(); if (left) { if (mode) nest<<<1, 1, 0, cudaStreamFireAndForget>>>(s + 1, left - 1, mode); else nest<<<1, 1>>>(s + 1, left - 1, mode); } s->end = globaltimer(); }
int main(int argc, char** argv) {
  size_t lim = atol(argv[1]); CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, lim));
  S* s; CHECK(cudaMalloc(&s, sizeof(S) * 65536)); std::vector<S> h(65536); std::vector<u64> pe(4096); char v[96];
  auto go = [&](int n, int warps, auto launch) {
    for (int r = 0; r < 6; ++r) {
      CHECK(cudaMemset(s, 0, sizeof(S) * n)); CHECK(cudaMemset(s, 0, 8)); void* p; CHECK(cudaGetSymbolAddress(&p, parentEnd)); CHECK(cudaMemset(p, 0, 8 * 4096)); CHECK(cudaDeviceSynchronize());
      cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b)); CHECK(cudaEventRecord(a)); launch(); CHECK(cudaEventRecord(b)); after<<<1, 1>>>(); CHECK(cudaDeviceSynchronize());
      float ms; CHECK(cudaEventElapsedTime(&ms, a, b)); u64 d, g; CHECK(cudaMemcpyFromSymbol(&d, done, 8)); CHECK(cudaMemcpyFromSymbol(&g, begun, 8)); CHECK(cudaMemcpyFromSymbol(pe.data(), parentEnd, 8 * 4096)); CHECK(cudaMemcpy(h.data(), s, sizeof(S) * n, cudaMemcpyDeviceToHost));
      u64 last = 0, firstEnd = ~0ull; for (int i = 0; i < warps && i < 4096; ++i) { last = std::max(last, pe[i]); if (pe[i]) firstEnd = std::min(firstEnd, pe[i]); }
      if (!g) g = h[0].start;
      if (r >= 2) {
        printf("T,%s,%zu,%d,whole=%.1f,parents_end=%.2f..%.2f,after=%.2f", v, lim, r, ms * 1e3, (double(firstEnd) - double(g)) / 1e3, (double(last) - double(g)) / 1e3, (double(d) - double(g)) / 1e3);
        for (int f = 0; f < 4; ++f) { std::vector<double> x; for (int i = 0; i < n; ++i) { u64 y = f == 0 ? h[i].called : f == 1 ? h[i].returned : f == 2 ? h[i].start : h[i].end; if (y) x.push_back((double(y) - double(g)) / 1e3); }
          std::sort(x.begin(), x.end()); if (x.empty()) continue; printf(",%s:", f == 0 ? "called" : f == 1 ? "returned" : f == 2 ? "start" : "end"); int step = std::max<size_t>(1, x.size() / 40); for (size_t i = 0; i < x.size(); i += step) printf(" %.2f", x[i]); printf(" %.2f", x.back()); }
        printf("\n"); }
      u64 z = 0; CHECK(cudaMemcpyToSymbol(begun, &z, 8)); cudaEventDestroy(a); cudaEventDestroy(b);
    } fflush(stdout); };
  const char* m[] = {"null", "faf", "each", "tail", "one"};
  flood<<<1, 32>>>(s, 8, 1, 1, 1, 0); CHECK(cudaDeviceSynchronize());
  int cs[][3] = {{1, 1, 1}, {1, 1, 2}, {1, 1, 4}, {1, 1, 8}, {1, 1, 32}, {1, 8, 8}, {4, 1, 1}, {4, 1, 8}, {16, 1, 1}, {16, 1, 8}, {66, 1, 1}, {132, 1, 1}, {132, 1, 8}, {1, 8, 32}};
  for (int mode = 0; mode < 4; ++mode) for (auto& c : cs) { snprintf(v, 96, "%s_b%d_w%d_l%d", m[mode], c[0], c[1], c[2]); go(c[0] * c[1] * c[2], c[0] * c[1], [&]{ flood<<<c[0], c[1] * 32>>>(s, c[2], mode, 1, 1, 0); }); }
  for (int mode : {0, 1, 3}) { snprintf(v, 96, "%s_noerr_b1_w1_l32", m[mode]); go(32, 1, [&]{ flood<<<1, 32>>>(s, 32, mode, 1, 0, 0); }); }
  for (int mode : {0, 1, 3, 4}) for (int spin : {0, 3000}) for (int k : {2, 16, 200}) { snprintf(v, 96, "%s_seq%d_spin%d", m[mode], k, spin); go(k, 1, [&]{ flood<<<1, 32>>>(s, 1, mode, k, 1, spin); }); }
  for (int mode : {0, 1}) for (int p : {1, 8, 32}) for (int k : {1, 8, 32}) { snprintf(v, 96, "tree_p%d_k%d_%s", p, k, m[mode]); go(p * (k + 1), p, [&]{ root<<<p, 1>>>(s, k, mode); }); }
  for (int kid : {0, 1}) { snprintf(v, 96, "relay_kid%d", kid); go(17, 0, [&]{ relay<<<1, 1>>>(s, 16, kid); }); }
  for (int mode : {0, 1}) { snprintf(v, 96, "nest_%s", m[mode]); go(17, 0, [&]{ nest<<<1, 1>>>(s, 16, mode); }); }
}
