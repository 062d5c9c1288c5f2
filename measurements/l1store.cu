// What a load takes after stores to its line, by what was stored and loaded before: cycles, one warp of one block.
#include <cstdio>
#include <cuda_runtime.h>
__device__ __forceinline__ unsigned now() { unsigned t; asm volatile("mov.u32 %0, %clock;" : "=r"(t) :: "memory"); return t; }
__device__ __forceinline__ int ld(const int* p) { int v; asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ int ldv(const int* p) { int v; asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ int ldr(const int* p) { int v; asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
__device__ __forceinline__ void st(int* p, int v) { asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ void stv(int* p, int v) { asm volatile("st.volatile.global.u32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }
__device__ __forceinline__ void rest() { unsigned t = now(); while (now() - t < 3000) {} }
__device__ int sink;
#define LOAD(F, p) ({ unsigned t_ = now(); int v_ = F(p); if (v_ == 0x7654321) sink = 1; now() - t_; })
__global__ void k(int* b, int* out) {
  int l = threadIdx.x & 31, w = threadIdx.x >> 5; int* at = b; int o = 0; unsigned t;
  // warm the code: two rounds, the second is reported
  for (int r = 0; r < 2; ++r) {
    o = 0; at = b + r * 65536;
#define NEXT at += 1024
#define OUT(x) do { t = (x); if (w == 0 && l == 0) out[o] = t; ++o; NEXT; } while (0)
    if (w == 0) {
      OUT(LOAD(ld, at + l));                                                          // 0 untouched
      LOAD(ld, at + l); OUT(LOAD(ld, at + l));                                        // 1 loaded
      st(at + l, l); rest(); OUT(LOAD(ld, at + l));                                   // 2 line stored
      if (l == 0) st(at, 1); __syncwarp(); rest(); OUT(LOAD(ld, at));                 // 3 word stored, same word
      if (l == 0) st(at, 1); __syncwarp(); rest(); OUT(LOAD(ld, at + 1));             // 4 word stored, next word
      if (l < 8) st(at + l, 1); __syncwarp(); rest(); OUT(LOAD(ld, at + (l & 7)));    // 5 sector stored, it
      if (l < 8) st(at + l, 1); __syncwarp(); rest(); OUT(LOAD(ld, at + 8 + (l & 7)));// 6 sector stored, next sector
      LOAD(ld, at + l); st(at + l, l); rest(); OUT(LOAD(ld, at + l));                 // 7 loaded, stored
      LOAD(ld, at + l); if (l == 0) st(at, 1); __syncwarp(); rest(); OUT(LOAD(ld, at + l)); // 8 loaded, word stored, line
      st(at + l, l); OUT(LOAD(ld, at + l));                                           // 9 line stored, at once
      if (l == 0) st(at, 1); __syncwarp(); OUT(LOAD(ld, at));                         // 10 word stored, at once
      LOAD(ld, at + l); if (l == 0) atomicAdd(at, 1); __syncwarp(); rest(); OUT(LOAD(ld, at + l)); // 11 loaded, atomic
      if (l == 0) atomicAdd(at, 1); __syncwarp(); rest(); OUT(LOAD(ld, at + l));      // 12 atomic
      LOAD(ld, at + l); OUT(LOAD(ldv, at + l));                                       // 13 loaded, volatile
      LOAD(ldv, at + l); OUT(LOAD(ld, at + l));                                       // 14 volatile, loaded
      LOAD(ldv, at + l); OUT(LOAD(ldv, at + l));                                      // 15 volatile twice
      LOAD(ldr, at + l); OUT(LOAD(ldr, at + l));                                      // 16 relaxed gpu twice
      stv(at + l, l); rest(); OUT(LOAD(ld, at + l));                                  // 17 volatile store, load
      LOAD(ld, at + l); stv(at + l, l); rest(); OUT(LOAD(ld, at + l));                // 18 load, volatile store, load
      st(at + l, l); rest(); OUT(LOAD(ldv, at + l));                                  // 19 store, volatile load
      LOAD(ld, at + l); __threadfence(); OUT(LOAD(ld, at + l));                       // 20 load, fence, load
      st(at + l, l); rest(); __threadfence(); OUT(LOAD(ld, at + l));                  // 21 store, fence, load
      LOAD(ldv, at); OUT(LOAD(ldv, at));                                              // 22 volatile one word twice
      LOAD(ld, at + l * 32); NEXT; at -= 1024; OUT(LOAD(ld, at + l * 32));            // 23 32 lines hit
    } else { for (int i = 0; i < 24; ++i) { ++o; NEXT; } }
    __syncthreads();
    if (w == 1) st(at + l, l); __syncthreads(); if (w == 0) rest(); if (w == 0) OUT(LOAD(ld, at + l)); else { ++o; NEXT; } // 24 other warp stored
    __syncthreads();
    if (w == 1) st(at + l, l); __syncthreads(); if (w == 0) OUT(LOAD(ld, at + l)); else { ++o; NEXT; } // 25 other warp, at once
    __syncthreads();
    if (w == 1) LOAD(ld, at + l); __syncthreads(); if (w == 0) OUT(LOAD(ld, at + l)); else { ++o; NEXT; } // 26 other warp loaded
  }
}
int main() {
  int *b, *out, h[64]; cudaMalloc(&b, 1 << 20); cudaMalloc(&out, 256);
  const char* names[] = {"untouched","loaded","line_stored","word_stored","word_stored_next_word","sector_stored","sector_stored_next_sector","loaded_line_stored","loaded_word_stored","line_stored_at_once","word_stored_at_once","loaded_atomic","atomic","loaded_volatile","volatile_loaded","volatile_volatile","relaxed_relaxed","volatile_stored","loaded_volatile_stored","stored_volatile","loaded_fence","stored_fence","volatile_word_twice","lines32_loaded","other_stored","other_stored_at_once","other_loaded"};
  int v[27][7];
  for (int r = 0; r < 7; ++r) { cudaMemset(b, 0, 1 << 20); k<<<1, 64>>>(b, out); cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); for (int i = 0; i < 27; ++i) v[i][r] = h[i]; }
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  for (int i = 0; i < 27; ++i) { for (int a = 0; a < 7; ++a) for (int c = a + 1; c < 7; ++c) if (v[i][c] < v[i][a]) { int s = v[i][a]; v[i][a] = v[i][c]; v[i][c] = s; } printf("l1store,%s,lanes,32,load,cycles,%d,%d,%d,7\n", names[i], v[i][0], v[i][3], v[i][6]); }
}
