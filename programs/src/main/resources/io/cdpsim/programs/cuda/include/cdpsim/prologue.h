// Read before every source, as CUDA's own compiler reads cuda_runtime.h: the language, the device's functions, the runtime.
// The order is that of clang's own __clang_cuda_runtime_wrapper.h, whose parts are taken as far as they need no file of CUDA's.
#pragma once


#include <__clang_cuda_math_forward_declares.h>
// The standard library leaves out what no device has where it sees this name.
#define __CUDACC__
#include <cmath>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>
#undef __CUDACC__

#pragma push_macro("__THROW")
#undef __THROW
#define __THROW
// Device functions are declared in the pass for the host too.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif

#include "cuda.h"
#include "host_defines.h"
// What is made of the functions below belongs to the line that calls them.
#pragma push_macro("__device__")
#undef __device__
#define __device__ __attribute__((device)) __attribute__((nodebug))
#include <__clang_cuda_builtin_vars.h>
#include "vector_functions.h"
#include "cuda_runtime_api.h"
#include "device_runtime.h"
// The parameters of these two differ from version to version.
#define __nv_popc __cdpsim_popc
#define __nv_popcll __cdpsim_popcll
#include <__clang_cuda_libdevice_declares.h>
#undef __nv_popc
#undef __nv_popcll
#include "libdevice.h"
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include "atomics.h"
#include "address_spaces.h"

#pragma pop_macro("__CUDA_ARCH__")
#pragma pop_macro("__THROW")
#define __CUDACC__
#define __NVCC_CDPSIM__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 3
#define __CUDACC_RDC__

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t charSize);
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned line, const char *function) {
    __assertfail(message, file, line, function, sizeof(char));
}
}
namespace std {
__device__ static inline void free(void *pointer) { ::free(pointer); }
__device__ static inline void *malloc(size_t size) { return ::malloc(size); }
} // namespace std
// Device code may use new and delete without this header, too.
#include <new>

#define CDPSIM_CONVERSIONS(variable) \
    __device__ inline __cuda_builtin_##variable##_t::operator dim3() const { return dim3(x, y, z); } \
    __device__ inline __cuda_builtin_##variable##_t::operator uint3() const { return {x, y, z}; }
CDPSIM_CONVERSIONS(threadIdx)
CDPSIM_CONVERSIONS(blockIdx)
CDPSIM_CONVERSIONS(blockDim)
CDPSIM_CONVERSIONS(gridDim)
#undef CDPSIM_CONVERSIONS

#include <__clang_cuda_cmath.h>
// Some versions hand mask and value of reductions on in the wrong order, and the older ones lack some of these: all are in files below.
#define __reduce_add_sync __cdpsim_reduce_add_sync
#define __reduce_min_sync __cdpsim_reduce_min_sync
#define __reduce_max_sync __cdpsim_reduce_max_sync
#define __reduce_or_sync __cdpsim_reduce_or_sync
#define __reduce_and_sync __cdpsim_reduce_and_sync
#define __reduce_xor_sync __cdpsim_reduce_xor_sync
#define __ldcg __cdpsim_ldcg
#define __ldca __cdpsim_ldca
#define __ldcs __cdpsim_ldcs
#define __ldlu __cdpsim_ldlu
#define __ldcv __cdpsim_ldcv
#define __stwb __cdpsim_stwb
#define __stcg __cdpsim_stcg
#define __stcs __cdpsim_stcs
#define __stwt __cdpsim_stwt
#include <__clang_cuda_intrinsics.h>
#undef __ldcg
#undef __ldca
#undef __ldcs
#undef __ldlu
#undef __ldcv
#undef __stwb
#undef __stcg
#undef __stcs
#undef __stwt
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_or_sync
#undef __reduce_and_sync
#undef __reduce_xor_sync
#include <__clang_cuda_complex_builtins.h>
#include "dot_products.h"
#include "reductions.h"
#include "cached_access.h"
#include "cuda_runtime.h"
#include "launch.h"
#pragma pop_macro("__device__")
