// Cycles of operations that compile to sequences of instructions: a turn of a chain of one lane and of a warp, and with 1,024 threads the share of each of 32 warps. Then a turn of loops over constants at so many
// addresses, over local memory, and of an escape time (not shares, cycles of a turn).
#include "programs.cuh"
#include <cuda_fp16.h>
static void print(const char* op, const char* parameter, long value, long long cycles, int n) { double c = cycles / (double)n; fprintf(stderr, "step,%s,%s,%ld,step,cycles,%.6g,%.6g,%.6g,1\n", op, parameter, value, c, c, c); }
struct Ddiv { typedef double T; __device__ static T f(T x, T y) { return y / x; } };
struct Ddivc { typedef double T; __device__ static T f(T x, T y) { return x / y + 1; } };
struct Dsqrt { typedef double T; __device__ static T f(T x, T y) { return sqrt(x) + y; } };
struct Drsqrt { typedef double T; __device__ static T f(T x, T y) { return rsqrt(x) + y; } };
struct Drcp { typedef double T; __device__ static T f(T x, T y) { return 1.0 / x; } };
struct Dsin { typedef double T; __device__ static T f(T x, T y) { return sin(x) + y; } };
struct Dexp { typedef double T; __device__ static T f(T x, T y) { return exp(x) * y; } };
struct Dlog { typedef double T; __device__ static T f(T x, T y) { return log(x) + y + 2; } };
struct Dpow { typedef double T; __device__ static T f(T x, T y) { return pow(x, y); } };
struct Dfma { typedef double T; __device__ static T f(T x, T y) { return fma(x, y, y); } };
struct Dadd { typedef double T; __device__ static T f(T x, T y) { return x + y; } };
struct Fdiv { typedef float T; __device__ static T f(T x, T y) { return y / x; } };
struct Frcp { typedef float T; __device__ static T f(T x, T y) { return 1.0f / x; } };
struct Fsqrt { typedef float T; __device__ static T f(T x, T y) { return sqrtf(x) + y; } };
struct Frsqrt { typedef float T; __device__ static T f(T x, T y) { return rsqrtf(x) + y; } };
struct Fsin { typedef float T; __device__ static T f(T x, T y) { return sinf(x) + y; } };
struct Fexp { typedef float T; __device__ static T f(T x, T y) { return expf(x) * y; } };
struct Flog { typedef float T; __device__ static T f(T x, T y) { return logf(x) + y + 2; } };
struct Fpow { typedef float T; __device__ static T f(T x, T y) { return powf(x, y); } };
struct Ffdiv { typedef float T; __device__ static T f(T x, T y) { return __fdividef(y, x) + y; } };
struct Idiv { typedef int T; __device__ static T f(T x, T y) { return 1000000007 / (x + y); } };
struct Udiv { typedef unsigned T; __device__ static T f(T x, T y) { return 4000000007u / (x + y); } };
struct Umod { typedef unsigned T; __device__ static T f(T x, T y) { return 4000000007u % (x + y) + 3; } };
struct Umod7 { typedef unsigned T; __device__ static T f(T x, T y) { return x % 7 + y; } };
struct Ldiv { typedef unsigned long long T; __device__ static T f(T x, T y) { return 4000000000000007ull / (x + y); } };
struct Lmod { typedef unsigned long long T; __device__ static T f(T x, T y) { return 4000000000000007ull % (x + y) + 3; } };
struct D2i { typedef double T; __device__ static T f(T x, T y) { return (double)(int)(x) + y; } };
struct D2f { typedef double T; __device__ static T f(T x, T y) { return (double)(float)(x) + y; } };
struct Popc { typedef unsigned T; __device__ static T f(T x, T y) { return __popc(x) + y; } };
struct F2i2f { typedef float T; __device__ static T f(T x, T y) { return (float)(int)x + y; } };
struct F2u2f { typedef float T; __device__ static T f(T x, T y) { return (float)(unsigned)x + y; } };
struct F2l2f { typedef float T; __device__ static T f(T x, T y) { return (float)(long long)x + y; } };
struct F2h2f { typedef float T; __device__ static T f(T x, T y) { return __half2float(__float2half(x)) * 0.5f + y; } };
struct Ffloor { typedef float T; __device__ static T f(T x, T y) { return floorf(x) * 0.5f + y; } };
struct Frint { typedef float T; __device__ static T f(T x, T y) { return rintf(x) * 0.5f + y; } };
struct I2c { typedef int T; __device__ static T f(T x, T y) { return (signed char)(x + y); } };
struct I2s { typedef int T; __device__ static T f(T x, T y) { return (short)(x + y); } };
struct Clz { typedef unsigned T; __device__ static T f(T x, T y) { return __clz(x) + y; } };
struct Brev { typedef unsigned T; __device__ static T f(T x, T y) { return __brev(x) + y; } };
struct Ffs { typedef unsigned T; __device__ static T f(T x, T y) { return __ffs(x) + y; } };
struct I64mul { typedef ull T; __device__ static T f(T x, T y) { return x * y + 3; } };
struct I64add { typedef ull T; __device__ static T f(T x, T y) { return x + y; } };
struct I64shl { typedef ull T; __device__ static T f(T x, T y) { return (x << 3) ^ y; } };
struct I64shrVar { typedef ull T; __device__ static T f(T x, T y) { return (x >> (x & 15)) + y; } };
struct Mulhi { typedef unsigned T; __device__ static T f(T x, T y) { return __umulhi(x, y) + y; } };
struct Mul64hi { typedef ull T; __device__ static T f(T x, T y) { return __umul64hi(x, y) + y; } };
struct Dmax { typedef double T; __device__ static T f(T x, T y) { return fmax(x, y) * 0.5; } };
struct Dsel { typedef double T; __device__ static T f(T x, T y) { return x > y ? x - y : x + y; } };
struct Fsel { typedef float T; __device__ static T f(T x, T y) { return x > y ? x - y : x + y; } };
struct Isel { typedef int T; __device__ static T f(T x, T y) { return x > y ? x - y : x + 3; } };
struct I2d2i { typedef int T; __device__ static T f(T x, T y) { return (int)((double)x * 0.5) + y; } };
struct F2d2f { typedef float T; __device__ static T f(T x, T y) { return (float)(double)x * 0.5f + y; } };
struct L2d { typedef double T; __device__ static T f(T x, T y) { return (double)(long long)x * 0.5 + y; } };
struct Dfloor { typedef double T; __device__ static T f(T x, T y) { return floor(x) * 0.5 + y; } };
struct Dabs { typedef double T; __device__ static T f(T x, T y) { return fabs(x) * 0.5 - y; } };
struct Fma { typedef float T; __device__ static T f(T x, T y) { return fmaf(x, y, y); } };
struct Iadd { typedef int T; __device__ static T f(T x, T y) { return (x + y) ^ 5; } };
struct Imad { typedef int T; __device__ static T f(T x, T y) { return x * y + 5; } };
struct Ishf { typedef unsigned T; __device__ static T f(T x, T y) { return __funnelshift_l(x, y, 7) + 1; } };
struct Prmt { typedef unsigned T; __device__ static T f(T x, T y) { return __byte_perm(x, y, 0x3715) + 1; } };
struct Dp4a { typedef int T; __device__ static T f(T x, T y) { return __dp4a(x, y, x); } };
struct Vabs { typedef unsigned T; __device__ static T f(T x, T y) { return __vadd4(x, y); } };
struct Imin { typedef int T; __device__ static T f(T x, T y) { return min(x + 3, y) * 2; } };
struct Sad { typedef unsigned T; __device__ static T f(T x, T y) { return __sad(x, y, 3); } };
struct FsinFast { typedef float T; __device__ static T f(T x, T y) { return __sinf(x) + y; } };
struct FexpFast { typedef float T; __device__ static T f(T x, T y) { return __expf(x) * y; } };
struct FlogFast { typedef float T; __device__ static T f(T x, T y) { return __logf(x) + y + 2; } };
struct FrcpFast { typedef float T; __device__ static T f(T x, T y) { return __frcp_rn(x) + y; } };
struct Tanhf { typedef float T; __device__ static T f(T x, T y) { return tanhf(x) + y; } };
struct Hypotf { typedef float T; __device__ static T f(T x, T y) { return hypotf(x, y); } };
struct Fmodf { typedef float T; __device__ static T f(T x, T y) { return fmodf(x, y) + 2; } };
struct Dcbrt { typedef double T; __device__ static T f(T x, T y) { return cbrt(x) + y; } };
struct Dtan { typedef double T; __device__ static T f(T x, T y) { return tan(x) * 0.01 + y; } };
struct Datan { typedef double T; __device__ static T f(T x, T y) { return atan(x) + y; } };
struct Dpowi { typedef double T; __device__ static T f(T x, T y) { return pow(x, 3) * 0.01 + y; } };
template <class F> __global__ void chain(typename F::T* o, int n, long long* cycles) { typename F::T x = o[0], y = o[1]; long long c = clock64();
#pragma unroll 1
  for (int i = 0; i < n; ++i) x = F::f(x, y); c = clock64() - c; o[2 + threadIdx.x] = x; if (!threadIdx.x) *cycles = c; }
