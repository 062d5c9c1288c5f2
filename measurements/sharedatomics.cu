// What atomics on shared memory cost: by operation and type, by the number of words that the lanes of a warp meet at, and by the number of warps.
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>
#include <vector>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
typedef unsigned long long ull;
enum Kind { ADD_U32, ADD_U32_USED, ADD_BY_LANE, MIN_U32, OR_U32, EXCH_U32, CAS_U32, INC_U32, ADD_F32, ADD_F32_USED, ADD_HALF2, ADD_U64, ADD_U64_USED, MIN_U64, MAX_S64, OR_U64, EXCH_U64, CAS_U64, ADD_F64, KINDS };
static const char* const NAME[] = {"add_u32", "add_u32_used", "add_by_lane", "min_u32", "or_u32", "exch_u32", "cas_u32", "inc_u32", "add_f32", "add_f32_used", "add_half2", "add_u64", "add_u64_used", "min_u64", "max_s64", "or_u64", "exch_u64", "cas_u64", "add_f64"};
const int STEPS = 64;
// Each lane works on one of `words` words of 8 bytes; warps share them or have their own.
template <int K> __global__ void steps(unsigned* cycles, ull* sink, int words, int own, unsigned operand) {
  extern __shared__ ull s[];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) s[i] = 0;
  ull* p = s + (own ? warp * 32 : 0) + lane % words;
  ull used = operand; unsigned v = operand + (K == ADD_BY_LANE ? lane : 0);
  __syncthreads();
  long long c = clock64();
  #pragma unroll 1
  for (int i = 0; i < STEPS; ++i) {
    if (K == ADD_U32) atomicAdd((unsigned*)p, v);
    if (K == ADD_BY_LANE) atomicAdd((unsigned*)p, v + i);
    if (K == ADD_U32_USED) used += atomicAdd((unsigned*)p, (unsigned)used | 1);
    if (K == MIN_U32) atomicMin((unsigned*)p, v);
    if (K == OR_U32) atomicOr((unsigned*)p, v);
    if (K == EXCH_U32) used += atomicExch((unsigned*)p, (unsigned)used);
    if (K == CAS_U32) used = atomicCAS((unsigned*)p, (unsigned)used, v);
    if (K == INC_U32) atomicInc((unsigned*)p, v);
    if (K == ADD_F32) atomicAdd((float*)p, (float)v);
    if (K == ADD_F32_USED) used += (ull)__float_as_uint(atomicAdd((float*)p, __uint_as_float((unsigned)used)));
    if (K == ADD_HALF2) atomicAdd((__half2*)p, __half2half2(__ushort_as_half((unsigned short)v)));
    if (K == ADD_U64) atomicAdd(p, (ull)v);
    if (K == ADD_U64_USED) used += atomicAdd(p, used | 1);
    if (K == MIN_U64) atomicMin(p, (ull)v);
    if (K == MAX_S64) atomicMax((long long*)p, (long long)v);
    if (K == OR_U64) atomicOr(p, (ull)v);
    if (K == EXCH_U64) used += atomicExch(p, used);
    if (K == CAS_U64) used = atomicCAS(p, used, (ull)v);
    if (K == ADD_F64) atomicAdd((double*)p, (double)v);
  }
  __syncthreads();
  c = clock64() - c;
  if (threadIdx.x == 0) *cycles = (unsigned)c;
  sink[threadIdx.x] = used + s[threadIdx.x];
}
static unsigned* cycles; static ull* sink;
template <int K> static void measure() {
  for (int warps : {1, 4, 8, 32}) for (int words : {1, 2, 4, 8, 16, 32}) for (int own : {0, 1}) {
    if (own && warps == 1) continue;
    std::vector<unsigned> t;
    for (int r = 0; r < 6; ++r) {
      steps<K><<<1, warps * 32, 32 * 32 * 8>>>(cycles, sink, words, own, 1); CHECK(cudaGetLastError());
      unsigned c; CHECK(cudaMemcpy(&c, cycles, 4, cudaMemcpyDeviceToHost)); if (r) t.push_back(c);
    }
    std::sort(t.begin(), t.end());
    printf("shared,%s,words,%d,warps,%d,%s,%.2f,%.2f,%.2f\n", NAME[K], words, warps, own ? "own" : "same", t.front() / (double)STEPS, t[t.size() / 2] / (double)STEPS, t.back() / (double)STEPS); fflush(stdout);
  }
}
template <int K> static void all(const char* only) { if constexpr (K < KINDS) { if (!only || !strcmp(only, NAME[K])) measure<K>(); all<K + 1>(only); } }
int main(int argc, char** argv) {
  CHECK(cudaMalloc(&cycles, 4)); CHECK(cudaMalloc(&sink, 1024 * 8));
  all<0>(argc > 1 ? argv[1] : nullptr);
}
