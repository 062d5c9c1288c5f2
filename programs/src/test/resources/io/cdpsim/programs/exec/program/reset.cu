// A device that is reset is as new, three times over. Exits with 0 if so.
#include <cstdio>
#include <cstdlib>
#define EXPECT(c) do { if (!(c)) { printf("line %d: not %s\n", __LINE__, #c); exit(9); } } while (0)
#define GIVES(error, call) do { cudaError_t e_ = (call); if (e_ != (error)) { printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(e_)); exit(9); } } while (0)
#define OK(call) GIVES(cudaSuccess, call)
__device__ int counter = 5;
__constant__ int step = 3;
__global__ void count(int* x) { counter += step; *x = counter; }
int main() {
  size_t before, after, total, limit, again; int *x, *big, value; cudaStream_t s;
  OK(cudaMalloc(&x, 4)); OK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  OK(cudaMemGetInfo(&before, &total));
  for (int i = 0; i < 3; i++) {
    OK(cudaMalloc(&big, 1 << 20)); OK(cudaStreamCreate(&s)); OK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
    count<<<1, 1, 0, s>>>(x); count<<<1, 1, 0, s>>>(x); OK(cudaMemcpy(&value, x, 4, cudaMemcpyDefault)); EXPECT(value == 11);
    OK(cudaDeviceReset());
    GIVES(cudaErrorInvalidValue, cudaFree(big)); cudaGetLastError();
    OK(cudaDeviceGetLimit(&again, cudaLimitDevRuntimePendingLaunchCount)); EXPECT(again == limit);
    OK(cudaMalloc(&x, 4)); OK(cudaMemGetInfo(&after, &total)); EXPECT(after >= before);
  }
  puts("reset"); return 0;
}
