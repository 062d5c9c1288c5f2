// Blocked Cholesky factorisation of small symmetric matrices of doubles. One device thread drives it: factor the diagonal tile, solve the panel, update
// the rest. In one stream; with a second stream and events for the trailing part (look-ahead of one panel); or by tail launches. Or from the host.
#include "programs.cuh"
template <int B> __global__ void potrf(double* a, int n, int k) {
  __shared__ double t[B][B + 1];
  int x = threadIdx.x, y = threadIdx.y; double* tile = a + (size_t)k * B * n + k * B;
  t[y][x] = tile[y * n + x]; __syncthreads();
  for (int j = 0; j < B; ++j) {
    if (x == j && y == j) t[j][j] = sqrt(t[j][j]);
    __syncthreads();
    if (x == j && y > j) t[y][j] /= t[j][j];
    __syncthreads();
    if (x > j && y >= x) t[y][x] -= t[y][j] * t[x][j];
    __syncthreads();
  }
  tile[y * n + x] = y >= x ? t[y][x] : 0.0;
}
// A block per tile below the diagonal one: a thread solves one row of it.
template <int B> __global__ void trsm(double* a, int n, int k) {
  __shared__ double l[B][B + 1], p[B][B + 1];
  int t = threadIdx.x, i = k + 1 + blockIdx.x;
  const double* diagonal = a + (size_t)k * B * n + k * B; double* tile = a + (size_t)i * B * n + k * B;
  for (int r = 0; r < B; ++r) { l[r][t] = diagonal[r * n + t]; p[r][t] = tile[r * n + t]; }
  __syncthreads();
  for (int c = 0; c < B; ++c) { double v = p[t][c]; for (int m = 0; m < c; ++m) v -= p[t][m] * l[c][m]; p[t][c] = v / l[c][c]; }
  __syncthreads();
  for (int r = 0; r < B; ++r) tile[r * n + t] = p[r][t];
}
// Updates tiles (i, j), i >= j, of columns from first to last (excluded).
template <int B> __global__ void syrk(double* a, int n, int k, int first) {
  int j = first + blockIdx.x, i = first + blockIdx.y;
  if (i < j) return;
  __shared__ double p[B][B + 1], q[B][B + 1];
  int x = threadIdx.x, y = threadIdx.y;
  p[y][x] = a[(size_t)(i * B + y) * n + k * B + x]; q[y][x] = a[(size_t)(j * B + y) * n + k * B + x];
  __syncthreads();
  double s = 0;
#pragma unroll
  for (int m = 0; m < B; ++m) s += p[y][m] * q[x][m];
  a[(size_t)(i * B + y) * n + j * B + x] -= s;
}
template <int B> __host__ __device__ void panelStep(double* a, int n, int k, cudaStream_t s) {
  int rest = n / B - k - 1;
  potrf<B><<<1, dim3(B, B), 0, s>>>(a, n, k);
  if (rest) { trsm<B><<<rest, B, 0, s>>>(a, n, k); syrk<B><<<dim3(rest, rest), dim3(B, B), 0, s>>>(a, n, k, k + 1); }
}
template <int B> __global__ void drive(double* a, int n) {
  if (threadIdx.x || blockIdx.x) return;
  for (int k = 0; k < n / B; ++k) panelStep<B>(a, n, k, 0);
  int sms; cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  if (sms < 1) printf("no multiprocessors\n");
}
template <int B> __global__ void driveAhead(double* a, int n) {
  cudaStream_t s[2]; cudaEvent_t solved, updated; int tiles = n / B;
  for (auto& q : s) cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&solved, cudaEventDisableTiming); cudaEventCreateWithFlags(&updated, cudaEventDisableTiming);
  for (int k = 0; k < tiles; ++k) {
    int rest = tiles - k - 1;
    potrf<B><<<1, dim3(B, B), 0, s[0]>>>(a, n, k);
    if (!rest) break;
    trsm<B><<<rest, B, 0, s[0]>>>(a, n, k);
    cudaEventRecord(solved, s[0]); cudaStreamWaitEvent(s[1], solved, 0);
    if (k) cudaStreamWaitEvent(s[0], updated, 0);
    syrk<B><<<dim3(1, rest), dim3(B, B), 0, s[0]>>>(a, n, k, k + 1);                                       // the next panel
    if (rest > 1) syrk<B><<<dim3(rest - 1, rest - 1), dim3(B, B), 0, s[1]>>>(a, n, k, k + 2);              // all behind it
    cudaEventRecord(updated, s[1]);
  }
  cudaEventDestroy(solved); cudaEventDestroy(updated);
  for (auto& q : s) cudaStreamDestroy(q);
}
template <int B> __global__ void driveTail(double* a, int n, int k) {
  panelStep<B>(a, n, k, 0);
  if ((k + 1) * B < n) driveTail<B><<<1, 1, 0, cudaStreamTailLaunch>>>(a, n, k + 1);
}
template <int B> void all(int n) {
  Random r{8}; std::vector<double> m((size_t)n * n);
  for (int i = 0; i < n; ++i) for (int j = 0; j <= i; ++j) m[(size_t)i * n + j] = m[(size_t)j * n + i] = i == j ? n + r.real() : r.real() - 0.5;
  std::vector<double> l = m;
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) { double v = l[(size_t)i * n + j]; for (int k = 0; k < j; ++k) v -= l[(size_t)i * n + k] * l[(size_t)j * n + k]; l[(size_t)i * n + j] = i == j ? sqrt(v) : v / l[(size_t)j * n + j]; }
  }
  double *source = device(m), *a = device<double>((size_t)n * n);
  for (int k = 0; k < 4; ++k) {
    const char* ways[] = {"host", "drive", "ahead", "tail"}; char name[64]; snprintf(name, 64, "%s_tile%d", ways[k], B);
    row("cholesky", name, "n", n, [&] { CHECK(cudaMemcpy(a, source, sizeof(double) * n * n, cudaMemcpyDeviceToDevice)); },
        [&] {
          if (k == 0) for (int t = 0; t < n / B; ++t) panelStep<B>(a, n, t, 0);
          else if (k == 1) drive<B><<<1, 32>>>(a, n); else if (k == 2) driveAhead<B><<<1, 1>>>(a, n); else driveTail<B><<<1, 1>>>(a, n, 0);
        },
        [&] {
          std::vector<double> g((size_t)n * n); CHECK(cudaMemcpy(g.data(), a, sizeof(double) * n * n, cudaMemcpyDeviceToHost)); double worst = 0, trace = 0;
          for (int i = 0; i < n; ++i) { trace += g[(size_t)i * n + i]; for (int j = 0; j <= i; ++j) worst = std::max(worst, fabs(g[(size_t)i * n + j] - l[(size_t)i * n + j])); }
          if (!(worst < 1e-9)) { fprintf(stderr, "FATAL,cholesky %s %d: error %g\n", name, n, worst); exit(1); }
          return (ull)(trace * 1e6);
        });
  }
  cudaFree(source); cudaFree(a);
}
int main(int argc, char** argv) { start(argc, argv); all<16>(96); all<16>(256); all<32>(256); }