template <class F> static void measure(const char* name, typename F::T x, typename F::T y) {
  if (!strstr(name, only)) return;
  typedef typename F::T T; T h[2] = {x, y}; T* o = device<T>(4096); CHECK(cudaMemcpy(o, h, sizeof h, cudaMemcpyHostToDevice)); long long* c = device<long long>(1); const int n = 200; long long got;
  for (int threads : {1, 32, 1024}) {
    for (int r = 0; r < 3; ++r) chain<F><<<1, threads>>>(o, n, c);
    CHECK(cudaMemcpy(&got, c, 8, cudaMemcpyDeviceToHost)); print(name, "threads", threads, got, threads > 32 ? n * 32 : n);
  }
}
__constant__ int table[1024];
__global__ void constants(int* o, int n, int spread, long long* cycles) { int s = 0, l = threadIdx.x & 31; l = spread ? l % spread : 0; long long c = clock64();
#pragma unroll 1
  for (int i = 0; i < n; ++i) s = table[(s & 31) + l * 8 + 1]; c = clock64() - c; o[threadIdx.x] = s; if (!threadIdx.x) *cycles = c; }
__global__ void locals(int* o, int n, long long* cycles) { int a[32]; for (int i = 0; i < 32; ++i) a[i] = o[i]; int s = threadIdx.x & 7; long long c = clock64();
#pragma unroll 1
  for (int i = 0; i < n; ++i) { a[s & 31] += 3; s = (s + a[(s + 5) & 31]) & 31; } c = clock64() - c; o[threadIdx.x] = s; if (!threadIdx.x) *cycles = c; }
