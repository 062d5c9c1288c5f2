// Built with a default stream for each thread: the work of two threads overlaps, and neither waits for the other's.
#include <cstdio>
#include <thread>
__global__ void spin(long long cycles) { long long t = clock64(); while (clock64() - t < cycles) {} }
int main() {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  spin<<<1, 1>>>(1980000);
  std::thread([&] {
    int *x, h = 4;
    cudaMalloc(&x, 4);
    cudaEventRecord(begin);
    spin<<<1, 1>>>(198000);
    cudaMemcpy(x, &h, 4, cudaMemcpyHostToDevice);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
  }).join();
  float ms = 0;
  if (cudaEventElapsedTime(&ms, begin, end) != cudaSuccess || cudaStreamQuery(0) != cudaErrorNotReady) return 8;
  cudaDeviceSynchronize();
  printf("%s\n", ms < 0.5 ? "side by side" : "one after the other");
  return 0;
}
