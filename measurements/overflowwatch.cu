// When launch calls return that meet a full pool, and when the children of the others run:
// overflowwatch STREAM(0 NULL, 1 fire-and-forget, 2 own) BLOCKS THREADS LIMIT CHILD_WORK
// Each thread launches once. A row of numbers is: how many, then the least, a tenth, the median, nine tenths and the greatest, microseconds
// since the first call began. acc: calls that were accepted, ref: refused; Beg, End, Dur: when they began, returned, how long they took;
// accAfterRef: when those returned that did so behind the first refusal; chStart, chEnd: children.
// Whole warps that overflow the pool fire-and-forget can hang the GPU for good: start it under a time limit, or leave that out.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
typedef unsigned long long Time;
const int MOST = 12800;
__device__ Time began[MOST], returned[MOST], childBegan[MOST], childEnded[MOST];
__device__ int error[MOST];
__device__ Time globaltimer() { Time t; asm volatile("mov.u64 %0,%globaltimer;" : "=l"(t)); return t; }
__global__ void child(int i, int work) {
  childBegan[i] = globaltimer();
  long long t = clock64();
  while (clock64() - t < work);
  childEnded[i] = globaltimer();
}
template <int STREAM> __global__ void flood(int work) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaStream_t s;
  if (STREAM == 2) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  __syncwarp();
  Time begin = globaltimer();
  if (STREAM == 0) child<<<1, 1>>>(i, work);
  if (STREAM == 1) child<<<1, 1, 0, cudaStreamFireAndForget>>>(i, work);
  if (STREAM == 2) child<<<1, 1, 0, s>>>(i, work);
  __syncwarp();
  Time end = globaltimer();
  error[i] = cudaGetLastError();
  began[i] = begin; returned[i] = end;
}
void print(const char* name, std::vector<double> v) {
  if (v.empty()) { printf(" %s -", name); return; }
  std::sort(v.begin(), v.end());
  printf(" %s n%zu", name, v.size());
  for (double q : {0., .1, .5, .9, 1.}) printf(" %.1f", v[(size_t)(q * (v.size() - 1))]);
}
Time b[MOST], r[MOST], cb[MOST], ce[MOST], zero[MOST];
int er[MOST];
int main(int argc, char** argv) {
  int stream = atoi(argv[1]), blocks = atoi(argv[2]), threads = atoi(argv[3]), work = atoi(argv[5]), n = blocks * threads;
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, atol(argv[4]));
  for (int run = 0; run < 3; ++run) {
    cudaMemcpyToSymbol(childBegan, zero, sizeof zero);
    if (stream == 0) flood<0><<<blocks, threads>>>(work);
    if (stream == 1) flood<1><<<blocks, threads>>>(work);
    if (stream == 2) flood<2><<<blocks, threads>>>(work);
    int e = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(b, began, sizeof b); cudaMemcpyFromSymbol(r, returned, sizeof r); cudaMemcpyFromSymbol(cb, childBegan, sizeof cb);
    cudaMemcpyFromSymbol(ce, childEnded, sizeof ce); cudaMemcpyFromSymbol(er, error, sizeof er);
    Time first = *std::min_element(b, b + n);
    double refusal = 1e9;
    for (int i = 0; i < n; ++i) if (er[i]) refusal = std::min(refusal, (r[i] - first) / 1e3);
    std::vector<double> accBeg, accEnd, accDur, refBeg, refEnd, refDur, late, start, end;
    for (int i = 0; i < n; ++i) {
      double from = (b[i] - first) / 1e3, to = (r[i] - first) / 1e3;
      if (er[i]) { refBeg.push_back(from); refEnd.push_back(to); refDur.push_back(to - from); continue; }
      accBeg.push_back(from); accEnd.push_back(to); accDur.push_back(to - from);
      if (to > refusal) late.push_back(to);
      if (cb[i]) { start.push_back((cb[i] - first) / 1e3); end.push_back((ce[i] - first) / 1e3); }
    }
    printf("S%d B%d T%d w%d err%d", stream, blocks, threads, work, e);
    print("accBeg", accBeg); print("accEnd", accEnd); print("accDur", accDur); puts("");
    print("refBeg", refBeg); print("refEnd", refEnd); print("refDur", refDur); print("accAfterRef", late); puts("");
    print("chStart", start); print("chEnd", end); puts("");
    fflush(stdout);
  }
}
