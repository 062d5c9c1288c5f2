// Products by wmma and by mma.sync with ldmatrix, against three loops.
#include <cstdio>
#include <mma.h>
using namespace nvcuda;
#define M 64
#define N 32
#define K 48
__global__ void byWmma(const half *a, const half *b, float *c) {
    int row = blockIdx.y * 16, column = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < K; k += 16) {
        wmma::load_matrix_sync(fa, a + row * K + k, K);
        wmma::load_matrix_sync(fb, b + k * N + column, N);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + row * N + column, fc, N, wmma::mem_row_major);
}
__global__ void byMma(const half *a, const half *b, float *c) {
    __shared__ alignas(16) half sa[16][16], sb[16][8];
    int lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 8;
    float d[4] = {0, 0, 0, 0};
    for (int k = 0; k < K; k += 16) {
        for (int i = lane; i < 256; i += 32) sa[i / 16][i % 16] = a[(row + i / 16) * K + k + i % 16];
        for (int i = lane; i < 128; i += 32) sb[i / 8][i % 8] = b[(k + i / 8) * N + column + i % 8];
        __syncwarp();
        unsigned ra[4], rb[2];
        unsigned pa = (unsigned)__cvta_generic_to_shared(&sa[lane % 16][lane / 16 * 8]);
        unsigned pb = (unsigned)__cvta_generic_to_shared(&sb[lane % 16][0]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(pa));
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(rb[0]), "=r"(rb[1]) : "r"(pb));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
        __syncwarp();
    }
    for (int i = 0; i < 4; i++) c[(row + lane / 4 + i / 2 * 8) * N + column + lane % 4 * 2 + i % 2] = d[i];
}
int main() {
    half *a, *b;
    float *c, *d;
    cudaMallocManaged(&a, M * K * 2);
    cudaMallocManaged(&b, K * N * 2);
    cudaMallocManaged(&c, M * N * 4);
    cudaMallocManaged(&d, M * N * 4);
    for (int i = 0; i < M * K; i++) a[i] = __float2half((float)(i * 7 % 13 - 6));
    for (int i = 0; i < K * N; i++) b[i] = __float2half((float)(i * 5 % 11 - 5));
    byWmma<<<dim3(N / 16, M / 16), 32>>>(a, b, c);
    byMma<<<dim3(N / 8, M / 16), 32>>>(a, b, d);
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
    int wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += __half2float(a[i * K + k]) * __half2float(b[k * N + j]);
            wrong += (c[i * N + j] != sum) + (d[i * N + j] != sum);
        }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
