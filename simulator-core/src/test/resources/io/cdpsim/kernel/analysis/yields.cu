// Loops with atomics and other accesses, before, behind and without calls. Which of them have YIELD in SASS is in yields.csv.
// PTX: nvcc -ptx -O3 -arch=sm_90 -rdc=true yields.cu (CUDA 13.0), without comments. SASS: the same with -cubin.
#include <cstdio>
__global__ void child(int* p) { p[threadIdx.x] = 1; }
__device__ __noinline__ int other(int x) { return x * 3 + 1; }
#define LAUNCH if (n > 1000000) child<<<1, 32, 0, cudaStreamFireAndForget>>>(p);
#define CALL child<<<1, 32, 0, cudaStreamFireAndForget>>>(p);
#define AFTER if (n > 1000000) { CALL }
#define LOOP for (int i = threadIdx.x; i < e; i += 7)
extern "C" {
__global__ void loop_atom_used(int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; }
__global__ void loop_red(int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) atomicAdd(p + q[i], 1); }
__global__ void loop_shared(int* p, int* q, int n) { __shared__ int s[32]; s[threadIdx.x] = 0; __syncthreads(); LAUNCH for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(s + (q[i] & 31), 1) == 3) q[i] = 5; __syncthreads(); p[threadIdx.x] = s[threadIdx.x]; }
__global__ void loop_volatile(int* p, volatile int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) if (q[i] == 3) p[i] = 5; }
__global__ void loop_loads(int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) if (q[i] == 3) p[i] = 5; }
__global__ void loop_noinline(int* p, int* q, int n) { for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; p[n] = other(p[n - 1]); }
__global__ void loop_inner(int* p, int* q, int n) { LAUNCH for (int j = 0; j < n; j++) { int e = q[j + threadIdx.x]; for (int i = threadIdx.x; i < e; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; } }
__global__ void loop_outer(int* p, int* q, int n) { LAUNCH for (int j = 0; j < n; j++) { int e = atomicExch(q + j + threadIdx.x, 0); for (int i = threadIdx.x; i < e; i += 7) if (p[q[i]] == 3) q[i] = 5; } }
__global__ void loop_both(int* p, int* q, int n) { LAUNCH for (int j = 0; j < n; j++) { int e = atomicExch(q + j + threadIdx.x, 0); for (int i = threadIdx.x; i < e; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; } }
__global__ void loop_launch_in_loop(int* p, int* q, int n) { for (int i = threadIdx.x; i < n; i += 7) { if (q[i] == 3) child<<<1, 32, 0, cudaStreamFireAndForget>>>(p); atomicAdd(p + i, q[i]); } }
__global__ void loop_spin_plain(int* p, int* q, int n) { while (atomicCAS(p, 0, 1)) {} q[0] += n; atomicExch(p, 0); }
__global__ void loop_printf(int* p, int* q, int n) { for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; if (n > 100) printf("%d\n", n); }
__global__ void loop_uniform(int* p, int* q, int n) { LAUNCH for (int i = 0; i < n; i++) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; }
__global__ void loop_plain(int* p, int* q, int n) { for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; }
__global__ void loop_malloc(int* p, int* q, int n) { for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; if (n > 100) p[0] = (int)(long)malloc(n); }
__global__ void loop_fence(int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) { p[i] = 1; __threadfence(); q[i] = 3; } }
__global__ void loop_launch_exit(int* p, int* q, int n) { if (n > 1000000) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(p); return; } for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; }
__global__ void loop_call_after(int* p, int* q, int n) { for (int i = threadIdx.x; i < n; i += 7) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; LAUNCH }
__global__ void loop_acquire(int* p, int* q, int n) { LAUNCH int v; do { asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p + threadIdx.x)); } while (v != n); q[0] = 1; }
__global__ void loop_whole(int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) { int k = q[i]; if (k > 4) atomicMin(p + k, i); } }
__global__ void loop_two_in_loop(int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) { int k = q[i]; if (k > 4) atomicMin(p + k, i); else atomicMax(p + k + 7, i); } }
__global__ void loop_syncs(int* p, int* q, int n) { LAUNCH for (int i = 0; i < n; i += 7) { atomicAdd(p + q[i + threadIdx.x], 1); __syncthreads(); } }
__global__ void loop_spin_capable(int* p, int* q, int n) { LAUNCH while (atomicCAS(p, 0, 1)) {} q[0] += n; atomicExch(p, 0); }
__global__ void loop_double(double* d, int* p, int* q, int n) { LAUNCH for (int i = threadIdx.x; i < n; i += 7) atomicAdd(d + q[i], 1.5); }
__global__ void loop_shared_red(int* p, int* q, int n) { __shared__ int s[32]; s[threadIdx.x] = 0; __syncthreads(); LAUNCH for (int i = threadIdx.x; i < n; i += 7) atomicAdd(s + (q[i] & 31), 1); __syncthreads(); p[threadIdx.x] = s[threadIdx.x]; }
__global__ void loop_before_after(int* p, int* q, int n, int e) { AFTER LOOP if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; AFTER }
__global__ void loop_else(int* p, int* q, int n, int e) { if (e > 1000) { CALL } else LOOP if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; }
__global__ void loop_else_reversed(int* p, int* q, int n, int e) { if (e <= 1000) { LOOP if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; } else { CALL } }
__global__ void loop_else_then(int* p, int* q, int n, int e) { int d = q[threadIdx.x]; if (d > 1000) { CALL } else for (int i = 0; i < d; i++) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; p[n] += 4; }
__global__ void loop_red_after(int* p, int* q, int n, int e) { LOOP atomicMin(p + q[i], i); AFTER }
__global__ void loop_shared_after(int* p, int* q, int n, int e) { __shared__ int s[32]; s[threadIdx.x] = 0; __syncthreads(); LOOP if (atomicAdd(s + (q[i] & 31), 1) == 3) q[i] = 5; __syncthreads(); p[threadIdx.x] = s[threadIdx.x]; AFTER }
__global__ void loop_shared_red_after(int* p, int* q, int n, int e) { __shared__ int s[32]; s[threadIdx.x] = 0; __syncthreads(); LOOP atomicAdd(s + (q[i] & 31), 1); __syncthreads(); p[threadIdx.x] = s[threadIdx.x]; AFTER }
__global__ void loop_volatile_after(int* p, volatile int* q, int n, int e) { LOOP if (q[i] == 3) p[i] = 5; AFTER }
__global__ void loop_loads_after(int* p, int* q, int n, int e) { LOOP if (q[i] == 3) p[i] = 5; AFTER }
__global__ void loop_uniform_after(int* p, int* q, int n, int e) { for (int i = 0; i < e; i++) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; AFTER }
__global__ void loop_nested_after(int* p, int* q, int n, int e) { for (int j = threadIdx.x; j < n; j += 5) { int d = q[j]; for (int i = 0; i < d; i++) if (atomicAdd(p + q[i], 1) == 3) q[i] = 5; } AFTER }
__global__ void loop_worklist(int* p, int* q, int n, int e) { int i; while ((i = atomicAdd(p, 1)) < n) q[i] = i * 5; }
__global__ void loop_worklist_inner(int* p, int* q, int n, int e) { int i; while ((i = atomicAdd(p, 1)) < n) { int d = q[i]; for (int j = 0; j < d; j++) atomicMin(p + q[j], i); } }
__global__ void loop_flag_bounded(int* p, int* q, int n, int e) { for (int i = 0; i < n && ((volatile int*)p)[threadIdx.x] == 0; i++) {} q[0] = n; }
__global__ void loop_caslo(int* p, int* q, int n, int e) { int old = p[threadIdx.x], as; do { as = old; old = atomicCAS(p + threadIdx.x, as, as * 3 + n); } while (as != old); q[threadIdx.x] = old; }
__global__ void loop_caslo_in_loop(int* p, int* q, int n, int e) { LOOP { int old = p[q[i]], as; do { as = old; old = atomicCAS(p + q[i], as, as * 3 + n); } while (as != old); } q[threadIdx.x] = e; }
__global__ void loop_hook(int* p, int* q, int n, int e) { LOOP { int a = q[i], b = q[i + 1]; while (a != b) { int hi = a > b ? a : b, lo = a > b ? b : a; int o = atomicCAS(p + hi, hi, lo); if (o == hi) break; a = p[o]; b = p[lo]; } } }
__global__ void loop_fence_after(int* p, int* q, int n, int e) { LOOP { p[i] = 1; __threadfence(); q[i] = 3; } AFTER }
__global__ void loop_stores_after(int* p, int* q, int n, int e) { LOOP q[i] = 3; AFTER }
__global__ void loop_sync_after(int* p, int* q, int n, int e) { for (int i = 0; i < n; i += 7) { atomicAdd(p + q[i + threadIdx.x], 1); __syncthreads(); } AFTER }
__global__ void loop_two_visits(int* p, int* q, int n, int e) { for (int i = threadIdx.x; i < e; i += 7) { int k = q[i]; if (k > 4) atomicMin(p + k, i); else atomicMax(p + k + 7, i); } AFTER }
__global__ void loop_guarded(int* p, int* q, int n, int e) { for (int i = threadIdx.x; i < e; i += 7) { int k = q[i]; if (k > p[i]) if (atomicMin(p + k, i) > i) q[atomicAdd(q + n, 1)] = k; } AFTER }
__global__ void loop_stream(int* p, int* q, int n, int e) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); LOOP atomicMin(p + q[i], i); child<<<1, 32, 0, s>>>(p); cudaStreamDestroy(s); }
__global__ void loop_lane0(int* p, int* q, int n, int e) { LOOP atomicMin(p + q[i], i); __syncthreads(); if (threadIdx.x == 0) { CALL } }
__global__ void loop_tail_first(int* p, int* q, int n, int e) { if (threadIdx.x == 0 && n > 3) { child<<<1, 32, 0, cudaStreamTailLaunch>>>(p); } LOOP atomicMin(p + q[i], i); }
__global__ void loop_early(int* p, int* q, int n, int e) { if (q[threadIdx.x] > 1000) { CALL return; } LOOP atomicMin(p + q[i], i); }
__global__ void loop_early_rev(int* p, int* q, int n, int e) { if (q[threadIdx.x] <= 1000) { LOOP atomicMin(p + q[i], i); return; } CALL }
}
