// Atomics whose values nobody uses: cycles a turn of loops of one and two, behind guards, beside loads for the next turn, and how the assembler waits for them.
#include "programs.cuh"
static ull* out;
__device__ __forceinline__ unsigned now() { unsigned c; asm volatile("mov.u32 %0, %%clock;" : "=r"(c)::"memory"); return c; }
// Unused atomics: k in a row to own words, straight-line (1), in a loop of two (2), behind guards (3), a load carried over the loop's end beside an unused atomic (4), a load used behind a branch (5), unused exchange (6) and cas (7), floats (8), 64 bits (9)
template <int K> __global__ void unused(int* p, int* q, int n, ull* out) {
  int t = threadIdx.x, s = 0; int* a = p + t * 64; unsigned c = now();
  if (K == 1) { atomicMin(a, 5); atomicMin(a + 4096, 5); atomicMin(a + 8192, 5); atomicMin(a + 12288, 5); }
  if (K == 2) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { atomicMin(a, 5 + i); atomicMin(a + 4096, 5 + i); a += 8; } }
  if (K == 3) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { int x = q[i]; if (x > 0) { atomicMin(a, x); if (x > 7) atomicMax(a + 4096, x); } a += 8; } }
  if (K == 4) { int x = q[0];
#pragma unroll 1
    for (int i = 0; i < n; ++i) { int y = q[x]; atomicMin(a + x, i); x = y; } s = x; }
  if (K == 5) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { int x = q[i * 32], y = q[i * 32 + 5000]; if (x > 3) { s += y; a[s] = x; } else s ^= y + x; } }
  if (K == 6) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { atomicExch(a, i); a += 8; } }
  if (K == 7) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { atomicCAS(a, i, i + 1); a += 8; } }
  if (K == 8) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { atomicAdd((float*)a, 1.5f * i); a += 8; } }
  if (K == 9) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { atomicAdd((ull*)a, (ull)i + t); a += 8; } }
  if (K == 10) {
#pragma unroll 1
    for (int i = 0; i < n; ++i) { atomicAdd(a, i + t); a += 8; } }
  if (K == 11) {
#pragma unroll 4
    for (int i = 0; i < n; ++i) { atomicMin(a, i + t); a += 8; } }
  if (K == 12) { // histogram
#pragma unroll 1
    for (int i = 0; i < n; ++i) atomicAdd(&p[q[i * 32 + t] & 4095], 1); }
  if (K == 13) { // histogram, unrolled by the compiler
    for (int i = 0; i < n; ++i) atomicAdd(&p[q[i * 32 + t] & 4095], 1); }
  c = now() - c; atomicMax(out, (ull)c); if (s == 77) out[3] = s;
}
template <int K> static void go(int* p, int* q) { for (int lanes : {1, 32}) { char v[64]; snprintf(v, 64, "unused_%d", K); if (!strstr(v, only)) return; std::vector<double> t; int n = K == 1 ? 1 : 32;
  for (int r = 0; r <= 3; ++r) { cudaMemset(out, 0, 8); unused<K><<<1, lanes>>>(p, q, n, out); CHECK(cudaDeviceSynchronize()); ull c; CHECK(cudaMemcpy(&c, out, 8, cudaMemcpyDeviceToHost)); if (r) t.push_back((double)c / n); } std::sort(t.begin(), t.end());
  fprintf(stderr, "step,%s,lanes,%d,step,cycles,%.6g,%.6g,%.6g,%zu\n", v, lanes, t.front(), t[t.size() / 2], t.back(), t.size()); } }
int main(int argc, char** argv) { start(argc, argv); out = device<ull>(64); int* p = device<int>(1 << 20); std::vector<int> h(1 << 20); Random r{3}; for (auto& x : h) x = r.below(4096) + 8; int* q = device(h);
  go<1>(p, q); go<2>(p, q); go<3>(p, q); go<4>(p, q); go<5>(p, q); go<6>(p, q); go<7>(p, q); go<8>(p, q); go<9>(p, q); go<10>(p, q); go<11>(p, q); go<12>(p, q); go<13>(p, q); }
