// Products by wmma in the shapes, element types and layouts that it has, against three loops.
#include <cstdio>
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;
__host__ __device__ static float real(half x) { return __half2float(x); }
__host__ __device__ static float real(__nv_bfloat16 x) { return __bfloat162float(x); }
__host__ __device__ static float real(float x) { return x; }
__host__ __device__ static double real(double x) { return x; }
__host__ __device__ static int real(signed char x) { return x; }
__host__ __device__ static int real(unsigned char x) { return x; }
__host__ __device__ static int real(int x) { return x; }
template <class T> struct Type { using Memory = T; };
template <> struct Type<wmma::precision::tf32> { using Memory = float; };

template <int M, int N, int K, class T, class C, class LA, class LB>
__global__ void product(const typename Type<T>::Memory *a, const typename Type<T>::Memory *b, const C *c, C *d, C scale, bool rows) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc, fd;
    __shared__ alignas(32) C staged[M * N];
    wmma::load_matrix_sync(fa, a, std::is_same<LA, wmma::row_major>::value ? K : M);
    wmma::load_matrix_sync(fb, b, std::is_same<LB, wmma::row_major>::value ? N : K);
    if constexpr (std::is_same<T, wmma::precision::tf32>::value) {
        for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
        for (int i = 0; i < fb.num_elements; i++) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    }
    wmma::load_matrix_sync(fc, c, rows ? N : M, rows ? wmma::mem_row_major : wmma::mem_col_major);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] * scale;
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(staged, fd, rows ? N : M, rows ? wmma::mem_row_major : wmma::mem_col_major);
    __syncwarp();
    for (int i = threadIdx.x; i < M * N; i += 32) d[i] = staged[i];
}
static int wrong;
template <int M, int N, int K, class T, class C, class LA, class LB> void one(bool rows, int range) {
    using E = typename Type<T>::Memory;
    E *a, *b;
    C *c, *d;
    cudaMallocManaged(&a, M * K * sizeof(E));
    cudaMallocManaged(&b, K * N * sizeof(E));
    cudaMallocManaged(&c, M * N * sizeof(C));
    cudaMallocManaged(&d, M * N * sizeof(C));
    bool ra = std::is_same<LA, wmma::row_major>::value, rb = std::is_same<LB, wmma::row_major>::value;
    int low = std::is_same<E, unsigned char>::value ? 0 : range / 2;
    for (int i = 0; i < M * K; i++) a[i] = (E)(float)((i * 7 + i / 5) % range - low);
    for (int i = 0; i < K * N; i++) b[i] = (E)(float)((i * 11 + i / 3) % range - low);
    for (int i = 0; i < M * N; i++) c[i] = (C)(float)(i % 9 - 4);
    product<M, N, K, T, C, LA, LB><<<1, 32>>>(a, b, c, d, (C)(float)2, rows);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("m%dn%dk%d %s\n", M, N, K, cudaGetErrorString(e)); wrong++; return; }
    int bad = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 2 * (double)real(c[rows ? i * N + j : j * M + i]);
            for (int k = 0; k < K; k++) sum += (double)real(a[ra ? i * K + k : k * M + i]) * (double)real(b[rb ? k * N + j : j * K + k]);
            bad += (double)real(d[rows ? i * N + j : j * M + i]) != sum;
        }
    if (bad) printf("m%dn%dk%d size %d of %d: %d\n", M, N, K, (int)sizeof(E), (int)sizeof(C), bad);
    wrong += bad;
    cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d);
}
template <class T, class C, class L> void shapes(int range) {
    one<16, 16, 16, T, C, wmma::row_major, L>(true, range);
    one<32, 8, 16, T, C, L, wmma::col_major>(false, range);
    one<8, 32, 16, T, C, wmma::col_major, wmma::row_major>(true, range);
}
// Bits and halves of bytes have one layout.
template <class T, class Op, int K, int BITS> __global__ void small(const int *a, const int *b, int *d, Op) {
    wmma::fragment<wmma::matrix_a, 8, 8, K, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, K, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, K, int> fc;
    wmma::fill_fragment(fc, 3);
    wmma::load_matrix_sync(fa, a, K);
    wmma::load_matrix_sync(fb, b, K);
    if constexpr (BITS == 1) wmma::bmma_sync(fc, fa, fb, fc, sizeof(Op) == 1 ? wmma::experimental::bmmaBitOpXOR : wmma::experimental::bmmaBitOpAND);
    else wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
}
template <class T, class Op, int K, int BITS> void tiny(int sign) {
    int *a, *b, *d;
    cudaMallocManaged(&a, 8 * K * BITS / 8);
    cudaMallocManaged(&b, 8 * K * BITS / 8);
    cudaMallocManaged(&d, 256);
    for (int i = 0; i < 8 * K * BITS / 32; i++) a[i] = i * 0x9E3779B9u + 77, b[i] = (i + 99) * 0x85EBCA6Bu;
    small<T, Op, K, BITS><<<1, 32>>>(a, b, d, Op());
    if (cudaDeviceSynchronize() != cudaSuccess) { printf("tiny failed\n"); wrong++; return; }
    int bad = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int sum = 3;
            for (int k = 0; k < K; k++) {
                int x = a[(i * K + k) * BITS / 32] >> (i * K + k) * BITS % 32 & ((1 << BITS) - 1);
                int y = b[(j * K + k) * BITS / 32] >> (j * K + k) * BITS % 32 & ((1 << BITS) - 1);
                if (BITS == 1) sum += sizeof(Op) == 1 ? x ^ y : x & y;
                else sum += (sign ? (x ^ 8) - 8 : x) * (sign ? (y ^ 8) - 8 : y);
            }
            bad += sum != d[i * 8 + j];
        }
    if (bad) printf("tiny k%d: %d\n", K, bad);
    wrong += bad;
}
int main() {
    shapes<half, float, wmma::row_major>(16);
    shapes<half, half, wmma::col_major>(7);
    shapes<__nv_bfloat16, float, wmma::col_major>(16);
    shapes<signed char, int, wmma::row_major>(255);
    shapes<unsigned char, int, wmma::col_major>(255);
    one<16, 16, 8, wmma::precision::tf32, float, wmma::row_major, wmma::col_major>(false, 16);
    one<16, 16, 8, wmma::precision::tf32, float, wmma::col_major, wmma::row_major>(true, 16);
    one<8, 8, 4, double, double, wmma::row_major, wmma::row_major>(false, 1000);
    one<8, 8, 4, double, double, wmma::col_major, wmma::col_major>(true, 1000);
    tiny<wmma::experimental::precision::b1, char, 128, 1>(0);
    tiny<wmma::experimental::precision::b1, int, 128, 1>(0);
    tiny<wmma::experimental::precision::s4, int, 32, 4>(1);
    tiny<wmma::experimental::precision::u4, int, 32, 4>(0);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
