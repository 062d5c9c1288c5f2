// What k<<<...>>>(...) becomes in the pass that compiles device code.
#pragma once
#include "device_runtime.h"

namespace cdpsim {

template <class T>
__device__ __forceinline__ void put(char *buffer, size_t &offset, const T &argument) {
    offset = (offset + alignof(T) - 1) / alignof(T) * alignof(T);
    // Buffers begin at multiples of 64 bytes.
    __builtin_memcpy(__builtin_assume_aligned(buffer + offset, alignof(T)), &argument, sizeof(T));
    offset += sizeof(T);
}

/** A kernel and how to launch it: called with the kernel's arguments, which are converted as in any call. */
template <class... Parameters>
struct Launch {
    void (*kernel)(Parameters...);
    dim3 grid, block;
    size_t sharedBytes;
    cudaStream_t stream;

    __host__ __device__ __forceinline__ void operator()(Parameters... arguments) const {
#ifdef __CUDA_ARCH__
        // Read before any call, so that the compiler knows it where the program names it: some special streams exist for CDP2 only.
        cudaStream_t into = stream;
        char *buffer = (char *)cudaGetParameterBufferV2((void *)kernel, grid, block, (unsigned int)sharedBytes);
        if (buffer) {
            size_t offset = 0;
            (put(buffer, offset, arguments), ...);
            cudaLaunchDeviceV2(buffer, into);
        }
#endif
    }
};

template <class... Parameters>
__host__ __device__ __forceinline__ Launch<Parameters...> launch(
    void (*kernel)(Parameters...), dim3 grid, dim3 block, size_t sharedBytes = 0, cudaStream_t stream = 0) {
    return {kernel, grid, block, sharedBytes, stream};
}

/** The type of a kernel of these parameters; only ever named in decltype, to choose among kernels of one name. */
template <class Function>
using Kernel = Function *;

} // namespace cdpsim