__global__ void escape(float* o, int n, float cx, long long* cycles) { float x = 0, y = 0, a = cx + threadIdx.x * 1e-6f, b = o[1]; int i = 0; long long c = clock64(); while (i < n && x * x + y * y < 4.0f) { float t = x * x - y * y + a; y = 2 * x * y + b; x = t; ++i; } c = clock64() - c; o[2 + threadIdx.x] = i; if (!threadIdx.x) *cycles = c; }
int main(int argc, char** argv) {
  start(argc, argv);
  measure<Ddiv>("ddiv", 1.3, 1.7); measure<Ddivc>("ddiv_of_chain", 1.3, 1.7); measure<Drcp>("drcp", 1.3, 1.7); measure<Dsqrt>("dsqrt", 1.3, 1.7); measure<Drsqrt>("drsqrt", 1.3, 1.7); measure<Dsin>("dsin", 1.3, 1.7); measure<Dexp>("dexp", .3, .7); measure<Dlog>("dlog", 1.3, 1.7); measure<Dpow>("dpow", 1.3, 0.7); measure<Dfma>("dfma", 1e-3, 1e-3); measure<Dadd>("dadd", 1e-3, 1e-3);
  measure<Fdiv>("fdiv", 1.3f, 1.7f); measure<Frcp>("frcp", 1.3f, 1.7f); measure<Fsqrt>("fsqrt", 1.3f, 1.7f); measure<Frsqrt>("frsqrt", 1.3f, 1.7f); measure<Fsin>("fsin", 1.3f, 1.7f); measure<Fexp>("fexp", .3f, .7f); measure<Flog>("flog", 1.3f, 1.7f); measure<Fpow>("fpow", 1.3f, .7f); measure<Ffdiv>("fdividef", 1.3f, 1.7f);
  measure<Idiv>("idiv", 17, 1000); measure<Udiv>("udiv", 17, 1000); measure<Umod>("umod", 17, 1000); measure<Umod7>("umod7", 17, 1000); measure<Ldiv>("ldiv", 17, 1000); measure<Lmod>("lmod", 17, 1000); measure<D2i>("d2i", 1.3, 1.7); measure<D2f>("d2f", 1.3, 1.7); measure<Popc>("popc", 17, 1000);
  measure<F2i2f>("f2i2f", 1.3f, 1.7f); measure<F2u2f>("f2u2f", 1.3f, 1.7f); measure<F2l2f>("f2l2f", 1.3f, 1.7f); measure<F2h2f>("f2h2f", 1.3f, 1.7f); measure<Ffloor>("ffloor", 1.3f, 1.7f); measure<Frint>("frint", 1.3f, 1.7f);
  measure<I2c>("i2c", 3, 5); measure<I2s>("i2s", 3, 5); measure<Clz>("clz", 17, 1000); measure<Brev>("brev", 17, 1000); measure<Ffs>("ffs", 17, 1000); measure<I64mul>("i64mul", 17, 1000);
  measure<I64add>("i64add", 17, 1000); measure<I64shl>("i64shl", 17, 1000); measure<I64shrVar>("i64shr_var", 17, 1000); measure<Mulhi>("mulhi", 4000000000u, 3000000001u); measure<Mul64hi>("mul64hi", 17, 9223372036854780468ull); measure<Dmax>("dmax", 1.3, 1.7);
  measure<Dsel>("dsel", 1.3, 1.7); measure<Fsel>("fsel", 1.3f, 1.7f); measure<Isel>("isel", 13, 17); measure<I2d2i>("i2d2i", 13, 17); measure<F2d2f>("f2d2f", 1.3f, 1.7f); measure<L2d>("l2d", 1.3, 1.7);
  measure<Dfloor>("dfloor", 1.3, 1.7); measure<Dabs>("dabs", 1.3, 1.7); measure<Fma>("fma", 0.001f, 0.001f); measure<Iadd>("iadd", 1, 3); measure<Imad>("imad", 1, 3); measure<Ishf>("ishf", 1, 3);
  measure<Prmt>("prmt", 1, 3); measure<Dp4a>("dp4a", 1, 3); measure<Vabs>("vabs", 1, 3); measure<Imin>("imin", 1, 3); measure<Sad>("sad", 1, 3); measure<FsinFast>("fsin_fast", 1.3f, 1.7f);
  measure<FexpFast>("fexp_fast", 0.3f, 0.7f); measure<FlogFast>("flog_fast", 1.3f, 1.7f); measure<FrcpFast>("frcp_fast", 1.3f, 1.7f); measure<Tanhf>("tanhf", 1.3f, 1.7f); measure<Hypotf>("hypotf", 1.3f, 0.7f); measure<Fmodf>("fmodf", 7.3f, 1.7f);
  measure<Dcbrt>("dcbrt", 1.3, 1.7); measure<Dtan>("dtan", 0.3, 0.7); measure<Datan>("datan", 0.3, 0.7); measure<Dpowi>("dpowi", 0.3, 0.7);
  int* o = device<int>(4096); long long* c = device<long long>(1); long long got;
  for (int s : {0, 2, 4, 8, 16, 32}) for (int t : {32, 1024}) { for (int r = 0; r < 3; ++r) constants<<<1, t>>>(o, 200, s, c); CHECK(cudaMemcpy(&got, c, 8, cudaMemcpyDeviceToHost)); char v[64]; snprintf(v, 64, "constants_%d", s); print(v, "threads", t, got, 200); }
  for (int t : {1, 32, 1024}) { for (int r = 0; r < 3; ++r) locals<<<1, t>>>(o, 200, c); CHECK(cudaMemcpy(&got, c, 8, cudaMemcpyDeviceToHost)); print("locals", "threads", t, got, 200); }
  float h[2] = {0, 0.1f}; float* f = device<float>(4096); CHECK(cudaMemcpy(f, h, 8, cudaMemcpyHostToDevice));
  for (int t : {1, 32, 1024}) { for (int r = 0; r < 3; ++r) escape<<<1, t>>>(f, 200, -0.1f, c); CHECK(cudaMemcpy(&got, c, 8, cudaMemcpyDeviceToHost)); print("escape", "threads", t, got, 200); }
}
