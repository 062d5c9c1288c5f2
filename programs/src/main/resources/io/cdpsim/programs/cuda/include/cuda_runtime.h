// CUDA's runtime for C++: the calls of the C interface, and what templates add to them.
#pragma once
#define __CUDA_RUNTIME_H__
#include "cuda_runtime_api.h"
#include "vector_functions.h"
#include <utility>

static __inline__ cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) {
    return cudaPitchedPtr{pointer, pitch, width, height};
}
static __inline__ cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
static __inline__ cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return cudaExtent{width, height, depth}; }

static __inline__ cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }
static __inline__ cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags) { return cudaHostAlloc(pointer, size, flags); }

template <class T>
static __inline__ cudaError_t cudaMalloc(T **pointer, size_t size) {
    return ::cudaMalloc((void **)(void *)pointer, size);
}
template <class T>
static __inline__ __device__ cudaError_t cudaMalloc(T **pointer, size_t size) {
    return ::cudaMalloc((void **)(void *)pointer, size);
}
template <class T>
static __inline__ cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags = 0) {
    return cudaHostAlloc((void **)(void *)pointer, size, flags);
}
template <class T>
static __inline__ cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags) {
    return ::cudaHostAlloc((void **)(void *)pointer, size, flags);
}
template <class T>
static __inline__ cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return ::cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
static __inline__ cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal) {
    return ::cudaMallocManaged((void **)(void *)pointer, size, flags);
}
template <class T>
static __inline__ cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return ::cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T>
static __inline__ cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream) {
    return ::cudaMallocAsync((void **)(void *)pointer, size, stream);
}
template <class T>
static __inline__ cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
template <class T>
static __inline__ cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    return ::cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
template <class T>
static __inline__ cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, T *pointer, size_t length = 0, unsigned int flags = cudaMemAttachSingle) {
    return ::cudaStreamAttachMemAsync(stream, (void *)pointer, length, flags);
}

template <class T>
static __inline__ cudaError_t cudaMemcpyToSymbol(
    const T &symbol, const void *from, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, count, offset, kind);
}
template <class T>
static __inline__ cudaError_t cudaMemcpyFromSymbol(
    void *to, const T &symbol, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, count, offset, kind);
}
template <class T>
static __inline__ cudaError_t cudaMemcpyToSymbolAsync(
    const T &symbol, const void *from, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
    cudaStream_t stream = 0) {
    return ::cudaMemcpyToSymbolAsync((const void *)&symbol, from, count, offset, kind, stream);
}
template <class T>
static __inline__ cudaError_t cudaMemcpyFromSymbolAsync(
    void *to, const T &symbol, size_t count, size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
    cudaStream_t stream = 0) {
    return ::cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, count, offset, kind, stream);
}
template <class T>
static __inline__ cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T>
static __inline__ cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

template <class T>
static __inline__ cudaError_t cudaLaunchKernel(
    T *kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, sharedBytes, stream);
}
template <class T>
static __inline__ cudaError_t cudaLaunchCooperativeKernel(
    T *kernel, dim3 grid, dim3 block, void **arguments, size_t sharedBytes = 0, cudaStream_t stream = 0) {
    return ::cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, sharedBytes, stream);
}
template <class... Parameters, class... Arguments>
static __inline__ cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t *configuration, void (*kernel)(Parameters...), Arguments &&...arguments) {
    return [&](Parameters... converted) {
        void *addresses[sizeof...(Parameters) + 1] = {(void *)&converted...};
        return ::cudaLaunchKernelExC(configuration, (const void *)kernel, addresses);
    }(std::forward<Arguments>(arguments)...);
}
template <class T>
static __inline__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel) {
    return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T>
static __inline__ __device__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, T *kernel) {
    return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T>
static __inline__ cudaError_t cudaFuncSetAttribute(T *kernel, enum cudaFuncAttribute attribute, int value) {
    return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T>
static __inline__ cudaError_t cudaFuncSetCacheConfig(T *kernel, enum cudaFuncCache config) {
    return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T>
static __inline__ cudaError_t cudaFuncSetSharedMemConfig(T *kernel, enum cudaSharedMemConfig config) {
    return ::cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class T>
static __inline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int blockSize, size_t sharedBytes) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, (const void *)kernel, blockSize, sharedBytes, cudaOccupancyDefault);
}
template <class T>
static __inline__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, T *kernel, int blockSize, size_t sharedBytes) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, blockSize, sharedBytes);
}
template <class T>
static __inline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T *kernel, int blockSize, size_t sharedBytes, unsigned int flags) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, blockSize, sharedBytes, flags);
}
template <class T>
static __inline__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T *kernel, int blockSize, size_t sharedBytes, unsigned int flags) {
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, blockSize, sharedBytes, flags);
}

/** The block size of the most warps an SM, the largest of equals, and how many such blocks all SMs hold. */
template <class SharedBytes, class T>
static __inline__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, T kernel, SharedBytes sharedBytes, int blockSizeLimit = 0) {
    int device, sms, warp, atMost;
    cudaFuncAttributes attributes;
    cudaError_t error = cudaGetDevice(&device);
    if (!error) error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    if (!error) error = cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
    if (!error) error = ::cudaFuncGetAttributes(&attributes, (const void *)kernel);
    if (error) return error;
    atMost = attributes.maxThreadsPerBlock;
    if (blockSizeLimit > 0 && blockSizeLimit < atMost) atMost = blockSizeLimit;
    int most = 0;
    for (int aligned = (atMost + warp - 1) / warp * warp; aligned > 0; aligned -= warp) {
        int size = aligned < atMost ? aligned : atMost, blocks;
        error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, (const void *)kernel, size, sharedBytes(size), cudaOccupancyDefault);
        if (error) return error;
        if (size * blocks > most) {
            most = size * blocks;
            *blockSize = size;
            *minGridSize = blocks * sms;
        }
    }
    return cudaSuccess;
}
template <class T>
static __inline__ cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int *minGridSize, int *blockSize, T kernel, size_t sharedBytes = 0, int blockSizeLimit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        minGridSize, blockSize, kernel, [=](int) { return sharedBytes; }, blockSizeLimit);
}
