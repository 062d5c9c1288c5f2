// Products by mma.sync in the shapes of sm_80 and sm_90, with a's and b's fragments by the layouts of the PTX ISA, against three loops.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
__device__ __host__ static double value(half x) { return __half2float(x); }
__device__ __host__ static double value(__nv_bfloat16 x) { return __bfloat162float(x); }
__device__ __host__ static double value(float x) { return x; }
__device__ __host__ static double value(double x) { return x; }
__device__ __host__ static double value(int8_t x) { return x; }
__device__ __host__ static double value(uint8_t x) { return x; }
__device__ __host__ static double value(int x) { return x; }
__device__ __host__ static double value(__nv_fp8_e4m3 x) { return (float)x; }
__device__ __host__ static double value(__nv_fp8_e5m2 x) { return (float)x; }

// Registers of 32 bits hold P elements side by side in k; rows are lane / 4, groups of k are lane % 4.
template <class A, class B, class C, int M, int N, int K, class F>
__global__ void multiply(const A *a, const B *b, const C *c, C *d, F op) {
    constexpr int PA = sizeof(A) >= 4 ? 1 : 4 / sizeof(A), PB = sizeof(B) >= 4 ? 1 : 4 / sizeof(B);
    constexpr int RA = M * K / 32 / PA, RB = K * N / 32 / PB, RC = M * N / 32;
    int group = threadIdx.x / 4, inside = threadIdx.x % 4;
    struct alignas(8) { A of[RA * PA]; } fa;
    struct alignas(8) { B of[RB * PB]; } fb;
    struct alignas(8) { C of[RC]; } fc, fd;
    for (int r = 0; r < RA; r++)
        for (int p = 0; p < PA; p++) {
            int row = group + (M == 16 ? r % 2 * 8 : 0), k = inside * PA + p + (M == 16 ? r / 2 : r) * 4 * PA;
            fa.of[r * PA + p] = a[row * K + k];
        }
    for (int r = 0; r < RB; r++)
        for (int p = 0; p < PB; p++) fb.of[r * PB + p] = b[(inside * PB + p + r * 4 * PB) * N + group];
    for (int r = 0; r < RC; r++) fc.of[r] = c[(group + r / 2 * 8) * N + inside * 2 + r % 2];
    op(&fa, &fb, &fc, &fd);
    for (int r = 0; r < RC; r++) d[(group + r / 2 * 8) * N + inside * 2 + r % 2] = fd.of[r];
}
static int wrong;
template <class A, class B, class C, int M, int N, int K, class F> void check(const char *name, int range, F op) {
    A *a; B *b; C *c, *d;
    cudaMallocManaged(&a, M * K * sizeof(A));
    cudaMallocManaged(&b, K * N * sizeof(B));
    cudaMallocManaged(&c, M * N * sizeof(C));
    cudaMallocManaged(&d, M * N * sizeof(C));
    int la = std::is_same<A, uint8_t>::value ? 0 : range / 2, lb = std::is_same<B, uint8_t>::value ? 0 : range / 2;
    for (int i = 0; i < M * K; i++) a[i] = (A)(float)((i * 7 + i / 5) % range - la);
    for (int i = 0; i < K * N; i++) b[i] = (B)(float)((i * 11 + i / 3) % range - lb);
    for (int i = 0; i < M * N; i++) c[i] = (C)(float)(i % 9 - 4);
    multiply<A, B, C, M, N, K><<<1, 32>>>(a, b, c, d, op);
    cudaError_t e = cudaDeviceSynchronize();
    int bad = e != cudaSuccess;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = value(c[i * N + j]);
            for (int k = 0; k < K; k++) sum += value(a[i * K + k]) * value(b[k * N + j]);
            bad += value(d[i * N + j]) != sum;
        }
    if (bad) printf("%s: %d %s\n", name, bad, cudaGetErrorName(e));
    wrong += bad;
}
#define I(p, i) "r"(((const unsigned *)p)[i])
#define O(i) "=r"(((unsigned *)d)[i])
#define OP __device__ void operator()(const void *a, const void *b, const void *c, void *d)
#define F442(n, t) struct n { OP { asm volatile("mma.sync.aligned." t " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};" \
    : O(0), O(1), O(2), O(3) : I(a, 0), I(a, 1), I(a, 2), I(a, 3), I(b, 0), I(b, 1), I(c, 0), I(c, 1), I(c, 2), I(c, 3)); } };
#define F214(n, t) struct n { OP { asm volatile("mma.sync.aligned." t " {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};" \
    : O(0), O(1), O(2), O(3) : I(a, 0), I(a, 1), I(b, 0), I(c, 0), I(c, 1), I(c, 2), I(c, 3)); } };
#define F422(n, t) struct n { OP { asm volatile("mma.sync.aligned." t " {%0,%1},{%2,%3,%4,%5},{%6,%7},{%8,%9};" \
    : O(0), O(1) : I(a, 0), I(a, 1), I(a, 2), I(a, 3), I(b, 0), I(b, 1), I(c, 0), I(c, 1)); } };
