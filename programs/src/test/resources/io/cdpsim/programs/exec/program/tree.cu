// Launches from the device, in two units: 'tree DEPTH' counts the nodes of a binary tree, one grid each, prints them and exits with 0.
#include <cstdio>
#include <cstdlib>

__device__ unsigned nodes;
__device__ void visited(int depth);

__global__ void node(int depth) {
  visited(depth);
  if (depth > 0 && threadIdx.x < 2) node<<<1, 32>>>(depth - 1);
}
__global__ void last() { printf("%u nodes\n", nodes); }
__global__ void root(int depth) {
  node<<<1, 32>>>(depth);
  last<<<1, 1, 0, cudaStreamTailLaunch>>>();
}

int main(int argc, char** argv) {
  int depth = argc > 1 ? atoi(argv[1]) : 3;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  root<<<1, 1>>>(depth);
  cudaEventRecord(end);
  if (cudaDeviceSynchronize() != cudaSuccess) return 8;
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  unsigned seen = 0;
  cudaMemcpyFromSymbol(&seen, nodes, sizeof seen);
  printf("%.3f us\n", 1000 * ms);
  return seen == (2u << depth) - 1 ? 0 : 7;
}
