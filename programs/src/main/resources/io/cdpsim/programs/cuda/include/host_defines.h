// What CUDA C++ adds to the language, for clang.
#pragma once
#define __HOST_DEFINES_H__

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// Where launches in device code are rewritten, the rewriter has to see which functions are kernels; it writes what the compiler takes.
#ifdef CDPSIM_REWRITES_LAUNCHES
#define __global__ __cdpsim_global__
#define __grid_constant__
#else
#define __global__ __attribute__((global))
#if __has_attribute(grid_constant)
#define __grid_constant__ __attribute__((grid_constant))
#else
#define __grid_constant__
#endif
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDA_CB