#define F212(n, t) struct n { OP { asm volatile("mma.sync.aligned." t " {%0,%1},{%2,%3},{%4},{%5,%6};" \
    : O(0), O(1) : I(a, 0), I(a, 1), I(b, 0), I(c, 0), I(c, 1)); } };
#define F112(n, t) struct n { OP { asm volatile("mma.sync.aligned." t " {%0,%1},{%2},{%3},{%4,%5};" \
    : O(0), O(1) : I(a, 0), I(b, 0), I(c, 0), I(c, 1)); } };
F442(h16, "m16n8k16.row.col.f32.f16.f16.f32") F422(hh16, "m16n8k16.row.col.f16.f16.f16.f16")
F214(h8, "m16n8k8.row.col.f32.f16.f16.f32") F212(hh8, "m16n8k8.row.col.f16.f16.f16.f16")
F442(b16, "m16n8k16.row.col.f32.bf16.bf16.f32") F214(b8, "m16n8k8.row.col.f32.bf16.bf16.f32")
F442(t8, "m16n8k8.row.col.f32.tf32.tf32.f32") F214(t4, "m16n8k4.row.col.f32.tf32.tf32.f32")
F442(ss, "m16n8k32.row.col.s32.s8.s8.s32") F442(su, "m16n8k32.row.col.satfinite.s32.s8.u8.s32") F442(uu, "m16n8k32.row.col.s32.u8.u8.s32")
F214(ss16, "m16n8k16.row.col.s32.s8.s8.s32") F112(ss8, "m8n8k16.row.col.s32.s8.s8.s32") F112(us8, "m8n8k16.row.col.s32.u8.s8.s32")
F442(e44, "m16n8k32.row.col.f32.e4m3.e4m3.f32") F442(e45, "m16n8k32.row.col.f32.e4m3.e5m2.f32") F442(e54, "m16n8k32.row.col.f32.e5m2.e4m3.f32")
F214(e16, "m16n8k16.row.col.f32.e5m2.e5m2.f32")
#define DI(p, i) "d"(((const double *)p)[i])
#define DO(i) "=d"(((double *)d)[i])
struct d4 { OP { asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%4,%5};" : DO(0), DO(1) : DI(a, 0), DI(b, 0), DI(c, 0), DI(c, 1)); } };
struct d164 { OP { asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};"
    : DO(0), DO(1), DO(2), DO(3) : DI(a, 0), DI(a, 1), DI(b, 0), DI(c, 0), DI(c, 1), DI(c, 2), DI(c, 3)); } };
struct d168 { OP { asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};"
    : DO(0), DO(1), DO(2), DO(3) : DI(a, 0), DI(a, 1), DI(a, 2), DI(a, 3), DI(b, 0), DI(b, 1), DI(c, 0), DI(c, 1), DI(c, 2), DI(c, 3)); } };
struct d1616 { OP { asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%16,%17,%18,%19};"
    : DO(0), DO(1), DO(2), DO(3) : DI(a, 0), DI(a, 1), DI(a, 2), DI(a, 3), DI(a, 4), DI(a, 5), DI(a, 6), DI(a, 7), DI(b, 0), DI(b, 1), DI(b, 2), DI(b, 3),
    DI(c, 0), DI(c, 1), DI(c, 2), DI(c, 3)); } };
int main() {
#define T(n, A, B, C, M, N, K, r) check<A, B, C, M, N, K>(#n, r, n());
    T(h16, half, half, float, 16, 8, 16, 16) T(hh16, half, half, half, 16, 8, 16, 7) T(h8, half, half, float, 16, 8, 8, 16) T(hh8, half, half, half, 16, 8, 8, 7)
    T(b16, __nv_bfloat16, __nv_bfloat16, float, 16, 8, 16, 16) T(b8, __nv_bfloat16, __nv_bfloat16, float, 16, 8, 8, 16)
    T(t8, float, float, float, 16, 8, 8, 16) T(t4, float, float, float, 16, 8, 4, 16)
    T(ss, int8_t, int8_t, int, 16, 8, 32, 255) T(su, int8_t, uint8_t, int, 16, 8, 32, 255) T(uu, uint8_t, uint8_t, int, 16, 8, 32, 255)
    T(ss16, int8_t, int8_t, int, 16, 8, 16, 255) T(ss8, int8_t, int8_t, int, 8, 8, 16, 255) T(us8, uint8_t, int8_t, int, 8, 8, 16, 255)
    T(e44, __nv_fp8_e4m3, __nv_fp8_e4m3, float, 16, 8, 32, 9) T(e45, __nv_fp8_e4m3, __nv_fp8_e5m2, float, 16, 8, 32, 5)
    T(e54, __nv_fp8_e5m2, __nv_fp8_e4m3, float, 16, 8, 32, 5) T(e16, __nv_fp8_e5m2, __nv_fp8_e5m2, float, 16, 8, 16, 5)
    T(d4, double, double, double, 8, 8, 4, 1000) T(d164, double, double, double, 16, 8, 4, 1000) T(d168, double, double, double, 16, 8, 8, 1000)
    T(d1616, double, double, double, 16, 8, 16, 1000)
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
