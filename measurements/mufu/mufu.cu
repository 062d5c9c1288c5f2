// Results of the function unit: mufu DIRECTORY > h200.txt. A line is a set of results, where it starts in the files, its length and its hash.
// gen() makes the arguments; the sets *.any and *.log and the quotients were not used to find the factors of approximations.csv.
// nvcc -O2 -arch=sm_90 mufu.cu -o mufu
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <vector>
#include <string>
typedef uint64_t u64; typedef uint32_t u32;
__device__ u64 mix(u64 seed) { u64 x = seed + 0x9E3779B97F4A7C15ull; x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull; x = (x ^ (x >> 27)) * 0x94D049BB133111EBull; return x ^ (x >> 31); }
// generators: g 0 mantissas of exponent a (count n); 1 dense mantissas of exponent a from b; 2 k*2^-24, sign a; 3 radians of a quarter; 4 log-uniform exponents a..b, any sign (c: positive only)
// 5 1 +- small; 6 random bits; 7 dense k*2^-24 from b; 8 dense radians: bits from a
__device__ u32 gen(int g, int a, int b, u64 i, u64 n, u64 salt) {
  u64 h = mix(i * 1315423911ull + salt);
  switch (g) {
    case 0: { u64 step = (1u << 23) / n; return ((u32)(127 + a) << 23) | (u32)(i * step + h % step); }
    case 1: return ((u32)(127 + a) << 23) + (u32)(b + i);
    case 2: { u64 step = (1u << 24) / n; float f = (float)(i * step + h % step) * 0x1p-24f; return __float_as_uint(a ? -f : f); }
    case 3: { double x = (i + (h & 0xFFFF) / 65536.0) / n * 1.5707963267948966; return __float_as_uint((float)x); }
    case 4: { int e = a + (int)((h >> 32) % (b - a)); return ((u32)(127 + e) << 23) | (u32)(h & 0x7FFFFF) | (u32)((h >> 30 & 1) << 31); }
    case 5: { int k = 1 + (int)((h >> 32) % 23); float d = (float)(h & 0xFFFFFF) * 0x1p-24f * ldexpf(1.f, -k); return __float_as_uint(h >> 60 & 1 ? 1.f + d : 1.f - d); }
    case 6: return (u32)(h >> 16);
    case 7: return __float_as_uint((float)(b + i) * 0x1p-24f);
    default: return (u32)a + (u32)i;
  }
}
#define U(name, op) struct name { static __device__ u32 f(u32 x) { u32 r; asm volatile(op " %0, %1;" : "=r"(r) : "r"(x)); return r; } };
#define UF(name, op) struct name { static __device__ u32 f(u32 x) { float r; asm volatile(op " %0, %1;" : "=f"(r) : "f"(__uint_as_float(x))); return __float_as_uint(r); } };
UF(rcp, "rcp.approx.ftz.f32") UF(rsq, "rsqrt.approx.ftz.f32") UF(sqr, "sqrt.approx.ftz.f32") UF(ex2, "ex2.approx.ftz.f32") UF(lg2, "lg2.approx.ftz.f32") UF(sn, "sin.approx.ftz.f32") UF(cs, "cos.approx.ftz.f32") UF(th, "tanh.approx.f32")
UF(nrcp, "rcp.approx.f32") UF(nrsq, "rsqrt.approx.f32") UF(nsqr, "sqrt.approx.f32") UF(nex2, "ex2.approx.f32") UF(nlg2, "lg2.approx.f32") UF(nsn, "sin.approx.f32") UF(ncs, "cos.approx.f32")
U(ex2h2, "ex2.approx.f16x2") U(thh2, "tanh.approx.f16x2") U(thb2, "tanh.approx.bf16x2") U(ex2b2, "ex2.approx.ftz.bf16x2")
struct rcp64 { static __device__ u32 f(u32 x) { double r; asm volatile("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(__hiloint2double(x, 0))); return __double2hiint(r); } };
struct rsq64 { static __device__ u32 f(u32 x) { double r; asm volatile("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(__hiloint2double(x, 0))); return __double2hiint(r); } };
template <class F> __global__ void run(u32 *out, int g, int a, int b, u64 n, u64 salt) { u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; if (i < n) out[i] = F::f(gen(g, a, b, i, n, salt)); }
template <class F> __global__ void halves(u32 *out) { u32 i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = F::f(i | i << 16); }
template <class F> __global__ void doubles(u32 *out, u32 from, u32 step) { u32 i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = F::f(from + i * step + (u32)(mix(i) % step)); }
__global__ void divide(u32 *out, int full, int lo, int hi, u64 n) {
  u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x; if (i >= n) return;
  float a = __uint_as_float(gen(4, lo, hi, i, n, 77)), b = __uint_as_float(gen(4, lo, hi, i, n, 78)), r;
  if (full) asm volatile("div.full.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); else asm volatile("div.approx.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  out[i] = __float_as_uint(r);
}
static std::vector<u32> results; static u32 *buffer;
static void take(const char *name, u64 n) { cudaError_t e = cudaDeviceSynchronize(); if (e) { printf("%s: %s\n", name, cudaGetErrorString(e)); exit(1); }
  size_t at = results.size(); results.resize(at + n); cudaMemcpy(&results[at], buffer, n * 4, cudaMemcpyDeviceToHost); u64 hash = 0xCBF29CE484222325ull; for (size_t i = at; i < at + n; i++) hash = (hash ^ results[i]) * 0x100000001B3ull; printf("%s %zu %llu %016llx\n", name, at, (unsigned long long)n, (unsigned long long)hash); }
#define R(F, name, g, a, b, n) { run<F><<<((n) + 255) / 256, 256>>>(buffer, g, a, b, n, 12345 + g); take(name, n); }
int main(int argc, char **argv) {
  cudaMalloc(&buffer, 64 << 20); const u64 M = 1 << 20, K = 1 << 16;
  R(rcp, "rcp", 0, 0, 0, 2 * M) R(rcp, "rcp.dense", 1, 0, 0, 3 * K)
  R(rsq, "rsq0", 0, 0, 0, M / 2) R(rsq, "rsq1", 0, 1, 0, M / 2) R(rsq, "rsq.dense", 1, 0, 0, 3 * K)
  R(sqr, "sqr0", 0, 0, 0, M / 4) R(sqr, "sqr1", 0, 1, 0, M / 4)
  R(ex2, "ex2", 2, 0, 0, M) R(ex2, "ex2.neg", 2, 1, 0, M / 4) R(ex2, "ex2.dense", 7, 0, 1 << 23, 4 * K)
  R(lg2, "lg2", 0, 0, 0, M) R(lg2, "lg2.half", 0, -1, 0, M / 4) R(lg2, "lg2.four", 0, 3, 0, M / 8) R(lg2, "lg2.dense", 1, 0, 1 << 22, 3 * K) R(lg2, "lg2.near", 5, 0, 0, M / 4)
  R(sn, "sin", 3, 0, 0, M) R(cs, "cos", 3, 0, 0, M / 2) R(sn, "sin.log", 4, -30, 8, M / 4) R(cs, "cos.log", 4, -30, 8, M / 4) R(sn, "sin.dense", 8, 0x3F490000, 0, 4 * K)
  for (int e = -13; e < 5; e++) { char name[32]; sprintf(name, "tanh%d", e); u64 n = e < -9 || e > 3 ? K / 4 : K; R(th, name, 0, e, 0, n) }
  halves<ex2h2><<<K / 256, 256>>>(buffer); take("ex2.f16", K); halves<thh2><<<K / 256, 256>>>(buffer); take("tanh.f16", K);
  halves<thb2><<<K / 256, 256>>>(buffer); take("tanh.bf16", K); halves<ex2b2><<<K / 256, 256>>>(buffer); take("ex2.bf16", K);
  doubles<rcp64><<<2 * K / 256, 256>>>(buffer, 0x3FF00000, 8); take("rcp64", 2 * K);
  doubles<rsq64><<<K / 256, 256>>>(buffer, 0x3FF00000, 16); take("rsq64.0", K); doubles<rsq64><<<K / 256, 256>>>(buffer, 0x40000000, 16); take("rsq64.1", K);
  doubles<rcp64><<<K / 256, 256>>>(buffer, 0, 65536); take("rcp64.all", K); doubles<rsq64><<<K / 256, 256>>>(buffer, 0, 65536); take("rsq64.all", K);
#define V(F) R(F, #F ".any", 6, 0, 0, K)
  V(rcp) V(rsq) V(sqr) V(ex2) V(lg2) V(sn) V(cs) V(th) V(nrcp) V(nrsq) V(nsqr) V(nex2) V(nlg2) V(nsn) V(ncs)
#define W(F) R(F, #F ".log", 4, -10, 7, K)
  W(rcp) W(rsq) W(sqr) W(ex2) W(lg2) W(sn) W(cs) W(th) W(nex2)
  divide<<<K / 256, 256>>>(buffer, 0, -10, 10, K); take("div.approx", K); divide<<<K / 256, 256>>>(buffer, 1, -10, 10, K); take("div.full", K);
  divide<<<K / 256, 256>>>(buffer, 0, -126, 128, K); take("div.approx.wide", K); divide<<<K / 256, 256>>>(buffer, 1, -126, 128, K); take("div.full.wide", K);
  const size_t F = 4 << 20;
  for (size_t at = 0, i = 0; at < results.size(); at += F, i++) { std::string p = std::string(argv[1]) + "/mufu" + std::to_string(i) + ".bin"; FILE *f = fopen(p.c_str(), "wb"); fwrite(&results[at], 4, std::min(F, results.size() - at), f); fclose(f); }
}
